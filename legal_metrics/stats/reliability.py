"""How far a panel of raters gives the same ratings: Fleiss' kappa and Krippendorff's alpha. (``stats.icc``: of numbers.)

Ratings are a table: a row for each unit, a column for each rater, None or NaN where a rater did not rate.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED
from legal_metrics.stats.estimates import (
    Estimate,
    IntervalOptions,
    complete_rows,
    estimate_interval,
    labels,
    numbered,
    numbers,
    on_grid,
    table_of,
)
from legal_metrics.stats.unit_draws import Units, make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats, Statistic

LEVELS: tuple[str, ...] = ("nominal", "ordinal", "interval")
_CONSTANT = 1e-12
"""A variance below this share of the mean square is rounding: the ratings are one and the same."""


def fleiss_kappa(
    ratings: Sequence[Sequence[Hashable]],
    *,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Fleiss' kappa of two or more raters' labels (units x raters), in [-1, 1]; seeded bootstrap interval over units, or over whole clusters.

    Units that not all rated are left out and counted: ``krippendorff_alpha`` keeps them. Chance is that of the pooled labels, so for two raters this is
    Scott's pi, not Cohen's kappa. ``details``: ``observed`` (mean agreement of two raters) and ``expected``. Undefined without units, with fewer than two raters, and
    where all labels are one and the same. Source: Fleiss 1971 (the raters need not be the same for all units, but as many).
    Raises: LegalMetricsError for rows of unlike lengths, labels or options that cannot be used.

    >>> fleiss_kappa([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]], interval="none").value.__round__(4)
    0.55
    >>> fleiss_kappa([["a", "a"], ["a", "a"]]).reason
    "all labels are one and the same, 'a': chance alone agrees always"
    """
    import numpy as np

    options = IntervalOptions(interval, confidence, resamples, seed)
    table, raters = table_of(ratings)
    rows, kept, n_missing = complete_rows([labels(f"ratings[{i}]", row) for i, row in enumerate(table)], clusters)
    coded, known = numbered(rows)
    units = make_units(coded, raters=raters, clusters=kept)
    if not rows or raters < 2:
        return Estimate(
            math.nan,
            len(rows),
            reason="no unit that all rated" if not rows else "fewer than two raters",
            n_missing=n_missing,
        )
    given = np.stack([(units.rows == i).sum(axis=1) for i in range(len(known))], axis=1).astype(np.float64)
    alike = (given * (given - 1)).sum(axis=1)  # ordered pairs of raters who agree

    def shares(weights: Floats) -> tuple[Floats, Floats, Floats]:
        """Agreement found and by chance, both times one whole number, and that number."""
        n = weights.sum(axis=1)
        found = (weights @ alike) * n * raters
        by_chance = ((weights @ given) ** 2).sum(axis=1) * (raters - 1)
        return found, by_chance, n * n * raters * raters * (raters - 1)

    def kappa(weights: Floats) -> Floats:
        found, by_chance, whole = shares(weights)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(by_chance == whole, math.nan, (found - by_chance) / (whole - by_chance))

    value = float(kappa(units.weights)[0])
    bounds, method = estimate_interval(value, kappa, units, options)
    found, by_chance, whole = (float(part[0]) for part in shares(units.weights))
    details = MappingProxyType({"raters": raters, "observed": found / whole, "expected": by_chance / whole})
    reason = (
        f"all labels are one and the same, {shown(known[0])}: chance alone agrees always" if math.isnan(value) else ""
    )
    return Estimate(value, len(rows), bounds, method, reason, n_missing, details)


