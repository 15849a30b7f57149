"""The essay questions of a paper: top-level questions, sub-questions, points, 參考法條 blocks, from the lines of its essay part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from builders.parse.essay_marks import PART_FAMILIES, ItemMark, mark_number, read_mark
from builders.parse.essay_points import PointsNote, read_points, without_points
from builders.parse.essay_questions import QuestionStart, question_starts
from builders.parse.essay_rows import Box, Line, Row, in_columns, is_short, join_rows, read_rows, right_margin
from builders.parse.exam import Essay, ExamProblem, QuestionGroup, SubQuestion
from builders.parse.exam_text import unmapped
from builders.parse.reference_laws import reference_blocks, split_reference

TOTALS: tuple[float, ...] = (100.0, 200.0)
"""What the questions of a paper without a stated weight add up to."""

_SAME_COLUMN = 6.0
_LETTERED = ("(甲)", "(a)")  # these name tables and figures as often as sub-questions: they count where points stand in them
_INSTRUCTION = re.compile(r"作答|不予計分|試卷|座號|計算器|本國文字|測驗兩部分|劃記|單一選擇題|鋼筆")
_NOTICE = re.compile(r"※[ \u3000]*注[ \u3000]*意(?:事項)?[ \u3000]*[：:][ \u3000]*")
_SHARED = re.compile(
    r"請?(?:依|就|根據|按)[^，。]{0,20}?(?:回答|作答)第?([一二三四五六七八九十]{1,3})題?(?:至|到|、|及|~|～|－|-)第?([一二三四五六七八九十]{1,3})題"
)


def read_essays(
    lines: Iterable[Line], *, images: Mapping[int, Sequence[Box]] | None = None, points: float | None = None
) -> tuple[tuple[Essay, ...], tuple[ExamProblem, ...]]:
    """The essays of the lines of one essay part, in order, and everything uncertain about them.

    ``lines``: the part without page furniture and without its section line; instructions (㈠ 不必抄題…) may still be there. ``images``: the images
    of each page, for numerals that are no text. ``points``: the weight that the section line states (甲、申論題部分：（60 分）). Points of a
    question are those printed or the sum of its sub-questions; a text before the first question stands in ``group`` of every question it serves.
    Linear in the lines; raises nothing.
    """
    rows = _without_instructions(read_rows(lines, images))
    if not rows:
        return (), (ExamProblem("", "no_essay", "no text in the essay part"),)
    starts, problems = question_starts(rows)
    if not starts:
        starts = (QuestionStart(1, 0, 0),)
    margin = right_margin(rows)
    shared = join_rows(rows[: starts[0].row], margin)
    found: list[ExamProblem] = list(problems)
    essays = []
    for start, end in zip(starts, [*(start.row for start in starts[1:]), len(rows)], strict=True):
        first = rows[start.row].cut(start.text)
        own = [row for row in (first, *rows[start.row + 1 : end]) if row is not None]
        essay, uncertain = _essay(start.number, own, rows[start.row].page, margin)
        essays.append(essay)
        found += uncertain
    essays, uncertain = _with_shared_text(essays, shared)
    found += uncertain
    essays, uncertain = _checked_points(essays, shared, points)
    return tuple(essays), (*found, *uncertain)


def _without_instructions(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows without the leading ones that tell how to answer: ㈠ ㈡ items of which the first speak of answering, with their continuation lines."""
    start, item, number = 0, None, 0
    for row in rows:
        notice = _NOTICE.match(row.text)
        mark = read_mark(row.text, notice.end() if notice else 0)
        marked = row.image is not None or (mark is not None and mark.family == "㈠")
        counted = mark is not None and item is not None and mark.number == number + 1
        if notice or (marked and (counted or _INSTRUCTION.search(row.text))):
            item, number = row, mark.number if mark is not None else number + 1
        elif item is None or marked or row.x < item.x + 0.5 * item.size or abs(row.size - item.size) > 0.5:
            break
        start += 1
    return rows[start:]


@dataclass(frozen=True, slots=True)
class _Part:
    """A sub-question in the making."""

    number: int
    rows: list[Row]


def _essay(number: int, rows: Sequence[Row], page: int, margin: float) -> tuple[Essay, list[ExamProblem]]:
    where = f"p.{page} essay {number}"
    body, laws = split_reference(rows)
    problems: list[ExamProblem] = []
    lead, parts, trailing = _parts(body, margin, where, problems)
    text = "\n".join(filter(None, (join_rows(lead, margin), join_rows(trailing, margin))))
    blocks = reference_blocks(laws, margin)
    if any(read_points(block) for block in blocks):
        problems.append(ExamProblem(where, "points_in_reference", "points are printed inside the reference laws"))
    texts = [join_rows(part.rows, margin) for part in parts]
    points, part_points, uncertain = _points(text, texts)
    problems += [replace(problem, where=where) for problem in uncertain]
    strange = unmapped("".join((text, *texts, *blocks)))
    if strange:
        problems.append(ExamProblem(where, "unmapped_glyph", " ".join(f"U+{ord(character):04X}" for character in strange)))
    subs = tuple(SubQuestion(part.number, words, value) for part, words, value in zip(parts, texts, part_points, strict=True))
    return Essay(number, text, points, subs, blocks, page), problems


