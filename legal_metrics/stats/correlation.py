"""How far the ratings of two raters rise and fall together: Pearson, Spearman, Kendall's tau-b. None of them sees that one rater is stricter.

All three need two units, and two different ratings from each rater. Two units always lie on a line: their correlation is 1 or -1, with the interval [-1, 1].
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, Interval
from legal_metrics.stats.estimates import (
    Estimate,
    Formula,
    IntervalOptions,
    check_lengths,
    complete_rows,
    estimate_interval,
    normal_quantile,
    numbers,
    on_grid,
)
from legal_metrics.stats.unit_draws import Units, make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats, Statistic

_CONSTANT = 1e-12
"""A variance below this share of the mean square is rounding: the ratings are one and the same."""
_BLOCK = 512
"""Distinct units whose pairs are compared at a time."""


def pearson(
    first: Sequence[float | None],
    second: Sequence[float | None],
    *,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Pearson's correlation of two raters' numbers, in [-1, 1]: how well a straight line fits.

    Units that one of them did not rate are left out and counted. Interval: Fisher's z (standard error 1/sqrt(n - 3)), [-1, 1] up to three units; with clusters, or
    ``interval="bootstrap"``, resampled. Undefined with fewer than two units, and where a rater gives one and the same number throughout.
    Raises: LengthMismatchError; LegalMetricsError for ratings or options that cannot be used.

    >>> pearson([1, 2, 3, 4], [2, 4, 5, 9]).value.__round__(4)
    0.9648
    >>> pearson([1, 2, 3], [5, 5, 5]).reason
    'the second gave one and the same number throughout'
    """
    return _correlation("pearson", first, second, clusters, IntervalOptions(interval, confidence, resamples, seed))


