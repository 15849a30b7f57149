"""Which papers of an exam source are taken: identity, year, subject and key, each paper once; the others by reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from builders.parse.exam import AnswerKey
from builders.pipeline import Drop, Log, Step, flow
from builders.profiles import ExamProfile
from builders.sources.moex import OfficialFile, moex_index
from builders.tasks.exam_facts import Identity, PaperFacts, family_of, identify, invented_exam, level_of, profession_of
from builders.tasks.exam_join import Join, JoinedPaper, KeyFile, PaperFile, join_keys
from builders.tasks.exam_source import ExamSource, SourceFile, StoredPaper
from builders.tasks.exam_subjects import COMBINED, OTHER, subject_kind

_NO_PAIR = {"paper_without_key": "no_key", "keys_disagree": "keys_disagree", "count_differs": "key_count_differs"}


@dataclass(frozen=True, slots=True)
class Origin:
    """What all records of a build share: id of the source, canary."""

    source: str
    canary: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper on its way through the selection."""

    stored: StoredPaper
    official: OfficialFile | None
    identity: Identity
    joined: JoinedPaper | None = None

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.stored.source.file


@dataclass(frozen=True, slots=True)
class JoinedSource:
    """An exam source with its papers and keys put together."""

    source: ExamSource
    candidates: tuple[Candidate, ...]
    join: Join
    log: Log


def join_source(source: ExamSource) -> JoinedSource:
    """Every file once, every paper with its identity and its keys. The log has the steps ``read``, ``files`` and ``keys``."""
    log = Log()
    log.add(source.log)
    files = {file.file for file in _unique(source.files, log)}
    candidates = [_candidate(paper) for paper in sorted(source.papers, key=lambda paper: paper.source.file) if paper.source.file in files]
    keys = [
        _key(file.source, key)
        for file in sorted(source.keys, key=lambda file: file.source.file)
        if file.source.file in files
        for key in file.keys
    ]
    asking = [PaperFile(one.file, one.stored.paper, one.identity.exam_code, _address(one.official)[1]) for one in candidates]
    join = join_keys(asking, keys)
    alone = {problem.where: problem for problem in join.problems if problem.code in ("key_without_paper", "key_ambiguous")}
    count = log.count("keys")
    count.read, count.kept = len(keys), len(keys)
    for problem in join.problems:
        if problem.where in alone and problem.code == alone[problem.where].code:
            log.drop("keys", Drop(problem.code, problem.where, detail=problem.what))
            count.kept -= 1
    pairs = {pair.paper.file: pair for pair in join.pairs}
    return JoinedSource(source, tuple(replace(one, joined=pairs.get(one.file)) for one in candidates), join, log)


def select_mcq_papers(joined: JoinedSource, profile: ExamProfile, log: Log) -> list[Candidate]:
    """The papers that give ``mcq`` records, in the order of their ids, and why others do not."""
    no_pair = {problem.where: problem for problem in joined.join.problems if problem.code in _NO_PAIR}

    def with_questions(paper: Candidate) -> Candidate | Drop:
        return paper if paper.stored.paper.questions else Drop("no_multiple_choice", paper.file)

    def counted(paper: Candidate) -> Candidate | Drop:
        stated, found = paper.stored.paper.stated.get("mcq"), len(paper.stored.paper.questions)
        return paper if stated in (None, found) else Drop("question_count_differs", paper.file, detail=f"stated {stated:g}, found {found}")

    def with_key(paper: Candidate) -> Candidate | Drop:
        if paper.joined is not None:
            return paper
        problem = no_pair.get(paper.file)
        return Drop(_NO_PAIR[problem.code], paper.file, detail=problem.what) if problem else Drop("no_key", paper.file)

    def on_law(paper: Candidate) -> Candidate | Drop:
        subject = paper.stored.paper.exam.subject
        kind = subject_kind(subject)
        if kind == OTHER and profile.drop_other_subjects:
            return Drop("other_subject", paper.file, detail=subject)
        return Drop("combined_paper", paper.file, detail=subject) if kind == COMBINED and profile.drop_combined else paper

    steps = [
        Step("papers", _all_of(with_questions, _in_years(profile), _identified, on_law, _whole, counted)),
        Step("join", with_key),
        Step("unique", _First(lambda paper: paper.identity.id)),
    ]
    return list(flow(sorted(joined.candidates, key=lambda paper: (paper.identity.id, paper.file)), steps, log))


def select_essay_papers(joined: JoinedSource, profile: ExamProfile, log: Log) -> list[Candidate]:
    """The papers that give ``oeq`` records, in the order of their files, and why others do not."""

    def with_essays(paper: Candidate) -> Candidate | Drop:
        return paper if paper.stored.paper.essays else Drop("no_essays", paper.file)

    steps = [Step("papers", _all_of(with_essays, _in_years(profile), _whole)), Step("unique", _First(lambda paper: paper.file))]
    return list(flow(joined.candidates, steps, log))


