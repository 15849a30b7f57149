"""Tables without a box: a title, the heads, and the cells one behind the other, on lines of their own or all run together.

    附表一：
    編號
    犯罪事實
    主文
    1
    起訴書附表編號1
    王大明犯竊盜罪，處有期徒刑參月。
    2 …

The running number begins a row. Where the text has kept its blanks, the number must stand between blanks; where it has lost them, behind the end of
a sentence. Only such tables are read as pronounce penalties; a row reaches to the next number, whatever columns it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from legal_metrics.extract.table_references import SIGNS, row_label
from legal_metrics.jurisdictions.tw.penalty_words import fold
from legal_metrics.text.compact import CompactText
from legal_metrics.text.numerals import NUMERAL

KEY = rf"(?:{NUMERAL}|[甲乙丙丁戊己庚辛壬癸]|[A-ZＡ-Ｚ])(?:[之\-－]{NUMERAL})?"
NO_TITLE_BEFORE = "如於見即及與、和至依以因據同參載在各諸之照按含「據前"
PRONOUNCES = rf"(?:處|科)(?:有?期?徒?刑?|無期徒刑|死刑|拘役|罰金)[^以]{{0,4}}?(?:{NUMERAL}|徒刑|死刑)"

RULES = re.compile(r"[-=+:]{3,}|[|｜]")
"""What parts the cells of a table in Markdown or ASCII; blanks do the same."""

Row = tuple[str, str]
"""(row number as digits, or empty where the table has none; the text of the row behind it)."""

_HEAD = "編號|序號|項次"
_OTHER_HEAD = "犯罪事實|犯罪行為|犯行|事實|被害人|告訴人|行為人|被告|罪名|所犯|宣告刑|主文"
_FIRST = rf"[一1１壹][、.．]|[{''.join(first for first, _ in SIGNS)}]"
_STOPS = r"(?:[】」』：:]|[（(][^（）()]{0,60}[）)])+"
# Heads follow a title. 附表一編號1 without a stop between them is a row of another table, which a cell refers to.
_TITLE = re.compile(
    rf"(?<![{NO_TITLE_BEFORE}])附表(?P<key>{KEY})?(?:"
    rf"{_STOPS}(?=(?P<numbered>{_HEAD}|{_FIRST})|(?:{_OTHER_HEAD})[^，。；]{{0,30}}(?:主文|宣告刑|罪刑|處刑))(?!編號{NUMERAL}[至、號所])"
    rf"|(?=(?P<bare>{_HEAD}|{_FIRST}))(?!(?:{_HEAD}){NUMERAL}))"
)
_END_OF_TABLES = re.compile("附錄|附件[：:]|中華民國[^，。]{1,12}年")
_PENALTY = re.compile(rf"{PRONOUNCES}|(?:有期徒刑|拘役|罰金(?:新臺幣)?){NUMERAL}[年月日元萬千仟]")
_SPEAKS = re.compile(f"{_PENALTY.pattern}|無罪|免訴|不受理|免刑")
_PLAIN = "零一二三四五六七八九十"
_FORMAL = str.maketrans(_PLAIN, "零壹貳參肆伍陸柒捌玖拾")
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_NUMBER_BEFORE = re.compile("[0-9０-９一二三四五六七八九十第]")
_NUMBER_BEHIND = re.compile("[0-9０-９年月日]")
_ENDS_A_CELL = frozenset("。」）月日年刑役元")


def unboxed_tables(text: CompactText, start: int, end: int) -> Iterator[tuple[str, list[Row]]]:
    """(key, rows) of the tables between two offsets of the compact text, in order.

    >>> from legal_metrics.text.compact import compact
    >>> t = compact("附表：編號主文1甲犯竊盜罪，處拘役拾日。2甲犯侵占罪，處拘役貳拾日。")
    >>> list(unboxed_tables(t, 0, len(t.text)))
    [('', [('1', '甲犯竊盜罪，處拘役拾日。'), ('2', '甲犯侵占罪，處拘役貳拾日。')])]
    """
    titles = list(_TITLE.finditer(text.text, start, end))
    ends = [title.start() for title in titles[1:]] + [end] * bool(titles)
    for title, stop in zip(titles, ends, strict=True):
        closing = _END_OF_TABLES.search(text.text, title.end(), stop)
        last = closing.start() if closing else stop
        numbered = title["numbered"] or title["bare"]
        rows = _rows(text, title.end(), last) if numbered else _unnumbered(text, title.end(), last)
        if rows:
            yield row_label(title["key"]) if title["key"] else "", rows


def _unnumbered(text: CompactText, start: int, end: int) -> list[Row]:
    """A table without a column of numbers: all its rows as one."""
    body = text.text[start:end]
    return [("", body)] if _PENALTY.search(fold(body)) else []


def _rows(text: CompactText, start: int, end: int) -> list[Row]:
    """Rows by their running numbers; a next one can only begin behind what its row pronounces."""
    folded = fold(text.text[start:end])
    if _PENALTY.search(folded) is None:
        return []
    for apart in (True, False):
        rows: list[Row] = []
        number, label = 1, _label(text, 1, start, end, apart=apart)
        while label is not None:
            begin = label[1]
            spoken = _SPEAKS.search(folded, begin - start)
            label = _label(text, number + 1, start + spoken.end(), end, apart=apart) if spoken else None
            rows.append((str(number), text.text[begin : label[0] if label else end].lstrip("、.．：:號）)")))
            number += 1
        if rows:
            return rows
    return []


def _label(text: CompactText, number: int, start: int, end: int, *, apart: bool) -> tuple[int, int] | None:
    """Where the next row ``number`` begins: (start, end) of its label between ``start`` and ``end``.

    ``apart``: between blanks; else at the end of a sentence or, the first one, behind the heads.
    """
    compact = text.text
    for m in _numbered(number).finditer(compact, start, end):
        if apart:
            if text.begins_piece(m.start()) and (m.end() == end or text.begins_piece(m.end())):
                return m.span()
        elif _NUMBER_BEHIND.match(compact, m.end()) is None and (
            compact[m.start() - 1] in _ENDS_A_CELL
            if number > 1
            else _NUMBER_BEFORE.match(compact, m.start() - 1) is None
        ):
            return m.span()
    return None


@lru_cache(maxsize=2048)
def _numbered(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?:{_HEAD})?[（(]?(?:{'|'.join(_spellings(number))})[）)]?[、.．號]?")


def _spellings(number: int) -> tuple[str, ...]:
    """The ways in which a row may be numbered: 12, １２, 十二, 拾貳, and in a sign of its own.

    >>> _spellings(12), _spellings(30)
    (('12', '１２', '十二', '拾貳', '⑫', '⑿', '⒓'), ('30', '３０', '三十', '參拾'))
    """
    tens, ones = divmod(number, 10)
    spellings = [str(number), str(number).translate(_FULL_WIDTH)]
    if number < 100:
        plain = ("" if tens < 2 else _PLAIN[tens]) + ("十" if tens else "") + (_PLAIN[ones] if ones else "")
        spellings += [plain, plain.translate(_FORMAL)]
    return (*spellings, *(chr(ord(first) + number - 1) for first, n in SIGNS if number <= n))
