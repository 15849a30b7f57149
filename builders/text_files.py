"""Text files of lines, in UTF-8 with LF, and the one message where they cannot be read or written."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from builders.errors import BuildError


def read_lines(file: Path) -> list[str]:
    """The lines of a file; only LF ends one (a text may hold U+2028). Raises: BuildError for a file that is not there or not UTF-8."""
    try:
        return file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BuildError(f"{file}: cannot be read: {error}") from error


def write_lines(out: Path | None, lines: Iterable[str]) -> None:
    """Write lines to a file, or to standard output for None. Raises: BuildError for a place that cannot be written."""
    text = "".join(line + "\n" for line in lines)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BuildError(f"{out}: cannot be written: {error.strerror}") from error
