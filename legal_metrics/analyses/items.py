"""The same multiple-choice questions over several models: how hard each is, what the models chose, and how well it tells good models from poor ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.answer_sheets import (
    AnswerSheet,
    Letters,
    Outputs,
    Question,
    Record,
    read_questions,
    read_sheet,
)
from legal_metrics.arguments import check_iterable
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.metrics.choices import difficulty_band, item_difficulty, item_discrimination
from legal_metrics.results import SampleScore, Score, Signature

DEFAULT_BELOW = 0.1
UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """A question with what every model made of it.

    ``share``: of the models that are right, in [0, 1] (a model with several runs counts with the share of its runs); None where not every model has an
    answer. ``answers``: model -> letters of each run, for the models that have one; ``letters``: letters chosen (``"unread"`` last) -> how many models
    chose them, a model with several runs being shared out among them; ``discrimination``: as ``item_discrimination``, NaN where there is none.
    """

    question: Question
    share: float | None
    answers: Mapping[str, Letters]
    letters: Mapping[str, float]
    discrimination: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        question = self.question
        return {
            "id": question.id,
            "year": question.year,
            "category": question.category,
            "laws": list(question.laws),
            "answer": question.answer,
            "share": self.share,
            "band": difficulty_band(self.share),
            "discrimination": self.discrimination if math.isfinite(self.discrimination) else None,
            "letters": dict(self.letters),
            "answers": {model: list(letters) for model, letters in self.answers.items()},
        }


@dataclass(frozen=True, slots=True)
class HardSets:
    """The questions that few models get right. ``none_right``: no model; ``few_right``: a share of models below the limit, none included;
    ``few_not_none``: the same without those that no model gets right.
    """

    none_right: tuple[AnsweredItem, ...]
    few_right: tuple[AnsweredItem, ...]
    few_not_none: tuple[AnsweredItem, ...]


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """Every question over all models. ``below``: the limit of ``few_right``, a share of models; ``empty``: models without an answer to any of the questions, which
    are left out.
    """

    task: str
    reading: str
    missing: str
    below: float
    dataset: DatasetFacts
    models: tuple[AnswerSheet, ...]
    empty: tuple[AnswerSheet, ...]
    items: tuple[AnsweredItem, ...]

    @property
    def complete(self) -> tuple[AnsweredItem, ...]:
        """The questions that every model has an answer to, in order: only these have a share, and only these are counted."""
        return tuple(item for item in self.items if item.share is not None)

    @property
    def hard(self) -> HardSets:
        """The questions that few models get right, among those that every model has an answer to; in order."""
        few = [(item, item.share) for item in self.items if item.share is not None and item.share < self.below]
        return HardSets(
            none_right=tuple(item for item, share in few if not share),
            few_right=tuple(item for item, _ in few),
            few_not_none=tuple(item for item, share in few if share),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN: the models, the sets by id with their spread over laws, and every question."""
        hard = self.hard
        return {
            "task": self.task,
            "reading": self.reading,
            "missing": self.missing,
            "below": self.below,
            "dataset": self.dataset.to_dict(),
            "n": len(self.items),
            "n_complete": len(self.complete),
            "models": [_model(sheet, accuracy(sheet, self.complete).value) for sheet in self.models],
            "empty_models": [_model(sheet, math.nan) for sheet in self.empty],
            "sets": {
                name: {"n": len(items), "ids": [item.question.id for item in items], "laws": law_spread(items), "categories": category_spread(items)}
                for name, items in (("none_right", hard.none_right), ("few_right", hard.few_right), ("few_not_none", hard.few_not_none))
            },
            "items": [item.to_dict() for item in self.items],
        }


