"""Whether the marks in a text can add up to what the text is worth.

Marks nest: 一是分析…（+10分） over （1）…（+6分）, （2）…（+4分）. Layout tells only partly how, so every sensible reading is tried; points that no reading gives are
not supported by the text. What takes away, caps, or is another way to the same points (直接+10分) adds nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from legal_metrics.arguments import check_text
from legal_metrics.rubrics.marks import Mark, marks

_OPEN, _CLOSE = "（(", "）)"
_GIVES = "得给給计計"
_ALTERNATIVE = re.compile(r"(?:即可?|直接|均可|亦可|也可|就|[本该此][大小]?[项题]（?)\s*$")
_LOWER_TIERS = re.compile(r"(?:^|[\n。；;])[ \t\u3000]*(?:扣分点|扣分标准|不及格|不合格|失分点)")
_ALL = re.compile(r"[答写提全]全[^，。；;\n扣]{0,6}$")
_LEVEL = re.compile(r"(?:完全|基本|部分|充分|优秀|优良|良好|较好|合格|一般|瑕疵|不足)[^，。；\n（(]{0,6}[（(]")
_COUNT = r"[一二两三四五\d]?[点项條条个個处處种]"
_CHOICE = re.compile(
    rf"任[意一选選][答写提]?(?:出|到|及)?{_COUNT}|[答写写提列][^，。；\n]{{0,8}}其中(?:之一|任意|{_COUNT})|[二三两]选一|择一|其一即可|最[多高]得"
)
ENUMERATOR = re.compile(
    r"\s*(?:(?P<chapter>[一二三四五六七八九十]{1,3}(?=[、.．，]|是))|(?P<step>第[一二三四五六七八九十\d]{1,3}[步点项层个，、：:；])|(?P<question>问题\s*[一二三四五六七八九十\d]{1,2})"
    r"|(?P<figure>\d{1,2}(?=[、.．\t]|\s?[^\d\s.%年月日元万分]))|(?P<bracketed>[(（]\s*[一二三四五六七八九十\d]{1,2}\s*[)）])|(?P<circled>[①-⑳])|(?P<dash>[-–—·•●l▪*]\s*))"
)
"""What a line of a list begins with."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a mark gives. ``kind``: ``award``; ``total`` (共20分, 【…】20分: of what follows); ``all`` (答全+10分: of what follows, or less of it); ``sum`` (a mark
    behind a paragraph with marks of its own: of what stands before). ``shape``: the layout of its line, equal for siblings. ``each``: for every occurrence.
    ``heads``: it stands in the first line of the text, with nothing of it behind; ``told``: in words (得5分), as levels are.

    >>> [(claim.points, claim.kind) for claim in claims("【结论】共10分 (+5分)甲有权；(+5)乙无权（未提及扣2分）")]
    [(10, 'total'), (5, 'award'), (5, 'award')]
    """

    points: float
    kind: str
    shape: str = ""
    each: bool = False
    heads: bool = False
    told: bool = False


def claims(text: str) -> tuple[Claim, ...]:
    """What the marks of a text give, in order. Linear. Raises: WrongTypeError for a text that is no string.

    >>> [(claim.points, claim.shape) for claim in claims("一是违约。（+10分）\\n（1）合同有效；(+6分)\\n（2）未交付。(+4分)")]
    [(10, 'chapter'), (6, 'bracketed'), (4, 'bracketed')]
    """
    check_text("text", text)
    lower = _LOWER_TIERS.search(text)  # 扣分点, 不及格: what stands there gives nothing
    lines = text[: lower.start() if lower else None].split("\n")
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    by_line: dict[int, list[Mark]] = {}
    for mark in marks(text):
        if (
            mark.kind in ("award", "total")
            and mark.points
            and not _ALTERNATIVE.search(text[max(mark.start - 4, 0) : mark.start])
        ):
            by_line.setdefault(bisect_right(starts, mark.start) - 1, []).append(mark)
    return tuple(claim for place, found in by_line.items() for claim in _claims_of(lines[place], starts[place], found))


def _claims_of(line: str, offset: int, found: Sequence[Mark]) -> list[Claim]:
    spans = [(mark.start - offset, mark.end - offset) for mark in found]
    first = line[: spans[0][0]].strip()
    enumerator = ENUMERATOR.match(line, 0 if first else spans[0][1])
    shape = "plain" if enumerator is None else str(enumerator.lastgroup)
    read = []
    for place, (mark, (start, end)) in enumerate(zip(found, spans, strict=True)):
        before, after = line[:start].rstrip(), line[end:].strip()
        kind = mark.kind
        if kind == "award" and _ALL.search(before):
            kind = "all"
        elif (
            kind == "award"
            and 0 < place == len(found) - 1
            and before.endswith(("。", "；", ";", "！"))
            and not after.strip("。；; ")
        ):
            kind = "sum"
        elif kind == "award" and place == 0 and before.endswith("】") and not after:
            kind = "total"  # 【依据法条】（10分）
        read.append(
            Claim(
                mark.points or 0,
                kind,
                shape + (":" if after.startswith((":", "：")) else ""),
                mark.each,
                offset == 0 and not after.strip("：:。"),
                mark.text[0] in _GIVES,
            )
        )
    return read


def open_marks(text: str) -> tuple[str, ...]:
    """Marks with a bracket on one side only: （+5分甲有权, +5分）甲有权.

    >>> open_marks("(+5分)甲有权；（+5分乙无权"), open_marks("（+5分，答全）甲有权")
    (('（+5分',), ())
    """
    check_text("text", text)
    found = []
    for mark in marks(text):
        if mark.kind == "award" and mark.signed:
            opened = mark.text[0] in _OPEN
            if opened and mark.text[-1] not in _CLOSE and _next_bracket(text, mark.end) not in _CLOSE:
                found.append(mark.text)
            elif (
                not opened
                and text[mark.end : mark.end + 1] in tuple(_CLOSE)
                and _last_bracket(text, mark.start) not in _OPEN
            ):
                found.append(mark.text + text[mark.end])
    return tuple(found)


_BRACKET = re.compile(rf"[{_OPEN}{_CLOSE}\n]")
_NONE = " "


def _next_bracket(text: str, start: int) -> str:
    m = _BRACKET.search(text, start)
    return m[0] if m else _NONE


def _last_bracket(text: str, end: int) -> str:
    place = max(text.rfind(bracket, 0, end) for bracket in (*_OPEN, *_CLOSE, "\n"))
    return text[place] if place >= 0 else _NONE


_MOST_CLAIMS = 32
_THOUSANDTHS = 1000


def marks_support(text: str, points: float) -> bool | None:
    """Whether the marks of a text can add up to ``points``; None where it has none, or says that they do not simply add up (任选两点, 每点2分, 最高得…).

    A mark may hold those that follow it, where they are laid out in another way than it is. Levels (5分, 3分, 1分, 0分; 写对得3分，写成十日得2分) of which the
    first is worth ``points`` support them too. Raises: WrongTypeError for a text that is no string.

    >>> marks_support("(+5分)甲有权；(+5分)乙无权", 10), marks_support("(+5分)甲有权；(+5分)乙无权", 5)
    (True, False)
    >>> marks_support("一是违约。（+10分）\\n（1）合同有效；(+6分)\\n（2）未交付。(+4分)", 10), marks_support("甲有权", 10)
    (True, None)
    """
    return claims_support(claims(text), points, text)


def claims_support(given: Sequence[Claim], points: float, text: str) -> bool | None:
    """``marks_support`` of claims that are read already.

    >>> claims_support([Claim(5, "award"), Claim(5, "award")], 10, "")
    True
    """
    once = [claim for claim in given if not claim.each]
    if len(once) < len(given):  # how often the others count is not said
        return True if once and claims_support(once, points, text) else None
    if not given:
        return None
    wanted = round(points * _THOUSANDTHS)
    values = [round(claim.points * _THOUSANDTHS) for claim in given]
    whole = sum(values)
    levels = len(values) > 2 or len(_LEVEL.findall(text)) > 1 or all(claim.told for claim in given)
    if wanted == whole or (values[0] == wanted and levels and all(a > b for a, b in pairwise(values))):
        return True
    if wanted < whole and len(given) <= _MOST_CLAIMS and wanted in _sums(given, values):
        return True
    unsure = wanted < whole and (len(given) > _MOST_CLAIMS or _CHOICE.search(text))
    return None if unsure else False


def _sums(given: Sequence[Claim], values: Sequence[int]) -> frozenset[int]:
    """Every sum that some nesting of the claims gives."""

    @cache
    def between(start: int, end: int) -> frozenset[int]:
        if start == end:
            return frozenset((0,))
        sums = {values[start] + rest for rest in between(start + 1, end)}
        for stop in range(start + 2, end + 1):
            if holds(start, stop):
                sums.update(values[start] + rest for rest in between(stop, end))
        for last in range(start + 2, end):
            if given[last].kind == "sum" and values[last] in between(start, last):
                sums.update(values[last] + rest for rest in between(last + 1, end))
        return frozenset(sums)

    def holds(parent: int, stop: int) -> bool:
        """Whether the claim may be the whole of those between it and ``stop``."""
        kind, inside = given[parent].kind, between(parent + 1, stop)
        if kind != "total" and any(claim.shape == given[parent].shape for claim in given[parent + 1 : stop]):
            return False
        return min(inside) <= values[parent] if kind == "all" else values[parent] in inside

    return between(0, len(given))
