"""Tables on the terminal and in files: the options that every command with tables has."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import check_apart, deliver, json_text, out_file
from legal_metrics.tables import Table

FORMS: Mapping[str, str] = {
    "json": "write everything, every question included, as JSON",
    "html": "write the tables as one HTML file",
    "markdown": "write the tables as Markdown",
    "latex": "write the tables as LaTeX (booktabs)",
    "csv": "write the tables as CSV, one line a cell, figures unrounded",
}


def add_table_files(parser: argparse.ArgumentParser) -> None:
    """The options ``--json``, ``--html``, ``--markdown``, ``--latex`` and ``--csv``."""
    for form, what in FORMS.items():
        parser.add_argument(f"--{form}", type=out_file, metavar="OUT", help=what)


def check_table_files(arguments: argparse.Namespace, read: Mapping[str, Path]) -> None:
    """No file may be written twice, nor one that is read. ``read``: option -> path. Raises: UsageError naming both options."""
    check_apart({f"--{form}": getattr(arguments, form) for form in FORMS}, read)


def write_tables(
    arguments: argparse.Namespace,
    tables: Sequence[Table],
    *,
    whole: Callable[[], Mapping[str, Any]],
    html: Callable[[], str],
    printed: Sequence[Table] | None = None,
) -> None:
    """Write the files that were asked for, all or none, then print the tables (``printed``: only these, where some hold texts too long for a terminal).

    ``whole`` makes what the JSON holds, ``html`` the page.
    """
    from legal_metrics.report.tables_latex import render_tables_latex
    from legal_metrics.report.tables_text import render_tables_csv, render_tables_markdown, render_tables_terminal

    forms: Mapping[str, Callable[[], str]] = {
        "json": lambda: json_text(whole()),
        "html": html,
        "markdown": lambda: render_tables_markdown(tables),
        "latex": lambda: render_tables_latex(tables),
        "csv": lambda: render_tables_csv(tables),
    }
    files = {path: make() for form, make in forms.items() if (path := getattr(arguments, form))}
    text = render_tables_terminal(tables if printed is None else printed)
    deliver(files, text)
