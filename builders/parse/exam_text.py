"""Characters of a page as a reader sees them: private-use glyphs, radicals and compatibility characters mapped; blanks and line ends closed.

The mapping is data with its evidence: ``exam_glyphs.json``. NFC, never NFKC, which would damage full-width punctuation.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("exam_glyphs.json")
_PRIVATE = r"\ue000-\uf8ff\U000f0000-\U0010ffff"
_LEFT_AS_IT_IS = re.compile(rf"[^{_PRIVATE}\u2e80-\u2fdf\u31c0-\u31ef\uf900-\ufaff\u0300-\u036f\u2000-\u2fff\u00ad\ufeff]*\Z")
_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), "")
_WIDE = r"\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffee\U00020000-\U0003ffff"
_BLANKS = re.compile(r"[ \t\u3000\u00a0\u2002-\u200a]+")
_BLANK_BESIDE_WIDE = re.compile(rf" (?=[{_WIDE}])|(?<=[{_WIDE}]) ")
_WORD_END = re.compile(r"[^\W_\u2e80-\uffff]\Z|[,.;:?!)\]}%’”'\"\u2026>_]\Z")
_WORD_START = re.compile(r"[^\W\u2e80-\uffff]|[(\[{‘“'\"$<_]")


def clean_page_text(text: str) -> str:
    """``text`` with glyphs, radicals and compatibility characters as the characters that a reader sees; in NFC.

    Private-use characters that the table does not know stay: see ``unmapped``. Blanks and line ends stay as they are.

    >>> clean_page_text("⺠法第⼀百⼋⼗四條 \\ue18c⽢，\\uf967成⽴")
    '民法第一百八十四條 (A)甘，不成立'
    """
    if _LEFT_AS_IT_IS.match(text):
        return text
    return unicodedata.normalize("NFC", text.translate(_glyphs()))


def unmapped(text: str) -> str:
    """The private-use characters of ``text`` that the table does not know, each once, in order; "\\ufffd" for a character without a value.

    >>> unmapped("\\ue18c甲\\ue999乙\\ue999") == "\\ue999"
    True
    """
    if _LEFT_AS_IT_IS.match(text) and "\ufffd" not in text:
        return ""
    known = _glyphs()
    return "".join(dict.fromkeys(re.findall(rf"[{_PRIVATE}\ufffd]", "".join(c for c in text if ord(c) not in known))))


def close_blanks(text: str) -> str:
    """``text`` with runs of blanks as one blank, and none beside a Chinese character or full-width sign: layout puts them there, not the author.

    >>> close_blanks("依民法 第 184 條，the  rule　of law ，成立")
    '依民法第184條，the rule of law，成立'
    """
    if text.isascii():
        return " ".join(text.split())
    return _BLANK_BESIDE_WIDE.sub("", _BLANKS.sub(" ", text)).strip()


def join_lines(pieces: Iterable[str]) -> str:
    """The lines of one paragraph as one text: a blank only between words of an alphabet.

    >>> join_lines(["侵權行為之損", "害賠償 the law", "of torts and well-", "known 甲"])
    '侵權行為之損害賠償the law of torts and well-known甲'
    """
    joined = ""
    for piece in pieces:
        piece = close_blanks(piece)
        if joined and piece and _WORD_END.search(joined) and _WORD_START.match(piece):
            joined += " "
        joined += piece
    return joined


@cache
def _glyphs() -> dict[int, str]:
    """Code point to text, from the table."""
    groups = json.loads(_TABLE.read_text(encoding="utf-8"))["groups"]
    return {**_INVISIBLE, **{int(code, 16): text for group in groups for code, text in group["map"].items()}}
