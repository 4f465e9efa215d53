"""The view of the compiled searches: finds a solution, lists them in order, counts them.

- In order, up to 64 rows: a depth-first search row by row with the columns and diagonals taken
  as bits (Richards 1997, "Backtracking algorithms in MCPL using bit patterns and recursion",
  Cambridge, section 4). Above: the same order with counters of squares left.
- A first solution: the search fills the row or column with the fewest squares left, and restarts
  from another place after more and more nodes (Gomes, Selman and Kautz 1998, "Boosting
  combinatorial search through randomization", AAAI, 431-437). A search that ends before its nodes
  are used up has looked everywhere; as the allowance grows without end, one of them does.
- The number of solutions of the empty board: `counting`. Of others: the search by bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.run import Run
from gridwise.core.views import CompiledPart, EngineView, Model, ModelCount
from gridwise.puzzles.queens.engine import counting
from gridwise.puzzles.queens.lines import SquareDecoder
from gridwise.puzzles.queens.position import OccupiedLines, PlaceQueen, Position

MOST_ROWS = 1000
"""The most rows of the view, which takes a byte a square."""
_WORD = 64
"""Rows that the search by bits takes."""
_FEW = 12
"""The most open rows for which the search by bits finds a first solution too."""
_BITS_BUDGET = 1 << 19
"""Queens that the search by bits puts between two checks of the limits."""
_STEPS = 4_000_000
"""Squares that the search with counters visits between two checks of the limits."""
_FIRST_RUN = 100
"""Dead ends, at least, before the first restart."""
_STARTS = 4099
_KERNELS = "gridwise.puzzles.queens.engine.kernels.search"
_COUNTING = "gridwise.puzzles.queens.engine.kernels.counting"
ROWS = CompiledCode(_KERNELS, "search_rows", compile_s=0.3)
LINES = CompiledCode(_KERNELS, "search_lines", compile_s=0.9)
JOINED = CompiledCode(_COUNTING, "count_splits", compile_s=2.3)
_PLAIN_ROWS, _PLAIN_S, _GROWTH = 8, 0.02, 5.0
"""Rows of an empty board, the seconds in which plain methods count it, and their growth a row."""


@dataclass(frozen=True)
class QueensKernel(EngineView[PlaceQueen]):
    """A model is the squares of all queens, ascending, and so is its order; fact = square.

    Parameters
    ----------
    position
        The board.
    shut
        Squares where no queen may stand besides the blocked ones.
    """

    position: Position
    decoder: SquareDecoder
    shut: frozenset[int] = frozenset()

    counts_symmetry: ClassVar[bool] = True

    def fact(self, subject: int, value: int) -> int:
        return subject * self.position.n + value

    def forced_by_units(self) -> frozenset[int]:
        return frozenset(self.position.queens)

    def without(self, fact: int) -> Self:
        return replace(self, shut=self.shut | {fact})

    def load(self, run: Run) -> None:
        jit.warm(run)

    def code(self, *, counting: bool) -> CompiledPart:
        n, size = self.position.n, self.position.n - len(self.position.queens)
        if counting and self._joins():
            return JOINED
        return ROWS if n <= _WORD and (counting or size <= _FEW) else LINES

    def plain_s(self, *, counting: bool) -> float | None:
        if not counting or not self._empty():
            return None
        most = _PLAIN_ROWS + 20  # times above a year need not be told apart
        return _PLAIN_S * _GROWTH ** (min(self.position.n, most) - _PLAIN_ROWS)

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model: in order, or one found quickly and then the others in order."""
        run.check()
        if self._broken():
            return
        size = self.position.n - len(self.position.queens)
        if size == 0:
            run.count.layouts += 1
            yield self.position.queens
            return
        bits = self.position.n <= _WORD
        first: Model | None = None
        if not ordered and not (bits and size <= _FEW):
            first = self._first(run)
            if first is None:
                return
            run.count.layouts += 1
            yield first
        for model in self._by_bits(run) if bits else self._in_order(run):
            if model != first:
                run.count.layouts += 1
                yield model

    def count_models(self, run: Run, into: ModelCount, *, up_to_symmetry: bool = False) -> bool:
        """Count; see `EngineView`. Symmetries are known of the empty board alone.

        Listing meets a limit on nodes exactly, so such a count is left to it.
        """
        position = self.position
        n = position.n
        empty, joined = self._empty(), counting.LEAST_JOINED <= n <= counting.MOST_JOINED
        if n > _WORD or run.limits.nodes is not None or (up_to_symmetry and not empty):
            return False
        if up_to_symmetry and not joined and n > counting.MOST_JOINED:
            return False
        run.check()
        if self._broken():
            return True
        number = 0
        for part in counting.joined(n, run) if empty and joined else self._numbers(run):
            number += part
            into.number = (number + 7) // 8 if up_to_symmetry else number
            run.count.layouts = number
        if up_to_symmetry:
            into.number = counting.fundamental(n, number, run)
        return True

    def _empty(self) -> bool:
        return not (self.position.queens or self.position.blocked or self.shut)

    def _joins(self) -> bool:
        """Return whether halves of the board are joined to count it."""
        joined = counting.LEAST_JOINED <= self.position.n <= counting.MOST_JOINED
        return joined and self._empty()

    def _broken(self) -> bool:
        position = self.position
        shut = self.shut.union(position.blocked)
        return not shut.isdisjoint(position.queens) or not OccupiedLines(position.n).add(
            position.queens
        )

    def _numbers(self, run: Run) -> Iterator[int]:
        """Yield parts of the number of models, by bits."""
        if len(self.position.queens) == self.position.n:
            yield 1
            return
        search = _RowDriver(self)
        while search.advance(run, pause=False):
            yield search.found()
        yield search.found()

    def _by_bits(self, run: Run) -> Iterator[Model]:
        search = _RowDriver(self)
        while search.advance(run, pause=True):
            if search.found():
                yield search.model()

    def _in_order(self, run: Run) -> Iterator[Model]:
        search = _LineDriver(self, run)
        while search.advance(run, None, ordered=True):
            if search.at_solution:
                yield search.model()

    def _first(self, run: Run) -> Model | None:
        """Return some model, or None if there is none."""
        random = Random(f"queens {run.seed}")
        search = _LineDriver(self, run)
        allowance = _FIRST_RUN + 2 * search.size
        while True:
            search.restart(random)
            left = allowance
            while left > 0:
                before = run.nodes
                if not search.advance(run, left):
                    return None
                if search.at_solution:
                    return search.model()
                left -= run.nodes - before
            allowance += allowance // 2


