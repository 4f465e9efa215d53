"""The chart of simulations: Matplotlib asks a program for the fonts of the machine."""

import pytest

from agents.test_shown import found


def test_the_chart_has_a_point_and_an_interval_for_each_setting() -> None:
    pytest.importorskip("matplotlib")
    axes = found().plot().axes[0]
    (line,) = [line for line in axes.get_lines() if len(line.get_xdata()) == 2][:1]
    assert list(line.get_ydata()) == [52.5, 85.0]
    assert axes.get_ylabel().startswith("games won, %")
    assert [text.get_text() for text in axes.get_xticklabels()] == ["9x9x10, x0", "9x9x10, x1"]
