"""Trivial answers: values by hand, and the figures that are known of real data."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError
from legal_metrics.metrics.labels import AVERAGES
from legal_metrics.metrics.sentencing import term_log_distance
from legal_metrics.metrics.trivial import (
    commonest_labels_score,
    constant_term_score,
    copied_source_score,
    lead_sentences_score,
    majority_answer_score,
)
from legal_metrics.text.tokenisers import CHARACTERS


def test_constant_terms() -> None:
    chosen = constant_term_score([6, 12, 240, None])
    assert (chosen.details["answer"], chosen.details["in_sample"], chosen.name) == (
        12,
        True,
        "constant_term.term_log_distance",
    )
    assert chosen.value == term_log_distance([12] * 3, [6, 12, 240]).value
    told = constant_term_score([6], months=24, train=[1])
    assert (told.details["answer"], told.details["in_sample"]) == (24, False)
    trained = constant_term_score([6], train=[None, 8, 6])
    assert (trained.details["answer"], trained.details["in_sample"]) == (6, False)
    assert math.isnan(constant_term_score([]).value) and math.isnan(constant_term_score([None]).value)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=9))
def test_no_other_constant_is_better_than_the_median(references: list[int]) -> None:
    """Without a clip in the way, which terms of up to 200 months never meet."""
    best = max(constant_term_score(references, months=months).value for months in references)
    assert constant_term_score(references).value == pytest.approx(best)


def test_24_months_on_lawbench(shared: Path) -> None:
    """Measured apart: 0.8154 on LawBench 3-4; the four references for life and death are no months."""
    rows = json.loads((shared / "corpora" / "cn" / "lawbench" / "zero_shot" / "3-4.json").read_text(encoding="utf-8"))
    found = [re.fullmatch(r"刑期:(\d+)个月", row["answer"].strip()) for row in rows]
    score = constant_term_score([None if match is None else int(match[1]) for match in found], months=24)
    assert (round(score.value, 4), score.n, score.n_excluded) == (0.8154, 496, 4)


def test_majorities() -> None:
    score = majority_answer_score(["B", "A", "B", "A", "D"])
    assert (score.value, score.details["answer"]) == (0.4, "A")  # ties: the first letter
    assert majority_answer_score(["A", "B"], train=["B", "B", "A"]).value == 0.5
    sets = [frozenset("AB"), frozenset("BA"), frozenset("C")]
    assert majority_answer_score(sets).value == pytest.approx(2 / 3)
    assert math.isnan(majority_answer_score([]).value)
    with pytest.raises(LegalMetricsError, match="answer #0: found"):
        majority_answer_score([["A"]])  # type: ignore[list-item]


@pytest.mark.parametrize("average", AVERAGES)
def test_commonest_labels(average: str) -> None:
    references = [["盗窃"], ["盗窃", "盗窃"], ["诈骗", "盗窃"]]
    score = commonest_labels_score(references, average=average)
    assert score.details["answer"] == ["盗窃"] and score.details["exact"] == pytest.approx(2 / 3)
    assert commonest_labels_score(references, average=average, train=[["抢劫"]]).value == 0.0
    assert math.isnan(commonest_labels_score([], average=average).value)
    with pytest.raises(BadReferenceError, match="#0"):
        commonest_labels_score(["盗窃"], average=average)


def test_copies() -> None:
    assert copied_source_score(["甲方有全"], ["甲方有权"]).value == 0.0
    assert copied_source_score(["甲方"], ["甲方"]).value == 1.0
    micro = copied_source_score(["甲方有全", "乙"], ["甲方有权", "乙"], average="micro")
    assert (micro.value, micro.n_excluded, micro.details["n_unchanged"]) == (0.0, 1, 2)


def test_leads() -> None:
    """By hand: two sentences of four characters against the first alone: P 1/2, R 1, F 2/3."""
    source = ["甲偷车。乙报警。丙作证。"]
    assert lead_sentences_score(source, ["甲偷车。"], sentences=2, tokenizer=CHARACTERS).value == pytest.approx(2 / 3)
    assert lead_sentences_score(source, source, sentences=9, tokenizer=CHARACTERS).value == 1.0
    for wrong in (0, -1, 1.5, True, None):
        with pytest.raises(LegalMetricsError, match="sentences: found"):
            lead_sentences_score(source, source, sentences=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("train", [[], [None]])
def test_nothing_to_choose_from(train: Any) -> None:
    for baseline in (
        lambda: constant_term_score([1], train=train),
        lambda: majority_answer_score(["A"], train=train),
        lambda: commonest_labels_score([["A"]], train=train, average="micro"),
    ):
        with pytest.raises(LegalMetricsError, match="train: found"):
            baseline()
