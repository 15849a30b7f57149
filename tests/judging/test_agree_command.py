"""``legal-metrics agree``: figures of files, coverage, categories, checks, JSON and usage errors."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from legal_metrics.cli import main
from legal_metrics.stats.agreement import cohen_kappa
from legal_metrics.stats.reliability import krippendorff_alpha

FIRST = ["correct", "correct", "wrong", "partial", "missing", "correct", "wrong", "partial"]
SECOND = ["correct", "partial", "wrong", "partial", "missing", "wrong", "wrong", "correct"]
PEOPLE = ["correct", "partial", "wrong", "partial", "wrong", "correct", "wrong", "partial"]
POINTS = {"correct": 2, "partial": 1, "wrong": 0, "missing": 0}


def rows(who: str, labels: list[str], *, key: str = "judge", run: str = "m", **more: Any) -> list[dict[str, Any]]:
    """Two items a record."""
    return [
        {
            "id": f"q{i // 2}",
            key: who,
            "run": run,
            "grades": [{"index": k + 1, "label": labels[i + k], "points": POINTS[labels[i + k]]} for k in (0, 1)],
            **more,
        }
        for i in range(0, len(labels), 2)
    ]


def write(path: Path, *parts: list[dict[str, Any]]) -> str:
    path.write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for part in parts for row in part), encoding="utf-8"
    )
    return str(path)


def agree(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["agree", "--resamples", "100", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    people = rows("a1", PEOPLE, key="annotator")
    for i, row in enumerate(people):
        row["category"] = ("civil", "criminal")[i % 2]
    return (
        write(tmp_path / "one.jsonl", rows("gpt-5", FIRST)),
        write(tmp_path / "two.jsonl", rows("judge-2", SECOND)),
        write(tmp_path / "people.jsonl", people),
    )


def test_json_is_what_the_functions_give(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    one, two, people = files
    code, out, _ = agree(capsys, one, two, "--human", people, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["n_answers"], found["n_items"]) == (4, 8)
    assert found["coverage"] == {"gpt-5": 8, "judge-2": 8, "human": 8}
    pair = found["pairs"][0]
    assert (pair["first"], pair["second"]) == ("gpt-5", "judge-2")
    assert pair["labels"]["percent"]["value"] == 5 / 8
    assert math.isclose(pair["labels"]["kappa"]["value"], cohen_kappa(FIRST, SECOND).kappa)
    worth = [[POINTS[a], POINTS[b]] for a, b in zip(FIRST, SECOND, strict=True)]
    weighted = cohen_kappa([a for a, _ in worth], [b for _, b in worth], weights="quadratic").kappa
    assert math.isclose(pair["labels"]["kappa_quadratic"]["value"], weighted)
    ordinal = krippendorff_alpha(worth, level="ordinal", interval="none").value
    assert math.isclose(found["panel"]["labels"]["alpha_ordinal"]["value"], ordinal)
    assert pair["labels"]["kappa"]["interval"]["method"] == "bootstrap"  # two items a record are not independent
    assert pair["totals"]["pearson"]["interval"]["method"] == "fisher-z"  # every record once
    assert pair["totals"]["bias"]["n"] == 4
    assert set(found["classes"]) == {"gpt-5", "judge-2"} and set(found["by_category"]) == {"civil", "criminal"}
    assert found["by_category"]["civil"][0]["labels"]["percent"]["n"] == 4


def test_json_to_a_file(files: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "agreement.json"
    code, text, err = agree(capsys, *files[:2], "--json", str(out))
    assert code == 0 and not text and "written" in err
    assert json.loads(out.read_text(encoding="utf-8"))["n_items"] == 8


def test_verdicts_behind_json_are_not_written_over(
    files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path(files[1]).read_bytes()
    assert agree(capsys, files[0], "--json", files[1])[0] == 2
    assert Path(files[1]).read_bytes() == before


def test_the_tables(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = agree(capsys, "--human", files[2], *files[:2], "--model", "gpt-4o", "--model", "our-model")
    assert code == 0
    for text in (
        "4 answers · 8 graded items",
        "kappa, quadratic",
        "Fleiss kappa",
        "ICC(2,k)",
        "balanced F1",
        "Category civil",
        "8 of 8",
    ):
        assert text in out
    assert (
        "gpt-5 and model gpt-4o are of one family (openai)" in out
        and "no family is known for our-model" in " ".join(out.split())
    )
    assert "nan" not in out.lower()


def test_what_is_not_defined_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = write(tmp_path / "one.jsonl", rows("j1", ["correct"] * 4))
    two = write(tmp_path / "two.jsonl", rows("j2", ["correct"] * 4))
    _, out, _ = agree(capsys, one, two)
    said = " ".join(out.split())
    assert "chance alone agrees always" in said and "gave one and the same number throughout" in said
    found = json.loads(agree(capsys, one, two, "--json")[1])
    assert found["pairs"][0]["labels"]["percent"]["value"] == 1
    for name in ("kappa", "kappa_linear", "kappa_quadratic"):
        assert found["pairs"][0]["labels"][name]["value"] is None and found["pairs"][0]["labels"][name]["reason"]
    assert all(figure["value"] is None for figure in found["panel"]["labels"].values())


def test_one_judge_alone(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = agree(capsys, files[0])
    assert code == 0 and "needs a second judge or people's grades" in " ".join(out.split())


def test_coverage_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = write(tmp_path / "one.jsonl", rows("j1", FIRST))
    two = write(
        tmp_path / "two.jsonl", rows("j2", SECOND[:2]), [{"id": "q3", "run": "m", "judge": "j2", "output": "无法评分"}]
    )
    _, out, _ = agree(capsys, one, two)
    assert "j2 graded only 2 of 8 (25.0 %) of the items" in " ".join(out.split())
    assert json.loads(agree(capsys, one, two, "--json")[1])["unscored"] == {"j1": 0, "j2": 1}


def test_labels_without_an_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def graded(judge: str, labels: str) -> list[dict[str, Any]]:
        return [
            {"id": f"q{i}", "judge": judge, "grades": [{"index": 1, "label": label, "points": 1}]}
            for i, label in enumerate(labels)
        ]

    one, two = (
        write(tmp_path / "one.jsonl", graded("j1", "ABCAB")),
        write(tmp_path / "two.jsonl", graded("j2", "ABBAC")),
    )
    pair = json.loads(agree(capsys, one, two, "--json")[1])["pairs"][0]
    assert pair["labels"]["kappa"]["value"] is not None
    assert pair["labels"]["kappa_linear"]["reason"] == "labels without an order: 'A', 'B', 'C'"
    assert "gave one and the same number" in pair["points"]["pearson"]["reason"]
    pair = json.loads(agree(capsys, one, two, "--order", "C,B,A", "--json")[1])["pairs"][0]
    assert pair["labels"]["kappa_linear"]["value"] is not None
    assert agree(capsys, one, two, "--order", "A,B")[0] == 1


def test_repeats_and_swaps(files: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = write(tmp_path / "again.jsonl", rows("gpt-5", [*FIRST[:7], "wrong"]))
    code, out, _ = agree(capsys, files[0], "--repeats", again, "--repeats", files[0], "--swapped", again, "--json")
    assert code == 0
    checks = json.loads(out)["checks"]
    assert checks["repeats"]["gpt-5"]["all_equal"]["value"] == 7 / 8
    assert math.isclose(checks["repeats"]["gpt-5"]["pairs_equal"]["value"], (7 * 3 + 1) / 24)
    assert checks["swapped"]["gpt-5"]["all_equal"]["value"] == 7 / 8
    assert "The same verdict again" in agree(capsys, files[0], "--repeats", again)[1]
    assert agree(capsys, files[0], "--repeats", files[1])[0] == 1  # another judge's


def test_swapped_pairs_are_turned_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def graded(labels: list[str]) -> list[dict[str, Any]]:
        return [
            {"id": f"q{i}", "judge": "j", "grades": [{"index": 1, "label": label, "points": 1}]}
            for i, label in enumerate(labels)
        ]

    before, after = (
        write(tmp_path / "a.jsonl", graded(["A", "B", "A"])),
        write(tmp_path / "b.jsonl", graded(["B", "A", "A"])),
    )
    code, out, _ = agree(capsys, before, "--swapped", after, "--json")
    assert code == 0
    found = json.loads(out)["checks"]["swapped"]["j"]
    assert math.isclose(found["consistent"]["value"], 2 / 3) and math.isclose(found["first"]["value"], 1 / 3)


def test_tiers_and_tricks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, medium, bad = ["correct"] * 12, ["correct", "wrong"] * 6, ["wrong"] * 11 + ["partial"]
    file = write(
        tmp_path / "runs.jsonl",
        rows("j", good, run="good"),
        rows("j", medium, run="medium"),
        rows("j", bad, run="bad"),
        rows("j", bad, run="longer"),
        rows("j", good, run="injected"),
    )
    arguments = [
        file,
        "--tiers",
        "good",
        "medium",
        "bad",
        "--margin",
        "0.5",
        "--plain",
        "bad",
        "--tricks",
        "longer",
        "injected",
    ]
    code, out, _ = agree(capsys, *arguments, "--json")
    assert code == 0
    checks = json.loads(out)["checks"]
    assert checks["tiers"]["j"]["outcome"] == "holds" and checks["units"] == {"j": "points"}
    assert [effect["outcome"] for effect in checks["tricks"]["j"]] == ["resists", "fooled"]
    text = agree(capsys, *arguments)[1]
    assert "good > medium" in text and "fooled" in text
    found = json.loads(agree(capsys, file, "--by", "run", "--json")[1])
    assert set(found["by_category"]) == {"good", "medium", "bad", "longer", "injected"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-file.jsonl"],
        ["{one}", "{one}"],
        ["{one}", "--human", "no-such-file.jsonl"],
        ["{one}", "--plain", "m"],
        ["{one}", "--tiers", "m"],
        ["{one}", "--margin", "-1"],
        ["{one}", "--order", "a,,b"],
        ["{one}", "--seed", "x"],
    ],
)
def test_wrong_calls(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = agree(capsys, *(argument.format(one=files[0]) for argument in arguments))
    assert code == 2 and not out and err


@pytest.mark.parametrize("arguments", [["--confidence", "2"], ["--tiers", "m", "x"], ["--resamples", "0"]])
def test_wrong_data(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert agree(capsys, files[0], *arguments)[0] == 1


def test_errors_of_files_name_them(
    files: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = write(tmp_path / "broken.jsonl", [{"id": "q0", "annotator": "a", "grades": [{"index": 1, "points": "2"}]}])
    code, out, err = agree(capsys, files[0], "--human", broken)
    assert code == 1 and not out and "broken.jsonl, line 1: field 'grades[0].points'" in err


def test_same_files_same_bytes(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    once, again = (agree(capsys, *files[:2], "--human", files[2], "--json")[1] for _ in range(2))
    assert once == again
