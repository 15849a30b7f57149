"""Property tests of rubric scores: within their bounds whatever the grades, none without a verdict."""

from __future__ import annotations

import copy
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.grading import DIMENSIONS, Grade, Item, Module, Part, PartGrade, Rubric, Veto
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_inputs import PROBLEMS
from legal_metrics.metrics.rubric_policies import CHOICES, FLOORS, PRESETS, Policy, policy_of

ROWS = [{"index": 1, "points": 3}, {"index": 2, "points": 2}, {"index": 3, "points": 5}]


# --- whatever the grades ----------------------------------------------------------------------------------------------

NUMBERS = st.none() | st.floats(-50, 50) | st.floats() | st.integers(-9, 99)
WORDS = st.sampled_from(
    ["", "correct", "partial", "wrong", "missing", "met", "not met", "是", "否", "applies", "?", "全對"]
)
ITEMS = st.builds(
    Item,
    number=st.just(0),
    criterion=st.just("甲"),
    points=st.floats(-20, 20) | st.integers(-5, 20) | st.none(),
    dimensions=st.lists(st.sampled_from([*DIMENSIONS, "RD01"]), max_size=3).map(tuple),
    order_required=st.booleans(),
    per_occurrence=st.booleans(),
    vetoes=st.lists(st.builds(Veto, st.just("乙"), st.sampled_from(["item", "module", "rubric"])), max_size=2).map(
        tuple
    ),
    parts=st.lists(
        st.builds(Part, st.sampled_from("甲乙丙"), st.none() | st.floats(0, 10))
        | st.builds(Part, st.sampled_from("甲乙丙"), st.none() | st.floats(0, 10), kind=st.just("level"))
        | st.builds(
            Part,
            st.sampled_from("甲乙丙"),
            st.none() | st.floats(-10, 0),
            kind=st.just("deduction"),
            per_occurrence=st.booleans(),
        ),
        max_size=3,
        unique_by=lambda part: part.name,
    ).map(tuple),
)
PART_GRADES = st.lists(st.builds(PartGrade, st.sampled_from("甲乙丙丁"), NUMBERS, WORDS), max_size=4).map(tuple)
GRADES = st.lists(
    st.builds(
        Grade,
        st.integers(0, 8),
        WORDS,
        NUMBERS,
        NUMBERS,
        st.just(""),
        st.none() | st.integers(-2, 9),
        st.none() | st.integers(-2, 9),
        st.none() | st.booleans(),
        PART_GRADES,
    ),
    max_size=12,
)
POLICIES = st.builds(
    Policy,
    **{
        field: st.sampled_from([value for value in allowed if value != "error"])
        for field, allowed in CHOICES.items()
        if field != "scale"
    },
    partial=st.floats(0.01, 0.99),
    levels=st.integers(1, 10),
    occurrences=st.booleans(),
    floors=st.lists(st.sampled_from(FLOORS), max_size=3, unique=True).map(tuple),
) | st.sampled_from(sorted(set(PRESETS) - {"caai", "tw_paper"})).map(policy_of)


@st.composite
def rubrics(draw: st.DrawFn) -> Rubric:
    sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    modules, number = [], 0
    for size in sizes:
        items = []
        for item in draw(st.lists(ITEMS, min_size=size, max_size=size)):
            number += 1
            items.append(replace(item, number=number))
        vetoes = draw(
            st.lists(st.builds(Veto, st.just("丙"), st.sampled_from(["item", "module", "rubric"])), max_size=1)
        )
        modules.append(
            Module(
                draw(st.sampled_from(["", "甲", "乙"])),
                draw(st.none() | st.floats(0, 50)),
                tuple(items),
                ("完整性",),
                tuple(vetoes),
            )
        )
    stated = all(item.points is not None for module in modules for item in module.items)
    base = draw(st.sampled_from([0.0, 15.0])) if stated else 0.0
    return Rubric("q", "", draw(st.none() | st.floats(0, 100)), tuple(modules), base)


@given(rubrics(), GRADES, POLICIES)
def test_a_score_is_within_its_bounds_whatever_the_grades(rubric: Rubric, grades: list[Grade], policy: Policy) -> None:
    before = copy.deepcopy(grades)
    result = score_rubric(rubric, grades, policy=policy)
    assert repr(grades) == repr(before)  # NaN is not equal to itself
    assert {problem.code for problem in result.problems} <= set(PROBLEMS)
    assert 0 <= result.coverage <= 1
    stated = rubric.base + math.fsum(max(item.points or 0, 0) for item in rubric.items)
    is_open = any(item.points is None for item in rubric.items)  # then a judge may allocate any points
    assert is_open or result.max <= max(rubric.points or 0, stated) + 1e-6
    assert policy.sums != "smaller" or rubric.points is None or result.max <= rubric.points
    if result.score is None:
        assert result.ratio is None
    else:
        assert result.coverage > 0
        assert result.floor <= result.score <= result.max
        assert "total" not in policy.floors or result.score >= 0
        assert result.ratio is None or result.ratio <= 1 + 1e-12
    for part in [*result.by_module.values(), *result.by_item.values(), *filter(None, result.by_dimension.values())]:
        assert part.score is None or part.score <= part.max + 1e-9
        assert part.ratio is None or 0 <= part.ratio <= 1
    assert policy.missing != "unscored" or result.score is None or not result.missing


@given(rubrics(), POLICIES)
def test_a_flawless_verdict_earns_all(rubric: Rubric, policy: Policy) -> None:
    grades = [
        Grade(item.number, "correct" if (item.points or 0) >= 0 else "not met", position=place)
        for place, item in enumerate(rubric.items)
    ]
    result = score_rubric(rubric, grades, policy=replace(policy, award="label"))
    expected = None if not grades else result.max
    if result.items_with("unallocated"):
        assert result.score is None or policy.missing != "unscored"
    elif policy.sums == "larger":  # what no item can earn stays out of reach
        assert result.score is None or result.score <= result.max
    else:
        assert result.score == (None if expected is None else pytest.approx(expected))


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["index", "score", "status", "parts", "times", "veto"]),
            st.none()
            | st.text(max_size=4)
            | st.integers()
            | st.floats()
            | st.booleans()
            | st.lists(st.integers(), max_size=2),
        ),
        max_size=5,
    )
)
def test_mappings_of_any_kind(rows: list[dict[str, Any]]) -> None:
    result = score_rubric(ROWS, rows)
    assert result.score is None or 0 <= result.score <= 10
