"""Corrections of p-values for the number of tests."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real

from legal_metrics.arguments import check_sequence
from legal_metrics.errors import LegalMetricsError


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given, each in [0, 1]: reject those at most alpha, and the chance of any false rejection is at most alpha.

    The k-th smallest of m is multiplied with m - k + 1, never falls below the one before, and is at most 1. Valid whatever the tests' dependence. An
    empty list gives an empty list. Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    Raises: WrongTypeError; LegalMetricsError for a value that is no number in [0, 1] (NaN is none: leave undefined tests out).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    check_sequence("p_values", p_values, "numbers in [0, 1]")
    for place, p in enumerate(p_values):
        if not isinstance(p, Real) or isinstance(p, bool) or not 0 <= p <= 1:
            raise LegalMetricsError(f"p_values[{place}]: found {p!r}, allowed a number in [0, 1]")
    adjusted = [0.0] * len(p_values)
    floor = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        floor = max(floor, min(1.0, (len(p_values) - rank) * float(p_values[place])))
        adjusted[place] = floor
    return adjusted
