"""The accuracy commands: figures by hand on small labels, and the thresholds on the real files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judgment_texts import OLD, SUMMARY, TABLES, without_blanks

from builders.__main__ import main
from builders.accuracy.judgments import JudgmentAccuracy, compare_judgment, measure_judgments
from builders.accuracy.sentences import days_of, measure_sentences
from builders.accuracy.tally import Tally
from builders.errors import BuildError
from builders.parse.judgment import parse_judgment
from legal_metrics.penalties import Penalty

TEXTS = {"AAAM,107,簡,12,20180927,1": SUMMARY, "AAAM,93,訴,878,20050221,1": OLD, "AAAM,112,訴,34,20230713,1": TABLES}


def raw(jid: str) -> dict[str, str]:
    _, year, word, number, date, _ = jid.split(",")
    return {"JID": jid, "JYEAR": year, "JCASE": word, "JNO": number, "JDATE": date, "JTITLE": "竊盜", "JFULL": TEXTS[jid], "JPDF": ""}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    for jid in TEXTS:
        (folder / f"{jid}.json").write_text(json.dumps(raw(jid), ensure_ascii=False), encoding="utf-8")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    return folder


@pytest.fixture
def labels() -> list[dict[str, Any]]:
    return [parse_judgment(raw(jid)).to_gold_dict() for jid in TEXTS]


def write_labels(path: Path, labels: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(label, ensure_ascii=False) + "\n" for label in labels), encoding="utf-8")
    return path


def test_the_parsers_own_output_as_label_is_all_right(tmp_path: Path, source: Path, labels: list[dict[str, Any]]) -> None:
    result = measure_judgments(write_labels(tmp_path / "gold.jsonl", labels), source)
    assert (result.labels, result.absent) == (3, [])
    assert all(entry.right == entry.n for entry in result.tally.fields.values())
    assert all(entry.f1 == 1 for entry in result.tally.citations.values())
    assert result.tally.fields["verdict per defendant"].n == 5
    assert result.tally.fields["table counts.imprisonment_months"].n == 2


def test_each_kind_of_difference_is_counted_once_with_its_id(labels: list[dict[str, Any]]) -> None:
    """By hand: one section moved, one verdict changed, one term changed, one fine that only the label has, one citation more and one less."""
    found = labels[0]
    label = json.loads(json.dumps(found))
    label["sections"]["main_text"][0] += 1
    label["outcomes"][0]["counts"][0].update(detention_days=30, fine_twd=3000)
    label["statutes"][0]["article"] = "1"
    tally = Tally()
    compare_judgment(tally, label, found)
    jid = label["jid"]
    wrong = {name: (entry.right, entry.wrong, entry.missing) for name, entry in tally.fields.items() if entry.right < entry.n}
    assert wrong == {"sections.main_text": (0, 1, 0), "counts.detention_days": (0, 1, 0), "counts.fine_twd": (0, 0, 1)}
    assert all(list(tally.fields[name].ids) == [jid] for name in wrong)
    statutes = tally.citations["statutes"]
    assert (statutes.right, statutes.expected, statutes.found) == (3, 4, 4)
    assert statutes.cases == [{"id": jid, "missing": ["刑事訴訟法 1 1 - -"], "extra": ["刑事訴訟法 449 1 - -"]}]

    label = json.loads(json.dumps(found))
    label["outcomes"][0]["verdict"] = "not_guilty"
    tally = Tally()
    compare_judgment(tally, label, found)
    assert (tally.fields["verdict per defendant"].n, tally.fields["verdict per defendant"].right) == (1, 0)


def test_doubtful_citations_are_left_out_with_what_was_read_for_them(labels: list[dict[str, Any]]) -> None:
    found = labels[0]
    label = json.loads(json.dumps(found))
    label["statutes"][1].update(article="999", doubt="slip")
    tally = Tally()
    compare_judgment(tally, label, found)
    assert (tally.citations["statutes"].expected, tally.citations["statutes"].found, tally.citations["statutes"].f1) == (3, 3, 1)


def test_labels_without_their_judgment_are_named(tmp_path: Path, source: Path, labels: list[dict[str, Any]]) -> None:
    gold = write_labels(tmp_path / "gold.jsonl", [*labels, {"jid": "BBBM,1"}])
    assert measure_judgments(gold, source).absent == ["BBBM,1"]
    with pytest.raises(BuildError, match="none of the 1 judgments"):
        measure_judgments(write_labels(tmp_path / "other.jsonl", [{"jid": "BBBM,1"}]), source)


@pytest.mark.parametrize(("line", "message"), [("{", "line 2"), ("[]", "no 'jid'"), ('{"jid": 3}', "no 'jid'")])
def test_bad_label_lines_are_named(tmp_path: Path, source: Path, line: str, message: str) -> None:
    (tmp_path / "gold.jsonl").write_text(f'{{"jid": "x"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(BuildError, match=message):
        measure_judgments(tmp_path / "gold.jsonl", source)


def test_the_command_prints_a_table_and_writes_json(
    tmp_path: Path, source: Path, labels: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write_labels(tmp_path / "gold.jsonl", labels)
    code = main(["accuracy", "judgments", "--gold", str(gold), "--source", str(source), "--json", str(tmp_path / "out.json")])
    assert code == 0
    assert "verdict per defendant" in capsys.readouterr().out
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["fields"]["form"]["right"] == 3
    assert main(["accuracy", "judgments", "--gold", str(tmp_path / "none"), "--source", str(source)]) == 1
    assert "none" in capsys.readouterr().err


def collection(tmp_path: Path, entries: list[dict[str, Any]]) -> Path:
    folder = tmp_path / "collection"
    folder.mkdir()
    (folder / "list.json").write_text(json.dumps(entries, ensure_ascii=False), encoding="utf-8")
    return folder


def test_sentences_agree_with_a_penalty_and_disagreements_show_both_figures(tmp_path: Path) -> None:
    text = without_blanks(SUMMARY)
    entries = [{"id": i, "no": "107,簡,12", "reason": "竊盜", "judgment": text, "outcome": outcome} for i, outcome in enumerate([20, 21, 90])]
    result = measure_sentences(collection(tmp_path, entries)).sentences["list.json"]
    assert (result.n, result.agree, dict(result.by)) == (3, 2, {"penalty": 2})
    assert [(case["id"], case["theirs"], case["ours"]) for case in result.others] == [("list.json#2", 90, [20])]


def test_days_are_counted_as_the_makers_do() -> None:
    """By hand: 1 year 2 months = 365 + 60; days beyond months are added."""
    assert days_of(Penalty(imprisonment_months=14, imprisonment_days=15)) == 440
    assert days_of(Penalty(life=True)) is None


def test_cited_articles_are_explained_by_place(tmp_path: Path) -> None:
    issues = [("中華民國刑法", "320"), ("中華民國刑法", "41"), ("刑事訴訟法", "449"), ("公司法", "320"), ("民法", "1")]
    entry = {"judgement": SUMMARY, "relatedIssues": [{"lawName": law, "issueRef": ref} for law, ref in issues]}
    result = measure_sentences(collection(tmp_path, [entry])).articles["list.json"]
    assert (result.n, result.same, result.common) == (1, 0, 3)
    assert dict(result.differences) == {
        "only theirs: under another law in our reading": 1,
        "only theirs: stands nowhere in the text": 1,
        "only ours: concluding": 1,
    }


def test_files_that_are_no_collection_are_reported(tmp_path: Path) -> None:
    folder = collection(tmp_path, [{"judgment": SUMMARY, "outcome": 20}])
    (folder / "object.json").write_text("{}", encoding="utf-8")
    (folder / "broken.json").write_text("[", encoding="utf-8")
    (folder / "note.txt").write_text("x", encoding="utf-8")
    assert [problem.split(":")[0] for problem in measure_sentences(folder).unread] == ["broken.json", "note.txt", "object.json"]
    (folder / "list.json").unlink()
    with pytest.raises(BuildError, match="no JSON list"):
        measure_sentences(folder)


def test_parse_prints_one_line_a_file_and_fails_only_for_files_that_do_not_open(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = sorted(str(path) for path in source.iterdir())
    assert main(["parse", "judgment", *files]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == files
    assert next(line["problems"] for line in lines if line["file"].endswith("broken.json"))[0]["code"] == "broken_json"
    assert {line["jid"] for line in lines if "jid" in line} == set(TEXTS)
    assert main(["parse", "judgment", files[0], str(tmp_path / "missing.json"), str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert "missing.json: No such file" in captured.err


def test_wrong_usage_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["unknown"], ["parse"], ["parse", "unknown", "x"], ["accuracy", "judgments"]):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "accuracy" in capsys.readouterr().out


def rates(result: JudgmentAccuracy) -> dict[str, float]:
    return {name: entry.rate for name, entry in result.tally.fields.items() if entry.rate is not None}


@pytest.mark.parametrize(("gold", "folder"), [("gold.jsonl", "jrf"), ("gold_modern.jsonl", "modern")])
def test_thresholds_on_real_judgments(shared: Path, gold: str, folder: str) -> None:
    """Sections and verdicts 100 %, penalties 99 % (90 % where they stand in tables), citations F1 0.99."""
    judgments = shared / "corpora/tw/judgments"
    result = measure_judgments(judgments / gold, judgments / folder)
    assert result.absent == []
    for name, rate in rates(result).items():
        exact = name.startswith("sections") or name in ("verdict per defendant", "form", "instance", "defendants")
        assert rate >= (1 if exact else 0.9 if name.startswith("table") else 0.99), name
    for name, pooled in result.tally.citations.items():
        assert (pooled.f1 or 0) >= 0.99, name


def test_thresholds_on_judgments_without_white_space(shared: Path) -> None:
    """Larceny: the makers' figure in at least 490 of 500; no cited article of theirs is unexplained."""
    result = measure_sentences(shared / "corpora/tw/judgments/q2d")
    (larceny,) = result.sentences.values()
    assert (larceny.n, larceny.agree >= 490) == (500, True)
    assert result.unread == []
    for articles in result.articles.values():
        assert articles.n == 50
        assert articles.differences["only theirs: stands nowhere in the text"] == 0
