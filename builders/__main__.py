"""``python -m builders COMMAND …``: build, parse, accuracy, check and the other commands of ``builders.commands``.

Exit codes: 0 complete; 1 failed, by the data or the machine; 2 called wrongly; 130, 143 stopped by Ctrl-C, by SIGTERM (128 + the signal). One
message on stderr says what was found and what is allowed.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence

import builders.commands
from builders.signals import Stopped, stoppable
from legal_metrics.errors import LegalMetricsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # File names need not be UTF-8: what has no form in it is written as \udXXX, which in JSON is the same character.
            stream.reconfigure(encoding="utf-8", newline="\n", errors="backslashreplace")
    options = _parser(given).parse_args(given)
    try:
        with stoppable():
            code = int(options.run(options))
            print(end="", flush=True)
            return code
    except LegalMetricsError as error:
        return _fail(f"error: {error}", 1)
    except Stopped as stopped:
        return _fail(str(stopped), stopped.exit_code)
    except BrokenPipeError:  # the reader of our output has gone: not an error to tell, and nothing more can be written
        _give_up_stdout()
        return 1
    except OSError as error:
        return _fail(f"error: {error.filename or 'output'}: {error.strerror or error}", 1)


def _fail(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    try:
        print(end="", flush=True)
    except OSError:
        _give_up_stdout()
    return code


def _give_up_stdout() -> None:
    """Python writes what is left in the buffer once more at its end: let it go where there is room."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(given: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m builders", description="Official sources in, dataset releases out.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    names = sorted(module.name for module in pkgutil.iter_modules(builders.commands.__path__))
    for name in names if given[:1] not in [[known] for known in names] else given[:1]:  # import only what is asked for
        module = importlib.import_module(f"builders.commands.{name}")
        summary = (module.__doc__ or "").strip().splitlines()[0]
        command = commands.add_parser(name, help=summary, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
