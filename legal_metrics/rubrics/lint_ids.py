"""Names and numbers in a rubric: what a judge names must be one thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TypeVar

from legal_metrics.grading import Module, Rubric
from legal_metrics.rubrics.lint_codes import Finding, finding
from legal_metrics.rubrics.lint_places import items_with_places, module_place

_Key = TypeVar("_Key", bound=Hashable)


def lint_ids(rubric: Rubric) -> Iterator[Finding]:
    """Every finding about numbers, indices and names.

    >>> from legal_metrics.grading import Item
    >>> items = (Item(1, "甲", 5, index=1), Item(2, "乙", 5, index=1), Item(4, "丙", 5, index=4))
    >>> [f.code for f in lint_ids(Rubric("q", "consultation", 15, (Module("", None, items),)))]
    ['number-gap', 'index-repeated', 'index-gap']
    """
    numbers = [item.number for item in rubric.items]
    for repeated in _repeated(numbers):
        yield finding("number-repeated", f"item {repeated}", f"{numbers.count(repeated)} items {repeated}", "one")
    of_source = all(item.number == item.index for item in rubric.items)  # then the indices tell it
    if not _repeated(numbers) and not of_source and sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield finding("number-gap", "", _listed(numbers), f"1 to {len(numbers)}")
    yield from _modules(rubric)
    last = 0
    for module in rubric:
        indices = [item.index for item in module.items if item.index is not None]
        if not indices:
            continue
        place, begins_anew = module_place(rubric, module), last > 0 and min(indices) <= last
        yield from _indices(place, module, indices, first=1 if begins_anew else last + 1)
        if begins_anew:
            yield finding(
                "index-restart", place, f"indices from {min(indices)}", f"from {last + 1}, or items named by number"
            )
        last = max(indices)
    for place, _, item in items_with_places(rubric):
        for name in _repeated(part.name for part in item.parts if part.kind == "share" and part.name):
            yield finding("part-repeated", place, f"several parts {name}", "one")


def _modules(rubric: Rubric) -> Iterator[Finding]:
    for name in _repeated(module.name.strip() for module in rubric if module.name.strip()):
        yield finding("module-repeated", f"module {name}", "several modules of this name", "one")
    if len(rubric.modules) > 1:
        for module in rubric:
            if not module.name.strip():
                yield finding("module-unnamed", module_place(rubric, module), "no name", "a name")


def _indices(place: str, module: Module, indices: list[int], *, first: int) -> Iterator[Finding]:
    if len(indices) < len(module.items):
        missing = sum(item.index is None for item in module.items)
        yield finding(
            "index-partial", place, f"{missing} of {len(module.items)} items without an index", "an index for each"
        )
    for repeated in _repeated(indices):
        yield finding("index-repeated", place, f"{indices.count(repeated)} items with index {repeated}", "one")
    if any(a > b for a, b in pairwise(indices)):
        yield finding("index-order", place, _listed(indices), "rising indices")
    span = range(first, max(indices) + 1)
    if len(indices) == len(module.items) and (min(indices) < first or len(span) > _LONGEST or set(span) - set(indices)):
        yield finding("index-gap", place, _listed(indices), f"{first}, {first + 1}, {first + 2} …")


_LONGEST = 10_000
_MOST_SHOWN = 12


def _listed(numbers: Iterable[int]) -> str:
    shown = [str(number) for number in numbers]
    return ", ".join(shown[:_MOST_SHOWN]) + (f" … ({len(shown)} in all)" if len(shown) > _MOST_SHOWN else "")


def _repeated(values: Iterable[_Key]) -> list[_Key]:
    return [value for value, n in Counter(values).items() if n > 1]
