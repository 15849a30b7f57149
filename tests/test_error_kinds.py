"""Kinds of errors: one hand-made output for each, counts against the library's scores, and the command."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from releases import records

import legal_metrics as lm
from legal_metrics.analyses.error_kinds import KINDS, find_errors
from legal_metrics.analyses.error_tables import error_tables
from legal_metrics.cli import main
from legal_metrics.errors import (
    BadReferenceError,
    LegalMetricsError,
    PredictionsError,
    UnknownTaskError,
    WrongTypeError,
)
from legal_metrics.judgements import JudgementsError
from legal_metrics.report.errors import render_errors_html
from legal_metrics.stats.proportions import wilson

LJP, MCQ, OEQ = "tw-legalbench/ljp", "tw-legalbench/mcq", "tw-legalbench/oeq"
COURT = "甲○○犯竊盜罪，處有期徒刑陸月，併科罰金新臺幣貳萬元。緩刑貳年。"
STATUTES = [{"law": "刑法", "article": "320", "paragraph": 1}, {"law": "刑法", "article": "74", "paragraph": 1, "subparagraph": 1}]
RIGHT = ["刑法第320條第1項", "刑法第74條第1項第1款"]


def answer(main_text: str = COURT, statutes: list[str] | None = None) -> str:
    return json.dumps({"statutes": RIGHT if statutes is None else statutes, "reasoning": "略", "main_text": main_text}, ensure_ascii=False)


def found(output: str | None, main_text: str = COURT, statutes: list[dict[str, Any]] | None = None) -> list[tuple[str, str, str]]:
    record = {"id": "r1", "main_text": main_text, "statutes": STATUTES if statutes is None else statutes}
    [item] = find_errors(LJP, {"m": {} if output is None else {"r1": output}}, [record]).models["m"].items
    assert {finding.kind for finding in item.findings} <= item.possible
    return [tuple(finding) for finding in item.findings]


def test_what_is_right_has_no_errors() -> None:
    assert found(answer()) == []
    assert found(answer(COURT.replace("陸月", "捌月").replace("貳萬", "參萬").replace("貳年", "參年"))) == []  # all within what counts as right


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        (None, "missing"),
        ("  ", "empty"),
        ("抱歉，我無法提供法律意見。", "refusal"),
        (answer()[:60], "truncated"),
        ("<think>本件", "truncated"),
        ("被告有罪。", "unreadable"),
        (answer().replace("statutes", "法條"), "unreadable"),
    ],
)
def test_outputs_that_cannot_be_read_have_that_one_error(output: str | None, kind: str) -> None:
    assert [finding[0] for finding in found(output)] == [kind]


@pytest.mark.parametrize(
    ("said", "findings"),
    [
        ("甲○○犯竊盜罪，處有期徒刑壹年，併科罰金新臺幣貳萬元。緩刑貳年。", [("penalty_too_high", "imprisonment 12 months", "imprisonment 6 months")]),
        ("甲○○犯竊盜罪，處有期徒刑貳月，併科罰金新臺幣貳萬元。緩刑貳年。", [("penalty_too_low", "imprisonment 2 months", "imprisonment 6 months")]),
        ("甲○○犯竊盜罪，處拘役伍拾日，併科罰金新臺幣貳萬元。緩刑貳年。", [("penalty_too_low", "detention 50 days", "imprisonment 6 months")]),
        ("甲○○犯殺人罪，處無期徒刑，併科罰金新臺幣貳萬元。緩刑貳年。", [("penalty_too_high", "life imprisonment", "imprisonment 6 months")]),
        ("甲○○犯竊盜罪，處有期徒刑陸月，併科罰金新臺幣壹拾萬元。緩刑貳年。", [("penalty_too_high", "fine 100,000 TWD", "fine 20,000 TWD")]),
        ("甲○○犯竊盜罪，處有期徒刑陸月。緩刑貳年。", [("missed_penalty", "nothing", "fine 20,000 TWD")]),
        ("甲○○犯竊盜罪，處有期徒刑陸月，併科罰金新臺幣貳萬元。", [("missed_probation", "nothing", "probation 24 months")]),
        ("甲○○犯竊盜罪，處有期徒刑陸月，併科罰金新臺幣貳萬元。緩刑伍年。", [("probation_too_long", "probation 60 months", "probation 24 months")]),
        (COURT.replace("甲○○", "丙○○"), [("wrong_defendant", "丙○○", "甲○○")]),
        (COURT.replace("甲○○", "被告"), []),
        ("甲○○無罪。", [("wrong_verdict", "not_guilty", "guilty")]),
        (COURT + "\n乙○○無罪。", [("wrong_defendant", "乙○○", "no such defendant")]),
        ("天氣晴朗。", [("unread_main_text", "天氣晴朗。", "a verdict")]),
    ],
)
def test_main_texts(said: str, findings: list[tuple[str, str, str]]) -> None:
    assert found(answer(said)) == findings


@pytest.mark.parametrize(
    ("court", "said", "findings"),
    [
        ("甲○○無罪。", COURT, [("wrong_verdict", "guilty", "not_guilty")]),
        ("甲○○犯竊盜罪，處罰金新臺幣壹萬元。", "甲○○犯竊盜罪，處拘役拾日。", [("penalty_too_high", "detention 10 days", "fine 10,000 TWD")]),
        ("甲○○犯竊盜罪，處拘役拾日。", "甲○○犯竊盜罪，處罰金新臺幣壹萬元。", [("penalty_too_low", "fine 10,000 TWD", "detention 10 days")]),
        ("甲○○犯竊盜罪，處拘役拾日。", "甲○○犯竊盜罪，處拘役拾捌日。", [("penalty_too_high", "detention 18 days", "detention 10 days")]),
        ("甲○○犯竊盜罪，處拘役拾日。", "甲○○犯竊盜罪，處拘役拾日，緩刑貳年。", [("extra_probation", "probation 24 months", "nothing")]),
        ("甲○○犯竊盜罪，處拘役拾日。", "甲○○犯竊盜罪，處拘役拾日，併科罰金新臺幣壹千元。", [("extra_penalty", "fine 1,000 TWD", "nothing")]),
        ("甲○○犯竊盜罪，處拘役拾日，緩刑伍年。", "甲○○犯竊盜罪，處拘役拾日，緩刑貳年。", [("probation_too_short", "probation 24 months", "probation 60 months")]),
        ("甲○○犯殺人罪，處無期徒刑。", "甲○○犯殺人罪，處死刑。", [("penalty_too_high", "death", "life imprisonment")]),
        ("甲○○、乙○○共同犯竊盜罪，各處拘役拾日。", "甲○○犯竊盜罪，處拘役拾日。", [("wrong_defendant", "no such defendant", "乙○○")]),
    ],
)
def test_other_courts(court: str, said: str, findings: list[tuple[str, str, str]]) -> None:
    assert found(answer(said, []), court, []) == findings


@pytest.mark.parametrize(
    ("cited", "kind", "near"),
    [
        ("刑法第9999條", "nonexistent_statute", "刑法第320條第1項、刑法第74條第1項第1款"),
        ("民法第184條第1項", "wrong_law", "刑法第320條第1項、刑法第74條第1項第1款"),
        ("刑法第277條第1項", "wrong_article", "刑法第320條第1項、刑法第74條第1項第1款"),
        ("刑法第320條第2項", "wrong_paragraph", "刑法第320條第1項"),
        ("刑法第74條第1項第2款", "wrong_paragraph", "刑法第74條第1項第1款"),
        ("刑法第320條", "other_depth", "刑法第320條第1項"),
    ],
)
def test_citations(cited: str, kind: str, near: str) -> None:
    assert found(answer(statutes=[*RIGHT, cited])) == [(kind, cited, near)]


def test_missed_and_unread_statutes() -> None:
    assert found(answer(statutes=["竊盜罪章", RIGHT[0]])) == [
        ("unread_statute", "竊盜罪章", "a law and an article"),
        ("missed_statute", "nothing", RIGHT[1]),
    ]


def test_wrong_script_is_an_error_beside_the_others() -> None:
    said = answer("甲○○犯盗窃罪，处有期徒刑壹年，并科罚金新台币贰万元。缓刑贰年。")
    kinds = [finding[0] for finding in found(said)]
    assert kinds[0] == "wrong_script"
    assert "penalty_too_high" in kinds


ROWS = records(200, 20)
POOL = [
    answer("甲○○犯竊盜罪，處有期徒刑陸月。", ["刑法第320條第1項", "刑法第9999條"]),
    answer("甲○○無罪。", ["刑法第320條", "民法第184條", "某某"]),
    answer("甲○○犯傷害罪，處拘役伍拾日，緩刑伍年。乙○○無罪。", ["刑法第277條第1項"]),
    answer("甲○○犯詐欺罪，處罰金新臺幣壹萬元。", []),
    answer("处有期徒刑六个月。缓刑二年。", ["刑法第57条"]),
    "抱歉，我無法回答。",
    "",
    answer()[:50],
    answer("不詳", ["刑法第339條之4第1項第2款"]),
]


@settings(max_examples=25, deadline=None)
@given(st.data(), st.sampled_from(["strict", "lenient"]))
def test_counts_agree_with_the_scores(data: st.DataObject, reading: str) -> None:
    outputs = {row["id"]: data.draw(st.sampled_from(POOL)) for row in ROWS if data.draw(st.integers(0, 7))}
    report = lm.score_task(LJP, outputs, ROWS, reading=reading, missing="unparsed")
    analysis = find_errors(LJP, {"m": outputs}, ROWS, reading=reading)
    model = analysis.models["m"]
    count = {kind.name: model.count(kind.name).errors for kind in KINDS}
    details = report.scores["statute_accuracy"].details
    assert count["nonexistent_statute"] == details["n_type1"]
    assert sum(count[kind] for kind in ("wrong_law", "wrong_article", "wrong_paragraph", "other_depth")) == details["n_type2"] + details["n_unresolved"]
    assert count["other_depth"] <= details["n_depth_mismatch"]
    readable = [item for item in model.items if "missed_statute" in item.possible]
    assert count["missed_statute"] == sum(finding.kind == "missed_statute" for item in readable for finding in item.findings)
    names = {"unparsed": "unreadable"}
    for status in ("missing", "empty", "refusal", "truncated", "unparsed", "wrong_script"):
        assert count[names.get(status, status)] == report.statuses.get(status, 0)
    verdicts = report.scores["verdict_class_accuracy"]
    for view, item in zip(report.samples, model.items, strict=True):
        assert (view.id, view.output) == (item.id, item.output)
        kinds = {finding.kind for finding in item.findings}
        value = verdicts.samples[report.samples.index(view)].value
        if "wrong_defendant" not in kinds and "wrong_verdict" in item.possible:
            assert ("wrong_verdict" in kinds) == (value < 1)
    for kind in analysis.kinds:
        counted = model.count(kind.name)
        assert counted.outputs <= min(counted.errors, counted.possible)
        assert counted.interval == wilson(counted.outputs, counted.possible)
    shares, counts, shown = error_tables(analysis)
    assert [counts.cell(kind.name, "m").value for kind in analysis.kinds] == [count[kind.name] for kind in analysis.kinds]
    for kind in analysis.kinds:
        counted = model.count(kind.name)
        assert shares.cell(kind.name, "m").value == (counted.outputs / counted.possible if counted.possible else None)
    assert len({row.key for row in shown.rows}) == len(shown.rows)
    assert render_errors_html(analysis).startswith("<!DOCTYPE html>")
    json.dumps(analysis.to_dict(), allow_nan=False)


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_output_is_taken(text: str) -> None:
    for output in (text, answer(text, [text])):
        item = find_errors(LJP, {"m": {ROWS[0]["id"]: output}}, ROWS[:1], reading="lenient").models["m"].items[0]
        assert {finding.kind for finding in item.findings} <= item.possible


QUESTIONS: list[dict[str, Any]] = [{"id": f"q{n}", "year": 2024, "options": ["無效", "有效", "效力未定"], "answer": "A"} for n in range(5)]


def test_choices() -> None:
    said = {"q0": '{"answer": "A"}', "q1": '{"answer": "C"}', "q2": '{"answer": ["A", "B"]}', "q3": "抱歉，我無法回答。"}
    model = find_errors(MCQ, {"m": said}, QUESTIONS, reading="lenient").models["m"]
    assert [[finding.kind for finding in item.findings] for item in model.items] == [[], ["wrong_option"], ["several"], ["refusal"], ["missing"]]
    assert model.count("wrong_option").share == 0.5
    assert model.faultless().outputs == 1
    [(item, finding)] = model.examples("wrong_option", 3)
    assert (item.id, finding.found, finding.expected) == ("q1", "C", "A")


def test_essays() -> None:
    rows = [{"id": "e1", "points": 10, "scoring_points": [{"criterion_number": n, "content": f"爭點{n}", "points": 5} for n in (1, 2)]}]
    grades = [{"criterion_number": 1, "label": "correct"}, {"criterion_number": 2, "label": "wrong"}]
    judged = lm.read_judgements({"j": [json.dumps({"id": "e1", "judge": judge, "grades": grades}).encode() for judge in ("j1", "j2")]})
    model = find_errors(OEQ, {"m": {"e1": '{"answer": "甲得請求。"}'}}, rows, judgements={"m": judged}).models["m"]
    assert [tuple(finding) for finding in model.items[0].findings] == [
        ("wrong_point", "j1: point 2 wrong", "爭點2"),
        ("wrong_point", "j2: point 2 wrong", "爭點2"),
    ]
    assert model.count("missing_point").possible == 1
    assert find_errors(OEQ, {"m": {"e1": '{"answer": "甲得請求。"}'}}, rows).models["m"].count("wrong_point").possible == 0
    with pytest.raises(JudgementsError):
        find_errors(OEQ, {"m": {}}, rows, judgements={"m": lm.read_judgements({"j": [b'{"id": "e9", "judge": "j", "grades": [{"index": 1, "status": "correct"}]}']})})


def test_runs_unknown_ids_and_empty_models_are_said() -> None:
    said = {"x": '{"answer": "A"}', "y": '{"answer": "B"}'}
    lines = [json.dumps({"id": id, "output": text, "run": run}) for run, text in said.items() for id in ("q0", "q1", "alien")]
    analysis = find_errors(MCQ, {"m": lm.read_predictions(lines), "empty": {}}, QUESTIONS[:2])
    model = analysis.models["m"]
    assert model.unknown == ("alien",)
    count = model.count("wrong_option")
    assert (count.errors, count.possible, count.share) == (2, 4, 0.5)
    assert (count.interval.low, count.interval.high) == (0.5, 0.5)  # both questions are alike
    assert len(model.examples("wrong_option", 9)) == 2
    assert math.isnan(analysis.models["empty"].count("wrong_option").share)
    notes = [note.text for note in error_tables(analysis, titles={"m": "模型甲"})[0].notes]
    assert "模型甲: outputs to 1 unknown id are left out: alien." in notes
    assert "empty has no output to any record." in notes
    assert any("2 runs" in note for note in notes)


def test_every_kind_has_its_words_once() -> None:
    of_judgments = [kind for kind in KINDS if "ljp" in kind.records]
    assert len({kind.name for kind in KINDS}) == len({kind.en for kind in KINDS}) == len(KINDS)
    assert len({kind.zh for kind in of_judgments}) == len(of_judgments)
    groups = [kind.group for kind in KINDS]
    assert all(groups.index(group) == place or groups[place - 1] == group for place, group in enumerate(groups))


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((LJP, [], ROWS), {}, WrongTypeError),
        ((LJP, {"m": {"r": 3}}, ROWS), {}, PredictionsError),
        ((LJP, {}, [ROWS[0], ROWS[0]]), {}, BadReferenceError),
        ((LJP, {}, ROWS), {"reading": "quick"}, LegalMetricsError),
        ((LJP, {}, ROWS), {"reference": "none"}, LegalMetricsError),
        ((LJP, {}, ROWS), {"judgements": {"m": lm.Judgements()}}, LegalMetricsError),
        (("tw-legalbench/nothing", {}, ROWS), {}, UnknownTaskError),
    ],
)
def test_refused(arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        find_errors(*arguments, **options)


def test_the_command_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = {row["id"]: POOL[n % len(POOL)] for n, row in enumerate(ROWS)}
    (tmp_path / "甲.jsonl").write_text("\n".join(json.dumps({"id": id, "output": text}) for id, text in said.items()), encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    forms = [part for form in ("json", "html", "markdown", "latex", "csv") for part in (f"--{form}", str(tmp_path / f"out.{form}"))]
    assert main(["errors", LJP, "--references", str(tmp_path / "rows.jsonl"), "--predictions", str(tmp_path / "甲.jsonl"), *forms]) == 0
    printed = capsys.readouterr().out
    assert "Non-existent article 法條不存在" in printed
    assert "Examples" not in printed  # texts are too long for a terminal
    whole = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    model = find_errors(LJP, {"m": said}, ROWS).models["m"]
    assert {kind: told["errors"] for kind, told in whole["models"][0]["errors"].items()} == {kind.name: model.count(kind.name).errors for kind in KINDS if "ljp" in kind.records}
    assert "刑法第9999條" in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "刑法第9999條" in (tmp_path / "out.markdown").read_text(encoding="utf-8")
    judged = ["--judgements", str(tmp_path / "rows.jsonl")]
    two = ["--predictions", str(tmp_path / "甲.jsonl"), str(tmp_path / "乙.jsonl")]
    assert main(["errors", OEQ, "--references", str(tmp_path / "rows.jsonl"), *two, *judged]) == 2
    assert "allowed one" in capsys.readouterr().err


def test_an_empty_file_is_a_model_that_said_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rows.jsonl").write_text('{"id": "q1", "options": ["甲", "乙"], "answer": "A"}\n', encoding="utf-8")
    (tmp_path / "silent.jsonl").write_text("\n", encoding="utf-8")
    (tmp_path / "said.jsonl").write_text('{"id": "q1", "output": "A"}\n', encoding="utf-8")
    files = ["--predictions", str(tmp_path / "silent.jsonl"), str(tmp_path / "said.jsonl")]
    assert main(["errors", "tw-legalbench/mcq", "--references", str(tmp_path / "rows.jsonl"), *files]) == 0
    assert "! silent has no output to any record." in capsys.readouterr().out
