"""The program of a child: it imports everything once, then does one task after another.

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
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from gridwise.core.errors import Fault, GridwiseError, InputError, UsageError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.message import Message
from gridwise.core.numbers import dumps
from gridwise.core.run import Run
from gridwise.core.views import compile_notice
from gridwise.solving.end_with_parent import end_with_parent
from gridwise.workers import usage as _usage
from gridwise.workers.kinds import task_kind, task_kinds
from gridwise.workers.protocol import Call, TaskAnswer

MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""The largest answer; a longer one is a fault, as the parent would have to hold it."""

_PRACTICE_S = 0.3
_BACKSTOP_S = 10.0
_LONGEST_S = 1e8  # a timer of the kernel surely takes as much


class Wire:
    """The private ends of the two pipes."""

    def __init__(self) -> None:
        self._from: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._to: BinaryIO = os.fdopen(os.dup(1), "wb")
        self._lock = threading.Lock()
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
        data = dumps(message, default=operator.index, separators=(",", ":")).encode()
        if len(data) > MAX_ANSWER_BYTES:
            raise Fault(f"an answer of {len(data):,} bytes, more than {MAX_ANSWER_BYTES:,}")
        self.write_raw(data + b"\n")

    def write_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        with self._lock:
            self._to.write(data)
            self._to.flush()


class Worker:
    """One child: a thread that listens, and the main thread that works."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._tasks: queue.SimpleQueue[tuple[dict[str, Any], threading.Event]]
        self._tasks = queue.SimpleQueue()
        self._tokens: dict[int, threading.Event] = {}
        self._extra_tasks: tuple[str, ...] = ()

    def run(self) -> None:
        """Read the greeting, get warm, and do tasks until the parent has ended."""
        hello = self.wire.read()
        if hello is None:
            return
        greeting = hello["hello"]
        end_with_parent(greeting["parent"])
        if greeting["niceness"] and hasattr(os, "nice"):
            os.nice(greeting["niceness"])
        began = time.perf_counter()
        self._extra_tasks = tuple(greeting["extra_tasks"])
        task_kinds(self._extra_tasks)  # loads their modules
        warm(greeting["register"])
        threading.Thread(target=self._listen, name="listen", daemon=True).start()
        self.wire.write({"ready": True, "warm_s": time.perf_counter() - began})
        while True:
            message, token = self._tasks.get()
            self._do(message, token)
            self._tokens.pop(message["task"], None)
            tidy()
            self.wire.write({"idle": message["task"]})

    def _listen(self) -> None:
        # The main thread may never return from a task, so this thread ends the process.
        with suppress(OSError, ValueError):
            while (message := self.wire.read()) is not None:
                if "task" in message:
                    token = self._tokens[message["task"]] = threading.Event()
                    self._tasks.put((message, token))
                elif (found := self._tokens.get(message.get("cancel", -1))) is not None:
                    found.set()
        os._exit(0)

    def _do(self, message: Mapping[str, Any], token: threading.Event) -> None:
        number, said = message["task"], message["progress"]
        self.wire.write({"begun": number})

        def progress(elapsed_s: float, counters: Mapping[str, int]) -> None:
            self.wire.write({"progress": number, "elapsed_s": elapsed_s, "counters": counters})

        time_s = message["time_s"]

        def compiling(puzzle: str, seconds: float) -> None:
            if said:
                notice = {"puzzle": puzzle, "seconds": seconds}
                self.wire.write({"compiling": number, **notice})

        heard = progress if said else None
        call = Call(token, time_s, message["memory_bytes"], heard, cpu_limit_s=message.get("cpu_s"))
        _backstop(time_s)
        resets = _usage.reset_peak()
        me = _usage.usage(os.getpid())
        before = me.resident()
        try:
            with compile_notice.heard_by(compiling):
                answer = self._run(message["name"], message["args"], call)
            peak = me.peak() if resets else None
            growth = None if peak is None or before is None else max(0, peak - before)
            self.wire.write(
                {
                    "answer": number,
                    "value": answer.value,
                    "stop": answer.stop,
                    "wall_s": call.wall_s,
                    "cpu_s": call.cpu_s,
                    "compile_s": call.compile_s,
                    "compile_cpu_s": call.compile_cpu_s,
                    "heap_bytes": call.heap_bytes,
                    "peak_bytes": growth,
                }
            )
        except (UsageError, InputError) as error:
            self._fail("refused", number, str(error.placed), error.exit_status, error.message)
        except MemoryError as error:
            self._fail("memory", number, f"out of memory: {str(error) or 'no more could be had'}")
        except Fault as error:
            self._fail("fault", number, str(error.placed))
        except BaseException as error:  # whatever a method raises ends its task only
            self._fail("fault", number, f"{type(error).__name__}: {error}")
        finally:
            _backstop(None)

    def _run(self, name: str, args: Mapping[str, object], call: Call) -> TaskAnswer:
        try:
            return task_kind(name, self._extra_tasks).run(args, call)
        except Interrupted as end:
            return TaskAnswer(None, end.stop.value)

    def _fail(
        self, what: str, number: int, text: str, status: int = 31, message: Message | None = None
    ) -> None:
        reason = None if message is None else message.as_json()
        self.wire.write(
            {what: number, "error": text[:10_000], "message": reason, "exit_status": status}
        )


def warm(register: list[tuple[str, str | None]]) -> None:
    """Import the modules of the tasks, load compiled code, and let methods solve a small board.

    Modules registered from outside are loaded and not tried: their own tasks show whether they
    work.
    """
    from random import Random

    from gridwise.core import registry
    from gridwise.core.capabilities import Preparation, ProbabilityModel, Sampler
    from gridwise.solving import prepare, probabilities, solve

    for puzzle in registry.puzzles().values():
        sampler = registry.capability(puzzle.name, Sampler)
        preparation = registry.capability(puzzle.name, Preparation)
        if sampler is None:
            continue
        position = sampler.sample(Random(1))
        with suppress(GridwiseError, Interrupted):
            if registry.capability(puzzle.name, ProbabilityModel) is not None:
                probabilities.probabilities(position)
            solve.solve(position, limits=Limits(time_s=_PRACTICE_S))
        if not prepare.is_compiled(puzzle.name):
            continue  # nobody waits for a compiler: code that is compiled later is loaded later
        with suppress(GridwiseError, Interrupted):
            if preparation is not None and "kernels" in preparation.tables:
                preparation.prepare("kernels", Run())
        for method in registry.methods_for(position):
            with suppress(GridwiseError):
                solve.solve(position, method=method.name, limits=Limits(time_s=_PRACTICE_S))
    for name, path in register:
        registry.load(name, path)
    gc.collect()
    gc.freeze()  # the modules stay: collecting after a task then takes no time
    tidy()


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


def main() -> None:
    """Run a child until its parent has ended."""
    Worker(Wire()).run()
