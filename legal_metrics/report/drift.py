"""Scores over the years as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence

from legal_metrics.report import blocks
from legal_metrics.report.markup import element
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Table


def render_drift_html(task: str, tables: Sequence[Table]) -> str:
    """The page: same tables (``drift_tables``, ``probe_tables``), same bytes.

    >>> "<h1>tw-legalbench/mcq: over the years</h1>" in render_drift_html("tw-legalbench/mcq", [])
    True
    """
    title = f"{task}: over the years"
    return blocks.page(title, element("header", element("h1", title)), [render_table_html(table) for table in tables])
