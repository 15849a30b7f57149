"""Statute citations in Chinese legal text: 刑法第三百三十九條之四第一項第二款、第三款.

White space is taken out first (official texts are hard-wrapped inside numbers), spans are those of the text that was given. A citation
that leaves out its law, article or paragraph takes those of the one before it; 前段, 後段 and 但書 neither count nor break that chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.law_mentions import NOTHING, LawMention, LawReader, Lead
from legal_metrics.jurisdictions import get
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry
from legal_metrics.text.compact import CompactText, compact
from legal_metrics.text.numerals import ORDINAL, parse_integer

_LONGEST_RANGE = 30
"""A range with more steps (第1條至第500條) is kept as its two ends."""
_FAR = 100
"""What stands farther than this behind the unit before does not go on with it."""

_SEGMENT = r"(?:[前中後后]段|但[書书]|本文|序文|[前後后]半段)"
_AND = "、，,及與与和或"
_TO = "至到~～"
_ELEMENT = rf"{ORDINAL}(?:[之\-－]{ORDINAL}){{0,2}}"
_NUMBERS = rf"{_ELEMENT}(?:[{_AND}{_TO}]{{1,2}}{_ELEMENT}){{0,20}}"
_UNIT = rf"([條条](?:文(?=第))?(?![件例約约碼码紋款目])|[項项]{{1,2}}(?![目款])|款(?![項项])|目(?!的)|(?=第{ORDINAL}[項项款])|(?={_SEGMENT})|(?=[{_AND}]{{1,2}}第{_ELEMENT}([條条項项款])))"
_MARKED = rf"(第第?)({_NUMBERS}){_UNIT}"  # begins with a literal: the search is a scan for 第
_TOKENS = re.compile(_MARKED)
_LOOSE_TOKENS = re.compile(rf"(第{{1,2}}|(?<=[法例則则程準准條条項项{_AND}{_TO}])(?=[^第]))({_NUMBERS}){_UNIT}")
_UNMARKED = re.compile(
    r"(?:[法例則则程準准、，,及與与和或至到~～][0-9０-９一二三四五六七八九十百零〇壹貳參肆伍陸柒捌玖拾佰之\-]{1,12}[條条]"
    r"|[條条項项][0-9０-９一二三四五六七八九十]{1,3}[項项款]"
    rf"|[項项款段][{_AND}{_TO}][0-9０-９一二三四五六七八九十]{{1,3}}[項项款])"
).search
_BRANCH = re.compile(rf"[之\-－]({ORDINAL})(?:[之\-－]({ORDINAL}))?").match
_MORE_BRANCHES = re.compile(rf"([{_AND}{_TO}])之({ORDINAL})(?![罪人次名個个種种])").match
_SECTION = re.compile(r"§{1,2}([0-9]{1,4}(?:[-之][0-9]{1,3})?)條?(?:([IVX]{1,4}|[Ⅰ-Ⅻ])(?![A-Za-z]))?([①-⑳])?")
_RULES = frozenset(("辦法", "標準", "準則", "規則", "細則"))
_BRANCH_SIGNS = frozenset("之-－")
_COUNTS = frozenset("罪人次名個个種种")
_BETWEEN = re.compile(rf"{_SEGMENT}{{0,3}}").fullmatch
_BETWEEN_MATCH = re.compile(rf"{_SEGMENT}{{0,3}}").match
_NAMED_BETWEEN = re.compile(  # 第339條之4（加重詐欺罪）第1項, 第339條之普通詐欺罪第1項, 第339條條第1項
    r"[（(【〔][^（()）【】〔〕、，；。]{1,30}[）)】〕]|之?[^（()）、，；。及與与和或並暨又同該]{2,20}罪|[條条]"
).fullmatch
_VERSION_SIGNS = frozenset("（(【〔修刪删廢废行前中後后但本序")
_RANGE = re.compile(rf"{_SEGMENT}?(?:起?[{_TO}]|起至)").fullmatch
_JOINED = re.compile(rf"(?:{_SEGMENT}|[{_AND}{_TO}；;並并暨以起]){{1,8}}").fullmatch
_ITEM = re.compile(rf"([{_AND}{_TO}]*)({_ELEMENT})").finditer
_PARTS = re.compile(r"[之\-－]").split
_NOT_CITED = re.compile(
    r"(?:主文|附表[^、，。]{0,3}|附件[^、，。]{0,3}|事實欄?|聲明|清單|理由|說明|欄|編號|起訴書|判決|公告|契約|約定|證據|筆錄|卷|條款|議程|議案|得心證之)$"
).search
_DIGITS = "[0-9０-９○〇零一二三四五六七八九十百]"
_DATE = rf"(?:民國)?{_DIGITS}{{1,5}}年(?:{_DIGITS}{{1,3}}[月日]){{0,2}}"
_CHANGED = r"(?:修正|修法|刪除|删除|廢止|废止|行為|行为)(?:公布|施行|生效){0,3}"
_VERSION_BEHIND = re.compile(
    rf"[（(【〔](?:{_DATE})?{_CHANGED}([前後后時时])(?:之?規定|之?條文)?(?:，下同)?[）)】〕]|{_CHANGED}([前後后時时])(?:[）)]|(?=[、，,。；;之規规]))"
).match
_ROMAN = {"I": 1, "V": 5, "X": 10}


class _Token(NamedTuple):
    """One numbered unit: 第339條之4, 第1、3項. ``rank`` 0 is the article, 1 to 3 what lies below it, None where the text leaves it out."""

    start: int
    end: int
    rank: int | None
    values: list[str]
    marked: bool = True  # 第 stands before it
    whole: bool = True  # nothing was lost or doubled
    stem: int | None = None  # where the token ends if its 之N is a count (第339條之二罪)


@dataclass(slots=True)
class _Draft:
    """A citation that deeper ranks may still be added to."""

    law: LawMention | None
    article: str
    start: int
    end: int
    ranks: tuple[int | None, ...] = (None, None, None)  # paragraph, subparagraph, item
    named: bool = False
    version: str | None = None  # of this article alone
    below: tuple[int, str] | None = None  # the rank that has a version of its own (第1項、修正前第2項), and that version
    whole: bool = True
    lost: bool = False  # the law's name was left out and told by the article

    def at(self, rank: int, value: int, start: int, token: _Token) -> _Draft:
        """The citation that keeps what lies above ``rank`` and has ``value`` there."""
        ranks = (*self.ranks[: rank - 1], value, None, None)[:3]
        return _Draft(
            self.law,
            self.article,
            start,
            token.end,
            ranks,
            version=self.version,
            below=self.below if self.below and self.below[0] < rank else None,
            whole=token.whole,
            lost=self.lost,
        )


def extract_statutes(text: str, jurisdiction: str = "TW", *, default_law: str | None = None) -> list[StatuteCitation]:
    """All statute citations of a text, in order, with what each takes over from the one before it.

    ``default_law`` is the law of bare articles before any law is named; without it they have the law ``""`` and the problem ``"no_law"``.
    Ranges (第10條至第12條, 第1款至第3款) and lists (第1、3項) give one citation for each number. Mentions are not merged. Articles of
    contracts and charters, and 款 or 項 of anything but an article, are no citations. Never raises on text; linear.

    >>> [str(c) for c in extract_statutes("核被告所為，係犯刑法第 339 條之 4 第1項第2款、第3款之罪")]
    ['刑法第339條之4第1項第2款', '刑法第339條之4第1項第3款']
    >>> [str(c) for c in extract_statutes("违反《中华人民共和国刑法》第一百三十三条之一第一款第二项", "CN")]
    ['中华人民共和国刑法第133条之1第1款第2项']
    """
    return statutes_in(compact(text), jurisdiction, default_law=default_law)


def statutes_in(
    text: CompactText, jurisdiction: str = "TW", *, default_law: str | None = None, stop: int | None = None, located: bool = True
) -> list[StatuteCitation]:
    """``extract_statutes`` for a text that is compacted already, up to the compact offset ``stop``.

    Spans are those of its source, or (``located=False``) those of the compact text.

    >>> statutes_in(compact("刑法第 30 條"))[0].span
    (0, 8)
    """
    order = get(jurisdiction)
    registry = order.statutes
    reader = LawReader(text.text, registry)
    law = None
    if default_law:
        known = registry.resolve(default_law)
        law = LawMention(known.name, known.id) if known else LawMention(default_law)
        reader.remember(law)
    chain = _Chain(text.text, reader, registry, law)
    for token in _tokens(text, _ranks(order.citation_ranks), len(text.text) if stop is None else stop):
        chain.add(token)
    return [_citation(draft, text, order.code, located=located) for draft in chain.drafts]


class _Chain:
    """The citations so far, and what the next unit may take over from them."""

    def __init__(self, text: str, reader: LawReader, registry: StatuteRegistry, law: LawMention | None) -> None:
        self.drafts: list[_Draft] = []
        self._text = text
        self._reader = reader
        self._registry = registry
        self._law = law
        self._foreign: LawMention | None = None  # the law of another country that is now cited
        self._document = False  # the articles now cited belong to no law
        self._end = 0  # of the last unit read
        self._rank = -1

    def add(self, token: _Token) -> None:
        """Read one unit: a new article, or a rank below the article before it."""
        gap = self._text[max(self._end, token.start - _FAR - 1) : token.start]
        rank = token.rank
        if rank is None:  # 第41條第1前段, 第454第2項: the unit is lost
            rank = self._rank + 1 if self._end and self._rank in (0, 1) and not gap else 0
        elif rank and gap and self._registry.ending_at(self._text, token.start, self._end):
            rank, token = 0, token._replace(whole=False)  # 刑法第一項 for 刑法第一條: a law has no other units
        taken = self._add_article(token, gap) if rank == 0 else self._add_rank(token, rank, gap)
        if taken is not None:
            self._end = taken
            self._rank = rank

    def _add_article(self, token: _Token, gap: str) -> int | None:
        joined = bool(self._end) and _JOINED(gap) is not None
        lead = NOTHING if joined else self._reader.before(self._end, token.start)
        if gap[-2:] in _RULES and (rules := self._reader.rules_before(token.start)) and (rules.start or 0) < self._end:
            lead = Lead(rules)
            while self.drafts and self.drafts[-1].start >= (rules.start or 0):
                self.drafts.pop()  # 公司法第二十二條之一資料申報及管理辦法: the article is part of the name
        if lead.law is not None and not lead.law.foreign:
            self._law = lead.law
            self._reader.remember(lead.law)
        elif lead.law is None and not token.marked and not joined:
            return None  # 3條 of something
        if not joined:
            # What a contract says goes on to the end of the sentence, unless a law is named.
            self._document = lead.document or (self._document and lead.law is None and "。" not in gap)
            self._foreign = lead.law if lead.law is not None and lead.law.foreign else None
        if self._document:
            return token.end
        lost = lead.law is None and self._foreign is None and self._take_over(token, joined)
        law, values, end = self._foreign or self._law, token.values, token.end
        if token.stem is not None and not self._has(law, values[-1]):
            values, end = [*values[:-1], values[-1].rpartition("-")[0]], token.stem
        if joined and self._rank == 0 and self.drafts and _RANGE(gap):
            values = [*_article_range(self.drafts[-1].article, values[0]), *values[1:]]
        for value in values:
            draft = _Draft(law, value, token.start, end, version=lead.version, whole=token.whole, lost=lost)
            self.drafts.append(draft)
        if lead.law is not None:
            first = self.drafts[-len(values)]
            first.start, first.named = lead.law.start or 0, True
        return end

    def _take_over(self, token: _Token, joined: bool) -> bool:
        """Settle the law of a bare article; True where the text must have left a law's name out."""
        spoken = None if joined else self._reader.spoken_of(self._end, token.start, sentence=self._law is not None)
        if spoken is not None:
            self._law = spoken
            self._reader.remember(spoken)
        if self._law is None or self._law.id is None or not self._beyond(self._law, token.values[0]):
            return False
        others = [law for law in self._reader.cited() if law.id != self._law.id and self._has(law, token.values[0])]
        if len(others) != 1:
            return False
        self._law = replace(others[0], written="", start=None, version=None)
        return True

    def _beyond(self, law: LawMention, article: str) -> bool:
        """Whether the law can never have had the article: the number is above its last one, or an inserted one that it does not know."""
        known = self._known(law)
        if known is None:
            return False
        articles = self._registry.articles(known)
        number, _, branch = article.partition("-")
        return not articles.knows(article) and (bool(branch) or int(number) > articles.last)

    def _has(self, law: LawMention | None, article: str) -> bool:
        """Whether the article exists, as far as can be told."""
        known = self._known(law)
        return known is None or self._registry.articles(known).has(article)

    def _add_rank(self, token: _Token, rank: int, gap: str) -> int | None:
        listed = rank == self._rank and gap[-1:] not in "，," and _JOINED(gap)  # 第1項、2項
        loose = gap and not token.marked and not listed
        if self._document or not self.drafts or loose or not all(map(str.isdecimal, token.values)):
            return token.end if self._document and not gap else None
        draft = self.drafts[-1]
        values = list(map(int, token.values))
        start = token.start
        version = self._reader.version_before(self._end, start) if gap else None
        if rank > self._rank and (not gap or _BETWEEN(gap) or _NAMED_BETWEEN(gap)):
            draft.ranks, draft.end = draft.at(rank, values.pop(0), start, token).ranks, token.end
            draft.version = version or draft.version
            draft.whole &= token.whole
            version = None
        elif rank == self._rank and _RANGE(gap) and (first := draft.ranks[rank - 1]) is not None:
            values = [*_steps(first, values[0]), *values[1:]]
        elif _JOINED(gap) is None:
            referred = self._referred(draft, gap, start)
            if referred is None:
                return None
            draft, start = referred
        for value in values:
            deeper = draft.at(rank, value, start, token)
            if version:
                deeper.below = (rank, version)
            self.drafts.append(deeper)
        return token.end

    def _referred(self, draft: _Draft, gap: str, start: int) -> tuple[_Draft, int] | None:
        """What a rank after other words belongs to (同條第2項, 之罪及第3項, 前條第1項) and where its words begin; None: to no citation."""
        if len(gap) > _FAR or "。" in gap or _NOT_CITED(gap, max(0, len(gap) - 9)):
            return None
        if gap.endswith(("前條", "前条")):
            known = self._known(draft.law)
            article = self._registry.articles(known).before(draft.article) if known else None
            return None if article is None else (replace(draft, article=article), start - 2)
        if gap.endswith(("前項", "前项")):
            paragraph = draft.ranks[0]
            ranks = None if paragraph is None or paragraph < 2 else (paragraph - 1, None, None)
            return None if ranks is None else (replace(draft, ranks=ranks), start - 2)
        return draft, start

    def _known(self, law: LawMention | None) -> Law | None:
        return self._registry.resolve(law.name) if law and law.id else None


