"""From verdicts to the second test: what judges said of models' essays, the records, and human lines in; totals, labels and allocations out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from legal_metrics.arguments import check_iterable
from legal_metrics.dataset_facts import DatasetFacts
from legal_metrics.errors import LegalMetricsError, WrongTypeError
from legal_metrics.judgements import Judgements, JudgementsError, check_judgements
from legal_metrics.metrics.essays import JudgedEssay
from legal_metrics.metrics.exam_grades import LabelCount, LabelSums, QuestionGrades, sum_labels
from legal_metrics.metrics.exam_results import ExamResults, ModelExam, exam_results
from legal_metrics.metrics.human_lines import CHOICE_BAND, HumanLine, ReferenceLine
from legal_metrics.metrics.judge_allocations import QuestionAllocation
from legal_metrics.predictions import Predictions
from legal_metrics.readers.essays import essay_verdict, exam_question, read_answer, rubric_in
from legal_metrics.stats.bootstrap import Interval

Record = Mapping[str, Any]
PARTS: tuple[str, ...] = ("", "subject", "year")


@dataclass(frozen=True, slots=True)
class ExamReport:
    """Results of models at the exams, and which rows they are of."""

    results: ExamResults
    dataset: DatasetFacts = field(default_factory=DatasetFacts)
    n_records: int = 0

    @property
    def models(self) -> tuple[str, ...]:
        """The models, in the order given."""
        return tuple(grades.model for grades in self.results.grades)

    @property
    def invented(self) -> bool:
        """Whether human lines that are no figures of any examination are among the lines."""
        return any(line.invented for line in self.results.references)

    def labels(self, model: str, by: str = "") -> dict[str, LabelSums]:
        """Labels of a model over all years by ``"subject"`` or ``"year"``; without ``by`` all together, under ``"all"``.

        Raises: LegalMetricsError for a model or a part that is not there.
        """
        if by not in PARTS or model not in self.results.labels:
            raise LegalMetricsError(
                f"found model {model!r} by {by!r}, allowed {', '.join(self.models)} by subject or year"
            )
        judges = next(grades.judges for grades in self.results.grades if grades.model == model)
        parts: dict[str, list[LabelCount]] = {} if by else {"all": []}
        for count in self.results.labels[model]:
            parts.setdefault(str(getattr(count, by)) if by else "all", []).append(count)
        return {part: sum_labels(parts[part], judges) for part in sorted(parts)}

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready mapping: every figure of the tables, and what is behind them, question by question."""
        results = self.results
        return {
            "task": "tw-legalbench/oeq",
            "dataset": self.dataset.to_dict(),
            "n_records": self.n_records,
            "years": list(results.years),
            "options": dict(results.options),
            "human_lines_invented": self.invented,
            "human_lines": [_line(line) for line in results.references],
            "choice_band": {"low": CHOICE_BAND[0], "high": CHOICE_BAND[1], "of": "accuracy at multiple choice"},
            "exams": {
                exam: {found.model: _model_exam(found) for found in results.results if found.exam == exam}
                for exam in results.exams
            },
            "labels": {model: self._labels(model) for model in self.models},
            "label_counts": [_count(count) for counts in results.labels.values() for count in counts],
            "questions": [
                {"model": grades.model, **_question(given)}
                for grades in results.grades
                for given in grades.questions.values()
            ],
            "allocations": [
                {"model": model, **_allocation(found)} for model, of in results.allocations.items() for found in of
            ],
            "problems": [asdict(problem) for problem in results.problems],
        }

    def _labels(self, model: str) -> dict[str, Any]:
        return {
            "all": _sums(self.labels(model)["all"]),
            **{f"by_{by}": {part: _sums(sums) for part, sums in self.labels(model, by).items()} for by in PARTS if by},
        }


