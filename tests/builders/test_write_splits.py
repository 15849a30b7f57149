"""builders.release.write_splits: declared types in every file, digests in names, all files or none."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.errors import BuildError
from builders.release import write_splits
from builders.release.parquet import ROWS_PER_GROUP

SCHEMA = {"id": "string", "note": "string", "tags": "list<string>"}
SPLITS: dict[str, list[dict[str, Any]]] = {
    "train": [{"id": "a1", "note": None, "tags": []}],
    "test": [{"id": "b1", "note": "一律給分", "tags": ["民法"]}],
}


def test_every_split_has_the_declared_types(tmp_path: Path) -> None:
    """A column that is null or empty in one split must not become null-typed there (field case F-025)."""
    paths = write_splits(SPLITS, SCHEMA, tmp_path)
    for name in SPLITS:
        schema = pq.read_schema(paths[name])
        assert [schema.field(c).type for c in SCHEMA] == [pa.string(), pa.string(), pa.list_(pa.field("element", pa.string()))]
        assert pq.read_table(paths[name]).to_pylist() == SPLITS[name]


def test_splits_load_together(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    paths = write_splits(SPLITS, SCHEMA, tmp_path / "data")
    loaded = datasets.load_dataset("parquet", data_files={k: str(v) for k, v in paths.items()}, cache_dir=str(tmp_path / "cache"))
    assert {k: list(v) for k, v in loaded.items()} == SPLITS


def test_name_holds_the_digest_of_the_canonical_rows(tmp_path: Path) -> None:
    path = write_splits(SPLITS, SCHEMA, tmp_path)["test"]
    line = '{"id":"b1","note":"一律給分","tags":["民法"]}\n'
    assert path.name == f"test-{hashlib.sha256(line.encode()).hexdigest()[:8]}.parquet"


def test_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    rows = [{"id": f"r{i:04}", "note": str(i), "tags": ["x"] * (i % 3)} for i in range(ROWS_PER_GROUP + 7)]
    one = write_splits({"train": rows}, SCHEMA, tmp_path / "1")["train"]
    two = write_splits({"train": reversed(rows)}, SCHEMA, tmp_path / "2")["train"]
    assert one.name == two.name
    assert one.read_bytes() == two.read_bytes()
    assert pq.ParquetFile(one).metadata.num_row_groups == 2
    assert pq.ParquetFile(one).metadata.row_group(0).column(0).compression == "ZSTD"


def test_rows_without_id_keep_their_order(tmp_path: Path) -> None:
    path = write_splits({"train": [{"n": 2}, {"n": 1}]}, {"n": "int32"}, tmp_path)["train"]
    assert pq.read_table(path).to_pylist() == [{"n": 2}, {"n": 1}]


def test_a_split_without_rows_is_left_out_and_the_others_load(tmp_path: Path) -> None:
    paths = write_splits(SPLITS | {"extra": []}, SCHEMA, tmp_path / "data")
    assert list(paths) == ["train", "test"]
    assert len(list((tmp_path / "data").iterdir())) == 2
    assert write_splits({"train": []}, SCHEMA, tmp_path / "none") == {}
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset("parquet", data_files={k: str(v) for k, v in paths.items()}, cache_dir=str(tmp_path / "cache"))
    assert {k: list(v) for k, v in loaded.items()} == SPLITS


def test_why_it_is_left_out(tmp_path: Path) -> None:
    """`datasets` takes the number of rows of the first row group for its batch size: a file without rows breaks every split beside it."""
    datasets = pytest.importorskip("datasets")
    files = {name: tmp_path / f"{name}.parquet" for name in ("train", "test")}
    schema = pa.schema([("id", pa.string())])
    pq.write_table(pa.table({"id": ["a"]}, schema=schema), files["train"])
    pq.write_table(schema.empty_table(), files["test"])
    with pytest.raises(datasets.exceptions.DatasetGenerationError):
        datasets.load_dataset("parquet", data_files={k: str(v) for k, v in files.items()}, cache_dir=str(tmp_path / "cache"))


def test_a_missing_key_is_null(tmp_path: Path) -> None:
    path = write_splits({"train": [{"id": "a"}]}, SCHEMA, tmp_path)["train"]
    assert pq.read_table(path).to_pylist() == [{"id": "a", "note": None, "tags": None}]
    full = write_splits({"train": [{"id": "a", "note": None, "tags": None}]}, SCHEMA, tmp_path)["train"]
    assert path == full


@pytest.mark.parametrize(
    ("rows", "schema", "message"),
    [
        ([{"id": "a", "remark": "x"}], SCHEMA, r"split 'train', row 1 \(a\), field /remark: not in the schema, allowed id, note, tags"),
        ([{"id": "a", "note": 3}], SCHEMA, "field /note: found 3, allowed string or null"),
        ([{"id": "a", "tags": "民法"}], SCHEMA, "field /tags: found '民法', allowed a list"),
        ([{"id": "a", "tags": [1]}], SCHEMA, "field /tags/0: found 1, allowed string"),
        ([{"id": "a"}, {"id": "a"}], SCHEMA, "row 2 .a.: found an id that is there already"),
        ([{"note": "x"}], SCHEMA, "every row needs one"),
        ([{"id": "a", "n": 3.7}], {"id": "string", "n": "int32"}, "field /n: found 3.7, allowed int32"),
        ([{"id": "a", "n": True}], {"id": "string", "n": "int64"}, "field /n: found True, allowed int64"),
        ([{"id": "a", "n": 1 << 31}], {"id": "string", "n": "int32"}, "allowed int32"),
        ([{"id": "a", "x": float("nan")}], {"id": "string", "x": "double"}, "JSON cannot hold"),
        ([{"id": "a", "note": "\ud800"}], SCHEMA, "JSON cannot hold"),
        ([{"id": "a", "s": {"b": 1, "c": 2}}], {"id": "string", "s": "struct<b: int64>"}, "field /s/c: not in the schema"),
        ([{"id": "a", "s": "b"}], {"id": "string", "s": "struct<b: int64>"}, "field /s: found 'b', allowed an object"),
    ],
)
def test_bad_rows_leave_nothing_behind(tmp_path: Path, rows: list[dict[str, Any]], schema: dict[str, str], message: str) -> None:
    good = [{"id": "z"}]
    with pytest.raises(BuildError, match=message):
        write_splits({"test": good, "train": rows}, schema, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["test-hard", "all", "", "a/b", "a b"])
def test_split_names_that_datasets_rejects(tmp_path: Path, name: str) -> None:
    with pytest.raises(BuildError, match="allowed letters"):
        write_splits({name: [{"id": "a"}]}, {"id": "string"}, tmp_path)
