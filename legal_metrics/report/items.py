"""An analysis of items as one HTML file: its tables, then hard questions in full with what every model answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from legal_metrics.analyses.items import UNREAD, AnsweredItem, ItemAnalysis
from legal_metrics.analyses.items_tables import DEFAULT_LISTED, item_tables
from legal_metrics.readers.choices import MARKS
from legal_metrics.report import blocks
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Table


def render_items_html(analysis: ItemAnalysis, *, tables: Sequence[Table] = (), listed: int = DEFAULT_LISTED) -> str:
    """The page: same analysis, same bytes. ``tables``: those of ``item_tables``, made here where there are none; ``listed``: questions shown in full of each kind."""
    hard = analysis.hard
    facts = analysis.dataset
    where = " ".join(filter(None, (facts.kind, facts.version, facts.split, f"rows {facts.rows_sha256[:8]}" if facts.rows_sha256 else "")))
    head = f"{len(analysis.items):,} questions · {len(analysis.models)} models · {analysis.reading} reading · {where}"
    percent = f"{100 * analysis.below:g} %"
    return blocks.page(
        f"{analysis.task} – items",
        element("header", element("h1", f"{analysis.task}: items"), element("p", head, class_="subtitle")),
        [render_table_html(table) for table in tables or item_tables(analysis, listed=listed)],
        _cards("No model right", "所有模型皆答錯", hard.none_right, listed),
        _cards(f"Fewer than {percent} of the models right, but one or more", "少數模型答對", hard.few_not_none, listed),
    )


def item_card(item: AnsweredItem, *, titles: Mapping[str, str] | None = None) -> Markup:
    """One question in full: its options, the right one marked, and which models chose each. ``titles``: model name -> what the page calls it.

    >>> from legal_metrics.analyses.answer_sheets import Question
    >>> question = Question("q1", 2024, "Civil", ("民法",), "何者正確？", ("無效", "有效"), "A")
    >>> card = item_card(AnsweredItem(question, 0.0, {"m": ("B",)}, {"B": 1.0}, float("nan")))
    >>> "<td>有效</td><td>1</td><td>m</td>" in card
    True
    """
    question = item.question
    options = dict(zip(MARKS, question.options, strict=False))
    others = [letters for letters in item.letters if letters not in options]
    rows = [_option(item, letter, text, titles or {}) for letter, text in (*options.items(), *((letters, "") for letters in others))]
    told = " · ".join(filter(None, (str(question.year or ""), "、".join(question.laws) or question.category)))
    return element(
        "article",
        element("header", element("h3", question.id), element("span", told, class_="muted"), element("span", _figures(item), class_="score")),
        element(
            "div",
            element("p", question.text or NOTHING, class_="quote"),
            blocks.table(["", "option", "models", ""], rows, class_="words"),
            class_="body",
        ),
        class_="item",
    )


def _cards(title: str, zh: str, items: Sequence[AnsweredItem], listed: int) -> Markup | None:
    if not items:
        return None
    shown = f"{min(listed, len(items))} of {len(items)}, in the order of the records."
    return render(element("h2", title, " ", zh), element("p", shown, class_="muted"), map(item_card, items[:listed]))


def _figures(item: AnsweredItem) -> str:
    right = NOTHING if item.share is None else f"{100 * item.share:.1f} %"
    return f"{right} of {len(item.answers)} models right · discrimination {figure(item.discrimination)}"


def _option(item: AnsweredItem, letters: str, text: str, titles: Mapping[str, str]) -> Markup:
    """One way to answer: its letters, the option's text, how many models chose it, and which."""
    right = letters == item.question.answer
    chosen = [titles.get(name) or name for name, runs in item.answers.items() if letters in (given or UNREAD for given in runs)]
    head = render(letters, " ✓" if right else None)
    return blocks.row(head, element("b", text) if right else text, f"{item.letters.get(letters, 0):g}", _names(chosen), class_="headline" if right else None)


def _names(models: Iterable[str]) -> str:
    return ", ".join(models) or NOTHING
