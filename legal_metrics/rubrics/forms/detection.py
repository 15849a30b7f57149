"""Which form a record has, by its fields and, for PLawBench's texts, by their headings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CASE_MODULES = frozenset({"结论", "案情简述", "分析过程", "法条依据"})
JUDGMENT_MODULES = frozenset({"罪名认定", "量刑情节分析", "刑期预测", "附带民事与赔偿", "法条适用"})
_DOCUMENT = re.compile(r"得分点|扣分点|不及格|扣分项|^[ \t]*[一二三四五六七八九十]{1,3}、.{0,60}分[）)]", re.MULTILINE)


def detect_form(raw: object) -> str | None:
    """The form of a record, one of ``FORMS``; None where it has none of them, whatever the record is. Raises nothing.

    >>> detect_form({"scoring_points": []}), detect_form({"fixes": [{"risk_name": "甲"}]}), detect_form({"answer": "B"})
    ('tw_essay', 'contract_revision', None)
    >>> detect_form({"Rubrics": "一、案由（20 分）\\n得分点：…"}), detect_form({"rubrics": [{"criterion": "甲", "points": "5", "tags": "结论得分"}]})
    ('plawbench_document', 'plawbench_case')
    """
    if not isinstance(raw, Mapping):
        return None
    fields = {key.lower(): value for key, value in raw.items() if isinstance(key, str)}
    if isinstance(fields.get("scoring_points"), list):
        return "tw_essay"
    contract = _contract(fields)
    if contract is not None:
        return contract
    rubrics = fields.get("rubrics", fields.get("rubric"))
    if isinstance(rubrics, str):
        return "plawbench_document" if _DOCUMENT.search(rubrics) else "plawbench_consultation"
    if not isinstance(rubrics, list) or not all(isinstance(row, Mapping) for row in rubrics):
        return None
    rows = [{key.lower(): value for key, value in row.items() if isinstance(key, str)} for row in rubrics]
    if any("module" in row or "items" in row for row in rows):
        return _modular(fields, {str(row.get("module", "")).strip() for row in rows})
    if any("tags" in row for row in rows) or ("context" in fields and rows):
        return "plawbench_case"
    if "conversation" in fields or any(name in row for row in rows for name in ("index", "dimension")):
        return "consultation"
    return "plawbench_case" if rows and all("criterion" in row for row in rows) else None


def _contract(fields: Mapping[str, Any]) -> str | None:
    alarms = [name for name in ("false_positive_criteria", "false_modification_criteria") if name in fields]
    if alarms and not fields.get("risks") and not fields.get("fixes"):
        revision = "fixes" in fields or "false_modification_criteria" in fields
        said = str(fields.get("question", ""))
        told = "risks" not in fields and "修改" in said and "识别" not in said
        return "adversarial_revision" if revision or told else "adversarial_detection"
    for name, form in (("risks", "contract_detection"), ("fixes", "contract_revision")):
        if isinstance(fields.get(name), list):
            return form
    return None


_AROUND = re.compile(
    r"^[\s【\[（(]*(?:第?[一二三四五六七八九十\d]{1,3}(?:部分)?[、.．)）:：\s]+)?|(?:模块|得分|部分)?[\s】\]）):：]*$"
)


def _modular(fields: Mapping[str, Any], names: set[str]) -> str:
    """By the names of the modules, numbered (二、案情简述) or not; one known name among deductions may be a document's."""
    if "doc_type" in fields:
        return "legal_document"
    bare = {_AROUND.sub("", name) for name in names}
    of_judgment, of_case = len(bare & JUDGMENT_MODULES), len(bare & CASE_MODULES)
    deductions = any("扣分项" in name for name in names)
    if max(of_judgment, of_case) > deductions:
        return "judgment" if of_judgment > of_case else "case_analysis"
    if deductions or "total_score" not in fields:
        return "legal_document"
    return "case_analysis" if "label" in fields else "judgment"
