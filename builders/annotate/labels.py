"""A label: the laws that decide one question. Read from and written to JSON lines keyed by the official question id."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builders.annotate.law_types import INTERNATIONAL, NO_LAW, LawType, instruments, law_id_of, law_types, type_of_law
from builders.errors import BuildError
from legal_metrics.extract.statutes import extract_statutes

STATUSES: tuple[str, ...] = ("single", "agreed", "adjudicated")
"""How a final label came about: one annotator alone, two who agree, or a decision between two who did not."""

_KEYS = {"id", "laws", "instruments", "articles", "annotator", "status", "note"}
_ANNOTATOR = re.compile(r"[a-z0-9][a-z0-9._+-]{0,63}").fullmatch


@dataclass(frozen=True, slots=True)
class Label:
    """What one annotator (or the adjudication) says of one question.

    ``laws``: official names as in the registry, **the law whose provision decides the answer first**: it alone gives type and group, so that a
    question has one group although several laws can be named. ``instruments``: treaties and sources of international law. Neither: the question
    belongs to no specific law. ``articles``: the deciding articles, such as ``民法第1144條``, optional. ``annotator``: who or what labelled it.
    """

    id: str
    laws: tuple[str, ...] = ()
    instruments: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    annotator: str = ""
    status: str = "single"
    note: str = ""

    @property
    def jurisdiction(self) -> str:
        """``domestic``, ``international`` or ``none``.

        >>> Label("q", laws=("民法",)).jurisdiction, Label("q", instruments=("聯合國憲章",)).jurisdiction, Label("q").jurisdiction
        ('domestic', 'international', 'none')
        """
        return "domestic" if self.laws else "international" if self.instruments else "none"

    @property
    def law_type(self) -> LawType:
        """The type of the deciding law. Raises: BuildError for a law that the registry or the table of types does not know.

        >>> Label("q", laws=("公司法", "民法")).law_type.id, Label("q").law_type.group
        ('company_law', 'No Law')
        """
        if not self.laws:
            return law_types()[INTERNATIONAL if self.instruments else NO_LAW]
        law_id = law_id_of(self.laws[0])
        found = type_of_law(law_id) if law_id else None
        if found is None:
            raise BuildError(f"label {self.id!r}, field 'laws': found {self.laws[0]!r}, allowed a law of the registry with a type in law_types.json")
        return found

    @property
    def law_category(self) -> str:
        """The group: one of the six law categories of the records."""
        return self.law_type.group

    def to_dict(self) -> dict[str, Any]:
        """One line of a label file, keys in order, empty optional parts left out.

        >>> Label("q1", laws=("民法",), annotator="anna").to_dict()
        {'annotator': 'anna', 'id': 'q1', 'instruments': [], 'laws': ['民法'], 'status': 'single'}
        """
        row: dict[str, Any] = {"annotator": self.annotator, "id": self.id, "instruments": list(self.instruments), "laws": list(self.laws), "status": self.status}
        if self.articles:
            row["articles"] = list(self.articles)
        if self.note:
            row["note"] = self.note
        return dict(sorted(row.items()))


def read_labels(lines: Iterable[str], file: str) -> dict[str, Label]:
    """The labels of a file by question id, each checked (``problems_of``).

    Raises: BuildError that names file, line, field, found and allowed of every line that is wrong; also for an id that stands twice.

    >>> read_labels(['{"id": "q1", "laws": ["民法"], "instruments": [], "annotator": "anna"}'], "a.jsonl")["q1"].law_category
    'Civil'
    """
    labels: dict[str, Label] = {}
    faults: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            label = label_of(_row(line, where), where)
        except BuildError as error:
            faults.append(str(error))
            continue
        if label.id in labels:
            faults.append(f"{where}, field 'id': found {label.id!r} a second time, allowed once a file")
        labels[label.id] = label
    if faults:
        raise BuildError("\n".join(faults))
    return labels


def label_of(row: object, where: str) -> Label:
    """A label out of a decoded line. Raises: BuildError with ``where``, field, found, allowed."""
    if not isinstance(row, Mapping):
        raise BuildError(f"{where}: found {type(row).__name__}, allowed an object")
    unknown = sorted(set(row) - _KEYS)
    if unknown:
        raise BuildError(f"{where}: found the fields {', '.join(unknown)}, allowed {', '.join(sorted(_KEYS))}")
    texts = {key: _text(row, key, where) for key in ("id", "annotator", "status", "note")}
    lists = {key: _texts(row, key, where) for key in ("laws", "instruments", "articles")}
    if not texts["id"]:
        raise BuildError(f"{where}, field 'id': found nothing, allowed an official question id")
    if not _ANNOTATOR(texts["annotator"]):
        raise BuildError(f"{where}, field 'annotator': found {texts['annotator']!r}, allowed lower-case letters, digits, '.', '_', '-': who or what labelled it")
    status = texts["status"] or "single"
    if status not in STATUSES:
        raise BuildError(f"{where}, field 'status': found {status!r}, allowed {', '.join(STATUSES)}")
    label = Label(texts["id"], lists["laws"], lists["instruments"], lists["articles"], texts["annotator"], status, texts["note"])
    problems = problems_of(label)
    if problems:
        raise BuildError("\n".join(f"{where}: {problem}" for problem in problems))
    return label


def problems_of(label: Label) -> list[str]:
    """What is wrong with the names in a label: laws by the registry and the table of types, instruments by their table, articles by the registry.

    >>> problems_of(Label("q", laws=("民法典",)))
    ["field 'laws': found '民法典', allowed the official name of a law in the registry"]
    """
    found = []
    for law in label.laws:
        known = statutes_name(law)
        if known is None:
            found.append(f"field 'laws': found {law!r}, allowed the official name of a law in the registry")
        elif known != law:
            found.append(f"field 'laws': found {law!r}, allowed its official name {known!r}")
    for name in label.instruments:
        if instruments().get(name) != name:
            allowed = repr(instruments()[name]) if name in instruments() else "a name in international_instruments.json"
            found.append(f"field 'instruments': found {name!r}, allowed {allowed}")
    for field, names in (("laws", label.laws), ("instruments", label.instruments), ("articles", label.articles)):
        if len(set(names)) < len(names):
            found.append(f"field {field!r}: found a name twice, allowed each once")
    if label.laws and label.instruments:
        found.append("field 'instruments': found beside domestic laws, allowed only in a question about no domestic law")
    for article in label.articles:
        cited = extract_statutes(article, "TW")
        if len(cited) != 1 or cited[0].law not in label.laws:
            found.append(f"field 'articles': found {article!r}, allowed one article of a law in 'laws', such as 民法第1144條")
        elif _registry().exists(cited[0]) is False:
            found.append(f"field 'articles': found {article!r}, allowed an article that exists")
    if not found and label.laws and type_of_law(law_id_of(label.laws[0]) or "") is None:
        found.append(f"field 'laws': found {label.laws[0]!r}, allowed a law whose id has a type in law_types.json")
    return found


def statutes_name(name: str) -> str | None:
    """The name that labels carry for a law called ``name``, or None where the registry does not know it.

    >>> statutes_name("中華民國刑法")
    '刑法'
    """
    law = _registry().resolve(name)
    return law.name if law else None


def to_lines(labels: Iterable[Label]) -> list[str]:
    """The lines of a label file: sorted ids, sorted keys."""
    return [json.dumps(label.to_dict(), ensure_ascii=False, sort_keys=True) for label in sorted(labels, key=lambda label: label.id)]


def _registry() -> Any:
    from legal_metrics.jurisdictions.tw import statutes

    return statutes()


def _row(line: str, where: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise BuildError(f"{where}: found no JSON ({error.msg} at column {error.colno}), allowed one JSON object a line") from error


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise BuildError(f"{where}, field {key!r}: found {value!r}, allowed a text")
    return value


def _texts(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise BuildError(f"{where}, field {key!r}: found {value!r}, allowed a list of texts")
    return tuple(value)
