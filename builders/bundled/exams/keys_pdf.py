"""Answer keys in the official templates: the two single keys and the booklet of a whole exam.

Cells are drawn column by column from the right, so that the order of the content is not the order of the questions: official keys must be read by
position, and so must these.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from .sheet import A3, A4, Page
from .source import Paper

_SIZE = 12.0
_TITLE, _CORRECTED = "測驗式試題標準答案", "測驗題標準答案更正"
_NOTE = "答案標註#者，表該題有更正答案，其更正內容詳見備註。"


def note(paper: Paper) -> str:
    """The correction note of ``paper``; empty where nothing was corrected."""
    parts = [f"第{choice.number}題{choice.keys['correction']}" for choice in paper.choices if "correction" in choice.keys]
    return "，".join(parts) + "。" if parts else ""


def answers(paper: Paper, *, corrected: bool) -> dict[int, str]:
    """Letters by question number, as the first or the corrected key prints them."""
    return {choice.number: choice.corrected_answer if corrected else choice.first_answer for choice in paper.choices}


def template2(paper: Paper, *, corrected: bool) -> Page:
    """The template in use since ROC 103: cells 第1題 … 第100題 in rows of ten. A corrected key prints no 代號."""
    page, printed = Page(A4), answers(paper, corrected=corrected)
    page.put(30, 40.5, 14, _CORRECTED if corrected else _TITLE)
    _head(page, paper, with_code=not corrected)
    n_single, single_points = (int(part) for part in paper.get("single").split())
    ranges = "multiple" in paper.keys
    page.put(30, 193.2, _SIZE, f"單選題數：{n_single}題" + (f"(第1~{n_single}題)" if ranges else ""))
    page.put(236, 193.2, _SIZE, f"單選每題配分：{single_points:.2f}分")
    if ranges:
        n_multiple, multiple_points = (int(part) for part in paper.get("multiple").split())
        page.put(30, 212.2, _SIZE, f"複選題數：{n_multiple}題(第{n_single + 1}~{n_single + n_multiple}題)")
        page.put(236, 212.2, _SIZE, f"複選每題配分：{multiple_points:.2f}分")
    else:
        page.put(30, 212.2, _SIZE, "複選題數：")
        page.put(236, 212.2, _SIZE, "複選每題配分：")
    page.put(32.5, 232.5, _SIZE, "標準答案：" + (_NOTE if corrected else ""))
    for row in range(10):
        top = 239 + 45 * row
        edges = [32.0, 64.0, *(64.0 + 50 * column for column in range(1, 11))]
        _grid(page, top, (19.0, 19.0), edges)
        page.centre(48, top + 13.5, _SIZE, "題號")
        page.centre(48, top + 32.5, _SIZE, "答案")
        for column in reversed(range(10)):
            number, middle = row * 10 + column + 1, 89 + 50 * column
            page.centre(middle, top + 13.5, _SIZE, f"第{number}題")
            if number in printed:
                page.centre(middle, top + 32.5, _SIZE, printed[number])
    page.put(42.5, 701, _SIZE, "備　　註：")
    _folded(page, 106, 701, note(paper) if corrected else "", 38)
    return page


def template1(paper: Paper) -> Page:
    """The template up to ROC 102: cells 01 … 20 in groups of five."""
    page, printed = Page(A4), answers(paper, corrected=False)
    page.put(30, 40.5, 14, _TITLE)
    _head(page, paper, with_code=True)
    page.put(32.5, 195, _SIZE, f"題　　數： {len(printed)}題")
    page.put(32.5, 215, _SIZE, "標準答案：")
    for row in range(5):
        top = 227 + 63 * row
        page.centre(64.5, top + 15, _SIZE, "題號")
        page.centre(64.5, top + 36, _SIZE, "答案")
        _grid(page, top, (20.0, 20.0), [48.0, 81.0])
        for group in reversed(range(4)):
            left = 81.0 + 119 * group
            _grid(page, top, (20.0, 20.0), [left + 22 * column for column in range(6)])
            for column in range(5):
                number, middle = row * 20 + group * 5 + column + 1, left + 11 + 22 * column
                if number in printed:
                    page.centre(middle, top + 15, _SIZE, f"{number:02}")
                    page.centre(middle, top + 36, _SIZE, printed[number])
    page.put(32.5, 551, _SIZE, "備　　註：")
    return page


def booklet(papers: Sequence[Paper]) -> list[Page]:
    """The corrected keys of one exam, each 代號 once for every category (類科) that shares it, four blocks a page."""
    blocks = [(paper, category) for paper in papers for category in paper.get("booklet-categories").split()]
    titles = "、".join(dict.fromkeys(paper.get("key-title") for paper in papers))
    pages: list[Page] = []
    total = -(-len(blocks) // 4)
    for start in range(0, len(blocks), 4):
        page = Page(A3)
        page.centre(595, 47, 14, f"{titles}測驗式試題標準答案更正清冊")
        page.put(1029, 91.2, _SIZE, f"第{len(pages) + 1}頁　共{total}頁")
        for place, (paper, category) in enumerate(blocks[start : start + 4]):
            _block(page, 117 + 152 * place, paper, category)
        pages.append(page)
    return pages


def _block(page: Page, top: float, paper: Paper, category: str) -> None:
    printed = answers(paper, corrected=True)
    page.put(32.5, top + 1, _SIZE, f"等級名稱： {paper.get('level')}")
    page.put(320, top, _SIZE, f"類科名稱:{category}")
    page.put(32.5, top + 21, _SIZE, f"科目代碼： {paper.mcq_code}")
    page.put(32.5, top + 41, _SIZE, f"科目名稱： {paper.get('key-subject')}")
    page.put(59, top + 62, _SIZE, f"題數：{len(printed)}題")
    page.put(345, top + 62, _SIZE, f"每題配分：{int(paper.get('single').split()[1]):.2f}分")
    edges = [30.0, 73.0, *(73.0 + 108.7 * column for column in range(1, 11))]
    _grid(page, top + 65, (20.0, 20.0), edges)
    page.centre(51.5, top + 81, _SIZE, "題號")
    page.centre(51.5, top + 101, _SIZE, "答案")
    for column in reversed(range(10)):
        first = column * 10 + 1
        page.centre(edges[column + 1] + 54, top + 81, _SIZE, f"{first:02} - {first + 9}")
        letters = "".join(printed.get(number, "") for number in range(first, first + 10))
        if letters:
            page.put(edges[column + 1] + 14, top + 98.2, _SIZE, letters)
    page.put(36.5, top + 125, _SIZE, f"備註: {note(paper) or '無更正紀錄'}")


def _head(page: Page, paper: Paper, *, with_code: bool) -> None:
    page.put(32.5, 79.5, _SIZE, "考試名稱：")
    _folded(page, 95, 72.3 if len(paper.get("key-title")) > 38 else 79.5, paper.get("key-title"), 38)
    page.put(32.5, 126, _SIZE, "類科名稱：")
    page.put(95, 126, _SIZE, paper.get("key-category"))
    page.put(32.5, 165, _SIZE, "科目名稱：")
    subject = paper.get("key-subject") + (f"（試題代號：{paper.mcq_code})" if with_code else "")
    _folded(page, 95, 155.2 if len(subject) > 38 else 165, subject, 38)


def _folded(page: Page, x: float, y: float, text: str, width: int) -> None:
    """``text`` in lines of ``width`` characters, broken anywhere, as these files do."""
    for index in range(0, len(text), width):
        page.put(x, y + 14.4 * (index // width), _SIZE, text[index : index + width])


def _grid(page: Page, top: float, heights: Sequence[float], edges: Sequence[float]) -> None:
    """Each cell with its own four lines, as the official files draw them."""
    y = top
    for height in heights:
        for left, right in itertools.pairwise(edges):
            page.stroke(left, y, right, y, 0.4)
            page.stroke(left, y + height, right, y + height, 0.4)
            page.stroke(left, y, left, y + height, 0.4)
            page.stroke(right, y, right, y + height, 0.4)
        y += height
