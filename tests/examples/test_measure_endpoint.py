"""The harness against a local streaming server: what it times, what it makes of every way to fail, its bounds, and what its log then says."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("httpx")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))

import httpx  # noqa: E402
import measure_endpoint  # noqa: E402
from streaming_client import Attempt, Clock, Endpoint, ask, events, read_piece  # noqa: E402
from streaming_server import StreamingServer, streaming_server  # noqa: E402

from legal_metrics.caai.run_log import read_run_log  # noqa: E402
from legal_metrics.caai.run_measures import RunRules, measure_run  # noqa: E402

SLACK = 0.25
"""Seconds by which a busy machine may be late."""


def asked(server: StreamingServer, *, timeout: float = 10.0, **behaviour: Any) -> Attempt:
    """What becomes of one request."""

    async def once() -> Attempt:
        clock = Clock()
        attempt = Attempt(sent=clock.now())
        async with httpx.AsyncClient() as client:
            endpoint = Endpoint(server.url + "/chat/completions", "m", key="secret", timeout=timeout, parameters={"max_tokens": 9})
            await ask(client, endpoint, [{"role": "user", "content": json.dumps(behaviour)}], clock, attempt)
        return attempt

    return asyncio.run(once())


def run(server: StreamingServer, folder: Path, *arguments: str, prompts: int = 1, **behaviour: Any) -> tuple[int, list[dict[str, Any]]]:
    """Exit code and log of the whole command."""
    (folder / "prompts.jsonl").write_text(json.dumps({"prompt": json.dumps(behaviour)}) + "\n" * prompts, encoding="utf-8")
    out = folder / "run.jsonl"
    fixed = ["--base-url", server.url, "--model", "m", "--prompts", str(folder / "prompts.jsonl"), "--out", str(out), "--overwrite"]
    code = measure_endpoint.main([*fixed, *arguments])
    return code, [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_an_answer_is_timed() -> None:
    with streaming_server() as server:
        attempt = asked(server, first=0.3, gap=0.1, pieces=4)
    assert attempt.status == "ok"
    assert attempt.first_token is not None
    assert attempt.last_token is not None
    assert attempt.first_token - attempt.sent == pytest.approx(0.3, abs=SLACK)
    assert attempt.last_token - attempt.first_token == pytest.approx(0.3, abs=SLACK)
    assert (attempt.prompt_tokens, attempt.completion_tokens, attempt.ended) == (7, 4, None)
    assert abs(attempt.sent - time.time()) < 60


def test_what_is_asked() -> None:
    with streaming_server() as server:
        asked(server)
    assert server.headers[0]["authorization"] == "Bearer secret"
    assert server.headers[0]["accept-encoding"] == "identity"
    assert {name: server.bodies[0][name] for name in ("model", "stream", "stream_options", "max_tokens")} == {
        "model": "m",
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 9,
    }


@pytest.mark.parametrize(
    ("behaviour", "status", "tokens"),
    [
        ({"then": "finish"}, "ok", True),
        ({"then": "no_usage"}, "ok", True),
        ({"pieces": 0}, "ok", False),
        ({"then": "stop"}, "incomplete", True),
        ({"then": "break"}, "connection_error", True),
        ({"then": "break", "pieces": 0}, "connection_error", False),
        ({"then": "error"}, "error", True),
        ({"then": "nonsense", "pieces": 0}, "error", False),
        ({"then": 503}, 503, False),
        ({"then": 404}, 404, False),
    ],
)
def test_every_end(behaviour: dict[str, Any], status: str | int, tokens: bool) -> None:
    with streaming_server() as server:
        attempt = asked(server, **behaviour)
    assert attempt.status == status
    assert (attempt.first_token is not None, attempt.last_token is not None) == (tokens, tokens)
    assert (attempt.ended is None) == (status == "ok")
    assert attempt.completion_tokens == (0 if behaviour == {"pieces": 0} else None)


@pytest.mark.parametrize("pieces", [0, 2])
def test_a_time_out(pieces: int) -> None:
    with streaming_server() as server:
        attempt = asked(server, then="hang", pieces=pieces, timeout=0.4)
    assert attempt.status == "timeout"
    assert attempt.ended is not None
    assert attempt.ended - attempt.sent == pytest.approx(0.4, abs=SLACK)


def test_an_answer_that_is_not_streamed_has_no_first_token() -> None:
    with streaming_server() as server:
        attempt = asked(server, then="whole", first=0.1)
    assert (attempt.status, attempt.first_token, attempt.completion_tokens) == ("ok", None, 3)
    assert attempt.last_token is not None
    assert attempt.last_token - attempt.sent == pytest.approx(0.1, abs=SLACK)


def test_nobody_there_is_a_connection_error() -> None:
    with streaming_server() as server:
        pass
    assert asked(server).status == "connection_error"


def test_how_long_to_be_left_alone() -> None:
    with streaming_server(retry_after="3") as server:
        assert asked(server, then=429).retry_after == 3.0
    with streaming_server(retry_after="Wed, 21 Oct 2026 07:28:00 GMT") as server:
        assert asked(server, then=429).retry_after is None


def test_a_ladder_and_what_its_log_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two places, 0.1 s to the first of 11 pieces, 0.2 s for the others: three steps of 1, 2 and 4 in flight."""
    with streaming_server(places=2) as server:
        code, rows = run(server, tmp_path, "--ladder", "1,2,4", "--requests", "6", first=0.1, gap=0.02, pieces=11)
    assert code == 0
    assert len(rows) == len(server.bodies) == 18
    assert server.most_answering == 2
    assert server.connections <= 4  # what is read to its end is asked again on the same connection
    assert [sum(row["level"] == level for row in rows) for level in (1, 2, 4)] == [6, 6, 6]
    assert {row["worker"] for row in rows if row["level"] == 4} <= {"w0", "w1", "w2", "w3"}
    assert len({row["request_id"] for row in rows}) == 18
    with (tmp_path / "run.jsonl").open("rb") as lines:
        log = read_run_log(lines, source="run.jsonl")
    measures = measure_run(log, rules=RunRules(in_flight="answering", hold_seconds=0.2))
    assert measures.concurrency.value == 2
    assert measure_run(log).concurrency.most == 4
    assert measures.attempts == {"answered": 18, "failed": 0, "client": 0}
    assert measures.first_token_ms.least == pytest.approx(100, abs=1000 * SLACK)
    assert measures.tokens_per_second.tokens == 18 * 11
    assert measures.outages.failures == ()
    told = capsys.readouterr().out
    assert told.startswith("18 requests; attempts: 18 answered, 0 failed, 0 client (ok: 18)\nfirst token (5): mean ")
    assert "secret" not in (tmp_path / "run.jsonl").read_text(encoding="utf-8")


