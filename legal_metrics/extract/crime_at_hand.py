"""The crime that a 主文 has named and not yet sentenced, and how many counts it stands for."""

from __future__ import annotations

import re

from legal_metrics.extract.charges import charge_names
from legal_metrics.extract.table_counts import TableCounts
from legal_metrics.extract.table_references import TableReference
from legal_metrics.jurisdictions.tw import penalty_words as words

_OTHERS = re.compile(words.OTHERS)


class CrimeAtHand:
    """What is said of a crime before its penalty: its name, 共N罪, the table it stands in, and what is left of a total taken apart.

    >>> crime = CrimeAtHand(None, [])
    >>> crime.times(10); crime.times(3); crime.sentenced("犯竊盜罪", True, several=True, repeated=True)[:2]; crime.take(3)
    ('犯竊盜罪', 3)
    >>> crime.sentenced("其餘", True, several=True, repeated=True)[1]
    7
    """

    __slots__ = ("_carried", "_left", "_problems", "_said", "_tables", "reference", "text")

    def __init__(self, tables: TableCounts | None, problems: list[str]) -> None:
        """``tables`` holds the crimes of 附表…所示之罪; what stays unclear is added to ``problems``."""
        self.text = ""  # named for several people before each gets a penalty
        self.reference: TableReference | None = None  # 如附表…所示之罪
        self._carried = 1  # the number said of ``text``
        self._said: int | None = None  # 共N罪
        self._left = 0  # of a total: counts that have no penalty yet
        self._tables = tables
        self._problems = problems

    def times(self, n: int) -> None:
        """共N罪. A smaller number behind another, no penalty between them, makes that other one a total: 共拾罪，其中參罪…"""
        if self._said is not None and n < self._said and not self._left:
            self._left = self._said
        self._said = n
        if self.reference is not None and self.reference.n_rows not in (None, n):
            self.reference = None  # 附表編號1所示之罪，共貳罪: rows and counts do not go together

    def in_table(self, reference: TableReference, n: int) -> None:
        """如附表…所示之罪, ``n`` of them if it is said (所示貳罪), else as many as rows are named."""
        self.reference = None
        if n or reference.n_rows:
            self.times(n or reference.n_rows or 1)
        self.reference = reference

    def carry(self, text: str) -> None:
        """The crime is put aside for each of several people: 甲、乙共同犯竊盜罪，共貳罪，甲各處…，乙各處…"""
        self.text, self._carried, self._said = text, self._said or 1, None

    def sentenced(
        self, said: str, each: bool, *, several: bool, repeated: bool
    ) -> tuple[str, int, list[tuple[str, str]]]:
        """(crime, number of counts, the rows of a table that they stand for) of a penalty that comes now.

        ``said``: what the clause itself says of the crime, empty for the one put aside, whose number holds only where the sentence names its
        people (``repeated``). ``each``: 各處. ``several``: 各 can only mean several crimes: one person, one penalty.
        """
        times = self._said
        if said:
            self.text, self._carried = "", times or 1
            if times is None and each and self._left and _OTHERS.search(said):
                times = self._left  # 共伍罪，其中貳罪…，其餘各處…
            elif times is None and several and self.reference is None:
                times = len(charge_names(said))  # 犯竊盜罪、傷害罪，各處…
                if times < 2:
                    self._problems.append(f"number_of_counts_unknown: {said[-30:]}")
        elif times is None and repeated:
            times = self._carried
        rows = self._rows(counted=times is not None or not each)
        return said or self.text, times or len(rows) or 1, rows

    def _rows(self, *, counted: bool) -> list[tuple[str, str]]:
        """犯如附表一編號1至3所示之罪，各處…"""
        if self.reference is None or (counted and self.reference.n_rows is None):
            return []
        rows = self._tables.rows_of(self.reference) if self._tables else []
        if not rows:
            self._problems.append("number_of_counts_unknown: it stands in a table")
        return rows

    def take(self, n: int) -> None:
        """``n`` counts have been pronounced."""
        self._left = max(self._left - n, 0)
        self._said = self.reference = None

    def finish_total(self) -> None:
        """The total ends here: its parts should have come to it."""
        if self._left:
            self._problems.append(f"number_of_counts_unknown: {self._left} more were announced")
        self._left = 0
