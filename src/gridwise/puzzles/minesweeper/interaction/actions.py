"""Minesweeper as a person plays it: the referee's game, with flags that are the player's own.

`position` is what is shown: a flag is an opinion and not in it, so that a wrong flag spoils no
hint. A mine that a hint proved (`put`) is in it where it is true of the hidden layout. Which flags
are wrong, `wrong` says; it looks under the cells, as the answer to "correct so far?" does.

A game begins on a covered board whose total is known, and the referee deals it; in mid-game a
layout that fits what is shown is drawn (`fitting`). A board without a total, or one that nothing
fits, can be edited.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import cell_name
from gridwise.core.interaction import Act, Fact, Input, Interaction, Mode, Pen
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.minesweeper import rules
from gridwise.puzzles.minesweeper.interaction.drawing import game_scene, value_3bv
from gridwise.puzzles.minesweeper.interaction.entry import PENS, PLAY_INPUTS, edit_inputs, typed
from gridwise.puzzles.minesweeper.interaction.fitting import fitting
from gridwise.puzzles.minesweeper.interaction.steps import (
    bare,
    cells_of,
    clicked,
    is_given,
    marked,
    opened,
    safe_left,
    shows,
)
from gridwise.puzzles.minesweeper.interaction.store import (
    MOST_CELLS,
    MOST_SEED,
    State,
    from_json,
    to_json,
)
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Mark, Open, Position
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState, near_table, read_board
from gridwise.puzzles.minesweeper.text import notation

_FIRST = {
    "safe": msg("no mine there"),
    "zero": msg("no mine there nor around it"),
    "any": msg("it may be a mine"),
}
_VALUES = notation.GLYPHS


class MinesweeperDesk(Interaction[Position, State]):
    """The table of a game of Minesweeper."""

    name = "minesweeper"
    acts: ClassVar[Mapping[str, str]] = {
        "open": "open the cell",
        "flag": "put a flag on the cell, or take it off; in edit mode a known mine",
        "chord": "open what is around a number that has as many flags around it",
        "enter": "edit: what the cell shows (value: 0 to 8, - covered, X a mine, s safe)",
        "mines": "edit: the number of mines on the board (value; empty where it is not known)",
        "put": "enter a move (value, such as r1c2=s): a safe cell is opened, a mine flagged",
        "become": "enter all that a board (value: a notation) says of the covered cells",
    }
    click = "open"
    second = "flag"
    deals = True
    example = "r3c5 open"
    sizes: ClassVar[Mapping[str, Message]] = {
        "9x9x10": msg("Easy: {size}, {mines} mines", size="9 × 9", mines=10),
        "16x16x25": msg("Medium: {size}, {mines} mines", size="16 × 16", mines=25),
        "16x16x40": msg("Classic: {size}, {mines} mines", size="16 × 16", mines=40),
        "30x16x99": msg("Hard: {size}, {mines} mines", size="30 × 16", mines=99),
    }

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        return {"first_click": (msg("First cell opened"), _FIRST)}

    def empty(self, size: str) -> Position:
        """Return a covered board, such as `9x9x10`; without the mines the total is not known."""
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

    def begin(
        self,
        position: Position,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
    ) -> State:
        _check_size(len(position.shown))
        rule = options.get("first_click", "safe")
        if not set(options) <= set(self.choices) or rule not in _FIRST:
            raise ParameterError(msg("there is no such choice for a game"))
        if abs(seed) > MOST_SEED:
            raise ParameterError(msg("this seed is too large"))
        if mode is Mode.EDIT:
            game = GameState(position, seed, rule, None, 0)
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
            hidden = fitting(position, seed)
            left = safe_left(position.shown, hidden)
            game = GameState(position, seed, rule, hidden, left)
        given = () if mode is Mode.EDIT else cells_of(position.shown, MINE)
        return State(mode, position, game, frozenset(given))

    def mode(self, state: State) -> Mode:
        return state.mode

    def position(self, state: State) -> Position:
        """Return what is shown: without the flags that nothing has proved.

        After a win, every cell that is left is a mine.
        """
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

    def origin(self, state: State) -> Position:
        return state.origin if state.mode is Mode.PLAY else state.game.position

    def wrong(self, state: State) -> tuple[int, ...] | None:
        """Return the flags under which no mine is; None while nothing is hidden yet."""
        hidden = state.game.hidden
        if hidden is None:
            return None
        shown = state.game.position.shown
        return tuple(c for c in cells_of(shown, MINE) if hidden[c] != MINE)

    def act(self, state: State, act: Act) -> State:
        todo: Mapping[str, Callable[[State, Act], State]] = {
            "open": self._open,
            "flag": self._flag,
            "chord": self._chord,
            "enter": self._enter,
            "mines": self._mines,
            "put": self._put,
            "become": self._become,
        }
        if act.name not in todo:
            raise ParameterError(msg("there is no act {name}", name=act.name))
        off = not 0 <= act.cell < len(state.game.position.shown)
        if off and act.name in ("open", "flag", "chord", "enter"):
            raise ParameterError(msg("choose a cell of the board first"))
        if state.mode is Mode.EDIT and act.name in ("open", "chord"):
            return state  # nothing is hidden: a click only chooses the cell
        if state.mode is Mode.PLAY and act.name not in ("put", "become"):
            _check_open(self.verdict(state))
        return todo[act.name](state, act)

    def _open(self, state: State, act: Act) -> State:
        if state.game.position.shown[act.cell] == MINE:
            name = cell_name(act.cell, state.game.position.width)
            raise ParameterError(msg("{cell} has a flag: take it off to open it", cell=name))
        return clicked(state, opened(state, (act.cell,)))

    def _flag(self, state: State, act: Act) -> State:
        board, cell = state.game.position, act.cell
        code = board.shown[cell]
        if state.mode is Mode.EDIT:
            return shows(state, cell, COVERED if code == MINE else MINE)
        if code <= 8:
            return state
        if code == SAFE or is_given(state, cell):
            raise ParameterError(msg("what {cell} is was given", cell=cell_name(cell, board.width)))
        turned = shows(state, cell, COVERED if code == MINE else MINE)
        return clicked(state, replace(turned, proved=state.proved - {cell}))

    def _chord(self, state: State, act: Act) -> State:
        board = state.game.position
        number, name = board.shown[act.cell], cell_name(act.cell, board.width)
        if number > 8:
            raise ParameterError(msg("{cell} shows no number yet", cell=name))
        near = near_table(board.width, board.height)[act.cell]
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
        return clicked(state, opened(state, rest))

    def _enter(self, state: State, act: Act) -> State:
        _only_edited(state)
        value = act.value.strip()
        code = notation.GLYPHS.find(value if value in _VALUES else value.swapcase())
        if len(value) != 1 or code < 0:
            raise ParameterError(msg("a cell shows 0 to 8, - (covered), X (a mine) or s (safe)"))
        return shows(state, act.cell, code)

    def _mines(self, state: State, act: Act) -> State:
        _only_edited(state)
        board, text = state.game.position, act.value.strip()
        most = len(board.shown)
        if not text:
            mines = None
        elif text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= most:
            mines = int(text)
        else:
            raise ParameterError(msg("this board has 0 to {most} mines", most=most))
        if mines == board.mines:
            return state
        return replace(state, game=replace(state.game, position=replace(board, mines=mines)))

    def _put(self, state: State, act: Act) -> State:
        board = state.game.position
        try:
            move = notation.parse_move(board, act.value)
        except ParseError as error:
            raise ParameterError(
                msg("a move is one such as r1c2=3, r1c2=X or r1c2=s, on this board")
            ) from error
        cell, code = move.cell, board.shown[move.cell]
        if state.mode is Mode.EDIT:
            known = MINE if isinstance(move, Mark) else SAFE
            return shows(state, cell, move.number if isinstance(move, Open) else known)
        done = self.verdict(state)
        if isinstance(move, Mark):
            if done is GameStatus.WON or (code == MINE and cell in state.proved):
                return state
            _check_open(done)
            name = cell_name(cell, board.width)
            if code not in (COVERED, MINE):
                raise ParameterError(msg("{cell} is no mine, it is open or safe", cell=name))
            return clicked(state, marked(state, (cell,)))
        if code <= 8:
            return state
        _check_open(done)
        if is_given(state, cell):
            raise ParameterError(msg("what {cell} is was given", cell=cell_name(cell, board.width)))
        return clicked(state, opened(bare(state, (cell,)), (cell,)))

    def _become(self, state: State, act: Act) -> State:
        new, board = _parsed(act.value), state.game.position
        if (new.width, new.height) != (board.width, board.height):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            if new == board:
                return state
            return replace(state, game=replace(state.game, position=new))
        for here, there in zip(board.shown, new.shown, strict=True):
            if here <= 8 and there not in (here, COVERED):
                raise ParameterError(msg("the board shows other numbers"))
        if new.mines not in (None, board.mines):
            raise ParameterError(msg("the board has another number of mines"))
        if self.verdict(state) is GameStatus.WON:
            return state
        _check_open(self.verdict(state))
        marks = cells_of(new.shown, MINE)
        safe = [
            c
            for c, code in enumerate(new.shown)
            if code not in (MINE, COVERED) and board.shown[c] > 8 and not is_given(state, c)
        ]
        return opened(bare(marked(state, marks), safe), safe)

    def scene(
        self,
        state: State,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        conflicts = self.conflicts(state)
        lit = {c: Highlight.CONFLICT for broken in conflicts for c in broken.cells}
        lit.update(highlights or {})
        in_edit = state.mode is Mode.EDIT
        given = (state.game.position if in_edit else state.origin).shown
        return game_scene(state.game, self.verdict(state), given, selected, lit, chances)

    def verdict(self, state: State) -> GameStatus:
        return GameStatus.OPEN if state.mode is Mode.EDIT else REFEREE.verdict(state.game)

    def conflicts(self, state: State) -> tuple[Violation, ...]:
        """Return what no layout can mend, flags taken for mines; nothing after the end."""
        if self.verdict(state) is not GameStatus.OPEN:
            return ()
        return rules.violations(state.game.position)

    def inputs(self, state: State) -> tuple[Input, ...]:
        if state.mode is Mode.PLAY:
            return PLAY_INPUTS
        return edit_inputs(state.game.position)

    def pens(self, state: State) -> tuple[Pen, ...]:
        return PENS if state.mode is Mode.PLAY else ()

    def facts(self, state: State) -> tuple[Fact, ...]:
        game, board = state.game, state.game.position
        flags = board.shown.count(MINE)
        if state.mode is Mode.EDIT:
            total = () if board.mines is None else (Fact(msg("Mines in total"), board.mines),)
            return (
                *total,
                Fact(msg("Known mines"), flags),
                Fact(msg("Covered cells"), board.shown.count(COVERED)),
            )
        assert board.mines is not None
        done = self.verdict(state)
        exploded = game.exploded is not None
        mines = 0 if done is GameStatus.WON else board.mines - (flags - exploded)
        found = [
            Fact(msg("Mines left"), mines),
            Fact(msg("Safe cells left"), game.left),
            Fact(msg("Clicks"), state.clicks),
        ]
        if done is not GameStatus.OPEN and game.hidden is not None:
            value = value_3bv(game.hidden, board.width, board.height)
            found.append(Fact(msg("3BV"), value))
            if done is GameStatus.WON and state.clicks:
                found.append(Fact(msg("Efficiency"), f"{100 * value / state.clicks:.0f} %"))
        return tuple(found)

    def game(self, state: State, *, afresh: bool = False) -> GameState | None:
        """Return the referee's game; None in `EDIT`, and where it is lost already."""
        if state.mode is Mode.EDIT:
            return None
        game = state.game
        if not afresh and game.exploded is not None:
            return None
        board = state.origin if afresh else self.position(state)
        left = game.left
        if game.hidden is not None:
            left = safe_left(board.shown, game.hidden)
        return replace(game, position=board, left=left, exploded=None)

    def dump(self, state: State) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> State:
        return from_json(saved)

    def typed(self, state: State, text: str) -> Act:
        return typed(state.game.position, state.mode, text)


def _check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise ParameterError(
            msg(
                "a board to play on has at most {most} cells, not {cells}",
                most=MOST_CELLS,
                cells=cells,
            )
        )


def _only_edited(state: State) -> None:
    if state.mode is not Mode.EDIT:
        raise ParameterError(msg("numbers are entered only where the board is edited"))


def _check_open(verdict: GameStatus) -> None:
    if verdict is GameStatus.LOST:
        raise ParameterError(msg("the game is lost"))
    if verdict is GameStatus.WON:
        raise ParameterError(msg("the game is won"))


def _parsed(text: str) -> Position:
    entries = list(notation.read(text))
    if len(entries) != 1 or entries[0].position is None:
        raise ParameterError(msg("this is no board"))
    return entries[0].position


INTERACTION = MinesweeperDesk()
