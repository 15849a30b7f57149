"""A table as LaTeX with booktabs: pasted into a paper as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

from legal_metrics.report.tables import column_words, common_counts, footnotes, one_line, written, written_interval
from legal_metrics.tables import Cell, Column, Row, Table

_ESCAPES = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "–": "--",
    "−": "$-$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "↓": r"$\downarrow$",
    "×": r"$\times$",
    "…": r"\ldots{}",
}
_TABLE = str.maketrans(_ESCAPES)
_NO_LABEL = re.compile(r"[^\w:./+-]+")
_BETWEEN_HYPHENS = re.compile("(?<=-)(?=-)")
PREAMBLE = """\
% Needs: \\usepackage{booktabs}
% Chinese words need XeLaTeX or LuaLaTeX with \\usepackage{xeCJK} or \\usepackage{ctex}.
"""


def render_tables_latex(tables: Iterable[Table], *, intervals: bool = True) -> str:
    """Tables as ``table*`` environments, labelled ``tab:<key>``: best figures bold, intervals in a smaller line beneath their figures, notes in the caption.

    >>> print(render_tables_latex([Table("t", "T", (Column("x", "X"),), (Row("a_1", "a_1", (Cell(0.5, best=True),)),), head="Model")]))
    % Needs: \\usepackage{booktabs}
    % Chinese words need XeLaTeX or LuaLaTeX with \\usepackage{xeCJK} or \\usepackage{ctex}.
    <BLANKLINE>
    \\begin{table*}[t]
    \\centering\\small
    \\begin{tabular}{lr}
    \\toprule
    Model & X \\\\
    \\midrule
    a\\_1 & \\textbf{0.5000} \\\\
    \\bottomrule
    \\end{tabular}
    \\caption{T}
    \\label{tab:t}
    \\end{table*}
    <BLANKLINE>
    """
    return "\n".join([PREAMBLE, *(_latex(table, intervals) for table in tables)])


def escaped(text: str) -> str:
    """Text as LaTeX prints it, on one line; hyphens in a row stay hyphens.

    >>> escaped("50 % & R_1"), escaped("a--b")
    ('50 \\\\% \\\\& R\\\\_1', 'a-{}-b')
    """
    return "{}".join(part.translate(_TABLE) for part in _BETWEEN_HYPHENS.split(one_line(text)))


def _latex(table: Table, intervals: bool) -> str:
    marks = {remark: f"\\textsuperscript{{{mark}}}" for remark, mark in footnotes(table).items()}
    shared = common_counts(table)
    lines = [*_head(table, shared), "\\midrule"]
    for place, (group, rows) in enumerate(groupby(table.rows, key=lambda row: row.group)):
        lines += ["\\midrule"] if place else []
        lines += [f"\\multicolumn{{{1 + len(table.columns)}}}{{l}}{{\\textit{{{escaped(group)}}}}} \\\\"] if group else []
        for row in rows:
            lines += _row(row, table, shared, marks, intervals)
    caption = [escaped(table.title), *(escaped(note.text) for note in table.notes), *(f"{mark} {escaped(remark)}" for remark, mark in marks.items())]
    alignment = "l" + "".join("l" if column.form == "text" else "r" for column in table.columns)
    return "\n".join(
        [
            "\\begin{table*}[t]",
            "\\centering\\small",
            f"\\begin{{tabular}}{{{alignment}}}",
            "\\toprule",
            *lines,
            "\\bottomrule",
            "\\end{tabular}",
            f"\\caption{{{' '.join(line if line.endswith(('.', '。')) or len(caption) == 1 else line + '.' for line in caption)}}}",
            f"\\label{{tab:{_NO_LABEL.sub('-', table.key)}}}",
            "\\end{table*}",
            "",
        ]
    )


def _head(table: Table, shared: tuple[int | None, ...]) -> list[str]:
    spans = [(group, len(list(columns))) for group, columns in groupby(table.columns, key=lambda column: column.group)]
    lines = []
    if any(group for group, _ in spans):
        lines.append(_line(["", *(f"\\multicolumn{{{span}}}{{c}}{{{escaped(group)}}}" for group, span in spans)]))
        start = 2
        for group, span in spans:
            lines += [f"\\cmidrule(lr){{{start}-{start + span - 1}}}"] if group else []
            start += span
    lines.append(_line([escaped(table.head), *(escaped(column_words(column)) for column in table.columns)]))
    if any(n is not None for n in shared):
        lines.append(_line(["", *(_small("" if n is None else f"n = {n:,}") for n in shared)]))
    return lines


def _row(row: Row, table: Table, shared: tuple[int | None, ...], marks: Mapping[str, str], intervals: bool) -> list[str]:
    figures = [_cell(cell, column, marks) for cell, column in zip(row.cells, table.columns, strict=True)]
    lines = [_line([escaped(row.head) + marks.get(row.note, ""), *figures])]
    below = [_below(cell, column, n, intervals) for cell, column, n in zip(row.cells, table.columns, shared, strict=True)]
    return [*lines, _line(["", *map(_small, below)])] if any(below) else lines


def _cell(cell: Cell, column: Column, marks: Mapping[str, str]) -> str:
    text = escaped(written(cell, column))
    return (f"\\textbf{{{text}}}" if cell.best else text) + marks.get(cell.note, "")


def _below(cell: Cell, column: Column, shared: int | None, intervals: bool) -> str:
    count = f"n = {cell.n:,}" if cell.n is not None and cell.n != shared else ""
    return " ".join(filter(None, (written_interval(cell, column) if intervals else "", count)))


def _small(text: str) -> str:
    return f"{{\\scriptsize {escaped(text)}}}" if text else ""


def _line(cells: list[str]) -> str:
    """A row. What LaTeX would read as an option of the row break or rule before it is fenced off."""
    first = cells[0]
    return " & ".join(["{}" + first if first.startswith(("[", "*", "(")) else first, *cells[1:]]) + " \\\\"
