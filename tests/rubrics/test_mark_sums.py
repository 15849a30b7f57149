"""Marks against points: nesting, alternatives, levels, brackets that are left open; and that nothing takes long or raises."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import WrongTypeError
from legal_metrics.rubrics.mark_sums import claims, marks_support, open_marks

FLAT = "(+5分)甲有权解除\n（+5分）乙应当返还"
NESTED = "一是分析违约。（+10分）\n（1）合同有效（+6分）\n（2）未交货（+4分）\n二是分析责任。（+10分）\n赔偿损失。"
STEPS = "（+10分）第一步：分析效力\n（+10分）第二步：分析履行\n（+10分）第三步：分析责任"


@pytest.mark.parametrize(
    ("text", "points", "expected"),
    [
        (FLAT, 10, True),
        (FLAT, 5, False),  # siblings: neither holds the other
        (FLAT, 15, False),
        (NESTED, 20, True),
        (NESTED, 30, True),  # read flat
        (NESTED, 24, False),
        (STEPS, 30, True),
        (STEPS, 20, False),
        ("【结论】共10分\n" + FLAT, 10, True),
        ("【结论】10分\n" + FLAT, 10, True),
        ("【结论得分】（10分）\n" + FLAT, 10, True),
        ("问题一\n【分析】10分\n" + FLAT + "\n问题二\n【分析】10分\n" + FLAT, 20, True),
        ("（3点答全+10分）分析归属\n（+3分）（1）时间\n（+3分）（2）登记\n（+3分）（3）意思", 10, True),
        ("案由（6分），引用规定（4分）。（10分）", 10, True),
        ("完全正确（10分）：\n原告（5分）\n被告（5分）", 10, True),
        ("充分（5分）：全部列明。部分充分（3分）：列明两项。瑕疵（1分）：列明一项。", 5, True),
        ("（+5分）（1）甲担责\n（+5分）（2）乙担责\n（回答均担责直接+10分）", 10, True),
        ("（+5分）已告知（回答“已告知”即得5分）", 5, True),
        ("充分（5 分）：全部列明。部分充分（2.5 分）：列明两项。", 5, True),
        ("（+2.5分）甲\n（+2.5分）乙", 5, True),
        ("（＋５分）甲\n（+五分）乙", 10, True),
        ("甲有权（未写明扣5分）", 5, None),
        ("甲有权", 5, None),
        ("每写对一点得2分", 10, None),
        ("（+5分）甲\n（+5分）乙\n（+5分）丙（任选两点）", 10, None),
        ("得分点：写明法院（5分）\n扣分点：未写理由扣3分（本项得2分）\n不及格：本大题（40分）计0分", 5, True),
        ("代表十分之一以上表决权，10分钟内提出", 5, None),
        ("上诉期为十五日（写对得3分，写成十日得2分）", 3, True),
        ("定性正确得5分；定性为侵占罪得2分；其他不得分。", 5, True),
        ("甲（得3分）；乙（得2分）", 4, False),
        ("要点一（4分，缺一扣1分）；要点二（6分；条号错误扣2分）", 10, True),
        ("要点一（4分，缺一扣1分）；要点二（6分）", 6, False),
        ("甲（2分）；乙（3分）（合计不超过本项4分）", 5, True),
    ],
)
def test_marks_support_points(text: str, points: float, expected: bool | None) -> None:
    assert marks_support(text, points) is expected


def test_open_brackets() -> None:
    assert open_marks("（5）（＋5分甲未举证\n(+5分)乙") == ("（＋5分",)
    assert open_marks("+5分）甲有权") == ("+5分）",)
    assert open_marks("（3点答全+10分）甲（+5分，写明理由）乙") == ()


def test_a_text_must_be_one() -> None:
    for function in (claims, open_marks):
        with pytest.raises(WrongTypeError):
            function(None)  # type: ignore[arg-type]


TEXTS = st.text(
    alphabet="甲乙有权答全直接即可(（+＋)）【】共满总得扣每任选分点：，。；\n0123456789.一二两半第步 -", max_size=120
)


@given(TEXTS, st.floats(0, 200))
def test_any_text(text: str, points: float) -> None:
    assert marks_support(text, points) in (True, False, None)
    open_marks(text)


@given(st.lists(st.integers(1, 20), min_size=1, max_size=12))
def test_flat_marks_support_their_sum_alone(values: list[int]) -> None:
    text = "\n".join(f"（+{value}分）认定第{place}项" for place, value in enumerate(values))
    assert marks_support(text, sum(values)) is True
    assert marks_support(text, sum(values) + 1) is False


@given(st.lists(st.lists(st.integers(1, 9), min_size=2, max_size=3), min_size=1, max_size=4))
def test_nested_marks_support_the_sum_of_their_heads(groups: list[list[int]]) -> None:
    lines = []
    for place, inside in enumerate(groups, 1):
        lines.append(f"第{place}步：分析（+{sum(inside)}分）")
        lines += [f"（{number}）要点（+{value}分）" for number, value in enumerate(inside, 1)]
    assert marks_support("\n".join(lines), sum(map(sum, groups))) is True


def test_many_marks_take_no_time() -> None:
    started = time.perf_counter()
    marks_support("（+1分）甲\n" * 32, 7)
    marks_support("一、甲（+2分）\n（1）乙（+1分）\n" * 5000, 7)
    open_marks("（+1分" * 3000)
    assert time.perf_counter() - started < 5
