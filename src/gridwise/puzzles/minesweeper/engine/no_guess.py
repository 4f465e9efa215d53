"""Layouts that a named power of reasoning wins without a guess, from a first click.

A random layout is played with the power. Where nothing follows any more the layout is changed
there, and the game goes on: the covered cells of one number become all safe or all mines, and as
many mines move out of them or into them, to covered cells far from any open one if there are any,
else near one, else to open cells and known mines. That is how Mines of Simon Tatham's
Portable Puzzle Collection makes its boards (`mines.c`, `mineperturb`); rejection alone takes
thousands of layouts of 30x16 with 99 mines for one. A change makes earlier conclusions doubtful, so
the layout is played again from the first click until it needs no change. After too many changes, or
if they do not get fewer, the next random layout is tried.

The powers, each with all that the one before it knows:

- `single_point`: the two counting rules, one number at a time;
- `subset`: the differences of sets of cells as well;
- `sat`: all that follows from the numbers and the total. Layouts are counted to find it.

A power here concludes nothing that the policy of its name does not: so that policy wins the layout.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gridwise.core.limits import NO_LIMITS
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import plain
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates
from gridwise.puzzles.minesweeper.engine.differences import first_decided
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, around, neighbour_table

POWERS = ("single_point", "subset", "sat")
"""The names of the policies, weakest first."""

_STEPS = 300_000
"""The most steps of one count of layouts; on a board that takes more nothing follows."""
_LAYOUTS = 60
"""The random layouts to try."""
_PASSES = 12
"""The most plays of one layout from the first click."""


@dataclass(frozen=True, slots=True)
class NoGuess:
    """The outcome of a search.

    Parameters
    ----------
    mines
        A byte a cell, 1 for a mine; None before any layout was played to its end.
    changes
        The number of changes of the layout while it was played; 0 if it needs no guess.
    layouts
        The number of random layouts tried.
    """

    mines: bytes | None
    changes: int
    layouts: int


class LogicGame:
    """One game on a layout that it knows, played by a power alone.

    Parameters
    ----------
    width, height
        The size of the board.
    mines
        A byte a cell, 1 for a mine. `move` changes it.
    power
        One of `POWERS`.
    run
        Its limits are obeyed.

    Attributes
    ----------
    shown
        The board as a player would see it, found mines marked.
    """

    def __init__(self, width: int, height: int, mines: bytearray, power: str, run: Run) -> None:
        self.width, self.height, self.mines, self.run = width, height, mines, run
        self.strength = POWERS.index(power)
        self.near = neighbour_table(width, height)
        self.shown = bytearray([COVERED]) * len(mines)
        numbers = around(mines, width, height, (1,))
        # By cell, the mines that its number still needs, and the covered cells around it.
        self.need = list(numbers)
        self.covered = [len(near) for near in self.near]
        self.numbers = list(numbers)
        self.left = len(mines) - sum(mines)
        """Safe cells that are not open."""
        self._dirty: dict[int, None] = {}
        self._pairs: dict[int, None] = {}

    @property
    def position(self) -> Position:
        """The board as the player sees it."""
        return Position(self.width, self.height, bytes(self.shown), sum(self.mines))

    def open(self, cells: Iterable[int]) -> None:
        """Open safe cells; a 0 opens its neighbours."""
        shown, near, covered, dirty = self.shown, self.near, self.covered, self._dirty
        todo = list(cells)
        while todo:
            cell = todo.pop()
            if shown[cell] != COVERED:
                continue
            shown[cell] = self.numbers[cell]
            self.left -= 1
            dirty[cell] = None
            for other in near[cell]:
                covered[other] -= 1
                if shown[other] <= 8:
                    dirty[other] = None
            if not self.numbers[cell]:
                todo += near[cell]

    def mark(self, cells: Iterable[int]) -> None:
        """Mark cells that are mines."""
        shown, covered, need, dirty = self.shown, self.covered, self.need, self._dirty
        for cell in cells:
            if shown[cell] != COVERED:
                continue
            shown[cell] = MINE
            for other in self.near[cell]:
                covered[other] -= 1
                need[other] -= 1
                if shown[other] <= 8:
                    dirty[other] = None

    def play(self) -> bool:
        """Play until nothing follows; return whether the game is won."""
        while self.left:
            self.run.tick()
            self._count()
            if not self.left or self.strength == 0:
                break
            if self._subsets():
                continue
            if not (self._differences() if self.strength == 1 else self._all_layouts()):
                break
        return not self.left

    def around(self, cell: int) -> list[int]:
        """Return the covered cells around a cell."""
        return [other for other in self.near[cell] if self.shown[other] == COVERED]

    def frontier(self) -> list[int]:
        """Return the open cells with covered ones around them."""
        covered = self.covered
        return [cell for cell, code in enumerate(self.shown) if code <= 8 and covered[cell]]

    def _count(self) -> None:
        dirty, need, covered, shown = self._dirty, self.need, self.covered, self.shown
        while dirty:
            cell = dirty.popitem()[0]
            if not covered[cell] or shown[cell] > 8:
                continue
            if need[cell] == 0:
                self.open(self.around(cell))
            elif need[cell] == covered[cell]:
                self.mark(self.around(cell))
            else:
                self._pairs[cell] = None

    def _subsets(self) -> bool:
        """Compare two numbers that changed with those near them, until something follows."""
        sets: dict[int, int] = {}

        def cells_of(number: int) -> int:
            if number not in sets:
                sets[number] = sum(1 << other for other in self.around(number))
            return sets[number]

        need, shown, near, covered = self.need, self.shown, self.near, self.covered
        while self._pairs:
            cell = self._pairs.popitem()[0]
            if not covered[cell]:
                continue
            mine = cells_of(cell)
            others = {n for c in self.around(cell) for n in near[c] if shown[n] <= 8 and n != cell}
            for other in sorted(others):
                theirs = cells_of(other)
                for big, small, mines in (
                    (mine, theirs, need[cell] - need[other]),
                    (theirs, mine, need[other] - need[cell]),
                ):
                    rest, lacking = big & ~small, small & ~big
                    if lacking and self.strength == 1:
                        continue
                    if rest and rest.bit_count() == mines:
                        self._pairs[cell] = None
                        self.mark(_cells(rest))
                        self.open(_cells(lacking))
                        return True
                    if rest and not lacking and not mines:
                        self._pairs[cell] = None
                        self.open(_cells(rest))
                        return True
        return False

    def _differences(self) -> bool:
        decided = first_decided(
            ((frozenset(self.around(n)), self.need[n]) for n in self.frontier()), self.run.tick
        )
        if decided is None:
            return False
        (self.mark if decided[1] else self.open)(decided[0])
        return True

    def _all_layouts(self) -> bool:
        """Open and mark cells alike in all layouts; return whether there were any."""
        try:
            tallied = plain.tally(self.position, self.run, StepBudget(_STEPS))
        except TooManyStates:
            return False
        assert tallied is not None  # the layout itself fits
        safe: list[int] = []
        mines: list[int] = []
        for cell, code in enumerate(self.shown):
            if code == COVERED and tallied.mines[cell] in (0, tallied.layouts):
                (mines if tallied.mines[cell] else safe).append(cell)
        self.mark(mines)
        self.open(safe)
        return bool(safe or mines)

    def move(self, cells: Sequence[int], others: Sequence[int], *, mines: bool) -> None:
        """Change the layout at covered cells: all `cells` become mines, or all safe.

        As many of `others` become the contrary.
        """
        for group, value in ((cells, mines), (others, not mines)):
            for cell in group:
                self.mines[cell] = value
                change = 1 if value else -1
                for other in self.near[cell]:
                    self.numbers[other] += change
                    self.need[other] += change
                    if self.shown[other] <= 8:
                        self.shown[other] = self.numbers[other]
                        self._dirty[other] = None


def _cells(mask: int) -> list[int]:
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


class LayoutSearch:
    """Looks for a layout without guesses.

    Parameters
    ----------
    width, height, mines
        The board.
    first
        The cell opened first, which shows 0.
    power
        One of `POWERS`.
    random
        Returns a number from 0 to below 1: the only source of chance.
    run
        Its limits end the search.

    Attributes
    ----------
    best
        The best layout so far.
    """

    def __init__(
        self,
        width: int,
        height: int,
        mines: int,
        first: int,
        power: str,
        random: Callable[[], float],
        run: Run | None = None,
    ) -> None:
        self.width, self.height, self.number = width, height, mines
        self.first, self.power, self.random = first, power, random
        self.run = run or Run(NO_LIMITS)
        self.near = neighbour_table(width, height)
        clear = {first, *self.near[first]}
        self.free = [cell for cell in range(width * height) if cell not in clear]
        self.best = NoGuess(None, 0, 0)

    def find(self, layouts: int = _LAYOUTS) -> NoGuess:
        """Return a layout without guesses, or the best of so many random ones."""
        for _ in range(layouts):
            mines = bytearray(self.width * self.height)
            for cell in self._shuffled(self.free)[: self.number]:
                mines[cell] = 1
            if self._improve(mines):
                break
        return self.best

    def guesses(self) -> int | None:
        """Return how many guesses the best layout needs; None before one was played.

        A guess opens a safe cell, beside an open one if possible.
        """
        if self.best.mines is None:
            return None
        mines = bytearray(self.best.mines)
        game = LogicGame(self.width, self.height, mines, self.power, Run(NO_LIMITS))
        game.open([self.first])
        guesses = 0
        while not game.play():
            guesses += 1
            safe = [c for c, code in enumerate(game.shown) if code == COVERED and not mines[c]]
            beside = (c for c in safe if any(game.shown[n] <= 8 for n in self.near[c]))
            game.open([next(beside, safe[0])])
        return guesses

    def _improve(self, mines: bytearray) -> bool:
        """Play a layout and change it until it needs no guess; return whether that worked."""
        self.best = NoGuess(self.best.mines, self.best.changes, self.best.layouts + 1)
        fewest = None
        idle = 0
        for _ in range(_PASSES):
            played = bytes(mines)
            changes = self._pass(mines)
            if changes is None:
                return False
            if self.best.mines is None or changes < self.best.changes:
                self.best = NoGuess(played, changes, self.best.layouts)
            if not changes:
                return True
            idle = 0 if fewest is None or changes < fewest else idle + 1
            fewest = changes if fewest is None else min(fewest, changes)
            if idle == 2:
                return False
        return False

    def _pass(self, mines: bytearray) -> int | None:
        """Play once, and change the layout wherever nothing follows.

        Returns
        -------
        int or None
            The number of changes; None if no change helps.
        """
        game = LogicGame(self.width, self.height, mines, self.power, self.run)
        game.open([self.first])
        changes = 0
        while not game.play():
            changes += 1
            if changes > 3 * (self.width + self.height):
                return None
            if not self._change(game):
                return changes if changes < self.width + self.height else None
        return changes

    def _change(self, game: LogicGame) -> bool:
        """Change the layout where the game is stuck.

        Returns
        -------
        bool
            Whether the game goes on; else the layout has to be played from the first click.
        """
        frontier = game.frontier()
        shown, mines = game.shown, game.mines
        every = [cell for cell, code in enumerate(shown) if code == COVERED]
        group = game.around(self._one(frontier)) if frontier else every
        inside = set(group)
        far: list[int] = []
        close: list[int] = []
        for cell in every:
            if cell not in inside:
                beside = any(shown[other] <= 8 for other in self.near[cell])
                (close if beside else far).append(cell)
        filled = sum(mines[cell] for cell in group)
        outside = self._shuffled(far) + self._shuffled(close)
        for fill in self._shuffled([True, False]):
            wanted = len(group) - filled if fill else filled
            # A mine comes from outside for each safe cell that becomes one, and the other way.
            others = [cell for cell in outside if mines[cell] == fill][:wanted]
            if len(others) == wanted and wanted:
                changed = [cell for cell in group if mines[cell] != fill]
                game.move(changed, others, mines=bool(fill))
                return True
        # Nothing is left outside: cells that are known take part, so that all has to be redone.
        known = [cell for cell in self.free if cell not in inside and shown[cell] != COVERED]
        outside += self._shuffled(known)
        for fill in (False, True):
            wanted = len(group) - filled if fill else filled
            others = [cell for cell in outside if mines[cell] == fill][:wanted]
            if len(others) == wanted and wanted:
                for cell in group:
                    mines[cell] = fill
                for cell in others:
                    mines[cell] = not fill
                break
        return False

    def _one(self, cells: Sequence[int]) -> int:
        return cells[int(self.random() * len(cells))]

    def _shuffled(self, cells: Iterable[int]) -> list[int]:
        out = list(cells)
        for i in range(len(out) - 1):
            j = i + int(self.random() * (len(out) - i))
            out[i], out[j] = out[j], out[i]
        return out
