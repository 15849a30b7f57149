"""``legal-metrics compare``: the JSON reports of two or more models in, paired differences and tests out."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file, whole_number
from legal_metrics.commands.models import model_names, read_report_file
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "compare",
        help="compare models by their reports",
        description='Compares the reports that "legal-metrics score --json" wrote for two or more models on the same records: the difference of every '
        "score with its paired interval, a permutation test (Holm over the pairs of models), and McNemar's test for scores of 0 and 1.",
    )
    parser.add_argument("reports", nargs="+", type=Path, metavar="REPORT.json", help="two or more reports; the difference is first minus second")
    parser.add_argument("--json", type=out_file, metavar="OUT", help="write the whole comparison as JSON")
    parser.add_argument("--html", type=out_file, metavar="OUT", help="write the comparison as one HTML file")
    parser.add_argument("--scores", nargs="+", default=[], action="extend", metavar="NAME", help="compare these scores only; default: all that are shared")
    parser.add_argument("--reading", choices=("strict", "lenient"), help="which reading of the outputs; default: the headline of the reports")
    parser.add_argument(
        "--force",
        action="store_true",
        help="compare reports that are not comparable (other rows, versions or signatures); every form of the output says so",
    )
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
    """Compare, write the files that were asked for, print the table."""
    if len(arguments.reports) < 2:
        raise UsageError(f"found 1 report ({arguments.reports[0]}), a comparison needs two or more")
    paths = model_names(arguments.reports)
    check_apart({"--json": arguments.json, "--html": arguments.html}, {str(path): path for path in arguments.reports})
    from legal_metrics.comparison import compare_reports
    from legal_metrics.report.comparison import render_comparison, render_comparison_html
    from legal_metrics.reported import ReportFormatError

    try:
        comparison = compare_reports(
            {name: read_report_file(path) for name, path in paths.items()},
            reading=arguments.reading,
            scores=arguments.scores,
            force=arguments.force,
            seed=arguments.seed,
            resamples=arguments.resamples,
            permutations=arguments.resamples,
        )
    except ReportFormatError as error:
        raise ReportFormatError(str(paths.get(error.where, error.where)), error.field, error.found, error.allowed) from None
    files = {}
    if arguments.json:
        files[arguments.json] = json_text(comparison.to_dict())
    if arguments.html:
        files[arguments.html] = render_comparison_html(comparison)
    text = render_comparison(comparison, scores=arguments.scores)
    deliver(files, text)
    return 0
