"""Replies without a verdict: the failures that were seen, and their kinds. Never a zero, never full marks. All replies are invented."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_judge_replies import CONTRACT, PLAIN, ROW, RUBRIC, refused, said

from legal_metrics.extract.judge_replies import parse_judge_reply


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("", "empty"),
        (" \n", "empty"),
        (f"<think>[{ROW}]</think>", "thinking_only"),
        ('{"error": "content filtered"}', "error_object"),
        ('{"error": {"code": 400, "message": "filtered"}, "grades": []}', "error_object"),
        ('{"errors": ["timeout"]}', "error_object"),
        ('{"refusal": "I cannot grade this."}', "error_object"),
        ('{"status": "failed"}', "error_object"),
        ('{"finish_reason": "content_filter"}', "error_object"),
        ('{"jsonrpc": "2.0", "id": 1, "error": {"code": -32000}}', "error_object"),
        (f'{{"error": "content filtered", "grades": [{ROW}]}}', "error_object"),
        (f'{{"status": "error", "grades": [{ROW}]}}', "error_object"),
        (f'[{ROW}]\n{{"error": "content filtered"}}', "error_object"),
        (f'{{"success": false, "grades": [{ROW}]}}', "error_object"),
        (f'{{"ok": "false", "data": {{"grades": [{ROW}]}}}}', "error_object"),
        (f'{{"code": 400, "message": "blocked", "data": [{ROW}]}}', "error_object"),
        (f'{{"status_code": "503", "grades": [{ROW}]}}', "error_object"),
        (f'{{"status": 429, "grades": [{ROW}]}}', "error_object"),
        (f'{{"data": {{"error": "timeout", "grades": [{ROW}]}}}}', "error_object"),
        ('[{"error": "content filtered"}]', "error_object"),
        ('[{"index": 1, "score": 15, "error": "content filtered"}]', "no_grades"),
        ("抱歉，我無法評判這份作答。", "refusal"),
        ("I'm sorry, I can't grade this.", "refusal"),
        ("整體而言論述尚稱完整，但第二點未引用法條。", "prose"),
        ("得 15 分。", "prose"),
        ("總分：15/15", "prose"),
        ("判決日期：2024年3月1日，金額404.8萬元。", "prose"),
        ("1. correct 3分\n2. partial 1.5分", "prose"),
        ("| 項目 | 得分 |\n| 1 | 3 |", "prose"),
        ("15", "prose"),
        ("null", "prose"),
        ('"correct"', "prose"),
        ("[]", "no_grades"),
        ("{}", "no_grades"),
        ("[15]", "no_grades"),
        ('{"grades": []}', "no_grades"),
        ('{"score": 15}', "no_grades"),
        ('{"total_score": 15, "score": 15, "comment": "滿分"}', "no_grades"),
        ('{"index": 1}', "no_grades"),
        ('{"index": 1, "reason": "未提及"}', "no_grades"),
        ('[{"status": "correct"}]', "no_grades"),
        ('[{"index": 1, "status": "error"}]', "no_grades"),
        ('[{"index": 1, "status": "content_filter", "score": 15}]', "no_grades"),
        ('[{"index": 1, "status": "無法評分", "score": 0}]', "no_grades"),
        ('[{"index": 1, "score": true}]', "no_grades"),
        ('[{"index": 1, "score": NaN}]', "no_grades"),
        ('[{"index": 1, "score": 1e999}]', "no_grades"),
        ('[{"index": 1, "score": null}]', "no_grades"),
        ('[{"index": 1, "score": "滿分"}]', "no_grades"),
        ('[{"index": 1, "status": "correct|partial|wrong|missing"}]', "no_grades"),
        ('{"2024": 404.8}', "no_grades"),
        ('{"choices": [{"index": 0, "finish_reason": "content_filter", "message": {"content": ""}}]}', "no_grades"),
        ('[{"index": 1, "points": 5, "criterion": "不构成犯罪"}]', "no_grades"),
        ('{"index": 1, "status": "correct', "unreadable_json"),
        ('{"index": 1, "status": }', "unreadable_json"),
    ],
)
def test_no_verdict_is_an_error_no_zero_and_no_full_marks(reply: str, code: str) -> None:
    assert refused(reply) == code
    assert refused(reply, RUBRIC) in (code, "no_item")


@pytest.mark.parametrize(
    ("rows", "rubric"),
    [
        (PLAIN, PLAIN),
        ([{"criterion_number": 1, "points": "3"}, {"criterion_number": 2, "points": "2"}], PLAIN),
        ([{"index": 1, "points": 5, "criterion": "不构成犯罪", "dimension": "完整性"}], RUBRIC),
        (
            [
                {
                    "index": 1,
                    "risk_id": "RD06-003",
                    "risk_name": "或裁或审条款无效",
                    "points": 7,
                    "explanation": "约定不明",
                    "scoring": {
                        "识别风险": {"score": 1, "desc": "甲"},
                        "风险解释": {"score": 3},
                        "修改建议": {"score": 3},
                    },
                }
            ],
            CONTRACT,
        ),
    ],
)
def test_the_rubric_said_back_is_no_verdict(rows: Any, rubric: Any) -> None:
    assert refused(json.dumps({"rubrics": rows}, ensure_ascii=False), rubric) == "no_grades"


def test_a_verdict_beside_the_rubric_is_the_verdict() -> None:
    grades = [{"index": n, "score": 0} for n in (1, 2, 3)]
    for reply in (
        json.dumps({"rubric": PLAIN, "grades": grades}),
        f"標準：{json.dumps(PLAIN)}\n評分：{json.dumps(grades)}",
        f"評分：{json.dumps(grades)}\n標準：{json.dumps(PLAIN)}",
    ):
        assert said(reply, PLAIN) == [(1, "", 0.0), (2, "", 0.0), (3, "", 0.0)]
        assert parse_judge_reply(reply, PLAIN).complete


def test_full_marks_with_a_label_or_reason_are_a_verdict() -> None:
    rows = [{**row, "label": "correct"} for row in PLAIN]
    assert said(json.dumps(rows), PLAIN) == [(1, "correct", 3.0), (2, "correct", 2.0), (3, "correct", 5.0)]
    assert len(said(json.dumps([{**row, "reason": "見第一段"} for row in PLAIN]), PLAIN)) == 3


def test_numbers_of_other_items_only_are_no_verdict() -> None:
    assert refused('[{"index": 9, "score": 4}]', PLAIN) == "no_item"


def test_a_falsy_error_field_is_no_error() -> None:
    for nothing in ("null", '""', '"none"', '"無"', "false", "0", "[]", "{}"):
        assert said(f'{{"error": {nothing}, "grades": [{ROW}]}}') == [(1, "correct", 3.0)]
