"""Every statistic of agreement on any ratings: a value within its bounds or a reason, never an exception, a warning or changed arguments."""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.agreement import cohen_kappa, percent_agreement
from legal_metrics.stats.classes import class_scores
from legal_metrics.stats.correlation import kendall_tau_b, pearson, spearman
from legal_metrics.stats.estimates import INTERVALS, Estimate
from legal_metrics.stats.icc import MODELS, icc
from legal_metrics.stats.limits import bland_altman
from legal_metrics.stats.reliability import LEVELS, fleiss_kappa, krippendorff_alpha

NUMBER = st.one_of(
    st.integers(-3, 3), st.floats(-1e99, 1e99), st.sampled_from([0.1, 1 / 3, 5e-324, -0.0, True, math.nan, None])
)
LABEL = st.one_of(st.sampled_from(["a", "b", "", None, math.nan, 1, 1.0, True]), st.text(max_size=2))
PAIRS: dict[str, tuple[Callable[..., Any], float, float]] = {
    "percent": (percent_agreement, 0, 1),
    "kappa": (cohen_kappa, -1, 1),
    "linear": (lambda a, b, **options: cohen_kappa(a, b, weights="linear", **options), -1, 1),
    "quadratic": (lambda a, b, **options: cohen_kappa(a, b, weights="quadratic", **options), -1, 1),
    "pearson": (pearson, -1, 1),
    "spearman": (spearman, -1, 1),
    "tau": (kendall_tau_b, -1, 1),
    "bias": (lambda a, b, **options: bland_altman(a, b, **options).bias, -math.inf, math.inf),
    "limit": (lambda a, b, **options: bland_altman(a, b, **options).upper, -math.inf, math.inf),
    "f1": (lambda a, b, **options: class_scores(a, b, **options).balanced_f1, 0, 1),
}
TABLES: dict[str, tuple[Callable[..., Any], float]] = {
    "fleiss": (fleiss_kappa, 1),
    **{
        level: (lambda rows, level=level, **options: krippendorff_alpha(rows, level=level, **options), 1)
        for level in LEVELS
    },
    **{model: (lambda rows, model=model, **options: icc(rows, model=model, **options), 1) for model in MODELS},
}


def check(estimate: Estimate, low: float, high: float) -> None:
    assert estimate.defined is not bool(estimate.reason)
    if not estimate.defined:
        assert math.isnan(estimate.interval.low) and math.isnan(estimate.interval.high) and not estimate.method
        return
    assert low - 1e-12 <= estimate.value <= high + 1e-12
    assert math.isnan(estimate.interval.low) or estimate.interval.low <= estimate.interval.high
    assert estimate.to_dict()["value"] is not None


@pytest.mark.parametrize("name", PAIRS)
@given(data=st.data())
@settings(max_examples=60)
def test_two_raters(name: str, data: st.DataObject) -> None:
    function, low, high = PAIRS[name]
    value = LABEL if name in ("percent", "kappa", "f1") else NUMBER
    n = data.draw(st.integers(0, 8))
    first, second = (data.draw(st.lists(value, min_size=n, max_size=n)) for _ in range(2))
    clusters = data.draw(st.one_of(st.none(), st.lists(st.sampled_from("xyz"), min_size=n, max_size=n)))
    before = deepcopy((first, second, clusters))
    check(function(first, second, clusters=clusters, resamples=20), low, high)
    assert repr(before) == repr((first, second, clusters))


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
@settings(max_examples=60)
def test_a_panel(name: str, data: st.DataObject) -> None:
    function, high = TABLES[name]
    value = LABEL if name in ("fleiss", "nominal") else NUMBER
    k = data.draw(st.integers(1, 4))
    rows = data.draw(st.lists(st.lists(value, min_size=k, max_size=k), max_size=7))
    clusters = data.draw(st.one_of(st.none(), st.lists(st.sampled_from("xyz"), min_size=len(rows), max_size=len(rows))))
    interval = data.draw(st.sampled_from(INTERVALS))
    before = deepcopy(rows)
    try:
        found = function(rows, clusters=clusters, interval=interval, resamples=20)
    except LegalMetricsError as error:
        assert interval == "analytic", error
    else:
        check(found, -math.inf, high)
    assert repr(before) == repr(rows)


@pytest.mark.parametrize("name", [*PAIRS, *TABLES])
def test_arrays_are_ratings_too(name: str) -> None:
    table = np.array([[1.0, 2.0], [3.0, 3.0], [2.0, np.nan], [5.0, 4.0], [1.0, 1.0]])
    plain: list[list[Any]] = [[None if math.isnan(v) else v for v in row] for row in table.tolist()]
    if name in TABLES:
        ours, theirs = (TABLES[name][0](rows, resamples=20) for rows in (plain, table))
    else:
        columns = [[row[side] for row in plain] for side in (0, 1)]
        ours = PAIRS[name][0](*columns, resamples=20)
        theirs = PAIRS[name][0](table[:, 0], table[:, 1], resamples=20)
    assert ours.value == theirs.value and ours.interval == theirs.interval and ours.n_missing == theirs.n_missing
