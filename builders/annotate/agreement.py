"""Two annotators' label files beside each other: kappa for each layer, the questions they disagree on, and the labels they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from builders.annotate.labels import Label
from legal_metrics.stats.agreement import Agreement, cohen_kappa

LAYERS: Mapping[str, Callable[[Label], str]] = {
    "jurisdiction": lambda label: label.jurisdiction,
    "law": lambda label: label.laws[0] if label.laws else label.instruments[0] if label.instruments else "",
    "law_type": lambda label: label.law_type.id,
    "law_category": lambda label: label.law_category,
    "laws": lambda label: "、".join(sorted((*label.laws, *label.instruments))),
}
"""The layers of a label, each as one nominal value: domestic or not, the deciding law, its type, its group, and the whole set of laws named."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Agreement for each layer over the questions that both labelled, and where they differ.

    ``disagreements``: (question id, layers that differ, first label, second label), sorted by id. ``only_first``, ``only_second``: questions of one
    annotator alone. ``overlap``: mean Jaccard index of the two sets of laws and instruments (two empty sets are equal: 1).
    """

    layers: Mapping[str, Agreement]
    overlap: float
    disagreements: tuple[tuple[str, tuple[str, ...], Label, Label], ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """All figures, for ``--json``; a figure that is not defined is None."""
        return {
            "layers": {
                name: {"n": a.n, "observed": _defined(a.observed), "expected": _defined(a.expected), "kappa": _defined(a.kappa)}
                for name, a in self.layers.items()
            },
            "mean_jaccard_of_laws": _defined(self.overlap),
            "disagreements": [
                {"id": id, "layers": list(layers), "first": first.to_dict(), "second": second.to_dict()}
                for id, layers, first, second in self.disagreements
            ],
            "only_first": list(self.only_first),
            "only_second": list(self.only_second),
        }


def compare(first: Mapping[str, Label], second: Mapping[str, Label]) -> Comparison:
    """Compare two annotators' labels.

    >>> a = {"q1": Label("q1", laws=("民法",)), "q2": Label("q2", laws=("刑法",))}
    >>> b = {"q1": Label("q1", laws=("民法",)), "q2": Label("q2", laws=("刑法", "民法"))}
    >>> [(id, layers) for id, layers, _, _ in compare(a, b).disagreements]
    [('q2', ('laws',))]
    """
    shared = sorted(first.keys() & second.keys())
    layers = {name: cohen_kappa([value(first[id]) for id in shared], [value(second[id]) for id in shared]) for name, value in LAYERS.items()}
    disagreements = tuple(
        (id, differing, first[id], second[id])
        for id in shared
        if (differing := tuple(name for name, value in LAYERS.items() if value(first[id]) != value(second[id])))
    )
    overlaps = [_jaccard(first[id], second[id]) for id in shared]
    return Comparison(
        layers,
        sum(overlaps) / len(overlaps) if overlaps else float("nan"),
        disagreements,
        tuple(sorted(first.keys() - second.keys())),
        tuple(sorted(second.keys() - first.keys())),
    )


def merge(first: Mapping[str, Label], second: Mapping[str, Label], decided: Mapping[str, Label]) -> tuple[list[Label], list[str]]:
    """The final labels of two annotators, and the ids that still wait for a decision (they get no label).

    Equal laws and instruments (the deciding one first, the others in any order): ``agreed``, with the first's articles where the two differ in them.
    A label in ``decided`` goes before both: ``adjudicated``. A question of one annotator alone: ``single``.

    >>> a, b = {"q": Label("q", ("民法",), annotator="a")}, {"q": Label("q", ("民法",), annotator="b")}
    >>> [(label.id, label.annotator, label.status) for label in merge(a, b, {})[0]]
    [('q', 'a+b', 'agreed')]
    """
    final, open_ids = [], []
    for id in sorted(first.keys() | second.keys() | decided.keys()):
        mine, other = first.get(id), second.get(id)
        if id in decided:
            final.append(replace(decided[id], status="adjudicated"))
        elif mine is None or other is None:
            final.append(replace(mine or other, status="single"))  # type: ignore[type-var]
        elif not _same(mine, other):
            open_ids.append(id)
        else:
            final.append(replace(mine, annotator=f"{mine.annotator}+{other.annotator}", status="agreed"))
    return final, open_ids


def _same(first: Label, second: Label) -> bool:
    return all(LAYERS[layer](first) == LAYERS[layer](second) for layer in ("law", "laws"))


def _jaccard(first: Label, second: Label) -> float:
    mine, other = {*first.laws, *first.instruments}, {*second.laws, *second.instruments}
    return len(mine & other) / len(mine | other) if mine | other else 1.0


def _defined(value: float) -> float | None:
    return None if value != value else value
