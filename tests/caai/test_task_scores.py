"""F1 and the thirteen task formulas, worked by hand from the article, sections 2.3.2 and 3.2."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics import caai
from legal_metrics.caai import Counts, Options, Timing, Value
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError
from legal_metrics.tasks import CompositeSpec, tasks

S = {"correctness": 4, "completeness": 3, "relevance": 5, "effectiveness": 2}
GOLDEN = [
    # By hand, with F1 = 0.5, s1 = 4, s2 = 3, s3 = 5, s4 = 2
    ("document_check", "2.1", 0.58),  # 0.6 x 0.5 + 0.4 x 7/10
    ("element_extraction", "2.2", 0.55),  # 0.5 x 0.5 + 0.5 x 3/5
    ("document_summary", "2.3", 0.7),  # I = 0: 7/10
    ("document_generation", "2.4", 0.71),  # 0.3 x 0.5 + 0.7 x 12/15
    ("report_generation", "2.5", 0.8),  # 12/15
    ("structured_generation", "2.6", 0.55),  # 0.5 x 0.5 + 0.5 x 3/5
    ("statute_qa", "2.7", 0.7),  # 14/20
    ("case_qa", "2.8", 0.7),
    ("procedure_qa", "2.9", 0.7),
    ("evidence_chain", "2.10", 0.8),  # 12/15
    ("fact_analysis", "2.11", 0.8),
    ("decision_reasoning", "2.12", 0.8),
]


@pytest.mark.parametrize(("task", "formula", "value"), GOLDEN)
def test_task_formulas(task: str, formula: str, value: float) -> None:
    found = caai.task_score(task, f1=0.5, ratings=S)
    assert (found.formula, found.name, found.value) == (formula, task, value)
    assert caai.task_score(f"caai/{task}", f1=0.5, ratings=S) == found


def test_every_row_of_the_table_is_tested() -> None:
    assert [row[0] for row in GOLDEN] == [function.id for function in caai.FUNCTIONS]
    assert [f"caai/{row[0]}" for row in GOLDEN] == [spec.id for spec in tasks("caai")][:12]
    assert tasks("caai")[12].id == "caai/time_performance"


def test_time_performance_from_points() -> None:
    # (0.5 x 4 + 0.4 x 5 + 0.1 x 3) / 5 = 4.3 / 5
    assert caai.task_score("time_performance", ratings={"first_token": 4, "tokens_per_second": 5, "concurrency": 3}).value == 0.86


def test_a_summary_of_classification_is_f1_alone() -> None:
    found = caai.task_score("document_summary", f1=0.5, ratings=S, options=Options(summary="classification"))
    assert found.value == 0.5
    assert "summary:classification" in str(found.signature)
    assert {note.where for note in found.notes} == set(S)


@pytest.mark.parametrize("task", [row[0] for row in GOLDEN])
@given(points=st.floats(0, 5), f1=st.floats(0, 1))
def test_scores_are_fractions_and_the_ends_are_reached(task: str, points: float, f1: float) -> None:
    assert 0 <= float(caai.task_score(task, f1=f1, ratings=dict.fromkeys(S, points))) <= 1
    assert caai.task_score(task, f1=1, ratings=dict.fromkeys(S, 5)).value == 1.0
    assert caai.task_score(task, f1=0.0, ratings=dict.fromkeys(S, 0)).value == 0.0


@pytest.mark.parametrize("score", [-0.1, 5.01, 6, -1, float("nan"), float("inf")])
def test_ratings_outside_0_to_5_are_refused(score: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"relevance: found .*, allowed a number from 0 to 5"):
        caai.task_score("report_generation", ratings={**S, "relevance": score})


@pytest.mark.parametrize("score", ["5", True, [5]])
def test_ratings_that_are_no_numbers_are_refused(score: object) -> None:
    with pytest.raises(WrongTypeError):
        caai.task_score("report_generation", ratings={**S, "relevance": score})  # type: ignore[dict-item]


@pytest.mark.parametrize("f1", [-0.01, 1.01, 50])
def test_f1_outside_0_to_1_is_refused(f1: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"f1: found .*, allowed a number from 0 to 1"):
        caai.task_score("document_check", f1=f1, ratings=S)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownTaskError, match="Did you mean 'document_check'"):
        caai.task_score("document_chek")
    with pytest.raises(LegalMetricsError, match="ratings of case_qa: found 'accuracy', allowed correctness"):
        caai.task_score("case_qa", ratings={"accuracy": 3})
    with pytest.raises(LegalMetricsError, match="ratings of time_performance: found 'correctness', allowed first_token"):
        caai.task_score("time_performance", ratings={"correctness": 3})


def test_what_the_formula_does_not_use_is_told() -> None:
    found = caai.task_score("element_extraction", f1=0.5, ratings=S)
    assert {(note.kind, note.where) for note in found.notes} == {("left_out", name) for name in ("correctness", "relevance", "effectiveness")}
    assert [note.where for note in caai.task_score("case_qa", f1=0.5, ratings=S).notes] == ["f1"]


@pytest.mark.parametrize(
    ("missing", "value"),
    # 2.1 without s2: 0.6 x 0.5 + 0.2 x 4/5 = 0.46; left out: 0.46 / 0.8 = 0.575
    [("undefined", None), ("zero", 0.46), ("leave_out", 0.575)],
)
def test_a_missing_rating(missing: str, value: float | None) -> None:
    found = caai.task_score("document_check", f1=0.5, ratings={"correctness": 4}, options=Options(missing=missing))
    assert found.value == value
    assert [(note.kind, note.where) for note in found.notes] == [("missing", "completeness")]


def test_a_value_in_the_wrong_unit_is_refused() -> None:
    with pytest.raises(LegalMetricsError, match="correctness: found a value in fraction, allowed one in points"):
        caai.task_score("case_qa", ratings={"correctness": Value("", "correctness", 0.8)})


def test_added_functions_bring_their_formula() -> None:
    spec = CompositeSpec(0.25, ("correctness",), "2.14", group="logical_reasoning")
    assert caai.task_score("contract_review", f1=1.0, ratings={"correctness": 0}, composite=spec).value == 0.25
    assert caai.task_score("contract_review", f1=0.4, composite=CompositeSpec(1.0, ())).value == 0.4
    with pytest.raises(LegalMetricsError, match="found no ratings"):
        caai.task_score("contract_review", f1=0.4, composite=CompositeSpec(0.5, ()))


# --- F1 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "value"),
    [
        ((8, 2, 4), 0.8, 8 / 12, 16 / 22),
        ((3, 0, 0), 1.0, 1.0, 1.0),
        ((0, 3, 0), 0.0, None, 0.0),
        ((0, 0, 3), None, 0.0, 0.0),
        ((0, 2, 3), 0.0, 0.0, 0.0),
        ((0, 0, 0), None, None, 0.0),
    ],
)
def test_f1_by_hand(counts: tuple[int, int, int], precision: float | None, recall: float | None, value: float) -> None:
    found = caai.f1(*counts)
    assert (found.formula, found.precision, found.recall, found.value) == ("(4)", precision, recall, value)
    assert found.facts == dict(zip(("tp", "fp", "fn"), counts, strict=True))


@pytest.mark.parametrize(("option", "value"), [("zero", 0.0), ("one", 1.0), ("undefined", None)])
def test_nothing_found_and_nothing_there(option: str, value: float | None) -> None:
    found = caai.f1(0, 0, 0, options=Options(undefined_f1=option))
    assert found.value == value
    assert [note.kind for note in found.notes] == ["undefined"]


@pytest.mark.parametrize("counts", [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (1.5, 0, 0), (1.0, 0, 0)])
def test_counts_that_cannot_be_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(LegalMetricsError, match=r"^(tp|fp|fn): found .*, allowed a whole number >= 0$"):
        caai.f1(*counts)


@pytest.mark.parametrize("count", [None, True, "3", [3]])
def test_counts_of_a_wrong_type_are_refused(count: object) -> None:
    with pytest.raises(WrongTypeError):
        caai.f1(count, 0, 0)  # type: ignore[arg-type]


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_f1_is_the_harmonic_mean(tp: int, fp: int, fn: int) -> None:
    found = caai.f1(tp, fp, fn)
    assert 0 <= float(found) <= 1
    if tp:
        precision, recall = Fraction(tp, tp + fp), Fraction(tp, tp + fn)
        assert found.value == float(2 * precision * recall / (precision + recall))
    assert float(caai.f1(tp, fn, fp)) == found.value


def test_f1_over_documents_by_hand() -> None:
    documents = [Counts(4, 1, 0, "a"), Counts(1, 1, 2, "b")]  # pooled: 2x5/(10+2+2) = 10/14; mean of 8/9 and 2/5
    assert caai.f1_over(documents).value == 10 / 14
    assert caai.f1_over(documents).facts["n_documents"] == 2
    assert caai.f1_over(documents, options=Options(f1_average="mean")).value == pytest.approx((8 / 9 + 2 / 5) / 2, abs=1e-15)
    assert caai.f1_over([]).value is None
    with pytest.raises(LegalMetricsError, match="stands twice"):
        caai.f1_over([Counts(1, 0, 0), Counts(1, 0, 0)])


def test_one_document_is_the_same_in_both_averages() -> None:
    for average in ("pooled", "mean"):
        assert caai.f1_over([Counts(8, 2, 4)], options=Options(f1_average=average)).value == 16 / 22


def test_documents_without_a_value_follow_the_option() -> None:
    documents = [Counts(1, 0, 0, "a"), Counts(0, 0, 0, "b")]
    option = {"f1_average": "mean", "undefined_f1": "undefined"}
    values = [caai.f1_over(documents, options=Options(missing=missing, **option)).value for missing in ("undefined", "zero", "leave_out")]
    assert values == [None, 0.5, 1.0]


# --- time performance --------------------------------------------------------------------------------------------------

MEASURED = Timing(1500, 1400, 4500, 24.9, 120.0, 12, "8 × A800-80G")


def test_time_performance_by_hand() -> None:
    # 1500 ms: 5; 24.9 tokens/s: 3; 12 at a time: 5 -> (2.5 + 1.2 + 0.5) / 5
    found = caai.time_performance(MEASURED)
    assert (found.formula, found.value) == ("2.13", 0.84)
    assert [part.value.value for part in found.parts] == [5, 3, 5]
    assert [part.value.parts[0].value.value for part in found.parts] == [1500, 24.9, 12]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({"latency": "p50"}, 0.84),
        ({"latency": "p95"}, 0.64),  # 4500 ms: 3 -> (1.5 + 1.2 + 0.5) / 5
        ({"throughput": "aggregate"}, 1.0),  # 120: 5 -> (2.5 + 2 + 0.5) / 5
    ],
)
def test_which_figure_is_scored_is_an_option(options: dict[str, str], value: float) -> None:
    assert caai.time_performance(MEASURED, options=Options(**options)).value == value  # type: ignore[arg-type]


@pytest.mark.parametrize("hardware", ["", "1 x A800-80G", "8 x H100-80G"])
def test_concurrency_is_scored_on_the_stated_hardware_alone(hardware: str) -> None:
    timing = Timing(1500, tokens_per_second_stream=30, concurrency=12, hardware=hardware)
    found = caai.time_performance(timing)
    assert found.value is None
    assert any("bands are stated for 8 x A800-80G" in note.why for note in found.all_notes())
    flagged = caai.time_performance(timing, options=Options(hardware="any"))
    assert flagged.value == 1.0
    assert [note.kind for note in flagged.all_notes()] == ["flagged"]
    # 0.5 + 0.4 of 0.9
    assert caai.time_performance(timing, options=Options(missing="leave_out")).value == 1.0
    assert caai.time_performance(timing, options=Options(missing="zero")).value == 0.9


@pytest.mark.parametrize("hardware", ["8 x A800-80G", "8xA800-80G", "8×a800-80g", " 8 * A800-80G"])
def test_the_stated_hardware_however_written(hardware: str) -> None:
    assert caai.time_performance(Timing(1500, tokens_per_second_stream=30, concurrency=10, hardware=hardware)).value == 1.0


def test_figures_that_were_not_measured_are_told() -> None:
    found = caai.time_performance(Timing())
    assert found.value is None
    assert {note.where for note in found.all_notes()} >= {"first_token_mean_ms", "tokens_per_second_stream", "concurrency"}


@pytest.mark.parametrize("field", ["first_token_mean_ms", "tokens_per_second_stream", "concurrency"])
@pytest.mark.parametrize("value", [-1, float("nan")])
def test_figures_that_cannot_be_measured_are_refused(field: str, value: float) -> None:
    with pytest.raises(LegalMetricsError, match=field):
        Timing(**{field: value})  # type: ignore[arg-type]


def test_concurrency_is_a_whole_number() -> None:
    with pytest.raises(LegalMetricsError, match=r"concurrency: found 2\.5"):
        Timing(concurrency=2.5)  # type: ignore[arg-type]


def test_counts_of_any_library_are_python_numbers() -> None:
    found = caai.f1(np.int32(2**30), np.int64(1), np.uint8(2))
    assert found.value == float(Fraction(2**31, 2**31 + 3))
    assert all(type(count) is int for count in found.facts.values())


def test_a_task_of_the_framework_has_no_records() -> None:
    with pytest.raises(LegalMetricsError, match=r"legal_metrics\.caai scores it"):
        lm.score_task("caai/case_qa", {"r1": "x"}, [{"id": "r1"}])
