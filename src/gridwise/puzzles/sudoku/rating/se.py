"""Rates a 9x9 Sudoku on the scale of Sudoku Explainer 1.2.

At each point the easiest technique that helps is used. ER rates the hardest step, EP the hardest
one up to the first digit that is placed, ED the first step.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import chains as engine
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating import no_rating, only_solution
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import Board, SeStep
from gridwise.puzzles.sudoku.rating.patterns import (
    aligned,
    bivalue_graves,
    direct_hidden_sets,
    direct_locked,
    fishes,
    hidden_sets,
    hidden_singles,
    locked,
    naked_sets,
    naked_singles,
    unique_loops,
    wings,
)

BEYOND = 200
"""The rating, in tenths, of a board that no technique of the scale solves."""


@dataclass(frozen=True, slots=True)
class SeRating:
    """The rating of a board.

    Parameters
    ----------
    er, ep, ed
        The ratings of the hardest step, of the hardest one up to the first placement, and of the
        first step.
    steps
        The steps, in their order.
    """

    er: float
    ep: float
    ed: float
    steps: tuple[SeStep, ...]


PATTERNS: tuple[Callable[[Board], Iterable[SeStep]], ...] = (
    hidden_singles,
    direct_locked,
    lambda board: direct_hidden_sets(board, 2),
    naked_singles,
    lambda board: direct_hidden_sets(board, 3),
    locked,
    lambda board: naked_sets(board, 2),
    lambda board: fishes(board, 2),
    lambda board: hidden_sets(board, 2),
    lambda board: naked_sets(board, 3),
    lambda board: fishes(board, 3),
    lambda board: hidden_sets(board, 3),
    lambda board: wings(board, xyz=False),
    lambda board: wings(board, xyz=True),
    unique_loops,
    lambda board: naked_sets(board, 4),
    lambda board: fishes(board, 4),
    lambda board: hidden_sets(board, 4),
    bivalue_graves,
    lambda board: aligned(board, 2),
)
"""The techniques without chains, in Sudoku Explainer's order."""
_SOUND = PATTERNS.index(unique_loops)
"""The number of techniques before the first that rests on there being one solution."""


def searches(check: Callable[[], None]) -> Iterator[ChainSearch]:
    """Yield the searches for chains that come after simple chains and aligned triplets."""
    yield ChainSearch(check, multiple=False, nishio=True)
    yield ChainSearch(check, dynamic=False)
    yield ChainSearch(check)
    for level in (1, 2, 3):
        yield ChainSearch(check, level=level)
    for inner in range(4):
        yield ChainSearch(check, level=4, inner=inner)


class _EnoughError(Exception):
    """The plain search has taken as long as getting the compiled one would."""


def shortest_chain(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
    """Return the step of the shortest chain: by plain code until compiled code pays off."""
    if not engine.fits(search):
        return search.best(board)
    left = engine.left_s(search)
    if left > 0:
        end = time.thread_time() + left

        def check() -> None:
            run.check()
            if time.thread_time() > end:
                raise _EnoughError

        try:
            with (engine.NESTED if search.level > 1 else engine.CODE).spared():
                search.check = check
                return search.best(board)
        except _EnoughError:
            pass
        finally:
            search.check = run.check
    return engine.best(search, board, run)


def _plainly(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
    return search.best(board)


Shortest = Callable[[ChainSearch, Board, Run], SeStep | None]


def next_step(board: Board, run: Run, shortest: Shortest = _plainly) -> SeStep | None:
    """Return the step that Sudoku Explainer takes next, or None if it knows none."""
    step: SeStep | None = None
    for pattern in PATTERNS:
        step = next(iter(pattern(board)), None)
        if step is not None:
            return step
    run.check()
    step = shortest(ChainSearch(run.check, multiple=False, dynamic=False), board, run)
    step = step or next(aligned(board, 3), None)
    for search in searches(run.check):
        if step is not None:
            break
        run.check()
        step = shortest(search, board, run)
    return step


def rate_plainly(position: Position, run: Run, shortest: Shortest = _plainly) -> SeRating:
    """Rate a 9x9 board without compiled code, or with `shortest` for chains; see `rate`.

    Steps that do not rest on there being one solution prove it. It is counted before the first
    other step, where most of the board may be filled already.
    """
    board = Board(position.cells)
    for cell, mask in enumerate(position.removed_candidates):
        board.remove(cell, mask >> 1)
    steps: list[SeStep] = []
    hardest = first_placed = 0
    proved = False
    if any(digit and not board.digits[cell] for cell, digit in enumerate(position.cells)):
        raise no_rating()
    while not board.solved:
        run.check()
        step: SeStep | None = None
        if not proved:
            for pattern in PATTERNS[:_SOUND]:
                step = next(iter(pattern(board)), None)
                if step is not None:
                    break
            else:
                only_solution(replace(position, cells=bytes(board.digits)), run.check)
                proved = True
        step = step or next_step(board, run, shortest)
        if step is None:
            hardest = BEYOND
            break
        steps.append(step)
        hardest = max(hardest, step.rating)
        board.apply(step)
        if not first_placed and step.placed is not None:
            first_placed = hardest
    first = steps[0].rating if steps else hardest
    return SeRating(hardest / 10, (first_placed or hardest) / 10, first / 10, tuple(steps))


def rate(position: Position, run: Run) -> SeRating:
    """Rate a board on the scale of Sudoku Explainer 1.2.

    Raises
    ------
    ParameterError
        The board is not 9x9, or does not have exactly one solution.
    Interrupted
        A limit of the run was reached.
    """
    if position.box_height != 3 or position.box_width != 3:
        raise ParameterError(
            msg("the Sudoku Explainer rating is for 9x9 boards with boxes of 3x3, not this shape")
        )
    return rate_plainly(position, run, shortest_chain)
