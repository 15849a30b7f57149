"""Quantiles of F and t against SciPy."""

from __future__ import annotations

import pytest
from agreement_oracles import other
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.distributions import f_quantile, t_quantile

DEGREES = st.one_of(st.integers(1, 20_000).map(float), st.floats(0.3, 5_000))
LEVELS = st.sampled_from((0.005, 0.025, 0.05, 0.3, 0.5, 0.9, 0.975, 0.995, 0.9995))


@given(LEVELS, DEGREES, DEGREES)
@settings(max_examples=150)
def test_f(p: float, first: float, second: float) -> None:
    wanted = float(other("scipy.stats").f.ppf(p, first, second))
    assert abs(f_quantile(p, first, second) - wanted) <= 1e-9 * wanted


@given(LEVELS, DEGREES)
@settings(max_examples=100)
def test_t(p: float, degrees: float) -> None:
    wanted = float(other("scipy.stats").t.ppf(p, degrees))
    assert abs(t_quantile(p, degrees) - wanted) <= 1e-9 * max(1.0, abs(wanted))
    assert t_quantile(1 - p, degrees) == pytest.approx(-t_quantile(p, degrees), rel=1e-9)


@pytest.mark.parametrize(
    "arguments", [(0, 1, 1), (1, 1, 1), (0.5, 0, 1), (0.5, 1, -1), (float("nan"), 1, 1), (0.5, 1, float("inf"))]
)
def test_errors(arguments: tuple[float, float, float]) -> None:
    with pytest.raises(LegalMetricsError):
        f_quantile(*arguments)
