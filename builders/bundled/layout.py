"""The line layout of court texts: columns, hanging indents, blanks around digits, headings, dates, tables.

Columns are half-width: an ASCII character takes one, every other character two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

WIDTH = 56
IDEOGRAPHIC = "\u3000"

# Headings by variant: (two-character heading, longer heading). The blanks differ by court and year.
_HEADINGS: tuple[tuple[str, str], ...] = (
    ("    {0}  {1}", "    {}"),
    ("    {0}    {1}", "    {}"),
    ("    {0}      {1}", "    {}"),
    ("　　{0}　{1}", "　　{}"),
    ("　　{0}　　　{1}", "　　{}"),
    ("  {0}      {1}", "  {}"),
)
# Item marks as written in the case texts -> (first indent, hanging indent). Circled ones are rewritten by ``items``.
_ITEMS: tuple[tuple[re.Pattern[str], int, int], ...] = (
    (re.compile(r"[一二三四五六七八九十]{1,3}、|[壹貳參肆伍陸柒捌甲乙丙丁]、"), 0, 4),
    (re.compile(r"[㈠㈡㈢㈣㈤㈥㈦㈧㈨㈩]"), 2, 4),
    (re.compile(r"[⒈⒉⒊⒋⒌⒍]"), 4, 6),
)
_CIRCLED = "㈠㈡㈢㈣㈤㈥㈦㈧㈨㈩"
_CIRCLED_RUN = re.compile(f"[{_CIRCLED}]")
_NUMBERS = "一二三四五六七八九十"
_DOTTED = "⒈⒉⒊⒋⒌⒍"
# Item numbers 1 to 6 of some courts' files: private-use characters in falling code order.
_PRIVATE_ITEMS = "\uf584\uf583\uf582\uf581\uf580\uf57f"
_ASCII_RUN = re.compile(r"[!-~]+")
_NUMBER_RUN = re.compile(r"[0-9A-Za-z.,]+")


def columns(text: str) -> int:
    """Width of ``text`` in half-width columns.

    >>> columns("第25條"), columns("主  文")
    (6, 6)
    """
    return sum(1 if ord(character) < 128 else 2 for character in text)


def pad_digits(text: str) -> str:
    """A blank after every digit or letter run of odd length, so that it fills whole full-width cells.

    >>> pad_digits("第299條第1項、106年度")
    '第299 條第1 項、106 年度'
    """
    return _NUMBER_RUN.sub(lambda m: m[0] if len(m[0]) % 2 == 0 or m.end() == len(text) else m[0] + " ", text)


def wrap(text: str, *, first: int = 0, hanging: int = 0, width: int = WIDTH, whole_tokens: bool = True) -> list[str]:
    """``text`` in lines of at most ``width`` columns; continuation lines are indented by ``hanging``.

    Chinese text breaks anywhere, punctuation included, as in the real files. With ``whole_tokens`` a run of digits and
    letters moves to the next line as a whole when it is short; without, numbers break anywhere too.

    >>> wrap("一、王擬安於民國107年3月5日", hanging=4, width=18)
    ['一、王擬安於民國', '    107年3月5日']
    >>> wrap("一、王擬安於民國107年3月5日", hanging=4, width=18, whole_tokens=False)
    ['一、王擬安於民國10', '    7年3月5日']
    """
    lines: list[str] = []
    line = " " * first
    used = first
    position = 0
    while position < len(text):
        run = _ASCII_RUN.match(text, position) if whole_tokens else None
        piece = run[0] if run and len(run[0]) <= 12 else text[position]
        if used + columns(piece) > width:
            lines.append(line.rstrip(" "))
            line, used = " " * hanging, hanging
            if piece == " ":
                position += 1
                continue
        line += piece
        used += columns(piece)
        position += len(piece)
    return [*lines, line.rstrip(" ")]


def item_form(text: str, items: str) -> tuple[str, int, int]:
    """A paragraph with its item mark in the court's form, and its first and hanging indents.

    ``items``: ``half`` (一), ``full`` （一）, ``circled`` ㈠ behind a full-width blank, ``private`` the private-use numbers.
    Circled numerals inside the text follow where the court has none (half, full).

    >>> item_form("㈡被告否認", "full"), item_form("二、查", "half"), item_form("據上論斷", "half")
    (('（二）被告否認', 0, 6), ('二、查', 0, 4), ('據上論斷', 0, 0))
    """
    if items in ("half", "full"):
        around = "()" if items == "half" else "（）"
        text = text[:1] + _CIRCLED_RUN.sub(lambda m: around[0] + _NUMBERS[_CIRCLED.index(m[0])] + around[1], text[1:])
    for pattern, first, hanging in _ITEMS:
        if not pattern.match(text):
            continue
        if text[0] in _CIRCLED:
            index = _CIRCLED.index(text[0])
            if items == "half":
                return f"({_NUMBERS[index]}){text[1:]}", first, hanging
            if items == "full":
                return f"（{_NUMBERS[index]}）{text[1:]}", 0, 6
            if items == "private" and index < len(_PRIVATE_ITEMS):
                return _PRIVATE_ITEMS[index] + text[1:], first, hanging
            return IDEOGRAPHIC + text, 0, 4
        if text[0] in _DOTTED:
            return f"{_DOTTED.index(text[0]) + 1}.{text[1:]}", first, hanging
        return text, first, hanging
    return text, 0, 0


def heading(name: str, variant: int) -> str:
    """A heading line such as ``    主  文``; ``variant`` picks the blanks.

    >>> heading("主文", 0), heading("主文", 3), heading("犯罪事實", 0)
    ('    主  文', '\u3000\u3000主\u3000文', '    犯罪事實')
    """
    short, long = _HEADINGS[variant % len(_HEADINGS)]
    return short.format(*name) if len(name) == 2 else long.format(name)


def date_line(year: int, month: int, day: int, form: str) -> str:
    """The date line of a judgment.

    ``half``: half-width blanks (to 2018); ``full``: full-width blanks (later); ``chinese``: Chinese numerals (2005).

    >>> date_line(107, 9, 27, "half")
    '中    華    民    國   107    年    9     月    27    日'
    >>> date_line(113, 7, 5, "full").replace(chr(0x3000), "_")
    '中__華__民__國__113_ 年__7 __月__5 __日'
    """
    if form == "half":
        return f"中    華    民    國   {year:<7}年    {month:<6}月    {day:<6}日"
    if form == "chinese":
        from .numerals import chinese  # a form of old files only

        words = [chinese(number, formal=False) for number in (year, month, day)]
        return "中      華      民      國    {}    年    {}    月    {}    日".format(*words)
    wide = IDEOGRAPHIC * 2
    cells = (
        f"{year}{IDEOGRAPHIC} 年",
        f"{month}{' ' if month < 10 else ''}{wide}月",
        f"{day}{' ' if day < 10 else ''}{wide}日",
    )
    return f"中{wide}華{wide}民{wide}國{wide}" + wide.join(cells)


def _cell_lines(text: str, width: int) -> list[str]:
    lines = wrap(text, width=width, whole_tokens=False)
    return [line + " " * (width - columns(line)) for line in lines]


def box_table(header: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]]) -> list[str]:
    """A box-drawn table; ``widths`` are columns of the cells (even numbers), words break inside cells.

    >>> print(*box_table(["編號", "主文"], [4, 8], [["1", "甲○○無罪。"]]), sep="\\n")
    ┌──┬────┐
    │編號│主文    │
    ├──┼────┤
    │1   │甲○○無│
    │    │罪。    │
    └──┴────┘
    """

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join("─" * (width // 2) for width in widths) + right

    def row(cells: Sequence[str]) -> list[str]:
        columns_of_lines = [_cell_lines(cell, width) for cell, width in zip(cells, widths, strict=True)]
        height = max(map(len, columns_of_lines))
        filled = [c + [" " * w] * (height - len(c)) for c, w in zip(columns_of_lines, widths, strict=True)]
        return ["│" + "│".join(parts) + "│" for parts in zip(*filled, strict=True)]

    out = [rule("┌", "┬", "┐"), *row(header)]
    for cells in rows:
        out += [rule("├", "┼", "┤"), *row(cells)]
    return [*out, rule("└", "┴", "┘")]
