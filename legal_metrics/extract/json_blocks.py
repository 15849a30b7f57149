"""All JSON in a judge's reply, block by block, with what had to be mended and what was lost. A block that breaks off keeps its whole parts, never half of one.

Strictly first: the whole text, then what stands between the first and the last bracket. Only then is it looked for and mended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from legal_metrics.extract.json_mending import Node, Scan, keep_doubled, mended_text, scan


@dataclass(frozen=True, slots=True)
class Block:
    """A list or object that stands in a text at [start, end). ``repairs``: how it was mended; ``truncated``: the text ends before the block does;
    ``unread``: why inner objects could not be read, one entry each (null stands in their place)."""

    value: Any
    start: int
    end: int
    repairs: tuple[str, ...] = ()
    truncated: bool = False
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks in order. ``why``: what was wrong with JSON that could not be read at all; "" where there was none."""

    blocks: tuple[Block, ...]
    repairs: tuple[str, ...] = ()
    why: str = ""
    strict: bool = False


def find_blocks(text: str, is_whole: Callable[[dict[str, Any]], bool] = lambda value: True) -> Blocks:
    """Every outermost JSON list of objects and every object in the text.

    Args:
        text: any text.
        is_whole: whether an object may be kept although the text ended inside it, asked of each object that was open there. An object that says one
            thing only (one grade) may not: what was cut off could have changed it.

    A key that stands twice with different values holds them all (``Doubled``). Linear in the text; raises nothing.

    >>> find_blocks('評分：[{"a": 1}, {"b": 2},]').blocks[0].value
    [{'a': 1}, {'b': 2}]
    >>> find_blocks('[{"a": 1}, {"b": ').blocks[0].value
    [{'a': 1}]
    """
    if text.startswith("\ufeff"):
        inner = find_blocks(text[1:], is_whole)
        return Blocks(inner.blocks, ("byte_order_mark", *inner.repairs), inner.why)
    value = _loaded(text)
    if isinstance(value, str):
        inner = find_blocks(value, is_whole)  # a reply that was encoded twice
        return Blocks(inner.blocks, ("encoded_twice", *inner.repairs), inner.why)
    if isinstance(value, (list, dict)):
        return Blocks((Block(value, 0, len(text)),), strict=True)
    first, last = _FIRST.search(text), max(text.rfind("}"), text.rfind("]")) + 1
    if first and (value := _loaded(text[first.start() : last])) is not None:
        return Blocks((Block(value, first.start(), last),), _around(text, [(first.start(), last)]))
    if first and _ESCAPED.match(text, first.start()) and not _BARE_QUOTE.search(text, first.start()):
        inner = find_blocks(text[: first.start()] + _ESCAPE.sub(_unescaped, text[first.start() :]), is_whole)
        return Blocks(inner.blocks, ("escaped_quotes", *inner.repairs), inner.why)
    return _mended_blocks(text, is_whole)


_ESCAPED = re.compile(r'[\s\[]*\{\s*(?:\\n\s*)*\\"')  # all of it is escaped, as inside a string whose quotes are lost
_BARE_QUOTE = re.compile(r'(?<!\\)"')
_ESCAPE = re.compile(r'\\(["\\n])')
_DECODE = json.JSONDecoder(object_pairs_hook=keep_doubled).decode
_FIRST = re.compile(r"[\[{]")
_BEGINS_OBJECT = re.compile(r"[{｛]\s*(?:[\"'“”＂}｝]|[^\W\d]\w{0,60}\s*[:：])")
_FENCE = re.compile(r"```[^\n`]{0,20}|~~~[^\n~]{0,20}")
_DEPTH = 6  # how deep broken JSON is looked into


def _loaded(text: str) -> Any:
    try:
        return _DECODE(text)
    except (ValueError, RecursionError):
        return None


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def _around(text: str, spans: list[tuple[int, int]]) -> tuple[str, ...]:
    """Names for what stands around the blocks."""
    pieces = [text[a:b] for a, b in zip([0, *(e for _, e in spans)], [*(s for s, _ in spans), len(text)], strict=True)]
    outside = "\n".join(pieces)
    bare = _FENCE.sub("", outside)
    named = ("code_fence",) if bare != outside else ()
    return (*named, "surrounding_text") if bare.strip(" \t\r\n,，;；\ufeff") else named


def _mended_blocks(text: str, is_whole: Callable[[dict[str, Any]], bool]) -> Blocks:
    found = scan(text, lists=True)
    children: dict[int, list[Node]] = {}
    for node in found.nodes:
        children.setdefault(node.parent, []).append(node)
    reader = _Reader(text, found, children, is_whole)
    blocks: list[Block] = []
    whys: list[str] = []
    for node in reader.outermost():
        block, why = reader.block(node)
        if block is None:
            whys.append(why)
            continue
        blocks.append(block)
    spans = [(block.start, block.end) for block in blocks]
    return Blocks(tuple(blocks), _around(text, spans) if blocks else (), "; ".join(dict.fromkeys(whys)))


