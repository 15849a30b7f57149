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

from legal_metrics.arguments import check_text

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
_MARKS = "\u0300-\u1dff\u20d0-\u20ff\u2cef-\u2dff\u302a-\u309a\ua66f-\uabff\ufb1e\ufe20-\ufe2f\U000101fd-\U0001ffff"
_LONG_MARKS = re.compile(rf"[{_MARKS}]{{64,}}")

_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))(?<![0-9]{4},)")
_SEPARATORS = frozenset(".-/:")  # between two numbers each is content of its own


def normalise(text: str) -> str:
    """The compared form of ``text`` (steps at the head of this module). Idempotent; linear; raises nothing.

    >>> normalise("處有期徒刑３月，　緩刑 2年。\\r\\n「甲」")
    '處有期徒刑3月, 緩刑 2年。 "甲"'
    >>> normalise("\\uf967得上訴") == "不得上訴", normalise("１．５㎡")
    (True, '1.5㎡')
    """
    check_text("text", text)
    return " ".join(unicodedata.normalize("NFC", _LONG_MARKS.sub(_in_order, text.translate(_table()))).split())


def bare_text(text: str) -> str:
    """What exact match compares: ``normalise`` without punctuation and white space; digits, signs and decimal points are content.

    Kept: the sign before a digit, % and ‰, a decimal point, and the separator between two numbers (、 and ; count as a comma there).
    Thousands commas go.

    >>> bare_text("有期徒刑３０ 日。") == bare_text("有期徒刑30日"), bare_text("1.5") == bare_text("15"), bare_text("1,000元")
    (True, False, '1000元')
    >>> bare_text("第１、２項"), bare_text("-5%")
    ('第1,2項', '-5%')
    """
    return _punctuation().sub(_content, "".join(_THOUSANDS.sub("", normalise(text)).split()))


def _content(run: re.Match[str]) -> str:
    """What stays of a run of punctuation."""
    marks, text = run[0], run.string
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    if not (after.isascii() and after.isdigit()):
        return ""
    if before.isascii() and before.isdigit():
        return marks if marks in _SEPARATORS else ","
    return "-" if marks[-1] == "-" else ""


@cache
def _punctuation() -> re.Pattern[str]:
    """Runs of punctuation (Unicode categories P*), % and ‰ apart, which are signs."""
    marks = (chr(c) for c in range(0x20000) if unicodedata.category(chr(c))[0] == "P" and chr(c) not in "%‰")
    return re.compile(f"[{re.escape(''.join(marks))}]+")


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
