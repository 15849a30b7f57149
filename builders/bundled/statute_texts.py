"""The wording of statutes that judgments append (附錄論罪科刑法條), each with the days between which it was in force."""

from __future__ import annotations

import functools
from pathlib import Path

_FILE = Path(__file__).with_name("statute_texts.txt")


@functools.cache
def _texts() -> dict[tuple[str, str], list[tuple[str, str, tuple[str, ...]]]]:
    out: dict[tuple[str, str], list[tuple[str, str, tuple[str, ...]]]] = {}
    for block in _FILE.read_text(encoding="utf-8").split("\n@ ")[1:]:
        head, *lines = block.strip("\n").split("\n")
        law, article, days = head.split()
        first, _, last = days.partition("-")
        out.setdefault((law, article), []).append((first or "00000000", last or "99999999", tuple(lines)))
    return out


def text_of(law: str, article: str, day: str) -> tuple[str, ...]:
    """The paragraphs of an article as in force on ``day`` (YYYYMMDD).

    >>> text_of("刑法", "320", "20180101")[0][-11:], text_of("刑法", "320", "20200101")[0][-12:]
    ('拘役或五百元以下罰金。', '拘役或五十萬元以下罰金。')

    Raises:
        LookupError: when no text is stored for that day.
    """
    for first, last, lines in _texts().get((law, article), []):
        if first <= day <= last:
            return lines
    raise LookupError(f"{law} {article}: no text for {day} in {_FILE.name}")
