"""Rubrics: points that a judge's grades are worth, by a named policy; in all, by module, by the seven dimensions, by item.

A score is never above the rubric's maximum or below its floor, whatever the grades say, and a verdict that grades nothing has no score: not zero, and not the
points that an answer has before any grade. Judges together: ``metrics.judges``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.grading import DIMENSIONS, Rubric
from legal_metrics.metrics.rubric_effects import kept_in_order, vetoed_items
from legal_metrics.metrics.rubric_inputs import ScoringProblem, as_grades, as_rubric
from legal_metrics.metrics.rubric_policies import Policy, policy_of
from legal_metrics.metrics.rubric_rulings import TOLERANCE, Ruling, Rulings, rule


@dataclass(frozen=True, slots=True)
class Subtotal:
    """Points of a module, a dimension or an item. ``score`` None: unscored; ``coverage``: share of its items that have a usable grade, in [0, 1].

    >>> Subtotal("结论", 4.0, 10.0, 1.0).ratio
    0.4
    """

    name: str
    score: float | None
    max: float
    coverage: float
    label: str = ""

    @property
    def ratio(self) -> float | None:
        """Score over maximum, in [0, 1] (penalties held at 0); None where either is missing."""
        return None if self.score is None or self.max <= 0 else min(max(self.score / self.max, 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class RubricScore:
    """What one verdict (or several judges together) is worth.

    ``score``: points, in [``floor``, ``max``], None: unscored. ``ratio``: by the policy's scale, None without points to be had. ``coverage``: share of items
    with a usable grade. ``by_module`` and ``by_item``: in the rubric's order; ``by_dimension``: all seven, None where no item has it; a part that holds an
    unscored item is unscored under ``missing="unscored"``. Numbers of items: ``clamped`` (points out of range), ``unknown`` (not in the rubric),
    ``missing`` (no usable grade), ``repeated``, ``contradictions`` (label against points), ``out_of_order``, ``vetoed``. ``split``: equal shares;
    ``rescaled``: points scaled to the declared total. ``problems``: all of this and more, each with its code, item and what was found.

    >>> score = score_rubric([{"index": 1, "points": 5}], [])
    >>> score.score, score.ratio, score.missing
    (None, None, (1,))
    """

    id: str
    score: float | None
    max: float
    floor: float
    ratio: float | None
    coverage: float
    by_module: Mapping[str, Subtotal]
    by_dimension: Mapping[str, Subtotal | None]
    by_item: Mapping[int, Subtotal]
    unknown: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    repeated: tuple[int, ...] = ()
    split: bool = False
    rescaled: bool = False
    problems: tuple[ScoringProblem, ...] = ()
    policy: str = ""

    def items_with(self, *codes: str) -> tuple[int, ...]:
        """Numbers of the items that have a problem of one of the codes, in the order of the problems.

        >>> score_rubric([{"index": 1, "points": 5}], [{"index": 1, "score": 9}]).items_with("out_of_range")
        (1,)
        """
        found = (problem.item for problem in self.problems if problem.code in codes)
        return tuple(dict.fromkeys(number for number in found if number is not None))

    @property
    def clamped(self) -> tuple[int, ...]:
        """Items with points out of range."""
        return self.items_with("out_of_range")

    @property
    def contradictions(self) -> tuple[int, ...]:
        """Items of which a grade says two things."""
        return self.items_with("label_against_points", "times_against_points", "parts_against_points")

    @property
    def out_of_order(self) -> tuple[int, ...]:
        """Items outside the longest increasing run of positions."""
        return self.items_with("out_of_order")

    @property
    def vetoed(self) -> tuple[int, ...]:
        """Items whose grade says that a veto applies."""
        return self.items_with("vetoed")

    @property
    def labels(self) -> dict[str, int]:
        """How many items have each label that could be read (``applies`` and ``not_applies``: penalties)."""
        counts: dict[str, int] = {}
        for item in self.by_item.values():
            if item.label:
                counts[item.label] = counts.get(item.label, 0) + 1
        return counts


def score_rubric(
    rubric: Rubric | Sequence[Mapping[str, Any]], grades: object, *, policy: Policy | str | Mapping[str, Any] = "zhifa"
) -> RubricScore:
    """The points that one verdict is worth, in [floor, max] of the rubric, whatever the grades.

    Args:
        rubric: a ``Rubric``, or mappings with ``index`` and ``points``.
        grades: ``Grade`` values, mappings with ``index``, ``score`` and ``status``, or a ``JudgeReply``.
        policy: a preset's name (tw_paper, healthbench, prbench, prbench_normalised, zhifa, caai), a ``Policy``, or a mapping of fields (``Policy``).

    Items whose order counts (``order_required``): of those that earn something, the ones outside their module's longest strictly increasing run of positions lose
    their points [CHOICE]; of runs as long, the one with the most points stands. A veto leaves nothing of its item, its module or the rubric; penalties
    are still taken. Points of an item go in equal shares to its dimensions, else to its module's. Source: docs/decisions/0041.
    Raises: BadReferenceError for a rubric, LegalMetricsError for a policy, that cannot be used, and as the policy's ``"error"`` says; WrongTypeError.

    >>> rubric = [{"index": 1, "points": 3}, {"index": 2, "points": 2}, {"index": 3, "points": 5}]
    >>> judged = [{"index": 1, "score": 5}, {"index": 2, "score": "1.5"}, {"index": 9, "score": 4}]
    >>> score = score_rubric(rubric, judged, policy={"out_of_range": "clamp", "unknown": "ignore", "missing": "zero"})
    >>> score.score, score.max, score.ratio, score.clamped, score.unknown, score.missing
    (4.5, 10.0, 0.45, (1,), (9,), (3,))
    """
    read, chosen = as_rubric(rubric), policy_of(policy)
    values, problems = as_grades(grades)
    return add_up(read, rule(read, values, chosen, problems), chosen)


def add_up(rubric: Rubric, ruled: Rulings, policy: Policy) -> RubricScore:
    """Add rulings up to a score: order, vetoes, modules, dimensions, floors. ``score_rubric`` and judges by majority meet here.

    >>> add_up(as_rubric([{"index": 1, "points": 4}]), Rulings((Ruling(1, 4.0, 3.0),)), Policy()).score
    3.0
    """
    told = list(ruled.problems)
    graded = sum(ruling.points is not None for ruling in ruled.rulings)
    if not graded:  # no verdict at all: nothing is zero, nothing is left out
        told.append(ScoringProblem("no_grades"))
        policy = replace(policy, missing="unscored")
    rulings = {ruling.number: ruling for ruling in ruled.rulings}
    factor, gap = _scale(rubric, rulings, policy, told)
    vetoed, all_vetoed = vetoed_items(rubric, rulings, told)
    kept = kept_in_order(rubric, rulings, policy, told)
    items: dict[int, Subtotal] = {}
    for number, ruling in rulings.items():
        points = ruling.points
        if points is not None:
            points *= factor * (0.0 if number in vetoed and points > 0 else kept.get(number, 1.0))
        counts = points is not None or policy.missing != "exclude"
        worth = max(ruling.worth, 0.0) * factor if counts else 0.0
        items[number] = Subtotal(str(number), points, worth, float(points is not None), ruling.label)
    modules = _modules(rubric, items, policy)
    base = base_worth = rubric.base * factor
    if base and any(ruling.points is None and ruling.worth < 0 for ruling in ruled.rulings):
        told.append(ScoringProblem("base_withheld"))
        base = 0.0
        base_worth *= policy.missing != "exclude"
    maximum = math.fsum([base_worth, gap, *(part.max for part in modules.values())])
    if policy.sums == "smaller" and rubric.points is not None:
        maximum = min(float(rubric.points), maximum)
    floor = _floor(rubric, rulings, factor, policy)
    score = None
    earned = [part.score for part in modules.values() if part.score is not None]
    if graded and len(earned) == len(modules):
        score = min(max(math.fsum([0.0 if all_vetoed else base, *earned]), floor), maximum) + 0.0
    lowest = floor if policy.scale == "range" else 0.0
    return RubricScore(
        id=rubric.id,
        score=score,
        max=maximum,
        floor=floor,
        ratio=None if score is None or maximum <= 0 else (score - lowest) / (maximum - lowest),
        coverage=graded / len(rulings) if rulings else 0.0,
        by_module=MappingProxyType(modules),
        by_dimension=MappingProxyType(_dimensions(rubric, items, policy, told)),
        by_item=MappingProxyType(items),
        unknown=ruled.unknown,
        missing=ruled.missing,
        repeated=ruled.repeated,
        split=ruled.split,
        rescaled=factor != 1.0,
        problems=tuple(told),
        policy=policy.name,
    )


def _scale(
    rubric: Rubric, rulings: Mapping[int, Ruling], policy: Policy, told: list[ScoringProblem]
) -> tuple[float, float]:
    """What all points are multiplied with, and what the maximum has beyond the items, where they do not add up to the declared total."""
    for module in rubric:
        worths = [rulings[item.number].worth for item in module.items]
        found = math.fsum(worth for worth in worths if worth > 0) or math.fsum(worths)
        if module.points is not None and not _same(found, module.points):
            told.append(ScoringProblem("module_sum", None, f"{found:g} for {module.points:g} in {module.name!r}"))
    whole = math.fsum([rubric.base, *(ruling.worth for ruling in rulings.values() if ruling.worth > 0)])
    declared = rubric.points
    if declared is None or _same(whole, declared):
        return 1.0, 0.0
    told.append(ScoringProblem("total_sum", None, f"{whole:g} for {declared:g}"))
    if policy.sums == "rescale" and whole > TOLERANCE:
        return declared / whole, 0.0
    return 1.0, max(declared - whole, 0.0) if policy.sums == "larger" else 0.0


def _modules(rubric: Rubric, items: Mapping[int, Subtotal], policy: Policy) -> dict[str, Subtotal]:
    """Subtotals by module name; a second module of the same name is called ``name (2)``."""
    found: dict[str, Subtotal] = {}
    for module in rubric:
        name, again = module.name, 1
        while name in found:
            again += 1
            name = f"{module.name} ({again})"
        part = _sum(name, [(items[item.number], 1.0) for item in module.items], policy)
        floored = "module" in policy.floors and part.max > 0
        found[name] = replace(part, score=max(part.score, 0.0)) if floored and part.score is not None else part
    return found


def _dimensions(
    rubric: Rubric, items: Mapping[int, Subtotal], policy: Policy, told: list[ScoringProblem]
) -> dict[str, Subtotal | None]:
    """Subtotals of the seven dimensions: each item's points in equal shares to those that it names, else to those of its module."""
    shares: dict[str, list[tuple[Subtotal, float]]] = {name: [] for name in DIMENSIONS}
    for module in rubric:
        for item in module.items:
            named = tuple(dict.fromkeys(item.dimensions or module.dimensions))
            known = [name for name in named if name in shares]
            told += [ScoringProblem("unknown_dimension", item.number, name) for name in named if name not in shares]
            for name in known:
                shares[name].append((items[item.number], 1 / len(known)))
    return {name: _sum(name, parts, policy) if parts else None for name, parts in shares.items()}