def score_exams(
    judgements: Mapping[str, Judgements],
    records: Iterable[Record],
    human_lines: Sequence[HumanLine] = (),
    *,
    predictions: Mapping[str, Predictions | Mapping[str, str]] | None = None,
    reading: str = "strict",
    dataset: DatasetFacts | None = None,
    **options: Any,
) -> ExamReport:
    """Score models at the second test for lawyers and for judges and prosecutors.

    Args:
        judgements: model name -> what judges said of its answers (``read_judgements``). A run of its own is a model of its own, ``name (run)``: a total is of one
            set of answers.
        records: those of ``oeq``, of all years.
        human_lines: ``read_human_lines``.
        predictions: model name -> its outputs, if at hand: those that cannot be read under ``reading``, or are not there, earn nothing. Without them such an answer
            has no verdict, and its paper no points.
        dataset: which release the records are from.
        options: of ``exam_results``: years, rules, seed and others.

    Raises: JudgementsError for verdicts on unknown records, or on another text than the output; BadReferenceError for a record that cannot be read;
    LegalMetricsError for names that do not fit, and as ``exam_results``.

    >>> from legal_metrics.judgements import read_judgements
    >>> row = {"id": "q1", "year": 2023, "subject_code": "tax", "question_number": 1, "points": 100, "scoring_points": [{"criterion_number": 1, "points": 100}]}
    >>> verdicts = read_judgements({"j": [b'{"id": "q1", "judge": "j1", "grades": [{"index": 1, "status": "correct"}]}']})
    >>> report = score_exams({"m": verdicts}, [row], years=[2023])
    >>> report.results.of("m", "lawyers").by_subject["tax"], report.labels("m")["all"].summed["correct"]
    (100.0, 1)
    """
    if not isinstance(judgements, Mapping):
        raise WrongTypeError("judgements", judgements, "a mapping of model names to Judgements")
    check_iterable("records", records, "records")
    rows = list(records)
    questions = [exam_question(row) for row in rows]
    ids = [question.id for question in questions]
    outputs = {model: Predictions.of(given) for model, given in (predictions or {}).items()}
    if unknown := [model for model in outputs if model not in judgements]:
        raise LegalMetricsError(f"predictions: found model {unknown[0]!r}, allowed {', '.join(judgements)}")
    models: dict[str, dict[str, JudgedEssay | None]] = {}
    for model, given in judgements.items():
        given = _by_rubrics(given, rows, ids, outputs.get(model))
        for name, essays in _essays(model, given, outputs.get(model), ids, reading).items():
            if name in models:
                raise LegalMetricsError(f"models: found two by the name {name!r}, allowed one")
            models[name] = essays
    results = exam_results(models, questions, human_lines, **options)
    return ExamReport(results, dataset or DatasetFacts(), len(rows))


def _by_rubrics(
    judgements: Judgements, rows: Sequence[Record], ids: Sequence[str], outputs: Predictions | None
) -> Judgements:
    """Raw replies of judges, read by the rubrics of the records and held against the outputs at hand."""
    from legal_metrics.judging.raw_replies import read_raw_replies

    records = dict(zip(ids, rows, strict=True))
    texts = outputs.runs if outputs is not None else {}
    return read_raw_replies(
        judgements,
        lambda id: rubric_in(records[id]) if id in records else None,
        lambda run, id: texts.get(run, {}).get(id, ""),
    )


def _essays(
    model: str, judgements: Judgements, outputs: Predictions | None, ids: Sequence[str], reading: str
) -> dict[str, dict[str, JudgedEssay | None]]:
    """The verdicts by run and record; with outputs, None for those that cannot be read."""
    known = frozenset(ids)
    runs = dict.fromkeys(run for run, _ in judgements.of) or {"": None}
    if outputs is not None:
        check_judgements(judgements, outputs, ids)
        runs = dict.fromkeys(outputs.runs)
    elif unknown := [f"{judgements.source}: unknown id {id!r}" for _, id in judgements.of if id not in known]:
        raise JudgementsError(unknown)
    found: dict[str, dict[str, JudgedEssay | None]] = {}
    for run in runs:
        essays: dict[str, JudgedEssay | None] = {
            id: JudgedEssay(tuple(map(essay_verdict, given)))
            for (of_run, id), given in judgements.of.items()
            if of_run == run
        }
        if outputs is not None:
            texts = outputs.runs[run]
            essays |= {id: None for id in ids if "essay" not in read_answer(texts.get(id, ""), reading).parts}
        found[f"{model} ({run})" if run else model] = essays
    return found


