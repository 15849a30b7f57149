"""Files of human lines: the reader and ``schemas/human_line.schema.json`` agree on what a line is; places and fields are named."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def load(part: str) -> Any:
    return json.loads((SCHEMAS / f"human_line.{part}.json").read_text(encoding="utf-8"))


SCHEMA = Draft202012Validator(load("schema"))
EXAMPLES = load("examples")
CASES = load("counter_examples")


def read(*rows: Any) -> tuple[lm.HumanLine, ...]:
    return lm.read_human_lines(b"\n".join(json.dumps(row).encode() for row in rows), source="lines.jsonl")


def changed(case: dict[str, Any]) -> dict[str, Any]:
    row = dict(EXAMPLES[0])
    field = case["at"].strip("/")
    if case.get("remove"):
        del row[field]
    else:
        row[field] = case["set"]
    return row


def test_the_schema_is_closed_and_described() -> None:
    schema = load("schema")
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert all(field["description"] for field in schema["properties"].values())
    assert {case["at"].strip("/") for case in CASES} >= set(schema["properties"])


@pytest.mark.parametrize("row", EXAMPLES)
def test_examples_are_read(row: dict[str, Any]) -> None:
    assert not list(SCHEMA.iter_errors(row))
    [line] = read(row)
    assert (line.exam, line.year, line.percentile, line.total) == tuple(
        row[key] for key in ("exam", "year", "percentile", "total")
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["why"]))
def test_counter_examples_are_refused_where_they_are_wrong(case: dict[str, Any]) -> None:
    row = changed(case)
    found = ["/" + "/".join(map(str, error.absolute_path)) for error in SCHEMA.iter_errors(row)]
    assert case["error_at"] in found
    with pytest.raises(lm.HumanLinesError, match=r"lines\.jsonl, line 1: field") as caught:
        read(row)
    assert caught.value.field == case["error_at"].strip("/") or case["error_at"] == "/"


@given(
    st.dictionaries(
        st.sampled_from(["exam", "year", "percentile", "name", "total", "composition", "source", "invented", "x"]),
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-1, 3000),
            st.sampled_from([0.5, 33.0, 455.0]).map(lambda x: x + 0.25),
            st.sampled_from(["lawyers", "", " ", "admitted"]),
            st.just([]),
        ),
    )
)
def test_whatever_the_reader_takes_the_schema_takes(change: dict[str, Any]) -> None:
    row = {**EXAMPLES[0], **change}
    try:
        read(row)
    except lm.HumanLinesError as error:
        # The one rule beyond the schema: law papers lie within the exam's points.
        assert list(SCHEMA.iter_errors(row)) or "without composition" in error.why
    else:
        assert not list(SCHEMA.iter_errors(row))


@given(st.binary(max_size=60))
def test_no_other_exception_on_any_bytes(content: bytes) -> None:
    with contextlib.suppress(LegalMetricsError):
        lm.read_human_lines(content)


def test_a_list_and_lines_are_the_same() -> None:
    lines = b"\xef\xbb\xbf" + b"\n".join(json.dumps(row).encode() for row in EXAMPLES) + b"\n\n"
    assert lm.read_human_lines(lines) == lm.read_human_lines(json.dumps(EXAMPLES, indent=1).encode())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "found no line"),
        (b"[]", "found no line"),
        (b"[3]", "item 1: found a number, allowed an object"),
        (b"[{]", "found broken JSON"),
        (b"{", "line 1: found broken JSON"),
        (b"3", "line 1: found a number, allowed a JSON object"),
        (b"\xff", "not UTF-8"),
        (b"[\xff]", "found broken JSON"),
    ],
)
def test_broken_files_are_named(content: bytes, message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        lm.read_human_lines(content)


def test_a_group_stands_once_a_year_and_points_fit_the_exam() -> None:
    with pytest.raises(lm.HumanLinesError, match=r"line 2: found the group and year of lines.jsonl, line 1"):
        read(EXAMPLES[0], EXAMPLES[0])
    with pytest.raises(lm.HumanLinesError, match="leaves 0 to 900 points without composition"):
        read({**EXAMPLES[0], "total": 1000})
    with pytest.raises(lm.HumanLinesError, match="leaves 0 to 900 points"):
        read({**EXAMPLES[0], "total": 40})
    with pytest.raises(lm.HumanLinesError, match="total"):
        read({**EXAMPLES[0], "total": float("nan")})
    with pytest.raises(LegalMetricsError, match="content: found"):
        lm.read_human_lines("[]")  # type: ignore[arg-type]
