"""``legal-metrics score``: predictions and references in, a table on stdout, JSON and HTML reports in files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file, whole_number
from legal_metrics.commands.models import file_bytes, prediction_lines
from legal_metrics.stats.bootstrap import DEFAULT_SEED


def add_references(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a task and its records."""
    parser.add_argument("task", metavar="TASK", help='a task of "legal-metrics tasks", for example tw-legalbench/ljp')
    parser.add_argument(
        "--references",
        required=True,
        metavar="DIR_OR_REPO",
        help="a dataset folder, a .jsonl file of records, or owner/name on the Hub",
    )
    parser.add_argument("--split", default="test", help="default: test")


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "score",
        help="score a predictions file",
        description='Scores lines {"id": "<record id>", "output": "<model text>"}. Every score comes with its interval, the number of unread and '
        "excluded items, and the baselines beside it.",
    )
    add_references(parser)
    parser.add_argument(
        "--predictions", required=True, type=Path, metavar="FILE.jsonl", help="the outputs; ids as in the references"
    )
    parser.add_argument(
        "--json", type=out_file, metavar="OUT", help="write the whole report, every item included, as JSON"
    )
    parser.add_argument("--html", type=out_file, metavar="OUT", help="write the report as one HTML file")
    parser.add_argument(
        "--by",
        nargs="+",
        default=[],
        action="extend",
        metavar="FIELD",
        help="break the scores down by these record fields",
    )
    parser.add_argument(
        "--judgements",
        nargs="+",
        default=[],
        action="extend",
        type=Path,
        metavar="FILE.jsonl",
        help="verdicts of judges on these outputs (oeq); outputs without a verdict are unscored",
    )
    parser.add_argument(
        "--difficulty",
        nargs="+",
        default=[],
        action="extend",
        type=Path,
        metavar="REPORT.json",
        help="JSON reports of other models on these records: break the scores down by the share of models that were right",
    )
    parser.add_argument(
        "--reading",
        choices=("strict", "lenient"),
        default="strict",
        help="how outputs are read for the headline; default: strict",
    )
    parser.add_argument(
        "--reference", metavar="KIND", help="which reference counts; for ljp applied (default) or whole_text statutes"
    )
    parser.add_argument(
        "--allow-missing",
        action="store_true",
        help="records without a prediction count as unread instead of stopping the run",
    )
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of the intervals; default: {DEFAULT_SEED}"
    )
    parser.add_argument(
        "--worst", type=whole_number, default=20, metavar="N", help="items shown in the HTML report; default: 20"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score, write the files that were asked for, print the table."""
    check_apart(
        {"--json": arguments.json, "--html": arguments.html},
        {
            "--predictions": arguments.predictions,
            "--references": Path(arguments.references),
            **{f"--judgements ({path})": path for path in arguments.judgements},
            **{f"--difficulty ({path})": path for path in arguments.difficulty},
        },
    )
    from legal_metrics.predictions import read_predictions
    from legal_metrics.references import Record, load_references
    from legal_metrics.report.html import render_html
    from legal_metrics.report.terminal import render_terminal
    from legal_metrics.scoring import score_task

    task, config = task_of(arguments)
    predictions = read_predictions(prediction_lines(arguments.predictions, "--predictions"), source=str(arguments.predictions))
    references = load_references(arguments.references, config=config, split=arguments.split)
    train: tuple[Record, ...] = ()
    if "train" in references.splits and arguments.split != "train":
        train = load_references(arguments.references, config=config, split="train").records
    judgements = None
    if arguments.judgements:
        from legal_metrics.judgements import read_judgements

        judgements = read_judgements(
            {str(path): file_bytes(path, "--judgements").splitlines() for path in arguments.judgements}
        )
    report = score_task(
        task,
        predictions,
        references.records,
        reading=arguments.reading,
        reference=arguments.reference,
        missing="unparsed" if arguments.allow_missing else "error",
        by=arguments.by,
        seed=arguments.seed,
        train=train,
        dataset=references.dataset,
        judgements=judgements,
        strata={"difficulty": _difficulty(task, arguments.difficulty)} if arguments.difficulty else None,
    )
    files = {}
    if arguments.json:
        files[arguments.json] = json_text(report.to_dict())
    if arguments.html:
        files[arguments.html] = render_html(report, references.records, worst=arguments.worst)
    table = render_terminal(report)
    deliver(files, table)
    return 0


def task_of(arguments: argparse.Namespace) -> tuple[str, str]:
    """The task's id and its config. Raises: UnknownTaskError, or UsageError for a task without records of its own."""
    from legal_metrics.tasks import task

    spec = task(arguments.task)
    if spec.config is None:
        raise UsageError(f"task {spec.id!r} has no dataset of its own: use its functions from Python")
    return spec.id, spec.config


def _difficulty(task: str, paths: Iterable[Path]) -> dict[str, str]:
    """Record id -> band of the share of models right, from the samples of their reports under the headline reading."""
    from legal_metrics.metrics.choices import difficulty_band, item_difficulty

    models = {}
    for path in paths:
        try:
            report = json.loads(file_bytes(path, "--difficulty").decode("utf-8"))
            found, primary = report["task"], report["primary"]
            models[str(path)] = {
                sample["id"]: sample["values"][primary] for sample in report["readings"][report["reading"]]["samples"]
            }
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"--difficulty: {path} is no report of legal-metrics score --json ({error})") from None
        if found.rpartition("/")[0] != task.rpartition("/")[0]:
            raise UsageError(f"--difficulty: {path} is a report on {found}, allowed {task}")
    return {id: difficulty_band(share) for id, share in item_difficulty(models).items()}
