"""Measure the parsers against labels (judgments) and against other collections' figures (sentences).

Field by field: n, right, wrong, missing, and the ids of what was not right; --json writes everything.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from builders.accuracy.judgments import measure_judgments
from builders.accuracy.sentences import measure_sentences
from builders.staging import write_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """judgments --gold --source, sentences --source."""
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    judgments = kinds.add_parser("judgments", help="parsed judgments against labels in the form of gold.jsonl")
    judgments.add_argument("--gold", type=Path, required=True, metavar="GOLD.jsonl", help="labels, one JSON object a line")
    sentences = kinds.add_parser("sentences", help="sentences and citations against collections of judgments without white space")
    for kind in (judgments, sentences):
        kind.add_argument("--source", type=Path, required=True, metavar="PATH", help="folder or archive of the files")
        kind.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")


def run(options: argparse.Namespace) -> int:
    """Print the figures; 0 when they could be taken."""
    result = measure_judgments(options.gold, options.source) if options.kind == "judgments" else measure_sentences(options.source)
    print("\n".join(result.to_lines()))
    if options.json:
        folders = write_text(options.json, json.dumps(result.to_dict(), ensure_ascii=False, indent=2) + "\n")
        sys.stderr.writelines(f"made folder: {path}\n" for path in folders)
        sys.stderr.writelines([f"written: {options.json}\n"])
    return 0
