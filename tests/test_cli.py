from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from releases import records, write_release

import legal_metrics as lm
from legal_metrics.cli import main
from legal_metrics.commands.extract import READERS
from legal_metrics.errors import LegalMetricsError
from legal_metrics.jurisdictions import CODES

TASK = "tw-legalbench/ljp"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(tmp_path_factory.mktemp("release") / "tw-legalbench")


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    return _write(tmp_path / "outputs.jsonl", [{"id": r["id"], "output": _echo(r)} for r in records(200, 20)])


def _echo(record: dict[str, Any]) -> str:
    from legal_metrics.readers.judgments import label_citations

    statutes = [str(citation) for citation in label_citations(record)]
    return json.dumps({"statutes": statutes, "reasoning": "", "main_text": record["main_text"]}, ensure_ascii=False)


def _write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def _score(predictions: Path, references: Path, *more: str) -> list[str]:
    return ["score", TASK, "--predictions", str(predictions), "--references", str(references), *more]


def test_score_prints_the_table_and_writes_both_reports(
    release: Path, predictions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "folder"
    code = main(
        _score(
            predictions,
            release,
            "--json",
            str(out / "r.json"),
            "--html",
            str(out / "r.html"),
            "--by",
            "cause",
            "--by",
            "form",
            "year",
        )
    )
    printed = capsys.readouterr()
    assert code == 0
    assert "▶ ROUGE-L" in printed.out
    assert "1.0000" in printed.out
    assert str(out / "r.html") in printed.err
    report = json.loads((out / "r.json").read_text(encoding="utf-8"))
    assert report["readings"]["strict"]["scores"]["rouge_l"]["value"] == 1.0
    assert report["dataset"]["kind"] == "bundled"
    assert report["options"]["seed"] == 20260617
    assert list(report["strata"]) == ["cause", "form", "year"]
    assert set(report["baselines"]) == {"always_guilty", "constant", "cause_template"}
    assert (out / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sorted(path.name for path in out.iterdir()) == ["r.html", "r.json"]


def test_same_input_same_bytes(release: Path, predictions: Path, tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        assert (
            main(
                _score(
                    predictions,
                    release,
                    "--json",
                    str(tmp_path / f"{name}.json"),
                    "--html",
                    str(tmp_path / f"{name}.html"),
                )
            )
            == 0
        )
        texts.append([(tmp_path / f"{name}{end}").read_bytes() for end in (".json", ".html")])
    assert texts[0] == texts[1]


def test_options_reach_the_report(release: Path, predictions: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.json"
    options = ("--reading", "lenient", "--reference", "whole_text", "--seed", "7", "--split", "test")
    assert main(_score(predictions, release, "--json", str(out), *options)) == 0
    report = json.loads(out.read_text(encoding="utf-8"))
    assert (report["reading"], report["options"]["reference"], report["options"]["seed"]) == (
        "lenient",
        "whole_text",
        7,
    )
    assert "seed=7" in report["readings"]["lenient"]["scores"]["rouge_l"]["signature"]


def test_a_file_of_records_can_be_the_reference(
    predictions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = _write(tmp_path / "records.jsonl", records(200, 20))
    assert main(_score(predictions, rows)) == 0
    assert "The origin of the references is not stated" in " ".join(capsys.readouterr().out.split())


def test_missing_unknown_and_repeated_ids_are_listed(
    release: Path, predictions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = predictions.read_text(encoding="utf-8").splitlines()
    missing = json.loads(lines[0])["id"]
    predictions.write_text("\n".join([*lines[1:], json.dumps({"id": "x", "output": ""})]), encoding="utf-8")
    html = tmp_path / "r.html"
    assert main(_score(predictions, release, "--html", str(html))) == 1
    printed = capsys.readouterr()
    assert "unknown id 'x'" in printed.err
    assert f"missing id '{missing}'" in printed.err
    assert printed.out == ""
    assert not html.exists()
    predictions.write_text("\n".join([*lines, lines[3]]), encoding="utf-8")
    assert main(_score(predictions, release)) == 1
    assert f"{predictions}:21: id " in capsys.readouterr().err


def test_allow_missing_counts_them(release: Path, predictions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = predictions.read_text(encoding="utf-8").splitlines()
    predictions.write_text("\n".join(lines[4:]), encoding="utf-8")
    assert main(_score(predictions, release, "--allow-missing")) == 0
    assert (
        "4 of 20 (20.0 %) of the outputs could not be read under the strict reading and score 0: 4 missing."
        in " ".join(capsys.readouterr().out.split())
    )


def test_u2028_ends_no_line_and_crlf_does(release: Path, predictions: Path) -> None:
    text = predictions.read_text(encoding="utf-8").replace("犯", "犯\u2028").replace("\n", "\r\n")
    predictions.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert main(_score(predictions, release)) == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no predictions found"),
        ('{"id": "a", "output": "甲"}\n'.encode("utf-16"), "outputs.jsonl:1: found bytes that are not UTF-8"),
        (b'{"id": "a", "output": ""}\n' + "甲".encode("big5"), "outputs.jsonl:2: found bytes that are not UTF-8"),
        (b'{"id": "a"}', "outputs.jsonl:1: field 'output' is missing"),
        (b'{"id": "a", "output": 1}', "outputs.jsonl:1: field 'output': found a number, allowed a string"),
    ],
)
def test_bad_predictions_are_named(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    path = tmp_path / "outputs.jsonl"
    path.write_bytes(content)
    assert main(_score(path, release)) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("score", "tw-legalbench/lpj"), "Did you mean 'tw-legalbench/ljp'"),
        (("--split", "tset"), "allowed train, test"),
        (("--predictions", "nowhere.jsonl"), "no such file: nowhere.jsonl"),
        (("--reading", "loose"), "invalid choice"),
        (("--html", ""), "allowed a file name"),
        (("--html", "/dev/null"), "allowed a file name"),
        (("--seed", "x"), "--seed: found 'x', allowed a whole number >= 0"),
        (("--seed", "-1"), "--seed: found '-1', allowed a whole number >= 0"),
        (("--seed", "1.5"), "--seed: found '1.5', allowed a whole number >= 0"),
        (("--worst", "-1"), "--worst: found '-1', allowed a whole number >= 0"),
    ],
)
def test_wrong_usage_exits_2_without_a_traceback(
    release: Path, predictions: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], message: str
) -> None:
    arguments = _score(predictions, release)
    if change[0] in arguments:
        arguments[arguments.index(change[0]) + 1] = change[1]
    else:
        arguments += change
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_no_file_is_written_twice_or_over_what_is_read(
    release: Path, predictions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    link = tmp_path / "link"
    link.symlink_to(tmp_path, target_is_directory=True)
    for first, second in ((out, out), (out, tmp_path / "a" / ".." / "out"), (out, link / "out")):
        assert main(_score(predictions, release, "--json", str(first), "--html", str(second))) == 2
        assert "--html: found" in (error := capsys.readouterr().err)
        assert "which is the file of --json, allowed another file" in error
    assert not out.exists()
    before = predictions.read_bytes()
    assert main(_score(predictions, release, "--json", str(predictions))) == 2
    assert "which is the file of --predictions" in capsys.readouterr().err
    assert predictions.read_bytes() == before


def test_a_folder_that_was_made_is_told_and_taken_back_with_its_files(
    release: Path, predictions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new, full = tmp_path / "new", tmp_path / "full"
    full.write_text("")
    assert main(_score(predictions, release, "--json", str(new / "a" / "r.json"), "--html", str(full / "r.html"))) == 1
    assert f"{full / 'r.html'}: " in capsys.readouterr().err  # the file is named
    assert not new.exists()
    assert main(_score(predictions, release, "--json", str(new / "a" / "r.json"))) == 0
    told = [f"made folder: {new}", f"made folder: {new / 'a'}", f"written: {new / 'a' / 'r.json'}"]
    assert capsys.readouterr().err.splitlines() == told
    assert main(_score(predictions, release, "--json", str(new / "a" / "r.json"))) == 0
    assert capsys.readouterr().err.splitlines() == told[2:]


def test_a_lone_cr_ends_no_line(release: Path, predictions: Path) -> None:
    """JSON takes it for a blank; RFC 8259 section 2."""
    predictions.write_bytes(predictions.read_bytes().replace(b'{"id"', b'{\r"id"'))
    assert main(_score(predictions, release)) == 0


@pytest.mark.parametrize(
    ("more", "message"),
    [(("--by", "colour"), "'colour'"), (("--reference", "all"), "reference: found 'all', allowed applied, whole_text")],
)
def test_unknown_fields_and_references_are_named(
    release: Path, predictions: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], message: str
) -> None:
    assert main(_score(predictions, release, *more)) == 1
    assert message in capsys.readouterr().err


def test_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks"]) == 0
    printed = capsys.readouterr().out
    assert main(["tasks", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in table] == [task.id for task in lm.tasks()]
    assert all(row["id"] in printed for row in table)


@pytest.mark.parametrize(
    ("what", "text", "expected"),
    [
        ("charges", "甲犯竊盜罪，處拘役貳拾日。", ["竊盜"]),
        ("charges", "今天天氣很好。", None),
        ("statutes", "今天天氣很好。", []),
        ("sentence", "今天天氣很好。", None),
        ("judge", "今天天氣很好。", None),
    ],
)
def test_extract(
    what: str, text: str, expected: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _extract(monkeypatch, json.dumps({"id": 7, "text": text}) + "\n\n", what) == 0
    assert json.loads(capsys.readouterr().out) == {"id": 7, what: expected}


def test_extract_gives_every_field(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = "甲犯詐欺取財罪，處有期徒刑壹年貳月，併科罰金新臺幣參萬元。"
    assert _extract(monkeypatch, json.dumps({"output": text}), "sentence", "--jurisdiction", "tw") == 0
    sentence = json.loads(capsys.readouterr().out)["sentence"]
    assert (sentence["imprisonment_months"], sentence["fine"], sentence["currency"], sentence["verdict"]) == (
        14,
        30000,
        "TWD",
        "guilty",
    )
    assert _extract(monkeypatch, json.dumps({"text": "刑法第339條之4第1項第2款"}), "statutes") == 0
    (statute,) = json.loads(capsys.readouterr().out)["statutes"]
    assert (statute["citation"], statute["article"], statute["subparagraph"], statute["span"]) == (
        "刑法第339條之4第1項第2款",
        "339-4",
        2,
        [0, 15],
    )


def test_extract_reads_grades_by_the_rubric_of_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reply = '評分：[{"index": 1, "label": "partial", "points": 9, "reason": "\\ud800"},]'
    assert _extract(monkeypatch, json.dumps({"text": reply, "rubric": [{"index": 1, "points": 3}]}), "judge") == 0
    judged = json.loads(capsys.readouterr().out)["judge"]
    assert (judged["grades"][0]["score"], judged["complete"], judged["strict"]) == (9, True, False)
    assert judged["repairs"] == ["surrounding_text", "trailing_commas"]
    assert judged["problems"][0].startswith("item 1: points outside the range")
    assert _extract(monkeypatch, json.dumps({"text": reply, "rubric": "q1"}), "judge") == 1
    assert "stdin, line 1: rubric: found 'q1'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "stdin, line 1: found broken JSON"),
        ("[]", "stdin, line 1: found a list, allowed a JSON object"),
        ('{"id": 1}', "stdin, line 1: found no field 'text' or 'output' (fields: id), one is needed"),
        ('{"text": 1}', "stdin, line 1: field 'text': found a number, allowed a string"),
    ],
)
def test_extract_names_a_bad_line(
    line: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _extract(monkeypatch, line, "statutes") == 1
    assert message in capsys.readouterr().err


def test_extract_reads_the_jurisdictions_that_it_offers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table of the command says what the functions can."""
    for what, reader in READERS.items():
        for code in CODES:
            if code in reader.jurisdictions:
                reader.read("甲无罪。", code)
            else:
                with pytest.raises(LegalMetricsError, match="jurisdiction"):
                    reader.read("甲无罪。", code)
            offered = code in reader.jurisdictions
            assert _extract(monkeypatch, "", what, "--jurisdiction", code.lower()) == (0 if offered else 2)
            assert offered or f"found {code!r}, allowed for {what} TW" in capsys.readouterr().err


def test_extract_choices_takes_options_of_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"id": "1", "text": "答案：A、C"},
        {"id": "2", "output": "答案：A、C", "multiple": True},
        {"id": "3", "text": "乙", "options": ["甲", "乙"]},
        {"id": "4", "text": "得撤銷", "options": ["無效", "得撤銷", "有效"]},
    ]
    assert _extract(monkeypatch, "\n".join(json.dumps(row) for row in rows), "choices") == 0
    found = [json.loads(line)["choices"] for line in capsys.readouterr().out.splitlines()]
    assert found == [None, ["A", "C"], ["乙"], ["B"]]
    assert _extract(monkeypatch, '{"text": "B、D"}', "choices", "--multiple", "--options", "ABCDE") == 0
    assert json.loads(capsys.readouterr().out) == {"choices": ["B", "D"]}
    assert _extract(monkeypatch, '{"text": "B", "options": 4}', "choices") == 1
    assert "options: found 4" in capsys.readouterr().err


def test_extract_says_what_it_can_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "colours"]) == 2
    assert "choose from" in capsys.readouterr().err


def _extract(monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="ascii"))
    return main(["extract", *arguments])


def test_prompt_writes_one_line_a_record_without_its_reference(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prompt", TASK, "--references", str(release)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for row, record in zip(rows, records(200, 20), strict=True):
        prompt = lm.render_prompt(TASK, record)
        assert row["id"] == record["id"]
        assert row["messages"] == [dict(message) for message in prompt]
        assert row["prompt_version"] == prompt.version
        assert record["facts"] in row["messages"][-1]["content"]
        assert record["main_text"] not in json.dumps(row, ensure_ascii=False)
    assert main(["prompt", TASK, "--references", str(release), "--language", "fr"]) == 2
    assert main(["prompt", TASK, "--references", str(release), "--prompt-version", "99"]) == 1


def test_a_bad_record_leaves_no_half_written_prompts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = records(200, 3)
    rows[2]["facts"] = " "
    assert main(["prompt", TASK, "--references", str(_write(tmp_path / "records.jsonl", rows))]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert rows[2]["id"] in printed.err


def test_no_command_is_wrong_usage_and_help_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["--help"]) == 0
    assert main(["--version"]) == 0
    assert "legal-metrics " in capsys.readouterr().out


def test_as_a_module_with_an_old_code_page(root: Path) -> None:
    """What a Windows console with code page 950 or an ASCII locale does: output stays UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "legal_metrics", "extract", "charges"],
        input='{"text": "甲犯竊盜罪，處拘役貳拾日。\\ud800"}\n'.encode(),
        capture_output=True,
        cwd=root,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == '{"charges": ["竊盜"]}\n'.encode()


def test_a_reader_that_goes_away_is_no_traceback(root: Path, release: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "legal_metrics", "prompt", TASK, "--references", str(release)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=root,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
