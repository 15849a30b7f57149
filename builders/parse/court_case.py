"""The identity of a case: what the JID, the other keys and the first line of the text say of court, year, word, number and date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from builders.parse.problems import Problem
from legal_metrics.text.numerals import NUMERAL, parse_integer

_COURT_CODE = re.compile("[A-Z]{4}")
_CASE_NUMBER = re.compile(f"({NUMERAL})年度(\\D{{1,10}}?)字第({NUMERAL})號")
_DATE = re.compile("([0-9]{4})([0-9]{2})([0-9]{2})")
_FIRST_LINES = 80
_SUPREME_WORDS = re.compile("[台臺](?:上|非|抗)")


@dataclass(frozen=True, slots=True)
class CourtCase:
    """Court code and the parts of the case number, with the instance that they tell.

    ``year`` is the ROC year of the case number, ``date`` the ISO date of the judgment; ``instance`` is 1, 2 or 3 (the Supreme Court).

    >>> CourtCase("TPDM", 110, "簡上", "7", "2021-03-04").instance
    2
    >>> CourtCase("TPHM", 110, "訴", "7", None).instance, CourtCase("", 110, "台上", "7", None).instance
    (2, 3)
    """

    court_code: str
    year: int | None
    word: str
    number: str
    date: str | None

    @property
    def instance(self) -> int:
        """The court's code decides (its third letter: D district, E summary division, H high, S supreme), then the case word."""
        level = self.court_code[2:3]
        if level == "S" or (not level and _SUPREME_WORDS.search(self.word)):
            return 3
        return 2 if level == "H" or "上" in self.word else 1

    @property
    def retrial(self) -> bool:
        """再審: a final judgment opened again; neither first nor second instance in the sense of a data set.

        >>> CourtCase("TPDM", 110, "再", "7", None).retrial
        True
        """
        return "再" in self.word


def read_case(raw: Mapping[str, str], compact_text: str) -> tuple[CourtCase, tuple[Problem, ...]]:
    """The case by its keys; where they are empty, by the JID, then by the case number in the first lines. Disagreement is a problem.

    >>> case, _ = read_case({"JID": "TPDM,110,易,7,20210304,1"}, "")
    >>> (case.court_code, case.year, case.word, case.number, case.date)
    ('TPDM', 110, '易', '7', '2021-03-04')
    """
    jid = raw.get("JID", "").split(",")
    parts = jid if len(jid) >= 5 and _COURT_CODE.fullmatch(jid[0]) else ["", "", "", "", ""]
    named = _CASE_NUMBER.search(compact_text, 0, _FIRST_LINES)
    from_text = ("", *(named.groups() if named else ("", "", "")), "")
    problems = []
    values = []
    for position, key in enumerate(("", "JYEAR", "JCASE", "JNO", "JDATE")):
        value = raw.get(key, "") if key else ""
        if value and parts[position] and value != parts[position]:
            problems.append(Problem("jid_mismatch", key, value, f"{parts[position]} (from the JID)"))
        values.append(value or parts[position] or from_text[position])
    date = _DATE.fullmatch(values[4])
    if values[4] and date is None:
        problems.append(Problem("bad_date", "JDATE", values[4], "YYYYMMDD"))
    year = parse_integer(values[1])
    if values[1] and year is None:
        problems.append(Problem("bad_year", "JYEAR", values[1], "a year of the Republic"))
    case = CourtCase(values[0], year, values[2], values[3], "-".join(date.groups()) if date else None)
    return case, tuple(problems)
