"""What a reply says about the options, statement by statement, and what follows from it: the last answer that was not taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from legal_metrics.extract import choice_denials as denials
from legal_metrics.extract import choice_words as words
from legal_metrics.extract.choice_bare import (
    HEAD_END,
    LINE,
    NOTHING_FOUND,
    Finding,
    bare_marks,
    decided,
    quoted_at,
    quoted_option,
)
from legal_metrics.extract.choice_marks import Alphabet, Group, Mark
from legal_metrics.text.normalise import bare_text


@dataclass(frozen=True, slots=True)
class _Statement:
    """``kind``: ``choice``, ``maybe`` (a choice, if there is none before), ``doubt`` (of what was said), ``also`` (another one would do too), ``preferred`` (to what was chosen),
    ``none`` (there is no answer), ``back`` (taken back: ``letters``, or whatever was said), ``right``, ``spared`` (right, and so not the answer), ``wrong``, ``faulty`` (named as the
    wrong one: 錯誤的是B) or ``exempt`` (the others are right)."""

    at: int
    kind: str
    letters: frozenset[str] = frozenset()
    open: bool = False  # between several
    firm: bool = False  # said as a conclusion, or of no other option


class Reply:
    """A folded reply, read for the options of one question.

    ``texts``: the options' own texts by mark, or nothing.
    """

    def __init__(self, text: str, alphabet: Alphabet, texts: Mapping[str, str], *, multiple: bool) -> None:
        self.text = _LABEL.sub("answer:", text)
        self.text = _COMPACT_VERDICTS.sub(lambda found: _COMPACT_VERDICT.sub(r"\1;", found.group()), self.text)
        if not any(mark.isdigit() for mark in alphabet.names):
            self.text = _NUMBERED.sub(r"\1", self.text)
        self.alphabet = alphabet
        self.multiple = multiple
        bare = {option: bare_text(own) for option, own in texts.items()}
        self.texts = {option: own for option, own in bare.items() if own}

    def finding(self) -> Finding:
        """The strongest of what the reply says: a stated answer, then judgements of the options, then bare marks, then an option's own text.

        A model that runs on writes further questions and answers them: what stands before them is the reply, if it has an answer.
        """
        more = words.NEXT_QUESTION.search(self.text)
        if more is not None and more.start():
            first = self._before(more.start()).finding()
            if first.letters is not None or first.several:
                return first
        stated = self._stated()
        if stated.letters is not None or stated.by:
            return stated
        bare = bare_marks(self.text, self.alphabet, multiple=self.multiple)
        return (
            bare
            if bare.letters is not None or bare.several
            else quoted_option(self.text, self.texts, multiple=self.multiple)
        )

    def statement(self) -> Finding:
        """Only what is stated as the answer."""
        finding = self._stated()
        return finding if finding.by == "statement" else NOTHING_FOUND

    def _before(self, end: int) -> Reply:
        shorter = Reply("", self.alphabet, {}, multiple=self.multiple)
        shorter.text, shorter.texts = self.text[:end], self.texts
        return shorter

    # --- statements ------------------------------------------------------------------------------------------------

    def _stated(self) -> Finding:
        said = sorted([*self._choices(), *self._judgements()], key=lambda statement: statement.at)
        last: _Statement | None = None
        taken_back, doubted, narrowed = -1, False, frozenset[str]()
        for statement in said:
            if statement.kind in ("choice", "none"):
                last, doubted = statement, False
            elif statement.kind == "doubt":
                doubted = True
            elif last is None:
                last = statement if statement.kind == "maybe" else None
            elif statement.kind == "preferred" or (doubted and statement.kind == "right"):
                last = statement  # "Answer: A. Let me reconsider. … So B."
            elif statement.kind in ("also", "maybe") and last.letters != statement.letters:
                last = replace(last, open=True)
            elif statement.kind == "wrong" and statement.letters < last.letters:
                narrowed = last.letters - statement.letters
            elif statement.kind == "right" and statement.letters == narrowed:
                last = statement  # "A and B; but B … So A."
            elif statement.kind == "back" and (not statement.letters or statement.letters & last.letters):
                last, taken_back = None, statement.at
        if last is not None:
            return decided(last.letters, "statement", multiple=self.multiple, is_open=last.open)
        judged = self._judged([statement for statement in said if statement.at > taken_back])
        return Finding(None, "statement") if judged.letters is None and taken_back >= 0 else judged

    def _judged(self, said: Sequence[_Statement]) -> Finding:
        verdicts: dict[str, _Statement] = {}
        for statement in said:
            verdicts |= dict.fromkeys(statement.letters, statement) if statement.kind in _VERDICTS else {}
        right, wrong, faulty, spared, exempt = (
            frozenset(letter for letter, verdict in verdicts.items() if verdict.kind == kind) for kind in _VERDICTS
        )
        if exempt and self.multiple:
            right, wrong = frozenset(self.alphabet.names) - exempt - wrong - faulty, wrong | exempt
        else:
            faulty |= exempt
        asks_for_wrong = bool(spared)
        if wrong or faulty:
            asks_for_wrong |= words.ASKS_FOR_THE_WRONG_ONE.search(self.text) is not None
        if not (asks_for_wrong or self.multiple) and len(faulty) == 1 and verdicts[min(faulty)].firm:
            if len(right) == 1:  # named both: 所以錯誤的是C，正確的是D
                return Finding(None, "judgement")
            asks_for_wrong = True
        chosen = faulty or wrong if asks_for_wrong else right or faulty
        if spared and not chosen:
            return Finding(None, "judgement")
        return decided(chosen, "judgement", multiple=self.multiple) if chosen else NOTHING_FOUND

    def _choices(self) -> Iterator[_Statement]:
        """Statements behind a word that chooses."""
        position = 0
        while start := words.CUE_START.search(self.text, position):
            position = start.end()
            cue = words.CUE.match(self.text, start.start())
            if cue is None:
                continue
            position = cue.end()
            kind = cue.lastgroup or ""
            if kind in words.CLAUSE_CUES and not self._begins_clause(cue.start()):
                continue
            if kind in _DENIABLE and denials.is_denied(self.text, cue.start()):
                continue
            gap = words.GAP_AFTER.match(self.text, cue.end())
            behind = gap.end() if gap else cue.end()
            statement = self._behind(cue, kind, behind)
            if statement is not None:
                yield statement
            elif self.alphabet.group(self.text, behind) is None:
                position = max(position, behind - 4)  # a cue inside the gap would look at the same place

    def _begins_clause(self, at: int) -> bool:
        for before in reversed(self.text[max(at - 3, 0) : at]):
            if before in words.CLAUSE_STARTS:
                return True
            if before not in " \t":
                return False
        return at < 3

    def _behind(self, cue: re.Match[str], kind: str, behind: int) -> _Statement | None:
        gap = self.text[cue.end() : behind]
        group = self.alphabet.group(self.text, behind) or self._behind_pause(cue, kind, behind)
        if group is None:
            return self._without_marks(cue, kind, behind)
        if kind == "except":
            rest = words.ALL_ELSE.match(self.text, group.end)
            kinds = (rest.lastgroup or "").removesuffix("_en") if rest else ""
            kinds = "exempt" if kinds == "faulty" else kinds
            return _Statement(cue.start(), kinds, self.alphabet.letters_of(group.marks)) if kinds else None
        if words.IN_DOUBT.match(self.text, group.end):
            return None
        linked = bool(gap.strip(" \t\n\"'(")) or kind in ("correct", "verb")
        wrong = words.IS_WRONG.match(self.text, group.end)
        if wrong and (kind in ("doubt", "correct", "verb") or not linked) and len(group.clauses()) == 1:
            letters = self.alphabet.letters_of(group.marks)
            return _Statement(cue.start(), "back" if kind == "doubt" else "wrong", letters)
        marks = self._meant(group, listed=kind == "answer")
        if kind in ("correct", "verb", "doubt", "therefore", "named") and not self._ends_well(marks[-1].end, kind):
            return None
        if "\n" in gap and not self._stands_alone(group, marks):
            return None
        if denials.is_hypothetical(self.text, cue.start(), group.start, marks[-1].end):
            return None
        letters = self.alphabet.letters_of(marks)
        if self.multiple and kind in ("answer", "choose") and len(marks) == 1:
            letters |= self._further(marks[-1].end, list_of_lines="\n" in gap)
        is_open = any(mark.link == "or" for mark in marks) or self._leaves_open(marks[-1].end)
        is_open = is_open or self._names_persons(marks[-1].end)
        if kind in ("named", "therefore"):
            is_wrong = kind == "named" and _WRONG.search(cue.group())
            firm = _before(words.CONCLUDES, self.text, cue.start(), 20)
            return None if is_open else _Statement(cue.start(), "faulty" if is_wrong else "right", letters, firm=firm)
        if kind == "answer" and words.WRONG_BEFORE.search(self.text, max(cue.start() - 12, 0), cue.start()):
            return _Statement(cue.start(), "wrong", letters)
        also = words.ALSO_GOOD.match(self.text, marks[-1].end)
        chosen = "maybe" if kind == "answer" and _MODAL.search(gap) else "choice"
        return _Statement(cue.start(), "also" if also else chosen, letters, is_open)

    def _behind_pause(self, cue: re.Match[str], kind: str, behind: int) -> Group | None:
        """One option that stands alone behind a word that takes back and a full stop: 說錯了。B。"""
        if kind != "doubt" or not _TAKES_BACK.search(cue.group()):
            return None
        pause = _PAUSE.match(self.text, behind)
        group = self.alphabet.group(self.text, pause.end()) if pause else None
        alone = group and len(self.alphabet.letters_of(group.marks)) == 1
        return group if group and alone and words.CLEAN_END.match(self.text, group.end) else None

    def _names_persons(self, end: int) -> bool:
        """Whether the marks are persons of the case who do something to each other: ``A應賠償B``."""
        acts = words.PERSON_ACTS.match(self.text, end)
        at = self.alphabet.find(self.text, acts.start()) if acts else None
        return acts is not None and at is not None and at < acts.end()

    def _without_marks(self, cue: re.Match[str], kind: str, behind: int) -> _Statement | None:
        """An answer in words: an option's own text, none of them, all of them, or which one it is not; or a doubt that takes the answer back."""
        at = cue.start()
        if kind == "doubt" and _TAKES_BACK.search(cue.group()) and words.CLEAN_END.match(self.text, cue.end()):
            return _Statement(at, "back")
        if kind == "doubt":
            return _Statement(at, "doubt")
        if kind not in ("answer", "choose"):
            return None
        quoted = quoted_at(self.text, behind, self.texts)
        if quoted:
            return _Statement(at, "choice", quoted)
        if refused := words.NOT_IT.match(self.text, behind):
            group = self.alphabet.group(self.text, refused.end())
            return _Statement(at, "back", self.alphabet.letters_of(group.marks)) if group else None
        if words.ALL_OF_THEM.match(self.text, behind):
            return _Statement(at, "choice", frozenset(self.alphabet.names))
        # The gap may have taken the first word of "there is none" (有, 的); only what stands behind a colon or a verb counts.
        if kind == "answer" and words.NOTHING.match(self.text, behind) and behind > cue.end():
            return _Statement(at, "none")
        return None

    def _meant(self, group: Group, *, listed: bool) -> Sequence[Mark]:
        """The marks of a group that belong to the choice; a comma may begin a clause about other options (``B, A is wrong``)."""
        clauses = group.clauses()
        if len(clauses) == 1:
            return group.marks
        if words.IS_WRONG.match(self.text, group.end):
            return clauses[0]
        ends = (
            words.CLEAN_END.match(self.text, group.end)
            or words.LIST_END.match(self.text, group.end)
            or words.IS_RIGHT.match(self.text, group.end)
        )
        kept = clauses if ends or (self.multiple and listed) else clauses[:-1]
        return [mark for clause in kept for mark in clause]

    def _ends_well(self, end: int, kind: str) -> bool:
        """Whether what stands behind a mark leaves it a mark: nothing, or that it is right. (``故A應負責``: a person or a thing.)"""
        behind = (
            words.CLEAN_END,
            words.IS_RIGHT,
            words.IS_THE_ANSWER,
            *((words.REMAINS,) if kind == "therefore" else ()),
        )
        return any(pattern.match(self.text, end) for pattern in behind)

    def _stands_alone(self, group: Group, marks: Sequence[Mark]) -> bool:
        """Whether a group on a line of its own is the answer, and not the head of a list of all options."""
        if self.multiple:
            return True
        following = _NEXT_LINE.match(self.text, marks[-1].end)
        other = self.alphabet.group(self.text, following.end()) if following else None
        return (
            other is None
            or self.alphabet.letters_of(other.marks) == self.alphabet.letters_of(marks)
            or not HEAD_END.match(self.text, other.end)
        )

    def _further(self, end: int, *, list_of_lines: bool) -> frozenset[str]:
        """Further marks of a list whose entries quote their options: ``(A)要約、(C)承諾``, or one line for each."""
        letters: frozenset[str] = frozenset()
        between = _ENTRY_LINES if list_of_lines else _ENTRY
        for _ in self.alphabet.names:
            entry = between.match(self.text, end)
            group = self.alphabet.group(self.text, entry.end()) if entry else None
            if group is None or not (
                group.marks[0].bracketed
                or HEAD_END.match(self.text, group.end)
                or words.CLEAN_END.match(self.text, group.end)
            ):
                break
            if words.IS_WRONG.match(self.text, group.end):
                break
            letters |= self.alphabet.letters_of(group.marks)
            end = group.end
        return letters

    def _leaves_open(self, end: int) -> bool:
        """``A, or perhaps B``."""
        also = words.ALSO_POSSIBLE.match(self.text, end)
        return also is not None and self.alphabet.group(self.text, also.end()) is not None

    # --- judgements ------------------------------------------------------------------------------------------------

    def _judgements(self) -> Iterator[_Statement]:
        """Options that are called right, wrong or the answer; and lines that begin with an option and end with a judgement."""
        position = 0
        while (at := self.alphabet.find(self.text, position)) is not None:
            start = at
            while start > position and at - start < 3 and self.text[start - 1] in "(\"' ":
                start -= 1
            group = self.alphabet.group(self.text, start)
            if group is None:
                position = at + 1
                continue
            position = group.end
            statement = self._judgement(group)
            if statement is not None:
                yield statement
        for line in LINE.finditer(self.text):
            head = self.alphabet.group(self.text, line.start("body"))
            judged = _LAST_WORD.search(self.text, max(line.end() - 20, line.start()), line.end()) if head else None
            if head and judged and head.end <= judged.start() and len(head.marks) == 1:
                kind = self._last_word(head.end, judged)
                if kind:
                    yield _Statement(line.start(), kind, self.alphabet.letters_of(head.marks))

    def _last_word(self, head_end: int, judged: re.Match[str]) -> str:
        """What the last word of a line says of the option at its head; nothing where the option was judged before, or where it is about something else."""
        if words.IS_WRONG.match(self.text, head_end) or words.IS_RIGHT.match(self.text, head_end):
            return ""
        kind, at = judged.lastgroup or "", judged.start()

        def before(pattern: re.Pattern[str], length: int) -> bool:
            return pattern.search(self.text, max(at - length, head_end), at) is not None

        if before(denials.CONDITIONAL, 80) or before(denials.NOT_QUITE, 20) or before(_OTHERS, 20):
            return ""
        return "wrong" if kind == "right" and before(denials.NOT_RIGHT, 16) else kind

    def _judgement(self, group: Group) -> _Statement | None:
        text, end = self.text, group.end
        if words.NO_JUDGEMENT.match(text, end):
            return None
        wrong, answer, right = (
            pattern.match(text, end) for pattern in (words.IS_WRONG, words.IS_THE_ANSWER, words.IS_RIGHT)
        )
        found = answer or wrong or right or words.ALSO_GOOD.match(text, end)
        if found is None:
            return self._judged_by_contrast(group)
        if words.IN_DOUBT.match(text, found.end()) or denials.is_untrue(text, group.start):
            return None
        neither = _before(denials.NEITHER, text, group.start, 24)
        marks = group.marks if neither or words.ON_ALL.match(text, end) else group.clauses()[-1]
        letters = self.alphabet.letters_of(marks)
        if neither:
            return None if wrong else _Statement(group.start, "wrong", letters)
        is_open = any(mark.link == "or" for mark in marks)
        if wrong and words.SO_THE_ANSWER.match(text, found.end()):
            return _Statement(group.start, "choice", letters, is_open)
        if answer and not wrong:
            return _Statement(group.start, "choice", letters, is_open)
        if wrong:
            only = _before(denials.ONLY, text, group.start, 12)
            return _Statement(group.start, "faulty" if only else "wrong", letters, firm=only)
        if right and words.BUT_NOT.match(text, right.end()):
            return _Statement(group.start, "wrong", letters)
        if right and words.SO_NOT_THE_ANSWER.match(text, right.end()):
            return _Statement(group.start, "spared", letters)
        return _Statement(group.start, "right" if right else "also", letters)

    def _judged_by_contrast(self, group: Group) -> _Statement | None:
        """``Neither A nor B is; C is.``, and the one that is preferred: ``以B為當``."""
        text, letters = self.text, self.alphabet.letters_of(group.clauses()[-1])
        if words.PREFERRED.match(text, group.end) and _before(_BY, text, group.start, 4):
            return _Statement(group.start, "preferred", letters)
        if words.ELLIPTIC.match(text, group.end) and _before(words.NEGATED_CLAUSE, text, group.start, 100):
            return _Statement(group.start, "right", letters)
        return None


