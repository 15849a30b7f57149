"""Mainland citations: ``extract_statutes(text, "CN")``. Expected values by hand."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.citations import StatuteCitation
from legal_metrics.extract.statutes import extract_statutes
from legal_metrics.jurisdictions.cn import STATE

CRIMINAL = f"{STATE}刑法"


def read(text: str, default_law: str | None = None) -> list[StatuteCitation]:
    return extract_statutes(text, "CN", default_law=default_law)


def short(text: str, default_law: str | None = None) -> list[str]:
    """刑法133-1.1(2): law without the state's name, article, paragraph, subparagraph, item."""
    return [_short(citation) for citation in read(text, default_law)]


def _short(c: StatuteCitation) -> str:
    ranks = "".join(form.format(v) for form, v in ((".{}", c.paragraph), ("({})", c.subparagraph), ("[{}]", c.item)) if v is not None)
    return f"{c.law.removeprefix(STATE)}{c.article}{ranks}"


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("依照《中华人民共和国刑法》第一百三十三条之一第一款第二项、第七十二条第一款之规定", ["刑法133-1.1(2)", "刑法72.1"]),
        ("刑法第133条之一", ["刑法133-1"]),
        ("刑法第133-1条", ["刑法133-1"]),
        ("刑法第一百三十三条之一第一款第（一）、（三）项", ["刑法133-1.1(1)", "刑法133-1.1(3)"]),
        ("刑法第二十条第（一）项至第（三）项", ["刑法20(1)", "刑法20(2)", "刑法20(3)"]),
        ("刑法第三条第一款第一项第二目", ["刑法3.1(1)[2]"]),
        ("法条:刑法第266、385、383、386条", ["刑法266", "刑法385", "刑法383", "刑法386"]),
        ("刑法第263-265条", ["刑法263", "刑法264", "刑法265"]),
        ("刑法第263条—第265条", ["刑法263", "刑法264", "刑法265"]),
        ("刑法第二百六十三条至第二百六十五条", ["刑法263", "刑法264", "刑法265"]),
        ("《刑法》264条、266条", ["刑法264", "刑法266"]),
        ("刑法 第 264 条\n第 1、2 款", ["刑法264.1", "刑法264.2"]),
        ("刑法第264条,第67条第三款", ["刑法264", "刑法67.3"]),
        ("刑法第二十五条第一款、第二十六条第一款、第四款", ["刑法25.1", "刑法26.1", "刑法26.4"]),
        ("刑法第二百七十四条（敲诈勒索罪）、第二十五条第一款", ["刑法274", "刑法25.1"]),
        ("刑法第二百六十四条以及该法第六十七条", ["刑法264", "刑法67"]),
        ("刑诉法第十五条，同法第二百零一条", ["刑事诉讼法15", "刑事诉讼法201"]),
        ("依照民法典合同编第五百七十七条", ["民法典577"]),
        ("劳动合同法第四十七条及其实施条例第二十七条", ["劳动合同法47", "劳动合同法实施条例27"]),
        ("《中华人民共和国刑法第二百六十四条》", ["刑法264"]),
        ("依照《中華人民共和國刑法》第二百六十四條、第六十七條第三款", ["刑法264", "刑法67.3"]),
        ("被告人盗窃3000元，适用刑法第二百六十四条", ["刑法264"]),
        ("刑事诉诉法第十五条", ["刑事诉讼法15"]),
        ("违反网络犯罪防制条例第五条", ["网络犯罪防制条例5"]),
    ],
)
def test_units_lists_ranges_and_laws(text: str, citations: list[str]) -> None:
    assert short(text) == citations


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("刑法修正案（八）第二十二条，刑法第一条", ["刑法修正案（八）22", "刑法1"]),
        ("《刑法修正案(八)》第22条", ["刑法修正案（八）22"]),
        ("刑法修正案（四十）第3条", ["刑法修正案（四十）3"]),  # not known: as written, not the first amendment
        ("《关于适用刑法第十二条几个问题的解释》第一条", ["最高人民法院关于适用刑法第十二条几个问题的解释1"]),
        (
            "《最高人民法院关于适用〈中华人民共和国民事诉讼法〉的解释》第九十条",
            ["最高人民法院关于适用《中华人民共和国民事诉讼法》的解释90"],
        ),
        ("《最高人民法院关于审理某某纠纷的规定》（以下简称《某规定》）第五条、《某规定》第七条", ["关于审理某某纠纷的规定5", "关于审理某某纠纷的规定7"]),
        ("《关于审理某某纠纷的规定》第五条，该规定第七条", ["关于审理某某纠纷的规定5", "关于审理某某纠纷的规定7"]),
        ("《北京市实施〈中华人民共和国某某法〉办法》第八条", ["北京市实施《中华人民共和国某某法》办法8"]),
        ("日本《刑法》第1条，刑法第264条", ["日本刑法1", "刑法264"]),
        ("台湾地区刑法第339条，刑法第264条", ["台湾地区刑法339", "刑法264"]),
        ("《德国民法典》第823条，民法典第1165条", ["德国民法典823", "民法典1165"]),
        ("本合同第三条约定，依据《房屋租赁合同》第五条", []),
    ],
)
def test_titles(text: str, citations: list[str]) -> None:
    assert short(text) == citations


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1979年刑法第一百条", "former"),
        ("1997年刑法第二百六十四条", None),  # the law of today, since amended
        ("修订前的《刑法》第一百条", "former"),
        ("修正后的刑法第一百条", "amended"),
        ("《民事诉讼法》（2012年修正）第五条", "former"),
        ("《民事诉讼法（2017修正）》第五条", "former"),
        ("《民事诉讼法》（2023年修正）第五条", None),
        ("原《合同法》第五十二条", "former"),
    ],
)
def test_versions(text: str, version: str | None) -> None:
    (citation,) = read(text)
    assert citation.version == version


