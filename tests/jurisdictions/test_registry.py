"""The statute registry: names, existence in three values, dates, and the data of Taiwan.

Facts in the expectations come from the national law database (edition of 11 October 2024), looked up by hand.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.citations import StatuteCitation as Cite
from legal_metrics.errors import LegalMetricsError
from legal_metrics.jurisdictions import cn, get, tw
from legal_metrics.jurisdictions.articles import Articles
from legal_metrics.jurisdictions.law_names import LawNames
from legal_metrics.jurisdictions.provision_kinds import KINDS, ProvisionKinds
from legal_metrics.jurisdictions.registry import StatuteRegistry, iso_date

TW = tw.statutes()
DATA = Path(tw.__file__).parent


# Names


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("刑法", "刑法"),
        ("中華民國刑法", "刑法"),
        ("我國刑法", "刑法"),
        ("《刑法》", "刑法"),
        ("「中華民國刑法」", "刑法"),
        ("中 華 民 國\n刑 法", "刑法"),
        ("中華民國刑法施行法", "刑法施行法"),
        ("刑法施行法", "刑法施行法"),
        ("中華民國刑事訴訟法", "刑事訴訟法"),
        ("刑訴法", "刑事訴訟法"),
        ("中華民國民法", "民法"),
        ("台灣地區與大陸地區人民關係條例", "臺灣地區與大陸地區人民關係條例"),
        ("兩岸條例", "臺灣地區與大陸地區人民關係條例"),
        ("刑事诉讼法", "刑事訴訟法"),
        ("毒品危害防制条例", "毒品危害防制條例"),
        ("洗钱防制法", "洗錢防制法"),
        ("洗防法", "洗錢防制法"),
        ("詐欺犯罪危害防制條例", "詐欺犯罪危害防制條例"),
        ("肅清煙毒條例", "毒品危害防制條例"),  # former name
        ("麻醉藥品管理條例", "管制藥品管理條例"),  # former name
        ("中華民國九十六年罪犯減刑條例", "中華民國九十六年罪犯減刑條例"),
        ("中華民國96年罪犯減刑條例", "中華民國九十六年罪犯減刑條例"),
        ("中華民國９６年罪犯減刑條例", "中華民國九十六年罪犯減刑條例"),
        ("九十六年罪犯減刑條例", "中華民國九十六年罪犯減刑條例"),
        ("現行法規所定貨幣單位折算新台幣條例", "現行法規所定貨幣單位折算新臺幣條例"),
        ("懲治盜匪條例", "懲治盜匪條例"),  # abolished in 2002
        ("貪汙治罪條例", "貪污治罪條例"),  # a variant character
    ],
)
def test_a_law_is_found_by_every_name_it_goes_by(name: str, law: str) -> None:
    found = TW.resolve(name)
    assert found is not None
    assert found.name == law


@pytest.mark.parametrize(
    "name", ["", "刑", "法", "網路刑法", "刑法第320條", "民刑法", "條例", "毒品危害防治條例", "省（市"]
)
def test_what_is_no_name_of_a_law_is_not_found(name: str) -> None:
    assert TW.resolve(name) is None


def test_a_name_that_two_laws_have_borne_is_told_by_the_date() -> None:
    assert TW.resolve("總統副總統選舉罷免法").valid_until == ""
    assert TW.resolve("總統副總統選舉罷免法", on="1960-01-01").enacted == "1947-03-31"
    assert TW.resolve("公民投票法施行細則", on=date(2010, 1, 1)).id != TW.resolve("公民投票法施行細則").id
    assert TW.resolve("公民投票法施行細則").name == "公民投票法施行細則"


def test_the_longest_known_name_before_a_place_is_found() -> None:
    text = "違反陸海空軍刑法第1條"
    start, law, misspelt = TW.ending_at(text, text.index("第"))
    assert (text[start:], law.name, misspelt) == ("陸海空軍刑法第1條", "陸海空軍刑法", False)
    assert TW.ending_at(text, text.index("第"), start + 1)[1].name == "刑法"  # bounded to the left
    assert TW.ending_at("判決第", 2) is None


@pytest.mark.parametrize(
    ("written", "law"),
    [
        ("毒品危害防治條例", "毒品危害防制條例"),  # one wrong
        ("刑事訴訟", "刑事訴訟法"),  # the last one lost
        ("刑事訴法", "刑事訴訟法"),  # one lost
        ("刑事訴訟訟法", "刑事訴訟法"),  # one too many
        ("刑事訟訴法", "刑事訴訟法"),  # two swapped
        ("到事訴訟法", "刑事訴訟法"),  # fits 民事訴訟法 as well
        ("罰金罰緩提高標準條例", "罰金罰鍰提高標準條例"),
        ("槍炮彈藥刀械管制條例", "槍砲彈藥刀械管制條例"),
    ],
)
def test_a_name_that_is_one_slip_away_is_told(written: str, law: str) -> None:
    start, laws = TW.slip_ending_at(f"依{written}", len(written) + 1)
    assert (start, laws[0].name) == (1, law)


@pytest.mark.parametrize("prose", ["系爭契約", "公訴意旨", "犯罪事實", "本件判決書", "同條例", "刑法", "甲法"])
def test_prose_and_short_names_are_no_slips(prose: str) -> None:
    assert TW.slip_ending_at(prose, len(prose)) is None


@given(st.text(alphabet="刑法民事訴訟條例毒品危害防制之第1 ", max_size=30))
def test_suffix_look_up_agrees_with_trying_every_suffix(text: str) -> None:
    names = LawNames([("刑法", 0), ("刑事訴訟法", 1), ("民事訴訟法", 2), ("毒品危害防制條例", 3), ("訴訟法", 4)])
    for end in range(len(text) + 1):
        expected = next(
            (
                (s, names.get(text[s:end]))
                for s in range(end)
                if text[s:end] == text[s:end].strip() and " " not in text[s:end] and names.get(text[s:end]) is not None
            ),
            None,
        )
        assert names.ending_at(text, end) == expected


# Existence


def exists(
    law: str, article: str, *ranks: int, on: str | None = None, depth: str = "item", version: str | None = None
) -> bool | None:
    return TW.exists(Cite(law, article, *ranks, version=version), on=on, depth=depth)


def test_the_edition_answers_without_a_date() -> None:
    assert exists("刑法", "339-4", 1, 2) is True
    assert exists("刑法", "339-9") is False  # 339 exists, 339-9 does not
    assert exists("刑法", "339", 4) is False  # three paragraphs
    assert exists("刑法", "339", 4, depth="article") is True  # looked at no deeper than asked
    assert exists("刑法", "51", 1, 11) is False  # 51 had ten subparagraphs, one is left out now
    assert exists("刑法", "56") is False  # deleted in 2005
    assert exists("罰金罰鍰提高標準條例", "1") is False  # abolished in 2009
    assert exists("刑法", "0") is False
    assert exists("刑法", "999") is False


def test_former_texts_are_not_known() -> None:
    assert exists("刑法", "56", on="2005-01-10") is None
    assert exists("刑法", "320", on="2015-01-10") is None  # 刑法 was last changed on 31 July 2024
    assert exists("刑法", "320", on="2024-07-31") is True
    assert exists("刑法", "56", on="2024-08-01") is False
    assert exists("刑法", "320", version="former") is None
    assert exists("網路刑法", "1", version="former") is None  # 修正前 is never made up for sure


def test_a_law_does_not_exist_before_its_enactment_and_after_its_abolition() -> None:
    assert exists("國民法官法", "1", on="2019-12-31") is False
    assert exists("刑事妥速審判法", "5", on="2010-05-18") is False
    assert exists("懲治盜匪條例", "5", on="2010-01-01") is False
    # Abolished in 2009, last amended in 2006 (article 2 was deleted then): only the numbers are known, from 2006 on.
    assert exists("罰金罰鍰提高標準條例", "1", on="2008-01-10") is True
    assert exists("罰金罰鍰提高標準條例", "2", on="2008-01-10") is False
    assert exists("罰金罰鍰提高標準條例", "2", on="2005-01-10") is None
    assert exists("罰金罰鍰提高標準條例", "1", 1, on="2008-01-10") is None


def test_what_the_edition_lets_one_infer_of_earlier_days() -> None:
    def inferred(law: str, article: str, *ranks: int) -> bool | None:
        return TW.exists_by_edition(Cite(law, article, *ranks), on="2023-09-01")

    assert inferred("刑法", "321", 1, 3) is True  # held by the edition
    assert inferred("刑法", "339-9") is False  # amendments keep the numbers: there never was one
    assert inferred("刑法", "56") is None  # deleted some day
    assert inferred("刑法", "321", 9) is None  # paragraphs come and go
    assert inferred("洗錢防制法", "15-2") is None  # that law was rewritten in 2024; 15-2 became another number
    assert TW.exists_by_edition(Cite("洗錢防制法", "15-2"), on="2024-09-01") is False


def test_days_of_revision_are_days_on_which_the_law_was_changed() -> None:
    rewritten = json.loads((DATA / "revisions.json").read_text(encoding="utf-8"))["rewritten"]
    for name, day in rewritten.items():
        law = TW.resolve(name)
        assert law is not None and law.name == name
        assert law.enacted < iso_date(day) <= law.valid_from


def test_after_the_edition_only_what_it_holds_is_known() -> None:
    assert exists("刑法", "320", on="2025-06-01") is True
    assert exists("刑法", "320-9", on="2025-06-01") is None
    assert exists("人工智慧基本條例", "1", on="2025-06-01") is None
    assert exists("人工智慧基本條例", "1") is False


@pytest.mark.parametrize(
    "law", ["臺北市自治條例", "法院辦理刑事訴訟案件應行注意事項", "聯合國反貪腐公約", "某處理要點", ""]
)
def test_kinds_of_rules_that_the_source_does_not_list_stay_unknown(law: str) -> None:
    assert exists(law, "1") is None


def test_uncertain_structure_is_not_known() -> None:
    uncertain = Articles("15=0/0;16", uncertain=frozenset({"15"}))
    assert [uncertain.holds("15", *ranks) for ranks in ((None, None, None), (1, None, None), (9, None, None))] == [
        True,
        None,
        None,
    ]
    assert uncertain.holds("16", 2, None, None) is False


def test_a_date_is_read_in_three_forms_and_no_other() -> None:
    assert {iso_date(d) for d in ("2024-07-31", "20240731", date(2024, 7, 31))} == {"2024-07-31"}
    for bad in ("113年7月31日", "2024-02-30", "2024", "", 20240731.0):
        with pytest.raises(LegalMetricsError, match="allowed an ISO date"):
            iso_date(bad)
    with pytest.raises(ValueError, match="not in tuple"):
        exists("刑法", "320", depth="條")


def test_articles_with_one_paragraph() -> None:
    assert TW.has_one_paragraph("刑法", "51") is True
    assert TW.has_one_paragraph("中華民國刑法", "320") is False
    assert TW.has_one_paragraph("刑法", "339-9") is None
    assert TW.has_one_paragraph("沒有這部法", "1") is None


@pytest.mark.parametrize(
    ("citation", "held"),
    [
        ((None, 3, None), True),  # some paragraph has three subparagraphs
        ((None, 6, None), False),
        ((1, 2, 3), True),
        ((1, 2, 4), False),
        ((1, 1, 1), False),
        ((2, 1, None), False),
        ((3, None, None), False),
        ((0, None, None), False),
        ((1, 0, None), False),
        ((1, None, 3), True),  # an item of some subparagraph
        ((1, None, 4), False),
        ((-1, None, None), False),
    ],
)
def test_ranks_below_the_article(citation: tuple[int | None, int | None, int | None], held: bool) -> None:
    assert Articles("7=5[2:3]/0").holds("7", *citation) is held


def test_the_article_before() -> None:
    articles = TW.articles(TW.resolve("刑法"))
    assert [articles.before(a) for a in ("321", "339-1", "341", "1", "999")] == ["320", "339", "339-4", None, None]


def test_a_shorthand_that_is_none_is_an_error() -> None:
    with pytest.raises(ValueError, match="allowed N or N"):
        Articles("1=a/b").structure("1")


# Registries out of a mapping


def test_a_mapping_is_the_whole_world_unless_said_otherwise() -> None:
    known = {"刑法": ["320", "339-4"], "民法": ["184=0/0"]}
    registry = StatuteRegistry.from_mapping(known, aliases={"中華民國刑法": "刑法"})
    assert registry.complete
    assert registry.exists(Cite("中華民國刑法", "339-4", 1, 2)) is True  # no ranks stated: any
    assert registry.exists(Cite("民法", "184", 3)) is False
    assert registry.exists(Cite("商法", "1")) is False
    assert registry.exists(Cite("刑法", "320"), on="1900-01-01") is True  # no dates known: on is ignored
    assert StatuteRegistry.from_mapping(known, complete=False).exists(Cite("商法", "1")) is None
    assert known == {"刑法": ["320", "339-4"], "民法": ["184=0/0"]}
    assert len(StatuteRegistry.from_mapping({})) == 0


def test_an_alias_of_an_unknown_law_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(LegalMetricsError, match="found law '商法', allowed one of 刑法"):
        StatuteRegistry.from_mapping({"刑法": ["1"]}, aliases={"X": "商法"})


# Jurisdictions


def test_jurisdictions_are_found_in_any_case() -> None:
    assert get("tw") is get("TW") is tw.JURISDICTION
    assert get("Cn").citation_ranks == ("款", "项", "目")
    assert get("CN").statutes is cn.statutes()
    assert not cn.statutes().complete
    with pytest.raises(LegalMetricsError, match="found 'JP', allowed TW or CN"):
        get("JP")


def test_the_registry_is_loaded_on_first_use_only() -> None:
    code = (
        "import sys, legal_metrics.jurisdictions.tw as tw\n"
        "assert tw.statutes.cache_info().currsize == 0\n"
        "tw.statutes().resolve('刑法')\n"
        "assert tw._article_lists.cache_info().currsize == 0, 'articles are unpacked only when one is asked for'\n"
        "assert not {'numpy', 'jieba', 'rjieba', 'pyarrow'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# The data of Taiwan


def test_the_data_say_what_they_are_and_how_much() -> None:
    assert (len(TW), TW.complete, TW.as_of) == (11_547, True, "2024-10-11")
    assert "kong0107/mojLawSplitJSON @ 0d26e6c" in TW.source
    size = sum((DATA / name).stat().st_size for name in ("statutes.json.xz", "statute_articles.json.xz"))
    assert size < 700_000


def test_judged_names_point_at_laws_and_hide_none() -> None:
    judged = json.loads((DATA / "aliases.json").read_text(encoding="utf-8"))
    official = {name: law for law in TW for name in (law.name,)}
    for table in ("aliases", "misspelt"):
        for alias, name in judged[table].items():
            found = TW.resolve(alias)
            assert found is not None, alias
            assert found is TW.resolve(name), alias
            assert alias not in official, f"{alias} is the name of a law"
    assert list(judged["aliases"]) == list(dict.fromkeys(judged["aliases"]))
    assert all(TW.resolve(name) for name in judged["likeliest"])


def test_variants_pair_one_character_with_one() -> None:
    variants = json.loads((DATA / "script_variants.json").read_text(encoding="utf-8"))
    assert len(variants["written"]) == len(variants["read_as"]) == len(set(variants["written"]))
    assert not set(variants["written"]) & set(variants["read_as"])  # reading twice changes nothing


def test_every_row_of_the_table_of_kinds_is_a_law_and_every_exception_an_article() -> None:
    table = json.loads((DATA / "procedural.json").read_text(encoding="utf-8"))
    rows = [row for kind in KINDS for row in table.get(kind, ())]
    assert len({row["law"] for row in rows}) == len(rows)
    for row in rows:
        law = TW.resolve(row["law"])
        assert law is not None and law.name == row["law"], row
        assert all(TW.articles(law).has(article) for article in row.get("except", ())), row


@pytest.mark.parametrize(
    ("law", "article", "kind"),
    [
        ("刑法", "1", "general_part"),
        ("刑法", "99", "general_part"),
        ("刑法", "38-1", "general_part"),
        ("刑法", "100", "offence"),
        ("刑法", "185-3", "offence"),
        ("刑法施行法", "1-1", "general_part"),
        ("罰金罰鍰提高標準條例", "1", "general_part"),
        ("刑事訴訟法", "299", "procedural"),
        ("少年事件處理法", "18", "procedural"),
        ("少年事件處理法", "85", "offence"),
        ("國民法官法", "95", "offence"),
        ("毒品危害防制條例", "17", "offence"),
        ("沒有這部法", "1", "offence"),
    ],
)
def test_kinds_of_provisions(law: str, article: str, kind: str) -> None:
    assert tw.JURISDICTION.kind(Cite(law, article)) == kind


@given(st.text(max_size=12), st.text(max_size=6))
def test_any_citation_has_a_kind_and_an_answer(law: str, article: str) -> None:
    assert tw.JURISDICTION.kind(Cite(law, article)) in KINDS
    assert TW.exists(Cite(law, article, 1, 1, 1)) in (True, False, None)
    assert ProvisionKinds({})(Cite(law, article)) == "offence"


def test_the_data_are_what_the_builder_makes_of_the_source(shared: Path) -> None:
    from builders.parse.statute_registry import ARTICLES_FILE, NAMES_FILE, convert_registry, pack

    source = shared / "corpora" / "tw" / "statutes" / "registry.json"
    names, articles, counts = convert_registry(json.loads(source.read_text(encoding="utf-8")))
    assert (counts["laws"], counts["articles"]) == (11_547, 218_139)
    for file, value in ((NAMES_FILE, names), (ARTICLES_FILE, articles)):
        assert tw._read(file) == json.loads(json.dumps(value))
        assert pack(value) == pack(json.loads(json.dumps(value)))
