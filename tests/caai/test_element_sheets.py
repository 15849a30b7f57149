"""Element sheets: what is read, and the message for each thing that is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from legal_metrics.caai.element_sheets import compare_sheets, read_elements
from legal_metrics.caai.elements import Element
from legal_metrics.caai.tasks import Counts
from legal_metrics.errors import PredictionsError, UnknownTaskError
from legal_metrics.json_lines import JsonLineError


def sheet(*lines: Any) -> list[bytes]:
    return [json.dumps(line, ensure_ascii=False).encode() for line in lines]


def test_every_form_of_an_element_is_read() -> None:
    lines = sheet(
        {"id": "a", "elements": ["盗窃", {"value": 5000, "kind": "金额"}, {"place": "首部", "value": None}, {"place": ["表", 0], "span": [3, 5]}]},
        {"id": "b", "elements": []},
        {"id": "c", "elements": None},
    )
    assert read_elements(lines, source="p.jsonl", predicted=True) == {
        "a": (Element("盗窃"), Element(5000, "金额"), Element(None, place=("首部",)), Element(None, place=("表", 0), span=(3, 5))),
        "b": (),
        "c": None,
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"elements": []}, "field 'id': is missing"),
        ({"id": "a"}, "field 'elements': is missing"),
        ({"id": "", "elements": []}, "field 'id': found '', allowed a string that is not empty"),
        ({"id": "a", "elements": [], "note": 1}, "field 'note': unknown, allowed id, elements"),
        ({"id": "a", "elements": {}}, "field 'elements': found an object, allowed a list"),
        ({"id": "a", "elements": None}, "field 'elements': found null, allowed a list"),
        ({"id": "a", "elements": [5]}, "field 'elements[0]': found a number, allowed a string or an object"),
        ({"id": "a", "elements": ["甲", {}]}, "field 'elements[1]': found an empty object, allowed one or more of kind, place, value, span"),
        ({"id": "a", "elements": [{"text": "甲"}]}, "field 'elements[0]', field 'text': unknown, allowed kind, place, value, span"),
        ({"id": "a", "elements": [{"value": ["甲"]}]}, "field 'elements[0]', value: found ['甲'], allowed a text, a number, true, false or None"),
        ({"id": "a", "elements": [{"span": [5, 3]}]}, "field 'elements[0]', span: found (5, 3), allowed an end that is not before the start"),
        ({"id": "a", "elements": [{"span": [True, 3]}]}, "field 'elements[0]', span: found (True, 3), allowed a tuple of two whole numbers from 0, or None"),
        ({"id": "ok", "elements": []}, "field 'id': found 'ok' for the second time, allowed each id once"),
    ],
)
def test_a_bad_line_is_named(line: dict[str, Any], why: str) -> None:
    with pytest.raises(JsonLineError) as caught:
        read_elements(sheet({"id": "ok", "elements": []}, line), source="r.jsonl")
    assert str(caught.value) == f"r.jsonl, line 2: {why}"


def test_sheets_are_compared_as_their_task_asks() -> None:
    predictions = read_elements(sheet({"id": "b", "elements": None}, {"id": "a", "elements": [{"span": [0, 2], "value": "甲"}]}), source="p", predicted=True)
    references = read_elements(sheet({"id": "a", "elements": [{"span": [1, 3], "value": "乙"}]}, {"id": "b", "elements": ["丙"]}), source="r")
    found = {id: comparison.counts(id) for id, comparison in compare_sheets("document_check", predictions, references).items()}
    assert found == {"a": Counts(1, 0, 0, "a"), "b": Counts(0, 0, 1, "b")}
    assert compare_sheets("element_extraction", predictions, references)["a"].counts() == Counts(0, 1, 1)


def test_ids_must_be_the_same_on_both_sides() -> None:
    with pytest.raises(PredictionsError) as caught:
        compare_sheets("document_check", {"a": (), "x": ()}, {"a": None, "b": ()})
    assert caught.value.problems == (
        "document 'b': has no prediction",
        "document 'x': has a prediction but no reference",
        "document 'a': found null elements, allowed a list in references",
    )
    with pytest.raises(UnknownTaskError, match="unknown task 'case_qa'"):
        compare_sheets("case_qa", {}, {})
