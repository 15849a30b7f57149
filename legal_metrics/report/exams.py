"""Models at the second test, for the terminal and as one HTML file: totals against the lines of people, labels, allocations, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from legal_metrics.errors import MissingExtraError
from legal_metrics.exams import ExamReport
from legal_metrics.metrics.essays import LABELS
from legal_metrics.metrics.exam_grades import LabelSums
from legal_metrics.metrics.exam_papers import PROBLEMS, ExamProblem
from legal_metrics.metrics.exam_results import HeldAgainst, ModelExam
from legal_metrics.metrics.exam_totals import EXAMS
from legal_metrics.metrics.human_lines import CHOICE_BAND
from legal_metrics.metrics.judge_allocations import QuestionAllocation
from legal_metrics.report.blocks import note_list, page, plot_figure, row, table
from legal_metrics.report.markup import Child, Markup, element, render
from legal_metrics.report.notes import Note
from legal_metrics.report.numbers import NOTHING, figure
from legal_metrics.report.plots import PointsRow, points_against_lines
from legal_metrics.report.terminal import printable, wrapped
from legal_metrics.report.terminal import table as text_table
from legal_metrics.stats.bootstrap import Interval

TITLES = {
    "lawyers": "Examination for lawyers 律師考試",
    "judges_prosecutors": "Examination for judges and prosecutors 司法官考試",
}
SHOWN_PROBLEMS = 12


def exam_notes(report: ExamReport) -> tuple[Note, ...]:
    """What a reader must know beside the figures, the gravest first."""
    results = report.results
    notes = []
    if report.invented:
        notes.append(
            Note("Human lines are INVENTED: they are figures of no examination, and nothing follows from them.")
        )
    if report.dataset.note:
        notes.append(Note(report.dataset.note))
    for found in results.results:
        if found.incomplete_years:
            years = ", ".join(map(str, found.incomplete_years))
            notes.append(Note(f"{found.model} has no total for {_exam(found.exam)}: nothing whole for {years}."))
    for line in results.references:
        years = ", ".join(map(str, line.missing or line.unpublished))
        if line.exam in results.exams and years:
            why = "no record for" if line.missing else "no figure published for"
            notes.append(Note(f"{_exam(line.exam)}, {line.title}: {why} {years}, so there is no line.", warning=False))
    unknown = dict.fromkeys(why for found in results.results for why in found.passing.line.unknown)
    notes += [Note(f"Whether a model passes is not known: {why}.", warning=False) for why in unknown]
    if not results.references:
        notes.append(Note("No human lines were given: totals are held against nothing.", warning=False))
    counts = Counter(problem.code for problem in results.problems)
    told = [f"{words} ({counts[code]})" for code, words in PROBLEMS.items() if counts[code]]
    if told:
        notes.append(Note(f"Missing or mended, listed below: {'; '.join(told)}.", warning=False))
    low, high = (f"{100 * bound:.0f}" for bound in CHOICE_BAND)
    notes.append(
        Note(
            f"For multiple choice the paper's reference band is an accuracy of {low}–{high} %, the mean of the lowest totals admitted: no line to pass.",
            warning=False,
        )
    )
    return tuple(notes)


# --- terminal ---------------------------------------------------------------------------------------------------------


def render_exams(report: ExamReport) -> str:
    """The tables for a terminal."""
    results = report.results
    head = f"second test 第二試  {_years(results.years)}, {report.n_records} questions, {_count(report)}"
    lines = [head, *wrapped(exam_notes(report)), ""]
    for exam in results.exams:
        of = _ranked(report, exam)
        lines += [f"{TITLES[exam]}, {EXAMS[exam].total:g} points", _text(_totals(report, of)), ""]
        if held := _held_rows(of):
            lines += ["  beside people: points above the line, and probability to reach it", _text(held), ""]
        if EXAMS[exam].electives:
            lines += ["  with each elective", _text(_electives(of)), ""]
        lines += ["  by year", _text(_by_year(of)), ""]
    lines += ["labels, all years", _text(_labels(report)), ""]
    if rows := _allocated(report):
        lines += [
            "points that judges allocated: share of a question's points that two judges place otherwise",
            _text(rows),
            "",
        ]
    if results.problems:
        shown = results.problems[:SHOWN_PROBLEMS]
        left = len(results.problems) - len(shown)
        lines += ["missing or mended", *(f"  {problem}" for problem in shown)]
        lines += [f"  … and {left} more, in the JSON report"] if left else []
    return printable(lines)


def _text(rows: Sequence[Sequence[str]]) -> str:
    return text_table(rows, indent="  ")


# --- HTML -------------------------------------------------------------------------------------------------------------


def render_exams_html(report: ExamReport, *, plots: bool = True) -> str:
    """The whole page: same report, same bytes (with one version of matplotlib). ``plots``: False leaves the plots out."""
    results = report.results
    return page(
        "Second test 第二試 – report",
        element(
            "header",
            element("h1", "Second test 第二試"),
            element(
                "p",
                f"{_count(report)} · {_years(results.years)} · {report.n_records} questions · {report.dataset.name or 'references of unstated origin'} ",
                element("span", "invented human lines" if report.invented else report.dataset.kind, class_="badge"),
                class_="subtitle",
            ),
        ),
        note_list(exam_notes(report)),
        _plots(report) if plots else None,
        [_exam_part(report, exam) for exam in results.exams],
        _labels_part(report),
        _allocations_part(report),
        _problems_part(results.problems),
        _footer(report),
    )


def _exam_part(report: ExamReport, exam: str) -> Markup:
    of = _ranked(report, exam)
    held = _held_rows(of)
    electives = bool(EXAMS[exam].electives)
    passing = of[0].passing.line if of else None
    rule = ""
    if passing is not None and passing.points is not None and passing.rank is not None:
        word = "over" if passing.rule == "over" else "at least"
        rule = (
            f"Passes: {word} {passing.points:.1f} points in law papers (400 less the group's composition), "
            f"and at least the {passing.rank:.1f} of the percentile's line. "
        )
    drawn = "Probabilities: over questions drawn anew within each subject; the human lines are held fixed."
    return render(
        element("h2", TITLES[exam]),
        _html(_totals(report, of)),
        element("p", rule + drawn, class_="muted"),
        [element("h3", "Beside people: points above the line, probability to reach it"), _html(held)] if held else None,
        [element("h3", "With each elective"), _html(_electives(of))] if electives else None,
        element("h3", "By year"),
        _html(_by_year(of)),
        element("h3", "By subject, mean over years"),
        _html(_by_subject(of)),
    )


def _plots(report: ExamReport) -> Markup:
    try:
        figures: Child = element("div", [_plot(report, exam) for exam in report.results.exams], class_="figures")
    except MissingExtraError as error:
        figures = element("p", f"The plots are left out: {error}")
    return render(element("h2", "Totals beside people"), figures)


def _plot(report: ExamReport, exam: str) -> Markup:
    of = _ranked(report, exam)
    rows = [
        PointsRow(
            found.model,
            found.total,
            None if found.interval is None else found.interval.low,
            None if found.interval is None else found.interval.high,
            tuple(total for total in found.by_judge.values() if total is not None),
        )
        for found in of
    ]
    lines = [
        (line.title, line.points) for line in report.results.references if line.exam == exam and line.points is not None
    ]
    if of and of[0].passing.line.points is not None:
        lines.append(("400 less composition", of[0].passing.line.points))
    invented = " (invented)" if report.invented else ""
    keys = [("model", "series-1"), *([(f"people{invented}", "series-2")] if lines else [])]
    share = f"{100 * report.results.options['confidence']:g} %"
    caption = f"Points in law papers, without composition; mean over years and judges, with its {share} interval over questions; a mark for each judge."
    plot = points_against_lines(rows, lines, maximum=EXAMS[exam].total, name=f"totals-{exam}")
    return plot_figure(f"{TITLES[exam]}, {EXAMS[exam].total:g} points", plot, keys, caption)


def _labels_part(report: ExamReport) -> Markup:
    parts: list[Child] = [element("h2", "Labels 標籤"), _html(_labels(report))]
    explained = (
        "All years of the records, not only those of the totals. Summed: over the judges; averaged: summed, by the number of judges, where all graded the same "
        "answers. The paper does not say which of the two its table prints."
    )
    parts.append(element("p", explained, class_="muted"))
    for by in ("subject", "year"):
        rows = [["model", by, *(f"{label}, summed" for label in LABELS), *(f"{label}, averaged" for label in LABELS)]]
        for model in report.models:
            rows += [[model, part, *_sums(sums)] for part, sums in report.labels(model, by).items()]
        parts.append(element("details", element("summary", f"Labels by {by}"), _html(rows), class_="printed"))
    return render(parts)


def _allocations_part(report: ExamReport) -> Markup | None:
    rows = _allocated(report)
    if not rows:
        return None
    found = [(model, of) for model, all_of in report.results.allocations.items() for of in all_of]
    found.sort(key=lambda entry: -(entry[1].disagreement or 0.0))
    return render(
        element("h2", "Points that judges allocated 配分"),
        element(
            "p",
            "Scoring points without points in the rubric: each judge divides what is left of the question's points. Disagreement: the share of the question's points "
            "that two judges place otherwise.",
            class_="muted",
        ),
        _html(rows),
        element(
            "details",
            element("summary", "Every question, the greatest disagreement first"),
            [_allocation(model, of) for model, of in found],
            class_="printed",
        ),
    )


def _allocation(model: str, found: QuestionAllocation) -> Markup:
    judges = list(found.points[0].worth) if found.points else []
    rows = [
        ["scoring point", "stated", *(f"{j}: allocated" for j in judges), *(f"{j}: worth" for j in judges), "spread"]
    ]
    for point in found.points:
        said = [figure(point.allocated[judge]) for judge in judges]
        worth = [figure(point.worth[judge]) for judge in judges]
        rows.append([str(point.number), figure(point.stated), *said, *worth, figure(point.spread)])
    sums = [figure(found.allocated[judge]) for judge in judges]
    rows.append(["open points together", figure(found.question.points), *sums, *([""] * len(judges)), ""])
    return render(
        element("h3", f"{found.question.id}, {model}: disagreement {_share(found.disagreement)}"), _html(rows, "small")
    )


def _problems_part(problems: Sequence[ExamProblem]) -> Markup | None:
    if not problems:
        return None
    rows = [
        row(p.code.replace("_", " "), p.model, str(p.year or ""), p.subject, p.question, p.judge, p.found)
        for p in problems
    ]
    head = ["what", "model", "year", "subject", "question", "judge", "found"]
    return element(
        "details",
        element("summary", f"Missing or mended: {len(problems)}"),
        table(head, rows, class_="words"),
        class_="printed",
        open=True,
    )


def _footer(report: ExamReport) -> Markup:
    options = "|".join(f"{key}:{value}" for key, value in report.results.options.items())
    return element(
        "footer", element("code", f"exam_totals|{options}"), " Draws: n − 1 of a subject's n questions, over all years."
    )


def _html(rows: Sequence[Sequence[str]], class_: str | None = None) -> Markup:
    head, *body = rows
    return table(head, [row(cells[0], *cells[1:]) for cells in body], class_=class_)


# --- rows that both forms show ----------------------------------------------------------------------------------------


def _ranked(report: ExamReport, exam: str) -> list[ModelExam]:
    """The models of an exam, the highest total first; those without one last."""
    found = [result for result in report.results.results if result.exam == exam]
    return sorted(found, key=lambda result: (result.total is None, -(result.total or 0.0)))


def _totals(report: ExamReport, of: Sequence[ModelExam]) -> list[list[str]]:
    judges = list(dict.fromkeys(judge for found in of for judge in found.judges))
    interval = f"{100 * report.results.options['confidence']:g} % interval"
    rows = [["model", "total", interval, *judges, "spread", "questions", "passes", "P(points)", "P(rank)", "P(passes)"]]
    for found in of:
        passing = found.passing
        rows.append(
            [
                found.model,
                _points(found.total),
                _bounds(found.interval),
                *(_points(found.by_judge.get(judge)) for judge in judges),
                _points(found.judge_spread),
                str(found.n_questions or NOTHING),
                _answer(passing.passes),
                *map(_share, (passing.probability_points, passing.probability_rank, passing.probability)),
            ]
        )
    return rows


def _held_rows(of: Sequence[ModelExam]) -> list[list[str]]:
    if not of or not of[0].lines:
        return []
    rows = [["model", *(f"{held.line.title} ({_points(held.line.points)})" for held in of[0].lines)]]
    return rows + [[found.model, *map(_held, found.lines)] for found in of]


def _held(held: HeldAgainst) -> str:
    if held.difference is None:
        return NOTHING
    chance = "" if held.probability is None else f", {_share(held.probability)}"
    return f"{held.difference:+.1f}{chance}"


def _electives(of: Sequence[ModelExam]) -> list[list[str]]:
    codes = list(of[0].by_elective) if of else []
    rows = [["model", *(code.replace("_", " ") for code in codes), "mean of the four"]]
    for found in of:
        totals = [_with_bounds(found.by_elective[code], found.elective_intervals[code]) for code in codes]
        rows.append([found.model, *totals, _points(found.total)])
    return rows


def _by_year(of: Sequence[ModelExam]) -> list[list[str]]:
    years = list(of[0].years) if of else []
    rows = [["model", *map(str, years), "mean"]]
    for found in of:
        totals = []
        for year in years:
            total = found.years[year].mean
            totals.append(_points(total.total) if total.total is not None else _missing(total.missing))
        rows.append([found.model, *totals, _points(found.total)])
    return rows


def _missing(subjects: Sequence[str]) -> str:
    return f"no {', '.join(subjects)}" if len(subjects) < 3 else f"{len(subjects)} subjects missing"


def _by_subject(of: Sequence[ModelExam]) -> list[list[str]]:
    codes = list(of[0].by_subject) if of else []
    rows = [["subject", "of", *(found.model for found in of)]]
    for code in codes:
        worth = EXAMS[of[0].exam].worth[code]
        rows.append([code.replace("_", " "), f"{worth:g}", *(_points(found.by_subject[code]) for found in of)])
    return rows


def _labels(report: ExamReport) -> list[list[str]]:
    rows = [["model", "judge", "answers", *LABELS]]
    for model in report.models:
        sums = report.labels(model)["all"]
        for judge, counts in sums.by_judge.items():
            rows.append([model, judge, str(len(sums.questions[judge])), *(str(counts[label]) for label in LABELS)])
        rows.append([model, "summed", "", *(str(sums.summed[label]) for label in LABELS)])
        averaged = sums.averaged
        rows.append(
            [model, "averaged", "", *(NOTHING if averaged is None else f"{averaged[label]:g}" for label in LABELS)]
        )
    return rows


def _sums(sums: LabelSums) -> Iterable[str]:
    averaged = sums.averaged
    yield from (str(sums.summed[label]) for label in LABELS)
    yield from (NOTHING if averaged is None else f"{averaged[label]:g}" for label in LABELS)


def _allocated(report: ExamReport) -> list[list[str]]:
    rows = [["model", "questions", "by two judges or more", "mean", "greatest", "where"]]
    for model, of in report.results.allocations.items():
        known = [(found.disagreement, found.question.id) for found in of if found.disagreement is not None]
        if not of:
            continue
        worst = max(known, default=(None, NOTHING), key=lambda entry: entry[0] or 0.0)
        mean = sum(share for share, _ in known) / len(known) if known else None
        rows.append([model, str(len(of)), str(len(known)), _share(mean), _share(worst[0]), worst[1]])
    return rows if len(rows) > 1 else []


def _count(report: ExamReport) -> str:
    n = len(report.models)
    return f"{n} model" if n == 1 else f"{n} models"


def _exam(exam: str) -> str:
    return exam.replace("_", " and ")


def _years(years: Sequence[int]) -> str:
    return (
        f"{years[0]}–{years[-1]}"
        if list(years) == list(range(years[0], years[-1] + 1)) and len(years) > 1
        else ", ".join(map(str, years))
    )


def _points(points: float | None) -> str:
    return NOTHING if points is None else f"{points:.1f}"


def _bounds(interval: Interval | None) -> str:
    return NOTHING if interval is None else f"[{interval.low:.1f}, {interval.high:.1f}]"


def _with_bounds(points: float | None, interval: Interval | None) -> str:
    return _points(points) if interval is None else f"{_points(points)} {_bounds(interval)}"


def _share(share: float | None) -> str:
    return NOTHING if share is None else f"{100 * share:.1f} %"


def _answer(holds: bool | None) -> str:
    return "not known" if holds is None else "yes" if holds else "no"
