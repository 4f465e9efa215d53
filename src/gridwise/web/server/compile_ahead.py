"""Compiles the pages' kernels in a process of its own, with the least priority, during play.

Until a kernel is compiled, the children answer with plain methods; from the next question on they
load it from disk.
"""

from gridwise.core import registry
from gridwise.process.supervisor import FUNCTIONS, Supervisor, Task
from gridwise.solving.prepare import is_compiled, prepare

_LEAST_PRIORITY = 19


def make_usual() -> dict[str, int]:
    """Make the usual tables, in a child; return their number."""
    return {"tables": len(list(prepare()))}


class CompileAhead:
    """The process that compiles; none if everything is compiled."""

    def __init__(self) -> None:
        self._supervisor: Supervisor | None = None
        if all(map(is_compiled, registry.puzzles())):
            return
        supervisor = Supervisor(program=FUNCTIONS, niceness=_LEAST_PRIORITY, grace_s=0.0)
        self._supervisor = supervisor
        ticket = supervisor.submit(Task.of(make_usual))
        ticket.add_done_callback(lambda done: supervisor.close())

    @property
    def pid(self) -> int | None:
        """The number of the process while it compiles, or None."""
        return next(iter(self._supervisor.pids), None) if self._supervisor is not None else None

    def close(self) -> None:
        """End it; the compiled functions are kept, and the next start goes on from there."""
        if self._supervisor is not None:
            self._supervisor.close()
