"""LawBench's rc-F1 (that of CAIL2021's reading comprehension) and its soft F1 over named entities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from legal_metrics.compat.lawbench.labels import ENTITY_TYPES

_BLANK_OR_LINE = re.compile("[\n ]")
_NOT_SPACE = re.compile(r"\S")


def reading_f1(prediction: str, reference: str) -> float:
    """F1 of the two bags of letters and digits, in lower case; 1 where both are empty.

    >>> reading_f1("借款21万元。", "21万元借款"), reading_f1("。", ""), reading_f1("1.5", "15")
    (1.0, 1.0, 1.0)
    """
    found, expected = _bag(prediction), _bag(reference)
    if not found or not expected:
        return float(found == expected)
    same = (found & expected).total()
    if not same:
        return 0.0
    precision, recall = same / found.total(), same / expected.total()
    return 2 * precision * recall / (precision + recall)


def entities(prediction: str) -> dict[str, str]:
    """What stands behind each type and a colon, as far as the next blank or line break; of several the last one that is neither 无 nor 未提及.

    A type that stands within two characters of the end is not seen. Linear.

    >>> entities("时间：某日 地点：无")
    {'时间': '某日'}
    """
    found = {}
    for kind in ENTITY_TYPES:
        end = len(prediction)
        while (start := prediction.rfind(kind, 0, end)) >= 0:
            end = start  # no type overlaps itself
            colon = start + len(kind)
            if colon < len(prediction) - 2 and prediction[colon] in ":：":
                value = _value(prediction, colon + 1)
                if value not in ("无", "未提及"):
                    found[kind] = value
                    break
    return found


def entity_f1(found: Mapping[str, str], expected: Mapping[str, str]) -> float:
    """F1 over entity types, each right by its rc-F1; without an expected entity 1 if none was found.

    >>> round(entity_f1({"时间": "某日", "地点": "某处"}, {"时间": "某日"}), 6), entity_f1({}, {})
    (0.666667, 1.0)
    """
    if not expected:
        return float(not found)
    right = sum(reading_f1(value, expected[kind]) for kind, value in found.items() if kind in expected)
    precision, recall = right / len(found) if found else 0.0, right / len(expected)
    return 2 * precision * recall / (precision + recall + 1e-10)


def _value(text: str, start: int) -> str:
    first = _NOT_SPACE.search(text, start)
    if first is None:
        return ""
    end = _BLANK_OR_LINE.search(text, first.start())
    return text[first.start() : end.start() if end else len(text)].strip()


def _bag(text: str) -> Counter[str]:
    return Counter(c for c in text.lower() if c.isdigit() or c.isalpha())
