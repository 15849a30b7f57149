"""Blocks that pages and their parts share: the page itself, a table, and a plot with its key and caption."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from legal_metrics.report.markup import Child, Markup, element
from legal_metrics.report.notes import Note


def page(title: str, *body: Child) -> str:
    """A whole page: one file, no script, nothing from outside."""
    style = files("legal_metrics.report").joinpath("style.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(style)),
    )
    return f"<!DOCTYPE html>\n{element('html', head, element('body', body), lang='en')}\n"


def note_list(found: Sequence[Note]) -> Markup | None:
    """Notes as a list; warnings stand out."""
    items = [element("li", note.text, class_=None if note.warning else "plain") for note in found]
    return element("ul", items, class_="notes") if items else None


def table(head: Sequence[str], rows: Child, *, class_: str | None = None) -> Markup:
    """A table that scrolls by itself where the page is too narrow. Hyphens in its head do not end a line.

    >>> str(table(["n"], element("tr", element("td", 1))))
    '<div class="wide"><table><thead><tr><th scope="col">n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div>'
    """
    top = element("thead", element("tr", [element("th", cell.replace("-", "-\u2060"), scope="col") for cell in head]))
    return element("div", element("table", top, element("tbody", rows), class_=class_), class_="wide")


def row(head: Child, *cells: Child, class_: str | None = None) -> Markup:
    """A table row that begins with its own head.

    >>> str(row("n", 1))
    '<tr><th scope="row">n</th><td>1</td></tr>'
    """
    return element("tr", element("th", head, scope="row"), [element("td", cell) for cell in cells], class_=class_)


def plot_figure(head: str, plot: Markup, keys: Sequence[tuple[str, str]], caption: str) -> Markup:
    """A plot under its title; ``keys`` pair a name with the colour that stands for it."""
    swatches = [element("span", name, class_="key", style=f"--swatch:var(--{colour})") for name, colour in keys]
    return element(
        "figure", element("h3", head), element("div", plot, class_="wide"), element("figcaption", swatches, caption)
    )
