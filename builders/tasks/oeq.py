"""``oeq`` records: one essay question of the second test and its official scoring points in, one record or the reason for leaving it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builders.parse.essay_subjects import essay_subject
from builders.parse.exam import Essay, ExamPaper, ExamProblem
from builders.parse.reference_laws import reference_law_names
from builders.parse.rubric import ScoringPoint
from builders.pipeline import Drop
from builders.profiles import ExamProfile
from builders.tasks.exam_facts import PaperFacts
from builders.tasks.exam_ids import essay_id
from builders.tasks.exam_kinds import exam_kinds, exam_stage

Record = dict[str, Any]

_ESSAYS = re.compile(r"\bessays? (\d+)(?:\s*[-–~]\s*(\d+))?")
_ABOUT_POINTS = "points_"


@dataclass(frozen=True, slots=True)
class Rubric:
    """The official scoring points of one question, and where they come from. ``uncertain``: the reader was not certain about all of them."""

    points: tuple[ScoringPoint, ...]
    file: str
    sha256: str
    uncertain: bool = False


def uncertain_essays(problems: Iterable[ExamProblem]) -> Mapping[int, tuple[ExamProblem, ...]]:
    """The essay questions that problems name (``p.2 essay 3``, ``essays 1-2``), each with its problems.

    >>> sorted(uncertain_essays([ExamProblem("p.2 essay 3", "x", ""), ExamProblem("essays 1-2", "y", ""), ExamProblem("p.1 q.4", "z", "")]))
    [1, 2, 3]
    """
    named: dict[int, tuple[ExamProblem, ...]] = {}
    for problem in problems:
        for first, last in _ESSAYS.findall(problem.where):
            for number in range(int(first), int(last or first) + 1):
                named[number] = (*named.get(number, ()), problem)
    return named


def is_second_test(paper: ExamPaper, exam_name: str = "") -> bool:
    """Whether a paper belongs to the second test of judges, prosecutors and lawyers, by its title or the official name of its exam.

    >>> from builders.parse.exam import ExamHeader
    >>> is_second_test(ExamPaper(ExamHeader(113, "113年公務人員特種考試司法官考試、113年專門職業及技術人員高等考試律師考試第二試"), "essay"))
    True
    """
    for title in (paper.exam.title, exam_name):
        if {kind.kind for kind in exam_kinds(title)} & {"judge", "lawyer"}:
            return exam_stage(title) == "second" or (exam_stage(title) == "" and paper.kind == "essay")
    return False


def make_record(
    paper: ExamPaper,
    essay: Essay,
    *,
    rubric: Rubric | None,
    facts: PaperFacts,
    uncertain: Mapping[int, Sequence[ExamProblem]],
    profile: ExamProfile,
    exam_name: str = "",
) -> Record | Drop:
    """The record of one essay question, or why it is left out. What is uncertain about points alone is flagged; the year is checked before."""
    subject = essay_subject(paper.exam.subject)
    named = f"{facts.code} essay {essay.number}"
    if profile.second_test_only and not is_second_test(paper, exam_name):
        return Drop("not_second_test", facts.file, id=named, detail=f"found {paper.exam.title}")
    if subject is None:
        return Drop("unknown_essay_subject", facts.file, id=named, detail=f"found {paper.exam.subject}, no subject of essay_subjects.json")
    id = essay_id(facts.year, subject.code, essay.number, origin=facts.origin)
    about = uncertain.get(essay.number, ())
    serious = [problem for problem in about if not problem.code.startswith(_ABOUT_POINTS)]
    if serious:
        return Drop("uncertain_question", facts.file, id=id, detail=f"{serious[0].where}: {serious[0].code}: {serious[0].what}")
    if not essay.text.strip() and not essay.sub_questions:
        return Drop("empty_question", facts.file, id=id, detail="found no text")
    group = essay.group
    return {
        "id": id,
        "question_id": id,
        "year": facts.year,
        "subject_code": subject.code,
        "subject": paper.exam.subject,
        "question_number": essay.number,
        "points": _number(essay.points),
        "question_text": essay.text,
        "sub_questions": [{"number": part.number, "text": part.text, "points": _number(part.points)} for part in essay.sub_questions],
        "group": None if group is None else {"first": group.first, "last": group.last, "passage": group.passage},
        "reference_laws": list(essay.reference_laws),
        "reference_law_names": list(reference_law_names(essay.reference_laws)),
        "scoring_points": [] if rubric is None else [_scoring_point(number, point) for number, point in enumerate(rubric.points, start=1)],
        "flags": {
            "rubric": rubric is not None,
            "rubric_uncertain": rubric is not None and rubric.uncertain,
            "points_disagree": any(problem.code == "points_disagree" for problem in about),
        },
        "provenance": {
            "source": facts.source,
            "file": facts.file,
            "sha256": facts.sha256,
            "url": facts.url,
            "exam_code": facts.exam_code or None,
            "code": facts.code,
            "page": essay.page,
            "rubric_file": None if rubric is None else rubric.file,
            "rubric_sha256": None if rubric is None else rubric.sha256,
            "canary": facts.canary,
        },
    }


def _scoring_point(number: int, point: ScoringPoint) -> Record:
    return {
        "criterion_number": number,
        "content": point.in_context,
        "points": _number(point.points),
        "sub_question": point.sub_question,
        "partial": list(point.partial),
    }


def _number(points: float | None) -> float | None:
    return None if points is None else float(points)
