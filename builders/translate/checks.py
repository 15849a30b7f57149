"""What must not be lost in translation: options, values, marks, negation, script and terms. Each finding says where, what was found and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from builders.translate.accepted import passage_of
from builders.translate.glossary import terms_in
from builders.translate.values import chinese_values, english_values, missing_values

REJECTING: Mapping[str, str] = {
    "not_four_options": "a question has exactly four options",
    "empty_part": "stem, option or passage without text",
    "passage_missing": "the question belongs to a group, but its passage is not translated",
    "passage_invented": "a passage where the question has none",
    "equal_options": "two options became the same, which were not the same before",
    "value_missing": "an amount, date, period, share or article of the source is not in the translation",
    "mark_missing": "a blank or an item mark of the source is not in the translation",
    "negation": "the stem asks for the opposite of what the source asks",
    "wrong_script": "Traditional characters in zh_cn, Chinese characters or full-width signs in en",
    "mainland_term": "a term of mainland law in place of Taiwan's",
}
"""Findings that keep a translation out."""

FLAGGING: Mapping[str, str] = {
    "paraphrased_term": "a term of the glossary is rendered otherwise",
    "label_in_option": "an option repeats its letter; the letter was taken off",
    "unusual_length": "much shorter or longer than translations of this kind are",
}
"""Findings that are counted and shown, and keep nothing out."""

_ITEM_MARKS = re.compile("[①-⑳]|＿+|_{2,}")
_CHINESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\u3000-\u303f\uff01-\uff5e]+")
_WRONG = "錯誤|错误|有誤|有误|不正確|不正确"
_ASKS_NOT = re.compile(
    rf"何者[為为是]?(?:{_WRONG}|不|非|無|无|並非|并非|未|否)|(?:{_WRONG}|不[屬属得包適适合須须需受能在可生具])[^。？?]{{0,16}}何|不包括|除外"
    rf"|何者[^。？?]{{0,20}}(?:{_WRONG}|不符|不合|違法|违法|無效|无效|除外)|何[人種种項项事行][^。？?]{{0,20}}(?:不|非|無|无|未)|不在[^。？?]{{0,16}}(?:範圍|范围|之列|之內|之内)"
)
_DRAWN = re.compile("</?u>")
_NOT_EN = re.compile(
    r"\b(?:not|no|incorrect\w*|wrong\w*|false|inaccurate|erroneous|mistaken|except|cannot|never|neither|exclud\w+|invalid\w*|void|unlawful\w*|illegal\w*|inconsistent|untrue|fails?|without|lacks?|improper|unconstitutional|inadmissible)\b|n't\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*(?:[(（][A-DＡ-Ｄ][)）]|[A-DＡ-Ｄ][.．、:：)）])\s*")
_LENGTH = {"zh_cn": (0.7, 1.4), "en": (0.8, 9.0)}
"""Characters of the translation for one of the source, outside which it is looked at [CHOICE]."""
_LEAST_LENGTH = 20
"""Shorter sources vary too much for a ratio."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing: its code (a key of ``REJECTING`` or ``FLAGGING``), the field, what was found."""

    code: str
    field: str
    found: str

    @property
    def rejects(self) -> bool:
        """Whether the translation is kept out."""
        return self.code in REJECTING

    def __str__(self) -> str:
        return f"field {self.field!r}: {self.code}: {self.found} ({REJECTING.get(self.code) or FLAGGING[self.code]})"


@dataclass(frozen=True, slots=True)
class Checked:
    """A reply after the checks: its parts as they would be kept, all findings, and the terms that it paraphrases."""

    question: str
    options: tuple[str, ...]
    passage: str | None
    findings: tuple[Finding, ...]

    @property
    def accepted(self) -> bool:
        """Whether nothing keeps it out."""
        return not any(finding.rejects for finding in self.findings)

    @property
    def paraphrased(self) -> tuple[str, ...]:
        """The terms of the glossary that are rendered otherwise, each once."""
        return tuple(dict.fromkeys(finding.found for finding in self.findings if finding.code == "paraphrased_term"))


def check_translation(record: Mapping[str, Any], question: str, options: Sequence[str], passage: str | None, language: str) -> Checked:
    """Compare a translation with its record, field by field.

    >>> record = {"question": "下列何者錯誤？", "options": ["二年", "三年", "四年", "五年"], "group": None}
    >>> check_translation(record, "Which of the following is incorrect?", ["2 years", "3 years", "four years", "5 years"], None, "en").accepted
    True
    >>> [f.code for f in check_translation(record, "Which is correct?", ["2 years", "3 years", "4 years"], None, "en").findings]
    ['not_four_options', 'negation']
    """
    findings: list[Finding] = []
    kept = []
    for letter, option in zip("ABCDEFGH", options, strict=False):
        label = _LABEL.match(option)
        if label and letter in _half_width(label[0]) and not _LABEL.match(_option(record, letter)):
            findings.append(Finding("label_in_option", f"options[{len(kept)}]", label[0].strip()))
            option = option[label.end() :]
        kept.append(option.strip())
    question, passage = question.strip(), passage.strip() if passage is not None else None
    if len(options) != 4:
        findings.append(Finding("not_four_options", "options", f"{len(options)} options"))
    findings += _parts(record, question, kept, passage)
    for field, source, translated in _pairs(record, question, kept, passage):
        findings += _check_part(field, source, translated, language)
    if _negated(record["question"], "zh_tw") != _negated(question, language) and (language == "zh_cn" or _negated(record["question"], "zh_tw")):
        findings.append(Finding("negation", "question", question[:60]))
    findings += _check_terms(record, " ".join([question, *kept, passage or ""]), language)
    return Checked(question, tuple(kept), passage, tuple(findings))


