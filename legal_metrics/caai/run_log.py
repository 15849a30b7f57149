"""Run logs: JSON Lines of attempts (``log_records`` states the fields), read one by one, or into columns of some 70 bytes an attempt.

with open("run.jsonl", "rb") as lines:
    log = read_run_log(lines, source="run.jsonl")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legal_metrics.arguments import check_iterable
from legal_metrics.caai.log_columns import MISSING, ColumnReader, Columns, ColumnStore
from legal_metrics.caai.log_records import CAUSES, TIMES, Attempt, AttemptReader
from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import JsonLineError, read_json_line, read_json_lines

Times = NDArray[np.int64]
Numbers = NDArray[np.int32]
Rows = NDArray[np.bool_]

CHUNK = 4096
"""Lines that are read at once."""


@dataclass(frozen=True, slots=True, eq=False)
class RunLog:
    """The attempts of a log, in its order, one array per field. Times: microseconds, or ``MISSING``; tokens: counts, or ``UNCOUNTED``.

    ``cause``: places in ``CAUSES``. ``worker``: places in ``workers``. ``line``: of each attempt in the file. ``request``: the row of the first attempt of
    the same request by ``sent``; its own row where there was no other.
    """

    source: str
    sent: Times
    first_token: Times
    last_token: Times
    ended: Times
    prompt_tokens: Numbers
    completion_tokens: Numbers
    cause: NDArray[np.int8]
    worker: Numbers
    line: Numbers
    request: Numbers
    workers: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.sent)

    @property
    def n_requests(self) -> int:
        """Requests, each counted once however often it was tried."""
        return int(np.count_nonzero(self.request == np.arange(len(self), dtype=np.int32)))

    def caused(self, cause: str) -> Rows:
        """Rows of the attempts with this cause, as a mask."""
        return np.equal(self.cause, CAUSES.index(cause))

    def count_causes(self) -> dict[str, int]:
        """Attempts by cause."""
        return {cause: int(np.count_nonzero(self.caused(cause))) for cause in CAUSES}

    def skewed(self) -> Rows:
        """Rows whose times do not follow ``sent <= first_token <= last_token``, as a mask."""
        first, last = self.first_token, self.last_token
        early = ((first != MISSING) & (first < self.sent)) | ((last != MISSING) & (last < np.maximum(first, self.sent)))
        return np.asarray(early, np.bool_)

    def last_moment(self) -> int:
        """The latest time of the log, microseconds; ``MISSING`` if it is empty."""
        return max((int(times.max()) for times in (self.sent, self.first_token, self.last_token, self.ended) if len(times)), default=MISSING)


def read_attempts(
    lines: Iterable[bytes],
    *,
    source: str,
    unit: str = "s",
    statuses: Mapping[str, str] = MappingProxyType({}),
    clock_ahead: Mapping[str, float] = MappingProxyType({}),
) -> Iterator[Attempt]:
    """The attempts of a log one by one, with their own latency and rate; nothing is kept. Options and errors: as ``read_run_log``.

    >>> line = b'{"request_id": "r1", "sent": 10, "first_token": 10.75, "last_token": 14, "completion_tokens": 60, "status": 200}'
    >>> [(attempt.request_id, attempt.first_token_ms, attempt.tokens_per_second) for attempt in read_attempts([line], source="run.jsonl")]
    [('r1', 750.0, 15.0)]
    """
    check_iterable("lines", lines, "lines (bytes)")
    reader = AttemptReader(source, unit=unit, statuses=statuses, clock_ahead=clock_ahead)
    for number, row in read_json_lines(lines, source=source):
        yield reader.read(number, row)


def read_run_log(
    lines: Iterable[bytes],
    *,
    source: str,
    unit: str = "s",
    statuses: Mapping[str, str] = MappingProxyType({}),
    clock_ahead: Mapping[str, float] = MappingProxyType({}),
) -> RunLog:
    """Read a log into columns. ``source`` names the file in messages; ``unit``: of times that are numbers (``s``, ``ms``, ``us``, ``ns``).

    ``statuses``: causes of further status words (``{"busy": "failed"}``). ``clock_ahead``: seconds by which a worker's clock is ahead; they are taken off.
    Lines may stand in any order. Request ids are told apart by digests of 128 bits, so that their texts need not be kept.
    Raises: JsonLineError naming file, line, field, what was found and what is allowed, also for an attempt that stands there twice (the same request sent
    at the same time); LegalMetricsError for options, and for a worker in ``clock_ahead`` that the log does not have.

    >>> line = b'{"request_id": "r1", "sent": 10, "first_token": 10.75, "last_token": 14, "completion_tokens": 60, "status": "ok", "worker": "w1"}'
    >>> log = read_run_log([line], source="run.jsonl")
    >>> len(log), log.workers, (log.first_token - log.sent).tolist()
    (1, ('w1',), [750000])
    """
    check_iterable("lines", lines, "lines (bytes)")
    reader = AttemptReader(source, unit=unit, statuses=statuses, clock_ahead=clock_ahead)
    ahead, reader.ahead = reader.ahead, {}  # taken off at the end, from whole columns
    column_reader = ColumnReader(reader)
    store = ColumnStore()
    for numbers, rows in _chunks(lines, source):
        store.add(column_reader.read(numbers, rows))
    columns = store.columns()
    for worker, microseconds in ahead.items():
        if worker not in column_reader.workers:
            raise LegalMetricsError(f"clock_ahead: found worker {worker!r}, allowed those of {source}: {', '.join(column_reader.workers) or 'none'}")
        theirs = columns["worker"] == column_reader.workers[worker]
        for name in TIMES:
            columns[name][theirs & (columns[name] != MISSING)] -= microseconds
    request = _first_attempts(columns, source)
    return RunLog(source, **columns, request=request, workers=tuple(column_reader.workers))


def _chunks(lines: Iterable[bytes], source: str) -> Iterator[tuple[Sequence[int], Sequence[Mapping[str, Any]]]]:
    """Line numbers and objects, as ``read_json_lines`` gives them, many at a time: by ``orjson`` where it is installed and can read them."""
    read_fast = _fast_reader()
    rest, done = iter(lines), 0
    while chunk := list(islice(rest, CHUNK)):
        numbers: Sequence[int] = range(done + 1, done + len(chunk) + 1)
        rows = read_fast(chunk)
        if rows is None:
            read = [(number, read_json_line(line, number, source=source)) for number, line in zip(numbers, chunk, strict=True)]
            numbers = [number for number, row in read if row is not None]
            rows = [row for _, row in read if row is not None]
        done += len(chunk)
        if rows:
            yield numbers, rows


def _fast_reader() -> Callable[[Sequence[bytes]], Sequence[Mapping[str, Any]] | None]:
    """Reads lines that all hold an object; None where one is blank or wrong, or is one that ``orjson`` alone does not take, or where there is no ``orjson``."""
    try:
        from orjson import loads
    except ModuleNotFoundError:
        return lambda lines: None

    def read(lines: Sequence[bytes]) -> Sequence[Mapping[str, Any]] | None:
        try:
            rows = list(map(loads, lines))
        except ValueError:
            return None
        return rows if set(map(type, rows)) == {dict} else None

    return read


def _first_attempts(columns: Columns, source: str) -> Numbers:
    """For each row, the row of the first attempt (by ``sent``) of the same request. Takes the digests out of the columns."""
    high, low, sent, line = columns.pop("id_high"), columns.pop("id_low"), columns["sent"], columns["line"]
    request = np.arange(len(sent), dtype=np.int32)
    ordered = np.sort(high)
    rows = np.flatnonzero(np.isin(high, ordered[1:][ordered[1:] == ordered[:-1]]))
    first: dict[tuple[int, int], int] = {}
    seen: dict[tuple[int, int, int], int] = {}
    for row in sorted(rows.tolist(), key=sent.__getitem__):
        key = int(high[row]), int(low[row])
        at = (*key, int(sent[row]))
        if at in seen:
            why = f"field 'sent': found the time of line {line[seen[at]]} again, for the same request; allowed one line for each attempt"
            raise JsonLineError(source, int(line[row]), why)
        seen[at] = row
        request[row] = first.setdefault(key, row)
    return request
