"""Parsed papers against an independent reading: another PDF library (pdfplumber), another way to lines, no geometry of questions.

The second reading knows nothing of questions. It is one string, the page's characters line by line without blanks, and each parsed question, put
back together (number, stem, marks and options), must stand in it, one behind the other, with nothing left between two but section lines and the
passages of groups. So a character lost, doubled, moved or read otherwise is seen, and so is a line that belongs to no question. Whether a mark
opens an option or is cited is decided a second time, from the room before it.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from builders.accuracy.exam_differences import Difference
from builders.parse.exam import ExamPaper, Question
from builders.parse.exam_text import clean_page_text

FIELD = "second reading"
SAME = "the same characters"

_SAME_LINE = 3.0  # points between baselines
_SMALL = 0.8  # of the size of most characters of a page
_LEGIBLE = 2.0  # points; smaller glyphs are specks
_ROOM = 0.25  # sizes of free room before a mark that opens an option inside a line; a cited one has none
_MARKS = {chr(0xE18C + place): letter for place, letter in enumerate("ABCDE")}
_FIRST_WORDS = 6
_OPENS = "\ue000"  # in the string before a mark that opens an option
_FURNITURE = re.compile(r"(?:代號[:：].*|頁次[:：].*|[\d、－-]{4,}|[（(]請接(?:背面|第[^）)]*頁)[）)])")
_SECTION = re.compile(  # a section's heading with its rules, or the line that opens a group
    r"(?:[一二三四甲乙]、(?:單|複|選擇|測驗)[^。]{0,60}(?:說明:.{0,200})?|說明:.{0,200}|"
    r"[※(]?(?:請依|請閱讀|閱讀|以下|下列|第\d+題)[^。]{0,40}題組?[:。]?\)?)?"
)
_IGNORED = re.compile(r"</?u>|[\s_\u2500-\u257f]")  # how underlines and blanks are written, frames


@dataclass(frozen=True, slots=True)
class Reading:
    """The second reading of a paper: its characters in one string, and the page furniture that was left out of it."""

    text: str
    pages: int


def read_again(data: bytes) -> Reading:
    """Read a PDF with pdfplumber (extra ``dev``)."""
    import pdfplumber

    lines: list[str] = []
    with pdfplumber.open(io.BytesIO(data)) as document:
        for page in document.pages:
            chars = [char for char in page.chars if _is_visible(char)]
            for line in _lines(_once(chars)):
                text = _text(line)
                if not _FURNITURE.fullmatch(plain(text)):
                    lines.append(text)
        pages = len(document.pages)
    return Reading("".join(lines), pages)


def compare_reading(file: str, paper: ExamPaper, reading: Reading) -> Iterator[Difference]:
    """Every difference between a parsed paper and its second reading, by question and kind; no text of the paper is in them."""
    yield from _compare_questions(file, paper, reading.text)
    yield from _compare_essays(file, paper, reading.text.replace(_OPENS, ""))


def _compare_questions(file: str, paper: ExamPaper, text: str) -> Iterator[Difference]:
    position = 0
    follows = False  # whether the question before was found, so that nothing may stand between
    for question in paper.questions:
        where = f"q.{question.number}"
        numbered, bare = _assembled(question, True), _assembled(question, False)
        start, whole = text.find(numbered, position), numbered
        if start < 0:
            start, whole = text.find(bare, position), bare  # a numeral that is an image has no character
        if start < 0:
            yield Difference(file, FIELD, where, SAME, _nearest(text[position:], bare))
            follows = False
            continue
        between = text[position:start]
        left = _left(between, question) if follows else ""
        if left:
            yield Difference(file, FIELD, where, "nothing before it", f"{len(left)} characters between it and the question before")
        position, follows = start + len(whole), True


def _compare_essays(file: str, paper: ExamPaper, text: str) -> Iterator[Difference]:
    """Each part of an essay must stand in the second reading, behind the part before it; statutes stand where the paper has them."""
    for essay in paper.essays:
        parts = [("", essay.text), *((f" part {part.number}", part.text) for part in essay.sub_questions)]
        position = 0
        for name, part in [*parts, *((f" law {place}", law) for place, law in enumerate(essay.reference_laws, 1))]:
            wanted = plain(part)
            behind = 0 if " law" in name else position
            start = text.find(wanted, behind)
            if start < 0:
                yield Difference(file, FIELD, f"essay {essay.number}{name}", SAME, _nearest(text[behind:], wanted))
            elif " law" not in name:
                position = start + len(wanted)


def _assembled(question: Question, numbered: bool) -> str:
    parts = [str(question.number) if numbered else "", plain(question.stem)]
    for letter, option in question.options.items():
        parts += [_OPENS, f"({letter})", plain(option)]
    return "".join(parts)


def _left(between: str, question: Question) -> str:
    """What stands before a question and belongs to nothing."""
    passage = plain(question.group.passage) if question.group else ""
    rest = between.replace(_OPENS, "")
    if passage and passage in rest:
        rest = rest.replace(passage, "", 1)
    return "" if _SECTION.fullmatch(rest) else rest


def difference_kind(expected: str, found: str) -> str:
    """What kind of difference two texts have, without a word of them: characters added, left out, replaced.

    >>> difference_kind("甲乙丙", "甲丙"), difference_kind("甲乙", "甲丁戊"), difference_kind("甲(A)乙", "甲(A)乙")
    ('1 left out', '1 replaced, 1 added', 'none')
    """
    counts = {"replaced": 0, "left out": 0, "added": 0}
    for tag, a, b, c, d in SequenceMatcher(None, expected, found, autojunk=False).get_opcodes():
        if tag != "equal":
            counts["replaced"] += min(b - a, d - c)
            counts["left out"] += max(0, (b - a) - (d - c))
            counts["added"] += max(0, (d - c) - (b - a))
    return ", ".join(f"{n} {name}" for name, n in counts.items() if n) or "none"


def _nearest(text: str, wanted: str) -> str:
    """The kind of difference between a text and what stands from its first words to its last ones in the second reading."""
    start = text.find(wanted[:_FIRST_WORDS])
    if start < 0:
        return "first words not found"
    last = wanted[-_FIRST_WORDS:]
    end = text.find(last, start)
    end = end + len(last) if 0 <= end <= start + 2 * len(wanted) else start + len(wanted)
    return difference_kind(text[start:end], wanted)


def _lines(chars: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Characters of one baseline, in order; lines from top to bottom. Small ones (exponents, indices) go to the nearest line of full-sized ones."""
    if not chars:
        return
    body = Counter(round(char["size"], 1) for char in chars).most_common(1)[0][0]
    lines: list[tuple[float, list[dict[str, Any]]]] = []
    for char in sorted((char for char in chars if char["size"] >= _SMALL * body), key=_baseline, reverse=True):
        if not lines or lines[-1][0] - _baseline(char) > _SAME_LINE:
            lines.append((_baseline(char), []))
        lines[-1][1].append(char)
    for char in chars:
        if char["size"] < _SMALL * body:
            nearest = min(lines, key=lambda line: abs(line[0] - _baseline(char)))
            if abs(nearest[0] - _baseline(char)) > body:
                nearest = (_baseline(char), [])
                lines.append(nearest)
            nearest[1].append(char)
    for _, line in sorted(lines, key=lambda line: -line[0]):
        yield sorted(line, key=lambda char: char["x0"])


