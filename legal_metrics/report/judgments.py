"""Judgments in a report: who is held against whom, penalties in words, and the plots of terms and statutes."""

from __future__ import annotations

from collections.abc import Sequence

from legal_metrics.metrics.judgment import Defendant, defendants, pair_defendants
from legal_metrics.penalties import Penalty
from legal_metrics.readers.judgments import outcomes_of
from legal_metrics.report.blocks import plot_figure
from legal_metrics.report.markup import Markup
from legal_metrics.report.numbers import NOTHING
from legal_metrics.report.plots import Term, TermPoint, term_scatter
from legal_metrics.report.statutes import statute_plot
from legal_metrics.results import Report, SampleView

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


def paired_defendants(view: SampleView) -> list[tuple[Defendant | None, Defendant | None]]:
    """Each defendant of the reference with the one of the answer that was scored against them; then the answer's extra ones."""
    court = defendants(outcomes_of({"id": view.id, **view.reference}))
    found, extra = pair_defendants(defendants(outcomes_of({"id": view.id, **view.answer})), court)
    return [*zip(court, found, strict=True), *((None, person) for person in extra)]


def term_points(views: Sequence[SampleView]) -> list[TermPoint]:
    """Every penalty of imprisonment, life or death that a court gave, with what the model gave in its place.

    The group is an index into ``GROUPS``.
    """
    points = []
    for view in views:
        pairs = [(court, model) for court, model in paired_defendants(view) if court is not None]
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
            "A disc's area is the number of penalties at that place; 'no term' has those for which the model gave no term."
        )
        figures.append(plot_figure("Prison terms: court and model", term_scatter(points), keys, caption))
    statutes = statute_plot(report)
    return figures if statutes is None else [*figures, statutes]
