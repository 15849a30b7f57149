"""One model's answers as its judges see them: points by question and judge, and labels, which are counted over all years (TW-LegalBench 5.2)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.metrics.essays import (
    LABELS,
    MISSING,
    EssayRubric,
    EssayScore,
    EssayVerdict,
    JudgedEssay,
    PointGrade,
    essay_score,
)
from legal_metrics.metrics.exam_papers import ExamProblem, ExamQuestion
from legal_metrics.metrics.exam_totals import PaperPoints


@dataclass(frozen=True, slots=True)
class QuestionGrades:
    """What the judges say of one answer: usable verdicts only. ``unread``: the output could not be read, so the answer earns nothing with every judge."""

    question: ExamQuestion
    scores: Mapping[str, EssayScore]
    grades: Mapping[str, tuple[PointGrade, ...]]
    unread: bool = False

    @property
    def nothing(self) -> PaperPoints | None:
        """What an unread output earns; None where nobody says what the question is worth."""
        return None if self.question.points is None else PaperPoints(0.0, self.question.points)

    def points(self, judge: str) -> PaperPoints | None:
        """Points by one judge; None where that judge did not score the answer."""
        if self.unread:
            return self.nothing
        score = self.scores.get(judge)
        return None if score is None else PaperPoints(score.score, score.max)

    def mean_points(self, judges: Sequence[str], *, partly_judged: str = "unscored") -> PaperPoints | None:
        """Mean over judges; None where one did not score it, or, with ``partly_judged="mean"``, where none did."""
        if self.unread:
            return self.nothing
        known = [points for judge in judges if (points := self.points(judge)) is not None]
        if not known or (len(known) < len(judges) and partly_judged != "mean"):
            return None
        return PaperPoints(
            math.fsum(p.points for p in known) / len(known), math.fsum(p.maximum for p in known) / len(known)
        )

    @property
    def spread(self) -> float | None:
        """Highest points minus lowest over the judges; None with fewer than two."""
        points = [score.score for score in self.scores.values()]
        return max(points) - min(points) if len(points) > 1 else None


@dataclass(frozen=True, slots=True)
class ModelGrades:
    """All answers of one model. ``judges``: everyone who judged any of them, in order of appearance."""

    model: str
    judges: tuple[str, ...]
    questions: Mapping[str, QuestionGrades]
    problems: tuple[ExamProblem, ...] = ()


def grade_model(
    model: str,
    essays: Mapping[str, JudgedEssay | None],
    questions: Iterable[ExamQuestion],
    *,
    rule: str = "label",
    partial: float = 0.5,
    missing: str = "unscored",
) -> ModelGrades:
    """Score every answer of a model by every judge's verdict (``essay_score``: ``rule``, ``partial``).

    ``essays``: question id -> verdicts; None for an output that could not be read. A verdict that leaves out scoring points is not used, unless ``missing`` is
    ``"zero"``; what is not used, and what had to be mended, is told. Raises: LegalMetricsError for options outside their range, two verdicts of a judge.

    >>> from legal_metrics.metrics.essays import ScoringPoint
    >>> question = ExamQuestion("q1", 2023, "tax", 1, 10.0, EssayRubric(10, (ScoringPoint(1, 10),)))
    >>> essay = JudgedEssay((EssayVerdict("j1", (PointGrade(1, "correct"),)), EssayVerdict("j2", (PointGrade(1, "wrong"),))))
    >>> grades = grade_model("m", {"q1": essay}, [question])
    >>> grades.questions["q1"].mean_points(grades.judges).points, grades.questions["q1"].spread
    (5.0, 10.0)
    """
    if missing not in MISSING:
        raise LegalMetricsError(f"missing: found {shown(missing)}, allowed {' or '.join(MISSING)}")
    judges = tuple(dict.fromkeys(v.judge for essay in essays.values() if essay is not None for v in essay.verdicts))
    found: dict[str, QuestionGrades] = {}
    problems: list[ExamProblem] = []
    for question in questions:
        essay = essays.get(question.id, JudgedEssay())
        told: list[tuple[str, str, str]] = []
        if question.rubric is None:
            found[question.id] = QuestionGrades(question, {}, {})
            told.append(("no_rubric", question.why or "no rubric at hand", ""))
        elif essay is None:
            found[question.id] = QuestionGrades(question, {}, {}, unread=True)
            told.append(("unread_output", "the output could not be read: nothing earned", ""))
        else:
            usable = dict(_usable(essay, question.rubric, rule=rule, partial=partial, missing=missing, told=told))
            silent = set(judges) - {verdict.judge for verdict in essay.verdicts}
            told += [("no_verdict", "no verdict", judge) for judge in judges if judge in silent]
            if not judges:
                told.append(("no_verdict", "no verdict by any judge", ""))
            found[question.id] = QuestionGrades(
                question,
                MappingProxyType({judge: score for judge, (score, _) in usable.items()}),
                MappingProxyType({judge: grades for judge, (_, grades) in usable.items()}),
            )
        problems += [
            ExamProblem(code, what, model, question.year, question.subject, question.id, judge)
            for code, what, judge in told
        ]
    return ModelGrades(model, judges, MappingProxyType(found), tuple(problems))


def _usable(
    essay: JudgedEssay,
    rubric: EssayRubric,
    *,
    rule: str,
    partial: float,
    missing: str,
    told: list[tuple[str, str, str]],
) -> Iterator[tuple[str, tuple[EssayScore, tuple[PointGrade, ...]]]]:
    """Each judge with score and grades, where the verdict can be used."""
    judges = [verdict.judge for verdict in essay.verdicts]
    if len(set(judges)) < len(judges):
        raise LegalMetricsError(
            f"verdicts: found judges {', '.join(judges)}, allowed one verdict of each for an answer"
        )
    for verdict in essay.verdicts:
        why = verdict.problem or _fault(verdict)
        if why:
            told.append(("unusable_verdict", why, verdict.judge))
            continue
        score = essay_score(rubric, verdict.grades, rule=rule, partial=partial)
        if math.isnan(score.score):
            told.append(("unusable_verdict", "no grade of any scoring point of the rubric", verdict.judge))
            continue
        if score.missing:
            zero = "; they earn nothing" if missing == "zero" else ""
            told.append(("incomplete_verdict", f"no grade for {_numbers(score.missing)}{zero}", verdict.judge))
            if missing != "zero":
                continue
        unlabelled = [grade.number for grade in verdict.grades if grade.label is None]
        for code, numbers in (
            ("clamped", score.clamped),
            ("unknown_point", score.unknown),
            ("unlabelled", unlabelled),
        ):
            if numbers:
                told.append((code, f"scoring points {_numbers(numbers)}", verdict.judge))
        if score.split:
            told.append(("split", "no allocation for some open scoring points: they share equally", verdict.judge))
        if score.rescaled:
            told.append(("rescaled", f"scoring points add up to other points than {score.max:g}", verdict.judge))
        yield verdict.judge, (score, verdict.grades)


def _fault(verdict: EssayVerdict) -> str:
    """Why a verdict cannot be used; empty where it can."""
    numbers = [grade.number for grade in verdict.grades]
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        return f"two grades for {_numbers(twice)}"
    bare = [grade.number for grade in verdict.grades if grade.label is None and grade.points is None]
    return f"neither a known label nor points for {_numbers(bare)}" if bare else ""


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


# --- labels -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LabelCount:
    """Scoring points by label, in the answers of one model to one subject and year that one judge graded.

    ``questions``: ids of these answers' questions; ``unlabelled``: scoring points graded by points alone.
    """

    model: str
    judge: str
    subject: str
    year: int
    questions: frozenset[str]
    labels: Mapping[str, int]
    unlabelled: int = 0


def label_counts(grades: ModelGrades) -> tuple[LabelCount, ...]:
    """Labels by judge, subject and year, over every question, of all years.

    >>> from legal_metrics.metrics.essays import ScoringPoint
    >>> question = ExamQuestion("q1", 2020, "tax", 1, 10.0, EssayRubric(10, (ScoringPoint(1, 10),)))
    >>> essay = JudgedEssay((EssayVerdict("j1", (PointGrade(1, "correct"),)),))
    >>> label_counts(grade_model("m", {"q1": essay}, [question]))[0].labels["correct"]
    1
    """
    groups: dict[tuple[str, str, int], dict[str, EssayScore]] = {}
    bare: Counter[tuple[str, str, int]] = Counter()
    for id, given in grades.questions.items():
        for judge, score in given.scores.items():
            key = (judge, given.question.subject, given.question.year)
            groups.setdefault(key, {})[id] = score
            known = {grade.number for grade in given.grades[judge] if grade.label is None} - set(score.unknown)
            bare[key] += len(known)
    order = {judge: place for place, judge in enumerate(grades.judges)}
    return tuple(
        LabelCount(
            grades.model,
            judge,
            subject,
            year,
            frozenset(scores),
            MappingProxyType({label: sum(score.labels[label] for score in scores.values()) for label in LABELS}),
            bare[judge, subject, year],
        )
        for (judge, subject, year), scores in sorted(groups.items(), key=lambda entry: (order[entry[0][0]], entry[0]))
    )


@dataclass(frozen=True, slots=True)
class LabelSums:
    """Counts of labels: by judge, **summed** over the judges, and **averaged** over them. ``questions``: whose answers each judge graded.

    The paper's table 5 does not say which of the two it prints.
    """

    by_judge: Mapping[str, Mapping[str, int]]
    questions: Mapping[str, frozenset[str]]

    @property
    def summed(self) -> dict[str, int]:
        """Over the judges, added up."""
        return {label: sum(counts[label] for counts in self.by_judge.values()) for label in LABELS}

    @property
    def averaged(self) -> dict[str, float] | None:
        """Over the judges, the mean; None where they did not grade the same answers: such a mean is of nothing."""
        if not self.by_judge or len(set(self.questions.values())) > 1:
            return None
        return {label: count / len(self.by_judge) for label, count in self.summed.items()}


def sum_labels(counts: Iterable[LabelCount], judges: Sequence[str]) -> LabelSums:
    """Add counts up by judge; a judge without any has zeros.

    >>> from dataclasses import replace
    >>> row = LabelCount("m", "j1", "tax", 2023, frozenset({"q1", "q2"}), {"correct": 3, "partial": 1, "wrong": 0, "missing": 2})
    >>> sums = sum_labels([row, replace(row, judge="j2", labels={**row.labels, "correct": 2})], ["j1", "j2"])
    >>> sums.summed["correct"], sums.averaged["correct"]
    (5, 2.5)
    """
    kept = list(counts)
    of = {judge: [count for count in kept if count.judge == judge] for judge in judges}
    return LabelSums(
        {j: {label: sum(count.labels[label] for count in rows) for label in LABELS} for j, rows in of.items()},
        {j: frozenset().union(*(count.questions for count in rows)) for j, rows in of.items()},
    )
