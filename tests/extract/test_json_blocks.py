"""JSON blocks of a reply: strict, mended, cut and broken; what is kept and what is lost is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.json_blocks import find_blocks
from legal_metrics.extract.json_mending import Doubled, keep_doubled, scan

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, min_size=1, max_size=4)
ODD_TEXT = st.text(alphabet="{}[]｛｝\"'“”＂\\,，:： \n甲a1-/", max_size=80)


def is_no_grade(value: dict[str, Any]) -> bool:
    return "index" not in value


def values(text: str) -> list[Any]:
    return [block.value for block in find_blocks(text, is_no_grade).blocks]


@pytest.mark.parametrize(
    ("text", "wanted", "repairs"),
    [
        ('[{"a": 1}]', [[{"a": 1}]], ()),
        ('甲 [{"a": 1}] 乙 {"b": 2} 丙', [[{"a": 1}], {"b": 2}], ()),
        ('{"a": 1}\n{"a": 2}', [{"a": 1}, {"a": 2}], ()),
        ('[[{"a": 1}], [{"b": 2}],]', [[[{"a": 1}], [{"b": 2}]]], ("trailing_commas",)),
        ("第[1]點：[{'a': 1}]", [[{"a": 1}]], ("single_quotes",)),
        ("{以下為評分 [{'a': 1}] 完}", [{"a": 1}], ("single_quotes",)),
        ('{x {"a": 1} y', [{"a": 1}], ()),
        ('[{"a": 1},{"b": 2', [[{"a": 1}]], ("truncated_tail",)),
        (
            '{"m": [{"k": [{"index": 1}, {"index": 2}]}, {"k": [{"index": 3}, {"ind',
            [{"m": [{"k": [{"index": 1}, {"index": 2}]}, {"k": [{"index": 3}]}]}],
            ("truncated_tail",),
        ),
        (
            '{"g": [{"index": 1, "p": [{"n": 1}]}, {"index": 2, "p": [{"n": 1}, {"n"',
            [{"g": [{"index": 1, "p": [{"n": 1}]}]}],
            ("truncated_tail",),
        ),
        ('{"index": 2, "p": [{"n": 1}, {"n"', [], ()),
        ('{"a": "甲', [], ()),
    ],
)
def test_blocks(text: str, wanted: list[Any], repairs: tuple[str, ...]) -> None:
    found = find_blocks(text, is_no_grade)
    assert [block.value for block in found.blocks] == wanted
    assert tuple(repair for block in found.blocks for repair in block.repairs) == repairs
    assert bool(found.why) is (not wanted)


def test_an_object_that_cannot_be_read_is_null_and_told() -> None:
    (block,) = find_blocks('{"g": [{"a": 1}, {"b": 1 1}, {"c": [{"d": 3}]}],}').blocks
    assert block.value == {"g": [{"a": 1}, None, {"c": [{"d": 3}]}]}
    assert len(block.unread) == 1
    assert block.unread[0].startswith("no JSON")


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ('```json\n{"a": 1}\n```', ("code_fence",)),
        ('好：{"a": 1}', ("surrounding_text",)),
        ('見：\n```\n{"a": 1}\n```', ("code_fence", "surrounding_text")),
    ],
)
def test_what_stands_around_has_a_name(text: str, around: tuple[str, ...]) -> None:
    found = find_blocks(text)
    assert found.repairs == around
    assert not found.strict


def test_a_key_that_stands_twice_keeps_both_values() -> None:
    assert values('{"a": 1, "a": 2, "b": 1, "b": 1, "c": 1, "c": true}') == [
        {"a": Doubled((1, 2)), "b": 1, "c": Doubled((1, True))}
    ]
    assert isinstance(keep_doubled([("a", 1), ("a", True)])["a"], Doubled)


@given(st.one_of(OBJECTS, st.lists(OBJECTS, min_size=1, max_size=3)))
def test_valid_json_is_strict_and_unchanged(value: Any) -> None:
    found = find_blocks(json.dumps(value, ensure_ascii=False))
    assert found.strict
    assert [block.value for block in found.blocks] == [value]


@given(OBJECTS, OBJECTS, st.integers(0, 400))
def test_a_cut_list_keeps_whole_objects_only(first: Any, second: Any, cut: int) -> None:
    text = json.dumps([first, second], ensure_ascii=False)[:cut]
    for block in find_blocks(text, lambda value: False).blocks:
        assert block.value in ([first], [first, second])


@given(st.text() | ODD_TEXT)
def test_no_text_raises_and_blocks_stand_where_they_say(text: str) -> None:
    end = 0
    for block in find_blocks(text).blocks:
        if len(find_blocks(text).blocks) > 1:
            assert end <= block.start < block.end <= len(text)
        end = block.end


@given(ODD_TEXT)
def test_nodes_are_nested_and_in_order(text: str) -> None:
    for lists in (False, True):
        nodes = scan(text, lists=lists).nodes
        assert [node.start for node in nodes] == sorted({node.start for node in nodes})
        by_start = {node.start: node for node in nodes}
        for node in nodes:
            parent = by_start.get(node.parent)
            assert parent is None or (
                parent.start < node.start and (parent.end < 0 or 0 <= node.end <= parent.end or node.end < 0)
            )
