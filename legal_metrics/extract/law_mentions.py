"""Which law a cited article belongs to: read the words before 第…條 from right to left.

Known names are found by looking up the longest suffix, so nothing before the name (違反, 核被告所為係犯, a person's name) can get into it.
Unknown names are kept as written, cut by a small grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from legal_metrics.extract.law_words import STOPS, LawWords
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry


class LawMention(NamedTuple):
    """A law as a text names it.

    ``start`` is where its words begin (None: in no place of the text); ``written`` is "" unless the name itself stands there (同法 is no
    name).
    """

    name: str
    id: str | None = None
    written: str = ""
    start: int | None = None
    version: str | None = None
    misspelt: bool = False
    foreign: bool = False  # of another country: mentioned aside, never what 同法 or a bare article means later


class Lead(NamedTuple):
    """What the words before an article say: ``law`` (None: nothing new, the law before holds on), ``version`` of this article alone.

    ``document`` is True where the article is one of a contract, charter or table and of no law at all.
    """

    law: LawMention | None = None
    version: str | None = None
    document: bool = False


NOTHING = Lead()
_new_mention: Callable[[type[LawMention], tuple[object, ...]], LawMention] = tuple.__new__  # half the time of the classes' own
_new_lead: Callable[[type[Lead], tuple[object, ...]], Lead] = tuple.__new__

_MARKUP = frozenset("》〉」』”\"’'＊*`_】]：:︰（(「『《〈【[“‘")
_QUOTES = {"》": "《", "〉": "〈", "」": "「", "』": "『", "】": "【"}
LOOK_BACK = 90
"""No name of a law is longer (the longest in the registry has 75 characters)."""
_SPEECH = 400
"""How far back a law that is only spoken of can be meant by a bare article or by 該法."""
_FAR = 1500
"""How far back the full form of a shortened name is looked for; beyond it, a sentence counts as over."""
_LATEST = 20
"""How many of the laws cited last, or of the words that end like a law's name, are tried."""
_BRACKET = re.compile(r"[（(【〔][^（()）【】〔〕]{0,40}$").search
_NUMBER_SIGNS = frozenset("§0123456789")
_CLOSERS = frozenset("）)】〕")
_NAME_PART = re.compile(r"[\u3400-\u9fff\uf900-\ufaff○0-9０-９]{1,40}$").search


