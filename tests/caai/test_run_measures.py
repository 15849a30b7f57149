"""What a log gives to the scores: every figure by hand, notes on what was left out, and one value of each rule against another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from run_logs import attempts_strategy, bad, log_of, ok

from legal_metrics.caai.failures import stability
from legal_metrics.caai.run_measures import RUN_CHOICES, RunRules, measure_run
from legal_metrics.caai.tasks import time_performance
from legal_metrics.errors import LegalMetricsError

DAY = 86_400


def five_days() -> list[dict[str, Any]]:
    """Two streams at a time, 40 tokens a second each, for 20 s; then one failure of 3 minutes; a last answer after five days."""
    return [
        ok(0, 1, 10, 400),
        ok(0, 3, 10, 400),
        ok(10, 12, 20, 400),
        ok(10, 12, 20, 400),
        bad(1000, 1001, request_id="again"),
        ok(1170, 1180, 1190, 400, request_id="again"),
        ok(5 * DAY - 10, 5 * DAY - 8, 5 * DAY, 400),
    ]


def test_the_top_of_what_was_held_is_no_top_of_what_was_tried() -> None:
    """Two in flight for ten seconds, then three for half a second: the ladder went higher than what counts."""
    tried = [ok(0, 1, 10), ok(0, 1, 10), *(ok(20, 20.1, 20.5) for _ in range(3))]
    (note,) = [note for note in measure_run(log_of(*tried)).notes if note.where == "concurrency"]
    assert note.why == "2 is the highest level held (3 were in flight, but above 2 none for 1 s): more may be as good, or requests wait in a queue"


def test_to_the_scores_by_hand() -> None:
    measures = measure_run(log_of(*five_days()))
    timing = measures.timing(hardware="8 x A800-80G")
    # 1, 3, 2, 2 s, then 180 s from the first attempt on, then 2 s: mean 190 / 6 s, median 2 s
    assert timing.first_token_mean_ms == pytest.approx(190_000 / 6)
    assert timing.first_token_p50_ms == 2000.0
    # 400 tokens in 10 s four times, in 20 s, in 10 s
    assert timing.tokens_per_second_stream == pytest.approx((4 * 40 + 20 + 40) / 6)
    assert timing.tokens_per_second_aggregate == pytest.approx(2400 / (5 * DAY))
    assert timing.concurrency == 2
    assert measures.concurrency.best_tokens_per_second == pytest.approx(80)
    # first token 31.7 s: 0 points; 36.7 tokens/s: 5; concurrency 2: 1. 2.13 = (0.5 x 0 + 0.4 x 5 + 0.1 x 1) / 5
    assert float(time_performance(timing)) == pytest.approx(0.42)
    failures = measures.failures()
    assert failures.recovery_minutes == (3.0,)
    assert failures.days == 5.0
    # one failure in five days: 0.8; 3 minutes: 0.7. Q4 = 0.7 x 0.8 + 0.3 x 0.7
    assert float(stability(failures)) == pytest.approx(0.77)
    assert (measures.requests, dict(measures.attempts), measures.workers) == (6, {"answered": 6, "failed": 1, "client": 0}, ("",))


def test_notes_go_where_they_belong() -> None:
    measures = measure_run(log_of(*five_days(), ok(50, None, None, None), ok(60, 59, 70), ok(80, None, status="cancelled"), bad(5 * DAY + 100, 5 * DAY + 200)))
    assert [str(note) for note in measures.timing().notes] == [
        "left_out: first_token_ms: 1 of 8 answered attempts: times that do not follow each other (clock skew)",
        "left_out: first_token_ms: 1 of 8 answered attempts: no time of a first token",
        "left_out: tokens_per_second: 1 of 8 answered attempts: times that do not follow each other (clock skew)",
        "left_out: tokens_per_second: 1 of 8 answered attempts: no time of the connection",
        "left_out: concurrency: 2 of 8 answered attempts: no time in flight",
        "flagged: concurrency: 2 is the highest level held: more may be as good, or requests wait in a queue",
    ]
    assert [str(note) for note in measures.failures().notes] == [
        "left_out: failures: 1 attempts were ended by their client, which tells nothing about the system",
        "unread: failures: 1 answered attempts hold no time of a result, and end no failure",
        "flagged: recovery_minutes: 1 of 2 failures end with no result seen: when the system recovered is not known",
        "flagged: recovery_minutes: 2.82 of 4.67 minutes of failure: no attempt was waiting just then",
    ]
    assert measures.failures().recovery_minutes == (3.0, None)
    assert {*measures.timing().notes, *measures.failures().notes} == set(measures.notes)


def test_what_was_not_measured_has_no_value() -> None:
    measures = measure_run(log_of(bad(0, 30), bad(40, 70)))
    timing = measures.timing()
    figures = (timing.first_token_mean_ms, timing.first_token_p95_ms, timing.tokens_per_second_stream, timing.tokens_per_second_aggregate, timing.concurrency)
    assert figures == (None,) * 5
    assert [(note.kind, note.where) for note in timing.notes] == [("missing", "first_token_ms"), ("missing", "tokens_per_second"), ("missing", "concurrency")]
    assert time_performance(timing).value is None
    assert measures.failures().recovery_minutes == (None,)


@pytest.mark.parametrize("attempts", [[], [bad(5)]])
def test_a_log_of_no_time_says_nothing_about_failures(attempts: list[dict[str, Any]]) -> None:
    with pytest.raises(LegalMetricsError, match=r"run\.jsonl: found a log without any length of time"):
        measure_run(log_of(*attempts)).failures()


@pytest.mark.parametrize("end", [60, 61.7, 100.000001, 1234.567891, 7 * DAY + 0.3])
def test_a_failure_as_long_as_its_log_fits_into_its_days(end: float) -> None:
    failures = measure_run(log_of(bad(0), ok(end, end))).failures()
    assert failures.recovery_minutes == (pytest.approx(end / 60),)
    assert failures.days == pytest.approx(end / DAY)


@pytest.mark.parametrize(
    ("rules", "figures"),
    [
        ({"retries": "attempt"}, {"first_token_mean_ms": 20_000 / 6}),  # 1, 3, 2, 2, 10, 2 s
        ({"connection": "decoding"}, {"tokens_per_second_stream": pytest.approx((400 / 9 + 400 / 7 + 50 + 50 + 40 + 50) / 6)}),
        ({"plateau": 0.6}, {"concurrency": 2}),
        ({"hold_seconds": 25}, {"concurrency": 1}),
    ],
)
def test_rules_change_what_they_say(rules: dict[str, Any], figures: dict[str, Any]) -> None:
    timing = measure_run(log_of(*five_days()), rules=RunRules(**rules)).timing()
    assert {name: getattr(timing, name) for name in figures} == figures


def test_every_choice_has_a_rule_whose_default_comes_first() -> None:
    rules = RunRules()
    for choice in RUN_CHOICES:
        assert getattr(rules, choice.option) == choice.default
        assert f"{choice.option}:{choice.default}" in str(rules.signature())
        with pytest.raises(LegalMetricsError, match=f"{choice.option}: found 'other', allowed {choice.default}, "):
            RunRules(**{choice.option: "other"})


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"plateau": 1}, "plateau: found 1, allowed a share"),
        ({"hold_seconds": -1}, "hold_seconds: found -1, allowed seconds from 0"),
        ({"idle_seconds": -0.5}, "idle_seconds: found -0.5, allowed seconds from 0, or None"),
    ],
)
def test_numbers_of_rules_are_checked_when_they_are_made(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        RunRules(**rules)


@given(attempts_strategy())
def test_any_log_is_measured_and_told_as_json(rows: list[dict[str, Any]]) -> None:
    log = log_of(*rows)
    measures = measure_run(log)
    told = json.loads(json.dumps(measures.to_dict(), allow_nan=False))
    assert told["requests"] == len({row["request_id"] for row in rows})
    assert sum(told["attempts"].values()) == len(rows)
    assert len(told["failures"]["outages"]) == len(measures.outages.failures)
    time_performance(measures.timing(hardware="8 x A800-80G"))
    if measures.outages.days:
        stability(measures.failures())
    assert measure_run(log).to_dict() == measures.to_dict()
