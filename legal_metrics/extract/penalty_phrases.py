"""Terms and amounts: 壹年又陸月, 拾伍日, 新臺幣參萬元, and lists of them (肆月、伍月（共貳罪）).

Every reader here takes a folded text and a position and returns fields of a ``Penalty`` with the offset behind them, or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from legal_metrics.jurisdictions.tw import penalty_words as words
from legal_metrics.text.numerals import NUMERAL, parse_integer, parse_number

Parts = dict[str, Any]
"""Fields of a ``Penalty`` that one phrase fills."""

ReadPhrase = Callable[[str, int], tuple[Parts, int] | None]

number = lru_cache(maxsize=8192)(parse_integer)
"""``parse_integer``; the same few numerals stand in every judgment."""

_DAYS_A_MONTH = 30
_NO_RANGE = r"(?!以[上下內]|至|未滿|[內前後起])"  # 五年以下 is what a law allows, 一年內 a time to pay: no sentence
_TERM = re.compile(words.TERM + _NO_RANGE)
_NEXT = re.compile(rf"[、及與]各?(?=(?:新?臺幣|銀元)?{NUMERAL}[年月日元])")
_TIMES = re.compile(rf"（[共計]{{0,2}}(?P<n>{NUMERAL})[個小]?[罪次]）")
_AMOUNT = re.compile(words.AMOUNT + _NO_RANGE)
_AMOUNT_AT_END = re.compile(words.AMOUNT + "整?之?$")
_LONGEST_AMOUNT = 50
_CURRENCIES = tuple((re.compile(pattern), code) for pattern, code in words.CURRENCIES)


def read_term(text: str, position: int) -> tuple[int | None, int | None, int] | None:
    """(months, days, end) of the term at ``position``, or None. Years are twelve months; days stay days.

    >>> read_term("壹年又陸月拾伍日", 0), read_term("一年半", 0), read_term("五年以下", 0)
    ((18, 15, 8), (18, None, 3), None)
    """
    m = _TERM.match(text, position)
    if m is None or m.end() == position:
        return None
    values: dict[str, int | None] = {}
    for unit in ("years", "months", "days"):
        values[unit] = None if m[unit] is None else number(m[unit])
        if m[unit] is not None and values[unit] is None:
            return None
    years, months, days = values.values()
    if years is None and months is None:
        return None, days, m.end()
    return (years or 0) * 12 + (6 if m["half"] else 0) + (months or 0), days, m.end()


def read_imprisonment(text: str, position: int) -> tuple[Parts, int] | None:
    """The term of a 有期徒刑.

    >>> read_imprisonment("壹月又拾伍日", 0)
    ({'imprisonment_months': 1, 'imprisonment_days': 15}, 6)
    """
    term = read_term(text, position)
    if term is None:
        return None
    months, days, end = term
    fields = {"imprisonment_months": months, "imprisonment_days": days}
    return {name: value for name, value in fields.items() if value is not None}, end


def read_detention(text: str, position: int) -> tuple[Parts, int] | None:
    """The term of a 拘役, which is counted in days; a month in it counts 30.

    >>> read_detention("伍拾玖日", 0)
    ({'detention_days': 59}, 4)
    """
    term = read_term(text, position)
    return None if term is None else ({"detention_days": (term[0] or 0) * _DAYS_A_MONTH + (term[1] or 0)}, term[2])


def read_probation(text: str, position: int) -> tuple[Parts, int] | None:
    """The term of a 緩刑 as ``{"months": …}``.

    >>> read_probation("貳年", 0)
    ({'months': 24}, 2)
    """
    term = read_term(text, position)
    return None if term is None or term[0] is None else ({"months": term[0]}, term[2])


def read_civil_rights(text: str, position: int) -> tuple[Parts, int] | None:
    """The term of a 褫奪公權, or 終身.

    >>> read_civil_rights("終身", 0)
    ({'civil_rights_deprived_life': True}, 2)
    """
    if text.startswith(words.LIFELONG, position):
        return {"civil_rights_deprived_life": True}, position + len(words.LIFELONG)
    term = read_term(text, position)
    return None if term is None or term[0] is None else ({"civil_rights_deprived_months": term[0]}, term[2])


def read_amount(text: str, position: int) -> tuple[Parts, int] | None:
    """The amount of a fine.

    >>> read_amount("新臺幣3萬5,000元", 0)
    ({'fine': 35000, 'currency': 'TWD'}, 11)
    """
    m = _AMOUNT.match(text, position)
    parts = None if m is None else _money(m)
    return None if m is None or parts is None else (parts, m.end())


def read_amount_before(text: str, floor: int, end: int) -> tuple[Parts, int] | None:
    """The amount that ends at ``end`` and where it begins (新臺幣三萬元之 | 罰金)."""
    m = _AMOUNT_AT_END.search(text, max(floor, end - _LONGEST_AMOUNT), end)
    parts = None if m is None else _money(m)
    return None if m is None or parts is None else (parts, m.start())


def read_times(text: str, position: int) -> tuple[int, int]:
    """N of （共N罪） at ``position`` and the offset behind it; 0 and ``position`` where there is none."""
    m = _TIMES.match(text, position)
    return (0, position) if m is None else (number(m["n"]) or 0, m.end())


def read_list(text: str, position: int, read: ReadPhrase) -> tuple[tuple[tuple[Parts, int], ...], int]:
    """The phrases of one list, each with how many times (0: not said), and the offset behind them. Empty where nothing can be read.

    >>> read_list("肆月、伍月（共貳罪）", 0, read_imprisonment)
    ((({'imprisonment_months': 4}, 0), ({'imprisonment_months': 5}, 2)), 10)
    """
    values: list[tuple[Parts, int]] = []
    end = position
    while (one := read(text, position)) is not None:
        times, end = read_times(text, one[1])
        values.append((one[0], times))
        following = _NEXT.match(text, end)
        if following is None:
            break
        position = following.end()
    return tuple(values), end


def _money(m: re.Match[str]) -> Parts | None:
    amount = parse_number(m["amount"])
    if amount is None or amount.denominator != 1:
        return None
    unit = m["currency"] or ""
    currency = next((code for pattern, code in _CURRENCIES if pattern.match(unit)), None)
    return {"fine": amount.numerator, "currency": currency}
