"""Label files: every wrong name is an error that says where; type and group follow from the law."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.annotate.labels import Label, problems_of, read_labels, to_lines
from builders.annotate.law_types import GROUPS, instruments, law_types, type_of_law
from builders.errors import BuildError
from legal_metrics.jurisdictions.tw import statutes

GOOD = {"id": "moex-113110-3301-q1", "laws": ["民法"], "instruments": [], "annotator": "anna"}


def _line(**change: object) -> str:
    return json.dumps({**GOOD, **change}, ensure_ascii=False)


def test_there_are_43_types_in_the_six_groups_of_the_paper() -> None:
    assert len(law_types()) == 43  # as the paper counts them
    assert {kind.group for kind in law_types().values()} == set(GROUPS)


def test_every_law_in_force_of_the_registry_has_a_type() -> None:
    assert [law.id for law in statutes() if type_of_law(law.id) is None] == []


@pytest.mark.parametrize(
    ("law", "kind", "group"),
    [  # by hand: what a lawyer would file each law under
        ("憲法", "constitution", "Constitutional"),
        ("憲法訴訟法", "constitutional_court_procedure", "Constitutional"),
        ("刑法", "criminal_code", "Criminal"),
        ("毒品危害防制條例", "special_criminal_law", "Criminal"),
        ("槍砲彈藥刀械管制條例", "special_criminal_law", "Criminal"),
        ("洗錢防制法", "special_criminal_law", "Criminal"),
        ("刑事訴訟法", "criminal_procedure", "Criminal"),
        ("國民法官法", "criminal_procedure", "Criminal"),
        ("監獄行刑法", "corrections", "Criminal"),
        ("民法", "civil_code", "Civil"),
        ("強制執行法", "civil_procedure", "Civil"),
        ("家事事件法", "family_matters", "Civil"),
        ("公司法", "company_law", "Civil"),
        ("票據法", "negotiable_instruments_and_trusts", "Civil"),
        ("海商法", "maritime_and_carriage", "Civil"),
        ("保險法", "insurance", "Civil"),
        ("營業秘密法", "intellectual_property", "Civil"),
        ("行政程序法", "administrative_procedure", "Administrative"),
        ("國家賠償法", "administrative_remedies", "Administrative"),
        ("法院組織法", "justice_administration", "Administrative"),
        ("警察職權行使法", "police", "Administrative"),
        ("入出國及移民法", "immigration_and_cross_strait", "Administrative"),
        ("不動產經紀業管理條例", "land_administration", "Administrative"),
        ("公寓大廈管理條例", "construction_and_planning", "Administrative"),
        ("土地稅法", "taxation", "Administrative"),
        ("勞動基準法", "labour", "Administrative"),
    ],
)
def test_type_and_group_of_a_law(law: str, kind: str, group: str) -> None:
    name = statutes().resolve(law)
    assert name is not None
    label = Label("q", laws=(name.name,))
    assert (label.law_type.id, label.law_category) == (kind, group)
    assert problems_of(label) == []


def test_the_deciding_law_comes_first_and_alone_gives_the_group() -> None:
    assert Label("q", laws=("民法", "刑法")).law_category == "Civil"
    assert Label("q", laws=("刑法", "民法")).law_category == "Criminal"


def test_every_instrument_is_known_by_its_own_name() -> None:
    assert all(instruments()[name] == name for name in set(instruments().values()))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "a.jsonl, line 1: found no JSON"),
        ("[]", "a.jsonl, line 1: found list, allowed an object"),
        (_line(id=""), "field 'id': found nothing"),
        (_line(law="民法"), "found the fields law"),
        (_line(laws="民法"), "field 'laws': found '民法', allowed a list of texts"),
        (_line(laws=["中華民國刑法"]), "allowed its official name '刑法'"),
        (_line(laws=["民事法"]), "allowed the official name of a law in the registry"),
        (_line(laws=["民法", "民法"]), "found a name twice"),
        (_line(instruments=["聯合國憲章"]), "field 'instruments': found beside domestic laws"),
        (_line(laws=[], instruments=["海洋法公約"]), "allowed '聯合國海洋法公約'"),
        (_line(laws=[], instruments=["火星公約"]), "international_instruments.json"),
        (_line(articles=["民法第9999條"]), "allowed an article that exists"),
        (_line(articles=["刑法第320條"]), "allowed one article of a law in 'laws'"),
        (_line(annotator="Anna Lin"), "field 'annotator'"),
        (_line(status="sure"), "field 'status': found 'sure'"),
    ],
)
def test_a_bad_line_is_named_with_what_is_allowed(line: str, message: str) -> None:
    with pytest.raises(BuildError, match=message.replace("(", r"\(")):
        read_labels([line], "a.jsonl")


def test_an_id_stands_once() -> None:
    with pytest.raises(BuildError, match="line 2, field 'id': found 'moex-113110-3301-q1' a second time"):
        read_labels([_line(), _line()], "a.jsonl")


@given(st.lists(st.sampled_from(["民法", "刑法", "公司法", "行政程序法"]), unique=True), st.text(alphabet="abc0-", min_size=1, max_size=8))
def test_what_is_written_is_read_back(laws: list[str], id: str) -> None:
    label = Label(id, laws=tuple(laws), annotator="anna", note="n")
    assert read_labels(to_lines([label]), "a.jsonl") == {id: label}


def test_every_wrong_line_is_named() -> None:
    with pytest.raises(BuildError) as raised:
        read_labels([_line(laws=["民事法"]), _line(id="q2"), "{", _line(id="q3", laws=["火星法"], annotator="")], "a.jsonl")
    assert [line.partition(":")[0] for line in str(raised.value).splitlines()] == ["a.jsonl, line 1", "a.jsonl, line 3", "a.jsonl, line 4, field 'annotator'"]
