"""The exact chance of every covered cell to be a mine, by the kernels of this package.

The kernels count modulo 2**64 or modulo primes; here the numbers are put together again. The number
of moduli follows from a bound that is proved and not measured: `_bits`.

With Z_c(m) the layouts of component c that have m mines, and N_b(m) the mines in box b summed over
them, all from the kernels, the layouts of the board are the sum over all ways to share out the
mines, with C(cells that no number speaks of, mines left for them) for the rest (Becerra 2015,
"Algorithmic approaches to playing Minesweeper", Harvard, says the same of single
cells). The part of it without component c, by its mines, is a vector W_c, and the chance of a cell
in a box of s cells is sum_m N_b(m) W_c(m) / (s times the layouts of the board). Without a known
total every C is replaced by 2**cells: each layout has the same weight.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, isfinite, log2
from typing import Any

from gridwise.compiled import jit
from gridwise.core.capabilities import Probabilities
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position

MODULE = "gridwise.puzzles.minesweeper.engine.kernels.layouts"
ENTRIES = 1 << 10
"""States that there is room for at first."""
_BUDGET = 100_000
"""States taken in between two checks of the limits: a few milliseconds."""
_MOST_PASSES = 200
"""The most backward passes of a component; for more, its weights are put in first."""
_WORD = 60
"""Bits that a number may have to be counted modulo 2**64, with room for sums of both passes."""


_CHOOSE = [[comb(n, k) for k in range(9)] for n in range(9)]


@dataclass(frozen=True, slots=True)
class Tallied:
    """The layouts of a board, counted.

    Parameters
    ----------
    layouts
        The number of layouts.
    mines
        For each cell the number of layouts where it is a mine.
    """

    layouts: int
    mines: tuple[int, ...]


def probabilities(
    position: Position,
    run: Run,
    tallied: Callable[[Position, Run], Tallied | None] | None = None,
) -> Probabilities | None:
    """Return the exact chances, or None if no layout fits.

    Parameters
    ----------
    position
        Any board. Known mines have chance 1, cells known to be safe 0.
    run
        Raises `Interrupted` at its end. `layouts` and `components` are counted.
    tallied
        Counts the layouts: `tally` by default, or a function that may take its plain twin.

    Notes
    -----
    O(states of all components), at worst exponential in the cells of one: to decide whether a
    board has a layout is NP-complete (Kaye 2000, Math. Intelligencer 22(2), 9-15).
    """
    counted = (tallied or tally)(position, run)
    if counted is None:
        return None
    import numpy as np

    known: dict[int, Fraction] = {}
    for number in counted.mines:
        if number not in known:
            known[number] = Fraction(number, counted.layouts)
    mines = np.empty(len(position.shown), dtype=object)
    mines[:] = [
        None if code <= 8 else known[number]
        for code, number in zip(position.shown, counted.mines, strict=True)
    ]
    return Probabilities(mines.reshape(position.height, position.width), counted.layouts)


def count(position: Position, run: Run) -> int:
    """Return the number of layouts."""
    with jit.compiling(run):
        board = _CountedBoard(position, run)
        if not board.fits:
            return 0
        return board.total([board.component(c, sums=False)[0] for c in range(board.components)])


def tally(position: Position, run: Run) -> Tallied | None:
    """Return in how many layouts each cell is a mine, or None if no layout fits."""
    with jit.compiling(run):
        board = _CountedBoard(position, run)
        if not board.fits:
            return None
        parts = board.in_words()
        parts += [board.component(c, sums=True) for c in range(len(parts), board.components)]
        return board.joined(parts)


def one_layout(position: Position, run: Run) -> list[bool] | None:
    """Return for each cell whether it is a mine in some layout, or None if no layout fits."""
    with jit.compiling(run):
        board = _CountedBoard(position, run)
        return board.layout() if board.fits else None


Poly = tuple[int, list[int]]
"""The fewest mines, and the numbers for that many and more."""


class _CountedBoard:
    """One board while it is counted."""

    def __init__(self, position: Position, run: Run) -> None:
        import numpy as np

        self.np, self.run, self.position = np, run, position
        self.kernels: Any = jit.load(MODULE)
        kernels = self.kernels
        run.check()
        self.board = kernels.new_board(position.width, position.height)
        self.board.shown[:] = np.frombuffer(position.shown, np.uint8)
        code = kernels.read(self.board)
        self.fits = code != kernels.NO_LAYOUT
        if code == kernels.TOO_WIDE:
            raise Interrupted(Stop.MEMORY_LIMIT)  # there would be more states than memory
        info = self.board.info
        self.components = int(info[kernels.COMPONENTS]) if self.fits else 0
        self.rest = int(info[kernels.REST])
        self.known = int(info[kernels.KNOWN])
        self.begin = self.board.begin.tolist()
        run.count.components += self.components
        self.states = kernels.new_states(len(position.shown), ENTRIES)
        self._room()
        self.float_choose = np.array(_CHOOSE, np.float64)
        self.int_choose = np.array(_CHOOSE, np.uint64)

    def _room(self) -> None:
        np, entries = self.np, len(self.states.key)
        self.floats = np.zeros(entries)
        self.words, self.back = np.zeros(entries, np.uint64), np.zeros(entries, np.uint64)

    def _longer(self) -> None:
        """Double the arrays of states; the slots are made again as `forward` begins again."""
        kernels, old = self.kernels, self.states
        self.states = kernels.new_states(len(self.position.shown), 2 * len(old.key))
        self._room()

    def in_words(self) -> list[tuple[Poly, list[list[int]] | None]]:
        """Return the results of `component` for the first ones, all that one call can count."""
        kernels, board = self.kernels, self.board
        parts: list[tuple[Poly, list[list[int]] | None]] = []
        words = kernels.new_words(len(self.position.shown))
        numbers = kernels.Numbers(
            self.floats, self.words, self.back, self.float_choose, self.int_choose
        )
        done = kernels.tally_words(board, self.states, numbers, _BUDGET, _WORD, _MOST_PASSES, words)
        self.run.check()
        low, at, sum_at = (
            part[: done + 1].tolist() for part in (words.low, words.at, words.sum_at)
        )
        count, sums = words.count[: at[done]].tolist(), words.sums[: sum_at[done]].tolist()
        for c in range(done):
            counts = count[at[c] : at[c + 1]]
            begin, width = sum_at[c], len(counts)
            boxes = range(begin, sum_at[c + 1], width)
            parts.append(((low[c], counts), [sums[i : i + width] for i in boxes]))
            self.run.count.layouts += sum(counts)
        return parts

    def component(self, c: int, *, sums: bool) -> tuple[Poly, list[list[int]] | None]:
        """Count one component.

        Returns
        -------
        tuple
            Z_c; its list is empty if no layout fits. And N_b for each box in order, each a list
            like Z_c's; None if it would take too many passes, or is not wanted.
        """
        if not self._states_of(c):
            return (0, []), None
        kernels, np = self.kernels, self.np
        low, high = map(int, kernels.span(self.board, self.states, c))
        width = high - low + 1
        poly = np.zeros(width)
        kernels.layouts(self.board, self.states, self.floats, c, low, poly)
        bits = self._bits(c, float(poly.sum()))
        moduli = _moduli(bits)
        parts, by_box = [], []
        many = len(moduli) * width <= _MOST_PASSES
        for prime in moduli:
            choose = self._again(c, prime)
            out = np.zeros(width, np.uint64)
            kernels.layouts(self.board, self.states, self.words, c, low, out)
            parts.append(out.tolist())
            if sums and many:
                passes = []
                for i in range(width):
                    weight = np.zeros(width, np.uint64)
                    weight[i] = 1
                    passes.append(self._backward(c, prime, choose, low, weight))
                by_box.append([list(column) for column in zip(*passes, strict=True)])
        counts = list(_joined(parts, moduli))
        self.run.count.layouts += sum(counts)
        if not sums or not many:
            return (low, counts), None
        boxes = [list(_joined(rows, moduli)) for rows in zip(*by_box, strict=True)]
        return (low, counts), boxes

    def layout(self) -> list[bool] | None:
        """Return some layout: totals that fit, then each component's way back to its start."""
        kernels, np = self.kernels, self.np
        # By component, the numbers of mines that those before it can have, and their own.
        reached: list[set[int]] = [{0}]
        own: list[list[int]] = []
        for c in range(self.components):
            if not self._states_of(c):
                return None
            low, high = map(int, kernels.span(self.board, self.states, c))
            poly = np.zeros(high - low + 1)
            kernels.layouts(self.board, self.states, self.floats, c, low, poly)
            own.append([low + i for i, n in enumerate(poly.tolist()) if n])
            reached.append({a + b for a in reached[-1] for b in own[-1]})
        totals = [total for total in reached[-1] if self._ways(total)]
        if not totals:
            return None
        total = min(totals)
        left = None if self.position.mines is None else self.position.mines - self.known - total
        box_mines = np.zeros(int(self.board.info[kernels.BOXES]), np.int32)
        for c in range(self.components - 1, -1, -1):
            mines = next(m for m in own[c] if total - m in reached[c])
            total -= mines
            self._states_of(c)
            kernels.walk_back(self.board, self.states, c, mines, box_mines)
        know, box_of = self.board.know.tolist(), self.board.box.tolist()
        in_box, rest = box_mines.tolist(), left or 0
        out = []
        for cell, known in enumerate(know):
            mine = known == kernels.MINE
            if known == kernels.UNDECIDED:
                box = box_of[cell]
                mine = in_box[box] > 0 if box >= 0 else rest > 0
                if box >= 0:
                    in_box[box] -= 1
                else:
                    rest -= 1
            out.append(mine)
        return out

    def _states_of(self, c: int) -> bool:
        """Find the states of a component; return whether it has a layout."""
        kernels, board = self.kernels, self.board
        code = kernels.MORE_ENTRIES
        self._begin(c)
        while True:
            code = kernels.forward(
                board, self.states, self.floats, self.float_choose, None, c, _BUDGET
            )
            self.run.check()
            if code == kernels.DONE:
                return True
            if code == kernels.NO_LAYOUT:
                return False
            if code != kernels.PAUSED:
                self._longer()
                self._begin(c)

    def _begin(self, c: int) -> None:
        # One component at a time: its states begin at the first entry.
        self.states.layer[self.begin[c] + c] = 0
        self.states.lead[0] = 0
        self.kernels.start(self.board, self.states, c)

    def _bits(self, c: int, layouts: float) -> int:
        """Return n so that every number of a component is below 2**n.

        N_b(m) is at most 8 Z_c(m), and Z_c(m) at most all layouts. Their number in floats is a
        sum of products of positive numbers, off by a factor below 1 + 2**-40 (of 2**10 steps with
        an error of 2**-53 each), so 1 bit more than its logarithm is a bound; and so is the
        number of cells, for each is a mine or not.
        """
        cells = sum(int(self.board.size[b]) for b in self._boxes(c))
        known = log2(layouts) + 1 if isfinite(layouts) and layouts >= 1 else cells
        return int(min(known, cells)) + 1 + 3

    def _boxes(self, c: int) -> list[int]:
        boxes: list[int] = self.board.order[self.begin[c] : self.begin[c + 1]].tolist()
        return boxes

    def _again(self, c: int, prime: int | None) -> Any:
        np = self.np
        modulus = None if prime is None else np.uint64(prime)
        choose = self.int_choose if modulus is None else self.int_choose % modulus
        self.kernels.again(self.board, self.states, self.words, choose, modulus, c)
        return choose

    def _backward(self, c: int, prime: int | None, choose: Any, low: int, weight: Any) -> list[int]:
        self.run.check()
        modulus = None if prime is None else self.np.uint64(prime)
        out = self.np.zeros(len(self.position.shown), self.np.uint64)
        self.kernels.backward(
            self.board, self.states, self.words, self.back, choose, modulus, c, low, weight, out
        )
        sums: list[int] = out[self.begin[c] : self.begin[c + 1]].tolist()
        return sums

    def _ways(self, mines: int) -> int:
        """Return the ways to put the other mines if the components have so many."""
        if self.position.mines is None:
            return 1 << self.rest
        left = self.position.mines - self.known - mines
        return comb(self.rest, left) if 0 <= left <= self.rest else 0

    def total(self, polys: Sequence[Poly]) -> int:
        """Return the layouts of the whole board."""
        low, counts = _product(polys)
        return sum(n * self._ways(low + i) for i, n in enumerate(counts) if n)

    def joined(self, found: Sequence[tuple[Poly, list[list[int]] | None]]) -> Tallied | None:
        """Put the components and the other cells together."""
        polys = [poly for poly, _ in found]
        if not all(counts for _, counts in polys):
            return None
        low = sum(least for least, _ in polys)
        whole = _product(polys)[1]
        ways = [self._ways(low + i) for i in range(len(whole))]
        total = sum(n * w for n, w in zip(whole, ways, strict=True))
        if not total:
            return None
        box_mines = [0] * int(self.board.info[self.kernels.BOXES])
        for c, weights in enumerate(_weights([counts for _, counts in polys], ways)):
            sums = found[c][1]
            if sums is None:
                numbers = self._weighted(c, polys[c][0], weights, total)
            else:
                numbers = [sum(map(int.__mul__, row, weights)) for row in sums]
            for box, number in zip(self._boxes(c), numbers, strict=True):
                box_mines[box] = number // int(self.board.size[box])
        elsewhere = 0
        if self.rest and self.position.mines is None:
            elsewhere = total // 2
        elif self.rest:
            left = self.position.mines - self.known - low  # type: ignore[operator]  # not None
            elsewhere = sum(
                n * w * (left - i) for i, (n, w) in enumerate(zip(whole, ways, strict=True))
            )
            elsewhere //= self.rest
        # The place of each cell's number: its box, elsewhere, all or none.
        kernels, np, board = self.kernels, self.np, self.board
        covered = board.shown == COVERED
        where = np.full(len(self.position.shown), len(box_mines) + 2)
        undecided = covered & (board.know == kernels.UNDECIDED)
        where[undecided] = np.where(board.box < 0, len(box_mines), board.box)[undecided]
        sure = (board.shown == MINE) | (covered & (board.know == kernels.MINE))
        where[sure] = len(box_mines) + 1
        numbers = [*box_mines, elsewhere, total, 0]
        return Tallied(total, tuple(map(numbers.__getitem__, where.tolist())))

    def _weighted(self, c: int, low: int, weights: Sequence[int], total: int) -> list[int]:
        """Return for each box of a component the mines in it over all layouts of the board.

        No more than 8 times the layouts. One pass forward and one back for every prime.
        """
        np = self.np
        self._states_of(c)
        moduli = _primes(total.bit_length() + 4)
        parts = []
        for prime in moduli:
            choose = self._again(c, prime)
            weight = np.array([w % prime for w in weights], np.uint64)
            parts.append(self._backward(c, prime, choose, low, weight))
        return list(_joined(parts, moduli))


