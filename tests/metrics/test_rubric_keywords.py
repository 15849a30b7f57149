"""The keyword-only baseline, by hand; keywords are never points by themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.grading import Grade, Item, Module, Part, Rubric
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_keywords import RULES, keyword_baseline

FIX = Part("检查点1", 2, keywords=("仲裁", "法院"))
ITEMS = (
    Item(
        1,
        "管辖",
        6,
        parts=(FIX, Part("检查点2", 4, keywords=("北京市",)), Part("扣", -1, keywords=("甲",), kind="deduction")),
    ),
    Item(2, "违约金", 4, keywords=("30%", "违约金")),
    Item(3, "其他", 10),
    Item(4, "误报", -3, keywords=("无效",)),
)
RUBRIC = Rubric("q", "contract_revision", 20, (Module("", None, ITEMS),))


@pytest.mark.parametrize(("rule", "score"), [("share", 1 + 0 + 2), ("any", 2 + 0 + 4), ("all", 0)])
def test_keywords_alone(rule: str, score: float) -> None:
    # Item 1: one of two words of a part of 2 of 6 points; item 2: one of two of 4 points.
    baseline = keyword_baseline(RUBRIC, "提交仲裁；违 约 金为20%，条款无效。", rule=rule)
    assert (baseline.score, baseline.max, baseline.coverage) == (pytest.approx(score), 10, 0.5)
    assert (baseline.found, baseline.absent) == (
        {1: ("仲裁",), 2: ("违约金",)},
        {1: ("法院", "北京市"), 2: ("30%",)},
    )


def test_script_and_width_do_not_count() -> None:
    assert keyword_baseline(RUBRIC, "違約金３０％").found[2] == ("30%", "违约金")
    assert keyword_baseline(RUBRIC, "違約金３０％", fold_script=False).found[2] == ("30%",)


def test_keywords_are_never_points_by_themselves() -> None:
    with_words, without = (
        Rubric("q", "", None, (Module("", None, (Item(1, "甲", 5, keywords=words),)),)) for words in (("甲",), ())
    )
    for grades in ([], [Grade(1, score=2.0)], [Grade(1, "partial")]):
        assert score_rubric(with_words, grades) == score_rubric(without, grades)


def test_a_rubric_without_keywords_has_no_baseline() -> None:
    baseline = keyword_baseline(Rubric("q", "", None, (Module("", None, (Item(1, "甲", None),)),)), "甲")
    assert (baseline.score, baseline.ratio, baseline.coverage, baseline.found) == (0, None, 0, {})


def test_bad_arguments_are_named() -> None:
    with pytest.raises(WrongTypeError, match="text: found None"):
        keyword_baseline(RUBRIC, None)  # type: ignore[arg-type]
    with pytest.raises(LegalMetricsError, match="rule: found 'some'"):
        keyword_baseline(RUBRIC, "甲", rule="some")


@given(st.text(), st.sampled_from(RULES))
def test_bounds_on_any_text(text: str, rule: str) -> None:
    baseline = keyword_baseline(RUBRIC, text, rule=rule)
    assert 0 <= baseline.score <= baseline.max == 10
    assert baseline.ratio is not None and 0 <= baseline.ratio <= 1
