"""Sudoku as a person plays it: digits, notes in the corner and in the middle, candidates."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.desk import Act, Desk, Fact, Input, Mode, Pen
from gridwise.core.errors import GridwiseError, ParameterError, ParseError
from gridwise.core.grid import parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.policy import Verdict
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Scene, SceneCell, Shade
from gridwise.puzzles.sudoku import notation, rules
from gridwise.puzzles.sudoku.position import (
    Position,
    candidate_masks,
    check_box,
    default_box,
    digits_of,
)
from gridwise.puzzles.sudoku.scene import scene as board_scene

_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_PENS = ("enter", "corner", "centre")
_ERASE_KEYS = ("Backspace", "Delete", "Digit0", "Numpad0")


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table.

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


class SudokuDesk(Desk[Position, State]):
    """The table; see the base class."""

    name = "sudoku"
    acts: ClassVar[Mapping[str, str]] = {
        "enter": "write a digit into a cell; the same digit again takes it out",
        "erase": "empty a cell: its digit, else its notes",
        "corner": "write or take out a note in the corner",
        "centre": "write or take out a note in the middle",
        "fill_notes": "note all candidates that the digits leave",
        "clear_notes": "take all notes out",
        "put": "enter a digit as the puzzle writes moves",
        "become": "take over a board with the same givens",
    }
    sizes: ClassVar[Mapping[str, Message]] = {
        "3x3": msg("9 by 9, the usual one"),
        "2x2": msg("4 by 4, for a start"),
        "2x3": msg("6 by 6"),
        "3x4": msg("12 by 12"),
        "4x4": msg("16 by 16"),
        "5x5": msg("25 by 25"),
    }
    example = "r3c5 7"

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        auto = {"no": msg("only what you note"), "yes": msg("kept up to date by themselves")}
        return {"auto": (msg("Candidates"), auto)}

    def begin(
        self,
        position: Position,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
    ) -> State:
        auto = options.get("auto", "no")
        if not set(options) <= {"auto"} or auto not in ("no", "yes"):
            raise ParameterError("there is no such choice for a game")
        none = (0,) * len(position.cells)
        state = State(mode, position, position.cells, none, none, auto == "yes")
        return _renewed(state) if state.auto and mode is Mode.PLAY else state

    def empty(self, size: str) -> Position:
        """Return an empty board: `3x3` (height x width of a box) or its side, such as `9`."""
        match = _SIZE.fullmatch(size)
        box = (int(match[1]), int(match[2])) if match else None
        if box is None and size.isascii() and size.isdigit() and len(size) < 3:
            box = default_box(int(size))
        if box is None:
            raise ParameterError(f"a size is HEIGHTxWIDTH of a box, such as 3x3, not {size!r}")
        check_box(*box)
        side = box[0] * box[1]
        return Position(*box, bytes(side * side))

    def mode(self, state: State) -> Mode:
        return state.mode

    def position(self, state: State) -> Position:
        return replace(state.origin, cells=state.cells)

    def origin(self, state: State) -> Position:
        return state.origin if state.mode is Mode.PLAY else self.position(state)

    # Acts.

    def act(self, state: State, act: Act) -> State:
        match act.name:
            case "enter" | "corner" | "centre" | "erase":
                self._check(state, act)
                if act.name == "erase":
                    return _erased(state, act.cell)
                digit = _digit(act.value, state.origin.size)
                if act.name == "enter":
                    again = state.cells[act.cell] == digit
                    return _entered(state, act.cell, 0 if again else digit)
                return _noted(state, act.name, act.cell, digit)
            case "fill_notes":
                masks = tuple(candidate_masks(self.position(state)))
                return state if state.corner == masks else replace(state, corner=masks)
            case "clear_notes":
                none = (0,) * len(state.cells)
                if state.corner == none == state.centre:
                    return state
                return replace(state, corner=none, centre=none)
            case "put":
                try:
                    move = notation.parse_move(state.origin, act.value)
                except ParseError as error:
                    raise ParameterError(str(error)) from None
                self._check(state, Act("enter", move.cell))
                return _entered(state, move.cell, move.digit)
            case "become":
                return self._become(state, act.value)
        raise ParameterError(f"there is no act {act.name!r}")

    def _check(self, state: State, act: Act) -> None:
        if not 0 <= act.cell < len(state.cells):
            raise ParameterError(msg("there is no such cell"))
        if state.mode is Mode.PLAY and state.origin.cells[act.cell]:
            raise ParameterError(msg("this digit is given; it stays"))

    def _become(self, state: State, text: str) -> State:
        try:
            board = notation.parse_notation(text, 1, "<board>")
        except GridwiseError as error:
            raise ParameterError(str(error)) from None
        given = state.origin
        if (board.box_height, board.box_width) != (given.box_height, given.box_width):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.PLAY and any(
            old and old != new for old, new in zip(given.cells, board.cells, strict=True)
        ):
            raise ParameterError(msg("this board has other givens"))
        if board.cells == state.cells:
            return state
        return _renewed(replace(state, cells=board.cells))

    # What is seen.

    def scene(
        self,
        state: State,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        position = self.position(state)
        marked = dict.fromkeys(_repeats(position), Highlight.CONFLICT)
        marked.update(highlights or {})
        drawn = board_scene(position, origin=self.origin(state), highlights=marked)
        cells = list(drawn.cells)
        for cell, (corner, centre) in enumerate(zip(state.corner, state.centre, strict=True)):
            if (corner or centre) and not state.cells[cell]:
                cells[cell] = SceneCell(
                    cells[cell].role, notes=_signs(corner), centre=_signs(centre)
                )
        for cell, shade in _shades(state, selected).items():
            cells[cell] = replace(cells[cell], shade=shade)
        return replace(drawn, cells=tuple(cells))

    def verdict(self, state: State) -> Verdict:
        if state.mode is Mode.PLAY and rules.is_solved(self.position(state)):
            return Verdict.WON
        return Verdict.OPEN

    def conflicts(self, state: State) -> tuple[Violation, ...]:
        return rules.violations(self.position(state))

    def inputs(self, state: State) -> tuple[Input, ...]:
        size = state.origin.size
        digits = []
        for digit in range(1, size + 1):
            sign = notation.to_symbols(bytes([digit]))
            code = (f"Digit{digit}", f"Numpad{digit}") if digit < 10 else (f"Key{sign.upper()}",)
            digits.append(
                Input(
                    Act("enter", value=str(digit)),
                    msg("Digit {digit}", digit=sign),
                    sign,
                    code,
                    pen=True,
                )
            )
        erase = Input(Act("erase"), msg("Erase"), keys=_ERASE_KEYS)
        fill = Input(Act("fill_notes"), msg("Note all candidates"), at_cell=False)
        clear = Input(Act("clear_notes"), msg("Clear all notes"), at_cell=False)
        return (*digits, erase, fill, clear)

    def pens(self, state: State) -> tuple[Pen, ...]:
        # On large boards the letters are digits.
        plain = state.origin.size <= 9
        keys = ("KeyZ", "KeyX", "KeyC") if plain else ("F2", "F3", "F4")
        labels = (msg("Digit"), msg("Corner note"), msg("Centre note"))
        return tuple(
            Pen(act, label, (key,)) for act, label, key in zip(_PENS, labels, keys, strict=True)
        )

    def facts(self, state: State) -> tuple[Fact, ...]:
        empty = state.cells.count(0)
        given = len(state.cells) - self.origin(state).cells.count(0)
        return (
            Fact(msg("Empty"), empty),
            Fact(msg("Filled"), len(state.cells) - empty),
            Fact(msg("Givens"), given),
        )

    # Storage and typing.

    def dump(self, state: State) -> dict[str, Any]:
        out: dict[str, Any] = {
            "mode": state.mode.value,
            "origin": notation.format_notation(state.origin),
            "cells": notation.to_symbols(state.cells),
            "auto": state.auto,
        }
        for name, notes in (("corner", state.corner), ("centre", state.centre)):
            if any(notes):
                out[name] = {str(cell): mask for cell, mask in enumerate(notes) if mask}
        return out

    def load(self, saved: Mapping[str, Any]) -> State:
        try:
            origin = notation.parse_notation(str(saved["origin"]), 1, "<saved>")
            head = notation.format_notation(origin).rpartition(":")[0]
            board = notation.parse_notation(f"{head}:{saved['cells']}", 1, "<saved>")
            mode, auto = Mode(saved["mode"]), saved["auto"]
            corner = _masks(saved.get("corner", {}), origin)
            centre = _masks(saved.get("centre", {}), origin)
        except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
            raise ParameterError(msg("this is no saved game of Sudoku")) from error
        kept = mode is Mode.EDIT or all(
            not old or old == new for old, new in zip(origin.cells, board.cells, strict=True)
        )
        if not isinstance(auto, bool) or not kept:
            raise ParameterError(msg("this is no saved game of Sudoku"))
        return State(mode, origin, board.cells, corner, centre, auto)

    def typed(self, state: State, text: str) -> Act:
        """Read `r3c5 7`, `r3c5 erase`, `r3c5 corner 4`, `r3c5 centre 4`, `fill`, `clear`."""
        words = text.split()
        expected = "a cell and a digit, such as r3c5 7, or r3c5 erase, r3c5 corner 4, fill, clear"
        if len(words) == 1 and words[0].lower() in ("fill", "clear"):
            return Act(f"{words[0].lower()}_notes")
        size = state.origin.size
        cell = parse_cell_name(words[0].lower(), size, size) if words else None
        if cell is None or not 2 <= len(words) <= 3:
            found = repr(words[0][:20]) if words else "nothing"
            raise ParseError(found, expected, source="<move>")
        column = text.index(words[1], text.index(words[0]) + len(words[0])) + 1
        name, value = words[1].lower(), words[-1]
        if len(words) == 2 and name == "erase":
            return Act("erase", cell)
        if len(words) == 3 and name not in ("corner", "centre"):
            raise ParseError(repr(name[:20]), "corner or centre", source="<move>", column=column)
        try:
            digit = _digit(value, size)
        except ParameterError:
            raise ParseError(
                repr(value[:20]), f"a digit of 1 to {size}", source="<move>", column=column
            ) from None
        return Act(name if len(words) == 3 else "enter", cell, str(digit))


def _digit(text: str, size: int) -> int:
    """Read a digit: a number, or the letter that the notation writes for it."""
    digit = 0
    if text.isascii() and text.isdigit() and len(text) < 3:
        digit = int(text)
    elif text.isascii() and len(text) == 1:
        letters = {notation.to_symbols(bytes([d])).lower(): d for d in range(10, size + 1)}
        digit = letters.get(text.lower(), 0)
    if not 1 <= digit <= size:
        raise ParameterError(msg("a digit is from 1 to {size}", size=size))
    return digit


def _entered(state: State, cell: int, digit: int) -> State:
    """Return the board with a digit in a cell (0 for none), and with it the notes of its houses."""
    if state.cells[cell] == digit:
        return state
    cells = bytearray(state.cells)
    cells[cell] = digit
    corner, centre = list(state.corner), list(state.centre)
    if digit:
        corner[cell] = centre[cell] = 0
        for peer in state.origin.shape.peers[cell]:
            corner[peer] &= ~(1 << digit)
            centre[peer] &= ~(1 << digit)
    after = replace(state, cells=bytes(cells), corner=tuple(corner), centre=tuple(centre))
    return _renewed(after) if state.auto and not digit else after


def _renewed(state: State) -> State:
    """Return the state without notes on filled cells; with all candidates where they are kept."""
    if state.auto and state.mode is Mode.PLAY:
        masks = tuple(candidate_masks(replace(state.origin, cells=state.cells)))
        return replace(state, corner=masks)
    clean = [
        tuple(0 if digit else mask for digit, mask in zip(state.cells, notes, strict=True))
        for notes in (state.corner, state.centre)
    ]
    return replace(state, corner=clean[0], centre=clean[1])


def _erased(state: State, cell: int) -> State:
    if state.cells[cell]:
        return _entered(state, cell, 0)
    if not (state.corner[cell] or state.centre[cell]):
        return state
    corner, centre = list(state.corner), list(state.centre)
    corner[cell] = centre[cell] = 0
    return replace(state, corner=tuple(corner), centre=tuple(centre))


def _noted(state: State, where: str, cell: int, digit: int) -> State:
    if state.cells[cell]:
        return state
    notes = list(state.corner if where == "corner" else state.centre)
    notes[cell] ^= 1 << digit
    if where == "corner":
        return replace(state, corner=tuple(notes))
    return replace(state, centre=tuple(notes))


def _signs(mask: int) -> tuple[str, ...]:
    return tuple(notation.to_symbols(bytes([digit])) for digit in digits_of(mask))


def _shades(state: State, selected: int) -> dict[int, Shade]:
    """Return the cells that go with the selected one: its houses, and the same digit."""
    if not 0 <= selected < len(state.cells):
        return {}
    out = dict.fromkeys(state.origin.shape.peers[selected], Shade.PEER)
    digit = state.cells[selected]
    if digit:
        same = (cell for cell, other in enumerate(state.cells) if other == digit)
        out.update((cell, Shade.SAME) for cell in same if cell != selected)
    return out


def _repeats(position: Position) -> list[int]:
    """Return all cells whose digit stands in a house of theirs once more."""
    cells, peers = position.cells, position.shape.peers
    return [
        cell
        for cell, digit in enumerate(cells)
        if digit and any(cells[peer] == digit for peer in peers[cell])
    ]


def _masks(saved: Any, origin: Position) -> tuple[int, ...]:
    masks = [0] * len(origin.cells)
    every = (1 << (origin.size + 1)) - 2
    for name, mask in saved.items():
        if not (isinstance(name, str) and name.isascii() and name.isdigit()):
            raise ValueError(name)
        if isinstance(mask, bool) or not isinstance(mask, int) or mask & ~every:
            raise ValueError(mask)
        masks[int(name)] = mask
    return tuple(masks)


DESK = SudokuDesk()
