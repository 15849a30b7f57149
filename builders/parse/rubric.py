"""What an official scoring rubric (評分要點) holds, once read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from builders.parse.exam import ExamProblem

RUBRIC_KINDS: tuple[str, ...] = ("rubric", "unreadable", "not_a_rubric")
"""A rubric; a PDF without readable text; something else. For the last two ``problems[0].code`` says why."""


@dataclass(frozen=True, slots=True)
class ScoringPoint:
    """One scoring point: its own words and its points, None where the rubric states none.

    ``criterion_number`` counts from 1 through the question. ``under`` holds the headings that it stands under, outermost first; ``partial`` the
    sentences that say what an incomplete answer gets; ``sub_question`` the part of the question that it belongs to.
    """

    criterion_number: int
    content: str
    points: float | None = None
    sub_question: int | None = None
    under: tuple[str, ...] = ()
    partial: tuple[str, ...] = ()

    @property
    def in_context(self) -> str:
        """The content behind the headings it stands under: what a reader of this point alone needs.

        >>> ScoringPoint(1, "構成要件該當", under=("甲之刑責",)).in_context
        '甲之刑責：構成要件該當'
        """
        return "：".join((*(heading.rstrip("：:。") for heading in self.under), self.content))

    def to_dict(self) -> dict[str, Any]:
        """The three fields of ``scoring_points`` in ``oeq`` records, and what only the rubric knows."""
        return {
            "criterion_number": self.criterion_number,
            "content": self.in_context,
            "points": self.points,
            "sub_question": self.sub_question,
            "partial": list(self.partial),
        }


@dataclass(frozen=True, slots=True)
class RubricQuestion:
    """The rubric of one question: stated points (None where there are none), scoring points, the graders' remarks, and blocks that are neither."""

    number: int
    points: float | None = None
    scoring_points: tuple[ScoringPoint, ...] = ()
    remarks: str = ""
    notes: tuple[str, ...] = ()
    page: int = 1

    @property
    def total(self) -> float | None:
        """What the question is worth by its rubric: as stated, else what its scoring points add up to where all of them state points."""
        if self.points is not None:
            return self.points
        known = [point.points for point in self.scoring_points if point.points is not None]
        return sum(known) if known and len(known) == len(self.scoring_points) else None

    def to_dict(self) -> dict[str, Any]:
        """Plain mapping."""
        return {
            "question_number": self.number,
            "points": self.points,
            "scoring_points": [point.to_dict() for point in self.scoring_points],
            "remarks": self.remarks,
            "notes": list(self.notes),
            "page": self.page,
        }


@dataclass(frozen=True, slots=True)
class Rubric:
    """The rubric of one paper. ``subject_code`` is ``""`` where the printed subject is none of ``essay_subjects.json``."""

    kind: str = "rubric"
    year_roc: int | None = None
    subject: str = ""
    subject_code: str = ""
    questions: tuple[RubricQuestion, ...] = ()
    problems: tuple[ExamProblem, ...] = ()

    @property
    def year(self) -> int | None:
        """Common Era."""
        return None if self.year_roc is None else self.year_roc + 1911

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``parse rubric``, but for ``"file"``."""
        return {
            "kind": self.kind,
            "year": self.year,
            "year_roc": self.year_roc,
            "subject": self.subject,
            "subject_code": self.subject_code,
            "questions": [question.to_dict() for question in self.questions],
            "problems": [problem.to_dict() for problem in self.problems],
        }
