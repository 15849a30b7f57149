"""Read translators' replies: match them to their questions, check them, and count what is kept out and why."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builders.translate.accepted import Translation, source_digest
from builders.translate.checks import Finding, check_translation
from legal_metrics.extract.json_objects import find_objects, strict_object

NO_LAW_KNOWN = "not labelled"


@dataclass(slots=True)
class Readings:
    """What came of a file of replies.

    ``rejected``: (question id, why, details), in the order of the file; ``flags``: how often each flag was raised (``repaired_…``: a repair that reading a reply took); ``paraphrased``: law -> term -> how
    often it is rendered otherwise; ``unanswered``: questions of the release without an accepted reply.
    """

    accepted: dict[str, Translation] = field(default_factory=dict)
    rejected: list[tuple[str, str, str]] = field(default_factory=list)
    flags: Counter[str] = field(default_factory=Counter)
    paraphrased: dict[str, Counter[str]] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)

    @property
    def reasons(self) -> Counter[str]:
        """How many replies each reason kept out (a reply counts once for each of its reasons)."""
        return Counter(reason for _, reasons, _ in self.rejected for reason in reasons.split(", "))


def read_replies(lines: Iterable[str], file: str, records: Mapping[str, Mapping[str, Any]], language: str) -> Readings:
    """Read replies ``{"id", "output", "by"}`` (``output``: the translator's text, or its JSON object; optional ``language``, ``source_sha256``).

    A reply whose text cannot be read, whose question changed since it was asked, or whose translation fails a check is rejected with its reasons; a
    second reply to one question is rejected, the first accepted one stays.

    A line that is no JSON object or lacks ``id``, ``output`` or ``by`` is rejected as ``bad_line`` under its place in the file.
    """
    readings = Readings()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"{file}, line {number}"
        try:
            row = _row(line)
        except _BadLineError as error:
            readings.rejected.append((place, "bad_line", str(error)))
        else:
            _read_reply(row, records, language, readings)
    readings.unanswered = sorted(records.keys() - readings.accepted.keys())
    return readings


def _read_reply(row: Mapping[str, Any], records: Mapping[str, Mapping[str, Any]], language: str, readings: Readings) -> None:
    id = row["id"]
    record = records.get(id)
    if record is None:
        readings.rejected.append((id, "unknown_id", "no such question in the release"))
    elif row.get("language", language) != language:
        readings.rejected.append((id, "other_language", f"found {row['language']!r}, allowed {language!r}"))
    elif row.get("source_sha256", source_digest(record)) != source_digest(record):
        readings.rejected.append((id, "stale", "the question's text has changed since the request"))
    elif id in readings.accepted:
        readings.rejected.append((id, "repeated", "a reply to this question is accepted already"))
    else:
        reply, repairs, why = _reply(row["output"])
        fault = _shape_fault(reply) if reply is not None else why
        if reply is None or fault:
            readings.rejected.append((id, "unreadable", fault))
        else:
            readings.flags.update(f"repaired_{repair}" for repair in repairs)
            _check(row, record, reply, language, readings)


def _check(row: Mapping[str, Any], record: Mapping[str, Any], reply: Mapping[str, Any], language: str, readings: Readings) -> None:
    checked = check_translation(record, reply["question"], reply["options"], reply.get("passage"), language)
    for finding in checked.findings:
        if not finding.rejects:
            readings.flags[finding.code] += 1
    for term in checked.paraphrased:
        for law in laws_of(record):
            readings.paraphrased.setdefault(law, Counter())[term] += 1
    if not checked.accepted:
        rejecting = [finding for finding in checked.findings if finding.rejects]
        reasons = dict.fromkeys(finding.code for finding in rejecting)
        readings.rejected.append((row["id"], ", ".join(reasons), "; ".join(map(_detail, rejecting))))
        return
    a, b, c, d = checked.options
    readings.accepted[row["id"]] = Translation(
        row["id"], language, checked.question, (a, b, c, d), checked.passage, row["by"], checked.paraphrased, source_digest(record)
    )


def laws_of(record: Mapping[str, Any]) -> list[str]:
    """The laws and instruments that a record is labelled with; ``not labelled`` where there are none.

    >>> laws_of({"related_internal_law": "民法、公司法", "related_international_law": ""}), laws_of({})
    (['民法', '公司法'], ['not labelled'])
    """
    named = [name for key in ("related_internal_law", "related_international_law") for name in (record.get(key) or "").split("、") if name]
    return named or [NO_LAW_KNOWN]


class _BadLineError(ValueError):
    """A line that is no reply."""


def _row(line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise _BadLineError(f"found no JSON ({error.msg} at column {error.colno}), allowed one JSON object a line") from error
    except RecursionError:
        raise _BadLineError("found JSON nested too deeply, allowed one JSON object a line") from None
    if not isinstance(row, dict):
        raise _BadLineError(f"found {type(row).__name__}, allowed an object")
    for key in ("id", "by"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise _BadLineError(f"field {key!r}: found {row.get(key)!r}, allowed a text")
    if not isinstance(row.get("output"), (str, dict)):
        raise _BadLineError(f"field 'output': found {row.get('output')!r}, allowed the reply's text or its object")
    return row


def _reply(output: str | Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, tuple[str, ...], str]:
    """The reply's object, the repairs that reading it took, and why there is none."""
    if not isinstance(output, str):
        return output, (), ""
    strict = strict_object(output)
    if strict.value is not None:
        return strict.value, (), ""
    found = next((found for found in find_objects(output) if found.value is not None and "question" in found.value), None)
    return (found.value, found.repairs, "") if found else (None, (), strict.why)


def _shape_fault(reply: Mapping[str, Any]) -> str:
    if not isinstance(reply.get("question"), str):
        return f"field 'question': found {reply.get('question')!r}, allowed a text"
    options = reply.get("options")
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        return f"field 'options': found {options!r}, allowed a list of texts"
    if reply.get("passage") is not None and not isinstance(reply["passage"], str):
        return f"field 'passage': found {reply['passage']!r}, allowed a text or null"
    return ""


def _detail(finding: Finding) -> str:
    return f"{finding.field}: {finding.found}"