def _whole(paper: Candidate) -> Candidate | Drop:
    """Pages missing, repeated or out of order put texts of one question into another."""
    wrong = next((problem.what for problem in paper.stored.paper.problems if problem.code == "page_sequence"), None)
    return Drop("pages_out_of_order", paper.file, detail=wrong) if wrong else paper


def facts_of(paper: Candidate, joined: JoinedSource, origin: Origin) -> PaperFacts:
    """The facts that the records of a paper share. Its year is known: the selection has seen to it."""
    pair = paper.joined
    digests = {file.file: file for file in joined.source.files}
    key = digests.get(pair.key.file) if pair and pair.key else None
    correction = digests.get(pair.correction.file) if pair and pair.correction else None
    return PaperFacts(
        source=origin.source,
        file=paper.file,
        sha256=paper.stored.source.sha256,
        canary=origin.canary,
        year=paper.identity.year or 0,
        exam_code=paper.identity.exam_code,
        code=paper.identity.code,
        family=family_of(paper.stored.paper, paper.official),
        level=level_of(paper.stored.paper),
        profession=profession_of(paper.stored.paper),
        url=paper.official.url if paper.official else None,
        key_file=key.file if key else None,
        key_sha256=key.sha256 if key else None,
        key_url=_url(key),
        correction_file=correction.file if correction else None,
        correction_sha256=correction.sha256 if correction else None,
        origin=paper.identity.origin,
    )


class _First:
    """A step that keeps the first paper of each id and of each text."""

    def __init__(self, id_of: Callable[[Candidate], str]) -> None:
        self._id_of = id_of
        self._ids: dict[str, str] = {}
        self._texts: dict[str, str] = {}

    def __call__(self, paper: Candidate) -> Candidate | Drop:
        id, text = self._id_of(paper), paper.stored.text_sha256
        if text in self._texts:
            return Drop("duplicate_paper", paper.file, detail=f"the questions of {self._texts[text]}")
        if id in self._ids:
            return Drop("repeated_id", paper.file, id=id, detail=f"{self._ids[id]} has it already, with other questions")
        self._ids[id] = self._texts[text] = paper.file
        return paper


def _all_of(*checks: Callable[[Candidate], Candidate | Drop]) -> Callable[[Candidate], Candidate | Drop]:
    def check(paper: Candidate) -> Candidate | Drop:
        found: Candidate | Drop = paper
        for one in checks:
            if isinstance(found, Drop):
                return found
            found = one(found)
        return found

    return check


def _in_years(profile: ExamProfile) -> Callable[[Candidate], Candidate | Drop]:
    def check(paper: Candidate) -> Candidate | Drop:
        year = paper.identity.year
        if year is None:
            return Drop("no_year", paper.file, detail=paper.stored.paper.exam.title)
        return paper if profile.takes(year) else Drop("year_out_of_range", paper.file, detail=str(year))

    return check


def _identified(paper: Candidate) -> Candidate | Drop:
    if not paper.identity.code:
        return Drop("no_code", paper.file, detail=paper.stored.paper.exam.title)
    if not family_of(paper.stored.paper, paper.official):
        return Drop("unknown_exam", paper.file, detail=f"found {paper.stored.paper.exam.title!r}")
    if not paper.stored.paper.exam.subject:
        return Drop("no_subject", paper.file, detail=paper.stored.paper.exam.title)
    return paper


def _candidate(stored: StoredPaper) -> Candidate:
    official = moex_index().find(stored.source.sha256)
    return Candidate(stored, official, identify(stored.paper, stored.source.file, official))


def _key(source: SourceFile, key: AnswerKey) -> KeyFile:
    exam, subject = _address(moex_index().find(source.sha256))
    return KeyFile(source.file, key, exam or invented_exam(key.title, source.file), subject)


def _address(official: OfficialFile | None) -> tuple[str, str]:
    return (official.exam, official.subject) if official else ("", "")


def _url(file: SourceFile | None) -> str | None:
    official = moex_index().find(file.sha256) if file else None
    return official.url if official else None


def _unique(files: Sequence[SourceFile], log: Log) -> Iterable[SourceFile]:
    kept: dict[str, str] = {}

    def first(file: SourceFile) -> SourceFile | Drop:
        if file.sha256 in kept:
            return Drop("duplicate_file", file.file, detail=f"the same bytes as {kept[file.sha256]}")
        kept[file.sha256] = file.file
        return file

    return flow(sorted(files, key=lambda file: file.file), [Step("files", first)], log)
