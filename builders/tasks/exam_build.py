"""``mcq``, ``mcq_zh_cn``, ``mcq_en`` and ``oeq`` from a source of exam files: read in shards, joined as a whole, written one question at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from builders.annotate.labels import Label, read_labels
from builders.annotations import Annotations
from builders.errors import BuildError
from builders.parse.exam import ExamProblem, Question
from builders.pipeline import Drop, Log, Step, flow
from builders.profiles import ExamProfile
from builders.quality.validation import validate
from builders.release.canonical import canonical_line
from builders.release.manifest import source_digest, source_facts
from builders.release.release import BuiltConfig
from builders.tasks import mcq, oeq
from builders.tasks.exam_facts import PaperFacts
from builders.tasks.exam_papers import (
    Candidate,
    JoinedSource,
    Origin,
    facts_of,
    join_source,
    select_essay_papers,
    select_mcq_papers,
)
from builders.tasks.exam_rubrics import Rubrics, match_rubrics
from builders.tasks.exam_source import read_exam_source
from builders.tasks.stored_records import StoredRecords
from builders.text_files import read_lines
from builders.translate.accepted import Translation, read_accepted
from builders.translate.accepted import source_digest as translated_digest
from builders.translate.checks import check_translation
from legal_metrics.tasks import task

LANGUAGES: Mapping[str, str] = {"mcq_zh_cn": "zh_cn", "mcq_en": "en"}
"""Translated configs and their languages."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A written record: where it lies, and what the manifest counts."""

    id: str
    part: Path
    start: int
    length: int
    counted: tuple[tuple[str, Any], ...]


