"""What a reply says about the options, statement by statement, and what follows from it: the last answer that was not taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from legal_metrics.extract import choice_words as words
from legal_metrics.extract.choice_marks import Alphabet, Group, Mark
from legal_metrics.text.normalise import bare_text


@dataclass(frozen=True, slots=True)
class Finding:
    """The options that a reply chooses, and by what: ``statement``, ``judgement`` (of the options one by one), ``bare`` (marks without a word) or
    ``option_text``. ``letters`` None: it chooses none; ``several``: it names more than may be chosen, or leaves it open between some.

    >>> Finding(frozenset("B"), "statement").several
    False
    """

    letters: frozenset[str] | None
    by: str = ""
    several: bool = False


@dataclass(frozen=True, slots=True)
class _Statement:
    """``kind``: ``choice``, ``doubt`` (of what was said), ``also`` (another one would do too), ``none`` (there is no answer), ``back`` (taken back: ``letters``, or whatever was said),
    ``right``, ``wrong``, or ``faulty`` (named as the wrong one: 錯誤的是B)."""

    at: int
    kind: str
    letters: frozenset[str] = frozenset()
    open: bool = False  # between several


NOTHING_FOUND = Finding(None)


class Reply:
    """A folded reply, read for the options of one question.

    ``texts``: the options' own texts by mark, or nothing.
    """

    def __init__(self, text: str, alphabet: Alphabet, texts: Mapping[str, str], *, multiple: bool) -> None:
        self.text = _LABEL.sub("answer:", text)
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
        bare = self._bare()
        return bare if bare.letters is not None or bare.several else self._quoted()

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
        taken_back, doubted = -1, False
        for statement in said:
            if statement.kind in ("choice", "none"):
                last, doubted = statement, False
            elif statement.kind == "doubt":
                doubted = True
            elif doubted and last is not None and statement.kind == "right":
                last = statement  # "Answer: A. Let me reconsider. … So B."
            elif statement.kind == "also" and last is not None and last.letters != statement.letters:
                last = replace(last, open=True)
            elif (
                statement.kind == "back"
                and last is not None
                and (not statement.letters or statement.letters & last.letters)
            ):
                last, taken_back = None, statement.at
        if last is not None:
            return self._decided(last.letters, "statement", open=last.open)
        judged = self._judged([statement for statement in said if statement.at > taken_back])
        return Finding(None, "statement") if judged.letters is None and taken_back >= 0 else judged

    def _judged(self, said: Sequence[_Statement]) -> Finding:
        verdicts = {
            letter: statement.kind for statement in said for letter in statement.letters if statement.kind in _VERDICTS
        }
        right, wrong, faulty = (
            frozenset(letter for letter, kind in verdicts.items() if kind == verdict) for verdict in _VERDICTS
        )
        asks_for_wrong = (wrong or faulty) and words.ASKS_FOR_THE_WRONG_ONE.search(self.text)
        chosen = faulty or wrong if asks_for_wrong else right or faulty
        return self._decided(chosen, "judgement") if chosen else NOTHING_FOUND

    def _decided(self, letters: frozenset[str], by: str, *, open: bool = False) -> Finding:
        if open or (len(letters) > 1 and not self.multiple):
            return Finding(None, by, several=True)
        return Finding(letters or None, by)

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
            if kind in ("answer", "choose", "named", "therefore") and words.is_denied(self.text, cue.start()):
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
        group = self.alphabet.group(self.text, behind)
        if group is None:
            return self._without_marks(cue, kind, behind)
        if kind == "except":
            rest = words.ALL_ELSE.match(self.text, group.end)
            kinds = (rest.lastgroup or "").removesuffix("_en") if rest else ""
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
        letters = self.alphabet.letters_of(marks)
        if self.multiple and kind in ("answer", "choose") and len(marks) == 1:
            letters |= self._further(marks[-1].end, list_of_lines="\n" in gap)
        is_open = any(mark.link == "or" for mark in marks) or self._leaves_open(marks[-1].end)
        if kind in ("named", "therefore"):
            is_wrong = kind == "named" and _WRONG.search(cue.group())
            return None if is_open else _Statement(cue.start(), "faulty" if is_wrong else "right", letters)
        if kind == "answer" and words.WRONG_BEFORE.search(self.text, max(cue.start() - 12, 0), cue.start()):
            return _Statement(cue.start(), "wrong", letters)
        also = words.ALSO_GOOD.match(self.text, marks[-1].end)
        return _Statement(cue.start(), "also" if also else "choice", letters, is_open)

    def _without_marks(self, cue: re.Match[str], kind: str, behind: int) -> _Statement | None:
        """An answer in words: an option's own text, none of them, all of them, or which one it is not; or a doubt that takes the answer back."""
        at = cue.start()
        if kind == "doubt" and _TAKES_BACK.search(cue.group()) and words.CLEAN_END.match(self.text, cue.end()):
            return _Statement(at, "back")
        if kind == "doubt":
            return _Statement(at, "doubt")
        if kind not in ("answer", "choose"):
            return None
        quoted = self._text_at(behind)
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
            or not _HEAD_END.match(self.text, other.end)
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
                or _HEAD_END.match(self.text, group.end)
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
        for line in _LINE.finditer(self.text):
            head = self.alphabet.group(self.text, line.start("body"))
            judged = _LAST_WORD.search(self.text, max(line.end() - 20, line.start()), line.end()) if head else None
            if head and judged and head.end <= judged.start() and len(head.marks) == 1:
                yield _Statement(line.start(), judged.lastgroup or "", self.alphabet.letters_of(head.marks))

    def _judgement(self, group: Group) -> _Statement | None:
        text, end = self.text, group.end
        if words.NO_JUDGEMENT.match(text, end):
            return None
        wrong, answer, right = (
            pattern.match(text, end) for pattern in (words.IS_WRONG, words.IS_THE_ANSWER, words.IS_RIGHT)
        )
        found = answer or wrong or right or words.ALSO_GOOD.match(text, end)
        if found is None or words.IN_DOUBT.match(text, found.end()):
            return None
        marks = group.marks if words.ON_ALL.match(text, end) else group.clauses()[-1]
        letters = self.alphabet.letters_of(marks)
        if answer and not wrong:
            is_open = any(mark.link == "or" for mark in marks)
            return _Statement(group.start, "choice", letters, is_open)
        return _Statement(group.start, "wrong" if wrong else "right" if right else "also", letters)

    # --- bare marks and quoted options ------------------------------------------------------------------------------

    def _bare(self) -> Finding:
        """Marks without a word: alone on the first or the last line, or at the head of the reply with the option or the reasons behind it."""
        lines = [line["body"] for line in _LINE.finditer(self.text) if not _FENCE.fullmatch(line["body"])]
        if not lines:
            return NOTHING_FOUND
        if self.multiple and len(lines) == 1 and _ALL.match(lines[0]):
            return Finding(frozenset(self.alphabet.names), "bare")
        alone = [self._alone(line) for line in lines]
        if self.multiple and all(alone):
            return self._decided(frozenset().union(*(letters for letters in alone if letters)), "bare")
        first, last = alone[0], alone[-1]
        if first and last and first != last:
            return Finding(None, "bare", several=True)
        if chosen := last or first:
            is_open = any(_OPEN.search(line) for line in (lines[-1] if last else lines[0],))
            return self._decided(chosen, "bare", open=is_open)
        return self._head(lines)

    def _alone(self, line: str) -> frozenset[str] | None:
        group = self.alphabet.group(line, 0)
        return self.alphabet.letters_of(group.marks) if group and _LINE_END.fullmatch(line, group.end) else None

    def _head(self, lines: Sequence[str]) -> Finding:
        group = self.alphabet.group(lines[0], 0)
        if (
            group is None
            or words.IS_WRONG.match(lines[0], group.end)
            or not (
                group.marks[0].bracketed or _HEAD_END.match(lines[0], group.end) or _REASON.match(lines[0], group.end)
            )
        ):
            return NOTHING_FOUND
        marks = group.clauses()[0]
        if not _REASON.match(lines[0], marks[-1].end):
            meant = self.alphabet.letters_of(marks)
            if any(
                self._sets_out_another(line, meant) for line in lines
            ):  # the options are repeated, and none is chosen
                return Finding(None, "bare", several=True)
        return self._decided(self.alphabet.letters_of(marks), "bare", open=any(mark.link == "or" for mark in marks))

    def _sets_out_another(self, line: str, meant: frozenset[str]) -> bool:
        """Whether the line sets out an option that is not meant: at its head, or as ``(B)`` or ``B.`` further on."""
        position = 0
        while (at := self.alphabet.find(line, position)) is not None:
            group = self.alphabet.group(line, max(at - 1, position) if line[max(at - 1, 0)] == "(" else at)
            position = group.end if group else at + 1
            if (
                group
                and (group.marks[0].bracketed or _HEAD_END.match(line, group.end))
                and self.alphabet.letters_of(group.marks) - meant
            ):
                return True
        return False

    def _quoted(self) -> Finding:
        """The one option whose text stands in the reply, where a longer one does not hold it (``不得撤銷`` is not ``得撤銷``)."""
        if not self.texts:
            return NOTHING_FOUND
        reply = bare_text(self.text)
        spans: list[tuple[int, int, str]] = []
        for option, text in sorted(self.texts.items(), key=lambda entry: -len(entry[1])):
            at = reply.find(text)
            while at >= 0 and any(start <= at and at + len(text) <= end for start, end, _ in spans):
                at = reply.find(text, at + 1)
            if at >= 0 and not _DENIED.search(reply[max(at - 4, 0) : at]):
                spans.append((at, at + len(text), option))
        found = frozenset(option for _, _, option in spans)
        if len(found) > 1 and not self.multiple:
            return Finding(None, "option_text", several=True)
        return Finding(found or None, "option_text")

    def _text_at(self, position: int) -> frozenset[str]:
        """The option whose text begins at ``position``; the longest, and one only."""
        if not self.texts:
            return frozenset()
        longest = max(map(len, self.texts.values()))
        rest = bare_text(self.text[position : position + 2 * longest + 20])
        found = [option for option, text in self.texts.items() if rest.startswith(text)]
        length = max((len(self.texts[option]) for option in found), default=0)
        best = [option for option in found if len(self.texts[option]) == length]
        return frozenset(best) if len(best) == 1 else frozenset()


