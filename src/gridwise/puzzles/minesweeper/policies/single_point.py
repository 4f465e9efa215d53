"""The two counting rules, one number at a time.

Let k be a number less the known mines around it. With k = 0 its other covered neighbours are safe;
with k covered neighbours left they are mines. Nothing is concluded from two numbers together, nor
from the total.
"""

from collections.abc import Sequence

from gridwise.core.policy import Policy
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.position import Move, Position


class SinglePoint(Policy[Position, Move]):
    """The two counting rules. O(1) for a number when one of its neighbours is decided."""

    name = "single_point"
    title = "The two counting rules, one number at a time"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    guesses = False
    counts = frozenset({"decisions", "propagations"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY})
    rank = 10

    def start(self, position: Position, run: Run) -> "SinglePointPlayer":
        return SinglePointPlayer(position, run)


class SinglePointPlayer(BoardPlayer):
    """One game; `_changed` are the cells decided since the numbers around them were counted."""

    def __init__(self, position: Position, run: Run) -> None:
        self._changed: dict[int, None] = {}
        super().__init__(position, run)

    def settle(self, cell: int, *, mine: bool, revealed: bool = False, cause: int = 0) -> None:
        super().settle(cell, mine=mine, revealed=revealed, cause=cause)
        self._changed[cell] = None

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        return self.count(fresh)

    def count(self, fresh: Sequence[int]) -> Sequence[Move]:
        """Return the claims of the rules, from the numbers of new cells and around changed ones."""
        out: list[Move] = []
        todo = dict.fromkeys(fresh)
        while todo or self._changed:
            self.run.tick()
            if not todo:
                cell = self._changed.popitem()[0]
                todo.update((c, None) for c in self.near[cell] if self.shown[c] <= 8)
                continue
            cell = todo.popitem()[0]
            undecided, mines = self.around(cell)
            if undecided and mines in (0, len(undecided)):
                for c in undecided:
                    out.append(self.claim(c, mine=mines > 0, cause=cell + 1))
        return out


POLICY = SinglePoint()
