"""Wrong outputs by kind as tables: the share of outputs with each kind of error, how often each occurs, and examples."""

from __future__ import annotations

from collections.abc import Mapping

from legal_metrics.analyses.drift_tables import model_heads
from legal_metrics.analyses.error_kinds import ErrorAnalysis, ErrorCount
from legal_metrics.tables import Cell, Column, Note, Row, Table

DEFAULT_EXAMPLES = 3
EXAMPLES = "errors-examples"
"""Key of the table of examples."""
EXCERPT = 160
"""Characters of an output in a table; the JSON has all."""
SHOWN_IDS = 5


def error_tables(analysis: ErrorAnalysis, *, titles: Mapping[str, str] | None = None, examples: int = DEFAULT_EXAMPLES) -> tuple[Table, Table, Table]:
    """Shares, counts and examples; kinds of errors are the rows, models the columns. ``titles``: model name -> what tables call it.

    >>> from legal_metrics.analyses.error_kinds import find_errors
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}, {"id": "q2", "options": ["無效", "有效"], "answer": "A"}]
    >>> shares, counts, shown = error_tables(find_errors("tw-legalbench/mcq", {"m": {"q1": '{"answer": "B"}'}}, rows))
    >>> shares.cell("missing", "m").value, counts.cell("wrong_option", "m").value, [row.head for row in shown.rows]
    (0.5, 1, ['q2', 'q1'])
    """
    heads = model_heads(analysis.models, titles)
    counted = {kind.name: {name: model.count(kind.name) for name, model in analysis.models.items()} for kind in analysis.kinds}
    return _shares(analysis, heads, counted), _counts(analysis, heads, counted), _examples(analysis, heads, examples)


_Counted = Mapping[str, Mapping[str, ErrorCount]]


def _shares(analysis: ErrorAnalysis, heads: Mapping[str, str], counted: _Counted) -> Table:
    rows = [
        Row("faultless", "Nothing wrong 無誤", tuple(_share(model.faultless()) for model in analysis.models.values()), group="All outputs 全部"),
        *(Row(kind.name, f"{kind.en} {kind.zh}", tuple(_share(count) for count in counted[kind.name].values()), kind.group) for kind in analysis.kinds),
    ]
    return Table(
        "errors-shares",
        "Outputs with each kind of error",
        tuple(Column(name, head, form="percent", better=None) for name, head in heads.items()),
        tuple(rows),
        zh="各類錯誤的比例",
        head="Kind of error",
        notes=tuple(_notes(analysis, heads)),
    )


def _share(count: ErrorCount) -> Cell:
    return Cell.of(count.share, count.interval, count.possible, "" if count.possible else "no output in which it could occur")


def _counts(analysis: ErrorAnalysis, heads: Mapping[str, str], counted: _Counted) -> Table:
    rows = [
        Row(kind.name, f"{kind.en} {kind.zh}", tuple(Cell(count.errors, n=count.outputs) for count in counted[kind.name].values()), kind.group)
        for kind in analysis.kinds
    ]
    return Table(
        "errors-counts",
        "Number of errors of each kind",
        tuple(Column(name, head, form="count", better=None) for name, head in heads.items()),
        tuple(rows),
        zh="各類錯誤的數量",
        head="Kind of error",
        notes=(Note("Every single mistake counts: two wrong citations in one output are two. n: outputs that hold one or more.", warning=False),),
    )


def _examples(analysis: ErrorAnalysis, heads: Mapping[str, str], most: int) -> Table:
    columns = (
        Column("model", "Model", form="text", better=None),
        Column("found", "Answer", "回答", form="text", better=None),
        Column("expected", "Right", "正解", form="text", better=None),
        Column("output", "Output", "輸出", form="text", better=None),
    )
    rows = []
    for kind in analysis.kinds:
        for name, model in analysis.models.items():
            for place, (item, finding) in enumerate(model.examples(kind.name, most), start=1):
                cells = (Cell(heads[name]), Cell(_cut(finding.found)), Cell(_cut(finding.expected) or None), Cell(_cut(item.output or "") or None))
                head = f"{item.id}, run {item.run}" if item.run else item.id
                rows.append(Row(f"{kind.name}:{name}:{place}", head, cells, group=f"{kind.en} {kind.zh}"))
    shown = f"At most {most} of each kind and model, each of another record, in the order of the records."
    return Table(EXAMPLES, "Examples", columns, tuple(rows), zh="實例", head="Record", notes=(Note(shown, warning=False),))


def _notes(analysis: ErrorAnalysis, heads: Mapping[str, str]) -> list[Note]:
    found = [Note(analysis.dataset.note)] if analysis.dataset is not None and analysis.dataset.note else []
    for name, model in analysis.models.items():
        if model.unknown:
            ids = ", ".join(model.unknown[:SHOWN_IDS]) + (", …" if len(model.unknown) > SHOWN_IDS else "")
            found.append(Note(f"{heads[name]}: outputs to {len(model.unknown):,} unknown {'id' if len(model.unknown) == 1 else 'ids'} are left out: {ids}."))
        if all(item.output is None for item in model.items):
            found.append(Note(f"{heads[name]} has no output to any record."))
        if len(model.runs) > 1:
            found.append(Note(f"{heads[name]}: {len(model.runs)} runs, each output counted; intervals draw whole records.", warning=False))
    told = (
        f"{analysis.reading.capitalize()} reading, {analysis.n_records:,} records. A share is of the outputs in which the kind could occur (n): a paragraph can be wrong only where "
        "something was cited, probation missed only where the court gave it. An output can have errors of several kinds; one that could not be read has none beyond that."
    )
    return [*found, Note(told, warning=False)]


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}… ({len(text):,} characters)"
