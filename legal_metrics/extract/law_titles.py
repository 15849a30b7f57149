"""Laws of a jurisdiction that writes their names in 《》: 《刑法》第264条, 《刑法修正案（八）》第二十二条, 《民事诉讼法》（2021年修正）第五条.

A title is read whole: what the registry knows by it, else the name as written, without who issued it. Texts must be in one script.
"""

from __future__ import annotations

import re

from legal_metrics.extract.law_mentions import LOOK_BACK, LawMention, LawReader, Lead, version_said

_LONGEST_BETWEEN = 40
_BRACKET = r"[（(][^（）()]{0,30}[）)]"
_BETWEEN = re.compile(  # of a title and its article
    rf"(?:{_BRACKET}|[的之中内*”\"’'：:]|规定的?|总则|分则|附则|正文|第[一二三四五六七八九十百0-9]{{1,4}}[编章节]"
    rf"|(?:总则|物权|合同|人格权|婚姻家庭|继承|侵权责任)编){{0,4}}"
).fullmatch
_ENCLOSING = re.compile(r"《[^《》]{0,90}(?:《[^《》]{0,40}》[^《》]{0,60}){0,2}$").search
_GOES_ON = re.compile("问题|解释|规定|批复|意见|决定|办法|条例|通知|答复|复函|规则|说明|效力")
_ENDS_IN_BRACKET = re.compile(r"(?:修正案|解释|规定|意见|决定|办法|纪要|条例|通知)[（(][一二三四五六七八九十0-9]{1,3}[）)]$").search
_HAN_AT_END = re.compile(r"[\u3400-\u9fff]{1,40}$").search
_LAST_BRACKET = re.compile(rf"{_BRACKET}$").search
_NUMBER = re.compile(r"[（(](?:[一二三四五六七八九十]{1,3}|[0-9]{1,2}|试行|暂行)[）)]$").search
_YEAR = re.compile(r"(?:19|20)[0-9]{2}(?=年|修|版|[）)])").search


