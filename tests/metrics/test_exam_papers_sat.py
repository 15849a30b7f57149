"""Papers: what makes one whole, and every way in which it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.exam_papers import PROBLEMS, ExamQuestion, exam_papers, left_aside
from legal_metrics.metrics.exam_totals import EXAMS


def paper(
    code: str, *points: float | None, year: int = 2023, numbers: list[int | None] | None = None
) -> list[ExamQuestion]:
    return [
        ExamQuestion(f"{year}-{code}-{place}", year, code, number, worth)
        for place, (number, worth) in enumerate(zip(numbers or range(1, len(points) + 1), points, strict=True))
    ]


def codes(rows: list[ExamQuestion], subject: str, **options: bool) -> tuple[bool, list[str]]:
    """Whether the subject's paper is whole, and what is told of it."""
    papers = exam_papers(rows, "lawyers", [2023], **options)
    return papers.questions[2023][subject] is not None, [p.code for p in papers.problems if p.subject == subject]


@pytest.mark.parametrize(
    ("rows", "whole", "told"),
    [
        (paper("tax", 50, 50), True, []),
        (paper("tax", 40, 30, 30), True, []),
        (paper("tax", 50), False, ["other_points"]),
        (paper("tax", 50, 50, numbers=[1, 3]), False, ["numbers"]),
        (paper("tax", 50, 50, numbers=[1, 1]), False, ["numbers"]),
        (paper("tax", 50, 50, numbers=[None, None]), True, []),
        (paper("tax", 50, None), False, ["no_points"]),
        (paper("tax", 60, 60), False, ["other_points"]),
    ],
)
def test_a_paper_is_whole_or_it_is_told_why_not(rows: list[ExamQuestion], whole: bool, told: list[str]) -> None:
    assert codes([*rows, *paper("criminal", 200)], "tax") == (whole, told)


def test_scaling_fills_no_gap() -> None:
    assert codes(paper("tax", 50), "tax", scale_papers=True) == (True, ["other_points"])
    assert codes(paper("tax", 50, 25, numbers=[1, 3]), "tax", scale_papers=True) == (False, ["numbers", "other_points"])


def test_civil_law_is_one_paper_or_two() -> None:
    one, first, second = paper("civil", 100, 200), paper("civil_1", 150), paper("civil_2", 75, 75)
    assert codes(one, "civil") == (True, [])
    assert codes(first + second, "civil") == (True, [])
    assert codes(first, "civil") == (False, ["no_paper"])
    assert codes(one + first, "civil") == (True, ["two_forms"])
    papers = exam_papers(one + first, "judges_prosecutors", [2023])
    assert [question.subject for question in papers.questions[2023]["civil"] or ()] == ["civil", "civil"]


def test_missing_papers_and_years_are_told_each_once() -> None:
    papers = exam_papers(paper("tax", 50, 50), "lawyers", [2022, 2023])
    assert [str(p) for p in papers.problems if p.year == 2022] == ["2022: no question at hand"]
    missing = [p.subject for p in papers.problems if p.code == "no_paper"]
    assert missing == [code for code in EXAMS["lawyers"].worth if code != "tax"]
    assert {p.code for p in papers.problems} <= set(PROBLEMS)


def test_questions_in_no_total_are_counted() -> None:
    rows = paper("tax", 50, 50, year=2020) + paper("poetry", 100) + paper("civil_1", 150)
    assert [(p.year, p.subject, p.found[0]) for p in left_aside(rows, [2023])] == [
        (2020, "", "2"),
        (2023, "poetry", "1"),
    ]


def test_a_question_stands_once() -> None:
    with pytest.raises(LegalMetricsError, match="found '2023-tax-0' twice"):
        exam_papers(paper("tax", 50) * 2, "lawyers", [2023])


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*EXAMS["lawyers"].worth, "civil_1", "civil_2", "x"]),
            st.integers(1, 4),
            st.sampled_from([50.0, 100.0, None]),
        ),
        max_size=12,
    )
)
def test_whole_papers_have_the_plans_points(rows: list[tuple[str, int, float | None]]) -> None:
    questions = [ExamQuestion(str(i), 2023, code, number, points) for i, (code, number, points) in enumerate(rows)]
    papers = exam_papers(questions, "lawyers", [2023])
    told = {p.subject for p in papers.problems if p.code not in ("two_forms", "no_year")}
    for subject, found in papers.questions[2023].items():
        if found is None:
            assert subject in told or not rows
        else:
            assert sum(question.points or 0 for question in found) == EXAMS["lawyers"].worth[subject]
            assert subject not in told