def _tokens(text: CompactText, ranks: dict[str, int], stop: int) -> Iterator[_Token]:
    """The numbered units of a compact text up to ``stop``, in order."""
    units = _units(text, ranks, stop)
    if "§" not in text.text:
        return units
    return iter(sorted([*units, *_sections(text.text[:stop])], key=lambda token: token.start))


def _units(compacted: CompactText, ranks: dict[str, int], stop: int) -> Iterator[_Token]:
    text = compacted.text
    for match in (_LOOSE_TOKENS if _UNMARKED(text, 0, stop) else _TOKENS).finditer(text, 0, stop):
        mark, numbers, unit, shared = match.groups()
        rank = ranks[unit[0]] if unit else ranks[shared] if shared else None  # 第216、第215條 shares its unit
        start, end = match.span()
        values = [*_values(numbers, bool(rank))]
        if not values:
            continue
        stem = None
        if rank == 0 and text[end : end + 1] in _BRANCH_SIGNS:
            end, stem = _read_branches(compacted, end, values)
        whole = mark == "第" and (bool(shared) or len(unit or "") == 1)
        yield _Token(start, end, rank, values, bool(mark), whole, stem)


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
        values += _article_range(values[-1], f"{values[-1].partition('-')[0]}-{number}", more[1])
        end = more.end()
    return end, stem


