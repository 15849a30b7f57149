"""The rows of a judge's reply and the items of the rubric: which row is about which item."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from legal_metrics.errors import WrongTypeError
from legal_metrics.extract.judge_fields import Row, error_in, field_of, item_number, read_flag, read_points, row_of
from legal_metrics.grading import Grade, Item, Module, Rubric
from legal_metrics.text.grade_labels import read_applies, read_label

_DEPTH = 8  # lists of modules of groups of grades: deeper nesting is no verdict
_LISTS = frozenset(
    ("grades", "items", "rubrics", "criteria", "results", "scores", "評分", "评分", "評分項", "评分项", "items_graded")
)


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one block in order; ``strange``: what stands among them and is no object; ``errors``: what objects around them say went wrong."""

    rows: tuple[Row, ...]
    strange: tuple[Any, ...] = ()
    errors: tuple[str, ...] = ()


def rows_in(value: Any) -> Rows:
    """Every object of a parsed block that says something about an item: in lists under any key, by module, by number, alone.

    >>> [(row.number, row.module) for row in rows_in({"結論": [{"index": 1, "score": 2}], "總評": "尚可"}).rows]
    [(1, '結論')]
    >>> [row.number for row in rows_in({"1": {"score": 2}, "2": "正確"}).rows]
    [1, 2]
    """
    walk = _Walk()
    walk.through(value, None, 0)
    return Rows(tuple(walk.rows), tuple(walk.strange) if walk.rows else (), tuple(walk.errors))


def is_container(value: Mapping[str, Any]) -> bool:
    """Whether an object holds grades, and is none itself: only such a one may be cut.

    >>> is_container({"grades": [{"index": 1}]}), is_container({"index": 1, "parts": [{"name": "甲", "score": 1}]})
    (True, False)
    """
    row = row_of(value)
    if row.number is None and not row.is_verdict:
        return True
    return _holds_list(value)


def _holds_list(value: Mapping[str, Any]) -> bool:
    """Whether an object has a list of grades under a name for such lists: it is a module, whatever it says of itself."""
    return not _LISTS.isdisjoint(value) and any(isinstance(value.get(key), list) for key in _LISTS)


