"""Read the texts of invented exams: ``papers/*.txt``, ``rubrics/*.txt`` and ``translations/*.txt``.

A paper begins with ``=== paper CODE_NUMBER``, then ``key: value`` lines, then parts that begin with ``--- NAME``::

    --- note               one line an item of the ※注意 block
    --- part 甲、申論題部分：（50分）   a part of a mixed paper, its lines are the part's own notes
    --- section 二、複選題…  a heading between questions, its lines are printed below it
    --- group 16 18        the passage that questions 16 to 18 share
    --- 16                 a question: the stem, then A to D (or E), then ``= B`` and ``key: value`` lines
    --- essay 1 50         an essay question of 50 points; parts ``(1) 25 text``, and ``law: NAME`` before the lines of a reference block

``= #any B C``, ``= #everyone`` and ``= #answered`` stand for a question that the corrected key cannot leave with one letter; ``first`` is the letter
that the first key printed. Empty lines and lines that begin with ``# `` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

HEADER_KEYS = frozenset(
    {
        *("year", "title", "key-title", "family", "level", "category", "key-category", "booklet-categories", "subject", "key-subject", "subject-code"),
        *("code", "mcq-code", "time", "minutes", "layout", "single", "multiple", "keys", "draw", "compatibility"),
    }
)
QUESTION_KEYS = frozenset({"columns", "draw", "first", "correction", "law", "instrument", "category", "why", "checked"})

_KEY = re.compile(r"([a-z-]+): ?(.*)").fullmatch
_OPTION = re.compile(r"([A-E]) (.+)").fullmatch
_SUB = re.compile(r"\((\d)\) (\d+|-) (.+)").fullmatch
_POINT = re.compile(r"(\d+|-) (.+)").fullmatch


class SourceError(ValueError):
    """A text that cannot be read; the message names file, place, what was found and what is allowed."""


@dataclass(frozen=True)
class Heading:
    """A heading between questions: ``part`` of a mixed paper or ``section``; ``lines`` are printed below it."""

    kind: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Passage:
    """The text that questions ``first`` to ``last`` share."""

    first: int
    last: int
    text: str


@dataclass(frozen=True)
class Choice:
    """A multiple-choice question. ``answer``: final letters, or ``#`` with ``rule`` and ``accepted`` where the correction leaves no single answer."""

    number: int
    stem: str
    options: Mapping[str, str]
    answer: str
    rule: str = ""
    accepted: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> int:
        """Options side by side."""
        return int(self.keys.get("columns", "1"))

    @property
    def first_answer(self) -> str:
        """The letters that the first key printed."""
        return self.keys.get("first", self.answer)

    @property
    def corrected_answer(self) -> str:
        """What the corrected key prints: ``#`` where a note decides."""
        return "#" if "correction" in self.keys else self.answer

    @property
    def sound(self) -> bool:
        """Exactly the letters of ``answer`` are right."""
        return not self.rule


@dataclass(frozen=True)
class EssayText:
    """An essay question: paragraphs, sub-questions as (number, points or None, text), reference blocks as (law, lines)."""

    number: int
    points: int
    paragraphs: tuple[str, ...]
    parts: tuple[tuple[int, int | None, str], ...] = ()
    laws: tuple[tuple[str, tuple[str, ...]], ...] = ()


Item = Heading | Passage | Choice | EssayText


@dataclass(frozen=True)
class Paper:
    """One paper as it was written."""

    exam: str
    number: str
    keys: Mapping[str, str]
    notes: tuple[str, ...]
    items: tuple[Item, ...]

    @property
    def year(self) -> int:
        """ROC year."""
        return int(self.keys["year"])

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The multiple-choice questions in order."""
        return tuple(item for item in self.items if isinstance(item, Choice))

    @property
    def essays(self) -> tuple[EssayText, ...]:
        """The essay questions in order."""
        return tuple(item for item in self.items if isinstance(item, EssayText))

    @property
    def mcq_code(self) -> str:
        """The 代號 of the multiple-choice part."""
        return self.keys.get("mcq-code", self.keys["code"])

    @property
    def key_kinds(self) -> tuple[str, ...]:
        """Which answer keys are made."""
        return tuple(self.keys.get("keys", "").split())

    def get(self, key: str, default: str = "") -> str:
        """The value of ``key``, or ``default``."""
        return self.keys.get(key, default)


@dataclass(frozen=True)
class ScoringPoint:
    """One point of a rubric; ``points`` is None where the rubric states none."""

    content: str
    points: int | None


@dataclass(frozen=True)
class RubricQuestion:
    """The scoring points of one essay question and the examiners' remarks."""

    number: int
    points: tuple[ScoringPoint, ...]
    remarks: str = ""


