"""Brackets of points in essay papers; expected values by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.essay_marks import mark_number, read_mark
from builders.parse.essay_points import read_points, without_points

# bracket, total, each, parts, whether it calls its total one of all parts
BRACKETS = [
    ("（25 分）", 25, None, (), False),
    ("(25分)", 25, None, (), False),
    ("【25分】", 25, None, (), False),
    ("（２５分）", 25, None, (), False),
    ("（二十五分）", 25, None, (), False),
    ("（12.5 分）", 12.5, None, (), False),
    ("(25 points)", 25, None, (), False),
    ("（配分：25分）", 25, None, (), False),
    ("（本題 25 分）", 25, None, (), True),
    ("（占25分）", 25, None, (), True),
    ("（每小題 10 分，共 40 分）", 40, 10, (), True),
    ("（15分，每小題5分）", 15, 5, (), True),
    ("（20分；每小題10分）", 20, 10, (), True),
    ("（10分，小題各5分）", 10, 5, (), True),
    ("（25分/每小題5分）", 25, 5, (), True),
    ("（各10分）", None, 10, (), True),
    ("（每小題各為10分）", None, 10, (), True),
    ("（每一名詞解釋5分）", None, 5, (), True),
    ("（每一小題各 5 分，合計 15 分）", 15, 5, (), True),
    ("（4小題，每小題5分，共20分）", 20, 5, (), True),
    ("（每小題5分，4小題共20分）", 20, 5, (), True),
    ("（共 4 題，每題 5 分）", 20, 5, (), True),
    ("（兩小題各10分）", 20, 10, (), True),
    ("（5分×4＝20分）", 20, 5, (), True),
    ("（5分×4）", 20, 5, (), True),
    ("（㈠10分，㈡15分）", None, None, ((1, 10), (2, 15)), False),
    ("（㈠10分㈡15分）", None, None, ((1, 10), (2, 15)), False),
    ("（㈠、㈡各10分，㈢5分）", None, None, ((1, 10), (2, 10), (3, 5)), False),
    ("（第一小題10分、第二小題15分）", None, None, ((1, 10), (2, 15)), False),
]


@pytest.mark.parametrize(("bracket", "total", "each", "parts", "summed"), BRACKETS)
def test_bracket(bracket: str, total: float | None, each: float | None, parts: tuple[tuple[int, float], ...], summed: bool) -> None:
    text = f"試述甲。{bracket}\n"
    (note,) = read_points(text)
    assert (note.total, note.each, note.parts, note.summed) == (total, each, parts, summed)
    assert text[note.start : note.end] == bracket
    assert without_points(text) == "試述甲。"


@pytest.mark.parametrize("text", ["（60 分以上）", "（90 分鐘）", "（片長＞150）", "（考試成績 60 分）", "（上午 10 時 30 分）", "（扣 5 分）", "25 分", "（）", "（分）", "（每小題論述最少 100 字）", "（十分）甲"[4:]])
def test_other_brackets_are_no_points(text: str) -> None:
    assert read_points(text) == ()


@pytest.mark.parametrize(
    ("text", "family", "number"),
    [
        ("一、甲", "一、", 1), ("十 一 、甲", "一、", 11), ("壹、甲", "壹、", 1), ("第三題：", "第題", 3), ("第 12 題", "第題", 12), ("㈩甲", "㈠", 10), ("（ 二 ）甲", "㈠", 2),
        ("(十二)甲", "㈠", 12), ("3.甲", "1.", 3), ("３．甲", "1.", 3), ("4、甲", "1.", 4), ("⒌甲", "1.", 5), ("(6)甲", "(1)", 6), ("⑺甲", "(1)", 7), ("⑧甲", "①", 8), ("(乙)甲", "(甲)", 2),
        ("(c)甲", "(a)", 3), ("第二小題：甲", "子題", 2), ("子題三：甲", "子題", 3), ("Ⅳ、甲", "Ⅰ.", 4), ("III. Describe", "Ⅰ.", 3),
    ],
)  # fmt: skip
def test_mark(text: str, family: str, number: int) -> None:
    mark = read_mark(text)
    assert mark is not None and (mark.family, mark.number) == (family, number)


@pytest.mark.parametrize("text", ["", "甲、乙為夫妻", "2.5 公尺", "1.001", "三級考試", "（一審）甲", "第二題至第三題", "（25 分）", "第 7 條", "97 年", "㈠之情形", "㈡小題", "（一）、（二）", "I.V. fluid", "VS. 甲"])
def test_no_mark(text: str) -> None:
    assert read_mark(text) is None


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("（）()[]分每小題各共，0123456789一二三㈠㈡× \n"))))
def test_any_text(text: str) -> None:
    for note in read_points(text):
        assert text[note.start] in "（(〔［[【" and text[note.end - 1] in "）)〕］]】"
    assert len(without_points(text)) <= len(text)
    mark = read_mark(text)
    assert mark is None or (0 < mark.end <= len(text) and mark.number > 0)
    mark_number(text)


@given(st.integers(1, 200), st.sampled_from(["", " ", "\n"]))
def test_number_comes_back(points: int, blank: str) -> None:
    (note,) = read_points(f"甲（{blank}{points}{blank}分{blank}）")
    assert note.total == points
