"""LawBench's tasks: how each reads its gold and its outputs, and what it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_iterable
from legal_metrics.compat.lawbench import golds, labels
from legal_metrics.compat.lawbench.answers import amounts, articles, log_distance_score, months, named, set_f1
from legal_metrics.compat.lawbench.reading import entities, entity_f1, reading_f1
from legal_metrics.compat.lawbench.rouge import rouge_l
from legal_metrics.errors import BadReferenceError, PredictionsError, UnknownTaskError, WrongTypeError, shown
from legal_metrics.results import SampleScore, Score, Signature
from legal_metrics.text.tokenisers import JIEBA

Row = Mapping[str, Any]

OUTSIDE: Mapping[str, str] = MappingProxyType(
    {
        "2-1": "corrections by ChERRANT, with the language model that it loads",
        "2-9": "outputs are not among the published ones",
        "2-10": "outputs are not among the published ones",
    }
)
"""LawBench's other tasks, and why they are not here."""

_ROUGE, _LOG = "ROUGE-L", "normalised log distance"


@dataclass(frozen=True, slots=True)
class Task:
    """One task: ``gold`` reads a reference, ``answer`` an output, ``value`` compares them.

    ``gold`` raises ValueError for a reference that LawBench refuses. ``abstains`` tells an output without an answer; LawBench counts those only for the
    tasks with ``counts_abstentions``.
    """

    id: str
    name: str
    metric: str
    gold: Callable[[str], Any]
    answer: Callable[[str], Any]
    value: Callable[[Any, Any], float]
    abstains: Callable[[Any], bool] = lambda answer: not answer
    counts_abstentions: bool = True


@dataclass(frozen=True)
class LawBenchScore(Score):
    """A ``Score`` with LawBench's two figures. ``abstention_rate``: outputs without an answer / all rows, those left out included (in [0, 1]); 0 for the
    tasks that count none.

    ``samples[i].answer`` is what LawBench reads from output i; ``status`` is ``unparsed`` where that is nothing, ``excluded`` where it skips the row.
    """

    abstention_rate: float = 0.0

    @property
    def score(self) -> float:
        """LawBench's score: ``value``."""
        return self.value


def score(task: str, rows: Iterable[Row] | Mapping[str, Row]) -> LawBenchScore:
    """LawBench's own score of one task, in its own reading with all its faults (equal to it to 1e-9; ``corrected`` has the sound one).

    Args:
        task: LawBench's number, such as ``"3-4"``; ``TASKS`` has them all.
        rows: mappings with ``prediction`` (the output) and ``refr`` (the gold), both strings; or the object of one of LawBench's files, row number -> row.

    Terms (3-4, 3-5) are scaled as in LawBench's published table: 1 - mean distance / ln 216. Without rows the score is NaN.
    Raises: UnknownTaskError; BadReferenceError for a gold that LawBench refuses (row ``#i``); PredictionsError for an output that is no string.

    Source: open-compass/LawBench, evaluation/, and the releases it names: rouge-chinese 1.0.3, cn2an 0.5.22, jieba 0.42.1.

    >>> rows = [{"prediction": "一年六个月", "refr": "刑期:6个月"}, {"prediction": "不知道", "refr": "刑期:6个月"}]
    >>> result = score("3-4", rows)
    >>> result.score, result.abstention_rate, [sample.answer for sample in result.samples]
    (0.5, 0.5, [6, None])
    """
    spec = find(task)
    kept = check_rows(rows)
    samples = [_sample(spec, i, prediction, reference) for i, (prediction, reference) in enumerate(kept)]
    abstained = sum(sample.status == "unparsed" for sample in samples)
    whole = LawBenchScore.from_samples(f"lawbench/{task}", samples, _signature(spec))
    return replace(whole, abstention_rate=abstained / len(samples) if samples and spec.counts_abstentions else 0.0)


def find(task: str) -> Task:
    """The task with this number. Raises: UnknownTaskError.

    >>> find("3-4").metric
    'normalised log distance'
    """
    if task not in TASKS:
        raise UnknownTaskError(task, TASKS)
    return TASKS[task]


