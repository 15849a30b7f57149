"""The table of the linter's codes in docs/rubrics.md: the page is written by hand, the table between its two marks by this module."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from legal_metrics.rubrics.lint_codes import CODES

PAGE = Path(__file__).resolve().parent / "rubrics.md"
START, END = "<!-- codes: written by python -m docs -->\n", "<!-- end of codes -->\n"


def page() -> str:
    """The page with the table that the code says. Raises: ValueError where a mark is missing."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text[: text.index(START) + len(START)], text[text.index(END) :]
    return before + "\n".join(_tables()) + "\n" + rest


def _tables() -> Iterator[str]:
    for theme, rows in groupby(CODES.items(), key=lambda pair: pair[1].theme):
        yield from (f"### {theme.capitalize()}\n", "| code | severity | what | fix |", "|---|---|---|---|")
        yield from (f"| `{code}` | {kind.severity} | {kind.meaning} | {kind.fix} |" for code, kind in rows)
        yield ""