class _Walk:
    """Gathers rows on a way through parsed JSON. ``module``: the name, or ``#`` and place, of the list that a value stands in."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.strange: list[Any] = []
        self.errors: list[str] = []

    def through(self, value: Any, module: str | None, depth: int) -> None:
        """Gather the rows in a value."""
        if depth > _DEPTH:
            return
        if isinstance(value, dict):
            self._through_object(value, module, depth)
        elif isinstance(value, list):
            holds_objects = any(isinstance(item, (dict, list)) for item in value)
            for place, item in enumerate(value):
                if isinstance(item, (dict, list)):
                    self.through(item, (module or f"#{place}") if isinstance(item, list) else module, depth + 1)
                elif holds_objects:
                    self.strange.append(item)

    def _through_object(self, value: dict[str, Any], module: str | None, depth: int) -> None:
        row = row_of(value, module)
        if row.number is None or not row.is_verdict or _holds_list(value):
            before = len(self.rows)
            self._through_values(value, row, depth)
            found = len(self.rows) > before
            why = error_in(value, alone=not found)
            failed = bool(why) and (found or row.number is None or depth == 0)
            if failed:
                self.errors.append(why)
            is_row = row.is_verdict or (depth > 0 and (row.number is not None or bool(row.name)))
            if found or failed or not is_row:
                return
        self.rows.append(row)

    def _through_values(self, value: Mapping[str, Any], row: Row, depth: int) -> None:
        """Gather the rows among the values of an object."""
        numbers = {key: item_number(key) for key in value} if row.number is None else {}
        by_number = bool(numbers) and all(number is not None for number in numbers.values())
        for key, item in value.items():
            known = field_of(key)
            if known is not None and known[0] == "parts":
                continue
            if by_number and not isinstance(item, (dict, list)):
                if (one := _scalar_row(item)) is not None:
                    self.rows.append(one._replace(number=numbers[key], module=row.module))
            elif isinstance(item, dict) and numbers.get(key) is not None:
                inner = row_of(item, row.module)
                if inner.number is None and inner.is_verdict:
                    self.rows.append(inner._replace(number=numbers[key]))
                else:
                    self.through(item, row.module, depth + 1)
            elif isinstance(item, (dict, list)):
                generic = row.module is not None or known is not None or key.strip().lower() in _LISTS
                self.through(item, row.module if generic else key, depth + 1)


def _scalar_row(value: Any) -> Row | None:
    """A row that is one value: a number, a label or a flag."""
    if isinstance(value, bool):
        return Row({"met": value}, source={"met": value})
    if isinstance(value, str) and (
        read_label(value) or read_applies(value) is not None or read_flag(value) is not None
    ):
        return Row({"status": value}, source={"status": value})
    if value is None or read_points(value)[1]:
        return None
    return Row({"score": value}, source={"score": value})


# --- items --------------------------------------------------------------------------------------------------------------


class ItemTable:
    """The items that a reply should grade."""

    def __init__(self, items: Mapping[int, Item], modules: Sequence[Module], asked: int | None, known: bool) -> None:
        self.items = items
        self.known = known
        self.wanted = frozenset(items)
        self._modules = modules
        self._asked = asked if asked is not None else next(iter(items)) if len(items) == 1 else None

    @classmethod
    def of(cls, rubric: Rubric | Sequence[Mapping[str, Any]] | None, item: int | None) -> ItemTable:
        """The table of a rubric, or of the one item that was asked about. Raises: WrongTypeError.

        >>> sorted(ItemTable.of([{"index": 1, "points": "3"}], None).items)
        [1]
        """
        if isinstance(rubric, Rubric):
            modules: Sequence[Module] = rubric.modules
        elif rubric is None:
            modules = ()
        elif isinstance(rubric, Sequence) and not isinstance(rubric, (str, bytes)):
            modules = (Module("", None, tuple(_item(place, row) for place, row in enumerate(rubric))),)
        else:
            raise WrongTypeError("rubric", rubric, "a Rubric or a sequence of mappings with index and points")
        items = {one.number: one for module in modules for one in module.items}
        if item is not None and (isinstance(item, bool) or not isinstance(item, int) or (items and item not in items)):
            raise WrongTypeError("item", item, "the number of an item of the rubric")
        if item is not None and items:
            items = {item: items[item]}
        return cls(items, modules, item, rubric is not None)

    @property
    def shown(self) -> str:
        """The numbers, for messages."""
        numbers = sorted(self.wanted)
        return ", ".join(map(str, numbers)) if len(numbers) <= 12 else f"{numbers[0]} to {numbers[-1]}"

    def missing(self, grades: Sequence[Grade]) -> list[int]:
        """Numbers of items without a grade, in order."""
        graded = {grade.index for grade in grades}
        return [number for number in self.items if number not in graded]

    def numbers(self, rows: Rows) -> tuple[list[int | None], tuple[str, ...]]:
        """The number of the item that each row is about (None: it names none), and what was guessed for that."""
        given = [row.number for row in rows.rows]
        repairs: list[str] = []
        if any(number is None for number in given):
            named = [
                self._by_name.get(row.name) if n is None and row.name else n
                for n, row in zip(given, rows.rows, strict=True)
            ]
            if named != given:
                repairs.append("matched_by_name")
            given = named
        if len(given) == 1 and given[0] is None:
            only = rows.rows[0]
            number = self._asked if self._asked is not None else 1 if not self.known and "met" in only.fields else None
            if number is not None:
                return [number], ("number_supplied",) if self._asked is None else ()
        within = self._within_modules(rows.rows, given)
        if within is not None:
            return within, (*repairs, "numbered_by_module")
        if not self.known and self._asked is None and _keyed_without_order(rows.rows):
            return [None] * len(given), ()
        return given, tuple(repairs)

    def _within_modules(self, rows: Sequence[Row], given: Sequence[int | None]) -> list[int | None] | None:
        """Numbers of the whole rubric for rows that are numbered anew in each module; None where they are not so numbered."""
        if all(row.module is None for row in rows):
            return None
        places = self._places
        named = [places.get(row.module.strip()) if row.module is not None else None for row in rows]
        if any(place is None for place in named):
            return None
        by_number = [number in place.values() for number, place in zip(given, named, strict=True) if place is not None]
        by_index = [
            place.get(number) if place is not None and number is not None else None
            for number, place in zip(given, named, strict=True)
        ]
        if None in by_index:
            return None
        if all(by_number) and (set(given) >= self.wanted or not set(by_index) >= self.wanted):
            return None
        return by_index if by_index != list(given) else None

    @cached_property
    def _places(self) -> dict[str, dict[int, int]]:
        """For each module, by name and by place: the source's number of an item (its place, where the source gives none) -> its number in the rubric."""
        places: dict[str, dict[int, int]] = {}
        if len(self._modules) > 1:
            for place, module in enumerate(self._modules):
                inner = {
                    (one.index if one.index is not None else n): one.number for n, one in enumerate(module.items, 1)
                }
                places[module.name.strip()] = places[f"#{place}"] = inner
        return places

    @cached_property
    def _by_name(self) -> dict[str, int]:
        """Criteria and ids of risks, where they name one item only."""
        names: dict[str, int] = {}
        twice: set[str] = set()
        for item in self.items.values():
            for name in (item.criterion, item.extra.get("risk_id"), item.extra.get("id")):
                if isinstance(name, str) and name and names.setdefault(name, item.number) != item.number:
                    twice.add(name)
        return {name: number for name, number in names.items() if name not in twice}

    def echoes(self, rows: Sequence[Row], numbers: Sequence[int | None]) -> frozenset[int]:
        """Places of the rows that are the rubric said back: its own points of an item, and of its parts, with no word of a judge. None where it is
        said back for some items only and nothing else is said of these: then a judge may have meant it."""
        if not self.known:
            return frozenset()
        own: list[int] = []
        judged: set[int | None] = set()
        for place, (row, number) in enumerate(zip(rows, numbers, strict=True)):
            item = self.items.get(number) if number is not None else None
            if item is not None and _is_own(row, item):
                own.append(place)
            else:
                judged.add(number)
        if not judged:
            return frozenset(own)
        return frozenset(place for place in own if numbers[place] in judged)


