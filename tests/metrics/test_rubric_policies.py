"""Presets of scoring: golden values by hand from the formulas that their sources state; policies by name and by field."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.grading import Grade
from legal_metrics.metrics import rubric_policies
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_policies import CHOICES, PRESETS, Policy, policy_of, prbench

CRITERIA = [{"index": 1, "points": 10}, {"index": 2, "points": 6}, {"index": 3, "points": -8}]


def met(*values: bool) -> list[dict[str, Any]]:
    return [{"index": place + 1, "criteria_met": value} for place, value in enumerate(values)]


@pytest.mark.parametrize(
    ("grades", "healthbench", "prbench", "normalised"),
    [
        (met(True, True, False), 1.0, 1.0, 1.0),
        (met(True, False, False), 10 / 16, 10 / 16, 18 / 24),  # (10 + 8) / (16 + 8)
        (met(False, True, True), -2 / 16, 0.0, 6 / 24),  # 6 - 8 = -2; (-2 + 8) / 24
        (met(False, False, True), -8 / 16, 0.0, 0.0),
        (met(False, False, False), 0.0, 0.0, 8 / 24),
    ],
)
def test_criteria_that_are_met_or_not(
    grades: list[dict[str, Any]], healthbench: float, prbench: float, normalised: float
) -> None:
    ratios = [
        score_rubric(CRITERIA, grades, policy=name).ratio for name in ("healthbench", "prbench", "prbench_normalised")
    ]
    assert ratios == pytest.approx([healthbench, prbench, normalised])


def test_prbench_as_its_code_runs_does_not_clip() -> None:
    assert score_rubric(CRITERIA, met(False, True, True), policy=replace(prbench(), floors=())).ratio == -2 / 16


def test_healthbench_has_no_ratio_without_positive_points() -> None:
    result = score_rubric([{"index": 1, "points": -3}], met(True), policy="healthbench")
    assert (result.score, result.max, result.floor, result.ratio) == (-3, 0, -3, None)


def test_met_is_all_or_nothing() -> None:
    rows = [{"index": 1, "points": 4}]
    worth = [score_rubric(rows, [Grade(1, status)], policy="healthbench").score for status in ("met", "partial", "否")]
    assert worth == [4, 0, 0]
    points = [score_rubric(rows, [Grade(1, score=float(given))], policy="prbench").score for given in (4, 0, 9, 2)]
    assert points == [4, 0, 4, None]  # 2 of 4 is neither met nor not


def test_no_reply_spares_no_penalty() -> None:
    """Elsewhere a reply that cannot be read counts as "not met", which gives a penalty's criterion for free."""
    assert score_rubric(CRITERIA, met(True, True), policy="prbench").score is None


def test_caai_levels() -> None:
    rows = [{"index": number} for number in (1, 2, 3)]  # correctness, completeness, relevance
    grades = [{"index": number, "score": level} for number, level in ((1, 5), (2, 3), (3, 4))]
    result = score_rubric(rows, grades, policy="caai")
    assert (result.score, result.max, result.ratio) == (12, 15, 12 / 15)
    assert score_rubric([{"index": 1, "points": 20}], [{"index": 1, "score": 3}], policy="caai").score == 12
    for level in (3.5, 6, -1):
        with pytest.raises(LegalMetricsError, match="out_of_range"):
            score_rubric(rows, [{"index": 1, "score": level}], policy="caai")
    half = score_rubric(
        [{"index": 1}], [{"index": 1, "score": 3.5}], policy={"preset": "caai", "out_of_range": "clamp"}
    )
    assert (half.score, half.clamped) == (3, (1,))


def test_tw_paper_takes_the_label_and_partial_points_strictly_between() -> None:
    rows = [{"index": n, "points": 10} for n in (1, 2, 3, 4)]
    grades = [Grade(1, "correct", 2.0), Grade(2, "partial", 4.0), Grade(3, "partial", 10.0), Grade(4, "wrong", 9.0)]
    result = score_rubric(rows, grades, policy="tw_paper")
    assert (result.score, result.contradictions) == (10 + 4 + 5 + 0, (1, 3, 4))


def test_zhifa_is_the_default() -> None:
    assert score_rubric(CRITERIA, met(True, False, True)) == score_rubric(
        CRITERIA, met(True, False, True), policy="zhifa"
    )


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_says_its_source_and_what_is_open(name: str) -> None:
    text = getattr(rubric_policies, name).__doc__
    assert "Source" in text or "as TW-LegalBench" in text or "description" in text
    assert "pen" in text or "Source: as" in text  # "Open", "Open in the source"
    assert PRESETS[name].name == name


def test_policies_by_field() -> None:
    assert policy_of({"missing": "zero", "order": "half"}) == Policy(
        "zhifa+missing+order", missing="zero", order="half"
    )
    assert policy_of({"preset": "healthbench", "floors": ["total"]}).floors == ("total",)
    assert policy_of(Policy("mine")).name == "mine"
    named = {field.name for field in fields(Policy)} - {"name"} | {"policy"}
    assert set(Policy().options) == named  # whatever changes a number stands in the signature
    for wrong, message in [
        ("zifa", "policy: found 'zifa', allowed tw_paper"),
        ({"misssing": "zero"}, "policy: found 'misssing', allowed preset, name, award"),
        ({"missing": "half"}, "missing: found 'half', allowed unscored or zero or exclude"),
        ({"partial": 1}, "partial: found 1"),
        ({"levels": 0}, "levels: found 0"),
        ({"occurrences": "yes"}, "occurrences: found 'yes'"),
        ({"floors": ("items",)}, "floors: found"),
        ({"floors": "total"}, "floors: found"),
        ({"scale": "range", "floors": ()}, "scale: found 'range'"),
    ]:
        with pytest.raises(LegalMetricsError, match=message):
            policy_of(wrong)  # type: ignore[arg-type]
    for unfit in (None, 3, ["zhifa"]):
        with pytest.raises(WrongTypeError, match="policy: found"):
            policy_of(unfit)  # type: ignore[arg-type]
    for field in CHOICES:
        with pytest.raises(LegalMetricsError, match=f"^{field}: found"):
            Policy(**{field: "?"})
