"""The essay subjects of the second test: printed name to subject code and points, from ``essay_subjects.json``."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_BRACKET_END = re.compile(r"\((?!一\)|二\))[^()]*\)$")


@dataclass(frozen=True, slots=True)
class EssaySubject:
    """A subject; ``points``: what its paper may be worth; ``elective``: one of four that a lawyer chooses."""

    code: str
    points: tuple[float, ...]
    elective: bool


def essay_subject(printed: str) -> EssaySubject | None:
    """The subject that a paper or rubric prints; white space, width of brackets and ㈠ for (一) do not matter. None for any other subject.

    >>> essay_subject("公司法、保險法 與證券交易法"), essay_subject("民法與民事訴訟法㈠"), essay_subject("會計學")
    (EssaySubject(code='commercial', points=(100.0,), elective=False), EssaySubject(code='civil_1', points=(100.0, 150.0, 200.0), elective=False), None)
    """
    name = _normalised(printed)
    return _subjects().get(name) or _subjects().get(_BRACKET_END.sub("", name))


def essay_subject_in(text: str) -> tuple[str, EssaySubject] | None:
    """The subject that a title names: the longest known name in it, and its subject; None where it names none.

    >>> essay_subject_in("113年律師考試第二試「海商法與海洋法」評分要點")
    ('海商法與海洋法', EssaySubject(code='maritime', points=(100.0,), elective=True))
    """
    text = _normalised(text)
    name = max((name for name in _subjects() if name in text), key=len, default="")
    return (name, _subjects()[name]) if name else None


def subject_of_code(code: str) -> EssaySubject | None:
    """The subject of a code; None where the table has no such code.

    >>> subject_of_code("tax"), subject_of_code("poetry")
    (EssaySubject(code='tax', points=(100.0,), elective=True), None)
    """
    return next((subject for subject in _subjects().values() if subject.code == code), None)


def _normalised(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


@cache
def _subjects() -> dict[str, EssaySubject]:
    rows = json.loads(Path(__file__).with_name("essay_subjects.json").read_text(encoding="utf-8"))["subjects"]
    return {
        _normalised(name): EssaySubject(row["code"], tuple(map(float, row["points"])), row["elective"])
        for row in rows
        for name in row["names"]
    }
