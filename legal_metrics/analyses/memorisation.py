"""Does a model recite judgments? The longest run of characters that an output shares with the judgment beyond template text, against a template baseline.

An output that knows a case from training repeats sentences of it that nobody could write from the facts. But courts write in formulas, and so does a good model.
So characters are counted only where neither the facts that the model was shown nor any other judgment has them (in a stretch of ``TEMPLATE_UNIT`` characters), and
beside every figure stands what another judgment gets in the model's place: the one most like it, of the same cause. A model whose runs are no longer than those of
that baseline shows no sign of recital; which is no proof that it never saw the judgment.

Source: the longest shared run is the usual sign (Carlini et al. 2023 use 50 tokens); TW-LegalBench section 5.3 and 7 name memorised judgments as a likely cause of
high scores and do not measure it. The rest is ours [CHOICE].
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable, check_text, check_texts, is_whole
from legal_metrics.errors import LegalMetricsError
from legal_metrics.extract.outputs import read_judgment_answer
from legal_metrics.predictions import Predictions
from legal_metrics.readers.fields import Fields
from legal_metrics.stats.bootstrap import (
    DEFAULT_CONFIDENCE,
    DEFAULT_RESAMPLES,
    DEFAULT_SEED,
    Difference,
    Interval,
    check_options,
    paired_bootstrap,
    ratio_interval,
)
from legal_metrics.text.normalise import normalise
from legal_metrics.text.shared_runs import RunFinder

TEMPLATE_UNIT = 8
"""Characters (without white space and punctuation) that must stand together in another text to be template [CHOICE]."""
THRESHOLD = 0.95
"""The share of the baseline's items that lie at or below the threshold [CHOICE]."""
_GAP, _BREAK = "\0", "\1"  # between the parts of an output, and of a reference: no run crosses from one part into the next


@dataclass(frozen=True, slots=True)
class SharedText:
    """A run that an output shares with its reference. Lengths in characters without white space and punctuation (``verbatim``), which
    ``text`` is written in too. ``beyond``: those of them that are no template text.

    >>> SharedText("所竊機車一輛", 6, 2).beyond
    2
    """

    text: str = ""
    length: int = 0
    beyond: int = 0


def verbatim(text: str) -> str:
    """What of a text is compared: ``text.normalise.normalise`` without any white space and punctuation. Linear; raises WrongTypeError for what is no text.

    >>> verbatim("甲○○　犯「竊盜」罪，處拘役 ３０日。")
    '甲○○犯竊盜罪處拘役30日'
    """
    return "".join(normalise(text).translate(_marks()).split())


@cache
def _marks() -> dict[int, None]:
    """All punctuation (Unicode categories P*), as a table that drops it."""
    return dict.fromkeys(code for code in range(0x20000) if unicodedata.category(chr(code))[0] == "P")


def shared_text(
    output: str | Sequence[str],
    reference: str | Sequence[str],
    *,
    shown: str = "",
    templates: Iterable[str] = (),
    unit: int = TEMPLATE_UNIT,
) -> SharedText:
    """The run of ``output`` and ``reference`` (texts, or lists of parts that no run may cross) with the most characters beyond template text.

    ``shown``: what the model was given; ``templates``: other texts of the kind. A character of the reference is template where one of them holds a stretch of
    ``unit`` characters around it. Runs shorter than ``unit`` say nothing and do not count. Of equal runs the longest, then the first. Texts are compared without
    white space and punctuation. Linear in the texts. Raises: WrongTypeError; LegalMetricsError for a ``unit`` that is no whole number >= 1.

    >>> judgment = "被告趁夜翻越圍牆竊取白米三包得手後逃逸，處有期徒刑肆月。"
    >>> found = shared_text("依卷證，被告趁夜翻越圍牆竊取白米三包得手後逃逸。", judgment, shown="被告翻越圍牆竊取白米三包", templates=["得手後逃逸，處有期徒刑肆月"])
    >>> found.text, found.length, found.beyond
    ('被告趁夜翻越圍牆竊取白米三包得手後逃逸', 19, 4)
    """
    if not is_whole(unit, 1):
        raise LegalMetricsError(f"unit: found {unit!r}, allowed a whole number >= 1")
    whole = _BREAK.join(_parts("reference", reference))
    template: set[str] = set()
    for text in (shown, *templates):
        check_text("shown and templates", text)
        template |= _stretches(verbatim(text), unit)
    return _longest(_GAP.join(_parts("output", output)), RunFinder(whole), _beyond(whole, template, unit), unit)


