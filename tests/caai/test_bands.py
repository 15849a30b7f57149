"""Bands of the appendix: every edge, both sides. The tables below are written out by hand from the appendix (CAAI framework)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai.bands import (
    CONCURRENCY,
    DECISION_ERROR,
    FAILURES,
    FIRST_TOKEN,
    PERCENT,
    TABLES,
    TOKENS_PER_SECOND,
    Bands,
)
from legal_metrics.errors import LegalMetricsError, WrongTypeError

BELOW_AND_AT = [
    # table, edge, score just below the edge, score at the edge, score just above it
    (FIRST_TOKEN, 2000, 5, 4, 4),
    (FIRST_TOKEN, 4000, 4, 3, 3),
    (FIRST_TOKEN, 6000, 3, 2, 2),
    (FIRST_TOKEN, 8000, 2, 1, 1),
    (FIRST_TOKEN, 10000, 1, 0, 0),
    (TOKENS_PER_SECOND, 30, 4, 5, 5),
    (TOKENS_PER_SECOND, 25, 3, 4, 4),
    (TOKENS_PER_SECOND, 20, 2, 3, 3),
    (TOKENS_PER_SECOND, 15, 1, 2, 2),
    (TOKENS_PER_SECOND, 10, 0, 1, 1),
    (CONCURRENCY, 10, 4, 5, 5),
    (CONCURRENCY, 8, 3, 4, 4),
    (CONCURRENCY, 6, 2, 3, 3),
    (CONCURRENCY, 4, 1, 2, 2),
    (CONCURRENCY, 2, 0, 1, 1),
    (PERCENT, Fraction(1), 4, 5, None),
    (PERCENT, Fraction(4, 5), 3, 4, 4),
    (PERCENT, Fraction(3, 5), 2, 3, 3),
    (PERCENT, Fraction(2, 5), 1, 2, 2),
    (PERCENT, Fraction(1, 5), 0, 1, 1),
    (DECISION_ERROR, Fraction(1, 20), 5, 5, 4),
    (DECISION_ERROR, Fraction(1, 10), 4, 4, 3),
    (DECISION_ERROR, Fraction(3, 20), 3, 3, 2),
    (DECISION_ERROR, Fraction(1, 5), 2, 2, 1),
    (DECISION_ERROR, Fraction(1, 4), 1, 1, 0),
    (FAILURES, 1, 1.0, 0.8, 0.8),
    (FAILURES, 2, 0.8, 0.6, 0.6),
    (FAILURES, 3, 0.6, 0.4, 0.4),
    (FAILURES, 4, 0.4, 0.2, 0.2),
    (FAILURES, 5, 0.2, 0.0, 0.0),
]


@pytest.mark.parametrize(("table", "edge", "below", "at", "above"), BELOW_AND_AT)
def test_both_sides_of_every_edge(table: Bands, edge: Fraction, below: float, at: float, above: float | None) -> None:
    little = Fraction(1, 10**9)
    assert table.score(Fraction(edge) - little) == below
    assert table.score(Fraction(edge)) == at
    for of in (float, np.float64, np.float32, lambda value: Decimal(str(float(value)))):
        assert table.score(of(edge)) == at
    assert table.score(Decimal(str(float(edge))) - Decimal("1e-20")) == below
    if above is not None:
        assert table.score(Fraction(edge) + little) == above


def test_every_edge_is_tested() -> None:
    tested = {(table.name, float(edge)) for table, edge, *_ in BELOW_AND_AT}
    assert tested == {(table.name, float(edge)) for table in TABLES for edge, _ in table.edges}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_ends(table: Bands) -> None:
    best, worst = (table.edges[0][1], 0.0)
    least, most = table.score(0), table.score(1 if table.most == 1 else 10**12)
    assert {least, most} == {float(best), worst}
    assert (least == best) is (table.rule != "from")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
@pytest.mark.parametrize("figure", [-0.001, float("nan"), float("inf"), -1, 10**400])
def test_figures_that_cannot_be_are_refused(table: Bands, figure: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"allowed a number from 0"):
        table.score(figure)


@pytest.mark.parametrize("figure", [None, "5", True, [1]])
def test_what_is_no_number_is_refused(figure: object) -> None:
    with pytest.raises(WrongTypeError):
        FIRST_TOKEN.score(figure)  # type: ignore[arg-type]


def test_a_share_is_at_most_one() -> None:
    with pytest.raises(LegalMetricsError, match=r"share: found 1\.01, allowed a number from 0 to 1"):
        PERCENT.score(1.01)


@given(st.sampled_from(TABLES), st.floats(0, 1), st.floats(0, 1))
def test_a_better_figure_never_scores_less(table: Bands, one: float, other: float) -> None:
    scale = 1 if table.most == 1 else 2 * table.edges[0][0] if table.rule == "from" else 2 * table.edges[-1][0]
    low, high = sorted((table.score(one * scale), table.score(other * scale)))
    better = max(one, other) if table.rule == "from" else min(one, other)
    assert table.score(better * scale) == high >= low


def test_tables_tell_themselves() -> None:
    assert TOKENS_PER_SECOND.rows() == ((">= 30", 5.0), (">= 25", 4.0), (">= 20", 3.0), (">= 15", 2.0), (">= 10", 1.0), ("else", 0.0))
    assert DECISION_ERROR.rows()[0] == ("<= 0.05", 5.0)
    assert len({table.name for table in caai.TABLES}) == len(caai.TABLES)
