"""The bundled predictions for multiple-choice questions, and the script that writes them."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

import legal_metrics as lm

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "predictions" / "tw-legalbench-mcq"


@pytest.fixture(scope="module")
def references() -> lm.References:
    return lm.load_references(str(ROOT / "data" / "tw-legalbench"), config="mcq", split="test")


def _report(name: str, references: lm.References) -> lm.Report:
    with (FILES / f"{name}.jsonl").open(encoding="utf-8") as file:
        return lm.score_task("tw-legalbench/mcq", lm.read_predictions(file, source=name), references.records)


def test_the_files_are_what_the_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["make_choice_predictions.py", "--out", str(tmp_path)])
    runpy.run_path(str(ROOT / "examples" / "make_choice_predictions.py"), run_name="__main__")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {path.name: path.read_bytes() for path in FILES.iterdir()}


def test_the_reference_is_right_everywhere(references: lm.References) -> None:
    report = _report("reference_echo", references)
    assert report.scores["accuracy"].value == 1.0
    assert report.scores["accuracy"].n_unparsed == 0


def test_noisy_replies_are_read_leniently_better_than_strictly(references: lm.References) -> None:
    report = _report("noisy", references)
    strict, lenient = (report.readings[name].scores["accuracy"] for name in ("strict", "lenient"))
    assert 0 < strict.value < lenient.value < 1
    assert strict.n_unparsed > lenient.n_unparsed >= 2  # a refusal, an empty reply, and whoever names two letters
