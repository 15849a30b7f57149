"""Element-level comparison: which predicted elements are right, which are false, which reference elements are missed."""

from __future__ import annotations
