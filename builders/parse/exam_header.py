"""The heading of a paper: year, exam, category, subject, every 代號, minutes; and the page furniture that repeats it on later pages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from builders.parse.exam import ExamHeader
from builders.parse.exam_text import clean_page_text
from builders.parse.pdf_lines import PdfLine
from legal_metrics.text.numerals import NUMERAL, parse_integer

LABELS: Mapping[str, str] = {
    "考試別": "",
    "等別": "level",
    "等級": "level",
    "級別": "level",
    "類科": "category",
    "類科別": "category",
    "類科組": "category",
    "類科組別": "category",
    "科別": "category",
    "組別": "",
    "科目": "subject",
    "考試時間": "duration",
    "座號": "",
}
"""Labels of the heading and the field that each fills."""
_HEADING_DEPTH = 40  # lines of the first page among which the heading is looked for
_FAR = 0.9  # of the font size: digits farther apart than this are two numbers
_LABEL = re.compile(rf"({'|'.join(sorted(LABELS, key=len, reverse=True))})(?:[（(]別[）)])?[:：]")
_CODE = re.compile(r"(?<!\d)\d{4,5}(?!\d)(?:[-－–—~～至]\d{4,5}(?!\d))?")
_CODES = re.compile(rf"(?:{_CODE.pattern}[、,，]?)+")
_CODE_LABEL = re.compile(r"代號[:：]?")
_PAGE_OF = re.compile(r"頁次[:：]?(\d+)[-－–—](\d{1,2}?)(?=\D|1\d\d年|$)")
"""頁次：12－3: the number of pages, and which one this is; the year of the title can stand right behind it."""
_SHEET = re.compile(r"頁次[:：]?\d+[-－–—]\d+|[（(]?[正背]面[）)]?|全[一二三四五六七八九十]+[頁張]|第[一二三四五六七八九十]+[頁張]|[|｜]")
_ASIDE = re.compile(r"第[一二三]試(?:試題)?\Z")
_YEAR = re.compile(r"(?<!\d)(\d{2,3})年")
_FOOTER = re.compile(r"[（(][^（）()]{0,6}請(?:接|翻)[^（）()]{0,8}[）)]|[（(]?以下空白[）)]?|[（(][正背]面[）)]")
_DRAWN = re.compile("</?u>|_+")
_NUMBER = rf"(\d+(?:\.\d+)?|{NUMERAL})"
_HOURS, _MINUTES = re.compile(rf"{_NUMBER}小時(半)?"), re.compile(rf"{_NUMBER}分")


@dataclass(frozen=True, slots=True)
class HeadedPage:
    """The first page in its parts: ``header`` as read, the index of the first line after the heading, the heading's texts for later pages."""

    header: ExamHeader
    body: int
    texts: str


def compact(text: str) -> str:
    """Cleaned text without blanks and without drawn marks."""
    return "".join(_DRAWN.sub("", clean_page_text(text)).split())


def read_header(lines: Sequence[PdfLine]) -> HeadedPage:
    """Read the heading from the lines of the first page (from top to bottom).

    Codes: every four- or five-digit number above the first label, ranges as ``50140-50540``, in order, each once. The heading ends with the line
    of 考試時間 or 座號, else with the last labelled line.
    """
    top = lines[:_HEADING_DEPTH]
    texts = [compact(line.text) for line in top]
    labelled = [index for index, text in enumerate(texts) if _starts_label(text)]
    notice = next((index for index, text in enumerate(texts) if text.startswith("※")), len(top))
    labelled = [index for index in labelled if index < notice]
    if not labelled:
        return HeadedPage(ExamHeader(), 0, "")
    first, last = labelled[0], labelled[-1]
    codes, title_lines = [], []
    for line in top[:first]:
        text = _digits_apart(line)
        codes += [re.sub(r"[－–—~～至]", "-", code) for code in _CODE.findall(text)]
        title_lines.append(_title_part(text))
    title = "".join(sorted(filter(None, title_lines), key=lambda part: _ASIDE.fullmatch(part) is not None))
    fields: dict[str, str] = {}
    current = ""
    for text in texts[first : last + 1]:
        pieces = _LABEL.split(text)
        if pieces[0] and current:
            fields[current] += pieces[0]
        for label, value in zip(pieces[1::2], pieces[2::2], strict=True):
            current = LABELS[label]
            fields[current] = value
    header = ExamHeader(
        year_roc=_year(title),
        title=title,
        category=fields.get("category", ""),
        subject=fields.get("subject", ""),
        codes=tuple(dict.fromkeys(codes)),
        duration_minutes=_minutes(fields.get("duration", "")),
        level=fields.get("level", ""),
    )
    return HeadedPage(header, last + 1, "\n".join(texts[: last + 1]))