def test_time_bounds_a_step(tmp_path: Path) -> None:
    with streaming_server() as server:
        began = time.perf_counter()
        _, rows = run(server, tmp_path, "--ladder", "2,1", "--requests", "1000", "--seconds", "0.6", first=0.1, pieces=2)
    assert time.perf_counter() - began < 1.2 + 8 * SLACK
    assert 2 <= sum(row["level"] == 2 for row in rows) <= 14
    assert {row["status"] for row in rows} == {"ok"}  # what is in flight is waited for


def test_a_request_that_failed_is_tried_again(tmp_path: Path) -> None:
    with streaming_server(fail_first=2) as server:
        _, rows = run(server, tmp_path, "--ladder", "1", "--requests", "2", "--retries", "2")
    assert [(row["request_id"], row["status"]) for row in rows] == [("1-0", 503), ("1-0", 503), ("1-0", "ok"), ("1-1", "ok")]
    pauses = [later["sent"] - row["ended"] for row, later in pairwise(rows) if row["ended"] is not None]
    assert 0.5 <= pauses[0] < 1
    assert 1.0 <= pauses[1] < 2


def test_a_request_of_the_clients_fault_is_not_tried_again(tmp_path: Path) -> None:
    with streaming_server() as server:
        code, rows = run(server, tmp_path, "--ladder", "1", "--requests", "2", "--retries", "2", then=404)
    assert (code, [row["status"] for row in rows]) == (1, [404, 404])


