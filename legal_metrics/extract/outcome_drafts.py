"""Outcomes while a 主文 is still being read: what later words may add to, and how it ends as immutable values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from legal_metrics.extract.penalty_phrases import Parts
from legal_metrics.penalties import ExecutedGroup, Outcome, Penalty

Tables = tuple[tuple[str, tuple[str, ...] | None], ...]
"""(table key, row labels or None for the whole table)."""


_MANY = 100
"""No sentence has so many 應執行 and 緩刑; beyond, each is about the counts since the one before, so that any text reads in linear time."""

_LONGEST_COMMUTABLE = 6

_NEAR = 3
"""How far back the 應執行 may stand of which another kind is a part (有期徒刑…，拘役…，罰金部分應執行…)."""


@dataclass(slots=True, eq=False)
class PenaltyDraft:
    """A penalty to which 併科, 褫奪公權 and 減為 may still be added."""

    parts: Parts
    reduced: PenaltyDraft | None = None
    commutable: bool = False  # 如易科罰金 follows
    row: tuple[str, str] | None = None  # table key and row label that it came from or is about

    @property
    def short(self) -> bool:
        """Open to 易科罰金 by its length (刑法 §41: six months at most)."""
        parts = (self.reduced or self).parts
        months, days = parts.get("imprisonment_months", 0), parts.get("imprisonment_days", 0)
        return "detention_days" in parts or 0 < months + days / 30 <= _LONGEST_COMMUTABLE

    @property
    def kinds(self) -> frozenset[str]:
        """Which of imprisonment (life and death included), detention and fine it has."""
        return frozenset(kind for kind, names in _KINDS.items() if any(name in self.parts for name in names))

    def finish(self) -> Penalty:
        return Penalty(**self.parts, reduced_to=self.reduced.finish() if self.reduced else None)


_KINDS = {
    "imprisonment": ("imprisonment_months", "imprisonment_days", "life", "death"),
    "detention": ("detention_days",),
    "fine": ("fine",),
}


@dataclass(slots=True, frozen=True)
class Scope:
    """Which counts an 應執行 or a 緩刑 is about, as far as its words say.

    ``tables``: rows of tables. ``commutable``: those (not) open to 易科罰金. ``place``: the first N (前N罪), or the last N where it is below zero.
    """

    tables: Tables = ()
    commutable: bool | None = None
    place: int = 0

    def of(self, counts: Sequence[PenaltyDraft], first: int, stop: int) -> list[int]:
        """Indices of the counts among ``counts[first:stop]`` that it is about."""
        held = [i for i in range(first, stop) if self._holds_row(counts[i])]
        if self.commutable is not None:
            said = any(counts[i].commutable for i in held)  # else the length of the term must tell
            held = [i for i in held if (counts[i].commutable if said else counts[i].short) == self.commutable]
        return held[: self.place] if self.place > 0 else held[self.place :]

    def _holds_row(self, count: PenaltyDraft) -> bool:
        return not self.tables or (
            count.row is not None
            and any(
                (not key or not count.row[0] or key == count.row[0]) and (rows is None or count.row[1] in rows)
                for key, rows in self.tables
            )
        )


@dataclass(slots=True, eq=False)
class GroupDraft:
    """An 應執行, or a 緩刑 of its own: about the first ``window`` counts, from ``since`` on."""

    executed: PenaltyDraft | None
    window: int
    scope: Scope = Scope()
    probation: int | None = None
    since: int = 0


@dataclass(slots=True, eq=False)
class OutcomeDraft:
    """All that the 主文 says of one defendant under one verdict so far."""

    key: int
    verdict: str
    other_kind: str | None = None
    counts: list[PenaltyDraft] = field(default_factory=list)
    groups: list[GroupDraft] = field(default_factory=list)
    charges: list[str] = field(default_factory=list)
    from_table: bool = False
    _without_probation: list[GroupDraft] = field(default_factory=list)  # each 應執行 that has no 緩刑 yet

    def add_executed(self, executed: PenaltyDraft, scope: Scope) -> None:
        """應執行: about the counts so far; a 緩刑 just pronounced for them (均緩刑貳年，應執行…) is its own."""
        window = len(self.counts)
        last = self.groups[-1] if self.groups else None
        if last is not None and last.executed is None and last.window == window and last.scope == scope == Scope():
            last.executed = executed
        else:
            self.groups.append(GroupDraft(executed, window, scope))
        if self.groups[-1].probation is None:
            self._without_probation.append(self.groups[-1])

    def add_probation(self, months: int, *, scope: Scope, own_sentence: bool, each: bool) -> None:
        """緩刑 belongs to the 應執行 just pronounced, to the rows it names, or to the counts that have none yet."""
        window = len(self.counts)
        covered = self.groups[-1].window if self.groups else 0
        if scope != Scope():
            self.groups.append(GroupDraft(None, window, scope, months))
            return
        if self._without_probation and (each or own_sentence):
            for group in self._without_probation:
                group.probation = months
            self._without_probation.clear()
            if covered == window:
                return
        elif self._without_probation and covered == window and self.groups[-1].probation is None:
            self.groups[-1].probation = months
            self._without_probation.pop()
            return
        self.groups.append(GroupDraft(None, window, probation=months, since=covered if covered < window else 0))

    @property
    def executes_nothing(self) -> bool:
        """An 應執行 stands here, but nothing that it could put together."""
        return any(group.executed for group in self.groups) and not self.counts and not self.from_table

    def finish(self, name: str, number: int) -> Outcome:
        groups = _finished(self.counts, self.groups)
        probation = next((g.probation_months for g in groups if g.probation_months is not None), None)
        if groups and groups[0].executed is not None:
            probation = groups[0].probation_months
        if len(groups) == 1 and groups[0].executed is None and len(groups[0].counts) == len(self.counts):
            groups = ()  # one 緩刑 for everything is no group
        return Outcome(
            verdict=self.verdict,
            defendant=number,
            name=name,
            other_kind=self.other_kind,
            counts=tuple(count.finish() for count in self.counts),
            executed=next((g.executed for g in groups if g.executed is not None), None),
            probation_months=probation,
            groups=groups,
            charges=tuple(self.charges),
            counts_from_table=self.from_table,
        )


def _finished(counts: Sequence[PenaltyDraft], drafts: Sequence[GroupDraft]) -> tuple[ExecutedGroup, ...]:
    """Which counts each group is about: those its scope holds, of a kind that it executes, and of no group before it."""
    groups: list[tuple[GroupDraft, list[int]]] = []
    taken: set[int] = set()
    before = 0
    for draft in drafts:
        first = before if len(drafts) > _MANY else draft.since
        before = draft.window
        reach = draft.scope.of(counts, first, draft.window)
        executed = draft.executed
        if executed is None:
            groups.append((draft, reach if draft.scope != Scope() else [i for i in reach if i not in taken]))
            continue
        reach = [i for i in reach if not executed.kinds or not counts[i].kinds or executed.kinds & counts[i].kinds]
        host = _host(executed, reach, groups)
        if host is not None:
            indices = host[1]
            indices[:] = sorted({*indices, *(i for i in reach if i not in taken)})
        else:
            indices = [i for i in reach if i not in taken]
            groups.append((draft, indices))
        taken.update(indices)
    return tuple(
        ExecutedGroup(tuple(indices), draft.executed.finish() if draft.executed else None, draft.probation)
        for draft, indices in groups
    )


def _host(
    executed: PenaltyDraft, reach: list[int], groups: list[tuple[GroupDraft, list[int]]]
) -> tuple[GroupDraft, list[int]] | None:
    """有期徒刑部分應執行…，罰金部分應執行…: the second is a part of what the same counts come to. Adds it to the group it belongs to."""
    for draft, indices in groups[-_NEAR:]:
        if (
            draft.executed is not None
            and not draft.executed.kinds & executed.kinds
            and not set(reach).isdisjoint(indices)
        ):
            draft.executed.parts.update(executed.parts)
            return draft, indices
    return None


class OutcomeDrafts:
    """All outcomes of one 主文, in order of first mention."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[int, str], OutcomeDraft] = {}

    def __iter__(self) -> Iterator[OutcomeDraft]:
        return iter(self._drafts.values())

    def __bool__(self) -> bool:
        return bool(self._drafts)

    def get(self, key: int, verdict: str) -> OutcomeDraft | None:
        return self._drafts.get((key, verdict))

    def of(self, key: int, verdict: str) -> OutcomeDraft:
        """The draft for this defendant and verdict, begun now if there is none yet."""
        draft = self._drafts.get((key, verdict))
        if draft is None:
            draft = self._drafts[key, verdict] = OutcomeDraft(key, verdict)
        return draft

    def for_probation(self, key: int) -> OutcomeDraft:
        """Where a 緩刑 of this defendant belongs: the conviction, or the appeal that leaves one standing."""
        return self.get(key, "guilty") or self.get(key, "appeal_dismissed") or self.of(key, "guilty")

    def without_probation(self) -> tuple[int, ...]:
        """Defendants who could have a 緩刑 and have none so far."""
        may = ("guilty", "appeal_dismissed")
        return tuple(d.key for d in self if d.verdict in may and not any(group.probation for group in d.groups))

    def repeated(self, count: PenaltyDraft, times: int) -> list[PenaltyDraft]:
        """``count`` stands for ``times`` counts: it and its copies, which are put behind it."""
        copies = [PenaltyDraft(dict(count.parts), commutable=count.commutable) for _ in range(times - 1)]
        holder = next(draft for draft in self if count in draft.counts)
        holder.counts += copies
        return [count, *copies]

    def mark_commutable(self) -> None:
        """如易科罰金，均以…折算壹日 behind the last of several penalties: all that are short enough."""
        for draft in self:
            for count in draft.counts:
                count.commutable = count.commutable or count.short

    def touched(self) -> frozenset[int]:
        return frozenset(draft.key for draft in self)


