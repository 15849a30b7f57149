"""Official scoring points to the essay papers that they belong to, by year and subject; what does not fit is counted and left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builders.parse.essay_subjects import essay_subject
from builders.parse.exam import Essay, ExamProblem
from builders.parse.rubric import RubricQuestion
from builders.parse.rubric_json import LOST
from builders.parse.scoring_points import match_rubric
from builders.pipeline import Drop, Log, Step, flow
from builders.tasks.exam_papers import Candidate
from builders.tasks.exam_source import StoredRubric
from builders.tasks.oeq import Rubric

Rubrics = Mapping[tuple[str, int], Rubric]
"""File of the paper and number of the question -> its rubric."""

_QUESTION = re.compile(r"\b(?:question|essay) (\d+)")
_ABOUT_POINTS = frozenset({"points_total", "points_disagree"})


@dataclass(frozen=True, slots=True)
class _Found:
    """The rubric of one question, its file, and what is uncertain about it."""

    stored: StoredRubric
    question: RubricQuestion
    problems: tuple[ExamProblem, ...]

    @property
    def file(self) -> str:
        return self.stored.source.file


def match_rubrics(stored: Sequence[StoredRubric], papers: Sequence[Candidate], log: Log) -> Rubrics:
    """The rubric of each essay question. The log's step ``rubrics`` counts rubrics of questions; those whose points do not add up are left out."""
    by_paper: dict[tuple[int, str], Candidate] = {}
    for paper in papers:
        subject = essay_subject(paper.stored.paper.exam.subject)
        if subject and paper.identity.year is not None:
            by_paper.setdefault((paper.identity.year, subject.code), paper)
    taken: dict[tuple[str, int], Rubric] = {}

    def placed(found: _Found) -> _Found | Drop:
        rubric = found.stored.rubric
        id = f"{rubric.year or 'no year'} {rubric.subject_code or rubric.subject or 'no subject'} question {found.question.number}"
        paper = by_paper.get((rubric.year or 0, rubric.subject_code))
        if paper is None:
            return Drop("rubric_without_paper", found.file, id=id)
        place = (paper.file, found.question.number)
        if place in taken:
            return Drop("rubric_repeated", found.file, id=id, detail=f"{taken[place].file} has one already")
        essay = next((one for one in _essays(paper) if one.number == found.question.number), None)
        if essay is None:
            return Drop("rubric_without_question", found.file, id=id, detail=f"the paper {paper.file} has no such question")
        problems = (*found.problems, *match_rubric([essay], [found.question]).problems)
        wrong = next((problem for problem in problems if problem.code in _ABOUT_POINTS), None)
        if wrong is not None:
            return Drop("rubric_points_disagree", found.file, id=id, detail=wrong.what)
        if not found.question.scoring_points:
            return Drop("rubric_empty", found.file, id=id)
        taken[place] = Rubric(found.question.scoring_points, found.file, found.stored.source.sha256, uncertain=bool(problems))
        return found

    for one in stored:
        for problem in one.rubric.problems:
            if problem.code in LOST:
                log.count("rubrics").read += 1
                log.drop("rubrics", Drop("rubric_line_unread", one.source.file, detail=f"{problem.where}: {problem.what}"))
    for _ in flow(_questions(stored), [Step("rubrics", placed)], log):
        pass
    return taken


def _questions(stored: Sequence[StoredRubric]) -> Iterator[_Found]:
    for one in sorted(stored, key=lambda one: one.source.file):
        named: dict[int, list[ExamProblem]] = {}
        for problem in one.rubric.problems:
            for number in _QUESTION.findall(problem.where):
                named.setdefault(int(number), []).append(problem)
        for question in one.rubric.questions:
            yield _Found(one, question, tuple(named.get(question.number, ())))


def _essays(paper: Candidate) -> tuple[Essay, ...]:
    return paper.stored.whole().essays
