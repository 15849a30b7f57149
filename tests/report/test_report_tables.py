"""Tables written: the same figures in every form, nothing from a file unescaped."""

from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.report.tables import footnotes, written
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.report.tables_latex import render_tables_latex
from legal_metrics.report.tables_text import render_tables_csv, render_tables_markdown, render_tables_terminal
from legal_metrics.stats.bootstrap import Interval
from legal_metrics.tables import FORMS, Cell, Column, Note, Row, Table, mark_best

TABLE = mark_best(
    Table(
        "mcq",
        "Accuracy",
        (
            Column("civil", "Civil", "民法", form="percent", group="Law"),
            Column("crim", "Crim.", "刑法", form="percent", group="Law"),
            Column("rank", "Rank", form="rank", better=None),
        ),
        (
            Row("a", "a_1 | <b>", (Cell(0.8154, Interval(0.8, 0.83), 100), Cell(0.5, n=40), Cell(1, Interval(1, 2))), group="Open"),
            Row("b", "[b]", (Cell(0.75, Interval(0.7, 0.8), 100), Cell(None, n=0, note="no items"), Cell(2, Interval(2, 2))), group="Open", note="3 items missing"),
            Row("c", "c&c", (Cell(0.9, Interval(0.88, 0.92), 100), Cell(0.6, n=40), Cell(1, Interval(1, 1))), group="Closed"),
        ),
        zh="正確率",
        head="Model",
        notes=(Note("Bundled."), Note("Plain.", warning=False)),
    )
)


def test_latex_by_hand() -> None:
    assert render_tables_latex([TABLE]).split("\n\n", 1)[1] == r"""\begin{table*}[t]
\centering\small
\begin{tabular}{lrrr}
\toprule
 & \multicolumn{2}{c}{Law} & \multicolumn{1}{c}{} \\
\cmidrule(lr){2-3}
Model & Civil (\%) & Crim. (\%) & Rank \\
 & {\scriptsize n = 100} & {\scriptsize n = 40} &  \\
\midrule
\multicolumn{4}{l}{\textit{Open}} \\
a\_1 \textbar{} \textless{}b\textgreater{} & \textbf{81.54} & 50.00 & 1 \\
 & {\scriptsize [80.00, 83.00]} &  & {\scriptsize (1--2)} \\
{}[b]\textsuperscript{a} & 75.00 & --\textsuperscript{b} & 2 \\
 & {\scriptsize [70.00, 80.00]} & {\scriptsize n = 0} &  \\
\midrule
\multicolumn{4}{l}{\textit{Closed}} \\
c\&c & 90.00 & 60.00 & 1 \\
 & {\scriptsize [88.00, 92.00]} &  &  \\
\bottomrule
\end{tabular}
\caption{Accuracy. Bundled. Plain. \textsuperscript{a} 3 items missing. \textsuperscript{b} no items.}
\label{tab:mcq}
\end{table*}
"""


def test_markdown_by_hand() -> None:
    assert render_tables_markdown([TABLE]) == r"""### Accuracy 正確率

> **Note:** Bundled.
>
> Plain.

| Model | Law: Civil (%)<br>n = 100 | Law: Crim. (%)<br>n = 40 | Rank |
| --- | ---: | ---: | ---: |
| *Open* |  |  |  |
| a\_1 \| \<b\> | **81.54** \[80.00, 83.00\] | 50.00 | 1 (1–2) |
| \[b\]<sup>a</sup> | 75.00 \[70.00, 80.00\] | – (n = 0)<sup>b</sup> | 2 |
| *Closed* |  |  |  |
| c\&c | 90.00 \[88.00, 92.00\] | 60.00 | 1 |

<sup>a</sup> 3 items missing<br>
<sup>b</sup> no items
"""


def test_csv_keeps_figures_as_they_are() -> None:
    rows = list(csv.DictReader(io.StringIO(render_tables_csv([TABLE]))))
    assert rows[0] == dict.fromkeys(rows[0], "") | {"table": "mcq", "note": "Bundled."}
    cells = {(row["row"], row["column"]): row for row in rows if row["column"]}
    assert len(cells) == 9
    assert cells["a", "civil"] == {"table": "mcq", "group": "Open", "row": "a", "column": "civil", "value": "0.8154", "low": "0.8", "high": "0.83", "n": "100", "best": "true", "note": ""}
    assert cells["b", "crim"]["value"] == "" and cells["b", "crim"]["note"] == "no items"


def test_the_terminal_aligns_figures_under_groups() -> None:
    lines = render_tables_terminal([TABLE]).splitlines()
    assert lines[:5] == [
        "Accuracy 正確率",
        "Model      Civil (%)  Crim. (%)     Rank",
        "[Open]",
        "a_1 | <b>    81.54 *    50.00    1 (1–2)",
        "[b] (a)      75.00      – (b)          2",
    ]
    assert lines[7:11] == ["(a) 3 items missing", "(b) no items", "! Bundled.", "  Plain."]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Zl", "Zp"]), max_size=12)
