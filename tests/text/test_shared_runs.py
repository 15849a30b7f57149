"""Shared runs against their definition: every pair of places tried."""

from __future__ import annotations

from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.text.shared_runs import RunFinder, SharedRun

SHORT = st.text("甲乙丙", max_size=14)


def by_definition(text: str, reference: str, least: int) -> list[tuple[int, int]]:
    """(start, length) of the runs that stand in the reference and cannot be made longer."""
    found = []
    for start in range(len(text)):
        for end in range(start + max(least, 1), len(text) + 1):
            longer = (text[max(start - 1, 0) : end] if start else None, text[start : end + 1] if end < len(text) else None)
            if text[start:end] in reference and not any(run is not None and run in reference for run in longer):
                found.append((start, end - start))
    return sorted(found, key=lambda run: run[0] + run[1])


@given(SHORT, SHORT, st.integers(0, 4))
def test_runs_are_those_of_the_definition(text: str, reference: str, least: int) -> None:
    runs = RunFinder(reference).runs(text, least=least)
    assert [(run.start, run.length) for run in runs] == by_definition(text, reference, least)
    for run in runs:
        shared = text[run.start : run.start + run.length]
        assert reference.find(shared) == run.reference_start
        assert reference[run.reference_start : run.reference_end] == shared


@given(st.text(), st.text())
def test_any_text_is_taken(text: str, reference: str) -> None:
    finder = RunFinder(reference)
    assert finder.runs(text) == finder.runs(text)
    assert not text or finder.runs(text) or not set(text) & set(reference)


def test_a_text_shares_the_whole_of_itself() -> None:
    assert RunFinder("甲乙甲乙丙").runs("甲乙甲乙丙") == [SharedRun(0, 0, 5)]
    assert RunFinder("").runs("甲") == RunFinder("甲").runs("") == []


def test_time_is_linear_on_repeated_characters() -> None:  # ten times the text: a quadratic search would take 100 times as long
    def seconds(n: int) -> float:
        began = perf_counter()
        RunFinder("甲" * n + "乙").runs("甲" * n + "丙" + "甲" * n)
        return perf_counter() - began

    seconds(1000)
    assert min(seconds(40_000) for _ in range(3)) < 50 * min(seconds(4_000) for _ in range(3))
