"""A whole evaluation with every value worked by hand, Q by itself, and how Q moves with each open choice."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai import (
    CATEGORIES,
    FUNCTIONS,
    OPEN_CHOICES,
    Counts,
    Evaluation,
    Failures,
    FunctionCase,
    Options,
    RatingRow,
    SafetyLabel,
    Timing,
)
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError

POINTS = {"correctness": 4, "completeness": 3, "relevance": 5, "effectiveness": 2}
WHOLE = Evaluation(
    functions=tuple(FunctionCase(function.id, "1", function.id != "evidence_chain") for function in FUNCTIONS),
    counts={
        "document_check": (Counts(6, 2, 2),),  # F1 = 12/16 = 0.75
        "element_extraction": (Counts(1, 0, 1, "a"), Counts(2, 1, 0, "b")),  # 6/(6+1+1) = 0.75; mean of 2/3 and 4/5
        "document_generation": (Counts(1, 1, 0),),  # 2/3
        "structured_generation": (Counts(0, 0, 0),),  # 0/0: 0
    },
    ratings=(
        *(
            RatingRow(function.id, name, "甲", "grade", score=POINTS[name])
            for function in FUNCTIONS
            for name in (function.composite.ratings if function.composite else ())
            if (function.id, name) != ("decision_reasoning", "correctness")
        ),
        RatingRow("decision_reasoning", "correctness", "甲", "error", "d1", error=0.1),  # 4 points
        RatingRow("decision_reasoning", "correctness", "甲", "grade", score=5),
    ),
    safety=tuple(SafetyLabel(category.id, str(item), int(item == 0 and category.id == "prejudice"), "甲") for category in CATEGORIES for item in range(4)),
    timing=Timing(2500, 2000, 3900, 31.0, 200.0, 6, "8 x A800-80G"),
    failures=Failures(10, (2, 4)),
)
TASKS = {
    "document_check": 0.73,  # 0.6 x 0.75 + 0.4 x 7/10
    "element_extraction": 0.675,  # 0.5 x 0.75 + 0.5 x 3/5
    "document_summary": 0.7,
    "document_generation": 0.76,  # 0.3 x 2/3 + 0.7 x 12/15
    "report_generation": 0.8,
    "structured_generation": 0.3,  # 0.5 x 0 + 0.5 x 3/5
    "statute_qa": 0.7,
    "case_qa": 0.7,
    "procedure_qa": 0.7,
    "evidence_chain": 0.8,
    "fact_analysis": 0.8,
    "decision_reasoning": 0.8,
    "time_performance": 0.86,  # (0.5 x 4 + 0.4 x 5 + 0.1 x 3) / 5
}
Q2 = (sum(TASKS.values()) - 0.8) / 13  # evidence_chain is not there
Q3 = 0.975  # P = 1/4 of one category of ten
Q4 = 0.77  # one failure in five days: 0.8; three minutes: 0.7


def test_every_value_by_hand() -> None:
    result = caai.evaluate(WHOLE)
    assert {name: value.value for name, value in result.tasks.items()} == pytest.approx(TASKS, abs=1e-12)
    assert result.functional.value == 11 / 12
    assert (result.capability.value, result.safety.value, result.stability.value) == pytest.approx((Q2, Q3, Q4), abs=1e-12)
    assert (result.total.formula, result.total.unit) == ("Q", "percent")
    assert result.total.value == pytest.approx(100 * Q2 * Q3 * Q4, abs=1e-10)
    assert result.total.value == pytest.approx(49.231875, abs=1e-12)  # 100 x 8.525/13 x 0.975 x 0.77


def test_every_value_keeps_its_number() -> None:
    result = caai.evaluate(WHOLE)
    formulas = {value.formula for value in result.values()}
    assert formulas >= {
        "Q",
        "Q1",
        "Q2",
        "Q3",
        "Q4",
        "3.1",
        "3.2",
        "4.1",
        "4.2",
        *(f"2.{n}" for n in range(1, 14)),
        *(f"({n})" for n in range(1, 11)),
        "s1",
        "s4",
    }
    assert len([value for value in result.values() if value.formula == "2.10"]) == 1
    json.dumps(result.total.to_dict(), allow_nan=False)


def test_what_was_noted() -> None:
    notes = {(note.kind, note.where) for note in caai.evaluate(WHOLE).all_notes()}
    assert notes == {("undefined", "f1"), ("left_out", "evidence_chain")}
    left_out = caai.Note("left_out", "failures.csv, line 3", "…")
    assert left_out in caai.evaluate(replace(WHOLE, notes=(left_out,))).all_notes()


@pytest.mark.parametrize(
    ("option", "value", "q2", "q3", "q4"),
    [
        ("function_rule", "share", Q2, Q3, Q4),
        ("undefined_f1", "one", Q2 + 0.5 / 13, Q3, Q4),
        ("undefined_f1", "undefined", None, Q3, Q4),
        ("f1_average", "mean", Q2 + 0.5 * ((2 / 3 + 4 / 5) / 2 - 0.75) / 13, Q3, Q4),
        ("decision", "verdict", Q2 + (1 / 15) / 13, Q3, Q4),
        ("latency", "p50", Q2, Q3, Q4),
        ("weights", "tasks", (sum(TASKS.values()) - 0.8 - 0.86) / 12, Q3, Q4),
        ("weights", "present_tasks", (sum(TASKS.values()) - 0.8 - 0.86) / 11, Q3, Q4),
        ("weights", "present_tasks_and_time", (sum(TASKS.values()) - 0.8) / 12, Q3, Q4),
        ("scenario", "dispute_resolution", (0.73 + 0.675 + 0.7 + 0.76 + 0.3 + 3 * 0.7 + 0.86) / 9, Q3, Q4),
        ("summary", "classification", None, Q3, Q4),  # there are no counts of the summary
        ("problems", "pooled", Q2, 39 / 40, Q4),
        ("missing", "zero", Q2, Q3, Q4),
    ],
)
def test_open_choices_by_hand(option: str, value: str, q2: float | None, q3: float, q4: float) -> None:
    found = next(one for one in caai.sensitivity(WHOLE) if (one.option, one.value) == (option, value))
    base = caai.evaluate(WHOLE).total.value
    assert base is not None
    if q2 is None:
        assert (found.total, found.difference) == (None, None)
    else:
        assert found.total == pytest.approx(100 * q2 * q3 * q4, abs=1e-10)
        assert found.difference == pytest.approx(100 * q2 * q3 * q4 - base, abs=1e-10)


def test_every_value_of_every_choice_is_tried() -> None:
    variations = caai.sensitivity(WHOLE)
    assert [(one.option, one.value) for one in variations] == [(choice.option, value) for choice in OPEN_CHOICES for value in choice.values]
    assert sum(one.chosen for one in variations) == len(OPEN_CHOICES)
    assert all(one.difference == 0 for one in variations if one.chosen)
    assert not any(one.error for one in variations)


@pytest.mark.parametrize("lacking", [{}, {"functions": None}, {"ratings": ()}, {"safety": None, "counts": {}}, {"timing": None, "failures": None}])
@pytest.mark.parametrize(
    "options", [Options(), Options(missing="leave_out", summary="classification"), Options(missing="zero", f1_average="mean", raters="pooled")]
)
def test_variations_are_evaluations(lacking: dict[str, object], options: Options) -> None:
    """Values that do not depend on a choice are not worked out again: that must not show."""
    evaluation = replace(WHOLE, **lacking)  # type: ignore[arg-type]
    for one in caai.sensitivity(evaluation, options=options):
        assert one.total == caai.evaluate(evaluation, options=options.with_value(one.option, one.value)).total.value


def test_a_choice_that_cannot_be_used_says_why() -> None:
    variations = caai.sensitivity(WHOLE, options=Options(custom_weights={"case_qa": 1}))  # type: ignore[arg-type]
    errors = {one.value for one in variations if one.error}
    assert errors == {"dispute_resolution", "case_handling", "judicial_management"}


@pytest.mark.parametrize(
    ("without", "where"),
    [
        ({"functions": None}, "functions"),
        ({"counts": {}}, "f1"),
        ({"ratings": ()}, "s1 correctness"),
        ({"safety": None}, "Q3 safety"),
        ({"timing": None}, "time_performance"),
        ({"failures": None}, "Q4 stability"),
    ],
)
def test_a_sheet_that_is_missing_is_never_a_number_in_silence(without: dict[str, object], where: str) -> None:
    lacking = replace(WHOLE, **without)  # type: ignore[arg-type]
    result = caai.evaluate(lacking)
    assert (result.total.value is None) is (where != "functions")
    assert any(note.where == where and note.kind in ("missing", "flagged") for note in result.all_notes())
    for missing in ("zero", "leave_out"):
        found = caai.evaluate(lacking, options=Options(missing=missing))
        assert found.total.value is not None
        assert any(note.kind in ("missing", "flagged") for note in found.all_notes())


def test_what_leaving_out_does_to_the_total() -> None:
    result = caai.evaluate(replace(WHOLE, failures=None), options=Options(missing="leave_out"))
    assert result.total.value == pytest.approx(100 * Q2 * Q3, abs=1e-10)
    assert "the product of the others" in next(note.why for note in result.total.notes)


def test_a_prohibited_item_makes_the_total_0() -> None:
    spoilt = replace(WHOLE, safety=(*(WHOLE.safety or ()), SafetyLabel("privacy", "new", 2, "甲")))
    assert caai.evaluate(spoilt).total.value == 0.0
    assert caai.evaluate(spoilt, options=Options(prohibited="mean")).safety.value == pytest.approx(0.9 * 0.975, abs=1e-12)


def test_unknown_tasks_are_refused() -> None:
    with pytest.raises(UnknownTaskError, match="Did you mean 'document_check'"):
        caai.evaluate(replace(WHOLE, counts={"document_chec": (Counts(1, 0, 0),)}))
    with pytest.raises(UnknownTaskError, match="unknown task 'time_performance'"):
        caai.evaluate(replace(WHOLE, ratings=(RatingRow("time_performance", "relevance", "甲", "grade", score=3),)))


def test_the_total_by_hand() -> None:
    assert caai.total(0.8, 0.5, 0.7).value == 28.0
    assert caai.total(1, 1, 1).value == 100.0
    assert caai.total(0.8, 0.0, 0.7).value == 0.0
    assert caai.total(None, 0.5, 0.5).value is None
    assert caai.total(None, 0.5, 0.5, options=Options(missing="leave_out")).value == 25.0
    assert [part.value.formula for part in caai.total(0.8, 0.5, 0.7).parts] == ["Q2", "Q3", "Q4"]


@pytest.mark.parametrize("factor", [-0.1, 1.1, 80, float("nan")])
def test_factors_outside_0_to_1_are_refused(factor: float) -> None:
    with pytest.raises(LegalMetricsError, match="safety: found"):
        caai.total(0.8, factor, 0.7)
    with pytest.raises(WrongTypeError):
        caai.total(0.8, "0.7", 0.7)  # type: ignore[arg-type]


def test_the_signature_of_the_total_holds_every_choice() -> None:
    signature = str(caai.evaluate(WHOLE, options=Options(missing="zero")).total.signature)
    assert all(f"{choice.option}:" in signature for choice in OPEN_CHOICES)
    assert "missing:zero" in signature


@given(st.sampled_from([(choice.option, value) for choice in OPEN_CHOICES for value in choice.values]), st.sampled_from(["undefined", "zero", "leave_out"]))
def test_a_perfect_system_scores_100_whatever_is_chosen(choice: tuple[str, str], missing: str) -> None:
    """Where every input is there: all counts right, all ratings 5, no problem, no failure."""
    grades = tuple(
        RatingRow(function.id, name, "甲", "grade", score=5) for function in FUNCTIONS for name in (function.composite.ratings if function.composite else ())
    )
    perfect = Evaluation(
        functions=tuple(FunctionCase(function.id, "1", True) for function in FUNCTIONS),
        counts={function.id: (Counts(3, 0, 0),) for function in FUNCTIONS if function.composite and function.composite.weight != 0},
        ratings=(*grades, RatingRow("decision_reasoning", "correctness", "甲", "error", "1", error=0)),
        safety=tuple(SafetyLabel(category.id, "1", 0) for category in CATEGORIES),
        timing=Timing(1, 1, 1, 99, 99, 99, "8 x A800-80G"),
        failures=Failures(5),
    )
    options = Options(missing=missing).with_value(*choice)
    assert caai.evaluate(perfect, options=options).total.value == 100.0
