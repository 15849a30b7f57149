"""ZhiFa-Bench's own formulas, as its tool computes them, each beside ours.

For comparing with published figures only. The tool is known from its public description and from what it returned on single inputs: the formulas below
give those values, and where the description is silent this module says so. What they do that ours do not:

- ``nlog`` divides by a bound that grows with the terms, so one month for none scores 0, like any other answer; life is 300 months and death 360; an answer
  without a term is 0 months, which is right where the reference is 0;
- ``em`` and all that compare text first delete what is neither Han nor an ASCII letter or digit: full-width digits (３０日 equals ６０日), the decimal
  point (1.5 equals 15) and the sign (-5 equals 5);
- ``rc_f1`` gives 0 to two empty answers and does not know the label 回答:;
- ``f05`` compares bags of characters, so a clause that was not corrected scores about 0.97;
- ``rubric`` adds the items of a reply as they come, so an item that is named twice counts twice; a reply without grades is 0, and full marks for a contract
  without risks;
- ``seven_dimensions`` fills a dimension that no item of a task has with the task's ratio.

>>> round(nlog(10, 36), 3), round(nlog(180, "death"), 3), nlog(None, 0), em("３０日", "６０日")
(0.087, 0.117, 1.0, 1.0)
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_paired, check_text, check_text_pairs
from legal_metrics.errors import LegalMetricsError, LengthMismatchError, shown
from legal_metrics.grading import DIMENSIONS, Grade, Rubric
from legal_metrics.metrics.correction import correction_f
from legal_metrics.metrics.exact import exact_match, exact_or_rouge
from legal_metrics.metrics.labels import label_f1
from legal_metrics.metrics.lcs import lcs_length
from legal_metrics.metrics.overlap import Match
from legal_metrics.metrics.reading import reading_f1
from legal_metrics.metrics.rubric import score_rubric
from legal_metrics.metrics.rubric_policies import Policy, policy_of
from legal_metrics.metrics.sentencing import LIFE_OR_DEATH, life_death_match, term_log_distance
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.tokenisers import CHARACTERS

Term = float | str
"""A term in months, or one of ``"life"``, ``"death"``, ``"death_suspended"``."""

MONTHS_OF: Mapping[str, int] = MappingProxyType({"life": 300, "death": 360, "death_suspended": 360})
ADVERSARIAL_BASE = 15
_DELETED = re.compile("[^\u4e00-\u9fffA-Za-z0-9]+")


def compared_form(text: str) -> str:
    """What the text formulas compare: Han characters, ASCII letters and digits; all else is deleted. Raises: WrongTypeError.

    >>> compared_form("答案:３０日，-1.5")
    '答案日15'
    """
    check_text("text", text)
    return _DELETED.sub("", text)


def nlog(predicted: Term | None, gold: Term) -> float:
    """``max(0, 1 - ln(1 + |p - g|) / ln(1 + max(p, g, 1)))``, in [0, 1]; 1 where both are 0. No answer (None) is 0 months.

    Raises: LegalMetricsError for what is no term.

    >>> round(nlog(10, 36), 3), nlog(6, 0), nlog("life", "life")
    (0.087, 0.0, 1.0)
    """
    p, g = 0.0 if predicted is None else _months("predicted", predicted), _months("gold", gold)
    if p == g == 0:
        return 1.0
    return max(0.0, 1 - math.log(1 + abs(p - g)) / math.log(1 + max(p, g, 1)))


def em(prediction: str, reference: str) -> float:
    """1.0 where the two are equal in the compared form, else 0.0.

    >>> em("1.5", "15"), em("三十日", "六十日")
    (1.0, 0.0)
    """
    return float(compared_form(prediction) == compared_form(reference))


def em_rouge_l(prediction: str, reference: str) -> float:
    """1 where equal, else 0.8 x F1 of the longest common subsequence of characters, in [0, 1]; in the compared form, which is not stated for the second.

    >>> em_rouge_l("三十日", "30日"), em_rouge_l("30日", "30日。")
    (0.26666666666666666, 1.0)
    """
    p, r = compared_form(prediction), compared_form(reference)
    return 1.0 if p == r else 0.8 * Match(lcs_length(p, r), len(p), len(r)).f


def rc_f1(prediction: str, reference: str) -> float:
    """F1 of the bags of characters, in [0, 1]; 0 where either is empty.

    >>> rc_f1("张某", "张某甲"), rc_f1("", "回答:")
    (0.8, 0.0)
    """
    return _bag(prediction, reference).f


def f05(prediction: str, reference: str) -> float:
    """F0.5 of the bags of characters, in [0, 1]; the uncorrected source plays no part.

    >>> round(f05("乙方逾期应赏付违约金", "乙方逾期应偿付违约金"), 4)
    0.9
    """
    match = _bag(prediction, reference)
    return 1.25 * match.p * match.r / (0.25 * match.p + match.r) if match.matched else 0.0


def choice_f1(predicted: Iterable[str], gold: Iterable[str]) -> float:
    """F1 of two sets of letters, in [0, 1].

    >>> choice_f1("C", "ABC")
    0.5
    """
    p, g = set(predicted), set(gold)
    return 2 * len(p & g) / (len(p) + len(g)) if p & g else 0.0


def rubric(points: Mapping[Any, float], grades: Iterable[tuple[Any, float]], *, total: float | None = None) -> float:
    """Sum of the graded items, each held between 0 and its points, over the total (default: the sum of positive points).

    An item that is graded twice counts twice, so the ratio can pass 1. Grades of items that are not in the rubric are left out (not stated).
    Raises: LegalMetricsError for a total that is not above 0.

    >>> rubric({1: 5, 2: 5}, [(1, 9), (2, 4)]), rubric({1: 5, 2: 5}, [(1, 5), (1, 5), (2, 5), (2, 1)])
    (0.9, 1.6)
    """
    whole = math.fsum(value for value in points.values() if value > 0) if total is None else total
    if not whole > 0:
        raise LegalMetricsError(f"total: found {shown(whole)}, allowed a number above 0")
    return math.fsum(_held(score, points[index]) for index, score in grades if index in points) / whole


def adversarial_contract(hard: int, soft: int, *, base: float = ADVERSARIAL_BASE) -> float:
    """Share of the base that is left of a contract without risks: ``max(0, base - 3 x hard - soft) / base`` for so many false alarms, in [0, 1].

    >>> adversarial_contract(2, 3), adversarial_contract(5, 0)
    (0.4, 0.0)
    """
    if not base > 0:
        raise LegalMetricsError(f"base: found {shown(base)}, allowed a number above 0")
    return max(0.0, base - 3 * hard - soft) / base


def seven_dimensions(tasks: Mapping[str, Sequence[tuple[Rubric, Iterable[Grade]]]]) -> dict[str, float]:
    """The seven dimensions over tasks, in [1, 5]: ``1 + 4 x`` the mean over tasks of the share of points that a task's items earn there.

    ``tasks``: the rubrics of each task with one verdict each. Points go in equal shares to an item's dimensions, else its module's; a dimension without items
    in a task has there the ratio of the whole task, so that all seven are always filled. Raises: LegalMetricsError for tasks without points.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 4, (Module("", None, (Item(1, "", 4, dimensions=("完整性",)),)),))
    >>> set(seven_dimensions({"case_analysis": [(rubric, [Grade(1, score=3.0)])]}).values())
    {4.0}
    """
    if not tasks:
        raise LegalMetricsError("tasks: found none, allowed one or more")
    ratios = [_task_ratios(judged) for judged in tasks.values()]
    return {name: 1 + 4 * math.fsum(task[name] for task in ratios) / len(ratios) for name in DIMENSIONS}


@dataclass(frozen=True, slots=True)
class Both:
    """One set of answers under ZhiFa-Bench's formula and under ours. ``differing``: the places where the two values are apart.

    >>> both("em", ["３０日", "30日"], ["６０日", "30日"]).differing
    ((0, 1.0, 0.0),)
    """

    mode: str
    zhifa: Score
    ours: Score

    @property
    def differing(self) -> tuple[tuple[int, float, float], ...]:
        """(place, their value, our value) of each sample whose values differ by more than 1e-9, or of which one is NaN (unscored)."""
        pairs = zip(self.zhifa.samples, self.ours.samples, strict=True)
        values = [(place, a.value, b.value) for place, (a, b) in enumerate(pairs)]
        return tuple(
            (place, a, b)
            for place, a, b in values
            if math.isnan(a) != math.isnan(b) or abs(a - b) > 1e-9  # no difference to NaN is above anything
        )


def score(mode: str, predictions: Sequence[Any], references: Sequence[Any]) -> Score:
    """Mean of one formula over pairs, in [0, 1]; ``mode`` is one of ``MODES``.

    Terms for ``nlog``, sets of letters for ``choice_f1``, texts for the others; an unread prediction (None) is an empty one, as it is there, and counted
    in ``n_unparsed``. Raises: LegalMetricsError for an unknown mode, LengthMismatchError, and as the formula.

    >>> score("nlog", [10, 180, 6], [36, "death", 0]).value.__round__(3)
    0.068
    """
    if mode not in MODES:
        raise LegalMetricsError(f"mode: found {shown(mode)}, allowed {', '.join(MODES)}")
    formula, empty = MODES[mode]
    if empty == "":
        check_text_pairs(predictions, references)
    else:
        check_paired(predictions, references, "answers")
    samples = [
        SampleScore(
            formula(empty if prediction is None else prediction, reference),
            answer=prediction,
            reference=reference,
            status="unparsed" if prediction is None else "scored",
        )
        for prediction, reference in zip(predictions, references, strict=True)
    ]
    return Score.from_samples(f"zhifa_{mode}", samples, Signature("zhifa").extended(mode=mode))


def both(
    mode: str, predictions: Sequence[Any], references: Sequence[Any], *, sources: Sequence[str] | None = None
) -> Both:
    """The same answers under ZhiFa-Bench's formula and under ours; ``sources`` are the uncorrected texts, for ``f05``.

    Ours are ``term_log_distance`` (and ``life_death_match`` for references without months), ``exact_match``, ``exact_or_rouge`` over characters,
    ``reading_f1``, ``correction_f`` and ``label_f1`` over samples. Raises: as ``score``; LegalMetricsError for ``f05`` without sources.

    >>> pair = both("f05", ["交付期眼"], ["交付期限"], sources=["交付期眼"])
    >>> pair.zhifa.value, pair.ours.value
    (0.75, 0.0)
    """
    theirs = score(mode, predictions, references)
    if mode == "f05":
        if sources is None:
            raise LegalMetricsError("sources: found None, allowed the uncorrected texts: ours compares edits")
        return Both(mode, theirs, correction_f(predictions, references, sources=sources))
    return Both(mode, theirs, _OURS[mode](predictions, references))


def both_rubrics(
    rubrics: Sequence[Rubric], judged: Sequence[Iterable[Grade]], *, policy: Policy | str = "zhifa"
) -> Both:
    """One verdict of each answer added up as ZhiFa-Bench's tool does and by our policy. Raises: LengthMismatchError; as ``rubric`` and ``score_rubric``.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 10, (Module("", None, (Item(1, "", 5), Item(2, "", 5))),))
    >>> both_rubrics([rubric], [[Grade(1, score=5.0), Grade(1, score=5.0), Grade(2, score=5.0)]]).differing
    ((0, 1.5, nan),)
    """
    if len(rubrics) != len(judged):
        raise LengthMismatchError(len(judged), len(rubrics), left="verdicts", right="rubrics")
    pairs = [(one, tuple(grades)) for one, grades in zip(rubrics, judged, strict=True)]
    theirs = [SampleScore(_whole_ratio(one, grades)) for one, grades in pairs]
    ratios = [score_rubric(one, grades, policy=policy).ratio for one, grades in pairs]
    ours = [SampleScore(0.0, 0.0, status="excluded") if ratio is None else SampleScore(ratio) for ratio in ratios]
    signature = Signature("zhifa").extended(mode="rubric")
    return Both(
        "rubric",
        Score.from_samples("zhifa_rubric", theirs, signature),
        Score.from_samples("rubric_score", ours, Signature("rubric_score").extended(**policy_of(policy).options)),
    )


@dataclass(frozen=True, slots=True)
class BothDimensions:
    """A dimension on the scale of 1 to 5 under ZhiFa-Bench's formula and under ours: None where no task has it; ``n_tasks``: how many have it.

    >>> BothDimensions("完整性", 4.0, None, 0).filled
    True
    """

    name: str
    zhifa: float
    ours: float | None
    n_tasks: int

    @property
    def filled(self) -> bool:
        """Whether their value is made of nothing but ratios of whole tasks."""
        return self.ours is None


def both_dimensions(
    tasks: Mapping[str, Sequence[tuple[Rubric, Iterable[Grade]]]], *, policy: Policy | str = "zhifa"
) -> tuple[BothDimensions, ...]:
    """All seven dimensions as ZhiFa-Bench's tool shows them and as we do: ours is the mean over the tasks that have the dimension, of answers that are scored.

    Raises: as ``seven_dimensions`` and ``score_rubric``.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q1", "", 4, (Module("", None, (Item(1, "", 4, dimensions=("完整性",)),)),))
    >>> shown = both_dimensions({"case_analysis": [(rubric, [Grade(1, score=3.0)])]})
    >>> [(one.name, one.zhifa, one.ours) for one in shown][3:5]
    [('法律推理逻辑性', 4.0, None), ('完整性', 4.0, 4.0)]
    """
    given = {task: [(one, tuple(grades)) for one, grades in judged] for task, judged in tasks.items()}
    theirs = seven_dimensions(given)
    ratios: dict[str, list[float]] = {name: [] for name in DIMENSIONS}
    for judged in given.values():
        scores = [score_rubric(one, grades, policy=policy) for one, grades in judged]
        for name in DIMENSIONS:
            parts = [part for one in scores if one.score is not None and (part := one.by_dimension[name]) is not None]
            earned = math.fsum(part.ratio * part.max for part in parts if part.ratio is not None)
            whole = math.fsum(part.max for part in parts if part.ratio is not None)
            if whole > 0:
                ratios[name].append(earned / whole)
    return tuple(
        BothDimensions(name, theirs[name], 1 + 4 * math.fsum(found) / len(found) if found else None, len(found))
        for name, found in ratios.items()
    )


MODES: Mapping[str, tuple[Callable[[Any, Any], float], Any]] = MappingProxyType(
    {
        "nlog": (nlog, None),
        "em": (em, ""),
        "em_rouge_l": (em_rouge_l, ""),
        "rc_f1": (rc_f1, ""),
        "f05": (f05, ""),
        "choice_f1": (choice_f1, ()),
    }
)
"""Formula of each mode, and what stands there for an answer that could not be read."""


def _terms(predictions: Sequence[Term | None], references: Sequence[Term]) -> Score:
    """Ours: closeness where the reference has months, the same type where it is life or death."""
    months = term_log_distance(*([_only_months(term) for term in terms] for terms in (predictions, references)))
    kinds = life_death_match(*([_only_kind(term) for term in terms] for terms in (predictions, references)))
    samples = [
        replace(
            kind if isinstance(reference, str) else month,
            answer=prediction,
            reference=reference,
            status="unparsed" if prediction is None else "scored",
        )
        for prediction, reference, month, kind in zip(
            predictions, references, months.samples, kinds.samples, strict=True
        )
    ]
    return Score.from_samples("term_log_distance", samples, months.signature.extended(life_death="same_type"))


def _letters(predictions: Sequence[Iterable[str] | None], references: Sequence[Iterable[str]]) -> Score:
    """Ours: the mean over items of the F1 of each item's letters."""
    given = [None if letters is None else [*letters] for letters in predictions]
    return label_f1(given, [[*letters] for letters in references], average="sample")


