"""Questions for judges: what candidates saw goes in, in the order of the record; reference answers do not."""

from __future__ import annotations

from typing import Any

import pytest

from legal_metrics.errors import BadReferenceError, LegalMetricsError
from legal_metrics.judging.questions import answer_in, form_named, read_question, read_questions

ESSAY: dict[str, Any] = {
    "id": "e1",
    "question_text": "甲得否拒絕給付？",
    "points": 50,
    "sub_questions": [{"number": 1, "text": "時效？", "points": 20}],
    "reference_laws": ["某法第1條：略。"],
    "scoring_points": [{"criterion_number": 1, "content": "秘密", "points": 20}],
}
MODULES = [{"module": "结论", "module_score": 5, "items": [{"index": 1, "criterion": "秘密", "points": 5}]}]
RISKS = [{"index": 1, "risk_name": "秘密", "points": 3, "scoring": {"识别风险": {"score": 3, "desc": "指出"}}}]


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (ESSAY, "甲得否拒絕給付？（50 分）\n\n1. 時效？（20 分）\n\n參考法條：\n某法第1條：略。"),
        (
            {"id": 3, "instruction": "请判决。", "question": "案情。", "label": "盗窃", "rubrics": MODULES},
            "请判决。\n\n案情。",
        ),
        (
            {"question": "律师，我要起诉。", "label": "买卖", "doc_type": "起诉状", "rubrics": MODULES},
            "律师，我要起诉。\n\n文书类型：起诉状",
        ),
        (
            {"conversation": "我被打了。", "question": "请追问。", "Rubrics": "1.(+3 分) 何时报警？"},
            "我被打了。\n\n请追问。",
        ),
        (
            {"id": "k", "contract_file": "k.md", "question": "请审阅。", "risks": RISKS},
            "请审阅。\n\n合同全文：\n第一条 略。",
        ),
    ],
)
def test_the_text_is_what_the_candidate_saw(record: dict[str, Any], text: str) -> None:
    contract = "第一条 略。" if "risks" in record else ""
    question = read_question(record, number=7, contract=contract)
    assert question.text == text
    assert "秘密" not in question.text
    assert question.id == question.rubric.id == str(record.get("id", 7))


def test_ids_stand_once() -> None:
    record = {"id": 1, "question": "案情。", "rubrics": MODULES}
    with pytest.raises(BadReferenceError, match="stands twice"):
        read_questions([record, record])
    assert list(read_questions([{**record, "id": None}, {**record, "id": ""}])) == ["1", "2"]


def test_records_of_no_form_are_errors() -> None:
    with pytest.raises(BadReferenceError, match="allowed one of tw_essay"):
        read_question({"id": "x", "answer": "B"})
    with pytest.raises(LegalMetricsError, match="allowed tw-legalbench/oeq, rubrics"):
        form_named("tw-legalbench/mcq")


@pytest.mark.parametrize(
    ("output", "form", "answer"),
    [
        ('{"answer": "時效。"}', "tw_essay", "時效。"),
        ("時效。", "tw_essay", "時效。"),
        ('{"answer": ""}', "tw_essay", None),
        ("<think>想</think>不构成。", "judgment", "不构成。"),
        ('{"answer": "不构成。"}', "judgment", '{"answer": "不构成。"}'),
        ("\n", "judgment", None),
    ],
)
def test_the_answer_in_an_output(output: str, form: str, answer: str | None) -> None:
    assert answer_in(output, form) == answer
