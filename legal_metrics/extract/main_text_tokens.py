"""The lexer of a Taiwanese 主文: typed tokens out of folded, blank-free text.

A token is found by its key word and then read on from there, and back to the words that lead up to it (各, 均, 處, 併科 …). What lies between
tokens is free text: names, crimes, things seized. The lexer knows no defendant and keeps no state; ``main_text_reader`` gives the tokens
their meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from legal_metrics.extract.multiplicity import ALONE, EACH_GETS, KEY, read_multiplicity
from legal_metrics.extract.penalty_phrases import (
    Parts,
    ReadPhrase,
    number,
    read_amount,
    read_amount_before,
    read_civil_rights,
    read_detention,
    read_imprisonment,
    read_list,
    read_probation,
    read_times,
)
from legal_metrics.extract.table_references import TableReference, read_reference
from legal_metrics.jurisdictions.tw import penalty_words as words
from legal_metrics.text.numerals import NUMERAL


class Token(NamedTuple):
    """One word or phrase that the reader acts on; ``text[start:end]`` is what it covers.

    kind: break, note, multiplicity, recidivist, rate (如易科罰金…折算壹日), those_commutable and those_not_commutable ((不)得易科罰金之罪),
    ordinal (前二罪), measure (沒收 …), set_aside, penalty, civil_rights, execute, reduce, probation, table, verdict, remark, accusation (被訴…部分).
    """

    kind: str
    start: int
    end: int
    word: str = ""  # break: the mark; verdict: its name in VERDICTS; rate: "commutation" (易科) or "labour" (易服)
    values: tuple[tuple[Parts, int], ...] = ()  # penalties with how many times each (肆月、伍月（共參罪）)
    number: int = 0  # multiplicity: N of 共N罪; table: N of 所示N罪; ordinal: N of 前N罪, -N of 後N罪
    each: bool = False  # 各, 均, 分別 …
    pronounced: bool = False  # 處, 科 …
    added: bool = False  # 併科, 及 …
    reference: TableReference | None = None
    of_crimes: bool = False  # table: 如附表…所示之罪


_KEY_WORDS = re.compile(
    # The empty group at the end of each alternative names the kind.
    "|".join(
        f"{pattern}(?P<{kind}>)"
        for kind, pattern in (
            ("break", "[。；，、：]"),
            ("life", words.LIFE),
            ("death", words.DEATH),
            ("imprisonment", f"(?:{words.IMPRISONMENT})"),
            ("detention", words.DETENTION),
            ("fine", words.FINE),
            ("bare_term", "處(?=[^年月日，。；]{1,6}[年月])"),
            ("civil_rights", words.CIVIL_RIGHTS),
            ("execute", "執(?:行|(?=刑?(?:有期|無期|拘役|罰金)))"),  # 應執刑有期徒刑: a real slip
            ("reduce", "減(?:刑)?[為至處]"),
            ("probation", "緩刑"),
            ("table", "附[表件](?:（)?"),
            ("multiplicity", KEY),
            ("ordinal", f"[前後](?={NUMERAL}個?罪)"),
            ("rows", "編號(?=第?[0-9０-９A-Z一二三四五六七八九十①-⑳])"),
            ("recidivist", words.RECIDIVIST),
            ("rate", words.RATE),
            ("set_aside", words.SET_ASIDE),
            ("not_guilty", words.ACQUITTAL),
            ("exempt_from_punishment", f"(?:{words.EXEMPT})"),
            ("exempt_from_prosecution", words.NOT_PROSECUTED),
            ("case_dismissed", words.DISMISSED),
            ("other", words.WRONG_JURISDICTION),
            ("rejected", words.REJECTED),
            ("measure", f"(?:{words.MEASURE})"),
            ("accused", f"(?:{words.ACCUSED})"),
            ("note", "（"),
        )
    )
)


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """The tokens of a folded text in order; linear.

    >>> [(t.kind, t.word or [dict(parts) for parts, _ in t.values]) for t in tokens("處有期徒刑參月，緩刑貳年。")]
    [('penalty', [{'imprisonment_months': 3}]), ('break', '，'), ('probation', [{'months': 24}]), ('break', '。')]
    """
    position = floor = start
    search = _KEY_WORDS.search
    while (found := search(text, position)) is not None:
        kind = found.lastgroup or ""
        if kind == "break":
            position = floor = found.end()
            yield Token("break", found.start(), position, found[0])
            continue
        token = _READERS[kind](text, found, floor)
        if token is None:
            position = found.end()
        else:
            position = floor = token.end
            yield token


# --- words that lead up to a penalty ---------------------------------------------------------------------------------------------


class _Lead(NamedTuple):
    start: int
    each: bool
    pronounced: bool
    added: bool


_LEADING: dict[str, list[tuple[str, int]]] = {}
for _kind, _group in enumerate((words.EACH, words.PRONOUNCED, words.ADDED, words.FILLERS)):
    for _word in _group:
        _LEADING.setdefault(_word[-1], []).append((_word, _kind))
for _candidates in _LEADING.values():
    _candidates.sort(key=lambda c: -len(c[0]))


def _lead(text: str, start: int, floor: int) -> _Lead:
    """Read 各, 處, 併科 … backwards from ``start``, never beyond ``floor``."""
    seen = [False, False, False, False]
    moving = True
    while moving and start > floor:
        moving = False
        for word, kind in _LEADING.get(text[start - 1], ()):
            if text.endswith(word, floor, start):
                start -= len(word)
                seen[kind] = moving = True
                break
    return _Lead(start, seen[0], seen[1], seen[2])


# --- penalties -------------------------------------------------------------------------------------------------------------------

_FILL = re.compile(r"(?:[各均皆為：]|分別|期間){0,3}")
_EACH = re.compile("各|均|皆|分別")


def _listed(kind: str, read: ReadPhrase) -> Callable[[str, re.Match[str], int], Token | None]:
    """A reader for a noun that a term follows: 有期徒刑參月, 緩刑貳年 …"""

    def reader(text: str, found: re.Match[str], floor: int) -> Token | None:
        after = _FILL.match(text, found.end())
        position = after.end() if after else found.end()
        values, end = read_list(text, position, read)
        if not values:
            return None
        lead = _lead(text, found.start(), floor)
        each = lead.each or _EACH.search(text, found.end(), position) is not None
        return Token(kind, lead.start, end, "", values, 0, each, lead.pronounced, lead.added)

    return reader


def _for_life(parts: Parts) -> Callable[[str, re.Match[str], int], Token | None]:
    def reader(text: str, found: re.Match[str], floor: int) -> Token | None:
        lead = _lead(text, found.start(), floor)
        times, end = read_times(text, found.end())
        return Token("penalty", lead.start, end, "", ((parts, times),), 0, lead.each, lead.pronounced, lead.added)

    return reader


_FINE_NOUN_TAIL = re.compile(r"(?:之?金額)?(?:[各均皆為：]|分別){0,3}")


def _fine(text: str, found: re.Match[str], floor: int) -> Token | None:
    """罰金新臺幣參萬元, 新臺幣參萬元之罰金."""
    after = _FINE_NOUN_TAIL.match(text, found.end())
    position = after.end() if after else found.end()
    values, end = read_list(text, position, read_amount)
    start = found.start()
    if not values:
        before = read_amount_before(text, floor, start)
        if before is None:
            return None
        values, start, end = ((before[0], 0),), before[1], found.end()
    unit = values[0][0]["currency"]  # 新臺幣壹萬元、貳萬元: said once
    values = tuple(({**parts, "currency": parts["currency"] or unit}, times) for parts, times in values)
    lead = _lead(text, start, floor)
    return Token("penalty", lead.start, end, "", values, 0, lead.each, lead.pronounced, lead.added)


def _bare_term(text: str, found: re.Match[str], floor: int) -> Token | None:
    """處肆月: the noun is lost. Only months and years, up to a mark: 處參拾日 could be anything."""
    values, end = read_list(text, found.end(), read_imprisonment)
    if not values or any("imprisonment_months" not in parts for parts, _ in values):
        return None
    if end < len(text) and text[end] not in "，。；、（：":
        return None
    lead = _lead(text, found.end(), floor)
    return Token("penalty", lead.start, end, "", values, 0, lead.each, True, lead.added)


# --- 應執行, 減為, 緩刑, 附表 ------------------------------------------------------------------------------------------------------

_EXECUTED = re.compile(
    rf"執行?(?:之?(?:主刑|刑))?(?:期)?(?:為|：)?(?:[各均皆以定]|分別|主刑|之){{0,3}}(?={words.PENALTY_NOUN}|(?P<table>如附表|刑如附表))"
)
_EXECUTED_LEAD = ("應", "定", "合併", "其", "併", "且", "並", "之")


def _execute(text: str, found: re.Match[str], floor: int) -> Token | None:
    m = _EXECUTED.match(text, found.start())
    if m is None:
        return None
    start = found.start()
    moving = True
    while moving and start > floor:
        moving = False
        for word in _EXECUTED_LEAD:
            if text.endswith(word, floor, start):
                start, moving = start - len(word), True
    lead = _lead(text, start, floor)
    each = lead.each or _EACH.search(m[0]) is not None
    return Token("execute", lead.start, m.end(), "table" if m["table"] else "", each=each)


_REDUCED = re.compile(rf"減(?:刑)?[為至處](?:各|均)?(?={words.PENALTY_NOUN}|(?P<term>{NUMERAL}[年月])|如附表)")


def _reduce(text: str, found: re.Match[str], floor: int) -> Token | None:
    m = _REDUCED.match(text, found.start())
    if m is None:
        return None
    lead = _lead(text, found.start(), floor)
    if m["term"]:
        values, end = read_list(text, m.start("term"), read_imprisonment)
        return Token("reduce", lead.start, end, "", values, 0, lead.each) if values else None
    return Token("reduce", lead.start, m.end(), each=lead.each)


_probation_with_term = _listed("probation", read_probation)


def _probation(text: str, found: re.Match[str], floor: int) -> Token | None:
    token = _probation_with_term(text, found, floor)
    return token or Token("remark", found.start(), found.end())  # 緩刑期間付保護管束


_PENALTY_OF_TABLE = re.compile(r"(?:之|所示|各)*(?:宣告|主|罪|處)?刑")
_CRIMES_OF_TABLE = re.compile(rf"(?:之|各|等)*(?:(?P<n>{NUMERAL})(?:個|次)?)?[^，。；、附]{{0,40}}?罪(?!刑|名)")
_LEADS_TO_TABLE = ("刑如", "如", "依", "按", "以", "刑", "")
# 所犯之罪及所處之刑均如附表所示, 罪名、刑度及沒收，均詳如附表所載: the table tells the penalties (所處如附表之刑 in a ruling only recalls them)
_TOLD_BY_TABLE = re.compile(
    r"(?:主文|罪名|罪刑|刑度|宣告刑|處刑|所處之(?:宣告)?刑)(?:[及、與暨和][^。；，]{1,10}){0,3}，?(?:[均各皆詳]|分別){0,3}$"
)
_PENALTY_WORDS = ("處刑", "其刑", "宣告刑", "罪刑", "主文", "刑度", "量刑", "主刑", "之刑")


def _table(text: str, found: re.Match[str], floor: int) -> Token | None:
    if found[0] != "附表":
        return None  # 附件 holds no penalties; 附表（ is a title
    reference, end = read_reference(text, found.end())
    start = found.start()
    for word in ("所示如", "均如", "各如", "詳如", "如", "依", "按"):
        if text.endswith(word, floor, start):
            start -= len(word)
            break
    lead = _lead(text, start, floor)
    of_penalties = _TOLD_BY_TABLE.search(text, max(0, lead.start - 24), lead.start) is not None
    by_word = next((w for w in _PENALTY_WORDS if text.endswith(w, floor, lead.start)), None)
    if by_word is not None:
        lead = _lead(text, lead.start - len(by_word), floor)._replace(pronounced=True)
    after = _PENALTY_OF_TABLE.match(text, end)
    is_penalty = of_penalties or (
        (lead.pronounced or (after is not None and "主文" in (reference.column or "")))
        and not text.endswith("所", floor, lead.start)
        and (by_word is not None or after is not None)
    )
    if is_penalty:
        pronounced = lead.pronounced or of_penalties
        stop = after.end() if after else end
        return Token("table", lead.start, stop, "penalty", (), 0, lead.each, pronounced, lead.added, reference)
    crimes = _CRIMES_OF_TABLE.match(text, end)
    n = number(crimes["n"]) or 0 if crimes and crimes["n"] else 0
    return Token("table", found.start(), end, "", (), n, reference=reference, of_crimes=crimes is not None)


_OF_ROWS = re.compile(rf"(?:部分|所示|之罪|等罪|等){{0,3}}{EACH_GETS}")


def _rows(text: str, found: re.Match[str], floor: int) -> Token | None:
    """編號1、2部分各處…: rows of a table named before."""
    reference, end = read_reference(text, found.start())
    if reference.n_rows is None:
        return None
    of_crimes = _OF_ROWS.match(text, end) is not None
    return Token("table", found.start(), end, reference=reference, of_crimes=of_crimes)


# --- the rest --------------------------------------------------------------------------------------------------------------------

_ORDINAL = re.compile(rf"(?P<which>[前後])(?P<n>{NUMERAL})個?罪(?:部分)?")


def _ordinal(text: str, found: re.Match[str], floor: int) -> Token | None:
    """前二罪, 後二罪: counts by their place, the last ones as a number below zero."""
    m = _ORDINAL.match(text, found.start())
    n = number(m["n"]) if m else None
    return None if m is None or not n else Token("ordinal", m.start(), m.end(), number=n if m["which"] == "前" else -n)


def _multiplicity(text: str, found: re.Match[str], floor: int) -> Token | None:
    read = read_multiplicity(text, found.start())
    return None if read is None else Token("multiplicity", max(read[1], floor), read[2], number=read[0])


_RATE = re.compile(words.RATE + f"(?:{words.RATE_TAIL})?")
_RATE_LEAD = re.compile(
    r"(?:(?:有期徒刑|徒刑|拘役|罰金|主刑|上開|部分|得|如|均|各|或|而|其|不|無力繳納時?|易刑){1,6})$"
)


_THOSE = ("部分", "之", "者", "的", "與得", "與不得", "及得", "及不得")  # 不得易科罰金與得易科罰金部分


def _rate(text: str, found: re.Match[str], floor: int) -> Token | None:
    m = _RATE.match(text, found.start())
    if m is None:
        return None
    before = _RATE_LEAD.search(text, max(floor, found.start() - 16), found.start())
    start = before.start() if before else found.start()
    commutable = found[0].startswith("易科") and not (before is not None and "不" in before[0])
    if "算" not in m[0] and text.startswith(_THOSE, m.end()):
        return Token("those_commutable" if commutable else "those_not_commutable", start, m.end())
    every = (
        "易服" not in m[0] and _EACH.search(text, start, m.end()) is not None
    )  # 易科罰金、易服勞役，均以…: both rates
    return Token("rate", start, m.end(), "commutation" if commutable else "labour", each=every)


def _verdict(text: str, found: re.Match[str], floor: int) -> Token | None:
    if text.endswith(words.NOT_PRONOUNCED, floor, found.start()):
        return Token("remark", found.start(), found.end())
    lead = _lead(text, found.start(), floor)
    word = found.lastgroup or ""
    return Token("verdict", lead.start, found.end(), "wrong_jurisdiction" if word == "other" else word, each=lead.each)


def _rejected(text: str, found: re.Match[str], floor: int) -> Token | None:
    """上訴駁回 is a verdict; 聲請駁回, 抗告駁回 and 自訴駁回 are rulings."""
    lead = _lead(text, found.start(), floor)
    around = text[max(floor, lead.start - 12) : lead.start] + text[found.end() : found.end() + 2]
    word = "appeal_dismissed" if "上訴" in around and "聲請" not in around else "ruling"
    end = found.end() + 2 if text.startswith(("上訴", "聲請", "抗告"), found.end()) else found.end()
    return Token("verdict", lead.start, end, word, each=lead.each)


_NOTE = re.compile(r"（([^（）]{0,120})）")
_SPEAKS = re.compile(rf"刑|罰金|附表|[共計]{NUMERAL}[罪次]|^{ALONE}|無罪|免訴|不受理")


def _note(text: str, found: re.Match[str], floor: int) -> Token | None:
    """A bracket that says nothing of penalties is one token; any other is read through."""
    m = _NOTE.match(text, found.start())
    return None if m is None or _SPEAKS.search(m[1]) else Token("note", m.start(), m.end())


_ACCUSED_PART = re.compile(words.ACCUSED_PART)


def _accused(text: str, found: re.Match[str], floor: int) -> Token | None:
    """被訴…部分 as a whole, where nothing but 無罪 and the like follows; else 被訴 is a word like any other."""
    m = _ACCUSED_PART.match(text, found.start())
    return Token("accusation", m.start(), m.end()) if m else None


def _plain(kind: str) -> Callable[[str, re.Match[str], int], Token | None]:
    return lambda text, found, floor: Token(kind, found.start(), found.end())


_READERS: dict[str, Callable[[str, re.Match[str], int], Token | None]] = {
    "life": _for_life({"life": True}),
    "death": _for_life({"death": True}),
    "imprisonment": _listed("penalty", read_imprisonment),
    "detention": _listed("penalty", read_detention),
    "fine": _fine,
    "bare_term": _bare_term,
    "civil_rights": _listed("civil_rights", read_civil_rights),
    "execute": _execute,
    "reduce": _reduce,
    "probation": _probation,
    "table": _table,
    "multiplicity": _multiplicity,
    "ordinal": _ordinal,
    "rows": _rows,
    "recidivist": _plain("recidivist"),
    "rate": _rate,
    "set_aside": _plain("set_aside"),
    "not_guilty": _verdict,
    "exempt_from_punishment": _verdict,
    "exempt_from_prosecution": _verdict,
    "case_dismissed": _verdict,
    "other": _verdict,
    "rejected": _rejected,
    "measure": _plain("measure"),
    "accused": _accused,
    "note": _note,
}
