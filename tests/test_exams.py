"""From verdict files to totals: the library's door and the command, on the invented exam of ``examples/exam`` and on files that do not fit."""

from __future__ import annotations

import hashlib
import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.cli import main
from legal_metrics.errors import LegalMetricsError
from legal_metrics.report.exams import render_exams, render_exams_html
from legal_metrics.report.plots import PointsRow, points_against_lines

ROOT = Path(__file__).resolve().parents[1]
EXAM = ROOT / "examples" / "exam"
HUMAN = EXAM / "human_lines.invented.jsonl"
VERDICTS = [str(path) for path in sorted((EXAM / "verdicts").glob("*.jsonl"))]
COMMAND = ["exam", *VERDICTS, "--references", str(EXAM / "questions.jsonl"), "--human", str(HUMAN)]
ROW = {
    "id": "q1",
    "year": 2023,
    "subject_code": "tax",
    "question_number": 1,
    "points": 100,
    "scoring_points": [{"criterion_number": 1, "points": 60}, {"criterion_number": 2, "points": None}],
}


def lines_of(name: str) -> list[str]:
    return (EXAM / name).read_text(encoding="utf-8").splitlines()


def judgements(*rows: dict[str, Any]) -> lm.Judgements:
    return lm.read_judgements({"j.jsonl": [json.dumps(row).encode() for row in rows]})


def verdict(*labels: str, judge: str = "j1", **fields: Any) -> dict[str, Any]:
    grades = [{"index": n, "status": label} for n, label in enumerate(labels, start=1)]
    return {"id": "q1", "judge": judge, "grades": grades, **fields}


@pytest.fixture(scope="module")
def report() -> lm.ExamReport:
    records = lm.load_references(str(EXAM / "questions.jsonl"), config="oeq", split="test").records
    models = {Path(path).stem: lm.read_judgements({path: Path(path).read_bytes().split(b"\n")}) for path in VERDICTS}
    return lm.score_exams(models, records, lm.read_human_lines(HUMAN.read_bytes()), resamples=500)


def test_the_example_is_what_its_script_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["make_exam_verdicts.py", "--out", str(tmp_path)])
    runpy.run_path(str(ROOT / "examples" / "make_exam_verdicts.py"), run_name="__main__")
    written = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert written == {path.relative_to(EXAM): path.read_bytes() for path in EXAM.rglob("*.jsonl")}


def test_the_example_says_that_its_lines_are_invented(report: lm.ExamReport) -> None:
    assert report.invented
    assert "INVENTED" in render_exams(report)
    assert "INVENTED" in render_exams_html(report, plots=False)
    assert report.to_dict()["human_lines_invented"] is True


def test_a_total_is_the_sum_of_its_questions(report: lm.ExamReport) -> None:
    """Added up again from the verdict file alone, without the library: what labels are worth stands in docs/oeq.md."""
    records = {row["id"]: row for row in map(json.loads, lines_of("questions.jsonl"))}
    total = 0.0
    for line in lines_of("verdicts/able.jsonl"):
        row = json.loads(line)
        record = records[row["id"]]
        stated = {point["criterion_number"]: point["points"] for point in record["scoring_points"]}
        for grade in row["grades"]:
            full = stated[grade["criterion_number"]] or grade["allocated"]
            earned = {"correct": full, "partial": grade["points"]}.get(grade["label"], 0)
            elective = record["subject_code"] in ("intellectual_property", "labor_social", "tax", "maritime")
            total += earned / (4 if elective else 1) if record["year"] > 2020 else 0
    assert report.results.of("able", "lawyers").total == pytest.approx(total / 2 / 4)


