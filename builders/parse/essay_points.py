"""Points that an essay paper prints in brackets: ``（25 分）``, ``（每小題 10 分，共 40 分）``, ``（15分，每小題5分）``, ``（㈠10分，㈡15分）``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builders.parse.essay_marks import MARK, mark_number
from legal_metrics.text.compact import compact
from legal_metrics.text.numerals import NUMBER, parse_integer, parse_number

_UNIT = r"(?:分|[Pp]oints?|[Pp]ts?\.?|[Mm]arks?)"
_TASK = r"(?:個?(?:小題|子題|題|小項|項目|項|要點|點|名詞(?:解釋)?|小問|問|概念|空格|格|句|段|款|案例|個))"
_MARKS = rf"(?:(?:{MARK}|第{NUMBER}(?:小題|子題|小問|問|題))(?:小題|子題)?[、,，及和與]?)"
_CLAUSE = re.compile(
    rf"[,，、;；。/及]?(?:其中)?(?P<marks>{_MARKS}{{0,10}})"
    rf"(?P<count>(?:共|計)?(?:{NUMBER}){_TASK})?[,，]?"
    rf"(?P<role>(?:本|全|此)(?:大)?題|(?:合|總|共)?計|共|總分|滿分|占分?|佔分?)?(?:共|計)?"
    rf"(?P<each>(?:每一?{_TASK}?|{_TASK}?各{_TASK}?)(?:各|均)?)?(?:占|佔|為|配分)?[:：]?"
    rf"(?P<points>{NUMBER}){_UNIT}(?P<per>/?(?:每|/){_TASK}(?!各?{NUMBER}))?"
)
_PRODUCT = re.compile(rf"(?P<each>{NUMBER}){_UNIT}?[×xX＊*](?P<count>{NUMBER}){_TASK}?(?:[=＝](?P<points>{NUMBER}){_UNIT})?")
_BRACKET = re.compile(r"[（(〔［\[【]([^（）()〔〕［］\[\]【】]{2,60})[）)〕］\]】]")
_AROUND_COUNT = re.compile(rf"^(?:共|計)|{_TASK}$")
_MARKS_ONLY = re.compile(rf"{MARK}|第({NUMBER})(?:小題|子題|小問|問|題)")


@dataclass(frozen=True, slots=True)
class PointsNote:
    """One bracket of points: ``total`` as printed or None, ``each`` for every part or None, ``parts`` for named parts; [start, end) in the text.

    ``summed`` says that the bracket itself calls its total one (共, 計, 每小題…): it covers all parts.
    """

    start: int
    end: int
    total: float | None = None
    each: float | None = None
    parts: tuple[tuple[int, float], ...] = ()
    summed: bool = False


def read_points(text: str) -> tuple[PointsNote, ...]:
    """Every bracket in ``text`` that states points and nothing else, in order; white space (line breaks too) never matters.

    Linear in the text; raises nothing.

    >>> [(note.total, note.each, note.summed) for note in read_points("甲為何？（ 25 分）試述之：（每小題 10 分，共 40⏎分）".replace("⏎", chr(10)))]
    [(25.0, None, False), (40.0, 10.0, True)]
    >>> read_points("（成績 60 分者）（90 分鐘）（片長＞150）")
    ()
    """
    compacted = compact(text)
    notes = []
    for bracket in _BRACKET.finditer(compacted.text):
        start, end = compacted.original_span(bracket.start(), bracket.end())
        note = _note(bracket[1], start, end)
        if note is not None:
            notes.append(note)
    return tuple(notes)


def without_points(text: str) -> str:
    """``text`` without its brackets of points, stripped.

    >>> without_points("試述之。（25 分）")
    '試述之。'
    """
    for note in reversed(read_points(text)):
        text = text[: note.start] + text[note.end :]
    return text.strip()


def _note(content: str, start: int, end: int) -> PointsNote | None:
    product = _PRODUCT.fullmatch(content)
    if product is not None:
        each = _number(product["each"])
        return PointsNote(start, end, _number(product["points"]) if product["points"] else each * _number(product["count"]), each, summed=True)
    position, summed = 0, False
    total: float | None = None
    of_each: float | None = None
    count: float | None = None
    parts: list[tuple[int, float]] = []
    while position < len(content):
        clause = _CLAUSE.match(content, position)
        if clause is None:
            return None
        points = _number(clause["points"])
        if clause["count"]:
            count = _number(_AROUND_COUNT.sub("", clause["count"]))
        if clause["marks"]:
            parts += [(number, points) for number in _numbers(clause["marks"])]
        elif clause["each"] or clause["per"]:
            of_each, summed = points, True
        else:
            total = points if total is None else total + points
            summed = summed or bool(clause["role"])
        position = clause.end()
    if total is None and of_each is not None and count is not None:
        total = of_each * count
    return PointsNote(start, end, total, of_each, tuple(parts), summed)


def _numbers(marks: str) -> list[int]:
    """The numbers of ``㈠、㈡`` or ``第一小題``."""
    numbers = []
    for mark in _MARKS_ONLY.finditer(marks):
        number = parse_integer(mark[1]) if mark[1] else mark_number(mark[0])
        if number:
            numbers.append(number)
    return numbers


def _number(numeral: str) -> float:
    value = parse_number(numeral)
    return float(value) if value is not None else 0.0
