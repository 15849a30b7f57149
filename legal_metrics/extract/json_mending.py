"""Where JSON stands in a model's output, and the same text as JSON that parses: each repair has a name.

Nothing is edited inside a string: first it is found where strings begin and end, then what stands between them is mended. One pass over the text, whatever
it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

String = tuple[int, int, str]  # [start, end) with its quotes, and the opening quote


class Node(NamedTuple):
    """An object, or an outermost list, in a text: [start, end), end -1 where it is not closed. ``parent``: start of the node around it, -1 for none;
    ``lists``: how many lists open between the two."""

    start: int
    end: int
    parent: int
    lists: int


@dataclass(frozen=True, slots=True)
class Scan:
    """All nodes in order of their starts, and all strings in them."""

    nodes: list[Node]
    strings: list[String]

    @property
    def open(self) -> list[Node]:
        """Nodes that the text's end leaves open, the outermost first."""
        return [node for node in self.nodes if node.end < 0]


_OPENERS = {"{": "}", "[": "]", "｛": "}", "［": "]"}
_CLOSERS = {"}": "}", "]": "]", "｝": "}", "］": "]"}
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "＂": "＂"}
_STRUCTURE = re.compile(r"[{}\[\]｛｝［］\"'“”＂]|/[/*]")
_OPENING_LISTS = re.compile(r"[\s\[［]*")
# What follows a closing quote: a closing bracket, the end, or a comma or colon with a value (or, for a trailing comma, a bracket) behind it.
_AFTER_STRING = re.compile(
    r"\s*(?:[}\]｝］]|\Z|[,:，：]\s*(?:[\"'“”＂{}\[\]｛｝［］\d０-９+-]|true|false|null|True|False|None|/[/*]|\Z))"
)
# What follows it where keys and values may stand without quotes, or a comma is missing before the next line's key.
_BARE_BEHIND = re.compile(
    r"\s*,\s*[A-Za-z_]\w{0,40}\s*:|\s*:\s*[^\W\d]\w{0,40}\s*[,}\]]|[ \t]*(?:\n\s*[\"'“＂]\w{1,40}[\"'”＂]\s*[:：]|/[/*])"
)
_STRING_MARK = {quote: re.compile(rf"\\.|[{quote}]", re.DOTALL) for quote in set(_QUOTES.values())}


def scan(text: str, *, lists: bool = False) -> Scan:
    """Nodes and strings of a text; with ``lists`` an outermost list that holds objects is a node too.

    >>> [(node.start, node.end) for node in scan('甲 {"a": [{}]} 乙').nodes]
    [(2, 13), (9, 11)]
    """
    nodes: list[Node] = []
    strings: list[String] = []
    stack: list[tuple[str, int, int]] = []  # closer, start, place among nodes (-1: a list that is none)
    parents: list[tuple[int, int]] = []  # open nodes: start, and how high the stack stood with it
    position = no_objects_before = 0  # lists that begin before the latter hold no object
    while match := _STRUCTURE.search(text, position):
        sign, at = match.group(), match.start()
        position = match.end()
        if sign in _OPENERS:
            is_object = _OPENERS[sign] == "}"
            holds = is_object
            if lists and not stack and not is_object and at >= no_objects_before:
                run = _OPENING_LISTS.match(text, position)
                behind = run.end() if run else position
                holds = text[behind : behind + 1] in ("{", "｛")
                no_objects_before = at if holds else behind
            if holds:
                parent, height = parents[-1] if parents else (-1, 0)
                stack.append((_OPENERS[sign], at, len(nodes)))
                nodes.append(Node(at, -1, parent, len(stack) - 1 - height))
                parents.append((at, len(stack)))
            elif stack:
                stack.append((_OPENERS[sign], at, -1))
        elif sign in _CLOSERS:
            if stack and stack[-1][0] == _CLOSERS[sign]:
                _, _, place = stack.pop()
                if place >= 0:
                    nodes[place] = nodes[place]._replace(end=position)
                    parents.pop()
        elif stack and sign in _QUOTES:
            position = _string_end(text, position, _QUOTES[sign])
            strings.append((at, position, sign))
        elif stack and sign == "//":  # a comment: to the end of its line
            position = text.find("\n", position) % (len(text) + 1)
        elif stack:
            position = max(text.find("*/", position, position + _LONGEST_COMMENT + 2) + 2, position)
    return Scan(nodes, strings)


def _string_end(text: str, position: int, quote: str) -> int:
    """Offset behind the closing quote: the first one with something behind it that can follow a string."""
    while match := _STRING_MARK[quote].search(text, position):
        position = match.end()
        if match.group() == quote and (_AFTER_STRING.match(text, position) or _BARE_BEHIND.match(text, position)):
            return position
    return len(text)


