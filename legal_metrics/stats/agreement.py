"""How far two annotators or judges agree beyond chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from legal_metrics.errors import LengthMismatchError


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two annotators over the same items. ``observed`` and ``expected``: shares of equal labels, found and by chance (fractions in [0, 1]).

    ``kappa``: (observed - expected) / (1 - expected), in [-1, 1]; NaN without items and where chance alone would agree always (both annotators
    used one and the same label throughout): nothing can then be said about agreement beyond chance.
    """

    n: int
    observed: float
    expected: float
    kappa: float


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Cohen's kappa of two annotators' nominal labels, item by item (the same length, in the same order).

    Source: Cohen, "A coefficient of agreement for nominal scales" (1960). Raises: LengthMismatchError.

    >>> round(cohen_kappa(["a", "a", "b", "b"], ["a", "a", "b", "a"]).kappa, 12)
    0.5
    >>> cohen_kappa(["a", "a"], ["a", "a"]).kappa
    nan
    """
    if len(first) != len(second):
        raise LengthMismatchError(len(first), len(second))
    n = len(first)
    if not n:
        return Agreement(0, math.nan, math.nan, math.nan)
    equal = sum(a == b for a, b in zip(first, second, strict=True))
    counts, others = Counter(first), Counter(second)
    by_chance = sum(count * others[label] for label, count in counts.items())  # whole numbers: kappa is exact up to one division
    kappa = math.nan if by_chance == n * n else (n * equal - by_chance) / (n * n - by_chance)
    return Agreement(n, equal / n, by_chance / (n * n), kappa)
