"""Items over several models: figures by hand, every figure against a direct call of the library, what is told apart, and the command."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.analyses.answer_sheets import read_questions, read_sheet
from legal_metrics.analyses.items import ItemAnalysis, analyse_items, category_spread, law_spread
from legal_metrics.analyses.items_tables import analysis_notes, item_tables
from legal_metrics.cli import main
from legal_metrics.errors import (
    BadReferenceError,
    LegalMetricsError,
    PredictionsError,
    UnknownTaskError,
    WrongTypeError,
)
from legal_metrics.metrics.choices import BANDS, UNDEFINED
from legal_metrics.report.items import render_items_html
from legal_metrics.reported import ReportFormatError
from legal_metrics.tables import Table

TASK = "tw-legalbench/mcq"
LAWS = ("民法", "民法、公司法", "刑法", "", "商港法")
GROUPS = ("Civil", "Civil", "Criminal", "No Law", None)


def question(place: int, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"q{place}",
        "year": 2020 + place % 5,
        "law_category": GROUPS[place % 5],
        "related_internal_law": LAWS[place % 5],
        "related_international_law": "",
        "question": f"第{place}題：何者正確？",
        "options": ["無效", "得撤銷", "有效", "效力未定"],
        "answer": "ABCD"[place % 4],
        "group": None,
        **changes,
    }


def reply(letter: str | None) -> str:
    return "抱歉，我無法回答。" if letter is None else json.dumps({"reasoning": "略", "answer": letter}, ensure_ascii=False)


ROWS = [question(place) for place in range(5)]
"""Keys: A, B, C, D, A."""
MODELS = {
    "good": {f"q{place}": reply(letter) for place, letter in enumerate("ABCDB")},
    "fair": {f"q{place}": reply(letter) for place, letter in enumerate("ABACB")},
    "poor": {f"q{place}": reply(letter) for place, letter in enumerate(["B", "B", "A", None, "C"])},
}


def table(analysis: ItemAnalysis, key: str, **options: int) -> Table:
    return next(table for table in item_tables(analysis, **options) if table.key == key)


def texts(analysis: ItemAnalysis) -> str:
    return "\n".join(note.text for note in analysis_notes(analysis))


def test_a_small_analysis_by_hand() -> None:
    analysis = analyse_items(TASK, MODELS, ROWS)
    assert [item.share for item in analysis.items] == [2 / 3, 1.0, 1 / 3, 1 / 3, 0.0]
    assert [dict(item.letters) for item in analysis.items] == [{"A": 2, "B": 1}, {"B": 3}, {"A": 2, "C": 1}, {"C": 1, "D": 1, "unread": 1}, {"B": 2, "C": 1}]
    assert [item.question.id for item in analysis.hard.none_right] == ["q4"]
    # q0: right, right, wrong beside rests of 3, 1, 1: r = 2/3 / sqrt(2/3 * 8/3). q2, q3: right, wrong, wrong beside 3, 2, 1: r = 1 / sqrt(2/3 * 2).
    expected = (0.5, math.nan, math.sqrt(3) / 2, math.sqrt(3) / 2, math.nan)  # on q1 and q4 all are equal
    assert [item.discrimination for item in analysis.items] == [pytest.approx(value, nan_ok=True) for value in expected]
    assert analysis.items[3].answers == {"good": ("D",), "fair": ("C",), "poor": (None,)}


def test_sets_with_and_without_the_questions_that_no_model_gets_right() -> None:
    rows = [question(place, answer="A") for place in range(3)]
    models = {f"m{k}": {"q0": reply("B"), "q1": reply("A" if not k else "C"), "q2": reply("A" if k < 2 else "D")} for k in range(13)}
    analysis = analyse_items(TASK, models, rows)
    hard = {name: [item.question.id for item in getattr(analysis.hard, name)] for name in ("none_right", "few_right", "few_not_none")}
    assert hard == {"none_right": ["q0"], "few_right": ["q0", "q1"], "few_not_none": ["q1"]}  # one of 13 is under 10 %, two are not
    found = table(analysis, "items-hard")
    assert [found.cell(key, "questions").value for key in hard] == [1, 2, 1]
    assert found.cell("few_right", "share").value == 2 / 3
    assert found.cell("few_right", "share").interval == lm.wilson(2, 3)
    assert [item.question.id for item in analyse_items(TASK, models, rows, below=2.5 / 13).hard.few_right] == ["q0", "q1", "q2"]
    assert analyse_items(TASK, models, rows, below=1 / 13).hard.few_not_none == ()  # below, not at most


def test_spread_over_laws_and_groups() -> None:
    models = {"m": {f"q{place}": reply(None) for place in range(15)}}
    rows = [question(place) for place in range(15)]
    analysis = analyse_items(TASK, models, rows)
    assert law_spread(analysis.hard.none_right) == {"民法": 6, "公司法": 3, "刑法": 3, "商港法": 3}
    assert category_spread(analysis.items) == {"Civil": 6, "Criminal": 3, "No Law": 3, "not labelled": 3}
    found = table(analysis, "items-hard", more_than=3)
    shown = {column.key: found.cell("none_right", column.key).value for column in found.columns}
    assert shown == {"questions": 15, "share": 1.0, "laws": 4, "laws_more_than": 1, "commonest": "民法 (6)", "without_law": 3}
    laws = table(analysis, "items-laws", more_than=3)
    assert [row.key for row in laws.rows] == ["民法", "公司法", "刑法", "商港法"]
    assert "4 laws have a question that fewer than 10 % of the models get right; 1 have more than 3; 4 are shown." in laws.notes[0].text
    assert "(3 questions)" in laws.notes[0].text
    assert [row.key for row in table(analysis, "items-categories").rows] == ["Civil", "Criminal", "No Law", "not labelled"]


def test_every_law_with_more_than_so_many_is_shown_however_many_there_are() -> None:
    rows = [question(place, related_internal_law=f"第{place // 2}法" if place < 30 else f"第{place}法") for place in range(40)]
    analysis = analyse_items(TASK, {"m": {row["id"]: reply(None) for row in rows}}, rows)
    assert len(table(analysis, "items-laws", more_than=1).rows) == 15
    assert len(table(analysis, "items-laws", more_than=2).rows) == 10  # none has more: the commonest ten


letters = st.sampled_from(["A", "B", "C", "D", None, "missing"])


@given(st.integers(1, 6).flatmap(lambda n: st.dictionaries(st.sampled_from("uvwxyz"), st.lists(letters, min_size=n, max_size=n), min_size=1, max_size=5)))
@settings(max_examples=60, deadline=None)
def test_every_figure_is_what_a_direct_call_of_the_library_gives(chosen: dict[str, list[str | None]]) -> None:
    n = len(next(iter(chosen.values())))
    rows = [question(place) for place in range(n)]
    models = {name: {f"q{place}": reply(letter) for place, letter in enumerate(given) if letter != "missing"} for name, given in chosen.items()}
    if not any(models.values()):
        with pytest.raises(LegalMetricsError, match="no answer to any"):
            analyse_items(TASK, models, rows)
        return
    before = json.dumps([models, rows])
    analysis = analyse_items(TASK, models, rows)
    assert json.dumps([models, rows]) == before

    told = {name: outputs for name, outputs in models.items() if outputs}
    assert [sheet.name for sheet in analysis.empty] == [name for name in models if name not in told]
    reports = {name: lm.score_task(TASK, outputs, rows, missing="unparsed") for name, outputs in told.items()}
    values = {
        name: {view.id: view.values["accuracy"] for view in report.samples if view.status != "missing"} for name, report in reports.items()
    }
    shares, discrimination = lm.item_difficulty(values), lm.item_discrimination(values)
    for item in analysis.items:
        id = item.question.id
        assert item.share == shares.get(id)
        assert item.discrimination == pytest.approx(discrimination.get(id, math.nan), nan_ok=True)
        assert item.letters == Counter("".join(lm.extract_choices(outputs[id]) or ()) or "unread" for outputs in told.values() if id in outputs)
    common = [id for id in shares if shares[id] is not None]
    keys = {row["id"]: row["answer"] for row in rows}
    seen = table(analysis, "items-models")
    for name, outputs in told.items():
        score = lm.choice_accuracy([lm.extract_choices(outputs[id]) for id in common], [keys[id] for id in common])
        cell = seen.cell(name, "accuracy")
        assert cell.value == (None if math.isnan(score.value) else score.value)
        assert cell.interval is None or cell.interval == score.interval
        assert seen.cell(name, "missing").value == n - len(outputs)
        assert seen.cell(name, "unread").value == sum(lm.extract_choices(output) is None for output in outputs.values())
    none = [id for id in common if shares[id] == 0]
    few = [id for id in common if shares[id] < 0.1]  # type: ignore[operator]
    found = table(analysis, "items-hard")
    for key, ids in (("none_right", none), ("few_right", few), ("few_not_none", [id for id in few if id not in none])):
        assert found.cell(key, "questions").value == len(ids)
        assert found.cell(key, "share").interval == (lm.wilson(len(ids), len(common)) if common else None)
    bands = Counter(lm.difficulty_band(shares.get(row["id"])) for row in rows)
    assert [row.cells[0].value for row in table(analysis, "items-difficulty").rows] == [bands[band] for band in (*(name for name, _ in BANDS), UNDEFINED)]
    for row in table(analysis, "items-categories").rows:
        part = [id for id in common if (GROUPS[int(id[1:]) % 5] or "not labelled") == row.key]
        assert [cell.value for cell in row.cells] == [
            len(part),
            pytest.approx(math.fsum(shares[id] or 0 for id in part) / len(part)),
            sum(id in none for id in part),
            sum(id in none for id in part) / len(part),
            sum(id in few for id in part),
            sum(id in few for id in part) / len(part),
        ]
        assert row.cells[3].interval == lm.wilson(sum(id in none for id in part), len(part))
    json.dumps(analysis.to_dict(), allow_nan=False)


def test_models_with_different_questions_are_told_and_never_averaged_away() -> None:
    models = {
        "whole": {f"q{place}": reply("A") for place in range(5)},
        "part": {f"q{place}": reply("A") for place in (0, 2)} | {"q9": "…"},
        "empty": {},
        "stranger": {"x1": reply("A")},
    }
    analysis = analyse_items(TASK, models, ROWS)
    assert [item.question.id for item in analysis.complete] == ["q0", "q2"]
    assert [item.share for item in analysis.items] == [1.0, None, 0.0, None, None]
    assert all(math.isnan(item.discrimination) for item in analysis.items)
    said = texts(analysis)
    assert "Models without an answer to any of these questions, left out: empty, stranger." in said
    assert "counted apart and part of no share: 3 of 5 (q1, q3, q4)" in said
    assert "All figures are over the 2 questions" in said
    found = table(analysis, "items-models")
    assert [found.cell("part", key).value for key in ("accuracy", "answered", "missing", "extra")] == [0.5, 2, 3, 1]
    assert [found.cell("stranger", key).value for key in ("accuracy", "answered", "missing", "extra")] == [None, 0, 5, 1]
    assert found.cell("empty", "accuracy").note == "no answer to any of these questions"
    assert table(analysis, "items-difficulty").cell("undefined", "questions").value == 3


def test_missing_outputs_can_count_as_wrong() -> None:
    models = {"whole": {f"q{place}": reply("A") for place in range(5)}, "part": {"q0": reply("A")}}
    analysis = analyse_items(TASK, models, ROWS, missing="unparsed")
    assert [item.share for item in analysis.items] == [1.0, 0.0, 0.0, 0.0, 0.5]
    assert analysis.items[1].letters == {"A": 1, "unread": 1}
    assert table(analysis, "items-models").cell("part", "missing").value == 4


def test_one_model_and_ties_everywhere_are_told() -> None:
    one = analyse_items(TASK, {"m": MODELS["good"]}, ROWS)
    assert {item.share for item in one.items} == {0.0, 1.0}
    assert "One model only" in texts(one)
    same = analyse_items(TASK, dict.fromkeys("abc", MODELS["good"]), ROWS)
    assert "With 3 models, fewer than 10 % right means none." in texts(same)
    assert "5 more have none: all models are equal on them" in table(same, "items-discrimination").notes[0].text
    assert not any(row.cells[0].best for row in table(same, "items-models").rows)
    assert "Two models only" in texts(analyse_items(TASK, {name: MODELS[name] for name in ("good", "poor")}, ROWS))


def test_runs_of_a_model_are_averaged() -> None:
    runs = [("1", "q0", "A"), ("2", "q0", "B"), ("1", "q1", "B"), ("2", "q1", "B"), ("1", "q2", "C")]
    lines = [json.dumps({"id": id, "run": run, "output": reply(letter)}) for run, id, letter in runs]
    models = {"runs": lm.read_predictions(lines), "one": {f"q{place}": reply("A") for place in range(5)}}
    analysis = analyse_items(TASK, models, ROWS)
    assert [item.share for item in analysis.items] == [0.75, 0.5, None, None, None]  # q2 has an output in one of two runs only
    assert analysis.items[0].letters == {"A": 1.5, "B": 0.5}
    assert analysis.items[0].answers["runs"] == ("A", "B")
    assert "Several runs of a question are averaged, each model counting as one: runs." in texts(analysis)


def test_years_restrict_the_questions_and_make_no_output_a_stranger() -> None:
    analysis = analyse_items(TASK, MODELS, ROWS, years=range(2021, 2023))
    assert [item.question.id for item in analysis.items] == ["q1", "q2"]
    assert not analysis.models[0].extra
    with pytest.raises(LegalMetricsError, match="found no question of 1999 among 5"):
        analyse_items(TASK, MODELS, ROWS, years=[1999])
    with pytest.raises(LegalMetricsError, match=r"years: found 2020\.5, allowed whole numbers"):
        analyse_items(TASK, MODELS, ROWS, years=[2020.5])  # type: ignore[list-item]


@pytest.mark.parametrize("reading", ["strict", "lenient"])
def test_reports_say_what_their_predictions_say(reading: str) -> None:
    models = {**MODELS, "prose": {f"q{place}": "應選（B）。" for place in range(5)}}
    facts = lm.DatasetFacts("d", "mcq", "test", "1", "ab" * 32)
    reports = {name: lm.score_task(TASK, outputs, ROWS, dataset=facts) for name, outputs in models.items()}
    direct = analyse_items(TASK, models, ROWS, reading=reading, dataset=facts)
    objects = {name: json.loads(json.dumps(report.to_dict())) for name, report in reports.items()}
    for given_ in (reports, objects):
        assert analyse_items(TASK, given_, ROWS, reading=reading, dataset=facts).to_dict() == direct.to_dict()


def test_repeated_and_missing_items_of_a_report_are_left_out_and_told() -> None:
    report = lm.score_task(TASK, {"q0": reply("A")}, ROWS, missing="unparsed").to_dict()
    samples = report["readings"]["strict"]["samples"]
    samples.append(samples[0])
    analysis = analyse_items(TASK, {"m": report, "good": MODELS["good"]}, ROWS)
    assert [sheet.name for sheet in analysis.empty] == ["m"]
    assert (analysis.empty[0].repeated, analysis.empty[0].missing) == (("q0",), ("q1", "q2", "q3", "q4"))
    report["readings"]["strict"]["samples"] = []
    assert [sheet.name for sheet in analyse_items(TASK, {"m": report, "good": MODELS["good"]}, ROWS).empty] == ["m"]


def test_a_report_on_something_else_is_refused() -> None:
    facts = lm.DatasetFacts("d", "mcq", "test", "1", "ab" * 32)
    report = lm.score_task(TASK, MODELS["good"], ROWS, dataset=facts).to_dict()
    with pytest.raises(LegalMetricsError, match="m: found a report on tw-legalbench/mcq, allowed one on tw-legalbench/mcq_en"):
        analyse_items("tw-legalbench/mcq_en", {"m": report}, ROWS)
    with pytest.raises(LegalMetricsError, match="m: found a report on the rows abababab, allowed the rows of the references, cdcdcdcd"):
        analyse_items(TASK, {"m": report}, ROWS, dataset=lm.DatasetFacts(rows_sha256="cd" * 32))
    with pytest.raises(LegalMetricsError, match="scored with another key"):
        analyse_items(TASK, {"m": report}, [question(place, answer="D") for place in range(5)])
    report["readings"]["strict"]["samples"][1]["answer"] = {"answer": 3}
    with pytest.raises(ReportFormatError, match=r"samples\[1\].answer.answer'?: found 3"):
        analyse_items(TASK, {"m": report}, ROWS)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: analyse_items("tw-legalbench/mqc", MODELS, ROWS), UnknownTaskError, "Did you mean"),
        (lambda: analyse_items("tw-legalbench/ljp", MODELS, ROWS), LegalMetricsError, "allowed a multiple-choice task"),
        (lambda: analyse_items(TASK, {}, ROWS), LegalMetricsError, "models: found none"),
        (lambda: analyse_items(TASK, [MODELS], ROWS), WrongTypeError, "a mapping of model names"),  # type: ignore[arg-type]
        (lambda: analyse_items(TASK, {"m": {"q0": 3}}, ROWS), PredictionsError, "id 'q0': field 'output': found a number"),
        (lambda: analyse_items(TASK, {"m": 3}, ROWS), WrongTypeError, "predictions: found 3"),  # type: ignore[dict-item]
        (lambda: analyse_items(TASK, MODELS, [*ROWS, ROWS[0]]), BadReferenceError, "stands twice"),
        (lambda: analyse_items(TASK, MODELS, [question(0, answer="E")]), BadReferenceError, "field 'answer'"),
        (lambda: analyse_items(TASK, MODELS, [question(0, related_internal_law=3)]), BadReferenceError, "field 'related_internal_law'"),
        (lambda: analyse_items(TASK, MODELS, ROWS, below=0), LegalMetricsError, "below: found 0"),
        (lambda: analyse_items(TASK, MODELS, ROWS, reading="loose"), LegalMetricsError, "reading: found 'loose', allowed strict, lenient"),
        (lambda: analyse_items(TASK, MODELS, ROWS, missing="error"), LegalMetricsError, "missing: found 'error', allowed apart, unparsed"),
        (lambda: analyse_items(TASK, MODELS, []), LegalMetricsError, "found no question"),
        (lambda: analyse_items(TASK, MODELS, None), WrongTypeError, "records: found None"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_used_is_named(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert says in str(caught.value)


def test_a_question_keeps_its_passage_and_all_its_laws() -> None:
    row = question(0, group={"first": 1, "last": 2, "passage": "甲有一地。"}, related_internal_law="民法、民法、土地法", related_international_law="公政公約")
    [read] = read_questions(TASK, [row]).values()
    assert read.text == "甲有一地。\n第0題：何者正確？"
    assert read.laws == ("民法", "土地法", "公政公約")
    assert read_sheet(TASK, "m", {"q0": reply("A")}, {"q0": read}).values == {"q0": 1.0}


def test_the_page_escapes_what_files_hold_and_marks_the_right_option() -> None:
    rows = [question(0, question="<script>甲</script>", options=["<b>", "乙", "丙", "丁"])]
    page = render_items_html(analyse_items(TASK, {"<m>": {"q0": reply("B")}, "n": {"q0": reply(None)}}, rows))
    assert "<script>" not in page
    assert "&lt;script&gt;甲" in page
    assert "A ✓" in page
    assert "<td>1</td><td>&lt;m&gt;</td>" in page
    assert page == render_items_html(analyse_items(TASK, {"<m>": {"q0": reply("B")}, "n": {"q0": reply(None)}}, rows))


def written(folder: Path, name: str, outputs: dict[str, str]) -> str:
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps({"id": id, "output": output}, ensure_ascii=False) + "\n" for id, output in outputs.items()), encoding="utf-8")
    return str(path)


def records_file(folder: Path) -> str:
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def test_the_command_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    references = records_file(tmp_path)
    files = [written(tmp_path, name, outputs) for name, outputs in MODELS.items()]
    report = tmp_path / "fair.json"
    assert main(["score", TASK, "--predictions", files.pop(1), "--references", references, "--json", str(report)]) == 0
    capsys.readouterr()
    outs = {form: tmp_path / f"out.{form}" for form in ("json", "html", "markdown", "latex", "csv")}
    options = [part for form, path in outs.items() for part in (f"--{form}", str(path))]
    assert main(["items", TASK, "--references", references, "--predictions", files[0], str(report), files[1], *options]) == 0
    shown = capsys.readouterr()
    assert "Questions that few models get right" in shown.out
    assert f"written: {outs['json']}" in shown.err
    facts = lm.load_references(references, config="mcq", split="test").dataset
    analysis = analyse_items(TASK, MODELS, ROWS, dataset=facts)
    assert json.loads(outs["json"].read_text(encoding="utf-8")) == analysis.to_dict()
    cells = {(row["table"], row["row"], row["column"]): row["value"] for row in csv.DictReader(io.StringIO(outs["csv"].read_text(encoding="utf-8")))}
    assert cells["items-hard", "none_right", "questions"] == "1"
    assert cells["items-none-right", "q4", "model:poor"] == "C"
    assert "第4題" in outs["html"].read_text(encoding="utf-8")
    assert "\\label{tab:items-hard}" in outs["latex"].read_text(encoding="utf-8")
    assert "| q4 |" in outs["markdown"].read_text(encoding="utf-8")


def test_an_empty_file_is_a_model_that_said_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "silent.jsonl").write_text("\n", encoding="utf-8")
    files = [written(tmp_path, "good", MODELS["good"]), str(tmp_path / "silent.jsonl")]
    assert main(["items", TASK, "--references", records_file(tmp_path), "--predictions", *files]) == 0
    assert "Models without an answer to any of these questions, left out: silent." in capsys.readouterr().out
    assert main(["items", TASK, "--references", records_file(tmp_path), "--predictions", files[1]]) == 1
    assert "models: found no answer to any of the 5 questions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["tw-legalbench/ljp", "--predictions", "{good}"], 1, "allowed a multiple-choice task"),
        (["tw-legalbench/nothing", "--predictions", "{good}"], 2, "unknown task"),
        ([TASK, "--predictions", "{good}", "{good}"], 2, "more than once"),
        ([TASK, "--predictions", "{folder}/none.jsonl"], 2, "--predictions: no such file"),
        ([TASK, "--predictions", "{good}", "--json", "{good}"], 2, "which is the file of --predictions"),
        ([TASK, "--predictions", "{good}", "--years", "2024-2020"], 2, "allowed a year"),
        ([TASK, "--predictions", "{good}", "--years", "2024-"], 2, "allowed a year"),
        ([TASK, "--predictions", "{good}", "--below", "1.5"], 2, "allowed a share of models"),
        ([TASK, "--predictions", "{good}", "--years", "1999"], 1, "found no question of 1999"),
        ([TASK, "--predictions", "{bytes}"], 1, "bytes that are not UTF-8"),
        ([TASK, "--predictions", "{broken}"], 1, "broken JSON"),
    ],
)
def test_the_command_names_what_is_wrong(arguments: list[str], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\n")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    places = {
        "good": written(tmp_path, "good", MODELS["good"]),
        "folder": str(tmp_path),
        "bytes": str(tmp_path / "bytes.jsonl"),
        "broken": str(tmp_path / "broken.json"),
    }
    assert main(["items", "--references", records_file(tmp_path), *(part.format(**places) for part in arguments)]) == code
    assert says in capsys.readouterr().err
