"""Rows of an essay paper: lines with their scripts put back, blanks of the layout closed, columns put in order, rows joined to paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Protocol

from builders.parse.essay_marks import read_mark
from builders.parse.exam_text import clean_page_text

SCRIPT_RISE = 0.62
"""Baselines nearer than this share of the font size belong to one row: a sub- or superscript beside its base."""
NARROWEST = 28
"""Characters of the narrowest text column."""
BLANK_GAP = 1.4
"""A blank wider than this many font sizes is the border between two cells; justified lines widen theirs to 1.2."""
CELL_GAP = 1.8
"""Characters that start farther apart than this many font sizes stand in different cells of a table: one blank is between them."""
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffee\U00020000-\U0003ffff]")
_WORD_END, _WORD_START = re.compile(r"[A-Za-z0-9,.;:!?%)\]'\"]\Z"), re.compile(r"[A-Za-z0-9(\[$'\"]")
_SENTENCE_END = re.compile(r"[。：:？?！!）)」』；;]\s*\Z")


class Line(Protocol):
    """What is asked of a line of a PDF: see ``pdf_lines.PdfLine``."""

    @property
    def text(self) -> str: ...
    @property
    def xs(self) -> tuple[float, ...]: ...
    @property
    def ends(self) -> tuple[float, ...]: ...
    @property
    def y(self) -> float: ...
    @property
    def size(self) -> float: ...
    @property
    def page(self) -> int: ...


class Box(Protocol):
    """What is asked of an image: its sides in points from the upper left corner."""

    @property
    def left(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def bottom(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Row:
    """One row of cleaned text with the left and right edge of each character; ``image`` stands before the text on the row, ``column`` is true in a column of its own."""

    text: str
    xs: tuple[float, ...]
    ends: tuple[float, ...]
    y: float
    size: float
    page: int
    image: Box | None = None
    column: bool = False

    @property
    def x(self) -> float:
        """Left edge of the text."""
        return self.xs[0]

    @property
    def right(self) -> float:
        """Right edge of the text."""
        return self.ends[-1]

    def cut(self, start: int, end: int | None = None) -> Row | None:
        """The part [start, end) without outer blanks; None when nothing is left."""
        end = len(self.text) if end is None else end
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        if start >= end:
            return None
        return replace(self, text=self.text[start:end], xs=self.xs[start:end], ends=self.ends[start:end], image=None if start else self.image)


def read_rows(lines: Iterable[Line], images: Mapping[int, Sequence[Box]] | None = None) -> tuple[Row, ...]:
    """Rows from lines in reading order; blank ones are left out. ``images`` holds the boxes of the images of each page."""
    merged = _with_scripts(line for line in lines if line.text.strip())
    rows = (_row(group) for group in merged)
    return tuple(_with_image(row, (images or {}).get(row.page, ())) for row in rows if row is not None)


def right_margin(rows: Sequence[Row]) -> float:
    """Where full rows end: the farthest right edge, but no text is set narrower than ``NARROWEST`` characters."""
    if not rows:
        return 0.0
    size = median(row.size for row in rows)
    return max(max(row.right for row in rows), min(row.x for row in rows) + NARROWEST * size)


def join_rows(rows: Sequence[Row], margin: float) -> str:
    """The text of rows: a row that reaches the right margin runs on, a shorter one ends its paragraph (a line break).

    No blank is put between Chinese characters; words of other scripts stay apart.
    """
    if not rows:
        return ""
    pieces = [rows[0].text]
    for before, row in pairwise(rows):
        size = max(before.size, row.size)
        short = is_short(before, margin)
        indented = row.x > before.x + 1.6 * size and bool(_SENTENCE_END.search(before.text))
        if short or indented or before.column != row.column:
            pieces.append("\n")
        elif _WORD_END.search(before.text) and _WORD_START.match(row.text):
            pieces.append(" ")
        pieces.append(row.text)
    return "".join(pieces).strip()


def is_short(row: Row, margin: float) -> bool:
    """Whether a row ends before the right margin, so that its paragraph ends with it."""
    return row.right < margin - 1.7 * row.size


def in_columns(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows in reading order where parts stand side by side (``㈠… ㈡…`` on one row): first all of the left column, then the next.

    The columns last until another row of marks or until a row runs through their border.
    """
    ordered: list[Row] = []
    columns: list[list[Row]] = []
    borders: list[float] = []
    for row in rows:
        starts = _side_by_side(row)
        if starts:
            ordered += [part for column in columns for part in column]
            borders = [row.xs[start] - 0.3 * row.size for start in starts[1:]]
            columns = [[] for _ in starts]
        parts = _split(row, borders) if borders else None
        if parts is None:
            ordered += [part for column in columns for part in column]
            ordered.append(row)
            columns, borders = [], []
            continue
        for column, part in zip(columns, parts, strict=True):
            if part is not None:
                column.append(replace(part, column=True))
    return (*ordered, *(part for column in columns for part in column))


