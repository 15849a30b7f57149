"""The glossary of legal terms: which of them a text uses, and whether a translation renders them as the glossary allows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES: Mapping[str, str] = {"zh_cn": "Simplified Chinese", "en": "English"}
"""The languages of ``mcq_zh_cn`` and ``mcq_en`` and how requests name them."""


@dataclass(frozen=True, slots=True)
class Term:
    """A legal term of Taiwan, its allowed renderings by language, and the mainland terms that must not replace it in ``zh_cn``."""

    zh_tw: str
    renderings: Mapping[str, tuple[str, ...]]
    not_zh_cn: tuple[str, ...] = ()

    def rendered(self, translation: str, language: str) -> bool:
        """Whether one of the allowed renderings stands in the translation (English: in any case, also as the stem of a longer word).

        >>> glossary()["不當得利"].rendered("Unjust Enrichment may be claimed", "en")
        True
        """
        text = translation if language == "zh_cn" else translation.lower()
        return any(rendering in text if language == "zh_cn" else _word(rendering.lower(), text) for rendering in self.renderings[language])

    def replaced_by(self, translation: str) -> str | None:
        """The mainland term that stands in a ``zh_cn`` translation in place of this one, or None.

        >>> glossary()["訴願"].replaced_by("提起行政复议"), glossary()["訴願"].replaced_by("提起诉愿")
        ('行政复议', None)
        """
        if self.rendered(translation, "zh_cn"):
            return None
        return next((other for other in self.not_zh_cn if other in translation), None)


@cache
def glossary() -> Mapping[str, Term]:
    """The terms by their Traditional form."""
    rows = json.loads((Path(__file__).parent / "glossary.json").read_text(encoding="utf-8"))["terms"]
    return {
        row["zh_tw"]: Term(row["zh_tw"], {language: tuple(row[language]) for language in LANGUAGES}, tuple(row.get("not_zh_cn", ())))
        for row in rows
    }


def terms_in(text: str) -> Sequence[Term]:
    """The terms that a text uses, each once, in order; a term inside a longer one does not count.

    >>> [term.zh_tw for term in terms_in("股份有限公司之董事長對董事會負責，董事長應召集之")]
    ['股份有限公司', '董事長', '董事會']
    """
    return [glossary()[found] for found in dict.fromkeys(match.group() for match in _pattern().finditer(text))]


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, glossary()), key=len, reverse=True)))


def _word(rendering: str, text: str) -> bool:
    return re.search(rf"(?<![a-z]){re.escape(rendering)}", text) is not None
