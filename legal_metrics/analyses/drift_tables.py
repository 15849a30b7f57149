"""Scores over the years as tables: model by year (the paper's table 8), what changed with the last year, the training cutoff and from year to year, and recital."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from legal_metrics.analyses.drift import Contrast, Drift, Estimate, ModelDrift
from legal_metrics.analyses.memorisation import MemorisationProbe, ProbedModel
from legal_metrics.report.titles import title
from legal_metrics.stats.bootstrap import Difference, Interval
from legal_metrics.tables import Cell, Column, Note, Row, Table, mark_best

BEYOND = "beyond_template"
"""What the probe's characters are called where they are a score of items."""
RECITED_RUNS = "memorisation-runs"
"""Key of the table of the longest runs."""
DEFAULT_LISTED = 3
SHOWN_TEXT = 120
"""Characters of a run in a table; the JSON has all."""
_UNIT = "characters"


def drift_tables(drift: Drift, *, titles: Mapping[str, str] | None = None) -> tuple[Table, ...]:
    """The values by year, models sorted by the last one; the last year against the others, with the trend; where a cutoff is stated, after against before it.
    ``titles``: model name -> what tables call it.

    >>> from legal_metrics.analyses.drift import item_drift, period
    >>> made = {"x": period("2020"), "y": period("2021")}
    >>> years, changes = drift_tables(item_drift({"a": {"x": (1.0, 1.0), "y": (0.0, 1.0)}}, made, score="accuracy"))
    >>> years.cell("a", "2020").value, changes.cell("a", "difference").value
    (1.0, -1.0)
    """
    words = title(drift.score)
    name = "Characters beyond template text" if drift.score == BEYOND else words.en
    models = sorted(drift.models.values(), key=lambda model: _by_last_year(model, drift))
    heads = model_heads(drift.models, titles)
    tables = _years(drift, models, heads, name), _last_year(drift, models, heads, name)
    return (*tables, _cutoff(drift, models, heads, name)) if any(model.cutoff for model in models) else tables


def model_heads(names: Iterable[str], titles: Mapping[str, str] | None) -> dict[str, str]:
    """Model name -> what tables call it: its title where it has one that no other model has.

    >>> model_heads(["a", "b", "c"], {"a": "A", "b": "same", "c": "same"})
    {'a': 'A', 'b': 'b', 'c': 'c'}
    """
    heads = {name: (titles or {}).get(name) or name for name in names}
    told = Counter(heads.values())
    return {name: head if told[head] == 1 else name for name, head in heads.items()}


def _by_last_year(model: ModelDrift, drift: Drift) -> tuple[float, float]:
    """The best of the last year first, then the best of all years; what has no value comes last."""
    keys = []
    for estimate in (model.years[drift.years[-1]], model.overall):
        keys.append(math.inf if math.isnan(estimate.value) else -estimate.value if drift.higher_is_better else estimate.value)
    return keys[0], keys[1]


def _years(drift: Drift, models: list[ModelDrift], heads: Mapping[str, str], name: str) -> Table:
    form, unit = _form(drift)
    best = None if drift.score == BEYOND or not drift.same_items else "higher" if drift.higher_is_better else "lower"
    columns = [Column(str(year), str(year), form=form, better=best, unit=unit) for year in drift.years]
    rows = tuple(
        Row(
            model.name,
            heads[model.name],
            tuple(_estimate(estimate) for estimate in (*model.years.values(), model.overall)),
            note=_remarks(model),
        )
        for model in models
    )
    table = Table(
        f"drift-{drift.score}-years",
        f"{name} by year",
        (*columns, Column("all", "All years", "各年合計", form=form, better=best, unit=unit)),
        rows,
        zh="逐年結果",
        head="Model",
        notes=_notes(drift),
    )
    return mark_best(table)


def _last_year(drift: Drift, models: list[ModelDrift], heads: Mapping[str, str], name: str) -> Table:
    last = str(drift.years[-1])
    several = len(models) > 1
    columns = (*_contrast_columns(drift, last, "Other years", several=several), Column("trend", "Per year", better=None, group="Trend", **_signed(drift)))
    rows = tuple(
        Row(
            model.name,
            heads[model.name],
            (*_contrast(model.last_year, last, "other years", several=several), _difference(model.trend, "no two years with items")),
            note=_remarks(model),
        )
        for model in models
    )
    return Table(
        f"drift-{drift.score}-last-year",
        f"{name}: {last} against the other years, and the trend",
        columns,
        rows,
        zh="最近一年與趨勢",
        head="Model",
        notes=(*_reasons(drift), *_change_notes(drift, several=several)),
    )


