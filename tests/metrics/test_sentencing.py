"""Sentencing metrics on plain values. Golden figures: LawBench's formula, worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.sentencing import (
    detention_within,
    fine_within,
    imprisonment_within,
    life_death_match,
    mean_deviation,
    probation_within,
    term_log_distance,
)
from legal_metrics.results import Score

METRICS: list[Callable[..., Score]] = [
    imprisonment_within,
    detention_within,
    probation_within,
    fine_within,
    term_log_distance,
]
AMOUNTS = st.one_of(st.none(), st.integers(0, 10_000), st.floats(0, 10_000, allow_nan=False))
PAIRS = st.lists(st.tuples(AMOUNTS, AMOUNTS), max_size=20)


@pytest.mark.parametrize(
    ("predicted", "reference", "expected"),
    [
        # 1 - |ln((r+1)/(p+1))| / ln 216, by hand
        (12, 12, 1.0),
        (6, 12, 0.8848),
        (6, 18, 0.8142),
        (108, 120, 0.9806),
        (4, 3, 0.9585),
        (0, 215, 0.0),  # ln 216 / ln 216: the bound itself
        (0, 360, 0.0),  # -0.0955 unclipped
        (2000, 6, 0.0),  # -0.0521 unclipped
        (None, 12, 0.0),
        (6, 30, 0.7232),
    ],
)
def test_log_distance(predicted: float | None, reference: float, expected: float) -> None:
    score = term_log_distance([predicted], [reference])
    assert score.samples[0].value == pytest.approx(expected, abs=5e-5)
    assert 0.0 <= score.value <= 1.0


def test_log_distance_bound_is_an_option_of_the_signature() -> None:
    assert term_log_distance([0], [359], cap_months=360).value == pytest.approx(0.0, abs=1e-12)
    assert "cap_months:360" in str(term_log_distance([0], [359], cap_months=360).signature)
    assert math.copysign(1, term_log_distance([None, None], [1, 2]).value) == 1  # 0, never -0


@pytest.mark.parametrize(
    ("metric", "options", "inside", "outside", "reference"),
    [
        (imprisonment_within, {}, [3, 6, 9], [2, 10], 6),
        (imprisonment_within, {"tolerance_months": 0}, [6], [5, 7], 6),
        (detention_within, {}, [43, 50, 57], [42, 58], 50),
        (probation_within, {}, [12, 24, 36], [11, 37], 24),
        (fine_within, {}, [27_000, 33_000], [26_999, 33_001], 30_000),
        (fine_within, {"tolerance": 0.5}, [15_000, 45_000], [14_999, 45_001], 30_000),
        (fine_within, {}, [63, 77], [62, 78], 70),  # 0.1 x 70 is no exact float
    ],
)
def test_tolerances_are_inclusive(
    metric: Callable[..., Score], options: dict[str, Any], inside: list[int], outside: list[int], reference: int
) -> None:
    assert [metric([p], [reference], **options).value for p in inside] == [1.0] * len(inside)
    assert [metric([p], [reference], **options).value for p in outside] == [0.0] * len(outside)


def test_days_do_not_break_the_inclusive_bound() -> None:
    for days in range(30):  # parts of a month are no exact floats
        assert imprisonment_within([3 + days / 30], [days / 30]).value == 1.0
        assert imprisonment_within([3 + (days + 1) / 30], [days / 30]).value == 0.0


def test_counts_of_missing_excluded_and_spurious() -> None:
    score = imprisonment_within([6, None, 6, None], [6, 6, None, None])
    assert (score.value, score.n, score.n_unparsed, score.n_excluded) == (0.5, 2, 1, 2)
    assert dict(score.details) == {"n_pairs": 2, "n_missed": 1, "n_spurious": 1}
    assert [sample.status for sample in score.samples] == ["scored", "unparsed", "excluded", "excluded"]


@pytest.mark.parametrize("metric", [*METRICS, mean_deviation, life_death_match])
def test_nothing_to_score_is_nan_not_a_crash(metric: Callable[..., Score]) -> None:
    for predictions, references in ([], []), ([None], [None]):
        score = metric(predictions, references)
        assert math.isnan(score.value)
        assert score.to_dict()["value"] is None
        assert score.n == 0


def test_mean_deviation_by_hand() -> None:
    score = mean_deviation([9, 4, None, 12], [6, 6, 6, None])
    assert score.value == 2.5  # (3 + 2) / 2
    assert score.details["bias"] == 0.5  # (3 - 2) / 2
    assert not score.higher_is_better
    assert (score.n, score.n_excluded, score.details["n_missed"], score.details["n_spurious"]) == (2, 2, 1, 1)


def test_relative_deviation_leaves_references_of_zero_out() -> None:
    score = mean_deviation([15_000, 5, 0], [10_000, 0, 0], relative=True)
    assert (score.value, score.n) == (0.5, 1)


def test_life_and_death() -> None:
    score = life_death_match(["life", "death", None, "life"], ["life", "life", "death", None])
    assert score.value == pytest.approx(1 / 3)
    assert score.details["n_spurious"] == 1
    with pytest.raises(BadReferenceError, match="'forever'"):
        life_death_match([None], ["forever"])
    with pytest.raises(LegalMetricsError, match="prediction #0"):
        life_death_match([216], ["life"])  # type: ignore[list-item]


@pytest.mark.parametrize("metric", [*METRICS, mean_deviation])
def test_bad_input_is_named(metric: Callable[..., Score]) -> None:
    with pytest.raises(LengthMismatchError, match="1 predictions but 2 references"):
        metric([1], [1, 2])
    for bad in (-1, math.nan, math.inf, "6", True):
        with pytest.raises(BadReferenceError, match="#1"):
            metric([1, 1], [1, bad])
        with pytest.raises(LegalMetricsError, match="prediction #0"):
            metric([bad], [1])


def test_bad_options_are_named() -> None:
    for call in (
        lambda: imprisonment_within([1], [1], tolerance_months=-1),
        lambda: fine_within([1], [1], tolerance=math.nan),
    ):
        with pytest.raises(LegalMetricsError, match="tolerance"):
            call()
    with pytest.raises(LegalMetricsError, match="cap_months"):
        term_log_distance([1], [1], cap_months=1)


@pytest.mark.parametrize("metric", METRICS)
@given(pairs=PAIRS)
def test_bounds_order_and_purity(metric: Callable[..., Score], pairs: list[tuple[float | None, float | None]]) -> None:
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    before = (list(predictions), list(references))
    score = metric(predictions, references)
    assert (predictions, references) == before
    assert math.isnan(score.value) or 0.0 <= score.value <= 1.0
    assert score.n + score.n_excluded == len(pairs) == len(score.samples)
    backwards = metric(predictions[::-1], references[::-1])
    assert backwards.value == score.value or math.isnan(score.value)


@pytest.mark.parametrize("metric", METRICS)
@given(references=st.lists(AMOUNTS, max_size=20))
def test_identity_is_exactly_one(metric: Callable[..., Score], references: list[float | None]) -> None:
    score = metric(references, references)
    assert score.value == 1.0 or not any(r is not None for r in references)
    deviation = mean_deviation(references, references)
    assert deviation.value == 0.0 or math.isnan(deviation.value)


@given(reference=st.integers(0, 1000), a=st.integers(0, 1000), b=st.integers(0, 1000))
def test_log_distance_falls_with_the_ratio_of_terms(reference: int, a: int, b: int) -> None:
    near, far = sorted((a, b), key=lambda p: abs(math.log((p + 1) / (reference + 1))))
    assert term_log_distance([near], [reference]).value >= term_log_distance([far], [reference]).value - 1e-12
