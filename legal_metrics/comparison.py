"""Two or more models on the same items: paired differences with intervals and tests, from their reports alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_texts
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.reported import Parts, ReportedModel, read_report
from legal_metrics.results import Report
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    Interval,
    check_options,
    exact_statistic,
    ratio_intervals_and_differences,
)
from legal_metrics.stats.permutation import DEFAULT_PERMUTATIONS, PermutationTest, ratio_permutation_tests
from legal_metrics.stats.proportions import McNemarTest, mcnemar


class NotComparableError(LegalMetricsError):
    """Reports differ in something that changes their figures; every such thing is in the message.

    >>> NotComparableError(["task version: 1 in a, 2 in b"]).reasons
    ('task version: 1 in a, 2 in b',)
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        told = "\n".join(f"  {reason}" for reason in self.reasons)
        super().__init__(f"the reports are not comparable (compared all the same with force, --force):\n{told}")


@dataclass(frozen=True, slots=True)
class ComparedModel:
    """One model's items. ``missing``: ids that another report has and this one lacks; ``extra``: ids that this one has and another lacks; ``repeated``: ids
    that stand twice in one run. None of them enters a figure. ``n_missing_outputs``: items without an output, which score 0 as in the report.
    """

    name: str
    library_version: str
    metadata: Mapping[str, tuple[str, ...]]
    runs: tuple[str, ...]
    n_items: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    repeated: tuple[str, ...]
    n_missing_outputs: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "name": self.name,
            "library_version": self.library_version,
            **{key: list(values) for key, values in self.metadata.items()},
            "runs": list(self.runs),
            "n_items": self.n_items,
            **{key: len(getattr(self, key)) for key in ("missing", "extra", "repeated")},
            **{f"{key}_ids": list(getattr(self, key)) for key in ("missing", "extra", "repeated")},
            "n_missing_outputs": self.n_missing_outputs,
        }


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """First model minus second on one score. ``n``: items that are part of either model's score; ``n_one_sided``: of only one of the two.

    ``mcnemar`` is None unless both have 0 or 1 for each of the n items, of a score where higher is better.
    """

    first: str
    second: str
    n: int
    n_one_sided: int
    difference: Difference
    test: PermutationTest
    mcnemar: McNemarTest | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        bounds, other = self.difference.interval, self.mcnemar
        return {
            "first": self.first,
            "second": self.second,
            "n": self.n,
            "n_one_sided": self.n_one_sided,
            "difference": _finite(self.difference.value),
            "interval": {
                "low": _finite(bounds.low),
                "high": _finite(bounds.high),
                "degenerate": bounds.degenerate,
                "n_undefined": bounds.n_undefined,
            },
            "permutation": {
                "p_value": _finite(self.test.p_value),
                "p_holm": _finite(self.test.p_holm),
                "n_differing": self.test.n_differing,
                "exact": self.test.exact,
            },
            "mcnemar": None
            if other is None
            else {
                "both": other.both,
                "only_first": other.only_a,
                "only_second": other.only_b,
                "neither": other.neither,
                "method": other.method,
                "statistic": other.statistic,
                "p_value": other.p_value,
            },
        }


