"""From grades to rulings: what each item of a rubric earns by one judge's word, before order, vetoes and floors (``metrics.rubric`` adds up)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.grading import Grade, Item, Part, PartGrade, Rubric
from legal_metrics.metrics.rubric_inputs import PROBLEMS, ScoringProblem
from legal_metrics.metrics.rubric_policies import Policy
from legal_metrics.text.grade_labels import is_ungraded, read_applies, read_label

TOLERANCE = 1e-9  # points are decimal fractions: 0.1 + 0.2 is within 0.3


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one item earns. ``worth``: its points (below 0: a penalty's, once); ``points``: earned, in [0, worth], or taken (<= 0); None: unscored.

    >>> Ruling(1, 5.0, 2.5, "partial").points
    2.5
    """

    number: int
    worth: float
    points: float | None
    label: str = ""
    position: int | None = None
    veto: bool = False


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of one verdict in the rubric's order, and what was told on the way. ``unknown``: numbers that the rubric lacks; ``missing``: of items
    without a usable grade; ``repeated``: graded twice; ``split``: some worths are equal shares."""

    rulings: tuple[Ruling, ...]
    unknown: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    repeated: tuple[int, ...] = ()
    split: bool = False
    problems: tuple[ScoringProblem, ...] = ()


def rule(rubric: Rubric, grades: Sequence[Grade], policy: Policy, problems: Sequence[ScoringProblem] = ()) -> Rulings:
    """Rule on every item of a rubric. ``problems``: those told before, which stand first.

    Raises: LegalMetricsError where the policy says ``"error"``.

    >>> from legal_metrics.grading import Module
    >>> rubric = Rubric("q1", "", None, (Module("", None, (Item(1, "甲", 3), Item(2, "乙", -2))),))
    >>> [ruling.points for ruling in rule(rubric, [Grade(1, score=2), Grade(2, "applies")], Policy()).rulings]
    [2.0, -2.0]
    """
    told = list(problems)
    items = {item.number: item for item in rubric.items}
    chosen, repeated = _one_each(grades, policy, told)
    unknown = tuple(sorted(set(chosen) - set(items)))
    for number in unknown:
        _tell(told, policy.unknown, "unknown_item", number, str(number))
    worth, split = _worths(rubric, chosen, policy)
    if split:
        told.append(ScoringProblem("split"))
    dropped = repeated if policy.repeated == "unscored" else ()
    rulings = []
    for number, item in items.items():
        grade = None if number in dropped else chosen.get(number)
        if number not in chosen:
            told.append(ScoringProblem("missing", number))
        if number not in worth:
            told.append(ScoringProblem("unallocated", number))
            grade = None
        rulings.append(_ruling(item, worth.get(number, 0.0), grade, policy, told))
    missing = tuple(r.number for r in rulings if r.points is None)
    return Rulings(tuple(rulings), unknown, missing, repeated, split, tuple(told))


def _one_each(
    grades: Sequence[Grade], policy: Policy, told: list[ScoringProblem]
) -> tuple[dict[int, Grade], tuple[int, ...]]:
    """One grade for each number, as the policy chooses, and the numbers that are graded twice."""
    given: dict[int, list[Grade]] = {}
    for grade in grades:
        given.setdefault(grade.index, []).append(grade)
    repeated = tuple(number for number, several in given.items() if len(several) > 1)
    for number in repeated:
        _tell(told, policy.repeated, "repeated", number, f"{len(given[number])} grades")
    place = -1 if policy.repeated == "last" else 0
    return {number: several[place] for number, several in given.items()}, repeated


def _worths(rubric: Rubric, grades: Mapping[int, Grade], policy: Policy) -> tuple[dict[int, float], bool]:
    """Points of each item, and whether some share equally what nobody allocated; without those that neither the source nor the judge gives any."""
    worth = {item.number: item.points for item in rubric.items}
    open_items = [number for number, points in worth.items() if points is None]
    known = {number: float(points) for number, points in worth.items() if points is not None}
    if not open_items:
        return known, False
    if policy.award == "levels":
        return {**known, **dict.fromkeys(open_items, float(policy.levels))}, False
    allocated = {number: grades[number].allocated if number in grades else None for number in open_items}
    if all(points is not None and 0 <= points < math.inf for points in allocated.values()) and any(allocated.values()):
        return {**known, **{number: float(points or 0) for number, points in allocated.items()}}, False
    for module in rubric:
        within = [item.number for item in module.items if item.points is None]
        if within and module.points is not None:
            known |= _shares(module.points, [item.points for item in module.items], within)
    left_open = [number for number in open_items if number not in known]
    if left_open and rubric.points is not None:
        known |= _shares(rubric.points - rubric.base, list(known.values()), left_open)
    return known, len(left_open) < len(open_items) or rubric.points is not None


def _shares(whole: float, stated: Sequence[float | None], numbers: Sequence[int]) -> dict[int, float]:
    left = max(whole - math.fsum(points for points in stated if points is not None and points > 0), 0.0)
    return dict.fromkeys(numbers, left / len(numbers))


def _ruling(item: Item, worth: float, grade: Grade | None, policy: Policy, told: list[ScoringProblem]) -> Ruling:
    if grade is None:
        return Ruling(item.number, worth, None)
    if grade.status and is_ungraded(grade.status):
        told.append(ScoringProblem("ungraded", item.number, shown(grade.status)))
        return Ruling(item.number, worth, None)
    verdict = _taken if worth < 0 else _earned
    points, label = verdict(item, worth, grade, policy, told)
    if points is None and worth >= 0 and grade.veto is True:
        points = 0.0  # whatever its points would be, the veto leaves nothing of them
    return Ruling(item.number, worth, points, label, grade.position, grade.veto is True)


def _earned(
    item: Item, worth: float, grade: Grade, policy: Policy, told: list[ScoringProblem]
) -> tuple[float | None, str]:
    """Points that an item earns, in [0, worth], and the label; None: unscored."""
    number = item.number
    label = read_label(grade.status) if grade.status else None
    if grade.status and label is None:
        told.append(ScoringProblem("unknown_label", number, shown(grade.status)))
    stated, usable = _stated(grade.score, worth, policy, number, told)
    if item.parts and any(given.name == part.name for part in item.parts for given in grade.parts):
        points = _of_parts(item, worth, grade.parts, policy, told)
        if points is not None and stated is not None and abs(points - stated) > TOLERANCE:
            usable = (
                _tell(told, policy.contradiction, "parts_against_points", number, f"{points:g} and {stated:g}")
                and usable
            )
        usable = usable and points is not None
    else:
        points = stated
        for part in grade.parts:
            _tell(told, policy.unknown, "unknown_part", number, shown(part.name))
    if not usable:
        return None, label or ""
    if label is not None and points is not None and worth > 0 and not _agree(label, points, worth):
        found = f"{grade.status} with {points:g} of {worth:g}"
        if not _tell(told, policy.contradiction, "label_against_points", number, found):
            return None, label
    if policy.award == "met":
        return _met(number, points, worth, label, told), label or ""
    if label is not None and (policy.award == "label" or points is None):
        return _of_label(label, points, worth, policy.partial), label
    if points is None:
        told.append(ScoringProblem("no_verdict", number))
    return points, label or ""


def _stated(
    score: float | None, worth: float, policy: Policy, number: int, told: list[ScoringProblem]
) -> tuple[float | None, bool]:
    """Points as stated, held in [0, worth], and whether the item can be scored; levels become the share of the item that they mean."""
    if score is None or not math.isfinite(score):
        return None, True
    leveled = policy.award == "levels"
    top = float(policy.levels) if leveled else worth
    held = float(min(max(score, 0.0), top))
    if leveled:
        held = float(math.floor(held))
    usable = True
    if abs(held - score) > TOLERANCE:
        usable = _tell(told, policy.out_of_range, "out_of_range", number, f"{score:g} of {top:g}")
    return (held / top * worth if leveled else held), usable


def _agree(label: str, points: float, worth: float) -> bool:
    if label == "correct":
        return points >= worth - TOLERANCE
    if label == "partial":
        return TOLERANCE < points < worth - TOLERANCE
    return points <= TOLERANCE


def _of_label(label: str, points: float | None, worth: float, partial: float) -> float:
    if label == "correct":
        return worth
    if label == "partial":
        return points if points is not None and 0 < points < worth else partial * worth
    return 0.0


def _met(
    number: int, points: float | None, worth: float, label: str | None, told: list[ScoringProblem]
) -> float | None:
    """All for a criterion that is met; nothing for one that is not, or only in part."""
    if label is not None:
        return worth if label == "correct" else 0.0
    if points is None:
        told.append(ScoringProblem("no_verdict", number))
        return None
    if TOLERANCE < points < worth - TOLERANCE:
        told.append(ScoringProblem("not_binary", number, f"{points:g} of {worth:g}"))
        return None
    return worth if points > TOLERANCE else 0.0


def _of_parts(
    item: Item, worth: float, grades: Sequence[PartGrade], policy: Policy, told: list[ScoringProblem]
) -> float | None:
    """Points by parts: of the level that is named, else the shares (scaled to the item's where they do not add up to it) less the deductions; None: unscored."""
    number = item.number
    given: dict[str, list[PartGrade]] = {}
    for grade in grades:
        given.setdefault(grade.name, []).append(grade)
    names = {part.name for part in item.parts}
    for name in (name for name in given if name not in names):
        _tell(told, policy.unknown, "unknown_part", number, shown(name))
    levels = [part.points or 0.0 for part in item.parts if part.kind == "level" and _named(given.get(part.name, ()))]
    if levels:
        if len(levels) > 1 and not _tell(told, policy.repeated, "repeated", number, f"{len(levels)} levels"):
            return None
        return float(min(max(min(levels), 0.0), worth))
    sizes = _sizes(item, worth)
    counted, earned, taken = [], [], []
    for part, size in sizes:
        points = _of_part(part, size, given.get(part.name, ()), number, policy, told)
        if points is None:
            told.append(ScoringProblem("missing_part", number, shown(part.name)))
            if policy.missing == "unscored":
                return None
        if part.kind == "deduction":
            taken.append(points or 0.0)
        elif points is not None or policy.missing == "zero":
            earned.append(points or 0.0)
            counted.append(size)
    shares = math.fsum(size for part, size in sizes if part.kind == "share")
    if counted and not math.isclose(shares, worth, rel_tol=1e-9, abs_tol=TOLERANCE):
        told.append(ScoringProblem("parts_sum", number, f"{shares:g} for {worth:g}"))
    if any(part.kind == "share" for part, _ in sizes):
        whole = math.fsum(counted)
        if whole <= TOLERANCE:
            return None
        worth = min(worth * math.fsum(earned) / whole, worth)
    return max(worth + math.fsum(taken), 0.0)


def _sizes(item: Item, worth: float) -> list[tuple[Part, float]]:
    """Shares and deductions with their points; shares without any divide what is left of the item's."""
    stated = [part.points for part in item.parts if part.kind == "share"]
    n_open = stated.count(None)
    share = _shares(worth, stated, range(n_open))[0] if n_open else 0.0
    return [
        (part, float(part.points) if part.points is not None else share if part.kind == "share" else -worth)
        for part in item.parts
        if part.kind != "level"
    ]


def _of_part(
    part: Part, size: float, grades: Sequence[PartGrade], number: int, policy: Policy, told: list[ScoringProblem]
) -> float | None:
    """Points of one part as one grades an item, or a penalty; None: unscored."""
    if not grades:
        return None
    if len(grades) > 1 and not _tell(told, policy.repeated, "repeated", number, f"part {shown(part.name)}"):
        return None
    grade = grades[-1 if policy.repeated == "last" else 0]
    if grade.status and is_ungraded(grade.status):
        return None
    policy = replace(policy, award="points") if policy.award in ("levels", "met") else policy
    item = Item(number, "", size, per_occurrence=part.per_occurrence)
    verdict = _taken if part.kind == "deduction" else _earned
    return verdict(item, size, Grade(number, grade.status, grade.score), policy, told)[0]


def _named(grades: Sequence[PartGrade]) -> bool:
    """Whether a level is said to be the answer's: by a label or by points above 0; one that is named without either is."""
    return any(
        read_label(grade.status) == "correct" or (not grade.status and (grade.score is None or grade.score > 0))
        for grade in grades
    )


def _taken(
    item: Item, worth: float, grade: Grade, policy: Policy, told: list[ScoringProblem]
) -> tuple[float | None, str]:
    """Points that a penalty takes, 0 or below, and whether it applies as a word; None: unscored."""
    number = item.number
    several = item.per_occurrence and policy.occurrences
    lowest = -math.inf if several and "item" not in policy.floors else worth
    applies = read_applies(grade.status) if grade.status else None
    if grade.status and applies is None:
        told.append(ScoringProblem("unknown_label", number, shown(grade.status)))
    by_times = by_points = None
    usable = True
    if grade.times is not None:
        times = max(grade.times, 0)
        if times != grade.times:
            usable = _tell(told, policy.out_of_range, "out_of_range", number, f"{grade.times} times")
        by_times = max(worth * (times if several else min(times, 1)), lowest)
    if grade.score is not None and math.isfinite(grade.score):
        by_points = float(min(max(grade.score, lowest), 0.0))
        if abs(by_points - grade.score) > TOLERANCE:
            usable = (
                _tell(told, policy.out_of_range, "out_of_range", number, f"{grade.score:g} of {worth:g}") and usable
            )
    by_label = None if applies is None else worth * applies
    if grade.score is not None and grade.score > 0 and (applies or by_times):
        by_points = None  # a sign that was left out spares no penalty that is said to apply
    if by_times is not None and by_points is not None and not several and by_times < 0 and by_points < 0:
        by_times = by_points  # a penalty that counts once may take a part of its points
    if by_times is not None and by_points is not None and abs(by_times - by_points) > TOLERANCE:
        found = f"{grade.times} times and {by_points:g}"
        usable = _tell(told, policy.contradiction, "times_against_points", number, found) and usable
    amount = next((value for value in (by_times, by_points, by_label) if value is not None), None)
    if amount is not None and by_label is not None and (amount < 0) != (by_label < 0):
        usable = (
            _tell(told, policy.contradiction, "label_against_points", number, f"{grade.status} with {amount:g}")
            and usable
        )
        amount = by_label if policy.award in ("label", "met") else amount
    if policy.award == "met" and amount is not None and worth < amount < 0:
        told.append(ScoringProblem("not_binary", number, f"{amount:g} of {worth:g}"))
        usable = False
    if amount is None:
        told.append(ScoringProblem("no_verdict", number))
    word = "" if amount is None else "applies" if amount < 0 else "not_applies"
    return (amount if usable else None), word


def _tell(told: list[ScoringProblem], rule: str, code: str, number: int, found: str) -> bool:
    """Note a problem and do what the policy says of its kind; False where the item is unscored for it."""
    problem = ScoringProblem(code, number, found)
    if rule == "error":
        raise LegalMetricsError(
            f"grades: found {found} for item {number}, refused by the policy: {PROBLEMS[code]} ({code})"
        )
    told.append(problem)
    return rule != "unscored"
