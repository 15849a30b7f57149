"""``legal-metrics prompt``: the task's prompt for every record, as JSON lines for a pipeline of the user's own."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from legal_metrics.commands.score import add_references, task_of


def add(commands: Any) -> None:
    """Add the arguments."""
    from legal_metrics.prompts import LANGUAGES

    parser = commands.add_parser(
        "prompt",
        help="write the prompts of a task",
        description='Writes lines {"id": …, "messages": […], "prompt_version": …, …} to stdout. Run your model on the messages, write '
        '{"id": …, "output": …} lines, and give them to "legal-metrics score".',
    )
    add_references(parser)
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language of the prompt; default: that of the task's records"
    )
    parser.add_argument("--prompt-version", metavar="VERSION", help="version of the prompt; default: the newest")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Render all prompts first, so that a bad record leaves no half-written output."""
    from legal_metrics.prompts import render_prompt
    from legal_metrics.references import load_references

    task, config = task_of(arguments)
    lines = []
    for record in load_references(arguments.references, config=config, split=arguments.split).records:
        prompt = render_prompt(task, record, language=arguments.language, version=arguments.prompt_version)
        row = {
            "id": record["id"],
            "messages": [dict(message) for message in prompt],
            "prompt": prompt.id,
            "prompt_version": prompt.version,
            "prompt_sha256": prompt.sha256,
            "flags": list(prompt.flags),
        }
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    sys.stdout.writelines(lines)
    return 0
