"""Trends: how much a score changes per year, with its bootstrap interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    Interval,
    check_options,
)
from legal_metrics.stats.resampling import as_columns, make_plan

if TYPE_CHECKING:
    from legal_metrics.stats.resampling import Floats

Row = tuple[Sequence[float], Sequence[float]]
"""Numerators and denominators of one score over the samples."""


def ratio_trends(
    rows: Sequence[Row],
    years: Sequence[int],
    *,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> list[Difference]:
    """Change of each score per year: the least-squares slope of its samples' values on their years, in units of the score, with interval.

    ``rows``: (numerators, denominators) of each score over the same n samples; a sample's value is their quotient and its weight the denominator, so that of a
    mean every sample weighs 1, and one with denominator 0 has no part. ``years``: the n samples' years. Years are kept as they are: each resample draws as many
    samples of each year as there are (strata), and fits the line anew.

    Undefined cases: no two years with a sample: value and bounds NaN, flagged ``degenerate``. Resamples without a slope are left out and counted. Source: weighted
    least squares; Davison and Hinkley 1997, 6.3. Raises: LegalMetricsError for lists of other lengths, figures that are not finite, what ``check_options`` refuses.

    >>> [trend] = ratio_trends([([1, 1, 0, 1, 0, 0], [1] * 6)], [2020, 2020, 2021, 2021, 2022, 2022])
    >>> trend.value, trend.n  # means 1, 0.5 and 0
    (-0.5, 6)
    """
    import numpy as np

    check_options(seed=seed, resamples=resamples, confidence=confidence)
    if not all(is_whole(year, -9999) for year in years):
        raise LegalMetricsError(f"years: found {shown(list(years))}, allowed whole numbers")
    n = len(years)
    if not rows or not n:
        return [Difference(math.nan, Interval(math.nan, math.nan, True), 0) for _ in rows]
    # Counted from the middle, the years keep their products with the figures small.
    middle = int(sorted(years)[n // 2])
    offsets = [float(int(year) - middle) for year in years]
    plan = make_plan(n, strata=years)
    units = []
    for numerators, denominators in rows:
        columns, _ = plan.fixed_point(as_columns(_moments(numerators, denominators, offsets), n))
        # The years lead: they tell strata apart whose figures agree.
        units.append(plan.arrange(np.hstack([np.array(offsets)[:, None], columns]))[:, 1:])
    drawn = np.hsplit(plan.resampled_sums(np.hstack(units), seed=seed, resamples=resamples), len(rows))
    return [
        _trend(_moments(numerators, denominators, offsets), sums, confidence) for (numerators, denominators), sums in zip(rows, drawn, strict=True)
    ]


def _moments(numerators: Sequence[float], denominators: Sequence[float], offsets: Sequence[float]) -> list[list[float]]:
    """w, wx, wx², y and xy of each sample. Raises: LegalMetricsError for lists of other lengths."""
    if not len(numerators) == len(denominators) == len(offsets):
        raise LegalMetricsError(f"{len(offsets)} years but {len(numerators)} numerators and {len(denominators)} denominators")
    weighed = [[x**power * w for x, w in zip(offsets, denominators, strict=True)] for power in range(3)]
    return [*weighed, list(numerators), [x * y for x, y in zip(offsets, numerators, strict=True)]]


def _trend(moments: Sequence[Sequence[float]], sums: Floats, confidence: float) -> Difference:
    import numpy as np

    value = float(_slopes(np.array([[math.fsum(column) for column in moments]]))[0]) + 0.0
    slopes = _slopes(sums)
    kept = slopes[~np.isnan(slopes)]
    return Difference(value, _interval(value, kept, len(slopes) - len(kept), confidence), sum(w != 0 for w in moments[0]))


def _interval(value: float, slopes: Floats, n_undefined: int, confidence: float) -> Interval:
    import numpy as np

    if math.isnan(value) or not len(slopes):
        return Interval(math.nan, math.nan, True, n_undefined)
    if slopes.min() == slopes.max():
        return Interval(value, value, True, n_undefined)
    tail = (1 - confidence) / 2
    low, high = np.quantile(slopes, [tail, 1 - tail])
    return Interval(float(low), float(high), False, n_undefined)


def _slopes(sums: Floats) -> Floats:
    """Slopes from rows of sums of w, wx, wx², y and xy; NaN where all weight lies at one x."""
    import numpy as np

    w, wx, wxx, y, xy = sums.T
    spread = w * wxx - wx * wx
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes: Floats = np.where(spread > 0, (w * xy - wx * y) / spread, np.nan)
    return slopes
