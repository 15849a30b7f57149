"""Chinese numerals inside a text -> Arabic digits, exactly as cn2an 0.5.22 turns them: the release that LawBench names.

Its oddities decide LawBench's scores, so they are kept: 半 becomes 0.5 wherever it stands, 两 becomes 2, formal numerals (叁) and 〇 are no numerals, a
fraction is turned over (三分之二 -> 2/3), and what it cannot read stays as written. Later releases differ. Linear in the text, which cn2an is not.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

_ONES = "一二三四五六七八九"
_UNITS = {"十": 1, "拾": 1, "百": 2, "佰": 2, "千": 3, "仟": 3, "万": 4, "亿": 8}  # powers of ten
_VALUES = {"零": 0, "〇": 0, **{numeral: value for value, numeral in enumerate(_ONES, 1)}}
_LOWER = {1: "", 2: "十", 3: "百", 4: "千", 8: ""}  # 一万二 means 一万二千; cn2an has no such unit below 十 and 亿
_MAX_DIGITS = 4300  # of a whole number: Python prints no longer one (unless it is told to), and cn2an then leaves the numeral

# A numeral is 负? + run + (点 + run)?. Looking behind keeps every search linear: a match that cannot begin at the start of a run begins nowhere in it.
_CHAR = f"[零{_ONES}{''.join(_UNITS)}]"
_START = f"(?<!{_CHAR})"
_NUMERAL = f"负?{_START}{_CHAR}+(?:点{_CHAR}+)?"
_DIGITS = rf"-?(?<![0-9])[0-9]+(?:[^0-9\n][0-9]+)?[{''.join(_UNITS)}]+"  # 3.5万, and with any one character inside: its point was not escaped
_SHORT = f"[零{_ONES}十]"
_MONTH, _DAY = f"{_SHORT}+月", f"{_SHORT}+日"
_EITHER = re.compile(f"{_DIGITS}|{_NUMERAL}")
_DATE = re.compile(
    f"(?:{_DIGITS}|{_NUMERAL})年(?:{_MONTH})?(?:{_DAY})?|(?<!{_SHORT}){_MONTH}(?:{_DAY})?|(?<!{_SHORT}){_DAY}"
)
_FRACTION = re.compile(f"({_NUMERAL})分之({_NUMERAL})")
_PERCENT = re.compile(f"百分之({_NUMERAL.replace(_START, '')})")
_CELSIUS = re.compile(f"({_NUMERAL})摄氏度")
_ALONE = re.compile(f"({_NUMERAL})")


def _grammar() -> re.Pattern[str]:
    """The numerals that cn2an calls well formed: no unit without its number but a leading 十, and 零 for every gap."""
    one, zero = f"[{_ONES}]", "[零〇]"
    ten, hundred, thousand = "[十拾]", "[百佰]", "[千仟]"
    to_99 = f"(?:{one}?{ten}{one}?|{one})"
    hundreds = f"{one}{hundred}(?:{zero}{one}|{one}?{ten}{one}?)?"
    to_999 = f"(?:{hundreds}|{to_99})"
    thousands = f"{one}{thousand}(?:{zero}{to_99}|{hundreds})?"
    to_9999 = f"(?:{thousands}|{to_999})"
    myriads = f"{to_9999}万(?:{zero}{to_999}|{thousands})?"
    below_yi = f"(?:{myriads}|{to_9999})"
    return re.compile(f"{zero}|{below_yi}亿(?:{zero}{below_yi}|{myriads})?|{below_yi}")


_WELL_FORMED = _grammar()
_PLAIN = re.compile(f"[零〇{_ONES}]+")
_SPOKEN = re.compile(f"(?:[零〇{_ONES}]{{0,2}}[{''.join(_UNITS)}])+[零〇{_ONES}]")
_DECIMALS = re.compile(f"[零〇{_ONES}]{{1,16}}")
_ONE_UNIT = re.compile(rf"(-?[0-9]+(?:\.[0-9]+)?)([{''.join(_UNITS)}])")

# What cn2an folds before it reads: traditional characters and full-width ASCII. Of them only the character inside 3?5万 can be any.
_FOLD = str.maketrans(
    "萬兩億叄圓點負貳陸" + "".join(map(chr, range(0xFF01, 0xFF5F))),
    "万两亿叁圆点负贰陆" + "".join(map(chr, range(0x21, 0x7F))),
)


def transform(text: str) -> str:
    """The text with its Chinese numerals in Arabic digits.

    >>> transform("有期徒刑一年六个月"), transform("叁年"), transform("三年半"), transform("百分之五十")
    ('有期徒刑1年6个月', '叁年', '3年0.5', '50%')
    """
    text = text.replace("廿", "二十").replace("半", "0.5").replace("两", "2")
    text = _DATE.sub(_date, text)
    text = _FRACTION.sub(_fraction, text)
    text = _PERCENT.sub(lambda found: _with_sign(found, "%"), text)
    text = _CELSIUS.sub(lambda found: _with_sign(found, "℃"), text)
    return _ALONE.sub(lambda found: _with_sign(found, ""), text)


def _date(found: re.Match[str]) -> str:
    """Year, month and day in digits; as written where one of them cannot be read."""
    date: str = found[0]
    numbers = [_number(numeral) for numeral in _EITHER.findall(date)]
    if None in numbers:
        return date
    rest = _EITHER.split(date)
    return "".join(part for pair in zip(rest, [*numbers, ""], strict=True) for part in pair if part)


def _fraction(found: re.Match[str]) -> str:
    above, below = _number(found[1]), _number(found[2])
    if found[0][0] == "百" or above is None or below is None:
        return found[0]
    return f"{below}/{above}"


def _with_sign(found: re.Match[str], sign: str) -> str:
    number = _number(found[1])
    return found[0] if number is None else number + sign


def _number(numeral: str) -> str | None:
    """``_read_number``, remembered: a text names the same few numbers again and again."""
    return _remembered_number(numeral) if len(numeral) <= 20 else _read_number(numeral)


def _read_number(numeral: str) -> str | None:
    """One numeral in digits, as Python prints an int or a float; None where cn2an cannot read it."""
    if re.search("[0-9]", numeral):
        return _mixed(numeral.translate(_FOLD))
    negative = numeral.startswith("负")
    whole, point, decimals = numeral.removeprefix("负").partition("点")
    value = _whole(whole.replace("零十", "零一十").replace("零百", "零一百"))
    if value is None or not point:
        return None if value is None else _printed(-value if negative else value)
    if not _DECIMALS.fullmatch(decimals):
        return None
    try:
        number = round(value + _decimal_part(decimals), len(decimals))
    except OverflowError:
        return None
    return str(-1 * number if negative else number)


_remembered_number = lru_cache(maxsize=4096)(_read_number)


def _mixed(numeral: str) -> str | None:
    """Digits before units: 3.5万, 5百万, 3千5百."""
    if short := _ONE_UNIT.fullmatch(numeral):
        number = float(short[1]) * 10 ** _UNITS[short[2]]
        return _printed(int(number)) if math.isfinite(number) else None
    try:
        value = _whole(re.sub("[0-9]+", lambda digits: _written(digits[0]), numeral))
    except OverflowError:
        return None
    return None if value is None else _printed(value)


def _whole(numeral: str) -> int | None:
    if _WELL_FORMED.fullmatch(numeral):
        return _weighed(numeral)
    if _PLAIN.fullmatch(numeral):
        digits = "".join(str(_VALUES[c]) for c in numeral).lstrip("0")
        return int(digits or "0") if len(digits) <= _MAX_DIGITS else None
    if len(numeral) >= 3 and _SPOKEN.fullmatch(numeral) and (lower := _LOWER[_UNITS[numeral[-2]]]):
        return _weighed(numeral + lower)
    return None


def _weighed(numeral: str) -> int | None:
    """The sum of its numerals, each times its units; ill-formed ones (千百三) have a sum too. None where it is too long to be printed."""
    terms: list[tuple[int, int]] = []  # (factor, power of ten)
    power = great = 0  # great: the 万, 亿 and 万亿 to the right
    for character in reversed(numeral):
        if character in _VALUES:
            terms.append((_VALUES[character], power))
            continue
        power = _UNITS[character]
        if power >= 4:
            power = great = power if power > great else power + great
        elif power < great:
            power += great
    if numeral[0] in _UNITS:  # 十五: its one is not written
        terms.append((1, power))
    if max((power for factor, power in terms if factor), default=0) >= _MAX_DIGITS:
        return None
    total = 0
    for factor, power in terms:
        if factor:
            total += factor * int(10**power)
    return total


def _decimal_part(decimals: str) -> float:
    """Summed from the right and rounded, as cn2an does: the last bit depends on it."""
    part = 0.0
    for place in range(len(decimals), 0, -1):
        part += _VALUES[decimals[place - 1]] * 10.0**-place
    return round(part, len(decimals))


def _written(digits: str) -> str:
    """A whole number in Chinese numerals. Raises: OverflowError above 16 digits, which cn2an refuses.

    >>> _written("10500"), _written("0"), _written("16")
    ('一万零五百', '零', '十六')
    """
    digits = digits.lstrip("0")
    if len(digits) > 16:
        raise OverflowError(digits)
    written, gap = "", False
    for place, digit in zip(range(len(digits) - 1, -1, -1), digits, strict=True):
        if digit != "0":
            written += ("零" if gap else "") + _ONES[int(digit) - 1] + ("", "十", "百", "千")[place % 4]
        gap = digit == "0"
        if place in (4, 12) and digits[-place - 4 : len(digits) - place].strip("0"):
            written += "万"
        elif place == 8:
            written += "亿"
    if written.startswith("一十"):
        written = written[1:]
    return written or "零"


def _printed(value: int) -> str | None:
    return str(value) if abs(value) < 10**_MAX_DIGITS else None


