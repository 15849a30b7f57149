"""參考法條 blocks of essay papers: statutes printed for the examinee, with list items of their own that are no questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builders.parse.essay_rows import Row, join_rows
from builders.parse.exam_text import close_blanks
from legal_metrics.text.numerals import ORDINAL

_HEADING = re.compile(
    r"[※＊*]?[（(【〈《〔\[＜<「]?(?:附[：:、]?)?(?:本題|相關)?"
    r"(?:(?:相關|參考|參照|附錄|關係)(?:之)?(?:法條|條文|法規|法令|法律)(?:條文|規定)?|附錄)(?:（?節錄）?|全文)?(?:如下)?"
    r"(?P<end>[】〉》〕\]）)＞>」][：:]?|[：:]|\Z)"
)
_LAW = r"(?:法|條例|規則|細則|辦法|標準|準則|規程|通則|綱要|公約|憲法|憲法增修條文|協定|條約|章程|注意事項|要點|標準表)"
_BRACKETED = re.compile(r"[〈《【＜<「]([^〉》】＞>」]{2,80})[〉》】＞>」](?:[（(][^）)]{0,60}[）)])?[：:]?")
_BARE = re.compile(rf"(?![本依按前第同各該其])([\u4e00-\u9fff（）()、]{{1,40}}{_LAW})(?:[（(][^）)]{{0,60}}[）)])?[：:]?")
_CITED = re.compile(
    rf"(?![本依按前第同各該])([\u4e00-\u9fff]{{1,30}}?{_LAW})(?=第{ORDINAL}條(?:之{ORDINAL})?(?:第{ORDINAL}[項款目]){{0,3}}(?:規定)?(?:[：:（(、及]|\Z))"
)
_NOTE = re.compile(r"[（(][^）)]*[）)]$")
_CLOSING = {"（": "）", "(": ")", "【": "】", "〈": "〉", "《": "》", "〔": "〕", "[": "]", "＜": "＞", "<": ">", "「": "」"}


def split_reference(rows: Sequence[Row]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of the question and the rows of its reference laws without the heading.

    A block runs to the end of the question; one that is opened by a bracket before its heading runs to the closing bracket.
    """
    body: list[Row] = []
    laws: list[Row] = []
    index = 0
    while index < len(rows):
        row = rows[index]
        heading = _HEADING.match(row.text)
        if heading is None:
            body.append(row)
            index += 1
            continue
        closing = _CLOSING.get(row.text[0], "")
        inside = bool(closing) and closing not in heading["end"]
        end = next((at + 1 for at in range(index, len(rows)) if rows[at].text.rstrip().endswith(closing)), len(rows)) if inside else len(rows)
        block = [row.cut(heading.end()), *rows[index + 1 : end]]
        if inside and block[-1] is not None and end <= len(rows) and block[-1].text.endswith(closing):
            block[-1] = block[-1].cut(0, len(block[-1].text) - 1)
        laws += [part for part in block if part is not None]
        index = end
    return tuple(body), tuple(laws)


def reference_blocks(rows: Sequence[Row], margin: float) -> tuple[str, ...]:
    """The text of the block, one string for each law: a new one starts at a title (〈民法〉, 民法 on a line of its own) or at another law's article."""
    blocks: list[list[str]] = []
    current = ""
    for paragraph in join_rows(rows, margin).split("\n") if rows else []:
        title = _title(paragraph)
        if title and (title != current or not blocks):
            blocks.append([])
            current = title
        elif not blocks:
            blocks.append([])
        blocks[-1].append(paragraph)
    return tuple("\n".join(block) for block in blocks)


def reference_law_names(blocks: Sequence[str]) -> tuple[str, ...]:
    """The names of the laws in blocks, as printed, each once, in order.

    >>> reference_law_names(("〈民法〉（節錄）\\n第 1 條\\n甲", "公司法第 8 條：乙"))
    ('民法', '公司法')
    """
    names = [name for block in blocks if (name := _title(close_blanks(block.split("\n", 1)[0])))]
    return tuple(dict.fromkeys(names))


def _title(paragraph: str) -> str:
    """The law that a paragraph names as title or at its beginning; ``""`` for any other paragraph."""
    paragraph = paragraph.strip()
    found = _BRACKETED.fullmatch(paragraph) or _BARE.fullmatch(paragraph) or _CITED.match(paragraph)
    return _NOTE.sub("", found[1]).strip() if found else ""