def spearman(
    first: Sequence[float | None],
    second: Sequence[float | None],
    *,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Spearman's rank correlation, in [-1, 1]: Pearson's of the ranks, ties sharing their mean rank.

    Interval: Fisher's z with the standard error sqrt((1 + r*r/2) / (n - 3)) of Bonett and Wright 2000; else as ``pearson``. Undefined cases and errors (Raises):
    as ``pearson``.

    >>> spearman([1, 2, 3, 4], [2, 4, 4, 9]).value.__round__(4)
    0.9487
    """
    return _correlation("spearman", first, second, clusters, IntervalOptions(interval, confidence, resamples, seed))


def kendall_tau_b(
    first: Sequence[float | None],
    second: Sequence[float | None],
    *,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Kendall's tau-b, in [-1, 1]: pairs of units that both order alike less those they order the other way round, with correction for ties.

    Interval: Fisher's z with the standard error sqrt(0.437 / (n - 4)) of Fieller, Hartley and Pearson 1957, [-1, 1] up to four units; else as ``pearson``. A
    resample compares all pairs of distinct units. ``details``: pairs ordered alike (``concordant``) and otherwise (``discordant``). Undefined cases and errors
    (Raises): as ``pearson``.

    >>> estimate = kendall_tau_b([1, 2, 3, 4], [2, 4, 4, 9])
    >>> round(estimate.value, 4), estimate.details["concordant"], estimate.details["discordant"]
    (0.9129, 5, 0)
    """
    return _correlation(
        "kendall_tau_b", first, second, clusters, IntervalOptions(interval, confidence, resamples, seed)
    )


def _correlation(
    kind: str,
    first: Sequence[float | None],
    second: Sequence[float | None],
    clusters: Sequence[Hashable] | None,
    options: IntervalOptions,
) -> Estimate:
    check_lengths(numbers("first", first), numbers("second", second))
    rows, kept, n_missing = complete_rows(
        list(zip(numbers("first", first), numbers("second", second), strict=True)), clusters
    )
    n = len(rows)
    if n < 2:
        return Estimate(math.nan, n, reason="fewer than two units that both rated", n_missing=n_missing)
    pairs = [(float(row[0]), float(row[1])) for row in rows]
    if (
        kind == "pearson"
    ):  # ranks are taken of the numbers themselves: scaled, two that differ in the last digit could become one
        columns = [on_grid([[pair[side]] for pair in pairs])[0] for side in (0, 1)]
        pairs = [(a[0], b[0]) for a, b in zip(*columns, strict=True)]
    units = make_units(pairs, raters=2, clusters=kept)
    constant = [name for name, side in (("first", 0), ("second", 1)) if len({pair[side] for pair in pairs}) < 2]
    statistic = {"pearson": _pearson, "spearman": _spearman, "kendall_tau_b": _tau_b}[kind](units)
    details = {}
    if constant:
        value = math.nan
    elif kind == "kendall_tau_b":
        value, details["concordant"], details["discordant"] = _tau_b_of(pairs)
    else:
        value = float(statistic(units.weights)[0])
    formula = Formula("fisher-z", lambda value, confidence: _fisher(value, _error(kind, value, n), confidence))
    bounds, method = estimate_interval(value, statistic, units, options, formula=formula)
    reason = f"the {constant[0]} gave one and the same number throughout" if constant else ""
    return Estimate(value, n, bounds, method, reason, n_missing, MappingProxyType(details))


# --- intervals ----------------------------------------------------------------------------------------------------------


def _error(kind: str, value: float, n: int) -> float:
    """The standard error of Fisher's z; infinite where there are too few units for one."""
    if n <= (4 if kind == "kendall_tau_b" else 3):
        return math.inf
    if kind == "kendall_tau_b":
        return math.sqrt(0.437 / (n - 4))
    return math.sqrt((1 + value * value / 2 if kind == "spearman" else 1) / (n - 3))


def _fisher(value: float, error: float, confidence: float) -> Interval:
    if math.isinf(error):
        return Interval(-1.0, 1.0)
    if abs(value) == 1:
        return Interval(value, value, True)
    middle, reach = math.atanh(value), normal_quantile(confidence) * error
    return Interval(math.tanh(middle - reach), math.tanh(middle + reach))


# --- statistics of weighted units ---------------------------------------------------------------------------------------


def _pearson(units: Units) -> Statistic:
    import numpy as np

    x, y = units.rows.T
    sums = np.stack([x, y, x * x, y * y, x * y], axis=1)
    return lambda weights: _moments(weights.sum(axis=1), *(weights @ sums).T)


def _moments(n: Floats, x: Floats, y: Floats, xx: Floats, yy: Floats, xy: Floats) -> Floats:
    import numpy as np

    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    constant = (spread_x <= _CONSTANT * n * xx) | (spread_y <= _CONSTANT * n * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = (n * xy - x * y) / np.sqrt(np.maximum(spread_x, 0) * np.maximum(spread_y, 0))
    return np.where(constant, math.nan, np.clip(values, -1.0, 1.0))


def _spearman(units: Units) -> Statistic:
    import numpy as np

    ranks = [_mid_ranks(column) for column in units.rows.T]

    def rho(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        x, y = (of(weights) - n[:, None] / 2 for of in ranks)  # whole halves about 0
        nothing = np.zeros_like(n)
        squares = [(weights * part).sum(axis=1) for part in (x * x, y * y, x * y)]
        return _moments(n, nothing, nothing, *squares)

    return rho


def _mid_ranks(column: Floats) -> Callable[[Floats], Floats]:
    """Of each distinct unit the rank of its value among the weighted units, ties in the middle: weights (draws x d) -> ranks (draws x d), from 0."""
    import numpy as np

    values, place = np.unique(column, return_inverse=True)
    member = np.eye(len(values))[place]

    def ranks(weights: Floats) -> Floats:
        totals = weights @ member
        found: Floats = (np.cumsum(totals, axis=1) - totals / 2)[:, place]
        return found

    return ranks


def _tau_b(units: Units) -> Statistic:
    import numpy as np

    x, y = units.rows.T
    ties = []  # for each side: the units in order, and where each group of equal ones begins
    for column in (x, y):
        order = np.argsort(column, kind="stable")
        ties.append((order, np.flatnonzero(np.r_[True, np.diff(column[order]) != 0])))

    def tau(weights: Floats) -> Floats:
        n = weights.sum(axis=1)
        score = np.zeros(len(weights))
        for start in range(0, len(x), _BLOCK):
            part = slice(start, start + _BLOCK)
            signs = np.sign(np.subtract.outer(x, x[part])) * np.sign(np.subtract.outer(y, y[part]))
            score += ((weights @ signs) * weights[:, part]).sum(axis=1)
        untied = [n * n - (np.add.reduceat(weights[:, order], begins, axis=1) ** 2).sum(axis=1) for order, begins in ties]
        with np.errstate(invalid="ignore", divide="ignore"):
            values = score / np.sqrt(untied[0] * untied[1])
        return np.where((untied[0] == 0) | (untied[1] == 0), math.nan, np.clip(values, -1.0, 1.0))

    return tau


def _tau_b_of(pairs: Sequence[tuple[float, float]]) -> tuple[float, int, int]:
    """Tau-b in whole numbers, and the pairs ordered alike and otherwise: the units by rising x, each held against the y of those before (n log n)."""
    concordant = discordant = 0
    seen: list[float] = []
    for _, group in groupby(sorted(pairs), key=lambda pair: pair[0]):
        tied = [y for _, y in group]
        for y in tied:
            concordant += bisect_left(seen, y)
            discordant += len(seen) - bisect_right(seen, y)
        for y in tied:
            insort(seen, y)
    n = len(pairs)
    untied = [
        n * (n - 1) // 2 - sum(m * (m - 1) // 2 for m in Counter(pair[side] for pair in pairs).values())
        for side in (0, 1)
    ]
    value = (concordant - discordant) / math.sqrt(untied[0] * untied[1])
    return min(max(value, -1.0), 1.0), concordant, discordant