def _parts(
    rows: Sequence[Row], margin: float, where: str, problems: list[ExamProblem]
) -> tuple[Sequence[Row], list[_Part], Sequence[Row]]:
    """Lead, sub-questions, and a closing paragraph that belongs to the whole question."""
    rows = in_columns(rows)
    chain = _outer_chain(rows)
    pictured = _image_chain(rows)
    if not chain and not pictured:
        return rows, [], ()
    if len(pictured) > len(chain):
        problems.append(ExamProblem(where, "words_in_image", f"{len(pictured)} sub-questions begin with words that are images"))
        chain = {index: ItemMark("㈠", number, 0) for number, index in enumerate(pictured, 1)}
    indices = list(chain)
    last = _closing(rows, indices, margin)
    parts = [
        _Part(chain[index].number, [row for row in (rows[index].cut(chain[index].end), *rows[index + 1 : end]) if row is not None])
        for index, end in zip(indices, [*indices[1:], last], strict=True)
    ]
    trailing = rows[last:]
    if trailing and read_points(join_rows(trailing, margin)) and not any(read_points(join_rows(part.rows, margin)) for part in parts):
        return rows, [], ()  # the items are facts, the closing paragraph asks
    for part in parts:
        if not part.rows:
            problems.append(ExamProblem(where, "sub_question_empty", f"sub-question {part.number}"))
    return rows[: indices[0]], parts, trailing


def _outer_chain(rows: Sequence[Row]) -> dict[int, ItemMark]:
    """The marks of the sub-questions: of the outermost family that counts to two, but not of mere facts behind which another family counts with points."""
    chain: dict[int, ItemMark] = {}
    for family in PART_FAMILIES:
        other = _chain(rows, family)
        if len(other) < 2:
            continue
        first = next(iter(other))
        pointed = bool(read_points("\n".join(row.text for row in rows[first:])))
        if not chain:
            chain = other if pointed or family not in _LETTERED else {}
        elif pointed and first > max(chain) and not read_points("\n".join(row.text for row in rows[:first])):
            chain = other
    return chain


def _chain(rows: Sequence[Row], family: str) -> dict[int, ItemMark]:
    """Rows that begin with the marks 1, 2, 3… of a family in one column, by index."""
    chain: dict[int, ItemMark] = {}
    x = 0.0
    for index, row in enumerate(rows):
        mark = read_mark(row.text)
        if mark is None or mark.family != family or mark.number != len(chain) + 1:
            continue
        if not chain:
            x = row.x
        if abs(row.x - x) <= _SAME_COLUMN or row.column:
            chain[index] = mark
    return chain


def _image_chain(rows: Sequence[Row]) -> list[int]:
    """Rows that begin with an image at the column of the other rows: words that the text layer lacks."""
    starts = [row.image.left for row in rows if row.image is not None]
    if not starts:
        return []
    left = min(starts)
    return [index for index, row in enumerate(rows) if row.image is not None and row.image.left <= left + _SAME_COLUMN and row.image.right > row.x - 0.3 * row.size]


def _closing(rows: Sequence[Row], indices: Sequence[int], margin: float) -> int:
    """Where a closing paragraph starts behind the last sub-question: back at the column of the marks although its own lines are indented."""
    hanging = [row.x for start, end in zip(indices, [*indices[1:], len(rows)], strict=True) for row in rows[start + 1 : end]]
    column = max(rows[index].x for index in indices)
    indented = any(x > column + _SAME_COLUMN for x in hanging)
    for index in range(indices[-1] + 1, len(rows)):
        row, before = rows[index], rows[index - 1]
        ended = before.text.endswith(("。", "？", "）", ")", "?"))
        if not row.column and row.x <= column + 2 and (is_short(before, margin) or (indented and ended)):
            return index
    return len(rows)


def _points(text: str, texts: Sequence[str]) -> tuple[float | None, list[float | None], list[ExamProblem]]:
    """Points of the question and of each sub-question; ``text`` is what the question says outside its sub-questions."""
    outer = read_points(text)
    inner = [read_points(words) for words in texts]
    if not outer and len(inner) > 1 and inner[-1] and not any(inner[:-1]):
        outer, inner[-1] = inner[-1], ()  # printed behind the last sub-question, for all of them
    problems: list[ExamProblem] = []
    named = dict(part for note in outer for part in note.parts)
    each = next((note.each for note in outer if note.each is not None), None)
    parts = [_sum(notes, words) if notes else named.get(number, each) for number, (notes, words) in enumerate(zip(inner, texts, strict=True), 1)]
    stated = _stated(outer)
    known = [value for value in parts if value is not None]
    summed = sum(known) if parts and len(known) == len(parts) else None
    if parts and known and summed is None:
        problems.append(ExamProblem("", "points_missing", f"{len(known)} of {len(parts)} sub-questions state points"))
    if stated is None or summed is None or stated == summed:
        return (summed if stated is None else stated), parts, problems
    whole = any(note.summed for note in outer) or text.rstrip().endswith(text[outer[-1].start : outer[-1].end])
    if not whole:  # the question asks something itself before its sub-questions
        return stated + summed, parts, problems
    problems.append(ExamProblem("", "points_disagree", f"{stated:g} stated, its sub-questions add up to {summed:g}"))
    return stated, parts, problems


