"""PLawBench's consultations: one text, a line for each question: ``总分：16分``, ``1.(+3 分) 是否有报警记录？``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from legal_metrics.errors import BadReferenceError
from legal_metrics.grading import Item, Module, Rubric, Unread
from legal_metrics.readers.fields import Fields
from legal_metrics.rubrics.forms.cuts import Cut, by_line, cut, joined, plain, unread_marks
from legal_metrics.rubrics.forms.layout import Layout, Place, Raw
from legal_metrics.rubrics.forms.parts import numbered
from legal_metrics.rubrics.marks import Mark, marks, number

_HEAD = re.compile(
    r"[ \t\u3000]*(?:(?P<figure>[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})[ \t]*[.．、)）:：]|[（(](?P<bracketed>[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})[)）]|(?P<circled>[①-⑳])|[-·•●])?[ \t\u3000]*"
)


def read_text(text: str) -> tuple[float | None, tuple[Item, ...], tuple[Unread, ...]]:
    """(total that the text declares, items, what could not be read). A numbered line without a mark is an item without points, and named.

    >>> total, items, unread = read_text("总分：4分\\n1.(+3 分) 何时报警？\\n2.（+1分）有无证人？")
    >>> total, [(item.index, item.points, item.criterion) for item in items], unread
    (4, [(1, 3, '何时报警？'), (2, 1, '有无证人？')], ())
    """
    found = marks(text)
    total: float | None = None
    unread: list[Unread] = []
    cuts: list[Cut] = []
    heads: list[tuple[int | None, float | None]] = []
    style = ""
    for line, here in by_line(text, found):
        awards = [mark for mark in here if mark.kind in ("award", "zero") and mark.points is not None and not mark.each]
        head = _HEAD.match(line[0])
        body = line.start() + (head.end() if head else 0)
        index = _index(head)
        declared = next((mark for mark in here if mark.kind == "total"), None)
        if declared is not None and not awards:
            if total is None:
                total = declared.points
            elif total != declared.points:
                unread.append(Unread("totals_disagree", "text", f"{plain(total)} and {declared.text}"))
            continue
        if not awards and (index is None or (heads and _head_kind(head) != style)):
            continue
        if not heads:
            style = _head_kind(head)
        lead = awards[0] if awards and awards[0].start == body else None
        cuts.append(Cut(line.start(), lead.end if lead else body))
        worth = _worth(awards, lead)
        heads.append((index, worth))
        if worth is None:
            code = "several_marks" if awards else "no_mark"
            unread.append(Unread(code, f"item {len(heads)}", " ".join(mark.text for mark in awards) or line[0].strip()))
    unread += unread_marks(found, "text")
    if not cuts:
        cuts, heads = [Cut(0, 0)], [(None, total)]
        unread.append(Unread("no_items", "text", text.strip()[:40]))
    items = []
    for (before, criterion, after), (index, worth) in zip(cut(text, cuts), heads, strict=True):
        items.append(Item(0, criterion, worth, index, extra={"before": before, "after": after}))
    return total, tuple(items), tuple(unread)


def _worth(awards: list[Mark], lead: Mark | None) -> float | None:
    if lead is not None:
        return lead.points
    return awards[0].points if len(awards) == 1 else None


def _head_kind(head: re.Match[str] | None) -> str:
    return next((name for name in ("figure", "bracketed", "circled") if head and head[name]), "")


def _index(head: re.Match[str] | None) -> int | None:
    kind = _head_kind(head)
    if head is None or not kind:
        return None
    if kind == "circled":
        return ord(head[kind]) - ord("①") + 1
    value = number(head[kind])
    return value if isinstance(value, int) else None


def score_field(fields: Fields, total: float | None) -> list[Unread]:
    """Where the record's ``score`` and the total that its text declares differ."""
    for key, value in fields.values.items():
        if key.lower() == "score" and isinstance(value, (int, float)) and total is not None and value != total:
            return [Unread("totals_disagree", key, f"{plain(value)} and 总分 {plain(total)}")]
    return []


RECORD = Layout(
    (
        Place("id", ("id",), lambda fields, key: str(fields.values.get(key, ""))),
        Place("text", ("rubrics", "rubric"), lambda fields, key: _text(fields, key), required=True),
    )
)


def _text(fields: Fields, key: str) -> str:
    value = fields.values.get(key)
    if not isinstance(value, str):
        raise fields.error(key, value, "a text")
    if not value.strip():
        raise BadReferenceError(fields.id, key, f"found {value!r}, allowed a text that is not blank")
    return value


def read(raw: Raw, id: str) -> Rubric:
    """Read one record. Raises: BadReferenceError."""
    fields = Fields(raw, id or str(raw.get("id", "?")))
    values, extra = RECORD.read(fields)
    total, items, unread = read_text(values["text"])
    modules = numbered([Module("", None, items)])
    unread += tuple(score_field(fields, total))
    return Rubric(id or values["id"], "plawbench_consultation", total, modules, unread=unread, extra=extra)


def write(rubric: Rubric) -> dict[str, Any]:
    """The record of a rubric: its text is the text of its items."""
    values: Mapping[str, Any] = {"text": joined(rubric.items)}
    return RECORD.write(values, rubric.extra)