def _cutoff(drift: Drift, models: list[ModelDrift], heads: Mapping[str, str], name: str) -> Table:
    several = len(models) > 1
    columns = (
        Column("cutoff", "Cutoff", form="text", better=None),
        *_contrast_columns(drift, "After", "Before", several=several),
        Column("undecided", "Either", form="count", better=None),
    )
    rows = []
    for model in models:
        since = model.since_cutoff
        if since is None:
            cells = [Cell(note="no training cutoff stated"), *(Cell() for _ in columns[1:])]
        else:
            cells = [Cell(model.cutoff), *_contrast(since, "after the cutoff", "before the cutoff", several=several), Cell(model.n_undecided)]
        rows.append(Row(model.name, heads[model.name], tuple(cells), note=_remarks(model)))
    told = (
        "A score that falls after the cutoff is what items seen in training would look like. Items that may lie on either side of a cutoff (an exam of 2024, a cutoff in "
        "June 2024) are in neither part, and counted."
    )
    return Table(
        f"drift-{drift.score}-cutoff",
        f"{name}: after against before the training cutoff",
        columns,
        tuple(rows),
        zh="訓練截止日前後",
        head="Model",
        notes=(*_reasons(drift), Note(told, warning=False), *_change_notes(drift, several=several)),
    )


def _contrast_columns(drift: Drift, first: str, second: str, *, several: bool) -> list[Column]:
    form, unit = _form(drift)
    columns = [
        Column("first", first, form=form, better=None, unit=unit),
        Column("second", second, form=form, better=None, unit=unit),
        Column("difference", "Difference", better=None, **_signed(drift)),
        Column("differs", "Differs", form="text", better=None),
    ]
    return [*columns, Column("relative", "Beyond the other models", better=None, **_signed(drift))] if several else columns


def _contrast(found: Contrast, first: str, second: str, *, several: bool) -> list[Cell]:
    cells = [
        Cell.of(found.first, n=found.n_first, note="" if found.n_first else f"no items: {first}"),
        Cell.of(found.second, n=found.n_second, note="" if found.n_second else f"no items: {second}"),
        _difference(found.difference, "one side has no items"),
        Cell(_sign(found.corrected)),
    ]
    if several:
        cells.append(Cell(note="not for scores whose items weigh differently") if found.relative is None else _difference(found.relative, "one side has no items"))
    return cells


def _sign(interval: Interval) -> str:
    if interval.low > 0:
        return "higher"
    return "lower" if interval.high < 0 else "not shown"


def _change_notes(drift: Drift, *, several: bool) -> list[Note]:
    level = f"{100 * drift.options.get('confidence', 0.95):g} %"
    widened = ", widened for the number of models (Bonferroni)," if several else ""
    told = [
        f"Differences and trends with {level} intervals; the items of each year are drawn apart. 'Differs': the interval{widened} lies on one side of 0; 'not shown' is no "
        "proof that nothing changed."
    ]
    if several:
        told.append(
            "Years differ in difficulty. 'Beyond the other models': the same difference of what a model has over the mean of the other models on each item that all have; "
            "what hits all models alike (a harder exam, a leak that all have seen) does not show there."
        )
    return [Note(text, warning=False) for text in told]


def _reasons(drift: Drift) -> list[Note]:
    return [Note(f"Not comparable: {reason}.") for reason in drift.reasons]


def _notes(drift: Drift) -> tuple[Note, ...]:
    found = [*([Note(drift.origin)] if drift.origin else []), *_reasons(drift)]
    if not drift.same_items:
        found.append(Note("The models were scored on different items: each figure rests on the model's own items, and none is marked as best."))
    if len(drift.years) == 1:
        found.append(Note(f"All items are of {drift.years[0]}: there is no other year to compare with."))
    return tuple(found)


def _remarks(model: ModelDrift) -> str:
    told = (
        (len(model.missing), "items that other models have are missing"),
        (len(model.repeated), "items stand twice in a run and are left out"),
        (len(model.unknown), "items are no record and are left out"),
        (len(model.undated), "items have no year and are left out"),
        (model.n_missing_outputs, "items have no output and score 0"),
    )
    return "; ".join(f"{count:,} {words}" for count, words in told if count)


def _form(drift: Drift) -> tuple[str, str]:
    if drift.score == BEYOND:
        return "points", ""
    unit = title(drift.score).unit
    return ("figure", unit) if unit else ("percent", "")


def _signed(drift: Drift) -> dict[str, str]:
    """Form and unit of differences."""
    form, unit = _form(drift)
    return {"form": "percent_difference" if form == "percent" else "difference", "unit": unit}


def _estimate(found: Estimate) -> Cell:
    return Cell.of(found.value, found.interval, found.n, "" if found.n else "no items")


