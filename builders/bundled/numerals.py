"""Numbers in the numerals that judgments use: formal 壹貳參, plain 一二三, positional 三二○, Arabic."""

from __future__ import annotations

_FORMAL = ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬")
_PLAIN = ("零一二三四五六七八九", "十百千", "萬")
_POSITIONAL = str.maketrans("0123456789", "○一二三四五六七八九")

STYLES: tuple[str, ...] = ("formal", "plain", "arabic")


def _below_ten_thousand(number: int, digits: str, units: str) -> str:
    out = ""
    gap = False
    for power in (3, 2, 1, 0):
        digit = number // 10**power % 10
        if digit == 0:
            gap = bool(out)
            continue
        if gap:
            out += digits[0]
            gap = False
        out += digits[digit] + (units[power - 1] if power else "")
    return out


def chinese(number: int, *, formal: bool = True) -> str:
    """A whole number from 1 to 99,999,999 in Chinese numerals, as courts write amounts and terms.

    >>> chinese(12), chinese(120000), chinese(1005), chinese(20, formal=False), chinese(185, formal=False)
    ('拾貳', '拾貳萬', '壹仟零伍', '二十', '一百八十五')
    """
    if not 1 <= number < 10**8:
        raise ValueError(f"number out of range: found {number}, allowed 1 to 99999999")
    digits, units, myriad = _FORMAL if formal else _PLAIN
    high, low = divmod(number, 10000)
    out = _below_ten_thousand(high, digits, units) + myriad if high else ""
    if low:
        if high and low < 1000:
            out += digits[0]
        out += _below_ten_thousand(low, digits, units)
    # 10 to 19, and 100,000 to 190,000, begin with the unit itself: 十二, 拾貳萬
    head = digits[1] + units[0]
    return out[1:] if out.startswith(head) else out


def positional(number: int) -> str:
    """Digit by digit.

    >>> positional(320)
    '三二○'
    """
    return str(number).translate(_POSITIONAL)


def arabic_amount(number: int) -> str:
    """Money in Arabic digits with 萬, as modern judgments write it.

    >>> arabic_amount(30000), arabic_amount(25800), arabic_amount(900), arabic_amount(1500)
    ('3萬', '2萬5,800', '900', '1,500')
    """
    high, low = divmod(number, 10000)
    if not high:
        return f"{low:,}"
    return f"{high:,}萬" + (f"{low:,}" if low else "")


def write(number: int, style: str, *, amount: bool = False) -> str:
    """``number`` in one of ``STYLES``; ``amount`` lets Arabic digits use 萬.

    >>> write(50, "formal"), write(50, "plain"), write(50, "arabic"), write(20000, "arabic", amount=True)
    ('伍拾', '五十', '50', '2萬')
    """
    if style == "arabic":
        return arabic_amount(number) if amount else str(number)
    return chinese(number, formal=style == "formal")
