"""Reads a depth-first search without a model as a resolution refutation."""

from collections.abc import Iterable
from typing import Any

from gridwise.core.errors import WrongAnswerError
from gridwise.core.method import Refutation
from gridwise.core.trace import Kind, TraceRow
from gridwise.core.views import CnfModel
from gridwise.core.views.refutation import GrowingRefutation


def of_search(view: CnfModel[Any], rows: Iterable[TraceRow]) -> Refutation:
    """Read the trace of a depth-first search that found no model as a resolution refutation.

    Every leaf of the search tree has a clause that is false there. From the leaf upwards it is
    resolved with the clause from which each literal followed; where both values of a decision have
    failed, the clauses of the two are resolved with each other. So every node of the tree has a
    clause that is false there, and the root's is empty: tree resolution, and regular.

    Raises
    ------
    WrongAnswerError
        The search found a model.

    Notes
    -----
    A branch whose clause does not have the decision's literal already refutes the node above; the
    other branch is then left out. Each row costs at most one resolution.
    """
    proof = GrowingRefutation()
    trail: list[tuple[int, int]] = []  # each literal with its raw clause, -1 of a decision
    failed: dict[int, int] = {}  # the clause of the first value of each decision, by level
    levels = [0]  # the length of the trail where each level begins
    second: dict[int, bool] = {}  # whether a level tries its second value
    root: int | None = None
    for row in rows:
        lit = row.subject if row.value else -row.subject
        if row.kind in (Kind.PREMISE, Kind.IMPLY):
            trail.append((lit, row.cause - 1))
        elif row.kind is Kind.BACKTRACK:
            if row.depth + 1 < len(levels):
                del trail[levels[row.depth + 1] :]
                del levels[row.depth + 1 :]
        elif row.kind is Kind.DECIDE:
            levels.append(len(trail))
            second[row.depth] = row.measure == 1
            trail.append((lit, -1))
        elif row.kind is Kind.CONFLICT:
            clause, level = proof.given(view.clauses[row.cause - 1]), len(levels) - 1
            for lit, why in reversed(trail):
                if why >= 0:
                    if -lit in proof[clause]:
                        clause = proof.resolve(clause, proof.given(view.clauses[why]), -lit)
                    continue
                if not second[level]:
                    failed[level] = clause
                    break
                if -lit in proof[clause]:
                    before = failed[level]
                    both = lit in proof[before]
                    clause = proof.resolve(clause, before, -lit) if both else before
                level -= 1
            else:
                root = clause
        elif row.kind is Kind.SOLUTION:
            break
    if root is None or proof[root]:
        raise WrongAnswerError("clauses that were to be refuted have a model")
    return proof.ending_in(root)
