"""Refutes clauses by CaDiCaL, which heeds neither Ctrl-C nor limits; for a child process."""

import os
from contextlib import suppress
from typing import Any

SOLVER = "cadical195"


def refutation(clauses: list[list[int]], most_bytes: int) -> dict[str, Any]:
    """Return the `proof` that clauses contradict each other, as `refuted` does; in a child."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))  # of PySAT's file
    return {"proof": refuted(clauses, most_bytes)}


def refuted(clauses: list[list[int]], most_bytes: int) -> list[str] | bool | None:
    """Return a proof as lines of DRAT text, None if the clauses have a model, False if too long."""
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        native: Any = solver.solver
        if os.fstat(native.prfile.fileno()).st_size >= most_bytes:
            return False
        proof: list[str] = solver.get_proof()
        return proof
