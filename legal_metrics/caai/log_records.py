"""One line of a run log: an attempt of a request, read strictly.

| field | holds |
|---|---|
| ``request_id`` | text or whole number. Attempts of one request (retries) share it and differ in ``sent`` |
| ``sent`` | when the user's question had been sent |
| ``first_token``, ``last_token`` | when its first and its last token were received, or null |
| ``prompt_tokens``, ``completion_tokens`` | whole numbers, or null where nobody counted |
| ``status`` | a word of ``STATUS_WORDS`` in any case, or an HTTP status |
| ``worker`` | the client (thread, machine) that sent it, or null; ``clock_ahead`` is stated by worker |
| ``ended`` | when an attempt without a whole answer ended: the error came, or the client gave up. Optional |

``request_id``, ``sent`` and ``status`` must be there; any other field of this table may be absent, which is the same as null; fields beyond it are not
read. Times: numbers of one unit, or ISO 8601 texts, one form in a log.

Whose cause: an attempt is ``answered``; or ``failed``, by the cause of the system under test (errors, time-outs, 5xx, and 429, since a system that has too
much to do gives no result); or ended by its ``client`` (cancelled, other 4xx), which tells nothing about the system. Reconstructed: the article says
"of the system's own causes" and names none.

Clock skew: durations are taken between times of one attempt, which one client wrote, so that a clock that is merely ahead changes none of them. Where
several workers are set side by side (concurrency, failures, the length of the run), ``clock_ahead`` takes off what is known of each worker's clock. An
attempt whose times do not follow ``sent <= first_token <= last_token`` has met a clock that was set meanwhile: it is left out of all durations, counted, and
never cut to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.caai.log_times import UNITS, read_time, seconds_microseconds
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.json_lines import JsonLineError

CAUSES = ("answered", "failed", "client")
"""What became of an attempt, and by whose cause."""

STATUS_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("ok", "success", "succeeded", "successful", "complete", "completed", "finished", "done"), "answered"),
        **dict.fromkeys(("error", "failed", "failure", "incomplete", "interrupted"), "failed"),
        **dict.fromkeys(("timeout", "timed_out", "connection_error", "server_error", "overloaded", "rate_limited", "unavailable"), "failed"),
        **dict.fromkeys(("cancelled", "canceled", "aborted", "client_error", "invalid_request"), "client"),
    }
)
"""Cause of each status that is a word."""

NO_RESULT_4XX = (408, 425, 429)
"""HTTP statuses below 500 by which a server says that it gives no result now: time-out, too early, too many requests."""

TIMES = ("sent", "first_token", "last_token", "ended")
TOKENS = ("prompt_tokens", "completion_tokens")
MOST_TOKENS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line of a run log. Times are microseconds (of the worker's clock, less what it is ahead), None where the log holds none.

    >>> attempt = Attempt(1, "r1", "answered", sent=0, first_token=1_500_000, last_token=5_500_000, completion_tokens=110)
    >>> attempt.first_token_ms, attempt.tokens_per_second, attempt.skewed
    (1500.0, 20.0, False)
    """

    line: int
    request_id: str | int
    cause: str
    sent: int
    first_token: int | None = None
    last_token: int | None = None
    ended: int | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    worker: str | int | None = None

    @property
    def skewed(self) -> bool:
        """Whether the times do not follow ``sent <= first_token <= last_token`` (of those that are there)."""
        known = [time for time in (self.sent, self.first_token, self.last_token) if time is not None]
        return known != sorted(known)

    @property
    def first_token_ms(self) -> float | None:
        """Formula (5) of this attempt: milliseconds from ``sent`` to the first token; None unless it is answered and both times are there, unskewed."""
        if self.cause != "answered" or self.first_token is None or self.skewed:
            return None
        return (self.first_token - self.sent) / 1000

    @property
    def tokens_per_second(self) -> float | None:
        """Formula (6) of this attempt: completion tokens over the seconds of its connection; None unless it is answered and all is there, unskewed."""
        if self.cause != "answered" or self.last_token is None or self.completion_tokens is None or self.skewed or self.last_token == self.sent:
            return None
        return self.completion_tokens * 1e6 / (self.last_token - self.sent)


