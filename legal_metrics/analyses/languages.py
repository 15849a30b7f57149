"""One model on the same multiple-choice questions in several languages: what is gained and lost, overall, by group of laws and by law."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.answer_sheets import (
    AnswerSheet,
    Letters,
    Outputs,
    Question,
    Record,
    grouped,
    read_questions,
    read_sheet,
)
from legal_metrics.arguments import is_whole
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    check_options,
    ratio_differences,
)
from legal_metrics.stats.corrections import holm
from legal_metrics.stats.proportions import McNemarTest, mcnemar

DEFAULT_LEAST = 10
LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "tw-legalbench/mcq": "Traditional Chinese",
        "tw-legalbench/mcq_zh_cn": "Simplified Chinese",
        "tw-legalbench/mcq_en": "English",
    }
)
"""The tasks that ask the same questions, and what language they are in; the one that the others are translated from first."""


@dataclass(frozen=True, slots=True)
class LanguagePair:
    """Two languages over the same questions: ``difference`` is second minus first, paired.

    ``part``: the group of laws or the law; empty for all questions. ``first_value``, ``second_value``: accuracies in [0, 1]. ``gained``, ``lost``: questions on which the
    second is better, or worse. ``mcnemar`` is None where a language has several runs, whose means are neither right nor wrong; ``p_holm``: its p-value,
    corrected for all pairs and parts of the same level; NaN with it.
    """

    first: str
    second: str
    part: str
    n: int
    first_value: float
    second_value: float
    difference: Difference
    gained: int
    lost: int
    mcnemar: McNemarTest | None
    p_holm: float = math.nan

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        bounds, test = self.difference.interval, self.mcnemar
        return {
            "first": self.first,
            "second": self.second,
            "part": self.part,
            "n": self.n,
            "first_value": self.first_value,
            "second_value": self.second_value,
            "difference": self.difference.value,
            "interval": {"low": bounds.low, "high": bounds.high, "degenerate": bounds.degenerate},
            "gained": self.gained,
            "lost": self.lost,
            "mcnemar": None
            if test is None
            else {
                "both": test.both,
                "only_first": test.only_a,
                "only_second": test.only_b,
                "neither": test.neither,
                "method": test.method,
                "statistic": test.statistic,
                "p_value": test.p_value,
                "p_holm": self.p_holm,
            },
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A question on which two languages differ: what was chosen in each (letters of each run), and how much better the second is (in [-1, 1], never 0)."""

    first: str
    second: str
    question: Question
    before: Letters
    after: Letters
    difference: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "first": self.first,
            "second": self.second,
            "id": self.question.id,
            "laws": list(self.question.laws),
            "category": self.question.category,
            "year": self.question.year,
            "answer": self.question.answer,
            "before": list(self.before),
            "after": list(self.after),
            "difference": self.difference,
        }


