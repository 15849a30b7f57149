"""The subcommands of ``legal-metrics``: one module each, with ``add(commands)`` for its arguments and a function that runs it."""

from __future__ import annotations

from legal_metrics.commands import extract, prompt, score, tasks
from legal_metrics.commands.files import UsageError

COMMANDS = (tasks.add, score.add, extract.add, prompt.add)

__all__ = ["COMMANDS", "UsageError"]
