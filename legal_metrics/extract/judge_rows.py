"""One grade out of one object of a judge's reply, and a problem for everything in it that is not as it should be."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import shown
from legal_metrics.extract.json_mending import Doubled
from legal_metrics.extract.judge_fields import NAMES, Row, error_in, read_flag, read_points, row_of
from legal_metrics.grading import Grade, Item, PartGrade
from legal_metrics.text.grade_labels import is_ungraded, read_applies, read_label

PROBLEMS: Mapping[str, str] = MappingProxyType(
    {
        "no_object": "what stands in the place of a grade is no object",
        "no_number": "a grade does not say of which item it is",
        "no_verdict": "a grade holds neither a label nor points",
        "not_graded": "the judge says that the item was not graded, or leaves the label of the form unfilled",
        "unknown_label": "a label of no known scheme",
        "bad_points": "points that are no number",
        "boolean_points": "true or false in the place of points",
        "non_finite_points": "points that are no finite number",
        "other_scale": "points out of another maximum than the item's",
        "rubric_echo": "the rubric's own text in the place of a grade",
        "conflicting_fields": "two fields of a grade say different things",
        "bad_field": "a position, number of times or veto of the wrong kind",
        "unknown_part": "a part that the item lacks",
        "repeated_part": "a part that is graded twice",
        "out_of_range": "points outside the range of the item or part",
        "label_against_points": "label and points say different things",
        "unknown": "an item that the rubric lacks",
        "repeated": "an item that is graded twice",
        "missing": "an item without a grade",
        "unreadable": "JSON that cannot be read stands among the grades",
        "truncated": "the reply ends before its JSON does",
        "conflicting_verdicts": "another verdict in the same reply says something else",
    }
)
"""Codes of ``ReplyProblem`` and what they mean."""


@dataclass(frozen=True, slots=True)
class ReplyProblem:
    """Something in a judge's reply that a score must not pass over. ``item``: the number that it is about, None for the whole reply.

    >>> str(ReplyProblem("out_of_range", 2, "7", "0 to 5"))
    'item 2: points outside the range of the item or part (out_of_range): found 7, allowed 0 to 5'
    """

    code: str
    item: int | None = None
    found: str = ""
    allowed: str = ""

    @property
    def told(self) -> str:
        """The problem as files of verdicts carry it: its code first.

        >>> ReplyProblem("out_of_range", 2, "7", "0 to 5").told
        'out_of_range, item 2: 7'
        """
        where = f", item {self.item}" if self.item is not None else ""
        return self.code + where + (f": {self.found}" if self.found else "")

    def __str__(self) -> str:
        where = "reply" if self.item is None else f"item {self.item}"
        found = f": found {self.found}" if self.found else ""
        allowed = f", allowed {self.allowed}" if self.allowed else ""
        return f"{where}: {PROBLEMS[self.code]} ({self.code}){found}{allowed}"


_Tell = Callable[..., None]
_PART_NAMES = frozenset(NAMES["part"].split())


def is_usable(grade: Grade, labels: Collection[str] = ()) -> bool:
    """Whether a grade says what an item earns: points, of the item or its parts, or a label of a known scheme or one of ``labels``.

    >>> is_usable(Grade(1, "partial")), is_usable(Grade(1, "queued")), is_usable(Grade(1, "queued", 2.0)), is_usable(Grade(1, "B"), ["A", "B"])
    (True, False, True, True)
    """
    return (
        grade.score is not None
        or grade.status in labels
        or is_known_label(grade.status)
        or any(part.score is not None or part.status for part in grade.parts)
    )


@lru_cache(maxsize=4096)
def is_known_label(status: str) -> bool:
    """Whether a label is one of any known scheme, for what is earned or for penalties.

    >>> is_known_label("部分正確"), is_known_label("不適用"), is_known_label("queued")
    (True, True, False)
    """
    return bool(status) and (read_label(status) is not None or read_applies(status) is not None)


def read_row(
    row: Row, number: int, item: Item | None, told: list[ReplyProblem], labels: Collection[str] = ()
) -> Grade | None:
    """The grade of a row about the item ``number``; None where it is none. What is wrong is appended to ``told``. ``labels``: further known labels.

    >>> problems: list[ReplyProblem] = []
    >>> read_row(row_of({"index": 1, "label": "correct", "points": float("nan")}), 1, None, problems).score, problems[0].code
    (None, 'non_finite_points')
    """

    def tell(code: str, found: object, allowed: str = "") -> None:
        told.append(ReplyProblem(code, number, found if isinstance(found, str) else shown(found), allowed))

    for key in row.conflicts:
        tell("conflicting_fields", key)
    if row.conflicts:
        return None
    fields = row.fields
    status = _status(fields)
    why = error_in(row.source) if row.source and "error" in fields else ""
    if why or (
        status and (_ungraded(status) or (item is not None and not item.is_penalty and _is_inapplicable(status)))
    ):
        tell("not_graded", why or status)
        return None
    full = item.points if item else None
    allocated = read_points(fields["allocated"])[0] if "allocated" in fields else None
    written, echo = _written_points(fields, status)
    if echo:
        tell("rubric_echo", fields.get("text", ""))
        return None
    score: float | None = None
    if written is not None:
        score, code = read_points(written, full if full is not None else allocated)
        if code:
            tell(code, written, "a finite number")
    if "score" in fields and "points" in fields:  # points beside a score are the same, or what the item is worth
        worth = read_points(fields["points"])[0]
        if allocated is None and worth is not None and worth != score:
            allocated = worth
    if full is not None and allocated is not None and score is not None and not math.isclose(abs(full), abs(allocated)):
        tell("other_scale", f"{score:g} of {allocated:g}", f"points of {full:g}")
        score = None
    parts = _parts(row, item, tell) if "parts" in fields or (item is not None and item.parts) else ()
    label = _label(status)
    if not status and score is None and not any(part.score is not None or part.status for part in parts):
        if written is None:
            tell("no_verdict", dict(row.source or {}), "a label or points")
        return None
    if status and status not in labels and not is_known_label(status):
        tell("unknown_label", status, "a label of a known scheme")
    grade = Grade(
        number,
        status,
        score,
        allocated,
        reason if isinstance(reason := fields.get("reason"), str) else "",
        _count(fields, "position", tell) if "position" in fields else None,
        _count(fields, "times", tell) if "times" in fields else None,
        _veto(fields, tell) if "veto" in fields else None,
        parts,
    )
    _check_points(grade, item, label, tell)
    return grade


_INAPPLICABLE = frozenset(("不適用", "不适用", "not applicable", "notapplicable", "not_applicable"))


def _is_inapplicable(status: str) -> bool:
    """Of a penalty that it does not apply; of another item that it was not graded."""
    return status.lower() in _INAPPLICABLE


_ungraded = lru_cache(maxsize=4096)(is_ungraded)


@lru_cache(maxsize=4096)
def _label(status: str) -> str | None:
    return read_label(status) if status else None


def _status(fields: Mapping[str, Any]) -> str:
    """The label as written; a flag that says whether the criterion is met is written out."""
    status = fields.get("status")
    if status is None and isinstance(either := fields.get("either"), str) and read_points(either)[0] is None:
        status = either
    flag = fields.get("met", status if isinstance(status, bool) else None)
    if status is None and isinstance(flag, str) and read_flag(flag) is None:
        return flag.strip()  # partly
    met = bool(flag) if type(flag) is int and flag in (0, 1) else read_flag(flag)
    if met is not None and not isinstance(status, str):
        return "met" if met else "not met"
    return status.strip() if isinstance(status, str) else ""


def _written_points(fields: Mapping[str, Any], status: str) -> tuple[Any, bool]:
    """What stands for the points earned, and whether it is the rubric's own worth instead: ``points`` beside the criterion's text, without a verdict."""
    if "score" in fields:
        return fields["score"], False
    if "points" in fields:
        return fields["points"], not status and "text" in fields and "reason" not in fields
    either = fields.get("either")
    return (either if either is not None and (not isinstance(either, str) or either.strip() != status) else None), False


def _count(fields: Mapping[str, Any], name: str, tell: _Tell) -> int | None:
    value = fields[name]
    count = None if isinstance(value, bool) else read_points(value)[0]
    if count is None or count < 0 or count != int(count):
        tell("bad_field", f"{name} {shown(value)}", "a whole number from 0 on")
        return None
    return int(count)


def _veto(fields: Mapping[str, Any], tell: _Tell) -> bool | None:
    value = fields.get("veto")
    flag = read_flag(value)
    if value is not None and flag is None:
        tell("bad_field", f"veto {shown(value)}", "true or false")
    return flag


def _parts(row: Row, item: Item | None, tell: _Tell) -> tuple[PartGrade, ...]:
    """Grades of parts: a list of objects, an object by name, or fields of the grade that bear the names of the item's parts."""
    given = row.fields.get("parts")
    known = {part.name: part for part in item.parts} if item else {}
    pairs: list[tuple[str, Any]] = []
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, Sequence) and not isinstance(given, (str, Doubled)):
        for value in given:
            if isinstance(value, Mapping):
                named = [v for k, v in value.items() if isinstance(v, str) and k.strip().lower() in _PART_NAMES]
                pairs.append((named[0] if named else "", value))
            else:
                tell("no_object", value, "an object with name and points")
    elif given is None and known and row.source:
        pairs = [(name, row.source[name]) for name in known if name in row.source]
    parts: list[PartGrade] = []
    for name, value in pairs:
        inner = (
            row_of(value).fields
            if isinstance(value, Mapping)
            else {"score": value}
            if not isinstance(value, str)
            else {"either": value}
        )
        status = _status(inner)
        written = inner.get("score", inner.get("points", inner.get("either") if not status else None))
        part = known.get(name.strip())
        score, code = (None, "") if written is None else read_points(written, part.points if part else None)
        if code:
            tell(code, f"{name}: {shown(written)}", "a finite number")
        if known and part is None:
            tell("unknown_part", name, ", ".join(known))
        if any(name.strip() == other.name for other in parts):
            tell("repeated_part", name)
        if part is not None and part.points is not None and score is not None and not _within(score, part.points):
            tell("out_of_range", f"{name}: {score:g}", f"0 to {part.points:g}")
        parts.append(PartGrade(name.strip(), score, "" if is_ungraded(status) else status))
    return tuple(parts)


