"""From an output and a record to what metrics compare: one module a kind of task, two functions each, the same parts on both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What was read from one output. ``parts``: name -> value for the metrics, absent or None where nothing could be read; ``view``: the same,
    JSON-ready, for a person.

    >>> ReadAnswer("empty", why="the output is blank").parts.get("main_text") is None
    True
    """

    status: str
    parts: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    view: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    repairs: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReadReference:
    """What was read from one record. ``subsets``: name of each subset that the record belongs to -> the parts that differ there.

    >>> ReadReference({"main_text": "無罪。"}).subsets
    mappingproxy({})
    """

    parts: Mapping[str, Any]
    view: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    subsets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _NOTHING)
    problems: tuple[str, ...] = ()
