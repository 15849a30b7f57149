"""The keyword-only baseline: what an answer would get that only names the words of a rubric's checklists. Never part of a score."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.grading import Item, Rubric
from legal_metrics.text.normalise import normalise
from legal_metrics.text.script import fold_script as folded

RULES: tuple[str, ...] = ("share", "any", "all")


@dataclass(frozen=True, slots=True)
class KeywordBaseline:
    """Points by keywords alone. ``max``: points of the items that have keywords; ``ratio``: share of them, None where there are none; ``coverage``: their share
    of all points; ``found``: keywords that stand in the answer, by item number (evidence for a judge); ``absent``: those that do not.

    >>> KeywordBaseline(0.0, 0.0, None, 0.0, {}, {}).ratio is None
    True
    """

    score: float
    max: float
    ratio: float | None
    coverage: float
    found: Mapping[int, tuple[str, ...]]
    absent: Mapping[int, tuple[str, ...]]


def keyword_baseline(rubric: Rubric, text: str, *, rule: str = "share", fold_script: bool = True) -> KeywordBaseline:
    """What keywords alone would earn, in [0, ``max``] points: a floor that a judge's scores must beat to mean anything.

    Args:
        rubric: items and parts with ``keywords``; penalties and what has no keywords stay out.
        text: the answer.
        rule: an item earns the ``"share"`` of its keywords that stand in the answer, or all its points for ``"any"`` or ``"all"`` of them [CHOICE].
        fold_script: compare without regard to traditional or simplified writing.

    Texts are normalised and compared without white space and case. Parts share their item's points; items that the judge is to allocate points to count 1 each.
    Raises: WrongTypeError for an answer that is no text; LegalMetricsError for an unknown rule.

    >>> from legal_metrics.grading import Module
    >>> rubric = Rubric("q", "", None, (Module("", None, (Item(1, "管辖", 4, keywords=("仲裁", "法院")), Item(2, "其他", 6))),))
    >>> baseline = keyword_baseline(rubric, "应向法院起诉。")
    >>> baseline.score, baseline.max, baseline.coverage, baseline.found[1], baseline.absent[1]
    (2.0, 4.0, 0.4, ('法院',), ('仲裁',))
    """
    check_text("text", text)
    if rule not in RULES:
        raise LegalMetricsError(f"rule: found {shown(rule)}, allowed {', '.join(RULES)}")
    answer = _compared(text, fold_script)
    found: dict[int, tuple[str, ...]] = {}
    absent: dict[int, tuple[str, ...]] = {}
    earned, worth, whole = [], [], []
    for item in rubric.items:
        if item.is_penalty:
            continue
        points = 1.0 if item.points is None else float(item.points)
        whole.append(points)
        share = 0.0
        for part, keywords in _checklists(item):
            words = [word for word in dict.fromkeys(keywords) if _compared(word, fold_script)]
            if not words:
                continue
            present = tuple(word for word in words if _compared(word, fold_script) in answer)
            found[item.number] = found.get(item.number, ()) + present
            absent[item.number] = absent.get(item.number, ()) + tuple(word for word in words if word not in present)
            n = len(present)
            share += part * {"share": n / len(words), "any": float(n > 0), "all": float(n == len(words))}[rule]
        if item.number in found:
            worth.append(points)
            earned.append(min(share, 1.0) * points)
    score, maximum, total = (math.fsum(values) for values in (earned, worth, whole))
    return KeywordBaseline(
        score,
        maximum,
        score / maximum if maximum > 0 else None,
        maximum / total if total > 0 else 0.0,
        MappingProxyType(found),
        MappingProxyType(absent),
    )


def _checklists(item: Item) -> list[tuple[float, tuple[str, ...]]]:
    """Lists of keywords with their share of the item: those of the parts that have any, else the item's own."""
    parts = [(part.points, part.keywords) for part in item.parts if part.keywords and part.kind == "share"]
    if not parts:
        return [(1.0, item.keywords)]
    sizes = [points for points, _ in parts if points is not None]
    whole = math.fsum(sizes)
    if len(sizes) < len(parts) or whole <= 0:
        return [(1 / len(parts), keywords) for _, keywords in parts]
    return [((points or 0.0) / whole, keywords) for points, keywords in parts]


def _compared(text: str, fold_script: bool) -> str:
    plain = "".join(normalise(text).split()).casefold()
    return folded(plain) if fold_script else plain
