"""The statutes that a judgment applies, each with the places where it is cited.

- ``concluding``: the last sentence that cites statutes and ends in 判決如主文 (據上論斷，應依…，判決如主文).
- ``list``: an item such as 應適用之法條 or 適用法律依據, which some courts write instead.
- ``offence``: 核被告所為，係犯…罪 and its like, as far as the court itself says so: what it rejects (公訴意旨認…容有誤會, 變更起訴法條
  from) or leaves out (不另論罪) is no label.
- ``appendix``: the provisions whose text is reprinted behind the signature (附錄論罪科刑法條). Never a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import statutes_in
from legal_metrics.jurisdictions.tw import JURISDICTION
from legal_metrics.text.compact import CompactText, compact

Span = tuple[int, int]

PLACES: tuple[str, ...] = ("concluding", "offence", "list", "appendix")
LABEL_PLACES: tuple[str, ...] = ("concluding", "offence", "list")

_CONCLUSION = re.compile(r"(?:判決|裁定)[^，。；]{0,24}?如(?:本判決)?(?:上)?主文|判決[^，。；]{0,12}，如主文")
_OPENING = re.compile(r"據上[論結][斷結論]")
_LIST = re.compile(
    r"([一二三四五六七八九十壹貳參肆伍陸柒捌玖拾]{1,3}|[0-9]{1,2})[、.．](?:本[件案])?(?:應|所)?"
    r"(?:適用(?:之)?(?:法條|法律|條文|法令|法律依據|法律之依據)|論罪(?:科刑)?(?:之)?(?:法條|依據)|所犯法條|據上論[斷結])(?:及理由|依據|如下)?[：:]"
)
_TOP_ITEM = r"[。」）)](?:{})[、.．]"
_NUMERALS = {"formal": "[壹貳參肆伍陸柒捌玖拾]{1,3}", "plain": "[一二三四五六七八九十]{1,3}", "arabic": "[0-9]{1,2}"}


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

    >>> t = compact("核被告所為，係犯刑法第320條第1項之竊盜罪。據上論斷，應依刑事訴訟法第299條第1項前段，刑法第320條第1項，判決如主文。")
    >>> [(str(s.citation), s.where) for s in applied_statutes(t).statutes]
    [('刑法第320條第1項', ('concluding', 'offence')), ('刑事訴訟法第299條第1項', ('concluding',))]
    """
    low, high = body or (0, len(text.text))
    cited = statutes_in(compact(text.text))
    inside = [c for c in cited if low <= c.span[0] and c.span[1] <= high]
    conclusion = _concluding(text.text, inside, low, high)
    item = _list_item(text.text, low, high)
    listed = _within(inside, item) if item else []
    offence = [
        c for c in inside if not _covers(conclusion, c) and not _covers(item, c) and _is_offence(text.text, c, low)
    ]
    reprinted = _reprinted(text.text, cited, appendix)
    places = {
        "concluding": _within(inside, conclusion) if conclusion else [],
        "offence": offence,
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
    """The last sentence that cites statutes and ends in 判決如主文."""
    for match in reversed(list(_CONCLUSION.finditer(text, low, high))):
        start = max(text.rfind("。", low, match.start()) + 1, low)
        opening = None
        for opening in _OPENING.finditer(text, start, match.start()):
            pass
        span = (opening.start() if opening else start, match.end())
        if _within(cited, span):
            return span
    return None


def _list_item(text: str, low: int, high: int) -> Span | None:
    """The body of an item 應適用之法條, up to the next item of its kind of numeral."""
    match = None
    for match in _LIST.finditer(text, low, high):
        pass
    if match is None:
        return None
    style = "formal" if match[1][0] in "壹貳參肆伍陸柒捌玖拾" else "arabic" if match[1].isdigit() else "plain"
    end = re.compile(_TOP_ITEM.format(_NUMERALS[style])).search(text, match.end(), high)
    return (match.end(), end.start() if end else high)


def _is_offence(text: str, citation: StatuteCitation, low: int) -> bool:
    return False


def _reprinted(text: str, cited: Iterable[StatuteCitation], blocks: Sequence[Span]) -> list[StatuteCitation]:
    return []


def _covers(span: Span | None, citation: StatuteCitation) -> bool:
    return span is not None and span[0] <= citation.span[0] and citation.span[1] <= span[1]


def _within(cited: Iterable[StatuteCitation], span: Span) -> list[StatuteCitation]:
    return [c for c in cited if _covers(span, c)]


def _located(cited: Iterable[StatuteCitation], text: CompactText) -> list[StatuteCitation]:
    """The citations with spans of the source text."""
    return [replace(c, span=text.original_span(*c.span)) for c in cited]


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
