"""The report on an evaluation of the CAAI framework for a terminal: scores, tasks, what was missing, and how Q moves."""

from __future__ import annotations

from legal_metrics.caai.assessment import Assessment
from legal_metrics.caai.tasks import RATINGS
from legal_metrics.caai.values import Value
from legal_metrics.report.caai_titles import amount, points, words
from legal_metrics.report.notes import Note
from legal_metrics.report.numbers import NOTHING, figure, percent
from legal_metrics.report.terminal import printable, table, wrapped

_HOW = {
    "Q": "100 x Q2 x Q3 x Q4",
    "Q1": "share of functions that are there",
    "Q2": "sum of weight x C x score of the tasks",
    "Q3": "3.1 x 3.2",
    "Q4": "0.7 x 4.1 + 0.3 x 4.2",
}


def render_assessment(assessment: Assessment) -> str:
    """Tables of the scores, the tasks and the moves of Q; notes below, the gravest first."""
    lines = [
        " · ".join(part for part in ("CAAI framework", assessment.settings.system, f"{len(assessment.folder.files)} files") if part),
        "",
        _scores(assessment),
        "",
        _tasks(assessment),
        "",
        _moves(assessment),
        "",
        *wrapped(assessment_notes(assessment)),
    ]
    return printable(lines)


def assessment_notes(assessment: Assessment) -> tuple[Note, ...]:
    """What a reader must know, as sentences: what was missing, unread or undefined first, then what was clamped, left out or flagged.

    Notes that differ in nothing but the input are one: "2.7 statute_qa: missing: s1 correctness, s2 completeness: 2.7 has no value".
    """
    grave = ("missing", "unread", "undefined")
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for value, note in sorted(assessment.told(), key=lambda told: told[1].kind not in grave):
        alike.setdefault((note.kind, note.why), []).append((value, note.where))
    notes = []
    for (kind, why), found in alike.items():
        values = dict.fromkeys(value for value, _ in found if value)
        wheres = ", ".join(dict.fromkeys(where for _, where in found))
        of = f"{next(iter(values))}: " if len(values) == 1 else ""
        notes.append(Note(f"{of}{kind.replace('_', ' ')}: {wheres}: {why}", warning=kind != "left_out"))
    return tuple(notes)


def _scores(assessment: Assessment) -> str:
    result = assessment.result
    rows = [["", "", "value", "3.1, 4.1", "3.2, 4.2", "formula"]]
    for value in (result.total, result.capability, result.safety, result.stability, result.functional):
        mark = "▶ " if value is result.total else "  "
        halves = [amount(part.value) for part in value.parts] if value.formula in ("Q3", "Q4") else []
        rows.append([f"{mark}{value.formula}", words(value.name).en, amount(value), *(halves or ["", ""]), _HOW[value.formula]])
    for value in assessment.groups:
        rows.append(["", f"{words(value.name).en} {words(value.name).zh}", figure(value.value), "", "", "mean of its tasks"])
    return table(rows, left=2)


def _tasks(assessment: Assessment) -> str:
    rows = [["", "task", "C", "weight", "F1", "s1", "s2", "s3", "s4", "score"]]
    terms = {part.value.name: part for part in assessment.result.capability.parts}
    for name, value in assessment.result.tasks.items():
        used = {part.value.name: part.value for part in value.parts}
        term = terms.get(name)
        there = next((part.value for part in term.value.parts if part.value.name == "C"), None) if term else None
        title = words(name, assessment.functions)
        weight = NOTHING if term is None or term.weight is None else str(term.weight)
        rated: list[Value | None] = [used.get(rating) for rating in RATINGS]
        if name == "time_performance":
            rated = [*(part.value for part in value.parts), None]
        rows.append(
            [
                value.formula,
                f"{title.en} {title.zh}".strip(),
                points(there),
                weight,
                figure(used["f1"].value) if "f1" in used else "",
                *("" if rating is None else points(rating) for rating in rated),
                figure(value.value),
            ]
        )
    return table(rows, left=2) + "\n(s1 to s3 of 2.13: first-token latency, tokens per second, concurrency)"


def _moves(assessment: Assessment) -> str:
    """Q for the values of open choices that change it; how many do not."""
    base = assessment.result.total.value
    others = [variation for variation in assessment.variations if not variation.chosen]
    moving = [variation for variation in others if variation.total != base or variation.error]
    rows = [["open choice", "instead of", "Q", "difference"]]
    chosen = {variation.option: variation.value for variation in assessment.variations if variation.chosen}
    for variation in moving:
        rows.append([f"{variation.option} = {variation.value}", chosen[variation.option], percent(variation.total), percent(variation.difference, signed=True)])
    what = "without a value" if base is None else "as it is"
    told = f"{len(others) - len(moving)} of {len(others)} other values of open choices leave Q {what}."
    return f"{table(rows, left=2)}\n{told}" if moving else told
