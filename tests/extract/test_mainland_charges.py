"""Mainland charges: ``extract_charges(text, "CN")``. Expected values by hand; the number of charges is that of the Criminal Law as of amendment 12."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_metrics.extract.charges import extract_charges
from legal_metrics.extract.mainland_charges import _table, plain_name

DRUGS = "走私、贩卖、运输、制造毒品"
INVOICES = "虚开增值税专用发票、用于骗取出口退税、抵扣税款发票"


@pytest.mark.parametrize(
    ("text", "charges"),
    [
        ("罪名:合同诈骗", ["合同诈骗"]),
        ("[罪名]盗窃;诈骗<eoa>", ["盗窃", "诈骗"]),
        ("本案构成盗窃罪", ["盗窃"]),
        ("构成盗窃罪和诈骗罪两罪", ["盗窃", "诈骗"]),
        ("犯盗窃、诈骗罪", ["盗窃", "诈骗"]),
        ("罪名:强制猥亵、侮辱妇女", ["强制猥亵、侮辱妇女"]),
        ("犯強制猥褻罪", ["强制猥亵、侮辱"]),
        ("对单位行贿罪", ["对单位行贿"]),
        ("非国家工作人员受贿罪", ["非国家工作人员受贿"]),
        ("职务侵占", ["职务侵占"]),
        ("协助组织卖淫罪", ["协助组织卖淫"]),
        ("贩卖毒品罪", [DRUGS]),
        ("犯运输、贩卖毒品罪", [DRUGS]),
        ("[走私、贩卖、运输、制造]毒品", [DRUGS]),
        ("虚开增值税专用发票罪", [INVOICES]),
        ("传播淫秽物品罪", ["传播淫秽物品"]),
        ("传播淫秽物品牟利罪", ["制作、复制、出版、贩卖、传播淫秽物品牟利"]),
        ("偷越国(边)境罪", ["偷越国（边）境"]),
        ("隐匿、故意销毁会计凭证、会计帐簿、财务会计报告", ["隐匿、故意销毁会计凭证、会计帐簿、财务会计报告"]),
        ("被告人盗窃他人财物后逃跑，其行为构成抢劫罪", ["抢劫"]),  # what is told of is no charge where one is named
        ("帮信罪", ["帮助信息网络犯罪活动"]),
        ("犯盗取财物罪", ["盗取财物"]),  # in no table: as written
        ("[罪名]侵犯知识产权罪<eoa>", ["侵犯知识产权"]),
        ("犯数罪，经济犯罪", None),
        ("甲无罪", None),
        ("", None),
    ],
)
def test_names(text: str, charges: list[str] | None) -> None:
    assert extract_charges(text, "CN") == charges


@pytest.mark.parametrize(
    ("text", "charges"),
    [
        ("不构成抢劫罪，应认定为盗窃罪", ["盗窃"]),
        ("被告人甲的行为不构成盗窃罪、抢劫罪，而是构成诈骗罪", ["诈骗"]),
        ("不是故意杀人罪而是故意伤害罪", ["故意伤害"]),
        ("公诉机关指控的抢劫罪不能成立", None),
        ("不以抢劫罪论处，以盗窃罪论处", ["盗窃"]),
        ("不应以抢劫罪定罪处罚", None),
        ("尚不构成抢劫罪", None),
        ("抢劫罪的指控不当，应定寻衅滋事罪", ["寻衅滋事"]),
        ("曾因犯盗窃罪被判刑，现犯抢劫罪", ["抢劫"]),
        ("构成贪污罪而非受贿罪", ["贪污"]),
        ("应当以盗窃罪而不是抢劫罪定罪", ["盗窃"]),
        ("不仅构成盗窃罪，还构成诈骗罪", ["盗窃", "诈骗"]),
        ("认定盗窃罪证据不足", None),
        ("犯非法经营罪", ["非法经营"]),
    ],
)
def test_denied_and_earlier_charges_do_not_count(text: str, charges: list[str] | None) -> None:
    assert extract_charges(text, "CN") == charges


def test_labels() -> None:
    assert extract_charges("被告人的行为构成职务侵占罪。", "CN", labels=["侵占", "职务侵占", "盗窃"]) == ["职务侵占"]
    assert extract_charges("构成职务侵占罪", "CN", labels=["侵占"]) is None  # inside the name of another charge
    assert extract_charges("贩卖毒品罪", "CN", labels=["[走私、贩卖、运输、制造]毒品"]) == ["[走私、贩卖、运输、制造]毒品"]
    assert extract_charges("强制猥亵罪", "CN", labels=["强制猥亵、侮辱妇女"]) == ["强制猥亵、侮辱妇女"]
    assert extract_charges("甲罪状", "CN", labels=["甲"]) == ["甲"]
    assert extract_charges("构成盗窃罪", "CN", labels=[]) is None


def test_the_table() -> None:
    table = _table()
    plain = [plain_name(name) for name in (*table["official"], *table["former"])]
    assert len(table["official"]) == 483
    assert len(set(plain)) == len(plain)
    assert set(table["renamed"]) <= {plain_name(name) for name in table["former"]}
    assert set(table["renamed"].values()) <= {plain_name(name) for name in table["official"]}
    assert set(table["short"].values()) <= set(plain)
    assert not set(table["short"]) & set(plain)
    for name in plain:
        for text in (name, f"{name}罪", f"罪名:{name}", f"犯{name}罪"):
            assert extract_charges(text, "CN") == [name], text


def test_the_shared_cases_and_labels_come_out_right(shared: Path) -> None:
    folder = shared / "corpora" / "cn"
    lines = (folder / "facts/extractor_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["kind"] == "charges"]
    assert len(cases) == 10
    for case in cases:
        assert extract_charges(case["input"], "CN") == case["right"], case["input"]
    labels = (folder / "cail2018/accu.txt").read_text(encoding="utf-8").split()
    for label in labels:
        assert extract_charges(label, "CN", labels=labels) == [label]


def _cail(folder: Path) -> Iterator[Any]:
    for name, encoding in (("data_train.gb18030.json", "gb18030"), ("data_test.first300.utf8.json", "utf-8")):
        for line in (folder / name).read_text(encoding=encoding).split("\n"):
            if line:
                yield json.loads(line)["meta"]


def test_every_reference_of_cail_is_read_back(shared: Path) -> None:
    for meta in _cail(shared / "corpora/cn/cail2018"):
        gold = list(dict.fromkeys(map(plain_name, meta["accusation"])))
        assert extract_charges(";".join(meta["accusation"]), "CN") == gold
        assert extract_charges("犯" + "罪，犯".join(meta["accusation"]) + "罪", "CN") == gold


PIECES = st.sampled_from(
    [*"犯罪不构成，。；、[]和及 \n", "盗窃", "侵占", "职务侵占", "走私", "贩卖", "毒品", "罪名：", "而是", "不构成", "应认定为", "非法经营", "<eoa>"]
)


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    found = extract_charges(text, "CN")
    assert found is None or (found and all(found) and len(set(found)) == len(found))
    labelled = extract_charges(text, "CN", labels=["侵占", "盗窃", "[走私、贩卖]毒品"])
    assert labelled is None or set(labelled) <= {"侵占", "盗窃", "[走私、贩卖]毒品"}


@pytest.mark.parametrize("piece", ["走私、", "盗窃", "罪名：", "不构成", "犯罪", "盗窃罪、", "非法制造、买卖、运输", "[走私、", "构成甲", "、", "珍贵、濒危野生动物、"])
def test_time_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece.encode()))
        start = time.process_time()
        extract_charges(text, "CN")
        return time.process_time() - start

    assert seconds(1_000_000) < 40 * max(seconds(100_000), 0.05)
