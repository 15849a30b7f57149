"""Whole judgments: pairing of defendants and penalties, units and denominators, by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.metrics.judgment import Defendant, defendants, judgment_scores, pair_defendants
from legal_metrics.penalties import VERDICTS, ExecutedGroup, MainText, Outcome, Penalty


def months(*terms: int) -> tuple[Penalty, ...]:
    return tuple(Penalty(imprisonment_months=term) for term in terms)


def guilty(name: str, *terms: int, defendant: int | None = None, **more: object) -> Outcome:
    return Outcome("guilty", defendant, name, counts=months(*terms), **more)  # type: ignore[arg-type]


def value(predicted: list[Outcome], gold: list[Outcome], name: str) -> float:
    return judgment_scores([MainText(tuple(predicted))], [gold])[name].value


# --- pairing ---------------------------------------------------------------------------------------------------------


def people(*names: str) -> list[Defendant]:
    return [Defendant(name, frozenset({"guilty"})) for name in names]


@pytest.mark.parametrize(
    ("predicted", "gold", "paired", "extra"),
    [
        (["乙○○", "甲○○"], ["甲○○", "乙○○"], ["甲○○", "乙○○"], []),  # by name, not by order
        (["甲", "乙OO"], ["乙〇〇", "甲○○"], ["乙OO", "甲"], []),  # however the mask is written
        (["王大明", "李小華"], ["甲○○", "乙○○"], ["王大明", "李小華"], []),  # own names: by order
        (["李小華", "甲○○"], ["甲○○", "乙○○"], ["甲○○", "李小華"], []),  # the named one first, the rest by order
        (["", ""], ["甲○○", "乙○○"], ["", ""], []),
        (["乙○○"], ["甲○○", "乙○○"], [None, "乙○○"], []),
        (["甲○○", "乙○○", "丙○○"], ["乙○○"], ["乙○○"], ["甲○○", "丙○○"]),
        (["陳○○", "陳○○"], ["陳○○", "陳○○"], ["陳○○", "陳○○"], []),
        ([], ["甲○○"], [None], []),
    ],
)
def test_pairing(predicted: list[str], gold: list[str], paired: list[str | None], extra: list[str]) -> None:
    found, left = pair_defendants(people(*predicted), people(*gold))
    assert [person and person.name for person in found] == paired
    assert [person.name for person in left] == extra


@given(
    st.lists(st.sampled_from(["甲○○", "乙○○", "丙", ""]), max_size=6),
    st.lists(st.sampled_from(["甲○○", "乙○○", "丁", ""]), max_size=6),
)
def test_pairing_loses_nobody(predicted: list[str], gold: list[str]) -> None:
    answered = people(*predicted)
    found, left = pair_defendants(answered, people(*gold))
    assert len(found) == len(gold)
    assert sorted(p.name for p in [*filter(None, found), *left]) == sorted(predicted)
    assert min(len(gold), len(predicted)) == sum(p is not None for p in found)


def test_outcomes_of_one_person_are_gathered() -> None:
    (person,) = defendants(
        [guilty("甲", 6, defendant=1), Outcome("not_guilty", 1), guilty("甲", 4, defendant=1, probation_months=24)]
    )
    assert person.verdicts == {"guilty", "not_guilty"}
    assert [penalty.imprisonment_months for penalty in person.penalties] == [6, 4]
    assert person.probation_months == (24,)


# --- penalties -------------------------------------------------------------------------------------------------------


def test_the_executed_term_counts_not_the_counts() -> None:
    gold = [guilty("甲", 6, 8, groups=(ExecutedGroup((0, 1), Penalty(imprisonment_months=12)),))]
    assert value([guilty("甲", 12)], gold, "imprisonment_deviation") == 0.0
    assert value([guilty("甲", 6, 8)], gold, "imprisonment_deviation") == 6.0  # the first of two, never their sum


def test_penalties_are_paired_in_order_and_averaged() -> None:
    gold = [guilty("甲", 6, 24, 60)]
    assert value([guilty("甲", 6, 24)], gold, "imprisonment_within") == pytest.approx(2 / 3)
    assert value([guilty("甲", 24, 6)], gold, "imprisonment_within") == 0.0


def test_a_case_is_the_mean_over_its_defendants_and_the_score_the_mean_over_cases() -> None:
    two = [guilty("甲", 6, 60, defendant=1), guilty("乙", 12, defendant=2)]
    one = [guilty("甲", 12, defendant=1)]
    scores = judgment_scores(
        [MainText((guilty("甲", 6, 6, defendant=1), guilty("乙", 12, defendant=2))), MainText((guilty("甲", 120),))],
        [two, one],
    )
    score = scores["imprisonment_within"]
    assert [sample.value for sample in score.samples] == [0.75, 0.0]  # (1/2 + 1) / 2
    assert (score.value, score.n) == (0.375, 2)


def test_reduced_terms_count_as_reduced() -> None:
    gold = [Outcome("guilty", counts=(Penalty(imprisonment_months=8, reduced_to=Penalty(imprisonment_months=4)),))]
    assert value([guilty("", 4)], gold, "imprisonment_deviation") == 0.0


def test_days_of_a_month() -> None:
    gold = [Outcome("guilty", counts=(Penalty(imprisonment_months=1, imprisonment_days=15),))]
    assert value([guilty("", 2)], gold, "imprisonment_deviation") == 0.5


def test_life_is_no_number_of_months() -> None:
    life = [Outcome("guilty", counts=(Penalty(life=True),))]
    scores = judgment_scores([MainText((guilty("", 360),)), MainText(tuple(life))], [life, [guilty("", 360)]])
    assert scores["imprisonment_within"].n == 1  # the life case is outside the months
    assert scores["imprisonment_within"].value == 0.0
    assert scores["imprisonment_within"].details["n_spurious"] == 1
    assert scores["life_death_match"].value == 0.0
    assert scores["life_death_match"].details["n_spurious"] == 1
    assert value(life, life, "life_death_match") == 1.0
    assert value([Outcome("guilty", counts=(Penalty(death=True),))], life, "life_death_match") == 0.0


def test_each_group_has_its_own_probation() -> None:
    groups = (ExecutedGroup((0,), None, 24), ExecutedGroup((1,), None, 60))
    gold = [guilty("甲", 6, 8, probation_months=24, groups=groups)]
    assert value([guilty("甲", 6, 8, probation_months=24)], gold, "probation_within") == 0.5


def test_fines_in_two_stated_currencies_never_agree() -> None:
    gold = [Outcome("guilty", counts=(Penalty(fine=3000, currency="silver_yuan"),))]
    for currency, expected in (("silver_yuan", 1.0), (None, 1.0), ("TWD", 0.0)):
        answer = [Outcome("guilty", counts=(Penalty(fine=3000, currency=currency),))]
        assert value(answer, gold, "fine_within_10") == expected
    score = judgment_scores([MainText(tuple(answer))], [gold])["fine_within_10"]
    assert score.details["n_currency_mismatch"] == 1


# --- denominators and counts -----------------------------------------------------------------------------------------


def test_a_sanction_is_scored_where_the_reference_has_it() -> None:
    with_fine = [Outcome("guilty", counts=(Penalty(imprisonment_months=6, fine=10_000),))]
    scores = judgment_scores([MainText(tuple(with_fine)), MainText((guilty("", 6),))], [[guilty("", 6)], with_fine])
    assert (scores["fine_within_10"].n, scores["fine_within_10"].n_excluded, scores["fine_within_10"].value) == (
        1,
        1,
        0.0,
    )
    assert scores["fine_within_10"].details["n_spurious"] == 1
    assert scores["fine_within_10"].details["n_missed"] == 1
    assert scores["detention_within"].n == 0


def test_unread_answers_score_zero_and_are_counted() -> None:
    scores = judgment_scores([None, MainText(())], [[guilty("", 6)], [guilty("", 6)]])
    for name in ("verdict_accuracy", "imprisonment_within", "term_log_distance"):
        assert (scores[name].value, scores[name].n, scores[name].n_unparsed) == (0.0, 2, 2)
    assert math.isnan(scores["imprisonment_deviation"].value)


def test_extra_and_missing_defendants_and_penalties_are_counted() -> None:
    gold = [guilty("甲", 6, 8, defendant=1), guilty("乙", 6, defendant=2)]
    answer = [guilty("甲", 6, defendant=1)]
    details = judgment_scores([MainText(tuple(answer))], [gold])["verdict_accuracy"].details
    assert (details["n_missing_defendants"], details["n_missing_penalties"]) == (1, 2)
    details = judgment_scores([MainText(tuple(gold))], [answer])["verdict_accuracy"].details
    assert (details["n_extra_defendants"], details["n_extra_penalties"]) == (1, 2)


def test_a_part_acquittal_is_guilty_in_the_binary_figure_and_a_class_of_its_own_otherwise() -> None:
    gold = [guilty("甲", 6, defendant=1), Outcome("not_guilty", 1, "甲")]
    assert value([guilty("甲", 6)], gold, "verdict_accuracy") == 1.0
    assert value([guilty("甲", 6)], gold, "verdict_class_accuracy") == 0.0
    assert value(gold, gold, "verdict_class_accuracy") == 1.0


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError):
        judgment_scores([], [[guilty("", 6)]])
    with pytest.raises(BadReferenceError, match="outcomes"):
        judgment_scores([None], [[]])


# --- properties ------------------------------------------------------------------------------------------------------

penalties = st.builds(
    Penalty,
    imprisonment_months=st.one_of(st.none(), st.integers(1, 360)),
    imprisonment_days=st.one_of(st.none(), st.integers(1, 29)),
    life=st.booleans(),
    detention_days=st.one_of(st.none(), st.integers(1, 120)),
    fine=st.one_of(st.none(), st.integers(1, 10**7)),
    currency=st.sampled_from([None, "TWD", "silver_yuan"]),
)
probation = st.one_of(st.none(), st.integers(24, 60))


@st.composite
def outcome(draw: st.DrawFn) -> Outcome:
    counts = tuple(draw(st.lists(penalties, max_size=3)))
    groups: tuple[ExecutedGroup, ...] = ()
    if counts and draw(st.booleans()):
        groups = (ExecutedGroup(tuple(range(len(counts))), draw(st.one_of(st.none(), penalties)), draw(probation)),)
    return Outcome(
        draw(st.sampled_from(VERDICTS)),
        draw(st.one_of(st.none(), st.integers(1, 3))),
        draw(st.sampled_from(["", "甲○○", "乙○○"])),
        counts=counts,
        probation_months=draw(probation),
        groups=groups,
    )


cases = st.lists(outcome(), min_size=1, max_size=4)
answers = st.one_of(st.none(), st.builds(MainText, st.lists(outcome(), max_size=4).map(tuple)))


@given(st.lists(st.tuples(answers, cases), min_size=1, max_size=5))
def test_bounds_and_order(pairs: list[tuple[MainText | None, list[Outcome]]]) -> None:
    scores = judgment_scores([a for a, _ in pairs], [c for _, c in pairs])
    backwards = judgment_scores([a for a, _ in pairs[::-1]], [c for _, c in pairs[::-1]])
    for name, score in scores.items():
        assert math.isnan(score.value) or 0.0 <= score.value <= (1.0 if score.higher_is_better else math.inf)
        assert score.n + score.n_excluded == len(pairs) == len(score.samples)
        assert backwards[name].value == score.value or math.isnan(score.value)


@given(st.lists(cases, min_size=1, max_size=5))
def test_identity_is_exactly_the_best(gold: list[list[Outcome]]) -> None:
    for name, score in judgment_scores([MainText(tuple(case)) for case in gold], gold).items():
        best = 1.0 if score.higher_is_better else 0.0
        assert score.value == best or score.n == 0, name
        assert not any(
            count
            for key, count in score.details.items()
            if key.startswith(("n_spurious", "n_missed", "n_extra", "n_missing"))
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance_months": -1}, "tolerance_months: found -1, allowed a finite number >= 0"),
        ({"tolerance_days": math.nan}, "tolerance_days: found nan"),
        ({"probation_tolerance_months": "12"}, "probation_tolerance_months: found '12'"),
        ({"fine_tolerances": (0.1, math.inf)}, "fine_tolerances: found inf"),
        ({"cap_months": 1}, "cap_months: found 1, allowed a finite number above 1"),
        ({"cap_months": None}, "cap_months: found None"),
    ],
)
def test_options_that_no_score_can_be_computed_with(options: dict[str, object], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        judgment_scores([MainText((guilty("甲", 6),))], [[guilty("甲", 6)]], **options)  # type: ignore[arg-type]
