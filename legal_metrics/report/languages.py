"""A comparison of languages as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from legal_metrics.analyses.languages import LanguageComparison, language_name
from legal_metrics.analyses.languages_tables import DEFAULT_LISTED, language_tables
from legal_metrics.report import blocks
from legal_metrics.report.markup import element
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Table


def render_languages_html(comparison: LanguageComparison, *, model: str = "", tables: Sequence[Table] = (), listed: int = DEFAULT_LISTED) -> str:
    """The page: same comparison, same bytes. ``model``: what the model is called; ``tables``: those of ``language_tables``, made here where there are none."""
    languages = ", ".join(language_name(task) for task in comparison.sheets)
    head = f"{len(comparison.questions):,} common questions · {comparison.reading} reading · {languages}"
    title = f"{model}: languages" if model else "Languages"
    return blocks.page(
        title,
        element("header", element("h1", title), element("p", head, class_="subtitle")),
        [render_table_html(table) for table in tables or language_tables(comparison, listed=listed)],
    )
