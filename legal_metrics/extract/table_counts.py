"""Counts that stand in a table: the cells of its penalty column, read with the grammar of the 主文."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from legal_metrics.extract.main_text_names import Names
from legal_metrics.extract.outcome_drafts import OutcomeDrafts, PenaltyDraft
from legal_metrics.extract.penalty_tables import Cell, PenaltyTables
from legal_metrics.extract.table_references import TableReference

UNNAMED = -1
"""Key of the subject of a cell that names nobody."""

FOREIGN = -2
"""Key of somebody who is named beside the defendants and is none of them."""

ReadCell = Callable[[str, Names], OutcomeDrafts]


@dataclass(frozen=True, slots=True)
class Found:
    """What the rows of a reference hold for one defendant."""

    counts: tuple[PenaltyDraft, ...]
    charges: tuple[str, ...]
    problems: tuple[str, ...]


class TableCounts:
    """The tables of one judgment; ``read_cell`` reads a cell's text into outcomes."""

    def __init__(self, tables: PenaltyTables, read_cell: ReadCell) -> None:
        self._tables = tables
        self._read_cell = read_cell

    def for_defendant(self, key: int, names: Names, reference: TableReference) -> Found:
        """The counts of defendant ``key`` in the rows of ``reference``, in order. A cell that names nobody is everybody's."""
        counts: list[PenaltyDraft] = []
        charges: list[str] = []
        problems: list[str] = []
        for table, rows in reference.tables:
            cells = self._tables.cells(table, reference.column)
            if cells is None:
                problems.append(f"table_missing: 附表{table}")
                continue
            problems += self._tables.problems_of(table)
            if rows is not None:
                there = {cell.label for cell in cells}
                problems += [f"table_row_missing: 附表{table} {row}" for row in rows if row not in there]
            for cell in cells:
                if rows is not None and cell.label not in rows:
                    continue
                within = names.within(cell.text)
                if not _concerns(cell, key, names):
                    continue
                outcomes = self._read_cell(cell.text, within)
                if not outcomes:
                    problems.append(f"table_row_unread: 附表{table} {cell.label}")
                outcome = outcomes.get(key, "guilty") or outcomes.get(UNNAMED, "guilty")
                if outcome is not None:
                    for count in outcome.counts:
                        count.row = (table, cell.label)
                    counts += outcome.counts
                    charges += outcome.charges
        return Found(tuple(counts), tuple(charges), tuple(problems))

    def rows_of(self, reference: TableReference) -> list[tuple[str, str]]:
        """(table key, row label) of every row that a reference means; looked up where it names none, empty where that cannot be told."""
        rows: list[tuple[str, str]] = []
        for table, named in reference.tables:
            labels = self._tables.labels(table) if named is None else named
            if not labels:
                return []
            rows += [(table, label) for label in labels]
        return rows


def _concerns(cell: Cell, key: int, names: Names) -> bool:
    """False where a column 行為人 names other defendants only."""
    people = [k for k in names.everyone if (name := names.name_of(k)) and name in cell.person]
    return not people or key in people
