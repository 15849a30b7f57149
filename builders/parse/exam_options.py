"""One question's lines to its stem and options, by the position of the option marks: one, two or four options a line, wrapped in their columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from builders.parse.exam_lines import cut
from builders.parse.exam_marks import Mark, option_marks
from builders.parse.exam_text import clean_page_text, join_lines
from builders.parse.pdf_lines import PdfLine

_BLANK_BEFORE_STOP = re.compile("__ (?=[,.;:?!])")
_COLUMN = 2.0  # points that a continuation may start left of its column
_FULL_LINE = 2.5  # of the font size: a text that ends nearer than this to the right edge goes on below


class SplitQuestion(NamedTuple):
    """Stem and options as texts; ``last_line``: index of the line with the last mark, -1 without marks."""

    stem: str
    options: dict[str, str]
    last_line: int


def split_question(lines: Sequence[PdfLine], right: float) -> SplitQuestion:
    """Split the lines of one question (without its numeral); ``right`` is the right edge of the page's text."""
    marks = option_marks(lines)
    if not marks:
        return SplitQuestion(paragraph(lines), {}, -1)
    first = marks[0]
    stem = [*lines[: first.line], cut(lines[first.line], 0, first.start)]
    pieces: dict[str, list[PdfLine]] = {mark.letter: [] for mark in marks}
    columns: list[Mark] = []
    for index in range(first.line, len(lines)):
        line = lines[index]
        here = [mark for mark in marks if mark.line == index]
        if here:
            if index > first.line:
                _continue(pieces, columns, lines, cut(line, 0, here[0].start), right)
            columns = here
            for mark, following in zip(here, [*here[1:], None], strict=True):
                _add(pieces, mark.letter, cut(line, mark.end, following.start if following else None))
        else:
            _continue(pieces, columns, lines, line, right)
    options = {letter: paragraph(own) for letter, own in pieces.items()}
    return SplitQuestion(paragraph([line for line in stem if line]), options, marks[-1].line)


def paragraph(lines: Sequence[PdfLine]) -> str:
    """Lines as one cleaned text."""
    text = join_lines(clean_page_text(line.text) for line in lines).replace("</u><u>", "").replace("</u> <u>", " ")
    return _BLANK_BEFORE_STOP.sub("__", text) if "__ " in text else text


def _add(pieces: dict[str, list[PdfLine]], letter: str, piece: PdfLine | None) -> None:
    if piece is not None:
        pieces[letter].append(piece)


def _continue(pieces: dict[str, list[PdfLine]], columns: Sequence[Mark], lines: Sequence[PdfLine], line: PdfLine | None, right: float) -> None:
    """Give a line without marks to the options whose columns it stands in.

    To the last option alone when its text reaches the right edge, so that it goes on from the left, or when the line runs on across a column.
    """
    if line is None or not columns:
        return
    last = pieces[columns[-1].letter]
    full = bool(last) and last[-1].ends[-1] > right - _FULL_LINE * line.size
    cuts = [] if full else _cuts(line, [lines[mark.line].xs[mark.start] for mark in columns])
    if not cuts:
        _add(pieces, columns[-1].letter, line)
        return
    for mark, start, end in zip(columns, cuts, [*cuts[1:], len(line.text)], strict=True):
        _add(pieces, mark.letter, cut(line, start, end))


def _cuts(line: PdfLine, edges: Sequence[float]) -> list[int]:
    """Where each column's share of ``line`` begins; empty when a text runs on across the start of a column."""
    cuts = [0]
    for edge in edges[1:]:
        place = next((index for index, x in enumerate(line.xs) if x >= edge - _COLUMN and not line.text[index].isspace()), len(line.text))
        before = line.text[:place].rstrip()
        if place < len(line.text) and before and line.xs[place] - line.xs[len(before) - 1] < 1.4 * line.size:
            return []
        if place == len(line.text) and before and line.ends[len(before) - 1] > edge + _COLUMN:
            return []
        cuts.append(max(place, cuts[-1]))
    return cuts
