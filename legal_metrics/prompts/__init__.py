"""Prompts as versioned data: a template never changes once it is out; a better one is a new version."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from legal_metrics.arguments import check_text
from legal_metrics.errors import LegalMetricsError, UnknownTaskError, WrongTypeError
from legal_metrics.prompts.inputs import INPUTS
from legal_metrics.readers.fields import Fields

LANGUAGES: tuple[str, ...] = ("zh-Hant", "zh-Hans", "en")


class Prompt(tuple[Mapping[str, str], ...]):
    """The messages to send, each ``{"role": …, "content": …}``, and which template they come from. ``list(prompt)`` is ready for JSON.

    Attributes:
        id: task, language and version, for example ``"tw-legalbench/ljp:zh-Hant:v1"``.
        version: the template's version; put it into the predictions as ``prompt_version``.
        sha256: digest of the template (not of the rendered messages).
        flags: names of the record's flags that are set; ``facts_cite_statutes`` and ``facts_and_reasons_merged`` mean that the input tells part of
            the answer.
    """

    id: str
    version: str
    sha256: str
    flags: tuple[str, ...]

    def __new__(
        cls, messages: Iterable[Mapping[str, str]], *, id: str, version: str, sha256: str, flags: tuple[str, ...] = ()
    ) -> Prompt:
        self = super().__new__(cls, messages)
        self.id, self.version, self.sha256, self.flags = id, version, sha256, flags
        return self


def render_prompt(
    task: str, record: Mapping[str, Any], *, language: str | None = None, version: str | None = None
) -> Prompt:
    """The messages that put a record's input to a model; never its reference.

    Only the task's input goes in (``prompts.inputs``). Prompts in every language ask for texts in Traditional Chinese where the jurisdiction is TW.
    ``language``: None takes the task's own (the language of its records); ``version``: None takes the newest.
    Raises: UnknownTaskError; LegalMetricsError for an unknown language or version; BadReferenceError for a record without input.

    >>> prompt = render_prompt("tw-legalbench/ljp", {"id": "r1", "facts": "甲○○徒手竊取茶葉1罐。"})
    >>> [message["role"] for message in prompt], "竊取茶葉" in prompt[1]["content"], prompt.id
    (['system', 'user'], True, 'tw-legalbench/ljp:zh-Hant:v1')
    """
    check_text("task", task)
    if not isinstance(record, Mapping):
        raise WrongTypeError("record", record, "a mapping")
    templates = _templates(task)
    versions = templates["versions"]
    chosen = version if version is not None else list(versions)[-1]
    if chosen not in versions:
        raise LegalMetricsError(f"prompt version: found {chosen!r}, allowed {', '.join(versions)}")
    language = templates["language"] if language is None else language
    if language not in versions[chosen]:
        raise LegalMetricsError(f"prompt language: found {language!r}, allowed {', '.join(versions[chosen])}")
    places = INPUTS[templates["input"]](Fields.of(record))
    template = versions[chosen][language]
    return Prompt(
        ({"role": message["role"], "content": filled(message["content"], places)} for message in template),
        id=f"{task}:{language}:v{chosen}",
        version=chosen,
        sha256=hashlib.sha256(json.dumps(template, ensure_ascii=False, sort_keys=True).encode("utf-8")).hexdigest(),
        flags=tuple(name for name, is_set in (record.get("flags") or {}).items() if is_set),
    )


_OPTIONAL = re.compile(r"\{\?(\w+)\}(.*?)\{/\1\}", re.DOTALL)
_PLACE = re.compile(r"\{(\w+)\}")


def filled(template: str, places: Mapping[str, str]) -> str:
    """The template with its places filled, once: braces in a record stay as they are. ``{?name}…{/name}`` stands only where that text is not empty.

    >>> filled("{?points}{points} 分：{/points}{text}", {"points": "", "text": "{points}"})
    '{points}'
    """
    present = _OPTIONAL.sub(lambda part: part[2] if places[part[1]] else "", template)
    return _PLACE.sub(lambda place: places.get(place[1], place[0]), present)


@cache
def _templates(task: str) -> dict[str, Any]:
    folder = files("legal_metrics.prompts")
    file = folder / f"{task.replace('/', '.')}.json"
    if not file.is_file():
        known = (
            entry.name.removesuffix(".json").replace(".", "/")
            for entry in folder.iterdir()
            if entry.name.endswith(".json")
        )
        raise UnknownTaskError(task, sorted(known))
    templates: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {**_templates(templates["same_as"]), **templates} if "same_as" in templates else templates
