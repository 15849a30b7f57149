"""Replies of judges: one grade for each scoring point, out of JSON that is mended where needed; a reply without a verdict is an error, never a zero."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import JudgeReplyError, WrongTypeError, shown
from legal_metrics.extract.json_objects import find_objects
from legal_metrics.extract.thinking import without_thinking
from legal_metrics.grading import Grade as Grade
from legal_metrics.text.grade_labels import FOUR_LABELS as FOUR_LABELS
from legal_metrics.text.grade_labels import SCHEMES as SCHEMES
from legal_metrics.text.grade_labels import YES_NO as YES_NO
from legal_metrics.text.grade_labels import canonical_label as canonical_label
from legal_metrics.text.grade_labels import scheme_of as scheme_of


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """The grades in order; ``problems`` name what could not be read of single ones; ``complete``: every point of the rubric is graded once (None
    without a rubric)."""

    grades: tuple[Grade, ...]
    problems: tuple[str, ...] = ()
    complete: bool | None = None


def parse_judge_reply(text: str, rubric: Sequence[Mapping[str, Any]] | None = None) -> JudgeReply:
    """The grades in a judge's reply: a JSON list of objects, alone or in an object, in any surrounding text.

    ``rubric``: the scoring points (``index`` or ``criterion_number`` each); with it ``complete`` is told.
    Raises: JudgeReplyError where there is no verdict to read; WrongTypeError for a text that is no string.

    >>> reply = parse_judge_reply('評分：[{"index": 1, "status": "partial", "score": "1.5"},]')
    >>> reply.grades[0].score, reply.grades[0].status
    (1.5, 'partial')
    >>> parse_judge_reply("大致完整。")
    Traceback (most recent call last):
    legal_metrics.errors.JudgeReplyError: no verdict in the judge reply: no JSON with grades
    """
    if not isinstance(text, str):
        raise WrongTypeError("text", text, "a string")
    rows = _rows(without_thinking(text)[0])
    grades, problems = read_grades(rows)
    if not grades:
        raise JudgeReplyError("; ".join(problems) or "no JSON with grades")
    complete = None
    if rubric is not None:
        wanted = sorted(index for row in rubric if (index := _index(row)) is not None)
        complete = wanted == sorted(grade.index for grade in grades)
    return JudgeReply(grades, problems, complete)


def read_grades(rows: Sequence[Any]) -> tuple[tuple[Grade, ...], tuple[str, ...]]:
    """Grades from parsed rows, and what is wrong with those that are none.

    >>> grades, problems = read_grades([{"criterion_number": 2, "label": "correct", "points": 5}])
    >>> grades[0].index, grades[0].status, grades[0].score
    (2, 'correct', 5.0)
    """
    grades: list[Grade] = []
    problems: list[str] = []
    for place, row in enumerate(rows):
        index = _index(row) if isinstance(row, Mapping) else None
        if index is None:
            problems.append(
                f"grade {place + 1}: found {shown(row)}, allowed an object with the number of a scoring point"
            )
            continue
        status, score = _first(row, _STATUS), _number(_first(row, _SCORE))
        if not isinstance(status, str) and score is None:
            problems.append(f"grade {place + 1}: found neither a label nor points")
            continue
        reason = _first(row, _REASON)
        grades.append(
            Grade(
                index,
                status.strip() if isinstance(status, str) else "",
                score,
                _number(_first(row, _ALLOCATED)),
                reason if isinstance(reason, str) else "",
            )
        )
    return tuple(grades), tuple(problems)


_INDEX = ("index", "criterion_number", "criterion", "number", "id", "no", "序號", "編號", "编号", "评分点", "評分要點")
_STATUS = ("status", "label", "verdict", "state", "狀態", "状态", "標籤", "标签", "判定")
_SCORE = ("score", "points", "awarded", "points_awarded", "得分", "分數", "分数")
_ALLOCATED = ("allocated", "max_points", "max_score", "full", "配分", "滿分", "满分")
_REASON = ("reason", "explanation", "comment", "理由", "說明", "说明")
_NUMBER = re.compile(r"\s*([+-]?\d{1,6}(?:\.\d{1,6})?)\s*(?:分|points?|/\s*\d{1,6}(?:\.\d{1,6})?)?\s*", re.IGNORECASE)


def _rows(text: str) -> list[Any]:
    listed = _list_in(text)
    if listed is not None:
        return listed
    objects = [found.value for found in find_objects(text) if found.value is not None]
    for value in objects:
        rows = next(
            (
                item
                for item in value.values()
                if isinstance(item, list) and any(isinstance(row, Mapping) for row in item)
            ),
            None,
        )
        if rows is not None:
            return rows
    return [value for value in reversed(objects) if _index(value) is not None]


def _list_in(text: str) -> list[Any] | None:
    start, end = text.find("["), text.rfind("]")
    try:
        value = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) and any(isinstance(row, Mapping) for row in value) else None


def _first(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _index(row: Mapping[str, Any]) -> int | None:
    number = _number(_first(row, _INDEX))
    return int(number) if number is not None and number == int(number) and number >= 0 else None


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        try:
            return float(value) if math.isfinite(value) else None
        except OverflowError:
            return None
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    return float(found[1]) if found else None
