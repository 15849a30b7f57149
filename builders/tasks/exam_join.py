"""Question papers and their answer keys, put together: by the printed 代號 where the key has one, else by address, subject and unchanged letters.

A corrected key restates the whole key and stands above it, but from ROC year 103 on it prints no 代號. A key that could belong to several papers, keys
that disagree and counts that differ are named and lead to no pair: a wrong answer is worse than none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builders.parse.exam import AnswerKey, ExamPaper, ExamProblem
from builders.tasks.exam_kinds import exam_code

_MARK = "#"
_ENOUGH_LETTERS = 10  # so many unmarked letters that agree are no chance
_SAME_SUBJECT = _SAME_TITLE = 0.8  # share of the shorter text's pairs of characters that the other has too
_EXAM = re.compile(r"(?:^|[/_=])(?:\d{3})?(\d{6})(?=[_&.(\-])")
_NUMBER = re.compile(r"(?<!\d)\d{4,5}(?!\d)")


@dataclass(frozen=True, slots=True)
class PaperFile:
    """A parsed question paper and what is known of its file: official exam code and subject code of its address, "" where unknown."""

    file: str
    paper: ExamPaper
    exam: str = ""
    subject_code: str = ""


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A parsed key (one code of a booklet) and what is known of its file."""

    file: str
    key: AnswerKey
    exam: str = ""
    subject_code: str = ""


@dataclass(frozen=True, slots=True)
class JoinedPaper:
    """A paper with its key and the correction that stands above it (to ROC year 100 there is only the correction).

    ``by``: how the correction, or else the key, was found: code, address, subject, letters. ``problems``: questions whose answer is in doubt
    (``key q.17``); the other questions are not touched by them.
    """

    paper: PaperFile
    key: KeyFile | None
    correction: KeyFile | None
    by: str
    problems: tuple[ExamProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class Join:
    """All pairs, in the order of the papers, and why other papers and keys are in none (``where`` is the file)."""

    pairs: tuple[JoinedPaper, ...] = ()
    problems: tuple[ExamProblem, ...] = ()


def join_keys(papers: Sequence[PaperFile], keys: Sequence[KeyFile]) -> Join:
    """Put papers and keys together.

    Papers without multiple-choice questions need no key and are passed over. Problem codes of the result: ``paper_without_key``,
    ``key_without_paper``, ``key_ambiguous``, ``keys_disagree`` (two keys, or two corrections, with different answers: both are left out),
    ``count_differs`` (paper and key, or key and correction: no pair), and the first problem of what is no key. Problem codes of a pair:
    ``unmarked_change`` (key and correction differ in a question that is not marked #), ``answer_not_an_option``.

    >>> from builders.parse.exam import ExamHeader, Question
    >>> question = Question(1, "何者正確？", dict.fromkeys("ABCD", "甲"))
    >>> paper = ExamPaper(ExamHeader(114, "114年公務人員初等考試", codes=("3501",)), "mcq", (question,), mcq_codes=("3501",))
    >>> key = AnswerKey(("3501",), answers={1: "B"}, year_roc=114, title="114年公務人員初等考試")
    >>> join = join_keys([PaperFile("q.pdf", paper)], [KeyFile("a.pdf", key)])
    >>> [(pair.paper.file, pair.key.file, pair.correction, pair.by) for pair in join.pairs], join.problems
    ([('q.pdf', 'a.pdf', None, 'code')], ())
    """
    problems: list[ExamProblem] = []
    asking = [_Paper.of(paper) for paper in papers if paper.paper.questions]
    known: list[_Key] = []
    for file in keys:
        if file.key.kind == "key":
            known.append(_Key.of(file))
        else:
            first = file.key.problems[0] if file.key.problems else ExamProblem("", file.key.kind, "")
            problems.append(ExamProblem(file.file, first.code, first.what))
    used: set[int] = set()
    found = [_Found(paper) for paper in asking]
    for entry in found:
        for key in known:
            if key.codes & entry.paper.codes and _same_exam(entry.paper, key):
                if _other_subject(entry.paper, key):
                    entry.strangers.append(key)
                    continue
                entry.add(key, "code")
                used.add(id(key))
        entry.settle_originals(problems)
    for key in known:
        if not key.codes:
            places = _places(key, found)
            if len({place.paper.codes for place, _ in places}) > 1:
                used.add(id(key))
                what = "fits " + ", ".join(place.paper.file.file for place, _ in places)
                problems.append(ExamProblem(key.file.file, "key_ambiguous", what))
                continue
            for place, by in places:
                place.add(key, by)
                used.add(id(key))
    pairs = [pair for entry in found for pair in entry.pair(problems)]
    problems += [
        ExamProblem(key.file.file, "key_without_paper", f"code {'/'.join(key.file.key.codes) or 'not printed'}: {key.file.key.subject}")
        for key in known
        if id(key) not in used
    ]
    return Join(tuple(pairs), tuple(problems))


@dataclass(frozen=True, slots=True, eq=False)
class _Paper:
    """What a paper says about who it is."""

    file: PaperFile
    exam: str
    year: int | None
    title: str
    subject: str
    codes: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[int]

    @classmethod
    def of(cls, file: PaperFile) -> _Paper:
        header = file.paper.exam
        codes = frozenset(file.paper.mcq_codes or header.codes)
        numbers = frozenset(question.number for question in file.paper.questions)
        exam, names = _address(file.file, file.exam, file.subject_code, header.year_roc, header.title)
        return cls(file, exam, header.year_roc, _plain(header.title), _plain(header.subject), codes, names | codes, numbers)


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """What a key says about who it is."""

    file: KeyFile
    exam: str
    year: int | None
    title: str
    subject: str
    codes: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, file: KeyFile) -> _Key:
        key = file.key
        exam, names = _address(file.file, file.exam, file.subject_code, key.year_roc, key.title)
        return cls(file, exam, key.year_roc, _plain(key.title), _plain(key.subject), frozenset(key.codes), names)

    @property
    def answers(self) -> Mapping[int, str]:
        return self.file.key.answers


