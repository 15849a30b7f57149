"""Intraclass correlations against the table of Shrout and Fleiss, pingouin, statsmodels' analysis of variance, and deviations worked out plainly."""

from __future__ import annotations

import math
from typing import Any

import pytest
from agreement_oracles import other, plain_icc, quietly, same
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.icc import MODELS, icc

# Shrout and Fleiss 1979, tables 2 and 4: six targets, four judges.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
PINGOUIN = {"2,1": "ICC(A,1)", "2,k": "ICC(A,k)", "3,1": "ICC(C,1)", "3,k": "ICC(C,k)"}


def tables(values: Any) -> st.SearchStrategy[list[list[Any]]]:
    return st.integers(2, 4).flatmap(
        lambda k: st.lists(st.lists(values, min_size=k, max_size=k), min_size=2, max_size=15)
    )


HALVES = tables(st.integers(0, 20).map(lambda points: points / 2))


def test_the_published_table() -> None:
    for model, value in (("2,1", 0.29), ("2,k", 0.62), ("3,1", 0.71), ("3,k", 0.91)):
        assert round(icc(SHROUT_FLEISS, model=model).value, 2) == value
    found = icc(SHROUT_FLEISS).details
    assert [round(found[f"mean_square_{part}"], 2) for part in ("units", "raters", "rest")] == [11.24, 32.49, 1.02]


def test_a_judge_who_is_always_stricter() -> None:
    rows = [[points, points - 2] for points in (3, 5, 8, 9)]
    assert icc(rows, model="3,1").value == 1 and icc(rows, model="3,1").interval.degenerate
    assert icc(rows, model="2,1").value < 0.9


@pytest.mark.parametrize("model", MODELS)
def test_where_it_is_not_defined(model: str) -> None:
    for rows, reason in (
        ([], "fewer than two units that all rated"),
        ([[1, 2]], "fewer than two units that all rated"),
        ([[1, 2], [None, 3]], "fewer than two units that all rated"),
        ([[1], [2]], "fewer than two raters"),
        ([[3, 3], [3, 3]], "no unit differs from another: nothing to divide by"),
    ):
        found = icc(rows, model=model)
        assert math.isnan(found.value) and found.reason == reason and math.isnan(found.interval.low)


def test_rounding_is_no_variation() -> None:
    for model in MODELS:
        assert not icc([[0.1, 0.1, 0.1]] * 7, model=model).defined
        assert not icc([[1 / 3, 1 / 3]] * 5, model=model).defined
    for model in ("3,1", "3,k"):
        assert not icc([[0.1, 0.3], [0.1, 0.3], [0.1, 0.3]], model=model).defined


def test_a_formula_without_degrees_of_freedom_gives_no_interval() -> None:
    found = icc([[0.0, 1.0], [0.5, 0.5]])
    assert found.value == -1 and math.isnan(found.interval.low) and found.interval.degenerate


def test_never_above_one() -> None:
    """Raters who differ more than units do: the formula of ICC(2,k) would divide by a negative variance, and give 2."""
    found = icc([[0, 10, 0], [10, 0, 0.5]], model="2,k")
    assert not found.defined and "below 0" in found.reason


def test_errors() -> None:
    for rows, options in (
        ([[1, 2], [1]], {}),
        ([[1, "2"], [1, 2]], {}),
        ([[1, 2], [1, 2]], {"model": "1,1"}),
        ([[1, 2], [1, 2]], {"clusters": [1]}),
        ([[1, 2], [1, 3]], {"clusters": [1, 1], "interval": "analytic"}),
    ):
        with pytest.raises(LegalMetricsError):
            icc(rows, **options)  # type: ignore[arg-type]


@given(HALVES, st.sampled_from(MODELS))
def test_the_definition(rows: list[list[float]], model: str) -> None:
    found = icc(rows, model=model)
    wanted = plain_icc(rows, model)
    assert same(found.value, wanted)
    assert found.defined is not bool(found.reason)
    if found.defined:
        assert found.value <= 1
    if not math.isnan(found.interval.low):
        assert found.interval.low <= found.value + 1e-9 and found.value <= found.interval.high + 1e-9


@given(tables(st.floats(-1e4, 1e4)), st.sampled_from(MODELS))
def test_any_numbers(rows: list[list[float]], model: str) -> None:
    found = icc(rows, model=model)
    assert math.isnan(found.value) or found.value <= 1


@given(HALVES)
@settings(max_examples=40)
def test_equal_to_pingouin(rows: list[list[float]]) -> None:
    pingouin, pandas = other("pingouin"), other("pandas")
    assume(len(rows) * len(rows[0]) >= 5)  # it takes no fewer ratings
    pingouin.options["round"] = None
    pingouin.options["round.column.CI95"] = None
    long = pandas.DataFrame(
        [(i, j, v) for i, row in enumerate(rows) for j, v in enumerate(row)], columns=["t", "r", "v"]
    )
    theirs = quietly(pingouin.intraclass_corr, long, "t", "r", "v").set_index("Type")
    for model, name in PINGOUIN.items():
        found = icc(rows, model=model)
        if not found.defined:
            continue
        assert same(found.value, theirs.loc[name, "ICC"])
        low, high = theirs.loc[name, "CI95"]
        if found.details["mean_square_rest"] > 1e-9 and math.isfinite(found.interval.low):
            assert same(found.interval.low, low) and same(found.interval.high, high)


def test_mean_squares_equal_statsmodels() -> None:
    formula, anova, pandas = other("statsmodels.formula.api"), other("statsmodels.stats.anova"), other("pandas")
    long = pandas.DataFrame(
        [(f"t{i}", f"r{j}", float(v)) for i, row in enumerate(SHROUT_FLEISS) for j, v in enumerate(row)],
        columns=["t", "r", "v"],
    )
    theirs = quietly(lambda: anova.anova_lm(formula.ols("v ~ C(t) + C(r)", long).fit()))["mean_sq"]
    found = icc(SHROUT_FLEISS).details
    for part, row in (("units", "C(t)"), ("raters", "C(r)"), ("rest", "Residual")):
        assert same(found[f"mean_square_{part}"], theirs[row])


@pytest.mark.parametrize("model", MODELS)
def test_the_bootstrap(model: str) -> None:
    one = icc(SHROUT_FLEISS, model=model, interval="bootstrap", resamples=300)
    assert (
        one.method == "bootstrap"
        and one.interval == icc(SHROUT_FLEISS[::-1], model=model, interval="bootstrap", resamples=300).interval
    )
    assert icc(SHROUT_FLEISS, model=model, clusters=[1, 1, 2, 2, 3, 3], resamples=300).method == "bootstrap"
