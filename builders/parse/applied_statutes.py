"""The statutes that a judgment applies, each with the places where it is cited.

- ``concluding``: the last sentence that cites statutes and ends in 判決如主文 (據上論斷，應依…，判決如主文).
- ``list``: an item such as 應適用之法條 or 適用法律依據, which some courts write instead.
- ``offence``: 核被告所為，係犯…罪 and its like, as far as the court itself says so: what it rejects (公訴意旨認…容有誤會, 變更起訴法條
  from) or leaves out (不另論罪) is no label.
- ``appendix``: the provisions whose text is reprinted behind the signature (附錄論罪科刑法條). Never a label.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from builders.parse.offence_citations import offence_citations
from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import statutes_in
from legal_metrics.jurisdictions.tw import JURISDICTION
from legal_metrics.text.compact import CompactText
from legal_metrics.text.numerals import parse_integer

Span = tuple[int, int]

PLACES: tuple[str, ...] = ("concluding", "offence", "list", "appendix")
LABEL_PLACES: tuple[str, ...] = ("concluding", "offence", "list")

_CONCLUSION = re.compile(  # every branch begins with a literal: the search is a scan
    r"判決(?:[^，。；]{0,24}?如(?:本判決)?(?:上)?主文|[^，。；]{0,12}，如主文)|裁定[^，。；]{0,24}?如(?:本判決)?(?:上)?主文"
)
_UNFINISHED = re.compile(
    r"據上論[斷結][^。]{0,1000}。|(?:^|[。、])(?:爰|應|茲)?依刑事訴訟法第[^。]{0,1000}?(?:逕以簡易判決(?:處刑|判處|處罰)|判決)[。，]"
)
_OPENING = re.compile(r"據上論[斷結]")
_LIST = re.compile(
    r"(?:適用(?:之|的)?(?:法條|法律依據|法律之依據|法律條文|法律|條文|法令)|論罪(?:科刑)?之?(?:法條|法律依據|依據)"
    r"|所犯法條|援引(?:之|的)?法條|依據(?:之|的)?法條|法律依據)(?:及理由|依據|如下)?】?(?:[：:]|(?=[（(]?[一1][）)、]))"
)
_LIST_NUMBER = re.compile(
    r"(?:(?P<formal>[壹貳參肆伍陸柒捌玖拾]{1,3})[、.．]|(?P<plain>[一二三四五六七八九十]{1,3})[、.．]|(?P<arabic>[0-9]{1,2})[、.．]"
    r"|[（(](?P<bracketed>[一二三四五六七八九十]{1,3}|[0-9]{1,2})[）)]|(?P<circled>[㈠-㈩])|(?P<none>(?:^|(?<=[。」])))"
    r")【?(?:本[件案])?(?:應|所)?$"
)
_ITEMS = {
    "formal": re.compile(r"[。」）)]([壹貳參肆伍陸柒捌玖拾]{1,3})[、.．]"),
    "plain": re.compile(r"[。」）)]([一二三四五六七八九十]{1,3})[、.．]"),
    "arabic": re.compile(r"[。」）)]([0-9]{1,2})[、.．]"),
    "bracketed": re.compile(r"[。」][（(]([一二三四五六七八九十]{1,3}|[0-9]{1,2})[）)]"),
    "circled": re.compile(r"[。」]([㈠-㈩])"),
}
_MAIN_STYLES = ("formal", "plain", "arabic")
_MAIN_ITEM = re.compile(r"[。」）)](?:[壹貳參肆伍陸柒捌玖拾]{1,3}|[一二三四五六七八九十]{1,3})[、.．]")
_BEFORE_A_HEAD = re.compile(
    r"(?:^|[。：:」』）)】〕》│┘；;※＊*◎■☆★]|法條|條文|全文)(?:[一二三四五六七八九十0-9]{1,2}[、.．])?"
    r"(?:[0-9一二三四五六七八九十]{1,4}年[^。，]{1,8}日)?(?:(?:修正|公布|施行){1,3}[前後]?之?|行為時之?|裁判時之?)?$"
).search
_CITES = re.compile(r"[^。，（(]{0,12}(?:定有明文|著有明文|規定[：:，])")
_HEAD_GOES_ON = re.compile(r"(?:[前中後]段|但書)?[、，及與和]?")
_LATEST = 20
"""How many of the last sentences, or items, of the right form are tried."""
_SENTENCE = 3000
"""No concluding sentence is longer."""
_LIST_LEAD = 8
_LIST_SHARE = 0.4
"""An item is a list of statutes where citations make up this share of it at least; real ones have 0.5 to 0.9, discussions below 0.1."""


@dataclass(frozen=True, slots=True)
class AppliedStatute:
    """One provision that a judgment cites, once, with every place where it stands (out of ``PLACES``)."""

    citation: StatuteCitation
    where: tuple[str, ...]
    procedural: bool

    @property
    def is_label(self) -> bool:
        """Whether it is part of the reference (the appendix alone is none)."""
        return any(place in LABEL_PLACES for place in self.where)


@dataclass(frozen=True, slots=True)
class AppliedStatutes:
    """The applied statutes of one judgment.

    ``concluding`` and ``listed`` are in the order of the text, the same provision twice in a row written once; None where the judgment has
    no such sentence or item. ``statutes`` holds each provision once, in the order of the text.
    """

    concluding: tuple[StatuteCitation, ...] | None = None
    listed: tuple[StatuteCitation, ...] | None = None
    offence: tuple[StatuteCitation, ...] = ()
    appendix: tuple[StatuteCitation, ...] = ()
    statutes: tuple[AppliedStatute, ...] = ()

    @property
    def labels(self) -> tuple[AppliedStatute, ...]:
        """The reference: concluding, offence and list."""
        return tuple(s for s in self.statutes if s.is_label)

    @property
    def procedural_only(self) -> bool:
        """Whether labels exist and all of them are procedural."""
        labels = self.labels
        return bool(labels) and all(s.procedural for s in labels)


def applied_statutes(text: CompactText, *, body: Span | None = None, appendix: Sequence[Span] = ()) -> AppliedStatutes:
    """Find the applied statutes of one judgment. Raises nothing; linear.

    ``body`` is where the court's own words stand, from behind the 主文 to the signature (default: the whole text); ``appendix`` are the
    blocks behind the signature that reprint provisions. Both are spans of the compact text; the citations' spans are those of its source.

    >>> t = CompactText("核被告所為，係犯刑法第320條第1項之竊盜罪。據上論斷，應依刑事訴訟法第299條第1項前段，刑法第320條第1項，判決如主文。")
    >>> [(str(s.citation), s.where) for s in applied_statutes(t).statutes]
    [('刑法第320條第1項', ('concluding', 'offence')), ('刑事訴訟法第299條第1項', ('concluding',))]
    """
    low, high = body or (0, len(text.text))
    reach = max(high, *(end for _, end in appendix), 0)  # no citation behind it counts
    cited = statutes_in(text, stop=reach, located=False)
    inside = [c for c in cited if low <= c.span[0] and c.span[1] <= high]
    conclusion = _concluding(text.text, inside, low, high)
    item = _list_item(text.text, inside, low, high)
    listed = _within(inside, item) if item else []
    elsewhere = [c for c in inside if not _covers(conclusion, c) and not _covers(item, c)]
    reprinted = _reprinted(text.text, cited, appendix)
    places = {
        "concluding": _within(inside, conclusion) if conclusion else [],
        "offence": offence_citations(text.text, elsewhere, low),
        "list": listed,
        "appendix": reprinted,
    }
    located = {place: _located(citations, text) for place, citations in places.items()}
    return AppliedStatutes(
        concluding=_once_in_a_row(located["concluding"]) if conclusion else None,
        listed=_once_in_a_row(located["list"]) if listed else None,
        offence=_once_in_a_row(located["offence"]),
        appendix=_once_in_a_row(located["appendix"]),
        statutes=_merged(located),
    )


def _concluding(text: str, cited: Sequence[StatuteCitation], low: int, high: int) -> Span | None:
    """The last sentence that cites statutes and ends in 判決如主文; else the last that begins like one and lacks that end."""
    for pattern in (_CONCLUSION, _UNFINISHED):
        for match in reversed([*pattern.finditer(text, low, high)][-_LATEST:]):
            start = match.start()
            if pattern is _CONCLUSION:
                near = max(low, start - _SENTENCE)
                start = max(near, text.rfind("。", near, start) + 1)
            openings = [opening.start() for opening in _OPENING.finditer(text, start, match.end())]
            # The last opening that citations follow: a bracket behind them may say 判決書據上論結部分，得僅引用….
            for begin in (*reversed(openings), start):
                if _within(cited, (begin, match.end())):
                    return begin, match.end()
    return None


def _list_item(text: str, cited: Sequence[StatuteCitation], low: int, high: int) -> Span | None:
    """The body of the last item 應適用之法條 that is a list of statutes, up to the next item."""
    for match in reversed([*_LIST.finditer(text, low, high)][-_LATEST:]):
        numbered = _LIST_NUMBER.search(text[max(low, match.start() - _LIST_LEAD) : match.start()])
        if numbered is None:
            continue
        style, number = numbered.lastgroup or "none", numbered[numbered.lastgroup or "none"]
        if match[0].startswith("所犯") and style not in _MAIN_STYLES:
            continue  # a part of a plea agreement or of the charge
        span = (match.end(), _item_end(text, match.end(), high, style, number))
        if sum(c.span[1] - c.span[0] for c in _within(cited, span)) >= _LIST_SHARE * (span[1] - span[0]):
            return span
    return None


def _item_end(text: str, start: int, high: int, style: str, number: str) -> int:
    """Where the item of this number, whose words begin at ``start``, ends: at the next item of its style; without a number at the full stop."""
    if style == "none":
        return text.find("。", start, high) + 1 or high
    following = (item.start() for item in _ITEMS[style].finditer(text, start, high) if _count(item[1]) > _count(number))
    end = next(following, high)
    if style in ("bracketed", "circled"):  # the last part of its item ends with it
        main = _MAIN_ITEM.search(text, start, end)
        end = main.start() if main else end
    return end


def _count(number: str) -> int:
    return ord(number) - ord("㈠") + 1 if "㈠" <= number <= "㈩" else parse_integer(number) or 0


def _reprinted(text: str, cited: Sequence[StatuteCitation], blocks: Sequence[Span]) -> list[StatuteCitation]:
    """The provisions that head a reprinted text: 刑法第320條第1項 / 意圖為自己…; not those that the text itself cites (犯前條之罪)."""
    heads: list[StatuteCitation] = []
    for block in blocks:
        end = -1  # of the head before, while it goes on
        for citation in _within(cited, block):
            start = citation.span[0]
            if (
                _BEFORE_A_HEAD(text[max(block[0], start - 24) : start]) and not _CITES.match(text, citation.span[1])
            ) or (end >= 0 and _HEAD_GOES_ON.fullmatch(text, end, start)):
                heads.append(citation)
                end = citation.span[1]
            else:
                end = -1
    return heads


def _covers(span: Span | None, citation: StatuteCitation) -> bool:
    return span is not None and span[0] <= citation.span[0] and citation.span[1] <= span[1]


def _within(cited: Sequence[StatuteCitation], span: Span) -> list[StatuteCitation]:
    first = bisect_left(cited, span[0], key=lambda c: c.span[0])
    return [c for c in takewhile(lambda c: c.span[0] < span[1], islice(cited, first, None)) if _covers(span, c)]


def _located(cited: Iterable[StatuteCitation], text: CompactText) -> list[StatuteCitation]:
    """The citations with spans of the source text."""
    return [
        StatuteCitation(
            c.law,
            c.article,
            c.paragraph,
            c.subparagraph,
            c.item,
            c.law_id,
            c.written,
            c.version,
            text.original_span(*c.span),
            c.jurisdiction,
            c.problems,
        )
        for c in cited
    ]


def _provision(citation: StatuteCitation) -> tuple[object, ...]:
    return (*citation.key(), citation.version)


def _once_in_a_row(cited: Sequence[StatuteCitation]) -> tuple[StatuteCitation, ...]:
    return tuple(c for i, c in enumerate(cited) if i == 0 or _provision(c) != _provision(cited[i - 1]))


def _merged(places: dict[str, list[StatuteCitation]]) -> tuple[AppliedStatute, ...]:
    """Each provision once, in the order of the text, with its places."""
    where: dict[tuple[object, ...], set[str]] = {}
    first: dict[tuple[object, ...], StatuteCitation] = {}
    for place, citations in places.items():
        for citation in citations:
            key = _provision(citation)
            where.setdefault(key, set()).add(place)
            if key not in first or citation.span < first[key].span:
                first[key] = citation
    return tuple(
        AppliedStatute(
            citation, tuple(p for p in PLACES if p in where[key]), JURISDICTION.kind(citation) == "procedural"
        )
        for key, citation in sorted(first.items(), key=lambda item: item[1].span)
    )
