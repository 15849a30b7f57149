"""Question papers in the official layout: heading, ※注意 block, questions with hanging indents and options in columns, essay questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .inline import runs
from .sheet import Page, Picture, Text
from .source import Choice, EssayText, Heading, Paper, Passage, SourceError
from .typeset import Line, lines

_NUMBERS = "一二三四五六七八九十"
_CIRCLED = "㈠㈡㈢㈣㈤㈥㈦㈧"


@dataclass(frozen=True)
class Measures:
    """Where things stand, in points. ``question`` is the left edge of stems, ``number_end`` the right edge of their numbers."""

    left: float
    right: float
    bottom: float
    title_x: float
    title_size: float
    codes_right: bool
    note_indent: float
    question: float
    number_end: float
    size: float
    leading: float
    top: float = 98.8


_FIRST_TEST = Measures(45.3, 561.2, 800, 45.3, 17, True, 89.8, 69.5, 58.2, 11, 17.2)
_SECOND_TEST = Measures(34, 577.4, 805, 118, 18, False, 78.7, 58.1, 46.9, 12, 18, top=111.8)
_MEASURES = {"pages-right": _FIRST_TEST, "essay": _SECOND_TEST, "mixed": replace(_SECOND_TEST, title_x=130)}
_NOTE_SIZE, _LABEL_SIZE, _ESSAY_SIZE, _LAW_SIZE = 12.0, 14.0, 16.0, 14.0
_NOTE_LEADING, _ESSAY_LEADING, _LAW_LEADING = 13.0, 20.8, 18.2


class _Setter:
    """Sets a paper line by line; begins a new page where a line would stand below the bottom margin."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self.at = _MEASURES[paper.get("layout")]
        self.pages = [Page()]
        self.doubled: list[tuple[Page, Text]] = []  # drawn last: a second copy close behind the first is dropped by PDF libraries
        self.y = 0.0

    @property
    def page(self) -> Page:
        return self.pages[-1]

    def advance(self, leading: float) -> None:
        """Go down by ``leading``, onto a new page where this one is full."""
        self.y += leading
        if self.y > self.at.bottom:
            self.pages.append(Page())
            self.y = self.at.top

    def block(
        self, text: str, x: float, hanging: float, size: float, leading: float, *, compatibility: bool = False, doubled: str = ""
    ) -> None:
        """A paragraph: its first line begins at ``x``, the others at ``hanging``."""
        first, rest = (self.at.right - x) / size, (self.at.right - hanging) / size
        for index, line in enumerate(lines(runs(text, compatibility=compatibility), first, rest)):
            self.advance(leading)
            text_line = Text(hanging if index else x, self.y, size, line)
            self.page.drawn.append(text_line)
            if doubled:
                self.doubled += [(self.page, again) for again in _twice(text_line, doubled)]

    def heading(self) -> None:
        """Title, category, subject, time."""
        paper, at = self.paper, self.at
        titles = paper.get("title").split("|")
        for index, title in enumerate(titles):
            self.page.put(at.title_x, (73.5 if at.codes_right else 59.7) + index * at.title_size * 1.25, at.title_size, title)
        self.y = (100.0 if at.codes_right else 88.0) + max(len(titles) - 2, 0) * at.title_size * 1.25
        labels = (("等", "別", "level"), ("類", "科", "category"), ("科", "目", "subject"))
        for first, second, key in labels:
            if paper.get(key):
                self.y += 18.0
                self.page.put(at.left, self.y, _LABEL_SIZE, first)
                self.page.put(at.left + 42, self.y, _LABEL_SIZE, f"{second}：{paper.get(key)}")
        self.y += 18.0
        self.page.put(at.left, self.y, _LABEL_SIZE, f"考試時間：{paper.get('time')}")
        self.page.put(416, self.y, _LABEL_SIZE, "座號：")
        self.page.stroke(460, self.y + 2, 560, self.y + 2)
        self.y += 8.0
        self.notes(paper.notes, "※注意：", at.left, at.note_indent)

    def notes(self, notes: Sequence[str], label: str, x: float, indent: float) -> None:
        """Numbered notes; ``label`` stands before the first."""
        for index, note in enumerate(notes):
            mark = _CIRCLED[index] if len(notes) > 1 else ""
            before = self.y
            self.block(mark + note, indent, indent + _NOTE_SIZE * len(mark), _NOTE_SIZE, _NOTE_LEADING)
            if label and not index:
                self.page.put(x, before + _NOTE_LEADING, _NOTE_SIZE, label)

    def part(self, heading: Heading) -> None:
        """A part of a mixed paper or a section of questions."""
        at = self.at
        self.advance(_NOTE_LEADING * 2)
        size = _NOTE_SIZE if heading.kind == "part" else _LABEL_SIZE
        self.page.put(at.left, self.y, size, heading.title)
        if heading.kind == "part":
            if self.paper.choices and heading.title.startswith("乙"):
                self.page.put(430, self.y, size, f"代號：{self.paper.mcq_code}")
            self.notes(heading.lines, "", at.left, at.left + 24)
        for line in heading.lines if heading.kind == "section" else ():
            self.block(line, at.left + 28, at.left + 64, _NOTE_SIZE, _NOTE_LEADING)
        self.y += 6.0

    def choice(self, question: Choice) -> None:
        """A question with its options."""
        at, odd = self.at, str(question.number) in self.paper.get("compatibility").split()
        number, pages = str(question.number), len(self.pages)
        start = self.y
        self.block(question.stem, at.question, at.question, at.size, at.leading, compatibility=odd)
        y, page = (start + at.leading, self.pages[pages - 1]) if start + at.leading <= at.bottom else (at.top, self.pages[pages])
        x = at.number_end - at.size * 0.5 * len(number)
        if question.keys.get("draw") == "image-number":
            page.drawn.append(Picture(x, y, at.size, number))
        else:
            page.put(x, y, at.size, number)
        self.options(question, odd)

    def options(self, question: Choice, odd: bool) -> None:
        """Options side by side in one, two, four or five columns."""
        at, columns = self.at, question.columns
        width = (at.right - at.question) / columns
        texts = [f"{{{letter}}}{text}" for letter, text in question.options.items()]
        if columns == 1:
            for text in texts:
                self.block(text, at.question, at.question + at.size, at.size, at.leading, compatibility=odd)
            return
        for index, text in enumerate(texts):
            (line,) = lines(runs(text, compatibility=odd), 10_000, 10_000)
            if line.width * at.size > width:
                raise SourceError(f"{self.paper.exam}, --- {question.number}: option {text[:12]!r} is too wide for {columns} columns")
            if index % columns == 0:
                self.advance(at.leading)
            self.page.drawn.append(Text(at.question + width * (index % columns), self.y, at.size, line))

    def passage(self, passage: Passage) -> None:
        """The passage of a group under its own heading."""
        at = self.at
        self.block(f"請依下文回答第{passage.first}題至第{passage.last}題：", at.left, at.left, at.size, at.leading)
        self.block(passage.text, at.left + 2 * at.size, at.left, at.size, at.leading)

    def essay(self, essay: EssayText) -> None:
        """An essay question, its parts and its reference blocks."""
        at, body = self.at, self.at.left + 2 * _ESSAY_SIZE
        doubled = "0" if "doubled-points" in self.paper.get("draw").split() and essay.number == 1 else ""
        self.y += 15.0
        for index, paragraph in enumerate(essay.paragraphs):
            text = paragraph if index else f"{_NUMBERS[essay.number - 1]}、{paragraph}"
            self.block(text, body if index else at.left, body, _ESSAY_SIZE, _ESSAY_LEADING)
        for number, _, text in essay.parts:
            mark = _CIRCLED[number - 1]
            self.block(mark + text, body, body + _ESSAY_SIZE, _ESSAY_SIZE, _ESSAY_LEADING, doubled=doubled)
        for law, text_lines in essay.laws:
            self.y += 8.0
            self.block("參考法條", body + 3, body + 3, _LAW_SIZE, _LAW_LEADING)
            self.block(f"〈{law}〉", body - 4, body + 3, _LAW_SIZE, _LAW_LEADING)
            for line in text_lines:
                self.block(line, body + 3, body + 3, _LAW_SIZE, _LAW_LEADING)


