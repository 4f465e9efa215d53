"""Minesweeper as a person plays it: the referee's game, and flags that are the player's own.

`position` is without the flags, which are opinions, so that a wrong flag spoils no hint. A mine
that a hint proved (`put`) is in it if the hidden layout agrees. `mistakes` compares the flags with
the hidden layout.

A game begins on a covered board with a known total, which the referee deals, or in mid-game, with
the layout that a generated board claims or a random one that fits the numbers (`fitting`). A board
without a total, or without a layout that fits, can only be edited.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import cell_name
from gridwise.core.interaction import (
    LAYOUT,
    MOST_CELLS,
    PLAIN,
    Action,
    Emphasis,
    Interaction,
    Mode,
    PadButton,
    Pen,
    StatusItem,
)
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.minesweeper import notation, rules
from gridwise.puzzles.minesweeper.interaction import entry
from gridwise.puzzles.minesweeper.interaction.drawing import game_scene
from gridwise.puzzles.minesweeper.interaction.fitting import fitting_layout
from gridwise.puzzles.minesweeper.interaction.state import (
    MOST_SEED,
    MinesweeperState,
    cells_of,
    from_json,
    hidden_of,
    safe_left,
    to_json,
    with_click,
    with_codes,
    with_mines,
    with_opened,
    with_position,
    without_flags,
)
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
    Open,
    Position,
    neighbour_table,
    value_3bv,
)
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState, read_board

_FIRST = {
    "safe": msg("no mine there"),
    "zero": msg("no mine there nor around it"),
    "any": msg("it may be a mine"),
    "no_guess_single_point": msg("no guess, by one number at a time"),
    "no_guess_subset": msg("no guess, by two numbers at a time"),
    "no_guess_sat": msg("no guess, by all that follows"),
}


class MinesweeperInteraction(Interaction[Position, MinesweeperState]):
    """How Minesweeper is played."""

    name = "minesweeper"
    puzzle = PUZZLE
    actions: ClassVar[Mapping[str, str]] = {
        "open": "open the cell",
        "flag": "flag the cell, or remove its flag; in edit mode a known mine",
        "chord": "open the neighbours of a number that has as many flags around it",
        "enter": "edit: what the cell shows (value: 0 to 8, - covered, X a mine, s safe)",
        "mines": "edit: the number of mines on the board (value; empty for unknown)",
        "put": "enter a move (value, such as r1c2=s): open a safe cell, flag a mine",
        "load": "enter all that a board (value: a notation) says of the covered cells",
    }
    cell_actions = frozenset({"open", "flag", "chord", "enter"})
    click = "open"
    secondary_click = "flag"
    deals = True
    claims = frozenset({LAYOUT})
    example = "r3c5 open"
    sizes: ClassVar[Mapping[str, Message]] = {
        "9x9x10": msg("{size}, {mines} mines", size="9 × 9", mines=10),
        "16x16x25": msg("{size}, {mines} mines", size="16 × 16", mines=25),
        "16x16x40": msg("{size}, {mines} mines", size="16 × 16", mines=40),
        "30x16x99": msg("{size}, {mines} mines", size="30 × 16", mines=99),
    }

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        return {"first_click": (msg("First cell opened"), _FIRST)}

    def empty(self, size: str) -> Position:
        """Return a covered board of a size such as `9x9x10`, or `9x9` for an unknown total."""
        known = size.count("x") == 2
        try:
            width, height, mines = read_board(size if known else f"{size}x0")
        except ParameterError as error:
            raise ParameterError(
                msg("a board is WIDTHxHEIGHTxMINES, such as 9x9x10, and has 1 cell or more")
            ) from error
        _check_size(width * height)
        if mines > width * height:
            raise ParameterError(msg("this board has 0 to {most} mines", most=width * height))
        covered = bytes([COVERED]) * (width * height)
        return Position(width, height, covered, mines if known else None)

    def first_state(
        self, position: Position, mode: Mode, seed: int, chosen: Mapping[str, str]
    ) -> MinesweeperState:
        _check_size(len(position.shown))
        rule = chosen["first_click"]
        if abs(seed) > MOST_SEED:
            raise ParameterError(msg("this seed is too large"))
        if mode is Mode.EDIT:
            game = GameState(position, seed, rule, None, 0)
        elif LAYOUT in chosen:
            hidden = hidden_of(position, self.board(chosen[LAYOUT]))
            left = safe_left(position.shown, hidden)
            game = GameState(position, seed, rule, hidden, left)
        elif position.mines is not None and position.shown.count(COVERED) == len(position.shown):
            board = f"{position.width}x{position.height}x{position.mines}"
            try:
                game = REFEREE.deal(board, seed=seed, first_click=rule)
            except ParameterError as error:
                raise ParameterError(
                    msg(
                        "{mines} mines do not fit on this board, or leave no room for the first "
                        "cell",
                        mines=position.mines,
                    )
                ) from error
        else:
            hidden = fitting_layout(position, seed)
            left = safe_left(position.shown, hidden)
            game = GameState(position, seed, rule, hidden, left)
        given = () if mode is Mode.EDIT else cells_of(position.shown, MINE)
        return MinesweeperState(mode, position, game, frozenset(given))

    def position(self, state: MinesweeperState) -> Position:
        """Return the board without unproved flags; after a win all other cells are mines."""
        board = state.game.position
        shown, proved = board.shown, state.proved
        if state.mode is Mode.EDIT:
            return board
        if self.verdict(state) is GameStatus.WON:
            return replace(board, shown=shown.replace(bytes([COVERED]), bytes([MINE])))
        exploded = state.game.exploded
        plain = bytearray(shown)
        for cell in cells_of(shown, MINE):
            if cell not in proved and cell != exploded:
                plain[cell] = COVERED
        return replace(board, shown=bytes(plain))

    def mistakes(self, state: MinesweeperState) -> tuple[int, ...] | None:
        """Return the flags on safe cells; None before the layout is dealt."""
        hidden = state.game.hidden
        if hidden is None:
            return None
        shown = state.game.position.shown
        return tuple(c for c in cells_of(shown, MINE) if hidden[c] != MINE)

    def take_back(self, state: MinesweeperState, cell: int) -> Action | None:
        flagged = state.game.position.shown[cell] == MINE and state.origin.shown[cell] != MINE
        return Action("flag", cell) if flagged else None

    def apply(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        todo: Mapping[str, Callable[[MinesweeperState, Action], MinesweeperState]] = {
            "open": self._open,
            "flag": self._flag,
            "chord": self._chord,
            "enter": self._enter,
            "mines": self._mines,
            "put": self._put,
            "load": self._load_board,
        }
        self.check(action, len(state.game.position.shown))
        if state.mode is Mode.EDIT and action.name in ("open", "chord"):
            return state  # nothing is hidden: a click only chooses the cell
        if state.mode is Mode.PLAY and action.name not in ("put", "load"):
            _require_open(self.verdict(state))
        return todo[action.name](state, action)

    def _open(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        if state.game.position.shown[action.cell] == MINE:
            name = _name(state, action.cell)
            raise ParameterError(msg("{cell} has a flag: take it off to open it", cell=name))
        return with_click(state, with_opened(state, (action.cell,)))

    def _flag(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        cell = action.cell
        code = state.game.position.shown[cell]
        turned = with_codes(state, (cell,), COVERED if code == MINE else MINE)
        if state.mode is Mode.EDIT:
            return turned
        if code <= 8:
            return state
        _require_not_given(state, cell)
        return with_click(state, replace(turned, proved=state.proved - {cell}))

    def _chord(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        board = state.game.position
        number, name = board.shown[action.cell], _name(state, action.cell)
        if number > 8:
            raise ParameterError(msg("{cell} shows no number yet", cell=name))
        near = neighbour_table(board.width, board.height)[action.cell]
        flags = sum(board.shown[c] == MINE for c in near)
        rest = tuple(c for c in near if board.shown[c] in (COVERED, SAFE))
        if not rest:
            return state
        if flags != number:
            raise ParameterError(
                msg(
                    "{cell} shows {number}, the flags around it are {flags}",
                    cell=name,
                    number=number,
                    flags=flags,
                )
            )
        return with_click(state, with_opened(state, rest))

    def _enter(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        _require_edit(state)
        value = action.value.strip()
        code = notation.GLYPHS.find(value if value in notation.GLYPHS else value.swapcase())
        if len(value) != 1 or code < 0:
            raise ParameterError(msg("a cell shows 0 to 8, - (covered), X (a mine) or s (safe)"))
        return with_codes(state, (action.cell,), code)

    def _mines(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        _require_edit(state)
        board, text = state.game.position, action.value.strip()
        most = len(board.shown)
        if not text:
            mines = None
        elif text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= most:
            mines = int(text)
        else:
            raise ParameterError(msg("this board has 0 to {most} mines", most=most))
        return with_position(state, replace(board, mines=mines))

    def _put(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        board = state.game.position
        try:
            move = notation.parse_move(board, action.value)
        except ParseError as error:
            raise ParameterError(
                msg("a move is one such as r1c2=3, r1c2=X or r1c2=s, on this board")
            ) from error
        cell, code = move.cell, board.shown[move.cell]
        if state.mode is Mode.EDIT:
            known = MINE if isinstance(move, MarkMine) else SAFE
            return with_codes(state, (cell,), move.number if isinstance(move, Open) else known)
        done = self.verdict(state)
        if isinstance(move, MarkMine):
            if done is GameStatus.WON or (code == MINE and cell in state.proved):
                return state
            _require_open(done)
            if code not in (COVERED, MINE):
                raise ParameterError(
                    msg("{cell} is no mine, it is open or safe", cell=_name(state, cell))
                )
            return with_click(state, with_mines(state, (cell,)))
        if code <= 8:
            return state
        _require_open(done)
        if code != SAFE:
            _require_not_given(state, cell)
        return with_click(state, with_opened(without_flags(state, (cell,)), (cell,)))

    def _load_board(self, state: MinesweeperState, action: Action) -> MinesweeperState:
        new, board = self.board(action.value), state.game.position
        if (new.width, new.height) != (board.width, board.height):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            return with_position(state, new)
        for here, there in zip(board.shown, new.shown, strict=True):
            if here <= 8 and there not in (here, COVERED):
                raise ParameterError(msg("the board shows other numbers"))
        if new.mines not in (None, board.mines):
            raise ParameterError(msg("the board has another number of mines"))
        if self.verdict(state) is GameStatus.WON:
            return state
        _require_open(self.verdict(state))
        safe = [
            c
            for c, code in enumerate(new.shown)
            if code not in (MINE, COVERED) and board.shown[c] > 8 and state.origin.shown[c] != MINE
        ]
        after = with_mines(state, cells_of(new.shown, MINE))
        return with_opened(without_flags(after, safe), safe)

    def scene(self, state: MinesweeperState, emphasis: Emphasis = PLAIN) -> Scene:
        conflicts = self.conflicts(state)
        lit = {c: Highlight.CONFLICT for broken in conflicts for c in broken.cells}
        lit.update(emphasis.highlights)
        in_edit = state.mode is Mode.EDIT
        given = (state.game.position if in_edit else state.origin).shown
        selected, chances = emphasis.selected, emphasis.chances
        return game_scene(state.game, self.verdict(state), given, selected, lit, chances)

    def verdict(self, state: MinesweeperState) -> GameStatus:
        return GameStatus.OPEN if state.mode is Mode.EDIT else REFEREE.verdict(state.game)

    def conflicts(self, state: MinesweeperState) -> tuple[Violation, ...]:
        """Return the rules that the numbers and flags break; none after the end."""
        if self.verdict(state) is not GameStatus.OPEN:
            return ()
        return rules.violations(state.game.position)

    def pad_buttons(self, state: MinesweeperState) -> tuple[PadButton, ...]:
        if state.mode is Mode.PLAY:
            return entry.PLAY_BUTTONS
        return entry.edit_buttons(state.game.position)

    def pens(self, state: MinesweeperState) -> tuple[Pen, ...]:
        return entry.PENS if state.mode is Mode.PLAY else ()

    def status_items(self, state: MinesweeperState) -> tuple[StatusItem, ...]:
        game, board = state.game, state.game.position
        flags = board.shown.count(MINE)
        if state.mode is Mode.EDIT:
            total = () if board.mines is None else (StatusItem(msg("Mines in total"), board.mines),)
            return (
                *total,
                StatusItem(msg("Known mines"), flags),
                StatusItem(msg("Covered cells"), board.shown.count(COVERED)),
            )
        assert board.mines is not None
        done = self.verdict(state)
        exploded = game.exploded is not None
        mines = 0 if done is GameStatus.WON else board.mines - (flags - exploded)
        items = [
            StatusItem(msg("Mines left"), mines),
            StatusItem(msg("Safe cells left"), game.left),
            StatusItem(msg("Clicks"), state.clicks),
        ]
        if done is not GameStatus.OPEN and game.hidden is not None:
            value = value_3bv(game.hidden, board.width, board.height)
            items.append(StatusItem(msg("3BV"), value))
            if done is GameStatus.WON and state.clicks:
                items.append(StatusItem(msg("Efficiency"), f"{100 * value / state.clicks:.0f} %"))
        return tuple(items)

    def referee_state(self, state: MinesweeperState, *, restart: bool = False) -> GameState | None:
        """Return the referee's game; None in `EDIT` and after a loss."""
        if state.mode is Mode.EDIT:
            return None
        game = state.game
        if not restart and game.exploded is not None:
            return None
        board = state.origin if restart else self.position(state)
        left = game.left
        if game.hidden is not None:
            left = safe_left(board.shown, game.hidden)
        return replace(game, position=board, left=left, exploded=None)

    def dump(self, state: MinesweeperState) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> MinesweeperState:
        return from_json(saved, self.board)

    def parse_action(self, state: MinesweeperState, text: str) -> Action:
        return entry.parse_action(state.game.position, state.mode, text)


def _check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise ParameterError(
            msg(
                "a board to play on has at most {most} cells, not {cells}",
                most=MOST_CELLS,
                cells=cells,
            )
        )


def _require_edit(state: MinesweeperState) -> None:
    if state.mode is not Mode.EDIT:
        raise ParameterError(msg("numbers are entered only where the board is edited"))


def _require_open(verdict: GameStatus) -> None:
    if verdict is GameStatus.LOST:
        raise ParameterError(msg("the game is lost"))
    if verdict is GameStatus.WON:
        raise ParameterError(msg("the game is won"))


def _require_not_given(state: MinesweeperState, cell: int) -> None:
    if state.origin.shown[cell] == MINE or state.game.position.shown[cell] == SAFE:
        raise ParameterError(msg("{cell} was given", cell=_name(state, cell)))


def _name(state: MinesweeperState, cell: int) -> str:
    return cell_name(cell, state.origin.width)


INTERACTION = MinesweeperInteraction()
