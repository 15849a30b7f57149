"""The error of the builders: one kind, whose message says where, what was found and what is allowed."""

from __future__ import annotations

from legal_metrics.errors import LegalMetricsError


class BuildError(LegalMetricsError):
    """A build cannot go on: bad input as a whole, a foreign output folder, a step that failed.

    >>> str(BuildError("data/x: found a folder that is no earlier build, allowed an empty or missing one"))
    'data/x: found a folder that is no earlier build, allowed an empty or missing one'
    """
