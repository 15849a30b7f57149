"""Multiple-choice questions with the laws that they are about, and one model's answer sheet: which letters it chose, where it was right."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias, TypeGuard

from legal_metrics.arguments import check_iterable, is_whole
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import BadReferenceError, LegalMetricsError, shown
from legal_metrics.extract.outputs import READINGS
from legal_metrics.metrics.choices import choice_accuracy
from legal_metrics.predictions import Predictions
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields
from legal_metrics.reported import ReportFormatError, read_report
from legal_metrics.results import Report
from legal_metrics.tasks import task

Record = Mapping[str, Any]
Outputs: TypeAlias = "Mapping[str, str] | Predictions | Report | Mapping[str, Any]"
"""A model's outputs by record id, what ``read_predictions`` gives, or a report of ``score_task`` (as value or as its JSON object)."""
Letters: TypeAlias = "tuple[str | None, ...]"
"""The letters chosen in each run (``"B"``, ``"AB"``); None: the output could not be read."""
MISSING = ("apart", "unparsed")
PART = "choice"
ONE_RUN = ("",)
"""The runs of a model whose outputs name none."""
NOT_LABELLED = "not labelled"
_JOINT = "、"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with what tables group it by.

    ``category``: group of the law, ``"not labelled"`` where nobody has said; ``laws``: every law and treaty that it is about, in the order of the label; ``text``: the stem,
    after the passage that it shares with other questions; ``answer``: the right letters, sorted.
    """

    id: str
    year: int | None
    category: str
    laws: tuple[str, ...]
    text: str
    options: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    """One model's answers. ``answers``: question id -> letters of each run; ``values``: question id -> share of the runs that were right, in [0, 1].

    Both hold the questions that have an output in every run. ``missing``: those that have not, in order (with ``missing="unparsed"`` they stand in
    ``answers`` as unread too); ``extra``: ids with an output that are no question here; ``repeated``: questions with two outputs in one run of a report,
    which are left out; ``n_outputs``: outputs to questions, ``n_unread``: those among them that could not be read.
    """

    name: str
    answers: Mapping[str, Letters]
    values: Mapping[str, float]
    runs: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    repeated: tuple[str, ...]
    n_outputs: int
    n_unread: int


@dataclass(frozen=True, slots=True)
class ChoiceTask:
    """What is needed of a task in which letters are chosen: its id, its readers, and the score that says whether an answer is right."""

    id: str
    read_answer: Callable[..., ReadAnswer]
    read_reference: Callable[[Record, str], ReadReference]
    score: str


def choice_task(task_id: str) -> ChoiceTask:
    """The task, if letters are chosen in it. Raises: UnknownTaskError; LegalMetricsError for a task of another kind.

    >>> choice_task("tw-legalbench/ljp")
    Traceback (most recent call last):
    legal_metrics.errors.LegalMetricsError: task: found 'tw-legalbench/ljp', allowed a multiple-choice task
    """
    spec = task(task_id)
    scores = [score.name for metric in spec.metrics if metric.part == PART and metric.function is choice_accuracy for score in metric.scores]
    if spec.read_answer is None or spec.read_reference is None or not scores:
        raise LegalMetricsError(f"task: found {task_id!r}, allowed a multiple-choice task")
    return ChoiceTask(spec.id, spec.read_answer, spec.read_reference, scores[0])


def read_questions(task_id: str, records: Iterable[Record], *, years: Iterable[int] | None = None) -> dict[str, Question]:
    """The questions of a multiple-choice task by id, in the order of the records; ``years``: of these only.

    Raises: as ``choice_task``; BadReferenceError for a record that cannot be read or an id that stands twice; LegalMetricsError for a year that is no whole
    number, and where no question is left.

    >>> rows = [{"id": "q1", "year": 2024, "options": ["無效", "有效"], "answer": "A", "law_category": "Civil", "related_internal_law": "民法、公司法"}]
    >>> read_questions("tw-legalbench/mcq", rows)["q1"].laws
    ('民法', '公司法')
    """
    spec = choice_task(task_id)
    check_iterable("records", records, "records")
    wanted = None if years is None else _years(years)
    questions: dict[str, Question] = {}
    for number, record in enumerate(records, start=1):
        question = _question(spec, record, number)
        if question.id in questions:
            raise BadReferenceError(question.id, "id", "stands twice among the records")
        questions[question.id] = question
    kept = {id: question for id, question in questions.items() if wanted is None or question.year in wanted}
    if not kept:
        of_years = "" if wanted is None else f" of {', '.join(map(str, sorted(wanted)))}"
        raise LegalMetricsError(f"records: found no question{of_years} among {len(questions)}, allowed one or more")
    return kept


def read_sheet(
    task_id: str,
    name: str,
    outputs: Outputs,
    questions: Mapping[str, Question],
    *,
    reading: str = "strict",
    missing: str = "apart",
    dataset: DatasetFacts | None = None,
    others: Iterable[str] = (),
) -> AnswerSheet:
    """Read one model's outputs to the questions.

    Args:
        reading: ``"strict"`` or ``"lenient"``; a report is taken under this reading.
        missing: ``"apart"``: a question without an output (in any run) is not on the sheet; ``"unparsed"``: it is, as unread, and wrong.
        dataset: which release the questions are from; a report on other rows is refused.
        others: ids of questions that are left out on purpose (of other years): outputs to them are not ``extra``.

    Raises: as ``choice_task``; WrongTypeError; PredictionsError; ReportFormatError; LegalMetricsError for a report on another task or other rows, and for an
    option outside its allowed values.

    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}, {"id": "q2", "options": ["無效", "有效"], "answer": "A"}]
    >>> sheet = read_sheet("tw-legalbench/mcq", "m", {"q1": '{"answer": "B"}'}, read_questions("tw-legalbench/mcq", rows))
    >>> dict(sheet.answers), dict(sheet.values), sheet.missing
    ({'q1': ('B',)}, {'q1': 0.0}, ('q2',))
    """
    spec = choice_task(task_id)
    for option, value, allowed in (("reading", reading, READINGS), ("missing", missing, MISSING)):
        if value not in allowed:
            raise LegalMetricsError(f"{option}: found {value!r}, allowed {', '.join(allowed)}")
    if isinstance(outputs, Report):
        outputs = outputs.to_dict()
    read = _reported(spec, name, outputs, reading, dataset) if _is_report(outputs) else _read(spec, Predictions.of(outputs), questions, reading)
    left_out = {*questions, *others}
    answers: dict[str, Letters] = {}
    values: dict[str, float] = {}
    absent = []
    n_outputs = n_unread = 0
    for id, question in questions.items():
        if id in read.repeated:
            continue
        given = read.letters.get(id, {})
        n_outputs += len(given)
        n_unread += sum(letters is None for letters in given.values())
        if len(given) < len(read.runs):
            absent.append(id)
            if missing == "apart":
                continue
        letters = tuple(given.get(run) for run in read.runs)
        answers[id], values[id] = letters, letters.count(question.answer) / len(letters)
        if not math.isclose(told := read.values.get(id, values[id]), values[id], abs_tol=1e-9):
            raise LegalMetricsError(f"{name}: found the value {told:g} for question {id!r}, allowed {values[id]:g}: the report was scored with another key")
    return AnswerSheet(
        name=name,
        answers=MappingProxyType(answers),
        values=MappingProxyType(values),
        runs=read.runs,
        missing=tuple(absent),
        extra=tuple(id for id in read.letters if id not in left_out),
        repeated=tuple(id for id in questions if id in read.repeated),
        n_outputs=n_outputs,
        n_unread=n_unread,
    )


@dataclass(frozen=True, slots=True)
class _Given:
    """What one model gave. ``letters``: record id -> run -> letters; ``repeated``, ``values``: what a report says of its items."""

    runs: tuple[str, ...]
    letters: Mapping[str, Mapping[str, str | None]]
    repeated: frozenset[str] = frozenset()
    values: Mapping[str, float] = field(default_factory=dict)


def _question(spec: ChoiceTask, record: Record, number: int) -> Question:
    fields = Fields.of(record, number)
    id = fields.filled("id")
    reference = spec.read_reference(record, "")
    group = fields.child("group")
    passage = group.text("passage") if group else None
    laws = tuple(
        law.strip() for name in ("related_internal_law", "related_international_law") for law in (fields.text(name) or "").split(_JOINT) if law.strip()
    )
    return Question(
        id=id,
        year=fields.whole("year"),
        category=fields.text("law_category") or NOT_LABELLED,
        laws=tuple(dict.fromkeys(laws)),
        text="\n".join(filter(None, (passage, fields.text("question")))),
        options=fields.texts("options"),
        answer="".join(sorted(reference.parts[PART])),
    )


def _years(years: Iterable[int]) -> frozenset[int]:
    check_iterable("years", years, "whole numbers")
    wanted = []
    for year in years:
        if not is_whole(year, 0):
            raise LegalMetricsError(f"years: found {shown(year)}, allowed whole numbers >= 0")
        wanted.append(int(year))
    return frozenset(wanted)


def _read(spec: ChoiceTask, outputs: Predictions, questions: Mapping[str, Question], reading: str) -> _Given:
    """Read every output to a question; equal ones to equal options once. Of an output to no question only the id is kept."""
    known: dict[tuple[str, tuple[str, ...]], str | None] = {}
    found: dict[str, dict[str, str | None]] = {}
    for run, texts in outputs.runs.items():
        for id, text in texts.items():
            if id not in questions:
                found.setdefault(id, {})
                continue
            key = text, questions[id].options
            if key not in known:
                letters = spec.read_answer(text, reading, key[1]).parts.get(PART)
                known[key] = "".join(sorted(letters)) if letters else None
            found.setdefault(id, {})[run] = known[key]
    return _Given(tuple(outputs.runs) or ONE_RUN, found)


def _is_report(outputs: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether this is a report's JSON object: the outputs of a plain mapping are strings."""
    return isinstance(outputs, Mapping) and isinstance(outputs.get("readings"), Mapping)


