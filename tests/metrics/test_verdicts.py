"""Verdict accuracy: classes, the balanced figure and the counts beside it, by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.verdicts import VerdictPairs, verdict_accuracy, verdict_class, verdict_score
from legal_metrics.penalties import VERDICTS

LABELS = st.sampled_from(VERDICTS)


def test_binary_counts_both_convictions_as_guilty_and_leaves_the_rest() -> None:
    references = [
        "guilty",
        "exempt_from_punishment",
        "not_guilty",
        "exempt_from_prosecution",
        "case_dismissed",
        "appeal_dismissed",
        "other",
    ]
    predictions = ["exempt_from_punishment", "guilty", "guilty", "not_guilty", "guilty", "guilty", "guilty"]
    score = verdict_accuracy(predictions, references)
    assert score.value == pytest.approx(2 / 3)
    assert (score.n, score.n_excluded) == (3, 4)
    assert score.details["n_by_class"] == {"guilty": 2, "not_guilty": 1}
    assert score.details["right_by_class"] == {"guilty": 2, "not_guilty": 0}


def test_all_classes_tell_every_verdict_apart() -> None:
    score = verdict_accuracy(["guilty", "guilty"], ["exempt_from_punishment", "guilty"], binary=False)
    assert (score.name, score.value) == ("verdict_class_accuracy", 0.5)


def test_always_guilty_is_exposed_by_the_balanced_figure() -> None:
    references = ["guilty"] * 98 + ["not_guilty"] * 2
    plain = verdict_accuracy(["guilty"] * 100, references)
    balanced = verdict_accuracy(["guilty"] * 100, references, balanced=True)
    assert plain.value == 0.98
    assert plain.details["majority_share"] == 0.98
    assert balanced.value == pytest.approx(0.5)
    assert plain.details["balanced_accuracy"] == 0.5


def test_a_conviction_out_of_the_domain_is_wrong_not_excluded() -> None:
    score = verdict_accuracy(["case_dismissed"], ["guilty"])
    assert (score.value, score.n, score.n_unparsed) == (0.0, 1, 0)


def test_a_person_with_several_verdicts() -> None:
    assert verdict_class({"not_guilty", "guilty", "case_dismissed"}, binary=False) == "guilty+not_guilty+case_dismissed"
    assert verdict_class({"not_guilty", "case_dismissed"}, binary=True) == "not_guilty"
    assert verdict_class(set(), binary=False) is None


def test_a_sample_of_several_persons_is_their_mean() -> None:
    pairs = [VerdictPairs((("guilty", "guilty"), ("guilty", "not_guilty"))), VerdictPairs((("guilty", "guilty"),))]
    assert verdict_score(pairs, binary=True, balanced=False, unit="case").value == 0.75


def test_forty_nine_persons_weigh_exactly_one() -> None:
    pairs = [VerdictPairs((("guilty", "guilty"),) * 49)]  # 49 x (1 / 49) is no 1.0
    assert verdict_score(pairs, binary=True, balanced=False, unit="case").samples[0].value == 1.0


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError):
        verdict_accuracy([], ["guilty"])
    with pytest.raises(BadReferenceError, match="'有罪'"):
        verdict_accuracy(["guilty"], ["有罪"])
    with pytest.raises(LegalMetricsError, match="prediction #0"):
        verdict_accuracy(["有罪"], ["guilty"])


@pytest.mark.parametrize("binary", [True, False])
@pytest.mark.parametrize("balanced", [True, False])
@given(pairs=st.lists(st.tuples(st.one_of(st.none(), LABELS), LABELS), max_size=30))
def test_bounds_identity_and_order(binary: bool, balanced: bool, pairs: list[tuple[str | None, str]]) -> None:
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    score = verdict_accuracy(predictions, references, binary=binary, balanced=balanced)
    assert math.isnan(score.value) or 0.0 <= score.value <= 1.0
    best = verdict_accuracy(references, references, binary=binary, balanced=balanced)
    assert best.value == 1.0 or best.n == 0
    backwards = verdict_accuracy(predictions[::-1], references[::-1], binary=binary, balanced=balanced)
    assert backwards.value == score.value or score.n == 0
    shares = [score.details["right_by_class"][c] / n for c, n in score.details["n_by_class"].items()]
    if balanced and shares:
        assert score.value == pytest.approx(math.fsum(shares) / len(shares))
