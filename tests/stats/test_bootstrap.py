"""Bootstrap intervals: brute force where all resamples can be listed, scipy as the oracle elsewhere, and the degenerate cases."""

from __future__ import annotations

import itertools
import json
import math
import random
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.results import Interval, SampleScore, Score, Signature, compute_intervals
from legal_metrics.stats import bootstrap
from legal_metrics.stats.bootstrap import bootstrap_ci, ratio_interval, ratio_intervals

FEW = 200  # resamples where only the mechanism is tested


def exact_draws(seed: int, n: int, resamples: int) -> list[list[int]]:
    """The same draws, one resample after the other."""
    generator = np.random.default_rng(seed)
    return [generator.integers(0, n, size=n).tolist() for _ in range(resamples)]


def by_hand(
    tops: list[Fraction], bottoms: list[Fraction], seed: int, resamples: int, confidence: float
) -> tuple[float, float]:
    """Percentile interval with exact fractions: the samples in the order of their figures."""
    tops, bottoms = map(list, zip(*sorted(zip(tops, bottoms, strict=True)), strict=True))
    ratios = []
    for draw in exact_draws(seed, len(tops), resamples):
        bottom = sum((bottoms[i] for i in draw), Fraction())
        if bottom:
            ratios.append(float(sum((tops[i] for i in draw), Fraction()) / bottom))
    low, high = np.quantile(ratios, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=9),
    st.integers(0, 2**32),
    st.sampled_from([0.5, 0.9, 0.95]),
)
@settings(max_examples=60)
def test_equals_exact_arithmetic_on_the_same_draws(rows: list[tuple[int, int]], seed: int, confidence: float) -> None:
    tops, bottoms = [Fraction(a) for a, _ in rows], [Fraction(b) for _, b in rows]
    found = ratio_interval([a for a, _ in rows], [b for _, b in rows], seed=seed, resamples=FEW, confidence=confidence)
    try:
        low, high = by_hand(tops, bottoms, seed, FEW, confidence)
    except IndexError:  # no resample has a denominator
        assert math.isnan(found.low) and found.degenerate
        return
    assert found.low == pytest.approx(low, rel=1e-12) and found.high == pytest.approx(high, rel=1e-12)


def test_equals_the_enumeration_of_all_resamples() -> None:
    """Three values have 27 resamples; with many draws the quantiles are those of the listed distribution."""
    values = [0.0, 1.0, 5.0]
    means = sorted(sum(draw) / 3 for draw in itertools.product(values, repeat=3))
    interval = bootstrap_ci(values, seed=0, confidence=0.8, resamples=20_000)
    assert interval.low == pytest.approx(means[2], abs=1e-12)  # 10 % of 27: among the third to the fifth, all 1/3 … 2/3
    assert interval.high == pytest.approx(means[24], abs=1e-12)


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("shape", ["uniform", "skewed", "binary"])
def test_agrees_with_scipy(method: str, shape: str) -> None:
    from scipy.stats import bootstrap as scipy_bootstrap

    source = np.random.default_rng(5)
    values = {
        "uniform": source.random(120),
        "skewed": source.exponential(size=60),
        "binary": (source.random(200) < 0.1).astype(float),
    }[shape]
    theirs = scipy_bootstrap(
        (values,),
        np.mean,
        n_resamples=20_000,
        method="BCa" if method == "bca" else method,
        random_state=np.random.default_rng(1),
    )
    ours = bootstrap_ci(values.tolist(), method=method, seed=2, resamples=20_000)
    # The Monte Carlo error of a 2.5 % quantile is about 0.02 standard errors; means of 200 zeros and ones lie on a grid.
    tolerance = 1.01 / 200 if shape == "binary" else 0.1 * theirs.standard_error
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)


def test_bca_is_scipys_on_the_same_replicates() -> None:
    """With scipy's own resampled means put in, the same interval to rounding."""
    from scipy.stats import bootstrap as scipy_bootstrap

    values = np.random.default_rng(7).exponential(size=50)
    theirs = scipy_bootstrap((values,), np.mean, n_resamples=5000, method="BCa", random_state=np.random.default_rng(1))
    units = np.column_stack([values, np.ones(50)])
    sums = np.column_stack([theirs.bootstrap_distribution * 50, np.full(5000, 50.0)])
    statistic = bootstrap._Statistic(units, 0, np.array([50]), float(values.mean()))
    ours = statistic.interval(sums, confidence=0.95, method="bca")
    assert ours.low == pytest.approx(theirs.confidence_interval.low, rel=1e-9)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, rel=1e-9)


