"""A statistic of agreement with its interval, or the reason why it has no value; and how arguments become rated units."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from legal_metrics.arguments import check_sequence
from legal_metrics.errors import LegalMetricsError, LengthMismatchError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, Interval, check_options

if TYPE_CHECKING:
    from legal_metrics.stats.unit_draws import Statistic, Units

INTERVALS: tuple[str, ...] = ("auto", "analytic", "bootstrap", "none")
"""How an interval is made. ``auto``: by the standard formula where there is one and units are independent, else by the seeded bootstrap."""
_LARGEST = 1e100
"""Ratings stay below it, so that squares and their sums stay within floating point."""
NO_INTERVAL = Interval(math.nan, math.nan, True)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic over ``n`` units.

    ``value``: NaN where it is not defined; ``reason`` then says why, and is empty otherwise. ``interval``: its confidence interval, ``method`` how that was
    made (``bootstrap``, or the name of a formula; empty: none). ``n_missing``: units left out because a rating is missing. ``details``: further figures.

    >>> Estimate(math.nan, 0, reason="no units").defined
    False
    """

    value: float
    n: int
    interval: Interval = NO_INTERVAL
    method: str = ""
    reason: str = ""
    n_missing: int = 0
    details: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {
            "value": finite(self.value),
            "n": self.n,
            "n_missing": self.n_missing,
            "interval": {
                "low": finite(self.interval.low),
                "high": finite(self.interval.high),
                "degenerate": self.interval.degenerate,
                "n_undefined": self.interval.n_undefined,
                "method": self.method,
            },
            "reason": self.reason,
            "details": {
                key: finite(value) if isinstance(value, float) else value for key, value in self.details.items()
            },
        }


def finite(value: float) -> float | None:
    """The value, None for NaN and infinities, which JSON lacks.

    >>> finite(0.5), finite(math.nan)
    (0.5, None)
    """
    return value if math.isfinite(value) else None


@dataclass(frozen=True, slots=True)
class IntervalOptions:
    """How intervals are made: one of ``INTERVALS``, with confidence, resamples and seed. Raises: LegalMetricsError for what cannot be drawn with.

    >>> IntervalOptions("exact")
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: interval: found 'exact', allowed auto, analytic, bootstrap, none
    """

    kind: str = "auto"
    confidence: float = DEFAULT_CONFIDENCE
    resamples: int = DEFAULT_RESAMPLES
    seed: int = DEFAULT_SEED

    def __post_init__(self) -> None:
        check_options(seed=self.seed, resamples=self.resamples, confidence=self.confidence)
        if self.kind not in INTERVALS:
            raise LegalMetricsError(f"interval: found {shown(self.kind)}, allowed {', '.join(INTERVALS)}")


@dataclass(frozen=True, slots=True)
class Formula:
    """The standard formula of an interval: its name, and a function of (value, confidence)."""

    name: str
    of: Callable[[float, float], Interval]


def estimate_interval(
    value: float, statistic: Statistic, units: Units, options: IntervalOptions, *, formula: Formula | None = None
) -> tuple[Interval, str]:
    """The interval of a value, and how it was made. Raises: LegalMetricsError where a formula is asked for and none holds.

    >>> estimate_interval(math.nan, None, None, IntervalOptions())
    (Interval(low=nan, high=nan, degenerate=True), '')
    """
    if options.kind == "analytic" and formula is None:
        raise LegalMetricsError(
            "interval: found 'analytic', allowed auto, bootstrap, none: no standard formula gives an interval of this statistic"
        )
    if math.isnan(value) or options.kind == "none":
        return NO_INTERVAL, ""
    independent = units.members is None
    if options.kind == "analytic" and not independent:
        raise LegalMetricsError(
            "interval: found 'analytic' with clusters, allowed auto, bootstrap, none: the formula takes units for independent"
        )
    if formula is not None and independent and options.kind != "bootstrap":
        return formula.of(value, options.confidence), formula.name
    if (len(units) if units.members is None else len(units.members)) < 2:
        return NO_INTERVAL, ""  # every draw would hold the same: that says nothing about other units
    from legal_metrics.stats.unit_draws import bootstrap_interval

    drawn = bootstrap_interval(
        statistic, units, seed=options.seed, resamples=options.resamples, confidence=options.confidence
    )
    return drawn, "bootstrap"


