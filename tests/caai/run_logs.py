"""Run logs for tests: short ways to write attempts, and to read them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from legal_metrics.caai.run_log import RunLog, read_run_log


def ok(sent: float, first: float | None, last: float | None = None, tokens: int | None = 10, **more: Any) -> dict[str, Any]:
    """An answered attempt."""
    return {"sent": sent, "first_token": first, "last_token": last, "completion_tokens": tokens, "status": "ok", **more}


def bad(sent: float, ended: float | None = None, **more: Any) -> dict[str, Any]:
    """A failed attempt."""
    return {"sent": sent, "ended": ended, "status": "error", **more}


def log_lines(attempts: Iterable[Mapping[str, Any]]) -> list[bytes]:
    """Lines of a log; attempts without an id are requests of their own."""
    return [json.dumps({"request_id": f"r{place}", **attempt}).encode() for place, attempt in enumerate(attempts)]


def log_of(*attempts: Mapping[str, Any], **options: Any) -> RunLog:
    """The log of some attempts."""
    return read_run_log(log_lines(attempts), source="run.jsonl", **options)


def attempts_strategy(seconds: int = 400, most: int = 12) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Attempts at whole seconds: answered, failed and cancelled ones, with times that may be missing or out of order, and some retries."""
    time = st.one_of(st.none(), st.integers(0, seconds))
    attempt = st.fixed_dictionaries(
        {
            "sent": st.integers(0, seconds),
            "first_token": time,
            "last_token": time,
            "ended": time,
            "completion_tokens": st.one_of(st.none(), st.integers(0, 50)),
            "status": st.sampled_from(["ok", 200, "error", 503, "timeout", "cancelled", 404]),
        },
        optional={"request_id": st.sampled_from(["a", "b", 7])},
    )
    named = st.lists(attempt, max_size=most).map(lambda rows: [{"request_id": f"r{place}", **row} for place, row in enumerate(rows)])
    return named.filter(lambda rows: len({(row["request_id"], row["sent"]) for row in rows}) == len(rows))
