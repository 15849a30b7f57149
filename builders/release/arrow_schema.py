"""JSON Schema -> Arrow schema -> dataset features: the shape of a record is stated once, in ``schemas/``.

Arrow fields are all nullable, whatever the JSON Schema requires: dataset features cannot say "not null", and a file whose schema
differs from its features would be cast on every load. That a required field is there is checked before writing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from builders.errors import BuildError

_SCALARS: dict[str, pa.DataType] = {
    "string": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
}
_NAMED: dict[str, pa.DataType] = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float": pa.float32(),
    "float32": pa.float32(),
    "double": pa.float64(),
    "float64": pa.float64(),
}
_TOKEN = re.compile(r"\s*([A-Za-z_][\w.]*|[<>,:])")


def arrow_schema(schema: Mapping[str, Any]) -> pa.Schema:
    """The Arrow schema of a record that ``schema`` (draft 2020-12, an object) describes; fields in the order of its properties.

    Raises: BuildError for what a Parquet column cannot hold: open objects, recursion, types mixed other than with null.

    >>> str(arrow_schema({"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}).field("tags").type)
    'list<item: string>'
    """
    record = _arrow_type(schema, schema, "")
    if not pa.types.is_struct(record):
        raise BuildError(f"schema: found {record}, allowed an object with properties")
    return pa.schema(list(record))


def named_schema(columns: Mapping[str, str]) -> pa.Schema:
    """The Arrow schema of columns whose types are written out: ``string``, ``int64``, ``list<string>``, ``struct<a: string>``.

    >>> named_schema({"id": "string", "tags": "list<string>"}).names
    ['id', 'tags']
    """
    return pa.schema([pa.field(name, parse_type(written)) for name, written in columns.items()])


def parse_type(written: str) -> pa.DataType:
    """One Arrow type from its written form; raises BuildError where it is none.

    >>> str(parse_type("list<struct<a: int64, b: list<string>>>"))
    'list<item: struct<a: int64, b: list<item: string>>>'
    """
    tokens = _tokens(written)
    parsed, rest = _parse(tokens, written)
    if rest:
        raise BuildError(f"type {written!r}: found {rest[0]!r} after its end")
    return parsed


def _tokens(written: str) -> list[str]:
    tokens, at = [], 0
    while at < len(written.rstrip()):
        match = _TOKEN.match(written, at)
        if match is None:
            raise BuildError(f"type {written!r}: found {written[at:].strip()[:1]!r}, allowed names, < > , and :")
        tokens.append(match[1])
        at = match.end()
    return tokens


def _parse(tokens: list[str], written: str) -> tuple[pa.DataType, list[str]]:
    if not tokens:
        raise BuildError(f"type {written!r}: found nothing where a type is needed")
    name, rest = tokens[0], tokens[1:]
    if name in _NAMED:
        return _NAMED[name], rest
    if name not in ("list", "struct"):
        raise BuildError(f"type {written!r}: found {name!r}, allowed {', '.join([*_NAMED, 'list<…>', 'struct<…>'])}")
    rest = _expect("<", rest, written)
    fields: list[pa.Field] = []
    while True:
        label = "element"
        if len(rest) > 1 and rest[1] == ":":
            label, rest = rest[0], rest[2:]
        elif name == "struct":
            raise BuildError(f"type {written!r}: found a struct field without a name, allowed struct<name: type>")
        inner, rest = _parse(rest, written)
        fields.append(pa.field(label, inner))
        if name == "list" or rest[:1] != [","]:
            break
        rest = rest[1:]
    rest = _expect(">", rest, written)
    return (pa.list_(fields[0].type) if name == "list" else pa.struct(fields)), rest


def _expect(token: str, tokens: list[str], written: str) -> list[str]:
    if tokens[:1] != [token]:
        raise BuildError(f"type {written!r}: found {(tokens or ['its end'])[0]!r}, allowed {token!r}")
    return tokens[1:]


def _arrow_type(schema: Mapping[str, Any], root: Mapping[str, Any], path: str, seen: tuple[str, ...] = ()) -> pa.DataType:
    where = path or "/"
    if "$ref" in schema:
        reference = schema["$ref"]
        if reference in seen:
            raise BuildError(f"schema at {where}: found a recursive {reference}, allowed fixed depth: Parquet columns end somewhere")
        return _arrow_type(_resolve(reference, root), root, path, (*seen, reference))
    if "anyOf" in schema:
        kinds = [option for option in schema["anyOf"] if option.get("type") != "null"]
        if len(kinds) != 1:
            raise BuildError(f"schema at {where}: found {len(kinds)} types besides null, allowed one")
        return _arrow_type(kinds[0], root, path, seen)
    if "enum" in schema or "const" in schema:
        return _type_of(schema.get("enum", [schema.get("const")]), where)
    named = schema.get("type")
    names = [name for name in ([named] if isinstance(named, str) else named or []) if name != "null"]
    if len(names) != 1:
        raise BuildError(f"schema at {where}: found {len(names)} types besides null, allowed one")
    if names == ["array"]:
        return pa.list_(_arrow_type(schema["items"], root, f"{path}/items", seen))
    if names == ["object"]:
        if not schema.get("properties") or schema.get("additionalProperties", False) is not False:
            raise BuildError(f"schema at {where}: found an open object, allowed declared properties only (no map type in datasets)")
        return pa.struct([pa.field(name, _arrow_type(one, root, f"{path}/{name}", seen)) for name, one in schema["properties"].items()])
    return _SCALARS[names[0]]


def _resolve(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    node: Any = root
    for step in reference.removeprefix("#/").split("/"):
        if not isinstance(node, Mapping) or step not in node:
            raise BuildError(f"schema: $ref {reference!r} leads nowhere")
        node = node[step]
    return node  # type: ignore[no-any-return]


def _type_of(values: list[Any], where: str) -> pa.DataType:
    types = {_SCALARS[name] for value in values for name in [_json_name(value)] if name}
    if len(types) != 1:
        raise BuildError(f"schema at {where}: found values of {len(types)} types besides null, allowed one")
    return types.pop()


def _json_name(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return "boolean"
    return {str: "string", int: "integer", float: "number"}[type(value)]


def features(schema: pa.Schema) -> list[dict[str, Any]]:
    """The ``dataset_info.features`` of a card, as ``datasets`` writes and reads them.

    >>> features(named_schema({"id": "string", "laws": "list<struct<law: string>>"}))
    [{'name': 'id', 'dtype': 'string'}, {'name': 'laws', 'list': [{'name': 'law', 'dtype': 'string'}]}]
    """
    return [{"name": field.name, **_feature(field.type)} for field in schema]


def _feature(kind: pa.DataType) -> dict[str, Any]:
    if pa.types.is_list(kind):
        inner = _feature(kind.value_type)
        return {"list": inner.get("dtype", inner.get("struct", inner))}
    if pa.types.is_struct(kind):
        return {"struct": [{"name": field.name, **_feature(field.type)} for field in kind]}
    return {"dtype": {"double": "float64", "float": "float32"}.get(str(kind), str(kind))}
