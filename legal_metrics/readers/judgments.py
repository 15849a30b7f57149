"""Judgment prediction (tw-legalbench/ljp): parts ``main_text`` (str), ``judgment`` (MainText | outcomes), ``statutes`` (citations)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any

from legal_metrics.citations import StatuteCitation
from legal_metrics.errors import BadReferenceError
from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.outputs import read_judgment_answer
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.jurisdictions import get
from legal_metrics.metrics.statutes import statute_scores
from legal_metrics.penalties import VERDICTS, ExecutedGroup, Outcome, Penalty
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields
from legal_metrics.results import Score

REFERENCES: tuple[str, ...] = ("applied", "whole_text")
"""Where the reference statutes come from: the applied ones (concluding, offence, list; never the appendix), or every citation of the whole text."""

PLACES: tuple[str, ...] = ("concluding", "offence", "list", "appendix")
LABEL_PLACES: frozenset[str] = frozenset(PLACES) - {"appendix"}


@dataclass(frozen=True, slots=True)
class StatuteReference:
    """The reference citations of one record and the day on which they must exist (ISO date)."""

    citations: tuple[StatuteCitation, ...]
    on: str | None = None


def cited_statute_scores(
    predictions: Sequence[Sequence[StatuteCitation] | None],
    references: Sequence[StatuteReference],
    *,
    depth: str = "item",
    kind: str | None = None,
) -> dict[str, Score]:
    """``metrics.statutes.statute_scores`` against Taiwan's registry, each record on its own day.

    [CHOICE] The registry holds one edition, and laws such as 刑法 change every year: where the text of that day is not known, the edition
    decides what it can (``StatuteRegistry.exists_by_edition``); the rest is unresolved.
    """
    return statute_scores(
        predictions,
        [reference.citations for reference in references],
        registry=get("TW").statutes,
        on=[reference.on for reference in references],
        depth=depth,
        kind=kind,
        past="edition",
    )


def read_answer(output: str, reading: str) -> ReadAnswer:
    """Read one output: its answer (``extract.outputs``), then the sentences in its main text and the citations in its statutes.

    >>> answer = read_answer('{"statutes": ["刑法第320條"], "reasoning": "", "main_text": "處拘役拾日。"}', "strict")
    >>> answer.parts["judgment"].outcomes[0].counts[0].detention_days, answer.view["citations"]
    (10, ['刑法第320條'])
    """
    answer = read_judgment_answer(output, reading=reading)
    if not answer.is_readable:
        return ReadAnswer(answer.status, repairs=answer.repairs, why=answer.why)
    parts: dict[str, Any] = {}
    view: dict[str, Any] = {
        "main_text": answer.main_text,
        "statutes": None if answer.statutes is None else list(answer.statutes),
    }
    if answer.main_text is not None and answer.main_text.strip():
        judgment = parse_main_text(answer.main_text)
        parts["main_text"] = answer.main_text
        parts["judgment"] = judgment
        view["outcomes"] = [_outcome_view(outcome) for outcome in judgment.outcomes]
        view["problems"] = list(judgment.problems)
    if answer.statutes is not None:
        citations, unread = read_citations(answer.statutes)
        parts["statutes"] = citations
        view["citations"] = [str(citation) for citation in citations]
        view["unread_statutes"] = unread
    return ReadAnswer(answer.status, parts, view, answer.repairs)


def read_citations(entries: Sequence[str]) -> tuple[tuple[StatuteCitation, ...], list[str]]:
    """The citations in a list of statutes, read as one enumeration (第47條 and 同法 after 刑法第320條 are 刑法), and the entries without any.

    >>> [str(c) for c in read_citations(["刑法第320條第1項", "第47條第1項"])[0]], read_citations(["竊盜罪章"])[1]
    (['刑法第320條第1項', '刑法第47條第1項'], ['竊盜罪章'])
    """
    joiner = "、\n"
    citations = tuple(extract_statutes(joiner.join(entries), "TW"))
    spans = sorted(citation.span for citation in citations)
    unread, start, begun, covered = (
        [],
        0,
        0,
        0,
    )  # covered: how far the citations reach that begin before the entry's end
    for entry in entries:
        end = start + len(entry)
        while begun < len(spans) and spans[begun][0] < end:
            covered = max(covered, spans[begun][1])
            begun += 1
        if entry.strip() and covered <= start:
            unread.append(entry)
        start = end + len(joiner)
    return citations, unread


def read_reference(record: Mapping[str, Any], reference: str) -> ReadReference:
    """Read one record of ``schemas/ljp.schema.json``; keys that are missing or null are treated alike.

    The judgment is the record's ``outcomes``; where they are absent, or where penalties stand only in a table (an answer cannot hold the table), the
    main text itself is read by the grammar that reads answers. Such a record belongs to the subset ``table_penalties``, where its ``outcomes`` count.
    Raises: BadReferenceError for a main text, outcome or citation that cannot be read.

    >>> read_reference({"id": "r1", "main_text": "甲○○無罪。"}, "applied").parts["judgment"][0].verdict
    'not_guilty'
    """
    row = Fields.of(record)
    id, main_text = row.id, row.filled("main_text")
    stated = outcomes_of(record)
    flags = row.child("flags")
    needs_table = flags is not None and flags.flag("main_text_needs_table")
    from_table = needs_table or any(outcome.counts_from_table for outcome in stated)
    problems: tuple[str, ...] = ()
    outcomes = stated
    if from_table or not stated:
        read = parse_main_text(main_text)
        outcomes = read.outcomes
        left_to_tables = ("table_",) if stated else ()  # known and counted: the subset below
        told = [problem for problem in read.problems if not problem.startswith(left_to_tables)]
        problems = tuple(f"record {id!r}, field 'main_text': {problem}" for problem in told)
    if not outcomes:
        raise BadReferenceError(id, "main_text", "no verdict could be read")
    statutes = StatuteReference(_citations(row, reference), _day(row))
    persons = {outcome.defendant if outcome.defendant is not None else outcome.name for outcome in stated or outcomes}
    subsets: dict[str, Mapping[str, Any]] = {}
    if len(persons) == 1 and (row.whole("n_defendants") or 1) == 1:
        subsets["single_defendant"] = {}
    if from_table and stated:
        subsets["table_penalties"] = {"judgment": stated}
    return ReadReference(
        parts={"main_text": main_text, "judgment": outcomes, "statutes": statutes},
        view={
            "main_text": main_text,
            "outcomes": [_outcome_view(outcome) for outcome in outcomes],
            "citations": [str(citation) for citation in statutes.citations],
        },
        subsets=subsets,
        problems=problems,
    )


def outcomes_of(record: Mapping[str, Any]) -> tuple[Outcome, ...]:
    """The outcomes that a record states. Raises: BadReferenceError for a field that is not of the schema's type.

    >>> outcomes_of({"id": "r1", "outcomes": [{"verdict": "guilty", "counts": [{"imprisonment_months": 6}]}]})[0].counts[0].months
    6.0
    """
    return tuple(map(_outcome, Fields.of(record).children("outcomes")))


def label_citations(record: Mapping[str, Any]) -> tuple[StatuteCitation, ...]:
    """The applied statutes of a record that are labels: concluding, offence or list, never the appendix alone.

    >>> rows = [{"law": "刑法", "article": "320", "where": ["appendix"]}, {"law": "刑法", "article": "47", "where": ["offence", "appendix"]}]
    >>> [str(citation) for citation in label_citations({"id": "r1", "statutes": rows})]
    ['刑法第47條']
    """
    rows = Fields.of(record).children("statutes")
    return tuple(_citation(row) for row in rows if _is_label(row))


def _is_label(row: Fields) -> bool:
    """A release without ``where`` holds labels only."""
    places = row.texts("where")
    for place, value in enumerate(places):
        if value not in PLACES:
            raise row.error(f"where[{place}]", value, ", ".join(PLACES))
    return not places or not LABEL_PLACES.isdisjoint(places)


def _outcome(row: Fields) -> Outcome:
    verdict = row.word("verdict", VERDICTS)
    if verdict is None:
        raise row.error("verdict", None, ", ".join(VERDICTS))
    counts = tuple(map(_penalty, row.children("counts")))
    return Outcome(
        verdict=verdict,
        defendant=row.whole("defendant", 1),
        name=row.text("name") or "",
        other_kind=row.text("other_kind"),
        counts=counts,
        executed=_penalty_or_none(row.child("executed")),
        probation_months=row.whole("probation_months"),
        groups=tuple(_group(group, len(counts)) for group in row.children("groups")),
        charges=row.texts("charges"),
        counts_from_table=row.flag("counts_from_table"),
    )


def _group(row: Fields, n_counts: int) -> ExecutedGroup:
    return ExecutedGroup(
        row.places("counts", n_counts), _penalty_or_none(row.child("executed")), row.whole("probation_months")
    )


_FLAGS = ("life", "death", "death_suspended", "civil_rights_deprived_life")
_AMOUNTS = tuple(f.name for f in fields(Penalty) if f.name not in (*_FLAGS, "currency", "reduced_to"))


def _penalty(row: Fields) -> Penalty:
    stated: dict[str, Any] = {name: row.flag(name) for name in _FLAGS} | {name: row.whole(name) for name in _AMOUNTS}
    return Penalty(**stated, currency=row.text("currency"), reduced_to=_penalty_or_none(row.child("reduced_to")))


def _penalty_or_none(row: Fields | None) -> Penalty | None:
    return None if row is None else _penalty(row)


def _citations(row: Fields, reference: str) -> tuple[StatuteCitation, ...]:
    if reference == "whole_text":
        texts = (row.text(name) for name in ("main_text", "facts", "reasons"))
        return tuple(citation for text in texts if text for citation in extract_statutes(text, "TW"))
    return label_citations(row.values)


def _citation(row: Fields) -> StatuteCitation:
    return StatuteCitation(
        row.filled("law"),
        row.filled("article"),
        row.whole("paragraph"),
        row.whole("subparagraph"),
        row.whole("item"),
        version=row.text("version"),
    )


_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _day(row: Fields) -> str | None:
    day = row.values.get("date")
    if day is None:
        return None
    text = day.isoformat()[:10] if isinstance(day, date) else day
    try:
        if isinstance(text, str) and _DATE.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass  # 2019-02-30
    raise row.error("date", day, "a date such as 2019-07-05 or null")


_UNSAID: tuple[Any, ...] = (None, False, "", (), [])


def _outcome_view(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON, without what is not pronounced."""
    return {key: _pronounced(value) for key, value in asdict(outcome).items() if value not in _UNSAID}


def _pronounced(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _pronounced(item) for key, item in value.items() if item not in _UNSAID}
    if isinstance(value, (list, tuple)):
        return [_pronounced(item) for item in value]
    return value