@dataclass(frozen=True, slots=True)
class ProbedModel:
    """One model's runs: id -> ``SharedText``, of several runs of the model the one with the most beyond. Items without an output are not there.

    ``mean``: mean of ``beyond`` over ``n`` items, with interval; ``above``: share of the items that lie above the baseline's threshold, with interval, in [0, 1];
    ``excess``: mean of ``beyond`` minus that of the baseline on the same items, paired. ``n_missing``: items without an output (in any run).
    """

    name: str
    items: Mapping[str, SharedText]
    mean: float
    interval: Interval
    above: float
    above_interval: Interval
    excess: Difference
    n_missing: int

    @property
    def n(self) -> int:
        """Items with an output."""
        return len(self.items)

    def longest(self, most: int) -> list[tuple[str, SharedText]]:
        """The items with the most characters beyond template text, at most so many; those that have none are left out."""
        ranked = sorted(self.items.items(), key=lambda item: (-item[1].beyond, -item[1].length, item[0]))
        return [(id, run) for id, run in ranked[:most] if run.beyond]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {
            "name": self.name,
            "n": self.n,
            "n_missing": self.n_missing,
            "mean_beyond_template": {"value": _finite(self.mean), "low": _finite(self.interval.low), "high": _finite(self.interval.high)},
            "share_above_threshold": {"value": _finite(self.above), "low": _finite(self.above_interval.low), "high": _finite(self.above_interval.high)},
            "beyond_baseline": {
                "value": _finite(self.excess.value),
                "low": _finite(self.excess.interval.low),
                "high": _finite(self.excess.interval.high),
                "n": self.excess.n,
            },
            "items": [{"id": id, "length": run.length, "beyond_template": run.beyond, "text": run.text} for id, run in self.items.items()],
        }


