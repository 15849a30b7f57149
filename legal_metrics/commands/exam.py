"""``legal-metrics exam``: verdicts on models' essays in; totals of the second test beside human lines out."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file, whole_number
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from legal_metrics.predictions import Predictions

CONFIG = "oeq"


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "exam",
        help="totals of the second test for lawyers, judges and prosecutors, beside human lines",
        description="Adds judges' verdicts on essays up to the totals of the examination for lawyers (900 points, each of four electives) and for judges and "
        "prosecutors (800), mean over years and judges, with intervals over questions, and holds them against human lines. What is missing is said; a total "
        "with a missing paper is none.",
    )
    parser.add_argument(
        "verdicts",
        nargs="+",
        type=_named,
        metavar="[MODEL=]VERDICTS.jsonl",
        help="verdicts of judges (docs/oeq.md); a model's name is that of the file unless given; files of one name are of one model",
    )
    parser.add_argument(
        "--references",
        required=True,
        metavar="DIR_OR_REPO",
        help="a dataset folder with oeq, a .jsonl file of its records, or owner/name on the Hub",
    )
    parser.add_argument("--split", default="test", help="default: test")
    parser.add_argument(
        "--human", type=Path, metavar="FILE", help="human lines, JSON lines or a JSON list (docs/oeq.md)"
    )
    parser.add_argument(
        "--predictions",
        nargs="+",
        default=[],
        action="extend",
        type=_named,
        metavar="[MODEL=]FILE.jsonl",
        help="the outputs themselves: those that cannot be read earn nothing, and verdicts are held against their digests",
    )
    parser.add_argument("--json", type=out_file, metavar="OUT", help="write everything as JSON")
    parser.add_argument("--html", type=out_file, metavar="OUT", help="write the report as one HTML file")
    parser.add_argument(
        "--exams",
        nargs="+",
        choices=("lawyers", "judges_prosecutors"),
        default=["lawyers", "judges_prosecutors"],
        help="default: both",
    )
    parser.add_argument(
        "--years",
        nargs="+",
        type=whole_number,
        default=[2021, 2022, 2023, 2024],
        metavar="YEAR",
        help="years of the mean, each of which must be whole; default: 2021 to 2024, for which human figures exist",
    )
    parser.add_argument(
        "--line-rule",
        choices=("over", "at_least"),
        default="over",
        help="lawyers need over 400 points, or at least 400; default: over",
    )
    parser.add_argument(
        "--partly-judged",
        choices=("unscored", "mean"),
        default="unscored",
        help="a question that not every judge scored is unscored, or has the mean of those who did; default: unscored",
    )
    parser.add_argument(
        "--missing",
        choices=("unscored", "zero"),
        default="unscored",
        help="a verdict that leaves out scoring points is not used, or they earn nothing; default: unscored",
    )
    parser.add_argument(
        "--scale-papers",
        action="store_true",
        help="scale papers whose questions have other points than the plan's (told); by default they are not whole",
    )
    parser.add_argument(
        "--reading",
        choices=("strict", "lenient"),
        default="strict",
        help="how --predictions are read; default: strict",
    )
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, help=f"seed of the draws; default: {DEFAULT_SEED}"
    )
    parser.add_argument(
        "--resamples",
        type=whole_number,
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"draws; default: {DEFAULT_RESAMPLES}",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Add up, write the files that were asked for, print the tables."""
    read = {f"verdicts ({path})": path for _, path in arguments.verdicts}
    read |= {f"--predictions ({path})": path for _, path in arguments.predictions}
    read |= {"--references": Path(arguments.references)} | ({"--human": arguments.human} if arguments.human else {})
    check_apart({"--json": arguments.json, "--html": arguments.html}, read)
    for option, values in (("--years", arguments.years), ("--exams", arguments.exams)):
        if len(set(values)) < len(values):
            raise UsageError(f"{option}: found {' '.join(map(str, values))}, allowed each once")
    from legal_metrics.exams import score_exams
    from legal_metrics.judgements import read_judgements
    from legal_metrics.readers.human_lines import read_human_lines
    from legal_metrics.references import load_references
    from legal_metrics.report.exams import render_exams, render_exams_html

    files: dict[str, dict[str, list[bytes]]] = {}
    for model, path in arguments.verdicts:
        given = files.setdefault(model, {})
        if str(path) in given:
            raise UsageError(f"found {path} more than once, allowed each file once")
        given[str(path)] = _bytes(path, "verdicts").split(b"\n")
    judgements = {model: read_judgements(given) for model, given in files.items()}
    references = load_references(arguments.references, config=CONFIG, split=arguments.split)
    human = read_human_lines(_bytes(arguments.human, "--human"), source=str(arguments.human)) if arguments.human else ()
    report = score_exams(
        judgements,
        references.records,
        human,
        predictions=_predictions(arguments.predictions, list(judgements)),
        reading=arguments.reading,
        dataset=references.dataset,
        exams=arguments.exams,
        years=arguments.years,
        line_rule=arguments.line_rule,
        partly_judged=arguments.partly_judged,
        missing=arguments.missing,
        scale_papers=arguments.scale_papers,
        seed=arguments.seed,
        resamples=arguments.resamples,
    )
    written = {}
    if arguments.json:
        written[arguments.json] = json_text(report.to_dict())
    if arguments.html:
        written[arguments.html] = render_exams_html(report)
    text = render_exams(report)
    deliver(written, text)
    return 0


def _named(text: str) -> tuple[str, Path]:
    """``MODEL=FILE``, or a file whose name without ending is the model's; a file that is there wins over a name with "=" in it."""
    name, equals, path = text.partition("=")
    if not equals or Path(text).is_file():
        name, path = Path(text).stem, text
    if not name or not path:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed FILE or MODEL=FILE")
    return name, Path(path)


def _predictions(given: Sequence[tuple[str, Path]], models: Sequence[str]) -> dict[str, Predictions]:
    from legal_metrics.errors import PredictionsError
    from legal_metrics.predictions import read_predictions

    found: dict[str, Predictions] = {}
    for model, path in given:
        if model in found or model not in models:
            allowed = f"one file for each of {', '.join(models)}"
            raise UsageError(f"--predictions: found {path} of model {model!r}, allowed {allowed}")
        try:
            text = _bytes(path, "--predictions").decode("utf-8")
        except UnicodeDecodeError as error:
            where = f"byte {error.start + 1} of the file"
            raise PredictionsError([f"{path}: found bytes that are not UTF-8 ({where}), allowed UTF-8"]) from None
        found[model] = read_predictions(io.StringIO(text, newline="\n"), source=str(path))
    return found


def _bytes(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{what}: no such file: {path}") from None
