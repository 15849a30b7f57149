"""Judges held against one another: figures by hand, and equal to the scores under each judge alone."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.analyses.judge_shares import one_judge
from legal_metrics.stats.agreement import cohen_kappa

TASK = "tw-legalbench/oeq"
ROWS = [
    {"id": f"q{n}", "points": 10 * n, "year": 2022, "scoring_points": [{"criterion_number": k, "content": "爭點", "points": 5 * n} for k in (1, 2)]} for n in (1, 2, 3)
]
ANSWERS = {row["id"]: '{"answer": "略"}' for row in ROWS}
LABELS = ("correct", "partial", "wrong", "missing")


def verdicts(labels: dict[str, list[tuple[str, str]]]) -> lm.Judgements:
    """Judge -> for each question the labels of its two scoring points."""
    lines = []
    for judge, of_questions in labels.items():
        for row, pair in zip(ROWS, of_questions, strict=False):
            grades = [
                {"index": k, "status": label, "points": {"correct": point["points"], "partial": point["points"] / 5}.get(label, 0)}
                for k, (label, point) in enumerate(zip(pair, row["scoring_points"], strict=True), start=1)  # type: ignore[call-overload]
            ]
            lines.append(json.dumps({"id": row["id"], "judge": judge, "grades": grades}).encode())
    return lm.read_judgements({"judges.jsonl": lines})


def scored(model: str, said: lm.Judgements) -> lm.Report:
    return lm.score_task(TASK, ANSWERS, ROWS, judgements=said)


def test_by_hand() -> None:
    """Judge a: all of q1 (10 of 10), half of q2 (10 of 20), nothing of q3; judge b: nothing, half, nothing. 20/60 against 10/60."""
    right, half, none = ("correct", "correct"), ("correct", "wrong"), ("wrong", "wrong")
    [pair] = lm.compare_judges(TASK, {"m": verdicts({"a": [right, half, none], "b": [none, half, none]})}, scored).pairs
    assert (pair.first, pair.second) == ("a", "b")
    assert (pair.first_value, pair.second_value) == (20 / 60, 10 / 60)
    assert math.isclose(pair.difference.value, 10 / 60)
    assert pair.shares == ((1.0, 0.0), (0.5, 0.5), (0.0, 0.0))
    assert pair.labels.n == 6 and math.isclose(pair.labels.observed, 4 / 6)


def test_answers_that_one_judge_left_out_are_in_no_figure() -> None:
    right = ("correct", "correct")
    [pair] = lm.compare_judges(TASK, {"m": verdicts({"a": [right, right, right], "b": [right]})}, scored).pairs
    assert pair.difference.n == 1 and pair.shares == ((1.0, 1.0),)


def test_a_single_judge_is_named() -> None:
    shares = lm.compare_judges(TASK, {"m": verdicts({"a": [("correct", "wrong")] * 3})}, scored)
    assert shares.pairs == () and shares.alone == ("m",)
    assert "Model M" in lm.judge_table(shares, titles={"m": "Model M"}).notes[0].text


def test_one_label_throughout_has_no_kappa_and_says_why() -> None:
    same = [("correct", "correct")] * 3
    table = lm.judge_table(lm.compare_judges(TASK, {"m": verdicts({"a": same, "b": same})}, scored))
    assert table.rows[0].cells[4].value is None and "one label throughout" in table.rows[0].cells[4].note


labels = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=3, max_size=3)


@settings(deadline=None, max_examples=20)
@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), labels, min_size=2, max_size=3))
def test_figures_are_those_of_each_judge_alone(said: dict[str, list[Any]]) -> None:
    given_ = verdicts(said)
    shares = lm.compare_judges(TASK, {"m": given_}, scored, resamples=100)
    assert len(shares.pairs) == len(said) * (len(said) - 1) // 2
    for pair in shares.pairs:
        for judge, value in ((pair.first, pair.first_value), (pair.second, pair.second_value)):
            assert value == scored("m", one_judge(given_, judge)).scores["points_share"].value
        numbers = [[s.numerator for s in scored("m", one_judge(given_, judge)).scores["points_share"].samples] for judge in (pair.first, pair.second)]
        worth = [float(row["points"]) for row in ROWS]  # type: ignore[arg-type]
        [difference] = lm.ratio_differences([(numbers[0], worth, numbers[1], worth)], clusters=[row["id"] for row in ROWS], resamples=100)
        assert pair.difference == difference
        flat = {judge: [label for two in said[judge] for label in two] for judge in said}
        expected = cohen_kappa(flat[pair.first], flat[pair.second])
        assert pair.labels.observed == expected.observed and (pair.labels.kappa == expected.kappa or math.isnan(expected.kappa))
