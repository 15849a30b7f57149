"""Questions whose lines have no sure order: stacked fractions, large braces, labels of drawings beside the text.

Text runs in lines, one below the other. Where two rows of full-sized characters stand nearer to each other than any two lines do, or two rows of
small ones do, the page shows something of two dimensions, and no string of characters says what it means. Such questions are named.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from builders.parse.exam import ExamProblem, Question
from builders.parse.pdf_lines import PdfLine

_NEAR = 0.8  # of the font size: no two lines of a text are nearer
_SCRIPT = 0.78  # of the size of the other row: smaller characters are exponents and indices, which have their place
_ACCENTS = ("Sk", "Lm", "Mn", "Zs")


def layout_problems(lines: Sequence[PdfLine], questions: Sequence[Question]) -> list[ExamProblem]:
    """A problem ``formula_layout`` for each question that one of two rows without a sure order belongs to.

    Args:
        lines: of the part, before scripts are attached, in the order of the page.
        questions: of the part, with page and box.
    """
    found: dict[int, ExamProblem] = {}
    for above, below in _unsure(lines):
        for row in (above, below):
            question = _owner(row, questions)
            if question is not None and question.number not in found:
                what = f"two rows {below.y - above.y:.1f} pt apart have no order in one line"
                found[question.number] = ExamProblem(f"p.{row.page} q.{question.number}", "formula_layout", what)
    return [found[number] for number in sorted(found)]


def _unsure(lines: Iterable[PdfLine]) -> Iterator[tuple[PdfLine, PdfLine]]:
    """Neighbouring rows that stand too near to each other to be lines, and are not a line and its scripts or accents."""
    for above, below in pairwise(line for line in lines if not _is_accent(line)):
        if above.page != below.page or below.y - above.y > _NEAR * max(above.size, below.size):
            continue
        smaller, larger = sorted((above.size, below.size))
        if smaller > _SCRIPT * larger:
            yield above, below


def _is_accent(line: PdfLine) -> bool:
    return all(unicodedata.category(character) in _ACCENTS for character in line.text)


def _owner(row: PdfLine, questions: Iterable[Question]) -> Question | None:
    """The last question whose first line is not below the middle of the row."""
    owner = None
    for question in questions:
        if question.box is not None and (question.page, question.box[1]) <= (row.page, row.y - row.size / 2):
            owner = question
    return owner
