"""Comparing models by their reports: figures by hand, what is refused, what is counted, and both ways through the command."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from releases import records

import legal_metrics as lm
from legal_metrics.cli import main
from legal_metrics.comparison import Comparison, NotComparableError, compare_reports
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.report.comparison import render_comparison, render_comparison_html
from legal_metrics.reported import ReportFormatError, parse_report
from legal_metrics.stats.bootstrap import paired_bootstrap, ratio_differences
from legal_metrics.stats.permutation import permutation_tests
from legal_metrics.stats.proportions import mcnemar

TASK = "tw-legalbench/ljp"
ROWS = records(200, 20)
FACTS = lm.DatasetFacts("tw-legalbench", "ljp", "test", "1.0.0", "ab" * 32, "rebuilt")
FEW: dict[str, Any] = {"resamples": 200, "permutations": 200}


def answer(statutes: list[str], main_text: str) -> str:
    return json.dumps({"statutes": statutes, "reasoning": "", "main_text": main_text}, ensure_ascii=False)


def right(row: dict[str, Any]) -> str:
    from legal_metrics.readers.judgments import label_citations

    return answer([str(citation) for citation in label_citations(row)], row["main_text"])


WRONG = answer(["刑法第320條第1項", "刑法第57條"], "甲○○犯竊盜罪，處有期徒刑壹年。")
ECHO = {row["id"]: right(row) for row in ROWS}
HALF = {id: text if i % 2 else WRONG for i, (id, text) in enumerate(ECHO.items())}
POOR = {id: text if i % 5 == 0 else WRONG for i, (id, text) in enumerate(ECHO.items())}


def scored(outputs: Any, **options: Any) -> lm.Report:
    return lm.score_task(TASK, outputs, ROWS, dataset=options.pop("dataset", FACTS), **options)


@pytest.fixture(scope="module")
def reports() -> dict[str, lm.Report]:
    return {"echo": scored(ECHO), "half": scored(HALF), "poor": scored(POOR)}


@pytest.fixture(scope="module")
def compared(reports: dict[str, lm.Report]) -> Comparison:
    return compare_reports(reports)


def made(values: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A report's JSON by hand: one score ``m``; ``values``: id -> value, None, or [numerator, denominator]."""
    samples = [
        {
            "id": id,
            "run": None,
            "status": "ok",
            "values": {"m": value if not isinstance(value, list) else value[0] / value[1]},
            "parts": {"m": value} if isinstance(value, list) else {},
        }
        for id, value in values.items()
    ]
    score = {"signature": "m|ci:percentile,0.95,10000,seed=1|unit:item", "higher_is_better": True}
    return {
        "task": "t",
        "task_version": 1,
        "library_version": "1",
        "primary": "m",
        "reading": "strict",
        "options": {},
        "dataset": {"name": "d", "config": "c", "split": "test", "version": "1.0.0", "rows_sha256": "ab" * 32, "kind": "official"},
        "readings": {"strict": {"scores": {"m": score}, "samples": samples}},
        **changes,
    }


def test_every_figure_of_a_small_comparison_by_hand() -> None:
    a = made(dict(zip("123456", [1, 1, 1, 1, 0, 1], strict=True)))
    b = made(dict(zip("123456", [0, 0, 0, 1, 1, 0], strict=True)))
    comparison = compare_reports({"a": a, "b": b})
    [pair] = comparison.scores["m"].pairs
    assert comparison.scores["m"].values == {"a": 5 / 6, "b": 2 / 6}
    assert (pair.first, pair.second, pair.n, pair.n_one_sided) == ("a", "b", 6, 0)
    assert pair.difference.value == 0.5
    # Five items differ, four of them for a: 2 * (1 + 5) of 32 sign vectors are as extreme.
    assert (pair.test.p_value, pair.test.exact, pair.test.n_differing) == (12 / 32, True, 5)
    assert pair.mcnemar is not None
    assert (pair.mcnemar.both, pair.mcnemar.only_a, pair.mcnemar.only_b, pair.mcnemar.p_value) == (1, 4, 1, 12 / 32)


