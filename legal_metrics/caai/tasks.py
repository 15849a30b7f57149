"""F1 and the scores of the tasks: formulas (2) to (6) and 2.1 to 2.13 (articles 2.3 and 3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from legal_metrics.arguments import check_iterable, is_whole
from legal_metrics.caai.bands import CONCURRENCY, FIRST_TOKEN, HARDWARE, TOKENS_PER_SECOND, Bands
from legal_metrics.caai.options import DEFAULTS, Options
from legal_metrics.caai.values import Note, Part, Value, checked, given, weighted_sum
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError, shown
from legal_metrics.tasks import CompositeSpec, tasks

COMPOSITES: Mapping[str, CompositeSpec] = MappingProxyType({spec.id.partition("/")[2]: spec.composite for spec in tasks("caai") if spec.composite is not None})
"""Task -> its formula: the twelve functions and ``time_performance``."""

RATINGS: tuple[str, ...] = ("correctness", "completeness", "relevance", "effectiveness")
"""s1, s2, s3, s4 of the article: 正确性, 完整度, 相关度, 有效性."""


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives of one document (or of all, with ``item`` empty).

    Raises: WrongTypeError for what is no whole number; LegalMetricsError for one below 0.
    """

    tp: int
    fp: int
    fn: int
    item: str = ""

    def __post_init__(self) -> None:
        for name in ("tp", "fp", "fn"):
            value = getattr(self, name)
            if not is_whole(value, 0):
                number = isinstance(value, (int, float)) and not isinstance(value, bool)
                allowed = "a whole number >= 0"
                raise LegalMetricsError(f"{name}: found {shown(value)}, allowed {allowed}") if number else WrongTypeError(name, value, allowed)
            object.__setattr__(self, name, int(value))  # of whatever library


@dataclass(frozen=True, slots=True)
class F1(Value):
    """F1 with its precision and recall (None where they are 0/0)."""

    @property
    def precision(self) -> float | None:
        """TP / (TP + FP)."""
        return self.part("precision").value

    @property
    def recall(self) -> float | None:
        """TP / (TP + FN)."""
        return self.part("recall").value


def f1(tp: int, fp: int, fn: int, *, options: Options = DEFAULTS) -> F1:
    """F1 = 2 TP / (2 TP + FP + FN), a fraction, with precision (formula (2)) and recall (3). What the counts are is told by task in ``docs/caai.md``.

    Nothing to be found and nothing reported is 0/0: option ``undefined_f1`` [reconstructed], flagged. Source: article 2.3.2 (1).
    Raises: WrongTypeError, LegalMetricsError for counts that cannot be.

    >>> score = f1(8, 2, 4)
    >>> score.precision, round(score.recall, 4), round(float(score), 4)
    (0.8, 0.6667, 0.7273)
    >>> f1(0, 0, 0).value, str(f1(0, 0, 0).notes[0])
    (0.0, 'undefined: f1: TP = FP = FN = 0 is 0/0: counted as 0')
    """
    counts = Counts(tp, fp, fn)
    value = _ratio(2 * counts.tp, 2 * counts.tp + counts.fp + counts.fn)
    notes: tuple[Note, ...] = ()
    if value is None:
        value = {"zero": Fraction(0), "one": Fraction(1), "undefined": None}[options.undefined_f1]
        effect = "no value" if value is None else f"counted as {value}"
        notes = (Note("undefined", "f1", f"TP = FP = FN = 0 is 0/0: {effect}"),)
    precision = given("precision", _ratio(counts.tp, counts.tp + counts.fp), formula="(2)")
    recall = given("recall", _ratio(counts.tp, counts.tp + counts.fn), formula="(3)")
    return F1(
        "(4)",
        "f1",
        None if value is None else float(value),
        parts=(Part(precision), Part(recall)),
        facts=MappingProxyType({"tp": counts.tp, "fp": counts.fp, "fn": counts.fn}),
        notes=notes,
        signature=options.signature("caai.f1", "undefined_f1"),
    )


