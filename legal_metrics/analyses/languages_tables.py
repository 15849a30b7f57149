"""A comparison of languages as tables: every pair of languages over all questions, by group of laws and by law, and what is gained and lost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from legal_metrics.analyses.answer_sheets import Letters
from legal_metrics.analyses.drift_tables import model_heads
from legal_metrics.analyses.items import UNREAD
from legal_metrics.analyses.languages import Change, LanguageComparison, LanguagePair, language_name
from legal_metrics.stats.corrections import holm
from legal_metrics.tables import Cell, Column, Note, Row, Table

DEFAULT_LISTED = 20
SHOWN_IDS = 5
"""Ids named in a note; the JSON has all."""
_COLUMNS = (
    Column("questions", "Questions", "題數", form="count", better=None),
    Column("before", "Before", "前", form="percent", better=None, group="Accuracy"),
    Column("after", "After", "後", form="percent", better=None, group="Accuracy"),
    Column("difference", "Difference", "差異", form="percent_difference", better=None),
    Column("gained", "Gained", "轉對", form="count", better=None, group="Answers"),
    Column("lost", "Lost", "轉錯", form="count", better=None, group="Answers"),
    Column("p", "p", form="p_value", better=None, group="McNemar"),
    Column("p_holm", "p (Holm)", form="p_value", better=None, group="McNemar"),
)


def language_tables(comparison: LanguageComparison, *, listed: int = DEFAULT_LISTED) -> tuple[Table, ...]:
    """All tables of a comparison; shares are fractions in [0, 1]. ``listed``: gains, and losses, shown of each pair of languages. Raises
    nothing.

    >>> from legal_metrics.analyses.languages import compare_languages
    >>> rows = [{"id": id, "options": ["無效", "有效"], "answer": "A", "law_category": "Civil"} for id in ("q1", "q2")]
    >>> right, wrong = '{"answer": "A"}', '{"answer": "B"}'
    >>> said = {"tw-legalbench/mcq": {"q1": wrong, "q2": wrong}, "tw-legalbench/mcq_en": {"q1": right, "q2": wrong}}
    >>> tables = language_tables(compare_languages(said, {task: rows for task in said}, least=1))
    >>> [table.key for table in tables]
    ['languages-all', 'languages-categories', 'languages-laws', 'languages-changes']
    >>> tables[1].cell("mcq>mcq_en:Civil", "difference").value
    0.5
    """
    least = comparison.least
    return (
        Table(
            "languages-all",
            "Languages",
            _COLUMNS,
            tuple(_row(pair, _names(pair), group="") for pair in comparison.overall),
            zh="語言",
            head="Languages",
            notes=comparison_notes(comparison),
        ),
        _level(comparison, "categories", comparison.categories, title="Languages by group of laws", zh="各法律領域之語言差異", head="Group", least=least),
        _level(comparison, "laws", comparison.laws, title="Languages by law", zh="各法律之語言差異", head="Law", least=least),
        _changes(comparison, listed),
    )


def models_language_table(comparisons: Mapping[str, LanguageComparison], *, titles: Mapping[str, str] | None = None, alone: Sequence[str] = ()) -> Table:
    """Several models over all questions, a row for each pair of languages and model, the one that gains most first; p corrected (Holm) over all rows. ``titles``: model
    name -> what tables call it; ``alone``: models that answered in one language only, which are named. Raises nothing.

    >>> from legal_metrics.analyses.languages import compare_languages
    >>> rows = [{"id": id, "options": ["無效", "有效"], "answer": "A"} for id in ("q1", "q2")]
    >>> right, wrong = '{"answer": "A"}', '{"answer": "B"}'
    >>> said = {"tw-legalbench/mcq": {"q1": wrong, "q2": wrong}, "tw-legalbench/mcq_en": {"q1": right, "q2": wrong}}
    >>> models_language_table({"m": compare_languages(said, {task: rows for task in said})}).cell("mcq>mcq_en:m", "difference").value
    0.5
    """
    heads = model_heads((*comparisons, *alone), titles)
    found = [(name, pair) for name, comparison in comparisons.items() for pair in comparison.overall]
    places = {languages: place for place, languages in enumerate(dict.fromkeys((pair.first, pair.second) for _, pair in found))}
    found.sort(key=lambda row: (places[row[1].first, row[1].second], -row[1].difference.value, row[0]))
    corrected = iter(holm([pair.mcnemar.p_value for _, pair in found if pair.mcnemar]))
    rows = []
    for name, pair in found:
        of_all = replace(pair, part=name, p_holm=next(corrected) if pair.mcnemar else math.nan)
        rows.append(replace(_row(of_all, heads[name], group=_names(pair)), note=_left_out(comparisons[name])))
    notes = [Note(text) for text in dict.fromkeys(facts.note for comparison in comparisons.values() for facts in comparison.datasets.values()) if text]
    if alone:
        notes.append(Note(f"Answered in one language only: {', '.join(heads[name] for name in alone)}."))
    told = f"Second language minus first, paired by question. Holm over {len(found)} tests: all models and pairs of languages."
    return Table("languages-models", "Languages, by model", _COLUMNS, tuple(rows), zh="各模型之語言差異", head="Model", notes=(*notes, Note(told, warning=False)))


def _left_out(comparison: LanguageComparison) -> str:
    """What a row must say of questions that it does not rest on; one that is there in some languages only is a matter of the records, and no model's."""
    unanswered = {language_name(task): len(ids) for task, ids in comparison.unanswered.items() if ids}
    what = "counted as wrong" if comparison.missing == "unparsed" else "left out"
    return "; ".join(f"{n:,} without an output in {language}, {what}" for language, n in unanswered.items())


