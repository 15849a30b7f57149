"""Wilson and McNemar: published values, scipy as the oracle, and every undefined case."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import Interval
from legal_metrics.stats.permutation import permutation_tests
from legal_metrics.stats.proportions import EXACT_BELOW, mcnemar, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(successes: int, n: int, low: float, high: float) -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3."""
    interval = wilson(successes, n)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


@given(st.integers(1, 20_000), st.data(), st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_wilson_is_scipys_and_symmetric(n: int, data: st.DataObject, confidence: float) -> None:
    from scipy.stats import binomtest

    k = data.draw(st.integers(0, n))
    ours, mirrored = wilson(k, n, confidence), wilson(n - k, n, confidence=confidence)
    theirs = binomtest(k, n).proportion_ci(confidence, method="wilson")
    assert ours.low == pytest.approx(theirs.low, abs=1e-12) and ours.high == pytest.approx(theirs.high, abs=1e-12)
    assert 0 <= ours.low <= k / n <= ours.high <= 1 and not ours.degenerate
    assert ours.low == pytest.approx(1 - mirrored.high, abs=1e-12)


def test_wilson_at_the_ends_and_without_items() -> None:
    assert wilson(0, 5).low == 0.0 and wilson(5, 5).high == 1.0
    assert wilson(0, 0) == Interval(math.nan, math.nan, True)
    assert wilson(np.int32(2_000_000_000), np.int32(2_000_000_001)) == wilson(2_000_000_000, 2_000_000_001)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 2), "successes: found 3, allowed a whole number from 0 to n = 2"),
        ((-1, 2), "successes: found -1"),
        ((0.5, 2), "successes: found 0.5"),
        ((True, 2), "successes: found True"),
        ((0, -1), "n: found -1, allowed a whole number >= 0"),
        ((0, 2.0), "n: found 2.0"),
        ((1, 2, 95), "confidence: found 95, allowed a number between 0 and 1"),
        ((1, 2, math.nan), "confidence: found nan"),
    ],
)
def test_wilson_names_what_it_cannot_take(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        wilson(*arguments)


def answers(both: int, only_a: int, only_b: int, neither: int) -> tuple[list[int], list[int]]:
    a = [1] * both + [1] * only_a + [0] * only_b + [0] * neither
    return a, [1] * both + [0] * only_a + [1] * only_b + [0] * neither


def test_mcnemar_as_published() -> None:
    """The approval ratings of Agresti, "Categorical Data Analysis" (1990), p. 350 (also in R's help of mcnemar.test); corrected by hand: 63**2 / 236."""
    test = mcnemar(*answers(794, 86, 150, 570))
    assert (test.both, test.only_a, test.only_b, test.neither, test.n) == (794, 86, 150, 570, 1600)
    assert test.method == "chi2" and test.statistic == 63**2 / 236
    assert test.p_value == pytest.approx(4.115e-05, rel=1e-3)  # scipy.stats.chi2.sf(63**2 / 236, 1)


@given(*[st.integers(0, 40)] * 4)
def test_mcnemar_is_scipys(both: int, only_a: int, only_b: int, neither: int) -> None:
    from scipy.stats import binomtest, chi2

    a, b = answers(both, only_a, only_b, neither)
    before = a[:], b[:]
    discordant = only_a + only_b
    test = mcnemar(a, b)
    assert test.method == ("exact" if discordant < EXACT_BELOW else "chi2")
    assert test.p_value == mcnemar(b, a).p_value and 0 <= test.p_value <= 1
    exact = mcnemar(a, b, method="exact").p_value
    assert exact == pytest.approx(binomtest(only_a, discordant).pvalue if discordant else 1.0, rel=1e-12)
    approximate = mcnemar(a, b, method="chi2")
    assert approximate.statistic is not None
    assert approximate.p_value == pytest.approx(chi2.sf(approximate.statistic, 1), rel=1e-9)
    assert (a, b) == before


def test_mcnemar_by_hand_where_the_methods_meet() -> None:
    """24 discordant items are read exactly, 25 are not."""
    exact = mcnemar(*answers(0, 17, 7, 0))
    assert exact.method == "exact" and exact.statistic is None
    assert exact.p_value == float(2 * Fraction(sum(math.comb(24, k) for k in range(8)), 2**24))
    approximate = mcnemar(*answers(3, 17, 8, 1))
    assert (approximate.method, approximate.statistic) == ("chi2", 64 / 25)


def test_mcnemar_without_discordant_items() -> None:
    for a, b in (answers(3, 0, 0, 2), ([], [])):
        assert (mcnemar(a, b).p_value, mcnemar(a, b).method) == (1.0, "exact")
        approximate = mcnemar(a, b, method="chi2")
        assert (approximate.statistic, approximate.p_value) == (0.0, 1.0)
    # As many on either side: nothing is left after the correction.
    assert mcnemar(*answers(0, 30, 30, 0)).p_value == 1.0


def test_exact_mcnemar_is_the_sign_flip_test_of_zeros_and_ones() -> None:
    a, b = answers(4, 7, 2, 3)
    [flip] = permutation_tests({"a": a, "b": b})
    assert flip.exact and flip.n_differing == 9
    assert flip.p_value == mcnemar(a, b).p_value == 2 * (1 + 9 + 36) / 512


def test_mcnemar_of_booleans_and_numpy() -> None:
    expected = mcnemar([1, 0, 1], [0, 0, 1])
    assert mcnemar([True, False, True], [False, False, True]) == expected
    assert mcnemar(np.array([1.0, 0.0, 1.0]), np.array([False, False, True])) == expected


def test_mcnemar_of_very_many_is_quick_and_finite() -> None:
    test = mcnemar(*answers(0, 30_000, 20_000, 0), method="exact")
    assert 0 <= test.p_value < 1e-300


@pytest.mark.parametrize(
    ("a", "b", "options", "message"),
    [
        ([1, 0.5], [1, 0], {}, r"a\[1\]: found 0.5, allowed 0 or 1"),
        ([1, 0], [1, math.nan], {}, r"b\[1\]: found nan"),
        ([1, 0], [1, None], {}, r"b\[1\]: found None"),
        ([1, "0"], [1, 1], {}, r"a\[1\]: found '0'"),
        ([1, 0], [1], {}, "2 values of a but 1 of b"),
        ([1], [1], {"method": "yates"}, "method: found 'yates', allowed auto, exact, chi2"),
    ],
)
def test_mcnemar_names_what_it_cannot_take(a: Any, b: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        mcnemar(a, b, **options)
    with pytest.raises(WrongTypeError):
        mcnemar("10", [1, 0])
