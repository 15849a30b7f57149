"""When two element values are one: exactly, or after what is only a way of writing.

========== =========================================================================================================================================
exact      the same text, number, truth value or null; 1 and 1.0 are one number, as in JSON and Excel, but "1" is a text and true no number
normalised texts after ``text.normalise``; a text that is a plain decimal number is that number (5,000 = 5000.00 = the number 5000; 007 stays a text, for
           it is a mark); dates are days (2024年1月2日 = 二〇二四年一月二日 = 2024/1/2 = 2024-01-02 = 民國113年1月2日)
bare       normalised, and then texts without punctuation and white space (``text.normalise.bare_text``); a text of nothing else stays as it is
========== =========================================================================================================================================

The article says nothing of matching: which of the three counts is an option everywhere. [reconstructed]
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Hashable
from decimal import Decimal
from functools import cache

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.text.normalise import bare_text, normalise
from legal_metrics.text.numerals import NUMERAL, parse_integer
from legal_metrics.text.script import fold_script as to_simplified

MATCHINGS: tuple[str, ...] = ("exact", "normalised", "bare")
"""Ways of matching, the strictest first."""

Scalar = str | int | float | bool | None


def check_matching(matching: object) -> None:
    """Raises: LegalMetricsError for a matching that is none of ``MATCHINGS``.

    >>> check_matching("fuzzy")
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: matching: found 'fuzzy', allowed exact, normalised, bare
    """
    if matching not in MATCHINGS:
        raise LegalMetricsError(f"matching: found {shown(matching)}, allowed {', '.join(MATCHINGS)}")


def value_form(value: Scalar, matching: str, *, fold_script: bool = False) -> Hashable:
    """What of a value is compared: equal iff the two values match. ``fold_script``: 简 and 繁 are one (not under ``exact``).

    >>> value_form(5000, "normalised") == value_form("5,000.00", "normalised"), value_form(5000, "exact") == value_form("5000", "exact")
    (True, False)
    >>> value_form("二〇二四年一月二日", "normalised")
    ('date', 2024, 1, 2)
    """
    if value is None or isinstance(value, bool):
        return ("constant", value)
    if isinstance(value, str):
        return ("text", value) if matching == "exact" else _read(value, matching, fold_script)
    if matching == "exact" or isinstance(value, int):
        return ("number", value)
    return ("number", Decimal(format(value, ".15g")))  # fifteen digits are what Excel keeps: 0.1 + 0.2 is 0.3


def text_form(text: str, matching: str, *, fold_script: bool = False) -> str:
    """What of a name or a place is compared: as ``value_form``, but numbers and dates in it stay text.

    >>> text_form("（一） 事实", "normalised"), text_form("（一） 事实", "bare")
    ('(一) 事实', '一事实')
    """
    if matching == "exact":
        return text
    plain = normalise(text)
    if matching == "bare":
        plain = bare_text(plain) or plain
    return to_simplified(plain) if fold_script else plain


_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]*)(?:\.[0-9]+)?", re.ASCII)


@cache
def _dates() -> tuple[re.Pattern[str], ...]:
    return (
        re.compile(r"(?P<y>[12][0-9]{3})(?P<sep>[-/.])(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})", re.ASCII),
        re.compile(rf"(?:公元|西元)?(?P<roc>中[華华]民[國国]|民[國国])?\s?(?P<y>{NUMERAL}|元)\s?年\s?(?P<m>{NUMERAL})\s?月\s?(?P<d>{NUMERAL})\s?[日號号]"),
    )


def _read(text: str, matching: str, fold_script: bool) -> Hashable:
    plain = normalise(text)
    if _NUMBER.fullmatch(plain):
        return ("number", Decimal(plain.replace(",", "")))
    return _day(plain) or ("text", text_form(text, matching, fold_script=fold_script))


def _day(plain: str) -> Hashable:
    """A date as ("date", year, month, day), or None. Years without 民國 have four figures; a day that no calendar has is no date."""
    if len(plain) > 40:  # longer than any date
        return None
    for pattern in _dates():
        if found := pattern.fullmatch(plain):
            year, month, day = (1 if found[name] == "元" else parse_integer(found[name]) for name in "ymd")
            if year is None or month is None or day is None:
                return None
            if "roc" in pattern.groupindex and found["roc"]:
                year += 1911
            if 1000 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]:
                return ("date", year, month, day)
    return None
