"""Tables behind a judgment (附表): box-drawn ones, with or without their line breaks, and unboxed ones (``unboxed_tables``).

Only structure is read here: which cell of the penalty column stands in which row of which table. What a cell says is read by the
grammar of the 主文 itself.

White space is taken out first, so a word broken over lines inside a cell is whole again, and a table that has lost its line breaks
reads as one that has kept them: a line of a box ends where as many bars have passed as the line above has boundaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from legal_metrics.extract.table_references import row_label
from legal_metrics.extract.unboxed_tables import KEY, NO_TITLE_BEFORE, PRONOUNCES, RULES, unboxed_tables
from legal_metrics.jurisdictions.tw.penalty_words import fold
from legal_metrics.text.compact import CompactText, compact
from legal_metrics.text.numerals import NUMERAL

_BOXES = str.maketrans("━═┃║┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╰╯╞╡╪", "──││┌┐└┘├┤┬┴┼┌┐└┘├┤┬┴┼┌┐└┘├┤┼")
_UP = frozenset("│├┤┼┴└┘")  # boundaries that come down from the line above
_DOWN = frozenset("│├┤┼┬┌┐")  # boundaries that go on below
_BAR = re.compile("[│├┤┼┬┴┌┐└┘]")
_RULER = re.compile("[├└]─[─┬┴┼]*[┤┘]")
_TITLE = re.compile(rf"(?<![{NO_TITLE_BEFORE}])附表(?P<key>{KEY})?(?![^│]{{0,12}}所[示載列])")
_TITLE_AT_END = re.compile(rf"附表(?P<key>{KEY})?[】」』]?[：:]?$")
_PENALTY_HEAD = re.compile("主文|宣告刑|罪刑|宣告之|宣告罪|所處|處刑|刑度|刑期|罪名及|主刑|諭知|科刑|判處|處罰|刑罰")
_NO_PENALTY_HEAD = re.compile("法條|沒收之?物|證據|備註|犯罪事實$|事實$")
_LABEL_HEAD = re.compile("編號|序號|項次|次序|^號$|^編$|序")
_PERSON_HEAD = re.compile("^(?:被告|行為人|共犯|姓名|被告姓名|犯罪行為人|行為人姓名)$")
_PRONOUNCES = re.compile(PRONOUNCES)


Line = list[str]  # the contents of one line of a box, column by column
Column = list[tuple[int, str]]  # the sub-cells of one column in one row: the line on which each begins, and its text


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a penalty column: the label of its row (編號), its text without white space, and whom the row names (行為人), if a column does."""

    label: str
    text: str
    person: str = ""


