"""A table as a value: columns that say how a figure is written and which way is better, rows in groups, cells with figure, interval and count.

Whoever makes a table (leaderboards, item analyses, comparisons of years) stops here; ``report.tables`` writes it as HTML, Markdown, LaTeX, CSV or text.
Figures are kept as they were computed (a share is 0.8154, not 81.54 %): only writing rounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.results import Score
from legal_metrics.stats.bootstrap import Interval

FORMS: tuple[str, ...] = ("figure", "percent", "count", "points", "rank", "difference", "percent_difference", "p_value", "text")
"""How a column writes its figures: four decimals; a share as a percentage; whole numbers; one decimal; a rank with its range; signed; signed in percentage
points; a p-value; words."""
DIRECTIONS: tuple[str | None, ...] = ("higher", "lower", None)


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence; ``warning`` when a reader who misses it would be misled."""

    text: str
    warning: bool = True


@dataclass(frozen=True, slots=True)
class Column:
    """``key``: its name in CSV and JSON; ``title`` and ``zh``: what a reader sees; ``group``: a head over several columns; ``better``: which way the best lies
    (None: nothing is best); ``unit``: of figures that are no share.

    >>> Column("accuracy", "Accuracy", "正確率", form="percent").better
    'higher'
    """

    key: str
    title: str
    zh: str = ""
    form: str = "figure"
    better: str | None = "higher"
    unit: str = ""
    group: str = ""

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise LegalMetricsError(f"column {self.key!r}, form: found {shown(self.form)}, allowed {', '.join(FORMS)}")
        if self.better not in DIRECTIONS:
            raise LegalMetricsError(f"column {self.key!r}, better: found {shown(self.better)}, allowed 'higher', 'lower' or None")


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure (or words). ``value`` None: there is none, and ``note`` says why. ``n``: what the figure rests on. ``best``: of its group in its column.

    >>> Cell(0.5, Interval(0.4, 0.6), n=100).value
    0.5
    """

    value: float | str | None = None
    interval: Interval | None = None
    n: int | None = None
    note: str = ""
    best: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise LegalMetricsError(f"cell: found {self.value!r}, allowed a finite number, a text or None")

    @classmethod
    def of(cls, value: float | None, interval: Interval | None = None, n: int | None = None, note: str = "") -> Cell:
        """A cell of a figure that may be NaN, which is no figure. An interval without bounds is none.

        >>> Cell.of(float("nan"), n=0, note="no items").value is None
        True
        """
        known = value is not None and math.isfinite(value)
        bounded = known and interval is not None and math.isfinite(interval.low) and math.isfinite(interval.high)
        return cls(value if known else None, interval if bounded else None, n, note)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table, one cell a column. ``key``: its name in CSV and JSON, ``head``: what a reader sees; ``note``: what must be said of the whole line."""

    key: str
    head: str
    cells: tuple[Cell, ...]
    group: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, with all that must be said beside them. ``head``: what the rows are. Rows of one group stand together, in the order given.

    Raises: LegalMetricsError for a row with more or fewer cells than columns, a column or row key that stands twice, a group that is torn apart.

    >>> table = Table("mcq", "Accuracy by law", (Column("total", "Total"),), (Row("a", "A", (Cell(0.5),)), Row("b", "B", (Cell(0.25),))), head="Model")
    >>> table.cell("b", "total").value
    0.25
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    zh: str = ""
    head: str = ""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        _once("column", [column.key for column in self.columns], self.key)
        _once("row", [row.key for row in self.rows], self.key)
        groups = [row.group for row in self.rows]
        _once("group", [group for group, before in zip(groups, [None, *groups], strict=False) if group != before], self.key)
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise LegalMetricsError(f"table {self.key!r}, row {row.key!r}: found {len(row.cells)} cells, allowed {len(self.columns)}, one a column")

    def cell(self, row: str, column: str) -> Cell:
        """The cell of a row and a column, by their keys. Raises: LegalMetricsError naming the keys there are."""
        place = _place(column, [c.key for c in self.columns], "column")
        return self.rows[_place(row, [r.key for r in self.rows], "row")].cells[place]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; a cell's figures as they were computed."""
        return {
            "key": self.key,
            "title": self.title,
            "title_zh": self.zh,
            "head": self.head,
            "columns": [
                {"key": c.key, "title": c.title, "title_zh": c.zh, "group": c.group, "form": c.form, "better": c.better, "unit": c.unit} for c in self.columns
            ],
            "rows": [
                {
                    "key": row.key,
                    "head": row.head,
                    "group": row.group,
                    "note": row.note,
                    "cells": {column.key: _cell_to_dict(cell) for column, cell in zip(self.columns, row.cells, strict=True)},
                }
                for row in self.rows
            ],
            "notes": [{"text": note.text, "warning": note.warning} for note in self.notes],
        }


def score_cell(score: Score, *, note: str = "") -> Cell:
    """A score as a cell: its value, its interval (in the score's unit), the samples that enter it. Raises nothing.

    >>> from legal_metrics.results import SampleScore, Signature
    >>> cell = score_cell(Score.from_samples("accuracy", [SampleScore(1), SampleScore(1)], Signature("accuracy")))
    >>> cell.value, cell.n, cell.interval
    (1.0, 2, Interval(low=1.0, high=1.0, degenerate=True))
    """
    return Cell.of(score.value, score.interval if math.isfinite(score.value) else None, score.n, note)


def mark_best(table: Table) -> Table:
    """The same table with the best figure of every column marked within each group of rows; all that tie for it are.

    Nothing is marked in a column without a direction, where fewer than two rows of the group have a figure, or where all figures of the group are equal:
    best of one, or of all, says nothing. Raises nothing.

    >>> rows = tuple(Row(key, key, (Cell(value),)) for key, value in (("a", 0.5), ("b", 0.75), ("c", 0.75)))
    >>> [row.key for row in mark_best(Table("t", "T", (Column("x", "X"),), rows)).rows if row.cells[0].best]
    ['b', 'c']
    """
    best: dict[tuple[str, int], float] = {}
    for group in dict.fromkeys(row.group for row in table.rows):
        rows = [row for row in table.rows if row.group == group]
        for place, column in enumerate(table.columns):
            values = [value for row in rows if (value := _number(row.cells[place])) is not None]
            if column.better and len(set(values)) > 1:
                best[group, place] = max(values) if column.better == "higher" else min(values)
    rows = [
        replace(
            row,
            cells=tuple(
                replace(cell, best=(row.group, place) in best and _number(cell) == best[row.group, place]) for place, cell in enumerate(row.cells)
            ),
        )
        for row in table.rows
    ]
    return replace(table, rows=tuple(rows))


def _number(cell: Cell) -> float | None:
    return None if isinstance(cell.value, str) else cell.value


def _cell_to_dict(cell: Cell) -> dict[str, Any]:
    bounds = cell.interval
    return {
        "value": cell.value,
        "interval": bounds and {"low": bounds.low, "high": bounds.high, "degenerate": bounds.degenerate, "n_undefined": bounds.n_undefined},
        "n": cell.n,
        "best": cell.best,
        "note": cell.note,
    }


def _once(what: str, keys: Sequence[str], table: str) -> None:
    for key in dict.fromkeys(keys):
        if keys.count(key) > 1:
            raise LegalMetricsError(f"table {table!r}: found {what} {key!r} in {keys.count(key)} places, allowed in one")


def _place(key: str, keys: Sequence[str], what: str) -> int:
    if key not in keys:
        raise LegalMetricsError(f"{what}: found {key!r}, allowed {', '.join(keys)}")
    return keys.index(key)
