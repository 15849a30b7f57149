"""Whole chunks at once say what line by line says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.caai.log_columns import COLUMNS, MISSING, UNCOUNTED, ColumnReader, ColumnStore
from legal_metrics.caai.log_records import AttemptReader
from legal_metrics.json_lines import JsonLineError


def new_reader(unit: str = "s") -> ColumnReader:
    return ColumnReader(AttemptReader("run.jsonl", unit=unit, statuses={"busy": "failed"}, clock_ahead={}))


def anything_of(*good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what is allowed, at times anything."""
    return st.one_of(*good, *good, st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=2), st.just([]))


times = anything_of(st.integers(0, 10**10), st.floats(0, 1e10), st.just("2026-01-02T03:04:05.5Z"))
whole_times = st.one_of(st.none(), st.integers(-(10**10), 10**10), st.floats(-1e10, 1e10))
texts = st.one_of(st.none(), st.sampled_from(["2026-01-02T03:04:05.5Z", "1999-12-31T23:59:59+08:00"]))


def rows_of(time: st.SearchStrategy[Any], sent: st.SearchStrategy[Any], anything: bool) -> st.SearchStrategy[list[dict[str, Any]]]:
    def field(*good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return anything_of(*good) if anything else st.one_of(*good)

    required = {"request_id": field(st.text("ab", min_size=1), st.integers()), "sent": sent, "status": field(st.sampled_from(["ok", 503, "busy", "OK"]))}
    optional = {
        "worker": field(st.sampled_from(["w1", "1", 1]), st.none()),
        "first_token": time,
        "last_token": time,
        "ended": time,
        "prompt_tokens": field(st.integers(0, 2**31 - 1), st.none()),
        "completion_tokens": field(st.integers(0, 2**31 - 1), st.none()),
        "model": st.just("m"),
    }
    return st.lists(st.fixed_dictionaries(required, optional=optional), min_size=1, max_size=6)


@given(
    st.one_of(rows_of(times, times, True), rows_of(whole_times, st.integers(0, 9), False), rows_of(texts, texts.filter(bool), False)),
    st.sampled_from(["s", "ms", "ns"]),
)
def test_both_ways_agree(rows: list[dict[str, Any]], unit: str) -> None:
    plain_reader, careful_reader = new_reader(unit), new_reader(unit)
    plain = plain_reader.plain(range(len(rows)), rows)
    try:
        careful = careful_reader.careful(range(len(rows)), rows)
    except JsonLineError:
        assert plain is None  # and the careful way names it
        assert (plain_reader.workers, plain_reader.reader.form) == ({}, "")
        return
    assert plain is not None or len({type(row.get(name)) for row in rows for name in ("sent", "first_token", "last_token", "ended")}) > 1
    if plain is not None:
        assert list(plain) == list(careful) == list(COLUMNS)
        for name, kind in COLUMNS.items():
            assert plain[name].dtype == careful[name].dtype == kind
            np.testing.assert_array_equal(plain[name], careful[name], name)
        assert plain_reader.workers == careful_reader.workers
        assert plain_reader.reader.form == careful_reader.reader.form


@given(rows_of(whole_times, st.integers(0, 9), False))
def test_what_is_all_as_it_should_be_takes_the_plain_way(rows: list[dict[str, Any]]) -> None:
    assert new_reader().plain(range(len(rows)), rows) is not None


def test_the_form_of_times_holds_from_chunk_to_chunk() -> None:
    reader = new_reader()
    reader.read([1], [{"request_id": 1, "sent": 5, "status": 200}])
    with pytest.raises(JsonLineError, match="line 2: field 'sent': found '2026-01-02T03:04:05Z', allowed numbers throughout"):
        reader.read([2], [{"request_id": 2, "sent": "2026-01-02T03:04:05Z", "status": 200}])


def test_values_by_hand() -> None:
    rows = [
        {"request_id": "7", "sent": 1.5, "first_token": None, "status": "ok", "worker": 3, "completion_tokens": 0},
        {"request_id": 7, "sent": 2, "first_token": 3, "status": 404},
    ]
    columns = new_reader().read([1, 3], rows)
    assert columns["sent"].tolist() == [1_500_000, 2_000_000]
    assert columns["first_token"].tolist() == [MISSING, 3_000_000]
    assert columns["completion_tokens"].tolist() == [0, UNCOUNTED]
    assert columns["cause"].tolist() == [0, 2]
    assert columns["worker"].tolist() == [0, 1]
    assert columns["line"].tolist() == [1, 3]
    assert columns["id_high"][0] != columns["id_high"][1]  # a text and a number are two ids


def test_no_chunk_is_an_empty_log() -> None:
    assert {name: (column.dtype, len(column)) for name, column in ColumnStore().columns().items()} == {
        name: (np.dtype(kind), 0) for name, kind in COLUMNS.items()
    }
