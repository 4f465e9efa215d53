"""The state of a Sudoku in play, and its JSON form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.interaction import Mode, int_below, reading_saved, require
from gridwise.core.scene import COLOURS
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.text import notation, symbols

_DIGITS = {symbol: digit for digit, symbol in enumerate(symbols.SYMBOLS)}


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
    colours
        A byte a cell: the player's colour of it, 0 for none; empty if no cell has one.
    """

    mode: Mode
    origin: Position
    cells: bytes
    corner: tuple[int, ...]
    centre: tuple[int, ...]
    auto: bool = False
    colours: bytes = b""

    def colour(self, cell: int) -> int:
        """Return the colour of a cell, 0 for none."""
        return self.colours[cell] if self.colours else 0


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
    if state.colours:
        out["colours"] = {str(cell): colour for cell, colour in enumerate(state.colours) if colour}
    return out


@reading_saved()
def from_json(saved: Mapping[str, Any], board: Callable[[object], Position]) -> SudokuState:
    """Return the state of `to_json`'s form; raise `ParameterError` for any other object.

    Parameters
    ----------
    board
        Returns the position of a notation.
    """
    mode, origin = Mode(saved["mode"]), board(saved["origin"])
    now = replace(origin, cells=bytes(map(_DIGITS.__getitem__, saved["cells"])))
    require(mode is Mode.EDIT or has_givens(origin, now.cells))
    corner = _masks(saved.get("corner", {}), now)
    centre = _masks(saved.get("centre", {}), now)
    colours = bytearray(len(now.cells))
    for name, colour in saved.get("colours", {}).items():
        colours[int_below(int(name), len(colours))] = int_below(colour, COLOURS + 1)
    painted = bytes(colours) if any(colours) else b""
    state = SudokuState(mode, origin, now.cells, corner, centre, saved["auto"], painted)
    require(isinstance(state.auto, bool) and to_json(state) == saved)
    return state


def has_givens(origin: Position, cells: Sequence[int]) -> bool:
    """Return whether the cells hold every given of `origin`."""
    return all(not old or old == new for old, new in zip(origin.cells, cells, strict=True))


def _masks(saved: Mapping[str, Any], board: Position) -> tuple[int, ...]:
    """Return the notes of all cells from the saved ones."""
    masks = [0] * len(board.cells)
    for name, mask in saved.items():
        cell = int_below(int(name), len(masks))
        require(not board.cells[cell])
        masks[cell] = int_below(mask, 1 << (board.size + 1))
        require(not mask & 1)
    return tuple(masks)
