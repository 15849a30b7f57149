"""schemas/mcq and schemas/oeq: every example passes, every counter-example fails where it says it does."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from builders.quality.validation import validate
from builders.release.arrow_schema import arrow_schema

FOLDER = Path(__file__).resolve().parents[2] / "schemas"
NAMES = ("mcq", "oeq")


def load(name: str, part: str) -> Any:
    return json.loads((FOLDER / f"{name}.{part}.json").read_text(encoding="utf-8"))


SCHEMAS = {name: load(name, "schema") for name in NAMES}
EXAMPLES = [(name, record) for name in NAMES for record in load(name, "examples")]
COUNTER_EXAMPLES = [(name, case) for name in NAMES for case in load(name, "counter_examples")]


def errors(name: str, record: Any) -> list[str]:
    validator = Draft202012Validator(SCHEMAS[name], format_checker=FormatChecker())
    return ["/" + "/".join(map(str, error.absolute_path)) for error in validator.iter_errors(record)]


def changed(record: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    out = copy.deepcopy(record)
    *path, last = case["at"].strip("/").split("/")
    parent: Any = out
    for step in path:
        parent = parent[int(step)] if isinstance(parent, list) else parent[step]
    key = int(last) if isinstance(parent, list) else last
    if case.get("remove"):
        del parent[key]
    else:
        parent[key] = case["set"]
    return out


def objects(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) and schema.get("type") == "object" else []
    children = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return found + [one for child in children for one in objects(child)]


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_valid_versioned_closed_and_described(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert "/v1/" in schema["$id"] and schema["$id"].endswith(f"/{name}.schema.json")
    declared = objects(schema)
    assert len(declared) == 1 + len(schema["$defs"])
    for one in declared:
        assert one["additionalProperties"] is False
        assert sorted(one["required"]) == sorted(one["properties"])
        assert all(prop.get("description") or "$ref" in prop for prop in one["properties"].values())


@pytest.mark.parametrize(("name", "record"), EXAMPLES, ids=lambda value: value["id"] if isinstance(value, dict) else value)
def test_examples_keep_schema_and_rules(name: str, record: dict[str, Any]) -> None:
    assert errors(name, record) == [] and validate(record, name) == []


@pytest.mark.parametrize(("name", "case"), COUNTER_EXAMPLES, ids=lambda value: value["why"] if isinstance(value, dict) else value)
def test_counter_examples_fail_where_they_say(name: str, case: dict[str, Any]) -> None:
    found = errors(name, changed(next(record for kind, record in EXAMPLES if kind == name), case))
    assert case["error_at"] in found


@pytest.mark.parametrize("name", NAMES)
def test_counter_examples_touch_every_top_level_field(name: str) -> None:
    touched = {case["at"].strip("/").split("/")[0] for kind, case in COUNTER_EXAMPLES if kind == name}
    assert set(SCHEMAS[name]["properties"]) - touched == set()


@pytest.mark.parametrize("name", NAMES)
def test_schema_has_an_arrow_form(name: str) -> None:
    assert arrow_schema(SCHEMAS[name]).names == list(SCHEMAS[name]["properties"])