@dataclass(frozen=True, slots=True)
class MemorisationProbe:
    """The runs of all models, and of the template baseline, which has an item wherever there is another judgment.

    ``threshold``: characters beyond template text that 95 % of the baseline's items do not exceed; None without a baseline. ``n_templates``: texts of other
    judgments that template text was looked for in.
    """

    models: Mapping[str, ProbedModel]
    baseline: ProbedModel
    threshold: int | None
    n_records: int
    n_templates: int
    unit: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping; NaN becomes None."""
        return {
            "unit": self.unit,
            "n_records": self.n_records,
            "n_templates": self.n_templates,
            "threshold": self.threshold,
            "baseline": self.baseline.to_dict(),
            "models": [model.to_dict() for model in self.models.values()],
        }


def memorisation_probe(
    outputs: Mapping[str, Mapping[str, str] | Predictions],
    records: Iterable[Mapping[str, Any]],
    *,
    train: Iterable[Mapping[str, Any]] = (),
    unit: int = TEMPLATE_UNIT,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> MemorisationProbe:
    """Look for recital in outputs to tw-legalbench/ljp.

    Args:
        outputs: model name -> record id -> output, or what ``read_predictions`` gives. Of an output that can be read, its reasoning and main text are looked
            through; else all of it. Outputs to no record are left out.
        records: the judgments that were asked for (``id``, ``facts``, ``reasons``, ``main_text``, ``cause``): the facts were shown, the rest is the reference.
        train: further judgments. Template text is what stands in the facts or in any other judgment, of the train split or of ``records``.
        unit: as in ``shared_text``, whose result each item is.
        confidence, seed, resamples: of the intervals.

    The baseline's output for a record is the text of the other judgment that shares the most stretches of ``unit`` characters with it, of the same cause where there
    is one; its own text is then no template. Raises: WrongTypeError; PredictionsError; BadReferenceError; LegalMetricsError for options that cannot be used.

    >>> rows = [{"id": "r1", "facts": "甲竊取白米。", "reasons": "甲深夜攜帶布袋潛入米店，事後坦承因失業多時而行竊。", "main_text": "甲犯竊盜罪，處拘役參拾日。"},
    ...         {"id": "r2", "facts": "乙竊取機車。", "reasons": "乙以自備鑰匙發動停放路邊之機車後騎乘離去。", "main_text": "乙犯竊盜罪，處拘役參拾日。"}]
    >>> recited = '{"statutes": [], "reasoning": "甲深夜攜帶布袋潛入米店。", "main_text": "甲犯竊盜罪，處拘役參拾日。"}'
    >>> probe = memorisation_probe({"m": {"r1": recited}}, rows)
    >>> probe.models["m"].items["r1"], probe.threshold
    (SharedText(text='甲深夜攜帶布袋潛入米店', length=11, beyond=11), 10)
    """
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    if not is_whole(unit, 1):
        raise LegalMetricsError(f"unit: found {unit!r}, allowed a whole number >= 1")
    check_iterable("records", records, "records")
    check_iterable("train", train, "records")
    wanted = {judgment.id: judgment for judgment in map(_Judgment.of, records)}
    others = [*(judgment for judgment in map(_Judgment.of, train) if judgment.id not in wanted), *wanted.values()]
    library = _Library.of(list(wanted.values()), others, unit)
    read = {name: _answers(Predictions.of(told), wanted) for name, told in outputs.items()}
    found: dict[str, dict[str, SharedText]] = {name: {} for name in outputs}
    by_chance: dict[str, SharedText] = {}
    for id, judgment in wanted.items():
        finder = RunFinder(judgment.reference)
        beyond = _beyond(judgment.reference, library.template(judgment), unit)
        for name, answers in read.items():
            runs = [_longest(text, finder, beyond, unit) for text in answers.get(id, ())]
            if runs:
                found[name][id] = max(runs, key=_rank)
        nearest = library.nearest(judgment)
        if nearest is not None:
            left = _beyond(judgment.reference, library.template(judgment, nearest), unit)
            by_chance[id] = _longest(nearest.reference.replace(_BREAK, _GAP), finder, left, unit)
    threshold = _quantile([run.beyond for run in by_chance.values()])
    line = _Line(by_chance, threshold, len(wanted), confidence, seed, resamples)
    return MemorisationProbe(
        models=MappingProxyType({name: line.model(name, items) for name, items in found.items()}),
        baseline=line.model("template baseline", by_chance),
        threshold=threshold,
        n_records=len(wanted),
        n_templates=len(others),
        unit=int(unit),
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """What the figures of all models share."""

    by_chance: Mapping[str, SharedText]
    threshold: int | None
    n_records: int
    confidence: float
    seed: int
    resamples: int

    def model(self, name: str, items: Mapping[str, SharedText]) -> ProbedModel:
        options: dict[str, Any] = {"confidence": self.confidence, "seed": self.seed, "resamples": self.resamples}
        beyond = [float(run.beyond) for run in items.values()]
        above = [float(run.beyond > self.threshold) for run in items.values()] if self.threshold is not None else []
        both = [id for id in items if id in self.by_chance]
        return ProbedModel(
            name=name,
            items=MappingProxyType(dict(items)),
            mean=_mean(beyond),
            interval=ratio_interval(beyond, [1.0] * len(beyond), **options),
            above=_mean(above),
            above_interval=ratio_interval(above, [1.0] * len(above), **options),
            excess=paired_bootstrap([float(items[id].beyond) for id in both], [float(self.by_chance[id].beyond) for id in both], **options),
            n_missing=self.n_records - len(items),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Judgment:
    """One judgment, without white space and punctuation. ``reference``: reasons and main text; ``whole``: the facts too."""

    id: str
    cause: str
    facts: str
    reference: str

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> _Judgment:
        row = Fields.of(record)
        texts = [verbatim(row.text(name) or "") for name in ("facts", "reasons", "main_text")]
        return cls(row.filled("id"), row.text("cause") or "", texts[0], _BREAK.join(texts[1:]))


@dataclass(frozen=True, slots=True)
class _Library:
    """All judgments by their stretches, as far as the references hold them.

    ``holders``: stretch -> up to three judgments that hold it: enough to say whether one does beside a record and the judgment most like it.
    """

    holders: Mapping[str, list[_Judgment]]
    shared: Mapping[_Judgment, tuple[int, _Judgment | None]]
    wanted: Mapping[_Judgment, frozenset[str]]
    unit: int

    @classmethod
    def of(cls, records: Sequence[_Judgment], everything: Sequence[_Judgment], unit: int) -> _Library:
        wanted = {judgment: frozenset(_stretches(judgment.reference, unit)) for judgment in records}
        holders: dict[str, list[_Judgment]] = {stretch: [] for stretches in wanted.values() for stretch in stretches}
        open_stretches = set(holders)  # those with fewer than three holders so far
        causes = Counter(judgment.cause for judgment in everything)
        asked: dict[str, list[_Judgment]] = {}
        for judgment in records:
            asked.setdefault(judgment.cause, []).append(judgment)
        alone = [judgment for judgment in records if causes[judgment.cause] == 1]  # nobody else has the cause: any judgment will do
        shared: dict[_Judgment, tuple[int, _Judgment | None]] = dict.fromkeys(records, (-1, None))
        for other in everything:
            in_reference = _stretches(other.reference, unit)
            for stretch in open_stretches & (in_reference | _stretches(other.facts, unit)):
                holders[stretch].append(other)
                if len(holders[stretch]) == 3:
                    open_stretches.discard(stretch)
            for judgment in (*asked.get(other.cause, ()), *alone):
                count = len(wanted[judgment] & in_reference)
                if other is not judgment and count > shared[judgment][0]:
                    shared[judgment] = count, other
        return cls(holders, shared, wanted, unit)

    def nearest(self, judgment: _Judgment) -> _Judgment | None:
        return self.shared[judgment][1]

    def template(self, judgment: _Judgment, beside: _Judgment | None = None) -> set[str]:
        """The stretches of the reference that are template: in its facts, or in another judgment than these two."""
        shown = _stretches(judgment.facts, self.unit)
        return {s for s in self.wanted[judgment] if s in shown or any(j is not judgment and j is not beside for j in self.holders[s])}


def _answers(predictions: Predictions, wanted: Mapping[str, Any]) -> dict[str, list[str]]:
    """Record id -> the text of each run's output."""
    found: dict[str, list[str]] = {}
    for outputs in predictions.runs.values():
        for id, output in outputs.items():
            if id in wanted:
                answer = read_judgment_answer(output, reading="lenient")
                parts = [answer.reasoning, answer.main_text or ""] if answer.is_readable else [output]
                found.setdefault(id, []).append(_GAP.join(map(verbatim, parts)))
    return found