@dataclass(slots=True)
class _Table:
    """One table: its key (None where untitled), heads, and rows as lists of column texts with their sub-cells."""

    key: str | None
    heads: tuple[str, ...] = ()
    rows: list[list[Column]] = field(default_factory=list)  # row -> column -> (line, text)
    cells: list[Cell] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class PenaltyTables:
    """All tables of a text, parsed on the first question.

    >>> box = "附表┌─┬────┐│編號│主文│├─┼────┤│1│甲犯竊盜罪，處拘│││役拾日。│└─┴────┘"
    >>> PenaltyTables(box).cells("", None)
    [Cell(label='1', text='甲犯竊盜罪，處拘役拾日。', person='')]
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._parsed: list[_Table] | None = None

    @property
    def _tables(self) -> list[_Table]:
        if self._parsed is None:
            self._parsed = list(_parse(self._text))
        return self._parsed

    def cells(self, key: str, column: str | None) -> list[Cell] | None:
        """The cells of the penalty column of table ``key``, row by row; None where there is no such table or column.

        ``key`` is ``""`` for a bare 附表, ``column`` the column that the 主文 names, if any. An untitled table is taken where it is the only one
        with penalties and no table bears the key.
        """
        return [cell for _, cells in self._find(key, column) for cell in cells] or None

    def problems_of(self, key: str) -> list[str]:
        """What could not be read in the table that ``cells`` takes for this key."""
        return [problem for table, _ in self._find(key, None) for problem in table.problems]

    def labels(self, key: str) -> list[str]:
        """The row numbers of table ``key``, whatever the table holds; empty where there is no such table or its rows bear no numbers."""
        table = next((table for table in self._tables if table.key == key), None)
        return [label for label in _labels(table) if label.isdigit()] if table else []

    def _find(self, key: str, column: str | None) -> list[tuple[_Table, list[Cell]]]:
        found = _with_penalties((table for table in self._tables if table.key == key), column)
        if found:
            return found
        found = _with_penalties((t for t in self._tables if t.key is None or (key == "" and t.key == "1")), column)
        return found if len(found) == 1 else []


def _with_penalties(tables: Iterable[_Table], column: str | None) -> list[tuple[_Table, list[Cell]]]:
    return [(table, cells) for table in tables if (cells := _penalty_cells(table, column))]


# --- structure -------------------------------------------------------------------------------------------------------------------


def _parse(source: str) -> Iterator[_Table]:
    """All tables in order, unboxed ones before the box that follows them."""
    if "表" not in source and "┌" not in source.translate(_BOXES):
        return
    packed = compact(RULES.sub(" ", source))
    text = packed.text.translate(_BOXES)
    position = 0
    current: _Table | None = None
    while (top := text.find("┌", position)) >= 0:
        gap = text[position:top]
        title = _last_title(gap)
        yield from _unboxed(packed, position, top)
        rows, position, problems = _box(text, top)
        if rows and len(rows[0]) == 1:  # the title stands in the first row of the box
            inner = _last_title(rows[0][0][0][1] if rows[0][0] else "")
            if inner is not None:
                title, rows = inner, rows[1:]
        if title is None and current is not None and not gap.strip("-─"):
            _extend(current, rows)  # the same table on the next page
            current.problems += problems
            continue
        if current is not None:
            yield current
        current = _Table(title, problems=problems)
        _extend(current, rows)
    if current is not None:
        yield current
    yield from _unboxed(packed, position, len(text))


def _unboxed(text: CompactText, start: int, end: int) -> Iterator[_Table]:
    for key, rows in unboxed_tables(text, start, end):
        yield _Table(key, cells=[Cell(*row) for row in rows])


def _box(text: str, top: int) -> tuple[list[list[Column]], int, list[str]]:
    """Rows of the box that begins at ``top``, the offset behind it, and what could not be read."""
    m = _TOP.match(text, top)
    if m is None:
        return [], top + 1, []
    above = sum(c in _DOWN for c in m[0])
    position = m.end()
    rows: list[list[Column]] = []
    problems: list[str] = []
    while True:
        end = text.find("┌", position)
        rulers = _RULER.finditer(text, position, end if end >= 0 else len(text))
        ruler = next((r for r in rulers if sum(c in _UP for c in r[0]) == above), None)
        if ruler is None:
            problems.append("table_not_closed")
            return rows, position, problems
        segment = text[position : ruler.start()]
        lines = _lines(segment, above)
        if lines is None:
            problems.append(f"table_row_misaligned: {segment[:40]}")
        else:
            rows.append(_columns(lines, above - 1))
        position = ruler.end()
        if ruler[0][0] == "└":
            return rows, position, problems
        above = sum(c in _DOWN for c in ruler[0])


# --- the penalty column ----------------------------------------------------------------------------------------------------------


def _penalty_cells(table: _Table, column: str | None) -> list[Cell]:
    if table.cells:
        return table.cells
    cells: list[tuple[str, list[str], str]] = []
    width = len(table.heads)
    columns = _penalty_columns(table, column)
    for row in table.rows:
        if len(row) != width:
            continue  # a line across the table: 合計 …
        for index in columns:
            numbers = next((i for i in range(index, -1, -1) if _LABEL_HEAD.search(table.heads[i])), None)
            people = next((i for i, head in enumerate(table.heads) if _PERSON_HEAD.match(head)), None)
            for line, text in row[index]:
                label = _cell_label(_at_line(row[numbers], line)) if numbers is not None else ""
                person = _at_line(row[people], line) if people is not None else ""
                if text in _DITTO and cells:
                    cells.append((label, cells[-1][1], person))
                elif text and numbers is not None and not label and cells:
                    cells[-1][1].append(text)  # a row that goes on behind a page break
                elif text:
                    cells.append((label, [text], person))
    return [Cell(label, "".join(texts), person) for label, texts, person in cells]


_DITTO = ("同上", "同左", "〃", "同上。")
_TOP = re.compile("┌[─┬]*┐")
_LEADING_NUMBER = re.compile(rf"[（(]?{NUMERAL}(?![年月日之\-－])")


def _lines(segment: str, above: int) -> list[Line] | None:
    """The lines between two rulers as lists of cell contents: a line ends at its ``above``-th boundary. None if bars are missing."""
    lines: list[Line] = []
    position = 0
    while position < len(segment):
        if not _BAR.match(segment, position):
            return None
        passed = int(segment[position] in _UP)
        position += 1
        contents: Line = []
        while passed < above:
            m = _BAR.search(segment, position)
            if m is None:
                return None
            contents.append(segment[position : m.start()])
            passed += m[0] in _UP
            position = m.end()
        if len(contents) != above - 1:
            return None
        lines.append(contents)
    return lines


def _columns(lines: list[Line], n_columns: int) -> list[Column]:
    """Sub-cells of each column as (line, text): a ruler across some columns only begins a new sub-cell in these."""
    pieces: list[list[tuple[int, list[str]]]] = [[] for _ in range(n_columns)]
    fresh = [True] * n_columns
    for number, contents in enumerate(lines):
        for index, content in enumerate(contents):
            if content and not content.strip("─"):
                fresh[index] = True
            elif fresh[index]:
                pieces[index].append((number, [content]))
                fresh[index] = False
            else:
                pieces[index][-1][1].append(content)
    return [[(number, "".join(parts)) for number, parts in column] for column in pieces]


def _extend(table: _Table, rows: list[list[Column]]) -> None:
    """Add rows; the first row of several columns gives the heads, and the same heads again are left out."""
    for row in rows:
        heads = tuple("".join(text for _, text in column) for column in row)
        if not table.heads and len(row) > 1:
            table.heads = tuple(fold(head) for head in heads)
        elif tuple(fold(head) for head in heads) != table.heads:
            table.rows.append(row)


def _at_line(column: Column, line: int) -> str:
    """The sub-cell of ``column`` that stands beside ``line``."""
    text = ""
    for start, content in column:
        if start > line:
            break
        text = content
    return text


def _cell_label(text: str) -> str:
    """The number that a cell of the column 編號 begins with (1（原起訴書…）), else its text."""
    m = _LEADING_NUMBER.match(text)
    return row_label(m[0] if m else text)


def _labels(table: _Table) -> list[str]:
    if table.cells:
        return [cell.label for cell in table.cells]
    index = next((i for i, head in enumerate(table.heads) if _LABEL_HEAD.search(head)), None)
    if index is None:
        return []
    return [_cell_label(text) for row in table.rows if len(row) == len(table.heads) for _, text in row[index]]


def _penalty_columns(table: _Table, column: str | None) -> list[int]:
    """The column that the 主文 names, else the columns whose heads speak of penalties, else the one that pronounces them."""
    wanted = fold(column).removesuffix("欄") if column else ""
    if wanted:
        exact = [i for i, head in enumerate(table.heads) if head.removesuffix("欄") == wanted]
        near = exact or [i for i, head in enumerate(table.heads) if head and (head in wanted or wanted in head)]
        near = [i for i in near if not _LABEL_HEAD.search(table.heads[i])]
        if near:
            return near
    by_head = [
        i for i, head in enumerate(table.heads) if _PENALTY_HEAD.search(head) and not _NO_PENALTY_HEAD.search(head)
    ]
    rows = [row for row in table.rows if len(row) == len(table.heads)]
    speaking = [
        i
        for i in range(len(table.heads))
        if sum(any(_PRONOUNCES.search(fold(t)) for _, t in row[i]) for row in rows) * 2 >= len(rows) > 0
    ]
    if len(by_head) > 1:
        by_head = [i for i in by_head if i in speaking] or by_head[:1]
    return by_head or speaking[:1]


def _last_title(gap: str) -> str | None:
    """Key of the last title 附表… near the end of a text, or None."""
    found = _TITLE_AT_END.search(gap, max(0, len(gap) - 20))
    if found is None:
        for m in _TITLE.finditer(gap, max(0, len(gap) - 160)):
            found = m
    return None if found is None else row_label(found["key"]) if found["key"] else ""
