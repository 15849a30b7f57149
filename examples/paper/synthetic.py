"""Thirteen synthetic models: what they say to the bundled records, and what two synthetic judges make of it. Same release, same bytes.

No model was asked. Each model is a skill for each kind of task and a taste for some of the habits of ``examples/make_predictions.py``; everything else is decided by
digests of seed, model and record. Their names are trees, and are of no model.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import make_predictions as habits

SEED = 20260618
LETTERS = "ABCD"
JUDGES: Mapping[str, float] = {"judge-one": 0.0, "judge-two": 0.07}
"""Judge -> how much kinder than the skill says."""
Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SyntheticModel:
    """Skills in [0, 1]. ``languages``: what is gained or lost in English and in Simplified Chinese; ``recites``: share of judgments that it repeats; ``silent``: tasks
    that it says nothing to; ``unread``: share of answers that cannot be read.
    """

    choices: float
    essays: float
    judgments: float
    english: float = 0.0
    simplified: float = 0.0
    recites: float = 0.0
    unread: float = 0.01
    silent: tuple[str, ...] = ()


MODELS: Mapping[str, SyntheticModel] = {
    "alder-xl": SyntheticModel(0.88, 0.40, 0.62, english=0.02),
    "alder-m": SyntheticModel(0.83, 0.36, 0.58, english=0.03),
    "birch-4": SyntheticModel(0.72, 0.19, 0.46, english=0.04, simplified=-0.05),
    "cedar-pro": SyntheticModel(0.86, 0.38, 0.85),
    "qingsong-235b": SyntheticModel(0.80, 0.44, 0.60, simplified=0.06),
    "qingsong-7b": SyntheticModel(0.50, 0.15, 0.25, simplified=0.08, english=-0.10),
    "elm-405b": SyntheticModel(0.66, 0.21, 0.42, english=0.12, simplified=-0.06),
    "fir-120b": SyntheticModel(0.64, 0.17, 0.20, english=0.10, unread=0.08),
    "fir-20b": SyntheticModel(0.54, 0.11, 0.15, english=0.12, unread=0.15),
    "ginkgo-30b": SyntheticModel(0.58, 0.20, 0.36),
    "zhangshu-70b": SyntheticModel(0.63, 0.23, 0.50, english=-0.12, simplified=-0.03),
    "zhangshu-8b": SyntheticModel(0.44, 0.08, 0.40, recites=0.35, unread=0.2, silent=("mcq_en",)),
    "hinoki-7b": SyntheticModel(0.46, 0.15, 0.40, english=-0.10, recites=0.2, unread=0.05),
}


def draw(*of: object) -> float:
    """A number in [0, 1) that depends on nothing but the seed and what is named."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, (SEED, *of))).encode()).digest()[:6], "big") / (1 << 48)


def predictions(name: str, config: str, records: Sequence[Record]) -> list[dict[str, str]]:
    """A model's lines of a predictions file: ``{"id", "output", "model"}``; none where it is silent."""
    model = MODELS[name]
    if config in model.silent:
        return []
    say = {"oeq": _essay, "ljp": _judgment}.get(config, _choice)
    return [{"id": record["id"], "output": say(name, model, record), "model": name} for record in records]


def _choice(name: str, model: SyntheticModel, record: Record) -> str:
    """Right if the skill beats the question; those that miss mostly fall for the same wrong option. What is unread in one language is read in another."""
    id, language = record["id"], record["language"]
    skill = model.choices + {"en": model.english, "zh_cn": model.simplified}.get(language, 0.0)
    difficulty = draw("difficulty", id)
    known = 1 / (1 + math.exp(-9 * (skill - 0.15 - 0.85 * difficulty)))
    if difficulty > 0.93:
        known = 0.0
    wrong = [letter for letter in LETTERS[: len(record["options"])] if letter != record["answer"]]
    lure = wrong[int(draw("lure", id) * len(wrong))]
    other = wrong[int(draw("other", name, id) * len(wrong))]
    letter = record["answer"] if draw("right", name, id) < known else lure if draw("lured", name, id) < 0.75 else other
    if draw("unread", name, id, language) < model.unread:
        return ("抱歉，我無法提供法律意見。", "", f"{letter}或{other}")[int(draw("how", name, id, language) * 3)]
    return json.dumps({"reasoning": "依相關條文判斷。", "answer": letter}, ensure_ascii=False)


def _essay(name: str, model: SyntheticModel, record: Record) -> str:
    if draw("unread", name, record["id"]) < model.unread:
        return "很抱歉，我無法作答。"
    points = [point["content"] for point in record["scoring_points"] if draw("point", name, record["id"], point["criterion_number"]) < model.essays]
    return json.dumps({"answer": "\n".join([f"{record['subject']}第{record['question_number']}題：", *points, "綜上所述。"])}, ensure_ascii=False)


def _judgment(name: str, model: SyntheticModel, record: Record) -> str:
    """One of the habits: a good one as often as the skill says; a model that recites repeats the court's own reasons."""
    id = record["id"]
    if draw("recites", name, id) < model.recites:
        return habits.as_json(habits.reference_answer(record))
    if draw("unread", name, id) < model.unread:
        return habits.refusal({})
    by_name = {habit.name: habit for habit in habits.HABITS}
    good = ("near", "right but for a statute", "arabic", "forgotten near")
    forgotten = habits.Habit("forgotten near", habits.fenced, habits.forgotten, habits.near_terms)
    poor = ("far", "invented", "simplified", "acquitted", "cut off", "forgotten", "articles far", "softened")
    by_name["forgotten near"] = forgotten
    by_name["articles far"] = habits.Habit("articles far", habits.as_json, habits.articles_only, habits.far_terms)
    by_name["softened"] = habits.Habit("softened", habits.as_json, habits.irrelevant, softened)
    chosen = good if draw("good", name, id) < model.judgments else poor
    return by_name[chosen[int(draw("habit", name, id) * len(chosen))]](record)


def softened(text: str, record: Record) -> str:
    """Probation left out, terms halved."""
    kept = "。".join(clause for clause in text.split("。") if "緩刑" not in clause)
    return habits._terms(kept, lambda months: max(1, months // 2))


def verdicts(name: str, records: Iterable[Record], *, judges: Mapping[str, float] = JUDGES) -> list[dict[str, Any]]:
    """What the judges say of a model's essays: a label and points for every scoring point. They agree on most, and the second is kinder."""
    rows = []
    skill = MODELS[name].essays
    for record in records:
        for judge, kindness in judges.items():
            grades = []
            for point in record["scoring_points"]:
                place = record["id"], point["criterion_number"]
                level = draw("point", name, *place) + 0.1 * (draw("doubt", name, judge, *place) - 0.5) - kindness
                label = "correct" if level < skill else "partial" if level < skill + 0.18 else "wrong" if level < skill + 0.45 else "missing"
                worth = point["points"] or record["points"] / len(record["scoring_points"])
                points = {"correct": worth, "partial": worth / 2}.get(label, 0.0)
                grades.append({"criterion_number": point["criterion_number"], "label": label, "points": points, "allocated": worth})
            rows.append({"id": record["id"], "judge": judge, "grades": grades})
    return rows


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as JSON lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
