"""Sentences: what they hold together is the text without its line ends."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text.sentence_ends import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("甲。乙！丙？丁；戊", ["甲。", "乙！", "丙？", "丁；", "戊"]),
        ("甲\r\n乙\n\n丙\r", ["甲", "乙", "丙"]),
        ("甲。。", ["甲。", "。"]),
        ("甲，乙、丙：丁.", ["甲，乙、丙：丁."]),
        ("", []),
        (" \n　\n", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text("甲乙。！？；\r\n 、") | st.text())
def test_nothing_is_lost_but_line_ends_and_blank_sentences(text: str) -> None:
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert not any(re.search("[。！？；\r\n].", sentence, re.DOTALL) for sentence in sentences)
