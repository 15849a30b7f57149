"""Statute citations in Chinese legal text: 刑法第三百三十九條之四第一項第二款、第三款.

White space is taken out first (official texts are hard-wrapped inside numbers), spans are those of the text that was given. A citation
that leaves out its law, article or paragraph takes those of the one before it; 前段, 後段 and 但書 neither count nor break that chain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, KeysView
from dataclasses import replace
from functools import lru_cache

from legal_metrics.arguments import check_text
from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.law_mentions import NOTHING, LawMention, LawReader, Lead
from legal_metrics.extract.law_titles import TitleReader
from legal_metrics.extract.law_words import law_words
from legal_metrics.extract.statute_drafts import Draft, Group, Plan, citations
from legal_metrics.extract.statute_runs import LONGEST, runs
from legal_metrics.extract.statute_units import (
    SEGMENT,
    Unit,
    UnitGrammar,
    article_range,
    has_signs,
    run_units,
    steps,
    unit_grammar,
    units,
)
from legal_metrics.jurisdictions import get
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry
from legal_metrics.text.compact import CompactText, compact
from legal_metrics.text.script import fold_script

_new_group: Callable[[type[Group], tuple[object, ...]], Group] = tuple.__new__  # half the time of the class's own
_NO_LAWS = StatuteRegistry.from_mapping({})
_ANY_LAW = LawMention("any", start=0)
_DASHED = re.compile("[條条][-－]").search

_TRADITIONAL = "條項"
"""One of them stands in every citation in Traditional characters."""
_FAR = 100
"""What stands farther than this behind the unit before does not go on with it."""

_RULES = frozenset(("辦法", "標準", "準則", "規則", "細則"))
_BETWEEN = re.compile(rf"{SEGMENT}{{0,3}}").fullmatch
_NAMED_BETWEEN = re.compile(  # 第339條之4（加重詐欺罪）第1項, 第339條之普通詐欺罪第1項, 第339條條第1項
    r"[（(【〔「『][^（()）【】〔〕「」『』；。]{1,40}[）)】〕」』]|[之—－-]?[^（()）、，；。及與与和或並暨又同該]{2,20}罪[—－-]?|[條条]"
).fullmatch
_NOT_CITED = re.compile(
    r"(?:主文|附表[^、，。]{0,3}|附件[^、，。]{0,3}|事實欄?|聲明|清單|理由|說明|欄|編號|起訴書|判決|公告|契約|約定|證據|筆錄|卷|條款|議程|議案|得心證之)$"
).search


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
    check_text("text", text)
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
    as_written = text
    if order.code == "CN" and any(sign in text.text for sign in _TRADITIONAL):
        text = compact(fold_script(text.source))  # one character for one: spans hold
    words = law_words(order.code)
    reader = (TitleReader if words.titles else LawReader)(text.text, registry, words)
    law = None
    if default_law:
        known = registry.resolve(default_law)
        law = LawMention(known.name, known.id) if known else LawMention(default_law)
        reader.remember(law)
    grammar = unit_grammar(order.code, order.citation_ranks)
    chain = _Chain(text.text, reader, registry, grammar, law)
    if stop is None and not has_signs(text.text):
        loose = grammar.unmarked(text.text, 0, len(text.text))
        for start, run in runs(text.text, brackets=grammar.brackets, loose_behind=grammar.loose_behind if loose else ""):
            chain.add_run(start, run, text, loose=loose)
    else:
        for unit in units(text, grammar, len(text.text) if stop is None else stop):
            chain.add(unit)
    return citations(chain.entries, text, as_written, order.code, words, located=located)


@lru_cache(maxsize=16384)
def _plan(run: str, grammar: UnitGrammar, loose: bool) -> Plan | None:
    """The plan of a run; None where its units depend on how the source is wrapped."""
    if _DASHED(run):
        return None
    found = tuple(run_units(compact(run), grammar, int(run[0] != "第"), loose=loose))
    by_itself = found and found[0].start == 0 and found[0].rank == 0 and found[0].marked
    if not by_itself or any(unit.stem is not None for unit in found) or "前條" in run or "前条" in run:
        return Plan(found)
    chain = _Chain(run, _AnyLaw(run, _NO_LAWS, law_words("TW")), _NO_LAWS, grammar, None)
    for unit in found:
        chain.add(unit)
    end, rank = chain.place
    made = [entry for entry in chain.entries if isinstance(entry, Draft)]
    if any(draft.law is not _ANY_LAW for draft in made):
        return Plan(found)
    drafts = tuple((d.article, d.ranks, d.start, d.end, d.version is not None, d.whole) for d in made)
    return Plan(found, drafts, frozenset(draft[0] for draft in drafts), end, rank)


class _Chain:
    """The citations so far, and what the next unit may take over from them."""

    def __init__(self, text: str, reader: LawReader, registry: StatuteRegistry, grammar: UnitGrammar, law: LawMention | None) -> None:
        self.entries: list[Draft | Group] = []
        self._text = text
        self._reader = reader
        self._registry = registry
        self._grammar = grammar
        self._joined = grammar.joined
        self._range = grammar.range
        self._law = law
        self._foreign: LawMention | None = None  # the law of another country that is now cited
        self._document = False  # the articles now cited belong to no law
        self._numbers: dict[str, KeysView[str]] = {}  # by law, where all its articles are known
        self._end = 0  # of the last unit read
        self._rank = -1

    @property
    def place(self) -> tuple[int, int]:
        """Where the last unit read ends, and its rank."""
        return self._end, self._rank

    def add(self, unit: Unit) -> None:
        """Read one unit: a new article, or a rank below the article before it."""
        if self._reader.in_title(unit.start, unit.end):
            return
        gap = self._text[max(self._end, unit.start - _FAR - 1) : unit.start]
        rank = unit.rank
        if rank is None:  # 第41條第1前段, 第454第2項: the unit is lost
            rank = self._rank + 1 if self._end and self._rank in (0, 1) and not gap else 0
        elif rank and gap and self._registry.ending_at(self._text, unit.start, self._end):
            rank, unit = 0, unit._replace(whole=False)  # 刑法第一項 for 刑法第一條: a law has no other units
        taken = self._add_article(unit, gap) if rank == 0 else self._add_rank(unit, rank, gap)
        if taken is not None:
            self._end = taken
            self._rank = rank

    def add_run(self, start: int, run: str, text: CompactText, *, loose: bool) -> None:
        """Read the units of a run (``extract.statute_runs``) that begins at ``start``: by its plan where it has one, else unit by unit."""
        plan = _plan(run, self._grammar, loose) if len(run) <= LONGEST else None
        if plan is None:  # from the source: a dash on the next line opens an entry. One character behind the run may matter to it.
            source = text.source[text.original(start) : text.original(min(start + len(run), len(text.text) - 1)) + 1]
            found: Iterable[Unit] = run_units(compact(source), self._grammar, int(run[0] != "第"), loose=loose)
        elif not plan.units or (plan.drafts and self._follow(plan, start)):
            return
        else:
            found = plan.units
        for unit in found:
            self.add(unit._replace(start=start + unit.start, end=start + unit.end, stem=None if unit.stem is None else start + unit.stem))

    def _follow(self, plan: Plan, start: int) -> bool:
        """Add the citations of a plan, if what stands before the run asks for no more than a law; else change nothing."""
        units, plans, articles, end, rank = plan
        reader = self._reader
        if self._text[start - 2 : start] in _RULES:
            return False
        if reader.titles and any(reader.in_title(start + unit.start, start + unit.end) for unit in (units[0], units[-1])):
            return False
        law, version, document = reader.before(self._end, start)
        if law is not None:
            if law.foreign or document or not self._knows(law, articles):
                return False
            self._law = law
            reader.remember(law)
            meant = law
        else:
            if document or self._document:
                return False
            spoken = reader.spoken_of(self._end, start, sentence=self._law is not None)
            held = spoken or self._law
            if held is None or not self._knows(held, articles):
                return False
            if spoken is not None:
                self._law = spoken
                reader.remember(spoken)
            meant = held
        self.entries.append(_new_group(Group, (plans, start, meant, version, law is not None)))
        self._document, self._foreign = False, None
        self._end, self._rank = start + end, rank
        return True

    def _last(self) -> Draft:
        """The citation before; what a plan gave is taken apart for it."""
        entry = self.entries[-1]
        if isinstance(entry, Group):
            self.entries[-1:] = drafts = entry.drafts()
            return drafts[-1]
        return entry

    def _knows(self, law: LawMention, articles: frozenset[str]) -> bool:
        """Whether nothing speaks against the law having all the articles."""
        numbers = self._numbers.get(law.name)
        if numbers is not None:
            return numbers >= articles
        if law.id is None:
            return True
        known = self._known(law)
        listed = self._registry.articles(known) if known else None
        if listed is None or listed.partial:
            return True
        self._numbers[law.name] = listed.numbers
        return listed.numbers >= articles

    def _add_article(self, unit: Unit, gap: str) -> int | None:
        joined = bool(self._end) and self._joined(gap)
        lead = NOTHING if joined else self._reader.before(self._end, unit.start)
        if gap[-2:] in _RULES and (rules := self._reader.rules_before(unit.start)) and (rules.start or 0) < self._end:
            lead = Lead(rules)
            while self.entries and self._last().start >= (rules.start or 0):
                self.entries.pop()  # 公司法第二十二條之一資料申報及管理辦法: the article is part of the name
        if lead.law is not None and not lead.law.foreign:
            self._law = lead.law
            self._reader.remember(lead.law)
        elif lead.law is None and not unit.marked and not joined:
            return None  # 3條 of something
        if not joined:
            # What a contract says goes on to the end of the sentence, unless a law is named.
            self._document = lead.document or (self._document and lead.law is None and "。" not in gap)
            self._foreign = lead.law if lead.law is not None and lead.law.foreign else None
        if self._document:
            return unit.end
        lost = lead.law is None and self._foreign is None and self._take_over(unit, joined)
        law, values, end = self._foreign or self._law, unit.values, unit.end
        if unit.stem is not None and not self._has(law, values[-1]):
            values, end = [*values[:-1], values[-1].rpartition("-")[0]], unit.stem
        if joined and self._rank == 0 and self.entries and self._range(gap):
            values = [*article_range(self._last().article, values[0]), *values[1:]]
        made = [Draft(law, value, unit.start, end, version=lead.version, whole=unit.whole, lost=lost) for value in values]
        if lead.law is not None:
            made[0].start, made[0].named = lead.law.start or 0, True
        self.entries += made
        return end

    def _take_over(self, unit: Unit, joined: bool) -> bool:
        """Settle the law of a bare article; True where the text must have left a law's name out."""
        spoken = None if joined else self._reader.spoken_of(self._end, unit.start, sentence=self._law is not None)
        if spoken is not None:
            self._law = spoken
            self._reader.remember(spoken)
        if self._law is None or self._law.id is None or not self._beyond(self._law, unit.values[0]):
            return False
        others = [law for law in self._reader.cited() if law.id != self._law.id and self._has(law, unit.values[0])]
        if len(others) != 1:
            return False
        self._law = others[0]._replace(written="", start=None, version=None)
        return True

    def _beyond(self, law: LawMention, article: str) -> bool:
        """Whether the law can never have had the article: the number is above its last one, or an inserted one that it does not know."""
        known = self._known(law)
        if known is None:
            return False
        articles = self._registry.articles(known)
        number, _, branch = article.partition("-")
        return not articles.partial and not articles.knows(article) and (bool(branch) or int(number) > articles.last)

    def _has(self, law: LawMention | None, article: str) -> bool:
        """Whether the article exists, as far as can be told."""
        known = self._known(law)
        return known is None or self._registry.articles(known).has(article)

    def _add_rank(self, unit: Unit, rank: int, gap: str) -> int | None:
        listed = rank == self._rank and gap[-1:] not in "，," and self._joined(gap)  # 第1項、2項
        loose = gap and not unit.marked and not listed
        if self._document or not self.entries or loose or not all(map(str.isdecimal, unit.values)):
            return unit.end if self._document and not gap else None
        draft = self._last()
        values = list(map(int, unit.values))
        start = unit.start
        version = self._reader.version_before(self._end, start) if gap else None
        if rank > self._rank and (not gap or _BETWEEN(gap) or _NAMED_BETWEEN(gap)):
            draft.ranks, draft.end = draft.at(rank, values.pop(0), start, unit).ranks, unit.end
            draft.version = version or draft.version
            draft.whole &= unit.whole
            version = None
        elif rank == self._rank and self._range(gap) and (first := draft.ranks[rank - 1]) is not None:
            values = [*steps(first, values[0]), *values[1:]]
        elif not self._joined(gap):
            referred = self._referred(draft, gap, start)
            if referred is None:
                return None
            draft, start = referred
        for value in values:
            deeper = draft.at(rank, value, start, unit)
            if version:
                deeper.below = (rank, version)
            self.entries.append(deeper)
        return unit.end

    def _referred(self, draft: Draft, gap: str, start: int) -> tuple[Draft, int] | None:
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


class _AnyLaw(LawReader):
    """Stands for whatever names the law of a run: only its first article has words before it."""

    def before(self, low: int, high: int) -> Lead:
        """The law before the run; before any later unit it stands for a law that no plan may have."""
        return Lead(_ANY_LAW, "any") if high == 0 else Lead(LawMention("another", start=high))

    def spoken_of(self, low: int, high: int, *, sentence: bool) -> LawMention | None:
        """Nothing is spoken of within a run."""
        return None


