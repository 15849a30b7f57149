"""Judgment -> record of ``tw-legalbench/ljp``: what is taken, how it is written, and why the rest is left out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from builders.parse.applied_statutes import AppliedStatute
from builders.parse.judgment import Judgment, parse_judgment
from builders.parse.judgment_file import read_judgment_file
from builders.pipeline import Drop
from builders.profiles import Profile
from builders.quality.personal_data import mask_names, mask_personal_data
from builders.quality.validation import validate
from builders.sources import ARCHIVE_SUFFIXES, SourceItem
from builders.tasks.causes import cause_of_header, normalise_cause
from builders.tasks.paragraphs import running_text
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.penalties import CONVICTIONS, Outcome, Penalty

Record = dict[str, Any]
_SECTIONS = ("main_text", "facts", "reasons")
_UNREADABLE = frozenset({"empty_file", "wrong_encoding", "broken_json"})
_PENALTY_FIELDS = (
    "imprisonment_months",
    "imprisonment_days",
    "life",
    "death",
    "detention_days",
    "fine",
    "currency",
    "civil_rights_deprived_months",
    "civil_rights_deprived_life",
)


@dataclass(frozen=True, slots=True)
class SourceJudgment:
    """A judgment with the file that it was read from."""

    file: str
    sha256: str
    judgment: Judgment


def read(item: SourceItem) -> SourceJudgment | Drop:
    """A file of the source as a parsed judgment.

    >>> read(SourceItem("a.json", b"{}")).reason, read(SourceItem("a.json", b"{")).reason
    ('not_a_judgment', 'unreadable_json')
    """
    if item.skipped is not None:
        # Archives in a folder are opened, so this one lies in another archive.
        reason = "archive_in_archive" if item.name.lower().endswith(ARCHIVE_SUFFIXES) else "other_file"
        return Drop(reason, item.name, detail=item.skipped)
    file = read_judgment_file(item.data)
    if file.raw is None or not file.raw["JID"]:
        problems = "; ".join(map(str, file.problems))
        reason = "unreadable_json" if any(problem.code in _UNREADABLE for problem in file.problems) else "not_a_judgment"
        return Drop(reason, item.name, id=file.raw["JID"] if file.raw else "", detail=problems)
    return SourceJudgment(item.name, hashlib.sha256(item.data).hexdigest(), parse_judgment(file.raw))


def select(source: SourceJudgment, profile: Profile) -> SourceJudgment | Drop:
    """The judgment if the profile takes it, else the first reason against it."""
    reason = next(_against(source.judgment, profile), None)
    if reason is None:
        return source
    return Drop(reason[0], source.file, id=source.judgment.jid, detail=reason[1])


def _against(judgment: Judgment, profile: Profile) -> Iterator[tuple[str, str]]:
    case = judgment.case
    if case.court_code[3:4] not in ("M", ""):
        yield "not_criminal", f"found system letter {case.court_code[3:4]!r} in {judgment.jid}, allowed M"
    if judgment.instance == 3:
        yield "third_instance", f"found court {case.court_code}, case word {case.word}"
    if judgment.instance == 2:
        yield "second_instance", f"found court {case.court_code}, case word {case.word}"
    if case.retrial:
        yield "retrial", f"found case word {case.word}"
    if judgment.form == "other":
        yield "ruling", "found a first line that names no judgment, or 裁定如下"
    if not _is_date(case.date):
        yield "bad_date", f"found {case.date!r}, allowed YYYYMMDD"
    elif profile.years and not profile.years[0] <= int(str(case.date)[:4]) <= profile.years[1]:
        yield "year_out_of_range", f"found {str(case.date)[:4]}, allowed {profile.years[0]} to {profile.years[1]}; --years A-B takes others"
    if not judgment.section("main_text").strip():
        yield "no_main_text", "found no heading 主文, or nothing below it"
    if judgment.merged and not profile.allow_merged:
        yield "facts_and_reasons_merged", "found one heading for facts and reasons, allowed one for each; --allow-merged takes both"
    if not judgment.section("facts").strip():
        yield "no_facts_section", "found no facts under a heading"
    if not judgment.section("reasons").strip():
        yield "no_reasons_section", "found no reasons under a heading"
    unread = _unread(judgment)
    if unread:
        yield "unreadable_main_text", unread
    if not judgment.applied.labels:
        yield "no_statutes", "found no citation in a concluding sentence, offence sentence or list"
    if judgment.applied.procedural_only:
        yield "procedural_only", "found " + ", ".join(str(statute.citation) for statute in judgment.applied.labels)


def _unread(judgment: Judgment) -> str:
    """What of the 主文 could not be read: a reference with holes is no reference."""
    problems = [str(problem) for problem in judgment.problems if problem.field == "main_text"]
    if problems:
        return "; ".join(problems)
    if not judgment.outcomes:
        return "found no verdict"
    empty = [o for o in judgment.outcomes if o.verdict == "guilty" and not o.counts and o.executed is None and not o.counts_from_table]
    return f"found a conviction without a penalty ({empty[0].name or 'no name'})" if empty else ""


def make_record(source: SourceJudgment, profile: Profile, *, source_id: str, canary: str) -> Record | Drop:
    """The record, with personal data masked, or a ``Drop`` where a section is too short or there is no cause."""
    judgment = source.judgment
    sections = {name: running_text(judgment.section(name)) for name in _SECTIONS}
    for name, minimum in zip(_SECTIONS, (profile.min_main_text, profile.min_facts, profile.min_reasons), strict=True):
        if len(sections[name]) < minimum:
            detail = f"found {len(sections[name])} characters, allowed at least {minimum}"
            return Drop(f"too_short_{name}", source.file, id=judgment.jid, detail=detail)
    cause = normalise_cause(judgment.title) or cause_of_header(judgment.text[: (judgment.main_text or (0, 0))[0]])
    if not cause:
        return Drop("no_cause", source.file, id=judgment.jid, detail=f"found JTITLE {judgment.title!r} and no 因…案件 in the header")
    persons = dict.fromkeys((*judgment.defendants, *(outcome.name for outcome in judgment.outcomes)))
    masked = mask_personal_data([sections[name] for name in _SECTIONS], source=judgment.text, defendants=persons)
    main_text, facts, reasons = masked.texts
    outcomes = [_outcome(outcome, masked.marks) for outcome in judgment.outcomes]
    case = judgment.case
    number = int(case.number) if case.number.isdecimal() else case.number  # what is no number fails validation, with its path
    return {
        "id": "tw-ljp-" + judgment.jid.replace(",", "-"),
        "case_id": f"{judgment.court}{case.year}年度{case.word}字第{number}號刑事{judgment.form}",
        "jid": judgment.jid,
        "court": judgment.court,
        "year": int(str(case.date)[:4]),
        "date": case.date,
        "case_word": case.word,
        "number": number,
        "form": judgment.form,
        "cause": cause,
        "charges": list(dict.fromkeys(c for o in outcomes if o["verdict"] in CONVICTIONS for c in o["charges"])),
        "facts": facts,
        "reasons": reasons,
        "main_text": main_text,
        "statutes": [_statute(statute) for statute in judgment.applied.statutes],
        "outcomes": outcomes,
        "n_defendants": max(1, len(judgment.defendants), *(outcome.defendant or 0 for outcome in judgment.outcomes)),
        "flags": {
            "facts_cite_statutes": bool(extract_statutes(facts)),
            "main_text_needs_table": judgment.needs_table,
            "facts_and_reasons_merged": judgment.merged,
        },
        "provenance": {"source": source_id, "sha256": source.sha256, "masked": dict(masked.counts), "canary": canary},
    }


def check_record(source: SourceJudgment, record: Record) -> Record | Drop:
    """The record if it keeps schema and rules, else a ``Drop`` with every fault."""
    faults = validate(record, "ljp")
    if not faults:
        return record
    return Drop("invalid_record", source.file, id=source.judgment.jid, detail="; ".join(map(str, faults)))


def _statute(statute: AppliedStatute) -> Record:
    citation = statute.citation
    return {
        "law": citation.law,
        "article": citation.article,
        "paragraph": citation.paragraph,
        "subparagraph": citation.subparagraph,
        "item": citation.item,
        "version": citation.version,
        "where": list(statute.where),
        "procedural": statute.procedural,
    }


def _outcome(outcome: Outcome, marks: Mapping[str, str]) -> Record:
    return {
        "defendant": outcome.defendant,
        "name": mask_names(outcome.name, marks)[0],
        "verdict": outcome.verdict,
        "other_kind": outcome.other_kind,
        "charges": [mask_names(charge, marks)[0] for charge in outcome.charges],
        "counts": [_penalty(count) for count in outcome.counts],
        "executed": None if outcome.executed is None else _penalty(outcome.executed),
        "probation_months": outcome.probation_months,
        "groups": [
            {
                "counts": list(group.counts),
                "executed": None if group.executed is None else _penalty(group.executed),
                "probation_months": group.probation_months,
            }
            for group in outcome.groups
        ],
        "counts_from_table": outcome.counts_from_table,
    }


def _penalty(penalty: Penalty) -> Record:
    fields = asdict(replace(penalty, reduced_to=None))
    pronounced = {name: fields[name] for name in _PENALTY_FIELDS}
    if penalty.reduced_to is None:
        return {**pronounced, "reduced_to": None}
    reduced = asdict(replace(penalty.reduced_to, reduced_to=None))
    return {**pronounced, "reduced_to": {name: reduced[name] for name in _PENALTY_FIELDS}}


def _is_date(value: str | None) -> bool:
    try:
        date.fromisoformat(value or "")
    except ValueError:
        return False
    return True
