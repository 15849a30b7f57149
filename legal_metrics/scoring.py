"""The scoring line: outputs and records in, a report out (prediction -> extract -> metric -> aggregate)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable, check_texts
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import BadReferenceError, LegalMetricsError
from legal_metrics.extract.outputs import READINGS
from legal_metrics.judgements import Judgements, check_judgements
from legal_metrics.predictions import Predictions, check_ids
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields
from legal_metrics.results import Reading, Report, SampleScore, SampleView, Score
from legal_metrics.stats.bootstrap import DEFAULT_SEED, check_options
from legal_metrics.tasks import TaskSpec, task
from legal_metrics.text.tokenisers import JIEBA, Tokeniser, check_tokeniser

Record = Mapping[str, Any]
MISSING = ("error", "unparsed")
_ABSENT = ReadAnswer("missing", why="no output for this id")


def score_task(
    task_id: str,
    predictions: Mapping[str, str] | Predictions,
    records: Iterable[Record],
    *,
    reading: str = "strict",
    reference: str | None = None,
    tokenizer: Tokeniser = JIEBA,
    seed: int = DEFAULT_SEED,
    missing: str = "error",
    by: Sequence[str] = (),
    train: Iterable[Record] = (),
    dataset: DatasetFacts | None = None,
    judgements: Judgements | None = None,
    strata: Mapping[str, Mapping[str, object]] | None = None,
) -> Report:
    """Score one model's outputs on one task.

    Args:
        task_id: a task of the table, for example ``"tw-legalbench/ljp"``.
        predictions: record id -> output; or what ``read_predictions`` gives, with one or more runs.
        records: the split's records, in any order; the report keeps it.
        reading: the headline reading of outputs, ``"strict"`` or ``"lenient"``; the other one always stands beside it.
        reference: which reference counts (ljp: ``"applied"`` or ``"whole_text"`` statutes); None is the task's first.
        tokenizer: of the token metrics.
        seed: of all bootstrap intervals, a whole number >= 0.
        missing: ``"error"``, or ``"unparsed"``: records without an output score 0 and are counted as ``missing``.
        by: record fields to break the scores down by, with dots for nested ones (``"flags.facts_cite_statutes"``).
        train: records of the train split, from which the baselines learn; without them only the baselines that need none are shown.
        dataset: which release the records are from.
        judgements: what judges said of the answers (``read_judgements``), for tasks that judges grade: an answer without a verdict is unscored.
        strata: breakdowns by values that stand in no record: name -> record id -> value, for example ``{"difficulty": {"q1": "under 10 %"}}``.

    Raises: UnknownTaskError; WrongTypeError for an argument of another type; PredictionsError listing unknown, missing or ill-typed predictions; BadReferenceError for a record that cannot be read;
    LegalMetricsError for an option outside its allowed values.

    >>> record = {"id": "r1", "main_text": "甲○○犯竊盜罪，處有期徒刑陸月。", "statutes": [{"law": "刑法", "article": "320", "paragraph": 1}]}
    >>> output = '{"statutes": ["刑法第320條第1項"], "reasoning": "略", "main_text": "甲○○犯竊盜罪，處有期徒刑壹年。"}'
    >>> report = score_task("tw-legalbench/ljp", {"r1": output}, [record])
    >>> [report.scores[name].value for name in ("verdict_accuracy", "imprisonment_within", "imprisonment_deviation", "statute_f1")]
    [1.0, 0.0, 6.0, 1.0]
    """
    check_iterable("records", records, "records")
    check_iterable("train", train, "records")
    check_texts("by", by)
    check_tokeniser(tokenizer)
    spec = task(task_id)
    reference = reference if reference is not None else (spec.references or ("",))[0]
    _allowed("reading", reading, READINGS)
    _allowed("reference", reference, spec.references or ("",))
    _allowed("missing", missing, MISSING)
    check_options(seed=seed)
    rows = _by_id(records)
    if not rows:
        raise LegalMetricsError("no records to score against")
    read_reference = spec.read_reference
    if spec.read_answer is None or read_reference is None:
        raise LegalMetricsError(f"task {spec.id!r} has no data of its own: {'legal_metrics.caai scores it' if spec.composite else 'call its metric functions'}")
    outputs = Predictions.of(predictions)
    check_ids(outputs, rows, missing=missing)
    if judgements is not None:
        check_judgements(judgements, outputs, rows)
        judgements = _by_rubrics(spec, judgements, rows, outputs)
    grouped = {field: _strata(rows, field) for field in by}
    grouped |= {name: _grouped({id: values.get(id) for id in rows}) for name, values in (strata or {}).items()}
    references = {id: read_reference(row, reference) for id, row in rows.items()}
    strata_of: dict[str, dict[str, str]] = {id: {} for id in rows}
    for field, values in grouped.items():
        for value, ids in values.items():
            for id in ids:
                strata_of[id][field] = value
    line = _Line(spec, references, _remembering(tokenizer), seed, strata_of)

    keys = [(run, id) for run in outputs.runs for id in rows]
    texts = {key: outputs.runs[key[0]].get(key[1]) for key in keys}
    questions = {id: spec.read_question(row) for id, row in rows.items()} if spec.read_question else {}
    answers = {name: _read(spec, texts, name, questions) for name in READINGS}
    if judgements is not None:
        answers = {name: _judged(spec, read, judgements) for name, read in answers.items()}
    headline = answers[reading]

    def part(ids: Iterable[str], subset: str | None = None) -> dict[str, Score]:
        wanted = frozenset(ids)
        return line.scores({key: answer for key, answer in headline.items() if key[1] in wanted}, subset=subset)

    subsets = dict.fromkeys(name for read in references.values() for name in read.subsets)
    learned, asked = list(_by_id(train).values()), list(rows.values())
    baselines = {name: baseline(learned, asked) for name, baseline in spec.baselines}
    runs = outputs.runs if len(outputs.runs) > 1 else ()
    return Report(
        task=spec.id,
        task_version=spec.version,
        library_version=_library_version(),
        primary=spec.primary,
        n=len(rows),
        reading=reading,
        readings={
            name: line.reading(name, answers[name], texts)
            for name in sorted(READINGS, key=lambda name: name != reading)
        },
        subsets={name: part((id for id, read in references.items() if name in read.subsets), name) for name in subsets},
        baselines={
            name: line.scores(_read(spec, {("", id): told[id] for id in rows}, reading, questions))
            for name, told in baselines.items()
            if told  # it needs train records and there are none
        },
        strata={field: {value: part(ids) for value, ids in values.items()} for field, values in grouped.items()},
        runs={run: line.scores({key: a for key, a in headline.items() if key[0] == run}) for run in runs},
        dataset=dataset or DatasetFacts(),
        options={
            "reference": reference,
            "tokenizer": tokenizer.signature,
            "seed": int(seed),
            "missing": missing,
            **({"judges": list(judgements.judges)} if judgements is not None else {}),
            **{key: list(values) for key, values in outputs.metadata.items()},
        },
        problems=tuple(problem for read in references.values() for problem in read.problems),
    )


_Key = tuple[str, str]
"""(run, record id)."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What all scores of one report share."""

    spec: TaskSpec
    references: Mapping[str, ReadReference]
    tokenizer: Tokeniser
    seed: int
    strata: Mapping[str, Mapping[str, str]]

    def scores(self, answers: Mapping[_Key, ReadAnswer], *, subset: str | None = None) -> dict[str, Score]:
        """Every score of the task over these answers, in the order of the table; records drawn whole where there are several runs."""
        keys = list(answers)
        clustered = len({run for run, _ in keys}) > 1
        scores: dict[str, Score] = {}
        for metric in self.spec.metrics:
            options = {name: self.tokenizer if name == "tokenizer" else value for name, value in metric.options}
            got = [answer.parts.get(metric.part) for answer in answers.values()]
            wanted = [self._reference(id, metric.part, subset) for _, id in keys]
            result = metric.function(got, wanted, **options)
            for score in metric.scores:
                scores[score.name] = self._named(
                    score.name,
                    result if isinstance(result, Score) else result[score.key or score.name],
                    keys,
                    clustered,
                )
        return scores

    def reading(self, name: str, answers: Mapping[_Key, ReadAnswer], texts: Mapping[_Key, str | None]) -> Reading:
        """All scores under one reading, with the counts and the per-sample views."""
        scores = self.scores(answers)
        views = tuple(
            SampleView(
                id=id,
                run=run or None,
                status=answer.status,
                why=answer.why,
                repairs=answer.repairs,
                answer=answer.view,
                reference=self.references[id].view,
                output=texts[run, id],
                values=MappingProxyType({key: _finite(score.samples[index].value) for key, score in scores.items()}),
                parts=MappingProxyType(_parts({key: score.samples[index] for key, score in scores.items()})),
                strata=MappingProxyType(self.strata[id]),
            )
            for index, ((run, id), answer) in enumerate(answers.items())
        )
        statuses = Counter(answer.status for answer in answers.values())
        repairs = Counter(repair for answer in answers.values() for repair in answer.repairs)
        return Reading(
            name, MappingProxyType(scores), MappingProxyType(dict(statuses)), MappingProxyType(dict(repairs)), views
        )

    def _reference(self, id: str, part: str, subset: str | None) -> Any:
        read = self.references[id]
        changed = read.subsets.get(subset, {}) if subset is not None else {}
        return changed[part] if part in changed else read.parts.get(part)

    def _named(self, name: str, score: Score, keys: Sequence[_Key], clustered: bool) -> Score:
        labels = zip(score.samples, keys, strict=True)
        samples = tuple(sample.labelled(id, id if clustered else None) for sample, (_, id) in labels)
        signature = score.signature.extended(task=f"{self.spec.id},v{self.spec.version}")
        return replace(score, name=name, samples=samples, signature=signature).seeded(self.seed)


