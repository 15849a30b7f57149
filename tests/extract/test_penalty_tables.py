"""Penalties that stand only in tables. Tables and people invented; expected values by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_notation import outcomes

from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.penalty_tables import PenaltyTables
from legal_metrics.extract.table_references import TableReference, read_reference, row_label

ONE = ("王大明",)
TWO = ("王大明", "李小華")

BOX = """
附錄本案論罪科刑法條：
中華民國刑法第320條
意圖為自己或第三人不法之所有，而竊取他人之動產者，為竊盜罪，處 5 年以下有期徒刑、拘役或 50 萬元以下罰金。
附表一：
┌──┬──────┬─────────────┐
│編號│犯罪事實    │主    文                  │
├──┼──────┼─────────────┤
│ 1  │事實欄一(一)│王大明犯竊盜罪，累犯，處有│
│    │            │期徒刑參月，如易科罰金，以│
│    │            │新臺幣壹仟元折算壹日。    │
│    │            │李小華犯竊盜罪，處拘役伍拾│
│    │            │日。                      │
├──┼──────┼─────────────┤
│ 2  │事實欄一(二)│王大明犯竊盜罪，處有期徒刑│
│    │            │肆月，併科罰金新臺幣壹萬元│
│    │            │，罰金如易服勞役，以新臺幣│
│    │            │壹仟元折算壹日。          │
├──┴──────┴─────────────┤
│合計：2罪                                      │
└───────────────────────┘
附表二：
┌──┬────┐
│編號│物品    │
├──┼────┤
│1   │鑰匙壹支│
└──┴────┘
"""

BARE_PENALTIES = """
【附表】
┌─┬───┬──────┐
│編│被告  │宣告刑      │
│號│      │            │
├─┼───┼──────┤
│㈠│王大明│有期徒刑參月│
├─┼───┼──────┤
│㈡│李小華│拘役參拾日，│
│  │      │如易科罰金，│
│  │      │以新臺幣壹仟│
│  │      │元折算壹日  │
├─┼───┼──────┤
│㈢│王大明│罰金伍仟元  │
├─┼───┼──────┤
│㈣│王大明│同上        │
└─┴───┴──────┘
"""

SUB_ROWS = """
附表
┌──┬────┬────┬────────┐
│編號│時間    │物品    │主文            │
├──┼────┼────┼────────┤
│一  │一月一日│電纜一條│王大明犯竊盜罪，│
│    ├────┼────┤處拘役拾日。    │
│    │一月二日│電纜二條│                │
├──┼────┼────┼────────┤
│二  │一月三日│電纜三條│王大明犯竊盜罪，│
│    │        │        │處拘役貳拾日。  │
└──┴────┴────┴────────┘
"""

TWO_PAGES = """
附表
┌──┬────┬────────┐
│編號│事實    │主文            │
├──┼────┼────────┤
│1   │一(一)  │王大明犯竊盜罪，│
│    │        │處拘役          │
└──┴────┴────────┘
┌──┬────┬────────┐
│編號│事實    │主文            │
├──┼────┼────────┤
│    │        │拾日。          │
├──┼────┼────────┤
│2   │一(二)  │王大明犯竊盜罪，│
│    │        │處拘役貳拾日。  │
└──┴────┴────────┘
"""

TITLE_INSIDE = """
┌────────────────┐
│附表二                          │
├──┬─────────────┤
│編號│罪名及宣告刑              │
├──┼─────────────┤
│1   │王大明犯竊盜罪，處拘役拾日│
└──┴─────────────┘
"""

SIDE_BY_SIDE = """
附表
┌──┬──────────┬──┬──────────┐
│編號│所犯罪名及主刑      │編號│所犯罪名及主刑      │
├──┼──────────┼──┼──────────┤
│一  │王大明犯竊盜罪，處拘│二  │王大明犯竊盜罪，處拘│
│    │役拾日。            │    │役貳拾日。          │
└──┴──────────┴──┴──────────┘
"""

ONE_LINE = (
    "附表：編號犯罪事實所犯罪名及宣告刑1起訴書犯罪事實一（一）王大明犯三人以上共同詐欺取財罪，處有期徒刑壹年壹月。"
    "2起訴書犯罪事實一（二）王大明犯三人以上共同詐欺取財罪，處有期徒刑壹年貳月。"
    "3起訴書犯罪事實一（三）王大明犯三人以上共同詐欺取財罪，處有期徒刑壹年參月。"
    "附錄本案論罪科刑法條：刑法第339條之4處1年以上7年以下有期徒刑"
)

NUMBERED = "【附表】\n編號1 宣告刑：處有期徒刑拾月。\n編號2 宣告刑：處有期徒刑參月。"
LISTED = "附表：\n1.王大明犯竊盜罪，處拘役拾日。\n2.王大明犯竊盜罪，處拘役貳拾日。"

CASES = [
    (
        "王大明犯如附表所示之罪，各處如附表所示之刑。應執行有期徒刑壹年。",
        ONE,
        NUMBERED,
        ["1 guilty: 10m; 3m | executed 12m"],
    ),
    ("王大明犯如附表所示之罪，各處如附表所示之刑。", ONE, LISTED, ["1 guilty: 10 days; 20 days"]),
    (
        "王大明犯如附表一所示之罪，各處如附表一所示之刑。應執行有期徒刑陸月。李小華犯如附表一編號1所示之罪，處如附表一編號1所示之刑。",
        TWO,
        BOX,
        ["1 guilty: 3m; 4m fine 10000 TWD | executed 6m", "2 guilty: 50 days"],
    ),
    (
        "王大明犯如附表一「主文」欄所示之罪，各處如附表一「主文」欄所示之刑。",
        ONE,
        BOX,
        ["1 guilty: 3m; 4m fine 10000 TWD"],
    ),
    (
        "王大明所犯如附表一所示之罪，各處刑如附表一「主文」欄所示，緩刑參年。",
        ONE,
        BOX,
        ["1 guilty: 3m; 4m fine 10000 TWD | probation 36"],
    ),
    ("王大明犯附表一編號2所示之罪，處附表一編號2所示之刑。", ONE, BOX, ["1 guilty: 4m fine 10000 TWD"]),
    (
        "王大明犯如附表一所示之罪，各處如附表一所示之刑。附表一編號1所示之罪刑，緩刑貳年；附表一編號2所示之罪刑，緩刑參年。",
        ONE,
        BOX,
        ["1 guilty: 3m; 4m fine 10000 TWD | probation 24 | groups [0] - 24, [1] - 36"],
    ),
    (
        "王大明犯如附表一編號1所示之罪，處有期徒刑伍月；又犯如附表一編號2所示之罪，處如附表一編號2主文欄所示之刑。附表一編號1、2所示之罪，應執行有期徒刑捌月。",
        ONE,
        BOX,
        ["1 guilty: 5m; 4m fine 10000 TWD | executed 8m"],
    ),
    (
        "王大明、李小華犯如附表所示之罪，各處如附表所示之刑。",
        TWO,
        BARE_PENALTIES,
        ["1 guilty: 3m; fine 5000; fine 5000", "2 guilty: 30 days"],
    ),
    ("王大明犯如附表所示各罪，各處如附表所示之刑。", ONE, SUB_ROWS, ["1 guilty: 10 days; 20 days"]),
    ("王大明犯如附表所示各罪，各處如附表所示之刑。", ONE, TWO_PAGES, ["1 guilty: 10 days; 20 days"]),
    ("王大明犯如附表二所示之罪，處如附表二所示之刑。", ONE, TITLE_INSIDE, ["1 guilty: 10 days"]),
    ("王大明犯如附表所示之罪，各處如附表所示之刑。", ONE, SIDE_BY_SIDE, ["1 guilty: 10 days; 20 days"]),
    (
        "王大明犯如附表所示之罪，各處如附表所示之刑。應執行有期徒刑壹年陸月。",
        ONE,
        ONE_LINE,
        ["1 guilty: 13m; 14m; 15m | executed 18m"],
    ),
    ("王大明犯如附表編號1、3所示之罪，各處如附表編號1、3所示之刑。", ONE, ONE_LINE, ["1 guilty: 13m; 15m"]),
    (
        "王大明犯如附表所示各罪，各處有期徒刑參月。",
        ONE,
        BARE_PENALTIES,
        ["1 guilty: 3m; 3m; 3m; 3m"],
    ),  # only the number is in the table
]


@pytest.mark.parametrize(("text", "defendants", "tables", "expected"), CASES)
def test_penalties_from_tables(text: str, defendants: tuple[str, ...], tables: str, expected: list[str]) -> None:
    read = parse_main_text(text, defendants=defendants, tables=tables)
    assert outcomes(read) == expected
    assert not read.problems
    assert read.needs_table == ("之刑" in text or "處刑" in text)
    assert all(outcome.counts_from_table == read.needs_table for outcome in read.outcomes)


@pytest.mark.parametrize(("text", "defendants", "tables", "expected"), CASES)
def test_tables_without_any_white_space_read_alike(
    text: str, defendants: tuple[str, ...], tables: str, expected: list[str]
) -> None:
    for respaced in ("".join(tables.split()), tables.replace("\n", "\r\n     ")):
        assert outcomes(parse_main_text(text, defendants=defendants, tables=respaced)) == expected


@pytest.mark.parametrize(
    ("text", "tables", "problem"),
    [
        ("王大明犯附表三所示之罪，各處附表三所示之刑。", BOX, "table_missing: 附表3"),
        ("王大明犯附表二所示之罪，各處附表二所示之刑。", BOX, "table_missing: 附表2"),  # no penalties in it
        ("王大明犯附表一編號1至3所示之罪，各處附表一編號1至3所示之刑。", BOX, "table_row_missing: 附表1 3"),
        ("王大明犯附表所示之罪，各處附表所示之刑。", "", "table_missing: 附表"),
        (
            "王大明犯附表所示之罪，各處附表所示之刑。",
            SUB_ROWS.replace("處拘役貳拾日", "應另行裁定之"),
            "table_row_unread: 附表 2",
        ),
        (
            "王大明犯附表一所示之罪，各處附表一所示之刑。",
            BOX.replace("│肆月，併科", "肆月，併科"),
            "table_row_misaligned",
        ),
    ],
)
def test_what_cannot_be_read_is_reported(text: str, tables: str, problem: str) -> None:
    read = parse_main_text(text, defendants=ONE, tables=tables)
    assert read.needs_table
    assert any(found.startswith(problem) for found in read.problems)


def test_somebody_else_in_the_cell_is_left_out() -> None:
    """李小華 is no defendant of this judgment: the column counts for 王大明 only."""
    read = parse_main_text("王大明犯如附表一所示之罪，各處如附表一所示之刑。", defendants=ONE, tables=BOX)
    assert outcomes(read) == ["1 guilty: 3m; 4m fine 10000 TWD"]


def test_statutes_in_the_appendix_are_no_penalties() -> None:
    assert PenaltyTables(BOX).cells("3", None) is None
    cells = PenaltyTables(BOX).cells("1", None)
    assert cells is not None
    assert [(cell.label, cell.text[:7]) for cell in cells] == [("1", "王大明犯竊盜罪"), ("2", "王大明犯竊盜罪")]


@pytest.mark.parametrize(
    ("text", "tables", "column"),
    [
        ("一編號1至4所示", (("1", ("1", "2", "3", "4")),), None),
        ("一、二所示", (("1", None), ("2", None)), None),
        ("一至三所示", (("1", None), ("2", None), ("3", None)), None),
        ("「宣告刑欄」所示", (("", None),), "宣告刑"),
        ("編號1、3、6、7、9號「宣告刑欄」所示", (("", ("1", "3", "6", "7", "9")),), "宣告刑"),
        ("編號第1至第3及第5所示", (("", ("1", "2", "3", "5")),), None),
        ("編號一、三至五所宣告", (("", ("1", "3", "4", "5")),), None),
        ("一編號1及附表二編號2、3所示", (("1", ("1",)), ("2", ("2", "3"))), None),
        ("各編號主文欄所示", (("", None),), "主文"),
        ("編號（一）、（二）所示", (("", ("1", "2")),), None),
        ("甲編號㈠至㈢所示", (("甲", ("1", "2", "3")),), None),
        ("壹主文欄所示", (("1", None),), "主文"),
        ("三人以上", (("", None),), None),  # a number of people, not of a table
        ("貳罪", (("", None),), None),
    ],
)
def test_references(text: str, tables: tuple[tuple[str, tuple[str, ...] | None], ...], column: str | None) -> None:
    reference, _ = read_reference(text, 0)
    assert reference == TableReference(tables, column)


def test_one_spelling_for_a_row_number() -> None:
    assert [row_label(text) for text in ("1.", "（一）", "㈠", "①", "１", "壹", "第1號", "甲")] == ["1"] * 7 + ["甲"]


_PIECES = st.sampled_from(
    [*"┌┐└┘├┤┬┴┼│─", "編號", "主文", "附表一：", "1", "2", "處拘役拾日。", "王大明", "\n", "同上", "合計"]
)


@given(st.lists(_PIECES, max_size=80).map("".join))
def test_no_drawing_breaks_the_reader(drawing: str) -> None:
    tables = PenaltyTables(drawing)
    for key in ("", "1"):
        cells = tables.cells(key, None)
        assert cells is None or all(cell.text for cell in cells)


@given(st.text(max_size=40), st.text(max_size=40))
def test_references_never_fail(before: str, text: str) -> None:
    reference, end = read_reference(before + text, len(before))
    assert len(before) <= end <= len(before + text)
    assert reference.tables
