"""Rubrics as JSON values: nothing that a judge sees or a score counts is lost, and the digest changes with it alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_rubrics import JUDGMENT, RUBRICS

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.grading import Item, Module, Part, Rubric, Unread, Veto
from legal_metrics.judging.rubric_values import rubric_of, rubric_sha256, rubric_values

WORDS = st.text(max_size=6)
POINTS = st.none() | st.integers(-20, 100) | st.floats(-20, 100).map(lambda value: round(value, 2))
PARTS = st.builds(
    Part,
    WORDS,
    POINTS,
    WORDS,
    st.lists(WORDS, max_size=2).map(tuple),
    st.sampled_from(["share", "deduction", "level"]),
    st.booleans(),
)
VETOES = st.lists(st.builds(Veto, WORDS, st.sampled_from(["item", "module", "rubric"])), max_size=2).map(tuple)
ITEMS = st.builds(
    Item,
    st.integers(1, 99),
    WORDS,
    POINTS,
    st.none() | st.integers(1, 9),
    st.lists(WORDS, max_size=2).map(tuple),
    st.booleans(),
    WORDS,
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(PARTS, max_size=2).map(tuple),
    VETOES,
    st.booleans(),
)
MODULES = st.builds(
    Module, WORDS, POINTS, st.lists(ITEMS, max_size=3).map(tuple), st.lists(WORDS, max_size=2).map(tuple), VETOES
)
ANY = st.builds(Rubric, WORDS, WORDS, POINTS, st.lists(MODULES, max_size=3).map(tuple), st.floats(0, 20), VETOES)


@given(ANY)
def test_any_rubric_comes_back(rubric: Rubric) -> None:
    again = rubric_of(json.loads(json.dumps(rubric_values(rubric))))
    assert again == rubric
    assert rubric_sha256(again) == rubric_sha256(rubric)


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.form)
def test_the_source_is_no_part_of_the_digest(rubric: Rubric) -> None:
    modules = tuple(replace(module, extra={"b": 1}) for module in rubric)
    other = replace(rubric, modules=modules, extra={"question": "…"}, unread=(Unread("unread_mark", "x", "y"),))
    assert rubric_sha256(other) == rubric_sha256(rubric)


def test_whole_numbers_are_alike_however_written() -> None:
    one = Rubric("q", "", 5, (Module("", 5, (Item(1, "甲", 5),)),))
    assert rubric_sha256(one) == rubric_sha256(Rubric("q", "", 5.0, (Module("", 5.0, (Item(1, "甲", 5.0),)),)))


def test_everything_else_changes_the_digest() -> None:
    module = JUDGMENT.modules[0]
    item = module.items[0]

    def with_item(changed: Item) -> Rubric:
        return replace(JUDGMENT, modules=(replace(module, items=(changed,)), *JUDGMENT.modules[1:]))

    changed = [
        with_item(replace(item, criterion="认定为抢劫罪")),
        with_item(replace(item, points=7)),
        with_item(replace(item, vetoes=())),
        with_item(replace(item, order_required=True)),
        replace(JUDGMENT, points=29),
        replace(JUDGMENT, base=1.0),
        replace(JUDGMENT, id="j2"),
    ]
    digests = {rubric_sha256(rubric) for rubric in (JUDGMENT, *changed)}
    assert len(digests) == len(changed) + 1


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {"id": "q"},
        {"id": 3, "form": "", "points": None, "modules": []},
        {"id": "q", "form": "", "points": True, "modules": []},
        {"id": "q", "form": "", "points": None, "modules": "x"},
    ],
)
def test_values_that_are_no_rubric(values: object) -> None:
    with pytest.raises(LegalMetricsError):
        rubric_of(values)


def test_only_rubrics_have_values() -> None:
    with pytest.raises(WrongTypeError):
        rubric_values({"id": "q"})  # type: ignore[arg-type]
