"""Bias and limits of agreement against values worked out by hand and SciPy."""

from __future__ import annotations

import math

import pytest
from agreement_oracles import other, same
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError
from legal_metrics.stats.limits import bland_altman

POINTS = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=30)


def test_by_hand() -> None:
    # differences 1, 0, 2, 1: mean 1, sd sqrt(2/3); limits 1 -/+ 1.96 sd
    found = bland_altman([5, 7, 6, 8], [4, 7, 4, 7])
    sd = math.sqrt(2 / 3)
    assert (found.bias.value, found.n) == (1, 4)
    assert same(found.sd, sd) and same(found.lower.value, 1 - 1.96 * sd) and same(found.upper.value, 1 + 1.96 * sd)
    # t(0.975, 3) = 3.182446; standard errors sd/2 and sd*sqrt(1/4 + 1.96**2/6)
    assert abs(found.bias.interval.high - (1 + 3.182446305 * sd / 2)) < 1e-8
    assert (
        abs(found.upper.interval.high - (found.upper.value + 3.182446305 * sd * math.sqrt(1 / 4 + 1.96**2 / 6))) < 1e-8
    )


def test_where_it_is_not_defined() -> None:
    nothing = bland_altman([], [])
    assert not nothing.bias.defined and not nothing.lower.defined and nothing.bias.reason == "no unit that both rated"
    one = bland_altman([3, None], [1, 2])
    assert one.bias.value == 2 and math.isnan(one.bias.interval.low) and one.bias.n_missing == 1
    assert math.isnan(one.sd) and one.upper.reason == "fewer than two units that both rated"
    assert one.to_dict()["sd"] is None


def test_a_constant_difference() -> None:
    found = bland_altman([3, 4, 5], [1, 2, 3])
    assert found.bias.value == 2 and found.sd == 0 and found.bias.interval.degenerate and found.upper.value == 2


def test_errors() -> None:
    with pytest.raises(LengthMismatchError):
        bland_altman([1], [])
    with pytest.raises(LegalMetricsError):
        bland_altman([1, 2], [1, 3], at=0)


@given(POINTS)
def test_the_bias_equals_scipys(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    found = bland_altman(first, second)
    back = bland_altman(second, first)
    assert found.bias.value == -back.bias.value
    differences = [a - b for a, b in pairs]
    if len(pairs) > 1 and len(set(differences)) > 1:
        stats = other("scipy.stats")
        low, high = stats.t.interval(
            0.95, len(pairs) - 1, loc=sum(differences) / len(pairs), scale=stats.sem(differences)
        )
        assert same(found.bias.interval.low, low) and same(found.bias.interval.high, high)
        assert found.lower.value <= found.bias.value <= found.upper.value


def test_the_bootstrap() -> None:
    first, second = [5, 7, 6, 8, 9, 3], [4, 7, 4, 7, 9, 1]
    one = bland_altman(first, second, interval="bootstrap", resamples=300)
    assert (
        one.upper.method == one.bias.method == "bootstrap"
        and one.bias.interval.low <= one.bias.value <= one.bias.interval.high
    )
    clustered = bland_altman(first, second, clusters=[1, 1, 2, 2, 3, 3], resamples=300)
    assert clustered.lower.method == "bootstrap"
