"""Trivial baselines of multiple choice: what an answer scores that has not read the question. Their outputs run through the whole line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from legal_metrics.readers.choices import marks_of, read_question

Record = Mapping[str, Any]
Baseline = Callable[[Sequence[Record], Sequence[Record]], Mapping[str, str]]


def constant_letter(mark: str) -> Baseline:
    """The same letter every time; nothing where a question has no option of that letter.

    >>> dict(constant_letter("B")([], [{"id": "q1", "options": ["甲", "乙"]}]))
    {'q1': '{"answer": "B"}'}
    """

    def answers(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
        return {record["id"]: _output(mark if mark in marks_of(read_question(record)) else "") for record in records}

    return answers


def other_years_letter(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
    """The letter that is right most often in the train records; without them, in the records of all other years (ties: the first letter).

    Setters balance letters within a paper, so this is near a constant letter; where it is not, the letters tell something. Nothing where there is only
    one year, for then a question's own key would be looked at.

    >>> rows = [{"id": f"q{year}", "year": year, "answer": letter} for year, letter in ((2022, "A"), (2023, "B"), (2024, "B"))]
    >>> list(other_years_letter([], rows).values())
    ['{"answer": "B"}', '{"answer": "A"}', '{"answer": "A"}']
    """
    if train:
        usual = _commonest(Counter(str(record.get("answer")) for record in train))
        return {record["id"]: _output(usual) for record in records}
    by_year: dict[Any, Counter[str]] = {}
    for record in records:
        by_year.setdefault(record.get("year"), Counter())[str(record.get("answer"))] += 1
    if len(by_year) < 2:
        return {}
    whole = sum(by_year.values(), Counter[str]())
    elsewhere = {year: _commonest(whole - own) for year, own in by_year.items()}
    return {record["id"]: _output(elsewhere[record.get("year")]) for record in records}


def longest_option(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
    """The option with the longest text (ties: the first): right options are often worded with more care.

    >>> longest_option([], [{"id": "q1", "options": ["無效", "得撤銷", "有效"]}])
    {'q1': '{"answer": "B"}'}
    """
    outputs = {}
    for record in records:
        options = read_question(record)
        longest = max(range(len(options)), key=lambda place: (len(options[place]), -place))
        outputs[record["id"]] = _output(marks_of(options)[longest])
    return outputs


CHOICE_BASELINES: tuple[tuple[str, Baseline], ...] = (
    *((f"always_{mark.lower()}", constant_letter(mark)) for mark in "ABCD"),
    ("other_years_letter", other_years_letter),
    ("longest_option", longest_option),
)


def _commonest(counts: Counter[str]) -> str:
    return min(counts, key=lambda letter: (-counts[letter], letter), default="")


def _output(mark: str) -> str:
    return json.dumps({"answer": mark}, ensure_ascii=False)
