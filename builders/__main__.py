"""``python -m builders COMMAND …``: build, parse, accuracy, check and the other commands of ``builders.commands``."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

import builders.commands
from legal_metrics.errors import LegalMetricsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 complete, 1 failed (the message names what was found and what is allowed), 2 wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    options = _parser(given).parse_args(given)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except LegalMetricsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of our output has gone: not an error of ours, and nothing more can be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


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
