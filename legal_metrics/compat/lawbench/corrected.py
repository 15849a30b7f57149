"""The same outputs read soundly: what a scorer gives that reads the stated answer, all units and only whole names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.compat.lawbench import golds, stated
from legal_metrics.compat.lawbench.answers import set_f1
from legal_metrics.compat.lawbench.labels import CONSULTATION_TOPICS, DISPUTE_FOCUSES, MARITAL_LABELS
from legal_metrics.compat.lawbench.tasks import TASKS, Row, check_rows, find, read_gold
from legal_metrics.metrics.overlap import lcs_match
from legal_metrics.metrics.reading import reading_f1
from legal_metrics.metrics.sentencing import term_closeness
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.answer_labels import strip_answer_label
from legal_metrics.text.tokenisers import JIEBA

CAP_MONTHS = 216
CENT = 0.005  # amounts closer than half a cent are one


@dataclass(frozen=True, slots=True)
class Sound:
    """How a task's outputs are read soundly; ``gold`` takes the place of LawBench's reader where that loses something."""

    answer: Callable[[str], Any]
    value: Callable[[Any, Any], float]
    gold: Callable[[str], Any] | None = None


def corrected(task: str, rows: Iterable[Row] | Mapping[str, Row]) -> Score:
    """The score of the same outputs in a sound reading, in [0, 1]; arguments and errors as for ``score``.

    Letters: the one that the output settles on. Labels and charges: those of the stated answer, never inside a longer name and never denied; of a
    single label the output must name one alone. Articles with their law and their 之一. Terms with years and months, clipped; 无期 and 死刑, which LawBench leaves out, by
    their kind. Amounts: the last one of the answer, with its unit. Entities up to the next type or semicolon. Texts: rc-F1 of this library, and its ROUGE-L
    over jieba's tokens without white space, answer labels taken off both sides. ``samples[i].answer`` is what was read; ``status`` is ``unparsed`` for nothing, or for a choice left open.

    >>> rows = [{"prediction": "一年六个月", "refr": "刑期:18个月"}, {"prediction": "无期徒刑", "refr": "刑期:无期"}]
    >>> corrected("3-4", rows).value
    1.0
    """
    find(task)
    samples = [_sample(task, i, *row) for i, row in enumerate(check_rows(rows))]
    options: dict[str, Any] = {"task": task, "metric": TASKS[task].metric}
    if TASKS[task].metric == "ROUGE-L":
        options["tok"] = JIEBA.signature
    return Score.from_samples(f"lawbench/{task}/corrected", samples, Signature("lawbench_corrected").extended(**options))


def _sample(task: str, i: int, prediction: str, reference: str) -> SampleScore:
    sound = SOUND[task]
    gold = read_gold(task, sound.gold or TASKS[task].gold, i, reference)
    answer = sound.answer(prediction)
    if gold is None:
        return SampleScore(0.0, 0.0, answer, reference, "excluded")
    if not answer and answer != 0:  # no months are a term, no yuan an amount
        empty = float(task in _MAY_BE_EMPTY and not gold)
        return SampleScore(empty, answer=answer, reference=gold, status="scored" if empty else "unparsed")
    return SampleScore(float(sound.value(answer, gold)), answer=answer, reference=gold)


_MAY_BE_EMPTY = ("2-5", "2-6")  # the text holds no answer, the sentence no entity


def _choice(options: str) -> Sound:
    return Sound(lambda output: stated.letters(output, options), _only)


def _single(names: Sequence[str]) -> Sound:
    def answer(output: str) -> tuple[str, ...] | None:
        found = stated.labels(output, names)
        return found if len(found) == 1 else None

    return Sound(answer, _only)


def _only(answer: Sequence[str], gold: str) -> float:
    return float(tuple(answer) == (gold,))


def _term_value(answer: float | str, gold: float | str) -> float:
    """Kinds are alike or not; months are near or far."""
    if isinstance(answer, str) or isinstance(gold, str):
        return float(answer == gold)
    return term_closeness(answer, gold, CAP_MONTHS)


def _term_gold(reference: str) -> float | str | None:
    try:
        return golds.months(reference)
    except golds.Excluded:
        return stated.term(reference)


def _entity_f1(answer: Mapping[str, str], gold: Mapping[str, str]) -> float:
    if not answer or not gold:
        return float(not answer and not gold)
    right = sum(_reading(answer[kind], gold[kind]) for kind in answer if kind in gold)
    return 2 * right / (len(answer) + len(gold))


def _reading(answer: str, gold: str) -> float:
    return reading_f1([answer], [gold]).value


def _rouge(answer: str, gold: str) -> float:
    return lcs_match(_words(answer), _words(gold)).f


def _words(text: str) -> list[str]:
    return [token for token in JIEBA(text) if not token.isspace()]


_TERMS = Sound(stated.term, _term_value, _term_gold)
_TEXT = Sound(strip_answer_label, _rouge, strip_answer_label)

SOUND: Mapping[str, Sound] = MappingProxyType(
    {
        "1-1": _TEXT,
        "1-2": _choice("ABCD"),
        "2-2": _single(DISPUTE_FOCUSES),
        "2-3": Sound(lambda output: stated.labels(output, MARITAL_LABELS), set_f1),
        "2-4": _single(CONSULTATION_TOPICS),
        "2-5": Sound(strip_answer_label, _reading, strip_answer_label),
        "2-6": Sound(stated.entities, _entity_f1, stated.entities),
        "2-7": _TEXT,
        "2-8": _choice("ABCDE"),
        "3-1": Sound(stated.articles, set_f1, stated.articles),
        "3-2": _TEXT,
        "3-3": Sound(stated.charges, set_f1, lambda reference: stated.spelt_alike(golds.charges(reference))),
        "3-4": _TERMS,
        "3-5": _TERMS,
        "3-6": _choice("ABCD"),
        "3-7": Sound(stated.amount, lambda answer, gold: float(abs(answer - gold) < CENT)),
        "3-8": _TEXT,
    }
)
"""By task: how its outputs are read soundly."""
