"""Item marks of essay papers and scoring points: 一、 ㈠ （一） 1. (1) ① (甲) (a) 第一題, with their numbers."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from legal_metrics.text.numerals import parse_integer

MARK = r"[㈠-㈩①-⑳⑴-⒇]"
"""Regex source of a mark that is one character (no groups)."""

_BLANK = r"[ \u3000]{0,3}"
_CHINESE = rf"(?:[一二三四五六七八九十]{_BLANK}){{1,3}}"
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_STEMS = "甲乙丙丁戊己庚辛壬癸"

_NO_REFERENCE = r"(?!之(?![前後])|所述|小題|子題|(?:、|及|與|和|至)[ \u3000]?[㈠-㈩①-⑳⑴-⒇（(])"  # ㈠之情形: words about an item, not its beginning

_FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("第題", re.compile(rf"第{_BLANK}({_CHINESE}|\d{{1,2}}){_BLANK}題(?![、至到與和及之的中所])")),
    ("一、", re.compile(rf"({_CHINESE})[、．.]")),
    ("壹、", re.compile(rf"([壹貳參叁肆伍陸柒捌玖拾]{{1,2}}){_BLANK}[、．.]")),
    ("Ⅰ.", re.compile(rf"([Ⅰ-Ⅻ]|[IVX]{{1,4}}){_BLANK}[、．.](?![A-Za-z.])")),
    ("㈠", re.compile(rf"(?:([㈠-㈩])|[（(]{_BLANK}({_CHINESE})[）)]){_NO_REFERENCE}")),
    ("1.", re.compile(rf"(\d{{1,2}}){_BLANK}(?:[.．](?![\d．.])|、)|([⒈-⒛])")),
    ("(1)", re.compile(rf"(?:[（(]{_BLANK}(\d{{1,2}}){_BLANK}[）)]|([⑴-⒇])){_NO_REFERENCE}")),
    ("①", re.compile(rf"([①-⑳]){_NO_REFERENCE}")),
    ("(甲)", re.compile(rf"[（(]{_BLANK}([{_STEMS}]){_BLANK}[）)]")),
    ("(a)", re.compile(rf"[（(]{_BLANK}([a-zA-Z]){_BLANK}[）)]")),
    ("子題", re.compile(rf"第{_BLANK}({_CHINESE}|\d{{1,2}}){_BLANK}(?:小題|子題|小問){_BLANK}[：:、]?|(?:子題|小題){_BLANK}({_CHINESE}|\d{{1,2}}){_BLANK}[：:、]")),
)

QUESTION_FAMILIES: tuple[str, ...] = ("一、", "第題", "壹、")
"""Families that number top-level questions, the usual one first."""

BARE_FAMILIES: tuple[str, ...] = ("1.", "Ⅰ.")
"""Families that number the questions of papers in another language, and the parts of questions elsewhere."""

PART_FAMILIES: tuple[str, ...] = ("㈠", "1.", "(1)", "①", "子題", "(甲)", "(a)")
"""Families that number the parts of a question, from the outer to the inner level."""


@dataclass(frozen=True, slots=True)
class ItemMark:
    """A mark: its family, its number, and where the text behind it starts."""

    family: str
    number: int
    end: int


def read_mark(text: str, start: int = 0) -> ItemMark | None:
    """The mark at ``start``, blanks before it allowed; None where there is none. Raises nothing.

    >>> [read_mark(text) for text in ("一 、試述", "（二）乙", "12. 丙", "2.5 公尺")]
    [ItemMark(family='一、', number=1, end=3), ItemMark(family='㈠', number=2, end=3), ItemMark(family='1.', number=12, end=4), None]
    """
    while start < len(text) and text[start].isspace():
        start += 1
    for family, pattern in _FAMILIES:
        found = pattern.match(text, start)
        if found is not None:
            number = mark_number(next(group for group in found.groups() if group))
            if number:
                end = found.end()
                while end < len(text) and text[end].isspace():
                    end += 1
                return ItemMark(family, number, end)
    return None


def mark_number(numeral: str) -> int | None:
    """The number of ``㈢``, ``三``, ``3``, ``丙`` or ``c``; None for anything else.

    >>> [mark_number(numeral) for numeral in ("㈢", "十 二", "⑷", "丙", "c", "?")]
    [3, 12, 4, 3, 3, None]
    """
    numeral = "".join(numeral.split())
    if numeral in _ROMAN:
        return _ROMAN.index(numeral) + 1
    if len(numeral) == 1:
        if numeral in _STEMS:
            return _STEMS.index(numeral) + 1
        if numeral.isascii() and numeral.isalpha():
            return ord(numeral.lower()) - ord("a") + 1
        if unicodedata.category(numeral) in ("No", "Nl"):
            return int(unicodedata.numeric(numeral))
    return parse_integer(numeral)
