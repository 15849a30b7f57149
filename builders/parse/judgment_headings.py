"""The headings of a judgment: 主文, 事實, 理由, in every layout that the texts come in.

Official texts set a heading on a line of its own, with blanks inside (``主    文``). Copies join paragraphs, turn a line break into a
blank, or lose all white space, and then a heading stands in mid-line. What makes it a heading is its place: after the end of a
sentence, before an item number, set off by blanks. Read on the compact text; the source decides what stands on a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from legal_metrics.text.compact import CompactText

_AND = "(?:及其?|與|暨|和|、)?"
_FACTS = "(?:本[件案])?(?:公訴)?(?:犯罪)?事實(?:概要|要旨|摘要|要領)?"
_EVIDENCE = "(?:(?:所[憑依]之?|認定之?)?證據(?:名稱|能力)?)"
_REASONS = "理由(?:概要|要旨|摘要|要領)?"
_OPEN, _CLOSE = "[【〔\\[]?", "[】〕\\]]?[：:︰]?"

_HEADING = re.compile(
    f"{_OPEN}(?:"
    f"(?P<merged>{_FACTS}{_AND}(?:{_EVIDENCE}{_AND})?{_REASONS}(?:{_AND}{_EVIDENCE})?|{_FACTS}{_AND}{_EVIDENCE}|{_REASONS}{_AND}{_FACTS})"
    f"|(?P<facts>{_FACTS})"
    f"|(?P<reasons>(?:{_EVIDENCE}{_AND})?{_REASONS}(?:{_AND}{_EVIDENCE})?)"
    f"|(?P<other>處罰條文|附記事項)"
    f"){_CLOSE}"
)
_WORD = re.compile("事實|理由|處罰條文|附記事項")  # one of them stands in every heading: literals are found fast
_LEAD = re.compile(f"{_OPEN}(?:(?:本[件案])?(?:公訴)?(?:犯罪)?|{_EVIDENCE}{_AND})$")  # what of a heading can stand before its word
_LONGEST_LEAD = 12
_ENDS_A_LEAD = frozenset("件案訴罪據稱力及與暨和、其【〔[")
_MAIN_TEXT = re.compile(f"主文(?:要旨)?{_CLOSE}")
_MAIN_LEAD = re.compile(f"{_OPEN}(?:判決)?$")
_SENTENCE_END = frozenset("。：:；;！!？?」』】）)〉》│┘")
_ITEM = re.compile("[一壹甲１1](?:[、．.，]|(?=、))|[（(][一壹甲1１][）)]|[㈠Ⅰⅰ①]")
_PAGE = 120
_REFERRED = frozenset("如之該及與和同前上下載述開列揭認各其、，（(「『")  # 上開犯罪事實一, 起訴書之犯罪事實一
_IN_A_SENTENCE = re.compile("[欄部上所如中內外之的及與和或，。、；」）)]")  # what follows the word where it is no heading
_MENTION = re.compile("所[示載]|[欄項第之中內及與和或，。、；」）)]")  # 主文所示之刑, 主文欄, 主文第一項
_MENTIONED = frozenset("如於之該與及同依從在由按本各前上之見")  # what precedes it: 如主文


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in the compact text: ``kind`` is main_text, facts, reasons, merged or other; [start, end) with its colon.

    >>> Heading("facts", 10, 14).kind
    'facts'
    """

    kind: str
    start: int
    end: int


def main_text_heading(text: CompactText, end: int, *, lines: bool) -> Heading | None:
    """The heading 主文 of the judgment itself: the first one before ``end`` that is no mention (判決如主文, 如主文所示, 主文欄).

    >>> main_text_heading(CompactText("本院判決如下：主文甲無罪。理由一、"), 18, lines=False)
    Heading(kind='main_text', start=7, end=9)
    """
    for match in _MAIN_TEXT.finditer(text.text, 0, end):
        stop = match.end()
        start = _begin(text.text, match.start(), 0, _MAIN_LEAD)
        mentioned = text.text[max(start - 1, 0) : start] in _MENTIONED or _MENTION.match(text.text, stop) is not None
        if not mentioned or _own_line(text, start, stop, lines=lines):
            return Heading("main_text", start, stop)
    return None