def _is_own(row: Row, item: Item) -> bool:
    """Whether a row says what the rubric says of the item, and nothing else."""
    fields = row.fields
    if not _JUDGED.isdisjoint(fields) or ("points" not in fields and "parts" not in fields):
        return False
    source = row.source or {}
    if "reason" in fields and not any(
        key in source for key in (*item.extra, "criterion", "content", "dimension", "dimensions")
    ):
        return False
    if "points" in fields and not _equal(fields["points"], item.points):
        return False
    parts = fields.get("parts")
    values = list(parts.values()) if isinstance(parts, Mapping) else parts if isinstance(parts, list) else []
    given = [row_of(value).fields if isinstance(value, Mapping) else {"score": value} for value in values]
    return len(given) in (0, len(item.parts)) and all(
        "status" not in one and _equal(one.get("score", one.get("points")), part.points)
        for one, part in zip(given, item.parts, strict=False)
    )


_JUDGED = frozenset(("status", "met", "score", "either"))


def _equal(given: Any, points: float | None) -> bool:
    read = read_points(given)[0]
    return read is not None and points is not None and math.isclose(read, points)


def _keyed_without_order(rows: Sequence[Row]) -> bool:
    """Whether rows are single values by number whose numbers do not run from 1: years and amounts are no items."""
    keyed = [row.number for row in rows if row.source is not None and len(row.source) == 1 and len(row.fields) == 1]
    return (
        len(keyed) == len(rows)
        and bool(rows)
        and sorted(n for n in keyed if n is not None) != list(range(1, len(rows) + 1))
    )


def _item(place: int, row: object) -> Item:
    if not isinstance(row, Mapping):
        raise WrongTypeError(f"rubric[{place}]", row, "a mapping with index and points")
    number = next(
        (n for key in ("index", "criterion_number", "number") if (n := item_number(row.get(key))) is not None), None
    )
    if number is None:
        raise WrongTypeError(f"rubric[{place}]", dict(row), "a mapping with the number of an item under index")
    points = row.get("points")
    text = row.get("criterion", row.get("content"))
    return Item(number, text if isinstance(text, str) else "", None if points is None else read_points(points)[0])
