"""A comparison of models for a terminal and as one HTML file: the same figures, the same notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legal_metrics.comparison import ComparedModel, ComparedPair, ComparedScore, Comparison
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.report import blocks
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.notes import Note
from legal_metrics.report.numbers import NOTHING, bounds, difference, figure, p_value
from legal_metrics.report.terminal import printable, table, wrapped
from legal_metrics.report.titles import title

SHOWN_IDS = 5
"""Ids named in a note; the JSON has all."""


def render_comparison(comparison: Comparison, *, scores: Sequence[str] = ()) -> str:
    """The comparison as text. ``scores``: what to show; empty means the scores that lead a report and, of many pairs of models, those of the primary one."""
    shown = [comparison.scores[name] for name in scores] or _leading(comparison)
    names = [model.name for model in comparison.models]
    lines = [_headline(comparison), *wrapped(_forced(comparison)), ""]
    if len(names) == 2:
        head = ["", *names, *_head(comparison)]
        rows = [[_label(s, comparison), *map(figure, s.values.values()), *_cells(s.pairs[0], comparison)] for s in shown]
        lines += [table([head, *rows]), ""]
    else:
        rows = [[_label(score, comparison), *map(figure, score.values.values())] for score in shown]
        lines += [table([["", *names], *rows]), ""]
        for score in shown if scores else [comparison.scores[comparison.primary]]:
            rows = [[f"  {pair.first} − {pair.second}", *_cells(pair, comparison)] for pair in score.pairs]
            lines += [table([[title(score.name).en, *_head(comparison)], *rows]), ""]
    return printable([*lines, *wrapped(_notes(comparison))])


def render_comparison_html(comparison: Comparison) -> str:
    """The comparison as a page: same comparison, same bytes."""
    return blocks.page(
        f"{comparison.facts['task']} – comparison",
        element(
            "header",
            element("h1", f"{comparison.facts['task']}: comparison"),
            element("p", _headline(comparison), class_="subtitle"),
        ),
        blocks.note_list([*_forced(comparison), *_notes(comparison)]),
        element("h2", "Scores"),
        _html_pairs(comparison) if len(comparison.models) == 2 else _html_models(comparison),
        element("h2", "Models"),
        _html_facts(comparison.models),
        _footer(comparison),
    )


def _notes(comparison: Comparison) -> tuple[Note, ...]:
    """What a reader must know beside the figures, the gravest first (only that reports are not comparable is graver)."""
    return (
        *_origin(comparison),
        *(note for model in comparison.models for note in _items(model)),
        *_differing_libraries(comparison),
        *_unshared(comparison),
        *_one_sided(comparison),
        *_tests(comparison),
    )


def _forced(comparison: Comparison) -> list[Note]:
    if not comparison.not_comparable:
        return []
    reasons = "; ".join(comparison.not_comparable)
    return [Note(f"NOT COMPARABLE, compared all the same because it was asked for (--force): {reasons}.")]


def _origin(comparison: Comparison) -> list[Note]:
    note = DatasetFacts(kind=comparison.facts["kind"]).note
    return [Note(note)] if note else []


def _items(model: ComparedModel) -> list[Note]:
    found = []
    for ids, what in (
        (model.missing, f"that {model.name} lacks and another report has"),
        (model.extra, f"that {model.name} has and another report lacks"),
        (model.repeated, f"that stand more than once in one run of {model.name}"),
    ):
        if ids:
            listed = ", ".join(ids[:SHOWN_IDS]) + (f" and {len(ids) - SHOWN_IDS} more" if len(ids) > SHOWN_IDS else "")
            found.append(Note(f"Left out of every figure: records {what} ({len(ids)}): {listed}."))
    if model.n_missing_outputs:
        found.append(Note(f"Missing outputs of {model.name}, which score 0: {model.n_missing_outputs}."))
    return found


def _differing_libraries(comparison: Comparison) -> list[Note]:
    versions = dict.fromkeys(model.library_version for model in comparison.models)
    text = f"The reports were written by legal-metrics {' and '.join(versions)}; their signatures agree."
    return [Note(text, warning=False)] if len(versions) > 1 and not comparison.not_comparable else []


def _unshared(comparison: Comparison) -> list[Note]:
    names = ", ".join(comparison.unshared)
    return [Note(f"Scores that not all reports have are left out: {names}.")] if names else []


def _one_sided(comparison: Comparison) -> list[Note]:
    names = ", ".join(title(score.name).en for score in _leading(comparison) if any(pair.n_one_sided for pair in score.pairs))
    if not names:
        return []
    text = f"Some records are part of one model's score only, because it alone gave something to score; the difference is then one of two averages over unlike records: {names}."
    return [Note(text, warning=False)]


def _tests(comparison: Comparison) -> list[Note]:
    options, pairs = comparison.options, len(comparison.models) * (len(comparison.models) - 1) // 2
    corrected = f"p (Holm) is corrected for the {pairs} pairs of models, " if pairs > 1 else "p is "
    runs = any(len(model.runs) > 1 for model in comparison.models)
    return [
        Note(
            f"Difference: first minus second, over the records that all reports have{', runs of a record averaged' if runs else ''}. "
            f"{_percent(comparison)} intervals: paired bootstrap, {options['resamples']:,} resamples. p: permutation test, two-sided, exact "
            f"where there are at most {options['permutations']:,} exchanges. Seed {options['seed']}.",
            warning=False,
        ),
        Note(
            f"{corrected}not corrected for the number of scores: name the score that decides before looking. An interval that holds 0, or a large p, does not show "
            "that two models are equal.",
            warning=False,
        ),
    ]


def _headline(comparison: Comparison) -> str:
    facts = comparison.facts
    digest = f"rows {facts['rows_sha256'][:8]}" if facts["rows_sha256"] else ""
    where = " ".join(part for part in (facts["kind"], facts["dataset version"], facts["split"], digest) if part)
    return f"{facts['task']} v{facts['task version']} · {comparison.n} common records · {facts['reading']} reading · {where}"


def _leading(comparison: Comparison) -> list[ComparedScore]:
    """The primary score, then the others that lead a report."""
    first = comparison.scores[comparison.primary]
    return [first, *(score for name, score in comparison.scores.items() if title(name).leads and score is not first)]


def _head(comparison: Comparison) -> list[str]:
    corrected = ["p (Holm)"] if len(comparison.models) > 2 else []
    return ["difference", f"{_percent(comparison)} interval", "p", *corrected, "McNemar p", "n"]


def _cells(pair: ComparedPair, comparison: Comparison) -> list[str]:
    corrected = [p_value(pair.test.p_holm)] if len(comparison.models) > 2 else []
    return [
        difference(pair.difference.value),
        bounds(pair.difference.interval, signed=True),
        p_value(pair.test.p_value),
        *corrected,
        p_value(pair.mcnemar.p_value if pair.mcnemar else None),
        str(pair.n),
    ]


def _percent(comparison: Comparison) -> str:
    return f"{100 * comparison.options['confidence']:g} %"


def _label(score: ComparedScore, comparison: Comparison) -> str:
    words = title(score.name)
    mark = "▶ " if score.name == comparison.primary else "  "
    return mark + words.en + (f" ({words.unit})" if words.unit else "") + ("" if score.higher_is_better else " ↓")


def _html_pairs(comparison: Comparison) -> Markup:
    """Two models: one row a score."""
    first, second = (model.name for model in comparison.models)
    rows = [
        blocks.row(
            *(_html_name(score), *map(figure, score.values.values()), *_cells(score.pairs[0], comparison)),
            class_="headline" if score.name == comparison.primary else None,
        )
        for score in _ordered(comparison)
    ]
    return blocks.table(["", first, second, *_head(comparison)], rows)


def _html_models(comparison: Comparison) -> Markup:
    """Many models: their values, then the pairs of each score."""
    values = [
        blocks.row(
            _html_name(score), *map(figure, score.values.values()), class_="headline" if score.name == comparison.primary else None
        )
        for score in _ordered(comparison)
    ]
    details = [
        element(
            "details",
            element("summary", f"{title(score.name).en}: every pair of models"),
            blocks.table(
                ["", *_head(comparison)],
                [blocks.row(f"{pair.first} − {pair.second}", *_cells(pair, comparison)) for pair in score.pairs],
            ),
            open=score.name == comparison.primary,
        )
        for score in _ordered(comparison)
    ]
    return render(blocks.table(["", *(model.name for model in comparison.models)], values), details)


def _ordered(comparison: Comparison) -> list[ComparedScore]:
    """Leading scores first, then all others."""
    leading = _leading(comparison)
    return [*leading, *(score for score in comparison.scores.values() if score not in leading)]


def _html_name(score: ComparedScore) -> Markup:
    words = title(score.name)
    below = ", ".join(word for word in (words.zh, words.unit, "" if score.higher_is_better else "lower is better") if word)
    return render(words.en, element("small", below) if below else None)


def _html_facts(models: Iterable[ComparedModel]) -> Markup:
    head = ["", "records", "missing", "extra", "repeated", "missing outputs", "runs", "legal-metrics", "model", "decoding", "prompt version"]
    rows = []
    for model in models:
        counts = (model.n_items, len(model.missing), len(model.extra), len(model.repeated), model.n_missing_outputs, len(model.runs))
        told = [", ".join(model.metadata.get(key, ())) or NOTHING for key in ("model", "decoding", "prompt_version")]
        rows.append(blocks.row(model.name, *map(str, counts), model.library_version, *told))
    return blocks.table(head, rows)


def _footer(comparison: Comparison) -> Markup:
    signatures = [blocks.row(score.name, element("code", score.signature)) for score in comparison.scores.values()]
    return element(
        "footer",
        element(
            "details",
            element("summary", "Signatures: everything that could change a figure"),
            blocks.table(["score", "signature"], signatures, class_="words"),
            class_="printed",
        ),
        element("p", "rows: ", element("code", comparison.facts["rows_sha256"] or "no digest")),
    )
