"""The report on an evaluation: every value is in it, well formed, the same each time, and true of what has no value."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from legal_metrics.caai.assessment import Assessment, assess
from legal_metrics.report.caai import render_assessment_html
from legal_metrics.report.caai_plots import Move, Sector, Spoke, moves, radar
from legal_metrics.report.caai_terminal import assessment_notes, render_assessment
from legal_metrics.report.caai_titles import amount

EXAMPLE = Path(__file__).parents[2] / "examples" / "caai"
VOID = {"meta", "br", "hr"}


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


@pytest.fixture(scope="module")
def assessment() -> Assessment:
    return assess(EXAMPLE)


@pytest.fixture
def lacking(tmp_path: Path) -> Assessment:
    folder = shutil.copytree(EXAMPLE, tmp_path / "evaluation")
    shutil.rmtree(folder / "safety")
    (folder / "ratings" / "rater-b.csv").unlink()
    (folder / "ratings" / "rater-a.csv").unlink()
    (folder / "run.jsonl").unlink()
    return assess(folder)


def test_page_is_well_formed_and_stands_alone(assessment: Assessment, lacking: Assessment) -> None:
    for each in (assessment, lacking):
        html = render_assessment_html(each)
        page = _Page(html)
        assert not page.open
        assert page.tags.count("svg") == 2 or each is lacking
        assert "script" not in page.tags
        assert not re.search(r"@import|url\(|https?:", html)
        assert "nan" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL).lower().split()
        assert html == render_assessment_html(each)


def test_every_value_stands_with_its_number_and_its_figure(assessment: Assessment) -> None:
    rows = _Page(render_assessment_html(assessment)).rows
    shown = [row[1:3] for row in rows if len(row) == 6]
    wanted = [[value.formula, amount(value)] for root in (assessment.result.total, assessment.result.functional) for value in root.walk()]
    assert [row for row in shown if row in wanted] == wanted


def test_every_note_and_every_variation_is_told(assessment: Assessment, lacking: Assessment) -> None:
    for each in (assessment, lacking):
        html = render_assessment_html(each)
        text = re.sub(r"\s+", " ", render_assessment(each))
        for note in assessment_notes(each):
            assert note.text in html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
            assert note.text in text
        for variation in each.variations:
            assert variation.option in html


def test_the_gravest_notes_stand_first(lacking: Assessment) -> None:
    grave = [any(f"{kind}:" in note.text for kind in ("missing", "unread", "undefined")) for note in assessment_notes(lacking)]
    assert grave == sorted(grave, reverse=True)
    assert any(grave)


def test_notes_that_differ_in_nothing_but_the_input_are_one(lacking: Assessment) -> None:
    texts = [note.text for note in assessment_notes(lacking)]
    assert "2.8 case_qa: missing: s1 correctness, s2 completeness, s3 relevance, s4 effectiveness: 2.8 has no value" in texts
    assert sum(text.endswith("no sheet rates it") for text in texts) == 1
    for _, note in lacking.told():
        assert any(note.where in text and text.endswith(note.why) for text in texts)


def test_no_value_is_a_dash_and_never_a_number(lacking: Assessment) -> None:
    first = next(line for line in render_assessment(lacking).splitlines() if line.startswith("▶"))
    assert first.split()[:4] == ["▶", "Q", "Total", "–"]
    assert "other values of open choices leave Q without a value." in render_assessment(lacking)


def test_terminal_lines_hold_the_scores(assessment: Assessment) -> None:
    text = render_assessment(assessment)
    assert re.search(r"▶ Q +Total +52\.0504", text)
    assert re.search(r"2\.10 +Analysis of the chain of evidence 证据链分析 +0 +1/13 +2 +1 +2 +0\.3333", text)
    others = [variation for variation in assessment.variations if not variation.chosen]
    still = sum(variation.difference == 0 for variation in others)
    assert f"{still} of {len(others)} other values of open choices leave Q as it is." in text


def test_texts_from_files_are_escaped(tmp_path: Path) -> None:
    folder = shutil.copytree(EXAMPLE, tmp_path / "evaluation")
    (folder / "evaluation.json").write_text('{"system": "<script>alert(1)</script>\\u001b[2J"}', encoding="utf-8")
    assessment = assess(folder)
    assert "<script" not in render_assessment_html(assessment)
    assert "\x1b" not in render_assessment(assessment)


def test_the_radar_places_scores_from_the_centre_to_the_rim() -> None:
    sectors = [Sector("A", "甲", 0.5), Sector("B", "乙", None)]
    svg = radar([Spoke("2.1", "a", 1.0, 0), Spoke("2.2", "b", 0.0, 0), Spoke("2.3", "c", 0.5, 1), Spoke("2.4", "d", 0.5, 1)], sectors)
    (points,) = re.findall(r'<polygon points="([^"]*)"', svg)
    far = [((float(x) - 430) ** 2 + (float(y) - 320) ** 2) ** 0.5 for x, y in (point.split(",") for point in points.split())]
    assert far == pytest.approx([205, 0, 102.5, 102.5], abs=0.02)
    assert svg.count("A 102.50") == 1  # the arc of the one group that has a mean


def test_the_radar_is_open_where_a_task_has_no_score() -> None:
    spokes = [Spoke(str(place), "", None if place == 1 else 0.5, 0) for place in range(4)]
    svg = radar(spokes, [Sector("A", "", None)])
    assert "<polygon" not in svg
    assert svg.count('stroke="var(--bad)"') == 1
    assert svg.count('stroke-linejoin="round"') == 2
    assert "no value" in svg
    assert radar([], [])


def test_moves_of_q_lie_in_order_on_the_scale() -> None:
    svg = moves([Move("weights", "a", 50.0, True), Move("weights", "b", 60.0, False), Move("weights", "c", None, False)], 50.0)
    marks = dict(re.findall(r"<title>weights = (\w): [\d.]+</title><circle cx=\"([\d.]+)\"", svg))
    assert list(marks) == ["b", "a"]  # the one in use is drawn last, over the others
    assert float(marks["a"]) < float(marks["b"])
    assert moves([], None)
