"""The child's side of a warm process: it imports everything once, then does task after task.

Parent and child exchange JSON, one object a line. The child moves its standard input and output to
private descriptors before any other code runs, so a native library that prints cannot break a
line. Nothing is unpickled. The child ends when its parent does.

::

    parent                                          child
    {"hello": {"parent": PID, "register":
               [[NAME, FILE]],
               "extra_tasks": [NAME],
               "niceness": N}}                  {"ready": true, "warm_s": S}
    {"task": 7, "name": ..., "args": ..., limits}   {"begun": 7}
                                                    {"progress": 7, "elapsed_s": S, "counters": {}}
                                                    {"compiling": 7, "puzzle": ..., "seconds": S}
    {"cancel": 7}                                   {"answer": 7, "value": ..., "stop": ..., ...}
                                                    {"refused": 7, "error": ...}, "memory"
                                                    or "fault"
                                                    {"idle": 7}

What the child can do is its program: the `PROGRAM` of a module that the parent names.
"""

import gc
import json
import operator
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO, NamedTuple

from gridwise.process import usage

MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""The largest answer; a longer one is a fault, as the parent would have to hold it."""

_BACKSTOP_S = 10.0
_LONGEST_S = 1e8  # a timer of the kernel surely takes as much


class TaskCall(NamedTuple):
    """A task as a program gets it.

    Parameters
    ----------
    name, args
        The task and its arguments.
    cancel
        Is set when the parent wants the child to stop.
    time_s, cpu_s, memory_bytes
        The limits, which the parent enforces too.
    progress, compiling
        Report progress, and that an engine is about to be compiled; None if nobody listens.
    """

    name: str
    args: Mapping[str, Any]
    cancel: threading.Event
    time_s: float | None
    cpu_s: float | None
    memory_bytes: int | None
    progress: Callable[[float, Mapping[str, int]], None] | None
    compiling: Callable[[str, float], None] | None


class Program:
    """The tasks of a child; a module has an instance as `PROGRAM`. These are functions."""

    most_bytes = 1 << 30
    """The size of an answer at most."""
    kept_bytes: int | None = None
    """Memory above that of a newly warm child; a child that keeps more after a task is replaced."""

    def is_short(self, name: str, extra_tasks: tuple[str, ...]) -> bool:
        """Return whether a task usually takes less than a second, in the parent.

        Raises
        ------
        UnknownNameError
            The task does not exist.
        """
        return False

    def warm(self, register: Sequence[tuple[str, str | None]], extra_tasks: Sequence[str]) -> None:
        """Load what tasks need; a greeting names modules from outside and of further tasks."""
        if hasattr(signal, "pthread_sigmask"):  # PySAT sets a handler of its own while it solves
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def run(self, call: TaskCall) -> Mapping[str, Any]:
        """Do a task; return its `value`, its `stop`, and the times that the program measured."""
        module, _, name = call.name.partition(":")
        return {"value": getattr(import_module(module), name)(**call.args)}


PROGRAM = Program()


class Wire:
    """The private ends of the two pipes."""

    def __init__(self) -> None:
        self._from: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._to: BinaryIO = os.fdopen(os.dup(1), "wb")
        self._lock = threading.Lock()
        self.most_bytes = MAX_ANSWER_BYTES
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.close(nowhere)
        os.dup2(2, 1)  # prints go to standard error

    def read(self) -> dict[str, Any] | None:
        """Return the next message, or None at the end."""
        line = self._from.readline()
        if not line:
            return None
        message: dict[str, Any] = json.loads(line)
        return message

    def write(self, message: Mapping[str, Any]) -> None:
        """Send a message; raise `Fault` if it is too long."""
        from gridwise.core.numbers import dumps

        data = dumps(message, default=operator.index, separators=(",", ":")).encode()
        if len(data) > self.most_bytes:
            from gridwise.core.errors import Fault

            raise Fault(f"an answer of {len(data):,} bytes, more than {self.most_bytes:,}")
        self.write_raw(data + b"\n")

    def write_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        with self._lock:
            self._to.write(data)
            self._to.flush()


class Worker:
    """One child: a thread that listens, and the main thread that works."""

    def __init__(self, wire: Wire, program: Program) -> None:
        self.wire, self.program = wire, program
        self._tasks: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]]
        self._tasks = queue.SimpleQueue()
        self._tokens: dict[int, threading.Event] = {}

    def run(self) -> None:
        """Read the greeting, get warm, and do tasks until the parent has ended."""
        hello = self.wire.read()
        if hello is None:
            return
        greeting = hello["hello"]
        end_with_parent(greeting["parent"])
        if greeting["niceness"] and hasattr(os, "nice"):
            # 19 is the least priority, also where the parent's is raised.
            os.nice(greeting["niceness"] if greeting["niceness"] < 19 else 39)
        began = time.perf_counter()
        self.program.warm(greeting["register"], greeting["extra_tasks"])
        gc.collect()
        gc.freeze()  # the modules stay: collecting after a task then takes no time
        tidy()
        # The main thread may never return from a task, so this one ends the process.
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self.wire.write({"ready": True, "warm_s": time.perf_counter() - began})
        while True:
            message, token = self._tasks.get()
            self._do(message, token)
            self._tokens.pop(message["task"], None)
            tidy()
            self.wire.write({"idle": message["task"]})

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while (message := self.wire.read()) is not None:
                if "task" in message:
                    token = self._tokens[message["task"]] = threading.Event()
                    self._tasks.put((message, token))
                elif (cancelled := self._tokens.get(message.get("cancel", -1))) is not None:
                    cancelled.set()
        os._exit(0)

    def _do(self, message: Mapping[str, Any], token: threading.Event) -> None:
        number, listens = message["task"], message["progress"]
        self.wire.write({"begun": number})

        def progress(elapsed_s: float, counters: Mapping[str, int]) -> None:
            self.wire.write({"progress": number, "elapsed_s": elapsed_s, "counters": counters})

        def compiling(puzzle: str, seconds: float) -> None:
            self.wire.write({"compiling": number, "puzzle": puzzle, "seconds": seconds})

        time_s = message["time_s"]
        call = TaskCall(
            *(message["name"], message["args"], token),
            *(time_s, message.get("cpu_s"), message["memory_bytes"]),
            *((progress, compiling) if listens else (None, None)),
        )
        _backstop(time_s)
        before = usage.status_bytes("self", "VmRSS:") if usage.reset_peak() else None
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            answer = self.program.run(call)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            own = {"stop": None, "wall_s": wall, "cpu_s": cpu, "compile_s": 0.0, "heap_bytes": None}
            peak = None if before is None else usage.status_bytes("self", "VmHWM:")
            growth = None if peak is None or before is None else max(0, peak - before)
            self.wire.write({"answer": number, **own, "peak_bytes": growth, **answer})
        except BaseException as error:  # whatever a method raises ends its task only
            self._fail(number, error)
        finally:
            _backstop(None)

    def _fail(self, number: int, error: BaseException) -> None:
        from gridwise.core.errors import Fault, InputError, UsageError

        kind, text, status, reason = "fault", f"{type(error).__name__}: {error}", 31, None
        if isinstance(error, UsageError | InputError):
            kind, text, status = "refused", str(error.placed), error.exit_status
            reason = error.message.as_json()
        elif isinstance(error, MemoryError):
            kind, text = "memory", f"out of memory: {str(error) or 'no more could be had'}"
        elif isinstance(error, Fault):
            text = str(error.placed)
        self.wire.write(
            {kind: number, "error": text[:10_000], "message": reason, "exit_status": status}
        )


def tidy() -> None:
    """Free the memory of the last task, so that the next one begins with the same memory."""
    gc.collect()
    if sys.platform.startswith("linux"):
        import ctypes

        with suppress(OSError, AttributeError):  # a C library without it
            ctypes.CDLL(None).malloc_trim(0)


def _backstop(time_s: float | None) -> None:
    """Have the kernel end this process long after its limit, in case the parent cannot."""
    if hasattr(signal, "setitimer"):
        after = 0.0 if time_s is None else min(time_s, _LONGEST_S) + _BACKSTOP_S
        signal.setitimer(signal.ITIMER_REAL, after)


def end_with_parent(parent: int) -> None:
    """Ask the operating system to end this process with its parent, even inside a native call.

    Linux only; on other systems a child has to watch its parent. On all, Ctrl-C is left to the
    parent.

    Parameters
    ----------
    parent
        The parent's process number. Linux ends this process with the *thread* that started it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    if not sys.platform.startswith("linux"):
        return
    import ctypes
    from pathlib import Path

    pr_set_pdeathsig = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the call above
        os._exit(0)
    with suppress(OSError):  # if memory runs out, end this process, not the parent
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def main(module: str) -> None:
    """Run a child with the program of a module, until its parent has ended."""
    wire = Wire()  # before the module can print
    program: Program = import_module(module).PROGRAM
    wire.most_bytes = program.most_bytes
    Worker(wire, program).run()
