"""The greatest concurrency at best throughput of a run log.

At each moment some number of requests is in flight: answered ones (a request that got no answer was not processed), from ``sent`` to their last token, or,
with ``in_flight="answering"``, from their first token on, so that what waits in a queue of the server does not count. The tokens of a stream are spread
evenly from its first token to its last one, from ``sent`` where no first token is known or all came at once. So the log gives, for each level of concurrency,
the time spent at it and the tokens that came in that time: no plan of the run is needed, and a ladder of levels shows its steps.

Rules (reconstructed; the appendix says "at best throughput" alone):

- a level counts when it was held for ``hold_seconds`` in all, so that moments between two steps decide nothing;
- the best throughput is the highest of these levels; a level whose throughput is less by at most the share ``plateau`` is as good, since throughput stays
  level once a system is full and measuring makes noise;
- the greatest of the best levels is the concurrency. Where that is the highest level held (``at_top``), more may be as good, or requests wait in a queue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from legal_metrics.arguments import check_option
from legal_metrics.caai.latency import Floats, Places
from legal_metrics.caai.log_columns import MISSING, UNCOUNTED
from legal_metrics.caai.log_times import seconds_microseconds
from legal_metrics.caai.run_log import Rows, RunLog, Times
from legal_metrics.errors import LegalMetricsError, shown

IN_FLIGHT = ("sent", "answering")

WINDOW = 1 << 16
"""Questions that are taken at once."""
BEYOND = 2**62
"""After all times of a log."""
ROUNDING = 1e-9
"""What sums of rounded numbers may lack of the throughput that is asked for."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of concurrency: requests in flight, seconds spent at it, tokens per second of all streams meanwhile."""

    in_flight: int
    seconds: float
    tokens_per_second: float


@dataclass(frozen=True, slots=True)
class Concurrency:
    """``value``: the greatest concurrency at best throughput, None where no level was held long enough or no tokens are known. ``most``: the most requests
    that were ever in flight. ``levels``: all, rising. ``unusable``: answered attempts without sound times. ``uncounted``: answered attempts in flight whose
    tokens nobody counted, which makes the throughput of their levels too low. ``at_top``: whether no level above ``value`` was held long enough."""

    value: int | None
    best_tokens_per_second: float | None
    most: int
    levels: tuple[Level, ...]
    unusable: int
    uncounted: int
    at_top: bool


def check_levels(plateau: object, hold_seconds: object) -> None:
    """Raises: LegalMetricsError for options of ``greatest_concurrency`` that it does not take.

    >>> check_levels(0.05, 1)
    """
    if isinstance(plateau, bool) or not isinstance(plateau, (int, float)) or not 0 <= plateau < 1:
        raise LegalMetricsError(f"plateau: found {shown(plateau)}, allowed a share from 0 to below 1")
    if seconds_microseconds("hold_seconds", hold_seconds) < 0:
        raise LegalMetricsError(f"hold_seconds: found {shown(hold_seconds)}, allowed seconds from 0")


