"""Replies matched to questions: what is kept, what is rejected and why, what is counted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from builders.errors import BuildError
from builders.translate.accepted import read_accepted, source_digest
from builders.translate.replies import read_replies
from builders.translate.requests import translation_request

RECORD: dict[str, Any] = {
    "id": "q1",
    "question": "關於訴願，下列何者正確？",
    "options": ["應於30日內提起", "由法院審理", "不得撤回", "以言詞提起"],
    "group": None,
    "related_internal_law": "訴願法",
    "related_international_law": "",
}
RECORDS = {"q1": RECORD, "q2": {**RECORD, "id": "q2"}}
REPLY = {
    "question": "Regarding administrative appeals, which of the following is correct?",
    "options": ["It must be filed within thirty days", "A court hears it", "It cannot be withdrawn", "It is filed orally"],
    "passage": None,
}


def _line(output: object = None, **row: object) -> str:
    return json.dumps({"id": "q1", "by": "model-1", "output": output or json.dumps(REPLY), **row}, ensure_ascii=False)


def test_what_is_accepted_can_be_read_back() -> None:
    readings = read_replies([_line(), _line(id="q2", output=REPLY)], "r.jsonl", RECORDS, "en")
    assert readings.rejected == []
    assert readings.unanswered == []
    lines = [translation.to_line() for translation in readings.accepted.values()]
    assert read_accepted(lines, "a.jsonl") == readings.accepted


def test_a_request_names_the_glossary_and_the_text_it_asks_for() -> None:
    request = translation_request(RECORD, "en")
    assert request["glossary"] == {"訴願": ["administrative appeal"]}
    assert request["source_sha256"] == source_digest(RECORD)
    assert all(part in request["messages"][1]["content"] for part in (RECORD["question"], *RECORD["options"]))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (_line(id="q9"), "unknown_id"),
        (_line(language="zh_cn"), "other_language"),
        (_line(source_sha256="0" * 64), "stale"),
        (_line(output="I cannot translate this."), "unreadable"),
        (_line(output={"question": "Q", "options": "A, B, C, D"}), "unreadable"),
        (_line(output={**REPLY, "options": REPLY["options"][:3]}), "not_four_options"),
        (_line(output={**REPLY, "options": ["It must be filed within 20 days", *REPLY["options"][1:]]}), "value_missing"),
    ],
)
def test_a_rejected_reply_is_named_and_counted(line: str, reason: str) -> None:
    readings = read_replies([line], "r.jsonl", RECORDS, "en")
    assert readings.accepted == {}
    assert readings.reasons == {reason: 1}
    assert readings.unanswered == ["q1", "q2"]


def test_the_first_accepted_reply_stays() -> None:
    bad = _line(output={**REPLY, "options": REPLY["options"][:3]})
    readings = read_replies([bad, _line(), _line(by="model-2")], "r.jsonl", RECORDS, "en")
    assert readings.accepted["q1"].by == "model-1"
    assert [reason for _, reason, _ in readings.rejected] == ["not_four_options", "repeated"]


def test_repairs_and_paraphrased_terms_are_counted_by_law() -> None:
    fenced = "Here it is:\n```json\n" + json.dumps({**REPLY, "question": "Regarding petitions, which of the following is correct?"}) + "\n```"
    readings = read_replies([_line(output=fenced)], "r.jsonl", RECORDS, "en")
    assert readings.flags == {"repaired_surrounding_text": 1, "paraphrased_term": 1}
    assert {law: dict(terms) for law, terms in readings.paraphrased.items()} == {"訴願法": {"訴願": 1}}
    assert readings.accepted["q1"].paraphrased == ("訴願",)


@pytest.mark.parametrize(
    ("line", "message"),
    [("{", "found no JSON"), ("[]", "found list, allowed an object"), (_line(by=""), "field 'by'"), (_line(id=3), "field 'id'"), (_line(output=3), "field 'output'")],
)
def test_a_line_that_is_no_reply_is_counted_and_the_others_are_read(line: str, message: str) -> None:
    readings = read_replies([line, _line()], "r.jsonl", RECORDS, "en")
    assert readings.accepted.keys() == {"q1"}
    assert readings.reasons == {"bad_line": 1}
    assert readings.rejected[0][0] == "r.jsonl, line 1"
    assert message in readings.rejected[0][2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": ["a", "b", "c"]}, "field 'options'"),
        ({"language": "fr"}, "field 'language'"),
        ({"by": ""}, "field 'by'"),
        ({"passage": ""}, "field 'passage'"),
        ({"more": 1}, "allowed exactly"),
    ],
)
def test_a_bad_line_of_accepted_translations_is_named(change: dict[str, object], message: str) -> None:
    row = json.loads(read_replies([_line()], "r.jsonl", RECORDS, "en").accepted["q1"].to_line())
    with pytest.raises(BuildError, match=message):
        read_accepted([json.dumps({**row, **change})], "a.jsonl")


def test_an_accepted_translation_stands_once_and_in_one_language() -> None:
    line = read_replies([_line()], "r.jsonl", RECORDS, "en").accepted["q1"].to_line()
    with pytest.raises(BuildError, match="a second time"):
        read_accepted([line, line], "a.jsonl")
    other = json.dumps({**json.loads(line), "id": "q2", "language": "zh_cn"})
    with pytest.raises(BuildError, match="one language a file"):
        read_accepted([line, other], "a.jsonl")
