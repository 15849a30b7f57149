"""Parsed judgments against collections that hold figures of their own: mean sentences (larceny) and cited articles (fraud, forgery).

The collections are JSON lists of objects whose judgments have lost all white space. Their figures are no labels: an agreement is evidence, a
difference is explained by its kind and by where the article stands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import BuildError
from builders.parse.applied_statutes import LABEL_PLACES
from builders.parse.judgment import Judgment, parse_judgment
from builders.parse.judgment_file import judgment_from_object
from builders.sources import open_source
from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.jurisdictions.tw import statutes
from legal_metrics.penalties import Outcome, Penalty

_TEXT_KEYS = ("judgment", "judgement")
_DAYS_OF_A_YEAR, _DAYS_OF_A_MONTH = 365, 30  # as the makers of the larceny collection count
_TOLERANCE_DAYS = 1


@dataclass(slots=True)
class SentenceAgreement:
    """Judgments whose mean sentence the makers give: ``agree`` of ``n``, and the others with both figures."""

    n: int = 0
    agree: int = 0
    by: Counter[str] = field(default_factory=Counter)  # what their figure equals: a penalty, an 應執行, a mean
    others: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class ArticleAgreement:
    """Judgments whose cited articles the makers give: common ones, and each difference by kind and place."""

    n: int = 0
    same: int = 0
    common: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    cases: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class SentenceAccuracy:
    """A run over a folder of collections."""

    sentences: dict[str, SentenceAgreement] = field(default_factory=dict)
    articles: dict[str, ArticleAgreement] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "sentences": {
                file: {"n": entry.n, "agree": entry.agree, "by": dict(entry.by), "others": entry.others}
                for file, entry in self.sentences.items()
            },
            "articles": {
                file: {
                    "n": entry.n,
                    "same": entry.same,
                    "common": entry.common,
                    "differences": dict(entry.differences.most_common()),
                    "cases": entry.cases,
                }
                for file, entry in self.articles.items()
            },
            "unread": self.unread,
        }

    def to_lines(self) -> list[str]:
        """For the terminal."""
        lines = []
        for file, entry in self.sentences.items():
            kinds = ", ".join(f"{kind} {n}" for kind, n in entry.by.most_common())
            lines.append(f"{file}: sentence agrees in {entry.agree} of {entry.n} ({kinds})")
            lines += [f"  {case['id']}: theirs {case['theirs']} days, ours {case['ours']}" for case in entry.others]
        for file, articles in self.articles.items():
            lines.append(f"{file}: cited articles equal in {articles.same} of {articles.n} judgments, {articles.common} articles in common")
            lines += [f"  {n:>4} {kind}" for kind, n in articles.differences.most_common()]
        return [*lines, *(f"not read: {problem}" for problem in self.unread)]


def measure_sentences(source: Path) -> SentenceAccuracy:
    """Parse every judgment of the collections under ``source`` and compare.

    Raises: BuildError where there is no collection with figures to compare.
    """
    result = SentenceAccuracy()
    for item in open_source(source):
        if item.skipped is not None:
            result.unread.append(f"{item.name}: {item.skipped}")
            continue
        for position, entry in _entries(item.name, item.data, result.unread):
            id = f"{item.name}#{entry.get('id', position)}"
            file = judgment_from_object(open_data_form(entry))
            if file.raw is None:
                result.unread.append(f"{id}: {'; '.join(map(str, file.problems))}")
                continue
            judgment = parse_judgment(file.raw)
            if isinstance(entry.get("outcome"), int | float):
                _compare_sentence(result.sentences.setdefault(item.name, SentenceAgreement()), id, entry["outcome"], judgment)
            if isinstance(entry.get("relatedIssues"), list):
                _compare_articles(result.articles.setdefault(item.name, ArticleAgreement()), id, entry["relatedIssues"], judgment)
    if not result.sentences and not result.articles:
        raise BuildError(f"{source}: no JSON list of judgments with 'outcome' or 'relatedIssues' in it")
    return result


def open_data_form(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry of a collection under the keys of the open-data form.

    >>> open_data_form({"no": "102,簡,1994", "reason": "竊盜", "judgment": "臺灣…"})["JCASE"]
    '簡'
    """
    number = str(entry.get("no", "")).split(",")
    year, word, serial = number if len(number) == 3 else ("", "", "")
    text = next((entry[key] for key in _TEXT_KEYS if key in entry), "")
    return {"JID": "", "JYEAR": year, "JCASE": word, "JNO": serial, "JDATE": "", "JTITLE": entry.get("reason", ""), "JFULL": text}


