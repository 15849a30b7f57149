"""Element F1: golden counts by hand, the definition, and what every metric must hold to."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.elements import ELEMENT_TASKS, FIELDS, Element, compare_elements, element_f1
from legal_metrics.caai.forms import MATCHINGS
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.tasks import Counts
from legal_metrics.errors import BadReferenceError, LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.tasks import tasks

places = st.lists(st.one_of(st.sampled_from("甲乙"), st.integers(0, 2)), max_size=2).map(tuple)
spans = st.one_of(st.none(), st.tuples(st.integers(0, 5), st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1])))
values = st.one_of(st.none(), st.booleans(), st.integers(0, 3), st.sampled_from(["1", "甲", "甲。", "", "2024-01-02"]))
elements = st.lists(st.builds(Element, values, st.sampled_from(["", "k"]), places, spans), max_size=6)
options = st.fixed_dictionaries(
    {
        "matching": st.sampled_from(MATCHINGS),
        "compared": st.lists(st.sampled_from(FIELDS), min_size=1, max_size=4),
        "spans": st.sampled_from(["exact", "overlap"]),
        "fold_script": st.booleans(),
    }
)


def test_golden_counts_of_an_extraction() -> None:
    # By hand: 原告 and the amount are right (5,000 is 5000), the second 被告 is one too many, 案由 is wrong: TP 3, FP 2, FN 2 (案由 and 日期).
    reference = [
        Element("王大明", "原告"),
        Element("李小华", "被告"),
        Element(5000, "金额"),
        Element("借款合同纠纷", "案由"),
        Element("2024-01-02", "日期"),
    ]
    predicted = [
        Element("王大明", "原告"),
        Element("李小华", "被告"),
        Element("李小华", "被告"),
        Element("5,000", "金额"),
        Element("买卖合同纠纷", "案由"),
    ]
    comparison = compare_elements(predicted, reference)
    assert comparison.counts("c1") == Counts(3, 2, 2, "c1")
    assert (comparison.precision, comparison.recall, comparison.f1) == (3 / 5, 3 / 5, 3 / 5)
    assert comparison.false == (predicted[2], predicted[4])
    assert comparison.missed == (reference[3], reference[4])
    assert comparison.by_kind() == {
        "原告": Counts(1, 0, 0, "原告"),
        "被告": Counts(1, 1, 0, "被告"),
        "案由": Counts(0, 1, 1, "案由"),
        "日期": Counts(0, 0, 1, "日期"),
        "金额": Counts(1, 0, 0, "金额"),
    }
    assert compare_elements(predicted, reference, matching="exact").counts() == Counts(2, 3, 3)


def test_an_error_found_is_one_pointed_at_whatever_the_correction() -> None:
    row = ELEMENT_TASKS["document_check"]
    reference = [Element("的", span=(3, 4)), Element("权利", span=(10, 12)), Element("。", span=(20, 20))]
    predicted = [Element("得", span=(2, 5)), Element("权力", span=(40, 42)), Element("；", span=(19, 20))]
    comparison = compare_elements(predicted, reference, compared=row.compared, spans=row.spans)
    assert comparison.counts() == Counts(2, 1, 1)
    assert compare_elements(predicted, reference, compared=row.compared, spans="exact").counts() == Counts(0, 3, 3)
    assert compare_elements(predicted, reference, compared=("span", "value"), spans="overlap").counts() == Counts(0, 3, 3)


def test_an_element_without_a_span_matches_none_that_has_one() -> None:
    with_span, without = Element("甲", span=(0, 1)), Element("甲")
    for rule in ("exact", "overlap"):
        assert compare_elements([without], [with_span], spans=rule).tp == 0
        assert compare_elements([without, without], [without], spans=rule).counts() == Counts(1, 1, 0)
    assert compare_elements([without], [with_span], compared=("value",)).tp == 1


def test_element_tasks_are_the_tasks_with_an_f1() -> None:
    weighted = {spec.id.partition("/")[2]: spec.composite for spec in tasks("caai") if spec.composite and spec.composite.weight != 0}
    assert {name: row.formula for name, row in ELEMENT_TASKS.items()} == {name: composite.formula for name, composite in weighted.items()}


@given(elements, elements, options)
def test_every_element_is_accounted_for_once(predicted: list[Element], reference: list[Element], chosen: dict[str, Any]) -> None:
    comparison = compare_elements(predicted, reference, **chosen)
    assert sorted(map(repr, [*(p for p, _ in comparison.matched), *comparison.false])) == sorted(map(repr, predicted))
    assert sorted(map(repr, [*(r for _, r in comparison.matched), *comparison.missed])) == sorted(map(repr, reference))
    assert math.isnan(comparison.f1) or 0 <= comparison.f1 <= 1
    swapped = compare_elements(reference, predicted, **chosen)
    assert (swapped.tp, swapped.fp, swapped.fn) == (comparison.tp, comparison.fn, comparison.fp)
    json.dumps(comparison.to_dict(), allow_nan=False)


@given(elements, options, st.randoms())
def test_the_reference_in_any_order_is_right(reference: list[Element], chosen: dict[str, Any], random: Any) -> None:
    comparison = compare_elements(random.sample(reference, len(reference)), reference, **chosen)
    assert comparison.exact and comparison.tp == len(reference)


@given(st.lists(st.tuples(st.one_of(st.none(), elements), elements), max_size=5))
def test_the_pooled_score_is_that_of_the_sums_and_the_mean_that_of_the_documents(pairs: list[tuple[list[Element] | None, list[Element]]]) -> None:
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    comparisons = [compare_elements(p, r) for p, r in pairs]
    tp, fp, fn = (sum(getattr(c, name) for c in comparisons) for name in ("tp", "fp", "fn"))
    score = element_f1(predictions, references)
    assert score.value == pytest.approx(2 * tp / (2 * tp + fp + fn) if tp or fp or fn else math.nan, nan_ok=True)
    assert (score.details["tp"], score.details["fp"], score.details["fn"]) == (tp, fp, fn)
    assert score.n_unparsed == sum(p is None for p in predictions)
    assert {k: sum(v.values()) for k, v in score.details["kinds"].items()} == {
        kind: sum(sum((c.by_kind()[kind].tp, c.by_kind()[kind].fp, c.by_kind()[kind].fn)) for c in comparisons if kind in c.by_kind())
        for kind in {kind for c in comparisons for kind in c.by_kind()}
    }
    for undefined, empty in (("zero", 0.0), ("one", 1.0)):
        mean = element_f1(predictions, references, options=replace(DEFAULTS, f1_average="mean", undefined_f1=undefined))
        each = [(0.0 if c.unread else empty) if math.isnan(c.f1) else c.f1 for c in comparisons]
        assert mean.value == pytest.approx(math.fsum(each) / len(each) if each else math.nan, nan_ok=True)


def test_documents_without_elements_on_either_side() -> None:
    assert math.isnan(element_f1([[]], [[]]).value)
    assert element_f1([[], ["甲"]], [[], ["甲"]]).value == 1.0
    left_out = element_f1([[], ["甲"]], [[], ["甲", "乙"]], options=Options(f1_average="mean", undefined_f1="undefined"))
    assert (left_out.value, left_out.n, left_out.n_excluded) == (pytest.approx(2 / 3), 1, 1)


def test_the_options_are_in_the_signature() -> None:
    signature = element_f1([["甲"]], [["甲"]], compared=("value", "kind"), spans="overlap", matching="bare").signature
    assert {name: value for name, value in signature.options if name != "ci"} == {
        "compared": "kind,value",
        "f1_average": "pooled",
        "fold_script": False,
        "matching": "bare",
        "spans": "overlap",
        "undefined_f1": "zero",
    }


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"value": ["甲"]}, WrongTypeError),
        ({"value": math.nan}, LegalMetricsError),
        ({"kind": None}, WrongTypeError),
        ({"place": ["甲"]}, WrongTypeError),
        ({"place": (1.5,)}, WrongTypeError),
        ({"span": (1,)}, WrongTypeError),
        ({"span": (-1, 2)}, WrongTypeError),
        ({"span": (3, 2)}, LegalMetricsError),
    ],
)
def test_an_element_of_wrong_fields_is_refused(fields: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(fields))):
        Element(**fields)


def test_what_is_no_list_of_elements_is_refused() -> None:
    with pytest.raises(LengthMismatchError):
        element_f1([["甲"]], [])
    with pytest.raises(BadReferenceError, match="record '#0', field 'elements': reference: found '甲'"):
        element_f1([["甲"]], ["甲"])
    with pytest.raises(LegalMetricsError, match=r"prediction #0: prediction\[1\]: found 3, allowed an Element or a string"):
        element_f1([["甲", 3]], [["甲"]])  # type: ignore[list-item]
    for chosen in ({"compared": ()}, {"compared": ("text",)}, {"spans": "near"}, {"matching": "near"}):
        with pytest.raises(LegalMetricsError, match=f"{next(iter(chosen))}: found"):
            compare_elements([], [], **chosen)  # type: ignore[arg-type]
