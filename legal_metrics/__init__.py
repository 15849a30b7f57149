"""Exact, pure scoring functions for Chinese-language legal AI (Taiwan and mainland China).

``import legal_metrics as lm`` costs next to nothing: every name below loads its module on first use.

>>> import legal_metrics as lm
>>> lm.term_log_distance([12, 6, None], [12, 12, 12]).samples[1].value.__round__(4)
0.8848
"""

TYPE_CHECKING = False  # type checkers take this name for true; importing it from typing would load 20 modules
if TYPE_CHECKING:  # what type checkers and editors see; a test holds it equal to _HOMES
    from legal_metrics.analyses.answer_sheets import AnswerSheet as AnswerSheet
    from legal_metrics.analyses.answer_sheets import Question as Question
    from legal_metrics.analyses.drift import Drift as Drift
    from legal_metrics.analyses.drift import ModelDrift as ModelDrift
    from legal_metrics.analyses.drift import item_drift as item_drift
    from legal_metrics.analyses.drift import report_drift as report_drift
    from legal_metrics.analyses.drift_tables import probe_tables as probe_tables
    from legal_metrics.analyses.error_kinds import ErrorAnalysis as ErrorAnalysis
    from legal_metrics.analyses.error_kinds import ModelErrors as ModelErrors
    from legal_metrics.analyses.error_kinds import find_errors as find_errors
    from legal_metrics.analyses.item_dates import Period as Period
    from legal_metrics.analyses.item_dates import period as period
    from legal_metrics.analyses.items import AnsweredItem as AnsweredItem
    from legal_metrics.analyses.items import ItemAnalysis as ItemAnalysis
    from legal_metrics.analyses.items import analyse_items as analyse_items
    from legal_metrics.analyses.items_tables import item_tables as item_tables
    from legal_metrics.analyses.judge_shares import JudgePair as JudgePair
    from legal_metrics.analyses.judge_shares import JudgeShares as JudgeShares
    from legal_metrics.analyses.judge_shares import compare_judges as compare_judges
    from legal_metrics.analyses.judge_shares import judge_table as judge_table
    from legal_metrics.analyses.languages import LanguageComparison as LanguageComparison
    from legal_metrics.analyses.languages import LanguagePair as LanguagePair
    from legal_metrics.analyses.languages import compare_languages as compare_languages
    from legal_metrics.analyses.languages_tables import language_tables as language_tables
    from legal_metrics.analyses.languages_tables import models_language_table as models_language_table
    from legal_metrics.analyses.memorisation import MemorisationProbe as MemorisationProbe
    from legal_metrics.analyses.memorisation import SharedText as SharedText
    from legal_metrics.analyses.memorisation import memorisation_probe as memorisation_probe
    from legal_metrics.analyses.memorisation import shared_text as shared_text
    from legal_metrics.analyses.paper import Paper as Paper
    from legal_metrics.analyses.paper import TaskOutputs as TaskOutputs
    from legal_metrics.analyses.paper import build_paper as build_paper
    from legal_metrics.boards.leaderboard import Leaderboard as Leaderboard
    from legal_metrics.boards.leaderboard import build_leaderboard as build_leaderboard
    from legal_metrics.citations import StatuteCitation as StatuteCitation
    from legal_metrics.comparison import Comparison as Comparison
    from legal_metrics.comparison import NotComparableError as NotComparableError
    from legal_metrics.comparison import compare_reports as compare_reports
    from legal_metrics.errors import BadReferenceError as BadReferenceError
    from legal_metrics.errors import JudgeReplyError as JudgeReplyError
    from legal_metrics.errors import LegalMetricsError as LegalMetricsError
    from legal_metrics.errors import LengthMismatchError as LengthMismatchError
    from legal_metrics.errors import MissingExtraError as MissingExtraError
    from legal_metrics.errors import PredictionsError as PredictionsError
    from legal_metrics.errors import UnknownTaskError as UnknownTaskError
    from legal_metrics.errors import WrongTypeError as WrongTypeError
    from legal_metrics.extract.charges import extract_charges as extract_charges
    from legal_metrics.extract.choices import ChoiceAnswer as ChoiceAnswer
    from legal_metrics.extract.choices import extract_choices as extract_choices
    from legal_metrics.extract.choices import read_choice_answer as read_choice_answer
    from legal_metrics.extract.judge_replies import Grade as Grade
    from legal_metrics.extract.judge_replies import JudgeReply as JudgeReply
    from legal_metrics.extract.judge_replies import parse_judge_reply as parse_judge_reply
    from legal_metrics.extract.main_text import parse_main_text as parse_main_text
    from legal_metrics.extract.outputs import JudgmentAnswer as JudgmentAnswer
    from legal_metrics.extract.outputs import read_judgment_answer as read_judgment_answer
    from legal_metrics.extract.sentences import parse_sentence as parse_sentence
    from legal_metrics.extract.statutes import extract_statutes as extract_statutes
    from legal_metrics.judgements import Judgement as Judgement
    from legal_metrics.judgements import Judgements as Judgements
    from legal_metrics.judgements import JudgementsError as JudgementsError
    from legal_metrics.judgements import read_judgements as read_judgements
    from legal_metrics.jurisdictions.registry import StatuteRegistry as StatuteRegistry
    from legal_metrics.metrics.choices import choice_accuracy as choice_accuracy
    from legal_metrics.metrics.choices import choice_f1 as choice_f1
    from legal_metrics.metrics.choices import difficulty_band as difficulty_band
    from legal_metrics.metrics.choices import item_difficulty as item_difficulty
    from legal_metrics.metrics.choices import item_discrimination as item_discrimination
    from legal_metrics.metrics.correction import correction_f as correction_f
    from legal_metrics.metrics.entailment import entailment_score as entailment_score
    from legal_metrics.metrics.essays import EssayRubric as EssayRubric
    from legal_metrics.metrics.essays import PointGrade as PointGrade
    from legal_metrics.metrics.essays import ScoringPoint as ScoringPoint
    from legal_metrics.metrics.essays import essay_score as essay_score
    from legal_metrics.metrics.essays import essay_scores as essay_scores
    from legal_metrics.metrics.exact import exact_match as exact_match
    from legal_metrics.metrics.exact import exact_or_rouge as exact_or_rouge
    from legal_metrics.metrics.exam_totals import EXAMS as EXAMS
    from legal_metrics.metrics.exam_totals import ExamTotal as ExamTotal
    from legal_metrics.metrics.exam_totals import HumanLine as HumanLine
    from legal_metrics.metrics.exam_totals import PaperPoints as PaperPoints
    from legal_metrics.metrics.exam_totals import exam_total as exam_total
    from legal_metrics.metrics.exam_totals import mean_line as mean_line
    from legal_metrics.metrics.exam_totals import mean_total as mean_total
    from legal_metrics.metrics.exam_totals import passes_lawyers as passes_lawyers
    from legal_metrics.metrics.judgment import judgment_scores as judgment_scores
    from legal_metrics.metrics.labels import LabelScore as LabelScore
    from legal_metrics.metrics.labels import label_f1 as label_f1
    from legal_metrics.metrics.labels import label_scores as label_scores
    from legal_metrics.metrics.overlap import overlap as overlap
    from legal_metrics.metrics.overlap import rouge as rouge
    from legal_metrics.metrics.overlap import token_f1 as token_f1
    from legal_metrics.metrics.reading import reading_f1 as reading_f1
    from legal_metrics.metrics.sentencing import detention_within as detention_within
    from legal_metrics.metrics.sentencing import fine_within as fine_within
    from legal_metrics.metrics.sentencing import imprisonment_within as imprisonment_within
    from legal_metrics.metrics.sentencing import life_death_match as life_death_match
    from legal_metrics.metrics.sentencing import mean_deviation as mean_deviation
    from legal_metrics.metrics.sentencing import probation_within as probation_within
    from legal_metrics.metrics.sentencing import term_log_distance as term_log_distance
    from legal_metrics.metrics.statutes import StatuteScore as StatuteScore
    from legal_metrics.metrics.statutes import check_statutes as check_statutes
    from legal_metrics.metrics.statutes import statute_scores as statute_scores
    from legal_metrics.metrics.trivial import commonest_labels_score as commonest_labels_score
    from legal_metrics.metrics.trivial import constant_term_score as constant_term_score
    from legal_metrics.metrics.trivial import copied_source_score as copied_source_score
    from legal_metrics.metrics.trivial import lead_sentences_score as lead_sentences_score
    from legal_metrics.metrics.trivial import majority_answer_score as majority_answer_score
    from legal_metrics.metrics.verdicts import verdict_accuracy as verdict_accuracy
    from legal_metrics.model_facts import ModelFacts as ModelFacts
    from legal_metrics.model_facts import ModelFactsError as ModelFactsError
    from legal_metrics.model_facts import read_model_facts as read_model_facts
    from legal_metrics.penalties import ExecutedGroup as ExecutedGroup
    from legal_metrics.penalties import MainText as MainText
    from legal_metrics.penalties import Outcome as Outcome
    from legal_metrics.penalties import Penalty as Penalty
    from legal_metrics.penalties import Sentence as Sentence
    from legal_metrics.penalties import penalties_in_force as penalties_in_force
    from legal_metrics.predictions import Predictions as Predictions
    from legal_metrics.predictions import read_predictions as read_predictions
    from legal_metrics.prompts import Prompt as Prompt
    from legal_metrics.prompts import render_prompt as render_prompt
    from legal_metrics.readers.cail import CailTerm as CailTerm
    from legal_metrics.readers.cail import normalise_cail_term as normalise_cail_term
    from legal_metrics.references import References as References
    from legal_metrics.references import load_references as load_references
    from legal_metrics.reported import ReportFormatError as ReportFormatError
    from legal_metrics.results import DatasetFacts as DatasetFacts
    from legal_metrics.results import Reading as Reading
    from legal_metrics.results import Report as Report
    from legal_metrics.results import SampleScore as SampleScore
    from legal_metrics.results import SampleView as SampleView
    from legal_metrics.results import Score as Score
    from legal_metrics.results import Signature as Signature
    from legal_metrics.scoring import score_task as score_task
    from legal_metrics.stats.bootstrap import Difference as Difference
    from legal_metrics.stats.bootstrap import Interval as Interval
    from legal_metrics.stats.bootstrap import bootstrap_ci as bootstrap_ci
    from legal_metrics.stats.bootstrap import paired_bootstrap as paired_bootstrap
    from legal_metrics.stats.bootstrap import ratio_differences as ratio_differences
    from legal_metrics.stats.bootstrap import ratio_interval as ratio_interval
    from legal_metrics.stats.corrections import holm as holm
    from legal_metrics.stats.permutation import PermutationTest as PermutationTest
    from legal_metrics.stats.permutation import permutation_tests as permutation_tests
    from legal_metrics.stats.permutation import ratio_permutation_tests as ratio_permutation_tests
    from legal_metrics.stats.proportions import McNemarTest as McNemarTest
    from legal_metrics.stats.proportions import mcnemar as mcnemar
    from legal_metrics.stats.proportions import wilson as wilson
    from legal_metrics.stats.trend import ratio_trends as ratio_trends
    from legal_metrics.tables import Cell as Cell
    from legal_metrics.tables import Column as Column
    from legal_metrics.tables import Note as Note
    from legal_metrics.tables import Row as Row
    from legal_metrics.tables import Table as Table
    from legal_metrics.tables import mark_best as mark_best
    from legal_metrics.tables import score_cell as score_cell
    from legal_metrics.tasks import CompositeSpec as CompositeSpec
    from legal_metrics.tasks import MetricSpec as MetricSpec
    from legal_metrics.tasks import TaskSpec as TaskSpec
    from legal_metrics.tasks import task as task
    from legal_metrics.tasks import tasks as tasks
    from legal_metrics.text.normalise import normalise as normalise
    from legal_metrics.text.tokenisers import CHARACTERS as CHARACTERS
    from legal_metrics.text.tokenisers import JIEBA as JIEBA

    __version__: str

