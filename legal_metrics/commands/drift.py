"""``legal-metrics drift``: reports of one or more models in, their scores over the years out; for judgments also a probe for recital."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError, whole_number
from legal_metrics.commands.models import (
    add_models,
    model_names,
    read_facts,
    read_report_file,
    read_said,
    stated_names,
)
from legal_metrics.commands.table_files import add_table_files, check_table_files, write_tables
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED

if TYPE_CHECKING:
    from legal_metrics.analyses.drift import Drift
    from legal_metrics.analyses.memorisation import MemorisationProbe
    from legal_metrics.reported import ReportedModel


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "drift",
        help="scores over the years, and before and after training cutoffs",
        description='Breaks the scores of reports ("legal-metrics score --json") down by the year of the records: each year, the last year against the others, after '
        "against before the model's training cutoff, and the trend, all with intervals. With predictions of judgments it also looks for recited text.",
    )
    parser.add_argument("reports", nargs="+", type=Path, metavar="REPORT.json", help="a report for each model, all on one task; the models are called as their files")
    parser.add_argument(
        "--references",
        metavar="DIR_OR_REPO",
        help="the records: a dataset folder, a .jsonl file, or owner/name on the Hub; not needed for reports with --by year",
    )
    parser.add_argument("--split", default="test", help="default: test")
    add_models(parser)
    parser.add_argument("--scores", nargs="+", default=[], action="extend", metavar="NAME", help="these scores; default: the task's primary score")
    parser.add_argument(
        "--predictions",
        nargs="+",
        default=[],
        action="extend",
        type=Path,
        metavar="FILE.jsonl",
        help="outputs to judgments (ljp), named as their reports: look for runs recited from the judgments; needs --references",
    )
    parser.add_argument("--reading", choices=("strict", "lenient"), help="which reading of the outputs; default: the headline of the reports")
    parser.add_argument("--worst", type=whole_number, default=3, metavar="N", help="longest recited runs shown of each model; default: 3 (the JSON has all)")
    parser.add_argument("--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of the intervals; default: {DEFAULT_SEED}")
    parser.add_argument("--resamples", type=whole_number, default=DEFAULT_RESAMPLES, metavar="N", help=f"resamples of an interval; default: {DEFAULT_RESAMPLES}")
    add_table_files(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Analyse, write the files that were asked for, print the tables."""
    paths = model_names(arguments.reports)
    outputs = model_names(arguments.predictions)
    if strangers := [str(path) for name, path in outputs.items() if name not in paths]:
        raise UsageError(f"--predictions: found {', '.join(strangers)}, allowed files named as a report: {', '.join(paths)}")
    if outputs and not arguments.references:
        raise UsageError("--predictions: allowed with --references only: recital is told from the judgments")
    read = {str(path): path for path in (*arguments.reports, *arguments.predictions)}
    if arguments.references:
        read["--references"] = Path(arguments.references)
    if arguments.models:
        read["--models"] = arguments.models
    check_table_files(arguments, read)
    from legal_metrics.analyses.drift import drift_of
    from legal_metrics.analyses.drift_tables import RECITED_RUNS, drift_tables, probe_tables
    from legal_metrics.report.drift import render_drift_html

    facts = read_facts(arguments.models)
    told = _read_reports(arguments, paths)
    names = stated_names({name: model.metadata for name, model in told.items()}, facts)
    models = {names[name]: replace(model, name=names[name]) for name, model in told.items()}
    outputs = {names[name]: path for name, path in outputs.items()}
    task = next(iter(models.values())).facts["task"]
    records = train = None
    if arguments.references:
        records, train = _records(arguments, task)
    cutoffs = {name: cutoff for name in models if name in facts and (cutoff := facts[name].training_cutoff)}
    drawn = {"seed": arguments.seed, "resamples": arguments.resamples}
    drifts = list(drift_of(models, records, scores=arguments.scores, cutoffs=cutoffs, **drawn).values())
    titles = {name: known.title for name, known in facts.items()}
    tables = [table for drift in drifts for table in drift_tables(drift, titles=titles)]
    probe = None
    if outputs:
        probe, recited = _probe(task, outputs, records or (), train or (), cutoffs, drawn)
        drifts.append(recited)
        tables += [*probe_tables(probe, titles=titles, listed=arguments.worst), *drift_tables(recited, titles=titles)]
    whole = {"task": task, "drift": [drift.to_dict() for drift in drifts], "memorisation": probe and probe.to_dict()}
    printed = [table for table in tables if table.key != RECITED_RUNS]
    write_tables(arguments, tables, printed=printed, whole=lambda: whole, html=lambda: render_drift_html(task, tables))
    return 0


def _read_reports(arguments: argparse.Namespace, paths: Mapping[str, Path]) -> dict[str, ReportedModel]:
    from legal_metrics.reported import ReportFormatError, read_report

    models = {}
    for name, path in paths.items():
        try:
            models[name] = read_report(read_report_file(path), name=name, reading=arguments.reading, empty=True)
        except ReportFormatError as error:
            raise ReportFormatError(str(path), error.field, error.found, error.allowed) from None
    return models


def _records(arguments: argparse.Namespace, task_id: str) -> tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
    """The records of the split, and those of the train split where that is another."""
    from legal_metrics.references import load_references
    from legal_metrics.tasks import task

    config = task(task_id).config or ""
    references = load_references(arguments.references, config=config, split=arguments.split)
    if not arguments.predictions or "train" not in references.splits or arguments.split == "train":
        return references.records, ()
    return references.records, load_references(arguments.references, config=config, split="train").records


def _probe(
    task_id: str,
    paths: Mapping[str, Path],
    records: Sequence[Mapping[str, Any]],
    train: Sequence[Mapping[str, Any]],
    cutoffs: Mapping[str, str],
    drawn: Mapping[str, int],
) -> tuple[MemorisationProbe, Drift]:
    """The probe, and its characters beyond template text as a score over the years."""
    from legal_metrics.analyses.drift import item_drift
    from legal_metrics.analyses.drift_tables import BEYOND
    from legal_metrics.analyses.item_dates import date_of
    from legal_metrics.analyses.memorisation import memorisation_probe
    from legal_metrics.tasks import task

    if task(task_id).record != "ljp":
        raise UsageError(f"--predictions: found outputs to {task_id}, allowed outputs to judgments (tw-legalbench/ljp): only these can be recited")
    outputs = {name: read_said(path, "--predictions") for name, path in paths.items()}
    probe = memorisation_probe(outputs, records, train=train, seed=drawn["seed"], resamples=drawn["resamples"])
    dates = {str(record["id"]): when for record in records if (when := date_of(record)) is not None}
    parts = {name: {id: (float(run.beyond), 1.0) for id, run in model.items.items()} for name, model in probe.models.items()}
    known = {name: cutoff for name, cutoff in cutoffs.items() if name in parts}
    recited = item_drift(parts, dates, score=BEYOND, higher_is_better=False, cutoffs=known, seed=drawn["seed"], resamples=drawn["resamples"])
    return probe, recited
