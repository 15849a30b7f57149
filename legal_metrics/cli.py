"""The command ``legal-metrics``: arguments in, one of ``legal_metrics.commands`` runs, an exit code comes out.

Exit codes: 0 done, 1 the data or the machine is at fault, 2 the command was called wrongly. Messages go to stderr.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from legal_metrics.commands import (
    agree,
    caai,
    compare,
    drift,
    errors,
    exam,
    extract,
    items,
    judge,
    languages,
    lawbench,
    leaderboard,
    paper,
    prompt,
    score,
    tasks,
    validate,
)
from legal_metrics.commands.files import UsageError
from legal_metrics.errors import LegalMetricsError, UnknownTaskError
from legal_metrics.references import UnknownPartError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (default: the process's own) and return its exit code."""
    _speak_utf8()
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed its message or the help
        return stop.code if isinstance(stop.code, int) else 2
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (UsageError, UnknownTaskError, UnknownPartError) as error:
        return _fail(error, 2)
    except LegalMetricsError as error:
        return _fail(error, 1)
    except BrokenPipeError:  # the reader of our output went away (| head): not an error to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{error.filename or 'file'}: {error.strerror or error}", 1)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line; each module of ``legal_metrics.commands`` adds its own part."""
    parser = argparse.ArgumentParser(
        prog="legal-metrics", description="Scores for Chinese-language legal AI that you can trust."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (
        *(tasks, prompt, score, compare, lawbench, extract),
        *(validate, judge, agree, exam),
        *(leaderboard, items, languages, drift, errors, paper),
        caai,
    ):
        module.add(commands)
    return parser


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: importlib.metadata is slow to import."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from legal_metrics import __version__

        parser.exit(message=f"legal-metrics {__version__}\n")


def _fail(error: object, code: int) -> int:
    print(f"legal-metrics: {error}", file=sys.stderr)
    return code


def _speak_utf8() -> None:
    """UTF-8 and LF on every platform: Windows consoles and pipes would otherwise use the local code page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A lone surrogate is written as \udXXX, which in JSON is the same character.
            stream.reconfigure(encoding="utf-8", newline="\n", errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
