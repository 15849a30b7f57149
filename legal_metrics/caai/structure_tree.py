"""Structured texts of every format as one kind of tree, and the elements of two trees side by side.

Two trees are walked together. Named parts of the same name belong together, whatever their order; items of lists belong together as ``alignment`` pairs
them, so that a row left out costs that row and does not shift all rows behind it. Elements match where they stand in parts that belong together.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field

from legal_metrics.caai.alignment import Bag, align
from legal_metrics.caai.element_matching import match_keys
from legal_metrics.caai.elements import Element, ElementComparison, paired
from legal_metrics.caai.forms import Scalar, text_form, value_form

DEEPEST = 100
"""Levels of nesting that are read; deeper texts are refused."""


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a structured text.

    ``step``: what it is called in the place of what is in it: a name, a number, or None for content, which has no name. ``kind`` and ``value``: the element
    that it is itself (a heading, a key, a cell), if it is one. ``ordered``: its children are a list; otherwise they go by their names.

    >>> Node("姓名", kind="key", value="姓名", children=(Node(kind="value", value="甲"),)).children[0].value
    '甲'
    """

    step: str | int | None = None
    kind: str = ""
    value: Scalar = None
    children: tuple[Node, ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Matching:
    """How two trees are compared: see ``structured.compare_structures``. ``kinds`` None: all kinds of elements."""

    matching: str = "normalised"
    fold_script: bool = False
    order: str = "in_order"
    kinds: Collection[str] | None = None


def elements_of(root: Node) -> tuple[Element, ...]:
    """All elements of a tree, each part before what is in it.

    >>> name = Node("姓名", kind="key", value="姓名", children=(Node(kind="value", value="甲"),))
    >>> [(element.kind, element.value, element.place) for element in elements_of(Node(children=(name,)))]
    [('key', '姓名', ()), ('value', '甲', ('姓名',))]
    """
    walk = _Walk(Matching("exact", order="position"))
    walk.through((root, None), None, ((), ()), ((), ()), ())
    return tuple(entry.element for entry in walk.found[0])


def compare_trees(predicted: Node, reference: Node, options: Matching) -> ElementComparison:
    """The elements of two trees, matched one to one. ``notes`` of the result tell which lists were too long to be aligned.

    >>> compare_trees(Node(children=(Node("甲", "key", "甲"),)), Node(children=(Node("甲", "key", "甲"), Node("乙", "key", "乙"))), Matching()).fn
    1
    """
    walk = _Walk(options)
    walk.through((predicted, reference), None, ((), ()), ((), ()), ())
    given, wanted = (sorted(side, key=lambda entry: entry.spot) for side in walk.found)
    pairs = match_keys([entry.key for entry in given], [entry.key for entry in wanted])
    return paired([entry.element for entry in given], [entry.element for entry in wanted], pairs, notes=tuple(walk.notes))


@dataclass(frozen=True, slots=True)
class _Found:
    """An element, what it is compared by, and where it stands: the index of each part on the way down."""

    element: Element
    key: Hashable
    spot: tuple[int, ...]


_Pair = tuple["Node | None", "Node | None"]
_Place = tuple[str | int, ...]
_Spot = tuple[int, ...]
_SIDES = ("predicted", "reference")


@dataclass(slots=True)
class _Walk:
    options: Matching
    found: tuple[list[_Found], list[_Found]] = field(default_factory=lambda: ([], []))
    notes: list[str] = field(default_factory=list)
    forms: dict[tuple[type, Scalar], Hashable] = field(default_factory=dict)

    def through(self, pair: _Pair, label: Hashable, places: tuple[_Place, _Place], spots: tuple[_Spot, _Spot], key: tuple[Hashable, ...]) -> None:
        """Collect the elements of two parts that belong together (or of one alone). ``label`` is what both are called, ``key`` the labels above them."""
        inner = []
        for side, node in enumerate(pair):
            if node is not None and self._counts(node):
                element = Element(node.value, node.kind, places[side])
                self.found[side].append(_Found(element, (key, node.kind, self._form(node)), spots[side]))
            inner.append(places[side] if node is None or node.step is None else (*places[side], node.step))
        left, right = (node.children if node is not None else () for node in pair)
        for label_below, i, j in self._together(pair, inner[1]):
            below = (None if i is None else left[i], None if j is None else right[j])
            spots_below = ((*spots[0], i or 0), (*spots[1], j or 0))
            self.through(below, label_below, (inner[0], inner[1]), spots_below, (*key, label))

    def _together(self, pair: _Pair, place: _Place) -> Iterator[tuple[Hashable, int | None, int | None]]:
        """(label, index of a child on the left, index of one on the right) of children that belong together; None where one has no partner."""
        left, right = pair
        if left is not None and right is not None and left.ordered and right.ordered:
            yield from self._aligned(left, right, place)
        else:
            together: defaultdict[Hashable, tuple[deque[int], deque[int]]] = defaultdict(lambda: (deque(), deque()))
            for side, node in enumerate(pair):
                for index, child in enumerate(node.children if node is not None else ()):
                    label: Hashable = (_SIDES[side], index) if node is not None and node.ordered else self._name(child)
                    together[label][side].append(index)
            for label, (lefts, rights) in together.items():
                while lefts or rights:
                    yield label, lefts.popleft() if lefts else None, rights.popleft() if rights else None

    def _aligned(self, left: Node, right: Node, place: _Place) -> Iterator[tuple[Hashable, int | None, int | None]]:
        bags = [[self._bag(child) for child in node.children] for node in (left, right)] if self.options.order != "position" else []
        sides = bags or [[Bag()] * len(node.children) for node in (left, right)]
        pairs, best = align(*sides, order=self.options.order)
        if not best:
            where = "/".join(map(str, place)) or "the whole"
            self.notes.append(f"too long for the best alignment: lists of {len(left.children)} and {len(right.children)} at {where}")
        yield from ((("both", j), i, j) for i, j in pairs)
        given, wanted = {i for i, _ in pairs}, {j for _, j in pairs}
        yield from (((_SIDES[0], i), i, None) for i in range(len(left.children)) if i not in given)
        yield from (((_SIDES[1], j), None, j) for j in range(len(right.children)) if j not in wanted)

    def _bag(self, item: Node) -> Bag:
        """The elements of an item, wherever in the lists within it they stand."""
        bag: Bag = Counter()
        stack: list[tuple[Node, tuple[Hashable, ...]]] = [(item, ())]
        while stack:
            node, key = stack.pop()
            if self._counts(node):
                bag[(key, node.kind, self._form(node))] += 1
            below = key if node is item else (*key, self._name(node))
            stack += ((child, below) for child in node.children)
        return bag

    def _counts(self, node: Node) -> bool:
        return bool(node.kind) and (self.options.kinds is None or node.kind in self.options.kinds)

    def _form(self, node: Node) -> Hashable:
        """What the value is compared by; worked out once, for alignment asks again and again."""
        value = (type(node.value), node.value)
        if value not in self.forms:
            self.forms[value] = value_form(node.value, self.options.matching, fold_script=self.options.fold_script)
        return self.forms[value]

    def _name(self, node: Node) -> Hashable:
        """What a child is called when it is compared: only parts of one sort share a name, and the items of a list are all called the same."""
        name = text_form(node.step, self.options.matching, fold_script=self.options.fold_script) if isinstance(node.step, str) else None
        return (name, node.kind, node.ordered)
