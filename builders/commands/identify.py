"""Name local exam files by their digests against the official index: address, exam, question paper or key.

A file that the index does not hold (it does not know every year) is named by what it prints: exam, subject, 代號. Exit 0: every PDF was named; 1:
some were not.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from builders.errors import BuildError
from builders.pipeline import in_parts, run_shards
from builders.sources import open_part, source_parts
from builders.tasks.identified_files import NAMES, IdentifiedFile, identify_file

_FILES_PER_SHARD = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """DIR and the options."""
    parser.add_argument("source", type=Path, metavar="DIR", help="folder (searched recursively) or archive of PDFs")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="worker processes (default 1)")


def run(options: argparse.Namespace) -> int:
    """Print a line for each PDF, and the counts."""
    shards = in_parts(source_parts(options.source), _FILES_PER_SHARD)
    found = [one for part in run_shards(partial(_identify, options.source), shards, jobs=options.jobs) for one in part]
    if not found:
        raise BuildError(f"{options.source}: found no PDF in it")
    for one in found:
        print(json.dumps(one.to_dict(), ensure_ascii=False) if options.json else one)
    if not options.json:
        print(", ".join(_counts(found)))
    return 0 if all(one.by for one in found) else 1


def _identify(source: Path, parts: Sequence[Path]) -> list[IdentifiedFile]:
    items = (item for part in parts for item in open_part(part, source, suffixes=(".pdf",)))
    return [identify_file(item) for item in items if item.skipped is None]


def _counts(found: Sequence[IdentifiedFile]) -> Iterator[str]:
    yield f"{len(found)} files"
    for by, n in sorted(Counter(one.by for one in found if one.by).items()):
        yield f"{n} named by {by}"
    for kind, n in sorted(Counter(one.kind for one in found).items()):
        yield f"{n} {NAMES[kind]}"


def _positive(written: str) -> int:
    if not written.isdecimal() or int(written) < 1:
        raise argparse.ArgumentTypeError(f"found {written!r}, allowed a whole number from 1")
    return int(written)
