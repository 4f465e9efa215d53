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

`loop` = printed is the loop that the report prints: see `_printed_loop`. Its KB may hold clauses
with false literals, which `knowledge` does not show.

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
from gridwise.puzzles.minesweeper.policies._printed_loop import KnowledgeList
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
    Move,
    Position,
    Safe,
)

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
        Option(
            "loop",
            "mended",
            ("mended", "printed"),
            "mended: a unit is resolved with every clause; printed: as the founding report's loop "
            "does it, which misses clauses",
        ),
    )
    rank = 100

    def start(self, position: Position, run: Run) -> "ResolutionPlayer":
        limited = self.option(run, "lengths") == "limited"
        short = int(self.option(run, "short")) if limited else None
        if self.option(run, "loop") == "printed":
            return PrintedLoopPlayer(position, run, KnowledgeList(short, run))
        return ResolutionPlayer(position, run, KnowledgeBase(2 * len(position.shown), short, run))


class ResolutionPlayer(BoardPlayer):
    """One game of the agent. `kb` is KB; KB0 is `mine`, and `known` in the order of deciding."""

    def __init__(self, position: Position, run: Run, kb: KnowledgeBase | KnowledgeList) -> None:
        self.kb = kb
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
        if not self._find_unit():
            return ()
        move = self._take_unit()
        return () if self.kb.contradiction else (move,)

    def _find_unit(self) -> bool:
        """Resolve pairs until KB has a unit; return whether it has and nothing contradicts."""
        kb = self.kb
        added = True
        while added and not kb.units and not kb.contradiction:
            added = False
            for resolvent in kb.resolve_pairs():
                self._learnt(resolvent, 0)
                added = True
        return bool(kb.units) and not kb.contradiction

    def _take_unit(self) -> Move:
        """Move the first unit to KB0 and return its claim."""
        self.run.tick()
        lit = next(iter(self.kb.units))
        return self.claim(lit >> 1, mine=not lit & 1, cause=self.kb.units[lit])

    def conclude_all(
        self, position: Position, derived: GrowingRefutation, most: int
    ) -> Sequence[int]:
        """Return all that it concludes from a board as it is, as literals in order of concluding.

        It stops once `derived`, which its KB notes, has more than `most` clauses.
        """
        concluded = []
        for cell in self._look(position):
            self._hint(cell)
        while len(derived) <= most and self._find_unit():
            concluded.append(signed(next(iter(self.kb.units))))
            self._take_unit()
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


class PrintedLoopPlayer(ResolutionPlayer):
    """One game of the agent with the report's own loop, `loop` = printed.

    All that the board shows at the start is put into KB as units, by the number of the cell. A cell
    is decided when its unit is taken, and its number becomes clauses then, even if a 0 beside it
    has opened it long before. So the moves are those of the report's program, whose hints open one
    cell each. Where it would end, it takes in what the board shows and it has not decided: the
    cell that was opened as a guess.
    """

    kb: KnowledgeList

    def __init__(self, position: Position, run: Run, kb: KnowledgeList) -> None:
        super().__init__(position, run, kb)
        self._asked: int | None = None
        self._revealed: set[int] = set()

    def decide(self, position: Position) -> Sequence[Move]:
        shown = self.shown = position.shown
        if self._asked is not None:
            self._hint(self._asked)
            self._asked = None
        while self._find_unit() or self._take_in():
            move = self._take_unit()
            if self.kb.contradiction:
                break
            if shown[move.cell] <= 8:
                self._hint(move.cell)
            elif shown[move.cell] != MINE:
                if isinstance(move, Safe):
                    self._asked = move.cell
                return (move,)
        return ()

    def _take_in(self) -> bool:
        """Put undecided cells that the board shows into KB; return whether there were any."""
        for cell, code in enumerate(self.shown):
            if code != COVERED and self.mine[cell] is None and not self.kb.contradiction:
                self._revealed.add(cell)
                self.kb.insert((2 * cell + (code != MINE),), 0)
        return bool(self.kb.units) and not self.kb.contradiction

    def settle(self, cell: int, *, mine: bool, revealed: bool = False, cause: int = 0) -> None:
        super().settle(cell, mine=mine, revealed=cell in self._revealed, cause=cause)

    def _hint(self, cell: int) -> None:
        if self.shown[cell] <= 8:
            self.view.decoder.numbers[cell] = self.shown[cell]
            super()._hint(cell)


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
    kb = KnowledgeBase(2 * len(position.shown), _SHORT, run, derived)
    by_literal = {}
    for lit in ResolutionPlayer(position, run, kb).conclude_all(position, derived, MOST_CLAUSES):
        steps = derived.ending_in(derived.given((lit,)))  # made, or of the board
        by_literal[lit] = [*steps, ((-lit,), None), ((), (len(steps), len(steps) + 1))]
    return {} if kb.contradiction else by_literal


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
