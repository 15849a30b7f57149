"""``parse_sentence``: one person, the figures of the only penalty in force. Expected values by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.sentences import parse_sentence

RATE = "如易科罰金，以新臺幣壹仟元折算壹日"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("處有期徒刑參年肆月", {"kind": "有期徒刑", "imprisonment_months": 40, "term_months": 40}),
        (
            "甲犯竊盜罪，處有期徒刑陸月；又犯詐欺取財罪，處有期徒刑捌月。應執行有期徒刑壹年。",
            {"imprisonment_months": 12},
        ),
        (
            "併科罰金新臺幣3萬5,000元，罰金如易服勞役，以新臺幣1,000元折算1日。",
            {"kind": "罰金", "fine": 35000, "currency": "TWD", "term_months": None},
        ),
        (
            f"處拘役伍拾日，{RATE}。緩刑貳年。",
            {"kind": "拘役", "detention_days": 50, "term_months": 50 / 30, "probation_months": 24},
        ),
        (
            "處無期徒刑，褫奪公權終身。",
            {"kind": "無期徒刑", "life": True, "imprisonment_months": None, "term_months": None},
        ),
        ("處死刑，褫奪公權終身。", {"kind": "死刑", "death": True}),
        ("處有期徒刑捌月，減為有期徒刑肆月。", {"imprisonment_months": 4}),
        (
            "處有期徒刑參月，減為有期徒刑壹月又拾伍日。",
            {"imprisonment_months": 1, "imprisonment_days": 15, "term_months": 1.5},
        ),
        ("處有期徒刑參月，併科罰金新臺幣貳萬元。", {"imprisonment_months": 3, "fine": 20000}),
        (
            "犯竊盜罪，處拘役拾日；又犯竊盜罪，處拘役貳拾日。應執行拘役貳拾伍日。",
            {"detention_days": 25, "imprisonment_months": None},
        ),
        ("無罪。", {"verdict": "not_guilty", "kind": None, "imprisonment_months": None}),
        ("被告免刑。", {"verdict": "exempt_from_punishment", "kind": "免刑"}),
        ("公訴不受理。", {"verdict": "case_dismissed"}),
        ("緩刑三年", {"probation_months": 36, "imprisonment_months": None}),
        # an 應執行 that leaves the fine of one count standing (刑法 §51)
        (
            "犯甲罪，處有期徒刑參月，併科罰金新臺幣壹萬元；又犯乙罪，處有期徒刑肆月。應執行有期徒刑陸月。",
            {"imprisonment_months": 6, "fine": 10000},
        ),
        # two 應執行 of two kinds are one penalty of two kinds
        (
            "犯甲罪，共貳罪，各處有期徒刑參月；又犯乙罪，共貳罪，各處拘役參拾日。有期徒刑部分應執行有期徒刑伍月，拘役部分應執行拘役伍拾日。",
            {"imprisonment_months": 5, "detention_days": 50},
        ),
    ],
)
def test_figures(text: str, expected: dict[str, Any]) -> None:
    sentence = parse_sentence(text)
    assert sentence is not None
    assert {name: getattr(sentence, name) for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "甲犯竊盜罪，處有期徒刑陸月；又犯詐欺取財罪，處有期徒刑捌月。",
        "甲犯竊盜罪，處有期徒刑陸月；又犯傷害罪，處拘役伍拾日。",
        "甲犯竊盜罪，共貳罪，各處有期徒刑陸月。",
        "甲犯竊盜罪，處有期徒刑陸月；又犯竊盜罪，處有期徒刑伍月，應執行有期徒刑拾月。又犯搶奪罪，處有期徒刑壹年。",
    ],
)
def test_several_penalties_in_force_give_no_single_figure(text: str) -> None:
    sentence = parse_sentence(text)
    assert sentence is not None
    assert (sentence.imprisonment_months, sentence.detention_days, sentence.kind) == (None, None, None)
    assert len(sentence.counts) > 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "今天天氣很好",
        "兩年",
        "處五年以下有期徒刑、拘役或五十萬元以下罰金",
        "聲請駁回。",
        "犯罪所得新臺幣參萬元沒收",
        "如易科罰金，以新臺幣壹仟元折算壹日",
    ],
)
def test_nothing_pronounced(text: str) -> None:
    assert parse_sentence(text) is None


@pytest.mark.parametrize(
    ("text", "months", "days"),
    [
        ("兩年", 24, None),
        ("三年六個月", 42, None),
        ("24個月", 24, None),
        ("刑期：壹年貳月", 14, None),
        ("一年半", 18, None),
        ("1月15日", 1, 15),
    ],
)
def test_bare_terms_on_request(text: str, months: int, days: int | None) -> None:
    sentence = parse_sentence(text, bare=True)
    assert sentence is not None
    assert (sentence.imprisonment_months, sentence.imprisonment_days) == (months, days)


def test_bare_changes_nothing_where_a_penalty_is_named() -> None:
    text = "處拘役參拾日，緩刑貳年，並應於三個月內支付新臺幣壹萬元。"
    assert parse_sentence(text, bare=True) == parse_sentence(text)
    assert parse_sentence("無可奉告", bare=True) is None


def test_jurisdiction_in_any_case_and_what_is_allowed_in_the_message() -> None:
    assert parse_sentence("處有期徒刑參月", "tw") == parse_sentence("處有期徒刑參月", "TW")
    with pytest.raises(LegalMetricsError, match="'XX', allowed TW"):
        parse_sentence("處有期徒刑參月", "XX")


@given(st.text(max_size=60), st.booleans())
def test_no_text_raises(text: str, bare: bool) -> None:
    sentence = parse_sentence(text, bare=bare)
    assert sentence is None or sentence.verdict is not None


@given(st.integers(1, 40), st.integers(0, 11), st.integers(0, 29))
def test_every_term_comes_back(years: int, months: int, days: int) -> None:
    text = f"處有期徒刑{years}年" + (f"{months}月" if months else "") + (f"又{days}日" if days else "")
    sentence = parse_sentence(text)
    assert sentence is not None
    assert (sentence.imprisonment_months, sentence.imprisonment_days) == (years * 12 + months, days or None)
    assert sentence.term_months == pytest.approx(years * 12 + months + days / 30)


@given(st.integers(1, 10**9))
def test_every_fine_comes_back(amount: int) -> None:
    sentence = parse_sentence(f"科罰金新臺幣{amount:,}元，如易服勞役，以新臺幣1,000元折算1日。")
    assert sentence is not None and sentence.fine == amount
