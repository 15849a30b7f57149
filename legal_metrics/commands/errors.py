"""``legal-metrics errors``: outputs and references in, everything that is wrong sorted by kind, with examples, out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError, whole_number
from legal_metrics.commands.models import (
    add_models,
    file_bytes,
    model_names,
    read_facts,
    read_said,
    stated_names,
)
from legal_metrics.commands.score import add_references, task_of
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "errors",
        help="sort wrong outputs by kind, with examples",
        description="Groups everything that is wrong with outputs by kind: what could not be read, refusals, wrong laws, articles and paragraphs, penalties too high or too "
        "low, missed probation, wrong defendants and more, with counts, shares and examples.",
    )
    add_references(parser)
    parser.add_argument(
        "--predictions", required=True, nargs="+", action="extend", type=Path, metavar="FILE.jsonl", help="a file of outputs for each model, called as its file"
    )
    add_models(parser)
    parser.add_argument(
        "--judgements",
        nargs="+",
        default=[],
        action="extend",
        type=Path,
        metavar="FILE.jsonl",
        help="verdicts of judges on the outputs (oeq), with one predictions file only",
    )
    parser.add_argument("--reading", choices=("strict", "lenient"), default="strict", help="how outputs are read; default: strict")
    parser.add_argument("--reference", metavar="KIND", help="which reference counts; for ljp applied (default) or whole_text statutes")
    parser.add_argument("--examples", type=whole_number, default=3, metavar="N", help="examples of each kind and model; default: 3")
    add_table_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Sort, write the files that were asked for, print the tables."""
    paths = model_names(arguments.predictions)
    if arguments.judgements and len(paths) > 1:
        raise UsageError(f"--judgements: found {len(paths)} predictions files, allowed one: verdicts are about one model's outputs")
    read = {str(path): path for path in (*arguments.predictions, *arguments.judgements)} | {"--references": Path(arguments.references)}
    check_table_files(arguments, read | ({"--models": arguments.models} if arguments.models else {}))
    from legal_metrics.analyses.error_kinds import find_errors
    from legal_metrics.analyses.error_tables import EXAMPLES, error_tables
    from legal_metrics.judgements import read_judgements
    from legal_metrics.references import load_references
    from legal_metrics.report.errors import render_errors_html

    task, config = task_of(arguments)
    facts = read_facts(arguments.models)
    titles = {name: known.title for name, known in facts.items()}
    references = load_references(arguments.references, config=config, split=arguments.split)
    told = {name: read_said(path, "--predictions") for name, path in paths.items()}
    names = stated_names({name: predictions.metadata for name, predictions in told.items()}, facts)
    outputs = {names[name]: predictions for name, predictions in told.items()}
    judgements = None
    if arguments.judgements:
        judgements = {next(iter(outputs)): read_judgements({str(path): file_bytes(path, "--judgements").splitlines() for path in arguments.judgements})}
    analysis = find_errors(
        task,
        outputs,
        references.records,
        reading=arguments.reading,
        reference=arguments.reference,
        judgements=judgements,
        dataset=references.dataset,
    )
    tables = error_tables(analysis, titles=titles, examples=arguments.examples)
    write_tables(
        arguments,
        tables,
        printed=[table for table in tables if table.key != EXAMPLES],
        whole=lambda: analysis.to_dict(examples=arguments.examples),
        html=lambda: render_errors_html(analysis, titles=titles, tables=tables, examples=arguments.examples),
    )
    return 0
