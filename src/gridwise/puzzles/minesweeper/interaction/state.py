"""The state of a Minesweeper game as it is played, and its saved form.

The saved form holds the hidden layout: it stays on the server.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.interaction import MOST_CELLS, Mode, int_below, reading_saved, require
from gridwise.core.message import msg
from gridwise.puzzles.minesweeper import notation
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, Safe, around
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState, numbered

_MOST_CLICKS = 1 << 31
MOST_SEED = 1 << 64
"""The greatest absolute value of a seed."""


@dataclass(frozen=True, slots=True)
class MinesweeperState:
    """A game of Minesweeper with the player's flags.

    Parameters
    ----------
    mode
        In `EDIT` nothing is hidden.
    origin
        The board at the beginning.
    game
        The referee's game. Every flag is a known mine of its position, so that a 0 does not open
        it.
    proved
        Known mines that are no mere opinion: given, or entered by a hint and true.
    clicks
        The number of openings, flags and chords with an effect.
    """

    mode: Mode
    origin: Position
    game: GameState
    proved: frozenset[int]
    clicks: int = 0


def to_json(state: MinesweeperState) -> dict[str, Any]:
    """Return the saved form."""
    game = state.game
    hidden = None
    if game.hidden is not None:
        hidden = notation.format_position(replace(state.origin, shown=game.hidden, mines=None))
    return {
        "mode": state.mode.value,
        "origin": notation.format_position(state.origin),
        "shown": notation.format_position(game.position),
        "hidden": hidden,
        "seed": str(game.seed),
        "first_click": game.first_click,
        "exploded": game.exploded,
        "proved": sorted(state.proved),
        "clicks": state.clicks,
    }


@reading_saved()
def from_json(saved: Mapping[str, Any], read: Callable[[object], Position]) -> MinesweeperState:
    """Return the state of a saved form, whose notations `read` reads; raise `ParameterError`."""
    for name in ("origin", "shown", "hidden"):
        require(saved[name] is None or len(saved[name]) <= 3 * MOST_CELLS)
    mode, origin, position = Mode(saved["mode"]), read(saved["origin"]), read(saved["shown"])
    seed, rule = _seed(saved["seed"]), saved["first_click"]
    clicks, exploded = int_below(saved["clicks"], _MOST_CLICKS), saved["exploded"]
    size = len(position.shown)
    require(isinstance(rule, str) and rule in REFEREE.first_clicks)
    require(max(size, len(origin.shown)) <= MOST_CELLS)
    require((position.width, position.height) == (origin.width, origin.height))
    require(isinstance(saved["proved"], list))
    proved = frozenset(int_below(cell, size) for cell in saved["proved"])
    if mode is Mode.EDIT:
        require(saved["hidden"] is None and exploded is None and not proved)
        return MinesweeperState(
            mode, origin, GameState(position, seed, rule, None, 0), proved, clicks
        )
    require(position.mines is not None and position.mines == origin.mines)
    if saved["hidden"] is None:
        # No cell is open yet; the referee knows what it can deal.
        require(exploded is None and not proved)
        require(set(origin.shown) == {COVERED} and set(position.shown) <= {COVERED, MINE})
        board = f"{origin.width}x{origin.height}x{origin.mines}"
        game = replace(REFEREE.deal(board, seed=seed, first_click=rule), position=position)
        require(game.hidden is None)
        return MinesweeperState(mode, origin, game, proved, clicks)
    hidden, left = _hidden(read(saved["hidden"]), position), size - (position.mines or 0)
    for cell, (was, code) in enumerate(zip(origin.shown, position.shown, strict=True)):
        require(code > 8 or code == hidden[cell])
        require(was in (code, COVERED) or (was == SAFE and code <= 8))
        require(code != SAFE or was == SAFE)
        require(hidden[cell] == MINE if was == MINE else was != SAFE or hidden[cell] != MINE)
        left -= code <= 8
    if exploded is not None:
        exploded = int_below(exploded, size)
        require(hidden[exploded] == MINE and position.shown[exploded] == MINE)
    require(all(hidden[c] == MINE and position.shown[c] == MINE for c in proved))
    game = GameState(position, seed, rule, hidden, left, exploded)
    return MinesweeperState(mode, origin, game, proved, clicks)


def hidden_of(position: Position, layout: Position) -> bytes:
    """Return the hidden board of a layout that a generated board claims, a byte a cell.

    Raises
    ------
    ParameterError
        It is not the layout of this position.
    """
    mines = bytes(code == MINE for code in layout.shown)
    if len(mines) == len(position.shown) and sum(mines) == position.mines:
        hidden = numbered(position, mines)
        known = zip(position.shown, hidden, strict=True)
        if all(code in (COVERED, true) or (code == SAFE and true != MINE) for code, true in known):
            return hidden
    raise ParameterError(msg("this layout does not fit the board"))


def _seed(text: str) -> int:
    require(len(text) <= 21)
    seed = int(text)
    require(abs(seed) <= MOST_SEED and str(seed) == text)
    return seed


def _hidden(layout: Position, position: Position) -> bytes:
    """Return the layout if its numbers fit its mines, and the mines fit the position."""
    require((layout.width, layout.height) == (position.width, position.height))
    hidden = layout.shown
    numbers = around(hidden, layout.width, layout.height, (MINE,))
    require(all(h in (MINE, n) for h, n in zip(hidden, numbers, strict=True)))
    require(hidden.count(MINE) == position.mines)
    return hidden


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
