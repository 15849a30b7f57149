"""The benchmark's rows are made by seed alone, and have the shape that LawBench's scorer takes."""

from __future__ import annotations

from benchmarks.__main__ import BENCHMARKS
from benchmarks.lawbench import make_rows
from legal_metrics.compat import lawbench


def test_rows_are_made_by_seed() -> None:
    assert make_rows(5) == make_rows(5)
    assert make_rows(5) != make_rows(5, seed=1)


def test_rows_overlap_in_part() -> None:
    values = [sample.value for sample in lawbench.score("3-8", make_rows(20)).samples]
    assert all(0 < value < 1 for value in values)


def test_it_is_run() -> None:
    assert "lawbench" in BENCHMARKS
