"""Boards that the policies decide on which weigh risks."""

from gridwise.agents.play import play
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import choice
from gridwise.puzzles.minesweeper.position import Position

POLICIES = {"safest": choice.SAFEST, "pseq": choice.PSEQ, "expert": choice.EXPERT}


def boards_of(board: str, policy: str, numbers: range) -> list[Position]:
    """Return the boards that a policy decides on in some games."""
    found = []
    for seed in numbers:
        game = play("minesweeper", board=board, policy=policy, seed=seed, first_click="safe")
        found += [turn.position for turn in game.turns]
    return found


def guessed() -> Position:
    """Return a board on which `expert` guesses."""
    boards = boards_of("12x10x25", "expert", range(5))
    return next(p for p in boards if choice.advise(p, Run(), choice.EXPERT).guess is not None)