@dataclass(frozen=True)
class RubricText:
    """The rubric of one paper."""

    exam: str
    number: str
    questions: tuple[RubricQuestion, ...]


@dataclass(frozen=True)
class TranslationText:
    """Questions of one paper in another language: passages by (first, last), questions by number as (stem, options)."""

    exam: str
    number: str
    language: str
    passages: Mapping[tuple[int, int], str]
    questions: Mapping[int, tuple[str, tuple[str, ...]]]


def read_paper(text: str, *, file: str = "<text>") -> Paper:
    """Read one paper.

    >>> paper = read_paper("=== paper 113990_9999\\nyear: 113\\ncode: 9999\\n--- 1\\n何者正確？\\nA 甲\\nB 乙\\nC 丙\\nD 丁\\n= B\\n")
    >>> paper.choices[0].answer, paper.choices[0].options["C"]
    ('B', '丙')
    """
    head, blocks = _blocks(text, "paper", file)
    exam, _, number = head[0].partition("_")
    keys = dict(_key_value(line, HEADER_KEYS, file) for line in head[1:])
    notes: tuple[str, ...] = ()
    items: list[Item] = []
    for name, lines in blocks:
        where = f"{file}, --- {name}"
        kind, _, rest = name.partition(" ")
        if kind == "note":
            notes = lines
        elif kind in ("part", "section"):
            items.append(Heading(kind, rest, lines))
        elif kind == "group":
            first, _, last = rest.partition(" ")
            items.append(Passage(int(first), int(last), "".join(lines)))
        elif kind == "essay":
            items.append(_essay(rest, lines, where))
        elif kind.isdecimal():
            items.append(_choice(int(kind), lines, where))
        else:
            raise SourceError(f"{where}: found {kind!r}, allowed note, part, section, group, essay or a number")
    return Paper(exam, number, keys, notes, tuple(items))


def read_rubric(text: str, *, file: str = "<text>") -> RubricText:
    """Read one rubric.

    >>> read_rubric("=== rubric 113991_39910\\n--- 1\\n10 甲成立竊盜罪。\\n- 乙不罰。\\n").questions[0].points[1]
    ScoringPoint(content='乙不罰。', points=None)
    """
    head, blocks = _blocks(text, "rubric", file)
    exam, _, number = head[0].partition("_")
    questions = []
    for name, lines in blocks:
        remarks = next((line.partition(": ")[2] for line in lines if line.startswith("remarks: ")), "")
        points = []
        for line in lines:
            if line.startswith("remarks: "):
                continue
            found = _POINT(line)
            if found is None:
                raise SourceError(f"{file}, --- {name}: found {line[:30]!r}, allowed points or '-', a blank, the content")
            points.append(ScoringPoint(found[2], None if found[1] == "-" else int(found[1])))
        questions.append(RubricQuestion(int(name), tuple(points), remarks))
    return RubricText(exam, number, tuple(questions))


def read_translation(text: str, *, file: str = "<text>") -> TranslationText:
    """Read one translation: ``=== translation CODE_NUMBER LANGUAGE``, then ``--- group 16 18`` and ``--- 16`` with stem and options A to D.

    >>> read_translation("=== translation 113990_9901 en\\n--- 1\\nWhich?\\nA a\\nB b\\nC c\\nD d\\n").questions[1]
    ('Which?', ('a', 'b', 'c', 'd'))
    """
    head, blocks = _blocks(text, "translation", file)
    name, _, language = head[0].partition(" ")
    exam, _, number = name.partition("_")
    passages: dict[tuple[int, int], str] = {}
    questions: dict[int, tuple[str, tuple[str, ...]]] = {}
    for kind, lines in blocks:
        if kind.startswith("group "):
            first, last = map(int, kind.removeprefix("group ").split())
            passages[first, last] = "".join(lines)
            continue
        options = [option[2] for letter, line in zip("ABCD", lines[1:], strict=False) if (option := _OPTION(line)) and option[1] == letter]
        if len(lines) != 5 or len(options) != 4:
            raise SourceError(f"{file}, --- {kind}: found {len(lines)} lines, {len(options)} options, allowed a stem and the options A to D")
        questions[int(kind)] = (lines[0], tuple(options))
    return TranslationText(exam, number, language, passages, questions)


