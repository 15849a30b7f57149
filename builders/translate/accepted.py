"""Accepted translations: one JSON line a question, with the digest of the text that was translated, so that a stale one is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builders.errors import BuildError
from builders.translate.glossary import LANGUAGES


@dataclass(frozen=True, slots=True)
class Translation:
    """One question in another language.

    ``passage``: that of the question's group, None without one. ``by``: a model with its version, or a person's mark. ``paraphrased``: terms of the
    glossary that it renders otherwise. ``source_sha256``: ``source_digest`` of the record that was translated.
    """

    id: str
    language: str
    question: str
    options: tuple[str, str, str, str]
    passage: str | None
    by: str
    paraphrased: tuple[str, ...]
    source_sha256: str

    def to_line(self) -> str:
        """One line of the file, keys sorted."""
        row = {
            "by": self.by,
            "id": self.id,
            "language": self.language,
            "options": list(self.options),
            "paraphrased": list(self.paraphrased),
            "passage": self.passage,
            "question": self.question,
            "source_sha256": self.source_sha256,
        }
        return json.dumps(row, ensure_ascii=False, sort_keys=True)


def source_digest(record: Mapping[str, Any]) -> str:
    """SHA-256 of what is translated of a record: stem, options, passage.

    >>> source_digest({"question": "下列何者正確？", "options": ["甲", "乙", "丙", "丁"], "group": None})[:8]
    '36824597'
    """
    parts = [record["question"], list(record["options"]), passage_of(record)]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def passage_of(record: Mapping[str, Any]) -> str | None:
    """The passage of the record's group, or None."""
    group = record.get("group")
    return group["passage"] if group else None


def read_accepted(lines: Iterable[str], file: str) -> dict[str, Translation]:
    """The translations of a file by question id.

    Raises: BuildError that names file, line, field, found and allowed; also for an id that stands twice in one language, or two languages in a file.
    """
    found: dict[str, Translation] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise BuildError(f"{where}: found no JSON ({error.msg} at column {error.colno}), allowed one JSON object a line") from error
        translation = _translation(row, where)
        if translation.id in found:
            raise BuildError(f"{where}, field 'id': found {translation.id!r} a second time, allowed once a file")
        if found and translation.language != next(iter(found.values())).language:
            raise BuildError(f"{where}, field 'language': found {translation.language!r}, allowed one language a file")
        found[translation.id] = translation
    return found


def _translation(row: object, where: str) -> Translation:
    if not isinstance(row, dict):
        raise BuildError(f"{where}: found {type(row).__name__}, allowed an object")
    allowed = {"by", "id", "language", "options", "paraphrased", "passage", "question", "source_sha256"}
    if set(row) != allowed:
        raise BuildError(f"{where}: found the fields {', '.join(sorted(row))}, allowed exactly {', '.join(sorted(allowed))}")
    for key in ("by", "id", "language", "question", "source_sha256"):
        if not isinstance(row[key], str) or not row[key].strip():
            raise BuildError(f"{where}, field {key!r}: found {row[key]!r}, allowed a text")
    if row["language"] not in LANGUAGES:
        raise BuildError(f"{where}, field 'language': found {row['language']!r}, allowed {', '.join(LANGUAGES)}")
    if row["passage"] is not None and not (isinstance(row["passage"], str) and row["passage"].strip()):
        raise BuildError(f"{where}, field 'passage': found {row['passage']!r}, allowed a text or null")
    for key, count in (("options", 4), ("paraphrased", None)):
        value = row[key]
        if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value) or (count and len(value) != count):
            raise BuildError(f"{where}, field {key!r}: found {value!r}, allowed a list of {count or 'any number of'} texts")
    a, b, c, d = row["options"]
    return Translation(
        row["id"], row["language"], row["question"], (a, b, c, d), row["passage"], row["by"], tuple(row["paraphrased"]), row["source_sha256"]
    )
