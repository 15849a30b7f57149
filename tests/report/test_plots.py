from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from legal_metrics.report.plots import Bar, TermPoint, Whisker, score_whiskers, stacked_bars, term_scatter

POINTS = [
    TermPoint(6, 8),
    TermPoint(6, 8),
    TermPoint(24, None, 1),
    TermPoint("life", 180),
    TermPoint(12, "death"),
    TermPoint("death", "life"),
]


def test_plots_are_well_formed_and_the_same_every_time() -> None:
    plots = {
        "terms": lambda: term_scatter(POINTS),
        "scores": lambda: score_whiskers([Whisker("ROUGE-L", 0.5, 0.4, 0.6, (0.3, 0.7))]),
        "errors": lambda: stacked_bars([Bar("條", ((0.5, "good"), (0.5, "bad")))], name="errors"),
    }
    for name, draw in plots.items():
        svg = draw()
        assert svg == draw()
        ids = [node.get("id") for node in ET.fromstring(svg).iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        assert all(str(id).startswith(f"{name}-") for id in ids)


def test_colours_and_fonts_are_left_to_the_page() -> None:
    svg = term_scatter(POINTS)
    assert "var(--series-1)" in svg
    assert "#0" not in svg.replace("url(#", "").replace('href="#', "")
    assert "<style" not in svg
    assert "http" not in svg.replace("http://www.w3.org/", "")
    assert "life 無期" in svg
    assert "death 死刑" in svg


def test_a_disc_for_every_place_and_group() -> None:
    once = term_scatter([TermPoint(6, 8)])
    assert term_scatter([TermPoint(6, 8), TermPoint(6, 8)]).count("<path") == once.count("<path")
    assert term_scatter([TermPoint(6, 8), TermPoint(6, 8, 1)]).count("PathCollection") > once.count("PathCollection")


def test_the_users_own_matplotlib_settings_neither_count_nor_change() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    before = term_scatter(POINTS)
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red"}):
        assert term_scatter(POINTS) == before
        assert matplotlib.rcParams["font.size"] == 30


@pytest.mark.parametrize("points", [[TermPoint(0, 0)], [TermPoint("life", None)], [TermPoint(600, 1.5)]])
def test_any_single_point_can_be_drawn(points: list[TermPoint]) -> None:
    ET.fromstring(term_scatter(points))
