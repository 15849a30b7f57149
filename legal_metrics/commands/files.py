"""Reading and writing files for the commands: JSON lines in, whole files out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from legal_metrics.errors import LegalMetricsError


class UsageError(LegalMetricsError):
    """The command was called wrongly: exit code 2.

    >>> str(UsageError("--split tset: allowed: train, test"))
    '--split tset: allowed: train, test'
    """


class BadFileError(LegalMetricsError):
    """A file holds what it must not; file and line are in the message.

    >>> str(BadFileError("in.jsonl", 3, "field 'text': found int, allowed a string"))
    "in.jsonl, line 3: field 'text': found int, allowed a string"
    """

    def __init__(self, file: str | Path, line: int | None, why: str) -> None:
        self.file = file
        self.line = line
        self.why = why
        super().__init__(f"{file}{'' if line is None else f', line {line}'}: {why}")


def json_lines(lines: Iterable[bytes], *, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(1-based line number, object) of each line that is not blank.

    Raises: BadFileError at the first line that is not UTF-8, not JSON, or not an object.

    >>> list(json_lines([b'{"id": "a"}', b''], name="in.jsonl"))
    [(1, {'id': 'a'})]
    """
    for number, line in enumerate(lines, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise BadFileError(name, number, f"found bytes that are not UTF-8 ({error.reason} at byte {error.start + 1}), allowed UTF-8") from error
        if not text.strip():
            continue
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadFileError(name, number, f"found broken JSON ({_why(error)}), allowed one JSON object a line") from error
        if not isinstance(value, dict):
            raise BadFileError(name, number, f"found {kind(value)}, allowed a JSON object")
        yield number, value


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


def kind(value: object) -> str:
    """The JSON name of a value's type, for messages.

    >>> kind(None), kind(3), kind([])
    ('null', 'a number', 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    return {str: "a string", list: "a list", dict: "an object"}.get(type(value), type(value).__name__)


def _why(error: Exception) -> str:
    return f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else "nested too deeply"
