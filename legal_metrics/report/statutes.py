"""The parts of a report about cited statutes: rates by depth and by kind, their composition as a plot, one item's citations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from legal_metrics.citations import DEPTHS
from legal_metrics.jurisdictions import get
from legal_metrics.metrics.statutes import StatuteScore, check_statutes
from legal_metrics.readers.judgments import read_citations, read_reference
from legal_metrics.report.blocks import plot_figure, row, table
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.numbers import figure, interval
from legal_metrics.report.plots import Bar, stacked_bars
from legal_metrics.report.titles import DEPTH_WORDS, KIND_WORDS, RATES, statute_score
from legal_metrics.results import Report, SampleView, Score

_BINS = {
    "correct": ("good", "✓", "right"),
    "type1": ("bad", "I", "Type I: no such statute"),
    "type2": ("wrong", "II", "Type II: real, not applied"),
    "unresolved": ("open", "?", "wrong, and unread or not to be looked up"),
}
"""Bin of a citation -> tone, mark, words."""
_SHARES = {"accuracy": "correct", "type1": "type1", "type2": "type2", "unresolved": "unresolved"}


def statute_tables(report: Report) -> Markup | None:
    """All rates at the four depths, and by what part the provisions play."""
    parts = [(depth, f"{depth} {DEPTH_WORDS[depth]}") for depth in DEPTHS]
    parts += [(kind, f"{kind.replace('_', ' ')} {word}") for kind, word in KIND_WORDS.items()]
    rows = []
    for part, words in parts:
        scores = [
            report.scores[name] for name in (statute_score(rate, part) for rate in RATES) if name in report.scores
        ]
        if scores:
            counts = scores[0].details
            cells = [render(figure(score.value), element("small", interval(score))) for score in scores]
            rows.append(row(words, counts["n_predicted"], counts["n_gold"], *cells))
    if not rows:
        return None
    explained = (
        "Every distinct citation is right, Type I (no such statute), Type II (real, but not applied by the court), or wrong without the registry "
        "knowing whether it exists: these four add up to 1. A reference cited less or more deeply than the court did is right only down to the rank "
        "they share. Kinds of provision are compared at full depth."
    )
    head = ["down to", "cited", "applied", *(words.en for words in RATES.values())]
    return render(
        element("h2", "Statutes by depth and kind"),
        table(head, rows, class_="stacked"),
        element("p", explained, class_="muted"),
    )


def statute_plot(report: Report) -> Markup | None:
    """What became of the citations at each depth: the model, and below it the baselines. Raises: MissingExtraError."""
    bars = []
    sources: dict[str, Mapping[str, Score]] = {"": report.scores, **report.baselines}
    for depth in DEPTHS:
        for source, scores in sources.items():
            shares = [(scores.get(statute_score(rate, depth)), _BINS[bin][0]) for rate, bin in _SHARES.items()]
            known = tuple(
                (score.value, tone) for score, tone in shares if score is not None and math.isfinite(score.value)
            )
            if len(known) == len(shares):
                bars.append(Bar(source.replace("_", " ") or f"{depth} {DEPTH_WORDS[depth]}", known, faint=bool(source)))
    if not bars:
        return None
    keys = [(words, tone) for tone, _, words in _BINS.values()]
    caption = "The citations of the outputs by depth; the thin bars are the baselines. Outputs that could not be read count as wrong."
    return plot_figure("Cited statutes", stacked_bars(bars, name="statutes"), keys, caption)


def item_statutes(report: Report, view: SampleView, record: Mapping[str, Any]) -> Markup:
    """One item's citations, each with its bin, and what was missed; without the record, the citations as they were read."""
    if not record:
        return _chips([("open", "", citation) for citation in view.answer.get("citations", ())])
    score = checked_statutes(report, view, record)
    chips = []
    for checked in score.checked:
        tone, mark, _ = _BINS[checked.bin]
        chips.append((tone, mark, _written(checked.citation) + (" (other depth)" if checked.depth_mismatch else "")))
    chips += [("open", "missed", _written(citation)) for citation in score.missed_citations]
    return _chips(chips)


def checked_statutes(report: Report, view: SampleView, record: Mapping[str, Any]) -> StatuteScore:
    """The citations of one output, held against its record as the scores do it, at full depth."""
    reference = read_reference(record, str(report.options.get("reference", "applied"))).parts["statutes"]
    cited, _ = read_citations(view.answer.get("statutes") or ())
    return check_statutes(cited, reference.citations, registry=get("TW").statutes, on=reference.on, past="edition")


def _written(citation: Any) -> str:
    return f"修正前{citation}" if citation.version == "former" else str(citation)


def _chips(chips: list[tuple[str, str, str]]) -> Markup:
    if not chips:
        return element("p", "No statute cited.", class_="muted")
    return element(
        "ul",
        [element("li", text, class_=tone, data_mark=mark) for tone, mark, text in chips],
        class_="chips",
        lang="zh-Hant",
    )
