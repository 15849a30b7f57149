"""Many models on many tasks, from their reports: the tables of a paper, ranks with their uncertainty, every pair of models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from legal_metrics.arguments import check_texts
from legal_metrics.boards.exam_totals import ExamBoards, exam_table, read_exam_boards
from legal_metrics.boards.standings import ACCESS_TITLES, Drawn, standings
from legal_metrics.boards.task_tables import TaskBoard, task_board
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.model_facts import ModelFacts
from legal_metrics.reported import ReportedModel, read_report
from legal_metrics.results import Report
from legal_metrics.stats.bootstrap import DEFAULT_CONFIDENCE, DEFAULT_RESAMPLES, DEFAULT_SEED, check_options
from legal_metrics.stats.permutation import DEFAULT_PERMUTATIONS
from legal_metrics.tables import Cell, Column, Note, Row, Table
from legal_metrics.tasks import TASKS

EXAMS = "exams"
"""What messages call the results of examinations."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everything a leaderboard found: a board for each task in the order of the table of tasks, totals of examinations if they were given, and the models."""

    boards: tuple[TaskBoard, ...]
    exams: ExamBoards | None
    exam_totals: Table | None
    models: Table
    options: Mapping[str, Any]

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, in the order of the page."""
        exams = (self.exam_totals,) if self.exam_totals else ()
        return (*(table for board in self.boards for table in board.tables), *exams, self.models)

    def table(self, key: str) -> Table:
        """One table by its key. Raises: LegalMetricsError naming the keys there are."""
        for table in self.tables:
            if table.key == key:
                return table
        raise LegalMetricsError(f"table: found {key!r}, allowed {', '.join(table.key for table in self.tables)}")

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN; figures as they were computed."""
        return {
            "options": dict(self.options),
            "tasks": [{"task": board.task, "n": board.n, "signatures": dict(board.signatures)} for board in self.boards],
            "tables": [table.to_dict() for table in self.tables],
        }


def build_leaderboard(
    reports: Mapping[str, Iterable[Report | Mapping[str, Any]]],
    *,
    models: Mapping[str, ModelFacts] | None = None,
    exams: Mapping[str, Any] | None = None,
    scores: Sequence[str] = (),
    reading: str | None = None,
    force: bool = False,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    permutations: int = DEFAULT_PERMUTATIONS,
) -> Leaderboard:
    """Tables over the reports of any number of models and tasks.

    Every figure is over the records that all models of the task have once a run; what a model lacks, has over or has twice is said in its row. A model without
    any record stands there without figures. Figures, intervals and tests are those of ``Score``, ``ratio_interval``, ``ratio_differences`` and
    ``ratio_permutation_tests`` on the same records.

    Args:
        reports: model name -> its reports, one a task: ``Report``, or the JSON object that ``Report.to_dict`` gave.
        models: what is known of each model (``read_model_facts``); with it open and closed models stand apart.
        exams: the JSON object of ``legal-metrics exam --json``, for the totals of the second test.
        scores: what models are ranked and compared by, in every task that has it; empty means each task's primary score.
        reading: ``"strict"`` or ``"lenient"``; None is each report's headline.
        force: put reports side by side that are not comparable; the tables say so.
        confidence, seed, resamples: of intervals; ranks and significance hold at ``confidence``. permutations: of the tests.

    Raises: NotComparableError with every reason; ReportFormatError; WrongTypeError; LegalMetricsError for no report, two of a model on one task, an unknown score,
    no common record, and options that cannot be used.

    >>> import legal_metrics as lm
    >>> rows = [{"id": str(i), "options": ["甲", "乙"], "answer": "A", "year": 2023 + i % 2} for i in range(8)]
    >>> facts = lm.DatasetFacts("d", "mcq", "test", "1.0.0", "ab" * 32)
    >>> outputs = {name: {str(i): '{"answer": "%s"}' % ("A" if i < right else "B") for i in range(8)} for name, right in (("a", 8), ("b", 2))}
    >>> told = {name: [lm.score_task("tw-legalbench/mcq", given, rows, dataset=facts, by=["year"])] for name, given in outputs.items()}
    >>> board = build_leaderboard(told)
    >>> board.table("tw-legalbench-mcq-year").cell("b", "2023").value, board.table("tw-legalbench-mcq-pairs").cell("a − b", "p").value
    (0.25, 0.03125)
    """
    if not isinstance(reports, Mapping):
        raise WrongTypeError("reports", reports, "a mapping of model names to reports")
    for name, given in reports.items():
        if isinstance(given, (Report, Mapping, str)) or not isinstance(given, Iterable):
            raise WrongTypeError(f"reports[{name!r}]", given, "a list of reports, one a task")
    read = (read_report(report, name=name, reading=reading, empty=True) for name, given in reports.items() for report in given)
    return board_of(
        read, models=models, exams=exams, scores=scores, force=force, confidence=confidence, seed=seed, resamples=resamples, permutations=permutations
    )