class TitleReader(LawReader):
    """``LawReader`` for titles in 《》."""

    titles = True

    def in_title(self, start: int, end: int) -> bool:
        """Whether the article at [start, end) belongs to a title (《关于适用刑法第十二条几个问题的解释》)."""
        text = self._text
        low = max(0, start - LOOK_BACK)
        if text.find("《", low, start) < 0 or not _ENCLOSING(text, low, start):
            return False
        close = text.find("》", end, end + LOOK_BACK)
        return close >= 0 and _GOES_ON.search(text, end, close) is not None

    def before(self, low: int, high: int) -> Lead:
        """What the words before an article say; see ``LawReader.before``."""
        close = self._text.rfind("》", max(low, high - _LONGEST_BETWEEN), high)
        if close >= 0 and _BETWEEN(self._text, close + 1, high):
            lead = self._titled(low, close, high)
            if lead is not None:
                return lead
        return super().before(low, high)

    def _titled(self, low: int, close: int, high: int) -> Lead | None:
        """What the title that ends at ``close`` says of the article at ``high``; None where it has no beginning."""
        text = self._text
        start = _opening(text, low, close)
        if start is None:
            return None
        title = text[start:close]
        if self._words.document(title, 0, len(title)) and self._registry.resolve(title) is None:
            return Lead(document=True)
        country = self._words.foreign(text, max(low, start - 12), start - 1)
        if country is not None:
            return Lead(LawMention(country[0] + title, written=title, start=start, foreign=True))
        law = self._entitled(start, close)
        law = self._with_version(law, low)
        bracket = text[close + 1 : high]
        if law.version is None and bracket:
            law = law._replace(version=self._version_in(law, bracket))
        return Lead(law)

    def _entitled(self, start: int, end: int) -> LawMention:
        """The law of the title at [start, end)."""
        text = self._text
        title = text[start:end]
        last = None if _NUMBER(title) else _LAST_BRACKET(title)
        name = title[: last.start()] if last else title
        said = self._version_in(None, last[0]) if last else None
        defined = self._defined.get(title)
        if defined is not None:
            return defined._replace(written=title, start=start)
        for known in (title, name, self._folded(name)):
            law = self._registry.resolve(known)
            if law is not None:
                mention = LawMention(law.name, law.id, title, start)
                return mention._replace(version=self._version_in(mention, last[0])) if last else mention
        kind = self._kind(name)
        if name == kind or self._words.same(name, 0, len(name)):  # 《解释》, 《本办法》: the one of this kind named last
            named = self._named.get(kind)
            if named is not None:
                return named._replace(written="", start=start)
        slip = self._registry.slip_ending_at(text, start + len(name), start)
        if slip is not None and slip[0] == start:
            meant = next((law for law in slip[1] if law.id in self._ids), slip[1][0])
            return LawMention(meant.name, meant.id, title, start, misspelt=True)
        foreign = any(self._words.foreign(name, 0, end) for end in range(2, min(6, len(name))))
        return LawMention(self._folded(name), written=title, start=start, version=said, foreign=foreign)

    def _version_in(self, law: LawMention | None, bracket: str) -> str | None:
        """What a bracket such as （2012年修正）, （已废止） or （修正前） says of the version."""
        inside = bracket.strip("（()）")
        said = version_said(self._words, inside, 0, len(inside))
        year = _YEAR(bracket)
        return said or (self._version_of_year(law, year[0]) if law and year else None)

    def _version_of_year(self, law: LawMention, year: str) -> str | None:
        """``"former"`` for a year before the text was made public, or the law was last numbered anew: that text is not the registry's."""
        known = self._registry.resolve(law.name) if law.id else None
        days = () if known is None else filter(None, (known.published, self._registry.rewritten(known)))
        return "former" if year < min(days, default="")[:4] else None

    def _with_version(self, law: LawMention, low: int) -> LawMention:
        law = super()._with_version(law, low)
        start = law.start or 0
        dated = self._words.dated
        if law.version is None and dated is not None and start > low:
            year = dated(self._text, max(low, start - 14), start)
            if year is not None:
                return law._replace(version=self._version_of_year(law, year[1]))
        return law

    def _ends_in_bracket(self, low: int, end: int) -> bool:
        """刑法修正案（八）: the bracket belongs to the name."""
        low = max(low, end - LOOK_BACK)
        return self._registry.ending_at(self._text, end, low) is not None or _ENDS_IN_BRACKET(self._text, low, end) is not None

    def _unknown_at(self, low: int, end: int, opener: str) -> LawMention | None:
        numbered = _ENDS_IN_BRACKET(self._text, max(low, end - LOOK_BACK), end)
        if numbered is None:
            return super()._unknown_at(low, end, opener)
        part = _HAN_AT_END(self._text, max(low, end - LOOK_BACK), numbered.start())
        name = self._cut((part[0] if part else "") + numbered[0])
        return LawMention(self._folded(name), written=name, start=end - len(name))

    def _defined_before(self, end: int) -> LawMention | None:
        """The law whose name ends at ``end``, before the bracket that gives it a short name."""
        if self._text[end - 1 : end] == "》":
            start = _opening(self._text, max(0, end - LOOK_BACK - 10), end - 1)
            return None if start is None else self._entitled(start, end - 1)
        return super()._defined_before(end)

    def _folded(self, name: str) -> str:
        """An unknown name without who issued it, brackets and inner titles in one form."""
        issuers = self._words.issuers.match(name) if self._words.issuers else None
        bare = name[issuers.end() :] if issuers else name
        return (bare if len(bare) > 2 else name).translate(_ONE_FORM)

    def _kind(self, name: str) -> str:
        name = name[: bracket.start()] if (bracket := _LAST_BRACKET(name)) else name
        if name.endswith(("法", "法典")) and not name.endswith("办法"):
            return "法"
        return "修正案" if name.endswith("修正案") else name[-2:]


_ONE_FORM = str.maketrans("〈〉＜＞﹤﹥()", "《》《》《》（）")


def _opening(text: str, low: int, close: int) -> int | None:
    """Where the title that ends at ``close`` begins; titles inside it are passed over."""
    depth = 0
    for position in range(close - 1, max(low, close - LOOK_BACK) - 1, -1):
        character = text[position]
        if character == "》":
            depth += 1
        elif character == "《":
            if depth == 0:
                return position + 1 if position + 1 < close else None
            depth -= 1
    return None
