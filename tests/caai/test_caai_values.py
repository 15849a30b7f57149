"""Values: exact numbers, weighted sums, products, and what a missing part does."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.options import DEFAULTS, OPEN_CHOICES, Options
from legal_metrics.caai.values import NOTES, Note, Part, Value, checked, exact, product, weighted_sum
from legal_metrics.caai.values import given as figure
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.results import Signature

SIGNED = Signature("test")


@pytest.mark.parametrize(
    ("number", "fraction"),
    [(0.1, Fraction(1, 10)), (3, Fraction(3)), (Fraction(1, 3), Fraction(1, 3)), (1e-05, Fraction(1, 100000)), (np.int64(7), Fraction(7)), (np.float32(0.1), Fraction(1, 10)), (Decimal("0.1"), Fraction(1, 10))],
)
def test_numbers_are_taken_as_they_are_written(number: float, fraction: Fraction) -> None:
    assert exact(number) == fraction


@pytest.mark.parametrize("number", [0, 5, 0.0, 2.5, Fraction(5, 2), np.float64(2.5), np.float32(2.5), np.int32(4), Decimal("2.5")])
def test_numbers_of_any_library_are_checked(number: float) -> None:
    assert checked("x", number, 0, 5) == Fraction(float(number))


@pytest.mark.parametrize("number", [-1, 5.0001, math.nan, math.inf, -math.inf, 10**400, Fraction(10**400, 3), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity")])
def test_numbers_outside_are_refused(number: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"^x: found .*, allowed a number from 0 to 5$"):
        checked("x", number, 0, 5)


def test_bounds_are_exact() -> None:
    """A number that is no float is not rounded to one before it is compared."""
    beyond = Fraction(5) + Fraction(1, 10**30)
    for number in (beyond, Decimal("5.00000000000000000000000000001"), -Fraction(1, 10**400)):
        with pytest.raises(LegalMetricsError, match="allowed a number from 0 to 5"):
            checked("x", number, 0, 5)
    assert checked("x", 10 - beyond, 0, 5) < 5


@pytest.mark.parametrize("value", [None, "3", True, [3], 1j])
def test_what_is_no_number_is_a_wrong_type(value: object) -> None:
    with pytest.raises(WrongTypeError):
        checked("x", value)


def test_above_leaves_the_bound_out() -> None:
    with pytest.raises(LegalMetricsError, match="days: found 0, allowed a number above 0"):
        checked("days", 0, above=True)


def parts(*pairs: tuple[float | None, Fraction]) -> list[tuple[Value, Fraction]]:
    return [(figure(f"p{place}", value), weight) for place, (value, weight) in enumerate(pairs)]


def test_points_are_fifths() -> None:
    value = weighted_sum("2.2", "x", [(Value("s2", "completeness", 4.0, "points"), Fraction(1))], missing="undefined", signature=SIGNED)
    assert value.value == 0.8


@pytest.mark.parametrize(
    ("missing", "value", "weights"),
    [
        # 0.2 x 0.5 + 0.3 x ? + 0.5 x 0.8 = 0.5; without the second: 0.5 / 0.7 = 5/7
        ("undefined", None, [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)]),
        ("zero", 0.5, [Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)]),
        ("leave_out", 5 / 7, [Fraction(2, 7), Fraction(0), Fraction(5, 7)]),
    ],
)
def test_a_missing_part_does_what_the_option_says(missing: str, value: float | None, weights: list[Fraction]) -> None:
    found = weighted_sum("2.1", "x", parts((0.5, Fraction(1, 5)), (None, Fraction(3, 10)), (0.8, Fraction(1, 2))), missing=missing, signature=SIGNED)
    assert found.value == value
    assert [part.weight for part in found.parts] == weights
    (note,) = found.notes
    assert (note.kind, note.where) == ("missing", "p1")
    assert {"undefined": "no value", "zero": "counts it as 0", "leave_out": "leaves it out"}[missing] in note.why


def test_a_part_that_weighs_nothing_does_nothing() -> None:
    found = weighted_sum("x", "x", parts((0.5, Fraction(1)), (None, Fraction(0))), missing="undefined", signature=SIGNED)
    assert (found.value, found.notes) == (0.5, ())


def test_nothing_is_left_to_leave_out() -> None:
    assert weighted_sum("x", "x", parts((None, Fraction(1))), missing="leave_out", signature=SIGNED).value is None
    assert product("x", "x", [figure("a", None)], missing="leave_out", signature=SIGNED).value is None


@pytest.mark.parametrize(("missing", "value"), [("undefined", None), ("zero", 0.0), ("leave_out", 0.4)])
def test_a_missing_factor_does_what_the_option_says(missing: str, value: float | None) -> None:
    found = product("Q", "x", [figure("a", 0.5), figure("b", None), figure("c", 0.8)], missing=missing, signature=SIGNED)
    assert found.value == value
    assert [note.where for note in found.notes] == ["b"]


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=8), st.sampled_from(["undefined", "zero", "leave_out"]))
def test_a_mean_lies_between_its_parts(pairs: list[tuple[float, int]], missing: str) -> None:
    whole = sum(weight for _, weight in pairs)
    made = parts(*((value, Fraction(weight, whole)) for value, weight in pairs))
    found = float(weighted_sum("x", "x", made, missing=missing, signature=SIGNED))
    assert min(value for value, _ in pairs) <= found <= max(value for value, _ in pairs)


@given(st.integers(1, 40))
def test_perfect_parts_make_a_perfect_whole(n: int) -> None:
    made = parts(*((1.0, Fraction(1, n)) for _ in range(n)))
    assert weighted_sum("x", "x", made, missing="undefined", signature=SIGNED).value == 1.0


def test_a_value_without_a_number_never_turns_into_one() -> None:
    value = Value("2.5", "x", None, notes=(Note("missing", "relevance", "no sheet rates it"),))
    with pytest.raises(LegalMetricsError, match=r"2\.5 x has no value: missing: relevance: no sheet rates it"):
        float(value)


def test_a_value_is_a_tree_that_can_be_walked_told_and_kept() -> None:
    leaf = Value("(5)", "latency", 1.5, "ms", notes=(Note("flagged", "a", "b"),))
    root = Value("2.13", "time", 0.3, parts=(Part(leaf, Fraction(1, 13)), Part(leaf)), facts={"n": 1}, signature=SIGNED)
    assert [value.name for value in root.walk()] == ["time", "latency", "latency"]
    assert root.part("latency") is root.part("(5)") is leaf
    with pytest.raises(KeyError):
        root.part("nothing")
    assert root.all_notes() == leaf.notes
    told = json.loads(json.dumps(root.to_dict(), allow_nan=False))
    assert told["parts"][0]["weight"] == "1/13"
    assert told["parts"][1]["weight"] is None
    assert told["signature"] == "test"


def test_every_option_is_an_open_choice_and_its_default_the_first() -> None:
    assert {choice.option for choice in OPEN_CHOICES} | {"custom_weights"} == set(DEFAULTS.to_dict())
    assert all(getattr(DEFAULTS, choice.option) == choice.default for choice in OPEN_CHOICES)
    assert all(len(choice.values) > 1 and choice.question and choice.formula for choice in OPEN_CHOICES)


@pytest.mark.parametrize("choice", OPEN_CHOICES, ids=lambda choice: choice.option)
def test_every_value_can_be_chosen_and_no_other(choice: object) -> None:
    option, values = choice.option, choice.values  # type: ignore[attr-defined]
    for value in values:
        assert getattr(DEFAULTS.with_value(option, value), option) == value
    for wrong in ("", "none", None, 3, ["macro"]):
        with pytest.raises(LegalMetricsError, match=f"^{option}: found .*, allowed {next(iter(values))}"):
            Options(**{option: wrong})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(LegalMetricsError, match="option: found 'veto', allowed function_rule"):
        DEFAULTS.with_value("veto", "mean")


@pytest.mark.parametrize("weights", [3, None, ["case_qa"], "case_qa"])
def test_custom_weights_of_a_wrong_type(weights: object) -> None:
    with pytest.raises(WrongTypeError, match="custom_weights: found"):
        Options(custom_weights=weights)  # type: ignore[arg-type]


def test_options_can_be_told_and_compared() -> None:
    assert json.loads(json.dumps(Options(custom_weights={"case_qa": 1.0}).to_dict()))["custom_weights"] == {"case_qa": 1.0}  # type: ignore[arg-type]
    assert hash(Options()) == hash(DEFAULTS)


def test_kinds_of_notes_have_meanings() -> None:
    assert all(NOTES.values())