def test_it_says_what_the_functions_say(compared: Comparison, reports: dict[str, lm.Report]) -> None:
    samples = {name: report.scores["rouge_l"].samples for name, report in reports.items()}
    values = {name: [sample.value for sample in column] for name, column in samples.items()}
    score = compared.scores["rouge_l"]
    assert score.pairs[0].difference == paired_bootstrap(values["echo"], values["half"])
    assert tuple(pair.test for pair in score.pairs) == permutation_tests(values)
    assert score.values == {name: pytest.approx(report.scores["rouge_l"].value) for name, report in reports.items()}
    pooled = [(s.numerator, s.denominator) for s in reports["half"].scores["statute_accuracy"].samples]
    assert {bottom for _, bottom in pooled} != {1.0}, "a score whose items do not weigh the same must be among them"
    other = [(s.numerator, s.denominator) for s in reports["poor"].scores["statute_accuracy"].samples]
    columns = [[part[k] for part in side] for side in (pooled, other) for k in (0, 1)]
    [alone] = ratio_differences([tuple(columns)])  # type: ignore[list-item]
    assert compared.scores["statute_accuracy"].pairs[2].difference == alone


def test_every_score_of_the_report_is_compared_and_keeps_its_value(compared: Comparison, reports: dict[str, lm.Report]) -> None:
    assert list(compared.scores) == list(reports["echo"].scores)
    for name, score in compared.scores.items():
        assert [(p.first, p.second) for p in score.pairs] == [("echo", "half"), ("echo", "poor"), ("half", "poor")]
        for model, report in reports.items():
            assert score.values[model] == report.scores[name].value or math.isnan(report.scores[name].value)
    assert compared.n == 20 and compared.not_comparable == () and compared.unshared == ()


def test_mcnemar_stands_where_every_item_is_right_or_wrong(compared: Comparison, reports: dict[str, lm.Report]) -> None:
    [echo, half] = ([int(s.value) for s in reports[n].scores["detention_within"].samples if s.denominator] for n in ("echo", "half"))
    assert compared.scores["detention_within"].pairs[0].mcnemar == mcnemar(echo, half)
    assert compared.scores["rouge_l"].pairs[0].mcnemar is None
    assert compared.scores["term_log_distance"].pairs[2].mcnemar is None
    # Deviations of 0 and 1 are no answers that are right or wrong.
    assert compared.scores["detention_deviation"].pairs[0].mcnemar is None


def test_a_model_against_itself_differs_in_nothing(reports: dict[str, lm.Report]) -> None:
    comparison = compare_reports({"a": reports["half"], "b": reports["half"]}, **FEW)
    for score in comparison.scores.values():
        [pair] = score.pairs
        if math.isnan(score.values["a"]):
            assert math.isnan(pair.difference.value) and math.isnan(pair.test.p_value)
        else:
            assert (pair.difference.value, pair.test.p_value) == (0.0, 1.0)
            assert (pair.difference.interval.low, pair.difference.interval.high, pair.difference.interval.degenerate) == (0, 0, True)


@given(st.lists(st.tuples(st.sampled_from([0, 0.5, 1, None, [1, 3]]), st.sampled_from([0, 1, None, [2, 2]])), min_size=1, max_size=8))
@settings(max_examples=60)
def test_any_values_give_json_and_both_reports(rows: list[tuple[Any, Any]]) -> None:
    sides = [made({str(i): row[k] for i, row in enumerate(rows)}) for k in (0, 1)]
    before = json.dumps(sides)
    comparison = compare_reports({"a": sides[0], "b": sides[1]}, **FEW)
    assert json.dumps(sides) == before
    json.dumps(comparison.to_dict(), allow_nan=False)
    assert "nan" not in render_comparison(comparison).casefold().split()
    assert render_comparison_html(comparison) == render_comparison_html(comparison)
    turned = compare_reports({"a": made(dict(reversed(list(_values(sides[0]).items())))), "b": sides[1]}, **FEW)
    assert turned.scores["m"].to_dict() == comparison.scores["m"].to_dict()  # order of items


def _values(report: dict[str, Any]) -> dict[str, Any]:
    samples = report["readings"]["strict"]["samples"]
    return {s["id"]: s["parts"].get("m", s["values"]["m"]) for s in samples}


