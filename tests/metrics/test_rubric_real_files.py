"""Rubrics as files hold them, read and scored with made-up verdicts: the examples of every form, and PLawBench's real files where they are at hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legal_metrics.grading import Grade, Item, Rubric
from legal_metrics.metrics.judges import Verdict
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_keywords import keyword_baseline
from legal_metrics.metrics.rubric_scores import rubric_scores
from legal_metrics.rubrics.forms import FORMS, read_rubric

ROOT = Path(__file__).parents[2]
PLAWBENCH = ROOT / ".." / "shared" / "corpora" / "cn" / "plawbench"
FILES = {
    "plawbench_case": "practical_case_analysis_250.first188.jsonl",
    "plawbench_document": "Plantiffs_Statement.json",
    "plawbench_consultation": "public_legal_consultation.ids1-12,17.json",
}
SIZES = {"plawbench_case": 188, "plawbench_document": 6, "plawbench_consultation": 13}
needs_plawbench = pytest.mark.skipif(not PLAWBENCH.is_dir(), reason="PLawBench's files are not at hand")


def rows(form: str) -> list[dict[str, Any]]:
    text = (PLAWBENCH / FILES[form]).read_text(encoding="utf-8")
    parsed = [json.loads(line) for line in text.splitlines()] if FILES[form].endswith("jsonl") else json.loads(text)
    return list(parsed)


def best(item: Item, place: int) -> Grade:
    if item.is_penalty:
        return Grade(item.number, "not applies", 0.0)
    return Grade(item.number, "correct", item.points, 5.0 if item.points is None else None, position=place)


def made_up(item: Item, dice: random.Random) -> Grade:
    label = dice.choice(["correct", "partial", "wrong", "missing", "applies", ""])
    position = dice.choice([None, 1, 2, 3])
    return Grade(
        item.number, label, dice.uniform(-20, 40), 3.0, "", position, dice.choice([None, 0, 1, 7]), dice.random() < 0.1
    )


def check(rubric: Rubric) -> None:
    grades = [best(item, place) for place, item in enumerate(rubric.items)]
    flawless = score_rubric(rubric, grades)
    assert (flawless.score, flawless.coverage) == (pytest.approx(flawless.max), 1)
    assert score_rubric(rubric, []).score is None
    assert score_rubric(rubric, [*grades, *grades]).score is None  # every item twice
    assert score_rubric(rubric, [*grades, *grades], policy={"repeated": "last"}).score == flawless.score
    if len(grades) > 1:
        assert score_rubric(rubric, grades[1:]).score is None
    dice = random.Random(rubric.id)
    for policy in ("zhifa", "healthbench", "prbench", {"preset": "tw_paper", "missing": "zero"}):
        result = score_rubric(rubric, [made_up(item, dice) for item in rubric.items], policy=policy)
        assert result.score is None or result.floor <= result.score <= result.max


@needs_plawbench
@pytest.mark.parametrize("form", FILES)
def test_plawbench(form: str) -> None:
    rubrics = [read_rubric(row, form, id=f"{form}-{place}") for place, row in enumerate(rows(form))]
    assert len(rubrics) == SIZES[form]
    for rubric in rubrics:
        check(rubric)
    judged = [
        [Verdict(judge, tuple(best(item, n) for n, item in enumerate(rubric.items))) for judge in ("j1", "j2")]
        for rubric in rubrics
    ]
    scores = rubric_scores([*judged, []], [*rubrics, rubrics[0]], resamples=100)
    assert (scores["rubric_score"].value, scores["rubric_score"].details["n_unscored"]) == (pytest.approx(1), 1)
    assert scores["rubric_score"].details["agreement"] == 1


def examples() -> Iterator[Any]:
    for form in FORMS:
        file = ROOT / "schemas" / f"rubric_{form}.examples.json"
        for place, row in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            yield pytest.param(form, row, id=f"{form}-{place}")


@pytest.mark.parametrize(("form", "row"), list(examples()))
def test_examples_of_every_form(form: str, row: dict[str, Any]) -> None:
    rubric = read_rubric(row, form, id="example")
    check(rubric)
    assert keyword_baseline(rubric, json.dumps(row, ensure_ascii=False)).score >= 0


def test_a_contract_without_risks_from_its_file() -> None:
    """15 - 2 x 3 - 3 x 1 = 6."""
    file = ROOT / "schemas" / "rubric_adversarial_detection.examples.json"
    rubric = read_rubric(json.loads(file.read_text(encoding="utf-8"))[0], "adversarial_detection", id="clean")
    alarms = {-3: 2, -1: 3}
    grades = []
    for item in rubric.items:
        assert item.points is not None
        grades.append(Grade(item.number, times=alarms.pop(int(item.points), 0)))
    assert (score_rubric(rubric, grades).score, score_rubric(rubric, grades).max) == (6, 15)
