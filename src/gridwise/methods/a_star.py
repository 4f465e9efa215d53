"""A*: expand the open state with the least f = g + h."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.method import HEURISTIC, Method, Option
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.core.views import Claims, CnfModel, Model, StateSpace, View
from gridwise.methods._shared.best_first import (
    COUNTS,
    EMITS,
    UNBOUNDED,
    ExpansionRule,
    best_first,
    best_first_code,
    in_order,
    models,
)
from gridwise.methods._shared.cnf_states import CLAIMS, CnfStates, EveryCell

EXPANSIONS_A_VARIABLE = 40
"""Expansions for each variable after which the search with every successor gives up."""


class AStar(Method):
    """A* with or without a CLOSED set; clauses become a state space of partial assignments.

    Ties in f go to the greater g, then to the state generated later. A closed state that is reached
    at less cost is put back into OPEN, so that with any admissible heuristic the first answer is a
    cheapest one; with `reopen` = no that takes a consistent heuristic. With `open` = keep the first
    path to an open state stays as well, and no heuristic makes sure of a cheapest answer.
    `closed` = parent keeps no CLOSED set: a state is expanded once for each path to it with f below
    the cheapest cost, and on a space with cycles and without a goal the search does not end.

    On clauses, h = open_clauses (the default) counts the clauses without a true literal. It is
    not admissible: one step can give several clauses their true literal, so h may exceed the
    steps left. `open_clauses_bound` divides it by the most clauses that one literal is in, rounded
    up, and is admissible and consistent. All paths to a model cost the same, so for clauses this
    matters for speed alone. `successors` = every assigns every open cell beside a decided one,
    counts the raw clauses, and gives up after `max_steps` expansions, by default
    `EXPANSIONS_A_VARIABLE` for each variable. `ties` = report breaks ties as a heap of
    (f, h, g, state) does: by the smaller h, then by the state as a list of its cells, each safe,
    open or a mine in this order.

    A goal state may leave variables open; it represents all their values.
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
        Kind.DECIDE,  # the assumption of a backbone question
        Kind.CONFLICT,
        Kind.BACKTRACK,  # between the searches of a backbone question
    }
    pseudocode = best_first_code("f = g + h", emits, added="new or (options) cheaper")
    options = (
        HEURISTIC,
        Option("closed", "set", ("set", "parent"), "which states are not generated again"),
        Option(
            "reopen", "yes", ("yes", "no"), "whether a closed state is put back", (StateSpace.kind,)
        ),
        Option(
            "open",
            "improve",
            ("improve", "keep"),
            "improve: an open state takes a cheaper path; keep: a state that is open or closed "
            "keeps its first path",
            (StateSpace.kind,),
        ),
        Option(
            "successors",
            "one_variable",
            ("one_variable", "every"),
            "one_variable: a cell of a shortest clause, to the values that make no "
            "clause false; every: each open cell beside a decided one, to either value",
            views=(CnfModel.kind,),
        ),
        Option(
            "ties",
            "later",
            ("later", "report"),
            "of equal f: later: the greater g, then the state generated later; report: the "
            "smaller h, then the least list of cells, each safe, open or a mine in this order",
            views=(CnfModel.kind,),
        ),
        Option(
            "max_steps",
            1_000_000,
            (),
            "states deeper than this are not expanded; with successors=every, so many states are "
            f"expanded at most ({EXPANSIONS_A_VARIABLE} a variable unless given)",
        ),
    )
    rank = 40

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        keep = self.option(run, "open") == "keep"
        closed = self.option(run, "closed") == "set"
        if keep and not (closed and run.options.get("reopen", "no") == "no"):
            raise ParameterError(msg("open=keep excludes reopen=yes and closed=parent"))
        rule = ExpansionRule(
            1,
            1,
            closed=closed,
            improve=not keep,
            reopen=not keep and self.option(run, "reopen") == "yes",
            max_steps=int(self.option(run, "max_steps")),
        )
        name = str(self.option(run, "heuristic"))
        space = self.states(view, run)
        if isinstance(view, CnfModel):
            assert isinstance(space, CnfStates)
            if self.option(run, "ties") == "report":
                rule = replace(rule, order=space.row_major)
            if isinstance(space, EveryCell):
                most = EXPANSIONS_A_VARIABLE * view.primary
                if "max_steps" in run.options:
                    most = rule.max_steps
                rule = replace(rule, max_steps=UNBOUNDED, max_expanded=most)
            layouts = self._layouts(space, space.heuristic(name, run), rule, run)
            yield from in_order(layouts, view, ordered)
            return
        assert isinstance(view, StateSpace)
        heuristic = view.heuristic(name, run)
        puts_back = rule.reopen or not rule.closed
        sure = heuristic.admissible and (heuristic.consistent or puts_back) and rule.improve
        if view.wants_path and sure:
            run.report.optimal = True
        yield from models(view, heuristic, rule, run, ordered)

    def states(self, view: View[Any], run: Run) -> StateSpace[Any, Any] | None:
        if not isinstance(view, CnfModel):
            return super().states(view, run)
        every = self.option(run, "successors") == "every"
        return EveryCell(view, run) if every else CnfStates(view, run)

    def heuristics(
        self, view: type[View[Any]], make: Callable[[], View[Any]]
    ) -> Mapping[str, Claims]:
        return CLAIMS if issubclass(view, CnfModel) else super().heuristics(view, make)

    def _layouts(
        self, space: CnfStates, heuristic: Any, rule: ExpansionRule, run: Run
    ) -> Iterator[Model]:
        if run.trace is not None:
            space.trace_root(run.trace)
        if space.contradiction is not None:
            run.count.conflicts += 1
            return
        seen: set[Model] = set()
        repeats = bool(space.model.auxiliary) or not space.tree
        for state, _ in best_first(space, heuristic, rule, run, space.is_settled):
            space.settle(state)
            for model in space.models_of(state):
                if repeats:  # states that overlap, or differ in auxiliary variables alone
                    if model in seen:
                        continue
                    seen.add(model)
                run.check()
                run.count.layouts += 1
                yield model


METHOD = AStar()
