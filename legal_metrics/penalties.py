"""The value types of criminal sentences: what ``extract`` returns and ``metrics`` compares."""

from __future__ import annotations

from dataclasses import dataclass, replace

from legal_metrics.errors import WrongTypeError

VERDICTS: tuple[str, ...] = (
    "guilty",
    "exempt_from_punishment",  # 免刑: a conviction
    "not_guilty",  # 無罪
    "exempt_from_prosecution",  # 免訴
    "case_dismissed",  # 不受理
    "appeal_dismissed",  # 上訴駁回
    "other",  # other_kind: wrong_jurisdiction 管轄錯誤, ruling 裁定
)
CONVICTIONS: frozenset[str] = frozenset({"guilty", "exempt_from_punishment"})


@dataclass(frozen=True, slots=True)
class Penalty:
    """One pronounced penalty (宣告刑 or 應執行刑). Units stand in the names; None means "not pronounced".

    ``fine`` is in whole units of ``currency``: ``"TWD"``, ``"CNY"``, ``"silver_yuan"`` (銀元) or None where the text
    names no unit. ``reduced_to`` (減為) is the penalty after a reduction act. 易科罰金 and 易服勞役 rates, 沒收, 追徵 and
    payments under 緩刑 are never penalties.

    >>> Penalty(imprisonment_months=40).effective.imprisonment_months
    40
    """

    imprisonment_months: int | None = None  # 有期徒刑: years x 12 + months
    imprisonment_days: int | None = None  # 又N日 beyond the months
    life: bool = False  # 無期徒刑
    death: bool = False  # 死刑
    death_suspended: bool = False  # 死缓 (CN)
    detention_days: int | None = None  # 拘役 (TW: days)
    detention_months: int | None = None  # 拘役 (CN: months)
    control_months: int | None = None  # 管制 (CN)
    fine: int | None = None  # 罰金
    currency: str | None = None
    civil_rights_deprived_months: int | None = None  # 褫奪公權
    civil_rights_deprived_life: bool = False  # 褫奪公權終身
    reduced_to: Penalty | None = None  # 減為

    @property
    def effective(self) -> Penalty:
        """``reduced_to`` where there is one, else the penalty itself.

        >>> Penalty(imprisonment_months=8, reduced_to=Penalty(imprisonment_months=4)).effective.imprisonment_months
        4
        """
        return self.reduced_to or self

    @property
    def months(self) -> float | None:
        """Imprisonment in months, days counted as days / 30; None without a fixed term.

        >>> Penalty(imprisonment_months=1, imprisonment_days=15).months
        1.5
        """
        if self.imprisonment_months is None and self.imprisonment_days is None:
            return None
        return (self.imprisonment_months or 0) + (self.imprisonment_days or 0) / 30

    @property
    def is_empty(self) -> bool:
        """True when nothing is pronounced.

        >>> Penalty().is_empty, Penalty(fine=1000).is_empty
        (True, False)
        """
        return self == Penalty()


@dataclass(frozen=True, slots=True)
class ExecutedGroup:
    """Counts put together under one 應執行 (刑法 §50 and §51), with the 緩刑 that goes with it.

    ``counts`` are 0-based indices into the counts of the same outcome. ``executed`` is None for a group that exists only
    because its counts share a 緩刑 of their own.

    >>> ExecutedGroup((0, 1), Penalty(imprisonment_months=10), 24).probation_months
    24
    """

    counts: tuple[int, ...]
    executed: Penalty | None = None
    probation_months: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one 主文 says of one defendant under one verdict.

    A defendant convicted in part and acquitted in part has two outcomes. ``defendant`` is 1-based in the order of the
    header, or of first mention in the 主文 where no header was given. ``executed`` and ``probation_months`` repeat those of the
    first group. ``counts_from_table`` marks penalties that the 主文 leaves to a table (如附表).

    >>> Outcome(verdict="not_guilty", name="甲").verdict
    'not_guilty'
    """

    verdict: str
    defendant: int | None = None
    name: str = ""
    other_kind: str | None = None
    counts: tuple[Penalty, ...] = ()
    executed: Penalty | None = None
    probation_months: int | None = None
    groups: tuple[ExecutedGroup, ...] = ()
    charges: tuple[str, ...] = ()  # one for each clause, in order: what stands between 犯 and 罪, else the crime as described
    counts_from_table: bool = False


@dataclass(frozen=True, slots=True)
class MainText:
    """A whole 主文, read: outcomes in order, and what could not be read.

    >>> MainText(()).outcomes
    ()
    """

    outcomes: tuple[Outcome, ...]
    set_aside: bool = False  # 原判決撤銷
    needs_table: bool = False  # a penalty stands only in a table
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence that a short text pronounces on one person (the public result of ``parse_sentence``).

    Single figures (``imprisonment_months``, ``detention_days``, ``fine`` …) are those of the only penalty that takes effect:
    the 應執行 where there is one, else the only count. With several counts and no 應執行 they are None, and ``counts`` holds
    them. ``kind`` is the main penalty's Chinese name in the jurisdiction's script (TW 有期徒刑, 拘役, 罰金, 無期徒刑, 死刑, 免刑; CN also
    管制 "public surveillance", 免予刑事处罚 …) and ``term_months`` its months whatever the kind.

    >>> Sentence(verdict="guilty", imprisonment_months=6).life
    False
    """

    verdict: str | None = None
    kind: str | None = None
    imprisonment_months: int | None = None
    imprisonment_days: int | None = None
    life: bool = False
    death: bool = False
    death_suspended: bool = False
    detention_days: int | None = None
    detention_months: int | None = None
    control_months: int | None = None
    term_months: float | None = None
    range_months: tuple[int, int] | None = None
    fine: int | None = None
    currency: str | None = None
    probation_months: int | None = None
    counts: tuple[Penalty, ...] = ()
    executed: Penalty | None = None
    groups: tuple[ExecutedGroup, ...] = ()


