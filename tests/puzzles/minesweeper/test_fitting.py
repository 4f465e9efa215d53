"""Layouts drawn under a board in mid-game fit it, and each as often as any other."""

from collections import Counter
from itertools import combinations, product

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.interaction import Mode
from gridwise.puzzles.minesweeper.interaction import INTERACTION
from gridwise.puzzles.minesweeper.interaction.fitting import fitting_layout
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, around
from gridwise.questions.generate import generate
from samples import THOROUGH

PUZZLE = registry.puzzle("minesweeper")


def all_layouts(board: Position) -> set[bytes]:
    """Every hidden board that fits, by trying all sets of mines."""
    cells = range(len(board.shown))
    assert board.mines is not None
    found = set()
    for mines in combinations(cells, board.mines):
        marks = bytes(MINE if c in mines else 0 for c in cells)
        numbers = around(marks, board.width, board.height, (MINE,))
        hidden = bytes(MINE if m else n for m, n in zip(marks, numbers, strict=True))
        if fits(board, hidden):
            found.add(hidden)
    return found


def fits(board: Position, hidden: bytes) -> bool:
    return all(
        code == COVERED or (hidden[c] != MINE if code == SAFE else hidden[c] == code)
        for c, code in enumerate(board.shown)
    )


BOARDS = (
    "minesweeper:4x3x3:--1-/2-2-/--1-",
    "minesweeper:4x4x4:---X/1-s-/01--/01--",
    "minesweeper:5x3x4:-----/-212-/-----",
    "minesweeper:6x2x3:1----1/1----1",
    "minesweeper:4x3x0:----/-0--/----",
    "minesweeper:3x3x4:---/-s-/---",
    # Boxes of several cells that share out the mines in more than one way.
    "minesweeper:6x3x2:------/--11--/------",
    "minesweeper:7x2x2:-----s-/-1-1-1-",
)


@every("text", BOARDS)
def test_the_layouts_are_those_that_fit_and_all_alike_likely(text: str) -> None:
    board = PUZZLE.parse(text)
    layouts = all_layouts(board)
    assert layouts
    draws = max(1000, 80 * len(layouts)) if THOROUGH else max(200, 20 * len(layouts))
    drawn = Counter(fitting_layout(board, seed) for seed in range(draws))
    assert set(drawn) == layouts
    # Pearson's statistic; one in e**9 uniform drawings is above the bound (Laurent and Massart
    # 2000, Annals of Statistics 28(5), lemma 1).
    expected = draws / len(layouts)
    statistic = sum((n - expected) ** 2 / expected for n in drawn.values())
    freedom = len(layouts) - 1
    assert statistic <= freedom + 2 * (9 * freedom) ** 0.5 + 18


@every(
    "text",
    [
        "minesweeper:3x1x1:-2-",
        "minesweeper:3x1x1:2--",
        "minesweeper:2x2x1:22/--",
        "minesweeper:3x3x9:---/-1-/---",
        "minesweeper:5x1x2:1-0-1",
        "minesweeper:3x3:---/-1-/---",
    ],
)
def test_where_nothing_fits_words_say_so(text: str) -> None:
    with pytest.raises(ParameterError):
        INTERACTION.begin(PUZZLE.parse(text))
    state = INTERACTION.begin(PUZZLE.parse(text), mode=Mode.EDIT)
    assert INTERACTION.position(state) == PUZZLE.parse(text)


def test_without_a_total_it_says_how_it_can_be_opened() -> None:
    with pytest.raises(ParameterError, match="set it to play"):
        INTERACTION.begin(PUZZLE.parse("minesweeper:3x3:---/-1-/---"))


@every("opened, size", lambda: product([10, 30, 60, 90], ["9x9x10", "30x16x99"]))
def test_boards_of_the_generator_can_be_played_on(size: str, opened: int) -> None:
    made = generate("minesweeper", size, seed=opened, options={"opened": opened})
    assert made is not None
    state = INTERACTION.begin(made.position, seed=7)
    assert state.game.hidden is not None
    assert fits(made.position, state.game.hidden)
    assert state.game.hidden.count(MINE) == made.position.mines
    assert INTERACTION.begin(made.position, seed=7) == state
    assert INTERACTION.position(state) == made.position


def test_a_board_that_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwise.puzzles.minesweeper.interaction.fitting.MOST_STEPS", 100)
    made = generate("minesweeper", "30x16x99", seed=1, options={"opened": 30})
    assert made is not None
    with pytest.raises(ParameterError, match="too complex"):
        INTERACTION.begin(made.position)
