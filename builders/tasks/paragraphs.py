"""A section of a judgment as running text: hard wraps joined, the breaks that mean something kept.

Official texts are wrapped at 56 half-width columns, in the middle of words and numbers, with continuation lines indented. A break means
something before an item number (一、 (一) ㈠ １、 …), after a line that ends a sentence short of the margin, and around the lines of a box-drawn table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

# A full line: wrapping leaves at most a few columns, item lines may stand out by two (a circled numeral became "(一)").
_FULL = range(52, 60)
_NUMERAL = "[一二三四五六七八九十壹貳參叁肆伍陸柒捌玖拾甲乙丙丁戊己庚辛壬癸]"
_ITEM = re.compile(
    f"{_NUMERAL}{{1,3}}、|[（(](?:{_NUMERAL}{{1,3}}|[0-9０-９]{{1,2}})[）)]|[0-9０-９]{{1,2}}[、.．](?![0-9０-９])|[①-⑳㈠-㈩⑴-⒛\uf57f-\uf584]"
)
_SENTENCE_END = re.compile("[。：；！？:;][」』）)》]?$")
_BOX = re.compile("[━-╿]|─{4}")  # a single ─ is a dash: 第19─21頁
_BLANKS = re.compile(r"(?P<latin>(?<=[!-~])[^\S\n]+(?=[!-~]))|[^\S\n]+")
# Characters of the courts' own fonts: numerals (also in penalties) and item numbers.
_PRIVATE_USE = {
    0xE372: "參",
    0xE373: "叁",
    0xF7AF: "〇",
    **{0xF584 - i: mark for i, mark in enumerate("⒈⒉⒊⒋⒌⒍")},
}


def running_text(section: str) -> str:
    """The section with one line for each paragraph.

    Wrapped lines are joined without a blank, layout blanks (``第299 條``) are taken out, private-use numerals are written as what they
    stand for, and the result is NFC. Raises nothing; linear in the section.

    >>> running_text("一、被告於民國\\r\\n    94年1 月10日竊取財物\\r\\n    。\\r\\n二、證據。")
    '一、被告於民國94年1月10日竊取財物。\\n二、證據。'
    """
    lines = (line.rstrip() for line in section.translate(_PRIVATE_USE).splitlines())
    text = "\n".join(_blanks_out(paragraph) for paragraph in _paragraphs(lines))
    return unicodedata.normalize("NFC", text).strip()


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    pieces: list[str] = []
    last = ""
    for line in lines:
        text = line.strip()
        if pieces and (not text or _breaks(last, line)):
            yield "".join(pieces)
            pieces = []
        if text:
            pieces.append(text)
        last = line
    if pieces:
        yield "".join(pieces)


def _breaks(before: str, line: str) -> bool:
    """Whether a paragraph ends between two lines."""
    if _BOX.search(before) or _BOX.search(line):
        return True
    ends = _SENTENCE_END.search(before) is not None
    short = _width(before) not in _FULL
    if _ITEM.match(line.strip()):
        return ends or short
    return ends and short


def _blanks_out(paragraph: str) -> str:
    if _BOX.search(paragraph):
        return paragraph
    # A blank is layout unless it stands between two letters or digits of Latin script.
    return _BLANKS.sub(lambda blanks: " " if blanks["latin"] else "", paragraph)


def _width(line: str) -> int:
    """Columns on the page: full-width characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WFA" else 1 for character in line)
