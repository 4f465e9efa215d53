"""Adapter: a clause set as a state space of partial assignments, for A*."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import Claims, Clause, CnfModel, Heuristic, Model, StateSpace
from gridwise.methods._shared.clauses import trace_units

CLAIMS = {
    "open_clauses": Claims(
        admissible=False, consistent=False, text=msg("clauses with no true literal")
    ),
    "open_clauses_bound": Claims(
        admissible=True,
        consistent=True,
        text=msg("clauses with no true literal, divided by the most that a step can mend"),
    ),
}
"""The heuristics, the default first."""

State = tuple[int, int, int]
"""Bit masks: variables that are true, variables that are false, clauses with a true literal."""


class CnfStates(StateSpace[Any, State]):
    """Partial assignments of a clause set; units are applied before the search.

    A step assigns one open variable of a shortest clause without a true literal (ties: the first
    clause) and costs 1. A state with a false clause is not generated. In a goal state every clause
    has a true literal, whatever variables are still open. The variable to branch on depends on the
    state alone, so no state is reached twice: the space is a tree.

    An operator is a signed literal.
    """

    tree = True

    def __init__(self, model: CnfModel[Any], run: Run) -> None:
        self.model, self.run = model, run
        self.decoder = model.decoder
        simplified = model.simplified
        self.contradiction = simplified.contradiction
        self.reachable = simplified.contradiction is None
        self.root_facts = tuple(lit for lit in simplified.units if abs(lit) <= model.primary)
        self.clauses = self.clauses_left()
        self.total = len(self.clauses)
        self.width = max(map(len, self.clauses), default=0)
        self.primary = sum(1 << abs(lit) for lit in model.decisions)
        self.auxiliary = bool(model.auxiliary)
        self.settled: set[int] = set()
        self.sat_by: dict[int, int] = {}
        self.with_false: dict[int, list[int]] = {}
        self.variables_of: list[int] = []
        for index, clause in enumerate(self.clauses):
            self.variables_of.append(sum(1 << abs(lit) for lit in clause))
            for lit in clause:
                self.sat_by[lit] = self.sat_by.get(lit, 0) | 1 << index
                self.with_false.setdefault(-lit, []).append(index)
        self.by_length = sorted(range(self.total), key=lambda i: len(self.clauses[i]))
        most = max((mask.bit_count() for mask in self.sat_by.values()), default=1)
        estimates: dict[str, Callable[[State], int]] = {
            "open_clauses": lambda state: self.total - state[2].bit_count(),
            "open_clauses_bound": lambda state: -(-(self.total - state[2].bit_count()) // most),
        }
        self.heuristics = {
            name: Heuristic(name, estimates[name], one.admissible, one.consistent, one.text)
            for name, one in CLAIMS.items()
        }

    def clauses_left(self) -> tuple[Clause, ...]:
        """Return the clauses that the units leave, each once."""
        return self.model.simplified.clauses

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject

    def row_major(self, state: State) -> int:
        """Return a number that orders states as the lists of their variables.

        Of two states the one that is less at the first variable where they differ comes first:
        false, open, true. O(variables).
        """
        width = self.model.variables + 1
        true, false = (int(f"{mask:0{width}b}"[::-1], 4) for mask in state[:2])
        return true - false  # a digit -1, 0 or 1 for each variable

    def initial(self) -> State:
        return (0, 0, 0)

    def is_goal(self, state: State) -> bool:
        return state[2].bit_count() == self.total

    def successors(self, state: State) -> Iterable[tuple[int, State, int]]:
        true, false, satisfied = state
        assigned = true | false
        best, best_left = 0, 1 << 30
        for index in self.by_length:
            if satisfied >> index & 1:
                continue
            open_here = self.variables_of[index] & ~assigned
            left = open_here.bit_count()
            if left > 1 and self.auxiliary:
                # Primary variables first: auxiliary ones follow from them.
                left += self.width * (not open_here & self.primary)
            if left < best_left:
                mine = open_here & self.primary or open_here
                lits = self.clauses[index]
                best = next(abs(lit) for lit in lits if mine >> abs(lit) & 1)
                best_left = left
                if left == 1:
                    break
        if not best:  # a goal: nothing is left to decide
            return
        for lit in (-best, best):
            now = satisfied | self.sat_by.get(lit, 0)
            after = assigned | 1 << best
            if any(
                not now >> index & 1 and not self.variables_of[index] & ~after
                for index in self.with_false.get(lit, ())
            ):
                self.run.count.conflicts += 1
                continue
            bit = 1 << best
            yield (lit, (true | bit, false, now) if lit > 0 else (true, false | bit, now), 1)

    def is_settled(self, state: State) -> bool:
        """Return whether a goal with the same values of all primary variables was found before.

        Then the states below differ in auxiliary variables alone, and give no new model.
        """
        if not self.auxiliary:
            return False
        true, false, _ = state
        return not self.primary & ~(true | false) and true & self.primary in self.settled

    def settle(self, state: State) -> None:
        """Remember a goal state for `is_settled`."""
        true, false, _ = state
        if self.auxiliary and not self.primary & ~(true | false):
            self.settled.add(true & self.primary)

    def models_of(self, state: State) -> Iterable[Model]:
        """Yield the models of a goal state: open decisions take both values, preferred first."""
        true, false, _ = state
        rest = [lit for lit in self.model.decisions if not (true | false) >> abs(lit) & 1]
        for signs in product((1, -1), repeat=len(rest)):
            values = {
                abs(lit): (lit > 0) == (sign > 0) for lit, sign in zip(rest, signs, strict=True)
            }
            yield self.model.model(lambda v, x=values: x.get(v, bool(true >> v & 1)))  # type: ignore[misc]

    def trace_root(self, trace: Trace) -> None:
        """Record the units."""
        trace_units(self.model, trace)
        if self.contradiction is not None:
            trace.add(Kind.CONFLICT, 0, 0, 0, self.contradiction + 1)


class EveryCell(CnfStates):
    """The same states, with steps that assign every open cell beside a decided one, either value.

    A cell is decided if a unit or the state assigns it. Cells in no clause get steps too. A
    state with a false clause is kept: the heuristic counts that clause as one without a true
    literal, and the state is never a goal. A state is reached once for each order of its cells.
    If no open cell is beside a decided one, or the puzzle names no neighbours, every open cell
    gets steps; auxiliary variables get theirs when no cell is open. Clauses that the units make
    equal are counted each: the heuristic is the number of raw clauses without a true literal.

    Steps come from the last cell to the first, the preferred sign last, so that among equals A*
    expands the first cell with its preferred sign.
    """

    tree = False

    def __init__(self, model: CnfModel[Any], run: Run) -> None:
        super().__init__(model, run)
        self.fixed = sum(1 << variable for variable in model.decided)
        self.cells = tuple(lit for lit in reversed(model.order) if abs(lit) not in model.decided)
        self.others = tuple(-variable for variable in reversed(model.auxiliary))
        near = model.neighbours
        self.near: dict[int, int] | None = None
        if near is not None:
            self.near = {
                abs(lit): sum(1 << beside for beside in near(abs(lit))) for lit in self.cells
            }

    def clauses_left(self) -> tuple[Clause, ...]:
        decided = self.model.decided
        return tuple(
            tuple(lit for lit in clause if abs(lit) not in decided)
            for clause in self.model.clauses
            if not any(decided.get(abs(lit)) == (lit > 0) for lit in clause)
        )

    def successors(self, state: State) -> Iterable[tuple[int, State, int]]:
        true, false, satisfied = state
        assigned = true | false
        known = self.fixed | assigned
        steps = [lit for lit in self.cells if not assigned >> abs(lit) & 1]
        if self.near is not None:
            steps = [lit for lit in steps if self.near[abs(lit)] & known] or steps
        if not steps:
            steps = [lit for lit in self.others if not assigned >> abs(lit) & 1]
        for preferred in steps:
            bit = 1 << abs(preferred)
            for lit in (-preferred, preferred):
                now = satisfied | self.sat_by.get(lit, 0)
                yield lit, (true | bit, false, now) if lit > 0 else (true, false | bit, now), 1
