"""LawBench's scorers, to the digit; the same outputs read soundly; and the rows where the two differ.

``score`` gives LawBench's own figures for the outputs of any model, ``corrected`` those of a sound reading, ``compare`` both with the reasons.

Source: open-compass/LawBench (Fei et al. 2023, arXiv 2309.16289), ``evaluation/``.
"""

from __future__ import annotations

from legal_metrics.compat.lawbench.comparison import REASONS, Comparison, Difference, compare
from legal_metrics.compat.lawbench.corrected import corrected
from legal_metrics.compat.lawbench.tasks import OUTSIDE, TASKS, LawBenchScore, Task, score

__all__ = [
    "OUTSIDE",
    "REASONS",
    "TASKS",
    "Comparison",
    "Difference",
    "LawBenchScore",
    "Task",
    "compare",
    "corrected",
    "score",
]