def _difference(found: Difference, why: str) -> Cell:
    return Cell.of(found.value, found.interval, note=why if math.isnan(found.value) else "")


def probe_tables(probe: MemorisationProbe, *, titles: Mapping[str, str] | None = None, listed: int = DEFAULT_LISTED) -> tuple[Table, Table]:
    """The probe's figures by model with the template baseline beneath, and the ``listed`` runs of each model with the most beyond template text. Raises nothing.

    >>> from legal_metrics.analyses.memorisation import memorisation_probe
    >>> rows = [{"id": "r1", "facts": "", "reasons": "甲深夜攜帶布袋潛入米店。", "main_text": "甲無罪。"}]
    >>> figures, runs = probe_tables(memorisation_probe({"m": {"r1": "甲深夜攜帶布袋潛入米店。"}}, rows))
    >>> figures.cell("m", "mean").value, runs.rows[0].cells[2].value
    (11.0, '甲深夜攜帶布袋潛入米店')
    """
    heads = model_heads(probe.models, titles)
    models = sorted(probe.models.values(), key=lambda model: (math.inf if math.isnan(model.mean) else -model.mean))
    columns = (
        Column("items", "Items", "件數", form="count", better=None),
        Column("mean", "Mean run", "平均長度", form="points", better=None, unit=_UNIT, group="Longest run beyond template text"),
        Column("longest", "Longest", "最長", form="count", better=None, unit=_UNIT, group="Longest run beyond template text"),
        Column("excess", "Over the baseline", "超出基準", form="difference", better=None, unit=_UNIT, group="Against the template baseline"),
        Column("above", "Items above its 95 %", "超出門檻", form="percent", better=None, group="Against the template baseline"),
    )
    rows = [_probed(model, heads[model.name], "Models", has_baseline=probe.threshold is not None) for model in models]
    rows.append(_probed(probe.baseline, "Template baseline", "Baseline", has_baseline=False, key="(template baseline)"))
    figures = Table("memorisation", "Recital of judgments", columns, tuple(rows), zh="記憶探測", head="Model", notes=tuple(_probe_notes(probe)))
    examples = Table(
        RECITED_RUNS,
        "The longest recited runs",
        (
            Column("length", "Shared", form="count", better=None, unit=_UNIT),
            Column("beyond", "Beyond template", form="count", better=None, unit=_UNIT),
            Column("text", "Run (without punctuation)", form="text", better=None),
        ),
        tuple(
            Row(f"{model.name}:{id}", id, (Cell(run.length), Cell(run.beyond), Cell(_cut(run.text))), group=heads[model.name])
            for model in models
            for id, run in model.longest(listed)
        ),
        zh="最長的逐字重複",
        head="Judgment",
        notes=() if any(model.longest(1) for model in models) else (Note("No output shares a run beyond template text with its judgment.", warning=False),),
    )
    return figures, examples


def _probed(model: ProbedModel, head: str, group: str, *, has_baseline: bool, key: str = "") -> Row:
    note = "" if has_baseline else "no other judgment to take for a baseline" if not key else "is the baseline"
    longest = max((run.beyond for run in model.items.values()), default=None)
    cells = (
        Cell(model.n),
        Cell.of(model.mean, model.interval, note="" if model.items else "no outputs"),
        Cell(longest),
        Cell.of(model.excess.value, model.excess.interval, model.excess.n) if has_baseline and model.excess.n else Cell(note=note or "no outputs"),
        Cell.of(model.above, model.above_interval, model.n) if has_baseline and model.items else Cell(note=note or "no outputs"),
    )
    return Row(key or model.name, head, cells, group, f"{model.n_missing:,} records without an output are left out" if model.n_missing and not key else "")


def _probe_notes(probe: MemorisationProbe) -> list[Note]:
    found = [
        Note(
            f"For each output the run of characters that it shares verbatim with the judgment's reasons and main text, counted without white space and punctuation, and without "
            f"template text: stretches of {probe.unit} characters that stand in the facts shown or in any of the {probe.n_templates - 1:,} other judgments at hand.",
            warning=False,
        ),
        Note(
            "The template baseline puts the most similar other judgment of the same cause in the model's place. A model well above it repeats what nobody could write from the "
            "facts; a model at its level shows no recital, which does not prove that it never saw the judgments.",
            warning=False,
        ),
    ]
    if probe.threshold is None:
        found.insert(0, Note("There is no other judgment to tell template text from: no baseline, and every shared run counts as recited."))
    else:
        found.append(Note(f"95 % of the baseline's runs have at most {probe.threshold} characters beyond template text.", warning=False))
    return found


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_TEXT else f"{text[:SHOWN_TEXT]}… ({len(text):,})"
