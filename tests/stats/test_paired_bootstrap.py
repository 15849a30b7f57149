"""Differences of two models on the same samples: brute force on the same draws, scipy as the oracle, and every undefined case."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import METHODS, Interval, bootstrap_ci, paired_bootstrap, ratio_differences

FEW = 200
Row = tuple[int, int, int, int]
rows_of_counts = st.lists(st.tuples(*[st.integers(0, 4)] * 4), min_size=1, max_size=8)


def by_hand(rows: list[Row], seed: int) -> tuple[list[float], int]:
    """Differences of the resamples with exact fractions, and how many resamples had none; the order is that of numerators, then denominators."""
    ordered = sorted(rows, key=lambda r: (r[0], r[2], r[1], r[3]))
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(FEW):
        draw = generator.integers(0, len(rows), size=len(rows)).tolist()
        a, a_parts, b, b_parts = (sum(ordered[i][k] for i in draw) for k in range(4))
        if a_parts and b_parts:
            found.append(float(Fraction(a, a_parts) - Fraction(b, b_parts)))
    return found, FEW - len(found)


@given(rows_of_counts, st.integers(0, 50))
@settings(max_examples=80)
def test_equals_exact_arithmetic_on_the_same_draws(rows: list[Row], seed: int) -> None:
    a, a_parts, b, b_parts = (list(column) for column in zip(*rows, strict=True))
    [found] = ratio_differences([(a, a_parts, b, b_parts)], seed=seed, resamples=FEW)
    expected, undefined = by_hand(rows, seed)
    assert (found.n, found.interval.n_undefined) == (len(rows), undefined)
    if not expected:
        assert math.isnan(found.interval.low) and found.interval.degenerate
        return
    low, high = np.quantile(expected, [0.025, 0.975])
    assert found.interval.low == pytest.approx(low, abs=1e-12) and found.interval.high == pytest.approx(high, abs=1e-12)
    if sum(a_parts) and sum(b_parts):
        assert found.value == pytest.approx(float(Fraction(sum(a), sum(a_parts)) - Fraction(sum(b), sum(b_parts))), abs=1e-12)
    else:
        assert math.isnan(found.value)


@pytest.mark.parametrize("method", METHODS)
def test_agrees_with_scipy(method: str) -> None:
    from scipy.stats import bootstrap as scipy_bootstrap

    source = np.random.default_rng(5)
    a = source.exponential(size=80)
    b = 0.5 * a + source.random(80)
    theirs = scipy_bootstrap(
        (a, b),
        lambda x, y, axis: np.mean(x, axis) - np.mean(y, axis),
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="BCa" if method == "bca" else method,
        random_state=np.random.default_rng(1),
    )
    ours = paired_bootstrap(a.tolist(), b.tolist(), method=method, resamples=20_000)
    assert ours.value == pytest.approx(a.mean() - b.mean())
    assert ours.interval.low == pytest.approx(theirs.confidence_interval.low, abs=0.1 * theirs.standard_error)
    assert ours.interval.high == pytest.approx(theirs.confidence_interval.high, abs=0.1 * theirs.standard_error)


@pytest.mark.parametrize("method", METHODS)
def test_the_difference_from_nothing_is_the_mean(method: str) -> None:
    values = [random.Random(i).random() for i in range(50)]
    difference = paired_bootstrap(values, [0.0] * 50, seed=3, method=method)
    assert difference.value == pytest.approx(math.fsum(values) / 50)
    alone = bootstrap_ci(values, seed=3, method=method)
    assert difference.interval.low == pytest.approx(alone.low, abs=1e-12)
    assert difference.interval.high == pytest.approx(alone.high, abs=1e-12)


def test_pairing_makes_it_narrow() -> None:
    """Two models that differ by little on items of very unlike difficulty: unpaired intervals would overlap widely."""
    source = random.Random(1)
    a = [source.random() for _ in range(100)]
    b = [x - 0.05 * source.random() for x in a]
    difference = paired_bootstrap(a, b)
    assert 0 < difference.interval.low < difference.interval.high < 0.05
    assert bootstrap_ci(a, seed=0).low < bootstrap_ci(b, seed=0).high


def test_many_pairs_share_one_draw_and_equal_each_alone() -> None:
    source = random.Random(6)
    pairs: list[Any] = [tuple([float(source.randrange(3)) for _ in range(40)] for _ in range(4)) for _ in range(5)]
    for options in ({}, {"clusters": [i % 11 for i in range(40)]}, {"strata": [i % 3 for i in range(40)]}):
        for method in METHODS:
            together = ratio_differences(pairs, resamples=FEW, method=method, **options)  # type: ignore[arg-type]
            assert together == [ratio_differences([pair], resamples=FEW, method=method, **options)[0] for pair in pairs]  # type: ignore[arg-type]
    assert ratio_differences([]) == []


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=20), st.sampled_from(METHODS))
def test_bounds_identity_and_purity(rows: list[tuple[int, int]], method: str) -> None:
    a, b = [x for x, _ in rows], [y for _, y in rows]
    before = a[:], b[:]
    difference = paired_bootstrap(a, b, resamples=FEW, method=method)
    differences = [x - y for x, y in rows]
    assert min(differences) - 1e-9 <= difference.interval.low <= difference.interval.high <= max(differences) + 1e-9
    assert difference.interval.degenerate or len(set(differences)) > 1
    same = paired_bootstrap(a, a, resamples=FEW, method=method)
    assert (same.value, same.interval) == (0.0, Interval(0.0, 0.0, True))
    shifted = paired_bootstrap([x + 1 for x in a], a, resamples=FEW, method=method)
    assert (shifted.value, shifted.interval) == (1.0, Interval(1.0, 1.0, True))
    assert (a, b) == before


def test_clusters_and_strata_are_kept() -> None:
    """Doubling every sample within its cluster leaves the interval; strata of constant differences have no spread."""
    source = random.Random(4)
    a, b = [float(source.random() < 0.6) for _ in range(40)], [float(source.random() < 0.4) for _ in range(40)]
    alone = paired_bootstrap(a, b)
    doubled = paired_bootstrap(a * 2, b * 2, clusters=[*range(40), *range(40)])
    assert (alone.value, alone.interval) == (doubled.value, doubled.interval)
    strata = ["right"] * 10 + ["wrong"] * 30
    assert paired_bootstrap([1] * 10 + [0] * 30, [0] * 40, strata=strata).interval == Interval(0.25, 0.25, True)


def test_coverage_on_simulated_pairs() -> None:
    """Of 200 samples of 60 pairs with a true difference of 0.2, about 95 % of the intervals hold it (binomial sd 1.5 %)."""
    source = np.random.default_rng(11)
    hits = 0
    for i in range(200):
        a, b = source.random(60) < 0.6, source.random(60) < 0.4
        interval = paired_bootstrap(a.astype(float).tolist(), b.astype(float).tolist(), seed=i, resamples=1000).interval
        hits += interval.low <= 0.2 <= interval.high
    assert 0.89 <= hits / 200 <= 0.99


def test_without_samples_or_ratio_there_is_no_difference() -> None:
    for found in (paired_bootstrap([], []), *ratio_differences([([1, 2], [1, 1], [0, 0], [0, 0])])):
        assert math.isnan(found.value)
        assert found.interval == Interval(math.nan, math.nan, True)


@pytest.mark.parametrize(
    ("a", "b", "options", "message"),
    [
        ([1.0, 0.0], [1.0], {}, "columns of 2 and 1 samples: all need the same number"),
        ([1.0, math.inf], [1.0, 0.0], {}, "sample 1: found inf"),
        ([1.0], [1.0], {"method": "basic"}, "method: found 'basic'"),
        ([1.0], [1.0], {"seed": None}, "seed: found None"),
        ([1.0], [1.0], {"clusters": []}, "1 samples but 0 clusters"),
        ([1.0], ["x"], {}, "allowed are finite numbers"),
    ],
)
def test_bad_input_is_named(a: Any, b: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        paired_bootstrap(a, b, **options)
    with pytest.raises(WrongTypeError):
        paired_bootstrap(a, "1")  # type: ignore[arg-type]
