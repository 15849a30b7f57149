"""The whole paper as one HTML file: contents, then part by part tables first and figures where a person would rather look; printable, no script, nothing from outside."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from legal_metrics.analyses.drift import Drift
from legal_metrics.analyses.drift_tables import RECITED_RUNS, model_heads
from legal_metrics.analyses.error_tables import EXAMPLES
from legal_metrics.analyses.paper import Paper
from legal_metrics.boards.task_tables import TaskBoard
from legal_metrics.report import blocks
from legal_metrics.report.errors import error_cards
from legal_metrics.report.items import item_card
from legal_metrics.report.leaderboard import exam_figures, signature_lists
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.paper_plots import error_map, judge_scatter, year_panels
from legal_metrics.report.tables_html import render_table_html
from legal_metrics.tables import Note, Table
from legal_metrics.tasks import TASKS


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the page: what the contents call it, and what stands in it."""

    key: str
    title: str
    zh: str
    body: Markup


def render_paper_html(paper: Paper, *, title: str = "Models on legal tasks") -> str:
    """The page: same paper, same bytes. Warnings that hold for all of it stand once, at its head.

    >>> import legal_metrics as lm
    >>> rows = [{"id": "q1", "options": ["無效", "有效"], "answer": "A"}]
    >>> paper = lm.build_paper({"tw-legalbench/mcq": lm.TaskOutputs(rows, {"m": {"q1": '{"answer": "A"}'}})}, resamples=100)
    >>> "<h1>Models on legal tasks</h1>" in render_paper_html(paper)
    True
    """
    told = _common_warnings(paper.tables)
    parts = [*_leaderboards(paper, told), *_analyses(paper, told)]
    numbered = list(enumerate(parts, start=1))
    return blocks.page(
        title,
        element(
            "main",
            element("header", element("h1", title), element("p", _headline(paper), class_="subtitle")),
            blocks.note_list([*told, *paper.notes]),
            element("nav", element("ol", [element("li", element("a", part.title, " ", part.zh, href=f"#{part.key}")) for part in parts]), class_="contents", aria_label="Contents"),
            [render(element("h2", f"{number}  {part.title} ", element("small", part.zh), id=part.key), part.body) for number, part in numbered],
            element("footer", signature_lists(paper.board)),
            class_="paper",
        ),
    )


def _headline(paper: Paper) -> str:
    counts = [f"{board.task.rpartition('/')[2]} {board.n:,}" for board in paper.board.boards]
    return f"{len(paper.board.models.rows)} models · records: {', '.join(counts)}"


def _common_warnings(tables: Sequence[Table]) -> list[Note]:
    """Warnings that several tables share, as that records are invented: a reader must see them, and once is enough."""
    found: dict[Note, int] = {}
    for table in tables:
        for note in dict.fromkeys(table.notes):
            if note.warning:
                found[note] = found.get(note, 0) + 1
    return [note for note, count in found.items() if count > len(tables) / 3]


def _leaderboards(paper: Paper, told: Sequence[Note]) -> Iterable[_Part]:
    yield _Part("part-models", "Models", "受評模型", _tables([paper.board.models], told))
    for board in paper.board.boards:
        body = [_board(board, told)]
        if shares := paper.judges.get(board.task):
            body.append(_tables(paper.sections["judges", board.task], told))
            heads = model_heads([pair.model for pair in shares.pairs], paper.titles)
            by_judges = groupby(sorted(shares.pairs, key=lambda pair: (pair.first, pair.second)), key=lambda pair: (pair.first, pair.second))
            body += [_figure(f"Judges: {' and '.join(judges)}", judge_scatter(list(pairs), heads), _CALIBRATION) for judges, pairs in by_judges]
        yield _Part(f"part-{board.task.replace('/', '-')}", board.title, board.zh, render(body))
    if paper.board.exam_totals is not None:
        totals = render(_tables([paper.board.exam_totals], told), exam_figures(paper.board))
        yield _Part("part-exams", "Second test", "第二試總分與人類考生", totals)


