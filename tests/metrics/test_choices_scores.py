"""Multiple choice: golden values by hand, bounds and identity by property."""

from __future__ import annotations

import copy
import math
import statistics
from fractions import Fraction
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


SCORED = st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(st.sampled_from([0, 1, 1 / 3, 2 / 3, None]), min_size=n, max_size=n), min_size=1, max_size=6))


@given(SCORED)
def test_discrimination_is_the_correlation_with_the_rest(rows: list[list[float | None]]) -> None:
    """``rows``: one a model. The peer is the standard library's correlation, over exact fractions of the values."""
    models = {f"m{k}": {f"q{i}": value for i, value in enumerate(row) if value is not None} for k, row in enumerate(rows)}
    found = lm.item_discrimination(models)
    assert set(found) == set(lm.item_difficulty(models))
    complete = [i for i in range(len(rows[0])) if all(row[i] is not None for row in rows)]
    for i in range(len(rows[0])):
        exact = {j: [Fraction(row[j] or 0).limit_denominator(3) for row in rows] for j in complete}
        rests = [sum((exact[j][k] for j in complete if j != i), Fraction()) for k in range(len(rows))]
        if i not in complete or len(set(exact[i])) == 1 or len(set(rests)) == 1:
            assert math.isnan(found.get(f"q{i}", math.nan))
        else:
            assert found[f"q{i}"] == pytest.approx(statistics.correlation(list(map(float, exact[i])), list(map(float, rests))), abs=1e-9)
            assert -1 <= found[f"q{i}"] <= 1


def test_discrimination_by_hand_and_in_any_order() -> None:
    # q1: 1, 1, 0 beside rests of 2, 1, 0: r = 1 / sqrt(2/3 * 2). q2: 1, 0, 0 beside 2, 2, 0: r = 2/3 / sqrt(2/3 * 8/3).
    models = {"a": {"q1": 1, "q2": 1, "q3": 1}, "b": {"q1": 1, "q2": 0, "q3": 1}, "c": {"q1": 0, "q2": 0, "q3": 0}}
    expected = {"q1": math.sqrt(3) / 2, "q2": 0.5, "q3": math.sqrt(3) / 2}
    assert lm.item_discrimination(models) == pytest.approx(expected)
    turned = {name: dict(reversed(values.items())) for name, values in reversed(models.items())}
    assert lm.item_discrimination(turned) == lm.item_discrimination(models)
    assert all(map(math.isnan, lm.item_discrimination({"a": {"q1": 1}, "b": {"q1": 0}}).values())), "one item has no rest"
    with pytest.raises(LegalMetricsError, match="models: found none"):
        lm.item_discrimination({})
