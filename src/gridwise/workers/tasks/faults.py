"""Tasks that misbehave on purpose, for tests; known only where `GRIDWISE_TEST_FAULTS` is 1."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from gridwise.workers.tasks.solving import Answer, Call

_kept: list[Any] = []


def _sleep(call: Call) -> Answer:
    """Hold the interpreter's lock in a native call, as a SAT solver does."""
    ctypes.PyDLL(None).usleep(int(call.args["s"] * 1e6))
    return Answer({"slept": True})


def _native(call: Call) -> Answer:
    """Ask a solver of PySAT, not to be interrupted, to put one pigeon too many into holes."""
    from pysat.solvers import Solver

    holes = call.args["holes"]
    with Solver(name=call.args["solver"]) as solver:
        for pigeon in range(holes + 1):
            solver.add_clause([pigeon * holes + hole + 1 for hole in range(holes)])
        for hole in range(holes):
            for one in range(holes + 1):
                for other in range(one):
                    solver.add_clause([-(one * holes + hole + 1), -(other * holes + hole + 1)])
        return Answer({"satisfiable": solver.solve()})


def _spin(call: Call) -> Answer:
    """Compute for ever and look at no limit."""
    while True:
        time.perf_counter()


def _polite(call: Call) -> Answer:
    """Wait until asked to stop, and stop at once."""
    while not call.cancel.is_set():
        time.sleep(0.001)
    return Answer({"stopped": True}, "CANCELLED")


def _report(call: Call) -> Answer:
    """Report progress until asked to stop."""
    number = 0
    while not call.cancel.is_set():
        number += 1
        if call.progress is not None:
            call.progress(number / 100, {"generated": number})
        time.sleep(0.01)
    return Answer({"reports": number}, "CANCELLED")


def _allocate(call: Call) -> Answer:
    """Take memory, step by step, and never give up."""
    held: list[bytearray] = []
    while len(held) < call.args.get("steps", sys.maxsize):
        held.append(bytearray(os.urandom(16)) * (call.args["step"] // 16))
        time.sleep(call.args.get("pause_s", 0.0))
    return Answer({"held": sum(map(len, held))})


def _out_of_memory(call: Call) -> Answer:
    raise MemoryError


def _bad_alloc(call: Call) -> Answer:
    """End as a C++ library does that cannot have more memory."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def _leak(call: Call) -> Answer:
    """Answer well, and keep memory."""
    _kept.append(bytearray(os.urandom(16)) * (call.args["bytes"] // 16))
    return Answer({"kept": len(_kept)})


def _exit(call: Call) -> Answer:
    """Leave without a word."""
    os._exit(call.args.get("status", 0))


def _abort(call: Call) -> Answer:
    os.abort()


def _stop(call: Call) -> Answer:
    """Stand still, as after a SIGSTOP from outside."""
    os.kill(os.getpid(), signal.SIGSTOP)
    return Answer({"continued": True})


def _garbage(call: Call) -> Answer:
    """Write what is no message to the wire itself."""
    from gridwise.workers import worker as _worker

    wire = _worker.WIRE[0]
    wire.write_raw(call.args["text"].encode() + b"\n")
    return Answer({"written": True})


def _print(call: Call) -> Answer:
    """Print natively to what was standard output."""
    os.write(1, b'{"answer": 1}\nprinted\n' * 1000)
    return Answer({"printed": True})


def _raise(call: Call) -> Answer:
    raise RuntimeError("raised on purpose")


def _big(call: Call) -> Answer:
    return Answer({"text": "x" * call.args["bytes"]})


TABLE: Mapping[str, Callable[[Call], Answer]] = {
    f"fault_{name}": function
    for name, function in {
        "sleep": _sleep,
        "native": _native,
        "spin": _spin,
        "polite": _polite,
        "report": _report,
        "allocate": _allocate,
        "out_of_memory": _out_of_memory,
        "bad_alloc": _bad_alloc,
        "leak": _leak,
        "exit": _exit,
        "abort": _abort,
        "stop": _stop,
        "garbage": _garbage,
        "print": _print,
        "raise": _raise,
        "big": _big,
    }.items()
}
