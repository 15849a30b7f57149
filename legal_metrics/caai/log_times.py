"""Times of a run log, read exactly to the microsecond: numbers in a stated unit, or ISO 8601 texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from types import MappingProxyType

from legal_metrics.errors import LegalMetricsError, shown

UNITS: Mapping[str, float] = MappingProxyType({"s": 1e6, "ms": 1e3, "us": 1.0, "ns": 1e-3})
"""Microseconds of each unit in which the times of a log can be numbers."""

MOST_MICROSECONDS = 1e17
"""The year 5138. A number beyond it is a time in a finer unit than the one stated."""

FORMS = ("numbers", "ISO texts with an offset", "ISO texts without an offset")
"""Forms of a time. A text without an offset is read as UTC, which changes no duration as long as all of a log are such."""

_ISO = re.compile(r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d):([0-5]\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)


def read_time(value: object, unit: str) -> tuple[int, str] | None:
    """Microseconds since the log's zero (of texts: since 1970) and the form of the time; None if it is none.

    >>> read_time(1.7e9 + 0.25, "s"), read_time(2000, "ms")
    ((1700000000250000, 'numbers'), (2000000, 'numbers'))
    >>> read_time("2026-01-02T03:04:05.25Z", "s"), read_time("1970-01-01 00:00:01", "s")
    ((1767323045250000, 'ISO texts with an offset'), (1000000, 'ISO texts without an offset'))
    >>> read_time(1.7e12, "s"), read_time("yesterday", "s"), read_time(True, "s")
    (None, None, None)
    """
    if isinstance(value, str):
        return _iso(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        microseconds = float(value) * UNITS[unit]
    except OverflowError:
        return None
    return (round(microseconds), FORMS[0]) if abs(microseconds) <= MOST_MICROSECONDS else None  # NaN is not


def _iso(text: str) -> tuple[int, str] | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    minute, second, fraction, offset = found.groups()
    begun = _minute(minute, offset)
    if begun is None:
        return None
    below = 0 if fraction is None else int(fraction.ljust(6, "0")) if len(fraction) <= 6 else round(int(fraction) / 10 ** (len(fraction) - 6))
    return begun + int(second) * 1_000_000 + below, FORMS[2] if offset is None else FORMS[1]


@lru_cache(maxsize=4096)
def _minute(minute: str, offset: str | None) -> int | None:
    """Microseconds at which a minute begins; None if there is no such minute. Neighbours in a log share theirs."""
    try:
        moment = datetime.fromisoformat(f"{minute}:00" + ("+00:00" if offset in (None, "Z") else str(offset)))
    except ValueError:
        return None
    return (moment - _EPOCH) // _MICROSECOND


def seconds_microseconds(argument: str, seconds: object) -> int:
    """A number of seconds, of either sign, as whole microseconds. Raises: LegalMetricsError for what is no number, or beyond all times.

    >>> seconds_microseconds("idle_seconds", 0.5)
    500000
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not abs(seconds) * 1_000_000 <= MOST_MICROSECONDS:
        raise LegalMetricsError(f"{argument}: found {shown(seconds)}, allowed a number of seconds, at most 1e11 either way")
    return round(seconds * 1e6)