def analyse_items(
    task_id: str,
    models: Mapping[str, Outputs],
    records: Iterable[Record],
    *,
    reading: str = "strict",
    missing: str = "apart",
    years: Iterable[int] | None = None,
    below: float = DEFAULT_BELOW,
    dataset: DatasetFacts | None = None,
) -> ItemAnalysis:
    """Hold several models' answers to the same multiple-choice questions side by side.

    Args:
        task_id: a multiple-choice task, for example ``"tw-legalbench/mcq"``.
        models: name of the model -> its outputs by record id, ``Predictions``, or a report of ``score_task`` on these records.
        records: the records, in any order; the analysis keeps it.
        reading: ``"strict"`` or ``"lenient"``.
        missing: ``"apart"``: a question that some model has no output for has no share and is counted apart, for shares of different models do not compare;
            ``"unparsed"``: such an output counts as unread, and wrong.
        years: only questions of these years.
        below: the share of models, in (0, 1], below which a question counts as one that few get right.
        dataset: which release the records are from.

    A model without any output to these questions is left out and named. Source: TW-LegalBench section 6.1.
    Raises: as ``read_questions`` and ``read_sheet``; WrongTypeError; LegalMetricsError for no models, no model with an answer, and a ``below`` outside (0, 1].

    >>> rows = [{"id": id, "options": ["無效", "有效"], "answer": "A"} for id in ("q1", "q2")]
    >>> said = {"a": {"q1": '{"answer": "A"}', "q2": '{"answer": "B"}'}, "b": {"q1": '{"answer": "B"}', "q2": "不知道"}}
    >>> analysis = analyse_items("tw-legalbench/mcq", said, rows)
    >>> [(item.question.id, item.share, dict(item.letters)) for item in analysis.items]
    [('q1', 0.5, {'A': 1.0, 'B': 1.0}), ('q2', 0.0, {'B': 1.0, 'unread': 1.0})]
    >>> [item.question.id for item in analysis.hard.none_right]
    ['q2']
    """
    if not isinstance(models, Mapping):
        raise WrongTypeError("models", models, "a mapping of model names to outputs")
    if not models:
        raise LegalMetricsError("models: found none, allowed one or more")
    if isinstance(below, bool) or not isinstance(below, (int, float)) or not 0 < below <= 1:
        raise LegalMetricsError(f"below: found {below!r}, allowed a share of models above 0, at most 1")
    check_iterable("records", records, "records")
    rows = list(records)
    known = read_questions(task_id, rows)
    questions = known if years is None else read_questions(task_id, rows, years=years)
    sheets = [
        read_sheet(task_id, name, outputs, questions, reading=reading, missing=missing, dataset=dataset, others=known)
        for name, outputs in models.items()
    ]
    told = tuple(sheet for sheet in sheets if sheet.n_outputs and sheet.answers)
    if not told:
        raise LegalMetricsError(f"models: found no answer to any of the {len(questions)} questions, allowed one or more")
    values = {sheet.name: sheet.values for sheet in told}
    shares, discrimination = item_difficulty(values), item_discrimination(values)
    return ItemAnalysis(
        task=task_id,
        reading=reading,
        missing=missing,
        below=float(below),
        dataset=dataset or DatasetFacts(),
        models=told,
        empty=tuple(sheet for sheet in sheets if sheet not in told),
        items=tuple(_item(question, told, shares.get(id), discrimination.get(id, math.nan)) for id, question in questions.items()),
    )


def accuracy(sheet: AnswerSheet, items: Iterable[AnsweredItem]) -> Score:
    """Accuracy of one model over some questions that it has an answer to, in [0, 1]: each run's answer weighs the same. NaN without questions.

    >>> question = Question("q1", 2024, "Civil", ("民法",), "", (), "A")
    >>> sheet = AnswerSheet("m", {"q1": ("A", "B")}, {"q1": 0.5}, ("1", "2"), (), (), (), 2, 0)
    >>> accuracy(sheet, [AnsweredItem(question, 0.5, {}, {}, float("nan"))]).value
    0.5
    """
    samples = [SampleScore(sheet.values[item.question.id], id=item.question.id) for item in items]
    return Score.from_samples("accuracy", samples, Signature("choice_accuracy", (("unit", "item"),)))


def law_spread(items: Iterable[AnsweredItem]) -> dict[str, int]:
    """How many of the questions are about each law, the commonest first (equal ones by name). A question about several laws counts for each of them; one about
    none, or that nobody has labelled, for none.

    >>> question = Question("q1", 2024, "Civil", ("民法", "公司法"), "", (), "A")
    >>> law_spread([AnsweredItem(question, 0.0, {}, {}, float("nan"))])
    {'公司法': 1, '民法': 1}
    """
    return _ordered(Counter(law for item in items for law in item.question.laws))


def category_spread(items: Iterable[AnsweredItem]) -> dict[str, int]:
    """How many of the questions are in each group of laws, the commonest first (equal ones by name); unlabelled ones are a group of their own.

    >>> category_spread([AnsweredItem(Question("q1", 2024, "Civil", ("民法",), "", (), "A"), 0.0, {}, {}, float("nan"))])
    {'Civil': 1}
    """
    return _ordered(Counter(item.question.category for item in items))


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _item(question: Question, sheets: Sequence[AnswerSheet], share: float | None, discrimination: float) -> AnsweredItem:
    answers = {sheet.name: sheet.answers[question.id] for sheet in sheets if question.id in sheet.answers}
    return AnsweredItem(question, share, MappingProxyType(answers), MappingProxyType(_letters(answers.values())), discrimination)


def _letters(answers: Iterable[Letters]) -> dict[str, float]:
    """Letters -> how many models chose them; unread last."""
    parts: dict[str, list[float]] = {}
    for runs in answers:
        for letters in runs:
            parts.setdefault(letters or UNREAD, []).append(1 / len(runs))
    return {letters: math.fsum(parts[letters]) for letters in sorted(parts, key=lambda letters: (letters == UNREAD, letters))}


def _model(sheet: AnswerSheet, value: float) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "runs": list(sheet.runs),
        "n": len(sheet.answers),
        "accuracy": value if math.isfinite(value) else None,
        "n_outputs": sheet.n_outputs,
        "n_unread": sheet.n_unread,
        "missing": list(sheet.missing),
        "extra": list(sheet.extra),
        "repeated": list(sheet.repeated),
    }
