"""The counting rules, and set rules: of two sums, one over a part of the cells of the other.

Each number says of a set of covered cells how many of them are mines. Where A lies within B, the
rest B - A has count(B) - count(A) mines; it is a set like any other, and takes part in turn. A set
with no mines is safe, one with as many mines as cells is mines. All sets that can be made so are
made, so nothing that the rule can give is missed; they are parts of the neighbours of one number
each, hence small. Sets that only overlap, and the total, are not used.
"""

from collections.abc import Sequence

from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper.policies._whole import Concluding
from gridwise.puzzles.minesweeper.policies.single_point import SinglePointPlayer
from gridwise.puzzles.minesweeper.position import Move, Position


class Subset(Concluding):
    """Counting and set rules; the counting rules first."""

    name = "subset"
    title = "Set rules: the difference of a set of cells and a part of it"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    counts = frozenset({"decisions", "propagations"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY})
    rank = 20

    def start(self, position: Position, run: Run) -> "SubsetPlayer":
        return SubsetPlayer(position, run)

    def how(self, run: Run) -> int:
        return 1


class SubsetPlayer(SinglePointPlayer):
    """One game. Sets are made anew each time that counting gives nothing more."""

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        return self.count(fresh) or self._differences()

    def _differences(self) -> Sequence[Move]:
        """Return what the first set that decides its cells says of them, or nothing."""
        sets: dict[frozenset[int], int] = {}
        queue: list[frozenset[int]] = []
        at: dict[int, list[frozenset[int]]] = {}

        def add(cells: frozenset[int], mines: int) -> bool:
            """Add a set that is not there yet, and return whether it decides its cells."""
            if cells in sets:
                return False
            sets[cells] = mines
            queue.append(cells)
            return mines in (0, len(cells))

        for _, undecided, mines in self.frontier():
            add(frozenset(undecided), mines)
        for here in queue:  # grows while it is read
            self.run.tick()
            beside = dict.fromkeys(other for c in sorted(here) for other in at.get(c, ()))
            for other in beside:
                if here < other:
                    rest, mines = other - here, sets[other] - sets[here]
                elif other < here:
                    rest, mines = here - other, sets[here] - sets[other]
                else:
                    continue
                if add(rest, mines):
                    return [self.claim(c, mine=mines > 0) for c in sorted(rest)]
            for c in here:
                at.setdefault(c, []).append(here)
        return []


POLICY = Subset()
