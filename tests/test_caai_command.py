"""``legal-metrics caai``: one command from a folder to the total."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from legal_metrics.cli import main

EXAMPLE = Path(__file__).parents[1] / "examples" / "caai"


def test_from_the_folder_to_the_total(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new"
    assert main(["caai", str(EXAMPLE), "--json", str(out / "r.json"), "--html", str(out / "r.html")]) == 0
    printed = capsys.readouterr()
    assert "52.0504" in printed.out
    assert str(out / "r.html") in printed.err
    report = json.loads((out / "r.json").read_text(encoding="utf-8"))
    assert report["scores"] == {"Q": pytest.approx(52.05037115384615), "Q1": 11 / 12, "Q2": report["total"]["parts"][0]["value"], "Q3": 0.93, "Q4": 0.77}
    assert {value["formula"] for value in report["tasks"].values()} == {f"2.{place}" for place in range(1, 14)}
    assert report["logs"]["service"]["failures"]["days"] == 10
    assert report["elements"]["element_extraction"]["theft"]["missed"] == [{"value": "坦白", "kind": "情节"}]
    assert set(report["groups"]) == {"language_understanding", "content_generation", "question_answering", "logical_reasoning"}
    assert (out / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_choices_on_the_command_line_win(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r.json"
    assert main(["caai", str(EXAMPLE), "--json", str(out), "--set", "summary=classification", "missing=zero"]) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert report["tasks"]["document_summary"]["value"] == 0.8
    assert (report["settings"]["options"]["summary"], report["settings"]["options"]["missing"]) == ("classification", "zero")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--set", "missing"], "--set: found 'missing', allowed CHOICE=VALUE"),
        (["--set", "missing=ignore"], "missing: found 'ignore', allowed undefined, zero, leave_out"),
        (["--set", "colour=red"], "option: found 'colour'"),
        (["--json", str(EXAMPLE / "report.json")], "which is in the folder of inputs"),
        (["--json", "same.out", "--html", "same.out"], "--html: found 'same.out', which is the file of --json"),
    ],
)
def test_wrong_usage_is_code_2(more: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["caai", str(EXAMPLE), *more]) == 2
    assert says in capsys.readouterr().err
    assert not (EXAMPLE / "report.json").exists()


def test_no_folder_is_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["caai", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_bad_data_is_code_1_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(EXAMPLE, tmp_path / "evaluation")
    (folder / "safety" / "adjudication.csv").write_text("category,item,label\n排斥成见,1,2\n", encoding="utf-8")
    out = tmp_path / "out" / "r.json"
    assert main(["caai", str(folder), "--json", str(out)]) == 1
    assert "adjudication.csv, line 2" in capsys.readouterr().err
    assert not out.parent.exists()
