"""Counting the solutions of the empty board by joining its halves.

The board is cut into an east and a west half, and each into a north and a south quarter. All ways
to put queens on a quarter are listed once, by the rows and columns that they take. For each choice
of the rows that the east half takes (a *split*; the west half takes the others) the quarters are
joined to half boards, and it remains to count the pairs of an east and a west half that share no
diagonal. A half board is a word of bits, one for each diagonal that crosses the middle; 512 of
them are matched with one word at once by look-ups: for each seven bits of the word a table gives
the set of words that meet none of them.

A meet in the middle (Horowitz and Sahni 1974, J. ACM 21(2), 277-292). That the join of quarters,
with the matching done on transposed bits, is so much faster than backtracking was shown by Evgeny
Kluev's program N-Queens-Count-Sol (2022). How the symmetries are used:

- n even. By turning, it is enough to count solutions whose east half has no queen on either of
  the two long diagonals: with weight 4 if the west half has queens on both, 2 on one, 1 on
  none. The words say so. Mirroring gives the rest: a split and its mirror images are counted
  together.
- n odd. A queen stands in the middle row, one in the middle column, at distances b and a from the
  centre. Unless both are 0 they differ, and exactly one of the eight images has the one in the
  middle column in the north, the one in the middle row in the west, and a < b. A few more bits say
  that: an east half sets bits 2 to a, a west half bit b. With a queen in the centre, a split and
  its up to three mirror images are counted together.

Counting up to symmetry is Burnside's lemma: no solution of n > 1 is its own mirror image, so it
needs besides only the numbers of solutions that a half and a quarter turn keep.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from gridwise.compiled import jit
from gridwise.core.errors import ParameterError
from gridwise.core.run import Run

_KERNELS = "gridwise.puzzles.queens.engine.kernels.counting"
LEAST_JOINED, MOST_JOINED = 6, 22
"""The sizes that are counted by joining halves; 22 rows take 1.4 GB."""
_BUDGET = 2_000_000
"""Work of one call of the kernel, some milliseconds."""
_KEY = 8
"""Bits of a pattern that it is sorted by."""
_CHUNK = 7
"""Bits of a pattern that one look-up answers for; `CHUNK` of the kernels."""

Line = tuple[str, int]
Squares = Mapping[tuple[int, int], tuple[Line, ...]]
"""The squares that may hold a queen, by row and column, each with its lines: its diagonals
(`a` falling, `b` rising) and further bits for the other half (`t`)."""


@dataclass(frozen=True, slots=True)
class SplitRange:
    """Some of the splits of an empty board: a part of its count that is counted on its own.

    Parameters
    ----------
    n
        The size of the board.
    centre
        Whether a queen stands in the centre (n odd).
    first, end
        The range of splits: from `first` on, below `end`.
    """

    n: int
    centre: bool
    first: int
    end: int


def split_ranges(n: int, least: int) -> tuple[SplitRange, ...]:
    """Return at least so many parts of the count of an empty board, fewer if it has fewer.

    Each is counted by `count_range`, in any order, on any machine; the counts sum to the number of
    solutions. There are 12,283 splits for n = 18 (about 0.1 ms each), C(n, n/2) / 4 or so for even
    n and four times as many for odd n; a process first lists the quarters (0.2 s for n = 18).

    Raises
    ------
    ParameterError
        n is not from `LEAST_JOINED` to `MOST_JOINED`.
    """
    cases = _cases(n)
    size = max(1, sum(len(case.splits) for case in cases) // least)
    return tuple(
        SplitRange(n, case.centre, first, min(first + size, len(case.splits)))
        for case in cases
        for first in range(0, len(case.splits), size)
    )


def count_range(part: SplitRange, run: Run) -> int:
    """Return how many solutions have one of these splits, or are images of one that has."""
    counter = _kept(part.n, part.centre)
    return sum(counter.parts(counter.case.splits[part.first : part.end], run))


def joined(n: int, run: Run) -> Iterator[int]:
    """Yield parts of the number of solutions of the empty board, every few milliseconds."""
    for case in _cases(n):
        run.check()
        yield from _Counter(case, run).parts(case.splits, run)


def unturned(n: int, run: Run) -> tuple[int, int]:
    """Return how many solutions a half turn keeps, and how many a quarter turn keeps.

    They are OEIS A032522 and A033148. A tree of n / 2 levels, and one of n / 4.
    """
    kernels = jit.load(_KERNELS)
    run.check()
    with jit.compiling(run):
        half = int(kernels.count_half_turn(n))
    return half, _quarter_turn(n)


def fundamental(n: int, solutions: int, run: Run) -> int:
    """Return the number of solutions up to symmetry, by Burnside's lemma."""
    if n == 1:
        return solutions
    half, quarter = unturned(n, run)
    return (solutions + half + 2 * quarter) // 8


