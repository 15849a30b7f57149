"""The header of a judgment: court, form, and who stands before it.

A header is a list of labels (公訴人, 被告, 選任辯護人 …), each with names on its line and below it. Original layout pads the labels and aligns the
names in a column; what stands in another column is a cut-off age or address. In texts without lines the labels stand in mid-text, and
where all blanks are lost several names run together: then the rest of the judgment says where one ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from builders.parse.party_names import names_in, split_fused
from legal_metrics.text.compact import CompactText

Span = tuple[int, int]

_COUNT = "[一二兩三四五六七八九十0-9０-９]{1,3}"
_ACCUSED = "(?:反訴)?被告|受刑人|受處分人|受判決人|受裁定人"
_RELATIVE = "父|母|子|女|夫|妻|配偶|兄|弟|姊|姐|妹|(?:外)?祖父|(?:外)?祖母|養父|養母|家長|家屬|親屬|直系|旁系|三親等"
_PARTY = (
    "訴訟參與人|公訴人|聲請人|自訴人|被上訴人|上訴人|抗告人|再抗告人|告訴人|告發人|原告|反訴人|移送機關|參與人|被害人|聲明異議人|異議人|"
    "第三人|通譯|參加人|財產所有人|請求人|具保人"
)
_ASSISTANT = (
    "(?:選任|指定|義務|公設|委任|自訴|告訴|訴訟|複|法定|送達)*"
    "(?:辯護人|代理人|代表人|代表|輔佐人|代收人|監護人|管理人|清算人|負責人|辯護律師)"
)
_GROUP = f"(?:[上右前]列?|以上|上開)?(?:{_COUNT}人)?之?共同|[上右前]列?{_COUNT}人|[上右]列"
_WORDS = f"被告之(?:{_RELATIVE})|{_GROUP}|{_ACCUSED}|{_PARTY}|{_ASSISTANT}"
_LABEL = re.compile(f"(?:[即兼暨及之]*(?:{_WORDS}))+(?:[即兼之]$)?")  # 及 behind a label may begin a name
_IS_ACCUSED = re.compile(f"(?:{_ACCUSED})(?!之(?:{_RELATIVE}))")  # 輔佐人即被告之母 is nobody's defendant
_RELATIVE_OF_ACCUSED = re.compile(f"(?:{_ACCUSED})之(?:{_RELATIVE})")
_ON_THE_SAME_SIDE = re.compile(f"(?:{_GROUP})?[即兼]")  # 兼代表人, 上一人兼代表人
_IS_ASSISTANT = re.compile(f"{_ASSISTANT}|共同|^[上右]列?{_COUNT}人$")
_ACCUSED_WITH_COUNSEL = re.compile(f"(.*(?:{_ACCUSED}))((?:共同)?{_ASSISTANT})")  # 即被告選任辯護人: two labels, the first without names
_INTRODUCTION = re.compile(
    f"[上右](?:列|開|揭)?(?:當事人|兩造|{_ACCUSED}|{_PARTY})(?!即?(?:共同|選任|指定)|兼|之|等?[^，。]{{0,4}}(?:共同|選任|指定|義務)[^，。]{{0,4}}辯護人)"
)
_COURT = re.compile("[^0-9０-９，。：]{0,12}?(?:法院[^刑民0-9０-９]{0,2}分院|法院)")
_TYPE = re.compile("宣示判決筆錄|簡易判決|判決|裁定|筆錄|決定書|處分書|命令")
_RULING = re.compile("裁定如[下左次]")
_FIRST_LINE = 60
_FULL_LINE = 54  # columns


@dataclass(frozen=True, slots=True)
class Header:
    """What the header says.

    ``form`` is 判決, 簡易判決 or ``other`` (rulings, minutes: no judgment whatever the first line says); ``defendants`` are the names of
    the accused (被告, also 上訴人即被告, 受刑人 …) in order. ``unsplit`` holds run-together names that nothing in the text separates.
    ``ruling``: the document is a 裁定.
    """

    court: str
    form: str
    defendants: tuple[str, ...]
    unsplit: tuple[str, ...] = ()
    ruling: bool = False


def parse_header(text: CompactText, header: Span, main_text: Span | None) -> Header:
    """Read the header of a judgment. Raises nothing.

    >>> t = CompactText("臺灣甲地方法院刑事判決\\n公 訴 人 臺灣甲地方檢察署檢察官\\n被   告 王大明\\n選任辯護人 李四律師\\n上列被告因竊盜案件，判決如下：")
    >>> header = parse_header(t, (0, len(t.text)), None)
    >>> header.court, header.form, header.defendants
    ('臺灣甲地方法院', '判決', ('王大明',))
    """
    compact = text.text[: header[1]]
    court = _COURT.match(compact)
    lines = text.source[: text.original(header[1])].splitlines()
    entries = list(_line_entries(lines))
    body = text.text[slice(*main_text)] if main_text else ""
    unsplit: tuple[str, ...] = ()
    if not any(_IS_ACCUSED.search(entry.label) for entry in entries):
        entries, unsplit = _inline_entries(text, len(compact), body)
    kind = _TYPE.search(compact, 0, _FIRST_LINE)
    ruling = _RULING.search(compact) is not None or (kind is not None and kind[0] == "裁定")
    return Header(
        court=court[0].replace("台", "臺") if court else "",
        form=kind[0] if kind and not ruling and kind[0] in ("判決", "簡易判決") else "other",
        defendants=_accused(entries),
        unsplit=unsplit,
        ruling=ruling,
    )


class _Entry(NamedTuple):
    """A label with what stands beside and below it: one name a value, with whatever follows the name there."""

    label: str
    values: Sequence[str]


def _accused(entries: list[_Entry]) -> tuple[str, ...]:
    """The accused among the entries. 即被告 on a line of its own speaks of the names above it; 兼代表人 keeps the side of its company."""
    found: list[str] = []
    label, accused = "", False
    last: Sequence[str] = ()
    for entry in entries:
        if not entry.values and last and not label and entry.label.startswith("即") and _IS_ACCUSED.search(entry.label):
            found.extend(last)
            accused = True
            continue
        label += entry.label
        if not entry.values:
            continue
        accused = _is_accused(label, accused)
        if accused:
            found.extend(entry.values)
        label, last = "", entry.values
    return tuple(dict.fromkeys(name for value in found for name in names_in(value, several=False)))


def _is_accused(label: str, before: bool) -> bool:
    if _IS_ACCUSED.search(label):
        return "兼" in label or "即" in label or not _IS_ASSISTANT.search(label)
    if _RELATIVE_OF_ACCUSED.search(label):
        return False
    return before and _ON_THE_SAME_SIDE.match(label) is not None


def _line_entries(lines: list[str]) -> Iterator[_Entry]:
    """Labels at the beginnings of lines, with the names beside and below them."""
    label = ""
    values: list[str] = []
    column: int | None = None  # where the names stand; a label alone leaves it to the line below
    full = False  # the name fills its line and may go on in the next
    padded = True
    indented = any(line[:1].isspace() for line in lines if not line.isspace())
    for line in lines[1:]:
        compact = "".join(line.split())
        if not compact:
            continue
        if _INTRODUCTION.match(compact):
            break
        match = _LABEL.match(compact)
        if match is not None:
            if label:
                yield _Entry(label, values)
            label = match[0]
            rest = _after(line, match.end())
            head = line[: len(line) - len(rest)]
            values, column = ([rest], _width(head)) if rest else ([], None)
            padded = not rest or head[-1:].isspace()
            full = bool(rest) and _width(line.rstrip()) >= _FULL_LINE
        elif label:  # else a further case number
            start = _width(line[: len(line) - len(line.lstrip())])
            column = start if column is None and start else column
            if full and start == column:
                values[-1] += compact
            elif column is not None and abs(start - column) <= 1:
                values.append(line)
            elif start == 0 and not (padded and indented) and _is_one_name(line, compact):
                values.append(line)  # the copy has lost its indents
            full = False
    if label:
        yield _Entry(label, values)


def _is_one_name(line: str, compact: str) -> bool:
    return ["".join(name.split()) for name in names_in(line, several=False)] == [compact.rstrip(".．")]


def _inline_entries(text: CompactText, end: int, body: str) -> tuple[list[_Entry], tuple[str, ...]]:
    """Labels wherever they stand, with what lies between them; blanks between names where the source has kept them."""
    introduction = _INTRODUCTION.search(text.text, 0, end)
    stop = introduction.start() if introduction else end
    labels = list(_LABEL.finditer(text.text, 0, stop))
    entries: list[_Entry] = []
    unsplit: list[str] = []
    for number, match in enumerate(labels, 1):
        following = labels[number].start() if number < len(labels) else stop
        label = match[0]
        counsel = _ACCUSED_WITH_COUNSEL.fullmatch(label)
        if counsel:
            entries.append(_Entry(counsel[1], ()))
            label = counsel[2]
        value = text.source[slice(*text.original_span(match.end(), following))].strip() if following > match.end() else ""
        names = names_in(value, several=True)
        if _IS_ACCUSED.search(label) and len(value.split()) == 1:
            split = [split_fused(name, body, text.text[end:]) for name in names]
            names = [name for pieces, _ in split for name in pieces]
            unsplit.extend(pieces[0] for pieces, certain in split if not certain)
        entries.append(_Entry(label, names))
    return entries, tuple(unsplit)


def _after(line: str, characters: int) -> str:
    """The line behind its first ``characters`` characters that are no blanks, and behind the blanks that follow."""
    for position, character in enumerate(line):
        if characters == 0:
            return line[position:].lstrip()
        characters -= not character.isspace()
    return ""


def _width(text: str) -> int:
    """Columns on the page: full-width characters, three bytes in UTF-8, take two."""
    return len(text) + (len(text.encode("utf-8", "surrogatepass")) - len(text)) // 2
