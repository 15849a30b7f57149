"""Predictions files: every fault is named with file, line, field, what was found and what is allowed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import PredictionsError
from legal_metrics.predictions import Predictions, check_ids, read_predictions


def lines(*rows: dict[str, Any]) -> list[str]:
    return [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]


def problems(rows: Iterable[str]) -> tuple[str, ...]:
    with pytest.raises(PredictionsError) as caught:
        read_predictions(rows, source="p.jsonl")
    return caught.value.problems


def test_plain_file() -> None:
    read = read_predictions(
        ["\ufeff" + lines({"id": "r1", "output": "無罪"})[0], "\n", *lines({"id": "r2", "output": ""})]
    )
    assert {run: dict(outputs) for run, outputs in read.runs.items()} == {"": {"r1": "無罪", "r2": ""}}
    assert read.metadata == {}


def test_metadata_is_kept_once_each() -> None:
    read = read_predictions(
        lines(
            {"id": "r1", "output": "", "model": "m", "decoding": {"temperature": 0}, "prompt_version": 1},
            {"id": "r2", "output": "", "model": "m", "decoding": None},
        )
    )
    assert read.metadata == {"model": ("m",), "decoding": ('{"temperature": 0}',), "prompt_version": ("1",)}


def test_runs_repeat_ids() -> None:
    read = read_predictions(
        lines(*({"id": id, "output": f"{run}{id}", "run": run} for run in ("a", "b") for id in ("r1", "r2")))
    )
    assert list(read.runs) == ["a", "b"]
    assert read.runs["b"]["r1"] == "br1"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            '{"id": "r1", "output": "a"',
            "p.jsonl:1: broken JSON (Expecting ',' delimiter at character 27), allowed one JSON object a line",
        ),
        ("[1]", "p.jsonl:1: found a list, allowed a JSON object"),
        ("null", "p.jsonl:1: found null, allowed a JSON object"),
        ('{"output": "a"}', "p.jsonl:1: field 'id' is missing"),
        ('{"id": "r1"}', "p.jsonl:1: field 'output' is missing"),
        ('{"id": 7, "output": "a"}', "p.jsonl:1: field 'id': found a number, allowed a string"),
        ('{"id": "r1", "output": null}', "p.jsonl:1: field 'output': found null, allowed a string"),
        ('{"id": "r1", "output": {"main_text": ""}}', "p.jsonl:1: field 'output': found an object, allowed a string"),
        (
            '{"id": "r1", "output": "", "run": true}',
            "p.jsonl:1: field 'run': found a boolean, allowed a string with text or a whole number",
        ),
        ('{"id": "r1", "id": "r2", "output": ""}', "p.jsonl:1: field 'id' is repeated"),
        (
            '{"id": "r1", "output": "", "text": ""}',
            "p.jsonl:1: unknown field 'text', allowed id, output, run, model, decoding, prompt_version",
        ),
    ],
)
def test_bad_lines(line: str, problem: str) -> None:
    assert problems([line]) == (problem,)


def test_all_bad_lines_are_listed_with_their_numbers() -> None:
    found = problems([*lines({"id": "r1", "output": ""}), "x", "\n", *lines({"id": "r1", "output": ""}, {"id": "r2"})])
    assert [problem.split(" ")[0] for problem in found] == ["p.jsonl:2:", "p.jsonl:4:", "p.jsonl:5:"]
    assert found[1] == "p.jsonl:4: id 'r1' is repeated (first on line 1)"


def test_an_id_repeated_in_one_run() -> None:
    rows = lines(
        {"id": "r1", "output": "", "run": "a"},
        {"id": "r1", "output": "", "run": "b"},
        {"id": "r1", "output": "", "run": "a"},
    )
    assert problems(rows) == ("p.jsonl:3: id 'r1' is repeated in run 'a' (first on line 1)",)


def test_run_on_some_lines_only() -> None:
    assert (
        "'run' stands on line 2 but not on line 1"
        in problems(lines({"id": "r1", "output": ""}, {"id": "r1", "output": "", "run": "a"}))[0]
    )


def test_an_empty_file_is_told() -> None:
    assert problems(["\n"]) == ("p.jsonl: no predictions found",)


def test_many_problems_are_cut_and_counted() -> None:
    found = problems(["x"] * 200)
    assert len(found) == 51
    assert found[-1] == "… and 150 more"


def test_ids_against_the_records() -> None:
    predictions = read_predictions(lines({"id": "r1", "output": ""}, {"id": "r9", "output": ""}), source="p.jsonl")
    with pytest.raises(PredictionsError) as caught:
        check_ids(predictions, ["r1", "r2", "r3"])
    assert caught.value.problems == ("p.jsonl: unknown id 'r9'", "p.jsonl: missing id 'r2'", "p.jsonl: missing id 'r3'")
    with pytest.raises(PredictionsError, match="unknown id 'r9'"):
        check_ids(predictions, ["r1"], missing="unparsed")
    assert check_ids(Predictions.of({"r1": ""}), ["r1", "r2"], missing="unparsed") == {"": ("r2",)}


def test_each_run_needs_every_id() -> None:
    predictions = Predictions({"a": {"r1": ""}, "b": {"r1": "", "r2": ""}})
    with pytest.raises(PredictionsError) as caught:
        check_ids(predictions, ["r1", "r2"])
    assert caught.value.problems == ("predictions, run 'a': missing id 'r2'",)


def test_a_mapping_with_an_output_that_is_no_text() -> None:
    with pytest.raises(PredictionsError, match="id 'r1': field 'output': found null, allowed a string"):
        Predictions.of({"r1": None})  # type: ignore[dict-item]


@given(st.dictionaries(st.text(min_size=1), st.text(), min_size=1, max_size=5))
def test_what_is_written_is_read(outputs: dict[str, str]) -> None:
    rows = lines(*({"id": id, "output": output} for id, output in outputs.items()))
    assert read_predictions(rows).runs[""] == outputs


@given(st.lists(st.text(), max_size=5))
def test_no_text_raises_anything_else(rows: list[str]) -> None:
    try:
        read_predictions(rows)
    except PredictionsError as error:
        assert error.problems
