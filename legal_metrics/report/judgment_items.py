"""Single judgments in a report, court and model side by side: those that scored lowest, and those that could not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legal_metrics.report.blocks import row, table
from legal_metrics.report.judgments import defendant_text, paired_defendants
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure
from legal_metrics.report.statutes import item_statutes
from legal_metrics.report.titles import title
from legal_metrics.results import Report, SampleView

EXCERPT = 260
"""Characters of the facts that a card shows; the whole text is folded away behind them."""
OUTPUT = 1500
"""Characters of an output that could not be read."""


def judgment_items(report: Report, records: Mapping[str, Mapping[str, Any]], worst: int) -> Markup:
    """The items that were read but scored lowest, then the outputs that could not be read; at most ``worst`` of each."""
    lowest = [view for view in report.samples if view.answer]
    lowest.sort(key=lambda view: (_value(view, report.primary), view.id, view.run or ""))
    unread = [view for view in report.samples if not view.answer]
    shown = lowest[:worst]
    explained = (
        f"The {len(shown)} lowest of {len(lowest)} outputs that could be read, by {title(report.primary).en}. "
        "Citations: ✓ right, I no such statute, II real but not applied, ? not to be looked up, missed: applied by the court and not cited."
    )
    return render(
        [element("h2", "Lowest scores"), element("p", explained, class_="muted")] if shown else None,
        [_card(report, view, records.get(view.id, {})) for view in shown],
        [element("h2", "Outputs that could not be read"), _unread(report, unread, worst)] if unread else None,
    )


def _value(view: SampleView, name: str) -> float:
    value = view.values.get(name)
    return -1.0 if value is None else value


def _card(report: Report, view: SampleView, record: Mapping[str, Any]) -> Markup:
    people = [
        row(next((person.name for person in pair if person and person.name), NOTHING), *map(defendant_text, pair))
        for pair in paired_defendants(view)
    ]
    unread = [
        *view.answer.get("problems", ()),
        *(f"no statute in '{text}'" for text in view.answer.get("unread_statutes", ())),
    ]
    return _item(
        report,
        view,
        _facts(record),
        element(
            "div",
            _quote("Court 主文", view.reference["main_text"]),
            _quote("Model 主文", view.answer.get("main_text")),
            class_="two",
        ),
        table(["read as", "court", "model"], people, class_="words"),
        item_statutes(report, view, record),
        element("p", "Not read: ", "; ".join(unread), class_="muted") if unread else None,
        _values(view),
    )


def _unread(report: Report, views: Sequence[SampleView], most: int) -> Child:
    cards = [
        _item(
            report,
            view,
            element("p", f"Why: {view.why or view.status}"),
            [element("p", text) for text in _otherwise(report, view)],
            element(
                "div",
                _quote("Court 主文", view.reference["main_text"]),
                _quote("Output", _clipped(view.output or "")),
                class_="two",
            ),
        )
        for view in views[:most]
    ]
    left = len(views) - len(cards)
    return [cards, element("p", f"… and {left} more, in the JSON report.", class_="muted") if left > 0 else None]


def _otherwise(report: Report, view: SampleView) -> list[str]:
    """What the other readings make of an output that the headline reading cannot read."""
    found = []
    for name, reading in report.readings.items():
        other = next((v for v in reading.samples if (v.id, v.run) == (view.id, view.run)), view)
        if other.answer:
            repairs = ", ".join(repair.replace("_", " ") for repair in other.repairs) or "none"
            value = figure(other.values.get(report.primary))
            found.append(f"The {name} reading reads it (repairs: {repairs}): {title(report.primary).en} {value}.")
    return found


def _item(report: Report, view: SampleView, *body: Child) -> Markup:
    tone = "good" if view.status == "ok" else "wrong" if view.answer else "bad"
    head = element(
        "header",
        element("h3", view.id, f", run {view.run}" if view.run else None),
        element("span", view.status.replace("_", " "), class_=f"badge {tone}"),
        [element("span", repair.replace("_", " "), class_="badge open") for repair in view.repairs],
        element(
            "span",
            f"{title(report.primary).en} ",
            element("b", figure(view.values.get(report.primary))),
            class_="score",
        ),
    )
    return element("article", head, element("div", *body, class_="body"), class_="item")


def _facts(record: Mapping[str, Any]) -> Markup | None:
    facts = record.get("facts")
    if not isinstance(facts, str):
        return None
    if len(facts) <= EXCERPT:
        return _quote("Facts 事實", facts)
    return render(
        _quote("Facts 事實", facts[:EXCERPT] + "…"),
        element(
            "details",
            element("summary", f"all {len(facts):,} characters"),
            element("p", facts, class_="quote", lang="zh-Hant"),
        ),
    )


def _quote(head: str, text: Any) -> Markup:
    body = element("p", text, class_="quote", lang="zh-Hant") if text else element("p", "none", class_="quote muted")
    return element("div", element("h4", head), body)


def _clipped(text: str) -> str:
    return text if len(text) <= OUTPUT else f"{text[:OUTPUT]}… ({len(text):,} characters in all)"


def _values(view: SampleView) -> Markup:
    shown = ", ".join(f"{name} {figure(value)}" for name, value in view.values.items() if value is not None)
    return element("details", element("summary", "all values of this item"), element("p", shown, class_="muted"))
