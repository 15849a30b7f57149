"""Files that hold what models said: predictions files and the reports on them, each named after its file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from legal_metrics.commands.files import UsageError
from legal_metrics.errors import PredictionsError
from legal_metrics.predictions import Predictions, read_predictions

REPORT_ENDING = ".json"


def model_names(paths: Sequence[Path]) -> dict[str, Path]:
    """What the models are called: the names of the files without ending, or the whole paths where two names are one. Raises: UsageError for a file that is given twice."""
    known: set[Path] = set()
    for path in paths:
        if path.resolve() in known:
            raise UsageError(f"found {path} more than once, allowed each file once")
        known.add(path.resolve())
    stems = [path.stem for path in paths]
    return dict(zip(stems if len(set(stems)) == len(stems) else map(str, paths), paths, strict=True))


def read_outputs(path: Path, option: str) -> Predictions | Mapping[str, Any]:
    """A report where the file's name ends in ``.json``, otherwise predictions; an empty file is a model that said nothing, and where others said something
    that is for the table to tell. Raises: UsageError; PredictionsError; ReportFormatError.
    """
    if path.suffix == REPORT_ENDING:
        return read_report_file(path, option)
    lines = list(prediction_lines(path, option))
    return read_predictions(lines, source=str(path)) if any(map(str.strip, lines)) else Predictions({"": {}}, source=str(path))


def prediction_lines(path: Path, option: str) -> Iterable[str]:
    """The lines of a predictions file; only LF and CRLF end one (a text may hold U+2028, and a lone CR is a blank of JSON)."""
    content = file_bytes(path, option)
    try:
        return io.StringIO(content.decode("utf-8"), newline="\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PredictionsError([f"{path}:{line}: found bytes that are not UTF-8 (byte {error.start + 1} of the file), allowed UTF-8"]) from None


def read_report_file(path: Path, option: str = "") -> Mapping[str, Any]:
    """The JSON object of a report. Raises: UsageError; ReportFormatError."""
    from legal_metrics.reported import ReportFormatError, parse_report

    content = file_bytes(path, option)
    try:
        return parse_report(content.decode("utf-8"), source=str(path))
    except UnicodeDecodeError as error:
        raise ReportFormatError(str(path), "", f"bytes that are not UTF-8 (byte {error.start + 1} of the file)", "UTF-8") from None


def file_bytes(path: Path, option: str = "") -> bytes:
    """What a file holds. Raises: UsageError naming the option where there is no such file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{option}: no such file: {path}" if option else f"no such file: {path}") from None
