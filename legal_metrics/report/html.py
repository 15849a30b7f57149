"""The report as ONE HTML file: tables first, then plots, then the items that went worst. No script, nothing from outside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import LegalMetricsError, MissingExtraError, shown
from legal_metrics.extract.outputs import STATUSES
from legal_metrics.report.blocks import note_list, page, plot_figure, row, table
from legal_metrics.report.choice_items import choice_items
from legal_metrics.report.essay_items import essay_items
from legal_metrics.report.judgment_items import judgment_items
from legal_metrics.report.judgments import judgment_plots
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.notes import notes
from legal_metrics.report.numbers import NOTHING, figure, interval
from legal_metrics.report.plots import Whisker, score_whiskers
from legal_metrics.report.statutes import statute_tables
from legal_metrics.report.titles import leading_scores, title
from legal_metrics.results import Report, Score
from legal_metrics.tasks import TASKS

Record = Mapping[str, Any]


def render_html(report: Report, records: Iterable[Record] = (), *, worst: int = 20, plots: bool = True) -> str:
    """The whole page: same report, same bytes (with one version of matplotlib).

    Args:
        report: what ``score_task`` returned.
        records: the records scored, for the facts of the worst items.
        worst: how many items to show, lowest primary score first.
        plots: False leaves the plots out. Without matplotlib (extra ``[report]``) they are left out too, and the page says so.

    Raises: LegalMetricsError for a ``worst`` that is no whole number >= 0.
    """
    if not is_whole(worst, 0):
        raise LegalMetricsError(f"worst: found {shown(worst)}, allowed a whole number >= 0")
    report.draw_intervals()
    by_id = {str(record["id"]): record for record in records}
    return page(
        f"{report.task} – report",
        _head(report),
        note_list(notes(report)),
        _scores(report),
        _plots(report) if plots else None,
        statute_tables(report),
        _statuses(report),
        _subsets(report),
        [_stratum(report, by) for by in report.strata],
        _runs(report),
        _items(report, by_id, worst),
        _footer(report),
    )


_ITEMS = {"ljp": judgment_items, "mcq": choice_items, "oeq": essay_items}


def _items(report: Report, records: Mapping[str, Record], worst: int) -> Markup | None:
    """The single items, in the form of their kind of record."""
    kind = next((spec.record for spec in TASKS if spec.id == report.task), None)
    return _ITEMS[kind](report, records, worst) if kind in _ITEMS else None


def _is_of_judgments(report: Report) -> bool:
    """Whether the samples are judgments (``readers.judgments``), which have plots of their own."""
    return any(spec.id == report.task and spec.record == "ljp" for spec in TASKS)


def _head(report: Report) -> Markup:
    dataset = report.dataset
    where = " · ".join(
        part
        for part in (
            dataset.name,
            dataset.config,
            dataset.split,
            f"version {dataset.version}" if dataset.version else "",
        )
        if part
    )
    first = report.scores[report.primary]
    others = [s for s in report.scores.values() if s.name in _TILES and s.name != report.primary]
    return element(
        "header",
        element("h1", report.task),
        element(
            "p",
            f"{report.n} records · {report.reading} reading · {where or 'references of unstated origin'} ",
            element("span", dataset.kind, class_="badge"),
            class_="subtitle",
        ),
        element("div", _tile(first, "tile first"), [_tile(score, "tile") for score in others], class_="tiles"),
    )


KEY_SCORES = (
    "token_f1",
    "verdict_accuracy",
    "imprisonment_within",
    "term_log_distance",
    "detention_within",
    "probation_within",
    "fine_within_50",
    "statute_accuracy",
    "statute_f1",
)
"""What tables of parts show beside the primary score; where a task has none of them, they show the primary score alone."""
_TILES = ("verdict_accuracy", "term_log_distance", "imprisonment_within", "statute_accuracy")


def _tile(score: Score, class_: str) -> Markup:
    return element(
        "div",
        element("span", title(score.name).en),
        element("b", figure(score.value)),
        element("span", f"{interval(score)}, n = {score.n}"),
        class_=class_,
    )


def _scores(report: Report) -> Markup:
    beside = {f"{name} reading": report.readings[name].scores for name in report.readings if name != report.reading}
    beside |= {f"baseline {name.replace('_', ' ')}": scores for name, scores in report.baselines.items()}
    head = ["", "value", f"{100 * _confidence(report):g} % interval", "n", "unread", "excluded", *beside]
    rows = []
    for group, scores in _grouped(leading_scores(report)).items():
        if group:
            rows.append(element("tr", element("th", group, colspan=len(head), scope="colgroup"), class_="group"))
        for score in scores:
            cells = [figure(score.value), interval(score), str(score.n), str(score.n_unparsed), str(score.n_excluded)]
            cells += [_value(others, score.name) for others in beside.values()]
            rows.append(row(_name(score.name), *cells, class_="headline" if score.name == report.primary else None))
    explained = (
        "Fractions between 0 and 1 unless a unit is named; lower is better for deviations and error rates. "
        "n: samples in the score; unread: those among them that could not be read and score 0; "
        "excluded: references outside the metric's domain."
    )
    return render(
        element("h2", "Scores"), table(head, rows), element("p", explained, class_="muted"), _signatures(report)
    )


def _grouped(scores: Iterable[Score]) -> dict[str, list[Score]]:
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(title(score.name).group, []).append(score)
    return groups


def _name(score: str) -> Markup:
    words = title(score)
    below = ", ".join(word for word in (words.zh, words.unit) if word)
    return render(words.en, element("small", below) if below else None)


def _value(scores: Mapping[str, Score], name: str) -> str:
    return figure(scores[name].value) if name in scores else NOTHING


def _signatures(report: Report) -> Markup:
    rows = [
        row(s.name, figure(s.value), element("code", str(s.signature)), _details(s.details))
        for s in report.scores.values()
    ]
    return element(
        "details",
        element("summary", "Signatures and counts: everything that could change a figure"),
        table(["score", "value", "signature", "counts"], rows, class_="words"),
        class_="printed",
    )


def _details(details: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_plain(value)}" for key, value in details.items())


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return figure(value)
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items()) + ")"
    return str(value)


def _plots(report: Report) -> Markup:
    try:
        figures: Child = element(
            "div", _whiskers(report), judgment_plots(report) if _is_of_judgments(report) else None, class_="figures"
        )
    except MissingExtraError as error:
        figures = element("p", f"The plots are left out: {error}")
    return render(element("h2", "Plots"), figures)


def _whiskers(report: Report) -> Markup:
    rows = [
        Whisker(
            title(score.name).en,
            score.value,
            score.interval.low,
            score.interval.high,
            tuple(scores[score.name].value for scores in report.baselines.values() if score.name in scores),
        )
        for score in leading_scores(report)
        if score.higher_is_better and math.isfinite(score.value)
    ]
    keys = [("model", "series-1"), *([("baselines", "series-2")] if report.baselines else [])]
    caption = f"Every score that is better when high, with its {100 * _confidence(report):g} % interval; a mark for each baseline."
    return plot_figure("Scores", score_whiskers(rows), keys, caption)


def _statuses(report: Report) -> Markup:
    seen = dict.fromkeys(status for reading in report.readings.values() for status in reading.statuses)
    names = sorted(seen, key=lambda status: STATUSES.index(status) if status in STATUSES else len(STATUSES))
    rows = [
        row(n.replace("_", " "), *(reading.statuses.get(n, 0) for reading in report.readings.values())) for n in names
    ]
    head = ["", *(f"{name} reading" for name in report.readings)]
    return render(element("h2", "How the outputs read"), table(head, rows, class_="small"))


def _subsets(report: Report) -> Markup | None:
    """The parts that always stand beside the whole, with the same rows as the table of scores."""
    if not report.subsets:
        return None
    parts = {
        "all records": report.scores,
        **{name.replace("_", " "): scores for name, scores in report.subsets.items()},
    }
    head = [
        "",
        *(cell for name, scores in parts.items() for cell in (f"{name} (n\u00a0=\u00a0{_size(scores)})", "interval")),
    ]
    rows = [
        row(
            _name(name),
            *(cell for scores in parts.values() for cell in (figure(scores[name].value), interval(scores[name]))),
        )
        for name in (score.name for score in leading_scores(report))
    ]
    return render(element("h2", "Subsets"), table(head, rows))


def _stratum(report: Report, by: str) -> Markup:
    return render(element("h2", f"By {by}"), _parts(report, report.strata[by], by))


def _runs(report: Report) -> Markup | None:
    if not report.runs:
        return None
    shown = _key_scores(report)
    figures = {
        "mean of the runs": [figure(report.run_mean(name)) for name in shown],
        "standard deviation between runs": [figure(report.between_run_sd(name)) for name in shown],
    }
    last = tuple(row(said, "", values[0], "", *values[1:]) for said, values in figures.items())
    return render(element("h2", "Runs"), _parts(report, report.runs, "run", last))


def _parts(report: Report, parts: Mapping[str, Mapping[str, Score]], what: str, last: Child = None) -> Markup:
    """One row a part, one column for each of the scores that a reader looks at first; the JSON report has all."""
    shown = _key_scores(report)
    first = report.primary
    rows = [
        row(
            part or NOTHING,
            _size(scores),
            _value(scores, first),
            interval(scores[first]),
            *(_value(scores, name) for name in shown[1:]),
        )
        for part, scores in parts.items()
    ]
    return table([what, "samples", title(first).en, "interval", *(title(name).en for name in shown[1:])], [rows, last])


def _key_scores(report: Report) -> list[str]:
    """Scores with a value, the primary one first; no deviations."""
    found = [
        s.name for s in report.scores.values() if s.higher_is_better and math.isfinite(s.value) and s.name in KEY_SCORES
    ]
    return [report.primary, *(name for name in found if name != report.primary)]


def _size(scores: Mapping[str, Score]) -> int:
    return max((len(score.samples) for score in scores.values()), default=0)


def _confidence(report: Report) -> float:
    return report.scores[report.primary].confidence


def _footer(report: Report) -> Markup:
    facts = {
        "task": f"{report.task}, version {report.task_version}",
        "library": f"legal-metrics {report.library_version}",
        "rows": report.dataset.rows_sha256 or "no digest",
        **{key: _plain(value) for key, value in report.options.items()},
    }
    return element(
        "footer",
        element(
            "p",
            [[f"{key}: ", element("code", value), " · "] for key, value in facts.items()][:-1] or None,
            "Two reports are comparable when task version, rows and signatures agree.",
        ),
    )
