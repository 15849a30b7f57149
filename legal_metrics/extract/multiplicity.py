"""How many counts a crime stands for: 共參罪, 犯竊盜二罪, 二罪，各處…, and a total taken apart (共拾罪，其中參罪…，其餘柒罪…)."""

from __future__ import annotations

import re

from legal_metrics.extract.penalty_phrases import number
from legal_metrics.text.numerals import NUMERAL

_OF_CRIMES = f"{NUMERAL}[個小]?[罪次]"
EACH_GETS = r"，?(?:[均皆]?為?累犯，)?(?:[均各皆]|每罪|分別|依序|依次)[^，。；處科]{0,4}[處科]"
_BEFORE_THE_CRIME = (  # 二次竊盜, 二竊盜, but 三人以上, 一般洗錢, 參與犯罪組織, 陸海空軍
    rf"(?:{NUMERAL}[個次件]|[二兩三四五六七八九十貳肆柒捌玖拾2-9２-９](?![人以歲級親等個次件年月日元條項款]|{NUMERAL}))"
)

KEY = (
    rf"(?:[共計](?=[計犯]?[^，。；人]{{1,8}}[罪次])|(?<=罪)(?={_OF_CRIMES})|(?:(?<=其中)|(?<=[餘另]))(?={_OF_CRIMES})"
    rf"|(?<![第前上後])(?={_OF_CRIMES}{EACH_GETS})|(?<=[，、；（])(?={_OF_CRIMES}[，。；）])"
    rf"|(?<=犯)(?={_BEFORE_THE_CRIME}[^，。；]{{1,30}}罪{EACH_GETS}))"
)
"""Where a number of counts is said: 共N罪; N罪 behind a crime, behind 其中 and 其餘, alone between marks, or before 各處; 犯N次…罪，各處."""

ALONE = f"{_OF_CRIMES}$"
"""What makes a bracket a number of counts: （二罪）."""

_BEFORE_A_CHARGE = re.compile(_BEFORE_THE_CRIME)
_END_OF_A_CHARGE = re.compile(rf"{NUMERAL}$")
_BEHIND = re.compile(rf"(?:共|計|合計|總計){{0,2}}犯?(?P<n>{NUMERAL})[個小]?[罪次]")
_IN_FRONT = re.compile(rf"(?P<n>{NUMERAL})[個次件]|(?P<bare>[二兩三四五六七八九十貳肆柒捌玖拾2-9２-９])")


def read_multiplicity(text: str, start: int) -> tuple[int, int, int] | None:
    """(number, start, end) of what ``KEY`` has found at ``start``, or None.

    >>> read_multiplicity("犯竊盜罪，合計參罪", 6), read_multiplicity("犯二次竊盜罪", 1), read_multiplicity("犯一般洗錢罪", 1)
    ((3, 5, 9), (2, 1, 3), None)
    """
    if text.endswith(("合", "總"), 0, start):
        start -= 1
    m = _BEHIND.match(text, start)
    if m is not None:
        n = number(m["n"])
        return (n, start, m.end()) if n else None
    m = _IN_FRONT.match(text, start) if text.endswith("犯", 0, start) else None
    n = None if m is None else number(m["n"] or m["bare"])
    return None if m is None or n is None or n < 2 else (n, start, m.end())


def without_number(charge: str) -> str:
    """A charge without the number of counts in it.

    >>> [without_number(name) for name in ("竊盜二", "二次竊盜", "貳個傷害", "三人以上共同詐欺取財", "一般洗錢")]
    ['竊盜', '竊盜', '傷害', '三人以上共同詐欺取財', '一般洗錢']
    """
    m = _BEFORE_A_CHARGE.match(charge)
    if m is not None and m.end() < len(charge):
        return charge[m.end() :]
    m = _END_OF_A_CHARGE.search(charge)
    return charge if m is None or m.start() == 0 or charge[m.start() - 1] == "第" else charge[: m.start()]
