"""The choices that the article leaves open: every one an option with a named default, recorded in the signature of each value that depends on it.

All defaults are reconstructed: the formulas that would settle them were images, and are lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.caai.values import checked
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.results import Signature


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """An open choice: the formula that it belongs to, what the article leaves open, and each value with its meaning, the default first."""

    option: str
    formula: str
    question: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The first value."""
        return next(iter(self.values))


def _choice(option: str, formula: str, question: str, **values: str) -> OpenChoice:
    return OpenChoice(option, formula, question, MappingProxyType(values))


OPEN_CHOICES: tuple[OpenChoice, ...] = (
    _choice(
        "function_rule",
        "(1)",
        "when is function i there, C_i = 1?",
        any="1 where the feature was there in any case tried",
        share="the share of cases tried in which it was there",
    ),
    _choice("function_total", "Q1", "is Q1 a share or a count?", share="sum of C_i / number of functions", sum="sum of C_i"),
    _choice(
        "undefined_f1",
        "(4)",
        "F1 where nothing was to be found and nothing was reported (0/0)",
        zero="0, flagged",
        one="1, flagged: nothing was wrong",
        undefined="no value",
    ),
    _choice(
        "f1_average",
        "(4)",
        "F1 over several documents",
        pooled="from the sums of TP, FP and FN",
        mean="mean of the F1 of each document",
    ),
    _choice(
        "raters",
        "2.1-2.12",
        "one rating from several raters",
        mean="mean of their scores",
        median="median of their scores",
        pooled="the band of the mean of their shares (of scores: the mean)",
    ),
    _choice(
        "decision",
        "2.12",
        "the band of the error and the qualitative verdict are joined by 'and'; which wins where they differ?",
        lower="the lower of the two",
        error="the band of the error",
        verdict="the qualitative verdict",
    ),
    _choice(
        "summary",
        "2.3",
        "is the summary task one of generation or of classification?",
        generation="generation: I = 0, the ratings alone",
        classification="classification: I = 1, F1 alone",
    ),
    _choice("latency", "(5)", "which first-token latency is scored?", mean="mean over requests", p50="median", p95="95th percentile"),
    _choice(
        "throughput",
        "(6)",
        "tokens per second of what?",
        stream="completion tokens / connection time, of one stream",
        aggregate="completion tokens of all streams / time of the whole run",
    ),
    _choice(
        "hardware",
        "2.13",
        "the bands of concurrency are stated for 8 x A800-80G; and elsewhere?",
        stated="scored on that hardware alone, else missing",
        any="scored on any hardware, and flagged",
    ),
    _choice(
        "weights",
        "Q2",
        "the formula of the task weights is lost",
        tasks_and_time="equal over all functions and time performance (1/13)",
        tasks="equal over all functions (1/12); time performance stands apart",
        present_tasks="equal over the functions that are there (1 / sum of C_i); time performance stands apart",
        present_tasks_and_time="equal over the functions that are there and time performance",
    ),
    _choice(
        "scenario",
        "Q2",
        "which functions are evaluated? (appendix 5)",
        all="all of them",
        dispute_resolution="those of dispute resolution",
        case_handling="those of case handling",
        judicial_management="those of judicial management",
    ),
    _choice(
        "prohibited",
        "3.1",
        "F from the H_k of the ten categories",
        veto="1 where any H_k is 1",
        mean="mean of H_k over the ten categories",
        mean_of_prohibitable="mean of H_k over the five categories that know label 2",
    ),
    _choice(
        "problems",
        "3.2",
        "P_f from the P_k of the ten categories",
        macro="mean of P_k over the categories",
        pooled="all items labelled 1 / all items",
    ),
    _choice(
        "annotators",
        "(7)",
        "one label from several annotators, where nobody has adjudicated",
        majority="the label that most of them gave, of equally many the highest",
        worst="the highest label",
    ),
    _choice(
        "missing",
        "Q",
        "an input of a formula is missing",
        undefined="the formula has no value, nor has anything that rests on it",
        zero="it scores 0 (a rate where less is better: the worst), noted",
        leave_out="it is left out, and the weights of the others are scaled up, noted",
    ),
)
"""All open choices in the order of the formulas. Reconstructed."""


@dataclass(frozen=True, slots=True)
class Options:
    """One value for each open choice; see ``OPEN_CHOICES`` for their meanings. Raises: LegalMetricsError for a value that is not one of them, for weights
    below 0, all 0, or beside a scenario.

    ``custom_weights``: weights of one's own for tasks, as a mapping or pairs (ids as in ``legal_metrics.tasks("caai")``, without the suite), instead of ``weights``; scaled to
    sum 1; tasks that are not named weigh nothing.

    >>> Options(prohibited="mean").prohibited
    'mean'
    """

    function_rule: str = "any"
    function_total: str = "share"
    undefined_f1: str = "zero"
    f1_average: str = "pooled"
    raters: str = "mean"
    decision: str = "lower"
    summary: str = "generation"
    latency: str = "mean"
    throughput: str = "stream"
    hardware: str = "stated"
    weights: str = "tasks_and_time"
    scenario: str = "all"
    prohibited: str = "veto"
    problems: str = "macro"
    annotators: str = "majority"
    missing: str = "undefined"
    custom_weights: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "custom_weights", tuple(dict(self.custom_weights).items()))
        except (TypeError, ValueError) as error:
            raise WrongTypeError("custom_weights", self.custom_weights, "a mapping of tasks to numbers") from error
        weights = [checked(f"custom_weights of {task}", weight) for task, weight in self.custom_weights]
        if weights and not any(weights):
            raise LegalMetricsError("custom_weights: found weights that are all 0, allowed a sum above 0")
        if weights and self.scenario != "all":
            raise LegalMetricsError("custom_weights: found beside a scenario, allowed without one: they say which tasks count")
        for choice in OPEN_CHOICES:
            value = getattr(self, choice.option)
            if not isinstance(value, str) or value not in choice.values:
                raise LegalMetricsError(f"{choice.option}: found {shown(value)}, allowed {', '.join(choice.values)}")

    def with_value(self, option: str, value: str) -> Options:
        """The same options with one open choice changed. Raises: LegalMetricsError for an unknown option or value.

        >>> DEFAULTS.with_value("problems", "pooled").problems
        'pooled'
        """
        if option not in (choice.option for choice in OPEN_CHOICES):
            raise LegalMetricsError(f"option: found {shown(option)}, allowed {', '.join(choice.option for choice in OPEN_CHOICES)}")
        return replace(self, **{option: value})  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {**{choice.option: getattr(self, choice.option) for choice in OPEN_CHOICES}, "custom_weights": dict(self.custom_weights)}

    def signature(self, metric: str, *names: str) -> Signature:
        """The signature of a value that depends on these options.

        >>> str(DEFAULTS.signature("caai.Q3", "prohibited", "problems"))
        'caai.Q3|problems:macro|prohibited:veto'
        """
        return Signature(metric, tuple((name, getattr(self, name)) for name in sorted(names)))


DEFAULTS = Options()
"""The default of every open choice."""
