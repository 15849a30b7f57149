"""JSON objects in model outputs: the strict reading, and the lenient one that names each repair it makes.

How a text is mended is in ``json_mending``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from legal_metrics.extract.json_mending import Node, String, mended_text, scan


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
    ``control_characters``, ``trailing_commas``, ``missing_commas``, ``comments``, ``python_literals``, ``unquoted_keys``, ``unquoted_values``,
    ``plus_signs``, ``duplicate_keys``.

    >>> found = next(find_objects('答案如下：｛"a"：“甲”，"b": ["一",],｝'))
    >>> found.value, found.repairs
    ({'a': '甲', 'b': ['一']}, ('surrounding_text', 'fullwidth_punctuation', 'trailing_commas'))
    >>> next(find_objects('{"a": "甲')).truncated
    True
    """
    found = scan(text)
    spans: list[Node] = []
    for node in found.nodes:
        if node.end >= 0 and (not spans or node.start >= spans[-1].end):
            spans.append(node)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    for start, end, *_ in reversed(spans):
        outside = start > first or end < last
        mended = _mended(text, start, end, found.strings)
        yield FoundObject(mended.value, (("surrounding_text",) if outside else ()) + mended.repairs, mended.why)
    if found.open:
        yield FoundObject(None, why="the JSON object is not closed", truncated=True)
    elif not spans:
        yield FoundObject(None, why="no JSON object")


def _mended(text: str, start: int, end: int, strings: list[String]) -> FoundObject:
    try:
        return FoundObject(_AS_WRITTEN.decode(text[start:end]))
    except (ValueError, RecursionError):
        repairs: dict[str, None] = {}
    doubled: list[str] = []
    mended = mended_text(text, start, end, strings, repairs)
    try:
        value = json.loads(mended, object_pairs_hook=lambda pairs: _last(pairs, doubled))
    except (ValueError, RecursionError) as error:
        return FoundObject(None, tuple(repairs), f"no JSON: {error}")
    if doubled:
        repairs["duplicate_keys"] = None
    return FoundObject(value, tuple(repairs))


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
