"""The logic agent ("player module"): a knowledge base of clauses, and resolution.

KB0 holds the decided cells, KB the clauses over the others. While KB has a unit clause, the agent
moves its cell to KB0, resolves the unit against the rest of KB, and if the cell is safe asks for
the hint, its number. A hint becomes clauses over the m undecided neighbours, n of them mines: units
if n is 0 or m, else C(m, m-n+1) positive and C(m, n+1) negative clauses. A clause is inserted
unless another subsumes it, and removes the clauses that it subsumes. If KB has no unit, pairs are
resolved: two clauses with exactly one complementary pair of literals. If that adds nothing, the
agent stops. It never guesses.

It is sound. It is not complete:

- of two resolved clauses one has at most `short` literals (default 3; 8 is every pair), and the
  resolvent is kept only if it is no longer than the longer of the two, so no clause has more than 8
  literals. Within these rules every pair is tried: when the agent stops, each allowed resolvent of
  two clauses of KB is subsumed by a clause of KB. `lengths` = any, the report's form, switches both
  rules off; then KB may grow without bound, and the agent concludes all that the numbers imply, if
  it ends.
- it does not use the total number of mines.

Trace: PREMISE is a revealed cell, IMPLY a cell of a unit clause (its cause the number it came from,
0 if resolved from several), LEARN a clause inserted into KB from a number or from a pair. MEASURE
of the first two is the number of clauses in KB. KB0 at a step is the fold of the rows; `knowledge`
returns KB.

`refutations` writes down its conclusions from one board, clause by clause with the parents.
"""

from collections.abc import Mapping, Sequence

from gridwise.core.method import Option, Refutation
from gridwise.core.policy import Policy
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views.refutation import GrowingRefutation
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.policies._knowledge import (
    KnowledgeBase,
    Literals,
    combinations_of,
    signed,
)
from gridwise.puzzles.minesweeper.position import SAFE, MarkMine, Move, Position, Safe

MOST_CLAUSES = 200_000
"""The most clauses that `refutations` notes."""
_SHORT = 3


class Resolution(Policy[Position, Move]):
    """The agent of the course report; see the module's text."""

    name = "resolution"
    title = "Resolution: clauses, subsumption, unit and pairwise resolution"
    source = "Robinson 1965, Journal of the ACM 12(1); the course report's player module"
    guesses = False
    counts = frozenset({"decisions", "propagations", "learned", "resolvents"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY, Kind.LEARN})
    options = (
        Option("short", _SHORT, (), "of two clauses resolved, one has at most so many literals"),
        Option(
            "lengths",
            "limited",
            ("limited", "any"),
            "limited: short holds, and no resolvent is longer than both clauses; any: neither rule",
        ),
    )
    rank = 100

    def start(self, position: Position, run: Run) -> "ResolutionPlayer":
        limited = self.option(run, "lengths") == "limited"
        short = int(self.option(run, "short"))
        return ResolutionPlayer(position, run, short if limited else None)


