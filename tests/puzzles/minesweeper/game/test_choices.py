"""The cells that the weighing policies guess, as enumerating all layouts chooses them."""

from itertools import product

from every import every
from gridwise.agents.play import Why, play
from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.engine import choice
from gridwise.puzzles.minesweeper.position import Position
from oracles import minesweeper_policies as oracle
from samples import THOROUGH, seeds

TWINS = {"safest": oracle.safest, "pseq": oracle.pseq, "expert": oracle.expert}
BOARDS = ("4x4x4", "5x3x4", "4x3x3", "5x4x5")
MOST_FAR = 8
"""Cells beside no number of which `pseq` looks at all; of more it looks at some."""
MOST_LAYOUTS = 40
"""Layouts of which the oracle plays out every game in a moment."""


def guesses(board: str, policy: str, seeds: range) -> list[Position]:
    """Return boards on which a policy has to guess."""
    found = []
    for seed in seeds:
        game = play("minesweeper", board=board, policy=policy, seed=seed, first_click="safe")
        before = game.begin
        for turn in game.turns:
            if turn.why is Why.GUESS:
                found.append(before)
            before = turn.position
    return found


@every("name, board", lambda: product(TWINS, BOARDS if THOROUGH else BOARDS[:1]))
def test_a_guess_is_that_of_the_plain_twin(name: str, board: str) -> None:
    code = registry.policy("minesweeper", name).code  # type: ignore[attr-defined]
    compared = refused = 0
    for position in guesses(board, name, seeds(14, 20)):
        plain = oracle.Board(PUZZLE.format(position))
        far = [cell for cell in plain.undecided if not plain.beside_numbers(cell)]
        few = len(plain.layouts) <= MOST_LAYOUTS if name == "expert" else len(far) <= MOST_FAR
        if not few:
            continue
        wanted = TWINS[name](plain)
        assert choice.advise(position, Run(), code).guess in wanted, PUZZLE.format(position)
        compared += 1
        refused += len(plain.undecided) - len(wanted)
    assert compared > 3
    assert refused > 0


def test_the_twins_differ() -> None:
    """A board where the safest cell is not the one that wins most."""
    seen = set()
    for position in guesses("4x4x4", "safest", seeds(30, 60)):
        plain = oracle.Board(PUZZLE.format(position))
        if len(plain.layouts) <= MOST_LAYOUTS:
            chosen = {name: twin(plain) for name, twin in TWINS.items()}
            seen.add(chosen["safest"] <= chosen["expert"])
    assert seen == {True, False}


def test_a_board_where_only_mines_are_left_is_no_guess() -> None:
    """The total says that the last cell is a mine, and no number does."""
    position = PUZZLE.parse("minesweeper:4x4x4:0000/2210/--20/--20")
    assert isinstance(position, Position)
    for name in TWINS:
        code = registry.policy("minesweeper", name).code  # type: ignore[attr-defined]
        assert choice.advise(position, Run(), code).guess is None