# --- JSON -------------------------------------------------------------------------------------------------------------


def _model_exam(found: ModelExam) -> dict[str, Any]:
    passing = found.passing
    return {
        "maximum": found.maximum,
        "total": found.total,
        "interval": _interval(found.interval),
        "n_questions": found.n_questions,
        "judges": list(found.judges),
        "by_judge": dict(found.by_judge),
        "judge_spread": found.judge_spread,
        "by_elective": {
            code: {"total": total, "interval": _interval(found.elective_intervals[code])}
            for code, total in found.by_elective.items()
        },
        "by_subject": dict(found.by_subject),
        "years": {
            str(year): {
                "total": of.mean.total,
                "by_elective": dict(of.mean.by_elective),
                "by_judge": {judge: total.total for judge, total in of.by_judge.items()},
                "missing": list(of.mean.missing),
                "scaled": list(of.mean.scaled),
                "passes": of.passes,
            }
            for year, of in found.years.items()
        },
        "incomplete_years": list(found.incomplete_years),
        "passing": {
            "points": passing.line.points,
            "rank": passing.line.rank,
            "rule": passing.line.rule,
            "unknown": list(passing.line.unknown),
            "meets_points": passing.meets_points,
            "meets_rank": passing.meets_rank,
            "passes": passing.passes,
            "probability_points": passing.probability_points,
            "probability_rank": passing.probability_rank,
            "probability": passing.probability,
        },
        "lines": [
            {"line": held.line.title, "difference": held.difference, "probability": held.probability}
            for held in found.lines
        ],
    }


def _line(line: ReferenceLine) -> dict[str, Any]:
    return {
        "exam": line.exam,
        "percentile": line.percentile,
        "name": line.name,
        "title": line.title,
        "law_papers": line.points,
        "composition": line.composition,
        "by_year": {str(year): points for year, points in line.by_year.items()},
        "missing_years": list(line.missing),
        "unpublished_years": list(line.unpublished),
        "invented": line.invented,
    }


def _interval(interval: Interval | None) -> dict[str, Any] | None:
    return None if interval is None else {"low": interval.low, "high": interval.high, "degenerate": interval.degenerate}


def _sums(sums: LabelSums) -> dict[str, Any]:
    return {
        "by_judge": {judge: dict(counts) for judge, counts in sums.by_judge.items()},
        "questions": {judge: len(ids) for judge, ids in sums.questions.items()},
        "summed": sums.summed,
        "averaged": sums.averaged,
    }


def _count(count: LabelCount) -> dict[str, Any]:
    return {
        "model": count.model,
        "judge": count.judge,
        "subject": count.subject,
        "year": count.year,
        "questions": len(count.questions),
        **count.labels,
        "unlabelled": count.unlabelled,
    }


def _question(given: QuestionGrades) -> dict[str, Any]:
    question = given.question
    return {
        "question": question.id,
        "year": question.year,
        "subject": question.subject,
        "maximum": question.points,
        "points": {judge: score.score for judge, score in given.scores.items()},
        "spread": given.spread,
        "unread": given.unread,
    }


def _allocation(found: QuestionAllocation) -> dict[str, Any]:
    return {
        "question": found.question.id,
        "year": found.question.year,
        "subject": found.question.subject,
        "maximum": found.question.points,
        "allocated": found.allocated,
        "disagreement": found.disagreement,
        "scoring_points": [
            {
                "number": point.number,
                "stated": point.stated,
                "allocated": dict(point.allocated),
                "worth": dict(point.worth),
                "spread": point.spread,
            }
            for point in found.points
        ],
    }
