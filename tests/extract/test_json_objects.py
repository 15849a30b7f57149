"""JSON objects in model outputs: strict, and lenient with every repair named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.json_objects import find_objects, strict_object

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=4)
ODD_TEXT = st.text(alphabet="{}[]｛｝\"'“”＂\\,，:： \n甲a1-", max_size=60)


@pytest.mark.parametrize("text", ['{"a": 1}', ' \n{"a": 1}\t\r\n', "{}"])
def test_strict_accepts_one_object_and_white_space(text: str) -> None:
    assert strict_object(text).value == json.loads(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[]", "found a JSON list"),
        ('"{}"', "found a JSON str"),
        ('{"a": 1} {"a": 1}', "Extra data"),
        ('```json\n{"a": 1}\n```', "no JSON"),
        ('{"a": 1,}', "no JSON"),
        ("{'a': 1}", "no JSON"),
        ('{"a": 1, "a": 2}', "key 'a' stands twice"),
        ('{"b": {"a": 1, "a": 2}}', "key 'a' stands twice"),
        ('{"a": NaN}', "NaN is no JSON"),
        ('{"a": "1\n2"}', "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": 1' + "0" * 5000 + "}", "limit"),
    ],
)
def test_strict_refuses_everything_else_and_says_why(text: str, why: str) -> None:
    found = strict_object(text)
    assert found.value is None
    assert why in found.why


@pytest.mark.parametrize(
    ("text", "value", "repairs"),
    [
        ('{"a": "甲"}', {"a": "甲"}, ()),
        ('好的：\n```json\n{"a": "甲"}\n```\n以上。', {"a": "甲"}, ("surrounding_text",)),
        ('{"a": ["一", "二",],}', {"a": ["一", "二"]}, ("trailing_commas",)),
        ('｛"a"：［"一"，"二"］｝', {"a": ["一", "二"]}, ("fullwidth_punctuation",)),
        ("{“a”：“甲說：「是」，乙說：‘否’”}", {"a": "甲說：「是」，乙說：‘否’"}, ("fullwidth_punctuation",)),
        (
            "{'a': 'it\\'s', 'b': None, 'c': True}",
            {"a": "it's", "b": None, "c": True},
            ("single_quotes", "python_literals"),
        ),
        ('{"a": "犯"竊盜"罪，處"拘役"", "b": ""}', {"a": '犯"竊盜"罪，處"拘役"', "b": ""}, ("unescaped_quotes",)),
        ('{"a": "第一行\n第二行\t"}', {"a": "第一行\n第二行\t"}, ("control_characters",)),
        ('{"a": "C:\\款 \\d"}', {"a": "C:\\款 \\d"}, ("bad_escapes",)),
        ('{"a": 1, "a": 2}', {"a": 2}, ("duplicate_keys",)),
        ('{"a": 1\n"b": "x"\n"c": [{} {}]}', {"a": 1, "b": "x", "c": [{}, {}]}, ("missing_commas",)),
        ('{"a": 1, // 第一項：「甲」"x"\n"b": 2}', {"a": 1, "b": 2}, ("comments",)),
        ('{"a": "https://example.org//x"}', {"a": "https://example.org//x"}, ()),
        ("{a: 1, b_2: 2}", {"a": 1, "b_2": 2}, ("unquoted_keys",)),
        ('{"a": correct, "b": 3分}', {"a": "correct", "b": "3分"}, ("unquoted_values",)),
        ('{"a": +3, "b": ３．５}', {"a": 3, "b": 3.5}, ("plus_signs", "fullwidth_punctuation")),
        ('{x {"a": 1} y', {"a": 1}, ("surrounding_text",)),
        # what stands inside a string is never mended
        ('{"a": "[1,] ：｛，｝ None"}', {"a": "[1,] ：｛，｝ None"}, ()),
        ('{"a": "\\u7532\\"\\\\"}', {"a": '甲"\\'}, ()),
    ],
)
def test_lenient_names_each_repair(text: str, value: object, repairs: tuple[str, ...]) -> None:
    found = next(iter(find_objects(text)))
    assert (found.value, found.repairs) == (value, repairs)


def test_the_last_object_comes_first_and_inner_ones_not_at_all() -> None:
    found = [f.value for f in find_objects('草稿 {"a": 1}，定稿 {"a": {"b": 2}}')]
    assert found == [{"a": {"b": 2}}, {"a": 1}]


@pytest.mark.parametrize("text", ['{"a": "甲', '{"a": ["一"', '{"a": "甲"', '好的 {"a": 1, "b": "'])
def test_an_open_object_is_truncated(text: str) -> None:
    (found,) = find_objects(text)
    assert found.truncated
    assert found.value is None


@given(OBJECTS, st.booleans(), st.booleans())
def test_valid_json_is_read_without_repair(value: dict[str, object], ascii_only: bool, indented: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1 if indented else None)
    (found,) = find_objects(text)
    assert (found.value, found.repairs) == (value, ())
    assert strict_object(text).value == value


@given(OBJECTS, st.text(alphabet="甲乙，。\n 「」", max_size=10), st.text(alphabet="甲乙，。\n 」", max_size=10))
def test_prose_around_it_changes_nothing_else(value: dict[str, object], before: str, after: str) -> None:
    found = next(iter(find_objects(before + json.dumps(value, ensure_ascii=False) + after)))
    assert found.value == value


@given(st.one_of(st.text(), ODD_TEXT))
def test_no_text_raises(text: str) -> None:
    strict_object(text)
    list(find_objects(text))


@pytest.mark.parametrize("piece", ["{", '{"', '{"a": "x"', "{}", '{"a":', '"', "{'", "｛“", '{"a": "' + '"x', "}"])
def test_long_odd_texts_take_one_pass(piece: str) -> None:
    # 40,000 pieces: a second pass for each would be 1.6 billion steps, and the test would not end
    list(find_objects('{"a": "' + piece * 40_000))
    list(find_objects(piece * 40_000))
