"""By how much two raters' numbers differ: bias (mean difference) and the limits of agreement of Bland and Altman."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, Interval
from legal_metrics.stats.distributions import t_quantile
from legal_metrics.stats.estimates import (
    Estimate,
    Formula,
    IntervalOptions,
    check_lengths,
    complete_rows,
    estimate_interval,
    numbers,
)
from legal_metrics.stats.unit_draws import make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats, Statistic

LIMITS_AT = 1.96
"""Standard deviations from the bias to each limit, as Bland and Altman have it: 95 % of normal differences lie between."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Differences of two raters, first minus second, in the unit of the ratings: their mean (``bias``), standard deviation (``sd``, n - 1), and the two limits."""

    bias: Estimate
    sd: float
    lower: Estimate
    upper: Estimate

    @property
    def n(self) -> int:
        """Units that both rated."""
        return self.bias.n

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        sd = None if math.isnan(self.sd) else self.sd
        return {"bias": self.bias.to_dict(), "sd": sd, "lower": self.lower.to_dict(), "upper": self.upper.to_dict()}


def bland_altman(
    first: Sequence[float | None],
    second: Sequence[float | None],
    *,
    at: float = LIMITS_AT,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Limits:
    """Bias and limits of agreement of two raters' numbers, in the unit of the ratings: mean difference (first minus second) and that -/+ ``at`` deviations.

    A bias above 0: the first gives more. Units that one of them did not rate are left out and counted. Intervals: of the bias by Student's t, of the limits by Student's t
    with the variance sd*sd*(1/n + at*at/(2(n - 1))) (Bland and Altman 1999); with clusters, or ``interval="bootstrap"``, resampled. Undefined: the bias without
    units, its interval and the limits with fewer than two. Source: Bland and Altman 1986.
    Raises: LengthMismatchError; LegalMetricsError for ratings or options that cannot be used.

    >>> limits = bland_altman([5, 7, 6, 8], [4, 7, 4, 7])
    >>> limits.bias.value, round(limits.sd, 4), round(limits.lower.value, 4), round(limits.upper.value, 4)
    (1.0, 0.8165, -0.6003, 2.6003)
    """
    import numpy as np

    options = IntervalOptions(interval, confidence, resamples, seed)
    if not 0 < at < math.inf:
        raise LegalMetricsError(f"at: found {shown(at)}, allowed a number above 0")
    left, right = numbers("first", first), numbers("second", second)
    check_lengths(left, right)
    rows, kept, n_missing = complete_rows(list(zip(left, right, strict=True)), clusters)
    differences = [a - b for a, b in rows]
    n = len(differences)
    if not n:
        nothing = Estimate(math.nan, 0, reason="no unit that both rated", n_missing=n_missing)
        return Limits(nothing, math.nan, nothing, nothing)
    bias = math.fsum(differences) / n + 0.0
    sd = math.sqrt(math.fsum((d - bias) ** 2 for d in differences) / (n - 1)) if n > 1 else math.nan
    units = make_units([[d - bias] for d in differences], raters=1, clusters=kept)
    column = np.stack([units.rows[:, 0], units.rows[:, 0] ** 2], axis=1)

    def at_deviations(factor: float) -> Statistic:
        def statistic(weights: Floats) -> Floats:
            size, (total, squares) = weights.sum(axis=1), (weights @ column).T
            if not factor:
                return np.asarray(bias + total / size)
            with np.errstate(invalid="ignore", divide="ignore"):
                variance = np.maximum(squares - total * total / size, 0.0) / (size - 1)
            return np.asarray(bias + total / size + factor * np.sqrt(variance))

        return statistic

    def estimate(factor: float) -> Estimate:
        value = bias + factor * sd if factor else bias
        if math.isnan(value):
            return Estimate(value, n, reason="fewer than two units that both rated", n_missing=n_missing)
        error = sd * math.sqrt(1 / n + factor**2 / (2 * (n - 1))) if n > 1 else math.nan
        formula = Formula("t", lambda value, confidence: _student(value, error, n, confidence))
        bounds, method = estimate_interval(value, at_deviations(factor), units, options, formula=formula)
        return Estimate(value, n, bounds, method, "", n_missing, MappingProxyType({"standard_error": error}))

    return Limits(estimate(0.0), sd, estimate(-at), estimate(at))


def _student(value: float, error: float, n: int, confidence: float) -> Interval:
    if n < 2:
        return Interval(math.nan, math.nan, True)
    reach = t_quantile((1 + confidence) / 2, n - 1) * error
    return Interval(value - reach, value + reach, error == 0)
