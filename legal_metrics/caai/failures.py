"""Failures and recovery: formulas (9) and (10), 4.1, 4.2 and Q4 (articles 2.5 and 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from legal_metrics.arguments import check_sequence, is_whole
from legal_metrics.caai.bands import FAILURES
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.values import Note, Part, Value, checked, given, missing_effect, weighted_sum
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.results import Signature

PERIOD_DAYS = 5
"""The days that the bands of failures are stated for."""

MINUTES_PER_DAY = 24 * 60
RECOVERY_CAP_MINUTES = 10
"""A longer recovery counts as one of ten minutes (article 3.4.2)."""


@dataclass(frozen=True, slots=True)
class FailureRate(Value):
    """4.1 with the rate that it was banded from."""

    @property
    def rate_per_5_days(self) -> float:
        """Failures per five days."""
        return float(self.part("rate_per_5_days"))

    @property
    def score(self) -> float:
        """The score, a fraction: the same as ``value``."""
        return float(self)


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures of the system under test: minutes to recovery of each one (None: not recovered when the test ended), and the days observed.

    A failure is a time of one minute or longer without a result, through a cause in the system itself (article 2.5.2).
    Raises: WrongTypeError, LegalMetricsError for minutes below 0, for days not above 0, for recoveries that are together longer than the days: without
    any result the system is once at a time.
    """

    days: float
    recovery_minutes: tuple[float | None, ...] = ()
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        days = checked("days", self.days, above=True)
        whole = sum((minutes for minutes in _minutes(self.recovery_minutes) if minutes is not None), Fraction())
        if whole > days * MINUTES_PER_DAY:
            observed = f"{float(days * MINUTES_PER_DAY):.10g} of the {float(days):.6g} days observed"
            raise LegalMetricsError(f"recovery_minutes: found {float(whole):.10g} in all, allowed no more than the {observed}")


def failure_rate(failures: int, days: float) -> FailureRate:
    """4.1: the score of the failures per five days, a fraction: 1 below one failure, 0.8 below two, … 0 from five on.

    The article calls the figure MTBF (formula (9)); its bands are of failures per five days, so the rate is failures x 5 / days and more is worse.
    Fewer than five days are scaled up, and flagged. Source: articles 2.5.2 (1), 3.4.1, appendix 4.1.
    Raises: WrongTypeError, LegalMetricsError for failures that are no whole number >= 0, for days not above 0.

    >>> rate = failure_rate(3, 10)
    >>> rate.rate_per_5_days, rate.score
    (1.5, 0.8)
    """
    if not is_whole(failures, 0):
        number = isinstance(failures, (int, float)) and not isinstance(failures, bool)
        allowed = "a whole number >= 0"
        raise LegalMetricsError(f"failures: found {shown(failures)}, allowed {allowed}") if number else WrongTypeError("failures", failures, allowed)
    period = checked("days", days, above=True)
    rate = int(failures) * PERIOD_DAYS / period
    notes = (Note("flagged", "days", f"{float(days):g} days observed, fewer than {PERIOD_DAYS}: the rate is scaled up"),) if period < PERIOD_DAYS else ()
    return FailureRate(
        "4.1",
        "reliability",
        FAILURES.score(rate),
        parts=(Part(given("rate_per_5_days", rate, FAILURES.unit, formula="(9)")),),
        facts=MappingProxyType({"failures": int(failures), "days": float(days)}),
        notes=notes,
        signature=Signature("caai.4.1"),
    )


def recovery(minutes: Sequence[float | None], *, options: Options = DEFAULTS) -> Value:
    """4.2 = 1 - min(MTBR, 10) / 10, a fraction; MTBR (formula (10), usually called MTTR) is the mean of the minutes to recovery, 0 without a failure.

    ``minutes``: one entry a failure; None where the system had not recovered, which by the option ``missing`` leaves the score without a value, counts as
    ten minutes, or is left out. That the score falls in a straight line is [reconstructed]: its ends and the ten minutes are given.
    Source: articles 2.5.2 (2), 3.4.2. Raises: WrongTypeError, LegalMetricsError for minutes below 0.

    >>> recovery([2, 4]).value, recovery([]).value, recovery([25]).value
    (0.7, 1.0, 0.0)
    """
    known = [amount for amount in _minutes(minutes) if amount is not None]
    n_open = len(minutes) - len(known)
    has_value = not n_open or options.missing == "zero" or (options.missing == "leave_out" and bool(known))
    notes = []
    if n_open:
        cap = f"each counts as {RECOVERY_CAP_MINUTES} minutes" if has_value and options.missing == "zero" else ""
        effect = cap or missing_effect("(10)", options.missing, has_value, "it is the mean of the others")
        notes.append(Note("missing", "minutes", f"{n_open} of {len(minutes)} failures had not recovered: {effect}"))
        if options.missing == "zero":
            known += [Fraction(RECOVERY_CAP_MINUTES)] * n_open
    mean = sum(known, Fraction()) / len(known) if known else Fraction()
    if has_value and mean > RECOVERY_CAP_MINUTES:
        notes.append(Note("clamped", "mean_recovery_minutes", f"{float(mean):g} minutes count as {RECOVERY_CAP_MINUTES}"))
    score = 1 - min(mean, Fraction(RECOVERY_CAP_MINUTES)) / RECOVERY_CAP_MINUTES
    return Value(
        "4.2",
        "maintainability",
        float(score) if has_value else None,
        parts=(Part(given("mean_recovery_minutes", mean if has_value else None, "min", formula="(10)")),),
        facts=MappingProxyType({"failures": len(minutes), "not_recovered": n_open}),
        notes=tuple(notes),
        signature=options.signature("caai.4.2", "missing"),
    )


def stability(failures: Failures, *, options: Options = DEFAULTS) -> Value:
    """Q4 = 0.7 x 4.1 + 0.3 x 4.2, a fraction. Option ``missing``. Source: article 3.4.3.

    >>> round(float(stability(Failures(days=10, recovery_minutes=(2, 4, 3)))), 4)
    0.77
    """
    parts = [
        (failure_rate(len(failures.recovery_minutes), failures.days), Fraction(7, 10)),
        (recovery(failures.recovery_minutes, options=options), Fraction(3, 10)),
    ]
    return weighted_sum("Q4", "stability", parts, missing=options.missing, signature=options.signature("caai.Q4", "missing"), notes=failures.notes)


def _minutes(minutes: Sequence[float | None]) -> list[Fraction | None]:
    check_sequence("minutes", minutes, "numbers or None")
    return [None if amount is None else checked(f"minutes[{place}]", amount) for place, amount in enumerate(minutes)]