@dataclass(frozen=True, slots=True)
class ComparedScore:
    """One score: each model's value over the common items with its interval, and every pair of models."""

    name: str
    signature: str
    higher_is_better: bool
    values: Mapping[str, float]
    intervals: Mapping[str, Interval]
    pairs: tuple[ComparedPair, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {
            "name": self.name,
            "signature": self.signature,
            "higher_is_better": self.higher_is_better,
            "values": {name: _finite(value) for name, value in self.values.items()},
            "intervals": {name: {"low": _finite(found.low), "high": _finite(found.high)} for name, found in self.intervals.items()},
            "pairs": [pair.to_dict() for pair in self.pairs],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that a comparison found. ``not_comparable``: why the figures should not stand side by side; empty unless ``force`` was asked for.

    ``facts`` are those of the first report; ``unshared``: scores that not all reports have, left out.
    """

    facts: Mapping[str, Any]
    primary: str
    not_comparable: tuple[str, ...]
    n: int
    models: tuple[ComparedModel, ...]
    scores: Mapping[str, ComparedScore]
    unshared: tuple[str, ...]
    options: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN."""
        return {
            "comparable": not self.not_comparable,
            "forced": bool(self.not_comparable),
            "not_comparable": list(self.not_comparable),
            **{key.replace(" ", "_"): value for key, value in self.facts.items()},
            "primary": self.primary,
            "n": self.n,
            "options": dict(self.options),
            "models": [model.to_dict() for model in self.models],
            "unshared_scores": list(self.unshared),
            "scores": {name: score.to_dict() for name, score in self.scores.items()},
        }


def compare_reports(
    reports: Mapping[str, Report | Mapping[str, Any]],
    *,
    reading: str | None = None,
    scores: Sequence[str] = (),
    force: bool = False,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    permutations: int = DEFAULT_PERMUTATIONS,
) -> Comparison:
    """Compare models on the records that all their reports hold.

    For every score that all reports have and every pair of models: the difference of the two scores, its paired bootstrap interval, the p-value of the permutation
    test with Holm's correction over the pairs, and McNemar's test where each item is 0 or 1. The unit is the record; several runs of a record are averaged first.

    Args:
        reports: model name -> ``Report``, or the JSON object that ``Report.to_dict`` gave; two or more.
        reading: ``"strict"`` or ``"lenient"``; None is the reports' headline.
        scores: names of the scores wanted; empty means all that are shared.
        force: compare reports that are not comparable; ``Comparison.not_comparable`` says why they are not.
        confidence, seed, resamples: of the intervals. permutations: of the tests, which are exact where fewer exchanges exist.

    Raises: NotComparableError with every reason; ReportFormatError; WrongTypeError; LegalMetricsError for fewer than two reports, reports without a common item or
    score, an unknown score, and options that cannot be used.

    >>> import legal_metrics as lm
    >>> records = [{"id": str(i), "main_text": "甲○○無罪。", "statutes": []} for i in range(8)]
    >>> right, wrong = ('{"statutes": [], "reasoning": "", "main_text": "甲○○%s。"}' % t for t in ("無罪", "犯竊盜罪，處有期徒刑參月"))
    >>> facts = lm.DatasetFacts("d", "ljp", "test", "1.0.0", "ab" * 32)
    >>> both = {name: lm.score_task("tw-legalbench/ljp", {str(i): right if i < n else wrong for i in range(8)}, records, dataset=facts)
    ...         for name, n in (("a", 8), ("b", 2))}
    >>> [pair] = compare_reports(both, scores=["verdict_accuracy"]).scores["verdict_accuracy"].pairs
    >>> pair.difference.value, pair.test.p_value, pair.mcnemar.p_value
    (0.75, 0.03125, 0.03125)
    """
    if not isinstance(reports, Mapping):
        raise WrongTypeError("reports", reports, "a mapping of model names to reports")
    check_texts("scores", scores)
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    if len(reports) < 2:
        raise LegalMetricsError(f"found {len(reports)} reports, a comparison needs two or more")
    read = [read_report(report, name=name, reading=reading) for name, report in reports.items()]
    first = read[0]
    shared = [name for name in first.scores if all(name in model.scores for model in read)]
    reasons = incomparable(read, shared)
    if reasons and not force:
        raise NotComparableError(reasons)
    unknown = [name for name in scores if name not in shared]
    if unknown or not shared:
        wanted = f"scores: found {', '.join(map(repr, unknown))}" if unknown else "found no score that all reports have"
        raise LegalMetricsError(f"{wanted}, allowed {', '.join(shared) or 'reports with a score in common'}")
    ids = common_ids(read)
    if not ids:
        raise LegalMetricsError("found no record that all reports have: there is nothing to compare")
    drawn = {"confidence": confidence, "seed": int(seed), "resamples": int(resamples)}
    compared = {
        name: compare_score(name, read, ids, drawn=drawn, permutations=permutations) for name in shared if name in scores or not scores
    }
    return Comparison(
        facts=first.facts,
        primary=first.primary if first.primary in compared else next(iter(compared)),
        not_comparable=tuple(reasons),
        n=len(ids),
        models=compared_models(read),
        scores=MappingProxyType(compared),
        unshared=tuple(dict.fromkeys(name for model in read for name in model.scores if name not in shared)),
        options=MappingProxyType({**drawn, "permutations": int(permutations)}),
    )


def incomparable(read: Sequence[ReportedModel], shared: Sequence[str]) -> list[str]:
    """Why the reports are not comparable: one line for each fact or signature that differs, or that nobody can know."""
    found = []
    for fact in read[0].facts:
        values = {model.name: model.facts[fact] for model in read}
        if fact == "rows_sha256" and None in values.values():
            silent = ", ".join(name for name, value in values.items() if value is None)
            found.append(f"rows_sha256: not stated by {silent}, so nobody can know that the same rows were scored")
        elif len(set(map(repr, values.values()))) > 1:
            found.append(f"{fact}: {_by_value(values)}")
    for name in shared:
        signatures = {model.name: model.scores[name].signature for model in read}
        if len(set(signatures.values())) > 1:
            found.append(f"signature of {name}: {_by_value(signatures)}")
    return found


def _by_value(values: Mapping[str, Any]) -> str:
    """``1 in a and b, 2 in c``."""
    names: dict[str, list[str]] = {}
    for name, value in values.items():
        names.setdefault("nothing" if value is None else str(value), []).append(name)
    return ", ".join(f"{value} in {' and '.join(among)}" for value, among in names.items())


def common_ids(read: Sequence[ReportedModel]) -> tuple[str, ...]:
    """The ids that every report has once a run, in order of the first report."""
    common = set(read[0].ids).intersection(*(model.ids for model in read[1:]))
    return tuple(id for id in read[0].ids if id in common)


def compared_models(read: Sequence[ReportedModel]) -> tuple[ComparedModel, ...]:
    """What each model has and lacks beside the others."""
    held = [{*model.ids, *model.repeated} for model in read]
    everywhere = set.intersection(*held)
    somewhere = dict.fromkeys(id for model in read for id in (*model.ids, *model.repeated) if id not in everywhere)
    return tuple(
        ComparedModel(
            name=model.name,
            library_version=model.library_version,
            metadata=model.metadata,
            runs=model.runs,
            n_items=len(known),
            missing=tuple(id for id in somewhere if id not in known),
            extra=tuple(id for id in somewhere if id in known),
            repeated=model.repeated,
            n_missing_outputs=model.n_missing_outputs,
        )
        for model, known in zip(read, held, strict=True)
    )


def compare_score(name: str, read: Sequence[ReportedModel], ids: Sequence[str], *, drawn: Mapping[str, Any], permutations: int) -> ComparedScore:
    """One score of every model over the items ``ids`` that all of them have, with every pair: difference, interval, tests. ``drawn``: options of the bootstrap."""
    parts = {model.name: [model.scores[name].parts[id] for id in ids] for model in read}
    tops = {model: [top for top, _ in column] for model, column in parts.items()}
    bottoms = {model: [bottom for _, bottom in column] for model, column in parts.items()}
    better = read[0].scores[name].higher_is_better
    answers = {model: better and all(bottom == 1 and top in (0, 1) for top, bottom in column) for model, column in parts.items()}
    pairs = list(combinations(parts, 2))
    intervals, differences = ratio_intervals_and_differences(list(tops.values()), list(bottoms.values()), **drawn)
    tests = ratio_permutation_tests(tops, bottoms, seed=drawn["seed"], permutations=permutations)
    return ComparedScore(
        name=name,
        signature=read[0].scores[name].signature,
        higher_is_better=better,
        values=MappingProxyType({model: exact_statistic([tops[model]], [bottoms[model]]) for model in parts}),
        intervals=MappingProxyType(dict(zip(parts, intervals, strict=True))),
        pairs=tuple(
            _answer_pair(tops[a], tops[b], difference, test) if answers[a] and answers[b] else _pair(parts[a], parts[b], difference, test, answers=better)
            for (a, b), difference, test in zip(pairs, differences, tests, strict=True)
        ),
    )


def _answer_pair(first: Sequence[float], second: Sequence[float], difference: Difference, test: PermutationTest) -> ComparedPair:
    """One pair on records that are right or wrong for both."""
    return ComparedPair(test.first, test.second, len(first), 0, difference, test, mcnemar(first, second))


def _pair(
    first: Sequence[Parts], second: Sequence[Parts], difference: Difference, test: PermutationTest, *, answers: bool
) -> ComparedPair:
    """One pair. ``answers``: 1 means a right answer; where lower is better, 0 and 1 are sizes of errors and McNemar's test has no meaning."""
    both = [(a, b) for a, b in zip(first, second, strict=True) if a[1] or b[1]]
    binary = answers and all(bottom == 1 and top in (0, 1) for sides in both for top, bottom in sides)
    return ComparedPair(
        first=test.first,
        second=test.second,
        n=len(both),
        n_one_sided=sum(not (a[1] and b[1]) for a, b in both),
        difference=difference,
        test=test,
        mcnemar=mcnemar([a[0] for a, _ in both], [b[0] for _, b in both]) if binary and both else None,
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
