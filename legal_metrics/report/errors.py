"""Wrong outputs by kind as one HTML file: the tables, then examples with the whole output behind each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legal_metrics.analyses.drift_tables import model_heads
from legal_metrics.analyses.error_kinds import ErrorAnalysis, ItemErrors
from legal_metrics.analyses.error_tables import DEFAULT_EXAMPLES, EXAMPLES, error_tables
from legal_metrics.analyses.judgment_errors import Finding
from legal_metrics.report import blocks
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Table

SHORT = 300
"""Characters of an output that is shown at once."""
OUTPUT = 4000
"""Characters of an output on the page."""


def render_errors_html(
    analysis: ErrorAnalysis, *, titles: Mapping[str, str] | None = None, tables: Sequence[Table] = (), examples: int = DEFAULT_EXAMPLES
) -> str:
    """The page: same analysis, same bytes. ``tables``: those of ``error_tables``, made here where there are none; their examples are shown as cards instead."""
    shown = tables or error_tables(analysis, titles=titles, examples=examples)
    title = f"{analysis.task}: errors by kind"
    head = f"{analysis.n_records:,} records · {len(analysis.models)} models · {analysis.reading} reading"
    return blocks.page(
        title,
        element("header", element("h1", title), element("p", head, class_="subtitle")),
        [render_table_html(table) for table in shown if table.key != EXAMPLES],
        error_cards(analysis, titles=titles, examples=examples),
    )


def error_cards(
    analysis: ErrorAnalysis, *, titles: Mapping[str, str] | None = None, examples: int = DEFAULT_EXAMPLES, of_kind: int | None = None, level: str = "h2"
) -> Markup:
    """Examples as cards, kind by kind: at most ``examples`` of each model, and ``of_kind`` of each kind where that is given; ``level``: tag of the headings."""
    heads = model_heads(analysis.models, titles)
    parts = []
    for kind in analysis.kinds:
        found = [(heads[name], *example) for name, model in analysis.models.items() for example in model.examples(kind.name, examples)]
        parts += [element(level, f"{kind.en} {kind.zh}"), *(_card(*example) for example in found[:of_kind])] if found else []
    return render(parts)


def _card(model: str, item: ItemErrors, finding: Finding) -> Markup:
    output = item.output or ""
    cut = output if len(output) <= OUTPUT else f"{output[:OUTPUT]}… ({len(output):,} characters)"
    return element(
        "article",
        element("header", element("h3", item.id, f", run {item.run}" if item.run else None), element("span", model, class_="badge")),
        element(
            "div",
            element(
                "div",
                element("div", element("h4", "Answer 回答"), element("p", finding.found, class_="quote", lang="zh-Hant")),
                element("div", element("h4", "Right 正解"), element("p", finding.expected, class_="quote", lang="zh-Hant")) if finding.expected else None,
                class_="two",
            ),
            element("details", element("summary", "the output"), element("p", cut, class_="quote", lang="zh-Hant"), open=len(output) <= SHORT) if output else None,
            class_="body",
        ),
        class_="item",
    )
