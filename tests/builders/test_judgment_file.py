"""Bytes of one file: both published forms, and a problem for everything that is neither."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.judgment_file import KEYS, judgment_from_object, read_judgment_file

FLAT = {
    "JID": "TPDM,110,易,1,20210101,1",
    "JYEAR": "110",
    "JCASE": "易",
    "JNO": "1",
    "JDATE": "20210101",
    "JTITLE": "竊盜",
    "JFULL": "臺灣臺北地方法院刑事判決\r\n    主  文\r\n王大明無罪。",
    "JPDF": "https://example.org/1.pdf",
}
NESTED = {key: value for key, value in FLAT.items() if key not in {"JFULL", "JPDF"}} | {
    "ATTACHMENTS": [],
    "JFULLX": {"JFULLTYPE": "text", "JFULLCONTENT": FLAT["JFULL"], "JFULLPDF": FLAT["JPDF"]},
}


def encoded(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def codes(value: Any) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in judgment_from_object(value).problems]


@pytest.mark.parametrize("value", [FLAT, NESTED], ids=["archive", "api"])
def test_both_published_forms_give_the_same_eight_strings(value: dict[str, Any]) -> None:
    result = read_judgment_file(encoded(value))
    assert result.problems == ()
    assert result.raw == FLAT
    assert list(result.raw or {}) == list(KEYS)


def test_a_nested_text_under_jfull_itself_is_taken_too() -> None:
    value = {**FLAT, "JFULL": NESTED["JFULLX"]}
    assert judgment_from_object(value).raw == FLAT


def test_a_byte_order_mark_is_no_part_of_the_json() -> None:
    assert read_judgment_file(b"\xef\xbb\xbf" + encoded(FLAT)).raw == FLAT


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-32", "UTF-32"), ("big5", "Big5"), ("gb18030", "Big5")],
)
def test_other_encodings_are_reported_by_name(encoding: str, name: str) -> None:
    result = read_judgment_file(json.dumps(FLAT, ensure_ascii=False).encode(encoding))
    (problem,) = result.problems
    assert (result.raw, problem.code, problem.allowed) == (None, "wrong_encoding", "UTF-8")
    if encoding != "gb18030":  # most of its bytes are Big5 too: only that it is no UTF-8 is certain
        assert name in problem.found


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"{", "broken_json"),
        (b'{"JFULL": "a"} x', "broken_json"),
        (b"[]", "not_an_object"),
        (b"[{}, {}]", "not_an_object"),
        (b'"text"', "not_an_object"),
        (b"null", "not_an_object"),
        (b"{}", "missing_key"),
        (b'{"JID": "x"}', "missing_key"),
        ('{"error": "查無資料"}'.encode(), "api_error"),
    ],
)
def test_what_holds_no_judgment_gives_no_mapping_and_one_problem(data: bytes, code: str) -> None:
    result = read_judgment_file(data)
    assert result.raw is None
    assert [problem.code for problem in result.problems] == [code]
    assert result.problems[0].found
    assert result.problems[0].allowed


def test_missing_keys_are_named_one_by_one_and_left_empty() -> None:
    result = judgment_from_object({"JID": "x", "JFULL": "y"})
    assert [(p.code, p.field) for p in result.problems] == [
        ("missing_key", key) for key in ("JYEAR", "JCASE", "JNO", "JDATE", "JTITLE")
    ]
    assert result.raw is not None
    assert result.raw["JYEAR"] == ""


@pytest.mark.parametrize(("value", "found"), [(None, "null"), (True, "true or false"), (1.5, "a number"), ([], "a list"), ({}, "an object")])
def test_wrong_types_are_named(value: object, found: str) -> None:
    result = judgment_from_object({**FLAT, "JTITLE": value})
    assert [(p.code, p.field, p.found, p.allowed) for p in result.problems] == [("wrong_type", "JTITLE", found, "a string")]
    assert result.raw is not None
    assert result.raw["JTITLE"] == ""


def test_a_whole_number_is_kept_as_its_digits_and_reported() -> None:
    result = judgment_from_object({**FLAT, "JYEAR": 110})
    assert codes({**FLAT, "JYEAR": 110}) == [("wrong_type", "JYEAR")]
    assert result.raw is not None
    assert result.raw["JYEAR"] == "110"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"JFULL": 5}, ("wrong_type", "JFULL")),
        ({"JFULL": ""}, ("empty_text", "JFULL")),
        ({"JFULL": " \r\n　"}, ("empty_text", "JFULL")),
        ({"JFULLX": "x"}, ("wrong_type", "JFULLX")),
        ({"JFULLX": {}}, ("wrong_type", "JFULLX.JFULLCONTENT")),
        ({"JFULLX": {"JFULLTYPE": "text", "JFULLCONTENT": ""}}, ("empty_text", "JFULLX.JFULLCONTENT")),
        ({"JFULLX": {"JFULLTYPE": "file", "JFULLCONTENT": "", "JFULLPDF": "u"}}, ("text_in_pdf", "JFULLX.JFULLTYPE")),
    ],
)
def test_a_judgment_without_text_is_told_and_not_parsed(change: dict[str, object], expected: tuple[str, str]) -> None:
    result = judgment_from_object({**FLAT, **change})
    assert result.raw is None
    assert expected in [(p.code, p.field) for p in result.problems]


def test_jpdf_may_be_absent_or_null() -> None:
    assert codes({key: value for key, value in FLAT.items() if key != "JPDF"}) == []
    assert codes({**FLAT, "JPDF": None}) == []


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    result = read_judgment_file(data)
    assert result.raw is not None or result.problems


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "JFULLX", "JFULLCONTENT", "error"]), inner),
    max_leaves=12,
)


@given(JSON)
def test_no_json_value_raises_or_is_changed(value: Any) -> None:
    before = copy.deepcopy(value)
    result = judgment_from_object(value)
    assert value == before
    if result.raw is None:
        assert result.problems
    else:
        assert all(isinstance(text, str) for text in result.raw.values())
