"""Failures and recoveries: the one-minute rule by hand, and both scopes against a slow reading of the same rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run_logs import attempts_strategy, bad, log_of, ok

from legal_metrics.caai.outages import Outage, find_outages
from legal_metrics.errors import LegalMetricsError

Span = tuple[int, int, bool]


def spans(*attempts: dict[str, Any], **options: Any) -> list[tuple[float, float, bool]]:
    """(begun, ended, recovered) of each failure, in seconds."""
    return [(outage.begun, outage.ended, outage.recovered) for outage in find_outages(log_of(*attempts), **options).failures]


@pytest.mark.parametrize(
    ("attempts", "of_system", "of_requests"),
    [
        # one error, and the next result a minute later: the edge, both sides. A request that never gets its answer ends with the next result of the system
        ([ok(0, 1), bad(10), ok(69, 70)], [(10, 70, True)], [(10, 70, True)]),
        ([ok(0, 1), bad(10), ok(69, 69.999999)], [], []),
        # many errors are one failure
        ([ok(0, 1), *(bad(at, at + 1) for at in range(100, 200, 10)), ok(258, 260)], [(100, 260, True)], [(100, 260, True)]),
        # a result in between makes two
        ([bad(0), ok(59, 100), bad(101), ok(160, 170)], [(0, 100, True), (101, 170, True)], [(0, 100, True), (101, 170, True)]),
        # a slow first token is a time without a result, by the system's own cause
        ([ok(0, 75, 80)], [(0, 75, True)], [(0, 75, True)]),
        ([ok(0, 59, 180)], [], []),  # tokens come from 59 s on
        # others get results meanwhile: the system has not failed, the request has
        ([ok(0, 90, 91), ok(30, 31), ok(60, 61)], [], [(0, 90, True)]),
        # overlapping failures of requests are one, from the first beginning to the last end; those that touch, too
        ([ok(0, 90), ok(50, 130), ok(40, 41), ok(95, 96)], [], [(0, 130, True)]),
        ([ok(0, 90), ok(90, 160), ok(45, 46), ok(120, 121)], [], [(0, 160, True)]),
        ([ok(0, 90), ok(91, 160), ok(45, 46), ok(120, 121)], [], [(0, 90, True), (91, 160, True)]),
        # nobody asks for a day: no failure
        ([ok(0, 1), ok(86_400, 86_401)], [], []),
        # a request that waits while the last stream of before still runs is without a result from that stream's end on
        ([ok(0, 1, 50), ok(40, 120)], [(50, 120, True)], [(40, 120, True)]),
        # a stream that breaks: tokens up to 10 s, given up at 100 s
        ([ok(0, 1, 10, status="error", ended=100), ok(100, 101)], [(10, 101, True)], [(10, 101, True)]),
        ([ok(0, 1, 10, status="error"), ok(60, 69)], [], []),
        ([ok(0, 1, 10, status="error"), ok(60, 70)], [(10, 70, True)], [(10, 70, True)]),
        # what the client ended tells nothing
        ([ok(0, 1), ok(10, None, status="cancelled", ended=200), ok(200, 201)], [], []),
        ([ok(0, 1), ok(10, None, status=404), ok(200, 201)], [], []),
        # … but tokens that came are results
        ([bad(0), ok(30, 40, status="cancelled"), ok(98, 99)], [], []),
        # a failed attempt without a first token did not get a last one either: that is when it ended
        ([bad(0, last_token=59), ok(61, 61)], [(0, 61, True)], [(0, 61, True)]),
        # an answer that does not stream comes as a whole
        ([ok(0, None, 90)], [(0, 90, True)], [(0, 90, True)]),
        # up to the end of the log: not recovered
        ([ok(0, 1), bad(10, 20), bad(30, 80)], [(10, 80, False)], [(10, 80, False)]),
        ([ok(0, 1), bad(10, 20), bad(30, 69)], [], []),
        ([bad(0, 60)], [(0, 60, False)], [(0, 60, False)]),
        # clock skew: when the result came is not known better than by both times; it ends a failure, and begins none
        ([bad(0), ok(50, 40, 45), ok(80, 81)], [], []),
        # an answer without any time ends nothing and begins nothing
        ([bad(0), ok(30, None, None), ok(90, 91)], [(0, 91, True)], [(0, 91, True)]),
        # retries: the user waits from the first attempt on
        ([bad(0, 1, request_id="a"), ok(70, 71, request_id="a"), ok(5, 6), ok(64, 65)], [], [(0, 71, True)]),
    ],
)
def test_by_hand(attempts: list[dict[str, Any]], of_system: list[Span], of_requests: list[Span]) -> None:
    assert spans(*attempts) == of_system
    assert spans(*attempts, scope="request") == of_requests
    assert spans(*reversed(attempts)) == of_system  # lines may stand in any order
    assert spans(*reversed(attempts), scope="request") == of_requests


def test_one_failure_in_full() -> None:
    # errors at 60 and 90 s, at once; a time-out from 100 to 130 s; nobody asks up to 150 s; that request gets its first token at 180 s
    found = find_outages(log_of(ok(0, 1), bad(60), bad(90), bad(100, 130), ok(150, 180), bad(181)))
    assert found.failures == (Outage(60.0, 180.0, 2.0, True, 3, 1.0),)  # unobserved: 60-100 and 130-150 s
    assert found.recovery_minutes == (2.0,)
    assert found.days == 181 / 86_400


def test_idle_time_can_end_a_failure() -> None:
    attempts = [ok(0, 1), bad(100, 130), bad(140, 200), bad(500, 570), ok(575, 580)]
    assert spans(*attempts) == [(100, 580, True)]
    assert spans(*attempts, idle_seconds=300) == [(100, 580, True)]
    assert spans(*attempts, idle_seconds=20) == [(100, 200, False), (500, 580, True)]
    assert spans(*attempts, idle_seconds=5) == [(140, 200, False), (500, 580, True)]
    assert spans(*attempts, idle_seconds=0) == [(140, 200, False), (500, 570, False)]
    assert find_outages(log_of(*attempts), idle_seconds=0).recovery_minutes == (None, None)


def test_an_empty_log() -> None:
    assert (find_outages(log_of()).failures, find_outages(log_of()).days) == ((), 0.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scope": "worker"}, "scope: found 'worker', allowed system, request"),
        ({"idle_seconds": -1}, "idle_seconds: found -1, allowed seconds from 0, or None"),
        ({"idle_seconds": "1"}, "idle_seconds: found '1', allowed a number of seconds"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        find_outages(log_of(), **options)


FAILED = ("error", 503, "timeout")
CLIENT = ("cancelled", 404)


def result_span(row: dict[str, Any]) -> tuple[int, int] | None:
    """From the first result of an attempt to its last one."""
    first, last = row["first_token"], row["last_token"]
    if first is None and row["status"] not in FAILED:
        first = last
    return None if first is None else (first, max(first, first if last is None else last))


def waits_of(row: dict[str, Any]) -> list[tuple[int, int]]:
    """Spans in which an attempt waits."""
    span, sent = result_span(row), row["sent"]
    waits = [(sent, span[0])] if span is not None and span[0] > sent else []
    if row["status"] in FAILED:
        came = sent if span is None else max(sent, span[1])
        waits.append((came, max(came, row["ended"] or 0, (row["last_token"] or 0) if span is None else 0)))
    return [] if row["status"] in CLIENT else waits


def last_moment(rows: list[dict[str, Any]]) -> int:
    return max((row[name] for row in rows for name in ("sent", "first_token", "last_token", "ended") if row[name] is not None), default=0)


def slow_system(rows: list[dict[str, Any]]) -> list[Span]:
    """From each moment at which an attempt waits and results have just stopped, or never came, to the next result."""
    results = [span for span in map(result_span, rows) if span is not None]
    begun: dict[tuple[int, bool], int] = {}
    for low, high in (wait for row in rows for wait in waits_of(row)):
        for start in [low, *(stop for _, stop in results if low <= stop < high)]:
            if not any(first <= start < last for first, last in results):
                following = [first for first, _ in results if first > start]
                end = (min(following), True) if following else (last_moment(rows), False)
                begun[end] = min(start, begun.get(end, start))
    return [(start, end, recovered) for (end, recovered), start in sorted(begun.items()) if end - start >= 60]


def slow_requests(rows: list[dict[str, Any]]) -> list[Span]:
    """From each question to its answer, or to the next result of the system after it was given up; joined where they overlap or touch."""
    results = [span for span in map(result_span, rows) if span is not None]

    def next_result(moment: int) -> tuple[int, bool]:
        later = [max(moment, first) for first, last in results if last > moment]
        return (min(later), True) if later else (last_moment(rows), False)

    found: list[Span] = []
    for name in {row["request_id"] for row in rows}:
        own = [row for row in rows if row["request_id"] == name and row["status"] not in CLIENT]
        asked = min((row["sent"] for row in own), default=0)
        answers = [span[0] for span in map(result_span, own) if span is not None]
        if answers:
            found.append((asked, min(answers), True))
        elif own and not any(
            row["status"] not in FAILED and result_span(row) is None for row in rows if row["request_id"] == name and row["status"] not in CLIENT
        ):
            found.append((asked, *next_result(max(high for row in own for _, high in waits_of(row)))))
        for row in own:
            span = result_span(row)
            if row["status"] in FAILED and span is not None:
                found.append((span[1], *next_result(max(span[1], row["ended"] or 0))))
    joined: list[Span] = []
    for start, end, recovered in sorted(span for span in found if span[1] - span[0] >= 60):
        if joined and start <= joined[-1][1]:
            start, before, recovered_before = joined.pop()
            recovered = recovered if end > before else recovered_before if end < before else recovered and recovered_before
            end = max(end, before)
        joined.append((start, end, recovered))
    return joined


@given(attempts_strategy(seconds=400, most=9))
def test_both_scopes_against_a_slow_reading(rows: list[dict[str, Any]]) -> None:
    assert spans(*rows) == slow_system(rows)
    assert spans(*rows, scope="request") == slow_requests(rows)


@given(attempts_strategy(), st.sampled_from(["system", "request"]), st.one_of(st.none(), st.integers(0, 200)))
def test_what_always_holds(rows: list[dict[str, Any]], scope: str, idle: float | None) -> None:
    log = log_of(*rows)
    found = find_outages(log, scope=scope, idle_seconds=idle)
    assert found.days * 86_400 <= 401
    last = -1.0
    for outage in found.failures:
        assert outage.begun > last or (scope == "system" and outage.begun >= last)
        last = outage.ended
        assert outage.minutes >= 1
        assert outage.minutes == pytest.approx((outage.ended - outage.begun) / 60)
        assert 0 <= outage.unobserved_minutes <= outage.minutes
        assert outage.failed_attempts <= log.count_causes()["failed"]


@given(attempts_strategy(), st.integers(1, 10**6))
def test_a_later_day_changes_nothing(rows: list[dict[str, Any]], shift: int) -> None:
    later = [
        {name: value + shift if name in ("sent", "first_token", "last_token", "ended") and value is not None else value for name, value in row.items()}
        for row in rows
    ]
    for scope in ("system", "request"):
        assert spans(*later, scope=scope) == [(begun + shift, ended + shift, recovered) for begun, ended, recovered in spans(*rows, scope=scope)]
