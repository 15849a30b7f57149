"""Precision, recall and F1 by class against scikit-learn and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from agreement_oracles import other, quietly, same
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError
from legal_metrics.stats.classes import class_scores
from legal_metrics.stats.proportions import wilson

PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=30)


def test_by_hand() -> None:
    # met: 2 of 3 given are right, both of 2 are found: F1 4/5; unmet: 1 of 1, 1 of 2: F1 2/3; mean 11/15
    found = class_scores(["met", "met", "unmet", "met", None], ["met", "unmet", "unmet", "met", "met"], resamples=100)
    met = found.of("met")
    assert (met.hits, met.predicted, met.actual) == (2, 3, 2)
    assert math.isclose(met.precision.value, 2 / 3) and met.precision.interval == wilson(2, 3)
    assert math.isclose(met.f1.value, 0.8) and met.f1.method == "bootstrap"
    assert math.isclose(found.balanced_f1.value, 11 / 15) and found.balanced_f1.n_missing == 1
    with pytest.raises(KeyError):
        found.of("partial")


def test_where_it_is_not_defined() -> None:
    found = class_scores(["a", "a"], ["a", "b"], categories=["a", "b", "c"], interval="none")
    assert found.of("b").precision.reason == "the judge never gave this label"
    assert found.of("b").recall.value == 0 and found.of("b").f1.value == 0  # it is wrong, not undefined
    assert found.of("c").f1.reason == "neither has this label"
    assert math.isclose(found.balanced_f1.value, (2 / 3 + 0) / 2) and found.balanced_f1.details["classes"] == 2
    assert class_scores([], []).balanced_f1.reason == "no unit that both labelled"
    assert class_scores([], []).to_dict()["classes"] == []


def test_errors() -> None:
    with pytest.raises(LengthMismatchError):
        class_scores(["a"], [])
    with pytest.raises(LegalMetricsError):
        class_scores(["a"], ["b"], categories=["a"])


@given(PAIRS)
@settings(max_examples=80)
def test_equal_to_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    sklearn = other("sklearn.metrics")
    given_labels, reference = [a for a, _ in pairs], [b for _, b in pairs]
    found = class_scores(given_labels, reference, categories=[0, 1, 2], interval="none")
    if not pairs:
        assert not found.balanced_f1.defined
        return
    theirs = quietly(
        sklearn.precision_recall_fscore_support, reference, given_labels, labels=[0, 1, 2], zero_division=np.nan
    )
    for score, precision, recall, f1 in zip(found.classes, *theirs[:3], strict=True):
        assert same(score.precision.value, precision) and same(score.recall.value, recall) and same(score.f1.value, f1)
    assert same(found.balanced_f1.value, float(np.nanmean(theirs[2])))


def test_clusters_and_order() -> None:
    first, second = ["a", "b", "b", "a"] * 5, ["a", "b", "a", "a"] * 5
    one = class_scores(first, second, clusters=[i // 3 for i in range(20)], resamples=100)
    assert one.of("a").precision.method == one.balanced_f1.method == "bootstrap"
    two = class_scores(first[::-1], second[::-1], clusters=[i // 3 for i in range(19, -1, -1)], resamples=100)
    assert one.balanced_f1.interval == two.balanced_f1.interval
