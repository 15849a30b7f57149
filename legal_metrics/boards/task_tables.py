"""The tables of one task: its scores and breakdowns, the ranks of the models with their uncertainty, and every pair of models."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legal_metrics.boards.layouts import MAX_VALUES, TOTAL, BreakdownLayout, Layout, ScoreLayout, form_of, layouts_of
from legal_metrics.boards.ranks import simultaneous_ranks
from legal_metrics.boards.standings import ACCESS_TITLES, UNLABELLED, Standings
from legal_metrics.comparison import ComparedScore
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.report.titles import title
from legal_metrics.stats.bootstrap import Interval
from legal_metrics.tables import Cell, Column, Note, Row, Table, mark_best
from legal_metrics.tasks import TASKS


@dataclass(frozen=True, slots=True)
class TaskBoard:
    """All tables of one task. ``scores``: the paper's, or the task's own; ``ranks`` and ``pairs``: one each for every score that ranks."""

    task: str
    title: str
    zh: str
    n: int
    scores: tuple[Table, ...]
    ranks: tuple[Table, ...]
    pairs: tuple[Table, ...]
    signatures: Mapping[str, str]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All of them, in order."""
        return (*self.scores, *self.ranks, *self.pairs)


def task_board(found: Standings, *, ranked: Sequence[str] = ()) -> TaskBoard:
    """Every table of a task. ``ranked``: the scores that models are ranked and compared by, as far as the task has them; without one the primary score."""
    spec = next((spec for spec in TASKS if spec.id == found.task), None)
    sizes = {field: len(set(values.values())) for field, values in found.strata.items()}
    layouts = layouts_of(found.task, found.primary, found.scores, sizes) if found.read else []
    by = [name for name in ranked if name in found.scores] or [found.primary] * bool(found.read)
    forms = {name: form_of(name, layouts) for name in by}
    pairs = {name: found.pairs(name) for name in by}
    return TaskBoard(
        task=found.task,
        title=spec.title_en if spec else found.task,
        zh=spec.title_zh if spec else "",
        n=len(found.ids),
        scores=tuple(_layout_table(layout, found) for layout in layouts),
        ranks=tuple(_rank_table(found, pairs[name], forms[name], alone=len(by) == 1) for name in by),
        pairs=tuple(_pair_table(found, pairs[name], forms[name], alone=len(by) == 1) for name in by if pairs[name].pairs),
        signatures={name: model.scores[name].signature for model in reversed(found.read) for name in model.scores},
    )


def _layout_table(layout: Layout, found: Standings) -> Table:
    columns, cells, notes = _score_columns(layout, found) if isinstance(layout, ScoreLayout) else _breakdown_columns(layout, found)
    keys = [column.key for column in columns]
    sort = layout.sort if layout.sort in keys else next((key for key in reversed(keys) if key != TOTAL), keys[-1])
    by = columns[keys.index(sort)]
    table = Table(
        key=_key(found.task, layout.key),
        title=f"{_task_title(found.task)}: {layout.title}",
        columns=tuple(columns),
        rows=tuple(_rows(found, keys, cells, sort, descending=by.better != "lower")),
        zh=layout.zh,
        head="Model",
        notes=(*_origin(found), *notes, _legend(found, by)),
    )
    return mark_best(table)


_Columns = tuple[list[Column], dict[str, dict[str, Cell]], list[Note]]
"""Columns, cells by column and model, notes."""


def _score_columns(layout: ScoreLayout, found: Standings) -> _Columns:
    better = {name: score.higher_is_better for model in found.read for name, score in model.scores.items()}
    having = [column for column in layout.columns if column.score in better]
    lacking = [column.title for column in layout.columns if column.score not in better]
    columns = [
        Column(
            key=column.key,
            title=column.title,
            zh=column.zh,
            form=column.form,
            better=("higher" if better[column.score] else "lower") if column.directed else None,
            unit="" if column.count else title(column.score).unit,
            group=column.group,
        )
        for column in having
    ]
    notes = [Note(f"No report has: {', '.join(lacking)}.")] if lacking else []
    return columns, {column.key: found.over_all(column.score, count=column.count) for column in having}, notes


