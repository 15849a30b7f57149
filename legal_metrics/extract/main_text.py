"""Read a Taiwanese 主文: who is convicted of what, sentenced to what, acquitted, dismissed.

``main_text_tokens`` cuts the text into tokens; the reader here walks over them once. What it keeps in mind is what a human reader keeps in
mind: whom the clause is about, the crime named but not yet sentenced, the penalty that 併科 or 褫奪公權 would add to, and the text
that nothing has explained yet. Text that is still unexplained at the end of a sentence is reported, never guessed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ClassVar

from legal_metrics.extract.charges import charge_names, described_charge
from legal_metrics.extract.main_text_names import Names, guess_names
from legal_metrics.extract.main_text_tokens import Parts, Token, tokens
from legal_metrics.extract.outcome_drafts import GroupDraft, OutcomeDraft, PenaltyDraft, Scope
from legal_metrics.extract.penalty_tables import Cell, PenaltyTables
from legal_metrics.extract.table_references import TableReference
from legal_metrics.jurisdictions.tw import penalty_words as words
from legal_metrics.penalties import MainText
from legal_metrics.text.compact import compact

_NOISE = re.compile(r"[*#`_>\u200b\ufeff]+")  # marks of Markdown in a model's answer
_HEADING = re.compile(r"(?:「|（)?(?:判決)?主文(?:」|）)?：?")
_ITEM = re.compile(
    r"(?:[一二三四五六七八九十壹貳參肆伍陸柒捌玖拾]{1,3}、|（[一二三四五六七八九十\d]{1,3}）|\d{1,2}[.、．]|[㈠-㈩①-⑳⒈-⒛])+"
)
_CONNECTIVE = re.compile(words.CONNECTIVE)
_PARTY = re.compile(
    f"(?:{words.PARTY_LABEL})(?:(?P<all>等?(?:[一二兩三四五六七八九十]|\\d{{1,2}})?人|等)|(?=[^A-Za-z]))"
)
_WHOLE_CASE = re.compile(words.WHOLE_CASE)
_OTHERS = re.compile(words.OTHERS)
_CONDITION = re.compile(words.CONDITION)
_SETTING = re.compile(r"扣案|犯罪所得|偽造|變造|之物|所得|部分|撤銷|以上|均|得|併|附表|附件|如|沒收")
_RULING = re.compile(words.RULING)
_MERE_GRAMMAR = re.compile(r"^[又另再復並且及與各均皆俱而其應係為則亦之於因就，、；：。「」（）\s]*$")
_UNNAMED = -1  # the subject of a table cell that names nobody


def parse_main_text(text: str, *, defendants: Sequence[str] = (), tables: str = "") -> MainText:
    """Read a whole 主文 into outcomes, one for each (defendant, verdict), in the order of the 主文.

    White space means nothing: the original with its hard wraps, a copy that lost them and a model's own words read alike. Terms are in months
    and days, fines in whole units; 易科罰金 and 易服勞役 rates, 沒收, 追徵 and payments under 緩刑 are recognised and are never penalties.

    Args:
        text: the 主文 without its heading (with it, it reads the same).
        defendants: names as the header gives them, in its order; empty: the names are found in the 主文 itself.
        tables: what follows the signature (附表), for penalties that stand only there (各處如附表所示之刑).

    Returns:
        ``MainText``: ``outcomes``; ``needs_table`` where the 主文 leaves penalties to a table; ``problems`` as ``code: detail`` for whatever was
        not understood (``unread``, ``table_missing``, ``table_row_unread``, ``number_of_counts_unknown``, ``no_verdict`` …). Never raises.

    >>> read = parse_main_text("甲○○犯竊盜罪，處有期徒刑參月，如易科罰金，以新臺幣壹仟元折算壹日。乙○○無罪。")
    >>> [(o.defendant, o.name, o.verdict, [p.imprisonment_months for p in o.counts]) for o in read.outcomes]
    [(1, '甲○○', 'guilty', [3]), (2, '乙○○', 'not_guilty', [])]
    """
    original = compact(text).text
    if _NOISE.search(original):
        original = _NOISE.sub("", original)
    folded = words.fold(original)
    names, penalty_tables = Names(defendants, folded), PenaltyTables(tables)
    reader = _Reader(original, folded, names, penalty_tables)
    reader.read()
    if len(names.learned) > 1:  # several people that no header named: read again, now that all are known
        reader = _Reader(original, folded, Names(names.learned, folded), penalty_tables)
        reader.read()
    return reader.finish()


class _Reader:
    """One walk over the tokens of one text. ``tables`` is None inside a table cell, where subjects may go unnamed."""

    def __init__(self, original: str, folded: str, names: Names, tables: PenaltyTables | None) -> None:
        self.original = original
        self.folded = folded
        self.names = names
        self.tables = tables
        self.outcomes: dict[tuple[int, str], OutcomeDraft] = {}
        self.problems: list[str] = []
        self.set_aside = False
        self.needs_table = False
        # whom the clause is about
        self.subjects: tuple[int, ...] | None = None
        self.named_here = False  # this sentence has named its subjects
        # text that nothing has explained yet, as spans; the crime carried over to later clauses
        self.pending: list[tuple[int, int]] = []
        self.fresh = True  # the pending text began its sentence
        self.crime = ""
        self.reference: TableReference | None = None  # 如附表…所示之罪 of this clause
        self.times: int | None = None  # 共N罪 of the crime at hand
        self.carried_times = 1
        # what the next words act on
        self.armed = ""  # "execute", "reduce": the next penalty is that
        self.scope = Scope()
        self.target: list[PenaltyDraft] = []  # what 併科, 褫奪公權, 減為 go to
        self.batch: list[PenaltyDraft] = []  # the counts pronounced last
        self.explained = False  # the clause has been explained; its tail needs no more
        self.measured = False  # 沒收 … stands in the pending text
        self.on_probation = False
        self.since_stop = False  # a penalty stands in this sentence

    # --- the walk ----------------------------------------------------------------------------------------------------------------

    def read(self) -> None:
        heading = _HEADING.match(self.folded)
        position = heading.end() if heading else 0
        at_start = sentence_start = True
        for token in tokens(self.folded, position):
            if at_start and token.start >= position:
                position = self._open(position, sentence_start)
                at_start = False
            if token.end <= position:
                continue  # inside a list of names
            if token.start > position:
                self.pending.append((position, token.start))
            position = token.end
            if token.kind == "break":
                at_start = token.word != "、"
                sentence_start = token.word in "。；：" or (sentence_start and False)
                self._break(token.word)
            else:
                self._HANDLERS[token.kind](self, token)
        if at_start:
            position = self._open(position, sentence_start)
        if position < len(self.folded):
            self.pending.append((position, len(self.folded)))
        self._break("。")

    def _open(self, position: int, sentence_start: bool) -> int:
        """Item number and subjects at the head of a clause; returns where the clause's own words begin."""
        if sentence_start and (item := _ITEM.match(self.folded, position)) is not None:
            position = item.end()
        start = position
        subject = self.names.at(self.folded, self.original, position)
        if subject is None and (m := _CONNECTIVE.match(self.folded, position)) is not None:
            subject = self.names.at(self.folded, self.original, m.end())
        if subject is not None:
            self._name(subject.keys, sentence_start)
            return subject.end
        if sentence_start and (m := _WHOLE_CASE.match(self.folded, start)) is not None:
            self._name(self._everyone(), sentence_start)
        elif sentence_start and (m := _PARTY.match(self.folded, start)) is not None and not self.names.open:
            if m["all"] or self.subjects is None:
                self._name(self._everyone(), sentence_start)
            return m.end()
        return start

    def _name(self, keys: tuple[int, ...], sentence_start: bool) -> None:
        if self._says_crime():  # 甲、乙共同犯竊盜罪，甲處…，乙處…
            self.crime = self._pending_text()
            self.carried_times = self.times or 1
            self.times = None
        self.pending.clear()
        self.subjects = keys
        self.named_here = True
        self.armed = ""
        self.scope = Scope()
        self.target = []
        self.on_probation = False

    def _break(self, mark: str) -> None:
        if mark != "、" and self.pending and (self.explained or (self.measured and mark in "；。")):
            self.pending.clear()  # the tail of an explained clause: 沒收之, 折算壹日）
            self.measured = False
        if mark != "、":
            self.explained = False
        if mark == "；" and self.on_probation is False and not self._says_crime():
            self.pending.clear()
        if mark != "。":
            return
        if self.pending and not self._explains_itself(self._pending_text()):
            text = self._pending_text()
            if self.target or self.armed or not charge_names(text):
                self.problems.append(f"unread: {text[:60]}")
            else:
                self.crime = text  # 甲、乙共同犯竊盜罪。甲處…
                self.carried_times = self.times or 1
                self.times = None
        self.pending.clear()
        self.fresh = True
        self.named_here = False
        self.since_stop = False
        self.reference = None
        self.scope = Scope()

    # --- tokens ------------------------------------------------------------------------------------------------------------------

    def _penalty(self, token: Token) -> None:
        if self.armed == "execute":
            self._executed(token)
        elif self.armed == "reduce":
            self._reduced(token)
        elif self._adds(token):
            for draft in self.target:
                draft.parts.update(token.values[0][0])
        else:
            self._counts(token)
        self._explain()
        self.armed = ""
        self.since_stop = True

    def _adds(self, token: Token) -> bool:
        """併科罰金…, 及罰金…, and 科罰金… right behind a penalty that has no fine: part of the penalty before it."""
        if not self.target:
            return False
        if token.added:
            return True
        new_kinds = PenaltyDraft(token.values[0][0]).kinds
        if new_kinds & self.target[0].kinds or self._says_crime():
            return False
        return not token.pronounced or "fine" in new_kinds

    def _counts(self, token: Token) -> None:
        """處…: new counts for everybody the clause is about."""
        subjects = self._resolve_subjects()
        crime = self._pending_text() if self._says_crime() else ""
        if crime:
            times, self.carried_times = self.times, self.times or 1
            self.crime = ""
        else:
            crime = self.crime
            times = self.times or (self.carried_times if self.named_here else None)
        labels = self._row_labels(times, each=token.each)
        if times is None and labels:
            times = len(labels)
        drafts = self._spread(token, times or 1, len(subjects))
        self.target = []
        for subject, values in zip(subjects, drafts, strict=True):
            outcome = self._outcome(subject, "guilty")
            counts = [PenaltyDraft(dict(parts)) for parts in values]
            if labels and len(labels) == len(counts):
                for count, row in zip(counts, labels, strict=True):
                    count.row = row
            outcome.counts += counts
            outcome.charges += self._charges(crime)
            self.target += counts
        self.batch = self.target
        self.times = None
        self.reference = None
        self.on_probation = False

    def _spread(self, token: Token, times: int, n_subjects: int) -> list[list[Parts]]:
        """The penalties of a token for each subject: repeated 共N罪 times, listed one by one, or dealt out to the subjects."""
        values = token.values
        if len(values) == 1:
            parts, repeated = values[0]
            return [[parts] * (repeated or times)] * n_subjects
        if n_subjects == len(values) and times == 1 and not any(n for _, n in values):
            return [[parts] for parts, _ in values]
        each = [parts for parts, repeated in values for _ in range(repeated or 1)]
        if times not in (1, len(each)):
            self.problems.append(f"number_of_counts_unknown: {times} crimes, {len(each)} penalties")
        return [each] * n_subjects

    def _row_labels(self, times: int | None, *, each: bool) -> list[tuple[str, str]]:
        """Table rows that the counts of this clause stand for (犯如附表一編號1至3所示之罪，各處…)."""
        reference = self.reference
        if reference is None:
            return []
        labels = [(key, label) for key, rows in reference.tables if rows is not None for label in rows]
        if times is None and reference.n_rows is None and each:
            n = self.tables.n_rows(reference) if self.tables else None
            if n is None:
                self.problems.append("number_of_counts_unknown: it stands in a table")
                return []
            return [(reference.tables[0][0], "")] * n
        return labels if reference.n_rows is not None else []

    def _executed(self, token: Token) -> None:
        self.target = []
        subjects = self._resolve_subjects()
        dealt = len(token.values) == len(subjects)
        for index, subject in enumerate(subjects):
            outcome = self._outcome(subject, "guilty")
            executed = PenaltyDraft(dict(token.values[index if dealt else 0][0]))
            outcome.groups.append(GroupDraft(executed, len(outcome.counts), self.scope))
            self.target.append(executed)
        self.scope = Scope()
        self.on_probation = False

    def _reduced(self, token: Token) -> None:
        drafts = self.target
        values = token.values
        for index, draft in enumerate(drafts):
            draft.reduced = PenaltyDraft(dict(values[index if len(values) == len(drafts) else 0][0]))
        self.target = [draft.reduced for draft in drafts if draft.reduced]
        if not drafts:
            self._counts(token)  # 減為 without what it reduces: the only penalty we see

    def _execute(self, token: Token) -> None:
        """應執行: what stands before it says which counts it is about."""
        if self.reference is not None and (self.reference.tables[0][0] or self.reference.n_rows is not None):
            self.scope = Scope(self.reference.tables, self.scope.commutable)
        self.reference = None
        if self._says_crime() and self._may_name():
            self._resolve_subjects()
        self.pending.clear()
        if token.word == "table":
            self.needs_table = True
            self.problems.append("executed_in_table")
        else:
            self.armed = "execute"

    def _reduce(self, token: Token) -> None:
        self.pending.clear()
        if len(self.batch) > 1 and token.each:
            self.target = self.batch
        if token.values:
            self._reduced(token)
            self._explain()
        else:
            self.armed = "reduce"

    def _probation(self, token: Token) -> None:
        subjects = self._resolve_subjects()
        scope = self.scope
        if self.reference is not None and self.reference.n_rows is not None:
            scope = Scope(self.reference.tables)
        values = [parts["months"] for parts, _ in token.values]
        if token.each and len(subjects) == 1 and not self.named_here and not self.since_stop:
            subjects = self._sentenced_without_probation() or subjects  # 甲處…。乙處…。均緩刑貳年。
        for index, subject in enumerate(subjects):
            outcome = self.outcomes.get((subject, "guilty")) or self.outcomes.get((subject, "appeal_dismissed"))
            outcome = outcome or self._outcome(subject, "guilty")
            months = values[index] if len(values) == len(subjects) else values[0]
            outcome.add_probation(months, scope=scope, own_sentence=not self.since_stop, each=token.each)
            if scope.tables:
                self.target = [count for count in outcome.counts if scope.holds(count)]
        self._explain()
        self.reference = None
        self.scope = Scope()
        self.on_probation = True

    def _civil_rights(self, token: Token) -> None:
        for draft in self.target:
            draft.parts.update(token.values[0][0])
        if not self.target and not self.on_probation:
            self.problems.append(f"unread: {self.original[token.start : token.end]}")
        self._explain()

    def _verdict(self, token: Token) -> None:
        pending = self._pending_text()
        verdict, kind = token.word, None
        if verdict in ("wrong_jurisdiction", "ruling"):
            verdict, kind = "other", token.word
        if verdict == "appeal_dismissed" and _OTHERS.search(pending):
            subjects = self._untouched() or self._resolve_subjects()
        else:
            subjects = self._resolve_subjects()
        for subject in subjects:
            outcome = self._outcome(subject, verdict)
            outcome.other_kind = kind
            if verdict == "exempt_from_punishment":
                outcome.charges += self._charges(pending or self.crime)
        self.target = []
        self._explain()

    def _table(self, token: Token) -> None:
        reference = token.reference
        if reference is None:
            return
        if token.word != "penalty":
            if token.of_crimes:
                self.reference = reference
                self.times = token.number or self.times
            self.pending.append((token.start, token.end))
            return
        self.needs_table = True
        subjects = self._resolve_subjects()
        self.target = []
        for subject in subjects:
            outcome = self._outcome(subject, "guilty")
            outcome.from_table = True
            for key, rows in reference.tables:
                self._read_table(outcome, key, rows, reference.column)
        self.batch = self.target
        self.times = self.reference = None
        self._explain()
        self.since_stop = True

    def _read_table(self, outcome: OutcomeDraft, key: str, rows: tuple[str, ...] | None, column: str | None) -> None:
        cells = self.tables.cells(key, column) if self.tables else None
        if cells is None:
            self.problems.append(f"table_missing: 附表{key}")
            return
        unseen = set(rows or ())
        for cell in cells:
            if rows is not None and cell.label not in rows:
                continue
            unseen.discard(cell.label)
            read = self._read_cell(cell, outcome.key)
            if read is None:
                continue
            for count in read.counts:
                count.row = (key, cell.label)
            outcome.counts += read.counts
            outcome.charges += read.charges
            self.target += read.counts
        self.problems += [f"table_row_missing: 附表{key} {label}" for label in sorted(unseen)]

    def _read_cell(self, cell: Cell, key: int) -> OutcomeDraft | None:
        folded = words.fold(cell.text)
        inner = _Reader(cell.text, folded, self.names, None)
        if cell.person:
            people = [k for k in self.names.everyone if (name := self.names.name_of(k)) and name in cell.person]
            if people and key not in people:
                return None
        inner.read()
        if not inner.outcomes:
            self.problems.append(f"table_row_unread: {cell.label} {cell.text[:20]}")
        return inner.outcomes.get((key, "guilty")) or inner.outcomes.get((_UNNAMED, "guilty"))

    def _set_aside(self, token: Token) -> None:
        self.set_aside = True
        self._explain()
        inside = self.folded[token.start : token.end]
        for m in re.finditer("關於|、|及|與|和", inside):
            subject = self.names.at(inside, self.original[token.start : token.end], m.end())
            if subject is not None:
                self.subjects = subject.keys
                break

    def _rate(self, token: Token) -> None:
        if token.word == "commutation":
            for draft in self.batch:
                draft.commutable = True
        self._explain()

    def _measure(self, token: Token) -> None:
        """沒收 and the like explain the clause, unless they are words of a crime not yet sentenced (甲將股款發還股東，處…)."""
        if not self.since_stop and self._says_crime() and (self.named_here or self._begins_with_a_name()):
            self.pending.append((token.start, token.end))
            self.measured = True
        else:
            self._explain()

    def _explained_word(self, token: Token) -> None:
        self._explain()

    def _multiplicity(self, token: Token) -> None:
        self.times = token.number

    def _note(self, token: Token) -> None:
        """Brackets and 累犯 say nothing that we keep."""

    def _those_commutable(self, token: Token) -> None:
        self.scope = Scope(self.scope.tables, token.kind == "those_commutable")

    _HANDLERS: ClassVar[dict[str, Callable[[_Reader, Token], None]]] = {
        "penalty": _penalty,
        "civil_rights": _civil_rights,
        "execute": _execute,
        "reduce": _reduce,
        "probation": _probation,
        "probation_terms": _explained_word,
        "verdict": _verdict,
        "table": _table,
        "set_aside": _set_aside,
        "rate": _rate,
        "measure": _measure,
        "multiplicity": _multiplicity,
        "recidivist": _note,
        "note": _note,
        "those_commutable": _those_commutable,
        "those_not_commutable": _those_commutable,
    }

    # --- what is in mind ---------------------------------------------------------------------------------------------------------

    def _pending_text(self) -> str:
        return self.original[self.pending[0][0] : self.pending[-1][1]] if self.pending else ""

    def _says_crime(self) -> bool:
        """True when the pending text is more than grammar words."""
        return any(not _MERE_GRAMMAR.match(self.folded[start:end]) for start, end in self.pending)

    def _explain(self) -> None:
        self.pending.clear()
        self.explained = True
        self.fresh = False

    def _explains_itself(self, text: str) -> bool:
        """Conditions of a 緩刑, remarks on seized things, bare grammar."""
        folded = words.fold(text)
        if _MERE_GRAMMAR.match(folded):
            return True
        if self.on_probation or _CONDITION.search(folded):
            return True
        return bool(_SETTING.search(folded)) and not charge_names(text)

    def _charges(self, crime: str) -> list[str]:
        if not crime:
            return []
        names = charge_names(crime)
        if names or self.on_probation or "附表" in crime:
            return names
        described = described_charge(crime)
        return [described] if described else []

    # --- subjects ----------------------------------------------------------------------------------------------------------------

    def _everyone(self) -> tuple[int, ...]:
        return self.names.everyone if self.tables is not None else (_UNNAMED,)

    def _may_name(self) -> bool:
        return self.fresh and not self.named_here and self.names.open and self.tables is not None

    def _begins_with_a_name(self) -> bool:
        return self._may_name() and bool(guess_names(self.folded[self.pending[0][0] : self.pending[-1][1]])[0])

    def _resolve_subjects(self) -> tuple[int, ...]:
        """Whom the clause is about: named, guessed from its head where no header helps, carried over, or everybody."""
        if self._may_name() and self.pending:
            start, end = self.pending[0][0], self.pending[-1][1]
            spans, length = guess_names(self.folded[start:end])
            if spans:
                names = (self.original[start + a : start + b] for a, b in spans)
                self.subjects = tuple(dict.fromkeys(map(self.names.learn, names)))
                self.named_here = True
                self.pending = [(max(s, start + length), e) for s, e in self.pending if e > start + length]
        if self.tables is None and not self.named_here:
            return self._named_in_cell()
        return self.subjects if self.subjects is not None else self._everyone()

    def _named_in_cell(self) -> tuple[int, ...]:
        """A cell may name its defendant behind other text (犯罪事實欄一甲犯竊盜罪): the last name before the penalty."""
        if self.subjects is not None:
            return self.subjects
        text = self.folded[self.pending[0][0] : self.pending[-1][1]] if self.pending else ""
        for position in range(len(text) - 1, -1, -1):
            subject = self.names.at(text, text, position)
            if subject is not None:
                return subject.keys
        return (_UNNAMED,)

    def _untouched(self) -> tuple[int, ...]:
        """Defendants without an outcome so far: whom 其他上訴駁回 is about."""
        touched = {key for key, _ in self.outcomes} | set(self.subjects or ())
        return tuple(key for key in self.names.everyone if key not in touched)

    def _sentenced_without_probation(self) -> tuple[int, ...]:
        return tuple(
            key
            for (key, verdict), outcome in self.outcomes.items()
            if verdict in ("guilty", "appeal_dismissed") and not any(g.probation for g in outcome.groups)
        )

    def _outcome(self, key: int, verdict: str) -> OutcomeDraft:
        outcome = self.outcomes.get((key, verdict))
        if outcome is None:
            outcome = self.outcomes[key, verdict] = OutcomeDraft(key, verdict)
        return outcome

    # --- the end -----------------------------------------------------------------------------------------------------------------

    def finish(self) -> MainText:
        if not self.outcomes:
            self._last_resort()
        problems = self.problems + (self.tables.problems if self.tables else [])
        return MainText(
            outcomes=tuple(
                draft.finish(self.names.name_of(draft.key), draft.key + 1) for draft in self.outcomes.values()
            ),
            set_aside=self.set_aside,
            needs_table=self.needs_table,
            problems=tuple(dict.fromkeys(problems)),
        )

    def _last_resort(self) -> None:
        """A 主文 without a verdict: a ruling, or nothing that we know."""
        if _RULING.search(self.folded) and not self.set_aside:
            for key in self.subjects or self._everyone():
                self._outcome(key, "other").other_kind = "ruling"
        else:
            self.problems.append("no_verdict")
