"""The counting rules, and the subset rule: the difference of two sums, one over a subset.

Each number gives a set of covered cells and their count of mines. If A is a subset of B, then
B - A has count(B) - count(A) mines, and is used in turn. A set without mines is safe; a set with
as many mines as cells holds only mines. All such sets are derived, so the rule is applied to its
fixed point; each lies within the neighbours of one number, hence is small. Sets that only overlap,
and the total, are not used.
"""

from collections.abc import Sequence

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine.differences import first_decided
from gridwise.puzzles.minesweeper.policies.single_point import SinglePoint, SinglePointPlayer
from gridwise.puzzles.minesweeper.position import Move, Position


class Subset(SinglePoint):
    """Counting and set rules; the counting rules first."""

    name = "subset"
    title = "Set rules: the difference of a set of cells and a part of it"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    rank = 20

    def start(self, position: Position, run: Run) -> "SubsetPlayer":
        return SubsetPlayer(position, run)


class SubsetPlayer(SinglePointPlayer):
    """One game. The sets are derived from scratch whenever counting gives nothing more."""

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        return self.count(fresh) or self._differences()

    def _differences(self) -> Sequence[Move]:
        """Return the claims of the first set that decides its cells, or none."""
        sums = ((frozenset(undecided), mines) for _, undecided, mines in self.frontier())
        decided = first_decided(sums, self.run.tick)
        if decided is None:
            return []
        cells, mines = decided
        return [self.claim(c, mine=mines > 0) for c in sorted(cells)]


POLICY = Subset()
