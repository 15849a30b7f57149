"""What LawBench's scorers read from an output: options, labels, articles, months, amounts. Total and linear on any text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from legal_metrics.compat.lawbench.cn2an import transform

_DIGITS = re.compile(r"\d+")
_MONTHS = (re.compile(r"(?<!\d)(\d+)个月"), re.compile(r"(?<!\d)(\d+)月"))  # looking behind keeps them linear
_YEARS = re.compile(r"(?<!\d)(\d+)年")
_AMOUNT = re.compile(r"\d+\.?\d*")
_MAX_DIGITS = 4000  # Python reads no whole number above 4300 digits, and LawBench stops there; the first 4000 are as wrong an answer


def named(prediction: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names that occur anywhere in an output, in the order of ``names``: also inside other words, also where they are denied.

    >>> named("答案是A，因为B项错误", "ABCD"), named("不构成抢劫罪", ("抢劫", "盗窃"))
    (('A', 'B'), ('抢劫',))
    """
    return tuple(name for name in names if name in prediction)


def articles(prediction: str) -> tuple[int, ...]:
    """The first number of each part between 、, after 第…款 is dropped and 第…条 opened; sorted, each once.

    Whatever else stands there counts: years, amounts, 第 of an earlier article up to the 款 of a later one.

    >>> articles("《刑法》第二百六十四条、第六十七条"), articles("盗窃3000元，适用第二百六十四条"), articles("刑法第264条第1款、第67条")
    ((67, 264), (3000,), (67,))
    """
    found = set()
    for part in prediction.split("、"):
        part = _between(part.replace("万元", "元"), "款", keep=False)
        number = _DIGITS.search(transform(_between(part, "条", keep=True)))
        if number:
            found.add(_whole(number[0]))
    return tuple(sorted(found))


def months(prediction: str) -> int | None:
    """The first number before 个月, else before 月, else twelve times the first before 年; None without any.

    >>> months("有期徒刑一年六个月"), months("2013年1月5日起，有期徒刑两年"), months("叁年"), months("1.5年")
    (6, 1, None, 60)
    """
    text = transform(prediction)
    for pattern in _MONTHS:
        if found := pattern.search(text):
            return _whole(found[1])
    found = _YEARS.search(text)
    return _whole(found[1]) * 12 if found else None


def amounts(prediction: str) -> tuple[float, ...]:
    """Every number of an output; thousands separators part a number, 万 does not multiply it.

    >>> amounts("共计1,234.5元，约0.1万元")
    (1.0, 234.5, 0.1)
    """
    return tuple(float(number) for number in _AMOUNT.findall(prediction))


def log_distance_score(months: int | None, expected: int) -> float:
    """``1 - |ln(expected + 1) - ln(months + 1)| / ln 216``; 0 for None. Below 0 for terms far above 18 years: LawBench does not clip.

    >>> log_distance_score(6, 6), log_distance_score(None, 6), round(log_distance_score(9999, 0), 4)
    (1.0, 0.0, -0.7135)
    """
    if months is None:
        return 0.0
    return 1 - abs(math.log(expected + 1) - math.log(months + 1)) / math.log(216)


def set_f1(found: Sequence[object], expected: Sequence[object]) -> float:
    """F1 of two sets; 0 where either is empty.

    >>> set_f1((264, 67), (264,)).__round__(4), set_f1((), ())
    (0.6667, 0.0)
    """
    same = len(set(found) & set(expected))
    if not same:
        return 0.0
    precision, recall = same / len(set(found)), same / len(set(expected))
    return 2 * precision * recall / (precision + recall)


def _between(text: str, end: str, *, keep: bool) -> str:
    """Every 第 and the next ``end`` on its line taken away, with what is between them or (``keep``) without it. As the pattern 第(.*?)end, but linear."""
    kept = []
    for line in text.split("\n"):
        done = 0
        while (start := line.find("第", done)) >= 0 and (stop := line.find(end, start + 1)) >= 0:
            kept += [line[done:start], line[start + 1 : stop] if keep else ""]
            done = stop + 1
        kept += [line[done:], "\n"]
    return "".join(kept[:-1])


def _whole(digits: str) -> int:
    return int(digits[:_MAX_DIGITS])
