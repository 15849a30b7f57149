"""Rating rows and the ratings s1 to s4, by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai import Options, RatingRow
from legal_metrics.errors import LegalMetricsError, WrongTypeError

TYPES = frozenset("ABCDE")


def grade(rater: str, score: float, item: str = "", task: str = "case_qa", rating: str = "relevance") -> RatingRow:
    return RatingRow(task, rating, rater, "grade", item, score=score)


def share(rater: str, value: float, item: str, task: str = "case_qa", rating: str = "relevance") -> RatingRow:
    return RatingRow(task, rating, rater, "response", item, share=value)


def coverage(rater: str, handled: str, task: str = "case_qa", rating: str = "completeness") -> RatingRow:
    return RatingRow(task, rating, rater, "coverage", tried=TYPES, handled=frozenset(handled))


def error(rater: str, value: float, item: str = "d1") -> RatingRow:
    return RatingRow("decision_reasoning", "correctness", rater, "error", item, error=value)


def verdict(rater: str, value: float) -> RatingRow:
    return grade(rater, value, task="decision_reasoning", rating="correctness")


def rated(*rows: RatingRow, **options: str) -> float | None:
    return caai.rate(rows, task=rows[0].task, rating=rows[0].rating, options=Options(**options)).value  # type: ignore[arg-type]


@pytest.mark.parametrize(("handled", "points"), [("", 0), ("A", 1), ("AB", 2), ("ABC", 3), ("ABCD", 4), ("ABCDE", 5)])
def test_coverage_of_task_types(handled: str, points: float) -> None:
    assert rated(coverage("a", handled)) == points


@pytest.mark.parametrize(
    ("shares", "points"),
    [
        ([1.0, 1.0], 5),
        ([1.0, 0.99], 4),
        ([0.7, 0.9], 4),  # mean 0.8 exactly
        ([0.6, 0.8, 1.0], 4),  # 2.4 / 3, which floating point puts below 0.8
        ([0.7, 0.8], 3),
        ([0.1, 0.2, 0.3], 1),  # 0.2
        ([0.0, 0.39], 0),
    ],
)
def test_the_mean_share_is_banded(shares: list[float], points: float) -> None:
    assert rated(*(share("a", value, str(place)) for place, value in enumerate(shares))) == points


def test_grades_are_averaged_and_not_banded() -> None:
    assert rated(grade("a", 4)) == 4
    assert rated(grade("a", 4, "1"), grade("a", 5, "2"), grade("a", 4, "3")) == pytest.approx(13 / 3)


@pytest.mark.parametrize(
    ("raters", "points"),
    # shares 1.0, 0.75, 0.2: scores 5, 3, 1; mean 3, median 3; pooled 1.95 / 3 = 0.65 -> 3
    [("mean", 3), ("median", 3), ("pooled", 3)],
)
def test_three_raters(raters: str, points: float) -> None:
    assert rated(share("a", 1.0, "1"), share("b", 0.75, "1"), share("c", 0.2, "1"), raters=raters) == points


@pytest.mark.parametrize(
    ("raters", "points"),
    # shares 1.0, 0.9, 0.35: scores 5, 4, 1; mean 10/3, median 4; pooled 2.25 / 3 = 0.75 -> 3
    [("mean", 10 / 3), ("median", 4), ("pooled", 3)],
)
def test_raters_are_joined_as_the_option_says(raters: str, points: float) -> None:
    found = caai.rate([share("a", 1.0, "1"), share("b", 0.9, "1"), share("c", 0.35, "1")], task="case_qa", rating="relevance", options=Options(raters=raters))
    assert found.value == pytest.approx(points)
    assert (found.formula, found.unit, found.facts["n_raters"]) == ("s3", "points", 3)
    assert [(part.value.name, part.value.value) for part in found.parts] == [("a", 5), ("b", 4), ("c", 1)]
    assert [part.value.part("response").value for part in found.parts] == [1.0, 0.9, 0.35]
    assert f"raters:{raters}" in str(found.signature)


@pytest.mark.parametrize(
    ("rows", "decision", "points"),
    [
        ([error("a", 0.05), verdict("a", 3)], "lower", 3),
        ([error("a", 0.12), verdict("a", 5)], "lower", 3),
        ([error("a", 0.12), verdict("a", 5)], "error", 3),
        ([error("a", 0.12), verdict("a", 5)], "verdict", 5),
        ([error("a", 0.04, "1"), error("a", 0.06, "2"), verdict("a", 5)], "lower", 5),  # mean 0.05: up to 5 % is 5
        ([error("a", 0.3), verdict("a", 5)], "lower", 0),
        ([error("a", 1.7), verdict("a", 5)], "lower", 0),
        ([error("a", 0.1)], "error", 4),
        ([verdict("a", 2)], "verdict", 2),
    ],
)
def test_decisions(rows: list[RatingRow], decision: str, points: float) -> None:
    assert rated(*rows, decision=decision) == points


@pytest.mark.parametrize("rows", [[error("a", 0.05)], [verdict("a", 5)]])
@pytest.mark.parametrize(("missing", "points"), [("undefined", None), ("zero", 0.0), ("leave_out", 5.0)])
def test_half_a_decision(rows: list[RatingRow], missing: str, points: float | None) -> None:
    found = caai.rate(rows, task="decision_reasoning", rating="correctness", options=Options(missing=missing))
    assert found.value == points
    assert [note.kind for note in found.notes] == ["missing"]


def test_nothing_rated() -> None:
    found = caai.rate([grade("a", 4)], task="case_qa", rating="effectiveness")
    assert (found.value, found.notes[0].kind, found.formula) == (None, "missing", "s4")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"score": 5.1}, "score: found 5.1, allowed a number from 0 to 5"),
        ({"score": -0.1}, "score: found -0.1"),
        ({"score": float("nan")}, "score: found nan"),
        ({"unit": "response", "item": "1", "share": 1.01}, "share: found 1.01, allowed a number from 0 to 1"),
        ({"unit": "response", "item": "1", "share": 80}, "share: found 80"),
        ({"unit": "response", "share": 0.8}, "found no item"),
        ({"unit": "percent", "score": 4}, "unit: found 'percent', allowed coverage, response, grade, error"),
        ({"rating": "accuracy", "score": 4}, "rating: found 'accuracy', allowed correctness"),
        ({"score": None}, "score: found nothing"),
        ({"score": 4, "share": 0.8}, "share: found a field of the unit response, allowed score alone"),
        ({"unit": "coverage"}, "tried: found nothing"),
        ({"unit": "coverage", "tried": TYPES, "item": "r1"}, "a mean over responses is no coverage of types"),
        ({"unit": "coverage", "tried": frozenset("AB"), "handled": frozenset("BC")}, "handled: found C, allowed types that were tried"),
        ({"unit": "error", "item": "1", "error": 0.1}, "allowed for correctness of decision_reasoning alone"),
        ({"rating": "effectiveness", "unit": "response", "item": "1", "share": 0.8}, "allowed grade: the appendix states no thresholds here"),
        ({"task": "fact_analysis", "rating": "correctness", "unit": "coverage", "tried": TYPES}, "states no thresholds"),
        ({"task": "decision_reasoning", "rating": "correctness", "unit": "error", "item": "1", "error": -0.1}, "error: found -0.1"),
    ],
)
def test_rows_that_cannot_be(fields: dict[str, Any], why: str) -> None:
    row = {"task": "case_qa", "rating": "relevance", "rater": "a", "unit": "grade", **fields}
    with pytest.raises(LegalMetricsError) as caught:
        RatingRow(**row)
    assert why in str(caught.value)


@pytest.mark.parametrize("fields", [{"score": "4"}, {"score": True}, {"score": 4, "tried": ["A"]}])
def test_rows_of_a_wrong_type(fields: dict[str, Any]) -> None:
    with pytest.raises(WrongTypeError):
        RatingRow("case_qa", "relevance", "a", "grade", **fields)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([grade("a", 4), grade("a", 5)], "rater 'a' rates the task twice"),
        ([grade("a", 4, "1"), grade("a", 5, "1")], "rater 'a' rates the response '1' twice"),
        ([grade("a", 4), grade("a", 5, "1")], "rater 'a' rates both the task and single responses"),
        ([grade("a", 4, "1"), grade("a", 5)], "rater 'a' rates both the task and single responses"),
        ([grade("a", 4), share("b", 0.5, "1")], "found rows of the units grade, response, allowed one unit"),
        ([coverage("a", "A"), coverage("a", "B")], "rater 'a' rates the task twice"),
        ([coverage("a", "A"), share("a", 0.5, "1", rating="completeness")], "found rows of the units coverage, response"),
        ([error("a", 0.1), share("a", 0.5, "1", "decision_reasoning", "correctness")], "found rows of the unit response beside the error"),
    ],
)
def test_rows_that_do_not_go_together(rows: list[RatingRow], why: str) -> None:
    with pytest.raises(LegalMetricsError) as caught:
        rated(*rows)
    assert why in str(caught.value)


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=5), min_size=1, max_size=4), st.sampled_from(["mean", "median", "pooled"]))
def test_ratings_stay_within_their_bounds(by_rater: list[list[float]], raters: str) -> None:
    rows = [share(f"r{who}", value, str(place)) for who, values in enumerate(by_rater) for place, value in enumerate(values)]
    found = caai.rate(rows, task="case_qa", rating="relevance", options=Options(raters=raters))
    assert 0 <= float(found) <= 5
    scores = [part.value.value for part in found.parts]
    if raters != "pooled":
        assert min(scores) <= float(found) <= max(scores)  # type: ignore[type-var]
    assert caai.rate(rows[::-1], task="case_qa", rating="relevance", options=Options(raters=raters)).value == found.value


def test_agreement_is_of_grades() -> None:
    rows = [grade(who, score, item) for item, scores in (("1", "45"), ("2", "33"), ("3", "44")) for who, score in zip("ab", map(int, scores), strict=True)]
    (pair,) = caai.rater_agreement([*rows, share("c", 0.5, "1")])
    # equal 2 of 3; chance: 4 twice and once, 3 once and once -> (2x1 + 1x1) / 9; kappa = (6/9 - 3/9) / (6/9)
    assert (pair.agreement.n, pair.agreement.kappa) == (3, pytest.approx(0.5))
