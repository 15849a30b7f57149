"""The cells of an answer key by position: the numbers of a 題號 line, and the letters below each of them.

Two kinds of column: one question (``01``, ``第1題``), or ten (``01 - 10`` with a run of letters below).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from builders.parse.answer_key_fields import Glyph, KeyField
from builders.parse.correction_notes import LETTERS
from builders.parse.exam import ExamProblem

MARK = "#"
"""What stands in the cell of a question whose answer was corrected: the note decides."""

_FOLD = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("～"): ord("~"), ord("–"): ord("-"), ord("—"): ord("-"), ord("−"): ord("-")}
_DIGITS = re.compile(r"\d+")
_TO = re.compile(r"題?[-~至]第?")
_PARTING = re.compile(r"[,、/;]")
_APART = 1.0  # sizes between the starts of two digits of different numbers
_REACH = 0.75  # columns from the middle of a column to a character that still belongs to it
_CELL = 25.0  # points, where one column alone shows no distance
LAST_NUMBER = 200
"""No key has more questions; a larger number is no question's."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the table: the questions ``first`` to ``last``, around ``middle``."""

    first: int
    last: int
    middle: float


def read_cells(fields: Sequence[KeyField]) -> tuple[dict[int, str], list[ExamProblem]]:
    """The answers of one key: number -> letters (sorted, or ``#``), and every cell that could not be read.

    ``fields`` are those labelled 題號 and 答案, in order; a 題號 line without letters below it is an empty row of the form.
    """
    problems: list[ExamProblem] = []
    texts: list[tuple[_Column, str]] = []
    columns: list[_Column] = []
    for field in fields:
        if field.label == "題號":
            columns = [column for line in field.lines for column in _columns(line, problems)]
        letters = [glyph for line in field.lines for glyph in line if field.label != "題號" or not _has_digit(line)]
        texts += _by_column(letters, columns, problems)
    answers: dict[int, str] = {}
    end = max((column.first for column, _ in texts), default=0)
    for column, text in texts:
        for number, letters in _letters(column, text, column.first == end, problems):
            if number in answers:
                problems.append(ExamProblem(f"key q.{number}", "number_repeated", f"{answers[number]} and {letters}"))
            else:
                answers[number] = letters
    return dict(sorted(answers.items())), problems


def _has_digit(line: Sequence[Glyph]) -> bool:
    return any(glyph.character.isdigit() for glyph in line)


def _columns(line: Sequence[Glyph], problems: list[ExamProblem]) -> Iterator[_Column]:
    """The columns that a 題號 line opens: its numbers, or its pairs of numbers with a sign for "to" between them."""
    text = "".join(glyph.character for glyph in line).translate(_FOLD)
    numbers = list(_numbers(text, line))
    position = 0
    while position < len(numbers):
        start, end = numbers[position]
        last = position
        if position + 1 < len(numbers) and _TO.fullmatch(text[end : numbers[position + 1][0]]):
            last = position + 1
        column = _Column(int(text[start:end]), int(text[slice(*numbers[last])]), _middle(line[start : numbers[last][1]]))
        if 0 < column.first <= column.last <= LAST_NUMBER:
            yield column
        else:
            problems.append(ExamProblem("key", "number_impossible", text[start : numbers[last][1]]))
        position = last + 1


def _numbers(text: str, line: Sequence[Glyph]) -> Iterator[tuple[int, int]]:
    """Where each number stands in the text of a line without blanks: digits far from each other belong to different numbers."""
    for run in _DIGITS.finditer(text):
        start = run.start()
        for index in range(start + 1, run.end() + 1):
            if index == run.end() or line[index].x - line[index - 1].x > _APART * line[index].size:
                yield start, index
                start = index


def _middle(glyphs: Sequence[Glyph]) -> float:
    return (glyphs[0].middle + glyphs[-1].middle) / 2


def _by_column(
    glyphs: Sequence[Glyph], columns: Sequence[_Column], problems: list[ExamProblem]
) -> Iterator[tuple[_Column, str]]:
    """The text below each column, by the nearest middle; a character far from every column is a problem."""
    texts: dict[int, list[Glyph]] = {}
    pitch = min((right.middle - left.middle for left, right in pairwise(columns)), default=2 * _CELL)
    strays = ""
    for glyph in glyphs:
        nearest = min(range(len(columns)), key=lambda index: abs(columns[index].middle - glyph.middle), default=None)
        if nearest is None or abs(columns[nearest].middle - glyph.middle) > _REACH * pitch:
            strays += glyph.character
        else:
            texts.setdefault(nearest, []).append(glyph)
    if strays:
        problems.append(ExamProblem("key", "text_outside_cells", strays))
    for index in sorted(texts):
        yield columns[index], "".join(glyph.character for glyph in sorted(texts[index], key=lambda glyph: glyph.x)).translate(_FOLD)


def _letters(column: _Column, text: str, last: bool, problems: list[ExamProblem]) -> Iterator[tuple[int, str]]:
    """The answer of each question of a column. Only the last group can have fewer answers than questions: elsewhere nobody knows which one lacks."""
    size = column.last - column.first + 1
    cells = [text] if size == 1 else [cell for cell in _PARTING.split(text) if cell] if _PARTING.search(text) else list(text)
    if len(cells) > size or (len(cells) < size and not last):
        where = f"key q.{column.first}" + (f"-{column.last}" if size > 1 else "")
        problems.append(ExamProblem(where, "group_count", f"{len(cells)} answers for {size} questions: {text}"))
        return
    for number, cell in enumerate(cells, column.first):
        letters = cell.upper()
        if letters == MARK or (set(letters) <= set(LETTERS) and len(set(letters)) == len(letters)):
            yield number, "".join(sorted(letters))
        else:
            problems.append(ExamProblem(f"key q.{number}", "answer_not_a_letter", f"found {cell}, allowed letters of {LETTERS} or {MARK}"))


def missing_numbers(answers: Mapping[int, str]) -> list[int]:
    """Numbers from 1 to the last one that have no answer.

    >>> missing_numbers({1: "A", 4: "B"})
    [2, 3]
    """
    return [number for number in range(1, max(answers, default=0)) if number not in answers]
