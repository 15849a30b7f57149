"""How the values of the CAAI framework are called and written, the same in every form of its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from legal_metrics.caai.functions import FUNCTIONS, GROUPS, Function
from legal_metrics.caai.safety_labels import CATEGORIES
from legal_metrics.caai.values import Value
from legal_metrics.report.numbers import NOTHING, figure, percent


class Words(NamedTuple):
    """A name in English and in Chinese."""

    en: str
    zh: str = ""


_WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "total": Words("Total", "综合评估得分"),
        "functions": Words("Functions", "功能得分"),
        "capability": Words("Performance", "性能得分"),
        "safety": Words("Safety", "安全性得分"),
        "stability": Words("Quality", "质量得分"),
        "no_prohibited_content": Words("No prohibited content", "安全禁止项评分"),
        "no_problem_content": Words("No problem content", "问题项内容占比率评分"),
        "prohibited": Words("Prohibited content", "禁止项"),
        "problems": Words("Share of problems", "问题项占比率"),
        "reliability": Words("Reliability", "可靠性"),
        "maintainability": Words("Maintainability", "可维护性"),
        "rate_per_5_days": Words("Failures per five days", "MTBF"),
        "mean_recovery_minutes": Words("Mean recovery time", "MTBR"),
        "time_performance": Words("Time performance", "时间性能"),
        "first_token": Words("First-token latency", "首字响应时间"),
        "tokens_per_second": Words("Tokens per second", "处理效率"),
        "concurrency": Words("Concurrency", "并发路数"),
        "precision": Words("Precision", "精确率"),
        "recall": Words("Recall", "召回率"),
        "f1": Words("F1"),
        "C": Words("The function is there"),
        "correctness": Words("Correctness", "正确性"),
        "completeness": Words("Completeness", "完整度"),
        "relevance": Words("Relevance", "相关度"),
        "effectiveness": Words("Effectiveness", "有效性"),
        "band_of_error": Words("Band of the error"),
        "qualitative_verdict": Words("Qualitative verdict"),
        **{id: Words(en, zh) for id, en, zh in GROUPS},
        **{function.id: Words(function.title_en, function.title_zh) for function in FUNCTIONS},
        **{category.id: Words(category.title_en, category.title_zh) for category in CATEGORIES},
    }
)


def words(name: str, functions: Sequence[Function] = ()) -> Words:
    """How a value is called; ``functions``: those added, whose names are their own. A rater or document goes by its name.

    >>> words("case_qa").zh, words("甲")
    ('案件咨询问答', Words(en='甲', zh=''))
    """
    for function in functions:
        if function.id == name:
            return Words(function.title_en, function.title_zh if function.title_zh != function.title_en else "")
    return _WORDS.get(name, Words(name))


def amount(value: Value) -> str:
    """The figure of a value with its unit; a dash where there is none.

    >>> amount(Value("(5)", "first_token_mean_ms", 3312.5, "ms")), amount(Value("Q3", "safety", 0.93))
    ('3,312.5 ms', '0.9300')
    """
    if value.unit == "percent":
        return percent(value.value)
    bare = value.unit in ("fraction", "functions") or value.value is None
    return figure(value.value) if bare else f"{figure(value.value)} {value.unit}"


def points(value: Value | None) -> str:
    """A rating from 0 to 5, with no more decimals than it has.

    >>> points(Value("s1", "correctness", 3.5, "points")), points(None)
    ('3.5', '–')
    """
    return NOTHING if value is None or value.value is None else f"{value.value:.4f}".rstrip("0").rstrip(".")
