"""``python -m builders check``: each check finds the fault that it is for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from ljp_sources import judgment, write_source

from builders.__main__ import main
from builders.quality import release_checks as checks
from builders.quality.validation import load_schema
from builders.release.arrow_schema import arrow_schema
from builders.release.canonical import RowsDigest
from builders.release.manifest import read_manifest, to_json
from builders.release.parquet import write_split_files

Splits = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    source = write_source(folder / "source", [judgment(n) for n in range(1, 13)])
    assert main(["build", "tw-legalbench", "--source", str(source), "--out", str(folder / "out")]) == 0
    return folder / "out"


@pytest.fixture
def folder(release: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(release, tmp_path / "tw-legalbench"))


def rows_of(folder: Path) -> Splits:
    config = read_manifest(folder)["configs"]["ljp"]
    return {split: pq.read_table(folder / facts["file"]).to_pylist() for split, facts in config["splits"].items()}


def rewrite(folder: Path, change: Callable[[Splits], None]) -> None:
    """Write changed rows with right digests everywhere, so that only the content is at fault."""
    splits = rows_of(folder)
    change(splits)
    manifest = read_manifest(folder)
    config = manifest["configs"]["ljp"]
    shutil.rmtree(folder / "ljp")
    for split, rows in splits.items():
        digest = RowsDigest()
        for row in rows:
            digest.add(row)
        facts = config["splits"][split]
        write_split_files({split: rows}, arrow_schema(load_schema("ljp")), folder / "ljp")
        facts |= {"file": f"ljp/{split}-{digest.digest8}.parquet", "rows": digest.rows, "rows_sha256": digest.sha256, "bytes": digest.bytes}
    (folder / "manifest.json").write_text(to_json(manifest), encoding="utf-8")
    assert main(["check", str(folder), "--fix"]) in (0, 1)


def check(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["check", str(folder)])
    return code, capsys.readouterr().err


def test_a_release_as_built_passes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, problems = check(folder, capsys)
    assert (code, problems) == (0, "")


def set_field(path: str, value: Any) -> Callable[[Splits], None]:
    def change(splits: Splits) -> None:
        node: Any = splits["test"][0]
        *steps, last = path.split("/")
        for step in steps:
            node = node[int(step) if step.isdigit() else step]
        node[last] = value

    return change


def copy_to_train(splits: Splits) -> None:
    twin = splits["test"][0] | {"id": "tw-ljp-TPDM-110-易-999-20210304-1", "jid": "TPDM,110,易,999,20210304,1", "number": 999}
    twin["case_id"] = twin["case_id"].replace(f"第{splits['test'][0]['number']}號", "第999號")
    splits["train"] = sorted([*splits["train"], twin], key=lambda row: row["id"])


def same_id(splits: Splits) -> None:
    splits["train"] = sorted([*splits["train"], splits["test"][0]], key=lambda row: row["id"])


@pytest.mark.parametrize(
    ("what", "change", "words"),
    [
        ("schema", set_field("form", "裁定"), "/form: found '裁定'"),
        ("schema", set_field("year", 1999), "/year: found 1999"),
        ("ids", same_id, "this id is there already"),
        ("leakage", copy_to_train, "similar to "),
        ("personal data", set_field("facts", "證人王小明於警詢時證稱，電話0912345678號"), "found 1 phones"),
        ("personal data", set_field("reasons", "證人王小明於警詢時證稱"), "found 1 names that a role introduces"),
        ("provenance", set_field("provenance/source", "elsewhere"), "found source 'elsewhere', allowed tw-judgments"),
        ("provenance", set_field("provenance/canary", "00000000-0000-4000-8000-000000000000"), "another canary"),
    ],
)
def test_faulty_rows(folder: Path, capsys: pytest.CaptureFixture[str], what: str, change: Callable[[Splits], None], words: str) -> None:
    rewrite(folder, change)
    code, problems = check(folder, capsys)
    assert code == 1
    assert any(line.startswith(f"ljp {what}: ") and words in line for line in problems.splitlines()), problems


def test_a_missing_file_and_a_foreign_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = read_manifest(folder)["configs"]["ljp"]["splits"]["test"]["file"]
    (folder / file).unlink()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    code, problems = check(folder, capsys)
    assert code == 1
    assert f"{file}: the manifest names it, but it is not there" in problems
    assert "notes.txt: no part of the release" in problems


def test_a_card_that_was_edited_and_fixed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = folder / "README.md"
    card.write_text(card.read_text(encoding="utf-8").replace("TW-LegalBench", "My bench"), encoding="utf-8")
    code, problems = check(folder, capsys)
    assert code == 1
    assert "README.md: not what the manifest" in problems
    assert main(["check", str(folder), "--fix"]) == 0


@pytest.mark.parametrize(("key", "value"), [("rows", 6), ("rows_sha256", "0" * 64), ("bytes", 1)])
def test_figures_that_do_not_fit_the_rows(folder: Path, capsys: pytest.CaptureFixture[str], key: str, value: object) -> None:
    manifest = read_manifest(folder)
    manifest["configs"]["ljp"]["splits"]["test"][key] = value
    (folder / "manifest.json").write_text(to_json(manifest), encoding="utf-8")
    code, problems = check(folder, capsys)
    assert code == 1
    assert f"found {key} " in problems


@pytest.mark.parametrize(("kind", "version"), [("rebuilt", "0.1.0"), ("bundled", "1.0.0")])
def test_a_version_of_the_other_kind_in_the_manifest(folder: Path, kind: str, version: str) -> None:
    manifest = read_manifest(folder)
    config = manifest["configs"]["ljp"] | {"kind": kind, "version": version}
    assert ["version: found" in problem.what for problem in checks.check_provenance({}, manifest, config)] == [True]


def test_a_file_that_is_no_parquet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = read_manifest(folder)["configs"]["ljp"]["splits"]["test"]["file"]
    (folder / file).write_bytes(b"nothing")
    code, problems = check(folder, capsys)
    assert code == 1
    assert "found no readable Parquet" in problems


def test_a_release_of_other_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = read_manifest(folder)
    manifest["configs"]["ljp"]["builder"]["code_sha256"] = "0" * 64
    (folder / "manifest.json").write_text(to_json(manifest), encoding="utf-8")
    code, problems = check(folder, capsys)
    assert code == 1
    assert "built by other code than this: build it again" in problems


def test_retired_ids_never_come_back() -> None:
    rows = {"train": [{"id": "a"}, {"id": "b"}]}
    assert [str(problem) for problem in checks.check_ids(rows, ["b"])] == ["train row 2 (b): this id is retired and can never be used again"]
    assert [problem.what for problem in checks.check_ids({"train": [{"id": "b"}, {"id": "a"}]})] == ["rows are not in the order of their ids"]


def test_labels_that_did_not_exist_on_the_day(folder: Path) -> None:
    splits = rows_of(folder)
    assert checks.check_citations(splits) == []
    splits["test"][0]["date"] = "2024-09-30"  # of 2021 the registry knows no complete list
    splits["test"][0]["statutes"][0] |= {"law": "刑法", "article": "999", "paragraph": None}
    assert ["刑法第999條, which did not exist on 2024-09-30" in problem.what for problem in checks.check_citations(splits)] == [True]


def test_columns_of_another_schema(folder: Path) -> None:
    manifest = read_manifest(folder)
    config = manifest["configs"]["ljp"]
    assert checks.check_arrow_schema(folder, config) == []
    path = folder / config["splits"]["test"]["file"]
    pq.write_table(pq.read_table(path).drop_columns(["charges"]), path)
    assert len(checks.check_arrow_schema(folder, config)) == 1


def test_no_release_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, problems = check(tmp_path, capsys)
    assert code == 1
    assert "manifest.json: no such file" in problems


def test_every_known_source_has_its_file(root: Path) -> None:
    for path in (root / "data" / "sources").glob("*.json"):
        facts = json.loads(path.read_text(encoding="utf-8"))
        assert facts["id"] == path.stem
        assert {"title", "publisher", "form", "access", "terms"} <= set(facts)
