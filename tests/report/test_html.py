from __future__ import annotations

import builtins
import json
import math
import re
from html.parser import HTMLParser
from typing import Any

import pytest
import releases
from hypothesis import given, settings
from hypothesis import strategies as st

import legal_metrics as lm
from legal_metrics.report.html import render_html
from legal_metrics.report.numbers import figure, interval
from legal_metrics.report.statutes import checked_statutes
from legal_metrics.report.titles import leading_scores, title

Scored = tuple[lm.Report, list[dict[str, Any]]]
RECORDS = releases.records(205, 2)
VOID = {"meta", "br", "hr", "wbr", "col"}


class _Page(HTMLParser):
    """Checks that every element is closed in order, and gathers what a test asks for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
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
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if any(tag in ("td", "th") for tag in self.open) and self.rows:
            self.rows[-1][-1] += data


def test_page_is_well_formed_stands_alone_and_says_its_language(scored: Scored) -> None:
    html = render_html(*scored)
    page = _Page(html)
    assert not page.open
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert "script" not in page.tags
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") for link in page.links)
    assert not re.search(r"@import|url\((?!#)", html)
    assert '"Noto Sans CJK TC", "Noto Sans CJK SC", "Noto Sans CJK JP"' in html
    assert page.tags.count("svg") == 3


def test_same_report_same_bytes(scored: Scored) -> None:
    assert render_html(*scored) == render_html(*scored)


def test_every_figure_is_the_reports(scored: Scored) -> None:
    report, records = scored
    rows = _Page(render_html(report, records)).rows
    for score in leading_scores(report):
        words = title(score.name)
        others = [
            report.readings["lenient"].scores[score.name],
            *(scores[score.name] for scores in report.baselines.values()),
        ]
        head = words.en + ", ".join(word for word in (words.zh, words.unit) if word)
        cells = [figure(score.value), interval(score), str(score.n), str(score.n_unparsed), str(score.n_excluded)]
        assert [head, *cells, *(figure(other.value) for other in others)] in rows
    for score in report.scores.values():
        assert any(row[:3] == [score.name, figure(score.value), str(score.signature)] for row in rows)
    for value, scores in report.strata["cause"].items():
        (row,) = (row for row in rows if row and row[0] == value)
        assert row[1:3] == [str(len(scores["rouge_l"].samples)), figure(scores["rouge_l"].value)]
    for status, count in report.statuses.items():
        assert [status.replace("_", " "), str(count), str(report.readings["lenient"].statuses.get(status, 0))] in rows


def test_statutes_at_four_depths(scored: Scored) -> None:
    report, records = scored
    rows = _Page(render_html(report, records)).rows
    names = {"article 條": "_article", "paragraph 項": "_paragraph", "subparagraph 款": "_subparagraph", "item 目": ""}
    for head, suffix in names.items():
        (row,) = (row for row in rows if row and row[0] == head)
        score = report.scores[f"statute_type1{suffix}"]
        assert row[4] == figure(score.value) + interval(score)


def test_a_cards_citations_are_binned_as_the_score_bins_them(scored: Scored) -> None:
    report, records = scored
    by_id = {record["id"]: record for record in records}
    samples = {sample.id: sample for sample in report.scores["statute_accuracy"].samples}
    for view in report.samples:
        if view.answer:
            score = checked_statutes(report, view, by_id[view.id])
            detail = samples[view.id].detail
            assert (score.correct, score.type1, score.type2, score.n_unresolved, score.missed) == tuple(
                detail[f"n_{name}"] for name in ("correct", "type1", "type2", "unresolved", "missed")
            )


def test_cards_show_both_sides_and_why_an_output_could_not_be_read(scored: Scored) -> None:
    report, records = scored
    text = "\n".join(_Page(render_html(report, records)).texts)
    worst = records[0]
    for shown in (
        worst["id"],
        worst["main_text"],
        worst["facts"][:100],
        "甲○○犯竊盜罪，處有期徒刑壹年。",
        "有罪, 有期徒刑 12 months",
    ):
        assert shown in text
    assert "刑法第999條" in text
    assert "刑法第320條 (other depth)" in text
    for unread in records[2:5]:
        assert unread["id"] in text
    assert "很抱歉，我無法回答。" in text
    assert "no output for this id" in text


def test_number_of_cards_is_bounded(scored: Scored) -> None:
    report, records = scored
    assert _Page(render_html(report, records, worst=2)).tags.count("article") == 2 + 2
    none = _Page(render_html(report, records, worst=0))
    assert none.tags.count("article") == 0
    assert "Lowest scores" not in none.texts
    with pytest.raises(lm.LegalMetricsError, match="worst: found -1, allowed a whole number >= 0"):
        render_html(report, records, worst=-1)


def test_a_page_without_any_readable_output_ranks_none() -> None:
    rows = [dict(row) for row in releases.records(200, 4)]
    report = lm.score_task("tw-legalbench/ljp", {row["id"]: "不知道" for row in rows}, rows)
    texts = _Page(render_html(report, rows)).texts
    assert "Lowest scores" not in texts
    assert "Outputs that could not be read" in texts


def test_hostile_texts_stay_texts(hostile: Scored) -> None:
    html = render_html(*hostile)
    page = _Page(html)
    assert not page.open
    assert "script" not in page.tags
    assert "<script" not in html
    assert "\x00" not in html
    assert any("<script>alert('x')</script>&amp;" in text for text in page.texts)


def test_without_matplotlib_the_page_is_written_and_names_the_extra(
    scored: Scored, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    page = _Page(render_html(*scored))
    assert "svg" not in page.tags
    assert any("legal-metrics[report]" in text for text in page.texts)
    assert len(page.rows) > 30


def test_the_report_is_not_changed(scored: Scored) -> None:
    report, records = scored
    before = (report.to_dict(), [dict(record) for record in records])
    render_html(report, records)
    assert (report.to_dict(), records) == before


def test_a_report_without_anything_beside_it() -> None:
    score = lm.Score.from_samples("my_metric", [lm.SampleScore(1.0, id="a")], lm.Signature("my_metric"))
    view = lm.SampleView("a", "ok", {"my_metric": 1.0}, {"answer": "A"}, {"answer": "A"})
    reading = lm.Reading("strict", {"my_metric": score}, {"ok": 1}, {}, (view,))
    report = lm.Report("some-suite/some-task", 1, "0.1.0", "my_metric", 1, "strict", {"strict": reading})
    page = _Page(render_html(report))
    assert not page.open
    assert any(row[:2] == ["my metric", "1.0000"] for row in page.rows)
    assert math.isfinite(score.value)


def test_defendants_that_only_the_answer_has_are_shown(scored: Scored) -> None:
    report, records = scored
    record = records[0]
    output = f'{{"statutes": [], "reasoning": "", "main_text": "{record["main_text"]}\\n乙○○無罪。"}}'
    text = "\n".join(_Page(render_html(lm.score_task(report.task, {record["id"]: output}, [record]), [record])).texts)
    assert "no such defendant" in text
    assert "乙○○" in text


def test_an_unread_output_says_what_the_other_reading_makes_of_it(scored: Scored) -> None:
    report, records = scored
    record = records[0]
    fenced = f'```json\n{{"主文": "{record["main_text"]}"}}\n```'
    text = "\n".join(_Page(render_html(lm.score_task(report.task, {record["id"]: fenced}, [record]), [record])).texts)
    assert "The lenient reading reads it (repairs: " in text
    assert "ROUGE-L 1.0000." in text


@settings(max_examples=25)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_output_and_any_facts_make_a_well_formed_page(output: str, facts: str) -> None:
    rows = [{**row, "facts": facts} for row in RECORDS]
    outputs = {
        RECORDS[0]["id"]: output,
        RECORDS[1]["id"]: json.dumps({"statutes": [output], "reasoning": "", "main_text": output + "甲○○無罪。"}),
    }
    page = _Page(render_html(lm.score_task("tw-legalbench/ljp", outputs, rows), rows, plots=False))
    assert not page.open
    assert "script" not in page.tags