class _Found:
    """The keys and corrections found for one paper."""

    def __init__(self, paper: _Paper) -> None:
        self.paper = paper
        self.originals: list[tuple[_Key, str]] = []
        self.corrections: list[tuple[_Key, str]] = []
        self.strangers: list[_Key] = []  # of the same code and exam, but of another subject
        self.original: tuple[_Key, str] | None = None
        self.disagree = False

    def add(self, key: _Key, by: str) -> None:
        (self.corrections if key.file.key.corrected else self.originals).append((key, by))

    def settle_originals(self, problems: list[ExamProblem]) -> None:
        """Choose the key before corrections without 代號 are compared with it."""
        self.original = self._one(self.originals, problems)

    def pair(self, problems: list[ExamProblem]) -> Iterator[JoinedPaper]:
        """The joined paper, or the reason why there is none."""
        if self.original is None and self.originals and not self.disagree:
            self.settle_originals(problems)
        correction = self._one(self.corrections, problems)
        file = self.paper.file
        if self.disagree:
            return
        in_force = correction or self.original
        if in_force is None:
            strangers = "".join(f"; {key.file.file} has this code and another subject: {key.file.key.subject}" for key in self.strangers)
            problems.append(ExamProblem(file.file, "paper_without_key", f"code {'/'.join(sorted(self.paper.codes)) or 'not found'}{strangers}"))
            return
        differs = [f"{key.file.file}: {what}" for key, _ in filter(None, (self.original, correction)) if (what := _count_differs(self.paper, key))]
        if differs:
            problems.append(ExamProblem(file.file, "count_differs", "; ".join(differs)))
            return
        doubts = [*_unmarked_changes(self.original and self.original[0], correction and correction[0]), *_not_options(file.paper, in_force[0])]
        yield JoinedPaper(file, self.original and self.original[0].file, correction and correction[0].file, in_force[1], tuple(doubts))

    def _one(self, keys: Sequence[tuple[_Key, str]], problems: list[ExamProblem]) -> tuple[_Key, str] | None:
        """The only one, the first of several that say the same, or none where they disagree."""
        best = _nearest(self.paper, keys)
        said = {_said(key) for key, _ in best}
        if len(said) > 1:
            self.disagree = True
            what = " and ".join(dict.fromkeys(key.file.file for key, _ in best))
            problems.append(ExamProblem(self.paper.file.file, "keys_disagree", what))
            return None
        return best[0] if best else None


def _said(key: _Key) -> tuple[object, ...]:
    """What a key says, to be compared."""
    accepted = key.file.key.accepted
    return (tuple(sorted(key.answers.items())), tuple((number, accepted[number].rule, accepted[number].answers) for number in sorted(accepted)))


def _nearest(paper: _Paper, keys: Sequence[tuple[_Key, str]]) -> list[tuple[_Key, str]]:
    """Keys of the paper's own exam and subject, where some are; all of them where nothing tells them apart."""
    own = [pair for pair in keys if paper.exam and pair[0].exam == paper.exam] or keys
    return [pair for pair in own if pair[0].subject == paper.subject] or list(own)


