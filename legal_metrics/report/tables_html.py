"""A table as HTML: groups of columns and rows, the best figures bold, intervals and counts beneath the figures, remarks beneath the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby

from legal_metrics.report import blocks
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.tables import column_words, common_counts, footnotes, written, written_interval
from legal_metrics.tables import Cell, Column, Note, Row, Table

DENSE = 8
"""More columns than these are written smaller."""


def render_table_html(table: Table, *, told: Collection[Note] = ()) -> Markup:
    """The table with its title, warnings above, remarks and other notes beneath, as a part of a page: same table, same bytes. ``told``: notes that the page has told.

    >>> "<td><b>0.5000</b></td>" in render_table_html(Table("t", "T", (Column("x", "X"),), (Row("a", "A", (Cell(0.5, best=True),)),)))
    True
    """
    marks = footnotes(table)
    warnings = [note for note in table.notes if note.warning and note not in told]
    beneath = [element("li", element("sup", mark), " ", remark) for remark, mark in marks.items()]
    beneath += [element("li", note.text) for note in table.notes if not note.warning and note not in told]
    return element(
        "section",
        element("h3", table.title, element("small", " ", table.zh) if table.zh else None),
        blocks.note_list(warnings),
        element("div", element("table", element("thead", _head(table)), element("tbody", _rows(table, marks)), class_="board dense" if len(table.columns) > DENSE else "board"), class_="wide"),
        element("ul", beneath, class_="remarks") if beneath else None,
        id=table.key,
    )


def _head(table: Table) -> Markup:
    """One row of column titles, and above it one of their groups where there are any."""
    spans = [(group, len(list(columns))) for group, columns in groupby(table.columns, key=lambda column: column.group)]
    grouped = any(group for group, _ in spans)
    above = element(
        "tr",
        element("td"),
        [element("th", group, colspan=span, scope="colgroup", class_="span") if group else element("td", colspan=span) for group, span in spans],
    )
    titles = [_title(column, n) for column, n in zip(table.columns, common_counts(table), strict=True)]
    return render(above if grouped else None, element("tr", element("th", table.head, scope="col"), titles))


def _title(column: Column, n: int | None) -> Markup:
    below = [words for words in (column.zh, "" if n is None else f"n = {n:,}") if words]
    words = column_words(column).replace("-", "-\u2060")  # hyphens do not end a line
    return element("th", words, [element("small", line) for line in below], scope="col", class_="text" if column.form == "text" else None)


def _rows(table: Table, marks: Mapping[str, str]) -> list[Markup]:
    shared = common_counts(table)
    lines = []
    for group, rows in groupby(table.rows, key=lambda row: row.group):
        if group:
            lines.append(element("tr", element("th", group, colspan=1 + len(table.columns), scope="rowgroup"), class_="group"))
        lines += [_row(row, table, shared, marks) for row in rows]
    return lines


def _row(row: Row, table: Table, shared: tuple[int | None, ...], marks: Mapping[str, str]) -> Markup:
    cells = [_cell(cell, column, n, marks) for cell, column, n in zip(row.cells, table.columns, shared, strict=True)]
    return element("tr", element("th", row.head, _sup(row.note, marks), scope="row"), cells)


def _cell(cell: Cell, column: Column, shared: int | None, marks: Mapping[str, str]) -> Markup:
    text: Child = written(cell, column)
    below = [written_interval(cell, column), f"n = {cell.n:,}" if cell.n is not None and cell.n != shared else ""]
    return element(
        "td",
        element("b", text) if cell.best else text,
        _sup(cell.note, marks),
        [element("small", line) for line in below if line],
        class_="text" if column.form == "text" else None,
    )


def _sup(remark: str, marks: Mapping[str, str]) -> Markup | None:
    return element("sup", marks[remark]) if remark else None