class ExamBuilds:
    """The exam configs of one release. The source is read once, by whichever config is built first; its papers lie in that config's scratch folder.

    ``labels``, ``translations``: files of law labels and of accepted translations; of two that speak of one question, the first counts.
    """

    def __init__(
        self,
        *,
        source: Path,
        source_id: str,
        kind: str,
        version: str,
        profile: ExamProfile,
        canary: str,
        jobs: int,
        annotations: Annotations,
        labels: Sequence[Path] = (),
        translations: Sequence[Path] = (),
    ) -> None:
        self._source, self._jobs, self._profile = source, jobs, profile
        self._origin = Origin(source_id, canary)
        self._said = {"kind": kind, "version": version}
        self._labels, self._translations, self._annotations = labels, translations, annotations
        self._joined: JoinedSource | None = None
        self._mcq: tuple[list[Stored], Log] | None = None

    def build(self, config: str, scratch: Path) -> BuiltConfig:
        """One config, as ``write_release`` calls it."""
        if config == "mcq":
            return self._built(config, "mcq", *self._questions(scratch))
        if config == "oeq":
            return self._built(config, "oeq", *self._essays(scratch))
        if config in LANGUAGES:
            return self._built(config, "mcq", *self._translated(config, scratch))
        raise BuildError(f"config {config!r}: allowed mcq, {', '.join(LANGUAGES)}, oeq")

    def _built(self, config: str, record: str, stored: Sequence[Stored], log: Log) -> BuiltConfig:
        joined = self._joined
        files = joined.source.files if joined else []
        counts: dict[str, Counter[str]] = {}
        for one in stored:
            for name, value in one.counted:
                counts.setdefault(name, Counter())[str(value)] += 1
        facts = {
            **self._said,
            "task_version": task(f"tw-legalbench/{config}").version,
            "profile": self._profile.to_dict(),
            "sources": [source_facts(source_digest(self._origin.source, [(file.sha256, file.bytes) for file in files]))],
            "steps": [count.to_dict() for count in log.counts.values()],
            "counts": {name: dict(sorted(values.items())) for name, values in sorted(counts.items())},
        }
        errata = {} if config in LANGUAGES else self._annotations.errata
        corrected = {one.id: len(errata[one.id]) for one in stored if one.id in errata}
        return BuiltConfig(record=record, facts=facts, splits={"test": StoredRecords(stored)}, log=log, corrected=corrected)

    def _read(self, scratch: Path) -> JoinedSource:
        if self._joined is None:
            self._joined = join_source(read_exam_source(self._source, scratch, jobs=self._jobs))
        return self._joined

    def _questions(self, scratch: Path) -> tuple[list[Stored], Log]:
        """The ``mcq`` records, made once: the translated configs build on them."""
        if self._mcq is None:
            joined = self._read(scratch)
            log = Log()
            log.add(joined.log)
            papers = select_mcq_papers(joined, self._profile, log)
            labels = _labels(self._labels)
            items = (item for paper in papers for item in _questions_of(paper, facts_of(paper, joined, self._origin)))
            steps = [
                Step("questions", partial(_mcq_record, profile=self._profile, labels=labels)),
                Step("annotate", partial(_annotated, annotations=self._annotations)),
                Step("validate", partial(_checked, kind="mcq")),
            ]
            self._mcq = _store(items, steps, log, scratch / "records.jsonl"), log
        return self._mcq

    def _essays(self, scratch: Path) -> tuple[list[Stored], Log]:
        joined = self._read(scratch)
        log = Log()
        log.add(joined.log)
        papers = select_essay_papers(joined, self._profile, log)
        rubrics = match_rubrics(joined.source.rubrics, papers, log)
        items = (item for paper in papers for item in _essays_of(paper, facts_of(paper, joined, self._origin), rubrics))
        steps = [
            Step("questions", partial(_oeq_record, profile=self._profile)),
            Step("ids", _First()),
            Step("annotate", partial(_annotated, annotations=self._annotations)),
            Step("validate", partial(_checked, kind="oeq")),
        ]
        return _store(items, steps, log, scratch / "essays.jsonl"), log

    def _translated(self, config: str, scratch: Path) -> tuple[list[Stored], Log]:
        stored, earlier = self._questions(scratch)
        log = Log()
        log.add(earlier)
        language = LANGUAGES[config]
        accepted = self._accepted(language)
        known = {one.id for one in stored}
        origins = {id.partition("-")[0] for id in known}  # those of invented papers say nothing of official ones
        for id in sorted(id for id in accepted.keys() - known if id.partition("-")[0] in origins):
            log.count("translation").read += 1
            log.drop("translation", Drop("translation_without_question", f"{language} translation", id=id, detail=f"translated by {accepted[id].by}"))
        steps = [Step("translation", partial(translated, language=language, accepted=accepted)), Step("validate_translation", partial(_checked, kind="mcq"))]
        return _store(StoredRecords(stored), steps, log, scratch / f"{config}.jsonl"), log

    def _accepted(self, language: str) -> Mapping[str, Translation]:
        found: dict[str, Translation] = {}
        for file in self._translations:
            read = read_accepted(read_lines(file), str(file))
            found = {**{id: one for id, one in read.items() if one.language == language}, **found}
        return found


def translated(record: mcq.Record, *, language: str, accepted: Mapping[str, Translation]) -> mcq.Record | Drop:
    """The record in another language, from its accepted translation.

    >>> translated({"id": "q", "provenance": {"file": "a.pdf"}}, language="en", accepted={}).reason
    'no_translation'
    """
    file = record["provenance"]["file"]
    found = accepted.get(record["id"])
    if found is None:
        return Drop("no_translation", file, id=record["id"])
    if found.source_sha256 != translated_digest(record) or (found.passage is None) != (record["group"] is None):
        return Drop("stale_translation", file, id=record["id"], detail=f"translated by {found.by}")
    checked = check_translation(record, found.question, found.options, found.passage, language)
    if not checked.accepted:
        reasons = "; ".join(f"{finding.field}: {finding.code}: {finding.found}" for finding in checked.findings if finding.rejects)
        return Drop("bad_translation", file, id=record["id"], detail=f"translated by {found.by}: {reasons}")
    return {
        **record,
        "question": found.question,
        "options": list(found.options),
        "group": None if record["group"] is None else {**record["group"], "passage": found.passage},
        "language": language,
        "translation": {"by": found.by, "paraphrased": list(found.paraphrased)},
    }


@dataclass(frozen=True, slots=True)
class _Item:
    """One question with what its record needs."""

    paper: Candidate
    facts: PaperFacts
    whole: Any
    question: Any
    uncertain: Mapping[int, Any]
    rubric: oeq.Rubric | None = None