_HOMES: dict[str, tuple[str, ...]] = {
    "analyses.answer_sheets": ("AnswerSheet", "Question"),
    "citations": ("StatuteCitation",),
    "comparison": ("Comparison", "NotComparableError", "compare_reports"),
    "analyses.drift": ("Drift", "ModelDrift", "item_drift", "report_drift"),
    "analyses.drift_tables": ("probe_tables",),
    "analyses.error_kinds": ("ErrorAnalysis", "ModelErrors", "find_errors"),
    "errors": (
        "BadReferenceError",
        "JudgeReplyError",
        "LegalMetricsError",
        "LengthMismatchError",
        "MissingExtraError",
        "PredictionsError",
        "UnknownTaskError",
        "WrongTypeError",
    ),
    "extract.charges": ("extract_charges",),
    "extract.choices": ("ChoiceAnswer", "extract_choices", "read_choice_answer"),
    "extract.judge_replies": ("Grade", "JudgeReply", "parse_judge_reply"),
    "extract.main_text": ("parse_main_text",),
    "extract.outputs": ("JudgmentAnswer", "read_judgment_answer"),
    "extract.sentences": ("parse_sentence",),
    "extract.statutes": ("extract_statutes",),
    "analyses.item_dates": ("Period", "period"),
    "analyses.items_tables": ("item_tables",),
    "analyses.items": ("AnsweredItem", "ItemAnalysis", "analyse_items"),
    "judgements": ("Judgement", "Judgements", "JudgementsError", "read_judgements"),
    "analyses.judge_shares": ("JudgePair", "JudgeShares", "compare_judges", "judge_table"),
    "jurisdictions.registry": ("StatuteRegistry",),
    "analyses.languages_tables": ("language_tables", "models_language_table"),
    "analyses.languages": ("LanguageComparison", "LanguagePair", "compare_languages"),
    "boards.leaderboard": ("Leaderboard", "build_leaderboard"),
    "analyses.memorisation": ("MemorisationProbe", "SharedText", "memorisation_probe", "shared_text"),
    "metrics.choices": ("choice_accuracy", "choice_f1", "difficulty_band", "item_difficulty", "item_discrimination"),
    "metrics.essays": ("EssayRubric", "PointGrade", "ScoringPoint", "essay_score", "essay_scores"),
    "metrics.exam_totals": (
        "EXAMS",
        "ExamTotal",
        "HumanLine",
        "PaperPoints",
        "exam_total",
        "mean_line",
        "mean_total",
        "passes_lawyers",
    ),
    "metrics.correction": ("correction_f",),
    "metrics.entailment": ("entailment_score",),
    "metrics.exact": ("exact_match", "exact_or_rouge"),
    "metrics.judgment": ("judgment_scores",),
    "metrics.labels": ("LabelScore", "label_f1", "label_scores"),
    "metrics.overlap": ("overlap", "rouge", "token_f1"),
    "metrics.reading": ("reading_f1",),
    "metrics.sentencing": (
        "detention_within",
        "fine_within",
        "imprisonment_within",
        "life_death_match",
        "mean_deviation",
        "probation_within",
        "term_log_distance",
    ),
    "metrics.statutes": ("StatuteScore", "check_statutes", "statute_scores"),
    "metrics.trivial": (
        "commonest_labels_score",
        "constant_term_score",
        "copied_source_score",
        "lead_sentences_score",
        "majority_answer_score",
    ),
    "metrics.verdicts": ("verdict_accuracy",),
    "model_facts": ("ModelFacts", "ModelFactsError", "read_model_facts"),
    "analyses.paper": ("Paper", "TaskOutputs", "build_paper"),
    "penalties": ("ExecutedGroup", "MainText", "Outcome", "Penalty", "Sentence", "penalties_in_force"),
    "predictions": ("Predictions", "read_predictions"),
    "prompts": ("Prompt", "render_prompt"),
    "readers.cail": ("CailTerm", "normalise_cail_term"),
    "references": ("References", "load_references"),
    "reported": ("ReportFormatError",),
    "results": ("DatasetFacts", "Reading", "Report", "SampleScore", "SampleView", "Score", "Signature"),
    "scoring": ("score_task",),
    "stats.bootstrap": ("Difference", "Interval", "bootstrap_ci", "paired_bootstrap", "ratio_differences", "ratio_interval"),
    "stats.corrections": ("holm",),
    "stats.permutation": ("PermutationTest", "permutation_tests", "ratio_permutation_tests"),
    "stats.proportions": ("McNemarTest", "mcnemar", "wilson"),
    "stats.trend": ("ratio_trends",),
    "tables": ("Cell", "Column", "Note", "Row", "Table", "mark_best", "score_cell"),
    "tasks": ("CompositeSpec", "MetricSpec", "TaskSpec", "task", "tasks"),
    "text.normalise": ("normalise",),
    "text.tokenisers": ("CHARACTERS", "JIEBA"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME_OF, "__version__"])


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            value: object = version("legal-metrics")
        except PackageNotFoundError:  # run from a checkout that nobody installed: no version can be claimed
            value = "0+source"
    elif name in _HOME_OF:
        from importlib import import_module

        module = import_module(f"legal_metrics.{_HOME_OF[name]}")
        if name == "tasks":
            return module  # the module is callable: `lm.tasks()` and `lm.tasks.task(…)` are one object, whatever was loaded first
        value = getattr(module, name)
    else:
        raise AttributeError(f"module 'legal_metrics' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
