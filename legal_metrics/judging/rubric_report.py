"""Verdicts on many answers, by rubrics of any form, as a report like that of every task: scores with intervals, counts, one view an answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError
from legal_metrics.grading import Rubric
from legal_metrics.judgements import Judgements
from legal_metrics.judging.questions import answer_in
from legal_metrics.judging.raw_replies import read_raw_replies
from legal_metrics.metrics.rubric_policies import Policy, policy_of
from legal_metrics.metrics.rubric_scores import rubric_scores
from legal_metrics.predictions import Predictions
from legal_metrics.results import Reading, Report, SampleView, Score
from legal_metrics.stats.bootstrap import DEFAULT_SEED

READING = "verdicts"


def rubric_report(
    rubrics: Mapping[str, Rubric],
    predictions: Mapping[str, str] | Predictions,
    judgements: Judgements,
    *,
    task: str = "rubrics",
    policy: str | Mapping[str, Any] | Policy = "zhifa",
    judges: str = "mean",
    seed: int = DEFAULT_SEED,
) -> Report:
    """Scores of all answers (``metrics.rubric_scores``) as a report. ``rubrics``: record id -> rubric.

    An output that is missing or holds no answer earns nothing and is counted; an answer without a verdict is unscored, never zero.
    Raises: LegalMetricsError without records or for options outside their range.

    >>> from legal_metrics.grading import Grade, Item, Module
    >>> from legal_metrics.judgements import Judgement
    >>> rubric = Rubric("q1", "judgment", 5, (Module("", None, (Item(1, "写明时效", 5),)),))
    >>> verdicts = Judgements({("", "q1"): (Judgement("judge-1", (Grade(1, score=4.0),)),)})
    >>> rubric_report({"q1": rubric}, {"q1": "时效已过。"}, verdicts).scores["rubric_score"].value
    0.8
    """
    if not rubrics:
        raise LegalMetricsError("no records to score against")
    outputs = Predictions.of(predictions)
    judgements = read_raw_replies(judgements, rubrics.get, lambda run, id: outputs.runs.get(run, {}).get(id, ""))
    chosen = policy_of(policy)
    keys = [(run, id) for run in outputs.runs for id in rubrics]
    texts = {(run, id): outputs.runs[run].get(id) for run, id in keys}
    answers = {key: None if text is None else answer_in(text, rubrics[key[1]].form) for key, text in texts.items()}

    def scores(wanted: list[tuple[str, str]]) -> dict[str, Score]:
        judged = [None if answers[key] is None else judgements.of.get(key, ()) for key in wanted]
        clusters = [id for _, id in wanted]
        found = rubric_scores(
            judged, [rubrics[id] for id in clusters], policy=chosen, judges=judges, clusters=clusters, seed=seed
        )
        return {name: score for name, score in found.items() if score.n or name == "rubric_score"}

    whole = scores(keys)
    runs = list(outputs.runs) if len(outputs.runs) > 1 else []
    views = [
        SampleView(
            id=id,
            run=run or None,
            status=_status(texts[run, id], answers[run, id]),
            values=MappingProxyType({name: _finite(score.samples[place].value) for name, score in whole.items()}),
            answer={"answer": answers[run, id], "verdicts": _verdicts(judgements, (run, id))},
            reference={"points": rubrics[id].points, "items": len(rubrics[id].items)},
            output=texts[run, id],
        )
        for place, (run, id) in enumerate(keys)
    ]
    statuses = dict(Counter(view.status for view in views))
    reading = Reading(READING, MappingProxyType(whole), statuses, MappingProxyType({}), tuple(views))
    return Report(
        task=task,
        task_version=1,
        library_version=_library_version(),
        primary="rubric_score",
        n=len(rubrics),
        reading=READING,
        readings={READING: reading},
        runs={run: scores([key for key in keys if key[0] == run]) for run in runs},
        options={
            "policy": chosen.name,
            "judges": list(judgements.judges),
            "judges_together": judges,
            "seed": seed,
            **{key: list(values) for key, values in outputs.metadata.items()},
        },
        problems=_problems(whole["rubric_score"], judgements),
    )


def _problems(score: Score, judgements: Judgements) -> tuple[str, ...]:
    """What a reader of the figure must know: how much of it rests on verdicts, and what judges were not shown."""
    coverage = score.details["coverage"]
    told = []
    if isinstance(coverage, float) and coverage < 1:
        told.append(f"coverage: {100 * coverage:.1f} % of the items of judged answers have a usable grade")
    origins = [origin for given in judgements.of.values() for judgement in given for origin in judgement.origins]
    if cut := [origin.cut_characters for origin in origins if origin.cut]:
        told.append(f"{len(cut)} verdicts are about answers that were cut, by {sum(cut)} characters")
    return tuple(told)


def _verdicts(judgements: Judgements, key: tuple[str, str]) -> dict[str, Any]:
    return {
        judgement.judge: judgement.problem
        or [{"item": grade.index, "label": grade.status, "points": grade.score} for grade in judgement.grades]
        for judgement in judgements.of.get(key, ())
    }


def _status(text: str | None, answer: str | None) -> str:
    return "missing" if text is None else "empty" if answer is None else "ok"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _library_version() -> str:
    from legal_metrics import __version__

    return __version__
