"""What every question of a paper must be, whatever the paper: complete, and free of what belongs to the page and not to the question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from builders.parse.exam import ExamPaper
from builders.parse.exam_text import unmapped

CHECKS: tuple[str, ...] = ("stem", "options", "furniture", "glyphs", "numbers")
"""Non-empty stem; the options A to D or A to E, each non-empty; no page furniture; no private-use character, and none without a value that the
parser does not name; numbers 1 to n."""

_FURNITURE = re.compile(
    r"代號[:：]?\s*\d{4,5}|頁次[:：]|\d+\s*[－-]\s*\d+\s*頁|請接(?:背面|第|次頁)|請翻頁|全一[頁張]|※注意|座號[:：]|考試時間[:：]|類\s*科[:：]\S|"
    r"[甲乙]、\s*(?:申論|測驗)題?部分|本科目試題|禁止使用電子計算器|試題隨卷繳回"
)
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
_NO_VALUE = "\ufffd"


def check_paper(paper: ExamPaper) -> Iterator[tuple[str, str, str]]:
    """Every failing (check, where, what); essays and passages are looked through for furniture and glyphs.

    >>> from builders.parse.exam import ExamHeader, Question
    >>> question = Question(2, "何者正確？代號：3501", {"A": "甲", "B": "", "C": "丙", "D": "丁"})
    >>> list(check_paper(ExamPaper(ExamHeader(), "mcq", (question,))))
    [('options', 'q.2', 'B is empty'), ('furniture', 'q.2', '代號：3501'), ('numbers', '', 'found 2')]
    """
    named = {problem.where.split(" ", 1)[-1] for problem in paper.problems if _NO_VALUE in problem.what or "U+FFFD" in problem.what}
    for question in paper.questions:
        where = f"q.{question.number}"
        if not question.stem.strip():
            yield "stem", where, "empty"
        letters = "".join(question.options)
        if letters not in ("ABCD", "ABCDE"):
            yield "options", where, f"found {letters or 'none'}"
        for letter, text in question.options.items():
            if not text.strip():
                yield "options", where, f"{letter} is empty"
        yield from _check_text(where, "\n".join((question.stem, *question.options.values())), named)
    for passage in dict.fromkeys((group.first, group.passage) for group in (question.group for question in paper.questions) if group):
        yield from _check_text(f"group from q.{passage[0]}", passage[1], named)
    for essay in paper.essays:
        text = "\n".join((essay.text, *(part.text for part in essay.sub_questions), *essay.reference_laws))
        if not text.strip():
            yield "stem", f"essay {essay.number}", "empty"
        yield from _check_text(f"essay {essay.number}", text, named)
    for name, numbers in (("", [question.number for question in paper.questions]), ("essays", [essay.number for essay in paper.essays])):
        if numbers != list(range(1, len(numbers) + 1)):
            yield "numbers", name, "found " + ", ".join(map(str, numbers))


def _check_text(where: str, text: str, named: Collection[str]) -> Iterator[tuple[str, str, str]]:
    for found in _FURNITURE.finditer(text):
        yield "furniture", where, found.group()
    unknown = dict.fromkeys(unmapped(text) + "".join(_PRIVATE.findall(text)))
    if where in named:
        unknown.pop(_NO_VALUE, None)
    if unknown:
        yield "glyphs", where, " ".join(f"U+{ord(character):04X}" for character in unknown)
