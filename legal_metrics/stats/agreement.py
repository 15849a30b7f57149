"""How far two annotators or judges give the same ratings: percent agreement and Cohen's kappa, plain and weighted."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, Interval
from legal_metrics.stats.estimates import (
    Estimate,
    Formula,
    IntervalOptions,
    check_lengths,
    complete_rows,
    estimate_interval,
    labels,
    normal_quantile,
    numbered,
    numbers,
)
from legal_metrics.stats.proportions import wilson
from legal_metrics.stats.unit_draws import Units, make_units

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Floats, Statistic

WEIGHTS: tuple[str, ...] = ("none", "linear", "quadratic")
NO_UNITS = "no unit that all rated"


@dataclass(frozen=True, slots=True)
class Agreement(Estimate):
    """Cohen's kappa of two annotators over the same items, with what it is made of.

    ``observed`` and ``expected``: agreement found, and by chance (fractions in [0, 1]; for a weighted kappa one less the mean distance, as a share of the
    largest distance). ``kappa`` is ``value``: (observed - expected) / (1 - expected), in [-1, 1]; NaN without items and where chance alone would agree
    always (both annotators used one and the same label throughout): nothing can then be said about agreement beyond chance.
    """

    observed: float = math.nan
    expected: float = math.nan

    @property
    def kappa(self) -> float:
        """The value."""
        return self.value


def percent_agreement(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Share of units to which two raters give the same label (or number), in [0, 1]; Wilson's interval, with ``clusters`` the bootstrap over whole clusters.

    Units that one of them did not rate (None, NaN) are left out and counted. It says nothing about chance: two raters who both say "met" nine times in
    ten agree on 82 % by chance. Undefined without units. Raises: LengthMismatchError; LegalMetricsError for labels or options that cannot be used.

    >>> estimate = percent_agreement(["met", "met", "unmet", None], ["met", "unmet", "unmet", "met"])
    >>> round(estimate.value, 4), estimate.n, estimate.n_missing, estimate.method
    (0.6667, 3, 1, 'wilson')
    """
    import numpy as np

    options = IntervalOptions(interval, confidence, resamples, seed)
    rows, clusters, n_missing = _pairs(labels("first", first), labels("second", second), clusters)
    units = make_units([[float(a == b)] for a, b in rows], raters=1, clusters=clusters)
    n, equal = len(rows), sum(a == b for a, b in rows)
    value = equal / n if n else math.nan
    formula = Formula("wilson", lambda _, confidence: wilson(equal, n, confidence))

    def share(weights: Floats) -> Floats:
        shares: Floats = weights @ units.rows[:, 0] / weights.sum(axis=1)
        return np.asarray(shares)

    bounds, method = estimate_interval(value, share, units, options, formula=formula)
    details = MappingProxyType({"n_equal": equal})
    return Estimate(value, n, bounds, method, "" if n else NO_UNITS, n_missing, details)


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    weights: str = "none",
    categories: Sequence[Hashable] | None = None,
    clusters: Sequence[Hashable] | None = None,
    interval: str = "auto",
    confidence: float = DEFAULT_CONFIDENCE,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = DEFAULT_SEED,
) -> Agreement:
    """Cohen's kappa of two annotators' labels, item by item (the same length, in the same order), in [-1, 1].

    Args:
        first, second: the labels; items that one of them left out (None, NaN) are left out and counted.
        weights: ``"none"``: two labels are equal or not; ``"linear"``, ``"quadratic"``: disagreement counts by the distance, or its square.
        categories: all labels in order: the distance of two is that of their places. Without it weighted ratings must be numbers, and their distance is
            their difference (a number that nobody used then leaves a gap; [CHOICE], scikit-learn closes it).
        clusters: of each item, what it shares with others (a question); whole clusters are then resampled.

    Interval: the large-sample variance of Fleiss, Cohen and Everitt (1969), cut at -1 and 1; with clusters, or ``interval="bootstrap"``, resampled.
    Both shrink to a point where no two labels differ: ``degenerate``, and no certainty. Undefined as told by ``Agreement``.
    Source: Cohen 1960, 1968. Raises: LengthMismatchError; LegalMetricsError for labels or options that cannot be used.

    >>> round(cohen_kappa(["a", "a", "b", "b"], ["a", "a", "b", "a"]).kappa, 12)
    0.5
    >>> cohen_kappa([0, 1, 2, 2], [0, 2, 2, 1], weights="quadratic").kappa.__round__(4)
    0.6364
    >>> undefined = cohen_kappa(["a", "a"], ["a", "a"])
    >>> undefined.kappa, undefined.reason
    (nan, "both gave one and the same label, 'a', throughout: chance alone agrees always")
    """
    options = IntervalOptions(interval, confidence, resamples, seed)
    if weights not in WEIGHTS:
        raise LegalMetricsError(f"weights: found {shown(weights)}, allowed {', '.join(WEIGHTS)}")
    left, right = labels("first", first), labels("second", second)
    if weights != "none" and categories is None:
        check_lengths(left, right)
        rows, clusters, n_missing = _pairs(numbers("first", left), numbers("second", right), clusters)
        positions = sorted({float(value) for row in rows for value in row})  # type: ignore[arg-type]
        known: list[Hashable] = list(positions)
    else:
        rows, clusters, n_missing = _pairs(left, right, clusters)
        known = numbered([*rows, *([categories] if categories is not None else [])], categories)[1]
        positions = [float(i) for i in range(len(known))]
    units = make_units(numbered(rows, known)[0], raters=2, clusters=clusters)
    if not len(units):
        return Agreement(math.nan, 0, reason=NO_UNITS, n_missing=n_missing)
    distance, largest = _distances(positions, weights)
    kappa = _kappa(units, distance)
    value = float(kappa(units.weights)[0])
    observed, expected = _shares(units, distance)
    reason = ""
    if math.isnan(value):
        label = rows[0][0]
        reason = f"both gave one and the same label, {shown(label)}, throughout: chance alone agrees always"
    formula = Formula(
        "fleiss-cohen-everitt", lambda value, confidence: _large_sample(units, distance, value, confidence)
    )
    bounds, method = estimate_interval(value, kappa, units, options, formula=formula)
    observed, expected = 1 - observed / largest, 1 - expected / largest
    details = MappingProxyType({"weights": weights, "observed": observed, "expected": expected})
    return Agreement(value, len(units), bounds, method, reason, n_missing, details, observed, expected)


