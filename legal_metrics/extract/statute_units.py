"""The numbered units of a citation, as they are written: 第339條之4, 第1、3項, 2款 in a list, §339-4 I②, 第277條Ⅰ, 刑訴159-5.

Each is read by itself; what belongs together is for ``extract.statutes`` to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from legal_metrics.text.compact import CompactText
from legal_metrics.text.numerals import ORDINAL, parse_integer

_LONGEST_RANGE = 30
"""A range with more steps (第1條至第500條) is kept as its two ends."""

SEGMENT = r"(?:[前中後后]段|但[書书]|本文|序文|[前後后]半段)"
AND = "、，,及與与和或"
TO = "至到~～"
_FEW = "0-9０-９一二三四五六七八九十"
_PLAIN = f"{_FEW}百零〇"
_ELEMENT = rf"{ORDINAL}(?:[之\-－]{ORDINAL}){{0,2}}"


@dataclass(frozen=True, slots=True, eq=False)  # one object a jurisdiction: equal only to itself
class UnitGrammar:
    """How one jurisdiction numbers its units.

    Attributes:
        ranks: unit word -> rank.
        tokens: one unit behind 第: groups 第, numbers, unit word, unit word that a list shares.
        loose_tokens: the same, also where 第 is left out.
        unmarked: whether a text may leave it out anywhere.
        values: (numbers as written, below the article?) -> the numbers; empty where one is no numeral.
        range: what stands between the two ends of a range of whole units (第1條至第3條).
        joined: what stands between the entries of a list of whole units.
        brackets: whether numbers may stand in brackets.
        loose_behind: the characters behind which 第 may be left out.
    """

    ranks: Mapping[str, int]
    tokens: re.Pattern[str]
    loose_tokens: re.Pattern[str]
    unmarked: Callable[[str, int, int], bool]
    values: Callable[[str, bool], tuple[str, ...]]
    range: Callable[[str], re.Match[str] | None]
    joined: Callable[[str], bool]
    loose_behind: str
    brackets: bool = False


_LONGEST_JOINT = 24


def _remembered(match: Callable[[str], re.Match[str] | None]) -> Callable[[str], bool]:
    """Whether ``match`` fits; the same few joints stand in every text, and longer ones are none."""
    fits = lru_cache(maxsize=4096)(lambda joint: match(joint) is not None)
    return lambda joint: len(joint) <= _LONGEST_JOINT and fits(joint)


def _any_behind(*shapes: tuple[str, str, str, int]) -> Callable[[str, int, int], bool]:
    """Whether a text holds any of the shapes: one of the first, up to so many of the third, then one of the end characters.

    Each shape is (end characters, what stands first, characters between, how many at most). The search is a scan for each end character, which
    is rare, and looks back from there.
    """
    behind: dict[str, list[str]] = {}
    for ends, first, between, most in shapes:
        for end in ends:
            for length in range(1, most + 1):
                for head in _fixed(first):
                    behind.setdefault(end, []).append(rf"(?<={head}[{between}]{{{length}}}{end})")
    searches = [re.compile(rf"{end}(?:{'|'.join(looks)})").search for end, looks in behind.items()]

    def found(text: str, start: int, stop: int) -> bool:
        for search in searches:  # noqa: SIM110 - a generator would cost as much as the searches of a short text
            if search(text, start, stop):
                return True
        return False

    return found


def _fixed(first: str) -> list[str]:
    """The shapes of fixed width that ``first`` stands for: characters to choose from, or classes of which the last may be optional."""
    if not first.startswith("["):
        return [f"[{first}]"]
    return [first.rstrip("?"), first[: first.rindex("[")]] if first.endswith("?") else [first]


@cache
def unit_grammar(jurisdiction: str, words: tuple[str, str, str]) -> UnitGrammar:
    """The grammar of a jurisdiction (its code) whose units below the article are called ``words``."""
    return {"TW": _taiwan, "CN": _mainland}[jurisdiction](_ranks_of(words))


def _taiwan(ranks: Mapping[str, int]) -> UnitGrammar:
    numbers = rf"{_ELEMENT}(?:[{AND}{TO}]{{1,2}}{_ELEMENT}){{0,20}}"
    unit = rf"([條条](?:文(?=第))?(?![件例約约碼码紋款目路街巷弄線线])(?!項[鍊鏈])|[項项]{{1,2}}(?![目款])|款(?![項项])|目(?!的)|(?=第{ORDINAL}[項项款])|(?={SEGMENT})|(?=[{AND}]{{1,2}}第{_ELEMENT}([條条項项款])))"
    loose_behind = f"法例则則程準准條条項项{AND}{TO}"
    return UnitGrammar(
        ranks,
        tokens=re.compile(rf"(第第?)({numbers}){unit}"),  # begins with a literal: the search is a scan for 第
        loose_tokens=re.compile(rf"(第{{1,2}}|(?<=[法例則则程準准條条項项{AND}{TO}])(?=[^第]))({numbers}){unit}"),
        unmarked=_any_behind(
            ("條条", f"法例則则程準准{AND}{TO}", f"{_PLAIN}壹貳參肆伍陸柒捌玖拾佰之\\-", 12),
            ("項项款", "條条項项", _FEW, 3),
            ("項项款", f"[項项款段][{AND}{TO}]", _FEW, 3),
        ),
        values=_values,
        range=re.compile(rf"{SEGMENT}?(?:起?[{TO}]|起至)").fullmatch,
        joined=_remembered(re.compile(rf"(?:{SEGMENT}|[{AND}{TO}；;並并暨以起]){{1,8}}").fullmatch),
        loose_behind=loose_behind,
    )


def _mainland(ranks: Mapping[str, int]) -> UnitGrammar:
    # Written for Simplified characters. A dash makes a range (第263-265条) or a branch (第133-1条); 项 may stand in brackets (第（一）项).
    dash = "\\-－—–―‐‑"
    element = rf"(?:[（(]{ORDINAL}[）)]|{ORDINAL}(?:[之{dash}]{ORDINAL}){{0,2}})"
    numbers = rf"{element}(?:[{AND}{TO}]{{1,2}}{element}|(?<=[）)])[{AND}{TO}{dash}]{{0,2}}(?=[（(]){element}){{0,20}}"
    unit = rf"(条(?:文(?=第))?(?![件例约码款目路街巷线])|项(?![目款])|款(?!项)|目(?![的录标前])|(?=第{element}[项款])|(?={SEGMENT})|(?=[{AND}]{{1,2}}第{element}([条项款])))"
    loose_behind = f"法典例则程准释定条款项》）){AND}{TO}"
    return UnitGrammar(
        ranks,
        tokens=re.compile(rf"(第第?)({numbers}){unit}"),
        loose_tokens=re.compile(rf"(第{{1,2}}|(?<=[{loose_behind}])(?=[^第]))({numbers}){unit}"),
        unmarked=_any_behind(
            ("条", f"法典例则程准释定》）){AND}{TO}", f"{_PLAIN}之{dash}", 12),
            ("款项目", r"[条款项][（(]?", f"{_FEW}百零〇）)", 4),
            ("款项目", rf"[款项段][{AND}{TO}][（(]?", f"{_FEW}百零〇）)", 4),
        ),
        values=_mainland_values,
        range=re.compile(rf"{SEGMENT}?(?:起?[{TO}{dash}]{{1,2}}|起至)").fullmatch,
        joined=_remembered(re.compile(rf"(?:{SEGMENT}|[{AND}{TO}{dash}；;并暨以起兼]){{1,8}}").fullmatch),
        loose_behind=loose_behind,
        brackets=True,
    )


_BRANCH = re.compile(rf"[之\-－]({ORDINAL})(?:[之\-－]({ORDINAL}))?").match
_MORE_BRANCHES = re.compile(rf"([{AND}{TO}])之({ORDINAL})(?![罪人次名個个種种])").match
_SIGN = "(?:(?:[IVX]{1,4}(?![A-Za-z])|[Ⅰ-Ⅻ])[①-⑳]?|[①-⑳])"
_SIGNS = rf"({_SIGN}(?:[、及]{_SIGN}){{0,9}})"  # Ⅰ②、Ⅲ: paragraphs in Roman numerals, subparagraphs in circles
_NUMBER = "([0-9]{1,4}(?:[-之][0-9]{1,3})?)"
# Each begins with a literal: the search is a scan for it.
_SECTION = re.compile(rf"§§?{_NUMBER}(?:[條条]|{_SIGNS})?")
_BEHIND = tuple(
    re.compile(rf"{article}(?:[之\-－][0-9一二三四五六七八九十]{{1,3}})?{_SIGNS}") for article in "條条"
)
_BEFORE_BARE = r"(?<![^\W犯反依據照及與和或以]"
_BARE = re.compile(  # 刑339-4, 刑訴159-5, 犯刑法320; no 徒刑3月, 刑法95年修正, 刑法94.2.2
    rf"刑(?=訴?法?[0-9])訴?(?:法(?![0-9之\-{AND}{TO}]{{1,120}}[條条]))?{_BEFORE_BARE}刑){_BEFORE_BARE}刑[訴法]){_BEFORE_BARE}刑訴法)"
    rf"{_NUMBER}(?![-之]?[0-9]|[.．/:年月日天時元萬千百億歲人次名個罪件頁號]){_SIGNS}?"
)
_SIGNED_ANYWHERE = tuple(shape.search for shape in (_SECTION, _BARE, *_BEHIND))
_ONE_SIGN = re.compile("([IVXⅠ-Ⅻ]+)?([①-⑳])?").match
_BRANCH_SIGNS = frozenset("之-－")
_COUNTS = frozenset("罪人次名個个種种")
_ITEM = re.compile(rf"([{AND}{TO}]*)({_ELEMENT})").finditer
_PARTS = re.compile(r"[之\-－]").split
_MAINLAND_ITEM = re.compile(rf"([{AND}{TO}]*)([^{AND}{TO}]+)").findall
_MAINLAND_PARTS = re.compile(r"[之\-－—–―‐‑]").split
_ROMAN = {"I": 1, "V": 5, "X": 10}


class Unit(NamedTuple):
    """One numbered unit: 第339條之4, 第1、3項. ``rank`` 0 is the article, 1 to 3 what lies below it, None where the text leaves it out."""

    start: int
    end: int
    rank: int | None
    values: list[str]
    marked: bool = True  # 第 stands before it
    whole: bool = True  # nothing was lost or doubled
    stem: int | None = None  # where the unit ends if its 之N is a count (第339條之二罪)


def units(text: CompactText, grammar: UnitGrammar, stop: int) -> Iterator[Unit]:
    """The numbered units of a compact text up to ``stop``, in order."""
    signed = [*_signed(text.text, stop)]
    words = _in_words(text, grammar, 0, stop, grammar.loose_tokens if grammar.unmarked(text.text, 0, stop) else grammar.tokens)
    return iter(sorted([*words, *signed], key=lambda unit: unit.start)) if signed else words


def has_signs(text: str) -> bool:
    """Whether a compact text may hold units written with signs or by the number alone (§339, 第277條Ⅰ, 刑339): they lie in no run of words.

    >>> has_signs("刑法第320條、第339條第1項"), has_signs("刑法第277條Ⅰ")
    (False, True)
    """
    for search in _SIGNED_ANYWHERE:  # noqa: SIM110 - as above
        if search(text):
            return True
    return False


def run_units(text: CompactText, grammar: UnitGrammar, start: int, *, loose: bool) -> Iterator[Unit]:
    """The units of a run (``extract.statute_runs``) that begins at ``start`` of a compact text and goes on to its end; ``loose``: 第 may be left out."""
    return _in_words(text, grammar, start, len(text.text), grammar.loose_tokens if loose else grammar.tokens)


def _in_words(compacted: CompactText, grammar: UnitGrammar, start: int, stop: int, tokens: re.Pattern[str]) -> Iterator[Unit]:
    text = compacted.text
    ranks = grammar.ranks
    for match in tokens.finditer(text, start, stop):
        mark, numbers, unit, shared = match.groups()
        rank = ranks[unit[0]] if unit else ranks[shared] if shared else None  # 第216、第215條 shares its unit
        start, end = match.span()
        values = [*grammar.values(numbers, bool(rank))]
        if not values:
            continue
        stem = None
        if rank == 0 and text[end : end + 1] in _BRANCH_SIGNS:
            end, stem = _read_branches(compacted, end, values)
        whole = mark == "第" and (bool(shared) or len(unit or "") == 1)
        yield Unit(start, end, rank, values, bool(mark), whole, stem)


def _read_branches(compacted: CompactText, end: int, values: list[str]) -> tuple[int, int | None]:
    """Add the 之N behind 條 to ``values``: where the unit then ends, and where it ends if the N only counts (第339條之二罪)."""
    text = compacted.text
    branch = _BRANCH(text, end)
    parts = [_integer(part) for part in branch.groups() if part] if branch else []
    if branch is None or not all(parts):
        return end, None
    if text[end] != "之" and compacted.original(end) != compacted.original(end - 1) + 1:
        return end, None  # a dash on the next line opens an entry
    stem = end if text[branch.end() : branch.end() + 1] in _COUNTS else None
    values[-1] = "-".join([values[-1], *map(str, parts)])
    end = branch.end()
    while more := _MORE_BRANCHES(text, end):  # 第159條之1、之2
        number = _integer(more[2])
        if not number:
            break
        values += article_range(values[-1], f"{values[-1].partition('-')[0]}-{number}", more[1])
        end = more.end()
    return end, stem


def _signed(text: str, stop: int) -> Iterator[Unit]:
    """刑法§339-4 I②、Ⅲ, 刑339, 第277條Ⅰ: units that are written with signs, or by the number alone."""
    for shape in (_SECTION, _BARE):
        for match in shape.finditer(text, 0, stop):
            start = match.start(1) if shape is _BARE else match.start()
            yield Unit(start, match.end(1), 0, ["-".join(map(str, map(int, _PARTS(match[1]))))])
            yield from _signs(text, *match.span(2))
    for shape in _BEHIND:
        for match in shape.finditer(text, 0, stop):
            yield from _signs(text, *match.span(1))


def _signs(text: str, start: int, end: int) -> Iterator[Unit]:
    """The units of Ⅰ②、Ⅲ, if ``text[start:end]`` is any."""
    while 0 <= start < end:
        sign = _ONE_SIGN(text, start, end)
        if sign is None or sign.end() == start:
            start += 1  # 、
            continue
        if sign[1]:
            yield Unit(*sign.span(1), 1, [str(_roman(sign[1]))])
        if sign[2]:
            yield Unit(*sign.span(2), 2, [str(ord(sign[2]) - ord("①") + 1)])
        start = sign.end()


@lru_cache(maxsize=8192)
def _values(numbers: str, below: bool) -> tuple[str, ...]:
    """The numbers of one unit (``below`` the article): 1、3 -> 1, 3; 1至3 -> 1, 2, 3; 38之1 -> 38-1. Empty where one is no numeral."""
    if numbers.isascii() and numbers.isdigit():
        return (str(int(numbers)),) if int(numbers) else ()
    values: list[str] = []
    for item in _ITEM(numbers):
        parts = [_integer(part) for part in _PARTS(item[2])]
        if not all(parts) or (below and "之" in item[2]):
            return ()
        if below and len(parts) > 1:  # 第1-3款
            values += [str(parts[0]), *article_range(str(parts[0]), str(parts[-1]))]
            continue
        value = "-".join(map(str, parts))
        values += article_range(values[-1], value, item[1]) if values else [value]
    return tuple(values)


@lru_cache(maxsize=8192)
def _mainland_values(numbers: str, below: bool) -> tuple[str, ...]:
    """The numbers of one unit: 263-265 -> 263, 264, 265; 133-1 -> 133-1; （一）、（三） -> 1, 3. Empty where one is no numeral."""
    values: list[str] = []
    for sign, written in _MAINLAND_ITEM(numbers):
        parts = [_integer(part) for part in _MAINLAND_PARTS(written.strip("（()）"))]
        if not all(parts) or (below and "之" in written):
            return ()
        first, last = parts[0] or 0, parts[-1] or 0
        if len(parts) == 2 and "之" not in written and (below or last > first):
            values += [str(first), *article_range(str(first), str(last))]
            continue
        value = "-".join(map(str, parts))
        values += article_range(values[-1], value, sign) if values and sign else [value]
    return tuple(values)


def article_range(first: str, last: str, sign: str = "至") -> list[str]:
    """The articles after ``first`` up to ``last``: 10, 12 -> 11, 12; 159-1, 159-3 -> 159-2, 159-3.

    Only ``last`` where ``sign`` is no range, the two have nothing in common, or they lie too far apart. Inserted articles that lie between
    two plain numbers (第38條之1 in 第38條至第40條) are not named by the text and not given.
    """
    if sign[0] not in TO:
        return [last]
    stem, _, branch = last.rpartition("-")
    if stem and (first == stem or first.rpartition("-")[0] == stem):
        return [f"{stem}-{n}" for n in steps(int(first[len(stem) + 1 :] or 0), int(branch))]
    if not stem:
        return list(map(str, steps(int(first.partition("-")[0]), int(last))))
    return [last]


def steps(first: int, last: int) -> list[int]:
    """The numbers after ``first`` up to ``last``; only ``last`` where it lies before, or too far off.

    >>> steps(1, 3), steps(3, 1)
    ([2, 3], [1])
    """
    return list(range(first + 1, last + 1)) if first < last <= first + _LONGEST_RANGE else [last]


@lru_cache(maxsize=4096)
def _integer(numeral: str) -> int | None:
    return parse_integer(numeral)


def _roman(numeral: str) -> int:
    if not numeral.isascii():
        return ord(numeral) - ord("Ⅰ") + 1
    digits = [_ROMAN[c] for c in numeral]
    return sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True))


def _ranks_of(words: tuple[str, str, str]) -> Mapping[str, int]:
    """Unit word -> rank, in both scripts."""
    ranks = {word: rank for rank, word in enumerate(words, 1)}
    item = ranks.get("項") or ranks["项"]
    return {"條": 0, "条": 0, **ranks, "項": item, "项": item}


