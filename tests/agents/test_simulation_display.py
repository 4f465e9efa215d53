"""A simulation shows itself: as the terminal's text, as a table of a notebook, as data."""

import json
import sys
from typing import Any

import pytest

from gridwise.agents.plan import planned
from gridwise.agents.simulate import Simulation
from gridwise.agents.statistics import GameCounts
from gridwise.cli.main import main


def found(**asked: Any) -> Simulation:
    plan = planned("minesweeper", board="9x9x10", free_cells=(0, 1), games=40, repeat=2, **asked)
    counts = [(20, 19), (22, 18), (33, 7), (35, 4)]
    rows = tuple(
        GameCounts(
            *("9x9x10", at // 2, 9 * (at // 2), at % 2 + 1),
            games=40,
            wins=won,
            finished=won,
            stuck=stuck,
            lost=40 - won - stuck,
            cpu_s=0.5,
        )
        for at, (won, stuck) in enumerate(counts)
    )
    return Simulation(plan, rows)


def test_print_writes_the_rows_and_the_conclusion() -> None:
    title, head, *lines = str(found()).splitlines()
    assert title == "minesweeper: policy resolution, first click safe, guess never, seed 0"
    assert head.split()[:4] == ["board", "free", "cells", "run"]
    assert lines[2].split()[:6] == ["9x9x10", "x0", "=", "0", "all", "80"]
    assert "52.5 %" in lines[2]
    assert lines[6].startswith("Finished: every safe cell")
    assert lines[8].startswith("9x9x10: Free cells x 1 (85.0 % won) win more often than x 0")


def test_where_it_guesses_wins_and_guesses_are_columns() -> None:
    html = found(guess="random")._repr_html_()
    assert ">guesses</th>" in html and "it guessed" in html
    assert "guesses" not in found()._repr_html_()


def test_the_terminal_prints_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "simulate minesweeper --board 5x5x3 --games 4 --repeat 2"
    monkeypatch.setattr(sys, "argv", ["gridwise", *words.split()])
    with pytest.raises(SystemExit):
        main()
    shown = capsys.readouterr().out
    from gridwise.agents.simulate import simulate

    done = str(simulate("minesweeper", board="5x5x3", games=4, repeat=2))

    def timeless(text: str) -> list[list[str]]:
        lines = text.splitlines()
        return [line.split()[:16] if "5x5x3" in line else line.split() for line in lines]

    assert timeless(done) == timeless(shown)


def test_the_json_form_and_the_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    one = found()
    again = json.loads(json.dumps(one.to_dict()))
    assert again["policy"] == "resolution" and again["stop"] == "COMPLETED"
    assert [row["wins"] for row in again["rows"]] == [20, 22, 33, 35]
    assert [row["wins"] for row in again["pooled"]] == [42, 68]
    assert again["conclusion"][0]["told_apart"] is True
    table = one.to_pandas()
    assert isinstance(table, pandas.DataFrame)
    assert list(table["win_rate"]) == [0.5, 0.55, 0.825, 0.875]
    assert (table["ci95_low"] < table["win_rate"]).all()


def test_the_chart_has_a_point_and_an_interval_for_each_setting() -> None:
    pytest.importorskip("matplotlib")
    axes = found().plot().axes[0]
    (line,) = [line for line in axes.get_lines() if len(line.get_xdata()) == 2][:1]
    assert list(line.get_ydata()) == [52.5, 85.0]
    assert axes.get_ylabel().startswith("games won, %")
    assert [text.get_text() for text in axes.get_xticklabels()] == ["9x9x10, x0", "9x9x10, x1"]
