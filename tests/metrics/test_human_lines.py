"""Lines of people and what it takes to pass: by hand, from the rules of the paper (5.2) and docs/oeq.md."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import LegalMetricsError
from legal_metrics.metrics.human_lines import YEARS, share_reaching

TOTALS = {2021: 450.0, 2022: 460.0, 2023: 440.0, 2024: 470.0}
LINES = [lm.HumanLine("lawyers", year, 33, total, 50.0 + year - 2021) for year, total in TOTALS.items()]


def test_a_line_is_the_mean_of_total_less_composition() -> None:
    [line] = lm.reference_lines(LINES)
    # Totals 455 on average, composition 51.5.
    assert (line.points, line.composition, line.missing, line.title) == (403.5, 51.5, (), "top 33 %")
    assert line.by_year == {2021: 400.0, 2022: 409.0, 2023: 388.0, 2024: 417.0}


def test_no_line_is_a_mean_over_fewer_years() -> None:
    [line] = lm.reference_lines(LINES[:3])
    assert (line.points, line.composition, line.missing) == (None, None, (2024,))
    [line] = lm.reference_lines([*LINES[:3], lm.HumanLine("lawyers", 2024, 33, None, 53.0)])
    assert (line.points, line.composition, line.unpublished) == (None, 51.5, (2024,))


def test_other_years_do_not_count() -> None:
    [line] = lm.reference_lines([*LINES, lm.HumanLine("lawyers", 2020, 33, 900.0, 0.0)])
    assert line.points == 403.5
    assert YEARS == (2021, 2022, 2023, 2024)


def test_groups_stand_apart_the_best_first() -> None:
    others = [
        lm.HumanLine("lawyers", 2021, p, 400.0, 50.0, name) for p, name in ((None, "admitted"), (50, ""), (10, ""))
    ]
    assert [line.title for line in lm.reference_lines([*others, *LINES], [2021])] == [
        "top 10 %",
        "top 33 %",
        "top 50 %",
        "admitted",
    ]
    with pytest.raises(LegalMetricsError, match="found lawyers 2021 'top 33 %' twice"):
        lm.reference_lines([*LINES, LINES[0]])


def test_passing_takes_points_and_rank() -> None:
    line = lm.pass_line("lawyers", lm.reference_lines(LINES))
    assert (line.points, line.rank, line.unknown) == (348.5, 403.5, ())
    assert [line.passes(points) for points in (348.5, 403.4, 403.5, 900)] == [False, False, True, True]
    low = lm.PassLine(350.0, 300.0)
    assert (low.passes(350.0), lm.PassLine(350.0, 300.0, "at_least").passes(350.0)) == (False, True)
    assert (low.passes(350.0 + 1e-12), low.passes(350.001)) == (False, True)  # rounding is no point


def test_what_is_unknown_is_neither_passed_nor_failed() -> None:
    nothing = lm.pass_line("lawyers", [])
    assert (nothing.passes(900.0), nothing.unknown) == (None, ("no human line for the top 33 %",))
    judges = lm.pass_line("judges_prosecutors", lm.reference_lines(LINES))
    assert (judges.points, judges.rank, judges.passes(800.0)) == (None, None, None)
    half = lm.PassLine(350.0, None)
    assert (half.passes(340.0), half.passes(360.0)) == (False, None)
    composition_only = [lm.HumanLine("lawyers", year, 33, None, 50.0) for year in YEARS]
    line = lm.pass_line("lawyers", lm.reference_lines(composition_only))
    assert (line.points, line.rank) == (350.0, None)
    assert "line of the top 33 % is not known" in line.unknown[0]


@pytest.mark.parametrize(
    "call", [lambda: lm.pass_line("notaries", []), lambda: lm.pass_line("lawyers", [], rule="above")]
)
def test_unknown_names_are_refused(call: object) -> None:
    with pytest.raises(LegalMetricsError, match="allowed"):
        call()  # type: ignore[operator]


@given(st.lists(st.floats(0, 900), min_size=1, max_size=30), st.floats(0, 900), st.floats(0, 900))
def test_shares_are_those_of_single_totals(totals: list[float], points: float, rank: float) -> None:
    for rule in ("over", "at_least"):
        line = lm.PassLine(points, rank, rule)
        share = sum(line.passes(total) is True for total in totals) / len(totals)
        assert line.share_passing(np.array(totals)) == pytest.approx(share)
        met = sum(line.meets_points(total) is True for total in totals) / len(totals)
        assert share_reaching(np.array(totals), points, rule=rule) == pytest.approx(met)
    assert lm.PassLine(points, None).share_passing(np.array(totals)) is None


def test_the_band_of_multiple_choice() -> None:
    assert lm.CHOICE_BAND == (0.70, 0.80)
    assert [lm.choice_band(share) for share in (0, 0.6999, 0.7, 0.8, 0.8001, 1)] == [
        *("below",) * 2,
        *("within",) * 2,
        *("above",) * 2,
    ]
    with pytest.raises(LegalMetricsError, match="accuracy: found 70"):
        lm.choice_band(70)
