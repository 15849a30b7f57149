"""Vetoes, order, parts, modules and dimensions of rubric scores: golden values worked by hand (in the comments)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from legal_metrics.grading import DIMENSIONS, Grade, Item, Module, Part, PartGrade, Rubric, Veto
from legal_metrics.metrics.rubric import score_rubric


def rubric_of(*items: Item, points: float | None = None, base: float = 0.0, **module: Any) -> Rubric:
    return Rubric("q1", "", points, (Module("一", None, items, **module),), base)


CASE = Rubric(
    "case",
    "case_analysis",
    20,
    (
        Module("结论", 8, (Item(1, "认定违约", 5), Item(2, "不构成欺诈", 3)), ("事实准确性", "法律推理逻辑性")),
        Module("法条依据", 12, (Item(3, "第577条", 12, dimensions=("法条引用正确性",)),), ("完整性",)),
    ),
)


# --- vetoes -----------------------------------------------------------------------------------------------------------


def test_vetoes_reach_as_far_as_the_rubric_says() -> None:
    def rubric(item: tuple[Veto, ...] = (), module: tuple[Veto, ...] = (), whole: tuple[Veto, ...] = ()) -> Rubric:
        items = (Item(1, "罪名", 8, vetoes=item), Item(2, "理由", 12), Item(3, "扣分", -2))
        modules = (Module("罪名认定", 20, items, vetoes=module), Module("法条", 10, (Item(4, "法条", 10),)))
        return Rubric("j", "judgment", 30, modules, 0.0, whole)

    grades = [Grade(1, score=8.0, veto=True), Grade(2, score=12.0), Grade(3, "applies"), Grade(4, score=10.0)]
    for made, score, codes in [
        (rubric((Veto("盗窃"),)), 12 - 2 + 10, ["vetoed"]),
        (rubric((Veto("盗窃", "module"),)), 8, ["vetoed"]),  # 0 - 2 + 10
        (rubric((Veto("盗窃", "rubric"),)), 0, ["vetoed"]),
        (rubric((Veto("甲"), Veto("乙", "module"))), 8, ["several_vetoes", "vetoed"]),
        (rubric(module=(Veto("本模块不得分"),)), 8, ["vetoed"]),
        (rubric(whole=(Veto("不得分"),)), 0, ["vetoed"]),
        (rubric(), 20, ["unstated_veto", "vetoed"]),
    ]:
        result = score_rubric(made, grades)
        assert (result.score, result.vetoed) == (score, (1,))
        assert [problem.code for problem in result.problems] == codes
    unvetoed = [replace(grade, veto=False) for grade in grades]
    assert score_rubric(rubric((Veto("盗窃", "rubric"),)), unvetoed).score == 28


# --- order ------------------------------------------------------------------------------------------------------------

STEPS = rubric_of(*(Item(n, f"第{n}步", n, order_required=n < 5) for n in range(1, 6)))


@pytest.mark.parametrize(("order", "score"), [("drop", 13), ("half", 14), ("flag", 15)])
def test_items_in_the_wrong_order(order: str, score: float) -> None:
    # Positions 2, 1, 3, 4 of items worth 1, 2, 3, 4: both runs have three items; that with item 2 has more points: item 1 loses its point... and
    # positions 1, 4, 2, 3: the longest run is 1, 3, 4: item 2 loses its 2 points.
    places = {1: 1, 2: 4, 3: 2, 4: 3}
    grades = [Grade(n, score=float(n), position=places.get(n)) for n in range(1, 6)]
    result = score_rubric(STEPS, grades, policy={"order": order})
    assert (result.score, result.out_of_order) == (score, (2,))


def test_of_runs_as_long_the_one_with_the_most_points_stands() -> None:
    grades = [Grade(n, score=float(n), position=p) for n, p in zip(range(1, 6), (2, 1, 3, 4, None), strict=True)]
    assert score_rubric(STEPS, grades).out_of_order == (1,)


def test_only_items_that_earn_something_are_in_the_order() -> None:
    grades = [Grade(1, score=0.0, position=9), *(Grade(n, score=float(n), position=n) for n in range(2, 6))]
    assert (score_rubric(STEPS, grades).score, score_rubric(STEPS, grades).out_of_order) == (14, ())


def test_positions_that_are_missing_or_shared_are_told() -> None:
    grades = [Grade(n, score=float(n), position=p) for n, p in zip(range(1, 6), (None, 1, 1, 2, None), strict=True)]
    result = score_rubric(STEPS, grades)
    assert [(p.code, p.item) for p in result.problems] == [
        ("no_position", 1),
        ("same_position", 3),
        ("out_of_order", 2),
    ]
    assert result.score == 1 + 3 + 4 + 5


def test_each_module_has_its_own_order() -> None:
    modules = tuple(Module(name, None, (Item(n, "", 1, order_required=True),)) for n, name in ((1, "甲"), (2, "乙")))
    grades = [Grade(1, score=1.0, position=2), Grade(2, score=1.0, position=1)]
    assert score_rubric(Rubric("", "", None, modules), grades).score == 2


# --- parts ------------------------------------------------------------------------------------------------------------

RISK = rubric_of(Item(1, "或裁或审", 7, parts=(Part("识别风险", 1), Part("风险解释", 3), Part("修改建议", 3))))


def parts(**points: float | None) -> tuple[PartGrade, ...]:
    return tuple(PartGrade(name, score) for name, score in points.items())


def test_parts_add_up_to_their_item() -> None:
    assert score_rubric(RISK, [Grade(1, parts=parts(识别风险=1.0, 风险解释=2.0, 修改建议=0.0))]).score == 3
    assert score_rubric(RISK, [Grade(1, parts=parts(识别风险=9.0, 风险解释=3.0, 修改建议=3.0))]).score == 7
    assert score_rubric(RISK, [Grade(1, score=4.0)]).score == 4


def test_parts_that_do_not_fit() -> None:
    incomplete = [Grade(1, parts=parts(识别风险=1.0, 风险解释=3.0))]
    assert [
        score_rubric(RISK, incomplete, policy={"missing": rule}).score for rule in ("unscored", "zero", "exclude")
    ] == [None, 4, 7]
    against = [Grade(1, score=7.0, parts=parts(识别风险=1.0, 风险解释=0.0, 修改建议=0.0))]
    assert (score_rubric(RISK, against).score, score_rubric(RISK, against).contradictions) == (1, (1,))
    unknown = [Grade(1, parts=(*parts(识别风险=1.0, 风险解释=0.0, 修改建议=0.0, 法律依据=4.0),))]
    assert (score_rubric(RISK, unknown).score, score_rubric(RISK, unknown).problems[0].code) == (1, "unknown_part")
    twice = [Grade(1, parts=(*parts(识别风险=1.0, 风险解释=3.0, 修改建议=3.0), PartGrade("识别风险", 1.0)))]
    assert [score_rubric(RISK, twice, policy={"repeated": rule}).score for rule in ("first", "unscored")] == [7, None]


def test_parts_whose_points_do_not_add_up_are_scaled() -> None:
    # 6 points of parts for 7 of the item: 3 of 6 is 3.5 of 7.
    rubric = rubric_of(Item(1, "修订", 7, parts=(Part("甲", 3), Part("乙", 3))))
    result = score_rubric(rubric, [Grade(1, parts=parts(甲=3.0, 乙=0.0))])
    assert (result.score, [problem.code for problem in result.problems]) == (3.5, ["parts_sum"])
    unstated = rubric_of(Item(1, "修订", 7, parts=(Part("甲", 3), Part("乙", None), Part("丙", None))))
    assert score_rubric(unstated, [Grade(1, parts=parts(甲=0.0, 乙=2.0, 丙=0.0))]).score == 2


TIERS = rubric_of(
    Item(
        1,
        "案由",
        10,
        parts=(
            Part("得分点1", 7),
            Part("得分点2", 3),
            Part("扣分1", -3, kind="deduction"),
            Part("扣分2", -2, kind="deduction", per_occurrence=True),
        ),
    )
)


@pytest.mark.parametrize(
    ("graded", "score"),
    [
        ({"得分点1": 7.0, "得分点2": 3.0, "扣分1": -3.0, "扣分2": 0.0}, 7),
        ({"得分点1": 7.0, "得分点2": 0.0, "扣分1": 0.0, "扣分2": -6.0}, 1),
        ({"得分点1": 0.0, "得分点2": 3.0, "扣分1": -3.0, "扣分2": -20.0}, 0),  # an item earns nothing at worst
        ({"得分点1": 7.0, "得分点2": 3.0, "扣分1": -9.0, "扣分2": 0.0}, 7),  # once at most
        ({"得分点1": 7.0, "得分点2": 3.0, "扣分1": 0.0}, None),
    ],
)
def test_deductions_take_from_the_shares_of_their_item(graded: dict[str, float], score: float | None) -> None:
    assert score_rubric(TIERS, [Grade(1, parts=parts(**graded))]).score == score


def test_a_level_is_what_the_item_is_worth() -> None:
    levels = (Part("充分", 10, kind="level"), Part("部分充分", 4, kind="level"), Part("不及格", 0, kind="level"))
    rubric = rubric_of(Item(1, "论证", 10, parts=levels))
    named = [[PartGrade("部分充分", None)], [PartGrade("部分充分", 4.0)], [PartGrade("部分充分", None, "met")]]
    assert [score_rubric(rubric, [Grade(1, parts=tuple(given))]).score for given in named] == [4, 4, 4]
    two = [Grade(1, parts=(PartGrade("充分", None, "met"), PartGrade("部分充分", None, "met")))]
    assert [score_rubric(rubric, two, policy={"repeated": rule}).score for rule in ("first", "unscored")] == [4, None]
    refused = [Grade(1, parts=(PartGrade("充分", 0.0), PartGrade("不及格", None, "met")))]
    assert score_rubric(rubric, refused).score == 0


# --- modules and dimensions -------------------------------------------------------------------------------------------


def test_points_go_in_equal_shares_to_dimensions() -> None:
    # Module 结论: 4 of 5 and 3 of 3 go half to each of its two; item 3 names its own: 6 of 12 to 法条, none to the module's 完整性.
    result = score_rubric(CASE, [Grade(1, score=4.0), Grade(2, score=3.0), Grade(3, score=6.0)])
    assert (result.score, result.ratio) == (13, 0.65)
    assert {name: (part.score, part.max) for name, part in result.by_module.items()} == {
        "结论": (7, 8),
        "法条依据": (6, 12),
    }
    told = {
        name: part and (part.score, part.max, part.ratio, part.coverage) for name, part in result.by_dimension.items()
    }
    assert told == dict.fromkeys(DIMENSIONS) | {
        "事实准确性": (3.5, 4, 0.875, 1),
        "法律推理逻辑性": (3.5, 4, 0.875, 1),
        "法条引用正确性": (6, 12, 0.5, 1),
    }


def test_dimensions_of_unscored_items_are_unscored_and_none_is_ever_filled() -> None:
    result = score_rubric(CASE, [Grade(1, score=4.0), Grade(3, score=6.0)])
    dimension = result.by_dimension["事实准确性"]
    assert (result.score, result.by_module["法条依据"].score, result.by_module["结论"].score) == (None, 6, None)
    assert dimension is not None
    assert (dimension.score, dimension.ratio, dimension.coverage) == (None, None, 0.5)
    assert result.by_dimension["用户可理解性"] is None


def test_contract_dimensions_never_feed_the_seven() -> None:
    rubric = rubric_of(
        Item(1, "甲", 4, dimensions=("RD06", "完整性")),
        Item(2, "乙", 4, dimensions=("争议解决风险",)),
        dimensions=("事实准确性",),
    )
    result = score_rubric(rubric, [Grade(1, score=4.0), Grade(2, score=4.0)])
    assert [name for name, part in result.by_dimension.items() if part is not None] == ["完整性"]
    assert [problem.found for problem in result.problems] == ["RD06", "争议解决风险"]


def test_modules_of_one_name_stay_apart() -> None:
    modules = (Module("甲", None, (Item(1, "", 1),)), Module("甲", None, (Item(2, "", 2),)))
    result = score_rubric(Rubric("", "", None, modules), [Grade(1, score=1.0), Grade(2, score=0.0)])
    assert {name: part.score for name, part in result.by_module.items()} == {"甲": 1, "甲 (2)": 0}