def read_translations(folder: Path) -> list[TranslationText]:
    """All translations of ``folder``, in the order of their names."""
    return [read_translation(path.read_text(encoding="utf-8"), file=path.name) for path in sorted(folder.glob("*.txt"))]


def read_papers(folder: Path) -> list[Paper]:
    """All papers of ``folder``, in the order of their names."""
    return [read_paper(path.read_text(encoding="utf-8"), file=path.name) for path in sorted(folder.glob("*.txt"))]


def read_rubrics(folder: Path) -> list[RubricText]:
    """All rubrics of ``folder``, in the order of their names."""
    return [read_rubric(path.read_text(encoding="utf-8"), file=path.name) for path in sorted(folder.glob("*.txt"))]


def _blocks(text: str, kind: str, file: str) -> tuple[list[str], Iterator[tuple[str, tuple[str, ...]]]]:
    lines = [line.rstrip() for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith("# ")]
    mark = f"=== {kind} "
    if not lines or not lines[0].startswith(mark):
        raise SourceError(f"{file}: found {(lines or ['nothing'])[0][:30]!r}, allowed {mark!r} and the name")
    starts = [index for index, line in enumerate(lines) if line.startswith("--- ")]
    ends = [*starts[1:], len(lines)]
    head = [lines[0][len(mark) :], *lines[1 : starts[0] if starts else len(lines)]]
    return head, ((lines[a][4:], tuple(lines[a + 1 : b])) for a, b in zip(starts, ends, strict=True))


def _key_value(line: str, allowed: frozenset[str], where: str) -> tuple[str, str]:
    found = _KEY(line)
    if found is None or found[1] not in allowed:
        raise SourceError(f"{where}: found {line[:30]!r}, allowed 'key: value' with {', '.join(sorted(allowed))}")
    return found[1], found[2]


def _choice(number: int, lines: tuple[str, ...], where: str) -> Choice:
    stem, answer = "", ""
    options: dict[str, str] = {}
    keys: dict[str, str] = {}
    for line in lines:
        option = _OPTION(line)
        if line.startswith("= "):
            answer = line[2:]
        elif option is not None and answer == "" and (options or option[1] == "A"):
            options[option[1]] = option[2]
        elif not options:
            stem += line
        else:
            key, value = _key_value(line, QUESTION_KEYS, where)
            keys[key] = value
    if list(options) != list("ABCDE"[: len(options)]) or len(options) < 4:
        raise SourceError(f"{where}: found options {', '.join(options)}, allowed A to D or A to E")
    rule, _, letters = answer.removeprefix("#").partition(" ") if answer.startswith("#") else ("", "", "")
    rules = {"": "", "any": "any_of", "everyone": "everyone", "answered": "everyone_who_answered"}
    if rule not in rules or not (rule or re.fullmatch(r"[A-E]+", answer)):
        raise SourceError(f"{where}: found answer {answer!r}, allowed letters, '#any B C', '#everyone' or '#answered'")
    return Choice(number, stem, options, "#" if rule else answer, rules[rule], tuple(letters.split()), keys)


def _essay(rest: str, lines: tuple[str, ...], where: str) -> EssayText:
    number, _, points = rest.partition(" ")
    paragraphs: list[str] = []
    parts: list[tuple[int, int | None, str]] = []
    laws: list[tuple[str, list[str]]] = []
    for line in lines:
        part = _SUB(line)
        if line.startswith("law: "):
            laws.append((line[5:], []))
        elif laws:
            laws[-1][1].append(line)
        elif part is not None:
            parts.append((int(part[1]), None if part[2] == "-" else int(part[2]), part[3]))
        elif parts:
            raise SourceError(f"{where}: found {line[:30]!r} behind a sub-question, allowed '(2) points text' or 'law: NAME'")
        else:
            paragraphs.append(line)
    return EssayText(int(number), int(points), tuple(paragraphs), tuple(parts), tuple((law, tuple(text)) for law, text in laws))
