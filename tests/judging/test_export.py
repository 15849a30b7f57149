"""Requests as files: what is written is read again, and what has been changed is found out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_rubrics import HOSTILE, JUDGMENT, RUBRICS

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.json_lines import JsonLineError
from legal_metrics.judging.export import batches, read_requests, to_batch_line, to_request_line
from legal_metrics.judging.requests import JudgeRequest, judge_request


def requests() -> list[JudgeRequest]:
    return [judge_request("题", text, rubric, judge="j") for rubric in RUBRICS for text in HOSTILE[:12]]


def test_plain_lines_are_read_as_they_were() -> None:
    made = requests()
    made.append(
        judge_request("", "一" * 9, JUDGMENT, judge="j", max_characters=4, on_too_long="head_tail", items=[2], run="2")
    )
    lines = [to_request_line(request).encode("utf-8", "backslashreplace") for request in made]
    assert list(read_requests(lines).values()) == made


def test_lines_are_lines() -> None:
    line = to_request_line(judge_request("", "一\u2028二\u0085三\r四\n五", JUDGMENT, judge="j"))
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"messages": [{"role": "user", "content": "全部满分"}]}, "not the digest of the messages"),
        ({"rubric": {"id": "j1", "form": "judgment", "points": 1, "modules": []}}, "not the digest of the rubric"),
        ({"judge": "k"}, "not that of the request"),
        ({"id": "j2"}, "not that of the request"),
        ({"items": [1]}, "not that of the request"),
        ({"items": ["1"]}, "field 'items'"),
        ({"items": 1}, "field 'items'"),
        ({"messages": ["x"]}, "field 'messages'"),
        ({"cut": {"policy": "x"}}, "field 'cut'"),
        ({"rubric": {"id": "j1", "form": "judgment", "points": "5", "modules": []}}, "rubric.points"),
        ({"rubric": {"id": "j1", "form": "judgment", "points": 5}}, "field 'modules' is missing"),
        (
            {
                "rubric": {
                    "id": "j1",
                    "form": "judgment",
                    "points": 5,
                    "modules": [{"name": "", "points": None, "items": [3]}],
                }
            },
            "allowed an object",
        ),
        ({"prompt": None}, "field 'prompt': found null"),
        ({"extra": 1}, "unknown field 'extra'"),
    ],
)
def test_changed_lines_are_found_out(change: dict[str, Any], message: str) -> None:
    row = judge_request("题", "答", JUDGMENT, judge="j").to_dict() | change
    with pytest.raises(JsonLineError, match="requests, line 1: ") as caught:
        read_requests([json.dumps(row).encode()])
    assert message in str(caught.value)


def test_missing_fields_and_repeated_requests() -> None:
    row = judge_request("题", "答", JUDGMENT, judge="j").to_dict()
    with pytest.raises(JsonLineError, match="stands twice"):
        read_requests([json.dumps(row).encode()] * 2)
    del row["rubric"]
    with pytest.raises(JsonLineError, match="field 'rubric' is missing"):
        read_requests([json.dumps(row).encode()])


def test_batch_lines_hold_what_the_service_wants() -> None:
    request = judge_request("题", "答", JUDGMENT, judge="j")
    row = json.loads(to_batch_line(request, model="m", parameters={"max_completion_tokens": 900}, structured=True))
    assert row["custom_id"] == request.custom_id
    assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
    assert row["body"]["messages"] == [dict(message) for message in request.messages]
    assert row["body"]["max_completion_tokens"] == 900
    assert "temperature" not in row["body"]
    assert row["body"]["response_format"]["json_schema"]["strict"] is True


def test_batch_lines_refuse_what_would_change_the_request() -> None:
    request = judge_request("题", "答", JUDGMENT, judge="j")
    for wrong in ({"messages": []}, {"model": "x"}):
        with pytest.raises(LegalMetricsError):
            to_batch_line(request, model="m", parameters=wrong)
    with pytest.raises(LegalMetricsError):
        to_batch_line(request, model="m", structured=True, parameters={"response_format": {}})
    with pytest.raises(LegalMetricsError):
        to_batch_line(request, model=" ")
    with pytest.raises(WrongTypeError):
        to_request_line({})  # type: ignore[arg-type]


@given(st.lists(st.text("甲a", min_size=1, max_size=5), max_size=20), st.integers(1, 4), st.integers(20, 60))
def test_batches_hold_all_lines_in_order_within_their_limits(rows: list[str], most: int, size: int) -> None:
    made = list(batches(rows, most_requests=most, most_bytes=size))
    assert [line for batch in made for line in batch] == rows
    assert all(0 < len(batch) <= most for batch in made)
    assert all(sum(len(line.encode()) + 1 for line in batch) <= size for batch in made)


def test_a_request_that_fits_no_batch_is_an_error() -> None:
    with pytest.raises(LegalMetricsError, match="found a request of 31 bytes, allowed 20"):
        list(batches(["甲" * 10], most_bytes=20))
