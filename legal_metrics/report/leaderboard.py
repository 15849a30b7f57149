"""A leaderboard as one HTML file: each task's tables, every pair of models behind a fold, totals of examinations with their bars."""

from __future__ import annotations

from collections.abc import Mapping

from legal_metrics.boards.exam_totals import TITLES, ExamBoard
from legal_metrics.boards.leaderboard import Leaderboard
from legal_metrics.boards.task_tables import TaskBoard
from legal_metrics.report import blocks
from legal_metrics.report.exam_bars import exam_bars
from legal_metrics.report.markup import Markup, element, render
from legal_metrics.report.tables_html import render_table_html


def render_leaderboard_html(board: Leaderboard) -> str:
    """The page: same leaderboard, same bytes."""
    return blocks.page(
        "Leaderboard",
        element("header", element("h1", "Leaderboard"), element("p", _headline(board), class_="subtitle")),
        [_task(task) for task in board.boards],
        _exams(board),
        element("h2", "Models ", element("small", "受評模型")),
        render_table_html(board.models),
        element("footer", signature_lists(board)),
    )


def _headline(board: Leaderboard) -> str:
    tasks = " · ".join(f"{task.task} ({task.n:,} records)" for task in board.boards)
    return f"{len(board.models.rows)} models · {tasks}" if tasks else "Totals of examinations"


def _task(board: TaskBoard) -> Markup:
    shared = [note for note in board.tables[0].notes if all(note in table.notes for table in board.tables)] if board.tables else []
    pairs = [element("details", element("summary", table.title), render_table_html(table, told=shared), class_="printed") for table in board.pairs]
    return render(
        element("h2", board.title, " ", element("small", board.zh) if board.zh else None),
        blocks.note_list(shared),
        [render_table_html(table, told=shared) for table in (*board.scores, *board.ranks)],
        pairs,
    )


def _exams(board: Leaderboard) -> Markup | None:
    if board.exams is None or board.exam_totals is None:
        return None
    return render(
        element("h2", "Second test ", element("small", "第二試")),
        render_table_html(board.exam_totals),
        exam_figures(board),
    )


def exam_figures(board: Leaderboard) -> Markup | None:
    """The bars of every examination with the lines of people; None without examinations. Raises nothing."""
    if board.exams is None or board.exam_totals is None:
        return None
    heads = {row.key: row.head for row in board.exam_totals.rows}
    return element("div", [_bars(exam, heads) for exam in board.exams.exams], class_="board-bars")


def _bars(exam: ExamBoard, heads: Mapping[str, str]) -> Markup:
    title = " ".join(TITLES.get(exam.exam, (exam.exam, "")))
    keys = [("model", "series-1"), *([("people", "series-2")] if exam.lines else [])]
    return blocks.plot_figure(f"{title} ({exam.maximum:g} points)", exam_bars(exam, heads), keys, "Mean totals with their intervals; dashed: people.")


def signature_lists(board: Leaderboard) -> Markup:
    """The signatures of every task's scores behind folds, and the options of intervals and tests. Raises nothing."""
    return render(
        [_signatures(task.task, task.signatures) for task in board.boards],
        element("p", ", ".join(f"{name} {value}" for name, value in board.options.items())),
    )


def _signatures(task: str, signatures: Mapping[str, str]) -> Markup:
    rows = [blocks.row(name, element("code", signature)) for name, signature in signatures.items()]
    summary = f"Signatures of {task}: everything that could change a figure"
    return element("details", element("summary", summary), blocks.table(["score", "signature"], rows, class_="words"), class_="printed")
