"""Fields of a judge's JSON: the names under which judges write them, numbers of items, points and flags."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from legal_metrics.errors import shown
from legal_metrics.extract.json_mending import Doubled
from legal_metrics.text.grade_labels import is_ungraded
from legal_metrics.text.numerals import parse_integer

# --- names of fields ----------------------------------------------------------------------------------------------------

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "number": (
            "index criterion_number criterion_index criterion_id item_number item_index item_id item number idx id no point_number rubric_index risk_id "
            "序號 序号 編號 编号 評分點 评分点 評分要點 评分要点 項目編號 项目编号 項次 项次 條目 条目"
        ),
        "status": (
            "status label verdict state judgement judgment assessment decision 狀態 状态 標籤 标签 判定 判斷 判断 評判 评判 評判結果 评判结果 判定結果 判定结果"
        ),
        "met": "criteria_met criterion_met is_met met satisfied fulfilled passed 是否滿足 是否满足 是否符合 是否達到 是否达到 是否命中 滿足 满足 符合 命中",
        "score": "score awarded points_awarded awarded_points earned points_earned given 得分 實得分 实得分 給分 给分 得分數 得分数 分數 分数",
        "either": "grade rating result 評分 评分 結果 结果 評定 评定",
        "points": "points",
        "allocated": "allocated max_points max_score full full_points full_score maximum 配分 滿分 满分 分值",
        "reason": "reason explanation comment rationale justification analysis feedback 理由 說明 说明 評語 评语 原因 依據 依据",
        "position": "position order 位置 順序 顺序 次序",
        "times": "times count occurrences 次數 次数",
        "veto": "veto vetoed veto_triggered 否決 否决 一票否決 一票否决",
        "parts": "parts sub_scores subscores sub_points scoring fix_checklist checklist breakdown 分項 分项 子項 子项",
        "text": "criterion content description 評分標準 评分标准 標準 标准",
        "part": "name part point 名稱 名称 分項 分项",
        "error": "error error_message error_code exception refusal blocked content_filter content_filtered",
        "module": "module module_name 模組 模块",
    }
)
"""Names under which judges write a field; the first is the one that is asked for."""
_FIELDS = {
    re.sub(r"[\s_-]", "", name): (field, rank)
    for field, names in NAMES.items()
    for rank, name in enumerate(names.split())
    if field != "part"
}


@lru_cache(maxsize=4096)
def field_of(key: str) -> tuple[str, int] | None:
    """The field that a key names, and how usual the name is (0: the one asked for).

    >>> field_of("Criterion Number"), field_of("得分")[0], field_of("evidence")
    (('number', 1), 'score', None)
    """
    return _FIELDS.get(re.sub(r"[\s_-]", "", key).lower())


_VERDICT = frozenset(("status", "score", "met", "points", "either", "parts"))


class Row(NamedTuple):
    """An object of a reply with its fields by their standard names; ``number``: the item that it names, None where it names none."""

    fields: Mapping[str, Any]
    number: int | None = None
    name: str = ""
    module: str | None = None
    conflicts: tuple[str, ...] = ()
    source: Mapping[str, Any] | None = None

    @property
    def is_verdict(self) -> bool:
        """Whether it says something that is a label or points, of the item or its parts."""
        return not _VERDICT.isdisjoint(self.fields)


def row_of(value: Mapping[str, Any], module: str | None = None) -> Row:
    """The fields of an object. Of several names for one field the more usual one counts; label, points and ``met`` must not differ between them.
    ``module``: the module that it stands in, unless it names one itself.

    >>> row_of({"criterion_number": "第2項", "得分": 3}).number
    2
    """
    fields: dict[str, Any] = {}
    ranks: dict[str, int] = {}
    conflicts: list[str] = []
    number: int | None = None
    name = ""
    for key, item in value.items():
        known = field_of(key)
        if known is None or item is None:
            continue
        field, rank = known
        if field == "number" or (field == "text" and rank == 0):
            read = item_number(item)
            if read is not None and (number is None or rank < ranks.get("number", 99)) and field == "number":
                number, ranks["number"] = read, rank
            elif read is not None and field == "text" and number is None:
                number = read
            elif read is None and isinstance(item, str):
                name = name or item
            if field == "text" and read is None:
                fields["text"] = item
            if isinstance(item, Doubled):
                conflicts.append(key)
            continue
        if field in fields and fields[field] != item and field in ("status", "score", "met"):
            conflicts.append(key)
        if isinstance(item, Doubled):
            conflicts.append(key)
        if rank < ranks.get(field, 99):
            fields[field], ranks[field] = item, rank
    named = fields.get("module")
    return Row(fields, number, name, named if isinstance(named, str) else module, tuple(conflicts), value)


_ITEM = re.compile(
    r"(?:第|#|no\.?|item|criterion|criteria|point|rubric|index|評分點|评分点|評分要點|评分要点|要點|要点|項目|项目|編號|编号)?[\s_#:.第-]*"
    r"([0-9]{1,6}|[一二三四五六七八九十百]{1,5})(?:\.0)?[\s]*(?:[.、:)項项號号點点條条]|個評分點)?",
    re.IGNORECASE,
)


def item_number(value: object) -> int | None:
    """The number of an item, as a number or written; None for what is none.

    >>> [item_number(v) for v in (2, 2.0, "2", "第二項", "item_3", "2.5", True, -1)]
    [2, 2, 2, 2, 3, None, None, None]
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if 0 <= value < 10**6 and value == int(value) else None
    return _written_number(value) if isinstance(value, str) and len(value) <= 40 else None


