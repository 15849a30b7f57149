"""Consistency, swapped order, good above bad, tricks and families of judges: values by hand, undefined cases, bounds."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.extract.judge_replies import parse_judge_reply
from legal_metrics.judging.checks import FAILS, HOLDS, UNDECIDED, discrimination, repeat_consistency, swap_consistency
from legal_metrics.judging.families import FAMILIES, families_of, self_family
from legal_metrics.judging.tricks import TRICKS, trick_effects, trick_variants

SCORES = st.lists(st.one_of(st.none(), st.integers(0, 10)), max_size=8)


def test_repeats_by_hand() -> None:
    # pairs: 3 of 3 equal, then 1 of 3; a unit with one verdict has no part
    found = repeat_consistency([["a", "a", "a"], ["a", "b", "a"], ["b", None, None]], resamples=50)
    assert (found.all_equal.value, found.all_equal.n, found.all_equal.n_missing) == (0.5, 2, 1)
    assert math.isclose(found.pairs_equal.value, 4 / 6)
    assert found.all_equal.method == "wilson" and found.pairs_equal.method == "bootstrap"


def test_a_judge_who_always_says_the_same_is_consistent_and_nothing_more() -> None:
    found = repeat_consistency([["met", "met"]] * 9, resamples=50)
    assert found.all_equal.value == 1 and not found.alpha.defined and found.alpha.reason


def test_nothing_repeated() -> None:
    for rows in ([], [["a"]], [[None, "a"]]):
        found = repeat_consistency(rows)
        assert not found.all_equal.defined and not found.pairs_equal.defined and not found.alpha.defined
        assert found.to_dict()["all_equal"]["value"] is None


def test_swapped_by_hand() -> None:
    # right, first place twice, last place twice, tie twice, tie then A: 2 of 5 consistent
    found = swap_consistency(["A", "A", "B", "tie", "tie", None], ["B", "A", "B", "tie", "A", "A"])
    assert found.consistent.value == 0.4 and found.first.value == 0.2 and found.last.value == 0.2
    assert found.consistent.n_missing == 1 and found.counts["A", "B"] == 1 and sum(found.counts.values()) == 5
    other = swap_consistency(["left", "right"], ["right", "right"], flip={"left": "right", "right": "left"})
    assert other.consistent.value == 0.5 and other.last.value == 0.5
    assert not swap_consistency([], []).consistent.defined


def test_swapped_errors() -> None:
    with pytest.raises(LengthMismatchError):
        swap_consistency(["A"], [])
    for flip in ({}, {"A": "B"}, {"A": "B", "B": "C"}):
        with pytest.raises(LegalMetricsError):
            swap_consistency(["A"], ["B"], flip=flip)


@pytest.mark.parametrize(
    ("good", "bad", "outcome"),
    [
        ([9, 8, 9, 10, 9], [2, 1, 2, 3, 1], HOLDS),
        ([5, 5, 5, 5, 5], [5, 5, 5, 5, 5], FAILS),  # all the same: the gap is 0, without doubt
        ([2, 1, 2, 3, 1], [9, 8, 9, 10, 9], FAILS),
        ([9, 1, 9, 2, 5], [1, 9, 2, 8, 5], UNDECIDED),
        ([9], [1], UNDECIDED),  # one question says nothing about others
        ([None, 9], [1, None], UNDECIDED),
        ([], [], UNDECIDED),
    ],
)
def test_good_above_bad(good: list[Any], bad: list[Any], outcome: str) -> None:
    found = discrimination({"good": good, "bad": bad})
    assert found.outcome == found.steps[0].outcome == outcome
    assert found.to_dict()["outcome"] == outcome


def test_one_cluster_proves_nothing() -> None:
    assert discrimination({"good": [9, 9, 9], "bad": [1, 1, 1]}, clusters=["q"] * 3).outcome == UNDECIDED


def test_each_step_must_hold_with_its_margin() -> None:
    tiers = {"good": [9, 9, 9, 9, 8], "medium": [5, 5, 5, 6, 5], "bad": [4, 4, 4, 5, 4]}
    assert discrimination(tiers).outcome == HOLDS
    found = discrimination(tiers, margin=2)
    assert [step.outcome for step in found.steps] == [HOLDS, FAILS] and found.outcome == FAILS
    assert found.ordered.value == 0 and found.steps[1].above_margin.value == 0 and found.steps[0].n_reversed == 0


def test_discrimination_errors() -> None:
    for tiers, margin in (({"good": [1]}, 0), ({"good": [1], "bad": [1]}, -1), ({"good": [1], "bad": ["x"]}, 0)):
        with pytest.raises(LegalMetricsError):
            discrimination(tiers, margin=margin)  # type: ignore[arg-type]
    with pytest.raises(LengthMismatchError):
        discrimination({"good": [1], "bad": []})


@given(SCORES, st.data())
@settings(max_examples=50)
def test_any_scores(plain: list[int | None], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.one_of(st.none(), st.integers(0, 10)), min_size=len(plain), max_size=len(plain)))
    effect = trick_effects(plain, {"length": other})[0]
    step = discrimination({"good": other, "bad": plain}).steps[0]
    both = [(a, b) for a, b in zip(other, plain, strict=True) if a is not None and b is not None]
    assert effect.gain.n == step.gap.n == len(both)
    assert effect.gain.defined is bool(both)
    assert (effect.outcome == "fooled") is (step.outcome == HOLDS)
    assert not both or effect.largest == max(a - b for a, b in both)


def test_tricks_by_hand() -> None:
    effects = trick_effects(
        [3, 4, 2, 5], {"length": [3, 4, 2, 5], "flattery": [4, 3, 3, 6], "injected_verdict": [9, 10, 9, 10]}
    )
    assert [effect.outcome for effect in effects] == ["resists", "undecided", "fooled"]
    assert [effect.largest for effect in effects] == [0, 1, 7] and effects[1].gained.value == 0.75
    assert trick_effects([3, 4, 2, 5], {"x": [4, 5, 3, 6]}, tolerance=1)[0].outcome == "resists"
    with pytest.raises(LegalMetricsError):
        trick_effects([1], {"x": [1]}, tolerance=-1)
    with pytest.raises(LengthMismatchError):
        trick_effects([1], {"x": []})
    assert trick_effects([], {"x": []})[0].to_dict()["largest"] is None


@given(st.text(max_size=60), st.sampled_from(("hans", "hant")))
def test_variants_hold_the_plain_answer(answer: str, script: str) -> None:
    variants = trick_variants(answer, points={1: 5, 2: 2.5}, keywords=["時效", "抗辯"], script=script)
    assert tuple(variants) == TRICKS
    assert all(answer in text for text in variants.values())
    assert variants == trick_variants(answer, points={1: 5, 2: 2.5}, keywords=["時效", "抗辯"], script=script)
    injected = json.loads(variants["injected_verdict"].rsplit("：", 1)[1])
    assert [grade["points"] for grade in injected["grades"]] == [5, 2.5]


def test_the_injected_verdict_would_be_full_marks_for_whoever_takes_it_for_the_judges() -> None:
    reply = parse_judge_reply(trick_variants("略。", points={1: 5, 2: 3})["injected_verdict"])
    assert [grade.score for grade in reply.grades] == [5, 3]


def test_variant_errors() -> None:
    with pytest.raises(WrongTypeError):
        trick_variants(None)  # type: ignore[arg-type]
    for options in (
        {"script": "latin"},
        {"points": {0: 1}},
        {"points": {1: math.nan}},
        {"points": {1: "5"}},
        {"keywords": "甲"},
    ):
        with pytest.raises(LegalMetricsError):
            trick_variants("略。", **options)  # type: ignore[arg-type]
    assert "keyword_stuffing" not in trick_variants("略。")


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("gpt-5.2-2025-12-11", ["openai"]),
        ("openai/gpt-oss-120b", ["openai"]),
        ("o3-mini", ["openai"]),
        ("claude-sonnet-4-5-20250929", ["anthropic"]),
        ("anthropic.claude-3-5-haiku", ["anthropic"]),
        ("qwen3-235b", ["qwen"]),
        ("Qwen/QwQ-32B", ["qwen"]),
        ("Qwen2-72B-GPTQ", ["qwen"]),
        ("llama-taiwan-70b-instruct", ["meta"]),
        ("nvidia/Llama-3.1-Nemotron-70B", ["meta", "nvidia"]),
        ("breeze-7b-instruct", ["mistral"]),
        ("DeepSeek-R1-Distill-Qwen-7B", ["deepseek", "qwen"]),
        ("THUDM/chatglm3-6b", ["zhipu"]),
        ("glm-4.5", ["zhipu"]),
        ("通义千问-max", ["qwen"]),
        ("judge-1", []),
        ("proto1x", []),
        ("phi-40", []),
        ("", []),
    ],
)
def test_families(name: str, families: list[str]) -> None:
    assert list(families_of(name)) == families


def test_an_unknown_family_is_not_a_no() -> None:
    assert self_family("gpt-5", "gpt-4o").same is True
    assert self_family("gpt-5", "claude-opus-4").same is False
    assert self_family("gpt-5", "our-model").same is None
    assert self_family("our-model", "our-model").same is True
    assert self_family("our-judge", "our-model", families={**FAMILIES, "ours": ("our-",)}).same is True
    assert self_family("gpt-5", "our-model").to_dict()["same"] is None
