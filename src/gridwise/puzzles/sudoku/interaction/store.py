"""The state of a Sudoku on the table, and how it is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Mode
from gridwise.core.message import msg
from gridwise.core.reading import TextLine
from gridwise.puzzles.sudoku.position import MAX_SIZE, Position
from gridwise.puzzles.sudoku.text import notation, symbols

_DIGITS = {symbol: digit for digit, symbol in enumerate(symbols.SYMBOLS)}
_LONGEST = 2 * MAX_SIZE**2


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table. A cell that holds a digit has no notes.

    Parameters
    ----------
    mode
        Whether digits solve or are given.
    origin
        The board as it was given.
    cells
        A byte a cell: what stands there, given or entered; 0 for nothing.
    corner, centre
        The notes of each cell; bit d stands for digit d.
    auto
        Whether corner notes follow the digits by themselves.
    """

    mode: Mode
    origin: Position
    cells: bytes
    corner: tuple[int, ...]
    centre: tuple[int, ...]
    auto: bool = False


def to_json(state: State) -> dict[str, Any]:
    """Return the state as JSON."""
    out: dict[str, Any] = {
        "mode": state.mode.value,
        "origin": notation.format_notation(state.origin),
        "cells": symbols.to_symbols(state.cells),
        "auto": state.auto,
    }
    for name, notes in (("corner", state.corner), ("centre", state.centre)):
        if any(notes):
            out[name] = {str(cell): mask for cell, mask in enumerate(notes) if mask}
    return out


def from_json(saved: Mapping[str, Any]) -> State:
    """Return the state that `to_json` made this of; raise `ParameterError` at anything else."""
    try:
        state = _loaded(saved)
        _must(to_json(state) == saved)
    except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
        raise ParameterError(msg("this is no saved game of Sudoku")) from error
    return state


def parsed(text: str) -> Position:
    """Return the board of a notation; raise `ParameterError` for other texts."""
    try:
        if text.startswith(notation.HEAD):
            return notation.parse_notation(text, TextLine("<board>", 1))
    except GridwiseError:
        pass
    raise ParameterError(msg("this is no board"))


def has_givens(origin: Position, cells: Sequence[int]) -> bool:
    """Return whether all that was given stands there."""
    return all(not old or old == new for old, new in zip(origin.cells, cells, strict=True))


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError


def _loaded(saved: Mapping[str, Any]) -> State:
    mode, auto = Mode(saved["mode"]), saved["auto"]
    text, symbols = saved["origin"], saved["cells"]
    _must(isinstance(auto, bool) and isinstance(text, str) and isinstance(symbols, str))
    _must(max(len(text), len(symbols)) <= _LONGEST)
    origin, cells = parsed(text), bytes(map(_DIGITS.__getitem__, symbols))
    board = replace(origin, cells=cells)
    _must(mode is Mode.EDIT or has_givens(origin, cells))
    corner = _masks(saved.get("corner", {}), board)
    centre = _masks(saved.get("centre", {}), board)
    return State(mode, origin, cells, corner, centre, auto)


def _masks(saved: Mapping[str, Any], board: Position) -> tuple[int, ...]:
    masks = [0] * len(board.cells)
    every = (1 << (board.size + 1)) - 2
    for name, mask in saved.items():
        cell = int(name)
        _must(name == str(cell) and 0 <= cell < len(masks) and not board.cells[cell])
        _must(type(mask) is int and not mask & ~every)
        masks[cell] = mask
    return tuple(masks)