def _read(
    spec: TaskSpec, texts: Mapping[_Key, str | None], reading: str, questions: Mapping[str, Hashable]
) -> dict[_Key, ReadAnswer]:
    """Read every output; equal ones (a baseline's) to equal questions once."""
    read_answer = spec.read_answer
    known: dict[tuple[str, Hashable], ReadAnswer] = {}
    answers: dict[_Key, ReadAnswer] = {}
    for key, text in texts.items():
        question = questions.get(key[1])
        if text is None or read_answer is None:
            answers[key] = _ABSENT
            continue
        if (text, question) not in known:
            known[text, question] = read_answer(text, reading, question) if questions else read_answer(text, reading)
        answers[key] = known[text, question]
    return answers


def _by_rubrics(spec: TaskSpec, judgements: Judgements, rows: Mapping[str, Record], outputs: Predictions) -> Judgements:
    """Raw replies of judges, read by the rubrics of the records."""
    read_rubric = spec.read_rubric
    if read_rubric is None:
        return judgements
    from legal_metrics.judging.raw_replies import read_raw_replies

    return read_raw_replies(judgements, lambda id: read_rubric(rows[id]), lambda run, id: outputs.runs[run].get(id, ""))


def _judged(spec: TaskSpec, answers: Mapping[_Key, ReadAnswer], judgements: Judgements) -> dict[_Key, ReadAnswer]:
    if spec.with_judgements is None:
        raise LegalMetricsError(f"judgements: task {spec.id!r} is not graded by judges")
    return {key: spec.with_judgements(answer, judgements.of.get(key, ())) for key, answer in answers.items()}


