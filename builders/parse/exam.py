"""What a question paper and an answer key hold, once read: the structures that ``parse exam`` and ``parse key`` print and that records are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS: tuple[str, ...] = ("mcq", "essay", "mixed", "unreadable", "not_an_exam")
"""What a paper can be: only multiple choice, only essays, both; a PDF without readable text; a PDF that is no official question paper."""

RULES: tuple[str, ...] = ("any_of", "everyone", "everyone_who_answered")
"""What a correction can grant: the point for any of some answers, for everybody, for everybody who answered."""


@dataclass(frozen=True, slots=True)
class ExamProblem:
    """Something uncertain: where (``p.3 q.17``, ``key q.21``, ``""`` for the whole file), a countable code, and what was found.

    >>> ExamProblem("p.3 q.17", "option_missing", "found A, B, D").to_dict()
    {'where': 'p.3 q.17', 'code': 'option_missing', 'what': 'found A, B, D'}
    """

    where: str
    code: str
    what: str

    def to_dict(self) -> dict[str, str]:
        """Plain mapping."""
        return {"where": self.where, "code": self.code, "what": self.what}


@dataclass(frozen=True, slots=True)
class ExamHeader:
    """The printed heading of a paper: ROC year, name of the exam, category (類科), subject (科目), every 代號, minutes allowed, level (等別)."""

    year_roc: int | None = None
    title: str = ""
    category: str = ""
    subject: str = ""
    codes: tuple[str, ...] = ()
    duration_minutes: int | None = None
    level: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``"exam"`` in ``parse exam``."""
        return {
            "year_roc": self.year_roc,
            "title": self.title,
            "category": self.category,
            "subject": self.subject,
            "codes": list(self.codes),
            "duration_minutes": self.duration_minutes,
            "level": self.level,
        }


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """The shared passage of questions ``first`` to ``last``; it stands in no stem."""

    first: int
    last: int
    passage: str

    def to_dict(self) -> dict[str, Any]:
        """Plain mapping."""
        return {"first": self.first, "last": self.last, "passage": self.passage}


@dataclass(frozen=True, slots=True)
class Question:
    """One multiple-choice question.

    ``options`` maps letters to texts in order; ``multiple``: the paper asks for several letters; ``page`` counts from 1; ``box`` is (left, top,
    right, bottom) in points from the upper left corner of that page, as far as the question reaches on it; ``figure``: a picture or drawing that is
    no numeral, underline or frame lies inside the question.
    """

    number: int
    stem: str
    options: Mapping[str, str]
    group: QuestionGroup | None = None
    multiple: bool = False
    page: int = 1
    box: tuple[float, float, float, float] | None = None
    figure: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The shape of a question in ``parse exam``."""
        return {
            "number": self.number,
            "stem": self.stem,
            "options": dict(self.options),
            "group": self.group and self.group.to_dict(),
            "multiple": self.multiple,
            "page": self.page,
            "box": self.box and [round(side, 1) for side in self.box],
            "figure": self.figure,
        }


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A numbered part (㈠) of an essay question; points are None where the paper states none."""

    number: int
    text: str
    points: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain mapping."""
        return {"number": self.number, "text": self.text, "points": self.points}


@dataclass(frozen=True, slots=True)
class Essay:
    """One top-level essay question: ``text`` without the sub-questions and without the 參考法條 blocks, which stand in ``reference_laws``.

    ``group``: a text that stands before several questions and serves them all.
    """

    number: int
    text: str
    points: float | None = None
    sub_questions: tuple[SubQuestion, ...] = ()
    reference_laws: tuple[str, ...] = ()
    page: int = 1
    group: QuestionGroup | None = None

    def to_dict(self) -> dict[str, Any]:
        """The shape of an essay in ``parse exam``."""
        return {
            "number": self.number,
            "text": self.text,
            "points": self.points,
            "sub_questions": [part.to_dict() for part in self.sub_questions],
            "reference_laws": list(self.reference_laws),
            "page": self.page,
            "group": self.group and self.group.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class ExamPaper:
    """A question paper. ``mcq_codes``: the 代號 of its multiple-choice part, by which its key is found (in a mixed paper not those of the essays).

    ``stated``: counts and points that the paper prints about itself (``{"mcq": 50, "mcq_points": 50, "essay_points": 50}``), where it does.
    """

    exam: ExamHeader
    kind: str
    questions: tuple[Question, ...] = ()
    essays: tuple[Essay, ...] = ()
    problems: tuple[ExamProblem, ...] = ()
    mcq_codes: tuple[str, ...] = ()
    stated: Mapping[str, float] = field(default_factory=dict)
    n_pages: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``parse exam``, but for ``"file"``."""
        return {
            "exam": self.exam.to_dict(),
            "kind": self.kind,
            "questions": [question.to_dict() for question in self.questions],
            "essays": [essay.to_dict() for essay in self.essays],
            "mcq_codes": list(self.mcq_codes),
            "stated": dict(self.stated),
            "n_pages": self.n_pages,
            "problems": [problem.to_dict() for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a correction accepts for one question. ``answers``: letters or sets of letters (``"B"``, ``"BC"``); empty for the rules about everyone."""

    rule: str
    answers: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain mapping."""
        return {"rule": self.rule, "answers": list(self.answers)}


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """The answers of one code: ``answers`` maps question numbers to letters (``"ACE"`` where several are right, ``"#"`` where the note decides).

    ``kind``: ``key``, or ``unreadable`` or ``not_a_key`` (then ``problems[0].code`` says why). ``n_single`` and ``n_multiple``: the stated counts.
    """

    codes: tuple[str, ...] = ()
    corrected: bool = False
    answers: Mapping[int, str] = field(default_factory=dict)
    accepted: Mapping[int, Accepted] = field(default_factory=dict)
    note: str = ""
    problems: tuple[ExamProblem, ...] = ()
    kind: str = "key"
    year_roc: int | None = None
    title: str = ""
    subject: str = ""
    categories: tuple[str, ...] = ()
    n_single: int | None = None
    n_multiple: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``parse key``, but for ``"file"``."""
        return {
            "kind": self.kind,
            "codes": list(self.codes),
            "corrected": self.corrected,
            "answers": {str(number): letters for number, letters in self.answers.items()},
            "accepted": {str(number): accepted.to_dict() for number, accepted in self.accepted.items()},
            "note": self.note,
            "exam": {"year_roc": self.year_roc, "title": self.title, "subject": self.subject, "categories": list(self.categories)},
            "stated": {"single": self.n_single, "multiple": self.n_multiple},
            "categories": list(self.categories),
            "problems": [problem.to_dict() for problem in self.problems],
        }
