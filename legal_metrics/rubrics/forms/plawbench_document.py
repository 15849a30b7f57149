"""PLawBench's documents: one text of modules, items and three tiers each: ``一、案由（20 分）``, ``1.1 案由选择（10 分）``, ``得分点：…（7分）``, ``扣分点：…扣 3 分``,
``不及格：…（本项得 0 分）``; the last module takes points from the whole (``统一扣分项``).

The innermost headings are the items; a module without headings is one. Marks of the first tier are shares of the item, marks that take points deductions, what
fails it is a veto; a line like ``部分充分（3 分）：`` names a level. What does not add up is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.grading import Item, Module, Part, Rubric, Unread, Veto
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.cuts import Cut, by_line, cut, deductions, joined, plain, total_of, unread_marks
from legal_metrics.rubrics.forms.layout import Raw
from legal_metrics.rubrics.forms.parts import condition, numbered, repeats, scope_of, sentence
from legal_metrics.rubrics.forms.plawbench_consultation import RECORD, score_field
from legal_metrics.rubrics.marks import Mark, marks

_HAN = "[一二三四五六七八九十]{1,3}"
_MODULE = re.compile(
    rf"[ \t\u3000]*(?:第?{_HAN}(?:部分|大题|模块)?[ \t]*[、.．:：]|第{_HAN}(?:部分|大题|模块)|模块(?:{_HAN}|[0-9]{{1,2}})[ \t]*[、.．:：]?)[ \t\u3000]*"
)
_ITEM = re.compile(
    rf"[ \t\u3000]*(?:(?P<figures>[0-9]{{1,2}}(?:[.．][0-9]{{1,2}}){{1,3}})[.．、]?|[（(]{_HAN}[)）]|(?P<listed>[0-9]{{1,2}}[.．、)）]|[（(][0-9]{{1,2}}[)）]))[ \t\u3000]*(?=\S)"
)
_PENALTIES = re.compile("扣分项|统一扣分|通用扣分|减分项")
_TIERED = re.compile(r"\s*(?:得分点|加分点|扣分点|不及格|不合格|完全|优秀)")
_TIER = re.compile(
    r"(?P<award>得分点|加分点|优秀档|优秀)[ \t]*[：:]|(?P<deduction>扣分点|合格档|良好档)[ \t]*[：:]|(?P<fail>不及格线?|不合格|不足档|零分)[ \t]*[：:]"
)
_LEVEL = re.compile(r"[ \t\u3000]*(?P<name>[^\s（(：:。；，]{2,10})[ \t]*[（(][^（()）\n]{1,8}[)）][ \t]*[：:]")
_LABEL = re.compile(r"[ \t\u3000]*(?:[0-9]{1,2}[.、．][ \t]*)?[^\s：:，。；（()）“”]{2,10}[：:]")
_LONGEST_HEADING = 80


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading: where its line begins and its text does, its depth (0: module), and the mark that says its points."""

    start: int
    body: int
    end: int
    depth: int
    mark: Mark | None

    @property
    def points(self) -> float | None:
        return None if self.mark is None else self.mark.points


def read_text(text: str) -> tuple[float | None, tuple[Module, ...], tuple[Unread, ...]]:
    """(total that the text declares, modules, what could not be read).

    >>> total, modules, unread = read_text("总分：5分\\n一、案由（5分）\\n1.1 选择（5 分）\\n得分点：写明案由（5分）\\n扣分点：案由不全，扣2分。\\n二、统一扣分项\\n法条：每错一处，扣 10 分。")
    >>> total, [(module.name, module.points, [item.points for item in module.items]) for module in modules], unread
    (5, [('案由', 5, [5]), ('统一扣分项', None, [-10])], ())
    >>> [(part.name, part.points) for part in modules[0].items[0].parts], modules[1].items[0].per_occurrence
    ([('得分点1', 5), ('扣分1', -2)], True)
    """
    found = marks(text)
    headings = list(_headings(text, found))
    first = headings[0].start if headings else len(text)
    total = next((mark.points for mark in found if mark.kind == "total" and mark.start < first), None)
    unread = unread_marks(found, "text")
    tops = [heading for heading in headings if heading.depth == 0]
    if not tops:
        unread.append(Unread("no_modules", "text", text.strip()[:40]))
        tops = [_Heading(-1, 0, 0, 0, None)]
    modules = []
    for place, top in enumerate(tops):
        end = tops[place + 1].start if place + 1 < len(tops) else len(text)
        start = 0 if place == 0 else top.start
        name = _name(text, top)
        if _PENALTIES.search(name):
            items = tuple(_penalties(text, start, top, end))
            unread += [] if items[0].points is not None else [Unread("no_mark", name, items[0].criterion[:40])]
        else:
            below = [heading for heading in headings if heading.depth and top.start < heading.start < end]
            items, problems = _items(text, start, end, top, below)
            unread += problems
        modules.append(Module(name, top.points, items))
    return total, tuple(modules), tuple(unread)


