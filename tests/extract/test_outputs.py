"""Model outputs for judgment prediction: strict as the paper, lenient with named repairs, every failure with its own status."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.outputs import READINGS, STATUSES, JudgmentAnswer, read_judgment_answer

STATUTES = ["刑法第320條第1項", "刑法第41條第1項前段"]
MAIN_TEXT = "甲○○犯竊盜罪，處拘役貳拾日，如易科罰金，以新臺幣壹仟元折算壹日。"
ANSWER = {"statutes": STATUTES, "reasoning": "被告自白犯罪。", "main_text": MAIN_TEXT}
WHOLE = json.dumps(ANSWER, ensure_ascii=False)


def strict(output: str) -> JudgmentAnswer:
    return read_judgment_answer(output)


def lenient(output: str) -> JudgmentAnswer:
    return read_judgment_answer(output, reading="lenient")


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("output", [WHOLE, f"\n {WHOLE}\n", json.dumps(ANSWER), json.dumps(ANSWER, indent=2)])
def test_what_the_prompt_asks_for_is_read_without_repair(output: str, reading: str) -> None:
    answer = read_judgment_answer(output, reading=reading)
    assert (answer.status, answer.statutes, answer.main_text, answer.repairs) == ("ok", tuple(STATUTES), MAIN_TEXT, ())


@pytest.mark.parametrize(
    ("output", "repairs"),
    [
        (f"```json\n{WHOLE}\n```", ("surrounding_text",)),
        (f"以下是我的判決：\n{WHOLE}\n以上。", ("surrounding_text",)),
        (f'<think>先看 {{"main_text": "無罪"}} 再想</think>\n{WHOLE}', ("think_block",)),
        (f"想一想，沒有開頭標記。</think>{WHOLE}", ("think_block",)),
        (WHOLE.replace("}", ",}"), ("trailing_commas",)),
        (json.dumps({"適用法條": STATUTES, "理由": "", "主文": MAIN_TEXT}, ensure_ascii=False), ("other_keys",)),
        (
            json.dumps({"Statutes": STATUTES, "Reasoning": "", "Main Text": MAIN_TEXT}, ensure_ascii=False),
            ("other_keys",),
        ),
        (json.dumps({**ANSWER, "confidence": 0.9}, ensure_ascii=False), ("extra_keys",)),
        (json.dumps({"statutes": STATUTES, "main_text": MAIN_TEXT}, ensure_ascii=False), ("missing_keys",)),
        (json.dumps({"answer": ANSWER}, ensure_ascii=False), ("nested_object",)),
        (f"[{WHOLE}]", ("surrounding_text",)),
        (json.dumps({**ANSWER, "main_text": [MAIN_TEXT]}, ensure_ascii=False), ("other_types",)),
        (WHOLE.replace(": ", "：").replace("{", "｛").replace("}", "｝"), ("fullwidth_punctuation",)),
        (str(ANSWER), ("single_quotes",)),
        (json.dumps(WHOLE, ensure_ascii=False), ("double_encoded",)),
    ],
)
def test_lenient_reads_what_strict_does_not(output: str, repairs: tuple[str, ...]) -> None:
    assert strict(output).status == "unparsed"
    assert strict(output).why
    assert strict(output).main_text is None
    answer = lenient(output)
    assert (answer.status, answer.statutes, answer.main_text, answer.repairs) == (
        "ok",
        tuple(STATUTES),
        MAIN_TEXT,
        repairs,
    )


@pytest.mark.parametrize(
    ("statutes", "read"),
    [
        ("刑法第320條第1項、第47條", ("刑法第320條第1項、第47條",)),
        ([{"law": "刑法", "article": "第320條"}, "刑法第47條"], ("刑法第320條", "刑法第47條")),
        (None, ()),
        ([], ()),
    ],
)
def test_statutes_of_other_types(statutes: object, read: tuple[str, ...]) -> None:
    answer = lenient(json.dumps({**ANSWER, "statutes": statutes}, ensure_ascii=False))
    assert answer.statutes == read
    assert ("other_types" in answer.repairs) == (statutes != [])


@pytest.mark.parametrize(
    "output",
    [
        f"主文：{MAIN_TEXT}\n適用法條：\n刑法第320條第1項\n刑法第41條第1項前段\n理由：\n被告自白犯罪。",
        f"## 適用法條\n- 刑法第320條第1項\n- 刑法第41條第1項前段\n\n## 理由\n被告自白犯罪。\n\n## 主　文\n{MAIN_TEXT}\n\n## 附錄\n從略",
        f"【所犯法條】\n刑法第320條第1項\n刑法第41條第1項前段\n【判決主文】\n{MAIN_TEXT}\n【判決理由】\n被告自白犯罪。",
        f"**一、主文**\n{MAIN_TEXT}\n**二、法條依據**\n刑法第320條第1項\n刑法第41條第1項前段\n**三、理由**\n略",
    ],
)
def test_plain_text_with_headings(output: str) -> None:
    assert strict(output).status == "unparsed"
    answer = lenient(output)
    assert (answer.status, answer.main_text, answer.repairs) == ("ok", MAIN_TEXT, ("plain_text",))
    assert [entry.lstrip("- ") for entry in answer.statutes or ()] == STATUTES


def test_a_whole_judgment_as_plain_text() -> None:
    output = (
        "臺灣臺北地方法院刑事判決\n　　主　　文\n"
        f"{MAIN_TEXT}\n　　犯罪事實\n甲○○竊取茶葉1罐。\n　　理　　由\n一、核被告所為，係犯刑法第320條第1項之竊盜罪。\n"
        "二、據上論斷，應依刑法第41條第1項前段，判決如主文。\n中　華　民　國　108　年　7　月　5　日"
    )
    answer = lenient(output)
    assert (answer.main_text, answer.repairs) == (MAIN_TEXT, ("plain_text", "statutes_from_reasoning"))
    assert "第320條" in "".join(answer.statutes or ())


def test_a_heading_in_running_text_is_none() -> None:
    assert lenient("本院認為主文應如何諭知，容後再論。判決如主文。").status == "unparsed"


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("", "empty"),
        (" \n\u3000", "empty"),
        (json.dumps({"statutes": [], "reasoning": " ", "main_text": "\n"}), "empty"),
        (json.dumps({"statutes": [""], "reasoning": "……", "main_text": ""}), "empty"),
        ("很抱歉，我無法就具體個案提供判決。", "refusal"),
        ("作為一個AI語言模型，我不能作出判決。", "refusal"),
        ("I'm sorry, but I can't help with that.", "refusal"),
        (json.dumps({"statutes": [], "reasoning": "", "main_text": "無法判斷，請諮詢律師。"}), "refusal"),
        (WHOLE[:-20], "truncated"),
        (WHOLE[:30], "truncated"),
        ("<think>" + "先看證據。" * 50, "truncated"),
        ("被告應該有罪吧。", "unparsed"),
        ("[1, 2]", "unparsed"),
        ('{"verdict_probability": 0.5}', "unparsed"),
        (WHOLE.translate(str.maketrans("處條項竊盜貳臺幣", "处条项窃盗贰台币")), "wrong_script"),
    ],
)
def test_statuses(output: str, status: str, reading: str) -> None:
    assert read_judgment_answer(output, reading=reading).status == status


def test_a_refusal_deep_in_a_real_answer_is_none() -> None:
    answer = {**ANSWER, "main_text": MAIN_TEXT + "證人稱：很抱歉，我無法提供協助。"}
    assert strict(json.dumps(answer, ensure_ascii=False)).status == "ok"


def test_simplified_answers_keep_their_text() -> None:
    answer = strict(
        json.dumps({**ANSWER, "main_text": "甲犯窃盗罪，处有期徒刑六个月。", "reasoning": ""}, ensure_ascii=False)
    )
    assert (answer.status, answer.main_text, answer.is_readable) == (
        "wrong_script",
        "甲犯窃盗罪，处有期徒刑六个月。",
        True,
    )


def test_an_unknown_reading_is_named() -> None:
    with pytest.raises(LegalMetricsError, match="found 'loose', allowed strict or lenient"):
        read_judgment_answer("", reading="loose")


@pytest.mark.parametrize("reading", READINGS)
@given(output=st.one_of(st.text(), st.text(alphabet="{}[]\"',:：主文法條理由\n<think>/ 甲", max_size=80)))
def test_no_output_raises(reading: str, output: str) -> None:
    answer = read_judgment_answer(output, reading=reading)
    assert answer.status in STATUSES
    assert answer.is_readable or (answer.main_text is None and answer.statutes is None)


@given(st.lists(st.text(), max_size=4), st.text(), st.text())
def test_any_answer_in_the_asked_form_is_read_exactly(statutes: list[str], reasoning: str, main_text: str) -> None:
    output = json.dumps({"statutes": statutes, "reasoning": reasoning, "main_text": main_text}, ensure_ascii=False)
    one, other = strict(output), lenient(output)
    assert one == other
    if one.is_readable:
        assert (list(one.statutes or ()), one.reasoning, one.main_text) == (statutes, reasoning, main_text)


@pytest.mark.parametrize("piece", ["<think>", "</think>", "主文：", "主文\n", "{", "｛", "# ", "一、", "　"])
def test_long_odd_outputs_take_one_pass(piece: str) -> None:
    read_judgment_answer(piece * 50_000, reading="lenient")
