"""Draws of rated units: whole clusters, no order, no chunks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats import unit_draws
from legal_metrics.stats.bootstrap import bootstrap_ci
from legal_metrics.stats.estimates import on_grid
from legal_metrics.stats.unit_draws import bootstrap_interval, make_units

ROWS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=12)


@given(ROWS)
@settings(max_examples=50)
def test_every_draw_holds_as_many_units(rows: list[tuple[int, int]]) -> None:
    units = make_units(rows, raters=2)
    assert len(units) == len(rows)
    weights = np.concatenate(list(units.draws(seed=1, resamples=20)))
    assert weights.shape == (20, len(units.rows)) and (weights.sum(axis=1) == len(rows)).all()


def test_clusters_are_drawn_whole() -> None:
    units = make_units([[0], [1], [2], [2]], raters=1, clusters=["a", "a", "b", "b"])
    weights = np.concatenate(list(units.draws(seed=1, resamples=50)))
    assert {tuple(row) for row in weights.tolist()} == {(2, 2, 0), (1, 1, 2), (0, 0, 4)}


def test_missing_is_a_value_of_its_own() -> None:
    units = make_units([[1, math.nan], [1, math.nan], [1, 0]], raters=2)
    assert units.counts.tolist() == [1, 2] or units.counts.tolist() == [2, 1]


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    units = make_units([[i % 5] for i in range(40)], raters=1)
    whole = np.concatenate(list(units.draws(seed=9, resamples=64)))
    monkeypatch.setattr(unit_draws, "_AT_A_TIME", 100)
    assert (np.concatenate(list(units.draws(seed=9, resamples=64))) == whole).all()


def test_a_mean_has_the_interval_of_any_mean() -> None:
    values = [float(i % 7) for i in range(60)]
    units = make_units([[value] for value in values], raters=1)
    found = bootstrap_interval(
        lambda weights: weights @ units.rows[:, 0] / weights.sum(axis=1),
        units,
        seed=4,
        resamples=20_000,
        confidence=0.95,
    )
    wanted = bootstrap_ci(values, seed=11, resamples=20_000)
    assert abs(found.low - wanted.low) < 0.03 and abs(found.high - wanted.high) < 0.03


def test_as_many_clusters_as_units() -> None:
    with pytest.raises(LegalMetricsError):
        make_units([[1], [2]], raters=1, clusters=[1])


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=8))
def test_a_grid_keeps_the_order(values: list[float]) -> None:
    moved, scale = on_grid([[value] for value in values])
    assert scale > 0 and all(math.isfinite(row[0]) for row in moved)
    for (a,), x in zip(moved, values, strict=True):
        for (b,), y in zip(moved, values, strict=True):
            assert (a <= b) or x > y
