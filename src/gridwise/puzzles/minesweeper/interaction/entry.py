"""The pad buttons and the typed lines of Minesweeper."""

from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.interaction import Action, Mode, PadButton, Pen, TypedLine
from gridwise.core.message import Message, msg
from gridwise.puzzles.minesweeper import notation
from gridwise.puzzles.minesweeper.position import MINE, Position

PLAY_BUTTONS = (
    PadButton(Action("open"), msg("Open"), keys=("Space", "Enter", "NumpadEnter")),
    PadButton(Action("flag"), msg("Flag"), "⚑", ("KeyF",)),
    PadButton(Action("chord"), msg("Open around"), keys=("KeyC",)),
)
EDIT_BUTTONS = (
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


def edit_buttons(board: Position) -> tuple[PadButton, ...]:
    """Return the buttons in edit mode: the contents of a cell, and the number of mines."""
    total, most = board.mines, len(board.shown)
    known = board.shown.count(MINE)
    more = known if total is None else min(total + 1, most)
    fewer = known if total is None else max(total - 1, 0)
    return (
        *EDIT_BUTTONS,
        _total_button(msg("One mine more"), str(more), "BracketRight"),
        _total_button(msg("One mine fewer"), str(fewer), "BracketLeft"),
        _total_button(msg("Number of mines unknown"), "", "KeyU"),
    )


def _total_button(label: Message, mines: str, key: str) -> PadButton:
    return PadButton(Action("mines", value=mines), label, keys=(key,), at_cell=False)


def parse_action(board: Position, mode: Mode, text: str) -> Action:
    """Read `r3c5 open`, `r3c5 flag`, `r3c5 chord`, `r3c5=X`; in edit `r3c5 7`, `mines 10`."""
    line = TypedLine(text)
    if len(line) == 1 and "=" in line[0]:
        notation.parse_move(board, line.words[0])
        return Action("put", value=line.words[0])
    if mode is Mode.EDIT and line[0] == "mines":
        line.require_end(2)
        return Action("mines", value=line[1])
    cell = parse_cell_name(line[0], board.width, board.height)
    if cell is None:
        last = cell_name(len(board.shown) - 1, board.width)
        raise line.unexpected(0, msg("a cell from r1c1 to {last} first", last=last))
    line.require_end(2)
    if mode is Mode.EDIT:
        if len(line[1]) != 1 or line[1] not in "012345678-xs":
            raise line.unexpected(1, msg("0 to 8, -, X or s"))
        return Action("enter", cell, line[1])
    name = line[1] or "open"
    if name not in ("open", "flag", "chord"):
        raise line.unexpected(1, msg("open, flag or chord"))
    return Action(name, cell)