def _questions_of(paper: Candidate, facts: PaperFacts) -> Iterator[_Item]:
    whole = paper.stored.whole()
    uncertain = mcq.uncertain_numbers(_problems(paper, whole.problems))
    for question in whole.questions:
        yield _Item(paper, facts, whole, question, uncertain)


def _problems(paper: Candidate, own: Sequence[ExamProblem]) -> Iterator[ExamProblem]:
    """Problems of the paper, of the join, and of the key in force; a key that stands below a correction no longer matters."""
    yield from own
    if paper.joined is not None:
        yield from paper.joined.problems
        in_force = paper.joined.correction or paper.joined.key
        if in_force is not None:
            yield from in_force.key.problems


def _essays_of(paper: Candidate, facts: PaperFacts, rubrics: Rubrics) -> Iterator[_Item]:
    whole = paper.stored.whole()
    uncertain = oeq.uncertain_essays(whole.problems)
    for essay in whole.essays:
        yield _Item(paper, facts, whole, essay, uncertain, rubrics.get((paper.file, essay.number)))


def _mcq_record(item: _Item, *, profile: ExamProfile, labels: Mapping[str, Label]) -> mcq.Record | Drop:
    joined = item.paper.joined
    key = joined.key.key if joined and joined.key else None
    correction = joined.correction.key if joined and joined.correction else None
    question: Question = item.question
    record = mcq.make_record(
        item.whole, question, key=key, correction=correction, facts=item.facts, uncertain=item.uncertain, profile=profile, label=None
    )
    if isinstance(record, Drop) or record["id"] not in labels:
        return record
    return {**record, **mcq.label_fields(labels[record["id"]])}


def _oeq_record(item: _Item, *, profile: ExamProfile) -> oeq.Record | Drop:
    official = item.paper.official
    return oeq.make_record(
        item.whole,
        item.question,
        rubric=item.rubric,
        facts=item.facts,
        uncertain=item.uncertain,
        profile=profile,
        exam_name=official.exam_name if official else "",
    )


def _annotated(record: mcq.Record, *, annotations: Annotations) -> mcq.Record | Drop:
    return annotations.annotate(record, file=record["provenance"]["file"])


def _checked(record: mcq.Record, *, kind: str) -> mcq.Record | Drop:
    faults = validate(record, kind)
    file = record["provenance"]["file"]
    return Drop("invalid_record", file, id=record["id"], detail="; ".join(map(str, faults))) if faults else record


class _First:
    """A step that keeps the first record of each id."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}

    def __call__(self, record: oeq.Record) -> oeq.Record | Drop:
        id, file = record["id"], record["provenance"]["file"]
        if id in self._files:
            return Drop("repeated_id", file, id=id, detail=f"{self._files[id]} has it already")
        self._files[id] = file
        return record


def _store(items: Any, steps: Sequence[Step], log: Log, path: Path) -> list[Stored]:
    """Write the records that are left, and say where, in the order of their ids."""
    stored = []
    with path.open("wb") as out:
        for record in flow(items, steps, log):
            line = canonical_line(record)
            stored.append(Stored(record["id"], path, out.tell(), len(line), tuple(_counted(record))))
            out.write(line)
    return sorted(stored, key=lambda one: one.id)


def _counted(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the manifest counts of a record."""
    yield "year", record["year"]
    yield "official_address", "known" if record["provenance"]["url"] else "unknown"
    yield "exam_code", "known" if record["provenance"]["exam_code"] else "unknown"
    for name in ("exam_category", "subject_code"):
        if name in record:
            yield name, record[name]
    if "law_category" in record:
        yield "law_category", record["law_category"] or "unlabelled"
    if record.get("translation"):
        yield "translated_by", record["translation"]["by"]
    for flag, value in record["flags"].items():
        if value:
            yield "flags", flag


def _labels(files: Sequence[Path]) -> Mapping[str, Label]:
    found: dict[str, Label] = {}
    for file in files:
        found = {**read_labels(read_lines(file), str(file)), **found}
    return found
