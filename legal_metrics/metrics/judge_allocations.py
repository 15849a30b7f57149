"""How judges divide a question's points among the scoring points that state none, kept as they said it, and how far they disagree.

Source: TW-LegalBench 4.2.2: the judge divides the points by the number and the weight of the scoring points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType

from legal_metrics.metrics.essays import EssayRubric, PointGrade, essay_score
from legal_metrics.metrics.exam_grades import ModelGrades
from legal_metrics.metrics.exam_papers import ExamQuestion


@dataclass(frozen=True, slots=True)
class PointAllocation:
    """One scoring point: its ``stated`` points (None: open), what each judge ``allocated`` to it, as said, and what it is ``worth`` under each judge's verdict.

    What a judge allocates to a point with stated points is kept here and changes nothing.
    """

    number: int
    stated: float | None
    allocated: Mapping[str, float | None]
    worth: Mapping[str, float]

    @property
    def spread(self) -> float | None:
        """Highest worth minus lowest, in points; None with fewer than two judges."""
        return max(self.worth.values()) - min(self.worth.values()) if len(self.worth) > 1 else None


@dataclass(frozen=True, slots=True)
class QuestionAllocation:
    """How the judges divide one question's points."""

    question: ExamQuestion
    points: tuple[PointAllocation, ...]

    @property
    def allocated(self) -> dict[str, float | None]:
        """What each judge allocated to the open points together; None where the judge left one out."""
        judges = dict.fromkeys(judge for point in self.points for judge in point.allocated)
        sums: dict[str, float | None] = {}
        for judge in judges:
            said = [point.allocated[judge] for point in self.points if point.stated is None]
            known = [points for points in said if points is not None]
            sums[judge] = math.fsum(known) if known and len(known) == len(said) else None
        return sums

    @property
    def disagreement(self) -> float | None:
        """Share of the question's points that two judges place otherwise, in [0, 1] (half the sum of absolute differences), mean over pairs of judges.

        None with fewer than two judges.
        """
        judges = list(self.points[0].worth) if self.points else []
        pairs = list(combinations(judges, 2))
        whole = math.fsum(point.worth[judges[0]] for point in self.points) if judges else 0.0
        if not pairs or not whole:
            return None
        moved = [math.fsum(abs(point.worth[a] - point.worth[b]) for point in self.points) / 2 / whole for a, b in pairs]
        return min(math.fsum(moved) / len(moved), 1.0)


def allocations(grades: ModelGrades) -> tuple[QuestionAllocation, ...]:
    """The questions in which judges had points to allocate, or did so, with each judge's division.

    >>> from legal_metrics.metrics.essays import EssayVerdict, JudgedEssay, ScoringPoint
    >>> from legal_metrics.metrics.exam_grades import grade_model
    >>> question = ExamQuestion("q1", 2023, "tax", 1, 10.0, EssayRubric(10, (ScoringPoint(1), ScoringPoint(2))))
    >>> verdicts = [EssayVerdict(j, (PointGrade(1, "correct", None, a), PointGrade(2, "wrong", None, 10 - a))) for j, a in (("j1", 5), ("j2", 7))]
    >>> [found] = allocations(grade_model("m", {"q1": JudgedEssay(tuple(verdicts))}, [question]))
    >>> found.points[0].worth["j2"], found.points[0].spread, found.disagreement
    (7.0, 2.0, 0.2)
    """
    found = []
    for given in grades.questions.values():
        rubric = given.question.rubric
        if rubric is None or not given.scores:
            continue
        open_points = any(point.points is None for point in rubric.scoring_points)
        if open_points or any(g.allocated is not None for of in given.grades.values() for g in of):
            found.append(QuestionAllocation(given.question, _allocated(rubric, given.grades)))
    return tuple(found)


def _allocated(rubric: EssayRubric, grades: Mapping[str, Sequence[PointGrade]]) -> tuple[PointAllocation, ...]:
    said = {judge: {grade.number: grade.allocated for grade in of} for judge, of in grades.items()}
    return tuple(
        PointAllocation(
            point.number,
            point.points,
            MappingProxyType({judge: of.get(point.number) for judge, of in said.items()}),
            MappingProxyType({judge: _worth(rubric, of, point.number) for judge, of in grades.items()}),
        )
        for point in rubric.scoring_points
    )


def _worth(rubric: EssayRubric, grades: Sequence[PointGrade], number: int) -> float:
    """What a scoring point is worth under a verdict's allocations: the score of an answer that has it right and nothing else."""
    known = [replace(grade, label="wrong", points=None) for grade in grades if grade.number != number]
    mine = [grade for grade in grades if grade.number == number] or [PointGrade(number, None)]
    return essay_score(rubric, [*known, replace(mine[0], label="correct", points=None)]).score
