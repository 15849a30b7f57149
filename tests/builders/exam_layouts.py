"""Question papers for tests, set like the official ones: heading, notices, numerals in their column, options in one, two or four columns.

All texts are invented here.
"""

from __future__ import annotations

from collections.abc import Sequence

from exam_pdfs import At, Item, Picture

MARKS = "\ue18c\ue18d\ue18e\ue18f\ue190"
MARGIN, NUMERALS, PITCH = 72.0, 52.5, 17.0


def heading(*, codes: Sequence[str] = ("9901",), subject: str = "刑法概要", title: str = "119年特種考試虛構人員考試試題", notices: Sequence[str] = (), pages: int = 1) -> list[Item]:
    """The heading of a first page, 140 points high."""
    items: list[Item] = [At(480, 50, f"代號：{codes[0]}", 12)]
    items += [At(516, 50 + 12 * row, code, 12) for row, code in enumerate(codes[1:], 1)]
    items += [
        At(480, 50 + 12 * len(codes), f"頁次：{pages}－1", 12),
        At(46, 60, title, 16),
        At(46, 90, "等    別：三等考試", 14),
        At(46, 106, "類    科：各類科", 14),
        At(46, 122, f"科    目：{subject}", 14),
        At(46, 140, "考試時間： 1 小時 30 分", 14),
        At(400, 140, "座號：", 14),
    ]
    marks = "\ue129\ue12a\ue12b\ue12c"
    items.append(At(46, 156, f"※注意：{marks[0]}本試題為單一選擇題，請選出一個正確或最適當的答案。", 12))
    items += [At(88, 156 + 14 * row, mark + text, 12) for row, (mark, text) in enumerate(zip(marks[1:], notices, strict=False), 1)]
    return items


def later_heading(code: str = "9901", page: int = 2) -> list[Item]:
    """What later pages repeat."""
    return [At(46, 50, f"代號：{code}", 12), At(46, 62, f"頁次：2－{page}", 12)]


def question(y: float, number: int | None, stem: Sequence[str], options: Sequence[str], columns: int = 1, marks: str = MARKS) -> tuple[list[Item], float]:
    """A question from baseline ``y`` on and the baseline after it; ``number`` None: the numeral is an image."""
    items: list[Item] = []
    if number is None:
        items.append(Picture(NUMERALS - 11, y - 10, 6, 10))
    else:
        items.append(At(NUMERALS - 5.5 * (len(str(number)) - 1), y, str(number)))
    for line in stem:
        items.append(At(MARGIN, y, line))
        y += PITCH
    width = 480 / columns
    for first in range(0, len(options), columns):
        for column, (mark, text) in enumerate(zip(marks[first:], options[first : first + columns], strict=False)):
            items.append(At(MARGIN + column * width, y, mark + text))
        y += PITCH
    return items, y


def paper(*questions: tuple[Sequence[str], Sequence[str], int], notices: Sequence[str] = ()) -> list[Item]:
    """One page with the questions (stem, options, columns) numbered from 1."""
    items, y = heading(notices=notices), 230.0
    for number, (stem, options, columns) in enumerate(questions, 1):
        own, y = question(y, number, stem, options, columns)
        items += own
    return items
