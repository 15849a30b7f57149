"""Read the case texts ``cases/*.txt``.

A case begins with ``=== JID``; then ``key: value`` lines; then parts, each begun by ``--- NAME``::

    === TPDM,107,易,90001,20180927,1
    title: 竊盜
    defendants: 林擬安
    indictment: 107年度偵字第90001號
    --- 主文
    林擬安犯竊盜罪，處{P 3m}，{易科}。
    --- 犯罪事實
    一、…
    --- 理由
    一、…

Every line of a part is one paragraph. Empty lines and lines that begin with ``#`` are left out, except in tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KEYS = frozenset(
    {
        *("title", "form", "line1", "roles", "defendants", "counsel", "indictment", "lead"),  # header
        *("style", "tail", "appendix"),  # layout
        *("expect", "duplicate", "set-aside", "notes"),  # label
        "copy-of",  # this JID holds the text of another once more
    }
)


class CaseError(ValueError):
    """A case text that cannot be read; the message names file, line, what was found and what is allowed."""


@dataclass(frozen=True)
class CaseText:
    """One case as it was written: its keys and its parts in order."""

    jid: str
    keys: dict[str, str]
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    file: str

    def get(self, key: str, default: str = "") -> str:
        """The value of ``key``, or ``default``."""
        return self.keys.get(key, default)

    @property
    def original(self) -> str:
        """The JID whose text this is: its own, or that of the case it repeats."""
        return self.get("copy-of", self.jid)


def read_cases(text: str, *, file: str = "<text>") -> Iterator[CaseText]:
    """Read every case of one file.

    >>> case, = read_cases("=== A,1,易,1,20180101,1\\ntitle: 竊盜\\n--- 主文\\n無罪。\\n")
    >>> case.jid, case.get("title"), case.parts
    ('A,1,易,1,20180101,1', '竊盜', (('主文', ('無罪。',)),))
    """
    jid = ""
    keys: dict[str, str] = {}
    parts: list[tuple[str, list[str]]] = []
    for number, raw in enumerate([*text.split("\n"), "=== "], 1):
        line = raw.rstrip()
        if line.startswith("==="):
            if jid:
                yield CaseText(jid, keys, tuple((name, tuple(lines)) for name, lines in parts), file)
            jid, keys, parts = line[3:].strip(), {}, []
        elif line.startswith("--- "):
            parts.append((line[4:].strip(), []))
        elif not line or line.startswith("#"):
            continue
        elif parts:
            parts[-1][1].append(line)
        else:
            key, colon, value = line.partition(":")
            if not colon or key not in KEYS:
                raise CaseError(f"{file}, line {number}: found {line[:40]!r}, allowed 'key: value' with {sorted(KEYS)}")
            keys[key] = value.strip()


def read_folder(folder: Path) -> list[CaseText]:
    """All cases of ``folder``'s ``*.txt``, files in the order of their names; a JID that stands twice is an error."""
    cases: dict[str, CaseText] = {}
    for path in sorted(folder.glob("*.txt")):
        for case in read_cases(path.read_text(encoding="utf-8"), file=path.name):
            if case.jid in cases:
                raise CaseError(f"{path.name}: {case.jid} stands already in {cases[case.jid].file}")
            cases[case.jid] = case
    return [_resolve(case, cases) for case in cases.values()]


def _resolve(case: CaseText, cases: dict[str, CaseText]) -> CaseText:
    original = case.get("copy-of")
    if not original:
        return case
    if original not in cases:
        raise CaseError(f"{case.file}, {case.jid}: copy-of {original}, which is no case")
    keys = {**cases[original].keys, **case.keys, "duplicate": f"exact {original}"}
    return CaseText(case.jid, keys, cases[original].parts, case.file)
