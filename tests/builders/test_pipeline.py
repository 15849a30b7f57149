"""builders.pipeline: steps that count, and workers that can die."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import BuildError
from builders.pipeline import ATTEMPTS, Drop, Log, Step, flow, in_parts, run_shards


def positive(n: int) -> int | Drop:
    return n if n > 0 else Drop("not_positive", f"file{n}")


def even(n: int) -> int | Drop:
    return n if n % 2 == 0 else Drop("odd", f"file{n}", id=str(n), detail="found an odd number")


@given(st.lists(st.integers(-5, 5)))
def test_every_item_is_kept_or_dropped_once(numbers: list[int]) -> None:
    log = Log()
    kept = list(flow(numbers, [Step("positive", positive), Step("even", even)], log))
    assert kept == [n for n in numbers if n > 0 and n % 2 == 0]
    assert list(log.counts) == ["positive", "even"]
    assert log.counts["positive"].read == len(numbers)
    assert log.counts["even"].read == log.counts["positive"].kept
    for count in log.counts.values():
        assert count.read == count.kept + sum(count.dropped.values())
    assert len(log.drops) == len(numbers) - len(kept)


def test_items_flow_one_at_a_time() -> None:
    seen: list[str] = []

    def note(name: str) -> Step:
        return Step(name, lambda n: seen.append(f"{name}{n}") or n)

    for _ in flow([1, 2], [note("a"), note("b")], Log()):
        seen.append("out")
    assert seen == ["a1", "b1", "out", "a2", "b2", "out"]


def test_a_drop_says_which_file_and_why() -> None:
    assert str(Drop("odd", "x.json", id="7", detail="found 7")) == "x.json (7): odd: found 7"
    assert str(Drop("odd", "7.json", id="7")) == "7.json: odd"


def test_logs_add_up_in_order() -> None:
    one, two = Log(), Log()
    list(flow([1], [Step("even", even)], one))
    list(flow([2, 3], [Step("even", even)], two))
    one.add(two)
    assert one.counts["even"].to_dict() == {"step": "even", "read": 3, "kept": 1, "dropped": {"odd": 2}}
    assert [drop.file for drop in one.drops] == ["file1", "file3"]


@given(st.lists(st.integers()), st.integers(1, 5))
def test_parts_are_the_whole(items: list[int], size: int) -> None:
    parts = in_parts(items, size)
    assert [item for part in parts for item in part] == items
    assert all(0 < len(part) <= size for part in parts)


def square(n: int) -> int:
    return n * n


def die_once(path: Path) -> str:
    """Dies the first time that it meets ``path``, as a worker killed for its memory does."""
    if path.name == "deadly" and not path.exists():
        path.write_text("met", encoding="utf-8")
        os._exit(9)
    return path.name


def always_die(path: Path) -> str:
    os._exit(9)


def fail(n: int) -> int:
    raise BuildError(f"shard {n}: found nonsense")


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_shards(jobs: int) -> None:
    assert run_shards(square, [3, 1, 2], jobs=jobs) == [9, 1, 4]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    shards = [tmp_path / name for name in ("a", "deadly", "b")]
    assert run_shards(die_once, shards, jobs=2) == ["a", "deadly", "b"]


def test_workers_that_always_die_end_the_run(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=f"2 of 2 shards: the worker process died {ATTEMPTS} times"):
        run_shards(always_die, [tmp_path / "a", tmp_path / "b"], jobs=2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_goes_through(jobs: int) -> None:
    with pytest.raises(BuildError, match="found nonsense"):
        run_shards(fail, [1, 2, 3], jobs=jobs)
