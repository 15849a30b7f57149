"""Blocks that several parts of the page share: a table, and a plot with its key and caption."""

from __future__ import annotations

from collections.abc import Sequence

from legal_metrics.report.markup import Child, Markup, element


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
