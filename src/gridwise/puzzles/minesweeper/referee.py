"""The referee ("control module"): deals a layout, hides it, and answers the player's claims.

A claim is `Safe(cell)`, which opens the cell, or `MarkMine(cell)`, which is recorded unchecked. An
opened cell shows its number; a 0 opens its neighbours in turn. A mine explodes.

How a layout is drawn (version 1, the same on every platform and Python version): a
`random.Random` is seeded with the text `minesweeper/1:WIDTHxHEIGHTxMINES:SEED`, and only its
`random()` is used. The mines are the first entries of a Fisher-Yates shuffle of the cells that may
hold one, row-major: step i swaps entry i with entry i + floor(random() * (n - i)). Every set of
cells is as likely as any other, so the layout is uniform over all that the rule allows:

- `any`: all layouts. The first click may explode.
- `safe`: layouts without a mine in the first clicked cell.
- `zero`: layouts without a mine in it and around it, so that it shows 0.
- `no_guess_single_point`, `no_guess_subset`, `no_guess_sat`: layouts where it shows 0 and which the
  policy of that name wins without a guess. They are not uniform: `engine.no_guess` changes a random
  layout until it is one of them (version 1), with a generator seeded with the same text and
  `:RULE:CELL`.

But for `any` the layout is drawn when the first cell is opened. Free cells are safe cells
revealed at the start, shown as `s`: the unit is round(sqrt(cells)). They are drawn after the
layout, uniformly from its safe cells, with the same generator; if the first click shows 0 the
first of them is drawn first, from all cells, and counts as the first click.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.grid import cell_name, neighbours
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus, Referee, Reply
from gridwise.core.puzzle import MAX_CELLS
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.no_guess import POWERS, LayoutSearch
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
    Move,
    Open,
    Position,
    Safe,
    around,
    neighbour_table,
)

NO_GUESS = {f"no_guess_{power}": power for power in POWERS}
"""The power of reasoning that wins without a guess, by rule of the first click."""
MOST_NO_GUESS = 2_500
"""The largest board without guesses, cells."""
_BOARD = re.compile(r"([0-9]{1,7})x([0-9]{1,7})x([0-9]{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameState:
    """One game: the visible position and the hidden layout.

    Parameters
    ----------
    position
        The position that the player sees, with the true total.
    seed, first_click
        The parameters of the layout.
    hidden
        A byte a cell: its number, or `MINE`. None before the first click that decides it.
    left
        The number of safe cells that are not open.
    exploded
        The mine that was opened, or None.
    """

    position: Position
    seed: int
    first_click: str
    hidden: bytes | None
    left: int
    exploded: int | None = None


class MinesweeperReferee(Referee[Position, Move, GameState]):
    """Deals and referees games of Minesweeper."""

    name = "minesweeper"
    levels: ClassVar[Mapping[str, str]] = {
        "easy": "9x9x10",
        "medium": "16x16x25",
        "hard": "30x16x99",
    }
    first_clicks: ClassVar[Mapping[str, str]] = {
        "safe": "the first cell opened is no mine",
        "zero": "the first cell opened is no mine, nor are its neighbours",
        "any": "the first cell opened may be a mine",
        **{
            rule: f"the first cell opened shows 0, and the policy {power} wins without a guess"
            for rule, power in NO_GUESS.items()
        },
    }

    def check(self, board: str, *, first_click: str = "safe", free_cells: int = 0) -> None:
        width, height, mines = read_board(board)
        size = width * height
        if first_click not in self.first_clicks:
            raise UnknownNameError("first-click rule", first_click, self.first_clicks)
        if first_click in NO_GUESS and size > MOST_NO_GUESS:
            raise ParameterError(
                f"a board of {width}x{height} without guesses: at most {MOST_NO_GUESS} cells"
            )
        clear = {"any": 0, "safe": 1}.get(first_click, min(3, width) * min(3, height))
        if mines > size - clear:
            rule = f": the rule {first_click!r} keeps up to {clear} clear" if clear else ""
            raise ParameterError(f"{mines} mines do not fit in {size} cells{rule}")
        revealed = free_cells * self.free_unit(board)
        if free_cells < 0 or revealed > size - mines:
            raise ParameterError(
                f"{revealed} free cells on a board of {width}x{height} "
                f"with {size - mines} safe ones"
            )

    def deal(
        self, board: str, *, seed: int, first_click: str = "safe", free_cells: int = 0
    ) -> GameState:
        """Return a new game; see the base class. O(cells)."""
        self.check(board, first_click=first_click, free_cells=free_cells)
        width, height, mines = read_board(board)
        size = width * height
        revealed = free_cells * self.free_unit(board)
        empty = Position(width, height, bytes([COVERED]) * size, mines)
        state = GameState(empty, seed, first_click, None, size - mines)
        if not revealed:
            return replace(state, hidden=layout(empty, seed)) if first_click == "any" else state
        rng = _generator(empty, seed)
        free: list[int] = []
        if first_click not in ("any", "safe"):
            free = _draw(rng, list(range(size)), 1)
        if first_click in NO_GUESS:
            hidden = layout(empty, seed, first_click=first_click, clicked=free[0])
        else:
            hidden = _numbers(empty, _draw(rng, _allowed(empty, first_click, free), mines))
        rest = [c for c in range(size) if hidden[c] != MINE and c not in free]
        free += _draw(rng, rest, revealed - len(free))
        shown = bytearray(empty.shown)
        for cell in free:
            shown[cell] = SAFE
        return replace(state, hidden=hidden, position=replace(empty, shown=bytes(shown)))

    def resume(self, position: Position, answer: Position) -> GameState:
        """Return a game at a position whose layout is known; see the base class. O(cells)."""
        hidden = numbered(answer, bytes(code == MINE for code in answer.shown))
        seen = zip(position.shown, hidden, strict=True)
        if (
            (position.width, position.height) != (answer.width, answer.height)
            or hidden != answer.shown
            or any(code not in (COVERED, true, SAFE) or (code == SAFE and true == MINE)
                   for code, true in seen)
        ):  # fmt: skip
            raise ParameterError("the answer is no whole board, or the position contradicts it")
        board = replace(position, mines=hidden.count(MINE))
        left = sum(code != MINE for code in hidden) - sum(code <= 8 for code in position.shown)
        return GameState(board, 0, "any", hidden, left)

    def free_unit(self, board: str) -> int:
        """Return round(sqrt(cells))."""
        width, height, _ = read_board(board)
        return round(sqrt(width * height))

    def position(self, state: GameState) -> Position:
        return state.position

    def answer(self, state: GameState) -> Position:
        """Return the solved board; the visible one before the layout is drawn."""
        if state.hidden is None:
            return state.position
        return replace(state.position, shown=state.hidden)

    def verdict(self, state: GameState) -> GameStatus:
        if state.exploded is not None:
            return GameStatus.LOST
        return GameStatus.OPEN if state.left else GameStatus.WON

    def untouched(self, state: GameState) -> bool:
        shown = state.position.shown
        return shown.count(COVERED) == len(shown)

    def view(self, position: Position) -> Mapping[str, Any]:
        """Return `rows`, a list of lists of `-`, `0` to `8`, `X` and `s`, and how many `mines`."""
        signs, width = ["012345678-Xs"[code] for code in position.shown], position.width
        rows = [signs[at : at + width] for at in range(0, len(signs), width)]
        return {"rows": rows, "mines": position.mines}

    def guesses(self, state: GameState) -> Sequence[Move]:
        return [Safe(c) for c, code in enumerate(state.position.shown) if code == COVERED]

    def reply(self, state: GameState, claim: Move) -> Reply[GameState, Move]:
        """Answer a claim.

        A cell claimed as safe is opened: the reply has its number and the numbers of the cells that
        a 0 opens, or the mine. Opening an open cell or marking a marked one changes nothing.

        Raises
        ------
        ParameterError
            The game is lost; a claim with a number; a cell off the board; a marked cell opened, an
            open or safe one marked.
        """
        board = state.position
        if state.exploded is not None:
            raise ParameterError("the game is lost")
        if isinstance(claim, Open):
            raise ParameterError("the referee says the number: claim that the cell is safe")
        if not 0 <= claim.cell < len(board.shown):
            raise ParameterError(f"cell {claim.cell} is not on a board of {_size(board)}")
        code, name = board.shown[claim.cell], cell_name(claim.cell, board.width)
        if isinstance(claim, MarkMine):
            if code == MINE:
                return Reply(state, ())
            if code != COVERED:
                raise ParameterError(f"{name} is open or known to be safe")
            return Reply(replace(state, position=_with(board, (claim,))), (claim,))
        if code == MINE:
            raise ParameterError(f"{name} is marked as a mine")
        if code not in (COVERED, SAFE):
            return Reply(state, ())
        hidden = state.hidden
        if hidden is None:
            hidden = layout(board, state.seed, first_click=state.first_click, clicked=claim.cell)
        if hidden[claim.cell] == MINE:
            moves: tuple[Move, ...] = (MarkMine(claim.cell),)
            position = _with(board, moves)
            return Reply(
                replace(state, hidden=hidden, position=position, exploded=claim.cell), moves
            )
        moves = tuple(Open(c, hidden[c]) for c in _flood(board, hidden, claim.cell))
        left = state.left - len(moves)
        return Reply(replace(state, hidden=hidden, position=_with(board, moves), left=left), moves)


def read_board(board: str) -> tuple[int, int, int]:
    """Return width, height and mines of a text such as `30x16x99`.

    Raises
    ------
    ParameterError
        Another form, no cells, or more than `MAX_CELLS`.
    """
    match = _BOARD.fullmatch(board)
    if match is None:
        raise ParameterError(f"a board is WIDTHxHEIGHTxMINES, such as 9x9x10, not {board!r}")
    width, height, mines = map(int, match.groups())
    if not 1 <= width * height <= MAX_CELLS:
        raise ParameterError(f"a board of {width}x{height}: 1 to {MAX_CELLS} cells are allowed")
    return width, height, mines


def layout(
    board: Position, seed: int, *, first_click: str = "any", clicked: int | None = None
) -> bytes:
    """Return a hidden board: a byte a cell, its number or `MINE`.

    Parameters
    ----------
    board
        Gives the size and the total.
    seed
        The seed; see the module's docstring.
    first_click, clicked
        The rule of the first click, and the clicked cell.

    Raises
    ------
    ParameterError
        No layout without guesses was found.
    """
    assert board.mines is not None
    if first_click in NO_GUESS:
        assert clicked is not None
        search = no_guess_search(board, seed, NO_GUESS[first_click], clicked)
        result = search.find()
        if result.changes or result.mines is None:
            raise ParameterError(not_found(board, search))
        return numbered(board, result.mines)
    cells = _allowed(board, first_click, [] if clicked is None else [clicked])
    return _numbers(board, _draw(_generator(board, seed), cells, board.mines))


def no_guess_search(
    board: Position, seed: int, power: str, clicked: int, run: Run | None = None
) -> LayoutSearch:
    """Return the search for a layout that a power wins without a guess from a first click."""
    assert board.mines is not None
    text = layout_seed(board.width, board.height, board.mines, seed)
    random = Random(f"{text}:no_guess_{power}:{clicked}").random
    return LayoutSearch(board.width, board.height, board.mines, clicked, power, random, run)


def not_found(board: Position, search: LayoutSearch) -> Message:
    """Return that a search found no layout without guesses, and how near it came."""
    words: dict[str, str | int] = {
        "board": f"{board.width}x{board.height}x{board.mines}",
        "power": search.power,
        "layouts": search.best.layouts,
    }
    guesses = search.guesses()
    if guesses is None:
        return msg(
            "no layout of {board} without guesses for {power} was found in {layouts} tries", **words
        )
    return msg(
        "no layout of {board} without guesses for {power} was found in {layouts} tries; the "
        "nearest one needs {guesses} guesses",
        guesses=guesses,
        **words,
    )


def layout_seed(width: int, height: int, mines: int, seed: int) -> str:
    """Return the seed of the random generator for a layout."""
    return f"minesweeper/1:{width}x{height}x{mines}:{seed}"


def _generator(board: Position, seed: int) -> Random:
    assert board.mines is not None
    return Random(layout_seed(board.width, board.height, board.mines, seed))


def _draw(rng: Random, cells: list[int], number: int) -> list[int]:
    """Return so many cells, drawn without replacement; shuffles the list."""
    for i in range(number):
        j = i + int(rng.random() * (len(cells) - i))
        cells[i], cells[j] = cells[j], cells[i]
    return cells[:number]


def _allowed(board: Position, first_click: str, clicked: list[int]) -> list[int]:
    """Return the cells that may hold a mine, row-major."""
    banned = set() if first_click == "any" else set(clicked)
    if first_click not in ("any", "safe"):
        banned.update(c for one in clicked for c in neighbours(one, board.width, board.height))
    return [c for c in range(len(board.shown)) if c not in banned]


def _numbers(board: Position, mines: list[int]) -> bytes:
    hidden = bytearray(len(board.shown))
    for cell in mines:
        hidden[cell] = MINE
    numbers = around(hidden, board.width, board.height, (MINE,))
    return bytes(MINE if h == MINE else n for h, n in zip(hidden, numbers, strict=True))


def numbered(board: Position, mines: bytes) -> bytes:
    """Return a hidden board of these mines, a byte a cell, 1 for a mine."""
    return _numbers(board, [cell for cell, mine in enumerate(mines) if mine])


def _flood(board: Position, hidden: bytes, cell: int) -> list[int]:
    """Return the cells that open with this one, in order; marked ones stay closed."""
    near = neighbour_table(board.width, board.height)
    order, seen = [cell], {cell}
    for here in order:  # grows while it is read
        if hidden[here]:
            continue
        for c in near[here]:
            if c not in seen and board.shown[c] in (COVERED, SAFE):
                seen.add(c)
                order.append(c)
    return order


def _with(board: Position, moves: Sequence[Move]) -> Position:
    shown = bytearray(board.shown)
    for move in moves:
        shown[move.cell] = move.number if isinstance(move, Open) else MINE
    return replace(board, shown=bytes(shown))


def _size(board: Position) -> str:
    return f"{board.width}x{board.height}"


REFEREE = MinesweeperReferee()
