"""The 備註 of a corrected key: which answers each named question accepts (``第29題答Ｂ或Ｃ或BC者均給分，第70題複選ＡＥ給分。``).

A grammar, read from left to right: question heads (``第1題``, ``第1、3題``, ``第5題至第8題``), each followed by what is granted. What the grammar
does not know is no guess but a problem that names the text, and the questions of that text get no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builders.parse.exam import Accepted, ExamProblem
from legal_metrics.text.numerals import ORDINAL, parse_integer

LETTERS = "ABCDE"
"""The options that an official paper can have."""

_LONGEST_RANGE = 200  # no key has more questions

# Full-width ASCII to ASCII, so that one grammar reads both; one character for one, so that a place in the folded text is a place in the printed one.
_FOLD = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **str.maketrans("﹐﹔〜abcdeａｂｃｄｅ", ",;~ABCDEABCDE"),
}

_RANGE = r"[至到~\-‐–—]"
_MEMBER = rf"(?:題?(?:[、,及和與]|以及|{_RANGE})第?{ORDINAL})"
_HEAD = re.compile(rf"第{ORDINAL}{_MEMBER}{{0,{_LONGEST_RANGE}}}題")
_NUMBER = re.compile(rf"(?P<to>{_RANGE})?第?(?P<n>{ORDINAL})")

_GRANTED = r"(?:給分|得分|送分|計分)(?:\((?:送分|給分)\))?"
_ALL = r"(?:均|皆|都|亦|也|一律|全部|統一|可|即|予以|予)"
_THIS = r"(?:(?:本|該|此)題)?"
_SET = r"(?:\([A-Z]{1,5}\)|[A-Z]{1,8})"
_ITEM = rf"(?:(?:答案?|選[項答]?|[複單]選答?|作答|填答)為?)?{_SET}(?:選項)?"
_ITEMS = rf"(?P<items>{_ITEM}(?:(?:,?或|[、,/]){_ITEM}){{0,40}})"
_BLANK = r"(?:未作答|未答|未填答|未選答|空白)(?:者|之考生|之應考人)?"
_NOTHING = rf"(?:{_ALL}{{0,2}}(?:不給分|不予給分|不計分|不予計分|零分|以零分計))"
_PEOPLE = r"(?:者|考生|應考人|人員)"

_PRODUCTIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rule, re.compile(pattern))
    for rule, pattern in (
        ("everyone_who_answered", rf"{_THIS}除{_BLANK}{_NOTHING}?(?:者)?(?:以)?外,?(?:其餘|其他)(?:作答|有作答)?{_PEOPLE}?{_ALL}{{0,3}}{_GRANTED}"),
        ("everyone_who_answered", rf"{_THIS}{_BLANK}{_NOTHING},?(?:其餘|其他)(?:作答|有作答)?{_PEOPLE}?{_ALL}{{0,3}}{_GRANTED}"),
        ("everyone_who_answered", rf"{_THIS}(?:凡|只要)?有?作答{_PEOPLE}?{_ALL}{{1,3}}{_GRANTED}"),
        (
            "everyone",
            rf"{_THIS}(?:[不無]論(?:作答與否|有無作答|是否作答|是否有作答|如何作答|答案為何),?)?"
            rf"(?:(?:所有|全體|每位)(?:考生|應考人|人員))?{_ALL}{{0,3}}{_GRANTED}",
        ),
        ("any_of", rf"{_THIS}(?:凡|若)?{_ITEMS}(?:其中(?:之一|任一))?{_PEOPLE}?{_ALL}{{0,3}}(?:{_GRANTED}|(?:為)?正確(?:答案)?)"),
        ("any_of", rf"{_THIS}(?:標準|正確|試題)?(?:答案)?(?:由{_SET})?應?(?:更正|更改|修正|訂正|變更|改)(?:答案)?[為成]{_ITEMS}"),
        (
            "reason",
            rf"{_THIS}(?:因|由於)?{_THIS}(?:無(?:標準|正確)?答案|無正解|(?:題意|題幹|題目|選項|答案|試題|命題)(?:不清|不明|有誤|不完整|有爭議|有疑義|有瑕疵))",
        ),
    )
)
_END = re.compile(r"[,;。、.]|$")
_SEPARATORS = ",;。、."
_NO_CORRECTION = re.compile(r"(?:備註:)?(?:無(?:任何)?(?:更正)?(?:[紀記]錄)?)?。?")


@dataclass(frozen=True, slots=True)
class CorrectionNote:
    """What a note grants, question by question, and what of it could not be read."""

    accepted: Mapping[int, Accepted]
    problems: tuple[ExamProblem, ...] = ()


def read_note(note: str) -> CorrectionNote:
    """Read the note of one corrected key.

    White space is no part of the text (lines break inside ``第⏎80題``); full- and half-width letters, digits and signs are the same. A question that
    the note names twice with different rules gets none.

    >>> note = read_note("第3、5題一律給分，第29題答Ｂ或Ｃ或BC者均給分，第70題複選ＡＥ給分。")
    >>> {number: (accepted.rule, accepted.answers) for number, accepted in note.accepted.items()}
    {3: ('everyone', ()), 5: ('everyone', ()), 29: ('any_of', ('B', 'C', 'BC')), 70: ('any_of', ('AE',))}
    >>> read_note("無更正紀錄").accepted, read_note("第7題另行公告。").problems[0].to_dict()
    ({}, {'where': 'key q.7', 'code': 'note_not_understood', 'what': '另行公告'})
    """
    printed = "".join(note.split())
    text = printed.translate(_FOLD)
    if _NO_CORRECTION.fullmatch(text):
        return CorrectionNote({})
    accepted: dict[int, Accepted] = {}
    problems: list[ExamProblem] = []
    contradicted: set[int] = set()
    heads = list(_HEAD.finditer(text))
    before = text[: heads[0].start()] if heads else text
    before = before.removeprefix("備註:").strip(_SEPARATORS)
    if before:
        problems.append(ExamProblem("key note", "note_not_understood", before))
    waiting: list[int] = []
    for position, head in enumerate(heads):
        end = heads[position + 1].start() if position + 1 < len(heads) else len(text)
        numbers = question_numbers(head.group())
        if numbers is None:
            problems.append(ExamProblem("key note", "note_not_understood", printed[head.start() : end].strip(_SEPARATORS + "，；")))
            continue
        waiting += numbers
        granted = text[head.end() : end].strip(_SEPARATORS + ":")
        if not granted and position + 1 < len(heads):
            continue  # a list of heads that share what follows the last of them
        read = _read_grant(granted)
        for number in dict.fromkeys(waiting):
            if isinstance(read, str):
                what = printed[head.end() : end].strip(_SEPARATORS + "，；") or printed[head.start() : end]
                problems.append(ExamProblem(f"key q.{number}", read, what))
            elif number in contradicted:
                continue
            elif accepted.setdefault(number, read) != read:
                contradicted.add(number)
                problems.append(ExamProblem(f"key q.{number}", "note_contradicts", f"{accepted.pop(number).to_dict()} and {read.to_dict()}"))
        waiting = []
    return CorrectionNote(dict(sorted(accepted.items())), tuple(problems))


def question_numbers(head: str) -> list[int] | None:
    """The questions that a head names, None where its numbers make no list (a range that runs backwards).

    >>> question_numbers("第1、3題"), question_numbers("第5題至第8題"), question_numbers("第十二題"), question_numbers("第8至5題")
    ([1, 3], [5, 6, 7, 8], [12], None)
    """
    numbers: list[int] = []
    for member in _NUMBER.finditer(head.translate(_FOLD)):
        number = parse_integer(member["n"])
        if number is None or not 0 < number <= _LONGEST_RANGE:
            return None
        if not member["to"]:
            numbers.append(number)
        elif numbers[-1] < number:
            numbers += range(numbers[-1] + 1, number + 1)
        else:
            return None
    return numbers


def answer_sets(text: str) -> tuple[str, ...] | None:
    """The answers of a list such as ``B或C或BC`` or ``複選BD或複選BCD``, each as its letters in order; None where a letter is no option.

    >>> answer_sets("B或C或CB"), answer_sets("複選BD或複選BCD"), answer_sets("(A)、(F)")
    (('B', 'C', 'BC'), ('BD', 'BCD'), None)
    """
    sets = [re.sub(r"[()]", "", found) for found in re.findall(_SET, text)]
    if any(len(set(letters)) < len(letters) or not set(letters) <= set(LETTERS) for letters in sets):
        return None
    return tuple(dict.fromkeys("".join(sorted(letters)) for letters in sets))


def _read_grant(text: str) -> Accepted | str:
    """What a head's text grants, or the code of the problem."""
    rules: list[Accepted] = []
    position = 0
    while position < len(text):
        production = _production_at(text, position)
        if production is None:
            return "note_not_understood"
        rule, found = production
        position = found.end()
        while position < len(text) and text[position] in _SEPARATORS:
            position += 1
        if rule == "reason":
            continue
        answers = answer_sets(found["items"]) if rule == "any_of" else ()
        if answers is None:
            return "note_not_understood"
        rules.append(Accepted(rule, answers))
    if not rules:
        return "note_without_rule"
    if len({granted.rule for granted in rules}) > 1:
        return "note_not_understood"
    return Accepted(rules[0].rule, _union(granted.answers for granted in rules))


def _production_at(text: str, position: int) -> tuple[str, re.Match[str]] | None:
    """The first production that reads the text from ``position`` to a separator or to its end."""
    for rule, pattern in _PRODUCTIONS:
        found = pattern.match(text, position)
        if found and _END.match(text, found.end()):
            return rule, found
    return None


def _union(answers: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(letters for group in answers for letters in group))
