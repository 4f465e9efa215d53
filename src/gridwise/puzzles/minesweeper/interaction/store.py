"""The state of a game, and how it is kept. What is hidden is kept too: it stays on the server."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Mode
from gridwise.core.message import msg
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, around
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState
from gridwise.puzzles.minesweeper.text import notation

MOST_CELLS = 2500
"""Boards with more cells are not played or edited."""
_MOST_CLICKS = 1 << 31
MOST_SEED = 1 << 64
"""Seeds are no further from 0."""


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table.

    Parameters
    ----------
    mode
        In `EDIT` nothing is hidden.
    origin
        The board at the beginning.
    game
        The referee's game. Its position has every flag as a known mine, which keeps a 0 from
        opening it.
    proved
        Known mines that are no mere opinion: given, or entered by a hint and true.
    clicks
        How often the player opened, flagged or chorded to some effect.
    """

    mode: Mode
    origin: Position
    game: GameState
    proved: frozenset[int]
    clicks: int = 0


def to_json(state: State) -> dict[str, Any]:
    """Return the state as JSON."""
    game = state.game
    hidden = None
    if game.hidden is not None:
        hidden = notation.format_position(
            Position(state.origin.width, state.origin.height, game.hidden)
        )
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


def from_json(saved: Mapping[str, Any]) -> State:
    """Return the state that `to_json` made this of; raise `ParameterError` at anything else."""
    try:
        return _state(saved)
    except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
        raise ParameterError(msg("this is no saved game of Minesweeper")) from error


def _state(saved: Mapping[str, Any]) -> State:
    mode = Mode(saved["mode"])
    origin, position = _board(saved["origin"]), _board(saved["shown"])
    seed, rule = _seed(saved["seed"]), saved["first_click"]
    clicks, exploded = _number(saved["clicks"], _MOST_CLICKS), saved["exploded"]
    _must(isinstance(rule, str) and rule in REFEREE.first_clicks)
    _must((position.width, position.height) == (origin.width, origin.height))
    _must(isinstance(saved["proved"], list))
    size = len(position.shown)
    proved = frozenset(_number(cell, size) for cell in saved["proved"])
    if mode is Mode.EDIT:
        _must(saved["hidden"] is None and exploded is None and not proved)
        return State(mode, origin, GameState(position, seed, rule, None, 0), proved, clicks)
    _must(position.mines is not None and position.mines == origin.mines)
    if saved["hidden"] is None:
        # Nothing was opened; what can be dealt is asked of the referee.
        _must(exploded is None and not proved)
        _must(set(origin.shown) == {COVERED} and set(position.shown) <= {COVERED, MINE})
        board = f"{origin.width}x{origin.height}x{origin.mines}"
        game = replace(REFEREE.deal(board, seed=seed, first_click=rule), position=position)
        _must(game.hidden is None)
        return State(mode, origin, game, proved, clicks)
    hidden, left = _hidden(saved["hidden"], position), size - (position.mines or 0)
    for cell, (was, code) in enumerate(zip(origin.shown, position.shown, strict=True)):
        _must(code > 8 or code == hidden[cell])
        _must(was in (code, COVERED) or (was == SAFE and code <= 8))
        _must(code != SAFE or was == SAFE)
        _must(hidden[cell] == MINE if was == MINE else was != SAFE or hidden[cell] != MINE)
        left -= code <= 8
    if exploded is not None:
        exploded = _number(exploded, size)
        _must(hidden[exploded] == MINE and position.shown[exploded] == MINE)
    _must(all(hidden[c] == MINE and position.shown[c] == MINE for c in proved))
    return State(
        mode, origin, GameState(position, seed, rule, hidden, left, exploded), proved, clicks
    )


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError


def _number(value: object, bound: int) -> int:
    _must(type(value) is int)
    assert isinstance(value, int)
    _must(0 <= value < bound)
    return value


def _seed(value: object) -> int:
    _must(isinstance(value, str))
    assert isinstance(value, str)
    _must(len(value) <= 21)
    seed = int(value)
    _must(abs(seed) <= MOST_SEED and str(seed) == value)
    return seed


def _board(text: object) -> Position:
    _must(isinstance(text, str))
    assert isinstance(text, str)
    _must(len(text) <= 3 * MOST_CELLS)
    (entry,) = notation.read(text)
    _must(entry.position is not None)
    assert entry.position is not None
    _must(len(entry.position.shown) <= MOST_CELLS)
    return entry.position


def _hidden(text: object, position: Position) -> bytes:
    """Return the layout if its numbers are those of its mines, and these as many as they are."""
    board = _board(text)
    _must((board.width, board.height) == (position.width, position.height))
    hidden = board.shown
    numbers = around(hidden, board.width, board.height, (MINE,))
    _must(all(h in (MINE, n) for h, n in zip(hidden, numbers, strict=True)))
    _must(hidden.count(MINE) == position.mines)
    return hidden
