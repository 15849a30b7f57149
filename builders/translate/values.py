"""The values that a question states, in Chinese and in English: a translation must state the same values, in whatever form.

150萬元 = NT$1,500,000; 民國109年 = 2020; 三分之二 = two-thirds; 第185條之3第1項第2款 = Article 185-3, paragraph 1, subparagraph 2.
Chinese numerals count where a unit makes them a value (三年, 二分之一, 七人), not inside words (第三人, 一定, 三審).
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.text.numerals import NUMERAL, parse_number

Value = tuple[str, Fraction | str]
"""A kind (``article``, ``number``) and what is said: ``185-3/1/2`` or an exact number."""

_UNITS = (
    "年|歲|岁|個月|个月|月|日|天|週|周|星期|小時|小时|分鐘|分钟|元|塊|块|人|名|次|倍|成|坪|平方公尺|公尺|公里|公頃|公顷|公分|公斤|公克|毫克|股|票|席|件|輛|辆|"
    "浬|海里|棟|栋|筆|笔|戶|户|張|张|期|屆|届|位|度|代|親等|亲等"
)
_FRACTION_ZH = re.compile(rf"({NUMERAL})分之({NUMERAL})")
_PERCENT_ZH = re.compile(rf"百分之({NUMERAL})|([0-9０-９]+(?:[.．][0-9０-９]+)?)\s*[%％]")
_ROC_YEAR = re.compile(rf"(?:中華)?民[國国]\s*({NUMERAL})\s*年")
_COUNTED = re.compile(rf"(?<![第之])({NUMERAL})\s*(?:餘|余|多)?(?:又半)?\s*(?=[萬万億亿千百]?(?:{_UNITS}))")
_ARABIC_ZH = re.compile(r"(?<![0-9０-９.．,，-])([0-9０-９]+(?:[,，][0-9０-９]{3})*(?:[.．][0-9０-９]+)?)\s*([萬万億亿千]?)")
_NOT_COUNTED = re.compile(
    r"第三人|第[一二三四五六七八九十]審|(?<![二三四五六七八九十兩两百千萬万0-9])一(?:年生|人公司|日起|次|期|位|名|件|張|张|代|筆|笔|票|股|席|戶|户|度|屆|届|天|人)|某(?:年|月|日)|二人以上"
)
_BARE_ARTICLE = re.compile(
    rf"第\s*({NUMERAL})\s*[條条](?:\s*之\s*({NUMERAL}))?(?:\s*第\s*({NUMERAL})\s*[項项])?(?:\s*第\s*({NUMERAL})\s*款)?(?:\s*第\s*({NUMERAL})\s*目)?"
)
"""An article of a law that the text does not name."""
_UNIT_VALUES = {"": 1, "千": 1_000, "萬": 10_000, "万": 10_000, "億": 100_000_000, "亿": 100_000_000}

_UNIT_WORDS = r"article|paragraph|subparagraph|item"
_NUMBERS = r"\d+(?:-\d+)?"
_SERIES = rf"{_NUMBERS}(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+or\s+|\s*&\s*|\s+to\s+|\s+through\s+|\s*[–~]\s*){_NUMBERS})*"
_MENTION = re.compile(rf"\b({_UNIT_WORDS})s?\s+({_SERIES})", re.IGNORECASE)
_ORDINAL = re.compile(r"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(paragraph|subparagraph|item)\b", re.IGNORECASE)
_ORDINALS = {word: place for place, word in enumerate(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], start=1)}
_LINK = re.compile(r"\s*(,|of)?\s*(?:the\s+)?", re.IGNORECASE)
_RANKS = {"article": 0, "paragraph": 1, "subparagraph": 2, "item": 3}

_ONES = (
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
)
_TENS = {word: 10 * place for place, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2)}
_SMALL = {**{word: value for value, word in enumerate(_ONES)}, **_TENS}
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
_WORD = "|".join(sorted((*_SMALL, *_LARGE), key=len, reverse=True))
_WORDS = re.compile(rf"\b((?:{_WORD})(?:(?:\s+and\s+|[\s-]+)(?:{_WORD}))*)\b(\s+percent\b)?", re.IGNORECASE)
_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MONTH = re.compile(rf"\b(?:({'|'.join(_MONTHS)})(?=\s+(?:\d|of\b))|(?<=\d\s)({'|'.join(_MONTHS)})\b)", re.IGNORECASE)
_FRACTION_EN = re.compile(rf"\b(?:({'|'.join(_ONES[1:13])}|an?)[\s-]+({'|'.join(_PARTS)})s?|(half)|(\d+)/(\d+))\b", re.IGNORECASE)
_DIGITS_EN = re.compile(r"(?<![\d.,-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(\s*%|\s+percent)?(?:\s*(hundred|thousand|million|billion))?", re.IGNORECASE)
_ROC_EN = re.compile(r"\b(?:ROC|R\.O\.C\.|Republic(?: of China)?|Minguo)\b[^.;]{0,24}?\b(\d{2,3})\b|\b(\d{2,3})(?:th|st|nd|rd)? year of the Republic", re.IGNORECASE)


def chinese_values(text: str) -> Counter[Value]:
    """The values of a Chinese text in either script.

    >>> sorted(chinese_values("民國109年，甲依民法第185條之3第1項第2款請求150萬元之三分之二"), key=str)
    [('article', '185-3/1/2'), ('number', Fraction(1500000, 1)), ('number', Fraction(2, 3)), ('number', Fraction(2020, 1))]
    """
    values: Counter[Value] = Counter()
    rest = text
    for citation in reversed(extract_statutes(text, "TW")):
        ranks = [citation.article, citation.paragraph, citation.subparagraph, citation.item]
        values["article", _ranks([None if rank is None else str(rank) for rank in ranks])] += 1
        rest = rest[: citation.span[0]] + "␠" * (citation.span[1] - citation.span[0]) + rest[citation.span[1] :]
    for match in _BARE_ARTICLE.finditer(rest):
        article, insert, *ranks = (None if part is None else str(parse_number(part)) for part in match.groups())
        values["article", _ranks([article if insert is None else f"{article}-{insert}", *ranks])] += 1
    rest = _NOT_COUNTED.sub(_blank, _BARE_ARTICLE.sub(_blank, rest))
    rest = _take(_ROC_YEAR, rest, values, lambda m: _plus(parse_number(m[1]), 1911))
    rest = _take(_PERCENT_ZH, rest, values, lambda m: _over(parse_number(m[1] or m[2]), 100))
    rest = _take(_FRACTION_ZH, rest, values, lambda m: _ratio(parse_number(m[2]), parse_number(m[1])))
    rest = _take(_COUNTED, rest, values, lambda m: _scaled(parse_number(m[1]), rest[m.end() : m.end() + 1]))
    _take(_ARABIC_ZH, rest, values, lambda m: _scaled(parse_number(m[1]), m[2]))
    return values


def english_values(text: str) -> Counter[Value]:
    """The values of an English text: articles with their ranks in any order, numbers in digits and in words, fractions, percentages.

    >>> sorted(english_values("In 2020, under Article 185-3, paragraph 1, subparagraph 2, A claims two-thirds of NT$1,500,000"), key=str)
    [('article', '185-3/1/2'), ('number', Fraction(1500000, 1)), ('number', Fraction(2, 3)), ('number', Fraction(2020, 1))]
    >>> sorted(english_values("Subparagraph 2, Paragraph 1 of Article 14"))
    [('article', '14/1/2')]
    """
    values: Counter[Value] = Counter()
    rest = _articles(text, values)
    rest = _take(_ROC_EN, rest, values, lambda m: Fraction(int(m[1] or m[2]) + 1911))
    rest = _take(_FRACTION_EN, rest, values, _english_fraction)
    rest = _take(_MONTH, rest, values, lambda m: Fraction(_MONTHS.index((m[1] or m[2]).lower()) + 1))
    rest = _take(_DIGITS_EN, rest, values, _english_digits)
    _take(_WORDS, rest, values, lambda m: _english_words(m[1]) / (100 if m[2] else 1))
    return values


def missing_values(source: Counter[Value], translation: Counter[Value]) -> list[str]:
    """The values that the source states and the translation does not, as a person reads them.

    >>> missing_values(chinese_values("二年內"), english_values("within three years"))
    ['2']
    """
    return sorted(shown for value in source if value not in translation for shown in [_shown(value)])


def _articles(text: str, values: Counter[Value]) -> str:
    """Count the articles of an English text and return it without them: mentions that follow each other belong together."""
    text = _ORDINAL.sub(lambda m: f"{m[2]} {_ORDINALS[m[1].lower()]}", text)
    mentions = list(_MENTION.finditer(text))
    ranks = [_RANKS[mention[1].lower()] for mention in mentions]
    links = [_LINK.fullmatch(text, a.end(), b.start()) for a, b in pairwise(mentions)] + [None]
    article, start = None, 0
    while start < len(mentions):
        end = start + 1
        down = end < len(mentions) and ranks[end] > ranks[start]
        while links[end - 1] and ranks[end] != ranks[end - 1] and (ranks[end] > ranks[end - 1]) == down:
            of = links[end]
            if down and of and (of[1] or "").lower() == "of" and ranks[end + 1] < ranks[end]:
                break  # Article 202, paragraph 1 of Article 203: the paragraph belongs to what follows
            end += 1
        said = {rank: re.findall(_NUMBERS, mention[2]) for rank, mention in zip(ranks[start:end], mentions[start:end], strict=True)}
        article = said[0][-1] if 0 in said else article
        _count_chain(said, article, values)
        start = end
    return _MENTION.sub(_blank, text)


def _count_chain(said: dict[int, list[str]], article: str | None, values: Counter[Value]) -> None:
    """``said``: rank -> numbers; a rank without its article belongs to the ``article`` spoken of last. Of the deepest rank, each number counts."""
    deepest = max(said)
    for number in said[deepest]:
        ranks = [number if rank == deepest else said[rank][-1] if rank in said else None for rank in range(4)]
        values["article", _ranks([ranks[0] or article, *ranks[1:]])] += 1


def _ranks(ranks: list[str | None]) -> str:
    while ranks and ranks[-1] is None:
        ranks.pop()
    return "/".join(rank or "" for rank in ranks)


def _take(pattern: re.Pattern[str], text: str, values: Counter[Value], read: object) -> str:
    """Count what ``read`` makes of every match and return the text with the matches blanked."""

    def count(match: re.Match[str]) -> str:
        value = read(match)  # type: ignore[operator]
        if value is not None:
            values["number", value] += 1
        return _blank(match)

    return pattern.sub(count, text)


def _blank(match: re.Match[str]) -> str:
    return "␠" * len(match[0])


def _plus(value: Fraction | None, more: int) -> Fraction | None:
    return None if value is None else value + more


def _over(value: Fraction | None, whole: int) -> Fraction | None:
    return None if value is None else value / whole


def _ratio(part: Fraction | None, whole: Fraction | None) -> Fraction | None:
    return None if part is None or not whole else part / whole


def _scaled(value: Fraction | None, unit: str) -> Fraction | None:
    return None if value is None else value * _UNIT_VALUES.get(unit, 1)


def _english_fraction(match: re.Match[str]) -> Fraction | None:
    if match[3]:
        return Fraction(1, 2)
    if match[4]:
        return Fraction(int(match[4]), int(match[5])) if int(match[5]) else None
    count = 1 if match[1].lower() in ("a", "an") else _SMALL[match[1].lower()]
    return Fraction(count, _PARTS[match[2].lower()])


def _english_digits(match: re.Match[str]) -> Fraction:
    value = Fraction(match[1].replace(",", "") + (match[2] or ""))
    return value * _LARGE.get((match[4] or "").lower(), 1) / (100 if match[3] else 1)


def _english_words(written: str) -> Fraction:
    total = current = 0
    for word in re.findall(r"[a-z]+", written.lower()):
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _LARGE:
            total, current = total + (current or 1) * _LARGE[word], 0
    return Fraction(total + current)


def _shown(value: Value) -> str:
    kind, said = value
    return f"Article {said}" if kind == "article" else str(said)