def traditional_characters(text: str) -> str:
    """The characters of a text that Simplified Chinese writes otherwise, each once, in order.

    >>> traditional_characters("诉願与訴讼"), traditional_characters("消灭时效")
    ('願訴', '')
    """
    simplified = _to_simplified().convert(text)
    if simplified == text:
        return ""
    if len(simplified) != len(text):
        return "".join(dict.fromkeys(c for c in text if _to_simplified().convert(c) != c))
    return "".join(dict.fromkeys(a for a, b in zip(text, simplified, strict=True) if a != b))


def _parts(record: Mapping[str, Any], question: str, options: Sequence[str], passage: str | None) -> list[Finding]:
    found = [Finding("empty_part", f"options[{place}]", "nothing") for place, option in enumerate(options) if not option]
    if not question:
        found.append(Finding("empty_part", "question", "nothing"))
    source = passage_of(record)
    if source and not passage:
        found.append(Finding("passage_missing", "passage", "nothing"))
    if passage and not source:
        found.append(Finding("passage_invented", "passage", passage[:60]))
    sources = list(record["options"])
    filled = [option for option in options if option]
    if len({option.casefold() for option in filled}) < len(filled) and len(set(sources)) == len(sources):
        found.append(Finding("equal_options", "options", "two options alike"))
    return found


def _pairs(record: Mapping[str, Any], question: str, options: Sequence[str], passage: str | None) -> list[tuple[str, str, str]]:
    pairs = [("question", record["question"], question)]
    if len(options) == len(record["options"]):
        pairs += [(f"options[{n}]", source, option) for n, (source, option) in enumerate(zip(record["options"], options, strict=True))]
    if passage and passage_of(record):
        pairs.append(("passage", passage_of(record) or "", passage))
    return [(field, source, translated) for field, source, translated in pairs if translated]


def _check_part(field: str, source: str, translated: str, language: str) -> list[Finding]:
    found = []
    values = chinese_values(translated) if language == "zh_cn" else english_values(translated)
    missing = missing_values(chinese_values(source), values)
    if missing:
        found.append(Finding("value_missing", field, ", ".join(missing)))
    marks = [mark for mark in dict.fromkeys(_ITEM_MARKS.findall(source)) if not _has_mark(mark, translated, language)]
    if marks:
        found.append(Finding("mark_missing", field, " ".join(marks)))
    wrong = traditional_characters(translated) if language == "zh_cn" else "".join(dict.fromkeys("".join(_CHINESE.findall(translated))))
    if wrong := "".join(character for character in wrong if not (language == "en" and _ITEM_MARKS.match(character))):
        found.append(Finding("wrong_script", field, wrong[:20]))
    low, high = _LENGTH[language]
    if len(source) >= _LEAST_LENGTH and not low <= len(translated) / len(source) <= high:
        found.append(Finding("unusual_length", field, f"{len(translated)} characters for {len(source)}"))
    return found


def _check_terms(record: Mapping[str, Any], translated: str, language: str) -> list[Finding]:
    source = "\n".join([record["question"], *record["options"], passage_of(record) or ""])
    found = []
    for term in terms_in(source):
        if term.rendered(translated, language):
            continue
        mainland = term.replaced_by(translated) if language == "zh_cn" else None
        found.append(Finding("mainland_term", "question", f"{mainland} for {term.zh_tw}") if mainland else Finding("paraphrased_term", "question", term.zh_tw))
    return found


def _negated(stem: str, language: str) -> bool:
    return (_NOT_EN if language == "en" else _ASKS_NOT).search(_DRAWN.sub("", stem)) is not None


def _has_mark(mark: str, translated: str, language: str) -> bool:
    if set(mark) <= {"＿", "_"}:
        return "_" in translated or "＿" in translated
    number = ord(mark) - ord("①") + 1
    return mark in translated or (language == "en" and re.search(rf"\({number}\)|\b{number}[.)]", translated) is not None)


def _option(record: Mapping[str, Any], letter: str) -> str:
    place = ord(letter) - ord("A")
    return record["options"][place] if place < len(record["options"]) else ""


def _half_width(text: str) -> str:
    return "".join(chr(ord(c) - 0xFEE0) if "Ａ" <= c <= "Ｚ" else c for c in text)


@cache
def _to_simplified() -> Any:
    try:
        import opencc
    except ImportError as error:
        from legal_metrics.errors import MissingExtraError

        raise MissingExtraError("opencc", "build") from error
    return opencc.OpenCC("t2s")
