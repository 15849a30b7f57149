"""Lines of run logs: statuses and whose cause they tell, strict fields, messages that name line, field, found and allowed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.log_records import CAUSES, STATUS_WORDS, Attempt, AttemptReader, status_cause
from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import JsonLineError


def reader(**options: Any) -> AttemptReader:
    return AttemptReader("run.jsonl", **{"unit": "s", "statuses": {}, "clock_ahead": {}, **options})


def row(**fields: Any) -> dict[str, Any]:
    return {"request_id": "r1", "sent": 1, "status": "ok", **fields}


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        *((code, "answered") for code in (200, 201, 299)),
        *((code, "client") for code in (400, 401, 404, 422, 499)),
        *((code, "failed") for code in (408, 425, 429, 500, 502, 503, 504, 599)),
        *((code, None) for code in (0, 100, 199, 300, 399, 600, 2000, -200)),
        *STATUS_WORDS.items(),
        *((word.upper(), cause) for word, cause in STATUS_WORDS.items()),
        ("429", "failed"),
        *((word, None) for word in ("", "good", "２００", True, None, 200.0, ["ok"])),
    ],
)
def test_statuses(status: object, cause: str | None) -> None:
    assert status_cause(status) == cause


def test_statuses_of_ones_own_come_first() -> None:
    assert status_cause("busy", {"busy": "failed"}) == "failed"
    assert status_cause("error", {"error": "client"}) == "client"
    assert status_cause(404, {"404": "failed"}) == "failed"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"request_id": ""}, "field 'request_id': found '', allowed a text or a whole number"),
        ({"request_id": True}, "field 'request_id': found True, allowed a text or a whole number"),
        ({"request_id": None}, "field 'request_id': found None, allowed"),
        ({"worker": 1.5}, "field 'worker': found 1.5, allowed a text, a whole number or null"),
        ({"worker": ""}, "field 'worker': found '', allowed"),
        ({"status": "fine"}, "field 'status': found 'fine', allowed an HTTP status (2xx, 4xx, 5xx) or one of ok, success"),
        ({"status": None}, "field 'status': found None, allowed"),
        ({"completion_tokens": -1}, "field 'completion_tokens': found -1, allowed a whole number from 0 to 2147483647, or null"),
        ({"completion_tokens": 2.0}, "field 'completion_tokens': found 2.0, allowed"),
        ({"prompt_tokens": 2**31}, "field 'prompt_tokens': found 2147483648, allowed"),
        ({"prompt_tokens": True}, "field 'prompt_tokens': found True, allowed"),
        ({"sent": None}, "field 'sent': found None, allowed a time"),
        ({"sent": 1.7e12}, "field 'sent': found 1700000000000.0, allowed a number of s (of unit='s') not past the year 5138, or an ISO 8601 text"),
        ({"first_token": "soon"}, "field 'first_token': found 'soon', allowed a number"),
        ({"last_token": "2026-01-02T03:04:05Z"}, "field 'last_token': found '2026-01-02T03:04:05Z', allowed numbers throughout, as before in this log"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(JsonLineError) as refused:
        reader().read(3, row(**fields))
    assert str(refused.value).startswith(f"run.jsonl, line 3: {message}")


@pytest.mark.parametrize("name", ["request_id", "sent", "status"])
def test_fields_that_must_be_there(name: str) -> None:
    fields = row()
    del fields[name]
    with pytest.raises(JsonLineError, match=f"line 1: field '{name}': missing, allowed"):
        reader().read(1, fields)


def test_one_form_of_time_in_a_log() -> None:
    log = reader()
    log.read(1, row(sent="2026-01-02T03:04:05"))
    with pytest.raises(JsonLineError, match="allowed ISO texts without an offset throughout"):
        log.read(2, row(sent="2026-01-02T03:04:05Z"))


def test_other_fields_are_not_read_and_absent_ones_are_null() -> None:
    assert reader().read(1, row(model="m", stage=3)) == Attempt(1, "r1", "answered", 1_000_000)


def test_a_clock_that_is_ahead_is_taken_back() -> None:
    attempt = reader(clock_ahead={"w1": 0.25}).read(1, row(worker="w1", sent=10, first_token=11, last_token=None))
    assert (attempt.sent, attempt.first_token, attempt.last_token) == (9_750_000, 10_750_000, None)
    assert reader(clock_ahead={"w1": 0.25}).read(1, row(worker="w2", sent=10)).sent == 10_000_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "minutes"}, "unit: found 'minutes', allowed s, ms, us, ns"),
        ({"statuses": {"busy": "down"}}, r"statuses\['busy'\]: found 'down', allowed answered, failed, client"),
        ({"clock_ahead": {"w1": "1"}}, r"clock_ahead\['w1'\]: found '1', allowed a number of seconds"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        reader(**options)


@pytest.mark.parametrize(
    ("times", "skewed", "first_token_ms", "rate"),
    [
        ((0, 1_000_000, 4_000_000), False, 1000.0, 25.0),
        ((0, 0, 4_000_000), False, 0.0, 25.0),
        ((0, 1_000_000, 1_000_000), False, 1000.0, 100.0),
        ((5, 4, 9), True, None, None),
        ((5, 9, 8), True, None, None),
        ((5, None, 4), True, None, None),
        ((5, None, 1_000_005), False, None, 100.0),
        ((5, 1005, None), False, 1.0, None),
        ((5, None, None), False, None, None),
        ((5, 5, 5), False, 0.0, None),
    ],
)
def test_figures_of_one_attempt(times: tuple[int, int | None, int | None], skewed: bool, first_token_ms: float | None, rate: float | None) -> None:
    sent, first, last = times
    attempt = Attempt(1, "r1", "answered", sent, first, last, completion_tokens=100)
    assert (attempt.skewed, attempt.first_token_ms, attempt.tokens_per_second) == (skewed, first_token_ms, rate)
    assert Attempt(1, "r1", "failed", sent, first, last, completion_tokens=100).first_token_ms is None


values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=2), max_leaves=3)


@given(st.dictionaries(st.sampled_from(["request_id", "sent", "first_token", "last_token", "ended", "status", "worker", "completion_tokens"]), values))
def test_any_object_is_read_or_refused_by_name(fields: dict[str, Any]) -> None:
    try:
        attempt = reader().read(1, {"request_id": "r", "sent": 0, "status": 200, **fields})
    except JsonLineError as refused:
        assert "run.jsonl, line 1: field '" in str(refused)
    else:
        assert attempt.cause in CAUSES