_FULL_WIDTH = str.maketrans("｛｝［］：，０１２３４５６７８９．－＋", "{}[]:,0123456789.-+")
_LONGEST_COMMENT = 400
_COMMENT = re.compile(rf"//[^\n]*|/\*.{{0,{_LONGEST_COMMENT}}}?\*/", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_PYTHON_LITERAL = re.compile(r"\b(?:None|True|False)\b")
_JSON_LITERAL = {"None": "null", "True": "true", "False": "false"}
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})|\\(.)', re.DOTALL)
_BARE_KEY = re.compile(r"([{,]\s*)([^\W\d]\w{0,60})(\s*:)")
_BARE_VALUE = re.compile(
    r"(:\s*)((?!(?:true|false|null|NaN|Infinity)\b)[^\W\d]\w{0,60}|[+-]?\d{1,9}(?:\.\d{1,9})?[ \t]*(?:分|%|/\d{1,9}))(?=\s*[,}\]\n])"
)
_PLUS = re.compile(r"([:\[,]\s*)\+(?=\d)")
_MISSING_COMMA = re.compile(r"([}\]])(?=\s*[{\[])")
_NO_COMMA_BEFORE_STRING = re.compile(r"(?:[}\]]|\d|\btrue|\bfalse|\bnull)(?=\s*\Z)")


_MENDS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("comments", lambda text: _COMMENT.sub("", text) if "/" in text else text),
    ("fullwidth_punctuation", lambda text: text if text.isascii() else text.translate(_FULL_WIDTH)),
    ("trailing_commas", lambda text: _TRAILING_COMMA.sub(r"\1", text)),
    ("missing_commas", lambda text: _MISSING_COMMA.sub(r"\1,", text)),
    ("python_literals", lambda text: _PYTHON_LITERAL.sub(lambda match: _JSON_LITERAL[match.group()], text)),
    ("unquoted_keys", lambda text: _BARE_KEY.sub(r'\1"\2"\3', text)),
    ("unquoted_values", lambda text: _BARE_VALUE.sub(r'\1"\2"', text)),
    ("plus_signs", lambda text: _PLUS.sub(r"\1", text) if "+" in text else text),
)


def mended_text(text: str, start: int, end: int, strings: list[String], repairs: dict[str, None]) -> str:
    """[start, end) of the text as JSON, as far as it can be mended; the names of repairs are added to ``repairs``.

    >>> done: dict[str, None] = {}
    >>> mended_text("{'a': ［1，],}", 0, 13, scan("{'a': ［1，],}").strings, done), list(done)
    ('{"a": [1]}', ['single_quotes', 'fullwidth_punctuation', 'trailing_commas'])
    """
    pieces: list[str] = []
    position = start
    first, beyond = bisect_left(strings, (start,)), bisect_left(strings, (end,))
    for at, stop, quote in strings[first:beyond]:
        before, lacks_comma = _between(text[position:at], repairs)
        if lacks_comma and (position > start or before):  # 3 "a": or "a" "b":
            repairs["missing_commas"] = None
            before += ","
        pieces += [before, _string(text[at + 1 : stop - 1], quote, repairs)]
        position = stop
    pieces.append(_between(text[position:end], repairs)[0])
    return "".join(pieces)


def _between(text: str, repairs: dict[str, None]) -> tuple[str, bool]:
    """What stands between strings, with ASCII structure, commas where they belong, and JSON's literals; whether a string behind it needs a comma first."""
    mended, names, lacks_comma = (_known_between if len(text) <= 64 else _mended_between)(text)
    if names:
        repairs.update(dict.fromkeys(names))
    return mended, lacks_comma


def _mended_between(text: str) -> tuple[str, tuple[str, ...], bool]:
    names: list[str] = []
    for name, mend in _MENDS:
        mended = mend(text)
        if mended != text:
            names.append(name)
            text = mended
    return text, tuple(names), not text.strip() or _NO_COMMA_BEFORE_STRING.search(text[-200:]) is not None


_known_between = lru_cache(maxsize=4096)(_mended_between)
_NEEDS_CARE = re.compile(r'["\\\x00-\x1f]').search


def _string(content: str, quote: str, repairs: dict[str, None]) -> str:
    """A JSON string literal of the content."""
    if quote == '"' and not _NEEDS_CARE(content):
        return f'"{content}"'
    if quote != '"':
        repairs["single_quotes" if quote == "'" else "fullwidth_punctuation"] = None
    if quote == "'":
        content = content.replace("\\'", "'")

    def escape(match: re.Match[str]) -> str:
        if match.group(1) is not None:
            return match.group()
        repairs["bad_escapes"] = None
        return "\\\\"

    if "\\" in content:
        content = _BAD_ESCAPE.sub(escape, content)
    whole = content
    if '"' in content:
        whole = re.sub(r'\\.|"', lambda m: m.group() if len(m.group()) > 1 else '\\"', content, flags=re.DOTALL)
        if whole != content and quote == '"':
            repairs["unescaped_quotes"] = None
    plain = re.sub(r"[\x00-\x1f]", lambda m: f"\\u{ord(m.group()):04x}", whole)
    if plain != whole:
        repairs["control_characters"] = None
    return f'"{plain}"'


class Doubled(tuple[Any, ...]):
    """The different values of a key that stands twice in one object, in order: which one is meant, nobody knows.

    >>> Doubled((0, 3))
    (0, 3)
    """


def keep_doubled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's keys and values (``object_pairs_hook``); a key that stands twice with different values has them all.

    >>> keep_doubled([("a", 1), ("a", 1), ("b", 1), ("b", 2)])
    {'a': 1, 'b': (1, 2)}
    """
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    for key in value:
        different = [item for name, item in pairs if name == key]
        if any(item != different[0] or type(item) is not type(different[0]) for item in different):
            value[key] = Doubled(different)
    return value