class LawReader:
    """Reads the law names of one text and remembers which laws it has named. ``titles``: some of its articles are parts of names (``in_title``)."""

    titles = False

    def __init__(self, text: str, registry: StatuteRegistry, words: LawWords) -> None:
        self._text = text
        self._registry = registry
        self._words = words
        self._named: dict[str, LawMention] = {}  # kind of law (法, 條例, …) -> the last one named
        self._kinds: dict[str, str] = {}
        self._ids: dict[str, LawMention] = {}
        self._last: LawMention | None = None
        self._defined: dict[str, LawMention] = {}
        self._defined = self._definitions() if "稱" in text or "称" in text else {}
        self._defined_lengths = sorted({len(name) for name in self._defined}, reverse=True)

    def remember(self, law: LawMention) -> None:
        """``law`` was named: 同法 and the like mean it from here on."""
        name, last = law.name, self._last
        self._last = law
        kind = self._kinds.get(name)
        if kind is None:
            kind = self._kinds[name] = self._kind(name)
        self._named[kind] = law
        if law.id:
            if last is None or last.id != law.id:
                self._ids.pop(law.id, None)  # the last one cited comes last
            self._ids[law.id] = law

    def before(self, low: int, high: int) -> Lead:
        """What ``text[low:high]``, the words since the last citation, say of the law of the article that begins at ``high``."""
        text = self._text
        if text[high - 1 : high] in self._words.last_of_ending and not self._defined:
            near = high - LOOK_BACK if high - LOOK_BACK > low else low
            found = self._registry.ending_at(text, high, near)
            if found is not None:
                start, known, misspelt = found
                if start > near and text[start - 1] in self._words.plain_before:  # as most names stand
                    mention = _new_mention(LawMention, (known.name, known.id, text[start:high], start, None, misspelt, False))
                    return _new_lead(Lead, (mention, None, False))
        end = high
        version = None
        from_here = False  # （修正前，下同）: of the law from here on, not of this article alone
        opener = ""
        for _ in range(4 if text[high - 1 : high] not in self._words.last_of_ending else 0):  # a name stands right here
            while end > low and text[end - 1] in _MARKUP:
                opener = opener or _QUOTES.get(text[end - 1], "")
                end -= 1
            if end == low or text[end - 1] in STOPS:
                return Lead(version=version) if version else NOTHING
            if text[end - 1] in "）)" and not self._ends_in_bracket(low, end):
                bracket = _BRACKET(text, max(low, end - 42), end - 1)
                if bracket is None:
                    break
                inside = self._words.version(text, bracket.start() + 1, end - 1)
                version = version or version_said(self._words, text, bracket.start() + 1, end - 1)
                from_here = inside is not None and inside[0].endswith("下同")
                end = bracket.start()
                continue
            if (words := self._words.version(text, max(low, end - 16), end)) is None:
                break
            version = version or _which(words)
            end = words.start()
        low = max(low, end - LOOK_BACK)
        law = self._known_at(low, end)
        if law is None and (shorter := self._without_book(low, end)) < end:
            law = self._known_at(low, shorter)
        if law is not None:
            return Lead(law._replace(version=version)) if from_here else Lead(law, version)
        if self._words.document(text, max(low, end - 6), end):
            return Lead(document=True)
        if not (self._words.same(text, max(low, end - 9), end) or self._words.its_rules(text, max(low, end - 5), end)):  # 同法 where no law was named: none can be told
            law = self._unknown_at(low, end, opener)
        return Lead(law, version) if law or version else NOTHING

    def in_title(self, start: int, end: int) -> bool:
        """Whether the article at [start, end) is part of a law's name."""
        return False

    def _ends_in_bracket(self, low: int, end: int) -> bool:
        """Whether the bracket that ends at ``end`` belongs to the name before it."""
        return False

    def _folded(self, name: str) -> str:
        """The form in which an unknown name is kept."""
        return name.replace("台", "臺")

    def _known_at(self, low: int, end: int) -> LawMention | None:
        """A known name, a name that the text itself has introduced, or a word such as 同法."""
        text = self._text
        found = self._registry.ending_at(text, end, low)
        for length in self._defined_lengths:
            start = end - length
            law = self._defined.get(text[start:end]) if start >= low and (found is None or start < found[0]) else None
            if law is not None:
                return self._with_version(law._replace(written=text[start:end], start=start), low)
        if found is not None:
            return self._with_version(self._named_here(*found, low, end), low)
        if text[end - 1] in self._words.one_character and text[end : end + 1] in _NUMBER_SIGNS:
            known = self._registry.resolve(self._words.one_character[text[end - 1]])
            return _mention(known, text, end - 1, end) if known else None
        if text[end - 1] not in self._words.last_of_ending:
            return None
        its = self._words.its_rules(text, max(low, end - 5), end)
        if its:
            near = max(0, its.start() - _SPEECH)
            law = self._spoken_of(max(near, text.rfind("。", near, its.start()) + 1), its.start()) or self._last
            return self._rules_of(law, its[1], its.start()) if law else None
        same = self._words.same(text, max(low, end - 9), end)
        if same:
            return self._same(same)
        age = self._words.new_or_old(text, max(low, end - 3), end)
        law = (self._named.get("法") or self._last) if age else None
        if age and law:
            return law._replace(written="", start=age.start(1), version=_which(age))
        return None

    def _named_here(self, start: int, known: Law, misspelt: bool, low: int, end: int) -> LawMention:
        """The known law whose name ends at ``end``, unless that is only the end of the name of another law (日本刑法, 網路刑法)."""
        text = self._text
        name = text[start:end]
        if text.endswith(name, low, start):  # 刑法刑法
            return _mention(known, text, start - len(name), end, misspelt=True)
        longer = self._words.foreign(text, max(low, start - 9), start)
        if longer is None and (start == low or text[start - 1] not in self._words.function_words):
            entry = self._words.entry(text, max(low, start - 9), start)
            # An entry of a list that begins with words of content: no clause leads to the name, they are part of it.
            if entry and (entry.start(1) > entry.start() or low == 0) and self._words.function_words.isdisjoint(entry[1]):
                longer = entry
        if longer is None:
            return _mention(known, text, start, end, misspelt=misspelt)
        begin = longer.start(1) if longer.re.groups else longer.start()
        written = text[begin:end]
        foreign = not longer.re.groups
        return LawMention(self._folded(written), written=written, start=begin, foreign=foreign)

    def _same(self, words: re.Match[str]) -> LawMention | None:
        """同法, 本條例: the law of that kind named last; 同法施行細則: the rules that belong to it."""
        kind, rules = words.groups()
        start = words.start()
        if kind == "法律":
            law = self._last
        else:
            near = max(0, start - _SPEECH)
            cited = self._named.get(self._kind(kind))
            if words[0].startswith("同"):  # of its own sentence, else of the last citation
                law = self._spoken_of(max(near, self._text.rfind("。", near, start) + 1), start, kind) or cited
            else:
                law = None
            law = law or self._spoken_of(near, start, kind) or cited
            # 同法 is also said of the act (條例) named last, once the sentence with the statute (法) is over.
            if kind == "法" and self._last and (law is None or self._is_over(law, start)):
                law = self._last
        if law is None:
            return None
        if rules:
            return self._rules_of(law, rules, start)
        return self._with_version(law._replace(written="", start=start, misspelt=False), max(0, start - 16))

    def _rules_of(self, law: LawMention, rules: str, start: int) -> LawMention:
        """The 施行細則 or 施行法 that belongs to ``law``."""
        found = self._registry.resolve(law.name + rules)
        return LawMention(found.name, found.id, start=start) if found else LawMention(law.name + rules, start=start)

    def _is_over(self, law: LawMention, here: int) -> bool:
        """Whether the sentence that named the law has ended before ``here``."""
        since = law.start or 0
        return here - since > _FAR or self._text.find("。", since, here) >= 0

    def _spoken_of(self, low: int, high: int, kind: str = "") -> LawMention | None:
        """The law that ``text[low:high]`` names last, with an article of it or without; ``kind``: only one of this kind."""
        for match in reversed([*self._words.any_ending.finditer(self._text, low, high)][-_LATEST:]):
            if not kind or self._kind(match[0]) == self._kind(kind):
                found = self._registry.ending_at(self._text, match.end(), low)
                if found is not None:
                    start, law, misspelt = found
                    cited = self._ids.get(law.id)
                    if cited is not None and (cited.start or 0) >= start:
                        return cited  # it was read there, with its version
                    return self._with_version(_mention(law, self._text, start, match.end(), misspelt=misspelt), low)
        return None

    def spoken_of(self, low: int, high: int, *, sentence: bool) -> LawMention | None:
        """The law of a bare article: the one spoken of last in ``text[low:high]`` (``sentence``: in the article's own sentence)."""
        low = max(low, high - _SPEECH)
        return self._spoken_of(max(low, self._text.rfind("。", low, high) + 1) if sentence else low, high)

    def rules_before(self, end: int) -> LawMention | None:
        """The known law whose name ends at ``end``, however far back it begins: some names of rules hold an article themselves."""
        found = self._registry.ending_at(self._text, end, max(0, end - LOOK_BACK))
        return _mention(found[1], self._text, found[0], end, misspelt=found[2]) if found else None

    def cited(self) -> Iterator[LawMention]:
        """The known laws cited latest, the last one first."""
        return islice(reversed(self._ids.values()), _LATEST)

    def _unknown_at(self, low: int, end: int, opener: str) -> LawMention | None:
        """A misspelt known name, or the name of a law that the registry does not know."""
        text = self._text
        if text[end - 1] in self._words.prose_ends:
            return None
        slip = self._registry.slip_ending_at(text, end, low)
        if slip is not None:
            start, laws = slip
            meant = next((law for law in laws if law.id in self._ids), laws[0])
            return self._with_version(_mention(meant, text, start, end, misspelt=True), low)
        if doubled := self._words.doubled(text, max(low, end - 4), end):
            law = self._known_at(low, doubled.end(1))
            if law is not None:
                return law._replace(written=text[law.start or 0 : end], misspelt=True)
        start = text.rfind(opener, low, end) + 1 if opener else 0
        if start > low and opener in "《〈":
            name = text[start:end]
        elif text[end - 1] in self._words.last_of_ending and self._words.ending(text, low, end):
            part = _NAME_PART(text, max(low, start), end)
            name = self._cut(part[0]) if part else ""
            start = end - len(name)
        else:
            return None
        if len(name) < 3 or self._words.not_a_law(name):
            return None
        shortened = self._shortened(name, start)
        if shortened is not None:
            return self._with_version(shortened, low)
        return self._with_version(LawMention(self._folded(name), written=name, start=start), low)

    def _shortened(self, name: str, start: int) -> LawMention | None:
        """上開減刑條例, once 中華民國九十六年罪犯減刑條例 is named: the last part of a name that stands before."""
        for law in self.cited():
            if law.name.endswith(name):
                return law._replace(written=name, start=start, version=None)
        position = self._text.rfind(name, max(0, start - _FAR), start)
        if position < 0:
            return None
        found = self._registry.ending_at(self._text, position + len(name), max(0, position - LOOK_BACK))
        return LawMention(found[1].name, found[1].id, name, start) if found else None

    def _with_version(self, law: LawMention, low: int) -> LawMention:
        """The version words that stand before the name (修正前刑法) belong to it."""
        start = law.start or 0
        while start > low and self._text[start - 1] in '「『《〈*＊"“':
            start -= 1
        version = self.version_before(low, start)
        return law._replace(version=version) if version else law

    def version_before(self, low: int, end: int) -> str | None:
        """What the words that end at ``end`` say of the version, in a bracket or not: 修正前, （100年1月26日修正後）."""
        if end <= low:
            return None
        text = self._text
        last = text[end - 1]
        if last not in self._words.version_ends and last not in _CLOSERS:
            return None
        begin = max(low, end - 16)
        if last in _CLOSERS:
            end -= 1
            bracket = _BRACKET(text, max(low, end - 41), end)
            if bracket is None:
                return None
            begin = bracket.start() + 1
        return version_said(self._words, text, begin, end)

    def _definitions(self) -> dict[str, LawMention]:
        """Names that the text introduces: 毒品危害防制條例（下稱毒品條例）."""
        defined: dict[str, LawMention] = {}
        for match in sorted((m for form in self._words.definitions for m in form.finditer(self._text)), key=_start):
            law = self._defined_before(match.start())
            if law is not None and self._registry.resolve(match[1]) is None and not self._words.same(match[1], 0, len(match[1])):
                defined.setdefault(match[1], law)
        return defined

    def _defined_before(self, end: int) -> LawMention | None:
        """The law whose name ends at ``end``, before the bracket that gives it a short name."""
        found = self._registry.ending_at(self._text, end, max(0, end - LOOK_BACK))
        if found is None:
            return None
        return self._with_version(_mention(found[1], self._text, found[0], end), max(0, found[0] - 16))

    def _without_book(self, low: int, end: int) -> int:
        """民法親屬編, 刑法總則: the end of the law's name; a 之 before the article is no part of the name either."""
        if end > low and self._text[end - 1] in "之的":
            end -= 1
        book = self._words.book(self._text, low, end)
        return book.start() if book else end

    def _cut(self, name: str) -> str:
        """The name without the words that lead to it: 違反網路犯罪防制法 -> 網路犯罪防制法."""
        cut = 0
        for match in self._words.lead_in.finditer(name):
            if len(name) - match.end() >= 3:
                cut = match.end()
        return name[cut:]

    def _kind(self, name: str) -> str:
        """法 or 條例 …: the word by which a text refers back to a law."""
        return name[-1] if name.endswith("法") and not name.endswith(("辦法", "办法")) else name[-2:]


def _start(match: re.Match[str]) -> int:
    return match.start()


def _mention(law: Law, text: str, start: int, end: int, *, misspelt: bool = False) -> LawMention:
    return LawMention(law.name, law.id, text[start:end], start, misspelt=misspelt)


def version_said(words: LawWords, text: str, start: int, end: int) -> str | None:
    """``"former"`` or ``"amended"`` where ``text[start:end]`` ends in words such as 修正前, 行為時, 新法; else None."""
    said = words.version(text, start, end) or words.new_or_old(text, start, end)
    return _which(said) if said else None


def _which(words: re.Match[str]) -> str:
    return "amended" if words[1] in ("後", "后", "新") else "former"
