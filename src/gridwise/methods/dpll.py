"""DPLL: decide, propagate units, undo on conflict."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method, Refutation
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, Trace, searches_again
from gridwise.core.views import CnfModel, Model
from gridwise.methods._shared.clauses import depth_first
from gridwise.methods._shared.refutation import of_search


class Dpll(Method):
    """The Davis-Putnam-Logemann-Loveland procedure, chronological, without recursion.

    Branches on a literal of a shortest open clause; for ordered questions on the first open
    variable instead. Pure literals are not fixed, as that would lose models.
    """

    name = "dpll"
    title = "DPLL: decide, propagate units, undo on conflict"
    source = "Davis, Logemann and Loveland 1962, Communications of the ACM 5(7), 394-397"
    views = (CnfModel,)
    complete = True
    counts = frozenset(
        {"assignments", "decisions", "propagations", "conflicts", "depth", "layouts"}
    )
    node = "one literal tried"
    emits = frozenset(
        {Kind.PREMISE, Kind.DECIDE, Kind.IMPLY, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION}
    )
    pseudocode = (
        CodeLine("dpll(clauses):", Kind.BACKTRACK, only=searches_again),
        CodeLine("    while a clause is a unit {l}: l ← true", Kind.PREMISE, Kind.IMPLY),
        CodeLine("    if a clause is empty: fail", Kind.CONFLICT),
        CodeLine("    if every clause is true: return the model", Kind.SOLUTION),
        CodeLine("    l ← a literal of a shortest clause"),
        CodeLine("    for each m in (l, ¬l):"),
        CodeLine("        m ← true", Kind.DECIDE),
        CodeLine("        dpll(clauses)"),
        CodeLine("        undo m and all that followed", Kind.BACKTRACK),
    )
    rank = 60

    def models(self, view: CnfModel[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        yield from depth_first(view, run, propagate_all=True, by_shortest=not ordered)

    def refutation(self, view: CnfModel[Any], run: Run) -> Refutation | None:
        run.trace = trace = Trace()
        next(self.models(view, run), None)
        return None if trace.truncated else of_search(view, trace)


METHOD = Dpll()
