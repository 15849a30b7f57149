"""The mainland's registry: several texts a law, lists that may lack articles, and never a claim that an unknown law does not exist."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legal_metrics.citations import StatuteCitation as Cite
from legal_metrics.jurisdictions import cn
from legal_metrics.jurisdictions.articles import Articles
from legal_metrics.jurisdictions.law_names import LawNames
from legal_metrics.jurisdictions.provision_kinds import KINDS
from legal_metrics.jurisdictions.registry import Law, StatuteRegistry
from legal_metrics.metrics.statutes import check_statutes

CN = cn.statutes()
DATA = Path(cn.__file__).parent


def test_the_data_say_what_they_are_and_how_much() -> None:
    assert (CN.complete, CN.as_of) == (False, "2025-04-19")
    assert "LawRefBook/Laws @ 2f4c5c2" in CN.source
    known_by_name = json.loads((DATA / "aliases.json").read_text(encoding="utf-8"))["by_name_only"]
    assert len(CN) == 3_408 + len(known_by_name)
    assert sum((DATA / name).stat().st_size for name in ("statutes.json.xz", "statute_articles.json.xz")) < 200_000


@pytest.mark.parametrize(
    ("name", "official"),
    [
        ("刑法", "中华人民共和国刑法"),
        ("中华人民共和国刑法", "中华人民共和国刑法"),
        ("中華人民共和國刑法", "中华人民共和国刑法"),
        ("《刑法》", "中华人民共和国刑法"),
        ("民法典", "中华人民共和国民法典"),
        ("民诉法", "中华人民共和国民事诉讼法"),
        ("消費者權益保護法", "中华人民共和国消费者权益保护法"),
        ("刑法修正案(八)", "中华人民共和国刑法修正案（八）"),
        ("刑法修正案八", "中华人民共和国刑法修正案（八）"),
        ("最高人民法院关于适用〈中华人民共和国民事诉讼法〉的解释", "最高人民法院关于适用《中华人民共和国民事诉讼法》的解释"),
        ("民诉法解释", "最高人民法院关于适用《中华人民共和国民事诉讼法》的解释"),
        ("合同法", "中华人民共和国合同法"),
    ],
)
def test_names(name: str, official: str) -> None:
    law = CN.resolve(name)
    assert law is not None and law.name == official


def test_judged_names_point_at_laws_and_hide_none() -> None:
    judged = json.loads((DATA / "aliases.json").read_text(encoding="utf-8"))
    official = {law.name for law in CN}
    for alias, name in judged["aliases"].items():
        assert alias not in official
        assert CN.resolve(alias) is CN.resolve(name) is not None
    assert {*judged["in_force"], *judged["numbers_kept"]} <= official


def test_every_row_of_the_table_of_kinds_is_a_law() -> None:
    table = json.loads((DATA / "procedural.json").read_text(encoding="utf-8"))
    for row in (row for kind in KINDS for row in table.get(kind, ())):
        law = CN.resolve(row["law"])
        assert law is not None and law.name == row["law"]
    kind = cn.JURISDICTION.kind
    assert [kind(Cite("中华人民共和国刑法", a)) for a in ("67", "101", "102", "133-1")] == ["general_part", "general_part", "offence", "offence"]
    assert kind(Cite("中华人民共和国刑事诉讼法", "15")) == "procedural"


@pytest.mark.parametrize(
    ("citation", "exists"),
    [
        (Cite("刑法", "452"), True),
        (Cite("刑法", "453"), False),
        (Cite("刑法", "133-1", 1, 2), True),
        (Cite("刑法", "133-9"), False),
        (Cite("刑法", "199"), False),  # deleted in 2015
        (Cite("刑法", "453", version="former"), None),
        (Cite("民法典", "1260"), True),
        (Cite("民法典", "1261"), False),
        (Cite("长江保护法", "90"), None),  # the source is cut short at 79
        (Cite("长江保护法", "79"), True),
        (Cite("合同法", "52"), None),  # known by name only
        (Cite("没有这部法", "1"), None),  # the registry is not complete
    ],
)
def test_existence_is_denied_only_where_the_list_is_whole(citation: Cite, exists: bool | None) -> None:
    assert CN.exists(citation) is exists


def test_every_flagged_text_claims_nothing(shared: Path) -> None:
    registry = json.loads((shared / "corpora/cn/statutes/registry.json").read_text(encoding="utf-8"))
    flagged = [law for law in registry["laws"] if law.get("tr") or law.get("g")]
    assert len(flagged) == 97
    by_id = {law.id: law for law in CN}
    for row in flagged:
        law = by_id.get(row["p"]) or by_id[row["p"].partition("-")[0]]
        assert CN.articles(law).holds("9999", None, None, None) is None, law.name


def test_a_day_picks_the_text() -> None:
    article = Cite("民事诉讼法", "300")
    assert CN.exists(article) is True
    assert CN.exists(article, on="2022-05-01") is False  # the text of 2021 has 291 articles
    assert CN.exists(article, on="2015-05-01") is None  # the registry holds no text of that day
    resolved = CN.resolve("民事诉讼法", on="2022-05-01")
    assert resolved is not None and (resolved.valid_from, resolved.valid_until) == ("2022-01-01", "2024-01-01")
    by_id = Cite("x", "300", law_id=CN.resolve("民事诉讼法").id)  # type: ignore[union-attr]
    assert CN.exists(by_id, on="2022-05-01") is False


def test_inference_on_an_earlier_day_knows_which_laws_are_renumbered() -> None:
    assert CN.exists(Cite("刑法", "264"), on="2015-05-01") is None
    assert CN.exists_by_edition(Cite("刑法", "264"), on="2015-05-01") is True
    assert CN.exists_by_edition(Cite("刑法", "500"), on="2015-05-01") is False  # amendments keep its numbers
    assert CN.exists_by_edition(Cite("公司法", "500"), on="2015-05-01") is None  # rewritten since
    assert CN.exists_by_edition(Cite("长江保护法", "90"), on="2021-05-01") is None


def test_what_cannot_be_told_is_counted_as_unresolved() -> None:
    predicted = [Cite(law, article, jurisdiction="CN") for law, article in (("刑法", "264"), ("刑法", "999"), ("没有这部法", "1"), ("长江保护法", "90"))]
    score = check_statutes(predicted, [Cite("刑法", "264", jurisdiction="CN")], registry=CN, depth="article")
    assert (score.correct, score.type1, score.type2, score.n_unresolved) == (1, 1, 0, 2)


def test_versions_of_a_small_registry() -> None:
    laws = [Law("a-1", "甲法", valid_from="2000-01-01"), Law("a", "甲法", valid_from="2010-01-01"), Law("b", "乙法")]
    texts = [Articles("1;2;3"), Articles("1"), Articles("1", partial=True)]
    registry = StatuteRegistry(
        laws,
        LawNames([("甲法", 1), ("乙法", 2)]),
        texts.__getitem__,
        complete=False,
        as_of="2020-01-01",
        versions=[[("2000-01-01", 0), ("2010-01-01", 1)]],
    )
    on = ("1999-01-01", "2005-01-01", "2010-01-01", None)
    assert [registry.exists(Cite("甲法", "3"), on=day) for day in on] == [None, True, False, False]
    assert registry.exists(Cite("乙法", "2")) is None
    assert [registry.resolve("甲法", day) is laws[n] for day, n in zip(on, (0, 0, 1, 1), strict=True)] == [True] * 4


def test_the_data_are_what_the_builder_makes_of_the_source(shared: Path) -> None:
    from builders.parse.cn_statute_registry import convert_registry
    from builders.parse.statute_registry import ARTICLES_FILE, NAMES_FILE

    source = shared / "corpora/cn/statutes/registry.json"
    names, articles, counts = convert_registry(json.loads(source.read_text(encoding="utf-8")))
    assert (counts["laws"], counts["texts"], counts["articles"]) == (3_304, 3_408, 147_546)
    for file, value in ((NAMES_FILE, names), (ARTICLES_FILE, articles)):
        assert cn._read(file) == json.loads(json.dumps(value))