def _baseline(char: dict[str, Any]) -> float:
    return float(char["matrix"][5])


def _once(chars: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without glyphs printed twice on one spot."""
    seen: dict[tuple[str, int, int], None] = {}
    kept = []
    for char in chars:
        spot = (char["text"], round(char["x0"]), round(_baseline(char)))
        near = [(spot[0], spot[1] + dx, spot[2] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        if not any(spot_near in seen for spot_near in near):
            kept.append(char)
        seen[spot] = None
    return kept


def _text(line: Sequence[dict[str, Any]]) -> str:
    """The line without blanks; before each option mark with room before it, a sign."""
    text = ""
    end: float | None = None
    for char in line:
        if char["text"] in _MARKS:
            opens = end is None or char["x0"] - end > _ROOM * char["size"]
            text += (_OPENS if opens else "") + f"({_MARKS[char['text']]})"
        else:
            text += plain(char["text"])
        end = char["x1"]
    return text


def plain(text: str) -> str:
    """One form for every reading: glyphs mapped, compatibility forms folded, no blanks, no marks of underlines.

    >>> plain("依 民法，<u>甲</u>＿＿，\ue18c乙")
    '依民法,甲,(A)乙'
    """
    return _IGNORED.sub("", unicodedata.normalize("NFKC", clean_page_text(text)))


def _is_visible(char: dict[str, Any]) -> bool:
    colour = char.get("non_stroking_color")
    channels = tuple(colour) if isinstance(colour, list | tuple) else (colour,)
    white = channels in ((1,), (1, 1, 1), (0, 0, 0, 0))
    return not white and not char["text"].isspace() and char["size"] >= _LEGIBLE
