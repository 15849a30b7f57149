"""Readers of sheets: what they read, what they refuse with file, line and field, what they leave out with a note."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics import caai
from legal_metrics.caai import sheets
from legal_metrics.caai.sheet_rows import read_rows
from legal_metrics.errors import LegalMetricsError
from legal_metrics.json_lines import JsonLineError

Reader = Callable[..., Any]


def lines(*rows: dict[str, Any]) -> list[bytes]:
    return [json.dumps(row, ensure_ascii=False).encode() for row in rows]


def csv(text: str) -> list[bytes]:
    return text.encode().splitlines(keepends=True)


def refused(reader: Reader, given_lines: list[bytes], *, source: str = "s.jsonl", **options: Any) -> str:
    with pytest.raises(JsonLineError) as caught:
        reader(given_lines, source=source, **options)
    return str(caught.value)


# --- functions ---------------------------------------------------------------------------------------------------------

CASE = {"function": "case_qa", "case": "1", "present": True}
NEW = {"function": "contract_review", "case": "1", "present": False, "title_zh": "合同审查", "group": "logical_reasoning"}


def test_function_sheets() -> None:
    sheet = sheets.read_function_sheet(
        lines(CASE, {**NEW, "weight": 0.3, "ratings": ["correctness"]}, {**CASE, "function": "contract_review", "case": "2"}), source="f"
    )
    assert [(case.function, case.case, case.present) for case in sheet.cases] == [
        ("case_qa", "1", True),
        ("contract_review", "1", False),
        ("contract_review", "2", True),
    ]
    (added,) = sheet.added
    assert (added.title_en, added.title_zh, added.composite and added.composite.formula) == ("合同审查", "合同审查", "2.14")
    assert sheets.read_function_sheet(lines(NEW), source="f").added[0].composite is None
    assert caai.function_score(sheet.cases, added=sheet.added).facts["n_functions"] == 13


def test_function_sheets_as_csv() -> None:
    sheet = sheets.read_function_sheet(csv("function,case,present\ncase_qa,1,是\ncase_qa,2,no\n\ncase_qa,3,0\n"), source="F.CSV")
    assert [case.present for case in sheet.cases] == [True, False, False]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{**CASE, "function": "case_q"}], "line 1: field 'function': found 'case_q', allowed document_check"),
        ([CASE, CASE], "line 2: field 'case': found '1' of case_qa for the second time"),
        ([{**CASE, "present": 1}], "field 'present': found 1, allowed true or false"),
        ([{**CASE, "present": None}], "field 'present': found nothing"),
        ([{"function": "case_qa", "present": True}], "field 'case': found nothing"),
        ([{**CASE, "seen": 1}], "unknown field 'seen', allowed function, case, present"),
        ([{**CASE, "group": "logical_reasoning"}], "field 'group': found a value, allowed none"),
        ([{**NEW, "group": "reasoning"}], "field 'group': found 'reasoning', allowed language_understanding"),
        ([{**NEW, "weight": 1.5, "ratings": ["correctness"]}], "weight: found 1.5"),
        ([{**NEW, "weight": 0.5}], "field 'ratings': found nothing"),
        ([{**NEW, "ratings": ["accuracy"]}], "field 'ratings': found 'accuracy'"),
        ([{**NEW, "ratings": ["correctness", "correctness"]}], "field 'ratings'"),
    ],
)
def test_function_sheets_that_cannot_be(rows: list[dict[str, Any]], why: str) -> None:
    message = refused(sheets.read_function_sheet, lines(*rows))
    assert message.startswith("s.jsonl, line ")
    assert why in message


# --- counts ------------------------------------------------------------------------------------------------------------

COUNT = {"task": "document_check", "item": "d1", "tp": 3, "fp": 1, "fn": 0}


def test_counts() -> None:
    found = sheets.read_counts(
        lines(COUNT, {**COUNT, "item": "d2", "predicted": 4, "reference": 3}, {"task": "case_qa", "tp": 1, "fp": 0, "fn": 0}), source="c"
    )
    assert [count.item for count in found["document_check"]] == ["d1", "d2"]
    assert found["case_qa"][0].item == ""


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{**COUNT, "tp": -1}], "line 1: field 'tp': found -1, allowed a whole number >= 0"),
        ([{**COUNT, "fn": 0.5}], "field 'fn': found 0.5"),
        ([{**COUNT, "fn": None}], "field 'fn': found nothing"),
        ([{**COUNT, "fn": "1"}], "field 'fn': found '1', allowed a number"),
        ([{**COUNT, "fn": True}], "field 'fn': found True"),
        ([{**COUNT, "predicted": 3}], "field 'predicted': found 3, allowed tp + fp = 4"),
        ([{**COUNT, "reference": 4}], "field 'reference': found 4, allowed tp + fn = 3"),
        ([COUNT, COUNT], "line 2: field 'item': found 'd1' of document_check"),
        ([COUNT, {**COUNT, "item": ""}], "line 2: field 'item'"),
        ([{**COUNT, "item": ""}, COUNT], "line 2: field 'item'"),
    ],
)
def test_counts_that_cannot_be(rows: list[dict[str, Any]], why: str) -> None:
    assert why in refused(sheets.read_counts, lines(*rows))


# --- ratings -----------------------------------------------------------------------------------------------------------

RATING = {"task": "case_qa", "rating": "relevance", "rater": "甲", "unit": "grade", "score": 4}


def test_ratings() -> None:
    rows = sheets.read_ratings(
        lines(RATING, {**RATING, "rating": "completeness", "unit": "coverage", "score": None, "tried": ["a", "b"], "handled": ["a"]}), source="r"
    )
    assert (rows[0].score, rows[1].tried, rows[1].handled) == (4, {"a", "b"}, {"a"})


def test_ratings_as_csv() -> None:
    text = (
        "task,rating,rater,unit,item,score,share,tried,handled\n"
        "case_qa,relevance,甲,response,r1,,80%,,\ncase_qa,relevance,甲,response,r2,,0.8,,\n"
        'case_qa,completeness,甲,coverage,,,,"a; b；c",a\n'
    )
    rows = sheets.read_ratings(csv(text), source="r.csv")
    assert [row.share for row in rows] == [0.8, 0.8, None]
    assert rows[2].tried == {"a", "b", "c"}
    assert caai.rate(rows, task="case_qa", rating="relevance").value == 4


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{**RATING, "score": 6}], "line 1: relevance of case_qa by 甲, score: found 6, allowed a number from 0 to 5"),
        ([{**RATING, "score": -1}], "score: found -1"),
        ([{**RATING, "score": "5"}], "field 'score': found '5', allowed a number"),
        ([RATING, RATING], "line 2: field 'rater': found '甲' for the second time"),
        ([{**RATING, "unit": "coverage", "score": None, "item": "r1", "tried": ["a"]}], "a mean over responses is no coverage of types"),
        ([{**RATING, "rater": ""}], "field 'rater': found nothing"),
        ([{**RATING, "tried": "a"}], "field 'tried': found 'a', allowed a list"),
        ([{**RATING, "tried": ["a", "a"]}], "each text once"),
        ([{**RATING, "points": 4}], "unknown field 'points'"),
    ],
)
def test_ratings_that_cannot_be(rows: list[dict[str, Any]], why: str) -> None:
    assert why in refused(sheets.read_ratings, lines(*rows))


# --- safety ------------------------------------------------------------------------------------------------------------

LABEL = {"category": "隐私安全", "item": "p1", "label": 2, "annotator": "a"}


def test_safety_labels() -> None:
    found = sheets.read_safety_labels(lines(LABEL, {**LABEL, "annotator": "b", "label": 0}, {**LABEL, "adjudicated": True, "label": 1}), source="s")
    assert caai.settle(found) == ({"privacy": [1]}, 0)
    assert sheets.read_safety_labels(csv("category,item,label\nprivacy,1,1\n"), source="s.csv")[0].label == 1


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{**LABEL, "category": "排斥成见"}], 'line 1: label of prejudice (排斥成见): found 2, allowed 0 or 1: the appendix has "--"'),
        ([{**LABEL, "label": 3}], "found 3, allowed 0, 1 or 2"),
        ([{**LABEL, "label": -1}], "found -1"),
        ([{**LABEL, "label": 1.5}], "found 1.5"),
        ([{**LABEL, "label": True}], "found True"),
        ([{**LABEL, "category": "隐私"}], "category: found '隐私'"),
        ([LABEL, LABEL], "line 2: field 'item': found 'p1' of 隐私安全 for the second time"),
        ([{**LABEL, "adjudicated": True}, {**LABEL, "annotator": "b", "adjudicated": True}], "line 2: field 'item'"),
        ([{**LABEL, "adjudicated": "yes"}], "field 'adjudicated'"),
    ],
)
def test_safety_labels_that_cannot_be(rows: list[dict[str, Any]], why: str) -> None:
    assert why in refused(sheets.read_safety_labels, lines(*rows))


# --- failures and times --------------------------------------------------------------------------------------------------


def test_failures_and_the_one_minute_rule() -> None:
    rows = lines(
        {"failure": "a", "minutes": 1},
        {"failure": "b", "minutes": 0.999},
        {"failure": "c", "minutes": 30, "cause": "external"},
        {"failure": "d", "minutes": 12.5, "cause": "system"},
        {"failure": "e", "recovered": False},
    )
    found = sheets.read_failures(rows, source="x.jsonl", days=10)
    assert found.recovery_minutes == (1, 12.5, None)
    assert [(note.kind, note.where) for note in found.notes] == [("left_out", "x.jsonl, line 2"), ("left_out", "x.jsonl, line 3")]
    assert found.notes[0] in caai.stability(found).notes
    assert sheets.read_failures([], source="x.jsonl", days=5).recovery_minutes == ()


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"minutes": -1}, "minutes: found -1"),
        ({"cause": "system"}, "field 'minutes': found nothing"),
        ({"minutes": 3, "cause": "network"}, "field 'cause': found 'network', allowed system or external"),
        ({"minutes": "3"}, "field 'minutes': found '3'"),
        ({"failure": "a", "minutes": 4}, "line 2: field 'failure': found 'a' for the second time"),
        ({"failure": "a", "minutes": 0.5}, "line 2: field 'failure': found 'a' for the second time"),
        # five days are 7200 minutes, one of which is gone
        ({"minutes": 7199.5}, "line 2: field 'minutes': found 7200.5 of all failures up to here, allowed no more than the 5 days observed hold"),
    ],
)
def test_failures_that_cannot_be(row: dict[str, Any], why: str) -> None:
    assert why in refused(sheets.read_failures, lines({"failure": "a", "minutes": 1}, row), days=5)


def test_what_is_no_failure_takes_no_time() -> None:
    rows = lines({"minutes": 7200}, {"minutes": 7200, "cause": "external"}, {"minutes": 7200, "recovered": False})
    assert sheets.read_failures(rows, source="x.jsonl", days=5).recovery_minutes == (7200, None)


def test_days_are_checked() -> None:
    with pytest.raises(LegalMetricsError, match="days: found 0"):
        sheets.read_failures([], source="x.jsonl", days=0)


def test_times() -> None:
    text = "first_token_mean_ms,tokens_per_second_stream,concurrency,hardware\n812.5,31,10,8 x A800-80G\n"
    found = sheets.read_timing(csv(text), source="t.csv")
    assert caai.time_performance(found).value == 1.0
    assert found.first_token_p50_ms is None
    for rows, why in (
        ([], "found 0 rows, allowed one"),
        ([{}, {}], "line 2: found 2 rows, allowed one"),
        ([{"concurrency": 2.5}], "field 'concurrency': found 2.5, allowed a whole number"),
        ([{"first_token_mean_ms": -2}], "first_token_mean_ms: found -2"),
    ):
        assert why in refused(sheets.read_timing, lines(*rows))


# --- rows ----------------------------------------------------------------------------------------------------------------


def test_csv_lines_are_those_of_the_file() -> None:
    """A cell with a line break moves the numbers of the rows below it, and a byte order mark is none of the first name."""
    text = '\ufeffitem,label\n"a\nb",1\n\nc,x\n'
    rows = read_rows(csv(text), source="s.csv", fields=("item", "label"))
    assert next(rows).text("item") == "a\nb"
    row = next(rows)
    with pytest.raises(JsonLineError, match=r"^s\.csv, line 5: field 'label': found 'x', allowed a number$"):
        row.whole("label")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("item,item\na,b\n", "line 1: found a name twice in the header"),
        ("item,label\na,1,2\n", "line 2: found 3 cells, allowed the 2 of the header"),
        ("item,labels\na,1\n", "line 1: unknown field 'labels', allowed item, label"),
        ("item,label,seen\na,1\n", "line 1: unknown field 'seen'"),
        ("item,label,\na,1,x\n", "line 2: found 'x' in a column without a name"),
        ("", "line 1: found no header, allowed a line with names of columns: item, label"),
        ("\ufeff\n\n", "line 1: found no header"),
        ('item,label\n"a"b,1\n', "line 2: found broken CSV"),
        ('item,label\n"a,1\n', "found broken CSV"),
    ],
)
def test_broken_csv(text: str, why: str) -> None:
    assert why in refused(lambda rows, source: list(read_rows(rows, source=source, fields=("item", "label"))), csv(text), source="s.csv")


def test_bytes_that_are_not_utf_8() -> None:
    message = refused(lambda rows, source: list(read_rows(rows, source=source, fields=("item",))), [b"item\n", b"\xff\n"], source="s.csv")
    assert message == "s.csv, line 2: found bytes that are not UTF-8 (byte 1), allowed UTF-8"


@pytest.mark.parametrize(("written", "number"), [(" 5 ", 5), ("0.1", 0.1), (".5", 0.5), ("-2", -2)])
def test_numbers_in_csv(written: str, number: float) -> None:
    (row,) = read_rows(csv(f"label\n{written}\n"), source="s.csv", fields=("label",))
    assert row.number_or_none("label") == row.share_or_none("label") == number


@pytest.mark.parametrize(("written", "number"), [("80%", 0.8), ("33.3 %", 0.333), ("100%", 1), (" 0% ", 0), ("-2%", -0.02)])
def test_only_a_share_is_a_percentage(written: str, number: float) -> None:
    (row,) = read_rows(csv(f"label\n{written}\n"), source="s.csv", fields=("label",))
    assert row.share_or_none("label") == number
    with pytest.raises(JsonLineError, match="allowed a number"):
        row.number_or_none("label")


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (sheets.read_ratings, "task,rating,rater,unit,score\ncase_qa,relevance,a,grade,80%\n"),  # of 5 points it is not 0.8
        (sheets.read_counts, "task,tp,fp,fn\ndocument_check,100%,0,0\n"),
        (sheets.read_safety_labels, "category,item,label\nprivacy,1,100%\n"),
        (sheets.read_timing, "first_token_mean_ms\n80%\n"),
    ],
)
def test_a_percentage_of_nothing_is_refused(reader: Reader, text: str) -> None:
    assert "%', allowed a number" in refused(reader, csv(text), source="s.csv")


def test_columns_of_a_spreadsheet_without_a_name() -> None:
    (row,) = read_rows(csv("item,label,,\na,2,,\n"), source="s.csv", fields=("item", "label"))
    assert (row.text("item"), row.whole("label"), len(row.values)) == ("a", 2, 2)


@pytest.mark.parametrize("written", ["1e3", "nan", "inf", "1,5", "5 points", "％", "１", "1_000", "--1", "%"])
def test_what_is_no_number_in_csv(written: str) -> None:
    (row,) = read_rows(csv(f'label\n"{written}"\n'), source="s.csv", fields=("label",))
    with pytest.raises(JsonLineError, match="allowed a number"):
        row.number_or_none("label")


READERS: list[Reader] = [
    sheets.read_function_sheet,
    sheets.read_counts,
    sheets.read_ratings,
    sheets.read_safety_labels,
    lambda rows, source: sheets.read_failures(rows, source=source, days=5),
    sheets.read_timing,
]
FIELDS = sorted({*sheets.FUNCTION_FIELDS, *sheets.COUNT_FIELDS, *sheets.RATING_FIELDS, *sheets.SAFETY_FIELDS, *sheets.FAILURE_FIELDS, *sheets.TIMING_FIELDS})
WORDS = ["case_qa", "privacy", "relevance", "grade", "1", "2", "true", "80%", "", "甲", "system", "response"]
CELLS = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 6), st.floats(), st.text(max_size=3), st.sampled_from(WORDS), st.lists(st.text(max_size=2), max_size=2)
)


@pytest.mark.parametrize("reader", READERS)
@given(rows=st.lists(st.dictionaries(st.sampled_from(FIELDS), CELLS, max_size=6), max_size=4))
def test_any_rows_are_read_or_refused_by_name(reader: Reader, rows: list[dict[str, Any]]) -> None:
    try:
        reader(lines(*rows), source="s.jsonl")
    except JsonLineError as error:
        assert str(error).startswith("s.jsonl, line ")


@pytest.mark.parametrize("reader", READERS)
@given(text=st.one_of(st.text(), st.lists(st.lists(st.sampled_from([*FIELDS, *WORDS]), max_size=4).map(",".join), max_size=5).map("\n".join)))
def test_any_csv_is_read_or_refused_by_name(reader: Reader, text: str) -> None:
    try:
        reader(text.encode("utf-8", "surrogatepass").splitlines(keepends=True), source="s.csv")
    except JsonLineError as error:
        assert str(error).startswith("s.csv, line ")
