"""Percent agreement and Cohen's kappa against values worked out by hand, other implementations and their own definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from agreement_oracles import other, plain_kappa, quietly, same
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.stats.agreement import WEIGHTS, cohen_kappa, percent_agreement
from legal_metrics.stats.proportions import wilson

PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30)


def test_the_worked_example_of_a_two_by_two_table() -> None:
    # by hand: yes/yes 20, yes/no 5, no/yes 10, no/no 15: observed 35/50, expected (25*30 + 25*20)/2500 = 0.5, kappa 0.4
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    found = cohen_kappa(first, second)
    assert (found.n, found.observed, found.expected) == (50, 0.7, 0.5)
    assert math.isclose(found.kappa, 0.4)


def test_weighted_by_hand() -> None:
    # distances found 0,1,1 of 3; by chance: all nine pairs of (0,1,2) and (0,2,1) have 8/9 on average: 1 - (2/3)/(8/9) = 0.25
    assert math.isclose(cohen_kappa([0, 1, 2], [0, 2, 1], weights="linear").kappa, 0.25)
    # squares: found 2/3; by chance 12/9: 0.5
    assert math.isclose(cohen_kappa([0, 1, 2], [0, 2, 1], weights="quadratic").kappa, 0.5)


def test_nothing_to_compare_is_no_number() -> None:
    for first, second in (([], []), (["a", None], [None, "b"])):
        found = cohen_kappa(first, second)
        assert math.isnan(found.kappa) and math.isnan(found.interval.low) and found.reason == "no unit that all rated"
        assert found.n_missing == len(first)
        assert percent_agreement(first, second).reason == "no unit that all rated"


@pytest.mark.parametrize("weights", WEIGHTS)
def test_one_label_throughout_is_not_perfect_agreement(weights: str) -> None:
    found = cohen_kappa([1] * 9, [1] * 9, weights=weights)
    assert math.isnan(found.kappa) and "one and the same label" in found.reason
    assert found.observed == 1 and found.expected == 1
    assert found.to_dict()["value"] is None
    assert percent_agreement([1] * 9, [1] * 9).value == 1  # which says nothing about chance


def test_one_constant_rater_is_chance() -> None:
    assert cohen_kappa(["a", "a", "a", "a"], ["a", "b", "a", "b"]).kappa == 0


def test_lists_of_unlike_length_are_an_error() -> None:
    for weights in WEIGHTS:
        with pytest.raises(LengthMismatchError):
            cohen_kappa([1], [], weights=weights)
    with pytest.raises(LengthMismatchError):
        percent_agreement([1], [])


@pytest.mark.parametrize(
    "options",
    [
        {"weights": "cubic"},
        {"interval": "exact"},
        {"confidence": 1},
        {"resamples": 0},
        {"seed": -1},
        {"categories": ["a"]},
        {"categories": ["a", "b", "a"]},
        {"weights": "linear"},  # labels that are no numbers, and no order
        {"clusters": [1]},
        {"clusters": [1, 1], "interval": "analytic"},
    ],
)
def test_what_cannot_be_used_is_named(options: dict[str, Any]) -> None:
    with pytest.raises(LegalMetricsError):
        cohen_kappa(["a", "b"], ["b", "b"], **options)


@pytest.mark.parametrize("wrong", ["ab", None, {"a": 1}, [["a"], ["b"]], [{}, {}]])
def test_ratings_of_a_wrong_kind_are_named(wrong: Any) -> None:
    with pytest.raises((WrongTypeError, LegalMetricsError)):
        cohen_kappa(wrong, ["a", "b"])


def test_infinite_numbers_are_named() -> None:
    with pytest.raises(LegalMetricsError, match=r"second\[1\]: found inf"):
        cohen_kappa([1, 2], [1, math.inf], weights="linear")


def test_unused_categories_keep_their_place() -> None:
    """Points 0, 1 and 5 lie as far apart as they are worth; as places of a list they lie one step apart."""
    first, second = [0, 1, 5, 5], [0, 5, 5, 1]
    assert math.isclose(cohen_kappa(first, second, weights="linear").kappa, plain_kappa(first, second, "linear"))
    places = cohen_kappa(first, second, weights="linear", categories=[0, 1, 5]).kappa
    assert math.isclose(places, plain_kappa([0, 1, 2, 2], [0, 2, 2, 1], "linear"))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"))))
def test_bounds_symmetry_and_identity(pairs: list[tuple[str, str]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohen_kappa(first, second).kappa
    assert math.isnan(kappa) or -1 <= kappa <= 1
    assert cohen_kappa(second, first).kappa == kappa or math.isnan(kappa)
    own = cohen_kappa(first, first).kappa
    assert own == 1 or (math.isnan(own) and len(set(first)) < 2)


@given(PAIRS, st.sampled_from(WEIGHTS))
def test_the_definition(pairs: list[tuple[int, int]], weights: str) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = cohen_kappa(first, second, weights=weights)
    assert same(found.kappa, plain_kappa(first, second, weights))
    assert found.defined is not bool(found.reason)
    assert not found.defined or found.interval.low <= found.kappa <= found.interval.high


@given(PAIRS)
@settings(max_examples=60)
def test_equal_to_statsmodels(pairs: list[tuple[int, int]]) -> None:
    theirs = other("statsmodels.stats.inter_rater").cohens_kappa
    table = np.zeros((4, 4))
    for a, b in pairs:
        table[a, b] += 1
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for weights, name in (("none", None), ("linear", "linear"), ("quadratic", "quadratic")):
        found = cohen_kappa(first, second, weights=weights, categories=range(4))
        if not found.defined:
            continue
        wanted = quietly(theirs, table, wt=name)
        assert same(found.kappa, wanted.kappa)
        if not found.interval.degenerate:
            assert same(found.interval.low, max(wanted.kappa_low, -1)) and same(
                found.interval.high, min(wanted.kappa_upp, 1)
            )


@given(PAIRS)
@settings(max_examples=60)
def test_equal_to_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    theirs = other("sklearn.metrics").cohen_kappa_score
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for weights in WEIGHTS:
        found = cohen_kappa(first, second, weights=weights)
        if found.defined:
            assert same(
                found.kappa,
                quietly(theirs, first, second, weights=None if weights == "none" else weights, labels=range(4)),
            )


def test_percent_agreement_has_wilsons_interval() -> None:
    found = percent_agreement(["a"] * 8 + ["b"] * 2, ["a"] * 10)
    assert (found.value, found.n, found.interval) == (0.8, 10, wilson(8, 10))


def test_clusters_widen_the_interval_and_their_names_do_not_matter() -> None:
    first = ["a", "b"] * 30
    second = ["a"] * 30 + ["b"] * 30
    clusters = [i // 6 for i in range(60)]
    alone = cohen_kappa(first, second, interval="bootstrap", resamples=500)
    together = cohen_kappa(first, second, clusters=clusters, resamples=500)
    renamed = cohen_kappa(first[::-1], second[::-1], clusters=[f"q{c}" for c in clusters[::-1]], resamples=500)
    assert together.method == alone.method == "bootstrap" and together.interval == renamed.interval
    assert percent_agreement(first, second, clusters=clusters, resamples=500).method == "bootstrap"
    wide = cohen_kappa(
        ["a", "a", "b", "b"] * 10, ["a", "b", "b", "b"] * 10, clusters=[i // 20 for i in range(40)], resamples=200
    )
    assert wide.interval.degenerate  # two clusters of like content: every draw is the same


def test_a_resample_without_variation_is_counted() -> None:
    found = cohen_kappa(["a", "a", "a", "b"], ["a", "a", "a", "b"], interval="bootstrap", resamples=400)
    assert found.interval.n_undefined > 0 and found.interval.low == 1


@given(PAIRS, st.sampled_from(WEIGHTS))
@settings(max_examples=30)
def test_the_interval_depends_on_neither_order_nor_names(pairs: list[tuple[int, int]], weights: str) -> None:
    options: dict[str, Any] = {"weights": weights, "interval": "bootstrap", "resamples": 50}
    found = [cohen_kappa([a for a, _ in rows], [b for _, b in rows], **options) for rows in (pairs, pairs[::-1])]
    assert found[0].interval == found[1].interval


def test_a_variance_of_nothing_is_no_spread_of_rounding() -> None:
    """One rater gives one label throughout: the formula's variance is 0, which rounding left at 1e-17."""
    for n in range(2, 40):
        second = ["a" if place % 3 else "b" for place in range(n)]
        bounds = cohen_kappa(["a"] * n, second).interval
        assert (bounds.low, bounds.high, bounds.degenerate) == (0, 0, True)
