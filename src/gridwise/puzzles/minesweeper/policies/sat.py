"""The backbone by SAT: all that follows from the board.

One native solver takes the clauses of the numbers as cells are opened, and keeps them. A cell is
decided if the contrary is unsatisfiable (Marques-Silva, Janota and Lynce 2010, "On computing
backbones of propositional theories", ECAI). Only cells that a chain of numbers connects with a new
number, or with a number beside a revealed cell, are tested again.

If the numbers decide nothing more, the total bounds the mines among the cells beside numbers.
All other covered cells are alike, so one of them represents all. The policy never guesses.
"""

from collections.abc import Sequence
from typing import Any

from gridwise.core.policy import Policy
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.policies._knowledge import combinations_of
from gridwise.puzzles.minesweeper.position import Move, Position

_SOLVER = "minisat22"


class SatPolicy(Policy[Position, Move]):
    """All that follows from the numbers and the total, by PySAT."""

    name = "sat"
    title = "SAT: everything that follows from the numbers and the total (PySAT)"
    source = "Marques-Silva, Janota and Lynce 2010, ECAI; Ignatiev et al. 2018"
    guesses = False
    counts = frozenset({"decisions", "propagations", "layouts"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY})
    rank = 50

    def start(self, position: Position, run: Run) -> "SatPlayer":
        return SatPlayer(position, run)


class SatPlayer(BoardPlayer):
    """One game, with its solver; variable v is cell v - 1, true for a mine."""

    def __init__(self, position: Position, run: Run) -> None:
        self._solver = _solver()
        self._revealed: list[int] = []
        super().__init__(position, run)

    def settle(self, cell: int, *, mine: bool, revealed: bool = False, cause: int = 0) -> None:
        super().settle(cell, mine=mine, revealed=revealed, cause=cause)
        self._solver.add_clause([cell + 1 if mine else -cell - 1])
        if revealed:
            self._revealed.append(cell)

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        for cell in fresh:
            undecided, mines = self.around(cell)
            _add_sum(self._solver, undecided, mines)
        # A revealed cell (by a 0 beside it, or a guess) changes the sums of the numbers around it.
        revealed, self._revealed = self._revealed, []
        beside = (c for cell in revealed for c in self.near[cell] if self.shown[c] <= 8)
        changed = list(dict.fromkeys([*fresh, *beside]))
        if changed:
            facts = self._backbone(self._solver, self._connected(changed))
            if facts:
                return [self.claim(abs(x) - 1, mine=x > 0) for x in facts]
        return self._by_total()

    def _connected(self, fresh: Sequence[int]) -> list[int]:
        """Return the undecided cells that numbers connect with these open ones, ascending."""
        todo, seen = list(fresh), set(fresh)
        connected: set[int] = set()
        while todo:
            for cell in self.around(todo.pop())[0]:
                if cell in connected:
                    continue
                connected.add(cell)
                numbers = [c for c in self.near[cell] if self.shown[c] <= 8 and c not in seen]
                seen.update(numbers)
                todo += numbers
        return sorted(connected)

    def _backbone(self, solver: Any, cells: Sequence[int]) -> list[int]:
        """Return the literals of these cells that hold in every layout."""
        first = self._layout(solver, ())
        if first is None:
            return []
        open_facts = [c + 1 if first[c] > 0 else -c - 1 for c in cells]
        forced = []
        while open_facts:
            fact = open_facts.pop()
            other = self._layout(solver, (-fact,))
            if other is None:
                forced.append(fact)
                solver.add_clause([fact])
            else:
                open_facts = [x for x in open_facts if other[abs(x) - 1] == x]
        return forced

    def _layout(self, solver: Any, assumed: Sequence[int]) -> list[int] | None:
        self.run.tick()
        # Without expect_interrupt the native code would catch the interrupt signal.
        if not solver.solve_limited(assumptions=list(assumed), expect_interrupt=True):
            return None
        self.run.count.layouts += 1
        model: list[int] = solver.get_model()
        return model

    def _by_total(self) -> Sequence[Move]:
        """Return the claims that follow from the total and the numbers together."""
        if self.total is None:
            return []
        sums = [(undecided, mines) for _, undecided, mines in self.frontier()]
        beside = sorted({cell for undecided, _ in sums for cell in undecided})
        inside = set(beside)
        far = [c for c, m in enumerate(self.mine) if m is None and c not in inside]
        left = self.total - sum(m is True for m in self.mine)
        cells = beside + far[:1]
        low, high = max(0, left - max(0, len(far) - 1)), left
        if not cells or (low == 0 and high >= len(cells)):
            return []
        solver = _solver()
        for undecided, mines in sums:
            _add_sum(solver, undecided, mines)
        _add_bounds(solver, [c + 1 for c in cells], low, high, len(self.mine))
        facts = self._backbone(solver, cells)
        if far and any(abs(x) - 1 == far[0] for x in facts):
            mine = far[0] + 1 in facts
            facts += [c + 1 if mine else -c - 1 for c in far[1:]]
        return [self.claim(abs(x) - 1, mine=x > 0) for x in facts]


def _solver() -> Any:
    from pysat.solvers import Solver

    return Solver(name=_SOLVER)


def _add_sum(solver: Any, cells: Sequence[int], mines: int) -> None:
    for clause in combinations_of(cells, mines):
        # PySAT takes no empty clause (of an impossible number): two contrary units instead.
        signed = [-(lit >> 1) - 1 if lit & 1 else (lit >> 1) + 1 for lit in clause]
        for part in [signed] if signed else [[1], [-1]]:
            solver.add_clause(part)


def _add_bounds(solver: Any, literals: list[int], low: int, high: int, top: int) -> None:
    """Add that at least `low` and at most `high` of the literals are true."""
    from pysat.card import CardEnc, EncType

    code = EncType.totalizer
    if low > len(literals) or high < 0:
        solver.add_clause([top])
        solver.add_clause([-top])
        return
    if low > 0:
        part = CardEnc.atleast(lits=literals, bound=low, top_id=top, encoding=code)
        solver.append_formula(part.clauses)
        top = max(top, part.nv)
    if high < len(literals):
        part = CardEnc.atmost(lits=literals, bound=high, top_id=top, encoding=code)
        solver.append_formula(part.clauses)


POLICY = SatPolicy()
