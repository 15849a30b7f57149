"""The forms that rubrics come in: each is read into one shape and written back as it was.

>>> raw = {"question": "案情", "rubrics": [{"module": "结论", "module_score": 5, "items": [{"index": 1, "criterion": "不构成犯罪", "points": 5}]}]}
>>> rubric = read_rubric(raw, "judgment", id="j1")
>>> rubric.item(1).points, write_rubric(rubric) == raw
(5, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import BadReferenceError, LegalMetricsError, UnknownFormError, shown
from legal_metrics.grading import Rubric
from legal_metrics.rubrics.forms import (
    contracts,
    essay,
    modular,
    plawbench_case,
    plawbench_consultation,
    plawbench_document,
)
from legal_metrics.rubrics.forms.detection import detect_form as detect_form

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Form:
    """One external form. ``read`` takes a record and an id (empty: the record's own), ``write`` a rubric; ``schema``: the name of its JSON Schema in
    ``schemas/``.

    >>> FORMS["tw_essay"].schema
    'rubric_tw_essay'
    """

    name: str
    read: Callable[[Raw, str], Rubric]
    write: Callable[[Rubric], dict[str, Any]]
    schema: str


def _forms() -> dict[str, Form]:
    readers: dict[str, tuple[Callable[[Raw, str], Rubric], Callable[[Rubric], dict[str, Any]]]] = {
        "tw_essay": (essay.read, essay.write),
        **modular.READERS,
        **contracts.READERS,
        "plawbench_case": (plawbench_case.read, plawbench_case.write),
        "plawbench_document": (plawbench_document.read, plawbench_document.write),
        "plawbench_consultation": (plawbench_consultation.read, plawbench_consultation.write),
    }
    return {name: Form(name, read, write, f"rubric_{name}") for name, (read, write) in readers.items()}


FORMS: Mapping[str, Form] = MappingProxyType(_forms())
"""Name -> form."""


def form_of(name: str) -> Form:
    """The form of a name. Raises: UnknownFormError with the nearest names.

    >>> form_of("consultation").name
    'consultation'
    """
    if name not in FORMS:
        raise UnknownFormError(name, FORMS)
    return FORMS[name]


def read_rubric(raw: Raw, form: str = "", *, id: str = "") -> Rubric:
    """A record as a rubric; what its texts say and could not be read, or does not agree, stands in ``unread``.

    Args:
        raw: the record, as JSON gives it; it is not changed and may change afterwards.
        form: one of ``FORMS``; empty: found by ``detect_form``.
        id: the rubric's id; empty: the record's own, where it has one.

    Raises: BadReferenceError naming record, field, what was found and what is allowed; UnknownFormError.
    Source: ZhiFa-Bench's description, section 5; PLawBench's files; the cards of TW-LegalBench.

    >>> raw = {"id": 7, "Rubrics": "总分：3分\\n1.(+3 分) 何时报警？"}
    >>> rubric = read_rubric(raw)
    >>> rubric.form, rubric.id, rubric.points, rubric.item(1).criterion
    ('plawbench_consultation', '7', 3, '何时报警？')
    """
    if not isinstance(raw, Mapping):
        raise BadReferenceError(id or "?", "record", f"found {shown(raw)}, allowed an object")
    name = form or detect_form(raw)
    if name is None:
        why = f"found the fields {', '.join(map(str, raw)) or 'none'}, allowed those of one of {', '.join(FORMS)}"
        raise BadReferenceError(id or str(raw.get("id", "?")), "record", why)
    return form_of(name).read(raw, id)


def write_rubric(rubric: Rubric) -> dict[str, Any]:
    """The record of a rubric in its form; ``write_rubric(read_rubric(raw)) == raw``, in the same order and spelling.

    What has changed since is written anew. What the form has no place for, or what its texts would contradict (points that differ from their mark), is an
    error: nothing is lost in silence. Raises: BadReferenceError, UnknownFormError.

    >>> raw = {"id": 7, "rubrics": "1.(+3 分) 何时报警？"}
    >>> write_rubric(read_rubric(raw)) == raw
    True
    """
    form = form_of(rubric.form)
    raw = form.write(rubric)
    again = form.read(raw, rubric.id)
    for where, was, now in _differences(rubric, again):
        raise BadReferenceError(
            rubric.id or "?", where, f"found {shown(was)}, allowed what {form.name} says: {shown(now)}"
        )
    return raw


def _differences(rubric: Rubric, again: Rubric) -> list[tuple[str, object, object]]:
    """Where two rubrics differ in more than what they carry along."""
    pairs: list[tuple[str, object, object]] = [
        (name, getattr(rubric, name), getattr(again, name)) for name in ("points", "base", "vetoes")
    ]
    pairs.append(("modules", len(rubric.modules), len(again.modules)))
    for one, other in zip(rubric.modules, again.modules, strict=False):
        pairs += [(f"module {one.name}", _told(one, _MODULE), _told(other, _MODULE))]
        pairs.append((f"module {one.name}, items", len(one.items), len(other.items)))
        for item, same in zip(one.items, other.items, strict=False):
            for name in _ITEM:
                pairs.append((f"item {item.number}, {name}", getattr(item, name), getattr(same, name)))
            pairs.append((f"item {item.number}, parts", _parts(item), _parts(same)))
    return [(where, was, now) for where, was, now in pairs if was != now]


_MODULE = ("name", "points", "dimensions", "vetoes")
_ITEM = (
    "number",
    "criterion",
    "points",
    "index",
    "dimensions",
    "order_required",
    "note",
    "keywords",
    "vetoes",
    "per_occurrence",
)
_PART = ("name", "points", "criterion", "keywords", "kind", "per_occurrence")


def _told(value: object, names: tuple[str, ...]) -> tuple[object, ...]:
    return tuple(getattr(value, name) for name in names)


def _parts(item: Any) -> list[tuple[object, ...]]:
    return [_told(part, _PART) for part in item.parts]


CONVERSIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "plawbench_case": ("case_analysis",),
        "case_analysis": ("plawbench_case",),
        "plawbench_consultation": ("consultation",),
        "consultation": ("plawbench_consultation",),
        "plawbench_document": ("legal_document",),
        "legal_document": ("plawbench_document",),
    }
)
"""Form -> the forms that ``convert_rubric`` can turn it into."""


def convert_rubric(rubric: Rubric, form: str, **fields: Any) -> Rubric:
    """The same rubric in another form: all items with points, order, sub-points and vetoes; ``fields`` are fields of the new record (``doc_type="起诉状"``).

    A form of records takes what PLawBench's texts say apart (``CONVERSIONS``); the texts themselves can be had back, to the last blank. What the source does
    not say stays out: no dimension is made up. Raises: LegalMetricsError for forms without a conversion, BadReferenceError.

    >>> raw = {"label": "家事", "context": "甲乙离婚。", "question": "归谁？", "rubrics": [{"criterion": "(+5分) 归甲", "points": "5", "tags": "结论得分"}]}
    >>> analysis = convert_rubric(read_rubric(raw), "case_analysis")
    >>> write_rubric(analysis)["rubrics"][0]["items"][0]["criterion"], write_rubric(convert_rubric(analysis, "plawbench_case")) == raw
    ('归甲', True)
    """
    from legal_metrics.rubrics.forms.conversions import CONVERTERS

    convert = CONVERTERS.get((rubric.form, form))
    if convert is None:
        known = ", ".join(f"{source} -> {target}" for source, target in CONVERTERS)
        raise LegalMetricsError(f"form: found {rubric.form} -> {form}, allowed {known}")
    raw = convert(rubric)
    raw.update(fields)
    return read_rubric(raw, form, id=rubric.id)