# --- what is not comparable ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (("task",), "u", "task: t in a, u in b"),
        (("task_version",), 2, "task version: 1 in a, 2 in b"),
        (("dataset", "name"), "e", "dataset: d in a, e in b"),
        (("dataset", "config"), "x", "config: c in a, x in b"),
        (("dataset", "split"), "train", "split: test in a, train in b"),
        (("dataset", "version"), "1.1.0", "dataset version: 1.0.0 in a, 1.1.0 in b"),
        (("dataset", "version"), None, "dataset version: 1.0.0 in a, nothing in b"),
        (("dataset", "kind"), "bundled", "kind: official in a, bundled in b"),
        (("dataset", "rows_sha256"), "cd" * 32, f"rows_sha256: {'ab' * 32} in a, {'cd' * 32} in b"),
        (("dataset", "rows_sha256"), None, "rows_sha256: not stated by b, so nobody can know that the same rows were scored"),
        (("options", "reference"), "whole_text", "reference: nothing in a, whole_text in b"),
        (
            ("readings", "strict", "scores", "m", "signature"),
            "m|unit:case",
            "signature of m: m|unit:item in a, m|unit:case in b",
        ),
    ],
)
def test_what_changes_a_figure_makes_reports_incomparable(place: tuple[str, ...], value: Any, reason: str) -> None:
    a, b = made({"1": 1, "2": 0}), made({"1": 1, "2": 1})
    inside = b
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    with pytest.raises(NotComparableError) as caught:
        compare_reports({"a": a, "b": b})
    assert caught.value.reasons == (reason,)
    assert reason in str(caught.value) and "--force" in str(caught.value)
    forced = compare_reports({"a": a, "b": b}, force=True, **FEW)
    assert forced.scores["m"].pairs[0].difference.value == -0.5
    told = forced.to_dict()
    assert (told["comparable"], told["forced"], told["not_comparable"]) == (False, True, [reason])
    assert "NOT COMPARABLE" in render_comparison(forced).splitlines()[1]
    assert "NOT COMPARABLE" in render_comparison_html(forced)


def test_another_seed_is_another_interval_not_another_score(reports: dict[str, lm.Report]) -> None:
    comparison = compare_reports({"a": reports["echo"], "b": scored(HALF, seed=7)}, **FEW)
    assert comparison.not_comparable == ()


def test_reports_of_other_tokens_and_other_readings_are_refused(reports: dict[str, lm.Report]) -> None:
    with pytest.raises(NotComparableError, match=r"signature of rouge_1: .*tok:jieba.* in a, .*tok:char.* in b"):
        compare_reports({"a": reports["echo"], "b": scored(HALF, tokenizer=lm.CHARACTERS)})
    lenient = scored(HALF, reading="lenient")
    with pytest.raises(NotComparableError, match="reading: strict in a, lenient in b"):
        compare_reports({"a": reports["echo"], "b": lenient})
    assert compare_reports({"a": reports["echo"], "b": lenient}, reading="lenient", **FEW).facts["reading"] == "lenient"


def test_several_reasons_are_all_told() -> None:
    b = made({"1": 1}, task_version=3)
    b["dataset"]["version"] = "2.0.0"
    with pytest.raises(NotComparableError) as caught:
        compare_reports({"a": made({"1": 1}), "b": b, "c": made({"1": 1})})
    assert caught.value.reasons == ("task version: 1 in a and c, 3 in b", "dataset version: 1.0.0 in a and c, 2.0.0 in b")


# --- items and runs --------------------------------------------------------------------------------------------------


def test_missing_extra_and_repeated_items_are_left_out_and_counted() -> None:
    a = made({"1": 1, "2": 1, "3": 0, "only a": 1})
    b = made({"1": 0, "2": 1, "3": 0, "only b": 0})
    repeated = b["readings"]["strict"]["samples"]
    repeated.append({**repeated[2], "values": {"m": 1}})
    repeated[0]["status"] = "missing"
    comparison = compare_reports({"a": a, "b": b}, **FEW)
    first, second = comparison.models
    assert comparison.n == 2
    assert comparison.scores["m"].values == {"a": 1.0, "b": 0.5}
    assert (first.missing, first.extra, first.repeated, first.n_items) == (("only b",), ("only a",), (), 4)
    assert (second.missing, second.extra, second.repeated, second.n_items) == (("only a",), ("only b",), ("3",), 4)
    assert (first.n_missing_outputs, second.n_missing_outputs) == (0, 1)
    told = comparison.to_dict()["models"][1]
    assert (told["missing"], told["extra"], told["repeated"], told["repeated_ids"]) == (1, 1, 1, ["3"])
    text = " ".join(render_comparison(comparison).split())
    for sentence in (
        "Left out of every figure: records that a lacks and another report has (1): only b.",
        "Left out of every figure: records that b has and another report lacks (1): only b.",
        "Left out of every figure: records that stand more than once in one run of b (1): 3.",
        "Missing outputs of b, which score 0: 1.",
    ):
        assert sentence in text


