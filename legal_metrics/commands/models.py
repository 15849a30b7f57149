"""Files that hold what models said: predictions files and the reports on them, each named after its file."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legal_metrics.commands.files import UsageError
from legal_metrics.errors import PredictionsError
from legal_metrics.predictions import Predictions, read_predictions

if TYPE_CHECKING:
    from legal_metrics.model_facts import ModelFacts

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
    """A report where the file's name ends in ``.json``, otherwise predictions. Raises: UsageError; PredictionsError; ReportFormatError."""
    return read_report_file(path, option) if path.suffix == REPORT_ENDING else read_said(path, option)


def read_said(path: Path, option: str) -> Predictions:
    """The outputs of a predictions file; an empty one is a model that said nothing, and where others said something that is for the table to tell.

    Raises: UsageError; PredictionsError.
    """
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


def add_models(parser: argparse.ArgumentParser) -> None:
    """The option that names the file of models."""
    what = "models.json: title, family, access, training_cutoff and decoding by model (docs/leaderboard.md)"
    parser.add_argument("--models", type=Path, metavar="FILE", help=what)


def read_facts(path: Path | None) -> dict[str, ModelFacts]:
    """What the file of models (``--models``) says; nothing where none was named. Raises: UsageError; ModelFactsError."""
    if path is None:
        return {}
    from legal_metrics.model_facts import ModelFactsError, read_model_facts

    content = file_bytes(path, "--models")
    try:
        return read_model_facts(content.decode("utf-8"), source=str(path))
    except UnicodeDecodeError as error:
        raise ModelFactsError(str(path), "", f"bytes that are not UTF-8 (byte {error.start + 1} of the file)", "UTF-8") from None


def stated_name(name: str, metadata: Mapping[str, Sequence[str]], facts: Mapping[str, ModelFacts]) -> str:
    """What a model is called: as its file (``name``); where the file of models knows only the name that the predictions state, as they do.

    >>> from legal_metrics.model_facts import ModelFacts
    >>> stated_name("run1", {"model": ("gpt-4o",)}, {"gpt-4o": ModelFacts("gpt-4o")}), stated_name("run1", {}, {})
    ('gpt-4o', 'run1')
    """
    stated = metadata.get("model", ())
    return stated[0] if name not in facts and len(stated) == 1 and stated[0] in facts else name


def stated_names(metadata: Mapping[str, Mapping[str, Sequence[str]]], facts: Mapping[str, ModelFacts]) -> dict[str, str]:
    """``stated_name`` of each of several models on one task (name -> metadata); as their files where two would be called alike.

    >>> from legal_metrics.model_facts import ModelFacts
    >>> stated_names(dict.fromkeys(("run1", "run2"), {"model": ("gpt-4o",)}), {"gpt-4o": ModelFacts("gpt-4o")})
    {'run1': 'run1', 'run2': 'run2'}
    """
    names = {name: stated_name(name, said, facts) for name, said in metadata.items()}
    return names if len(set(names.values())) == len(names) else {name: name for name in names}