def spread(values: Sequence[tuple[Parts, int]], times: int, n_subjects: int) -> list[list[Parts]]:
    """The penalties of one phrase for each subject: repeated ``times`` (共N罪), listed one by one, or dealt out to the subjects.

    >>> spread([({"fine": 1}, 0)], 2, 1), spread([({"fine": 1}, 0), ({"fine": 2}, 0)], 1, 2)
    ([[{'fine': 1}, {'fine': 1}]], [[{'fine': 1}], [{'fine': 2}]])
    """
    if len(values) == 1:
        parts, repeated = values[0]
        return [[parts] * (repeated or times)] * n_subjects
    if n_subjects == len(values) and times == 1 and not any(repeated for _, repeated in values):
        return [[parts] for parts, _ in values]
    return [[parts for parts, repeated in values for _ in range(repeated or 1)]] * n_subjects


def dealt(values: Sequence[tuple[Parts, int]], n: int) -> list[Parts]:
    """One penalty for each of ``n``: the listed ones where there are as many, else the first for all.

    >>> dealt([({"fine": 1}, 0), ({"fine": 2}, 0)], 2), dealt([({"fine": 1}, 0)], 2)
    ([{'fine': 1}, {'fine': 2}], [{'fine': 1}, {'fine': 1}])
    """
    return [parts for parts, _ in values] if len(values) == n else [values[0][0]] * n
