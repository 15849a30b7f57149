"""Reports of rubric scores: runs, missing outputs, coverage; what was not graded is never in the figure."""

from __future__ import annotations

import json

import pytest
from judged_rubrics import ANALYSIS, JUDGMENT

from legal_metrics.errors import LegalMetricsError
from legal_metrics.grading import Grade
from legal_metrics.judgements import Judgement, Judgements, Origin
from legal_metrics.judging.rubric_report import rubric_report
from legal_metrics.predictions import Predictions
from legal_metrics.report.html import render_html
from legal_metrics.report.terminal import render_terminal

RUBRICS = {"j1": JUDGMENT, "a1": ANALYSIS}
FULL = (Grade(1, "correct", 8.0), Grade(2, "correct", 20.0))
HALF = (Grade(1, "partial", 4.0), Grade(2, "partial", 10.0))


def test_runs_are_scored_apart_and_together() -> None:
    outputs = Predictions({"1": {"j1": "答", "a1": "答"}, "2": {"j1": "答", "a1": "答"}})
    verdicts = {("1", "j1"): (Judgement("j", FULL),), ("2", "j1"): (Judgement("j", HALF),)}
    report = rubric_report(RUBRICS, outputs, Judgements(verdicts))
    assert report.scores["rubric_score"].value == 0.75
    assert {run: scores["rubric_score"].value for run, scores in report.runs.items()} == {"1": 1.0, "2": 0.5}
    assert report.scores["rubric_score"].n_excluded == 2
    assert render_terminal(report)
    assert render_html(report)
    json.dumps(report.to_dict(), allow_nan=False)


def test_missing_and_empty_outputs_earn_nothing_whatever_a_judge_says() -> None:
    verdicts = Judgements({("", id): (Judgement("j", FULL),) for id in RUBRICS})
    report = rubric_report(RUBRICS, {"j1": "<think>想</think>"}, verdicts)
    assert (report.scores["rubric_score"].value, report.scores["rubric_score"].n_unparsed) == (0.0, 2)
    assert dict(report.statuses) == {"empty": 1, "missing": 1}


def test_coverage_and_cuts_are_told() -> None:
    cut = Origin(cut={"policy": "head_tail", "head": 1, "characters": 7, "tail": 1})
    verdicts = Judgements({("", "j1"): (Judgement("j", FULL[:1], origins=(cut,)), Judgement("k", FULL))})
    report = rubric_report({"j1": JUDGMENT}, {"j1": "答"}, verdicts)
    assert report.scores["rubric_score"].value == 1.0  # of k alone: j's verdict lacks an item
    assert any(problem.startswith("coverage: 75.0 %") for problem in report.problems)
    assert "1 verdicts are about answers that were cut, by 7 characters" in report.problems


def test_there_must_be_records() -> None:
    with pytest.raises(LegalMetricsError, match="no records"):
        rubric_report({}, {}, Judgements())