def test_a_server_that_is_down_is_not_stormed(tmp_path: Path) -> None:
    with streaming_server() as server:
        began = time.perf_counter()
        code, rows = run(server, tmp_path, "--ladder", "1", "--requests", "1000", "--seconds", "2", then=503)
    assert code == 1
    assert len(rows) <= 3  # at 0, 0.5 and 1.5 s
    assert time.perf_counter() - began < 2 + 4 * SLACK


def test_it_asks_no_sooner_than_it_is_told(tmp_path: Path) -> None:
    with streaming_server(fail_first=1, retry_after="1") as server:
        _, rows = run(server, tmp_path, "--ladder", "1", "--requests", "1", "--retries", "1")
    assert rows[1]["sent"] - rows[0]["ended"] >= 1.0


def test_an_old_log_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompts.jsonl").write_text('{"prompt": "x"}\n', encoding="utf-8")
    (tmp_path / "run.jsonl").write_text("old", encoding="utf-8")
    arguments = ["--base-url", "http://127.0.0.1:1/v1", "--model", "m", "--prompts", str(tmp_path / "prompts.jsonl"), "--out", str(tmp_path / "run.jsonl")]
    assert measure_endpoint.main(arguments) == 2
    assert (tmp_path / "run.jsonl").read_text(encoding="utf-8") == "old"
    assert "allowed a new file (or --overwrite)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "prompts.jsonl, line 1: found no prompt, allowed at least one"),
        ('{"messages": []}', "prompts.jsonl, line 1: field 'messages': allowed a list of messages"),
        ('{"prompt": 3}', "line 1: field 'messages': allowed a list of messages, or a field 'prompt' with a text"),
        ("{", "line 1: found broken JSON"),
    ],
)
def test_prompts_are_checked_before_anything_is_asked(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompts.jsonl").write_text(text, encoding="utf-8")
    assert measure_endpoint.main(["--base-url", "http://x/v1", "--model", "m", "--prompts", str(tmp_path / "prompts.jsonl"), "--out", str(tmp_path / "o.jsonl")]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("o.jsonl*"))


def test_prompts_of_the_prompt_command_are_taken() -> None:
    line = json.dumps({"id": "q1", "messages": [{"role": "user", "content": "問"}], "prompt": "tw-legalbench/mcq"}).encode()
    assert measure_endpoint.read_prompts([line], source="prompts.jsonl") == [[{"role": "user", "content": "問"}]]


@pytest.mark.parametrize(
    "argument", [("--ladder", "1,0"), ("--ladder", ""), ("--requests", "-1"), ("--seconds", "0"), ("--seconds", "nan"), ("--timeout", "inf")]
)
def test_bounds_must_be_bounds(argument: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        measure_endpoint.main(["--base-url", "http://x/v1", "--model", "m", "--prompts", "p", "--out", "o", *argument])
    assert f"argument {argument[0]}: found" in capsys.readouterr().err


def test_an_address_has_a_scheme(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        measure_endpoint.main(["--base-url", "localhost:8000/v1", "--model", "m", "--prompts", "p", "--out", "o"])
    assert "argument --base-url: found 'localhost:8000/v1', allowed an address that begins with http://" in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompts.jsonl").write_text('{"prompt": "x"}\n', encoding="utf-8")
    out = tmp_path / "none" / "run.jsonl"
    assert measure_endpoint.main(["--base-url", "http://127.0.0.1:1/v1", "--model", "m", "--prompts", str(tmp_path / "prompts.jsonl"), "--out", str(out)]) == 2
    assert str(out) in capsys.readouterr().err


def test_a_run_without_an_answer_says_why_and_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prompts.jsonl").write_text('{"prompt": "x"}\n', encoding="utf-8")
    files = ["--prompts", str(tmp_path / "prompts.jsonl"), "--out", str(tmp_path / "run.jsonl")]
    assert measure_endpoint.main(["--base-url", "http://127.0.0.1:1/v1", "--model", "m", "--ladder", "1", "--requests", "1", *files]) == 1
    told = capsys.readouterr().out
    assert told.startswith("1 requests; attempts: 0 answered, 1 failed, 0 client (connection_error: 1)\n")
    assert "nan" not in told.lower().split()
    assert "None" not in told


def test_a_missing_client_is_named() -> None:
    code = f"import sys; sys.modules['httpx'] = None; sys.path.insert(0, {str(EXAMPLES)!r}); import measure_endpoint"
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent), "PYTHONUTF8": "1"}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (told.returncode, told.stderr.strip()) == (1, "httpx is needed here: pip install 'legal-metrics[measure]'")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_leaves_a_complete_log(tmp_path: Path) -> None:
    (tmp_path / "prompts.jsonl").write_text(json.dumps({"prompt": json.dumps({"then": "hang"})}), encoding="utf-8")
    with streaming_server() as server:
        command = [sys.executable, str(EXAMPLES / "measure_endpoint.py"), "--base-url", server.url, "--model", "m", "--ladder", "2"]
        files = ["--prompts", str(tmp_path / "prompts.jsonl"), "--out", str(tmp_path / "run.jsonl")]
        environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent), "PYTHONUTF8": "1"}
        process = subprocess.Popen([*command, *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        limit = time.monotonic() + 30
        while len(server.bodies) < 2 and time.monotonic() < limit:
            time.sleep(0.02)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["status"] for row in rows] == ["cancelled", "cancelled"]
    assert "2 client" in out
    assert not (tmp_path / "run.jsonl.partial").exists()


def read_events(pieces: list[bytes]) -> list[str]:
    async def given_pieces() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def collected() -> list[str]:
        return [data async for data in events(given_pieces())]

    return asyncio.run(collected())


@pytest.mark.parametrize(
    ("stream", "data"),
    [
        (b"data: a\n\ndata: b\n\n", ["a", "b"]),
        (b"data:a\r\n\r\ndata:  b\r\rdata:\n\n", ["a", " b", ""]),
        (b"data: a\ndata: b\n\n", ["a\nb"]),
        (b": comment\nevent: x\nid: 1\n\ndata: a\n\n", ["a"]),
        (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
        ("data: 甲\u2028乙\u0085丙\x0b\x0c\x1c\n\n".encode(), ["甲\u2028乙\u0085丙\x0b\x0c\x1c"]),
        (b"data: a", ["a"]),
        (b"data: a\r", ["a"]),
        (b"database: a\n\n\n\n", []),
        (b"data: \xff\n\n", ["\ufffd"]),
    ],
)
def test_events(stream: bytes, data: list[str]) -> None:
    assert read_events([stream]) == data
    assert read_events([stream[place : place + 1] for place in range(len(stream))]) == data


@given(st.lists(st.sampled_from([b"data: ", b"a", "甲\u2028".encode(), b"\r", b"\n", b"\r\n", b":"]), max_size=12), st.data())
def test_events_do_not_depend_on_how_they_arrive(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=4)))
    pieces = [stream[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read_events(pieces) == read_events([stream])


def test_a_line_without_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streaming_client.MOST_LINE_BYTES", 10)
    with pytest.raises(httpx.DecodingError, match="a line of more than 10 bytes"):
        read_events([b"data: ", b"aaaaaa"])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "delta", "message", "content", "usage", "finish_reason", "completion_tokens", "error"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(json_values | st.dictionaries(st.sampled_from(["choices", "usage"]), json_values), st.booleans())
def test_any_event_is_read(event: Any, reasoning: bool) -> None:
    read_piece(json.dumps(event), reasoning)


def test_thoughts_count_where_they_are_shown() -> None:
    thought = '{"choices": [{"delta": {"reasoning_content": "想"}, "finish_reason": null}]}'
    assert (read_piece(thought, False).text, read_piece(thought, True).text) == (False, True)
    assert read_piece("[" * 100_000, False).problem
