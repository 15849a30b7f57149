"""Folders of evaluations: what may be in them, what is refused by name, and what becomes of what is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from legal_metrics.caai.assessment import assess
from legal_metrics.caai.folder import INPUTS, read_folder
from legal_metrics.caai.options import Options
from legal_metrics.errors import BadReferenceError, LegalMetricsError, PredictionsError
from legal_metrics.json_lines import JsonLineError

EXAMPLE = Path(__file__).parents[2] / "examples" / "caai"
NOT_READ = ("materials", "README.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "evaluation"))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def state(folder: Path, **more: object) -> None:
    """Change fields of evaluation.json."""
    path = folder / "evaluation.json"
    write(path, json.dumps({**json.loads(path.read_text(encoding="utf-8")), **more}, ensure_ascii=False))


def test_every_file_is_told_with_its_rows(folder: Path) -> None:
    read = read_folder(folder)
    on_disk = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {file.name for file in read.files} == {name for name in on_disk if not name.startswith(NOT_READ)}
    assert all(file.rows and len(file.sha256) == 64 for file in read.files)
    assert {kind for kinds in INPUTS.values() for kind in kinds} >= {file.kind for file in read.files} - {"evaluation.json"}


def test_an_empty_folder_has_no_total_and_says_why(tmp_path: Path) -> None:
    assessment = assess(tmp_path)
    assert assessment.result.total.value is None
    assert {"Q", "Q2", "2.7", "Q3"} <= {value.split()[0] for value, note in assessment.told() if note.kind == "missing" and value}
    assert all(group.value is None for group in assessment.groups)
    json.dumps(assessment.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("gone", "formula"),
    [("functions.csv", ""), ("counts.csv", "2.4"), ("ratings", "2.5"), ("safety", "Q3"), ("run.jsonl", "2.13"), ("elements", "2.1"), ("structured", "2.6")],
)
def test_what_is_missing_is_told_at_the_formula_that_needs_it(folder: Path, gone: str, formula: str) -> None:
    path = folder / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assessment = assess(folder)
    if formula:
        assert assessment.result.total.value is None
        assert any(value.startswith(f"{formula} ") and note.kind == "missing" for value, note in assessment.told())
    else:  # without a function sheet, functions with a score are taken to be there
        assert assessment.result.total.value is not None
        assert any(note.kind == "flagged" and note.where == "functions" for _, note in assessment.told())
    assert assess(folder, options=Options(missing="zero")).result.total.value is not None


def test_without_a_service_log_the_failures_of_the_run_log_count(folder: Path) -> None:
    (folder / "service.jsonl").unlink()
    failures = assess(folder).inputs.evaluation.failures
    assert failures is not None
    assert (failures.recovery_minutes, failures.days) == ((), pytest.approx(101 / 86400))


def test_a_sheet_of_failures_and_its_days(folder: Path) -> None:
    (folder / "service.jsonl").unlink()
    write(folder / "failures.csv", "failure,minutes\na,2\nb,4\n")
    with pytest.raises(LegalMetricsError, match="field 'days': is missing"):
        read_folder(folder)
    state(folder, days=10)
    assert assess(folder).result.stability.value == pytest.approx(0.77)
    (folder / "failures.csv").unlink()
    with pytest.raises(LegalMetricsError, match="field 'days': found 10 without a sheet of failures"):
        read_folder(folder)


def test_times_measured_elsewhere_take_the_hardware_of_the_evaluation(folder: Path) -> None:
    (folder / "run.jsonl").unlink()
    write(folder / "timing.csv", "first_token_mean_ms,tokens_per_second_stream,concurrency\n1999,30,10\n")
    assert assess(folder).result.tasks["time_performance"].value == 1.0


def test_sheets_in_json_lines(folder: Path) -> None:
    rows = (folder / "functions.csv").read_text(encoding="utf-8").splitlines()[1:]
    lines = [json.dumps({"function": f, "case": c, "present": p == "是"}) for f, c, p in (row.split(",") for row in rows)]
    (folder / "functions.csv").unlink()
    write(folder / "functions.jsonl", "\n".join(lines))
    assert assess(folder).result.functional.value == 11 / 12


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("rating.csv", "x\n", r"did you mean ratings"),
        ("functions.jsonl", "{}\n", r"functions: found .*functions.csv and .*functions.jsonl, allowed one"),
        ("ratings.csv", "task\n", r"ratings: found"),
        ("timing.csv", "concurrency\n8\n", r"run.jsonl: found beside timing.csv"),
        ("failures.csv", "failure,minutes\n", r"service.jsonl: found beside failures.csv"),
        ("elements/case_qa/reference.jsonl", "", r"a folder that is no input.*allowed document_check"),
        ("elements/document_summary/reference.jsonl", "", r"predicted.jsonl: is missing"),
        ("structured/yaml/reference/a.yaml", "", r"a folder that is no input.*allowed json"),
        ("structured/json/reference/a.csv", "", r"allowed files that end in .json"),
        ("safety/notes.xlsx", "", r"allowed files that end in .csv or .jsonl"),
        ("more/x.txt", "", r"a folder that is no input"),
    ],
)
def test_what_is_no_input_is_refused_by_name(folder: Path, name: str, text: str, says: str) -> None:
    write(folder / name, text)
    with pytest.raises(LegalMetricsError, match=says):
        read_folder(folder)


def test_other_files_are_noted_and_hidden_ones_passed_over(folder: Path) -> None:
    write(folder / "notes.txt", "x")
    write(folder / ".DS_Store", "x")
    (note,) = read_folder(folder).notes
    assert (note.kind, note.where) == ("left_out", "notes.txt")


@pytest.mark.parametrize(
    ("name", "text", "error", "says"),
    [
        (
            "counts.csv",
            "task,item,tp,fp,fn\ndocument_chec,a,1,0,0\n",
            LegalMetricsError,
            r"counts, field 'task': found 'document_chec' \(did you mean document_check",
        ),
        ("counts.csv", "task,item,tp,fp,fn\ndocument_check,a,1,0,0\n", LegalMetricsError, r"counts of document_check: found beside its elements"),
        ("counts.csv", "task,item,tp,fp,fn\ndocument_summary,a,1,-1,0\n", JsonLineError, r"counts.csv, line 2: field 'fp'"),
        ("safety/annotator-b.csv", "category,item,label\n排斥成见,1,2\n", JsonLineError, r'annotator-b.csv, line 2: .*"--" for label 2'),
        ("ratings/rater-b.csv", "task,rating,rater,unit,score\ncase_qa,relevance,乙,grade,5.5\n", JsonLineError, r"found 5.5, allowed a number from 0 to 5"),
        ("run.jsonl", '{"request_id": 1}\n', JsonLineError, r"run.jsonl, line 1"),
        ("structured/json/reference/b.json", "{}", PredictionsError, r"structured/json: b has no prediction"),
        ("structured/json/predicted/b.json", "{}", PredictionsError, r"b has a prediction but no reference"),
        ("structured/json/reference/theft.json", "{", BadReferenceError, r"structured/json/reference/theft.json"),
        (
            "elements/element_extraction/predicted.jsonl",
            '{"id": "x", "elements": []}',
            LegalMetricsError,
            r"elements/element_extraction: .*'theft': has no prediction",
        ),
    ],
)
def test_what_the_inputs_hold_is_refused_with_file_and_place(folder: Path, name: str, text: str, error: type[Exception], says: str) -> None:
    write(folder / name, text)
    with pytest.raises(error, match=says):
        assess(folder)


def test_an_output_that_is_not_of_its_format_is_unread(folder: Path) -> None:
    write(folder / "structured/json/predicted/theft.json", "无法回答")
    assessment = assess(folder)
    assert assessment.inputs.evaluation.counts["structured_generation"][0].fn == 9
    assert any(note.kind == "unread" and note.where == "structured_generation, json/theft" for _, note in assessment.told())


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ("[]", "found a list, allowed an object"),
        ("{", "broken JSON"),
        ('{"sistem": "x"}', "found the field 'sistem', allowed system, hardware, days"),
        ('{"system": 3}', "field 'system': found a number, allowed a text"),
        ('{"days": 0}', "field 'days': found 0, allowed a number above 0"),
        ('{"options": {"missing": "ignore"}}', "field 'options', missing: found 'ignore', allowed undefined, zero, leave_out"),
        ('{"options": {"weight": "tasks"}}', "found the field 'weight'"),
        ('{"options": {"custom_weights": [1]}}', "custom_weights: found a list"),
        ('{"options": {"custom_weights": {"case_qa": -1}}}', "field 'options', custom_weights of case_qa: found -1, allowed a number from 0"),
        ('{"options": {"custom_weights": {"case_qa": true}}}', "field 'options', custom_weights of case_qa: found True"),
        ('{"options": {"custom_weights": {"case_qa": 0}}}', "field 'options', custom_weights: found weights that are all 0"),
        ('{"options": {"custom_weights": {"case_qa": 1}, "scenario": "case_handling"}}', "field 'options', custom_weights: found beside a scenario"),
        ('{"days": 10, "days": 5}', "found the field 'days' twice in one object"),
        ('{"options": {"missing": "zero", "missing": "undefined"}}', "found the field 'missing' twice in one object"),
        ('{"run_log": {"retries": "none"}}', "field 'run_log', retries: found 'none'"),
        ('{"run_log": {"statuses": 1}}', "statuses: found a number, allowed an object"),
        ('{"elements": {"matching": "fuzzy"}}', "field 'elements', matching: found 'fuzzy', allowed exact, normalised, bare"),
        ('{"structured": {"heading_levels": 1}}', "heading_levels: found 1, allowed false, true"),
    ],
)
def test_settings_are_refused_with_file_and_field(folder: Path, stated: str, says: str) -> None:
    write(folder / "evaluation.json", stated)
    with pytest.raises(LegalMetricsError, match=says) as raised:
        assess(folder)
    assert "evaluation.json" in str(raised.value)


def test_settings_reach_the_total(folder: Path) -> None:
    state(folder, options={"weights": "tasks"}, elements={"matching": "exact"}, run_log={"connection": "decoding"}, structured={"order": "any_order"})
    assessment = assess(folder)
    in_use = {variation.option: variation.value for variation in assessment.variations if variation.chosen}
    assert (in_use["weights"], in_use["elements.matching"], in_use["run_log.connection"], in_use["structured.order"]) == (
        "tasks",
        "exact",
        "decoding",
        "any_order",
    )
    assert "weights:tasks" in str(assessment.result.total.signature)


def test_an_added_function_stands_in_its_group(folder: Path) -> None:
    with (folder / "functions.csv").open("a", encoding="utf-8") as lines:
        lines.write("contract_review,c1,是\n")
    text = (folder / "functions.csv").read_text(encoding="utf-8").splitlines()
    text = [f"{text[0]},title_zh,group,weight,ratings", *(f"{line},,,," for line in text[1:-1]), f"{text[-1]},合同审查,language_understanding,0,correctness"]
    write(folder / "functions.csv", "\n".join(text))
    write(folder / "ratings/rater-c.csv", "task,rating,rater,unit,score\ncontract_review,correctness,甲,grade,4\n")
    assessment = assess(folder)
    assert assessment.result.tasks["contract_review"].value == 0.8
    assert assessment.groups[0].value == pytest.approx((0.77 + 0.8 + 0.75 + 0.8) / 4)
    assert assessment.result.total.value is not None


def test_same_folder_same_assessment() -> None:
    assert assess(EXAMPLE).to_dict() == assess(EXAMPLE).to_dict()
