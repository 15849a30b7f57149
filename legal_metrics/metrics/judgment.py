"""A whole judgment against its reference: defendants paired, penalties paired, one value a case.

Unit [CHOICE]: the case. Reference defendants are paired with predicted ones by the name in the 主文, the rest by order; a case's value is the mean over
the reference defendants that have the sanction, a defendant's value the mean over such penalties. What is compared are the penalties in force
(``penalties.penalties_in_force``), paired in order: never a sum over counts, never the first of several.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from legal_metrics.arguments import check_paired
from legal_metrics.errors import BadReferenceError, LegalMetricsError, shown
from legal_metrics.metrics.sentencing import (
    LIFE_OR_DEATH,
    SanctionPairs,
    check_cap,
    check_tolerance,
    deviation_score,
    same,
    sanction_score,
    term_closeness,
    within,
)
from legal_metrics.metrics.verdicts import VerdictPairs, verdict_class, verdict_score
from legal_metrics.penalties import MainText, Outcome, Penalty, penalties_in_force
from legal_metrics.results import Score, Signature

_MASK_CIRCLES = dict.fromkeys(map(ord, "○〇◯◎●OoＯｏ0０*＊xXＸ×"))
"""Signs that stand for a hidden part of a name: 甲○○, 甲〇〇, 甲OO and 甲 are one mark."""


@dataclass(frozen=True, slots=True)
class Defendant:
    """All that a 主文 says of one person: verdicts, penalties in force and probation periods (months), in order.

    >>> Defendant("甲○○", frozenset({"guilty"}), (Penalty(detention_days=20),)).probation_months
    ()
    """

    name: str
    verdicts: frozenset[str]
    penalties: tuple[Penalty, ...] = ()
    probation_months: tuple[int, ...] = ()


def defendants(outcomes: Iterable[Outcome]) -> tuple[Defendant, ...]:
    """Gather the outcomes of each person, in order of first mention.

    >>> people = defendants([Outcome("guilty", 1, "甲"), Outcome("not_guilty", 2, "乙"), Outcome("not_guilty", 1, "甲")])
    >>> [(p.name, sorted(p.verdicts)) for p in people]
    [('甲', ['guilty', 'not_guilty']), ('乙', ['not_guilty'])]
    """
    by_person: dict[object, list[Outcome]] = {}
    for outcome in outcomes:
        by_person.setdefault(
            outcome.defendant if outcome.defendant is not None else name_key(outcome.name), []
        ).append(outcome)
    return tuple(
        Defendant(
            name=next((o.name for o in group if o.name), ""),
            verdicts=frozenset(o.verdict for o in group),
            penalties=tuple(penalty for o in group for penalty in penalties_in_force(o)),
            probation_months=tuple(months for o in group for months in _probation(o)),
        )
        for group in by_person.values()
    )


def pair_defendants(
    predicted: Sequence[Defendant], gold: Sequence[Defendant]
) -> tuple[tuple[Defendant | None, ...], tuple[Defendant, ...]]:
    """For each gold defendant its predicted counterpart or None; and the predicted ones left over.

    Same name first (white space and mask circles do not count: 甲○○ = 甲), then what is left on both sides in order, whatever the names: released records
    are masked, and a model may name the defendants in its own way.

    >>> people = [Defendant(name, frozenset({"guilty"})) for name in ("甲○○", "乙○○", "被告A")]
    >>> pairs, extra = pair_defendants(people, [people[1], Defendant("丙○○", frozenset({"guilty"}))])
    >>> [p.name for p in pairs], [p.name for p in extra]
    (['乙○○', '甲○○'], ['被告A'])
    """
    left = list(predicted)
    pairs: list[Defendant | None] = [None] * len(gold)
    for index, person in enumerate(gold):
        key = name_key(person.name)
        match = next((p for p in left if key and name_key(p.name) == key), None)
        if match is not None:
            pairs[index] = match
            left.remove(match)
    for index, found in enumerate(pairs):
        if found is None and left:
            pairs[index] = left.pop(0)
    return tuple(pairs), tuple(left)


def judgment_scores(
    predicted: Sequence[MainText | None],
    gold: Sequence[Sequence[Outcome]],
    *,
    tolerance_months: float = 3,
    tolerance_days: float = 7,
    probation_tolerance_months: float = 12,
    fine_tolerances: Sequence[float] = (0.10, 0.50),
    cap_months: float = 216,
) -> dict[str, Score]:
    """Every sentencing score of tw-legalbench/ljp over cases, by name, in the order of the report: shares and closeness in [0, 1], deviations in months,
    days or currency units.

    ``predicted``: what ``extract.main_text`` read from each output (None: nothing could be read; it scores 0 and is counted in ``n_unparsed``).
    ``gold``: each case's outcomes. A sanction's denominator is the cases whose gold has it; the others are excluded, and sanctions predicted there are
    counted in ``details["n_spurious"]``. Life and death are outcomes of their own (``life_death_match``), never months. Fines in two different stated
    currencies are a miss (``n_currency_mismatch``). The verdict scores' ``details`` count missing and extra defendants and penalties.
    Source: TW-LegalBench section 4.2.3. Raises: LengthMismatchError; BadReferenceError for a case without outcomes;
    LegalMetricsError for a tolerance that is no finite number >= 0 or a cap that is none above 1.

    >>> case = [Outcome("guilty", 1, "甲○○", counts=(Penalty(imprisonment_months=6),), probation_months=24)]
    >>> answer = MainText((Outcome("guilty", 1, "", counts=(Penalty(imprisonment_months=10),), probation_months=24),))
    >>> scores = judgment_scores([answer], [case])
    >>> scores["verdict_accuracy"].value, scores["imprisonment_within"].value, scores["imprisonment_deviation"].value
    (1.0, 0.0, 4.0)
    """
    check_paired(predicted, gold, "judgments")
    check_tolerance("tolerance_months", tolerance_months)
    check_tolerance("tolerance_days", tolerance_days)
    check_tolerance("probation_tolerance_months", probation_tolerance_months)
    for tolerance in fine_tolerances:
        check_tolerance("fine_tolerances", tolerance)
    check_cap(cap_months)
    cases = [
        _case(main_text, outcomes, index)
        for index, (main_text, outcomes) in enumerate(zip(predicted, gold, strict=True))
    ]
    signature = Signature("judgment", (("pairing", "name,order"), ("unit", "case")))

    def scored(name: str, values: _Values, value: Callable[[Any, Any], float], **options: Any) -> Score:
        return sanction_score(
            name, [_pairs(case, values) for case in cases], value, replace(signature, metric=name).extended(**options)
        )

    def deviation(name: str, values: _Values, *, relative: bool = False) -> Score:
        signed = replace(signature, metric=name).extended(relative=relative)
        return deviation_score(name, [_pairs(case, values) for case in cases], signed, relative=relative)

    scores = [
        verdict_score([_verdicts(case, binary) for case in cases], binary=binary, balanced=balanced, unit="case")
        for binary, balanced in ((True, False), (False, False), (True, True))
    ]
    scores += [
        scored(
            "imprisonment_within",
            _months,
            lambda p, r: within(p, r, tolerance_months),
            tolerance=f"{tolerance_months}_months",
        ),
        scored(
            "term_log_distance",
            _months,
            lambda p, r: term_closeness(p, r, cap_months),
            cap_months=cap_months,
            clip=True,
        ),
        deviation("imprisonment_deviation", _months),
        scored(
            "detention_within",
            _detention,
            lambda p, r: within(p, r, tolerance_days),
            tolerance=f"{tolerance_days}_days",
        ),
        deviation("detention_deviation", _detention),
        scored(
            "probation_within",
            _probation_periods,
            lambda p, r: within(p, r, probation_tolerance_months),
            tolerance=f"{probation_tolerance_months}_months",
        ),
        deviation("probation_deviation", _probation_periods),
    ]
    for tolerance in fine_tolerances:
        hit = _fine_hit(tolerance)
        scores.append(scored(f"fine_within_{100 * tolerance:g}", _fines, hit, tolerance=tolerance))
    scores += [
        deviation("fine_deviation", _fines),
        deviation("fine_relative_deviation", _fines, relative=True),
        scored("life_death_match", _life_or_death, same),
    ]
    return {score.name: score for score in scores}


@dataclass(frozen=True, slots=True)
class _Case:
    pairs: tuple[tuple[Defendant | None, Defendant], ...]
    extra: tuple[Defendant, ...]
    unread: bool


_Values = Callable[[Defendant], list[Any]]
"""A defendant's values of one sanction, one for each place in the order of penalties (None: not in that place)."""


