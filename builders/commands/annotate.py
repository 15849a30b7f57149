"""Law labels for exam questions: suggest them, compare two annotators, merge what they agree on, check label files.

Label files are JSON lines of facts keyed by the official question id, never a question's text. ``compare`` prints kappa for each layer and every
disagreement (exit 1 where the two share no question); ``merge`` writes the labels that are agreed or decided, and lists what still waits for a
decision (exit 1 while something does). ``check`` names every wrong line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.annotate.agreement import Comparison, compare, merge
from builders.annotate.labels import Label, read_labels, to_lines
from builders.annotate.suggestions import suggest
from builders.errors import BuildError
from builders.text_files import read_lines, write_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """suggest --release, compare A B, merge A B --out, check FILE…"""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    suggesting = actions.add_parser("suggest", help="labels from the words of the questions, as a start for an annotator")
    suggesting.add_argument("--release", type=Path, required=True, metavar="DIR", help="a built release with the config mcq")
    suggesting.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    comparing = actions.add_parser("compare", help="kappa for each layer, and every disagreement")
    comparing.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    merging = actions.add_parser("merge", help="the labels that two annotators share or that were decided")
    merging.add_argument("--decided", type=Path, metavar="FILE", help="labels decided where the two disagree")
    merging.add_argument("--out", type=Path, required=True, metavar="FILE", help="the final label file")
    for action in (comparing, merging):
        action.add_argument("first", type=Path, metavar="A.jsonl")
        action.add_argument("second", type=Path, metavar="B.jsonl")
    checking = actions.add_parser("check", help="names by the registry, types by the table, each id once")
    checking.add_argument("files", nargs="+", type=Path, metavar="FILE")


def run(options: argparse.Namespace) -> int:
    """One of the actions."""
    return {"suggest": _suggest, "compare": _compare, "merge": _merge, "check": _check}[options.action](options)


def _suggest(options: argparse.Namespace) -> int:
    labels = [suggest(record) for record in _questions(options.release)]
    write_lines(options.out, to_lines(labels))
    reasons: dict[str, int] = {}
    for label in labels:
        reasons[label.note] = reasons.get(label.note, 0) + 1
    print(f"{len(labels)} questions: " + ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items())), file=sys.stderr)
    return 0


def _compare(options: argparse.Namespace) -> int:
    found = compare(_read(options.first), _read(options.second))
    print("\n".join(comparison_lines(found)))
    if not found.layers["law"].n:
        raise BuildError(f"{options.first}, {options.second}: found no question that both label, allowed one or more")
    if options.json:
        write_lines(options.json, [json.dumps(found.to_dict(), ensure_ascii=False, indent=2)])
    return 0


def _merge(options: argparse.Namespace) -> int:
    labels, undecided = merge(_read(options.first), _read(options.second), _read(options.decided) if options.decided else {})
    write_lines(options.out, to_lines(labels))
    statuses = {status: sum(label.status == status for label in labels) for status in ("agreed", "adjudicated", "single")}
    print(f"{options.out}: {len(labels)} labels (" + ", ".join(f"{count} {status}" for status, count in statuses.items()) + ")")
    for id in undecided:
        print(f"{id}: the annotators disagree and nothing is decided; not written", file=sys.stderr)
    return 1 if undecided else 0


def _check(options: argparse.Namespace) -> int:
    failed = 0
    for file in options.files:
        try:
            labels = _read(file)
        except BuildError as error:
            print(f"error: {error}", file=sys.stderr)
            failed += 1
        else:
            print(f"{file}: {len(labels)} labels, names and types known")
    return 1 if failed else 0


def comparison_lines(found: Comparison) -> list[str]:
    """The comparison as a person reads it.

    >>> a = {"q1": Label("q1", ("民法",)), "q2": Label("q2", ("刑法",))}
    >>> print("\\n".join(comparison_lines(compare(a, a))[:2]))
    layer            n  observed   kappa
    jurisdiction     2    1.0000       -
    """
    lines = [f"{'layer':<13}{'n':>5}  {'observed':>8}  {'kappa':>6}"]
    for name, agreement in found.layers.items():
        lines.append(f"{name:<13}{agreement.n:>5}  {_figure(agreement.observed):>8}  {_figure(agreement.kappa):>6}")
    lines.append(f"mean Jaccard index of the laws named: {_figure(found.overlap)}")
    lines.append(f"disagreements: {len(found.disagreements)}")
    for id, layers, first, second in found.disagreements:
        lines.append(f"  {id} ({', '.join(layers)}): {_laws(first)} | {_laws(second)}")
    for which, ids in (("first", found.only_first), ("second", found.only_second)):
        if ids:
            lines.append(f"only in the {which}: {len(ids)}: {', '.join(ids)}")
    return lines


def _laws(label: Label) -> str:
    return "、".join((*label.laws, *label.instruments)) or "no law"


def _figure(value: float) -> str:
    return "-" if value != value else f"{value:.4f}"


def _read(file: Path) -> Mapping[str, Label]:
    return read_labels(read_lines(file), str(file))


def _questions(release: Path) -> Iterator[Mapping[str, Any]]:
    from builders.quality.release_checks import read_rows
    from builders.release.manifest import read_manifest

    configs = read_manifest(release)["configs"]
    if "mcq" not in configs:
        raise BuildError(f"{release}: found the configs {', '.join(configs)}, allowed a release with mcq")
    for rows in read_rows(release, configs["mcq"]).values():
        yield from rows
