"""Replies of services: what is no reply is never read for one, whatever form it has."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import JsonLineError
from legal_metrics.judging.replies import READABLE, STATUSES, read_replies, read_reply

VERDICT = '{"grades": [{"index": 1, "label": "correct", "points": 5}]}'


def chat(content: Any = VERDICT, finish: str = "stop", **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    return {"id": "x", "model": "model-1", "choices": [choice]}


def batch(body: Any, code: int = 200, error: Any = None) -> dict[str, Any]:
    return {
        "id": "b",
        "custom_id": "a",
        "response": {"status_code": code, "request_id": "r", "body": body},
        "error": error,
    }


def result(**values: Any) -> dict[str, Any]:
    return {"custom_id": "a", "result": values}


OK: list[dict[str, Any]] = [
    batch(chat()),
    batch(chat([{"type": "text", "text": VERDICT}])),
    batch(
        {
            "model": "m",
            "output": [
                {"type": "reasoning"},
                {"type": "message", "content": [{"type": "output_text", "text": VERDICT}]},
            ],
        }
    ),
    result(
        type="succeeded",
        message={
            "model": "m",
            "stop_reason": "end_turn",
            "content": [{"type": "thinking", "thinking": "想"}, {"type": "text", "text": VERDICT}],
        },
    ),
    {"custom_id": "a", "output": VERDICT},
    {"custom_id": "a", "output": VERDICT, "model": "m", "finish_reason": "stop", "error": None},
    {"custom_id": "a", "output": VERDICT, "finish_reason": "COMPLETE", "error": ""},
    batch(chat(finish="tool_calls")),
    batch(
        {"status": "completed", "output": [{"type": "message", "content": [{"type": "output_text", "text": VERDICT}]}]}
    ),
]
NONE: list[tuple[str, dict[str, Any]]] = [
    (
        "error",
        {"id": "b", "custom_id": "a", "response": None, "error": {"code": "server_error", "message": "overloaded"}},
    ),
    (
        "error",
        {"id": "b", "custom_id": "a", "response": None, "error": {"code": "batch_expired", "message": "expired"}},
    ),
    ("error", batch({"error": {"message": "rate limit", "type": "requests", "code": "rate_limit_exceeded"}}, 429)),
    ("error", batch(None, 500)),
    ("error", batch("<html>502</html>", 502)),
    ("error", batch(chat(), 500)),
    ("error", batch({})),
    ("error", batch({"choices": []})),
    ("error", batch({"choices": [chat()["choices"][0]] * 2})),
    ("error", batch({"choices": [{"message": None}]})),
    ("error", {"custom_id": "a", "response": None, "error": None}),
    (
        "error",
        result(type="errored", error={"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}),
    ),
    ("error", result(type="expired")),
    ("error", result(type="canceled")),
    ("error", result(type="succeeded")),
    ("error", {"custom_id": "a", "output": None, "error": "timeout"}),
    (
        "content_filter",
        batch(
            {
                "error": {
                    "code": "content_filter",
                    "message": "The response was filtered",
                    "innererror": {"code": "ResponsibleAIPolicyViolation"},
                }
            },
            400,
        ),
    ),
    (
        "content_filter",
        batch(
            {"error": {"code": "400", "message": "bad", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}, 400
        ),
    ),
    (
        "content_filter",
        batch(
            {"error": {"code": "data_inspection_failed", "message": "Input data may contain inappropriate content."}},
            400,
        ),
    ),
    (
        "content_filter",
        {"custom_id": "a", "response": None, "error": {"code": "content_policy_violation", "message": "no"}},
    ),
    ("content_filter", batch(chat("", "content_filter"))),
    ("content_filter", batch(chat(VERDICT, "content_filter"))),
    ("content_filter", batch(chat(VERDICT, "sensitive"))),
    ("content_filter", {"custom_id": "a", "output": VERDICT, "finish_reason": "SAFETY"}),
    ("content_filter", {"custom_id": "a", "output": VERDICT, "finish_reason": "RECITATION"}),
    *(
        ("error", {"custom_id": "a", "output": VERDICT, "finish_reason": reason})
        for reason in ("error", "abort", "network_error", "insufficient_system_resource", "user_cancelled", "TIMEOUT")
    ),
    *(
        (
            "error",
            batch(
                {
                    "status": status,
                    "output": [{"type": "message", "content": [{"type": "output_text", "text": VERDICT}]}],
                }
            ),
        )
        for status in ("failed", "cancelled")
    ),
    ("error", result(type="succeeded", message={"type": "error", "content": [{"type": "text", "text": VERDICT}]})),
    (
        "content_filter",
        batch({"choices": [{**chat()["choices"][0], "content_filter_results": {"hate": {"filtered": True}}}]}),
    ),
    (
        "content_filter",
        batch({"model": "m", "status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []}),
    ),
    ("refusal", batch(chat(None, refusal="I cannot grade this."))),
    ("refusal", batch({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]})),
    (
        "refusal",
        result(type="succeeded", message={"stop_reason": "refusal", "content": [{"type": "text", "text": VERDICT}]}),
    ),
    ("empty", batch(chat(None))),
    ("empty", batch(chat(" \n"))),
    ("empty", batch(chat("", "length"))),
    ("empty", batch({"output": []})),
    ("empty", {"custom_id": "a", "output": ""}),
    ("empty", {"custom_id": "a", "output": None}),
]


@pytest.mark.parametrize("row", OK)
def test_a_reply_is_its_text(row: dict[str, Any]) -> None:
    reply = read_reply(row)
    assert (reply.status, reply.text, reply.custom_id) == ("ok", VERDICT, "a")


@pytest.mark.parametrize(("status", "row"), NONE)
def test_what_is_no_reply_has_no_text_and_says_why(status: str, row: dict[str, Any]) -> None:
    reply = read_reply(row)
    assert (reply.status, reply.text) == (status, None)
    assert reply.why


@pytest.mark.parametrize(
    "row",
    [
        batch(chat(finish="length")),
        result(type="succeeded", message={"stop_reason": "max_tokens", "content": [{"type": "text", "text": VERDICT}]}),
        batch(
            {
                "status": "incomplete",
                "output": [{"type": "message", "content": [{"type": "output_text", "text": VERDICT}]}],
            }
        ),
        {"custom_id": "a", "output": VERDICT, "finish_reason": "pause_turn"},
        batch(
            {
                "incomplete_details": {"reason": "max_output_tokens"},
                "output": [{"content": [{"type": "output_text", "text": VERDICT}]}],
            }
        ),
    ],
)
def test_a_reply_that_ran_out_of_room_is_told(row: dict[str, Any]) -> None:
    assert (read_reply(row).status, read_reply(row).text) == ("truncated", VERDICT)


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"custom_id": ""},
        {"custom_id": 3, "output": ""},
        {"custom_id": "a"},
        {"custom_id": "a", "output": 5},
        {"custom_id": "a", "output": "", "x": 1},
        {"custom_id": "a", "result": "x"},
    ],
)
def test_rows_of_no_known_form(row: dict[str, Any]) -> None:
    with pytest.raises(LegalMetricsError):
        read_reply(row)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 500)
    | st.sampled_from(["stop", "length", VERDICT, "content_filter", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "message",
                    "content",
                    "finish_reason",
                    "error",
                    "body",
                    "status_code",
                    "output",
                    "type",
                    "text",
                    "code",
                    "refusal",
                    "model",
                    "incomplete_details",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(["response", "result", "output", "error"]), JSON, JSON)
def test_any_row_is_a_reply_or_a_named_error(key: str, value: Any, error: Any) -> None:
    try:
        reply = read_reply({"custom_id": "a", key: value, **({"error": error} if key != "error" else {})})
    except LegalMetricsError:
        return
    assert reply.status in STATUSES
    assert (reply.text is not None) == (reply.status in READABLE)


def lines(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() for row in rows]


def test_a_second_try_stands_for_the_first() -> None:
    failed, good = NONE[0][1], OK[0]
    assert read_replies({"1": lines(failed), "2": lines(good)})["a"].text == VERDICT
    assert read_replies({"1": lines(good), "2": lines(failed)})["a"].text == VERDICT
    assert read_replies({"1": lines(failed, NONE[-1][1])})["a"].status == "empty"


def test_two_replies_for_one_request_are_an_error() -> None:
    with pytest.raises(JsonLineError, match="2, line 1: a second reply for 'a'"):
        read_replies({"1": lines(OK[0]), "2": lines(OK[0])})


def test_replies_that_nobody_asked_for_are_an_error() -> None:
    with pytest.raises(JsonLineError, match="1, line 1: unknown custom_id 'a'"):
        read_replies({"1": lines(OK[0])}, known=["b"])
