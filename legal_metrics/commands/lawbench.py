"""``legal-metrics lawbench``: one of LawBench's prediction files in, its own score and a sound one out, and the rows where the two differ."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError, check_apart, deliver, json_text, out_file
from legal_metrics.errors import LegalMetricsError

if TYPE_CHECKING:
    from legal_metrics.compat.lawbench import Comparison


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser(
        "lawbench",
        help="score outputs as LawBench does, and soundly",
        description="Gives LawBench's own score and abstention rate of one of its prediction files, the score of the same outputs in a sound reading, and "
        "how often and why the two differ.",
    )
    parser.add_argument("task", metavar="TASK", help='number of a LawBench task, for example "3-4"')
    parser.add_argument("file", type=Path, metavar="FILE.json", help="rows with prediction and refr: an object by row number, or a list")
    parser.add_argument("--json", type=out_file, metavar="OUT", help="write both scores and every row that differs as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compare, write the file that was asked for, print the table."""
    check_apart({"--json": arguments.json}, {"FILE.json": arguments.file})
    from legal_metrics.compat.lawbench import compare
    from legal_metrics.compat.lawbench.tasks import find

    find(arguments.task)
    comparison = compare(arguments.task, _rows(arguments.file))
    files = {}
    if arguments.json:
        files[arguments.json] = json_text(comparison.to_dict())
    deliver(files, _table(comparison))
    return 0


def _table(comparison: Comparison) -> str:
    from legal_metrics.compat.lawbench import REASONS, TASKS

    theirs, ours = comparison.lawbench, comparison.corrected
    lines = [
        f"LawBench {comparison.task} ({TASKS[comparison.task].metric}), {len(theirs.samples)} rows",
        f"  LawBench   {theirs.score:.4f}   abstention rate {theirs.abstention_rate:.3f}, {theirs.n_excluded} rows left out",
        f"  corrected  {ours.value:.4f}   {ours.n_unparsed} unread, {ours.n_excluded} rows left out",
        f"  {len(comparison.differences)} rows differ; LawBench there:",
        *(f"    {n:5} {code:24} {REASONS[code]}" for code, n in comparison.counts.items()),
    ]
    return "\n".join(lines) + "\n"


def _rows(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise UsageError(f"no such file: {path}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise LegalMetricsError(f"{path}: found no JSON ({error}), allowed one of LawBench's prediction files") from None
