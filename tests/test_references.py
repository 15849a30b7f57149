from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from releases import records, write_release

from legal_metrics.errors import MissingExtraError
from legal_metrics.json_lines import JsonLineError
from legal_metrics.references import ReferencesError, UnknownPartError, load_references, rows_sha256


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_release(tmp_path / "tw-legalbench")


def test_a_folder_gives_its_rows_and_what_its_manifest_says(release: Path) -> None:
    found = load_references(str(release), config="ljp", split="test")
    assert list(found.records) == records(200, 20)
    assert found.splits == ("train", "test")
    facts = found.dataset
    assert (facts.name, facts.config, facts.split, facts.version, facts.kind) == (
        "tw-legalbench",
        "ljp",
        "test",
        "0.1.0",
        "bundled",
    )
    assert facts.rows_sha256 == rows_sha256(found.records)


def test_rows_digest_is_that_of_the_builders() -> None:
    canonical = pytest.importorskip("builders.release.canonical")
    digest = canonical.RowsDigest()
    rows = [{"b": "法", "a": [1, None, {"z": True, "y": 1.5}]}, {"id": "\n"}]
    for row in rows:
        digest.add(row)
    assert rows_sha256(rows) == digest.sha256


@pytest.mark.parametrize(
    ("config", "split", "message"),
    [
        ("ljp", "tset", "found no split 'tset' in config 'ljp', allowed train, test"),
        ("lpj", "test", "found no config 'lpj', allowed ljp"),
    ],
)
def test_an_unknown_part_lists_those_that_exist(release: Path, config: str, split: str, message: str) -> None:
    with pytest.raises(UnknownPartError, match=r"manifest.json") as caught:
        load_references(str(release), config=config, split=split)
    assert message in str(caught.value)


def _change(release: Path, change: Any) -> None:
    path = release / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest["configs"]["ljp"]["splits"]["test"])
    path.write_text(json.dumps(manifest), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda split: split.update(rows_sha256="0" * 64), "the file was changed"),
        (lambda split: split.update(rows=19), "found 20 rows, allowed the 19 of the manifest"),
        (lambda split: split.update(file="ljp/other.parquet"), "other.parquet: found nothing there"),
        (lambda split: split.update(file="../../outside.parquet"), "outside the folder"),
        (lambda split: split.pop("rows"), "found no usable entry"),
    ],
)
def test_what_does_not_match_the_manifest_is_an_error(release: Path, change: Any, message: str) -> None:
    _change(release, change)
    with pytest.raises(ReferencesError) as caught:
        load_references(str(release), config="ljp", split="test")
    assert message in str(caught.value)


def test_a_broken_file_or_manifest_is_named(release: Path) -> None:
    next((release / "ljp").glob("test-*.parquet")).write_bytes(b"PAR1 not really")
    with pytest.raises(ReferencesError, match=r"test-.*found no readable Parquet"):
        load_references(str(release), config="ljp", split="test")
    for content in (b"{", b"\xff\xfe", b"[]", b'{"configs": []}'):
        (release / "manifest.json").write_bytes(content)
        with pytest.raises(ReferencesError, match=r"manifest.json"):
            load_references(str(release), config="ljp", split="test")
    (release / "manifest.json").unlink()
    with pytest.raises(ReferencesError, match=r"found no manifest.json"):
        load_references(str(release), config="ljp", split="test")


def test_a_file_of_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(
        "\n".join(json.dumps(record, ensure_ascii=False) for record in records(0, 3)) + "\n\n", encoding="utf-8"
    )
    found = load_references(str(path), config="ljp", split="test")
    assert list(found.records) == records(0, 3)
    assert (found.dataset.name, found.dataset.kind, found.splits) == ("records.jsonl", "unstated", ())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": "a"}\n{"id": \n', "line 2: found broken JSON"),
        (b"[]\n", "line 1: found a list, allowed a JSON object"),
        ('{"id": "甲"}'.encode("big5"), "line 1: found bytes that are not UTF-8"),
        (b'{"a":' * 100_000, "line 1: found JSON that is too deep"),
        (b'{"id": ' + b"1" * 5000 + b"}", "line 1: found JSON that is too deep or holds too long a number"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(content)
    with pytest.raises(JsonLineError) as caught:
        load_references(str(path), config="ljp", split="test")
    assert f"records.jsonl, {message}" in str(caught.value)


def test_nothing_there_says_what_could_be(tmp_path: Path) -> None:
    with pytest.raises(ReferencesError, match=r"a folder with manifest.json, a .jsonl file, or owner/name on the Hub"):
        load_references(str(tmp_path / "nowhere"), config="ljp", split="test")
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"\n")
    with pytest.raises(ReferencesError, match=r"found no record"):
        load_references(str(empty), config="ljp", split="test")


def test_a_repository_that_cannot_be_reached_is_an_error_not_a_traceback() -> None:
    pytest.importorskip("datasets")
    with pytest.raises(ReferencesError, match=r"no-such-owner/no-such-data: found nothing that could be loaded"):
        load_references("no-such-owner/no-such-data", config="ljp", split="test")


@pytest.mark.parametrize(("package", "extra"), [("pyarrow", "build"), ("datasets", "hub")])
def test_a_missing_extra_is_named(release: Path, monkeypatch: pytest.MonkeyPatch, package: str, extra: str) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=rf"legal-metrics\[{extra}\]"):
        load_references(str(release) if package == "pyarrow" else "owner/name", config="ljp", split="test")


class _Hub:
    """Stands for ``datasets`` and ``huggingface_hub``: one repository with a train and a test split."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, manifest: Path | None) -> None:
        datasets = pytest.importorskip("datasets", reason="the extra hub is not installed")
        import huggingface_hub

        monkeypatch.setattr(datasets, "get_dataset_split_names", lambda repository, config: ["train", "test"])
        monkeypatch.setattr(datasets, "load_dataset", lambda repository, config, split: iter(records(200, 20)))
        monkeypatch.setattr(huggingface_hub, "hf_hub_download", self._download)
        self.manifest = manifest

    def _download(self, repository: str, name: str, *, repo_type: str) -> str:
        from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError

        if self.manifest is None:
            raise EntryNotFoundError("404")
        if not self.manifest.is_file():
            raise LocalEntryNotFoundError("offline")
        return str(self.manifest)


def test_a_repository_is_held_against_its_manifest(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _Hub(monkeypatch, release / "manifest.json")
    found = load_references("owner/tw-legalbench", config="ljp", split="test")
    assert list(found.records) == records(200, 20)
    assert (found.dataset.kind, found.splits) == ("bundled", ("train", "test"))
    with pytest.raises(UnknownPartError, match="allowed train, test"):
        load_references("owner/tw-legalbench", config="ljp", split="tset")
    _change(release, lambda split: split.update(rows_sha256="0" * 64))
    with pytest.raises(ReferencesError, match="the file was changed"):
        load_references("owner/tw-legalbench", config="ljp", split="test")


def test_a_repository_without_a_manifest_is_of_unstated_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    _Hub(monkeypatch, None)
    found = load_references("owner/tw-legalbench", config="ljp", split="test")
    assert (found.dataset.kind, found.dataset.version, found.dataset.name) == ("unstated", None, "owner/tw-legalbench")


def test_a_manifest_that_cannot_be_fetched_is_no_missing_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _Hub(monkeypatch, tmp_path / "nowhere")
    with pytest.raises(ReferencesError, match="could be loaded"):
        load_references("owner/tw-legalbench", config="ljp", split="test")
