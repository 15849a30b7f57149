"""Files of judges' verdicts: JSON lines ``{"id": "<record id>", "judge": "<judge>", "grades": […]}`` or, for a raw reply, ``"output": "<judge text>"``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import JudgeReplyError, LegalMetricsError
from legal_metrics.extract.judge_replies import Grade, parse_judge_reply, read_grades
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines
from legal_metrics.predictions import Predictions

KEYS: tuple[str, ...] = ("id", "judge", "grades", "output", "run", "output_sha256")


class JudgementsError(LegalMetricsError):
    """Verdicts do not fit the answers that they are about: unknown ids, or answers that have changed since.

    >>> str(JudgementsError(["judges.jsonl: unknown id 'q9'"]))
    "judges.jsonl: unknown id 'q9'"
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems[:50]))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one judge said of one answer; ``problem`` says why a reply holds no verdict. ``output_sha256``: digest of the answer that was judged."""

    judge: str
    grades: tuple[Grade, ...] = ()
    problem: str = ""
    output_sha256: str = ""


@dataclass(frozen=True, slots=True)
class Judgements:
    """Verdicts by (run, record id); a file without runs is about the run ``""``.

    >>> Judgements().judges
    ()
    """

    of: Mapping[tuple[str, str], tuple[Judgement, ...]] = field(default_factory=lambda: MappingProxyType({}))
    source: str = "judgements"

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges, in the order of the files."""
        return tuple(dict.fromkeys(judgement.judge for given in self.of.values() for judgement in given))


def read_judgements(files: Mapping[str, Iterable[bytes]]) -> Judgements:
    """Read verdicts from the lines of one or more files (name -> lines). A reply without a verdict is kept as such: its answer stays unscored.

    ``grades`` holds objects with the number of a scoring point, a label and points (``criterion_number`` or ``index``, ``label`` or ``status``, ``points`` or
    ``score``, and ``allocated`` where the rubric states no points).
    Raises: JsonLineError naming file and line: a missing or ill-typed field, an unknown one, a judge who judges an answer twice.

    >>> lines = [b'{"id": "q1", "judge": "j1", "grades": [{"index": 1, "status": "correct"}]}']
    >>> read_judgements({"j.jsonl": lines}).of["", "q1"][0].grades[0].status
    'correct'
    """
    found: dict[tuple[str, str], list[Judgement]] = {}
    for source, lines in files.items():
        for number, row in read_json_lines(lines, source=source):
            key, judgement = _judgement(row, source, number)
            given = found.setdefault(key, [])
            if any(other.judge == judgement.judge for other in given):
                raise JsonLineError(source, number, f"judge {judgement.judge!r} judges the answer {key[1]!r} twice")
            given.append(judgement)
    return Judgements(
        MappingProxyType({key: tuple(given) for key, given in found.items()}), ", ".join(files) or "judgements"
    )


def check_judgements(judgements: Judgements, predictions: Predictions, ids: Iterable[str]) -> None:
    """Raises: JudgementsError listing verdicts about unknown records or runs, and those about another text than the answer at hand."""
    known = frozenset(ids)
    problems = []
    for (run, id), given in judgements.of.items():
        outputs = predictions.runs.get(run)
        if outputs is None or id not in known:
            what = f"id {id!r}" if outputs is not None else f"run {run!r} (id {id!r})"
            problems.append(f"{judgements.source}: unknown {what}")
            continue
        digest = hashlib.sha256(outputs.get(id, "").encode("utf-8", "surrogatepass")).hexdigest()
        problems += [
            f"{judgements.source}: the verdict of {judgement.judge!r} on {id!r} is about another text (its digest is not {digest[:16]}…)"
            for judgement in given
            if judgement.output_sha256 and judgement.output_sha256 != digest
        ]
    if problems:
        raise JudgementsError(problems)


def _judgement(row: Mapping[str, Any], source: str, number: int) -> tuple[tuple[str, str], Judgement]:
    def wrong(why: str) -> JsonLineError:
        return JsonLineError(source, number, why)

    if unknown := [key for key in row if key not in KEYS]:
        raise wrong(f"unknown field {unknown[0]!r}, allowed {', '.join(KEYS)}")
    for key in ("id", "judge"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise wrong(f"field {key!r}: found {kind_of(row.get(key))}, allowed a string with text")
    for key in ("run", "output_sha256"):
        if not isinstance(row.get(key, ""), str):
            raise wrong(f"field {key!r}: found {kind_of(row[key])}, allowed a string")
    if ("grades" in row) == ("output" in row):
        raise wrong("allowed exactly one of the fields 'grades' and 'output'")
    place = (row.get("run", ""), row["id"])
    digest = row.get("output_sha256", "")
    if "output" in row:
        if not isinstance(row["output"], str):
            raise wrong(f"field 'output': found {kind_of(row['output'])}, allowed a string")
        try:
            reply = parse_judge_reply(row["output"])
        except JudgeReplyError as error:
            return place, Judgement(row["judge"], problem=error.why, output_sha256=digest)
        return place, Judgement(row["judge"], reply.grades, "; ".join(reply.problems), digest)
    if not isinstance(row["grades"], list):
        raise wrong(f"field 'grades': found {kind_of(row['grades'])}, allowed a list")
    grades, problems = read_grades(row["grades"])
    if problems or not grades:
        raise wrong(f"field 'grades': {'; '.join(problems) or 'found none, allowed one or more'}")
    return place, Judgement(row["judge"], grades, output_sha256=digest)
