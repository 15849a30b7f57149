"""Essays: what labels are worth, by hand; a missing verdict is never a zero; bounds by property."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError
from legal_metrics.grading import Grade
from legal_metrics.judgements import Judgement
from legal_metrics.metrics.essays import (
    LABELS,
    EssayReference,
    EssayRubric,
    EssayVerdict,
    JudgedEssay,
    PointGrade,
    ScoringPoint,
    check_rubric,
    essay_score,
    essay_scores,
)
from legal_metrics.readers import ReadAnswer
from legal_metrics.readers.essays import with_judgements

STATED = EssayRubric(25, (ScoringPoint(1, 10), ScoringPoint(2, 10), ScoringPoint(3, 5)))
OPEN = EssayRubric(25, (ScoringPoint(1, 10), ScoringPoint(2), ScoringPoint(3)))


def grades(
    *labels: str | None, points: Sequence[float | None] = (), allocated: Sequence[float | None] = ()
) -> list[PointGrade]:
    n = len(labels)
    return [
        PointGrade(place + 1, label, [*points, *[None] * n][place], [*allocated, *[None] * n][place])
        for place, label in enumerate(labels)
    ]


def test_labels_decide() -> None:
    # 10 for correct, 4 as the judge says for partial, nothing for wrong.
    result = essay_score(STATED, grades("correct", "partial", "wrong", points=(10, 4, 3)))
    assert (result.score, result.max, result.share) == (14, 25, 14 / 25)
    assert result.labels == {"correct": 1, "partial": 1, "wrong": 1, "missing": 0}
    assert not result.split
    assert not result.rescaled


@pytest.mark.parametrize(
    ("points", "worth", "clamped"), [(4, 4, ()), (None, 5, ()), (0, 5, ()), (10, 5, ()), (12, 5, (1,)), (-2, 5, (1,))]
)
def test_partial_is_the_judges_points_strictly_inside_else_half(
    points: float | None, worth: float, clamped: tuple[int, ...]
) -> None:
    result = essay_score(EssayRubric(10, (ScoringPoint(1, 10),)), [PointGrade(1, "partial", points)])
    assert (result.score, result.clamped) == (worth, clamped)


def test_points_decide_where_asked() -> None:
    given = grades("correct", "wrong", "partial", points=(7, 2, 9))
    result = essay_score(STATED, given, rule="points")
    assert (result.score, result.clamped) == (7 + 2 + 5, (3,))
    assert (
        essay_score(STATED, grades("correct", "partial", "missing"), rule="points").score == 10 + 5
    )  # no points: the label


def test_open_points_share_equally_what_is_left() -> None:
    # 25 - 10 = 15 for two points: 7.5 each; half of it for partial.
    result = essay_score(OPEN, grades("missing", "correct", "partial"))
    assert (result.score, result.split, result.rescaled) == (11.25, True, False)


def test_the_judge_allocates_open_points() -> None:
    result = essay_score(OPEN, grades("missing", "correct", "correct", allocated=(None, 9, 6)))
    assert (result.score, result.split, result.rescaled) == (15, False, False)


def test_allocations_that_do_not_add_up_are_scaled() -> None:
    # 10 + 12 + 8 = 30 for 25 points: 12 becomes 10.
    given = grades("missing", "correct", "missing", allocated=(None, 12, 8))
    result = essay_score(OPEN, given)
    assert (result.score, result.max, result.rescaled) == (pytest.approx(10), 25, True)
    left = essay_score(OPEN, given, rescale=False)
    assert (left.score, left.max, left.rescaled) == (12, 30, False)


def test_one_open_point_without_allocation_makes_all_share() -> None:
    assert essay_score(OPEN, grades("missing", "correct", "correct", allocated=(None, 9))).split


def test_unknown_and_missing_points_are_told() -> None:
    result = essay_score(STATED, [PointGrade(1, "correct"), PointGrade(9, "correct", 50)])
    assert (result.score, result.unknown, result.missing) == (10, (9,), (2, 3))


def test_a_rubric_without_question_points_has_the_sum_of_its_own() -> None:
    assert essay_score(EssayRubric(None, STATED.scoring_points), grades(*["correct"] * 3)).max == 25
    with pytest.raises(LegalMetricsError, match="without points and no points of the question"):
        essay_score(EssayRubric(None, OPEN.scoring_points), grades(*["correct"] * 3))


@pytest.mark.parametrize(("option", "value"), [("rule", "both"), ("partial", 0), ("partial", 1)])
def test_options_are_checked(option: str, value: object) -> None:
    with pytest.raises(LegalMetricsError, match=f"^{option}: found"):
        essay_score(STATED, grades("correct"), **{option: value})  # type: ignore[arg-type]


def test_a_point_graded_twice_is_refused() -> None:
    with pytest.raises(LegalMetricsError, match="grades: found"):
        essay_score(STATED, [PointGrade(1, "correct"), PointGrade(1, "wrong")])
    with pytest.raises(BadReferenceError, match="allowed different numbers"):
        check_rubric("q1", EssayRubric(10, (ScoringPoint(1), ScoringPoint(1))))


# --- many questions ---------------------------------------------------------------------------------------------------

REFERENCE = EssayReference(STATED)


def judged(**labels: Sequence[str | None]) -> JudgedEssay:
    return JudgedEssay(tuple(EssayVerdict(judge, tuple(grades(*given))) for judge, given in labels.items()))


def test_two_judges_are_averaged_and_questions_pooled() -> None:
    # Question 1: (25 + 10) / 2 = 17.5 of 25; question 2 (5 points): 0. Together 17.5 / 30.
    small = EssayReference(EssayRubric(5, (ScoringPoint(1, 5),)))
    essays = [judged(j1=["correct"] * 3, j2=["correct", "wrong", "missing"]), judged(j1=["wrong"], j2=["missing"])]
    scores = essay_scores(essays, [REFERENCE, small])
    share = scores["points_share"]
    assert share.value == pytest.approx(17.5 / 30)
    assert share.details["judges"] == {"j1": pytest.approx(25 / 30), "j2": pytest.approx(10 / 30)}
    assert share.details["labels"]["j2"] == {"correct": 1, "partial": 0, "wrong": 1, "missing": 2}
    assert share.details["labels_summed"] == {"correct": 4, "partial": 0, "wrong": 2, "missing": 2}
    assert share.details["labels_averaged"]["correct"] == 2
    assert scores["correct_share"].value == pytest.approx(2 / 4)
    assert sum(scores[f"{label}_share"].value for label in LABELS) == pytest.approx(1)


def test_an_answer_without_a_verdict_is_unscored_and_an_unread_one_earns_nothing() -> None:
    essays = [judged(j1=["correct"] * 3), JudgedEssay(), JudgedEssay((EssayVerdict("j1", problem="no JSON"),)), None]
    share = essay_scores(essays, [REFERENCE] * 4)["points_share"]
    assert (share.value, share.n, share.n_excluded, share.n_unparsed) == (0.5, 2, 2, 1)
    assert (share.details["n_unscored"], share.details["n_unusable"]) == (2, 1)
    only_unscored = essay_scores([JudgedEssay()], [REFERENCE])["points_share"]
    assert math.isnan(only_unscored.value)


def test_an_incomplete_verdict_is_not_used() -> None:
    essays = [judged(j1=["correct", "correct"], j2=["correct"] * 3)]
    share = essay_scores(essays, [REFERENCE])["points_share"]
    assert (share.value, share.details["n_incomplete"]) == (1, 1)
    assert essay_scores(essays, [REFERENCE], missing="zero")["points_share"].value == pytest.approx((20 / 25 + 1) / 2)


def test_an_unknown_label_without_points_is_no_verdict() -> None:
    assert essay_scores([judged(j1=[None] * 3)], [REFERENCE])["points_share"].details["n_unusable"] == 1


def test_a_question_without_a_rubric_is_left_out_even_if_unread() -> None:
    share = essay_scores([None, judged(j1=["correct"] * 3)], [EssayReference(None, "none"), REFERENCE])["points_share"]
    assert (share.value, share.n_excluded, share.details["n_no_rubric"]) == (1, 1, 1)


def test_answers_that_fewer_judges_scored_are_counted() -> None:
    essays = [judged(j1=["correct"] * 3, j2=["wrong"] * 3), judged(j1=["correct"] * 3)]
    assert essay_scores(essays, [REFERENCE] * 2)["points_share"].details["n_partly_judged"] == 1


def test_a_label_that_is_unknown_leaves_the_points_that_stand_beside_it() -> None:
    result = essay_score(EssayRubric(10, (ScoringPoint(1, 10),)), [PointGrade(1, None, 4)])
    assert (result.score, result.missing) == (4, ())


def test_a_verdict_about_nothing_is_unscored_and_never_zero() -> None:
    nothing = essay_score(STATED, [PointGrade(9, "correct", 25)])
    assert math.isnan(nothing.score)
    assert (nothing.unknown, nothing.missing) == ((9,), (1, 2, 3))
    essays = [JudgedEssay((EssayVerdict("j1", given),)) for given in ((), (PointGrade(9, "correct", 25),))]
    share = essay_scores(essays, [REFERENCE] * 2, missing="zero")["points_share"]
    assert math.isnan(share.value)
    assert (share.n_excluded, share.details["n_unusable"], share.details["n_unscored"]) == (2, 2, 2)


def test_a_label_that_says_that_nothing_was_graded_is_no_verdict() -> None:
    answer = ReadAnswer("parsed", {"essay": JudgedEssay()}, {})
    grades = tuple(Grade(number, "Content_Filter", 5.0) for number in (1, 2, 3))
    essay = with_judgements(answer, [Judgement("j1", grades)]).parts["essay"]
    share = essay_scores([essay], [REFERENCE])["points_share"]
    assert (share.n, share.details["n_unusable"], share.details["n_unscored"]) == (0, 1, 1)


def test_bad_arguments_are_named() -> None:
    with pytest.raises(LengthMismatchError):
        essay_scores([None], [])
    with pytest.raises(LegalMetricsError, match="missing: found 'half'"):
        essay_scores([None], [REFERENCE], missing="half")
    twice = JudgedEssay((EssayVerdict("j1", tuple(grades(*["correct"] * 3))),) * 2)
    with pytest.raises(LegalMetricsError, match="two by judge 'j1'"):
        essay_scores([twice], [REFERENCE])


POINTS = st.none() | st.floats(0.5, 50)
GRADES = st.lists(
    st.tuples(st.sampled_from([*LABELS, None]), st.none() | st.floats(-10, 100), st.none() | st.floats(0, 100)),
    min_size=1,
    max_size=6,
)


@given(
    st.lists(POINTS, min_size=1, max_size=6),
    st.floats(1, 200),
    GRADES,
    st.sampled_from(["label", "points"]),
    st.booleans(),
)
def test_a_score_is_between_nothing_and_all(
    worths: list[float | None],
    whole: float,
    given: list[tuple[str | None, float | None, float | None]],
    rule: str,
    rescale: bool,
) -> None:
    rubric = EssayRubric(whole, tuple(ScoringPoint(place + 1, worth) for place, worth in enumerate(worths)))
    marks = [PointGrade(place + 1, *grade) for place, grade in enumerate(given)]
    before = copy.deepcopy(marks)
    try:
        result = essay_score(rubric, marks, rule=rule, rescale=rescale)
    except LegalMetricsError as error:
        assert "points above 0" in str(error)
        return
    usable = any(grade.label or grade.points is not None for grade in marks[: len(worths)])
    assert usable != math.isnan(result.score)
    assert not usable or 0 <= result.score <= result.max + 1e-9
    assert marks == before
    best = [PointGrade(place + 1, "correct") for place in range(len(worths))]
    full = essay_score(rubric, best, rescale=rescale)
    assert full.score == pytest.approx(full.max) or not rescale


def test_public_names() -> None:
    assert lm.essay_score is essay_score