def status_cause(status: object, statuses: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Cause of a status: one of ``CAUSES``; None if it is not known. ``statuses`` names further words, or gives other causes to known ones.

    >>> status_cause("OK"), status_cause(503), status_cause("429"), status_cause(404), status_cause(302)
    ('answered', 'failed', 'failed', 'client', None)
    """
    if not isinstance(status, (str, int)) or isinstance(status, bool):
        return None
    word = str(status)
    cause = statuses.get(word) or STATUS_WORDS.get(word.lower())
    if cause is not None or not (word.isascii() and word.isdigit() and len(word) == 3):
        return cause
    code = int(word)
    if code in NO_RESULT_4XX or 500 <= code <= 599:
        return "failed"
    return "answered" if 200 <= code <= 299 else "client" if 400 <= code <= 499 else None


class AttemptReader:
    """Reads the attempts of one log out of its objects. ``form`` is the one form that its times have, "" before the first of them."""

    def __init__(self, source: str, *, unit: str, statuses: Mapping[str, str], clock_ahead: Mapping[str, float]) -> None:
        if unit not in UNITS:
            raise LegalMetricsError(f"unit: found {shown(unit)}, allowed {', '.join(UNITS)}")
        for word, cause in statuses.items():
            if cause not in CAUSES:
                raise LegalMetricsError(f"statuses[{word!r}]: found {shown(cause)}, allowed {', '.join(CAUSES)}")
        self.source = source
        self.unit = unit
        self.statuses = statuses
        self.ahead = {worker: seconds_microseconds(f"clock_ahead[{worker!r}]", seconds) for worker, seconds in clock_ahead.items()}
        self.form = ""

    def read(self, number: int, row: Mapping[str, Any]) -> Attempt:
        """The attempt on a line. Raises: JsonLineError naming file, line and field, what was found and what is allowed."""
        if not _is_name(row.get("request_id")):
            raise self._refused(number, row, "request_id", "a text or a whole number")
        if row.get("worker") is not None and not _is_name(row["worker"]):
            raise self._refused(number, row, "worker", "a text, a whole number or null")
        cause = status_cause(row.get("status"), self.statuses)
        if cause is None:
            raise self._refused(number, row, "status", f"an HTTP status (2xx, 4xx, 5xx) or one of {', '.join([*STATUS_WORDS, *self.statuses])}")
        for name in TOKENS:
            value = row.get(name)
            if value is not None and not (is_whole(value, 0) and value <= MOST_TOKENS):
                raise self._refused(number, row, name, f"a whole number from 0 to {MOST_TOKENS}, or null")
        if row.get("sent") is None:
            raise self._refused(number, row, "sent", "a time")
        ahead = self.ahead.get(str(row.get("worker")), 0)
        times = {name: self._time(number, row, name) - ahead for name in TIMES if row.get(name) is not None}
        counts: dict[str, Any] = {name: row.get(name) for name in TOKENS}
        return Attempt(number, row["request_id"], cause, **times, **counts, worker=row.get("worker"))

    def _time(self, number: int, row: Mapping[str, Any], name: str) -> int:
        read = read_time(row[name], self.unit)
        if read is None:
            raise self._refused(number, row, name, f"a number of {self.unit} (of unit={self.unit!r}) not past the year 5138, or an ISO 8601 text")
        time, form = read
        if self.form not in ("", form):
            raise self._refused(number, row, name, f"{self.form} throughout, as before in this log")
        self.form = form
        return time

    def _refused(self, number: int, row: Mapping[str, Any], name: str, allowed: str) -> JsonLineError:
        found = f"found {shown(row[name])}" if name in row else "missing"
        return JsonLineError(self.source, number, f"field {name!r}: {found}, allowed {allowed}")


def _is_name(value: object) -> bool:
    return value != "" and isinstance(value, (str, int)) and not isinstance(value, bool)
