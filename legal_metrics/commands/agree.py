"""``legal-metrics agree``: judges' verdicts, and people's grades if there are any, in; how far they agree, and what the judges fall for, out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file, whole_number
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from legal_metrics.judging.ratings import ItemUnit, Ratings

TO_STDOUT = Path("-")


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "agree",
        help="how far judges agree with each other and with people",
        description="Agreement of judges' verdicts on the same answers: percent, Cohen's kappa (plain, linear, quadratic), Fleiss' kappa, Krippendorff's alpha, "
        "intraclass and other correlations, bias and limits of agreement, each with its interval or the reason why it has no value (docs/judges.md). With "
        "people's grades also precision, recall and F1 by label. Further options check whether a judge repeats itself, tells good from bad, and falls for tricks.",
    )
    parser.add_argument(
        "verdicts", nargs="+", type=Path, metavar="VERDICTS.jsonl", help="judges' verdicts (docs/judging.md)"
    )
    parser.add_argument(
        "--human",
        default=[],
        action="append",
        type=Path,
        metavar="FILE",
        help="people's grades (docs/judges.md)",
    )
    parser.add_argument(
        "--consensus",
        choices=("majority", "unanimous"),
        default="majority",
        help="label of several annotators; default: majority",
    )
    parser.add_argument(
        "--json",
        nargs="?",
        type=_json_file,
        const=TO_STDOUT,
        metavar="OUT.json",
        help="print JSON instead of tables, or write it to a file",
    )
    parser.add_argument(
        "--order",
        type=_listed,
        default=(),
        metavar="LEAST,…,MOST",
        help="all labels in order, for weighted kappa and ordinal alpha; default: by what they are worth",
    )
    parser.add_argument(
        "--by",
        choices=("category", "run"),
        default="category",
        help="figures for each category of people's files, or for each run",
    )
    checks = parser.add_argument_group("checks of the judges")
    checks.add_argument(
        "--model",
        default=[],
        action="append",
        metavar="NAME",
        help="models that were judged: flags judges of their family",
    )
    checks.add_argument(
        "--repeats",
        default=[],
        action="append",
        type=Path,
        metavar="FILE",
        help="the same judges' verdicts once more, a file for each time",
    )
    checks.add_argument(
        "--swapped",
        default=[],
        action="append",
        type=Path,
        metavar="FILE",
        help="their verdicts with the order of answers or items changed",
    )
    checks.add_argument(
        "--tiers", nargs="+", default=[], metavar="RUN", help="runs of known quality, from best to worst"
    )
    checks.add_argument(
        "--margin", type=_amount, default=0.0, help="by how much a tier must score above the next; default: 0"
    )
    checks.add_argument("--plain", default="", metavar="RUN", help="the run of plain answers")
    checks.add_argument(
        "--tricks", nargs="+", default=[], metavar="RUN", help="runs of the same answers with a trick each"
    )
    checks.add_argument("--tolerance", type=_amount, default=0.0, help="what a trick may gain; default: 0")
    parser.add_argument(
        "--confidence", type=float, default=DEFAULT_CONFIDENCE, help=f"of intervals; default: {DEFAULT_CONFIDENCE}"
    )
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, help=f"of the bootstrap; default: {DEFAULT_SEED}"
    )
    parser.add_argument(
        "--resamples",
        type=whole_number,
        default=DEFAULT_RESAMPLES,
        metavar="N",
        help=f"of the bootstrap; default: {DEFAULT_RESAMPLES}",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, compare, check; print the tables, or the JSON."""
    read = [*arguments.verdicts, *arguments.human, *arguments.repeats, *arguments.swapped]
    if arguments.json not in (None, TO_STDOUT):
        check_apart({"--json": arguments.json}, {str(path): path for path in read})
    if bool(arguments.plain) != bool(arguments.tricks):
        raise UsageError("--plain and --tricks: found one of the two, allowed both or none")
    if len(arguments.tiers) == 1:
        raise UsageError(f"--tiers: found one run ({arguments.tiers[0]}), allowed two or more, from best to worst")
    _once("VERDICTS", arguments.verdicts)
    _once("--human", arguments.human)
    from legal_metrics.judging.agreement import judge_agreement
    from legal_metrics.judging.calibration import read_human_grades
    from legal_metrics.judging.check_runs import check_judges
    from legal_metrics.judging.ratings import collect_ratings

    options = {"confidence": arguments.confidence, "resamples": arguments.resamples, "seed": arguments.seed}
    human = read_human_grades(_lines(arguments.human))
    ratings = collect_ratings(_judgements(arguments.verdicts), human, consensus=arguments.consensus)
    checks = check_judges(
        ratings,
        models=arguments.model,
        repeats=[collect_ratings(_judgements([path])) for path in arguments.repeats],
        swapped=collect_ratings(_judgements(arguments.swapped)) if arguments.swapped else None,
        tiers=arguments.tiers,
        margin=arguments.margin,
        plain=arguments.plain,
        tricks=arguments.tricks,
        tolerance=arguments.tolerance,
        **options,
    )
    found = judge_agreement(ratings, order=arguments.order, categories=_categories(ratings, arguments.by), **options)
    if arguments.json is None:
        from legal_metrics.report.agreement import render_agreement

        sys.stdout.write(render_agreement(found, checks))
        return 0
    text = json_text({**found.to_dict(), "checks": checks.to_dict()})
    if arguments.json == TO_STDOUT:
        sys.stdout.write(text)
        return 0
    deliver({arguments.json: text})
    return 0


def _categories(ratings: Ratings, by: str) -> Mapping[ItemUnit, str] | None:
    if by == "category":
        return None
    return {unit: unit[0] for unit in ratings.units} if len({run for run, _ in ratings.answers}) > 1 else {}


def _judgements(paths: Sequence[Path]) -> Any:
    from legal_metrics.judgements import read_judgements

    return read_judgements(_lines(paths))


def _lines(paths: Sequence[Path]) -> dict[str, list[bytes]]:
    try:
        return {str(path): path.read_bytes().splitlines() for path in paths}
    except FileNotFoundError as error:
        raise UsageError(f"no such file: {error.filename}") from None


def _once(option: str, paths: Sequence[Path]) -> None:
    seen: set[Path] = set()
    for path in paths:
        if path.resolve() in seen:
            raise UsageError(f"{option}: found {path} more than once, allowed each file once")
        seen.add(path.resolve())


def _json_file(text: str) -> Path:
    """A file of the ending .json: verdicts that stand behind ``--json`` are not written over."""
    path = out_file(text)
    if path.suffix != ".json":
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a file name that ends with .json")
    return path


def _listed(text: str) -> tuple[str, ...]:
    from legal_metrics.text.grade_labels import read_label

    labels = [label.strip() for label in text.split(",")]
    if not all(labels):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed labels with commas between")
    return tuple(read_label(label) or label for label in labels)


def _amount(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e12:
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a number >= 0")
    return value
