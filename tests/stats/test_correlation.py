"""Correlations against SciPy, values worked out by hand, and their own laws."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from agreement_oracles import other, quietly, same
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError
from legal_metrics.stats.correlation import kendall_tau_b, pearson, spearman

ALL: dict[str, Callable[..., Any]] = {"pearsonr": pearson, "spearmanr": spearman, "kendalltau": kendall_tau_b}
POINTS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(0, 8)).map(lambda p: (p[0] / 2, p[1] / 2)), min_size=2, max_size=40
)
NUMBERS = st.lists(st.tuples(st.floats(-1e6, 1e6, width=32), st.floats(-1e6, 1e6, width=32)), min_size=2, max_size=25)


def test_by_hand() -> None:
    # tau-b: pairs of (1,1) (2,3) (3,2): two alike, one not: 1/3; ranks differ by 0, 1, 1: rho = 1 - 6*2/(3*8) = 0.5
    assert math.isclose(kendall_tau_b([1, 2, 3], [1, 3, 2]).value, 1 / 3)
    assert math.isclose(spearman([1, 2, 3], [1, 3, 2]).value, 0.5)
    assert math.isclose(pearson([0, 0, 1, 1], [0, 1, 1, 2]).value, 1 / math.sqrt(2))


@pytest.mark.parametrize("name", ALL)
def test_where_it_is_not_defined(name: str) -> None:
    for first, second, reason in (
        ([], [], "fewer than two units that both rated"),
        ([1], [2], "fewer than two units that both rated"),
        ([1, None, 3], [1, 2, None], "fewer than two units that both rated"),
        ([4, 4, 4], [1, 2, 3], "the first gave one and the same number throughout"),
        ([1, 2, 3], [0.1, 0.1, 0.1], "the second gave one and the same number throughout"),
        ([4, 4], [4, 4], "the first gave one and the same number throughout"),
    ):
        found = ALL[name](first, second)
        assert math.isnan(found.value) and found.reason == reason and math.isnan(found.interval.low)


@pytest.mark.parametrize("name", ALL)
def test_two_units_always_lie_on_a_line(name: str) -> None:
    """They correlate perfectly whatever was rated: the interval says that nothing is known."""
    found = ALL[name]([1, 2], [7, 9])
    assert found.value == 1 and (found.interval.low, found.interval.high) == (-1, 1)


@pytest.mark.parametrize("name", ALL)
def test_perfect(name: str) -> None:
    for second, value in (([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], 1), ([60, 50, 40, 30, 20, 10], -1)):
        found = ALL[name]([1, 2, 3, 4, 5, 6], second)
        assert found.value == value and found.interval.degenerate


@pytest.mark.parametrize("name", ALL)
def test_errors(name: str) -> None:
    with pytest.raises(LengthMismatchError):
        ALL[name]([1], [1, 2])
    for first, options in (
        ([1, "x"], {}),
        ([1, math.inf], {}),
        ([1, 2], {"clusters": [1]}),
        ([1, 2], {"interval": "exact"}),
    ):
        with pytest.raises(LegalMetricsError):
            ALL[name](first, [1, 2], **options)


@pytest.mark.parametrize("name", ALL)
@given(pairs=POINTS | NUMBERS)
def test_equal_to_scipy(name: str, pairs: list[tuple[float, float]]) -> None:
    theirs = getattr(other("scipy.stats"), name)
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = ALL[name](first, second)
    if len(set(first)) < 2 or len(set(second)) < 2:
        assert not found.defined
        return
    wanted = quietly(theirs, first, second)
    if not math.isnan(wanted.statistic):  # SciPy gives up where the numbers differ in their last digits only
        assert same(found.value, float(wanted.statistic))
    assert -1 <= found.value <= 1
    assert found.interval.low <= found.value + 1e-12 and found.value <= found.interval.high + 1e-12


@given(POINTS)
def test_pearsons_interval_equals_scipys(pairs: list[tuple[float, float]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = pearson(first, second)
    if found.defined and len(pairs) > 3 and abs(found.value) < 0.9999999:
        wanted = quietly(lambda: other("scipy.stats").pearsonr(first, second).confidence_interval())
        assert same(found.interval.low, wanted.low) and same(found.interval.high, wanted.high)


@pytest.mark.parametrize("name", ALL)
@given(pairs=POINTS)
@settings(max_examples=40)
def test_laws(name: str, pairs: list[tuple[float, float]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = ALL[name](first, second)
    assert same(found.value, ALL[name](second, first).value)
    assert same(found.value, -ALL[name](first, [-b for b in second]).value)
    assert same(found.value, ALL[name]([3 * a + 7 for a in first], second).value)


@pytest.mark.parametrize("name", ALL)
def test_resamples_have_the_value_of_the_units_that_they_hold(name: str) -> None:
    """The statistic over weights equals the statistic over the units written out, repeats and all."""
    from legal_metrics.stats import correlation
    from legal_metrics.stats.unit_draws import make_units

    generator = np.random.default_rng(5)
    pairs = [(float(a), float(b)) for a, b in generator.integers(0, 6, (12, 2))]
    units = make_units(pairs, raters=2)
    kind = {"pearsonr": correlation._pearson, "spearmanr": correlation._spearman, "kendalltau": correlation._tau_b}[
        name
    ]
    statistic = kind(units)
    weights = next(units.draws(seed=3, resamples=25))
    for row, value in zip(weights, statistic(weights), strict=True):
        drawn = np.repeat(units.rows, row.astype(int), axis=0)
        assert same(float(value), ALL[name](drawn[:, 0], drawn[:, 1], interval="none").value)


@pytest.mark.parametrize("name", ALL)
def test_the_bootstrap(name: str) -> None:
    first, second = list(range(20)), [(7 * i) % 20 for i in range(20)]
    one = ALL[name](first, second, interval="bootstrap", resamples=200)
    two = ALL[name](first[::-1], second[::-1], interval="bootstrap", resamples=200)
    assert one.method == "bootstrap" and one.interval == two.interval
    clustered = ALL[name](first, second, clusters=[i // 4 for i in first], resamples=200)
    assert clustered.method == "bootstrap" and clustered.interval != one.interval


def test_tau_counts_pairs_fast() -> None:
    n = 20_000
    found = kendall_tau_b(list(range(n)), [(7919 * i) % n for i in range(n)])
    assert found.details["concordant"] + found.details["discordant"] == n * (n - 1) // 2
