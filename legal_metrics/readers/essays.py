"""Essay questions (tw-legalbench/oeq): the part ``essay`` is an answer with the judges' verdicts on one side, the question's rubric on the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from legal_metrics.extract.essays import read_essay_answer
from legal_metrics.grading import Grade, Rubric
from legal_metrics.judgements import Judgement
from legal_metrics.metrics.essays import (
    EssayReference,
    EssayRubric,
    EssayVerdict,
    JudgedEssay,
    PointGrade,
    ScoringPoint,
    check_rubric,
)
from legal_metrics.metrics.exam_papers import ExamQuestion
from legal_metrics.readers import ReadAnswer, ReadReference
from legal_metrics.readers.fields import Fields
from legal_metrics.text.grade_labels import is_ungraded, read_label


def read_answer(output: str, reading: str) -> ReadAnswer:
    """Read one output: the text of the essay, which judges have graded elsewhere.

    >>> read_answer('{"answer": "甲得請求返還。"}', "strict").view["answer"]
    '甲得請求返還。'
    """
    answer = read_essay_answer(output, reading=reading)
    if answer.text is None:
        return ReadAnswer(answer.status, why=answer.why)
    return ReadAnswer(answer.status, {"essay": JudgedEssay()}, {"answer": answer.text}, answer.repairs)


def with_judgements(answer: ReadAnswer, judgements: Sequence[Judgement]) -> ReadAnswer:
    """The same answer with what judges said of it; one that could not be read keeps its status: it earns nothing, whatever a judge made of it."""
    if "essay" not in answer.parts or not judgements:
        return answer
    verdicts = tuple(map(essay_verdict, judgements))
    told = {
        verdict.judge: verdict.problem
        or [{"number": g.number, "label": g.label, "points": g.points} for g in verdict.grades]
        for verdict in verdicts
    }
    return replace(answer, parts={"essay": JudgedEssay(verdicts)}, view={**answer.view, "verdicts": told})


def read_reference(record: Mapping[str, Any], reference: str) -> ReadReference:
    """Read one record of ``schemas/oeq.schema.json``: ``points`` and ``scoring_points``. A question without a rubric is left out of the scores, and counted.

    Raises: BadReferenceError for points or scoring points that cannot be read.

    >>> row = {"id": "q1", "points": 25, "scoring_points": [{"criterion_number": 1, "content": "爭點", "points": None}]}
    >>> read_reference(row, "").parts["essay"].rubric
    EssayRubric(points=25.0, scoring_points=(ScoringPoint(number=1, points=None),))
    """
    fields = Fields.of(record)
    points = _points(fields)
    rows = fields.children("scoring_points")
    rubric = EssayRubric(points, tuple(ScoringPoint(_number(row), _points(row)) for row in rows))
    check_rubric(fields.id, rubric)
    why = ""
    if not rubric.scoring_points:
        why = "no scoring points at hand"
    elif points is None and any(point.points is None for point in rubric.scoring_points):
        why = "neither the question nor all of its scoring points have points"
    view = {
        "points": points,
        "scoring_points": [
            {"number": _number(row), "content": row.text("content"), "points": _points(row)} for row in rows
        ],
    }
    problems = (f"record {fields.id!r}: {why}: not scored",) if why else ()
    return ReadReference({"essay": EssayReference(None if why else rubric, why)}, view, problems=problems)


def essay_verdict(judgement: Judgement) -> EssayVerdict:
    """One judge's verdict as essays are scored by it: labels in one scheme; a reply without a verdict, or with a scoring point graded twice, cannot be used.

    >>> essay_verdict(Judgement("j1", (Grade(1, "正確", 5.0),))).grades[0].label
    'correct'
    """
    if judgement.problem:
        return EssayVerdict(judgement.judge, problem=judgement.problem)
    numbers = [grade.index for grade in judgement.grades]
    if len(set(numbers)) < len(numbers):
        return EssayVerdict(judgement.judge, problem="a scoring point is graded twice")
    return EssayVerdict(judgement.judge, tuple(map(_grade, judgement.grades)))


def rubric_in(record: Mapping[str, Any]) -> Rubric | None:
    """The rubric of a record as judges are asked by it; None where the question has no scoring points.

    >>> rubric_in({"id": "q1", "points": 25, "scoring_points": [{"criterion_number": 1, "content": "爭點", "points": 25}]}).items[0].criterion
    '爭點'
    """
    from legal_metrics.rubrics.forms import read_rubric

    return read_rubric(record, "tw_essay") if record.get("scoring_points") else None


def exam_question(record: Mapping[str, Any]) -> ExamQuestion:
    """One record of ``schemas/oeq.schema.json`` as a question of a paper: ``year``, ``subject_code``, ``question_number`` (may be left out) and the rubric.

    Raises: BadReferenceError for a field that cannot be read.

    >>> exam_question({"id": "q1", "year": 2023, "subject_code": "tax", "question_number": 1, "points": 50, "scoring_points": []}).why
    'no scoring points at hand'
    """
    fields = Fields.of(record)
    year = fields.whole("year", 1950)
    if year is None:
        raise fields.error("year", None, "a year")
    reference: EssayReference = read_reference(record, "").parts["essay"]
    points = _points(fields)
    if points is None and reference.rubric is not None:
        points = math.fsum(point.points or 0.0 for point in reference.rubric.scoring_points)
    id, subject, number = fields.filled("id"), fields.filled("subject_code"), fields.whole("question_number", 1)
    return ExamQuestion(id, year, subject, number, points, reference.rubric, reference.why)


def _grade(grade: Grade) -> PointGrade:
    """The labels of all schemes are read: no word means two things in them. A word that says that nothing was graded leaves no points."""
    if grade.status and is_ungraded(grade.status):
        return PointGrade(grade.index, None)
    return PointGrade(grade.index, read_label(grade.status), grade.score, grade.allocated)


def _number(row: Fields) -> int:
    number = row.whole("criterion_number", 1)
    if number is None:
        raise row.error("criterion_number", None, "a whole number >= 1")
    return number


def _points(row: Fields) -> float | None:
    points = row.values.get("points")
    if points is None:
        return None
    if isinstance(points, bool) or not isinstance(points, (int, float)) or not 0 < points < 1e6:
        raise row.error("points", points, "a number > 0 or null")
    return float(points)