def greatest_concurrency(log: RunLog, *, in_flight: str = "sent", plateau: float = 0.05, hold_seconds: float = 1.0) -> Concurrency:
    """The greatest number of requests that the system answers at once at its best throughput.

    ``in_flight``: from when a request counts. ``plateau``: share of the best throughput, in [0, 1), by which a level may be lower. ``hold_seconds``: time for which a level must have been held.
    Source: the article, 2.3.2 (4), and its appendix ("at best throughput, on 8 x A800-80G"). Raises: LegalMetricsError for an option.

    >>> from legal_metrics.caai.run_log import read_run_log
    >>> line = b'{"request_id": "%d", "sent": %d, "first_token": %d, "last_token": %d, "completion_tokens": 100, "status": "ok"}'
    >>> found = greatest_concurrency(read_run_log([line % (1, 0, 0, 10), line % (2, 10, 10, 20), line % (3, 10, 10, 20)], source="run.jsonl"))
    >>> found.value, [(level.in_flight, level.tokens_per_second) for level in found.levels]
    (2, [(1, 10.0), (2, 20.0)])
    """
    check_option("in_flight", in_flight, IN_FLIGHT)
    check_levels(plateau, hold_seconds)
    answered = log.caused("answered")
    usable = answered & ~log.skewed() & (log.last_token > log.sent)
    uncounted = int(np.count_nonzero(usable & (log.completion_tokens == UNCOUNTED)))
    n_usable = int(np.count_nonzero(usable))
    seconds, tokens = _sweep(log, usable, in_flight)
    levels = tuple(Level(place, float(seconds[place]), float(tokens[place] / seconds[place])) for place in np.flatnonzero(seconds).tolist() if place)
    held = [level for level in levels if level.seconds >= hold_seconds]
    best = max((level.tokens_per_second for level in held), default=0.0) if uncounted < n_usable else 0.0
    enough = best * (1 - plateau) * (1 - ROUNDING)
    value = max(level.in_flight for level in held if level.tokens_per_second >= enough) if best else None
    return Concurrency(
        value=value,
        best_tokens_per_second=best or None,
        most=max((level.in_flight for level in levels), default=0),
        levels=levels,
        unusable=int(np.count_nonzero(answered)) - n_usable,
        uncounted=uncounted,
        at_top=value is not None and value == max(level.in_flight for level in held),
    )


def _sweep(log: RunLog, usable: Rows, in_flight: str) -> tuple[Floats, Floats]:
    """Seconds, and tokens that came, at each number of requests in flight. Times are summed as whole microseconds, so that ten times 0.1 s are 1 s."""
    begun = np.where((log.first_token == MISSING) | (log.first_token == log.last_token), log.sent, log.first_token)
    from_sent = int(in_flight == "sent")
    kinds = ((log.last_token, -1, -1.0), (log.sent, from_sent, 0.0), (begun, 1 - from_sent, 1.0))  # an end comes before a beginning at the same moment
    held, tokens = np.zeros(1), np.zeros(1)
    flying, flow, moment = 0, 0.0, -BEYOND
    for low, high in _windows(log, usable):
        rows = [np.flatnonzero(usable & (times >= low) & (times < high)) for times, _, _ in kinds]
        moments = np.concatenate([times[row] for (times, _, _), row in zip(kinds, rows, strict=True)])
        change = np.concatenate([np.full(len(row), more) for (_, more, _), row in zip(kinds, rows, strict=True)])
        change_of_flow = np.concatenate([sign * _rate(log, begun, row) for (_, _, sign), row in zip(kinds, rows, strict=True)])
        order = np.argsort(moments, kind="stable")
        # what held since the last event of the window before holds up to the first one here
        flights = np.cumsum(np.concatenate([[flying], change[order]]))
        flows = np.cumsum(np.concatenate([[flow], change_of_flow[order]]))
        span = np.diff(np.concatenate([[moment], moments[order]]))
        size = max(len(held), int(flights.max()) + 1)
        held = np.pad(held, (0, size - len(held))) + np.bincount(flights[:-1], span, size)
        tokens = np.pad(tokens, (0, size - len(tokens))) + np.bincount(flights[:-1], np.maximum(flows[:-1], 0) * span / 1e6, size)
        flying, flow, moment = int(flights[-1]), float(flows[-1]), int(moments.max(initial=moment))
    return held / 1e6, tokens


def _rate(log: RunLog, begun: Times, rows: Places) -> Floats:
    """Tokens per second of streams, from where they begin to their last token."""
    return np.maximum(log.completion_tokens[rows], 0) / ((log.last_token[rows] - begun[rows]) / 1e6)


def _windows(log: RunLog, usable: Rows) -> Iterator[tuple[int, int]]:
    """Times that hold about ``WINDOW`` questions each, so that no more is sorted at once; the first begins, and the last ends, beyond all times."""
    sent = np.sort(log.sent[usable])
    if len(sent):
        yield from pairwise([-BEYOND, *np.unique(sent[WINDOW::WINDOW]).tolist(), BEYOND])
