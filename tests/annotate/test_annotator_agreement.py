"""Kappa for each layer, disagreements and merged labels."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from builders.annotate.agreement import compare, merge
from builders.annotate.labels import Label

LAWS = st.lists(st.sampled_from(["民法", "刑法", "公司法", "行政程序法", "憲法訴訟法"]), unique=True, max_size=3)


def _labels(rows: dict[str, tuple[str, ...]], annotator: str) -> dict[str, Label]:
    return {id: Label(id, laws=laws, annotator=annotator) for id, laws in rows.items()}


def test_kappa_of_each_layer_by_hand() -> None:
    first = _labels({"1": ("民法",), "2": ("民法",), "3": ("公司法",), "4": ("刑法",), "5": ()}, "a")
    second = _labels({"1": ("民法",), "2": ("公司法",), "3": ("公司法",), "4": ("刑法",), "6": ()}, "b")
    found = compare(first, second)
    # law: 3 of 4 equal; by chance (2*1 + 1*2 + 1*1)/16 = 5/16; kappa = (12 - 5)/(16 - 5)
    assert found.layers["law"].observed == 0.75
    assert math.isclose(found.layers["law"].kappa, 7 / 11)
    # group: all four equal (民法 and 公司法 are both Civil)
    assert found.layers["law_category"].kappa == 1.0
    assert math.isnan(found.layers["jurisdiction"].kappa)  # both say domestic four times
    assert [(id, layers) for id, layers, _, _ in found.disagreements] == [("2", ("law", "law_type", "laws"))]
    assert (found.only_first, found.only_second) == (("5",), ("6",))


def test_merging_keeps_what_is_agreed_or_decided_and_lists_the_rest() -> None:
    first = _labels({"1": ("民法",), "2": ("民法",), "3": ("民法", "刑法"), "4": ("民法",)}, "a")
    second = _labels({"1": ("民法",), "2": ("刑法",), "3": ("刑法", "民法"), "5": ("刑法",)}, "b")
    labels, undecided = merge(first, second, {"2": Label("2", ("刑法",), annotator="c")})
    assert [(label.id, label.annotator, label.status) for label in labels] == [
        ("1", "a+b", "agreed"),
        ("2", "c", "adjudicated"),
        ("4", "a", "single"),
        ("5", "b", "single"),
    ]
    assert undecided == ["3"]  # the same two laws, but not the same deciding one


@given(st.dictionaries(st.sampled_from("123456"), LAWS), st.dictionaries(st.sampled_from("123456"), LAWS))
def test_comparison_is_symmetric_and_merging_loses_nothing(a: dict[str, list[str]], b: dict[str, list[str]]) -> None:
    first = _labels({id: tuple(laws) for id, laws in a.items()}, "a")
    second = _labels({id: tuple(laws) for id, laws in b.items()}, "b")
    there, back = compare(first, second), compare(second, first)
    for layer, agreement in there.layers.items():
        assert agreement.n == back.layers[layer].n
        assert agreement.kappa == back.layers[layer].kappa or math.isnan(agreement.kappa)
    labels, undecided = merge(first, second, {})
    assert sorted([label.id for label in labels] + undecided) == sorted(first.keys() | second.keys())
