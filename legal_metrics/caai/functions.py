"""The twelve functions of the framework in their four groups, and the functional score: formula (1) and Q1 (articles 1, 2.2 and 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from legal_metrics.tasks import CompositeSpec, tasks

GROUPS: tuple[tuple[str, str, str], ...] = (
    ("language_understanding", "Language understanding", "语言理解"),
    ("content_generation", "Content generation", "内容生成"),
    ("question_answering", "Question answering", "知识问答"),
    ("logical_reasoning", "Logical reasoning", "逻辑推理"),
)
"""The four capability groups: id, English name, Chinese name."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the framework, or one that a user adds (article 2.2.1). Without a ``composite`` it counts in Q1 and has no task score."""

    id: str
    title_en: str
    title_zh: str
    group: str
    composite: CompositeSpec | None = None


FUNCTIONS: tuple[Function, ...] = tuple(
    Function(spec.id.partition("/")[2], spec.title_en, spec.title_zh, spec.composite.group, spec.composite)
    for spec in tasks("caai")
    if spec.composite is not None and spec.composite.group
)
"""The twelve functions, in the order of the article."""
