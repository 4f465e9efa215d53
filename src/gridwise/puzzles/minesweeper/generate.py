"""Makes boards in the middle of a game: a layout by seed, opened as a player would."""

from collections.abc import Mapping

from gridwise.core.grid import neighbours
from gridwise.core.making import Generated, Tools
from gridwise.core.method import Option
from gridwise.core.policy import Verdict
from gridwise.puzzles.minesweeper.game import REFEREE, read_board
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Position, Safe

PARAMS = "WIDTHxHEIGHTxMINES (9x9x10)"
OPTIONS = (
    Option("opened", 30, (), "open at least so many percent of the safe cells"),
    Option("total", "yes", ("no", "yes"), "whether the number of mines is told"),
)


def generate(
    params: str, tools: Tools, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a board with a true layout, opened in part; there is always one layout that fits.

    Safe cells beside open ones are opened one after another, and what is without mines around it
    floods, until the share is reached.

    Parameters
    ----------
    params
        The board; empty for 9x9x10.
    tools
        The dice.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        What no board can be.
    """
    board = params or "9x9x10"
    width, height, mines = read_board(board)
    share = min(100, int(options.get("opened", 30)))
    wanted = -(-share * (width * height - mines) // 100)
    state = REFEREE.deal(board, seed=tools.random.getrandbits(40), first_click="any")
    solved = REFEREE.answer(state)
    safe = [cell for cell, code in enumerate(solved.shown) if code <= 8]
    zeros = [cell for cell in safe if solved.shown[cell] == 0]
    start = tools.random.choice(zeros or safe) if safe else None
    while start is not None and REFEREE.verdict(state) is Verdict.OPEN:
        tools.check()
        state = REFEREE.reply(state, Safe(start)).state
        shown = REFEREE.position(state).shown
        if sum(code <= 8 for code in shown) >= wanted:
            break
        edge = [cell for cell in safe if shown[cell] in (COVERED, SAFE)]
        near = [cell for cell in edge if _beside_open(shown, cell, width, height)]
        start = tools.random.choice(near or edge) if edge else None
    position = REFEREE.position(state)
    if options.get("total", "yes") == "no":
        position = Position(width, height, position.shown)
    return Generated(position, {"opened": sum(code <= 8 for code in position.shown)})


def _beside_open(shown: bytes, cell: int, width: int, height: int) -> bool:
    return any(shown[near] <= 8 for near in neighbours(cell, width, height))
