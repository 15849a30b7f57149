"""Chinese, formal, Arabic and mixed numerals: one grammar for the whole package.

Read: plain 一二三…十百千萬億兆, formal 壹貳參…拾佰仟 with their variants in both scripts, 廿 卅 卌, 兩, zeros 零 〇 ○, positional 三七三, Arabic
digits in half and full width with thousands commas, and mixtures (3萬5,000, 12萬3千5百, 一００). The fonts of Taiwan's courts keep
some numerals in the private use area; those are read too.

Not guessed:
- Place value only, never colloquial elision: 一萬五 is 10,005, as the written grammar has it, not 15,000.
- An approximation (三五萬, 二三十, 一兩) is no number: None.
- Nonzero digits side by side must be of one script: 一參 and 3五 are two numerals that happen to touch: None.
- A row of circles (○○) is a mask, not zero: None.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

MAX_LENGTH = 40
"""Longer runs are no numerals: an amount filled in to its last place (壹仟零佰零拾零億零仟…) has 32 characters."""

# Canonical character -> the other characters that stand for it. Three scripts of digits stay apart: 1-9, 一-九, 壹-玖.
_VARIANTS: dict[str, str] = {
    **{str(i): chr(0xFF10 + i) for i in range(10)},
    "〇": "零○◯\uf7af\uf9b2",
    "一": "弌\u2f00\u3127",  # the last one: bopomofo ㄧ, often typed for it
    "二": "弍\u2f06",
    "三": "弎",
    "六": "\uf9d1",
    "八": "\u2f0b",
    "壹": "壱",
    "貳": "贰貮弐",
    "參": "叁叄参叅\uf96b\ue372\ue373",
    "陸": "陆\uf9d3",
    "兩": "两\uf978",
    "十": "拾\u2f17\uf973",
    "百": "佰",
    "千": "仟",
    "萬": "万",
    "億": "亿",
    "廿": "卄",
    ",": "，﹐",
    ".": "．點点",
}
_CANONICAL = {ord(v): c for c, variants in _VARIANTS.items() for v in variants}


def _spelled(canonical: str) -> str:
    """Every character that stands for one of ``canonical``, to be put inside a regex character class."""
    return "".join(c + _VARIANTS.get(c, "") for c in canonical)


_CIRCLES = "〇○◯\uf7af"
_ARABIC = _spelled("0123456789")
_DIGITS = {
    "arabic": _spelled("123456789"),
    "plain": _spelled("一二三四五六七八九兩"),
    "formal": _spelled("壹貳參肆伍陸柒捌玖"),
}
_FREE = _spelled("0〇十百千萬億兆廿卅卌")  # zeros and units stand beside digits of any script
_ALL = _FREE + "".join(_DIGITS.values())
NUMERAL_CHARACTERS: str = _ALL
"""Every character that a numeral run may hold, to be put inside a regex character class."""
_FIRST = "".join(c for c in _ALL if c not in _CIRCLES)


def _apart(script: str) -> str:
    """Regex for a digit of ``script`` that touches no digit of another script before it (one zero between them does not part them)."""
    others = "".join(digits for name, digits in _DIGITS.items() if name != script)
    return rf"[{_DIGITS[script]}](?<![{others}].)(?<![{others}][0０].)"


_ELEMENT = rf"[{_FREE}]|" + "|".join(map(_apart, _DIGITS))
_COMMA = rf"[{_spelled(',')}](?<=[{_ARABIC}].)(?<![{_ARABIC}]{{4}}.)(?=[{_ARABIC}]{{3}}(?![{_ARABIC}]))"
_UPTO = f"{{1,{MAX_LENGTH}}}"
# The head of a run: no circle, behind no numeral character and no decimal point. One start a run and the bound keep a search linear.
_HEAD = rf"(?=[{_FIRST}])(?<![{_FIRST}])(?<![{_ARABIC}][.．])(?![{_ALL}]{{{MAX_LENGTH + 1}}})"

ORDINAL: str = rf"{_HEAD}(?:{_ELEMENT}){_UPTO}"
"""``NUMERAL`` without thousands commas, for article numbers and years: in 第339,340條 it stops at the comma."""

NUMERAL: str = rf"{_HEAD}(?:{_ELEMENT}|{_COMMA}){_UPTO}"
"""Regex source of one maximal numeral run, without capturing groups, for building grammars: ``rf"罰金({NUMERAL})元"``.

