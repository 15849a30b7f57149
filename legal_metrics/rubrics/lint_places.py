"""Places in a rubric, as findings name them, and the texts that stand there."""

from __future__ import annotations

from collections.abc import Iterator

from legal_metrics.grading import Item, Module, Rubric


def module_place(rubric: Rubric, module: Module) -> str:
    """``module 结论``; by its position where it has no name; nothing where it is the only one and unnamed.

    >>> only = Module("", 5, ())
    >>> module_place(Rubric("q", "tw_essay", 5, (only,)), only), module_place(Rubric("q", "tw_essay", 5, (Module("结论", 5, ()), only)), only)
    ('', 'module 2')
    """
    if module.name.strip():
        return f"module {module.name.strip()}"
    position = next((place for place, other in enumerate(rubric.modules, 1) if other is module), 0)
    return f"module {position}" if len(rubric.modules) > 1 else ""


def item_place(rubric: Rubric, module: Module, item: Item) -> str:
    """``module 结论 > item 2``, by the item's number in the rubric.

    >>> item = Item(2, "甲有权", 5)
    >>> module = Module("结论", 5, (item,))
    >>> item_place(Rubric("q", "case_analysis", 5, (module,)), module, item)
    'module 结论 > item 2'
    """
    place = module_place(rubric, module)
    return f"{place} > item {item.number}" if place else f"item {item.number}"


def items_with_places(rubric: Rubric) -> Iterator[tuple[str, Module, Item]]:
    """Each item with its place and its module.

    >>> [place for place, _, _ in items_with_places(Rubric("q", "tw_essay", 5, (Module("", 5, (Item(1, "甲", 5),)),)))]
    ['item 1']
    """
    for module in rubric:
        for item in module.items:
            yield item_place(rubric, module, item), module, item


def full_text(item: Item) -> str:
    """Criterion, note, parts and vetoes of an item, one a line: all that a judge reads of it.

    >>> full_text(Item(1, "构成盗窃罪", 5, note="从宽把握"))
    '构成盗窃罪\\n从宽把握'
    """
    texts = [
        item.criterion,
        item.note,
        *(part.criterion for part in item.parts),
        *(veto.criterion for veto in item.vetoes),
    ]
    return "\n".join(text for text in texts if text)
