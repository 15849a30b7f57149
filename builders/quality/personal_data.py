"""Personal data out of the texts of one judgment: names become marks (甲○○), numbers and addresses keep their shape and lose their digits.

A mark stands for one person through all texts of the judgment; marks that the source itself has used are not used again, so that the
court's masks and ours stay apart. Companies keep their names. Everything that is replaced is counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from builders.quality.persons import find_persons, is_person, name_pattern, stands_alone

STEMS = "甲乙丙丁戊己庚辛壬癸"
BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_D = "[0-9０-９]"
_N = "[0-9０-９〇○零一二三四五六七八九十百]"
_BLANKS = re.compile(r"\s+")
_LETTER = "[A-ZＡ-Ｚ]"
_NUMBER = f"{_N}{{1,6}}(?:之{_N}{{1,4}})?"
_HOUSE = f"(?:{_N}{{1,4}}[鄰段巷弄衖]){{0,4}}{_NUMBER}號(?:之{_N}{{1,3}})?(?:{_N}{{1,4}}樓(?:之{_N}{{1,3}})?)?"

# kind -> (pattern, group whose digits are blanked; everything else stays)
_NUMBERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    # National identity numbers (letter, 1 or 2, eight digits) and both forms of residence numbers.
    ("identity_numbers", re.compile(f"(?<![A-Za-zＡ-Ｚ0-9０-９])({_LETTER}(?:[1289１２８９]|[A-DＡ-Ｄ]){_D}{{8}})(?!{_D})")),
    ("accounts", re.compile(f"帳[號戶](?:號碼)?[^0-9０-９。；\n]{{0,12}}({_D}[0-9０-９－-]{{7,18}}{_D})(?!{_D})")),
    ("phones", re.compile(f"(?<![第0-9０-９-])([0０][9９]{_D}{{2}}[-－ ]?{_D}{{3}}[-－ ]?{_D}{{3}})(?![0-9０-９-])")),
    ("phones", re.compile(f"(?<![第0-9０-９-])([(（]?[0０][2-8２-８]{_D}{{0,2}}[)）-－]{_D}{{3,4}}[-－]?{_D}{{4}})(?![0-9０-９-])")),
    ("phones", re.compile(f"(?<![第0-9０-９-])([0０][2-8２-８]{_D}{{7,8}})(?![0-9０-９-])")),
    ("phones", re.compile("(?<![第〇○零一二三四五六七八九])([〇○零]九[〇○零一二三四五六七八九]{8})(?![〇○零一二三四五六七八九])")),
    ("birth_dates", re.compile(f"((?:民國)?{_N}{{1,4}}年{_N}{{1,3}}月{_N}{{1,3}}日)(?=出?生(?!效))")),
    ("addresses", re.compile(f"(?:(?<=[縣市區鄉鎮村里鄰])[^縣市區鄉鎮村里鄰路街，。；、\\s]{{1,5}}?(?:路|街|大道)|(?:路|街|大道))({_HOUSE})")),
    ("addresses", re.compile(f"(?<=[村里鄰])((?:{_N}{{1,3}}鄰)?[^第縣市區鄉鎮村里鄰路街，。；、\\s0-9０-９]{{0,6}}?{_NUMBER}號(?:{_N}{{1,4}}樓)?)")),
)
COUNTED = ("persons", "names", *dict.fromkeys(kind for kind, _ in _NUMBERS))
_ZEROS = {ord(digit): "0" for digit in "123456789"} | {ord(digit): "０" for digit in "１２３４５６７８９"}
_ZEROS |= {ord(digit): "○" for digit in "零〇一二三四五六七八九十百"}
_ROAD = re.compile("^[^縣市區鄉鎮村里鄰]+?(?=路|街|大道)")
_LETTERS = re.compile(_LETTER)


@dataclass(frozen=True, slots=True)
class Masked:
    """Texts after masking, the mark of each person, and how much was replaced, by kind."""

    texts: tuple[str, ...]
    marks: Mapping[str, str]
    counts: Mapping[str, int]


def mask_personal_data(texts: Sequence[str], *, source: str, defendants: Iterable[str] = ()) -> Masked:
    """Mask the names of natural persons, identity and telephone numbers, addresses, birth dates and account numbers.

    Args:
        texts: what is released of one judgment (facts, reasons, 主文, names of outcomes).
        source: the whole judgment, header and signature included: where persons are introduced.
        defendants: names from the header and the 主文; they get the first marks, in this order. Companies and names that are masked
            already stay as they are.

    A mark can show a name that was hidden before: 證人Ａ、Ｂ證述 with a Ａ that could be a word is one only if Ｂ is a name. So the masked texts
    are read again until ``names_left`` finds nothing: masking is a fixed point, and nothing is left for ``builders check`` to find.

    Raises nothing.

    >>> masked = mask_personal_data(["王小明竊取李大華之機車。"], source="被告王小明 被害人李大華於警詢", defendants=["王小明"])
    >>> masked.texts[0], masked.counts["persons"], masked.counts["names"]
    ('甲○○竊取乙○○之機車。', 2, 2)
    """
    counts: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
    marks: dict[str, str] = {}
    masked = []
    for text in texts:
        text, numbers = mask_numbers(text)
        counts.update(numbers)
        masked.append(text)
    persons = [*filter(is_person, (*defendants, *find_persons(_BLANKS.sub("", source)))), *_all_left(masked)]
    while new := assign_marks(dict.fromkeys(persons), masked, taken="".join((source, *marks.values()))):
        marks |= new
        replaced = [mask_names(text, new) for text in masked]
        masked = [text for text, _ in replaced]
        counts["names"] += sum(n for _, n in replaced)
        persons = _all_left(masked)
    counts["persons"] = len(marks)
    return Masked(tuple(masked), marks, dict(counts))


def _all_left(texts: Iterable[str]) -> list[str]:
    return [name for text in texts for name in names_left(text)]


def names_left(text: str) -> tuple[str, ...]:
    """Names of natural persons that a role introduces in ``text`` and that masking would replace: none across the end of a line, which is
    the end of a paragraph.

    >>> names_left("告訴人王小明與證人乙○○"), names_left("告訴人大發醫院"), names_left("告訴人王小\\n明")
    (('王小明',), (), ())
    """
    names = (name for name in find_persons(_BLANKS.sub("", text)) if is_person(name))
    return tuple(name for name in names if next(_occurrences(text, [name]), None))


def assign_marks(names: Iterable[str], texts: Sequence[str], *, taken: str = "") -> dict[str, str]:
    """A mark for each of ``names`` that stands in ``texts``, in order; marks that occur in ``taken`` are left out.

    >>> assign_marks(["王小明", "李大華"], ["李大華與王小明與甲○○"], taken="甲○○")
    {'王小明': '乙○○', '李大華': '丙○○'}
    """
    free = (mark for mark in _marks() if mark[: mark.index("○") + 1] not in taken)
    longest_first = sorted(names, key=len, reverse=True)
    present = {match[1] for text in texts for match in _occurrences(text, longest_first)}
    return {name: next(free) for name in names if name in present}


def mask_names(text: str, marks: Mapping[str, str]) -> tuple[str, int]:
    """``text`` with each name replaced by its mark, and the number of replacements; nothing else changes.

    >>> mask_names("林森行經林森北路", {"林森": "甲○○"})
    ('甲○○行經林森北路', 1)
    """
    pieces, at, n = [], 0, 0
    for (start, end), name in _occurrences(text, sorted(marks, key=len, reverse=True)):
        pieces += [text[at:start], marks[name]]
        at, n = end, n + 1
    return "".join([*pieces, text[at:]]), n


def mask_numbers(text: str) -> tuple[str, Counter[str]]:
    """``text`` with digits of personal numbers and house numbers turned into 0 (Chinese ones into ○), and what was replaced by kind.

    What the source has masked so already is not counted again: masking twice changes nothing.

    >>> mask_numbers("身分證A123456789，電話0912-345-678，住臺北市中山區民生路12號3樓")[0]
    '身分證Z000000000，電話0000-000-000，住臺北市中山區○○路00號0樓'
    """
    counts: Counter[str] = Counter()
    for kind, pattern in _NUMBERS:

        def blank(match: re.Match[str], kind: str = kind) -> str:
            whole, start = match[0], match.start(1) - match.start()
            number = match[1].translate(_ZEROS)
            if kind == "identity_numbers":
                number = _LETTERS.sub("Z", number)
            if kind == "addresses":
                number = _ROAD.sub("○○", number)
            masked = (_ROAD.sub("○○", whole[:start]) if kind == "addresses" else whole[:start]) + number + whole[start + len(match[1]) :]
            counts[kind] += masked != whole
            return masked

        text = pattern.sub(blank, text)
    return text, counts


def _marks() -> Iterator[str]:
    yield from (f"{letter}○○" for letter in STEMS + BRANCHES)
    length = 2
    while True:
        yield from ("".join(letters) + "○" for letters in product(STEMS, *[STEMS + BRANCHES] * (length - 1)))
        length += 1


def _occurrences(text: str, longest_first: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Where names stand in ``text``, from left to right, the longest first where several begin at one place."""
    if not longest_first:
        return
    whole = re.compile("|".join(f"({name_pattern(name).pattern})" for name in longest_first))
    at = 0
    while (match := whole.search(text, at)) is not None:
        if stands_alone(text, *match.span()):
            yield match.span(), longest_first[(match.lastindex or 1) - 1]
            at = match.end()
        else:
            at = match.start() + 1
