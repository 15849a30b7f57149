"""Tables that no box is drawn around. Tables and people invented; expected values by hand."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome_notation import outcomes

from legal_metrics.extract.main_text import parse_main_text
from legal_metrics.extract.penalty_tables import PenaltyTables
from legal_metrics.extract.table_references import row_label
from legal_metrics.extract.unboxed_tables import unboxed_tables
from legal_metrics.text.compact import compact

MAIN_TEXT = "王大明犯附表所示之罪，各處如附表所示之刑。"
ROWS = ("王大明犯竊盜罪，處拘役拾日。", "王大明犯竊盜罪，處拘役貳拾日。", "王大明犯詐欺取財罪，處有期徒刑參月。")
COUNTS = ["1 guilty: 10 days; 20 days; 3m"]


def read(table: str, main_text: str = MAIN_TEXT) -> list[str]:
    found = parse_main_text(main_text, defendants=["王大明"], tables=table)
    assert not found.problems
    return outcomes(found)


def lines(*numbers: str, heads: str = "編號\n主文", title: str = "附表：", between: str = "\n") -> str:
    cells = (f"{number}{between}{row}" for number, row in zip(numbers, ROWS, strict=True))
    return "\n".join((title, heads, *cells))


@pytest.mark.parametrize(
    "numbers",
    [
        "1 2 3",
        "１ ２ ３",
        "一 二 三",
        "壹 貳 參",
        "① ② ③",
        "⑴ ⑵ ⑶",
        "⒈ ⒉ ⒊",
        "㈠ ㈡ ㈢",
        "㊀ ㊁ ㊂",
        "1. 2. 3.",
        "1、 2、 3、",
        "（一） （二） （三）",
        "(1) (2) (3)",
        "編號1 編號2 編號3",
    ],
)
def test_rows_are_found_however_they_are_numbered(numbers: str) -> None:
    table = lines(*numbers.split())
    assert read(table) == COUNTS
    assert read("".join(table.split())) == COUNTS


@pytest.mark.parametrize("between", ["\n", " ", "\t", "　", ""])
@pytest.mark.parametrize(
    "title",
    ["附表：", "附表", "【附表】", "附表（論罪科刑）：", "附表（時間：民國／金額：新臺幣）", "附表:"],
)
@pytest.mark.parametrize("heads", ["編號\n罪名及宣告刑", "序號\n主文", "項次　主文"])
def test_titles_and_heads(title: str, heads: str, between: str) -> None:
    table = lines("1", "2", "3", heads=heads, title=title, between=between)
    assert read(table) == COUNTS
    assert read("".join(table.split())) == COUNTS


@pytest.mark.parametrize(
    "table",
    [
        "附表：\n| 編號 | 主文 |\n|:---|---:|\n| 1 | {0} |\n| 2 | {1} |\n| 3 | {2} |",
        "附表\n編號 | 主文\n--- | ---\n1 | {0}\n2 | {1}\n3 | {2}",
        "附表：\n+----+----+\n|編號|主文|\n+====+====+\n|1|{0}|\n+----+----+\n|2|{1}|\n+----+----+\n|3|{2}|\n+----+----+",
        "附表：\n編號｜主文\n1｜{0}\n2｜{1}\n3｜{2}",
    ],
)
def test_markdown_and_ascii(table: str) -> None:
    filled = table.format(*ROWS)
    assert read(filled) == COUNTS
    assert read("".join(filled.split())) == COUNTS


@pytest.mark.parametrize(
    "table",
    [
        # the number of a row of another table, in a cell before and in one behind the penalty
        "附表：\n編號\n犯罪事實\n主文\n1\n起訴書附表編號1\n{0}\n2\n起訴書附表編號2\n{1}\n3\n起訴書附表編號3\n{2}",
        "附表：\n編號\n主文\n備註\n1\n{0}\n起訴書附表編號3\n2\n{1}\n起訴書附表編號2\n3\n{2}\n附表一編號1",
        # numbers that are not the row's: dates, amounts, quantities
        "附表：\n編號\n時間\n主文\n1\n111年2月3日\n{0}\n2\n111年3月 4 日\n{1}\n3\n111年1月2日\n{2}",
        "附表：\n編號\n主文\n沒收\n1\n{0}\n鑰匙 2 支\n2\n{1}\n現金 3 萬元\n3\n{2}\n無",
        # what follows the table
        "附表：\n編號\n主文\n1\n{0}\n2\n{1}\n3\n{2}\n附錄本案論罪科刑法條：\n4 處 5 年以下有期徒刑。",
        # short terms
        "附表：\n編號\n事實\n宣告刑\n1\n一㈠\n處拘役拾日\n2\n一㈡\n處拘役貳拾日\n3\n一㈢\n處有期徒刑參月",
        "附表：\n編號\n事實\n宣告刑\n1\n一㈠\n拘役拾日\n2\n一㈡\n拘役貳拾日\n3\n一㈢\n有期徒刑參月",
        # no column of numbers
        "附表：\n犯罪事實\n主文\n事實欄一㈠\n{0}\n事實欄一㈡\n{1}\n事實欄一㈢\n{2}",
        # another table before it, which pronounces nothing
        "附表一：\n編號\n被害人\n金額\n1\n陳小華\n3萬元\n2\n林小美\n2萬元\n附表：\n編號\n主文\n1\n{0}\n2\n{1}\n3\n{2}",
    ],
)
def test_what_stands_around_the_penalties(table: str) -> None:
    assert read(table.format(*ROWS)) == COUNTS


def test_each_table_keeps_its_rows() -> None:
    two = (
        lines("1", "2", "3", title="附表一：") + "\n" + lines("1", "2", "3", title="附表二：").replace("拾日", "拾伍日")
    )
    assert read(two, "王大明犯附表一所示之罪，各處如附表一所示之刑。") == COUNTS
    assert read(two, "王大明犯附表二編號1、2所示之罪，各處如附表二編號1、2所示之刑。") == ["1 guilty: 15 days; 25 days"]


def test_a_number_glued_to_another_is_no_guess() -> None:
    """Without blanks 1111年2月3日 may be row 1 and the year 111, or a number: the table is reported as unread."""
    found = parse_main_text(MAIN_TEXT, defendants=["王大明"], tables=f"附表：編號時間主文1111年2月3日{ROWS[0]}")
    assert any(problem.startswith("table_missing") for problem in found.problems)


def test_statutes_are_no_table() -> None:
    text = compact(
        "附表：\n編號\n物品\n1\n鑰匙壹支\n中華民國刑法第320條\n處 5 年以下有期徒刑、拘役或科 50 萬元以下罰金。"
    )
    assert list(unboxed_tables(text, 0, len(text.text))) == []


_PIECES = st.sampled_from(
    [*"123一二①㈠、。| \n：", "附表", "附表：", "附表一", "編號", "主文", "處拘役拾日", "王大明", "---", "附錄"]
)


@given(st.lists(_PIECES, max_size=60).map("".join))
def test_rows_are_numbered_from_one_whatever_the_text(source: str) -> None:
    text = compact(source)
    for key, rows in unboxed_tables(text, 0, len(text.text)):
        assert key == row_label(key)
        assert [label for label, _ in rows] in ([""], [str(n) for n in range(1, len(rows) + 1)])
        assert all(row in text.text for _, row in rows)
    PenaltyTables(source).cells("", None)


def test_time_is_linear_in_the_rows() -> None:
    def seconds(n: int) -> float:
        table = "附表：\n編號\n主文\n" + "\n".join(f"{number}\n{ROWS[0]}" for number in range(1, n + 1))
        start = time.process_time()
        cells = PenaltyTables(table).cells("", None)
        assert cells is not None
        assert len(cells) == n
        return time.process_time() - start

    seconds(1_600)  # the pattern of each number is compiled once
    assert min(seconds(1_600) for _ in range(2)) < 64 * min(seconds(100) for _ in range(3))
