"""Texts cut into items: what stands before a criterion, the criterion, what stands after it. Joined again they are the text, to the last blank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from legal_metrics.grading import Item, Part, Unread
from legal_metrics.rubrics.forms.parts import repeats
from legal_metrics.rubrics.marks import Mark

_LINE = re.compile(r"^[^\n]*", re.MULTILINE)
_BLANKS = re.compile(r"\s*\Z")
_LEAD = re.compile(r"[（(【\[。；;\n]")


@dataclass(frozen=True, slots=True)
class Cut:
    """Where an item begins and where its criterion does; the item ends where the next begins."""

    start: int
    body: int


def cut(text: str, cuts: Sequence[Cut]) -> list[tuple[str, str, str]]:
    """(before, criterion, after) of each cut, in order; what stands before the first cut goes to its ``before``.

    >>> cut("总分：3分\\n1.(+3分) 何时？\\n", [Cut(6, 14)])
    [('总分：3分\\n1.(+3分) ', '何时？', '\\n')]
    """
    out = []
    for place, one in enumerate(cuts):
        start = 0 if place == 0 else one.start
        end = cuts[place + 1].start if place + 1 < len(cuts) else len(text)
        body = min(max(one.body, start), end)
        while body < end and text[body].isspace():
            body += 1
        blanks = _BLANKS.search(text, body, end)
        last = blanks.start() if blanks else end
        out.append((text[start:body], text[body:last], text[last:end]))
    return out


def by_line(text: str, found: Sequence[Mark]) -> Iterator[tuple[re.Match[str], list[Mark]]]:
    """Each line of the text with the marks that begin in it.

    >>> from legal_metrics.rubrics.marks import marks
    >>> [(line[0], len(here)) for line, here in by_line("甲(+5分)\\n乙", marks("甲(+5分)\\n乙"))]
    [('甲(+5分)', 1), ('乙', 0)]
    """
    place = 0
    for line in _LINE.finditer(text):
        first = place
        while place < len(found) and found[place].start < line.end():
            place += 1
        yield line, list(found[first:place])


def joined(items: Iterable[Item]) -> str:
    """The text that the items were cut from.

    >>> joined([Item(1, "何时？", 3, extra={"before": "1.(+3分) ", "after": "\\n"})])
    '1.(+3分) 何时？\\n'
    """
    return "".join(f"{item.extra.get('before', '')}{item.criterion}{item.extra.get('after', '')}" for item in items)


def deductions(text: str, found: Sequence[Mark]) -> tuple[Part, ...]:
    """A part for each mark that takes points, named 扣分1, 扣分2 …; its criterion is what stands before the mark in its bracket or sentence.

    >>> from legal_metrics.rubrics.marks import marks
    >>> deductions("写明法院（未写明理由扣2分）", marks("写明法院（未写明理由扣2分）"))[0].points
    -2
    """
    parts: list[Part] = []
    last = 0
    for mark in found:
        if mark.kind == "deduction" and mark.points is not None:
            said = _LEAD.split(text[last : mark.start])[-1].strip("，, 、") + mark.text
            parts.append(
                Part(
                    f"扣分{len(parts) + 1}",
                    -mark.points,
                    said.strip(),
                    kind="deduction",
                    per_occurrence=mark.each or repeats(said),
                )
            )
        last = mark.end
    return tuple(parts)


def unread_marks(found: Iterable[Mark], where: str) -> list[Unread]:
    """The marks whose number could not be read.

    >>> from legal_metrics.rubrics.marks import marks
    >>> unread_marks(marks("写明法条（2份）"), "item 3")
    [Unread(code='unread_mark', where='item 3', found='（2份）')]
    """
    return [Unread("unread_mark", where, mark.text) for mark in found if mark.kind == "unread"]


def total_of(values: Iterable[float | None]) -> float:
    """The sum of the points that are known, whole where it is whole.

    >>> total_of([2.5, 2.5, None])
    5
    """
    whole = sum(value for value in values if value is not None)
    return int(whole) if whole == int(whole) else whole


def plain(value: float) -> str:
    """A number of points as texts write it.

    >>> plain(5.0), plain(2.5)
    ('5', '2.5')
    """
    return f"{value:g}"
