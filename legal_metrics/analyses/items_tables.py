"""An analysis of items as tables: the models, how hard the questions are, what laws the hard ones are about, and what every model answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from legal_metrics.analyses.answer_sheets import AnswerSheet, Question, grouped
from legal_metrics.analyses.items import UNREAD, AnsweredItem, ItemAnalysis, accuracy, law_spread
from legal_metrics.metrics.choices import BANDS, UNDEFINED, difficulty_band
from legal_metrics.results import compute_intervals
from legal_metrics.stats.proportions import wilson
from legal_metrics.tables import Cell, Column, Note, Row, Table, mark_best, score_cell

DEFAULT_MORE_THAN = 10
DEFAULT_LISTED = 20
SHOWN_IDS = 5
"""Ids named in a note; the JSON has all."""


def item_tables(analysis: ItemAnalysis, *, more_than: int = DEFAULT_MORE_THAN, listed: int = DEFAULT_LISTED) -> tuple[Table, ...]:
    """All tables of an analysis. ``more_than``: a law is named where more than so many hard questions are about it (and the commonest ones always);
    ``listed``: questions shown one by one in a table. Shares are fractions in [0, 1] with Wilson's 95 % interval, accuracies with the bootstrap's. Raises nothing.

    >>> from legal_metrics.analyses.items import analyse_items
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A", "related_internal_law": "民法"}]
    >>> analysis = analyse_items("tw-legalbench/mcq", {"a": {"q1": '{"answer": "B"}'}, "b": {"q1": "不知道"}}, rows)
    >>> [table.key for table in item_tables(analysis)]
    ['items-models', 'items-hard', 'items-difficulty', 'items-categories', 'items-laws', 'items-none-right', 'items-few-right', 'items-discrimination']
    >>> item_tables(analysis)[1].cell("none_right", "questions").value
    1
    """
    hard = analysis.hard
    return (
        _models(analysis),
        _hard(analysis, more_than),
        _difficulty(analysis),
        _categories(analysis),
        _laws(analysis, more_than),
        answers_table(
            analysis,
            hard.none_right[:listed],
            key="items-none-right",
            title="Questions that no model gets right",
            zh="所有模型皆答錯的題目",
            notes=_shown(listed, hard.none_right),
        ),
        answers_table(
            analysis,
            hard.few_not_none[:listed],
            key="items-few-right",
            title=f"Questions that some, but fewer than {_percent(analysis)} of the models get right",
            zh="少數模型答對的題目",
            notes=_shown(listed, hard.few_not_none),
        ),
        _discrimination(analysis, listed),
    )


def answers_table(
    analysis: ItemAnalysis, items: Iterable[AnsweredItem], *, key: str, title: str, zh: str = "", notes: Sequence[Note] = ()
) -> Table:
    """Questions with every model's answer, one row a question: its key, the share of models right, the letters chosen, and a column for each model.

    >>> from legal_metrics.analyses.items import analyse_items
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}]
    >>> analysis = analyse_items("tw-legalbench/mcq", {"a": {"q1": '{"answer": "A"}'}, "b": {"q1": "不知道"}}, rows)
    >>> [cell.value for cell in answers_table(analysis, analysis.items, key="t", title="T").rows[0].cells]
    ['not labelled', 'A', 0.5, None, 'A:1, unread:1', 'A', 'unread']
    """
    columns = (
        Column("laws", "Law", "法律", form="text", better=None),
        Column("answer", "Key", "正解", form="text", better=None),
        Column("share", "Models right", "答對模型", form="percent", better=None),
        Column("discrimination", "Discrimination", "鑑別度", better=None),
        Column("letters", "Chosen", "選項分布", form="text", better=None),
        *(Column(f"model:{sheet.name}", sheet.name, form="text", better=None, group="Models") for sheet in analysis.models),
    )
    rows = tuple(_answers(item, analysis.models) for item in items)
    return Table(key, title, columns, rows, zh=zh, head="Question", notes=tuple(notes))


def letters_text(item: AnsweredItem) -> str:
    """How many models chose which letters, as text; unread last.

    >>> from legal_metrics.analyses.answer_sheets import Question
    >>> letters_text(AnsweredItem(Question("q1", 2024, "Civil", ("民法",), "", (), "C"), 0.0, {}, {"A": 2.0, "B": 11.0}, float("nan")))
    'A:2, B:11'
    """
    return ", ".join(f"{letters}:{models:g}" for letters, models in item.letters.items())


def analysis_notes(analysis: ItemAnalysis) -> tuple[Note, ...]:
    """What a reader must know beside the figures, the gravest first.

    >>> from legal_metrics.analyses.items import analyse_items
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}]
    >>> print(*(note.text for note in analysis_notes(analyse_items("tw-legalbench/mcq", {"a": {"q1": "A"}, "b": {}}, rows))), sep="\\n")  # doctest: +ELLIPSIS
    The origin of the references is not stated: do not compare with the figures of the paper.
    Models without an answer to any of these questions, left out: b.
    One model only: a question is right for all models or for none, and nothing can be said of discrimination.
    ...
    """
    n = len(analysis.models)
    found = [Note(analysis.dataset.note)] if analysis.dataset.note else []
    if analysis.empty:
        found.append(Note(f"Models without an answer to any of these questions, left out: {', '.join(sheet.name for sheet in analysis.empty)}."))
    apart = [item.question.id for item in analysis.items if item.share is None]
    if apart:
        found.append(
            Note(f"Questions that not every model has an answer to, counted apart and part of no share: {len(apart)} of {len(analysis.items)} ({_ids(apart)}).")
        )
    if n == 1:
        found.append(Note("One model only: a question is right for all models or for none, and nothing can be said of discrimination."))
    elif n == 2:
        found.append(Note("Two models only: discrimination can be nothing but -1, 1 or undefined."))
    if n > 1 and n * analysis.below <= 1:
        found.append(Note(f"With {n} models, fewer than {_percent(analysis)} right means none.", warning=False))
    several = [sheet.name for sheet in analysis.models if len(sheet.runs) > 1]
    if several:
        found.append(Note(f"Several runs of a question are averaged, each model counting as one: {', '.join(several)}.", warning=False))
    found.append(
        Note(
            f"{analysis.reading.capitalize()} reading; an output that cannot be read is wrong. All figures are over the {len(analysis.complete):,} questions that every model "
            "has an answer to. Intervals: 95 %, Wilson's for shares of questions, bootstrap for accuracy. "
            f"Discrimination: correlation, over {n} {'model' if n == 1 else 'models'}, of the question with the model's score on all others; few models make it rough.",
            warning=False,
        )
    )
    return tuple(found)


def _models(analysis: ItemAnalysis) -> Table:
    scores = [accuracy(sheet, analysis.complete) for sheet in analysis.models]
    compute_intervals(scores)
    told = sorted(zip(analysis.models, scores, strict=True), key=lambda pair: -pair[1].value)
    rows = [Row(sheet.name, sheet.name, (score_cell(score), *_counts(sheet)), note=_sheet_note(sheet)) for sheet, score in told]
    rows += [
        Row(sheet.name, sheet.name, (Cell(note="no answer to any of these questions"), *_counts(sheet)), note=_sheet_note(sheet)) for sheet in analysis.empty
    ]
    columns = (
        Column("accuracy", "Accuracy", "正確率", form="percent"),
        *(
            Column(key, title, zh, form="count", better=None)
            for key, title, zh in (
                ("answered", "Answered", "作答"),
                ("unread", "Unread", "無法讀取"),
                ("missing", "Missing", "缺漏"),
                ("extra", "Extra", "多餘"),
                ("repeated", "Repeated", "重複"),
                ("runs", "Runs", "次數"),
            )
        ),
    )
    return mark_best(Table("items-models", "Models", columns, tuple(rows), zh="模型", head="Model", notes=analysis_notes(analysis)))


def _counts(sheet: AnswerSheet) -> tuple[Cell, ...]:
    return tuple(map(Cell, (len(sheet.answers), sheet.n_unread, len(sheet.missing), len(sheet.extra), len(sheet.repeated), len(sheet.runs))))


def _sheet_note(sheet: AnswerSheet) -> str:
    told = [(sheet.missing, "missing"), (sheet.extra, "no question here"), (sheet.repeated, "repeated in one run, left out")]
    return "; ".join(f"{what}: {_ids(ids)}" for ids, what in told if ids)


def _hard(analysis: ItemAnalysis, more_than: int) -> Table:
    hard, n = analysis.hard, len(analysis.complete)
    sets = (
        ("none_right", "No model right", hard.none_right),
        ("few_right", f"Fewer than {_percent(analysis)} of the models right", hard.few_right),
        ("few_not_none", f"Fewer than {_percent(analysis)}, but one or more", hard.few_not_none),
    )
    columns = (
        Column("questions", "Questions", "題數", form="count", better=None),
        Column("share", "Share", "比例", form="percent", better=None),
        Column("laws", "Laws", "法律數", form="count", better=None),
        Column("laws_more_than", f"Laws with more than {more_than}", f"逾{more_than}題之法律", form="count", better=None),
        Column("commonest", "Commonest law", "最多者", form="text", better=None),
        Column("without_law", "Without a law", "無法律者", form="count", better=None),
    )
    rows = []
    for key, head, items in sets:
        spread = law_spread(items)
        without = sum(not item.question.laws for item in items)
        most = max(spread.values(), default=0)
        first = [f"{law} ({count})" for law, count in spread.items() if count == most]
        commonest = ", ".join(first[:3]) + (f" and {len(first) - 3} more" if len(first) > 3 else "")
        more = sum(count > more_than for count in spread.values())
        cells = (Cell(len(items)), _share(len(items), n), Cell(len(spread)), Cell(more), Cell(commonest or None), Cell(without))
        rows.append(Row(key, head, cells))
    return Table(
        "items-hard", "Questions that few models get right", columns, tuple(rows), zh="極難題目", head=f"Of {n:,} questions, {len(analysis.models)} models"
    )


def _difficulty(analysis: ItemAnalysis) -> Table:
    n = len(analysis.complete)
    columns = (
        Column("questions", "Questions", "題數", form="count", better=None),
        Column("share", "Share", "比例", form="percent", better=None),
        Column("discrimination", "Mean discrimination", "平均鑑別度", better=None),
    )
    rows = []
    for band in (*(name for name, _ in BANDS), UNDEFINED):
        items = [item for item in analysis.items if difficulty_band(item.share) == band]
        known = [item.discrimination for item in items if math.isfinite(item.discrimination)]
        mean = Cell.of(math.fsum(known) / len(known) if known else None, n=len(known) or None)
        share = Cell(n=n) if band == UNDEFINED else _share(len(items), n)
        rows.append(Row(band[:1] if band != UNDEFINED else "undefined", band.partition(": ")[2], (Cell(len(items)), share, mean)))
    return Table("items-difficulty", "Questions by the share of models right", columns, tuple(rows), zh="題目難度", head="Models right")


def _categories(analysis: ItemAnalysis) -> Table:
    return _parts(
        analysis,
        _of_parts(analysis, lambda question: (question.category,)),
        key="items-categories",
        title="Hard questions by group of laws",
        zh="極難題目之法律領域",
        head="Group",
        notes=(),
    )


def _laws(analysis: ItemAnalysis, more_than: int) -> Table:
    """The laws with more than ``more_than`` hard questions, filled up to ten with the commonest others."""
    laws = _of_parts(analysis, lambda question: question.laws)
    hard = {law: sum(_is_few(item, analysis) for item in items) for law, items in laws.items()}
    ordered = sorted((law for law in laws if hard[law]), key=lambda law: (-sum(item.share == 0 for item in laws[law]), -hard[law], law))
    shown = [law for place, law in enumerate(ordered) if hard[law] > more_than or place < 10]
    many = sum(hard[law] > more_than for law in ordered)
    text = f"{len(ordered)} laws have a question that fewer than {_percent(analysis)} of the models get right; {many} have more than {more_than}; {len(shown)} are shown."
    several = sum(len(item.question.laws) > 1 for item in analysis.complete)
    more = f" A question about several laws stands under each of them ({several} questions)." if several else ""
    return _parts(
        analysis,
        {law: laws[law] for law in shown},
        key="items-laws",
        title="Laws of the hard questions",
        zh="極難題目之法律",
        head="Law",
        notes=(Note(text + more, warning=False),),
    )


def _parts(
    analysis: ItemAnalysis, parts: dict[str, list[AnsweredItem]], *, key: str, title: str, zh: str, head: str, notes: tuple[Note, ...]
) -> Table:
    few = f"Fewer than {_percent(analysis)} right"
    columns = (
        Column("questions", "Questions", "題數", form="count", better=None),
        Column("mean_share", "Mean share of models right", "平均答對比例", form="percent", better=None),
        Column("none_right", "No model right", "皆錯", form="count", better=None),
        Column("none_right_share", "No model right", "皆錯比例", form="percent", better=None),
        Column("few_right", few, "少數對", form="count", better=None),
        Column("few_right_share", few, "少數對比例", form="percent", better=None),
    )
    rows = []
    for part, items in parts.items():
        n, none, less = len(items), sum(item.share == 0 for item in items), sum(_is_few(item, analysis) for item in items)
        mean = Cell(math.fsum(item.share or 0.0 for item in items) / n)
        shares = [Cell(count / n, wilson(count, n)) for count in (none, less)]
        rows.append(Row(part, part, (Cell(n), mean, Cell(none), shares[0], Cell(less), shares[1])))
    return Table(key, title, columns, tuple(rows), zh=zh, head=head, notes=notes)


def _discrimination(analysis: ItemAnalysis, listed: int) -> Table:
    known = [item for item in analysis.complete if math.isfinite(item.discrimination)]
    below = sorted((item for item in known if item.discrimination < 0), key=lambda item: item.discrimination)
    n = len(analysis.complete)
    told = f"{len(below)} of {len(known)} questions have a discrimination below 0, as questions with a wrong key have."
    undefined = f" {n - len(known)} more have none: all models are equal on them, or their other questions do not tell the models apart."
    notes = [Note(told + (undefined if n > len(known) else ""), warning=False), *_shown(listed, below)]
    return answers_table(
        analysis, below[:listed], key="items-discrimination", title="Questions on which poorer models do better", zh="鑑別度為負的題目", notes=notes
    )


def _answers(item: AnsweredItem, sheets: Sequence[AnswerSheet]) -> Row:
    cells = [
        Cell("、".join(item.question.laws) or item.question.category),
        Cell(item.question.answer),
        Cell.of(item.share, n=len(item.answers), note="" if item.share is not None else "not every model has an answer"),
        Cell.of(item.discrimination),
        Cell(letters_text(item) or None),
    ]
    for sheet in sheets:
        runs = item.answers.get(sheet.name)
        cells.append(Cell(" / ".join(letters or UNREAD for letters in runs)) if runs else Cell(note="no output"))
    return Row(item.question.id, item.question.id, tuple(cells))


def _of_parts(analysis: ItemAnalysis, parts_of: Callable[[Question], Iterable[str]]) -> dict[str, list[AnsweredItem]]:
    """Part -> the questions in it that every model has an answer to."""
    items = {item.question.id: item for item in analysis.complete}
    parts = grouped((item.question for item in items.values()), parts_of)
    return {part: [items[question.id] for question in questions] for part, questions in parts.items()}


def _is_few(item: AnsweredItem, analysis: ItemAnalysis) -> bool:
    return item.share is not None and item.share < analysis.below


def _share(count: int, n: int) -> Cell:
    return Cell.of(count / n if n else None, wilson(count, n) if n else None, n)


def _percent(analysis: ItemAnalysis) -> str:
    return f"{100 * analysis.below:g} %"


def _shown(listed: int, items: Sequence[AnsweredItem]) -> list[Note]:
    if not items:
        return [Note("There is none.", warning=False)]
    return [Note(f"{listed} of {len(items)} questions are shown; the JSON has all.", warning=False)] if len(items) > listed else []


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(ids[:SHOWN_IDS]) + (f" and {len(ids) - SHOWN_IDS} more" if len(ids) > SHOWN_IDS else "")
