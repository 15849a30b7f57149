"""The parts of a report that only judgment prediction has: terms, statutes by depth, and single judgments side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legal_metrics.metrics.judgment import Defendant, defendants, pair_defendants
from legal_metrics.penalties import Penalty
from legal_metrics.readers.judgments import outcomes_of
from legal_metrics.report.blocks import plot_figure, row, table
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.numbers import NOTHING, figure
from legal_metrics.report.plots import Term, TermPoint, term_scatter
from legal_metrics.report.statutes import item_statutes, statute_plot
from legal_metrics.report.titles import title
from legal_metrics.results import Report, SampleView

EXCERPT = 260
"""Characters of the facts that a card shows; the whole text is folded away behind them."""
OUTPUT = 1500
"""Characters of an output that could not be read."""

GROUPS = ("judgments on one defendant", "on several defendants")

VERDICT_WORDS = {
    "guilty": "有罪",
    "exempt_from_punishment": "免刑",
    "not_guilty": "無罪",
    "exempt_from_prosecution": "免訴",
    "case_dismissed": "不受理",
    "appeal_dismissed": "上訴駁回",
    "other": "其他",
}


def paired_defendants(view: SampleView) -> list[tuple[Defendant, Defendant | None]]:
    """Each defendant of the reference with the one of the answer that was scored against them; the answer's extra ones are left out."""
    court = defendants(outcomes_of({"id": view.id, **view.reference}))
    found, _ = pair_defendants(defendants(outcomes_of({"id": view.id, **view.answer})), court)
    return list(zip(court, found, strict=True))


def term_points(views: Sequence[SampleView]) -> list[TermPoint]:
    """Every penalty of imprisonment, life or death that a court gave, with what the model gave in its place.

    The group is an index into ``GROUPS``.
    """
    points = []
    for view in views:
        pairs = paired_defendants(view)
        for court, model in pairs:
            answers = model.penalties if model is not None else ()
            for place, penalty in enumerate(court.penalties):
                reference = _term(penalty)
                if reference is not None:
                    answer = _term(answers[place]) if place < len(answers) else None
                    points.append(TermPoint(reference, answer, group=int(len(pairs) > 1)))
    return points


def _term(penalty: Penalty) -> Term | None:
    if penalty.death or penalty.death_suspended:
        return "death"
    return "life" if penalty.life else penalty.months


def penalty_text(penalty: Penalty) -> str:
    """A penalty in a line.

    >>> penalty_text(Penalty(imprisonment_months=18, fine=30000, currency="TWD"))
    '有期徒刑 18 months, 罰金 30,000 TWD'
    """
    parts = []
    if penalty.death or penalty.death_suspended:
        parts.append("死刑" if penalty.death else "死緩")
    if penalty.life:
        parts.append("無期徒刑")
    if penalty.months is not None:
        parts.append(f"有期徒刑 {penalty.months:g} months")
    if penalty.detention_days is not None:
        parts.append(f"拘役 {penalty.detention_days} days")
    if penalty.fine is not None:
        parts.append(f"罰金 {penalty.fine:,} {penalty.currency or ''}".rstrip())
    return ", ".join(parts) or NOTHING


def defendant_text(person: Defendant | None) -> str:
    """Verdicts, penalties in force and probation of one person in a line."""
    if person is None:
        return "no such defendant"
    verdicts = "、".join(word for verdict, word in VERDICT_WORDS.items() if verdict in person.verdicts)
    probation = [f"緩刑 {months} months" for months in person.probation_months]
    return ", ".join([verdicts, *map(penalty_text, person.penalties), *probation])


def judgment_items(report: Report, records: Mapping[str, Mapping[str, Any]], worst: int) -> Markup:
    """The items that were read but scored lowest, then the outputs that could not be read."""
    lowest = [view for view in report.samples if view.answer]
    lowest.sort(key=lambda view: (_value(view, report.primary), view.id, view.run or ""))
    unread = [view for view in report.samples if not view.answer]
    return render(
        element("h2", "Lowest scores"),
        element(
            "p",
            f"The {min(worst, len(lowest))} lowest of {len(lowest)} outputs that could be read, by {title(report.primary).en}.",
            class_="muted",
        ),
        [_card(report, view, records.get(view.id, {})) for view in lowest[:worst]],
        [element("h2", "Outputs that could not be read"), _unread(report, unread, worst)] if unread else None,
    )


def judgment_plots(report: Report) -> list[Markup]:
    """Terms against terms; statutes by depth. Raises: MissingExtraError."""
    figures = []
    points = term_points(report.samples)
    if points:
        keys = [
            (name, f"series-{group + 1}")
            for group, name in enumerate(GROUPS)
            if any(point.group == group for point in points)
        ]
        caption = (
            "Every penalty of imprisonment in force 有期徒刑, on a log scale. On the line: equal; in the band: within ±3 months. "
            "A disc's area is the number of penalties at that place; 'none read' has those for which the model gave no term."
        )
        figures.append(plot_figure("Prison terms: court and model", term_scatter(points), keys, caption))
    statutes = statute_plot(report)
    return figures if statutes is None else [*figures, statutes]


def _value(view: SampleView, name: str) -> float:
    value = view.values.get(name)
    return -1.0 if value is None else value


def _card(report: Report, view: SampleView, record: Mapping[str, Any]) -> Markup:
    people = [
        row(court.name or NOTHING, defendant_text(court), defendant_text(model))
        for court, model in paired_defendants(view)
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
