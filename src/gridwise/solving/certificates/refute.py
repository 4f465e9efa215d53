"""Refutes clauses by CaDiCaL and returns its proof; run as a program, it does so as a child."""

import json
import subprocess
import sys
from collections.abc import Sequence

SOLVER = "cadical195"


def refute(clauses: Sequence[Sequence[int]], time_s: float | None = None) -> list[str] | None:
    """Return a proof that clauses contradict each other, as lines of DRAT text.

    Parameters
    ----------
    clauses
        Literals signed as in DIMACS.
    time_s
        With a limit it is done in a child process: the solver cannot be stopped from inside.

    Returns
    -------
    list of str or None
        None where the clauses have a model.

    Raises
    ------
    TimeoutError
        The limit.
    """
    if time_s is None:
        return _refute(clauses)
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=json.dumps(clauses).encode(),
            stdout=subprocess.PIPE,
            timeout=max(0.0, time_s),
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    found: list[str] | None = json.loads(done.stdout)
    return found


def _refute(clauses: Sequence[Sequence[int]]) -> list[str] | None:
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        proof: list[str] = solver.get_proof()
        return proof


if __name__ == "__main__":
    json.dump(_refute(json.load(sys.stdin)), sys.stdout)
