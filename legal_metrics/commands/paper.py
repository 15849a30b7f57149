"""``legal-metrics paper``: a folder of outputs in, the whole paper out: every table, figure and analysis of every model on every task."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError, whole_number
from legal_metrics.commands.models import (
    add_models,
    file_bytes,
    read_facts,
    read_report_file,
    read_said,
    stated_names,
)
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED

if TYPE_CHECKING:
    from legal_metrics.analyses.paper import TaskOutputs
    from legal_metrics.model_facts import ModelFacts

OUTPUTS, VERDICTS = ".jsonl", "-judgements"
"""What files of outputs end in, and folders of verdicts."""


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "paper",
        help="the whole paper from a folder of outputs",
        description="Scores every model on every task and writes one report over all: leaderboards with intervals and ranks, how hard the questions are, languages, years and "
        "training cutoffs, recital, errors by kind, judges against one another.",
    )
    parser.add_argument(
        "predictions",
        type=Path,
        metavar="FOLDER",
        help="a folder for each task with a file of outputs for each model, as FOLDER/tw-legalbench-mcq/MODEL.jsonl; verdicts of judges in "
        "FOLDER/tw-legalbench-oeq-judgements/MODEL.jsonl",
    )
    parser.add_argument("--references", required=True, metavar="DIR_OR_REPO", help="a dataset folder or owner/name on the Hub, for all tasks")
    parser.add_argument("--split", default="test", help="default: test")
    add_models(parser)
    parser.add_argument("--exam", type=Path, metavar="FILE", help='what "legal-metrics exam --json" wrote: totals of the second test beside human lines')
    parser.add_argument("--title", default="Models on legal tasks", metavar="WORDS", help="what the page is called")
    parser.add_argument("--reading", choices=("strict", "lenient"), default="strict", help="how outputs are read; default: strict")
    parser.add_argument("--allow-missing", action="store_true", help="records without an output count as unread, and are said; without this they stop the run")
    parser.add_argument("--language-model", metavar="MODEL", help="whose languages are shown by group and law; default: the best in the first language")
    parser.add_argument("--least", type=whole_number, default=10, metavar="N", help="groups and laws with fewer questions are no rows among languages; default: 10")
    parser.add_argument("--worst", type=whole_number, default=5, metavar="N", help="questions shown one by one; default: 5 (the JSON has all)")
    parser.add_argument("--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of intervals and tests; default: {DEFAULT_SEED}")
    parser.add_argument("--resamples", type=whole_number, default=DEFAULT_RESAMPLES, metavar="N", help=f"resamples of an interval; default: {DEFAULT_RESAMPLES}")
    add_table_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score, analyse, write the files that were asked for, print the leaderboards."""
    folders, verdicts = _folders(arguments.predictions)
    read = {str(path): path for folder in (*folders.values(), *verdicts.values()) for path in folder.values()} | {"--references": Path(arguments.references)}
    options = {"--models": arguments.models, "--exam": arguments.exam}
    check_table_files(arguments, read | {option: path for option, path in options.items() if path})
    from legal_metrics.analyses.paper import build_paper
    from legal_metrics.boards.leaderboard import EXAMS
    from legal_metrics.report.paper import render_paper_html
    from legal_metrics.reported import ReportFormatError

    models = read_facts(arguments.models)
    exams = read_report_file(arguments.exam, "--exam") if arguments.exam else None
    tasks = {of: _outputs(arguments, of, files, verdicts.get(of, {}), models) for of, files in folders.items()}
    try:
        paper = build_paper(
            tasks,
            models=models,
            exams=exams,
            reading=arguments.reading,
            missing="unparsed" if arguments.allow_missing else "error",
            least=arguments.least,
            listed=arguments.worst,
            language_model=arguments.language_model,
            seed=arguments.seed,
            resamples=arguments.resamples,
        )
    except ReportFormatError as error:
        where = str(arguments.exam) if error.where == EXAMS else error.where
        raise ReportFormatError(where, error.field, error.found, error.allowed) from None
    printed = [table for board in paper.board.boards for table in board.scores] + ([paper.board.exam_totals] if paper.board.exam_totals else [])
    write_tables(arguments, paper.tables, printed=printed, whole=paper.to_dict, html=lambda: render_paper_html(paper, title=arguments.title))
    return 0


_Folders = dict[str, dict[str, Path]]


def _folders(folder: Path) -> tuple[_Folders, _Folders]:
    """Task -> model -> file of outputs, and task -> model -> file of verdicts, in the order of the table of tasks. Raises: UsageError for what is not to be understood."""
    from legal_metrics.tasks import TASKS

    if not folder.is_dir():
        raise UsageError(f"no such folder: {folder}")
    places = {spec.id.replace("/", "-"): spec.id for spec in TASKS if spec.config is not None}
    inside = {path.name: path for path in sorted(folder.iterdir()) if not path.name.startswith(".")}
    if strangers := [name for name, path in inside.items() if name.removesuffix(VERDICTS) not in places or not path.is_dir()]:
        raise UsageError(f"{folder}: found {', '.join(strangers)}, allowed folders named after tasks, as tw-legalbench-mcq, or with {VERDICTS} behind")
    outputs = {of: _models(inside[name]) for name, of in places.items() if name in inside}
    verdicts = {of: _models(inside[name + VERDICTS]) for name, of in places.items() if name + VERDICTS in inside}
    if not any(outputs.values()):
        raise UsageError(f"{folder}: found no files of outputs, allowed one or more, as tw-legalbench-mcq/MODEL{OUTPUTS}")
    for of, files in verdicts.items():
        if unknown := [str(path) for name, path in files.items() if name not in outputs.get(of, {})]:
            raise UsageError(f"found {', '.join(unknown)}, allowed verdicts on models with outputs to {of}: {', '.join(outputs.get(of, {})) or 'none'}")
    return {of: files for of, files in outputs.items() if files}, verdicts


def _models(folder: Path) -> dict[str, Path]:
    files = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
    if strangers := [str(path) for path in files if path.suffix != OUTPUTS or not path.is_file()]:
        raise UsageError(f"found {', '.join(strangers)}, allowed files MODEL{OUTPUTS}")
    return {path.stem: path for path in files}


def _outputs(arguments: argparse.Namespace, of: str, files: Mapping[str, Path], verdicts: Mapping[str, Path], models: Mapping[str, ModelFacts]) -> TaskOutputs:
    from legal_metrics.analyses.paper import TaskOutputs
    from legal_metrics.judgements import read_judgements
    from legal_metrics.references import load_references
    from legal_metrics.tasks import task

    config = task(of).config or ""
    references = load_references(arguments.references, config=config, split=arguments.split)
    other = "train" in references.splits and arguments.split != "train"
    train = load_references(arguments.references, config=config, split="train").records if other else ()
    outputs = {name: read_said(path, "FOLDER") for name, path in files.items()}
    names = stated_names({name: told.metadata for name, told in outputs.items()}, models)
    judged = {names[name]: read_judgements({str(path): file_bytes(path).splitlines()}) for name, path in verdicts.items()}
    return TaskOutputs(references.records, {names[name]: told for name, told in outputs.items()}, train, references.dataset, judged)