def _entries(name: str, data: bytes, unread: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except ValueError as error:
        unread.append(f"{name}: found {error}, allowed a JSON list of objects in UTF-8")
        return
    if not isinstance(value, list):
        unread.append(f"{name}: found no list, allowed a JSON list of objects")
        return
    for position, entry in enumerate(value):
        if isinstance(entry, dict):
            yield position, entry
        else:
            unread.append(f"{name}#{position}: found no object")


def _compare_sentence(agreement: SentenceAgreement, id: str, theirs: float, judgment: Judgment) -> None:
    agreement.n += 1
    ours = _figures(judgment.outcomes)
    for kind, days in ours:
        if abs(days - theirs) <= _TOLERANCE_DAYS:
            agreement.agree += 1
            agreement.by[kind] += 1
            return
    agreement.others.append(
        {"id": id, "theirs": theirs, "ours": sorted({round(days, 1) for _, days in ours}), "main_text": judgment.section("main_text")}
    )


def _figures(outcomes: Sequence[Outcome]) -> list[tuple[str, float]]:
    """What the makers' figure may be: a penalty, an 應執行, the mean over one defendant's counts, over all counts, over defendants."""
    figures: list[tuple[str, float]] = []
    counts_of_all: list[float] = []
    served_of_all: list[float] = []
    for outcome in outcomes:
        counts = [days for penalty in outcome.counts if (days := days_of(penalty.effective)) is not None]
        executed = [days for group in outcome.groups if group.executed and (days := days_of(group.executed)) is not None]
        if not executed and outcome.executed and (days := days_of(outcome.executed)) is not None:
            executed = [days]
        figures += [("penalty", days) for days in counts]
        figures += [("executed", days) for days in executed]
        if counts:
            figures.append(("mean over counts", sum(counts) / len(counts)))
        counts_of_all += counts
        served_of_all += executed or counts
    figures += [("mean over defendants", sum(terms) / len(terms)) for terms in (counts_of_all, served_of_all) if terms]
    return figures


def days_of(penalty: Penalty) -> float | None:
    """A term in days as the makers count: 365 a year, 30 a month; None without a term.

    >>> days_of(Penalty(imprisonment_months=14)), days_of(Penalty(detention_days=20)), days_of(Penalty(fine=3000))
    (425, 20, None)
    """
    if penalty.imprisonment_months is not None or penalty.imprisonment_days is not None:
        years, months = divmod(penalty.imprisonment_months or 0, 12)
        return years * _DAYS_OF_A_YEAR + months * _DAYS_OF_A_MONTH + (penalty.imprisonment_days or 0)
    return penalty.detention_days


def _compare_articles(agreement: ArticleAgreement, id: str, issues: Sequence[Any], judgment: Judgment) -> None:
    agreement.n += 1
    theirs = {article for issue in issues if (article := _issue(issue)) is not None}
    ours: dict[tuple[str, str], str] = {}
    for applied in judgment.applied.statutes:
        if applied.is_label:
            ours.setdefault(_article(applied.citation), next(p for p in applied.where if p in LABEL_PLACES))
    agreement.common += len(theirs & ours.keys())
    places = _places(judgment)
    only_theirs = {article: places.get(article) or _explained(article, places) for article in sorted(theirs - ours.keys())}
    only_ours = {article: ours[article] for article in sorted(ours.keys() - theirs)}
    agreement.same += not only_theirs and not only_ours
    agreement.differences += Counter(f"only theirs: {why}" for why in only_theirs.values())
    agreement.differences += Counter(f"only ours: {place}" for place in only_ours.values())
    if only_theirs or only_ours:
        agreement.cases.append(
            {
                "id": id,
                "only_theirs": {" ".join(article): why for article, why in only_theirs.items()},
                "only_ours": {" ".join(article): place for article, place in only_ours.items()},
            }
        )


def _explained(article: tuple[str, str], places: Mapping[tuple[str, str], str]) -> str:
    """Why an article of theirs is not among those that we read in the text.

    >>> cited = {("刑事訴訟法", "165"): "reasons", ("刑事訴訟法", "166"): "reasons", ("刑法", "74"): "reasons"}
    >>> _explained(("刑事訴訟法", "165-1"), cited), _explained(("公司法", "74"), cited)
    ('between two articles of a range (第…條至第…條)', 'under another law in our reading')
    """
    law, number = article
    whole, branch = number.partition("-")[::2]
    cited = {read for name, read in places if name == law}
    if branch and whole in cited and whole.isdigit() and str(int(whole) + 1) in cited:
        return "between two articles of a range (第…條至第…條)"
    if any(read == number for _, read in places):
        return "under another law in our reading"
    if any(read.partition("-")[0] == whole for read in cited):
        return "another branch (之) of an article that we read"
    return "stands nowhere in the text"


def _article(citation: StatuteCitation) -> tuple[str, str]:
    return citation.law, citation.article


def _issue(issue: Any) -> tuple[str, str] | None:
    if not isinstance(issue, dict) or not isinstance(issue.get("lawName"), str) or "issueRef" not in issue:
        return None
    return _law_name(issue["lawName"]), str(issue["issueRef"])


def _law_name(name: str) -> str:
    law = statutes().resolve(name)
    return law.name if law else name


def _places(judgment: Judgment) -> dict[tuple[str, str], str]:
    """Where each cited article stands first, by the part of the judgment."""
    parts = [
        ("main text", judgment.main_text),
        ("facts and reasons" if judgment.merged else "facts", judgment.facts),
        ("reasons", None if judgment.merged else judgment.reasons),
        *(("appendix", span) for span in judgment.appendix),
        *(("tables", span) for span in judgment.tables),
        *(("attachment", span) for span in judgment.attachments),
    ]
    places: dict[tuple[str, str], str] = {}
    for citation in extract_statutes(judgment.text):  # the whole text, as the makers of the collection read it
        start = citation.span[0]
        place = next((name for name, span in parts if span and span[0] <= start < span[1]), "behind the signature")
        places.setdefault(_article(citation), place)
    return places
