"""ROUGE-L against rouge-chinese 1.0.3 over jieba's tokens, called as LawBench calls them."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.compat.lawbench.rouge import NO_CONTENT, rouge_l, words


@pytest.fixture(scope="module")
def peer() -> Any:
    jieba = pytest.importorskip("jieba")
    Rouge = pytest.importorskip("rouge_chinese").Rouge
    jieba.setLogLevel(logging.ERROR)
    scorer = Rouge()

    def score(prediction: str, reference: str) -> float:
        cut = " ".join(jieba.cut(prediction))
        pair = [cut if cut.strip() else NO_CONTENT], [" ".join(jieba.cut(reference))]
        return float(scorer.get_scores(*pair)[0]["rouge-l"]["f"])

    return score


PROSE = st.text("被告人盗窃无罪刑法第条。！？?.…”’“，、\n\n \t　aA1%-", max_size=60)
TEXTS = st.one_of(PROSE, st.text(max_size=30), st.just("……甲......。\n\n乙？”\n丙.............丁。 \n"))


@settings(max_examples=1500)
@given(TEXTS, TEXTS.filter(str.strip))
def test_equal_to_rouge_chinese(peer: Any, prediction: str, reference: str) -> None:
    assert rouge_l(prediction, reference) == peer(prediction, reference)


@pytest.mark.parametrize(
    ("text", "expected"),  # by hand, from rouge-chinese's rules
    [
        ("", []),
        (" \n ", []),
        ("甲\n乙", ["甲", "乙"]),
        ("甲\n\n乙", ["甲", "", "乙"]),
        ("甲。\n乙。", ["甲", "。", "", "乙", "。"]),
        ("甲。乙", ["甲", "。", "乙"]),
        ("甲.......乙", ["甲", "......", ".", "乙"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(PROSE.filter(str.strip))
def test_bounds_and_identity(text: str) -> None:
    assert 0.999999 < rouge_l(text, text) < 1  # the 1e-8 in its denominator
    assert 0 <= rouge_l(text[::-1], text) < 1
