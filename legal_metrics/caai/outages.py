"""Failures of the system under test and its recovery times, out of a run log: formulas (9) and (10).

The article: a failure is a minute or more without any result, by the system's own cause. What a log shows of that (reconstructed):

- A *result* is a token that came: an attempt gives results from its first token to its last one, whatever became of it later.
- An attempt *waits* while it is in flight and has no result: up to its first token; up to ``ended`` where it failed; and, where its stream broke, from its
  last token to ``ended``. A failed attempt without ``ended`` shows one moment only. Attempts that their client ended tell nothing.
- ``scope="system"``: an outage begins when an attempt waits and no result comes, from any attempt; it ends with the next result. If that takes a minute or
  more, it is one failure. Errors that come back at once and are tried again belong to one outage, however many they are. Time when nobody asked is in no
  outage, unless errors enclose it, and is then told as unobserved; ``idle_seconds`` ends an outage where nobody asked for longer than that.
- ``scope="request"``: every request that waits for a minute or more is an outage from its first attempt to its answer (an unanswered one: to the next
  result of the system); outages that overlap or touch are one failure, from the first beginning to the last end.
- An outage without a result up to the end of the log is a failure that was not recovered: its minutes are those seen, and its recovery time is unknown.

T runs from the first ``sent`` to the last time of the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from legal_metrics.arguments import check_option
from legal_metrics.caai.log_columns import MISSING
from legal_metrics.caai.log_times import seconds_microseconds
from legal_metrics.caai.run_log import Rows, RunLog, Times
from legal_metrics.errors import LegalMetricsError, shown

SCOPES = ("system", "request")
FAILURE_MICROSECONDS = 60_000_000
"""A failure lasts a minute or more."""
MICROSECONDS_PER_MINUTE = 60_000_000
MICROSECONDS_PER_DAY = 86_400_000_000
NEVER = 2**61


@dataclass(frozen=True, slots=True)
class Outage:
    """One failure. ``begun``, ``ended``: seconds on the log's clock. ``recovered``: whether a result ended it. ``failed_attempts``: sent meanwhile.

    ``unobserved_minutes``: of ``minutes``, those in which no attempt was waiting.
    """

    begun: float
    ended: float
    minutes: float
    recovered: bool
    failed_attempts: int
    unobserved_minutes: float


@dataclass(frozen=True, slots=True)
class Outages:
    """Failures in ``days`` of observation, in their order. ``timeless``: answered attempts that hold no time of a result, so that they end no outage."""

    failures: tuple[Outage, ...]
    days: float
    timeless: int

    @property
    def recovery_minutes(self) -> tuple[float | None, ...]:
        """The t_i of formula (10); None where the log ends first."""
        return tuple(outage.minutes if outage.recovered else None for outage in self.failures)


@dataclass(frozen=True, slots=True, eq=False)
class _Waits:
    """Times in flight without a result, by when they begin; ``latest_end``: of each and all before it."""

    begun: Times
    ended: Times
    latest_end: Times


@dataclass(frozen=True, slots=True, eq=False)
class _Results:
    """Spans in which results came, joined where they overlap or touch, in their order."""

    begun: Times
    ended: Times


def idle_microseconds(idle_seconds: object) -> int:
    """The option ``idle_seconds`` in microseconds. Raises: LegalMetricsError for what it cannot be.

    >>> idle_microseconds(30), idle_microseconds(None) == NEVER
    (30000000, True)
    """
    idle = NEVER if idle_seconds is None else seconds_microseconds("idle_seconds", idle_seconds)
    if idle < 0:
        raise LegalMetricsError(f"idle_seconds: found {shown(idle_seconds)}, allowed seconds from 0, or None")
    return idle


def find_outages(log: RunLog, *, scope: str = "system", idle_seconds: float | None = None) -> Outages:
    """Failures, their recovery times in minutes, and the days of observation.

    ``idle_seconds``: longest time without any attempt inside an outage of ``scope="system"``; None for any.
    Source: the article, 2.5.2; the rules above are reconstructed. Raises: LegalMetricsError for an option.

    >>> from legal_metrics.caai.run_log import read_run_log
    >>> line = b'{"request_id": "%d", "sent": %d, "first_token": %s, "status": %d}'
    >>> lines = [line % (1, 0, b"1", 200), line % (2, 100, b"null", 500), line % (3, 190, b"null", 500), line % (4, 278, b"280", 200)]
    >>> find_outages(read_run_log(lines, source="run.jsonl")).recovery_minutes
    (3.0,)
    """
    check_option("scope", scope, SCOPES)
    idle = idle_microseconds(idle_seconds)
    if not len(log):
        return Outages((), 0.0, 0)
    results, end = _results(log), log.last_moment()
    spans = list(_system_spans(log, results, end, idle) if scope == "system" else _request_spans(log, results, end))
    waits = _waits(log, np.array([span[0] for span in spans], np.int64), np.array([span[1] for span in spans], np.int64))
    failed = np.sort(log.sent[log.caused("failed")])
    found = []
    for begun, ended, recovered in spans:
        low, high = np.searchsorted(failed, begun), np.searchsorted(failed, ended, "left" if recovered else "right")
        observed = sum(stop - start for start, stop in _joined_waits(waits, begun, ended, 0))
        found.append(
            Outage(
                begun=begun / 1e6,
                ended=ended / 1e6,
                minutes=(ended - begun) / MICROSECONDS_PER_MINUTE,
                recovered=recovered,
                failed_attempts=int(high - low),
                unobserved_minutes=(ended - begun - observed) / MICROSECONDS_PER_MINUTE,
            )
        )
    return Outages(tuple(found), (end - int(log.sent.min())) / MICROSECONDS_PER_DAY, int(np.count_nonzero(_timeless(log))))


def _first_result(log: RunLog) -> Times:
    """When the first result of each attempt came; an answer without a first token came with its last one. ``MISSING``: none, or nobody knows when."""
    whole = np.where(log.caused("failed"), MISSING, log.last_token)
    return np.where(log.first_token == MISSING, whole, log.first_token)


def _given_up(log: RunLog) -> Times:
    """When each attempt ended, if it is told; without a first token, the "last token" of a failed attempt can only be that."""
    return np.maximum(log.ended, np.where(log.first_token == MISSING, log.last_token, MISSING))


def _timeless(log: RunLog) -> Rows:
    """Answered attempts that hold no time of a result."""
    return np.asarray(log.caused("answered") & (_first_result(log) == MISSING), np.bool_)


def _results(log: RunLog) -> _Results:
    begun = _first_result(log)
    order = np.argsort(begun)[np.count_nonzero(begun == MISSING) :]
    begun = begun[order]
    ended = log.last_token[order]
    np.maximum(ended, begun, out=ended)
    np.maximum.accumulate(ended, out=ended)
    opens = np.append(True, begun[1:] > ended[:-1])[: len(begun)]
    closes = np.append(opens[1:], True)[: len(begun)]
    return _Results(begun[opens], ended[closes])


def _waits(log: RunLog, low: Times, high: Times) -> _Waits:
    """The waits that touch one of the given times, which follow each other: those between results are few."""
    result = _first_result(log)
    for_result = np.flatnonzero(~log.caused("client") & (result > log.sent) & _touch(log.sent, result, low, high))
    failed = np.flatnonzero(log.caused("failed"))
    came = np.where(result == MISSING, MISSING, np.maximum(result, log.last_token))[failed]
    stalled = np.maximum(log.sent[failed], came)
    given_up = np.maximum(stalled, _given_up(log)[failed])
    kept = _touch(stalled, given_up, low, high)
    begun = np.concatenate([log.sent[for_result], stalled[kept]])
    ended = np.concatenate([result[for_result], given_up[kept]])
    order = np.argsort(begun, kind="stable")
    begun, ended = begun[order], ended[order]
    return _Waits(begun, ended, np.maximum.accumulate(ended))


def _touch(begun: Times, ended: Times, low: Times, high: Times) -> Rows:
    """Whether spans touch one of the times between ``low`` and ``high``."""
    place = np.searchsorted(high, begun, "right")  # the first that is not over when the span begins
    return np.asarray(np.append(low, NEVER)[place] <= np.maximum(begun, ended), np.bool_)


def _system_spans(log: RunLog, results: _Results, end: int, idle: int) -> Iterator[tuple[int, int, bool]]:
    """(begun, ended, recovered) of each outage of the system: between two results, before the first and after the last."""
    low = np.concatenate([[-NEVER], results.ended])
    high = np.concatenate([results.begun, [NEVER]])
    quiet = np.flatnonzero(high - low >= FAILURE_MICROSECONDS)
    low, high = low[quiet], high[quiet]
    waits = _waits(log, low, high)
    # when the first wait in each of these times begins: mostly nobody asked, or not for long, and no closer look is needed
    place = np.searchsorted(waits.begun, low)
    pending = np.concatenate([[-NEVER], waits.latest_end])[place] > low
    begins = np.where(pending, low, np.append(waits.begun, NEVER)[place])
    long = np.flatnonzero(np.minimum(high, end) - begins >= FAILURE_MICROSECONDS)
    for quiet_from, result in zip(low[long].tolist(), high[long].tolist(), strict=True):
        *earlier, (begun, ended) = _joined_waits(waits, quiet_from, result, idle)
        spans = [(*wait, False) for wait in earlier]  # ended because nobody asked
        until = min(result, end)
        spans.append((begun, until, result < NEVER) if until - ended <= idle else (begun, ended, False))
        yield from (span for span in spans if span[1] - span[0] >= FAILURE_MICROSECONDS)


def _joined_waits(waits: _Waits, low: int, high: int, idle: int) -> Iterator[tuple[int, int]]:
    """Waits between two moments, joined where no more than ``idle`` lies between them."""
    first, stop = np.searchsorted(waits.begun, (low, high)).tolist()
    pending = min(int(waits.latest_end[first - 1]), high) if first else low
    joined = (low, pending) if pending > low else None
    ends = np.minimum(waits.ended[first:stop], high)
    for begun, ended in zip(waits.begun[first:stop].tolist(), ends.tolist(), strict=True):
        if joined is None:
            joined = (begun, ended)
        elif begun - joined[1] <= idle:
            joined = (joined[0], max(joined[1], ended))
        else:
            yield joined
            joined = (begun, ended)
    if joined is not None:
        yield joined


def _request_spans(log: RunLog, results: _Results, end: int) -> Iterator[tuple[int, int, bool]]:
    """(begun, ended, recovered) of each outage of single requests, joined where they overlap or touch."""
    n = len(log)
    result = _first_result(log)
    own = np.flatnonzero(~log.caused("client"))
    key = log.request[own]
    asked, got, given_up = np.full(n, NEVER), np.full(n, NEVER), np.full(n, MISSING)
    np.minimum.at(asked, key, log.sent[own])
    np.minimum.at(got, key, np.where(result[own] == MISSING, NEVER, result[own]))
    np.maximum.at(given_up, key, np.maximum(log.sent[own], _given_up(log)[own]))
    timeless = np.zeros(n, np.bool_)
    timeless[log.request[_timeless(log)]] = True
    answered = np.flatnonzero((asked < NEVER) & (got < NEVER))
    unanswered = np.flatnonzero((asked < NEVER) & (got == NEVER) & ~timeless)
    broken = np.flatnonzero(log.caused("failed") & (result != MISSING))
    begun = np.concatenate([asked[answered], asked[unanswered], np.maximum(log.first_token, log.last_token)[broken]])
    last_seen = np.concatenate([given_up[unanswered], np.maximum(log.ended, np.maximum(log.first_token, log.last_token))[broken]])
    place = np.searchsorted(results.ended, last_seen, "right")  # the first span of results that goes on later
    ended = np.concatenate([got[answered], np.maximum(last_seen, np.append(results.begun, NEVER)[place])])
    long = np.flatnonzero(np.minimum(ended, end) - begun >= FAILURE_MICROSECONDS)
    long = long[np.argsort(begun[long], kind="stable")]
    current: tuple[int, int] | None = None
    for start, stop in zip(begun[long].tolist(), ended[long].tolist(), strict=True):
        if current is not None and start > current[1]:
            yield (*current, True)
            current = None
        current = (start, stop) if current is None else (current[0], max(current[1], stop))
    if current is not None:
        yield (current[0], min(current[1], end), current[1] < NEVER)
