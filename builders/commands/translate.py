"""Translations of mcq: write requests for a translator, read replies back with checks, and keep what passes.

``request`` writes one JSON line a question. ``read`` checks replies ({"id", "output", "by"}) against the release: what passes goes to --out, what does
not is printed with its reasons; exit 1 while a question has no accepted reply. ``mcq_zh_cn`` and ``mcq_en`` are built from such files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.text_files import read_lines, write_lines
from builders.translate.glossary import LANGUAGES
from builders.translate.replies import Readings, read_replies
from builders.translate.requests import translation_request


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """request --release --language, read --release --language --replies --out."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    asking = actions.add_parser("request", help="one line a question, with the terms of the glossary that it uses")
    asking.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    reading = actions.add_parser("read", help="check replies and keep what passes")
    reading.add_argument("--replies", type=Path, required=True, metavar="FILE", help='JSON lines {"id", "output", "by"}')
    reading.add_argument("--out", type=Path, required=True, metavar="FILE", help="the accepted translations")
    for action in (asking, reading):
        action.add_argument("--release", type=Path, required=True, metavar="DIR", help="a built release with the config mcq")
        action.add_argument("--language", choices=sorted(LANGUAGES), required=True)


def run(options: argparse.Namespace) -> int:
    """One of the actions."""
    return _request(options) if options.action == "request" else _read(options)


def _request(options: argparse.Namespace) -> int:
    requests = [translation_request(record, options.language) for record in _records(options.release).values()]
    write_lines(options.out, (json.dumps(request, ensure_ascii=False) for request in requests))
    terms = sum(len(request["glossary"]) for request in requests)
    print(f"{len(requests)} requests, {terms} terms of the glossary", file=sys.stderr)
    return 0


def _read(options: argparse.Namespace) -> int:
    readings = read_replies(read_lines(options.replies), str(options.replies), _records(options.release), options.language)
    write_lines(options.out, (readings.accepted[id].to_line() for id in sorted(readings.accepted)))
    print("\n".join(reading_lines(readings)))
    return 1 if readings.unanswered else 0


def reading_lines(readings: Readings) -> list[str]:
    """The outcome as a person reads it: counts, flags, paraphrased terms by law, every rejected reply, every unanswered question."""
    lines = [f"accepted {len(readings.accepted)}, rejected {len(readings.rejected)}, without an accepted reply {len(readings.unanswered)}"]
    lines += [f"  rejected: {count} {reason}" for reason, count in sorted(readings.reasons.items())]
    lines += [f"  flagged: {count} {flag}" for flag, count in sorted(readings.flags.items())]
    for law, terms in sorted(readings.paraphrased.items()):
        lines.append(f"  paraphrased in {law}: " + "、".join(f"{term} {count}" for term, count in sorted(terms.items())))
    lines += [f"rejected {id}: {reasons}: {details}" for id, reasons, details in readings.rejected]
    lines += [f"no accepted reply: {id}" for id in readings.unanswered]
    return lines


def _records(release: Path) -> Mapping[str, Mapping[str, Any]]:
    from builders.quality.release_checks import read_rows
    from builders.release.manifest import read_manifest

    configs = read_manifest(release)["configs"]
    if "mcq" not in configs:
        raise BuildError(f"{release}: found the configs {', '.join(configs)}, allowed a release with mcq")
    return {row["id"]: row for rows in read_rows(release, configs["mcq"]).values() for row in rows}