def _spend(run: Run, most: int) -> int:
    """Return how many nodes may be used before the limits are looked at again."""
    run.check()
    if run.limits.nodes is None:
        return most
    left = run.limits.nodes - run.nodes
    return min(most, left)


class _RowDriver:
    """Drives the search by bits."""

    def __init__(self, view: QueensKernel) -> None:
        import numpy as np

        self.kernels = jit.load(_KERNELS)
        self.view, position = view, view.position
        n = position.n
        allowed = dict.fromkeys(range(n), 0)
        for cell in position.queens:
            del allowed[cell // n]
        lines = OccupiedLines(n, position.queens)
        for cell in lines.open_squares(view.shut.union(position.blocked)):
            allowed[cell // n] |= 1 << cell % n
        self.rows = list(allowed)
        levels = (np.zeros(len(self.rows), np.uint64) for _ in range(5))
        self.state = self.kernels.RowSearch(
            np.array(list(allowed.values()), dtype=np.uint64),
            np.diff(np.array(self.rows), prepend=self.rows[0]).astype(np.uint64),
            *levels,
            control=np.zeros(3, np.int64),
        )
        self.state.left[0] = self.state.allowed[0]

    def advance(self, run: Run, *, pause: bool) -> bool:
        """Search on for a while, or to the next model; return whether there is more to do."""
        budget = _spend(run, _BITS_BUDGET)
        with jit.compiling(run):
            code = self.kernels.search_rows(self.state, budget, pause)
        used = int(self.state.control[2])
        self.state.control[2] = 0
        run.nodes += used
        run.count.decisions += used
        if code == self.kernels.BUDGET and used == 0:
            run.tick()  # no node was left, and one more is wanted
        return bool(code != self.kernels.DONE)

    def found(self) -> int:
        """Return how many models were found since the last call."""
        number = int(self.state.control[1])
        self.state.control[1] = 0
        return number

    def model(self) -> Model:
        """Return the model that the search found last."""
        n = self.view.position.n
        fresh = [
            row * n + int(bit).bit_length() - 1
            for row, bit in zip(self.rows, self.state.chosen, strict=True)
        ]
        return tuple(sorted((*self.view.position.queens, *fresh)))


class _LineDriver:
    """Drives the search with counters."""

    def __init__(self, view: QueensKernel, run: Run) -> None:
        import numpy as np

        self.kernels = jit.load(_KERNELS)
        self.view = view
        n = self.n = view.position.n
        queens = view.position.queens
        self.size = n - len(queens)
        blocked = np.zeros((n, n), np.uint8)
        blocked.reshape(-1)[list(view.shut.union(view.position.blocked))] = 1
        taken = OccupiedLines(n, queens)
        lines = (taken.rows, taken.columns, taken.falling, taken.rising)
        squares = self.kernels.Squares(
            blocked,
            *(np.frombuffer(bytearray(line), np.uint8) for line in lines),
            left_rows=np.zeros(n, np.int32),
            left_columns=np.zeros(n, np.int32),
        )
        with jit.compiling(run):
            self.kernels.count_left(squares)
        self.begin = [array.copy() for array in squares]
        self.state = self.kernels.LineSearch(
            squares,
            frames=np.zeros((self.size + 1, 5), np.int64),
            starts=np.zeros(1, np.int64),
            control=np.array([0, 1, 0, 0]),
        )
        self.at_solution = False

    def restart(self, random: Random) -> None:
        """Begin again, with the squares of lines in another order."""
        import numpy as np

        for now, begin in zip(self.state.squares, self.begin, strict=True):
            now[:] = begin
        rng = np.random.default_rng(random.getrandbits(64))
        self.state = self.state._replace(starts=rng.integers(self.n, size=_STARTS))
        self.state.control[:] = (0, 1, 0, 0)

    def advance(self, run: Run, most: int | None, *, ordered: bool = False) -> bool:
        """Search on for a while, or to the next model; return whether there is more to do."""
        few = max(1, _STEPS // (8 * self.n))
        budget = _spend(run, few if most is None else min(few, most))
        control = self.state.control
        nodes, conflicts = int(control[3]), int(control[2])
        with jit.compiling(run):
            code = self.kernels.search_lines(self.state, budget, ordered)
        used = int(control[3]) - nodes
        run.nodes += used
        run.count.decisions += used
        run.count.conflicts += int(control[2]) - conflicts
        self.at_solution = code == self.kernels.FOUND
        if code == self.kernels.BUDGET and used == 0:
            run.tick()  # no node was left, and one more is wanted
        return bool(code != self.kernels.DONE)

    def model(self) -> Model:
        """Return the model that the search found last."""
        frames = self.state.frames[: self.size]
        fresh: list[Any] = (
            frames[:, self.kernels.ROW] * self.n + frames[:, self.kernels.COLUMN]
        ).tolist()
        return tuple(sorted((*self.view.position.queens, *fresh)))


def queens_kernel(position: Position) -> QueensKernel:
    """Return the compiled searches as a view of a board."""
    return QueensKernel(position, SquareDecoder(position))
