"""The one table of tasks: every consumer (builders, cards, command line, reports, tests) derives what it needs from these rows.

The module can be called: ``legal_metrics.tasks()`` lists the table, whether ``legal_metrics.tasks`` was first met as attribute or as module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from legal_metrics.baselines import JUDGMENT_BASELINES, Baseline
from legal_metrics.choice_baselines import CHOICE_BASELINES
from legal_metrics.citations import DEPTHS
from legal_metrics.errors import UnknownTaskError
from legal_metrics.grading import Rubric
from legal_metrics.judgements import Judgement
from legal_metrics.jurisdictions.provision_kinds import KINDS
from legal_metrics.metrics.choices import choice_accuracy
from legal_metrics.metrics.essays import essay_scores
from legal_metrics.metrics.judgment import judgment_scores
from legal_metrics.metrics.overlap import overlap_scores
from legal_metrics.readers import ReadAnswer, ReadReference, choices, essays, judgments
from legal_metrics.text.tokenisers import JIEBA


@dataclass(frozen=True, slots=True)
class ScoreSpec:
    """One named score of a task. ``key``: its name in the mapping that the metric function returns, where that is another one."""

    name: str
    key: str = ""
    higher_is_better: bool = True


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric function bound to a task: which part of answers and references it compares, its options, the scores that it yields.

    ``function(predictions, references, **options)`` returns one ``Score`` (then ``scores`` has one entry) or a mapping of them.
    """

    function: Callable[..., Any]
    part: str
    scores: tuple[ScoreSpec, ...]
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class CompositeSpec:
    """A CAAI composite: ``weight`` x F1 + (1 - ``weight``) x mean of ``ratings`` / 5, where ratings are points from 0 to 5.

    ``weight`` None: the article's indicator, 1 where the task is one of classification and 0 where it is one of generation. ``shares``: the weights of the
    ratings among themselves, where they are not equal. ``formula``: number in the article. ``group``: the capability group that the task belongs to.
    """

    weight: float | None
    ratings: tuple[str, ...]
    formula: str = ""
    shares: tuple[float, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """One task. ``version`` grows by one whenever any score could change; ``primary`` names the score that tables sort by.

    ``read_answer(output, reading)`` and ``read_reference(record, reference)`` make the parts that the metrics compare. Where reading an output needs
    something of the question, ``read_question(record)`` says what, and ``read_answer`` takes it as its third argument; where judges grade the answers,
    ``with_judgements(answer, judgements)`` adds what they said, and ``read_rubric(record)`` is what they grade by. ``baselines`` maps a name to
    ``function(train_records, records) -> {id: output}``. A task without data of its own (CAAI) has no ``config``, ``record``,
    ``splits``, ``metrics`` or readers: its ``composite`` is scored by ``legal_metrics.caai``.
    """

    id: str
    suite: str
    jurisdiction: str
    title_en: str
    title_zh: str
    primary: str
    metrics: tuple[MetricSpec, ...] = ()
    composite: CompositeSpec | None = None
    config: str | None = None
    record: str | None = None
    splits: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    version: int = 1
    read_answer: Callable[..., ReadAnswer] | None = None
    read_question: Callable[[Mapping[str, Any]], Hashable] | None = None
    with_judgements: Callable[[ReadAnswer, Sequence[Judgement]], ReadAnswer] | None = None
    read_rubric: Callable[[Mapping[str, Any]], Rubric | None] | None = None
    read_reference: Callable[[Mapping[str, Any], str], ReadReference] | None = None
    references: tuple[str, ...] = ()
    baselines: tuple[tuple[str, Baseline], ...] = ()

    @property
    def scores(self) -> tuple[ScoreSpec, ...]:
        """All scores in the order of the report."""
        return tuple(score for metric in self.metrics for score in metric.scores)

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON-ready facts (functions by their qualified names)."""
        return {
            "id": self.id,
            "suite": self.suite,
            "config": self.config,
            "jurisdiction": self.jurisdiction,
            "title_en": self.title_en,
            "title_zh": self.title_zh,
            "version": self.version,
            "record": self.record,
            "splits": list(self.splits),
            "sources": list(self.sources),
            "primary": self.primary,
            "scores": [
                {
                    "name": score.name,
                    "higher_is_better": score.higher_is_better,
                    "function": f"{metric.function.__module__}.{metric.function.__qualname__}",
                    "part": metric.part,
                }
                for metric in self.metrics
                for score in metric.scores
            ],
            "references": list(self.references),
            "baselines": [name for name, _ in self.baselines],
            "judged": self.with_judgements is not None,
            "composite": None
            if self.composite is None
            else {
                "formula": self.composite.formula,
                "group": self.composite.group,
                "weight": self.composite.weight,
                "ratings": list(self.composite.ratings),
                "shares": list(self.composite.shares),
            },
        }


def tasks(suite: str | None = None) -> tuple[TaskSpec, ...]:
    """All tasks, or those of one suite (``"tw-legalbench"``, ``"zhifa-bench"``, ``"caai"``), in the order of the table.

    Raises: UnknownTaskError for a suite without tasks.

    >>> [spec.id for spec in tasks("tw-legalbench")]
    ['tw-legalbench/mcq', 'tw-legalbench/mcq_zh_cn', 'tw-legalbench/mcq_en', 'tw-legalbench/oeq', 'tw-legalbench/ljp']
    """
    if suite is None:
        return TASKS
    found = tuple(spec for spec in TASKS if spec.suite == suite)
    if not found:
        raise UnknownTaskError(suite, dict.fromkeys(spec.suite for spec in TASKS))
    return found


def task(id: str) -> TaskSpec:
    """The task with this id. Raises: UnknownTaskError with the nearest ids.

    >>> task("tw-legalbench/ljp").primary
    'rouge_l'
    """
    for spec in TASKS:
        if spec.id == id:
            return spec
    raise UnknownTaskError(id, (spec.id for spec in TASKS))


def _scores(*names: str, higher_is_better: bool = True) -> tuple[ScoreSpec, ...]:
    return tuple(ScoreSpec(name, higher_is_better=higher_is_better) for name in names)


def _statutes(suffix: str, option: tuple[str, Any]) -> MetricSpec:
    rates = (
        ("accuracy", True),
        ("type1", False),
        ("type2", False),
        ("unresolved", False),
        ("total", False),
        ("recall", True),
        ("f1", True),
    )
    scores = tuple(ScoreSpec(f"statute_{name}{suffix}", name, better) for name, better in rates)
    return MetricSpec(judgments.cited_statute_scores, part="statutes", scores=scores, options=(option,))


def _choices(config: str, title_en: str, title_zh: str) -> TaskSpec:
    return TaskSpec(
        id=f"tw-legalbench/{config}",
        suite="tw-legalbench",
        config=config,
        jurisdiction="TW",
        record="mcq",
        splits=("test",),
        title_en=title_en,
        title_zh=title_zh,
        primary="accuracy",
        sources=("moex",),
        read_answer=choices.read_answer,
        read_question=choices.read_question,
        read_reference=choices.read_reference,
        baselines=CHOICE_BASELINES,
        metrics=(MetricSpec(choice_accuracy, part="choice", scores=_scores("accuracy")),),
    )


def _composite(id: str, title_en: str, title_zh: str, composite: CompositeSpec) -> TaskSpec:
    return TaskSpec(
        id=f"caai/{id}",
        suite="caai",
        jurisdiction="CN",
        title_en=title_en,
        title_zh=title_zh,
        primary="composite",
        composite=composite,
    )


# The four ratings of the article: s1, s2, s3, s4.
_S2 = ("correctness", "completeness")
_S3 = (*_S2, "relevance")
_S4 = (*_S3, "effectiveness")
_UNDERSTANDING, _GENERATION, _QUESTIONS, _REASONING = (
    "language_understanding",
    "content_generation",
    "question_answering",
    "logical_reasoning",
)
_TIME = ("first_token", "tokens_per_second", "concurrency")

TASKS: tuple[TaskSpec, ...] = (
    _choices("mcq", "Multiple-choice questions", "選擇題"),
    _choices("mcq_zh_cn", "Multiple-choice questions, Simplified Chinese", "選擇題（簡體中文）"),
    _choices("mcq_en", "Multiple-choice questions, English", "選擇題（英文）"),
    TaskSpec(
        id="tw-legalbench/oeq",
        suite="tw-legalbench",
        config="oeq",
        jurisdiction="TW",
        record="oeq",
        splits=("test",),
        title_en="Essay questions",
        title_zh="申論題",
        primary="points_share",
        sources=("moex",),
        read_answer=essays.read_answer,
        read_reference=essays.read_reference,
        with_judgements=essays.with_judgements,
        read_rubric=essays.rubric_in,
        metrics=(
            MetricSpec(
                essay_scores,
                part="essay",
                scores=(
                    *_scores("points_share", "correct_share"),
                    *_scores("partial_share", "wrong_share", "missing_share", higher_is_better=False),
                ),
            ),
        ),
    ),
    TaskSpec(
        id="tw-legalbench/ljp",
        suite="tw-legalbench",
        config="ljp",
        jurisdiction="TW",
        record="ljp",
        splits=("train", "test"),
        title_en="Legal judgment prediction",
        title_zh="法律判決預測",
        primary="rouge_l",  # the score that the paper's table 6 is sorted by
        sources=("tw-judgments",),
        read_answer=judgments.read_answer,
        read_reference=judgments.read_reference,
        references=judgments.REFERENCES,
        baselines=JUDGMENT_BASELINES,
        metrics=(
            MetricSpec(
                overlap_scores,
                part="main_text",
                scores=(
                    ScoreSpec("rouge_1", "rouge1"),
                    ScoreSpec("rouge_2", "rouge2"),
                    ScoreSpec("rouge_l", "rougeL"),
                    ScoreSpec("token_f1"),
                ),
                options=(("tokenizer", JIEBA),),
            ),
            MetricSpec(
                judgment_scores,
                part="judgment",
                scores=(
                    *_scores("verdict_accuracy", "verdict_class_accuracy", "verdict_balanced_accuracy"),
                    *_scores("imprisonment_within", "term_log_distance"),
                    *_scores("imprisonment_deviation", higher_is_better=False),
                    *_scores("detention_within"),
                    *_scores("detention_deviation", higher_is_better=False),
                    *_scores("probation_within"),
                    *_scores("probation_deviation", higher_is_better=False),
                    *_scores("fine_within_10", "fine_within_50"),
                    *_scores("fine_deviation", "fine_relative_deviation", higher_is_better=False),
                    *_scores("life_death_match"),
                ),
            ),
            # Full depth first, as the paper; then the shallower depths, then what part the provisions play.
            _statutes("", ("depth", "item")),
            *(_statutes(f"_{depth}", ("depth", depth)) for depth in reversed(DEPTHS[:-1])),
            *(_statutes(f"_{kind}", ("kind", kind)) for kind in KINDS),
        ),
    ),
    _composite("document_check", "Document check", "法律文书检查", CompositeSpec(0.6, _S2, "2.1", group=_UNDERSTANDING)),
    _composite("element_extraction", "Extraction of case elements", "案件要素抽取", CompositeSpec(0.5, ("completeness",), "2.2", group=_UNDERSTANDING)),
    _composite("document_summary", "Summary of legal documents", "法律文书摘要", CompositeSpec(None, _S2, "2.3", group=_UNDERSTANDING)),
    _composite("document_generation", "Generation of legal documents", "法律文书生成", CompositeSpec(0.3, _S3, "2.4", group=_GENERATION)),
    _composite("report_generation", "Generation of case reports", "办案报告生成", CompositeSpec(0.0, _S3, "2.5", group=_GENERATION)),
    _composite("structured_generation", "Generation of structured text", "结构化文本生成", CompositeSpec(0.5, ("completeness",), "2.6", group=_GENERATION)),
    _composite("statute_qa", "Questions on statutes", "法律法规问答", CompositeSpec(0.0, _S4, "2.7", group=_QUESTIONS)),
    _composite("case_qa", "Questions on a case", "案件咨询问答", CompositeSpec(0.0, _S4, "2.8", group=_QUESTIONS)),
    _composite("procedure_qa", "Questions on procedure", "司法程序问答", CompositeSpec(0.0, _S4, "2.9", group=_QUESTIONS)),
    _composite("evidence_chain", "Analysis of the chain of evidence", "证据链分析", CompositeSpec(0.0, _S3, "2.10", group=_REASONING)),
    _composite("fact_analysis", "Analysis of case facts", "案情事实分析", CompositeSpec(0.0, _S3, "2.11", group=_REASONING)),
    _composite("decision_reasoning", "Reasoning for judicial decisions", "司法决策推理", CompositeSpec(0.0, _S3, "2.12", group=_REASONING)),
    _composite("time_performance", "Time performance", "时间性能", CompositeSpec(0.0, _TIME, "2.13", shares=(0.5, 0.4, 0.1))),
)


class _Callable(ModuleType):
    """``legal_metrics.tasks`` is this module and, by the public interface, a function: it is both."""

    def __call__(self, suite: str | None = None) -> tuple[TaskSpec, ...]:
        return tasks(suite)


sys.modules[__name__].__class__ = _Callable
