"""Runs are a way to be quick, never another reading: what they give is what reading unit by unit gives."""

from __future__ import annotations

from copy import copy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legal_metrics.extract.law_mentions import LawReader
from legal_metrics.extract.law_titles import TitleReader
from legal_metrics.extract.law_words import law_words
from legal_metrics.extract.statute_runs import LONGEST, runs
from legal_metrics.extract.statutes import statutes_in
from legal_metrics.jurisdictions import get
from legal_metrics.text.compact import compact

_NAMES = {
    "TW": [
        "刑法",
        "修正前刑法",
        "刑事訴訟法",
        "民法",
        "同法",
        "毒品危害防制條例",
        "本法",
        "公司法",
        "契約",
        "中華民國刑法",
        "日本刑法",
        "家暴法",
        "施行細則",
    ],
    "CN": [
        "《刑法》",
        "刑法",
        "《刑法修正案（八）》",
        "民法典",
        "同法",
        "《合同》",
        "《民事诉讼法》（2021年修正）",
        "德国民法典",
        "本条例",
        "《关于适用刑法",
    ],
}
_UNITS = {
    "TW": [
        "第320條",
        "第三百三十九條之四",
        "第1項",
        "第二款",
        "第1目",
        "條",
        "第41條第1項前段",
        "第51條第5款",
        "、第3項",
        "、2項",
        "及第47條",
        "至第345條",
        "之1",
        "之二罪",
        "前段",
        "但書",
        "第216、210條",
        "第1、3項",
        "前項",
        "前條第1項",
        "第339條-4",
        "320條",
        "第999條",
        "第二次",
        "第１０條",
        "第38-1條",
        "條第1項",
        "第3條約",
    ],
    "CN": [
        "第二百六十四条",
        "第263-265条",
        "第（一）项",
        "（二）项",
        "第一款",
        "、第三款",
        "第133条之一",
        "第266、385条",
        "第六十七条第三款",
        "前款",
        "前条",
        "第三条",
        "至第五条",
        "项",
        "264条",
        "第12条之二罪",
        "第一百三十三条之一第一款第二项",
        "第1-3项",
        "条",
        "目的",
        "第二次",
    ],
}
_AROUND = [
    "，",
    "。",
    "、",
    "\n",
    " ",
    "依",
    "犯",
    "之規定",
    "（下稱本法）",
    "（",
    "）",
    "罪",
    "係",
    "第",
    "及",
    "》",
    "规定",
    "-",
    "§339",
    "Ⅰ",
    "以下稱甲法",
    "　",
]


def _texts(code: str) -> st.SearchStrategy[str]:
    pieces = st.one_of(
        st.sampled_from(_UNITS[code]),
        st.sampled_from(_UNITS[code]),
        st.sampled_from(_NAMES[code]),
        st.sampled_from(_AROUND),
    )
    return st.lists(pieces, max_size=40).map("".join)


def _assert_same(text: str, code: str) -> None:
    compacted = compact(text)
    assert statutes_in(compacted, code) == statutes_in(compacted, code, stop=len(compacted.text))


@given(_texts("TW"))
@example("刑法第339條-\n4第1項")
@example("刑法第339條\n-4第1項")
@example("甲" * 600 + "刑法第320條 第1 項、刑法321條、2項")
def test_runs_read_what_single_units_read_tw(text: str) -> None:
    _assert_same(text, "TW")


@given(_texts("CN"))
@example("《关于适用刑法第十二条、第十三条几个问题的解释》第一条第（一）项")
def test_runs_read_what_single_units_read_cn(text: str) -> None:
    _assert_same(text, "CN")


@pytest.mark.parametrize("code", ["TW", "CN"])
@pytest.mark.parametrize(
    "piece", ["第", "第1", "第1條", "、第1項", "第一款及", "條", "一", "第第條", "（一）", "之1", "第1條-", "前條第1項"]
)
def test_a_run_longer_than_any_plan_is_read_all_the_same(piece: str, code: str) -> None:
    text = (
        "刑法" + piece * (2 * LONGEST // len(piece) + 3) + "第3條"
        if code == "TW"
        else "《刑法》" + piece * (2 * LONGEST // len(piece) + 3) + "第3条"
    )
    _assert_same(text, code)


def test_a_run_begins_where_the_first_unit_begins_and_keeps_what_matters_behind_it() -> None:
    text = "，第二次，依法第3條約、刑法第51條第5款之罪"
    assert [*runs(text, brackets=False)] == [(7, "第3條約"), (14, "第51條第5款之罪")]


@pytest.mark.parametrize("code", ["TW", "CN"])
def test_no_name_of_a_law_ends_as_words_about_its_version_do(code: str) -> None:
    words = law_words(code)
    assert not words.last_of_ending & (words.version_ends - {"法"})
    assert not words.plain_before & (words.version_ends | words.last_of_ending)
    for last in words.last_of_ending - {"法"}:
        assert words.version(f"修正前{last}", 0, 4) is None


def _readers(text: str, code: str) -> tuple[LawReader, LawReader]:
    """Two readers of a text: one that takes the quick way where a name stands by itself, one that never does."""
    words, slow = law_words(code), copy(law_words(code))
    object.__setattr__(slow, "plain_before", frozenset())
    kind = TitleReader if words.titles else LawReader
    return kind(text, get(code).statutes, words), kind(text, get(code).statutes, slow)


@given(st.data())
def test_a_name_that_stands_by_itself_is_read_as_any_other(data: st.DataObject) -> None:
    code = data.draw(st.sampled_from(["TW", "CN"]))
    plain = sorted(law_words(code).plain_before)
    before = data.draw(
        st.lists(st.sampled_from([*plain, *_NAMES[code], *_AROUND, "修正前", "2015年", "日本", "-"]), max_size=8)
    )
    text = "".join("".join(before).split()) + data.draw(st.sampled_from(_NAMES[code]))
    quick, slow = _readers(text, code)
    low = data.draw(st.integers(0, len(text) - 1))
    assert quick.before(low, len(text)) == slow.before(low, len(text))
