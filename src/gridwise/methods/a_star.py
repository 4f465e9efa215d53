"""A*: expand the open state with the least f = g + h."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.limits import Run
from gridwise.core.method import Method, Option
from gridwise.core.trace import Kind
from gridwise.core.views import CnfModel, Model, StateSpace, View
from gridwise.methods._best_first import COUNTS, EMITS, Plan, best_first, in_order, models
from gridwise.methods._cnf_states import CnfStates


class AStar(Method):
    """A* with a CLOSED set or without; clauses are seen as a state space of assignments.

    Ties in f are broken for the greater g, then for the state generated later. A closed state
    that is reached on a cheaper way is put back, so that an admissible heuristic is enough for
    the first answer to be a cheapest one. With `closed` = parent no state is known again but the
    one that a state came from: the search is that of a tree, a state is expanded once for each way
    to it with f below the cheapest cost, and on a space with cycles and without a goal it
    does not end.

    On clauses, h = open_clauses (the default) counts the clauses without a true literal. It is
    not admissible: one step can give several clauses their true literal, so it may exceed the
    steps left. `open_clauses_bound` divides it by the most clauses that one literal is in, rounded
    up, and is admissible and consistent. For "which layout" neither matters but for speed.

    A goal state may leave variables open; it stands for all their values.
    """

    name = "a_star"
    title = "A*: best-first search by f = g + h"
    source = "Hart, Nilsson and Raphael 1968, IEEE Trans. Systems Science and Cybernetics 4(2)"
    views = (StateSpace, CnfModel)
    complete = True
    counts = COUNTS | {"conflicts"}
    node = "one state expanded"
    emits = EMITS | {
        Kind.PREMISE,
        Kind.DECIDE,  # what a backbone question assumes
        Kind.CONFLICT,
        Kind.BACKTRACK,  # between the searches of a backbone question
    }
    options = (
        Option("heuristic", "auto", (), "a heuristic of the state space, by name"),
        Option("closed", "set", ("set", "parent"), "which states are not generated again"),
        Option("max_steps", 1_000_000, (), "states deeper than this are not generated"),
    )
    rank = 40

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        plan = Plan(
            1,
            1,
            closed=self.option(run, "closed") == "set",
            max_steps=int(self.option(run, "max_steps")),
        )
        name = str(self.option(run, "heuristic"))
        if isinstance(view, CnfModel):
            space = CnfStates(view, run)
            found = self._layouts(space, space.heuristic(name, run), plan, run)
            yield from in_order(found, view, ordered)
            return
        assert isinstance(view, StateSpace)
        heuristic = view.heuristic(name, run)
        if view.wants_path and heuristic.admissible:
            run.optimal = True
        yield from models(view, heuristic, plan, run, ordered)

    def _layouts(self, space: CnfStates, heuristic: Any, plan: Plan, run: Run) -> Iterator[Model]:
        if run.trace is not None:
            space.trace_root(run.trace)
        if space.contradiction is not None:
            run.count.conflicts += 1
            return
        seen: set[Model] = set()
        auxiliary = bool(space.model.auxiliary)
        for state, _ in best_first(space, heuristic, plan, run, space.is_settled):
            space.settle(state)
            for model in space.models_of(state):
                if auxiliary:  # states that differ there alone stand for one model
                    if model in seen:
                        continue
                    seen.add(model)
                run.check()
                run.count.layouts += 1
                yield model


METHOD = AStar()
