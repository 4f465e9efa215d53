"""N-Queens as a person plays it: queens put and taken, crosses, attacked squares shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.desk import Act, Desk, Fact, Input, Mode, Pen
from gridwise.core.errors import GridwiseError, ParameterError, ParseError
from gridwise.core.grid import parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.policy import Verdict
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade
from gridwise.puzzles.queens import notation, rules
from gridwise.puzzles.queens.position import Lines, Position
from gridwise.puzzles.queens.scene import scene as board_scene

MOST_ROWS = 30
"""Larger boards are not played: their squares would be too small to hit."""
_CROSS = SceneCell(Role.CROSS)
_NAMES = {"queen": "queen", "cross": "cross", "block": "block"}


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table.

    Parameters
    ----------
    mode
        Whether queens solve or are given.
    origin
        The board as it was given.
    board
        The board as it stands, given queens included.
    crosses
        Squares that the player marked: none here.
    attacks
        Whether attacked squares are shown.
    """

    mode: Mode
    origin: Position
    board: Position
    crosses: frozenset[int] = frozenset()
    attacks: bool = True


class QueensDesk(Desk[Position, State]):
    """The table; see the base class."""

    name = "queens"
    acts: ClassVar[Mapping[str, str]] = {
        "queen": "put a queen on a square, or take it away",
        "cross": "mark a square: no queen here; or take the mark away",
        "block": "block a square, or free it (where the puzzle is edited)",
        "show_attacked": "show the attacked squares, or hide them",
        "clear": "take all queens and marks away that were not given",
        "put": "put a queen as the puzzle writes moves",
        "become": "take over a board with the same givens",
    }
    click = "queen"
    second = "cross"
    sizes: ClassVar[Mapping[str, Message]] = {
        str(n): msg("{n} by {n}", n=n) for n in (8, 4, 5, 6, 7, 10, 12, 14, 16, 20, 24, 30)
    }
    example = "r4c4 queen"

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        shown = {"yes": msg("shown"), "no": msg("not shown")}
        return {"attacks": (msg("Attacked squares"), shown)}

    def begin(
        self,
        position: Position,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
    ) -> State:
        if position.n > MOST_ROWS:
            raise ParameterError(
                msg(
                    "{n} rows are too many to be played; at most {most}",
                    n=position.n,
                    most=MOST_ROWS,
                )
            )
        attacks = options.get("attacks", "yes")
        if not set(options) <= {"attacks"} or attacks not in ("yes", "no"):
            raise ParameterError(msg("there is no such choice for a game"))
        return State(mode, position, position, attacks=attacks == "yes")

    def empty(self, size: str) -> Position:
        """Return an empty board of so many rows."""
        if not (
            size.isascii() and size.isdigit() and len(size) < 3 and 1 <= int(size) <= MOST_ROWS
        ):
            raise ParameterError(f"a size is a number of rows from 1 to {MOST_ROWS}, not {size!r}")
        return Position(int(size))

    def mode(self, state: State) -> Mode:
        return state.mode

    def position(self, state: State) -> Position:
        return state.board

    def origin(self, state: State) -> Position:
        return state.origin if state.mode is Mode.PLAY else state.board

    # Acts.

    def act(self, state: State, act: Act) -> State:
        match act.name:
            case "queen" | "cross" | "block":
                if not 0 <= act.cell < state.board.n**2:
                    raise ParameterError(msg("there is no such square"))
                return _TURNS[act.name](state, act.cell)
            case "show_attacked":
                return replace(state, attacks=not state.attacks)
            case "clear":
                bare = Position(state.origin.n) if state.mode is Mode.EDIT else state.origin
                if state.board == bare and not state.crosses:
                    return state
                return replace(state, board=bare, crosses=frozenset())
            case "put":
                try:
                    cell = notation.parse_move(state.board, act.value).cell
                except ParseError as error:
                    raise ParameterError(str(error)) from None
                if cell in state.board.queens:
                    return state
                return _queen(state, cell)
            case "become":
                return self._become(state, act.value)
        raise ParameterError(f"there is no act {act.name!r}")

    def _become(self, state: State, text: str) -> State:
        board = _parsed(text)
        if board.n != state.board.n:
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            return state if board == state.board else replace(state, board=board)
        if not set(state.origin.queens) <= set(board.queens):
            raise ParameterError(msg("this board has other givens"))
        shut = set(state.origin.blocked)
        if not (set(board.blocked) <= shut and shut.isdisjoint(board.queens)):
            raise ParameterError(msg("this board has other givens"))
        if board.queens == state.board.queens:
            return state
        after = replace(state.origin, queens=board.queens)
        return replace(state, board=after, crosses=state.crosses.difference(board.queens))

    # What is seen.

    def scene(
        self,
        state: State,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        board = state.board
        marked = dict.fromkeys(_clashing(board), Highlight.CONFLICT)
        marked.update(highlights or {})
        drawn = board_scene(board, highlights=marked)
        cells = list(drawn.cells)
        for cell in state.crosses:
            if cells[cell].role is Role.EMPTY:
                cells[cell] = _CROSS
        if state.mode is Mode.PLAY:  # who may not be moved is told from who may
            for cell in state.origin.queens:
                cells[cell] = _GIVEN_QUEEN
        if state.attacks:
            lines = Lines(board.n, board.queens)
            for cell, one in enumerate(cells):
                if one.role in (Role.EMPTY, Role.CROSS) and lines.attacked(*divmod(cell, board.n)):
                    cells[cell] = _ATTACKED[one.role]
        return replace(drawn, cells=tuple(cells))

    def verdict(self, state: State) -> Verdict:
        if state.mode is Mode.PLAY and rules.is_solved(state.board):
            return Verdict.WON
        return Verdict.OPEN

    def conflicts(self, state: State) -> tuple[Violation, ...]:
        return rules.violations(state.board)

    def inputs(self, state: State) -> tuple[Input, ...]:
        keys = ("Space", "Enter", "NumpadEnter")
        shown = (
            msg("Hide the attacked squares") if state.attacks else msg("Show the attacked squares")
        )
        turn = Input(Act("show_attacked"), shown, keys=("KeyA",), at_cell=False)
        clear = Input(Act("clear"), msg("Clear the board"), at_cell=False)
        queen = Input(Act("queen"), msg("Queen"), "♛", (*keys, "KeyQ"))
        if state.mode is Mode.EDIT:
            return queen, Input(Act("block"), msg("Block"), "✕", ("KeyX",)), turn, clear
        return queen, Input(Act("cross"), msg("None here"), "·", ("KeyX",)), turn, clear

    def pens(self, state: State) -> tuple[Pen, ...]:
        if state.mode is Mode.EDIT:
            return Pen("queen", msg("Queen")), Pen("block", msg("Block"))
        return Pen("queen", msg("Queen")), Pen("cross", msg("None here"))

    def facts(self, state: State) -> tuple[Fact, ...]:
        board = state.board
        free = sum(1 for _ in Lines(board.n, board.queens).open_squares(board.blocked))
        return (
            Fact(msg("Queens"), f"{len(board.queens)}/{board.n}"),
            Fact(msg("Squares that no queen attacks"), free),
        )

    # Storage and typing.

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "mode": state.mode.value,
            "origin": notation.format_position(state.origin),
            "board": notation.format_position(state.board),
            "crosses": sorted(state.crosses),
            "attacks": state.attacks,
        }

    def load(self, saved: Mapping[str, Any]) -> State:
        try:
            mode, attacks = Mode(saved["mode"]), saved["attacks"]
            origin, board = _parsed(saved["origin"]), _parsed(saved["board"])
            crosses = frozenset(saved["crosses"])
            sound = isinstance(attacks, bool) and origin.n == board.n <= MOST_ROWS
            sound &= all(type(cell) is int and 0 <= cell < board.n**2 for cell in crosses)
            if mode is Mode.PLAY:
                sound &= set(origin.queens) <= set(board.queens) and origin.blocked == board.blocked
        except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
            raise ParameterError(msg("this is no saved game of queens")) from error
        if not sound:
            raise ParameterError(msg("this is no saved game of queens"))
        return State(mode, origin, board, crosses, attacks)

    def typed(self, state: State, text: str) -> Act:
        """Read `r4c4`, `r4c4 queen`, `r4c4 cross`, `r4c4 block`, `attacked`, `clear`."""
        words, n = text.lower().split(), state.board.n
        if words == ["attacked"]:
            return Act("show_attacked")
        if words == ["clear"]:
            return Act("clear")
        cell = parse_cell_name(words[0], n, n) if words else None
        if cell is None or len(words) > 2:
            found = repr(words[0][:20]) if words else "nothing"
            expected = f"a square from r1c1 to r{n}c{n}, such as r4c4 queen or r4c4 cross"
            raise ParseError(found, expected, source="<move>")
        name = words[1] if len(words) == 2 else "queen"
        if name not in _NAMES:
            column = text.lower().rindex(words[1]) + 1
            raise ParseError(
                repr(name[:20]), "queen, cross or block", source="<move>", column=column
            )
        return Act(name, cell)