def _stated(notes: Sequence[PointsNote]) -> float | None:
    """What the brackets of a question state for the whole of it; None where they state none or only points for each part."""
    totals = [note.total for note in notes if note.total is not None]
    summed = [note.total for note in notes if note.total is not None and note.each is not None]
    if len(summed) == 1 and len(totals) == 1:
        return summed[0]
    return sum(totals) if totals else None


def _sum(notes: Sequence[PointsNote], words: str) -> float | None:
    """Points of one sub-question: what its brackets add up to; points for each item times the items listed in it."""
    total, known = 0.0, False
    for note in notes:
        if note.total is not None:
            total, known = total + note.total, True
        elif note.parts:
            total, known = total + sum(points for _, points in note.parts), True
        elif note.each is not None and (items := _items(words)):
            total, known = total + note.each * items, True
    return total if known else None


def _items(words: str) -> int:
    """How many items a text lists at the beginning of its lines."""
    counts = dict.fromkeys(PART_FAMILIES, 0)
    for line in words.split("\n"):
        mark = read_mark(line)
        if mark is not None and counts.get(mark.family) == mark.number - 1:
            counts[mark.family] += 1
    return max(counts.values())


def _with_shared_text(essays: Sequence[Essay], shared: str) -> tuple[list[Essay], list[ExamProblem]]:
    """Essays with the text that several of them share: before the first, or behind the last points of one (請依下列案例回答第三題至第四題)."""
    groups: list[QuestionGroup] = []
    if shared and without_points(shared):
        named = _SHARED.search(shared)
        first, last = _range(named) if named else (essays[0].number, essays[-1].number)
        groups.append(QuestionGroup(first, last, shared))
    kept = []
    for essay in essays:
        essay, group = _without_shared_tail(essay)
        kept.append(essay)
        groups += [group] if group is not None else []
    numbers = {essay.number for essay in kept}
    problems = [
        ExamProblem(f"essays {group.first}-{group.last}", "group_without_question", "a shared text names a question that is not there")
        for group in groups
        if group.first not in numbers or group.last not in numbers
    ]
    return [replace(essay, group=next((g for g in reversed(groups) if g.first <= essay.number <= g.last), None)) for essay in kept], problems


def _without_shared_tail(essay: Essay) -> tuple[Essay, QuestionGroup | None]:
    """The essay without what stands behind its last points when that names later questions, and this text as their group."""
    words = essay.sub_questions[-1].text if essay.sub_questions else essay.text
    notes = read_points(words)
    cut = notes[-1].end if notes else len(words)
    named = _SHARED.search(words, cut)
    if named is None or _range(named)[0] <= essay.number:
        return essay, None
    group = QuestionGroup(*_range(named), words[cut:].strip())
    if essay.sub_questions:
        *others, last = essay.sub_questions
        return replace(essay, sub_questions=(*others, replace(last, text=words[:cut].strip()))), group
    return replace(essay, text=words[:cut].strip()), group


def _range(named: re.Match[str]) -> tuple[int, int]:
    return mark_number(named[1]) or 0, mark_number(named[2]) or 0


def _checked_points(essays: Sequence[Essay], shared: str, weight: float | None) -> tuple[list[Essay], list[ExamProblem]]:
    """Essays with points for every question where the paper tells them, and whether these add up to what the paper is worth."""
    problems: list[ExamProblem] = []
    notes = read_points(shared)
    each = next((note.each for note in notes if note.each is not None), None)
    weight = weight if weight is not None else next((note.total for note in notes if note.total is not None), None)
    if each is not None:
        essays = [replace(essay, points=each) if essay.points is None else essay for essay in essays]
    missing = [essay for essay in essays if essay.points is None]
    if len(missing) == 1 and weight is not None:
        rest = weight - sum(essay.points or 0.0 for essay in essays)
        if rest > 0:
            essays = [replace(essay, points=rest) if essay.points is None else essay for essay in essays]
            if len(essays) > 1:
                problems.append(ExamProblem(f"essay {missing[0].number}", "points_inferred", f"{rest:g}: what the other questions leave of {weight:g}"))
            missing = []
    problems += [ExamProblem(f"p.{essay.page} essay {essay.number}", "points_missing", "the question states no points") for essay in missing]
    total = sum(essay.points or 0.0 for essay in essays)
    allowed = TOTALS if weight is None else (weight,)
    if not missing and total not in allowed:
        problems.append(ExamProblem("", "points_total", f"questions add up to {total:g}; allowed: {' or '.join(f'{value:g}' for value in allowed)}"))
    return list(essays), problems
