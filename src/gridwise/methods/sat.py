"""SAT: conflict-driven clause learning by PySAT, in slices so that limits are met."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gridwise.core.method import Method, Option
from gridwise.core.reasons import IncrementalSolver
from gridwise.core.run import Run
from gridwise.core.trace import Query
from gridwise.core.views import Backbone, CnfModel, Model

SOLVERS = ("minisat22", "minisat-gh")
"""PySAT's solvers that stop at the end of a slice of conflicts.

The Glucose family checks the budget only between restarts (on an empty 60x60 board of queens a
run of 2 s took 80 s), some of the Maple family crash on assumptions over variables that are in no
clause, and the others cannot be stopped from inside.
"""

_FIRST_SLICE = 200
_SLICE_S = 0.05


class Sat(Method):
    """A native incremental CDCL solver, through PySAT.

    One solver answers a whole question: it finds further models by blocking clauses over the
    primary variables, the lexicographic order and the backbone by assumptions. It holds the
    interpreter's lock while it works, so it runs in slices of conflicts, and the limits are checked
    in between. It has no trace: native solvers report no steps.
    """

    name = "sat"
    title = "SAT: conflict-driven clause learning (PySAT)"
    source = "Marques-Silva and Sakallah 1999, IEEE Trans. Computers 48(5); Ignatiev et al. 2018"
    views = (CnfModel,)
    complete = True
    counts = frozenset({"decisions", "propagations", "conflicts", "layouts"})
    node = "one call of the solver"
    options = (Option("solver", "minisat22", SOLVERS, "the native solver"),)
    explains = True
    rank = 100

    def models(self, view: CnfModel[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        if view.simplified.contradiction is not None:
            run.count.conflicts += 1
            return
        with _PySatSolver(self, run) as session:
            session.load(view)
            if ordered:
                yield from _in_order(view, session)
                return
            while (model := session.solve()) is not None:
                run.count.layouts += 1
                yield view.model(model)
                if not view.decisions:
                    return
                session.add([-v if model(v) else v for v in map(abs, view.decisions)])

    def backbone(self, view: CnfModel[Any], run: Run, into: Backbone) -> None:
        if view.simplified.contradiction is not None:
            run.count.conflicts += 1
            return
        with _PySatSolver(self, run) as session:
            session.load(view)
            first = session.solve()
            if first is None:
                return
            run.count.layouts += 1
            into.model = view.model(first)
            units = view.forced_by_units()
            into.forced.extend(fact for fact in into.model if fact in units)
            open_facts = [fact for fact in into.model if fact not in units]
            while open_facts:
                fact = open_facts.pop(0)
                other = session.solve([-fact])
                if other is None:
                    into.forced.append(fact)
                    session.add([fact])
                else:
                    run.count.layouts += 1
                    open_facts = [x for x in open_facts if other(abs(x)) == (x > 0)]

    def proved(
        self, view: CnfModel[Any], queries: Iterable[Query[Any]], run: Run
    ) -> Iterator[Query[Any]]:
        with _PySatSolver(self, run) as session:
            session.load(view)
            selector = view.variables
            for query in queries:
                selector += 1
                for clause in query.clauses:
                    session.add([*clause, -selector])
                if session.solve([selector]) is None:
                    yield query
                session.add([-selector])

    def session(self, run: Run) -> "_PySatSolver":
        return _PySatSolver(self, run)


class _PySatSolver(IncrementalSolver):
    """A native solver, run in slices."""

    def __init__(self, method: Sat, run: Run) -> None:
        from pysat.solvers import Solver

        self.run = run
        self.solver = Solver(name=str(method.option(run, "solver")))
        count = run.count
        self.before = (count.decisions, count.propagations, count.conflicts)
        self.budget = _FIRST_SLICE  # conflicts in one slice, adapted to take about _SLICE_S

    def __enter__(self) -> "_PySatSolver":
        return self

    def close(self) -> None:
        self._count()
        self.solver.delete()

    def load(self, view: CnfModel[Any]) -> None:
        simplified = view.simplified
        # Declares all variables: some solvers crash on an assumption over an unknown one.
        self.solver.add_clause([view.variables, -view.variables])
        for lit in simplified.units:
            self.solver.add_clause([lit])
        for index, clause in enumerate(simplified.clauses):
            self.solver.add_clause(clause)
            if index % 4096 == 0:
                self.run.check()

    def add(self, clause: Sequence[int]) -> None:
        self.solver.add_clause(list(clause))

    def solve(self, assumptions: Sequence[int] = ()) -> "_Values | None":
        """Return a model, or None if there is none; raise `Interrupted` at a limit."""
        self.run.tick()
        self.run.check()
        while True:
            began = time.perf_counter()
            self.solver.conf_budget(self.budget)
            # Without expect_interrupt the native code handles the interrupt signal itself.
            answer = self.solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
            self._count()
            if answer is not None:
                break
            self.run.check()
            passed = time.perf_counter() - began
            if passed < _SLICE_S:
                self.budget *= 2
            elif passed > 2 * _SLICE_S:
                self.budget = max(_FIRST_SLICE, self.budget // 2)
        if not answer:
            return None
        return _Values(self.solver.get_model())

    def core(self) -> list[int]:
        """Return assumptions that suffice for the last contradiction."""
        return list(self.solver.get_core() or ())

    def _count(self) -> None:
        stats = self.solver.accum_stats() or {}
        count = self.run.count
        decisions, propagations, conflicts = self.before
        count.decisions = decisions + stats.get("decisions", 0)
        count.propagations = propagations + stats.get("propagations", 0)
        count.conflicts = conflicts + stats.get("conflicts", 0)


class _Values:
    """The values of a native model, by variable; a variable unknown to the solver is false."""

    __slots__ = ("literals",)

    def __init__(self, literals: Sequence[int]) -> None:
        self.literals = literals

    def __call__(self, variable: int) -> bool:
        at = variable - 1
        return at < len(self.literals) and self.literals[at] > 0


def _in_order(view: CnfModel[Any], session: _PySatSolver) -> Iterator[Model]:
    """Yield models in lexicographic order: fix preferred literals one by one, by assumptions.

    A preferred literal that the last model satisfies is fixed without a call; each other one costs
    a call.
    """
    order = view.decisions
    fixed: list[int] = []
    model = session.solve()
    while model is not None:
        while len(fixed) < len(order):
            lit = order[len(fixed)]
            if model(abs(lit)) == (lit > 0):
                fixed.append(lit)
                continue
            better = session.solve([*fixed, lit])
            if better is None:
                fixed.append(-lit)
            else:
                model = better
                fixed.append(lit)
        session.run.count.layouts += 1
        yield view.model(model)
        model = None
        while fixed and model is None:
            lit = fixed.pop()
            if lit == order[len(fixed)]:  # the preferred sign: its contrary comes next
                model = session.solve([*fixed, -lit])
                if model is not None:
                    fixed.append(-lit)


METHOD = Sat()