@lru_cache(maxsize=4096)
def _written_number(value: str) -> int | None:
    found = _ITEM.fullmatch(unicodedata.normalize("NFKC", value).strip(" \t\n[]()【】「」*"))
    return parse_integer(found[1]) if found else None


def _words(written: str) -> frozenset[str]:
    return frozenset(written.split())


# --- errors -------------------------------------------------------------------------------------------------------------

_ERRORS = _words(NAMES["error"])
_ERROR_LISTS = _words("errors 错误 錯誤 错误信息 錯誤訊息")
_STATES = _words("status state finish_reason stop_reason 狀態 状态")
_NO_ERROR = _words("none null no false n/a ok 无 無 没有 沒有")
_SUCCESSES = _words("success succeeded successful is_success issuccess ok 成功 是否成功")
_CODES = _words("code status_code statuscode http_status http_code httpcode 状态码 狀態碼")
_FAILURES = range(400, 600)


def error_in(value: Mapping[str, Any], *, alone: bool = False) -> str:
    """What an object says went wrong in judging; "" where nothing did. Numbers count, and empty values say that there is none.

    A call that did not succeed (``"success": false``) or has the code of an HTTP error is one too, whatever stands beside it.
    ``alone``: it holds no grades; beside grades, a list of errors is the answer's.

    >>> error_in({"error": "content filtered", "grades": []}), error_in({"error": None}), error_in({"status": "failed"}), error_in({"success": False})
    ("error: 'content filtered'", '', "status: 'failed'", 'success: False')
    """
    for key, item in value.items():
        name = key.strip().lower()
        if name in _SUCCESSES and read_flag(item) is False:
            return f"{key}: {shown(item)}"
        if not item:
            continue
        if (name in _CODES or name in _STATES) and item_number(item) in _FAILURES:
            return f"{key}: {shown(item)}"
        if name in _ERRORS or (alone and name in _ERROR_LISTS):
            said_none = (
                item.strip().lower() in _NO_ERROR | {""} if isinstance(item, str) else type(item) in (int, float)
            )
            if not said_none:
                return f"{key}: {shown(item)}"
        elif name in _STATES and isinstance(item, str) and is_ungraded(item):
            return f"{key}: {shown(item)}"
    return ""


# --- points -------------------------------------------------------------------------------------------------------------

_AMOUNT = r"\d{1,6}(?:\.\d{1,6})?"
_NUMBER = re.compile(
    rf"(扣|减|減|deduct)?\s*([+-]?{_AMOUNT})\s*(?:分|points?|pts?)?"
    rf"(?:\s*(?:/|out of|of|\(\s*(?:满分|滿分|共|out of|of|/))\s*({_AMOUNT})\s*(?:分|points?|pts?)?\s*\)?)?",
    re.IGNORECASE,
)
_NOT_FINITE = _words("nan inf +inf -inf infinity +infinity -infinity ∞")


def read_points(value: object, full: float | None = None) -> tuple[float | None, str]:
    """Points as a number, or None and the code of what is wrong. ``full``: the item's points, which a denominator must equal (``3/5``).

    >>> read_points("１.５分"), read_points("3分（满分5分）", 5), read_points("3/10", 5), read_points("扣2分")
    ((1.5, ''), (3.0, ''), (None, 'other_scale'), (-2.0, ''))
    >>> read_points(True), read_points("約三分")
    ((None, 'boolean_points'), (None, 'bad_points'))
    """
    if isinstance(value, bool):
        return None, "boolean_points"
    if isinstance(value, (int, float)):
        return (float(value), "") if -1e9 < value < 1e9 else (None, "non_finite_points")
    if isinstance(value, Doubled):
        return None, "conflicting_fields"
    if not isinstance(value, str) or len(value) > 40:
        return None, "bad_points"
    plain = unicodedata.normalize("NFKC", value).strip()
    found = _NUMBER.fullmatch(plain)
    if found is None:
        whole = parse_integer(plain.removesuffix("分").rstrip())
        if whole is not None and whole < 1e9:
            return float(whole), ""
        lower = plain.lower()
        return None, "non_finite_points" if lower in _NOT_FINITE else "boolean_points" if lower in (
            "true",
            "false",
        ) else "bad_points"
    if found[3] is not None and full is not None and not math.isclose(float(found[3]), abs(full)):
        return None, "other_scale"
    return -abs(float(found[2])) if found[1] else float(found[2]), ""


_TRUE = _words("true yes y met 是 有 滿足 满足 符合 達到 达到 命中 √ ✓ ✔")
_FALSE = _words("false no n notmet unmet 否 無 无 不滿足 不满足 未滿足 未满足 不符合 未達到 未达到 未命中 × ✗ ✘")


def read_flag(value: object) -> bool | None:
    """Whether something is so; None where it says neither.

    >>> read_flag(True), read_flag("否"), read_flag("partly"), read_flag(1)
    (True, False, None, None)
    """
    if isinstance(value, bool):
        return value
    word = re.sub(r"[\s_-]", "", value).lower() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None
