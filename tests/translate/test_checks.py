"""What keeps a translation out, and what only flags it. Questions and translations written for this test."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.translate.checks import FLAGGING, REJECTING, check_translation, traditional_characters

RECORD: dict[str, Any] = {
    "id": "sample-113-9001-q1",
    "question": "關於消滅時效，下列何者錯誤？",
    "options": ["一般時效為15年", "利息之時效為5年", "時效完成後債權當然消滅", "拋棄時效利益之人喪失抗辯"],
    "group": None,
}
CN = ("关于消灭时效，下列何者错误？", ["一般时效为15年", "利息之时效为5年", "时效完成后债权当然消灭", "抛弃时效利益之人丧失抗辩"])
EN = (
    "Regarding extinctive prescription, which of the following is incorrect?",
    ["The general period is fifteen years", "The period for interest is 5 years", "The claim is extinguished by itself", "Whoever waives the benefit loses the defense"],
)
GROUP: dict[str, Any] = {**RECORD, "group": {"first": 1, "last": 2, "passage": "甲向乙借款100萬元。"}}


def _codes(record: dict[str, Any], question: str, options: list[str], passage: str | None, language: str) -> list[str]:
    return [finding.code for finding in check_translation(record, question, options, passage, language).findings]


def test_good_translations_have_no_findings() -> None:
    assert _codes(RECORD, *CN, None, "zh_cn") == []
    assert _codes(RECORD, *EN, None, "en") == []
    assert _codes(GROUP, *EN, "A borrows NT$1,000,000 from B.", "en") == []


@pytest.mark.parametrize(
    ("question", "options", "passage", "language", "code"),
    [
        (EN[0], EN[1][:3], None, "en", "not_four_options"),
        (EN[0], [*EN[1], "None of these"], None, "en", "not_four_options"),
        (EN[0], [*EN[1][:3], " "], None, "en", "empty_part"),
        ("", EN[1], None, "en", "empty_part"),
        (EN[0], EN[1], "A text that nobody printed.", "en", "passage_invented"),
        (EN[0], [EN[1][0], EN[1][1], EN[1][2], EN[1][2].upper()], None, "en", "equal_options"),
        (EN[0], ["The general period is ten years", *EN[1][1:]], None, "en", "value_missing"),
        (EN[0].replace("incorrect", "correct"), EN[1], None, "en", "negation"),
        (CN[0].replace("错误", "正确"), CN[1], None, "zh_cn", "negation"),
        (EN[0] + "（時效）", EN[1], None, "en", "wrong_script"),
        (CN[0].replace("关于", "關於"), CN[1], None, "zh_cn", "wrong_script"),
        (CN[0].replace("消灭时效", "诉讼时效"), CN[1], None, "zh_cn", "mainland_term"),
        (EN[0].replace("extinctive prescription", "the limitation of actions"), EN[1], None, "en", "paraphrased_term"),
        (EN[0], [f"{letter}. {option}" for letter, option in zip("ABCD", EN[1], strict=True)], None, "en", "label_in_option"),
    ],
)
def test_each_fault_is_found(question: str, options: list[str], passage: str | None, language: str, code: str) -> None:
    checked = check_translation(RECORD, question, options, passage, language)
    assert code in [finding.code for finding in checked.findings]
    assert checked.accepted == (code in FLAGGING)


@pytest.mark.parametrize("stem", ["下列何者<u>不是</u>意思表示？", "下列何者<u>非</u>要約？", "下列何人之行為不罰？", "下列何者不在本法適用範圍之內？"])
def test_a_drawn_or_late_negation_counts(stem: str) -> None:
    record = {**RECORD, "question": stem}
    assert "negation" in _codes(record, "Which of the following is an example?", EN[1], None, "en")
    assert "negation" not in _codes(record, "Which of the following is not an example?", EN[1], None, "en")


def test_a_passage_must_be_translated_too() -> None:
    assert _codes(GROUP, *EN, None, "en") == ["passage_missing"]
    assert _codes(GROUP, *EN, "A borrows money from B.", "en") == ["value_missing"]


def test_blanks_and_item_marks_stay() -> None:
    record = {**RECORD, "question": "依＿＿之規定，①甲②乙，何者錯誤？"}
    assert "mark_missing" in _codes(record, "Under the rule, A and B: which is incorrect?", EN[1], None, "en")
    assert "mark_missing" not in _codes(record, "Under ____, (1) A, (2) B: which is incorrect?", EN[1], None, "en")


def test_labels_are_taken_off_and_said() -> None:
    options = [f"({letter}) {option}" for letter, option in zip("ABCD", EN[1], strict=True)]
    assert list(check_translation(RECORD, EN[0], options, None, "en").options) == EN[1]


def test_an_option_that_begins_with_another_letter_keeps_it() -> None:
    options = ["B. Smith's claim of fifteen years", *EN[1][1:]]
    assert check_translation(RECORD, EN[0], options, None, "en").options[0] == options[0]


@pytest.mark.parametrize(("text", "found"), [("消灭时效", ""), ("消滅时效", "滅"), ("乾隆年间", ""), ("占有与共有", ""), ("诉願", "願"), ("", "")])
def test_traditional_characters(text: str, found: str) -> None:
    assert traditional_characters(text) == found


@given(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=6), st.none() | st.text(max_size=30), st.sampled_from(["zh_cn", "en"]))
def test_any_reply_is_checked(question: str, options: list[str], passage: str | None, language: str) -> None:
    checked = check_translation(GROUP, question, options, passage, language)
    assert {finding.code for finding in checked.findings} <= REJECTING.keys() | FLAGGING.keys()
    assert not checked.accepted or (len(checked.options) == 4 and checked.question and checked.passage)