def _case(main_text: MainText | None, outcomes: Sequence[Outcome], index: int) -> _Case:
    if main_text is not None and not isinstance(main_text, MainText):
        raise LegalMetricsError(f"prediction #{index}: found {shown(main_text)}, allowed a MainText or None")
    if not isinstance(outcomes, Iterable) or not all(isinstance(outcome, Outcome) for outcome in outcomes):
        raise BadReferenceError(f"#{index}", "outcomes", f"found {shown(outcomes)}, allowed Outcomes")
    people = defendants(outcomes)
    if not people:
        raise BadReferenceError(f"#{index}", "outcomes", "found none, allowed one or more")
    answered = defendants(main_text.outcomes) if main_text is not None else ()
    found, extra = pair_defendants(answered, people)
    return _Case(tuple(zip(found, people, strict=True)), extra, unread=not answered)


def _pairs(case: _Case, values: _Values) -> SanctionPairs:
    groups: list[tuple[tuple[Any, Any], ...]] = []
    counts = {"spurious": sum(value is not None for person in case.extra for value in values(person))}
    for found, person in case.pairs:
        references = values(person)
        answers = values(found) if found is not None else []
        answers += [None] * (len(references) - len(answers))
        counts["spurious"] += sum(value is not None for value in answers[len(references) :])
        pairs = []
        for answer, reference in zip(answers, references, strict=False):
            if reference is None:
                counts["spurious"] += answer is not None
            else:
                pairs.append(_amounts(answer, reference, counts))
        if pairs:
            groups.append(tuple(pairs))
    return SanctionPairs(tuple(groups), unread=case.unread, counts=counts)


