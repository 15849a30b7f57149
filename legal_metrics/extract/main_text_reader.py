"""The reader of a 主文: one walk over its tokens.

What it keeps in mind is what a human reader keeps in mind: whom the clause is about, the crime named but not yet sentenced, how many counts
it stands for, the penalty that 併科 or 褫奪公權 would add to, and the text that nothing has explained yet. Text still unexplained at the
end of its sentence is reported, never guessed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from legal_metrics.extract.charges import charge_names, charges_of_clause
from legal_metrics.extract.crime_at_hand import CrimeAtHand
from legal_metrics.extract.main_text_names import Names
from legal_metrics.extract.main_text_subjects import Keys, Subjects
from legal_metrics.extract.main_text_tokens import Token, tokens
from legal_metrics.extract.outcome_drafts import OutcomeDrafts, PenaltyDraft, Scope, dealt, spread
from legal_metrics.extract.penalty_lists import join_lists
from legal_metrics.extract.table_counts import TableCounts
from legal_metrics.extract.table_references import TableReference
from legal_metrics.extract.unexplained import Unexplained
from legal_metrics.jurisdictions.tw import penalty_words as words

_HEADING = re.compile(words.HEADING)
_OTHERS = re.compile(words.OTHERS)
_OTHER_DEFENDANTS = re.compile(words.OTHER_DEFENDANTS)
_OTHERS_ALONE = re.compile(words.OTHERS_ALONE)
_CONVICTION = re.compile(words.CONVICTION)
_RULING = re.compile(words.RULING)
# A copy that lost its line breaks may have lost a mark with them: 處拘役拾日李小華無罪.
_CUSTODY = frozenset({"imprisonment", "detention"})
_ENDS_A_PHRASE = frozenset({"penalty", "verdict", "rate", "probation", "civil_rights"})


class Reader:
    """Reads one text into ``outcomes``. ``tables`` is None inside a table cell, where subjects may go unnamed."""

    def __init__(self, original: str, folded: str, names: Names, tables: TableCounts | None) -> None:
        self.original = original
        self.folded = folded
        self.names = names
        self.tables = tables
        self.subjects = Subjects(original, folded, names, in_cell=tables is None)
        self.outcomes = OutcomeDrafts()
        self.problems: list[str] = []
        self.set_aside = False
        self.needs_table = False
        self._unexplained = Unexplained(original, folded)
        self._crime = CrimeAtHand(tables, self.problems)
        self._mentioned: TableReference | None = None  # any 附表 in the unexplained text
        # what the next words act on
        self._armed = ""  # "execute", "reduce", "put_together": that is what the next penalty is
        self._scope = Scope()
        self._target: list[PenaltyDraft] = []  # what 併科, 褫奪公權 and 減為 go to
        self._batch: list[PenaltyDraft] = []  # the counts pronounced last
        # where we are in the sentence
        self._explained = False  # the clause has been explained; its tail needs no more
        self._measured = False  # 沒收 … stands in the unexplained text
        self._on_probation = False
        self._decided = False  # a penalty or a verdict stands in this sentence

    # --- the walk ----------------------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Walk over all tokens; fills ``outcomes``, ``problems``, ``set_aside`` and ``needs_table``."""
        heading = _HEADING.match(self.folded)
        position = heading.end() if heading else 0
        clause = sentence = True  # a clause, a sentence begins here
        for token in join_lists(tokens(self.folded, position), self.folded):
            if clause:
                position = self._open(position, sentence)
                clause = sentence = False
            if token.end <= position:
                continue  # part of a list of names
            if token.start > position:
                self._unexplained.add(position, token.start)
            position = token.end
            if token.kind == "break":
                clause = token.word != "、"
                sentence = clause and token.word != "，"
                self._break(token.word)
            else:
                self._HANDLERS[token.kind](self, token)
                clause = token.kind in _ENDS_A_PHRASE
        if clause:
            position = self._open(position, sentence)
        if position < len(self.folded):
            self._unexplained.add(position, len(self.folded))
        self._break("。")
        self._crime.finish_total()
        if not self.outcomes:
            self._last_resort()
        elif any(outcome.executes_nothing for outcome in self.outcomes) and not self.set_aside:
            self.problems.append("number_of_counts_unknown: 應執行 without counts")

    def _open(self, position: int, sentence: bool) -> int:
        """Read the head of a clause; returns where its own words begin."""
        keys, position = self.subjects.at_head(position, sentence=sentence)
        if keys is not None:
            self._turn_to(keys)
        return position

    def _turn_to(self, keys: Keys) -> None:
        """The clause is about these people. A crime named just before is theirs too (甲、乙共同犯竊盜罪，甲處…，乙處…)."""
        if self._unexplained.says_something:
            self._crime.carry(self._unexplained.text)
        self._crime.finish_total()
        self._unexplained.clear()
        self.subjects.turn_to(keys)
        self._armed = ""
        self._scope = Scope()
        self._target = []
        self._on_probation = False

    def _break(self, mark: str) -> None:
        if mark == "、":
            return
        unexplained = self._unexplained
        if self._explained or (self._measured and mark != "，"):
            unexplained.clear()  # the tail of an explained clause: 沒收之, 折算壹日）
            self._measured = False
            unexplained.from_the_start = self._decided  # behind a penalty or a verdict, somebody else may be named
        self._explained = False
        if mark != "。":
            return
        if unexplained and not unexplained.explains_itself(on_probation=self._on_probation):
            if self._target or self._armed or not charge_names(unexplained.text):
                self.problems.append(f"unread: {unexplained.text[:60]}")
            else:
                self._crime.carry(unexplained.text)  # 甲、乙共同犯竊盜罪。甲處…
        unexplained.clear()
        unexplained.from_the_start = True
        self.subjects.named_here = False
        self._decided = False
        self._crime.reference = self._mentioned = None
        self._scope = Scope()

    # --- penalties ---------------------------------------------------------------------------------------------------------------

    def _penalty(self, token: Token) -> None:
        armed, self._armed = self._armed, ""
        if armed == "execute":
            self._executed(token)
        elif armed == "reduce":
            self._reduced(token)
        elif armed == "put_together":
            self._put_together()
        elif self._adds(token):
            self._add(token)
        else:
            self._counts(token)
        self._explain()
        self._decided = True

    def _adds(self, token: Token) -> bool:
        """併科罰金…, 及罰金…, and 科罰金… right behind a penalty that has no fine: part of the penalty before it."""
        if not self._target:
            return False
        if token.added:
            return True
        kinds = PenaltyDraft(token.values[0][0]).kinds
        if kinds & self._target[0].kinds or self._unexplained.says_something:
            return False
        if self._target is self._batch and kinds & _CUSTODY and self._target[0].kinds & _CUSTODY:
            return False  # imprisonment and 拘役 are executed together, but never make one penalty
        return not token.pronounced or "fine" in kinds

    def _counts(self, token: Token) -> None:
        """處…: new counts for everybody the clause is about."""
        subjects = self._about()
        if self.subjects.current is None and len(subjects) > 1 and not token.each:
            self.problems.append(f"subject_unclear: {self._unexplained.text[:30]}")
        several = token.each and len(subjects) == len(token.values) == 1
        said = self._unexplained.text if self._unexplained.says_something else ""
        crime, times, rows = self._crime.sentenced(said, token.each, several=several, repeated=self.subjects.named_here)
        drafts = spread(token.values, times, len(subjects))
        if times not in (1, len(drafts[0])):
            self.problems.append(f"number_of_counts_unknown: {times} crimes, {len(drafts[0])} penalties")
        self._target = self._batch = []
        for subject, values in zip(subjects, drafts, strict=True):
            counts = [PenaltyDraft(dict(parts)) for parts in values]
            if len(rows) == len(counts):
                for count, row in zip(counts, rows, strict=True):
                    count.row = row
            outcome = self.outcomes.of(subject, "guilty")
            outcome.counts += counts
            outcome.charges += self._charges(crime)
            self._target += counts
        self._crime.take(len(drafts[0]))
        self._on_probation = False

    def _add(self, token: Token) -> None:
        for draft, parts in zip(self._target, dealt(token.values, len(self._target)), strict=True):
            draft.parts.update(parts)

    def _executed(self, token: Token) -> None:
        subjects = self._about()
        self._target = [PenaltyDraft(dict(parts)) for parts in dealt(token.values, len(subjects))]
        for subject, executed in zip(subjects, self._target, strict=True):
            self.outcomes.of(subject, "guilty").add_executed(executed, self._scope)
        self._scope = Scope()
        self._batch = []  # the rate that follows is that of the executed term, not of the counts
        self._on_probation = False

    def _put_together(self) -> None:
        """所犯…之罪，所處…之刑，應執行…: a ruling about the sentences of other judgments."""
        for subject in self._about():
            self.outcomes.of(subject, "other").other_kind = "ruling"
        self._target = [PenaltyDraft({})]  # 併科罰金… of it goes nowhere

    def _reduced(self, token: Token) -> None:
        if not self._target:
            self._counts(token)  # 減為 without what it reduces: the only penalty we see
            return
        reduced = [PenaltyDraft(dict(parts)) for parts in dealt(token.values, len(self._target))]
        for draft, to in zip(self._target, reduced, strict=True):
            draft.reduced = to
        self._target = reduced

    def _execute(self, token: Token) -> None:
        """應執行: the words before it say which counts it is about."""
        mentioned = self._mentioned
        if mentioned is not None and (mentioned.tables[0][0] or mentioned.n_rows is not None):
            self._scope = replace(self._scope, tables=mentioned.tables)
        said = self._unexplained.text
        subjects = self._about()
        self._unexplained.clear()
        self._crime.reference = self._mentioned = None
        if "所處" in said and mentioned is not None and not self.outcomes.touched() & set(subjects):
            self._armed = "put_together"
        elif token.word == "table":
            self.needs_table = True
            self.problems.append("executed_in_table")
        else:
            self._armed = "execute"

    def _reduce(self, token: Token) -> None:
        if len(self._batch) > 1 and token.each:
            self._target = self._batch
        if token.values:
            self._reduced(token)
            self._explain()
        else:
            self._unexplained.clear()
            self._armed = "reduce"

    def _civil_rights(self, token: Token) -> None:
        if not self._target and not self._on_probation:
            self.problems.append(f"unread: {self.original[token.start : token.end]}")
        self._add(token)
        self._explain()

    def _probation(self, token: Token) -> None:
        subjects = self._about()
        scope = self._scope
        if self._mentioned is not None and self._mentioned.n_rows is not None:
            scope = Scope(self._mentioned.tables)
        if token.each and len(subjects) == 1 and self._speaks_of_all(subjects[0]):
            subjects = self.outcomes.without_probation() or subjects
        for subject, parts in zip(subjects, dealt(token.values, len(subjects)), strict=True):
            outcome = self.outcomes.for_probation(subject)
            outcome.add_probation(parts["months"], scope=scope, own_sentence=not self._decided, each=token.each)
            if scope.tables:
                self._target = [outcome.counts[i] for i in scope.of(outcome.counts, 0, len(outcome.counts))]
        self._explain()
        self._scope = Scope()
        self._on_probation = True

    def _speaks_of_all(self, subject: int) -> bool:
        """甲處…。乙處…。均緩刑貳年。 And behind the last one's penalty: 均 cannot mean one person with one count."""
        if not self.subjects.named_here and not self._decided:
            return True
        outcome = self.outcomes.get(subject, "guilty")
        return outcome is not None and len(outcome.counts) == 1 and not outcome.groups

    # --- verdicts and tables -----------------------------------------------------------------------------------------------------

    def _verdict(self, token: Token) -> None:
        verdict, kind = ("other", token.word) if token.word in ("wrong_jurisdiction", "ruling") else (token.word, None)
        said = self._unexplained.text
        others = _OTHERS.search(said) is not None
        left_over = (others and verdict == "appeal_dismissed") or _OTHER_DEFENDANTS.search(said) is not None
        left_over = left_over or (token.each and _OTHERS_ALONE.fullmatch(said) is not None)  # 其餘均無罪
        subjects = (self._untouched() if left_over else ()) or self._about()
        unnamed = not self.subjects.named_here and len(self.subjects.everyone) > 1
        if others and token.each and unnamed and not left_over:
            self.problems.append(f"subject_unclear: {said[:30]}")
        for subject in subjects:
            outcome = self.outcomes.of(subject, verdict)
            outcome.other_kind = kind
            if verdict == "exempt_from_punishment":
                outcome.charges += self._charges(self._unexplained.text or self._crime.text)
        self._target = []
        self._explain()
        self._decided = True

    def _set_aside(self, token: Token) -> None:
        self.set_aside = True
        self._explain()
        named = self.subjects.within(token.start, token.end)
        if named is not None:
            self.subjects.current = named  # 原判決關於甲部分撤銷。公訴不受理。

    def _table(self, token: Token) -> None:
        reference = token.reference
        if reference is None:
            return
        if token.word != "penalty" or (not token.pronounced and self._sentenced()):
            self._mentioned = reference
            if token.of_crimes:
                self._crime.in_table(reference, token.number)
            self._unexplained.add(token.start, token.end)
            return
        self.needs_table = True
        self._target = self._batch = []
        for subject in self._about():
            outcome = self.outcomes.of(subject, "guilty")
            outcome.from_table = True
            if self.tables is not None:
                found = self.tables.for_defendant(subject, self.names, reference)
                outcome.counts += found.counts
                outcome.charges += found.charges
                self._target += found.counts
                self.problems += found.problems
                if not found.counts and not found.problems:
                    self.problems.append(f"table_row_missing: {self.names.name_of(subject)}")
        self._crime.take(0)
        self._explain()
        self._decided = True

    def _sentenced(self) -> bool:
        """The people this is about have their counts: 如附表主文欄所示之刑 without 處 recalls them."""
        drafts = [self.outcomes.get(subject, "guilty") for subject in self._about()]
        return all(draft is not None and draft.counts for draft in drafts)

    # --- words beside the penalties ----------------------------------------------------------------------------------------------

    def _multiplicity(self, token: Token) -> None:
        if not self._repeats(token):
            self._crime.times(token.number)

    def _repeats(self, token: Token) -> bool:
        """處有期徒刑參月，如易科罰金…折算壹日，共貳罪。: the number behind the penalty; the count before it stands for so many."""
        closes = self.folded.startswith(("。", "；", "，應執行", "，應合併"), token.end) or token.end == len(
            self.folded
        )
        if not closes or not self._decided or self._unexplained.says_something or len(self._batch) != 1:
            return False
        self._batch = self.outcomes.repeated(self._batch[0], token.number)
        self._explain()
        return True

    def _rate(self, token: Token) -> None:
        if token.word == "commutation":
            if token.each and len(self._batch) == 1:
                self.outcomes.mark_commutable()
            for draft in self._batch:
                draft.commutable = True
        self._explain()

    def _measure(self, token: Token) -> None:
        """沒收 and the like explain the clause, unless they are words of a crime not yet sentenced (甲將股款發還股東，處…)."""
        crime = (
            not self._decided
            and self._unexplained.says_something
            and (self.subjects.named_here or self.subjects.begins_with_one(self._unexplained, decided=self._decided))
        )
        if crime:
            self._unexplained.add(token.start, token.end)
            self._measured = True
        else:
            self._explain()

    def _commutable_ones(self, token: Token) -> None:
        """得易科罰金部分: that kind; 不得易科罰金與得易科罰金部分 are both kinds, hence all counts."""
        commutable = token.kind == "those_commutable"
        both = self._scope.commutable not in (None, commutable)
        self._scope = replace(self._scope, commutable=None if both else commutable)

    def _ordinal(self, token: Token) -> None:
        """前二罪, 後二罪 (應執行…)."""
        self._scope = replace(self._scope, place=token.number)
        self._unexplained.add(token.start, token.end)

    def _accusation(self, token: Token) -> None:
        """被訴…部分 before 無罪: what was charged, whatever words of penalty it holds."""
        self._unexplained.add(token.start, token.end)

    def _explanation(self, token: Token) -> None:
        self._explain()

    def _nothing(self, token: Token) -> None:
        """Brackets and 累犯 say nothing that we keep."""

    _HANDLERS: ClassVar[dict[str, Callable[[Reader, Token], None]]] = {
        "penalty": _penalty,
        "civil_rights": _civil_rights,
        "execute": _execute,
        "reduce": _reduce,
        "probation": _probation,
        "remark": _explanation,
        "verdict": _verdict,
        "table": _table,
        "set_aside": _set_aside,
        "rate": _rate,
        "measure": _measure,
        "multiplicity": _multiplicity,
        "ordinal": _ordinal,
        "recidivist": _nothing,
        "note": _nothing,
        "accusation": _accusation,
        "those_commutable": _commutable_ones,
        "those_not_commutable": _commutable_ones,
    }

    def _explain(self) -> None:
        self._unexplained.clear()
        self._unexplained.from_the_start = False
        self._mentioned = None
        self._explained = True

    def _charges(self, crime: str) -> list[str]:
        return charge_names(crime) if self._on_probation else charges_of_clause(crime)

    def _about(self) -> Keys:
        stranger = self.subjects.stranger(self._unexplained, decided=self._decided)
        if stranger:
            self.problems.append(f"subject_unknown: {stranger}")
        return self.subjects.resolve(self._unexplained, decided=self._decided)

    def _untouched(self) -> Keys:
        """Defendants of whom nothing has been said: whom 其他上訴駁回 is about."""
        touched = self.outcomes.touched() | set(self.subjects.current or ())
        return tuple(key for key in self.subjects.everyone if key not in touched)

    def _last_resort(self) -> None:
        """A text without a penalty or an acquittal: a bare conviction, a ruling, or nothing that we know."""
        if self.tables is not None and not self.set_aside and (self._crime.text or _CONVICTION.search(self.folded)):
            for key in self.subjects.current or self.subjects.everyone:
                self.outcomes.of(key, "guilty").charges += self._charges(self._crime.text)
            self.problems.append("no_penalty")
        elif _RULING.search(self.folded) and not self.set_aside and self.tables is not None:
            for key in self.subjects.current or self.subjects.everyone:
                self.outcomes.of(key, "other").other_kind = "ruling"
        else:
            self.problems.append("no_verdict")
