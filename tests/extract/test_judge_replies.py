"""Replies of judges: grades out of any JSON, and no verdict told apart from a zero."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import JudgeReplyError, LegalMetricsError, WrongTypeError
from legal_metrics.extract.judge_replies import (
    FOUR_LABELS,
    SCHEMES,
    Grade,
    canonical_label,
    parse_judge_reply,
    read_grades,
    scheme_of,
)

ROW = '{"index": 1, "status": "correct", "score": 3}'


@pytest.mark.parametrize(
    "reply",
    [
        f"[{ROW}]",
        f"評分如下：\n```json\n[\n  {ROW},\n]\n```\n以上供參。",
        f'{{"grades": [{ROW}]}}',
        f'{{"總評": "尚可", "評分": [{ROW}]}}',
        ROW,
        f"<think>{ROW.replace('3', '1')}</think>{ROW}",
        '[{"criterion_number": "1", "label": "correct", "points": "3分"}]',
        "[{'index': 1, 'status': 'correct', 'score': 3}]",
    ],
)
def test_grades_are_read_in_any_wrapping(reply: str) -> None:
    assert parse_judge_reply(reply).grades == (Grade(1, "correct", 3.0),)


def test_several_objects_in_a_row_are_in_order() -> None:
    reply = '{"index": 1, "status": "correct"}\n{"index": 2, "status": "wrong", "reason": "未引法條", "allocated": 4}'
    assert parse_judge_reply(reply).grades == (Grade(1, "correct"), Grade(2, "wrong", None, 4.0, "未引法條"))


@pytest.mark.parametrize(
    "reply", ["", "整體而言論述尚稱完整。", "[]", "[1, 2]", '{"score": 3}', '{"index": 1}', '[{"status": "correct"}]']
)
def test_no_verdict_is_an_error_and_no_zero(reply: str) -> None:
    with pytest.raises(JudgeReplyError, match="no verdict in the judge reply"):
        parse_judge_reply(reply)


def test_what_cannot_be_read_of_one_grade_is_told() -> None:
    reply = parse_judge_reply(f'[{ROW}, {{"index": 2}}, {{"index": "末項", "score": 1}}]')
    assert len(reply.grades) == 1
    assert len(reply.problems) == 2


def test_complete_is_every_point_once() -> None:
    rubric = [{"criterion_number": 1}, {"criterion_number": 2}]
    row2 = ROW.replace("1", "2")
    assert parse_judge_reply(f"[{ROW}, {row2}]", rubric).complete
    assert parse_judge_reply(f"[{ROW}]", rubric).complete is False
    assert parse_judge_reply(f"[{ROW}, {ROW}, {row2}]", rubric).complete is False
    assert parse_judge_reply(f"[{ROW}]").complete is None


@pytest.mark.parametrize("value", [True, "many", None, [], float("nan"), float("inf"), 10**400])
def test_points_that_are_no_number_are_none(value: Any) -> None:
    assert read_grades([{"index": 1, "status": "partial", "score": value}])[0][0].score is None


def test_labels_are_read_in_their_scheme() -> None:
    assert canonical_label("部分正確", FOUR_LABELS) == "partial"
    assert canonical_label("不正確", FOUR_LABELS) == "wrong"
    assert [canonical_label(word, scheme_of("yes/partial/no")) for word in ("Yes", "no", "correct")] == [
        "correct",
        "wrong",
        None,
    ]
    with pytest.raises(LegalMetricsError, match="labels: found 'good/bad'"):
        scheme_of("good/bad")
    assert all(set(scheme.values()) <= {"correct", "partial", "wrong", "missing"} for scheme in SCHEMES.values())


def test_bad_argument() -> None:
    with pytest.raises(WrongTypeError, match="text: found None"):
        parse_judge_reply(None)  # type: ignore[arg-type]


@given(st.text() | st.lists(st.sampled_from([ROW, "[", "]", "{", "}", ",", '"index"', ":", "1", "\n"])).map("".join))
def test_any_text_has_a_verdict_or_has_none(text: str) -> None:
    with suppress(JudgeReplyError):
        assert parse_judge_reply(text).grades
