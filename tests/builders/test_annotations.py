"""builders.annotations: errata are applied, retired records stay away, and every broken line is named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from ljp_sources import judgment, write_source

from builders import annotations as module
from builders.__main__ import main
from builders.annotations import ANNOTATIONS, read_annotations
from builders.errors import BuildError
from builders.pipeline import Drop
from builders.release.manifest import read_manifest

ID = "tw-ljp-TPDM-110-易-3-20210304-1"
RETIRED = {"id": ID, "reason": "withdrawn by the court"}
ERRATUM = {"id": ID, "field": "/cause", "found": "竊盜", "corrected": "侵占", "reason": "the header names another cause"}


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def written(folder: Path, errata: str = "", retired: str = "") -> Path:
    (folder / "tw-legalbench").mkdir(parents=True, exist_ok=True)
    (folder / "tw-legalbench" / "errata.jsonl").write_text(errata, encoding="utf-8")
    (folder / "tw-legalbench" / "retired.jsonl").write_text(retired, encoding="utf-8")
    return folder


def test_the_files_of_the_project_can_be_read() -> None:
    for dataset in ANNOTATIONS.iterdir():
        if dataset.is_dir():
            read_annotations(dataset.name)


@pytest.mark.parametrize("id", [ID, "tw-mcq-judge-113-1-7", "9"])
def test_records_of_any_config(tmp_path: Path, id: str) -> None:
    folder = written(
        tmp_path,
        lines(
            {"id": id, "field": "/a/0/b~1c", "found": None, "corrected": 1, "reason": "x"},
            {"id": id, "field": "/list", "found": [], "corrected": ["y"], "reason": "x"},
        ),
        lines({"id": "gone", "reason": "withdrawn"}),
    )
    known = read_annotations("tw-legalbench", folder=folder)
    record = {"id": id, "a": [{"b/c": None}], "list": []}
    before = copy.deepcopy(record)
    corrected = known.annotate(record, file="x.json")
    assert corrected == {"id": id, "a": [{"b/c": 1}], "list": ["y"]}
    assert record == before
    assert [erratum.field for erratum in known.unapplied(record)] == ["/a/0/b~1c", "/list"]
    assert known.unapplied(corrected) == []
    assert known.annotate({"id": "other"}, file="y.json") == {"id": "other"}
    assert known.annotate({"id": "gone"}, file="z.json") == Drop("retired", "z.json", id="gone", detail="withdrawn")


@pytest.mark.parametrize(
    ("errata", "retired", "words"),
    [
        ("", "{bad\n", "retired.jsonl, line 1: found no JSON"),
        ("", lines(RETIRED) + "\n", "retired.jsonl, line 2: found no JSON"),
        ("", lines(RETIRED, {"id": "x"}), "retired.jsonl, line 2, field /: found no such field, allowed the field reason"),
        ("", lines(RETIRED | {"id": 3}), "retired.jsonl, line 1, field /id: found 3, allowed string"),
        ("", lines(RETIRED | {"why": "x"}), "retired.jsonl, line 1, field /: found the field why, allowed id, reason"),
        ("", lines([]), "retired.jsonl, line 1, field /: found .*, allowed object"),
        ("", lines(RETIRED, RETIRED), f"retired.jsonl, line 2, field id: found '{ID}' again"),
        (lines(ERRATUM | {"field": "cause"}), "", "errata.jsonl, line 1, field /field: found 'cause', allowed text that matches"),
        (lines(ERRATUM | {"field": "/id"}), "", "errata.jsonl, line 1, field /field"),
        (lines(ERRATUM, ERRATUM | {"corrected": "x"}), "", f"errata.jsonl, line 2, field field: found '/cause' of {ID} again"),
    ],
)
def test_broken_lines_are_named(tmp_path: Path, errata: str, retired: str, words: str) -> None:
    with pytest.raises(BuildError, match=words):
        read_annotations("tw-legalbench", folder=written(tmp_path, errata, retired))


def test_bytes_that_are_no_utf_8(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "tw-legalbench" / "retired.jsonl").write_bytes(lines(RETIRED).encode("big5"))
    with pytest.raises(BuildError, match=r"retired\.jsonl, line 1: found bytes that are not UTF-8"):
        read_annotations("tw-legalbench", folder=folder)


@pytest.mark.parametrize(
    ("erratum", "words"),
    [
        (ERRATUM | {"found": "詐欺"}, "line 1, field found: found '詐欺', allowed '竊盜': so .* has /cause"),
        (ERRATUM | {"field": "/remark"}, "line 1, field field: found '/remark', 'remark' of which .* does not have; allowed there: id, "),
        (ERRATUM | {"field": "/statutes/99/law"}, "'99' of which .* does not have; allowed there: 0, 1"),
        (ERRATUM | {"field": "/cause/0"}, "allowed there: no deeper field"),
    ],
)
def test_an_erratum_that_does_not_fit_its_record(tmp_path: Path, erratum: dict[str, Any], words: str) -> None:
    record = {"id": ID, "cause": "竊盜", "statutes": [{"law": "刑法"}, {"law": "刑法"}]}
    known = read_annotations("tw-legalbench", folder=written(tmp_path, lines(erratum)))
    with pytest.raises(BuildError, match=words):
        known.annotate(record, file="x.json")


# ---------------------------------------------------------------- in build and check


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_source(tmp_path / "source", [judgment(n) for n in range(1, 13)])


def build(*arguments: object) -> int:
    return main(["build", "tw-legalbench", *map(str, arguments)])


@pytest.mark.parametrize("jobs", [1, 2])
def test_build_and_check_agree(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], jobs: int
) -> None:
    other = ID.replace("-3-", "-4-")
    folder = written(tmp_path / "annotations", lines(ERRATUM | {"id": other}), lines(RETIRED, RETIRED | {"id": "nobody"}))
    monkeypatch.setattr("builders.tasks.ljp_build.PARTS_PER_SHARD", 5)
    out, plain = tmp_path / "out", tmp_path / "plain"
    assert build("--source", source, "--out", plain) == 0
    read = read_annotations("tw-legalbench", folder=folder)
    monkeypatch.setattr(module, "read_annotations", lambda dataset: read)
    assert build("--source", source, "--out", out, "--dropped", tmp_path / "dropped.jsonl", "--jobs", jobs) == 0
    said = capsys.readouterr()
    assert "      1  retired\n" in said.out
    assert "annotations: 1 ids of errata.jsonl and retired.jsonl met no record of this build: nobody" in said.err
    config = read_manifest(out)["configs"]["ljp"]
    assert config["annotations"] == {"errata": 1, "retired": 1}
    assert sum(facts["rows"] for facts in config["splits"].values()) == 11
    row = json.loads((tmp_path / "dropped.jsonl").read_text(encoding="utf-8"))
    assert (row["id"], row["reason"], row["detail"]) == (ID, "retired", "withdrawn by the court")
    assert "Annotations: 1 values of the source corrected, 1 records withdrawn." in (out / "README.md").read_text(encoding="utf-8")
    assert main(["check", str(out)]) == 0
    assert main(["check", str(plain)]) == 1
    said = capsys.readouterr()
    assert f"({ID}): this id is retired and can never be used again" in said.err
    assert f"({other}): /cause: {folder}/tw-legalbench/errata.jsonl, line 1 says '侵占': build the release again" in said.err


def test_a_broken_file_stops_build_and_check(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert build("--source", source, "--out", out) == 0
    monkeypatch.setattr(module.read_annotations, "__kwdefaults__", {"folder": written(tmp_path / "annotations", "{bad")})
    capsys.readouterr()
    for code in (build("--source", source, "--out", tmp_path / "again"), main(["check", str(out)])):
        assert code == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all("errata.jsonl, line 1: found no JSON" in line for line in said)
    assert not (tmp_path / "again").exists()
