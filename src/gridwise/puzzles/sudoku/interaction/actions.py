"""The actions of a person who plays Sudoku: digits, corner and centre notes, candidates.

Methods do not see notes. Entering a digit also removes it from the notes of its houses.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gridwise.core.errors import MOVE, ParameterError, ParseError
from gridwise.core.grid import parse_cell_name
from gridwise.core.interaction import Action, Interaction, Mode, PadButton, Pen, StatusItem
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.reading import quoted
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.sudoku import rules
from gridwise.puzzles.sudoku.interaction.state import (
    SudokuState,
    from_json,
    has_givens,
    parsed,
    to_json,
)
from gridwise.puzzles.sudoku.position import (
    MAX_SIZE,
    Position,
    candidate_masks,
    check_box,
    parse_box,
)
from gridwise.puzzles.sudoku.scene import play_scene
from gridwise.puzzles.sudoku.text import notation, symbols

_WORD = re.compile(r"[^\s=]+")
_PENS = {
    "enter": msg("Digit"),
    "corner": msg("Corner note"),
    "centre": msg("Centre note"),
}
_ERASE_KEYS = ("Backspace", "Delete", "Digit0", "Numpad0")


class SudokuInteraction(Interaction[Position, SudokuState]):
    """How a person plays Sudoku."""

    name = "sudoku"
    actions: ClassVar[Mapping[str, str]] = {
        "enter": "write a digit (value) into the cell; the same digit again takes it out",
        "erase": "empty the cell: its digit, else its notes",
        "corner": "write a note (value) in the corner, or take it out",
        "centre": "write a note (value) in the middle, or take it out",
        "fill_notes": "note all candidates that the digits leave, in the corners",
        "clear_notes": "take all notes out",
        "put": "enter a move (value, such as r1c2=5)",
        "load": "take over a board (value: a notation) that has the same givens",
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
    ) -> SudokuState:
        auto = options.get("auto", "no")
        if not set(options) <= {"auto"} or auto not in ("no", "yes"):
            raise ParameterError(msg("there is no such choice for a game"))
        none = (0,) * len(position.cells)
        state = SudokuState(mode, position, position.cells, none, none)
        if auto == "no" or mode is Mode.EDIT:
            return state
        return replace(state, corner=tuple(candidate_masks(position)), auto=True)

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

    def mode(self, state: SudokuState) -> Mode:
        return state.mode

    def position(self, state: SudokuState) -> Position:
        return replace(state.origin, cells=state.cells)

    def origin(self, state: SudokuState) -> Position:
        return state.origin if state.mode is Mode.PLAY else self.position(state)

    # Acts.

    def apply(self, state: SudokuState, action: Action) -> SudokuState:
        match action.name:
            case "enter":
                _check(state, action.cell)
                digit = _digit(action.value, state.origin.size)
                return _entered(
                    state, action.cell, 0 if state.cells[action.cell] == digit else digit
                )
            case "corner" | "centre":
                _check(state, action.cell)
                return _noted(
                    state, action.name, action.cell, _digit(action.value, state.origin.size)
                )
            case "erase":
                _check(state, action.cell)
                return _erased(state, action.cell)
            case "fill_notes":
                masks = tuple(candidate_masks(self.position(state)))
                return state if state.corner == masks else replace(state, corner=masks)
            case "clear_notes":
                none = (0,) * len(state.cells)
                if state.corner == none == state.centre:
                    return state
                return replace(state, corner=none, centre=none)
            case "put":
                return self._put(state, action.value)
            case "load":
                return self._load_board(state, action.value)
        raise ParameterError(msg("there is no action {name}", name=action.name))

    def _put(self, state: SudokuState, text: str) -> SudokuState:
        try:
            move = notation.parse_move(state.origin, text)
        except ParseError as error:
            raise ParameterError(
                msg("a move is a cell and a digit, such as r1c2=5, on this board")
            ) from error
        if state.cells[move.cell] != move.digit:
            _check(state, move.cell)
        return _entered(state, move.cell, move.digit)

    def _load_board(self, state: SudokuState, text: str) -> SudokuState:
        board, given = parsed(text), state.origin
        if (board.box_height, board.box_width) != (given.box_height, given.box_width):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.PLAY and not has_givens(given, board.cells):
            raise ParameterError(msg("this board has other givens"))
        return _with_cells(state, board.cells)

    # What is seen.

    def scene(
        self,
        state: SudokuState,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        return play_scene(
            self.position(state),
            self.origin(state),
            corner=state.corner,
            centre=state.centre,
            selected=selected,
            highlights=highlights,
        )

    def verdict(self, state: SudokuState) -> GameStatus:
        if state.mode is Mode.PLAY and rules.is_solved(self.position(state)):
            return GameStatus.WON
        return GameStatus.OPEN

    def conflicts(self, state: SudokuState) -> tuple[Violation, ...]:
        return rules.violations(self.position(state))

    def pad_buttons(self, state: SudokuState) -> tuple[PadButton, ...]:
        digits = tuple(_button(digit) for digit in range(1, state.origin.size + 1))
        erase = PadButton(Action("erase"), msg("Erase"), keys=_ERASE_KEYS)
        if state.mode is Mode.EDIT:
            return (*digits, erase)
        return (
            *digits,
            erase,
            PadButton(Action("fill_notes"), msg("Note all candidates"), at_cell=False),
            PadButton(Action("clear_notes"), msg("Clear all notes"), at_cell=False),
        )

    def pens(self, state: SudokuState) -> tuple[Pen, ...]:
        """Return the pens; none in edit mode, which knows no notes."""
        if state.mode is Mode.EDIT:
            return ()
        # Of the keys beside each other, C is a digit on large boards.
        last = "KeyC" if state.origin.size <= 9 else "KeyV"
        return tuple(
            Pen(action, label, (key,))
            for (action, label), key in zip(_PENS.items(), ("KeyZ", "KeyX", last), strict=True)
        )

    def status_items(self, state: SudokuState) -> tuple[StatusItem, ...]:
        empty = state.cells.count(0)
        given = len(state.cells) - self.origin(state).cells.count(0)
        return (
            StatusItem(msg("Empty"), empty),
            StatusItem(msg("Filled"), len(state.cells) - empty),
            StatusItem(msg("Givens"), given),
        )

    # Storage and typing.

    def dump(self, state: SudokuState) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> SudokuState:
        return from_json(saved)

    def parse_action(self, state: SudokuState, text: str) -> Action:
        """Read `r3c5 7`, `r3c5=7`, `r3c5 erase`, `r3c5 corner 4`, `r3c5 centre 4`, `fill`, `clear`.

        Digits above 9 are numbers or letters: `r3c5 12` and `r3c5 C` are the same.
        """
        words = [(part[0].lower(), part.start() + 1) for part in _WORD.finditer(text)]
        if [word for word, _ in words] in (["fill"], ["clear"]):
            return Action(f"{words[0][0]}_notes")
        size = state.origin.size
        cell = parse_cell_name(words[0][0], size, size) if words else None
        if cell is None:
            expected = msg(
                "a cell from r1c1 to {last} and a digit, such as r1c2 3; "
                "or r1c2 corner 3, r1c2 erase, fill, clear",
                last=f"r{size}c{size}",
            )
            raise _unexpected(words, 0, expected)
        name = words[1][0] if len(words) > 1 else ""
        if name in ("erase", "0", "."):
            _end(words, 2)
            return Action("erase", cell)
        at = 2 if name in ("corner", "centre") else 1
        try:
            digit = _digit(words[at][0] if len(words) > at else "", size)
        except ParameterError:
            if at == 2:
                expected = msg("a digit from 1 to {size}", size=size)
            else:
                expected = msg("a digit from 1 to {size}, or erase, corner or centre", size=size)
            raise _unexpected(words, at, expected) from None
        _end(words, at + 1)
        return Action(name if at == 2 else "enter", cell, str(digit))


def _unexpected(words: Sequence[tuple[str, int]], at: int, expected: Message) -> ParseError:
    """Return the error for a word of a typed line, or for a line that ends too early."""
    if at < len(words):
        word, column = words[at]
        return ParseError(quoted(word), expected, source=MOVE, column=column)
    column = words[-1][1] + len(words[-1][0]) if words else 1
    return ParseError(msg("the end"), expected, source=MOVE, column=column)


def _end(words: Sequence[tuple[str, int]], at: int) -> None:
    if len(words) > at:
        raise _unexpected(words, at, msg("the end"))


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


def _check(state: SudokuState, cell: int) -> None:
    """Raise `ParameterError` unless the player may change the cell."""
    if not 0 <= cell < len(state.cells):
        raise ParameterError(msg("choose a cell of the board first"))
    if state.mode is Mode.PLAY and state.origin.cells[cell]:
        raise ParameterError(msg("this digit is given; it stays"))


def _entered(state: SudokuState, cell: int, digit: int) -> SudokuState:
    cells = bytearray(state.cells)
    cells[cell] = digit
    return _with_cells(state, bytes(cells))


def _with_cells(state: SudokuState, cells: bytes) -> SudokuState:
    """Return the state with other digits, and without the notes that new digits forbid.

    With automatic candidates, a removed digit becomes a candidate again where it fits; what the
    player removed from other notes stays removed.
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


def _noted(state: SudokuState, where: str, cell: int, digit: int) -> SudokuState:
    if state.cells[cell]:
        return state
    notes = list(state.corner if where == "corner" else state.centre)
    notes[cell] ^= 1 << digit
    if where == "corner":
        return replace(state, corner=tuple(notes))
    return replace(state, centre=tuple(notes))


INTERACTION = SudokuInteraction()
