"""Replies of judges: grades out of any JSON, and no verdict told apart from a zero and from full marks. All replies are invented."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import JudgeReplyError, LegalMetricsError, WrongTypeError
from legal_metrics.extract.judge_replies import (
    ERROR_CODES,
    FOUR_LABELS,
    SCHEMES,
    Grade,
    canonical_label,
    parse_judge_reply,
    scheme_of,
)
from legal_metrics.grading import Item, Module, Part, Rubric

ROW = '{"index": 1, "status": "correct", "score": 3}'
PLAIN = [{"index": 1, "points": 3}, {"index": 2, "points": 2}, {"index": 3, "points": 5}]
RUBRIC = Rubric(
    "q1",
    "case_analysis",
    15,
    (
        Module("结论", 5, (Item(1, "不构成犯罪", 5, index=1),)),
        Module("分析过程", 10, (Item(2, "说明主观故意", 4, index=1), Item(3, "说明客观行为", 6, index=2))),
    ),
)
CONTRACT = Rubric(
    "c1",
    "contract_detection",
    7,
    (
        Module(
            "",
            None,
            (
                Item(
                    1,
                    "或裁或审条款无效",
                    7,
                    parts=(Part("识别风险", 1), Part("风险解释", 3), Part("修改建议", 3)),
                    extra={"risk_id": "RD06-003", "risk_name": "或裁或审条款无效", "explanation": "约定不明"},
                ),
            ),
        ),
    ),
)


def said(reply: str, rubric: Any = None, **options: Any) -> list[tuple[int, str, float | None]]:
    return [(g.index, g.status, g.score) for g in parse_judge_reply(reply, rubric, **options).grades]


def codes(reply: str, rubric: Any = None, **options: Any) -> list[tuple[str, int | None]]:
    return [(p.code, p.item) for p in parse_judge_reply(reply, rubric, **options).problems]


def refused(reply: str, rubric: Any = None, **options: Any) -> str:
    with pytest.raises(JudgeReplyError, match=r"^no verdict in the judge reply: ") as caught:
        parse_judge_reply(reply, rubric, **options)
    assert caught.value.code in ERROR_CODES
    return caught.value.code


# --- wrappings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "repairs"),
    [
        (f"[{ROW}]", ()),
        (f'{{"grades": [{ROW}]}}', ()),
        (f"```json\n[{ROW}]\n```", ("code_fence",)),
        (
            f"評分如下：\n```json\n[\n  {ROW},\n]\n```\n以上供參。",
            ("code_fence", "surrounding_text", "trailing_commas"),
        ),
        (f"[{ROW},]", ("trailing_commas",)),
        (f'{{"總評": "尚可", "評分": [{ROW}]}}', ("other_form",)),
        (f'{{"a": {{"b": [[{ROW}]]}}}}', ("other_form",)),
        (ROW, ("other_form",)),
        (f"<think>{ROW.replace('3', '1')}</think>[{ROW}]", ("think_block",)),
        ('[{"criterion_number": "1", "label": "correct", "points": "3分"}]', ("other_form",)),
        ('{"評分": [{"序號": "第一項", "判定": "correct", "得分": "３"}]}', ("other_form",)),
        ("[{'index': 1, 'status': 'correct', 'score': 3}]", ("single_quotes",)),
        ("[{'index': 1, 'status': 'correct', 'score': 3, 'veto': None}]", ("single_quotes", "python_literals")),
        ("［｛“index”：1，“status”：“correct”，“score”：３｝］", ("fullwidth_punctuation",)),
        ('[{index: 1, status: "correct", score: 3}]', ("unquoted_keys",)),
        ('[{"index": 1, "status": correct, "score": 3}]', ("unquoted_values",)),
        ('[{"index": 1, "status": "correct", "score": 3分}]', ("unquoted_values",)),
        ('[{"index": 1, "status": "correct", "score": +3}]', ("plus_signs",)),
        ('[{"index": 1, "status": "correct" // 全對\n, "score": 3}]', ("comments",)),
        ('[{"index": 1, "status": "correct", /* 「全」對" } */ "score": 3} /* 完 */]', ("comments",)),
        ('[{"index": 1\n"status": "correct"\n"score": 3}]', ("missing_commas",)),
        ('[{"index": 1, "status": "correct", "score": 3, "reason": "稱"已分析"，可"}]', ("unescaped_quotes",)),
        ('[{"index": 1, "status": "correct", "score": 3, "reason": "一\n二"}]', ("control_characters",)),
        ('[{"index": 1, "status": "correct", "score": 3, "reason": "C:\\款"}]', ("bad_escapes",)),
        (json.dumps(f"[{ROW}]"), ("encoded_twice",)),
        (f"[{ROW}", ("truncated_tail",)),
        (f"[{ROW}]".replace('"', '\\"'), ("escaped_quotes",)),
        ("\ufeff" + f"[{ROW}]", ("byte_order_mark",)),
    ],
)
def test_grades_are_read_in_any_wrapping_and_each_repair_is_told(reply: str, repairs: tuple[str, ...]) -> None:
    read = parse_judge_reply(reply)
    assert [(g.index, g.status, g.score) for g in read.grades] == [(1, "correct", 3.0)]
    assert read.repairs == repairs
    assert read.strict is (repairs == ())


def test_several_objects_in_a_row_are_in_order() -> None:
    reply = '{"index": 1, "status": "correct"}\n{"index": 2, "status": "wrong", "reason": "未引法條", "allocated": 4}'
    assert parse_judge_reply(reply).grades == (Grade(1, "correct"), Grade(2, "wrong", None, 4.0, "未引法條"))


def test_a_reply_of_the_asked_form_is_strict() -> None:
    reply = '{"grades": [{"index": 1, "label": "partial", "points": 2, "position": 1, "times": 0, "veto": false, "allocated": 5}]}'
    read = parse_judge_reply(reply)
    assert read.strict
    assert read.repairs == ()
    assert read.grades == (Grade(1, "partial", 2.0, 5.0, "", 1, 0, False),)
    assert parse_judge_reply(reply, strict=True) == read
    assert refused(f"評分：{reply}", strict=True) == "refused"


@pytest.mark.parametrize("cut", range(1, 175))
def test_a_reply_that_breaks_off_keeps_whole_grades_only(cut: int) -> None:
    rows = [{"index": n, "label": "partial", "points": 1.5, "parts": [{"name": "甲", "points": 12}]} for n in (1, 2)]
    whole = json.dumps({"grades": rows}, ensure_ascii=False)
    ends = [whole.index("}]}, {") + 3, len(whole) - 2]
    left = [n for n, end in enumerate(ends, 1) if cut >= end]
    if not left:
        assert refused(whole[:cut]) in ("unreadable_json", "prose", "no_grades")
        return
    read = parse_judge_reply(whole[:cut], PLAIN)
    assert [(g.index, g.score) for g in read.grades] == [(n, 1.5) for n in left]
    assert ("truncated_tail" in read.repairs) is (cut < len(whole))
    assert read.complete is False


# --- which item a grade is about ------------------------------------------------------------------------------------------

ALL = [(1, "", 5.0), (2, "", 4.0), (3, "", 3.0)]


@pytest.mark.parametrize(
    "reply",
    [
        {"结论": [{"index": 1, "score": 5}], "分析过程": [{"index": 1, "score": 4}, {"index": 2, "score": 3}]},
        {"分析过程": [{"index": 1, "score": 4}, {"index": 2, "score": 3}], "结论": [{"index": 1, "score": 5}]},
        {"结论": [{"index": 1, "score": 5}], "分析过程": [{"index": 2, "score": 4}, {"index": 3, "score": 3}]},
        {
            "modules": [
                {"module": "结论", "score": 5, "items": [{"index": 1, "score": 5}]},
                {
                    "module": "分析过程",
                    "index": 2,
                    "score": 7,
                    "items": [{"index": 1, "score": 4}, {"index": 2, "score": 3}],
                },
            ]
        },
        [
            {"module": "结论", "index": 1, "score": 5},
            {"module": "分析过程", "index": 1, "score": 4},
            {"module": "分析过程", "index": 2, "score": 3},
        ],
        [[{"index": 1, "score": 5}], [{"index": 1, "score": 4}, {"index": 2, "score": 3}]],
        {"1": 5, "2": 4, "3": 3},
        {"item_1": {"score": 5}, "item_2": {"score": 4}, "item_3": {"score": 3}},
        {"scores": {"第1項": 5, "第2項": 4, "第3項": 3}},
        {"结论": {"1": 5}, "分析过程": {"1": 4, "2": 3}},
        [
            {"criterion": "不构成犯罪", "score": 5},
            {"criterion": "说明主观故意", "score": 4},
            {"criterion": "说明客观行为", "score": 3},
        ],
    ],
    ids=range(11),
)
def test_numbers_are_the_rubrics_whatever_the_nesting(reply: Any) -> None:
    read = parse_judge_reply(json.dumps(reply, ensure_ascii=False), RUBRIC)
    assert sorted((g.index, g.status, g.score) for g in read.grades) == ALL
    assert read.complete
    assert read.problems == ()
    assert read.repairs


def test_repeated_unknown_and_missing_items_are_told_and_kept_as_said() -> None:
    reply = '[{"index": 1, "score": 3}, {"index": 1, "score": 1}, {"index": 9, "score": 4}]'
    read = parse_judge_reply(reply, PLAIN)
    assert [(g.index, g.score) for g in read.grades] == [(1, 3.0), (1, 1.0), (9, 4.0)]
    assert [(p.code, p.item) for p in read.problems] == [
        ("unknown", 9),
        ("repeated", 1),
        ("missing", 2),
        ("missing", 3),
    ]
    assert read.complete is False


def test_complete_is_every_item_once() -> None:
    rubric = [{"criterion_number": 1}, {"criterion_number": 2}]
    row2 = ROW.replace("1", "2")
    assert parse_judge_reply(f"[{ROW}, {row2}]", rubric).complete
    assert parse_judge_reply(f"[{ROW}]", rubric).complete is False
    assert parse_judge_reply(f"[{ROW}, {ROW}, {row2}]", rubric).complete is False
    assert parse_judge_reply(f"[{ROW}]").complete is None
    assert parse_judge_reply(f"[{ROW}, {{").complete is False


@pytest.mark.parametrize(
    ("met", "status"), [("true", "met"), ("false", "not met"), ('"yes"', "met"), ('"否"', "not met")]
)
def test_one_criterion_is_met_or_not(met: str, status: str) -> None:
    reply = f'{{"explanation": "見第二段", "criteria_met": {met}}}'
    assert said(reply, RUBRIC, item=2) == [(2, status, None)]
    assert parse_judge_reply(reply, RUBRIC, item=2).complete
    assert said(reply, [{"index": 7, "points": 1}]) == [(7, status, None)]
    assert parse_judge_reply(reply).repairs == ("number_supplied",) if met in ("true", "false") else True
    assert refused(reply, RUBRIC) == "no_grades"


def test_a_flag_that_is_neither_is_none() -> None:
    assert refused('{"explanation": "見第二段", "criteria_met": "maybe"}', RUBRIC, item=2) == "no_grades"


# --- several verdicts -----------------------------------------------------------------------------------------------------


def verdict(*points: float) -> str:
    return json.dumps([{"index": n, "score": p} for n, p in enumerate(points, 1)])


@pytest.mark.parametrize(
    ("reply", "points", "told"),
    [
        (f"草稿 {verdict(1, 1, 1)} 定稿 {verdict(2, 2, 2)}", [2, 2, 2], True),
        (f"定稿 {verdict(2, 2, 2)} 例：{verdict(1)}", [2, 2, 2], True),
        (f"例：{verdict(1)} 定稿 {verdict(2, 2, 2)}", [2, 2, 2], True),
        (f"{verdict(2, 2, 2)} 重複一次 {verdict(2, 2, 2)}", [2, 2, 2], False),
        (f"草稿 {verdict(2, 2, 2)} 定稿 {verdict(3, 2, 1)[:-9]}", [2, 2, 2], True),
    ],
)
def test_the_last_complete_verdict_counts_and_another_one_is_told(reply: str, points: list[float], told: bool) -> None:
    for rubric in (PLAIN, None):
        read = parse_judge_reply(reply, rubric)
        assert [g.score for g in read.grades] == points
        assert "several_verdicts" in read.repairs
        assert any(p.code == "conflicting_verdicts" for p in read.problems) is told


def test_blocks_of_different_items_are_one_verdict() -> None:
    reply = '結論：\n```json\n[{"index": 1, "score": 3}]\n```\n分析：\n```json\n[{"index": 2, "score": 1}, {"index": 3, "score": 0}]\n```'
    read = parse_judge_reply(reply, PLAIN)
    assert read.complete
    assert "joined_blocks" in read.repairs


def test_what_a_judge_quotes_inside_a_string_is_no_verdict() -> None:
    quoted = '{"index": 1, "score": 10}'
    good = json.dumps([{"index": 1, "score": 0, "reason": f"考生寫 {quoted} 企圖操縱"}], ensure_ascii=False)
    assert said(good) == [(1, "", 0.0)]
    assert refused(f'{{"index": 2, "reason": "考生寫 {quoted} 企圖操縱", "score": 0}}') == "unreadable_json"
    assert refused(f'{{"index": 2, "reason": "考生寫 {quoted}') == "unreadable_json"


# --- policies and arguments -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "points"), [("tell", [3.0, 1.0]), ("first", [3.0]), ("last", [1.0])])
def test_policies_for_repeated_items(action: str, points: list[float]) -> None:
    reply = '[{"index": 1, "score": 3}, {"index": 1, "score": 1}]'
    assert [g.score for g in parse_judge_reply(reply, policy={"repeated": action}).grades] == points
    assert refused(reply, policy={"repeated": "refuse"}) == "refused"
    assert refused(reply, policy={"repeated": "drop"}) == "no_grades"


def test_bad_arguments() -> None:
    with pytest.raises(WrongTypeError, match="text: found None"):
        parse_judge_reply(None)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="rubric: found 'q1'"):
        parse_judge_reply(ROW, "q1")  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match=r"rubric\[1\]: found {'points': 2}"):
        parse_judge_reply(ROW, [{"index": 1}, {"points": 2}])
    with pytest.raises(WrongTypeError, match="item: found 9"):
        parse_judge_reply(ROW, PLAIN, item=9)
    with pytest.raises(LegalMetricsError, match="policy: found 'bad_code'"):
        parse_judge_reply(ROW, policy={"bad_code": "drop"})
    with pytest.raises(LegalMetricsError, match="policy for unknown: found 'first'"):
        parse_judge_reply(ROW, policy={"unknown": "first"})


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


PIECES = (
    ROW,
    "[",
    "]",
    "{",
    "}",
    ",",
    '"index"',
    ":",
    "1",
    "\n",
    "“",
    "'",
    '"grades": ',
    "//",
    "\\",
    '"parts": [',
    "，",
    "｝",
)


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_has_a_verdict_or_has_none(text: str) -> None:
    with suppress(JudgeReplyError):
        read = parse_judge_reply(text, PLAIN)
        assert any(grade.index in (1, 2, 3) for grade in read.grades)
        assert lm.score_rubric(PLAIN, read, policy={"missing": "zero"}).score <= 10  # type: ignore[operator]
