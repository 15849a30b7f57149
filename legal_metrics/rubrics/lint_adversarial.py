"""Adversarial rows: what makes each kind one. A case turns its conclusion, a judgment has a veto, a contract without risks costs false alarms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from legal_metrics.grading import Item, Rubric
from legal_metrics.rubrics.lint_codes import Finding, finding, number
from legal_metrics.rubrics.lint_places import full_text, items_with_places
from legal_metrics.rubrics.lint_wording import content
from legal_metrics.text.script import fold_script

ADVERSARIAL_FORMS: frozenset[str] = frozenset({"adversarial_detection", "adversarial_revision"})
_VETO = re.compile(r"(?:本|该|此|全)[项题模]?块?(?:均|一律|直接)?(?:不得分|不给分|不计分|记?[计得]?\s*0\s*分|零分)")


def is_adversarial(rubric: Rubric, record: Mapping[str, Any] | None = None) -> bool:
    """Whether form, difficulty, split or tag say so.

    >>> is_adversarial(Rubric("q", "judgment", 100, (), extra={"tag": "反例改造：罪名误导型"})), is_adversarial(Rubric("q", "judgment", 100, ()))
    (True, False)
    """
    row = {**rubric.extra, **(record or {})}
    said = [row.get(name) for name in ("difficulty", "split", "tag")]
    return rubric.form in ADVERSARIAL_FORMS or any(
        isinstance(value, str) and ("adversarial" in value.lower() or "反例" in value) for value in said
    )


def lint_adversarial(rubric: Rubric, source: Rubric | None = None) -> Iterator[Finding]:
    """Findings about an adversarial row by its form; ``source``: the row that a case analysis was made from.

    >>> from legal_metrics.grading import Module
    >>> rubric = Rubric("q", "judgment", 5, (Module("罪名认定", 5, (Item(1, "认定为盗窃罪", 5),)),))
    >>> [f.code for f in lint_adversarial(rubric)]
    ['adversarial-no-veto']
    """
    if rubric.form in ("case_analysis", "plawbench_case"):
        yield from _case(rubric, source)
    elif rubric.form == "judgment":
        if not _has_veto(rubric):
            yield finding("adversarial-no-veto", "", "no veto in any item", "若认定为…则本项不得分")
    elif rubric.form in ("contract_detection", "contract_revision", *ADVERSARIAL_FORMS):
        yield from _contract(rubric)


def _case(rubric: Rubric, source: Rubric | None) -> Iterator[Finding]:
    if source is None:
        yield finding("adversarial-source", "", "no source row", "the row that it was made from")
        return
    own, other = _conclusion(rubric), _conclusion(source)
    if own and own == other:
        yield finding(
            "adversarial-same-conclusion",
            "module 结论",
            f"the conclusion of {source.id or 'its source row'}",
            "another one",
        )


def _conclusion(rubric: Rubric) -> frozenset[str]:
    """The sentences of the module 结论, whatever their order and layout."""
    modules = [module for module in rubric if "结论" in fold_script(module.name)]
    return frozenset(content(item.criterion) for module in modules for item in module.items) - {""}


def _has_veto(rubric: Rubric) -> bool:
    if rubric.vetoes or any(module.vetoes for module in rubric) or any(item.vetoes for item in rubric.items):
        return True
    return any(_VETO.search(fold_script(full_text(item))) for item in rubric.items)


def _contract(rubric: Rubric) -> Iterator[Finding]:
    penalties = [item for item in rubric.items if item.is_penalty or rubric.form in ADVERSARIAL_FORMS]
    if not any(content(item.criterion) for item in penalties):
        yield finding("adversarial-no-false-positive", "", "no criterion that costs points", "false_positive_criteria")
    count = rubric.extra.get("risk_count")
    if count is not None and count != 0:
        yield finding("adversarial-risks", "risk_count", repr(count), "0")
    risks = [place for place, _, item in items_with_places(rubric) if _is_risk(item)]
    if risks:
        yield finding("adversarial-risks", risks[0], f"{len(risks)} risks", "none")
    total = rubric.points
    if not risks and (rubric.base <= 0 or (total is not None and abs(rubric.base - total) > 1e-6)):
        found = f"base {number(rubric.base)}, total {'none' if total is None else number(total)}"
        yield finding("adversarial-base", "", found, "one number above 0 for both")


def _is_risk(item: Item) -> bool:
    return "risk_id" in item.extra and not item.is_penalty
