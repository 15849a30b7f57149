"""Statistics of a built release beside the paper's figures: questions by year and family, files, subjects, laws, essays.

What the paper gives only in tables that are lost is shown without a figure of the paper.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from legal_metrics.errors import MissingExtraError

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--release and --json."""
    parser.add_argument("--release", type=Path, default=ROOT / "data" / "tw-legalbench", metavar="DIR", help="a built release (default: data/tw-legalbench)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")


def run(options: argparse.Namespace) -> int:
    """Print the figures; 0 when there are any."""
    try:
        from builders.quality.exam_statistics import exam_statistics
        from builders.quality.release_checks import read_rows
        from builders.release.manifest import read_manifest
        from builders.staging import write_text
    except ImportError as error:
        raise MissingExtraError(error.name or "pyarrow", "build") from error
    configs = read_manifest(options.release)["configs"]
    if not {"mcq", "oeq"} & set(configs):
        raise BuildError(f"{options.release}: found the configs {', '.join(configs)}, allowed a release with mcq or oeq")

    def rows(name: str) -> Iterator[Mapping[str, Any]]:
        for split in read_rows(options.release, configs[name]).values() if name in configs else ():
            yield from split

    found = exam_statistics(rows("mcq"), rows("oeq"))
    print("\n".join(found.to_lines()))
    if options.json:
        folders = write_text(options.json, json.dumps(found.to_dict(), ensure_ascii=False, indent=2) + "\n")
        sys.stderr.writelines(f"made folder: {path}\n" for path in folders)
        sys.stderr.writelines([f"written: {options.json}\n"])
    return 0
