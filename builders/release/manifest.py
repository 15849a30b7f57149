"""The manifest of a release: what was built, from what, by which rules, what was left out and why, and the digest of every split.

A config's part depends on its source, its options and the code alone (no clock, no paths, no commit), so that a rebuild anywhere equals the
committed manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from builders.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]
NAME = "manifest.json"
CARD = "README.md"
# Code and tables that decide what a build yields.
_CODE = (
    ("builders", ("*.py", "*.json", "*.txt")),
    ("schemas", ("*.json",)),
    ("legal_metrics/jurisdictions", ("*.json", "*.json.xz")),
    ("data/sources", ("*.json",)),
    ("data/annotations", ("*.jsonl",)),
    ("data/bundled/tw", ("exam_labels.jsonl", "exam_translations.*.jsonl")),
)

STATEMENTS: Mapping[str, str] = {
    "bundled": "Bundled sample release: every case in it is invented, every exam question too, and was written for this project in the form of the official data. "
    "It shows the format and serves tests and demonstrations; it says nothing about a model, and no figure on it is comparable with the paper.",
    "rebuilt": "Built with this project's builders from files in the official form. "
    "It is not the official release of the paper's authors, and figures on it are not comparable with the paper.",
}


@dataclass(frozen=True, slots=True)
class SourceDigest:
    """What a config was built from: number and bytes of the files, and one SHA-256 over the SHA-256 of each in rising order."""

    id: str
    files: int
    bytes: int
    sha256: str


def source_digest(id: str, files: Iterable[tuple[str, int]]) -> SourceDigest:
    """The digest of (SHA-256, bytes) of each file: independent of names and order, so folder and archive of the same files agree.

    >>> source_digest("x", [("b" * 64, 2), ("a" * 64, 1)]) == source_digest("x", [("a" * 64, 1), ("b" * 64, 2)])
    True
    """
    ordered = sorted(files)
    whole = hashlib.sha256("".join(f"{sha256}\n" for sha256, _ in ordered).encode())
    return SourceDigest(id, len(ordered), sum(size for _, size in ordered), whole.hexdigest())


@cache
def datasets() -> Mapping[str, Mapping[str, Any]]:
    """Name, canary GUID, licence and tags of each dataset, from ``datasets.json``.

    >>> sorted(datasets())
    ['tw-legalbench', 'zhifa-bench']
    """
    found: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("datasets.json").read_text(encoding="utf-8"))
    return found


@cache
def code_sha256() -> str:
    """SHA-256 over names and contents of ``builders/``, ``schemas/``, the annotations and the data tables."""
    digest = hashlib.sha256()
    for folder, patterns in _CODE:
        for path in sorted({path for pattern in patterns for path in (ROOT / folder).rglob(pattern)}):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def builder_facts() -> dict[str, str]:
    """Package version and code digest.

    >>> sorted(builder_facts())
    ['code_sha256', 'package']
    """
    return {"package": f"legal-metrics {_package_version()}", "code_sha256": code_sha256()}


def _package_version() -> str:
    for line in (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("version"):
            return line.split('"')[1]
    raise BuildError("pyproject.toml: found no version")


def new_manifest(dataset: str, configs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The whole manifest from its configs: each says its kind and version, the whole says what all share, or ``mixed``.

    >>> new_manifest("tw-legalbench", {"ljp": {"kind": "bundled", "version": "0.1.0"}})["kind"]
    'bundled'
    """
    kinds = {config["kind"] for config in configs.values()}
    versions = sorted({config["version"] for config in configs.values()}, key=version_key)
    return {
        "dataset": dataset,
        "kind": kinds.pop() if len(kinds) == 1 else "mixed",
        "version": versions[-1],
        "canary": datasets()[dataset]["canary"],
        "configs": {name: dict(configs[name]) for name in sorted(configs)},
    }


def version_key(version: str) -> tuple[int, int, int]:
    """``1.2.3`` as numbers; ``datasets`` takes no other form.

    Raises: BuildError.

    >>> version_key("1.10.0") > version_key("1.9.0")
    True
    """
    parts = version.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise BuildError(f"version {version!r}: allowed three numbers, such as 1.0.0")
    major, minor, patch = map(int, parts)
    return major, minor, patch


def version_of_kind(kind: str, version: str) -> str:
    """What is wrong with ``version`` for a release of that ``kind``, or nothing: bundled releases are 0.x, all others 1.x and later, so that
    neither they nor their caches can be taken for one another.

    >>> version_of_kind("bundled", "1.0.0"), version_of_kind("rebuilt", "1.0.0")
    ('found 1.0.0, allowed 0.x.y for a bundled release', '')
    """
    if (version_key(version)[0] == 0) == (kind == "bundled"):
        return ""
    return f"found {version}, allowed {'0.x.y' if kind == 'bundled' else '1.0.0 and later'} for a {kind} release"


def source_facts(source: SourceDigest) -> dict[str, Any]:
    """A source for the manifest."""
    return asdict(source)


def to_json(manifest: Mapping[str, Any]) -> str:
    """The text of the file: indented, keys in their order, UTF-8, LF at the end.

    >>> to_json({"dataset": "x"})
    '{\\n "dataset": "x"\\n}\\n'
    """
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a built release.

    Raises: BuildError where there is none, or where it is not of the shape that this module writes.
    """
    path = folder / NAME
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BuildError(f"{path}: no such file, so {folder} is no built release") from None
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: found no readable JSON ({error})") from error
    if not isinstance(manifest, dict) or not {"dataset", "kind", "version", "configs"} <= set(manifest):
        raise BuildError(f"{path}: found another shape, allowed a manifest with dataset, kind, version and configs")
    for name, config in manifest["configs"].items():
        for split, facts in config.get("splits", {"": None}).items():
            if not isinstance(facts, dict) or not {"file", "rows", "rows_sha256"} <= set(facts):
                raise BuildError(f"{path}: config {name!r}, split {split!r}: allowed file, rows and rows_sha256")
    return manifest


def files_of(manifest: Mapping[str, Any]) -> set[str]:
    """Every file of the release, relative to its folder.

    >>> sorted(files_of({"configs": {"ljp": {"splits": {"train": {"file": "ljp/train-0.parquet"}}}}}))
    ['README.md', 'ljp/train-0.parquet', 'manifest.json']
    """
    splits = (split for config in manifest["configs"].values() for split in config["splits"].values())
    return {NAME, CARD, *(split["file"] for split in splits)}
