"""The files of an exam source, read once: question papers, answer keys and scoring rubrics, in shards that share a source among workers.

Questions stay on disk: a worker writes whole papers to its part file and sends back what joining needs. Keys are small and come back whole.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from builders.parse.answer_key import parse_keys
from builders.parse.exam import AnswerKey, ExamPaper
from builders.parse.exam_paper import parse_exam
from builders.parse.rubric import Rubric
from builders.parse.scoring_points import read_rubric
from builders.pipeline import Drop, Log, Step, flow, in_parts, run_shards
from builders.sources import SourceItem, open_part, source_parts

RUBRIC_SUFFIXES = ("", ".txt", ".jsonl")
"""Endings of files without a PDF's mark that may hold scoring points. A PDF is known by its mark, whatever its name."""
FILES_PER_SHARD = 8
PAPER_KINDS = ("mcq", "essay", "mixed")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file by name and digest."""

    file: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """A question paper that lies in a part file. ``paper`` is its outline: numbers and letters, no texts."""

    source: SourceFile
    paper: ExamPaper
    text_sha256: str
    part: Path
    start: int
    length: int

    def whole(self) -> ExamPaper:
        """The paper with its texts."""
        with self.part.open("rb") as part:
            part.seek(self.start)
            paper: ExamPaper = pickle.loads(part.read(self.length))
        return paper


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The keys of one file: one, or those of a booklet."""

    source: SourceFile
    keys: tuple[AnswerKey, ...]


@dataclass(frozen=True, slots=True)
class StoredRubric:
    """The scoring points of one paper. ``source`` is their file, which may hold those of several papers."""

    source: SourceFile
    rubric: Rubric


@dataclass(slots=True)
class ExamSource:
    """All that a source holds, in the order of its files."""

    log: Log = field(default_factory=Log)
    files: list[SourceFile] = field(default_factory=list)
    papers: list[StoredPaper] = field(default_factory=list)
    keys: list[KeyFile] = field(default_factory=list)
    rubrics: list[StoredRubric] = field(default_factory=list)

    def add(self, other: ExamSource) -> None:
        """Append the next shard."""
        self.log.add(other.log)
        self.files += other.files
        self.papers += other.papers
        self.keys += other.keys
        self.rubrics += other.rubrics


@dataclass(frozen=True, slots=True)
class Shard:
    """One worker's share."""

    source: Path
    parts: tuple[Path, ...]
    out: Path


def read_exam_source(source: Path, scratch: Path, *, jobs: int) -> ExamSource:
    """Read every file of ``source``; papers go to part files in ``scratch``.

    Raises: SourceError where the source cannot be read to its end; BuildError where workers keep dying.
    """
    shards = [
        Shard(source, tuple(parts), scratch / f"{number:06}.papers")
        for number, parts in enumerate(in_parts(source_parts(source), FILES_PER_SHARD))
    ]
    whole = ExamSource()
    for result in run_shards(read_shard, shards, jobs=jobs):
        whole.add(result)
    return whole


def read_shard(shard: Shard) -> ExamSource:
    """Read the files of one shard."""
    result = ExamSource()
    items = (item for part in shard.parts for item in open_part(part, shard.source, suffixes=()))
    with shard.out.open("wb") as out:
        for source, found in flow(items, [Step("read", read_file)], result.log):
            result.files.append(source)
            if isinstance(found, ExamPaper):
                written = pickle.dumps(found)
                result.papers.append(StoredPaper(source, outline(found), text_digest(found), shard.out, out.tell(), len(written)))
                out.write(written)
                continue
            keys = tuple(one for one in found if isinstance(one, AnswerKey))
            if keys:
                result.keys.append(KeyFile(source, keys))
            result.rubrics += [StoredRubric(source, one) for one in found if isinstance(one, Rubric)]
    return result


def read_file(item: SourceItem) -> tuple[SourceFile, ExamPaper | tuple[AnswerKey | Rubric, ...]] | Drop:
    """What a file is and holds, or why it is nothing of an exam."""
    if item.skipped is not None:
        return Drop("not_an_exam_file", item.name, detail=item.skipped)
    source = SourceFile(item.name, hashlib.sha256(item.data).hexdigest(), len(item.data))
    if b"%PDF" not in item.data[:1024]:
        if item.name.lower().endswith(".pdf"):
            return Drop("unreadable_pdf", item.name, detail="damaged: an empty file" if not item.data else "damaged: not a PDF")
        rubrics = _rubrics(item.data) if PurePosixPath(item.name).suffix.lower() in RUBRIC_SUFFIXES else ()
        return (source, rubrics) if rubrics else Drop("not_an_exam_file", item.name, detail="neither a PDF nor a text with scoring points")
    paper = parse_exam(item.data)
    if paper.kind in PAPER_KINDS:
        return source, paper
    found = tuple(key for key in parse_keys(item.data) if key.kind == "key") or (() if paper.kind == "unreadable" else _rubrics(item.data))
    if found:
        return source, found
    problem = paper.problems[0] if paper.problems else None
    reason = "unreadable_pdf" if paper.kind == "unreadable" else "not_an_exam"
    return Drop(reason, item.name, detail=f"{problem.code}: {problem.what}" if problem else paper.kind)


def _rubrics(data: bytes) -> tuple[Rubric, ...]:
    return tuple(rubric for rubric in read_rubric(data) if rubric.kind == "rubric")


def outline(paper: ExamPaper) -> ExamPaper:
    """The paper without its texts: what joining and selecting look at.

    >>> from builders.parse.exam import ExamHeader, Question
    >>> outline(ExamPaper(ExamHeader(), "mcq", (Question(1, "甲？", {"A": "乙"}),))).questions
    (Question(number=1, stem='', options={'A': ''}, group=None, multiple=False, page=1, box=None, figure=False),)
    """
    questions = (replace(q, stem="", options=dict.fromkeys(q.options, ""), group=None) for q in paper.questions)
    essays = (replace(e, text="", sub_questions=(), reference_laws=(), group=None) for e in paper.essays)
    return replace(paper, questions=tuple(questions), essays=tuple(essays))


def text_digest(paper: ExamPaper) -> str:
    """SHA-256 of all question texts without white space: equal for one paper that is published under several codes."""
    digest = hashlib.sha256()
    for text in _texts(paper):
        digest.update("".join(text.split()).encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()


def _texts(paper: ExamPaper) -> Iterator[str]:
    for question in paper.questions:
        yield from (str(question.number), question.stem, *question.options.values())
    for essay in paper.essays:
        yield from (str(essay.number), essay.text, *(part.text for part in essay.sub_questions))