def _longest(text: str, finder: RunFinder, beyond: Sequence[int], unit: int) -> SharedText:
    """``beyond``: characters of the reference beyond template text, before each place."""
    best = SharedText()
    for run in finder.runs(text, least=unit):
        found = SharedText(text[run.start : run.start + run.length], run.length, beyond[run.reference_end] - beyond[run.reference_start])
        if _rank(found) > _rank(best):
            best = found
    return best


def _rank(run: SharedText) -> tuple[int, int]:
    return run.beyond, run.length


def _beyond(reference: str, template: set[str], unit: int) -> list[int]:
    """How many characters before each place, and before the end, no template stretch covers."""
    free, covered = [], 0
    for place in range(len(reference)):
        if reference[place : place + unit] in template:
            covered = place + unit
        free.append(int(place >= covered))
    return [0, *accumulate(free)]


def _stretches(text: str, unit: int) -> set[str]:
    return {text[place : place + unit] for place in range(len(text) - unit + 1)}


def _parts(argument: str, text: str | Sequence[str]) -> list[str]:
    parts = [text] if isinstance(text, str) else text
    check_texts(argument, parts)
    return [verbatim(part) for part in parts]


def _quantile(values: Sequence[int]) -> int | None:
    """The smallest value that at least ``THRESHOLD`` of the values do not exceed."""
    return sorted(values)[math.ceil(THRESHOLD * len(values)) - 1] if values else None


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