@given(st.lists(st.floats(0, 1) | st.sampled_from([0.0, 1.0]), min_size=1, max_size=30), st.integers(0, 100))
@settings(max_examples=60)
def test_bounds_and_purity(values: list[float], seed: int) -> None:
    before = list(values)
    for method in bootstrap.METHODS:
        interval = bootstrap_ci(values, seed=seed, resamples=FEW, method=method)
        assert min(values) - 1e-11 <= interval.low <= interval.high <= max(values) + 1e-11
        assert interval == bootstrap_ci(values, seed=seed, resamples=FEW, method=method)
        assert interval.degenerate or len(set(values)) > 1
    assert values == before


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("value", [1, 0, 1 / 3, 0.1, 1e-300, 1e300])
@pytest.mark.parametrize("n", [1, 2, 4, 100])
def test_a_constant_has_itself_as_interval(value: float, n: int, method: str) -> None:
    interval = bootstrap_ci([value] * n, seed=0, method=method, resamples=FEW)
    assert interval == Interval(pytest.approx(value, rel=1e-15), pytest.approx(value, rel=1e-15), True)
    assert interval.low == interval.high


def test_one_value_and_one_cluster_are_degenerate() -> None:
    assert bootstrap_ci([0.25], seed=0) == Interval(0.25, 0.25, True)
    assert bootstrap_ci([0.0, 1.0], clusters=["q", "q"], seed=0) == Interval(0.5, 0.5, True)


def test_nothing_to_resample_is_nan_and_flagged() -> None:
    for interval in (bootstrap_ci([], seed=0), ratio_interval([0, 0], [0, 0], seed=0)):
        assert math.isnan(interval.low) and math.isnan(interval.high) and interval.degenerate


def test_resamples_without_denominator_are_left_out() -> None:
    interval = ratio_interval([1, 0], [1, 0], seed=0)  # a quarter of the resamples draw the second sample twice
    assert interval == Interval(1.0, 1.0, True)
    assert 2_350 < interval.n_undefined < 2_650  # a quarter of 10,000, and five standard deviations of 43
    assert bootstrap_ci([1, 0], seed=0).n_undefined == 0


def test_bca_stays_finite_where_every_replicate_lies_on_one_side() -> None:
    """One resample: all of it lies below or above the mean, and scipy's z0 is infinite."""
    for seed in range(20):
        interval = bootstrap_ci([0.0, 0.0, 1.0], seed=seed, method="bca", resamples=2)
        assert 0 <= interval.low <= interval.high <= 1


def test_clusters_are_drawn_whole() -> None:
    """Doubling every sample within its cluster leaves the interval as it was; without clusters it would shrink."""
    source = random.Random(4)
    values = [float(source.random() < 0.5) for _ in range(40)]
    alone = bootstrap_ci(values, seed=1)
    doubled = bootstrap_ci(values * 2, clusters=[*range(40), *range(40)], seed=1)
    assert alone == doubled
    unaware = bootstrap_ci(values * 2, seed=1)
    assert unaware.high - unaware.low < doubled.high - doubled.low


def test_names_of_clusters_do_not_matter() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0]
    a = bootstrap_ci(values, clusters=["a", "b", "a", "c", "b"], seed=1)
    assert a == bootstrap_ci(values, clusters=[10, ("x", 1), 10, None, ("x", 1)], seed=1)


def test_many_ratios_share_one_draw() -> None:
    source = random.Random(6)
    tops = [[source.random() for _ in range(50)] for _ in range(8)]
    bottoms = [[float(source.randrange(3)) for _ in range(50)] for _ in range(8)]
    clusters = [i % 17 for i in range(50)]
    for groups in (None, clusters):
        together = ratio_intervals(tops, bottoms, seed=2, clusters=groups, resamples=500)
        apart = [
            ratio_interval(t, b, seed=2, clusters=groups, resamples=500) for t, b in zip(tops, bottoms, strict=True)
        ]
        assert together == apart
    assert ratio_intervals([], [], seed=0) == []