def test_runs_of_a_record_are_averaged_first(reports: dict[str, lm.Report]) -> None:
    runs = scored(lm.Predictions({"1": ECHO, "2": HALF}, {"model": ("m-1",)}))
    comparison = compare_reports({"echo": reports["echo"], "runs": runs}, **FEW)
    for name, score in comparison.scores.items():
        assert math.isnan(runs.scores[name].value) or score.values["runs"] == pytest.approx(runs.scores[name].value)
    assert comparison.n == 20
    assert comparison.models[1].runs == ("1", "2")
    assert comparison.scores["rouge_l"].pairs[0].test.n_differing <= 10
    assert comparison.to_dict()["models"][1]["model"] == ["m-1"]
    assert "runs of a record averaged" in " ".join(render_comparison(comparison).split())
    assert comparison.scores["imprisonment_within"].pairs[0].mcnemar is None  # a half where one run of two is right


def test_an_item_of_one_model_only_is_counted() -> None:
    comparison = compare_reports({"a": made({"1": 1, "2": None, "3": None}), "b": made({"1": 1, "2": 0, "3": None})}, **FEW)
    [pair] = comparison.scores["m"].pairs
    assert (pair.n, pair.n_one_sided, pair.mcnemar) == (2, 1, None)
    assert pair.difference.value == 0.5
    assert "Some records are part of one model's score only" in " ".join(render_comparison(comparison).split())


def test_scores_that_only_one_has_are_left_out_and_told() -> None:
    b = made({"1": 1})
    b["readings"]["strict"]["scores"]["other"] = {"signature": "other", "higher_is_better": True}
    b["readings"]["strict"]["samples"][0]["values"]["other"] = 1
    comparison = compare_reports({"a": made({"1": 0}), "b": b}, **FEW)
    assert (list(comparison.scores), comparison.unshared) == (["m"], ("other",))
    assert "left out: other." in render_comparison(comparison)


def test_nothing_in_common_is_an_error() -> None:
    with pytest.raises(LegalMetricsError, match="no record that all reports have"):
        compare_reports({"a": made({"1": 1}), "b": made({"2": 1})})
    b = made({"1": 1})
    b["readings"]["strict"]["scores"] = {}
    with pytest.raises(LegalMetricsError, match="no score that all reports have"):
        compare_reports({"a": made({"1": 1}), "b": b})


# --- input that is no report -----------------------------------------------------------------------------------------


def broken(**changes: Any) -> dict[str, Any]:
    report = made({"1": 1})
    sample, score = report["readings"]["strict"]["samples"][0], report["readings"]["strict"]["scores"]["m"]
    for key, value in changes.items():
        {"sample": sample, "score": score}.get(key.split("_")[0], report)[key.partition("_")[2]] = value
    return report


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (broken(report_task=3), "b: field 'task': found a number, allowed a string"),
        (broken(report_task_version=True), "b: field 'task_version': found a boolean, allowed a whole number"),
        (broken(report_dataset=[]), "b: field 'dataset': found a list, allowed an object"),
        (broken(report_readings={}), "b: field 'readings': found no reading 'strict', allowed a reading"),
        (broken(report_reading="lenient"), "b: field 'readings': found no reading 'lenient', allowed 'strict'"),
        (broken(sample_id=None), r"b: field 'readings.strict.samples\[0\].id': found null, allowed a string"),
        (broken(sample_run=2), r"samples\[0\].run': found a number, allowed a string or null"),
        (broken(sample_values={}), r"samples\[0\].values.m': found nothing, allowed a finite number or null"),
        (broken(sample_values={"m": "1"}), r"values.m': found '1', allowed a finite number or null"),
        (broken(sample_values={"m": True}), r"values.m': found True"),
        (broken(sample_values={"m": 10**400}), r"values.m': found 1000+.*, allowed a finite number or null"),
        (broken(sample_values={"m": [1]}), r"values.m': found \[1\]"),
        (broken(sample_strata={"year": 2020}), r"samples\[0\].strata.year': found a number, allowed a string"),
        (broken(sample_strata=None), r"strata': found null, allowed an object"),
        (broken(sample_status=1), r"samples\[0\].status': found a number, allowed a string"),
        (broken(sample_parts={"m": [1]}), r"parts.m': found \[1\], allowed two finite numbers"),
        (broken(sample_parts=None), r"parts': found null, allowed an object"),
        (broken(score_signature=None), "scores.m.signature': found null, allowed a string"),
        (broken(score_higher_is_better=1), "scores.m.higher_is_better': found a number, allowed true or false"),
        ({}, "b: field 'dataset': found nothing, allowed an object"),
    ],
)
def test_what_is_no_report_is_named_by_field(report: dict[str, Any], message: str) -> None:
    with pytest.raises(ReportFormatError, match=message):
        compare_reports({"a": made({"1": 1}), "b": report})


