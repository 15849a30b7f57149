"""Marks inside an exam text: what is drawn, and what a reader must get back.

``{u words}`` is underlined, ``{_ 8}`` a blank of eight spaces over a line; ``{A}`` … ``{E}``, ``{1}`` … ``{9}``, ``{a}`` … ``{d}`` and ``{甲}`` … ``{丁}``
are single private-use glyphs, as are ㈠ to ㈧ and ⑦ to ⑨ wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

GLYPHS: dict[str, str] = {
    **{f"({letter})": chr(0xE18C + index) for index, letter in enumerate("ABCDE")},
    **{f"{digit}.": chr(0xE0C6 + index) for index, digit in enumerate("123456789")},
    **{f"({letter})": chr(0xE1A6 + index) for index, letter in enumerate("abcd")},
    **{f"({stem})": chr(0xE1C0 + index) for index, stem in enumerate("甲乙丙丁")},
    **{mark: chr(0xE129 + index) for index, mark in enumerate("㈠㈡㈢㈣㈤㈥㈦㈧")},
    **{mark: chr(0xE006 + index) for index, mark in enumerate("⑦⑧⑨")},
}
"""What a private-use glyph shows -> its code in the official papers."""

COMPATIBILITY: dict[str, str] = {"行": "\ufa08", "不": "\uf967", "列": "\uf99c", "方": "\u2f45"}
"""Characters that official papers also hold as compatibility ideographs or Kangxi radicals."""

_MARK = re.compile(r"\{u ([^{}]+)\}|\{_ (\d+)\}|\{([A-E1-9a-d甲乙丙丁])\}")
_CHINESE = r"\u2e80-\u9fff\u3000-\u303f\uff00-\uffee"
_BLANK_BESIDE_CHINESE = re.compile(rf"[ \u3000]+(?=[{_CHINESE}])|(?<=[{_CHINESE}])[ \u3000]+")
_TO_GLYPH = str.maketrans({mark: code for mark, code in GLYPHS.items() if len(mark) == 1})


@dataclass(frozen=True)
class Run:
    """Characters of one kind: ``text`` as the PDF holds it, underlined or not."""

    text: str
    underlined: bool = False


def runs(text: str, *, compatibility: bool = False) -> list[Run]:
    """What is drawn for ``text``.

    >>> [run.text.encode("unicode_escape").decode() for run in runs("承{B}㈠{_ 2}")]
    ['\\\\u627f', '\\\\ue18d', '\\\\ue129', '  ']
    """
    table = _TO_GLYPH | ({ord(usual): code for usual, code in COMPATIBILITY.items()} if compatibility else {})
    return [Run(part.translate(table), underlined) for part, underlined in _parts(text, glyphs=True)]


def plain(text: str) -> str:
    """What a reader must get back: glyphs as what they show, underlined words marked, a blank as four underscores, no blanks beside Chinese.

    >>> plain("承{B}第 8 條，{1}{甲}{u 非}{_ 8}the law")
    '承(B)第8條，1.(甲)<u>非</u>____the law'
    """
    joined = "".join(f"<u>{part}</u>" if underlined else part for part, underlined in _parts(text, glyphs=False))
    return _BLANK_BESIDE_CHINESE.sub("", joined)


def _parts(text: str, *, glyphs: bool) -> Iterator[tuple[str, bool]]:
    at = 0
    for found in _MARK.finditer(text):
        if found.start() > at:
            yield text[at : found.start()], False
        words, width, shown = found.groups()
        if words:
            yield words, True
        elif width:
            yield (" " * int(width) if glyphs else "____"), glyphs
        else:
            mark = f"{shown}." if shown.isdecimal() else f"({shown})"
            yield GLYPHS[mark] if glyphs else mark, False
        at = found.end()
    if at < len(text):
        yield text[at:], False
