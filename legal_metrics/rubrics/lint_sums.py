"""Points of a rubric: parts add up to items, items to modules, modules to the total, marks in a text to what the text is worth."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from legal_metrics.grading import Item, Module, Part, Rubric
from legal_metrics.rubrics.lint_codes import Finding, finding, number
from legal_metrics.rubrics.lint_places import item_place, items_with_places, module_place
from legal_metrics.rubrics.mark_sums import ENUMERATOR, Claim, claims, claims_support, open_marks
from legal_metrics.rubrics.marks import marks

_TOLERANCE = 1e-6


def lint_sums(rubric: Rubric) -> Iterator[Finding]:
    """Every finding about numbers of points.

    >>> module = Module("结论", 5, (Item(1, "甲有权解除合同", 3), Item(2, "乙无权", 1)))
    >>> [f.code for f in lint_sums(Rubric("q", "case_analysis", 6, (module,)))]
    ['module-sum', 'total-sum']
    """
    if not rubric.items:
        yield finding("rubric-empty", "", "no items", "at least one")
        return
    invalid = [*_invalid(rubric)]
    yield from invalid
    if invalid:
        return
    for module in rubric:
        place = module_place(rubric, module)
        if not module.items:
            yield finding("module-empty", place, "no items", "at least one")
        elif is_cut(module):
            if module.points is not None:
                yield from lint_marks(place, cut_text(module), module.points, told=_told(rubric, module.name))
        elif module.points is not None:
            yield from _sum("module-sum", place, "items", _gains(module), module.points, penalties=_penalties(module))
    yield from _total(rubric)
    for place, module, item in items_with_places(rubric):
        if item.points == 0:
            yield finding("points-zero", place, "0", "points above or below 0")
        if rubric.form not in MARKED_FORMS:  # else the marks tell it
            yield from _parts(place, item)
        levels = any(part.kind == "level" for part in item.parts)
        if item.points is not None and item.points > 0 and not is_cut(module) and not levels:
            yield from lint_marks(place, item.criterion, item.points, told=_told(rubric))


def _total(rubric: Rubric) -> Iterator[Finding]:
    """The total against modules, and those that declare nothing against their items."""
    worth: list[float | None] = []
    for module in rubric:
        gains = _gains(module)
        if module.items and not gains:  # nothing to earn: what it declares is what it can take
            continue
        if module.points is not None and module.points >= 0:
            worth.append(module.points)
        elif module.points is None:
            worth += gains
    if rubric.points is None:
        if any(points is None for points in worth):
            yield finding(
                "points-missing", "", "items without points and no total", "a total, or points for every item"
            )
        return
    if rubric.base:
        if not math.isclose(
            rubric.base + math.fsum(points or 0 for points in worth), rubric.points, abs_tol=_TOLERANCE
        ):
            found = f"a base of {number(rubric.base)} and {number(math.fsum(points or 0 for points in worth))} to gain"
            yield finding("total-sum", "", found, f"{number(rubric.points)} as declared")
        return
    penalties = sum(item.is_penalty for item in rubric.items)
    if worth or not penalties:
        of = "items" if all(module.points is None for module in rubric) else "modules"
        yield from _sum("total-sum", "", of, worth, rubric.points, penalties=0)


def _sum(
    code: str, place: str, of: str, worth: Sequence[float | None], declared: float, *, penalties: float
) -> Iterator[Finding]:
    stated = math.fsum(points for points in worth if points is not None)
    n_open = sum(points is None for points in worth)
    if declared < 0 or (
        not worth and penalties
    ):  # a module of penalties declares what it can take at most, if anything
        return
    if n_open:
        if stated >= declared - _TOLERANCE:
            found = f"{number(stated)} of {of} and {n_open} without points"
            yield finding(
                code, place, found, f"less than the {number(declared)} declared, so that something is left to allocate"
            )
    elif not math.isclose(stated, declared, abs_tol=_TOLERANCE):
        fix = f"declare {number(stated)}, or correct the {of}"
        yield finding(code, place, f"{of} that add up to {number(stated)}", f"{number(declared)} as declared", fix=fix)


def _gains(module: Module) -> list[float | None]:
    return [item.points for item in module.items if not item.is_penalty]


def _penalties(module: Module) -> float:
    return math.fsum(item.points or 0 for item in module.items if item.is_penalty)


def _parts(place: str, item: Item) -> Iterator[Finding]:
    shares = [part for part in item.parts if part.kind == "share"]
    if not shares or item.points is None:
        return
    yield from _sum("part-sum", place, "parts", [part.points for part in shares], item.points, penalties=0)
    for part in shares:
        if part.points == 0:
            yield finding("points-zero", f"{place} > part {part.name}", "0", "points above 0")


MARKED_FORMS = frozenset({"plawbench_case", "plawbench_document", "plawbench_consultation"})
"""Forms of free text, whose readers read the marks and tell which they cannot read."""


def is_cut(module: Module) -> bool:
    """Whether the items of a module that declares points were cut out of one text, by its marks alone.

    >>> item = Item(1, "甲有权", 5, extra={"before": "（+5分）", "after": ""})
    >>> is_cut(Module("结论", 5, (item,), extra={"criterion": "（+5分）甲有权"})), is_cut(Module("结论", 5, (item,)))
    (True, False)
    """
    return (
        module.points is not None
        and any("before" in item.extra for item in module.items)
        and "criterion" in module.extra
    )


def cut_text(module: Module) -> str:
    """The text that the items of a module were cut out of.

    >>> cut_text(Module("结论", 5, (Item(1, "甲有权", 5, extra={"before": "（+5分）", "after": ""}),)))
    '（+5分）甲有权'
    """
    return "".join(
        f"{item.extra.get('before', '')}{item.criterion}{item.extra.get('after', '')}" for item in module.items
    )


def _told(rubric: Rubric, where: str | None = None) -> frozenset[str]:
    """What the reader of the form has told already, of the whole rubric or of one place."""
    return frozenset(one.code for one in rubric.unread if where is None or one.where == where)


def lint_marks(place: str, text: str, points: float, *, told: Collection[str] = ()) -> Iterator[Finding]:
    """What the marks in a text say against its points; ``told``: what its reader has told already (codes of ``Rubric.unread``).

    >>> [(f.code, f.found, f.allowed) for f in lint_marks("", "(+5分)甲有权；(+5分)乙无权", 5)]
    [('mark-sum', '5 + 5 = 10', '5')]
    """
    for mark in open_marks(text):
        yield finding("mark-open", place, repr(mark), "a mark in a pair of brackets")
    for unread in marks(text):
        if unread.kind == "unread" and "unread_mark" not in told:
            yield finding("mark-unread", place, repr(unread.text), "a mark with a number of points")
    given = claims(text)
    if claims_support(given, points, text) is False:
        yield from _mark_sum(place, given, points, text, told)
    elif not given and _n_listed(text) > 1:
        yield finding(
            "mark-missing",
            place,
            f"{_n_listed(text)} listed lines without marks",
            f"marks that add up to {number(points)}",
        )


def _mark_sum(place: str, given: Sequence[Claim], points: float, text: str, told: Collection[str]) -> Iterator[Finding]:
    heading, rest = given[0], given[1:]
    if heading.kind == "total" and not any(claim.kind == "total" for claim in rest):
        if not rest or claims_support(rest, points, text):
            if "totals_disagree" not in told:
                yield finding("mark-total", place, f"{number(heading.points)} at the head of the text", number(points))
            return
        given = rest
    elif rest and heading.points == points and heading.heads:
        given = rest
    lacking = math.fsum(claim.points for claim in given) < points
    if not (
        lacking and any(mark.kind == "unread" for mark in marks(text))
    ):  # what cannot be read may be what is lacking
        yield finding("mark-sum", place, _addition(given), number(points))


_MOST_SHOWN = 12


def _addition(given: Iterable[Claim]) -> str:
    values = [claim.points for claim in given]
    shown = [number(value) for value in values[:_MOST_SHOWN]] + ["…"] * (len(values) > _MOST_SHOWN)
    return f"{' + '.join(shown)} = {number(math.fsum(values))}" if len(values) > 1 else number(values[0])


def _n_listed(text: str) -> int:
    return sum(ENUMERATOR.match(line) is not None for line in text.split("\n"))


def _invalid(rubric: Rubric) -> Iterator[Finding]:
    yield from _number("", rubric.points, least=0)
    yield from _number("base", rubric.base, least=0)
    for module in rubric:
        yield from _number(module_place(rubric, module), module.points)
        for item in module.items:
            place = item_place(rubric, module, item)
            yield from _number(place, item.points)
            for part in item.parts:
                yield from _part_number(f"{place} > part {part.name}", part)


def _part_number(place: str, part: Part) -> Iterator[Finding]:
    if part.kind == "deduction":
        if part.points is not None and not (math.isfinite(part.points) and part.points <= 0):
            yield finding("points-invalid", place, str(part.points), "a finite number of at most 0")
    else:
        yield from _number(place, part.points, least=0)


def _number(place: str, points: float | None, *, least: float = -math.inf) -> Iterator[Finding]:
    if points is not None and not (math.isfinite(points) and points >= least):
        allowed = "a finite number" + ("" if least == -math.inf else f" of at least {number(least)}")
        yield finding("points-invalid", place, str(points), allowed)
