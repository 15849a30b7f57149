"""A table as Markdown, as CSV and as lines of a terminal."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from legal_metrics.report import terminal
from legal_metrics.report.tables import column_words, common_counts, footnotes, one_line, written, written_interval
from legal_metrics.tables import Cell, Column, Table

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$&]")
CSV_FIELDS = ("table", "group", "row", "column", "value", "low", "high", "n", "best", "note")


def render_tables_markdown(tables: Iterable[Table]) -> str:
    """Tables as GitHub Markdown: the best figures bold, each interval behind its figure, notes above and remarks beneath.

    >>> from legal_metrics.tables import Row
    >>> print(render_tables_markdown([Table("t", "T", (Column("x", "X"),), (Row("a", "A", (Cell(0.5, best=True),)),), head="Model")]))
    ### T
    <BLANKLINE>
    | Model | X |
    | --- | ---: |
    | A | **0.5000** |
    <BLANKLINE>
    """
    return "\n".join(_markdown(table) for table in tables)


def _markdown(table: Table) -> str:
    marks = {remark: f"<sup>{mark}</sup>" for remark, mark in footnotes(table).items()}
    shared = common_counts(table)

    def cell_text(cell: Cell, column: Column, n: int | None) -> str:
        value = _escaped(written(cell, column))
        parts = [f"**{value}**" if cell.best else value, _escaped(written_interval(cell, column))]
        parts += [f"(n = {cell.n:,})"] if cell.n is not None and cell.n != n else []
        return " ".join(filter(None, parts)) + (marks[cell.note] if cell.note else "")

    titles = [
        _escaped((f"{column.group}: " if column.group else "") + column_words(column)) + (f"<br>n = {n:,}" if n is not None else "")
        for column, n in zip(table.columns, shared, strict=True)
    ]
    lines = [_piped([_escaped(table.head), *titles]), _piped(["---", *("---" if c.form == "text" else "---:" for c in table.columns)])]
    for group, rows in groupby(table.rows, key=lambda row: row.group):
        if group:
            lines.append(_piped([f"*{_escaped(group)}*", *("" for _ in table.columns)]))
        for row in rows:
            cells = (cell_text(*columns) for columns in zip(row.cells, table.columns, shared, strict=True))
            lines.append(_piped([_escaped(row.head) + (marks[row.note] if row.note else ""), *cells]))
    notes = [f"> {'**Note:** ' if note.warning else ''}{_escaped(note.text)}\n>" for note in table.notes]
    notes[-1:] = [note.removesuffix("\n>") + "\n" for note in notes[-1:]]
    beneath = "<br>\n".join(f"{mark} {_escaped(remark)}" for remark, mark in marks.items())
    heading = f"### {_escaped(' '.join(filter(None, (table.title, table.zh))))}\n"
    return "\n".join([heading, *notes, *lines, "", *([beneath, ""] if beneath else [])])


def _piped(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: "\\" + found.group(), one_line(text))


def render_tables_csv(tables: Iterable[Table]) -> str:
    """Tables as one CSV file with a line for each cell, figures unrounded: a share is 0.8154. A remark on a row, or a note on a table, is a line of its own.

    >>> from legal_metrics.tables import Row
    >>> print(render_tables_csv([Table("t", "T", (Column("x", "X"),), (Row("a", "A", (Cell(0.5, n=2),)),))]))
    table,group,row,column,value,low,high,n,best,note
    t,,a,x,0.5,,,2,false,
    <BLANKLINE>
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_FIELDS)
    for table in tables:
        writer.writerows([table.key, *[""] * 8, note.text] for note in table.notes)
        for row in table.rows:
            if row.note:
                writer.writerow([table.key, row.group, row.key, *[""] * 6, row.note])
            for column, cell in zip(table.columns, row.cells, strict=True):
                low, high = (cell.interval.low, cell.interval.high) if cell.interval else ("", "")
                value, n = ("" if x is None else x for x in (cell.value, cell.n))
                writer.writerow([table.key, row.group, row.key, column.key, value, low, high, n, str(cell.best).lower(), cell.note])
    return out.getvalue()


def render_tables_terminal(tables: Iterable[Table]) -> str:
    """Tables as aligned lines without intervals (but the range of a rank); the best figures of each group carry a star.

    >>> from legal_metrics.tables import Row
    >>> print(render_tables_terminal([Table("t", "T", (Column("x", "X"),), (Row("a", "A", (Cell(0.5, best=True),)),), head="Model")]))
    T
    Model         X
    A      0.5000 *
    <BLANKLINE>
    """
    return terminal.printable([line for table in tables for line in (*_terminal(table), "")])


def _terminal(table: Table) -> list[str]:
    marks = footnotes(table)
    titles = [column_words(column) for column in table.columns]
    shared = Counter(column.title for column in table.columns)
    head = [table.head, *(f"{c.group}: {words}" if c.group and shared[c.title] > 1 else words for c, words in zip(table.columns, titles, strict=True))]
    rows: list[Sequence[str]] = [head]
    groups: dict[int, str] = {}
    for group, members in groupby(table.rows, key=lambda row: row.group):
        if group:
            groups[len(rows)] = one_line(group)
        for row in members:
            cells = (_starred(cell, column, marks.get(cell.note, "")) for cell, column in zip(row.cells, table.columns, strict=True))
            rows.append([one_line(row.head) + (f" ({marks[row.note]})" if row.note else ""), *cells])
    lines = [one_line(f"{table.title} {table.zh}")]
    for place, line in enumerate(terminal.table(rows).split("\n")):
        lines += [f"[{groups[place]}]"] if place in groups else []
        lines.append(line)
    return [*lines, *(f"({mark}) {one_line(remark)}" for remark, mark in marks.items()), *terminal.wrapped(table.notes)]


def _starred(cell: Cell, column: Column, mark: str) -> str:
    star = " *" if cell.best else "  " if column.better else ""
    range_ = f" {ranks}" if column.form == "rank" and (ranks := written_interval(cell, column)) else ""
    return written(cell, column) + range_ + (f" ({mark})" if mark else "") + star
