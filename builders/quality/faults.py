"""One thing that is wrong with a record, as schema and rules report it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """Its JSON path, what was found there, what is allowed.

    >>> str(Fault("/year", "'2019'", "integer"))
    "/year: found '2019', allowed integer"
    """

    path: str
    found: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}, allowed {self.allowed}"


def differs(path: str, found: object, allowed: object) -> Iterator[Fault]:
    """A fault where the two are unequal.

    >>> list(differs("/year", 2019, 2019))
    []
    """
    if found != allowed:
        yield Fault(path, shortened(found), shortened(allowed))


def not_clean(path: str, text: str) -> Iterator[Fault]:
    """A fault where a text holds carriage returns or is not in NFC.

    >>> [str(fault) for fault in not_clean("/question", "a\\r")]
    ['/question: found text with CR or not in NFC, allowed NFC with LF']
    """
    if not unicodedata.is_normalized("NFC", text) or "\r" in text:
        yield Fault(path, "text with CR or not in NFC", "NFC with LF")


def shortened(value: object) -> str:
    """The value as written, cut where it is long.

    >>> len(shortened("x" * 1000)) < 100
    True
    """
    written = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else repr(value)
    return written if len(written) <= 80 else written[:77] + "…"