def _parsed(text: Any) -> Position:
    line = str(text)
    if not line.startswith(notation.HEAD):
        raise ParameterError(msg("this is no board of queens"))
    try:
        return notation.parse_notation(line, notation.Place("<board>", 1))
    except GridwiseError as error:
        raise ParameterError(str(error)) from None


def _queen(state: State, cell: int) -> State:
    """Put a queen, or take it away."""
    board = state.board
    if cell in board.queens:
        if state.mode is Mode.PLAY and cell in state.origin.queens:
            raise ParameterError(msg("this queen is given; it stays"))
        return replace(state, board=_with(board, set(board.queens) - {cell}))
    if cell in board.blocked:
        raise ParameterError(msg("this square is blocked"))
    if len(board.queens) >= board.n:
        raise ParameterError(msg("all {n} queens are on the board", n=board.n))
    after = _with(board, {*board.queens, cell})
    return replace(state, board=after, crosses=state.crosses - {cell})


def _cross(state: State, cell: int) -> State:
    if cell in state.board.queens or cell in state.board.blocked:
        return state
    return replace(state, crosses=state.crosses ^ {cell})


def _block(state: State, cell: int) -> State:
    if state.mode is Mode.PLAY:
        raise ParameterError(msg("squares are blocked where the puzzle is edited"))
    board = state.board
    blocked = tuple(sorted(set(board.blocked) ^ {cell}))
    after = Position(board.n, tuple(q for q in board.queens if q != cell), blocked)
    return replace(state, board=after)


_TURNS: Mapping[str, Callable[[State, int], State]] = {
    "queen": _queen,
    "cross": _cross,
    "block": _block,
}
_GIVEN_QUEEN = SceneCell(Role.QUEEN, "Q", given=True)
_ATTACKED = {
    Role.EMPTY: SceneCell(Role.EMPTY, shade=Shade.ATTACKED),
    Role.CROSS: SceneCell(Role.CROSS, shade=Shade.ATTACKED),
}


def _with(board: Position, queens: set[int]) -> Position:
    return Position(board.n, tuple(sorted(queens)), board.blocked)


def _clashing(board: Position) -> set[int]:
    """Return all queens that attack another, or stand on a blocked square."""
    out = set(board.queens).intersection(board.blocked)
    for at, first in enumerate(board.queens):
        for second in board.queens[at + 1 :]:
            if rules.attack_text(board.n, first, second) is not None:
                out.update((first, second))
    return out


DESK = QueensDesk()