def _headings(text: str, found: Sequence[Mark]) -> Iterator[_Heading]:
    for line, here in by_line(text, found):
        module, item = _MODULE.match(line[0]), _ITEM.match(line[0])
        head = module or item
        if head is None:
            continue
        mark = next((mark for mark in here if mark.kind in ("award", "total") and not mark.signed), None)
        if mark is not None and (
            mark.start - line.start() > _LONGEST_HEADING or "：" in line[0][head.end() : mark.start - line.start()]
        ):
            mark = None
        if item and item["listed"] and (mark is None or not _TIERED.match(text, line.end())):
            continue  # 1. is a heading where tiers follow it, else a line of a list
        if mark is None and not (module and len(line[0]) < _LONGEST_HEADING // 2):
            continue
        depth = 0 if module else len(re.split("[.．]", item["figures"])) if item and item["figures"] else 1
        yield _Heading(line.start(), line.start() + head.end(), line.end(), depth, mark)


def _name(text: str, heading: _Heading) -> str:
    end = heading.mark.start if heading.mark else heading.end
    return re.split("[（(：:]", text[heading.body : end].strip())[0].strip()


def _items(
    text: str, start: int, end: int, top: _Heading, below: Sequence[_Heading]
) -> tuple[tuple[Item, ...], list[Unread]]:
    """The items of a module: its innermost headings, or itself."""
    inner = [
        heading
        for place, heading in enumerate(below)
        if place + 1 == len(below) or below[place + 1].depth <= heading.depth
    ]
    problems = list(_groups(text, below, inner))
    # A heading over others stands before the first of them.
    cuts = [Cut(heading.start, heading.start) for heading in inner] or [Cut(0, min(top.end, end) - start)]
    starts = [_lead(heading, below, inner) for heading in inner]
    cuts = [Cut(at - start, heading.start - start) for at, heading in zip(starts, inner, strict=True)] or cuts
    items = []
    for heading, (before, said, after) in zip(inner or [top], cut(text[start:end], cuts), strict=True):
        if not said:
            said, before = before.strip(), ""
            after = text[start:end][text[start:end].index(said) + len(said) :] if said else text[start:end]
            before = text[start:end][: len(text[start:end]) - len(said) - len(after)]
        parts, vetoes, unread = _graded(said, heading.points, _name(text, heading), skip_heading=bool(inner))
        problems += unread
        items.append(
            Item(0, said, heading.points, parts=parts, vetoes=vetoes, extra={"before": before, "after": after})
        )
    return tuple(items), problems


def _lead(heading: _Heading, below: Sequence[_Heading], inner: Sequence[_Heading]) -> int:
    place = below.index(heading)
    while place > 0 and below[place - 1] not in inner:
        place -= 1
    return below[place].start


def _groups(text: str, below: Sequence[_Heading], inner: Sequence[_Heading]) -> Iterator[Unread]:
    for place, heading in enumerate(below):
        if heading in inner or heading.points is None:
            continue
        own = []
        for other in below[place + 1 :]:
            if other.depth <= heading.depth:
                break
            own += [other.points] if other in inner else []
        if total_of(own) != heading.points:
            name = text[heading.start : heading.end].strip()[:40]
            yield Unread("marks_do_not_add_up", name, f"{plain(total_of(own))} of {plain(heading.points)}")


def _graded(
    said: str, worth: float | None, name: str, *, skip_heading: bool
) -> tuple[tuple[Part, ...], tuple[Veto, ...], list[Unread]]:
    """(parts, vetoes, what does not add up) of an item's text."""
    found = [mark for mark in marks(said) if not skip_heading or mark.start > said.find("\n") >= 0]
    tiers = [(match.start(), match.lastgroup or "") for match in _TIER.finditer(said)]
    levels = {line.start(): match for line, _here in by_line(said, found) if (match := _LEVEL.match(line[0]))}
    spans = {start + match["name"].__len__(): match["name"] for start, match in levels.items()}
    shares: list[Part] = []
    parts: list[Part] = []
    vetoes: dict[str, Veto] = {}
    taken: list[Mark] = []
    last = 0
    for mark in found:
        tier = next((kind for start, kind in reversed(tiers) if start <= mark.start), "")
        level = next((label for at, label in spans.items() if 0 <= mark.start - at <= 3), None)
        if level is not None and mark.kind in ("award", "zero"):
            parts.append(Part(level, mark.points, sentence(said, mark.start, mark.end), kind="level"))
            if mark.kind == "zero":
                vetoes[level] = Veto(sentence(said, mark.start, mark.end))
        elif mark.kind == "award" and tier in ("award", "") and not mark.each:
            shares.append(Part(f"得分点{len(shares) + 1}", mark.points, _before(said, last, mark)))
        elif mark.kind == "zero" or (mark.kind == "deduction" and tier == "fail" and mark.points == worth):
            told = condition(said, mark)
            vetoes = {key: veto for key, veto in vetoes.items() if not told.startswith(key)}
            vetoes[told] = Veto(told, scope_of(told))
        elif mark.kind == "deduction":
            taken.append(mark)
        last = mark.end
    if len(shares) > 1 and shares[-1].points == worth == total_of(part.points for part in shares[:-1]):
        shares.pop()  # the tier's sum, behind what it sums
    unread = []
    if shares and worth is not None and total_of(part.points for part in shares) != worth:
        unread.append(
            Unread("marks_do_not_add_up", name, f"{plain(total_of(part.points for part in shares))} of {plain(worth)}")
        )
    taken = [mark for mark in taken if not any(sentence(said, mark.start, mark.end) in told for told in vetoes)]
    return (*shares, *parts, *deductions(said, taken)), tuple(vetoes.values()), unread


def _before(said: str, last: int, mark: Mark) -> str:
    told = said[last : mark.start]
    return re.sub(r"\A[\s；;，,。、：:]+|[\s；;，,：:]+\Z", "", _TIER.split(told)[-1] or "")


def _penalties(text: str, start: int, top: _Heading, end: int) -> Iterator[Item]:
    """What takes from the whole: an item for each labelled paragraph with a mark; those without one belong to the one before."""
    whole = text[start:end]
    starts = [
        line.start() for line, _here in by_line(whole, []) if line.start() > top.start - start and _LABEL.match(line[0])
    ]
    taking = [mark.start for mark in marks(whole) if mark.kind == "deduction"]
    spans = [(at, starts[place + 1] if place + 1 < len(starts) else len(whole)) for place, at in enumerate(starts)]
    cuts = [Cut(at, at) for at, last in spans if any(at <= mark < last for mark in taking)]
    for before, said, after in cut(whole, cuts or [Cut(0, min(top.end - start, len(whole)))]):
        points = next((mark.points for mark in marks(said) if mark.kind == "deduction"), None)
        worth = None if points is None else -points
        yield Item(0, said, worth, per_occurrence=repeats(said), extra={"before": before, "after": after})


def read(raw: Raw, id: str) -> Rubric:
    """Read one record. Raises: BadReferenceError."""
    fields = Fields(raw, id or str(raw.get("id", "?")))
    values, extra = RECORD.read(fields)
    total, modules, unread = read_text(values["text"])
    unread += tuple(score_field(fields, total))
    return Rubric(id or values["id"], "plawbench_document", total, numbered(modules), unread=unread, extra=extra)


def write(rubric: Rubric) -> dict[str, Any]:
    """The record of a rubric: its text is the text of its items."""
    values: Mapping[str, Any] = {"text": joined(rubric.items)}
    return RECORD.write(values, rubric.extra)
