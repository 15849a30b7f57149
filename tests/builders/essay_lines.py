"""Lines of essay papers for tests: ``x|text`` on rows of equal distance, set in a font whose wide characters are one em and others half an em."""

from __future__ import annotations

from dataclasses import dataclass

LEADING = 20.0


@dataclass(frozen=True)
class TestLine:
    """What a reader of lines asks for."""

    __test__ = False
    text: str
    xs: tuple[float, ...]
    ends: tuple[float, ...]
    y: float
    size: float
    page: int


@dataclass(frozen=True)
class Image:
    """An image box."""

    left: float
    top: float
    right: float
    bottom: float


def line(text: str, x: float = 66.0, y: float = 100.0, size: float = 14.0, page: int = 1) -> TestLine:
    """One line that starts at ``x``."""
    xs, ends = [], []
    for character in text:
        xs.append(x)
        x += size if character > "\u2e7f" else size / 2
        ends.append(x)
    return TestLine(text, tuple(xs), tuple(ends), y, size, page)


def page_lines(layout: str, page: int = 1, size: float = 14.0) -> list[TestLine]:
    """Lines of ``x|text`` rows; a row without number starts at 66. Rows that should run on to the next must be 33 characters long or end in ``↵``.

    ``↵`` pads the last character of the row to the right margin at 530.
    """
    lines = []
    for index, row in enumerate(filter(None, (part.strip() for part in layout.splitlines()))):
        place, _, text = row.rpartition("|")
        full = text.endswith("↵")
        made = line(text.removesuffix("↵"), float(place or 66), 100 + LEADING * index, size, page)
        if full:
            made = TestLine(made.text, made.xs, (*made.ends[:-1], 530.0), made.y, made.size, made.page)
        lines.append(made)
    return lines
