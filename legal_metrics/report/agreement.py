"""The agreement of judges for a terminal: every figure with its interval, and why a figure is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from legal_metrics.judging.agreement import Figures, JudgeAgreement, PairAgreement
from legal_metrics.judging.check_runs import JudgeChecks
from legal_metrics.judging.checks import Consistency
from legal_metrics.judging.ratings import HUMAN
from legal_metrics.report.notes import Note
from legal_metrics.report.numbers import NOTHING, bounds, difference, figure, share
from legal_metrics.report.terminal import printable, table, wrapped
from legal_metrics.stats.estimates import Estimate

NAMES: Mapping[str, str] = {
    "percent": "agreement",
    "kappa": "kappa",
    "kappa_linear": "kappa, linear",
    "kappa_quadratic": "kappa, quadratic",
    "bias": "bias",
    "lower_limit": "lower limit",
    "upper_limit": "upper limit",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall_tau_b": "Kendall tau-b",
    "icc_2_1": "ICC(2,1)",
    "icc_2_k": "ICC(2,k)",
    "icc_3_1": "ICC(3,1)",
    "fleiss_kappa": "Fleiss kappa",
    "alpha_nominal": "alpha, nominal",
    "alpha_ordinal": "alpha, ordinal",
    "alpha_interval": "alpha, interval",
}
"""How the statistics are called; their definitions stand in docs/judges.md."""
_SIGNED = frozenset({"bias", "lower_limit", "upper_limit"})
_PARTS = (("labels", "Labels of items"), ("points", "Points of items"), ("totals", "Points of whole answers"))
_FEW = 0.8
"""Below this coverage a reader must be told."""


def render_agreement(found: JudgeAgreement, checks: JudgeChecks) -> str:
    """The whole report as text: coverage first, then pairs, all judges, classes, categories, checks and notes."""
    raters = [rater for rater in found.coverage if rater != HUMAN]
    people = " and people" if HUMAN in found.coverage else ""
    lines = [
        f"Agreement of {len(raters)} judge{'s' * (len(raters) != 1)}{people} · {found.n_answers} answers · {found.n_items} graded items",
        "",
    ]
    rows = [["rater", "graded items", "answers without a verdict"]]
    rows += [[r, share(n, found.n_items), str(found.unscored.get(r, NOTHING))] for r, n in found.coverage.items()]
    lines += [table(rows), ""]
    for part, title in _PARTS:
        lines += _pairs(title, [(f"{pair.first} – {pair.second}", getattr(pair, part)) for pair in found.pairs])
        lines += _pairs(f"{title}, all judges together", [("", found.panel.get(part, {}))])
    lines += _pairs("People among themselves", [("", found.annotators)])
    lines += _classes(found)
    for category, pairs in found.by_category.items():
        lines += _pairs(
            f"Category {category}: labels", [(f"{pair.first} – {pair.second}", pair.labels) for pair in pairs]
        )
    lines += _checks(checks)
    return printable([*lines, *wrapped(tuple(_notes(found, checks)))])


def _pairs(title: str, rows: Sequence[tuple[str, Figures]]) -> list[str]:
    shown = [(name, figures) for name, figures in rows if figures]
    if not shown:
        return []
    body = [
        [f"  {name}" if i == 0 and name else "", NAMES.get(key, key), str(e.n), *_cells(e, signed=key in _SIGNED)]
        for name, figures in shown
        for i, (key, e) in enumerate(figures.items())
    ]
    return [table([[title, "", "n", "", "interval"], *body], left=2), ""]


def _cells(estimate: Estimate, *, signed: bool = False) -> list[str]:
    write = difference if signed else figure
    return [write(estimate.value), bounds(estimate.interval, signed=signed)]


def _classes(found: JudgeAgreement) -> list[str]:
    if not found.classes:
        return []
    rows = [["Judges against people, by label", "", "people", "judge", "precision", "recall", "F1", "interval"]]
    for judge, scores in found.classes.items():
        for i, score in enumerate(scores.classes):
            rates = [figure(score.precision.value), figure(score.recall.value), *_cells(score.f1)]
            rows.append(
                [f"  {judge}" if i == 0 else "", str(score.label), str(score.actual), str(score.predicted), *rates]
            )
        rows.append(["", "balanced F1", "", "", "", "", *_cells(scores.balanced_f1)])
    return [table(rows, left=2), ""]


def _checks(checks: JudgeChecks) -> Iterator[str]:
    for title, consistencies in (("The same verdict again", checks.repeats), ("The order swapped", checks.swapped)):
        rows: list[tuple[str, Figures]] = []
        for judge, found in consistencies.items():
            if isinstance(found, Consistency):
                figures = {
                    "all equal": found.all_equal,
                    "pairs equal": found.pairs_equal,
                    "alpha, nominal": found.alpha,
                }
            else:
                figures = {
                    "same winner": found.consistent,
                    "first place wins": found.first,
                    "last place wins": found.last,
                }
            rows.append((judge, figures))
        yield from _pairs(title, rows)
    if checks.tiers:
        rows_of_tiers = [["Better above worse", "", "n", "gap", "interval", "above margin", "reversed", ""]]
        for judge, found_tiers in checks.tiers.items():
            for i, step in enumerate(found_tiers.steps):
                cells = [
                    str(step.gap.n),
                    *_cells(step.gap, signed=True),
                    figure(step.above_margin.value),
                    str(step.n_reversed),
                    step.outcome,
                ]
                rows_of_tiers.append([f"  {judge}" if i == 0 else "", f"{step.better} > {step.worse}", *cells])
        yield from [table(rows_of_tiers, left=2), ""]
    if checks.tricks:
        rows_of_tricks = [["Tricks", "", "n", "gain", "interval", "gained", "largest", ""]]
        for judge, effects in checks.tricks.items():
            for i, effect in enumerate(effects):
                cells = [
                    str(effect.gain.n),
                    *_cells(effect.gain, signed=True),
                    figure(effect.gained.value),
                    difference(effect.largest),
                ]
                rows_of_tricks.append([f"  {judge}" if i == 0 else "", effect.trick, *cells, effect.outcome])
        yield from [table(rows_of_tricks, left=2), ""]


# --- notes --------------------------------------------------------------------------------------------------------------


def _notes(found: JudgeAgreement, checks: JudgeChecks) -> Iterator[Note]:
    yield from _coverage(found)
    yield from _families(checks)
    for what, count in found.problems.items():
        yield Note(f"Left out: {what}: {count}.")
    yield from _reasons(found, checks)
    seed, resamples, confidence = (found.options[name] for name in ("seed", "resamples", "confidence"))
    yield Note(
        f"Intervals: {100 * confidence:g} %. Items of one record are drawn together (bootstrap, {resamples} draws, seed {seed}); where every record stands once, by "
        "the standard formula. What each figure means: docs/judges.md.",
        warning=False,
    )


def _coverage(found: JudgeAgreement) -> Iterator[Note]:
    if len(found.coverage) < 2:
        yield Note("Nobody to agree with: agreement needs a second judge or people's grades.")
    for rater, count in found.coverage.items():
        if found.n_items and count < _FEW * found.n_items:
            yield Note(f"{rater} graded only {share(count, found.n_items)} of the items: figures speak of these alone.")


def _families(checks: JudgeChecks) -> Iterator[Note]:
    for pair in checks.families:
        if pair.same:
            shared = ", ".join(sorted(set(pair.judge_families) & set(pair.model_families))) or "the same name"
            yield Note(
                f"Judge {pair.judge} and model {pair.model} are of one family ({shared}): it may prefer its own."
            )
        elif pair.same is None:
            unknown = pair.judge if not pair.judge_families else pair.model
            yield Note(
                f"Whether judge {pair.judge} and model {pair.model} are of one family is not known: no family is known for {unknown}."
            )


def _reasons(found: JudgeAgreement, checks: JudgeChecks) -> Iterator[Note]:
    """Why figures are missing: each reason once, with the figures that it concerns."""
    reasons: dict[str, list[str]] = {}
    for where, name, estimate in _all_figures(found, checks):
        if estimate.reason:
            reasons.setdefault(estimate.reason, []).append(f"{NAMES.get(name, name)}{f' ({where})' if where else ''}")
    for reason, names in reasons.items():
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        yield Note(f"Not defined, {reason}: {'; '.join(names[:4])}{more}.", warning=False)


def _all_figures(found: JudgeAgreement, checks: JudgeChecks) -> Iterator[tuple[str, str, Estimate]]:
    def of(where: str, figures: Figures) -> Iterator[tuple[str, str, Estimate]]:
        return ((where, name, estimate) for name, estimate in figures.items())

    def of_pairs(pairs: Iterable[PairAgreement], prefix: str = "") -> Iterator[tuple[str, str, Estimate]]:
        for pair in pairs:
            for part, _ in _PARTS:
                yield from of(f"{prefix}{pair.first} – {pair.second}, {part}", getattr(pair, part))

    yield from of_pairs(found.pairs)
    for part, figures in found.panel.items():
        yield from of(f"all judges, {part}", figures)
    yield from of("people", found.annotators)
    for judge, scores in found.classes.items():
        for score in scores.classes:
            yield from of(
                f"{judge}, {score.label}", {"precision": score.precision, "recall": score.recall, "F1": score.f1}
            )
    for category, pairs in found.by_category.items():
        yield from of_pairs(pairs, f"{category}: ")
    for where, consistencies in (("repeated", checks.repeats), ("swapped", checks.swapped)):
        for judge, own in consistencies.items():
            yield judge, where, own.all_equal if isinstance(own, Consistency) else own.consistent
    for judge, tiers in checks.tiers.items():
        for step in tiers.steps:
            yield judge, f"{step.better} > {step.worse}", step.gap
    for judge, effects in checks.tricks.items():
        for effect in effects:
            yield judge, effect.trick, effect.gain
