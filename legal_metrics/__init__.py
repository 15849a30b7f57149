"""Exact, pure scoring functions for Chinese-language legal AI (Taiwan and mainland China).

``import legal_metrics as lm`` costs next to nothing: every name below loads its module on first use.

>>> import legal_metrics as lm
>>> lm.term_log_distance([12, 6, None], [12, 12, 12]).samples[1].value.__round__(4)
0.8848
"""

TYPE_CHECKING = False  # type checkers take this name for true; importing it from typing would load 20 modules
if TYPE_CHECKING:  # what type checkers and editors see; a test holds it equal to _HOMES
    from legal_metrics import caai as caai
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
    from legal_metrics.dataset_facts import DatasetFacts as DatasetFacts
    from legal_metrics.errors import BadReferenceError as BadReferenceError
    from legal_metrics.errors import JudgeReplyError as JudgeReplyError
    from legal_metrics.errors import LegalMetricsError as LegalMetricsError
    from legal_metrics.errors import LengthMismatchError as LengthMismatchError
    from legal_metrics.errors import MissingExtraError as MissingExtraError
    from legal_metrics.errors import PredictionsError as PredictionsError
    from legal_metrics.errors import UnknownFormError as UnknownFormError
    from legal_metrics.errors import UnknownTaskError as UnknownTaskError
    from legal_metrics.errors import WrongTypeError as WrongTypeError
    from legal_metrics.exams import ExamReport as ExamReport
    from legal_metrics.exams import score_exams as score_exams
    from legal_metrics.extract.charges import extract_charges as extract_charges
    from legal_metrics.extract.choices import ChoiceAnswer as ChoiceAnswer
    from legal_metrics.extract.choices import extract_choices as extract_choices
    from legal_metrics.extract.choices import read_choice_answer as read_choice_answer
    from legal_metrics.extract.judge_labels import parse_judge_label as parse_judge_label
    from legal_metrics.extract.judge_replies import JudgeReply as JudgeReply
    from legal_metrics.extract.judge_replies import parse_judge_reply as parse_judge_reply
    from legal_metrics.extract.judge_rows import ReplyProblem as ReplyProblem
    from legal_metrics.extract.main_text import parse_main_text as parse_main_text
    from legal_metrics.extract.outputs import JudgmentAnswer as JudgmentAnswer
    from legal_metrics.extract.outputs import read_judgment_answer as read_judgment_answer
    from legal_metrics.extract.sentences import parse_sentence as parse_sentence
    from legal_metrics.extract.statutes import extract_statutes as extract_statutes
    from legal_metrics.grading import DIMENSIONS as DIMENSIONS
    from legal_metrics.grading import Grade as Grade
    from legal_metrics.grading import Item as Item
    from legal_metrics.grading import Module as Module
    from legal_metrics.grading import Part as Part
    from legal_metrics.grading import PartGrade as PartGrade
    from legal_metrics.grading import Rubric as Rubric
    from legal_metrics.grading import Unread as Unread
    from legal_metrics.grading import Veto as Veto
    from legal_metrics.judgements import Judgement as Judgement
    from legal_metrics.judgements import Judgements as Judgements
    from legal_metrics.judgements import JudgementsError as JudgementsError
    from legal_metrics.judgements import read_judgements as read_judgements
    from legal_metrics.judging.agreement import JudgeAgreement as JudgeAgreement
    from legal_metrics.judging.agreement import judge_agreement as judge_agreement
    from legal_metrics.judging.calibration import HumanGrades as HumanGrades
    from legal_metrics.judging.calibration import consensus_label as consensus_label
    from legal_metrics.judging.calibration import corrected_mean as corrected_mean
    from legal_metrics.judging.calibration import read_human_grades as read_human_grades
    from legal_metrics.judging.check_runs import JudgeChecks as JudgeChecks
    from legal_metrics.judging.check_runs import check_judges as check_judges
    from legal_metrics.judging.checks import Consistency as Consistency
    from legal_metrics.judging.checks import Discrimination as Discrimination
    from legal_metrics.judging.checks import SwapConsistency as SwapConsistency
    from legal_metrics.judging.checks import discrimination as discrimination
    from legal_metrics.judging.checks import repeat_consistency as repeat_consistency
    from legal_metrics.judging.checks import swap_consistency as swap_consistency
    from legal_metrics.judging.export import read_requests as read_requests
    from legal_metrics.judging.export import to_batch_line as to_batch_line
    from legal_metrics.judging.export import to_request_line as to_request_line
    from legal_metrics.judging.families import SelfFamily as SelfFamily
    from legal_metrics.judging.families import self_family as self_family
    from legal_metrics.judging.limits import TooLongError as TooLongError
    from legal_metrics.judging.ratings import Ratings as Ratings
    from legal_metrics.judging.ratings import answer_scores as answer_scores
    from legal_metrics.judging.ratings import collect_ratings as collect_ratings
    from legal_metrics.judging.replies import Reply as Reply
    from legal_metrics.judging.replies import read_replies as read_replies
    from legal_metrics.judging.requests import JudgeRequest as JudgeRequest
    from legal_metrics.judging.requests import judge_request as judge_request
    from legal_metrics.judging.requests import judge_requests as judge_requests
    from legal_metrics.judging.rubric_report import rubric_report as rubric_report
    from legal_metrics.judging.tricks import TrickEffect as TrickEffect
    from legal_metrics.judging.tricks import trick_effects as trick_effects
    from legal_metrics.judging.tricks import trick_variants as trick_variants
    from legal_metrics.judging.verdicts import read_verdict as read_verdict
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
    from legal_metrics.metrics.exam_papers import ExamQuestion as ExamQuestion
    from legal_metrics.metrics.exam_results import ExamResults as ExamResults
    from legal_metrics.metrics.exam_results import exam_results as exam_results
    from legal_metrics.metrics.exam_totals import EXAMS as EXAMS
    from legal_metrics.metrics.exam_totals import ExamTotal as ExamTotal
    from legal_metrics.metrics.exam_totals import PaperPoints as PaperPoints
    from legal_metrics.metrics.exam_totals import exam_total as exam_total
    from legal_metrics.metrics.exam_totals import mean_total as mean_total
    from legal_metrics.metrics.human_lines import CHOICE_BAND as CHOICE_BAND
    from legal_metrics.metrics.human_lines import HumanLine as HumanLine
    from legal_metrics.metrics.human_lines import PassLine as PassLine
    from legal_metrics.metrics.human_lines import ReferenceLine as ReferenceLine
    from legal_metrics.metrics.human_lines import choice_band as choice_band
    from legal_metrics.metrics.human_lines import mean_line as mean_line
    from legal_metrics.metrics.human_lines import pass_line as pass_line
    from legal_metrics.metrics.human_lines import passes_lawyers as passes_lawyers
    from legal_metrics.metrics.human_lines import reference_lines as reference_lines
    from legal_metrics.metrics.judges import JudgesScore as JudgesScore
    from legal_metrics.metrics.judges import Verdict as Verdict
    from legal_metrics.metrics.judges import combine_judges as combine_judges
    from legal_metrics.metrics.judgment import judgment_scores as judgment_scores
    from legal_metrics.metrics.labels import LabelScore as LabelScore
    from legal_metrics.metrics.labels import label_f1 as label_f1
    from legal_metrics.metrics.labels import label_scores as label_scores
    from legal_metrics.metrics.overlap import overlap as overlap
    from legal_metrics.metrics.overlap import rouge as rouge
    from legal_metrics.metrics.overlap import token_f1 as token_f1
    from legal_metrics.metrics.reading import reading_f1 as reading_f1
    from legal_metrics.metrics.rubric import RubricScore as RubricScore
    from legal_metrics.metrics.rubric import score_rubric as score_rubric
    from legal_metrics.metrics.rubric_keywords import KeywordBaseline as KeywordBaseline
    from legal_metrics.metrics.rubric_keywords import keyword_baseline as keyword_baseline
    from legal_metrics.metrics.rubric_policies import Policy as Policy
    from legal_metrics.metrics.rubric_scores import rubric_scores as rubric_scores
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
    from legal_metrics.readers.human_lines import HumanLinesError as HumanLinesError
    from legal_metrics.readers.human_lines import read_human_lines as read_human_lines
    from legal_metrics.references import References as References
    from legal_metrics.references import load_references as load_references
    from legal_metrics.reported import ReportFormatError as ReportFormatError
    from legal_metrics.results import Reading as Reading
    from legal_metrics.results import Report as Report
    from legal_metrics.results import SampleScore as SampleScore
    from legal_metrics.results import SampleView as SampleView
    from legal_metrics.results import Score as Score
    from legal_metrics.results import Signature as Signature
    from legal_metrics.rubrics.forms import convert_rubric as convert_rubric
    from legal_metrics.rubrics.forms import detect_form as detect_form
    from legal_metrics.rubrics.forms import read_rubric as read_rubric
    from legal_metrics.rubrics.forms import write_rubric as write_rubric
    from legal_metrics.rubrics.lint import Finding as Finding
    from legal_metrics.rubrics.lint import lint_pair as lint_pair
    from legal_metrics.rubrics.lint import lint_rubric as lint_rubric
    from legal_metrics.scoring import score_task as score_task
    from legal_metrics.stats.agreement import Agreement as Agreement
    from legal_metrics.stats.agreement import cohen_kappa as cohen_kappa
    from legal_metrics.stats.agreement import percent_agreement as percent_agreement
    from legal_metrics.stats.bootstrap import Difference as Difference
    from legal_metrics.stats.bootstrap import Interval as Interval
    from legal_metrics.stats.bootstrap import bootstrap_ci as bootstrap_ci
    from legal_metrics.stats.bootstrap import paired_bootstrap as paired_bootstrap
    from legal_metrics.stats.bootstrap import ratio_differences as ratio_differences
    from legal_metrics.stats.bootstrap import ratio_interval as ratio_interval
    from legal_metrics.stats.classes import ClassScores as ClassScores
    from legal_metrics.stats.classes import class_scores as class_scores
    from legal_metrics.stats.corrections import holm as holm
    from legal_metrics.stats.correlation import kendall_tau_b as kendall_tau_b
    from legal_metrics.stats.correlation import pearson as pearson
    from legal_metrics.stats.correlation import spearman as spearman
    from legal_metrics.stats.estimates import Estimate as Estimate
    from legal_metrics.stats.icc import icc as icc
    from legal_metrics.stats.limits import Limits as Limits
    from legal_metrics.stats.limits import bland_altman as bland_altman
    from legal_metrics.stats.permutation import PermutationTest as PermutationTest
    from legal_metrics.stats.permutation import permutation_tests as permutation_tests
    from legal_metrics.stats.permutation import ratio_permutation_tests as ratio_permutation_tests
    from legal_metrics.stats.proportions import McNemarTest as McNemarTest
    from legal_metrics.stats.proportions import mcnemar as mcnemar
    from legal_metrics.stats.proportions import wilson as wilson
    from legal_metrics.stats.reliability import fleiss_kappa as fleiss_kappa
    from legal_metrics.stats.reliability import krippendorff_alpha as krippendorff_alpha
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
    "analyses.drift": ("Drift", "ModelDrift", "item_drift", "report_drift"),
    "analyses.drift_tables": ("probe_tables",),
    "analyses.error_kinds": ("ErrorAnalysis", "ModelErrors", "find_errors"),
    "analyses.item_dates": ("Period", "period"),
    "analyses.items": ("AnsweredItem", "ItemAnalysis", "analyse_items"),
    "analyses.items_tables": ("item_tables",),
    "analyses.judge_shares": ("JudgePair", "JudgeShares", "compare_judges", "judge_table"),
    "analyses.languages": ("LanguageComparison", "LanguagePair", "compare_languages"),
    "analyses.languages_tables": ("language_tables", "models_language_table"),
    "analyses.memorisation": ("MemorisationProbe", "SharedText", "memorisation_probe", "shared_text"),
    "analyses.paper": ("Paper", "TaskOutputs", "build_paper"),
    "boards.leaderboard": ("Leaderboard", "build_leaderboard"),
    "citations": ("StatuteCitation",),
    "comparison": ("Comparison", "NotComparableError", "compare_reports"),
    "dataset_facts": ("DatasetFacts",),
    "errors": (
        "BadReferenceError",
        "JudgeReplyError",
        "LegalMetricsError",
        "LengthMismatchError",
        "MissingExtraError",
        "PredictionsError",
        "UnknownFormError",
        "UnknownTaskError",
        "WrongTypeError",
    ),
    "exams": ("ExamReport", "score_exams"),
    "extract.charges": ("extract_charges",),
    "extract.choices": ("ChoiceAnswer", "extract_choices", "read_choice_answer"),
    "extract.judge_labels": ("parse_judge_label",),
    "extract.judge_replies": ("JudgeReply", "parse_judge_reply"),
    "extract.judge_rows": ("ReplyProblem",),
    "extract.main_text": ("parse_main_text",),
    "extract.outputs": ("JudgmentAnswer", "read_judgment_answer"),
    "extract.sentences": ("parse_sentence",),
    "extract.statutes": ("extract_statutes",),
    "grading": ("DIMENSIONS", "Grade", "Item", "Module", "Part", "PartGrade", "Rubric", "Unread", "Veto"),
    "judgements": ("Judgement", "Judgements", "JudgementsError", "read_judgements"),
    "judging.agreement": ("JudgeAgreement", "judge_agreement"),
    "judging.calibration": ("HumanGrades", "consensus_label", "corrected_mean", "read_human_grades"),
    "judging.check_runs": ("JudgeChecks", "check_judges"),
    "judging.checks": ("Consistency", "Discrimination", "SwapConsistency", "discrimination", "repeat_consistency", "swap_consistency"),
    "judging.export": ("read_requests", "to_batch_line", "to_request_line"),
    "judging.families": ("SelfFamily", "self_family"),
    "judging.limits": ("TooLongError",),
    "judging.ratings": ("Ratings", "answer_scores", "collect_ratings"),
    "judging.replies": ("Reply", "read_replies"),
    "judging.requests": ("JudgeRequest", "judge_request", "judge_requests"),
    "judging.rubric_report": ("rubric_report",),
    "judging.tricks": ("TrickEffect", "trick_effects", "trick_variants"),
    "judging.verdicts": ("read_verdict",),
    "jurisdictions.registry": ("StatuteRegistry",),
    "metrics.choices": ("choice_accuracy", "choice_f1", "difficulty_band", "item_difficulty", "item_discrimination"),
    "metrics.correction": ("correction_f",),
    "metrics.entailment": ("entailment_score",),
    "metrics.essays": ("EssayRubric", "PointGrade", "ScoringPoint", "essay_score", "essay_scores"),
    "metrics.exact": ("exact_match", "exact_or_rouge"),
    "metrics.exam_papers": ("ExamQuestion",),
    "metrics.exam_results": ("ExamResults", "exam_results"),
    "metrics.exam_totals": ("EXAMS", "ExamTotal", "PaperPoints", "exam_total", "mean_total"),
    "metrics.human_lines": (
        "CHOICE_BAND",
        "HumanLine",
        "PassLine",
        "ReferenceLine",
        "choice_band",
        "mean_line",
        "pass_line",
        "passes_lawyers",
        "reference_lines",
    ),
    "metrics.judges": ("JudgesScore", "Verdict", "combine_judges"),
    "metrics.judgment": ("judgment_scores",),
    "metrics.labels": ("LabelScore", "label_f1", "label_scores"),
    "metrics.overlap": ("overlap", "rouge", "token_f1"),
    "metrics.reading": ("reading_f1",),
    "metrics.rubric": ("RubricScore", "score_rubric"),
    "metrics.rubric_keywords": ("KeywordBaseline", "keyword_baseline"),
    "metrics.rubric_policies": ("Policy",),
    "metrics.rubric_scores": ("rubric_scores",),
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
    "metrics.trivial": ("commonest_labels_score", "constant_term_score", "copied_source_score", "lead_sentences_score", "majority_answer_score"),
    "metrics.verdicts": ("verdict_accuracy",),
    "model_facts": ("ModelFacts", "ModelFactsError", "read_model_facts"),
    "penalties": ("ExecutedGroup", "MainText", "Outcome", "Penalty", "Sentence", "penalties_in_force"),
    "predictions": ("Predictions", "read_predictions"),
    "prompts": ("Prompt", "render_prompt"),
    "readers.cail": ("CailTerm", "normalise_cail_term"),
    "readers.human_lines": ("HumanLinesError", "read_human_lines"),
    "references": ("References", "load_references"),
    "reported": ("ReportFormatError",),
    "results": ("Reading", "Report", "SampleScore", "SampleView", "Score", "Signature"),
    "rubrics.forms": ("convert_rubric", "detect_form", "read_rubric", "write_rubric"),
    "rubrics.lint": ("Finding", "lint_pair", "lint_rubric"),
    "scoring": ("score_task",),
    "stats.agreement": ("Agreement", "cohen_kappa", "percent_agreement"),
    "stats.bootstrap": ("Difference", "Interval", "bootstrap_ci", "paired_bootstrap", "ratio_differences", "ratio_interval"),
    "stats.classes": ("ClassScores", "class_scores"),
    "stats.corrections": ("holm",),
    "stats.correlation": ("kendall_tau_b", "pearson", "spearman"),
    "stats.estimates": ("Estimate",),
    "stats.icc": ("icc",),
    "stats.limits": ("Limits", "bland_altman"),
    "stats.permutation": ("PermutationTest", "permutation_tests", "ratio_permutation_tests"),
    "stats.proportions": ("McNemarTest", "mcnemar", "wilson"),
    "stats.reliability": ("fleiss_kappa", "krippendorff_alpha"),
    "stats.trend": ("ratio_trends",),
    "tables": ("Cell", "Column", "Note", "Row", "Table", "mark_best", "score_cell"),
    "tasks": ("CompositeSpec", "MetricSpec", "TaskSpec", "task", "tasks"),
    "text.normalise": ("normalise",),
    "text.tokenisers": ("CHARACTERS", "JIEBA"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME_OF, "__version__", "caai"])


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            value: object = version("legal-metrics")
        except PackageNotFoundError:  # run from a checkout that nobody installed: no version can be claimed
            value = "0+source"
    elif name == "caai":
        from importlib import import_module

        value = import_module("legal_metrics.caai")
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