def comparison_notes(comparison: LanguageComparison) -> tuple[Note, ...]:
    """What a reader must know beside the figures, the gravest first.

    >>> from legal_metrics.analyses.languages import compare_languages
    >>> rows = [{"id": id, "options": ["無效", "有效"], "answer": "A"} for id in ("q1", "q2")]
    >>> said = {"tw-legalbench/mcq": {"q1": "", "q2": ""}, "tw-legalbench/mcq_en": {"q1": ""}}
    >>> comparison_notes(compare_languages(said, {task: rows for task in said}))[1].text
    'Left out of every figure: questions without an output in English (1): q2.'
    """
    found = [Note(text) for text in dict.fromkeys(facts.note for facts in comparison.datasets.values()) if text]
    for task, sheet in comparison.sheets.items():
        language = language_name(task)
        unanswered = "counted as wrong" if comparison.missing == "unparsed" else "left out of every figure"
        for ids, what in (
            (comparison.unshared[task], f"left out of every figure: questions that stand in another language and not in {language}"),
            (comparison.unanswered[task], f"{unanswered}: questions without an output in {language}"),
            (sheet.repeated, f"left out of every figure: questions repeated in one run in {language}"),
            (sheet.extra, f"outputs in {language} to no question of it"),
        ):
            if ids:
                found.append(Note(f"{what[0].upper()}{what[1:]} ({len(ids)}): {_ids(ids)}."))
    if comparison.key_differs:
        ids = comparison.key_differs
        found.append(Note(f"Left out of every figure: questions whose right answer differs between the languages ({len(ids)}): {_ids(ids)}."))
    several = [language_name(task) for task, sheet in comparison.sheets.items() if len(sheet.runs) > 1]
    if several:
        found.append(Note(f"Several runs of a question are averaged, so McNemar's test has no meaning there: {', '.join(several)}.", warning=False))
    options = comparison.options
    years = "" if options["years"] is None else f" of {', '.join(map(str, options['years']))}"
    unread = ", ".join(f"{sheet.n_unread} in {language_name(task)}" for task, sheet in comparison.sheets.items())
    found.append(
        Note(
            f"{len(comparison.questions):,} questions{years} that have an answer in every language, {comparison.reading} reading. Outputs that could not be read, which are "
            f"wrong: {unread}. Difference: after minus before; {100 * options['confidence']:g} % intervals: paired bootstrap, {options['resamples']:,} resamples, seed "
            f"{options['seed']}. p: McNemar's test, two-sided; Holm's correction counts all rows of a table. A large p does not show that two languages are equal.",
            warning=False,
        )
    )
    return tuple(found)


