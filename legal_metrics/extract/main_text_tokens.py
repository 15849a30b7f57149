"""The lexer of a Taiwanese 主文: typed tokens out of folded, blank-free text.

A token is found by its key word and then read on from there, and back to the words that lead up to it (各, 均, 處, 併科 …). What lies between
tokens is free text: names, crimes, things seized. The lexer knows no defendant and keeps no state; ``main_text_reader`` gives the tokens
their meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from legal_metrics.extract.table_references import TableReference, read_reference
from legal_metrics.jurisdictions.tw import penalty_words as words
from legal_metrics.text.numerals import NUMERAL, parse_integer, parse_number

Parts = dict[str, Any]
"""Fields of a ``Penalty`` that one phrase fills."""


class Token(NamedTuple):
    """One word or phrase that the reader acts on; ``text[start:end]`` is what it covers.

    kind: break, note, multiplicity, recidivist, rate (如易科罰金…折算壹日), those_commutable and those_not_commutable ((不)得易科罰金之罪),
    measure (沒收 …), set_aside, penalty, civil_rights, execute, reduce, probation, probation_terms, table, verdict.
    """

    kind: str
    start: int
    end: int
    word: str = ""  # break: the mark; verdict: its name in VERDICTS; rate: "commutation" (易科) or "labour" (易服)
    values: tuple[tuple[Parts, int], ...] = ()  # penalties with how many times each (肆月、伍月（共參罪）)
    number: int = 0  # multiplicity: N of 共N罪; table: N of 所示N罪
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
            ("execute", "執行"),
            ("reduce", "減(?:刑)?[為至處]"),
            ("probation", "緩刑"),
            ("table", "附[表件](?:（)?"),
            ("multiplicity", "[共計](?=[計犯]?[^，。；人]{1,8}[罪次])"),
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


# --- terms and amounts -----------------------------------------------------------------------------------------------------------

_number = lru_cache(maxsize=8192)(parse_integer)
_FILL = r"(?:[各均皆為：]|分別|期間){0,3}"
_OPEN_RANGE = r"(?!以[上下內]|至|未滿)"
_TERM = re.compile(words.TERM + _OPEN_RANGE)
_NEXT_TERM = re.compile(rf"[、，及與]各?(?={NUMERAL}[年月日])")
_TIMES = re.compile(rf"（(?:[共計]{{0,2}}(?P<n>{NUMERAL})(?:個|小)?[罪次])）")
_AFTER_NOUN = re.compile(_FILL)


def read_term(text: str, position: int) -> tuple[int | None, int | None, int] | None:
    """(months, days, end) of the term at ``position``, or None. Years are twelve months; days stay days.

    >>> read_term("壹年又陸月拾伍日", 0), read_term("一年半", 0), read_term("五年以下", 0)
    ((18, 15, 8), (18, None, 3), None)
    """
    m = _TERM.match(text, position)
    if m is None or m.end() == position:
        return None
    years, months, days = (None if m[g] is None else _number(m[g]) for g in ("years", "months", "days"))
    if any(m[g] is not None and value is None for g, value in (("years", years), ("months", months), ("days", days))):
        return None
    if years is None and months is None:
        return (None, days, m.end())
    return ((years or 0) * 12 + (6 if m["half"] else 0) + (months or 0), days, m.end())


Reading = Callable[[str, int], "tuple[Parts, int] | None"]


def _imprisonment_term(text: str, position: int) -> tuple[Parts, int] | None:
    term = read_term(text, position)
    if term is None:
        return None
    months, days, end = term
    parts: Parts = {} if months is None else {"imprisonment_months": months}
    if days is not None:
        parts["imprisonment_days"] = days
    return parts, end


def _detention_term(text: str, position: int) -> tuple[Parts, int] | None:
    term = read_term(text, position)
    if term is None:
        return None
    months, days, end = term
    return {
        "detention_days": (months or 0) * 30 + (days or 0)
    }, end  # 拘役 is counted in days; a month is a slip for 30


def _probation_term(text: str, position: int) -> tuple[Parts, int] | None:
    term = read_term(text, position)
    return None if term is None or term[0] is None else ({"months": term[0]}, term[2])


def _civil_rights_term(text: str, position: int) -> tuple[Parts, int] | None:
    if text.startswith(words.LIFELONG, position):
        return {"civil_rights_deprived_life": True}, position + len(words.LIFELONG)
    term = read_term(text, position)
    return None if term is None or term[0] is None else ({"civil_rights_deprived_months": term[0]}, term[2])


_AMOUNT = re.compile(words.AMOUNT + _OPEN_RANGE)
_AMOUNT_BEFORE = re.compile(words.AMOUNT + "整?之?$")
_CURRENCIES = tuple((re.compile(pattern), code) for pattern, code in words.CURRENCIES)


def _money(m: re.Match[str]) -> Parts | None:
    amount = parse_number(m["amount"])
    if amount is None or amount.denominator != 1:
        return None
    unit = m["currency"] or ""
    return {
        "fine": amount.numerator,
        "currency": next((code for pattern, code in _CURRENCIES if pattern.match(unit)), None),
    }


def _amount(text: str, position: int) -> tuple[Parts, int] | None:
    m = _AMOUNT.match(text, position)
    parts = None if m is None else _money(m)
    return None if m is None or parts is None else (parts, m.end())


def _enumerated(text: str, position: int, read: Reading) -> tuple[tuple[tuple[Parts, int], ...], int]:
    """参月、肆月（共貳罪）、伍月: the penalties of one list with how many times each. Empty where nothing can be read."""
    values: list[tuple[Parts, int]] = []
    end = position
    while (one := read(text, position)) is not None:
        parts, position = one
        times = 0
        if (m := _TIMES.match(text, position)) is not None:
            times, position = _number(m["n"]) or 0, m.end()
        values.append((parts, times))
        end = position
        following = _NEXT_TERM.match(text, position)
        if following is None:
            break
        position = following.end()
    return tuple(values), end


def _listed(kind: str, read: Reading) -> Callable[[str, re.Match[str], int], Token | None]:
    """A reader for a noun that a term follows: 有期徒刑參月, 緩刑貳年 …"""

    def reader(text: str, found: re.Match[str], floor: int) -> Token | None:
        after = _AFTER_NOUN.match(text, found.end())
        position = after.end() if after else found.end()
        values, end = _enumerated(text, position, read)
        if not values:
            return None
        lead = _lead(text, found.start(), floor)
        each = lead.each or any(w in text[found.end() : position] for w in ("各", "均", "皆", "分別"))
        return Token(kind, lead.start, end, "", values, 0, each, lead.pronounced, lead.added)

    return reader


def _for_life(parts: Parts) -> Callable[[str, re.Match[str], int], Token | None]:
    def reader(text: str, found: re.Match[str], floor: int) -> Token | None:
        lead = _lead(text, found.start(), floor)
        times = _TIMES.match(text, found.end())
        values = ((parts, _number(times["n"]) or 0 if times else 0),)
        end = times.end() if times else found.end()
        return Token("penalty", lead.start, end, "", values, 0, lead.each, lead.pronounced, lead.added)

    return reader


_FINE_NOUN_TAIL = re.compile(r"(?:之?金額)?(?:[各均皆為：]|分別){0,3}")


def _fine(text: str, found: re.Match[str], floor: int) -> Token | None:
    """罰金新臺幣參萬元, 新臺幣參萬元之罰金."""
    after = _FINE_NOUN_TAIL.match(text, found.end())
    position = after.end() if after else found.end()
    values, end = _enumerated(text, position, _amount)
    start = found.start()
    if not values:
        m = _AMOUNT_BEFORE.search(text, max(floor, start - 50), start)
        parts = None if m is None else _money(m)
        if m is None or parts is None:
            return None
        values, start, end = ((parts, 0),), m.start(), found.end()
    lead = _lead(text, start, floor)
    return Token("penalty", lead.start, end, "", values, 0, lead.each, lead.pronounced, lead.added)


def _bare_term(text: str, found: re.Match[str], floor: int) -> Token | None:
    """處肆月: the noun is lost. Only months and years, up to a mark: 處參拾日 could be anything."""
    values, end = _enumerated(text, found.end(), _imprisonment_term)
    if not values or any("imprisonment_months" not in parts for parts, _ in values):
        return None
    if end < len(text) and text[end] not in "，。；、（：":
        return None
    lead = _lead(text, found.end(), floor)
    return Token("penalty", lead.start, end, "", values, 0, lead.each, True, lead.added)


# --- 應執行, 減為, 緩刑, 附表 ------------------------------------------------------------------------------------------------------

_EXECUTED = re.compile(
    rf"執行(?:之?(?:主刑|刑))?(?:期)?(?:為|：)?(?:[各均皆以定]|分別|主刑|之){{0,3}}(?={words.PENALTY_NOUN}|(?P<table>如附表|刑如附表))"
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
    each = lead.each or any(w in m[0] for w in ("各", "均", "皆", "分別"))
    return Token("execute", lead.start, m.end(), "table" if m["table"] else "", each=each)


_REDUCED = re.compile(rf"減(?:刑)?[為至處](?:各|均)?(?={words.PENALTY_NOUN}|(?P<term>{NUMERAL}[年月])|如附表)")


def _reduce(text: str, found: re.Match[str], floor: int) -> Token | None:
    m = _REDUCED.match(text, found.start())
    if m is None:
        return None
    lead = _lead(text, found.start(), floor)
    if m["term"]:
        values, end = _enumerated(text, m.start("term"), _imprisonment_term)
        return Token("reduce", lead.start, end, "", values, 0, lead.each) if values else None
    return Token("reduce", lead.start, m.end(), each=lead.each)


_probation_with_term = _listed("probation", _probation_term)


def _probation(text: str, found: re.Match[str], floor: int) -> Token | None:
    token = _probation_with_term(text, found, floor)
    return token or Token("probation_terms", found.start(), found.end())


_PENALTY_OF_TABLE = re.compile(r"(?:之|所示|各)*(?:宣告|主|罪|處)?刑")
_CRIMES_OF_TABLE = re.compile(rf"(?:之|各|等)*(?:(?P<n>{NUMERAL})(?:個|次)?)?[^，。；、附]{{0,40}}?罪(?!刑|名)")
_LEADS_TO_TABLE = ("刑如", "如", "依", "按", "以", "刑", "")
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
    by_word = next((w for w in _PENALTY_WORDS if text.endswith(w, floor, lead.start)), None)
    if by_word is not None:
        lead = _lead(text, lead.start - len(by_word), floor)._replace(pronounced=True)
    is_penalty = lead.pronounced and (by_word is not None or _PENALTY_OF_TABLE.match(text, end) is not None)
    if is_penalty:
        after = _PENALTY_OF_TABLE.match(text, end)
        return Token(
            "table", lead.start, after.end() if after else end, "penalty", (), 0, lead.each, True, lead.added, reference
        )
    crimes = _CRIMES_OF_TABLE.match(text, end)
    number = _number(crimes["n"]) or 0 if crimes and crimes["n"] else 0
    return Token("table", found.start(), end, "", (), number, reference=reference, of_crimes=crimes is not None)


# --- the rest --------------------------------------------------------------------------------------------------------------------

_MULTIPLICITY = re.compile(rf"(?:共|計|合計|總計){{1,2}}犯?(?P<n>{NUMERAL})(?:個|小)?[罪次]")


def _multiplicity(text: str, found: re.Match[str], floor: int) -> Token | None:
    start = found.start()
    if text.endswith(("合", "總"), floor, start):
        start -= 1
    m = _MULTIPLICITY.match(text, start)
    number = _number(m["n"]) if m else None
    return None if m is None or not number else Token("multiplicity", start, m.end(), number=number)


_RATE = re.compile(words.RATE + f"(?:{words.RATE_TAIL})?")
_RATE_LEAD = re.compile(
    r"(?:(?:有期徒刑|徒刑|拘役|罰金|主刑|上開|部分|得|如|均|各|或|而|其|不|無力繳納時?|易刑){1,6})$"
)


def _rate(text: str, found: re.Match[str], floor: int) -> Token | None:
    m = _RATE.match(text, found.start())
    if m is None:
        return None
    before = _RATE_LEAD.search(text, max(floor, found.start() - 16), found.start())
    start = before.start() if before else found.start()
    commutable = found[0].startswith("易科") and not (before is not None and "不" in before[0])
    if "算" not in m[0] and text.startswith(("部分", "之", "者", "的"), m.end()):
        return Token("those_commutable" if commutable else "those_not_commutable", start, m.end())
    return Token("rate", start, m.end(), "commutation" if commutable else "labour")


def _verdict(text: str, found: re.Match[str], floor: int) -> Token | None:
    if text.endswith(words.NOT_PRONOUNCED, floor, found.start()):
        return None
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
_SPEAKS = re.compile(rf"刑|罰金|附表|[共計]{NUMERAL}[罪次]|無罪|免訴|不受理")


def _note(text: str, found: re.Match[str], floor: int) -> Token | None:
    """A bracket that says nothing of penalties is one token; any other is read through."""
    m = _NOTE.match(text, found.start())
    return None if m is None or _SPEAKS.search(m[1]) else Token("note", m.start(), m.end())


def _plain(kind: str) -> Callable[[str, re.Match[str], int], Token | None]:
    return lambda text, found, floor: Token(kind, found.start(), found.end())


_READERS: dict[str, Callable[[str, re.Match[str], int], Token | None]] = {
    "life": _for_life({"life": True}),
    "death": _for_life({"death": True}),
    "imprisonment": _listed("penalty", _imprisonment_term),
    "detention": _listed("penalty", _detention_term),
    "fine": _fine,
    "bare_term": _bare_term,
    "civil_rights": _listed("civil_rights", _civil_rights_term),
    "execute": _execute,
    "reduce": _reduce,
    "probation": _probation,
    "table": _table,
    "multiplicity": _multiplicity,
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
    "note": _note,
}
