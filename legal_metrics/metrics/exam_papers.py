"""Which questions make up the papers of an exam in a year, and what is missing of them: a paper that is not whole has no points, it is never scaled unseen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.essays import EssayRubric
from legal_metrics.metrics.exam_totals import EXAMS, ExamPlan


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question of a paper. ``points``: what it is worth, None where nothing says so; ``rubric`` None: it cannot be graded, and ``why`` says so.

    >>> ExamQuestion("open-2023-tax-q1", 2023, "tax", 1, 50.0).rubric is None
    True
    """

    id: str
    year: int
    subject: str
    number: int | None
    points: float | None
    rubric: EssayRubric | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class ExamProblem:
    """Something that a figure lacks or that was set aside: a ``code`` of ``PROBLEMS``, where it is, and what was found.

    >>> str(ExamProblem("no_paper", "no question at hand", year=2023, subject="tax"))
    '2023 tax: no question at hand'
    """

    code: str
    found: str
    model: str = ""
    year: int | None = None
    subject: str = ""
    question: str = ""
    judge: str = ""

    def __str__(self) -> str:
        where = self.question or " ".join(filter(None, (str(self.year or ""), self.subject)))
        places = (self.model, where, f"judge {self.judge}" if self.judge else "")
        return f"{', '.join(filter(None, places)) or 'all'}: {self.found}"


PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "no_year": "a year without any question",
        "no_paper": "a paper of the exam without any question, or one of its parts",
        "numbers": "a question number is missing in a paper, or stands there twice",
        "no_points": "a question whose points nobody states",
        "other_points": "a paper whose questions add up to other points than the plan's",
        "two_forms": "a subject both as one paper and in parts: the one paper counts",
        "left_aside": "questions of other years or subjects than the totals'",
        "no_rubric": "a question that cannot be graded",
        "no_verdict": "an answer that a judge did not grade",
        "unusable_verdict": "a verdict that cannot be used",
        "incomplete_verdict": "a verdict that leaves out scoring points",
        "unread_output": "an output that could not be read: it earns nothing",
        "clamped": "points out of range, cut back",
        "unknown_point": "grades of scoring points that the rubric lacks, set aside",
        "unlabelled": "scoring points with an unknown label, counted by their points",
        "split": "open scoring points without allocation, which share equally",
        "rescaled": "allocations that add up to other points than the question's, scaled",
        "one_question": "a subject with one question: its spread is not known and counts as none",
    }
)
"""What can be wrong, in words: the codes of ``ExamProblem``."""


@dataclass(frozen=True, slots=True)
class ExamPapers:
    """The papers of one exam: year -> subject -> questions in order, None where the paper is not whole. ``problems`` say why.

    >>> ExamPapers("lawyers", {2023: {"tax": None}}).years
    (2023,)
    """

    exam: str
    questions: Mapping[int, Mapping[str, tuple[ExamQuestion, ...] | None]]
    problems: tuple[ExamProblem, ...] = ()

    @property
    def plan(self) -> ExamPlan:
        """Subjects and their points."""
        return EXAMS[self.exam]

    @property
    def years(self) -> tuple[int, ...]:
        """The years asked for, with papers or without."""
        return tuple(self.questions)