def _sections(text: str) -> Iterator[_Token]:
    """刑法§339-4 I②: article, paragraph in Roman numerals, subparagraph in a circle."""
    for match in _SECTION.finditer(text):
        article, paragraph, circle = match.groups()
        end = match.end(1)
        yield _Token(match.start(), end, 0, ["-".join(map(str, map(int, _PARTS(article))))])
        if paragraph:
            yield _Token(end, match.end(2), 1, [str(_roman(paragraph))])
        if circle:
            yield _Token(match.start(3), match.end(3), 2, [str(ord(circle) - ord("①") + 1)])


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
            values += [str(parts[0]), *_article_range(str(parts[0]), str(parts[-1]))]
            continue
        value = "-".join(map(str, parts))
        values += _article_range(values[-1], value, item[1]) if values else [value]
    return tuple(values)


def _article_range(first: str, last: str, sign: str = "至") -> list[str]:
    """The articles after ``first`` up to ``last``: 10, 12 -> 11, 12; 159-1, 159-3 -> 159-2, 159-3.

    Only ``last`` where ``sign`` is no range, the two have nothing in common, or they lie too far apart. Inserted articles that lie between
    two plain numbers (第38條之1 in 第38條至第40條) are not named by the text and not given.
    """
    if sign[0] not in _TO:
        return [last]
    stem, _, branch = last.rpartition("-")
    if stem and (first == stem or first.rpartition("-")[0] == stem):
        return [f"{stem}-{n}" for n in _steps(int(first[len(stem) + 1 :] or 0), int(branch))]
    if not stem:
        return list(map(str, _steps(int(first.partition("-")[0]), int(last))))
    return [last]


