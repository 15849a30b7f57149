"""Parsed question papers and answer keys against the facts of a manifest (``MANIFEST.json``), field by field, and the checks that every paper must pass."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.accuracy.exam_checks import CHECKS, check_paper
from builders.accuracy.exam_differences import LIST, Difference, explained, unused
from builders.accuracy.tally import Tally
from builders.errors import BuildError
from builders.parse.answer_key import parse_keys
from builders.parse.exam import AnswerKey, Essay, ExamPaper, ExamProblem
from builders.parse.exam_paper import parse_exam
from builders.tasks.exam_join import Join, KeyFile, PaperFile, join_keys

NO_EXAM: tuple[str, ...] = ("unreadable", "not_an_exam")
_KEYS: tuple[str, ...] = ("answer", "corrected answer")
_MARK = re.compile(r"[（(](\d+)分[)）]")
_YEAR = re.compile(r"(\d{2,3})\D*\Z")


@dataclass(slots=True)
class ExamAccuracy:
    """A run over a manifest: the tally of its facts, the checks, the differences, the join of papers and keys, and the parsers' own problems."""

    tally: Tally = field(default_factory=Tally)
    files: int = 0
    absent: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CHECKS, 0))
    differences: list[Difference] = field(default_factory=list)
    explained: list[tuple[Difference, str]] = field(default_factory=list)
    stale: list[Difference] = field(default_factory=list)
    problems: dict[str, list[ExamProblem]] = field(default_factory=dict)
    join: Join = field(default_factory=Join)
    questions: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping."""
        return {
            "files": self.files,
            "absent": self.absent,
            "questions": self.questions,
            **self.tally.to_dict(),
            "checks": self.checked,
            "differences": [difference.to_dict() for difference in self.differences],
            "explained": [{**difference.to_dict(), "why": why} for difference, why in self.explained],
            "stale_explanations": [difference.to_dict() for difference in self.stale],
            "join": {"pairs": len(self.join.pairs), "problems": [problem.to_dict() for problem in self.join.problems]},
            "problems": {file: [problem.to_dict() for problem in problems] for file, problems in self.problems.items()},
        }

    def to_lines(self) -> list[str]:
        """For the terminal."""
        lines = [f"files: {self.files}; not in the source: {len(self.absent)}; questions: {self.questions}", *self.tally.to_lines()]
        lines.append("checks failed: " + ", ".join(f"{name} {n}" for name, n in self.checked.items()))
        lines += [f"{d.file}: {d.field} {d.where}: expected {d.expected}, found {d.found}" for d in self.differences]
        lines += [f"explained: {d.file}: {d.field} {d.where}: expected {d.expected}, found {d.found}: {why}" for d, why in self.explained]
        lines += [f"explains nothing any more: {d.file}: {d.field} {d.where}" for d in self.stale]
        lines.append(f"papers with their key: {len(self.join.pairs)}")
        lines += [f"  {problem.where}: {problem.code}: {problem.what}" for problem in self.join.problems]
        named = sum(len(problems) for problems in self.problems.values())
        lines.append(f"problems that the parsers name: {named} in {len(self.problems)} files")
        lines += [f"  {file}: {p.where}: {p.code}: {p.what}" for file, problems in self.problems.items() for p in problems]
        return [*lines, *(f"not in the source: {file}" for file in self.absent)]


def measure_exams(manifest: Path, source: Path, *, differences: Path = LIST) -> ExamAccuracy:
    """Parse every file that the manifest names (``file`` is relative to ``source``) and compare each fact that it states.

    Raises: BuildError for a manifest that cannot be read, and where none of its files is in the source.
    """
    entries = read_manifest(manifest)
    reader = _Comparison(ExamAccuracy(files=len(entries)), explained(differences))
    for entry in entries:
        try:
            data = (source / entry["file"]).read_bytes()
        except OSError:
            reader.result.absent.append(entry["file"])
            continue
        reader.compare(entry, data)
    if len(reader.result.absent) == len(entries):
        raise BuildError(f"{source}: none of the {len(entries)} files that {manifest} names")
    reader.result.join = join_keys(reader.papers, reader.keys)
    seen = [difference for difference, _ in reader.result.explained]
    fields = [*reader.result.tally.fields, *CHECKS]
    reader.result.stale = unused(differences, seen, fields, (entry["file"] for entry in entries))
    return reader.result


def read_manifest(path: Path) -> list[dict[str, Any]]:
    """The entries of a manifest, each a mapping with ``file`` and ``kind``.

    Raises: BuildError naming the entry.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: cannot be read as JSON in UTF-8: {error}") from error
    if not isinstance(entries, list):
        raise BuildError(f"{path}: found no list, allowed a list of files")
    for position, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("file"), str) or entry.get("kind") not in (*_KEYS, "question", "negative"):
            raise BuildError(f"{path}: entry {position}: found no file with a kind, allowed question, answer, corrected answer, negative")
    return entries


