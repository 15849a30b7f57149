"""Suggested labels: names in the question before terms, terms before the subject; always valid labels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.annotate import suggestions
from builders.annotate.labels import problems_of, statutes_name
from builders.annotate.law_types import instruments
from builders.annotate.suggestions import law_names, suggest


def _question(question: str, *options: str, subject: str = "綜合法學") -> dict[str, object]:
    return {"id": "q", "subject": subject, "question": question, "options": list(options)}


@pytest.mark.parametrize(
    ("record", "laws"),
    [  # written for this test
        (_question("依公司法規定，甲公司之董事會應如何召集？"), ("公司法",)),
        (_question("依民法之規定，何者正確？", "依刑法處罰", "依民法請求"), ("民法", "刑法")),
        (_question("關於消滅時效，下列何者錯誤？"), ("民法",)),
        (_question("關於刑事訴訟法上之羈押，何者正確？"), ("刑事訴訟法",)),
        (_question("下列何者正確？", "甲", "乙", subject="公司法"), ("公司法",)),
        (_question("下列何者正確？", "甲", "乙", subject="國文"), ()),
    ],
)
def test_names_then_terms_then_subject(record: dict[str, object], laws: tuple[str, ...]) -> None:
    assert suggest(record).laws == laws


def test_an_instrument_of_international_law_is_named_where_no_domestic_law_is() -> None:
    assert suggest(_question("依海洋法公約，領海寬度不得超過幾浬？")).instruments == ("聯合國海洋法公約",)


def test_terms_of_international_law_point_at_an_instrument() -> None:
    label = suggest(_question("關於國家繼承與領土主權，下列何者正確？", subject="綜合法學（憲法、國際公法）"))
    assert (label.instruments, label.laws, label.note) == (("國際公法",), (), "terms in the question")


def test_an_instrument_never_stands_beside_laws() -> None:
    label = suggest(_question("關於消滅時效，下列何者正確？", "引渡"))
    assert (label.laws, label.instruments) == (("民法",), ())


@pytest.mark.parametrize(("subject", "laws"), [("民法", ("民法",)), ("刑法", ("刑法",)), ("綜合法學", ("民法", "刑法"))])
def test_between_terms_the_laws_of_the_subject_go_first(subject: str, laws: tuple[str, ...]) -> None:
    assert suggest(_question("甲之侵權行為與竊盜罪，何者正確？", subject=subject)).laws == laws


def test_every_term_points_at_a_known_law_or_instrument_and_stands_once() -> None:
    table = json.loads((Path(suggestions.__file__).parent / "law_terms.json").read_text(encoding="utf-8"))["terms"]
    assert [name for name in table if statutes_name(name) != name and name not in instruments().values()] == []
    terms = [term for words in table.values() for term in words]
    assert len(terms) == len(set(terms))


def test_a_name_inside_a_longer_name_does_not_count() -> None:
    assert list(law_names("民事訴訟法施行法與刑法施行法")) == ["民事訴訟法施行法", "刑法施行法"]


@given(st.text(alphabet="民刑公司法訴訟條例海洋約、依之 ", max_size=40), st.text(alphabet="民刑法總則", max_size=8))
def test_a_suggestion_is_always_a_valid_label(question: str, subject: str) -> None:
    label = suggest(_question(question, question, subject=subject))
    assert problems_of(label) == []
    assert label.annotator == "rules"
    assert label.note
