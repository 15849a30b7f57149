"""Prompts: the input goes in, the reference never does, and a template that is out never changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, UnknownTaskError
from legal_metrics.extract.outputs import FIELDS
from legal_metrics.prompts import LANGUAGES, render_prompt
from legal_metrics.text.script import is_simplified

TASK = "tw-legalbench/ljp"
SECRETS = {
    "reasons": "理由之秘密",
    "main_text": "主文之秘密",
    "statutes": [{"law": "法條之秘密", "article": "1", "where": ["concluding"]}],
    "outcomes": [{"verdict": "guilty", "name": "結果之秘密"}],
    "charges": ["罪名之秘密"],
    "cause": "案由之秘密",
    "case_id": "案號之秘密",
}
RECORD: dict[str, Any] = {"id": "r1", "facts": "甲○○徒手竊取{茶葉}1罐。", **SECRETS}

# Once released, a version's texts stay as they are: predictions name it.
RELEASED = {
    ("1", "zh-Hant"): "24168bbde61b90d358dce9f8b42e8104e230382b691103b50c8fc8f167171ebe",
    ("1", "zh-Hans"): "ed898e8f175622a8527496ff281e3b80616606f524b11f0c133107b26c275dc8",
    ("1", "en"): "ce3c6fcc2eb14c708220550f99c39eb1464004be6d7dd00237910e5995f4274f",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_facts_go_in(language: str) -> None:
    prompt = render_prompt(TASK, RECORD, language=language)
    text = json.dumps(list(prompt), ensure_ascii=False)
    assert [message["role"] for message in prompt] == ["system", "user"]
    assert RECORD["facts"] in prompt[1]["content"]
    assert "秘密" not in text
    assert "r1" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answer_asked_for_is_the_one_that_is_read(language: str) -> None:
    content = render_prompt(TASK, RECORD, language=language)[1]["content"]
    asked = content[content.rindex('{"') :]
    assert tuple(json.loads(asked)) == FIELDS


@pytest.mark.parametrize(("language", "simplified"), [("zh-Hant", False), ("zh-Hans", True)])
def test_each_prompt_is_in_its_own_script(language: str, simplified: bool) -> None:
    prompt = render_prompt(TASK, {"id": "r1", "facts": "…"}, language=language)
    assert is_simplified(prompt[0]["content"]) is simplified


@pytest.mark.parametrize(("version", "language"), RELEASED)
def test_released_templates_stay_as_they_are(version: str, language: str) -> None:
    prompt = render_prompt(TASK, RECORD, language=language, version=version)
    assert prompt.sha256 == RELEASED[version, language]
    assert prompt.id == f"{TASK}:{language}:v{version}"


def test_every_template_has_every_language_and_a_pin() -> None:
    path = Path(__file__).parents[2] / "legal_metrics" / "prompts" / "tw-legalbench.ljp.json"
    versions = json.loads(path.read_text(encoding="utf-8"))["versions"]
    assert {(version, language) for version, templates in versions.items() for language in templates} == set(RELEASED)
    assert all(set(templates) == set(LANGUAGES) for templates in versions.values())


def test_flags_of_the_record_are_told() -> None:
    flags = {"facts_cite_statutes": True, "main_text_needs_table": False, "facts_and_reasons_merged": True}
    assert render_prompt(TASK, {**RECORD, "flags": flags}).flags == ("facts_cite_statutes", "facts_and_reasons_merged")
    assert render_prompt(TASK, RECORD).flags == ()


def test_the_digest_is_of_the_template_not_of_the_record() -> None:
    assert render_prompt(TASK, RECORD).sha256 == render_prompt(TASK, {"id": "r2", "facts": "乙"}).sha256


def test_bad_input_is_named() -> None:
    with pytest.raises(UnknownTaskError, match="Did you mean 'tw-legalbench/ljp'"):
        render_prompt("tw-legalbench/lpj", RECORD)
    with pytest.raises(LegalMetricsError, match="found 'ja', allowed zh-Hant, zh-Hans, en"):
        render_prompt(TASK, RECORD, language="ja")
    with pytest.raises(LegalMetricsError, match="found '99', allowed 1"):
        render_prompt(TASK, RECORD, version="99")
    for facts in (None, "", " \n", 7):
        with pytest.raises(BadReferenceError, match="record 'r1', field 'facts'"):
            render_prompt(TASK, {**RECORD, "facts": facts})


@given(st.text(min_size=1).filter(str.strip))
def test_facts_go_in_unchanged(facts: str) -> None:
    assert facts in render_prompt(TASK, {"id": "r1", "facts": facts})[1]["content"]
