"""Times of run logs: exact to the microsecond in every unit and form."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.log_times import FORMS, UNITS, read_time, seconds_microseconds
from legal_metrics.errors import LegalMetricsError

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("value", "unit", "microseconds"),
    [
        (0, "s", 0),
        (1.7e9 + 0.1, "s", 1_700_000_000_100_000),  # a double near 1.7e9 is 2.4e-7 s coarse: the microsecond is still the one written
        (1700000000123, "ms", 1_700_000_000_123_000),
        (1700000000123.5, "ms", 1_700_000_000_123_500),
        (12, "us", 12),
        (12_499, "ns", 12),
        (-1.5, "s", -1_500_000),
        (1e11, "s", 10**17),
    ],
)
def test_numbers(value: float, unit: str, microseconds: int) -> None:
    assert read_time(value, unit) == (microseconds, "numbers")


@pytest.mark.parametrize("value", [1.7e12, 1.1e11, -1.1e11, float("nan"), float("inf"), 10**400, True, None, [], {}])
def test_what_is_no_time(value: object) -> None:
    assert read_time(value, "s") is None


@pytest.mark.parametrize(
    ("text", "microseconds", "form"),
    [
        ("1970-01-01T00:00:00Z", 0, FORMS[1]),
        ("1970-01-01T08:00:00+08:00", 0, FORMS[1]),
        ("1970-01-01T00:00:00.5", 500_000, FORMS[2]),
        ("1970-01-01 00:00:00.000001-00:30", 1_800_000_001, FORMS[1]),
        ("1970-01-01T00:00:00.123456789Z", 123_457, FORMS[1]),
        ("1969-12-31T23:59:59.25Z", -750_000, FORMS[1]),
    ],
)
def test_texts(text: str, microseconds: int, form: str) -> None:
    assert read_time(text, "ms") == (microseconds, form)


@pytest.mark.parametrize(
    "text", ["", "now", "1970-01-01", "1970-13-01T00:00:00Z", "1970-01-01T25:00:00", "1970-01-01T00:00:00+0800", "１970-01-01T00:00:00Z", "1.5"]
)
def test_texts_that_are_no_time(text: str) -> None:
    assert read_time(text, "s") is None


@given(st.datetimes(datetime(1900, 1, 1), datetime(2500, 1, 1)), st.sampled_from([-480, 0, 330, 480]))
def test_texts_are_what_the_standard_library_says(moment: datetime, minutes: int) -> None:
    zoned = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    assert read_time(zoned.isoformat(), "s") == ((zoned - EPOCH) // timedelta(microseconds=1), FORMS[1])


@given(st.text(), st.sampled_from(list(UNITS)))
def test_no_text_raises(text: str, unit: str) -> None:
    assert read_time(text, unit) is None or "T" in text or " " in text


@given(st.integers(0, 4 * 10**15))
def test_a_unix_time_in_seconds_keeps_its_microsecond(microseconds: int) -> None:
    assert read_time(microseconds / 1e6, "s") == (microseconds, "numbers")


@pytest.mark.parametrize("value", [True, None, "1", float("nan"), float("inf"), -1.1e11, 10**400])
def test_seconds_that_are_none(value: object) -> None:
    with pytest.raises(LegalMetricsError, match=r"idle_seconds: found .*, allowed a number of seconds"):
        seconds_microseconds("idle_seconds", value)  # type: ignore[arg-type]
