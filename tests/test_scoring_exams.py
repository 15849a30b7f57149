"""The line for exams: multiple choice in both readings with baselines and breakdowns; essays with verdicts, and without."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.cli import main
from legal_metrics.errors import BadReferenceError, LegalMetricsError
from legal_metrics.report.html import render_html
from legal_metrics.report.terminal import render_terminal

MCQ = [
    {
        "id": f"q{n}",
        "year": 2020 + n % 3,
        "law_category": ("Civil", "Criminal", None)[n % 3],
        "question": f"第{n}題：何者正確？",
        "options": ["無效", "得撤銷而有待補正", "有效", "效力未定"],
        "answer": "ABBD"[n % 4],
        "group": {"first": 1, "last": 2, "passage": "甲有一地。"} if n < 2 else None,
        "flags": {"figure": n == 3},
    }
    for n in range(12)
]
RIGHT = {str(row["id"]): json.dumps({"reasoning": "略", "answer": row["answer"]}, ensure_ascii=False) for row in MCQ}
OEQ: list[dict[str, Any]] = [
    {
        "id": f"open-2023-tax-q{n}",
        "year": 2023,
        "subject_code": "tax",
        "points": 50,
        "question_text": "試述之。",
        "sub_questions": [],
        "reference_laws": [],
        "scoring_points": [
            {"criterion_number": 1, "content": "爭點", "points": 30},
            {"criterion_number": 2, "content": "涵攝", "points": None},
        ],
    }
    for n in (1, 2)
]
ESSAYS = {row["id"]: json.dumps({"answer": "甲得請求返還。"}, ensure_ascii=False) for row in OEQ}


def verdict(id: str, judge: str, *labels: str) -> dict[str, Any]:
    return {
        "id": id,
        "judge": judge,
        "grades": [{"criterion_number": n, "label": label} for n, label in enumerate(labels, start=1)],
    }


def judgements(*rows: dict[str, Any]) -> lm.Judgements:
    return lm.read_judgements({"j": [json.dumps(row).encode() for row in rows]})


@pytest.mark.parametrize("task", ["tw-legalbench/mcq", "tw-legalbench/mcq_zh_cn", "tw-legalbench/mcq_en"])
def test_the_reference_as_answer_is_right(task: str) -> None:
    report = lm.score_task(task, RIGHT, MCQ)
    assert {name: reading.scores["accuracy"].value for name, reading in report.readings.items()} == {
        "strict": 1,
        "lenient": 1,
    }
    assert not report.problems


def test_both_readings_stand_side_by_side() -> None:
    outputs = {
        **RIGHT,
        "q0": "故選(A)。",
        "q1": "得撤銷而有待補正",
        "q2": "A或B",
        "q3": "",
        "q4": "抱歉，我無法回答。",
        "q5": '{"answer": "C"}',
    }
    report = lm.score_task("tw-legalbench/mcq", outputs, MCQ)
    strict, lenient = report.readings["strict"], report.readings["lenient"]
    assert strict.scores["accuracy"].value == 6 / 12
    assert lenient.scores["accuracy"].value == 8 / 12
    assert strict.scores["accuracy"].n_unparsed == 5
    assert lenient.statuses == {"ok": 9, "several": 1, "empty": 1, "refusal": 1}
    assert lenient.repairs == {"plain_text": 1, "option_text": 1}


def test_baselines_stand_beside_the_score() -> None:
    report = lm.score_task("tw-legalbench/mcq", RIGHT, MCQ)
    values = {name: scores["accuracy"].value for name, scores in report.baselines.items()}
    # Right letters: A 3, B 6, D 3; the second option is the longest.
    assert values == {
        "always_a": 0.25,
        "always_b": 0.5,
        "always_c": 0,
        "always_d": 0.25,
        "other_years_letter": 0.5,
        "longest_option": 0.5,
    }
    one_year = lm.score_task("tw-legalbench/mcq", RIGHT, [{**row, "year": 2024} for row in MCQ])
    assert "other_years_letter" not in one_year.baselines


def test_breakdowns_by_field_and_by_given_values() -> None:
    difficulty = {"q0": "1: under 10 %"}
    report = lm.score_task(
        "tw-legalbench/mcq", RIGHT, MCQ, by=["law_category", "flags.figure"], strata={"difficulty": difficulty}
    )
    assert {part: len(scores["accuracy"].samples) for part, scores in report.strata["law_category"].items()} == {
        "Civil": 4,
        "Criminal": 4,
        "not stated": 4,
    }
    assert list(report.strata["difficulty"]) == ["1: under 10 %", "not stated"]
    assert report.strata["flags.figure"]["True"]["accuracy"].n == 1


def test_reports_show_the_parts_and_the_wrong_answers() -> None:
    report = lm.score_task("tw-legalbench/mcq", {**RIGHT, "q5": '{"answer": "C"}', "q6": "?"}, MCQ, by=["year"])
    page = render_html(report, MCQ, plots=False)
    for text in ("By year", "By letter", "Wrong answers", "第5題", "Outputs that could not be read", "always b"):
        assert text in page, text
    assert "by year" in render_terminal(report)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answer": "E"}, "field 'answer': found 'E', allowed one of A, B, C, D"),
        ({"answer": "AB"}, "field 'answer': found 'AB'"),
        ({"answer": None}, "field 'answer': found None"),
        ({"options": ["無效"]}, "field 'options': found"),
        ({"options": "ABCD"}, "field 'options': found 'ABCD', allowed a list"),
    ],
)
def test_a_bad_record_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadReferenceError, match="record 'q0'") as caught:
        lm.score_task("tw-legalbench/mcq", RIGHT, [{**MCQ[0], **change}, *MCQ[1:]])
    assert message in str(caught.value)


# --- essays -----------------------------------------------------------------------------------------------------------


def test_essays_without_verdicts_are_unscored() -> None:
    report = lm.score_task("tw-legalbench/oeq", ESSAYS, OEQ)
    share = report.scores["points_share"]
    assert (share.n, share.n_excluded, share.details["n_unscored"]) == (0, 2, 2)
    assert "unscored, not zero" in render_terminal(report)


def test_essays_are_scored_by_their_verdicts() -> None:
    given = judgements(
        verdict(OEQ[0]["id"], "j1", "correct", "partial"),
        verdict(OEQ[0]["id"], "j2", "wrong", "correct"),
        verdict(OEQ[1]["id"], "j1", "correct", "correct"),
    )
    report = lm.score_task("tw-legalbench/oeq", ESSAYS, OEQ, judgements=given)
    share = report.scores["points_share"]
    # Question 1: (30 + 10 + 20) / 2 = 30; question 2: 50; together 80 of 100.
    assert share.value == 0.8
    assert share.details["n_partly_judged"] == 1
    assert report.options["judges"] == ["j1", "j2"]
    assert report.samples[0].answer["verdicts"]["j2"][0]["label"] == "wrong"
    page = render_html(report, OEQ, plots=False)
    for text in ("Judges", "30 of 50", "Exam totals", "labor_social"):
        assert text in page, text


def test_an_unread_essay_earns_nothing_whatever_a_judge_made_of_it() -> None:
    first = OEQ[0]["id"]
    given = judgements(verdict(first, "j1", "correct", "correct"))
    report = lm.score_task("tw-legalbench/oeq", {**ESSAYS, first: "甲得請求返還。"}, OEQ, judgements=given)
    assert report.readings["strict"].scores["points_share"].value == 0
    assert report.readings["lenient"].scores["points_share"].value == 1
    empty = lm.score_task("tw-legalbench/oeq", {**ESSAYS, first: ""}, OEQ)
    assert empty.scores["points_share"].value == 0


def test_a_question_without_a_rubric_is_left_out_and_told() -> None:
    report = lm.score_task("tw-legalbench/oeq", ESSAYS, [{**OEQ[0], "scoring_points": []}, OEQ[1]])
    assert report.scores["points_share"].details["n_no_rubric"] == 1
    assert "no scoring points at hand" in report.problems[0]


@pytest.mark.parametrize(
    "change",
    [
        {"points": -1},
        {"points": "50"},
        {"scoring_points": [{"criterion_number": None, "points": 1}]},
        {"scoring_points": [{"criterion_number": 1, "points": 0}]},
        {"scoring_points": [{"criterion_number": 1}, {"criterion_number": 1}]},
    ],
)
def test_a_bad_rubric_is_named(change: dict[str, Any]) -> None:
    with pytest.raises(BadReferenceError, match="record 'open-2023-tax-q1', field '"):
        lm.score_task("tw-legalbench/oeq", ESSAYS, [{**OEQ[0], **change}, OEQ[1]])


def test_only_essays_are_graded_by_judges() -> None:
    with pytest.raises(LegalMetricsError, match="task 'tw-legalbench/mcq' is not graded by judges"):
        lm.score_task("tw-legalbench/mcq", RIGHT, MCQ, judgements=judgements(verdict("q0", "j", "correct")))


# --- command line -----------------------------------------------------------------------------------------------------


def _write(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_the_command_scores_breaks_down_and_reads_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    predictions = _write(tmp_path / "p.jsonl", [{"id": id, "output": output} for id, output in RIGHT.items()])
    records = _write(tmp_path / "mcq.jsonl", MCQ)
    common = ["score", "tw-legalbench/mcq", "--predictions", predictions, "--references", records]
    other = str(tmp_path / "other.json")
    assert main([*common, "--json", other]) == 0
    assert main([*common, "--by", "year", "--difficulty", other]) == 0
    out = capsys.readouterr().out
    assert "by year" in out
    assert "5: every model right" in out
    assert main([*common, "--difficulty", records]) == 2
    assert "is no report" in capsys.readouterr().err

    essays = _write(tmp_path / "e.jsonl", [{"id": id, "output": output} for id, output in ESSAYS.items()])
    verdicts = _write(tmp_path / "j.jsonl", [verdict(row["id"], "j1", "correct", "wrong") for row in OEQ])
    common = [
        "score",
        "tw-legalbench/oeq",
        "--predictions",
        essays,
        "--references",
        _write(tmp_path / "oeq.jsonl", OEQ),
    ]
    assert main([*common, "--judgements", verdicts]) == 0
    assert "0.6000" in capsys.readouterr().out
    assert main([*common, "--judgements", str(tmp_path / "none.jsonl")]) == 2
    assert "--judgements: no such file" in capsys.readouterr().err


def test_prompts_are_written_for_every_config(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = _write(tmp_path / "mcq.jsonl", MCQ)
    for config, language in (("mcq", "zh-Hant"), ("mcq_zh_cn", "zh-Hans"), ("mcq_en", "en")):
        assert main(["prompt", f"tw-legalbench/{config}", "--references", records]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert {row["prompt"] for row in rows} == {f"tw-legalbench/{config}:{language}:v1"}


def test_a_report_tells_the_stratum_of_every_item() -> None:
    rows = [{"id": id, "options": ["甲", "乙"], "answer": "A", "year": year} for id, year in (("q1", 2023), ("q2", None))]
    report = lm.score_task("tw-legalbench/mcq", {"q1": "A", "q2": "B"}, rows, by=["year"], strata={"band": {"q2": "hard"}})
    told = {sample["id"]: sample["strata"] for sample in report.to_dict()["readings"]["strict"]["samples"]}
    assert told == {"q1": {"year": "2023", "band": "not stated"}, "q2": {"year": "not stated", "band": "hard"}}
    for field, values in report.strata.items():
        for value, scores in values.items():
            assert [s.id for s in scores["accuracy"].samples] == [id for id, strata in told.items() if strata[field] == value]
