"""``legal-metrics items``: the outputs of several models on the same questions in, how hard each question is out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import whole_number
from legal_metrics.commands.models import model_names, read_outputs
from legal_metrics.commands.score import add_references, task_of
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "items",
        help="hold several models' answers to the same questions side by side",
        description="Over several models, for every multiple-choice question: the share of models right, the letters they chose, and how well the question tells good "
        "models from poor ones; the questions that none, and that few of the models get right, and the laws that these are about.",
    )
    add_references(parser)
    parser.add_argument(
        "--predictions",
        required=True,
        nargs="+",
        action="extend",
        type=Path,
        metavar="FILE",
        help="a file for each model: outputs (.jsonl), or a report of \"legal-metrics score --json\" (.json); the models are called as their files",
    )
    add_choice_options(parser)
    parser.add_argument("--below", type=_share, default=0.1, metavar="SHARE", help="few models right: a share below this; default: 0.1")
    parser.add_argument("--more-than", type=whole_number, default=10, metavar="N", help="name the laws of more than so many hard questions; default: 10")
    add_table_files(parser)
    parser.set_defaults(run=run)


def add_choice_options(parser: argparse.ArgumentParser) -> None:
    """The options that commands over answer sheets share."""
    parser.add_argument("--years", type=year_range, metavar="YEAR[-YEAR]", help="only questions of these years")
    parser.add_argument("--reading", choices=("strict", "lenient"), default="strict", help="how outputs are read; default: strict")
    parser.add_argument(
        "--allow-missing", action="store_true", help="a question without an output counts as wrong; without this it is left out of all figures, and named"
    )
    parser.add_argument("--worst", type=whole_number, default=20, metavar="N", help="questions listed in a table; default: 20 (the JSON has all)")


def run(arguments: argparse.Namespace) -> int:
    """Analyse, write the files that were asked for, print the tables."""
    paths = model_names(arguments.predictions)
    check_table_files(arguments, {"--references": Path(arguments.references), **{f"--predictions ({path})": path for path in arguments.predictions}})
    from legal_metrics.analyses.items import analyse_items
    from legal_metrics.analyses.items_tables import item_tables
    from legal_metrics.references import load_references
    from legal_metrics.report.items import render_items_html

    task, config = task_of(arguments)
    references = load_references(arguments.references, config=config, split=arguments.split)
    analysis = analyse_items(
        task,
        {name: read_outputs(path, "--predictions") for name, path in paths.items()},
        references.records,
        reading=arguments.reading,
        missing="unparsed" if arguments.allow_missing else "apart",
        years=arguments.years,
        below=arguments.below,
        dataset=references.dataset,
    )
    tables = item_tables(analysis, more_than=arguments.more_than, listed=arguments.worst)
    write_tables(arguments, tables, whole=analysis.to_dict, html=lambda: render_items_html(analysis, tables=tables, listed=arguments.worst))
    return 0


def year_range(text: str) -> range:
    """The type of an option that takes a year, or a first and a last one.

    >>> list(year_range("2023-2024")), list(year_range("2024"))
    ([2023, 2024], [2024])
    """
    first, _, last = text.partition("-")
    try:
        years = range(whole_number(first), whole_number(last or first) + 1)
    except argparse.ArgumentTypeError:
        years = range(0)
    if not years or ("-" in text and not last):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a year (2024) or a first and a last one (2020-2024)")
    return years


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a share of models above 0, at most 1")
    return share
