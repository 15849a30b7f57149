"""Rubrics of contracts: risks to find, fixes to make, and contracts without risks, whose base score false alarms take from.

Source: ZhiFa-Bench's description, 5.5. An item is one risk or fix: its criterion is the name of the risk, its note what the source says about it, its parts the
scoring. ``dimension`` (RD01 to RD06) is a kind of risk, none of the seven dimensions, and stays with the source's fields. Contracts without risks are
known from the source's tool: ``total_score`` is the base (15), a hard false alarm takes 3 points, a soft one 1, each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from legal_metrics.grading import Item, Module, Part, Rubric
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.layout import (
    Layout,
    Place,
    Raw,
    criterion,
    entries,
    entry,
    flag,
    index,
    points,
    text,
    write_points,
)
from legal_metrics.rubrics.forms.parts import SUB_POINT, numbered
from legal_metrics.rubrics.marks import marks

HARD, SOFT = 3, 1
PENALTIES = "误报扣分"
_TOLD: Mapping[str, str] = MappingProxyType(
    {
        "severity": "严重程度",
        "clause_location": "条款位置",
        "risky_clause": "风险条款原文",
        "explanation": "风险解释",
        "risk_basis": "法律依据",
        "recommendation": "修改建议",
        "gold_fix": "参考修订文本",
        "note": "备注",
    }
)


def _told(fields: Fields) -> str:
    """What the source says about a risk, one line each; read only."""
    values = {name.lower(): value for name, value in fields.values.items()}
    return "\n".join(
        f"{title}：{values[name]}"
        for name, title in _TOLD.items()
        if isinstance(values.get(name), str) and values[name]
    )


def _scoring(fields: Fields, key: str) -> tuple[Part, ...]:
    """``scoring``: name -> {"score", "desc"}."""
    child = fields.child(key)
    if child is None:
        raise fields.error(key, None, "an object of sub-points")
    parts = []
    for name in child.values:
        values, extra = SUB_POINT.read(_object(child, name))
        parts.append(Part(**{**values, "name": name}, extra=extra))
    return tuple(parts)


def _object(fields: Fields, key: str) -> Fields:
    child = fields.child(key)
    if child is None:
        raise fields.error(key, None, "an object")
    return child


def _write_scoring(parts: Sequence[Part], raw: Any) -> dict[str, Any]:
    return {
        part.name: SUB_POINT.write(
            {"points": part.points, "criterion": part.criterion, "keywords": part.keywords},
            part.extra or {"score": None, "desc": None},
        )
        for part in parts
    }


def _checklist(fields: Fields, key: str) -> tuple[Part, ...]:
    parts = []
    for place, row in enumerate(entries(fields, key), start=1):
        values, extra = SUB_POINT.read(row)
        parts.append(Part(**{**values, "name": values["name"] or f"检查点{place}"}, extra=extra))
    return tuple(parts)


def _write_checklist(parts: Sequence[Part], raw: Any) -> list[Any]:
    return [
        SUB_POINT.write(
            {"points": part.points, "criterion": part.criterion, "keywords": part.keywords},
            part.extra or {"point": None, "score": None},
        )
        for part in parts
    ]


def _layout(parts: Place, *worth: str) -> Layout:
    return Layout(
        (
            Place("index", ("index",), index),
            Place("criterion", ("risk_name",), criterion, required=True),
            Place("points", worth, points, write_points, required=True),
            parts,
        )
    )


RISK = _layout(
    Place("parts", ("scoring",), _scoring, _write_scoring, children=True, required=True), "points", "max_score"
)
FIX = _layout(
    Place("parts", ("fix_checklist",), _checklist, _write_checklist, children=True, required=True),
    "max_score",
    "points",
)


def _read_items(fields: Fields, key: str, layout: Layout) -> tuple[Item, ...]:
    items = []
    for row in entries(fields, key):
        values, extra = layout.read(row)
        items.append(Item(0, **values, note=_told(row), extra=extra))
    return tuple(items)


def _write_items(items: Sequence[Item], layout: Layout) -> list[Any]:
    return [
        layout.write({place.attribute: getattr(item, place.attribute) for place in layout.places}, item.extra)
        for item in items
    ]


def _worth(fields: Fields, key: str) -> float | None:
    """What a false alarm takes, below 0: its own points, else those of its level, else those that its text says."""
    found = points(fields, key)
    if found is not None:
        return -abs(found)
    values = {name.lower(): value for name, value in fields.values.items()}
    level = str(values.get("level", values.get("severity", values.get("type", "")))).lower()
    if level.startswith(("hard", "硬", "严重")):
        return -HARD
    if level.startswith(("soft", "软", "轻")):
        return -SOFT
    said = " ".join(value for value in values.values() if isinstance(value, str))
    taken = [mark.points for mark in marks(said) if mark.kind == "deduction" and mark.points is not None]
    return -taken[0] if taken else None


def _write_worth(value: float | None, raw: Any) -> Any:
    if isinstance(raw, (int, float)) and raw > 0 and value is not None:
        return -value
    return write_points(value, raw)


ALARM = Layout(
    (
        Place("index", ("index",), index),
        Place("criterion", ("criterion", "desc", "description", "content", "point", "name"), criterion, required=True),
        Place("points", ("points", "penalty", "deduction"), _worth, _write_worth),
        Place(
            "per_occurrence",
            ("per_occurrence",),
            lambda fields, key: fields.values.get(key) is None or flag(fields, key),
        ),
    )
)


def _alarms(fields: Fields, key: str) -> tuple[Item, ...]:
    value = fields.values.get(key)
    if not isinstance(value, (list, tuple)):
        raise fields.error(key, value, "a list of criteria")
    items = []
    for place, one in enumerate(value):
        if isinstance(one, str):
            worth = _worth(Fields({"criterion": one}, fields.id), "points")
            items.append(Item(0, one, worth, per_occurrence=True, extra={"": one}))
            continue
        values, extra = ALARM.read(entry(fields, key, place, one))
        items.append(Item(0, **values, extra=extra))
    return tuple(items)


def _write_alarms(items: Sequence[Item]) -> list[Any]:
    return [
        item.criterion
        if "" in item.extra
        else ALARM.write({place.attribute: getattr(item, place.attribute) for place in ALARM.places}, item.extra)
        for item in items
    ]


def _record(key: str, layout: Layout) -> Layout:
    def modules(fields: Fields, name: str) -> tuple[Module, ...]:
        return numbered([Module("", None, _read_items(fields, name, layout))])

    def write_modules(found: Sequence[Module], raw: Any) -> list[Any]:
        return _write_items([item for module in found for item in module.items], layout)

    return Layout((_TOTAL, Place("modules", (key,), modules, write_modules, children=True, required=True)))


def _false_alarms(*keys: str) -> Layout:
    def modules(fields: Fields, name: str) -> tuple[Module, ...]:
        return numbered([Module(PENALTIES, None, _alarms(fields, name))])

    def write_modules(found: Sequence[Module], raw: Any) -> list[Any]:
        return _write_alarms([item for module in found for item in module.items])

    return Layout((_TOTAL, Place("modules", keys, modules, write_modules, children=True, required=True)))


_TOTAL = Place("points", ("total_score",), points, write_points)


def read(raw: Raw, id: str, *, form: str, layout: Layout, clean: str = "") -> Rubric:
    """Read one record of the form; ``clean`` names the list that a contract without risks leaves empty. Raises: BadReferenceError."""
    fields = Fields(raw, id or "?")
    values, extra = layout.read(fields)
    if clean and fields.values.get(clean):
        raise fields.error(clean, fields.values[clean], "an empty list: the form is of contracts without risks")
    base = values["points"] if clean and values["points"] is not None else 0
    return Rubric(id or text(fields, "id"), form, values["points"], values["modules"], base, extra=extra)


def write(rubric: Rubric, *, layout: Layout) -> dict[str, Any]:
    """The record of a rubric."""
    return layout.write({"points": rubric.points, "modules": rubric.modules}, rubric.extra)


_LAYOUTS: dict[str, tuple[Layout, str]] = {
    "contract_detection": (_record("risks", RISK), ""),
    "contract_revision": (_record("fixes", FIX), ""),
    "adversarial_detection": (_false_alarms("false_positive_criteria", "false_modification_criteria"), "risks"),
    "adversarial_revision": (_false_alarms("false_modification_criteria", "false_positive_criteria"), "fixes"),
}
READERS: dict[str, tuple[Callable[[Raw, str], Rubric], Callable[[Rubric], dict[str, Any]]]] = {
    form: (partial(read, form=form, layout=layout, clean=clean), partial(write, layout=layout))
    for form, (layout, clean) in _LAYOUTS.items()
}
"""Form -> its reader and its writer."""
