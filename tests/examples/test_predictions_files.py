"""The bundled prediction files, the script that writes them, and the other examples."""

from __future__ import annotations

import importlib.util
import json
import math
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.cli import build_parser
from legal_metrics.text.numerals import parse_integer

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "predictions" / "tw-legalbench-ljp"
NAMES = ("reference_echo", "template_baseline", "noisy")


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"examples_{name}", ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


make_predictions = _module("make_predictions")


@pytest.fixture(scope="module")
def references() -> dict[str, lm.References]:
    return {
        split: lm.load_references(str(ROOT / "data" / "tw-legalbench"), config="ljp", split=split)
        for split in ("train", "test")
    }


@pytest.fixture(scope="module")
def reports(references: dict[str, lm.References]) -> dict[str, lm.Report]:
    found = {}
    for name in NAMES:
        with (FILES / f"{name}.jsonl").open(encoding="utf-8") as file:
            predictions = lm.read_predictions(file, source=name)
        found[name] = lm.score_task(
            "tw-legalbench/ljp", predictions, references["test"].records, train=references["train"].records
        )
    return found


def test_the_files_are_what_the_script_writes(references: dict[str, lm.References]) -> None:
    written = make_predictions.predictions(references["test"].records, references["train"].records)
    assert tuple(written) == NAMES
    for name, rows in written.items():
        assert (FILES / f"{name}.jsonl").read_bytes() == "".join(
            json.dumps(row, ensure_ascii=False) + "\n" for row in rows
        ).encode()


def test_the_reference_echoed_is_exactly_at_its_best(reports: dict[str, lm.Report]) -> None:
    report = reports["reference_echo"]
    for reading in report.readings.values():
        assert dict(reading.statuses) == {"ok": report.n}
        for name, score in reading.scores.items():
            best = 1.0 if score.higher_is_better else 0.0
            assert math.isnan(score.value) or score.value == best, name
    scored = [name for name, score in report.scores.items() if score.n]
    assert {
        "rouge_l",
        "verdict_accuracy",
        "imprisonment_within",
        "fine_within_10",
        "probation_within",
        "detention_within",
        "statute_accuracy",
    } <= set(scored)


def test_the_template_file_is_the_baseline_of_the_report(reports: dict[str, lm.Report]) -> None:
    report = reports["template_baseline"]
    for name, score in report.baselines["cause_template"].items():
        assert score.value == report.scores[name].value or math.isnan(score.value)


def test_noisy_outputs_show_every_kind_of_failure(reports: dict[str, lm.Report]) -> None:
    strict, lenient = (reports["noisy"].readings[name] for name in ("strict", "lenient"))
    assert {"ok", "wrong_script", "empty", "refusal", "truncated", "unparsed"} <= set(strict.statuses)
    assert {"plain_text", "other_keys"} <= set(lenient.repairs)
    assert strict.scores["rouge_l"].value < lenient.scores["rouge_l"].value < 1
    for name in ("statute_accuracy", "statute_type1", "statute_type2", "imprisonment_within"):
        assert 0 < strict.scores[name].value < 1
    assert strict.scores["statute_accuracy"].details["n_depth_mismatch"] > 0


def test_every_habit_comes_up_and_only_the_ids_decide() -> None:
    ids = [f"r{i}" for i in range(len(make_predictions.HABITS))]
    habits = make_predictions.noisy_habits(ids)
    assert {habit.name for habit in habits.values()} == {habit.name for habit in make_predictions.HABITS}
    assert make_predictions.noisy_habits(reversed(ids)) == habits


@given(st.integers(0, 99_999_999))
def test_formal_numerals_read_back(number: int) -> None:
    assert parse_integer(make_predictions.formal(number)) == number


@pytest.mark.parametrize(
    ("months", "text"), [(6, "陸月"), (12, "壹年"), (14, "壹年貳月"), (130, "拾年拾月"), (0, "零月")]
)
def test_terms_as_a_main_text_writes_them(months: int, text: str) -> None:
    assert make_predictions.term_text(months) == text


def test_fines_change_and_conversion_rates_do_not() -> None:
    record: dict[str, Any] = {"id": "r1"}
    text = "甲○○犯竊盜罪，處有期徒刑陸月，併科罰金新臺幣參萬元，如易科罰金，罰金以新臺幣壹仟元折算壹日。"
    changed = make_predictions.far_terms(text, record)
    assert "併科罰金新臺幣參拾萬元" in changed
    assert "以新臺幣壹仟元折算壹日" in changed
    assert "有期徒刑陸月" not in changed
    assert lm.parse_sentence(make_predictions.arabic(text, record)) == lm.parse_sentence(text)


def test_scoring_from_python(capsys: pytest.CaptureFixture[str], reports: dict[str, lm.Report]) -> None:
    runpy.run_path(str(ROOT / "examples" / "score_ljp.py"))
    lines = capsys.readouterr().out.splitlines()
    for line, name in zip(
        lines, ("rouge_l", "verdict_accuracy", "imprisonment_within", "statute_accuracy"), strict=False
    ):
        assert line.split()[:2] == [name, f"{reports['noisy'].scores[name].value:.4f}"]
    assert lines[-1] == "Scored on the bundled release of invented cases: not comparable with the figures of the paper."


@pytest.mark.parametrize("step", ["Score answers to its multiple-choice questions", "Score judgments that a model wrote"])
def test_the_demo_asks_for_what_the_command_knows(step: str) -> None:
    demo = _module("demo")
    _, module, *arguments = demo.STEPS[step]
    assert module == "legal_metrics"
    options = build_parser().parse_args(arguments)
    assert (ROOT / options.predictions).is_file()
    assert options.references == (demo.OUT / "tw-legalbench").as_posix()
