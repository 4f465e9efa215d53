"""The boards of a run, one by one and in the notebook's player."""

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from every import every
from gridwise.agents.play import play
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.playback import Playback
from gridwise.core.trace import Kind
from gridwise.recording import replay as module
from gridwise.recording.recorder import record_game
from gridwise.recording.recording import Recording
from gridwise.recording.replay import Replay, replay
from gridwise.render.catalogue import catalogue
from gridwise.solving.inputs import parse
from gridwise.solving.solve import solve
from samples import sample

HARD = (
    "sudoku:3x3:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def run_of(notation: str, method: str, **more: Any) -> Replay:
    return replay(solve(parse(notation), method=method, trace=True, **more))


def unpacked(html: str) -> dict[str, Any]:
    data = re.search(r'atob\("([^"]+)"\)', html)
    assert data is not None
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(data[1])))
    return found


@every("kind", sorted(registry.puzzles()))
def test_each_board_is_the_fold_of_so_many_rows(kind: str) -> None:
    puzzle = registry.puzzle(kind)
    position = sample(puzzle, Random(3))
    for method in registry.methods_for(position):
        if not method.emits:
            continue
        result = solve(position, method=method, trace=300)
        assert result.trace is not None
        playback, run = Playback[Any](result.trace), replay(result)
        assert len(run) == len(playback) + 1
        for step in (0, len(playback) // 2, len(playback)):
            marks = playback.frame(step).marks
            overlay = run[step].scene.overlay
            drawn = puzzle.scene(position, origin=position, marks=marks, overlay=overlay)
            assert run[step].scene.cells == drawn.cells
            assert run[step].step == step
        texts = [frame.text for frame in run]
        assert texts[1:] == [event.text for event in playback.events()]


def test_it_is_a_sequence() -> None:
    run = run_of("queens:4:", "dpll")
    assert [frame.step for frame in run] == [frame.step for frame in run[:]] == [*range(len(run))]
    assert run[-1] == run[len(run) - 1]
    assert run[2:5][0] == run[2]
    with pytest.raises(IndexError):
        run[len(run)]
    assert repr(run) == f"<Replay of {run.steps} steps: dpll on queens:4:>"


def test_a_board_prints_and_draws_itself() -> None:
    last = run_of("queens:4:", "dpll")[-1]
    assert last.event is not None and last.event.row.kind is Kind.SOLUTION
    first, *rows = str(last).splitlines()
    assert first == f"{last.step}  solution 1"
    assert sum(row.count("♛") for row in rows) == 4
    assert "<title" in last._repr_svg_() and "solution 1" in last.svg()


def test_the_player_holds_every_picture_and_its_words() -> None:
    run = run_of("queens:5:", "backtracking")
    html = run._repr_html_()
    found = unpacked(html)
    assert len(found["frames"]) == len(found["said"]) == len(run)
    for frame, lines, said in zip(run, found["frames"], found["said"], strict=True):
        assert said == frame.text.sentence() or said.endswith(f": {frame.text}.")
        drawn = "".join(found["lines"][line] for line in lines)
        titled = re.sub(r'<title.*?</title>|id="\w+|"\w+-title \w+-desc"', "", drawn)
        own = re.sub(r'<title.*?</title>|id="\w+|"\w+-title \w+-desc"', "", frame.svg())
        assert titled == own.replace("\n", "")
    assert len(html) < 60_000
    assert html == run._repr_html_()  # the same each time, so that stored notebooks do not change


def test_of_a_long_run_some_boards_are_shown_and_a_line_says_which() -> None:
    run = run_of(HARD, "dpll")
    assert run.steps > 10_000
    html = run.html(most=50)
    said = unpacked(html)["said"]
    assert len(said) <= 50
    assert said[0] == "The board as it is at the start."
    assert said[-1].startswith(f"Step {run.steps:,} of {run.steps:,}")
    assert f"from 0 to {run.steps:,} is shown" in html
    part = run.html(100, 120)
    assert [text.split()[1] for text in unpacked(part)["said"]] == [str(n) for n in range(100, 121)]
    assert "is shown" not in part


def test_a_player_that_would_be_too_large_takes_fewer_boards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = run_of("queens:8:", "backtracking")
    whole = run.html()
    monkeypatch.setattr(module, "MOST_BYTES", len(whole) // 3)
    less = run.html()
    assert len(less) < 0.7 * len(whole)
    assert len(unpacked(less)["frames"]) < len(unpacked(whole)["frames"])
    assert "is shown" in less


def test_what_the_trace_dropped_is_said() -> None:
    result = solve(parse("queens:8:"), method="backtracking", trace=20)
    assert result.trace is not None and result.trace.dropped
    assert "Recorded the first 20 of" in replay(result).html()


@pytest.mark.parametrize("asked", [(-1, 3), (3, 2), (0, 10_000)])
def test_steps_that_are_not_there_are_refused(asked: tuple[int, int]) -> None:
    with pytest.raises(ParameterError, match="between 0 and"):
        run_of("queens:4:", "dpll").html(*asked)
    with pytest.raises(ParameterError, match="at least 2 boards"):
        run_of("queens:4:", "dpll").html(most=1)


def test_a_run_without_a_trace_is_refused() -> None:
    with pytest.raises(ParameterError, match="trace=True"):
        replay(solve(parse("queens:4:")))


class Check(HTMLParser):
    """Notes tags that are not closed, and what would be loaded."""

    VOID = frozenset({"img", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.loaded += [
            value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")
        ]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_html_is_whole_escaped_and_loads_nothing() -> None:
    result = solve(parse("queens:4:"), method="dpll", trace=True)
    assert result.trace is not None
    title = msg("{text}", text="<b>\"x\" & 'y'</script>")
    run = module.of_trace(result.position, result.trace, title=title)
    check = Check()
    check.feed(run.html())
    assert not check.open
    assert all(url.startswith("data:image/svg+xml;base64,") for url in check.loaded)
    assert "<b>" not in run.html()


def test_it_speaks_the_language_asked_for() -> None:
    html = run_of("queens:4:", "dpll").html(catalogue=catalogue("vi"))
    said = unpacked(html)
    assert said["play"] == "Phát" and "bước" in said["said"][1].lower()


def test_the_turns_of_a_game_are_its_steps() -> None:
    asked: dict[str, Any] = {"board": "6x6x5", "seed": 5, "free_cells": 1}
    game = play("minesweeper", trace=True, **asked)
    run, recording = replay(game), Recording(record_game("minesweeper", **asked))
    assert run.steps == recording.steps == len(game.turns) + 1
    for step, frame in enumerate(run):
        assert frame.scene == recording.scene(step)
        assert frame.text == recording.message(step)
    assert "minesweeper 6x6x5" in run.html()
