"""LawBench's scorers, to the digit. ``score`` gives LawBench's own figures for the outputs of any model.

Source: open-compass/LawBench (Fei et al. 2023, arXiv 2309.16289), ``evaluation/``.
"""

from __future__ import annotations

from legal_metrics.compat.lawbench.tasks import OUTSIDE, TASKS, LawBenchScore, Task, score

__all__ = ["OUTSIDE", "TASKS", "LawBenchScore", "Task", "score"]
