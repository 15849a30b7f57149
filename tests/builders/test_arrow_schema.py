"""builders.release.arrow_schema: one statement of shape, three forms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from builders.errors import BuildError
from builders.release.arrow_schema import arrow_schema, features, named_schema, parse_type

LJP = json.loads((Path(__file__).resolve().parents[2] / "schemas" / "ljp.schema.json").read_text(encoding="utf-8"))


def one(**prop: Any) -> pa.DataType:
    return arrow_schema({"type": "object", "properties": {"x": prop}}).field("x").type


def test_ljp_keeps_the_order_of_the_schema() -> None:
    assert arrow_schema(LJP).names == list(LJP["properties"])


def test_ljp_features_are_what_datasets_derives() -> None:
    datasets = pytest.importorskip("datasets")
    schema = arrow_schema(LJP)
    derived = datasets.Features.from_arrow_schema(schema)
    assert datasets.Features._from_yaml_list(features(schema)) == derived
    assert derived.arrow_schema.remove_metadata() == schema


@pytest.mark.parametrize(
    ("prop", "kind"),
    [
        ({"type": "integer"}, pa.int64()),
        ({"type": ["string", "null"]}, pa.string()),
        ({"enum": ["a", None]}, pa.string()),
        ({"enum": [True]}, pa.bool_()),
        ({"const": 3}, pa.int64()),
        ({"type": "array", "items": {"type": "number"}}, pa.list_(pa.float64())),
        ({"anyOf": [{"type": "null"}, {"type": "boolean"}]}, pa.bool_()),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}, pa.struct([("a", pa.string())])),
    ],
)
def test_types(prop: dict[str, Any], kind: pa.DataType) -> None:
    assert one(**prop) == kind


@pytest.mark.parametrize(
    ("prop", "why"),
    [
        ({"type": ["string", "integer"]}, "2 types"),
        ({"type": "null"}, "0 types"),
        ({"enum": ["a", 1]}, "2 types"),
        ({"enum": [None]}, "0 types"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "2 types"),
        ({"type": "object"}, "open object"),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": True}, "open object"),
        ({"$ref": "#/$defs/nobody"}, "leads nowhere"),
    ],
)
def test_what_a_column_cannot_hold(prop: dict[str, Any], why: str) -> None:
    with pytest.raises(BuildError, match=why):
        one(**prop)


def test_recursion_is_refused() -> None:
    node = {"type": "object", "additionalProperties": False, "properties": {"child": {"$ref": "#/$defs/node"}}}
    with pytest.raises(BuildError, match="recursive"):
        arrow_schema({"type": "object", "properties": {"root": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}})


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("string", pa.string()),
        (" list < string > ", pa.list_(pa.string())),
        ("list<item: int32>", pa.list_(pa.int32())),
        ("struct<a: string, b: list<struct<c: double>>>", pa.struct([("a", pa.string()), ("b", pa.list_(pa.struct([("c", pa.float64())])))])),
    ],
)
def test_written_types(written: str, kind: pa.DataType) -> None:
    assert parse_type(written) == kind


@pytest.mark.parametrize("written", ["", "text", "list", "list<", "list<string", "list<string>>", "struct<string>", "struct<>", "map<string, string>", "string?"])
def test_written_types_that_are_none(written: str) -> None:
    with pytest.raises(BuildError, match="type "):
        parse_type(written)


def test_named_schema_keeps_order() -> None:
    assert named_schema({"b": "string", "a": "list<bool>"}).names == ["b", "a"]