def test_coverage_on_simulated_data() -> None:
    """Of 300 samples of 80 with a true mean of 0.3, about 95 % of the intervals hold it (binomial sd 1.3 %)."""
    source = np.random.default_rng(11)
    hits = 0
    for i in range(300):
        interval = bootstrap_ci((source.random(80) < 0.3).astype(float).tolist(), seed=i, resamples=1000)
        hits += interval.low <= 0.3 <= interval.high
    assert 0.90 <= hits / 300 <= 0.985


def test_memory_is_flat() -> None:
    """16,493 samples and 10,000 resamples would be 1.3 GB of indices at once."""
    values = [float(i % 3 == 0) for i in range(16_493)]
    tracemalloc.start()
    bootstrap_ci(values, seed=0, resamples=300)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


def sample_score(name: str, values: list[float], **options: Any) -> Score:
    samples = [SampleScore(v, cluster=options.get("cluster")) for v in values]
    return Score.from_samples(name, samples, Signature(name), resamples=options.get("resamples", 500))


def test_compute_intervals_fills_what_the_scores_would_compute_themselves() -> None:
    source = random.Random(2)
    columns = [[source.random() for _ in range(n)] for n in (30, 30, 12, 30)]

    def scores() -> list[Score]:
        return [
            *(sample_score(f"m{i}", column) for i, column in enumerate(columns)),
            sample_score("fewer", columns[0], resamples=300),
            sample_score("clustered", columns[0], cluster="q"),
            sample_score("empty", []),
        ]

    alone = [score.interval for score in scores()]
    filled = scores()
    together = compute_intervals(filled)
    assert [repr(i) for i in together] == [repr(i) for i in alone]  # NaN is not equal to itself
    assert [score.interval for score in filled] == together
    assert compute_intervals([]) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "basic"}, r"method: found 'basic', allowed percentile, bca"),
        ({"confidence": 95}, r"confidence: found 95, allowed a number between 0 and 1"),
        ({"confidence": 0}, r"confidence: found 0"),
        ({"confidence": math.nan}, r"confidence: found nan"),
        ({"confidence": "0.95"}, r"confidence: found '0.95'"),
        ({"resamples": 0}, r"resamples: found 0, allowed a whole number >= 1"),
        ({"resamples": 10.5}, r"resamples: found 10.5"),
        ({"seed": -1}, r"seed: found -1, allowed a whole number >= 0"),
        ({"seed": 0.5}, r"seed: found 0.5"),
        ({"seed": None}, r"seed: found None"),  # numpy would draw another interval each time
        ({"seed": True}, r"seed: found True"),
        ({"clusters": ["q"]}, r"2 samples but 1 clusters"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        bootstrap_ci([0.0, 1.0], **({"seed": 0} | options))


def test_numbers_of_numpy_are_options_too() -> None:
    assert bootstrap_ci([0.0, 1.0], seed=np.int64(3)) == bootstrap_ci([0.0, 1.0], seed=3)


def test_intervals_without_bounds_are_one_answer() -> None:
    """Python 3.13 compares dataclasses field by field; NaN is then unlike itself unless the class says otherwise."""
    nothing = Interval(math.nan, float("nan"))
    assert nothing == Interval(float("nan"), math.nan)
    assert hash(nothing) == hash(Interval(float("nan"), math.nan))
    assert nothing != Interval(math.nan, 1.0)
    assert nothing != Interval(math.nan, math.nan, True)
    assert nothing != (nothing.low, nothing.high, False)
    assert Interval(0.1, 0.2) == Interval(0.1, 0.2) != Interval(0.1, 0.3)


def test_bad_values_are_named() -> None:
    with pytest.raises(LegalMetricsError, match="sample 1: found nan"):
        bootstrap_ci([0.0, math.nan], seed=0)
    with pytest.raises(LegalMetricsError, match="columns of 2 and 1 samples"):
        ratio_interval([0.0, 1.0], [1.0], seed=0)
    with pytest.raises(LegalMetricsError, match="1 rows of numerators but 2 of denominators"):
        ratio_intervals([[1.0]], [[1.0], [1.0]], seed=0)


def test_field_case_of_a_constant(shared: Path) -> None:
    lines = (shared / "cases" / "field-cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"].startswith("bootstrap:")]
    assert cases
    for case in cases:
        given_ = case["input"]
        interval = bootstrap_ci(
            given_["values"], confidence=given_["confidence"], method=given_["method"], seed=given_["seed"]
        )
        assert (interval.low, interval.high) == (case["expected"]["low"], case["expected"]["high"])
