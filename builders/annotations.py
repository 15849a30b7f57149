"""What is known of single records beyond their source, keyed by the id of a record of any config: values that the source has wrong (errata)
and records that are withdrawn for ever (retired).

Both are JSON lines in ``data/annotations/<dataset>/``; ``schemas/erratum.schema.json`` and ``schemas/retired.schema.json`` state their shape.
"""

from __future__ import annotations

import copy
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.pipeline import Drop
from builders.quality.validation import validator

ANNOTATIONS = Path(__file__).resolve().parents[1] / "data" / "annotations"
ERRATA = "errata.jsonl"
RETIRED = "retired.jsonl"
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Erratum:
    """One value that the source has wrong.

    Attributes:
        place: file and line that say so.
        field: JSON pointer into the record, such as ``/statutes/0/article``.
        found: what the record holds there as built; another value is an error, because the erratum then speaks of something else.
        corrected: what it holds afterwards.
    """

    place: str
    id: str
    field: str
    found: Any
    corrected: Any


@dataclass(frozen=True, slots=True)
class Annotations:
    """The errata of a dataset by record id, and its retired ids with the reason of each."""

    errata: Mapping[str, tuple[Erratum, ...]] = field(default_factory=dict)
    retired: Mapping[str, str] = field(default_factory=dict)

    def annotate(self, record: Record, *, file: str) -> Record | Drop:
        """The record with its errata corrected, or a ``Drop`` where it is retired. The given record is never changed.

        Raises: BuildError for an erratum that does not fit the record, naming file, line and field.

        >>> known = Annotations({"a": (Erratum("errata.jsonl, line 1", "a", "/date", "2020-01-13", "2020-01-31"),)}, {"b": "withdrawn"})
        >>> known.annotate({"id": "a", "date": "2020-01-13"}, file="a.json")
        {'id': 'a', 'date': '2020-01-31'}
        >>> str(known.annotate({"id": "b"}, file="b.json"))
        'b.json: retired: withdrawn'
        """
        if record["id"] in self.retired:
            return Drop("retired", file, id=record["id"], detail=self.retired[record["id"]])
        errata = self.errata.get(record["id"], ())
        corrected = copy.deepcopy(record) if errata else record
        for erratum in errata:
            parent, key = _slot(corrected, erratum)
            if parent[key] != erratum.found:
                raise BuildError(f"{erratum.place}, field found: found {erratum.found!r}, allowed {parent[key]!r}: so {erratum.id} has {erratum.field}")
            parent[key] = erratum.corrected
        return corrected

    def unapplied(self, record: Record) -> list[Erratum]:
        """The errata that a record of a release does not show.

        Raises: BuildError for a field that the record does not have.
        """
        found = []
        for erratum in self.errata.get(record["id"], ()):
            parent, key = _slot(record, erratum)
            if parent[key] != erratum.corrected:
                found.append(erratum)
        return found


def read_annotations(dataset: str, *, folder: Path = ANNOTATIONS) -> Annotations:
    """The annotations of ``dataset``; none where there are no files.

    Raises: BuildError naming file, line and field for a line that is no JSON or not of the shape, an id that is retired twice, and a field
    that is corrected twice.

    >>> read_annotations("no-such-dataset")
    Annotations(errata={}, retired={})
    """
    retired: dict[str, str] = {}
    for place, line in _lines(folder / dataset / RETIRED, "retired"):
        if line["id"] in retired:
            raise BuildError(f"{place}, field id: found {line['id']!r} again, allowed each id once")
        retired[line["id"]] = line["reason"]
    errata: dict[str, tuple[Erratum, ...]] = defaultdict(tuple)
    for place, line in _lines(folder / dataset / ERRATA, "erratum"):
        id, field = line["id"], line["field"]
        if any(other.field == field for other in errata[id]):
            raise BuildError(f"{place}, field field: found {field!r} of {id} again, allowed each field once")
        errata[id] += (Erratum(place, id, field, line["found"], line["corrected"]),)
    return Annotations(dict(errata), retired)


def _lines(path: Path, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each line with its place in words."""
    if not path.exists():
        return
    for number, raw in enumerate(path.read_bytes().splitlines(), start=1):
        place = f"{path}, line {number}"
        try:
            line = json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BuildError(f"{place}: found bytes that are not UTF-8 ({error.reason}), allowed UTF-8") from error
        except ValueError as error:
            raise BuildError(f"{place}: found no JSON ({error}), allowed one JSON object") from error
        faults = validator(kind).faults(line)
        if faults:
            raise BuildError(f"{place}, field {faults[0]}")
        yield place, line


def _slot(record: Any, erratum: Erratum) -> tuple[Any, Any]:
    """The object or list that holds the field, and its key there."""
    *path, last = (part.replace("~1", "/").replace("~0", "~") for part in erratum.field.split("/")[1:])
    node = record
    for part in path:
        node = node[_key(node, part, erratum)]
    return node, _key(node, last, erratum)


def _key(node: Any, part: str, erratum: Erratum) -> Any:
    keys: dict[str, Any] = {}
    if isinstance(node, Mapping):
        keys = {key: key for key in node}
    elif isinstance(node, list):
        keys = {str(index): index for index in range(len(node))}
    if part not in keys:
        allowed = ", ".join(keys) or "no deeper field"
        raise BuildError(f"{erratum.place}, field field: found {erratum.field!r}, {part!r} of which {erratum.id} does not have; allowed there: {allowed}")
    return keys[part]
