"""The table of tasks: every row is consistent, and everything it names exists."""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path

import pytest

import legal_metrics as lm
from legal_metrics.errors import UnknownTaskError
from legal_metrics.prompts import render_prompt
from legal_metrics.tasks import TASKS, CompositeSpec, MetricSpec, TaskSpec, task, tasks

ROOT = Path(__file__).resolve().parent.parent
SUITES = {"tw-legalbench", "zhifa-bench", "caai"}
INPUTS = {
    "ljp": {"facts": "甲"},
    "mcq": {"question": "何者無效？", "options": ["甲", "乙", "丙", "丁"]},
    "oeq": {"question_text": "試述之。"},
}
rows = pytest.mark.parametrize("spec", [pytest.param(spec, id=spec.id) for spec in TASKS])


def test_ids_are_unique_and_listed() -> None:
    assert len({spec.id for spec in TASKS}) == len(TASKS)
    assert tasks() == lm.tasks() == TASKS
    assert "tw-legalbench/ljp" in {spec.id for spec in tasks("tw-legalbench")}


@rows
def test_names_agree(spec: TaskSpec) -> None:
    assert spec.suite in SUITES
    assert spec.id.startswith(f"{spec.suite}/")
    assert spec.jurisdiction in ("TW", "CN")
    assert spec.config is None or spec.id == f"{spec.suite}/{spec.config}"
    assert spec.title_en
    assert spec.title_zh
    assert spec.version >= 1


@rows
def test_a_row_is_frozen_and_hashable(spec: TaskSpec) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.version = 2  # type: ignore[misc]
    assert hash(spec) == hash(task(spec.id))


@rows
def test_scores_have_names_of_their_own_and_the_primary_is_one(spec: TaskSpec) -> None:
    names = [score.name for score in spec.scores]
    assert len(set(names)) == len(names)
    assert spec.primary in names or spec.composite is not None


@rows
def test_metric_functions_take_their_options(spec: TaskSpec) -> None:
    for metric in spec.metrics:
        parameters = inspect.signature(metric.function).parameters
        assert list(parameters)[:2] == ["predictions", "references"] or list(parameters)[:2] == ["predicted", "gold"], (
            metric
        )
        assert all(parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name, _ in metric.options), metric


@rows
def test_what_a_row_names_exists(spec: TaskSpec) -> None:
    if spec.record is not None:
        schema = json.loads((ROOT / "schemas" / f"{spec.record}.schema.json").read_text(encoding="utf-8"))
        assert schema["title"] == f"{spec.suite}/{spec.record}"
    for source in spec.sources:
        assert (ROOT / "data" / "sources" / f"{source}.json").is_file(), source
    if spec.read_answer is not None:
        assert spec.record
        assert spec.splits
        assert spec.read_reference
        assert render_prompt(spec.id, {"id": "r1", **INPUTS[spec.record]})


@rows
def test_the_row_is_json(spec: TaskSpec) -> None:
    told = json.loads(json.dumps(spec.to_dict(), allow_nan=False))
    assert told["id"] == spec.id
    assert [score["name"] for score in told["scores"]] == [score.name for score in spec.scores]
    assert all(score["function"].startswith("legal_metrics.") for score in told["scores"])


def test_unknown_tasks_are_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownTaskError, match="Did you mean 'tw-legalbench/ljp'") as caught:
        task("tw-legalbench/lpj")
    assert caught.value.suggestions[0] == "tw-legalbench/ljp"
    with pytest.raises(UnknownTaskError, match="unknown task 'ljp-bench'"):
        tasks("ljp-bench")


def test_the_table_can_hold_a_task_without_data() -> None:
    """A CAAI row: twelve of these need one metric function and no reader."""
    spec = TaskSpec(
        id="caai/document_check",
        suite="caai",
        jurisdiction="CN",
        title_en="Document check",
        title_zh="文书核查",
        primary="composite",
        composite=CompositeSpec(0.6, ("correctness", "completeness"), "2.1", group="language_understanding"),
        metrics=(MetricSpec(lm.exact_match, "text", ()),),
    )
    assert spec.to_dict()["composite"] == {
        "formula": "2.1",
        "group": "language_understanding",
        "weight": 0.6,
        "ratings": ["correctness", "completeness"],
        "shares": [],
    }
    assert spec.read_answer is None
