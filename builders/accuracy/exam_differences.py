"""Differences that were looked at and explained: a committed list, so that none is passed over in silence and none is counted as wrong twice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builders.errors import BuildError

LIST = Path(__file__).with_name("exam_differences.json")


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that differs: in ``file`` (as the manifest names it), ``field`` with ``where`` (``q.17``, ``""`` for the paper), both values as text.

    For a text of a question the values are no text but the kind of difference (``kind``); texts of examinations stand in no list.
    """

    file: str
    field: str
    where: str
    expected: str
    found: str

    def to_dict(self) -> dict[str, str]:
        """Plain mapping."""
        return {"file": self.file, "field": self.field, "where": self.where, "expected": self.expected, "found": self.found}


@cache
def explained(path: Path = LIST) -> Mapping[Difference, str]:
    """The committed list: difference -> why.

    Raises: BuildError naming the entry.
    """
    entries = json.loads(path.read_text(encoding="utf-8"))["differences"]
    reasons: dict[Difference, str] = {}
    for position, entry in enumerate(entries):
        try:
            why = entry.pop("why")
            for where in _each(entry.pop("where")):
                reasons[Difference(where=where, **entry)] = why
        except (KeyError, TypeError) as error:
            raise BuildError(f"{path}: entry {position}: found {error}, allowed file, field, where, expected, found, why") from error
    return reasons


def unused(path: Path, seen: Iterable[Difference], fields: Iterable[str], files: Iterable[str]) -> list[Difference]:
    """Entries of the list for these fields and files that no longer explain anything."""
    left = set(explained(path)) - set(seen)
    names, present = set(fields), set(files)
    return sorted((entry for entry in left if entry.field in names and entry.file in present), key=lambda entry: (entry.file, entry.field, entry.where))


def _each(where: Any) -> list[str]:
    return [where] if isinstance(where, str) else list(where)