def _places(key: _Key, found: Sequence[_Found]) -> list[tuple[_Found, str]]:
    """The papers that a key without 代號 fits best, and by what."""
    ranked: list[tuple[tuple[bool, ...], _Found, str]] = []
    for entry in found:
        paper = entry.paper
        if not _same_exam(paper, key):
            continue
        address = bool(key.names & paper.names)
        subject = bool(key.subject) and key.subject == paper.subject
        letters = _letters_agree(entry.original[0], key) if entry.original else None
        if not (address or subject or letters):
            continue
        by = "address" if address else "subject" if subject else "letters"
        same_categories = entry.original is not None and set(entry.original[0].file.key.categories) == set(key.file.key.categories)
        ranked.append(((address, letters is not False, subject, letters is True, same_categories), entry, by))
    best = max((rank for rank, _, _ in ranked), default=())
    return [(entry, by) for rank, entry, by in ranked if rank == best]


def _same_exam(paper: _Paper, key: _Key) -> bool:
    """Whether nothing says that they are of two exams, and something says that they are of one."""
    if paper.year is not None and key.year is not None and paper.year != key.year:
        return False
    if paper.exam and key.exam:
        return paper.exam == key.exam
    if paper.subject and paper.subject == key.subject:
        return True
    shorter, longer = sorted((_pairs(paper.title), _pairs(key.title)), key=len)
    return not shorter or len(shorter & longer) >= _SAME_TITLE * len(shorter)


def _other_subject(paper: _Paper, key: _Key) -> bool:
    """Whether both print a subject (科目) and the two are not one, as far as a name can be cut short or spelt otherwise."""
    shorter, longer = sorted((paper.subject, key.subject), key=len)
    if shorter in longer:
        return False
    parts = _pairs(shorter)
    return len(parts & _pairs(longer)) < _SAME_SUBJECT * len(parts)


def _letters_agree(original: _Key, correction: _Key) -> bool:
    """Whether a correction restates this key: the same questions, and the same letters but for those that it marks."""
    if original.answers.keys() != correction.answers.keys():
        return False
    unmarked = [number for number, letters in correction.answers.items() if letters != _MARK]
    return len(unmarked) >= _ENOUGH_LETTERS and all(original.answers[number] == correction.answers[number] for number in unmarked)


def _count_differs(paper: _Paper, key: _Key) -> str:
    """What is wrong with the numbers of a key; "" where they are the paper's, but for answers that the key itself names as unread."""
    named = {problem.where for problem in key.file.key.problems}
    lacking = sorted(number for number in paper.numbers - key.answers.keys() if f"key q.{number}" not in named)
    beyond = sorted(key.answers.keys() - paper.numbers)
    if not lacking and not beyond:
        return ""
    return f"paper {len(paper.numbers)}, key {len(key.answers)} (not in the key: {_some(lacking)}; not in the paper: {_some(beyond)})"


def _some(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:5]))
    return f"{shown} and {len(numbers) - 5} more" if len(numbers) > 5 else shown or "none"


def _unmarked_changes(original: _Key | None, correction: _Key | None) -> Iterator[ExamProblem]:
    if original is None or correction is None:
        return
    for number, letters in correction.answers.items():
        before = original.answers.get(number)
        if letters not in (_MARK, before) and before is not None:
            yield ExamProblem(f"key q.{number}", "unmarked_change", f"the key has {before}, the correction {letters} without a mark")


def _not_options(paper: ExamPaper, key: _Key) -> Iterator[ExamProblem]:
    for question in paper.questions:
        letters = key.answers.get(question.number, "")
        if letters != _MARK and not set(letters) <= question.options.keys():
            what = f"the key has {letters}, the paper {', '.join(question.options) or 'no options'}"
            yield ExamProblem(f"key q.{question.number}", "answer_not_an_option", what)


def _address(file: str, exam: str, subject: str, year: int | None, title: str) -> tuple[str, frozenset[str]]:
    """The exam's official code ("" where unknown) and the numbers that name the paper inside it: of its address, and in its file's name."""
    named = _EXAM.search(file)
    if not exam and year is not None:
        exam = exam_code(year, title, stage="first").code
    rest = file[file.rfind("/") + 1 :]
    if named:
        rest = rest.replace(named[1], "", 1)
        exam = exam or named[1]
    return exam, frozenset(_NUMBER.findall(rest)) | ({subject} if subject else frozenset())


def _plain(text: str) -> str:
    """Without white space; one form of brackets, digits and signs."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def _pairs(text: str) -> frozenset[str]:
    return frozenset(text[position : position + 2] for position in range(len(text) - 1))