_CALIBRATION = "Faint: answers, the share of their points that each judge gives. Full: models, over all answers. Above the dashed line the second judge gives more."


def _analyses(paper: Paper, told: Sequence[Note]) -> Iterable[_Part]:
    sections = paper.sections
    for of, analysis in paper.items.items():
        hard = [*analysis.hard.none_right, *analysis.hard.few_not_none][: paper.listed]
        cards = [element("h3", "Hard questions with every model's answer ", element("small", "極難題目與各模型之作答")), [item_card(item, titles=paper.titles) for item in hard]] if hard else None
        yield _Part(f"part-items-{_slug(of)}", _titled("How hard the questions are", of, paper.items), "題目難度", render(_tables(sections["items", of], told), cards))
    if paper.languages is not None:
        yield _Part("part-languages", "Languages and terms", "語言與術語", _tables(sections["languages", ""], told))
    for of, drift in paper.drifts.items():
        heads = model_heads(drift.models, paper.titles)
        figure = _figure(f"{_task(of)} by year", year_panels(drift, heads), "With intervals; grey: the other models; dashed: the model's training cutoff.")
        yield _Part(f"part-years-{_slug(of)}", _titled("Over the years", of, paper.drifts), "逐年表現與訓練截止", render(_tables([table for table in sections["drift", of] if not _stands(table, drift, paper)], told), figure))
    for of in paper.probes:
        tables = sections["recital", of]
        shown = [table for table in tables if not table.key.endswith(RECITED_RUNS)]
        runs = [_folded(table, told) for table in tables if table.key.endswith(RECITED_RUNS)]
        yield _Part(f"part-recital-{_slug(of)}", _titled("Recital", of, paper.probes), "記憶探測", render(_tables(shown, told), runs))
    for of, errors in paper.errors.items():
        heads = model_heads(errors.models, paper.titles)
        figure = _figure(f"{_task(of)}: errors by kind", error_map(errors, heads), "Percent of the outputs in which the kind could occur; –: it could occur in none.")
        counts = _tables([table for table in sections["errors", of] if not table.key.endswith(EXAMPLES)], told)
        examples = element("details", element("summary", "An example of each kind 實例"), error_cards(errors, titles=paper.titles, examples=1, of_kind=1, level="h4"))
        yield _Part(f"part-errors-{_slug(of)}", _titled("Errors by kind", of, paper.errors), "錯誤類型", render(counts, figure, examples))


def _stands(table: Table, drift: Drift, paper: Paper) -> bool:
    """Whether the leaderboard has the same figures: those by year, where all models have the same records."""
    shown = {column.key for board in paper.board.boards for of in board.scores if of.key.startswith(table.key.partition(":")[0]) for column in of.columns}
    return table.key.endswith("-years") and drift.same_items and {str(year) for year in drift.years} <= shown


def _board(board: TaskBoard, told: Sequence[Note]) -> Markup:
    return render(_tables([*board.scores, *board.ranks], told), [_folded(table, told) for table in board.pairs])


def _tables(tables: Iterable[Table], told: Collection[Note]) -> Markup:
    return render([render_table_html(table, told=told) for table in tables])


def _folded(table: Table, told: Collection[Note]) -> Markup:
    return element("details", element("summary", f"{table.title} {table.zh}"), render_table_html(table, told=told))


def _figure(head: str, plot: Markup, caption: str) -> Markup:
    return element("div", blocks.plot_figure(head, plot, (), caption), class_="plate")


def _titled(words: str, of: str, among: Collection[str]) -> str:
    return f"{words}: {_task(of).lower()}" if len(among) > 1 else words


def _task(of: str) -> str:
    return next((spec.title_en for spec in TASKS if spec.id == of), of)


def _slug(of: str) -> str:
    return of.replace("/", "-")
