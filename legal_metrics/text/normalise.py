"""One spelling for what means the same: the text form under which answers are compared.

Never NFKC on whole texts: it would turn ① into 1, ㈠ into (一), ² into 2 and ㎡ into m2, which are content. The steps, in order:

1. full-width ASCII and the small and vertical forms of punctuation become what they stand for (３（％﹐︵ -> 3(%,();
2. Kangxi radicals, which PDF text layers use for characters, become the characters (⼀⼆ -> 一二);
3. the private-use numerals of Taiwan's court fonts become 參 and 〇; every other private-use character stays, for it may be a name;
4. punctuation that differs only by region or font gets one form (「」“” -> ", 『』‘’ -> ', 〔〕 -> [], ‧・ -> ·, ─― -> —, – − -> -, 〜 -> ~);
5. invisible characters go: zero-width ones, direction marks, soft hyphens, variation selectors;
6. NFC, which also replaces the compatibility ideographs (U+F9xx, most of U+FAxx, U+2F8xx) by the unified ones;
7. every run of white space becomes one space, none at the ends.

The scripts (簡/繁, 台/臺) are not folded here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

_FORM_BLOCKS = (range(0xFE10, 0xFE1A), range(0xFE30, 0xFE70), range(0xFF01, 0xFF66), range(0xFFE0, 0xFFE7))
_RADICAL_BLOCKS = (range(0x2E80, 0x2EF4), range(0x2F00, 0x2FD6))
_PRIVATE_NUMERALS = {0xE372: "參", 0xE373: "參", 0xF7AF: "〇"}
_ONE_FORM = {
    '"': "“”„‟「」〝〞〟",
    "'": "‘’‚‛『』",
    "[": "〔",
    "]": "〕",
    "-": "‐‑‒–−⁃",
    "—": "―─━",
    "~": "〜∼",
    "…": "⋯",
    "·": "‧•∙⋅・",
    ":": "︰∶",
    "/": "⁄∕",
}
_INVISIBLE = (
    *(0x00AD, 0x061C, 0x180E, 0xFEFF),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
)

# Every character that is, or decomposes into, a combining mark, and many that do not.
_MARKS = (
    "\u0300-\u1dff\u20d0-\u20ff\u2cef-\u2dff\u302a-\u309a\ua66f-\uabff\ufb1e\ufe20-\ufe2f\U000101fd-\U0001ffff"
)
_LONG_MARKS = re.compile(rf"[{_MARKS}]{{64,}}")


def normalise(text: str) -> str:
    """The compared form of ``text`` (steps at the head of this module). Idempotent; linear; raises nothing.

    >>> normalise("處有期徒刑３月，　緩刑 2年。\\r\\n「甲」")
    '處有期徒刑3月, 緩刑 2年。 "甲"'
    >>> normalise("\\uf967得上訴") == "不得上訴", normalise("１．５㎡")
    (True, '1.5㎡')
    """
    return " ".join(unicodedata.normalize("NFC", _LONG_MARKS.sub(_in_order, text.translate(_table()))).split())


def _in_order(run: re.Match[str]) -> str:
    """The same characters decomposed, their marks in canonical order. Python's own ordering is quadratic in a run of marks out of order."""
    decomposed = (c for mark in run[0] for c in unicodedata.normalize("NFD", mark))
    return "".join(
        "".join(sorted(marks, key=unicodedata.combining)) if combining else "".join(marks)
        for combining, marks in groupby(decomposed, key=lambda c: unicodedata.combining(c) != 0)
    )


@cache
def _table() -> dict[int, str | None]:
    """Steps 1 to 5 as one translation table."""
    one_form = {ord(v): form for form, variants in _ONE_FORM.items() for v in variants}
    table: dict[int, str | None] = dict.fromkeys(_INVISIBLE)
    table |= _PRIVATE_NUMERALS | one_form
    for block in (*_FORM_BLOCKS, *_RADICAL_BLOCKS):
        for code in block:
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and ord(plain) != code and not plain.isspace():
                table.setdefault(code, one_form.get(ord(plain), plain))
    return table