def f1_over(counts: Iterable[Counts], *, options: Options = DEFAULTS) -> Value:
    """F1 over several documents: of the summed counts, or the mean of the documents' F1 (option ``f1_average`` [reconstructed]).

    Raises: LegalMetricsError for a document that stands twice.

    >>> documents = [Counts(1, 0, 0, "a"), Counts(0, 1, 1, "b")]
    >>> f1_over(documents).value, f1_over(documents, options=Options(f1_average="mean")).value
    (0.5, 0.5)
    """
    check_iterable("counts", counts, "Counts")
    documents = tuple(counts)
    if len({document.item for document in documents}) < len(documents):
        raise LegalMetricsError("counts: a document stands twice, or several have no name")
    if not documents:
        return Value("(4)", "f1", None, notes=(Note("missing", "f1", "no counts were given"),), signature=options.signature("caai.f1"))
    if options.f1_average == "pooled":
        tp, fp, fn = (sum(getattr(document, name) for document in documents) for name in ("tp", "fp", "fn"))
        pooled = f1(tp, fp, fn, options=options)
        signature = options.signature("caai.f1", "undefined_f1", "f1_average")
        return F1("(4)", "f1", pooled.value, "fraction", pooled.parts, {**pooled.facts, "n_documents": len(documents)}, pooled.notes, signature)
    weight = Fraction(1, len(documents))
    return weighted_sum(
        "(4)",
        "f1",
        [(replace(f1(document.tp, document.fp, document.fn, options=options), name=document.item), weight) for document in documents],
        missing=options.missing,
        signature=options.signature("caai.f1", "undefined_f1", "f1_average", "missing"),
        facts={"n_documents": len(documents)},
    )