def test_a_report_without_its_items_cannot_be_compared(reports: dict[str, lm.Report]) -> None:
    with pytest.raises(ReportFormatError, match=r"field 'readings.strict.samples': found nothing"):
        compare_reports({"a": reports["echo"].to_dict(samples=False), "b": reports["half"]})
    empty = made({})
    with pytest.raises(ReportFormatError, match="found no items"):
        compare_reports({"a": empty, "b": empty})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"x.json: found broken JSON \(.* at line 1, column 2\)"),
        ("[]", "x.json: found a list, allowed a report"),
        ('{"a": NaN}', "x.json: found NaN, allowed finite numbers"),
        ('{"a": 1' + "0" * 5000 + "}", "x.json: found JSON that is too deep or holds too long a number"),
        ("[" * 100_000, "x.json: found JSON that is too deep"),
    ],
)
@pytest.mark.parametrize("fast", [True, False])
def test_texts_that_are_no_report(text: str, message: str, fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not fast:
        monkeypatch.setitem(sys.modules, "orjson", None)
    with pytest.raises(ReportFormatError, match=message):
        parse_report(text, source="x.json")


@pytest.mark.parametrize("text", ['{"a": "甲", "b": [1, 0.1, null]}', '\ufeff{"a": 1}', '{"a": "\\ud800"}', '{"a": 1, "a": 2}', "{}"])
def test_with_and_without_orjson_a_text_is_the_same_report(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = parse_report(text, source="x.json")
    monkeypatch.setitem(sys.modules, "orjson", None)
    assert parse_report(text, source="x.json") == fast == json.loads(text.removeprefix("\ufeff"))


def test_a_report_as_a_value_draws_no_interval_that_nobody_reads(reports: dict[str, lm.Report]) -> None:
    fresh = {name: dataclasses.replace(report, readings={name: dataclasses.replace(read, scores={key: dataclasses.replace(score) for key, score in read.scores.items()}) for name, read in report.readings.items()}) for name, report in reports.items()}
    compare_reports(fresh, resamples=50)
    assert not any("interval" in vars(score) for report in fresh.values() for read in report.readings.values() for score in read.scores.values())


def test_bad_arguments_are_named(reports: dict[str, lm.Report]) -> None:
    two = {"a": reports["echo"], "b": reports["half"]}
    with pytest.raises(WrongTypeError, match="reports: found"):
        compare_reports([1])  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match=r"reports\['b'\]: found 3"):
        compare_reports({**two, "b": 3})  # type: ignore[dict-item]
    with pytest.raises(LegalMetricsError, match="found 1 reports, a comparison needs two or more"):
        compare_reports({"a": reports["echo"]})
    with pytest.raises(LegalMetricsError, match="scores: found 'rouge_9', allowed rouge_1, rouge_2"):
        compare_reports(two, scores=["rouge_9"])
    with pytest.raises(LegalMetricsError, match="permutations: found 0"):
        compare_reports(two, permutations=0)
    with pytest.raises(LegalMetricsError, match="confidence: found 95"):
        compare_reports(two, confidence=95)


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_two_models_are_one_table(reports: dict[str, lm.Report]) -> None:
    comparison = compare_reports({"echo": reports["echo"], "half": reports["half"]}, **FEW)
    lines = render_comparison(comparison).splitlines()
    assert lines[0] == f"{TASK} v1 · 20 common records · strict reading · rebuilt 1.0.0 test rows abababab"
    assert lines[2].split() == ["echo", "half", "difference", "95", "%", "interval", "p", "McNemar", "p", "n"]
    assert lines[3].startswith("▶ ROUGE-L") and "+0." in lines[3]
    assert any("Mean deviation of terms (months) ↓" in line for line in lines)
    assert "not comparable with the figures of the paper" in " ".join(" ".join(lines).split())
    chosen = render_comparison(comparison, scores=["token_f1", "statute_type1_article"]).splitlines()
    assert [line.split("  ")[1].strip() for line in chosen[3:5]] == ["Token F1", "Type I error: no such statute, article 條 ↓"]


def test_many_models_show_the_pairs_of_the_primary_score_or_of_those_asked_for(compared: Comparison) -> None:
    text = render_comparison(compared)
    assert text.count("half − poor") == 1 and "p (Holm)" in text
    assert render_comparison(compared, scores=["rouge_1", "token_f1"]).count("half − poor") == 2
    html = render_comparison_html(compared)
    assert html.count("half − poor") == len(compared.scores)


def test_hostile_names_and_ids_reach_neither_terminal_nor_page() -> None:
    hostile = "</style><script>alert(1)</script>\x1b[2J\u202e"
    a, b = made({"1": 1, hostile: 1}, task=hostile), made({"1": 1}, task=hostile)
    comparison = compare_reports({hostile: a, "b": b}, **FEW)
    assert "\x1b" not in render_comparison(comparison) and "\u202e" not in render_comparison(comparison)
    html = render_comparison_html(comparison)
    assert "<script" not in html and "\x1b" not in html and html.count("</style>") == 1


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, reports: dict[str, lm.Report]) -> dict[str, Path]:
    paths = {name: tmp_path / f"{name}.json" for name in reports}
    for name, path in paths.items():
        path.write_text(json.dumps(reports[name].to_dict(), ensure_ascii=False), encoding="utf-8")
    return paths


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["compare", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_writes_what_python_says(
    files: dict[str, Path], compared: Comparison, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new"
    code, text, told = run(capsys, *files.values(), "--json", out / "c.json", "--html", out / "c.html")
    assert (code, text) == (0, render_comparison(compared))
    assert json.loads((out / "c.json").read_text(encoding="utf-8")) == json.loads(json.dumps(compared.to_dict()))
    assert (out / "c.html").read_text(encoding="utf-8") == render_comparison_html(compared)
    assert told.splitlines() == [f"made folder: {out}", f"written: {out / 'c.json'}", f"written: {out / 'c.html'}"]


def test_options_of_the_command(files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "c.json"
    options = ("--scores", "rouge_1", "token_f1", "--reading", "lenient", "--seed", 3, "--resamples", 99)
    assert run(capsys, files["echo"], files["half"], *options, "--json", out)[0] == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert list(told["scores"]) == ["rouge_1", "token_f1"]
    assert (told["reading"], told["options"]) == ("lenient", {"confidence": 0.95, "seed": 3, "resamples": 99, "permutations": 99})


def test_the_command_refuses_and_can_be_forced(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(files["half"].read_text(encoding="utf-8"))
    report["dataset"]["rows_sha256"] = "cd" * 32
    files["half"].write_text(json.dumps(report), encoding="utf-8")
    code, text, told = run(capsys, files["echo"], files["half"])
    assert (code, text) == (1, "") and "rows_sha256: abab" in told and "--force" in told
    code, text, _ = run(capsys, files["echo"], files["half"], "--force")
    assert code == 0 and "! NOT COMPARABLE" in text


def test_files_of_one_name_are_called_by_their_paths(files: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other" / "echo.json"
    other.parent.mkdir()
    other.write_bytes(files["half"].read_bytes())
    assert str(other) in run(capsys, files["echo"], other)[1]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["{echo}"], 2, "found 1 report"),
        (["{echo}", "{echo}"], 2, "more than once, allowed each file once"),
        (["{echo}", "nothing.json"], 2, "no such file: nothing.json"),
        (["{echo}", "{half}", "--json", "{half}"], 2, "--json: found"),
        (["{echo}", "{half}", "--json", "x", "--html", "x"], 2, "--html: found 'x', which is the file of --json"),
        (["{echo}", "{half}", "--seed", "-1"], 2, "--seed"),
        (["{echo}", "{half}", "--resamples", "0"], 1, "resamples: found 0"),
        (["{echo}", "{half}", "--scores", "x"], 1, "scores: found 'x', allowed rouge_1"),
        (["{echo}", "{half}", "--reading", "loose"], 2, "--reading"),
        (["{echo}", "{folder}"], 1, "Is a directory"),
    ],
)
def test_wrong_calls(arguments: list[str], code: int, message: str, files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    filled = [a.format(**files, folder=files["echo"].parent) for a in arguments]
    before = files["half"].read_bytes()
    found, text, told = run(capsys, *filled)
    assert (found, text) == (code, "") and message in told
    assert files["half"].read_bytes() == before


def test_a_broken_report_is_named_by_its_path(files: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    for content, message in ((b'{"task": 1}', "field 'dataset'"), (b"\xff", "not UTF-8"), (b"{", "broken JSON")):
        files["half"].write_bytes(content)
        code, _, told = run(capsys, files["echo"], files["half"])
        assert code == 1 and f"{files['half']}: " in told and message in told
