"""Seeded bootstrap intervals of means, of ratios of sums, and of differences between two of them.

Every score of this package is a ratio of two sums over samples (a mean has denominators 1), so one routine serves all: draw the samples
(or clusters, or each stratum apart) with replacement, count how often each was drawn, multiply the counts with the columns of numerators and
denominators, divide. ``stats.resampling`` makes the sums exact and the draw independent of the order of the samples.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from numbers import Real
from operator import neg
from typing import TYPE_CHECKING

from legal_metrics.arguments import check_sequence, is_whole
from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.resampling import as_columns, make_plan

if TYPE_CHECKING:
    from legal_metrics.stats.resampling import Floats, Indices

DEFAULT_SEED = 20260617
DEFAULT_RESAMPLES = 10_000
DEFAULT_CONFIDENCE = 0.95
METHODS = ("percentile", "bca")


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """A confidence interval; ``degenerate`` when every resample gave the same value (or there was nothing to resample).

    ``n_undefined`` counts the resamples that had no value (a denominator of 0) and were left out; it has no part in ``==``.
    Two intervals are equal when their bounds are, and here NaN equals NaN: "no interval" is one answer. (Left to ``dataclass``, that would
    hang on the Python version: up to 3.12 the same NaN object is equal to itself, from 3.13 on it is not.)

    >>> Interval(1.0, 1.0, True).low
    1.0
    >>> Interval(float("nan"), float("nan")) == Interval(float("nan"), float("nan"))
    True
    """

    low: float
    high: float
    degenerate: bool = False
    n_undefined: int = field(default=0, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Interval):
            return NotImplemented
        bounds = ((self.low, other.low), (self.high, other.high))
        return self.degenerate == other.degenerate and all(a == b or (a != a and b != b) for a, b in bounds)

    def __hash__(self) -> int:
        return hash((*(None if x != x else x for x in (self.low, self.high)), self.degenerate))


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a first model lies above a second on the same samples: ``value`` with its paired interval, over ``n`` samples.

    >>> Difference(0.25, Interval(0.1, 0.4), 40).value
    0.25
    """

    value: float
    interval: Interval
    n: int


def bootstrap_ci(
    values: Sequence[float],
    *,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
) -> Interval:
    """Bootstrap interval of the mean of ``values`` (n numbers in any unit; the bounds are in that unit).

    ``clusters`` names each value's group (question, exam, contract); whole groups are then drawn. ``strata`` names each value's stratum (charge, year);
    every resample then holds as many units of each stratum as there are: right where the strata were fixed by design. ``method`` is ``"percentile"``
    or ``"bca"`` (bias-corrected and accelerated, Efron 1987, by the closed-form jackknife of a ratio). The interval depends on the values, not on their
    order or on the names of clusters and strata.

    Undefined cases: all resamples agree (constant values, one value, one cluster): that value twice, flagged ``degenerate``; no values: (NaN, NaN),
    flagged too. BCa needs resamples on both sides of the mean; where they all lie on one side, the share is held half a resample off the edge.

    Raises LegalMetricsError for a value that is not finite, ``clusters`` or ``strata`` of another length, a cluster in two strata, and what
    ``check_options`` refuses.

    >>> bootstrap_ci([1, 1, 1, 1], seed=0)
    Interval(low=1.0, high=1.0, degenerate=True)
    >>> bootstrap_ci([0, 1] * 50, seed=0)
    Interval(low=0.4, high=0.6, degenerate=False)
    """
    check_sequence("values", values, "finite numbers")
    return ratio_interval(
        values,
        [1.0] * len(values),
        clusters=clusters,
        strata=strata,
        seed=seed,
        resamples=resamples,
        confidence=confidence,
        method=method,
    )