def penalties_in_force(outcome: Outcome) -> tuple[Penalty, ...]:
    """What the defendant has to serve: the executed penalty of each group and the counts that belong to no group, in order.

    The unit of every sanction metric: never a sum over counts, never the first of several. A group stands where its first count
    stands. ``reduced_to`` replaces what it reduces. What the executed penalty does not speak of stays in force as pronounced: 應執行有期徒刑
    beside one count's 併科罰金 leaves that fine (刑法 §51), so it is added; where several counts leave something over, each
    remainder follows on its own. An outcome with ``executed`` and no ``groups`` is read as one group of all counts.
    Raises: WrongTypeError for anything but an ``Outcome``.

    >>> six, four, ten = (Penalty(imprisonment_months=m) for m in (6, 4, 10))
    >>> theft = Outcome("guilty", counts=(six, four, Penalty(fine=3000)), groups=(ExecutedGroup((0, 1), ten),))
    >>> [(p.imprisonment_months, p.fine) for p in penalties_in_force(theft)]
    [(10, None), (None, 3000)]
    """
    if not isinstance(outcome, Outcome):
        raise WrongTypeError("outcome", outcome, "an Outcome")
    groups = outcome.groups
    if not groups and outcome.executed is not None:
        groups = (ExecutedGroup(tuple(range(len(outcome.counts))), outcome.executed),)
    group_of = {count: group for group in groups if group.executed is not None for count in group.counts}
    served: list[Penalty] = []
    done: list[ExecutedGroup] = []
    for index, count in enumerate(outcome.counts):
        group = group_of.get(index)
        if group is None:
            served.append(count.effective)
        elif not any(group is other for other in done):
            done.append(group)
            served += _served(group, outcome.counts)
    for group in groups:
        if group.executed is not None and not any(group is other for other in done):
            served += _served(group, outcome.counts)  # its counts could not be read (a table that is missing)
    return tuple(served)


_KINDS = (
    "imprisonment_months",
    "imprisonment_days",
    "life",
    "death",
    "death_suspended",
    "detention_days",
    "detention_months",
    "control_months",
    "fine",
    "currency",
)


def _served(group: ExecutedGroup, counts: tuple[Penalty, ...]) -> list[Penalty]:
    executed = (group.executed or Penalty()).effective
    rest = [_beyond(executed, counts[i].effective) for i in group.counts if i < len(counts)]
    rest = [penalty for penalty in rest if not penalty.is_empty]
    if len(rest) != 1:
        return [executed, *rest]
    spoken_of = {name: value for name in _KINDS if (value := getattr(rest[0], name)) not in (None, False)}
    return [replace(executed, **spoken_of)]


def _beyond(executed: Penalty, count: Penalty) -> Penalty:
    """The parts of ``count`` of a kind that ``executed`` does not speak of; a fixed term goes up in any executed imprisonment."""
    imprisoned = executed.life or executed.death or executed.death_suspended or executed.months is not None
    fined = executed.fine is not None
    return Penalty(
        imprisonment_months=None if imprisoned else count.imprisonment_months,
        imprisonment_days=None if imprisoned else count.imprisonment_days,
        life=count.life and not imprisoned,
        death=count.death and not imprisoned,
        death_suspended=count.death_suspended and not imprisoned,
        detention_days=None if executed.detention_days is not None else count.detention_days,
        detention_months=None if executed.detention_months is not None else count.detention_months,
        control_months=None if executed.control_months is not None else count.control_months,
        fine=None if fined else count.fine,
        currency=None if fined else count.currency,
    )
