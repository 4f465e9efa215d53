"""Games for the tests of this folder, and what follows from a board, by clauses of our own."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from gridwise.core import registry
from gridwise.core.policy import GameStatus
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.position import COVERED, MINE, MarkMine, Move, Position
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState

POLICIES = ("resolution", "sat", "single_point", "subset")


def player(policy: str, position: Position, run: Run | None = None) -> Any:
    return registry.policy("minesweeper", policy).start(position, run or Run())


def steps(policy: str, state: GameState) -> Iterator[tuple[GameState, tuple[Move, ...]]]:
    """Yield each state with what the policy claims there, until it claims nothing."""
    agent = player(policy, state.position)
    while claims := tuple(agent.decide(state.position)):
        yield state, claims
        for claim in claims:
            state = REFEREE.reply(state, claim).state
            if REFEREE.verdict(state) is GameStatus.LOST:
                return
    yield state, ()


def true_of(state: GameState, claim: Move) -> bool:
    """Return whether a claim is true of the hidden board."""
    assert state.hidden is not None
    return (state.hidden[claim.cell] == MINE) == isinstance(claim, MarkMine)


class Oracle:
    """Every layout that fits a board, as clauses that share nothing with the package's."""

    def __init__(self, position: Position, *, total: bool) -> None:
        width, height, shown = position.width, position.height, position.shown
        self.solver = Solver(name="cadical153")
        self.covered = [c for c, code in enumerate(shown) if code == COVERED]
        for cell, code in enumerate(shown):
            row, col = divmod(cell, width)
            if code != COVERED:
                self.solver.add_clause([cell + 1 if code == MINE else -cell - 1])
            if code > 8:
                continue
            near = [
                r * width + c + 1
                for r in range(row - 1, row + 2)
                for c in range(col - 1, col + 2)
                if 0 <= r < height and 0 <= c < width and (r, c) != (row, col)
            ]
            for group in combinations(near, len(near) - code + 1):
                self.solver.add_clause(group)
            for group in combinations(near, code + 1):
                self.solver.add_clause([-x for x in group])
        if total:
            lits = list(range(1, len(shown) + 1))
            some = CardEnc.equals(lits, position.mines, encoding=EncType.seqcounter)
            self.solver.append_formula(some.clauses)

    def __enter__(self) -> "Oracle":
        return self

    def __exit__(self, *exc: object) -> None:
        self.solver.delete()

    def consistent(self) -> bool:
        return bool(self.solver.solve())

    def follows(self, cell: int, mine: bool) -> bool:
        """Return whether the cell is so in every layout."""
        return not self.solver.solve(assumptions=[-cell - 1 if mine else cell + 1])

    def backbone(self) -> set[tuple[int, bool]]:
        """Return the covered cells that are decided, each with whether it is a mine."""
        return {(c, m) for c in self.covered for m in (False, True) if self.follows(c, m)}


def cells(claims: Iterable[Move]) -> set[tuple[int, bool]]:
    return {(claim.cell, isinstance(claim, MarkMine)) for claim in claims}
