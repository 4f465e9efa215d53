"""Refutes clauses by CaDiCaL and returns its proof; run as a program, it does so as a child."""

import json
import math
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from tempfile import TemporaryFile

SOLVER = "cadical195"
MOST_PROOF_BYTES = 256_000_000
"""A longer proof makes no certificate that is read."""
_POLL_S = 0.05
_SLACK_S = 1.0


def refute(
    clauses: Sequence[Sequence[int]],
    time_s: float | None = None,
    *,
    memory_bytes: int | None = None,
    stop: Callable[[], None] | None = None,
) -> list[str] | None:
    """Return a proof that clauses contradict each other, as lines of DRAT text.

    Parameters
    ----------
    clauses
        Literals signed as in DIMACS.
    time_s
        With a limit it is done in a child process: the solver cannot be stopped from inside.
    memory_bytes
        What that process may take, if the system can enforce it.
    stop
        Called while that process runs; it ends it by raising.

    Returns
    -------
    list of str or None
        None where the clauses have a model.

    Raises
    ------
    TimeoutError, MemoryError
        A limit.
    """
    if time_s is None:
        return _refute(clauses)
    limits = [time_s + _SLACK_S, memory_bytes]
    until = time.monotonic() + time_s
    with TemporaryFile() as given:
        given.write(json.dumps(clauses).encode())
        given.seek(0)
        with subprocess.Popen(
            # The file, not the module: the package takes seven times as long to load.
            [sys.executable, "-P", __file__, json.dumps(limits)],
            stdin=given,
            stdout=subprocess.PIPE,
        ) as child:
            try:
                written = _awaited(child, until, stop)
            finally:
                child.kill()
    if child.returncode:
        if memory_bytes is not None or child.returncode < 0:
            raise MemoryError
        raise RuntimeError(f"the solver ended with status {child.returncode}")
    found: list[str] | None = json.loads(written)
    return found


def _awaited(
    child: "subprocess.Popen[bytes]", until: float, stop: Callable[[], None] | None
) -> bytes:
    while True:
        try:
            return child.communicate(timeout=_POLL_S)[0]
        except subprocess.TimeoutExpired:
            if stop is not None:
                stop()
            if time.monotonic() >= until:
                raise TimeoutError from None


def _limit(cpu_s: float, memory_bytes: int | None) -> None:
    """Let the system end this process, also where its parent was killed and cannot."""
    try:
        import resource
    except ImportError:  # not POSIX
        return
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python's own way is to write less
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_PROOF_BYTES, MOST_PROOF_BYTES))
    seconds = math.ceil(cpu_s)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if memory_bytes is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


def _refute(clauses: Sequence[Sequence[int]]) -> list[str] | None:
    from pysat.solvers import Solver

    with Solver(name=SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            return None
        proof: list[str] = solver.get_proof()
        return proof


if __name__ == "__main__":
    _limit(*json.loads(sys.argv[1]))
    try:
        json.dump(_refute(json.load(sys.stdin)), sys.stdout)
    except MemoryError:
        sys.exit(1)