_TOLERANCE = 1e-9


def _within(score: float, full: float) -> bool:
    return min(0.0, full) - _TOLERANCE <= score <= max(0.0, full) + _TOLERANCE


def _check_points(grade: Grade, item: Item | None, label: str | None, tell: _Tell) -> None:
    """Range of the points, and whether they fit the label."""
    full = item.points if item is not None else None
    penalty = full is not None and full < 0
    if full is None:
        full = grade.allocated
    if grade.allocated is not None and grade.allocated < 0:
        tell("out_of_range", f"allocated {grade.allocated:g}", "0 or more")
    score = grade.score
    if score is None:
        return
    bound = full * max(grade.times or 1, 1) if penalty and full is not None and item and item.per_occurrence else full
    if bound is not None and not _within(score, bound):
        tell("out_of_range", f"{score:g}", f"{min(0.0, bound):g} to {max(0.0, bound):g}")
    elif bound is None and score < 0:
        tell("out_of_range", f"{score:g}", "0 or more")
    if penalty:
        applies = read_applies(grade.status) if grade.status else None
        if applies is not None and applies != (score != 0):
            tell("label_against_points", f"{grade.status} with {score:g}")
        return
    nothing = score <= _TOLERANCE
    everything = full is not None and score >= full - _TOLERANCE
    if label == "partial":
        fits = not nothing and not everything
    elif label == "correct":
        fits = everything or (full is None and not nothing)
    else:
        fits = nothing or label is None
    if not fits:
        tell("label_against_points", f"{grade.status} with {score:g}" + (f" of {full:g}" if full is not None else ""))