class _Reader:
    """Reads the nodes of one text."""

    def __init__(
        self, text: str, found: Scan, children: dict[int, list[Node]], is_whole: Callable[[dict[str, Any]], bool]
    ) -> None:
        self._text, self._strings, self._children, self._is_whole = text, found.strings, children, is_whole

    def outermost(self) -> Iterator[Node]:
        """The nodes that stand in no other; a brace of prose is none, what stands in it is."""
        todo = self._children.get(-1, [])[::-1]
        while todo:
            node = todo.pop()
            if self._text[node.start] in "[［" or _BEGINS_OBJECT.match(self._text, node.start):
                yield node
            else:
                todo += self._children.get(node.start, ())[::-1]

    def block(self, node: Node) -> tuple[Block | None, str]:
        """The block of a node, or why there is none."""
        repairs: dict[str, None] = {}
        if node.end < 0:
            return self._broken_off(node, repairs)
        unread: list[str] = []
        value, why = self._value(node, repairs, unread)
        if value is None:
            return None, why
        return Block(value, node.start, node.end, tuple(repairs), unread=tuple(unread)), ""

    def _value(self, node: Node, repairs: dict[str, None], unread: list[str]) -> tuple[Any, str]:
        done: dict[str, None] = {}
        whole = mended_text(self._text, node.start, node.end, self._strings, done)
        value, why = _parsed(whole)
        if value is None and self._children.get(node.start):
            mended = self._piecewise(node, done, unread, _DEPTH)
            value = _parsed(mended)[0] if mended is not None else None
        if value is not None:
            repairs |= done
        return value, why

    def _piecewise(self, node: Node, repairs: dict[str, None], unread: list[str], depth: int) -> str | None:
        """The node as JSON with null in the place of inner objects that cannot be read; None where it cannot be read all the same."""
        pieces: list[str] = []
        position = node.start
        lost: list[str] = []
        for child in self._children[node.start]:
            done: dict[str, None] = {}
            piece: str | None = mended_text(self._text, child.start, child.end, self._strings, done)
            value, why = _parsed(piece or "")
            if value is None:
                piece = None
                if depth > 1 and self._children.get(child.start):
                    piece = self._piecewise(child, done, lost, depth - 1)
                if piece is None:
                    lost.append(why)
            if piece is not None:
                repairs |= done
            pieces += [mended_text(self._text, position, child.start, self._strings, repairs), piece or "null"]
            position = child.end
        pieces.append(mended_text(self._text, position, node.end, self._strings, repairs))
        mended = "".join(pieces)
        if _parsed(mended)[0] is None:
            return None
        unread += lost
        return mended

    def _broken_off(self, node: Node, repairs: dict[str, None]) -> tuple[Block | None, str]:
        """What is whole in a node that the text's end leaves open."""
        chain = [node]
        while inner := next((c for c in reversed(self._children.get(chain[-1].start, ())) if c.end < 0), None):
            chain.append(inner)
            if len(chain) > _DEPTH:
                break
        for depth in range(len(chain) - 1, -1, -1):
            last = next((c for c in reversed(self._children.get(chain[depth].start, ())) if c.end >= 0), None)
            if last is None:
                continue
            closers = "]" * last.lists + ("}" if self._text[chain[depth].start] in "{｛" else "]")
            for place in range(depth, 0, -1):
                outer = chain[place - 1]
                closers += "]" * chain[place].lists + ("}" if self._text[outer.start] in "{｛" else "]")
            done: dict[str, None] = {}
            value, _ = _parsed(mended_text(self._text, node.start, last.end, self._strings, done) + closers)
            if value is not None and all(self._is_whole(cut) for cut in _cut(value, depth, chain, self._text)):
                return Block(value, node.start, len(self._text), (*done, "truncated_tail"), truncated=True), ""
        return None, "the JSON is not closed"


def _cut(value: Any, depth: int, chain: list[Node], text: str) -> Iterator[dict[str, Any]]:
    """The objects that were open where the text ended, from the outermost to the one at ``depth``: those at the end of the value."""
    seen = 0
    while seen <= depth:
        if isinstance(value, dict):
            yield value
        if text[chain[seen].start] in "{｛":
            value = next(reversed(value.values()), None) if isinstance(value, dict) else None
        seen += 1
        lists = chain[seen].lists if seen <= depth else 0
        if text[chain[seen - 1].start] in "[［":
            value = value[-1] if isinstance(value, list) and value else None
        for _ in range(lists):
            value = value[-1] if isinstance(value, list) and value else None


def _parsed(mended: str) -> tuple[Any, str]:
    try:
        return _DECODE(mended), ""
    except (ValueError, RecursionError) as error:
        return None, f"no JSON: {error}"
