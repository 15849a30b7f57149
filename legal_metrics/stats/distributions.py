"""Quantiles of Student's t and of the F distribution, from the incomplete beta function: what intervals of means and of ICCs are read from."""

from __future__ import annotations

import math

from legal_metrics.errors import LegalMetricsError

_STEPS = 20_000
"""Terms of the continued fraction: it needs some multiple of the square root of the larger degrees of freedom."""


def f_quantile(p: float, first: float, second: float) -> float:
    """The value below which a share ``p`` (between 0 and 1) of an F distribution lies; ``first``, ``second``: degrees of freedom > 0, whole or not.

    To about 1e-11 of the value; 0 or infinite where it lies beyond floating point (degrees of freedom near 0). Source: DiDonato and Morris 1992 for the fraction; the root is found by bisection of its logarithm.
    Raises: LegalMetricsError outside these ranges.

    >>> round(f_quantile(0.95, 3, 20), 9)
    3.098391212
    """
    if not 0 < p < 1 or not (0 < first < math.inf and 0 < second < math.inf):
        raise LegalMetricsError(
            f"f_quantile: found {(p, first, second)!r}, allowed 0 < p < 1 and degrees of freedom above 0"
        )
    low, high = -1.0, 1.0
    while low > -700 and _lies_above(math.exp(low), p, first, second):
        low *= 2
    while high < 700 and not _lies_above(math.exp(high), p, first, second):
        high *= 2
    if low <= -700 or high >= 700:
        return 0.0 if low <= -700 else math.inf
    while high - low > 1e-14 * max(1.0, abs(low)):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _lies_above(math.exp(middle), p, first, second):
            high = middle
        else:
            low = middle
    return math.exp((low + high) / 2)


def t_quantile(p: float, degrees: float) -> float:
    """The value below which a share ``p`` (between 0 and 1) of Student's t distribution with ``degrees`` of freedom (> 0) lies.

    Raises: as ``f_quantile``, by whose square root it is found.

    >>> round(t_quantile(0.975, 9), 9), t_quantile(0.5, 9)
    (2.262157163, 0.0)
    """
    if p == 0.5:
        return 0.0
    size = math.sqrt(f_quantile(abs(2 * p - 1), 1, degrees))
    return size if p > 0.5 else -size


def _lies_above(x: float, p: float, first: float, second: float) -> bool:
    """Whether more than ``p`` of the distribution lies below x; the smaller tail is compared, which loses no digits."""
    whole = first * x + second
    below, above = first * x / whole, second / whole
    if p <= 0.5:
        return _incomplete_beta(below, above, first / 2, second / 2) > p
    return _incomplete_beta(above, below, second / 2, first / 2) < 1 - p


def _incomplete_beta(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I_x(a, b); ``rest`` = 1 - x, to its own precision."""
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    front = math.exp(a * math.log(x) + b * math.log(rest) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b))
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1.0 - front * _fraction(rest, b, a) / b
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 / _away_from_0(1.0 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / _away_from_0(1.0 + term * d, tiny)
            c = _away_from_0(1.0 + term / c, tiny)
            value *= c * d
        if abs(c * d - 1.0) < 1e-16:
            break
    return value


def _away_from_0(value: float, least: float) -> float:
    return value if abs(value) >= least else least
