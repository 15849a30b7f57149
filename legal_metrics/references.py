"""Records to score against: a dataset folder, a file of JSON lines, or a dataset repository of the Hub."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, MissingExtraError, WrongTypeError
from legal_metrics.json_lines import read_json_lines

Record = Mapping[str, Any]
MANIFEST = "manifest.json"
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


class ReferencesError(LegalMetricsError):
    """References cannot be used; the message names the place, what was found and what is allowed.

    >>> str(ReferencesError("data/manifest.json", "found broken JSON", "a manifest"))
    'data/manifest.json: found broken JSON, allowed a manifest'
    """

    def __init__(self, where: str | Path, found: str, allowed: str) -> None:
        self.where = str(where)
        self.found = found
        self.allowed = allowed
        super().__init__(f"{where}: {found}, allowed {allowed}")


class UnknownPartError(ReferencesError):
    """A config or split that the references do not have; those that exist are in the message."""


@dataclass(frozen=True, slots=True)
class References:
    """The records of one split, which release they are from, and which splits there are beside it."""

    records: tuple[Record, ...]
    dataset: DatasetFacts
    splits: tuple[str, ...] = ()


def load_references(source: str | PathLike[str], *, config: str, split: str) -> References:
    """Load the records of one split.

    Args:
        source: a folder with ``manifest.json`` (read with pyarrow, extra ``[build]``), a ``.jsonl`` file of records (its split is whatever it holds),
            or ``owner/name`` on the Hub (read with datasets, extra ``[hub]``). What exists on disk wins.
        config: config of the dataset.
        split: its split.

    Rows are held against the digest of the manifest: a file that does not match is an error.
    Raises: UnknownPartError; ReferencesError; JsonLineError; MissingExtraError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "records.jsonl"
    ...     _ = path.write_text('{"id": "r1", "facts": "…"}', encoding="utf-8")
    ...     load_references(path, config="ljp", split="test").records[0]["id"]
    'r1'
    """
    if not isinstance(source, (str, PathLike)):
        raise WrongTypeError("source", source, "a path, or owner/name on the Hub")
    source, path = str(source), Path(source)
    if path.is_dir():
        return _from_folder(path, config, split)
    if path.is_file():
        return _from_lines(path, config, split)
    if _REPOSITORY.fullmatch(source):
        return _from_hub(source, config, split)
    raise ReferencesError(
        source, "found nothing there", f"a folder with {MANIFEST}, a .jsonl file, or owner/name on the Hub"
    )


def rows_sha256(rows: Iterable[Record]) -> str:
    """SHA-256 over the rows in canonical form: JSON with sorted keys, no blanks, UTF-8, LF after each.

    >>> rows_sha256([{"id": "a"}])[:8]
    '3b18c8bf'
    """
    digest = hashlib.sha256()
    for row in rows:
        digest.update(
            (json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode(
                "utf-8", "surrogatepass"
            )
        )
    return digest.hexdigest()


def _from_folder(folder: Path, config: str, split: str) -> References:
    path = folder / MANIFEST
    if not path.is_file():
        raise ReferencesError(folder, f"found no {MANIFEST}", "a built dataset folder")
    part = _part(_manifest(path.read_bytes(), path), str(path), config, split)
    file = (folder / part.file).resolve()
    if not file.is_relative_to(folder.resolve()):
        raise ReferencesError(path, f"found file {part.file!r} outside the folder", "files inside it")
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError("pyarrow", "build") from error
    try:
        rows = tuple(pyarrow.parquet.read_table(file).to_pylist())
    except FileNotFoundError as error:
        raise ReferencesError(folder / part.file, "found nothing there", "the file that the manifest names") from error
    except (pyarrow.ArrowException, OSError) as error:
        raise ReferencesError(
            folder / part.file, "found no readable Parquet", "the file that the manifest names"
        ) from error
    return _checked(rows, part, folder / part.file)


def _from_lines(path: Path, config: str, split: str) -> References:
    with path.open("rb") as file:
        rows = tuple(row for _, row in read_json_lines(file, source=str(path)))
    if not rows:
        raise ReferencesError(path, "found no record", "one JSON object a line")
    return References(rows, DatasetFacts(path.name, config, split, rows_sha256=rows_sha256(rows)))


def _from_hub(repository: str, config: str, split: str) -> References:
    try:
        import datasets
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError
    except ImportError as error:
        raise MissingExtraError("datasets", "hub") from error
    nowhere = f"a folder of that name here, or a dataset of the Hub with config {config!r}"
    part = None
    try:
        splits = tuple(map(str, datasets.get_dataset_split_names(repository, config)))
        if split not in splits:
            raise UnknownPartError(repository, f"found no split {split!r} in config {config!r}", ", ".join(splits))
        try:
            manifest = Path(hf_hub_download(repository, MANIFEST, repo_type="dataset")).read_bytes()
            part = _part(_manifest(manifest, f"{repository}/{MANIFEST}"), f"{repository}/{MANIFEST}", config, split)
        except EntryNotFoundError as error:
            if isinstance(error, LocalEntryNotFoundError):  # not reachable, which does not mean that there is none
                raise
            # Otherwise a release that this project did not build: its origin is reported as not stated.
        rows = tuple(datasets.load_dataset(repository, config, split=split))
    except (
        OSError,
        ValueError,
    ) as error:  # datasets and huggingface_hub raise kinds of these for all that they cannot reach or read
        if isinstance(error, LegalMetricsError):
            raise
        raise ReferencesError(
            repository, f"found nothing that could be loaded ({type(error).__name__}: {error})", nowhere
        ) from error
    if part is not None:
        return _checked(rows, part, repository)
    return References(rows, DatasetFacts(repository, config, split, rows_sha256=rows_sha256(rows)), splits)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a manifest says of one split."""

    file: str
    rows: int
    dataset: DatasetFacts
    splits: tuple[str, ...]


