"""Objects of a source and what they become: each field has a place in the value, or is carried along, so that writing gives back what was read.

``extra`` of a value holds the fields of its source as they are written, in their order. Writing takes each from there where the value still says what it
said; what has changed is written anew, in the same spelling where there was one (a number that was a text stays a text).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.errors import BadReferenceError
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.marks import number

Raw = Mapping[str, Any]


def as_is(value: Any, raw: Any) -> Any:
    """A value that JSON knows."""
    return value


@dataclass(frozen=True, slots=True)
class Place:
    """Where one field goes.

    ``keys``: its spellings, in lower case (the source may use any); the first is written where the source has none. ``read`` takes the object and the key, which may be absent.
    ``write`` takes the value and how it was written (None: not at all). ``children``: its entries keep what they carry themselves. ``required``: written
    even where nothing stands, and an error where the source lacks it.
    """

    attribute: str
    keys: tuple[str, ...]
    read: Callable[[Fields, str], Any]
    write: Callable[[Any, Any], Any] = as_is
    children: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of one kind of object, in the order in which new ones are written."""

    places: tuple[Place, ...]

    def read(self, fields: Fields) -> tuple[dict[str, Any], dict[str, Any]]:
        """(attribute -> value, the fields as written). Raises: BadReferenceError for a missing or ill-typed field, or one that stands there twice."""
        keys = self._spelled(fields)
        values = {}
        for place in self.places:
            key = keys.get(place.attribute, place.keys[0])
            if place.required and key not in fields.values:
                at = f"{fields.path}.{key}" if fields.path else key
                raise BadReferenceError(fields.id, at, f"found nothing, allowed the field {key}")
            values[place.attribute] = place.read(fields, key)
        lists = {keys[place.attribute] for place in self.places if place.children and place.attribute in keys}
        extra = {key: () if key in lists else copy.deepcopy(value) for key, value in fields.values.items()}
        return values, extra

    def write(self, values: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
        """The object that holds these values; attributes that are not given stay as they were written."""
        was = Fields(extra, "?")
        keys = self._spelled(was)
        by_key = {keys[place.attribute]: place for place in self.places if place.attribute in keys}
        out: dict[str, Any] = {}
        for key, raw in extra.items():
            place = by_key.get(key)
            if place is None or place.attribute not in values:
                out[key] = copy.deepcopy(raw)
                continue
            value = values[place.attribute]
            same = not place.children and place.read(was, key) == value
            out[key] = copy.deepcopy(raw) if same else place.write(value, raw)
        for place in self.places:
            if place.attribute in keys or place.attribute not in values:
                continue
            value = values[place.attribute]
            if place.required or place.read(Fields(out, "?"), place.keys[0]) != value:
                out[place.keys[0]] = place.write(value, None)
        return out

    def _spelled(self, fields: Fields) -> dict[str, str]:
        """Attribute -> the key under which it stands: the first of its spellings that is there. Other spellings are carried along."""
        standing: dict[str, str] = {}
        for key in fields.values:
            if (other := standing.setdefault(key.lower(), key)) != key:
                raise fields.error(key, fields.values[key], f"one of {other} and {key}")
        found: dict[str, str] = {}
        for place in self.places:
            spelling = next((key for key in place.keys if key in standing), None)
            if spelling is not None:
                found[place.attribute] = standing[spelling]
        return found


def text(fields: Fields, key: str) -> str:
    """A text; nothing or null is an empty one."""
    return fields.text(key) or ""


def criterion(fields: Fields, key: str) -> str:
    """A text that must be one, blank or not."""
    value = fields.values.get(key)
    if not isinstance(value, str):
        raise fields.error(key, value, "a text")
    return value


def points(fields: Fields, key: str) -> float | None:
    """A number of points, as a number or as a text that writes one ("20", "２．５", "5分"); nothing or null is None."""
    value = fields.values.get(key)
    if value is None:
        return None
    found: float | None = None
    if isinstance(value, str):
        bare = value.strip().removesuffix("分")
        sign = -1 if bare[:1] in ("-", "－", "−") else 1
        found = number(bare.lstrip("+＋-－−"))
        found = None if found is None else sign * found
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        found = value
    if found is None or abs(found) >= 1e6:
        raise fields.error(key, value, "a number, a text that writes one, or null")
    return int(found) if found == int(found) else found


def write_points(value: float | None, raw: Any) -> Any:
    """A number; as a text where it was one."""
    return str(value) if isinstance(raw, str) and value is not None else value


def index(fields: Fields, key: str) -> int | None:
    """The number of an entry: a whole number, or a text that writes one."""
    value = fields.values.get(key)
    if isinstance(value, str):
        found = number(value)
        if isinstance(found, int):
            return found
        raise fields.error(key, value, "a whole number")
    return fields.whole(key)


def flag(fields: Fields, key: str) -> bool:
    """True or false; nothing is false."""
    return fields.flag(key)


def words(fields: Fields, key: str) -> tuple[str, ...]:
    """A list of texts, or a text that lists them with 、 or commas."""
    value = fields.values.get(key)
    if isinstance(value, str):
        return tuple(
            word for part in value.replace("，", "、").replace(",", "、").split("、") if (word := part.strip())
        )
    return fields.texts(key)


def write_words(value: Sequence[str], raw: Any) -> Any:
    """A list; a text where it was one."""
    return "、".join(value) if isinstance(raw, str) else list(value)


def entries(fields: Fields, key: str) -> list[Fields]:
    """A list of objects that must be one. Raises: BadReferenceError."""
    value = fields.values.get(key)
    if not isinstance(value, (list, tuple)):
        raise fields.error(key, value, "a list of objects")
    return fields.children(key)


def entry(fields: Fields, key: str, place: int, value: object) -> Fields:
    """One object of a list that may hold texts too. Raises: BadReferenceError."""
    if not isinstance(value, Mapping):
        raise fields.error(f"{key}[{place}]", value, "an object or a text")
    return Fields(value, fields.id, f"{fields.path}.{key}[{place}]" if fields.path else f"{key}[{place}]")
