"""Cohen's kappa against values worked out by hand and against its own definition."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LengthMismatchError
from legal_metrics.stats.agreement import cohen_kappa


def test_the_worked_example_of_a_two_by_two_table() -> None:
    # by hand: yes/yes 20, yes/no 5, no/yes 10, no/no 15: observed 35/50, expected (25*30 + 25*20)/2500 = 0.5, kappa 0.4
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    found = cohen_kappa(first, second)
    assert (found.n, found.observed, found.expected) == (50, 0.7, 0.5)
    assert math.isclose(found.kappa, 0.4)


def test_nothing_to_compare_is_no_number() -> None:
    assert math.isnan(cohen_kappa([], []).kappa)


def test_lists_of_unlike_length_are_an_error() -> None:
    with pytest.raises(LengthMismatchError):
        cohen_kappa(["a"], [])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"))))
def test_bounds_symmetry_and_identity(pairs: list[tuple[str, str]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohen_kappa(first, second).kappa
    assert math.isnan(kappa) or -1 <= kappa <= 1
    assert cohen_kappa(second, first).kappa == kappa or math.isnan(kappa)
    own = cohen_kappa(first, first).kappa
    assert own == 1 or (math.isnan(own) and len(set(first)) < 2)
