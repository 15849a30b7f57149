"""``legal-metrics validate``: files of every kind in, findings and counts out; what is held against what; wrong calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from legal_metrics.cli import main
from legal_metrics.rubrics.lint_codes import CODES

CLAUSE = "双方可申请仲裁，也可向法院起诉。"
CONTRACT = f"第一条 价款\n总价十万元。\n第二条 争议解决\n{CLAUSE}\n"
ESSAY = {"id": "q1", "points": 10, "scoring_points": [{"criterion_number": 1, "content": "写明法院", "points": 9}]}


def risk(**changed: Any) -> dict[str, Any]:
    parts = {"识别风险": (1, "指出风险"), "风险解释": (3, "说明无效"), "修改建议": (3, "择一约定")}
    return {
        "index": 1,
        "risk_id": "RD06-003",
        "dimension": "争议解决风险",
        "risk_name": "或裁或审",
        "severity": "高",
        "points": 7,
        "clause_location": "第二条 争议解决",
        "risky_clause": CLAUSE,
        "scoring": {name: {"score": score, "desc": words} for name, (score, words) in parts.items()},
    } | changed


def detection(**changed: Any) -> dict[str, Any]:
    base = {
        "id": "k1",
        "contract_type": "买卖合同",
        "difficulty": "standard",
        "contract_file": "contracts/k1.md",
        "question": "审阅",
    }
    return base | {"risk_count": 1, "total_score": 7, "risks": [risk()]} | changed


def revision(**changed: Any) -> dict[str, Any]:
    fix = {key: value for key, value in risk().items() if key not in ("points", "scoring")} | {
        "gold_fix": "争议由仲裁委员会仲裁。",
        "max_score": 7,
        "fix_checklist": [{"point": "只约定一种方式", "score": 7, "keywords": ["仲裁"]}],
    }
    return {key: value for key, value in detection().items() if key != "risks"} | {"fixes": [fix | changed]}


def write(path: Path, value: Any, *, lines: bool = False, encoding: str = "utf-8") -> str:
    rows = (
        [json.dumps(row, ensure_ascii=False) + "\n" for row in value]
        if lines
        else [json.dumps(value, ensure_ascii=False)]
    )
    path.write_text("".join(rows), encoding=encoding)
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["validate", *arguments])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_lines_lists_and_single_records(tmp_path: Path, capsys: pytest.CaptureFixture[str], encoding: str) -> None:
    right = {**ESSAY, "id": "q2", "points": 9}
    files = [
        write(tmp_path / "a.jsonl", [ESSAY, right], lines=True, encoding=encoding),
        write(tmp_path / "b.json", [ESSAY, right], encoding=encoding),
        write(tmp_path / "c.json", ESSAY, encoding=encoding),
    ]
    code, out = run(capsys, *files, "--form", "tw_essay")
    assert code == 1
    assert out.count("error total-sum: found items that add up to 9, allowed 10 as declared; fix: declare 9") == 3
    assert "5 rubrics, 2 without findings\n      3 error\n" in out


def test_nothing_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, write(tmp_path / "a.json", {**ESSAY, "points": 9}))
    assert code == 0 and out.startswith("1 rubrics, 1 without findings\n      0 error\n")


def test_contracts_checklist_and_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "k1.md").write_text(CONTRACT, encoding="utf-8")
    one, other = write(tmp_path / "d.json", detection()), write(tmp_path / "r.json", revision(severity="低"))
    checklist = write(tmp_path / "checklist.json", {"RD06": [{"risk_id": "RD06-003"}]})
    beside = ("--contracts", str(folder), "--checklist", checklist)
    code, out = run(capsys, one, other, *beside)
    assert code == 1 and "pair-field at risk RD06-003: found severity '高' and '低'" in out and "not checked" not in out
    assert run(capsys, one, *beside) == (
        0,
        "1 rubrics, 1 without findings\n      0 error\n      0 warning\n      0 note\n",
    )
    code, out = run(capsys, one)
    assert code == 0 and "not checked in 1 rubrics: clauses: no contract text" in out
    moved = write(tmp_path / "m.json", detection(risks=[risk(clause_location="第一条 价款", risk_id="RD06-004")]))
    code, out = run(capsys, moved, *beside, "--json")
    told = json.loads(out)
    assert code == 1 and {one["code"] for one in told["findings"]} == {
        "risky-clause-elsewhere",
        "risk-id-unknown",
    } == set(told["codes"])
    assert told["n_rubrics"] == 1 and told["findings"][0].keys() == {
        "file",
        "id",
        "code",
        "severity",
        "where",
        "found",
        "allowed",
        "fix",
    }


def test_a_contract_is_looked_up_inside_its_folder_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (tmp_path / "k1.md").write_text(CONTRACT, encoding="utf-8")
    code, out = run(capsys, write(tmp_path / "d.json", detection(contract_file="../k1.md")), "--contracts", str(folder))
    assert code == 0 and "clauses: no contract text" in out


def test_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fact = "公诉机关指控，被告人甲趁无人之机取走乙的手机一部。"
    names = {"罪名认定": 20, "量刑情节分析": 30, "刑期预测": 25, "附带民事与赔偿": 15, "法条适用": 10}
    texts = dict(
        zip(
            names,
            (
                "认定构成诈骗罪",
                "基准、法定情节、酌定情节与综合调节",
                "判处有期徒刑九个月",
                "退赔",
                "刑法第二百六十四条",
            ),
            strict=True,
        )
    )
    modules = [
        {
            "module": name,
            "module_score": points,
            "dimensions": ["完整性"],
            "items": [{"index": number, "criterion": texts[name], "points": points}],
        }
        for number, (name, points) in enumerate(names.items(), 1)
    ]
    judgment = {"instruction": "预测判决", "question": "案情：" + fact, "total_score": 100, "rubrics": modules}
    term = {"death_penalty": False, "imprisonment": 9, "life_imprisonment": False}
    row = {
        "fact": fact,
        "meta": {
            "accusation": ["盗窃"],
            "relevant_articles": [264],
            "punish_of_money": 0,
            "term_of_imprisonment": term,
        },
    }
    labels = write(tmp_path / "cail.json", [row, {**row, "fact": "甲"}], lines=True, encoding="gb18030")
    file = write(tmp_path / "j.json", judgment)
    code, out = run(capsys, file, "--labels", labels)
    assert code == 1 and "label-charge-contradicts at module 罪名认定 > item 1: found 诈骗罪, allowed 盗窃" in out
    code, out = run(capsys, file)
    assert code == 0 and "label: no row of CAIL2018" in out


def test_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("结论", "案情简述", "分析过程", "法条依据")
    modules = [
        {
            "module": name,
            "module_score": 5,
            "dimensions": ["完整性"],
            "items": [{"index": n, "criterion": f"写明{name}的内容", "points": 5, "order_required": False}],
        }
        for n, name in enumerate(names, 1)
    ]
    case = {
        "id": "s1",
        "instruction": "分析",
        "question": "案情",
        "label": "合同",
        "total_score": 20,
        "rubrics": modules,
    }
    turned = write(tmp_path / "a.json", {**case, "id": "a1", "source_id": "s1", "tag": "反例"})
    source = write(tmp_path / "s.jsonl", [case], lines=True)
    assert "note adversarial-source" in run(capsys, turned)[1]
    assert "error adversarial-same-conclusion" in run(capsys, turned, "--sources", source)[1]


def test_least(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "r.json", revision(fix_checklist=[{"point": "只约定一种方式", "score": 7}]))
    assert "keywords-missing at" in run(capsys, file)[1]
    code, out = run(capsys, file, "--least", "error")
    assert code == 0 and "keywords-missing at" not in out and "1 keywords-missing" in out


def test_records_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, write(tmp_path / "a.jsonl", [{"id": 1, "answer": "A"}, ESSAY, ESSAY], lines=True))
    assert code == 1 and "#1: error unreadable" in out and "q1 (#3): error record-repeated" in out


@pytest.mark.parametrize(
    ("content", "arguments", "code", "message"),
    [
        (None, (), 2, "no such file"),
        ("[1]", (), 1, "record 1: found a number"),
        ("{", (), 1, "found no JSON"),
        ('{"a": 1}\n{', (), 1, "line 2"),
        ("{}", ("--form", "essay"), 2, "--form: found 'essay'"),
        ("{}", ("--contracts", "nowhere"), 2, "--contracts: no such folder"),
        ("{}", ("--checklist", "rubrics.json"), 1, "allowed ids such as RD01-001"),
    ],
)
def test_wrong_calls(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str | None,
    arguments: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("rubrics.json").write_text(content, encoding="utf-8")
    assert main(["validate", "rubrics.json", *arguments]) == code
    assert message in capsys.readouterr().err


def test_files_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\xff\xff\xff")
    assert main(["validate", str(path)]) == 1
    assert "neither UTF-8 nor GB18030" in capsys.readouterr().err


def test_the_page_shows_what_the_command_says() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "rubrics.md").read_text(encoding="utf-8")
    assert all(page.count(f"| `{code}` | {kind.severity} |") == 1 for code, kind in CODES.items())
