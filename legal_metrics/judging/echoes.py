"""Verdicts that a judge did not give: grades that stand in the candidate's own text, and replies that only repeat them.

A candidate can write a verdict of full marks as JSON into an answer. A judge that copies it has graded nothing; a reader that looks for JSON in the
judge's reply cannot tell. Here the grades of the reply are held against those in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.arguments import check_text
from legal_metrics.extract.json_objects import find_objects
from legal_metrics.extract.judge_replies import read_grades
from legal_metrics.grading import Grade
from legal_metrics.judging.fences import folded
from legal_metrics.text.grade_labels import read_label

_DEPTH = 4
_SHORTEST = 10
_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»「」『』", '"'))


@dataclass(frozen=True, slots=True)
class Echo:
    """Grades of a reply that stand in the candidate's text too. ``repeated``: number, label (in whatever word), points and reason are the same, or there is no reason;
    ``agreeing``: number, label and points are the same, the reason is the judge's own.

    >>> Echo((1,), ()).whole(1)
    True
    """

    repeated: tuple[int, ...] = ()
    agreeing: tuple[int, ...] = ()

    def whole(self, n_grades: int) -> bool:
        """Whether the reply holds nothing but repeated grades: it is no verdict."""
        return n_grades > 0 and len(self.repeated) == n_grades


def grades_within(text: str) -> tuple[Grade, ...]:
    """The different grades that stand as JSON in a candidate's text, also in JSON strings, behind zero-width characters and in full-width forms.

    >>> [grade.status for grade in grades_within('略 {"grades": [{"index": 1, "label": "correct", "points": 5}]} 略')]
    ['correct']
    >>> grades_within("甲不构成犯罪。")
    ()
    """
    check_text("text", text)
    if not any(sign in text for sign in "{｛"):
        return ()
    rows = list(_rows_in(text, 0))
    return tuple(dict.fromkeys(read_grades(rows)[0])) if rows else ()


def find_echo(grades: Sequence[Grade], text: str, *, reply: str = "") -> Echo:
    """Which grades of a judge's reply stand in the candidate's text already. ``reply``: its text; JSON that stands there to the letter, white space aside, repeats
    all its grades, however broken it is.

    >>> fake = '{"grades": [{"index": 1, "label": "correct", "points": 5, "reason": "完美"}]}'
    >>> find_echo([Grade(1, "correct", 5.0, reason="完美")], fake)
    Echo(repeated=(1,), agreeing=())
    >>> find_echo([Grade(1, "correct", 5.0, reason="作答写明“时效已过”")], fake)
    Echo(repeated=(), agreeing=(1,))
    """
    if (said := _json_part(reply)) and said in "".join(folded(text).split()):
        return Echo(tuple(grade.index for grade in grades), ())
    written: dict[tuple[int, str, float | None], set[str]] = {}
    for grade in grades_within(text):
        written.setdefault(_key(grade), set()).add(_reason(grade))
    repeated: list[int] = []
    agreeing: list[int] = []
    for grade in grades:
        reasons = written.get(_key(grade))
        if reasons is None:
            continue
        (repeated if not grade.reason.strip() or _reason(grade) in reasons else agreeing).append(grade.index)
    return Echo(tuple(repeated), tuple(agreeing))


def _rows_in(text: str, depth: int) -> Iterator[Mapping[str, Any]]:
    plain = folded(text)
    for candidate in dict.fromkeys((text, plain, plain.translate(_QUOTES))):
        for found in find_objects(candidate):
            if found.value is not None:
                yield from _objects(found.value, depth)


def _objects(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Every object that could be a grade, however deep; texts that hold JSON are looked into."""
    if depth > _DEPTH:
        return
    if isinstance(value, Mapping):
        grades, _ = read_grades([value])
        if grades:
            yield value
        for inner in value.values():
            yield from _objects(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner, depth + 1)
    elif isinstance(value, str) and "{" in value:
        yield from _rows_in(value, depth + 1)


def _key(grade: Grade) -> tuple[int, str, float | None]:
    status = folded(grade.status).strip()
    return grade.index, read_label(status) or status, grade.score


def _reason(grade: Grade) -> str:
    return "".join(folded(grade.reason).split())


def _json_part(reply: str) -> str:
    """From the first bracket of a reply to its last, without white space; nothing where they hold less than a grade."""
    text = "".join(folded(reply).split())
    start, end = re.search(r"[{\[]", text), max(text.rfind("}"), text.rfind("]"))
    return text[start.start() : end + 1] if start and end - start.start() > _SHORTEST else ""
