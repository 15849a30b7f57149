"""Policies: everything that turns grades into points, by name. Each preset says its source and what the source leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown


def _is_number(value: object, kind: type | tuple[type, ...] = (int, float)) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _check(holds: bool, option: str, found: object, allowed: str) -> None:
    if not holds:
        raise LegalMetricsError(f"{option}: found {shown(found)}, allowed {allowed}")


@dataclass(frozen=True, slots=True)
class Policy:
    """How grades become points. Every field changes numbers, so all of them stand in the signature of a score.

    Args:
        award: what earns points. ``"points"``: the judge's points (a label alone: all, ``partial`` or nothing). ``"label"``: the label (correct all, wrong
            and missing nothing, partial the judge's points where they lie strictly between, else ``partial``; points count where there is no label).
            ``"met"``: all or nothing. ``"levels"``: the judge's points are a whole level from 0 to ``levels`` and earn that share of the item.
        partial: share of an item for the label partial without usable points, between 0 and 1.
        levels: the highest level, for ``award="levels"``; also the worth of an item without points there.
        out_of_range: points below 0 or above the item's: ``"clamp"``, ``"error"``, or the item is ``"unscored"``.
        unknown: a grade of an item that the rubric lacks: ``"ignore"`` (told) or ``"error"``.
        repeated: an item that is graded twice: ``"error"``, the ``"first"``, the ``"last"``, or it is ``"unscored"``.
        contradiction: label against points: ``"follow"`` what ``award`` names, ``"error"``, or the item is ``"unscored"``.
        missing: an item without a usable grade: ``"unscored"`` (the whole answer then has no score), ``"zero"`` (it earns nothing), ``"exclude"`` (it leaves
            the maximum too, which flatters; ``coverage`` says how much). Points that an answer has before any grade stand only where every penalty was
            graded. Grades that name no item at all are no verdict: unscored under each of the three.
        sums: where the points of the items do not add up to the declared total: ``"smaller"`` (the smaller of the two is the maximum, and what passes it is
            cut), ``"larger"``, ``"items"`` (their sum is the maximum), ``"rescale"`` (all are scaled to the total). Always told.
        occurrences: whether a penalty of the kind "each time" is multiplied; else it counts once.
        floors: what cannot fall below its floor: ``"item"`` (a penalty takes its points once at most), ``"module"`` (a module with points: 0), ``"total"``: 0.
        order: items in the wrong order: ``"drop"`` (they earn nothing), ``"half"``, ``"flag"`` (told only).
        scale: ``"maximum"``: ratio = score / maximum; ``"range"``: (score - floor) / (maximum - floor).

    >>> Policy(missing="zero").missing, Policy().repeated
    ('zero', 'unscored')
    """

    name: str = "custom"
    award: str = "points"
    partial: float = 0.5
    levels: int = 5
    out_of_range: str = "clamp"
    unknown: str = "ignore"
    repeated: str = "unscored"
    contradiction: str = "follow"
    missing: str = "unscored"
    sums: str = "smaller"
    occurrences: bool = True
    floors: tuple[str, ...] = ("total",)
    order: str = "drop"
    scale: str = "maximum"

    def __post_init__(self) -> None:
        for field, allowed in CHOICES.items():
            _check(getattr(self, field) in allowed, field, getattr(self, field), " or ".join(allowed))
        for field in ("name", "occurrences"):
            kind = str if field == "name" else bool
            _check(isinstance(getattr(self, field), kind), field, getattr(self, field), f"a {kind.__name__}")
        _check(_is_number(self.partial) and 0 < self.partial < 1, "partial", self.partial, "a number between 0 and 1")
        _check(_is_number(self.levels, int) and self.levels > 0, "levels", self.levels, "a whole number above 0")
        floors = self.floors
        known = isinstance(floors, tuple) and all(floor in FLOORS for floor in floors)
        _check(known, "floors", floors, f"a tuple of {', '.join(FLOORS)}")
        bounded = "item" in floors or "total" in floors or not self.occurrences
        _check(self.scale == "maximum" or bounded, "scale", self.scale, "maximum where penalties have no floor")

    @property
    def options(self) -> dict[str, Any]:
        """All fields as signatures hold them: ``name`` as ``policy``."""
        named = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "name"}
        return {**named, "policy": self.name, "floors": "+".join(self.floors) or "none"}


CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "award": ("points", "label", "met", "levels"),
        "out_of_range": ("clamp", "error", "unscored"),
        "unknown": ("ignore", "error"),
        "repeated": ("error", "first", "last", "unscored"),
        "contradiction": ("follow", "error", "unscored"),
        "missing": ("unscored", "zero", "exclude"),
        "sums": ("smaller", "larger", "items", "rescale"),
        "order": ("drop", "half", "flag"),
        "scale": ("maximum", "range"),
    }
)
FLOORS: tuple[str, ...] = ("item", "module", "total")


def tw_paper() -> Policy:
    """Essay questions as TW-LegalBench 4.2.2 grades them: a label and points for each scoring point, added up afterwards, mean of two judges.

    Open in the source: what a label is worth, the fourth label's name, what happens where the judge's allocation does not add up, whether a wrong statement
    subtracts. [CHOICE] correct earns all, wrong and missing nothing, partial the judge's points strictly between (else half); allocations are scaled to
    the question's points and told; none means equal shares, told; nothing is subtracted.

    >>> tw_paper().award, tw_paper().sums
    ('label', 'rescale')
    """
    return Policy("tw_paper", award="label", sums="rescale", repeated="error")


def healthbench() -> Policy:
    """HealthBench: sum of the points of met criteria, negative ones included, over the sum of positive points; a question can fall below 0.

    Source: ``healthbench_eval.py`` of simple-evals. A rubric without positive points has no ratio. The mean over questions is clipped to [0, 1] there, not
    the questions: ``rubric_scores`` has the clipped mean in ``details``. Open: grades that cannot be read (the source asks again without end; here the
    question is unscored).

    >>> healthbench().award, healthbench().floors
    ('met', ())
    """
    return Policy("healthbench", award="met", sums="items", occurrences=False, floors=(), order="flag")


def prbench() -> Policy:
    """PRBench: weights of met criteria over the sum of positive weights, "clipped".

    Source: ``util.py`` of scaleapi/PRBench, whose ``get_clipped_points`` does not clip, while its report is of "mean clipped" scores: open. [CHOICE] a
    question is held at 0; ``replace(prbench(), floors=())`` is the code as it runs, ``prbench_normalised`` its second figure. There a reply that cannot be
    read counts as not met, which spares a penalty; here the question is unscored.

    >>> prbench().floors, prbench().scale
    (('total',), 'maximum')
    """
    return Policy("prbench", award="met", sums="items", occurrences=False, order="flag")


def prbench_normalised() -> Policy:
    """PRBench's other figure: (points - sum of negative weights) / (sum of positive - sum of negative weights), in [0, 1]. Source: as ``prbench``.

    >>> prbench_normalised().scale
    'range'
    """
    return Policy(
        "prbench_normalised", award="met", sums="items", occurrences=False, floors=(), order="flag", scale="range"
    )


def zhifa() -> Policy:
    """ZhiFa-Bench's rubrics: the judge's points, each held in its item's range, over the total; the default.

    Source: its description, and facts of its tool; the tool's own arithmetic is in ``compat.zhifa``. Where that counts an item twice, takes a reply
    without grades for full marks or lets penalties pass below 0, this policy leaves the item or the answer unscored and holds the total at 0. Open: whether
    a module can fall below 0 (here it can), what ``order_required`` costs (here the item's points), a declared total that the items do not add up to
    (there it divides; here full marks are what can be earned, and never more than the total, told).

    >>> zhifa() == Policy("zhifa")
    True
    """
    return Policy("zhifa")


def caai() -> Policy:
    """The framework for legal models of CAAI: whole grades of 0 to 5 for correctness, completeness, relevance, effectiveness; their sum over 5 each.

    Source: its formulas 2.4 to 2.12 ((s1 + s2 + s3) / 15 and alike); it names six levels and no half ones, so other numbers are errors. Open: several
    judges (here as ``rubric_scores`` says).

    >>> caai().levels, caai().out_of_range
    (5, 'error')
    """
    return Policy(
        "caai", award="levels", sums="items", out_of_range="error", unknown="error", repeated="error", order="flag"
    )


PRESETS: Mapping[str, Policy] = MappingProxyType(
    {policy.name: policy for policy in (tw_paper(), healthbench(), prbench(), prbench_normalised(), zhifa(), caai())}
)
"""Policies by name."""


def policy_of(policy: Policy | str | Mapping[str, Any]) -> Policy:
    """A policy: itself, the preset of a name, or a mapping of fields that differ from a preset (key ``preset``, default zhifa).

    Raises: LegalMetricsError for an unknown name, field or value; WrongTypeError for anything else.

    >>> policy_of({"preset": "tw_paper", "missing": "zero"}).award, policy_of({"missing": "zero"}).name
    ('label', 'zhifa+missing')
    """
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str):
        _check(policy in PRESETS, "policy", policy, ", ".join(PRESETS))
        return PRESETS[policy]
    if not isinstance(policy, Mapping):
        raise WrongTypeError("policy", policy, f"a Policy, a mapping of its fields, or one of {', '.join(PRESETS)}")
    changes = dict(policy)
    preset = policy_of(changes.pop("preset", "zhifa"))
    known = [field.name for field in fields(Policy)]
    for key in changes:
        _check(key in known, "policy", key, ", ".join(["preset", *known]))
    if isinstance(changes.get("floors"), list):
        changes["floors"] = tuple(changes["floors"])
    name = "+".join([preset.name, *sorted(changes)])
    return replace(preset, **{"name": name, **changes})
