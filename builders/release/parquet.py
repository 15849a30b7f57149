"""Rows -> one Parquet file a split, under one declared schema, with the digest of the rows in its name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builders.errors import BuildError
from builders.release.arrow_schema import named_schema
from builders.release.canonical import RowsDigest

ROWS_PER_GROUP = 1000
# Letters of any script, digits, "_" and ".": what `datasets` takes for a split; "all" is its own word.
_SPLIT_NAME = re.compile(r"(?!all$)[\w.]+")


@dataclass(frozen=True, slots=True)
class SplitFile:
    """A split as written: its file, number of rows, and digest and size of the rows in canonical form."""

    path: Path
    rows: int
    rows_sha256: str
    bytes: int


def write_splits(
    splits: Mapping[str, Iterable[Mapping[str, Any]]],
    schema: Mapping[str, str] | pa.Schema,
    out: str | Path,
) -> dict[str, Path]:
    """Write ``<split>-<digest8>.parquet`` into ``out`` for each split, all with the declared ``schema``, all or none.

    Args:
        splits: split name -> rows. Rows are sorted by ``id`` where the schema has one. A split without rows is left out: a Parquet
            file without rows cannot be loaded.
        schema: column -> type as written (``"string"``, ``"list<string>"``, ``"list<struct<law: string, article: string>>"``), or an Arrow
            schema (``arrow_schema`` derives it from a JSON Schema). Nothing is inferred from the rows, so a column that is null or empty in
            one split has the same type in all.
        out: folder, made if missing.

    Returns: split -> path, for the splits that have rows.
    Raises: BuildError, naming split, row and field, for a key that the schema lacks, a value of another type, a repeated id, or a
    split name that ``datasets`` rejects. A key that a row lacks is null.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as out:
    ...     paths = write_splits({"train": [{"id": "a", "note": None}]}, {"id": "string", "note": "string"}, out)
    ...     print(paths["train"].name, pq.read_schema(paths["train"]).field("note").type)
    train-54f118e3.parquet string
    """
    arrow = schema if isinstance(schema, pa.Schema) else named_schema(schema)
    sort = "id" in arrow.names
    ordered = {name: sorted(rows, key=_id) if sort else rows for name, rows in splits.items()}
    return {name: written.path for name, written in write_split_files(ordered, arrow, Path(out)).items()}


def write_split_files(splits: Mapping[str, Iterable[Mapping[str, Any]]], schema: pa.Schema, out: Path) -> dict[str, SplitFile]:
    """As ``write_splits``, for rows that come in their final order and may be more than memory holds."""
    for name in splits:
        if not _SPLIT_NAME.fullmatch(name):
            raise BuildError(f"split {name!r}: allowed letters, digits, '_' and '.', and not the word 'all'")
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as undo:
        parts = {name: out / f".{name}.parquet.part" for name in splits}
        for part in parts.values():
            undo.callback(part.unlink, missing_ok=True)
        digests = {name: _write(rows, schema, parts[name], name) for name, rows in splits.items()}
        written = {}
        for name, digest in digests.items():
            if digest.rows:
                path = parts[name].replace(out / f"{name}-{digest.digest8}.parquet")
                written[name] = SplitFile(path, digest.rows, digest.sha256, digest.bytes)
    return written


def _write(rows: Iterable[Mapping[str, Any]], schema: pa.Schema, path: Path, split: str) -> RowsDigest:
    digest = RowsDigest()
    checked = _checked(rows, schema, split, digest)
    with path.open("wb") as file, pq.ParquetWriter(file, schema, **_SETTINGS) as writer:
        # Whole row groups only: the layout of the file then depends on the rows alone.
        while group := list(islice(checked, ROWS_PER_GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema=schema).combine_chunks(), row_group_size=ROWS_PER_GROUP)
    return digest


def _checked(rows: Iterable[Mapping[str, Any]], schema: pa.Schema, split: str, digest: RowsDigest) -> Iterator[dict[str, Any]]:
    record = pa.struct(list(schema))
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        where = f"split {split!r}, row {number}" + (f" ({row['id']})" if "id" in row else "")
        row = _conform(row, record, where, "")
        if "id" in schema.names:
            if row.get("id") in seen:
                raise BuildError(f"{where}: found an id that is there already, allowed each id once")
            seen.add(row.get("id", ""))
        try:
            digest.add(row)
        except ValueError as error:  # NaN, infinity, half a surrogate pair
            raise BuildError(f"{where}: found a value that JSON cannot hold ({error})") from error
        yield row


def _conform(value: Any, kind: pa.DataType, where: str, path: str) -> Any:
    """The value as the file will give it back: keys that are missing are null. pyarrow drops unknown keys and cuts 3.7 down to 3 without
    a word: both are refused here."""
    if value is None:
        return None
    if pa.types.is_struct(kind):
        fields = {field.name: field.type for field in kind}
        if not isinstance(value, Mapping):
            raise BuildError(f"{where}, field {path or '/'}: found {value!r:.60}, allowed an object")
        for key in value:
            if key not in fields:
                raise BuildError(f"{where}, field {path}/{key}: not in the schema, allowed {', '.join(fields)}")
        return {key: _conform(value.get(key), inner, where, f"{path}/{key}") for key, inner in fields.items()}
    if pa.types.is_list(kind):
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            raise BuildError(f"{where}, field {path}: found {value!r:.60}, allowed a list")
        return [_conform(inner, kind.value_type, where, f"{path}/{index}") for index, inner in enumerate(value)]
    if not _fits(value, kind):
        raise BuildError(f"{where}, field {path}: found {value!r:.60}, allowed {kind} or null")
    return value


def _fits(value: Any, kind: pa.DataType) -> bool:
    if isinstance(value, bool):
        return bool(pa.types.is_boolean(kind))
    if isinstance(value, int):
        if pa.types.is_floating(kind):
            return True
        return bool(pa.types.is_integer(kind)) and -(1 << (kind.bit_width - 1)) <= value < 1 << (kind.bit_width - 1)
    if isinstance(value, float):
        return bool(pa.types.is_floating(kind))
    if isinstance(value, str):
        return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
    return False


def _id(row: Mapping[str, Any]) -> str:
    if not isinstance(row.get("id"), str):
        raise BuildError(f"row with id {row.get('id')!r}: found no text as id, every row needs one")
    return str(row["id"])


def _settings() -> dict[str, Any]:
    settings: dict[str, Any] = {"compression": "zstd", "compression_level": 3, "write_page_index": True}
    if "use_content_defined_chunking" in inspect.signature(pq.ParquetWriter.__init__).parameters:  # pyarrow 21 and later
        settings["use_content_defined_chunking"] = True
    return settings


_SETTINGS = _settings()
