"""Rubrics as JSON lines: one object a question, with the fields of ``parse rubric`` or of the public card."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from builders.parse.essay_subjects import essay_subject, subject_of_code
from builders.parse.exam import ExamProblem
from builders.parse.rubric import Rubric, RubricQuestion, ScoringPoint

_FIELDS = frozenset({"year", "year_roc", "subject", "subject_code", "question_number", "points", "scoring_points", "remarks", "notes", "page"})
_POINT_FIELDS = frozenset({"criterion_number", "content", "points", "sub_question", "partial"})

LOST: frozenset[str] = frozenset({"bad_line", "no_question_number", "no_scoring_points"})
"""Codes of problems that cost a whole question: its line gives none."""


def read_json_lines(text: str) -> tuple[Rubric, ...]:
    """One rubric for each (year, subject) in the lines, in the order of their first line; a line that cannot be read is a problem.

    A whole rubric on one line (the shape of ``parse rubric``, with ``questions``) is read as its questions.

    >>> (rubric,) = read_json_lines('{"year": 2024, "subject_code": "tax", "question_number": 1, "scoring_points": ["甲", {"content": "乙", "points": 5}]}')
    >>> [(point.content, point.points) for point in rubric.questions[0].scoring_points]
    [('甲', None), ('乙', 5.0)]
    """
    papers: dict[tuple[int | None, str], tuple[str, list[RubricQuestion]]] = {}
    lost: list[ExamProblem] = []
    problems: dict[tuple[int | None, str], list[ExamProblem]] = {}
    for where, row in _rows(text, lost):
        found: list[ExamProblem] = []
        year, code, subject = _paper(row, where, found)
        question = _question(row, where, found)
        if question is None:
            lost += found
            continue
        papers.setdefault((year, code or subject), (subject, []))[1].append(question)
        problems.setdefault((year, code or subject), []).extend(found)
    rubrics = [
        Rubric("rubric", year, subject, name if subject_of_code(name) else "", tuple(questions), tuple(problems[year, name]))
        for (year, name), (subject, questions) in papers.items()
    ]
    if not rubrics:
        return (Rubric("not_a_rubric", problems=tuple(lost) or (ExamProblem("", "foreign", "no question"),)),)
    first, *others = rubrics
    return (Rubric(first.kind, first.year_roc, first.subject, first.subject_code, first.questions, (*lost, *first.problems)), *others)


def _rows(text: str, lost: list[ExamProblem]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Question objects with the line they stand on."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            value = json.loads(line)
        except ValueError as error:
            lost.append(ExamProblem(where, "bad_line", f"no JSON: {error}"))
            continue
        except RecursionError:
            lost.append(ExamProblem(where, "bad_line", "JSON nested too deeply"))
            continue
        if not isinstance(value, dict):
            lost.append(ExamProblem(where, "bad_line", f"found {type(value).__name__}, allowed an object"))
        elif isinstance(value.get("questions"), list):
            shared = {key: value[key] for key in ("year", "year_roc", "subject", "subject_code") if key in value}
            for row in value["questions"]:
                if isinstance(row, dict):
                    yield where, {**shared, **row}
                else:
                    lost.append(ExamProblem(where, "bad_line", f"questions: found {type(row).__name__}, allowed objects"))
        else:
            yield where, value


def _paper(row: Mapping[str, Any], where: str, problems: list[ExamProblem]) -> tuple[int | None, str, str]:
    """ROC year, subject code and printed subject of a line."""
    year, roc = _whole(row.get("year")), _whole(row.get("year_roc"))
    if roc is None and year is not None:
        roc = year - 1911
    if roc is None or not 1 <= roc <= 300 or (year is not None and year != roc + 1911):
        problems.append(ExamProblem(where, "bad_field", f"year: found {row.get('year')!r} and year_roc {row.get('year_roc')!r}, allowed one year"))
        roc = None
    printed, code = row.get("subject", ""), row.get("subject_code", "")
    printed = printed if isinstance(printed, str) else ""
    known = subject_of_code(code) if isinstance(code, str) else None
    named = essay_subject(printed)
    if known is None and code:
        problems.append(ExamProblem(where, "bad_field", f"subject_code: found {code!r}, allowed a code of essay_subjects.json"))
    if known is not None and named is not None and known != named:
        problems.append(ExamProblem(where, "bad_field", f"subject_code: found {code!r} for {printed}"))
    subject = known or named
    if subject is None and not code:
        problems.append(ExamProblem(where, "subject_missing", "neither subject_code nor a known subject"))
    return roc, subject.code if subject else "", printed


def _question(row: Mapping[str, Any], where: str, problems: list[ExamProblem]) -> RubricQuestion | None:
    number = _whole(row.get("question_number"))
    if number is None or number < 1:
        problems.append(ExamProblem(where, "no_question_number", f"question_number: found {row.get('question_number')!r}, allowed a whole number from 1"))
        return None
    where = f"{where} question {number}"
    _unknown(row, _FIELDS, where, problems)
    given = row.get("scoring_points")
    if not isinstance(given, list) or not given:
        problems.append(ExamProblem(where, "no_scoring_points", f"scoring_points: found {type(given).__name__}, allowed a list of one or more"))
        return None
    points = [point for index, value in enumerate(given, 1) if (point := _point(value, index, where, problems)) is not None]
    notes = row.get("notes", [])
    return RubricQuestion(
        number,
        _points(row.get("points"), where, problems),
        tuple(replace(point, criterion_number=index) for index, point in enumerate(points, 1)),
        _text(row.get("remarks"), f"{where} remarks", problems),
        tuple(note for note in notes if isinstance(note, str)) if isinstance(notes, list) else (),
        _whole(row.get("page")) or 1,
    )


def _point(value: Any, index: int, where: str, problems: list[ExamProblem]) -> ScoringPoint | None:
    where = f"{where} criterion {index}"
    value = {"content": value} if isinstance(value, str) else value
    content = value.get("content") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(content, str) or not content.strip():
        problems.append(ExamProblem(where, "criterion_empty", f"content: found {content!r}, allowed words"))
        return None
    _unknown(value, _POINT_FIELDS, where, problems)
    if value.get("criterion_number", index) != index:
        problems.append(ExamProblem(where, "criterion_missing", f"criterion_number: found {value['criterion_number']!r}, allowed {index}"))
    sub = _whole(value.get("sub_question"))
    if sub is None and value.get("sub_question") is not None:
        problems.append(ExamProblem(where, "bad_field", f"sub_question: found {value['sub_question']!r}, allowed a whole number or null"))
    partial = value.get("partial", [])
    return ScoringPoint(
        index,
        content.strip(),
        _points(value.get("points"), where, problems),
        sub,
        partial=tuple(words for words in partial if isinstance(words, str)) if isinstance(partial, list) else (),
    )


def _points(value: Any, where: str, problems: list[ExamProblem]) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1000:
        problems.append(ExamProblem(where, "bad_field", f"points: found {value!r}, allowed a number above 0 or null"))
        return None
    return float(value)


def _text(value: Any, where: str, problems: list[ExamProblem]) -> str:
    if value is not None and not isinstance(value, str):
        problems.append(ExamProblem(where, "bad_field", f"found {type(value).__name__}, allowed text"))
    return value.strip() if isinstance(value, str) else ""


def _unknown(row: Mapping[str, Any], fields: frozenset[str], where: str, problems: list[ExamProblem]) -> None:
    problems += [ExamProblem(where, "unknown_field", f"found {name!r}, allowed {', '.join(sorted(fields))}") for name in row if name not in fields]


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
