"""The strict form of a judge's reply: what ``schemas/judge_reply.schema.json`` says, in code, for every reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any], bool]


def is_strict_reply(value: Any) -> bool:
    """Whether parsed JSON is a reply of the asked form: ``{"grades": […]}`` or the list alone, each grade with the number of an item, a label or points
    (or both), and nothing unknown beside them; or ``{"explanation", "criteria_met"}``.

    >>> is_strict_reply({"grades": [{"index": 1, "label": "correct", "points": 3, "reason": "見第二段"}]})
    True
    >>> is_strict_reply([{"index": "1", "label": "correct"}])
    False
    """
    if isinstance(value, Mapping) and value.keys() == {"explanation", "criteria_met"}:
        return isinstance(value["explanation"], str) and isinstance(value["criteria_met"], bool)
    rows = value["grades"] if isinstance(value, Mapping) and value.keys() == {"grades"} else value
    return isinstance(rows, list) and bool(rows) and all(map(_is_grade, rows))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e9 < value < 1e9


def _whole(least: int) -> Check:
    return lambda value: _is_number(value) and value == int(value) and least <= value < 10**6


def _optional(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _is_label(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 40


_FIELDS: Mapping[str, Check] = {
    "index": _whole(1),
    "criterion_number": _whole(1),
    "label": _is_label,
    "status": _is_label,
    "points": _is_number,
    "score": _is_number,
    "criteria_met": lambda value: isinstance(value, bool),
    "reason": lambda value: isinstance(value, str),
    "explanation": lambda value: isinstance(value, str),
    "allocated": _optional(lambda value: _is_number(value) and value >= 0),
    "position": _optional(_whole(1)),
    "times": _optional(_whole(0)),
    "veto": _optional(lambda value: isinstance(value, bool)),
    "parts": lambda value: isinstance(value, list) and all(map(_is_part, value)),
}
_PART_FIELDS: Mapping[str, Check] = {
    "name": lambda value: isinstance(value, str) and bool(value),
    "points": _is_number,
    "score": _is_number,
    "label": _is_label,
    "status": _is_label,
}
_ONE_OF = (("index", "criterion_number"), ("label", "status"), ("points", "score"), ("reason", "explanation"))


def _fits(value: Any, fields: Mapping[str, Check]) -> bool:
    if not isinstance(value, dict):
        return False
    for key, item in value.items():
        check = fields.get(key)
        if check is None or not check(item):
            return False
    return len(value) < 2 or not any(a in value and b in value for a, b in _ONE_OF)


def _is_grade(value: Any) -> bool:
    return _fits(value, _FIELDS) and not _NUMBERS.isdisjoint(value) and not _VERDICTS.isdisjoint(value)


_NUMBERS = frozenset(("index", "criterion_number"))
_VERDICTS = frozenset(("label", "status", "points", "score", "criteria_met"))


def _is_part(value: Any) -> bool:
    return _fits(value, _PART_FIELDS) and "name" in value and len(value) > 1
