"""Values of grading: a rubric (modules of items) and what a judge says of its items. Everything that reads, checks, asks for or scores grades meets here.

One rubric has one shape, whatever file it came from (``rubrics.forms`` reads and writes the files). Points are what a judge may give; a negative number is
a penalty, None means that the source states none and the judge allocates them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

DIMENSIONS: tuple[str, ...] = (
    "事实准确性",
    "法条引用正确性",
    "证据可追溯性",
    "法律推理逻辑性",
    "完整性",
    "安全合规性",
    "用户可理解性",
)
"""The seven dimensions of quality, in ZhiFa-Bench's order: accuracy of facts, of statutes, traceable evidence, reasoning, completeness, safety, clarity."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sub-point of an item, and words that hint at it (evidence for the judge, never points by themselves). ``kind``: ``share`` adds its points to the
    item's; ``deduction`` takes them (``points`` below 0) and may count more than once (``per_occurrence``); ``level`` is what the whole item is worth at
    that level, never added to anything.

    >>> Part("识别风险", 1, "指出该条存在风险").kind
    'share'
    """

    name: str
    points: float | None
    criterion: str = ""
    keywords: tuple[str, ...] = ()
    kind: str = "share"
    per_occurrence: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Veto:
    """What, if it stands in an answer, leaves nothing of an item, a module or the whole rubric (``scope``: ``item``, ``module``, ``rubric``).

    >>> Veto("若认定为盗窃罪则本项不得分").scope
    'item'
    """

    criterion: str
    scope: str = "item"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to grade.

    ``number``: unique in the rubric, from 1; what judges name. ``index``: the number that the source gives it (may start anew in each module), None where
    it gives none. ``points``: most that it earns, below 0 a penalty, None: allocated by the judge. ``per_occurrence``: a penalty that counts each time.
    ``order_required``: met items must come in this order. ``extra``: the fields of the source as they are written, in their order, so that it can be
    written back.

    >>> Item(1, "引用民法典第577条", 3).is_penalty, Item(2, "遗漏当事人", -2).is_penalty
    (False, True)
    """

    number: int
    criterion: str
    points: float | None
    index: int | None = None
    dimensions: tuple[str, ...] = ()
    order_required: bool = False
    note: str = ""
    keywords: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    per_occurrence: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_penalty(self) -> bool:
        """Whether it takes points away."""
        return self.points is not None and self.points < 0


@dataclass(frozen=True, slots=True)
class Module:
    """Items under one heading; ``points``: what the source declares for the module, None where it declares nothing. Forms without modules have one, unnamed.

    >>> Module("结论", 5, (Item(1, "不构成犯罪", 5),)).name
    '结论'
    """

    name: str
    points: float | None
    items: tuple[Item, ...]
    dimensions: tuple[str, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unread:
    """What the reader of a rubric could not read, or could not make agree. ``code``: which kind; ``where``: the field or place; ``found``: what stands there.

    >>> Unread("unread_mark", "item 3", "（2份）").code
    'unread_mark'
    """

    code: str
    where: str
    found: str


@dataclass(frozen=True, slots=True)
class Rubric:
    """What an answer is graded by. ``form``: the external form that it was read from; ``points``: the total that the source declares, None where it
    declares none. ``base``: points that an answer has before any grade (contracts without risks), from which penalties take. ``unread``: what its reader
    could not read.

    >>> rubric = Rubric("q1", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5),)),))
    >>> [item.number for item in rubric.items], rubric.item(1).criterion
    ([1], '不构成犯罪')
    """

    id: str
    form: str
    points: float | None
    modules: tuple[Module, ...]
    base: float = 0.0
    vetoes: tuple[Veto, ...] = ()
    unread: tuple[Unread, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in order."""
        return tuple(item for module in self.modules for item in module.items)

    def item(self, number: int) -> Item:
        """The item of a number. Raises: KeyError."""
        for item in self.items:
            if item.number == number:
                return item
        raise KeyError(number)

    def __iter__(self) -> Iterator[Module]:
        return iter(self.modules)


@dataclass(frozen=True, slots=True)
class PartGrade:
    """Points for one sub-point, by its name.

    >>> PartGrade("识别风险", 1.0).score
    1.0
    """

    name: str
    score: float | None
    status: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """A judge's grade of one item. ``index``: the item's number in the rubric; ``status``: the label as written; ``score``: points given, ``allocated``: the
    most that the judge would give for it; None where the judge says nothing. ``position``: place of the item among those that the answer meets (for
    ``order_required``); ``times``: how often a penalty applies; ``veto``: whether a veto applies.

    >>> Grade(1, "partial", 2.5).allocated is None
    True
    """

    index: int
    status: str = ""
    score: float | None = None
    allocated: float | None = None
    reason: str = ""
    position: int | None = None
    times: int | None = None
    veto: bool | None = None
    parts: tuple[PartGrade, ...] = ()
