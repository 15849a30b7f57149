"""What a parser could not read: said, counted and returned, never raised."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that was not as expected.

    ``code`` is stable and can be counted; ``field`` is the key or part of the document (``""`` for the whole of it); ``found`` and
    ``allowed`` say what stands there and what may.

    >>> str(Problem("wrong_type", "JFULL", found="a number", allowed="a string"))
    'JFULL: found a number; allowed: a string (wrong_type)'
    """

    code: str
    field: str = ""
    found: str = ""
    allowed: str = ""

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return f"{where}found {self.found or 'nothing'}{allowed} ({self.code})"

    def to_dict(self) -> dict[str, str]:
        """Plain mapping without the empty parts.

        >>> Problem("no_main_text", "JFULL").to_dict()
        {'code': 'no_main_text', 'field': 'JFULL'}
        """
        parts = {"code": self.code, "field": self.field, "found": self.found, "allowed": self.allowed}
        return {key: value for key, value in parts.items() if value}
