"""Reading F1 against CJRC's official evaluation, written again from its definition, and on its real golds."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.reading import reading_f1
from legal_metrics.text.normalise import normalise


def official(prediction: str, golds: list[str]) -> float:
    """What the script of CJRC computes for one question: with several golds each is left out in turn."""

    def characters(text: str) -> Counter[str]:
        return Counter(c for c in text.lower() if c.isdigit() or c.isalpha())

    def f1(gold: str) -> float:
        p, g = characters(prediction), characters(gold)
        same = (p & g).total()
        if not p or not g:
            return float(p == g)
        return 2 * (same / p.total()) * (same / g.total()) / (same / p.total() + same / g.total()) if same else 0.0

    if len(golds) < 2:
        return max(map(f1, golds))
    return sum(max(f1(g) for j, g in enumerate(golds) if j != i) for i in range(len(golds))) / len(golds)


plain = st.text("甲乙丙丁aB19。，、 ", max_size=12)  # what normalise leaves as it is


@given(plain, st.lists(plain, min_size=1, max_size=4))
def test_both_conventions(prediction: str, golds: list[str]) -> None:
    left_out = reading_f1([prediction], [golds], leave_one_out=True).value
    assert left_out == pytest.approx(official(prediction, golds))
    best = reading_f1([prediction], [golds]).value
    assert best == pytest.approx(max(official(prediction, [gold]) for gold in golds))
    assert 0 <= left_out <= best + 1e-12 and best <= 1


@given(st.lists(st.lists(st.text(), min_size=1, max_size=3), max_size=5), st.randoms())
def test_identity_order_and_purity(references: list[list[str]], random: Any) -> None:
    firsts = [golds[0] for golds in references]
    before = [list(golds) for golds in references]
    score = reading_f1(firsts, references)
    assert [s.value for s in score.samples] == [1.0] * len(references)
    shuffled = [random.sample(golds, len(golds)) for golds in references]
    assert reading_f1(firsts, shuffled).value == score.value or math.isnan(score.value)
    assert references == before


@pytest.mark.parametrize(
    ("prediction", "golds", "value"),
    [
        ("", "回答:", 1),
        ("", [], 1),
        ("", ["", "张某"], 1),
        ("", "张某", 0),
        ("张某", "", 0),
        ("张某", [], 0),
        ("答案：张某", "回答:张某。", 1),
        ("２００元", "200元", 1),
        ("YES", "yes", 1),
        ("张某甲", ["李某", "张某"], 0.8),
        ("某张", "张某", 1),  # a multiset: order is not asked for
        (None, "", 0),
    ],
)
def test_one_answer(prediction: str | None, golds: Any, value: float) -> None:
    assert reading_f1([prediction], [golds]).value == pytest.approx(value)


def test_counts_and_signature() -> None:
    score = reading_f1(["甲", None, "乙"], ["甲", ["", "。"], []])
    assert (score.n_unparsed, score.details["n_unanswerable"], score.details["n_golds"]) == (1, 2, 3)
    assert str(score.signature) != str(reading_f1([], [], leave_one_out=True).signature)
    assert reading_f1(["處罰"], ["处罚"]).value == 0
    assert reading_f1(["處罰"], ["处罚"], fold_script=True).value == 1


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError):
        reading_f1(["甲"], [])
    for wrong in (None, 3, [None], ["甲", 3], {"甲": 1}):
        with pytest.raises(BadReferenceError, match=r"#0.*allowed a text or a sequence of texts"):
            reading_f1(["甲"], [wrong])  # type: ignore[list-item]
    with pytest.raises(LegalMetricsError, match="prediction #1"):
        reading_f1(["甲", 3], ["甲", "甲"])  # type: ignore[list-item]


def test_real_golds(shared: Path) -> None:
    """Identity on every question of CAIL2019's development set; the script's own figure for its first gold as prediction."""
    data = json.loads((shared / "corpora" / "cn" / "cail2019_rc" / "dev_ground_truth.json").read_text(encoding="utf-8"))
    questions = [qa for story in data["data"] for paragraph in story["paragraphs"] for qa in paragraph["qas"]]
    golds = [[answer["text"] for answer in qa["answers"]] for qa in questions]
    assert len(golds) == 6000
    firsts = [texts[0] if texts else "" for texts in golds]
    assert reading_f1(firsts, golds).value == 1.0
    left_out = reading_f1(firsts, golds, leave_one_out=True)
    same_form = [i for i, texts in enumerate(golds) if all(normalise(t) == "".join(t) for t in texts)]
    assert len(same_form) > 4000
    for i in same_form:
        assert left_out.samples[i].value == pytest.approx(official(firsts[i], golds[i] or [""]))