class ResolutionPlayer(BoardPlayer):
    """One game of the agent. `kb` is KB; KB0 is `mine`, and `known` in the order of deciding."""

    def __init__(
        self,
        position: Position,
        run: Run,
        short: int | None,
        derived: GrowingRefutation | None = None,
    ) -> None:
        self.kb = KnowledgeBase(2 * len(position.shown), short, run, derived)
        super().__init__(position, run)

    @property
    def size(self) -> int:
        return len(self.kb)

    def decide(self, position: Position) -> Sequence[Move]:
        for cell in self._look(position):
            self._hint(cell)
        safe = position.shown.find(SAFE)
        if safe >= 0:
            return (Safe(safe),)
        kb = self.kb
        while not kb.contradiction:
            while kb.units:
                self.run.tick()
                lit = next(iter(kb.units))
                cell, mine = lit >> 1, not lit & 1
                self.settle(cell, mine=mine, cause=kb.units[lit])
                if kb.contradiction:
                    return ()
                return (MarkMine(cell) if mine else Safe(cell),)
            for resolvent in kb.resolve_pairs():
                self._learnt(resolvent, 0)
            if not kb.units:
                break
        return ()

    def conclude_all(self, position: Position, most: int) -> Sequence[int]:
        """Return all that it concludes from a board as it is, as literals in order of concluding.

        It stops once it has noted more than `most` clauses.
        """
        kb, concluded = self.kb, []
        for cell in self._look(position):
            self._hint(cell)
        while not kb.contradiction and (kb.derived is None or len(kb.derived) <= most):
            if kb.units:
                self.run.tick()
                lit = next(iter(kb.units))
                concluded.append(signed(lit))
                self.settle(lit >> 1, mine=not lit & 1, cause=kb.units[lit])
                continue
            for _ in kb.resolve_pairs():
                self.run.check()
            if not kb.units:
                break
        return concluded

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        raise NotImplementedError  # `decide` concludes too

    def settle(self, cell: int, *, mine: bool, revealed: bool = False, cause: int = 0) -> None:
        super().settle(cell, mine=mine, revealed=revealed, cause=cause)
        self.kb.resolve_unit(2 * cell + (not mine))

    def _hint(self, cell: int) -> None:
        undecided, mines = self.around(cell)
        for clause in combinations_of(undecided, mines):
            if self.kb.insert(clause, cell + 1):
                self._learnt(clause, cell + 1)

    def _learnt(self, clause: Literals, cause: int) -> None:
        self.run.count.learned += 1
        if self.run.trace is not None:
            self.run.trace.learn(tuple(signed(lit) for lit in clause), 0, cause)

    def clauses(self) -> Sequence[Sequence[Move]]:
        return [
            tuple(Safe(lit >> 1) if lit & 1 else MarkMine(lit >> 1) for lit in clause)
            for clause in self.kb
        ]

    def statistics(self) -> Mapping[str, int]:
        return {**super().statistics(), "clauses": len(self.kb)}


def refutations(position: Position, run: Run) -> dict[int, Refutation]:
    """Return the agent's conclusions from a board, with a refutation of each contrary.

    Parameters
    ----------
    position
        The board; the numbers of safe cells are not asked for.
    run
        Its limits end the work.

    Returns
    -------
    dict
        For each concluded literal (cell + 1, positive for a mine) clauses that lead from the
        numbers' clauses, and from the literal's contrary, to the empty clause. No literals if the
        numbers contradict each other.
    """
    derived = GrowingRefutation()
    player = ResolutionPlayer(position, run, _SHORT, derived)
    by_literal = {}
    for lit in player.conclude_all(position, MOST_CLAUSES):
        steps = derived.ending_in(derived.given((lit,)))  # made, or of the board
        by_literal[lit] = [*steps, ((-lit,), None), ((), (len(steps), len(steps) + 1))]
    return {} if player.kb.contradiction else by_literal


def knowledge(trace: Trace, step: int) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
    """Return KB and KB0 after the first `step` rows of a trace of this agent.

    KB are the learnt clauses that KB0 does not satisfy, without the literals that KB0 makes false
    and without subsumed clauses. Literals are signed: cell + 1, positive for a mine.

    Notes
    -----
    Quadratic in the number of clauses: for reading a trace, not for playing.
    """
    literals: set[int] = set()
    learnt: list[tuple[int, ...]] = []
    for index in range(step):
        row = trace[index]
        if row.kind is Kind.LEARN:
            learnt.append(trace.clauses[row.subject])
        else:
            literals.add(row.subject if row.value else -row.subject)
    reduced = {
        frozenset(lit for lit in clause if -lit not in literals)
        for clause in learnt
        if literals.isdisjoint(clause)
    }
    kept = frozenset(c for c in reduced if not any(other < c for other in reduced))
    return kept, frozenset(literals)


POLICY = Resolution()
