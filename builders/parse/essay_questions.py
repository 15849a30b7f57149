"""Where the top-level questions of an essay paper start: 一、二、… at the left margin, numerals that are images, labels such as 英文作文：."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builders.parse.essay_marks import BARE_FAMILIES, QUESTION_FAMILIES, ItemMark, read_mark
from builders.parse.essay_points import read_points
from builders.parse.essay_rows import Row
from builders.parse.exam import ExamProblem

MARGIN = 8.0
"""Numerals of one paper stand at most this many points from their margin."""
_LEFT_OF_MARGIN = 0.25  # numerals with more than this share of the rows left of them are inside the text

_LABEL = re.compile(
    r"(?:[甲乙丙丁][、.])?(?:中文|英文|國文|本國文|日文|法文|德文|西班牙文|韓文|俄文|泰文|越南文|印尼文)?語?"
    r"(?:作文|命題作文|公文|翻譯|中翻英|英翻中|中譯英|英譯中|摘要|短文寫作|申論題?|Essay|Composition|Translation)(?:寫作)?(?:題|部分)?"
    r"[ \u3000]*(?:[：:]|(?=[（(]))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QuestionStart:
    """A question starts on row ``row``; its text at offset ``text`` of that row."""

    number: int
    row: int
    text: int


def question_starts(rows: Sequence[Row]) -> tuple[tuple[QuestionStart, ...], tuple[ExamProblem, ...]]:
    """The starts of the top-level questions, in order, and what is uncertain about them.

    A numeral counts when it stands at the margin of the numerals and continues the count; a list that starts again at 一 inside a question
    (statutes of a 參考法條 block) is passed over. Where the numerals are images, their place tells: an image of a numeral's size left of a row.
    """
    marks = _marks_at_margin(rows)
    anchor = min([row.x for row in rows] + [row.image.left for row in rows if row.image is not None], default=0.0)
    pictures = {index for index, row in enumerate(rows) if _is_numeral(row, anchor)}
    if not marks and not pictures:
        return _labels(rows) or _bare_numbers(rows), ()
    starts, problems = _count(rows, marks, pictures)
    if not marks and all(start.row in pictures for start in starts) and not _spread_evenly(rows, starts):
        return _labels(rows) or _bare_numbers(rows), ()
    counted = sum(start.row in pictures for start in starts)
    if counted:
        problems.append(ExamProblem("", "numeral_in_image", f"{counted} question numerals are images: numbered by their order"))
    return tuple(starts), tuple(problems)


def _marks_at_margin(rows: Sequence[Row]) -> dict[int, ItemMark]:
    """Marks of the first family that numbers questions of this paper, by row."""
    for family in QUESTION_FAMILIES:
        found = {index: mark for index, row in enumerate(rows) if (mark := read_mark(row.text)) is not None and mark.family == family}
        firsts = [rows[index].x for index, mark in found.items() if mark.number == 1] or [rows[index].x for index in found]
        if not firsts:
            continue
        margin = min(firsts)
        outside = sum(row.x < margin - MARGIN for row in rows)
        if outside <= _LEFT_OF_MARGIN * len(rows):
            return {index: mark for index, mark in found.items() if abs(rows[index].x - margin) <= MARGIN}
    return {}


def _is_numeral(row: Row, anchor: float) -> bool:
    """Whether the image before the row can be the numeral of a question: at the left edge of everything, narrow, ending before the text."""
    box = row.image
    return box is not None and box.left - anchor <= MARGIN and box.right <= row.x + 3 and box.right - box.left <= 3 * row.size and row.x - box.left >= 1.2 * row.size


def _count(rows: Sequence[Row], marks: dict[int, ItemMark], pictures: set[int]) -> tuple[list[QuestionStart], list[ExamProblem]]:
    starts: list[QuestionStart] = []
    problems: list[ExamProblem] = []
    places = sorted({*marks, *pictures})
    expected, nested = 1, 0
    for place, index in enumerate(places):
        mark = marks.get(index)
        if mark is None:
            starts.append(QuestionStart(expected, index, 0))
            expected, nested = expected + 1, 0
            continue
        end = places[place + 1] if place + 1 < len(places) else len(rows)
        pointed = any(note for note in read_points("\n".join(row.text for row in rows[index:end])))
        listed = nested > 0 and mark.number == nested + 1
        if mark.number == expected and (pointed or not listed):
            starts.append(QuestionStart(expected, index, mark.end))
            expected, nested = expected + 1, 0
        elif mark.number == 1 or listed:
            nested = mark.number
        elif mark.number > expected and pointed:
            problems.append(ExamProblem(f"p.{rows[index].page}", "question_missing", f"question {mark.number} follows question {expected - 1}"))
            starts.append(QuestionStart(mark.number, index, mark.end))
            expected, nested = mark.number + 1, 0
    return starts, problems


def _spread_evenly(rows: Sequence[Row], starts: Sequence[QuestionStart]) -> bool:
    """Whether images can be numerals: most of them begin a part of the text that states points, as questions do."""
    pointed = _pointed(rows, starts)
    return 2 * sum(pointed) > len(pointed)


def _pointed(rows: Sequence[Row], starts: Sequence[QuestionStart]) -> list[bool]:
    """Whether the text from each start to the next states points."""
    ends = [*(start.row for start in starts[1:]), len(rows)]
    return [bool(read_points("\n".join(row.text for row in rows[start.row : end]))) for start, end in zip(starts, ends, strict=True)]


def _bare_numbers(rows: Sequence[Row]) -> tuple[QuestionStart, ...]:
    """Starts at 1. 2. 3. (or I. II.) where the paper opens with 1, counts at one margin, and every question states points; else none."""
    for family in BARE_FAMILIES:
        starts: list[QuestionStart] = []
        for index, row in enumerate(rows):
            mark = read_mark(row.text)
            if mark is not None and mark.family == family and mark.number == len(starts) + 1 and abs(row.x - rows[0].x) <= MARGIN:
                starts.append(QuestionStart(mark.number, index, mark.end))
        if len(starts) > 1 and starts[0].row == 0 and all(_pointed(rows, starts)):
            return tuple(starts)
    return ()


def _labels(rows: Sequence[Row]) -> tuple[QuestionStart, ...]:
    """Starts at labels such as ``英文作文：``; none where the paper has no such line."""
    found = [index for index, row in enumerate(rows) if _LABEL.match(row.text)]
    return tuple(QuestionStart(number, index, 0) for number, index in enumerate(found, 1))
