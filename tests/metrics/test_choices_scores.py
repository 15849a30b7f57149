"""Multiple choice: golden values by hand, bounds and identity by property."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, PredictionsError
from legal_metrics.metrics.choices import BANDS, UNDEFINED

CHOICES = st.sets(st.sampled_from("ABCDE"), min_size=1).map(lambda marks: "".join(sorted(marks)))


def test_accuracy_counts_whole_answers() -> None:
    score = lm.choice_accuracy(["B", "A", None, "", frozenset("C"), ["D"]], ["B", "B", "B", "B", "C", "D"])
    assert (score.value, score.n, score.n_unparsed) == (0.5, 6, 2)
    assert score.details["n_by_answer"] == {"B": 4, "C": 1, "D": 1}
    assert score.details["right_by_answer"] == {"B": 1, "C": 1, "D": 1}
    assert score.details["n_by_prediction"] == {"A": 1, "B": 1, "C": 1, "D": 1}
    assert score.details["majority_share"] == pytest.approx(4 / 6)
    assert 0 <= score.interval.low <= score.value <= score.interval.high <= 1


def test_order_and_repetition_carry_no_meaning() -> None:
    assert lm.choice_accuracy(["DB", {"B", "D"}, ["D", "B", "B"], "B D"], ["BD"] * 4).value == 1


def test_a_part_of_the_answer_is_wrong_for_accuracy_and_partly_right_for_f1() -> None:
    # By hand: {A, C} against {A, C, D}: P 1, R 2/3, F 0.8; {A, B} against {A}: P 1/2, R 1, F 2/3.
    assert lm.choice_accuracy(["AC", "AB"], ["ACD", "A"]).value == 0
    score = lm.choice_f1(["AC", "AB", None], ["ACD", "A", "B"])
    assert [sample.value for sample in score.samples] == pytest.approx([0.8, 2 / 3, 0])
    assert score.details["precision"] == pytest.approx((1 + 0.5 + 0) / 3)
    assert score.n_unparsed == 1


@pytest.mark.parametrize("metric", [lm.choice_accuracy, lm.choice_f1])
def test_bad_input_is_named(metric: Any) -> None:
    with pytest.raises(LengthMismatchError):
        metric(["A"], [])
    for reference in ("", "#", None, 3, [1]):
        with pytest.raises(BadReferenceError, match="record '#1', field 'answer': found"):
            metric(["A", "A"], ["A", reference])
    for prediction in (3, "AB#", ["AB"], [None]):
        with pytest.raises(PredictionsError, match="prediction #0: found"):
            metric([prediction], ["A"])


@pytest.mark.parametrize("metric", [lm.choice_accuracy, lm.choice_f1])
def test_nothing_scored_is_no_value(metric: Any) -> None:
    score = metric([], [])
    assert math.isnan(score.value)
    assert score.n == 0


@given(st.lists(st.tuples(st.none() | CHOICES, CHOICES), min_size=1))
def test_bounds_and_relations(pairs: list[tuple[str | None, str]]) -> None:
    predictions, references = (list(side) for side in zip(*pairs, strict=True))
    before = copy.deepcopy((predictions, references))
    accuracy, f1 = lm.choice_accuracy(predictions, references), lm.choice_f1(predictions, references)
    assert 0 <= accuracy.value <= f1.value <= 1
    assert (predictions, references) == before
    assert lm.choice_accuracy(references, references).value == lm.choice_f1(references, references).value == 1


def test_difficulty_is_the_share_of_models_right() -> None:
    models = {f"m{i}": {"q1": float(i == 0), "q2": 1.0, "q3": 0.0} for i in range(13)}
    models["m1"]["q4"] = 1.0
    shares = lm.item_difficulty(models)
    assert shares == {"q1": pytest.approx(1 / 13), "q2": 1, "q3": 0, "q4": None}
    assert [lm.difficulty_band(share)[0] for share in shares.values()] == ["1", "5", "0", "u"]
    assert lm.difficulty_band(None) == UNDEFINED


@given(st.floats(0, 1))
def test_every_share_has_one_band(share: float) -> None:
    assert lm.difficulty_band(share) == [name for name, least in BANDS if share >= least][-1]


def test_bad_models_are_named() -> None:
    with pytest.raises(LegalMetricsError, match="models: found none"):
        lm.item_difficulty({})
    with pytest.raises(LegalMetricsError, match=r"item 'q1': found .*allowed values from 0 to 1"):
        lm.item_difficulty({"m": {"q1": 2.0}})
