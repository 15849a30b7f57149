"""Files of judges' verdicts: JSON lines ``{"id": "<record id>", "judge": "<judge>", "grades": […]}``; for a raw reply ``"output": "<judge text>"``; for a
reply without a verdict ``"problem": "<why>"``. What else a line may hold says where the verdict comes from (``Origin``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import is_whole
from legal_metrics.errors import JudgeReplyError, LegalMetricsError, shown
from legal_metrics.extract.judge_replies import parse_judge_reply, read_grades
from legal_metrics.grading import Grade
from legal_metrics.json_lines import JsonLineError, kind_of, read_json_lines
from legal_metrics.predictions import Predictions

_VERDICT = ("grades", "output", "problem")
_TEXTS = (
    "run",
    "output_sha256",
    "model",
    "prompt",
    "template_sha256",
    "prompt_sha256",
    "rubric_sha256",
    "reply_sha256",
)
_LISTS = ("problems", "repairs")
_OBJECTS = ("flags", "cut")
# Problems of a grade as such; what needs the rubric (a range, a label against points) is for those who score it.
_BROKEN = frozenset({"bad_points", "boolean_points", "non_finite_points", "bad_field", "conflicting_fields"})
KEYS: tuple[str, ...] = ("id", "judge", *_VERDICT, *_TEXTS, "items", *_LISTS, *_OBJECTS)


class JudgementsError(LegalMetricsError):
    """Verdicts do not fit the answers that they are about: unknown ids, or answers or rubrics that have changed since.

    >>> str(JudgementsError(["judges.jsonl: unknown id 'q9'"]))
    "judges.jsonl: unknown id 'q9'"
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems[:50]))


