"""The view of the compiled code: solutions found, listed in order, and counted.

- In order, up to 64 rows: a depth-first search row by row with the columns and diagonals taken
  as bits (Richards 1997, "Backtracking algorithms in MCPL using bit patterns and recursion",
  Cambridge, section 4). Above: the same order with counters of squares left.
- A first solution: the row or column with the fewest squares left is filled next, and the search
  begins again from another place after more and more nodes (Gomes, Selman and Kautz 1998,
  "Boosting combinatorial search through randomization", AAAI, 431-437). A search that ends
  before its nodes are used up has looked everywhere, and as the allowance grows without end, one
  of them does.
- The number of solutions of the empty board: `counting`. Of others: the search by bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from gridwise.compiled import jit
from gridwise.core.run import Run
from gridwise.core.views import EngineView, Model, ModelCount
from gridwise.puzzles.queens.engine import counting
from gridwise.puzzles.queens.lines import SquareDecoder
from gridwise.puzzles.queens.position import OccupiedLines, PlaceQueen, Position

MOST_ROWS = 1000
"""The view is offered up to so many rows; a byte a square is taken."""
_WORD = 64
"""Rows that the search by bits takes."""
_FEW = 12
"""Up to so many open rows the search by bits finds a first solution too."""
_BITS_BUDGET = 1 << 19
"""Queens that are put between two looks at the limits, by bits."""
_STEPS = 4_000_000
"""Squares that are looked at between two looks at the limits, by counters."""
_FIRST_RUN = 100
"""Dead ends, at least, before the first new start."""
_STARTS = 4099


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

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model; in order, or one that is found soon and then the others in order."""
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

        A limit on nodes is met exactly by listing, not here.
        """
        position = self.position
        n = position.n
        empty = not (position.queens or position.blocked or self.shut)
        joined = counting.LEAST_JOINED <= n <= counting.MOST_JOINED
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
        search = _Bits(self)
        while search.advance(run, pause=False):
            yield search.found()
        yield search.found()

    def _by_bits(self, run: Run) -> Iterator[Model]:
        search = _Bits(self)
        while search.advance(run, pause=True):
            if search.found():
                yield search.model()

    def _in_order(self, run: Run) -> Iterator[Model]:
        search = _Counters(self, run)
        while search.advance(run, None, ordered=True):
            if search.at_solution:
                yield search.model()

    def _first(self, run: Run) -> Model | None:
        """Return some model, None where there is none."""
        random = Random(f"queens {run.seed}")
        search = _Counters(self, run)
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


class _Bits:
    """The state of a search by bits."""

    def __init__(self, view: QueensKernel) -> None:
        import numpy as np

        self.kernels = jit.load(counting.KERNELS)
        self.view, position = view, view.position
        n = position.n
        allowed = dict.fromkeys(range(n), 0)
        for cell in position.queens:
            del allowed[cell // n]
        lines = OccupiedLines(n, position.queens)
        for cell in lines.open_squares(view.shut.union(position.blocked)):
            allowed[cell // n] |= 1 << cell % n
        self.rows = list(allowed)
        size = len(self.rows)
        self.allowed = np.array(list(allowed.values()), dtype=np.uint64)
        self.gaps = np.diff(np.array(self.rows), prepend=self.rows[0]).astype(np.uint64)
        self.stack = np.zeros((4, size), np.uint64)
        self.stack[0, 0] = self.allowed[0]
        self.chosen = np.zeros(size, np.uint64)
        self.control = np.zeros(3, np.int64)

    def advance(self, run: Run, *, pause: bool) -> bool:
        """Search on for a while, or to the next model; return whether there is more to do."""
        budget = _spend(run, _BITS_BUDGET)
        with jit.compiling(run):
            code = self.kernels.search_rows(
                self.allowed, self.gaps, self.stack, self.chosen, self.control, budget, pause
            )
        used = int(self.control[2])
        self.control[2] = 0
        run.nodes += used
        run.count.decisions += used
        if code == self.kernels.BUDGET and used == 0:
            run.tick()  # no node was left, and one more is wanted
        return bool(code != self.kernels.DONE)

    def found(self) -> int:
        """Return how many models were met since it was last asked."""
        number = int(self.control[1])
        self.control[1] = 0
        return number

    def model(self) -> Model:
        """Return the model that the search stands at."""
        n = self.view.position.n
        fresh = [
            row * n + int(bit).bit_length() - 1
            for row, bit in zip(self.rows, self.chosen, strict=True)
        ]
        return tuple(sorted((*self.view.position.queens, *fresh)))


class _Counters:
    """The state of a search with counters."""

    def __init__(self, view: QueensKernel, run: Run) -> None:
        import numpy as np

        self.kernels = jit.load(counting.KERNELS)
        self.view = view
        n = self.n = view.position.n
        queens = view.position.queens
        self.size = n - len(queens)
        self.blocked = np.zeros((n, n), np.uint8)
        self.blocked.reshape(-1)[list(view.shut.union(view.position.blocked))] = 1
        taken = OccupiedLines(n, queens)
        self.start_lines = tuple(
            np.frombuffer(bytes(line), np.uint8)
            for line in (taken.rows, taken.columns, taken.falling, taken.rising)
        )
        self.lines = tuple(line.copy() for line in self.start_lines)
        self.left = (np.zeros(n, np.int32), np.zeros(n, np.int32))
        with jit.compiling(run):
            self.kernels.count_left(n, self.blocked, self.lines, self.left)
        self.start_left = tuple(left.copy() for left in self.left)
        self.frames = np.zeros((self.size + 1, 5), np.int64)
        self.starts = np.zeros(1, np.int64)
        self.control = np.array([0, 1, 0, 0])
        self.at_solution = False

    def restart(self, random: Random) -> None:
        """Begin again, with the squares of lines in another order."""
        import numpy as np

        pairs: list[tuple[Any, Any]] = [
            *zip(self.lines, self.start_lines, strict=True),
            *zip(self.left, self.start_left, strict=True),
        ]
        for now, start in pairs:
            now[:] = start
        rng = np.random.default_rng(random.getrandbits(64))
        self.starts = rng.integers(self.n, size=_STARTS)
        self.control[:] = (0, 1, 0, 0)

    def advance(self, run: Run, most: int | None, *, ordered: bool = False) -> bool:
        """Search on for a while, or to the next model; return whether there is more to do."""
        few = max(1, _STEPS // (8 * self.n))
        budget = _spend(run, few if most is None else min(few, most))
        nodes, conflicts = int(self.control[3]), int(self.control[2])
        with jit.compiling(run):
            code = self.kernels.search_open(
                self.n, self.size, self.blocked, self.lines, self.left, self.frames,
                self.starts, self.control, budget, ordered,
            )  # fmt: skip
        used = int(self.control[3]) - nodes
        run.nodes += used
        run.count.decisions += used
        run.count.conflicts += int(self.control[2]) - conflicts
        self.at_solution = code == self.kernels.FOUND
        if code == self.kernels.BUDGET and used == 0:
            run.tick()  # no node was left, and one more is wanted
        return bool(code != self.kernels.DONE)

    def model(self) -> Model:
        """Return the model that the search stands at."""
        fresh: list[Any] = (
            self.frames[: self.size, 3] * self.n + self.frames[: self.size, 4]
        ).tolist()
        return tuple(sorted((*self.view.position.queens, *fresh)))


def queens_kernel(position: Position) -> QueensKernel:
    """Return the compiled code as a view of a board."""
    return QueensKernel(position, SquareDecoder(position))
