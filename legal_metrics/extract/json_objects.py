"""JSON objects in model outputs: the strict reading, and the lenient one that names each repair it makes.

The lenient reading never edits inside a string: it first finds where strings begin and end, then mends what stands between them. One pass over the text,
whatever it holds.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FoundObject:
    """A JSON object, or why there is none. ``truncated``: an object began and the text ended before it did.

    >>> FoundObject(None, why="no JSON object").truncated
    False
    """

    value: dict[str, Any] | None
    repairs: tuple[str, ...] = ()
    why: str = ""
    truncated: bool = False


def strict_object(text: str) -> FoundObject:
    """The text as exactly one JSON object (RFC 8259, each key once), with nothing but white space around it.

    >>> strict_object(' {"a": 1} ').value, strict_object('{"a": 1,}').value
    ({'a': 1}, None)
    >>> strict_object('{"a": 1, "a": 2}').why
    "key 'a' stands twice"
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        return FoundObject(None, why=f"no JSON: {error.msg} at character {error.pos + 1}")
    except ValueError as error:
        return FoundObject(None, why=str(error))
    except RecursionError:
        return FoundObject(None, why="nested too deeply")
    if not isinstance(value, dict):
        return FoundObject(None, why=f"found a JSON {type(value).__name__}, allowed an object")
    return FoundObject(value)


def find_objects(text: str) -> Iterator[FoundObject]:
    """Every outermost JSON object in the text, the last one first, each mended where needed; then, if none is whole, why.

    Repairs: ``surrounding_text`` (code fences included), ``fullwidth_punctuation``, ``single_quotes``, ``unescaped_quotes``, ``bad_escapes``,
    ``control_characters``, ``trailing_commas``, ``python_literals``, ``duplicate_keys``.

    >>> found = next(find_objects('答案如下：｛"a"：“甲”，"b": ["一",],｝'))
    >>> found.value, found.repairs
    ({'a': '甲', 'b': ['一']}, ('surrounding_text', 'fullwidth_punctuation', 'trailing_commas'))
    >>> next(find_objects('{"a": "甲')).truncated
    True
    """
    spans, strings, is_open = _scan(text)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    for start, end in reversed(spans):
        outside = start > first or end < last
        found = _mended(text, start, end, strings)
        yield FoundObject(found.value, (("surrounding_text",) if outside else ()) + found.repairs, found.why)
    if is_open:
        yield FoundObject(None, why="the JSON object is not closed", truncated=True)
    elif not spans:
        yield FoundObject(None, why="no JSON object")


_OPENERS = {"{": "}", "[": "]", "｛": "}", "［": "]"}
_CLOSERS = {"}": "}", "]": "]", "｝": "}", "］": "]"}
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "＂": "＂"}
_STRUCTURE = re.compile(r"[{}\[\]｛｝［］\"'“”＂]")
# What follows a closing quote: a closing bracket, the end, or a comma or colon with a value (or, for a trailing comma, a bracket) behind it.
_AFTER_STRING = re.compile(
    r"\s*(?:[}\]｝］]|\Z|[,:，：]\s*(?:[\"'“”＂{}\[\]｛｝［］\d-]|true|false|null|True|False|None|\Z))"
)
_STRING_MARK = {quote: re.compile(rf"\\.|[{quote}]", re.DOTALL) for quote in set(_QUOTES.values())}

_String = tuple[int, int, str]  # [start, end) with its quotes, and the opening quote


def _scan(text: str) -> tuple[list[tuple[int, int]], list[_String], bool]:
    """The outermost balanced objects, all strings inside objects, and whether an object is still open at the end."""
    spans: list[tuple[int, int]] = []
    strings: list[_String] = []
    stack: list[tuple[str, int]] = []
    position = 0
    while match := _STRUCTURE.search(text, position):
        sign, at = match.group(), match.start()
        position = match.end()
        if sign in _OPENERS:
            if stack or _OPENERS[sign] == "}":
                stack.append((_OPENERS[sign], at))
        elif sign in _CLOSERS:
            if stack and stack[-1][0] == _CLOSERS[sign]:
                closer, start = stack.pop()
                if closer == "}":
                    while spans and spans[-1][0] > start:
                        spans.pop()
                    spans.append((start, position))
        elif stack:
            position = _string_end(text, position, _QUOTES[sign])
            strings.append((at, position, sign))
    return spans, strings, bool(stack)


