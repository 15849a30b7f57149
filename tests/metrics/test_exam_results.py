"""Models at the exams: totals added up by hand, and nothing averaged over what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.essays import EssayRubric, EssayVerdict, JudgedEssay, PointGrade, ScoringPoint
from legal_metrics.metrics.exam_papers import ExamQuestion

PAPERS = {
    "constitutional_administrative": (100, 100),
    "civil_1": (100, 50),
    "civil_2": (75, 75),
    "criminal": (100, 100),
    "commercial": (60, 40),
    "intellectual_property": (50, 50),
    "labor_social": (50, 50),
    "tax": (50, 50),
    "maritime": (50, 50),
}
YEARS = (2021, 2022)
QUESTIONS = [
    ExamQuestion(f"{year}-{code}-{n}", year, code, n, points, EssayRubric(points, (ScoringPoint(1, points),)))
    for year in YEARS
    for code, worth in PAPERS.items()
    for n, points in enumerate(map(float, worth), start=1)
]
LINES = [lm.HumanLine("lawyers", year, 33, 500.0, 60.0) for year in YEARS]


def share_of(question: ExamQuestion, judge: str) -> float:
    """What a judge gives: 0.3 of first questions, 0.2 of second ones; the second judge 0.1 less of taxes; in 2022 twice as much."""
    share = 0.3 if question.number == 1 else 0.2
    if judge == "j2" and question.subject == "tax":
        share -= 0.1
    return share * (2 if question.year == 2022 else 1)


def essays(
    questions: list[ExamQuestion] | None = None, judges: tuple[str, ...] = ("j1", "j2")
) -> dict[str, JudgedEssay | None]:
    return {
        q.id: JudgedEssay(
            tuple(EssayVerdict(j, (PointGrade(1, "partial", share_of(q, j) * (q.points or 0)),)) for j in judges)
        )
        for q in questions or QUESTIONS
    }


def results(
    models: dict[str, Any] | None = None, questions: Any = None, lines: Any = LINES, **options: Any
) -> lm.ExamResults:
    given = {"years": YEARS, "resamples": 2000, **options}
    return lm.exam_results(models or {"m": essays()}, QUESTIONS if questions is None else questions, lines, **given)


# By hand, 2021 with the first judge: each pair of questions of equal points earns a quarter; civil_1 (100, 50) earns 30 + 10, civil_2 37.5; commercial (60, 40) 18 + 8.
BASE = 50 + 77.5 + 50 + 26


def test_totals_by_year_elective_and_judge_are_those_of_hand() -> None:
    found = results().of("m", "lawyers")
    year = found.years[2021]
    assert year.by_judge["j1"].total == pytest.approx(BASE + 25)
    assert year.by_judge["j2"].total == pytest.approx(BASE + (25 * 3 + 15) / 4)
    assert dict(year.mean.by_elective) == pytest.approx(
        {"intellectual_property": BASE + 25, "labor_social": BASE + 25, "tax": BASE + 20, "maritime": BASE + 25}
    )
    # The tax question of the second judge earns a tenth less in 2021 and two tenths less in 2022.
    assert found.by_elective["tax"] == pytest.approx(1.5 * (BASE + 20))
    assert found.total == pytest.approx(1.5 * (BASE + 23.75))
    assert dict(found.by_judge) == pytest.approx({"j1": 1.5 * (BASE + 25), "j2": 1.5 * (BASE + 22.5)})
    assert found.total == pytest.approx(sum(t or 0 for t in found.by_judge.values()) / 2)
    assert found.judge_spread == pytest.approx(1.5 * 2.5)
    assert (found.maximum, found.n_questions, found.incomplete_years) == (900, 36, ())


def test_judges_and_prosecutors_have_no_elective_and_no_line() -> None:
    found = results().of("m", "judges_prosecutors")
    assert found.total == pytest.approx(1.5 * BASE)
    assert (found.maximum, dict(found.by_elective), found.n_questions) == (800, {}, 20)
    assert (found.passing.passes, found.passing.probability, found.passing.line.points) == (None, None, None)


def test_the_mean_is_that_of_its_subjects() -> None:
    for found in results().results:
        electives = [found.by_subject[code] or 0 for code in found.by_elective]
        compulsory = sum(points or 0 for code, points in found.by_subject.items() if code not in found.by_elective)
        assert compulsory + (sum(electives) / 4 if electives else 0) == pytest.approx(found.total)
        assert found.interval is not None
        assert found.interval.low < (found.total or 0) < found.interval.high


def test_lines_of_people_and_passing() -> None:
    found = results().of("m", "lawyers")
    [held] = found.lines
    assert held.line.points == 440
    assert held.difference == pytest.approx((found.total or 0) - 440)
    passing = found.passing
    assert (passing.line.points, passing.meets_points, passing.meets_rank, passing.passes) == (340, True, False, False)
    assert passing.probability == passing.probability_rank == held.probability < 0.01
    assert 0.3 < (passing.probability_points or 0) < 0.7  # the total, 341, lies at the line
    assert found.years[2022].passes is True  # 454.5 and the line of one year
    assert found.years[2021].passes is False


def test_over_and_at_least_differ_on_the_line_alone() -> None:
    total = results().of("m", "lawyers").total or 0
    lines = [lm.HumanLine("lawyers", year, 33, 400.0, 400 - total) for year in YEARS]
    over, least = (results(lines=lines, line_rule=rule).of("m", "lawyers").passing for rule in ("over", "at_least"))
    assert (over.meets_points, least.meets_points) == (False, True)


@pytest.mark.parametrize(
    ("left_out", "code"),
    [
        (lambda q: q.year == 2022, "no_year"),
        (lambda q: q.id == "2022-criminal-2", "other_points"),
        (lambda q: q.id == "2022-criminal-1", "numbers"),
        (lambda q: q.subject == "civil_2" and q.year == 2021, "no_paper"),
    ],
)
def test_a_missing_question_leaves_no_mean(left_out: Any, code: str) -> None:
    kept = [q for q in QUESTIONS if not left_out(q)]
    found = results(questions=kept)
    assert code in {problem.code for problem in found.problems}
    for exam in found.results:
        assert exam.total is None
        assert exam.interval is None
        assert exam.incomplete_years
        assert exam.passing.passes is None
        assert all(held.difference is None and held.probability is None for held in exam.lines)


def test_a_missing_elective_leaves_the_totals_of_the_others() -> None:
    kept = [q for q in QUESTIONS if q.subject != "maritime"]
    found = results(questions=kept).of("m", "lawyers")
    assert found.total is None
    assert found.by_elective["maritime"] is None
    assert found.by_elective["tax"] == pytest.approx(1.5 * (BASE + 20))
    assert found.elective_intervals["tax"] is not None
    assert found.elective_intervals["maritime"] is None
    assert results(questions=kept).of("m", "judges_prosecutors").total == pytest.approx(1.5 * BASE)


def test_a_question_that_one_judge_left_out_is_no_mean_unless_asked_for() -> None:
    given = essays()
    first = next(iter(given))
    given[first] = JudgedEssay((given[first] or JudgedEssay()).verdicts[:1])
    found = results({"m": given}).of("m", "judges_prosecutors")
    assert found.total is None
    assert found.by_judge["j2"] is None
    assert found.by_judge["j1"] == pytest.approx(1.5 * BASE)
    asked = results({"m": given}, partly_judged="mean").of("m", "judges_prosecutors")
    assert asked.total == pytest.approx(1.5 * BASE)


def test_an_unread_output_lowers_the_total() -> None:
    given = {**essays(), "2021-criminal-1": None}
    assert results({"m": given}).of("m", "judges_prosecutors").total == pytest.approx(1.5 * BASE - 30 / 2)


def test_papers_are_scaled_only_on_request_and_it_is_told() -> None:
    halved = [
        replace(q, points=q.points / 2, rubric=EssayRubric(q.points / 2, (ScoringPoint(1, q.points / 2),)))
        if q.subject == "criminal" and q.points
        else q
        for q in QUESTIONS
    ]
    given = {"m": essays(halved)}
    assert results(given, halved).of("m", "judges_prosecutors").total is None
    scaled = results(given, halved, scale_papers=True)
    assert scaled.of("m", "judges_prosecutors").total == pytest.approx(1.5 * BASE)
    assert scaled.of("m", "judges_prosecutors").years[2021].mean.scaled == ("criminal",)
    assert next(p.found for p in scaled.problems) == "questions of 100 points together, the plan has 200; scaled"


def test_labels_count_every_year() -> None:
    found = results(years=[2022])
    assert {count.year for count in found.labels["m"]} == {2021, 2022}
    assert [p.code for p in found.problems] == ["left_aside"]


def test_a_subject_with_one_question_is_told() -> None:
    one = [
        replace(q, points=200.0, rubric=EssayRubric(200, (ScoringPoint(1, 200),)))
        for q in QUESTIONS
        if q.id == "2021-criminal-1"
    ]
    rest = [q for q in QUESTIONS if q.subject != "criminal" and q.year == 2021]
    found = results({"m": essays(one + rest)}, one + rest, years=[2021])
    assert "one question: its spread is not known" in [p.found for p in found.problems]
    assert found.of("m", "judges_prosecutors").interval is not None


def test_models_are_independent_of_each_other_and_of_the_order_of_questions() -> None:
    both = results({"a": essays(), "b": essays(judges=("j1",))}, QUESTIONS[::-1])
    assert both.of("a", "lawyers").total == results().of("m", "lawyers").total
    assert both.of("a", "lawyers").interval == results().of("m", "lawyers").interval
    assert dict(both.of("b", "lawyers").by_judge) == pytest.approx({"j1": 1.5 * (BASE + 25)})
    with pytest.raises(KeyError):
        both.of("c", "lawyers")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"years": []}, "years: found"),
        ({"years": [2021, 2021]}, "years: found"),
        ({"exams": ["notaries"]}, "exams: found"),
        ({"exams": []}, "exams: found"),
        ({"partly_judged": "zero"}, "partly_judged: found 'zero'"),
        ({"line_rule": "above"}, "rule: found 'above'"),
        ({"rule": "stars"}, "rule: found 'stars'"),
        ({"seed": -1}, "seed: found -1"),
        ({"confidence": 1}, "confidence: found 1"),
        ({"missing": "mean"}, "missing: found 'mean'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        results(**options)