def ratio_interval(
    numerators: Sequence[float],
    denominators: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    seed: int,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> Interval:
    """Bootstrap interval of sum(numerators) / sum(denominators); samples (or clusters) are drawn whole.

    For figures pooled from counts: micro F1 is (2 TP, 2 TP + FP + FN) of each sample. A sample with denominator 0 has no part in the ratio but is drawn
    like the others. A resample whose denominators sum to 0 has no ratio and is left out and counted (``n_undefined``); (NaN, NaN) where none has one.
    Raises: as ``bootstrap_ci``.

    >>> ratio_interval([1, 0, 3], [2, 1, 3], seed=0)
    Interval(low=0.0, high=1.0, degenerate=False)
    """
    return ratio_intervals(
        [numerators],
        [denominators],
        clusters=clusters,
        strata=strata,
        seed=seed,
        resamples=resamples,
        confidence=confidence,
        method=method,
    )[0]


def ratio_intervals(
    numerators: Sequence[Sequence[float]],
    denominators: Sequence[Sequence[float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    seed: int,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> list[Interval]:
    """The intervals of several ratios over the same samples from one draw; ``numerators[k]`` and ``denominators[k]`` make ratio k.

    Each interval equals that of ``ratio_interval`` alone, and many cost little more than one. To compare two ratios use ``ratio_differences``: whether
    two intervals overlap is no test.

    >>> a, b = ratio_intervals([[1, 0, 1, 1], [0, 0, 1, 0]], [[1] * 4, [1] * 4], seed=1)
    >>> a == ratio_interval([1, 0, 1, 1], [1] * 4, seed=1)
    True
    """
    check_options(seed=seed, resamples=resamples, confidence=confidence, method=method)
    if len(numerators) != len(denominators):
        raise LegalMetricsError(f"{len(numerators)} rows of numerators but {len(denominators)} of denominators")
    ratios = [([top], [bottom]) for top, bottom in zip(numerators, denominators, strict=True)]
    drawn = _resampled(ratios, clusters=clusters, strata=strata, seed=seed, resamples=resamples)
    return [statistic.interval(sums, confidence=confidence, method=method) for statistic, sums in drawn]


def paired_bootstrap(
    a: Sequence[float],
    b: Sequence[float],
    *,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
    seed: int = DEFAULT_SEED,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
) -> Difference:
    """Mean of ``a`` minus mean of ``b`` with its paired bootstrap interval: ``a[i]`` and ``b[i]`` are two models' scores of sample i and are drawn together.

    Options and undefined cases as ``bootstrap_ci``: constant differences give that difference twice, flagged ``degenerate`` (exactly constant: those of counts
    and 0/1 are, those of decimal fractions differ in the last bit); without samples value and bounds are NaN.
    Source: Efron and Tibshirani 1993, chapter 8. Raises LegalMetricsError as ``bootstrap_ci``, and for lists of different lengths.

    >>> paired_bootstrap([1, 1, 0, 1], [0, 1, 0, 1])
    Difference(value=0.25, interval=Interval(low=0.0, high=0.75, degenerate=False), n=4)
    """
    check_sequence("a", a, "finite numbers")
    check_sequence("b", b, "finite numbers")
    ones = [1.0] * len(a)
    return ratio_differences(
        [(a, ones, b, ones)],
        clusters=clusters,
        strata=strata,
        seed=seed,
        resamples=resamples,
        confidence=confidence,
        method=method,
    )[0]


def ratio_differences(
    pairs: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> list[Difference]:
    """For each (numerators, denominators, other numerators, other denominators) over the same samples: first ratio minus second, paired.

    One draw serves all pairs; each result equals that of the pair alone. A resample in which one of the two ratios has no denominator is left out and
    counted (``interval.n_undefined``); a difference without one of its ratios is NaN. Raises: as ``bootstrap_ci``.

    >>> [d.value for d in ratio_differences([([3, 3], [4, 4], [1, 1], [2, 2])])]  # 6/8 - 2/4
    [0.25]
    """
    found = ratio_differences_at(pairs, [confidence], clusters=clusters, strata=strata, seed=seed, resamples=resamples, method=method)
    return [difference for (difference,) in found]


def ratio_differences_at(
    pairs: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]],
    confidences: Sequence[float],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    method: str = "percentile",
) -> list[tuple[Difference, ...]]:
    """``ratio_differences`` at several levels of confidence from one draw: for each pair one result a level, equal to that of its own call.

    For intervals beside wider ones that are corrected for their number (Bonferroni). Raises: as ``bootstrap_ci``.

    >>> [(usual, wider)] = ratio_differences_at([([1, 0] * 20, [1] * 40, [0] * 40, [1] * 40)], [0.95, 0.99])
    >>> wider.interval.low < usual.interval.low, usual.value
    (True, 0.5)
    """
    for confidence in confidences:
        check_options(seed=seed, resamples=resamples, confidence=confidence, method=method)
    ratios = [([a, b], [a_parts, b_parts]) for a, a_parts, b, b_parts in pairs]
    drawn = _resampled(ratios, clusters=clusters, strata=strata, seed=seed, resamples=resamples)
    return [
        tuple(
            Difference(statistic.exact, statistic.interval(sums, confidence=confidence, method=method), len(ratio[0][0])) for confidence in confidences
        )
        for ratio, (statistic, sums) in zip(ratios, drawn, strict=True)
    ]


def ratio_intervals_and_differences(
    numerators: Sequence[Sequence[float]],
    denominators: Sequence[Sequence[float]],
    *,
    clusters: Sequence[Hashable] | None = None,
    strata: Sequence[Hashable] | None = None,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> tuple[list[Interval], list[Difference]]:
    """``ratio_intervals`` of every ratio and ``ratio_differences`` of every pair, (1, 2), (1, 3), …, from one draw: many models on the same samples.

    Each interval and difference equals that of its own call. Raises: as ``bootstrap_ci``.

    >>> intervals, [difference] = ratio_intervals_and_differences([[1, 0, 1, 1], [0, 0, 1, 0]], [[1] * 4, [1] * 4], seed=1)
    >>> difference == ratio_differences([([1, 0, 1, 1], [1] * 4, [0, 0, 1, 0], [1] * 4)], seed=1)[0]
    True
    """
    check_options(seed=seed, resamples=resamples, confidence=confidence, method=method)
    if len(numerators) != len(denominators):
        raise LegalMetricsError(f"{len(numerators)} rows of numerators but {len(denominators)} of denominators")
    rows = list(zip(numerators, denominators, strict=True))
    ratios: list[_Ratios] = [([top], [bottom]) for top, bottom in rows]
    ratios += [([a, b], [a_parts, b_parts]) for (a, a_parts), (b, b_parts) in combinations(rows, 2)]
    drawn = _resampled(ratios, clusters=clusters, strata=strata, seed=seed, resamples=resamples)
    found = [(statistic.exact, statistic.interval(sums, confidence=confidence, method=method)) for statistic, sums in drawn]
    return [interval for _, interval in found[: len(rows)]], [Difference(*pair, len(rows[0][0])) for pair in found[len(rows) :]]


_Ratios = tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]]
"""Numerators and denominators of one ratio, or of two whose difference is meant."""


def _resampled(
    ratios: Sequence[_Ratios],
    *,
    clusters: Sequence[Hashable] | None,
    strata: Sequence[Hashable] | None,
    seed: int,
    resamples: int,
) -> Iterator[tuple[_Statistic, Floats]]:
    """Each statistic with its resampled sums (resamples x columns), all from one draw."""
    import numpy as np

    if not ratios:
        return
    n = len(ratios[0][0][0])
    plan = make_plan(n, clusters=clusters, strata=strata)
    statistics = []
    for tops, bottoms in ratios:
        (numerators, up), (denominators, down) = (plan.fixed_point(as_columns(rows, n)) for rows in (tops, bottoms))
        units = plan.arrange(np.hstack([numerators, denominators]))
        statistics.append(_Statistic(units, up - down, plan.sizes, exact_statistic(tops, bottoms)))
    if not len(plan):
        yield from ((statistic, np.empty((0, statistic.units.shape[1]))) for statistic in statistics)
        return
    sums = plan.resampled_sums(np.hstack([s.units for s in statistics]), seed=seed, resamples=resamples)
    ends = np.cumsum([s.units.shape[1] for s in statistics])[:-1]
    yield from zip(statistics, np.hsplit(sums, ends), strict=True)


@dataclass(frozen=True)
class _Statistic:
    """A ratio, or the difference of two.

    ``units`` (n x 2, or n x 4): numerators of each unit of resampling, then denominators, as whole numbers, arranged; ``exponent``: the power of two that
    the scales of the two differ by; ``sizes``: units per stratum; ``exact``: the statistic itself, free of the rounding to fixed point.
    """

    units: Floats
    exponent: int
    sizes: Indices
    exact: float

    def of(self, sums: Floats) -> Floats:
        """Values of m rows of sums; NaN where a denominator is 0."""
        import numpy as np

        half = sums.shape[1] // 2
        tops, bottoms = sums[:, :half], np.where(sums[:, half:] == 0, np.nan, sums[:, half:])
        values: Floats = tops[:, 0] / bottoms[:, 0]
        if half == 2:  # over one denominator the difference is exact
            same = bottoms[:, 0] == bottoms[:, 1]
            values = np.where(same, (tops[:, 0] - tops[:, 1]) / bottoms[:, 0], values - tops[:, 1] / bottoms[:, 1])
        return np.ldexp(values, -self.exponent)

    def interval(self, sums: Floats, *, confidence: float, method: str) -> Interval:
        """Interval from the resampled ``sums``."""
        import numpy as np

        replicates = self.of(sums)
        replicates = replicates[~np.isnan(replicates)]
        n_undefined = len(sums) - len(replicates)
        if not len(replicates):
            return Interval(math.nan, math.nan, True, n_undefined)
        if replicates.min() == replicates.max():
            value = float(replicates[0]) if math.isnan(self.exact) else self.exact
            return Interval(value, value, True, n_undefined)
        tail = (1 - confidence) / 2
        levels = self._bca_levels(replicates, tail) if method == "bca" else [tail, 1 - tail]
        low, high = np.quantile(replicates, levels)
        return Interval(float(low), float(high), False, n_undefined)

    def _bca_levels(self, replicates: Floats, tail: float) -> list[float]:
        """The percentiles that BCa reads instead of ``tail`` and ``1 - tail`` (Efron 1987; Efron and Tibshirani 1993, 14.3)."""
        from statistics import NormalDist

        normal = NormalDist()
        total = self.units.sum(axis=0)
        point = float(self.of(total[None, :])[0])
        # Ties count half. When every replicate lies on one side, the share is held half a replicate off the edge: z0 stays finite.
        below = 0.5 if math.isnan(point) else float(((replicates < point).mean() + (replicates <= point).mean()) / 2)
        edge = 0.5 / len(replicates)
        z0 = normal.inv_cdf(min(max(below, edge), 1 - edge))
        acceleration = self._acceleration(total)
        levels = []
        for z in (normal.inv_cdf(tail), normal.inv_cdf(1 - tail)):
            slope = 1 - acceleration * (z0 + z)
            levels.append(normal.cdf(z0 + (z0 + z) / slope) if slope > 0 else float(z0 + z > 0))
        return levels


    def _acceleration(self, total: Floats) -> float:
        """From the values with one unit left out, each held against its stratum (Davison and Hinkley 1997, 5.3.2)."""
        import numpy as np

        stratum = np.repeat(np.arange(len(self.sizes)), self.sizes)
        left_out = self.of(total - self.units)
        defined = ~np.isnan(left_out)
        left_out, stratum = left_out[defined], stratum[defined]
        means = np.bincount(stratum, left_out) / np.maximum(np.bincount(stratum), 1)
        deviations = means[stratum] - left_out
        largest = float(np.abs(deviations).max(initial=0))
        if not largest:
            return 0.0
        deviations /= largest  # the acceleration has no unit: squares and cubes stay in range
        return float((deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5))


def check_options(
    *,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> None:
    """Refuse options that no interval can be drawn with: who takes them for later asks here at once.

    Raises: LegalMetricsError for a seed that is no whole number >= 0, resamples that are no whole number >= 1, a confidence outside (0, 1), an unknown
    method.

    >>> check_options(seed=-1)
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: seed: found -1, allowed a whole number >= 0
    """
    if not is_whole(seed, 0):
        raise LegalMetricsError(f"seed: found {seed!r}, allowed a whole number >= 0")
    if not is_whole(resamples, 1):
        raise LegalMetricsError(f"resamples: found {resamples!r}, allowed a whole number >= 1")
    if not isinstance(confidence, Real) or not 0 < confidence < 1:
        raise LegalMetricsError(f"confidence: found {confidence!r}, allowed a number between 0 and 1, such as 0.95")
    if method not in METHODS:
        raise LegalMetricsError(f"method: found {method!r}, allowed {', '.join(METHODS)}")


def exact_statistic(numerators: Sequence[Sequence[float]], denominators: Sequence[Sequence[float]]) -> float:
    """The ratio, or the first ratio minus the second, from exactly rounded sums; NaN where a denominator is 0. Never -0.0.

    Raises: LegalMetricsError where sums leave the range of floating point.
    """
    try:
        bottoms = [math.fsum(row) for row in denominators]
        if 0 in bottoms:
            return math.nan
        if len(bottoms) == 2 and bottoms[0] == bottoms[1]:
            return math.fsum([*numerators[0], *map(neg, numerators[1])]) / bottoms[0] + 0.0
        first, *others = (math.fsum(row) / bottom for row, bottom in zip(numerators, bottoms, strict=True))
        return first - math.fsum(others) + 0.0
    except OverflowError:
        raise LegalMetricsError("samples: found sums beyond the range of floating point, allowed are finite sums") from None
