"""The linter over PLawBench's real files and CAIL2018's labels, where they are at hand; what is asserted are counts and places, no words of theirs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from legal_metrics.grading import Item, Module, Rubric
from legal_metrics.rubrics.forms import read_rubric
from legal_metrics.rubrics.lint import lint_rubric

CORPORA = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "cn"
CASES = CORPORA / "plawbench" / "practical_case_analysis_250.first188.jsonl"
DOCUMENTS = CORPORA / "plawbench" / "Plantiffs_Statement.json"
CONSULTATIONS = CORPORA / "plawbench" / "public_legal_consultation.ids1-12,17.json"
LABELS = CORPORA / "cail2018" / "data_test.first300.utf8.json"
needs_plawbench = pytest.mark.skipif(not CASES.exists(), reason="PLawBench's files are not beside the repository")
needs_cail = pytest.mark.skipif(not LABELS.exists(), reason="CAIL2018's rows are not beside the repository")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def found_in(rows: list[dict[str, Any]]) -> dict[str, list[tuple[int, str]]]:
    """Code -> (row from 1, place)."""
    found: dict[str, list[tuple[int, str]]] = {}
    for number, row in enumerate(rows, 1):
        for one in lint_rubric(read_rubric(row, id=str(number)), record=row):
            found.setdefault(one.code, []).append((number, one.where))
    return found


@needs_plawbench
def test_defects_of_the_case_analyses() -> None:
    """Each place was read by eye: marks that add up to other points than are declared, in no nesting; marks left open; heads that disagree."""
    found = found_in(lines(CASES))
    assert [number for number, _ in found["mark-sum"]] == [
        1, 2, 15, 21, 28, 31, 32, 35, 39, 54, 64, 93, 98, 99, 103, 106, 111, 151, 170,
    ]  # fmt: skip
    assert found["mark-total"] == [(142, "module 分析过程"), (150, "module 法条依据")]
    assert found["mark-open"] == [(163, "module 案情简述")] and found["mark-unread"] == [(183, "module 案情简述")]
    assert [number for number, _ in found["mark-missing"]] == [56, 94, 161]
    assert set(found) == {
        "mark-sum",
        "mark-total",
        "mark-open",
        "mark-unread",
        "mark-missing",
        "deduction-above-points",
        "unread",
    }


@needs_plawbench
def test_defects_of_documents_and_consultations() -> None:
    documents = found_in(json.loads(DOCUMENTS.read_text(encoding="utf-8")))
    assert documents["total-sum"] == [(5, "")] and documents["module-sum"] == [(6, "module 事实构建与证据支撑")]
    assert [number for number, _ in documents["mark-sum"]] == [6] and [
        number for number, _ in documents["mark-unread"]
    ] == [2]
    consultations = found_in(json.loads(CONSULTATIONS.read_text(encoding="utf-8")))
    assert consultations == {"index-repeated": [(12, "")], "total-sum": [(13, "")]}


@needs_plawbench
@pytest.mark.parametrize("change", [5, -5, 1])
def test_changed_points_are_found(change: int) -> None:
    """Points of one module of a right row are changed: the marks no longer support them. The rest says itself that marks do not simply add up, or has none."""
    counts: Counter[bool] = Counter()
    for row in lines(CASES):
        if lint_rubric(read_rubric(row)):
            continue
        for place, module in enumerate(row["rubrics"]):
            points = float(module["points"]) + change
            if points > 0:
                changed = [*row["rubrics"]]
                changed[place] = {**module, "points": str(points)}
                found = lint_rubric(read_rubric({**row, "rubrics": changed}))
                counts[bool({"mark-sum", "mark-total"} & {one.code for one in found})] += 1
    assert counts[True] / counts.total() > 0.98


def rubric_of(meta: Mapping[str, Any]) -> Rubric:
    """A rubric in words that says what the label says."""
    term = meta["term_of_imprisonment"]
    years, months = divmod(max(term["imprisonment"], 0), 12)
    written = (f"{years}年" if years else "") + (f"{months}个月" if months else "")
    sentence = (
        "死刑"
        if term["death_penalty"]
        else "无期徒刑"
        if term["life_imprisonment"]
        else f"有期徒刑{written}"
        if written
        else "免予刑事处罚"
    )
    charges = "、".join(name.replace("[", "").replace("]", "") + "罪" for name in meta["accusation"])
    articles = "、".join(f"第{article}条" for article in meta["relevant_articles"])
    texts = {
        "罪名认定": f"认定被告人的行为构成{charges}",
        "刑期预测": f"判处{sentence}",
        "法条适用": f"引用《中华人民共和国刑法》{articles}",
    }
    modules = (Module(name, 10, (Item(number, text, 10),)) for number, (name, text) in enumerate(texts.items(), 1))
    return Rubric("j", "judgment", 30, tuple(modules))


def label_codes(meta: Mapping[str, Any], label: Mapping[str, Any]) -> set[str]:
    return {one.code for one in lint_rubric(rubric_of(meta), label=label) if one.code.startswith("label")}


@needs_cail
def test_rubrics_that_say_what_the_label_says() -> None:
    metas = [row["meta"] for row in lines(LABELS)]
    assert [meta for meta in metas if label_codes(meta, meta)] == []


@needs_cail
def test_rubrics_of_another_row_contradict() -> None:
    metas = [row["meta"] for row in lines(LABELS)]
    for meta, other in pairwise(metas):
        found = label_codes(meta, other)
        if set(meta["accusation"]).isdisjoint(other["accusation"]):
            assert {"label-charge-missing", "label-charge-contradicts"} <= found
        special = [set(filter(lambda article: article > 101, one["relevant_articles"])) for one in (meta, other)]
        assert ("label-article-contradicts" in found) == bool(special[0] - special[1])
        terms = [one["term_of_imprisonment"] for one in (meta, other)]
        if terms[0]["imprisonment"] > 0 and terms[0]["imprisonment"] != terms[1]["imprisonment"]:
            assert "label-term-contradicts" in found


@needs_plawbench
def test_nothing_of_the_rubric_is_changed() -> None:
    rubric = read_rubric(lines(CASES)[0])
    before = replace(rubric)
    lint_rubric(rubric)
    assert rubric == before