_OURS: Mapping[str, Callable[[Any, Any], Score]] = MappingProxyType(
    {
        "nlog": _terms,
        "em": exact_match,
        "em_rouge_l": lambda predictions, references: exact_or_rouge(predictions, references, tokenizer=CHARACTERS),
        "rc_f1": reading_f1,
        "choice_f1": _letters,
    }
)


def _only_months(term: Term | None) -> float | None:
    return None if term is None or isinstance(term, str) else term


def _only_kind(term: Term | None) -> str | None:
    return term if isinstance(term, str) else None


def _months(side: str, term: object) -> float:
    if isinstance(term, str) and term in MONTHS_OF:
        return float(MONTHS_OF[term])
    if isinstance(term, (int, float)) and not isinstance(term, bool) and 0 <= term < math.inf:
        return float(term)
    raise LegalMetricsError(f"{side}: found {shown(term)}, allowed months >= 0 or one of {', '.join(LIFE_OR_DEATH)}")


def _bag(prediction: str, reference: str) -> Match:
    p, r = Counter(compared_form(prediction)), Counter(compared_form(reference))
    return Match((p & r).total(), p.total(), r.total())


def _held(value: float, points: float) -> float:
    return min(max(value, min(points, 0)), max(points, 0))


def _whole_ratio(one: Rubric, grades: Sequence[Grade]) -> float:
    """One verdict by ``rubric``, or by what false alarms leave of the base."""
    if one.base:
        penalties = {item.number: -item.points for item in one.items if item.points is not None and item.points < 0}
        taken = math.fsum(_alarms(grade, penalties[grade.index]) for grade in grades if grade.index in penalties)
        return max(0.0, one.base - taken) / one.base
    return rubric(
        {item.number: item.points or 0.0 for item in one.items},
        [(grade.index, grade.score) for grade in grades if grade.score is not None],
        total=one.points,
    )


