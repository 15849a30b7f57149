"""Element-level comparison: which predicted elements are right, which are false, which reference elements are missed; formulas (2) to (4).

An element is the smallest thing that the F1 of a task counts: an error found, a case element, a point of a summary, a provision or ruling of a document,
a cell, heading or key of a structured text (``ELEMENT_TASKS``). Matching is one to one: what is said twice is right only if the reference has it twice.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable, check_paired, is_whole
from legal_metrics.caai.element_matching import match_keys, match_spans
from legal_metrics.caai.forms import Scalar, check_matching, text_form, value_form
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.tasks import Counts
from legal_metrics.errors import BadReferenceError, LegalMetricsError, WrongTypeError, shown
from legal_metrics.results import SampleScore, Score, Signature

FIELDS: tuple[str, ...] = ("kind", "place", "value", "span")
"""Fields of an element that can be compared."""

SPANS: tuple[str, ...] = ("exact", "overlap")
"""Two spans match where they are equal, or where they overlap (``element_matching.match_spans``)."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element. ``value``: its content. ``kind``: what it is (``"原告"``, ``"heading"``). ``place``: where it stands, from the outside in
    (``("当事人", 0, "姓名")``). ``span``: characters [start, end) of the source text that it is about.

    Raises: WrongTypeError for a field of another type, LegalMetricsError for a span that ends before it starts.

    >>> Element("王大明", kind="原告").value
    '王大明'
    """

    value: Scalar = None
    kind: str = ""
    place: tuple[str | int, ...] = ()
    span: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if not (self.value is None or isinstance(self.value, (str, int, float))):
            raise WrongTypeError("value", self.value, "a text, a number, true, false or None")
        if isinstance(self.value, float) and not math.isfinite(self.value):
            raise LegalMetricsError(f"value: found {self.value}, allowed a finite number")
        if not isinstance(self.kind, str):
            raise WrongTypeError("kind", self.kind, "a string")
        if not isinstance(self.place, tuple) or not all(isinstance(part, (str, int)) for part in self.place):
            raise WrongTypeError("place", self.place, "a tuple of strings and whole numbers")
        if self.span is not None:
            if not isinstance(self.span, tuple) or len(self.span) != 2 or not all(is_whole(bound, 0) for bound in self.span):
                raise WrongTypeError("span", self.span, "a tuple of two whole numbers from 0, or None")
            if self.span[0] > self.span[1]:
                raise LegalMetricsError(f"span: found {self.span}, allowed an end that is not before the start")

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping, without the fields that say nothing."""
        out: dict[str, Any] = {"value": self.value}
        if self.kind:
            out["kind"] = self.kind
        if self.place:
            out["place"] = list(self.place)
        if self.span is not None:
            out["span"] = list(self.span)
        return out


Elements = Iterable["Element | str"]


