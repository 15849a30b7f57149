"""Sets of labels (charges, article numbers, letters): precision, recall and F1 of one set, and F1 over many in three averages.

Labels are any hashable values; neither order nor repetition counts, and labels are compared as they are (what text means is read before: see
``extract``).

Empty sets [CHOICE]: none predicted where none is right is 1.0 in precision, recall and F1; where only one side is empty all three are 0. A prediction may
be None (nothing could be read): 0 whatever the reference, counted in ``n_unparsed``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from legal_metrics.arguments import check_iterable, check_paired
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError, shown
from legal_metrics.results import SampleScore, Score, Signature

Labels = Iterable[Hashable]

AVERAGES: tuple[str, ...] = ("sample", "micro", "macro")
"""Mean over samples; counts pooled over all samples; mean over labels."""


@dataclass(frozen=True, slots=True)
class LabelScore:
    """One predicted set against one gold set, as counts; the rates are in [0, 1].

    >>> LabelScore(matched=1, n_predicted=2, n_gold=1).f1
    0.6666666666666666
    """

    matched: int
    n_predicted: int
    n_gold: int
    unread: bool = False  # nothing could be read from the prediction

    @property
    def precision(self) -> float:
        """Right labels / predicted labels."""
        return self._rate(self.matched, self.n_predicted)

    @property
    def recall(self) -> float:
        """Right labels / gold labels."""
        return self._rate(self.matched, self.n_gold)

    @property
    def f1(self) -> float:
        """2 right / (predicted + gold)."""
        return self._rate(2 * self.matched, self.n_predicted + self.n_gold)

    @property
    def exact(self) -> float:
        """1.0 where the two sets are equal, else 0.0."""
        return float(not self.unread and self.matched == self.n_predicted == self.n_gold)

    def _rate(self, part: int, whole: int) -> float:
        return part / whole if whole else self.exact


def label_scores(predicted: Labels | None, gold: Labels) -> LabelScore:
    """Hold the predicted labels of one sample against its gold labels, as sets: counts, and rates in [0, 1].

    Raises: WrongTypeError for what is no iterable of hashable labels; a string is none (its characters are hardly ever meant).

    >>> score = label_scores(["侵占", "盗窃"], ["盗窃"])
    >>> score.precision, score.recall, round(score.f1, 4)
    (0.5, 1.0, 0.6667)
    >>> label_scores([], []).f1, label_scores([], ["盗窃"]).f1, label_scores(None, []).f1
    (1.0, 0.0, 0.0)
    """
    wanted = _label_set("gold", gold)
    given = frozenset[Hashable]() if predicted is None else _label_set("predicted", predicted)
    return LabelScore(len(given & wanted), len(given), len(wanted), unread=predicted is None)


def label_f1(predictions: Sequence[Labels | None], references: Sequence[Labels], *, average: str) -> Score:
    """F1 of predicted label sets, in [0, 1]. ``average`` has no default, for the three answer different questions and differ widely:

    - ``"sample"``: mean over samples of each one's F1 (ZhiFa-Bench);
    - ``"micro"``: 2 right / (predicted + gold), pooled over all samples; a sample without labels on either side is not in it;
    - ``"macro"``: mean over all labels that occur, on either side, of each label's F1 (scikit-learn's; CAIL2018 averages it with micro). The parts that
      samples add hold the label counts fixed, so its interval is that of a weighted rate.

    ``details``: ``precision`` and ``recall`` in the same average, ``exact`` (share of equal sets), ``n_labels``, ``n_repeated`` (labels beyond the first of
    each in a prediction). Raises: LengthMismatchError; LegalMetricsError for another average; BadReferenceError and LegalMetricsError for what is no
    iterable of hashable labels.

    >>> predictions, references = [["盗窃"], ["诈骗", "侵占"], None], [["盗窃"], ["诈骗"], ["盗窃"]]
    >>> [round(label_f1(predictions, references, average=name).value, 4) for name in ("sample", "micro", "macro")]
    [0.5556, 0.6667, 0.5556]
    """
    check_paired(predictions, references, "sets of labels")
    if average not in AVERAGES:
        raise LegalMetricsError(f"average: found {shown(average)}, allowed {', '.join(AVERAGES)}")
    pairs, n_repeated = [], 0
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        given, wanted, repeated = _read(index, prediction, reference)
        pairs.append((given, wanted))
        n_repeated += repeated
    counts = [_counts(given, wanted) for given, wanted in pairs]
    n_labels = len({label for given, wanted in pairs for label in (given or frozenset()) | wanted})
    if average == "macro":
        parts, precision, recall = _macro(pairs)
    elif average == "micro":
        parts = [(2.0 * c.matched, float(c.n_predicted + c.n_gold)) for c in counts]
        matched = sum(c.matched for c in counts)
        precision = _ratio(matched, sum(c.n_predicted for c in counts))
        recall = _ratio(matched, sum(c.n_gold for c in counts))
    else:
        parts = [(c.f1, 1.0) for c in counts]
        precision, recall = (_ratio(math.fsum(getattr(c, rate) for c in counts), len(counts)) for rate in _RATES)
    samples = [
        SampleScore(
            numerator,
            denominator,
            answer=None if given is None else _listed(given),
            reference=_listed(wanted),
            status="unparsed" if given is None else "scored" if denominator else "excluded",
            detail={"precision": count.precision, "recall": count.recall, "f1": count.f1, "exact": count.exact},
        )
        for (numerator, denominator), (given, wanted), count in zip(parts, pairs, counts, strict=True)
    ]
    details: dict[str, Any] = {
        "precision": precision,
        "recall": recall,
        "exact": _ratio(math.fsum(c.exact for c in counts), len(counts)),
        "n_labels": n_labels,
        "n_repeated": n_repeated,
    }
    return Score.from_samples("label_f1", samples, Signature("label_f1").extended(average=average), details=details)


_RATES = ("precision", "recall")
_Pair = tuple["frozenset[Hashable] | None", "frozenset[Hashable]"]


def _macro(pairs: Sequence[_Pair]) -> tuple[list[tuple[float, float]], float, float]:
    """Each sample's parts of the macro F1, and the macro precision and recall.

    A label with D places (predicted + gold) among L labels weighs 1 / (L x D) at each place: all weights add up to 1, and a label predicted and gold in
    one sample adds both of its weights to the numerator.
    """
    predicted = Counter(label for given, _ in pairs for label in given or ())
    gold = Counter(label for _, wanted in pairs for label in wanted)
    right = Counter(label for given, wanted in pairs for label in (given or frozenset()) & wanted)
    labels = predicted.keys() | gold.keys()
    weight = {label: 1 / (len(labels) * (predicted[label] + gold[label])) for label in labels}
    parts = [
        (
            math.fsum(2 * weight[label] for label in (given or frozenset()) & wanted),
            math.fsum(weight[label] for side in (given or (), wanted) for label in side),
        )
        for given, wanted in pairs
    ]
    precision = _ratio(math.fsum(right[label] / predicted[label] for label in predicted), len(labels))
    recall = _ratio(math.fsum(right[label] / gold[label] for label in gold), len(labels))
    return parts, precision, recall


def _read(
    index: int, prediction: object, reference: object
) -> tuple[frozenset[Hashable] | None, frozenset[Hashable], int]:
    try:
        wanted = _label_set("reference", reference)
    except WrongTypeError as error:
        raise BadReferenceError(
            f"#{index}", "labels", f"found {shown(error.found)}, allowed {error.allowed}"
        ) from error
    if prediction is None:
        return None, wanted, 0
    try:
        check_iterable("prediction", prediction, _ALLOWED)
        labels = [*prediction]  # type: ignore[misc]
        given = _label_set("prediction", labels)
    except WrongTypeError as error:
        raise LegalMetricsError(
            f"prediction #{index}: found {shown(error.found)}, allowed {error.allowed} or None"
        ) from error
    return given, wanted, len(labels) - len(given)


_ALLOWED = "hashable labels"


def _label_set(argument: str, labels: object) -> frozenset[Hashable]:
    check_iterable(argument, labels, _ALLOWED)
    try:
        return frozenset(labels)  # type: ignore[call-overload, no-any-return]
    except TypeError as error:
        raise WrongTypeError(argument, labels, f"an iterable of {_ALLOWED}") from error


def _counts(given: frozenset[Hashable] | None, wanted: frozenset[Hashable]) -> LabelScore:
    if given is None:
        return LabelScore(0, 0, len(wanted), unread=True)
    return LabelScore(len(given & wanted), len(given), len(wanted))


def _listed(labels: frozenset[Hashable]) -> list[Hashable]:
    """In one order, whatever the types: by type name, then by how the label is written."""
    return sorted(labels, key=lambda label: (type(label).__name__, str(label)))


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
