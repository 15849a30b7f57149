"""A megabyte of text in each text metric: what a model that repeats itself to the end of its window writes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from legal_metrics.metrics.exact import exact_match
from legal_metrics.metrics.overlap import overlap_scores, rouge, token_f1
from legal_metrics.metrics.reading import reading_f1
from legal_metrics.results import Score
from legal_metrics.text.tokenisers import CHARACTERS

UNITS = ["甲", "有期徒刑", "答案：", "1,", "ａ", "\ud800", "e\u0301", "。", " \n", "(", "刑法第1條"]
SIZE = 1_000_000


@pytest.fixture(params=UNITS)
def text(request: pytest.FixtureRequest) -> str:
    unit: str = request.param
    return unit * (SIZE // len(unit.encode("utf-8", "surrogatepass")))


@pytest.mark.parametrize(
    "metric",
    [
        exact_match,
        reading_f1,
        token_f1,
        lambda p, r: rouge(p, r, variant="9"),
        lambda p, r: overlap_scores(p, r, tokenizer=CHARACTERS)["rougeL"],
        lambda p, r: rouge(p, r, variant="Lsum", tokenizer=CHARACTERS),
    ],
    ids=["exact_match", "reading_f1", "token_f1", "rouge9", "rougeL", "rougeLsum"],
)
def test_a_text_that_repeats_itself(text: str, metric: Callable[[list[str], list[str]], Score]) -> None:
    """Against itself and against one that goes on: the two have nearly all in common, so no metric needs a table."""
    began = time.perf_counter()
    same, longer = metric([text], [text]), metric([text], [text + "乙"])
    assert time.perf_counter() - began < 60  # seconds on a busy machine; anything quadratic takes minutes
    assert same.value in (0, 1) and 0 <= longer.value <= 1


@pytest.mark.parametrize("variant", ["L", "Lsum"])
def test_a_table_that_cannot_be_avoided_is_walked_in_little_time(variant: str) -> None:
    """60,000 characters in one sentence, nothing common at the ends: 3.6 billion cells, one by one half an hour."""
    prediction, reference = "甲乙丙丁戊" * 12_000, "丙乙戊甲丁乙" * 10_000
    began = time.perf_counter()
    score = rouge([prediction], [reference], variant=variant, tokenizer=CHARACTERS)
    assert time.perf_counter() - began < 30
    assert 0.5 < score.value < 1