def _sum(name: str, parts: Sequence[tuple[Subtotal, float]], policy: Policy) -> Subtotal:
    """Sum of shares of items; unscored where one of them is and the policy keeps it so."""
    maximum = math.fsum(part.max * share for part, share in parts)
    scores = [part.score * share for part, share in parts if part.score is not None]
    coverage = len(scores) / len(parts) if parts else 1.0
    known = len(scores) == len(parts) or policy.missing != "unscored"
    return Subtotal(name, min(math.fsum(scores), maximum) + 0.0 if known else None, maximum, coverage)


def _floor(rubric: Rubric, rulings: Mapping[int, Ruling], factor: float, policy: Policy) -> float:
    """The least that the rubric can come to."""
    if "total" in policy.floors:
        return 0.0
    lowest = []
    for module in rubric:
        has_points = any(rulings[item.number].worth > 0 for item in module.items)
        for item in module.items:
            worth, left_out = rulings[item.number].worth, rulings[item.number].points is None
            if worth >= 0 or ("module" in policy.floors and has_points) or (left_out and policy.missing == "exclude"):
                continue
            endless = item.per_occurrence and policy.occurrences and "item" not in policy.floors
            lowest.append(-math.inf if endless else worth * factor)
    return math.fsum(lowest) if lowest else 0.0


def _same(found: float, declared: float) -> bool:
    return math.isclose(found, declared, rel_tol=1e-9, abs_tol=TOLERANCE)
