"""Seeded bootstrap intervals: resampled sums as one matrix product, exact, the same for every chunk size and BLAS.

Every score of this package is a ratio of two sums over samples (a mean has denominators 1), so one routine serves all: draw the samples
(or clusters) with replacement, count how often each was drawn, multiply the counts with the columns of numerators and
denominators, divide.

Exactness: floating sums differ in the last bits with the order of summation, hence with chunk size and BLAS. Each column is therefore
held as whole numbers, in float64: scaled by the largest power of two for which no resampled sum can reach 2**53, and rounded. Sums of such
numbers are exact in any order. Columns that are whole already (counts, 0/1) are not rounded at all; n values in [0, 1] are rounded by at
most n / 2**53 each (2e-12 at n = 16,493), far below the width of any interval.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING

from legal_metrics.errors import LegalMetricsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DEFAULT_SEED = 20260617
DEFAULT_RESAMPLES = 10_000
DEFAULT_CONFIDENCE = 0.95
METHODS = ("percentile", "bca")
_DRAWS_AT_A_TIME = 1 << 20  # indices drawn at a time: bounds memory to about 25 MB, never changes a result


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """A confidence interval; ``degenerate`` when every resample gave the same value (or there was nothing to resample).

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Interval):
            return NotImplemented
        bounds = ((self.low, other.low), (self.high, other.high))
        return self.degenerate == other.degenerate and all(a == b or (a != a and b != b) for a, b in bounds)

    def __hash__(self) -> int:
        return hash((*(None if x != x else x for x in (self.low, self.high)), self.degenerate))


