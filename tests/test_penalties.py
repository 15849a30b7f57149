"""Penalties in force: executed groups and loose counts, in order. Expected values by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.penalties import ExecutedGroup, Outcome, Penalty, penalties_in_force

SIX, FOUR, NINE = (Penalty(imprisonment_months=m) for m in (6, 4, 9))
DAYS = Penalty(detention_days=50)
FINE = Penalty(fine=3000, currency="TWD")
SIX_AND_FINE = Penalty(imprisonment_months=6, fine=10_000, currency="TWD")


def test_counts_without_an_executed_penalty_stand_as_they_are() -> None:
    assert penalties_in_force(Outcome("guilty", counts=(SIX, DAYS))) == (SIX, DAYS)
    assert penalties_in_force(Outcome("not_guilty")) == ()


def test_an_executed_penalty_takes_the_place_of_its_counts() -> None:
    outcome = Outcome("guilty", counts=(SIX, FOUR), executed=NINE, groups=(ExecutedGroup((0, 1), NINE),))
    assert penalties_in_force(outcome) == (NINE,)


def test_executed_without_groups_is_one_group_of_everything() -> None:
    assert penalties_in_force(Outcome("guilty", counts=(SIX, FOUR), executed=NINE)) == (NINE,)
    assert penalties_in_force(Outcome("guilty", executed=NINE)) == (NINE,)


def test_loose_counts_and_groups_stand_in_order() -> None:
    outcome = Outcome("guilty", counts=(DAYS, SIX, FOUR, FINE), groups=(ExecutedGroup((1, 2), NINE),))
    assert penalties_in_force(outcome) == (DAYS, NINE, FINE)


def test_a_group_of_unread_counts_comes_last() -> None:
    outcome = Outcome("guilty", counts=(DAYS,), groups=(ExecutedGroup((), NINE),))
    assert penalties_in_force(outcome) == (DAYS, NINE)


def test_a_group_for_probation_only_leaves_its_counts() -> None:
    outcome = Outcome("guilty", counts=(SIX, FOUR), groups=(ExecutedGroup((0,), None, 24),))
    assert penalties_in_force(outcome) == (SIX, FOUR)


def test_reductions_take_effect() -> None:
    reduced = Penalty(imprisonment_months=8, reduced_to=FOUR)
    assert penalties_in_force(Outcome("guilty", counts=(reduced,))) == (FOUR,)


def test_what_the_executed_penalty_leaves_out_stays_in_force() -> None:
    """刑法 §51: 應執行有期徒刑 says nothing of a fine; one fine joins the executed penalty, several stand beside it."""
    one = Outcome("guilty", counts=(SIX_AND_FINE, FOUR), executed=NINE)
    assert penalties_in_force(one) == (Penalty(imprisonment_months=9, fine=10_000, currency="TWD"),)
    two = Outcome("guilty", counts=(SIX_AND_FINE, SIX_AND_FINE), executed=NINE)
    fine = Penalty(fine=10_000, currency="TWD")
    assert penalties_in_force(two) == (NINE, fine, fine)
    life = Outcome("guilty", counts=(SIX, Penalty(life=True)), executed=Penalty(life=True))
    assert penalties_in_force(life) == (Penalty(life=True),)


@given(st.lists(st.sampled_from([SIX, FOUR, DAYS, FINE, SIX_AND_FINE]), max_size=6), st.data())
def test_no_penalty_is_lost_or_counted_twice(counts: list[Penalty], data: st.DataObject) -> None:
    grouped = data.draw(st.lists(st.sampled_from(range(len(counts))), unique=True)) if counts else []
    executed = Penalty(imprisonment_months=9, detention_days=9, fine=9)
    outcome = Outcome(
        "guilty", counts=tuple(counts), groups=(ExecutedGroup(tuple(sorted(grouped)), executed),) if grouped else ()
    )
    in_force = penalties_in_force(outcome)
    assert len(in_force) == len(counts) - len(grouped) + bool(grouped)
    assert in_force.count(executed) == bool(grouped)
