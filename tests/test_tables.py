"""Tables as values: what they refuse, and which figures are best."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.stats.bootstrap import Interval
from legal_metrics.tables import Cell, Column, Row, Table, mark_best

HIGH, LOW, WORDS = Column("high", "High"), Column("low", "Low", better="lower"), Column("words", "Words", form="text", better=None)


def table_of(*rows: tuple[str, str, tuple[float | str | None, ...]], columns: tuple[Column, ...] = (HIGH, LOW, WORDS)) -> Table:
    return Table("t", "T", columns, tuple(Row(key, key, tuple(map(Cell, values)), group=group) for key, group, values in rows))


def best(table: Table, column: str) -> list[str]:
    return [row.key for row in table.rows if table.cell(row.key, column).best]


def test_the_best_of_each_group_is_marked_by_the_direction_of_its_column() -> None:
    marked = mark_best(table_of(("a", "open", (0.5, 0.5, "x")), ("b", "open", (0.75, 0.75, "y")), ("c", "closed", (0.9, 0.1, "z")), ("d", "closed", (0.8, 0.2, "z"))))
    assert best(marked, "high") == ["b", "c"]
    assert best(marked, "low") == ["a", "c"]
    assert best(marked, "words") == []


def test_all_that_tie_are_best_but_one_alone_or_all_together_are_not() -> None:
    tied = mark_best(table_of(("a", "", (0.5, 1, "")), ("b", "", (0.5, 1, "")), ("c", "", (0.25, 1, ""))))
    assert (best(tied, "high"), best(tied, "low")) == (["a", "b"], [])
    assert best(mark_best(table_of(("a", "", (0.5, None, "")), ("b", "", (None, None, "")))), "high") == []


@given(st.lists(st.tuples(st.sampled_from("pq"), st.none() | st.floats(0, 1)), max_size=8))
def test_nothing_beats_a_marked_figure_of_its_group(values: list[tuple[str, float | None]]) -> None:
    rows = [(str(i), group, (value,)) for i, (group, value) in enumerate(sorted(values, key=lambda pair: pair[0]))]
    marked = mark_best(table_of(*rows, columns=(HIGH,)))
    for group in "pq":
        known = [row.cells[0] for row in marked.rows if row.group == group and row.cells[0].value is not None]
        top = max((cell.value for cell in known), default=None)
        assert [cell.best for cell in known] == [cell.value == top and len({c.value for c in known}) > 1 for cell in known]


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Table("t", "T", (HIGH, HIGH), ()), "table 't': found column 'high' in 2 places, allowed in one"),
        (lambda: table_of(("a", "", (1, 1, "")), ("a", "", (1, 1, ""))), "found row 'a' in 2 places"),
        (lambda: table_of(("a", "p", (1, 1, "")), ("b", "q", (1, 1, "")), ("c", "p", (1, 1, ""))), "found group 'p' in 2 places"),
        (lambda: table_of(("a", "", (1,))), "found 1 cells, allowed 3"),
        (lambda: Cell(math.nan), "found nan"),
        (lambda: Column("x", "X", form="percents"), "form: found 'percents', allowed figure, percent"),
        (lambda: Column("x", "X", better="up"), "better: found 'up', allowed 'higher', 'lower' or None"),
        (lambda: table_of(("a", "", (1, 1, ""))).cell("b", "high"), "row: found 'b', allowed a"),
        (lambda: table_of(("a", "", (1, 1, ""))).cell("a", "x"), "column: found 'x', allowed high, low, words"),
    ],
)
def test_what_is_no_table_is_refused(make: object, says: str) -> None:
    with pytest.raises(LegalMetricsError) as error:
        make()  # type: ignore[operator]
    assert says in str(error.value)


def test_a_figure_that_is_none_has_no_interval() -> None:
    assert Cell.of(math.nan, Interval(0.1, 0.2), n=3) == Cell(None, None, 3)
    assert Cell.of(0.5, Interval(math.nan, math.nan, True)) == Cell(0.5)
