"""Wrong outputs by kind, as a person would sort them: what could not be read, what was cited wrongly, which penalties were too high or too low."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.judgment_errors import Finding, judgment_findings
from legal_metrics.arguments import check_iterable
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError
from legal_metrics.extract.outputs import READINGS
from legal_metrics.judgements import Judgements, check_judgements
from legal_metrics.predictions import Predictions
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_SEED, Interval, ratio_interval
from legal_metrics.stats.proportions import wilson
from legal_metrics.tasks import task

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """``records``: the kinds of record (``TaskSpec.record``) in whose answers the error can occur; ``group``, ``en``, ``zh``: what tables call it."""

    name: str
    group: str
    en: str
    zh: str
    records: tuple[str, ...] = ("ljp",)


ALL = ("mcq", "oeq", "ljp")
READING, CITED, PEOPLE, PENALTY = "Outputs 輸出", "Cited statutes 引用法條", "Defendants and verdicts 被告與罪責", "Penalties 刑度"
KINDS: tuple[ErrorKind, ...] = (
    ErrorKind("missing", READING, "No output", "沒有輸出", ALL),
    ErrorKind("empty", READING, "Empty", "空白", ALL),
    ErrorKind("refusal", READING, "Refusal", "拒答", ALL),
    ErrorKind("truncated", READING, "Truncated", "截斷", ALL),
    ErrorKind("unreadable", READING, "Unreadable", "無法讀取", ALL),
    ErrorKind("several", READING, "Several options where one is asked for", "選了數個選項", ("mcq",)),
    ErrorKind("wrong_script", READING, "Wrong script (Simplified characters)", "用了簡體字", ("oeq", "ljp")),
    ErrorKind("unread_main_text", READING, "Main text without a verdict", "主文讀不出判決", ("ljp",)),
    ErrorKind("wrong_option", "Answers 答案", "Wrong option", "選錯", ("mcq",)),
    ErrorKind("partial_point", "Scoring points 評分要點", "Scoring point partly right", "部分正確", ("oeq",)),
    ErrorKind("wrong_point", "Scoring points 評分要點", "Scoring point wrong", "錯誤", ("oeq",)),
    ErrorKind("missing_point", "Scoring points 評分要點", "Scoring point missing", "缺漏", ("oeq",)),
    ErrorKind("nonexistent_statute", CITED, "Non-existent article", "法條不存在"),
    ErrorKind("wrong_law", CITED, "Wrong law", "法律錯誤"),
    ErrorKind("wrong_article", CITED, "Right law, wrong article", "條錯誤"),
    ErrorKind("wrong_paragraph", CITED, "Right article, wrong paragraph or below", "項、款、目錯誤"),
    ErrorKind("other_depth", CITED, "Right as far as it goes, deeper or shallower", "項款目過詳或過略"),
    ErrorKind("unread_statute", CITED, "Entry without a citation", "讀不出法條"),
    ErrorKind("missed_statute", CITED, "Applied statute not cited", "漏引法條"),
    ErrorKind("wrong_defendant", PEOPLE, "Wrong, missing or extra defendant", "被告錯誤"),
    ErrorKind("wrong_verdict", PEOPLE, "Wrong verdict", "判決結果錯誤"),
    ErrorKind("penalty_too_high", PENALTY, "Penalty too high", "刑度過重"),
    ErrorKind("penalty_too_low", PENALTY, "Penalty too low", "刑度過輕"),
    ErrorKind("missed_penalty", PENALTY, "Penalty missing", "漏未宣告之刑"),
    ErrorKind("extra_penalty", PENALTY, "Penalty that the court did not give", "多宣告之刑"),
    ErrorKind("missed_probation", PENALTY, "Probation missed", "漏未緩刑"),
    ErrorKind("extra_probation", PENALTY, "Probation that the court did not give", "誤予緩刑"),
    ErrorKind("probation_too_long", PENALTY, "Probation too long", "緩刑過長"),
    ErrorKind("probation_too_short", PENALTY, "Probation too short", "緩刑過短"),
)
"""All kinds, in the order of tables. What counts as too high or too low: ``judgment_errors``."""
_STATUS_KINDS = {"unparsed": "unreadable", **{name: name for name in ("missing", "empty", "refusal", "truncated", "several", "wrong_script")}}
_STATUS_WORDS = {
    "missing": "no output for this record",
    "empty": "nothing",
    "refusal": "declines to answer",
    "truncated": "ends before it is complete",
    "wrong_script": "Simplified characters",
}


@dataclass(frozen=True, slots=True)
class ItemErrors:
    """One output (None: there is none) and what is wrong with it; ``possible``: the kinds that could have occurred in it at all."""

    id: str
    run: str
    output: str | None
    possible: frozenset[str]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """``errors``: how often a kind occurs; ``outputs``: in how many outputs; ``possible``: in how many it could. ``share``: outputs / possible, in [0, 1]
    (NaN where it could occur in none), with its interval: Wilson's, or with several runs the bootstrap's over items drawn whole.
    """

    errors: int
    outputs: int
    possible: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class ModelErrors:
    """One model's outputs, every record in every run. ``unknown``: ids with an output that are no record's; they are left out."""

    name: str
    items: tuple[ItemErrors, ...]
    runs: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    def count(self, kind: str, *, confidence: float = DEFAULT_CONFIDENCE, seed: int = DEFAULT_SEED) -> ErrorCount:
        """How often a kind of ``KINDS`` occurs."""
        able = [item for item in self.items if kind in item.possible]
        return self._counted(able, [sum(finding.kind == kind for finding in item.findings) for item in able], confidence, seed)

    def faultless(self, *, confidence: float = DEFAULT_CONFIDENCE, seed: int = DEFAULT_SEED) -> ErrorCount:
        """How many of all outputs have nothing wrong (``errors`` is their number too)."""
        return self._counted(self.items, [int(not item.findings) for item in self.items], confidence, seed)

    def _counted(self, able: Sequence[ItemErrors], hits: Sequence[int], confidence: float, seed: int) -> ErrorCount:
        outputs = sum(hit > 0 for hit in hits)
        if len(self.runs) < 2:
            interval = wilson(outputs, len(able), confidence)
        else:
            ids = [item.id for item in able]
            interval = ratio_interval([float(hit > 0) for hit in hits], [1.0] * len(hits), clusters=ids, seed=seed, confidence=confidence)
        return ErrorCount(sum(hits), outputs, len(able), outputs / len(able) if able else math.nan, interval)

    def examples(self, kind: str, most: int) -> list[tuple[ItemErrors, Finding]]:
        """At most so many mistakes of a kind, each of another record, in the order of the records."""
        found: dict[str, tuple[ItemErrors, Finding]] = {}
        for item in self.items:
            for finding in item.findings:
                if finding.kind == kind:
                    found.setdefault(item.id, (item, finding))
        return list(found.values())[:most]


@dataclass(frozen=True, slots=True)
class ErrorAnalysis:
    """The errors of one or more models on one task's records, under one reading; ``kinds``: those that answers to such records can have; ``dataset``: which
    release the records are from, where that was said.
    """

    task: str
    reading: str
    reference: str
    n_records: int
    kinds: tuple[ErrorKind, ...]
    models: Mapping[str, ModelErrors]
    dataset: DatasetFacts | None = None

    def to_dict(self, *, examples: int = 3) -> dict[str, Any]:
        """Plain JSON-ready mapping with at most so many examples of each kind and model; NaN becomes None."""
        return {
            "task": self.task,
            "reading": self.reading,
            "reference": self.reference,
            "n_records": self.n_records,
            "dataset": self.dataset and self.dataset.to_dict(),
            "kinds": [{"name": kind.name, "group": kind.group, "title": kind.en, "title_zh": kind.zh} for kind in self.kinds],
            "models": [_model_to_dict(model, self.kinds, examples) for model in self.models.values()],
        }


def find_errors(
    task_id: str,
    predictions: Mapping[str, Mapping[str, str] | Predictions],
    records: Iterable[Record],
    *,
    reading: str = "strict",
    reference: str | None = None,
    judgements: Mapping[str, Judgements] | None = None,
    dataset: DatasetFacts | None = None,
) -> ErrorAnalysis:
    """Sort everything that is wrong with models' outputs by kind.

    Args:
        task_id: a task with records, for example ``"tw-legalbench/ljp"``.
        predictions: model name -> record id -> output, or what ``read_predictions`` gives.
        records: the split's records. A record without an output is an error of its kind (``missing``).
        reading, reference: as in ``score_task``.
        judgements: model name -> what judges said of its essays; every wrong scoring point of every judge is an error.
        dataset: which release the records are from.

    Raises: UnknownTaskError; WrongTypeError; PredictionsError; JudgementsError; BadReferenceError; LegalMetricsError for
    options outside their range and judgements of no model.

    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}, {"id": "q2", "options": ["無效", "有效"], "answer": "A"}]
    >>> model = find_errors("tw-legalbench/mcq", {"m": {"q1": '{"answer": "B"}', "q2": "抱歉，我無法回答。"}}, rows).models["m"]
    >>> [(kind, model.count(kind).errors, model.count(kind).possible) for kind in ("refusal", "wrong_option")]
    [('refusal', 1, 2), ('wrong_option', 1, 1)]
    """
    spec = task(task_id)
    if spec.read_answer is None or spec.read_reference is None or spec.record not in _FINDERS:
        raise LegalMetricsError(f"task {spec.id!r} has no data of its own, or no kinds of errors are known for it")
    reference = reference if reference is not None else (spec.references or ("",))[0]
    for option, value, allowed in (("reading", reading, READINGS), ("reference", reference, spec.references or ("",))):
        if value not in allowed:
            raise LegalMetricsError(f"{option}: found {value!r}, allowed {', '.join(allowed)}")
    if not isinstance(predictions, Mapping):
        raise WrongTypeError("predictions", predictions, "a mapping of model names to outputs")
    if strangers := [name for name in judgements or {} if name not in predictions]:
        raise LegalMetricsError(f"judgements: found {', '.join(strangers)}, allowed {', '.join(predictions)}")
    check_iterable("records", records, "records")
    rows: dict[str, Record] = {}
    for number, record in enumerate(records, start=1):
        id = Fields.of(record, number).filled("id")
        if id in rows:
            raise BadReferenceError(id, "id", "stands twice among the records")
        rows[id] = record
    references = {id: spec.read_reference(row, reference) for id, row in rows.items()}
    kinds = tuple(kind for kind in KINDS if spec.record in kind.records)
    always = frozenset(kind.name for kind in kinds if kind.name in _STATUS_KINDS.values())
    find = _FINDERS[spec.record]
    questions = {id: (spec.read_question(row),) if spec.read_question else () for id, row in rows.items()}
    models = {}
    for name, given in predictions.items():
        told = Predictions.of(given)
        said = (judgements or {}).get(name)
        if said is not None:
            check_judgements(said, told, rows)
        items = []
        for run, outputs in told.runs.items():
            for id, read in references.items():
                output = outputs.get(id)
                answer = ReadAnswer("missing") if output is None else spec.read_answer(output, reading, *questions[id])
                if said is not None and spec.with_judgements is not None:
                    answer = spec.with_judgements(answer, said.of.get((run, id), ()))
                findings, possible = find(answer, read) if answer.parts else ([], set())
                if answer.status in _STATUS_KINDS:
                    findings = [Finding(_STATUS_KINDS[answer.status], _STATUS_WORDS.get(answer.status, answer.why), ""), *findings]
                items.append(ItemErrors(id, run, output, always | possible, tuple(findings)))
        unknown = dict.fromkeys(id for outputs in told.runs.values() for id in outputs if id not in rows)
        models[name] = ModelErrors(name, tuple(items), tuple(told.runs), tuple(unknown))
    return ErrorAnalysis(spec.id, reading, reference, len(rows), kinds, MappingProxyType(models), dataset)


def _choice_findings(answer: ReadAnswer, reference: ReadReference) -> tuple[list[Finding], set[str]]:
    chosen, right = answer.parts["choice"], reference.parts["choice"]
    if chosen == right:
        return [], {"wrong_option"}
    return [Finding("wrong_option", "".join(sorted(chosen)), "".join(sorted(right)))], {"wrong_option"}


def _essay_findings(answer: ReadAnswer, reference: ReadReference) -> tuple[list[Finding], set[str]]:
    """Every scoring point that a judge did not call right. A verdict that cannot be used says nothing."""
    points = {point["number"]: point["content"] or "" for point in reference.view["scoring_points"]}
    findings = []
    possible: set[str] = set()
    for verdict in answer.parts["essay"].verdicts:
        if verdict.problem:
            continue
        possible |= {"partial_point", "wrong_point", "missing_point"}
        findings += [
            Finding(f"{grade.label}_point", f"{verdict.judge}: point {grade.number} {grade.label}", points[grade.number])
            for grade in verdict.grades
            if grade.label in ("partial", "wrong", "missing") and grade.number in points
        ]
    return findings, possible


_FINDERS = {"mcq": _choice_findings, "oeq": _essay_findings, "ljp": judgment_findings}


def _model_to_dict(model: ModelErrors, kinds: Sequence[ErrorKind], examples: int) -> dict[str, Any]:
    counts = {}
    for kind in kinds:
        count = model.count(kind.name)
        counts[kind.name] = {
            "errors": count.errors,
            "outputs": count.outputs,
            "possible": count.possible,
            "share": _finite(count.share),
            "low": _finite(count.interval.low),
            "high": _finite(count.interval.high),
            "examples": [
                {"id": item.id, "run": item.run or None, "found": finding.found, "expected": finding.expected, "output": item.output}
                for item, finding in model.examples(kind.name, examples)
            ],
        }
    return {
        "name": model.name,
        "n_outputs": len(model.items),
        "n_faultless": model.faultless().outputs,
        "runs": len(model.runs),
        "unknown_ids": list(model.unknown),
        "errors": counts,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
