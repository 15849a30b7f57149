"""Whole judgments: every layout gives the same facts, bad content gives problems, real ones agree with the labels."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judgment_texts import JUDGMENTS, LAYOUTS, OLD, RULING, SUMMARY, TABLES, without_blanks

from builders.parse.court_case import read_case
from builders.parse.judgment import Judgment, parse_judgment


def raw(text: str, **changes: str) -> dict[str, str]:
    keys = {"JID": "AAAM,107,易,12,20180927,1", "JYEAR": "107", "JCASE": "易", "JNO": "12", "JDATE": "20180927", "JTITLE": "竊盜"}
    return {**keys, "JFULL": text, "JPDF": "", **changes}


def facts(judgment: Judgment) -> dict[str, Any]:
    """What does not depend on the layout."""
    found = judgment.to_gold_dict()
    del found["sections"]
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", JUDGMENTS)
def test_every_layout_gives_the_same_facts(name: str, layout: str) -> None:
    expected = facts(parse_judgment(raw(JUDGMENTS[name])))
    found = facts(parse_judgment(raw(LAYOUTS[layout](JUDGMENTS[name]))))
    if name == "old" and layout in ("stripped", "one_line", "without_blanks"):
        for value in (expected, found):  # names with ages beside them need their columns
            del value["defendants"], value["defendant_names"], value["problems"]
            value["outcomes"] = [{**outcome, "defendant": None} for outcome in value["outcomes"]]
    assert found == expected


def test_a_summary_judgment() -> None:
    judgment = parse_judgment(raw(SUMMARY))
    found = judgment.to_gold_dict()
    assert (found["form"], found["instance"], found["defendants"], found["date"]) == ("簡易判決", 1, 1, "2018-09-27")
    assert found["court"] == "臺灣甲地方法院"
    assert found["sections"]["merged"] is True
    (outcome,) = found["outcomes"]
    assert (outcome["verdict"], [count["detention_days"] for count in outcome["counts"]]) == ("guilty", [20])
    assert outcome["charges"] == ["竊盜"]
    assert [(c["law"], c["article"], c["paragraph"]) for c in found["statutes"]] == [
        ("刑事訴訟法", "449", 1),
        ("刑事訴訟法", "454", 2),
        ("刑法", "320", 1),
        ("刑法", "41", 1),
    ]
    assert {tuple(applied["where"]) for applied in found["applied_statutes"] if applied["article"] == "320"} >= {("concluding", "offence")}
    assert found["problems"] == []
    assert judgment.section("main_text").startswith("王大明犯竊盜罪")
    assert "\n" in judgment.section("main_text"), "sections keep the layout of JFULL"


def test_two_defendants_in_the_old_form() -> None:
    found = parse_judgment(raw(OLD)).to_gold_dict()
    assert [(o["defendant"], o["verdict"]) for o in found["outcomes"]] == [(1, "guilty"), (2, "not_guilty")]
    assert found["outcomes"][0]["counts"][0]["imprisonment_months"] == 3


def test_penalties_that_stand_in_a_table() -> None:
    judgment = parse_judgment(raw(TABLES))
    guilty, acquitted = judgment.to_gold_dict()["outcomes"]
    assert judgment.defendants == ("丙丁實業有限公司", "陳一明")
    assert (guilty["defendant"], guilty["counts_from_table"]) == (2, True)
    assert [count["imprisonment_months"] for count in guilty["counts"]] == [3, 4]
    assert guilty["executed"]["imprisonment_months"] == 5
    assert (acquitted["defendant"], acquitted["verdict"]) == (1, "not_guilty")
    assert judgment.needs_table


def test_run_together_names_are_told_by_their_number() -> None:
    """A masked copy: the 主文 names 甲○○ and 乙○○, the header has both names without a blank."""
    header = "臺灣甲地方法院刑事判決107年度易字第12號公訴人臺灣甲地方檢察署檢察官被告王大明李小華上列被告等因竊盜案件，本院判決如下："
    body = "主文甲○○犯竊盜罪，處拘役貳拾日。{}理由一、略。中華民國107年9月27日刑事庭法官李四平"
    both = parse_judgment(raw(header + body.format("乙○○無罪。")))
    assert (both.defendants, [o.verdict for o in both.outcomes]) == (("王大明", "李小華"), ["guilty", "not_guilty"])
    assert [p.code for p in both.problems] == ["names_split_by_number"]
    one = parse_judgment(raw(header + body.format("")))
    assert (len(one.defendants), [p.code for p in one.problems]) == (1, ["names_not_separated"])


@pytest.mark.parametrize("order", ["王大明應執行有期徒刑玖月。", "王大明羈押期間，自民國一百十二年五月八日起，延長貳月。", "聲請駁回。"])
def test_a_ruling_sentences_nobody(order: str) -> None:
    found = parse_judgment(raw(RULING.replace("王大明應執行有期徒刑玖月。", order))).to_gold_dict()
    assert found["form"] == "other"
    assert [(o["defendant"], o["verdict"], o["other_kind"], o["counts"]) for o in found["outcomes"]] == [(1, "other", "ruling", [])]
    assert found["problems"] == []


@pytest.mark.parametrize(
    ("change", "instance"),
    [
        ({}, 1),
        ({"JCASE": "簡上", "JID": "AAAM,107,簡上,12,20180927,1"}, 2),
        ({"JCASE": "交簡上", "JID": ""}, 2),
        ({"JCASE": "重訴", "JID": "TPHM,107,重訴,12,20180927,1"}, 2),
        ({"JCASE": "台上", "JID": "TPSM,107,台上,12,20180927,1"}, 3),
        ({"JCASE": "竹東交簡", "JID": "CPEM,107,竹東交簡,12,20180927,1"}, 1),
    ],
)
def test_the_instance_by_court_code_then_case_word(change: dict[str, str], instance: int) -> None:
    assert parse_judgment(raw(SUMMARY, **change)).instance == instance


def test_the_case_comes_from_the_text_where_the_keys_are_empty() -> None:
    case, problems = read_case({}, without_blanks(OLD))
    assert (case.year, case.word, case.number, problems) == (93, "訴", "八七八", ())


def test_keys_that_contradict_the_jid_are_problems() -> None:
    problems = parse_judgment(raw(SUMMARY, JCASE="訴")).problems
    assert [(p.code, p.field, p.found) for p in problems] == [("jid_mismatch", "JCASE", "訴")]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", {"no_main_text", "no_reasons", "no_signature", "no_defendant"}),
        ("不是判決的文字。", {"no_main_text", "no_reasons", "no_signature", "no_defendant"}),
        (SUMMARY.replace("    主  文\n", ""), {"no_main_text"}),
        (SUMMARY[: SUMMARY.index("    事實及理由")], {"no_reasons", "no_signature"}),
        (SUMMARY.replace("被　　　告　王大明\n", ""), {"no_defendant"}),
    ],
)
def test_bad_content_gives_problems(text: str, codes: set[str]) -> None:
    assert codes <= {problem.code for problem in parse_judgment(raw(text)).problems}


def test_a_judgment_without_main_text_has_no_outcome() -> None:
    assert parse_judgment(raw(SUMMARY.replace("    主  文\n", ""))).outcomes == ()


@given(st.text(max_size=200))
def test_no_text_raises_and_the_argument_is_left_alone(text: str) -> None:
    given_raw = raw(text)
    before = copy.deepcopy(given_raw)
    judgment = parse_judgment(given_raw)
    assert given_raw == before
    json.dumps(judgment.to_gold_dict(), ensure_ascii=False)


@given(
    st.lists(
        st.sampled_from(["主文\n", "\n事實\n", "\n理由\n", "王大明犯竊盜罪，處有期徒刑參月。", "應執行拘役伍日。", "附表一：", "┌─┐│1│└─┘", " "]),
        max_size=12,
    )
)
def test_no_arrangement_of_real_parts_raises(parts: list[str]) -> None:
    parse_judgment(raw("".join(parts)))


@given(st.data())
def test_blanks_between_characters_change_nothing_but_offsets(data: st.DataObject) -> None:
    """Half- and full-width blanks inside the sections of the original layout, as courts set them round numbers."""
    places = data.draw(st.lists(st.integers(SUMMARY.index("王大明犯"), SUMMARY.index("以上正本")), max_size=8))
    text = SUMMARY
    for place in sorted(places, reverse=True):
        if "\n" not in text[place - 1 : place + 1]:
            text = text[:place] + data.draw(st.sampled_from([" ", "　"])) + text[place:]
    assert facts(parse_judgment(raw(text))) == facts(parse_judgment(raw(SUMMARY)))


def test_time_is_linear_in_the_text() -> None:
    def seconds(repeats: int) -> float:
        text = TABLES.replace("貳、實體部分", "二、核被告所為，係犯刑法第339條第1項之罪，有附表一主文欄可按。\n" * repeats + "貳、實體部分")
        parse_judgment(raw(text))
        start = time.process_time()
        parse_judgment(raw(text))
        return time.process_time() - start

    assert seconds(2000) < 40 * max(seconds(200), 0.001)


@pytest.mark.parametrize("folder", ["jrf", "modern"])
def test_real_judgments_lose_their_white_space_without_loss(shared: Path, folder: str) -> None:
    wrong = []
    for path in sorted((shared / "corpora/tw/judgments" / folder).rglob("*,*.json")):
        value = json.loads(path.read_text(encoding="utf-8"))
        original = parse_judgment(value)
        stripped = parse_judgment({**value, "JFULL": without_blanks(value["JFULL"])})
        for name in ("main_text", "facts", "reasons"):
            if without_blanks(original.section(name)) != stripped.section(name):
                wrong.append((path.stem, name))
        if len(original.defendants) == len(stripped.defendants) and original.outcomes != stripped.outcomes:
            wrong.append((path.stem, "outcomes"))
    assert wrong == []
