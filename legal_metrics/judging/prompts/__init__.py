"""Prompts for judges as versioned data: one file for each version and language. A file never changes once it is out; a better one is a new version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from legal_metrics.errors import LegalMetricsError, shown
from legal_metrics.grading import Rubric
from legal_metrics.text.script import is_simplified

LANGUAGES: tuple[str, ...] = ("zh-Hant", "zh-Hans")
VERSIONS: tuple[str, ...] = ("1",)
TRADITIONAL: frozenset[str] = frozenset({"tw_essay"})
"""Forms that are Traditional Chinese where their text does not tell."""


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """The texts of one version in one language. ``sha256``: digest of the file's values, so that a verdict says by which words it was asked for."""

    version: str
    language: str
    sha256: str
    texts: Mapping[str, Any]

    def joined(self, name: str) -> str:
        """A text that the file holds as a list of lines."""
        return "\n".join(self.texts[name])

    def form(self, form: str) -> Mapping[str, str]:
        """``role`` and ``guidance`` for the form of a rubric; the general ones for a form of the caller's own.

        >>> judge_prompt("zh-Hans").form("plawbench_case") == judge_prompt("zh-Hans").form("case_analysis")
        True
        """
        forms: Mapping[str, Mapping[str, str]] = self.texts["forms"]
        found = forms.get(form, forms[""])
        return forms[found["same_as"]] if "same_as" in found else found


@cache
def judge_prompt(language: str, version: str | None = None) -> JudgePrompt:
    """The prompt of a language; ``version`` None: the newest. Raises: LegalMetricsError for an unknown language or version.

    >>> judge_prompt("zh-Hant").version
    '1'
    """
    if language not in LANGUAGES:
        raise LegalMetricsError(f"language: found {shown(language)}, allowed {' or '.join(LANGUAGES)}")
    version = VERSIONS[-1] if version is None else version
    if version not in VERSIONS:
        raise LegalMetricsError(f"prompt version: found {shown(version)}, allowed {', '.join(VERSIONS)}")
    file = files("legal_metrics.judging.prompts") / f"v{version}.{language}.json"
    texts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    content = json.dumps(texts, ensure_ascii=False, sort_keys=True).encode("utf-8")
    return JudgePrompt(version, language, hashlib.sha256(content).hexdigest(), texts)


def language_of(rubric: Rubric) -> str:
    """The language of a rubric's criteria, by their script; where they hold no Chinese, that of its form.

    >>> from legal_metrics.grading import Item, Module
    >>> language_of(Rubric("q", "", None, (Module("", None, (Item(1, "说明诉讼时效", 5),)),)))
    'zh-Hans'
    >>> language_of(Rubric("q", "", None, (Module("", None, (Item(1, "說明消滅時效", 5),)),)))
    'zh-Hant'
    """
    text = "".join((module.name + "".join(item.criterion for item in module.items)) for module in rubric)
    if is_simplified(text):
        return "zh-Hans"
    if is_traditional(text):
        return "zh-Hant"
    return "zh-Hant" if rubric.form in TRADITIONAL else "zh-Hans"


def is_traditional(text: str) -> bool:
    """Whether characters stand in the text that Simplified script writes otherwise.

    >>> is_traditional("說明時效"), is_traditional("说明时效"), is_traditional("结果犯")
    (True, False, False)
    """
    from legal_metrics.text.script import fold_script

    return fold_script(text) != text and not is_simplified(text)