def test_json_holds_every_figure_and_nothing_else(report: lm.ExamReport) -> None:
    out = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    able = out["exams"]["lawyers"]["able"]
    assert set(able["by_elective"]) == {"intellectual_property", "labor_social", "tax", "maritime"}
    assert out["exams"]["lawyers"]["patchy"]["total"] is None
    assert out["exams"]["lawyers"]["patchy"]["incomplete_years"] == [2021, 2023]
    assert out["exams"]["judges_prosecutors"]["able"]["passing"]["passes"] is None
    assert {(row["judge"], row["year"]) for row in out["label_counts"]} >= {("judge-1", 2020), ("judge-2", 2024)}
    summed = sum(row["correct"] for row in out["label_counts"] if row["model"] == "able")
    assert out["labels"]["able"]["all"]["summed"]["correct"] == summed
    assert out["labels"]["able"]["all"]["averaged"]["correct"] == summed / 2
    by_year = out["labels"]["able"]["by_year"].values()
    assert sum(part["summed"]["correct"] for part in by_year) == summed
    allocated = out["allocations"][0]
    assert set(allocated["scoring_points"][0]["allocated"]) == {"judge-1", "judge-2"}
    assert all(0 <= row["disagreement"] <= 1 for row in out["allocations"] if row["disagreement"] is not None)
    assert out["choice_band"]["low"] == 0.7
    with pytest.raises(LegalMetricsError, match="found model 'x'"):
        report.labels("x")


def test_both_reports_say_what_is_missing(report: lm.ExamReport) -> None:
    page, text = render_exams_html(report), render_exams(report)
    for words in ("no total for lawyers", "no verdict", "no JSON with grades", "is no number in the source"):
        assert words in page, words
        assert words in text.replace("\n  ", " "), words
    assert "律師考試" in page
    assert "<svg" in page
    assert page == render_exams_html(report)


def test_hostile_names_reach_no_page() -> None:
    hostile = "</td><script>alert(1)</script>\x1b[2J"
    given = {hostile: judgements(verdict("correct", "wrong", judge=hostile))}
    human = [lm.HumanLine("lawyers", 2023, None, 400.0, 50.0, name=hostile)]
    found = lm.score_exams(given, [ROW], human, years=[2023])
    assert "<script" not in render_exams_html(found)
    assert "\x1b" not in render_exams(found)


def test_runs_are_models_of_their_own() -> None:
    given = judgements(verdict("correct", "wrong", run="a"), verdict("wrong", "wrong", run="b"))
    found = lm.score_exams({"m": given}, [ROW], years=[2023])
    assert found.models == ("m (a)", "m (b)")
    assert [found.results.of(model, "lawyers").by_subject["tax"] for model in found.models] == [60.0, 0.0]
    with pytest.raises(LegalMetricsError, match=r"found two by the name 'm \(a\)'"):
        lm.score_exams({"m": given, "m (a)": judgements(verdict("wrong", "wrong"))}, [ROW], years=[2023])


def test_outputs_that_cannot_be_read_earn_nothing_and_others_are_held_against_their_digest() -> None:
    output = json.dumps({"answer": "甲得請求返還。"}, ensure_ascii=False)
    digest = hashlib.sha256(output.encode()).hexdigest()
    given = {"m": judgements(verdict("correct", "correct", output_sha256=digest))}
    for text, points in ((output, 100.0), ("抱歉。", None)):
        if points is None:
            with pytest.raises(lm.JudgementsError, match="is about another text"):
                lm.score_exams(given, [ROW], predictions={"m": {"q1": text}}, years=[2023])
        else:
            found = lm.score_exams(given, [ROW], predictions={"m": {"q1": text}}, years=[2023])
            assert found.results.of("m", "lawyers").by_subject["tax"] == points
    plain = {"m": judgements(verdict("correct", "correct"))}
    found = lm.score_exams(plain, [ROW], predictions={"m": {"q1": "抱歉。"}}, years=[2023])
    assert found.results.of("m", "lawyers").by_subject["tax"] == 0.0
    with pytest.raises(LegalMetricsError, match="predictions: found model 'x', allowed m"):
        lm.score_exams(plain, [ROW], predictions={"x": {}}, years=[2023])


