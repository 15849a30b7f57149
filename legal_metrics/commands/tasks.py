"""``legal-metrics tasks``: the table of tasks."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any


def add(commands: Any) -> None:
    """Add the arguments."""
    parser = commands.add_parser("tasks", help="list the tasks", description="Lists the tasks that can be scored.")
    parser.add_argument("--json", action="store_true", help="the whole table as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    from legal_metrics.report.terminal import table
    from legal_metrics.tasks import tasks

    if arguments.json:
        text = json.dumps([task.to_dict() for task in tasks()], ensure_ascii=False, indent=1)
    else:
        rows = [[t.id, f"v{t.version}", t.primary, ", ".join(t.splits), f"{t.title_en} {t.title_zh}"] for t in tasks()]
        text = table([["task", "version", "primary score", "splits", "title"], *rows], left=5)
    sys.stdout.write(text + "\n")
    return 0