def test_bare_articles_take_the_default_law() -> None:
    assert short("第二百六十四条和第六十七条", "刑法") == ["刑法264", "刑法67"]
    assert [c.problems for c in read("第264条")] == [("no_law",)]


def test_spans_and_names_are_those_of_the_text() -> None:
    text = "依《中華人民共和國\n刑法》第 264 條、第67條"
    found = read(text)
    assert [c.written for c in found] == ["中華人民共和國刑法", ""]
    assert [text[slice(*c.span)] for c in found] == ["中華人民共和國\n刑法》第 264 條", "第67條"]
    assert found[0].law == CRIMINAL and found[0].law_id == found[1].law_id


def test_one_law_has_one_id_however_it_is_written() -> None:
    names = ("刑法", "《刑法》", "中华人民共和国刑法", "《中华人民共和国刑法》", "中華人民共和國刑法", "1997年刑法")
    assert len({read(f"{name}第264条")[0].key() for name in names}) == 1
    assert len({read(f"{name}第52条")[0].key() for name in ("合同法", "《中华人民共和国合同法》")}) == 1
    assert len({read(f"{name}第52条")[0].key() for name in ("《最高人民法院关于审理某某的规定》", "《关于审理某某的规定》")}) == 1


def test_the_shared_cases_come_out_right(shared: Path) -> None:
    lines = (shared / "corpora/cn/facts/extractor_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "criminal_law_articles"]
    assert len(cases) == 16
    for case in cases:
        found = [c.article for c in read(case["input"], "刑法") if c.law == CRIMINAL]
        assert list(dict.fromkeys(found)) == case["right"], case["input"]


def _references(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*/3-1.json")):
        rows = json.loads(path.read_text(encoding="utf-8"))
        for row in rows.values() if isinstance(rows, dict) else rows:
            yield row["refr"] if "refr" in row else row["answer"]


def test_every_reference_of_lawbench_and_cail_is_read_back(shared: Path) -> None:
    n = 0
    for reference in _references(shared / "corpora/cn/lawbench"):
        assert [(c.law, c.article) for c in read(reference)] == [(CRIMINAL, number) for number in re.findall("[0-9]+", reference)]
        n += 1
    assert n == 1500
    for name, encoding in (("data_train.gb18030.json", "gb18030"), ("data_test.first300.utf8.json", "utf-8")):
        for line in (shared / "corpora/cn/cail2018" / name).read_text(encoding=encoding).split("\n"):
            if line:
                articles = [str(a) for a in json.loads(line)["meta"]["relevant_articles"]]
                assert [c.article for c in read(f"刑法第{'、'.join(articles)}条")] == articles


def test_real_judgments_cite_what_their_labels_say(shared: Path) -> None:
    """JuDGE labels articles without branches: 133 for 第一百三十三条之一."""
    missing = rows = 0
    for line in (shared / "corpora/cn/judge/test.first376.jsonl").read_text(encoding="utf-8").split("\n"):
        if line:
            row = json.loads(line)
            labels = json.loads(row["la"]) if isinstance(row["la"], str) else row["la"]
            cited = {c.article.partition("-")[0] for c in read(row["fd"]) if c.law == CRIMINAL}
            missing += bool({str(a) for a in labels} - cited)
            rows += 1
    assert (missing, rows) == (0, 376)


PIECES = st.sampled_from(
    [
        *"《》〈〉（）()第条款项目之至、，。 \n一二三十百0123456789-—",
        "刑法",
        "中华人民共和国",
        "民法典",
        "解释",
        "修正案（八）",
        "关于适用刑法第十二条几个问题的解释",
        "该法",
        "本办法",
        "其实施条例",
        "合同",
        "（以下简称《某规定》）",
        "1979年",
        "修正前",
        "日本",
        "第1条",
        "第（一）项",
        "條",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=120))
def test_any_text_is_read(text: str) -> None:
    for c in read(text):
        start, end = c.span
        assert 0 <= start < end <= len(text)
        assert c.article.replace("-", "").isdecimal()
        assert all(rank is None or rank > 0 for rank in (c.paragraph, c.subparagraph, c.item))
        assert "".join(c.written.split()) in "".join(text.split())
        assert bool(c.law) != ("no_law" in c.problems)
        assert c.jurisdiction == "CN"


@given(st.integers(1, 452), st.none() | st.integers(1, 9), st.none() | st.integers(1, 9))
def test_a_written_citation_is_read_back(article: int, paragraph: int | None, subparagraph: int | None) -> None:
    written = StatuteCitation(CRIMINAL, str(article), paragraph, subparagraph, jurisdiction="CN")
    (found,) = read(f"依照《{CRIMINAL}》{str(written).removeprefix(CRIMINAL)}")
    assert found.key()[1:] == written.key()[1:]


@pytest.mark.parametrize(
    "piece",
    ["第", "第1条", "《", "》", "《刑法》", "（", "第（一）项", "刑法第1-2条", "（以下简称《甲》）", "法", "之", "第1条、", "《甲解释", "条1款", "1997年刑法"],
)
def test_time_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece.encode()))
        start = time.process_time()
        read(text)
        return time.process_time() - start

    assert seconds(1_000_000) < 40 * max(seconds(100_000), 0.05)
