"""Clause sets that can be worked by hand."""

from gridwise.core.views import Clause, CnfModel, Family
from gridwise.solving.encoding.dimacs import LiteralDecoder


def cnf(
    *clauses: Clause, variables: int = 0, order: tuple[int, ...] = (), expand: bool = False
) -> CnfModel[int]:
    """Return a bare clause set, every variable primary; by default 0 comes before 1."""
    top = max([variables, *(abs(lit) for clause in clauses for lit in clause)])
    return CnfModel(
        variables=top,
        primary=top,
        clauses=clauses,
        family_of=(0,) * len(clauses),
        families=(Family("clause"),),
        order=order or tuple(-v for v in range(1, top + 1)),
        decoder=LiteralDecoder(clauses),
        expand=expand,
    )


EITHER = cnf((1, 2), (2, 3))
"""Five models: 2 with anything, or 1 and 3 without 2."""
FULL = cnf((1, 2), (1, -2), (-1, 2), (-1, -2))
"""No model, and no unit to see it by."""