def _verdicts(case: _Case, binary: bool) -> VerdictPairs:
    pairs = []
    counts = dict.fromkeys(("missing_defendants", "extra_defendants", "missing_penalties", "extra_penalties"), 0)
    counts["extra_defendants"] = len(case.extra)
    counts["extra_penalties"] = sum(len(person.penalties) for person in case.extra)
    for found, person in case.pairs:
        label = verdict_class(person.verdicts, binary=binary)
        if label is not None:
            pairs.append((verdict_class(found.verdicts, binary=binary) if found is not None else None, label))
        surplus = (len(found.penalties) if found is not None else 0) - len(person.penalties)
        counts["missing_defendants"] += found is None
        counts["extra_penalties"] += max(surplus, 0)
        counts["missing_penalties"] += max(-surplus, 0)
    return VerdictPairs(tuple(pairs), unread=case.unread, counts=counts)


def _months(person: Defendant) -> list[Any]:
    return [penalty.months for penalty in person.penalties]


def _detention(person: Defendant) -> list[Any]:
    return [penalty.detention_days for penalty in person.penalties]


def _fines(person: Defendant) -> list[Any]:
    return [None if penalty.fine is None else (penalty.fine, penalty.currency) for penalty in person.penalties]


def _life_or_death(person: Defendant) -> list[Any]:
    return [
        next((kind for kind in reversed(LIFE_OR_DEATH) if getattr(penalty, kind)), None) for penalty in person.penalties
    ]


def _probation_periods(person: Defendant) -> list[Any]:
    return list(person.probation_months)


def _probation(outcome: Outcome) -> list[int]:
    if outcome.groups:
        return [group.probation_months for group in outcome.groups if group.probation_months is not None]
    return [] if outcome.probation_months is None else [outcome.probation_months]


def _amounts(answer: Any, reference: Any, counts: dict[str, int]) -> tuple[Any, Any]:
    """A pair of plain values; fines are compared only where no two different currencies are stated."""
    if not isinstance(reference, tuple):
        return answer, reference
    if answer is None:
        return None, reference[0]
    if answer[1] is not None and reference[1] is not None and answer[1] != reference[1]:
        counts["currency_mismatch"] = counts.get("currency_mismatch", 0) + 1
        return None, reference[0]
    return answer[0], reference[0]


def _fine_hit(tolerance: float) -> Callable[[float | None, float], float]:
    return lambda predicted, reference: within(predicted, reference, tolerance * reference)


def name_key(name: str) -> str:
    """What of a name is compared: white space and the signs for hidden parts do not count.

    >>> name_key("甲 ○○") == name_key("甲"), name_key("甲○○") == name_key("乙○○")
    (True, False)
    """
    return unicodedata.normalize("NFC", "".join(name.split())).translate(_MASK_CIRCLES)