def task_score(
    task: str,
    *,
    f1: Value | float | None = None,
    ratings: Mapping[str, Value | float | None] | None = None,
    composite: CompositeSpec | None = None,
    options: Options = DEFAULTS,
) -> Value:
    """The score of a task, a fraction: weight x F1 + (1 - weight) x mean of its ratings / 5, by the formula with its number (2.1 to 2.13).

    ``task``: id with or without ``caai/``. ``ratings``: points from 0 to 5 by name (``legal_metrics.tasks.task(id).composite.ratings``). What the formula does
    not use is noted and left out; what it needs and is missing does what the option ``missing`` says. ``composite``: the formula of an added function.
    Options ``missing`` and, for 2.3, ``summary`` [reconstructed]. Source: articles 3.2.1 to 3.2.13.
    Raises: UnknownTaskError; WrongTypeError, LegalMetricsError for an unknown rating, ratings outside 0 to 5, an F1 outside 0 to 1.

    >>> float(task_score("document_check", f1=0.5, ratings={"correctness": 4, "completeness": 3}))
    0.58
    """
    id = task.removeprefix("caai/") if isinstance(task, str) else task
    spec = composite or COMPOSITES.get(id)
    if spec is None:
        raise UnknownTaskError(id, COMPOSITES)
    weight = checked("weight", spec.weight, 0, 1) if spec.weight is not None else Fraction(options.summary == "classification")
    if weight < 1 and not spec.ratings:
        raise LegalMetricsError(f"formula of {id}: found no ratings, allowed none only where the weight of F1 is 1")
    known = RATINGS if id != "time_performance" else spec.ratings
    scores = dict(ratings or {})
    for name in scores:
        if name not in known:
            raise LegalMetricsError(f"ratings of {id}: found {shown(name)}, allowed {', '.join(known)}")
    values = {name: _as_value(name, score, "points", 5) for name, score in scores.items()}
    first = _as_value("f1", f1, "fraction", 1)
    unused = [value.name for value in values.values() if value.name not in spec.ratings or weight == 1]
    unused += ["f1"] if f1 is not None and not weight else []
    parts = [(first, weight)] if weight else []
    if weight < 1:
        shares = [checked("shares", share) for share in spec.shares] or [Fraction(1, len(spec.ratings))] * len(spec.ratings)
        parts += [(values.get(name) or given(name, None, "points"), (1 - weight) * share) for name, share in zip(spec.ratings, shares, strict=True)]
    names = ("missing", "summary") if spec.weight is None else ("missing",)
    return weighted_sum(
        spec.formula,
        id,
        parts,
        missing=options.missing,
        signature=options.signature(f"caai.{spec.formula}", *names),
        notes=[Note("left_out", name, f"formula {spec.formula} does not use it") for name in unused],
    )


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured of time: milliseconds to the first token, completion tokens per second, greatest concurrency at best throughput.

    None: not measured. ``hardware``: what the system ran on. ``notes``: what the measurement left out or could not read.
    Raises: WrongTypeError, LegalMetricsError for figures below 0.
    """

    first_token_mean_ms: float | None = None
    first_token_p50_ms: float | None = None
    first_token_p95_ms: float | None = None
    tokens_per_second_stream: float | None = None
    tokens_per_second_aggregate: float | None = None
    concurrency: int | None = None
    hardware: str = ""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        for name in self.__slots__[:6]:
            if (value := getattr(self, name)) is not None:
                checked(name, value)
        if self.concurrency is not None and not is_whole(self.concurrency, 0):
            raise LegalMetricsError(f"concurrency: found {shown(self.concurrency)}, allowed a whole number >= 0")


def time_performance(timing: Timing, *, options: Options = DEFAULTS) -> Value:
    """2.13 = (0.5 Tf + 0.4 Es + 0.1 Cc) / 5, a fraction, from what was measured by the bands of ``bands``.

    The article writes Tf, Es and Cc for the figures and for their scores alike; here the figures are the parts of the scores. Concurrency is scored on
    ``bands.HARDWARE`` alone (option ``hardware``). Options ``latency``, ``throughput``, ``hardware``, ``missing`` [reconstructed].
    Source: articles 2.3.2 (2) to (4), 3.2.13.

    >>> measured = Timing(first_token_mean_ms=2000, tokens_per_second_stream=30, concurrency=7, hardware="8 x A800-80G")
    >>> float(time_performance(measured))
    0.86
    """
    first_token = getattr(timing, f"first_token_{options.latency}_ms")
    tokens = getattr(timing, f"tokens_per_second_{options.throughput}")
    ratings = {
        "first_token": _banded(FIRST_TOKEN, given(f"first_token_{options.latency}_ms", first_token, "ms", formula="(5)"), "latency", options),
        "tokens_per_second": _banded(
            TOKENS_PER_SECOND, given(f"tokens_per_second_{options.throughput}", tokens, "tokens/s", formula="(6)"), "throughput", options
        ),
        "concurrency": _concurrency(timing, options),
    }
    scored = task_score("time_performance", ratings=ratings, options=options)
    return replace(scored, notes=(*scored.notes, *timing.notes), facts=MappingProxyType({"hardware": timing.hardware}))


def _concurrency(timing: Timing, options: Options) -> Value:
    figure = given("concurrency", timing.concurrency, "requests")
    scored = _banded(CONCURRENCY, figure, "hardware", options)
    if scored.value is None or _plain(timing.hardware) == _plain(HARDWARE):
        return scored
    where = f"measured on {timing.hardware or 'hardware that is not stated'}, while the bands are stated for {HARDWARE}"
    if options.hardware == "any":
        return replace(scored, notes=(Note("flagged", "concurrency", where),))
    return replace(scored, value=None, notes=(Note("missing", "concurrency", f"{where}: not scored"),))


def _banded(bands: Bands, figure: Value, option: str, options: Options) -> Value:
    notes = () if figure.value is not None else (Note("missing", figure.name, "it was not measured"),)
    score = None if figure.value is None else bands.score(figure.value)
    return Value("", bands.name, score, "points", (Part(figure),), notes=notes, signature=options.signature(f"caai.{bands.name}", option))


def _plain(hardware: str) -> str:
    return re.sub(r"\s", "", hardware).replace("×", "x").replace("*", "x").casefold()


def _as_value(name: str, value: Value | float | None, unit: str, most: int) -> Value:
    if value is None or isinstance(value, Value):
        made = given(name, None, unit) if value is None else value if value.name == name else replace(value, name=name)
        if made.unit != unit:
            raise LegalMetricsError(f"{name}: found a value in {made.unit}, allowed one in {unit}")
        if made.value is not None:
            checked(name, made.value, 0, most)
        return made
    return given(name, checked(name, value, 0, most), unit)


def _ratio(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None
