"""schemas/judge_reply.schema.json and legal_metrics.extract.judge_form say the same of every JSON value; jsonschema is the oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from legal_metrics.extract.judge_form import is_strict_reply
from legal_metrics.extract.judge_replies import parse_judge_reply

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def load(name: str) -> Any:
    return json.loads((SCHEMAS / f"judge_reply.{name}.json").read_text(encoding="utf-8"))


ORACLE = Draft202012Validator(load("schema"))

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.sampled_from((0.0, 1.0, 1.5, -1e9, 1e9, 999999.0, 1000000, "", "correct", "1", "甲" * 40, "甲" * 41)),
)
KEYS = st.sampled_from(
    [
        "index",
        "criterion_number",
        "label",
        "status",
        "points",
        "score",
        "criteria_met",
        "reason",
        "explanation",
        "allocated",
        "position",
        "times",
        "veto",
        "parts",
        "name",
        "grades",
        "error",
    ]
)
PARTS = st.lists(
    st.dictionaries(st.sampled_from(("name", "points", "score", "label", "status", "x")), VALUES, max_size=3),
    max_size=2,
)
GOOD = {
    "index": st.integers(1, 5),
    "label": st.just("correct"),
    "points": st.integers(-2, 5),
    "reason": st.text(max_size=3),
    "allocated": st.none() | st.integers(0, 3),
    "position": st.none() | st.integers(1, 3),
    "times": st.none() | st.integers(0, 3),
    "veto": st.none() | st.booleans(),
    "parts": st.lists(st.fixed_dictionaries({"name": st.just("甲"), "points": st.integers(0, 3)}), max_size=2),
}
ROWS = st.one_of(
    st.dictionaries(KEYS, VALUES | PARTS, max_size=5),
    st.builds(
        lambda row, change: {**row, **change},
        st.fixed_dictionaries({}, optional=GOOD),
        st.dictionaries(KEYS, VALUES | PARTS, max_size=1),
    ),
)
REPLIES = st.one_of(
    VALUES,
    st.lists(ROWS | VALUES, max_size=3),
    st.fixed_dictionaries({"grades": st.lists(ROWS, max_size=3)}),
    st.dictionaries(KEYS, VALUES, max_size=2),
    st.fixed_dictionaries({"explanation": VALUES, "criteria_met": VALUES}),
)


def test_the_schema_is_closed() -> None:
    schema = load("schema")
    Draft202012Validator.check_schema(schema)
    assert "/v1/" in schema["$id"]
    for one in (*schema["$defs"].values(), schema["oneOf"][0], schema["oneOf"][2]):
        assert one["additionalProperties"] is False
        assert all(prop["description"] for prop in one["properties"].values())


@pytest.mark.parametrize("reply", load("examples"), ids=range(len(load("examples"))))
def test_examples_are_strict_replies(reply: Any) -> None:
    assert ORACLE.is_valid(reply)
    assert is_strict_reply(reply)
    read = parse_judge_reply(
        json.dumps(reply, ensure_ascii=False), item=1 if isinstance(reply, dict) and "grades" not in reply else None
    )
    assert read.strict
    assert read.repairs == ()


@pytest.mark.parametrize("case", load("counter_examples"), ids=lambda case: case["why"])
def test_counter_examples_are_none(case: dict[str, Any]) -> None:
    assert not ORACLE.is_valid(case["reply"])
    assert not is_strict_reply(case["reply"])


@settings(max_examples=300)
@given(REPLIES)
def test_code_and_schema_agree(reply: Any) -> None:
    assert is_strict_reply(reply) is ORACLE.is_valid(reply)