def normal_quantile(confidence: float) -> float:
    """How many standard errors a two-sided interval reaches to either side.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)


# --- arguments ----------------------------------------------------------------------------------------------------------


def is_missing(value: object) -> bool:
    """Whether a rating is missing: None or NaN.

    >>> is_missing(None), is_missing(math.nan), is_missing(0), is_missing("")
    (True, True, False, False)
    """
    return value is None or (isinstance(value, Real) and bool(value != value))


def numbers(argument: str, values: Sequence[Any]) -> list[float]:
    """Ratings as floats, NaN where missing. Raises: WrongTypeError; LegalMetricsError naming the place of what is no finite number.

    >>> numbers("first", [1, None, True])
    [1.0, nan, 1.0]
    """
    check_sequence(argument, values, "numbers")
    found = []
    for place, value in enumerate(values):
        if is_missing(value):
            found.append(math.nan)
            continue
        if type(value).__name__ in {"bool_", "bool"}:
            value = bool(value)
        # A whole number may be too large to be a float: it is compared as it is.
        size: Any = abs(value) if isinstance(value, Real) else math.inf
        if not size < _LARGEST:
            raise LegalMetricsError(
                f"{argument}[{place}]: found {shown(value)}, allowed a number below 1e100 in size, None where it is missing"
            )
        found.append(float(value))
    return found


def labels(argument: str, values: Sequence[Any]) -> list[Hashable]:
    """Ratings as labels, None where missing. Raises: WrongTypeError; LegalMetricsError naming the place of what cannot be a label.

    >>> labels("first", ["met", None, math.nan])
    ['met', None, None]
    """
    check_sequence(argument, values, "labels")
    for place, value in enumerate(values):
        if not isinstance(value, Hashable):
            raise LegalMetricsError(
                f"{argument}[{place}]: found {shown(value)}, allowed a label (a string or a number), None where it is missing"
            )
    return [None if is_missing(value) else value for value in values]


def check_lengths(first: Sequence[Any], second: Sequence[Any]) -> None:
    """Raises: LengthMismatchError for two raters over unlike numbers of units.

    >>> check_lengths([1], [])
    Traceback (most recent call last):
    legal_metrics.errors.LengthMismatchError: 1 ratings of the first but 0 of the second: they must be paired one to one
    """
    if len(first) != len(second):
        raise LengthMismatchError(len(first), len(second), left="ratings of the first", right="of the second")


def table_of(ratings: Sequence[Sequence[Any]]) -> tuple[list[Sequence[Any]], int]:
    """Rows of ratings (units x raters), and the number of raters. Raises: WrongTypeError; LegalMetricsError for rows of unlike lengths.

    >>> table_of([[1, 2], [3, 4]])
    ([[1, 2], [3, 4]], 2)
    """
    check_sequence("ratings", ratings, "rows, one a unit, of one rating a rater")
    rows = [ratings[i] for i in range(len(ratings))]
    for place, row in enumerate(rows):
        check_sequence(f"ratings[{place}]", row, "ratings, one a rater")
        if len(row) != len(rows[0]):
            raise LegalMetricsError(
                f"ratings[{place}]: found {len(row)} ratings, allowed {len(rows[0])} as in the first row"
            )
    return rows, len(rows[0]) if rows else 0


def complete_rows(
    rows: Sequence[Sequence[Any]], clusters: Sequence[Hashable] | None
) -> tuple[list[Sequence[Any]], list[Hashable] | None, int]:
    """The rows without a missing rating, their clusters, and how many were left out. Raises: LegalMetricsError for clusters of another number.

    >>> complete_rows([["a", "b"], ["a", None]], [1, 2])
    ([['a', 'b']], [1], 1)
    """
    if clusters is not None and len(clusters) != len(rows):
        raise LegalMetricsError(f"{len(rows)} units but {len(clusters)} clusters: each unit needs one")
    kept = [i for i, row in enumerate(rows) if not any(map(is_missing, row))]
    kept_clusters = [clusters[i] for i in kept] if clusters is not None else None
    return [rows[i] for i in kept], kept_clusters, len(rows) - len(kept)


def numbered(
    rows: Sequence[Sequence[Hashable]], categories: Sequence[Hashable] | None = None
) -> tuple[list[list[float]], list[Hashable]]:
    """Labels by the number of their category (NaN where missing), and the categories: those given, or those found, sorted by how they are written.

    Raises: LegalMetricsError for a label that no category is, and for a repeated category.

    >>> numbered([["b", "a"], ["a", None]])
    ([[1.0, 0.0], [0.0, nan]], ['a', 'b'])
    """
    found = {value for row in rows for value in row if value is not None}
    known = (
        list(categories)
        if categories is not None
        else sorted(found, key=lambda value: (type(value).__name__, repr(value)))
    )
    place = {category: float(i) for i, category in enumerate(known)}
    if len(place) != len(known):
        raise LegalMetricsError(f"categories: found {shown(known)}, allowed each category once")
    if unknown := sorted(map(repr, found - place.keys())):
        raise LegalMetricsError(f"ratings: found the label {unknown[0]}, allowed the categories {shown(known)}")
    return [[math.nan if value is None else place[value] for value in row] for row in rows], known


def on_grid(rows: Sequence[Sequence[float]]) -> tuple[list[list[float]], float]:
    """Ratings less a number near their mean, times a scale that makes all whole where there is one (up to 10,000): sums are then exact. Also the scale.

    Only for statistics that a shift and a change of scale leave as they are. NaN stays.

    >>> on_grid([[0.5, 1.0], [1.5, 3.0]])
    ([[-2.0, -1.0], [0.0, 3.0]], 2.0)
    """
    there = [value for row in rows for value in row if value == value]
    if not there:
        return [list(row) for row in rows], 1.0
    middle = math.fsum(value / len(there) for value in there)
    for scale in (1.0, 2.0, 10.0, 100.0, 1000.0, 10_000.0):
        if all(abs(value * scale) < 2**40 and round(value * scale) / scale == value for value in there):
            shift = float(round(middle * scale))
            return [[round(value * scale) - shift if value == value else value for value in row] for row in rows], scale
    largest = max(abs(value - middle) for value in there)
    scale = 1 / largest if largest > 1e-300 else 1.0
    return [[(value - middle) * scale for value in row] for row in rows], scale
