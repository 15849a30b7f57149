"""Sentences of CAIL2018: life and death win over whatever figure stands beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from legal_metrics.errors import BadReferenceError
from legal_metrics.readers.cail import CailTerm, normalise_cail_term


def row(months: Any, *, life: Any = False, death: Any = False) -> dict[str, Any]:
    return {"term_of_imprisonment": {"death_penalty": death, "imprisonment": months, "life_imprisonment": life}}


@pytest.mark.parametrize(
    ("meta", "term", "kind"),
    [
        (row(12), CailTerm(12, False, False), None),
        (row(0), CailTerm(0, False, False), None),
        (row(12, death=True), CailTerm(None, False, True), "death"),
        (row(12, life=True), CailTerm(None, True, False), "life"),
        (row(0, life=True, death=True), CailTerm(None, False, True), "death"),
        (row(-1), CailTerm(None, True, False), "life"),
        (row(-2), CailTerm(None, False, True), "death"),
        (row(-1, death=True), CailTerm(None, False, True), "death"),
    ],
)
def test_one_of_three(meta: dict[str, Any], term: CailTerm, kind: str | None) -> None:
    assert normalise_cail_term(meta) == term
    assert term.kind == kind


@pytest.mark.parametrize(
    ("meta", "field"),
    [
        *((wrong, "term_of_imprisonment") for wrong in (None, {}, [], {"term_of_imprisonment": 12})),
        *((row(wrong), "imprisonment") for wrong in (None, "12", 1.5, True, -3)),
        *((row(1, life=wrong), "life_imprisonment") for wrong in (None, 0, "false")),
        *((row(1, death=wrong), "death_penalty") for wrong in (None, 1, "true")),
    ],
)
def test_what_is_no_term_is_named(meta: Any, field: str) -> None:
    with pytest.raises(BadReferenceError, match=rf"{field}.*found .*allowed"):
        normalise_cail_term(meta)


def test_real_rows(shared: Path) -> None:
    """Every row is one of three; the figures are counts of the file: life or death in rows with a stale figure, true zeros."""
    folder = shared / "corpora" / "cn" / "cail2018"
    texts = [
        (folder / "data_train.gb18030.json").read_text(encoding="gb18030"),
        (folder / "data_test.first300.utf8.json").read_text(encoding="utf-8"),
    ]
    metas = [json.loads(line)["meta"] for text in texts for line in text.split("\n") if line.strip()]
    terms = [normalise_cail_term(meta) for meta in metas]
    assert all((term.months is None) == (term.life or term.death) for term in terms)
    assert all(term.months is None or 0 <= term.months <= 300 for term in terms)
    assert any(
        t.months is None and m["term_of_imprisonment"]["imprisonment"] for t, m in zip(terms, metas, strict=True)
    )
