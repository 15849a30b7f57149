"""Proportions: Wilson's interval for one, McNemar's test for two over the same items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from statistics import NormalDist

from legal_metrics.arguments import check_sequence, is_whole
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, Interval, check_options

EXACT_BELOW = 25
"""Discordant items from which McNemar's statistic is read from the chi-square distribution [CHOICE: the usual rule]."""
MCNEMAR_METHODS = ("auto", "exact", "chi2")


def wilson(successes: int, n: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Wilson's score interval (without continuity correction) of a proportion of ``successes`` in ``n`` independent items; fractions in [0, 1].

    Never leaves [0, 1] and never shrinks to a point: 0 of 20 gives an upper bound of 0.16. For items that share a question or an exam use
    ``bootstrap_ci(…, clusters=…)``. n = 0 gives (NaN, NaN), flagged ``degenerate``. Source: Wilson 1927; Newcombe 1998, method 3.
    Raises: LegalMetricsError for counts that are no whole numbers with 0 <= successes <= n, and for a confidence outside (0, 1).

    >>> interval = wilson(81, 263)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.2553, 0.3662)
    """
    check_options(confidence=confidence)
    if not is_whole(n, 0):
        raise LegalMetricsError(f"n: found {n!r}, allowed a whole number >= 0")
    if not is_whole(successes, 0) or successes > n:
        raise LegalMetricsError(f"successes: found {successes!r}, allowed a whole number from 0 to n = {n}")
    if not n:
        return Interval(math.nan, math.nan, True)
    k, n = int(successes), int(n)  # a NumPy integer would overflow in the product below
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = k + z * z / 2
    reach = z * math.sqrt(k * (n - k) / n + z * z / 4)
    low = (middle - reach) / (n + z * z) if k else 0.0
    high = (middle + reach) / (n + z * z) if k < n else 1.0
    return Interval(max(low, 0.0), min(high, 1.0))


@dataclass(frozen=True, slots=True)
class McNemarTest:
    """Two models over the same items, right (1) or wrong (0). ``only_a``, ``only_b``: items that only one has right; only these decide.

    ``method``: ``"exact"`` (binomial; ``statistic`` is None) or ``"chi2"`` (``statistic`` with one degree of freedom, continuity correction).
    ``p_value``: two-sided, in [0, 1].
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    statistic: float | None
    p_value: float
    method: str

    @property
    def n(self) -> int:
        """Number of items."""
        return self.both + self.only_a + self.only_b + self.neither


def mcnemar(a: Sequence[float], b: Sequence[float], *, method: str = "auto") -> McNemarTest:
    """McNemar's test that two models are right equally often; ``a[i]`` and ``b[i]`` are 0 or 1 (or booleans) for item i.

    With fewer than 25 discordant items (``EXACT_BELOW``) the exact two-sided binomial p-value, min(1, 2 P(X <= the smaller count)); from there on
    chi-square with Edwards' continuity correction, (|only_a - only_b| - 1)**2 / (only_a + only_b), at least 0. ``method`` forces one of the two.
    Undefined cases: without discordant items (or without items) p = 1, and the statistic of ``"chi2"`` is 0.
    Source: McNemar 1947; Edwards 1948; Agresti 1990, 10.1. Raises: WrongTypeError; LegalMetricsError for lists of different lengths, values other than 0 and
    1, an unknown method.

    >>> mcnemar([1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 1]).p_value  # 2 * (1 + 6) / 64
    0.21875
    """
    check_sequence("a", a, "0 and 1")
    check_sequence("b", b, "0 and 1")
    if method not in MCNEMAR_METHODS:
        raise LegalMetricsError(f"method: found {method!r}, allowed {', '.join(MCNEMAR_METHODS)}")
    if len(a) != len(b):
        raise LegalMetricsError(f"{len(a)} values of a but {len(b)} of b: they must be paired one to one")
    for name, values in (("a", a), ("b", b)):
        if not set(map(type, values)) <= {bool, int, float} or not set(values) <= {0, 1}:
            _check_binary(name, values)
    counts = Counter(zip(a, b, strict=True))  # True, 1 and 1.0 are one key
    both, only_a, only_b, neither = (counts[pair] for pair in ((1, 1), (1, 0), (0, 1), (0, 0)))
    discordant = only_a + only_b
    if method == "exact" or (method == "auto" and discordant < EXACT_BELOW):
        return McNemarTest(both, only_a, only_b, neither, None, _binomial_p(min(only_a, only_b), discordant), "exact")
    statistic = max(abs(only_a - only_b) - 1, 0) ** 2 / discordant if discordant else 0.0
    # The chi-square distribution with one degree of freedom is that of a squared standard normal.
    return McNemarTest(both, only_a, only_b, neither, statistic, math.erfc(math.sqrt(statistic / 2)), "chi2")


def _check_binary(name: str, values: Sequence[float]) -> None:
    """Raises: LegalMetricsError for the first value that is neither 0 nor 1, of whatever type of number."""
    for place, value in enumerate(values):
        # NumPy's booleans are no numbers of Python's, but equal 0 or 1.
        if not (isinstance(value, Real) or type(value).__name__ in {"bool", "bool_"}) or value not in (0, 1):
            raise LegalMetricsError(f"{name}[{place}]: found {shown(value)}, allowed 0 or 1")


def _binomial_p(smaller: int, n: int) -> float:
    """min(1, 2 P(X <= smaller)) for X binomial with n trials of probability 1/2; the sum is exact, only the quotient is rounded."""
    term = total = 1
    for k in range(1, smaller + 1):
        term = term * (n - k + 1) // k
        total += term
    return min(1.0, float(2 * total / 2**n))
