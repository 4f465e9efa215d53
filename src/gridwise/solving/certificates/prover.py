"""Refutes clauses by CaDiCaL; run as a script, so that it can be stopped from outside.

`prover.py END_WITH_PARENT PARENT MOST_BYTES MEMORY_BYTES` reads lines of JSON, each a list of
clauses, and answers each with a line: the proof as lines of DRAT text, `null` if the clauses
have a model, or `false` if the proof is too long. It imports nothing of the package, so that it
starts quickly.
"""

import json
import os
import signal
import sys
from runpy import run_path
from typing import Any

SOLVER = "cadical195"


def refuted(clauses: list[list[int]], most_bytes: int) -> list[str] | bool | None:
    """Return a proof that clauses contradict each other, None if they do not, False if too long."""
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        native: Any = solver.solver
        if os.fstat(native.prfile.fileno()).st_size >= most_bytes:
            return False
        proof: list[str] = solver.get_proof()
        return proof


def main(end_with_parent: str, parent: int, most_bytes: int, memory_bytes: int) -> None:
    """Answer until the input ends, within a limit of memory (0: none)."""
    run_path(end_with_parent)["end_with_parent"](parent)
    if hasattr(signal, "pthread_sigmask"):  # PySAT sets a handler of its own while it solves
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))  # PySAT's file of it
        if memory_bytes:
            resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    except (ImportError, OSError, ValueError):
        pass
    for line in sys.stdin:
        json.dump(refuted(json.loads(line), most_bytes), sys.stdout)
        sys.stdout.write("\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
