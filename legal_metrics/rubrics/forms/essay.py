"""Scoring points of an essay question (tw-legalbench/oeq and the public card): ``points`` of the question, and each point's own or null."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legal_metrics.grading import Item, Module, Rubric
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.layout import (
    Layout,
    Place,
    Raw,
    criterion,
    entries,
    index,
    points,
    words,
    write_points,
    write_words,
)
from legal_metrics.rubrics.forms.parts import numbered


def _partial(fields: Fields, key: str) -> str:
    return "\n".join(fields.texts(key))


POINT = Layout(
    (
        Place("index", ("criterion_number", "index"), index, required=True),
        Place("criterion", ("content", "criterion"), criterion, required=True),
        Place("points", ("points",), points, write_points, required=True),
        Place("note", ("partial",), _partial, lambda value, raw: value.split("\n")),
        Place("keywords", ("keywords",), words, write_words),
    )
)


def _modules(fields: Fields, key: str) -> tuple[Module, ...]:
    items = []
    for row in entries(fields, key):
        values, extra = POINT.read(row)
        items.append(Item(0, **values, extra=extra))
    return numbered([Module("", None, tuple(items))])


def _write_modules(modules: Sequence[Module], raw: Any) -> list[Any]:
    return [
        POINT.write({place.attribute: getattr(item, place.attribute) for place in POINT.places}, item.extra)
        for module in modules
        for item in module.items
    ]


QUESTION = Layout(
    (
        Place("id", ("id",), lambda fields, key: str(fields.values.get(key, ""))),
        Place("points", ("points",), points, write_points, required=True),
        Place("modules", ("scoring_points",), _modules, _write_modules, children=True, required=True),
    )
)


def read(raw: Raw, id: str) -> Rubric:
    """Read one record of ``schemas/oeq.schema.json`` or of the public card. Raises: BadReferenceError."""
    values, extra = QUESTION.read(Fields(raw, id or "?"))
    name = id or values["id"] or str(raw.get("question_id", ""))
    return Rubric(name, "tw_essay", values["points"], values["modules"], extra=extra)


def write(rubric: Rubric) -> dict[str, Any]:
    """The record of a rubric."""
    return QUESTION.write({"points": rubric.points, "modules": rubric.modules}, rubric.extra)
