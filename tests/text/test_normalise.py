"""Normalisation: one test a step, so that a step that does nothing fails here."""

from __future__ import annotations

import re
import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text import normalise as module
from legal_metrics.text.normalise import bare_text, normalise

STEPS = {
    "full-width ASCII": ("ＡＢｃ（３０％）：，；！？", "ABc(30%):,;!?"),
    "full-width signs": ("￥５０", "¥50"),
    "small forms": ("甲﹐乙﹔丙﹖﹙丁﹚", "甲,乙;丙?(丁)"),
    "vertical forms": ("︵甲︶︿乙﹀", "(甲)〈乙〉"),
    "half-width CJK punctuation": ("甲､乙｡", "甲、乙。"),
    "Kangxi radicals": ("⼀、⼆⼈", "一、二人"),
    "private-use numerals": ("\ue372月\ue373日\uf7af", "參月參日〇"),
    "private-use names stay": ("王\ue8e0\uf6b2", "王\ue8e0\uf6b2"),
    "double quotes": ("「甲」“乙”〝丙〞﹁丁﹂", '"甲""乙""丙""丁"'),
    "single quotes": ("『甲』‘乙’﹃丙﹄", "'甲''乙''丙'"),
    "brackets": ("〔甲〕﹝乙﹞", "[甲][乙]"),
    "dashes": ("―─━—", "————"),
    "hyphens": ("1‐2‑3–4−5", "1-2-3-4-5"),
    "waves": ("1〜2～3∼4", "1~2~3~4"),
    "ellipses": ("⋯…", "……"),
    "middle dots": ("甲‧乙・丙･丁•戊", "甲·乙·丙·丁·戊"),
    "colons": ("甲︰乙∶丙", "甲:乙:丙"),
    "invisible characters": ("\ufeff有\u200b罪\u00ad。\u200e\u2060行\ufe00\U000e0100", "有罪。行"),
    "NFC": ("e\u0301", "é"),
    "compatibility ideographs": ("\uf967\ufa08\uf99c\U0002f982", "不行列育"),
    "white space": ("  甲\r\n　乙\t\u00a0丙\u2028", "甲 乙 丙"),
}

CONTENT = ("①㈠Ⅳ㎡²½ｱ", "臺台", "简体繁體", "○〇", "《刑法》〈刑法〉【甲】", "1.5 + -3 = 50%", "𠮷龦")


@pytest.mark.parametrize(("text", "expected"), STEPS.values(), ids=list(STEPS))
def test_step(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.parametrize("text", CONTENT)
def test_content_stays(text: str) -> None:
    assert normalise(text) == text


def test_unified_ideographs_of_the_compatibility_block_stay() -> None:
    """U+FA0E and eleven more are unified ideographs in spite of their block."""
    assert normalise("\ufa0e\ufa29") == "\ufa0e\ufa29"


@given(st.text())
def test_idempotent_on_any_text(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once == once.strip()
    assert not re.search(r"\s\s", once)


def test_idempotent_on_every_character() -> None:
    for start in range(0, sys.maxunicode, 16):
        text = "甲".join(map(chr, range(start, start + 16)))
        once = normalise(text)
        assert normalise(once) == once


def test_every_combining_mark_is_put_in_order_before_nfc() -> None:
    """The class of the linear ordering step holds every character that decomposes into marks."""
    mark = re.compile(f"[{module._MARKS}]")
    for code in range(sys.maxunicode):
        head = unicodedata.normalize("NFD", chr(code))[0]
        assert not unicodedata.combining(head) or mark.match(chr(code)), hex(code)


@given(
    st.text(
        st.characters(min_codepoint=0x300, max_codepoint=0x36F) | st.sampled_from("\u0f71\u0f73é"),
        min_size=60,
        max_size=150,
    )
)
def test_long_runs_of_marks_are_composed_as_nfc_composes_them(text: str) -> None:
    assert normalise(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("unit", ["\u0300\u0316", "é\u0316\u0300", "\u0f73", "　", "３", "「", "1,", ",", "1.", "中"])
def test_linear_time(unit: str) -> None:
    start = time.perf_counter()
    bare_text(unit * (1_000_000 // len(unit)))
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("有期徒刑３０ 日。", "有期徒刑30日"),
        ("「甲」、乙；（丙）——丁……", "甲乙丙丁"),
        ("**有罪**", "有罪"),
        ("1.5", "1.5"),
        ("15.", "15"),
        ("1.有罪", "1有罪"),
        ("-5", "-5"),
        ("減-5元", "減-5元"),
        ("- 有罪", "有罪"),
        ("5%、3‰", "5%3‰"),
        ("50％", "50%"),
        ("1,000元", "1000元"),
        ("1,234,567", "1234567"),
        ("１，０００", "1000"),
        ("第1、2項", "第1,2項"),
        ("第1; 2項", "第1,2項"),
        ("1, 234", "1,234"),
        ("2020-01-02", "2020-01-02"),
        ("1/2", "1/2"),
        ("3~5年", "3~5年"),
        ("10:30", "10:30"),
        ("甲○○\ue8e0", "甲○○\ue8e0"),
        ("。", ""),
        ("", ""),
    ],
)
def test_bare_text(text: str, expected: str) -> None:
    assert bare_text(text) == expected


@given(st.text(st.sampled_from("12.,、-/:%() 甲。\n")), st.text(st.sampled_from("12.,、-/:%() 甲。\n")))
def test_bare_text_never_joins_two_numbers(a: str, b: str) -> None:
    def numbers(text: str) -> list[str]:
        return re.findall(r"[0-9]+", text)

    for text in (a, b):
        squeezed = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))(?<![0-9]{4},)", "", text)
        assert numbers(bare_text(text)) == numbers("".join(squeezed.split()))
