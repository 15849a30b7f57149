"""Judgment prediction: outputs and records read into the same parts."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.citations import StatuteCitation
from legal_metrics.errors import BadReferenceError
from legal_metrics.penalties import ExecutedGroup, Penalty
from legal_metrics.readers.judgments import (
    StatuteReference,
    cited_statute_scores,
    label_citations,
    outcomes_of,
    read_answer,
    read_citations,
    read_reference,
)

GROUP = {"counts": [0, 1], "executed": {"imprisonment_months": 10}, "probation_months": 24}
OUTCOME = {
    "defendant": 1,
    "name": "甲○○",
    "verdict": "guilty",
    "counts": [
        {"imprisonment_months": 8, "reduced_to": {"imprisonment_months": 4}},
        {"imprisonment_months": 7, "life": None},
    ],
    "executed": {"imprisonment_months": 10},
    "probation_months": 24,
    "groups": [GROUP],
}
RECORD: dict[str, Any] = {
    "id": "r1",
    "date": "2019-07-05",
    "main_text": "甲○○犯竊盜罪，處有期徒刑陸月。",
    "facts": "甲○○違反道路交通管理處罰條例第35條。",
    "reasons": "核被告所為，係犯刑法第320條第1項之竊盜罪。",
    "statutes": [{"law": "刑法", "article": "320", "paragraph": 1, "where": ["offence"]}],
    "outcomes": [{"verdict": "guilty", "counts": [{"imprisonment_months": 6}]}],
}


# --- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "read", "unread"),
    [
        (["刑法第320條第1項", "第47條第1項"], ["刑法第320條第1項", "刑法第47條第1項"], []),  # the law carries over
        (["刑法第320條第1項", "同法第47條第1項"], ["刑法第320條第1項", "刑法第47條第1項"], []),
        (["刑法第339條之4第1項第2款、第3款"], ["刑法第339條之4第1項第2款", "刑法第339條之4第1項第3款"], []),
        (
            ["刑法第320條第1項（竊盜罪）", "刑事訴訟法第299條第1項前段"],
            ["刑法第320條第1項", "刑事訴訟法第299條第1項"],
            [],
        ),
        (["中華民國刑法第320條"], ["刑法第320條"], []),
        (["竊盜罪章", "刑法第320條"], ["刑法第320條"], ["竊盜罪章"]),
        (["", "  ", "刑法第320條"], ["刑法第320條"], []),
        (["刑法第３２０條第１項"], ["刑法第320條第1項"], []),
        (["刑法第三百二十條第一項"], ["刑法第320條第1項"], []),
        (["修正前刑法第320條"], ["刑法第320條"], []),
        ([], [], []),
    ],
)
def test_statutes_are_read_as_one_enumeration(entries: list[str], read: list[str], unread: list[str]) -> None:
    citations, left = read_citations(entries)
    assert [str(citation) for citation in citations] == read
    assert left == unread


def test_an_answer_has_the_parts_that_the_metrics_compare() -> None:
    output = json.dumps({"statutes": ["刑法第320條", "無"], "reasoning": "", "main_text": "甲犯竊盜罪，處拘役拾日。"})
    answer = read_answer(output, "strict")
    assert answer.status == "ok"
    assert set(answer.parts) == {"main_text", "judgment", "statutes"}
    assert answer.view["unread_statutes"] == ["無"]
    assert answer.view["outcomes"][0]["counts"] == [{"detention_days": 10}]
    json.dumps(answer.view, allow_nan=False)


def test_a_blank_main_text_is_unread_and_the_statutes_still_count() -> None:
    answer = read_answer(json.dumps({"statutes": ["刑法第320條"], "reasoning": "", "main_text": " "}), "strict")
    assert answer.status == "ok"
    assert "main_text" not in answer.parts
    assert len(answer.parts["statutes"]) == 1


@pytest.mark.parametrize("output", ["", "{", "不知道"])
def test_an_unread_output_has_no_parts_and_says_why(output: str) -> None:
    answer = read_answer(output, "lenient")
    assert answer.parts == {}
    assert answer.why


# --- records ---------------------------------------------------------------------------------------------------------


def test_rows_of_a_record_become_outcomes() -> None:
    (outcome,) = outcomes_of({"id": "r1", "outcomes": [OUTCOME]})
    assert outcome.counts[0] == Penalty(imprisonment_months=8, reduced_to=Penalty(imprisonment_months=4))
    assert outcome.groups == (ExecutedGroup((0, 1), Penalty(imprisonment_months=10), 24),)
    assert (outcome.name, outcome.probation_months) == ("甲○○", 24)


def test_missing_and_null_keys_are_alike() -> None:
    bare = {"verdict": "not_guilty"}
    full = bare | dict.fromkeys(
        ("defendant", "name", "other_kind", "counts", "executed", "probation_months", "groups", "charges")
    )
    assert outcomes_of({"outcomes": [bare]}) == outcomes_of({"outcomes": [full]})
    assert outcomes_of({}) == outcomes_of({"outcomes": None}) == ()
    nulls = RECORD | {"flags": None, "n_defendants": None, "outcomes": None, "statutes": None, "date": None}
    assert read_reference(nulls, "applied").parts["statutes"] == StatuteReference((), None)


def test_labels_are_what_the_court_applied_not_the_appendix() -> None:
    rows = [
        {"law": "刑法", "article": str(n), "where": [where]}
        for n, where in enumerate(["concluding", "offence", "list", "appendix"])
    ]
    assert [c.article for c in label_citations({"statutes": rows})] == ["0", "1", "2"]
    assert [c.article for c in label_citations({"statutes": [{"law": "刑法", "article": "320"}]})] == [
        "320"
    ]  # a release without `where`


@pytest.mark.parametrize("day", ["2019-07-05", date(2019, 7, 5), datetime(2019, 7, 5, 8, 30)])
def test_the_day_of_a_record(day: object) -> None:
    assert read_reference(RECORD | {"date": day}, "applied").parts["statutes"].on == "2019-07-05"


def test_the_whole_text_cites_more() -> None:
    applied, whole = (read_reference(RECORD, name).parts["statutes"].citations for name in ("applied", "whole_text"))
    assert [str(c) for c in applied] == ["刑法第320條第1項"]
    assert [str(c) for c in whole] == ["道路交通管理處罰條例第35條", "刑法第320條第1項"]


def test_subsets() -> None:
    two = [{"defendant": n, "verdict": "not_guilty"} for n in (1, 2)]
    assert "single_defendant" in read_reference(RECORD, "applied").subsets
    assert "single_defendant" not in read_reference(RECORD | {"outcomes": two}, "applied").subsets
    assert "single_defendant" not in read_reference(RECORD | {"n_defendants": 2}, "applied").subsets


def test_a_table_that_the_answer_cannot_hold() -> None:
    stated = [{"verdict": "guilty", "counts": [{"imprisonment_months": 6}], "counts_from_table": True}]
    row = RECORD | {"main_text": "甲○○犯附表所示之罪，各處如附表所示之刑。應執行有期徒刑壹年。", "outcomes": stated}
    read = read_reference(row, "applied")
    assert read.parts["judgment"][0].executed == Penalty(imprisonment_months=12)
    assert read.subsets["table_penalties"]["judgment"][0].counts == (Penalty(imprisonment_months=6),)
    assert not read.problems  # the subset tells it
    unstated = read_reference(row | {"outcomes": None}, "applied")
    assert "table_penalties" not in unstated.subsets
    assert "table_missing" in unstated.problems[0]


def test_a_record_that_is_no_record() -> None:
    for change in (
        {"outcomes": [{"verdict": "guilty", "counts": ["六月"]}]},
        {"outcomes": [OUTCOME | {"groups": [None]}]},
    ):
        with pytest.raises(BadReferenceError, match="record 'r1', field 'outcomes'"):
            read_reference(RECORD | change, "applied")


# --- statutes --------------------------------------------------------------------------------------------------------


def test_existence_is_that_of_the_records_day() -> None:
    gold = StatuteReference((StatuteCitation("刑法", "320", 1),), "2019-07-05")
    cited = [
        StatuteCitation("刑法", "320", 1),
        StatuteCitation("刑法", "9999"),
        StatuteCitation("民法", "184", 1),
        StatuteCitation("不存在法", "1"),
    ]
    scores = cited_statute_scores([cited], [gold])
    assert {name: score.value for name, score in scores.items()} == pytest.approx(
        {"accuracy": 0.25, "type1": 0.5, "type2": 0.25, "unresolved": 0.0, "total": 0.75, "recall": 1.0, "f1": 0.4}
    )


def test_real_citations_are_hardly_ever_called_made_up(real_records: list[dict[str, Any]]) -> None:
    """What courts cited existed: every Type I among them is an error of the registry or of a reader."""
    pairs = [(StatuteReference((), row["date"]), label_citations(row)) for row in real_records]
    scores = cited_statute_scores([cited for _, cited in pairs], [gold for gold, _ in pairs])
    assert scores["type1"].details["n_predicted"] > 2000
    assert scores["type1"].value < 0.005


@given(st.lists(st.text(alphabet="刑法民第條項款之一二三0123456789、（）同", max_size=20), max_size=5))
def test_any_entries_are_read(entries: list[str]) -> None:
    citations, unread = read_citations(entries)
    assert set(unread) <= set(entries)
    assert all(0 <= c.span[0] <= c.span[1] for c in citations)
