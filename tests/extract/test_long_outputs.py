"""A megabyte of output in each reader of outputs: broken JSON, open brackets, reasoning that never ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from legal_metrics.errors import JudgeReplyError
from legal_metrics.extract.essays import read_essay_answer
from legal_metrics.extract.judge_replies import parse_judge_reply
from legal_metrics.extract.outputs import read_judgment_answer

UNITS = ["{", '{"', '{"statutes":', "[", '"', "\\", "```", "```json\n{", "<think>", "</think>", "}{", "[{},", '{"a":1}', "//", "甲", ",\n"]


def _judge(output: str) -> None:
    try:
        parse_judge_reply(output)
    except JudgeReplyError as error:
        assert str(error)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    "read",
    [lambda t: read_judgment_answer(t, reading="lenient"), read_judgment_answer, lambda t: read_essay_answer(t, reading="lenient"), _judge],
    ids=["judgment", "judgment_strict", "essay", "judge"],
)
def test_a_megabyte_takes_linear_time(unit: str, read: Callable[[str], Any]) -> None:
    text = unit * (1_000_000 // len(unit.encode())) + '{"index": 1, "score": 2}' + unit * 9
    began = time.perf_counter()
    read(text)
    assert time.perf_counter() - began < 60  # seconds on a busy machine; anything quadratic takes minutes
