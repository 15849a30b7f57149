"""Terms of mainland penalties, as numbers of months and days: 一年六个月, 半年, 三年以上七年以下, 6-12个月; before or behind the penalty's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from legal_metrics.jurisdictions.cn import penalty_words as words
from legal_metrics.text.numerals import NUMBER, parse_integer, parse_number

_DAYS_A_MONTH = 30
_MONTHS_A_YEAR = 12
_LONGEST_TERM = 1200
_SPAN = {"imprisonment": (6, 180), "detention": (1, 6), "control": (3, 24)}
"""Months that the law allows for one count (刑法 §38, §42, §45): the open end of 三年以下, 十年以上."""

_TERM = re.compile(words.TERM)
_UPPER = re.compile(rf"(?:{words.AT_MOST})")
_TO = re.compile(words.RANGE_SIGN)
_SHORT_RANGE = re.compile(rf"(?P<first>{NUMBER}){words.RANGE_SIGN}(?=(?P<second>{NUMBER})(?P<unit>个?月|年))")
NO_SINGLE = re.compile(r"以[上下内]|至|不等")
_BOUND = re.compile(rf"(?P<least>{words.AT_LEAST_BEFORE})|(?:{words.AT_MOST_BEFORE})")
NUMBER_BEGINS = re.compile(
    rf"(?:{words.AT_LEAST_BEFORE}|{words.AT_MOST_BEFORE})?(?:{NUMBER}(?=个?半?[年月日天]|{words.RANGE_SIGN})|半(?=年))"
)
"""Where a term or range may begin, with the words that make it a bound."""


def read_term(text: str, position: int) -> tuple[int, int, int] | None:
    """(months, days, end) of the term at ``position``; None where none stands, or it is a range, a date or masked."""
    m = _TERM.match(text, position)
    if m is None or m.end() == position or NO_SINGLE.match(text, m.end()):
        return None
    months = Fraction(6) if m["half_year"] else Fraction(0)
    if m["years"] is not None:
        years = parse_number(m["years"])
        if years is None:
            return None
        months += years * _MONTHS_A_YEAR + (6 if m["half"] else 0)
    if m["months"] is not None:
        more = parse_number(m["months"].lstrip("零〇") or m["months"])  # 三年零六个月
        if more is None:
            return None
        months += more + (Fraction(1, 2) if m["half_month"] else 0)
    days = 0
    if m["days"] is not None:
        written = parse_integer(m["days"].lstrip("零〇") or m["days"])
        if written is None or (m["years"] is None and m["months"] is not None and "个" not in m[0]):
            return None  # 3月5日
        days = written
    if months >= _LONGEST_TERM:
        return None  # 2013年1月5日
    rest = (months - int(months)) * _DAYS_A_MONTH
    return int(months), days + int(rest), m.end()


def read_range(text: str, position: int, kind: str) -> tuple[tuple[int, int], int] | None:
    """((least, most) months, end) of the range at ``position``: 三年以上七年以下, 三至七年, 6-12个月, 三年以下, 不超过五年."""
    low, high = _SPAN.get(kind or "imprisonment", (0, 0))
    if bound := _BOUND.match(text, position):
        return _bounded(text, bound, low, high)
    short = _SHORT_RANGE.match(text, position)
    if short is not None:
        scale = _MONTHS_A_YEAR if short["unit"] == "年" else 1
        first = parse_number(short["first"])
        last = _plain_term(text, short.start("second"))
        if first is None or last is None or first * scale >= _LONGEST_TERM:
            return None
        return (int(first * scale), last[0]), _skip_upper(text, last[1])
    first_term = _plain_term(text, position)
    if first_term is None:
        return None
    months, end = first_term
    if text.startswith(words.AT_LEAST, end):
        end += len(words.AT_LEAST)
        following = end + 1 if text[end : end + 1] in ("，", "、") else end
        second = _plain_term(text, following)
        if second is not None and (upper := _UPPER.match(text, second[1])):
            return (months, second[0]), upper.end()
        return (months, max(high, months)), end
    if upper := _UPPER.match(text, end):
        return (min(low, months), months), upper.end()
    if to := _TO.match(text, end):
        second = _plain_term(text, to.end())
        if second is not None:
            return (months, second[0]), _skip_upper(text, second[1])
    return None


def _bounded(text: str, bound: re.Match[str], low: int, high: int) -> tuple[tuple[int, int], int] | None:
    """至少三年, 不超过五年, 不低于三年不高于七年."""
    term = _plain_term(text, bound.end())
    if term is None:
        return None
    months, end = term
    if bound["least"] is None:
        return (min(low, months), months), end
    other = _BOUND.match(text, end + 1 if text[end : end + 1] in ("，", "、") else end)
    upper = _plain_term(text, other.end()) if other is not None and other["least"] is None else None
    return ((months, max(high, months)), end) if upper is None else ((months, upper[0]), upper[1])


def _skip_upper(text: str, position: int) -> int:
    upper = _UPPER.match(text, position)
    return upper.end() if upper else position


def _plain_term(text: str, position: int) -> tuple[int, int] | None:
    """(months, end) of a term of years and months, whatever follows it."""
    m = _TERM.match(text, position)
    if m is None or m.end() == position or m["days"] is not None:
        return None
    values = [Fraction(0) if m[unit] is None else parse_number(m[unit].lstrip("零〇") or m[unit]) for unit in ("years", "months")]
    if None in values:
        return None
    years, months = (value or Fraction(0) for value in values)
    total = years * _MONTHS_A_YEAR + months + (6 if m["half"] or m["half_year"] else 0)
    return None if total.denominator != 1 or total >= _LONGEST_TERM else (total.numerator, m.end())


_WRITTEN_BEFORE = re.compile(rf"(?:{NUMBER}|半)(?:[年月个半又零以上下内至到~，-]|{NUMBER})*的?$")
_LONGEST_BEFORE = 30


def term_before(text: str, floor: int, end: int, kind: str) -> Any:
    """The term or the range directly before a penalty's name: 三年有期徒刑, 六个月的拘役, 三年以上十年以下有期徒刑."""
    low = max(floor, end - _LONGEST_BEFORE)
    stop = end - 1 if text[end - 1 : end] == "的" else end
    for start in _starts(text, low, stop):
        span = read_range(text, start, kind)
        if span is not None and span[1] == stop:
            return span[0]
        term = read_term(text, start)
        if term is not None and term[2] == stop:
            return term
    return None


def _starts(text: str, low: int, end: int) -> Iterator[int]:
    for number in NUMBER_BEGINS.finditer(text, low, end):
        yield number.start()

