"""Mainland sentences: ``parse_sentence(text, "CN")``. Expected values by hand; names are invented."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.sentences import parse_sentence

LAW = "盗窃公私财物，数额较大的，处三年以下有期徒刑、拘役或者管制，并处或者单处罚金；数额巨大的，处三年以上十年以下有期徒刑，并处罚金"


def read(text: str, *, bare: bool = False) -> Any:
    return parse_sentence(text, "CN", bare=bare)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("判处有期徒刑两年六个月", {"kind": "有期徒刑", "imprisonment_months": 30, "term_months": 30}),
        ("判处有期徒刑三年零六个月", {"term_months": 42}),
        ("判处有期徒刑三年又六个月", {"term_months": 42}),
        ("判处有期徒刑1.5年", {"term_months": 18}),
        ("判处有期徒刑一年半", {"term_months": 18}),
        ("判处有期徒刑半年", {"term_months": 6}),
        ("判处三年有期徒刑", {"term_months": 36}),
        ("判处六个月的拘役", {"kind": "拘役", "detention_months": 6, "term_months": 6, "imprisonment_months": None}),
        ("拘役四个月十五日", {"detention_months": 4, "detention_days": 15, "term_months": 4.5}),
        ("拘役一个月零十五天", {"detention_months": 1, "detention_days": 15}),
        ("判处管制一年六个月", {"kind": "管制", "control_months": 18, "term_months": 18}),
        ("判处无期徒刑，剥夺政治权利终身，并处没收个人财产人民币五万元", {"life": True, "fine": None, "term_months": None}),
        ("判处死刑，剥夺政治权利终身", {"kind": "死刑", "death": True, "death_suspended": False}),
        ("判处死刑，缓期二年执行", {"kind": "死刑缓期执行", "death": False, "death_suspended": True, "probation_months": None}),
        ("死缓", {"death_suspended": True}),
        ("判处有期徒刑三年，剥夺政治权利一年，驱逐出境", {"term_months": 36}),
        ("免予刑事处罚", {"verdict": "exempt_from_punishment", "kind": "免予刑事处罚", "term_months": 0}),
        ("免除刑罚", {"verdict": "exempt_from_punishment"}),
        ("判处死刑，同时宣告缓期二年执行", {"death_suspended": True}),
        ("并处罚金人民币（下同）三万元", {"fine": 30000}),
        ("罚金人民币50,000.00元", {"fine": 50000}),
        ("刑期:拘役三个月", {"kind": "拘役", "term_months": 3}),
        ("被告人无罪", {"verdict": "not_guilty"}),
        ("被告人甲无罪。", {"verdict": "not_guilty", "kind": None}),
        ("驳回上诉，维持原判。", {"verdict": "appeal_dismissed"}),
        ("单处罚金人民币12000元", {"kind": "罚金", "fine": 12000, "currency": "CNY", "term_months": None}),
        ("并处罚金3万元", {"fine": 30000}),
        ("并处罚金一万五千元", {"fine": 15000}),
        ("并处罚金1.5万元", {"fine": 15000}),
        ("罚金2,000元", {"fine": 2000}),
        ("处以人民币五千元的罚金", {"fine": 5000}),
        ("判处拘役五个月，缓刑一年", {"term_months": 5, "probation_months": 12}),
        ("判处有期徒刑二年，宣告缓刑，缓刑考验期限为三年", {"term_months": 24, "probation_months": 36}),
        ("判处有期徒刑一年，缓刑二年。并处罚金三千元", {"term_months": 12, "fine": 3000, "probation_months": 24}),
        ("處有期徒刑參年，緩刑四年，並處罰金人民幣3萬元", {"term_months": 36, "probation_months": 48, "fine": 30000}),
        ("有期徒刑 1 年\n6 个月", {"term_months": 18}),
        ("从2013年1月5日起至2013年7月4日止，有期徒刑六个月", {"term_months": 6}),
    ],
)
def test_single_penalties(text: str, expected: dict[str, Any]) -> None:
    found = read(text)
    assert found is not None
    assert {name: getattr(found, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("判处有期徒刑三年以上七年以下", (36, 84)),
        ("处三年以上十年以下有期徒刑", (36, 120)),
        ("有期徒刑三至七年", (36, 84)),
        ("6个月至1年有期徒刑", (6, 12)),
        ("判处有期徒刑十年以上", (120, 180)),
        ("处三年以下有期徒刑、拘役或者管制", (6, 36)),
    ],
)
def test_ranges_are_no_term(text: str, months: tuple[int, int]) -> None:
    found = read(text)
    assert (found.range_months, found.term_months, found.counts) == (months, None, ())


def test_a_term_goes_before_the_range_of_the_statute() -> None:
    found = read(f"根据刑法第二百六十四条，{LAW}。综上，判处被告人有期徒刑七个月，并处罚金一千元。")
    assert (found.term_months, found.fine, found.range_months) == (7, 1000, None)
    assert read(f"根据刑法第二百六十四条，{LAW}。") is None  # two tiers, and none of them is said to be the sentence


def test_what_is_executed_together() -> None:
    found = read(
        "一、被告人甲犯盗窃罪，判处有期徒刑三年，并处罚金人民币一万元；犯诈骗罪，判处有期徒刑二年，并处罚金人民币五千元；"
        "数罪并罚，决定执行有期徒刑四年，并处罚金人民币一万五千元。"
    )
    assert [(p.imprisonment_months, p.fine) for p in found.counts] == [(36, 10000), (24, 5000)]
    assert (found.executed.imprisonment_months, found.imprisonment_months, found.fine) == (48, 48, 15000)
    assert found.groups[0].counts == (0, 1)


def test_several_penalties_in_force_leave_no_single_term() -> None:
    found = read("被告人甲犯盗窃罪，判处有期徒刑三年。被告人乙犯盗窃罪，判处有期徒刑三年。")
    assert (found.term_months, [p.imprisonment_months for p in found.counts]) == (None, [36, 36])


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("公诉机关建议判处有期徒刑三年。本院认为指控成立，判决如下：被告人甲犯盗窃罪，判处有期徒刑一年。", 12),
        ("曾因犯盗窃罪于2010年3月5日被判处有期徒刑六个月。被告人甲犯抢劫罪，判处有期徒刑三年。", 36),
        ("撤销缓刑，犯盗窃罪，判处有期徒刑六个月，与前罪所判处的有期徒刑一年并罚，决定执行有期徒刑一年三个月", 15),
        ("一、撤销一审判决，即被告人甲犯盗窃罪，判处有期徒刑二年。二、上诉人甲犯盗窃罪，判处有期徒刑一年。", 12),
        ("被告人曾某犯盗窃罪，判处拘役五个月（刑期从判决执行之日起计算，即自2017年1月1日起至2017年5月31日止）。", 5),
        ("建议判处有期徒刑六个月", 6),
        ("本案基准刑为有期徒刑八个月，最终判处有期徒刑六个月", 6),
        ("预测刑期为三年六个月。因此答案为[刑期]36月<eoa>。", 36),
        ("判决如下：甲犯盗窃罪，判处有期徒刑一年。如不服本判决，可上诉。附：相关法律条文 犯本罪的，处有期徒刑三年。", 12),
    ],
)
def test_what_is_the_courts(text: str, months: int) -> None:
    assert read(text).term_months == months


@pytest.mark.parametrize(
    "text",
    [
        "",
        "根据现有材料无法判断",
        "公诉机关建议判处有期徒刑六个月。",
        "有期徒刑××",
        "判处有期徒刑×年×个月",
        "处十年以上有期徒刑，情节严重的，处无期徒刑或者死刑；数额巨大的，处五年以上有期徒刑",
        "不判处死刑",
        "作无罪辩护",
        "管制刀具一把",
        "两年",
        "2013年1月5日",
    ],
)
def test_nothing_is_pronounced(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "months"),
    [("两年", 24), ("8 个月", 8), ("1.5年", 18), ("叁年", 36), ("廿四个月", 24), ("３６个月", 36), ("十五天", 0.5), ("12月", 12)],
)
def test_bare_terms(text: str, months: float) -> None:
    assert read(text, bare=True).term_months == months
    assert read("2013年1月5日", bare=True) is None
    assert read("公诉机关建议判处有期徒刑六个月。", bare=True) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("刑期:12个月", {"term_months": 12}),
        ("刑期：36 个月", {"term_months": 36}),
        ("刑期:0个月", {"term_months": 0, "kind": None}),
        ("刑期:无期", {"life": True, "term_months": None}),
        ("刑期:死刑", {"death": True}),
        ("[刑期]12月<eoa>", {"term_months": 12}),
    ],
)
def test_gold_forms_need_no_bare(text: str, expected: dict[str, Any]) -> None:
    found = read(text)
    assert {name: getattr(found, name) for name in expected} == expected


def test_the_shared_cases_come_out_right(shared: Path) -> None:
    lines = (shared / "corpora/cn/facts/extractor_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "prison_term_text"]
    assert len(cases) == 22
    for case in cases:
        found = read(case["input"], bare=True)
        values = {
            "months": found and found.term_months,
            "kind": found and found.kind,
            "fine_yuan": found and found.fine,
            "probation_months": found and found.probation_months,
            "range_months": list(found.range_months) if found and found.range_months else None,
            "abstain": found is None,
        }
        assert {name: values[name] for name in case["right"]} == case["right"], case["input"]


PIECES = st.sampled_from(
    [
        *"。；，（）：[]一二三十两半年月日天个元万0123456789×某 \n",
        "有期徒刑",
        "无期徒刑",
        "死刑",
        "缓期二年执行",
        "拘役",
        "管制",
        "罚金",
        "人民币",
        "缓刑",
        "剥夺政治权利",
        "以上",
        "以下",
        "至",
        "判处",
        "决定执行",
        "犯盗窃罪",
        "刑期",
        "判决如下",
        "建议",
        "撤销",
        "免予刑事处罚",
        "三年",
        "六个月",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=80), st.booleans())
def test_any_text_is_read_and_bounds_hold(text: str, bare: bool) -> None:
    found = read(text, bare=bare)
    assert found == read("\n".join(text.split()), bare=bare) or text.split("\n") != [text]
    if found is None:
        return
    assert found.verdict in ("guilty", "exempt_from_punishment", "not_guilty", "appeal_dismissed", "case_dismissed")
    assert found.term_months is None or 0 <= found.term_months < 1300
    assert found.range_months is None or 0 <= found.range_months[0] <= found.range_months[1] or text.count("至") or "-" in text
    assert not (found.death and found.death_suspended)


@given(st.integers(0, 30), st.integers(0, 11), st.sampled_from("0123456789"))
def test_a_written_term_is_read_back(years: int, months: int, digit: str) -> None:
    if years or months:
        text = (f"{years}年" if years else "") + (f"{months}个月" if months else "")
        assert read(f"判处有期徒刑{text}").term_months == 12 * years + months


@pytest.mark.parametrize(
    "piece",
    ["三", "三年", "（刑期从", "有期徒刑", "缓刑", "撤销", "以上", "决定执行", "犯罪", "刑期：", "[刑期]", "至", "人民币", "被告人", "判决如下", "对被告人", "以上至三年", "1."],
)
def test_time_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece.encode()))
        start = time.process_time()
        read(text, bare=True)
        return time.process_time() - start

    assert seconds(1_000_000) < 40 * max(seconds(100_000), 0.05)
