"""Words of judges for what an answer earns: the label schemes, and what a written label means for points and for penalties.

Whoever reads replies and whoever scores grades asks here, so that one word never means two things.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from legal_metrics.errors import LegalMetricsError, shown

_AROUND = re.compile(r"[\s_\-。.!！:：*\"'“”「」『』【】\[\]()（）]+")


def canonical_label(status: str, scheme: Mapping[str, str]) -> str | None:
    """The label of a scheme (written form -> label) that a status names; None for one that is in no scheme.

    >>> canonical_label(" Partially Correct ", FOUR_LABELS), canonical_label("missing", YES_NO), canonical_label("【正確】", FOUR_LABELS)
    ('partial', None, 'correct')
    """
    return scheme.get(_bare(status))


@lru_cache(1024)  # judges use a few words over and over
def _bare(status: str) -> str:
    return _AROUND.sub("", unicodedata.normalize("NFKC", status)).lower()


def _scheme(**written: str) -> dict[str, str]:
    return {name: label for label, names in written.items() for name in names.split()}


FOUR_LABELS: Mapping[str, str] = _scheme(
    correct="correct fullycorrect full 正確 正确 完全正確 完全正确",
    partial="partial partiallycorrect partly partlycorrect 部分正確 部分正确 部分",
    wrong="wrong incorrect notcorrect 錯誤 错误 不正確 不正确",
    missing="missing absent notmentioned omitted 缺漏 未提及 遺漏 遗漏 未答",
)
"""The paper's four labels; the name of the fourth is not given there [CHOICE]. ``error`` is none of them: it says that judging failed."""
YES_NO: Mapping[str, str] = _scheme(correct="yes 是", partial="partial partially 部分", wrong="no 否")
"""The three labels of the preview card: yes, partial, no."""
MET: Mapping[str, str] = _scheme(
    correct="met criteriamet true satisfied fulfilled pass 符合 满足 滿足 达到 達到 得分 命中",
    partial="partiallymet partlymet 部分符合 部分满足 部分滿足",
    wrong="notmet criterianotmet unmet false notsatisfied unsatisfied fail 不符合 不满足 不滿足 未满足 未滿足 未达到 未達到 不得分 未命中",
)
"""Criteria that are met or not, as HealthBench and PRBench ask for."""
APPLIES: Mapping[str, str] = _scheme(
    applies="yes true met applies triggered present violated 是 有 符合 触发 觸發 适用 適用 存在 成立 扣分 命中",
    not_applies="no false notapplies doesnotapply notmet unmet notapplicable nottriggered absent none 否 无 無 不符合 未触发 未觸發 不适用 不適用 不存在 不成立 不扣分 未命中",
)
"""Whether a penalty applies. ``correct`` and ``wrong`` are not among these words: of a penalty they can mean either."""
UNGRADED: frozenset[str] = frozenset(
    _scheme(
        ungraded="error failed blocked filtered contentfilter contentfiltered refused refusal pending skipped unscored ungraded notgraded na n/a null "
        "unknown unable timeout timedout exception unavailable unjudged undetermined indeterminate abstain abstained tbd todo "
        "cannotjudge cannotgrade cannotdetermine cannotassess unabletojudge unabletograde unabletodetermine unabletoassess "
        "無法判斷 无法判断 無法評分 无法评分 無法評判 无法评判 無法判定 无法判定 無法評定 无法评定 無法確定 无法确定 無法評價 无法评价 "
        "未評 未评 未評分 未评分 未評判 未评判 未評價 未评价 未判定 未打分 不評 不评 待評 待评 待評分 待评分 待判定 待定 "
        "跳過 跳过 略過 略过 棄權 弃权 超時 超时 異常 异常 出錯 出错 拒絕 拒绝 拒絕評分 拒绝评分"
    )
)
"""Words in the place of a label that say that an item was **not** graded: such a grade is none, whatever points stand beside it."""
SCHEMES: Mapping[str, Mapping[str, str]] = {"correct/partial/wrong/missing": FOUR_LABELS, "yes/partial/no": YES_NO}
ALL_LABELS: Mapping[str, str] = {**FOUR_LABELS, **YES_NO, **MET}
"""All words for what an answer earns; the schemes contradict each other nowhere."""


def read_label(status: str) -> str | None:
    """``correct``, ``partial``, ``wrong`` or ``missing`` for a written label of any scheme; None for another word (the schemes contradict each other nowhere).

    >>> read_label("部分正确"), read_label("criteria met"), read_label("True"), read_label("不符合")
    ('partial', 'correct', 'correct', 'wrong')
    """
    return canonical_label(status, ALL_LABELS)


def is_ungraded(status: str) -> bool:
    """Whether what stands in the place of a label says that nothing was graded: a word for that, or what a form has there before anybody fills it in.

    >>> is_ungraded("Content_Filter"), is_ungraded("错误"), is_ungraded("<標籤>"), is_ungraded("correct|partial|wrong|missing")
    (True, False, True, True)
    """
    return _bare(status) in UNGRADED or (bool(status.strip()) and _is_unfilled(status))


_HOLE = re.compile(r"\s*(?:<[^<>]*>|\{[^{}]*\}|\.{2,}|…+|_{2,}|\?+)\s*")
_OR = re.compile(r"[|/、,;]|或|\bor\b")


@lru_cache(1024)
def _is_unfilled(status: str) -> bool:
    """A hole (<標籤>, {label}, …), or several labels to choose from (correct|partial|wrong, 是/否); no label of a scheme is either."""
    if read_label(status) is not None or read_applies(status) is not None:
        return False
    plain = unicodedata.normalize("NFKC", status)
    if _HOLE.fullmatch(plain) or _HOLE.fullmatch(status):
        return True
    choices = [read_label(one) or canonical_label(one, APPLIES) for one in _OR.split(plain)]
    return len(choices) > 1 and None not in choices and len(set(choices)) > 1


def read_applies(status: str) -> bool | None:
    """Whether a written label says that a penalty applies; None for a word that says neither.

    >>> read_applies("触发"), read_applies("no"), read_applies("correct")
    (True, False, None)
    """
    label = canonical_label(status, APPLIES)
    return None if label is None else label == "applies"


def scheme_of(name: str) -> Mapping[str, str]:
    """The label scheme of a name. Raises: LegalMetricsError.

    >>> scheme_of("yes/partial/no")["no"]
    'wrong'
    """
    if name not in SCHEMES:
        raise LegalMetricsError(f"labels: found {shown(name)}, allowed {' or '.join(SCHEMES)}")
    return SCHEMES[name]