@dataclass(frozen=True, slots=True)
class ElementComparison:
    """What became of each element: ``matched`` pairs (predicted, reference) and ``false`` ones in the order of the prediction, ``missed`` ones in the order
    of the reference. ``unread``: why nothing could be read from the prediction; all is missed then. ``notes``: what was repaired to read it, and the like.

    >>> ElementComparison((), (Element("甲"),), ()).fp
    1
    """

    matched: tuple[tuple[Element, Element], ...]
    false: tuple[Element, ...]
    missed: tuple[Element, ...]
    unread: str = ""
    notes: tuple[str, ...] = ()

    @property
    def tp(self) -> int:
        """True positives: predicted elements that are right."""
        return len(self.matched)

    @property
    def fp(self) -> int:
        """False positives: predicted elements that are wrong."""
        return len(self.false)

    @property
    def fn(self) -> int:
        """False negatives: reference elements that were not predicted."""
        return len(self.missed)

    @property
    def precision(self) -> float:
        """TP / (TP + FP), formula (2); NaN where nothing was predicted."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """TP / (TP + FN), formula (3); NaN where there was nothing to predict."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """2 TP / (2 TP + FP + FN), which is formula (4); NaN where there is nothing on either side (``Options.undefined_f1`` says what that counts)."""
        return _ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def exact(self) -> bool:
        """Whether the prediction was read and holds neither a false element nor too few."""
        return not (self.unread or self.false or self.missed)

    def counts(self, item: str = "") -> Counts:
        """The counts as the formulas take them (``caai.f1_over``)."""
        return Counts(self.tp, self.fp, self.fn, item)

    def by_kind(self) -> Mapping[str, Counts]:
        """The counts of each kind of element, in the order of its name; a pair counts for the kind of its reference."""
        tp = Counter(reference.kind for _, reference in self.matched)
        fp, fn = Counter(e.kind for e in self.false), Counter(e.kind for e in self.missed)
        return MappingProxyType({kind: Counts(tp[kind], fp[kind], fn[kind], kind) for kind in sorted({*tp, *fp, *fn})})

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping that lists every element."""
        return {
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.fn,
            "matched": [{"predicted": p.to_dict(), "reference": r.to_dict()} for p, r in self.matched],
            "false": [e.to_dict() for e in self.false],
            "missed": [e.to_dict() for e in self.missed],
            "unread": self.unread,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class ElementTask:
    """A task whose score holds an F1: what its elements are, and what of them is compared. ``formula``: number in the article.

    ``right``, ``wrong``, ``missed``: what counts as TP, FP and FN (appendix 3 of the article). ``compared`` and ``spans`` are defaults. [reconstructed]
    """

    task: str
    formula: str
    right: str
    wrong: str
    missed: str
    compared: tuple[str, ...] = FIELDS
    spans: str = "exact"


_ELEMENT_TASKS = (
    ElementTask(
        "document_check",
        "2.1",
        "errors of the text that were found",
        "false alarms",
        "errors of the text that were not found",
        # An error is found where it is pointed at; how good the correction is, the rating of correctness says.
        compared=("place", "span"),
        spans="overlap",
    ),
    ElementTask("element_extraction", "2.2", "right case elements", "wrong case elements", "case elements left out"),
    ElementTask("document_summary", "2.3", "right points of the summary", "wrong points", "points left out"),
    ElementTask("document_generation", "2.4", "right provisions and rulings", "wrong provisions and rulings", "provisions and rulings left out"),
    ElementTask("structured_generation", "2.6", "right elements of the structure", "wrong elements", "elements left out"),
)
ELEMENT_TASKS: Mapping[str, ElementTask] = MappingProxyType({row.task: row for row in _ELEMENT_TASKS})
"""The five tasks with an F1 of elements, by id."""


def compare_elements(
    predicted: Elements | None,
    reference: Elements,
    *,
    matching: str = "normalised",
    compared: Sequence[str] = FIELDS,
    spans: str = "exact",
    fold_script: bool = False,
) -> ElementComparison:
    """Match predicted elements to reference elements, one to one and as many as possible; a string stands for ``Element(string)``, None for an unread prediction.

    ``matching``: ``"exact"``, ``"normalised"`` or ``"bare"`` (``forms.MATCHINGS``; default reconstructed). ``compared``: the fields of ``FIELDS`` in which
    two elements must agree. ``spans``: ``"exact"`` or ``"overlap"``; an element without a span matches none that has one. ``fold_script``: 简 and 繁 are one.
    Time: linear, with overlapping spans n log n. Raises: LegalMetricsError for another option, WrongTypeError for what is no element.

    >>> comparison = compare_elements(["王大明", "王大明", "5,000"], ["王大明", Element(5000), "李小华"])
    >>> comparison.tp, comparison.fp, comparison.fn, comparison.f1.__round__(4)
    (2, 1, 1, 0.6667)
    >>> comparison.false, [element.value for element in comparison.missed]
    ((Element(value='王大明', kind='', place=(), span=None),), ['李小华'])
    """
    _check_options(matching, compared, spans)
    wanted = _elements("reference", reference)
    if predicted is None:
        return ElementComparison((), (), wanted, unread="nothing could be read")
    given = _elements("predicted", predicted)
    overlap = spans == "overlap" and "span" in compared
    fields = [name for name in FIELDS if name in compared and not (overlap and name == "span")]
    keys = [[_key(element, fields, matching, fold_script) for element in side] for side in (given, wanted)]
    pairs = _overlapping(given, wanted, *keys) if overlap else match_keys(*keys)
    return paired(given, wanted, pairs)


def paired(given: Sequence[Element], wanted: Sequence[Element], pairs: Sequence[tuple[int, int]], *, notes: tuple[str, ...] = ()) -> ElementComparison:
    """The comparison that pairs (index in ``given``, index in ``wanted``) make.

    >>> paired([Element("甲")], [Element("甲")], [(0, 0)]).f1
    1.0
    """
    right, found = {i for i, _ in pairs}, {j for _, j in pairs}
    return ElementComparison(
        tuple((given[i], wanted[j]) for i, j in pairs),
        tuple(element for i, element in enumerate(given) if i not in right),
        tuple(element for j, element in enumerate(wanted) if j not in found),
        notes=notes,
    )


def element_f1(
    predictions: Sequence[Elements | None],
    references: Sequence[Elements],
    *,
    matching: str = "normalised",
    compared: Sequence[str] = FIELDS,
    spans: str = "exact",
    fold_script: bool = False,
    options: Options = DEFAULTS,
) -> Score:
    """F1 of elements over documents, in [0, 1]: formulas (2) to (4). A prediction may be None (unread): all its elements are missed, counted in ``n_unparsed``.

    The other options are those of ``compare_elements``. ``options.f1_average`` and ``options.undefined_f1`` settle what the article leaves open: the F1 of the
    summed counts or the mean over documents, and what a document without elements on either side counts in that mean (in the sums it adds nothing).
    Each sample's ``detail`` lists its matched, false and missed elements. Source: articles 2.3.2 (1), 3.2.1 to 3.2.4 and 3.2.6.
    Raises: LengthMismatchError; BadReferenceError, LegalMetricsError and WrongTypeError for what are no elements or options.

    >>> score = element_f1([["甲", "乙"], None], [["甲"], ["丙"]])
    >>> score.value, score.details["tp"], score.details["fp"], score.details["fn"], score.n_unparsed
    (0.5, 1, 1, 1, 1)
    """
    check_paired(predictions, references, "elements")
    _check_options(matching, compared, spans)
    comparisons = []
    for index, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        try:
            wanted = _elements("reference", reference)
        except LegalMetricsError as error:
            raise BadReferenceError(f"#{index}", "elements", str(error)) from error
        try:
            given = None if prediction is None else _elements("prediction", prediction)
        except WrongTypeError as error:
            raise LegalMetricsError(f"prediction #{index}: {error}") from error
        comparisons.append(compare_elements(given, wanted, matching=matching, compared=compared, spans=spans, fold_script=fold_script))
    signature = Signature(
        "element_f1",
        (
            ("compared", ",".join(name for name in FIELDS if name in compared)),
            ("fold_script", fold_script),
            ("matching", matching),
            ("spans", spans),
        ),
    )
    return comparisons_score(comparisons, signature, options=options)


def comparisons_score(comparisons: Sequence[ElementComparison], signature: Signature, *, options: Options = DEFAULTS) -> Score:
    """The F1 of documents that are compared already; as ``element_f1``.

    >>> comparisons_score([compare_elements(["甲"], ["甲", "乙"])], Signature("f1")).value.__round__(4)
    0.6667
    """
    samples = [_sample(comparison, options) for comparison in comparisons]
    tp, fp, fn = (sum(getattr(c, name) for c in comparisons) for name in ("tp", "fp", "fn"))
    kinds: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for comparison in comparisons:
        for kind, counts in comparison.by_kind().items():
            kinds[kind] = [a + b for a, b in zip(kinds[kind], (counts.tp, counts.fp, counts.fn), strict=True)]
    details = {
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "precision": _ratio(tp, tp + fp),
        "recall": _ratio(tp, tp + fn),
        "exact": _ratio(sum(c.exact for c in comparisons), len(comparisons)),
        "n_empty": sum(not (c.tp or c.fp or c.fn) for c in comparisons),
        "notes": dict(sorted(Counter(note for c in comparisons for note in c.notes).items())),
        "kinds": {kind: dict(zip(("tp", "fp", "fn"), kinds[kind], strict=True)) for kind in sorted(kinds)},
    }
    signature = signature.extended(f1_average=options.f1_average, undefined_f1=options.undefined_f1)
    return Score.from_samples(signature.metric, samples, signature, details=details)


def _sample(comparison: ElementComparison, options: Options) -> SampleScore:
    numerator, denominator = 2.0 * comparison.tp, float(2 * comparison.tp + comparison.fp + comparison.fn)
    if options.f1_average == "mean":
        if denominator:
            numerator, denominator = numerator / denominator, 1.0
        elif options.undefined_f1 != "undefined":
            numerator, denominator = float(options.undefined_f1 == "one" and not comparison.unread), 1.0
    return SampleScore(
        numerator,
        denominator,
        answer=None if comparison.unread else comparison.tp + comparison.fp,
        reference=comparison.tp + comparison.fn,
        status="unparsed" if comparison.unread else "scored" if denominator else "excluded",
        detail=MappingProxyType(comparison.to_dict()),
    )


def _overlapping(given: Sequence[Element], wanted: Sequence[Element], given_keys: Sequence[Hashable], wanted_keys: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of elements that agree in all else and whose spans overlap, or that both have none."""
    groups: defaultdict[tuple[bool, Hashable], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, (elements, keys) in enumerate(((given, given_keys), (wanted, wanted_keys))):
        for index, (element, key) in enumerate(zip(elements, keys, strict=True)):
            groups[(element.span is None, key)][side].append(index)
    pairs = []
    for (without, _), (left, right) in groups.items():
        if without:
            found = [(k, k) for k in range(min(len(left), len(right)))]
        else:
            found = match_spans([given[i].span or (0, 0) for i in left], [wanted[j].span or (0, 0) for j in right])
        pairs += [(left[i], right[j]) for i, j in found]
    return sorted(pairs)


def _key(element: Element, fields: Sequence[str], matching: str, fold_script: bool) -> Hashable:
    forms: dict[str, Hashable] = {}
    if "kind" in fields:
        forms["kind"] = text_form(element.kind, matching, fold_script=fold_script)
    if "place" in fields:
        forms["place"] = tuple(text_form(p, matching, fold_script=fold_script) if isinstance(p, str) else p for p in element.place)
    if "value" in fields:
        forms["value"] = value_form(element.value, matching, fold_script=fold_script)
    if "span" in fields:
        forms["span"] = element.span
    return tuple(forms.values())


def _elements(argument: str, elements: object) -> tuple[Element, ...]:
    check_iterable(argument, elements, _ALLOWED)
    kept = []
    for place, element in enumerate(elements):  # type: ignore[arg-type, var-annotated]
        if not isinstance(element, (Element, str)):
            raise WrongTypeError(f"{argument}[{place}]", element, "an Element or a string")
        kept.append(Element(element) if isinstance(element, str) else element)
    return tuple(kept)


_ALLOWED = "elements or strings"


def _check_options(matching: object, compared: object, spans: object) -> None:
    check_matching(matching)
    check_iterable("compared", compared, "fields")
    names = tuple(compared)  # type: ignore[arg-type, var-annotated]
    if not names or not set(names) <= set(FIELDS):
        raise LegalMetricsError(f"compared: found {shown(names)}, allowed one or more of {', '.join(FIELDS)}")
    if spans not in SPANS:
        raise LegalMetricsError(f"spans: found {shown(spans)}, allowed {', '.join(SPANS)}")


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else math.nan
