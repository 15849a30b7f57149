"""Wrong outputs by kind as one HTML file: the tables, then examples with the whole output behind each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legal_metrics.drift_tables import model_heads
from legal_metrics.error_kinds import ErrorAnalysis, ItemErrors
from legal_metrics.error_tables import DEFAULT_EXAMPLES, EXAMPLES, error_tables
from legal_metrics.judgment_errors import Finding
from legal_metrics.report import blocks
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Table

OUTPUT = 4000
"""Characters of an output on the page."""


def render_errors_html(
    analysis: ErrorAnalysis, *, titles: Mapping[str, str] | None = None, tables: Sequence[Table] = (), examples: int = DEFAULT_EXAMPLES
) -> str:
    """The page: same analysis, same bytes. ``tables``: those of ``error_tables``, made here where there are none; their examples are shown as cards instead."""
    heads = model_heads(analysis.models, titles)
    shown = tables or error_tables(analysis, titles=titles, examples=examples)
    title = f"{analysis.task}: errors by kind"
    head = f"{analysis.n_records:,} records · {len(analysis.models)} models · {analysis.reading} reading"
    return blocks.page(
        title,
        element("header", element("h1", title), element("p", head, class_="subtitle")),
        [render_table_html(table) for table in shown if table.key != EXAMPLES],
        [_kind(analysis, kind.name, f"{kind.en} {kind.zh}", heads, examples) for kind in analysis.kinds],
    )


def _kind(analysis: ErrorAnalysis, kind: str, title: str, heads: Mapping[str, str], most: int) -> Markup | None:
    found = [(heads[name], *example) for name, model in analysis.models.items() for example in model.examples(kind, most)]
    return render(element("h2", title), [_card(*example) for example in found]) if found else None


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
            element("details", element("summary", "the output"), element("p", cut, class_="quote", lang="zh-Hant")) if output else None,
            class_="body",
        ),
        class_="item",
    )
