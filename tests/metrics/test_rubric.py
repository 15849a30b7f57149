"""Rubric scores: golden values worked by hand (in the comments), and none from a verdict about nothing."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.errors import BadReferenceError, JudgeReplyError, LegalMetricsError, WrongTypeError
from legal_metrics.grading import Grade, Item, Module, Part, Rubric, Veto
from legal_metrics.metrics.essays import EssayRubric, PointGrade, ScoringPoint, essay_score
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_policies import CHOICES, PRESETS

ROWS = [{"index": 1, "points": 3}, {"index": 2, "points": 2}, {"index": 3, "points": 5}]


def rubric_of(*items: Item, points: float | None = None, base: float = 0.0, **module: Any) -> Rubric:
    return Rubric("q1", "", points, (Module("一", None, items, **module),), base)


# --- items that are graded badly (F-019 and alike) --------------------------------------------------------------------


def test_bad_item_scores() -> None:
    # 5 of 3 is 3; "1.5" is 1.5; 9 is no item; 3 was never judged: 3 + 1.5 + 0 of 10.
    judged = [{"index": 1, "score": 5}, {"index": 2, "score": "1.5"}, {"index": 9, "score": 4}]
    score = score_rubric(ROWS, judged, policy={"out_of_range": "clamp", "unknown": "ignore", "missing": "zero"})
    assert (score.score, score.max, score.ratio) == (4.5, 10, 0.45)
    assert (score.clamped, score.unknown, score.missing, score.coverage) == ((1,), (9,), (3,), 2 / 3)
    assert [(p.code, p.item) for p in score.problems] == [("unknown_item", 9), ("out_of_range", 1), ("missing", 3)]


@pytest.mark.parametrize(
    ("missing", "score", "maximum", "ratio"), [("unscored", None, 10, None), ("zero", 5, 10, 0.5), ("exclude", 5, 5, 1)]
)
def test_missing_items(missing: str, score: float | None, maximum: float, ratio: float | None) -> None:
    result = score_rubric(ROWS, [Grade(1, score=3.0), Grade(2, score=2.0)], policy={"missing": missing})
    assert (result.score, result.max, result.ratio, result.coverage) == (score, maximum, ratio, 2 / 3)


@pytest.mark.parametrize(
    ("written", "value"),
    [(2, 2), ("2", 2), ("２.５", 2.5), (" 1.5 分", 1.5), ("3 points", 3), (0, 0), ("0", 0)],
)
def test_written_points(written: object, value: float) -> None:
    assert score_rubric([{"index": "1", "points": "3"}], [{"index": "1", "score": written}]).score == value


@pytest.mark.parametrize(
    "written", ["", "三", "abc", True, None, math.nan, math.inf, -math.inf, [3], {"a": 1}, "404.8.1"]
)
def test_what_is_no_number_scores_nothing_and_is_told(written: object) -> None:
    for grades in ([{"index": 1, "score": written}], [Grade(1, score=written)]):  # type: ignore[arg-type, list-item]
        result = score_rubric([{"index": 1, "points": 3}], grades, policy={"missing": "zero"})
        assert (result.score, result.ratio, result.missing, result.coverage) == (None, None, (1,), 0)
        codes = {problem.code for problem in result.problems}
        assert "no_grades" in codes
        assert written is None or "unread_points" in codes


@pytest.mark.parametrize("score", [5, -1, 3.1, -0.5])
def test_out_of_range(score: float) -> None:
    rows, given = ROWS[:1], [Grade(1, score=float(score))]
    assert score_rubric(rows, given).score == (3 if score > 0 else 0)
    assert score_rubric(rows, given, policy={"out_of_range": "unscored"}).score is None
    with pytest.raises(
        LegalMetricsError, match=r"grades: found .* of 3 for item 1, refused by the policy.*out_of_range"
    ):
        score_rubric(rows, given, policy={"out_of_range": "error"})


def test_decimal_fractions_are_not_out_of_range() -> None:
    assert score_rubric([{"index": 1, "points": 0.3}], [Grade(1, score=0.1 + 0.2)]).clamped == ()


@pytest.mark.parametrize(("repeated", "score"), [("first", 1), ("last", 3), ("unscored", None)])
def test_an_item_that_is_graded_twice(repeated: str, score: float | None) -> None:
    """The tool that added repeated items up came to a ratio of 1.6; here an item never counts twice."""
    result = score_rubric(ROWS[:1], [Grade(1, score=1.0), Grade(1, score=3.0)], policy={"repeated": repeated})
    assert (result.score, result.repeated) == (score, (1,))
    assert "repeated" in {problem.code for problem in result.problems}
    with pytest.raises(LegalMetricsError, match="found 2 grades for item 1"):
        score_rubric(ROWS[:1], [Grade(1, score=1.0), Grade(1, score=3.0)], policy={"repeated": "error"})


def test_an_unknown_item_can_be_an_error() -> None:
    with pytest.raises(LegalMetricsError, match="unknown_item"):
        score_rubric(ROWS, [Grade(9, score=1.0)], policy={"unknown": "error"})


@pytest.mark.parametrize(
    ("status", "points", "by_points", "by_label"),
    [
        ("correct", 0, 0, 3),
        ("wrong", 3, 3, 0),
        ("missing", 1, 1, 0),
        ("partial", 3, 3, 1.5),
        ("partial", 0, 0, 1.5),
        ("正確", 1, 1, 3),
        ("不符合", 3, 3, 0),
    ],
)
def test_label_against_points(status: str, points: float, by_points: float, by_label: float) -> None:
    given = [Grade(1, status, float(points))]
    assert score_rubric(ROWS[:1], given).score == by_points
    assert score_rubric(ROWS[:1], given).contradictions == (1,)
    assert score_rubric(ROWS[:1], given, policy={"award": "label"}).score == by_label
    assert score_rubric(ROWS[:1], given, policy={"contradiction": "unscored"}).score is None
    with pytest.raises(LegalMetricsError, match=rf"found {status} with {points} of 3"):
        score_rubric(ROWS[:1], given, policy={"contradiction": "error"})


@pytest.mark.parametrize(("status", "points"), [("correct", 3), ("partial", 1), ("wrong", 0), ("missing", 0), ("", 2)])
def test_labels_that_agree(status: str, points: float) -> None:
    assert score_rubric(ROWS[:1], [Grade(1, status, float(points))], policy={"contradiction": "error"}).score == points


def test_a_label_alone_is_worth_what_it_says_and_an_unknown_word_nothing() -> None:
    worth = [
        score_rubric(ROWS[:1], [Grade(1, status)]).score for status in ("correct", "partial", "wrong", "excellent")
    ]
    assert worth == [3, 1.5, 0, None]
    result = score_rubric(ROWS[:1], [Grade(1, "excellent")])
    assert [problem.code for problem in result.problems] == ["unknown_label", "no_verdict", "no_grades"]


@pytest.mark.parametrize("status", ["error", "N/A", "Content_Filter", "无法判断", "skipped"])
def test_a_label_that_says_that_nothing_was_graded_is_no_grade(status: str) -> None:
    for rubric, score in ((ROWS[:1], 3.0), (CLEAN, 0.0)):
        result = score_rubric(rubric, [Grade(1, status, score), Grade(2, status, score)])
        assert (result.score, result.coverage, result.by_item[1].score) == (None, 0, None)
        assert "ungraded" in {problem.code for problem in result.problems}


# --- no verdict, no score ---------------------------------------------------------------------------------------------

CLEAN = Rubric(
    "contract",
    "adversarial_detection",
    15,
    (
        Module(
            "误报", None, (Item(1, "严重误报", -3, per_occurrence=True), Item(2, "轻微误报", -1, per_occurrence=True))
        ),
    ),
    base=15,
)


@pytest.mark.parametrize("policy", [{"missing": rule} for rule in CHOICES["missing"]] + list(PRESETS))
@pytest.mark.parametrize("judged", [[], [{"index": 9, "score": 5}], [{"error": "content filtered"}], [{"index": 1}]])
def test_a_verdict_about_nothing_is_unscored(policy: Any, judged: list[Any]) -> None:
    """A reply ``{"error": "content filtered"}`` got 15 of 15 elsewhere."""
    if policy == "caai":
        policy = {"preset": "caai", "unknown": "ignore"}
    for rubric in (CLEAN, ROWS):
        result = score_rubric(rubric, judged, policy=policy)
        assert (result.score, result.ratio, result.coverage) == (None, None, 0)
        assert all(part.score is None for part in result.by_module.values())


def test_a_reply_without_a_verdict_raises_before_it_can_be_scored() -> None:
    with pytest.raises(JudgeReplyError):
        score_rubric(CLEAN, lm.parse_judge_reply('{"error": "content filtered"}'))


def test_points_before_any_grade_stand_only_where_every_penalty_was_graded() -> None:
    graded = [Grade(1, times=0)]
    assert score_rubric(CLEAN, graded).score is None
    zero = score_rubric(CLEAN, graded, policy={"missing": "zero"})
    assert (zero.score, zero.max, zero.ratio) == (0, 15, 0)
    assert "base_withheld" in {problem.code for problem in zero.problems}
    excluded = score_rubric(CLEAN, graded, policy={"missing": "exclude"})
    assert (excluded.max, excluded.ratio) == (0, None)


def test_replies_are_taken_as_they_are() -> None:
    reply = lm.parse_judge_reply('[{"index": 1, "score": 3}, {"index": 2, "score": 2}, {"index": 3, "score": 0}]')
    assert score_rubric(ROWS, reply).score == 5


# --- penalties, floors, base ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hard", "soft", "score"), [(0, 0, 15), (2, 3, 6), (1, 2, 10), (5, 0, 0), (4, 4, 0), (50, 50, 0)]
)
def test_contracts_without_risks(hard: int, soft: int, score: float) -> None:
    """Base minus 3 for each hard and 1 for each soft false alarm: 15 - 2 x 3 - 3 = 6."""
    result = score_rubric(CLEAN, [Grade(1, times=hard), Grade(2, times=soft)])
    assert (result.score, result.max, result.floor) == (score, 15, 0)
    assert score_rubric(CLEAN, [Grade(1, score=-3.0 * hard), Grade(2, score=-1.0 * soft)]).score == score


DEDUCTIONS = Rubric(
    "document",
    "legal_document",
    10,
    (
        Module("诉讼请求", 6, (Item(1, "请求", 6), Item(2, "金额错误", -4, per_occurrence=True))),
        Module("事实", 4, (Item(3, "事实", 4),)),
        Module("统一扣分项", -5, (Item(4, "文风", -5),)),
    ),
)


@pytest.mark.parametrize(
    ("floors", "score", "floor"),
    [
        (("total",), 0, 0),  # 2 - 12 + 4 - 5 = -11, held at 0
        (("item", "total"), 0, 0),  # 2 - 4 + 4 - 5 = -3
        (("module", "total"), 0, 0),  # max(0, 2 - 12) + 4 - 5 = -1
        (("module",), -1, -5),
        (("item",), -3, -9),
        (("item", "module"), -1, -5),
        ((), -11, -math.inf),
    ],
)
def test_floors(floors: tuple[str, ...], score: float, floor: float) -> None:
    grades = [Grade(1, score=2.0), Grade(2, times=3), Grade(3, score=4.0), Grade(4, "applies")]
    result = score_rubric(DEDUCTIONS, grades, policy={"floors": floors})
    assert (result.score, result.floor, result.max) == (score, floor, 10)
    assert result.by_module["诉讼请求"].score == (0 if "module" in floors else 2 - (4 if "item" in floors else 12))
    assert result.by_module["统一扣分项"].ratio is None


def test_a_penalty_that_is_not_of_the_kind_each_time_counts_once() -> None:
    rubric = rubric_of(Item(1, "甲", 10), Item(2, "乙", -2))
    assert score_rubric(rubric, [Grade(1, score=10.0), Grade(2, times=4)]).score == 8
    assert score_rubric(CLEAN, [Grade(1, times=4), Grade(2, times=0)], policy={"occurrences": False}).score == 12


@pytest.mark.parametrize(
    ("grade", "taken", "codes"),
    [
        (Grade(2, score=-2.0), -2, []),
        (Grade(2, score=-1.0), -1, []),
        (Grade(2, score=0.0), 0, []),
        (Grade(2, score=-9.0), -2, ["out_of_range"]),
        (Grade(2, score=2.0), 0, ["out_of_range"]),
        (Grade(2, "触发"), -2, []),
        (Grade(2, "not met"), 0, []),
        (Grade(2, "not met", -2.0), -2, ["label_against_points"]),
        (Grade(2, "met", 0.0), 0, ["label_against_points"]),
        (Grade(2, times=1, score=0.0), -2, ["times_against_points"]),
        (Grade(2, "yes", 2.0), -2, ["out_of_range"]),  # a sign that was left out spares no penalty
        (Grade(2, times=1, score=2.0), -2, ["out_of_range"]),
        (Grade(2, "no", 2.0), 0, ["out_of_range"]),
        (Grade(2, times=0, score=-1.0), 0, ["times_against_points"]),
        (Grade(2, "yes", -1.0, times=3), -1, []),  # at most 2, so 1 too
        (Grade(2, times=-1), 0, ["out_of_range"]),
        (Grade(2, "correct"), None, ["unknown_label", "no_verdict"]),  # of a penalty it can mean either
    ],
)
def test_how_a_penalty_is_read(grade: Grade, taken: float | None, codes: list[str]) -> None:
    result = score_rubric(rubric_of(Item(1, "甲", 10), Item(2, "乙", -2)), [Grade(1, score=10.0), grade])
    assert result.by_item[2].score == taken
    assert [problem.code for problem in result.problems] == codes
    assert result.score == (None if taken is None else 10 + taken)


def test_a_veto_is_a_verdict_and_takes_the_base_too() -> None:
    rubric = replace(CLEAN, vetoes=(Veto("编造条款"),))
    assert score_rubric(rubric, [Grade(1, times=0, veto=True), Grade(2, times=0)]).score == 0
    alone = score_rubric(rubric_of(Item(1, "甲", 5, vetoes=(Veto("乙"),))), [Grade(1, veto=True)])
    assert (alone.score, alone.missing) == (0, ())


# --- points that nobody stated, sums that differ ----------------------------------------------------------------------

OPEN = rubric_of(Item(1, "甲", 10), Item(2, "乙", None), Item(3, "丙", None), points=25)


def test_allocation_by_the_judge() -> None:
    allocated = [Grade(1, "wrong"), Grade(2, "correct", allocated=9.0), Grade(3, "wrong", allocated=6.0)]
    assert (score_rubric(OPEN, allocated, policy="tw_paper").score, score_rubric(OPEN, allocated).split) == (9, False)
    equal = [Grade(1, "wrong"), Grade(2, "correct", allocated=9.0), Grade(3, "wrong")]
    result = score_rubric(OPEN, equal, policy="tw_paper")
    assert (result.score, result.split, result.problems[0].code) == (7.5, True, "split")
    over = [Grade(1, "correct"), Grade(2, "correct", allocated=12.0), Grade(3, "wrong", allocated=8.0)]
    # 10 + 12 + 8 = 30 for 25 points: 22 x 25 / 30.
    rescaled = score_rubric(OPEN, over, policy="tw_paper")
    assert (rescaled.score, rescaled.max, rescaled.rescaled) == (pytest.approx(22 * 25 / 30), 25, True)
    assert "total_sum" in {problem.code for problem in rescaled.problems}
    assert [score_rubric(OPEN, over, policy={"sums": rule}).max for rule in ("items", "larger")] == [30, 30]


def test_a_module_shares_its_own_points() -> None:
    module = Module("甲", 12, (Item(1, "", 4), Item(2, "", None), Item(3, "", None)))
    result = score_rubric(Rubric("", "", None, (module,)), [Grade(n, "correct") for n in (1, 2, 3)])
    assert ([part.max for part in result.by_item.values()], result.score) == ([4, 4, 4], 12)


def test_what_nobody_gives_points_is_unscored() -> None:
    rubric = [{"index": 1}, {"index": 2, "points": 4}]
    given = [Grade(1, "correct"), Grade(2, "correct")]
    assert (score_rubric(rubric, given).score, score_rubric(rubric, given).missing) == (None, (1,))
    assert [problem.code for problem in score_rubric(rubric, given).problems] == ["unallocated"]
    assert score_rubric(rubric, [Grade(1, "correct", allocated=6.0), given[1]]).score == 10


@pytest.mark.parametrize(
    ("sums", "declared", "score", "maximum"),
    [
        ("smaller", 12, 5, 10),
        ("smaller", 8, 5, 8),
        ("items", 12, 5, 10),
        ("rescale", 12, 6, 12),
        ("larger", 12, 5, 12),
        ("items", 8, 5, 10),
        ("rescale", 8, 4, 8),
        ("larger", 8, 5, 10),
    ],
)
def test_a_declared_total_that_the_items_do_not_add_up_to(
    sums: str, declared: float, score: float, maximum: float
) -> None:
    rubric = rubric_of(Item(1, "甲", 5), Item(2, "乙", 5), points=declared)
    result = score_rubric(rubric, [Grade(1, score=5.0), Grade(2, score=0.0)], policy={"sums": sums})
    assert (result.score, result.max) == (pytest.approx(score), maximum)
    assert [(problem.code, problem.found) for problem in result.problems] == [("total_sum", f"10 for {declared}")]


def test_no_score_passes_the_declared_total() -> None:
    rubric = rubric_of(Item(1, "甲", 5), Item(2, "乙", 5), points=8)
    result = score_rubric(rubric, [Grade(1, score=5.0), Grade(2, score=5.0)])
    assert (result.score, result.max, result.ratio) == (
        8,
        8,
        1,
    )  # the linter tells that the rubric is wrong; full marks are full marks
    partly = score_rubric(rubric, [Grade(1, score=4.0)], policy={"missing": "exclude"})
    assert (partly.score, partly.max) == (4, 5)


def test_a_declared_total_of_nothing_leaves_nothing_to_earn() -> None:
    """Found by made-up rubrics: scaling to 0 was left out, and the score passed the declared total."""
    for sums in ("rescale", "smaller"):
        score = score_rubric(rubric_of(Item(1, "", 5), points=0), [Grade(1, score=5.0)], policy={"sums": sums})
        assert (score.score, score.max, score.ratio) == (0, 0, None)


def test_essays_and_the_policy_are_one_implementation() -> None:
    rubric = EssayRubric(25, (ScoringPoint(1, 10), ScoringPoint(2), ScoringPoint(3)))
    marks = [PointGrade(1, "partial", 4), PointGrade(2, "correct", None, 12), PointGrade(3, "wrong", None, 8)]
    essay = essay_score(rubric, marks)
    result = score_rubric(
        OPEN, [Grade(m.number, m.label or "", m.points, m.allocated) for m in marks], policy="tw_paper"
    )
    assert (essay.score, essay.max, essay.rescaled) == (result.score, result.max, result.rescaled)
    assert essay.score == pytest.approx((4 + 12) * 25 / 30)


# --- arguments --------------------------------------------------------------------------------------------------------


def test_bad_rubrics_are_named() -> None:
    for rubric, message in [
        ([{"points": 3}], "record 'item 1', field 'index'"),
        ([{"index": 1, "points": "drei"}], "field 'points': found 'drei', allowed a number or None"),
        ([{"index": 1, "points": 1}, {"index": 1, "points": 1}], "allowed different numbers"),
        (rubric_of(Item(1, "", math.nan)), "points of item 1"),
        (rubric_of(Item(1, "", 1), points=-1), "allowed a number from 0 on"),
        (rubric_of(Item(1, "", 1), base=math.inf), "field 'base'"),
        (rubric_of(Item(1, "误报", None), base=15), "points of item 1': found None"),
        (rubric_of(Item(1, "", 1, parts=(Part("甲", -1),))), "part '甲' of item 1"),
    ]:
        with pytest.raises(BadReferenceError, match=message):
            score_rubric(rubric, [])  # type: ignore[arg-type]
    for wrong in ("x", {"index": 1}, None, 3, [3]):
        with pytest.raises(WrongTypeError):
            score_rubric(wrong, [])  # type: ignore[arg-type]
        with pytest.raises(WrongTypeError):
            score_rubric(ROWS, wrong)
