from __future__ import annotations

from typing import Any

import pytest

import legal_metrics as lm
from legal_metrics.report.numbers import figure, interval
from legal_metrics.report.terminal import render_terminal, table, width
from legal_metrics.report.titles import leading_scores, title

Scored = tuple[lm.Report, list[dict[str, Any]]]


def test_headline_comes_first_and_every_score_has_its_figures(scored: Scored) -> None:
    report, _ = scored
    lines = render_terminal(report).splitlines()
    assert lines[3].startswith("▶ ROUGE-L")
    for score in leading_scores(report):
        (line,) = (
            line
            for line in lines
            if line[2:].startswith(title(score.name).en + "  ")
            or f"{title(score.name).en} (" in line[2:]
            or f"{title(score.name).en} ↓" in line
        )
        cells = line.split()
        lenient = report.readings["lenient"].scores[score.name]
        shown = [
            figure(score.value),
            *interval(score).split(),
            str(score.n),
            str(score.n_unparsed),
            str(score.n_excluded),
            figure(lenient.value),
        ]
        assert " ".join(shown) in " ".join(cells)


def test_columns_are_aligned_for_wide_characters(scored: Scored) -> None:
    lines = render_terminal(scored[0]).splitlines()
    rows = lines[lines.index("") + 1 :]
    rows = rows[: rows.index("")]
    assert len({width(line[: line.index(cell)]) + width(cell) for line, cell in _ends(rows)}) == 1


def _ends(rows: list[str]) -> list[tuple[str, str]]:
    """Each row with its n column's text: the cell behind the closing bracket of the interval (or the head)."""
    found = []
    for row in rows[1:]:
        cell = row.split("]")[1].split()[0] if "]" in row else None
        if cell is not None:
            found.append((row[: row.index("]") + 1], row[: row.index("]") + 1][-1]))
    return found


def test_statutes_at_four_depths_have_a_table_of_their_own(scored: Scored) -> None:
    report, _ = scored
    text = render_terminal(report)
    for words, suffix in {
        "article 條": "_article",
        "paragraph 項": "_paragraph",
        "subparagraph 款": "_subparagraph",
        "item 目": "",
    }.items():
        (line,) = (line for line in text.splitlines() if line.startswith(f"  {words}"))
        assert line.split()[2:] == [
            figure(report.scores[f"statute_{rate}{suffix}"].value)
            for rate in ("accuracy", "type1", "type2", "unresolved", "total", "recall", "f1")
        ]


def test_the_notes_are_honest(scored: Scored) -> None:
    text = " ".join(render_terminal(scored[0]).split())
    assert "! Scored on the bundled release of invented cases: not comparable with the figures of the paper." in text
    assert "3 of 20 (15.0 %) of the outputs could not be read under the strict reading and score 0: " in text
    assert "1 missing" in text
    assert "1 of 20 (5.0 %) of the outputs are in Simplified characters" in text
    assert "The baseline 'always guilty' does at least as well as these outputs on: Verdict accuracy" in text

    score = scored[0].scores["statute_unresolved"]
    unread, unresolved, cited = score.n_unparsed, score.details["n_unresolved"], score.details["n_predicted"]
    assert f"Citations that are wrong, of unknown type: {unread} unread outputs, each as one wrong citation." in text
    assert unresolved == 0
    assert score.value == pytest.approx(unread / (cited + unread))  # the note explains the figure


def test_the_official_release_needs_no_warning_of_origin(scored: Scored) -> None:
    from dataclasses import replace

    report = replace(scored[0], dataset=lm.DatasetFacts("tw-legalbench", "ljp", "test", "1.0.0", "ab" * 32, "official"))
    assert "not comparable" not in render_terminal(report)
    assert "not comparable" in render_terminal(replace(report, dataset=lm.DatasetFacts(kind="rebuilt")))
    assert "do not compare" in render_terminal(replace(report, dataset=lm.DatasetFacts()))


def test_hostile_texts_cannot_break_the_table(hostile: Scored) -> None:
    text = render_terminal(hostile[0])
    assert "\x00" not in text
    assert "\x1b" not in text
    assert text.endswith("\n")


def test_wide_and_combining_characters() -> None:
    assert width("法a\u0301") == 3
    assert table([["a", "b"], ["法條", "1"], ["x", "10"]]) == "a      b\n法條   1\nx     10"
