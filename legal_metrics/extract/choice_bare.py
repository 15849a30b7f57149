"""What a reply chooses that states nothing: a mark that stands alone or at its head, or an option's own text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legal_metrics.extract import choice_words as words
from legal_metrics.extract.choice_marks import Alphabet
from legal_metrics.text.normalise import bare_text


@dataclass(frozen=True, slots=True)
class Finding:
    """The options that a reply chooses, and by what: ``statement``, ``judgement`` (of the options one by one), ``bare`` (marks without a word) or
    ``option_text``. ``letters`` None: it chooses none; ``several``: it names more than may be chosen, or leaves it open between some.

    >>> Finding(frozenset("B"), "statement").several
    False
    """

    letters: frozenset[str] | None
    by: str = ""
    several: bool = False


NOTHING_FOUND = Finding(None)


def decided(letters: frozenset[str], by: str, *, multiple: bool, is_open: bool = False) -> Finding:
    """One option, or several where several may be chosen; none where it stays open between them.

    >>> decided(frozenset("AB"), "bare", multiple=False)
    Finding(letters=None, by='bare', several=True)
    """
    if is_open or (len(letters) > 1 and not multiple):
        return Finding(None, by, several=True)
    return Finding(letters or None, by)


def bare_marks(text: str, alphabet: Alphabet, *, multiple: bool) -> Finding:
    """Marks without a word: alone on the first or the last line, or at the head of the reply with the option or the reasons behind it."""
    lines = [line["body"] for line in LINE.finditer(text) if not _FENCE.fullmatch(line["body"])]
    if not lines:
        return NOTHING_FOUND
    if multiple and len(lines) == 1 and _ALL.match(lines[0]):
        return Finding(frozenset(alphabet.names), "bare")
    alone = [_alone(line, alphabet) for line in lines]
    if multiple and all(alone):
        return decided(frozenset().union(*(letters for letters in alone if letters)), "bare", multiple=multiple)
    first, last = alone[0], alone[-1]
    if first and last and first != last:
        return Finding(None, "bare", several=True)
    if chosen := last or first:
        is_open = any(_OPEN.search(line) for line in (lines[-1] if last else lines[0],))
        return decided(chosen, "bare", multiple=multiple, is_open=is_open)
    return _head(lines, alphabet, multiple=multiple)


def _alone(line: str, alphabet: Alphabet) -> frozenset[str] | None:
    group = alphabet.group(line, 0)
    return alphabet.letters_of(group.marks) if group and _LINE_END.fullmatch(line, group.end) else None


def _head(lines: Sequence[str], alphabet: Alphabet, *, multiple: bool) -> Finding:
    group = alphabet.group(lines[0], 0)
    if (
        group is None
        or words.IS_WRONG.match(lines[0], group.end)
        or words.IS_UNSURE.match(lines[0], group.end)
        or not (group.marks[0].bracketed or HEAD_END.match(lines[0], group.end) or _REASON.match(lines[0], group.end))
    ):
        return NOTHING_FOUND
    marks = group.clauses()[0]
    if not _REASON.match(lines[0], marks[-1].end):
        meant = alphabet.letters_of(marks)
        if any(
            _sets_out_another(line, alphabet, meant) for line in lines
        ):  # the options are repeated, and none is chosen
            return Finding(None, "bare", several=True)
    return decided(
        alphabet.letters_of(marks), "bare", multiple=multiple, is_open=any(mark.link == "or" for mark in marks)
    )


def _sets_out_another(line: str, alphabet: Alphabet, meant: frozenset[str]) -> bool:
    """Whether the line sets out an option that is not meant: at its head, or as ``(B)`` or ``B.`` further on."""
    position = 0
    while (at := alphabet.find(line, position)) is not None:
        group = alphabet.group(line, max(at - 1, position) if line[max(at - 1, 0)] == "(" else at)
        position = group.end if group else at + 1
        if (
            group
            and (group.marks[0].bracketed or HEAD_END.match(line, group.end))
            and alphabet.letters_of(group.marks) - meant
        ):
            return True
    return False


def quoted_option(text: str, texts: Mapping[str, str], *, multiple: bool) -> Finding:
    """The one option whose text stands in the reply, where a longer one does not hold it (``不得撤銷`` is not ``得撤銷``)."""
    if not texts:
        return NOTHING_FOUND
    reply = bare_text(text)
    spans: list[tuple[int, int, str]] = []
    for option, own in sorted(texts.items(), key=lambda entry: -len(entry[1])):
        at = reply.find(own)
        while at >= 0 and any(start <= at and at + len(own) <= end for start, end, _ in spans):
            at = reply.find(own, at + 1)
        if at >= 0 and not _DENIED.search(reply[max(at - 4, 0) : at]):
            spans.append((at, at + len(own), option))
    found = frozenset(option for _, _, option in spans)
    if len(found) > 1 and not multiple:
        return Finding(None, "option_text", several=True)
    return Finding(found or None, "option_text")


_FENCE = re.compile(r"[\" \t]{1,8}(?:json|text|plaintext|markdown)?[\" \t]{0,8}")
_LINE_END = re.compile(r"(?:[ \t](?i:only\b))?[ \t]{0,3}[)\"']{0,3}[ \t]{0,3}[.。!、,;:]{0,2}[ \t\"')]{0,3}")
_REASON = re.compile(
    r"[ \t)\"']{0,4}(?:[.。,;:、]?[ \t]{0,2})(?:$|因|由於|由于|理由|依|按|根據|根据|解析|說明|说明|(?i:because|since|as\b|explanation|reason)|\.[ \t]{0,2}$)|[ \t)]{0,3}[。\n]"
    r"|,[ \t]?(?:不含|不包括|不包含|不是|而非|而不是|但不|並非|(?i:(?:but\s|and\s)?not\b))|而非|而不是|\s(?i:but\snot|and\snot|rather\sthan)\b"
)
_ALL = re.compile(rf"(?:全[選选]|{words.ALL_OF_THEM.pattern})[。.]?$")
_OPEN = re.compile(r"或|(?i:\bor\b)|/")


def quoted_at(text: str, position: int, texts: Mapping[str, str]) -> frozenset[str]:
    """The option whose text begins at ``position``; the longest, and one only."""
    if not texts:
        return frozenset()
    longest = max(map(len, texts.values()))
    rest = bare_text(text[position : position + 2 * longest + 20])
    found = [option for option, own in texts.items() if rest.startswith(own)]
    length = max((len(texts[option]) for option in found), default=0)
    best = [option for option in found if len(texts[option]) == length]
    return frozenset(best) if len(best) == 1 else frozenset()


_DENIED = re.compile(r"(?:不是|並非|并非|而非|非屬|排除|(?i:not))$")
HEAD_END = re.compile(r"[ \t]{0,2}(?:[.、:)]|-[ \t]|\([^()\n]{1,80}\)[。.]?[ \t]{0,2}$)", re.MULTILINE)
LINE = re.compile(r"^[ \t>#•·\-]{0,8}(?P<body>[^\n]*[^\n\s][^\n]*)$", re.MULTILINE)
