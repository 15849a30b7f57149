"""What ``score_rubric`` is given: rubrics and grades as values or as plain mappings of JSON, checked before anything is added up."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import BadReferenceError, WrongTypeError, shown
from legal_metrics.grading import Grade, Item, Module, PartGrade, Rubric

PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "no_index": "a grade names no item",
        "unknown_item": "a grade names an item that the rubric lacks",
        "unknown_part": "a grade names a part that the item lacks",
        "repeated": "an item or part is graded twice",
        "missing": "an item has no grade",
        "missing_part": "a part of an item has no points",
        "ungraded": "a label says that the item was not graded (error, n/a, 无法判断), whatever points stand beside it",
        "no_verdict": "a grade holds neither a label nor points that can be read",
        "unread_points": "points that are no finite number",
        "unread_part": "a grade of a part that is no object",
        "unknown_label": "a label of no known scheme (of a penalty: one that does not say whether it applies)",
        "out_of_range": "points outside the range of the item",
        "not_binary": "points between nothing and all where an item is met or not",
        "label_against_points": "label and points say different things",
        "times_against_points": "the number of times and the points of a penalty say different things",
        "parts_against_points": "the points of an item are not those of its parts",
        "parts_sum": "the parts of an item do not add up to its points: scaled",
        "total_sum": "the items do not add up to the declared total",
        "module_sum": "the items of a module do not add up to its declared points",
        "unallocated": "an item without points, which neither the rubric nor the judge says how to share out: unscored",
        "split": "points that nobody allocated are shared equally",
        "no_position": "an item whose order counts has no position",
        "same_position": "two items whose order counts share a position",
        "out_of_order": "an item stands in the wrong order",
        "vetoed": "a veto applies",
        "unstated_veto": "a veto that the rubric does not state: it takes the item",
        "several_vetoes": "one of several vetoes of different reach applies: the widest counts",
        "unknown_dimension": "a dimension that is none of the seven",
        "base_withheld": "points before any grade do not stand, since a penalty was not graded",
        "tie": "as many judges say one thing as another",
        "no_grades": "no usable grade of any item: unscored",
    }
)
"""Codes of ``ScoringProblem`` and what they mean."""


@dataclass(frozen=True, slots=True)
class ScoringProblem:
    """Something that a score does not pass over in silence. ``code``: one of ``PROBLEMS``; ``item``: its number, None where it is about the whole.

    >>> str(ScoringProblem("out_of_range", 1, "5.0 of 3.0"))
    'item 1: points outside the range of the item (out_of_range): found 5.0 of 3.0'
    """

    code: str
    item: int | None = None
    found: str = ""

    def __str__(self) -> str:
        where = "rubric" if self.item is None else f"item {self.item}"
        return f"{where}: {PROBLEMS[self.code]} ({self.code})" + (f": found {self.found}" if self.found else "")


def as_rubric(rubric: Rubric | Sequence[Mapping[str, Any]]) -> Rubric:
    """A rubric, or one made of mappings ``{"index", "points"}`` in one module (``criterion``, ``dimension`` or ``dimensions``, ``order_required`` too).

    Points that nobody stated are None. Raises: WrongTypeError; BadReferenceError for items without a number, equal numbers, and points that are no number.

    >>> as_rubric([{"index": 1, "points": "3"}, {"index": 2, "points": None}]).item(1).points
    3.0
    """
    if isinstance(rubric, Rubric):
        _check_values(rubric)
        return rubric
    if isinstance(rubric, (str, bytes, Mapping)) or not isinstance(rubric, Sequence):
        raise WrongTypeError("rubric", rubric, "a Rubric or a sequence of mappings with index and points")
    read = Rubric("", "", None, (Module("", None, tuple(map(_item, range(len(rubric)), rubric))),))
    _check_values(read)
    return read


def as_grades(grades: object) -> tuple[tuple[Grade, ...], tuple[ScoringProblem, ...]]:
    """Grades, and what is wrong with those that are none. Takes grades, mappings ``{"index", "score", "status", …}``, or what holds ``grades`` (a reply).

    Points may be written (``"1.5"``, ``"１.５分"``); booleans, NaN and infinity are no points. Raises: WrongTypeError for anything else.

    >>> as_grades([{"index": 1, "score": "1.5"}, {"score": 3}])[0]
    (Grade(index=1, status='', score=1.5, allocated=None, reason='', position=None, times=None, veto=None, parts=()),)
    """
    rows = getattr(grades, "grades", grades)
    if isinstance(rows, (str, bytes, Mapping)) or not isinstance(rows, Iterable):
        raise WrongTypeError("grades", grades, "grades, mappings with index and score, or a reply that holds grades")
    read: list[Grade] = []
    problems: list[ScoringProblem] = []
    for row in rows:
        if isinstance(row, Grade):
            grade = _with_numbers(row)
            if row.score is not None and grade.score is None:
                problems.append(ScoringProblem("unread_points", row.index, shown(row.score)))
            read.append(grade)
            continue
        if not isinstance(row, Mapping):
            raise WrongTypeError("grades", row, "grades or mappings with index and score")
        made = _grade(row, problems)
        if made is not None:
            read.append(made)
    return tuple(read), tuple(problems)


_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(?:分|points?)?\s*", re.IGNORECASE)


def read_number(value: object) -> float | None:
    """A finite number, or one that is written in digits; None for anything else.

    >>> read_number("１.５分"), read_number(2), read_number(True), read_number(float("nan"))
    (1.5, 2.0, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value) if abs(value) < 1e9 else None
    found = _NUMBER.fullmatch(unicodedata.normalize("NFKC", value)) if isinstance(value, str) else None
    return float(found[1]) if found else None


