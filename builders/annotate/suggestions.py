"""Suggest labels from a question's words: the laws that it names, then terms that belong to one law, then the laws that its subject is named for.

A suggestion is a start for a person, never a final label: its annotator is ``rules`` and its note says what it rests on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from builders.annotate.labels import Label, statutes_name
from builders.annotate.law_types import instruments
from legal_metrics.jurisdictions.tw import statutes

ANNOTATOR = "rules"
MOST = 3
"""How many laws a suggestion names at most."""

_NAME_ENDS = re.compile(r"法|條例|規則|辦法|細則|標準|準則|規程|通則|條文")


def suggest(record: Mapping[str, Any]) -> Label:
    """The laws that a record of ``mcq`` (``id, subject, question, options``, also ``group``) seems to be about.

    The law named most often in stem and options comes first (in the stem counts double); without one, an instrument of international law
    that is named; without one, the law or instrument with most terms (of a law that the subject names, each term counts double); without one, the laws
    that the subject names. None of these: no law.

    >>> suggest({"id": "q1", "subject": "民法", "question": "依公司法之規定，董事之任期為何？", "options": ["三年"]}).laws
    ('公司法',)
    """
    stem = str(record.get("question") or "")
    choices = "\n".join(str(option) for option in record.get("options") or ())
    group = record.get("group")
    passage = str(group.get("passage") or "") if isinstance(group, Mapping) else str(group or "")
    subject = list(law_names(str(record.get("subject") or "")))
    named = Counter(list(law_names(stem)) * 2 + list(law_names(choices)) + list(law_names(passage)))
    if named:
        return _label(record, named, "named in the question")
    treaties = Counter(name for written, name in instruments().items() if written in stem or written in choices)
    if treaties:
        return _label(record, treaties, "named in the question")
    terms = Counter(list(_terms(stem)) * 2 + list(_terms(choices)) + list(_terms(passage)))
    terms = Counter({law: count * (2 if law in subject else 1) for law, count in terms.items()})
    if terms:
        return _label(record, Counter({law: count for law, count in terms.items() if count == max(terms.values())}), "terms in the question")
    if subject:
        return _label(record, Counter(subject), "named in the subject")
    return Label(str(record.get("id") or ""), annotator=ANNOTATOR, note="nothing points at a law")


def law_names(text: str) -> Iterator[str]:
    """The laws that a text names, each time it does, by the name that labels carry; a name inside a longer one does not count.

    >>> list(law_names("民法與民事訴訟法之適用"))
    ['民法', '民事訴訟法']
    """
    taken = len(text)
    found: list[str] = []
    for end in reversed([match.end() for match in _NAME_ENDS.finditer(text)]):
        if end > taken:
            continue
        mention = statutes().ending_at(text, end)
        if mention is not None:
            taken = mention[0]
            found.append(mention[1].name)
    yield from reversed(found)


def _label(record: Mapping[str, Any], counts: Counter[str], note: str) -> Label:
    """The names counted most; an instrument alone, and only if it leads: a label never names instruments beside laws."""
    names, treaties = _most(counts), set(instruments().values())
    id = str(record.get("id") or "")
    if names[0] in treaties:
        return Label(id, instruments=(names[0],), annotator=ANNOTATOR, note=note)
    return Label(id, laws=tuple(name for name in names if name not in treaties)[:MOST], annotator=ANNOTATOR, note=note)


def _most(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda name: -counts[name])  # stable: of equals, the one met first


def _terms(text: str) -> Iterator[str]:
    """The laws and instruments of the terms in a text, each time one stands there."""
    pattern, law_of = _term_table()
    for match in pattern.finditer(text):
        yield law_of[match.group()]


@cache
def _term_table() -> tuple[re.Pattern[str], Mapping[str, str]]:
    terms: Mapping[str, list[str]] = json.loads((Path(__file__).parent / "law_terms.json").read_text(encoding="utf-8"))["terms"]
    law_of = {term: statutes_name(law) or law for law, words in terms.items() for term in words}
    return re.compile("|".join(map(re.escape, sorted(law_of, key=lambda term: (-len(term), term))))), law_of
