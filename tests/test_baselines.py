"""Baselines: from train records alone, whatever the order, and nothing of the record that they answer but what its facts tell."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.baselines import JUDGMENT_BASELINES, always_guilty, cause_template, constant
from legal_metrics.extract.outputs import read_judgment_answer

Record = dict[str, Any]


def train(id: str, cause: str, months: int | None, *articles: str, **more: Any) -> Record:
    counts = [{"imprisonment_months": months} if months else {"detention_days": 20}]
    return {
        "id": id,
        "cause": cause,
        "main_text": f"主文之{id}。",
        "outcomes": [{"verdict": "guilty", "defendant": 1, "counts": counts}],
        "statutes": [{"law": "刑法", "article": article, "where": ["concluding"]} for article in articles],
    } | more


TRAIN = [
    train("t1", "竊盜", 3, "320"),
    train("t2", "竊盜", 9, "320", "47"),
    train("t3", "竊盜", 5, "320", "47"),
    train("t4", "傷害", None, "277"),
]
ASKED: list[Record] = [
    {"id": "r1", "cause": "竊盜", "n_defendants": 1},
    {"id": "r2", "cause": "傷害", "n_defendants": 3},
    {"id": "r3", "cause": "殺人", "n_defendants": None},
]


def answers(outputs: Any) -> dict[str, tuple[list[str], str]]:
    return {id: ((told := json.loads(output))["statutes"], told["main_text"]) for id, output in outputs.items()}


def test_the_constant_answer_is_the_median_record_and_the_usual_statutes() -> None:
    assert answers(constant(TRAIN, ASKED)) == dict.fromkeys(("r1", "r2", "r3"), (["刑法第320條"], "主文之t3。"))  # 3 of 4 cite 320, 2 of 4 cite 47


def test_the_template_is_that_of_the_cause_and_of_all_where_there_is_none() -> None:
    told = answers(cause_template(TRAIN, ASKED))
    assert told["r1"] == (["刑法第320條", "刑法第47條"], "主文之t3。")
    assert told["r2"] == (["刑法第277條"], "主文之t4。")
    assert told["r3"] == (["刑法第320條"], "主文之t3。")


def test_every_defendant_is_convicted() -> None:
    for record in ASKED:
        main_text = answers(always_guilty([], ASKED))[record["id"]][1]
        read = lm.parse_main_text(main_text)
        assert [outcome.verdict for outcome in read.outcomes] == ["guilty"] * (record["n_defendants"] or 1)
        assert not read.problems


def test_only_convictions_of_one_person_to_one_penalty_are_templates() -> None:
    acquitted = train("t0", "竊盜", 1) | {"outcomes": [{"verdict": "not_guilty"}]}
    two = train("t9", "竊盜", 1) | {"outcomes": [{"verdict": "guilty", "counts": [{"imprisonment_months": n} for n in (1, 2)]}]}
    assert answers(constant([acquitted, two, TRAIN[0]], ASKED))["r1"][1] == "主文之t1。"
    assert answers(constant([two, acquitted], ASKED))["r1"][1] == "主文之t0。"  # nothing better: the first by id


def test_a_former_version_is_told() -> None:
    row = train("t1", "竊盜", 3) | {"statutes": [{"law": "刑法", "article": "56", "version": "former", "where": ["concluding"]}]}
    assert answers(constant([row], ASKED))["r1"][0] == ["修正前刑法第56條"]


def test_without_train_records_only_the_floor_is_left() -> None:
    assert {name: bool(baseline([], ASKED)) for name, baseline in JUDGMENT_BASELINES} == {
        "always_guilty": True,
        "constant": False,
        "cause_template": False,
    }


@pytest.mark.parametrize(("name", "baseline"), JUDGMENT_BASELINES)
def test_outputs_have_the_form_that_is_asked_for(name: str, baseline: Any) -> None:
    outputs = baseline(TRAIN, ASKED)
    assert list(outputs) == [record["id"] for record in ASKED]
    assert {read_judgment_answer(output).status for output in outputs.values()} == {"ok"}


@pytest.mark.parametrize(("name", "baseline"), JUDGMENT_BASELINES)
@given(order=st.permutations(TRAIN))
def test_the_order_of_the_train_records_does_not_matter(name: str, baseline: Any, order: list[Record]) -> None:
    assert baseline(order, ASKED) == baseline(TRAIN, ASKED)
