"""The generator: boards in mid-game, and boards that are won without a guess.

A board in mid-game is a layout by seed, opened as a player would. A board without guesses is a
layout of `engine.no_guess` after the first click; the policy that it is made for plays it to its
end before it is returned. The claims hold the layout.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace

from gridwise.core.capabilities import (
    GameLevel,
    GameLevels,
    Generated,
    GenerationContext,
    Generator,
)
from gridwise.core.errors import Fault, ParameterError
from gridwise.core.grid import cell_name, neighbours, parse_cell_name
from gridwise.core.interaction import LAYOUT
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.core.policy import GameStatus, Policy
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.no_guess import POWERS, LayoutSearch
from gridwise.puzzles.minesweeper.notation import format_position
from gridwise.puzzles.minesweeper.policies import sat, single_point, subset
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Move, Position, Safe, value_3bv
from gridwise.puzzles.minesweeper.referee import (
    REFEREE,
    GameState,
    numbered,
    read_board,
)

_CHECK_EVERY = 1000  # cells that are opened
POLICIES: Mapping[str, Policy[Position, Move]] = {
    policy.name: policy for policy in (single_point.POLICY, subset.POLICY, sat.POLICY)
}

PARAMS = "WIDTHxHEIGHTxMINES (9x9x10)"
OPTIONS = (
    Option("opened", 30, (), "open at least so many percent of the safe cells"),
    Option("total", "yes", ("no", "yes"), "whether the number of mines is given"),
    Option("no_guess", "no", ("no", *POWERS), "the policy that wins without a guess"),
    Option("first_click", "centre", (), "the cell opened first on a board without guesses"),
)


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a partly opened board, which has at least one layout.

    Random safe cells beside open ones are opened, and 0s flood, until the share is reached.

    Parameters
    ----------
    params
        The board; empty for 9x9x10.
    context
        The generation context; its random generator is used.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        No such board.
    """
    board = params or "9x9x10"
    width, height, mines = read_board(board)
    power = str(options.get("no_guess", "no"))
    click = str(options.get("first_click", "centre"))
    if power != "no":
        cell = height // 2 * width + width // 2
        if click != "centre":
            cell = _cell(click, width, height)
        return _no_guess(board, power, cell, context, total=options.get("total", "yes") == "yes")
    if click != "centre":
        raise ParameterError(
            msg("a board has a first click only with no_guess, one of {powers}", powers=POWERS)
        )
    share = min(100, int(options.get("opened", 30)))
    wanted = -(-share * (width * height - mines) // 100)
    context.check()
    state = REFEREE.deal(board, seed=context.random.getrandbits(40), first_click="any")
    solved = REFEREE.answer(state).shown
    context.check()
    opened = _opened(solved, width, height, wanted, context)
    position = Position(
        width,
        height,
        bytes(code if open_ else COVERED for code, open_ in zip(solved, opened, strict=True)),
        mines if options.get("total", "yes") == "yes" else None,
    )
    return Generated(position, {"opened": sum(opened)})


def _cell(name: str, width: int, height: int) -> int:
    cell = parse_cell_name(name, width, height)
    if cell is None:
        raise ParameterError(
            msg(
                "first_click {name} is no cell of a board of {width}x{height}: r1c1 to {last}",
                name=repr(name),
                width=width,
                height=height,
                last=cell_name(width * height - 1, width),
            )
        )
    return cell


class _ContextClock:
    """Ends a run as its generation context says."""

    def __init__(self, context: GenerationContext) -> None:
        self._context = context

    def is_set(self) -> bool:
        self._context.check()
        return False


def _no_guess(
    board: str, power: str, cell: int, context: GenerationContext, *, total: bool
) -> Generated[Position]:
    """Return a layout that the power wins without a guess, after the first click."""
    rule = f"no_guess_{power}"
    REFEREE.check(board, first_click=rule)
    width, height, mines = read_board(board)
    run = Run(cancel=_ContextClock(context))
    search = LayoutSearch(width, height, mines, cell, power, context.random.random, run)
    empty = Position(width, height, bytes([COVERED]) * (width * height), mines)
    try:
        best = search.find(sys.maxsize)
    except Interrupted:
        guesses = search.guesses()
        if guesses is not None:
            context.nearest = msg(
                "a layout with {guesses} guesses, of {layouts} that were tried",
                guesses=guesses,
                layouts=search.best.layouts,
            )
        raise
    assert best.mines is not None
    hidden = numbered(empty, best.mines)
    state = GameState(empty, 0, rule, hidden, width * height - mines)
    state = REFEREE.reply(state, Safe(cell)).state
    if not wins(state, POLICIES[power], run):
        raise Fault("a board without guesses needs one")
    shown = bytearray(hidden)
    shown[cell] = SAFE
    layout = format_position(replace(empty, shown=bytes(shown)))
    claims: dict[str, bool | int | str] = {
        "no_guess": power,
        "first_click": cell_name(cell, width),
        "three_bv": value_3bv(hidden, width, height),
        LAYOUT: layout,
    }
    return Generated(state.position if total else replace(state.position, mines=None), claims)


def wins(state: GameState, policy: Policy[Position, Move], run: Run) -> bool:
    """Return whether a policy wins a game without a guess."""
    player = policy.start(state.position, run)
    while REFEREE.verdict(state) is GameStatus.OPEN:
        claims = player.decide(state.position)
        if not claims or player.guess is not None:
            return False
        for claim in claims:
            state = REFEREE.reply(state, claim).state
    return REFEREE.verdict(state) is GameStatus.WON


def _opened(
    solved: bytes, width: int, height: int, wanted: int, context: GenerationContext
) -> bytearray:
    """Return a byte a cell, 1 for open cells: at least `wanted`, if so many are safe. O(cells)."""
    opened = bytearray(len(solved))
    closed, near = (
        _CellIndex(len(solved)),
        _CellIndex(len(solved)),
    )  # the safe ones; those beside open ones
    for cell, code in enumerate(solved):
        if code <= 8:
            closed.add(cell)
    zeros = [cell for cell, code in enumerate(solved) if code == 0]
    start = context.random.choice(zeros or closed) if len(closed) else None
    done = 0
    while start is not None:
        flood = [start]
        opened[start] = 1
        for at, cell in enumerate(flood):  # grows while it is read
            if at % _CHECK_EVERY == 0:
                context.check()
            closed.remove(cell)
            near.remove(cell)
            for beside in neighbours(cell, width, height):
                if opened[beside] or solved[beside] > 8:
                    continue
                if solved[cell]:
                    near.add(beside)
                else:
                    opened[beside] = 1
                    flood.append(beside)
        done += len(flood)
        if done >= wanted:
            break
        start = context.random.choice(near if len(near) else closed)
    return opened


class _CellIndex:
    """A set of cells with fast access to the k-th in row-major order.

    It keeps counts for every hundred and every ten thousand cells.
    """

    def __init__(self, size: int) -> None:
        self._inside = bytearray(size)
        self._hundreds = [0] * (size // 100 + 1)
        self._myriads = [0] * (size // 10_000 + 1)
        self._number = 0

    def add(self, cell: int) -> None:
        if not self._inside[cell]:
            self._change(cell, 1)

    def remove(self, cell: int) -> None:
        if self._inside[cell]:
            self._change(cell, -1)

    def _change(self, cell: int, by: int) -> None:
        self._inside[cell] += by
        self._hundreds[cell // 100] += by
        self._myriads[cell // 10_000] += by
        self._number += by

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, k: int) -> int:
        if not 0 <= k < self._number:
            raise IndexError(k)
        myriad = 0
        while k >= self._myriads[myriad]:
            k -= self._myriads[myriad]
            myriad += 1
        hundred = myriad * 100
        while k >= self._hundreds[hundred]:
            k -= self._hundreds[hundred]
            hundred += 1
        cell = self._inside.index(1, hundred * 100)
        for _ in range(k):
            cell = self._inside.index(1, cell + 1)
        return cell


GENERATOR = Generator(OPTIONS, PARAMS, generate)


def _game_level(title: Message, width: int, height: int, mines: int, power: str) -> GameLevel:
    line = msg("{width} × {height}, {mines} mines", width=width, height=height, mines=mines)
    return GameLevel(title, line, f"{width}x{height}x{mines}", {"no_guess": power})


GAME_LEVELS = GameLevels(
    {
        "beginner": _game_level(msg("Beginner"), 9, 9, 10, "single_point"),
        "intermediate": _game_level(msg("Intermediate"), 16, 16, 40, "subset"),
        "expert": _game_level(msg("Expert"), 30, 16, 99, "sat"),
    },
    daily="intermediate",
)
"""The classic boards by name, each won without a guess from an area that is open.

A harder one takes stronger reasoning, not luck.
"""
