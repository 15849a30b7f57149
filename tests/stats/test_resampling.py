"""The draw: exact sums, the same whatever the order, the chunking, the names; strata kept."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats import resampling
from legal_metrics.stats.bootstrap import (
    METHODS,
    bootstrap_ci,
    paired_bootstrap,
    ratio_differences,
    ratio_interval,
    ratio_intervals_and_differences,
)
from legal_metrics.stats.permutation import permutation_tests
from legal_metrics.stats.resampling import Multiplier, as_columns, make_plan, random_halves

FEW = 200

samples = st.lists(
    st.tuples(st.floats(0, 1) | st.integers(0, 3), st.integers(0, 3), st.integers(0, 4), st.integers(0, 1)),
    min_size=1,
    max_size=25,
)


@pytest.mark.parametrize("method", METHODS)
def test_the_chunking_changes_no_bit(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    source = random.Random(0)
    values = [source.random() for _ in range(101)]
    clusters = [i // 3 for i in range(101)]
    strata = [i // 3 % 4 for i in range(101)]
    found = set()
    for counted in (1, 7, 64, 1000):
        for multiplied in (1, 64, 777, 1000):
            monkeypatch.setattr(resampling, "_COUNTED_AT_A_TIME", counted * 101)
            monkeypatch.setattr(resampling, "_MULTIPLIED_AT_A_TIME", multiplied * 101)
            for names in ({}, {"clusters": clusters}, {"strata": strata}, {"clusters": clusters, "strata": strata}):
                interval = bootstrap_ci(values, seed=3, method=method, resamples=1000, **names)
                found.add((tuple(names), interval.low, interval.high))
            test, *_ = permutation_tests({"a": values, "b": values[::-1]}, permutations=1000)
            found.add((("permutation",), test.p_value, test.difference))
    assert len(found) == 5


@given(samples, st.randoms(use_true_random=False), st.sampled_from(METHODS))
def test_the_order_of_the_samples_changes_nothing(rows: list[Any], source: random.Random, method: str) -> None:
    shuffled = rows[:]
    source.shuffle(shuffled)
    for names in ((), ("clusters",), ("strata",), ("clusters", "strata")):

        def interval(rows: list[Any], names: tuple[str, ...] = names) -> Any:
            tops, bottoms, clusters, _ = map(list, zip(*rows, strict=True))
            groups = {"clusters": clusters, "strata": [cluster % 2 for cluster in clusters]}
            chosen = {name: groups[name] for name in names}
            return ratio_interval(tops, bottoms, seed=1, resamples=FEW, method=method, **chosen)

        assert interval(rows) == interval(shuffled)


@given(samples, st.randoms(use_true_random=False))
def test_the_order_changes_no_paired_result(rows: list[Any], source: random.Random) -> None:
    shuffled = rows[:]
    source.shuffle(shuffled)

    def results(rows: list[Any]) -> Any:
        a, b, clusters, _ = map(list, zip(*rows, strict=True))
        tests = permutation_tests({"a": a, "b": b}, clusters=clusters, permutations=FEW)
        return paired_bootstrap(a, b, clusters=clusters, resamples=FEW), tests

    assert results(rows) == results(shuffled)


def test_names_of_clusters_and_strata_do_not_matter() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0, 0.5]
    a = bootstrap_ci(values, clusters="abacbd", strata="xyxzyz", seed=1)
    assert a == bootstrap_ci(values, clusters=[10, ("x", 1), 10, None, ("x", 1), 0], strata=[3, 1, 3, None, 1, None], seed=1)


def draws(seed: int, sizes: list[int], resamples: int) -> list[list[int]]:
    """One resample after the other: each unit is replaced by one of its own stratum."""
    generator = np.random.default_rng(seed)
    ends = np.cumsum(sizes)
    low, high = np.repeat(ends - sizes, sizes), np.repeat(ends, sizes)
    return [generator.integers(low, high).tolist() for _ in range(resamples)]


def test_resampled_sums_are_exact() -> None:
    """The fixed-point sums equal sums of Python integers."""
    source = random.Random(1)
    table = as_columns([[source.random() for _ in range(500)], [source.random() * 1e6 for _ in range(500)]], 500)
    for sizes, strata in (([500], None), ([100, 400], [int(i < 100) for i in range(500)])):
        plan = make_plan(500, strata=strata)
        units, exponent = plan.fixed_point(table)
        assert np.abs(np.ldexp(units, -exponent) - table).max() <= 500 * 1e6 / 2**53
        units = plan.arrange(units)
        whole = [[int(x) for x in row] for row in units]
        assert all(x == y for row, exact in zip(units, whole, strict=True) for x, y in zip(row, exact, strict=True))
        assert all(abs(max(column)) * 500 < 2**53 for column in zip(*whole, strict=True))
        sums = plan.resampled_sums(units, seed=9, resamples=50)
        if len(sizes) == 1:  # the draw of a single number is another one of numpy's
            generator = np.random.default_rng(9)
            drawn = [generator.integers(0, 500, size=500).tolist() for _ in range(50)]
        else:
            drawn = draws(9, sizes, 50)
        for draw, row in zip(drawn, sums, strict=True):
            assert [sum(whole[i][k] for i in draw) for k in range(2)] == [int(x) for x in row]


def test_whole_numbers_are_not_scaled() -> None:
    plan = make_plan(3)
    units, exponent = plan.fixed_point(as_columns([[0.0, 1.0, 5.0], [2.0, -3.0, 4.0]], 3))
    assert exponent == 0 and units.tolist() == [[0, 2], [1, -3], [5, 4]]


def test_sums_are_exact_with_heavy_clusters() -> None:
    """One cluster holds nearly all the weight and may be drawn every time."""
    table = as_columns([[1.0 - i / 7e3 for i in range(1000)]], 1000)
    plan = make_plan(1000, clusters=[0] * 990 + list(range(1, 11)))
    units, exponent = plan.fixed_point(table)
    assert len(units) == 11
    assert units[:, 0].max() * 11 < 2**53
    assert units[0, 0] == sum(int(x) for x in np.rint(np.ldexp(table[:990, 0], exponent)))


def test_each_stratum_keeps_its_size() -> None:
    """Strata of constants: every resample has the same mean; drawn from all, it has not."""
    values = [0.0] * 10 + [1.0] * 30
    strata = ["low"] * 10 + ["high"] * 30
    assert bootstrap_ci(values, strata=strata, seed=0) == bootstrap_ci([0.75], seed=0)
    assert not bootstrap_ci(values, seed=0).degenerate


def test_one_stratum_is_none() -> None:
    values = [random.Random(i).random() for i in range(40)]
    assert bootstrap_ci(values, strata=["s"] * 40, seed=5) == bootstrap_ci(values, seed=5)


def test_stratified_variance_is_that_of_the_formula() -> None:
    """Standard error of a stratified mean: sqrt(sum of n_s * variance_s) / n (Cochran 1977, 5.3), here (50 * 0.25 + 150 * 0.09) / 200**2."""
    values = [0.0, 1.0] * 25 + ([1.0] * 9 + [0.0]) * 15
    interval = bootstrap_ci(values, strata=[0] * 50 + [1] * 150, seed=2, resamples=20_000)
    expected = (50 * 0.25 + 150 * 0.09) ** 0.5 / 200
    assert (interval.high - interval.low) / (2 * 1.959964) == pytest.approx(expected, rel=0.03)


def test_all_resamples_of_two_strata_by_enumeration() -> None:
    """Two strata of two: 4 x 4 resamples, means listed by hand: 0 .. 4 over 4 with weights of (1, 2, 1) in each stratum."""
    interval = bootstrap_ci([0, 1, 0, 3], strata="aabb", seed=0, confidence=0.6, resamples=40_000)
    sums = sorted(a + b for a in (0, 1, 1, 2) for b in (0, 3, 3, 6))
    assert (interval.low, interval.high) == (sums[3] / 4, sums[12] / 4)  # 3.2 and 12.8 of 16


def test_bca_of_strata_by_hand() -> None:
    """Acceleration from deviations within strata: values {0, 0, 3} and {0, 0, 30} give deviations (1, 1, -2) and ten times as many."""
    from legal_metrics.stats import bootstrap

    units = np.column_stack([[0.0, 0.0, 3.0, 0.0, 0.0, 30.0], np.ones(6)])
    statistic = bootstrap._Statistic(units, 0, np.array([3, 3]), 5.5)
    cubes, squares = Fraction(1 + 1 - 8) * (1 + 1000), Fraction(1 + 1 + 4) * (1 + 100)
    expected = -float(cubes) / (6 * float(squares) ** 1.5)
    assert statistic._acceleration(units.sum(axis=0)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"clusters": ["q"]}, "2 samples but 1 clusters: each sample needs one"),
        ({"strata": ["q", "r", "s"]}, "2 samples but 3 strata: each sample needs one"),
        ({"clusters": ["q", "q"], "strata": [1, 2]}, "cluster 'q' lies in more than one stratum"),
    ],
)
def test_groups_that_do_not_fit_are_named(names: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        bootstrap_ci([0.0, 1.0], seed=0, **names)


@pytest.mark.parametrize("values", [[1e308] * 4, [1e308, -1e308] * 20])
def test_sums_beyond_the_range_of_floats_are_an_error(values: list[float]) -> None:
    with pytest.raises(LegalMetricsError, match="beyond the range"):
        bootstrap_ci(values, seed=0)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_any_scale_gives_finite_bounds(scale: float) -> None:
    for method in METHODS:
        interval = bootstrap_ci([0.0, scale, 3 * scale, scale], seed=0, method=method, resamples=FEW)
        assert 0 <= interval.low <= interval.high <= 3 * scale


def test_all_halves_are_all_whatever_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (1, 50, 1 << 20):
        monkeypatch.setattr(resampling, "_MULTIPLIED_AT_A_TIME", size)
        rows = [tuple(row) for block in resampling.all_halves(6) for row in block.tolist()]
        assert len(rows) == 64 and set(rows) == set(itertools.product((0.0, 1.0), repeat=6))
    assert [block.shape for block in resampling.all_halves(0)] == [(1, 0)]


def test_halves_are_fair_and_independent_of_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for size in (1, 700, 1 << 20):
        monkeypatch.setattr(resampling, "_MULTIPLIED_AT_A_TIME", size)
        found.append(np.vstack(list(random_halves(70, seed=4, rounds=900))))
    assert (found[0] == found[1]).all() and (found[0] == found[2]).all()
    assert found[0].shape == (900, 70) and set(np.unique(found[0])) == {0.0, 1.0}
    assert abs(found[0].mean() - 0.5) < 5 * 0.5 / 63_000**0.5
    assert max(Counter(map(bytes, found[0])).values()) == 1


@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 20_000, 2), (64, 500, 130), (5, 7, 0), (2000, 300, 65)])
def test_products_in_blocks_are_whole_number_products(shape: tuple[int, int, int]) -> None:
    rows, n, columns = shape
    source = np.random.default_rng(0)
    left, right = source.integers(0, 9, size=(rows, n)), source.integers(-(2**30), 2**30, size=(n, columns))
    found = resampling.product(left.astype(float), right.astype(float))
    assert found.shape == (rows, columns) and (found == left @ right).all()


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=60), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_runs_are_added_up_before_they_are_multiplied_and_give_the_same_product(rows: list[tuple[int, int]], repeats: int, seed: int) -> None:
    right = np.repeat(np.array(sorted(rows), dtype=np.float64), 4 * repeats, axis=0)
    left = np.random.default_rng(seed).integers(0, 5, size=(7, len(right)))
    multiplier = Multiplier.of(right)
    assert multiplier.product(left).tolist() == (left @ right).tolist()
    if multiplier.starts is not None:
        assert len(multiplier.right) == len(set(rows)) == len(multiplier.starts)


def test_few_runs_are_found_and_many_are_left_alone() -> None:
    assert Multiplier.of(np.repeat([[0.0], [1.0]], 8, axis=0)).starts is not None
    assert Multiplier.of(np.arange(16.0)[:, None]).starts is None
    assert Multiplier.of(np.empty((0, 2))).product(np.empty((3, 0))).tolist() == [[0.0, 0.0]] * 3


@given(st.lists(st.lists(st.integers(0, 1), min_size=6, max_size=6), min_size=1, max_size=4))
def test_one_draw_for_intervals_and_differences_is_that_of_each_call(models: list[list[int]]) -> None:
    ones = [1.0] * 6
    intervals, differences = ratio_intervals_and_differences(models, [ones] * len(models), seed=3, resamples=FEW)
    assert intervals == [ratio_interval(values, ones, seed=3, resamples=FEW) for values in models]
    pairs = [(a, ones, b, ones) for a, b in itertools.combinations(models, 2)]
    assert differences == ratio_differences(pairs, seed=3, resamples=FEW)
