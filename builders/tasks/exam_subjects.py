"""What a subject (科目) is: law, law combined with another subject, or another subject."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LAW, COMBINED, OTHER = "law", "combined", "other"

_BRACKET = re.compile(r"\(([^()]*)\)")
_CUT = re.compile(r"[與及和暨、,，;；/]|以及")
_INCLUDES = re.compile(r"^(?:包括|含|包含)")


def normalise_subject(subject: str) -> str:
    """The name without white space, with half-width brackets and numbers, ㈠ written (一).

    >>> normalise_subject("綜合法學㈠（憲法、 行政法）")
    '綜合法學(一)(憲法、行政法)'
    """
    return "".join(unicodedata.normalize("NFKC", subject).split())


def subject_kind(subject: str) -> str:
    """``law``, ``combined`` or ``other``.

    >>> [subject_kind(name) for name in ("行政法概要", "法學知識與英文（包括中華民國憲法、法學緒論、英文）", "統計學大意", "測量平差法")]
    ['law', 'combined', 'other', 'other']
    >>> subject_kind("綜合法學㈡（公司法、保險法、票據法、證券交易法、強制執行法、法學英文）")
    'law'
    """
    whole = normalise_subject(subject)
    name = _BRACKET.sub("", whole)
    for kind, names in _table()["named"].items():
        if name in names or _without_ending(name) in names:
            return str(kind)
    parts, contents = _parts(name), _contents(whole)
    laws = [part for part in parts if _is_law(part)]
    listed = [part for part in contents if _is_law(part) or any(word in part for word in _table()["law_words_in_contents"])]
    if parts and len(laws) == len(parts):
        others = (part for part in contents if part not in listed and any(word in part for word in _table()["other_in_contents"]))
        return LAW if next(others, None) is None else COMBINED
    if len(listed) > 1 and len(listed) == len(contents):  # 移民政策與法規（包括…法、…條例）: the contents decide
        return LAW
    return COMBINED if laws or listed else OTHER


def _contents(whole: str) -> list[str]:
    brackets = _BRACKET.findall(whole)
    return [part for bracket in brackets if _INCLUDES.match(bracket) or "、" in bracket for part in _INCLUDES.sub("", bracket).split("、") if part]


def _parts(text: str) -> list[str]:
    endings = _table()["endings"]
    return [_without_ending(piece) for piece in _CUT.split(text) if piece and piece not in endings]


def _without_ending(name: str) -> str:
    for ending in _table()["endings"]:
        if name.endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def _is_law(part: str) -> bool:
    table = _table()
    if part in table["civil_code_parts"] or any(part.startswith(word) for word in table["civil_code_parts"]):
        return True
    for word in table["look_alikes"]:
        part = part.replace(word, "")
    return any(word in part for word in table["law_words"])


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(Path(__file__).with_name("exam_subjects.json").read_text(encoding="utf-8"))
    return table
