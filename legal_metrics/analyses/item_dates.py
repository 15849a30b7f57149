"""When an item was made, as far as its record says: a year, a month or a day, held as the period it may lie in."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.readers.fields import Fields

_FORM = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


@dataclass(frozen=True, slots=True)
class Period:
    """From ``first`` to ``last`` day (ISO dates, both within).

    >>> Period("2024-01-01", "2024-12-31").year
    2024
    """

    first: str
    last: str

    @property
    def year(self) -> int:
        """The year it begins in."""
        return int(self.first[:4])

    def is_before(self, other: Period) -> bool | None:
        """True if it ends before the other begins, False if it begins on or after the other's last day, None where both may be.

        With a training cutoff: items after it, items from before it (its own day included), and those that may be either.

        >>> june = period("2024-06")
        >>> june.is_before(period("2024-07-01")), june.is_before(period("2023")), june.is_before(period("2024"))
        (True, False, None)
        """
        if self.last < other.first:
            return True
        return False if other.last <= self.first else None


def period(text: str) -> Period:
    """The period that ``2024``, ``2024-06`` or ``2024-06-30`` names. Raises: LegalMetricsError for anything else.

    >>> period("2024-02")
    Period(first='2024-02-01', last='2024-02-29')
    """
    found = _FORM.fullmatch(text) if isinstance(text, str) else None
    try:
        if not found:
            raise ValueError
        year, month, day = (int(part) if part else None for part in found.groups())
        first = date(year or 0, 1 if month is None else month, 1 if day is None else day)
        ends = 12 if month is None else month
        last = first.replace(month=ends, day=monthrange(first.year, ends)[1] if day is None else day)
    except ValueError:
        raise LegalMetricsError(f"date: found {shown(text)}, allowed a date such as 2024, 2024-06 or 2024-06-30") from None
    return Period(first.isoformat(), last.isoformat())


def date_of(record: Mapping[str, Any]) -> Period | None:
    """When a record's item was made: the day of its ``date``, else its ``year``; None where it has neither.

    Raises: BadReferenceError for a date or year that is none, and for a date outside the year.

    >>> date_of({"id": "r1", "year": 2019, "date": "2019-07-05"}).first, date_of({"id": "q1", "year": 2019}).first, date_of({"id": "q2"})
    ('2019-07-05', '2019-01-01', None)
    """
    row = Fields.of(record)
    year, day = record.get("year"), record.get("date")
    if year is not None and (not is_whole(year, 1) or year > 9999):
        raise row.error("year", year, "a year such as 2019 or null")
    if day is None:
        return None if year is None else period(f"{year:04}")
    try:
        found = period(day.isoformat()[:10] if isinstance(day, date) else day)
    except LegalMetricsError:
        raise row.error("date", day, "a date such as 2019-07-05 or null") from None
    if year is not None and year != found.year:
        raise row.error("date", day, f"a date in the record's year {year}")
    return found
