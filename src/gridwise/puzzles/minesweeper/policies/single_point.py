"""The two counting rules, one number at a time.

Of a number less the mines known around it: where nothing is left, its other covered neighbours are
safe; where as much is left as there are covered neighbours, they are mines. Nothing is concluded
from two numbers together, nor from the total.
"""

from collections.abc import Sequence

from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.policies._whole import Concluding
from gridwise.puzzles.minesweeper.position import Move, Position


class SinglePoint(Concluding):
    """The two counting rules. O(1) for each number each time one of its neighbours is decided."""

    name = "single_point"
    title = "The two counting rules, one number at a time"
    source = "Becerra 2015, Algorithmic approaches to playing Minesweeper, Harvard (thesis)"
    counts = frozenset({"decisions", "propagations"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY})
    rank = 10

    def start(self, position: Position, run: Run) -> "SinglePointPlayer":
        return SinglePointPlayer(position, run)

    def how(self, run: Run) -> int:
        return 0


class SinglePointPlayer(BoardPlayer):
    """One game; `_changed` are the cells around which a number may say something new."""

    def __init__(self, position: Position, run: Run) -> None:
        self._changed: dict[int, None] = {}
        super().__init__(position, run)

    def settle(self, cell: int, *, mine: bool, told: bool = False, cause: int = 0) -> None:
        super().settle(cell, mine=mine, told=told, cause=cause)
        self._changed[cell] = None

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        return self.count(fresh)

    def count(self, fresh: Sequence[int]) -> Sequence[Move]:
        """Return what the rules give, beginning with the numbers at and around changed cells."""
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
