"""Forms of rubrics: schemas, examples and counter examples; what is read is written back; what cannot be said is an error."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from legal_metrics.errors import BadReferenceError, LegalMetricsError, UnknownFormError
from legal_metrics.grading import Item, Module, Part, Rubric, Veto
from legal_metrics.rubrics.forms import CONVERSIONS, FORMS, convert_rubric, detect_form, read_rubric, write_rubric

FOLDER = Path(__file__).resolve().parents[2] / "schemas"


def load(form: str, part: str) -> Any:
    return json.loads((FOLDER / f"{FORMS[form].schema}.{part}.json").read_text(encoding="utf-8"))


EXAMPLES = [(form, record) for form in FORMS for record in load(form, "examples")]
COUNTER_EXAMPLES = [(form, case) for form in FORMS for case in load(form, "counter_examples")]


def errors(form: str, record: Any) -> list[str]:
    found = Draft202012Validator(load(form, "schema")).iter_errors(record)
    return ["/" + "/".join(map(str, error.absolute_path)) for error in found]


def changed(record: Any, at: str, *, value: Any = None, remove: bool = False) -> Any:
    out = copy.deepcopy(record)
    *path, last = at.strip("/").split("/")
    parent = out
    for step in path:
        parent = parent[int(step)] if isinstance(parent, list) else parent[step]
    key: Any = int(last) if isinstance(parent, list) else last
    if remove:
        del parent[key]
    else:
        parent[key] = value
    return out


def same(one: Any, other: Any) -> bool:
    """Equal, and in the same order and types."""
    return json.dumps(one, ensure_ascii=False) == json.dumps(other, ensure_ascii=False)


def objects(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) and schema.get("type") == "object" and "properties" in schema else []
    children = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return found + [one for child in children for one in objects(child)]


def test_there_are_twelve_forms() -> None:
    assert len(FORMS) == 12 and all(form.name == name for name, form in FORMS.items())


@pytest.mark.parametrize("form", FORMS)
def test_schema_is_valid_versioned_described_and_closed_below_the_record(form: str) -> None:
    schema = load(form, "schema")
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/v1/rubric_{form}.schema.json")
    record, *below = objects(schema)
    assert "additionalProperties" not in record, "a record may carry more fields"
    assert all(one["additionalProperties"] is False for one in below)
    assert all(
        prop.get("description") or "$ref" in prop for one in objects(schema) for prop in one["properties"].values()
    )


@pytest.mark.parametrize(("form", "record"), EXAMPLES)
def test_examples_keep_the_schema_are_detected_and_come_back(form: str, record: dict[str, Any]) -> None:
    assert errors(form, record) == []
    assert detect_form(record) == form
    before = copy.deepcopy(record)
    rubric = read_rubric(record)
    assert rubric.form == form and rubric.items
    assert same(write_rubric(rubric), record) and same(record, before)
    assert pickle.loads(pickle.dumps(rubric)) == rubric == copy.deepcopy(rubric)


@pytest.mark.parametrize(("form", "case"), COUNTER_EXAMPLES)
def test_counter_examples_fail_where_they_say(form: str, case: dict[str, Any]) -> None:
    first = {"adversarial_revision": 1} if case["at"].startswith("/false_positive") else {}
    record = [record for name, record in EXAMPLES if name == form][first.get(form, 0)]
    assert case["error_at"] in errors(
        form, changed(record, case["at"], value=case.get("set"), remove=case.get("remove", False))
    )


@pytest.mark.parametrize("form", FORMS)
def test_counter_examples_touch_every_field_of_the_record(form: str) -> None:
    touched = {case["at"].strip("/").split("/")[0] for name, case in COUNTER_EXAMPLES if name == form}
    assert set(load(form, "schema")["properties"]) - touched == set()


@pytest.mark.parametrize(("form", "record"), EXAMPLES)
def test_numbers_are_unique_and_every_item_can_be_named(form: str, record: dict[str, Any]) -> None:
    numbers = [item.number for item in read_rubric(record).items]
    assert len(set(numbers)) == len(numbers) and min(numbers) >= 1


@pytest.mark.parametrize(("form", "record"), EXAMPLES)
def test_what_changes_is_written(form: str, record: dict[str, Any]) -> None:
    """A criterion that changes stands in the record; all else stays."""
    rubric = read_rubric(record, id="x")
    module = rubric.modules[0]
    item = replace(module.items[0], criterion=f"{module.items[0].criterion}（补充）")
    rubric = replace(rubric, modules=(replace(module, items=(item, *module.items[1:])), *rubric.modules[1:]))
    written = write_rubric(rubric)
    assert json.dumps(written, ensure_ascii=False).replace("（补充）", "", 1) == json.dumps(record, ensure_ascii=False)
    assert [one.points for one in read_rubric(written, form).items] == [one.points for one in rubric.items]


def test_a_text_that_no_longer_says_what_the_values_say_is_an_error() -> None:
    rubric = read_rubric(load("plawbench_case", "examples")[0])
    module = rubric.modules[0]
    bare = replace(module.items[0], criterion="丙不承担还款责任。")  # its deduction stood in the text that is gone
    with pytest.raises(BadReferenceError, match="item 1, parts"):
        write_rubric(replace(rubric, modules=(replace(module, items=(bare,)), *rubric.modules[1:])))


def test_points_that_are_text_stay_text() -> None:
    record = changed(EXAMPLES[3][1], "/rubrics/0/items/0/points", value="５")
    rubric = read_rubric(record, "case_analysis")
    assert rubric.items[0].points == 5 and same(write_rubric(rubric), record)
    module = replace(rubric.modules[0], items=(replace(rubric.items[0], points=4),))
    assert (
        write_rubric(replace(rubric, modules=(module, *rubric.modules[1:])))["rubrics"][0]["items"][0]["points"] == "4"
    )


def test_a_rubric_made_by_hand_is_a_record_of_its_form() -> None:
    items = (Item(1, "甲有权", 5, 1, order_required=True, parts=(Part("得分点1", 5, "理由"),)),)
    rubric = Rubric("q", "case_analysis", 5, (Module("结论", 5, items, ("完整性",)),))
    record = write_rubric(rubric)
    assert read_rubric(record, "case_analysis").items[0].parts[0].criterion == "理由"
    assert record["rubrics"][0]["dimensions"] == ["完整性"] and record["total_score"] == 5


@pytest.mark.parametrize(
    "rubric",
    [
        Rubric("q", "case_analysis", 5, (Module("结论", 5, (Item(1, "甲", 5, 1),)),), vetoes=(Veto("乙", "rubric"),)),
        Rubric("q", "consultation", 3, (Module("有名", 3, (Item(1, "甲？", 3, 1),)),)),
        Rubric("q", "plawbench_consultation", None, (Module("", None, (Item(1, "甲？", 3),)),)),
    ],
)
def test_what_a_form_has_no_place_for_is_an_error(rubric: Rubric) -> None:
    with pytest.raises(BadReferenceError, match=r"found .*, allowed what "):
        write_rubric(rubric)


def test_points_that_contradict_their_mark_are_an_error() -> None:
    rubric = read_rubric({"id": 1, "rubrics": "1.(+3 分) 何时报警？"})
    item = replace(rubric.items[0], points=2)
    with pytest.raises(BadReferenceError, match="item 1, points"):
        write_rubric(replace(rubric, modules=(replace(rubric.modules[0], items=(item,)),)))


@pytest.mark.parametrize(
    ("record", "form", "field"),
    [
        ([], "", "record"),
        ({"answer": "B"}, "", "record"),
        ({"total_score": 5}, "consultation", "rubrics"),
        ({"rubrics": [{"criterion": "甲", "points": "五块"}]}, "plawbench_case", "rubrics[0].points"),
        ({"rubrics": [{"criterion": 3, "points": "5"}]}, "plawbench_case", "rubrics[0].criterion"),
        (
            {"rubrics": [{"module": "结论", "items": [{"index": 1, "criterion": "甲"}]}]},
            "judgment",
            "rubrics[0].items[0].points",
        ),
        (
            {"rubrics": [{"module": "结论", "items": [{"criterion": "甲", "points": True}]}]},
            "judgment",
            "rubrics[0].items[0].points",
        ),
        ({"rubrics": [{"index": 1.5, "criterion": "甲", "points": 1}]}, "consultation", "rubrics[0].index"),
        ({"rubrics": "", "Rubrics": ""}, "plawbench_document", "Rubrics"),
        ({"rubrics": " \n"}, "plawbench_consultation", "rubrics"),
        ({"rubrics": ["甲"]}, "consultation", "rubrics[0]"),
        (
            {"total_score": 5, "risks": [{"risk_name": "甲", "points": 5, "scoring": {"识别": 1}}]},
            "contract_detection",
            "risks[0].scoring.识别",
        ),
        ({"total_score": 15, "risks": [{}], "false_positive_criteria": []}, "adversarial_detection", "risks"),
        ({"total_score": 15, "false_positive_criteria": [3]}, "adversarial_detection", "false_positive_criteria[0]"),
        (
            {"points": 5, "scoring_points": [{"criterion_number": 1, "content": "甲", "points": float("nan")}]},
            "tw_essay",
            "scoring_points[0].points",
        ),
    ],
)
def test_bad_records_name_record_field_found_and_allowed(record: Any, form: str, field: str) -> None:
    with pytest.raises(BadReferenceError) as error:
        read_rubric(record, form, id="r7")
    assert error.value.id == "r7" and error.value.field == field
    assert "found" in str(error.value) and "allowed" in str(error.value)


def test_unknown_forms_name_the_nearest() -> None:
    with pytest.raises(UnknownFormError, match="case_analysis"):
        read_rubric({}, "case_analysi")


@pytest.mark.parametrize(
    ("names", "more", "form"),
    [
        (["一、结论", "二、案情简述", "三、分析过程", "四、法条依据", "扣分项"], {"label": "侵权"}, "case_analysis"),
        (["结论", "分析过程", "统一扣分项"], {}, "case_analysis"),
        (["罪名认定", "量刑情节分析", "刑期预测", "附带民事与赔偿", "法条适用", "扣分项"], {}, "judgment"),
        (["（1）罪名认定", "2. 刑期预测模块"], {}, "judgment"),
        (["【结论】"], {"label": "侵权"}, "case_analysis"),
        (["诉讼请求", "法条适用", "统一扣分项"], {}, "legal_document"),
        (["结论", "分析过程"], {"doc_type": "起诉状"}, "legal_document"),
    ],
)
def test_forms_with_modules_are_told_by_their_names(names: list[str], more: dict[str, Any], form: str) -> None:
    """A case analysis with a module of deductions was taken for a document."""
    modules = [{"module": name, "items": [{"index": 1, "criterion": "甲", "points": 1}]} for name in names]
    assert detect_form({"question": "案情", "total_score": len(names), "rubrics": modules, **more}) == form


def test_detection_and_revision_read_what_judges_need() -> None:
    risk = read_rubric(load("contract_detection", "examples")[0]).items[0]
    assert [(part.name, part.points) for part in risk.parts] == [
        ("识别风险", 1),
        ("风险解释", 3),
        ("修改建议", 3),
        ("法律依据", 1),
    ]
    assert "风险条款原文：可以仲裁，也可以起诉" in risk.note and risk.dimensions == ()
    fix = read_rubric(load("contract_revision", "examples")[0]).items[0]
    assert (fix.points, fix.parts[0].criterion, fix.parts[0].keywords) == (6, "只留一种方式", ("起诉", "仲裁"))


def test_contracts_without_risks_have_a_base_and_penalties_that_repeat() -> None:
    """3 points for a hard false alarm, 1 for a soft one, from a base of 15: the source's own rule."""
    rubric = read_rubric(load("adversarial_detection", "examples")[0])
    assert rubric.base == rubric.points == 15
    assert [item.points for item in rubric.items] == [-3, -1, -1] and all(item.per_occurrence for item in rubric.items)


