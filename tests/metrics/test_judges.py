"""Several judges of one answer: mean, median, majority, unanimous, each by hand; ties told; a verdict about nothing takes no part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError
from legal_metrics.grading import Grade, Item, Module, Rubric, Veto
from legal_metrics.judgements import Judgement
from legal_metrics.metrics.judges import METHODS, JudgesScore, Verdict, combine_judges

RUBRIC = Rubric(
    "q1",
    "",
    10,
    (
        Module("甲", 6, (Item(1, "一", 6, dimensions=("完整性",)),)),
        Module("乙", 4, (Item(2, "二", 4), Item(3, "三", -2))),
    ),
)


def verdict(judge: str, first: tuple[str, float], second: tuple[str, float], third: str = "not met") -> Verdict:
    return Verdict(judge, (Grade(1, *first), Grade(2, *second), Grade(3, third)))


THREE = [
    verdict("j1", ("correct", 6.0), ("partial", 1.0)),
    verdict("j2", ("partial", 4.0), ("partial", 2.0), "applies"),
    verdict("j3", ("partial", 2.0), ("wrong", 0.0), "applies"),
]


@pytest.mark.parametrize(
    ("judges", "score", "first", "second", "third"),
    [
        ("mean", (7 + 4 + 0) / 3, 4, 1, -4 / 3),
        ("median", 4, 4, 1, -2),
        (
            "majority",
            3 + 1.5 - 2,
            3,
            1.5,
            -2,
        ),  # partial 4 and 2: 3; partial 1 and 2: 1.5; two say that the penalty applies
        ("unanimous", 2 + 0 - 2, 2, 0, -2),
    ],
)
def test_three_judges(judges: str, score: float, first: float, second: float, third: float) -> None:
    result = combine_judges(RUBRIC, THREE, judges=judges)
    assert result.score is not None
    assert result.score.score == pytest.approx(score)
    assert [result.score.by_item[n].score for n in (1, 2, 3)] == pytest.approx([first, second, third])
    assert result.score.by_module["甲"].score == pytest.approx(first)
    assert result.score.by_dimension["完整性"].score == pytest.approx(first)  # type: ignore[union-attr]
    assert result.score.by_dimension["事实准确性"] is None
    assert {judge: score.score for judge, score in result.by_judge.items()} == {"j1": 7, "j2": 4, "j3": 0}
    assert (result.agreement, result.ties) == (0, ())


def test_leaving_one_out() -> None:
    result = combine_judges(RUBRIC, THREE)
    assert {judge: score.score for judge, score in result.without.items()} == {"j1": 2, "j2": 3.5, "j3": 5.5}
    assert combine_judges(RUBRIC, THREE[:1]).without == {}


def test_ties_are_told_and_take_the_mean_of_all() -> None:
    result = combine_judges(RUBRIC, THREE[:2], judges="majority")
    assert result.score is not None
    assert (result.ties, result.score.by_item[1].score, result.score.by_item[1].label) == ((1, 3), 5, "")
    assert [(p.code, p.found) for p in result.score.problems] == [
        ("tie", "correct, partial"),
        ("tie", "not_applies, applies"),
    ]
    assert combine_judges(RUBRIC, THREE[1:], judges="majority").ties == (2,)


def test_agreement_is_the_share_of_items_on_which_all_say_the_same() -> None:
    assert combine_judges(RUBRIC, THREE[1:]).agreement == pytest.approx(2 / 3)
    assert combine_judges(RUBRIC, THREE[:1]).agreement is None


def test_points_without_labels_vote_too() -> None:
    rows = [{"index": 1, "points": 4}]
    verdicts = [Verdict(f"j{n}", (Grade(1, score=float(points)),)) for n, points in enumerate((4, 4, 0, 1))]
    result = combine_judges(rows, verdicts, judges="majority")
    assert result.score is not None
    assert (result.score.score, result.score.by_item[1].label) == (4, "correct")


def test_verdicts_that_grade_nothing_take_no_part() -> None:
    verdicts = [
        THREE[0],
        Verdict("j4", problem="no JSON with grades"),
        Verdict("j5"),
        Verdict("j6", (Grade(1, "correct"),)),
        Judgement("j7", (Grade(9, "correct"),)),
    ]
    for judges in METHODS:
        result = combine_judges(RUBRIC, verdicts, judges=judges)
        assert result.score is not None
        assert (result.score.score, list(result.by_judge), result.incomplete) == (7, ["j1"], ("j6",))
        assert result.unusable == {
            "j4": "no JSON with grades",
            "j5": "no usable grade",
            "j6": "no usable grade of items 2, 3",
            "j7": "no usable grade",
        }
        assert result.coverage == pytest.approx((1 + 0 + 0 + 1 / 3 + 0) / 5)
    assert combine_judges(RUBRIC, verdicts[1:]).score is None


def test_vetoes_and_positions_of_several_judges() -> None:
    items = tuple(Item(n, "", 2, order_required=True, vetoes=(Veto("甲"),)) for n in (1, 2))
    rubric = Rubric("q", "", None, (Module("", None, items),))

    def one(judge: str, veto: bool, positions: tuple[int, int]) -> Verdict:
        given = zip((1, 2), positions, strict=True)
        return Verdict(judge, tuple(Grade(n, "correct", position=p, veto=veto and n == 1) for n, p in given))

    vetoed = [one("j1", True, (1, 2)), one("j2", True, (1, 2)), one("j3", False, (1, 2))]
    result = combine_judges(rubric, vetoed, judges="majority")
    assert result.score is not None
    assert (result.score.score, result.score.vetoed) == (2, (1,))
    swapped = [one("j1", False, (2, 1)), one("j2", False, (2, 1)), one("j3", False, (1, 2))]
    result = combine_judges(rubric, swapped, judges="majority")
    assert result.score is not None
    assert len(result.score.out_of_order) == 1


def test_bad_arguments_are_named() -> None:
    with pytest.raises(LegalMetricsError, match="judges: found 'vote', allowed mean, median, majority, unanimous"):
        combine_judges(RUBRIC, [], judges="vote")
    with pytest.raises(LegalMetricsError, match="found two by judge 'j1'"):
        combine_judges(RUBRIC, [THREE[0], THREE[0]])


VERDICTS = st.lists(
    st.tuples(
        st.sampled_from(["", "correct", "partial", "wrong"]),
        st.none() | st.floats(-5, 10),
        st.sampled_from(["", "correct", "partial", "wrong"]),
        st.none() | st.floats(-5, 10),
        st.sampled_from(["", "applies", "not met"]),
        st.none() | st.floats(0, 9),
    ),
    max_size=4,
)
OPEN = Rubric("q", "", 9, (Module("甲", None, (Item(1, "", None), Item(2, "", None), Item(3, "", -2))),))


@given(
    VERDICTS,
    st.sampled_from(METHODS),
    st.sampled_from(["zhifa", "tw_paper", "healthbench"]),
    st.sampled_from([RUBRIC, OPEN]),
)
def test_together_they_stay_in_bounds(
    given: list[tuple[str, float | None, str, float | None, str, float | None]],
    judges: str,
    policy: str,
    rubric: Rubric,
) -> None:
    verdicts = [
        Verdict(f"j{n}", (Grade(1, a, b, f), Grade(2, c, d, f), Grade(3, e)))
        for n, (a, b, c, d, e, f) in enumerate(given)
    ]
    result: JudgesScore = combine_judges(rubric, verdicts, policy=policy, judges=judges)
    assert set(result.by_judge) | set(result.unusable) == {f"j{n}" for n in range(len(given))}
    assert (result.score is None) == (not result.by_judge)
    if result.score is not None:
        assert result.score.score is not None
        assert result.score.floor - 1e-9 <= result.score.score <= result.score.max + 1e-9
        scores = [score.score for score in result.by_judge.values()]
        if judges in ("mean", "median"):
            assert min(scores) - 1e-9 <= result.score.score <= max(scores) + 1e-9  # type: ignore[type-var, operator]
        if len(scores) == 1:
            assert result.score.score == scores[0]


@given(st.permutations(range(3)), st.sampled_from(METHODS))
def test_the_order_of_the_judges_does_not_count(order: list[int], judges: str) -> None:
    result = combine_judges(RUBRIC, [THREE[place] for place in order], judges=judges).score
    other = combine_judges(RUBRIC, THREE, judges=judges).score
    assert result is not None and other is not None
    assert result.score == pytest.approx(other.score)
