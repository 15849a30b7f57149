"""Markdown as a tree: expected elements by hand, from the CommonMark and GitHub rules."""

from __future__ import annotations

import sys
from time import process_time

import pytest

from legal_metrics.caai.structure_markdown import KINDS, read_markdown
from legal_metrics.caai.structure_readers import StructureError
from legal_metrics.caai.structure_tree import DEEPEST, elements_of
from legal_metrics.errors import MissingExtraError

Seen = list[tuple[str, tuple[str | int, ...], object]]


def seen(text: str, **options: object) -> Seen:
    return [(e.kind, e.place, e.value) for e in elements_of(read_markdown(text, **options).root)]  # type: ignore[arg-type]


def test_headings_nest_by_their_level() -> None:
    text = "前言\n\n甲\n===\n一\n\n### 乙 ###\n二\n\n## 丙\n三\n\n# 丁\n"
    assert seen(text) == [
        ("text", ("text", 0), "前言"),
        ("heading", (), "# 甲"),
        ("text", ("甲", "text", 0), "一"),
        ("heading", ("甲",), "### 乙"),
        ("text", ("甲", "乙", "text", 0), "二"),
        ("heading", ("甲",), "## 丙"),
        ("text", ("甲", "丙", "text", 0), "三"),
        ("heading", (), "# 丁"),
    ]
    assert [value for kind, _, value in seen(text, heading_levels=False) if kind == "heading"] == ["甲", "乙", "丙", "丁"]


def test_what_looks_like_a_heading_or_a_table_in_code_is_none() -> None:
    assert seen("```\n# 甲\n|a|b|\n|-|-|\n```\n\n    # 乙\n") == [("code", ("code", 0), "# 甲\n|a|b|\n|-|-|"), ("code", ("code", 1), "# 乙")]
    assert seen("#甲\n") == [("text", ("text", 0), "#甲")]  # no space, no heading


def test_cells_are_what_a_reader_sees() -> None:
    text = "| 名 | [链](http://x) |\n|:-:|--:|\n| **甲** \\| `乙` | ~~丙~~<br>丁 |\n| | ![图](u) |\n| 多 | 余 | 出 |\n\n| x |\n|---|\n"
    assert seen(text) == [
        ("column", ("table", 0), "名"),
        ("column", ("table", 0), "链"),
        ("cell", ("table", 0, 2, "名"), "甲 | 乙"),
        ("cell", ("table", 0, 2, "链"), "丙\n丁"),
        ("cell", ("table", 0, 3, "链"), "图"),
        ("cell", ("table", 0, 4, "名"), "多"),
        ("cell", ("table", 0, 4, "链"), "余"),  # GitHub drops what has no column
        ("column", ("table", 1), "x"),
    ]


def test_lists_quotes_and_blocks() -> None:
    text = "1. 一\n\n   续\n   - 甲\n   - 乙\n2. 二\n\n> # 引\n> 文\n\n<div>\nx\n</div>\n\n- \n"
    assert seen(text) == [
        ("item", ("list", 0, 0), "一"),
        ("text", ("list", 0, 0, "text", 0), "续"),
        ("item", ("list", 0, 0, "list", 0, 0), "甲"),
        ("item", ("list", 0, 0, "list", 0, 1), "乙"),
        ("item", ("list", 0, 1), "二"),
        ("heading", ("quote", 0), "# 引"),
        ("text", ("quote", 0, "引", "text", 0), "文"),
        ("html", ("html", 0), "<div>\nx\n</div>"),
    ]


def test_every_kind_is_named() -> None:
    text = "# h\n\n|c|\n|-|\n|x|\n\n- i\n\nt\n\n```\nc\n```\n\n<p>\n"
    assert {kind for kind, _, _ in seen(text)} == set(KINDS)


def test_a_whole_text_in_a_fence() -> None:
    fenced = "```markdown\n# 甲\n```\n"
    assert read_markdown(fenced).repairs == () and seen(fenced)[0][0] == "code"
    assert read_markdown(fenced, reading="lenient").repairs == ("code_fence",)
    assert seen(fenced, reading="lenient") == [("heading", (), "# 甲")]
    assert seen("见：\n" + fenced, reading="lenient")[1][0] == "code"


def test_nesting_has_a_bound_and_nothing_is_dropped_below_it() -> None:
    assert seen("> " * (DEEPEST - 1) + "甲")[0][2] == "甲"
    with pytest.raises(StructureError, match="nested more than"):
        read_markdown("> " * DEEPEST + "甲")


def test_reading_is_linear() -> None:
    def seconds(text: str) -> float:
        start = process_time()
        elements_of(read_markdown(text).root)
        return process_time() - start

    for piece in ("# 甲\n\n文\n\n", "|a|b|\n|-|-|\n|1|2|\n\n", "- 甲\n", "**甲", "[甲](", "> 甲\n\n", "`甲"):
        assert seconds(piece * 2400) < 40 * max(seconds(piece * 300), 0.05), piece


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(MissingExtraError, match=r"markdown-it-py is needed here: pip install 'legal-metrics\[structured\]'"):
        read_markdown("")
