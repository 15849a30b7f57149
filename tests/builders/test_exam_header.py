"""Headings, parts, sections and drawn marks; expected values by hand, the forms are those of official papers."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.parse.exam_groups import read_marker
from builders.parse.exam_header import is_official, read_header, without_furniture
from builders.parse.exam_lines import attach_scripts, mark_drawn
from builders.parse.exam_numbers import question_starts
from builders.parse.exam_parts import read_section, read_stated, split_parts
from builders.parse.pdf_lines import PdfLine, Rule


def line(text: str, x: float = 40.0, y: float = 100.0, size: float = 12.0, page: int = 1, step: float | None = None) -> PdfLine:
    """Half-width characters take half of ``step``."""
    xs, here = [], x
    for character in text:
        xs.append(here)
        here += (step or size) * (0.5 if character < "\u2e80" else 1)
    return PdfLine(text, tuple(xs), (*xs[1:], here), y, size, page)


def heading(*rows: str) -> list[PdfLine]:
    return [line(text, y=50.0 + 20 * row) for row, text in enumerate(rows)]


@pytest.mark.parametrize(
    ("printed", "minutes"),
    [("2小時", 120), (" 1 小時 30 分", 90), ("1小時40分鐘", 100), ("50分", 50), ("一小時半", 90), ("二小時", 120), ("", None)],
)
def test_duration(printed: str, minutes: int | None) -> None:
    read = read_header(heading("代號：1301", "119年虛構考試試題", "科目：刑法", f"考試時間：{printed}座號："))
    assert read.header.duration_minutes == minutes


@pytest.mark.parametrize(
    ("rows", "codes", "title"),
    [
        (["代號：50140 - 50540", "50740、51240", "119年特種考試", "頁次：4－1"], ("50140-50540", "50740", "51240"), "119年特種考試"),
        (["119年公務人員特種考試甲人員、", "代號：34540", "51230", "乙人員考試試題", "全一張", "（正面）"], ("34540", "51230"), "119年公務人員特種考試甲人員、乙人員考試試題"),
        (["代號：30110", "｜", "30910", "119年司法官考試", "第一試試題", "119年律師考試"], ("30110", "30910"), "119年司法官考試119年律師考試第一試試題"),
        (["代號：11440", "11540", "1 1 9 年 特 種 考 試 試 題"], ("11440", "11540"), "119年特種考試試題"),
        (["全三頁", "第一頁", "代號：71070", "119年特種考試試題"], ("71070",), "119年特種考試試題"),
    ],
)
def test_codes_and_title(rows: list[str], codes: tuple[str, ...], title: str) -> None:
    read = read_header(heading(*rows, "類 科 組：各類科組", "科 目：國文（作文與測驗）", "考試時間：2小時"))
    assert (read.header.codes, read.header.title, read.header.category) == (codes, title, "各類科組")
    assert read.header.year_roc == 119
    assert is_official(read.header)


def test_a_code_and_a_title_on_one_line_are_two_things() -> None:
    both = line("代號：10110-11710", x=34)
    title = line("119年特種考試試題", x=154)
    merged = PdfLine(both.text + title.text, both.xs + title.xs, both.ends + title.ends, 50, 12, 1)
    read = read_header([merged, line("科目：國文", y=80)])
    assert (read.header.codes, read.header.title) == (("10110-11710",), "119年特種考試試題")


def test_values_run_on_below_and_labels_can_share_a_line() -> None:
    read = read_header(heading("代號：1301", "119年升官等考試", "等別：簡任　類科（別）：甲類、", "乙類", "科目：刑法（包括刑", "事訴訟法）", "考試時間：1小時"))
    header = read.header
    assert (header.level, header.category, header.subject) == ("簡任", "甲類、乙類", "刑法（包括刑事訴訟法）")


def test_no_heading() -> None:
    read = read_header(heading("某公司徵才試題", "測驗說明"))
    assert (read.body, is_official(read.header)) == (0, False)


def test_repeated_headings_go_and_texts_stay() -> None:
    first = heading("119年特種考試試題", "代號：71070", "全一張", "（正面）", "類 科：資訊", "科 目：資料結構", "考試時間：2小時　座號：")
    texts = read_header(first).texts
    later = heading("119年特種考試試題", "代號：71070", "全一張", "（背面）", "類 科：資訊", "科 目：資料結構", "二、資料結構之定義為何？（請接第三頁）", "（請接背面）")
    assert [own.text for own in without_furniture(later, texts)] == ["二、資料結構之定義為何？（請接第三頁）"]


@pytest.mark.parametrize(
    ("text", "kind", "points", "codes"),
    [
        ("甲、申論題部分：（50 分）", "essay", 50, ()),
        ("甲、作文部分：（80分）", "essay", 80, ()),
        ("乙、測驗題部分：（40 分） 代號：5501", "mcq", 40, ("5501",)),
        ("乙、測驗部分：（20分）代號：1101", "mcq", 20, ("1101",)),
        ("貳、選擇題部分（占60分）", "mcq", 60, ()),
    ],
)
def test_part_headings(text: str, kind: str, points: float, codes: tuple[str, ...]) -> None:
    part = split_parts([line(text), line("內容", y=120)])[0]
    assert (part.kind, part.points, part.codes, [own.text for own in part.lines]) == (kind, points, codes, ["內容"])


@pytest.mark.parametrize("text", ["甲、乙二人共同申論其法律關係，試問何者有理由？", "乙、丙各得主張何權利？", "甲主張測驗題部分有誤"])
def test_texts_are_no_part_headings(text: str) -> None:
    assert [part.kind for part in split_parts([line(text)])] == [""]


@pytest.mark.parametrize(
    ("text", "multiple"),
    [("一、單選題（第1題至第35題，占70分）", False), ("二、複選題（第36題至第45題，占30分）", True), ("貳、多選題：", True), ("一、選擇題", False)],
)
def test_sections(text: str, multiple: bool) -> None:
    section = read_section(text)
    assert section is not None
    assert section.multiple is multiple


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("請依下文回答第41題至第45題", (41, 45)),
        ("第37題至第40題為題組", (37, 40)),
        ("閱讀下列短文，回答第3至5題：", (3, 5)),
        ("請回答下列第9題、第10題", (9, 10)),
        ("41-45為題組", None),
        ("甲依第3條至第5條之規定", None),
        ("第5題至第3題為題組", None),
    ],
)
def test_group_markers(text: str, expected: tuple[int, int] | None) -> None:
    found = read_marker(text)
    assert (found and found[:2]) == expected


def test_stated_counts() -> None:
    texts = ["※注意：本試題共45題，其中單選題35題，複選題10題", "一、單選題（第1題至第35題，占70分）", "二、複選題（第36題至第45題，占30分）"]
    assert dict(read_stated(texts)) == {"mcq": 45, "mcq_single": 35, "mcq_multiple": 10, "mcq_points": 100.0}


def test_borders_of_tables_are_no_underlines() -> None:
    row = line("甲乙丙", y=100)
    rule = Rule(40, 101.5, 76, 101.5, True)
    border = Rule(76, 90, 76, 120, False)
    assert mark_drawn([row], [rule])[0].text == "<u>甲乙丙</u>"
    assert mark_drawn([row], [rule, border])[0].text == "甲乙丙"


def test_a_row_beside_nothing_is_no_script() -> None:
    rows = (line("代號：1301", x=400, y=50), line("119年特種考試", x=40, y=55, size=18))
    assert attach_scripts(rows) == rows


@given(st.lists(st.tuples(st.text(max_size=12), st.floats(0, 600), st.integers(0, 90), st.sampled_from([6.0, 11.0, 16.0])), max_size=20))
def test_scripts_lose_no_character(places: list[tuple[str, float, int, float]]) -> None:
    rows = sorted((line(f"甲{text}", x, 3.0 * y, size) for text, x, y, size in places), key=lambda row: row.y)
    before = sorted(character for row in rows for character in row.text if not character.isspace())
    assert sorted(character for row in attach_scripts(rows) for character in row.text if not character.isspace()) == before


@given(st.lists(st.text(max_size=30), max_size=12))
def test_no_heading_raises(texts: list[str]) -> None:
    rows = heading(*(text or " " for text in texts))
    read = read_header(rows)
    assert 0 <= read.body <= len(rows)
    without_furniture(rows, read.texts)


def test_many_numerals_take_linear_time() -> None:
    def seconds(count: int) -> float:
        rows = [line(f"{1 + index % 7}", x=40, y=10.0 * index, size=11) for index in range(count)]
        start = time.perf_counter()
        question_starts(rows, 72, {})
        return time.perf_counter() - start

    seconds(500)
    assert seconds(8000) < 40 * max(seconds(1000), 0.002)
