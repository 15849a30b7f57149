"""Trivial baselines of judgment prediction: what an answer scores that knows the docket but not the case.

Each is a pure function ``(train records, records to answer) -> {id: output}`` whose outputs run through the whole line as a model's would. Of the
records to answer they read ``id``, ``cause`` and ``n_defendants``, never facts or reference.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from legal_metrics.citations import StatuteCitation
from legal_metrics.metrics.judgment import defendants
from legal_metrics.penalties import CONVICTIONS, Penalty
from legal_metrics.readers.judgments import label_citations, outcomes_of

Record = Mapping[str, Any]
Baseline = Callable[[Sequence[Record], Sequence[Record]], Mapping[str, str]]


def always_guilty(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
    """Convict every defendant of the cause, to the lightest penalty of the code (刑法 §33 no. 5: 罰金 of NT$1,000), and cite nothing.

    The floor of verdict accuracy. Needs no train records; of the record it also reads ``n_defendants``, which the facts tell.

    >>> json.loads(always_guilty([], [{"id": "r1", "cause": "竊盜", "n_defendants": 2}])["r1"])["main_text"]
    '甲○○、乙○○犯竊盜罪，各處罰金新臺幣壹仟元。'
    """
    return {record["id"]: _output((), _lightest_conviction(record)) for record in records}


def constant(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
    """One answer for every case: the statutes that most train records cite, and the main text of the train record with the median penalty."""
    if not train:
        return {}
    output = _typical_output(train)
    return {record["id"]: output for record in records}


def cause_template(train: Sequence[Record], records: Sequence[Record]) -> dict[str, str]:
    """As ``constant``, from the train records with the same cause (all of them where there is none)."""
    if not train:
        return {}
    peers: dict[Any, list[Record]] = {}
    for record in train:
        peers.setdefault(record.get("cause"), []).append(record)
    outputs: dict[Any, str] = {}
    for cause in {record.get("cause") for record in records}:
        outputs[cause] = _typical_output(peers.get(cause) or train)
    return {record["id"]: outputs[record.get("cause")] for record in records}


JUDGMENT_BASELINES: tuple[tuple[str, Baseline], ...] = (
    ("always_guilty", always_guilty),
    ("constant", constant),
    ("cause_template", cause_template),
)


_STEMS = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥"


def _lightest_conviction(record: Record) -> str:
    names = [f"{stem}○○" for stem in _STEMS[: record.get("n_defendants") or 1]]
    each = "各" if len(names) > 1 else ""
    return f"{'、'.join(names)}犯{record.get('cause') or ''}罪，{each}處罰金新臺幣壹仟元。"


def _typical_output(peers: Sequence[Record]) -> str:
    return _output(_usual_statutes(peers), str(_median_record(peers).get("main_text") or ""))


def _usual_statutes(peers: Sequence[Record]) -> list[str]:
    """Citations of more than half of the records; the commonest one where no citation reaches that."""
    counts = Counter(text for record in peers for text in dict.fromkeys(map(_written, label_citations(record))))
    ranked = sorted(counts, key=lambda text: (-counts[text], text))
    return [text for text in ranked if 2 * counts[text] > len(peers)] or ranked[:1]


def _median_record(peers: Sequence[Record]) -> Record:
    """Among records that convict one person to one penalty of the commonest kind, the one with the (lower) median amount; ties by id.

    Without such a record: the first by id.
    """
    by_kind: dict[str, list[tuple[float, str, Record]]] = {}
    for record in peers:
        people = defendants(outcomes_of(record))
        if len(people) == 1 and people[0].verdicts <= CONVICTIONS and len(people[0].penalties) == 1:
            kind, amount = _kind_and_amount(people[0].penalties[0])
            by_kind.setdefault(kind, []).append((amount, str(record["id"]), record))
    if not by_kind:
        return min(peers, key=lambda record: str(record["id"]))
    commonest = min(by_kind, key=lambda kind: (-len(by_kind[kind]), kind))
    ranked = sorted(by_kind[commonest], key=lambda entry: entry[:2])
    return ranked[(len(ranked) - 1) // 2][2]


def _kind_and_amount(penalty: Penalty) -> tuple[str, float]:
    if penalty.months is not None:
        return "imprisonment", penalty.months
    if penalty.detention_days is not None:
        return "detention", penalty.detention_days
    return ("fine", penalty.fine) if penalty.fine is not None else ("other", 0.0)


def _written(citation: StatuteCitation) -> str:
    return f"修正前{citation}" if citation.version == "former" else str(citation)


def _output(statutes: Iterable[str], main_text: str) -> str:
    return json.dumps({"statutes": list(statutes), "reasoning": "", "main_text": main_text}, ensure_ascii=False)
