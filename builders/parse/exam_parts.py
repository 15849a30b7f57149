"""The parts of a paper (甲、申論題部分, 乙、測驗題部分), its sections (一、單一選擇題, 二、複選題), and what it states about counts and points."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builders.parse.exam_header import compact
from builders.parse.pdf_lines import PdfLine

_PART_KINDS = "申論|測驗|選擇|作文|公文|論文|翻譯|問答"
_PART = re.compile(
    rf"[甲乙丙丁壹貳參肆]、(?=[^，。；？]{{0,12}}?(?:{_PART_KINDS}))[^，。；？:：（(]{{0,24}}(?:[（(][^（）()\d]{{0,16}}[）)])?[:：]?"
    r"(?:[（(][^（）()]{0,12}?(\d+(?:\.\d+)?)分[^（）()]{0,6}[）)])?[:：]?(?:[（(]?代號[:：]?([\d、,，|｜－–~-]+)[）)]?)?"
)
_CODE_LINE = re.compile(r"[（(]?代號[:：]([\d、,，|｜－–~-]+)[）)]?")
_CODE = re.compile(r"\d{4,5}(?:[－–~-]\d{4,5})?")
_LONGEST_HEADING = 80
_MCQ = re.compile(r"測驗|選擇")
_ESSAY = re.compile("申論|作文|公文|論文|翻譯|問答")

_MULTIPLE = r"(?:複選|多選|複選選擇|複選式選擇)題"
_SINGLE = r"(?:單一選擇|單選|單選選擇|單選式選擇|選擇)題"
_SECTION = re.compile(rf"(?:[一二三四五壹貳參]、|[（(][一二三四五][）)]|[㈠㈡㈢])?(?:({_MULTIPLE})|{_SINGLE})(?=\Z|[:：（(第共，部])")
_RANGE = re.compile(r"第?(\d{1,3})題?(?:至|到|[-－–—~～])第?(\d{1,3})題")

_TOTAL = re.compile(r"(?:本科目|本試題|試題|本部分|測驗題)?共(?:計|有)?(\d{1,3})題")
_EACH = re.compile(r"每題(\d+(?:\.\d+)?)分")
_SHARES = re.compile(r"占(\d+(?:\.\d+)?)分")
_KIND_COUNTS = (re.compile(rf"{_SINGLE}(?:共|計)?(\d{{1,3}})題"), re.compile(rf"{_MULTIPLE}(?:共|計)?(\d{{1,3}})題"))


@dataclass(frozen=True, slots=True)
class Part:
    """One part: ``kind`` is mcq or essay (``""``: the heading does not tell), its own lines, what its heading prints."""

    kind: str
    lines: tuple[PdfLine, ...]
    codes: tuple[str, ...] = ()
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section line: whether several answers are asked for, and the numbers it names (0, 0: none)."""

    multiple: bool
    first: int = 0
    last: int = 0


def split_parts(lines: Sequence[PdfLine]) -> tuple[Part, ...]:
    """The parts of a paper in order; one part of unknown kind when it has no headings. Only notices stand before the first heading."""
    texts = [compact(line.text) if len(line.text) <= _LONGEST_HEADING else "" for line in lines]
    starts = [(index, found) for index, text in enumerate(texts) if (found := _PART.fullmatch(text))]
    if not starts:
        return (Part("", tuple(lines)),)
    code_lines = {index: found.group(1) for index, text in enumerate(texts) if (found := _CODE_LINE.fullmatch(text))}
    parts: list[Part] = []
    for (start, found), end in zip(starts, [*(index for index, _ in starts[1:]), len(lines)], strict=True):
        codes = found.group(2) or code_lines.get(start + 1) or code_lines.get(start - 1) or ""
        parts.append(
            Part(
                kind="mcq" if _MCQ.search(found.group()) and not _ESSAY.search(found.group()) else "essay",
                lines=tuple(line for index, line in enumerate(lines[start + 1 : end], start + 1) if index not in code_lines),
                codes=tuple(re.sub("[－–~]", "-", code) for code in _CODE.findall(codes)),
                points=float(found.group(1)) if found.group(1) else None,
            )
        )
    return tuple(parts)


def read_section(text: str) -> Section | None:
    """The section that a compact line opens, or None.

    >>> read_section("二、複選題（第61題至第70題，每題3分，占30分）")
    Section(multiple=True, first=61, last=70)
    >>> read_section("下列何者為選擇題？") is None
    True
    """
    found = _SECTION.match(text)
    if not found:
        return None
    numbers = _RANGE.search(text)
    first, last = (int(numbers.group(1)), int(numbers.group(2))) if numbers else (0, 0)
    return Section(found.group(1) is not None, first, last)


def read_stated(texts: Sequence[str]) -> Mapping[str, float]:
    """Counts and points that the notices and section lines (compact texts) print: keys mcq, mcq_single, mcq_multiple, mcq_points.

    >>> dict(read_stated(["本科目共50題，每題2分，須用2B鉛筆在試卡上依題號清楚劃記"]))
    {'mcq': 50, 'mcq_points': 100.0}
    """
    text = "".join(texts)
    stated: dict[str, float] = {}
    total = _TOTAL.search(text)
    if total:
        stated["mcq"] = int(total.group(1))
    for name, pattern in zip(("mcq_single", "mcq_multiple"), _KIND_COUNTS, strict=True):
        found = pattern.search(text)
        if found:
            stated[name] = int(found.group(1))
    shares = [float(share) for share in _SHARES.findall(text)]
    each = {float(points) for points in _EACH.findall(text)}
    if shares:
        stated["mcq_points"] = sum(shares)
    elif len(each) == 1 and "mcq" in stated:
        stated["mcq_points"] = stated["mcq"] * each.pop()
    return stated