_LABEL = re.compile(
    r"^A:[ \t]{0,4}(?=[(\"']{0,2}[A-Za-z][)\"'.。]{0,3}[ \t]{0,4}$)", re.MULTILINE
)  # the second line of "Q: … A: C"
_NUMBERED = re.compile(  # "1. B", "第1題:B", "Q1: B", alone on a line: the number of the question
    r"(^[ \t>#•\-]{0,8}|:[ \t]{0,3})\(?(?:Q|第[ \t]?)?[0-9]{1,3}[ \t]?題?[.:、)]{1,2}[ \t]{0,3}(?=[(\"]{0,2}[A-Za-z][).\"。,]{0,3}[ \t]{0,3}$)",
    re.MULTILINE,
)
_FENCE = re.compile(r"[\" \t]{1,8}(?:json|text|plaintext|markdown)?[\" \t]{0,8}")
_VERDICTS = ("right", "wrong", "faulty")
_WRONG = re.compile(r"[不非未無无錯错誤误違违]|(?i:incorrect|wrong|false)")
_TAKES_BACK = re.compile(r"不對|不对|錯了|错了|(?i:wrong|incorrect|not\sright|mistake|scratch)")
_NEXT_LINE = re.compile(r"[^\n]{0,400}\n[ \t\n]{0,8}(?:[-•][ \t]{0,3})?")
_HEAD_END = re.compile(r"[ \t]{0,2}(?:[.、:)]|-[ \t]|\([^()\n]{1,80}\)[。.]?[ \t]{0,2}$)", re.MULTILINE)
_ENTRY = re.compile(r"[^\n。;()]{0,80}?[、,;和及與与][ \t]{0,3}(?=[(A-Za-z0-9])")
_ENTRY_LINES = re.compile(r"[^\n]{0,400}\n[ \t]{0,4}(?:[-•][ \t]{0,3})?")
_LINE = re.compile(r"^[ \t>#•·\-]{0,8}(?P<body>[^\n]*[^\n\s][^\n]*)$", re.MULTILINE)
_LINE_END = re.compile(r"[ \t]{0,3}[)\"']{0,3}[ \t]{0,3}[.。!、,;:]{0,2}[ \t\"')]{0,3}")
_REASON = re.compile(
    r"[ \t)\"']{0,4}(?:[.。,;:、]?[ \t]{0,2})(?:$|因|由於|由于|理由|依|按|根據|根据|解析|說明|说明|(?i:because|since|as\b|explanation|reason)|\.[ \t]{0,2}$)|[ \t)]{0,3}[。\n]"
)
_ALL = re.compile(rf"(?:全[選选]|{words.ALL_OF_THEM.pattern})[。.]?$")
_OPEN = re.compile(r"或|(?i:\bor\b)|/")
_LAST_WORD = re.compile(
    r"(?:(?P<wrong>(?:錯誤|错误|不正確|不正确|有誤|有误|不對|不对|×|✗|✘|❌|✖|(?:為|为|是|:|→|\()[ \t]?[錯错非]|(?i:\bincorrect|\bwrong|\bfalse|\bnot\s(?:correct|true|right))))"
    r"|(?P<right>(?<!不)(?:正確|正确)|無誤|无误|✓|✔|✅|☑|√|○|(?:為|为|是|:|→|\()[ \t]?[對对是]|(?<!not\s)(?<![A-Za-z])(?i:correct|true|right)))"
    r"(?:的|之)?(?:敘述|叙述|選項|选项|說法|说法)?[ \t]{0,2}[)\"'。.!]{0,3}[ \t]{0,2}$"
)
_DENIED = re.compile(r"(?:不是|並非|并非|而非|非屬|排除|(?i:not))$")
