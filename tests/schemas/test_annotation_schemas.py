"""schemas/erratum.schema.json and retired.schema.json: every example passes, every counter-example fails where it says it does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from test_ljp_schema import changed, objects

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
KINDS = ("erratum", "retired")


def load(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))


def errors(kind: str, line: Any) -> list[str]:
    return ["/" + "/".join(map(str, error.absolute_path)) for error in Draft202012Validator(load(f"{kind}.schema")).iter_errors(line)]


@pytest.mark.parametrize("kind", KINDS)
def test_examples_pass_and_the_schema_is_closed(kind: str) -> None:
    schema = load(f"{kind}.schema")
    Draft202012Validator.check_schema(schema)
    assert "/v1/" in schema["$id"]
    assert [errors(kind, example) for example in load(f"{kind}.examples")] == [[]] * len(load(f"{kind}.examples"))
    for one in objects(schema):
        assert one["additionalProperties"] is False
        assert sorted(one["required"]) == sorted(one["properties"])
        assert all(prop["description"] for prop in one["properties"].values())


@pytest.mark.parametrize(("kind", "case"), [(kind, case) for kind in KINDS for case in load(f"{kind}.counter_examples")], ids=lambda c: str(c)[:60])
def test_counter_examples_fail_where_they_say(kind: str, case: dict[str, Any]) -> None:
    assert case["error_at"] in errors(kind, changed(load(f"{kind}.examples")[0], case))
