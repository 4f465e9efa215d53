"""The counting rules, and the subset rule: the difference of two sums, one over a subset.

Each number gives a set of covered cells and their count of mines. If A is a subset of B, then
B - A has count(B) - count(A) mines, and is used in turn. A set without mines is safe; a set with
as many mines as cells holds only mines. All such sets are derived, so the rule is applied to its
fixed point; each lies within the neighbours of one number, hence is small. Sets that only overlap,
and the total, are not used.
"""

from collections.abc import Sequence

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.policies._whole import LogicPolicy
from gridwise.puzzles.minesweeper.policies.single_point import SinglePointPlayer
from gridwise.puzzles.minesweeper.position import Move, Position


class Subset(LogicPolicy):
    """Counting and set rules; the counting rules first."""

    name = "subset"
    title = "Set rules: the difference of a set of cells and a part of it"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    strategy = 1
    rank = 20

    def start(self, position: Position, run: Run) -> "SubsetPlayer":
        return SubsetPlayer(position, run)


class SubsetPlayer(SinglePointPlayer):
    """One game. The sets are derived from scratch whenever counting gives nothing more."""

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        return self.count(fresh) or self._differences()

    def _differences(self) -> Sequence[Move]:
        """Return the claims of the first set that decides its cells, or none."""
        sets: dict[frozenset[int], int] = {}
        queue: list[frozenset[int]] = []
        at: dict[int, list[frozenset[int]]] = {}

        def add(cells: frozenset[int], mines: int) -> bool:
            """Add a new set, and return whether it decides its cells."""
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
