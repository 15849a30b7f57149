"""Exam totals: the plans of the examinations, by hand; a missing subject is never a zero."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.exam_totals import EXAMS, PaperPoints, papers_of
from legal_metrics.results import SampleScore, Score, Signature

COMPULSORY = {
    "constitutional_administrative": PaperPoints(100, 200),
    "civil_1": PaperPoints(50, 150),
    "civil_2": PaperPoints(100, 150),
    "criminal": PaperPoints(90, 200),
    "commercial": PaperPoints(60, 100),
}
ELECTIVES = {
    "intellectual_property": PaperPoints(40, 100),
    "labor_social": PaperPoints(50, 100),
    "tax": PaperPoints(60, 100),
    "maritime": PaperPoints(70, 100),
}


def test_plans_add_up() -> None:
    assert (EXAMS["lawyers"].total, EXAMS["judges_prosecutors"].total) == (900, 800)


def test_judges_and_prosecutors_sit_no_elective() -> None:
    total = lm.exam_total(COMPULSORY | ELECTIVES, "judges_prosecutors")
    assert (total.total, total.maximum, dict(total.by_elective), total.missing, total.scaled) == (400, 800, {}, (), ())


def test_lawyers_sit_one_of_four_electives() -> None:
    total = lm.exam_total(COMPULSORY | ELECTIVES, "lawyers")
    assert dict(total.by_elective) == {"intellectual_property": 440, "labor_social": 450, "tax": 460, "maritime": 470}
    assert (total.total, total.maximum) == (455, 900)


def test_civil_law_can_be_one_paper() -> None:
    papers = {code: paper for code, paper in COMPULSORY.items() if not code.startswith("civil_")}
    assert lm.exam_total(papers | {"civil": PaperPoints(150, 300)}, "judges_prosecutors").total == 400
    assert lm.exam_total(papers | {"civil_1": PaperPoints(50, 150)}, "judges_prosecutors").missing == ("civil",)


def test_a_missing_subject_is_no_total() -> None:
    total = lm.exam_total({**COMPULSORY, "tax": ELECTIVES["tax"]}, "lawyers")
    assert total.total is None
    assert total.by_elective["tax"] == 460
    assert total.missing == ("intellectual_property", "labor_social", "maritime")
    assert lm.mean_total([total]) is None


def test_other_points_than_the_plans_are_scaled_and_named() -> None:
    total = lm.exam_total({**COMPULSORY, "criminal": PaperPoints(45, 100)}, "judges_prosecutors")
    assert (total.total, total.scaled) == (400, ("criminal",))


@pytest.mark.parametrize(
    "paper", [PaperPoints(-1, 100), PaperPoints(101, 100), PaperPoints(0, 0), PaperPoints(1, float("inf"))]
)
def test_points_out_of_range_are_refused(paper: PaperPoints) -> None:
    with pytest.raises(LegalMetricsError, match="paper 'tax': found"):
        lm.exam_total({"tax": paper}, "lawyers")


def test_an_unknown_exam_is_named() -> None:
    with pytest.raises(LegalMetricsError, match="exam: found 'notaries', allowed lawyers or judges_prosecutors"):
        lm.exam_total({}, "notaries")


def test_the_line_of_lawyers_has_two_readings() -> None:
    assert not lm.passes_lawyers(350, 50)
    assert lm.passes_lawyers(350, 50, rule="at_least")
    assert lm.passes_lawyers(350.5, 50)
    with pytest.raises(LegalMetricsError, match="rule: found 'above'"):
        lm.passes_lawyers(1, 1, rule="above")


def test_human_lines_leave_composition_out() -> None:
    lines = [lm.HumanLine("lawyers", year, 33, total, 50.0) for year, total in ((2021, 450.0), (2022, 470.0))]
    assert lm.mean_line(lines) == 410
    assert lm.mean_line([lm.HumanLine("judges_prosecutors", 2021, 10, None, None)]) is None
    assert lm.mean_line([]) is None
    with pytest.raises(LegalMetricsError, match="lines: found"):
        lm.mean_line([*lines, lm.HumanLine("lawyers", 2022, 33, 1.0, 1.0)])


def test_papers_are_summed_from_questions_and_left_out_where_one_is_unscored() -> None:
    samples = [
        SampleScore(20, 50, id="q1"),
        SampleScore(10, 50, id="q2"),
        SampleScore(5, 50, id="q3"),
        SampleScore(0, 0, id="q4", status="excluded"),
    ]
    records = [{"id": f"q{n}", "year": 2023, "subject_code": "tax" if n < 3 else "maritime"} for n in (1, 2, 3, 4)]
    score = Score.from_samples("points_share", samples, Signature("points_share"))
    assert papers_of(score, records) == ({2023: {"tax": PaperPoints(30, 100)}}, ("2023 maritime",))
    runs = Score.from_samples(
        "points_share", [SampleScore(20, 50, id="q1"), SampleScore(30, 50, id="q1")], Signature("points_share")
    )
    assert papers_of(runs, records[:1])[0][2023]["tax"] == PaperPoints(25, 50)


@given(
    st.dictionaries(
        st.sampled_from([*COMPULSORY, *ELECTIVES, "poetry"]),
        st.floats(0, 100).map(lambda points: PaperPoints(points, 100)),
    )
)
def test_totals_stay_within_the_plan(papers: dict[str, PaperPoints]) -> None:
    for exam, plan in EXAMS.items():
        total = lm.exam_total(papers, exam)
        assert total.total is None or 0 <= total.total <= plan.total + 1e-9
