"""PLawBench's case analyses: four modules, each one text with its points as a text, and marks in it: ``【结论得分】\\n（+5分）甲有权……（未写明扣2分）``.

The marks of a module may nest: a step of 10 points over two findings of 7 and 3. Layout tells only partly how, so the readings are tried in order and the
first whose items add up to the module's points is taken: every mark an item; a mark that equals the sum of those behind it is theirs; marks with a plus are
items; the largest are. Where none adds up, the second reading stands and the marks are named (``marks_do_not_add_up``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.grading import Item, Module, Part, Rubric, Unread
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.cuts import Cut, by_line, cut, deductions, joined, plain, total_of, unread_marks
from legal_metrics.rubrics.forms.layout import Layout, Place, Raw, criterion, entries, points, text, write_points
from legal_metrics.rubrics.forms.parts import numbered, order_in, vetoes_in
from legal_metrics.rubrics.marks import Mark, marks

_LEAD = re.compile(
    r"[\s\"“\u3000]*(?:(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})[ \t]*[.．、)）]|[（(](?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})[)）]?|[①-⑳]|[-–—·•●*▪l] ?)?[\s\u3000]*"
)
_HEAD = re.compile(r"[\s\"“]*(?:【[^】\n]{1,12}】?|[^\n【】]{0,6}(?:结论|案情简述|分析过程|依据法条|法条依据)得分】?)")
_LISTED = re.compile(
    r"[\s\"“]*(?:[0-9０-９]{1,2}[ \t]*[.．、)）]|[一二三四五六七八九十]{1,3}(?:[、.．]|是)|[（(][0-9０-９一二三四五六七八九十]{1,3}[)）]|第[0-9一二三四五六七八九十]{1,3}[步点项层]|问题|[①-⑳]|[-–—·•●*▪])"
)
_NAME = re.compile("结论|案情简述|分析过程|法条依据|依据法条")


@dataclass(frozen=True, slots=True)
class _Award:
    """A mark that gives points; ``lead``: only a number of a list stands before it in its line; ``line``: where its line begins; ``first``: it is the
    first in its line; ``ends``: nothing stands behind it in its line."""

    mark: Mark
    line: int
    lead: bool
    first: bool
    ends: bool

    @property
    def points(self) -> float:
        return self.mark.points or 0


@dataclass(frozen=True, slots=True)
class _Reading:
    """Awards that are items, each with the awards below it."""

    tops: tuple[tuple[_Award, tuple[_Award, ...]], ...]

    @property
    def points(self) -> float:
        return total_of(top.points for top, _below in self.tops)


def read_text(text: str, worth: float | None, where: str) -> tuple[tuple[Item, ...], tuple[Unread, ...]]:
    """(items, what could not be read) of one module's text that is worth ``worth`` points. A text without marks is one item with all of them.

    >>> items, unread = read_text("【结论得分】\\n（+5分）甲有权（未写明扣2分）\\n(+5)乙无权", 10, "结论")
    >>> [(item.points, item.criterion, [part.points for part in item.parts]) for item in items], unread
    ([(5, '甲有权（未写明扣2分）', [-2]), (5, '乙无权', [])], ())
    """
    found = marks(text)
    unread = unread_marks(found, where)
    head = _HEAD.match(text)
    awards, declared = _awards(text, found, head.end() if head else 0)
    for mark in declared:
        if worth is not None and mark.points != worth:
            unread.append(Unread("totals_disagree", where, f"{plain(worth)} and {mark.text}"))
    ordered = order_in(text)
    if ordered is None:
        unread.append(Unread("order_not_read", where, "an order is demanded of some steps and not of others"))
    reading = _reading(awards, worth)
    if awards and worth is not None and reading.points != worth:
        unread.append(Unread("marks_do_not_add_up", where, f"{plain(reading.points)} of {plain(worth)}"))
    tops: list[tuple[float | None, tuple[_Award, ...]]]
    if not reading.tops:
        ends = [head.end() if head else 0, *(mark.end for mark in declared)]
        body = next((end for end in reversed(ends) if not _blank(text[end:])), 0)
        tops, cuts = [(worth, ())], [Cut(0, body)]
    else:
        tops = [(top.points, below) for top, below in reading.tops]
        cuts = _cuts(text, [top for top, _below in reading.tops], head.end() if head else 0)
    items = []
    for (given, below), (before, said, after) in zip(tops, cut(text, cuts), strict=True):
        shares = _shares(text, below)
        items.append(
            Item(
                0,
                said,
                given,
                order_required=bool(ordered) and len(tops) > 1,
                parts=(*shares, *deductions(said, marks(said))),
                vetoes=vetoes_in(said),
                extra={"before": before, "after": after},
            )
        )
    return tuple(items), tuple(unread)


def _blank(text: str) -> bool:
    return not text.strip()


def _awards(text: str, found: Sequence[Mark], head: int) -> tuple[list[_Award], list[Mark]]:
    """(marks that give points, marks that declare what the whole is worth)."""
    awards: list[_Award] = []
    declared: list[Mark] = []
    for line, here in by_line(text, found):
        first = True
        for mark in here:
            heads = (
                line.start() <= head
                and mark.start >= head - 1
                and _only_marks(text[max(line.start(), head) : mark.start])
            )
            if mark.kind == "total":
                if heads or (not awards and _only_marks(text[line.start() : mark.start])):
                    declared.append(mark)
                continue
            if mark.kind != "award" or mark.each or mark.points is None:
                continue
            if heads and head and not mark.signed and "\n" in text[mark.end : mark.end + 3]:
                declared.append(mark)
                continue
            led = _LEAD.fullmatch(text, max(line.start(), head if heads else 0), mark.start) is not None
            awards.append(
                _Award(
                    mark,
                    line.start(),
                    led or heads,
                    first,
                    _blank(text[mark.end : line.end()].strip("。．.；;：:）)]】")),
                )
            )
            first = False
    return awards, declared


def _reading(awards: Sequence[_Award], worth: float | None) -> _Reading:
    readings = list(_readings(awards))
    return next((one for one in readings if worth is None or one.points == worth), readings[1])


def _readings(awards: Sequence[_Award]) -> Iterator[_Reading]:
    yield _Reading(tuple((award, ()) for award in awards))
    yield _Reading(tuple(_folded(awards)))
    yield _under(awards, [award.mark.signed for award in awards])
    most = max((award.points for award in awards), default=0)
    yield _under(awards, [award.points == most for award in awards])
    yield _under(awards, [award.lead for award in awards])
    yield _under(awards, [award.first for award in awards])


def _folded(awards: Sequence[_Award]) -> Iterator[tuple[_Award, tuple[_Award, ...]]]:
    """A mark takes those behind it as its own where they are smaller and add up to it."""
    place = 0
    while place < len(awards):
        last, run = place + 1, 0.0
        whole = awards[place]
        while last < len(awards) and run < whole.points and _below(awards[last], whole, run):
            run += awards[last].points
            last += 1
        end = last if run == awards[place].points else place + 1
        yield awards[place], tuple(awards[place + 1 : end])
        place = end


def _below(award: _Award, whole: _Award, run: float) -> bool:
    """A mark with a plus may say again what a heading without one says."""
    again = run == 0 and award.points == whole.points and award.mark.signed and not whole.mark.signed
    return award.points < whole.points or again


def _under(awards: Sequence[_Award], tops: Sequence[bool]) -> _Reading:
    """The marks that are not tops belong to the top before them; those before the first top are tops too."""
    out: list[tuple[_Award, tuple[_Award, ...]]] = []
    for award, top in zip(awards, tops, strict=True):
        if top or not out:
            out.append((award, ()))
        else:
            out[-1] = (out[-1][0], (*out[-1][1], award))
    return _Reading(tuple(out))


def _cuts(text: str, tops: Sequence[_Award], head: int) -> list[Cut]:
    """Where items begin: at the line of their mark; behind the mark before it, where marks close what they are about."""
    if _closing(text, tops, head):
        ends = [0, *(top.mark.end for top in tops[:-1])]
        return [Cut(end, end) for end in ends]
    cuts: list[Cut] = []
    headed = True
    for place, top in enumerate(tops):
        # A mark that ends the line of the one before it is about the next line, and so is the next such mark.
        trails = not headed and _blank(text[tops[place - 1].mark.end : top.line]) and not top.lead
        headed = top.first and not trails
        lead = top.lead or not headed
        cuts.append(Cut(top.line if headed else top.mark.start, top.mark.end if lead else top.line))
    return cuts


def _closing(text: str, tops: Sequence[_Award], head: int) -> bool:
    """Whether marks stand behind what they are about: each ends its line, the last ends the text, and between them is more than lines with marks."""
    if not all(top.ends and not top.lead for top in tops) or any(_LISTED.match(text, top.line) for top in tops):
        return False
    if not _only_marks(text[tops[-1].mark.end :]):
        return False
    starts = [head, *(top.mark.end for top in tops)]
    return any(not _only_marks(text[start : top.line]) for start, top in zip(starts, tops, strict=False))


def _only_marks(text: str) -> bool:
    return _blank(text.strip("。.；;（()）[]【】 \n"))


def _shares(text: str, below: Sequence[_Award]) -> tuple[Part, ...]:
    parts = []
    for place, award in enumerate(below):
        end = below[place + 1].mark.start if place + 1 < len(below) else len(text)
        last = text.find("\n", award.mark.end)
        behind = text[award.mark.end : min(end, last if last >= 0 else end)]
        before = text[max(award.line, below[place - 1].mark.end if place else 0) : award.mark.start]
        said = behind if award.lead or (not _blank(behind.strip("。；;：:")) and _blank(before)) else before
        parts.append(Part(f"得分点{place + 1}", award.points, said.strip()))
    return tuple(parts)


MODULE = Layout(
    (
        Place("text", ("criterion",), criterion, required=True),
        Place("points", ("points",), points, write_points, required=True),
        Place("name", ("tags", "tag"), text),
    )
)


def _modules(fields: Fields, key: str) -> tuple[tuple[Module, ...], tuple[Unread, ...]]:
    modules: list[Module] = []
    unread: list[Unread] = []
    for place, row in enumerate(entries(fields, key), start=1):
        values, extra = MODULE.read(row)
        name = values["name"].removesuffix("得分") or _named(values["text"]) or f"模块{place}"
        items, problems = read_text(values["text"], values["points"], name)
        modules.append(Module(name, values["points"], items, extra=extra))
        unread += problems
    return numbered(modules), tuple(unread)


def _named(said: str) -> str:
    found = _NAME.search(said[:24])
    return found[0].replace("依据法条", "法条依据") if found else ""


def _write_modules(modules: Sequence[Module], raw: Any) -> list[Any]:
    return [MODULE.write({"text": joined(module.items), "points": module.points}, module.extra) for module in modules]


RECORD = Layout(
    (
        Place("id", ("id",), lambda fields, key: str(fields.values.get(key, ""))),
        Place(
            "modules",
            ("rubrics", "rubric"),
            _modules,
            lambda value, raw: _write_modules(value, raw),
            children=True,
            required=True,
        ),
    )
)


def read(raw: Raw, id: str) -> Rubric:
    """Read one record; its points are the sum of its modules'. Raises: BadReferenceError."""
    values, extra = RECORD.read(Fields(raw, id or str(raw.get("id", "?"))))
    modules, unread = values["modules"]
    worth = [module.points for module in modules]
    total = None if None in worth else total_of(worth)
    return Rubric(id or values["id"], "plawbench_case", total, modules, unread=unread, extra=extra)


def write(rubric: Rubric) -> dict[str, Any]:
    """The record of a rubric: the text of each module is the text of its items."""
    return RECORD.write({"modules": rubric.modules}, rubric.extra)
