"""``python -m builders build``: from a source to a release, and every kind of bad input."""

from __future__ import annotations

import json
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from ljp_sources import filler, judgment, write_source

from builders.__main__ import main
from builders.release.manifest import read_manifest


def theft(n: int, **options: Any) -> dict[str, str]:
    return judgment(n, name="王大明", **options)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """12 thefts, 9 frauds, and one of each thing that is left out."""
    judgments = [theft(n) for n in range(1, 13)]
    judgments += [judgment(100 + n, cause="詐欺", name="林小美") for n in range(9)]
    judgments += [
        theft(200, word="簡上"),
        theft(201, sections=("主文", "事實及理由")),
        theft(202, date="20120304", year=101),
        theft(203, kind="刑事裁定"),
        theft(1, body=204),  # the JID of another file
    ]
    folder = write_source(tmp_path_factory.mktemp("source"), judgments)
    (folder / "broken.json").write_text('{"JID": ', encoding="utf-8")
    (folder / "readme.txt").write_text("not a judgment", encoding="utf-8")
    return folder


def build(*arguments: object) -> int:
    return main(["build", "tw-legalbench", *map(str, arguments)])


def rows(out: Path) -> dict[str, list[dict[str, Any]]]:
    config = read_manifest(out)["configs"]["ljp"]
    return {split: pq.read_table(out / facts["file"]).to_pylist() for split, facts in config["splits"].items()}


