"""schemas/ljp.schema.json: every example passes, every counter-example fails where it says it does."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jsonschema import Draft202012Validator, FormatChecker

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
SCHEMA = json.loads((SCHEMAS / "ljp.schema.json").read_text(encoding="utf-8"))
EXAMPLES = json.loads((SCHEMAS / "ljp.examples.json").read_text(encoding="utf-8"))
COUNTER_EXAMPLES = json.loads((SCHEMAS / "ljp.counter_examples.json").read_text(encoding="utf-8"))


def errors(record: Any) -> list[str]:
    validator = Draft202012Validator(SCHEMA, format_checker=FormatChecker())
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


def test_schema_is_valid_2020_12_and_versioned() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "/v1/" in SCHEMA["$id"]


@pytest.mark.parametrize("record", EXAMPLES, ids=lambda r: r["id"])
def test_examples_pass(record: dict[str, Any]) -> None:
    assert errors(record) == []


@pytest.mark.parametrize("case", COUNTER_EXAMPLES, ids=lambda c: c["why"])
def test_counter_examples_fail_where_they_say(case: dict[str, Any]) -> None:
    assert case["error_at"] in errors(changed(EXAMPLES[0], case))


def objects(schema: Any) -> list[dict[str, Any]]:
    found = []
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            found.append(schema)
        for value in schema.values():
            found += objects(value)
    elif isinstance(schema, list):
        for value in schema:
            found += objects(value)
    return found


def test_every_object_is_closed_and_complete() -> None:
    declared = objects(SCHEMA)
    assert len(declared) == 1 + len(SCHEMA["$defs"])
    for one in declared:
        assert one["additionalProperties"] is False
        assert sorted(one["required"]) == sorted(one["properties"])


def test_every_property_is_described() -> None:
    for one in objects(SCHEMA):
        for name, prop in one["properties"].items():
            assert prop.get("description") or "$ref" in prop, name


def test_reduced_penalty_is_penalty_without_reduction() -> None:
    penalty = dict(SCHEMA["$defs"]["penalty"]["properties"])
    del penalty["reduced_to"]
    assert SCHEMA["$defs"]["reduced_penalty"]["properties"] == penalty


def test_counter_examples_touch_every_top_level_field() -> None:
    touched = {case["at"].strip("/").split("/")[0] for case in COUNTER_EXAMPLES}
    assert set(SCHEMA["properties"]) - touched == set()


def test_format_is_checked_only_with_a_checker() -> None:
    """Why validation always passes a FormatChecker: without it 2023-02-30 is a date."""
    record = EXAMPLES[0] | {"date": "2023-02-30"}
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(record)) == []
    assert errors(record) == ["/date"]
