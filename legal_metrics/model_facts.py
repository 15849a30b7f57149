"""What a table says of a model beside its figures: family, access, training cutoff, decoding; from one JSON file for all models."""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.json_lines import kind_of

ACCESS: tuple[str, ...] = ("closed", "open")
FIELDS: tuple[str, ...] = ("title", "family", "access", "training_cutoff", "decoding")
_DATE = re.compile(r"[12]\d{3}(?:-\d\d){0,2}", re.ASCII)

Setting = str | int | float | bool | None


class ModelFactsError(LegalMetricsError):
    """The file of models holds what it must not; the message names file, field, what was found and what is allowed.

    >>> str(ModelFactsError("models.json", "m.access", "'public'", "'closed', 'open' or null"))
    "models.json: field 'm.access': found 'public', allowed 'closed', 'open' or null"
    """

    def __init__(self, source: str, field: str, found: str, allowed: str) -> None:
        self.source = source
        self.field = field
        super().__init__(f"{source}: " + (f"field {field!r}: " if field else "") + f"found {found}, allowed {allowed}")


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """``title``: what tables call the model; ``access``: ``"closed"``, ``"open"`` or None (not stated); ``training_cutoff``: the last day, month or year of its
    training data (ISO 8601, as precise as it is known) or None; ``decoding``: settings by name.

    >>> ModelFacts("gpt-4o", access="closed", training_cutoff="2023-10", decoding={"temperature": 0}).settings
    'temperature=0'
    """

    name: str
    title: str = ""
    family: str = ""
    access: str | None = None
    training_cutoff: str | None = None
    decoding: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def settings(self) -> str:
        """The decoding in one line."""
        written = {name: value if isinstance(value, str) else json.dumps(value) for name, value in self.decoding.items()}
        return ", ".join(value if name == "decoding" else f"{name}={value}" for name, value in written.items())

    @property
    def cutoff_year(self) -> int | None:
        """Year of the training cutoff.

        >>> ModelFacts("m", training_cutoff="2023-10").cutoff_year
        2023
        """
        return int(self.training_cutoff[:4]) if self.training_cutoff else None


def read_model_facts(text: str, *, source: str) -> dict[str, ModelFacts]:
    """The models of a file ``{"<model>": {"family", "access", "training_cutoff", "decoding", "title"}}``, by name, in its order; every field may be left out.

    Names are those of the report files, or what predictions called ``model``. ``source`` names the file in messages.
    Raises: ModelFactsError for broken JSON, a model or field that stands twice, two models of one title, an unknown field, a value that is not allowed.

    >>> text = '{"gpt-4o": {"family": "GPT", "access": "closed", "training_cutoff": "2023-10", "decoding": {"temperature": 0}}}'
    >>> read_model_facts(text, source="models.json")["gpt-4o"].access
    'closed'
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise ModelFactsError(source, name, "it twice", "each name once")
        return dict(pairs)

    def refuse(constant: str) -> Any:
        raise ModelFactsError(source, "", constant, "finite numbers")

    allowed = "an object of models"
    try:
        value = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=once, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise ModelFactsError(source, "", f"broken JSON ({error.msg} at line {error.lineno}, column {error.colno})", allowed) from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, LegalMetricsError):
            raise
        raise ModelFactsError(source, "", "JSON that is too deep or holds too long a number", allowed) from error
    if not isinstance(value, dict):
        raise ModelFactsError(source, "", kind_of(value), allowed)
    found = {name: _facts(name, given, source) for name, given in value.items()}
    called: dict[str, str] = {}
    for name, facts in found.items():
        if (other := called.setdefault(facts.title or name, name)) != name:
            raise ModelFactsError(source, f"{name}.title", f"{shown(facts.title or name)}, which {other} is called too", "a title for one model")
    return found


def _facts(name: str, given: object, source: str) -> ModelFacts:
    if not name.strip():
        raise ModelFactsError(source, name, "a blank name", "the name of a model")
    if not isinstance(given, dict):
        raise ModelFactsError(source, name, kind_of(given), f"an object with {', '.join(FIELDS)}")
    for key in given:
        if key not in FIELDS:
            raise ModelFactsError(source, f"{name}.{key}", "an unknown field", ", ".join(FIELDS))
    title, family = (_text(name, key, given.get(key), source) for key in ("title", "family"))
    access, cutoff = given.get("access"), given.get("training_cutoff")
    if access not in (*ACCESS, None):
        raise ModelFactsError(source, f"{name}.access", shown(access), f"{', '.join(map(repr, ACCESS))} or null")
    if cutoff is not None and not (isinstance(cutoff, str) and _is_date(cutoff)):
        raise ModelFactsError(source, f"{name}.training_cutoff", shown(cutoff), "YYYY, YYYY-MM, YYYY-MM-DD or null")
    return ModelFacts(name, title, family, access, cutoff, MappingProxyType(_decoding(name, given.get("decoding"), source)))


def _is_date(text: str) -> bool:
    """Whether there is such a year, month or day."""
    if not _DATE.fullmatch(text):
        return False
    year, month, day = map(int, (*text.split("-"), *"11")[:3])
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _text(name: str, key: str, value: object, source: str) -> str:
    if value is not None and not isinstance(value, str):
        raise ModelFactsError(source, f"{name}.{key}", kind_of(value), "a string or null")
    return value or ""


def _decoding(name: str, value: object, source: str) -> dict[str, Setting]:
    """Settings by name; a plain text is one setting without a name of its own."""
    if value is None:
        return {}
    if isinstance(value, str):
        return {"decoding": value}
    if not isinstance(value, dict):
        raise ModelFactsError(source, f"{name}.decoding", kind_of(value), "an object of settings, a string or null")
    for setting, given in value.items():
        if isinstance(given, (dict, list)):
            raise ModelFactsError(source, f"{name}.decoding.{setting}", kind_of(given), "a number, a string, a boolean or null")
    return value
