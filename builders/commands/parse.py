"""Print the parsed structure of official files, one JSON object a line.

What a file does not hold as expected stands in the object under "problems"; exit 1 only where a file cannot be opened.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from builders.parse.judgment import parse_judgment
from builders.parse.judgment_file import read_judgment_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """KIND FILE…"""
    parser.add_argument("kind", choices=sorted(_KINDS), metavar="KIND", help=f"what the files are: {', '.join(sorted(_KINDS))}")
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of that kind")


def run(options: argparse.Namespace) -> int:
    """One line a file; 0 when every file gave one."""
    failed = 0
    for file in options.files:
        named = os.fsencode(file).decode("utf-8", errors="surrogateescape")  # as given, whatever the locale has made of it
        try:
            data = Path(file).read_bytes()
        except OSError as error:
            print(f"error: {named}: {error.strerror}", file=sys.stderr)
            failed += 1
            continue
        for parsed in _KINDS[options.kind](data):
            print(json.dumps({"file": named, **parsed}, ensure_ascii=False))
    return 1 if failed else 0


def judgment_lines(data: bytes) -> list[dict[str, Any]]:
    """The line of one judgment file: the shape of gold.jsonl with ``applied_statutes`` and ``problems``."""
    file = read_judgment_file(data)
    if file.raw is None:
        return [{"problems": [problem.to_dict() for problem in file.problems]}]
    judgment = parse_judgment(file.raw)
    parsed = judgment.to_gold_dict()
    return [{**parsed, "problems": [problem.to_dict() for problem in (*file.problems, *judgment.problems)]}]


def key_lines(data: bytes) -> list[dict[str, Any]]:
    """The lines of one answer key: one, or one a code of a booklet."""
    from builders.parse.answer_key import parse_keys  # judgments are parsed without the PDF library

    return [key.to_dict() for key in parse_keys(data)]


def exam_lines(data: bytes) -> list[dict[str, Any]]:
    """The line of one question paper."""
    from builders.parse.exam_paper import parse_exam

    return [parse_exam(data).to_dict()]


def rubric_lines(data: bytes) -> list[dict[str, Any]]:
    """The line of one scoring rubric: one a paper (JSON lines may hold several)."""
    from builders.parse.scoring_points import read_rubric

    return [rubric.to_dict() for rubric in read_rubric(data)]


_KINDS: dict[str, Callable[[bytes], list[dict[str, Any]]]] = {"exam": exam_lines, "judgment": judgment_lines, "key": key_lines, "rubric": rubric_lines}
