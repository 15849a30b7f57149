"""Rubrics of modules: case analysis, legal document and judgment; and the consultation, whose items stand in no module.

Source: ZhiFa-Bench's description, 5.2 to 5.4 and 5.6. ``dimension`` of an item and ``dimensions`` of a module are of the seven; which module, item or total must
be there and what must add up is for the linter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from legal_metrics.grading import Item, Module, Rubric
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.layout import (
    Layout,
    Place,
    Raw,
    criterion,
    entries,
    flag,
    index,
    points,
    text,
    words,
    write_points,
    write_words,
)
from legal_metrics.rubrics.forms.parts import numbered, read_parts, veto_places, write_parts


def _dimensions(fields: Fields, key: str) -> tuple[str, ...]:
    value = fields.values.get(key)
    if isinstance(value, str):
        return (value,) if value else ()
    return fields.texts(key)


def _write_dimensions(value: Sequence[str], raw: Any) -> Any:
    return value[0] if len(value) == 1 and not isinstance(raw, (list, tuple)) else list(value)


def _item_layout(*head: Place) -> Layout:
    return Layout(
        (
            *head,
            Place("order_required", ("order_required",), flag),
            Place("note", ("note",), text),
            Place("keywords", ("keywords",), words, write_words),
            Place("parts", ("sub_points",), read_parts, write_parts, children=True),
            *veto_places(),
        )
    )


_INDEX = Place("index", ("index",), index)
_POINTS = Place("points", ("points",), points, write_points, required=True)
_CRITERION = Place("criterion", ("criterion",), criterion, required=True)
_DIMENSION = Place("dimensions", ("dimension", "dimensions"), _dimensions, _write_dimensions)

ITEM = _item_layout(_INDEX, _CRITERION, _POINTS, _DIMENSION)
QUESTION = _item_layout(_INDEX, _POINTS, _DIMENSION, _CRITERION)


def read_item(fields: Fields, layout: Layout = ITEM) -> Item:
    """One item. Raises: BadReferenceError."""
    values, extra = layout.read(fields)
    return Item(0, **values, extra=extra)


def write_item(item: Item, layout: Layout = ITEM) -> dict[str, Any]:
    """The object of one item."""
    return layout.write({place.attribute: getattr(item, place.attribute) for place in layout.places}, item.extra)


def _items(fields: Fields, key: str) -> tuple[Item, ...]:
    return tuple(map(read_item, entries(fields, key)))


def _write_items(items: Sequence[Item], raw: Any) -> list[Any]:
    return list(map(write_item, items))


MODULE = Layout(
    (
        Place("name", ("module",), criterion, required=True),
        Place("points", ("module_score",), points, write_points),
        Place(
            "dimensions",
            ("dimensions", "dimension"),
            _dimensions,
            lambda value, raw: list(value) if raw is None else _write_dimensions(value, raw),
        ),
        Place("items", ("items",), _items, _write_items, children=True, required=True),
    )
)


def _modules(fields: Fields, key: str) -> tuple[Module, ...]:
    modules = []
    for row in entries(fields, key):
        values, extra = MODULE.read(row)
        modules.append(Module(**values, extra=extra))
    return numbered(modules)


def _write_modules(modules: Sequence[Module], raw: Any) -> list[Any]:
    return [
        MODULE.write({place.attribute: getattr(module, place.attribute) for place in MODULE.places}, module.extra)
        for module in modules
    ]


def _questions(fields: Fields, key: str) -> tuple[Module, ...]:
    return numbered([Module("", None, tuple(read_item(row, QUESTION) for row in entries(fields, key)))])


def _write_questions(modules: Sequence[Module], raw: Any) -> list[Any]:
    return [write_item(item, QUESTION) for module in modules for item in module.items]


_ID = Place("id", ("id",), lambda fields, key: str(fields.values.get(key, "")))
_TOTAL = Place("points", ("total_score",), points, write_points)
MODULAR = Layout((_ID, _TOTAL, Place("modules", ("rubrics",), _modules, _write_modules, children=True, required=True)))
FLAT = Layout((_ID, _TOTAL, Place("modules", ("rubrics",), _questions, _write_questions, children=True, required=True)))


def read(raw: Raw, id: str, *, form: str, layout: Layout) -> Rubric:
    """Read one record of the form. Raises: BadReferenceError naming record, field, what was found and what is allowed."""
    values, extra = layout.read(Fields(raw, id or "?"))
    return Rubric(id or values["id"], form, values["points"], values["modules"], extra=extra)


def write(rubric: Rubric, *, layout: Layout) -> dict[str, Any]:
    """The record of a rubric."""
    values: Mapping[str, Any] = {"points": rubric.points, "modules": rubric.modules}
    return layout.write(values, rubric.extra)


READERS = {
    "consultation": (partial(read, form="consultation", layout=FLAT), partial(write, layout=FLAT)),
    **{
        form: (partial(read, form=form, layout=MODULAR), partial(write, layout=MODULAR))
        for form in ("case_analysis", "legal_document", "judgment")
    },
}
"""Form -> its reader and its writer."""
