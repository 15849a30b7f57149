"""The outline of one block of scoring points: numbered items of any depth, put together from lines and turned into scoring points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from builders.parse.essay_marks import ItemMark, read_mark
from builders.parse.essay_points import read_points, without_points
from builders.parse.exam import ExamProblem
from builders.parse.exam_text import close_blanks
from builders.parse.rubric import ScoringPoint

_BULLET = re.compile(r"[●○◎•‧・◆◇■□▪※＊*–][ \u3000]*(?=\S)")
_FAMILIES = ("子題", "壹、", "一、", "㈠", "1.", "(1)", "①", "(甲)", "(a)")
_ENDED = re.compile(r"[。；;：:？?！!）)】]\s*\Z")
_SENTENCE = re.compile(r"[^。；;\n]+[。；;\n]*(?:[（(【][^（）()【】\n]{1,20}分[）)】])?")
_OPENER = re.compile(
    r"[（(]?(?:但|惟|又|而|且|其|至於)?(?:若|如|倘|假如|僅|只|未|概略|大致|論述|答案|作答|考生|應考人)"
    r"|.{0,30}(?:不完全|不完整|未有完全|未完全|仍將|則給予|酌給|酌予|斟酌)"
)
_GRADED = re.compile(r"[給得予扣減加][^，。；]{0,12}?分|部分分數|不給分|不予計分|分數|仍將|則給予|不完全|未有完全|酌給|酌予|斟酌給|概略")
_PARTIAL_PARAGRAPH = re.compile(
    r"[（(]?(?:但|惟)?(?:若|如|倘|僅|概略|仍將|則給予)|[^，。]{0,20}(?:論述|說明|答案)[^，。]{0,10}?(?:不完全|不完整)|[^，。]{0,20}未有完全"
)
_PLAIN_POINTS = re.compile(r"(?:^|(?<=[，,、：:；;。\s）)]))(?:占|佔|計|共)?(\d{1,3}(?:\.\d{1,2})?)[ \u3000]*分[。.]?\s*\Z")


@dataclass(frozen=True, slots=True)
class RubricLine:
    """One line; ``runs_on`` tells whether its paragraph goes on in the next (a full line of a PDF); None where its words tell."""

    text: str
    page: int = 1
    runs_on: bool | None = None

    @property
    def ended(self) -> bool:
        """Whether the paragraph ends with this line."""
        return not self.runs_on if self.runs_on is not None else bool(_ENDED.search(self.text))


@dataclass(slots=True)
class _Item:
    """An item in the making."""

    family: str
    number: int
    text: str
    partial: list[str] = field(default_factory=list)
    items: list[_Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Outline:
    """Scoring points in order, numbered from 1; what stands before the first item; what is uncertain."""

    scoring_points: tuple[ScoringPoint, ...]
    preface: str
    problems: tuple[ExamProblem, ...]


def read_outline(lines: Sequence[RubricLine], where: str) -> Outline:
    """The scoring points of the lines of one block.

    Items are marked 一、 ㈠ （一） 1. (1) ① or with bullets, in any order of families; the innermost items are the points, those above them their
    headings. An item that states points and whose parts state none is one point with all its parts. Without marks every paragraph is a point.
    Sentences about incomplete answers (若僅論及…, 如未…者酌給…, 論述不完全) are no points and their numbers count nowhere.
    """
    problems: list[ExamProblem] = []
    root, preface = _outline(lines, where, problems)
    if not root.items:
        root.items = [_Item("", number, paragraph) for number, paragraph in enumerate(paragraphs(preface), 1)]
        preface = []
        _fold_partial(root)
    points = [point for item in root.items for point in _points(item, (), None, None, where, problems)]
    numbered = tuple(
        ScoringPoint(number, point.content, point.points, point.sub_question, point.under, point.partial) for number, point in enumerate(points, 1)
    )
    return Outline(numbered, "\n".join(paragraphs(preface)), tuple(problems))


def _outline(lines: Sequence[RubricLine], where: str, problems: list[ExamProblem]) -> tuple[_Item, list[RubricLine]]:
    root = _Item("", 0, "")
    stack: list[_Item] = []
    preface: list[RubricLine] = []
    before: RubricLine | None = None
    for line in lines:
        mark = _mark(line.text)
        ended = before is None or before.ended
        if mark is not None:
            level = next((depth for depth, item in enumerate(stack) if item.family == mark.family), None)
            expected = stack[level].number + 1 if level is not None else 1
            if mark.family == "●" or mark.number == expected or ended:
                if mark.family != "●" and mark.number != expected:
                    code = "numbering_restarts" if mark.number == 1 else "criterion_missing"
                    problems.append(ExamProblem(where, code, f"item {mark.number} of {mark.family} stands where {expected} is expected"))
                stack = stack[:level] if level is not None else stack
                item = _Item(mark.family, mark.number, line.text[mark.end :].strip())
                (stack[-1] if stack else root).items.append(item)
                stack = [*stack, item]
                before = line
                continue
        if not stack:
            preface.append(line)
        elif ended and _is_partial_paragraph(line.text):
            stack[-1].partial.append(line.text.strip())
        elif stack[-1].partial and not ended:
            stack[-1].partial[-1] += line.text.strip()
        else:
            stack[-1].text += ("\n" if ended and stack[-1].text else "") + line.text.strip()
        before = line
    return root, preface


def _mark(text: str) -> ItemMark | None:
    """The mark at the beginning of a line; bullets have number 0."""
    bullet = _BULLET.match(text.lstrip())
    if bullet is not None:
        return ItemMark("●", 0, len(text) - len(text.lstrip()) + bullet.end())
    mark = read_mark(text)
    return mark if mark is not None and mark.family in _FAMILIES else None


def _points(
    item: _Item, under: tuple[str, ...], sub_question: int | None, each: float | None, where: str, problems: list[ExamProblem]
) -> Iterator[ScoringPoint]:
    """The scoring points of an item: itself, or its parts."""
    if item.family == "子題":
        sub_question = item.number
    content, partial = _without_partial(item.text)
    stated, of_each = _stated(content)
    stated = each if stated is None else stated
    words = _without_plain_points(without_points(content))
    partial = [*partial, *item.partial]
    below = (*under, words) if words else under
    inner = [point for part in item.items for point in _points(part, below, sub_question, of_each, where, problems)]
    known = [point.points for point in inner if point.points is not None]
    if stated is not None and len(known) == len(inner) > 0 and sum(known) != stated:
        found = f"{stated:g} stated for 「{words[:20]}」, its parts add up to {sum(known):g}"
        problems.append(ExamProblem(where, "points_disagree", found))
    if inner and not (stated is not None and not known):
        yield from inner
        return
    if inner:  # points for the whole, none for its parts
        words = "\n".join((*filter(None, (words,)), *("：".join((*point.under[len(under) + 1 :], point.content)) for point in inner)))
        partial += [sentence for point in inner for sentence in point.partial]
    if not words:
        problems.append(ExamProblem(where, "criterion_empty", f"item {item.number} has no words"))
        return
    yield ScoringPoint(0, words, stated, sub_question, under, tuple(partial))


def _stated(content: str) -> tuple[float | None, float | None]:
    """Points that an item states for itself and for each of its parts."""
    notes = read_points(content)
    totals = [note.total for note in notes if note.total is not None]
    each = next((note.each for note in notes if note.each is not None), None)
    if not notes:
        plain = _PLAIN_POINTS.search(content)
        totals = [float(plain[1])] if plain else []
    return (sum(totals) if totals else None), each


def _without_plain_points(words: str) -> str:
    plain = _PLAIN_POINTS.search(words)
    words = (words[: plain.start()] if plain else words).strip().rstrip("，,、：:；;")
    return "\n".join(filter(None, (close_blanks(line) for line in words.split("\n"))))


def _without_partial(text: str) -> tuple[str, list[str]]:
    """The text without the sentences that say what an incomplete answer gets, and these sentences; the first sentence of an item always stays."""
    sentences = _SENTENCE.findall(text)
    partial = [sentence for sentence in sentences[1:] if _OPENER.match(sentence.strip()) and _GRADED.search(sentence)]
    if sentences and not partial and _GRADED.search(sentences[0]) and re.match(r"[（(]?(?:但|惟)?(?:如僅|若僅|僅|概略)", sentences[0].strip()):
        return text, []
    kept = "".join(sentence for sentence in sentences if sentence not in partial)
    return kept.strip(), [sentence.strip() for sentence in partial]


def _is_partial_paragraph(text: str) -> bool:
    text = text.strip()
    return bool(_PARTIAL_PARAGRAPH.match(text)) and (bool(_GRADED.search(text)) or text.startswith(("如僅", "若僅", "僅", "概略", "仍將", "則給予")))


def _fold_partial(root: _Item) -> None:
    """Paragraphs about incomplete answers become part of the item before them."""
    kept: list[_Item] = []
    for item in root.items:
        if kept and _is_partial_paragraph(item.text):
            kept[-1].partial.append(item.text)
        else:
            kept.append(item)
    root.items = kept


def paragraphs(lines: Iterable[RubricLine]) -> list[str]:
    """Lines as paragraphs: those that run on are joined."""
    found: list[str] = []
    ended = True
    for line in lines:
        if ended:
            found.append("")
        found[-1] += line.text.strip()
        ended = line.ended
    return [paragraph for paragraph in found if paragraph]