def exam_papers(
    questions: Iterable[ExamQuestion], exam: str, years: Sequence[int], *, scale_papers: bool = False
) -> ExamPapers:
    """Sort questions into the papers of an exam's plan.

    A paper is whole when its questions are numbered from 1 on, each number once, and their points add up to the plan's. ``scale_papers`` lets other sums pass, to be
    scaled and told (``other_points``); it never fills a gap in the numbers. Civil law is one paper, or two together.
    Raises: LegalMetricsError for a question that stands twice.

    >>> rows = [ExamQuestion(f"q{n}", 2023, "tax", n, 50.0) for n in (1, 2)]
    >>> papers = exam_papers(rows, "lawyers", [2023])
    >>> [question.id for question in papers.questions[2023]["tax"]], papers.questions[2023]["criminal"]
    (['q1', 'q2'], None)
    """
    plan = EXAMS[exam]
    by_paper: dict[tuple[int, str], list[ExamQuestion]] = {}
    seen = set()
    for question in questions:
        if question.id in seen:
            raise LegalMetricsError(f"questions: found {question.id!r} twice, allowed each once")
        seen.add(question.id)
        by_paper.setdefault((question.year, question.subject), []).append(question)
    problems: list[ExamProblem] = []
    found: dict[int, dict[str, tuple[ExamQuestion, ...] | None]] = {}
    for year in years:
        of_year = {code: _in_order(kept) for (when, code), kept in by_paper.items() if when == year}
        subjects: dict[str, tuple[ExamQuestion, ...] | None] = {}
        for subject, worth in plan.worth.items():
            paper, told = _paper(subject, worth, of_year, plan, scale_papers)
            subjects[subject] = paper
            if of_year:  # a year without questions is told once
                problems += [ExamProblem(code, why, year=year, subject=subject) for code, why in told]
        if not of_year:
            problems.append(ExamProblem("no_year", "no question at hand", year=year))
        found[year] = subjects
    return ExamPapers(exam, MappingProxyType(found), tuple(problems))


def left_aside(questions: Iterable[ExamQuestion], years: Sequence[int]) -> tuple[ExamProblem, ...]:
    """What no total looks at: questions of other years (each year once), and of subjects that stand in no plan.

    >>> [str(problem) for problem in left_aside([ExamQuestion("q1", 2020, "tax", 1, 50.0)], [2021])]
    ['2020: 1 questions in no total (labels are counted)']
    """
    known = {
        code for plan in EXAMS.values() for subject in plan.worth for code in (subject, *plan.parts.get(subject, ()))
    }
    counts: dict[tuple[int, str], int] = {}
    for question in questions:
        other = question.subject not in known
        if other or question.year not in years:
            key = (question.year, question.subject if other else "")
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        ExamProblem("left_aside", f"{count} questions in no total (labels are counted)", year=year, subject=subject)
        for (year, subject), count in sorted(counts.items())
    )


def _paper(
    subject: str, worth: float, papers: Mapping[str, tuple[ExamQuestion, ...]], plan: ExamPlan, scale: bool
) -> tuple[tuple[ExamQuestion, ...] | None, list[tuple[str, str]]]:
    """The questions of a subject, None where some are missing; and what is to be told."""
    told: list[tuple[str, str]] = []
    parts = plan.parts.get(subject, ())
    if subject in papers:
        codes: tuple[str, ...] = (subject,)
        if there := [part for part in parts if part in papers]:
            told.append(("two_forms", f"also as {', '.join(there)}, which is set aside"))
    else:
        codes = parts or (subject,)
    if absent := [code for code in codes if code not in papers]:
        named = "" if len(absent) == len(codes) else f" of {', '.join(absent)}"
        return None, [("no_paper", f"no question{named} at hand")]
    paper = tuple(question for code in codes for question in papers[code])
    misnumbered = [wrong for code in codes if (wrong := _misnumbered(papers[code]))]
    told += [("numbers", wrong) for wrong in misnumbered]
    points = [question.points for question in paper if question.points is not None]
    whole = math.fsum(points)
    if len(points) < len(paper):
        told.append(("no_points", f"{len(paper) - len(points)} questions without points"))
    elif not math.isclose(whole, worth):
        told.append(
            (
                "other_points",
                f"questions of {whole:g} points together, the plan has {worth:g}{'; scaled' if scale else ''}",
            )
        )
    broken = misnumbered or len(points) < len(paper) or not (scale or math.isclose(whole, worth))
    return None if broken else paper, told


def _misnumbered(paper: Sequence[ExamQuestion]) -> str:
    """The numbers that are missing before the last or stand there twice; empty where there are none, or where questions have no numbers."""
    numbers = [question.number for question in paper if question.number is not None]
    if len(numbers) < len(paper):
        return ""
    missing = sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers))
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    wrong = {"no question": missing, "twice question": twice}
    return "; ".join(f"{what} {', '.join(map(str, which))}" for what, which in wrong.items() if which)


def _in_order(paper: Iterable[ExamQuestion]) -> tuple[ExamQuestion, ...]:
    return tuple(sorted(paper, key=lambda question: (question.number or 0, question.id)))
