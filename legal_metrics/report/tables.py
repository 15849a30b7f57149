"""What every written form of a table shares: how a cell's figure, interval and count are written, and which remarks stand beneath."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from string import ascii_lowercase

from legal_metrics.report.markup import without_controls
from legal_metrics.report.numbers import NOTHING, difference, figure, p_value
from legal_metrics.tables import Cell, Column, Table


def written(cell: Cell, column: Column) -> str:
    """A cell's figure as its column writes it; a dash where there is none.

    >>> written(Cell(0.81544), Column("a", "A", form="percent")), written(Cell(0.81544), Column("a", "A")), written(Cell(), Column("a", "A"))
    ('81.54', '0.8154', '–')
    """
    if cell.value is None:
        return NOTHING
    return cell.value if isinstance(cell.value, str) else _number(cell.value, column.form)


def written_interval(cell: Cell, column: Column) -> str:
    """A cell's interval as its column writes figures; empty where there is none.

    >>> from legal_metrics.stats.bootstrap import Interval
    >>> written_interval(Cell(0.5, Interval(0.4, 0.625)), Column("a", "A", form="percent"))
    '[40.00, 62.50]'
    >>> written_interval(Cell(1, Interval(1.0, 3.0)), Column("rank", "Rank", form="rank"))
    '(1–3)'
    """
    bounds = cell.interval
    if bounds is None:
        return ""
    low, high = (_number(bound, column.form) for bound in (bounds.low, bounds.high))
    if column.form == "rank":
        return f"({low}–{high})" if low != high else ""
    return f"[{low}, {high}]"


def one_line(text: str) -> str:
    """A text as a line of a table holds it: white space is one blank, control characters are shown as U+FFFD.

    >>> one_line("a\\n b\\x1b[0m")
    'a b\ufffd[0m'
    """
    return without_controls(" ".join(text.split()))


def column_words(column: Column) -> str:
    """A column's title with its unit and, where less is better, an arrow.

    >>> column_words(Column("t1", "Type I", form="percent", better="lower"))
    'Type I (%) ↓'
    """
    unit = "%" if column.form in ("percent", "percent_difference") else column.unit
    return column.title + (f" ({unit})" if unit else "") + (" ↓" if column.better == "lower" else "")


def common_counts(table: Table) -> tuple[int | None, ...]:
    """For each column the n that all figures that tell one rest on; None where they differ or none does: then each cell tells its own.

    >>> from legal_metrics.tables import Row
    >>> rows = (Row("a", "A", (Cell(0.5, n=10), Cell(0.5, n=10))), Row("b", "B", (Cell(0.5, n=10), Cell(0.5, n=9))))
    >>> common_counts(Table("t", "T", (Column("x", "X"), Column("y", "Y")), rows))
    (10, None)
    """
    found = []
    for place in range(len(table.columns)):
        counts = {cell.n for row in table.rows if (cell := row.cells[place]).n is not None and cell.value is not None}
        found.append(counts.pop() if len(counts) == 1 else None)
    return tuple(found)


def footnotes(table: Table) -> Mapping[str, str]:
    """Mark (a, b, … z, aa …) of each remark on a row or a cell, in the order of the table; equal remarks share one.

    >>> from legal_metrics.tables import Row
    >>> footnotes(Table("t", "T", (Column("x", "X"),), (Row("a", "A", (Cell(note="no items"),), note="3 items missing"),)))
    {'3 items missing': 'a', 'no items': 'b'}
    """
    remarks = dict.fromkeys(remark for row in table.rows for remark in (row.note, *(cell.note for cell in row.cells)) if remark)
    return {remark: _mark(place) for remark, place in zip(remarks, count(), strict=False)}


def _number(value: float, form: str) -> str:
    if form == "percent":
        return f"{100 * value:.2f}"
    if form == "percent_difference":
        return f"{100 * value:+.2f}" if round(100 * value, 2) else "0.00"
    if form == "points":
        return f"{value:,.1f}"
    if form in ("count", "rank"):
        return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"
    return {"difference": difference, "p_value": p_value}.get(form, figure)(value)


def _mark(place: int) -> str:
    mark = ""
    while place >= 0:
        place, letter = divmod(place, 26)
        mark = ascii_lowercase[letter] + mark
        place -= 1
    return mark
