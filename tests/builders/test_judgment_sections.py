"""Sections by place and neighbours, in every layout; words that look like headings; nothing behind the signature."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from judgment_texts import JUDGMENTS, LAYOUTS, OLD, SUMMARY, TABLES

from builders.parse.judgment_sections import Sections, find_sections
from builders.parse.judgment_tail import find_tail
from legal_metrics.text.compact import CompactText


def parts(text: str) -> dict[str, str | None]:
    """The sections, white space removed."""
    compact = CompactText(text)
    sections = find_sections(compact)
    return {
        name: compact.text[slice(*span)] if (span := getattr(sections, name)) else None
        for name in ("main_text", "facts", "reasons")
    }


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", JUDGMENTS)
def test_every_layout_gives_the_same_sections(name: str, layout: str) -> None:
    """The expected text is cut by hand-written marks from the original layout."""
    source = "".join(JUDGMENTS[name].split())
    marks = {
        "summary": ("主文王", "事實及理由一、", "事實及理由一、", "中華民國107年9月27"),
        "old": ("主文甲○○共同", "事實一、甲○○", "理由甲、有罪", "中華民國九十四年"),
        "tables": ("主文陳一明", "犯罪事實陳一明", "理由壹、程序", "中華民國112年7月13"),
    }[name]
    heads = {"事實及理由": 5, "犯罪事實": 4, "主文": 2, "事實": 2, "理由": 2}
    main, facts, reasons, date = (source.index(mark) for mark in marks)
    width = {start: next(n for head, n in heads.items() if source.startswith(head, start)) for start in (main, facts, reasons)}
    expected = {
        "main_text": source[main + 2 : facts],
        "facts": source[facts + width[facts] : reasons if reasons > facts else date],
        "reasons": source[reasons + width[reasons] : date],
    }
    assert parts(LAYOUTS[layout](JUDGMENTS[name])) == expected


def test_merged_is_one_span_twice() -> None:
    sections = find_sections(CompactText(SUMMARY))
    assert sections.merged
    assert sections.facts == sections.reasons
    assert not find_sections(CompactText(OLD)).merged


HEADER = "臺灣甲地方法院刑事判決\n公訴人 臺灣甲地方檢察署檢察官\n被告 王大明\n上列被告因竊盜案件，本院判決如下：\n"
SIGNATURE = "\n中 華 民 國 112 年 7 月 13 日\n刑事庭 法 官 高山青\n"


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("事實及理由", "merged"),
        ("犯罪事實及理由", "merged"),
        ("事實及證據理由", "merged"),
        ("犯罪事實、證據及理由", "merged"),
        ("事實理由及證據", "merged"),
        ("犯罪事實與理由", "merged"),
        ("事實及理由要領", "merged"),
        ("【事實及理由】", "merged"),
        ("事實及理由：", "merged"),
        ("犯 罪 事 實", "facts"),
        ("事      實", "facts"),
        ("犯罪事實要旨", "facts"),
        ("理    由", "reasons"),
        ("證據及理由", "reasons"),
        ("理由及證據", "reasons"),
    ],
)
def test_headings_of_every_wording(heading: str, kind: str) -> None:
    found = parts(f"{HEADER}    主  文\n王大明無罪。\n    {heading}\n一、內容甲。{SIGNATURE}")
    assert found["main_text"] == "王大明無罪。"
    assert found["facts"] == ("一、內容甲。" if kind != "reasons" else None)
    assert found["reasons"] == ("一、內容甲。" if kind != "facts" else None)


@pytest.mark.parametrize(
    "sentence",
    [
        "爰判決如\n主文。",
        "量處如主文所示之刑。",
        "事實上並無此事，理由不備。",
        "其犯罪事實一、二所載均屬實。",
        "附表主文欄所示。",
        "於主文第二項諭知沒收。",
        "該犯罪事實\n    及理由均引用之。",
    ],
)
@pytest.mark.parametrize("blank", [True, False], ids=["lines", "lost"])
def test_words_in_sentences_are_no_headings(sentence: str, blank: bool) -> None:
    text = f"{HEADER}    主  文\n王大明無罪。\n    理  由\n一、{sentence}二、餘從略。{SIGNATURE}"
    found = parts(text if blank else "".join(text.split()))
    assert found == {"main_text": "王大明無罪。", "facts": None, "reasons": "一、" + "".join(sentence.split()) + "二、餘從略。"}


def test_a_heading_with_text_behind_it_and_one_in_mid_line() -> None:
    found = parts(f"{HEADER}主文\n王大明無罪。\n事實\n王大明遭起訴。　　理　　由壹、證據不足。{SIGNATURE}")
    assert (found["facts"], found["reasons"]) == ("王大明遭起訴。", "壹、證據不足。")
    assert parts(f"{HEADER}主文\n王大明無罪。\n理由甲、程序方面：無。{SIGNATURE}")["reasons"] == "甲、程序方面：無。"


def test_a_main_text_without_its_full_stop_still_ends_at_the_first_heading() -> None:
    text = "".join(f"{HEADER}主文王大明犯竊盜罪，處拘役貳拾日犯罪事實及理由一、引用附件。{SIGNATURE}".split())
    assert parts(text)["main_text"] == "王大明犯竊盜罪，處拘役貳拾日"


def test_the_colon_and_the_brackets_belong_to_the_heading() -> None:
    assert parts(f"{HEADER}主文：\n王大明無罪。\n理由：\n一、略。{SIGNATURE}")["main_text"] == "王大明無罪。"


def test_a_text_without_main_text_has_none() -> None:
    found = parts(f"{HEADER}    事  實\n一、甲。\n    理  由\n一、爰諭知如主文。主文欄略。{SIGNATURE}")
    assert found == {"main_text": None, "facts": "一、甲。", "reasons": "一、爰諭知如主文。主文欄略。"}


def test_a_text_cut_in_the_main_text_and_one_without_signature() -> None:
    assert parts(f"{HEADER}    主  文\n王大明無罪。") == {"main_text": "王大明無罪。", "facts": None, "reasons": None}
    assert parts(f"{HEADER}    主  文\n王大明無罪。\n    理  由\n一、略。")["reasons"] == "一、略。"


@pytest.mark.parametrize(
    "judge", ["刑事第十一庭審判長法  官  王十全", "臺灣甲地方法院簡易庭法　官　王十全", "刑事庭\n法\ue000官 王十全", "法 官 王十全 以上正本"]
)
@pytest.mark.parametrize(
    "date",
    [
        "中    華    民    國   107    年    9     月    27    日",
        "中　　華　　民　　國　　115 　年　　7 　　月　　13　　日",
        "中華民國九十四年二月廿一日",
        "中華民國玖拾肆年\ue372月壹日",
    ],
)
def test_the_date_before_the_judge_ends_the_reasons(date: str, judge: str) -> None:
    text = f"{HEADER}    主  文\n王大明無罪。\n    理  由\n一、中華民國107年1月2日之事。\n{date}\n{judge}\n"
    compact = CompactText(text)
    sections = find_sections(compact)
    assert sections.signature is not None
    assert compact.text[slice(*sections.signature)].startswith("".join(date.split()))
    assert parts(text)["reasons"] == "一、中華民國107年1月2日之事。"


def test_the_date_before_the_clerk_serves_where_no_judge_is_named() -> None:
    text = f"{HEADER}    主  文\n王大明無罪。\n    理  由\n一、略。\n中華民國112年7月13日\n書記官 白水清\n"
    assert parts(text)["reasons"] == "一、略。"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tail_blocks(layout: str) -> None:
    def blocks(source: str) -> list[tuple[str, ...]]:
        compact = CompactText(LAYOUTS[layout](source))
        tail = find_tail(compact, find_sections(compact).tail)
        return [tuple(compact.text[slice(*span)][:4] for span in spans) for spans in (tail.tables, tail.appendix, tail.attachments)]

    assert blocks(SUMMARY) == [(), ("附錄本案",), ("附件：臺",)]
    assert blocks(TABLES) == [("附表一：",), ("附錄本案",), ()]


@given(st.text(alphabet="主文事實理由犯罪及證據。：一、甲\n 　如中華民國1年月日法官附表件錄┌│", max_size=80))
@example("主文")
@example("\n")
def test_no_text_raises_and_spans_are_in_order(text: str) -> None:
    compact = CompactText(text)
    sections = find_sections(compact)
    assert isinstance(sections, Sections)
    spans = [sections.header, sections.main_text, sections.facts, None if sections.merged else sections.reasons, sections.signature, sections.tail]
    position = 0
    for start, end in filter(None, spans):
        assert position <= start <= end <= len(compact.text)
        position = start
    tail = find_tail(compact, sections.tail)
    for start, end in (*tail.tables, *tail.appendix, *tail.attachments):
        assert sections.tail[0] <= start <= end <= len(compact.text)


def test_time_is_linear_in_the_text() -> None:
    def seconds(repeats: int) -> float:
        text = CompactText(HEADER + "主文\n" + "犯罪事實及理由，中華民國112年7月13日如主文\n附表一" * repeats)
        start = time.process_time()
        find_sections(text)
        find_tail(text, (0, len(text.text)))
        return time.process_time() - start

    seconds(100)
    assert seconds(8000) < 40 * max(seconds(1000), 0.001)


@pytest.mark.parametrize(("gold", "folder"), [("gold.jsonl", "jrf"), ("gold_modern.jsonl", "modern")])
def test_real_judgments(shared: Path, gold: str, folder: str) -> None:
    judgments = shared / "corpora/tw/judgments"
    files = {path.stem: path for path in (judgments / folder).rglob("*.json")}
    wrong = []
    for line in (judgments / gold).read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        text = CompactText(json.loads(files[label["jid"]].read_text(encoding="utf-8"))["JFULL"])
        sections = find_sections(text)
        found = {name: list(text.original_span(*span)) if (span := getattr(sections, name)) else None for name in ("main_text", "facts", "reasons")}
        expected = dict(label["sections"])
        merged = expected.pop("merged", False)
        if found != expected or sections.merged != merged:
            wrong.append(label["jid"])
    assert wrong == []
