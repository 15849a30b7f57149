"""The commands over a built release: requests out, replies in, labels suggested and compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.__main__ import main
from builders.translate.accepted import read_accepted

ROOT = Path(__file__).resolve().parents[2]
RELEASE = str(ROOT / "data" / "tw-legalbench")
REPLIED = ROOT / "data" / "bundled" / "tw" / "exam_translations.en.jsonl"


def test_requests_and_replies_over_the_bundled_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    requests = tmp_path / "requests.jsonl"
    assert main(["translate", "request", "--release", RELEASE, "--language", "en", "--out", str(requests)]) == 0
    asked = [json.loads(line) for line in requests.read_text(encoding="utf-8").splitlines()]
    assert capsys.readouterr().err.startswith(f"{len(asked)} requests, ")
    translated = read_accepted(REPLIED.read_text(encoding="utf-8").split("\n"), str(REPLIED))
    assert translated.keys() < {request["id"] for request in asked}

    replies = tmp_path / "replies.jsonl"
    rows = [
        {"id": one.id, "by": "hand", "output": json.dumps({"question": one.question, "options": one.options, "passage": one.passage})}
        for one in translated.values()
    ]
    three = json.loads(rows[0]["output"])
    rows[0]["output"] = json.dumps({**three, "options": three["options"][:3]})
    replies.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    accepted = tmp_path / "en.jsonl"
    arguments = ["translate", "read", "--release", RELEASE, "--language", "en", "--replies", str(replies), "--out", str(accepted)]
    assert main(arguments) == 1  # most questions have no reply
    printed = capsys.readouterr().out
    assert printed.startswith(f"accepted {len(rows) - 1}, rejected 1, without an accepted reply {len(asked) - len(rows) + 1}")
    assert f"rejected {rows[0]['id']}: not_four_options" in printed
    assert read_accepted(accepted.read_text(encoding="utf-8").split("\n"), "en").keys() == {row["id"] for row in rows[1:]}


def test_labels_are_suggested_checked_compared_and_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suggested, merged, figures = (tmp_path / name for name in ("rules.jsonl", "labels.jsonl", "agreement.json"))
    authors = str(ROOT / "data" / "bundled" / "tw" / "exam_labels.jsonl")
    assert main(["annotate", "suggest", "--release", RELEASE, "--out", str(suggested)]) == 0
    assert main(["annotate", "check", str(suggested), authors]) == 0
    assert main(["annotate", "compare", authors, str(suggested), "--json", str(figures)]) == 0
    assert "jurisdiction" in capsys.readouterr().out
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert main(["annotate", "merge", authors, str(suggested), "--decided", authors, "--out", str(merged)]) == 0
    assert main(["annotate", "merge", authors, str(suggested), "--out", str(merged)]) == (1 if found["disagreements"] else 0)


def test_two_files_without_a_common_question_compare_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nobody = tmp_path / "b.jsonl"
    nobody.write_text("", encoding="utf-8")
    assert main(["annotate", "compare", str(ROOT / "data" / "bundled" / "tw" / "exam_labels.jsonl"), str(nobody)]) == 1
    assert "found no question that both label" in capsys.readouterr().err


def test_a_release_without_questions_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", "request", "--release", str(tmp_path), "--language", "en"]) == 1
    assert "no built release" in capsys.readouterr().err
