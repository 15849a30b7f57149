"""Reading whole logs: any order, retries, clocks, repeated lines, both JSON readers."""

from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from run_logs import attempts_strategy, bad, log_lines, log_of, ok

from legal_metrics.caai import run_log
from legal_metrics.caai.run_log import MISSING, read_attempts, read_run_log
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.json_lines import JsonLineError


def test_retries_are_known_by_their_id() -> None:
    log = log_of(ok(5, 6, request_id="a"), bad(1, request_id="a"), ok(2, 3, request_id="b"), bad(3, request_id="a"))
    assert log.request.tolist() == [1, 1, 2, 1]
    assert (len(log), log.n_requests) == (4, 2)


def test_an_attempt_stands_there_once() -> None:
    lines = [*log_lines([ok(1, 2, request_id="a")]), b"\n", *log_lines([bad(1.0, request_id="a")])]
    with pytest.raises(JsonLineError, match=r"run\.jsonl, line 3: field 'sent': found the time of line 1 again, for the same request"):
        read_run_log(lines, source="run.jsonl")


def test_clocks() -> None:
    rows = [ok(10, 11, 12, worker="w1"), ok(10, None, 12, worker="w2"), bad(10)]
    log = log_of(*rows, clock_ahead={"w2": 1.5})
    assert log.sent.tolist() == [10_000_000, 8_500_000, 10_000_000]
    assert log.first_token.tolist() == [11_000_000, MISSING, MISSING]
    assert log.workers == ("w1", "w2", "")
    with pytest.raises(LegalMetricsError, match=r"clock_ahead: found worker 'w3', allowed those of run\.jsonl: w1, w2"):
        log_of(*rows, clock_ahead={"w3": 1})


def test_units_agree() -> None:
    assert log_of(ok(1.5, 2.25)).sent.tolist() == log_of(ok(1500, 2250), unit="ms").sent.tolist() == log_of(ok("1970-01-01T00:00:01.5Z", None)).sent.tolist()  # type: ignore[arg-type]


def test_an_empty_log_is_empty() -> None:
    log = read_run_log([], source="run.jsonl")
    assert (len(log), log.n_requests, log.workers, log.last_moment(), log.count_causes()) == (0, 0, (), MISSING, {"answered": 0, "failed": 0, "client": 0})


def test_lines_must_be_lines() -> None:
    with pytest.raises(WrongTypeError, match="lines"):
        read_run_log(b"{}", source="run.jsonl")  # type: ignore[arg-type]


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "run.jsonl, line 2: found broken JSON"),
        (b"[1]", "run.jsonl, line 2: found a list, allowed a JSON object"),
        (b'{"request_id": "\xff"}', "run.jsonl, line 2: found bytes that are not UTF-8"),
        (b'{"request_id": "x", "sent": NaN, "status": 200}', "run.jsonl, line 2: field 'sent': found nan, allowed a number of s"),
        (b'{"request_id": "x", "sent": 1e999, "status": 200}', "run.jsonl, line 2: field 'sent': found inf, allowed a number of s"),
    ],
)
def test_bad_lines_are_named_alike_by_both_json_readers(fast: bool, line: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not fast:
        monkeypatch.setitem(sys.modules, "orjson", None)
    with pytest.raises(JsonLineError) as refused:
        read_run_log([*log_lines([ok(1, 2)]), line], source="run.jsonl")
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("fast", [True, False])
def test_byte_order_marks_and_blank_lines(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not fast:
        monkeypatch.setitem(sys.modules, "orjson", None)
    first, second = log_lines([ok(1, 2), ok(3, 4)])
    log = read_run_log([b"\xef\xbb\xbf" + first, b"  \r\n", second], source="run.jsonl")
    assert log.line.tolist() == [1, 3]
    assert [attempt.line for attempt in read_attempts([b"\xef\xbb\xbf" + first, b"  \r\n", second], source="run.jsonl")] == [1, 3]


def test_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [ok(i, i + 1, i + 2, worker=f"w{i % 3}", request_id=i // 2) for i in range(20)]
    whole = log_of(*rows)
    monkeypatch.setattr(run_log, "CHUNK", 3)
    pieces = log_of(*rows)
    for name in ("sent", "first_token", "worker", "request", "line"):
        assert getattr(whole, name).tolist() == getattr(pieces, name).tolist()
    assert whole.workers == pieces.workers


@given(attempts_strategy())
def test_single_attempts_and_columns_agree(rows: list[dict[str, object]]) -> None:
    before = json.dumps(rows)
    log = log_of(*rows)
    attempts = list(read_attempts(log_lines(rows), source="run.jsonl"))
    assert json.dumps(rows) == before
    assert [attempt.sent for attempt in attempts] == log.sent.tolist()
    assert [attempt.skewed for attempt in attempts] == log.skewed().tolist()
    assert [attempt.cause == "answered" for attempt in attempts] == log.caused("answered").tolist()
    assert sum(log.count_causes().values()) == len(rows)
    assert log.n_requests == len({row["request_id"] for row in rows})
    for attempt, first in zip(attempts, log.request.tolist(), strict=True):
        assert attempts[first].request_id == attempt.request_id
        assert attempts[first].sent <= attempt.sent