class _Comparison:
    """Collects the comparisons of one run."""

    def __init__(self, result: ExamAccuracy, reasons: Mapping[Difference, str]) -> None:
        self.result, self.reasons = result, reasons
        self.papers: list[PaperFile] = []
        self.keys: list[KeyFile] = []

    def compare(self, entry: Mapping[str, Any], data: bytes) -> None:
        """One file of the manifest."""
        file = entry["file"]
        if entry["kind"] in _KEYS:
            keys = parse_keys(data)
            self.keys += [KeyFile(file, key) for key in keys]
            self._facts(file, key_facts(entry, keys))
            problems = [problem for key in keys for problem in key.problems]
        else:
            paper = parse_exam(data)
            self.papers.append(PaperFile(file, paper))
            self.result.questions += len(paper.questions)
            self._facts(file, paper_facts(entry, paper))
            for check, where, what in check_paper(paper) if entry["kind"] == "question" else ():
                if not self._is_explained(Difference(file, check, where, "", what)):
                    self.result.checked[check] += 1
                    self.result.differences.append(Difference(file, check, where, "", what))
            problems = list(paper.problems)
        if problems:
            self.result.problems[file] = problems

    def _facts(self, file: str, facts: Iterator[tuple[str, Any, Any]]) -> None:
        for name, expected, found in facts:
            difference = Difference(file, name, "", _shown(expected), _shown(found))
            if expected != found and not self._is_explained(difference):
                self.result.differences.append(difference)
            elif expected != found:
                continue
            self.result.tally.compare(name, file, expected, found)

    def _is_explained(self, difference: Difference) -> bool:
        why = self.reasons.get(difference)
        if why is not None:
            self.result.explained.append((difference, why))
        return why is not None


def paper_facts(entry: Mapping[str, Any], paper: ExamPaper) -> Iterator[tuple[str, Any, Any]]:
    """(field, expected, found) for each fact that a manifest states about a question paper."""
    if entry["kind"] == "negative":
        yield "no exam", "no exam", "no exam" if paper.kind in NO_EXAM else paper.kind
        return
    expected = "mixed" if "mcq" in entry and "essay_questions" in entry else "mcq" if "mcq" in entry else "essay"
    if paper.kind == "mixed" and "sections" not in entry and "essay_questions" not in entry:
        expected = "mixed"  # some entries of mixed papers state nothing about the essays
    yield "kind", expected, paper.kind
    yield "pages", entry.get("pages"), paper.n_pages
    if "mcq" in entry:
        yield "mcq", entry["mcq"], len(paper.questions)
    if "essay_questions" in entry:
        yield "essay_questions", entry["essay_questions"], len(paper.essays)
    if "points" in entry:
        yield "points", list(entry["points"]), points_as_stated(entry["points"], paper.essays)
    if "sections" in entry:
        stated = {"甲": paper.stated.get("essay_points"), "乙": paper.stated.get("mcq_points")}
        yield "sections", dict(entry["sections"]), stated
    if "five_options" in entry:
        five = [question.number for question in paper.questions if len(question.options) == 5]
        yield "five_options", list(entry["five_options"]), [min(five), max(five)] if five else None
        several = [question.number for question in paper.questions if question.multiple]
        yield "multiple", list(entry["five_options"]), [min(several), max(several)] if several else None
    if "white_text" in entry:
        hidden = _without_blanks("".join(problem.what for problem in paper.problems if problem.code == "white_text"))
        yield "white_text", True, _without_blanks(entry["white_text"]) in hidden
    if "code" in entry:
        yield "code", sorted(entry["code"].split("|")), sorted(paper.exam.codes)
    if _YEAR.search(entry.get("family", "")):
        yield "year", _year(entry), paper.exam.year_roc
    if "subject" in entry:
        yield "subject", entry["subject"], _subject_like(entry["subject"], paper.exam.subject)


