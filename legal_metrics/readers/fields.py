"""The fields of a record, read with their types: a value of another type is an error that names record, field, found and allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from legal_metrics.errors import BadReferenceError, shown


@dataclass(frozen=True, slots=True)
class Fields:
    """One object of a record: the record itself, or what stands at ``path`` in it. Keys that are missing or null are alike: None, False or nothing.

    Every method raises BadReferenceError for a value of another type.

    >>> record = Fields.of({"id": "r1", "outcomes": [{"counts": [{"fine": "千元"}]}]})
    >>> record.children("outcomes")[0].children("counts")[0].whole("fine")
    Traceback (most recent call last):
    legal_metrics.errors.BadReferenceError: record 'r1', field 'outcomes[0].counts[0].fine': found '千元', allowed a whole number >= 0 or null
    """

    values: Mapping[str, Any]
    id: str
    path: str = ""

    @classmethod
    def of(cls, record: object, number: int | None = None) -> Fields:
        """A record; one without an id is named by its ``number`` among the records, or ``?``."""
        name = "?" if number is None else f"#{number}"
        if not isinstance(record, Mapping):
            raise BadReferenceError(name, "record", f"found {shown(record)}, allowed an object")
        id = record.get("id")
        return cls(record, id if isinstance(id, str) and id else name)

    def text(self, name: str) -> str | None:
        """A text."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, str):
            raise self.error(name, value, "a text or null")
        return value

    def filled(self, name: str) -> str:
        """A text that must be there and not be blank."""
        value = self.values.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.error(name, value, "a text that is not blank")
        return value

    def word(self, name: str, allowed: Collection[str]) -> str | None:
        """One of some words."""
        value = self.values.get(name)
        if value is not None and not (isinstance(value, str) and value in allowed):
            raise self.error(name, value, f"{', '.join(sorted(allowed))} or null")
        return value

    def whole(self, name: str, least: int = 0) -> int | None:
        """A whole number from ``least`` on."""
        value = self.values.get(name)
        if value is None:
            return None
        if not _is_whole(value) or value < least:
            raise self.error(name, value, f"a whole number >= {least} or null")
        return int(value)

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.error(name, value, "true, false or null")
        return bool(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        for place, value in enumerate(entries := self._list(name)):
            if not isinstance(value, str):
                raise self.error(f"{name}[{place}]", value, "a text")
        return entries

    def places(self, name: str, below: int) -> tuple[int, ...]:
        """A list of 0-based places in a list with ``below`` entries."""
        for place, value in enumerate(entries := self._list(name)):
            if not _is_whole(value) or not 0 <= value < below:
                raise self.error(f"{name}[{place}]", value, f"a whole number from 0 to below {below}")
        return tuple(map(int, entries))

    def children(self, name: str) -> list[Fields]:
        """A list of objects."""
        return [self._child(f"{name}[{place}]", value) for place, value in enumerate(self._list(name))]

    def child(self, name: str) -> Fields | None:
        """An object."""
        value = self.values.get(name)
        return None if value is None else self._child(name, value)

    def error(self, name: str, found: object, allowed: str) -> BadReferenceError:
        """The error that says what the field holds and what it may hold."""
        return BadReferenceError(self.id, self._at(name), f"found {shown(found)}, allowed {allowed}")

    def _list(self, name: str) -> tuple[Any, ...]:
        value = self.values.get(name)
        if value is not None and not isinstance(value, (list, tuple)):
            raise self.error(name, value, "a list or null")
        return tuple(value or ())

    def _child(self, name: str, value: Any) -> Fields:
        if not isinstance(value, Mapping):
            raise self.error(name, value, "an object")
        return Fields(value, self.id, self._at(name))

    def _at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