def is_official(header: ExamHeader) -> bool:
    """Whether the heading is that of a question paper of the 考選部: year, exam, subject, code."""
    return bool(header.year_roc and "考試" in header.title and header.subject and header.codes)


def without_furniture(lines: Sequence[PdfLine], heading: str) -> tuple[PdfLine, ...]:
    """The lines of a later page without the repeated heading (``heading``: its texts on the first page) and the notes that lead to another page."""
    start = 0
    numbered = False
    for index, line in enumerate(lines[:_HEADING_DEPTH]):
        text = compact(line.text)
        rest = _furniture_aside(text)
        if numbered or (rest and not _repeats(rest, heading)):
            break
        start = index + 1
        numbered = numbered or text.startswith("頁次") or "座號" in text  # the heading ends with them
    return without_footers(lines[start:])


def without_footers(lines: Sequence[PdfLine]) -> tuple[PdfLine, ...]:
    """Lines without 請接背面 and the like."""
    return tuple(line for line in lines if len(line.text) > 24 or not _FOOTER.fullmatch(compact(line.text)))


def _furniture_aside(text: str) -> str:
    """What a compact line holds beside codes, page numbers and sheet notes."""
    return _CODES.sub("", _SHEET.sub("", _CODE_LABEL.sub("", text)))


def _repeats(rest: str, heading: str) -> bool:
    """Whether a line repeats the heading of the first page."""
    return (len(rest) > 2 and rest in heading) or (_starts_label(rest) and rest[:12] in heading)


def _starts_label(text: str) -> bool:
    return _LABEL.match(text) is not None


def _digits_apart(line: PdfLine) -> str:
    """Compact text with a blank where two digits stand too far apart to be one number."""
    pieces: list[str] = []
    before = 0.0
    for character, x in zip(clean_page_text(line.text), line.xs, strict=False):
        if character.isspace():
            continue
        if pieces and character.isdigit() and pieces[-1][-1].isdigit() and x - before > _FAR * line.size:
            pieces.append(" ")
        pieces.append(character)
        before = x
    return "".join(pieces)


def _title_part(text: str) -> str:
    """What of a line above the labels belongs to the exam's name."""
    return _furniture_aside(text).replace(" ", "")


def _year(title: str) -> int | None:
    found = _YEAR.search(title)
    return int(found.group(1)) if found else None


def _minutes(text: str) -> int | None:
    """Minutes of ``1小時30分``, ``2小時``, ``一小時半``; None when it states none."""
    hours, minutes = _HOURS.search(text), _MINUTES.search(text)
    total = 0.0
    if hours:
        total += 60 * _value(hours.group(1)) + (30 if hours.group(2) else 0)
    if minutes:
        total += _value(minutes.group(1))
    return round(total) or None


def _value(text: str) -> float:
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return float(text)
    return float(parse_integer(text) or 0)


def page_sequence(pages: Sequence[Sequence[PdfLine]]) -> str:
    """What is wrong with the printed page numbers (頁次：12－3) of a paper that prints any: a page missing, twice or out of order; "" for nothing.

    >>> from builders.parse.pdf_lines import PdfLine
    >>> pages = [[PdfLine(text, (0.0,) * len(text), (1.0,) * len(text), 50.0, 10.0, 1)] for text in ("頁次：2－1", "頁次：2－1")]
    >>> page_sequence(pages), page_sequence(pages[:1])
    ('printed 2-1, 2-1; allowed 2-1, 2-2', 'printed 2-1; allowed 1-1')
    """
    printed = [next((match for line in lines for match in _PAGE_OF.findall("".join(line.text.split()))), None) for lines in pages]
    expected = [(str(len(pages)), str(number)) for number in range(1, len(pages) + 1)]
    if not any(printed) or printed == expected:
        return ""
    shown = ", ".join("-".join(one) if one else "nothing" for one in printed)
    return f"printed {shown}; allowed {', '.join('-'.join(one) for one in expected)}"
