"""LawBench's ROUGE-L: that of rouge-chinese 1.0.3 over the tokens of jieba, its odd tokens included."""

from __future__ import annotations

import re

from legal_metrics.metrics.lcs import lcs_length
from legal_metrics.text.tokenisers import JIEBA

NO_CONTENT = "无内容"
"""What LawBench puts in the place of a blank output: one word."""

# rouge-chinese breaks a text after these marks. Its two rules for marks that touch (……, 。”) never meet: blanks part all tokens but those of Latin text.
_BREAKS = (re.compile("([。！？?])([^”’])"), re.compile(r"(\.{6})([^”’])"))


def words(text: str) -> list[str]:
    """The words that rouge-chinese compares: tokens without white space, and an empty word for each line that holds white space alone.

    Line breaks are tokens of jieba, and a break follows each full stop; where both meet, or two line breaks, an empty word comes about. It counts.

    >>> words("无罪。")
    ['无罪', '。']
    >>> words("无罪。\\n有罪。")
    ['无罪', '。', '', '有罪', '。']
    """
    spaced = " ".join(JIEBA(text))
    for rule in _BREAKS:
        spaced = rule.sub(r"\1\n\2", spaced)
    found: list[str] = []
    for line in spaced.rstrip().split("\n"):
        if line:
            found += line.split() or [""]
    return found


def rouge_l(prediction: str, reference: str) -> float:
    """F of ROUGE-L, in [0, 1), of an output against its reference. Raises: ZeroDivisionError for a blank reference.

    >>> round(rouge_l("被告人无罪。", "无罪。"), 6), rouge_l("", "无罪。")
    (0.8, 0.0)
    """
    found, expected = words(prediction) or [NO_CONTENT], words(reference)
    common = lcs_length(expected, found)
    precision, recall = common / len(found), common / len(expected)
    return 2.0 * (precision * recall / (precision + recall + 1e-8))
