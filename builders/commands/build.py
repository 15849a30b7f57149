"""Build a dataset release: Parquet, manifest and card, from the bundled corpus or from official files.

Prints what each step read, kept and dropped, by reason. Exit 0: the release is complete and in its place, with the file of --dropped; 1:
nothing usable, or a step failed, and nothing was left behind; 2: wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.pipeline import Log
from builders.profiles import PROFILES, exam_profile, parse_years, profile
from builders.staging import missing_folders
from legal_metrics.errors import MissingExtraError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """DATASET and the options."""
    parser.add_argument("dataset", choices=("tw-legalbench", "zhifa-bench"), metavar="DATASET", help="tw-legalbench or zhifa-bench")
    parser.add_argument("--config", action="append", dest="configs", metavar="C", help="only this config (can be given again); others stay as they are")
    parser.add_argument("--source", type=Path, metavar="PATH", help="folder or archive of official files (default: the bundled corpus)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="default: build/DATASET")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N", help="worker processes (default 1); the result does not depend on it")
    parser.add_argument("--profile", choices=sorted(PROFILES), help="selection rules (default: paper with --source, else bundled)")
    parser.add_argument("--years", type=_years, metavar="A-B", help="first and last year instead of the profile's")
    parser.add_argument("--allow-merged", action="store_true", help="keep judgments with one section for facts and reasons, under another version")
    parser.add_argument("--max-per-cause", type=_positive, metavar="N", help="stratified sampling: at most N judgments of a cause")
    parser.add_argument(
        "--translations", type=Path, action="append", default=[], metavar="FILE", help="accepted translations for mcq_zh_cn or mcq_en (can be given again)"
    )
    parser.add_argument("--version", type=_version, metavar="X.Y.Z", help="version of the release (default: by kind and profile); 0.x.y for the bundled corpus, 1.0.0 and later for official files")
    parser.add_argument("--dropped", type=Path, metavar="FILE", help="write every dropped file with its reason as JSON lines (the terminal shows the first faulty ones)")


def run(options: argparse.Namespace) -> int:
    """Build and report."""
    try:
        from builders.annotations import read_annotations
        from builders.release.manifest import version_of_kind
        from builders.release.release import fault_lines, holds, staged_release, summary
    except ImportError as error:
        raise MissingExtraError(error.name or "pyarrow", "build") from error
    from builders.tasks.config_builders import Options, config_builders, kind_of, known_configs

    known = known_configs(options.dataset)
    unknown = [name for name in options.configs or () if name not in known]
    if unknown:
        print(f"error: --config: found {', '.join(unknown)}, allowed {', '.join(known) or 'none yet'}", file=sys.stderr)
        return 2
    asked = [name for name in known if name in (options.configs or known)]
    chosen = options.profile or ("paper" if options.source else "bundled")
    rules = Options(
        options.source,
        options.version,
        options.jobs,
        profile(chosen, years=options.years, allow_merged=options.allow_merged, max_per_cause=options.max_per_cause),
        exam_profile(chosen, years=options.years),
        tuple(options.translations),
    )
    annotations = read_annotations(options.dataset)
    builds = config_builders(options.dataset, asked, rules, annotations)
    for name in asked:
        if name not in builds:
            print(f"{options.dataset}/{name}: not built, it has no builder or no bundled source yet")
    if not builds:
        print(f"error: {options.dataset}: no config of it can be built yet", file=sys.stderr)
        return 1
    out = options.out or Path("build") / options.dataset
    if options.version and (wrong := version_of_kind(kind_of(options.source), options.version)):
        print(f"error: --version: {wrong}", file=sys.stderr)
        return 2
    files = [options.dropped] if options.dropped else []
    folders = missing_folders([out, *files])
    with staged_release(options.dataset, out, builds, files=files) as release:
        for name, log in release.logs.items():
            if not holds(log):
                print(f"{options.dataset}/{name}: not built, the source holds no file of it")
                continue
            if name in release.without_rows:
                print(f"{options.dataset}/{name}: not built, no file of the source became a record")
                print(summary(log))
                sys.stderr.writelines(f"{line}\n" for line in fault_lines(log))
                continue
            config = release.manifest["configs"][name]
            print(f"{options.dataset}/{name} {config['version']} ({config['kind']})")
            print(summary(log))
            _print_splits(config)
            for line in fault_lines(log):
                print(line, file=sys.stderr)
        unmet = sorted({*annotations.errata, *annotations.retired} - release.annotated)
        if unmet:
            shown = ", ".join(unmet[:3]) + (", …" if len(unmet) > 3 else "")
            print(f"annotations: {len(unmet)} ids of errata.jsonl and retired.jsonl met no record of this build: {shown}", file=sys.stderr)
        for path in files:
            release.write(path, _drop_lines({name: log for name, log in release.logs.items() if holds(log)}))
        print(end="", flush=True)  # where the counts cannot be told, nothing is left behind
    sys.stderr.writelines(f"made folder: {path}\n" for path in folders)
    sys.stderr.writelines(f"written: {path}\n" for path in (out, *files))
    return 0


def _print_splits(config: Mapping[str, Any]) -> None:
    for split, facts in config["splits"].items():
        print(f"  {split:<9} {facts['rows']:>7} rows  {facts['file']}")
    if "test" not in config["splits"]:  # only judgments are split
        print(f"  no test split: no cause has {config['profile']['test_min_cases']} kept judgments")
    for cause, n in config.get("causes_short_of_test", {}).items():
        print(f"  {cause}: only {n} to test, its other judgments are near duplicates of one another")


def _drop_lines(logs: Mapping[str, Log]) -> str:
    """JSON lines, in the order of the files' names: the same for a folder and an archive, and for any number of jobs."""
    rows = (
        {"config": name, "file": drop.file, "id": drop.id, "reason": drop.reason, "detail": drop.detail}
        for name, log in logs.items()
        for drop in sorted(log.drops)
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _positive(written: str) -> int:
    if not written.isdecimal() or int(written) < 1:
        raise argparse.ArgumentTypeError(f"found {written!r}, allowed a whole number from 1")
    return int(written)


def _years(written: str) -> tuple[int, int]:
    try:
        return parse_years(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _version(written: str) -> str:
    from builders.release.manifest import version_key

    try:
        version_key(written)
    except BuildError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return written
