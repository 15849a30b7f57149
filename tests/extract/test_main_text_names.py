"""Names in a 主文: those of the header in every form, and those that it brings itself. All names invented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.main_text_names import Names, guess_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王大明犯竊盜罪", ["王大明"]),
        ("王大明、李小華共同犯竊盜罪", ["王大明", "李小華"]),
        ("王大明及李小華均無罪", ["王大明", "李小華"]),
        ("被告王大明、被告李小華犯", ["王大明", "李小華"]),
        ("林永和竊盜", ["林永和"]),  # 和 belongs to the name
        ("陳和犯竊盜罪", ["陳和"]),
        ("甲○○連續施用第一級毒品", ["甲○○"]),
        ("甲、乙、丙共同犯強盜罪", ["甲", "乙", "丙"]),
        ("何○潔竊盜", ["何○潔"]),
        ("尤施淑凰犯竊盜罪", ["尤施淑凰"]),
        ("歐陽小小幫助竊盜", ["歐陽小小"]),
        ("阿布都拉犯竊盜罪", ["阿布都拉"]),  # unknown surname, but 犯 follows
        ("NGUYEN VAN AN犯竊盜罪".replace(" ", ""), ["NGUYENVANAN"]),
        ("TRANTHIBINH（陳氏平）犯偽造文書罪", ["TRANTHIBINH"]),
        ("大大股份有限公司因其受僱人執行業務", ["大大股份有限公司"]),
        ("Ａ０７、Ａ０８共同犯", ["Ａ０７", "Ａ０８"]),  # masks of recent years
        ("AB000-A112001A（真實姓名詳卷）犯", ["AB000-A112001A"]),
        ("A男犯強制性交罪", ["A男"]),
        ("林日大帶兇器竊盜", ["林日大"]),  # no word that ends a name follows: three characters
        ("王大明、李小華、陳一三人均無罪", ["王大明", "李小華", "陳一"]),
    ],
)
def test_guessed_names(text: str, names: list[str]) -> None:
    spans, end = guess_names(text)
    assert [text[a:b] for a, b in spans] == names
    assert end >= spans[-1][1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "又犯竊盜罪",
        "本件公訴",
        "其餘被訴部分",
        "扣案之鋸子",
        "徒刑部分",
        "共同犯竊盜罪",
        "應執行",
        "成年人與少年共同犯",
        "踰越安全設備、侵入住宅竊盜",
        "合併",
        "主刑部分",
        "SIM卡一張",
    ],
)
def test_what_is_no_name(text: str) -> None:
    assert guess_names(text)[0] == ()


@pytest.mark.parametrize(
    ("header", "text", "keys"),
    [
        (["王大明", "李小華"], "李小華、王大明犯", (1, 0)),
        (["王○明"], "王大明犯", (0,)),
        (["王大明"], "王○明犯", (0,)),
        (["王大明"], "王大銘犯", (0,)),
        (["甲○○", "甲○○○"], "甲○○○犯", (1,)),
        (["NGUYEN VAN ."], "NGUYENVANBINH犯", (0,)),
        (["王 大 明"], "王大明犯", (0,)),
        (["王大明（原名王小明）"], "王大明犯", (0,)),
        (["王大明"], "王大明等人犯", (0,)),
        (["王大明"], "王大明之犯罪所得", None),
        (["王大明"], "王大明所有之手機", None),
        (["王大明"], "王大明之上訴", (0,)),
        (["王大明"], "李小華犯", None),
        (["甲○○", "乙○○"], "丙○○犯", None),  # too little is left of a masked name to take it for a slip
        (["Ａ０７"], "Ａ０８犯", None),
        (["Ａ０７"], "Ａ０７犯", (0,)),
    ],
)
def test_names_of_the_header(header: list[str], text: str, keys: tuple[int, ...] | None) -> None:
    subject = Names(header, text).at(text, text, 0)
    assert (subject and subject.keys) == keys


def test_an_unknown_name_takes_the_place_that_is_free() -> None:
    names = Names(["王大明", "李小華"], "王大明犯。趙無名犯。")
    assert names.open and names.unseen == (1,)
    assert names.learn("趙無名") == 1
    assert not names.open
    assert names.name_of(1) == "趙無名"


def test_without_a_header_names_are_numbered_as_they_come() -> None:
    names = Names([], "王大明犯。李小華犯。")
    assert [names.learn(name) for name in ("王大明", "李小華", "王大明")] == [0, 1, 0]
    assert names.learned == ("王大明", "李小華")
    assert names.everyone == (0, 1)


@given(st.text(max_size=30))
def test_spans_lie_in_the_text(text: str) -> None:
    spans, end = guess_names(text)
    assert all(0 <= a < b <= end <= len(text) for a, b in spans)
    assert list(spans) == sorted(spans)