def test_verdicts_on_unknown_questions_are_refused() -> None:
    with pytest.raises(lm.JudgementsError, match="unknown id 'q9'"):
        lm.score_exams({"m": judgements(verdict("correct", id="q9"))}, [ROW])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"year": None}, "year"),
        ({"year": "2023"}, "year"),
        ({"subject_code": ""}, "subject_code"),
        ({"question_number": 0}, "question_number"),
        ({"id": None}, "id"),
        ({"points": -1}, "points"),
    ],
)
def test_a_record_that_cannot_be_read_is_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(lm.BadReferenceError, match=f"field '{field}'"):
        lm.score_exams({}, [{**ROW, **change}])


# --- command ----------------------------------------------------------------------------------------------------------


def test_one_command_shows_the_totals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "new" / "e.json", tmp_path / "e.html"
    assert main([*COMMAND, "--json", str(out), "--html", str(page), "--resamples", "200"]) == 0
    printed = capsys.readouterr().out
    assert "Examination for lawyers 律師考試, 900 points" in printed
    assert "judges_prosecutors" in json.loads(out.read_text(encoding="utf-8"))["exams"]
    assert "司法官考試" in page.read_text(encoding="utf-8")


def test_files_of_one_name_are_of_one_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = tmp_path / "oeq.jsonl"
    records.write_text(json.dumps(ROW), encoding="utf-8")
    for judge in ("j1", "j2"):
        (tmp_path / judge).mkdir()
        (tmp_path / judge / "m-5.2.jsonl").write_text(
            json.dumps(verdict("correct", "wrong", judge=judge)), encoding="utf-8"
        )
    files = [str(tmp_path / judge / "m-5.2.jsonl") for judge in ("j1", "j2")]
    common = ["--references", str(records), "--years", "2023", "--exams", "lawyers", "--resamples", "50"]
    assert main(["exam", *files, *common]) == 0
    assert "1 model\n" in capsys.readouterr().out
    assert main(["exam", f"a={files[0]}", f"b={files[1]}", *common, "--json", str(tmp_path / "o.json")]) == 0
    assert list(json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))["exams"]["lawyers"]) == ["a", "b"]
    assert main(["exam", files[0], files[0], *common]) == 2
    assert "more than once" in capsys.readouterr().err
    outputs = tmp_path / "outputs.jsonl"
    outputs.write_text(json.dumps({"id": "q1", "output": ""}), encoding="utf-8")
    assert main(["exam", f"a={files[0]}", *common, "--predictions", f"a={outputs}"]) == 0
    assert "could not be read" in capsys.readouterr().out
    assert main(["exam", f"a={files[0]}", *common, "--predictions", str(outputs)]) == 2


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (["--years", "2021", "2021"], 2, "--years: found 2021 2021"),
        (["--exams", "notaries"], 2, "invalid choice"),
        (["--human", "none.jsonl"], 2, "--human: no such file"),
        (["--json", VERDICTS[0]], 2, "which is the file of"),
        (["--human", str(EXAM / "questions.jsonl")], 1, "line 1: field 'id': unknown"),
    ],
)
def test_wrong_calls_are_told(change: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *change]) == code
    assert message in capsys.readouterr().err


def test_any_totals_can_be_drawn() -> None:
    rows = [PointsRow("m", None), PointsRow("第二", 450.0, 440.0, 470.0, (445.0, 455.0)), PointsRow("n", 900.0)]
    lines = [("top 33 %", 400.0), ("admitted 錄取平均", 405.0), ("far", 890.0)]
    svg = points_against_lines(rows, lines, maximum=900, name="totals")
    assert "錄取平均" in svg
    assert "no total" in svg
    assert points_against_lines(rows, [], maximum=800, name="totals")
    assert points_against_lines([], lines, maximum=900, name="totals")