def _pairs(
    first: Sequence[Hashable], second: Sequence[Hashable], clusters: Sequence[Hashable] | None
) -> tuple[list[tuple[Hashable, Hashable]], Sequence[Hashable] | None, int]:
    check_lengths(first, second)
    rows, kept, n_missing = complete_rows(list(zip(first, second, strict=True)), clusters)
    return [(row[0], row[1]) for row in rows], kept, n_missing


def _distances(positions: Sequence[float], weights: str) -> tuple[Floats, float]:
    """How far any two categories lie apart (k x k), and the largest such distance."""
    import numpy as np

    apart = np.abs(np.subtract.outer(np.array(positions), np.array(positions)))
    distance = (apart > 0).astype(np.float64) if weights == "none" else apart if weights == "linear" else apart**2
    return distance, float(distance.max(initial=0.0)) or 1.0


def _kappa(units: Units, distance: Floats) -> Statistic:
    """1 less the ratio of distance found to that by chance; NaN where chance leaves none. With whole distances exact up to one division."""
    import numpy as np

    first, second = units.rows[:, 0].astype(int), units.rows[:, 1].astype(int)
    of_first, of_second = np.eye(len(distance))[first], np.eye(len(distance))[second]
    apart = distance[first, second]

    def kappa(weights: Floats) -> Floats:
        found = weights.sum(axis=1) * (weights @ apart)
        by_chance = ((weights @ of_first) @ distance * (weights @ of_second)).sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(by_chance == 0, math.nan, (by_chance - found) / by_chance)

    return kappa


def _shares(units: Units, distance: Floats) -> tuple[float, float]:
    """Mean distance found, and by chance."""
    import numpy as np

    table = _table(units, len(distance))
    n = float(table.sum())
    return float((table * distance).sum() / n), float(
        np.sum(np.outer(table.sum(axis=1), table.sum(axis=0)) * distance) / (n * n)
    )


def _table(units: Units, k: int) -> Floats:
    """How often the first gave one category and the second another (k x k)."""
    import numpy as np

    table = np.zeros((k, k))
    table[units.rows[:, 0].astype(int), units.rows[:, 1].astype(int)] = units.counts
    return table


def _large_sample(units: Units, distance: Floats, kappa: float, confidence: float) -> Interval:
    """Fleiss, Cohen and Everitt 1969, equation 13: the variance of a (weighted) kappa that is not 0."""
    table = _table(units, len(distance))
    n = table.sum()
    shares = table / n
    agreement = 1 - distance / (distance.max() or 1.0)
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    expected = float(rows @ agreement @ columns)
    row_means, column_means = agreement @ columns, rows @ agreement
    terms = agreement - (row_means[:, None] + column_means[None, :]) * (1 - kappa)
    variance = (float((shares * terms**2).sum()) - (kappa - expected * (1 - kappa)) ** 2) / (n * (1 - expected) ** 2)
    reach = normal_quantile(confidence) * math.sqrt(max(variance, 0.0))
    if kappa == 1 or reach <= 1e-7:  # the root of a variance of 0 as rounding leaves it
        return Interval(kappa, kappa, True)
    return Interval(max(kappa - reach, -1.0), min(kappa + reach, 1.0))
