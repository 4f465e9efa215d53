"""The interaction of Sudoku: digits, corner and centre notes, colours.

Methods do not see notes. Entering a digit also removes it from the notes of its houses.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import parse_cell_name
from gridwise.core.interaction import (
    PLAIN,
    Action,
    Emphasis,
    Interaction,
    Mode,
    PadButton,
    Pen,
    StatusItem,
    TypedLine,
    int_below,
    reading_saved,
    require,
)
from gridwise.core.message import Message, msg
from gridwise.core.scene import COLOURS, Scene
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku import notation, symbols
from gridwise.puzzles.sudoku.position import (
    MAX_SIZE,
    Position,
    candidate_masks,
    check_box,
    digits_of,
    parse_box,
)
from gridwise.puzzles.sudoku.puzzle import PUZZLE
from gridwise.puzzles.sudoku.scene import play_scene

_PENS = {
    "enter": msg("Digit"),
    "corner": msg("Corner note"),
    "centre": msg("Centre note"),
    "colour": msg("Colour"),
}
_DIGITS = {symbol: digit for digit, symbol in enumerate(symbols.SYMBOLS)}
_ERASE_KEYS = ("Backspace", "Delete", "Digit0", "Numpad0")


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


class SudokuInteraction(Interaction[Position, SudokuState]):
    """How a person plays Sudoku."""

    name = "sudoku"
    puzzle = PUZZLE
    actions: ClassVar[Mapping[str, str]] = {
        "enter": "write a digit (value) into the cell; the same digit again removes it",
        "erase": "empty the cell: its digit, else its notes, else its colour",
        "corner": "write a note (value) in the corner, or remove it",
        "centre": "write a note (value) in the middle, or remove it",
        "colour": "give the cell a colour (value: 1 to 6), or remove it",
        "fill_notes": "note all candidates in the corners",
        "clear_notes": "remove all notes; while the board is edited, allow all candidates",
        "rule_out": "note that digits are not in cells (value, such as r1c2-5 r3c4-6)",
        "put": "enter a move (value, such as r1c2=5)",
        "load": "enter the digits of a board (value: a notation) that has the same givens",
    }
    cell_actions = frozenset({"enter", "erase", "corner", "centre", "colour"})
    sizes: ClassVar[Mapping[str, Message]] = {
        "3x3": msg("9 by 9, the usual one"),
        "2x2": msg("4 by 4, for a start"),
        "2x3": msg("6 by 6"),
        "3x4": msg("12 by 12"),
        "4x4": msg("16 by 16"),
        "5x5": msg("25 by 25"),
    }
    example = "r3c5 7"
    selects_many = True

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        auto = {"no": msg("only what you note"), "yes": msg("kept up to date by themselves")}
        return {"auto": (msg("Candidates"), auto)}

    def first_state(
        self, position: Position, mode: Mode, seed: int, chosen: Mapping[str, str]
    ) -> SudokuState:
        none = (0,) * len(position.cells)
        state = SudokuState(mode, position, position.cells, none, none)
        auto = chosen["auto"] == "yes"
        if mode is Mode.EDIT or not (auto or position.removed_candidates):
            return state
        return replace(state, corner=tuple(candidate_masks(position)), auto=auto)

    def empty(self, size: str) -> Position:
        """Return an empty board: `3x3` (height x width of a box) or its side, such as `9`."""
        box = parse_box(size)
        if box is None:
            raise ParameterError(msg("a size is HEIGHTxWIDTH of a box, such as 3x3"))
        try:
            check_box(*box)
        except ParameterError:
            raise ParameterError(
                msg(
                    "the sides of a box are at least 2, and their product at most {most}; "
                    "or 1x5, 1x7 ... without boxes",
                    most=MAX_SIZE,
                )
            ) from None
        side = box[0] * box[1]
        return Position(*box, bytes(side * side))

    def position(self, state: SudokuState) -> Position:
        return replace(state.origin, cells=state.cells)

    def apply(self, state: SudokuState, action: Action) -> SudokuState:
        self.check(action, len(state.cells))
        if action.name in self.cell_actions:
            return _changed(state, action)
        if action.name == "fill_notes":
            masks = tuple(candidate_masks(self.position(state)))
            return state if state.corner == masks else replace(state, corner=masks)
        if (
            action.name == "clear_notes"
            and state.origin.removed_candidates
            and (state.mode is Mode.EDIT)
        ):
            return replace(state, origin=replace(state.origin, removed_candidates=()))
        if action.name == "clear_notes":
            none = (0,) * len(state.cells)
            same = state.corner == none == state.centre
            return state if same else replace(state, corner=none, centre=none)
        if action.name == "rule_out":
            return self._rule_out(state, action.value)
        if action.name == "put":
            return self._put(state, action.value)
        return self._load_board(state, self.board(action.value))

    def for_cells(
        self, state: SudokuState, action: Action, cells: Sequence[int]
    ) -> tuple[Action, ...]:
        if action.name == "colour":
            number = _colour(action.value)
            cells = [cell for cell in cells if state.colour(cell) != number] or cells
            return tuple(replace(action, cell=cell) for cell in cells)
        if state.mode is Mode.PLAY:
            cells = [cell for cell in cells if _can_change(state, action.name, cell)]
        if action.name != "erase":
            digit = _digit(action.value, state.origin.size)
            if action.name != "enter":  # a cell with a digit has no notes
                cells = [cell for cell in cells if not state.cells[cell]]
            cells = [cell for cell in cells if not _holds(state, action.name, cell, digit)] or cells
        return tuple(replace(action, cell=cell) for cell in cells)

    def _put(self, state: SudokuState, text: str) -> SudokuState:
        try:
            move = notation.parse_move(state.origin, text)
        except ParseError as error:
            raise ParameterError(
                msg("a move is a cell and a digit, such as r1c2=5, on this board")
            ) from error
        if state.cells[move.cell] != move.digit:
            _require_open(state, move.cell)
        return _entered(state, move.cell, move.digit)

    def _rule_out(self, state: SudokuState, text: str) -> SudokuState:
        """Remove candidates from the notes; cells without notes get all their candidates first."""
        if not text.split():
            return state
        size = state.origin.size
        masks = candidate_masks(self.position(state))
        corner = [
            now or (0 if middle else mask)
            for now, middle, mask in zip(state.corner, state.centre, masks, strict=True)
        ]
        centre = list(state.centre)
        for word in text.split():
            name, _, digit = word.partition("-")
            cell = parse_cell_name(name, size, size)
            if cell is None:
                raise ParameterError(msg("a cell and a digit that it is not, such as r1c2-5"))
            keep = ~(1 << _digit(digit, size))
            corner[cell] &= keep
            centre[cell] &= keep
        after = replace(state, corner=tuple(corner), centre=tuple(centre))
        return state if after == state else after

    def marks(self, state: SudokuState) -> tuple[Mark, ...]:
        """Return the candidates that the notes leave out.

        Notes in the middle are all candidates of their cell. Notes in the corners are so if every
        empty cell has notes; else they may be a selection.
        """
        position = self.position(state)
        pairs = zip(state.corner, state.centre, state.cells, strict=True)
        whole = state.auto or all(one or other or digit for one, other, digit in pairs)
        marks: list[Mark] = []
        for cell, mask in enumerate(candidate_masks(position)):
            noted = state.centre[cell] or (state.corner[cell] if whole else 0)
            if noted or (whole and state.auto and mask):
                marks += [Mark(cell, digit, holds=False) for digit in digits_of(mask & ~noted)]
        return tuple(marks)

    def removal(self, state: SudokuState, marks: Iterable[Mark]) -> Action | None:
        name = state.origin.shape.cell_name
        out = [f"{name(mark.cell)}-{mark.value}" for mark in marks if not mark.holds]
        return Action("rule_out", value=" ".join(out)) if out else None

    def take_back(self, state: SudokuState, cell: int) -> Action | None:
        entered = state.cells[cell] and not state.origin.cells[cell]
        return Action("erase", cell) if entered else None

    def _load_board(self, state: SudokuState, board: Position) -> SudokuState:
        given = state.origin
        if (board.box_height, board.box_width) != (given.box_height, given.box_width):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.PLAY and not has_givens(given, board.cells):
            raise ParameterError(msg("this board has other givens"))
        return _with_cells(state, board.cells)

    def scene(self, state: SudokuState, emphasis: Emphasis = PLAIN) -> Scene:
        position, corner = self.position(state), state.corner
        if state.mode is Mode.EDIT and position.removed_candidates:
            corner = tuple(candidate_masks(position))
        return play_scene(
            position,
            self.origin(state),
            corner=corner,
            centre=state.centre,
            colours=state.colours,
            selected=emphasis.selected,
            value=emphasis.value,
            highlights=emphasis.highlights,
        )

    def pad_buttons(self, state: SudokuState) -> tuple[PadButton, ...]:
        digits = tuple(_button(digit) for digit in range(1, state.origin.size + 1))
        erase = PadButton(Action("erase"), msg("Erase"), keys=_ERASE_KEYS)
        clear = PadButton(Action("clear_notes"), msg("Clear all notes"), at_cell=False)
        if state.mode is Mode.EDIT:
            return (*digits, erase, clear) if state.origin.removed_candidates else (*digits, erase)
        size = state.origin.size
        counted = (
            replace(one, left=max(0, size - state.cells.count(digit)))
            for digit, one in enumerate(digits, 1)
        )
        return (
            *counted,
            erase,
            PadButton(Action("fill_notes"), msg("Note all candidates"), at_cell=False),
            clear,
        )

    def pens(self, state: SudokuState) -> tuple[Pen, ...]:
        """Return the pens; none in edit mode, which knows no notes."""
        if state.mode is Mode.EDIT:
            return ()
        # Of the keys beside each other, C is a digit on large boards.
        last = ("KeyC", "KeyV") if state.origin.size <= 9 else ("KeyV", "KeyW")
        return tuple(
            Pen(action, label, (key,), COLOURS if action == "colour" else 0)
            for (action, label), key in zip(_PENS.items(), ("KeyZ", "KeyX", *last), strict=True)
        )

    def status_items(self, state: SudokuState) -> tuple[StatusItem, ...]:
        empty = state.cells.count(0)
        given = len(state.cells) - self.origin(state).cells.count(0)
        return (
            StatusItem(msg("Empty"), empty),
            StatusItem(msg("Givens"), given),
        )

    def dump(self, state: SudokuState) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> SudokuState:
        return from_json(saved, self.board)

    def parse_action(self, state: SudokuState, text: str) -> Action:
        """Read `r3c5 7`, `r3c5=7`, `r3c5 erase`, `r3c5 corner 4`, `r3c5 colour 2`, `fill`, `clear`.

        Digits above 9 are numbers or letters: `r3c5 12` and `r3c5 C` are the same.
        """
        line, size = TypedLine(text, "="), state.origin.size
        if line[0] in ("fill", "clear") and len(line) == 1:
            return Action(f"{line[0]}_notes")
        cell = parse_cell_name(line[0], size, size)
        if cell is None:
            expected = msg(
                "a cell from r1c1 to {last} and a digit, such as r1c2 3; "
                "or r1c2 corner 3, r1c2 erase, fill, clear",
                last=f"r{size}c{size}",
            )
            raise line.unexpected(0, expected)
        if line[1] in ("erase", "0", "."):
            line.require_end(2)
            return Action("erase", cell)
        at = 2 if line[1] in ("corner", "centre", "colour") else 1
        try:
            digit = _colour(line[at]) if line[1] == "colour" else _digit(line[at], size)
        except ParameterError:
            expected = msg("a digit from 1 to {size}, or erase, corner or centre", size=size)
            if at == 2:
                most = COLOURS if line[1] == "colour" else size
                expected = msg("a digit from 1 to {size}", size=most)
            raise line.unexpected(at, expected) from None
        line.require_end(at + 1)
        return Action(line[1] if at == 2 else "enter", cell, str(digit))


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


def _button(digit: int) -> PadButton:
    """Return the button of a digit, with the digit or its letter as a key."""
    label = msg("Digit {digit}", digit=digit)
    keys: tuple[str, ...] = (f"Digit{digit}", f"Numpad{digit}")
    if digit > 9:
        letter = symbols.to_symbols(bytes((digit,)))
        label = msg("Digit {digit}, key {letter}", digit=digit, letter=letter)
        keys = (f"Key{letter}",)
    return PadButton(Action("enter", value=str(digit)), label, str(digit), keys, pen=True)


def _digit(text: str, size: int) -> int:
    """Read a digit: a number, or the letter that the notation writes for it."""
    digit = 0
    if text.isascii() and text.isdigit() and len(text) < 3:
        digit = int(text)
    elif len(text) == 1 and text.isascii() and text.isalpha():
        digit = symbols.SYMBOLS.find(text.upper())
    if not 1 <= digit <= size:
        raise ParameterError(msg("a digit is from 1 to {size}", size=size))
    return digit


def _colour(text: str) -> int:
    """Read the number of a colour."""
    if text not in map(str, range(1, COLOURS + 1)):
        raise ParameterError(msg("a colour is from 1 to {most}", most=COLOURS))
    return int(text)


def _can_change(state: SudokuState, name: str, cell: int) -> bool:
    """Return whether a cell has no given, or only its colour is to be erased."""
    return not state.origin.cells[cell] or (name == "erase" and state.colour(cell) > 0)


def _require_open(state: SudokuState, cell: int) -> None:
    """Raise `ParameterError` if the cell holds a given that stays."""
    if state.mode is Mode.PLAY and state.origin.cells[cell]:
        raise ParameterError(msg("this digit is given; it stays"))


def _holds(state: SudokuState, name: str, cell: int, digit: int) -> bool:
    """Return whether a cell has a digit, or a note in the corner or in the middle."""
    if name == "enter":
        return state.cells[cell] == digit
    notes = state.corner if name == "corner" else state.centre
    return bool(notes[cell] & 1 << digit)


def _changed(state: SudokuState, action: Action) -> SudokuState:
    """Return the state after one of `cell_actions`."""
    cell = action.cell
    if action.name == "colour":
        number = _colour(action.value)
        return _coloured(state, cell, 0 if state.colour(cell) == number else number)
    given = state.mode is Mode.PLAY and state.origin.cells[cell]
    if action.name == "erase" and state.colour(cell) and (given or _is_blank(state, cell)):
        return _coloured(state, cell, 0)
    _require_open(state, cell)
    if action.name == "erase":
        return _erased(state, cell)
    digit = _digit(action.value, state.origin.size)
    if action.name == "enter":
        return _entered(state, cell, 0 if state.cells[cell] == digit else digit)
    return _noted(state, action.name, cell, digit)


def _entered(state: SudokuState, cell: int, digit: int) -> SudokuState:
    cells = bytearray(state.cells)
    cells[cell] = digit
    return _with_cells(state, bytes(cells))


def _with_cells(state: SudokuState, cells: bytes) -> SudokuState:
    """Return the state with other digits, and without the notes that new digits forbid.

    With automatic candidates, a removed digit becomes a candidate again where it fits; notes that
    the player removed elsewhere stay removed.
    """
    old = state.cells
    if cells == old:
        return state
    new = bytes([now if now != was else 0 for was, now in zip(old, cells, strict=True)])
    free = candidate_masks(replace(state.origin, cells=new))
    corner, centre = (
        [0 if digit else mask & left for digit, mask, left in zip(cells, notes, free, strict=True)]
        for notes in (state.corner, state.centre)
    )
    if state.auto:
        masks = candidate_masks(replace(state.origin, cells=cells))
        peers = state.origin.shape.peers
        for cell, (was, now) in enumerate(zip(old, cells, strict=True)):
            if was and was != now:
                corner[cell] = masks[cell]
                for peer in peers[cell]:
                    corner[peer] |= masks[peer] & 1 << was
    return replace(state, cells=cells, corner=tuple(corner), centre=tuple(centre))


def _erased(state: SudokuState, cell: int) -> SudokuState:
    if state.cells[cell]:
        return _entered(state, cell, 0)
    if not (state.corner[cell] or state.centre[cell]):
        return state
    corner, centre = list(state.corner), list(state.centre)
    corner[cell] = centre[cell] = 0
    return replace(state, corner=tuple(corner), centre=tuple(centre))


def _is_blank(state: SudokuState, cell: int) -> bool:
    """Return whether a cell has neither a digit nor notes."""
    return not (state.cells[cell] or state.corner[cell] or state.centre[cell])


def _coloured(state: SudokuState, cell: int, number: int) -> SudokuState:
    colours = bytearray(state.colours or len(state.cells))
    colours[cell] = number
    return replace(state, colours=bytes(colours) if any(colours) else b"")


def _noted(state: SudokuState, where: str, cell: int, digit: int) -> SudokuState:
    if state.cells[cell]:
        return state
    notes = list(state.corner if where == "corner" else state.centre)
    notes[cell] ^= 1 << digit
    if where == "corner":
        return replace(state, corner=tuple(notes))
    return replace(state, centre=tuple(notes))


INTERACTION = SudokuInteraction()
