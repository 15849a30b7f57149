"""The whole paper from outputs: scores, leaderboards, items, languages, years, recital, errors and judges of any number of models on any number of tasks, in one value.

Nothing is computed here: each part is what its own function gives (``score_task``, ``build_leaderboard``, ``analyse_items``, ``compare_languages``, ``report_drift``,
``memorisation_probe``, ``find_errors``, ``compare_judges``) for the same outputs and records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from legal_metrics.analyses.drift import Drift, drift_of, item_drift
from legal_metrics.analyses.drift_tables import BEYOND, drift_tables, model_heads, probe_tables
from legal_metrics.analyses.error_kinds import KINDS, ErrorAnalysis, find_errors
from legal_metrics.analyses.error_tables import error_tables
from legal_metrics.analyses.item_dates import date_of
from legal_metrics.analyses.items import ItemAnalysis, analyse_items
from legal_metrics.analyses.items_tables import item_tables
from legal_metrics.analyses.judge_shares import JudgeShares, compare_judges, judge_table
from legal_metrics.analyses.languages import LANGUAGES, LanguageComparison, compare_languages
from legal_metrics.analyses.languages_tables import language_tables, models_language_table
from legal_metrics.analyses.memorisation import MemorisationProbe, memorisation_probe
from legal_metrics.arguments import check_sequence
from legal_metrics.boards.leaderboard import Leaderboard, board_of
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, WrongTypeError, shown
from legal_metrics.judgements import Judgements
from legal_metrics.model_facts import ModelFacts
from legal_metrics.predictions import Predictions
from legal_metrics.references import rows_sha256
from legal_metrics.reported import ReportedModel, read_report
from legal_metrics.results import Report
from legal_metrics.scoring import Record, score_task
from legal_metrics.stats.bootstrap import DEFAULT_RESAMPLES, DEFAULT_SEED
from legal_metrics.tables import Note, Table
from legal_metrics.tasks import task

BROKEN_DOWN_BY: tuple[str, ...] = ("law_category", "year")
"""Record fields that the scores are broken down by, where records have them (the paper's tables 4 and 8)."""


@dataclass(frozen=True, slots=True)
class TaskOutputs:
    """What models said to the records of one task. ``train``: records of the train split; ``dataset``: which release the records are from, with a digest of these rows
    if none is stated; ``judgements``: model name -> what judges said of its answers.

    >>> len(TaskOutputs([{"id": "q1"}], {"m": {"q1": "A"}}).dataset.rows_sha256)
    64
    """

    records: Sequence[Record]
    outputs: Mapping[str, Mapping[str, str] | Predictions]
    train: Sequence[Record] = ()
    dataset: DatasetFacts = field(default_factory=DatasetFacts)
    judgements: Mapping[str, Judgements] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        check_sequence("records", self.records, "records")
        if self.dataset.rows_sha256 is None:
            object.__setattr__(self, "dataset", replace(self.dataset, rows_sha256=rows_sha256(self.records)))


@dataclass(frozen=True, slots=True)
class Languages:
    """Every model that answered in two or more languages; ``alone``: models that answered in one only; ``shown``: the model whose groups, laws and changes have tables."""

    comparisons: Mapping[str, LanguageComparison]
    alone: tuple[str, ...] = ()
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything, part by part; a part without data is empty, and ``notes`` says why. ``drifts``, ``recited``, ``probes``, ``errors``, ``items`` and ``judges`` are by task."""

    board: Leaderboard
    items: Mapping[str, ItemAnalysis]
    languages: Languages | None
    drifts: Mapping[str, Drift]
    probes: Mapping[str, MemorisationProbe]
    recited: Mapping[str, Drift]
    errors: Mapping[str, ErrorAnalysis]
    judges: Mapping[str, JudgeShares]
    models: Mapping[str, ModelFacts]
    notes: tuple[Note, ...]
    listed: int

    @property
    def titles(self) -> dict[str, str]:
        """Model name -> what tables call it."""
        return {name: facts.title for name, facts in self.models.items()}

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, in the order of the page; no key stands twice."""
        return (*self.board.tables, *(table for tables in self.sections.values() for table in tables))

    @property
    def sections(self) -> dict[tuple[str, str], tuple[Table, ...]]:
        """The tables of the parts after the leaderboard, by part and task (``""`` for all tasks), in the order of the page."""
        titles = self.titles
        found: dict[tuple[str, str], tuple[Table, ...]] = {("judges", of): _keyed(of, [judge_table(shares, titles=titles)]) for of, shares in self.judges.items()}
        found |= {("items", of): _keyed(of, self._item_tables(analysis)) for of, analysis in self.items.items()}
        if self.languages is not None:
            found["languages", ""] = tuple(self._language_tables(self.languages))
        found |= {("drift", of): _keyed(of, drift_tables(drift, titles=titles)) for of, drift in self.drifts.items()}
        for of, probe in self.probes.items():
            found["recital", of] = _keyed(of, [*probe_tables(probe, titles=titles), *drift_tables(self.recited[of], titles=titles)])
        found |= {("errors", of): _keyed(of, error_tables(analysis, titles=titles)) for of, analysis in self.errors.items()}
        return found

    def table(self, key: str) -> Table:
        """One table by its key. Raises: LegalMetricsError naming the keys there are."""
        tables = {table.key: table for table in self.tables}
        if key not in tables:
            raise LegalMetricsError(f"table: found {shown(key)}, allowed {', '.join(tables)}")
        return tables[key]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping without NaN: what the command of each part writes, and every table."""
        return {
            "options": dict(self.board.options),
            "notes": [{"text": note.text, "warning": note.warning} for note in self.notes],
            "items": {of: analysis.to_dict() for of, analysis in self.items.items()},
            "languages": {name: comparison.to_dict() for name, comparison in self.languages.comparisons.items()} if self.languages else {},
            "drift": {of: drift.to_dict() for of, drift in self.drifts.items()},
            "memorisation": {of: {"probe": probe.to_dict(), "drift": self.recited[of].to_dict()} for of, probe in self.probes.items()},
            "errors": {of: analysis.to_dict() for of, analysis in self.errors.items()},
            "judges": {of: shares.to_dict() for of, shares in self.judges.items()},
            "tables": [table.to_dict() for table in self.tables],
        }

    def _item_tables(self, analysis: ItemAnalysis) -> list[Table]:
        """The tables of items, which know models by their names, with the models' titles."""
        heads = model_heads([sheet.name for sheet in (*analysis.models, *analysis.empty)], self.titles)
        of_columns = {f"model:{name}": head for name, head in heads.items()}
        first, *others = item_tables(analysis, listed=self.listed)
        renamed = [replace(table, columns=tuple(replace(column, title=of_columns.get(column.key, column.title)) for column in table.columns)) for table in others]
        return [replace(first, rows=tuple(replace(row, head=heads[row.key]) for row in first.rows)), *renamed]

    def _language_tables(self, languages: Languages) -> Iterator[Table]:
        yield models_language_table(languages.comparisons, titles=self.titles, alone=languages.alone)
        if languages.shown:
            head = self.titles.get(languages.shown) or languages.shown
            for table in language_tables(languages.comparisons[languages.shown], listed=self.listed)[1:]:
                yield replace(table, title=f"{head}: {table.title[:1].lower()}{table.title[1:]}")


def build_paper(
    tasks: Mapping[str, TaskOutputs],
    *,
    models: Mapping[str, ModelFacts] | None = None,
    exams: Mapping[str, Any] | None = None,
    reading: str = "strict",
    missing: str = "error",
    least: int = 10,
    listed: int = 5,
    language_model: str | None = None,
    seed: int = DEFAULT_SEED,
    resamples: int = DEFAULT_RESAMPLES,
) -> Paper:
    """Score every model on every task, and analyse.

    Args:
        tasks: task -> what models said to it, one or more.
        models: what is known of each model (``read_model_facts``); training cutoffs are taken from it.
        exams: the JSON object of ``legal-metrics exam --json``.
        reading: ``"strict"`` or ``"lenient"``, everywhere.
        missing: ``"error"``, or ``"unparsed"``: a record without an output counts as unread, and is said; among items and languages, too.
        least: groups of laws and laws with fewer questions are no rows among languages. listed: questions and changes shown one by one.
        language_model: whose groups, laws and changes are shown; None is the model that is best in the first language.
        seed, resamples: of all intervals and tests.

    Items, years and errors are not analysed for translations of a task that is there too. Raises: UnknownTaskError; WrongTypeError; PredictionsError for outputs that
    are missing or of no record; as the functions of the parts.

    >>> rows = [{"id": str(i), "options": ["甲", "乙"], "answer": "A", "year": 2023 + i % 2} for i in range(8)]
    >>> said = {name: {str(i): '{"answer": "%s"}' % ("A" if i < right else "B") for i in range(8)} for name, right in (("a", 8), ("b", 2))}
    >>> paper = build_paper({"tw-legalbench/mcq": TaskOutputs(rows, said)}, resamples=200)
    >>> paper.table("tw-legalbench-mcq-year").cell("b", "2023").value, paper.table("tw-legalbench-mcq:items-hard").cell("none_right", "questions").value
    (0.25, 0)
    """
    if not isinstance(tasks, Mapping):
        raise WrongTypeError("tasks", tasks, "a mapping of tasks to TaskOutputs")
    if not tasks:
        raise LegalMetricsError("tasks: found none, allowed one or more")
    facts = dict(models or {})
    drawn: dict[str, Any] = {"seed": seed, "resamples": resamples}
    read: dict[str, dict[str, ReportedModel]] = {}
    for of, said in tasks.items():
        read[of] = _read(of, said, reading=reading, missing=missing, seed=seed)
    board = board_of((model for among in read.values() for model in among.values()), models=facts, exams=exams, permutations=resamples, **drawn)
    notes: list[Note] = []
    whole = {of: said for of, said in tasks.items() if of not in LANGUAGES or of == next(other for other in LANGUAGES if other in tasks)}
    apart: dict[str, Any] = {"reading": reading, "missing": "unparsed" if missing == "unparsed" else "apart"}
    items = {of: analyse_items(of, said.outputs, said.records, dataset=said.dataset, **apart) for of, said in whole.items() if task(of).record == "mcq"}
    drifts, probes, recited = {}, {}, {}
    for of, said in whole.items():
        if all(date_of(record) is None for record in said.records):
            notes.append(Note(f"{of}: no record has a year, so that nothing is said of years.", warning=False))
            continue
        cutoffs = {name: cutoff for name in said.outputs if name in facts and (cutoff := facts[name].training_cutoff)}
        drifts[of] = next(iter(drift_of(read[of], said.records, cutoffs=cutoffs, **drawn).values()))
        if task(of).record == "ljp":
            probes[of] = memorisation_probe(said.outputs, said.records, train=said.train, **drawn)
            recited[of] = recital_drift(probes[of], said.records, cutoffs=cutoffs, **drawn)
    known = {record for kind in KINDS for record in kind.records}
    errors = {
        of: find_errors(of, said.outputs, said.records, reading=reading, judgements=said.judgements or None, dataset=said.dataset)
        for of, said in whole.items()
        if task(of).record in known
    }
    judges = {}
    for of, said in tasks.items():
        if said.judgements:
            judges[of] = compare_judges(
                of,
                said.judgements,
                lambda name, verdicts, of=of, said=said: _scored(of, said, said.outputs[name], verdicts, reading=reading, missing=missing, seed=seed),  # type: ignore[misc]
                **drawn,
            )
    return Paper(
        board=board,
        items=MappingProxyType(items),
        languages=_languages(tasks, apart, least=least, wanted=language_model, drawn=drawn),
        drifts=MappingProxyType(drifts),
        probes=MappingProxyType(probes),
        recited=MappingProxyType(recited),
        errors=MappingProxyType(errors),
        judges=MappingProxyType(judges),
        models=MappingProxyType(facts),
        notes=tuple(notes),
        listed=listed,
    )


def recital_drift(probe: MemorisationProbe, records: Sequence[Record], *, cutoffs: Mapping[str, str], seed: int, resamples: int) -> Drift:
    """The characters beyond template text of a probe as a score over the years of the records. Raises: as ``item_drift``.

    >>> rows = [{"id": "r1", "year": 2020, "facts": "", "reasons": "甲深夜攜帶布袋潛入米店。", "main_text": "甲無罪。"}]
    >>> probe = memorisation_probe({"m": {"r1": "甲深夜攜帶布袋潛入米店。"}}, rows)
    >>> recital_drift(probe, rows, cutoffs={}, seed=1, resamples=100).models["m"].years[2020].value
    11.0
    """
    dates = {str(record["id"]): when for record in records if (when := date_of(record)) is not None}
    parts = {name: {id: (float(run.beyond), 1.0) for id, run in model.items.items()} for name, model in probe.models.items()}
    known = {name: cutoff for name, cutoff in cutoffs.items() if name in parts}
    return item_drift(parts, dates, score=BEYOND, higher_is_better=False, cutoffs=known, seed=seed, resamples=resamples)


def _read(of: str, said: TaskOutputs, *, reading: str, missing: str, seed: int) -> dict[str, ReportedModel]:
    """Every model's scores; one that said nothing at all has none, and stands in the tables without figures. Raises: LegalMetricsError where nobody said anything."""
    speaking = [name for name, outputs in said.outputs.items() if any(Predictions.of(outputs).runs.values())]
    if not speaking:
        raise LegalMetricsError(f"{of}: found no output of any model, allowed outputs of one or more")
    found = {}
    for name in speaking:
        report = _scored(of, said, said.outputs[name], said.judgements.get(name), reading=reading, missing=missing, seed=seed)
        found[name] = read_report(report, name=name)
    like = found[speaking[0]]
    nothing = {key: replace(score, parts=MappingProxyType({})) for key, score in like.scores.items()}
    silent = replace(like, ids=(), repeated=(), runs=(), scores=nothing, statuses={}, strata={}, metadata={})
    return {name: found[name] if name in found else replace(silent, name=name) for name in said.outputs}


def _scored(
    of: str, said: TaskOutputs, outputs: Mapping[str, str] | Predictions, judgements: Judgements | None, *, reading: str, missing: str, seed: int
) -> Report:
    by = [name for name in BROKEN_DOWN_BY if any(record.get(name) is not None for record in said.records)]
    return score_task(of, outputs, said.records, reading=reading, missing=missing, by=by, dataset=said.dataset, judgements=judgements, seed=seed)


def _languages(
    tasks: Mapping[str, TaskOutputs], apart: Mapping[str, Any], *, least: int, wanted: str | None, drawn: Mapping[str, Any]
) -> Languages | None:
    """Each model over the languages that it answered in; None unless two languages were asked."""
    asked = [of for of in LANGUAGES if of in tasks]
    if len(asked) < 2:
        return None
    names = dict.fromkeys(name for of in asked for name in tasks[of].outputs)
    compared = {}
    for name in names:
        outputs = {of: given for of in asked if any(Predictions.of(given := tasks[of].outputs.get(name, {})).runs.values())}
        if len(outputs) > 1:
            records = {of: tasks[of].records for of in outputs}
            datasets = {of: tasks[of].dataset for of in outputs}
            compared[name] = compare_languages(outputs, records, least=least, datasets=datasets, **apart, **drawn)
    if wanted is not None and wanted not in compared:
        raise LegalMetricsError(f"language_model: found {shown(wanted)}, allowed a model with answers in two languages: {', '.join(compared)}")
    best = max(compared, key=lambda name: compared[name].overall[0].first_value, default="")
    return Languages(MappingProxyType(compared), tuple(name for name in names if name not in compared), wanted or best)


def _keyed(of: str, tables: Sequence[Table]) -> tuple[Table, ...]:
    """The tables with keys of their own, whatever other tasks have."""
    return tuple(replace(table, key=f"{of.replace('/', '-')}:{table.key}") for table in tables)
