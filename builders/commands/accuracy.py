"""Measure the parsers against labels (judgments), a manifest (exams) and other collections' figures (sentences).

Field by field: n, right, wrong, missing, and the ids of what was not right; --json writes everything.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from builders.accuracy.judgments import JudgmentAccuracy, measure_judgments
from builders.accuracy.sentences import SentenceAccuracy, measure_sentences
from builders.staging import write_text

if TYPE_CHECKING:
    from builders.accuracy.exam_witnesses import WitnessAccuracy
    from builders.accuracy.exams import ExamAccuracy


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """judgments --gold --source, sentences --source, exams --manifest --source."""
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    judgments = kinds.add_parser("judgments", help="parsed judgments against labels in the form of gold.jsonl")
    judgments.add_argument("--gold", type=Path, required=True, metavar="GOLD.jsonl", help="labels, one JSON object a line")
    sentences = kinds.add_parser("sentences", help="sentences and citations against collections of judgments without white space")
    exams = kinds.add_parser("exams", help="parsed question papers and answer keys against the facts of a manifest")
    exams.add_argument("--manifest", type=Path, required=True, metavar="MANIFEST.json", help="what the files hold, one object a file")
    exams.add_argument("--witness", action="store_true", help="compare texts and letters with a second library and with public banks instead")
    for kind in (judgments, sentences, exams):
        kind.add_argument("--source", type=Path, required=True, metavar="PATH", help="folder or archive of the files")
        kind.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")


def run(options: argparse.Namespace) -> int:
    """Print the figures; 0 when they could be taken."""
    result = _measure(options)
    print("\n".join(result.to_lines()))
    if options.json:
        folders = write_text(options.json, json.dumps(result.to_dict(), ensure_ascii=False, indent=2) + "\n")
        sys.stderr.writelines(f"made folder: {path}\n" for path in folders)
        sys.stderr.writelines([f"written: {options.json}\n"])
    return 0


def _measure(options: argparse.Namespace) -> JudgmentAccuracy | SentenceAccuracy | ExamAccuracy | WitnessAccuracy:
    if options.kind == "judgments":
        return measure_judgments(options.gold, options.source)
    if options.kind == "sentences":
        return measure_sentences(options.source)
    if options.witness:
        from builders.accuracy.exam_witnesses import measure_witnesses

        return measure_witnesses(options.manifest, options.source)
    from builders.accuracy.exams import measure_exams  # judgments are measured without the PDF library

    return measure_exams(options.manifest, options.source)
