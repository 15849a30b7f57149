"""The invented exams as files: path below ``data/bundled/tw`` -> bytes. ``exams/`` is what a user would download; facts about it lie beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from builders.tasks.exam_ids import SAMPLE, question_id
from builders.translate.accepted import Translation, source_digest
from builders.translate.checks import check_translation

from .expected import booklet_facts, key_facts, paper_facts, rubric_facts
from .fonts import register, typeface
from .inline import plain
from .keys_pdf import booklet, template1, template2
from .papers_pdf import pages_of
from .rubrics import rubric_pages, rubric_text
from .sheet import Page, characters, pdf
from .source import Choice, Paper, RubricText, read_papers, read_rubrics, read_translations

_HERE = Path(__file__).parent
_RUBRIC_AS_PDF = "39910"
ANNOTATOR = "bundled-authors"


def papers() -> list[Paper]:
    """Every paper, in the order of the files."""
    return read_papers(_HERE / "papers")


def rubrics() -> list[RubricText]:
    """Every rubric, in the order of the files."""
    return read_rubrics(_HERE / "rubrics")


def pdfs() -> dict[str, bytes]:
    """All PDFs. Raises: FileNotFoundError where the Chinese typeface is not installed."""
    path = typeface()
    if path is None:
        raise FileNotFoundError("found no Chinese typeface, allowed WenQuanYi Micro Hei (package fonts-wqy-microhei)")
    files = _pages()
    register(path, characters(page for pages in files.values() for page in pages))
    return {f"exams/{name}": pdf(pages, name) for name, pages in files.items()}


def texts() -> dict[str, bytes]:
    """All other files: scoring points as text, what reading must give, labels."""
    by_number = {paper.number: paper for paper in papers()}
    out = {f"exams/{_rubric_name(rubric)}.txt": rubric_text(rubric, by_number[rubric.number]) for rubric in rubrics() if rubric.number != _RUBRIC_AS_PDF}
    out |= {f"exam_translations.{language}.jsonl": lines.encode() for language, lines in _translations().items()}
    return out | {"exam_facts.jsonl": _lines(_expected()), "exam_labels.jsonl": _lines(_labels())}


def paper_name(paper: Paper) -> str:
    """The file name that the official site would give."""
    mixed = f"({paper.mcq_code})" if paper.choices and paper.essays else ""
    return f"{paper.exam}_{paper.get('code').split()[0]}{mixed}.pdf"


def _rubric_name(rubric: RubricText) -> str:
    return f"{rubric.exam}_{rubric.number}_rubric"


def _pages() -> dict[str, list[Page]]:
    out: dict[str, list[Page]] = {}
    by_number = {paper.number: paper for paper in papers()}
    for paper in by_number.values():
        out[paper_name(paper)] = pages_of(paper)
        if "template1" in paper.key_kinds:
            out[_key_name(paper, "ANS")] = [template1(paper)]
        if "template2" in paper.key_kinds:
            out[_key_name(paper, "ANS")] = [template2(paper, corrected=False)]
        if "corrected" in paper.key_kinds:
            out[_key_name(paper, "MOD")] = [template2(paper, corrected=True)]
    for exam, shared in _booklets().items():
        out[f"{exam}_MOD.pdf"] = booklet(shared)
    for rubric in rubrics():
        if rubric.number == _RUBRIC_AS_PDF:
            out[f"{_rubric_name(rubric)}.pdf"] = rubric_pages(rubric, by_number[rubric.number])
    return out


def _key_name(paper: Paper, kind: str) -> str:
    return f"{paper.exam}_{kind}{paper.mcq_code}.pdf"


def _booklets() -> dict[str, list[Paper]]:
    out: dict[str, list[Paper]] = {}
    for paper in papers():
        if "booklet" in paper.key_kinds:
            out.setdefault(paper.exam, []).append(paper)
    return out


def _expected() -> Iterable[Mapping[str, Any]]:
    for paper in papers():
        yield {"file": paper_name(paper), "paper": paper_facts(paper)}
        if {"template1", "template2"} & set(paper.key_kinds):
            yield {"file": _key_name(paper, "ANS"), "keys": [key_facts(paper, corrected=False)]}
        if "corrected" in paper.key_kinds:
            yield {"file": _key_name(paper, "MOD"), "keys": [key_facts(paper, corrected=True)]}
    for exam, shared in _booklets().items():
        yield {"file": f"{exam}_MOD.pdf", "keys": booklet_facts(shared)}
    for rubric in rubrics():
        suffix = "pdf" if rubric.number == _RUBRIC_AS_PDF else "txt"
        yield {"file": f"{_rubric_name(rubric)}.{suffix}", "rubric": rubric_facts(rubric)}


def laws_of(choice: Choice) -> tuple[list[str], list[str]]:
    """The laws of a question and its articles in the form of labels.

    >>> laws_of(Choice(1, "", {}, "A", keys={"law": "民法 188.3 1144(2)"}))
    (['民法'], ['民法第188條第3項', '民法第1144條第2款'])
    """
    name, *articles = choice.keys.get("law", "").split() or [""]
    return ([name] if name else []), [f"{name}{_article(article)}" for article in articles]


def _article(text: str) -> str:
    """``339-4.1(3)`` -> 第339條之4第1項第3款."""
    body, _, subparagraph = text.rstrip(")").partition("(")
    article, _, paragraph = body.partition(".")
    number, _, branch = article.partition("-")
    parts = [f"第{number}條", f"之{branch}" if branch else "", f"第{paragraph}項" if paragraph else "", f"第{subparagraph}款" if subparagraph else ""]
    return "".join(parts)


def _labels() -> Iterable[Mapping[str, Any]]:
    for paper in papers():
        for choice in paper.choices:
            laws, articles = laws_of(choice)
            row: dict[str, Any] = {
                "annotator": ANNOTATOR,
                "id": question_id(paper.exam, paper.mcq_code, choice.number, origin=SAMPLE),
                "instruments": choice.keys.get("instrument", "").split(),
                "laws": laws,
                "status": "single",
            }
            yield dict(sorted((row | ({"articles": articles} if articles else {})).items()))


def _translations() -> dict[str, str]:
    """Accepted translations by language, each line tied to the text that it translates."""
    facts = {paper.number: paper_facts(paper)["questions"] for paper in papers()}
    out: dict[str, str] = {}
    for translated in read_translations(_HERE / "translations"):
        originals = {question["number"]: question for question in facts[translated.number]}
        for number, (stem, options) in translated.questions.items():
            original = originals[number]
            record = {"question": original["stem"], "options": list(original["options"].values()), "group": original["group"]}
            passage = next((text for (first, last), text in translated.passages.items() if first <= number <= last), None)
            checked = check_translation(record, plain(stem), [plain(option) for option in options], passage and plain(passage), translated.language)
            a, b, c, d = checked.options
            id = question_id(translated.exam, translated.number, number, origin=SAMPLE)
            row = Translation(
                id, translated.language, checked.question, (a, b, c, d), checked.passage, ANNOTATOR, checked.paraphrased, source_digest(record)
            )
            out[translated.language] = out.get(translated.language, "") + row.to_line() + "\n"
    return out


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