def _by_id(records: Iterable[Record]) -> dict[str, Record]:
    rows: dict[str, Record] = {}
    for number, record in enumerate(records, start=1):
        id = Fields.of(record, number).filled("id")
        if id in rows:
            raise BadReferenceError(id, "id", "stands twice among the records")
        rows[id] = record
    return rows


def _strata(rows: Mapping[str, Record], field: str) -> dict[str, list[str]]:
    """Value of the field as text -> ids, values in order."""
    values: dict[str, object] = {}
    for id, row in rows.items():
        value: Any = row
        for key in field.split("."):
            if not isinstance(value, Mapping) or key not in value:
                known = value if isinstance(value, Mapping) else row
                raise LegalMetricsError(
                    f"by: record {id!r} has no field {field!r}; its fields: {', '.join(map(str, known))}"
                )
            value = value[key]
        values[id] = value
    return _grouped(values)


def _grouped(values: Mapping[str, object]) -> dict[str, list[str]]:
    """Value as text -> ids, values in order; what has no value is a group of its own."""
    groups: dict[str, list[str]] = {}
    for id, value in values.items():
        text = (
            "、".join(map(str, value))
            if isinstance(value, (list, tuple))
            else "not stated"
            if value in (None, "")
            else str(value)
        )
        groups.setdefault(text, []).append(id)
    return dict(sorted(groups.items()))


def _remembering(tokenizer: Tokeniser) -> Tokeniser:
    """The same tokeniser, cutting each text once a report: references come back for every reading, baseline and stratum."""
    known: dict[str, list[str]] = {}

    def cut(text: str) -> list[str]:
        tokens = known.get(text)
        if tokens is None:
            tokens = known[text] = tokenizer.cut(text)
        return tokens

    return replace(tokenizer, cut=cut)


def _allowed(option: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise LegalMetricsError(f"{option}: found {value!r}, allowed {', '.join(allowed)}")


def _library_version() -> str:
    from legal_metrics import __version__

    return __version__


def _parts(samples: Mapping[str, SampleScore]) -> dict[str, tuple[float, float]]:
    """Numerator and denominator where the value alone does not tell them."""
    return {
        name: (sample.numerator, sample.denominator)
        for name, sample in samples.items()
        if sample.denominator != 1 and (sample.numerator or sample.denominator)
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
