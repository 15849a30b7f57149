"""JSON Lines: one object a line, UTF-8; the first line that is none is an error that names file and line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from legal_metrics.errors import LegalMetricsError


class JsonLineError(LegalMetricsError):
    """A line holds what it must not.

    >>> str(JsonLineError("in.jsonl", 3, "field 'text': found a number, allowed a string"))
    "in.jsonl, line 3: field 'text': found a number, allowed a string"
    """

    def __init__(self, file: str, line: int, why: str) -> None:
        self.file = file
        self.line = line
        self.why = why
        super().__init__(f"{file}, line {line}: {why}")


def read_json_lines(lines: Iterable[bytes], *, source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(1-based line number, object) of each line that is not blank. ``source`` names the file in messages.

    Raises: JsonLineError at the first line that is not UTF-8, not JSON, or not an object.

    >>> list(read_json_lines([b'{"id": "a"}', b''], source="in.jsonl"))
    [(1, {'id': 'a'})]
    """
    for number, line in enumerate(lines, start=1):
        value = read_json_line(line, number, source=source)
        if value is not None:
            yield number, value


def read_json_line(line: bytes, number: int, *, source: str) -> dict[str, Any] | None:
    """The object on one line, None if it is blank. Raises: as ``read_json_lines``.

    >>> read_json_line(b'{"id": "a"}', 1, source="in.jsonl")
    {'id': 'a'}
    """
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise JsonLineError(
            source, number, f"found bytes that are not UTF-8 (byte {error.start + 1}), allowed UTF-8"
        ) from error
    if not text.strip():
        return None
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        why = f"found broken JSON ({error.msg} at character {error.pos + 1}), allowed one JSON object a line"
        raise JsonLineError(source, number, why) from error
    except (ValueError, RecursionError) as error:
        raise JsonLineError(source, number, "found JSON that is too deep or holds too long a number") from error
    if not isinstance(value, dict):
        raise JsonLineError(source, number, f"found {kind_of(value)}, allowed a JSON object")
    return value


def kind_of(value: object) -> str:
    """The JSON name of a value's type, for messages.

    >>> kind_of(None), kind_of(3), kind_of([])
    ('null', 'a number', 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else type(value).__name__
