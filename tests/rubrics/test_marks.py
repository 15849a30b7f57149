"""Marks of points in rubrics' texts."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.rubrics.marks import KINDS, marks, number


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [
        ("(+5分)", "award", 5),
        ("（+5 分）", "award", 5),
        ("（＋５分）", "award", 5),
        ("（+5）", "award", 5),
        ("（7分）", "award", 7),
        ("（ 40 分）", "award", 40),
        ("（+2.5分)", "award", 2.5),
        ("（+２．５分）", "award", 2.5),
        ("（五分）", "award", 5),
        ("（+十五分）", "award", 15),
        ("（两分）", "award", 2),
        ("（半分）", "award", 0.5),
        ("（两分半）", "award", 2.5),
        ("（此步骤7分）", "award", 7),
        ("（＋5分甲未举证", "award", 5),
        ("信息完整，得 5 分。", "award", 5),
        ("构成单位犯罪+ 10分", "award", 10),
        ("扣 3 分", "deduction", 3),
        ("扣３分", "deduction", 3),
        ("扣三分", "deduction", 3),
        ("未提及-3分", "deduction", 3),
        ("（时间错误-3）", "deduction", 3),
        ("（未分析此点的扣3）", "deduction", 3),
        ("倒扣1.5分", "deduction", 1.5),
        ("共20分", "total", 20),
        ("总分：16分", "total", 16),
        ("总分：100", "total", 100),
        ("满分为一百分", "total", 100),
        ("【结论得分】 10分", "total", 10),
        ("占 15 分", "total", 15),
        ("扣完5分为止", "deduction_cap", 5),
        ("扣满５分即止", "deduction_cap", 5),
        ("最多扣40分", "deduction_cap", 40),
        ("最高累计扣5分", "deduction_cap", 5),
        ("最多-5分", "deduction_cap", 5),
        ("本项最高得7 分", "cap", 7),
        ("也可得10分", "alternative", 10),
        ("仅得3分", "alternative", 3),
        ("直接+10分", "alternative", 10),
        ("得 0 分", "zero", 0),
        ("得0分", "zero", 0),
        ("（０分）", "zero", 0),
        ("本项不得分", "zero", 0),
        ("直接计 0 分", "zero", 0),
        ("零分", "zero", 0),
        ("（2份）", "unread", None),
        ("扣万5分", "unread", None),
        ("酌情扣分", "unread", None),
        ("扣__分", "unread", None),
        ("（+分）", "unread", None),
    ],
)
def test_one_mark(text: str, kind: str, points: float | None) -> None:
    assert [(mark.kind, mark.points) for mark in marks(text)] == [(kind, points)]


@pytest.mark.parametrize(
    "text",
    [
        "代表十分之一以上表决权的股东",
        "各占二分之一份额",
        "每日租金的百分之五",
        "早晨5时37分到达",
        "约五分钟的冲突",
        "十分重要",
        "1.分析效力",
        "第10分公司",
        "不得分配利润",
        "不得分割共有物",
        "480 万元+50 万元",
        "（1）提及合同",
        "得分点：写明法院",
        "两份合同",
        "记6分的行政处罚",
        "加10%违约金",
    ],
)
def test_no_mark(text: str) -> None:
    assert marks(text) == ()


def test_ranges_repetition_and_places() -> None:
    text = "甲（每漏一项扣1-3分，扣完5分为止）"
    first, cap = marks(text)
    assert (first.low, first.points, first.each) == (1, 3, True)
    assert text[first.start : first.end] == first.text == "扣1-3分" and not cap.each


@pytest.mark.parametrize(
    ("text", "value"),
    [("5", 5), ("５", 5), ("2.5", 2.5), ("二点五", 2.5), ("半", 0.5), ("", None), ("甲", None), ("1/2", None)],
)
def test_numbers(text: str, value: float | None) -> None:
    assert number(text) == value


@given(
    st.text(alphabet="（）()+-＋－【】 0５.．分扣得共满完最高多每一项不零半两十百\n，。甲", max_size=60)
    | st.text(max_size=60)
)
def test_marks_of_any_text_are_in_order_and_apart(text: str) -> None:
    found = marks(text)
    assert all(mark.kind in KINDS and text[mark.start : mark.end] == mark.text for mark in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(
        (mark.points is None) == (mark.kind == "unread") and (mark.points is None or mark.points >= 0) for mark in found
    )


@pytest.mark.parametrize("piece", ["（+5分）", "扣", "最多", "+ ", "（（", "不得", "1", "甲每漏一"])
def test_marks_are_linear(piece: str) -> None:
    start = time.perf_counter()
    marks(piece * 20000)
    assert time.perf_counter() - start < 5
