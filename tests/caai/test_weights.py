"""Weights, scenarios and Q2, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai import FUNCTIONS, SCENARIOS, Function, Options, Value
from legal_metrics.errors import LegalMetricsError, UnknownTaskError
from legal_metrics.tasks import CompositeSpec

TWELVE = [function.id for function in FUNCTIONS]
ALL_THERE = dict.fromkeys(TWELVE, 1.0)
SCORES = {**dict.fromkeys(TWELVE, 0.6), "time_performance": 0.99}


@pytest.mark.parametrize(
    ("weights", "present", "value"),
    [
        # twelve at 0.6, time at 0.99
        ("tasks_and_time", 12, (12 * 0.6 + 0.99) / 13),
        ("tasks", 12, 0.6),
        ("present_tasks", 12, 0.6),
        ("present_tasks_and_time", 12, (12 * 0.6 + 0.99) / 13),
        # three functions are not there: 9 x 0.6
        ("tasks_and_time", 9, (9 * 0.6 + 0.99) / 13),
        ("tasks", 9, 0.45),
        ("present_tasks", 9, 0.6),
        ("present_tasks_and_time", 9, (9 * 0.6 + 0.99) / 10),
        ("tasks_and_time", 0, 0.99 / 13),
        ("tasks", 0, 0.0),
        ("present_tasks", 0, None),  # 1 / 0
        ("present_tasks_and_time", 0, 0.99),
    ],
)
def test_q2_by_hand(weights: str, present: int, value: float | None) -> None:
    there = {id: float(place < present) for place, id in enumerate(TWELVE)}
    found = caai.capability(SCORES, functions=there, options=Options(weights=weights))
    assert found.formula == "Q2"
    assert found.value == (value if value is None else pytest.approx(value, abs=1e-15))
    assert f"weights:{weights}" in str(found.signature)


def test_the_scenarios() -> None:
    assert {name: len(ids) for name, ids in SCENARIOS.items()} == {"all": 12, "dispute_resolution": 8, "case_handling": 9, "judicial_management": 10}
    assert set(SCENARIOS["all"]) - set(SCENARIOS["dispute_resolution"]) == {"report_generation", "evidence_chain", "fact_analysis", "decision_reasoning"}
    assert set(SCENARIOS["all"]) - set(SCENARIOS["case_handling"]) == {"statute_qa", "case_qa", "procedure_qa"}
    assert set(SCENARIOS["all"]) - set(SCENARIOS["judicial_management"]) == {"document_check", "document_generation"}
    assert all(len(set(ids)) == len(ids) and set(ids) <= set(TWELVE) for ids in SCENARIOS.values())


@pytest.mark.parametrize(("scenario", "n"), [("dispute_resolution", 8), ("case_handling", 9), ("judicial_management", 10)])
def test_a_scenario_weighs_its_functions_alone(scenario: str, n: int) -> None:
    scores = {**{id: 1.0 if id in SCENARIOS[scenario] else 0.0 for id in TWELVE}, "time_performance": 0.0}
    assert caai.capability(scores, functions=ALL_THERE, options=Options(scenario=scenario)).value == n / (n + 1)
    assert caai.capability(scores, functions=ALL_THERE, options=Options(scenario=scenario, weights="tasks")).value == 1.0
    lacking = {id: score for id, score in scores.items() if id in SCENARIOS[scenario] or id == "time_performance"}
    assert caai.capability(lacking, functions=ALL_THERE, options=Options(scenario=scenario)).value == n / (n + 1)


@given(st.sampled_from(sorted(caai.OPEN_CHOICES[10].values)), st.sampled_from(sorted(SCENARIOS)), st.lists(st.booleans(), min_size=12, max_size=12))
def test_weights_of_what_is_there_add_up(weights: str, scenario: str, there: list[bool]) -> None:
    present: dict[str, Fraction | None] = {id: Fraction(one) for id, one in zip(TWELVE, there, strict=True)}
    found = caai.task_weights(present, options=Options(weights=weights, scenario=scenario))
    if all(weight is not None for weight in found.values()):
        counted = [weight for id, weight in found.items() if weight and (present.get(id, 1) or "present" not in weights)]
        assert sum(counted, Fraction()) == 1


def test_shares_of_a_function_scale_its_score() -> None:
    found = caai.capability(SCORES, functions={**ALL_THERE, "case_qa": 0.5}, options=Options(weights="tasks"))
    assert found.value == pytest.approx(0.6 * 11.5 / 12)


def test_custom_weights() -> None:
    options = Options(custom_weights={"case_qa": 3, "time_performance": 1})  # type: ignore[arg-type]
    found = caai.capability({"case_qa": 0.8, "time_performance": 0.4}, functions=ALL_THERE, options=options)
    assert found.value == 0.7
    assert "custom_weights" in str(found.signature)
    assert found.notes == ()
    with pytest.raises(UnknownTaskError):
        caai.capability(SCORES, options=Options(custom_weights={"case": 3}))  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="all 0"):
        caai.capability(SCORES, options=Options(custom_weights={"case_qa": 0}))  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="custom_weights of case_qa: found -1"):
        caai.capability(SCORES, options=Options(custom_weights={"case_qa": -1}))  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="beside a scenario"):
        caai.capability(SCORES, options=Options(custom_weights={"case_qa": 1}, scenario="case_handling"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("missing", "value"),
    # eleven at 0.6 and time at 0.99: 7.59 / 13, or of the twelve that are left
    [("undefined", None), ("zero", 7.59 / 13), ("leave_out", 7.59 / 12)],
)
def test_a_task_without_a_score(missing: str, value: float | None) -> None:
    scores = {id: score for id, score in SCORES.items() if id != "case_qa"}
    found = caai.capability(scores, functions=ALL_THERE, options=Options(missing=missing))
    assert found.value == (value if value is None else pytest.approx(value))
    assert [(note.kind, note.where) for note in found.notes] == [("missing", "case_qa")]


def test_a_function_that_is_not_there_needs_no_score() -> None:
    scores = {id: score for id, score in SCORES.items() if id != "case_qa"}
    found = caai.capability(scores, functions={**ALL_THERE, "case_qa": 0.0})
    assert found.value == pytest.approx(7.59 / 13)
    assert found.all_notes() == ()
    scored = caai.capability(SCORES, functions={**ALL_THERE, "case_qa": 0.0})
    assert scored.value == found.value
    assert [(note.kind, note.where) for note in scored.all_notes()] == [("left_out", "case_qa")]


def test_without_a_function_sheet() -> None:
    found = caai.capability(SCORES)
    assert found.value == pytest.approx((12 * 0.6 + 0.99) / 13)
    assert [note.kind for note in found.all_notes()] == ["flagged"]
    assert caai.capability({"time_performance": 0.5}).value is None
    assert caai.capability({"time_performance": 0.5}, options=Options(missing="leave_out")).value == 0.5


@pytest.mark.parametrize("scheme", ["present_tasks", "present_tasks_and_time"])
def test_present_weights_need_to_know_what_is_there(scheme: str) -> None:
    found = caai.capability(SCORES, functions={**ALL_THERE, "case_qa": None}, options=Options(weights=scheme, missing="leave_out"))
    assert found.value is None
    assert [note.kind for note in found.notes] == ["undefined"]


def test_added_functions() -> None:
    scored = Function("contract_review", "Contract review", "合同审查", "logical_reasoning", CompositeSpec(0.0, ("correctness",), "2.14"))
    counted = Function("translation", "Translation", "翻译", "content_generation")
    found = caai.capability({**SCORES, "contract_review": 1.0}, functions={**ALL_THERE, "contract_review": 1}, added=[scored, counted])
    assert found.value == pytest.approx((12 * 0.6 + 0.99 + 1) / 14)


def test_scores_that_cannot_be() -> None:
    with pytest.raises(LegalMetricsError, match=r"case_qa: found 1\.2"):
        caai.capability({**SCORES, "case_qa": 1.2})
    with pytest.raises(LegalMetricsError, match="case_qa: found 80"):
        caai.capability({**SCORES, "case_qa": Value("2.8", "case_qa", 80.0)})
    with pytest.raises(LegalMetricsError, match="C of case_qa: found 2"):
        caai.capability(SCORES, functions={**ALL_THERE, "case_qa": 2})
    with pytest.raises(UnknownTaskError):
        caai.capability({**SCORES, "case": 0.5})