def check_rows(rows: Iterable[Row] | Mapping[str, Row]) -> list[tuple[str, str]]:
    """(prediction, reference) of each row, in order; a mapping is taken in the order of its numbers.

    Raises: WrongTypeError for what holds no rows; PredictionsError, BadReferenceError for a field that is missing or no string.

    >>> check_rows({"1": {"prediction": "b", "refr": ""}, "0": {"prediction": "a", "refr": ""}})
    [('a', ''), ('b', '')]
    """
    if isinstance(rows, Mapping):
        wanted = [str(i) for i in range(len(rows))]
        if missing := [number for number in wanted if number not in rows]:
            raise WrongTypeError("rows", sorted(rows), f"a mapping from row numbers; {missing[0]!r} is missing")
        rows = [rows[number] for number in wanted]
    check_iterable("rows", rows, "mappings with prediction and refr")
    kept = []
    for i, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise WrongTypeError(f"rows[{i}]", row, "a mapping with prediction and refr")
        prediction, reference = row.get("prediction"), row.get("refr")
        if not isinstance(prediction, str):
            raise PredictionsError([f"row {i}: field 'prediction': found {shown(prediction)}, allowed a string"])
        if not isinstance(reference, str):
            raise BadReferenceError(f"#{i}", "refr", f"found {shown(reference)}, allowed a string")
        kept.append((prediction, reference))
    return kept


def read_gold(task: str, read: Callable[[str], Any], i: int, reference: str) -> Any:
    """The gold of row i; None where LawBench leaves the row out. Raises: BadReferenceError.

    >>> read_gold("3-4", golds.months, 0, "刑期:6个月"), read_gold("3-4", golds.months, 0, "刑期:无期")
    (6, None)
    """
    try:
        return read(reference)
    except golds.Excluded:
        return None
    except ValueError as error:
        raise BadReferenceError(f"#{i}", "refr", f"{error} (task {task})") from None


def _sample(spec: Task, i: int, prediction: str, reference: str) -> SampleScore:
    gold = read_gold(spec.id, spec.gold, i, reference)
    answer = spec.answer(prediction)
    if gold is None:
        return SampleScore(0.0, 0.0, answer, reference, "excluded")
    status = "unparsed" if spec.abstains(answer) else "scored"
    return SampleScore(float(spec.value(answer, gold)), answer=answer, reference=gold, status=status)


def _signature(spec: Task) -> Signature:
    options = {"task": spec.id, "metric": spec.metric}
    if spec.metric == _ROUGE:
        options |= {"rouge-chinese": "1.0.3", "tok": JIEBA.signature}
    if spec.name in ("ljp_article", "ljp_imprison"):
        options["cn2an"] = "0.5.22"
    return Signature("lawbench").extended(**options)


def _right(answer: Sequence[str], gold: str) -> float:
    return float(tuple(answer) == (gold,))


def _single(id: str, name: str, names: Sequence[str], gold: Callable[[str], Any]) -> Task:
    return Task(id, name, "accuracy", gold, lambda output: named(output, names), _right)


def _multiple(id: str, name: str, names: Sequence[str], gold: Callable[[str], Any]) -> Task:
    return Task(id, name, "set F1", gold, lambda output: named(output, names), set_f1)


def _generation(id: str, name: str, *answer_labels: str) -> Task:
    return Task(id, name, _ROUGE, golds.text(*answer_labels), str, rouge_l, lambda answer: False, counts_abstentions=False)


def _term(id: str) -> Task:
    return Task(id, "ljp_imprison", _LOG, golds.months, months, log_distance_score, lambda answer: answer is None)


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        task.id: task
        for task in (
            _generation("1-1", "ftcs", "答案:"),
            _single("1-2", "jec_kd", "ABCD", golds.letter("正确答案：", "ABCD")),
            _single("2-2", "jdzy", labels.DISPUTE_FOCUSES, golds.dispute_focus),
            _multiple("2-3", "wbfl", labels.MARITAL_LABELS, golds.marital_labels),
            _single("2-4", "zxfl", labels.CONSULTATION_TOPICS, lambda reference: golds.one_of(labels.CONSULTATION_TOPICS, reference)),
            Task(
                "2-5",
                "ydlj",
                "rc-F1",
                lambda reference: reference.replace("回答:", ""),
                str,
                reading_f1,
                lambda answer: False,
                counts_abstentions=False,
            ),
            # LawBench counts them here too, but under a name (anstention_rate) that its own table does not read.
            Task("2-6", "xxcq", "soft F1", golds.entities, entities, entity_f1, counts_abstentions=False),
            _generation("2-7", "yqzy"),
            _single("2-8", "lblj", "ABCDE", golds.letter("[正确答案]", "ABCDE")),
            Task("3-1", "ljp_article", "set F1", golds.articles, articles, set_f1),
            _generation("3-2", "cjft"),
            _multiple("3-3", "ljp_accusation", labels.CHARGES, golds.charges),
            _term("3-4"),
            _term("3-5"),
            _single("3-6", "jec_ac", "ABCD", golds.letter("正确答案:", "ABCD")),
            Task("3-7", "jetq", "accuracy", golds.amount, amounts, lambda answer, gold: float(gold in answer)),
            _generation("3-8", "flzx"),
        )
    }
)
"""The 17 tasks whose outputs LawBench published and that need no further model, by number; ``name`` is the name of LawBench's scorer."""
