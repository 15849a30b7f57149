"""Options that name files or numbers, and output files written whole or not at all."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from legal_metrics.errors import LegalMetricsError


class UsageError(LegalMetricsError):
    """The command was called wrongly: exit code 2.

    >>> str(UsageError("--predictions: no such file: outputs.jsonl"))
    '--predictions: no such file: outputs.jsonl'
    """


def out_file(text: str) -> Path:
    """The type of an option that names an output file: a new file, or a regular one to be replaced."""
    path = Path(text)
    if not path.name or (path.exists() and not path.is_file()):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a file name")
    return path


def whole_number(text: str) -> int:
    """The type of an option that takes a whole number from 0 on."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"found {text!r}, allowed a whole number >= 0")
    return int(text)


def check_apart(written: Mapping[str, Path | None], read: Mapping[str, Path]) -> None:
    """No file may be written twice, nor one that is read be written over. Both: option -> path. Raises: UsageError naming both options."""
    taken = {path.resolve(): option for option, path in read.items()}
    for option, path in written.items():
        if path is None:
            continue
        other = taken.setdefault(path.resolve(), option)
        if other != option:
            raise UsageError(f"{option}: found {str(path)!r}, which is the file of {other}, allowed another file")


def json_text(value: object) -> str:
    """The text of a JSON file: characters as they are, one line a value, no NaN."""
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def deliver(files: Mapping[Path, str], printed: str = "") -> None:
    """Write every file or none (``write_whole``), then print the text, then tell on the error stream what was made and written."""
    folders = write_whole(files)
    sys.stdout.write(printed)
    sys.stderr.writelines(f"made folder: {path}\n" for path in folders)
    sys.stderr.writelines(f"written: {path}\n" for path in files)


def write_whole(files: Mapping[Path, str]) -> tuple[Path, ...]:
    """Write every file or none: texts go to temporary files beside their targets, which are replaced at the end.

    Folders that are missing are made, and returned. Raises: OSError, which names the file; nothing is left behind then.
    """
    made: list[tuple[Path, Path]] = []
    folders: list[Path] = []
    try:
        for path, text in files.items():
            try:
                folders += _make_folder(path.parent)
                temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
                made.append((temporary, path))
                # A lone surrogate becomes \udXXX, which in JSON is the same character.
                temporary.write_text(text, encoding="utf-8", newline="\n", errors="backslashreplace")
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(path)) from error
        for temporary, path in made:
            temporary.replace(path)
    except BaseException:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
        for folder in reversed(folders):
            with suppress(OSError):  # somebody else has put something there
                folder.rmdir()
        raise
    return tuple(folders)


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder and what is missing above it; returns what was made, the outermost first."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]