def _with_numbers(grade: Grade) -> Grade:
    """The same grade, its points finite numbers or None."""
    if _is_plain(grade.score) and _is_plain(grade.allocated) and all(_is_plain(part.score) for part in grade.parts):
        return grade
    parts = tuple(replace(part, score=read_number(part.score)) for part in grade.parts)
    return replace(grade, score=read_number(grade.score), allocated=read_number(grade.allocated), parts=parts)


def _is_plain(points: object) -> bool:
    return points is None or (type(points) is float and abs(points) < 1e9)


def _grade(row: Mapping[str, Any], problems: list[ScoringProblem]) -> Grade | None:
    index = _whole(_first(row, ("index", "criterion_number", "number")))
    if index is None:
        problems.append(ScoringProblem("no_index", None, shown(dict(row))))
        return None
    written = _first(row, ("score", "points"))
    if written is not None and read_number(written) is None:
        problems.append(ScoringProblem("unread_points", index, shown(written)))
    status = _first(row, ("status", "label"))
    if status is None and isinstance(row.get("criteria_met"), bool):
        status = "met" if row["criteria_met"] else "not met"
    return Grade(
        index,
        status if isinstance(status, str) else "",
        read_number(written),
        read_number(row.get("allocated")),
        reason if isinstance(reason := row.get("reason"), str) else "",
        _whole(row.get("position")),
        _whole(row.get("times")),
        veto if isinstance(veto := row.get("veto"), bool) else None,
        _parts(row.get("parts"), index, problems),
    )


def _parts(rows: object, index: int, problems: list[ScoringProblem]) -> tuple[PartGrade, ...]:
    if rows is None:
        return ()
    listed = rows if isinstance(rows, list) else [rows]
    parts = [part for part in listed if isinstance(part, Mapping)]
    if len(parts) < len(listed):
        problems.append(ScoringProblem("unread_part", index, shown(rows)))
    return tuple(
        PartGrade(
            str(part.get("name", "")),
            read_number(_first(part, ("score", "points"))),
            str(_first(part, ("status", "label")) or ""),
        )
        for part in parts
    )


def _item(place: int, row: object) -> Item:
    if not isinstance(row, Mapping):
        raise WrongTypeError(f"rubric[{place}]", row, "a mapping with index and points")
    number = _whole(_first(row, ("index", "criterion_number")))
    points = read_number(row.get("points"))
    if number is None:
        raise BadReferenceError(
            f"item {place + 1}", "index", f"found {shown(row.get('index'))}, allowed a whole number"
        )
    if points is None and row.get("points") is not None:
        raise BadReferenceError(f"item {number}", "points", f"found {shown(row['points'])}, allowed a number or None")
    named = _first(row, ("dimensions", "dimension"))
    return Item(
        number,
        str(_first(row, ("criterion", "content")) or ""),
        points,
        dimensions=(named,) if isinstance(named, str) else tuple(named or ()),
        order_required=row.get("order_required") is True,
        per_occurrence=row.get("per_occurrence") is True,
    )


def _check_values(rubric: Rubric) -> None:
    items = rubric.items
    if len({item.number for item in items}) < len(items):
        twice = [number for number, n in Counter(item.number for item in items).items() if n > 1]
        raise BadReferenceError(rubric.id, "number", f"found {shown(twice)} twice, allowed different numbers")
    _check_points(rubric, rubric.points, 0.0, "points")
    _check_points(rubric, rubric.base, 0.0, "base")
    for module in rubric.modules:
        _check_points(rubric, module.points, -math.inf, "points of module {!r}", module.name)
    for item in items:
        if (
            rubric.base and item.points is None
        ):  # points that a judge allocates are earned; here items take from what an answer has
            raise BadReferenceError(rubric.id, f"points of item {item.number}", "found None, allowed a number")
        _check_points(rubric, item.points, -math.inf, "points of item {}", item.number)
        for part in item.parts:
            least = -math.inf if part.kind == "deduction" else 0.0
            _check_points(rubric, part.points, least, "points of part {!r} of item {}", part.name, item.number)


def _check_points(rubric: Rubric, value: object, least: float, field: str, *names: object) -> None:
    if value is None:
        return
    number = None if isinstance(value, str) else read_number(value)
    if number is None or number < least:
        allowed = "a number" if least < 0 else "a number from 0 on"
        raise BadReferenceError(rubric.id, field.format(*names), f"found {shown(value)}, allowed {allowed}")


def _first(row: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _whole(value: object) -> int | None:
    number = read_number(value)
    return int(number) if number is not None and number == int(number) else None
