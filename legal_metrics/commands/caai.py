"""``legal-metrics caai``: the folder of an evaluation in, the scores of the CAAI framework out, JSON and HTML reports in files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file

if TYPE_CHECKING:
    from legal_metrics.caai.options import Options


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "caai",
        help="score an evaluation by the CAAI framework",
        description="Reads the inputs of an evaluation (sheets, run logs, elements, structured texts) from a folder and works out Q = 100 x Q2 x Q3 x Q4: every "
        "intermediate value with its formula number, what was missing and what that did, and how Q moves with each choice that the article leaves open. "
        "docs/caai.md says what a folder may hold; examples/caai is one.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the inputs, each under its own name")
    parser.add_argument("--json", type=out_file, metavar="OUT", help="write everything as JSON")
    parser.add_argument("--html", type=out_file, metavar="OUT", help="write the report as one HTML file")
    parser.add_argument(
        "--set",
        nargs="+",
        default=[],
        action="extend",
        metavar="CHOICE=VALUE",
        help="open choices instead of those in evaluation.json, for example missing=zero prohibited=mean",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Assess, write the files that were asked for, print the tables."""
    folder: Path = arguments.folder
    if not folder.is_dir():
        raise UsageError(f"no such folder: {folder}")
    check_apart({"--json": arguments.json, "--html": arguments.html}, {})
    for option in ("json", "html"):
        path = getattr(arguments, option)
        if path is not None and path.resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"--{option}: found {str(path)!r}, which is in the folder of inputs, allowed a file elsewhere")
    from legal_metrics.caai.assessment import assess
    from legal_metrics.caai.folder import read_folder
    from legal_metrics.report.caai import render_assessment_html
    from legal_metrics.report.caai_terminal import render_assessment

    read = read_folder(folder)
    assessment = assess(read, options=_options(arguments.set, read.settings.options))
    files = {}
    if arguments.json:
        files[arguments.json] = json_text(assessment.to_dict())
    if arguments.html:
        files[arguments.html] = render_assessment_html(assessment)
    text = render_assessment(assessment)
    deliver(files, text)
    return 0


def _options(stated: Sequence[str], options: Options) -> Options:
    """The options with the choices of ``--set``. Raises: UsageError."""
    from legal_metrics.errors import LegalMetricsError

    for one in stated:
        option, equals, value = one.partition("=")
        if not equals:
            raise UsageError(f"--set: found {one!r}, allowed CHOICE=VALUE")
        try:
            options = options.with_value(option, value)
        except LegalMetricsError as error:
            raise UsageError(f"--set: {error}") from None
    return options
