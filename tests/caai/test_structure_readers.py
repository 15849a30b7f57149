"""JSON and delimited tables as trees; code fences."""

from __future__ import annotations

import json
from contextlib import suppress
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.structure_readers import StructureError, column_letters, read_delimited, read_json, unfenced
from legal_metrics.caai.structure_tree import DEEPEST, Node, elements_of

Seen = list[tuple[str, tuple[str | int, ...], Any]]


def seen(root: Node) -> Seen:
    return [(element.kind, element.place, element.value) for element in elements_of(root)]


def test_every_kind_of_json_value() -> None:
    text = '{"a": [1, 1.5, "x", true, null, {}, []], "b": {"c": "y"}}'
    assert seen(read_json(text).root) == [
        ("key", (), "a"),
        ("value", ("a", 0), 1),
        ("value", ("a", 1), 1.5),
        ("value", ("a", 2), "x"),
        ("value", ("a", 3), True),
        ("value", ("a", 4), None),
        ("empty", ("a", 5), "{}"),
        ("empty", ("a", 6), "[]"),
        ("key", (), "b"),
        ("key", ("b",), "c"),
        ("value", ("b", "c"), "y"),
    ]
    assert seen(read_json("5").root) == [("value", (), 5)]
    assert seen(read_json("[]").root) == [("empty", (), "[]")]


@pytest.mark.parametrize(
    ("text", "root", "repairs"),
    [
        ('```json\n{"a": 1}\n```', {"a": 1}, ("code_fence",)),
        ("结果：\n~~~\n[1, 2]\n~~~\n完", [1, 2], ("code_fence",)),
        ('好的，{"a": 1}。', {"a": 1}, ("surrounding_text",)),
        ('｛"a"：1｝', {"a": 1}, ("fullwidth_punctuation",)),
        ("```json\n{'a': 1}\n```", {"a": 1}, ("surrounding_text", "single_quotes")),
        ('{"a": 1} 或 {"a": 2}', {"a": 2}, ("surrounding_text",)),
    ],
)
def test_the_lenient_reading_names_what_it_mends(text: str, root: Any, repairs: tuple[str, ...]) -> None:
    structure = read_json(text, reading="lenient")
    assert seen(structure.root) == seen(read_json(json.dumps(root)).root)
    assert structure.repairs == repairs
    with pytest.raises(StructureError):
        read_json(text)


@pytest.mark.parametrize("reading", ["strict", "lenient"])
@pytest.mark.parametrize("text", ["", "没有", '{"a": NaN}', '{"a": 1e999}', '{"a": -Infinity}', "[" * 5000, '{"a":' * 5000, "[" + "9" * 5000 + "]"])
def test_what_is_no_json_is_refused(text: str, reading: str) -> None:
    with pytest.raises(StructureError, match=r"^json: "):
        read_json(text, reading=reading)


def test_nesting_has_a_bound() -> None:
    assert len(elements_of(read_json("[" * DEEPEST + "1" + "]" * DEEPEST).root)) == 1
    with pytest.raises(StructureError, match=f"nested more than {DEEPEST} deep"):
        read_json("[" * (DEEPEST + 1) + "1" + "]" * (DEEPEST + 1))


def test_a_table_goes_by_its_headings_and_its_rows() -> None:
    text = '\n案号,"被告,姓名",,备注\n\n1,甲,x\n , ,\n2,"乙\n丙",,y,z\n'
    assert seen(read_delimited(text).root) == [
        ("column", (), "案号"),
        ("column", (), "被告,姓名"),
        ("column", (), "备注"),
        ("cell", (4, "案号"), "1"),
        ("cell", (4, "被告,姓名"), "甲"),
        ("cell", (4, "C"), "x"),
        ("cell", (6, "案号"), "2"),
        ("cell", (6, "被告,姓名"), "乙\n丙"),
        ("cell", (6, "备注"), "y"),
        ("cell", (6, "E"), "z"),
    ]
    assert read_delimited("", cells="headings").root.children[1].children == ()


def test_tabs_and_fences() -> None:
    structure = read_delimited("表：\n```tsv\na\tb\n1,0\t2\n```", format="tsv", reading="lenient")
    assert structure.repairs == ("code_fence",)
    assert [value for _, _, value in seen(structure.root)] == ["a", "b", "1,0", "2"]


@pytest.mark.parametrize("text", ['"a', 'a,"b"c', '"' + "x" * 200_000 + '"'])
def test_a_broken_table_is_refused(text: str) -> None:
    with pytest.raises(StructureError, match=r"^csv: "):
        read_delimited(text)


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("```json\n1\n```", "1"),
        ("前\n````JSON title\n```\n````\n后", "```"),
        ("~~~json\n```\n~~~~", "```"),
        ("```json\n1", None),  # not closed
        ("```json\n1\n```\n```json\n2\n```", None),  # which of the two?
        ("```python\n1\n```", None),
        ("    ```json\n1\n    ```", None),  # indented code
        ("``json\n1\n``", None),
    ],
)
def test_the_one_fenced_block(text: str, inner: str | None) -> None:
    assert unfenced(text, ("json",)) == inner


def test_a_whole_fence_has_nothing_around_it() -> None:
    assert unfenced("\n```\n1\n```\n\n", ("",), whole=True) == "1"
    assert unfenced("前\n```\n1\n```", ("",), whole=True) is None
    assert unfenced("```\n1\n```\n后", ("",), whole=True) is None


@given(st.integers(1, 10**6))
def test_column_letters_count_in_base_26_without_a_zero(number: int) -> None:
    value = 0
    for letter in column_letters(number):
        value = 26 * value + ord(letter) - ord("A") + 1
    assert value == number


def test_reading_is_linear() -> None:
    def seconds(text: str) -> float:
        start = process_time()
        with suppress(StructureError):
            elements_of(read_json(text, reading="lenient").root)
        return process_time() - start

    for piece in ('{"a": "甲"}, ', "```json\n", "'", "{", '"a": [1, 2], ', "｛“"):
        small, large = piece * 2000, piece * 16000
        assert seconds(large) < 40 * max(seconds(small), 0.004)
