"""Failures, recovery and Q4, by hand from the article, sections 2.5 and 3.4."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai import Failures, Options
from legal_metrics.errors import LegalMetricsError, WrongTypeError


@pytest.mark.parametrize(
    ("failures", "days", "rate", "score"),
    [
        (0, 5, 0.0, 1.0),
        (0, 0.5, 0.0, 1.0),
        (1, 5, 1.0, 0.8),
        (1, 5.001, 5 / 5.001, 1.0),
        (1, 10, 0.5, 1.0),
        (2, 10, 1.0, 0.8),
        (3, 10, 1.5, 0.8),
        (4, 10, 2.0, 0.6),
        (5, 10, 2.5, 0.6),
        (3, 5, 3.0, 0.4),
        (4, 5, 4.0, 0.2),
        (19, 20, 4.75, 0.2),
        (5, 5, 5.0, 0.0),
        (1, 1, 5.0, 0.0),
        (7, 7, 5.0, 0.0),
        (3, 30, 0.5, 1.0),
        (1000, 1, 5000.0, 0.0),
    ],
)
def test_failure_rate(failures: int, days: float, rate: float, score: float) -> None:
    found = caai.failure_rate(failures, days)
    assert found.rate_per_5_days == pytest.approx(rate, rel=1e-15)
    assert found.score == found.value == score
    assert found.formula == "4.1"
    assert bool(found.notes) is (days < 5)


def test_numbers_of_any_kind() -> None:
    assert caai.failure_rate(np.int64(1), Fraction(5, 2)).rate_per_5_days == 2.0
    assert Failures(Fraction(5, 2), (np.float64(2.0),)).days == 2.5


@given(st.integers(0, 60), st.floats(0.01, 1000))
def test_more_failures_never_score_more(failures: int, days: float) -> None:
    assert caai.failure_rate(failures, days).score >= caai.failure_rate(failures + 1, days).score


@given(st.integers(1, 60), st.integers(1, 400))
def test_the_rate_does_not_depend_on_the_scale(failures: int, days: int) -> None:
    found = caai.failure_rate(failures, days)
    assert found.score == caai.failure_rate(3 * failures, 3 * days).score == caai.failure_rate(failures, float(days)).score


@pytest.mark.parametrize("failures", [-1, 1.5, 2.0])
def test_failures_that_cannot_be(failures: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"failures: found .*, allowed a whole number >= 0"):
        caai.failure_rate(failures, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("days", [0, -1, float("nan"), float("inf")])
def test_days_that_cannot_be(days: float) -> None:
    with pytest.raises(LegalMetricsError, match=r"days: found .*, allowed a number above 0"):
        caai.failure_rate(0, days)
    with pytest.raises(LegalMetricsError, match="days"):
        Failures(days)


@pytest.mark.parametrize("arguments", [(None, 5), ("1", 5), (True, 5), (1, "5"), (1, None)])
def test_wrong_types(arguments: tuple[int, float]) -> None:
    with pytest.raises(WrongTypeError):
        caai.failure_rate(*arguments)


@pytest.mark.parametrize(
    ("minutes", "mean", "score"),
    [
        ([], 0.0, 1.0),  # N = 0: MTBR = 0
        ([1], 1.0, 0.9),
        ([2, 4], 3.0, 0.7),
        ([0.1, 0.2], 0.15, 0.985),
        ([9.99], 9.99, 0.001),
        ([10], 10.0, 0.0),
        ([10.01], 10.01, 0.0),
        ([1, 19], 10.0, 0.0),  # the mean is capped, not each recovery
        ([1, 17], 9.0, 0.1),
        ([600], 600.0, 0.0),
    ],
)
def test_recovery(minutes: list[float], mean: float, score: float) -> None:
    found = caai.recovery(minutes)
    assert (found.formula, found.value) == ("4.2", score)
    assert (found.parts[0].value.formula, found.parts[0].value.value) == ("(10)", mean)
    assert [note.kind for note in found.notes] == (["clamped"] if mean > 10 else [])


@given(st.lists(st.floats(0, 1e6), max_size=20))
def test_recovery_is_a_fraction(minutes: list[float]) -> None:
    before = list(minutes)
    assert 0 <= float(caai.recovery(minutes)) <= 1
    assert minutes == before


@pytest.mark.parametrize(
    ("missing", "value"),
    # 2 and 6 minutes, one not recovered: no value; (2 + 6 + 10) / 3 = 6; (2 + 6) / 2 = 4
    [("undefined", None), ("zero", 0.4), ("leave_out", 0.6)],
)
def test_a_system_that_has_not_recovered(missing: str, value: float | None) -> None:
    found = caai.recovery([2, None, 6], options=Options(missing=missing))
    assert found.value == value
    assert [(note.kind, note.where) for note in found.notes] == [("missing", "minutes")]
    assert found.facts == {"failures": 3, "not_recovered": 1}


@pytest.mark.parametrize(("missing", "value"), [("undefined", None), ("zero", 0.0), ("leave_out", None)])
def test_nothing_has_recovered(missing: str, value: float | None) -> None:
    assert caai.recovery([None], options=Options(missing=missing)).value == value


@pytest.mark.parametrize("minutes", [[-1], [float("nan")], [2, float("inf")]])
def test_minutes_that_cannot_be(minutes: list[float]) -> None:
    with pytest.raises(LegalMetricsError, match=r"minutes\[\d\]: found .*, allowed a number from 0"):
        caai.recovery(minutes)


@pytest.mark.parametrize("minutes", ["12", 3, ["1"], None])
def test_minutes_of_a_wrong_type(minutes: object) -> None:
    with pytest.raises(WrongTypeError):
        caai.recovery(minutes)  # type: ignore[arg-type]


def test_a_recovery_is_no_longer_than_the_test() -> None:
    assert Failures(1, (1440,))
    with pytest.raises(LegalMetricsError, match=r"recovery_minutes: found 1441 in all, allowed no more than the 1440 of the 1 days observed"):
        Failures(1, (1441,))
    assert Failures(1, (1000, None, 440))
    with pytest.raises(LegalMetricsError, match=r"recovery_minutes: found 1441 in all"):  # two at a time are one failure
        Failures(1, (1000, None, 441))


def test_q4_by_hand() -> None:
    # three failures in ten days: 1.5 -> 0.8; mean 3 minutes -> 0.7; 0.56 + 0.21
    found = caai.stability(Failures(10, (2, 4, 3)))
    assert (found.formula, found.value) == ("Q4", 0.77)
    assert [(part.value.formula, str(part.weight)) for part in found.parts] == [("4.1", "7/10"), ("4.2", "3/10")]
    assert caai.stability(Failures(5)).value == 1.0
    assert caai.stability(Failures(1, (500, 500))).value == 0.0


@pytest.mark.parametrize(("missing", "value"), [("undefined", None), ("zero", 0.56), ("leave_out", 0.8)])
def test_q4_without_a_recovery(missing: str, value: float | None) -> None:
    found = caai.stability(Failures(5, (None,)), options=Options(missing=missing))
    assert found.value == value
    assert found.all_notes()