@dataclass(frozen=True, slots=True)
class LanguageComparison:
    """One model over its languages. ``sheets``: task -> answers; ``questions``: those that are answered in all languages and whose key is the same in all.

    ``unshared``: task -> questions of other languages that it does not have at all; ``unanswered``: task -> its questions without an output;
    ``key_differs``: questions whose right answer is not the same in all languages. All of them are left out of every figure.
    ``overall``, ``categories``, ``laws``: the pairs of languages at each level; ``too_few``: parts with fewer than ``least`` questions, which are no rows.
    """

    reading: str
    missing: str
    least: int
    sheets: Mapping[str, AnswerSheet]
    datasets: Mapping[str, DatasetFacts]
    questions: tuple[Question, ...]
    unshared: Mapping[str, tuple[str, ...]]
    unanswered: Mapping[str, tuple[str, ...]]
    key_differs: tuple[str, ...]
    overall: tuple[LanguagePair, ...]
    categories: tuple[LanguagePair, ...]
    laws: tuple[LanguagePair, ...]
    too_few: Mapping[str, Mapping[str, int]]
    changes: tuple[Change, ...]
    options: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN."""
        return {
            "reading": self.reading,
            "missing": self.missing,
            "least": self.least,
            "options": dict(self.options),
            "n": len(self.questions),
            "languages": [
                {
                    "task": task,
                    "language": language_name(task),
                    "dataset": self.datasets[task].to_dict(),
                    "runs": list(sheet.runs),
                    "n_outputs": sheet.n_outputs,
                    "n_unread": sheet.n_unread,
                    "unshared": list(self.unshared[task]),
                    "unanswered": list(self.unanswered[task]),
                    "extra": list(sheet.extra),
                    "repeated": list(sheet.repeated),
                }
                for task, sheet in self.sheets.items()
            ],
            "key_differs": list(self.key_differs),
            "overall": [pair.to_dict() for pair in self.overall],
            "categories": [pair.to_dict() for pair in self.categories],
            "laws": [pair.to_dict() for pair in self.laws],
            "too_few": {level: dict(parts) for level, parts in self.too_few.items()},
            "changes": [change.to_dict() for change in self.changes],
        }


def compare_languages(
    outputs: Mapping[str, Outputs],
    records: Mapping[str, Iterable[Record]],
    *,
    reading: str = "strict",
    missing: str = "apart",
    years: Iterable[int] | None = None,
    least: int = DEFAULT_LEAST,
    datasets: Mapping[str, DatasetFacts] | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> LanguageComparison:
    """Compare one model's answers to the same questions in two or more languages, question by question.

    Only questions that have a record and an output in every language count, so that all figures rest on the same ones; what is left out is named. Each pair of
    languages (second minus first) has its difference in accuracy with the paired bootstrap interval, and McNemar's test with Holm's correction over all
    tests of the level: all questions, groups of laws, or laws. A question about several laws stands under each. Source: TW-LegalBench section 6.2.

    Args:
        outputs: task -> the model's outputs by record id, ``Predictions``, or a report; two or more of the tasks in ``LANGUAGES``. In their order there.
        records: task -> records of the task; labels are those of the first language.
        reading: ``"strict"`` or ``"lenient"``.
        missing: ``"apart"``: a question without an output in some language is left out; ``"unparsed"``: it is unread there, and wrong.
        years: only questions of these years.
        least: parts with fewer questions are counted, and are no rows.
        datasets: task -> which release the records are from.
        confidence, seed, resamples: of the intervals.

    Raises: as ``read_questions`` and ``read_sheet``; WrongTypeError; LegalMetricsError for fewer than two languages, an unknown one, languages without a question in
    common, and options that cannot be used.

    >>> rows = [{"id": id, "options": ["無效", "有效"], "answer": "A"} for id in ("q1", "q2")]
    >>> right, wrong = '{"answer": "A"}', '{"answer": "B"}'
    >>> said = {"tw-legalbench/mcq": {"q1": wrong, "q2": wrong}, "tw-legalbench/mcq_en": {"q1": right, "q2": wrong}}
    >>> [pair] = compare_languages(said, {task: rows for task in said}).overall
    >>> pair.difference.value, pair.gained, pair.lost, pair.mcnemar.p_value
    (0.5, 1, 0, 1.0)
    """
    tasks = _tasks(outputs, records)
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    if not is_whole(least, 1):
        raise LegalMetricsError(f"least: found {least!r}, allowed a whole number >= 1")
    wanted = None if years is None else list(years)
    facts = {task: (datasets or {}).get(task, DatasetFacts()) for task in tasks}
    rows = {task: list(records[task]) for task in tasks}
    known = {task: read_questions(task, rows[task]) for task in tasks}
    asked = known if wanted is None else {task: read_questions(task, rows[task], years=wanted) for task in tasks}
    sheets = {
        task: read_sheet(task, language_name(task), outputs[task], asked[task], reading=reading, missing=missing, dataset=facts[task], others=known[task])
        for task in tasks
    }
    somewhere = dict.fromkeys(id for questions in asked.values() for id in questions)
    shared = [id for id in somewhere if all(id in questions for questions in asked.values())]
    differs = tuple(id for id in shared if len({asked[task][id].answer for task in tasks}) > 1)
    common = [asked[tasks[0]][id] for id in shared if id not in differs and all(id in sheet.values for sheet in sheets.values())]
    if not common:
        silent = ", ".join(task for task, sheet in sheets.items() if not sheet.n_outputs)
        told = f"; {silent} has no output to any question" if silent else ""
        raise LegalMetricsError(f"found no question that has an answer in every language{told}: there is nothing to compare")
    drawn = {"confidence": confidence, "seed": int(seed), "resamples": int(resamples)}
    levels = {"categories": grouped(common, lambda question: (question.category,)), "laws": grouped(common, lambda question: question.laws)}
    kept = {level: {part: within for part, within in parts.items() if len(within) >= least} for level, parts in levels.items()}
    return LanguageComparison(
        reading=reading,
        missing=missing,
        least=int(least),
        sheets=MappingProxyType(sheets),
        datasets=MappingProxyType(facts),
        questions=tuple(common),
        unshared=MappingProxyType({task: tuple(id for id in somewhere if id not in asked[task]) for task in tasks}),
        unanswered=MappingProxyType({task: sheet.missing for task, sheet in sheets.items()}),
        key_differs=differs,
        overall=_compared({"": common}, sheets, drawn),
        categories=_compared(kept["categories"], sheets, drawn),
        laws=_compared(kept["laws"], sheets, drawn),
        too_few=MappingProxyType(
            {level: {part: len(within) for part, within in parts.items() if len(within) < least} for level, parts in levels.items()}
        ),
        changes=tuple(change for pair in combinations(tasks, 2) for change in _changes(*pair, common, sheets)),
        options=MappingProxyType({**drawn, "years": sorted(set(wanted)) if wanted is not None else None}),
    )


def language_name(task: str) -> str:
    """The language of a task in ``LANGUAGES``; the task itself for another.

    >>> language_name("tw-legalbench/mcq_en")
    'English'
    """
    return LANGUAGES.get(task, task)


def _tasks(outputs: Mapping[str, Outputs], records: Mapping[str, Iterable[Record]]) -> list[str]:
    """The tasks in the order of the table."""
    for argument, value in (("outputs", outputs), ("records", records)):
        if not isinstance(value, Mapping):
            raise WrongTypeError(argument, value, "a mapping of tasks")
    unknown = [task for task in outputs if task not in LANGUAGES]
    if unknown or len(outputs) < 2:
        found = ", ".join(map(repr, outputs)) or "none"
        raise LegalMetricsError(f"outputs: found {found}, allowed two or more of {', '.join(LANGUAGES)}")
    lacking = [task for task in outputs if task not in records]
    if lacking:
        raise LegalMetricsError(f"records: found none of {', '.join(lacking)}, allowed those of every language")
    return [task for task in LANGUAGES if task in outputs]


def _compared(parts: Mapping[str, Sequence[Question]], sheets: Mapping[str, AnswerSheet], drawn: Mapping[str, Any]) -> tuple[LanguagePair, ...]:
    """Every pair of languages in every part, all tests corrected together; pairs in the order of the languages, parts by their difference, the greatest first.

    Parts of one size share a draw, which changes no interval and spares most of the time where there are many laws.
    """
    by_size: dict[int, list[str]] = {}
    for part, questions in parts.items():
        by_size.setdefault(len(questions), []).append(part)
    pairs = list(combinations(sheets, 2))
    found = []
    for n, names in by_size.items():
        values = {(part, task): [sheet.values[question.id] for question in parts[part]] for part in names for task, sheet in sheets.items()}
        ones = [1.0] * n
        wanted = [(part, first, second) for part in names for first, second in pairs]
        differences = ratio_differences([(values[part, second], ones, values[part, first], ones) for part, first, second in wanted], **drawn)
        for (part, first, second), difference in zip(wanted, differences, strict=True):
            binary = all(len(sheets[task].runs) == 1 for task in (first, second))
            found.append(_pair(part, first, second, values[part, first], values[part, second], difference, binary=binary))
    corrected = iter(holm([pair.mcnemar.p_value for pair in found if pair.mcnemar]))
    found = [replace(pair, p_holm=next(corrected)) if pair.mcnemar else pair for pair in found]
    order = {pair: place for place, pair in enumerate(pairs)}
    return tuple(sorted(found, key=lambda pair: (order[pair.first, pair.second], -pair.difference.value, pair.part)))


def _pair(part: str, first: str, second: str, before: Sequence[float], after: Sequence[float], difference: Difference, *, binary: bool) -> LanguagePair:
    n = len(before)
    return LanguagePair(
        first=first,
        second=second,
        part=part,
        n=n,
        first_value=math.fsum(before) / n,
        second_value=math.fsum(after) / n,
        difference=difference,
        gained=sum(b > a for a, b in zip(before, after, strict=True)),
        lost=sum(b < a for a, b in zip(before, after, strict=True)),
        mcnemar=mcnemar(before, after) if binary else None,
    )


def _changes(first: str, second: str, questions: Iterable[Question], sheets: Mapping[str, AnswerSheet]) -> list[Change]:
    """Gains first, then losses; each in the order of the questions."""
    found = []
    for question in questions:
        difference = sheets[second].values[question.id] - sheets[first].values[question.id]
        if difference:
            before, after = (sheets[task].answers[question.id] for task in (first, second))
            found.append(Change(first, second, question, before, after, difference))
    return sorted(found, key=lambda change: change.difference < 0)
