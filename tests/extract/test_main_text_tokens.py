"""The lexer: key words read on and back. Expected tokens by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.main_text_tokens import tokens
from legal_metrics.extract.penalty_phrases import read_amount, read_imprisonment, read_list, read_term
from legal_metrics.jurisdictions.tw.penalty_words import fold


def _kinds(text: str) -> list[tuple[str, str]]:
    folded = fold(text)
    return [(token.kind, folded[token.start : token.end]) for token in tokens(folded) if token.kind != "break"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("犯竊盜罪，累犯，各處有期徒刑參月", [("recidivist", "累犯"), ("penalty", "各處有期徒刑參月")]),
        ("併科罰金新臺幣參萬元", [("penalty", "併科罰金新臺幣參萬元")]),
        ("科新臺幣參萬元之罰金", [("penalty", "科新臺幣參萬元之罰金")]),
        ("如易科罰金，以新臺幣壹仟元折算壹日", [("rate", "如易科罰金，以新臺幣壹仟元折算壹日")]),
        (
            "有期徒刑如易科罰金，罰金如易服勞役，均以新臺幣壹仟元折算壹日",
            [("rate", "有期徒刑如易科罰金，罰金如易服勞役，均以新臺幣壹仟元折算壹日")],
        ),
        (
            "罰金如易服勞役，以罰金總額與壹年之日數比例折算",
            [("rate", "罰金如易服勞役，以罰金總額與壹年之日數比例折算")],
        ),
        ("應執行拘役柒拾日", [("execute", "應執行"), ("penalty", "拘役柒拾日")]),
        ("執行檢察官", []),
        ("沒收部分併執行之", [("measure", "沒收"), ("measure", "併執行")]),
        ("減為有期徒刑參月", [("reduce", "減為"), ("penalty", "有期徒刑參月")]),
        ("緩刑貳年，緩刑期間付保護管束", [("probation", "緩刑貳年"), ("remark", "緩刑"), ("measure", "保護管束")]),
        ("均緩刑貳年", [("probation", "均緩刑貳年")]),
        ("共參罪", [("multiplicity", "共參罪")]),
        ("共同犯", []),
        ("不得易科罰金部分", [("those_not_commutable", "不得易科罰金")]),
        ("得易科罰金之罪", [("those_commutable", "得易科罰金")]),
        ("各處如附表一編號1宣告刑欄所示之刑", [("table", "各處如附表一編號1宣告刑欄所示之刑")]),
        ("扣案如附表一所示之物", [("table", "附表一所示")]),
        ("原判決關於王大明部分撤銷", [("set_aside", "原判決關於王大明部分撤銷")]),
        ("明知為無罪之人", []),
        ("不另為無罪之諭知", [("remark", "無罪")]),
        ("（含彈匣壹個）", [("note", "（含彈匣壹個）")]),
        ("處五年以下有期徒刑", []),
    ],
)
def test_tokens(text: str, expected: list[tuple[str, str]]) -> None:
    assert _kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("壹年貳月", (14, None)),
        ("1年6個月", (18, None)),
        ("壹月又拾伍日", (1, 15)),
        ("拾伍日", (None, 15)),
        ("一年半", (18, None)),
        ("\ue372月", (3, None)),
        ("參月以上", None),
        ("參", None),
        ("○○年", None),
    ],
)
def test_terms(text: str, term: tuple[int | None, int | None] | None) -> None:
    read = read_term(text, 0)
    assert (read and read[:2]) == term


def test_amounts_and_lists() -> None:
    assert read_amount("新臺幣3萬5,000元", 0) == ({"fine": 35_000, "currency": "TWD"}, 11)
    assert read_amount("新臺幣參萬元以下", 0) is None
    assert read_amount("新臺幣三分之一元", 0) is None
    values, end = read_list("肆月、伍月（共貳罪）及陸月，", 0, read_imprisonment)
    assert [(parts["imprisonment_months"], times) for parts, times in values] == [(4, 0), (5, 2), (6, 0)]
    assert end == 13


@given(
    st.text(
        alphabet="處科各均併有期徒刑拘役罰金新臺幣元年月日參1２，。（）附表一編號緩減為應執行共罪無不受理駁回撤銷原判決易折算",
        max_size=60,
    )
)
def test_tokens_come_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for token in tokens(fold(text)):
        assert end <= token.start < token.end <= len(text)
        end = token.end
