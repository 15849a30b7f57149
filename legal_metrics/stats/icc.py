"""Intraclass correlations of a panel of raters who all rate the same units with numbers."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, Interval
from legal_metrics.stats.distributions import f_quantile
from legal_metrics.stats.estimates import (
    NO_INTERVAL,
    Estimate,
    Formula,
    IntervalOptions,
    complete_rows,
    estimate_interval,
    numbers,
    on_grid,
    table_of,
)
from legal_metrics.stats.unit_draws import make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats

MODELS: tuple[str, ...] = ("2,1", "2,k", "3,1", "3,k")
_CONSTANT = 1e-12


def icc(
    ratings: Sequence[Sequence[Any]],
    *,
    model: str = "2,1",
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Intraclass correlation (units x raters, numbers), at most 1: the share of the ratings' variance that lies between units.

    ``model``, after Shrout and Fleiss 1979: ``"2,1"``: absolute agreement of a single rater, raters being a sample; ``"2,k"``: of the mean of all raters;
    ``"3,1"`` and ``"3,k"``: consistency, a rater who is always two points stricter agreeing fully. Units that not all rated are left out and counted.
    ``details``: the mean squares between units, between raters, and of what is left (in squared units of the ratings).

    Interval: from the F distribution (McGraw and Wong 1996; Satterthwaite's degrees of freedom for model 2), with clusters, or ``interval="bootstrap"``,
    resampled. Undefined with fewer than two units or raters, where no unit differs from another (nothing is left to divide by), and where the variance by which
    ``"2,k"`` divides is estimated below 0: the formula would give a correlation above 1. Values below 0 are no fault: units differ less than the raters of
    one unit do. Raises: LegalMetricsError for rows of unlike lengths, ratings or options that cannot be used.

    >>> icc([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]).value.__round__(4)  # Shrout and Fleiss, table 4
    0.2898
    >>> icc([[3, 3], [3, 3]]).reason
    'no unit differs from another: nothing to divide by'
    """
    import numpy as np

    options = IntervalOptions(interval, confidence, resamples, seed)
    if model not in MODELS:
        raise LegalMetricsError(f"model: found {shown(model)}, allowed {', '.join(MODELS)}")
    table, k = table_of(ratings)
    given, kept, n_missing = complete_rows([numbers(f"ratings[{i}]", row) for i, row in enumerate(table)], clusters)
    n = len(given)
    if n < 2 or k < 2:
        reason = "fewer than two units that all rated" if n < 2 else "fewer than two raters"
        return Estimate(math.nan, n, reason=reason, n_missing=n_missing)
    rows, scale = on_grid(given)
    units = make_units(rows, raters=k, clusters=kept)
    columns = np.hstack(
        [units.rows, units.rows.sum(axis=1, keepdims=True) ** 2, (units.rows**2).sum(axis=1, keepdims=True)]
    )

    def mean_squares(weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Units, and mean squares between units, between raters, of what is left; what is only rounding is 0."""
        size, sums = weights.sum(axis=1), weights @ columns
        of_raters, of_units, squares = sums[:, :k], sums[:, k], sums[:, k + 1]
        total = of_raters.sum(axis=1)
        # Each sum of squares times (k n): whole numbers where ratings are.
        between_units = size * of_units - total**2
        between_raters = k * (of_raters**2).sum(axis=1) - total**2
        rest = k * size * squares - total**2 - between_units - between_raters
        floor = _CONSTANT * k * size * squares
        parts = [np.where(part <= floor, 0.0, part) / (k * size) for part in (between_units, between_raters, rest)]
        with np.errstate(invalid="ignore", divide="ignore"):
            return size, parts[0] / (size - 1), parts[1] / (k - 1), parts[2] / ((size - 1) * (k - 1))

    def correlation(weights: Floats) -> Floats:
        size, between_units, between_raters, rest = mean_squares(weights)
        raters = k if model.endswith("1") else 1
        below = between_units + (raters - 1) * rest
        if model.startswith("2"):
            below = below + raters * (between_raters - rest) / size
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where((below <= 0) | (size < 2), math.nan, (between_units - rest) / below)

    value = float(correlation(units.weights)[0])
    _, between_units, between_raters, rest = (float(part[0]) for part in mean_squares(units.weights))
    squares = between_units, between_raters, rest
    formula = Formula("f", lambda value, confidence: _f_interval(model, value, squares, n, k, confidence))
    bounds, method = estimate_interval(value, correlation, units, options, formula=formula)
    names = ("mean_square_units", "mean_square_raters", "mean_square_rest")
    own = {name: square / scale**2 for name, square in zip(names, squares, strict=True)}
    return Estimate(
        value,
        n,
        bounds,
        method,
        _reason(value, squares),
        n_missing,
        MappingProxyType({"model": model, "raters": k, **own}),
    )


def _reason(value: float, squares: tuple[float, float, float]) -> str:
    if not math.isnan(value):
        return ""
    if squares[0] == 0:
        return "no unit differs from another: nothing to divide by"
    return "raters differ so much more than units do that the variance to divide by is estimated below 0"


def _f_interval(
    model: str, value: float, squares: tuple[float, float, float], n: int, k: int, confidence: float
) -> Interval:
    """McGraw and Wong 1996, table 7, with the two-sided quantiles of F."""
    units, raters, rest = squares
    upper = (1 + confidence) / 2
    if model.startswith("3"):
        if rest == 0:
            return Interval(value, value, True)
        ratio = units / rest
        bounds = [
            ratio / f_quantile(upper, n - 1, (n - 1) * (k - 1)),
            ratio * f_quantile(upper, (n - 1) * (k - 1), n - 1),
        ]
        single = [(bound - 1) / (bound + k - 1) for bound in bounds]
    else:
        single_value = value if model == "2,1" else _of_single(value, k)
        of_raters, of_rest = k * single_value * raters, (n * (1 + (k - 1) * single_value) - k * single_value) * rest
        spread = of_raters**2 / (k - 1) + of_rest**2 / ((n - 1) * (k - 1))
        if spread == 0:
            return Interval(value, value, True)
        degrees = (of_raters + of_rest) ** 2 / spread
        others = k * raters + (k * n - k - n) * rest
        low, high = (
            f_quantile(upper, *pair) if degrees > 0 else math.inf for pair in ((n - 1, degrees), (degrees, n - 1))
        )
        if math.isinf(low) or not high:  # the approximation has no degrees of freedom left
            return NO_INTERVAL
        single = [
            n * (units - low * rest) / (low * others + n * units),
            n * (high * units - rest) / (others + n * high * units),
        ]
    if model.endswith("k"):
        single = [_of_mean(bound, k) for bound in single]
    return Interval(single[0], single[1])


def _of_mean(single: float, k: int) -> float:
    """The correlation of the mean of k raters from that of one, by Spearman and Brown; without a lower bound where the formula leaves its range."""
    return k * single / (1 + (k - 1) * single) if 1 + (k - 1) * single > 0 else -math.inf


def _of_single(mean: float, k: int) -> float:
    """The other way round."""
    return mean / (k - (k - 1) * mean)
