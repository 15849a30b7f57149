"""Structured texts compared by structure: golden counts by hand, and what holds for every format."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.caai.alignment import ORDERS
from legal_metrics.caai.elements import SPANS, ElementComparison, compare_elements
from legal_metrics.caai.forms import MATCHINGS
from legal_metrics.caai.structure_readers import CELLS, READINGS, StructureError
from legal_metrics.caai.structured import (
    FORMATS,
    compare_structures,
    read_structure,
    structured_elements,
    structured_f1,
)
from legal_metrics.errors import BadReferenceError, LegalMetricsError

CASE: dict[str, Any] = {"案由": "盗窃", "金额": 5000, "被告": [{"姓名": "甲", "年龄": 30}, {"姓名": "乙", "年龄": 41}], "前科": []}
# By hand: 4 keys and 2 keys for each of 2 defendants; 案由, 金额 and 4 values of the defendants; 1 empty list.
CASE_KEYS, CASE_VALUES, CASE_EMPTY = 8, 6, 1
CASE_ALL = CASE_KEYS + CASE_VALUES + CASE_EMPTY


def compare(predicted: Any, reference: Any, **options: Any) -> ElementComparison:
    given, wanted = (read_structure(json.dumps(value, ensure_ascii=False), "json") for value in (predicted, reference))
    return compare_structures(given, wanted, **options)


def counts(comparison: ElementComparison) -> tuple[int, int, int]:
    return comparison.tp, comparison.fp, comparison.fn


def without(case: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in case.items() if name != key}


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        (CASE, (CASE_ALL, 0, 0)),
        (dict(reversed(CASE.items())), (CASE_ALL, 0, 0)),  # the order of members is no content
        ({**CASE, "金额": "5,000"}, (CASE_ALL, 0, 0)),
        ({**CASE, "案由": "诈骗"}, (CASE_ALL - 1, 1, 1)),
        (without(CASE, "案由"), (CASE_ALL - 2, 0, 2)),  # the key and its value
        ({**CASE, "法院": "某法院"}, (CASE_ALL, 2, 0)),
        ({**CASE, "被告": CASE["被告"][1:]}, (CASE_ALL - 4, 0, 4)),  # the first defendant left out does not shift the second
        ({**CASE, "被告": [CASE["被告"][0], {"姓名": "丙", "年龄": 20}, CASE["被告"][1]]}, (CASE_ALL, 4, 0)),
        ({**CASE, "被告": CASE["被告"][0]}, (CASE_ALL - 8, 4, 8)),  # an object instead of a list of them
        ({**CASE, "前科": {}}, (CASE_ALL - 1, 1, 1)),
        ({**CASE, "前科": None}, (CASE_ALL - 1, 1, 1)),
        ([], (0, 1, CASE_ALL)),
        ("盗窃", (0, 1, CASE_ALL)),
    ],
)
def test_golden_counts_of_json(predicted: Any, expected: tuple[int, int, int]) -> None:
    assert counts(compare(predicted, CASE)) == expected


def test_items_in_another_order() -> None:
    turned = {**CASE, "被告": CASE["被告"][::-1]}
    assert counts(compare(turned, CASE, order="any_order")) == (CASE_ALL, 0, 0)
    # By hand: in order only one defendant can belong to itself; or, which is as good, each belongs to the other and only the keys are right.
    assert counts(compare(turned, CASE, order="in_order")) == (CASE_ALL - 4, 4, 4)
    by_position = compare(turned, CASE, order="position")
    assert (by_position.by_kind()["key"].tp, by_position.by_kind()["value"].tp) == (CASE_KEYS, CASE_VALUES - 4)


def test_a_value_under_the_wrong_key_or_in_the_wrong_row_is_wrong() -> None:
    swapped = {**CASE, "被告": [{"姓名": "甲", "年龄": 41}, {"姓名": "乙", "年龄": 30}]}
    for order in ORDERS:
        assert counts(compare(swapped, CASE, order=order)) == (CASE_ALL - 2, 2, 2)


def test_kinds_can_be_chosen() -> None:
    wrong = {**CASE, "案由": "诈骗"}
    assert counts(compare(wrong, CASE, kinds=["key"])) == (CASE_KEYS, 0, 0)
    assert counts(compare(wrong, CASE, kinds={"value", "empty"})) == (CASE_VALUES, 1, 1)


def test_a_key_said_twice_is_right_once() -> None:
    given, wanted = read_structure('{"a": 1, "a": 1}', "json"), read_structure('{"a": 1}', "json")
    assert counts(compare_structures(given, wanted)) == (2, 2, 0)
    assert counts(compare_structures(given, given)) == (4, 0, 0)


TABLE = "| 姓名 | 金额 |\n|---|---|\n| 甲 | 500 |\n| 乙 | 700 |\n"


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        ("# 判决\n" + TABLE, (7, 0, 0)),
        ("# 判决\n姓名|金额\n--|--\n**甲**|５００\n乙|`700`\n", (7, 0, 0)),  # another way of writing the same
        ("# 判决\n| 金额 | 姓名 |\n|---|---|\n| 500 | 甲 |\n| 700 | 乙 |\n", (7, 0, 0)),  # columns go by their headings
        ("# 判决\n| 姓名 | 金额 |\n|---|---|\n| 乙 | 700 |\n", (5, 0, 2)),
        ("## 判决\n" + TABLE, (6, 1, 1)),  # another level costs the heading, not what is under it
        ("# 裁定\n" + TABLE, (0, 7, 7)),
        (TABLE + "# 判决\n", (1, 6, 6)),
        ("", (0, 0, 7)),
    ],
)
def test_golden_counts_of_markdown(predicted: str, expected: tuple[int, int, int]) -> None:
    reference = read_structure("# 判决\n\n" + TABLE, "markdown")
    assert counts(compare_structures(read_structure(predicted, "markdown"), reference)) == expected


def test_levels_of_headings_can_be_left_out() -> None:
    given, wanted = (read_structure(text, "markdown", heading_levels=False) for text in ("## 判决\n" + TABLE, "# 判决\n" + TABLE))
    assert compare_structures(given, wanted).exact


def test_cells_by_address() -> None:
    given, wanted = (read_structure(text, "csv", cells="address") for text in ("姓名,金额\n甲,500\n", "金额,姓名\n甲,500\n"))
    assert counts(compare_structures(given, wanted)) == (2, 2, 2)
    assert [element.place for element in structured_elements(given)] == [("1", "A"), ("1", "B"), ("2", "A"), ("2", "B")]


scalars = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
json_values = st.recursive(
    scalars, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=4)), max_leaves=12
)
markdown_texts = st.lists(
    st.sampled_from(["# 甲\n", "## 乙\n", "### 甲\n", "|a|b|\n|-|-|\n|1||\n", "- x\n", "  - y\n", "> z\n", "```\nq\n```\n", "文\n", "\n", "<p>\n", "1. n\n"]),
    max_size=12,
).map("".join)
tables = st.lists(st.lists(st.text("ab, \"'\t\n", max_size=3), max_size=3), max_size=4)


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)


texts = st.one_of(
    st.tuples(st.just("json"), json_values.map(lambda value: json.dumps(value, ensure_ascii=False))),
    st.tuples(st.just("markdown"), markdown_texts),
    st.tuples(st.just("csv"), tables.map(as_csv)),
)


@given(texts, st.sampled_from(sorted(ORDERS)), st.sampled_from(MATCHINGS), st.sampled_from(READINGS), st.sampled_from(["headings", "address"]))
def test_a_text_is_right_beside_itself(text: tuple[str, str], order: str, matching: str, reading: str, cells: str) -> None:
    format, content = text
    score = structured_f1([content], [content], format=format, order=order, matching=matching, reading=reading, cells=cells)
    assert score.value == 1.0 or (math.isnan(score.value) and score.details["n_empty"] == 1)
    elements = structured_elements(read_structure(content, format, reading=reading, cells=cells))
    assert score.details["tp"] == len(elements)
    assert {element.kind for element in elements} <= set(FORMATS[format].kinds)


@given(json_values, json_values, st.sampled_from(sorted(ORDERS)))
def test_every_element_of_both_sides_is_listed_in_its_order(first: Any, second: Any, order: str) -> None:
    given, wanted = (read_structure(json.dumps(value), "json") for value in (first, second))
    comparison = compare_structures(given, wanted, order=order)
    for structure, matched, other in (
        (given, [p for p, _ in comparison.matched], comparison.false),
        (wanted, [r for _, r in comparison.matched], comparison.missed),
    ):
        elements = [repr(element) for element in structured_elements(structure)]
        assert sorted(elements) == sorted(map(repr, (*matched, *other)))
        places = iter(elements)
        assert all(repr(element) in places for element in other)
    back = compare_structures(wanted, given, order=order)
    assert counts(back)[1:] == counts(comparison)[:0:-1] or order != "position"


@given(st.sampled_from(["json", "markdown", "csv", "tsv"]), st.text(st.sampled_from("{}[]\":,'`~\n|-# ＃1a｛“”\\\t>*"), max_size=60), st.sampled_from(READINGS))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(format: str, text: str, reading: str) -> None:
    try:
        structure = read_structure(text, format, reading=reading)
    except StructureError as error:
        assert error.format == format and error.why
    else:
        assert compare_structures(structure, structure).exact


def test_a_prediction_that_cannot_be_read_misses_all_and_says_why() -> None:
    score = structured_f1(['{"a": 1', None, '{"a": 1}'], ['{"a": 1}'] * 3, format="json")
    assert (score.value, score.n_unparsed) == (0.5, 2)
    assert [sample.detail["unread"] for sample in score.samples] == ["the JSON object is not closed", "nothing could be read", ""]
    assert [sample.detail["fn"] for sample in score.samples] == [2, 2, 0]


def test_repairs_are_counted_and_the_strict_reading_makes_none() -> None:
    outputs = ['```json\n{"a": 1}\n```', '结果：{"a": 1,}', '{"a": 1}']
    score = structured_f1(outputs, ['{"a": 1}'] * 3, format="json")
    assert score.value == 1.0 and score.details["notes"] == {"repaired: code_fence": 1, "repaired: surrounding_text": 1, "repaired: trailing_commas": 1}
    assert score.samples[1].detail["notes"] == ["repaired: surrounding_text", "repaired: trailing_commas"]
    strict = structured_f1(outputs, ['{"a": 1}'] * 3, format="json", reading="strict")
    assert (strict.n_unparsed, strict.details["notes"]) == (2, {})


def test_long_lists_are_named_where_they_are_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legal_metrics.caai.alignment.MOST_PAIRS", 3)
    assert compare({"a": {"b": [1, 2]}}, {"a": {"b": [2, 3]}}).notes == ("too long for the best alignment: lists of 2 and 2 at a/b",)


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ('{"a": 1,}', "found trailing_commas to repair, allowed a whole json text"),
        ("{", "json: the JSON object is not closed"),
        (b"\xff", r"json: bytes that are not UTF-8 \(byte 1\)"),
        (5, "data: found 5, allowed a text or its bytes"),
    ],
)
def test_a_bad_reference_is_an_error(reference: Any, why: str) -> None:
    with pytest.raises(BadReferenceError, match=f"record '#0', field 'json': {why}"):
        structured_f1(["{}"], [reference], format="json")


@pytest.mark.parametrize(
    "chosen",
    [{"format": "docx"}, {"reading": "loose"}, {"cells": "names"}, {"matching": "near"}, {"order": "sorted"}, {"kinds": ["cell"]}, {"kinds": []}],
)
def test_another_option_is_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(LegalMetricsError, match=f"^{next(iter(chosen))}: found .*, allowed "):
        structured_f1(["{}"], ["{}"], **{"format": "json", **chosen})


def test_a_prediction_of_a_wrong_type_is_named() -> None:
    with pytest.raises(LegalMetricsError, match="prediction #0: found 5, allowed a text or its bytes or None"):
        structured_f1([5], ["{}"], format="json")  # type: ignore[list-item]


def test_the_page_names_every_kind_and_option() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "caai.md").read_text(encoding="utf-8")
    rows = {name: line for line in page.splitlines() for name in re.findall(r"`([a-z_]+)`", line.split("|")[1] if line.startswith("|") else "")}
    for name, format in FORMATS.items():
        assert {f"`{kind}`" for kind in format.kinds} <= set(re.findall(r"`[a-z]+`", rows[name]))
    for option, values in (("matching", MATCHINGS), ("order", tuple(ORDERS)), ("reading", READINGS), ("cells", CELLS), ("spans", SPANS)):
        told = [value for value in re.findall(r"`([a-z_]+)`", rows[option].split("|")[2]) if value in values]
        assert set(told) == set(values)
        assert inspect.signature(compare_elements if option == "spans" else structured_f1).parameters[option].default == told[0]
