"""LawBench's ROUGE-L: that of rouge-chinese 1.0.3 over the tokens of jieba, its odd tokens included."""

from __future__ import annotations

import re

from legal_metrics.metrics.lcs import lcs_length
from legal_metrics.text.tokenisers import JIEBA

NO_CONTENT = "无内容"
"""What LawBench puts in the place of a blank output: one word."""

_FULL_STOPS = frozenset("。！？?")
_SIX_POINTS = re.compile(r"(\.{6})(.)")


def words(text: str) -> list[str]:
    """The words that rouge-chinese compares: jieba's tokens without white space, and an empty word for each line that holds white space alone.

    Line breaks are tokens of jieba; rouge-chinese breaks a line behind each full stop too. LawBench puts a blank between tokens, so where two breaks meet
    (a full stop and a line break, two line breaks) there is a line of white space: an empty word, which counts and matches.

    >>> words("无罪。")
    ['无罪', '。']
    >>> words("无罪。\\n有罪。")
    ['无罪', '。', '', '有罪', '。']
    """
    text = text.rstrip()
    tokens = JIEBA(text)
    if "\n" not in text and "......" not in text:
        return [token for token in tokens if not token.isspace()]
    found: list[str] = []
    begun = worded = False  # of this line: it holds a character, it holds a word
    for i, token in enumerate(tokens):
        if not token.isspace():
            if "......" in token:  # points are the one mark that jieba leaves together, and a break may part them
                pieces = _SIX_POINTS.sub(r"\1\n\2", token + " " * (i + 1 < len(tokens))).split("\n")
                found += [piece.rstrip() for piece in pieces if not piece.isspace()]
                worded = not pieces[-1].isspace()
            else:
                found.append(token)
                worded = token not in _FULL_STOPS
            begun = True
        elif "\n" in token:
            if not worded and (begun or token != "\n"):
                found.append("")
            begun, worded = True, False  # the blank that parts it from the next token
        else:
            begun = True
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