def _before(pattern: re.Pattern[str], text: str, at: int, length: int) -> bool:
    """Whether the pattern, which ends with ``$``, holds right before ``at``."""
    return pattern.search(text, max(at - length, 0), at) is not None


_LABEL = re.compile(
    r"^A:[ \t]{0,4}(?=[(\"']{0,2}[A-Za-z][)\"'.。]{0,3}[ \t]{0,4}$)", re.MULTILINE
)  # the second line of "Q: … A: C"
_COMPACT_VERDICTS = re.compile(r"(?:\(?[A-Za-z]\)?[ \t]?[對对錯错][ \t,;]{0,2}){3,26}")
_COMPACT_VERDICT = re.compile(r"([對对錯错])(?=\(?[A-Za-z])")
_NUMBERED = re.compile(  # "1. B", "第1題:B", "Q1: B", alone on a line: the number of the question
    r"(^[ \t>#•\-]{0,8}|:[ \t]{0,3})(?:\(?(?:Q|第[ \t]?)?[0-9]{1,3}[ \t]?題?|第[一二三四五六七八九十]{1,3}[題题])[.:、)]{1,2}[ \t]{0,3}(?=[(\"]{0,2}[A-Za-z][).\"。,]{0,3}[ \t]{0,3}$)",
    re.MULTILINE,
)
_DENIABLE = frozenset({"answer", "choose", "named", "therefore", "correct"})
_VERDICTS = ("right", "wrong", "faulty", "spared", "exempt")
_WRONG = re.compile(r"[不非未無无錯错誤误違违]|(?i:incorrect|wrong|false|untrue|inaccurate|exception)")
_MODAL = re.compile(r"\b(?i:might|could|may)\b")
_BY = re.compile(r"(?:以|應以|应以)[ \t]?[(\"']?$")
_PAUSE = re.compile(r"[\s。.!,;:…\-]{0,6}")
_OTHERS = re.compile(
    r"(?:題目|题目|本題|本题|此題|其他|其餘|其余|其它|另外|餘者|(?i:others?|the\srest))[^,。;\n]{0,8}$"
)
_TAKES_BACK = re.compile(r"不對|不对|[錯错]|[啊喔欸呃哎哦噢]不|(?i:wrong|incorrect|not\sright|mistake|scratch)")
_NEXT_LINE = re.compile(r"[^\n]{0,400}\n[ \t\n]{0,8}(?:[-•][ \t]{0,3})?")
_ENTRY = re.compile(r"[^\n。;()]{0,80}?[、,;和及與与][ \t]{0,3}(?=[(A-Za-z0-9])")
_ENTRY_LINES = re.compile(r"[^\n]{0,400}\n[ \t]{0,4}(?:[-•][ \t]{0,3})?")
_LAST_WORD = re.compile(
    r"(?:(?P<wrong>(?:錯誤|错误|不正確|不正确|有誤|有误|不對|不对|×|✗|✘|❌|✖|(?:為|为|是|:|→|\()[ \t]?[錯错非]|(?i:\bincorrect|\bwrong|\bfalse|\bnot\s(?:correct|true|right))))"
    r"|(?P<right>(?<!不)(?:正確|正确)|無誤|无误|✓|✔|✅|☑|√|○|(?:為|为|是|:|→|\()[ \t]?[對对是]|(?<!not\s)(?<![A-Za-z])(?i:correct|true|right)))"
    r"(?:的|之)?(?:敘述|叙述|選項|选项|說法|说法)?[ \t]{0,2}[)\"'。.!]{0,3}[ \t]{0,2}$"
)
