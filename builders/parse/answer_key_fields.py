"""The printed fields of an answer key: each label (考試名稱, 題數, 題號, 備註 …) with what stands beside, above and below it.

A value can stand on the baseline of its label, or its lines can lie above and below it, and content order says nothing. So lines without a label
are given to labels by position: between two lines with labels, the widest gap parts what belongs to the upper one from what belongs to the lower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from builders.parse.exam import ExamProblem
from builders.parse.exam_text import clean_page_text
from builders.parse.pdf_lines import PdfLine, PdfPage

HEADING = "heading"
"""The label of the line that says what the document is; it has no printed label of its own."""

_COUNTS = ("單選每題配分", "複選每題配分", "每題配分", "單選題數", "複選題數", "題數")
_LABEL = re.compile("(?P<label>考試名稱|等級名稱|類科名稱|科目名稱|科目代碼|" + "|".join(_COUNTS) + "|標準答案|備註)[:：]")
_ROW = re.compile("(?P<label>題號|答案)(?!標註)")
_TITLE = re.compile("(?P<exam>.*?)(?P<document>測驗(?:式試|試)?題?(?:標準)?答案(?:更正)?(?:清冊)?)")
_PAGE_NUMBER = re.compile(r"第\d+頁,?(?:共\d+頁)?|頁次[:：].*")
_CELL_GAP = 1.5  # sizes from the last character of 題號 or 答案 to the first cell; nearer, it is a word of a sentence
_UNSURE = 0.9  # a second gap nearly as wide as the widest leaves the place of the lines between in doubt


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character that is no blank: where it starts, its middle, and the size of its line."""

    character: str
    x: float
    middle: float
    size: float


@dataclass(frozen=True, slots=True)
class KeyField:
    """A label and its value: the lines of glyphs from top to bottom, as text (lines joined without a blank) and by position."""

    label: str
    lines: tuple[tuple[Glyph, ...], ...]
    page: int
    y: float

    @property
    def text(self) -> str:
        """The value as one string."""
        return clean_page_text("".join(glyph.character for line in self.lines for glyph in line))


def read_fields(pages: Sequence[PdfPage]) -> tuple[list[KeyField], list[ExamProblem]]:
    """Every field of a document in reading order, and where a line's place is in doubt.

    Lines above the first label of a page belong to the last field of the page before (a note that runs over).
    """
    fields: list[KeyField] = []
    problems: list[ExamProblem] = []
    for page in pages:
        rows = [_Row.of(line) for line in page.lines if not _PAGE_NUMBER.fullmatch("".join(line.text.split()))]
        labelled = [index for index, row in enumerate(rows) if row.labels]
        first = labelled[0] if labelled else len(rows)
        if fields and first:
            start = _cut([row.y for row in rows[: first + 1]], problems, page.number) + 1 if _is_free_above(rows, first) else first
            carried = fields.pop()
            fields.append(KeyField(carried.label, (*carried.lines, *(row.glyphs for row in rows[:start])), carried.page, carried.y))
        else:
            start = 0
        for position, index in enumerate(labelled):
            following = labelled[position + 1] if position + 1 < len(labelled) else len(rows)
            end = following
            if following < len(rows) and following - index > 1:
                end = index + 1 + _cut([row.y for row in rows[index : following + 1]], problems, page.number)
            fields += _fields_of(rows, start, index, end, page.number)
            start = end
    return fields, problems


def _is_free_above(rows: Sequence[_Row], first: int) -> bool:
    return first < len(rows) and rows[first].labels[0][0] != HEADING


def _cut(ys: Sequence[float], problems: list[ExamProblem], page: int) -> int:
    """How many lines after the first one belong to it: those above the widest gap."""
    gaps = [below - above for above, below in pairwise(ys)]
    widest = max(range(len(gaps)), key=gaps.__getitem__)
    if any(gap > _UNSURE * gaps[widest] for position, gap in enumerate(gaps) if position != widest):
        problems.append(ExamProblem(f"p.{page}", "line_place_unsure", f"lines at {', '.join(f'{y:.0f}' for y in ys)} pt have no clear widest gap"))
    return widest


def _fields_of(rows: Sequence[_Row], start: int, index: int, end: int, page: int) -> Iterator[KeyField]:
    """The fields of the labels on line ``index``; a line without label goes to the label that stands furthest right of those it reaches."""
    row = rows[index]
    parts: list[list[tuple[Glyph, ...]]] = [[] for _ in row.labels]
    for other in range(start, end):
        if other == index:
            for part, (_, value, _) in zip(parts, row.labels, strict=True):
                part.append(value)
        else:
            left = rows[other].glyphs[0].x
            reached = [position for position, (_, _, x) in enumerate(row.labels) if x <= left]
            parts[reached[-1] if reached else 0].append(rows[other].glyphs)
    for (label, _, _), part in zip(row.labels, parts, strict=True):
        yield KeyField(label, tuple(part), page, row.y)


@dataclass(frozen=True, slots=True)
class _Row:
    """One line: its labels as (label, glyphs of the value beside it, x of the label)."""

    y: float
    glyphs: tuple[Glyph, ...]
    labels: tuple[tuple[str, tuple[Glyph, ...], float], ...]

    @classmethod
    def of(cls, line: PdfLine) -> _Row:
        glyphs = tuple(
            Glyph(character, x, x + line.size * (0.5 if character > "\u2e7f" else 0.28), line.size)
            for character, x in zip(line.text, line.xs, strict=True)
            if not character.isspace()
        )
        text = "".join(glyph.character for glyph in glyphs)
        if _TITLE.fullmatch(text):
            return cls(line.y, glyphs, ((HEADING, glyphs, glyphs[0].x),))
        row = _ROW.match(text)
        if row and (len(glyphs) == row.end() or glyphs[row.end()].x - glyphs[row.end() - 1].x > _CELL_GAP * line.size):
            found = [row]
        else:
            found = list(_LABEL.finditer(text))
        ends = [*(match.start() for match in found[1:]), len(text)][: len(found)]
        labels = tuple(
            (match["label"], glyphs[match.end() : end], glyphs[match.start()].x) for match, end in zip(found, ends, strict=True)
        )
        return cls(line.y, glyphs, labels)


def heading_parts(text: str) -> tuple[str, str] | None:
    """The exam named in the heading and the kind of document, None where the text is no heading of a key.

    >>> heading_parts("測驗題標準答案更正"), heading_parts("111年某考試測驗式試題標準答案更正清冊")
    (('', '測驗題標準答案更正'), ('111年某考試', '測驗式試題標準答案更正清冊'))
    >>> heading_parts("標準答案：答案標註#者")
    """
    match = _TITLE.fullmatch("".join(text.split()))
    return (match["exam"], match["document"]) if match else None