def _side_by_side(row: Row) -> list[int]:
    """Offsets of parts that stand side by side: marks of one family, counting on, each behind a wide gap."""
    first = read_mark(row.text)
    if first is None or first.family not in ("㈠", "1.", "(1)"):
        return []
    starts, number = [0], first.number
    for blank in re.finditer(r"\s+(?=\S)", row.text):
        start = blank.end()
        mark = read_mark(row.text, start)
        if mark is not None and mark.family == first.family and mark.number == number + 1:
            starts.append(start)
            number += 1
    wide = all(row.xs[start] - row.xs[start - 1] > 0.2 * row.size for start in starts[1:])
    return starts if len(starts) > 1 and wide else []


def _split(row: Row, borders: Sequence[float]) -> list[Row | None] | None:
    """The row cut at the borders; None where text runs through one of them."""
    cuts = [0]
    for border in borders:
        cut = next((index for index, x in enumerate(row.xs) if x >= border), len(row.text))
        inside = 0 < cut < len(row.text)
        if inside and not row.text[cut - 1].isspace() and row.xs[cut] - row.ends[cut - 1] < 0.3 * row.size:
            return None
        if cut == len(row.text) and row.right > border + row.size:
            return None
        cuts.append(cut)
    return [row.cut(start, end) for start, end in zip(cuts, [*cuts[1:], len(row.text)], strict=True)]


def _with_scripts(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines grouped so that sub- and superscripts stand with their base line."""
    group: list[Line] = []
    for line in lines:
        if group:
            size = max(line.size, *(member.size for member in group))
            same = line.page == group[0].page and abs(line.y - group[-1].y) < SCRIPT_RISE * size
            if not same or abs(line.y - group[0].y) >= size:
                yield group
                group = []
        group.append(line)
    if group:
        yield group


def _row(group: Sequence[Line]) -> Row | None:
    base = max(group, key=lambda line: (len(line.text) * line.size, -line.y))
    if len(group) == 1:
        characters = list(zip(base.text, base.xs, base.ends, strict=True))
    else:
        characters = sorted((c for line in group for c in zip(line.text, line.xs, line.ends, strict=True)), key=lambda c: c[1])
    cleaned: list[tuple[str, float, float]] = []
    for character, x, end in characters:
        if cleaned and x - cleaned[-1][1] > CELL_GAP * base.size and not cleaned[-1][0].isspace() and not character.isspace():
            cleaned.append((" ", cleaned[-1][2], x))
        cleaned += [(piece, x, end) for piece in clean_page_text(character)]
    kept = [cell for index, cell in enumerate(cleaned) if not cell[0].isspace() or _is_kept(cleaned, index, base.size)]
    text = "".join(piece for piece, _, _ in kept)
    return Row(text, tuple(x for _, x, _ in kept), tuple(end for _, _, end in kept), base.y, base.size, base.page).cut(0) if text else None


def _is_kept(cells: Sequence[tuple[str, float, float]], index: int, size: float) -> bool:
    """Whether a blank is the author's: between words of an alphabet, or as wide as a border between cells; not beside a Chinese character."""
    if index == 0 or index + 1 == len(cells) or cells[index - 1][0].isspace():
        return False
    before, after = cells[index - 1], next((cell for cell in cells[index + 1 :] if not cell[0].isspace()), None)
    if after is None:
        return False
    return not (_WIDE.match(before[0]) or _WIDE.match(after[0])) or after[1] - before[2] > BLANK_GAP * size


def _with_image(row: Row, images: Sequence[Box]) -> Row:
    """The row with the image that stands at its beginning, if there is one of about its height."""
    for box in images:
        middle = (box.top + box.bottom) / 2
        beside = row.y - 1.1 * row.size < middle < row.y + 0.4 * row.size
        if beside and box.bottom - box.top < 1.8 * row.size and box.left < row.x - 0.6 * row.size and box.right > row.x - 1.2 * row.size:
            return replace(row, image=box)
    return row

