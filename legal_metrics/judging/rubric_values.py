"""A rubric as plain JSON values and back, and its digest: so that requests and verdicts say which rubric they are about.

Fields at their default are left out, so a digest stays what it is when rubrics gain fields. What is about the source (``extra``, its fields as they are written,
and ``unread``) is no part of what a judge sees or a score counts, and is left out too.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeVar

from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.grading import Item, Module, Part, Rubric, Veto

_Value = TypeVar("_Value", Rubric, Module, Item, Part, Veto)
_ABOUT_THE_SOURCE = ("extra", "unread")
_INSIDE: Mapping[str, type[Any]] = {"modules": Module, "items": Item, "parts": Part, "vetoes": Veto}


def rubric_values(rubric: Rubric) -> dict[str, Any]:
    """The rubric as JSON values, without what is about its source. Raises: WrongTypeError for anything else.

    >>> rubric = Rubric("q1", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5),)),))
    >>> rubric_values(rubric)["modules"]
    [{'name': '结论', 'points': 5, 'items': [{'number': 1, 'criterion': '不构成犯罪', 'points': 5}]}]
    """
    if not isinstance(rubric, Rubric):
        raise WrongTypeError("rubric", rubric, "a Rubric")
    values: dict[str, Any] = _plain(rubric)
    return values


def rubric_of(values: object) -> Rubric:
    """The rubric of JSON values that ``rubric_values`` wrote. Raises: LegalMetricsError naming a field that is missing, unknown or ill-typed.

    >>> rubric = Rubric("q1", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5),)),))
    >>> rubric_of(rubric_values(rubric)) == rubric
    True
    """
    return _read(Rubric, values, "rubric")


def rubric_sha256(rubric: Rubric) -> str:
    """SHA-256 of what a judge may see of the rubric, 64 hexadecimal digits. Raises: WrongTypeError.

    >>> rubric = Rubric("q1", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5),)),))
    >>> rubric_sha256(rubric)[:8]
    '2ac446a3'
    """
    return json_sha256(rubric_values(rubric))


def json_sha256(values: object) -> str:
    """SHA-256 of JSON values: keys sorted, UTF-8, no white space; a number that is whole is written without a fraction.

    >>> json_sha256({"a": 1.0}) == json_sha256({"a": 1})
    True
    """
    text = json.dumps(_whole(values), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text_sha256(text)


def text_sha256(text: str) -> str:
    """SHA-256 of a text in UTF-8, 64 hexadecimal digits; lone surrogates are encoded as they are.

    >>> text_sha256("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.name not in _ABOUT_THE_SOURCE and not _is_default(field, getattr(value, field.name))
        }
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _is_default(field: dataclasses.Field[Any], value: Any) -> bool:
    if field.default is not dataclasses.MISSING:
        return bool(value == field.default)
    return field.default_factory is not dataclasses.MISSING and bool(value == field.default_factory())


def _read(cls: type[_Value], values: object, where: str) -> _Value:
    if not isinstance(values, Mapping):
        raise LegalMetricsError(f"{where}: found {shown(values)}, allowed an object")
    known = {field.name: field for field in dataclasses.fields(cls) if field.name not in _ABOUT_THE_SOURCE}
    if unknown := [name for name in values if name not in known]:
        raise LegalMetricsError(f"{where}: unknown field {unknown[0]!r}, allowed {', '.join(known)}")
    found: dict[str, Any] = {}
    for name, field in known.items():
        if name in values:
            found[name] = _field(name, values[name], f"{where}.{name}", str(field.type))
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise LegalMetricsError(f"{where}: field {name!r} is missing")
    return cls(**found)


_TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "bool": (bool,),
    "int": (int,),
    "int | None": (int, type(None)),
    "float": (int, float),
    "float | None": (int, float, type(None)),
}


def _field(name: str, value: Any, where: str, kind: str) -> Any:
    if kind.startswith("tuple"):
        if not isinstance(value, (list, tuple)):
            raise LegalMetricsError(f"{where}: found {shown(value)}, allowed a list")
        inside = _INSIDE.get(name)
        if inside is not None:
            return tuple(_read(inside, item, f"{where}[{place}]") for place, item in enumerate(value))
        if wrong := [item for item in value if not isinstance(item, str)]:
            raise LegalMetricsError(f"{where}: found {shown(wrong[0])}, allowed texts")
        return tuple(value)
    allowed = _TYPES.get(kind)
    if allowed and (not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed)):
        raise LegalMetricsError(f"{where}: found {shown(value)}, allowed {kind}")
    return value


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, (list, tuple)) else value
