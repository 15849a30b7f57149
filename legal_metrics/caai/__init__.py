"""The CAAI framework for legal language models: from measurements and sheets to one score, Q = 100 x Q2 x Q3 x Q4.

Source: Xu et al., 法律大模型评估指标和测评方法, Communications of the CAAI 14(2), 2024. Its formulas were images and its appendix is a page of its own:
what is given, what the text forces and what stays open is told in ``docs/caai.md``. Everything open is an option (``Options``, ``OPEN_CHOICES``).

Contract (every function returns a ``Value``: formula number, value or None, parts, notes, signature):

    f1(tp, fp, fn, *, options)                                        (4)      .precision .recall .value
    f1_over(counts, *, options)                                       (4)      of many documents
    rate(rows, *, task, rating, options)                              s1 … s4  from the rows of a rating sheet
    task_score(task, *, f1=None, ratings=None, options)               2.1 … 2.13
    time_performance(timing, *, options)                              2.13
    functions(cases, *, added=(), options)                            Q1       parts: C_i, named by function id
    capability(scores, *, functions=None, added=(), options)          Q2
    safety(labels, *, options)                                        Q3
    failure_rate(failures, days)                                      4.1      .rate_per_5_days .score
    recovery(minutes, *, options)                                     4.2
    stability(failures, *, options)                                   Q4
    total(capability, safety, stability)                              Q
    evaluate(evaluation, *, options) -> Result                        .total .functional .capability .safety .stability .tasks
    sensitivity(evaluation, *, options) -> tuple[Variation, …]        Q for each value of each open choice
"""

from legal_metrics.caai.evaluation import Counts, Evaluation, Failures, FunctionCase, RatingRow, SafetyLabel, Timing
from legal_metrics.caai.functions import FUNCTIONS, GROUPS, Function
from legal_metrics.caai.options import DEFAULTS, OPEN_CHOICES, OpenChoice, Options
from legal_metrics.caai.values import Note, Part, Value

__all__ = [
    "DEFAULTS",
    "FUNCTIONS",
    "GROUPS",
    "OPEN_CHOICES",
    "Counts",
    "Evaluation",
    "Failures",
    "Function",
    "FunctionCase",
    "Note",
    "OpenChoice",
    "Options",
    "Part",
    "RatingRow",
    "SafetyLabel",
    "Timing",
    "Value",
]
