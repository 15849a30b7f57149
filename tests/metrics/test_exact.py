"""Exact match and its fallback on overlap. Values by hand; the table of EM pairs follows the facts known of other scorers."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.exact import exact_match, exact_or_rouge
from legal_metrics.text.tokenisers import CHARACTERS

CASES = [  # digits, signs and decimal points are content; punctuation, white space and answer labels are not
    ("３０日", "30 日。", 1),
    ("30日", "60日", 0),
    ("答案:３０日", "答案:６０日", 0),
    ("1.5", "15", 0),
    ("-5", "5", 0),
    ("5％", "5", 0),
    ("「無罪」", "無罪", 1),
    ("第1、2項", "第12項", 0),
    ("1,000元", "1000元", 1),
    ("答案：30日", "30日", 1),
    ("30日", "【正确答案】30日", 1),
    ("**回答**：是", "是", 1),
    ("答案是肯定的", "肯定的", 1),
    ("答案不详", "不详", 0),
    ("答案：", "", 1),
    ("", "。", 1),
    ("", "無", 0),
    (None, "", 0),
]


def test_exact_match() -> None:
    score = exact_match([p for p, _, _ in CASES], [r for _, r, _ in CASES])
    assert [s.value for s in score.samples] == [v for _, _, v in CASES]
    assert (score.n, score.n_unparsed) == (len(CASES), 1)
    assert score.value == sum(v for _, _, v in CASES) / len(CASES)


def test_options() -> None:
    assert exact_match(["答案:是"], ["是"], strip_labels=False).value == 0
    assert exact_match(["處"], ["处"]).value == 0
    assert exact_match(["處"], ["处"], fold_script=True).value == 1
    signatures = {str(exact_match([], [], strip_labels=a, fold_script=b).signature) for a in (0, 1) for b in (0, 1)}
    assert len(signatures) == 4


def test_fallback_on_overlap() -> None:
    """By hand: 30日 and 30天 share two of three characters, so ROUGE-L F is 2/3 and the value 0.8 x 2/3."""
    score = exact_or_rouge(["30日。", "30天", "无", None], ["30日"] * 4, tokenizer=CHARACTERS)
    assert [s.value for s in score.samples] == [1.0, pytest.approx(0.8 * 2 / 3), 0.0, 0.0]
    assert score.details["exact_match"] == 0.25 and score.n_unparsed == 1
    half = exact_or_rouge(["30天"], ["答案：30日"], weight=0.5, tokenizer=CHARACTERS)
    assert half.value == pytest.approx(1 / 3) and "weight:0.5" in str(half.signature)


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan, True, "1", None])
def test_weights_that_are_none(weight: Any) -> None:
    with pytest.raises(LegalMetricsError, match=r"weight: found .*allowed a number from 0 to 1"):
        exact_or_rouge([], [], weight=weight)


@pytest.mark.parametrize("metric", [exact_match, exact_or_rouge])
def test_bad_input_is_named(metric: Any) -> None:
    with pytest.raises(LengthMismatchError, match="1 predictions but 3 references"):
        metric(["甲"], ["甲"] * 3)
    with pytest.raises(BadReferenceError, match=r"#1.*None"):
        metric(["甲", "乙"], ["甲", None])
    with pytest.raises(LegalMetricsError, match=r"prediction #0.*3.*text or None"):
        metric([3], ["甲"])
    assert math.isnan(metric([], []).value)


@given(st.lists(st.text(), max_size=6), st.lists(st.text(), min_size=6, max_size=6), st.randoms())
def test_identity_bounds_order_and_purity(references: list[str], others: list[str], random: Any) -> None:
    predictions = others[: len(references)]
    before = (list(predictions), list(references))
    for metric in (exact_match, exact_or_rouge):
        assert [s.value for s in metric(references, references).samples] == [1.0] * len(references)
        score = metric(predictions, references)
        assert all(0 <= s.value <= 1 for s in score.samples)
        order = random.sample(range(len(references)), len(references))
        again = metric([predictions[i] for i in order], [references[i] for i in order])
        assert again.value == score.value or math.isnan(score.value)
    assert (predictions, references) == before
