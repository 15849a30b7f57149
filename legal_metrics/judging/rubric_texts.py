"""A rubric in words for a judge: its items with points, parts, vetoes and hints; what the reply must say of them; and the form of the reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from legal_metrics.grading import Item, Module, Part, Rubric
from legal_metrics.judging.prompts import JudgePrompt
from legal_metrics.prompts import filled

PENALTY_LABELS: tuple[str, ...] = ("yes", "no")
"""Labels of penalties under every scheme: whether what the penalty describes is there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a rubric one request asks for: the ``numbers`` of its items, in the order of the request."""

    rubric: Rubric
    numbers: tuple[int, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """The items asked for."""
        return tuple(map(self.rubric.item, self.numbers))


def fields_of(asked: Asked, item: Item) -> tuple[str, ...]:
    """The fields of a grade that an item needs, in the order of the reply.

    >>> fields_of(Asked(Rubric("q", "", 5, ()), ()), Item(1, "遗漏当事人", -2, per_occurrence=True))
    ('index', 'reason', 'label', 'points', 'times')
    """
    return (
        "index",
        "reason",
        "label",
        "points",
        *(("allocated",) if item.points is None else ()),
        *(("parts",) if parts_asked(item) else ()),
        *(("position",) if item.order_required else ()),
        *(("times",) if item.is_penalty else ()),
        *(("veto",) if item.vetoes or asked.rubric.vetoes or module_of(asked.rubric, item).vetoes else ()),
    )


def parts_asked(item: Item) -> tuple[Part, ...]:
    """The parts that a reply grades one by one: shares of the item, where nothing is deducted from their sum (then the judge gives the item's points alone)."""
    kinds = {part.kind for part in item.parts}
    return () if "deduction" in kinds else tuple(part for part in item.parts if part.kind == "share")


def module_of(rubric: Rubric, item: Item) -> Module:
    """The module that an item stands in; one without anything where it stands in none."""
    return next((module for module in rubric if item in module.items), Module("", None, ()))


def rubric_text(asked: Asked, prompt: JudgePrompt) -> str:
    """The items asked for under their modules, one block each, in the order of the request.

    >>> from legal_metrics.judging.prompts import judge_prompt
    >>> rubric = Rubric("q", "case_analysis", 5, (Module("结论", 5, (Item(1, "不构成犯罪", 5, order_required=True),)),))
    >>> print(rubric_text(Asked(rubric, (1,)), judge_prompt("zh-Hans")))
    总分 5 分
    〔模块〕结论（5 分）
    [1]（5 分；须依次序）不构成犯罪
    """
    rubric, words = asked.rubric, prompt.texts["words"]
    lines = [filled(words["total"], {"points": number(rubric.points)})] if rubric.points is not None else []
    lines += [words["rubric_veto"] + veto.criterion for veto in rubric.vetoes]
    places = {item.number: module for module in rubric for item in module.items}
    last: Module | None = None
    for item in asked.items:
        module = places[item.number]
        if module is not last:
            lines += _module_lines(module, prompt, named=bool(module.name) or len(rubric.modules) > 1)
            last = module
        lines += _item_lines(item, prompt)
    return "\n".join(lines)


def notes_text(asked: Asked, prompt: JudgePrompt) -> str:
    """How to fill in the fields that the items asked for need, one line each."""
    rubric, notes = asked.rubric, prompt.texts["notes"]
    needed = {field for item in asked.items for field in fields_of(asked, item)}
    needed |= {"penalty"} if any(item.is_penalty for item in asked.items) else set()
    needed |= {f"{part.kind}s" for item in asked.items for part in item.parts if part.kind != "share"}
    needed |= {"keywords"} if any(_has_keywords(item) for item in asked.items) else set()
    needed |= {"base"} if rubric.base else set()
    places = {"left": points_left(rubric), "base": number(rubric.base)}
    return "\n".join(filled(text, places) for name, text in notes.items() if name in needed)


def labels_text(asked: Asked, labels: Mapping[str, str], prompt: JudgePrompt) -> str:
    """The labels and what they mean, one line each; those of penalties where one is asked for."""
    colon = prompt.texts["words"]["colon"]
    lines = [label + (colon + meaning if meaning else "") for label, meaning in labels.items()]
    if all(item.is_penalty for item in asked.items):
        lines = []
    if any(item.is_penalty for item in asked.items):
        lines += [label + colon + meaning for label, meaning in prompt.texts["penalty_labels"].items()]
    return "\n".join(lines)


def format_text(asked: Asked, prompt: JudgePrompt) -> str:
    """The form of the reply, with a place for every field that some item needs. It is no JSON, so that nobody can take it for a verdict."""
    names = prompt.texts["fields"]
    needed = {field for item in asked.items for field in fields_of(asked, item)}
    entries = []
    for field in ("index", "reason", "label", "points", "allocated", "parts", "position", "times", "veto"):
        if field not in needed:
            continue
        if field == "parts":
            entries.append(f'"parts": [{{"name": "{names["name"]}", "points": {names["points"]}}}, …]')
        elif field in ("reason", "label"):
            entries.append(f'"{field}": "{names[field]}"')
        else:
            entries.append(f'"{field}": {names[field]}')
    return '{"grades": [{' + ", ".join(entries) + "}, …]}"


def points_left(rubric: Rubric) -> str:
    """The points that a judge divides among the items without points; nothing where the total is not stated.

    >>> points_left(Rubric("q", "", 25, (Module("", None, (Item(1, "甲", 10), Item(2, "乙", None))),)))
    '15'
    """
    if rubric.points is None:
        return ""
    stated = sum(item.points for item in rubric.items if item.points is not None and item.points > 0)
    return number(max(rubric.points - stated, 0))


def number(value: float | None) -> str:
    """A number of points as people write it.

    >>> number(5.0), number(2.5), number(None)
    ('5', '2.5', '')
    """
    return "" if value is None else str(int(value)) if value == int(value) else str(value)


def _module_lines(module: Module, prompt: JudgePrompt, *, named: bool) -> Iterator[str]:
    words = prompt.texts["words"]
    if named:
        facts = [filled(words["points"], {"points": number(module.points)})] if module.points is not None else []
        facts += [_dimensions(module.dimensions, words)] if module.dimensions else []
        yield filled(words["module"], {"name": module.name}) + _bracketed(facts, words)
    for veto in module.vetoes:
        yield words["module_veto"] + veto.criterion


def _item_lines(item: Item, prompt: JudgePrompt) -> Iterator[str]:
    words = prompt.texts["words"]
    facts = [_worth(item, words)]
    facts += [words["order"]] if item.order_required else []
    facts += [_dimensions(item.dimensions, words)] if item.dimensions else []
    yield filled(words["item"], {"number": str(item.number)}) + _bracketed(facts, words) + item.criterion
    if item.note:
        yield f"  {words['note']}" + item.note.replace("\n", "\n  ")
    for part in item.parts:
        yield "  " + _part(part, words).replace("\n", "\n  ")
    if item.keywords:
        yield f"  {words['keywords']}{words['list'].join(item.keywords)}"
    for veto in item.vetoes:
        yield f"  {words['veto']}{veto.criterion}"


def _part(part: Part, words: Mapping[str, str]) -> str:
    name = {"level": "level", "deduction": "deduction"}.get(part.kind, "part")
    each = "deduction_each" if part.per_occurrence else "deduction_points"
    worth = {"level": "level_points", "deduction": each}.get(part.kind, "points")
    facts = [] if part.points is None else [filled(words[worth], {"points": number(abs(part.points))})]
    text = filled(words[name], {"name": part.name}) + _bracketed(facts, words)
    text += words["colon"] + part.criterion if part.criterion and part.criterion != part.name else ""
    hints = words["keywords"] + words["list"].join(part.keywords)
    return text + (_bracketed([hints], words) if part.keywords else "")


def _worth(item: Item, words: Mapping[str, str]) -> str:
    if item.points is None:
        return words["no_points"]
    name = "points" if item.points >= 0 else "per_occurrence" if item.per_occurrence else "penalty"
    return filled(words[name], {"points": number(abs(item.points))})


def _dimensions(names: Sequence[str], words: Mapping[str, str]) -> str:
    return filled(words["dimensions"], {"names": words["list"].join(names)})


def _bracketed(facts: Sequence[str], words: Mapping[str, str]) -> str:
    return words["open"] + words["comma"].join(facts) + words["close"] if facts else ""


def _has_keywords(item: Item) -> bool:
    return bool(item.keywords) or any(part.keywords for part in item.parts)