def _breakdown_columns(layout: BreakdownLayout, found: Standings) -> _Columns:
    values = found.strata.get(layout.by, {})
    groups: dict[str, list[str]] = {}
    for id in found.ids if values else ():
        groups.setdefault(values.get(id, UNLABELLED), []).append(id)
    ordered = layout.ordered(groups)
    notes = []
    if not values:
        notes.append(Note(f"No report was broken down by {layout.by}: score with --by {layout.by} to fill this table."))
    if len(ordered) > MAX_VALUES:
        notes.append(Note(f"{layout.by} has {len(ordered)} values, too many for a table."))
        ordered = []
    better = "higher" if found.read[0].scores[found.primary].higher_is_better else "lower"
    columns = [
        Column(value if value != TOTAL else f"{layout.by}={value}", *layout.values.get(value, (value, "")), form=layout.form, better=better) for value in ordered
    ]
    cells = {column.key: found.figures(found.primary, groups[value]) for column, value in zip(columns, ordered, strict=True)}
    columns.append(Column(TOTAL, "Total", "總計", form=layout.form, better=better))
    return columns, {**cells, TOTAL: found.over_all(found.primary)}, notes


def _rows(
    found: Standings, keys: Sequence[str], cells: Mapping[str, Mapping[str, Cell]], sort: str, *, descending: bool, grouped: bool = True
) -> list[Row]:
    """A row a model: closed ones first where they are ``grouped``, each group sorted by one column, models without a figure last, equal ones by name."""
    groups = {words: place for place, words in enumerate(ACCESS_TITLES.values())}

    def place(name: str) -> tuple[int, bool, float, str]:
        value = cells[sort][name].value
        known = isinstance(value, (int, float))
        size = float(value) if isinstance(value, (int, float)) else 0.0
        return groups.get(found.group(name), 0) if grouped else 0, not known, -size if descending else size, found.title(name)

    return [
        Row(name, found.title(name), tuple(cells[key][name] for key in keys), found.group(name) if grouped else "", found.remarks[name])
        for name in sorted(found.names, key=place)
    ]


def _rank_table(found: Standings, compared: ComparedScore, form: str, *, alone: bool) -> Table:
    name = compared.name
    values = {model: value for model, value in compared.values.items() if math.isfinite(value)}
    level = 1 - found.drawn.confidence
    ranks = simultaneous_ranks(
        values,
        {(pair.first, pair.second): pair.test.p_holm for pair in compared.pairs},
        higher_is_better=compared.higher_is_better,
        level=level,
    )
    direction = "higher" if compared.higher_is_better else "lower"
    words = title(name)
    columns = [
        Column("rank", "Rank", "名次", form="rank", better=None),
        Column(name, words.en, words.zh, form=form, better=direction, unit=words.unit),
        Column("better", "Ahead of", "顯著優於", form="count", better=None),
        Column("worse", "Behind", "顯著劣於", form="count", better=None),
        Column("unread", "Unread outputs", "無法讀取", form="count", better=None),
    ]
    cells: dict[str, dict[str, Cell]] = {key: {model.name: Cell(note=found.remarks[model.name]) for model in found.empty} for key in ("rank", "better", "worse", "unread")}
    cells[name] = found.over_all(name)
    for model in found.read:
        rank = ranks.get(model.name)
        cells["rank"][model.name] = Cell(rank.rank, Interval(rank.first, rank.last)) if rank else Cell(note="no figure to rank by")
        cells["better"][model.name] = Cell(rank.n_behind if rank else None)
        cells["worse"][model.name] = Cell(rank.n_ahead if rank else None)
        unread, outputs = found.unread(model)
        cells["unread"][model.name] = Cell(unread, n=outputs)
    if any(compared_model.missing or compared_model.extra or compared_model.repeated for compared_model in found.compared.values()):
        columns.insert(2, Column("own", "Over its own records", "各自題目", form=form, better=None))
        cells["own"] = found.own_figures(name)
    notes = [*_origin(found)]
    if len(values) < 2:
        notes.append(Note("Fewer than two models have a figure: there is nothing to rank or to compare."))
    elif len(set(values.values())) == 1:
        notes.append(Note("All models tie."))
    notes.append(
        Note(
            f"Rank, and in brackets, where it is not the only one, all that cannot be excluded: 1 + the models that are significantly better, to all minus those significantly worse (Holm over all "
            f"pairs; together right at {100 * found.drawn.confidence:g} %). Ahead of, Behind: models that differ significantly.",
            warning=False,
        )
    )
    keys = [column.key for column in columns]
    rows = _rows(found, keys, cells, name, descending=compared.higher_is_better, grouped=False)
    return mark_best(
        Table(_key(found.task, "ranks", "" if alone else name), f"{_task_title(found.task)}: ranks by {words.en}", tuple(columns), tuple(rows), "名次", "Model", tuple(notes))
    )


