"""What a translator is asked: one line a question, with the terms of the glossary that the question uses and the digest of its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.translate.accepted import passage_of, source_digest
from builders.translate.glossary import LANGUAGES, terms_in

PROMPT_VERSION = 1

_SYSTEM = (
    "You translate questions of Taiwan's national law examinations from Traditional Chinese into {language}. Translate everything and nothing else: never "
    "answer, explain, correct or shorten. Keep the number and the order of the options, every amount, date, period and article, every blank and every "
    "item mark (①). {script}Render the terms of the glossary as it says. Reply with one JSON object and nothing else: "
    '{{"question": "…", "options": ["…", "…", "…", "…"], "passage": "…" or null}}.'
)
_SCRIPT = {
    "zh_cn": (
        "Keep the names of persons (甲, 乙). Change the script, never the law: Taiwan's terms stay (消滅時效 is 消灭时效 and not 诉讼时效, 訴願 is 诉愿 and not 行政复议). Write no Traditional character. "
    ),
    "en": "Use the terms of the official English translations of Taiwan's laws. Cite articles as Article 185-3, paragraph 1, subparagraph 2. Name the persons 甲, 乙, 丙 "
        "A, B, C. Write no Chinese character and no full-width sign but item marks. ",
}


def translation_request(record: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The request for one record of ``mcq``; ``language``: ``zh_cn`` or ``en``.

    >>> request = translation_request({"id": "q1", "question": "關於訴願，何者正確？", "options": ["甲", "乙", "丙", "丁"], "group": None}, "zh_cn")
    >>> request["glossary"], request["source"]["passage"]
    ({'訴願': ['诉愿']}, None)
    """
    source = {"question": record["question"], "options": list(record["options"]), "passage": passage_of(record)}
    terms = {term.zh_tw: list(term.renderings[language]) for term in terms_in("\n".join([source["question"], *source["options"], source["passage"] or ""]))}
    return {
        "id": record["id"],
        "language": language,
        "prompt_version": PROMPT_VERSION,
        "source_sha256": source_digest(record),
        "glossary": terms,
        "source": source,
        "messages": [
            {"role": "system", "content": _SYSTEM.format(language=LANGUAGES[language], script=_SCRIPT[language])},
            {"role": "user", "content": _user(source, terms)},
        ],
    }


def _user(source: Mapping[str, Any], terms: Mapping[str, list[str]]) -> str:
    parts = []
    if terms:
        parts.append("Glossary:\n" + "\n".join(f"{term} = {' / '.join(renderings)}" for term, renderings in terms.items()))
    if source["passage"]:
        parts.append(f"Passage:\n{source['passage']}")
    parts.append(f"Question:\n{source['question']}")
    parts.append("Options:\n" + "\n".join(f"{letter}. {option}" for letter, option in zip("ABCD", source["options"], strict=True)))
    return "\n\n".join(parts)