def _reported(spec: ChoiceTask, name: str, report: Mapping[str, Any], reading: str, dataset: DatasetFacts | None) -> _Given:
    """The letters that a report read; ``read_report`` has held everything but the answers to its type."""
    model = read_report(report, name=name, reading=reading, empty=True)
    if model.facts["task"] != spec.id:
        raise LegalMetricsError(f"{name}: found a report on {model.facts['task']}, allowed one on {spec.id}")
    digests = model.facts["rows_sha256"], dataset.rows_sha256 if dataset else None
    if all(digests) and digests[0] != digests[1]:
        raise LegalMetricsError(f"{name}: found a report on the rows {digests[0][:8]}, allowed the rows of the references, {str(digests[1])[:8]}")
    found: dict[str, dict[str, str | None]] = {}
    absent = set()
    for place, sample in enumerate(report["readings"][reading]["samples"]):
        given = found.setdefault(sample["id"], {})
        if sample["status"] == "missing":
            absent.add(sample["id"])
            continue
        view = sample.get("answer")
        letters = view.get("answer") if isinstance(view, Mapping) else view
        if letters is not None and not (isinstance(letters, str) and letters.isalnum()):
            raise ReportFormatError(name, f"readings.{reading}.samples[{place}].answer.answer", shown(letters), "letters or nothing")
        given[sample.get("run") or ""] = "".join(sorted(letters)) if letters else None
    scored = model.scores[spec.score].parts if spec.score in model.scores else {}
    values = {id: top for id, (top, _) in scored.items() if id not in absent}
    return _Given(model.runs or ONE_RUN, found, frozenset(model.repeated), values)


def grouped(questions: Iterable[Question], parts_of: Callable[[Question], Iterable[str]]) -> dict[str, list[Question]]:
    """Part -> its questions, parts by name, unlabelled questions last.

    >>> grouped([Question("q1", 2024, "Civil", ("民法", "公司法"), "", (), "A")], lambda question: question.laws).keys()
    dict_keys(['公司法', '民法'])
    """
    parts: dict[str, list[Question]] = {}
    for question in questions:
        for part in parts_of(question):
            parts.setdefault(part, []).append(question)
    return {part: parts[part] for part in sorted(parts, key=lambda part: (part == NOT_LABELLED, part))}
