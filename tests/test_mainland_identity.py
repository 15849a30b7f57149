"""A reference given as the prediction scores 1.0, on every row of LawBench's judgment tasks and of CAIL2018 that is no recorded defect.

``tests/data/cn_gold_defects.jsonl`` names the defective rows (0-based, in the order of the file) and why; a test holds it to be right and complete.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.extract.mainland_charges import plain_name
from legal_metrics.jurisdictions import get

DEFECTS = [json.loads(line) for line in (Path(__file__).parent / "data" / "cn_gold_defects.jsonl").read_text(encoding="utf-8").splitlines()]
CAIL = {"cail2018/data_train": ("data_train.gb18030.json", "gb18030"), "cail2018/data_test": ("data_test.first300.utf8.json", "utf-8")}


def defects(file: str) -> set[int]:
    return {row["row"] for row in DEFECTS if row["file"] == file}


def lawbench(shared: Path, task: str) -> Iterator[tuple[str, list[str]]]:
    """(file, references) of every file of a task: the data set and each model's outputs."""
    paths = sorted((shared / "corpora/cn/lawbench").glob(f"*/{task}.json"))
    assert len(paths) == 3
    for path in paths:
        rows = json.loads(path.read_text(encoding="utf-8"))
        values = rows.values() if isinstance(rows, dict) else rows
        yield path.parent.name, [row.get("refr") or row["answer"] for row in values]


def cail(shared: Path, file: str) -> list[dict[str, Any]]:
    name, encoding = CAIL[file]
    lines = (shared / "corpora/cn/cail2018" / name).read_text(encoding=encoding).split("\n")
    return [json.loads(line)["meta"] for line in lines if line]


def test_articles_of_lawbench(shared: Path) -> None:
    registry = get("CN").statutes
    for file, references in lawbench(shared, "3-1"):
        gold = [lm.extract_statutes(reference, "CN") for reference in references]
        for citations in gold:
            score = lm.check_statutes(citations, citations, registry=registry, depth="article")
            assert (score.accuracy, score.correct) == (1.0, len({c.key("article") for c in citations}))
        odd = {i for i, citations in enumerate(gold) if not all(registry.exists(c) for c in citations)}
        assert odd == defects("lawbench/3-1"), file


def test_charges_of_lawbench(shared: Path) -> None:
    labels = (shared / "corpora/cn/cail2018/accu.txt").read_text(encoding="utf-8").split()
    for file, references in lawbench(shared, "3-3"):
        odd = set()
        for i, reference in enumerate(references):
            gold = reference.removeprefix("罪名:").split(";")
            assert lm.label_scores(lm.extract_charges(reference, "CN", labels=labels), gold).f1 == 1.0, (file, i)
            if lm.label_scores(lm.extract_charges(reference, "CN"), gold).f1 != 1.0:
                odd.add(i)
        assert odd == defects("lawbench/3-3"), file


@pytest.mark.parametrize("task", ["3-4", "3-5"])
def test_terms_of_lawbench(shared: Path, task: str) -> None:
    for file, references in lawbench(shared, task):
        for i, reference in enumerate(references):
            sentence = lm.parse_sentence(reference, "CN")
            assert sentence is not None, (file, i)
            if sentence.life or sentence.death:
                assert reference in ("刑期:无期", "刑期:死刑"), (file, i)
                continue
            months = int(reference.removeprefix("刑期:").removesuffix("个月"))
            assert lm.term_log_distance([sentence.term_months], [months]).value == 1.0, (file, i)


@pytest.mark.parametrize("file", sorted(CAIL))
def test_rows_of_cail(shared: Path, file: str) -> None:
    odd = set()
    for i, meta in enumerate(cail(shared, file)):
        articles = [str(article) for article in meta["relevant_articles"]]
        cited = [c.article for c in lm.extract_statutes("、".join(f"第{article}条" for article in articles), "CN", default_law="刑法")]
        assert lm.label_scores(cited, articles).f1 == 1.0, (file, i)
        charges = lm.extract_charges("；".join(meta["accusation"]), "CN")
        assert lm.label_scores(charges, map(plain_name, meta["accusation"])).f1 == 1.0, (file, i)
        term = lm.normalise_cail_term(meta)
        written = {"death": "死刑", "life": "无期徒刑"}.get(term.kind or "", f"刑期:{term.months}个月")
        read = lm.parse_sentence(written, "CN")
        assert read is not None and (read.death, read.life) == (term.death, term.life), (file, i)
        assert read.term_months == term.months, (file, i)
        if term.kind and meta["term_of_imprisonment"]["imprisonment"]:
            odd.add(i)
    assert odd == defects(file)


def test_every_defect_names_a_file_that_is_checked() -> None:
    assert {row["file"] for row in DEFECTS} <= {"lawbench/3-1", "lawbench/3-3", *CAIL}
    assert all(row.keys() == {"file", "row", "reason"} and row["reason"] for row in DEFECTS)
