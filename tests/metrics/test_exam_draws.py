"""Draws over questions: the exact distribution on small exams, and the variance that drawing n - 1 of n is meant to give."""

from __future__ import annotations

from collections import Counter
from itertools import product
from statistics import variance

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.exam_draws import SubjectSample, draw_interval, draw_points

THREE = SubjectSample("tax", 100.0, (0.5, 0.3, 0.2), (0.9, 0.1, 0.4))


def test_the_draws_have_the_distribution_of_all_draws() -> None:
    """Two of three questions with replacement: nine equally likely pairs, whose points are counted by hand here."""
    pairs = Counter(
        round(100 * sum(THREE.weights[i] * THREE.shares[i] for i in pair) / sum(THREE.weights[i] for i in pair), 9)
        for pair in product(range(3), repeat=2)
    )
    drawn = Counter(draw_points([THREE], seed=1, resamples=90_000)[:, 0].tolist())
    assert set(drawn) == set(pairs)
    for points, count in pairs.items():
        assert drawn[points] / 90_000 == pytest.approx(count / 9, abs=0.006)


def test_the_variance_is_the_unbiased_one_of_a_mean() -> None:
    """With questions that weigh alike the draws vary by s² / n, s² with n - 1 (Rao and Wu 1988); drawing n would give (n - 1) / n of it."""
    shares = (0.1, 0.5, 0.9, 0.3)
    drawn = draw_points([SubjectSample("tax", 100.0, (0.25,) * 4, shares)], seed=2, resamples=200_000)[:, 0]
    assert drawn.var() == pytest.approx(100**2 * variance(shares) / 4, rel=0.02)
    assert drawn.mean() == pytest.approx(45.0, abs=0.2)


def test_one_question_always_has_its_points_and_draws_are_the_same_every_time() -> None:
    samples = [SubjectSample("tax", 100.0, (1.0,), (0.37,)), THREE]
    drawn = draw_points(samples, seed=3, resamples=50)
    assert set(drawn[:, 0].tolist()) == {37.0}
    assert (drawn == draw_points(samples, seed=3, resamples=50)).all()
    assert (drawn[:, 1] != draw_points(samples, seed=4, resamples=50)[:, 1]).any()


def test_models_are_drawn_alike() -> None:
    """The same questions of a model that earns half as much everywhere: half of every draw."""
    half = SubjectSample("tax", 100.0, THREE.weights, tuple(share / 2 for share in THREE.shares))
    first, second = (draw_points([sample], seed=5, resamples=1000)[:, 0] for sample in (THREE, half))
    assert second == pytest.approx(first / 2)


def test_blocks_are_one_stream_of_any_size() -> None:
    many = SubjectSample("tax", 100.0, (1.0,) * 3000, tuple((n % 7) / 6 for n in range(3000)))
    drawn = draw_points([many], seed=6, resamples=700)[:, 0]
    assert drawn.std() < 2
    assert drawn.mean() == pytest.approx(many.points, abs=0.3)


def test_intervals_and_options() -> None:
    assert draw_interval(np.full(9, 5.0), 0.95).degenerate
    found = draw_interval(np.arange(101.0), 0.9)
    assert (found.low, found.high, found.degenerate) == (pytest.approx(5), pytest.approx(95), False)
    with pytest.raises(LegalMetricsError, match="resamples: found 0"):
        draw_points([THREE], resamples=0)
    assert draw_points([], seed=0, resamples=3).shape == (3, 0)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(0, 1)), min_size=1, max_size=6), st.integers(0, 9))
def test_points_stay_within_the_subject(rows: list[tuple[float, float]], seed: int) -> None:
    sample = SubjectSample("tax", 100.0, tuple(w for w, _ in rows), tuple(s for _, s in rows))
    drawn = draw_points([sample], seed=seed, resamples=64)
    low, high = (100 * bound(sample.shares) for bound in (min, max))
    assert (drawn >= low - 1e-6).all()
    assert (drawn <= high + 1e-6).all()
    assert 0 <= drawn.min() <= drawn.max() <= 100
