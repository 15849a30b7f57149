"""Lines of a run log as columns of numbers. Columns of whole chunks are made at once where every value is as it should be; else line by line.

Both ways take the same values and make the same of them (the tests hold them against each other); the second knows how to name what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from operator import itemgetter
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legal_metrics.caai.log_records import CAUSES, MOST_TOKENS, TIMES, TOKENS, AttemptReader, status_cause
from legal_metrics.caai.log_times import FORMS, MOST_MICROSECONDS, UNITS, read_time

MISSING = -(2**63)
"""A time that the log does not hold."""
UNCOUNTED = -1
"""A number of tokens that the log does not hold."""

COLUMNS: Mapping[str, type[np.generic]] = MappingProxyType(
    {
        **dict.fromkeys(TIMES, np.int64),
        **dict.fromkeys(TOKENS, np.int32),
        "cause": np.int8,
        "worker": np.int32,
        "line": np.int32,
        "id_high": np.uint64,
        "id_low": np.uint64,
    }
)
"""Kind of number of each column."""

Columns = dict[str, NDArray[Any]]
Rows = Sequence[Mapping[str, Any]]

_NULL = type(None)
_FIELDS = ("request_id", "worker", "status", *TIMES, *TOKENS)
_PLACES = {cause: place for place, cause in enumerate(CAUSES)}


class ColumnReader:
    """Makes columns of the rows of one log, chunk by chunk. ``workers``: the place of each worker's name, in the order of the log ("" for null)."""

    def __init__(self, reader: AttemptReader) -> None:
        self.reader = reader
        self.workers: dict[str, int] = {}

    def read(self, lines: Sequence[int], rows: Rows) -> Columns:
        """Columns of a chunk, with the line of each row. Raises: JsonLineError for the first row that is not as it should be."""
        return self.plain(lines, rows) or self.careful(lines, rows)

    def plain(self, lines: Sequence[int], rows: Rows) -> Columns | None:
        """All columns at once; None, with nothing changed, where a value needs a look of its own."""
        values = _values(rows)
        kinds = {name: set(map(type, column)) for name, column in values.items()}
        if not (kinds["request_id"] <= {str, int} and kinds["worker"] <= {str, int, _NULL} and kinds["status"] <= {str, int}):
            return None
        if "" in values["request_id"] or "" in values["worker"] or _NULL in kinds["sent"]:
            return None
        causes = {status: status_cause(status, self.reader.statuses) for status in set(values["status"])}
        counts = {name: _counts(values[name], kinds[name]) for name in TOKENS}
        times = {name: _times(values[name], kinds[name], self.reader.unit) for name in TIMES}
        forms = {self.reader.form, *(column[1] for column in times.values() if column is not None)} - {""}
        if None in causes.values() or None in counts.values() or None in times.values() or len(forms) > 1:
            return None
        self.reader.form = "".join(forms)
        numbers = {name: column[0] for name, column in times.items() if column is not None} | {name: counts[name] for name in TOKENS}
        return self._columns(lines, numbers, values["request_id"], [causes[status] for status in values["status"]], values["worker"])

    def careful(self, lines: Sequence[int], rows: Rows) -> Columns:
        """The same line by line. Raises: JsonLineError for the first row that is not as it should be."""
        attempts = [self.reader.read(line, row) for line, row in zip(lines, rows, strict=True)]
        numbers: dict[str, Any] = {}
        for names, absent in ((TIMES, MISSING), (TOKENS, UNCOUNTED)):
            for name in names:
                values = [getattr(attempt, name) for attempt in attempts]
                numbers[name] = [absent if value is None else value for value in values]
        return self._columns(lines, numbers, *([getattr(attempt, name) for attempt in attempts] for name in ("request_id", "cause", "worker")))

    def _columns(self, lines: Sequence[int], numbers: Mapping[str, Any], ids: Sequence[Any], causes: Sequence[Any], workers: Sequence[Any]) -> Columns:
        for worker in dict.fromkeys(workers):
            self.workers.setdefault(_name(worker), len(self.workers))
        places = {worker: self.workers[_name(worker)] for worker in set(workers)}
        digests = np.frombuffer(b"".join(map(_digest, ids)), np.dtype("<u8")).reshape(-1, 2)
        columns = {
            **numbers,
            "cause": [_PLACES[cause] for cause in causes],
            "worker": [places[worker] for worker in workers],
            "line": lines,
            "id_high": digests[:, 0],
            "id_low": digests[:, 1],
        }
        return {name: np.array(columns[name], kind) for name, kind in COLUMNS.items()}


class ColumnStore:
    """The columns of a whole log, growing chunk by chunk in place: the log is never there twice."""

    def __init__(self) -> None:
        self._bytes = {name: bytearray() for name in COLUMNS}

    def add(self, columns: Columns) -> None:
        """Puts a chunk behind what is there."""
        for name, column in columns.items():
            self._bytes[name] += column.data.cast("B")

    def columns(self) -> Columns:
        """The columns, which share their memory with this store; nothing can be added any more."""
        return {name: np.frombuffer(self._bytes[name], kind) for name, kind in COLUMNS.items()}


def _digest(request_id: str | int) -> bytes:
    """128 bits of an id; the text "7" and the number 7 are two ids."""
    text = request_id if isinstance(request_id, str) else f"{request_id}\0"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _values(rows: Rows) -> dict[str, tuple[Any, ...]]:
    """The values of each field, None where it is absent. Mostly all rows have the fields of the first."""
    there = [name for name in _FIELDS if name in rows[0]]
    absent = [name for name in _FIELDS if name not in rows[0]]
    if len(there) > 1 and not any(name in row for name in absent for row in rows):
        with suppress(KeyError):
            columns = zip(*map(itemgetter(*there), rows), strict=True)
            return dict(zip(there, columns, strict=True)) | dict.fromkeys(absent, (None,) * len(rows))
    return {name: tuple([row.get(name) for row in rows]) for name in _FIELDS}


def _name(worker: str | int | None) -> str:
    return "" if worker is None else str(worker)


def _counts(values: Sequence[Any], kinds: set[type]) -> list[int] | None:
    if not kinds <= {int, _NULL}:
        return None
    known = values if _NULL not in kinds else [value for value in values if value is not None]
    if known and not (min(known) >= 0 and max(known) <= MOST_TOKENS):
        return None
    return [UNCOUNTED if value is None else value for value in values]


def _times(values: Sequence[Any], kinds: set[type], unit: str) -> tuple[NDArray[np.int64], str] | None:
    """Microseconds, and the one form that the times have ("" where all are null)."""
    if kinds <= {str, _NULL}:
        return _text_times(values, unit)
    if not kinds <= {int, float, _NULL}:
        return None
    try:
        microseconds = np.array(values, np.float64) * UNITS[unit]  # null becomes NaN
    except OverflowError:
        return None
    known = np.abs(microseconds) <= MOST_MICROSECONDS
    if np.count_nonzero(known) + values.count(None) != len(values):
        return None
    times = np.full(len(values), MISSING)
    times[known] = np.rint(microseconds[known])
    return times, FORMS[0]


def _text_times(values: Sequence[str | None], unit: str) -> tuple[NDArray[np.int64], str] | None:
    read = [(MISSING, "") if value is None else read_time(value, unit) for value in values]
    found = [time for time in read if time is not None]
    forms = {form for _, form in found} - {""}
    if len(found) < len(read) or len(forms) > 1:
        return None
    return np.array([time for time, _ in found], np.int64), "".join(forms)
