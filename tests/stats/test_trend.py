"""Trends against least squares by hand and by numpy, and their undefined cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.trend import ratio_trends

SAMPLES = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 1.0, 3.0]), st.sampled_from([0.0, 1.0, 2.0]), st.integers(2018, 2024)), max_size=30)


@settings(deadline=None)
@given(SAMPLES, st.randoms(use_true_random=False))
def test_a_trend_is_the_weighted_least_squares_slope_whatever_the_order(samples: list[tuple[float, float, int]], random: object) -> None:
    samples = [(top if bottom else 0.0, bottom, year) for top, bottom, year in samples]
    tops, bottoms, years = map(list, zip(*samples, strict=True)) if samples else ([], [], [])
    [trend] = ratio_trends([(tops, bottoms)], years, resamples=50)
    weighed = [s for s in samples if s[1]]
    assert trend.n == len(weighed)
    if len({year for _, _, year in weighed}) < 2:
        assert math.isnan(trend.value)
        assert trend.interval.degenerate
        return
    slope = np.polyfit([y - 2021 for *_, y in weighed], [t / b for t, b, _ in weighed], 1, w=np.sqrt([b for _, b, _ in weighed]))[0]
    assert trend.value == pytest.approx(slope, abs=1e-9)
    shuffled = list(samples)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    tops, bottoms, years = map(list, zip(*shuffled, strict=True))
    other = [1.0] * len(tops)
    again, _ = ratio_trends([(tops, bottoms), (other, other)], years, resamples=50)
    assert again.interval == trend.interval  # neither the order of the samples nor scores beside it change it
    assert again.value == pytest.approx(trend.value, abs=1e-12)


def test_constant_scores_have_no_trend() -> None:
    [trend] = ratio_trends([([0.1] * 6, [1.0] * 6)], [2020, 2020, 2021, 2022, 2023, 2023])
    assert trend.value == pytest.approx(0)
    assert trend.interval.degenerate


def test_years_are_drawn_apart() -> None:
    """Within each year all agree, so nothing varies: whatever is drawn, the slope is the same."""
    [trend] = ratio_trends([([1, 1, 0, 0], [1] * 4)], [2020, 2020, 2024, 2024])
    assert trend.value == -0.25
    assert trend.interval == type(trend.interval)(-0.25, -0.25, True)


def test_the_interval_covers_the_slope_of_simulated_years() -> None:
    random = np.random.default_rng(1)
    years = np.repeat(np.arange(2020, 2025), 60)
    missed = 0
    for _ in range(200):
        values = (random.random(len(years)) < 0.7 - 0.03 * (years - 2020)).astype(float)
        [trend] = ratio_trends([(values.tolist(), [1.0] * len(years))], years.tolist(), resamples=400)
        missed += not trend.interval.low <= -0.03 <= trend.interval.high
    assert 1 <= missed <= 22  # 10 expected


def test_refused() -> None:
    with pytest.raises(LegalMetricsError, match="years"):
        ratio_trends([([1.0], [1.0])], [2020.5])  # type: ignore[list-item]
    with pytest.raises(LegalMetricsError, match="1 years but 2"):
        ratio_trends([([1.0, 1.0], [1.0])], [2020])
    assert ratio_trends([], [2020]) == []
