"""Plots as they are drawn: nothing of a legend or of an axis is left out, in any language."""

import re
from pathlib import Path

import pytest

from documents.reports import SUITES, has_chinese, of_suite
from every import every
from gridwise.comparing.charts import charts
from gridwise.documents.fonts import chinese_family
from gridwise.documents.report import report
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.charts import Axis, Chart, Point, Series
from gridwise.render.plots import figure, style


@every("language", [language for language in LANGUAGES if language != "zh-Hant" or has_chinese()])
def test_legends_and_axes_are_whole(
    language: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from matplotlib import font_manager

    fonts = []
    if language == "zh-Hant":
        fonts = [chinese_family(font.name for font in font_manager.fontManager.ttflist)]
    words = catalogue(language)
    for suite in SUITES:
        comparison = of_suite(tmp_path_factory.mktemp("suite"), suite, language)
        for chart in charts(comparison):
            drawn = figure(chart, words=words, fonts=fonts)
            with style(fonts):
                drawn.canvas.draw()
            (legend,), (axes,) = drawn.legends, drawn.axes
            said = [re.sub(r"\s", "", text.get_text()) for text in legend.get_texts()]
            names = [series.name.words(words) for series in chart.series]
            assert said == [re.sub(r"\s", "", name) for name in names]
            room = legend.get_window_extent()
            assert 0 <= room.x0 < room.x1 <= drawn.bbox.width, (suite.name, chart.name)
            assert 0 <= room.y0 < room.y1 <= axes.get_window_extent().y0
            if chart.x.ticks:
                labels = [text.get_text() for text in axes.get_xticklabels()]
                assert labels == [label for _, label in chart.x.ticks]


def test_a_stopped_run_lies_within_the_axes() -> None:
    series = (
        Series("a", 0, (Point(1, 0.1), Point(2, 0.2))),
        Series("b", 1, (Point(1, 0.1),), ((2, 50.0),)),
    )
    axis = Axis(ticks=((1, "one"), (2, "two")))
    (axes,) = figure(Chart("x", series[0].name, axis, series[0].name, series, 2)).axes
    low, high = axes.get_ylim()
    assert low < 50.0 < high
    signs = [line for line in axes.get_lines() if line.get_marker() == "^"]
    assert [list(line.get_ydata()) for line in signs] == [[50.0]]


def test_a_line_ends_where_the_next_point_is_not_joined() -> None:
    points = (Point(1, 1.0), Point(2, 2.0), Point(3, 3.0, joined=False))
    series = (Series("a", 0, points),)
    chart = Chart("x", series[0].name, Axis(), series[0].name, series, 3)
    (axes,) = figure(chart).axes
    (line,) = axes.get_lines()
    assert [y == y for y in line.get_ydata()] == [True, True, False, True]


@every("suite", SUITES)
def test_a_report_has_four_to_six_pages(
    suite: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    import pypdf

    where = tmp_path_factory.mktemp("suite")
    of_suite(where, suite)
    path = Path(where, "r.pdf")
    report(where, path, lang="vi")
    assert 4 <= len(pypdf.PdfReader(path).pages) <= 6