figures = st.none() | st.floats(-1e6, 1e6) | st.integers(0, 10**6)
cells = st.builds(Cell, figures, st.none() | st.builds(Interval, st.floats(-1, 0), st.floats(0, 1)), st.none() | st.integers(0, 99), words, st.booleans())


@st.composite
def some_tables(draw: st.DrawFn) -> Table:
    columns = tuple(Column(str(k), draw(words), draw(words), form=draw(st.sampled_from(FORMS[:-1])), group=draw(st.sampled_from(["", "g", "h"]))) for k in range(draw(st.integers(1, 4))))
    groups = sorted(draw(st.lists(st.sampled_from(["", "p", "q"]), max_size=5)))
    rows = tuple(Row(str(k), draw(words), tuple(draw(cells) for _ in columns), group=group, note=draw(words)) for k, group in enumerate(groups))
    return Table("t", draw(words), columns, rows, zh=draw(words), head=draw(words), notes=(Note(draw(words)),))


@given(some_tables())
def test_every_form_has_every_figure_and_takes_any_words(table: Table) -> None:
    html = render_table_html(table)
    parser = _Tags()
    parser.feed(html)
    assert parser.open == []
    figures = [written(cell, column) for row in table.rows for cell, column in zip(row.cells, table.columns, strict=True)]
    assert [unescape(text) for text in re.findall(r"<td[^>]*>(?:<b>)?([^<]*)", html.split("<tbody>")[1])] == figures
    markdown = [line for line in render_tables_markdown([table]).splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in markdown} == {len(table.columns) + 2}
    latex = render_tables_latex([table])
    body = [line for line in latex.splitlines() if line.endswith(r" \\") and "multicolumn" not in line]
    assert {len(re.findall(r"(?<!\\)&", line)) for line in body} == {len(table.columns)}
    assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
    rows = list(csv.reader(io.StringIO(render_tables_csv([table]))))
    assert {len(row) for row in rows} == {10}
    assert sum(bool(row[3]) for row in rows[1:]) == len(figures)
    assert json.loads(json.dumps(table.to_dict(), allow_nan=False))["rows"] == json.loads(json.dumps(table.to_dict()["rows"]))
    assert render_tables_terminal([table]).endswith("\n")


def test_remarks_are_marked_once_each() -> None:
    many = tuple(Row(str(i), "", (Cell(note=f"remark {i % 30}"),)) for i in range(60))
    marks = footnotes(Table("t", "T", (Column("x", "X"),), many))
    assert list(marks.values())[24:] == ["y", "z", "aa", "ab", "ac", "ad"]


HOSTILE = "a\x1b[31m\r\n| b\x00"


def test_no_form_breaks_a_line_or_steers_a_terminal() -> None:
    table = Table("t", HOSTILE, (Column("x", "X"),), (Row("r", HOSTILE, (Cell(0.5, note=HOSTILE),), group=HOSTILE, note=HOSTILE + "2"),), head="Model", notes=(Note(HOSTILE),))
    clean = Table("t", "a", (Column("x", "X"),), (Row("r", "a", (Cell(0.5, note="a"),), group="a", note="a2"),), head="Model", notes=(Note("a"),))
    for render in (render_tables_markdown, render_tables_latex, render_tables_terminal):
        text = render([table])
        assert not {"\x1b", "\x00", "\r"} & set(text)
        assert text.count("\n") == render([clean]).count("\n")


@pytest.mark.parametrize(("name", "latex"), [("a--b---c", "a-{}-b-{}-{}-c"), ("`q`", r"\textasciigrave{}q\textasciigrave{}"), ("2021–2024", "2021--2024")])
def test_latex_makes_no_other_character_of_two(name: str, latex: str) -> None:
    assert f"\n{latex} & " in render_tables_latex([Table("t", "T", (Column("x", "X"),), (Row("r", name, (Cell(0.5),)),), head="Model")])


def test_columns_of_one_title_are_told_apart_by_their_groups_on_a_terminal() -> None:
    columns = (Column("a", "Total", unit="of 900", group="Lawyers"), Column("b", "Total", unit="of 800", group="Judges"), Column("c", "Passes", group="Judges"))
    text = render_tables_terminal([Table("t", "T", columns, (Row("r", "R", (Cell(1.0), Cell(1.0), Cell(1.0))),), head="Model")])
    assert re.split(" {2,}", text.split("\n")[1]) == ["Model", "Lawyers: Total (of 900)", "Judges: Total (of 800)", "Passes"]


def test_a_label_of_latex_holds_nothing_that_latex_reads() -> None:
    assert "\\label{tab:x-y-罪名_1}" in render_tables_latex([Table("x{%#&}y-罪名_1", "T", (Column("x", "X"),), (), head="Model")])
