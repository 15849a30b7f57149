"""What is one value: golden pairs by hand, on both sides of each rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.forms import MATCHINGS, Scalar, check_matching, text_form, value_form
from legal_metrics.errors import LegalMetricsError

scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=30))


def strictest(first: Scalar, second: Scalar) -> str | None:
    """The strictest matching under which two values are one."""
    return next((m for m in MATCHINGS if value_form(first, m) == value_form(second, m)), None)


@pytest.mark.parametrize(
    ("first", "second", "matching"),
    [
        (1, 1.0, "exact"),
        (1, True, None),
        (0, False, None),
        ("", None, None),
        ("true", True, None),
        (0.1 + 0.2, 0.3, "normalised"),
        ("5,000", 5000, "normalised"),
        ("５０００．００", 5000, "normalised"),
        ("1,234,567.50", "1234567.5", "normalised"),
        ("12,34", 1234, None),
        ("0,000", 0, None),
        ("+3", 3, "normalised"),
        ("-0", 0, "normalised"),
        ("007", 7, None),
        ("5000元", 5000, None),
        ("1e3", 1000, None),
        (10**300, "1" + "0" * 300, "normalised"),
        ("（一）　事实", "(一) 事实", "normalised"),
        ("驳回诉讼请求。", "驳回诉讼请求", "bare"),
        ("，", "。", None),  # nothing but punctuation stays what it is
        ("2024年1月2日", "二〇二四年一月二日", "normalised"),
        ("2024年01月02日", "2024-1-2", "normalised"),
        ("2024/01/02", "2024.1.2", "normalised"),
        ("民國113年1月2日", "2024-01-02", "normalised"),
        ("中華民國一一三年一月二日", "2024-01-02", "normalised"),
        ("民國元年1月1日", "1912-01-01", "normalised"),
        ("113年1月2日", "2024-01-02", None),  # no era is said
        ("2024-01/02", "2024-01-02", None),
        ("2024-02-30", "2024/02/30", None),
        ("2024-02-29", "2024/2/29", "normalised"),
        ("2024年1月", "2024-01", None),
        ("處", "处", None),
    ],
)
def test_the_strictest_matching_under_which_two_values_are_one(first: Scalar, second: Scalar, matching: str | None) -> None:
    assert strictest(first, second) == strictest(second, first) == matching


def test_both_scripts_are_one_only_when_asked_and_never_exactly() -> None:
    assert value_form("臺灣處", "normalised", fold_script=True) == value_form("台湾处", "normalised", fold_script=True)
    assert text_form("處", "exact", fold_script=True) != text_form("处", "exact", fold_script=True)


def test_numbers_in_names_stay_text() -> None:
    assert text_form("3.10", "normalised") != text_form("3.1", "normalised")


@given(scalars, scalars)
def test_a_looser_matching_keeps_what_a_stricter_one_joins(first: Scalar, second: Scalar) -> None:
    joined = [value_form(first, m) == value_form(second, m) for m in MATCHINGS]
    assert joined == sorted(joined)
    assert all(value_form(first, m) == value_form(first, m) and hash(value_form(first, m)) is not None for m in MATCHINGS)


def test_an_unknown_matching_is_refused() -> None:
    with pytest.raises(LegalMetricsError, match=r"^matching: found 'loose', allowed exact, normalised, bare$"):
        check_matching("loose")
