"""HTML elements as plain functions: every text is escaped unless it is already ``Markup``."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

Child: TypeAlias = "str | int | Iterable[Child] | None"

_VOID = frozenset({"br", "hr", "meta", "col", "wbr"})


class Markup(str):
    """Text that is already HTML. Only this module and the plots make it, so nothing from a file can reach a page unescaped."""

    __slots__ = ()


def render(*children: Child) -> Markup:
    """Children one after another: strings escaped, ``Markup`` as it is, None left out, iterables flattened.

    >>> str(render("a < b", None, [Markup("<br>"), 3]))
    'a &lt; b<br>3'
    """
    parts: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            parts.append(child)
        elif isinstance(child, (str, int)):
            parts.append(escape(without_controls(str(child)), quote=False))
        else:
            parts.append(render(*child))
    return Markup("".join(parts))


def element(tag: str, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """One element. An attribute that is None or False is left out, True stands alone, ``class_`` is ``class``.

    >>> str(element("td", "<b>", class_="n", colspan=2, hidden=False))
    '<td class="n" colspan="2">&lt;b&gt;</td>'
    >>> str(element("br"))
    '<br>'
    """
    written = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        name = name.rstrip("_").replace("_", "-")
        written.append(f" {name}" if value is True else f' {name}="{escape(without_controls(str(value)))}"')
    opening = f"<{tag}{''.join(written)}>"
    return Markup(opening) if tag in _VOID else Markup(f"{opening}{render(*children)}</{tag}>")


def without_controls(text: str) -> str:
    """Control characters and lone surrogates have no place in a file that is shown: they are shown as U+FFFD, never dropped unseen.

    >>> without_controls("a\\x1b[2J")
    'a\ufffd[2J'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c in "\n\t" or not _is_control(c) else "\ufffd" for c in text.replace("\r\n", "\n").replace("\r", "\n")
    )


def _is_control(character: str) -> bool:
    code = ord(character)
    return (
        code < 0x20
        or 0x7F <= code < 0xA0
        or 0xD800 <= code <= 0xDFFF
        or code & 0xFFFE == 0xFFFE
        or 0xFDD0 <= code <= 0xFDEF
    )
