"""Single grades of judges' replies: problems with codes, ranges, labels against points, parts. All replies are invented."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_judge_replies import CONTRACT, PLAIN, ROW, codes, refused, said

from legal_metrics.extract.judge_replies import parse_judge_reply, read_grades
from legal_metrics.extract.judge_rows import PROBLEMS
from legal_metrics.grading import Item, Module, PartGrade, Rubric


def test_every_code_has_a_meaning() -> None:
    assert all(meaning and code.isidentifier() for code, meaning in PROBLEMS.items())


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ('{"index": 1, "status": "partial", "score": true}', "boolean_points"),
        ('{"index": 1, "status": "partial", "score": "True"}', "boolean_points"),
        ('{"index": 1, "status": "partial", "score": NaN}', "non_finite_points"),
        ('{"index": 1, "status": "partial", "score": -Infinity}', "non_finite_points"),
        ('{"index": 1, "status": "partial", "score": 1e400}', "non_finite_points"),
        ('{"index": 1, "status": "partial", "score": "∞"}', "non_finite_points"),
        ('{"index": 1, "status": "partial", "score": "約3分"}', "bad_points"),
        ('{"index": 1, "status": "partial", "score": "2-3"}', "bad_points"),
        ('{"index": 1, "status": "partial", "score": [1]}', "bad_points"),
        ('{"index": 1, "status": "partial", "score": "50%"}', "bad_points"),
        ('{"index": 1, "status": "partial", "score": "7/10"}', "other_scale"),
        ('{"index": 1, "status": "good", "score": 1}', "unknown_label"),
        ('{"index": 1, "status": "correct", "score": 5}', "out_of_range"),
        ('{"index": 1, "status": "wrong", "score": -1}', "out_of_range"),
        ('{"index": 1, "status": "correct", "score": 0}', "label_against_points"),
        ('{"index": 1, "status": "correct", "score": 2}', "label_against_points"),
        ('{"index": 1, "status": "wrong", "score": 2}', "label_against_points"),
        ('{"index": 1, "status": "missing", "score": 3}', "label_against_points"),
        ('{"index": 1, "status": "partial", "score": 3}', "label_against_points"),
        ('{"index": 1, "status": "partial", "score": 0}', "label_against_points"),
        ('{"index": 1, "score": 1, "position": "first"}', "bad_field"),
        ('{"index": 1, "score": 1, "times": -1}', "bad_field"),
        ('{"index": 1, "score": 1, "veto": 2}', "bad_field"),
    ],
)
def test_what_is_wrong_with_a_grade_is_a_problem_with_a_code(row: str, code: str) -> None:
    reply = f'[{row}, {{"index": 2, "score": 1}}, {{"index": 3, "score": 1}}]'
    assert codes(reply, PLAIN) == [(code, 1)]
    assert [g.index for g in parse_judge_reply(reply, PLAIN).grades] == [1, 2, 3]
    dropped = parse_judge_reply(reply, PLAIN, policy={code: "drop"})
    assert [g.index for g in dropped.grades] == [2, 3]
    assert ("missing", 1) in [(p.code, p.item) for p in dropped.problems]
    assert refused(reply, PLAIN, policy={code: "refuse"}) == "refused"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ('{"index": 1}', "no_verdict"),
        ('{"index": 1, "status": "error", "score": 0}', "not_graded"),
        ('{"index": 1, "status": "未評", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "Cannot determine", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "跳过", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "<標籤>", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "{label}", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "…", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "correct|partial|wrong|missing", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "是/否", "score": 3}', "not_graded"),
        ('{"index": 1, "status": "正確 或 錯誤", "score": 3}', "not_graded"),
        ('{"index": 1, "score": 0, "score": 3}', "conflicting_fields"),
        ('{"index": 1, "score": 0, "得分": 3}', "conflicting_fields"),
        ('{"index": 1, "score": true}', "boolean_points"),
        ('{"index": 1, "score": 9, "max_score": 10}', "other_scale"),
        ('{"index": 1, "score": 2, "points": 10}', "other_scale"),
        ('{"index": 1, "score": {"value": 3}}', "bad_points"),
        ('{"index": 1, "score": 3, "error": "content filtered"}', "not_graded"),
        ('{"index": 1, "score": 0, "status": "不適用"}', "not_graded"),
        ('{"index": 1, "points": 3, "criterion": "甲"}', "rubric_echo"),
    ],
)
def test_a_grade_that_says_nothing_is_none(row: str, code: str) -> None:
    reply = f'[{row}, {{"index": 2, "score": 1}}, {{"index": 3, "score": 1}}]'
    assert codes(reply, PLAIN) == [(code, 1), ("missing", 1)]


@pytest.mark.parametrize(
    ("row", "grade"),
    [
        ('{"index": 1, "score": 2, "max_score": 3}', (1, "", 2.0)),
        ('{"index": 1, "score": 2, "points": 3}', (1, "", 2.0)),
        ('{"index": 1, "score": 2, "points": 2}', (1, "", 2.0)),
        ('{"index": 1, "grade": "partial", "comment": "見第二段"}', (1, "partial", None)),
        ('{"index": 1, "grade": 2}', (1, "", 2.0)),
        ('{"index": 1, "met": "部分符合"}', (1, "部分符合", None)),
        ('{"index": 1, "criteria_met": 1}', (1, "met", None)),
        ('{"index": 1, "met": false, "reason": "未提及"}', (1, "not met", None)),
        ('{"index": 1, "verdict": true}', (1, "met", None)),
    ],
)
def test_grades_under_other_names(row: str, grade: tuple[int, str, float | None]) -> None:
    reply = f'[{row}, {{"index": 2, "score": 1}}, {{"index": 3, "score": 1}}]'
    assert said(reply, PLAIN)[0] == grade
    assert parse_judge_reply(reply, PLAIN).complete
    assert parse_judge_reply(reply, PLAIN).problems == ()


def test_rows_that_are_no_grades_are_told() -> None:
    assert codes(f'[{ROW}, 3, "甲", {{"status": "correct"}}, {{"index": 2.5, "score": 1}}]') == [
        ("no_object", None),
        ("no_object", None),
        ("no_number", None),
        ("no_number", None),
    ]
    assert codes(f'[{ROW}, {{"index": 2, "score": 1 1}}]') == [("unreadable", None)]


def test_a_label_of_no_scheme_is_kept_but_grades_nothing() -> None:
    reply = '[{"index": 1, "status": "good"}, {"index": 2, "score": 1}, {"index": 3, "score": 1}]'
    assert said(reply, PLAIN)[0] == (1, "good", None)
    assert codes(reply, PLAIN) == [("unknown_label", 1), ("missing", 1)]
    assert parse_judge_reply(reply, PLAIN).complete is False
    assert parse_judge_reply(reply, PLAIN, labels=("good", "bad")).complete
    assert refused('[{"index": 1, "status": "queued"}, {"index": 2, "status": "good"}]') == "no_grades"
    assert said('[{"index": 1, "status": "B"}]', labels="ABC") == [(1, "B", None)]


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("3", 3), ("３分", 3), ("三分", 3), ("1.5 points", 1.5), ("3/5", 3), ("3 / 5", 3), ("3分/5分", 3), ("3 out of 5", 3), ("3分（滿分5分）", 3), ("+2", 2), ("扣2分", -2),
        ("3 5", None), ("3分5", None), ("3-4", None), ("3/10", None), ("(5)", None), ("3.", None), ("", None), ("2024年3月1日", None), ("404.8萬", None), ("約3分", None), ("A", None),
    ],
)  # fmt: skip
def test_points_as_they_are_written(written: str, points: float | None) -> None:
    item = Item(1, "甲", 5)
    reply = json.dumps([{"index": 1, "status": "partial", "score": written}], ensure_ascii=False)
    assert parse_judge_reply(reply, Rubric("q", "", None, (Module("", None, (item,)),))).grades[0].score == points


def test_the_same_key_twice_with_the_same_value_is_no_conflict() -> None:
    assert said('[{"index": 1, "score": 3, "score": 3}]') == [(1, "", 3.0)]


@pytest.mark.parametrize(
    ("item", "row", "code"),
    [
        (Item(1, "遺漏當事人", -2), {"status": "yes", "score": -2}, None),
        (Item(1, "遺漏當事人", -2), {"status": "no", "score": 0}, None),
        (Item(1, "遺漏當事人", -2), {"status": "yes", "score": 0}, "label_against_points"),
        (Item(1, "遺漏當事人", -2), {"status": "no", "score": -2}, "label_against_points"),
        (Item(1, "遺漏當事人", -2), {"status": "yes", "score": 2}, "out_of_range"),
        (Item(1, "遺漏當事人", -2), {"status": "yes", "score": -4, "times": 2}, "out_of_range"),
        (Item(1, "錯別字", -2, per_occurrence=True), {"status": "yes", "score": -4, "times": 2}, None),
        (Item(1, "爭點", None), {"status": "partial", "score": 2, "allocated": 5}, None),
        (Item(1, "爭點", None), {"status": "correct", "score": 6, "allocated": 5}, "out_of_range"),
        (Item(1, "爭點", None), {"status": "wrong", "score": -1}, "out_of_range"),
    ],
)
def test_ranges_of_penalties_and_of_allocated_points(item: Item, row: dict[str, Any], code: str | None) -> None:
    rubric = Rubric("q", "", None, (Module("", None, (item,)),))
    assert codes(json.dumps([{"index": 1, **row}]), rubric) == ([(code, 1)] if code else [])


@pytest.mark.parametrize(
    "parts",
    [
        {
            "parts": [
                {"name": "识别风险", "points": 1},
                {"name": "风险解释", "points": 2},
                {"name": "修改建议", "points": 0},
            ]
        },
        {"scoring": {"识别风险": {"score": 1}, "风险解释": {"score": "2分"}, "修改建议": {"score": 0}}},
        {"parts": {"识别风险": 1, "风险解释": 2, "修改建议": 0}},
        {"识别风险": 1, "风险解释": 2, "修改建议": 0},
    ],
    ids=range(4),
)
@pytest.mark.parametrize("number", [{"index": 1}, {"risk_id": "RD06-003"}])
def test_grades_of_parts(parts: dict[str, Any], number: dict[str, Any]) -> None:
    read = parse_judge_reply(json.dumps([{**number, **parts}], ensure_ascii=False), CONTRACT)
    assert read.grades[0].parts == (PartGrade("识别风险", 1.0), PartGrade("风险解释", 2.0), PartGrade("修改建议", 0.0))
    assert read.complete
    assert read.problems == ()


def test_problems_of_parts_are_the_items() -> None:
    parts = [
        {"name": "识别风险", "points": 9},
        {"name": "识别风险", "points": 1},
        {"name": "別的", "points": 1},
        {"name": "风险解释", "points": True},
        3,
    ]
    reply = json.dumps([{"index": 1, "points": 3, "label": "partial", "parts": parts}], ensure_ascii=False)
    assert {code for code, item in codes(reply, CONTRACT) if item == 1} == {
        "out_of_range",
        "repeated_part",
        "unknown_part",
        "boolean_points",
        "no_object",
    }


@pytest.mark.parametrize("value", [True, "many", None, [], float("nan"), float("inf"), 10**400])
def test_points_that_are_no_number_are_none(value: Any) -> None:
    assert read_grades([{"index": 1, "status": "partial", "score": value}])[0][0].score is None