def test_penalties_and_vetoes_of_modules() -> None:
    document = read_rubric(load("legal_document", "examples")[0])
    assert [(item.points, item.per_occurrence) for item in document.items[3:]] == [(-10, True), (-10, False)]
    assert document.items[0].vetoes and document.items[1].parts[0].points == 20
    judgment = read_rubric(load("judgment", "examples")[0])
    assert [veto.criterion for veto in judgment.items[1].vetoes] == ["排除侵占罪：若认定为侵占罪则本项不得分"]


def test_numbers_that_start_anew_in_each_module_are_told_apart() -> None:
    items = [{"index": 1, "criterion": "甲", "points": 1}]
    rubric = read_rubric(
        {"total_score": 2, "rubrics": [{"module": "结论", "items": items}, {"module": "分析过程", "items": items}]}
    )
    assert [(item.number, item.index) for item in rubric.items] == [(1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("source", "target"), [(source, target) for source, targets in CONVERSIONS.items() for target in targets]
)
def test_conversions_keep_items_and_keep_the_schema(source: str, target: str) -> None:
    for form, record in EXAMPLES:
        if form != source or form == "legal_document":
            continue
        rubric = read_rubric(record, id="x")
        converted = convert_rubric(rubric, target)
        assert [item.points for item in converted.items] == [item.points for item in rubric.items]
        assert [item.criterion for item in converted.items] == [item.criterion for item in rubric.items]
        if source.startswith("plawbench"):
            raw = json.loads(json.dumps(write_rubric(converted)))
            assert errors(target, raw) == [] and detect_form(raw) == target
            assert same(write_rubric(convert_rubric(read_rubric(raw), source)), record)


def test_forms_without_a_conversion_say_which_there_are() -> None:
    with pytest.raises(LegalMetricsError, match="plawbench_case -> case_analysis"):
        convert_rubric(read_rubric(EXAMPLES[0][1]), "judgment")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-50, 50) | st.floats(allow_nan=True) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["rubrics", "Rubrics", "module", "items", "criterion", "points", "index", "risks", "scoring", "id", ""]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(sorted(FORMS)), json_values)
def test_any_json_is_read_or_is_an_error_that_says_why(form: str, raw: Any) -> None:
    assert detect_form(raw) in {*FORMS, None}
    before = repr(raw)
    try:
        rubric = read_rubric(raw, form)
    except LegalMetricsError:
        rubric = None
    assert repr(raw) == before
    if rubric is not None and "nan" not in before and "inf" not in before:
        assert same(write_rubric(rubric), raw)


@given(st.sampled_from(EXAMPLES), st.data())
def test_records_with_a_field_changed_come_back_or_are_errors(
    example: tuple[str, Mapping[str, Any]], data: st.DataObject
) -> None:
    """Each field in turn is replaced by something of another type: no loss, no exception but ours."""
    form, record = example
    paths = list(_paths(record))
    at = data.draw(st.sampled_from(paths))
    raw = changed(
        record,
        at,
        value=data.draw(
            st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=8) | st.just([]) | st.just({})
        ),
    )
    try:
        rubric = read_rubric(raw, form)
    except LegalMetricsError as error:
        assert "found" in str(error)
        return
    assert same(write_rubric(rubric), raw)


def _paths(value: Any, at: str = "") -> Any:
    if at:
        yield at
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in entries:
        yield from _paths(child, f"{at}/{key}")
