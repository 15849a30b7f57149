"""Whom a clause of a 主文 is about: named at its head, guessed there where no header helps, carried over, or everybody."""

from __future__ import annotations

import re

from legal_metrics.extract.main_text_names import Names, guess_names, name_end
from legal_metrics.extract.table_counts import FOREIGN, UNNAMED
from legal_metrics.extract.unexplained import Unexplained
from legal_metrics.jurisdictions.tw import penalty_words as words

Keys = tuple[int, ...]

_ITEM = re.compile(words.ITEM)
_CONNECTIVE = re.compile(words.CONNECTIVE)
_PARTY = re.compile(f"(?:{words.PARTY_LABEL})(?P<all>等?(?:[一二兩三四五六七八九十]|\\d{{1,2}})人|等人?)?")
_WHOLE_CASE = re.compile(words.WHOLE_CASE)
_JOINED_NAMES = re.compile("關於|[、及與和]")


class Subjects:
    """The people of one text; ``current`` are those of the clause at hand, None before anybody was named.

    ``in_cell``: the text is a cell of a table, which need not say whom it is about.
    """

    def __init__(self, original: str, folded: str, names: Names, *, in_cell: bool) -> None:
        self._original = original
        self._folded = folded
        self.names = names
        self._in_cell = in_cell
        self.current: Keys | None = None
        self.named_here = False  # this sentence has named them

    @property
    def everyone(self) -> Keys:
        return (UNNAMED,) if self._in_cell else self.names.everyone

    def turn_to(self, keys: Keys) -> None:
        self.current = keys
        self.named_here = True

    def at_head(self, position: int, *, sentence: bool) -> tuple[Keys | None, int]:
        """Whom the clause (or ``sentence``) that begins at ``position`` names, and where its own words begin behind item number and names."""
        if sentence and (item := _ITEM.match(self._folded, position)) is not None:
            position = item.end()
        subject = self.names.at(self._folded, self._original, position)
        if subject is None and (m := _CONNECTIVE.match(self._folded, position)) is not None:
            subject = self.names.at(self._folded, self._original, m.end())
        if subject is not None:
            return subject.keys, subject.end
        if sentence and _WHOLE_CASE.match(self._folded, position) is not None:
            return self.everyone, position
        if sentence and (m := _PARTY.match(self._folded, position)) is not None:
            all_of_them = m["all"] or (self.current is None and name_end(self._folded, m.end()) is None)
            return self.everyone if all_of_them else None, m.end()
        return None, position

    def within(self, start: int, end: int) -> Keys | None:
        """The first defendants named between two offsets: 原判決關於甲部分撤銷."""
        for m in _JOINED_NAMES.finditer(self._folded, start, end):
            subject = self.names.at(self._folded, self._original, m.end())
            if subject is not None:
                return subject.keys
        return None

    def resolve(self, unexplained: Unexplained, *, decided: bool) -> Keys:
        """Whom the words that come now are about; a name guessed at the head of ``unexplained`` is taken off it.

        ``decided``: the sentence has pronounced something already, so a further name begins a new statement.
        """
        if self._may_guess(unexplained, decided=decided):
            spans, length = guess_names(unexplained.folded)
            if spans:
                text = unexplained.text
                self.turn_to(tuple(dict.fromkeys(self.names.learn(text[a:b]) for a, b in spans)))
                unexplained.drop(length)
        if self._in_cell and not self.named_here:
            self.current = self._named_in_cell(unexplained)
        return self.everyone if self.current is None else self.current

    def stranger(self, unexplained: Unexplained, *, decided: bool) -> str:
        """The name of somebody whom no header knows, at the head of a statement; empty where there is none."""
        may = unexplained and unexplained.from_the_start and (decided or not self.named_here)
        if self._in_cell or not may or self.names.open or not self.names.occur:
            return ""
        spans, length = guess_names(unexplained.folded)
        surely = length == len(unexplained.folded) or unexplained.folded.startswith(words.NAMES_SOMEBODY, length)
        return unexplained.text[spans[0][0] : spans[0][1]] if spans and surely else ""

    def begins_with_one(self, unexplained: Unexplained, *, decided: bool) -> bool:
        """True where ``unexplained`` begins with a name that we do not know."""
        return self._may_guess(unexplained, decided=decided) and bool(guess_names(unexplained.folded)[0])

    def _may_guess(self, unexplained: Unexplained, *, decided: bool) -> bool:
        return bool(unexplained) and unexplained.from_the_start and self.names.open and (decided or not self.named_here)

    def _named_in_cell(self, unexplained: Unexplained) -> Keys | None:
        """A cell may name its defendant behind other text (犯罪事實欄一甲犯竊盜罪), or somebody who is no defendant here."""
        subject = self.names.last(unexplained.folded, unexplained.text)
        if subject is not None:
            return subject.keys
        stranger = self.names.occur and unexplained.from_the_start and bool(guess_names(unexplained.folded)[0])
        return (FOREIGN,) if stranger else self.current
