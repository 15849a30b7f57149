"""The report as one aligned table for a terminal; Chinese takes two columns."""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Sequence

from legal_metrics.report.notes import Note, notes
from legal_metrics.report.numbers import NOTHING, figure, interval
from legal_metrics.report.titles import DEPTH_WORDS, RATES, leading_scores, statute_score, title
from legal_metrics.results import Report, Score


def render_terminal(report: Report) -> str:
    """The headline and every score with interval, counts, the other reading and the best baseline; notes below."""
    report.draw_intervals()
    beside = [name for name in report.readings if name != report.reading]
    first = report.scores[report.primary]
    head = [
        "",
        report.reading,
        f"{100 * first.confidence:g} % interval",
        "n",
        "unread",
        "excluded",
        *beside,
        "best baseline",
    ]
    ordered = [first, *(score for score in leading_scores(report) if score.name != report.primary)]
    rows = [head]
    for score in ordered:
        others = [report.readings[name].scores.get(score.name) for name in beside]
        rows.append(
            [
                _label(score, report),
                figure(score.value),
                interval(score),
                str(score.n),
                str(score.n_unparsed),
                str(score.n_excluded),
                *(figure(other.value if other else None) for other in others),
                _best_baseline(report, score.name),
            ]
        )
    lines = [
        f"{report.task} · {report.n} records · {_dataset(report)}",
        "",
        table(rows),
        "",
        *_statutes_by_depth(report),
        *_parts(report),
        *_runs(report),
    ]
    lines += wrapped(notes(report))
    return printable(lines)


def _statutes_by_depth(report: Report) -> list[str]:
    rows = [["statutes down to", *(rate.replace("type1", "Type I").replace("type2", "Type II") for rate in RATES)]]
    for depth, word in DEPTH_WORDS.items():
        names = [statute_score(rate, depth) for rate in RATES]
        if all(name in report.scores for name in names):
            rows.append([f"  {depth} {word}", *(figure(report.scores[name].value) for name in names)])
    return [table(rows), ""] if len(rows) > 1 else []


def _parts(report: Report) -> list[str]:
    """The primary score in each part of each breakdown that was asked for."""
    lines = []
    for by, parts in report.strata.items():
        rows = [[f"by {by}", title(report.primary).en, "interval", "n"]]
        for part, scores in parts.items():
            score = scores[report.primary]
            rows.append([f"  {part}", figure(score.value), interval(score), str(score.n)])
        lines += [table(rows), ""]
    return lines


def _runs(report: Report) -> list[str]:
    """The primary score of every run, their mean and their spread; the other reports have the other scores."""
    if not report.runs:
        return []
    name = report.primary
    rows = [["runs", title(name).en, f"{100 * report.scores[name].confidence:g} % interval"]]
    rows += [[f"  {run}", figure(scores[name].value), interval(scores[name])] for run, scores in report.runs.items()]
    rows += [["  mean", figure(report.run_mean(name)), ""], ["  SD between runs", figure(report.between_run_sd(name)), ""]]
    return [table(rows), ""]


def printable(lines: Sequence[str]) -> str:
    """Lines as a terminal may have them: control characters from a file must not steer it, they are shown as U+FFFD.

    >>> printable(["a\\x1b[2J", ""])
    'a�[2J\\n'
    """
    text = "\n".join(lines).rstrip() + "\n"
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def wrapped(found: Sequence[Note]) -> list[str]:
    """Notes as lines of at most 110 characters; warnings are marked."""
    return [
        line
        for note in found
        for line in textwrap.wrap(("! " if note.warning else "  ") + note.text, 110, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _dataset(report: Report) -> str:
    dataset = report.dataset
    digest = f"rows {dataset.rows_sha256[:8]}" if dataset.rows_sha256 else ""
    return " ".join(part for part in (dataset.kind, dataset.version, dataset.split, digest) if part)


def _label(score: Score, report: Report) -> str:
    words = title(score.name)
    mark = "▶ " if score.name == report.primary else "  "
    return mark + words.en + (f" ({words.unit})" if words.unit else "") + ("" if score.higher_is_better else " ↓")


def _best_baseline(report: Report, name: str) -> str:
    known = [
        (b, scores[name])
        for b, scores in report.baselines.items()
        if name in scores and math.isfinite(scores[name].value)
    ]
    if not known:
        return NOTHING
    best = known[0]
    for candidate in known[1:]:
        better = candidate[1].value > best[1].value if best[1].higher_is_better else candidate[1].value < best[1].value
        best = candidate if better else best
    return f"{figure(best[1].value)} {best[0].replace('_', ' ')}"


def width(text: str) -> int:
    """Columns that a terminal gives to ``text``: two for wide characters, none for combining ones.

    >>> width("主文 ok"), width("e\\u0301")
    (7, 1)
    """
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) in {"Cf", "Me", "Mn"}
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )


def table(rows: Sequence[Sequence[str]], *, left: int = 1, indent: str = "") -> str:
    """Rows (the first is the head) as aligned lines: the first ``left`` columns to the left, figures to the right.

    >>> print(table([["metric", "n"], ["主文", "12"]]))
    metric   n
    主文    12
    """
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for i, (cell, room) in enumerate(zip(row, widths, strict=True)):
            space = " " * (room - width(cell))
            cells.append(cell + space if i < left else space + cell)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
