"""Parsed papers against public question banks: texts and letters that other people read from the same official files.

A bank is a second witness and no authority: where it differs, the page decides, and the committed list says what the page shows. Its letters are never
used as a key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.accuracy.exam_differences import Difference
from builders.accuracy.exam_reading import difference_kind, plain
from builders.errors import BuildError
from builders.parse.exam import AnswerKey, ExamPaper, Question

TEXT, LETTER = "bank text", "bank letter"
_EVERYONE = "送分"
_HEADER = re.compile(r"代號:[\d、-]+頁次:\d+-\d+")  # of the next page, which banks keep inside a text
_SAME_PAPER = 0.5  # share of equal questions from which a bank's paper is this paper


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """One question as a bank has it, in the plain form of all readings; ``letter`` is "" where the bank gives none."""

    stem: str
    options: Mapping[str, str]
    letter: str = ""

    @property
    def text(self) -> str:
        """Stem and options in one string."""
        return self.stem + "".join(f"({letter}){option}" for letter, option in self.options.items())


@dataclass(frozen=True, slots=True)
class BankPaper:
    """One paper of a bank: ROC year, words of its subject, questions by number."""

    bank: str
    year: int
    subject: str
    questions: Mapping[int, BankQuestion]


def read_banks(folder: Path) -> list[BankPaper]:
    """Every bank of a folder: JSON with ``questions`` (each with ``category`` and ``year``), or JSON lines, one paper a line. Other files are passed over.

    Raises: BuildError naming the file.
    """
    papers: list[BankPaper] = []
    for path in sorted([*folder.glob("*.json"), *folder.glob("*.jsonl")]):
        try:
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".jsonl":
                papers += [_paper(path.name, json.loads(line)) for line in text.splitlines() if line.strip()]
            else:
                papers += _by_category(path.name, json.loads(text))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise BuildError(f"{path}: cannot be read as a bank of questions: {error!r}") from error
    return papers


def _paper(bank: str, row: Mapping[str, Any]) -> BankPaper:
    return BankPaper(bank, int(row["year"]), plain(row["subject"]), {int(entry["number"]): _question(entry, "stem") for entry in row["questions"]})


def _by_category(bank: str, content: Any) -> Iterator[BankPaper]:
    if not isinstance(content, dict) or "categories" not in content:
        return
    found: dict[tuple[int, str], dict[int, BankQuestion]] = {}
    for entry in content["questions"]:
        found.setdefault((int(entry["year"]), entry["category"]), {})[int(entry["number"])] = _question(entry, "question")
    for (year, category), questions in found.items():
        yield BankPaper(bank, year, plain(content["categories"][category]), questions)


def _question(entry: Mapping[str, Any], stem: str) -> BankQuestion:
    options = {letter: _HEADER.sub("", plain(text)) for letter, text in entry["options"].items()}
    return BankQuestion(_HEADER.sub("", plain(entry[stem])), options, entry.get("answer") or "")


def bank_papers(paper: ExamPaper, banks: Iterable[BankPaper]) -> list[BankPaper]:
    """What the banks hold of this paper: same year, at least half of the questions equal. One for each bank, the one with most equal questions."""
    ours = {question.number: _assembled(question) for question in paper.questions}
    best: dict[str, tuple[int, BankPaper]] = {}
    for candidate in banks:
        if candidate.year != paper.exam.year_roc or not ours:
            continue
        equal = sum(ours.get(number) == question.text for number, question in candidate.questions.items())
        if equal >= _SAME_PAPER * len(candidate.questions) and equal > best.get(candidate.bank, (0, None))[0]:
            best[candidate.bank] = (equal, candidate)
    return [candidate for _, candidate in best.values()]


def compare_bank(file: str, paper: ExamPaper, keys: Sequence[AnswerKey], bank: BankPaper) -> Iterator[Difference]:
    """Every question whose text or letter is not the bank's. ``keys``: the official key and its correction, those at hand; no text is in the result."""
    for question in paper.questions:
        where = f"q.{question.number}"
        theirs = bank.questions.get(question.number)
        if theirs is None:
            continue  # banks leave questions out
        ours = _assembled(question)
        if ours != theirs.text:
            yield Difference(file, TEXT, where, bank.bank, difference_kind(theirs.text, ours))
        if theirs.letter and keys and theirs.letter not in set(_letters(question.number, keys)):
            found = "/".join(dict.fromkeys(_letters(question.number, keys)))
            yield Difference(file, LETTER, where, f"{bank.bank} {theirs.letter}", found)


def _letters(number: int, keys: Iterable[AnswerKey]) -> Iterator[str]:
    """What a bank can say that follows the key, or its correction."""
    for key in keys:
        yield key.answers.get(number, "")
        grant = key.accepted.get(number)
        if grant is not None:
            yield from grant.answers or (_EVERYONE,)


def _assembled(question: Question) -> str:
    return plain(question.stem) + "".join(f"({letter}){plain(option)}" for letter, option in question.options.items())