def _product(polys: Iterable[Poly]) -> Poly:
    """Multiply polynomials, the short ones first. O(length**2), by numbers of any size."""
    low, out = 0, [1]
    for least, counts in sorted(polys, key=lambda poly: len(poly[1])):
        low += least
        out = _times(out, counts)
    return low, out


def _times(one: list[int], other: list[int]) -> list[int]:
    """Multiply two polynomials with no negative coefficients as two long integers.

    Each coefficient has a field as wide as the largest of the product can be (Kronecker 1882).
    """
    if len(one) == 1:
        return [one[0] * n for n in other]
    if len(other) == 1:
        return [other[0] * n for n in one]
    bits = max(one).bit_length() + max(other).bit_length()
    width = (bits + min(len(one), len(other)).bit_length() + 7) // 8
    long = _packed(one, width) * _packed(other, width)
    data = long.to_bytes(width * (len(one) + len(other)), "little")
    return [
        int.from_bytes(data[i * width : (i + 1) * width], "little")
        for i in range(len(one) + len(other) - 1)
    ]


def _packed(poly: Iterable[int], width: int) -> int:
    return int.from_bytes(b"".join(n.to_bytes(width, "little") for n in poly), "little")


def _weights(polys: Sequence[list[int]], ways: list[int]) -> Iterator[list[int]]:
    """Yield for each component, by its mines, the ways to choose all the rest.

    A tree: the ways that one half of the components leaves are handed down to the other half.
    """
    if len(polys) <= 1:
        if polys:
            yield ways
        return
    half = len(polys) // 2
    for mine, other in ((polys[:half], polys[half:]), (polys[half:], polys[:half])):
        product = _product((0, counts) for counts in other)[1]
        length = sum(len(counts) - 1 for counts in mine) + 1
        # Correlation: ways left(i) = sum_j product(j) ways(i + j), a product with one turned round.
        turned = _times(product[::-1], ways)
        yield from _weights(mine, turned[len(product) - 1 : len(product) - 1 + length])


def _moduli(bits: int) -> list[int | None]:
    """Return moduli whose product is above 2**bits; None is 2**64."""
    return [None] if bits <= _WORD else list(_primes(bits))


_found: list[int] = []


def _primes(bits: int) -> list[int]:
    """Return the largest primes below 2**31, as many as give more than so many bits together."""
    need = bits // 30 + 1  # each is above 2**30
    number = _found[-1] - 2 if _found else (1 << 31) - 1
    while len(_found) < need:
        if all(number % d for d in range(3, 46_341, 2)):
            _found.append(number)
        number -= 2
    return _found[:need]


def _joined(parts: Sequence[Sequence[int]], moduli: Sequence[int | None]) -> Iterator[int]:
    """Yield the numbers with these remainders (Garner 1959, the mixed radix)."""
    if moduli[0] is None:
        yield from parts[0]
        return
    primes = [p for p in moduli if p is not None]
    steps = []
    product = 1
    for prime in primes:
        steps.append((prime, product, pow(product, -1, prime)))
        product *= prime
    for remainders in zip(*parts, strict=True):
        number = 0
        for remainder, (prime, radix, inverse) in zip(remainders, steps, strict=True):
            number += radix * ((remainder - number) * inverse % prime)
        yield number
