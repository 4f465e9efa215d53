"""Makes boards with one solution: a solved board, and the givens that are taken away in an order.

Each board has random numbers of its own, drawn before it is made, and plain and compiled code make
the same board of them. So plain code may make boards one by one, compiled code hundreds at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from gridwise.core import registry
from gridwise.core.capabilities import GenerationContext
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku import rules
from gridwise.puzzles.sudoku.completion import first_solution, has_other
from gridwise.puzzles.sudoku.engine import minimal
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.position import Position, shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Orbit = tuple[int, ...]
_PLAIN = 9
"""The largest side of boards made by plain search; larger ones ask the solver."""
_PATIENCE = 15
"""Failed removals after which a board above 9x9 is left as it is, unless it has to be minimal."""
_LUCK = 20
"""Random boards after which digits for the cells of a pattern are searched for."""
_FIRST, _MOST = 32, 1024
"""The number of boards made at once, at first and later."""
_STARTS = 256
"""The random boards counted; the search begins at the one with the fewest solutions."""
_COUNTED = 4096
"""The most solutions counted of a start."""
_STEPS = 60
"""Changes after which the search starts again from scratch."""
_FAR = 1000
"""The distance of a board with several solutions: greater than any with one solution."""
_TABU = 6
"""The number of changes for which a changed cell is left alone."""


@dataclass(frozen=True, slots=True)
class Request:
    """The kind of boards to make.

    Parameters
    ----------
    height, width
        The size of the box.
    orbits
        Cells that are given together or not at all; cells in none are never given.
    whole
        Whether the orbits hold all cells.
    givens
        The number of givens; 0 for as few as one pass leaves.
    minimal
        Whether every given has to be needed.
    """

    height: int
    width: int
    orbits: tuple[Orbit, ...]
    whole: bool = True
    givens: int = 0
    minimal: bool = False

    @property
    def size(self) -> int:
        """The side of the board."""
        return self.height * self.width

    @property
    def in_bulk(self) -> bool:
        """Whether the compiled engine can make these boards, many at once."""
        return (
            (self.height, self.width) == (3, 3)
            and not self.givens
            and len(self.orbits) == self.size**2
        )


@dataclass(frozen=True, slots=True)
class Draw:
    """The random numbers of one board."""

    start: bytes
    order: tuple[Orbit, ...]
    random: Random


@dataclass(frozen=True, slots=True)
class Candidate:
    """A board, its solution, and the orbits that were taken away, in their order."""

    board: Position
    full: Position
    removed: tuple[Orbit, ...]
    random: Random

    def given_back(self, orbits: Sequence[Orbit]) -> Position:
        """Return the board with these orbits given again."""
        cells = bytearray(self.board.cells)
        for orbit in orbits:
            for cell in orbit:
                cells[cell] = self.full.cells[cell]
        return replace(self.board, cells=bytes(cells))


def draw(request: Request, random: Random) -> Draw:
    """Draw the random numbers of the next board."""
    own = Random(random.getrandbits(64))
    height, width, size = request.height, request.width, request.size
    cells = bytearray(size * size)
    if size > _PLAIN:
        cells[:] = rules.shuffled_grid(height, width, own)
    else:
        # Boxes that share no house; without boxes the first row.
        for at in range(min(height, width)):
            digits = own.sample(range(1, size + 1), size)
            for place, digit in enumerate(digits):
                row, column = at * height + place // width, at * width + place % width
                cells[row * size + column] = digit
    order = list(request.orbits)
    own.shuffle(order)
    return Draw(bytes(cells), tuple(order), own)


def candidates(request: Request, context: GenerationContext) -> Iterator[Candidate]:
    """Yield boards with one solution without end, until a limit raises `Interrupted`.

    Compiled code makes them once it pays off.
    """
    count = _FIRST
    failures = 0
    while True:
        if failures >= _LUCK and (request.height, request.width) == (3, 3):
            candidate = searched(request, draw(request, context.random), context)
            if candidate is not None:
                yield candidate
            continue
        if not request.in_bulk or engine.CODE.left_s() > 0:
            with engine.CODE.spared() if request.in_bulk else nullcontext():
                candidate = plainly(request, draw(request, context.random), context)
            failures += candidate is None
            if candidate is not None:
                yield candidate
            continue
        drawn = [draw(request, context.random) for _ in range(count)]
        yield from in_bulk(drawn, context.run())
        count = min(2 * count, _MOST)


def in_bulk(drawn: Sequence[Draw], run: Run) -> Iterator[Candidate]:
    """Yield the boards of these draws, which compiled code makes side by side."""
    import numpy as np

    start = np.frombuffer(b"".join(one.start for one in drawn), np.uint8).reshape(-1, 81)
    orders = np.array([one.order for one in drawn]).reshape(-1, 81)
    full = minimal.completed(start, run)
    boards = minimal.thinned(full, orders, run)
    for one, board, solved in zip(drawn, boards, full, strict=True):
        yield _candidate(one, Position(3, 3, board.tobytes()), Position(3, 3, solved.tobytes()))


def _candidate(drawn: Draw, board: Position, full: Position) -> Candidate:
    removed = tuple(orbit for orbit in drawn.order if not board.cells[orbit[0]])
    return Candidate(board, full, removed, drawn.random)


def plainly(request: Request, drawn: Draw, context: GenerationContext) -> Candidate | None:
    """Return the board of a draw, or None if its cells cannot hold the only solution."""
    start = Position(request.height, request.width, drawn.start)
    full = first_solution(start, context.check) if request.size <= _PLAIN else start
    if full is None:
        return None

    def unique(board: Position) -> bool:
        if request.size <= _PLAIN:
            return not has_other(board, full, context.check)
        return context.count(board, 2) == 1

    board = full
    if not request.whole:
        given = {cell for orbit in request.orbits for cell in orbit}
        kept = bytes(digit if cell in given else 0 for cell, digit in enumerate(full.cells))
        board = replace(full, cells=kept)
        if not unique(board):
            return None
    return _thinned(request, drawn, board, full, unique, context)


def searched(request: Request, drawn: Draw, context: GenerationContext) -> Candidate | None:
    """Return a 9x9 board whose digits were searched for, or None if the search failed."""
    filling = filled([cell for orbit in drawn.order for cell in orbit], drawn.random, context)
    if filling is None:
        return None
    board, full = filling

    def unique(board: Position) -> bool:
        return not has_other(board, full, context.check)

    return _thinned(request, drawn, board, full, unique, context)


def _thinned(
    request: Request,
    drawn: Draw,
    board: Position,
    full: Position,
    unique: Callable[[Position], bool],
    context: GenerationContext,
) -> Candidate:
    large = request.size > _PLAIN and not (request.givens or request.minimal)
    patience = None if not large else _PATIENCE if request.size <= 16 else 2
    thin = _thin(board, drawn.order, request.givens, context.check, unique, patience)
    return _candidate(drawn, thin, full)


def _thin(
    board: Position,
    order: Sequence[Orbit],
    givens: int,
    check: Callable[[], object],
    unique: Callable[[Position], bool],
    patience: int | None,
) -> Position:
    """Remove givens while the solution stays unique, until `givens` are left (0: as few as can be).

    Tries several orbits at once, fewer after each failure, and gives up after `patience` failures:
    counted, not timed, so that a seed makes the same board on any machine.
    """
    size = board.box_height * board.box_width
    chunk = max(1, len(order) // (4 if size <= 16 else 24))
    at = failures = 0
    left = given(board)
    while at < len(order) and left > givens:
        check()
        part = list(order[at : at + chunk])
        while part and sum(map(len, part)) > left - givens:
            part.pop()
        if not part:
            at += 1
            continue
        cells = bytearray(board.cells)
        for orbit in part:
            for cell in orbit:
                cells[cell] = 0
        trial = replace(board, cells=bytes(cells))
        if unique(trial):
            board, left = trial, given(trial)
            at += len(part)
            continue
        failures += 1
        if failures == patience:
            break
        if len(part) > 1:
            chunk = max(1, len(part) // 2)
        else:
            at += 1
    return board


def given(board: Position) -> int:
    """Return the number of givens."""
    return len(board.cells) - board.cells.count(0)


def as_rows(boards: Sequence[Position]) -> "NDArray[np.uint8]":
    """Return 9x9 boards as an array, a row of digits each."""
    import numpy as np

    return np.frombuffer(b"".join(board.cells for board in boards), np.uint8).reshape(-1, 81)


def filled(
    cells: Sequence[int], random: Random, context: GenerationContext
) -> tuple[Position, Position] | None:
    """Return a 9x9 board with givens in these cells alone and its one solution; None at a dead end.

    For patterns with so few cells that random digits hardly ever fix the solution: starts from
    cells of a random solved board and changes a digit at a time, to the one that leaves the fewest
    solutions, until one is left. Cells that were changed lately are left alone.

    Raises
    ------
    Interrupted
        A limit was reached.
    """
    import numpy as np

    at = np.array(sorted(cells))
    board, number = _best_start(at, random, context)
    lately: list[int] = []
    for _ in range(_STEPS):
        if number == 1:
            break
        trials = _changed(board, [cell for cell in at.tolist() if cell not in lately])
        if not len(trials):
            return None
        # A board with more solutions than this one is of no use, so no more need be counted.
        counts = minimal.counted(trials, 2 * number, context.run())
        counts[counts == 0] = 4 * number
        best = np.flatnonzero(counts == counts.min())
        chosen = trials[random.choice(best.tolist())]
        number = int(counts.min())
        lately = [*lately, int(np.flatnonzero(chosen != board)[0])][-_TABU:]
        board = chosen
    if number != 1:
        notation = registry.puzzle("sudoku").format(Position(3, 3, board.tobytes()))
        nearest = msg("{board} with {number} solutions", board=notation, number=number)
        context.missed(_FAR + number, nearest)
        return None
    only = engine.solve_many(board.reshape(1, 81), context.run(), limit=2).solutions[0]
    return Position(3, 3, board.tobytes()), Position(3, 3, only.tobytes())


def _best_start(
    at: "NDArray[np.int64]", random: Random, context: GenerationContext
) -> "tuple[NDArray[np.uint8], int]":
    """Return the random board with the fewest solutions, and their number."""
    import numpy as np

    boxes = np.zeros((_STARTS, 9, 9), np.uint8)
    for start in range(_STARTS):
        for corner in (0, 3, 6):
            digits = random.sample(range(1, 10), 9)
            boxes[start, corner : corner + 3, corner : corner + 3] = np.reshape(digits, (3, 3))
    full = minimal.completed(boxes.reshape(-1, 81), context.run())
    boards = np.zeros_like(full)
    boards[:, at] = full[:, at]
    counts = minimal.counted(boards, _COUNTED, context.run())
    best = int(counts.argmin())
    return boards[best], int(counts[best])


def _changed(board: "NDArray[np.uint8]", cells: Sequence[int]) -> "NDArray[np.uint8]":
    """Return the boards in which one of the cells has another digit that fits."""
    import numpy as np

    peers = shape(3, 3).peers
    changes = [
        (cell, digit)
        for cell in cells
        for digit in sorted(
            set(range(1, 10)) - {int(board[cell])} - set(board[list(peers[cell])].tolist())
        )
    ]
    trials = np.tile(board, (len(changes), 1))
    for row, (cell, digit) in enumerate(changes):
        trials[row, cell] = digit
    return trials