def test_every_file_is_accounted_for(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert build("--config", "ljp", "--source", source, "--out", out, "--dropped", tmp_path / "dropped.jsonl") == 0
    config = read_manifest(out)["configs"]["ljp"]
    steps = {step["step"]: step for step in config["steps"]}
    assert steps["read"]["read"] == 28
    kept = sum(facts["rows"] for facts in config["splits"].values())
    dropped = [json.loads(line) for line in (tmp_path / "dropped.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kept + len(dropped) == 28
    assert sum(sum(step["dropped"].values()) for step in config["steps"]) == len(dropped)
    assert {row["reason"] for row in dropped} == {
        "other_file",
        "unreadable_json",
        "second_instance",
        "facts_and_reasons_merged",
        "year_out_of_range",
        "ruling",
        "repeated_id",
    }
    assert (kept, {split: len(found) for split, found in rows(out).items()}) == (21, {"train": 16, "test": 5})
    assert {row["cause"] for row in rows(out)["test"]} == {"竊盜"}
    said = capsys.readouterr()
    assert "read      read      28  kept      26  dropped       2" in said.out
    assert "dropped: broken.json: unreadable_json: found " in said.err


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("as_archive", [False, True], ids=["folder", "zip"])
def test_same_release_from_any_form_with_any_number_of_jobs(source: Path, tmp_path: Path, jobs: int, as_archive: bool) -> None:
    assert build("--source", source, "--out", tmp_path / "one") == 0
    given = source
    if as_archive:
        given = Path(shutil.make_archive(str(tmp_path / "source"), "zip", source))
    assert build("--source", given, "--out", tmp_path / "two", "--jobs", jobs) == 0
    assert read_manifest(tmp_path / "one") == read_manifest(tmp_path / "two")
    for path in (tmp_path / "one").rglob("*.parquet"):
        assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()


def test_many_shards_are_one_release(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build("--source", source, "--out", tmp_path / "one") == 0
    monkeypatch.setattr("builders.tasks.ljp_build.PARTS_PER_SHARD", 3)
    assert build("--source", source, "--out", tmp_path / "two", "--jobs", 3) == 0
    assert read_manifest(tmp_path / "one") == read_manifest(tmp_path / "two")


def test_near_duplicates_never_straddle(tmp_path: Path) -> None:
    """Ten thefts, two of them twins but for name and number: both stay on one side."""
    twins = [judgment(50 + i, body="twin", name=name) for i, name in enumerate(("王大明", "陳小華"))]
    source = write_source(tmp_path / "source", [*(theft(n) for n in range(1, 9)), *twins])
    assert build("--source", source, "--out", tmp_path / "out") == 0
    config = read_manifest(tmp_path / "out")["configs"]["ljp"]
    assert config["duplicates"] == {"groups": 1, "records": 2}
    split_of = {row["number"]: split for split, found in rows(tmp_path / "out").items() for row in found}
    assert split_of[50] == split_of[51] == "train"
    assert list(split_of.values()).count("test") == 5


def test_no_cause_with_ten_cases_gives_no_test_split(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write_source(tmp_path / "source", [theft(n) for n in range(1, 10)])
    assert build("--source", source, "--out", tmp_path / "out") == 0
    assert list(rows(tmp_path / "out")) == ["train"]
    assert "no test split: no cause has 10 kept judgments" in capsys.readouterr().out


def test_options_reach_the_manifest(source: Path, tmp_path: Path) -> None:
    assert build("--source", source, "--out", tmp_path / "a", "--years", "2012-2021", "--allow-merged", "--max-per-cause", "10") == 0
    config = read_manifest(tmp_path / "a")["configs"]["ljp"]
    assert (config["profile"]["years"], config["profile"]["allow_merged"], config["profile"]["max_per_cause"]) == ([2012, 2021], True, 10)
    assert config["version"] == "2.0.0"
    assert config["steps"][-1]["dropped"] == {"not_sampled": 4}
    assert build("--source", source, "--out", tmp_path / "b", "--version", "3.1.4", "--profile", "bundled") == 0
    config = read_manifest(tmp_path / "b")["configs"]["ljp"]
    assert (config["version"], config["profile"]["name"], config["kind"]) == ("3.1.4", "bundled", "rebuilt")


def test_a_build_says_whether_its_cases_are_invented(source: Path, tmp_path: Path) -> None:
    assert build("--source", source, "--out", tmp_path / "out") == 0
    manifest = read_manifest(tmp_path / "out")
    assert (manifest["kind"], manifest["version"]) == ("rebuilt", "1.0.0")
    assert {row["provenance"]["source"] for found in rows(tmp_path / "out").values() for row in found} == {"tw-judgments"}
    assert "Built with this project's builders" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


def test_default_out_is_build_dataset(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert build("--source", source) == 0
    assert (tmp_path / "build" / "tw-legalbench" / "manifest.json").is_file()


def test_loads_offline(source: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    out = tmp_path / "tw-legalbench"
    assert build("--source", source, "--out", out) == 0
    loaded = datasets.load_dataset(str(out), "ljp", cache_dir=str(tmp_path / "cache"))
    assert {split: list(found) for split, found in loaded.items()} == rows(out)


# ---------------------------------------------------------------- bad input


def bad_sources(folder: Path) -> dict[str, tuple[Path, str]]:
    """name -> (source, words of the message)."""
    empty = folder / "empty"
    empty.mkdir()
    others = folder / "others"
    others.mkdir()
    (others / "paper.pdf").write_bytes(b"%PDF-1.4")
    truncated = folder / "truncated.zip"
    with zipfile.ZipFile(truncated, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(1, 13):
            archive.writestr(f"{n}.json", json.dumps(theft(n), ensure_ascii=False))
    truncated.write_bytes(truncated.read_bytes()[:-200])
    hostile = folder / "hostile.zip"
    with zipfile.ZipFile(hostile, "w") as archive:
        archive.writestr("../../evil.json", "{}")
    keys = folder / "keys"
    keys.mkdir()
    (keys / "a.json").write_text('{"title": "x", "text": "y"}', encoding="utf-8")
    big5 = folder / "big5"
    big5.mkdir()
    (big5 / "a.json").write_bytes(json.dumps(theft(1), ensure_ascii=False).encode("big5", "replace"))
    broken = folder / "broken"
    broken.mkdir()
    (broken / "a.json").write_text(json.dumps(theft(1), ensure_ascii=False)[:-9], encoding="utf-8")
    no_main_text = write_source(folder / "no_main_text", [theft(1, sections=("事實", "理由"))])
    return {
        "absent": (folder / "absent", "absent: no such file or folder"),
        "empty": (empty, "no files in it"),
        "others": (others, "dropped: paper.pdf: other_file: not a .json file"),
        "truncated": (truncated, "truncated.zip: "),
        "hostile": (hostile, "unsafe member name"),
        "keys": (keys, "a.json: not_a_judgment"),
        "encoding": (big5, "Big5"),
        "json": (broken, "a.json: unreadable_json"),
        "no_main_text": (no_main_text, ".json: no_main_text: found no heading"),
    }


@pytest.mark.parametrize("kind", ["absent", "empty", "others", "truncated", "hostile", "keys", "encoding", "json", "no_main_text"])
@pytest.mark.parametrize("earlier", [False, True], ids=["new", "over an earlier build"])
def test_a_source_without_judgments_fails_and_leaves_nothing(
    kind: str, earlier: bool, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, words = bad_sources(tmp_path)[kind]
    out = tmp_path / "out" / "deep"
    if earlier:
        assert build("--source", source, "--out", out) == 0
    before = sorted(path.name for path in (tmp_path / "out").rglob("*"))
    capsys.readouterr()
    assert build("--source", bad, "--out", out) == 1
    said = capsys.readouterr()
    assert words in said.err
    assert sorted(path.name for path in (tmp_path / "out").rglob("*")) == before
    assert not list(tmp_path.glob("**/*.part"))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["build"],
        ["build", "tw-legalbank"],
        ["build", "tw-legalbench", "--jobs", "0"],
        ["build", "tw-legalbench", "--years", "102-113"],
        ["build", "tw-legalbench", "--version", "1.0"],
        ["build", "tw-legalbench", "--profile", "mine"],
        ["build", "tw-legalbench", "--max-per-cause", "-1"],
    ],
)
def test_wrong_usage_is_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().err


def test_unknown_config_names_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert build("--config", "lpj", "--out", tmp_path / "out") == 2
    assert "--config: found lpj, allowed mcq, mcq_zh_cn, mcq_en, oeq, ljp" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_dataset_without_builders_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "zhifa-bench", "--out", str(tmp_path / "out")]) == 1
    assert "no config of it can be built yet" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_foreign_folder_is_refused(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.docx").write_text("mine", encoding="utf-8")
    assert build("--source", source, "--out", tmp_path / "mine") == 1
    assert "found thesis.docx, no manifest.json; allowed an empty or missing folder or an earlier build" in capsys.readouterr().err
    assert (tmp_path / "mine" / "thesis.docx").read_text(encoding="utf-8") == "mine"


def test_fillers_are_no_near_duplicates() -> None:
    """The sources of these tests must be distinct, or the splits they check would say nothing."""
    from builders.quality.duplicates import near_duplicates

    assert list(near_duplicates([filler(n) for n in range(30)])) == []


def test_the_shared_judgments_are_all_accounted_for(shared: Path, tmp_path: Path) -> None:
    folder = shared / "corpora" / "tw" / "judgments" / "jrf"
    assert build("--config", "ljp", "--years", "2005-2011", "--source", folder, "--out", tmp_path / "one") == 0
    config = read_manifest(tmp_path / "one")["configs"]["ljp"]
    kept = sum(facts["rows"] for facts in config["splits"].values())
    dropped = sum(sum(step["dropped"].values()) for step in config["steps"])
    assert (config["steps"][0]["read"], kept + dropped) == (419, 419)
    assert kept > 140
    assert build("--config", "ljp", "--years", "2005-2011", "--source", folder, "--out", tmp_path / "two", "--jobs", "2") == 0
    assert read_manifest(tmp_path / "two") == read_manifest(tmp_path / "one")


def test_folders_that_are_made_are_told(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, dropped = tmp_path / "a" / "out", tmp_path / "b" / "c" / "dropped.jsonl"
    assert build("--source", source, "--out", out, "--dropped", dropped) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[-5:] == [
        *(f"made folder: {tmp_path / folder}" for folder in ("a", "b", "b/c")),
        *(f"written: {path}" for path in (out, dropped)),
    ]


def test_dropped_files_come_in_one_order(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lines from a folder and from archives that hold its files in another order, for any number of workers."""
    monkeypatch.setattr("builders.tasks.ljp_build.PARTS_PER_SHARD", 3)
    folder = tmp_path / "folder.jsonl"
    assert build("--source", source, "--out", tmp_path / "out", "--dropped", folder, "--jobs", 2) == 0
    assert len(folder.read_text(encoding="utf-8").splitlines()) == 7
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for path in sorted(source.rglob("*.*"), reverse=True):
            if path.is_file():
                archive.add(path, path.relative_to(source).as_posix())
    for given in (tmp_path / "a.tar", Path(shutil.make_archive(str(tmp_path / "a"), "zip", source))):
        assert build("--source", given, "--out", tmp_path / "out", "--dropped", tmp_path / "again.jsonl") == 0
        assert (tmp_path / "again.jsonl").read_bytes() == folder.read_bytes()


@pytest.mark.parametrize(("source_given", "version", "allowed"), [(False, "1.0.0", "0.x.y"), (True, "0.9.9", "1.0.0 and later")])
def test_a_version_of_the_other_kind(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], source_given: bool, version: str, allowed: str
) -> None:
    """Bundled and official releases can never be taken for one another."""
    given = ["--source", source] if source_given else []
    assert build(*given, "--version", version, "--out", tmp_path / "out") == 2
    assert f"error: --version: found {version}, allowed {allowed}" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_source_of_other_years_is_told_which_are_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write_source(tmp_path / "old", [theft(n, date="20050304", year=94) for n in range(1, 30)])
    assert build("--source", old, "--out", tmp_path / "out") == 1
    said = capsys.readouterr().err.splitlines()
    assert "         29  year_out_of_range (allowed: 2013 to 2024; --years A-B takes others)" in said
    assert sum(line.startswith("dropped: ") for line in said) == 21
    assert said[-1] == "dropped: 9 more such files"


def test_archives_in_folders_are_opened_and_those_in_archives_are_named(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    months = tmp_path / "months"
    inner = Path(shutil.make_archive(str(months / "202103"), "zip", source))
    assert build("--source", months, "--out", tmp_path / "out") == 0
    outer = Path(shutil.make_archive(str(tmp_path / "outer"), "zip", months))
    capsys.readouterr()
    assert build("--source", outer, "--out", tmp_path / "out") == 1
    assert f"dropped: {inner.name}: archive_in_archive: " in capsys.readouterr().err


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_damaged_archive_is_named_by_any_number_of_workers(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builders.tasks.ljp_build.PARTS_PER_SHARD", 3)
    folder = Path(shutil.copytree(source, tmp_path / "source"))
    (folder / "z.zip").write_bytes(b"PK nothing")
    assert build("--source", folder, "--out", tmp_path / "out", "--jobs", jobs) == 1
    assert capsys.readouterr().err.startswith(f"error: {folder / 'z.zip'}: truncated or damaged zip archive")
