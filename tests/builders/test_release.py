"""builders.release.release: a release folder is whole or as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.errors import BuildError
from builders.pipeline import Log
from builders.release.manifest import read_manifest
from builders.release.release import BuiltConfig, earlier_build, staged_release, write_release

EXAMPLES = json.loads((Path(__file__).resolve().parents[2] / "schemas" / "ljp.examples.json").read_text(encoding="utf-8"))
FACTS: dict[str, Any] = {
    "kind": "rebuilt",
    "version": "1.0.0",
    "task_version": 1,
    "profile": {"name": "paper", "years": [2013, 2024]},
    "sources": [{"id": "tw-judgments", "files": 3, "bytes": 9, "sha256": "0" * 64}],
    "steps": [{"step": "select", "read": 3, "kept": 2, "dropped": {"ruling": 1}}],
    "problems_in_kept": {},
    "masked": {"persons": 1},
    "duplicates": {"groups": 0, "records": 0},
    "causes": 2,
    "causes_short_of_test": {},
}


def built(scratch: Path, rows: list[dict[str, Any]] | None = None, **facts: Any) -> BuiltConfig:
    rows = sorted(EXAMPLES, key=lambda row: row["id"]) if rows is None else rows
    return BuiltConfig("ljp", FACTS | facts, {"train": rows[:2], "test": rows[2:]}, Log())


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_release_holds_what_its_manifest_names(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "tw-legalbench"
    manifest, _ = write_release("tw-legalbench", out, {"ljp": built})
    assert read_manifest(out) == manifest
    splits = manifest["configs"]["ljp"]["splits"]
    assert set(tree(out)) == {"README.md", "manifest.json", splits["train"]["file"], splits["test"]["file"]}
    assert pq.read_table(out / splits["train"]["file"]).num_rows == 2
    assert splits["train"]["rows_sha256"][:8] in splits["train"]["file"]
    assert [path.name for path in out.parent.iterdir()] == ["tw-legalbench"]


def test_a_rebuild_is_the_same_bytes(tmp_path: Path) -> None:
    write_release("tw-legalbench", tmp_path / "a", {"ljp": built})
    first = tree(tmp_path / "a")
    write_release("tw-legalbench", tmp_path / "a", {"ljp": built})
    write_release("tw-legalbench", tmp_path / "b", {"ljp": built})
    assert tree(tmp_path / "a") == first == tree(tmp_path / "b")


def test_a_new_build_leaves_no_old_file(tmp_path: Path) -> None:
    out = tmp_path / "x"
    write_release("tw-legalbench", out, {"ljp": built})
    write_release("tw-legalbench", out, {"ljp": partial(built, rows=EXAMPLES[:1])})
    assert len(tree(out)) == 3
    assert "test" not in read_manifest(out)["configs"]["ljp"]["splits"]


def test_one_config_replaces_only_itself(tmp_path: Path) -> None:
    out = tmp_path / "x"
    write_release("tw-legalbench", out, {"ljp": built, "other": partial(built, kind="bundled", version="0.1.0")})
    before = tree(out)
    manifest, _ = write_release("tw-legalbench", out, {"ljp": partial(built, rows=EXAMPLES[:1], version="1.1.0")})
    after = tree(out)
    assert {name: after[name] for name in after if name.startswith("other/")} == {name: before[name] for name in before if name.startswith("other/")}
    assert (manifest["configs"]["ljp"]["version"], manifest["configs"]["other"]["version"], manifest["version"]) == ("1.1.0", "0.1.0", "1.1.0")
    assert manifest["kind"] == "mixed"
    card = (out / "README.md").read_text(encoding="utf-8")
    assert "**`other`: Bundled sample release" in card
    assert "**`ljp`: Built with" in card


def fails(scratch: Path) -> BuiltConfig:
    raise BuildError("step 'read': found nonsense")


def fails_late(scratch: Path) -> BuiltConfig:
    def rows() -> Iterator[dict[str, Any]]:
        yield EXAMPLES[0]
        raise BuildError("row 2: found nonsense")

    return BuiltConfig("ljp", FACTS, {"train": rows()}, Log())


@pytest.mark.parametrize("build", [fails, fails_late, partial(built, rows=[])], ids=["at once", "while writing", "no rows"])
@pytest.mark.parametrize("earlier", [False, True])
def test_a_failed_build_changes_nothing(tmp_path: Path, build: Any, earlier: bool) -> None:
    out = tmp_path / "a" / "b" / "x"
    if earlier:
        write_release("tw-legalbench", out, {"ljp": built})
    before = tree(tmp_path)
    with pytest.raises(BuildError, match=r"nonsense|no file of the source became a record"):
        write_release("tw-legalbench", out, {"ljp": build})
    assert tree(tmp_path) == before
    assert (tmp_path / "a").exists() == earlier


def test_an_interrupted_move_brings_the_earlier_build_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "x"
    write_release("tw-legalbench", out, {"ljp": built})
    before = tree(out)
    rename = Path.rename

    def refused(self: Path, target: Path) -> Path:
        if self.name == "release":
            raise OSError("disk full")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(BuildError, match="x: disk full"):
        write_release("tw-legalbench", out, {"ljp": partial(built, rows=EXAMPLES[:1])})
    assert tree(out) == before
    assert list(tmp_path.iterdir()) == [out]


def test_foreign_folders_are_refused(tmp_path: Path) -> None:
    cases = {
        "notes": ("notes.txt", "no manifest.json"),
        "broken": ("manifest.json", "no readable JSON"),
    }
    for name, (file, message) in cases.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / file).write_text("mine", encoding="utf-8")
        with pytest.raises(BuildError, match=message):
            write_release("tw-legalbench", folder, {"ljp": built})
        assert tree(folder) == {file: b"mine"}
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(BuildError, match="found a file"):
        write_release("tw-legalbench", tmp_path / "file", {"ljp": built})


def test_foreign_files_beside_an_earlier_build_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "x"
    write_release("tw-legalbench", out, {"ljp": built})
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BuildError, match=r"found notes\.txt beside the earlier build"):
        write_release("tw-legalbench", out, {"ljp": built})
    assert (out / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_another_dataset_and_a_build_with_holes_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "x"
    manifest, _ = write_release("tw-legalbench", out, {"ljp": built})
    with pytest.raises(BuildError, match="found a build of tw-legalbench, allowed one of zhifa-bench"):
        earlier_build("zhifa-bench", out)
    (out / manifest["configs"]["ljp"]["splits"]["train"]["file"]).unlink()
    with pytest.raises(BuildError, match="the earlier build lacks ljp/train-"):
        earlier_build("tw-legalbench", out)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    write_release("tw-legalbench", tmp_path / "x", {"ljp": built})
    assert (tmp_path / "x" / "manifest.json").is_file()


def test_a_linked_folder_is_replaced_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_release("tw-legalbench", tmp_path / "link", {"ljp": built})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "manifest.json").is_file()


@pytest.mark.parametrize("earlier", [False, True])
def test_an_error_after_the_build_leaves_every_place_as_it_was(tmp_path: Path, earlier: bool) -> None:
    """The files that go with a release come into their places with it, or not at all."""
    out, report = tmp_path / "x", tmp_path / "report.jsonl"
    if earlier:
        write_release("tw-legalbench", out, {"ljp": built})
        report.write_text("earlier", encoding="utf-8")
    before = tree(tmp_path)
    for error in (KeyboardInterrupt, OSError):
        with pytest.raises(error), staged_release("tw-legalbench", out, {"ljp": partial(built, rows=EXAMPLES[:1])}, files=[report]) as staged:
            staged.write(report, "new")
            raise error
        assert tree(tmp_path) == before
    with staged_release("tw-legalbench", out, {"ljp": partial(built, rows=EXAMPLES[:1])}, files=[report]) as staged:
        staged.write(report, "new")
    assert report.read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.jsonl", "x"]


def test_a_file_that_goes_with_a_release_is_not_inside_it(tmp_path: Path) -> None:
    out = tmp_path / "x"
    for path in (out, out / "dropped.jsonl", out / "ljp" / "dropped.jsonl"):
        with pytest.raises(BuildError, match="a release holds nothing else"), staged_release("tw-legalbench", out, {"ljp": built}, files=[path]):
            pass
    assert list(tmp_path.iterdir()) == []


def test_a_large_foreign_folder_is_refused_without_a_walk_through_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir()

    def walked(*_: object) -> Iterator[Path]:
        raise AssertionError("the folder was walked")

    monkeypatch.setattr(Path, "rglob", walked)
    with pytest.raises(BuildError, match=r"found home, no manifest\.json"):
        earlier_build("tw-legalbench", tmp_path)


def test_a_release_loads_with_its_features(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    out = tmp_path / "tw-legalbench"
    write_release("tw-legalbench", out, {"ljp": built})
    loaded = datasets.load_dataset(str(out), "ljp", cache_dir=str(tmp_path / "cache"))
    assert [row for split in ("train", "test") for row in loaded[split]] == sorted(EXAMPLES, key=lambda row: row["id"])
    assert str(loaded["train"].info.version) == "1.0.0"


def test_changed_rows_reach_the_reader_in_spite_of_the_cache(tmp_path: Path) -> None:
    """`datasets` does not see changed content under an old name; the digest in the name is what makes it look."""
    datasets = pytest.importorskip("datasets")
    out, cache = tmp_path / "tw-legalbench", str(tmp_path / "cache")
    write_release("tw-legalbench", out, {"ljp": built})
    datasets.load_dataset(str(out), "ljp", split="train", cache_dir=cache)
    changed = [row | {"charges": row["charges"], "court": row["court"] + "甲"} for row in sorted(EXAMPLES, key=lambda row: row["id"])]
    write_release("tw-legalbench", out, {"ljp": partial(built, rows=changed)})
    again = datasets.load_dataset(str(out), "ljp", split="train", cache_dir=cache)
    assert all(row["court"].endswith("甲") for row in again)
