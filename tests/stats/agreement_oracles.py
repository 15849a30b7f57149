"""Other implementations of the statistics of agreement: those of other libraries where they are installed, and plain ones that follow the definitions.

``krippendorff`` and ``pingouin`` are under the GPL, so no extra asks for them: tests with them run where somebody has installed them. The plain
implementations below always run; they loop over pairs and sums of squares as the definitions do and share no code with the library.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import permutations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

CLOSE = 1e-9


def other(name: str) -> ModuleType:
    """A library to hold the results against; the test is skipped, and says so, where it is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of their imports, which are none of ours
            return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"{name} is not installed: nothing to compare with")


def quietly(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What another library returns, without its warnings about edge cases."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*arguments, **options)


def same(found: float, wanted: float) -> bool:
    """Equal to 1e-9, or both undefined."""
    if math.isnan(found) or math.isnan(wanted):
        return math.isnan(found) and math.isnan(wanted)
    return abs(found - wanted) <= CLOSE * max(1.0, abs(wanted))


def plain_alpha(rows: Sequence[Sequence[Any]], level: str) -> float:
    """Krippendorff's alpha by its coincidence matrix, pair by pair."""
    units = [kept for row in rows if len(kept := [v for v in row if v is not None and v == v]) > 1]
    coincidences: defaultdict[tuple[Any, Any], float] = defaultdict(float)
    for unit in units:
        for a, b in permutations(unit, 2):
            coincidences[a, b] += 1 / (len(unit) - 1)
    totals = Counter(v for unit in units for v in unit)
    n = sum(totals.values())

    def distance(a: Any, b: Any) -> float:
        if level == "nominal":
            return float(a != b)
        if level == "interval":
            return float((a - b) ** 2)
        low, high = min(a, b), max(a, b)
        between = sum(count for value, count in totals.items() if low <= value <= high)
        return float((between - (totals[low] + totals[high]) / 2) ** 2)

    expected = sum(totals[a] * totals[b] * distance(a, b) for a in totals for b in totals)
    if n < 2 or expected == 0:
        return math.nan
    observed = sum(count * distance(a, b) for (a, b), count in coincidences.items())
    return float(1 - (n - 1) * observed / expected)


def plain_icc(rows: Sequence[Sequence[float]], model: str) -> float:
    """ICC by two-way analysis of variance, from deviations (Shrout and Fleiss 1979, page 423)."""
    n, k = len(rows), len(rows[0])
    grand = math.fsum(v for row in rows for v in row) / (n * k)
    unit_means = [math.fsum(row) / k for row in rows]
    rater_means = [math.fsum(row[j] for row in rows) / n for j in range(k)]
    between = k * math.fsum((m - grand) ** 2 for m in unit_means) / (n - 1)
    raters = n * math.fsum((m - grand) ** 2 for m in rater_means) / (k - 1)
    rest = math.fsum((rows[i][j] - unit_means[i] - rater_means[j] + grand) ** 2 for i in range(n) for j in range(k))
    rest /= (n - 1) * (k - 1)
    below = {
        "2,1": between + (k - 1) * rest + k * (raters - rest) / n,
        "2,k": between + (raters - rest) / n,
        "3,1": between + (k - 1) * rest,
        "3,k": between,
    }[model]
    return (between - rest) / below if below > 1e-9 * (between + raters + rest) else math.nan


def plain_fleiss(rows: Sequence[Sequence[Any]]) -> float:
    """Fleiss' kappa, pair of raters by pair of raters."""
    m = len(rows[0])
    agreeing = [sum(a == b for a, b in permutations(row, 2)) / (m * (m - 1)) for row in rows]
    shares = Counter(v for row in rows for v in row)
    expected = sum((count / (m * len(rows))) ** 2 for count in shares.values())
    return math.nan if len(shares) < 2 else (math.fsum(agreeing) / len(rows) - expected) / (1 - expected)


def plain_kappa(first: Sequence[float], second: Sequence[float], weights: str) -> float:
    """Cohen's (weighted) kappa, every rating of the one against every rating of the other."""

    def distance(a: float, b: float) -> float:
        return {"none": float(a != b), "linear": abs(a - b), "quadratic": (a - b) ** 2}[weights]

    n = len(first)
    expected = math.fsum(distance(a, b) for a in first for b in second) / n
    return (
        math.nan
        if expected == 0
        else 1 - math.fsum(distance(a, b) for a, b in zip(first, second, strict=True)) / expected
    )