def pages_of(paper: Paper) -> list[Page]:
    """The pages of ``paper``. Raises: SourceError where an option does not fit its column."""
    setter = _Setter(paper)
    setter.heading()
    if not any(isinstance(item, Heading) for item in paper.items):
        setter.y += 6.0
    for item in paper.items:
        if isinstance(item, Heading):
            setter.part(item)
        elif isinstance(item, Passage):
            setter.passage(item)
        elif isinstance(item, Choice):
            setter.choice(item)
        else:
            setter.essay(item)
    if "white-text" in paper.get("draw").split():
        setter.pages[0].put(470, 822, 14, "（請接背面）", white=True)
    for page, again in setter.doubled:
        page.drawn.append(again)
    for number, page in enumerate(setter.pages, start=1):
        _codes(page, paper, number, len(setter.pages))
    return setter.pages


def _twice(text: Text, wanted: str) -> Iterator[Text]:
    """The characters of ``text`` that are ``wanted``, each a second time a quarter of a point beside the first."""
    left = text.x
    for glyph in text.line.glyphs:
        if glyph.character == wanted:
            yield Text(left + 0.25, text.y, text.size, Line((glyph,)))
        left += (glyph.width + text.line.gap) * text.size


def _codes(page: Page, paper: Paper, number: int, total: int) -> None:
    """代號 and 頁次 in their corner: on the first page where the layout has them, then left and right by turns."""
    at, codes = _MEASURES[paper.get("layout")], paper.get("code").split()
    right = at.codes_right == (number % 2 == 1)
    x = (489.4 if at.codes_right else 497.9) if right else at.left
    y = (66.8 if at.codes_right else 52.5) if number == 1 else (66.2 if at.codes_right else 52.2)
    page.put(x, y, 12, f"代號：{codes[0]}")
    top = y - 9
    for code in codes[1:]:
        y += 12
        page.centre(x + 48, y, 12, code)
    y += 12
    page.put(x, y, 12, f"頁次：{total}－{number}")
    edge = x - 1 if right else x + 67
    page.stroke(edge, top, edge, y + 3, 1)
    page.stroke(x - 1, y + 3, x + 67, y + 3, 1)
