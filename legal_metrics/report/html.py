"""The report as ONE HTML file: tables first, then plots, then the items that went worst. No script, nothing from outside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from legal_metrics.errors import MissingExtraError
from legal_metrics.report.judgments import judgment_items, judgment_plots
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.notes import Note, notes
from legal_metrics.report.numbers import NOTHING, figure, interval
from legal_metrics.report.plots import Whisker, score_whiskers
from legal_metrics.report.titles import title
from legal_metrics.results import Report, Score

Record = Mapping[str, Any]


def render_html(report: Report, records: Iterable[Record] = (), *, worst: int = 20, plots: bool = True) -> str:
    """The whole page: same report, same bytes (with one version of matplotlib).

    Args:
        report: what ``score_task`` returned.
        records: the records scored, for the facts of the worst items.
        worst: how many items to show, lowest primary score first.
        plots: False leaves the plots out. Without matplotlib (extra ``[report]``) they are left out too, and the page says so.
    """
    by_id = {str(record["id"]): record for record in records}
    page = element(
        "html",
        element("head", element("meta", charset="utf-8"), element("meta", name="viewport", content="width=device-width, initial-scale=1"),
                element("meta", name="color-scheme", content="light dark"), element("title", f"{report.task} – report"),
                element("style", Markup(_style()))),
        element(
            "body",
            _head(report),
            _notes(notes(report)),
            _scores(report),
            _plots(report) if plots else None,
            _statuses(report),
            _subsets(report),
            [_stratum(report, by) for by in report.strata],
            _runs(report),
            judgment_items(report, by_id, worst),
            _footer(report),
        ),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{page}\n"


def _style() -> str:
    return files("legal_metrics.report").joinpath("style.css").read_text(encoding="utf-8")


def _head(report: Report) -> Markup:
    dataset = report.dataset
    where = " · ".join(part for part in (dataset.name, dataset.config, dataset.split, f"version {dataset.version}" if dataset.version else "") if part)
    first = report.scores[report.primary]
    others = [s for s in report.scores.values() if s.name in _TILES and s.name != report.primary]
    return element(
        "header",
        element("h1", report.task),
        element("p", f"{report.n} records · {report.reading} reading · {where or 'references of unstated origin'} ",
                element("span", dataset.kind, class_="badge"), class_="subtitle"),
        element("div", _tile(first, "tile first"), [_tile(score, "tile") for score in others], class_="tiles"),
    )


_TILES = ("verdict_accuracy", "term_log_distance", "imprisonment_within", "statute_accuracy")


def _tile(score: Score, class_: str) -> Markup:
    return element("div", element("span", title(score.name).en), element("b", figure(score.value)),
                   element("span", f"{interval(score)}, n = {score.n}"), class_=class_)


def _notes(found: Sequence[Note]) -> Markup | None:
    items = [element("li", note.text, class_=None if note.warning else "plain") for note in found]
    return element("ul", items, class_="notes") if items else None


def _scores(report: Report) -> Markup:
    beside = [name for name in report.readings if name != report.reading]
    columns = ["value", f"{100 * _confidence(report):g} % interval", "n", "unread", "excluded",
               *(f"{name} reading" for name in beside), *(f"baseline: {name.replace('_', ' ')}" for name in report.baselines)]
    rows: list[Markup] = []
    group = ""
    for name, score in report.scores.items():
        if title(name).group != group:
            group = title(name).group
            rows.append(element("tr", element("th", group, colspan=len(columns) + 1, scope="colgroup"), class_="group"))
        others = [report.readings[reading].scores.get(name) for reading in beside]
        others += [scores.get(name) for scores in report.baselines.values()]
        cells: list[str | int]
        cells = [figure(score.value), interval(score), score.n, score.n_unparsed, score.n_excluded,
                 *(figure(other.value if other else None) for other in others)]
        rows.append(element("tr", _row_head(name), [element("td", cell) for cell in cells], class_="headline" if name == report.primary else None))
    return render(
        element("h2", "Scores"),
        element("p", "Fractions between 0 and 1 unless a unit is named; deviations and error rates are better when low. "
                     "n counts what enters the score; unread outputs among them score 0; excluded references lie outside the metric.", class_="muted"),
        _table(["metric", *columns], rows),
        _signatures(report),
    )


def _row_head(name: str) -> Markup:
    words = title(name)
    return element("th", words.en, element("small", ", ".join(w for w in (words.zh, words.unit) if w)), scope="row")


def _table(head: Sequence[str], rows: Child) -> Markup:
    table = element("table", element("thead", element("tr", [element("th", cell, scope="col") for cell in head])), element("tbody", rows))
    return element("div", table, class_="wide")


def _signatures(report: Report) -> Markup:
    rows = [
        element("tr", element("th", name, scope="row"), element("td", element("code", str(score.signature)), class_="text"),
                element("td", _details(score.details), class_="text"))
        for name, score in report.scores.items()
    ]
    return element("details", element("summary", "Signatures and counts: everything that could change a figure"),
                   _table(["score", "signature", "counts"], rows))


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
        figures = [_whiskers(report), *judgment_plots(report)]
    except MissingExtraError as error:
        figures = [element("p", f"The plots are left out: {error}", class_="muted")]
    return render(element("h2", "Plots"), figures)


def _whiskers(report: Report) -> Markup:
    rows = [
        Whisker(
            title(score.name).en,
            score.value,
            score.interval.low,
            score.interval.high,
            tuple((name, scores[score.name].value) for name, scores in report.baselines.items() if score.name in scores),
        )
        for score in report.scores.values()
        if score.higher_is_better and math.isfinite(score.value)
    ]
    caption = f"Every score from 0 to 1 with its {100 * _confidence(report):g} % interval."
    key = [element("span", "model", class_="key", style="--swatch:var(--series-1)")]
    if report.baselines:
        key.append(element("span", "baselines", class_="key square", style="--swatch:var(--series-2)"))
    return element("figure", element("div", score_whiskers(rows), class_="wide"), element("figcaption", key, caption))


def _statuses(report: Report) -> Markup:
    names = list(dict.fromkeys(status for reading in report.readings.values() for status in reading.statuses))
    rows = [
        element("tr", element("th", status.replace("_", " "), scope="row"),
                [element("td", reading.statuses.get(status, 0)) for reading in report.readings.values()])
        for status in names
    ]
    return render(element("h2", "How the outputs read"), _table(["status", *(f"{name} reading" for name in report.readings)], rows))


def _subsets(report: Report) -> Markup | None:
    if not report.subsets:
        return None
    return render(element("h2", "Subsets"), _grid(report, report.subsets, "subset"))


def _stratum(report: Report, by: str) -> Markup:
    return render(element("h2", f"By {by}"), _grid(report, report.strata[by], by))


def _runs(report: Report) -> Markup | None:
    if not report.runs:
        return None
    return render(element("h2", "Runs"), _grid(report, report.runs, "run"))


def _grid(report: Report, scores: Mapping[str, Mapping[str, Score]], what: str) -> Markup:
    """One row a part, one column a score, all of the report's scores that have a value somewhere."""
    shown = [n for n in report.scores if any(n in part and math.isfinite(part[n].value) for part in scores.values())]
    rows = [
        element("tr", element("th", part or NOTHING, scope="row"), element("td", _size(values)),
                [element("td", figure(values[n].value) if n in values else NOTHING) for n in shown])
        for part, values in scores.items()
    ]
    return _table([what, "records", *(title(n).en for n in shown)], rows)


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
    return element("footer", element("p", [[f"{key}: ", element("code", value), " · "] for key, value in facts.items()][:-1] or None,
                                     "Two reports are comparable when task version, rows and signatures agree."))
