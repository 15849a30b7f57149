"""Check built releases: everything that a curation pull request must pass.

Prints one line a check; problems go to stderr with file, row, id and field. Exit 0: all checks passed; 1: problems were found. ``--fix`` writes
what is generated (the card) anew.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from legal_metrics.errors import MissingExtraError

ROOT = Path(__file__).resolve().parents[2]
_LOAD = """
import sys, warnings
from datasets import load_dataset
folder, config, split, cache = sys.argv[1:]
print(len(load_dataset(folder, config, split=split, cache_dir=cache)))
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """[DIR …] and the options."""
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR", help="built releases (default: those in data/)")
    parser.add_argument("--fix", action="store_true", help="write the card anew from manifest and prose")


def run(options: argparse.Namespace) -> int:
    """Check every folder."""
    folders = options.folders or sorted(path.parent for path in (ROOT / "data").glob("*/manifest.json"))
    if not folders:
        raise BuildError("data: found no built release; build one with: python -m builders build tw-legalbench --out data/tw-legalbench")
    return 1 if sum(check_release(folder, fix=options.fix) for folder in folders) else 0


def check_release(folder: Path, *, fix: bool) -> int:
    """Run all checks on one release, print them, and return the number of problems."""
    try:
        from builders.annotations import read_annotations
        from builders.quality import release_checks as checks
        from builders.release.card import render_card
        from builders.release.manifest import CARD, read_manifest
        from builders.staging import write_text
    except ImportError as error:
        raise MissingExtraError(error.name or "pyarrow", "build") from error
    manifest = read_manifest(folder)
    print(f"{folder}: {manifest['dataset']} {manifest['version']} ({manifest['kind']})")
    if fix:
        write_text(folder / CARD, render_card(manifest))
    problems = _report("files", checks.check_files(folder, manifest))
    if problems:
        return problems  # what is not there cannot be read
    problems += _report("card", checks.check_card(folder, manifest))
    annotations = read_annotations(manifest["dataset"])
    without = set(annotations.errata)
    for name, config in manifest["configs"].items():
        rows = checks.read_rows(folder, config)
        without -= {row["id"] for split in rows.values() for row in split}
        on_rows: Mapping[str, Callable[[], list[Any] | str]] = {
            "columns": partial(checks.check_arrow_schema, folder, config),
            "digests": partial(checks.check_digests, rows, config),
            "schema": partial(checks.check_records, rows, config),
            "ids": partial(checks.check_ids, rows, annotations.retired),
            **(_judgment_checks(rows, config) if config["record"] == "ljp" else _exam_checks(folder, manifest, name, rows)),
            **({} if _translated(rows) else {"errata": partial(checks.check_errata, rows, annotations)}),
            "provenance": partial(checks.check_provenance, rows, manifest, config),
            "code": partial(checks.check_code, config),
            "rebuild": partial(_check_rebuild, manifest, name),
            "load": partial(_check_load, folder, name, config),
        }
        for what, check in on_rows.items():
            problems += _report(f"{name} {what}", check())
    if without:
        _report("errata", f"{len(without)} of {len(annotations.errata)} ids have no record here: {_few(without)}")
    return problems


def _judgment_checks(rows: Mapping[str, Any], config: Mapping[str, Any]) -> dict[str, Callable[[], list[Any] | str]]:
    from builders.quality import release_checks as checks

    return {
        "leakage": partial(checks.check_leakage, rows),
        "citations": partial(_check_citations, rows, config),
        "personal data": partial(checks.check_personal_data, rows),
    }


def _exam_checks(folder: Path, manifest: Mapping[str, Any], name: str, rows: Mapping[str, Any]) -> dict[str, Callable[[], list[Any] | str]]:
    from builders.quality import exam_checks, release_checks

    on_texts: dict[str, Callable[[], list[Any] | str]] = {"texts": partial(exam_checks.check_texts, rows)}
    if not _translated(rows):
        return on_texts
    if "mcq" not in manifest["configs"]:
        return {**on_texts, "translations": lambda: [release_checks.Problem(name, "found translations without mcq, whose questions they translate")]}
    originals = [row for split in release_checks.read_rows(folder, manifest["configs"]["mcq"]).values() for row in split]
    return {**on_texts, "translations": partial(exam_checks.check_translated, rows, originals)}


def _translated(rows: Mapping[str, Any]) -> bool:
    """Whether the rows are translations: errata speak of the printed text, and a translation of a corrected text is made anew."""
    return any(row.get("language", "zh_tw") != "zh_tw" for split in rows.values() for row in split)


def _report(what: str, found: list[Any] | str) -> int:
    if isinstance(found, str):
        print(f"  {what:<20} left out: {found}")
        return 0
    print(f"  {what:<20} {'ok' if not found else f'{len(found)} problems'}")
    for problem in found:
        print(f"{what}: {problem}", file=sys.stderr)
    return len(found)


def _few(names: Collection[str]) -> str:
    return ", ".join(sorted(names)[:3]) + (", …" if len(names) > 3 else "")


def _check_citations(rows: Mapping[str, Any], config: Mapping[str, Any]) -> list[Any] | str:
    from builders.quality.release_checks import check_citations

    if config["kind"] != "bundled":
        return "citations of an official source stand as the court wrote them"
    return check_citations(rows)


def _check_rebuild(manifest: Mapping[str, Any], config: str) -> list[Any] | str:
    """Built again from the bundled corpus, every split has the digest of the manifest."""
    from builders.quality.release_checks import Problem

    part = manifest["configs"][config]
    if part["kind"] != "bundled":
        return "the source of this release is not in the repository"
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / manifest["dataset"]
        command = [sys.executable, "-m", "builders", "build", manifest["dataset"], "--config", config, "--version", part["version"]]
        built = subprocess.run([*command, "--out", str(out)], cwd=ROOT, capture_output=True, encoding="utf-8", errors="backslashreplace", check=False)
        if built.returncode:
            return [Problem("rebuild", built.stderr.strip())]
        from builders.release.manifest import read_manifest

        again = read_manifest(out)["configs"][config]
    return [Problem("rebuild", f"{key}: found {again.get(key)}, the manifest says {part.get(key)}") for key in part if part[key] != again.get(key)]


def _check_load(folder: Path, config: str, facts: Mapping[str, Any]) -> list[Any] | str:
    """``datasets`` loads every split offline, from an empty cache, with the stated number of rows."""
    from importlib.util import find_spec

    from builders.quality.release_checks import Problem

    if find_spec("datasets") is None:
        return "datasets is not installed: pip install 'legal-metrics[hub]'"
    problems = []
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}  # read at its import, so in a process of its own
    for split, split_facts in facts["splits"].items():
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-c", _LOAD, str(folder.resolve()), config, split, cache]
            loaded = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", errors="backslashreplace", check=False)
        if loaded.returncode or loaded.stdout.strip() != str(split_facts["rows"]):
            said = loaded.stdout.strip() or loaded.stderr.strip().splitlines()[-1]
            problems.append(Problem(f"{config}/{split}", f"found {said}, allowed {split_facts['rows']} rows"))
    return problems
