"""Characters of a page; expected values by hand from Unicode's charts and from the marks that real papers print."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import builders.parse
from builders.parse.exam_text import clean_page_text, close_blanks, join_lines, unmapped

TABLE = json.loads((Path(builders.parse.__file__).with_name("exam_glyphs.json")).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("⺠法第⼀百⼋⼗四條", "民法第一百八十四條"),
        ("\ue18c\ue18d\ue18e\ue18f\ue190", "(A)(B)(C)(D)(E)"),
        ("\ue129\ue130", "㈠㈧"),
        ("\ue0c6\ue0ce", "1.9."),
        ("\ue1a6\ue1c3\ue006", "(a)(丁)⑦"),
        ("\uf03d\uf061\uf0a3\uf0b3\uf0ae\uf06c", "=α≤≥→●"),
        ("\ufa08\uf967\uf99c", "行不列"),
        ("（１２３），㈠ＡＢ", "（１２３），㈠ＡＢ"),  # what NFKC would damage
        ("e\u0301", "é"),
        ("甲\u200b乙\u00ad丙", "甲乙丙"),
    ],
)
def test_clean_page_text(text: str, expected: str) -> None:
    assert builders.parse.clean_page_text(text) == expected


def test_every_mapping_has_evidence_and_leads_out_of_the_private_use_area() -> None:
    codes = [code for group in TABLE["groups"] for code in group["map"]]
    assert len(codes) == len(set(codes))
    for group in TABLE["groups"]:
        assert group["evidence"]
        for text in group["map"].values():
            assert text
            assert unmapped(text) == ""
            assert clean_page_text(text) == text


def test_radicals_map_to_unified_ideographs() -> None:
    radicals = next(group["map"] for group in TABLE["groups"] if group["name"].startswith("radicals"))
    kangxi = {code: text for code, text in radicals.items() if 0x2F00 <= int(code, 16) <= 0x2FD5}
    assert len(kangxi) == 214
    assert all(unicodedata.normalize("NFKC", chr(int(code, 16))) == text for code, text in kangxi.items())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("第 3 項 ， 但 書", "第3項，但書"),
        ("a  b\u3000c", "a b c"),
        ("AI 與 law", "AI與law"),
        ("", ""),
    ],
)
def test_close_blanks(text: str, expected: str) -> None:
    assert close_blanks(text) == expected


def test_words_are_parted_at_line_ends_and_chinese_is_not() -> None:
    assert join_lines(["the rule of", "law", "甲", "乙 24", "小時 in", "(a) 1 and", "then."]) == "the rule of law甲乙24小時in (a) 1 and then."
    assert join_lines(["", "甲", ""]) == "甲"


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean_page_text(text)
    assert clean_page_text(once) == once
    assert close_blanks(close_blanks(text)) == close_blanks(text)
    assert set(unmapped(once)) <= set(once)
