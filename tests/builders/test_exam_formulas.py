"""Rows without a sure order: the questions they belong to are named, and no others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builders.parse.exam import Question
from builders.parse.exam_formulas import layout_problems
from builders.parse.pdf_lines import PdfLine


def line(y: float, text: str = "甲乙丙", size: float = 12.0, page: int = 1) -> PdfLine:
    xs = tuple(60.0 + size * place for place in range(len(text)))
    return PdfLine(text, xs, tuple(x + size for x in xs), y, size, page)


def question(number: int, top: float, page: int = 1) -> Question:
    return Question(number, "何者正確？", dict.fromkeys("ABCD", "甲"), page=page, box=(60.0, top, 500.0, top + 60))


QUESTIONS = [question(1, 88), question(2, 188), question(3, 88, page=2)]


def named(lines: list[PdfLine]) -> list[str]:
    return [problem.where for problem in layout_problems(lines, QUESTIONS)]


def test_lines_of_a_text_are_sure() -> None:
    assert named([line(100), line(118), line(136), line(200), line(218), line(100, page=2)]) == []


def test_scripts_and_accents_have_their_place() -> None:
    assert named([line(100), line(104, "12", size=7), line(118), line(196, "ˆ"), line(200)]) == []


def test_a_stacked_fraction_names_its_question() -> None:
    assert named([line(100), line(118), line(126, "2"), line(200)]) == ["p.1 q.1"]
    assert named([line(100), line(100, page=2), line(108, "2", page=2)]) == ["p.2 q.3"]


def test_a_stacked_exponent_names_its_question() -> None:
    assert named([line(200), line(212, "1", size=6), line(215, "2", size=6), line(222)]) == ["p.1 q.2"]


def test_a_raised_row_at_the_border_names_both_questions() -> None:
    assert named([line(118), line(192, "甲"), line(200)]) == ["p.1 q.1", "p.1 q.2"]


def test_what_stands_before_the_first_question_is_nobodys() -> None:
    assert named([line(60), line(66), line(100)]) == []


@given(st.lists(st.builds(line, st.floats(0, 800), st.text(max_size=4), st.floats(1, 20), st.integers(1, 2)), max_size=12))
def test_each_question_is_named_once(lines: list[PdfLine]) -> None:
    lines = sorted((one for one in lines if one.text), key=lambda one: (one.page, one.y))
    found = named(lines)
    assert len(found) == len(set(found)) and {where[4:] for where in found} <= {"q.1", "q.2", "q.3"}
