"""Label F1 against scikit-learn's definitions, written out, and against the published item scores of ZhiFa-Bench."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.metrics.labels import AVERAGES, label_f1, label_scores

sets = st.lists(st.sampled_from("甲乙丙丁戊"), max_size=5)
samples = st.lists(st.tuples(sets, sets), max_size=8)


def ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def oracle(pairs: Sequence[tuple[list[str], list[str]]], average: str) -> float:
    """From true and false positives and negatives, label by label, as scikit-learn counts them."""
    if average == "sample":
        values = [
            1.0 if not set(p) | set(g) else 2 * len(set(p) & set(g)) / (len(set(p)) + len(set(g))) for p, g in pairs
        ]
        return ratio(math.fsum(values), len(values))
    labels = sorted({label for p, g in pairs for label in (*p, *g)})
    counts = []
    for label in labels:
        tp = sum(label in p and label in g for p, g in pairs)
        fp = sum(label in p and label not in g for p, g in pairs)
        fn = sum(label not in p and label in g for p, g in pairs)
        counts.append((tp, fp, fn))
    if average == "micro":
        tp, fp, fn = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0, 0)
        return ratio(2 * tp, 2 * tp + fp + fn)
    return ratio(math.fsum(2 * tp / (2 * tp + fp + fn) for tp, fp, fn in counts), len(labels))


@given(samples, st.sampled_from(AVERAGES), st.randoms())
def test_is_the_definition_within_bounds_in_any_order(
    pairs: list[tuple[list[str], list[str]]], average: str, random: Any
) -> None:
    predictions, references = [p for p, _ in pairs], [g for _, g in pairs]
    before = ([list(p) for p in predictions], [list(g) for g in references])
    score = label_f1(predictions, references, average=average)
    assert score.value == pytest.approx(oracle(pairs, average), nan_ok=True)
    assert math.isnan(score.value) or 0 <= score.value <= 1 + 1e-12
    assert all(math.isnan(s.value) or 0 <= s.value <= 1 + 1e-12 for s in score.samples)
    order = random.sample(range(len(pairs)), len(pairs))
    again = label_f1([predictions[i][::-1] for i in order], [references[i] for i in order], average=average)
    assert again.value == pytest.approx(score.value, nan_ok=True, abs=1e-15)
    assert (predictions, references) == before


@given(st.lists(sets, min_size=1, max_size=8), st.sampled_from(AVERAGES))
def test_identity(references: list[list[str]], average: str) -> None:
    score = label_f1(references, references, average=average)
    assert score.value == pytest.approx(1.0) if any(references) or average == "sample" else math.isnan(score.value)
    assert score.details["exact"] == 1.0


@pytest.mark.parametrize(
    ("predicted", "gold", "precision", "recall", "f1", "exact"),
    [
        ([], [], 1, 1, 1, 1),
        ([], ["甲"], 0, 0, 0, 0),
        (["甲"], [], 0, 0, 0, 0),
        (None, [], 0, 0, 0, 0),
        (None, ["甲"], 0, 0, 0, 0),
        (["甲", "甲"], ["甲"], 1, 1, 1, 1),
        (["甲", "乙"], ["甲"], 0.5, 1, 2 / 3, 0),
        ({"甲"}, ("乙", "甲"), 1, 0.5, 2 / 3, 0),
        ([264, 67], iter([67, 264]), 1, 1, 1, 1),
    ],
)
def test_one_sample(predicted: Any, gold: Any, precision: float, recall: float, f1: float, exact: float) -> None:
    score = label_scores(predicted, gold)
    assert (score.precision, score.recall, score.f1, score.exact) == (precision, recall, pytest.approx(f1), exact)


def test_published_item_scores() -> None:
    """ZhiFa-AI's case_attribution_analysis, section 1.2: charges of an item 0.286, letters of an item 0.5."""
    six = ["挪用资金", "职务侵占", "单位行贿", "非国家工作人员受贿", "合同诈骗", "侵占"]
    assert round(label_scores(six, ["非国家工作人员受贿"]).f1, 3) == 0.286
    assert label_scores(["C"], ["A", "B", "C"]).f1 == 0.5


def test_the_averages_differ() -> None:
    """By hand. Samples: 1, 1/2, 0. Pooled: 2 x 2 / (4 + 4). Labels: 盗窃 2x1/(1+2), 诈骗 1, 侵占 0, 抢劫 0."""
    predictions, references = [["盗窃"], ["诈骗", "侵占", "抢劫"], None], [["盗窃"], ["诈骗"], ["盗窃", "侵占"]]
    values = {name: label_f1(predictions, references, average=name).value for name in AVERAGES}
    assert values == {
        "sample": pytest.approx((1 + 1 / 2 + 0) / 3),
        "micro": pytest.approx(4 / 8),
        "macro": pytest.approx((2 / 3 + 1 + 0 + 0) / 4),
    }
    macro = label_f1(predictions, references, average="macro")
    assert macro.details["precision"] == pytest.approx((1 + 1 + 0 + 0) / 4)
    assert macro.details["recall"] == pytest.approx((1 / 2 + 1 + 0) / 4)
    assert (macro.n_unparsed, macro.details["n_labels"]) == (1, 4)


def test_what_cannot_be_scored_is_counted() -> None:
    score = label_f1([[], None, ["甲", "甲", "乙"]], [[], [], ["甲"]], average="micro")
    assert [s.status for s in score.samples] == ["excluded", "unparsed", "scored"]
    assert (score.n, score.n_excluded, score.n_unparsed, score.details["n_repeated"]) == (2, 1, 1, 1)
    assert score.value == pytest.approx(2 / 3)
    assert [s.value for s in label_f1([[], None], [[], []], average="sample").samples] == [1.0, 0.0]


def test_average_has_no_default() -> None:
    with pytest.raises(TypeError, match="average"):
        label_f1([], [])  # type: ignore[call-arg]
    for wrong in ("weighted", "samples", None, 3):
        with pytest.raises(LegalMetricsError, match="allowed sample, micro, macro"):
            label_f1([], [], average=wrong)  # type: ignore[arg-type]


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError):
        label_f1([["甲"]], [], average="micro")
    for wrong in ("甲", None, 3, [["甲"]]):
        with pytest.raises(BadReferenceError, match=r"#0.*labels"):
            label_f1([["甲"]], [wrong], average="micro")  # type: ignore[list-item]
        with pytest.raises(WrongTypeError, match="gold: found"):
            label_scores([], wrong)  # type: ignore[arg-type]
        if wrong is not None:
            with pytest.raises(LegalMetricsError, match="prediction #0: found"):
                label_f1([wrong], [["甲"]], average="micro")  # type: ignore[list-item]
            with pytest.raises(WrongTypeError, match="predicted: found"):
                label_scores(wrong, [])  # type: ignore[arg-type]


def test_mixed_labels_are_listed_in_one_order() -> None:
    (sample,) = label_f1([{"甲", 3, 1}], [["甲"]], average="sample").samples
    assert sample.answer == [1, 3, "甲"]
