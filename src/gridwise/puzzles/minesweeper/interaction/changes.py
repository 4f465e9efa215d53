"""The changes that actions make to a game of Minesweeper, each a small pure function."""

from collections.abc import Sequence
from dataclasses import replace

from gridwise.puzzles.minesweeper.interaction.state import MinesweeperState
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE


def cells_of(shown: bytes, code: int) -> tuple[int, ...]:
    """Return the cells with this code, ascending."""
    return tuple(cell for cell, here in enumerate(shown) if here == code)


def safe_left(shown: bytes, hidden: bytes) -> int:
    """Return the number of safe cells that are not open."""
    return sum(h != MINE and code > 8 for code, h in zip(shown, hidden, strict=True))


def with_position(state: MinesweeperState, position: Position) -> MinesweeperState:
    """Return the state with another board; the same object if it is equal."""
    if position == state.game.position:
        return state
    return replace(state, game=replace(state.game, position=position))


def with_codes(state: MinesweeperState, cells: Sequence[int], code: int) -> MinesweeperState:
    """Return the state in which cells show a code."""
    board = state.game.position
    shown = bytearray(board.shown)
    for cell in cells:
        shown[cell] = code
    return with_position(state, replace(board, shown=bytes(shown)))


def with_click(before: MinesweeperState, after: MinesweeperState) -> MinesweeperState:
    """Count a click that changed something."""
    return after if after is before else replace(after, clicks=before.clicks + 1)


def with_opened(state: MinesweeperState, cells: Sequence[int]) -> MinesweeperState:
    """Open cells through the referee, in order, until a mine explodes. Flags stay closed."""
    game = state.game
    for cell in cells:
        if game.position.shown[cell] in (COVERED, SAFE):
            game = REFEREE.reply(game, Safe(cell)).state
            if game.exploded is not None:
                break
    return state if game is state.game else replace(state, game=game)


def with_mines(state: MinesweeperState, cells: Sequence[int]) -> MinesweeperState:
    """Flag cells that a hint or a solution says are mines; true ones become proved."""
    hidden, shown = state.game.hidden, state.game.position.shown
    true = {cell for cell in cells if hidden is not None and hidden[cell] == MINE}
    after = with_codes(state, [cell for cell in cells if shown[cell] == COVERED], MINE)
    return after if true <= state.proved else replace(after, proved=state.proved | true)


def without_flags(state: MinesweeperState, cells: Sequence[int]) -> MinesweeperState:
    """Remove the flags of these cells."""
    flagged = [cell for cell in cells if state.game.position.shown[cell] == MINE]
    after = with_codes(state, flagged, COVERED)
    return after if after is state else replace(after, proved=state.proved.difference(flagged))
