"""What takes points from ruled items: a wrong order, and vetoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legal_metrics.grading import Item, Module, Rubric
from legal_metrics.metrics.rubric_inputs import ScoringProblem
from legal_metrics.metrics.rubric_policies import Policy
from legal_metrics.metrics.rubric_rulings import Ruling

_SCOPES = ("item", "module", "rubric")  # from the narrowest to the widest
_KEPT = {"drop": 0.0, "half": 0.5, "flag": 1.0}


def kept_in_order(
    rubric: Rubric, rulings: Mapping[int, Ruling], policy: Policy, told: list[ScoringProblem]
) -> dict[int, float]:
    """What share of its points each item keeps that stands in the wrong order; each module has its own order.

    Items whose order counts and that earn something are compared by the position that the judge reports; one without a position keeps its points, told.
    """
    kept: dict[int, float] = {}
    for module in rubric:
        if not any(item.order_required for item in module.items):
            continue
        placed: list[tuple[int, int, float]] = []
        for item in module.items:
            ruling = rulings[item.number]
            if not item.order_required or not ruling.points or ruling.points < 0:
                continue
            if ruling.position is None:
                told.append(ScoringProblem("no_position", item.number))
                continue
            placed.append((item.number, ruling.position, ruling.points))
        seen: set[int] = set()
        for number, position, _ in placed:
            if position in seen:
                told.append(ScoringProblem("same_position", number, str(position)))
            seen.add(position)
        run = longest_run([position for _, position, _ in placed], [points for _, _, points in placed])
        for place, (number, position, _) in enumerate(placed):
            if place not in run:
                told.append(ScoringProblem("out_of_order", number, f"position {position}"))
                kept[number] = _KEPT[policy.order]
    return kept


def longest_run(positions: Sequence[int], weights: Sequence[float]) -> frozenset[int]:
    """Places of the longest strictly increasing run (not necessarily neighbours); of runs as long the one that weighs most, then the earliest. Quadratic.

    >>> sorted(longest_run([1, 3, 2, 4], [1, 1, 5, 1]))
    [0, 2, 3]
    """
    best: list[tuple[int, float]] = []  # length and weight of the best run that ends at a place
    before: list[int] = []
    for place, position in enumerate(positions):
        earlier = [other for other in range(place) if positions[other] < position]
        last = max(earlier, key=lambda other: (*best[other], -other), default=-1)
        length, weight = best[last] if last >= 0 else (0, 0.0)
        best.append((length + 1, weight + weights[place]))
        before.append(last)
    place = max(range(len(best)), key=lambda other: (*best[other], -other), default=-1)
    run = set()
    while place >= 0:
        run.add(place)
        place = before[place]
    return frozenset(run)


def vetoed_items(rubric: Rubric, rulings: Mapping[int, Ruling], told: list[ScoringProblem]) -> tuple[set[int], bool]:
    """Items of which a veto leaves nothing, and whether it is all of them and what an answer has before any grade."""
    taken: set[int] = set()
    whole = False
    for module in rubric:
        for item in module.items:
            if not rulings[item.number].veto:
                continue
            scope = _scope(item, module, rubric, told)
            told.append(ScoringProblem("vetoed", item.number, scope))
            whole = whole or scope == "rubric"
            taken.add(item.number)
            if scope == "module":
                taken.update(other.number for other in module.items)
    return (set(rulings), True) if whole else (taken, False)


def _scope(item: Item, module: Module, rubric: Rubric, told: list[ScoringProblem]) -> str:
    """How far a veto reaches that a judge reports of an item: its own, else its module's, else the rubric's."""
    for vetoes, least in ((item.vetoes, "item"), (module.vetoes, "module"), (rubric.vetoes, "rubric")):
        scopes = {max(veto.scope, least, key=_SCOPES.index) for veto in vetoes}
        if len(scopes) > 1:
            told.append(ScoringProblem("several_vetoes", item.number, ", ".join(sorted(scopes, key=_SCOPES.index))))
        if scopes:
            return max(scopes, key=_SCOPES.index)
    told.append(ScoringProblem("unstated_veto", item.number))
    return "item"
