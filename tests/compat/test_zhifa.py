"""ZhiFa-Bench's formulas: golden values are its own published item scores, and what its tool returned on single inputs (facts)."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.compat import zhifa
from legal_metrics.errors import LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.grading import DIMENSIONS, Grade, Item, Module, Rubric


@pytest.mark.parametrize(
    ("predicted", "gold", "value"),
    [
        (10, 36, 0.087),  # published
        (180, "death", 0.117),  # published, 死刑 as 360 months
        (6, 0, 0.0),  # published
        (None, 0, 1.0),  # returned for an empty answer
        ("life", 0, 0.0),  # returned for 无期徒刑 against 刑期:无期, which its reader takes for 0
        (1, 0, 0.0),  # returned
        (0, 0, 1.0),
        ("life", "life", 1.0),
        (300, "life", 1.0),
        ("death_suspended", "death", 1.0),
    ],
)
def test_nlog(predicted: Any, gold: Any, value: float) -> None:
    assert round(zhifa.nlog(predicted, gold), 3) == value


@pytest.mark.parametrize(
    ("mode", "prediction", "reference", "value"),
    [
        ("em", "答案:３０日", "答案:６０日", 1.0),  # returned
        ("em", "1.5", "15", 1.0),  # returned
        ("em", "-5", "5", 1.0),  # returned
        ("em", "三十日", "六十日", 0.0),
        ("rc_f1", "", "回答:", 0.0),  # returned
        ("rc_f1", "张某甲", "张某", 0.8),
        ("em_rouge_l", "30日。", "30日", 1.0),
        ("em_rouge_l", "30天", "30日", 0.8 * 2 / 3),
        ("em_rouge_l", "", "30日", 0.0),
        ("f05", "甲乙丙丁", "甲乙", 1.25 * 0.5 / (0.25 * 0.5 + 1)),
        ("choice_f1", "C", "ABC", 0.5),  # published
        ("choice_f1", (), "ABC", 0.0),
    ],
)
def test_formulas(mode: str, prediction: Any, reference: Any, value: float) -> None:
    assert zhifa.MODES[mode][0](prediction, reference) == pytest.approx(value)
    assert zhifa.score(mode, [prediction], [reference]).value == pytest.approx(value)


def test_a_bag_of_characters_without_punctuation() -> None:
    """The tool gave 0.9412 for a clause of 17 characters and two marks with one character wrong: 16/17."""
    source, reference = "逾期付款的，乙方应赏付百分之五违约金。", "逾期付款的，乙方应偿付百分之五违约金。"
    assert len(zhifa.compared_form(reference)) == 17
    assert round(zhifa.f05(source, reference), 4) == 0.9412
    pair = zhifa.both("f05", [source], [reference], sources=[source])
    assert pair.differing == ((0, pytest.approx(16 / 17), 0.0),)


def test_rubrics() -> None:
    assert zhifa.rubric({1: 3, 2: 2, 3: 5}, [(1, 5), (2, 1.5), (9, 4)]) == pytest.approx(0.45)
    assert (
        zhifa.rubric({1: 5, 2: 5}, [(1, 5), (1, 5), (2, 5), (2, 1)]) == 1.6
    )  # the ratio that it gave to repeated items
    assert zhifa.rubric({1: 10, 2: -4}, [(1, 8), (2, -9)]) == pytest.approx(0.4)  # points that are taken off
    assert zhifa.rubric({1: 10}, [(1, 5)], total=20) == 0.25
    assert [zhifa.adversarial_contract(hard, soft) for hard, soft in ((0, 0), (1, 2), (5, 1))] == [1.0, 10 / 15, 0.0]
    for wrong in (0, -1, math.nan):
        with pytest.raises(LegalMetricsError, match="total: found"):
            zhifa.rubric({1: 1}, [], total=wrong)
        with pytest.raises(LegalMetricsError, match="base: found"):
            zhifa.adversarial_contract(0, 0, base=wrong)


def test_both_side_by_side() -> None:
    terms = zhifa.both("nlog", [None, "life", 1, 36, "life"], [0, "life", 0, 36, 36])
    assert [s.value for s in terms.zhifa.samples] == [1.0, 1.0, 0.0, 1.0, pytest.approx(0.0223, abs=1e-4)]
    assert [s.value for s in terms.ours.samples] == [0.0, 1.0, pytest.approx(0.8710490642551528), 1.0, 0.0]
    assert [place for place, _, _ in terms.differing] == [0, 2, 4]
    assert (terms.zhifa.n_unparsed, terms.ours.n_unparsed) == (1, 1)
    assert zhifa.both("rc_f1", [""], ["回答:"]).ours.value == 1.0
    assert zhifa.both("choice_f1", ["AB", None], ["A", "B"]).differing == ()
    assert zhifa.both("em_rouge_l", ["３０日"], ["６０日"]).ours.value == pytest.approx(0.8 * 2 / 3)


def test_bad_input_is_named() -> None:
    with pytest.raises(LegalMetricsError, match="mode: found 'rouge', allowed nlog, em"):
        zhifa.score("rouge", [], [])
    with pytest.raises(LengthMismatchError):
        zhifa.both("em", ["甲"], [])
    with pytest.raises(LegalMetricsError, match="sources: found None"):
        zhifa.both("f05", [], [])
    for wrong in (-1, math.inf, True, "无期", [3]):
        with pytest.raises(LegalMetricsError, match=r"predicted: found .*allowed months >= 0 or one of life"):
            zhifa.nlog(wrong, 0)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="text: found None"):
        zhifa.em(None, "甲")  # type: ignore[arg-type]


@given(st.text(), st.text())
def test_text_formulas_stay_in_bounds_on_any_text(prediction: str, reference: str) -> None:
    for mode in ("em", "em_rouge_l", "rc_f1", "f05"):
        assert 0 <= zhifa.score(mode, [prediction], [reference]).value <= 1


@given(
    st.none() | st.floats(0, 1e6) | st.sampled_from(sorted(zhifa.MONTHS_OF)),
    st.floats(0, 1e6) | st.sampled_from(sorted(zhifa.MONTHS_OF)),
)
def test_nlog_stays_in_bounds(predicted: Any, gold: Any) -> None:
    assert 0 <= zhifa.nlog(predicted, gold) <= 1
    assert zhifa.nlog(gold, gold) == 1.0


def test_known_returns(shared: Path) -> None:
    """Every value of its metrics that is recorded, and the right one, on the recorded inputs."""
    lines = (shared / "corpora" / "cn" / "facts" / "extractor_cases.jsonl").read_text(encoding="utf-8").splitlines()
    facts = [fact for fact in map(json.loads, lines) if fact["kind"].startswith("zhifa_metric:")]
    modes = {"em": "em", "rcf1": "rc_f1", "f05": "f05"}
    seen = set()
    for fact in facts:
        mode = modes.get(fact["kind"].partition(":")[2])
        if mode is None:
            continue  # terms are read from text there; the values are in test_nlog
        sources = [fact["prediction"]] if mode == "f05" else None  # its prediction is the clause as it was
        pair = zhifa.both(mode, [fact["prediction"]], [fact["reference"]], sources=sources)
        assert round(pair.zhifa.value, 4) == fact["zhifa_score"]
        assert pair.ours.value == fact["right"]["score"]
        seen.add(mode)
    assert seen == set(modes.values())


def test_copied_sentences_on_real_ones(shared: Path) -> None:
    """Measured apart: 0.97 for copies of the uncorrected sentences of LawBench 2-1."""
    rows = json.loads((shared / "corpora" / "cn" / "lawbench" / "zero_shot" / "2-1.json").read_text(encoding="utf-8"))
    sources, references = [row["question"] for row in rows], [row["answer"] for row in rows]
    pair = zhifa.both("f05", sources, references, sources=sources)
    assert round(pair.zhifa.value, 2) == 0.97
    assert pair.ours.value < 0.01


# --- rubrics and the seven dimensions ---------------------------------------------------------------------------------

CASE = Rubric(
    "case",
    "case_analysis",
    20,
    (
        Module("结论", 8, (Item(1, "", 5), Item(2, "", 3)), ("事实准确性", "法律推理逻辑性")),
        Module("法条依据", 12, (Item(3, "", 12),), ("法条引用正确性",)),
    ),
)
QUESTIONS = Rubric("asked", "consultation", 4, (Module("", None, (Item(1, "", 4, dimensions=("完整性",)),)),))
SHORT = Rubric("short", "consultation", 5, (Module("", None, (Item(1, "", 4),)),))
CLEAN = Rubric(
    "clean", "adversarial_detection", 15, (Module("", None, (Item(1, "", -3, per_occurrence=True),)),), base=15
)


def test_rubrics_side_by_side() -> None:
    verdicts: list[tuple[Rubric, list[Grade], float, float]] = [
        (CASE, [Grade(1, score=4.0), Grade(2, score=3.0), Grade(3, score=6.0)], 13 / 20, 13 / 20),
        (
            QUESTIONS,
            [Grade(1, score=4.0), Grade(1, score=2.4)],
            1.6,
            math.nan,
        ),  # the ratio that it gave to repeated items
        (CASE, [Grade(1, score=5.0)], 5 / 20, math.nan),  # what was not graded is 0 there
        (CASE, [], 0.0, math.nan),
        (CLEAN, [], 1.0, math.nan),  # 15 of 15 for a reply {"error": "content filtered"}
        (CLEAN, [Grade(1, times=2)], 9 / 15, 9 / 15),
        (CLEAN, [Grade(1, score=-18.0)], 0.0, 0.0),
        (SHORT, [Grade(1, score=4.0)], 4 / 5, 1.0),  # it divides by a total that nobody can reach
    ]
    pair = zhifa.both_rubrics([rubric for rubric, *_ in verdicts], [grades for _, grades, *_ in verdicts])
    assert [sample.value for sample in pair.zhifa.samples] == pytest.approx([theirs for *_, theirs, _ in verdicts])
    assert [sample.value for sample in pair.ours.samples] == pytest.approx([ours for *_, ours in verdicts], nan_ok=True)
    assert [place for place, _, _ in pair.differing] == [1, 2, 3, 4, 7]
    assert (pair.ours.n, pair.ours.n_excluded, pair.ours.value) == (4, 4, pytest.approx((0.65 + 0.6 + 1) / 4))
    assert zhifa.adversarial_contract(2, 0) == pair.zhifa.samples[5].value
    with pytest.raises(LengthMismatchError, match="1 verdicts but 0 rubrics"):
        zhifa.both_rubrics([], [[]])


def test_seven_dimensions_side_by_side() -> None:
    # case_analysis: 13 of 20 = 0.65; 事实 and 推理 3.5 of 4 each = 0.875, 法条 6 of 12 = 0.5; the others are filled with 0.65.
    # consultation: 1 of 4 = 0.25, for 完整性 and for all others. Means: 0.5625, 0.375, 0.45; on the scale 1 + 4 x mean.
    tasks = {
        "case_analysis": [(CASE, [Grade(1, score=4.0), Grade(2, score=3.0), Grade(3, score=6.0)])],
        "consultation": [(QUESTIONS, [Grade(1, score=1.0)])],
    }
    theirs = zhifa.seven_dimensions(tasks)
    expected = dict.fromkeys(DIMENSIONS, 1 + 4 * 0.45) | {
        "事实准确性": 1 + 4 * 0.5625,
        "法律推理逻辑性": 1 + 4 * 0.5625,
        "法条引用正确性": 1 + 4 * 0.375,
    }
    assert theirs == pytest.approx(expected)
    shown = {one.name: one for one in zhifa.both_dimensions(tasks)}
    assert {name: one.ours for name, one in shown.items()} == {
        "事实准确性": 4.5,
        "法条引用正确性": 3.0,
        "证据可追溯性": None,
        "法律推理逻辑性": 4.5,
        "完整性": 2.0,
        "安全合规性": None,
        "用户可理解性": None,
    }
    assert [name for name, one in shown.items() if one.filled] == ["证据可追溯性", "安全合规性", "用户可理解性"]
    assert {one.n_tasks for one in shown.values()} == {0, 1}
    for wrong in ({}, {"empty": []}):
        with pytest.raises(LegalMetricsError, match="tasks: found"):
            zhifa.seven_dimensions(wrong)


@given(st.floats(0, 5), st.floats(0, 3), st.floats(0, 12))
def test_on_whole_verdicts_both_agree(first: float, second: float, third: float) -> None:
    grades = [Grade(1, score=first), Grade(2, score=second), Grade(3, score=third)]
    assert zhifa.both_rubrics([CASE], [grades]).differing == ()
    for one in zhifa.both_dimensions({"case_analysis": [(CASE, grades)]}):
        assert one.ours is None or one.zhifa == pytest.approx(one.ours)
        assert 1 <= one.zhifa <= 5