def _quarter_turn(n: int) -> int:
    """Return how many solutions a quarter turn keeps; the queens come in fours."""
    if n % 4 > 1:
        return 0
    last = n - 1

    def search(rows: frozenset[int], queens: tuple[tuple[int, int], ...]) -> int:
        if not rows:
            return 1
        row, number = min(rows), 0
        for column in rows - {row, last - row}:
            placed = (*queens, (row, column), (column, last - row))
            placed = (*placed, (last - row, last - column), (last - column, row))
            if all(
                abs(r - r2) != abs(c - c2)
                for at, (r, c) in enumerate(placed)
                for r2, c2 in placed[max(at + 1, len(queens)) :]
            ):
                number += search(rows - {row, column, last - row, last - column}, placed)
        return number

    everything = frozenset(range(n))
    if n % 2:
        return search(everything - {n // 2}, ((n // 2, n // 2),))
    return search(everything, ())


def _cases(n: int) -> tuple["_Case", ...]:
    """Return the parts of the whole count: one for even n, two for odd n."""
    if not LEAST_JOINED <= n <= MOST_JOINED:
        raise ParameterError(f"n is from {LEAST_JOINED} to {MOST_JOINED} here, not {n}")
    return (_Case(n, False), _Case(n, True)) if n % 2 else (_Case(n, False),)


class _Case:
    """The squares of both halves, the layout of their words, and all splits.

    `splits` has a line for each: the rows of the east half in the north and in the south, the west
    half's rows, the weight, and whether the split with east and west exchanged is counted too.
    """

    def __init__(self, n: int, centre: bool) -> None:
        self.n, self.centre, self.half = n, centre, n // 2
        odd, half = n % 2, self.half
        self.symmetric = centre or not odd
        if self.symmetric:
            shut = (lambda r, c: r - c == 0 or r + c == n - 1) if centre else (lambda r, c: False)
            rows = [row for row in range(n) if not centre or row != half]
            self.east: Squares = {
                (row, column): _diagonals(row, column)
                for row in rows
                for column in range(half + odd, n)
                if not shut(row, column)
            }
            self.north, self.south = rows[:half], rows[half:]
            self.west_north = self.north
            west_lines = {self._mirror(x) for lines in self.east.values() for x in lines}
        else:
            self.east = self._odd_east()
            self.west: Squares = self._odd_west()
            self.north, self.south = [*range(half)], [*range(half + 1, n)]
            self.west_north = [*self.north, half]
            west_lines = {line for lines in self.west.values() for line in lines}
        shared = west_lines & {line for lines in self.east.values() for line in lines}
        self._lay_out(shared | (set() if self.symmetric else self._between_quarters()))
        self.splits = self._symmetric_splits() if self.symmetric else self._odd_splits()

    def _odd_east(self) -> Squares:
        """Return squares with the middle column's queen in the north; at a it sets bits 2 to a."""
        half = self.half
        squares = {}
        for row in range(self.n):
            for column in range(half, self.n):
                lines = _diagonals(row, column)
                if column == half:
                    if not 1 <= row < half:  # a is below b, and so below the half
                        continue
                    lines += tuple(("t", step) for step in range(2, half - row + 1))
                if row != half:
                    squares[row, column] = lines
        return squares

    def _odd_west(self) -> Squares:
        """Return squares with the middle row's queen in the west, at b > 1; it sets bit b."""
        half = self.half
        squares = {}
        for row in range(self.n):
            for column in range(half):
                lines = _diagonals(row, column)
                if row == half:
                    if column == half - 1:
                        continue
                    lines += (("t", half - column),)
                squares[row, column] = lines
        return squares

    def _between_quarters(self) -> set[Line]:
        """Return the lines that the north and the south of a half share: some do not cross over."""
        between: set[Line] = set()
        for squares in (self.east, self.west):
            north, south = (
                {
                    line
                    for (row, _), lines in squares.items()
                    if (row in self.south) is below
                    for line in lines
                }
                for below in (False, True)
            )
            between |= north & south
        return between

    def _mirror(self, line: Line) -> Line:
        kind, number = line
        last = self.n - 1
        return ("b", number + last) if kind == "a" else ("a", number - last)

    def _lay_out(self, shared: set[Line]) -> None:
        """Give each shared line a bit: some in the key, the others spread over the chunks.

        The lines most often taken, those near the centre, go into the key, so that as much as
        possible is passed over. On even boards the long diagonals are its bits 4 and 5.
        """
        import numpy as np

        def far(line: Line) -> tuple[int, Line]:
            kind, number = line
            return abs(number - (self.n - 1 if kind == "b" else 0)), line

        said = sorted(line for line in shared if line[0] == "t")[:_KEY]
        diagonals = sorted((line for line in shared if line[0] != "t"), key=far)
        if self.symmetric and not self.centre:
            diagonals = [*diagonals[2:6], *diagonals[:2], *diagonals[6:]]
        in_key = [*said, *diagonals[: max(0, 6 - len(said))]]
        rest = [line for line in [*diagonals, *sorted(shared)] if line not in in_key]
        rest = list(dict.fromkeys(rest))
        self.chunks = max(1, -(-len(rest) // _CHUNK))
        bits = {line: bit for bit, line in enumerate(in_key)}
        for at, line in enumerate(rest):
            bits[line] = 8 * (at % self.chunks + 1) + at // self.chunks
        self.bits = bits
        self.source = np.arange(64, dtype=np.int64)
        if self.symmetric:
            for line, bit in bits.items():
                self.source[bits[self._mirror(line)]] = bit
        weights = np.zeros((2, 256), dtype=np.int64)
        weights[:] = 1
        self.keys = 256
        if self.symmetric and not self.centre:
            weights[:] = np.array((1, 2, 2, 4) * 4)[np.arange(256) >> 4]
            weights[1, :16] = 0
            self.keys = 16
        self.weights = weights

    def _symmetric_splits(self) -> Any:
        """Return one split of each set that mirroring takes to each other."""
        import numpy as np

        half = self.half
        ones = _ones(half)
        every = np.arange(1 << half, dtype=np.int64)
        north, south = (side.ravel() for side in np.meshgrid(every, every, indexing="ij"))
        fits = ones[north] + ones[south] == half
        north, south = north[fits], south[fits]
        back = np.zeros_like(every)
        for bit in range(half):
            back |= (every >> bit & 1) << half - 1 - bit
        full = (1 << 2 * half) - 1
        split, flipped = north << half | south, back[south] << half | back[north]
        first = (split <= flipped) & (split <= full ^ split) & (split <= full ^ flipped)
        north, south, split, flipped = north[first], south[first], split[first], flipped[first]
        pair, apart = 1 + (split != flipped), (full ^ split != flipped).astype(np.int64)
        low = (1 << half) - 1
        if self.centre:  # the images have equal counts: one stands for all
            pair, apart = np.where(split == flipped, 2, 2 + 2 * apart), 0 * apart
        return np.stack([north, south, low ^ north, low ^ south, pair, apart], axis=1)

    def _odd_splits(self) -> Any:
        import numpy as np

        half = self.half
        ones = _ones(half)
        every = np.arange(1 << half, dtype=np.int64)
        north, south = (side.ravel() for side in np.meshgrid(every, every, indexing="ij"))
        fits = ones[north] + ones[south] == half + 1
        north, south = north[fits], south[fits]
        low = (1 << half) - 1
        eight, none = np.full_like(north, 8), np.zeros_like(north)
        middle = 1 << half  # the last of the rows of the west half's north
        return np.stack([north, south, low ^ north | middle, low ^ south, eight, none], axis=1)


class _Counter:
    """The placements on the quarters of a case, and the arrays that kernels count with."""

    def __init__(self, case: _Case, run: Run) -> None:
        import numpy as np

        self.case, self.kernels = case, jit.load(_KERNELS)
        with jit.compiling(run):
            self.east = self._half(case.east, case.north, case.south, run)
            self.west = self.east
            if not case.symmetric:
                self.west = self._half(case.west, case.west_north, case.south, run)
            widest = 0
            for half, at in ((self.east, 0), (self.west, 2)):
                rows = np.ascontiguousarray(case.splits[:, at : at + 2])
                widest = max(widest, int(self.kernels.widest(rows, half)))
        self.plan = self.kernels.Matching(*case.weights, case.keys, case.source, case.chunks)
        lanes = int(self.kernels.LANES)
        raw, east, west = (_aligned(widest + 1) for _ in range(3))
        self.space = self.kernels.Workspace(
            raw=raw,
            east=east,
            west=west,
            east_first=np.zeros(257, np.int64),
            west_first=np.zeros(257, np.int64),
            planes=_aligned(64 * lanes),
            tables=_aligned((case.chunks << _CHUNK) * lanes),
            start=_aligned(lanes),
        )

    def _half(self, squares: Squares, north: list[int], south: list[int], run: Run) -> Any:
        """Return the placements on the quarters of a half."""
        import numpy as np

        columns = sorted({column for _, column in squares})
        ones = _ones(len(columns) + 1)  # sets of rows may have one member more
        own = ones[: 1 << len(columns)]
        sets = np.argsort(own, kind="stable").astype(np.int64)
        first = np.searchsorted(own[sets], np.arange(len(columns) + 3)).astype(np.int64)
        above, below = (self._quarter(squares, rows, columns, run) for rows in (north, south))
        return self.kernels.Half(len(columns), sets, first, ones, *above, *below)

    def _quarter(
        self, squares: Squares, rows: Sequence[int], columns: Sequence[int], run: Run
    ) -> tuple[Any, Any]:
        """Return where the placements of each set of rows and columns begin, and their patterns."""
        import numpy as np

        shape = len(rows), len(columns)
        allowed = np.zeros(len(rows), np.uint64)
        words = np.zeros(shape, np.uint64)
        for i, row in enumerate(rows):
            for j, column in enumerate(columns):
                if (row, column) in squares:
                    allowed[i] |= np.uint64(1 << j)
                    lines = squares[row, column]
                    words[i, j] = sum(
                        1 << self.case.bits[line] for line in lines if line in self.case.bits
                    )
        at = np.zeros((1 << sum(shape)) + 1, np.int64)
        quarter = self.kernels.Quarter(allowed, words)
        beginnings = [*product(range(-1, len(columns)), repeat=2)]
        for two in beginnings:
            run.check()
            self.kernels.quarters(*two, quarter, at, np.empty(0, np.uint64))
        at[1:] = np.cumsum(at[:-1])
        at[0] = 0
        store, where = np.empty(int(at[-1]), np.uint64), at.copy()
        for two in beginnings:
            run.check()
            self.kernels.quarters(*two, quarter, where, store)
        return at, store

    def parts(self, splits: Any, run: Run) -> Iterator[int]:
        """Yield the weighted numbers of solutions of splits, some splits at a time."""
        import numpy as np

        out = np.zeros(1, np.int64)
        begin = 0
        while begin < len(splits):
            run.check()
            with jit.compiling(run):
                begin = self.kernels.count_splits(
                    splits, begin, _BUDGET, self.east, self.west, self.plan, self.space, out
                )
            yield int(out[0])
            out[0] = 0


@lru_cache(maxsize=2)
def _kept(n: int, centre: bool) -> _Counter:
    """Return the lists that parts of one size are counted with; of the last two sizes."""
    if centre and n % 2 == 0:
        raise ParameterError(f"the board of {n} rows has no centre")
    return _Counter(_Case(n, centre), Run())


def _diagonals(row: int, column: int) -> tuple[Line, ...]:
    return ("a", row - column), ("b", row + column)


def _ones(bits: int) -> Any:
    """Return the number of ones of each number of so many bits."""
    import numpy as np

    ones = np.zeros(1, np.int64)
    for _ in range(bits):
        ones = np.concatenate((ones, ones + 1))
    return ones


def _aligned(size: int) -> Any:
    """Return an array of words that begins at a multiple of 64 bytes, as the vectors want it."""
    import numpy as np

    room = np.zeros(size + 8, np.uint64)
    skip = -room.ctypes.data % 64 // 8
    return room[skip : skip + size]
