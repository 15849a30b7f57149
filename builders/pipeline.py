"""The build line: named steps over a stream, each with its counts, and a runner that shares the parts of a source among workers.

A step is a function from one item to the next item or to a ``Drop``; ``flow`` chains steps lazily, so memory holds one item at a time. A shard's
worker writes what is left to a part file and returns counts and small facts only: sending records between processes costs more than parsing
them. The result is the same for any number of workers, because shards do not depend on it and are merged in order.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, TypeVar

from builders.errors import BuildError
from builders.signals import become_worker, uninterrupted

T = TypeVar("T")
R = TypeVar("R")
ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Drop:
    """An item that a step leaves out: why (a key of ``tasks.reasons``), which file, which id where it is known, and what was found.

    Drops are sorted by file.
    """

    reason: str
    file: str
    id: str = ""
    detail: str = ""

    def __lt__(self, other: Drop) -> bool:
        return (self.file, self.id, self.reason, self.detail) < (other.file, other.id, other.reason, other.detail)

    def __str__(self) -> str:
        which = f"{self.file} ({self.id})" if self.id and self.id not in self.file else self.file
        return f"{which}: {self.reason}" + (f": {self.detail}" if self.detail else "")


@dataclass(slots=True)
class StepCount:
    """How many items a step read, kept, and dropped by reason.

    >>> count = StepCount("read")
    >>> count.read, count.kept
    (0, 0)
    """

    step: str
    read: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, other: StepCount) -> None:
        """Add the counts of the same step in another shard."""
        self.read += other.read
        self.kept += other.kept
        self.dropped.update(other.dropped)

    def to_dict(self) -> dict[str, Any]:
        """For the manifest; reasons in the order of their names."""
        return {"step": self.step, "read": self.read, "kept": self.kept, "dropped": dict(sorted(self.dropped.items()))}


@dataclass(slots=True)
class Log:
    """The counts of all steps of a run and every drop, in order."""

    counts: dict[str, StepCount] = field(default_factory=dict)
    drops: list[Drop] = field(default_factory=list)

    def count(self, step: str) -> StepCount:
        """The counts of ``step``, made at its first mention."""
        return self.counts.setdefault(step, StepCount(step))

    def drop(self, step: str, drop: Drop) -> None:
        """Note that ``step`` dropped an item."""
        self.count(step).dropped[drop.reason] += 1
        self.drops.append(drop)

    def add(self, other: Log) -> None:
        """Append the log of another shard."""
        for name, count in other.counts.items():
            self.count(name).add(count)
        self.drops.extend(other.drops)


@dataclass(frozen=True, slots=True)
class Step:
    """A named step: ``function(item)`` gives the next item or a ``Drop``."""

    name: str
    function: Callable[[Any], Any]


def flow(items: Iterable[Any], steps: Sequence[Step], log: Log) -> Iterator[Any]:
    """Send ``items`` through ``steps``, one at a time; what is left comes out, what is dropped goes to the log.

    >>> log = Log()
    >>> even = Step("even", lambda n: n if n % 2 == 0 else Drop("odd", str(n)))
    >>> list(flow([1, 2, 3, 4], [even, Step("half", lambda n: n // 2)], log)), log.counts["even"].to_dict()
    ([1, 2], {'step': 'even', 'read': 4, 'kept': 2, 'dropped': {'odd': 2}})
    """
    for step in steps:
        items = _counted(items, step, log, log.count(step.name))
    return iter(items)


def _counted(items: Iterable[Any], step: Step, log: Log, count: StepCount) -> Iterator[Any]:
    for item in items:
        count.read += 1
        result = step.function(item)
        if isinstance(result, Drop):
            log.drop(step.name, result)
        else:
            count.kept += 1
            yield result


def in_parts(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """``items`` cut into parts of ``size``, in order: the shards, which never depend on the number of workers.

    >>> in_parts([1, 2, 3], 2)
    [[1, 2], [3]]
    """
    return [items[start : start + size] for start in range(0, len(items), size)]


def run_shards(function: Callable[[T], R], shards: Sequence[T], *, jobs: int) -> list[R]:
    """``function`` of each shard, in the order of the shards; in this process for one job, else in ``jobs`` worker processes.

    A worker that dies (out of memory, killed) breaks the pool: the pool is made anew and what is missing is tried again, three times in
    all. An exception that the function raises, or a signal that stops the run, goes through at once, and the other workers with it.

    Raises: BuildError for a shard whose worker died each time.
    """
    if jobs == 1 or len(shards) < 2:
        return [function(shard) for shard in shards]
    results: dict[int, R] = {}
    for _ in range(ATTEMPTS):
        missing = [index for index in range(len(shards)) if index not in results]
        if not missing:
            break
        # Not fork: the parent may hold threads (Arrow, numpy) whose locks a forked child would inherit.
        context = multiprocessing.get_context("spawn")
        others = set(multiprocessing.active_children())
        with ProcessPoolExecutor(min(jobs, len(missing)), mp_context=context, initializer=become_worker) as pool:
            try:
                with uninterrupted():  # workers begin with the signals blocked, and take them up when they are ready
                    futures: dict[int, Future[R]] = {index: pool.submit(function, shards[index]) for index in missing}
                for index, future in futures.items():
                    results[index] = future.result()
            except BrokenProcessPool:
                done = {i: f for i, f in futures.items() if f.done() and not f.cancelled() and f.exception() is None}
                results.update({index: future.result() for index, future in done.items()})
            except BaseException:
                for worker in set(multiprocessing.active_children()) - others:
                    worker.kill()
                pool.shutdown(cancel_futures=True)
                raise
    if len(results) < len(shards):
        lost = len(shards) - len(results)
        raise BuildError(f"{lost} of {len(shards)} shards: the worker process died {ATTEMPTS} times; try fewer --jobs")
    return [results[index] for index in range(len(shards))]
