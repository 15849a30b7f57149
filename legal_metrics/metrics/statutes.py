"""Statute citation: are the cited provisions the right ones, and do they exist?

Every distinct citation of an answer falls into exactly one bin: ``correct`` (in the reference), ``type1`` (does not exist: made up),
``type2`` (exists, but is not in the reference), ``unresolved`` (not in the reference, existence not known). All rates share one
denominator, the distinct citations of the answer, so accuracy + Type I + Type II + unresolved = 1 and total error = 1 - accuracy: what
cannot be resolved is an error all the same, only of unknown type. Where nothing is unresolved that is the paper's acc + I + II = 1.

Source: TW-LegalBench section 4.2.3 (accuracy, Type I, Type II, total). Ours [CHOICE], where the paper is silent: depth ``item``; pooling
over all citations (``average="micro"``); recall and F1 beside it; equality as in ``provision_key``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable, check_paired
from legal_metrics.citations import DEPTHS, StatuteCitation
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError, shown
from legal_metrics.jurisdictions import get
from legal_metrics.jurisdictions.provision_kinds import KINDS
from legal_metrics.jurisdictions.registry import StatuteRegistry
from legal_metrics.results import SampleScore, Score, Signature

Cited = StatuteCitation | Mapping[str, Any]
Key = tuple[str, str, int | None, int | None, int | None]

BINS: tuple[str, ...] = ("correct", "type1", "type2", "unresolved")
AVERAGES: tuple[str, ...] = ("micro", "macro")
EMPTY: tuple[str, ...] = ("skip", "zero")
PAST: tuple[str, ...] = ("unknown", "edition")


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """One distinct citation of an answer and its bin (out of ``BINS``).

    ``depth_mismatch``: an error whose law and article are in the reference, only deeper or shallower (刑法第320條 for 刑法第320條第1項).
    ``registry_gap``: right, although the registry says that it does not exist.
    """

    citation: StatuteCitation
    bin: str
    depth_mismatch: bool = False
    registry_gap: bool = False


@dataclass(frozen=True, slots=True)
class StatuteScore:
    """The citations of one answer held against one reference. Rates are NaN where there is nothing to divide by.

    ``n_repeated`` counts citations beyond the first of each provision. ``missed_citations`` are those of the reference that were not cited.

    >>> StatuteScore((CheckedCitation(StatuteCitation("刑法", "320"), "correct"),), n_gold=2).recall
    0.5
    """

    checked: tuple[CheckedCitation, ...] = ()
    n_gold: int = 0
    n_repeated: int = 0
    missed_citations: tuple[StatuteCitation, ...] = ()

    def _count(self, bin: str) -> int:
        return sum(c.bin == bin for c in self.checked)

    @property
    def n_predicted(self) -> int:
        """Distinct citations of the answer."""
        return len(self.checked)

    @property
    def correct(self) -> int:
        """Citations that are in the reference."""
        return self._count("correct")

    @property
    def type1(self) -> int:
        """Citations of provisions that do not exist."""
        return self._count("type1")

    @property
    def type2(self) -> int:
        """Citations of existing provisions that are not in the reference."""
        return self._count("type2")

    @property
    def n_unresolved(self) -> int:
        """Citations not in the reference of which the registry cannot say whether they exist."""
        return self._count("unresolved")

    @property
    def depth_mismatch(self) -> int:
        """Errors that are right up to the rank at which answer and reference differ in depth."""
        return sum(c.depth_mismatch for c in self.checked)

    @property
    def registry_gaps(self) -> int:
        """Right citations that the registry does not know: a gap in the registry."""
        return sum(c.registry_gap for c in self.checked)

    @property
    def missed(self) -> int:
        """Provisions of the reference that were not cited."""
        return self.n_gold - self.correct

    @property
    def accuracy(self) -> float:
        """Correct share of the distinct citations (the paper's accuracy: precision)."""
        return _ratio(self.correct, self.n_predicted)

    @property
    def precision(self) -> float:
        """The same as ``accuracy``."""
        return self.accuracy

    @property
    def type1_rate(self) -> float:
        """Share that does not exist."""
        return _ratio(self.type1, self.n_predicted)

    @property
    def type2_rate(self) -> float:
        """Share that exists and is not in the reference."""
        return _ratio(self.type2, self.n_predicted)

    @property
    def unresolved_rate(self) -> float:
        """Share that is wrong in a way not known."""
        return _ratio(self.n_unresolved, self.n_predicted)

    @property
    def total_error(self) -> float:
        """1 - accuracy."""
        return _ratio(self.n_predicted - self.correct, self.n_predicted)

    @property
    def recall(self) -> float:
        """Share of the reference that was cited."""
        return _ratio(self.correct, self.n_gold)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall: 2 correct / (predicted + reference)."""
        return _ratio(2 * self.correct, self.n_predicted + self.n_gold)


def check_statutes(
    predicted: Sequence[Cited],
    gold: Sequence[Cited],
    *,
    registry: StatuteRegistry,
    on: str | date | None = None,
    depth: str = "item",
    kind: str | None = None,
    past: str = "unknown",
) -> StatuteScore:
    """Hold the citations of one answer against one reference: counts, and rates in [0, 1].

    ``on`` is the day on which cited provisions must exist (None: the registry's edition). ``depth`` is the rank down to which citations
    are compared. ``kind`` keeps only ``"offence"``, ``"general_part"`` or ``"procedural"`` provisions on both sides. ``past``: where the text
    of the law on that day is not known, existence is ``"unknown"`` or what the ``"edition"`` says (``exists_by_edition``). Citations are
    ``StatuteCitation``s or mappings with the same keys. Repeats count once. The arguments are not changed.
    Raises: LegalMetricsError for an unknown depth or kind and for a mapping that is no citation.

    >>> known = StatuteRegistry.from_mapping({"刑法": ["320", "339", "339-4"]})
    >>> cite = lambda article: {"law": "刑法", "article": article}
    >>> score = check_statutes([cite("339-4"), cite("339-9"), cite("320")], [cite("339-4")], registry=known)
    >>> score.correct, score.type1, score.type2, round(score.total_error, 4)
    (1, 1, 1, 0.6667)
    """
    _one_of("depth", depth, DEPTHS)
    _one_of("past", past, PAST)
    if kind is not None:
        _one_of("kind", kind, KINDS)
    if not isinstance(registry, StatuteRegistry):
        raise WrongTypeError("registry", registry, "a StatuteRegistry")
    check_iterable("predicted", predicted, "citations")
    check_iterable("gold", gold, "citations")
    exists = registry.exists if past == "unknown" else registry.exists_by_edition
    answer = [c for c in map(_citation, predicted) if _is_kind(c, kind, registry)]
    reference = {
        provision_key(c, registry, depth): c for c in reversed([*map(_citation, gold)]) if _is_kind(c, kind, registry)
    }
    reference = dict(reversed(reference.items()))
    distinct: dict[Key, StatuteCitation] = {}
    for citation in answer:
        key = provision_key(citation, registry, depth)
        first = distinct.setdefault(key, citation)
        if first.version == "former" and citation.version != "former":
            distinct[key] = citation  # cited as it stands, too: its existence can be asked for
    n_repeated = len(answer) - len({provision_key(c, registry, "item") for c in answer})
    near: dict[tuple[str, str], list[Key]] = {}  # the reference's keys by law and article
    for key in reference:
        near.setdefault(key[:2], []).append(key)
    checked = tuple(
        CheckedCitation(citation, "correct", registry_gap=exists(citation, on=on, depth=depth) is False)
        if key in reference
        else CheckedCitation(
            citation,
            _BIN_OF[exists(citation, on=on, depth=depth)],
            depth_mismatch=any(_differs_in_depth(key, other) for other in near.get(key[:2], ())),
        )
        for key, citation in distinct.items()
    )
    missed = tuple(citation for key, citation in reference.items() if key not in distinct)
    return StatuteScore(checked, len(reference), n_repeated, missed)


def provision_key(citation: StatuteCitation, registry: StatuteRegistry, depth: str = "item") -> Key:
    """Identity of a cited provision down to ``depth``, by which citations are equal [CHOICE].

    The law counts by its registry id, whatever name was used; a law that the registry does not know by its folded name. In an article
    with one paragraph, no paragraph is paragraph 1. The version (修正前) and 前段, 後段, 但書 do not count.

    >>> known = StatuteRegistry.from_mapping({"刑法": ["51=10"]}, aliases={"中華民國刑法": "刑法"})
    >>> provision_key(StatuteCitation("中華民國刑法", "51", None, 5), known) == provision_key(StatuteCitation("刑法", "51", 1, 5), known)
    True
    """
    level = DEPTHS.index(depth)
    law = registry.law_of(citation)
    paragraph = citation.paragraph
    if level and paragraph is None and law is not None and registry.has_one_paragraph(law, citation.article):
        paragraph = 1
    return (
        law.id if law is not None else registry.names.fold("".join(citation.law.split())),
        citation.article,
        paragraph if level >= 1 else None,
        citation.subparagraph if level >= 2 else None,
        citation.item if level >= 3 else None,
    )


def statute_scores(
    predictions: Sequence[Sequence[Cited] | None],
    references: Sequence[Sequence[Cited]],
    *,
    registry: StatuteRegistry,
    on: str | date | Sequence[str | date | None] | None = None,
    depth: str = "item",
    average: str = "micro",
    empty: str = "skip",
    kind: str | None = None,
    past: str = "unknown",
) -> dict[str, Score]:
    """Accuracy, Type I, Type II, unresolved, total error, recall and F1 over a corpus, in [0, 1], as ``Score``s under these names.

    ``on`` is one day for all samples or one for each; ``past`` as in ``check_statutes``. ``average``: ``"micro"`` pools citations, ``"macro"`` averages over samples.
    An answer without citations has no accuracy: ``empty="skip"`` leaves it out of accuracy and the error rates, ``"zero"`` counts it as
    one wrong citation of unknown type. An unread answer (None) always counts so, and in ``n_unparsed``. Recall and F1 hold every sample
    that has a reference. The invariant of the module holds for the four rates, macro and micro.

    ``details``: ``n_predicted, n_gold, n_correct, n_type1, n_type2, n_unresolved, n_depth_mismatch, n_repeated, n_registry_gaps, n_missed,
    n_empty``. Each sample's ``detail`` holds its counts.
    Raises: LengthMismatchError; BadReferenceError for a reference that is None or no citation; LegalMetricsError for an unknown option.

    >>> known = StatuteRegistry.from_mapping({"刑法": ["320", "339"]})
    >>> scores = statute_scores([[{"law": "刑法", "article": "320"}], None], [[{"law": "刑法", "article": "320"}]] * 2, registry=known)
    >>> scores["accuracy"].value, scores["recall"].value, scores["accuracy"].n_unparsed
    (0.5, 0.5, 1)
    """
    _one_of("average", average, AVERAGES)
    _one_of("empty", empty, EMPTY)
    check_paired(predictions, references, "lists of citations")
    days = [on] * len(references) if on is None or isinstance(on, str | date) else list(on)
    if len(days) != len(references):
        raise LegalMetricsError(
            f"on: found {len(days)} dates, allowed one or as many as there are references ({len(references)})"
        )
    checked = [
        check_statutes(
            () if predicted is None else predicted, _reference(gold, index), registry=registry, on=day, depth=depth, kind=kind, past=past
        )
        for index, (predicted, gold, day) in enumerate(zip(predictions, references, days, strict=True))
    ]
    read = [predicted is not None for predicted in predictions]
    signature = Signature(
        "statutes",
        (
            ("average", average),
            ("depth", depth),
            ("empty", empty),
            ("kind", kind or "all"),
            ("on", "edition" if on is None else "date"),
            ("past", past),
            ("registry", registry.as_of or "given"),
        ),
    )
    counts = [_counts(score) for score in checked]
    details = _details(counts, read)
    scores = {}
    for name, better in _RATES.items():
        samples = [_sample(name, count, was_read, average, empty) for count, was_read in zip(counts, read, strict=True)]
        scores[name] = Score.from_samples(
            f"statute_{name}",
            samples,
            replace(signature, metric=f"statute_{name}"),
            higher_is_better=better,
            details=details,
        )
    return scores


_RATES = {
    "accuracy": True,
    "type1": False,
    "type2": False,
    "unresolved": False,
    "total": False,
    "recall": True,
    "f1": True,
}


def _sample(name: str, counts: Mapping[str, int], was_read: bool, average: str, empty: str) -> SampleScore:
    n_predicted, n_gold, n_correct = counts["n_predicted"], counts["n_gold"], counts["n_correct"]
    counted, of = {
        "accuracy": (n_correct, n_predicted),
        "type1": (counts["n_type1"], n_predicted),
        "type2": (counts["n_type2"], n_predicted),
        "unresolved": (counts["n_unresolved"], n_predicted),
        "total": (n_predicted - n_correct, n_predicted),
        "recall": (n_correct, n_gold),
        "f1": (2 * n_correct, n_predicted + n_gold),
    }[name]
    if name not in ("recall", "f1") and not n_predicted and (not was_read or empty == "zero"):
        counted, of = int(name in ("unresolved", "total")), 1
    status = "excluded" if not of else "scored" if was_read else "unparsed"
    numerator, denominator = (float(counted), float(of)) if average == "micro" or not of else (counted / of, 1.0)
    return SampleScore(numerator, denominator, status=status, detail=counts)


def _counts(score: StatuteScore) -> Mapping[str, int]:
    counts = {
        "n_predicted": score.n_predicted,
        "n_gold": score.n_gold,
        "n_correct": score.correct,
        "n_type1": score.type1,
        "n_type2": score.type2,
        "n_unresolved": score.n_unresolved,
        "n_depth_mismatch": score.depth_mismatch,
        "n_repeated": score.n_repeated,
        "n_registry_gaps": score.registry_gaps,
        "n_missed": score.missed,
    }
    return MappingProxyType(counts)


def _details(counts: Sequence[Mapping[str, int]], read: Sequence[bool]) -> dict[str, int]:
    totals = dict.fromkeys(_counts(StatuteScore()), 0)
    for count in counts:
        for name, value in count.items():
            totals[name] += value
    totals["n_empty"] = sum(was_read and not c["n_predicted"] for c, was_read in zip(counts, read, strict=True))
    return totals


_BIN_OF: Mapping[bool | None, str] = {True: "type2", False: "type1", None: "unresolved"}
"""Whether a citation that is not in the reference exists -> its bin."""


def _differs_in_depth(key: Key, other: Key) -> bool:
    """Whether one of two provisions of an article is the other, cut short."""
    for mine, its in zip(key[2:], other[2:], strict=True):
        if mine != its:
            return mine is None or its is None
    return False


def _citation(value: Cited) -> StatuteCitation:
    if isinstance(value, StatuteCitation):
        return value
    law, article = (value.get("law"), value.get("article")) if isinstance(value, Mapping) else (None, None)
    if not isinstance(law, str) or not isinstance(article, str | int) or article == "":
        raise LegalMetricsError(
            f"citation: found {value!r}, allowed a StatuteCitation or a mapping with at least law and article"
        )
    for rank in DEPTHS[1:]:
        number = value.get(rank)
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise LegalMetricsError(f"citation {value!r}: {rank}: found {number!r}, allowed a whole number or null")
    return StatuteCitation(
        law,
        str(article).replace("之", "-"),
        value.get("paragraph"),
        value.get("subparagraph"),
        value.get("item"),
        law_id=value.get("law_id"),
        version=value.get("version"),
        jurisdiction=value.get("jurisdiction") or "TW",
    )


def _reference(gold: Sequence[Cited] | None, index: int) -> list[StatuteCitation]:
    if not isinstance(gold, Iterable) or isinstance(gold, str):
        raise BadReferenceError(f"#{index}", "statutes", f"found {shown(gold)}, allowed a list of citations")
    try:
        return list(map(_citation, gold))
    except LegalMetricsError as error:
        raise BadReferenceError(f"#{index}", "statutes", str(error)) from error


def _is_kind(citation: StatuteCitation, kind: str | None, registry: StatuteRegistry) -> bool:
    if kind is None:
        return True
    law = registry.law_of(citation)
    named = citation if law is None else replace(citation, law=law.name)
    return get(citation.jurisdiction).kind(named) == kind


def _one_of(option: str, found: str, allowed: Sequence[str]) -> None:
    if found not in allowed:
        raise LegalMetricsError(f"{option}: found {found!r}, allowed {', '.join(allowed)}")


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
