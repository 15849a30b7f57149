"""Judgment prediction: outputs and records read into the same parts."""

from __future__ import annotations

import contextlib
import copy
import json
import time
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


OF_ANY_TYPE = ("", "甲", 0, -1, 2.5, True, [], ["甲"], [0], {}, {"甲": 1}, float("nan"))


def changed(path: str, value: object) -> dict[str, Any]:
    """RECORD with another value at a path of keys and places."""
    record = copy.deepcopy(RECORD | {"outcomes": [OUTCOME], "flags": {}})
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = record
    for step in way:
        place = place[step]
    place[last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("main_text", ["無罪"], "'main_text': found ['無罪'], allowed a text that is not blank"),
        ("n_defendants", "1", "'n_defendants': found '1', allowed a whole number >= 0 or null"),
        ("flags", "x", "'flags': found 'x', allowed an object"),
        ("flags.main_text_needs_table", 1, "'flags.main_text_needs_table': found 1, allowed true, false or null"),
        ("statutes", "x", "'statutes': found 'x', allowed a list or null"),
        ("statutes", {"law": "刑法"}, "'statutes': found {'law': '刑法'}, allowed a list or null"),
        ("statutes.0", "刑法第320條", "'statutes[0]': found '刑法第320條', allowed an object"),
        ("statutes.0.where", "offence", "'statutes[0].where': found 'offence', allowed a list or null"),
        ("statutes.0.where", ["x"], "'statutes[0].where[0]': found 'x', allowed concluding, offence, list, appendix"),
        ("statutes.0.law", " ", "'statutes[0].law': found ' ', allowed a text that is not blank"),
        ("statutes.0.article", 320, "'statutes[0].article': found 320, allowed a text that is not blank"),
        ("statutes.0.paragraph", "1", "'statutes[0].paragraph': found '1', allowed a whole number >= 0 or null"),
        ("statutes.0.paragraph", 1.0, "'statutes[0].paragraph': found 1.0, allowed a whole number >= 0 or null"),
        ("statutes.0.version", 1, "'statutes[0].version': found 1, allowed a text or null"),
        ("outcomes", "guilty", "'outcomes': found 'guilty', allowed a list or null"),
        ("outcomes.0", None, "'outcomes[0]': found None, allowed an object"),
        ("outcomes.0.verdict", ["guilty"], "'outcomes[0].verdict': found ['guilty'], allowed "),
        ("outcomes.0.defendant", 0, "'outcomes[0].defendant': found 0, allowed a whole number >= 1 or null"),
        ("outcomes.0.defendant", True, "'outcomes[0].defendant': found True, allowed a whole number >= 1 or null"),
        ("outcomes.0.charges", ["竊盜罪", 3], "'outcomes[0].charges[1]': found 3, allowed a text"),
        ("outcomes.0.counts.0", "六月", "'outcomes[0].counts[0]': found '六月', allowed an object"),
        ("outcomes.0.counts.0.life", "no", "'outcomes[0].counts[0].life': found 'no', allowed true, false or null"),
        ("outcomes.0.counts.0.reduced_to", 4, "'outcomes[0].counts[0].reduced_to': found 4, allowed an object"),
        ("outcomes.0.groups.0", None, "'outcomes[0].groups[0]': found None, allowed an object"),
        (
            "outcomes.0.groups.0.counts",
            [2],
            "'outcomes[0].groups[0].counts[0]': found 2, allowed a whole number from 0 to below 2",
        ),
        ("outcomes.0.executed", 10, "'outcomes[0].executed': found 10, allowed an object"),
        ("date", "108.7.5", "'date': found '108.7.5', allowed a date such as 2019-07-05 or null"),
        (
            "date",
            "20190705",
            "'date': found '20190705', allowed a date such as 2019-07-05 or null",
        ),  # 3.10 and 3.11 differ here
        ("date", "2019-02-30", "'date': found '2019-02-30', allowed"),
        ("date", 20190705, "'date': found 20190705, allowed"),
    ],
)
def test_a_value_of_another_type_is_named(path: str, value: object, message: str) -> None:
    with pytest.raises(BadReferenceError) as caught:
        read_reference(changed(path, value), "applied")
    assert str(caught.value).startswith(f"record 'r1', field {message}")


@pytest.mark.parametrize("reference", ["applied", "whole_text"])
@pytest.mark.parametrize(
    "path",
    sorted(
        {
            *RECORD,
            "n_defendants",
            "flags",
            "flags.main_text_needs_table",
            *(f"statutes.0.{key}" for key in (*RECORD["statutes"][0], "paragraph", "subparagraph", "item", "version")),
            "statutes.0",
            "outcomes.0",
            *(f"outcomes.0.{key}" for key in OUTCOME),
            "outcomes.0.other_kind",
            "outcomes.0.charges",
            "outcomes.0.counts_from_table",
            "outcomes.0.counts.0",
            "outcomes.0.counts.0.fine",
            "outcomes.0.counts.0.currency",
            "outcomes.0.groups.0",
            *(f"outcomes.0.groups.0.{key}" for key in GROUP),
        }
    ),
)
def test_no_value_of_any_type_ends_in_another_error(path: str, reference: str) -> None:
    for value in OF_ANY_TYPE:
        with contextlib.suppress(BadReferenceError):
            read_reference(changed(path, value), reference)


@pytest.mark.parametrize("record", [None, 1, "無罪", ["無罪"]])
def test_a_record_that_is_no_record(record: Any) -> None:
    for read in (outcomes_of, label_citations, lambda row: read_reference(row, "applied")):
        with pytest.raises(BadReferenceError, match="allowed an object"):
            read(record)


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


@given(st.lists(st.sampled_from(["刑法第320條", "第47條、第59條", "竊盜罪章", "同法", "", " ", "無"]), max_size=8))
def test_an_entry_is_unread_where_no_citation_touches_it(entries: list[str]) -> None:
    """The same as the plain definition, which asks every citation for every entry."""
    citations, unread = read_citations(entries)
    starts = [sum(len(entry) + 2 for entry in entries[:n]) for n in range(len(entries))]
    touched = [
        any(c.span[0] < start + len(entry) and start < c.span[1] for c in citations)
        for start, entry in zip(starts, entries, strict=True)
    ]
    assert unread == [e for e, touch in zip(entries, touched, strict=True) if e.strip() and not touch]


def test_time_is_linear_in_the_number_of_entries() -> None:
    def seconds(n: int) -> float:
        entries = [f"刑法第{number}條" if number % 2 else "無" for number in range(1, n)]
        start = time.process_time()
        read_citations(entries)
        return time.process_time() - start

    seconds(100)
    assert min(seconds(16_000) for _ in range(2)) < 64 * min(seconds(1_000) for _ in range(3))
