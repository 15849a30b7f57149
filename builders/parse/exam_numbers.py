"""Where the questions of a multiple-choice part start: numerals in a column of their own left of the text, printed as text or as small images."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from builders.parse.exam import ExamProblem
from builders.parse.exam_lines import first_x
from builders.parse.exam_marks import line_start_mark
from builders.parse.exam_text import clean_page_text
from builders.parse.pdf_lines import Box, PdfLine

NUMERAL_IMAGE_X = 62.0
"""An image that is a question's numeral lies left of this."""
NUMERAL_IMAGE = (26.0, 20.0)
"""Largest width and height of an image that is a numeral."""
_COLUMN = 4.0  # a numeral starts at least this far left of the options
_GAP = 0.6  # of the font size: between a numeral and the stem
_DIGITS = re.compile(r"(\d{1,3})[.．、]?")
_LARGEST_GAP = 5  # so many numbers can be left out
_BEFORE_TEXT = (re.compile(r"\s*(\d{1,3})[.．、]\s*(?=\S)"), re.compile(r"\s*(\d{1,3})\s+(?=\S)"))
_PREFIX = 8  # characters at the start of a line among which a numeral is looked for


class Start(NamedTuple):
    """A question's first line (index), its number, how many characters of the line are its numeral; ``image``: the numeral is one."""

    line: int
    number: int
    skip: int
    image: Box | None = None


class _Candidate(NamedTuple):
    line: int
    number: int | None  # None: an image
    skip: int
    image: Box | None = None


def option_margin(lines: Sequence[PdfLine]) -> float | None:
    """Where options that begin a line begin: the left edge of the text; None when no line begins with an option mark."""
    edges = [first_x(line) for line in lines if line_start_mark(line.text) == "A"]
    return median(edges) if edges else None


def question_starts(
    lines: Sequence[PdfLine], margin: float, images: Mapping[int, Sequence[Box]]
) -> tuple[tuple[Start, ...], tuple[ExamProblem, ...]]:
    """The start of each question, in order. Numbers count up by one; numbers that are left out are a problem ``number_missing``.

    Where no numeral stands in a column of its own, numbers with a full stop or a blank behind them that begin a line are taken (``1. …``).
    """
    candidates = _candidates(lines, margin, images) or _without_column(lines, margin)
    starts: list[Start] = []
    problems: list[ExamProblem] = []
    position = 0
    expected = _first_number(candidates)
    while position < len(candidates):
        found = _next(candidates, position, expected)
        if found is None:
            break
        candidate = candidates[found]
        number = candidate.number or expected
        if number != expected:
            where = f"p.{lines[candidate.line].page} q.{expected}"
            problems.append(ExamProblem(where, "number_missing", f"no question {expected} before question {number}"))
        starts.append(Start(candidate.line, number, candidate.skip, candidate.image))
        position, expected = found + 1, number + 1
    return tuple(starts), tuple(problems)


def _next(candidates: Sequence[_Candidate], position: int, expected: int) -> int | None:
    """The candidate that goes on with ``expected``; with a larger number when two in a row come before it, or nothing else is left."""
    ahead = range(position, len(candidates))
    found = next((index for index in ahead if candidates[index].number in (expected, None)), None)
    for index in range(position, len(candidates) if found is None else found):
        number = candidates[index].number or 0
        if not expected < number <= expected + _LARGEST_GAP:
            continue
        following = candidates[index + 1].number if index + 1 < len(candidates) else None
        if found is None or following == number + 1:
            return index
    return found


def _first_number(candidates: Sequence[_Candidate]) -> int:
    """1 where some candidate is 1 or an image; else the smallest: a part can go on counting."""
    numbers = [candidate.number for candidate in candidates if candidate.number is not None]
    return 1 if 1 in numbers or len(numbers) < len(candidates) else min(numbers, default=1)


def _candidates(lines: Sequence[PdfLine], margin: float, images: Mapping[int, Sequence[Box]]) -> list[_Candidate]:
    numerals = {page: [box for box in boxes if _is_numeral(box, margin)] for page, boxes in images.items()}
    found: list[_Candidate] = []
    for index, line in enumerate(lines):
        image = next((box for box in numerals.get(line.page, ()) if line.y - 6 < box.bottom < line.y + 5), None)
        if image is not None:
            found.append(_Candidate(index, None, 0, image))
            continue
        if first_x(line) < margin - _COLUMN:
            numeral = _numeral(line, margin)
            if numeral is not None:
                found.append(_Candidate(index, *numeral))
    return found


def _without_column(lines: Sequence[PdfLine], margin: float) -> list[_Candidate]:
    """Lines that begin with a number, not further right than the options: with a full stop behind it, else with a blank."""
    for form in _BEFORE_TEXT:
        found = [(index, form.match(clean_page_text(line.text))) for index, line in enumerate(lines) if first_x(line) < margin + _COLUMN]
        candidates = [_Candidate(index, int(match.group(1)), _skip(lines[index].text, match.end())) for index, match in found if match]
        if any(candidate.number == 1 for candidate in candidates):
            return candidates
    return []


def _skip(text: str, cleaned: int) -> int:
    """How many characters of ``text`` give ``cleaned`` characters when cleaned."""
    return next((end for end in range(len(text) + 1) if len(clean_page_text(text[:end])) >= cleaned), len(text))


def _is_numeral(box: Box, margin: float) -> bool:
    small = box.right - box.left <= NUMERAL_IMAGE[0] and 4 <= box.bottom - box.top <= NUMERAL_IMAGE[1]
    return small and box.left < min(NUMERAL_IMAGE_X, margin - _COLUMN)


def _numeral(line: PdfLine, margin: float) -> tuple[int, int] | None:
    """The number at the start of a line and its length, where it stands alone in the column left of ``margin``."""
    column = [index for index, x in enumerate(line.xs[:_PREFIX]) if x < margin - _COLUMN and not line.text[index].isspace()]
    if not column:
        return None
    end = column[0] + 1
    while end in column and line.xs[end] - line.xs[end - 1] < _GAP * line.size + _width(line, end - 1):
        end += 1
    found = _DIGITS.fullmatch(clean_page_text(line.text[column[0] : end]))
    if found is None:
        return None
    following = next((x for character, x in zip(line.text[end:], line.xs[end:], strict=True) if not character.isspace()), None)
    if following is not None and following - line.xs[end - 1] < _GAP * line.size + _width(line, end - 1):
        return None
    return int(found.group(1)), end


def _width(line: PdfLine, index: int) -> float:
    """Width of a character: half the font size for those of an alphabet."""
    return line.size / 2 if line.text[index].isascii() else line.size