def key_facts(entry: Mapping[str, Any], keys: Sequence[AnswerKey]) -> Iterator[tuple[str, Any, Any]]:
    """(field, expected, found) for each fact that a manifest states about an answer key or a booklet."""
    yield "key kind", "key", keys[0].kind
    yield "corrected", entry["kind"] == "corrected answer" or None, any(key.corrected for key in keys) or None
    if "booklet" in entry:
        by_code = {code: key for key in keys for code in key.codes}
        yield "booklet", dict(entry["booklet"]), {code: "".join(key.answers.values()) for code, key in by_code.items()}
        notes = {code: {str(n): list(rule.answers) for n, rule in key.accepted.items()} for code, key in by_code.items() if key.accepted}
        yield "booklet_notes", dict(entry["booklet_notes"]), notes
        yield "booklet_categories", list(entry["booklet_categories"]), list(keys[0].categories)
        return
    key = keys[0]
    yield "answers", list(entry["answers"]), [key.answers.get(number, "") for number in range(1, max(key.answers, default=0) + 1)]
    if entry.get("note"):
        yield "note", entry["note"], key.note
        yield "note understood", True, all(key.answers.get(n) == "#" for n in key.accepted) and "#" not in _unruled(key)
    else:
        yield "no note", "", key.note
    yield "single", _first_number(entry.get("single")), key.n_single
    yield "multi", _first_number(entry.get("multi")), key.n_multiple
    if "code" in entry:
        yield "code", sorted(entry["code"].split("|")), sorted(key.codes)
    if _YEAR.search(entry.get("family", "")):
        yield "year", _year(entry), key.year_roc
    if "subject" in entry:
        yield "subject", entry["subject"], _subject_like(entry["subject"], key.subject)


def points_as_stated(stated: Sequence[float], essays: Sequence[Essay]) -> list[float | None]:
    """The points of the essays in the form in which ``stated`` gives them: each question as a whole, by its parts, or by the marks inside its text.

    >>> from builders.parse.exam import SubQuestion
    >>> essay = Essay(1, "甲", 30, (SubQuestion(1, "乙", 10), SubQuestion(2, "丙", 20)))
    >>> points_as_stated([10, 20], [essay]), points_as_stated([30], [essay]), points_as_stated([15], [essay])
    ([10, 20], [30], [30])
    >>> points_as_stated([5.0, 20.0], [Essay(1, "甲為何？（5 分）乙為何？（20分）", 25)])
    [5.0, 20.0]
    """
    points: list[float | None] = []
    for essay in essays:
        parts: list[float | None] = [mark for part in essay.sub_questions for mark in _marks(part.text, part.points)]
        inside: list[float | None] = [*_marks(essay.text, essay.points)]
        rest = list(stated[len(points) :])
        points += next((form for form in (parts, inside) if form and form == rest[: len(form)]), [essay.points])
    return points


def _marks(text: str, points: float | None) -> list[float | None]:
    """The points that a text prints, where they add up to its own; else its own."""
    marks = [float(mark) for mark in _MARK.findall(_without_blanks(text))]
    return [*marks] if len(marks) > 1 and sum(marks) == points else [points]


def _unruled(key: AnswerKey) -> list[str]:
    return [letters for number, letters in key.answers.items() if number not in key.accepted]


def _year(entry: Mapping[str, Any]) -> int | None:
    found = _YEAR.search(entry["family"])
    return int(found[1]) if found else None


def _subject_like(stated: str, found: str) -> str:
    """``stated`` where it is the found subject, with or without the brackets behind it; else the found one."""
    plain, short = _without_blanks(found), _without_blanks(re.split("[(（]", found, maxsplit=1)[0])
    return stated if _without_blanks(stated) in (plain, short, plain.translate(_BRACKETS)) else found


_BRACKETS = str.maketrans("（）", "()")


def _first_number(stated: str | None) -> int | None:
    found = re.match(r"\d+", stated or "")
    return int(found.group()) if found else None


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _shown(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
