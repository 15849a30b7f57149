"""The report as one aligned table for a terminal; Chinese takes two columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """Columns that a terminal gives to ``text``: two for wide characters, none for combining ones.

    >>> width("主文 ok"), width("e\\u0301")
    (7, 1)
    """
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in {"Cf", "Me", "Mn"} else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def table(rows: Sequence[Sequence[str]], *, left: int = 1, indent: str = "") -> str:
    """Rows (the first is the head) as aligned lines: the first ``left`` columns to the left, figures to the right.

    >>> print(table([["metric", "n"], ["主文", "12"]]))
    metric   n
    主文    12
    """
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for i, (cell, room) in enumerate(zip(row, widths, strict=True)):
            space = " " * (room - width(cell))
            cells.append(cell + space if i < left else space + cell)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