def _pair_table(found: Standings, compared: ComparedScore, form: str, *, alone: bool) -> Table:
    difference = "percent_difference" if form == "percent" else "difference"
    words = title(compared.name)
    columns = (
        Column("difference", "Difference", "差異", form=difference, better=None, unit=words.unit),
        Column("p", "p", form="p_value", better=None),
        Column("p_holm", "p (Holm)", form="p_value", better=None),
        Column("mcnemar_p", "McNemar p", form="p_value", better=None),
        Column("one_sided", "Of one model only", "僅一方有分數", form="count", better=None),
    )
    rows = [
        Row(
            _less(pair.first, pair.second),
            _less(found.title(pair.first), found.title(pair.second)),
            (
                Cell.of(pair.difference.value, pair.difference.interval, pair.n, "" if math.isfinite(pair.difference.value) else "a model has no figure"),
                Cell.of(pair.test.p_value),
                Cell.of(pair.test.p_holm),
                Cell.of(pair.mcnemar.p_value if pair.mcnemar else None),
                Cell(pair.n_one_sided),
            ),
        )
        for pair in compared.pairs
    ]
    n, drawn = len(rows), found.drawn
    weak = n / (drawn.permutations + 1) > 1 - drawn.confidence
    too_few = f"{drawn.permutations:,} exchanges are too few for {n} pairs: unless it is exact, no test can find a difference. Draw more (--resamples)."
    notes = (
        *_origin(found),
        *([Note(too_few)] if weak else []),
        Note(
            f"First minus second, the better first, over the common records, paired bootstrap intervals. p: two-sided permutation test (exact where there are at most "
            f"{drawn.permutations:,} exchanges), Holm over {n} {'pair' if n == 1 else 'pairs'}; not corrected for the number of scores. McNemar: where every "
            "record is 0 or 1.",
            warning=False,
        ),
    )
    return Table(
        _key(found.task, "pairs", "" if alone else compared.name), f"{_task_title(found.task)}: pairs of models, {words.en}", columns, tuple(rows), "兩兩比較", "First − second", notes
    )


def _origin(found: Standings) -> list[Note]:
    """What is graver than any figure: reports that are not comparable, records left out, invented or rebuilt data."""
    notes = []
    if found.reasons:
        notes.append(Note(f"NOT COMPARABLE, put side by side all the same because it was asked for (--force): {'; '.join(found.reasons)}."))
    if found.read:
        origin = DatasetFacts(kind=str(found.read[0].facts["kind"])).note
        notes += [Note(origin)] if origin else []
    if found.n_records > len(found.ids):
        notes.append(Note(f"Models were scored on different records: all figures are over the {len(found.ids):,} of {found.n_records:,} that every model has once."))
    return notes


def _legend(found: Standings, by: Column) -> Note:
    drawn = found.drawn
    return Note(
        f"{len(found.ids):,} records. {100 * drawn.confidence:g} % bootstrap intervals over records ({drawn.resamples:,} resamples, seed {drawn.seed}). n: records that have a part in "
        f"the score. Sorted by {by.title.rstrip('.')}. Bold (on a terminal *): best of its group, where two or more models differ.",
        warning=False,
    )


def _less(first: str, second: str) -> str:
    """First minus second; a name that holds a minus itself stands in brackets, so that no two pairs are called alike."""
    return " − ".join(f"({name})" if "−" in name else name for name in (first, second))


def _task_title(task: str) -> str:
    return next((spec.title_en for spec in TASKS if spec.id == task), task)


def _key(*parts: str) -> str:
    return "-".join(part.replace("/", "-") for part in parts if part)
