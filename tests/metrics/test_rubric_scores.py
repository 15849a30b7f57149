"""Rubric scores over questions: golden values by hand; unscored is neither zero nor full; intervals over questions."""

from __future__ import annotations

import math

import pytest

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError, LengthMismatchError
from legal_metrics.grading import DIMENSIONS, Grade, Item, Module, Rubric
from legal_metrics.metrics.judges import Verdict
from legal_metrics.metrics.rubric_scores import rubric_scores

BIG = Rubric(
    "q1",
    "",
    10,
    (Module("结论", 6, (Item(1, "一", 6),), ("完整性", "事实准确性")), Module("法条", 4, (Item(2, "二", 4),))),
)
SMALL = Rubric("q2", "", 5, (Module("结论", 5, (Item(1, "一", 5),), ("完整性",)),))


def verdict(judge: str, *points: float) -> Verdict:
    return Verdict(judge, tuple(Grade(place + 1, score=given) for place, given in enumerate(points)))


def test_two_questions_two_judges() -> None:
    # q1: 10 and 5 of 10; q2: 1 and 2 of 5. Ratios 0.75 and 0.3; points 7.5 + 1.5 of 15.
    judged = [[verdict("j1", 6, 4), verdict("j2", 3, 2)], [verdict("j1", 1), verdict("j2", 2)]]
    scores = rubric_scores(judged, [BIG, SMALL])
    score = scores["rubric_score"]
    assert (score.value, scores["points_share"].value) == (pytest.approx(0.525), pytest.approx(9 / 15))
    assert score.details["judges"] == {"j1": pytest.approx(0.6), "j2": pytest.approx(0.45)}
    assert score.details["leave_one_out"] == {"j1": pytest.approx(0.45), "j2": pytest.approx(0.6)}
    assert (score.details["coverage"], score.details["agreement"], score.details["n_unscored"]) == (1, 0.5, 0)
    # Modules: 结论 (4.5 + 1.5) of 11, 法条 3 of 4. 完整性: half of 结论 in q1 (2.25 of 3), all of it in q2 (1.5 of 5); 事实准确性: 2.25 of 3.
    assert scores["module:结论"].value == pytest.approx(6 / 11)
    assert scores["module:法条"].value == pytest.approx(3 / 4)
    assert scores["dimension:完整性"].value == pytest.approx(3.75 / 8)
    assert scores["dimension:事实准确性"].value == pytest.approx(2.25 / 3)
    assert (scores["dimension:事实准确性"].n, scores["dimension:事实准确性"].details["coverage"]) == (1, 0.5)


def test_dimensions_that_no_item_has_stay_empty() -> None:
    scores = rubric_scores([[verdict("j1", 1)]], [SMALL])
    assert [name for name in scores if name.startswith("dimension:")] == [f"dimension:{name}" for name in DIMENSIONS]
    for name in DIMENSIONS:
        score = scores[f"dimension:{name}"]
        assert (score.n, score.details["coverage"]) == ((1, 1) if name == "完整性" else (0, 0))
        assert name == "完整性" or math.isnan(score.value)


def test_unscored_is_counted_and_an_unread_answer_earns_nothing() -> None:
    judged = [
        [verdict("j1", 6, 4)],
        [],
        [Verdict("j1", problem="no JSON with grades")],
        [verdict("j1", 6)],  # item 2 is left out
        None,
    ]
    scores = rubric_scores(judged, [BIG] * 5)
    score = scores["rubric_score"]
    assert (score.value, score.n, score.n_excluded, score.n_unparsed) == (0.5, 2, 3, 1)
    details = score.details
    assert (details["n_unscored"], details["n_unusable"], details["n_incomplete"]) == (3, 1, 1)
    assert (details["coverage"], details["problems"]) == ((1 + 0 + 0 + 0.5) / 4, {"missing": 1})
    assert (scores["module:法条"].value, scores["dimension:完整性"].value, scores["points_share"].value) == (
        0.5,
        0.5,
        0.5,
    )
    assert rubric_scores(judged, [BIG] * 5, policy={"missing": "zero"})["rubric_score"].value == pytest.approx(1.6 / 3)
    nothing = rubric_scores([[], []], [BIG, SMALL])
    assert all(math.isnan(one.value) for one in nothing.values())


def test_answers_of_one_question_are_drawn_together() -> None:
    judged = [[verdict("j1", 5)], [verdict("j1", 5)], [verdict("j1", 0)], [verdict("j1", 0)]]
    same = rubric_scores(judged, [SMALL] * 4)["rubric_score"]
    assert (same.clusters, same.interval.degenerate) == (("q2",) * 4, True)  # one question: nothing to draw
    apart = rubric_scores(judged, [SMALL] * 4, clusters=["a", "a", "b", "b"], resamples=2000, seed=1)["rubric_score"]
    assert (apart.value, apart.interval.low, apart.interval.high) == (0.5, 0, 1)
    pairs = [(s.id, s.cluster) for s in apart.samples]
    assert pairs == [("q2", "a"), ("q2", "a"), ("q2", "b"), ("q2", "b")]


def test_the_clipped_mean_of_healthbench() -> None:
    rows = [{"index": 1, "points": 4}, {"index": 2, "points": -4}]
    judged = [
        [Verdict("j", (Grade(1, "not met"), Grade(2, "met")))],
        [Verdict("j", (Grade(1, "not met"), Grade(2, "not met")))],
    ]
    score = rubric_scores(judged, [rows, rows], policy="healthbench")["rubric_score"]
    assert (score.value, score.details["clipped_mean"]) == (-0.5, 0)


def test_the_signature_names_the_policy_and_the_judges() -> None:
    scores = lm.rubric_scores(
        [[verdict("j1", 1)]], [SMALL], policy={"preset": "tw_paper", "partial": 0.4}, judges="median"
    )
    signature = str(scores["module:结论"].signature)
    assert signature.startswith("module:结论|")
    for option in ("judges:median", "policy:tw_paper+partial", "partial:0.4", "missing:unscored", "floors:total"):
        assert f"|{option}" in signature


def test_bad_arguments_are_named() -> None:
    with pytest.raises(LengthMismatchError, match="1 answers but 0 rubrics"):
        rubric_scores([None], [])
    with pytest.raises(LengthMismatchError, match="2 clusters but 1 rubrics"):
        rubric_scores([None], [SMALL], clusters=["a", "b"])
    with pytest.raises(LegalMetricsError, match="judges: found"):
        rubric_scores([], [], judges="vote")
    with pytest.raises(LegalMetricsError, match="policy: found"):
        rubric_scores([], [], policy="?")
