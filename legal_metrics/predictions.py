"""Predictions files: JSON lines ``{"id": "<record id>", "output": "<model text>"}``, read without touching the disk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable, check_text
from legal_metrics.errors import PredictionsError, WrongTypeError

METADATA: tuple[str, ...] = ("model", "decoding", "prompt_version")
KEYS: tuple[str, ...] = ("id", "output", "run", *METADATA)
_SHOWN = 50
_KINDS: dict[type[object], str] = {str: "a string", list: "a list", dict: "an object"}


@dataclass(frozen=True, slots=True)
class Predictions:
    """The outputs of one or more runs of one model.

    ``runs``: run name -> record id -> output; a file without ``run`` has the one run ``""``. ``metadata``: the distinct values that the lines carry for
    ``model``, ``decoding`` and ``prompt_version``, in order, as JSON texts where they are no strings. ``source`` names the file in messages.

    >>> Predictions({"": {"r1": "無罪"}}).runs[""]["r1"]
    '無罪'
    """

    runs: Mapping[str, Mapping[str, str]]
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    source: str = "predictions"

    @classmethod
    def of(cls, predictions: Mapping[str, str] | Predictions) -> Predictions:
        """The predictions themselves, or one unnamed run of a plain mapping.

        Raises: PredictionsError for an output that is no string.

        >>> list(Predictions.of({"r1": ""}).runs)
        ['']
        """
        if isinstance(predictions, Predictions):
            return predictions
        if not isinstance(predictions, Mapping):
            raise WrongTypeError("predictions", predictions, "a mapping of record ids to outputs, or Predictions")
        problems = [
            f"id {id!r}: field 'output': found {_kind(output)}, allowed a string"
            for id, output in predictions.items()
            if not isinstance(output, str)
        ]
        if problems:
            raise PredictionsError(_limited(problems))
        return cls(MappingProxyType({"": MappingProxyType(dict(predictions))}))


def read_predictions(lines: Iterable[str], *, source: str = "predictions") -> Predictions:
    """Read JSON lines; blank lines are skipped. Each line: ``id`` and ``output`` (strings), and if wanted ``run``, ``model``, ``decoding``, ``prompt_version``.

    An id may stand once, or once in each ``run``. ``source`` names the file in messages.
    Raises: PredictionsError listing every bad line as ``source:line: …`` (broken JSON, wrong type, missing, unknown or repeated key, repeated id).

    >>> read_predictions(['{"id": "r1", "output": "無罪"}']).runs[""]["r1"]
    '無罪'
    >>> read_predictions(['{"id": "r1"}'], source="a.jsonl")
    Traceback (most recent call last):
    legal_metrics.errors.PredictionsError: a.jsonl:1: field 'output' is missing
    """
    check_iterable("lines", lines, "lines")
    runs: dict[str, dict[str, str]] = {}
    first: dict[tuple[str, str], int] = {}
    with_run: dict[bool, int] = {}
    metadata: dict[str, dict[str, None]] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        check_text(f"line {number} of {source}", line)
        text = line.lstrip("\ufeff") if number == 1 else line
        if not text.strip():
            continue
        row, faults = _row(text)
        problems += [f"{source}:{number}: {fault}" for fault in faults]
        if faults:
            continue
        id, run = row["id"], _text(row.get("run", ""))
        with_run.setdefault("run" in row, number)
        if (run, id) in first:
            in_run = f" in run {run!r}" if run else ""
            problems.append(f"{source}:{number}: id {id!r} is repeated{in_run} (first on line {first[run, id]})")
            continue
        first[run, id] = number
        runs.setdefault(run, {})[id] = row["output"]
        for key in METADATA:
            if row.get(key) is not None:
                metadata.setdefault(key, {})[_text(row[key])] = None
    if len(with_run) == 2:
        problems.append(
            f"{source}: field 'run' stands on line {with_run[True]} but not on line {with_run[False]}: on all lines or on none"
        )
    if not runs and not problems:
        problems.append(f"{source}: no predictions found")
    if problems:
        raise PredictionsError(_limited(problems))
    return Predictions(
        MappingProxyType({run: MappingProxyType(outputs) for run, outputs in runs.items()}),
        MappingProxyType({key: tuple(values) for key, values in metadata.items()}),
        source,
    )


def check_ids(predictions: Predictions, ids: Iterable[str], *, missing: str = "error") -> Mapping[str, tuple[str, ...]]:
    """Hold the ids of every run against the records' ids; returns the missing ids of each run.

    Raises: PredictionsError listing unknown ids, and missing ones unless ``missing="unparsed"``.

    >>> dict(check_ids(Predictions.of({"a": ""}), ["a", "b"], missing="unparsed"))
    {'': ('b',)}
    >>> check_ids(Predictions.of({"a": "", "x": ""}), ["a", "b"])
    Traceback (most recent call last):
    legal_metrics.errors.PredictionsError: predictions: unknown id 'x'
    predictions: missing id 'b'
    """
    known = dict.fromkeys(ids)
    problems: list[str] = []
    absent: dict[str, tuple[str, ...]] = {}
    for run, outputs in predictions.runs.items():
        where = f"{predictions.source}, run {run!r}" if run else predictions.source
        absent[run] = tuple(id for id in known if id not in outputs)
        problems += [f"{where}: unknown id {id!r}" for id in outputs if id not in known]
        if missing == "error":
            problems += [f"{where}: missing id {id!r}" for id in absent[run]]
    if problems:
        raise PredictionsError(_limited(problems))
    return MappingProxyType(absent)


def _row(text: str) -> tuple[dict[str, Any], list[str]]:
    """The line's object and what is wrong with it."""
    repeated: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for key, item in pairs:
            if key in value:
                repeated.append(key)
            value[key] = item
        return value

    try:
        row = json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        return {}, [f"broken JSON ({error.msg} at character {error.pos + 1}), allowed one JSON object a line"]
    except (ValueError, RecursionError) as error:
        return {}, [f"broken JSON ({error}), allowed one JSON object a line"]
    if not isinstance(row, dict):
        return {}, [f"found {_kind(row)}, allowed a JSON object"]
    faults = [f"field {key!r} is repeated" for key in repeated if key in row]
    for key in ("id", "output"):
        if key not in row:
            faults.append(f"field {key!r} is missing")
        elif not isinstance(row[key], str):
            faults.append(f"field {key!r}: found {_kind(row[key])}, allowed a string")
    faults += [f"unknown field {key!r}, allowed {', '.join(KEYS)}" for key in row if key not in KEYS]
    if "run" in row and (isinstance(row["run"], bool) or not isinstance(row["run"], (str, int)) or row["run"] == ""):
        faults.append(f"field 'run': found {_kind(row['run'])}, allowed a string with text or a whole number")
    return row, faults


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, (int, float)):
        return "a number"
    return _KINDS.get(type(value), type(value).__name__)


def _limited(problems: list[str]) -> list[str]:
    """The first problems, and how many more there are."""
    return problems if len(problems) <= _SHOWN else [*problems[:_SHOWN], f"… and {len(problems) - _SHOWN} more"]
