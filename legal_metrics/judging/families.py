"""Families of models: a judge that grades a model of its own family may prefer what it would have written itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from legal_metrics.arguments import check_text

FAMILIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "anthropic": ("claude",),
        "baichuan": ("baichuan",),
        "baidu": ("ernie", "wenxin", "文心"),
        "bytedance": ("doubao", "豆包"),
        "cohere": ("command-r", "command-a", "c4ai", "aya-"),
        "deepseek": ("deepseek",),
        "google": ("gemini", "gemma", "palm-2", "medgemma"),
        "internlm": ("internlm", "intern-s"),
        "meta": ("llama", "codellama", "tinyllama", "taide"),
        "microsoft": ("phi-1", "phi-2", "phi-3", "phi-4", "phi1", "phi2", "phi3", "phi4", "wizardlm"),
        "minimax": ("minimax", "abab"),
        "mistral": ("mistral", "mixtral", "ministral", "magistral", "breeze"),
        "moonshot": ("kimi", "moonshot"),
        "nvidia": ("nemotron",),
        "openai": ("gpt-", "gpt3", "gpt4", "gpt5", "chatgpt", "o1", "o3", "o4", "davinci"),
        "qwen": ("qwen", "qwq", "qvq", "tongyi", "通义"),
        "stepfun": ("step-1", "step-2", "step-3"),
        "tencent": ("hunyuan", "混元"),
        "xai": ("grok",),
        "yi": ("yi-6b", "yi-9b", "yi-34b", "yi-large", "yi-lightning", "yi-1.5"),
        "zhipu": ("glm", "chatglm"),
    }
)
"""Family -> how the names of its models begin, at a word. Models that were tuned from another family's belong to both where their name says so (a
DeepSeek distilled into Qwen), or where it is known: Breeze comes from Mistral's models, TAIDE from Meta's."""


@dataclass(frozen=True, slots=True)
class SelfFamily:
    """A judge beside a model that it judges. ``same``: whether they share a family; None where a family is not known, which is no "no"."""

    judge: str
    model: str
    judge_families: tuple[str, ...]
    model_families: tuple[str, ...]
    same: bool | None

    def to_dict(self) -> dict[str, object]:
        """Plain JSON-ready mapping."""
        families = {"judge_families": list(self.judge_families), "model_families": list(self.model_families)}
        return {"judge": self.judge, "model": self.model, **families, "same": self.same}


def families_of(name: str, families: Mapping[str, Sequence[str]] = FAMILIES) -> tuple[str, ...]:
    """The families that a model's name tells, sorted; empty where it tells none. Raises: WrongTypeError for what is no text.

    >>> families_of("openai/gpt-5-2025-08-07"), families_of("DeepSeek-R1-Distill-Qwen-7B"), families_of("judge-1")
    (('openai',), ('deepseek', 'qwen'), ())
    """
    check_text("name", name)
    lowered = name.lower()
    # A name of a family begins a word, and what follows is no further letter: o1 is not in "proto1x", nor "phi-4" in "phi-40".
    return tuple(
        family
        for family in sorted(families)
        if any(_pattern(start.lower()).search(lowered) for start in families[family])
    )


def self_family(judge: str, model: str, *, families: Mapping[str, Sequence[str]] = FAMILIES) -> SelfFamily:
    """Whether a judge and the model that it judges are of one family. ``families``: as ``FAMILIES``, for names that are not told there.

    The same name is the same family, whatever it is. Raises: WrongTypeError for names that are no texts.

    >>> self_family("gpt-5-2025-08-07", "gpt-oss-120b").same, self_family("claude-sonnet-4-5", "qwen3-235b").same, self_family("judge-1", "gpt-5").same
    (True, False, None)
    """
    first, second = families_of(judge, families), families_of(model, families)
    same = bool(set(first) & set(second)) if first and second else True if judge == model else None
    return SelfFamily(judge, model, first, second, same)


def _pattern(start: str) -> re.Pattern[str]:
    ahead = "" if not start[0].isascii() else r"(?<![a-z0-9])"
    behind = r"(?![0-9])" if start[-1].isdigit() else ""
    return re.compile(ahead + re.escape(start) + behind)