def _row(pair: LanguagePair, head: str, *, group: str) -> Row:
    cells = (
        Cell(pair.n),
        Cell(pair.first_value),
        Cell(pair.second_value),
        Cell.of(pair.difference.value, pair.difference.interval),
        Cell(pair.gained),
        Cell(pair.lost),
        Cell(pair.mcnemar.p_value if pair.mcnemar else None),
        Cell.of(pair.p_holm),
    )
    return Row(_key(pair.first, pair.second) + (f":{pair.part}" if pair.part else ""), head, cells, group=group)


def _level(
    comparison: LanguageComparison, level: str, pairs: Sequence[LanguagePair], *, title: str, zh: str, head: str, least: int
) -> Table:
    too_few = comparison.too_few[level]
    what = "laws" if level == "laws" else "groups"
    notes = []
    if too_few:
        notes.append(Note(f"{len(too_few)} {what} with fewer than {least} questions are no rows: {_counted(too_few.items())}.", warning=False))
    if level == "laws":
        several = sum(len(question.laws) > 1 for question in comparison.questions)
        none = sum(not question.laws for question in comparison.questions)
        told = [f"{several} questions about several laws stand under each of them" if several else "", f"{none} are about no law, or not labelled" if none else ""]
        if any(told):
            notes.append(Note(f"{'; '.join(filter(None, told))}.", warning=False))
    rows = tuple(_row(pair, pair.part, group=_names(pair)) for pair in pairs)
    return Table(f"languages-{level}", title, _COLUMNS, rows, zh=zh, head=head, notes=tuple(notes))


def _changes(comparison: LanguageComparison, listed: int) -> Table:
    columns = (
        Column("laws", "Law", "法律", form="text", better=None),
        Column("answer", "Key", "正解", form="text", better=None),
        Column("before", "Before", "前", form="text", better=None),
        Column("after", "After", "後", form="text", better=None),
    )
    rows: list[Row] = []
    notes = []
    for (first, second, gained), found in groupby(comparison.changes, key=lambda change: (change.first, change.second, change.difference > 0)):
        changes = list(found)
        way = "gained" if gained else "lost"
        group = f"{language_name(first)} → {language_name(second)}: {way} ({len(changes)})"
        rows += [_change(change, way, group) for change in changes[:listed]]
        if len(changes) > listed:
            notes.append(Note(f"{group}: {listed} are shown; the JSON has all.", warning=False))
    return Table("languages-changes", "Answers gained and lost", columns, tuple(rows), zh="轉對與轉錯之題目", head="Question", notes=tuple(notes))


def _change(change: Change, way: str, group: str) -> Row:
    question = change.question
    cells = ("、".join(question.laws) or question.category, question.answer, _letters(change.before), _letters(change.after))
    return Row(f"{_key(change.first, change.second)}:{way}:{question.id}", question.id, tuple(map(Cell, cells)), group=group)


def _letters(runs: Letters) -> str:
    return " / ".join(letters or UNREAD for letters in runs)


def _names(pair: LanguagePair) -> str:
    return f"{language_name(pair.first)} → {language_name(pair.second)}"


def _key(first: str, second: str) -> str:
    return ">".join(task.rpartition("/")[2] for task in (first, second))


def _counted(parts: Iterable[tuple[str, int]]) -> str:
    ordered = sorted(parts, key=lambda pair: (-pair[1], pair[0]))
    shown = ", ".join(f"{part} ({count})" for part, count in ordered[:SHOWN_IDS])
    return shown + (f" and {len(ordered) - SHOWN_IDS} more" if len(ordered) > SHOWN_IDS else "")


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(ids[:SHOWN_IDS]) + (f" and {len(ids) - SHOWN_IDS} more" if len(ids) > SHOWN_IDS else "")
