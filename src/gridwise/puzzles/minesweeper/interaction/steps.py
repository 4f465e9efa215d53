"""What actions do to a game of Minesweeper, each a small pure step."""

from collections.abc import Sequence
from dataclasses import replace

from gridwise.puzzles.minesweeper.interaction.store import State
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE


def cells_of(shown: bytes, code: int) -> tuple[int, ...]:
    """Return the cells with this code, in order."""
    return tuple(cell for cell, here in enumerate(shown) if here == code)


def is_given(state: State, cell: int) -> bool:
    """Return whether a cell was a known mine from the beginning."""
    return state.origin.shown[cell] == MINE


def safe_left(shown: bytes, hidden: bytes) -> int:
    """Return how many safe cells are not open."""
    return sum(h != MINE and code > 8 for code, h in zip(shown, hidden, strict=True))


def shows(state: State, cell: int, code: int) -> State:
    """Return the state in which a cell shows this; nothing else is touched."""
    board = state.game.position
    if board.shown[cell] == code:
        return state
    shown = bytearray(board.shown)
    shown[cell] = code
    return replace(state, game=replace(state.game, position=replace(board, shown=bytes(shown))))


def clicked(before: State, after: State) -> State:
    """Count a click that changed something."""
    return after if after is before else replace(after, clicks=before.clicks + 1)


def opened(state: State, cells: Sequence[int]) -> State:
    """Open cells through the referee, in order, until a mine explodes. Flags stay closed."""
    game = state.game
    for cell in cells:
        if game.position.shown[cell] in (COVERED, SAFE):
            game = REFEREE.reply(game, Safe(cell)).state
            if game.exploded is not None:
                break
    return state if game is state.game else replace(state, game=game)


def marked(state: State, cells: Sequence[int]) -> State:
    """Flag cells that something else than the player says are mines.

    Those that are mines count as proved; of a claim that is not true a flag is all that stays.
    """
    hidden = state.game.hidden
    proved = state.proved | {c for c in cells if hidden is not None and hidden[c] == MINE}
    shown = bytearray(state.game.position.shown)
    for cell in cells:
        if shown[cell] == COVERED:
            shown[cell] = MINE
    if bytes(shown) == state.game.position.shown and proved == state.proved:
        return state
    game = replace(state.game, position=replace(state.game.position, shown=bytes(shown)))
    return replace(state, game=game, proved=frozenset(proved))


def bare(state: State, cells: Sequence[int]) -> State:
    """Take the flags off these cells."""
    for cell in cells:
        if state.game.position.shown[cell] == MINE:
            state = replace(shows(state, cell, COVERED), proved=state.proved - {cell})
    return state
