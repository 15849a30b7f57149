"""Places in the text of a contract: where a clause that is named by its heading begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMERAL = r"[零〇一二三四五六七八九十百\d０-９]{1,6}"
_HAN = r"[一二三四五六七八九十百]{1,4}"
_DIGITS = r"[\d０-９]{1,3}"
_SPACED = r"[ \t　零〇一二三四五六七八九十百\d０-９]{1,12}"
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("chapter", re.compile(rf"第{_SPACED}[编章部节]")),
    ("article", re.compile(rf"第{_SPACED}条")),
    ("annex", re.compile(rf"附[件表录](?:\s*(?:{_HAN}|{_DIGITS})(?=[\s：:、.．《]|$)|(?=\s*[：:]|\s*$))")),
    ("han", re.compile(rf"{_HAN}\s*[、.．]")),
    ("bracketed-han", re.compile(rf"[（(]\s*{_HAN}\s*[)）]")),
    ("deeper", re.compile(rf"{_DIGITS}(?:[.．]{_DIGITS}){{2,4}}")),
    ("pair", re.compile(rf"{_DIGITS}[.．]{_DIGITS}(?![.．\d０-９])")),
    ("figure", re.compile(rf"{_DIGITS}\s*[、.．](?![\d０-９])")),
    ("bracketed-figure", re.compile(rf"[（(]\s*{_DIGITS}\s*[)）]")),
)
_DECORATION = re.compile(r"[\s#>*_|`　-]*")
_WIDTHS = str.maketrans("０１２３４５６７８９．（）：", "0123456789.():")
_SIDES = "*_#：:　 \t\r、.．"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, down to the next heading that is not inside it. ``kind``: how it is numbered; ``number``: as written, without
    blanks; ``end``: where the section ends in the text."""

    start: int
    end: int
    kind: str
    number: str
    heading: str


@dataclass(frozen=True, slots=True)
class _Head:
    start: int
    kind: str
    number: str
    heading: str
    rank: int  # number of #, 0 for a line without


def sections(text: str) -> tuple[Section, ...]:
    """The sections of a contract in order, those inside others too. Linear in the text times the depth of its headings.

    >>> text = "第一条 标的\\n1.1 数量十台\\n第二条 价款\\n"
    >>> [(s.number, s.heading, text[s.start : s.end].count("\\n")) for s in sections(text)]
    [('第一条', '标的', 2), ('1.1', '数量十台', 1), ('第二条', '价款', 1)]
    """
    heads = [*_heads(text)]
    ends = [len(text)] * len(heads)
    inside: list[int] = []
    for place, head in enumerate(heads):
        while inside and _closes(head, [heads[other] for other in inside]):
            ends[inside.pop()] = head.start
        inside.append(place)
    return tuple(
        Section(head.start, end, head.kind, head.number, head.heading) for head, end in zip(heads, ends, strict=True)
    )


def _closes(head: _Head, inside: list[_Head]) -> bool:
    """Whether a heading ends the innermost section that is open: they are numbered in one way, or it outranks it."""
    last = inside[-1]
    if head.rank and (not last.rank or last.rank >= head.rank):
        return True
    if any(other.kind == head.kind and other.kind != "" for other in inside):
        return True
    outer = {"chapter": (), "article": ("chapter", "han"), "annex": ()}.get(head.kind)
    return outer is not None and not last.rank and last.kind not in outer


def _heads(text: str) -> Iterator[_Head]:
    offset = 0
    for line in text.split("\n"):
        decoration = _DECORATION.match(line)
        start = decoration.end() if decoration else 0
        rank = line[:start].count("#")
        kind, end = _number(line, start)
        if kind:
            yield _Head(offset, kind, _bare(line[start:end]), line[end:].strip(_SIDES), rank)
        elif rank and line[start:].strip():
            yield _Head(offset, "", "", line[start:].strip(_SIDES), rank)
        offset += len(line) + 1


def _number(line: str, start: int) -> tuple[str, int]:
    """(kind, end) of the number that a heading begins with; no kind where it begins with none."""
    for kind, pattern in _KINDS:
        if m := pattern.match(line, start):
            return kind, m.end()
    return "", start


def _bare(text: str) -> str:
    return "".join(text.translate(_WIDTHS).split()).rstrip("、.")


_HEAD = re.compile("首部|前言|序言|抬头|开头|引言|鉴于")
_TAIL = re.compile("尾部|落款|签署|签章|签字|末尾")


def find_sections(text: str, location: str, *, by_number: bool = False) -> tuple[Section, ...]:
    """The sections that a location names: 第二十四条 争议解决方式, 第五条 5.2, 第五条、第八条, 争议解决, 合同首部. Empty where the text has none.

    Words beside a number must stand in the section's heading, or it in them, or in its text. The last number of a location is the place, those before it of
    other kinds hold it. ``by_number``: words beside a number do not matter.

    >>> text = "第一条 标的\\n1.1 数量十台\\n第二条 价款\\n2.1 总价"
    >>> [(s.number, text[s.start : s.end]) for s in find_sections(text, "第二条 价款")]
    [('第二条', '第二条 价款\\n2.1 总价')]
    >>> [s.number for s in find_sections(text, "第一条 1.1")], find_sections(text, "第九条 保密")
    (['1.1'], ())
    """
    every = sections(text)
    numbers, words = _location(location)
    if not numbers:
        whole = tuple(s for s in every if words and words == _words(s.heading))
        return (
            whole or tuple(s for s in every if words and words in _words(s.heading)) or _outside(text, location, every)
        )
    found: list[Section] = []
    holding: list[Section] = []
    last_kind = ""
    for position, (kind, number) in enumerate(numbers):
        if kind != last_kind:
            holding = found
        named = [
            s for s in every if s.number == number and (not holding or any(o.start <= s.start < o.end for o in holding))
        ]
        if kind == last_kind and position:
            found = found + named
        elif named or not position:
            found = named
        last_kind = kind
    if by_number:
        return tuple(found)
    if words and len(found) > 1:
        found = [s for s in found if _fits(s, words, text)] or found
    return tuple(s for s in found if not words or len(numbers) > 1 or _fits(s, words, text))


def _outside(text: str, location: str, every: tuple[Section, ...]) -> tuple[Section, ...]:
    """What stands before the first numbered section, or the last one and what follows it."""
    numbered = [section for section in every if section.number]
    first, last = (numbered[0].start, numbered[-1].start) if numbered else (len(text), 0)
    if _HEAD.search(location) and text[:first].strip():
        return (Section(0, first, "", "", ""),)
    return (Section(last, len(text), "", "", ""),) if _TAIL.search(location) and text.strip() else ()


def _fits(section: Section, words: str, text: str) -> bool:
    heading = _words(section.heading)
    return (
        words in heading or (bool(heading) and heading in words) or words in _words(text[section.start : section.end])
    )


def _location(location: str) -> tuple[list[tuple[str, str]], str]:
    """((kind, number) of each number, the words behind them)."""
    numbers: list[tuple[str, str]] = []
    rest = location.strip().lstrip("#* ")
    while rest:
        kind, end = _number(rest, 0)
        if not kind:
            break
        numbers.append((kind, _bare(rest[:end])))
        rest = rest[end:].lstrip(" 　、,，；;和与及.．：:—-·>/")
    rest = re.sub(rf"^第?\s*{_NUMERAL}\s*[款项](?:第?\s*{_NUMERAL}\s*[项目])?", "", rest)
    return numbers, _words(rest)


def _words(text: str) -> str:
    return "".join(character for character in text.translate(_WIDTHS) if character.isalnum())
