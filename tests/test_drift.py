"""Scores over the years: every figure against the library's own on the same records, contrasts by hand, and all that is said and not averaged away."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from releases import records

import legal_metrics as lm
from legal_metrics.analyses.drift import Drift, item_drift, report_drift
from legal_metrics.analyses.drift_tables import drift_tables
from legal_metrics.analyses.item_dates import Period, date_of, period
from legal_metrics.cli import main
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError
from legal_metrics.stats.bootstrap import ratio_differences

MCQ, LJP = "tw-legalbench/mcq", "tw-legalbench/ljp"
ROWS: list[dict[str, Any]] = [{"id": f"q{n}", "year": 2020 + n % 4, "options": ["無效", "有效"], "answer": "A"} for n in range(24)]
CASES = [{**row, "year": 2018 + n % 3, "date": f"{2018 + n % 3}-{1 + n % 12:02}-15"} for n, row in enumerate(records(200, 20))]
FEW: dict[str, Any] = {"resamples": 100}
SCORED = {MCQ: ("accuracy", ROWS), LJP: ("statute_accuracy", CASES)}


def choice(letter: str) -> str:
    return json.dumps({"answer": letter})


def judgment(statutes: list[str], main_text: str) -> str:
    return json.dumps({"statutes": statutes, "reasoning": "", "main_text": main_text}, ensure_ascii=False)


OUTPUTS = {
    MCQ: [choice("A"), choice("B"), "抱歉，我無法回答。"],
    LJP: [
        judgment(["刑法第320條第1項"], "甲○○犯竊盜罪，處有期徒刑陸月。"),
        judgment(["刑法第277條第1項", "刑法第999條"], "甲○○無罪。"),
        judgment([], "甲○○犯竊盜罪，處拘役參拾日。"),
        "無法回答",
    ],
}


def score(task: str, outputs: dict[str, str], rows: list[dict[str, Any]], **options: Any) -> lm.Report:
    return lm.score_task(task, outputs, rows, missing="unparsed", **options)


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from([MCQ, LJP]))
def test_every_figure_is_that_of_the_library_on_the_same_records(data: st.DataObject, task: str) -> None:
    name, rows = SCORED[task]
    outputs = {
        model: {row["id"]: data.draw(st.sampled_from(OUTPUTS[task])) for row in rows if data.draw(st.integers(0, 9))} for model in ("a", "b")
    }
    cutoff = data.draw(st.sampled_from(["2019-05-31", "2021-12-31", "2021-06", "2030"]))
    reports = {model: score(task, given, rows) for model, given in outputs.items()}
    drift = report_drift(reports, rows, scores=[name], cutoffs={"a": cutoff}, **FEW)[name]
    when = {row["id"]: date_of(row) for row in rows}

    def direct(model: str, wanted: list[dict[str, Any]]) -> lm.Score:
        ids = {row["id"] for row in wanted}
        return score(task, {id: text for id, text in outputs[model].items() if id in ids}, wanted).scores[name]

    for model, found in drift.models.items():
        assert found.missing == found.unknown == found.undated == found.repeated == ()
        assert found.n_missing_outputs == len(rows) - len(outputs[model])
        for year, estimate in found.years.items():
            of_year = direct(model, [row for row in rows if row["year"] == year])
            assert (estimate.value, estimate.n) == (pytest.approx(of_year.value, nan_ok=True), of_year.n)
            of_year.__dict__["resamples"] = FEW["resamples"]
            assert estimate.interval == of_year.interval
        last = [row for row in rows if row["year"] == max(drift.years)]
        rest = [row for row in rows if row["year"] != max(drift.years)]
        contrasts = [(found.last_year, last, rest)]
        if found.since_cutoff is not None:
            sides = {row["id"]: period(cutoff).is_before(when[row["id"]]) for row in rows}  # type: ignore[arg-type]
            contrasts.append((found.since_cutoff, *([row for row in rows if sides[row["id"]] is side] for side in (True, False))))
            assert found.n_undecided == sum(side is None for side in sides.values())
        for contrast, first, second in contrasts:
            values = [direct(model, part).value if part else math.nan for part in (first, second)]
            assert [contrast.first, contrast.second] == pytest.approx(values, nan_ok=True)
            assert contrast.difference.value == pytest.approx(values[0] - values[1], nan_ok=True)
            low, high = contrast.difference.interval.low, contrast.difference.interval.high
            assert math.isnan(low) or (contrast.corrected.low <= low <= high <= contrast.corrected.high)
    json.dumps(drift.to_dict(), allow_nan=False)
    years = drift_tables(drift)[0]
    assert [years.cell(model, str(year)).value for model in drift.models for year in drift.years] == [
        pytest.approx(value) if (value := drift.models[model].years[year].value) == value else None for model in drift.models for year in drift.years
    ]


def parts(values: dict[str, float]) -> dict[str, tuple[float, float]]:
    return {id: (value, 1.0) for id, value in values.items()}


DATES = {"a": period("2020"), "b": period("2020"), "c": period("2021"), "d": period("2022")}


def test_contrasts_and_trend_by_hand() -> None:
    drift = item_drift(
        {"m": parts({"a": 1, "b": 0, "c": 1, "d": 0}), "other": parts({"a": 1, "b": 1, "c": 1, "d": 1}), "third": parts({"a": 0, "b": 0, "c": 0, "d": 1})},
        DATES,
        cutoffs={"m": "2021-12-31"},
    )
    m = drift.models["m"]
    assert (m.last_year.first, m.last_year.second) == (0, pytest.approx(2 / 3))
    assert m.last_year.difference.value == pytest.approx(-2 / 3)
    # The others' means are 0.5, 0.5, 0.5, 1: beyond them m has 0.5, -0.5, 0.5 on the other years and -1 on the last.
    assert m.last_year.relative is not None
    assert m.last_year.relative.value == pytest.approx(-1 - 0.5 / 3)
    assert m.since_cutoff is not None
    assert m.since_cutoff.difference == m.last_year.difference
    assert m.trend.value == pytest.approx(-0.1818181818)  # years 0 0 1 2 around 0.75: (-0.75 + 0.25) / 2.75
    assert drift.models["other"].since_cutoff is None


def test_the_difference_is_that_of_ratio_differences_within_years() -> None:
    values = {f"i{n}": float(n * 7 % 5 < 2) for n in range(60)}
    dates = {id: period(str(2020 + n % 4)) for n, id in enumerate(values)}
    found = item_drift({"m": parts(values)}, dates, seed=3, resamples=500).models["m"].last_year
    last = [float(dates[id].year == 2023) for id in values]
    rest = [1 - side for side in last]
    tops = list(values.values())
    pair = ([t * s for t, s in zip(tops, last, strict=True)], last, [t * s for t, s in zip(tops, rest, strict=True)], rest)
    [direct] = ratio_differences([pair], strata=[dates[id].year for id in values], seed=3, resamples=500)
    assert found.difference == direct
    assert found.corrected == direct.interval  # one model: nothing to correct for


def test_a_leak_is_found_and_equal_years_are_not() -> None:
    ids = [f"i{n}" for n in range(400)]
    dates = {id: period(str(2020 + n % 4)) for n, id in enumerate(ids)}
    steady = {id: float(n // 4 % 2) for n, id in enumerate(ids)}
    leaked = {id: 1.0 if dates[id].year < 2023 and n // 4 % 5 else steady[id] for n, id in enumerate(ids)}
    drift = item_drift({"steady": parts(steady), "leaked": parts(leaked), "same": parts(steady)}, dates, cutoffs=dict.fromkeys(("steady", "leaked"), "2022"))
    found = drift.models["leaked"]
    assert found.since_cutoff is not None
    assert found.n_undecided == 100  # exams of 2022 may lie on either side
    assert found.since_cutoff.corrected.high < 0
    assert found.since_cutoff.relative is not None
    assert found.since_cutoff.relative.interval.high < 0
    assert found.trend.interval.high < 0
    others = drift.models["steady"].since_cutoff
    assert others is not None
    assert others.corrected.low <= 0 <= others.corrected.high
    table = drift_tables(drift)[2]
    assert [table.cell(name, "differs").value for name in ("leaked", "steady", "same")] == ["lower", "not shown", None]


def test_all_that_is_left_out_is_said() -> None:
    rows = [*ROWS, {"id": "undated", "options": ["無效", "有效"], "answer": "A"}, {"id": "gone", "year": 2021, "options": ["無效", "有效"], "answer": "A"}]
    whole = score(MCQ, {row["id"]: choice("A") for row in rows[1:]}, rows).to_dict()
    fewer = score(MCQ, {row["id"]: choice("A") for row in ROWS[1:]}, ROWS[1:]).to_dict()
    samples = fewer["readings"]["strict"]["samples"]
    samples.append(samples[0])  # q1 twice in one run
    empty = json.loads(json.dumps(fewer))
    empty["readings"]["strict"]["samples"] = []
    drift = report_drift({"whole": whole, "fewer": fewer, "empty": empty}, rows[:-1], **FEW)["accuracy"]
    assert not drift.same_items
    assert drift.models["whole"].undated == ("undated",)
    assert drift.models["whole"].unknown == ("gone",)
    assert drift.models["whole"].n_missing_outputs == 1
    assert drift.models["fewer"].repeated == ("q1",)
    assert drift.models["fewer"].missing == ("q0", "q1")
    assert drift.models["empty"].overall.n == 0
    assert math.isnan(drift.models["empty"].trend.value)
    years, changes = drift_tables(drift)
    assert not any(cell.best for row in years.rows for cell in row.cells)
    assert any("different items" in note.text for note in years.notes)
    remark = next(row.note for row in years.rows if row.key == "fewer")
    assert remark == "2 items that other models have are missing; 1 items stand twice in a run and are left out"
    assert years.cell("empty", "2020").note == changes.cell("empty", "first").note[:8] == "no items"


def test_reports_that_were_broken_down_by_year_need_no_records() -> None:
    outputs = {row["id"]: choice("AB"[n % 3 > 1]) for n, row in enumerate(ROWS)}
    with_years = report_drift({"m": score(MCQ, outputs, ROWS, by=["year"])}, **FEW)["accuracy"]
    assert with_years == report_drift({"m": score(MCQ, outputs, ROWS)}, ROWS, **FEW)["accuracy"]
    with pytest.raises(LegalMetricsError, match="no item with a year"):
        report_drift({"m": score(MCQ, outputs, ROWS)})


def test_ties_everywhere_and_one_year_only() -> None:
    drift = report_drift({name: score(MCQ, {row["id"]: choice("A") for row in ROWS}, ROWS) for name in "ab"}, ROWS, **FEW)["accuracy"]
    years, changes = drift_tables(drift)
    assert not any(cell.best for row in years.rows for cell in row.cells)
    assert {changes.cell(name, "differs").value for name in "ab"} == {"not shown"}
    one = report_drift({"a": score(MCQ, {"q0": choice("A")}, ROWS[:1])}, ROWS[:1], **FEW)["accuracy"]
    assert math.isnan(one.models["a"].last_year.difference.value)
    assert any("no other year" in note.text for note in drift_tables(one)[0].notes)


def test_several_runs_are_averaged_first() -> None:
    lines = [json.dumps({"id": row["id"], "output": choice("AB"[run]), "run": run}) for row in ROWS for run in (0, 1)]
    drift = report_drift({"m": lm.score_task(MCQ, lm.read_predictions(lines), ROWS)}, ROWS, **FEW)["accuracy"]
    assert {estimate.value for estimate in drift.models["m"].years.values()} == {0.5}


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"scores": ["nothing"]}, LegalMetricsError, "score: found 'nothing', which a lacks, allowed accuracy"),
        ({"cutoffs": {"b": "2020"}}, LegalMetricsError, "cutoffs: found b, allowed a"),
        ({"cutoffs": {"a": "June"}}, LegalMetricsError, "date: found 'June'"),
        ({"resamples": 0}, LegalMetricsError, "resamples"),
    ],
)
def test_refused(options: dict[str, Any], error: type[Exception], told: str) -> None:
    report = score(MCQ, {"q0": choice("A")}, ROWS)
    with pytest.raises(error, match=told):
        report_drift({"a": report}, ROWS, **options)


def test_refused_reports() -> None:
    with pytest.raises(WrongTypeError):
        report_drift([])  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="found none"):
        report_drift({})
    both = {"a": score(MCQ, {}, ROWS), "b": score("tw-legalbench/mcq_en", {}, ROWS)}
    with pytest.raises(LegalMetricsError, match="allowed one task"):
        report_drift(both, ROWS)


@given(st.dates(), st.sampled_from([4, 7, 10]))
def test_a_date_is_the_period_that_it_names(day: Any, length: int) -> None:
    text = day.isoformat()[:length]
    found = period(text)
    assert found.first <= day.isoformat() <= found.last
    assert found.first.startswith(text)
    assert found.last.startswith(text)
    assert found.year == day.year


@given(st.text(max_size=12))
def test_what_is_no_date_is_refused(text: str) -> None:
    try:
        assert isinstance(period(text), Period)
    except LegalMetricsError as error:
        assert "allowed a date" in str(error)


@pytest.mark.parametrize("text", ["2023-02-30", "2023-13", "0000", "2023-1", "２０２３", "", "2023-00", None])
def test_no_dates(text: Any) -> None:
    with pytest.raises(LegalMetricsError, match="allowed a date"):
        period(text)


@pytest.mark.parametrize("row", [{"year": "2020"}, {"year": True}, {"date": "soon"}, {"year": 2019, "date": "2020-01-01"}, {"date": 5}])
def test_records_with_a_bad_date_are_named(row: dict[str, Any]) -> None:
    with pytest.raises(BadReferenceError, match="'r1'"):
        date_of({"id": "r1", **row})


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Reports, predictions and records of judgments."""
    outputs = {row["id"]: OUTPUTS[LJP][n % 4] for n, row in enumerate(CASES)}
    texts = {
        "m.json": json.dumps(score(LJP, outputs, CASES).to_dict(), ensure_ascii=False),
        "m.jsonl": "\n".join(json.dumps({"id": id, "output": text}) for id, text in outputs.items()),
        "records.jsonl": "\n".join(json.dumps(row) for row in CASES),
        "models.json": json.dumps({"m": {"title": "模型甲", "training_cutoff": "2019-06-30"}}),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts} | {"out": str(tmp_path / "out")}