def _manifest(content: bytes, where: str | Path) -> Mapping[str, Any]:
    try:
        manifest = json.loads(content.decode("utf-8"))
    except ValueError as error:
        raise ReferencesError(where, "found no readable JSON", "a manifest") from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("configs"), dict):
        raise ReferencesError(where, "found no configs", "a manifest with dataset, kind, version and configs")
    return manifest


def _part(manifest: Mapping[str, Any], where: str, config: str, split: str) -> _Part:
    configs = manifest["configs"]
    if config not in configs:
        raise UnknownPartError(where, f"found no config {config!r}", ", ".join(configs) or "none: it has no configs")
    facts = configs[config]
    try:
        splits = tuple(facts["splits"])
        if split not in splits:
            raise UnknownPartError(
                where, f"found no split {split!r} in config {config!r}", ", ".join(splits) or "none: it has no splits"
            )
        entry = facts["splits"][split]
        dataset = DatasetFacts(
            str(manifest["dataset"]),
            config,
            split,
            str(facts["version"]),
            str(entry["rows_sha256"]),
            str(facts["kind"]),
        )
        return _Part(str(entry["file"]), int(entry["rows"]), dataset, splits)
    except (KeyError, TypeError, AttributeError) as error:
        allowed = "kind, version and splits with file, rows and rows_sha256"
        raise ReferencesError(
            where, f"found no usable entry for config {config!r}, split {split!r} ({error})", allowed
        ) from error


def _checked(rows: tuple[Record, ...], part: _Part, where: str | Path) -> References:
    if len(rows) != part.rows:
        raise ReferencesError(where, f"found {len(rows)} rows", f"the {part.rows} of the manifest")
    found = rows_sha256(rows)
    if found != part.dataset.rows_sha256:
        raise ReferencesError(
            where,
            f"found rows with digest {found[:16]}…",
            f"the manifest's {(part.dataset.rows_sha256 or '')[:16]}…: the file was changed",
        )
    return References(rows, part.dataset, part.splits)
