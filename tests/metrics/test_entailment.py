"""Entailment with models that are tables: what is asked, how answers are joined, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.errors import LegalMetricsError, LengthMismatchError, WrongTypeError
from legal_metrics.metrics.entailment import AGGREGATES, entailment_score

ANSWERS = {"甲。": (0.9, 0.1, 0.0), "乙。": (0.3, 0.6, 0.1), "丙。": (0.1, 0.2, 0.7)}


def table(premise: str, hypothesis: str) -> tuple[float, float, float]:
    return ANSWERS.get(hypothesis, (0.5, 0.5, 0.0))


@pytest.mark.parametrize(
    ("options", "value"),
    [
        ({}, 0.5),  # the whole text is asked for, which the table does not know
        ({"unit": "sentence"}, (0.9 + 0.3 + 0.1) / 3),
        ({"unit": "sentence", "aggregate": "min"}, 0.1),
        ({"unit": "sentence", "aggregate": "max"}, 0.9),
        ({"unit": "sentence", "threshold": 0.3}, 2 / 3),
        ({"unit": "sentence", "threshold": 0.5, "aggregate": "min"}, 0.0),
        ({"unit": "sentence", "contradiction_threshold": 0.7}, 0.0),
        ({"unit": "sentence", "contradiction_threshold": 0.71}, (0.9 + 0.3 + 0.1) / 3),
        ({"threshold": 0.5}, 1.0),
    ],
)
def test_options_by_hand(options: Mapping[str, Any], value: float) -> None:
    assert entailment_score(["前提"], ["甲。乙。丙。"], nli=table, **options).value == pytest.approx(value)


def test_counts() -> None:
    score = entailment_score(["前提"] * 5, ["甲。", "丙。", "", None, "。"], nli=table, unit="sentence")
    assert (score.n, score.n_unparsed) == (5, 1)
    assert {k: score.details[k] for k in ("n_units", "n_empty", "n_contradicted")} == {
        "n_units": 3,
        "n_empty": 1,
        "n_contradicted": 1,
    }
    assert score.details["contradiction"] == pytest.approx((0.0 + 0.7 + 0.0) / 3)
    assert [s.status for s in score.samples] == ["scored", "scored", "scored", "unparsed", "scored"]
    assert math.isnan(entailment_score([], [], nli=table).value)


def test_the_model_is_asked_in_order_and_named() -> None:
    asked: list[tuple[str, str]] = []

    class Model:
        signature = "mine-1.0"

        def __call__(self, premise: str, hypothesis: str) -> Mapping[str, float]:
            asked.append((premise, hypothesis))
            return {"contradiction": 0.2, "entailment": 0.7, "neutral": 0.1}

    score = entailment_score(["一", "二"], ["甲。乙", "丙"], nli=Model(), unit="sentence")
    assert asked == [("一", "甲。"), ("一", "乙"), ("二", "丙")]
    assert score.value == pytest.approx(0.7)
    assert "nli:mine-1.0" in str(score.signature)
    assert "nli:table" in str(entailment_score([], [], nli=table).signature)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        0.5,
        (0.5, 0.5),
        (0.5, 0.5, 0.5),
        (1.5, -0.5, 0.0),
        (math.nan, 0.5, 0.5),
        "abc",
        {"entailment": 1.0},
        (True, 0, 0),
        [0.2] * 4,
    ],
)
def test_what_is_no_probability_is_refused(answer: Any) -> None:
    with pytest.raises(LegalMetricsError, match=r"pair #0: nli gave .*allowed three probabilities"):
        entailment_score(["前提"], ["甲"], nli=lambda premise, hypothesis: answer)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "word"}, "unit: found 'word', allowed text, sentence"),
        ({"aggregate": "median"}, "aggregate: found 'median', allowed mean, min, max"),
        ({"threshold": 1.5}, "threshold: found 1.5, allowed a number from 0 to 1 or None"),
        ({"contradiction_threshold": math.nan}, "contradiction_threshold: found nan"),
    ],
)
def test_options_that_are_none(options: Mapping[str, Any], message: str) -> None:
    with pytest.raises(LegalMetricsError, match=message):
        entailment_score([], [], nli=table, **options)


def test_bad_input_is_named() -> None:
    with pytest.raises(LengthMismatchError, match="1 premises but 2 hypotheses"):
        entailment_score(["甲"], ["甲"] * 2, nli=table)
    with pytest.raises(WrongTypeError, match="nli: found None"):
        entailment_score([], [], nli=None)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match="premises: found '甲'"):
        entailment_score("甲", ["甲"], nli=table)
    with pytest.raises(LegalMetricsError, match="found 3, allowed a text or None"):
        entailment_score(["甲"], [3], nli=table)  # type: ignore[list-item]


@given(st.lists(st.tuples(st.text(), st.text()), max_size=5), st.sampled_from(sorted(AGGREGATES)), st.randoms())
def test_bounds_order_and_purity(rows: list[tuple[str, str]], aggregate: str, random: Any) -> None:
    def nli(premise: str, hypothesis: str) -> Sequence[float]:
        share = (len(premise) % 5) / 8
        return (share, 0.5 - share, 0.5)

    premises, hypotheses = [p for p, _ in rows], [h for _, h in rows]
    before = (list(premises), list(hypotheses))
    score = entailment_score(premises, hypotheses, nli=nli, unit="sentence", aggregate=aggregate)
    assert all(0 <= s.value <= 1 for s in score.samples)
    order = random.sample(range(len(rows)), len(rows))
    again = entailment_score(
        [premises[i] for i in order], [hypotheses[i] for i in order], nli=nli, unit="sentence", aggregate=aggregate
    )
    assert again.value == score.value or math.isnan(score.value)
    assert (premises, hypotheses) == before