def _alarms(grade: Grade, worth: float) -> float:
    return worth * grade.times if grade.times is not None else -min(grade.score or 0.0, 0.0)


def _task_ratios(judged: Iterable[tuple[Rubric, Iterable[Grade]]]) -> dict[str, float]:
    """Share of points by dimension in one task, that of the whole task where a dimension has none."""
    earned: dict[str, list[float]] = {name: [] for name in DIMENSIONS}
    worth: dict[str, list[float]] = {name: [] for name in DIMENSIONS}
    all_earned: list[float] = []
    all_worth: list[float] = []
    for one, grades in judged:
        given = [(grade.index, grade.score) for grade in grades if grade.score is not None]
        for module in one:
            for item in module.items:
                points = item.points or 0.0
                got = math.fsum(_held(score, points) for number, score in given if number == item.number)
                all_earned.append(got)
                all_worth.append(max(points, 0.0))
                names = [name for name in item.dimensions or module.dimensions if name in earned]
                for name in names:
                    earned[name].append(got / len(names))
                    worth[name].append(max(points, 0.0) / len(names))
    whole = math.fsum(all_worth)
    if not whole > 0:
        raise LegalMetricsError("tasks: found one without points, allowed rubrics with points above 0")
    overall = math.fsum(all_earned) / whole
    sums = {name: math.fsum(values) for name, values in worth.items()}
    return {name: math.fsum(earned[name]) / sums[name] if sums[name] > 0 else overall for name in DIMENSIONS}
