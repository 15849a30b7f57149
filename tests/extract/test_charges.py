"""Charges: 犯…罪, or labels longest first. Expected values by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.charges import charges_of_clause, extract_charges


@pytest.mark.parametrize(
    ("text", "charges"),
    [
        ("甲犯竊盜罪，處拘役拾日。", ["竊盜"]),
        ("甲共同犯三人以上共同詐欺取財罪，共參罪，各處有期徒刑壹年。", ["三人以上共同詐欺取財"]),
        ("甲犯竊盜罪，處拘役拾日。又犯傷害罪，處拘役拾日。又犯竊盜罪，處拘役拾日。", ["竊盜", "傷害"]),
        ("甲犯行使偽造私文書罪，累犯，處有期徒刑參月。", ["行使偽造私文書"]),
        ("甲犯竊盜罪共貳罪，各處拘役拾日。", ["竊盜"]),
        ("甲犯攜帶兇器竊盜罪（汽車部分），共貳罪，各處拘役拾日。", ["攜帶兇器竊盜"]),
        ("甲犯竊盜罪及傷害罪，各處拘役拾日。", ["竊盜", "傷害"]),
        ("甲犯參與犯罪組織罪，處有期徒刑陸月。", ["參與犯罪組織"]),
        ("甲犯使犯人隱避罪，處有期徒刑陸月。", ["使犯人隱避"]),
        ("甲犯如附表一至三所示之詐欺取財罪，共參罪，各處有期徒刑壹年。", ["詐欺取財"]),
        (
            "甲犯商標法第八十二條之非法販賣侵害商標權之商品罪，處有期徒刑參月。",
            ["商標法第八十二條之非法販賣侵害商標權之商品"],
        ),
        ("甲所犯詐欺取財罪所處有期徒刑壹年，減為有期徒刑陸月。", ["詐欺取財"]),
        (
            "甲幫助犯洗錢防制法第十九條第一項後段之一般洗錢罪，處有期徒刑參月。",
            ["洗錢防制法第十九條第一項後段之一般洗錢"],
        ),
        ("核被告所為，係犯刑法第320條第1項之竊盜罪。", ["刑法第320條第1項之竊盜"]),
        ("甲犯竊\n    盜罪，處拘役拾日。", ["竊盜"]),
        (
            "甲犯汽車駕駛人，行近行人穿越道不依規定讓行人優先通行，因而過失致人受傷罪，處有期徒刑參月。",
            ["汽車駕駛人，行近行人穿越道不依規定讓行人優先通行，因而過失致人受傷"],
        ),
        ("甲犯竊盜，累犯，處有期徒刑參月，又犯傷害罪，處拘役拾日。", ["傷害"]),
    ],
)
def test_what_stands_between(text: str, charges: list[str]) -> None:
    assert extract_charges(text, "TW") == charges


@pytest.mark.parametrize(
    "text",
    [
        "",
        "甲無罪。",
        "甲犯如附表一所示之罪，各處如附表一所示之刑。",
        "甲犯本判決附表乙編號一「罪名、宣告刑（含執行刑）」欄內所示之罪，處如附表所示之刑。",
        "犯罪所得新臺幣參萬元沒收。",
        "甲犯後態度良好。",
    ],
)
def test_no_charge(text: str) -> None:
    assert extract_charges(text, "TW") is None


@pytest.mark.parametrize(
    ("text", "labels", "found"),
    [
        ("被告所為構成業務侵占罪。", ["侵占", "業務侵占", "竊盜"], ["業務侵占"]),
        ("犯侵占罪，又犯業務侵占罪", ["侵占", "業務侵占"], ["侵占", "業務侵占"]),
        ("竊 盜", ["竊盜"], ["竊盜"]),
        ("無", ["竊盜"], None),
        ("竊盜", [], None),
    ],
)
def test_labels_longest_first_without_overlap(text: str, labels: list[str], found: list[str] | None) -> None:
    assert extract_charges(text, "TW", labels=labels) == found


def test_description_where_no_charge_is_named() -> None:
    assert charges_of_clause("又施用第二級毒品，均") == ["施用第二級毒品"]
    assert charges_of_clause("，均") == []
    assert charges_of_clause("犯如附表編號1所示之罪") == []


def test_jurisdiction_without_a_grammar() -> None:
    with pytest.raises(LegalMetricsError, match="'XX', allowed for charges without labels TW"):
        extract_charges("犯竊盜罪", "XX")
    assert extract_charges("犯竊盜罪", "XX", labels=["竊盜"]) == ["竊盜"]


@given(st.text(alphabet="犯罪竊盜，。又及處之一1 ", max_size=60))
def test_no_text_raises_and_no_charge_is_empty(text: str) -> None:
    assert all(extract_charges(text, "TW") or ["x"])
