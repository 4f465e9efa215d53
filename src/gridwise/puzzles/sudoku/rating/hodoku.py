"""HoDoKu's rating: the sum of the scores of all steps, and a level.

HoDoKu takes the first technique of its order that finds something, the easiest first, and adds its
score. The level is the hardest step's, or higher if the score is too high for it.

Source: HoDoKu 2.2.0, `SudokuSolver` and `Options.DEFAULT_SOLVER_STEPS`.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import LEVELS, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating import no_rating, only_solution

NAMES = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""HoDoKu's names of the levels, in the order of `LEVELS`."""
LIMITS = (800, 1000, 1600, 1800)
"""The highest score of each level but the last."""
SINGLES = ("full_house", "naked_single", "hidden_single")
UNUSED = frozenset(
    {
        "death_blossom",
        "franken_jellyfish",
        "finned_franken_jellyfish",
        "template_set",
        "template_delete",
        "kraken_fish",
    }
)
"""Techniques that HoDoKu knows and does not use by default; nor does it use mutant fish."""
BRUTE_FORCE = 10000
"""The score of a cell that is taken from the solution, because no technique finds a step."""


@dataclass(frozen=True, slots=True)
class HodokuRating:
    """A rating.

    Parameters
    ----------
    level
        One of `NAMES`.
    score
        The sum of the steps' scores.
    steps
        The number of uses of each technique.
    """

    level: str
    score: int
    steps: Mapping[str, int]


def rating(position: Position, run: Run) -> HodokuRating:
    """Rate a position.

    Raises
    ------
    ParameterError
        The position does not have exactly one solution.

    Notes
    -----
    Steps that do not rest on there being one solution prove it. The solutions are counted before
    the first other step.
    """
    steps: Counter[str] = Counter()
    score = hardest = 0
    for used in solving_steps(position, run):
        steps["brute_force" if used is None else used.name] += 1
        score, hardest = scored(score, hardest, used)
    return HodokuRating(NAMES[hardest], score, steps)


def scored(score: int, level: int, used: Technique | None) -> tuple[int, int]:
    """Return the score and the level, as an index of `LEVELS`, after one more step."""
    if used is None:
        return score + BRUTE_FORCE, len(NAMES) - 1
    score += int(used.ratings["hodoku"])
    return score, max(level, LEVELS.index(used.level), sum(score > limit for limit in LIMITS))


def solving_steps(
    position: Position, run: Run, others: Sequence[Technique] | None = None
) -> Iterator[Technique | None]:
    """Solve a position, and yield the technique of each step.

    None stands for a cell that is taken from the solution, as no technique finds a step.

    Parameters
    ----------
    position
        The board.
    run
        The run whose limits hold.
    others
        The techniques besides singles, in the order in which they are tried; None for HoDoKu's.
    """
    board = _QueuedGrid(position)
    singles, default = rated_techniques()
    solution: bytes | None = None

    def solve() -> bytes:
        return only_solution(replace(position, cells=bytes(board.digits)), run.check).cells

    while board.empty:
        run.check()
        single = board.next_single()
        if single is not None:
            at, cell, digit = single
            board.place(cell, digit)
            yield singles[at]
            continue
        if board.is_broken():
            raise no_rating()
        for used in default if others is None else others:
            step = next(iter(used.find(board)), None)
            if step is None:
                continue
            if used.assumes_unique and solution is None:
                solution = only_solution(
                    replace(position, cells=bytes(board.digits)), run.check
                ).cells
            for mark in step.conclusions:
                if mark.holds:
                    board.place(mark.cell, int(mark.value))
                else:
                    board.remove(mark.cell, int(mark.value))
            yield used
            break
        else:
            yield None
            if solution is None:
                solution = only_solution(
                    replace(position, cells=bytes(board.digits)), run.check
                ).cells
            cells = list(bits(board.empty))
            middle = cells[len(cells) // 2]
            board.place(middle, solution[middle])


@cache
def rated_techniques() -> tuple[tuple[Technique, ...], tuple[Technique, ...]]:
    """Return the techniques that HoDoKu uses by default: the singles, and the others in order."""
    known = registry.techniques("sudoku")
    others = tuple(
        technique
        for name, technique in known.items()
        if "hodoku" in technique.ratings
        and name not in (*SINGLES, *UNUSED)
        and "mutant" not in name
    )
    return tuple(known[name] for name in SINGLES), others


class _QueuedGrid(CandidateGrid):
    """Candidates that keep the singles in the order in which they come up.

    HoDoKu takes singles from two queues, so the order decides which of them count as full houses,
    naked singles or hidden singles, and with that the score.
    """

    __slots__ = ("hidden", "house_counts", "houses_of", "naked")

    def __init__(self, position: Position) -> None:
        """Place the givens one by one, row-major, then take away what was removed."""
        empty = bytes(len(position.cells))
        super().__init__(replace(position, cells=empty, removed_candidates=()))
        self.start = position
        self.naked: deque[tuple[int, int]] = deque()
        self.hidden: deque[tuple[int, int]] = deque()
        self.house_counts = [[self.size] * (self.size + 1) for _ in self.houses]
        self.houses_of = [self.shape.houses_of(cell) for cell in range(len(position.cells))]
        for cell, digit in enumerate(position.cells):
            if digit:
                if not self.has(cell, digit):
                    raise no_rating()
                self.place(cell, digit)
        self.given = ~self.empty & ((1 << len(position.cells)) - 1)
        for cell, mask in enumerate(position.removed_candidates):
            for digit in bits(mask):
                self.remove(cell, digit)

    def place(self, cell: int, digit: int) -> None:
        left = self.candidates[cell]
        bit = 1 << cell
        self.digits[cell] = digit
        self.candidates[cell] = 0
        self.empty &= ~bit
        for other in bits(left):
            self.places[other] &= ~bit
        for peer in bits(self.places[digit] & self.peers[cell]):
            self.remove(peer, digit)
        for other in bits(left):
            for house in self.houses_of[cell]:
                counts = self.house_counts[house]
                counts[other] -= 1
                if counts[other] == 1 and other != digit:
                    self._queue_hidden(house, other)

    def remove(self, cell: int, digit: int) -> None:
        left = self.candidates[cell]
        if not left >> digit & 1:
            return
        left ^= 1 << digit
        self.candidates[cell] = left
        self.places[digit] ^= 1 << cell
        if left and not left & (left - 1):
            self.naked.append((cell, left.bit_length() - 1))
        for house in self.houses_of[cell]:
            counts = self.house_counts[house]
            counts[digit] -= 1
            if counts[digit] == 1:
                self._queue_hidden(house, digit)

    def _queue_hidden(self, house: int, digit: int) -> None:
        place = self.places[digit] & self.houses[house]
        if place:
            self.hidden.append((place.bit_length() - 1, digit))

    def next_single(self) -> tuple[int, int, int] | None:
        """Return (which of `SINGLES`, cell, digit) of the next single."""
        empty, houses = self.empty, self.houses
        for cell, digit in self.naked:
            bit = 1 << cell
            if empty & bit and self.has(cell, digit):
                for house in self.houses_of[cell]:
                    if houses[house] & empty == bit:
                        return 0, cell, digit
        for at, queue in ((1, self.naked), (2, self.hidden)):
            while queue:
                cell, digit = queue.popleft()
                if empty >> cell & 1 and self.has(cell, digit):
                    return at, cell, digit
        return None
