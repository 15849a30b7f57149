"""Labels around answers: every form of one kind goes, and nothing that is part of an answer."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text.answer_labels import strip_answer_label


@pytest.mark.parametrize(
    "label",
    [
        *(
            "答案:",
            "答案：",
            " 回答 : ",
            "答：",
            "解答：",
            "答复：",
            "答覆：",
            "正确答案:",
            "正確答案：",
            "参考答案：",
            "最终答案：",
            "標準答案：",
        ),
        *(
            "[正确答案]",
            "【答案】",
            "【答案】：",
            "（回答）",
            "<答案>",
            "**答案**：",
            "**答案：** ",
            "## 答案：\n",
            "答案是",
            "答案为：",
            "正确答案是：",
        ),
        *("Answer:", "answer：", "Final answer: ", "CORRECT ANSWER:", "答案：回答：", "\n答案：\n"),
    ],
)
def test_labels_go(label: str) -> None:
    assert strip_answer_label(f"{label}三十日") == "三十日"
    assert strip_answer_label(f"{label}三十日<eoa>") == "三十日"
    assert strip_answer_label(label) == ""


@pytest.mark.parametrize(
    "answer",
    [
        "答案不详",
        "答辩人:王某",
        "回答了问题",
        "被告答：没有",
        "答案",
        "答",
        "答是否",
        "Answering: no",
        "法条:刑法第1条",
        "刑期:6个月",
        "是，答案：否",
    ],
)
def test_answers_stay(answer: str) -> None:
    assert strip_answer_label(answer) == answer


@given(st.text())
def test_any_text_is_read_and_nothing_is_left_to_strip(text: str) -> None:
    once = strip_answer_label(text)
    assert strip_answer_label(once) == once
    assert once in text


@pytest.mark.parametrize("part", ["答案：", " ", "*", "[答案", "最", "<eoa>", "答案 ", "# "])
def test_a_megabyte_takes_linear_time(part: str) -> None:
    text = part * (1_000_000 // len(part.encode()))
    began = time.perf_counter()
    strip_answer_label(text)
    strip_answer_label(text + "甲")
    assert time.perf_counter() - began < 2