def test_the_command_writes_every_form(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    out = files["out"]
    forms = [part for form in ("json", "html", "markdown", "latex", "csv") for part in (f"--{form}", f"{out}/drift.{form}")]
    given = [files["m.json"], "--references", files["records.jsonl"], "--models", files["models.json"], "--predictions", files["m.jsonl"], "--resamples", "50"]
    assert main(["drift", *given, *forms]) == 0
    printed = capsys.readouterr().out
    assert "模型甲" in printed
    assert "Recital of judgments" in printed
    whole = json.loads(Path(f"{out}/drift.json").read_text(encoding="utf-8"))
    assert [drift["score"] for drift in whole["drift"]] == ["rouge_l", "beyond_template"]
    rows = list(csv.DictReader(Path(f"{out}/drift.csv").read_text(encoding="utf-8").splitlines()))
    value = next(row["value"] for row in rows if (row["table"], row["row"], row["column"]) == ("drift-rouge_l-years", "m", "2018"))
    assert float(value) == whole["drift"][0]["models"][0]["years"]["2018"]["value"]
    assert "模型甲" in Path(f"{out}/drift.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        (["--predictions", "m.jsonl"], "allowed with --references only"),
        (["--predictions", "records.jsonl", "--references", "records.jsonl"], "allowed files named as a report: m"),
        (["--json", "m.json"], "which is the file of"),
        (["--models", "gone.json"], "no such file"),
    ],
)
def test_the_command_refuses(files: dict[str, str], extra: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drift", files["m.json"], *(files.get(part, part) for part in extra)]) == 2
    assert told in capsys.readouterr().err


def test_drift_is_a_value(files: dict[str, str]) -> None:
    assert isinstance(report_drift({"m": json.loads(Path(files["m.json"]).read_text(encoding="utf-8"))}, CASES, **FEW)["rouge_l"], Drift)


def test_the_origin_of_the_records_is_said() -> None:
    report = lm.score_task(MCQ, {row["id"]: choice("A") for row in ROWS}, ROWS, dataset=lm.DatasetFacts("d", "mcq", "test", kind="bundled"))
    [years, *_] = drift_tables(report_drift({"a": report}, ROWS, **FEW)["accuracy"])
    assert years.notes[0].text == lm.DatasetFacts(kind="bundled").note
    official = lm.DatasetFacts("d", "mcq", "test", "1", "ab" * 32, kind="official")
    report = lm.score_task(MCQ, {row["id"]: choice("A") for row in ROWS}, ROWS, dataset=official)
    assert drift_tables(report_drift({"a": report}, ROWS, **FEW)["accuracy"])[0].notes == ()


def test_models_are_called_as_the_file_of_models_knows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"id": row["id"], "output": choice("A"), "model": "模型甲"}) for row in ROWS]
    report = lm.score_task(MCQ, lm.read_predictions(lines), ROWS, by=["year"])
    (tmp_path / "run1.json").write_text(json.dumps(report.to_dict()), encoding="utf-8")
    (tmp_path / "models.json").write_text('{"模型甲": {"training_cutoff": "2021-12-31"}}', encoding="utf-8")
    assert main(["drift", str(tmp_path / "run1.json"), "--models", str(tmp_path / "models.json"), "--resamples", "20", "--json", str(tmp_path / "out.json")]) == 0
    assert "after against before the training cutoff" in capsys.readouterr().out
    [model] = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["drift"][0]["models"]
    assert (model["name"], model["cutoff"], model["n_undecided"]) == ("模型甲", "2021-12-31", 0)
