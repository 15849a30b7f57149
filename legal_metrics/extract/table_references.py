"""如附表一編號1至3、5所示: which tables, which of their rows, which column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from legal_metrics.text.numerals import NUMERAL, ORDINAL, parse_integer

_MOST_ROWS = 2_000  # a range that spells out more rows than this is a slip
SIGNS: tuple[tuple[str, int], ...] = (("①", 20), ("⑴", 20), ("⒈", 20), ("㈠", 10), ("㊀", 10))
"""Numbers that are one character: the sign of 1 and how many follow one another from there."""

_NUMBER_OF_SIGN = {ord(first) + i: str(i + 1) for first, n in SIGNS for i in range(n)}

_NUMBER = rf"(?:（?[A-Za-zＡ-Ｚ]?{ORDINAL}(?:之{ORDINAL})?）?|[①-⑳⑴-⒇⒈-⒛㈠-㈩㊀-㊉])"
_KEY = rf"(?:{NUMERAL}(?![人年月日次罪名個件])|[甲乙丙丁戊己庚辛壬癸](?![○〇])|[A-ZＡ-Ｚ])(?:[之\-－]{NUMERAL})?(?:（{NUMERAL}）)?"
_TO = r"[至到\-－~～—]"
_AND = r"[、及與和暨]"
_KEYS = re.compile(rf"{_KEY}(?:(?:{_AND}|{_TO})(?:附表)?{_KEY}){{0,40}}")
_ONE_KEY = re.compile(rf"(?P<to>{_TO})?(?P<key>{_KEY})")
_ROW = rf"第?(?:編號)?{_NUMBER}[號列]?"
_ROWS = re.compile(
    rf"(?:所示)?(?:之|中|內)?各?(?:編號|序號|項次)欄?(?P<rows>{_ROW}(?:(?:{_AND}|{_TO}){{1,2}}{_ROW}){{0,200}})(?:所示)?"
)
_ONE_ROW = re.compile(rf"(?P<to>{_TO})?第?(?:編號)?(?P<row>{_NUMBER})")
_NEXT = re.compile(r"(?:所示)?[、及與和暨](?:如)?附表(?!所示|各)")
_COLUMN = re.compile(
    r"(?:所示)?之?各?(?:編號)?(?:號)?(?:「(?P<quoted>[^「」]{1,30}?)欄?」(?:各?欄位?)?|(?P<plain>(?:(?!所示|所載|欄)[^，。；「」]){1,16}?)欄位?)[內中]?"
)
_SHOWN = re.compile(r"(?:各)?(?:編號)?(?:所示|所載|所列|所揭|記載|所宣告|所諭知)?")


@dataclass(frozen=True, slots=True)
class TableReference:
    """What a 主文 points at: ``tables`` are (key, row labels or None for all rows) in order, ``column`` the column named, if any.

    A key is the table's number as digits (附表一 and 附表1 are ``"1"``), another mark as written, or ``""`` for a bare 附表.
    """

    tables: tuple[tuple[str, tuple[str, ...] | None], ...]
    column: str | None = None

    @property
    def n_rows(self) -> int | None:
        """How many rows are named, or None where some table is meant as a whole.

        >>> read_reference("一編號1至3、5所示", 0)[0].n_rows
        4
        """
        named = [len(rows) for _, rows in self.tables if rows is not None]
        return sum(named) if len(named) == len(self.tables) else None


def read_reference(text: str, position: int) -> tuple[TableReference, int]:
    """The reference that begins right behind 附表 at ``position`` and where it ends (behind 所示). Never fails: a bare 附表 is one.

    >>> read_reference("一、二主文欄所示之刑", 0)
    (TableReference(tables=(('1', None), ('2', None)), column='主文'), 8)
    """
    tables: list[tuple[str, tuple[str, ...] | None]] = []
    while True:
        keys = [""]
        if (m := _KEYS.match(text, position)) is not None:
            keys, position = _expand(m[0], _ONE_KEY, "key"), m.end()
        rows: tuple[str, ...] | None = None
        if (m := _ROWS.match(text, position)) is not None:
            rows, position = tuple(_expand(m["rows"], _ONE_ROW, "row")), m.end()
        tables += [(key, rows) for key in keys]
        following = _NEXT.match(text, position)
        if following is None or len(tables) > _MOST_ROWS:
            break
        position = following.end()
    column = None
    if (m := _COLUMN.match(text, position)) is not None:
        column, position = m["quoted"] or m["plain"], m.end()
    shown = _SHOWN.match(text, position)
    return TableReference(tuple(tables), column), shown.end() if shown else position


@lru_cache(maxsize=4096)
def row_label(text: str) -> str:
    """One spelling for a row number or table number: digits where it is a numeral, else the text without brackets and stops.

    >>> row_label("（三）"), row_label("12."), row_label("甲")
    ('3', '12', '甲')
    """
    bare = text.translate(_NUMBER_OF_SIGN).strip("（）()〈〉︿﹀.．、：:號第編 ")
    number = parse_integer(bare)
    return bare if number is None else str(number)


def _expand(text: str, one: re.Pattern[str], group: str) -> list[str]:
    """All labels of a list such as 1、3至5."""
    labels: list[str] = []
    for m in one.finditer(text):
        label = row_label(m[group])
        if m["to"] and labels and labels[-1].isdigit() and label.isdigit():
            first, last = int(labels[-1]), int(label)
            if first < last <= first + _MOST_ROWS:
                labels += map(str, range(first + 1, last + 1))
                continue
        labels.append(label)
    return labels
