"""What follows the signature, in any order: the clerk's lines, tables (附表), the text of the applied articles (附錄), attachments (附件).

None of it is a section of the judgment. Tables may hold the penalties that the 主文 refers to; the appendix repeats citations; an attached
indictment has headings, tables and an appendix of its own and so runs to the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builders.parse.judgment_headings import starts_line
from legal_metrics.text.compact import CompactText

Span = tuple[int, int]

_NUMBER = "[0-9０-９一二三四五六七八九十壹貳參肆伍陸柒捌玖拾甲乙丙丁A-Z]{0,3}"
_PROSECUTOR = (
    "[^，。、；：第]{2,20}檢察署[^，。；]{0,30}?(?:起訴|處刑|併案|併辦|追訴|意旨|處分|上訴)[^，。；、]{0,8}書"
)
_BLOCK = re.compile(  # every branch begins with a literal: the search is a scan for six characters
    f"附表{_NUMBER}(?:之{_NUMBER}|[-－]{_NUMBER})?"
    f"|附件{_NUMBER}"
    "|附[錄論記]?[：:]?[^，。；、┌│]{0,18}法(?:條|律條文|律全文|律)"
    "|附錄[：:]"
    "|本[案件][^，。；、]{0,8}法條"
    "|刑法第[^，。；、]{1,12}條"
    f"|臺灣{_PROSECUTOR}"
    f"|台灣{_PROSECUTOR}"
    f"|福建{_PROSECUTOR}"
    "|┌"
)
_KINDS = {
    "附表": "tables",
    "┌": "box",
    "附件": "attachments",
    "臺灣": "indictment",
    "台灣": "indictment",
    "福建": "indictment",
    "刑法": "article",
}
_BLOCKS = {"box": "tables", "indictment": "attachments", "article": "appendix"}
_LEAD = re.compile("[【〔（(■◎※＊*☆★]?(?:中華民國)?$")
_MENTIONED = frozenset("如見同及、至與和或「『（(詳依參按即於在之所為該各前上本下以由從書訴：，；犯│┤├")
_AFTER_A_TITLE = frozenset("：:；;（(【〔┌編】")


@dataclass(frozen=True, slots=True)
class Tail:
    """Blocks behind the signature as spans of the compact text, in order.

    >>> Tail().tables
    ()
    """

    tables: tuple[Span, ...] = ()
    appendix: tuple[Span, ...] = ()
    attachments: tuple[Span, ...] = ()


def find_tail(text: CompactText, span: Span) -> Tail:
    """Cut what follows the signature into its blocks. Raises nothing.

    >>> t = CompactText("以上正本\\n附錄本案論罪科刑法條：\\n刑法第320條\\n竊盜者\\n附表一：\\n┌─┐\\n附件：起訴書")
    >>> tail = find_tail(t, (0, len(t.text)))
    >>> [t.text[slice(*block)] for block in (*tail.tables, *tail.appendix, *tail.attachments)]
    ['附表一：┌─┐', '附錄本案論罪科刑法條：刑法第320條竊盜者', '附件：起訴書']
    """
    lines = "\n" in text.source
    kind, start = "", span[0]
    blocks: dict[str, list[Span]] = {}
    for match in _BLOCK.finditer(text.text, *span):
        name = _KINDS.get(match[0][:2], "appendix")
        following = _BLOCKS.get(name, name)
        if following == kind and name not in ("tables", "indictment"):
            continue  # inside a block of its kind; but each 附表 opens a table of its own
        begin = _begin(text.text, match.start())
        if name != "box" and not _opens_block(text, name, begin, match.end(), lines=lines):
            continue
        if name == "article" and kind == "tables" and not text.text.startswith("┘", begin - 1):
            continue  # in a cell
        if following != kind or name == "tables":
            blocks.setdefault(kind, []).append((start, begin))
            kind, start = following, begin
        if name == "indictment":
            break
    blocks.setdefault(kind, []).append((start, span[1]))
    return Tail(*(tuple(blocks.get(name, ())) for name in ("tables", "appendix", "attachments")))


def _begin(text: str, start: int) -> int:
    """The start of the block with the mark or the 中華民國 that stands before its first word."""
    lead = _LEAD.search(text[max(0, start - 5) : start])
    return start - (len(lead[0]) if lead else 0)


def _opens_block(text: CompactText, name: str, start: int, end: int, *, lines: bool) -> bool:
    """At the beginning of a line; without lines: not spoken of in a sentence (如附表所示) or in a cell."""
    if lines:
        return starts_line(text, start)
    before, after = text.text[start - 1 : start], text.text[end : end + 1]
    if name == "indictment":
        return before not in _MENTIONED or before == "："
    return before not in _MENTIONED and (name != "tables" or before == "┘" or after in _AFTER_A_TITLE)
