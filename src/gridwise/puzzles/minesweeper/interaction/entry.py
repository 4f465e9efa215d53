"""What a player of Minesweeper presses and types."""

from collections.abc import Sequence

from gridwise.core.errors import MOVE, ParseError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.interaction import Action, Mode, PadButton, Pen
from gridwise.core.message import Message, msg
from gridwise.puzzles.minesweeper.position import MINE, Position
from gridwise.puzzles.minesweeper.text import notation

PLAY_INPUTS = (
    PadButton(Action("open"), msg("Open"), keys=("Space", "Enter", "NumpadEnter")),
    PadButton(Action("flag"), msg("Flag"), "⚑", ("KeyF",)),
    PadButton(Action("chord"), msg("Open around"), keys=("KeyC",)),
)
EDIT_INPUTS = (
    *(
        PadButton(
            Action("enter", value=str(n)),
            msg("Number {number}", number=n),
            str(n),
            (f"Digit{n}", f"Numpad{n}"),
        )
        for n in range(9)
    ),
    PadButton(
        Action("enter", value="-"),
        msg("Covered"),
        "-",
        ("Minus", "NumpadSubtract", "Delete", "Backspace"),
    ),
    PadButton(Action("enter", value="X"), msg("Mine"), "X", ("KeyX",)),
    PadButton(Action("enter", value="s"), msg("Safe"), "s", ("KeyS",)),
)
PENS = (
    Pen("open", msg("Open"), ("Shift+KeyO",)),
    Pen("flag", msg("Flag"), ("Shift+KeyF",)),
)


def edit_inputs(board: Position) -> tuple[PadButton, ...]:
    """Return the buttons of a board that is edited: what a cell shows, and how many mines."""
    total, most = board.mines, len(board.shown)
    known = board.shown.count(MINE)
    more = known if total is None else min(total + 1, most)
    fewer = known if total is None else max(total - 1, 0)
    return (
        *EDIT_INPUTS,
        _total(msg("One mine more"), more, ("BracketRight",)),
        _total(msg("One mine fewer"), fewer, ("BracketLeft",)),
        _total(msg("Number of mines unknown"), None, ("KeyU",)),
    )


def _total(label: Message, mines: int | None, keys: tuple[str, ...]) -> PadButton:
    value = "" if mines is None else str(mines)
    return PadButton(Action("mines", value=value), label, keys=keys, at_cell=False)


def typed(board: Position, mode: Mode, text: str) -> Action:
    """Read `r3c5 open`, `r3c5 flag`, `r3c5 chord`, `r3c5=X`; in edit `r3c5 7`, `mines 10`."""
    words = text.split()
    if len(words) == 1 and "=" in words[0]:
        notation.parse_move(board, words[0])
        return Action("put", value=words[0])
    if mode is Mode.EDIT and words and words[0].lower() == "mines" and len(words) < 3:
        return Action("mines", value="".join(words[1:]))
    cell = None
    if words:
        cell = parse_cell_name(words[0].lower(), board.width, board.height)
    if cell is None:
        last = cell_name(len(board.shown) - 1, board.width)
        raise _unexpected(words, msg("a cell from r1c1 to {last} first", last=last))
    rest = words[1:]
    if mode is Mode.PLAY:
        name = rest[0].lower() if rest else "open"
        if len(rest) < 2 and name in ("open", "flag", "chord"):
            return Action(name, cell)
        raise _unexpected(rest, msg("open, flag or chord"), after=words[0])
    if len(rest) == 1 and len(rest[0]) == 1 and rest[0].lower() in "012345678-xs":
        return Action("enter", cell, rest[0])
    raise _unexpected(rest, msg("0 to 8, -, X or s"), after=words[0])


def _unexpected(words: Sequence[str], expected: Message, *, after: str = "") -> ParseError:
    """Return the error of the words of a typed line that stand behind the first."""
    found = repr(" ".join(words)[:20]) if words else msg("nothing")
    column = len(after) + 2 if after else 1
    return ParseError(found, expected, source=MOVE, column=column)