@dataclass(frozen=True, slots=True)
class Origin:
    """One request and its reply. ``items``: numbers of the items asked for, none: all. ``prompt``: id of the prompt; the digests are of its template, the
    messages, the rubric and the raw reply. ``problems``, ``repairs``: of the reading; ``flags``: what was found in the answer, by kind; ``cut``: what
    of the answer the judge was not shown (``characters`` between ``head`` and ``tail``); ``problem``: why the reply holds no verdict. ``reply``: the raw reply, where
    the file gives it: only with the rubric can one tell a grade from the rubric said back (``judging.raw_replies``).

    >>> Origin(cut={"policy": "head_tail", "head": 9, "characters": 3, "tail": 9}).cut_characters
    3
    """

    items: tuple[int, ...] = ()
    model: str = ""
    prompt: str = ""
    template_sha256: str = ""
    prompt_sha256: str = ""
    rubric_sha256: str = ""
    reply_sha256: str = ""
    problem: str = ""
    problems: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    flags: Mapping[str, int] = field(default_factory=dict)
    cut: Mapping[str, Any] | None = None
    reply: str = ""

    @property
    def cut_characters(self) -> int:
        """Characters of the answer that the judge was not shown."""
        return 0 if self.cut is None else int(self.cut["characters"])


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one judge said of one answer; ``problem`` says why there is no verdict. ``output_sha256``: digest of the answer that was judged; ``origins``: the
    requests and replies that it comes from, several where items were asked for one by one."""

    judge: str
    grades: tuple[Grade, ...] = ()
    problem: str = ""
    output_sha256: str = ""
    origins: tuple[Origin, ...] = ()

    def origin(self, item: int) -> Origin:
        """Where the grade of an item comes from; an empty one where that is not known.

        >>> Judgement("j", origins=(Origin((1,), "m-1"), Origin((2,), "m-2"))).origin(2).model
        'm-2'
        """
        return next((origin for origin in self.origins if not origin.items or item in origin.items), Origin())


@dataclass(frozen=True, slots=True)
class Verdict:
    """One judge's grade of one item of one answer, on its own: what stands in a table of verdicts.

    >>> Verdict("", "q1", "judge-1", 2, "partial", 1.5, "", "", "").item
    2
    """

    run: str
    id: str
    judge: str
    item: int
    label: str
    points: float | None
    reason: str
    prompt_sha256: str
    reply_sha256: str


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

    def verdicts(self) -> Iterator[Verdict]:
        """Every grade on its own, in the order of the files.

        >>> lines = [b'{"id": "q1", "judge": "j1", "grades": [{"index": 1, "label": "correct"}]}']
        >>> [(verdict.item, verdict.label) for verdict in read_judgements({"j.jsonl": lines}).verdicts()]
        [(1, 'correct')]
        """
        for (run, id), given in self.of.items():
            for judgement in given:
                for grade in judgement.grades:
                    origin = judgement.origin(grade.index)
                    label, points, why = grade.status, grade.score, grade.reason
                    digests = (origin.prompt_sha256, origin.reply_sha256)
                    yield Verdict(run, id, judgement.judge, grade.index, label, points, why, *digests)


def read_judgements(files: Mapping[str, Iterable[bytes]]) -> Judgements:
    """Read verdicts from the lines of one or more files (name -> lines). A reply without a verdict is kept as such: its answer stays unscored.

    ``grades`` holds objects with the number of a scoring point, a label and points (``criterion_number`` or ``index``, ``label`` or ``status``, ``points`` or
    ``score``, and ``allocated`` where the rubric states no points). Lines with ``items`` are about these items alone; those of one judge about one answer
    are put together, and where only some of them hold a verdict the other items have no grade.
    Raises: JsonLineError naming file and line: a missing or ill-typed field, an unknown one, a judge who judges an answer, or an item of it, twice.

    >>> lines = [b'{"id": "q1", "judge": "j1", "grades": [{"index": 1, "status": "correct"}]}']
    >>> read_judgements({"j.jsonl": lines}).of["", "q1"][0].grades[0].status
    'correct'
    """
    found: dict[tuple[str, str], dict[str, Judgement]] = {}
    for source, lines in files.items():
        for number, row in read_json_lines(lines, source=source):
            try:
                key, judgement = _judgement(row)
                given = found.setdefault(key, {})
                earlier = given.get(judgement.judge)
                given[judgement.judge] = judgement if earlier is None else _joined(earlier, judgement, key[1])
            except LegalMetricsError as error:
                raise JsonLineError(source, number, str(error)) from error
    return Judgements(
        MappingProxyType({key: tuple(given.values()) for key, given in found.items()}), ", ".join(files) or "judgements"
    )


def to_judgement_line(id: str, judgement: Judgement, *, run: str = "") -> str:
    """A verdict that comes from one request as a JSON line, without a line end; ``read_judgements`` reads it. Raises: LegalMetricsError for several origins.

    >>> to_judgement_line("q1", Judgement("j1", (Grade(1, "correct", 5.0, reason="写明时效"),)))
    '{"id": "q1", "judge": "j1", "grades": [{"index": 1, "label": "correct", "points": 5.0, "reason": "写明时效"}]}'
    """
    if len(judgement.origins) > 1:
        raise LegalMetricsError(f"judgement: found {len(judgement.origins)} origins, allowed one a line")
    origin = judgement.origins[0] if judgement.origins else Origin()
    row: dict[str, Any] = {"id": id, **({"run": run} if run else {}), "judge": judgement.judge}
    if judgement.problem:
        row["problem"] = judgement.problem
    else:
        row["grades"] = [_grade_row(grade) for grade in judgement.grades]
    told = {"output_sha256": judgement.output_sha256, **{name: getattr(origin, name) for name in _TEXTS[2:]}}
    told |= {name: list(getattr(origin, name)) for name in ("items", *_LISTS)}
    told |= {"flags": dict(origin.flags), "cut": None if origin.cut is None else dict(origin.cut)}
    return json.dumps(row | {name: value for name, value in told.items() if value}, ensure_ascii=False)


def check_judgements(
    judgements: Judgements,
    predictions: Predictions,
    ids: Iterable[str],
    *,
    rubrics: Mapping[str, str] | None = None,
) -> None:
    """Raises: JudgementsError listing verdicts about unknown records or runs, and those about another text than the answer, or by another rubric than the
    one, at hand. ``rubrics``: record id -> digest of its rubric.
    """
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
        rubric = (rubrics or {}).get(id, "")
        problems += [
            f"{judgements.source}: the verdict of {judgement.judge!r} on {id!r} was given by another rubric (its digest is not {rubric[:16]}…)"
            for judgement in given
            if rubric and any(origin.rubric_sha256 not in ("", rubric) for origin in judgement.origins)
        ]
    if problems:
        raise JudgementsError(problems)


def _judgement(row: Mapping[str, Any]) -> tuple[tuple[str, str], Judgement]:
    _check_row(row)
    grades, problem, origin = _content(row)
    judgement = Judgement(
        row["judge"], grades, problem, row.get("output_sha256", ""), () if origin is None else (origin,)
    )
    return (row.get("run", ""), row["id"]), judgement


def _check_row(row: Mapping[str, Any]) -> None:
    if unknown := [key for key in row if key not in KEYS]:
        raise LegalMetricsError(f"unknown field {unknown[0]!r}, allowed {', '.join(KEYS)}")
    for key in ("id", "judge"):
        if not isinstance(row.get(key), str) or not row[key]:
            raise _wrong(key, row.get(key), "a string with text")
    for key in _TEXTS:
        if not isinstance(row.get(key, ""), str):
            raise _wrong(key, row[key], "a string")
    if sum(key in row for key in _VERDICT) != 1:
        raise LegalMetricsError("allowed exactly one of the fields 'grades', 'output' and 'problem'")
    for key in _LISTS:
        if not isinstance(row.get(key, []), list) or not all(isinstance(text, str) for text in row.get(key, [])):
            raise _wrong(key, row[key], "a list of strings")
    items = row.get("items", [])
    if not isinstance(items, list) or not all(is_whole(item, 0) for item in items):
        raise _wrong("items", items, "a list of numbers of items")
    flags, cut = row.get("flags", {}), row.get("cut")
    if not isinstance(flags, dict) or not all(is_whole(count, 0) for count in flags.values()):
        raise _wrong("flags", flags, "an object of counts")
    if cut is not None and not (isinstance(cut, dict) and is_whole(cut.get("characters"), 1)):
        raise _wrong("cut", cut, "an object with the number of characters")


def _content(row: Mapping[str, Any]) -> tuple[tuple[Grade, ...], str, Origin | None]:
    """Grades, why there are none, and where they come from; None where the line does not say."""
    problems, repairs = list(row.get("problems", ())), list(row.get("repairs", ()))
    problem = ""
    grades: tuple[Grade, ...] = ()
    if "output" in row:
        if not isinstance(row["output"], str):
            raise _wrong("output", row["output"], "a string")
        try:
            reply = parse_judge_reply(row["output"])
        except JudgeReplyError as error:
            problem = error.why
        else:
            grades = reply.grades
            problems += [problem.told for problem in reply.problems]
    elif "problem" in row:
        problem = row["problem"]
        if not isinstance(problem, str) or not problem.strip():
            raise _wrong("problem", problem, "a string with text")
    else:
        grades = _grades(row["grades"])
    told = {name: row[name] for name in _TEXTS[2:] if name in row}
    told |= {name: row[name] for name in _OBJECTS if name in row}
    items = tuple(row.get("items", ()))
    if items and (strange := [grade.index for grade in grades if grade.index not in items]):
        raise LegalMetricsError(f"field 'grades': found item {strange[0]}, allowed those of the field 'items'")
    raw = row.get("output", "")
    if not (told or problems or repairs or items or raw):
        return grades, problem, None
    origin = Origin(items=items, problem=problem, problems=tuple(problems), repairs=tuple(repairs), reply=raw, **told)
    return grades, problem, origin


def _grades(rows: object) -> tuple[Grade, ...]:
    if not isinstance(rows, list):
        raise _wrong("grades", rows, "a list")
    grades, problems = read_grades(rows)
    broken = [problem for problem in problems if problem.code in _BROKEN]
    if broken or len(grades) < len(rows) or not grades:
        told = "; ".join(map(str, broken or problems))
        raise LegalMetricsError(f"field 'grades': {told or 'found none, allowed one or more'}")
    return grades


def _joined(earlier: Judgement, later: Judgement, id: str) -> Judgement:
    """Two parts of one judge's verdict on an answer: about different items of the same answer, by the same rubric."""
    items = [item for part in (earlier, later) for origin in part.origins for item in origin.items]
    alone = any(not part.origins or not all(origin.items for origin in part.origins) for part in (earlier, later))
    if alone or len(set(items)) < len(items):
        twice = "" if alone else f" (item {next(item for item in items if items.count(item) > 1)})"
        raise LegalMetricsError(f"judge {later.judge!r} judges the answer {id!r} twice{twice}")
    for name, values in (
        ("output_sha256", {earlier.output_sha256, later.output_sha256}),
        ("rubric_sha256", {origin.rubric_sha256 for part in (earlier, later) for origin in part.origins}),
    ):
        if len(values) > 1:
            raise LegalMetricsError(
                f"field {name!r}: the parts of the verdict of {later.judge!r} on {id!r} differ in it"
            )
    problem = "; ".join(dict.fromkeys((earlier.problem, later.problem))) if earlier.problem and later.problem else ""
    grades = tuple(sorted((*earlier.grades, *later.grades), key=lambda grade: grade.index))
    return Judgement(later.judge, grades, problem, later.output_sha256, (*earlier.origins, *later.origins))


def _grade_row(grade: Grade) -> dict[str, Any]:
    row: dict[str, Any] = {
        "index": grade.index,
        "label": grade.status or None,
        "points": grade.score,
        "allocated": grade.allocated,
        "position": grade.position,
        "times": grade.times,
        "veto": grade.veto,
        "parts": [
            {"name": part.name, "points": part.score, **({"label": part.status} if part.status else {})}
            for part in grade.parts
        ]
        or None,
        "reason": grade.reason or None,
    }
    return {name: value for name, value in row.items() if value is not None}


def _wrong(key: str, found: object, allowed: str) -> LegalMetricsError:
    said = kind_of(found) if not isinstance(found, (list, dict)) or key == "grades" else shown(found)
    return LegalMetricsError(f"field {key!r}: found {said}, allowed {allowed}")