def _steps(first: int, last: int) -> list[int]:
    return list(range(first + 1, last + 1)) if first < last <= first + _LONGEST_RANGE else [last]


@lru_cache(maxsize=4096)
def _integer(numeral: str) -> int | None:
    return parse_integer(numeral)


def _roman(numeral: str) -> int:
    if not numeral.isascii():
        return ord(numeral) - ord("Ⅰ") + 1
    digits = [_ROMAN[c] for c in numeral]
    return sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True))


@cache
def _ranks(words: tuple[str, str, str]) -> dict[str, int]:
    """Unit word -> rank, in both scripts."""
    ranks = {word: rank for rank, word in enumerate(words, 1)}
    item = ranks.get("項") or ranks["项"]
    return {"條": 0, "条": 0, **ranks, "項": item, "项": item}


def _citation(draft: _Draft, text: CompactText, jurisdiction: str, *, located: bool) -> StatuteCitation:
    law = draft.law or LawMention("")
    version = draft.below[1] if draft.below else draft.version
    if text.text[draft.end : draft.end + 1] in _VERSION_SIGNS:
        between = _BETWEEN_MATCH(text.text, draft.end)
        behind = _VERSION_BEHIND(text.text, between.end() if between else draft.end)
        if behind:
            version = "amended" if (behind[1] or behind[2]) in "後后" else "former"
    misspelt = draft.lost or (draft.named and law.misspelt)
    problems: tuple[str, ...] = ()
    if misspelt or not draft.whole or not law.name:
        problems = ("no_law",) * (not law.name) + ("law_name",) * misspelt + ("numbering",) * (not draft.whole)
    paragraph, subparagraph, item = draft.ranks
    return StatuteCitation(
        law.name,
        draft.article,
        paragraph,
        subparagraph,
        item,
        law.id,
        law.written if draft.named else "",
        version or law.version,
        text.original_span(draft.start, draft.end) if located else (draft.start, draft.end),
        jurisdiction,
        problems,
    )