def section_headings(text: CompactText, start: int, end: int, *, lines: bool) -> tuple[Heading, ...]:
    """The headings of facts and reasons in [start, end): one over both, or facts and then reasons, or reasons alone.

    ``lines``: the text has line breaks, so that a heading in mid-line must be marked by more than the end of a sentence before it.

    >>> text = CompactText("甲無罪。事實乙起訴。理由一、公訴意旨")
    >>> [heading.kind for heading in section_headings(text, 0, 18, lines=False)]
    ['facts', 'reasons']
    """
    if _WORD.search(text.text, start, end) is None:
        return ()
    for accepts in (_is_heading, _opens_items):
        found = (heading for heading in _worded(text.text, start, end) if accepts(text, heading.start, heading.end, lines=lines))
        first = next(found, None)
        if first is None:
            continue
        if first.kind != "facts":
            return (first,)
        second = next((heading for heading in found if heading.kind in ("reasons", "other")), None)
        return (first,) if second is None else (first, second)
    return ()


def _worded(text: str, start: int, end: int) -> Iterator[Heading]:
    """Whatever reads like a heading of facts or reasons, wherever it stands."""
    position = start
    while (word := _WORD.search(text, position, end)) is not None:
        before = word.start()
        first = _begin(text, before, position, _LEAD) if text[before - 1 : before] in _ENDS_A_LEAD else before
        position = word.end()
        match = _HEADING.match(text, first, end)
        if match is not None:
            yield Heading(str(match.lastgroup), first, match.end())
            position = match.end()


def _begin(text: str, word: int, low: int, lead: re.Pattern[str]) -> int:
    before = lead.search(text[max(low, word - _LONGEST_LEAD) : word])
    return word - (len(before[0]) if before else 0)


def _is_heading(text: CompactText, start: int, end: int, *, lines: bool) -> bool:
    """On a line of its own, or behind the end of a sentence and set off: by blanks inside it, an item number, the start of a line.

    In a text without line breaks the end of a sentence before it must do.
    """
    if not text.begins_piece(start) and text.text[start - 1 : start] not in _SENTENCE_END:
        return False
    if _own_line(text, start, end, lines=lines):
        return True
    if text.text[start - 1 : start] not in _SENTENCE_END:
        return False
    if _ITEM.match(text.text, end) is not None or _set_off(text, start, end):
        return True
    return not _IN_A_SENTENCE.match(text.text, end) and (not lines or starts_line(text, start))


def _opens_items(text: CompactText, start: int, end: int, *, lines: bool) -> bool:
    """Before the first item, whatever precedes it: the sentence before the heading has lost its end."""
    return _ITEM.match(text.text, end) is not None and text.text[start - 1 : start] not in _REFERRED


def starts_line(text: CompactText, start: int) -> bool:
    """Nothing but blanks (a page's width of them at most) stands before it on its line. ``start`` is an offset of the compact text.

    >>> starts_line(CompactText("甲\\r\\n  附表"), 1), starts_line(CompactText("甲 附表"), 1)
    (True, False)
    """
    position, source = text.original(start), text.source
    low = max(position - _PAGE, 0)
    line = source.rfind("\n", low, position) + 1
    return (line > 0 or low == 0) and not source[line:position].strip()


def _own_line(text: CompactText, start: int, end: int, *, lines: bool) -> bool:
    """Nothing else stands on its line; in a text without line breaks: it stands between blanks."""
    source = text.source
    first, last = text.original_span(start, end)
    if not lines:
        return (first == 0 or source[first - 1].isspace()) and (last == len(source) or source[last].isspace())
    stop = source.find("\n", last, last + _PAGE)
    if stop < 0 and last + _PAGE < len(source):
        return False
    return not source[last : stop if stop >= 0 else None].strip() and starts_line(text, start)


def _set_off(text: CompactText, start: int, end: int) -> bool:
    """Blanks inside it, none of them a line break: it was spaced out as headings are."""
    first, last = text.original_span(start, end)
    inside = text.source[first:last]
    return len(inside) > end - start and "\n" not in inside and "\r" not in inside
