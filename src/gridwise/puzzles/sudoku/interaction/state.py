"""The state of a Sudoku in play, and its JSON form."""

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
class SudokuState:
    """A board in play. A cell that holds a digit has no notes.

    Parameters
    ----------
    mode
        Whether entered digits solve the board or become givens.
    origin
        The board with its givens only.
    cells
        A byte a cell: the digit, given or entered; 0 for an empty cell.
    corner, centre
        The notes of each cell; bit d stands for digit d.
    auto
        Whether corner notes are kept equal to the candidates.
    """

    mode: Mode
    origin: Position
    cells: bytes
    corner: tuple[int, ...]
    centre: tuple[int, ...]
    auto: bool = False


def to_json(state: SudokuState) -> dict[str, Any]:
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


def from_json(saved: Mapping[str, Any]) -> SudokuState:
    """Return the state of `to_json`'s form; raise `ParameterError` for any other object."""
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
    """Return whether the cells hold every given of `origin`."""
    return all(not old or old == new for old, new in zip(origin.cells, cells, strict=True))


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError


def _loaded(saved: Mapping[str, Any]) -> SudokuState:
    mode, auto = Mode(saved["mode"]), saved["auto"]
    text, symbols = saved["origin"], saved["cells"]
    _must(isinstance(auto, bool) and isinstance(text, str) and isinstance(symbols, str))
    _must(max(len(text), len(symbols)) <= _LONGEST)
    origin, cells = parsed(text), bytes(map(_DIGITS.__getitem__, symbols))
    board = replace(origin, cells=cells)
    _must(mode is Mode.EDIT or has_givens(origin, cells))
    corner = _masks(saved.get("corner", {}), board)
    centre = _masks(saved.get("centre", {}), board)
    return SudokuState(mode, origin, cells, corner, centre, auto)


def _masks(saved: Mapping[str, Any], board: Position) -> tuple[int, ...]:
    masks = [0] * len(board.cells)
    every = (1 << (board.size + 1)) - 2
    for name, mask in saved.items():
        cell = int(name)
        _must(name == str(cell) and 0 <= cell < len(masks) and not board.cells[cell])
        _must(type(mask) is int and not mask & ~every)
        masks[cell] = mask
    return tuple(masks)
