"""Answers longer than a judge may read: an error, or a policy that says what it left out. Nothing is ever cut silently."""

from __future__ import annotations

from dataclasses import dataclass

from legal_metrics.arguments import check_text, is_whole
from legal_metrics.errors import LegalMetricsError, shown

POLICIES: tuple[str, ...] = ("error", "head_tail")


class TooLongError(LegalMetricsError):
    """A text is longer than the limit, and the policy is not to cut.

    >>> str(TooLongError("q1", "answer", 5000, 3000))
    "record 'q1': the answer has 5000 characters, allowed 3000: raise max_characters, or cut with on_too_long='head_tail'"
    """

    def __init__(self, id: str, what: str, found: int, allowed: int) -> None:
        self.id = id
        self.what = what
        self.found = found
        self.allowed = allowed
        advice = ", or cut with on_too_long='head_tail'" if what == "answer" else "; it is never cut"
        super().__init__(
            f"record {id!r}: the {what} has {found} characters, allowed {allowed}: raise max_characters{advice}"
        )


@dataclass(frozen=True, slots=True)
class Cut:
    """What of an answer was not shown: ``characters`` between its first ``head`` and its last ``tail`` characters.

    >>> Cut("head_tail", 1500, 2000, 1500).length
    5000
    """

    policy: str
    head: int
    characters: int
    tail: int

    @property
    def length(self) -> int:
        """Characters of the whole answer."""
        return self.head + self.characters + self.tail


def cut_to(
    text: str, max_characters: int | None, *, on_too_long: str = "error", id: str = ""
) -> tuple[tuple[str, ...], Cut | None]:
    """The text as one piece, or its head and tail of together ``max_characters`` characters, with what was left out between them.

    Raises: TooLongError under the policy ``"error"``; LegalMetricsError for another policy or a limit below 2.

    >>> cut_to("一二三四五六七", 4, on_too_long="head_tail")
    (('一二', '六七'), Cut(policy='head_tail', head=2, characters=3, tail=2))
    >>> cut_to("一二三", 4)
    (('一二三',), None)
    """
    check_text("text", text)
    if on_too_long not in POLICIES:
        raise LegalMetricsError(f"on_too_long: found {shown(on_too_long)}, allowed {' or '.join(POLICIES)}")
    if max_characters is None:
        return (text,), None
    if not is_whole(max_characters, 2):
        raise LegalMetricsError(f"max_characters: found {shown(max_characters)}, allowed a whole number >= 2, or None")
    if len(text) <= max_characters:
        return (text,), None
    if on_too_long == "error":
        raise TooLongError(id, "answer", len(text), max_characters)
    tail = max_characters // 2
    head = max_characters - tail
    return (text[:head], text[len(text) - tail :]), Cut(on_too_long, head, len(text) - head - tail, tail)
