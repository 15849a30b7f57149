"""Markdown as a tree: CommonMark with the tables of GitHub, read by markdown-it-py (extra ``structured``).

========= ===========================================================================================================================
heading   a heading, compared with its level (``"## 证据"``); its place is the headings above it, and what follows it is in it
column    a heading of a table
cell      a cell of a table, by the heading of its column and its row; empty cells are none
item      the first paragraph of a list item
text      any other paragraph
code      a code block
html      a block of HTML, as it is written
========= ===========================================================================================================================

Content is the text that a reader sees: emphasis, links and escapes are gone. Rows, items, paragraphs, tables and lists of one section are lists each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from legal_metrics.caai.structure_readers import Structure, StructureError, table_node, unfenced
from legal_metrics.caai.structure_tree import DEEPEST, Node
from legal_metrics.errors import MissingExtraError

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

KINDS: tuple[str, ...] = ("heading", "column", "cell", "item", "text", "code", "html")


def read_markdown(text: str, *, reading: str = "strict", cells: str = "headings", heading_levels: bool = True) -> Structure:
    """A Markdown text as a tree. ``heading_levels`` False: a heading is the same on every level.

    Repair of the lenient reading: ``code_fence`` (the whole of it stands in one). Raises: StructureError for a text nested too deeply; MissingExtraError.

    >>> from legal_metrics.caai.structure_tree import elements_of
    >>> root = read_markdown("# 判决\\n## 费用\\n| 项目 | 金额 |\\n|--|--|\\n| **受理费** | 50元 |\\n").root
    >>> for element in elements_of(root):
    ...     print(element.kind, element.place, element.value)
    heading () # 判决
    heading ('判决',) ## 费用
    column ('判决', '费用', 'table', 0) 项目
    column ('判决', '费用', 'table', 0) 金额
    cell ('判决', '费用', 'table', 0, 2, '项目') 受理费
    cell ('判决', '费用', 'table', 0, 2, '金额') 50元
    """
    try:
        from markdown_it import MarkdownIt
        from markdown_it.tree import SyntaxTreeNode
    except ImportError as error:
        raise MissingExtraError("markdown-it-py", "structured") from error
    repairs: tuple[str, ...] = ()
    if reading == "lenient":
        inner = unfenced(text, ("markdown", "md", ""), whole=True)
        text, repairs = (text, ()) if inner is None else (inner, ("code_fence",))
    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST + 1}).enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    if any(token.level + (token.nesting == 1) > DEEPEST for token in tokens):
        raise StructureError("markdown", f"nested more than {DEEPEST} deep")
    blocks = SyntaxTreeNode(tokens).children
    return Structure(Node(children=_section(blocks, cells, heading_levels)), repairs)


def _section(blocks: Sequence[SyntaxTreeNode], cells: str, levels: bool) -> tuple[Node, ...]:
    """The parts of a section: its own blocks, then the sections under the headings within it."""
    first = next((index for index, block in enumerate(blocks) if block.type == "heading"), len(blocks))
    parts = [*_blocks(blocks[:first], cells, levels)]
    start = first
    while start < len(blocks):
        heading = blocks[start]
        end = next((i for i in range(start + 1, len(blocks)) if blocks[i].type == "heading" and blocks[i].tag <= heading.tag), len(blocks))
        name = _inline(heading)
        written = f"{'#' * int(heading.tag[1:])} {name}" if levels else name
        parts.append(Node(name, "heading", written, _section(blocks[start + 1 : end], cells, levels)))
        start = end
    return tuple(parts)


def _blocks(blocks: Sequence[SyntaxTreeNode], cells: str, levels: bool) -> tuple[Node, ...]:
    """Blocks without a heading among them, those of each sort as a list."""
    lists: dict[str, list[tuple[Node, ...]]] = {}
    for block in blocks:
        if block.type == "table":
            rows = [row for part in block.children for row in part.children]
            numbered = ((n, [(c, _inline(cell)) for c, cell in enumerate(row.children, start=1)]) for n, row in enumerate(rows, start=1))
            lists.setdefault("table", []).append((table_node(numbered, cells=cells),))
        elif block.type in ("bullet_list", "ordered_list"):
            items = tuple(Node(index, children=_item(item, cells, levels)) for index, item in enumerate(block.children))
            lists.setdefault("list", []).append((Node(children=items, ordered=True),))
        elif block.type == "blockquote":
            lists.setdefault("quote", []).append(_section(block.children, cells, levels))
        elif block.type in ("fence", "code_block"):
            lists.setdefault("code", []).append((Node(kind="code", value=block.content.removesuffix("\n")),))
        elif block.type == "html_block":
            lists.setdefault("html", []).append((Node(kind="html", value=block.content.strip()),))
        elif block.type == "paragraph":
            lists.setdefault("text", []).append((Node(kind="text", value=_inline(block)),))
    return tuple(Node(sort, children=tuple(Node(index, children=parts) for index, parts in enumerate(found)), ordered=True) for sort, found in lists.items())


def _item(item: SyntaxTreeNode, cells: str, levels: bool) -> tuple[Node, ...]:
    blocks = item.children
    if blocks and blocks[0].type == "paragraph":
        return (Node(kind="item", value=_inline(blocks[0])), *_section(blocks[1:], cells, levels))
    return _section(blocks, cells, levels)


_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def _inline(block: SyntaxTreeNode) -> str:
    """The text of a heading, a paragraph or a cell as it is seen."""
    pieces: list[str] = []
    stack = [*reversed(block.children)]
    while stack:
        node = stack.pop()
        if node.type in ("softbreak", "hardbreak"):
            pieces.append("\n")
        elif node.type == "html_inline":
            pieces.append("\n" if _BREAK.fullmatch(node.content) else node.content)
        elif node.children:
            stack += reversed(node.children)
        else:
            pieces.append(node.content)
    return "".join(pieces).strip()
