"""A judgment of the open-data form, read: header, sections, outcomes, statutes.

The text is compacted once and every part is read on the compact text; offsets lead back into JFULL. Pure: nothing is raised on bad
content, and whatever was not as expected stands in ``problems``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builders.parse.applied_statutes import AppliedStatutes, applied_statutes
from builders.parse.court_case import CourtCase, read_case
from builders.parse.gold_shape import citation_dict, outcome_dict
from builders.parse.judgment_header import parse_header
from builders.parse.judgment_sections import Sections, find_sections
from builders.parse.judgment_tail import Tail, find_tail
from builders.parse.party_names import split_by_number
from builders.parse.problems import Problem
from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.penalties import MainText, Outcome
from legal_metrics.text.compact import CompactText

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Judgment:
    """One judgment. Spans are [start, end) in ``text`` (JFULL), without the blanks at their edges; None where a part is not there.

    Attributes:
        jid, title: JID and JTITLE of the file.
        case: court code, year, case word, number, date; ``case.instance`` is 1, 2 or 3.
        court: the court's name by the first line (台 written 臺).
        form: 判決, 簡易判決, or ``other`` where the text is no judgment (a ruling, minutes).
        defendants: names in the order of the header.
        main_text, facts, reasons: the sections. ``merged``: one heading for facts and reasons, and both hold the same span.
        signature: from the date to the judges' names. ``tables``, ``appendix``, ``attachments`` follow it.
        outcomes: one for each pair of defendant and verdict, in the order of the 主文.
        applied: the citations with the places where they stand (concluding, offence, list, appendix).
    """

    text: str
    jid: str
    title: str
    case: CourtCase
    court: str
    form: str
    defendants: tuple[str, ...]
    main_text: Span | None
    facts: Span | None
    reasons: Span | None
    merged: bool
    signature: Span | None
    tables: tuple[Span, ...]
    appendix: tuple[Span, ...]
    attachments: tuple[Span, ...]
    outcomes: tuple[Outcome, ...]
    needs_table: bool
    original_set_aside: bool
    applied: AppliedStatutes
    problems: tuple[Problem, ...]

    @property
    def instance(self) -> int:
        """1, 2 or 3."""
        return self.case.instance

    def section(self, name: str) -> str:
        """The text of ``main_text``, ``facts``, ``reasons`` or ``signature`` as it stands in JFULL; "" where there is none."""
        span: Span | None = getattr(self, name)
        return self.text[slice(*span)] if span else ""

    def to_gold_dict(self) -> dict[str, Any]:
        """The shape of a line of ``gold.jsonl`` with ``applied_statutes`` and ``problems`` added (INTERFACES, parse judgment)."""
        sections: dict[str, Any] = {
            name: list(span) if (span := getattr(self, name)) else None for name in ("main_text", "facts", "reasons")
        }
        if self.merged:
            sections["merged"] = True
        concluding, listed = self.applied.concluding, self.applied.listed
        out: dict[str, Any] = {
            "jid": self.jid,
            "title": self.title,
            "court": self.court,
            "court_code": self.case.court_code,
            "year": self.case.year,
            "case_word": self.case.word,
            "number": self.case.number,
            "date": self.case.date,
            "instance": self.instance,
            "form": self.form,
            "defendants": len(self.defendants),
            "defendant_names": list(self.defendants),
            "sections": sections,
            "outcomes": [outcome_dict(outcome) for outcome in self.outcomes],
            "statutes": None if concluding is None else [citation_dict(citation) for citation in concluding],
        }
        if concluding is None and listed is not None:
            out["statutes_list"] = [citation_dict(citation) for citation in listed]
        if self.original_set_aside:
            out["original_set_aside"] = True
        out["applied_statutes"] = [
            {**citation_dict(applied.citation), "where": list(applied.where), "procedural": applied.procedural}
            for applied in self.applied.statutes
        ]
        out["problems"] = [problem.to_dict() for problem in self.problems]
        return out


def parse_judgment(raw: Mapping[str, str]) -> Judgment:
    """Read a judgment from its eight keys (``judgment_file.read_judgment_file``); keys that are absent count as empty.

    Pure and linear in the text; raises nothing on bad content.

    >>> read = parse_judgment({"JID": "AAAM,110,易,7,20210304,1", "JFULL": "臺灣甲地方法院刑事判決\\n被告 王大明\\n上列被告因竊盜案件，"
    ...     "判決如下：\\n  主 文\\n王大明無罪。\\n  理 由\\n一、不能證明犯罪。\\n中華民國110年3月4日\\n刑事庭 法 官 李四平"})
    >>> read.defendants, read.section("main_text"), [outcome.verdict for outcome in read.outcomes]
    (('王大明',), '王大明無罪。', ['not_guilty'])
    """
    text = CompactText(raw.get("JFULL", ""))
    case, problems = read_case(raw, text.text)
    sections = find_sections(text)
    tail = find_tail(text, sections.tail)
    header = parse_header(text, sections.header, sections.main_text)
    # Names that could not be told apart are no names: the 主文 then tells its defendants itself.
    if header.ruling:  # whatever it orders, it sentences nobody
        main_text = MainText(tuple(Outcome("other", i, name, "ruling") for i, name in enumerate(header.defendants, 1)))
    else:
        main_text = _read_main_text(text, sections, tail, () if header.unsplit else header.defendants)
    body = (sections.main_text or sections.header)[1], (sections.signature or sections.tail)[0]
    applied = applied_statutes(text, body=body, appendix=tail.appendix)
    defendants = header.defendants
    if header.unsplit:
        number = len({outcome.defendant for outcome in main_text.outcomes})
        defendants = split_by_number(defendants, header.unsplit, number) or defendants
    problems = (
        *problems,
        *_structure_problems(sections, defendants),
        *_names_problems(header.unsplit, split=defendants != header.defendants),
        *(_main_text_problem(problem) for problem in main_text.problems),
    )

    def original(span: Span | None) -> Span | None:
        return text.original_span(*span) if span else None

    def originals(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(text.original_span(*span) for span in spans)

    return Judgment(
        text=text.source,
        jid=raw.get("JID", ""),
        title=raw.get("JTITLE", ""),
        case=case,
        court=header.court,
        form=header.form,
        defendants=defendants,
        main_text=original(sections.main_text),
        facts=original(sections.facts),
        reasons=original(sections.reasons),
        merged=sections.merged,
        signature=original(sections.signature),
        tables=originals(tail.tables),
        appendix=originals(tail.appendix),
        attachments=originals(tail.attachments),
        outcomes=main_text.outcomes,
        needs_table=main_text.needs_table,
        original_set_aside=main_text.set_aside,
        applied=applied,
        problems=problems,
    )


def _read_main_text(text: CompactText, sections: Sections, tail: Tail, defendants: tuple[str, ...]) -> MainText:
    if sections.main_text is None:
        return MainText(())
    main_text = text.text[slice(*sections.main_text)]
    places = tail.tables
    if not places and "附表" in main_text and sections.reasons:  # some courts set their tables into the reasons
        places = (sections.reasons,)
    tables = "\n".join(text.source[slice(*text.original_span(*span))] for span in places)  # blanks tell cells apart
    return parse_main_text(main_text, defendants=defendants, tables=tables)


def _names_problems(unsplit: tuple[str, ...], *, split: bool) -> list[Problem]:
    code = "names_split_by_number" if split else "names_not_separated"
    return [Problem(code, "header", f"{len(name)} characters", "names with blanks between") for name in unsplit]


def _structure_problems(sections: Sections, defendants: tuple[str, ...]) -> list[Problem]:
    problems = []
    if sections.main_text is None:
        problems.append(Problem("no_main_text", "JFULL", "no heading 主文", "a judgment with its 主文"))
    elif sections.main_text[0] == sections.main_text[1]:
        problems.append(Problem("empty_main_text", "JFULL", "nothing under 主文", "the 主文"))
    if sections.reasons is None:
        problems.append(Problem("no_reasons", "JFULL", "no heading 理由", "理由, 事實及理由 or the like"))
    if sections.signature is None:
        problems.append(Problem("no_signature", "JFULL", "no date before a judge's name", "a whole judgment"))
    if not defendants:
        problems.append(Problem("no_defendant", "header", "no 被告", "at least one"))
    return problems


def _main_text_problem(problem: str) -> Problem:
    """``code: detail`` of the 主文 as a problem of the judgment.

    >>> _main_text_problem("unread: 略")
    Problem(code='unread', field='main_text', found='略', allowed='')
    """
    code, _, detail = problem.partition(": ")
    return Problem(code, "main_text", detail)
