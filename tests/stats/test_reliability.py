"""Fleiss' kappa and Krippendorff's alpha against published values, other implementations and their own definitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from agreement_oracles import other, plain_alpha, plain_fleiss, quietly, same
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.reliability import LEVELS, fleiss_kappa, krippendorff_alpha

_ = None
# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", example C: four observers, twelve units, missing data.
KRIPPENDORFF = [
    [1, 1, _, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [_, 5, 5, 5],
    [_, _, 1, 1],
    [_, _, 3, _],
]
# Fleiss 1971 as commonly retold: ten subjects, fourteen raters, five categories; counts of each category. Kappa 0.210.
FLEISS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]


def tables(*, missing: bool = False, values: Any = None) -> st.SearchStrategy[list[list[Any]]]:
    value = values if values is not None else st.integers(0, 3)
    cell = st.one_of(value, st.none()) if missing else value
    return st.integers(2, 4).flatmap(
        lambda k: st.lists(st.lists(cell, min_size=k, max_size=k), min_size=1, max_size=15)
    )


def test_the_published_example_of_alpha() -> None:
    for level, value in (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)):
        found = krippendorff_alpha(KRIPPENDORFF, level=level, interval="none")
        assert round(found.value, 3) == value
        assert (found.n, found.n_missing, found.details["ratings"]) == (11, 1, 40)


def test_the_published_example_of_fleiss() -> None:
    rows = [[label for label, count in enumerate(counts) for _ in range(count)] for counts in FLEISS]
    found = fleiss_kappa(rows, resamples=200)
    assert round(found.value, 3) == 0.210 and found.method == "bootstrap"
    assert found.interval.low < found.value < found.interval.high


@pytest.mark.parametrize("level", LEVELS)
def test_where_alpha_is_not_defined(level: str) -> None:
    for rows, reason in (
        ([], "no unit with two or more ratings"),
        ([[1], [2]], "no unit with two or more ratings"),
        ([[1, None], [None, 2]], "no unit with two or more ratings"),
        ([[1, 1], [1, 1], [2, None]], "all ratings of units with two or more are one and the same"),
    ):
        found = krippendorff_alpha(rows, level=level)
        assert math.isnan(found.value) and found.reason == reason and math.isnan(found.interval.low)


def test_where_fleiss_is_not_defined() -> None:
    for rows, reason in (
        ([], "no unit that all rated"),
        ([["a", None]], "no unit that all rated"),
        ([["a"], ["b"]], "fewer than two raters"),
        ([["a", "a"], ["a", "a"]], "all labels are one and the same, 'a': chance alone agrees always"),
    ):
        found = fleiss_kappa(rows)
        assert math.isnan(found.value) and found.reason == reason


@pytest.mark.parametrize("rows", [[[1, 2], [1]], "ab", ["ab"], [[1, math.inf]], [[[1], 2]], None])
def test_tables_that_are_none_are_errors(rows: Any) -> None:
    with pytest.raises(LegalMetricsError):
        krippendorff_alpha(rows, level="interval")
    if rows != [[1, math.inf]]:
        with pytest.raises(LegalMetricsError):
            fleiss_kappa(rows)


def test_other_errors() -> None:
    for call in (
        lambda: krippendorff_alpha([[1, 2]], level="ratio"),
        lambda: krippendorff_alpha([["a", "b"]], level="ordinal"),
        lambda: krippendorff_alpha([[1, 2]], interval="analytic"),
        lambda: krippendorff_alpha([[1, 2]], clusters=[1, 2]),
        lambda: fleiss_kappa([[1, 2]], clusters=[]),
        lambda: fleiss_kappa([[1, 2]], interval="analytic"),
    ):
        with pytest.raises(LegalMetricsError):
            call()


def test_ordinal_labels_need_their_order() -> None:
    rows = [["wrong", "partial"], ["correct", "correct"], ["partial", "partial"], ["wrong", "correct"]]
    order = ["wrong", "partial", "correct"]
    numbers = [[order.index(label) for label in row] for row in rows]
    found = krippendorff_alpha(rows, level="ordinal", categories=order, interval="none")
    assert found.value == krippendorff_alpha(numbers, level="ordinal", interval="none").value


def test_one_unit_whose_raters_differ_is_as_bad_as_chance() -> None:
    assert krippendorff_alpha([[1, 2]], interval="none").value == 0


@given(tables(missing=True), st.sampled_from(LEVELS))
def test_the_definition_of_alpha(rows: list[list[Any]], level: str) -> None:
    before = [list(row) for row in rows]
    found = krippendorff_alpha(rows, level=level, interval="none")
    assert same(found.value, plain_alpha(rows, level))
    assert rows == before and found.defined is not bool(found.reason)
    turned = krippendorff_alpha([row[::-1] for row in rows[::-1]], level=level, interval="none")
    assert same(found.value, turned.value)  # which rater gave a rating does not matter


@given(tables(missing=True, values=st.floats(-1e6, 1e6)), st.sampled_from(("ordinal", "interval")))
def test_alpha_of_any_numbers(rows: list[list[Any]], level: str) -> None:
    found, wanted = krippendorff_alpha(rows, level=level, interval="none").value, plain_alpha(rows, level)
    assert same(found, wanted) or abs(found - wanted) < 1e-6 * max(
        1, abs(wanted)
    )  # numbers that differ in their last digits only
    assert math.isnan(found) or found <= 1


@given(tables())
def test_the_definition_of_fleiss(rows: list[list[int]]) -> None:
    found = fleiss_kappa(rows, interval="none")
    assert same(found.value, plain_fleiss(rows)) and found.defined is not bool(found.reason)
    assert not found.defined or -1 <= found.value <= 1


@given(tables())
@settings(max_examples=60)
def test_fleiss_equals_statsmodels(rows: list[list[int]]) -> None:
    inter_rater = other("statsmodels.stats.inter_rater")
    found = fleiss_kappa(rows, interval="none")
    if found.defined:
        assert same(found.value, quietly(inter_rater.fleiss_kappa, inter_rater.aggregate_raters(np.array(rows))[0]))


@given(tables(missing=True), st.sampled_from(LEVELS))
@settings(max_examples=100)
def test_alpha_equals_krippendorff(rows: list[list[Any]], level: str) -> None:
    theirs = other("krippendorff").alpha
    found = krippendorff_alpha(rows, level=level, interval="none")
    if found.defined:
        wanted = quietly(theirs, reliability_data=np.array(rows, dtype=float).T, level_of_measurement=level)
        assert same(found.value, wanted)


def test_the_bootstrap_of_clusters() -> None:
    rows = [["a", "a"], ["a", "b"], ["b", "b"], ["b", "a"]] * 5
    clusters = [i // 2 for i in range(20)]
    for level in ("nominal", "interval"):
        table = rows if level == "nominal" else [[ord(a), ord(b)] for a, b in rows]
        one = krippendorff_alpha(table, level=level, clusters=clusters, resamples=200)
        two = krippendorff_alpha(table[::-1], level=level, clusters=[f"q{c}" for c in clusters[::-1]], resamples=200)
        assert one.interval == two.interval and one.method == "bootstrap"
    assert (
        fleiss_kappa(rows, clusters=clusters, resamples=200).interval
        == fleiss_kappa(rows[::-1], clusters=clusters, resamples=200).interval
    )