def bootstrap_ci(
    values: Sequence[float],
    *,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
) -> Interval:
    """Bootstrap interval of the mean of ``values``.

    ``clusters`` names each value's group (question, exam, contract); whole groups are then drawn. ``method`` is ``"percentile"`` or ``"bca"``
    (bias-corrected and accelerated, Efron 1987, by the closed-form jackknife of a ratio). The interval is flagged ``degenerate`` where all
    resamples agree (constant values, one value, one cluster) and is then that value twice; without values it is (NaN, NaN).

    Raises LegalMetricsError for a value that is not finite, ``clusters`` of another length, and what ``check_options`` refuses.

    >>> bootstrap_ci([1, 1, 1, 1], seed=0)
    Interval(low=1.0, high=1.0, degenerate=True)
    >>> bootstrap_ci([0, 1] * 50, seed=0)
    Interval(low=0.4, high=0.6, degenerate=False)
    """
    return ratio_interval(
        values,
        [1.0] * len(values),
        clusters=clusters,
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
    seed: int,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> Interval:
    """Bootstrap interval of sum(numerators) / sum(denominators); samples (or clusters) are drawn whole.

    A sample with denominator 0 has no part in the ratio but is drawn like the others, so that one seed means one draw for every score over
    the same samples. A resample whose denominators sum to 0 has no ratio and is left out; (NaN, NaN) where none has one.

    >>> ratio_interval([1, 0, 3], [2, 1, 3], seed=0)
    Interval(low=0.0, high=1.0, degenerate=False)
    """
    return ratio_intervals(
        [numerators],
        [denominators],
        clusters=clusters,
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
    seed: int,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = DEFAULT_CONFIDENCE,
    method: str = "percentile",
) -> list[Interval]:
    """The intervals of several ratios over the same samples from one draw; ``numerators[k]`` and ``denominators[k]`` make ratio k.

    Paired: resample b holds the same samples for every ratio. Each interval equals that of ``ratio_interval`` alone, and many cost little
    more than one.

    >>> a, b = ratio_intervals([[1, 0, 1, 1], [0, 0, 1, 0]], [[1] * 4, [1] * 4], seed=1)
    >>> a == ratio_interval([1, 0, 1, 1], [1] * 4, seed=1)
    True
    """
    check_options(seed=seed, resamples=resamples, confidence=confidence, method=method)
    if len(numerators) != len(denominators):
        raise LegalMetricsError(f"{len(numerators)} rows of numerators but {len(denominators)} of denominators")
    if not numerators:
        return []
    table = _matrix([*numerators, *denominators], len(numerators[0]))
    if clusters is not None and len(clusters) != len(table):
        raise LegalMetricsError(f"{len(table)} samples but {len(clusters)} clusters: each sample needs one")
    if not len(table):
        return [Interval(math.nan, math.nan, True) for _ in numerators]
    units, exponents = _fixed_point(table, clusters)
    sums = _resampled_sums(units, seed=seed, resamples=resamples)
    intervals = []
    for k in range(len(numerators)):
        pair = [k, len(numerators) + k]
        ratio = _Ratio(units[:, pair], exponents[k] - exponents[pair[1]])
        exact = _exact_ratio(numerators[k], denominators[k])
        intervals.append(ratio.interval(sums[:, pair], exact, confidence=confidence, method=method))
    return intervals


@dataclass(frozen=True)
class _Ratio:
    """One ratio's numerators and denominators per unit of resampling (n x 2), and the power of two that their scales differ by."""

    units: Floats
    exponent: int

    def of(self, sums: Floats) -> Floats:
        """Ratios of m pairs of sums (m x 2); pairs without denominator are left out."""
        import numpy as np

        kept = sums[sums[:, 1] != 0]
        ratios: Floats = np.ldexp(kept[:, 0] / kept[:, 1], -self.exponent)
        return ratios

    def interval(self, sums: Floats, exact: float, *, confidence: float, method: str) -> Interval:
        """Interval from the resampled ``sums``; ``exact`` is the ratio itself, free of the rounding to fixed point."""
        import numpy as np

        replicates = self.of(sums)
        if not len(replicates):
            return Interval(math.nan, math.nan, True)
        if replicates.min() == replicates.max():
            value = float(replicates[0]) if math.isnan(exact) else exact
            return Interval(value, value, True)
        tail = (1 - confidence) / 2
        levels = self._bca_levels(replicates, tail) if method == "bca" else [tail, 1 - tail]
        low, high = np.quantile(replicates, levels)
        return Interval(float(low), float(high), False)

    def _bca_levels(self, replicates: Floats, tail: float) -> list[float]:
        """The percentiles that BCa reads instead of ``tail`` and ``1 - tail`` (Efron 1987; Efron and Tibshirani 1993, 14.3)."""
        from statistics import NormalDist

        normal = NormalDist()
        total = self.units.sum(axis=0)
        point = self.of(total[None, :])
        # Ties count half. When every replicate lies on one side, the share is held half a replicate off the edge: z0 stays finite.
        below = float(((replicates < point).mean() + (replicates <= point).mean()) / 2) if len(point) else 0.5
        edge = 0.5 / len(replicates)
        z0 = normal.inv_cdf(min(max(below, edge), 1 - edge))
        left_out = self.of(total - self.units)
        deviations = left_out.mean() - left_out
        spread = float((deviations**2).sum())
        acceleration = float((deviations**3).sum()) / (6 * spread**1.5) if spread else 0.0
        levels = []
        for z in (normal.inv_cdf(tail), normal.inv_cdf(1 - tail)):
            slope = 1 - acceleration * (z0 + z)
            levels.append(normal.cdf(z0 + (z0 + z) / slope) if slope > 0 else float(z0 + z > 0))
        return levels


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
    if not _is_whole(seed, 0):
        raise LegalMetricsError(f"seed: found {seed!r}, allowed a whole number >= 0")
    if not _is_whole(resamples, 1):
        raise LegalMetricsError(f"resamples: found {resamples!r}, allowed a whole number >= 1")
    if not isinstance(confidence, Real) or not 0 < confidence < 1:
        raise LegalMetricsError(f"confidence: found {confidence!r}, allowed a number between 0 and 1, such as 0.95")
    if method not in METHODS:
        raise LegalMetricsError(f"method: found {method!r}, allowed {', '.join(METHODS)}")


def _is_whole(value: object, least: int) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= least


def _matrix(columns: Sequence[Sequence[float]], n: int) -> Floats:
    """The columns side by side (n x number of columns), all finite."""
    import numpy as np

    for column in columns:
        if len(column) != n:
            raise LegalMetricsError(f"columns of {n} and {len(column)} samples: all need the same number")
    table: Floats = np.array(columns, dtype=np.float64).reshape(len(columns), n).T
    bad = np.argwhere(~np.isfinite(table))
    if len(bad):
        sample, column_number = (int(i) for i in bad[0])
        raise LegalMetricsError(f"sample {sample}: found {table[sample, column_number]}, allowed are finite numbers")
    return table


def _fixed_point(table: Floats, clusters: Sequence[Hashable] | None) -> tuple[Floats, list[int]]:
    """Each column times a power of two, rounded and summed per cluster, such that resampled sums stay exact; and the exponents."""
    import numpy as np

    numbers: dict[Hashable, int] = {}
    group = None if clusters is None else np.array([numbers.setdefault(c, len(numbers)) for c in clusters])
    n_units = len(table) if group is None else len(numbers)
    units = np.empty((n_units, table.shape[1]))
    exponents = []
    for k, column in enumerate(table.T):
        # The largest sum that a resample can reach is the heaviest unit drawn every time; 0.1 % is kept for the rounding of the values.
        weight = np.abs(column) if group is None else np.bincount(group, np.abs(column), minlength=n_units)
        largest = float(weight.max()) * n_units
        whole = largest < 2**52 and bool((column == np.rint(column)).all())
        exponent = 0 if whole or not largest else 53 - math.frexp(1.001 * largest)[1]
        fixed = np.rint(np.ldexp(column, exponent))
        units[:, k] = fixed if group is None else np.bincount(group, fixed, minlength=n_units)
        exponents.append(exponent)
    return units, exponents


def _resampled_sums(units: Floats, *, seed: int, resamples: int) -> Floats:
    """Sums of the columns over ``resamples`` draws of len(units) units with replacement (resamples x columns)."""
    import numpy as np

    n = len(units)
    rows = max(1, min(_DRAWS_AT_A_TIME // n, resamples))
    offsets = n * np.arange(rows)[:, None]
    generator = np.random.default_rng(seed)
    sums = np.empty((resamples, units.shape[1]))
    for start in range(0, resamples, rows):
        m = min(rows, resamples - start)
        drawn = generator.integers(0, n, size=(m, n))
        drawn += offsets[:m]
        counts = np.bincount(drawn.ravel(), minlength=m * n).reshape(m, n)
        sums[start : start + m] = counts.astype(np.float64) @ units
    return sums


def _exact_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> float:
    denominator = math.fsum(denominators)
    return math.fsum(numerators) / denominator + 0.0 if denominator else math.nan
