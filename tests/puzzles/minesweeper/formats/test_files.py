"""What people get of another program's file: its board, and its game to watch."""

import base64
import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.batch.reading import SliceReader
from gridwise.core import registry
from gridwise.core.errors import ParseError
from gridwise.core.interaction import LAYOUT
from gridwise.puzzles.minesweeper import files
from gridwise.puzzles.minesweeper.formats.binary import rmv
from gridwise.puzzles.minesweeper.position import Position
from gridwise.recording.recorder import record_played
from gridwise.recording.recording import Recording
from gridwise.recording.replay import replay
from gridwise.solving.inputs import decoded, parse_many, read_text
from puzzles.minesweeper.formats.writers import REPLAYS, Step, Written, clicked, mbf, random_game
from puzzles.minesweeper.formats.writers import rmv as write


@pytest.mark.parametrize(
    ("clicks", "shown"),
    [
        ([("left", 1)], "-1-/---/---"),
        ([("left", 1), ("left", 2)], "-1-/---/---"),  # lost: before the mine
        ([("left", 0), ("left", 8)], "01-/12-/---"),  # won: before the last cell
        ([("left", 2)], "---/---/---"),
        ([("left", 1), ("right", 0)], "-1-/---/---"),  # a flag is an opinion
    ],
)
def test_the_board_of_a_replay_is_the_last_that_leaves_a_choice(
    clicks: list[tuple[str, int]], shown: str
) -> None:
    entry = files.read(clicked(*clicks), "a.rmv")
    form = registry.puzzle("minesweeper").format
    assert form(entry.position) == f"minesweeper:3x3x2:{shown}"
    assert form(entry.solution) == "minesweeper:3x3x2:01X/121/X10"


def test_a_board_alone_is_covered_and_played_with_its_own_mines() -> None:
    data = mbf(Written(3, 2, ((2, 0), (0, 1))))
    entry = files.read(data, "a.mbf")
    assert isinstance(entry.position, Position) and isinstance(entry.solution, Position)
    assert (set(entry.position.shown), entry.position.mines) == ({9}, 2)
    interaction, puzzle = registry.interaction("minesweeper"), registry.puzzle("minesweeper")
    options = {LAYOUT: puzzle.format(entry.solution)}
    state = interaction.begin(entry.position, seed=7, options=options)
    assert state.game.hidden == entry.solution.shown
    with pytest.raises(ParseError, match="a board without a game"):
        files.played(data, "a.mbf")


@every("name", [*REPLAYS, "a.mbf", "a.abf"])
def test_every_door_opens_the_file(name: str, tmp_path: Path) -> None:
    write, size = REPLAYS.get(name, (mbf, (9, 9, 10)))
    played = random_game(Random(4), size)
    path = tmp_path / name
    path.write_bytes(write(played))
    board = gw.Board.read(path)
    assert board.position == files.read(path.read_bytes(), name).position
    assert (board.position.width, board.position.mines) == (size[0], size[2])
    # Where text is expected, as on the page, the file is a data URL.
    text = decoded(path.read_bytes(), name)
    assert [one.position for one in parse_many(text, source=name)] == [board.position]
    url = f"data:application/octet-stream;base64,{base64.b64encode(path.read_bytes()).decode()}\n"
    assert gw.Board(url).position == board.position
    with closing(SliceReader(str(path))) as batch:
        assert batch.first == board.puzzle.format(board.position)
    ((kind, entry),) = read_text(url, puzzle="minesweeper", source=name)
    assert kind is board.puzzle and entry.position == board.position
    ((_, refused),) = read_text(url, puzzle="sudoku", source=name)
    assert "found a minesweeper puzzle, expected a sudoku puzzle" in str(refused.error).lower()


def test_a_data_url_of_a_text_is_that_text_and_a_cut_one_is_refused() -> None:
    text = "minesweeper:3x1x1:-1-"
    url = "data:text/plain;base64," + base64.b64encode(text.encode()).decode()
    assert parse_many(url)[0].position == parse_many(text)[0].position
    error = parse_many(url[:-2])[0].error
    assert error is not None and error.found == "a cut data URL"


def test_texts_of_any_encoding_stay_texts() -> None:
    for text in ("4 4\n", "\x1b[1m53..7....\x1b[0m", "", "\n" * 70, "a\fb\v"):
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            assert decoded(text.encode(encoding), "a.txt") == text
    with pytest.raises(ParseError, match="Found a file that is no text"):
        decoded(b"\0\1\xff\xfe\7", "a.bin")


def test_a_damaged_file_is_an_error_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "cut.mbf"
    path.write_bytes(mbf(random_game(Random(1), (9, 9, 10)))[:-1])
    with pytest.raises(ParseError) as caught:
        gw.Board.read(path)
    assert str(caught.value).startswith(f"{path}:1:5: Found only 19 bytes at byte 4, expected 20")


@every("name", REPLAYS)
def test_the_game_is_replayed_with_its_times(name: str, tmp_path: Path) -> None:
    write, size = REPLAYS[name]
    path = tmp_path / name
    path.write_bytes(write(random_game(Random(4), size)))
    played = json.loads(json.dumps(files.played(path.read_bytes(), name)))
    run = replay(path)
    assert (run.steps, run.dropped, len(run.played)) == (len(played["actions"]), 0, run.steps)
    recording = Recording(record_played(**played, name=name))
    assert (recording.steps, recording.name, recording.is_game) == (run.steps, name, True)
    interaction = registry.interaction("minesweeper")
    state: Any = interaction.load(played["state"])
    for step, action in enumerate(played["actions"], 1):
        (done,) = run.played[step - 1].actions
        assert (done.name, done.cell) == (action["name"], action["cell"])
        state = interaction.apply(state, done)
        assert run[step].scene.cells == interaction.scene(state).cells
        assert run[step].text == recording.message(step)
        assert str(run[step].text).startswith(f"{action['time_s']:.2f} s: ")
    assert run[0].step == 0 and run[-1].step == run.steps


def test_a_game_on_a_board_that_is_too_large_to_play_is_refused_but_its_board_is_read() -> None:
    steps: tuple[Step, ...] = (("left", True, 0, 0, 0), ("left", False, 0, 0, 9))
    data = write(Written(255, 255, ((9, 9),), steps))
    assert files.read(data, "a.rmv").position is not None
    with pytest.raises(ParseError, match="255x255"):
        files.played(data, "a.rmv")
    assert len(rmv.read(data, "a.rmv").events) == 1
