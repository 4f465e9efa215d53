"""What Gridwise prints of a board is read as that board: every form, puzzle and size."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.render.display import show
from gridwise.render.screen import PlainScreen
from samples import sample, seeds

OURS = ("minesweeper", "queens", "sliding", "sudoku")


def plain(thing: Any, *, ascii: bool = False) -> str:
    """Return what a command prints where its output is no terminal."""
    screen = PlainScreen(ascii=ascii)
    show(screen, thing)
    return screen.text


FORMS: Mapping[str, Callable[[gw.Board], str]] = {
    "str": str,
    "ascii": lambda board: plain(board, ascii=True),
    "notebook": lambda board: board._repr_mimebundle_()["text/plain"],
    "link": lambda board: f"https://example.org/play#{board.notation}",
}


def samples() -> Iterator[gw.Board]:
    """Yield small boards of every puzzle."""
    for name in OURS:
        for seed in seeds(6, 60):
            board = gw.Board(sample(registry.puzzle(name), Random(seed)))
            if "!" not in str(board):  # a queen on a blocked square, against the rules
                yield board


def told(board: gw.Board) -> bool:
    """Return whether the cells of a board differ, and so tell its puzzle without an outline.

    A board that breaks the rules of its puzzle may be taken for one of another.
    """
    return len({value for row in board for value in row}) > 1 and not board.violations()


EDGES = (
    *("queens:1:r1c1", "queens:5:", "queens:9:", "queens:9:r1c1,xr2c2"),
    *("queens:8:1,5,8,6,3,7,2,4", "queens:12:xr12c12", "queens:9:xr1c1,xr9c9", "queens:40:r1c1"),
    *("minesweeper:3x1:-1-", "minesweeper:1x3:-/1/-", "minesweeper:3x3:XXX/XXX/XXX"),
    *("minesweeper:3x3:000/000/000", "minesweeper:4x4x4:----/-11-/-11-/----"),
    *("minesweeper:2x2:s1/1X", "minesweeper:4x4:" + "/".join(["----"] * 4)),
    *("minesweeper:9x9" + mines + ":" + "/".join(["-" * 9] * 9) for mines in ("", "x10")),
    "minesweeper:30x16x99:" + "/".join(["-" * 29 + "1"] * 16),
)


def boards() -> Iterator[gw.Board]:
    """Yield samples, and boards of every size with little on them."""
    yield from samples()
    yield from map(gw.Board, EDGES)
    for height, width in product(range(1, 13), range(2, 26)):
        size = height * width
        if 4 <= size <= 25 and (height > 1 or all(size % n for n in range(2, size))):
            board = gw.Board.empty("sudoku", f"{height}x{width}")
            yield board
            yield board.play(*(f"r{n}c{n}={n}" for n in range(1, size + 1)))
    for size_name in ("2x2", "3x2", "2x3", "3x3", "4x4", "5x4", "10x10", "4x1", "5x1", "1x4"):
        board = gw.Board.empty("sliding", size_name)
        board = board.play(*board.legal_moves()[:1])
        own = ",".join(str(tile) for row in reversed(board.to_list()) for tile in row[::-1])
        yield from (gw.Board(board.notation + goal) for goal in ("", "@last", "@snail", f"@{own}"))


@every(
    "board, form", lambda: product(boards(), FORMS), ids=lambda one: f"{one[1]} {one[0].notation}"
)
def test_a_printed_board_is_read(board: gw.Board, form: str) -> None:
    name = board.puzzle.name
    text = FORMS[form](board)
    assert gw.Board(text, puzzle=name) == board, text
    if form != "ascii" or told(board):
        assert gw.Board(text) == board, text


@every("board", boards, ids=lambda board: board.notation)
def test_a_board_is_read_in_every_style(board: gw.Board, tmp_path: Path) -> None:
    """A text tells its puzzle unless all cells are alike, as those of an empty board are."""
    for style in board.puzzle.styles:
        try:
            text = board.to_text(style)
        except ParameterError:  # it cannot say this board
            continue
        path = tmp_path / f"{style}.txt"
        gw.export(board, path, style=style)
        for puzzle in (board.puzzle.name, None)[: 1 + told(board)]:
            assert gw.parse(text, puzzle=puzzle) == board.position, style
            assert gw.read_boards(path, puzzle=puzzle) == [board], style


@every("board", samples, ids=lambda board: board.notation)
def test_the_board_of_a_printed_answer_is_read(board: gw.Board) -> None:
    name = board.puzzle.name
    answer = board.solve()
    for form, ascii in (("answer", False), ("answer in ascii", True)):
        text = plain(answer, ascii=ascii)
        assert gw.read_boards(text, puzzle=name)[0] == board, (form, text)
