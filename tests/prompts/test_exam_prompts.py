"""Prompts of exams: question in, answer never, one language throughout, and templates that are out never change."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError
from legal_metrics.extract.choices import FIELDS
from legal_metrics.prompts import LANGUAGES, render_prompt
from legal_metrics.text.script import is_simplified

QUESTION: dict[str, Any] = {
    "id": "q1",
    "question": "甲將{土地}出賣於乙，何者正確？",
    "options": ["無效", "得撤銷", "有效", "效力未定"],
    "group": {"first": 1, "last": 2, "passage": "甲有一地。"},
    "answer": "秘密",
    "law_category": "秘密",
    "related_internal_law": "秘密",
    "provenance": {"file": "秘密"},
}
ESSAY: dict[str, Any] = {
    "id": "e1",
    "question_text": "試述{甲}之權利。",
    "points": 50,
    "sub_questions": [{"number": 1, "text": "得否請求返還？", "points": 25}],
    "reference_laws": ["某法第1條：略。"],
    "scoring_points": [{"criterion_number": 1, "content": "秘密", "points": 25}],
}

# Once released, a version's texts stay as they are: predictions name it.
RELEASED = {
    ("tw-legalbench/mcq", "zh-Hant"): "20aa10b4f776c1135fcc39fe93b0ef6ce781009c597d9f3938a49b3c9fb444a9",
    ("tw-legalbench/mcq", "zh-Hans"): "d6037b6eb8ec8180f499189d4e66030fe1f0046e4b12db6ca4200840df844bc3",
    ("tw-legalbench/mcq", "en"): "3869f85ee28f58634408f27085e52d9fcdbe43d839aa8a73e39ea2021c78a7ae",
    ("tw-legalbench/oeq", "zh-Hant"): "2c47ce30b6018db4095725393eb6794b5565ad925f8e0d07fb75337ada53a334",
    ("tw-legalbench/oeq", "zh-Hans"): "aa23bc90df6fc4380599d9944ac82cccb7ae73c84c4c4fb6fbb3a2cb9a6e416e",
    ("tw-legalbench/oeq", "en"): "ab5666441942fef90677cef1f77cb2c43edd39a5439401c3e910bd5446898512",
}


@pytest.mark.parametrize("task", ["tw-legalbench/mcq", "tw-legalbench/mcq_zh_cn", "tw-legalbench/mcq_en"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_goes_in_and_nothing_else(task: str, language: str) -> None:
    prompt = render_prompt(task, QUESTION, language=language)
    text = json.dumps(list(prompt), ensure_ascii=False)
    content = prompt[1]["content"]
    for part in ("甲有一地。", QUESTION["question"], "(A) 無效\n(B) 得撤銷\n(C) 有效\n(D) 效力未定"):
        assert part in content
    assert "秘密" not in text
    assert "q1" not in text
    assert "{?" not in content.replace(QUESTION["question"], "")
    assert tuple(json.loads(content[content.rindex('{"') :])) == FIELDS


def test_a_question_of_its_own_has_no_passage() -> None:
    for group in (None, ""):
        content = render_prompt("tw-legalbench/mcq", {**QUESTION, "group": group})[1]["content"]
        assert content.startswith("【題目】")
    assert "甲有一地。" in render_prompt("tw-legalbench/mcq", {**QUESTION, "group": "甲有一地。"})[1]["content"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_essay_question_goes_in_without_its_rubric(language: str) -> None:
    content = render_prompt("tw-legalbench/oeq", ESSAY, language=language)[1]["content"]
    for part in (ESSAY["question_text"], "1. 得否請求返還？（25 分）", "某法第1條：略。", "50"):
        assert part in content
    assert "秘密" not in content
    assert list(json.loads(content[content.rindex('{"') :])) == ["answer"]
    stated = {"number": 1, "text": "得否請求返還？（25分）", "points": 25}
    assert render_prompt("tw-legalbench/oeq", {**ESSAY, "sub_questions": [stated]})[1]["content"].count("25") == 1
    bare = render_prompt("tw-legalbench/oeq", {"id": "e1", "question_text": "試述之。"}, language=language)[1][
        "content"
    ]
    assert "(" not in bare.partition("試述之。")[0].replace("參考", "")
    assert "（" not in bare.partition("試述之。")[0]


@pytest.mark.parametrize(
    ("task", "language"), [("mcq", "zh-Hant"), ("mcq_zh_cn", "zh-Hans"), ("mcq_en", "en"), ("oeq", "zh-Hant")]
)
def test_the_default_language_is_that_of_the_records(task: str, language: str) -> None:
    record = ESSAY if task == "oeq" else QUESTION
    prompt = render_prompt(f"tw-legalbench/{task}", record)
    assert prompt.id == f"tw-legalbench/{task}:{language}:v1"
    assert is_simplified(prompt[0]["content"]) is (language == "zh-Hans")


@pytest.mark.parametrize(("task", "language"), RELEASED)
def test_released_templates_stay_as_they_are(task: str, language: str) -> None:
    record = ESSAY if task.endswith("oeq") else QUESTION
    assert render_prompt(task, record, language=language, version="1").sha256 == RELEASED[task, language]


@pytest.mark.parametrize(
    ("task", "change", "field"),
    [
        ("mcq", {"question": " "}, "question"),
        ("mcq", {"options": ["甲"]}, "options"),
        ("mcq", {"group": {"passage": ""}}, "group.passage"),
        ("mcq", {"group": 3}, "group"),
        ("oeq", {"question_text": None}, "question_text"),
        ("oeq", {"points": 0}, "points"),
        ("oeq", {"sub_questions": [{"number": 1}]}, r"sub_questions\[0\].text"),
    ],
)
def test_bad_records_are_named(task: str, change: dict[str, Any], field: str) -> None:
    record = ESSAY if task == "oeq" else QUESTION
    with pytest.raises(BadReferenceError, match=f"field '{field}'"):
        render_prompt(f"tw-legalbench/{task}", {**record, **change})


@given(st.text(min_size=1).filter(str.strip))
def test_texts_go_in_unchanged(text: str) -> None:
    assert text in render_prompt("tw-legalbench/mcq", {**QUESTION, "question": text})[1]["content"]
    assert text in render_prompt("tw-legalbench/oeq", {**ESSAY, "question_text": text})[1]["content"]