It finds where a numeral stands; ``parse_integer`` decides whether it is one (NUMERAL also matches 一兩, which is None). A run ends
where the script of adjacent digits changes (附表一參照 gives 一). It never starts inside a run, behind a decimal point, or with a circle
(王○○三人 gives 三).
"""

_ARABIC_DECIMAL = rf"[{_ARABIC}](?:[{_ARABIC}]|{_COMMA}){{0,{MAX_LENGTH}}}[.．][{_ARABIC}]{_UPTO}(?![{_ARABIC}]|[.．][{_ARABIC}])[{_spelled('十百千')}]?"
_CHINESE_DECIMAL = rf"[{_FREE}{_DIGITS['plain']}]{_UPTO}[點点][{_spelled('〇一二三四五六七八九')}]{_UPTO}(?![{_spelled('一二三四五六七八九十百千')}])"

NUMBER: str = rf"(?:{_HEAD}(?:{_ARABIC_DECIMAL}|{_CHINESE_DECIMAL})[{_spelled('萬億兆')}]?|{NUMERAL})"
"""Regex source of a number with or without a decimal part (1.5萬, 三點五億), without capturing groups; read it with ``parse_number``.

十一點三十分 gives 十一: 三十 is no decimal part.
"""

_DIGIT_VALUE = {
    **{str(i): i for i in range(10)},
    "〇": 0,
    "兩": 2,
    **{c: i for i, c in enumerate("一二三四五六七八九", 1)},
    **{c: i for i, c in enumerate("壹貳參肆伍陸柒捌玖", 1)},
}
_BIG_UNITS = (("兆", 10**12), ("億", 10**8), ("萬", 10**4))
_SMALL_UNITS = {"十": 10, "百": 100, "千": 1000}
_TENS = {"廿": 20, "卅": 30, "卌": 40}

_NUMERAL_CHARACTERS = re.compile(r"[0-9〇一二三四五六七八九壹貳參肆伍陸柒捌玖兩十百千廿卅卌萬億兆,]+").fullmatch
_GROUPED = re.compile(r"(?<![0-9,])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])")
_PIECES = re.compile(r"([0-9〇一二三四五六七八九壹貳參肆伍陸柒捌玖兩]*)([十百千廿卅卌]?)")
_ONE_SCRIPT = re.compile(r"[0-9〇]+|[0〇一二三四五六七八九]+|[0〇壹貳參肆伍陸柒捌玖]+|兩").fullmatch
_DECIMAL = re.compile(r"([^.]+)\.(?:([0-9]+)([十百千]?)|([〇一二三四五六七八九]+))([萬億兆]?)").fullmatch


def parse_integer(text: str) -> int | None:
    """The whole number that ``text`` writes, or None where it is no numeral (white space around it is ignored).

    Any script and mixture named at the head of this module; nothing but the numeral may stand in the text. Never negative, never
    raises, linear in the text.

    >>> [parse_integer(t) for t in ("壹仟零伍拾", "三七三", "廿五", "3萬5,000", "一百零五", "兩百")]
    [1050, 373, 25, 35000, 105, 200]
    >>> [parse_integer(t) for t in ("", "元", "三五萬", "1,23", "○○")]
    [None, None, None, None, None]
    """
    if len(text) <= MAX_LENGTH and text.isascii() and text.isdigit():
        return int(text)
    return _value(_canonical(text))


def parse_number(text: str) -> Fraction | None:
    """Like ``parse_integer``, but also reads a decimal part, with or without a unit behind it. Exact.

    >>> parse_number("1.5萬"), parse_number("三點二五"), parse_number("3萬5,000"), parse_number("1.5.2")
    (Fraction(15000, 1), Fraction(13, 4), Fraction(35000, 1), None)
    """
    decimal = _DECIMAL(_canonical(text))
    if decimal is None:
        whole = parse_integer(text)
        return None if whole is None else Fraction(whole)
    head, arabic, small, chinese, big = decimal.groups()
    whole = parse_integer(head)
    if whole is None:
        return None
    digits = arabic or chinese
    units = _SMALL_UNITS.get(small, 1) * dict(_BIG_UNITS).get(big, 1)
    return (whole + Fraction(_number(digits), 10 ** len(digits))) * units


def _canonical(text: str) -> str:
    """One character for each numeral character, "" for what is too long or a mask of circles."""
    text = text.strip()
    if len(text) > MAX_LENGTH or (len(text) > 1 and not text.strip(_CIRCLES)):
        return ""
    return text.translate(_CANONICAL)


@lru_cache(maxsize=4096)  # judgments repeat their numerals
def _value(canonical: str) -> int | None:
    if not _NUMERAL_CHARACTERS(canonical):
        return None
    ungrouped = _GROUPED.sub(lambda m: m[0].replace(",", ""), canonical)
    return None if "," in ungrouped else _whole(ungrouped)


def _whole(text: str) -> int | None:
    """Value of a canonical numeral with nothing in front of it."""
    for unit, size in _BIG_UNITS:
        head, found, tail = text.partition(unit)
        if found:
            times = _coefficient(head) if head else 1
            rest = _rest(tail, size)
            return None if times is None or rest is None else times * size + rest
    return _section(text, 10**4, leading=True)


def _coefficient(head: str) -> int | None:
    """How many 萬, 億 or 兆: a numeral, but two Chinese digits alone (三五萬) are an approximation."""
    if len(head) == 2 and not any(c in "0123456789〇十百千廿卅卌萬億" for c in head):
        return None
    return _whole(head)


def _rest(text: str, below: int) -> int | None:
    """Value of what follows a 萬, 億 or 兆 worth ``below``: nothing, or a numeral smaller than that."""
    for unit, size in _BIG_UNITS:
        head, found, tail = text.partition(unit)
        if found:
            times = _section(head, below // size, leading=False) if head and size < below else None
            rest = _rest(tail, size)
            return None if times is None or rest is None else times * size + rest
    return _section(text, below, leading=False)


def _section(text: str, below: int, *, leading: bool) -> int | None:
    """Value of a canonical numeral without 萬, 億, 兆: small units in falling order, then the digits of the last places.

    ``below`` is the unit that the value must not reach; ``leading`` says that no unit stands in front.
    """
    total = 0
    place = below  # worth of the last unit so far
    for digits, unit in _PIECES.findall(text):
        if unit:
            size = 10 if unit in _TENS else _SMALL_UNITS[unit]
            amount = _amount(digits, unit, place, leading=leading) if size < place else None
            place = size
        elif digits:
            amount = _positional(digits) if leading else _last_places(digits, place)
        else:
            break
        if amount is None:
            return None
        total += amount
        leading = False
    return total


def _amount(digits: str, unit: str, place: int, *, leading: bool) -> int | None:
    """Worth of ``digits`` in front of a small ``unit``; ``place`` is the unit in front of them."""
    times = digits.lstrip("0〇")
    if unit in _TENS:
        return None if times else _TENS[unit]
    size = _SMALL_UNITS[unit]
    if times:
        # Several digits only at the head and Arabic: 1,234仟, never 二三十.
        return _number(times) * size if len(times) == 1 or (leading and times.isascii()) else None
    if digits:
        # 壹仟零佰零拾 fills in every place: 零 is the digit. In 一千零十五 it marks the place passed over, and 十 counts once.
        return size if unit == "十" and not leading and place > 100 else 0
    return size if unit == "十" or leading else None


def _last_places(digits: str, place: int) -> int | None:
    """Value of the digits behind the last unit, which must stay below that unit, ``place``.

    One Chinese digit, with or without zeros before it; Arabic digits; or every place behind 千, 萬 … written out (三萬五〇〇〇).
    """
    value = _positional(digits)
    significant = digits.lstrip("0〇")
    full = place >= 1000 and len(digits) == len(str(place)) - 1
    if value is None or value >= place or not (full or significant.isascii() or len(significant) == 1):
        return None
    return value


def _positional(digits: str) -> int | None:
    """Value of digits side by side, all of one script but for zeros; 兩 stands alone."""
    return _number(digits) if _ONE_SCRIPT(digits) else None


def _number(digits: str) -> int:
    return int("".join(str(_DIGIT_VALUE[digit]) for digit in digits))
