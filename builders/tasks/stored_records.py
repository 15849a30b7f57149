"""Records in part files as a sequence: each is read when it is asked for, so that memory never holds a whole config."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, overload

import orjson


class Place(Protocol):
    """Where a record lies: bytes [start, start + length) of a part file of canonical lines."""

    @property
    def part(self) -> Path: ...
    @property
    def start(self) -> int: ...
    @property
    def length(self) -> int: ...


class StoredRecords(Sequence[Mapping[str, Any]]):
    """The records at ``places``, in that order."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Mapping[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> StoredRecords: ...
    def __getitem__(self, index: int | slice) -> Mapping[str, Any] | StoredRecords:
        if isinstance(index, slice):
            return StoredRecords(self._places[index])
        place = self._places[index]
        with place.part.open("rb") as part:
            part.seek(place.start)
            record: Mapping[str, Any] = orjson.loads(part.read(place.length))
        return record