def krippendorff_alpha(
    ratings: Sequence[Sequence[Any]],
    *,
    level: str = "nominal",
    categories: Sequence[Hashable] | None = None,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Krippendorff's alpha of two or more raters (units x raters, any ratings missing), at most 1: 1 - disagreement found / disagreement by chance.

    Args:
        ratings: labels (nominal), labels with ``categories`` or numbers (ordinal), numbers (interval).
        level: how far two ratings lie apart: ``"nominal"``: equal or not; ``"ordinal"``: how many ratings lie between them, squared; ``"interval"``: their
            difference, squared.
        categories: all labels in order, for ordinal labels that are no numbers.

    Units with fewer than two ratings have no part, and are counted. Interval: seeded percentile bootstrap over units, or whole clusters [CHOICE: Krippendorff
    resamples pairs of ratings, which takes those of one unit for independent]. Undefined where no unit has two ratings, and where all pairable ratings are one and
    the same: no variation, so nothing can be said. Source: Krippendorff 2011, "Computing Krippendorff's alpha-reliability".
    Raises: LegalMetricsError for rows of unlike lengths, ratings or options that cannot be used.

    >>> krippendorff_alpha([[1, 1, None], [2, 2, 3], [3, 3, 3]], level="ordinal", interval="none").value.__round__(4)
    0.7812
    >>> krippendorff_alpha([["met", "met"], ["met", None]]).reason
    'all ratings of units with two or more are one and the same'
    """
    options = IntervalOptions(interval, confidence, resamples, seed)
    if level not in LEVELS:
        raise LegalMetricsError(f"level: found {shown(level)}, allowed {', '.join(LEVELS)}")
    table, raters = table_of(ratings)
    if level == "nominal" or (level == "ordinal" and categories is not None):
        coded, _ = numbered([labels(f"ratings[{i}]", row) for i, row in enumerate(table)], categories)
    else:
        coded = [numbers(f"ratings[{i}]", row) for i, row in enumerate(table)]
        coded = on_grid(coded)[0] if level == "interval" else coded
    pairable = [sum(value == value for value in row) > 1 for row in coded]
    if clusters is not None and len(clusters) != len(coded):
        raise LegalMetricsError(f"{len(coded)} units but {len(clusters)} clusters: each unit needs one")
    kept = (
        [cluster for cluster, there in zip(clusters, pairable, strict=True) if there] if clusters is not None else None
    )
    # Raters are exchangeable: rows that hold the same ratings are one.
    rows = [
        sorted(row, key=lambda value: (value != value, value))
        for row, there in zip(coded, pairable, strict=True)
        if there
    ]
    n_missing = len(coded) - len(rows)
    units = make_units(rows, raters=raters, clusters=kept)
    if not rows:
        return Estimate(math.nan, 0, reason="no unit with two or more ratings", n_missing=n_missing)
    alpha = {"nominal": _nominal, "ordinal": _ordinal, "interval": _interval}[level](units)
    value = float(alpha(units.weights)[0])
    bounds, method = estimate_interval(value, alpha, units, options)
    n_ratings = sum(value == value for row in rows for value in row)
    details = MappingProxyType({"level": level, "raters": raters, "ratings": n_ratings})
    reason = "all ratings of units with two or more are one and the same" if math.isnan(value) else ""
    return Estimate(value, len(rows), bounds, method, reason, n_missing, details)


def _alpha(found: Floats, by_chance: Floats, n: Floats, zero: Floats) -> Floats:
    """From the summed distances of ordered pairs: within units, each divided by its ratings less 1 (``found``), and of all ratings (``by_chance``)."""
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        values = 1 - (n - 1) * found / by_chance
    return np.where(zero, math.nan, values)


def _nominal(units: Units) -> Statistic:
    import numpy as np

    given = _counts(units)
    size = given.sum(axis=1)
    unlike = (size * size - (given * given).sum(axis=1)) / (size - 1)

    def alpha(weights: Floats) -> Floats:
        totals = weights @ given
        n = totals.sum(axis=1)
        by_chance = n * n - (totals * totals).sum(axis=1)
        return np.asarray(_alpha(weights @ unlike, by_chance, n, by_chance == 0))

    return alpha


def _interval(units: Units) -> Statistic:
    import numpy as np

    sums, squares = np.nansum(units.rows, axis=1), np.nansum(units.rows**2, axis=1)
    size = (~np.isnan(units.rows)).sum(axis=1).astype(np.float64)
    apart = 2 * (size * squares - sums * sums) / (size - 1)

    def alpha(weights: Floats) -> Floats:
        n, total, square = weights @ size, weights @ sums, weights @ squares
        by_chance = 2 * (n * square - total * total)
        return np.asarray(_alpha(weights @ apart, by_chance, n, by_chance <= _CONSTANT * n * square))

    return alpha


def _ordinal(units: Units) -> Statistic:
    """The ordinal distance of two values is the squared distance of their mid-ranks among all ratings: alpha of ranks, which change with each draw."""
    import numpy as np

    given = _counts(units)
    size = given.sum(axis=1)

    def alpha(weights: Floats) -> Floats:
        totals = weights @ given
        n = totals.sum(axis=1)
        ranks = np.cumsum(totals, axis=1) - totals / 2 - n[:, None] / 2  # whole halves: exact; their weighted sum is 0
        of_units, of_squares = ranks @ given.T, (ranks * ranks) @ given.T
        apart = 2 * (size * of_squares - of_units * of_units) / (size - 1)
        by_chance = 2 * n * (totals * ranks * ranks).sum(axis=1)
        return np.asarray(_alpha((weights * apart).sum(axis=1), by_chance, n, (totals > 0).sum(axis=1) < 2))

    return alpha


def _counts(units: Units) -> Floats:
    """How often each value stands in each distinct row (d x values, ascending)."""
    import numpy as np

    values = np.unique(units.rows[~np.isnan(units.rows)])
    return np.stack([(units.rows == value).sum(axis=1) for value in values], axis=1).astype(np.float64)