def _string_end(text: str, position: int, quote: str) -> int:
    """Offset behind the closing quote: the first one with something behind it that can follow a string."""
    while match := _STRING_MARK[quote].search(text, position):
        position = match.end()
        if match.group() == quote and _AFTER_STRING.match(text, position):
            return position
    return len(text)


_FULL_WIDTH = str.maketrans("｛｝［］：，", "{}[]:,")
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_PYTHON_LITERAL = re.compile(r"\b(?:None|True|False)\b")
_JSON_LITERAL = {"None": "null", "True": "true", "False": "false"}
_BAD_ESCAPE = re.compile(r'\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})|\\(.)', re.DOTALL)


def _mended(text: str, start: int, end: int, strings: list[_String]) -> FoundObject:
    try:
        return FoundObject(_AS_WRITTEN.decode(text[start:end]))
    except (ValueError, RecursionError):
        repairs: dict[str, None] = {}
    pieces: list[str] = []
    position = start
    first, beyond = bisect_left(strings, (start,)), bisect_left(strings, (end,))
    for at, stop, quote in strings[first:beyond]:
        pieces += [_between(text[position:at], repairs), _string(text[at + 1 : stop - 1], quote, repairs)]
        position = stop
    pieces.append(_between(text[position:end], repairs))
    doubled: list[str] = []
    try:
        value = json.loads("".join(pieces), object_pairs_hook=lambda pairs: _last(pairs, doubled))
    except (ValueError, RecursionError) as error:
        return FoundObject(None, tuple(repairs), f"no JSON: {error}")
    if doubled:
        repairs["duplicate_keys"] = None
    return FoundObject(value, tuple(repairs))


def _between(text: str, repairs: dict[str, None]) -> str:
    """What stands between strings, with ASCII structure, no trailing commas and JSON's literals."""
    folded = text.translate(_FULL_WIDTH)
    if folded != text:
        repairs["fullwidth_punctuation"] = None
    mended = _TRAILING_COMMA.sub(r"\1", folded)
    if mended != folded:
        repairs["trailing_commas"] = None
    plain = _PYTHON_LITERAL.sub(lambda match: _JSON_LITERAL[match.group()], mended)
    if plain != mended:
        repairs["python_literals"] = None
    return plain


def _string(content: str, quote: str, repairs: dict[str, None]) -> str:
    """A JSON string literal of the content."""
    if quote != '"':
        repairs["single_quotes" if quote == "'" else "fullwidth_punctuation"] = None
    if quote == "'":
        content = content.replace("\\'", "'")

    def escape(match: re.Match[str]) -> str:
        if match.group(1) is not None:
            return match.group()
        repairs["bad_escapes"] = None
        return "\\\\"

    content = _BAD_ESCAPE.sub(escape, content)
    whole = re.sub(r'\\.|"', lambda m: m.group() if len(m.group()) > 1 else '\\"', content, flags=re.DOTALL)
    if whole != content and quote == '"':
        repairs["unescaped_quotes"] = None
    plain = re.sub(r"[\x00-\x1f]", lambda m: f"\\u{ord(m.group()):04x}", whole)
    if plain != whole:
        repairs["control_characters"] = None
    return f'"{plain}"'


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, item in pairs:
        if key in value:
            raise ValueError(f"key {key!r} stands twice")
        value[key] = item
    return value


_AS_WRITTEN = json.JSONDecoder(object_pairs_hook=_unique)


def _last(pairs: list[tuple[str, Any]], doubled: list[str]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        doubled.append("")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
