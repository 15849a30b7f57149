"""Runs of units: stretches such as 第三百三十九條之四第一項第二款、第三款, in which nothing but numbers, unit words and joints stands.

The same few thousand runs stand in all judgments, so what a run says is worked out once and remembered: speed, and no second grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from legal_metrics.text.numerals import NUMERAL_CHARACTERS

LONGEST = 200
"""Longer runs are read unit by unit."""

_JOINTS = "、，,及與与和或至到~～；;並并暨以起兼之\\-－—–―‐‑"
_UNIT_WORDS = "第條条項项款目文"
_SEGMENTS = "前中後后段但書书本序半"
_BRACKETS = "（()）"
_TELLING = frozenset("條条項项款目段書书文")
"""A run without any of them (第二) has no unit: where the unit word is left out, 前段, 但書 or 本文 stands."""
_BEHIND = frozenset("件例約约碼码紋路街巷弄線线鍊鏈的录標标罪人次名個个種种")
"""What stands right behind a run and changes what its last unit is (第3條約, 第339條之二罪)."""


@cache
def _runs(brackets: bool, loose_behind: str) -> re.Pattern[str]:
    within = NUMERAL_CHARACTERS + _JOINTS + _UNIT_WORDS + _SEGMENTS + (_BRACKETS if brackets else "")
    first = NUMERAL_CHARACTERS + (_BRACKETS if brackets else "")
    unmarked = f"(?<=[{loose_behind}])[{first}]"
    return re.compile(f"(?:第|{unmarked})[{within}]*" if loose_behind else f"第[{within}]*")


def runs(text: str, *, brackets: bool, loose_behind: str = "") -> Iterator[tuple[int, str]]:
    """(start, run) of every run of a compact text that can hold a unit, in order; the run with the one character behind it that matters to it.

    ``brackets``: numbers may stand in them (第（一）项). ``loose_behind``: the characters behind which 第 may be left out; a run that begins without 第 comes
    with the one before it, to which ``start`` points. Every unit lies in one run, and what a run says depends on it alone.

    >>> [*runs("犯刑法第339條之4第1項第2款、第3款之二罪，第2次", brackets=False)]
    [(3, '第339條之4第1項第2款、第3款之二罪')]
    >>> [*runs("犯刑法320條", brackets=False, loose_behind="法")]
    [(2, '法320條')]
    """
    nothing_told = _TELLING.isdisjoint
    for match in _runs(brackets, loose_behind).finditer(text):
        run = match[0]
        if not nothing_told(run):
            end = match.end()
            start = end - len(run)
            behind = text[end : end + 1]
            if behind in _BEHIND:
                run += behind
            if run[0] == "第":
                yield start, run
            else:
                yield start - 1, text[start - 1] + run
