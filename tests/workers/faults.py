"""Tasks that misbehave on purpose: `Supervisor(extra_tasks=("workers.faults",))` knows them."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core import registry
from gridwise.core.views import compile_notice
from gridwise.process.serve import Wire
from gridwise.workers import worker
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

_kept: list[Any] = []
_wires: list[Wire] = []


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultArguments(Arguments):
    """The arguments of all faults; each uses some of them."""

    s: float = 0.0
    solver: str = ""
    holes: int = 0
    steps: int = sys.maxsize
    step: int = 0
    pause_s: float = 0.0
    bytes: int = 0
    status: int = 0
    text: str = ""


def _start_cold(register: Sequence[tuple[str, str | None]]) -> None:
    for name, path in register:
        registry.load(name, path)


# The child's own way to get warm takes seconds, and a test of a fault costs a child.
worker.warm = _start_cold
_write = Wire.write


def _noted_write(self: Wire, message: Mapping[str, Any]) -> None:
    _wires[:] = [self]
    _write(self, message)


Wire.write = _noted_write  # type: ignore[method-assign]  # to find the child's wire and break it


def _sleep(call: Call, args: FaultArguments) -> TaskAnswer:
    """Hold the interpreter's lock in a native call, as a SAT solver does; say so before."""
    if call.progress is not None:
        call.progress(0.0, {"generated": 0})
    ctypes.PyDLL(None).usleep(int(args.s * 1e6))
    return TaskAnswer({"slept": True})


def _native(call: Call, args: FaultArguments) -> TaskAnswer:
    """Ask a solver of PySAT, not to be interrupted, to put one pigeon too many into holes."""
    from pysat.solvers import Solver

    holes = args.holes
    with Solver(name=args.solver) as solver:
        for pigeon in range(holes + 1):
            solver.add_clause([pigeon * holes + hole + 1 for hole in range(holes)])
        for hole in range(holes):
            for one in range(holes + 1):
                for other in range(one):
                    solver.add_clause([-(one * holes + hole + 1), -(other * holes + hole + 1)])
        return TaskAnswer({"satisfiable": solver.solve()})


def _spin(call: Call, args: FaultArguments) -> TaskAnswer:
    """Compute for ever and look at no limit."""
    while True:
        time.perf_counter()


def _polite(call: Call, args: FaultArguments) -> TaskAnswer:
    """Wait until asked to stop, and stop at once."""
    while not call.cancel.is_set():
        time.sleep(0.001)
    return TaskAnswer({"stopped": True}, "CANCELLED")


def _report(call: Call, args: FaultArguments) -> TaskAnswer:
    """Report progress until asked to stop."""
    number = 0
    while not call.cancel.is_set():
        number += 1
        if call.progress is not None:
            call.progress(number / 100, {"generated": number})
        time.sleep(0.01)
    return TaskAnswer({"reports": number}, "CANCELLED")


def _allocate(call: Call, args: FaultArguments) -> TaskAnswer:
    """Take memory, step by step, and never give up."""
    held: list[bytearray] = []
    while len(held) < args.steps:
        held.append(bytearray(os.urandom(16)) * (args.step // 16))
        time.sleep(args.pause_s)
    return TaskAnswer({"held": sum(map(len, held))})


def _out_of_memory(call: Call, args: FaultArguments) -> TaskAnswer:
    raise MemoryError


def _bad_alloc(call: Call, args: FaultArguments) -> TaskAnswer:
    """End as a C++ library does that cannot have more memory."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def _leak(call: Call, args: FaultArguments) -> TaskAnswer:
    """TaskAnswer well, and keep memory."""
    _kept.append(bytearray(os.urandom(16)) * (args.bytes // 16))
    return TaskAnswer({"kept": len(_kept)})


def _exit(call: Call, args: FaultArguments) -> TaskAnswer:
    """Leave without a word."""
    os._exit(args.status)


def _abort(call: Call, args: FaultArguments) -> TaskAnswer:
    os.abort()


def _stop(call: Call, args: FaultArguments) -> TaskAnswer:
    """Stand still, as after a SIGSTOP from outside."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return TaskAnswer({"continued": True})


def _garbage(call: Call, args: FaultArguments) -> TaskAnswer:
    """Write what is no message to the wire itself."""
    _wires[0].write_raw(args.text.encode() + b"\n")
    return TaskAnswer({"written": True})


def _print(call: Call, args: FaultArguments) -> TaskAnswer:
    """Print natively to what was standard output."""
    os.write(1, b'{"answer": 1}\nprinted\n' * 1000)
    return TaskAnswer({"printed": True})


def _raise(call: Call, args: FaultArguments) -> TaskAnswer:
    raise RuntimeError("raised on purpose")


def _big(call: Call, args: FaultArguments) -> TaskAnswer:
    return TaskAnswer({"text": "x" * args.bytes})


def _compiling(call: Call, args: FaultArguments) -> TaskAnswer:
    """Say that an engine is going to be compiled, and do nothing."""
    compile_notice.tell("sudoku", args.s)
    return TaskAnswer({"said": True})


TASKS = tuple(
    TaskKind(f"fault_{function.__name__.strip('_')}", FaultArguments, function)
    for function in (
        _sleep,
        _native,
        _spin,
        _polite,
        _report,
        _allocate,
        _out_of_memory,
        _bad_alloc,
        _leak,
        _exit,
        _abort,
        _stop,
        _garbage,
        _print,
        _raise,
        _big,
        _compiling,
    )
)
