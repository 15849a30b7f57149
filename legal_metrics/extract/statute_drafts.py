"""Drafts of citations, while a text is read, and the citations that they become."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from legal_metrics.citations import StatuteCitation, new_citation
from legal_metrics.extract.law_mentions import LawMention, version_said
from legal_metrics.extract.law_words import LawWords
from legal_metrics.extract.statute_units import SEGMENT, Unit
from legal_metrics.text.compact import CompactText

_BETWEEN_MATCH = re.compile(rf"{SEGMENT}{{0,3}}").match
_VERSION_SIGNS = frozenset("（(【〔修刪删廢废行前中後后但本序")
_VERSION_BEHIND = re.compile(
    r"(?:修正|修法|刪除|删除|廢止|废止|行為|行为)(?:公布|施行|生效){0,3}([前後后時时])(?:[）)]|(?=[、，,。；;之規规]))"
).match
_ASIDE_BEHIND = re.compile(r"[（(【〔]([^（()）【】〔〕。]{2,40}?)(?:之?規定|之?條文)?[）)】〕]").match


@dataclass(slots=True)
class Draft:
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

    def at(self, rank: int, value: int, start: int, unit: Unit) -> Draft:
        """The citation that keeps what lies above ``rank`` and has ``value`` there."""
        ranks = (*self.ranks[: rank - 1], value, None, None)[:3]
        return Draft(
            self.law,
            self.article,
            start,
            unit.end,
            ranks,
            version=self.version,
            below=self.below if self.below and self.below[0] < rank else None,
            whole=unit.whole,
            lost=self.lost,
        )


class Plan(NamedTuple):
    """What a run says whatever stands before it. ``drafts``: article, ranks, start, end, whether the words before the run give its version, whether it is
    whole; all offsets are from the start of the run. Without drafts it has to be read unit by unit."""

    units: tuple[Unit, ...]
    drafts: tuple[tuple[str, tuple[int | None, ...], int, int, bool, bool], ...] = ()
    articles: frozenset[str] = frozenset()
    end: int = 0
    rank: int = 0


class Group(NamedTuple):
    """The citations of one plan: of ``law``, behind ``start``. ``named``: the law's name stands before the run."""

    plans: tuple[tuple[str, tuple[int | None, ...], int, int, bool, bool], ...]
    start: int
    law: LawMention
    version: str | None
    named: bool

    def drafts(self) -> list[Draft]:
        """They one by one."""
        plans, start, law, version, named = self
        made = [Draft(law, a, start + i, start + j, ranks, version=version if led else None, whole=whole) for a, ranks, i, j, led, whole in plans]
        if named:
            made[0].start, made[0].named = law.start or 0, True
        return made


def citations(
    entries: Iterable[Draft | Group], text: CompactText, as_written: CompactText, jurisdiction: str, words: LawWords, *, located: bool
) -> list[StatuteCitation]:
    """What the drafts have become, in order; laws are named as ``as_written`` writes them. Spans: of its source, or (not ``located``) of ``text``.

    >>> from legal_metrics.extract.law_words import law_words
    >>> text = CompactText("刑法第320條")
    >>> draft = Draft(LawMention("刑法", "C1", "刑法", 0), "320", 0, 7, named=True)
    >>> [str(c) for c in citations([draft], text, text, "TW", law_words("TW"), located=True)]
    ['刑法第320條']
    """
    compacted, offset_of, as_read = text.text, text.offset_of, text is as_written
    found: list[StatuteCitation] = []
    for entry in entries:
        if isinstance(entry, Draft):
            found.append(_citation(entry, text, as_written, jurisdiction, words, located=located))
            continue
        plans, begin, law, led_version, named = entry
        name, id, misspelt = law.name, law.id, named and law.misspelt
        written = "" if not named else law.written if as_read else _name_in(as_written, law)
        for article, ranks, first, last, led, whole in plans:
            start, end = (law.start or 0) if named else begin + first, begin + last
            version = (led_version if led else None) or law.version
            if compacted[end : end + 1] in _VERSION_SIGNS:
                version = _version_behind(compacted, end, words) or version
            problems = () if name and whole and not misspelt else _problems(name, misspelt=misspelt, whole=whole)
            place = (offset_of(start), offset_of(end - 1) + 1) if located else (start, end)
            found.append(new_citation(name, article, ranks, id, written, version, place, jurisdiction, problems))
            named, written, misspelt = False, "", False
    return found


def _citation(draft: Draft, text: CompactText, as_written: CompactText, jurisdiction: str, words: LawWords, *, located: bool) -> StatuteCitation:
    law = draft.law or LawMention("")
    version = draft.below[1] if draft.below else draft.version or law.version
    if text.text[draft.end : draft.end + 1] in _VERSION_SIGNS:
        version = _version_behind(text.text, draft.end, words) or version
    misspelt = draft.lost or (draft.named and law.misspelt)
    return new_citation(
        law.name,
        draft.article,
        draft.ranks,
        law.id,
        _name_in(as_written, law) if draft.named else "",
        version,
        text.original_span(draft.start, draft.end) if located else (draft.start, draft.end),
        jurisdiction,
        _problems(law.name, misspelt=misspelt, whole=draft.whole),
    )


def _name_in(text: CompactText, law: LawMention) -> str:
    """The law's name as ``text`` writes it: the characters, where the name was read in another script."""
    return law.written and text.text[law.start : law.start + len(law.written)] if law.start is not None else law.written


def _problems(name: str, *, misspelt: bool, whole: bool) -> tuple[str, ...]:
    return ("no_law",) * (not name) + ("law_name",) * misspelt + ("numbering",) * (not whole)


def _version_behind(text: str, end: int, words: LawWords) -> str | None:
    """What the words behind a citation say of its version: 第2條修正前, 第2條（修正後）."""
    between = _BETWEEN_MATCH(text, end)
    end = between.end() if between else end
    if behind := _VERSION_BEHIND(text, end):
        return "amended" if behind[1] in "後后" else "former"
    aside = _ASIDE_BEHIND(text, end)
    return version_said(words, text, *aside.span(1)) if aside else None

