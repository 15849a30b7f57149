"""``legal-metrics leaderboard``: the JSON reports of many models on many tasks in, the tables of a paper out."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError, whole_number
from legal_metrics.commands.models import add_models, read_facts, read_report_file, stated_name
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED

if TYPE_CHECKING:
    from legal_metrics.model_facts import ModelFacts
    from legal_metrics.reported import ReportedModel


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "leaderboard",
        help="tables, ranks and pairs of many models from their reports",
        description='Puts the reports that "legal-metrics score --json" wrote side by side: for each task its tables (scores; scores by every field of --by, as '
        "law_category and year), the models' ranks with their uncertainty, and every pair of models with intervals and tests (Holm). All figures of a task are "
        "over the records that all its models have; what a model lacks is said.",
    )
    parser.add_argument(
        "reports",
        nargs="+",
        type=_named,
        metavar="[MODEL=]REPORT.json",
        help="one report for each model and task; a model is called as its file, or as the predictions name it where --models knows that name",
    )
    add_models(parser)
    parser.add_argument("--exam", type=Path, metavar="FILE", help='what "legal-metrics exam --json" wrote: totals of the second test beside human lines')
    add_table_files(parser)
    parser.add_argument("--scores", nargs="+", default=[], action="extend", metavar="NAME", help="rank and compare by these scores; default: each task's primary score")
    parser.add_argument("--reading", choices=("strict", "lenient"), help="which reading of the outputs; default: the headline of each report")
    parser.add_argument("--force", action="store_true", help="put reports side by side that are not comparable; every table says so")
    parser.add_argument("--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of intervals and tests; default: {DEFAULT_SEED}")
    parser.add_argument(
        "--resamples",
        type=whole_number,
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"resamples of an interval and exchanges of a test; default: {DEFAULT_RESAMPLES}",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, put side by side, write the files that were asked for, print the tables."""
    given: Sequence[tuple[str, Path]] = arguments.reports
    paths = [path.resolve() for _, path in given]
    if twice := next((path for path in paths if paths.count(path) > 1), None):
        raise UsageError(f"found {twice} more than once, allowed each report once")
    options = {"--models": arguments.models, "--exam": arguments.exam}
    check_table_files(arguments, {**{str(path): path for _, path in given}, **{option: path for option, path in options.items() if path}})
    from legal_metrics.boards.leaderboard import EXAMS, board_of
    from legal_metrics.report.leaderboard import render_leaderboard_html
    from legal_metrics.reported import ReportFormatError

    facts = read_facts(arguments.models)
    collecting = gc.isenabled()
    gc.disable()  # reports are millions of objects without a cycle: looking for some, again and again, takes half the time
    try:
        board = board_of(
            _read(given, facts, arguments.reading),
            models=facts,
            exams=read_report_file(arguments.exam, "--exam") if arguments.exam else None,
            scores=arguments.scores,
            force=arguments.force,
            seed=arguments.seed,
            resamples=arguments.resamples,
            permutations=arguments.resamples,
        )
    except ReportFormatError as error:
        where = str(arguments.exam) if error.where == EXAMS else error.where
        raise ReportFormatError(where, error.field, error.found, error.allowed) from None
    finally:
        if collecting:
            gc.enable()
    write_tables(arguments, board.tables, whole=board.to_dict, html=lambda: render_leaderboard_html(board))
    return 0


def _named(text: str) -> tuple[str, Path]:
    """``MODEL=FILE``, or a file; a file that is there wins over a name with "=" in it."""
    name, equals, path = text.partition("=")
    if not equals or Path(text).is_file():
        return "", Path(text)
    if not name.strip() or not path:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed FILE or MODEL=FILE")
    return name, Path(path)


def _read(given: Sequence[tuple[str, Path]], facts: Mapping[str, ModelFacts], reading: str | None) -> Iterator[ReportedModel]:
    """The reports one after the other, so that no two are in memory whole; messages name the file, tables the model."""
    from legal_metrics.reported import read_report

    for name, path in given:
        model = read_report(read_report_file(path), name=str(path), reading=reading, empty=True)
        yield replace(model, name=name or stated_name(path.stem, model.metadata, facts))