def board_of(
    read: Iterable[ReportedModel],
    *,
    models: Mapping[str, ModelFacts] | None = None,
    exams: Mapping[str, Any] | None = None,
    scores: Sequence[str] = (),
    force: bool = False,
    confidence: float = DEFAULT_CONFIDENCE,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
    permutations: int = DEFAULT_PERMUTATIONS,
) -> Leaderboard:
    """``build_leaderboard`` of reports that were read (``read_report``) one after the other: no two need be in memory whole. Raises: as ``build_leaderboard``."""
    check_texts("scores", scores)
    check_options(seed=seed, resamples=resamples, confidence=confidence)
    facts = models or {}
    drawn = Drawn(confidence, int(seed), int(resamples), int(permutations))
    by_task: dict[str, list[ReportedModel]] = {}
    for model in read:
        if not isinstance(model.name, str) or not model.name.strip():
            raise LegalMetricsError(f"reports: found a model called {model.name!r}, allowed a name that is not blank")
        among = by_task.setdefault(model.facts["task"], [])
        if any(other.name == model.name for other in among):
            raise LegalMetricsError(f"reports: found two of {model.name} on {model.facts['task']}, allowed one (runs of a model stand in one report)")
        among.append(model)
    if not by_task and exams is None:
        raise LegalMetricsError("reports: found none, allowed one or more")
    known = dict.fromkeys(name for among in by_task.values() for model in among for name in model.scores)
    if unknown := [name for name in scores if name not in known]:
        raise LegalMetricsError(f"scores: found {', '.join(map(repr, unknown))}, allowed {', '.join(known)}")
    places = {spec.id: place for place, spec in enumerate(TASKS)}
    boards = [
        task_board(standings(task, by_task[task], facts=facts, drawn=drawn, force=force), ranked=scores)
        for task in sorted(by_task, key=lambda task: (places.get(task, len(places)), task))
    ]
    found = read_exam_boards(exams, name=EXAMS) if exams is not None else None
    return Leaderboard(
        tuple(boards),
        found,
        exam_table(found, facts) if found else None,
        _models(by_task, facts),
        MappingProxyType({"confidence": confidence, "seed": int(seed), "resamples": int(resamples), "permutations": int(permutations)}),
    )


def _models(by_task: Mapping[str, Sequence[ReportedModel]], facts: Mapping[str, ModelFacts]) -> Table:
    """What is known of each model, and which tasks it has reports on."""
    columns = (
        Column("family", "Family", "系列", "text", None),
        Column("training_cutoff", "Training cutoff", "訓練截止", "text", None),
        Column("decoding", "Decoding", "解碼設定", "text", None),
        Column("stated", "Model and decoding in the predictions", "預測檔所載", "text", None),
        Column("tasks", "Tasks", "任務", "text", None),
        Column("versions", "legal-metrics", "版本", "text", None),
    )
    reports: dict[str, list[ReportedModel]] = {}
    for among in by_task.values():
        for model in among:
            reports.setdefault(model.name, []).append(model)
    order = list(ACCESS_TITLES)
    rows = []
    for name in sorted(reports, key=lambda name: order.index(facts[name].access if name in facts else None)):
        given = facts.get(name) or ModelFacts(name)
        of = reports[name]
        stated = dict.fromkeys(value for model in of for key in ("model", "decoding") for value in model.metadata.get(key, ()))
        words = (
            given.family,
            given.training_cutoff or "",
            given.settings,
            ", ".join(stated),
            ", ".join(f"{model.facts['task']} ({len(model.ids):,})" for model in of),
            ", ".join(dict.fromkeys(model.library_version for model in of)),
        )
        rows.append(Row(name, given.title or name, tuple(Cell(word or None) for word in words), ACCESS_TITLES[given.access] if facts else ""))
    notes = []
    if facts and (silent := [name for name in reports if name not in facts]):
        notes.append(Note(f"The file of models says nothing of: {', '.join(silent)}."))
    if len({model.library_version for of in reports.values() for model in of}) > 1:
        notes.append(Note("The reports were written by several versions of legal-metrics; their signatures agree."))
    return Table("models", "Models", columns, tuple(rows), "受評模型", "Model", tuple(notes))
