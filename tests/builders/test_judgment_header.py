"""Court, form and defendants from headers of every layout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judgment_texts import JUDGMENTS, LAYOUTS, RULING

from builders.parse.judgment_header import Header, parse_header
from builders.parse.judgment_sections import find_sections
from builders.parse.party_names import clean_name, names_in, split_fused
from legal_metrics.text.compact import CompactText

COURTS = {"summary": "臺灣甲地方法院", "old": "臺灣乙地方法院", "tables": "臺灣丙地方法院"}
DEFENDANTS = {"summary": ("王大明",), "old": ("甲○○", "乙○○"), "tables": ("丙丁實業有限公司", "陳一明")}


def header(text: str) -> Header:
    compact = CompactText(text)
    sections = find_sections(compact)
    return parse_header(compact, sections.header, sections.main_text)


def parties(lines: str, main_text: str = "略。", *, first: str = "臺灣甲地方法院刑事判決　　107年度易字第12號") -> tuple[str, ...]:
    return header(f"{first}\n{lines}\n上列被告因竊盜案件，本院判決如下：\n    主  文\n{main_text}\n    理  由\n一、略。\n").defendants


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", JUDGMENTS)
def test_every_layout_gives_the_same_defendants(name: str, layout: str) -> None:
    if name == "old" and layout in ("stripped", "one_line", "without_blanks"):
        pytest.skip("ages and prisons are told from names by their column; headers that have them exist in the original layout only")
    found = header(LAYOUTS[layout](JUDGMENTS[name]))
    assert found.defendants == DEFENDANTS[name]
    assert found.court == COURTS[name]
    assert found.form == ("簡易判決" if name == "summary" else "判決")
    assert found.unsplit == ()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("被　　　告　王大明\n　　　　　　李小華", ("王大明", "李小華")),
        ("被      告  王大明\n            李小華", ("王大明", "李小華")),
        ("被　　　告　王大明\n被　　　告　李小華", ("王大明", "李小華")),
        ("上　訴　人\n即　被　告　王大明", ("王大明",)),
        ("上　訴　人　王大明\n即　被　告\n選任辯護人　周七全律師", ("王大明",)),
        ("上　訴　人\n即　被　告\n　　　　　　王大明\n　　　　　　李小華", ("王大明", "李小華")),
        ("被　　　告\n即上訴人　　王大明", ("王大明",)),
        ("上　訴　人　臺灣甲地方檢察署檢察官\n上　訴　人\n即　被　告　王大明\n　　　　　　李小華", ("王大明", "李小華")),
        ("上　訴　人　臺灣甲地方檢察署檢察官\n被　　　告　王大明", ("王大明",)),
        ("自　訴　人　張三\n自訴代理人　周七全律師\n被　　　告　王大明", ("王大明",)),
        ("被　　　告　王大明\n　　　　　　李小華\n上　二　人\n共　　　同\n選任辯護人　周七全律師\n　　　　　　吳八方律師", ("王大明", "李小華")),
        ("被　　　告　王大明\n上　一　人\n選任辯護人　周七全律師\n被　　　告　李小華", ("王大明", "李小華")),
        ("被　　　告　王大明\n共　　　同　周七全律師\n選任辯護人　吳八方律師", ("王大明",)),
        ("被　　　告　王大明\n指定辯護人　本院公設辯護人　馮百川", ("王大明",)),
        ("被　　　告　丙丁實業有限公司\n代　表　人　陳一明", ("丙丁實業有限公司",)),
        ("被　　　告　丙丁實業有限公司\n兼　代表人　陳一明", ("丙丁實業有限公司", "陳一明")),
        ("被　　　告　丙丁實業有限公司\n兼　上一人\n代　表　人　陳一明", ("丙丁實業有限公司", "陳一明")),
        ("被告兼代表人　陳一明", ("陳一明",)),
        ("自　訴　人　丙丁實業有限公司\n兼　代表人　陳一明\n被　　　告　王大明", ("王大明",)),
        ("被　　　告　甲○○　男　37歲.\n　　　　　　　　　　國民", ("甲○○",)),
        ("被　　　告　甲○○\n　　　　　　　　　　（另案在臺灣甲監獄執行中）", ("甲○○",)),
        ("被　　　告　甲　○　○", ("甲○○",)),
        ("被　　　告　王　明", ("王明",)),
        ("被　　　告　甲○○即更名前之.", ("甲○○",)),
        ("被　　　告　王大明（原名王小明）", ("王大明",)),
        ("被　　　告　林志男", ("林志男",)),
        ("被　　　告　陳三", ("陳三",)),
        ("被　　　告　居大明\n　　　　　　籍小華\n　　　　　　王玉樓\n　　　　　　鐘離市明", ("居大明", "籍小華", "王玉樓", "鐘離市明")),
        ("被　　　告　及川太郎\n　　　　　　上官小華", ("及川太郎", "上官小華")),
        ("被　　　告　TAN AH KOW\n　　　　　　（中文名：陳阿狗）", ("TAN AH KOW",)),
        ("被　　　告　王大明　\n\n\n選任辯護人　周七全律師", ("王大明",)),
        ("受　刑　人　王大明", ("王大明",)),
        ("被　　　告　王大明\n　　　　　　原名王小明\n　　　　　　（年籍詳卷）\n　　　　　　國籍：越南\n　　　　　　住甲市乙路1號", ("王大明",)),
        ("被　　　告　王大明\n通　　　譯　陳四", ("王大明",)),
        ("被　　　告　王大明\n第三人即沒收程序\n參　與　人　丙丁實業有限公司", ("王大明",)),
        ("被　　　告　阮文甲（NGUYEN VAN A）（越南國人）", ("阮文甲",)),
        ("被　　　告　王大明\n李小華\n選任辯護人　周七全律師", ("王大明", "李小華")),
        ("被　　　告　王大明\n不　明　者　陳四\n選任辯護人　周七全律師", ("王大明",)),
        ("被告王大明\n李小華\n選任辯護人周七全律師", ("王大明", "李小華")),
        ("被　　　告　王大明\n　　　　　　林○○　　（年籍資料詳卷）\n法定代理人　林父", ("王大明", "林○○")),
        ("被　　　告　極其冗長名稱之國際實業股份有限公司亞太台灣分\n　　　　　　公司", ("極其冗長名稱之國際實業股份有限公司亞太台灣分公司",)),
    ],
)
def test_who_is_a_defendant(lines: str, expected: tuple[str, ...]) -> None:
    assert parties(f"公　訴　人　臺灣甲地方檢察署檢察官\n{lines}") == expected


def test_further_case_numbers_are_no_parties() -> None:
    assert parties("　　　　　　　　　　　　　　　　107年度易字第13號\n公　訴　人　臺灣甲地方檢察署檢察官\n被　　　告　王大明") == ("王大明",)


def test_names_that_lost_their_blanks_are_split_by_their_use() -> None:
    text = "臺灣甲地方法院刑事判決107年度易字第12號公訴人臺灣甲地方檢察署檢察官被告王大明李小華上二人共同選任辯護人周七全律師上列被告等因竊盜案件，本院判決如下：主文{}理由一、略。中華民國107年1月1日刑事庭法官錢三多"
    assert header(text.format("王大明、李小華均無罪。")).defendants == ("王大明", "李小華")
    found = header(text.format("本件公訴不受理。"))
    assert (found.defendants, found.unsplit) == (("王大明李小華",), ("王大明李小華",))


@pytest.mark.parametrize(
    ("first", "form"),
    [
        ("臺灣甲地方法院刑事判決", "判決"),
        ("臺灣甲地方法院刑事簡易判決", "簡易判決"),
        ("臺灣甲地方法院刑事協商判決", "判決"),
        ("臺灣甲地方法院刑事裁定", "other"),
        ("臺灣甲地方法院宣示判決筆錄", "other"),
        ("調解筆錄", "other"),
    ],
)
def test_the_form_is_that_of_the_first_line(first: str, form: str) -> None:
    text = f"{first}　　107年度易字第12號\n被　　　告　王大明\n上列被告因竊盜案件，判決如下：\n    主  文\n略。\n"
    assert header(text).form == form


def test_a_ruling_is_no_judgment_whatever_its_first_line_says() -> None:
    assert header(RULING).form == "other"
    assert header(RULING.replace("刑事裁定", "刑事簡易判決")).form == "other"
    assert header(RULING).defendants == ("王大明",)


def test_a_panel_that_rules_on_its_procedure_still_judges() -> None:
    text = "臺灣甲地方法院刑事判決\n被告 王大明\n上列被告因竊盜案件，本院合議庭裁定由受命法官獨任審理，判決如下：\n主 文\n略。\n"
    assert header(text).form == "判決"


def test_old_and_new_spelling_of_the_court_are_one() -> None:
    assert header("台灣甲地方法院刑事判決\n主 文\n").court == "臺灣甲地方法院"
    assert header("臺灣高等法院臺中分院刑事判決\n主 文\n").court == "臺灣高等法院臺中分院"


@given(st.text(alphabet="被告上訴人即兼共同選任辯護律師王大明○○公司男37歲.　 \n（）原名列因判決如下：主文A", max_size=80))
def test_no_header_raises(text: str) -> None:
    found = header(text)
    assert len(set(found.defendants)) == len(found.defendants)


@given(st.text(max_size=30), st.text(max_size=60))
def test_splitting_keeps_characters_in_order(name: str, text: str) -> None:
    pieces, certain = split_fused(name, text, "")
    assert name.startswith("".join(pieces)) or not certain
    assert all(names_in(value, several=several) is not None for value in (name, text) for several in (True, False))
    assert len(clean_name(name)) <= len(name)


@pytest.mark.parametrize(("gold", "folder"), [("gold.jsonl", "jrf"), ("gold_modern.jsonl", "modern")])
def test_real_judgments(shared: Path, gold: str, folder: str) -> None:
    judgments = shared / "corpora/tw/judgments"
    files = {path.stem: path for path in (judgments / folder).rglob("*.json")}
    wrong = []
    for line in (judgments / gold).read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        found = header(json.loads(files[label["jid"]].read_text(encoding="utf-8"))["JFULL"])
        if (len(found.defendants), found.form) != (label["defendants"], label["form"]):
            wrong.append(label["jid"])
    assert wrong == []


@pytest.mark.parametrize(
    ("parties", "expected"),
    [
        ("被      告  王大明\n輔  佐  人\n即被告之母  陳花\n", ("王大明",)),
        ("被      告  大發有限公司\n兼上一人之\n代  表  人  王大明\n", ("大發有限公司", "王大明")),
        ("被      告  大發有限公司\n上  一  人\n兼代表人    王大明\n", ("大發有限公司", "王大明")),
        ("被      告  NGUYEN VAN NAM（越南籍，中文姓名：阮文南）\n", ("NGUYEN VAN NAM",)),
        ("被      告  代號AB000-A107001A（真實姓名、年籍均詳卷）\n", ("代號AB000-A107001A",)),
        ("被      告  王大明\n訴訟參與人  陳小華\n", ("王大明",)),
    ],
)
def test_relatives_organs_foreigners_and_codes(parties: str, expected: tuple[str, ...]) -> None:
    source = (
        "臺灣甲地方法院刑事判決　　　　　　107年度易字第90001號\n公  訴  人  臺灣甲地方檢察署檢察官\n"
        f"{parties}上列被告因竊盜案件，經檢察官提起公訴，本院判決如下："
    )
    text = CompactText(source)
    assert parse_header(text, (0, len(text.text)), None).defendants == expected
