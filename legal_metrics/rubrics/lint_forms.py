"""What each form requires beyond its schema: modules, fixed points, numbers of questions, tiers, traps. Source: ZhiFa-Bench 4.1-4.3 and 5.2-5.6."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from legal_metrics.grading import Rubric
from legal_metrics.rubrics.lint_codes import Finding, finding, number
from legal_metrics.rubrics.lint_places import full_text, item_place, items_with_places, module_place
from legal_metrics.rubrics.lint_wording import content
from legal_metrics.text.script import fold_script

CASE_MODULES: tuple[str, ...] = ("结论", "案情简述", "分析过程", "法条依据")
JUDGMENT_MODULES: Mapping[str, int] = {
    "罪名认定": 20,
    "量刑情节分析": 30,
    "刑期预测": 25,
    "附带民事与赔偿": 15,
    "法条适用": 10,
}
SENTENCING_LAYERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("量刑基准确定", re.compile("基准|起点刑?|法定刑(?:幅度|档)|量刑(?:幅度|档次)")),
    ("法定量刑情节识别与论证", re.compile("法定[^，。；\n]{0,12}情节|自首|立功|累犯|坦白|从犯|未遂|未成年")),
    ("酌定量刑情节识别", re.compile("酌定|酌情")),
    ("综合量刑调节", re.compile("综合|总体|整体|调节")),
)
CONSULTATION_DIMENSIONS: tuple[str, ...] = ("完整性", "证据可追溯性", "法律推理逻辑性")
RISK_PARTS: tuple[str, ...] = ("识别风险", "风险解释", "修改建议")
OPTIONAL_RISK_PARTS: tuple[str, ...] = ("法律依据",)
TIERS: tuple[str, ...] = ("得分点", "扣分点", "不及格")

_TOTAL = 100
_QUESTIONS = range(10, 26)
_QUESTION_POINTS = (1, 2, 3)
_NARRATIVE = range(800, 1501)
_TRAPS = range(2, 4)
_LEAST_ISSUES = _LEAST_LAWS = 2


def lint_form(rubric: Rubric, record: Mapping[str, Any] | None = None) -> Iterator[Finding]:
    """Findings about what the rubric's form requires; none for a form without requirements. ``record``: the row that the rubric came from, for the client's
    account (``conversation`` or ``question``), ``traps`` and ``issues``.

    >>> from legal_metrics.grading import Item, Module
    >>> rubric = Rubric("q", "case_analysis", 5, (Module("结论", 5, (Item(1, "甲有权", 5),)),))
    >>> [f.found for f in lint_form(rubric)]
    ['no module 案情简述', 'no module 分析过程', 'no module 法条依据']
    """
    row = {**rubric.extra, **(record or {})}
    if rubric.form in ("case_analysis", "plawbench_case"):
        yield from _modules(rubric, CASE_MODULES)
    elif rubric.form == "judgment":
        yield from _judgment(rubric)
    elif rubric.form == "consultation":
        yield from _consultation(rubric, row)
    elif rubric.form == "legal_document":
        yield from _document(rubric, row)
    elif rubric.form in ("contract_detection", "adversarial_detection"):
        yield from _detection(rubric)
    elif rubric.form in ("contract_revision", "adversarial_revision"):
        yield from _revision(rubric)


def _is(name: str, wanted: str) -> bool:
    """结论, 一、结论, 【结论得分】 and 依据法条 for 法条依据."""
    bare = (
        re.sub(r"^(?:[一二三四五六七八九十\d]+[、.．]?)", "", content(name)).removesuffix("得分").removesuffix("模块")
    )
    return sorted(bare) == sorted(content(wanted))


def _modules(rubric: Rubric, wanted: Sequence[str]) -> Iterator[Finding]:
    places: list[int] = []
    for module in rubric:
        place = next((position for position, name in enumerate(wanted) if _is(module.name, name)), None)
        if place is not None:
            places.append(place)
        elif any(not item.is_penalty for item in module.items):
            yield finding("module-unexpected", module_place(rubric, module), repr(module.name), "、".join(wanted))
    for position, name in enumerate(wanted):
        if position not in places:
            yield finding("module-required", "", f"no module {name}", "、".join(wanted), fix=f"add the module {name}")
    if any(a > b for a, b in pairwise(places)):
        yield finding("module-order", "", "、".join(module.name for module in rubric), "、".join(wanted))


# --- judgments --------------------------------------------------------------------------------------------------------


def _judgment(rubric: Rubric) -> Iterator[Finding]:
    yield from _modules(rubric, tuple(JUDGMENT_MODULES))
    for module in rubric:
        fixed = next((points for name, points in JUDGMENT_MODULES.items() if _is(module.name, name)), None)
        declared = module.points
        if fixed is not None and declared is not None and not math.isclose(declared, fixed):
            yield finding("module-points", module_place(rubric, module), number(declared), number(fixed))
    yield from _fixed_total(rubric)
    sentencing = next((module for module in rubric if _is(module.name, "量刑情节分析")), None)
    if sentencing is None:
        return
    texts = [fold_script(full_text(item)) for item in sentencing.items]
    for name, words in SENTENCING_LAYERS:
        if not any(words.search(text) for text in texts):
            yield finding("sentencing-layer", module_place(rubric, sentencing), f"no item on {name}", "all four layers")


def _fixed_total(rubric: Rubric) -> Iterator[Finding]:
    earning = [module for module in rubric if any(not item.is_penalty for item in module.items)]
    worth = [module.points for module in earning if module.points is not None and module.points > 0]
    total = rubric.points if rubric.points is not None else math.fsum(worth) if worth else None
    if total is not None and not math.isclose(total, _TOTAL):
        yield finding("total-points", "", number(total), number(_TOTAL))


# --- consultations and documents --------------------------------------------------------------------------------------


def _consultation(rubric: Rubric, row: Mapping[str, Any]) -> Iterator[Finding]:
    if len(rubric.items) not in _QUESTIONS:
        yield finding("question-count", "", f"{len(rubric.items)} questions", f"{_QUESTIONS[0]} to {_QUESTIONS[-1]}")
    for place, module, item in items_with_places(rubric):
        if item.points not in _QUESTION_POINTS:
            yield finding("question-points", place, "none" if item.points is None else number(item.points), "1, 2 or 3")
        dimensions = item.dimensions or module.dimensions
        if len(dimensions) != 1 or dimensions[0] not in CONSULTATION_DIMENSIONS:
            yield finding(
                "question-dimension", place, "、".join(dimensions) or "none", " or ".join(CONSULTATION_DIMENSIONS)
            )
    yield from _narrative(row, "conversation")


def _narrative(row: Mapping[str, Any], *fields: str) -> Iterator[Finding]:
    text = next((row[name] for name in fields if isinstance(row.get(name), str)), None)
    if text is not None and len("".join(text.split())) not in _NARRATIVE:
        found = f"{len(''.join(text.split()))} characters"
        yield finding("narrative-length", fields[0], found, f"{_NARRATIVE[0]} to {_NARRATIVE[-1]}")


def _document(rubric: Rubric, row: Mapping[str, Any]) -> Iterator[Finding]:
    yield from _fixed_total(rubric)
    for place, _, item in items_with_places(rubric):
        if not item.is_penalty:
            text = fold_script("\n".join([full_text(item), *(part.name for part in item.parts)]))
            missing = [tier for tier in TIERS if tier not in text]
            if missing:
                yield finding("tier-missing", place, f"no {'、'.join(missing)}", "得分点, 扣分点 and 不及格线")
    laws = _laws(rubric)
    if len(laws) < _LEAST_LAWS:
        yield finding(
            "law-count", "", f"{len(laws)} laws ({'、'.join(laws)})" if laws else "no law", f"at least {_LEAST_LAWS}"
        )
    yield from _narrative(row, "conversation", "question")
    if "issues" in row and isinstance(row["issues"], Sequence) and len(row["issues"]) < _LEAST_ISSUES:
        yield finding("issue-count", "", f"{len(row['issues'])} issues", f"at least {_LEAST_ISSUES}")
    if isinstance(row.get("traps"), Sequence) and not isinstance(row["traps"], str):
        yield from _traps(rubric, row["traps"])


def _laws(rubric: Rubric) -> list[str]:
    from legal_metrics.extract.statutes import extract_statutes

    text = "\n".join(full_text(item) for item in rubric.items)
    return sorted({citation.law for citation in extract_statutes(text, "CN") if citation.law})


_SHARED = 4
"""Characters in a row that a trap and the item that checks it must share."""


def _traps(rubric: Rubric, traps: Sequence[Any]) -> Iterator[Finding]:
    if len(traps) not in _TRAPS:
        yield finding("trap-count", "", f"{len(traps)} traps", f"{_TRAPS[0]} or {_TRAPS[-1]}")
    numbers = {item.number for item in rubric.items}
    texts = [content(full_text(item)) for item in rubric.items]
    for position, trap in enumerate(traps, 1):
        if isinstance(trap, Mapping) and isinstance(trap.get("item"), int):
            caught = trap["item"] in numbers
        else:
            words = content(
                trap
                if isinstance(trap, str)
                else "\n".join(v for v in trap.values() if isinstance(v, str))
                if isinstance(trap, Mapping)
                else ""
            )
            pieces = {words[start : start + _SHARED] for start in range(len(words) - _SHARED + 1)}
            caught = any(piece in text for text in texts for piece in pieces)
        if not caught:
            yield finding("trap-undetected", f"trap {position}", "no item that checks it", "an item")


# --- contracts --------------------------------------------------------------------------------------------------------


def _detection(rubric: Rubric) -> Iterator[Finding]:
    for module in rubric:
        for item in module.items:
            if item.is_penalty or "risk_id" not in item.extra:
                continue
            place, names = item_place(rubric, module, item), [part.name.strip() for part in item.parts]
            for name in RISK_PARTS:
                if name not in names:
                    yield finding("part-required", place, f"no part {name}", "、".join(RISK_PARTS))
            for name in names:
                if name not in RISK_PARTS + OPTIONAL_RISK_PARTS:
                    yield finding("part-unexpected", place, f"part {name}", "、".join(RISK_PARTS + OPTIONAL_RISK_PARTS))


def _revision(rubric: Rubric) -> Iterator[Finding]:
    for module in rubric:
        for item in module.items:
            if item.is_penalty or "risk_id" not in item.extra:
                continue
            place = item_place(rubric, module, item)
            if not item.parts:
                yield finding("checklist-missing", place, "no fix_checklist", "what the revised clause must hold")
            for position, part in enumerate(item.parts, 1):
                if not part.keywords:
                    yield finding("keywords-missing", f"{place} > part {position}", "no keywords", "one or more")
            gold = item.extra.get("gold_fix")
            if not isinstance(gold, str) or not content(gold):
                yield finding("gold-fix-missing", place, repr(gold), "a reference revision")
