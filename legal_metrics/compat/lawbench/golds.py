"""LawBench's golds: how each task's reference is read, and what it may say. A reader raises ValueError for one that LawBench refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from legal_metrics.compat.lawbench.labels import DISPUTE_FOCUSES, MARITAL_LABELS
from legal_metrics.errors import shown

DEFECTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "2-2": MappingProxyType({"赔偿": "none of the labels that the prompt offers; LawBench leaves the row out"}),
        "3-3": MappingProxyType({"经济犯": "no charge of the Criminal Law"}),
    }
)
"""By task: labels in LawBench's golds that no right answer can give, and why. A gold that names one does not score 1 as its own prediction."""


class Excluded(Exception):
    """LawBench leaves the row out: a gold that its own scorer does not know."""


def letter(opening: str, letters: str) -> Callable[[str], str]:
    """A reader for the letter right behind the opening; LawBench does not look further.

    >>> letter("正确答案:", "ABCD")("正确答案:C。")
    'C'
    """

    def gold(reference: str) -> str:
        letter = _behind(opening, reference)[:1]
        return one_of(letters, letter)

    return gold


def one_of(names: Sequence[str], name: str) -> str:
    """The name, if it is one of the names.

    >>> one_of(("侵权", "公司法"), "侵权")
    '侵权'
    """
    if not name or name not in names:
        raise ValueError(f"found {shown(name)}, allowed one of {'、'.join(names)}")
    return name


def _behind(opening: str, reference: str, closing: str = "") -> str:
    if not (reference.startswith(opening) and reference.endswith(closing)):
        raise ValueError(f"found {shown(reference)}, allowed {opening}…{closing}")
    return reference[len(opening) : len(reference) - len(closing)]


def dispute_focus(reference: str) -> str:
    """Task 2-2. Raises: Excluded for 赔偿, which is no label.

    >>> dispute_focus("争议焦点类别：责任认定。")
    '责任认定'
    """
    opening = "争议焦点类别："
    name = reference[len(opening) : -1]
    if name == "赔偿":
        raise Excluded
    return one_of(DISPUTE_FOCUSES, _behind(opening, reference) and name)


def marital_labels(reference: str) -> tuple[str, ...]:
    """Task 2-3.

    >>> marital_labels("类别:损害赔偿、法定离婚。")
    ('损害赔偿', '法定离婚')
    """
    names = _behind("类别:", reference, "。").split("、")
    return tuple(one_of(MARITAL_LABELS, name) for name in names)


def charges(reference: str) -> tuple[str, ...]:
    """Task 3-3; any name is taken.

    >>> charges("罪名:盗窃;合同诈骗")
    ('盗窃', '合同诈骗')
    """
    return tuple(_behind("罪名:", reference).replace("罪名:", "").split(";"))


def articles(reference: str) -> tuple[int, ...]:
    """Task 3-1: articles of the Criminal Law, sorted.

    >>> articles("法条:刑法第266、25条")
    (25, 266)
    """
    opening = "法条:刑法第"
    numbers = _behind(opening, reference, "条").replace(opening, "").replace("条", "").split("、")
    for number in numbers:
        if not number.isdigit() or int(number) > 490:
            raise ValueError(f"found {shown(number)}, allowed an article up to 490")
    return tuple(sorted({int(number) for number in numbers}))


def months(reference: str) -> int:
    """Tasks 3-4 and 3-5. Raises: Excluded for life and death.

    >>> months("刑期:6个月")
    6
    """
    if "死刑" in reference or "无期" in reference:
        raise Excluded
    term = _behind("刑期:", reference, "个月").replace("刑期:", "").replace("个月", "")
    if not term.isdigit():
        raise ValueError(f"found {shown(term)}, allowed whole months")
    return int(term)


def amount(reference: str) -> float:
    """Task 3-7, in yuan.

    >>> amount("上文涉及到的犯罪金额:8500.0元。")
    8500.0
    """
    opening, closing = "上文涉及到的犯罪金额:", "元。"
    if "千元" in reference or "万" in reference:
        raise ValueError(f"found {shown(reference)}, allowed an amount in 元")
    return float(_behind(opening, reference, closing).replace(opening, "").replace(closing, ""))


def entities(reference: str) -> dict[str, str]:
    """Task 2-6: value by type; what stands behind a second colon is dropped. A blank reference has none.

    >>> entities("受害人:甲;时间:某日")
    {'受害人': '甲', '时间': '某日'}
    """
    if not reference.strip():
        return {}
    found = {}
    for part in reference.split(";"):
        kind, colon, rest = part.partition(":")
        if not colon:
            raise ValueError(f"found {shown(part)}, allowed type:value")
        found[kind] = rest.split(":")[0]
    return found


def text(*labels: str) -> Callable[[str], str]:
    """A reader for a text, its answer labels taken away wherever they stand.

    >>> text("答案:")("答案:第一条")
    '第一条'
    """
    def gold(reference: str) -> str:
        for label in labels:
            reference = reference.replace(label, "")
        if not reference.strip():
            raise ValueError("found a blank text, allowed words")
        return reference

    return gold
