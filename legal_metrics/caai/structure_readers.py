"""JSON and delimited tables as trees. Workbooks and Markdown have modules of their own.

A text that cannot be read raises ``StructureError``; what the lenient reading mends is named in ``Structure.repairs``.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any

from legal_metrics.caai.forms import Scalar
from legal_metrics.caai.structure_tree import DEEPEST, Node
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.json_objects import find_objects

READINGS: tuple[str, ...] = ("lenient", "strict")
"""Lenient: a code fence around the text, a sentence before or behind it, and slips in JSON are mended, and counted. Strict: nothing is."""

CELLS: tuple[str, ...] = ("headings", "address")
"""Cells go by the headings of their columns, their rows being a list; or by their addresses."""


class StructureError(LegalMetricsError):
    """A text or file is not of the format that it should be.

    >>> str(StructureError("json", "no JSON object"))
    'json: no JSON object'
    """

    def __init__(self, format: str, why: str) -> None:
        self.format = format
        self.why = why
        super().__init__(f"{format}: {why}")


@dataclass(frozen=True, slots=True)
class Structure:
    """What was read: the tree, and the repairs that it took, by name.

    >>> Structure(Node()).repairs
    ()
    """

    root: Node
    repairs: tuple[str, ...] = ()


def read_json(text: str, *, reading: str = "strict") -> Structure:
    """A JSON text as a tree. Elements: ``key`` (each member of an object, in the place of the object), ``value`` (each text, number, boolean and null),
    ``empty`` (``"{}"`` and ``"[]"``). A key that stands twice is there twice.

    Repairs of the lenient reading: ``code_fence``, and those of ``extract.json_objects.find_objects`` (the last object in the text counts).
    Raises: StructureError.

    >>> from legal_metrics.caai.structure_tree import elements_of
    >>> [(e.kind, e.place, e.value) for e in elements_of(read_json('{"当事人": ["甲"]}').root)]
    [('key', (), '当事人'), ('value', ('当事人', 0), '甲')]
    """
    try:
        return Structure(_json(text))
    except StructureError:
        if reading == "strict":
            raise
    inner = unfenced(text, ("json", "json5", "jsonc", ""))
    if inner is not None:
        try:
            return Structure(_json(inner), ("code_fence",))
        except StructureError:
            pass  # the repairs below find the object within the fence
    found = next(find_objects(text))
    if found.value is None:
        raise StructureError("json", found.why)
    return Structure(_json_node(found.value, None, 0), found.repairs)


def read_delimited(text: str, *, format: str = "csv", reading: str = "strict", cells: str = "headings") -> Structure:
    """A CSV (RFC 4180) or TSV text as a tree: a table, as ``table_node`` makes it; cells are texts.

    Repair of the lenient reading: ``code_fence``. Raises: StructureError.

    >>> from legal_metrics.caai.structure_tree import elements_of
    >>> [(e.kind, e.place, e.value) for e in elements_of(read_delimited("姓名,金额\\n甲,500").root)]
    [('column', (), '姓名'), ('column', (), '金额'), ('cell', (2, '姓名'), '甲'), ('cell', (2, '金额'), '500')]
    """
    repairs: tuple[str, ...] = ()
    if reading == "lenient":
        inner = unfenced(text, (format, ""))
        text, repairs = (text, ()) if inner is None else (inner, ("code_fence",))
    try:
        rows = [*csv.reader(StringIO(text, newline=""), delimiter="\t" if format == "tsv" else ",", strict=True)]
    except csv.Error as error:
        raise StructureError(format, str(error)) from error
    numbered = ((number, list(enumerate(row, start=1))) for number, row in enumerate(rows, start=1))
    return Structure(table_node(numbered, cells=cells), repairs)


Row = tuple[int, Sequence[tuple[int, Scalar]]]
"""Number of a row, and number and value of each of its cells; both count from 1."""


def table_node(rows: Iterable[Row], *, cells: str, step: str | int | None = None, kind: str = "", value: Scalar = None) -> Node:
    """The node of a table. Cells that are empty or blank are none, nor are rows of nothing else.

    By headings: the first row is the headings (elements of kind ``column``); a column without one is called by its letters (A, B, …, AA). By address: every
    cell goes by its row and its letters, those of the first row too.

    >>> table = table_node([(1, [(1, "姓名"), (2, None)]), (4, [(1, "甲"), (2, 5)])], cells="headings")
    >>> table.children[1].children[0].step, [cell.step for cell in table.children[1].children[0].children]
    (4, ['姓名', 'B'])
    """
    held = [(number, kept) for number, row in rows if (kept := [(column, content) for column, content in row if not _is_blank(content)])]
    if cells == "address":
        node = Node(children=tuple(_row_node(str(number), row, {}) for number, row in held))
    else:
        headings = {column: _heading(content) for column, content in held[0][1]} if held else {}
        columns = tuple(Node(name, "column", content) for (_, content), name in zip(held[0][1] if held else (), headings.values(), strict=True))
        node = Node(children=(Node(children=columns), Node(ordered=True, children=tuple(_row_node(number, row, headings) for number, row in held[1:]))))
    return replace(node, step=step, kind=kind, value=value)


def column_letters(number: int) -> str:
    """The letters of a column, counted from 1, as spreadsheets write them.

    >>> column_letters(1), column_letters(26), column_letters(27), column_letters(703)
    ('A', 'Z', 'AA', 'AAA')
    """
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def unfenced(text: str, languages: Sequence[str], *, whole: bool = False) -> str | None:
    """What is in the one fenced block of a text (``` or ~~~, in one of these languages), or None: there is no such block, or more than one.

    ``whole``: nothing may stand before or behind it.

    >>> unfenced("结果如下：\\n```json\\n{}\\n```\\n", ("json",)), unfenced("{}", ("json",))
    ('{}', None)
    """
    blocks: list[tuple[str, list[str]]] = []
    mark = ""
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if mark:
            if fence and fence[1][0] == mark[0] and len(fence[1]) >= len(mark) and not fence[2]:
                mark = ""
            else:
                blocks[-1][1].append(line)
        elif fence:
            mark = fence[1]
            blocks.append((fence[2].lower(), []))
        elif whole and line.strip():
            return None
    if len(blocks) != 1 or mark or blocks[0][0] not in languages:
        return None
    return "\n".join(blocks[0][1])


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$")


class _Pairs(list[tuple[str, Any]]):
    """The members of a JSON object, those of the same key too."""


def _json(text: str) -> Node:
    try:
        value = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise StructureError("json", f"{error.msg} at character {error.pos + 1}") from error
    except RecursionError as error:
        raise StructureError("json", _TOO_DEEP) from error
    except ValueError as error:
        raise StructureError("json", str(error)) from error
    return _json_node(value, None, 0)


def _json_node(value: Any, step: str | int | None, depth: int) -> Node:
    """The node of a value; with a step that is a name, it is the member of an object."""
    if depth > DEEPEST:
        raise StructureError("json", _TOO_DEEP)
    if isinstance(value, float) and not math.isfinite(value):
        raise StructureError("json", f"{value} is no JSON")
    children: tuple[Node, ...]
    if isinstance(value, (dict, _Pairs)) and value:
        members = value.items() if isinstance(value, dict) else value
        children = tuple(_json_node(item, key, depth + 1) for key, item in members)
    elif isinstance(value, list) and value:
        children = tuple(_json_node(item, index, depth + 1) for index, item in enumerate(value))
    elif isinstance(value, (dict, list)):
        children = (Node(kind="empty", value="{}" if isinstance(value, (dict, _Pairs)) else "[]"),)
    else:
        children = (Node(kind="value", value=value),)
    ordered = isinstance(value, list) and not isinstance(value, _Pairs) and bool(value)
    return Node(step, "key" if isinstance(step, str) else "", step if isinstance(step, str) else None, children, ordered)


_TOO_DEEP = f"nested more than {DEEPEST} deep"


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits[:40]} is beyond the numbers that can be held")
    return value


def _row_node(step: str | int, row: Sequence[tuple[int, Scalar]], headings: dict[int, str]) -> Node:
    cells = (Node(headings.get(column) or column_letters(column), children=(Node(kind="cell", value=content),)) for column, content in row)
    return Node(step, children=tuple(cells))


def _heading(content: Scalar) -> str:
    return content if isinstance(content, str) else str(content)


def _is_blank(content: Scalar) -> bool:
    return content is None or (isinstance(content, str) and not content.strip())
