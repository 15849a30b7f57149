"""Marks: what a rubric's text says about points. "(+5分)", "（7 分）", "扣 3 分", "得 0 分", "共20分", "扣完5分为止", "最高得６分", "两分半".

A number alone is never a mark: 百分之十, 二分之一, 10分钟, 十分重要 and 第5条 have no cue. A cue is a sign, a bracket that holds nothing but points, or a
word that gives, takes, totals or limits. What has the cue and no number that can be read is a mark without points, so that nobody takes it for text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from legal_metrics.text.numerals import parse_number

KINDS: tuple[str, ...] = ("award", "deduction", "total", "cap", "deduction_cap", "alternative", "zero", "unread")
"""What a mark does. ``award`` gives points; ``deduction`` takes them; ``total`` declares what a whole is worth; ``cap`` is the most that can be earned,
``deduction_cap`` the most that can be taken; ``alternative`` is what an answer that falls short or goes another way gets instead; ``zero`` leaves nothing;
``unread`` has the cue of a mark and no number that can be read."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark. ``points``: its number, never negative (``kind`` says which way it goes), None for ``unread``; ``low``: the lower end of a range (扣1-3分);
    ``each``: it counts for every occurrence (每处扣2分); ``start`` and ``end``: where it stands, in characters.

    >>> Mark("award", 5, 0, 5, "(+5分)").each
    False
    """

    kind: str
    points: float | None
    start: int
    end: int
    text: str
    each: bool = False
    low: float | None = None

    @property
    def signed(self) -> bool:
        """Whether an award is written with a plus."""
        return any(sign in self.text for sign in _PLUS)


_PLUS = "+＋﹢"
_MINUS = "-－−﹣–"
_S = r"[ \t\u3000\u00a0]{0,3}"
_OPEN, _CLOSE = r"[（(\[【]", r"[)）\]】]"
_ARABIC = r"[0-9０-９]{1,4}(?:[.．][0-9０-９]{1,2})?"
_HAN = r"[零〇一二两兩三四五六七八九十百]{1,5}(?:[点點][零〇一二三四五六七八九]{1,2})?"
_NUMBER = rf"(?:{_ARABIC}|{_HAN}|半)"
_VALUE = rf"(?:{_NUMBER}{_S}分?{_S}[-－–—~～至到]{_S})?{_NUMBER}"
# 分 as a unit, not the first half of another word; 三分半 is three and a half.
_UNIT = rf"{_S}分(?:半|(?![之钟鐘析配别別割担擔部类類期店局行公号隔解享红裂散布歧赃贓摊攤值]))"
_COUNTED = "[项項处處点點个個条條次步人名份种種问問句]|分句|主体|主體|要[件素点]|事实|关键词"
_STEP = "(?:(?:本|此|该|該|这)[条條项項步题題点點]骤?|每[一]?(?:" + _COUNTED + "))"

_KINDS: tuple[tuple[str, str], ...] = (
    (
        "total",
        rf"(?:总分|總分|满分|滿分|合计|合計|共计|共計|共|占){_S}(?:值|为|為|是)?{_S}[:：]?{_S}(?P<total>{_VALUE}){_UNIT}"
        rf"|(?:总分|總分|满分|滿分)(?:值|为|為)?{_S}[:：]{_S}(?P<total4>{_VALUE})(?=[ \t\r]*$)"
        rf"|】{_S}(?P<total2>{_VALUE}){_UNIT}|^{_S}(?P<total3>{_VALUE}){_UNIT}{_S}\r?$",
    ),
    (
        "deduction_cap",
        rf"扣(?:完|满|滿|至|到|光){_S}(?P<deduction_cap>{_VALUE}){_UNIT}"
        rf"|(?:最多|至多|最高|不超过|不超過|累计|累計|上限){{1,2}}(?:可|只|共|计)?{_S}(?:倒?扣除?|[{_MINUS}]){_S}(?P<deduction_cap2>{_VALUE}){_UNIT}"
        rf"|扣分(?:总额|總額)?(?:上限|不超过|不超過|最多|最高|以)(?:为|為|是)?{_S}(?P<deduction_cap3>{_VALUE}){_UNIT}",
    ),
    (
        "zero",
        rf"(?:得|计|計|记|記|给|給|判|为|為){_S}[0０零〇](?:[.．][0０])?{_UNIT}|{_OPEN}{_S}[+＋]?{_S}[0０零〇]{_UNIT}{_S}{_CLOSE}|零分"
        r"|(?:不得|不给|不給|不计|不計)(?:任何)?分(?![析配别別割担擔])|不予(?:得|给|給|计|計)分",
    ),
    (
        "cap",
        rf"(?:最高|最多|至多|不超过|不超過|上限)(?:[本该該此][项項题題大小]{{1,2}})?(?:可|只能|只|仅|为|為)?{_S}(?:得|给|給|计|計)?{_S}(?P<cap>{_VALUE}){_UNIT}",
    ),
    (
        "alternative",
        r"(?:也可以?|亦可|即可|只能|仅能|可以|可|仅|僅|只|酌情|直接)(?:获|獲)?(?:得|给|給|加)(?:该项的?|本项的?|此项的?|其中)?"
        rf"{_S}(?P<alternative>{_VALUE}){_UNIT}|直接{_S}[{_PLUS}]{_S}(?P<alternative2>{_VALUE}){_UNIT}",
    ),
    (
        "deduction",
        rf"(?:倒扣|扣除|扣减|扣減|扣掉|扣|减去|减|減){_S}(?:得分)?{_S}(?P<deduction>{_VALUE})(?:{_UNIT}|(?={_S}{_CLOSE}))"
        rf"|(?<![0-9０-９分.．])[{_MINUS}]{_S}(?P<deduction2>{_VALUE})(?:{_UNIT}|(?={_S}{_CLOSE}))",
    ),
    (
        "award",
        rf"{_OPEN}{_S}{_STEP}?{_S}[{_PLUS}]{_S}(?P<award>{_VALUE})(?:{_UNIT})?{_S}{_CLOSE}"
        rf"|{_OPEN}?{_S}[{_PLUS}]{_S}(?P<award2>{_VALUE}){_UNIT}"
        rf"|{_OPEN}{_S}{_STEP}?{_S}(?P<award3>{_VALUE}){_UNIT}{_S}{_CLOSE}"
        rf"|{_OPEN}{_S}(?P<award6>{_VALUE}){_UNIT}{_S}(?=[，,；;])"
        rf"|(?:得|给|給|加|计|計)(?:满分)?{_S}(?P<award4>{_VALUE}){_UNIT}|{_STEP}{_S}(?P<award5>{_VALUE}){_UNIT}",
    ),
    (
        "unread",
        rf"{_OPEN}{_S}[{_PLUS}{_MINUS}]?{_S}(?:{_NUMBER}{_S})?份{_S}{_CLOSE}|{_OPEN}{_S}[{_PLUS}{_MINUS}]{_S}(?:[_＿xXnN×Ｘ?？]{{1,4}}{_S})?分?{_S}{_CLOSE}"
        rf"|(?:扣|得|[{_PLUS}{_MINUS}]){_S}(?:万{_S}{_NUMBER}|[_＿xXnN×Ｘ?？]{{1,4}}|若干|适当|適當|相应|相應|部分|一定){_S}(?:的)?分(?![析配别別])|酌情(?:扣|给|給|加)分",
    ),
)
_MARK = re.compile("|".join(f"(?P<{kind}_>{pattern})" for kind, pattern in _KINDS), re.MULTILINE)
_EACH = re.compile(
    rf"每(?:[一二两兩]|{_COUNTED}|[^，。；;\n]{{1,8}}?[一1１](?:{_COUNTED}))"
    rf"|(?:[少缺漏错]|任|错误|缺失|缺乏)[^，。；;\n]{{0,8}}?[一1１](?:{_COUNTED})|任(?:意|何)?一"
)
_CLAUSE = re.compile("[。；;\n]")
_LOOK_BACK = 40


def marks(text: str) -> tuple[Mark, ...]:
    """All marks of a text in order; they never overlap. Linear in the text, never raises.

    >>> [(mark.kind, mark.points) for mark in marks("（+5分）写明管辖法院（未写理由扣２.５分，每错一处扣一分，扣完5分为止）；答非所问得 0 分")]
    [('award', 5), ('deduction', 2.5), ('deduction', 1), ('deduction_cap', 5), ('zero', 0)]
    >>> marks("代表十分之一以上表决权，10分钟内提出，十分重要")
    ()
    >>> marks("写明法条（2份）")[0].kind, marks("酌情扣1-3分")[0].low
    ('unread', 1)
    """
    found: list[Mark] = []
    for match in _MARK.finditer(text):
        kind = (match.lastgroup or "").rstrip("_0123456789")
        value = next((match[name] for name in _GROUPS[kind] if match[name] is not None), None)
        low, points = (None, 0) if kind == "zero" else (None, None) if value is None else _range(value)
        if kind != "unread" and points is None:
            kind = "unread"
        elif points is not None and "分半" in match[0]:
            points += 0.5
        if kind in ("award", "total") and points == 0:
            kind = "zero"
        start = match.start() + (1 if match[0].startswith("】") else 0)
        before = text[max(found[-1].end if found else 0, start - _LOOK_BACK) : start]
        clause = _CLAUSE.split(before)[-1] + match[0]
        each = kind in ("award", "deduction", "unread") and _EACH.search(clause) is not None
        found.append(Mark(kind, points, start, match.end(), text[start : match.end()], each, low))
    return tuple(found)


_GROUPS = {
    kind: tuple(name for name in _MARK.groupindex if re.fullmatch(rf"{kind}\d?", name)) for kind, _pattern in _KINDS
}
_BETWEEN = re.compile(r"[-－–—~～至到]")


def number(text: str) -> float | None:
    """The number of points that a text writes, alone: Arabic or Chinese, half or full width, 半; whole ones as int. None where it writes none.

    >>> number("２．５"), number("十"), number("半"), number("两"), number("7"), number("七分")
    (2.5, 10, 0.5, 2, 7, None)
    """
    text = text.strip(" \t\u3000\u00a0")
    if text == "半":
        return 0.5
    value = parse_number(text)
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _range(value: str) -> tuple[float | None, float | None]:
    ends = [number(end.replace("分", "")) for end in _BETWEEN.split(value)]
    if len(ends) == 1:
        return None, ends[0]
    low, high = ends[0], ends[-1]
    return (None, high) if low is None or high is None or low > high else (low, high)
