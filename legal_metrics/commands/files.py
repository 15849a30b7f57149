"""Whole output files, or none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from legal_metrics.errors import LegalMetricsError


class UsageError(LegalMetricsError):
    """The command was called wrongly: exit code 2.

    >>> str(UsageError("--predictions: no such file: outputs.jsonl"))
    '--predictions: no such file: outputs.jsonl'
    """


def write_whole(files: Mapping[Path, str]) -> None:
    """Write every file or none: texts go to temporary files beside their targets, which are replaced at the end."""
    made: list[tuple[Path, Path]] = []
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
            made.append((temporary, path))
            # A lone surrogate becomes \udXXX, which in JSON is the same character.
            temporary.write_text(text, encoding="utf-8", newline="\n", errors="backslashreplace")
        for temporary, path in made:
            temporary.replace(path)
    finally:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
