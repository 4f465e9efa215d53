"""Runs slices in processes of this machine, each replaced when it dies.

The standard pool loses all pending work with one process, and does not say whose work killed it.
Here each process has its own two pipes and at most two slices: the one that it works on, and the
next, so that it never waits. When it dies, the first of them raises `WorkerLost`; the second, which
it had not begun, goes to another process unseen.

Processes come from a fork server that has loaded the engines, so that a new one begins at once.
"""

import ctypes
import json
import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gridwise.core.errors import Fault, ParameterError
from gridwise.core.message import msg
from gridwise.process.serve import end_with_parent
from gridwise.process.sharing import WorkerLost
from gridwise.process.usage import cores

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

R = TypeVar("R")
_WARM = "gridwise.batch.work"
"""The module whose `warm` loads the engines of puzzles; by name, since it lies above."""
_PRELOAD = "GRIDWISE_BATCH_PRELOAD"
"""The environment variable with the names of the puzzles whose engines the fork server loads."""
_AHEAD = 2  # slices of a process: the one that it works on, and the next
_PIPE = 1 << 20  # bytes of a pipe, if the system lets us choose
_KEPT = 32 << 20  # bytes of free memory that a process keeps; more is no allowed threshold
_STARTS = 3  # processes in a row that may end before they are ready
_ORDINARY_END_S = 1.0
_NO_START = msg(
    "a worker process ends before it begins to work; "
    'a script calls what starts workers under: if __name__ == "__main__":'
)


class _PoolCall(NamedTuple):
    """The future of a call, and its function and arguments."""

    future: "Future[Any]"
    what: tuple[Callable[..., Any], tuple[Any, ...]]


class LocalExecutor:
    """Processes of this machine; a `WorkExecutor`.

    Parameters
    ----------
    workers
        The number of processes; by default one a core.
    preload
        Kinds of puzzle; their engines are loaded first.
    """

    slice_s = 0.2
    slice_bytes = 840_000  # a little less than a pipe holds, so that nobody waits for a reader

    def __init__(self, workers: int | None = None, *, preload: Sequence[str] = ()) -> None:
        if workers is not None and workers < 1:
            raise ParameterError(f"workers must be at least 1, not {workers}")
        self.workers, self.preload = workers or cores(), tuple(preload)
        self.changed = threading.Condition()
        """Guards the attributes below and the slices of each process."""
        self.waiting: deque[_PoolCall] = deque()
        self.ended = False
        self.fault: Fault | None = None
        self._seats = [_Seat(self) for _ in range(self.workers)]

    def submit(self, function: Callable[..., R], /, *arguments: Any) -> "Future[R]":
        """Run a function in a process."""
        future: Future[R] = Future()
        given = tuple(pickle.PickleBuffer(a) if isinstance(a, bytes) else a for a in arguments)
        with self.changed:
            if self.fault is not None:
                future.set_exception(self.fault)
            elif self.ended:
                raise RuntimeError("submit after close")
            else:
                self.waiting.append(_PoolCall(future, (function, given)))
                self.changed.notify_all()
        return future

    def end(self, fault: Fault | None = None) -> None:
        """Begin no call any more; the fault, if any, is the error of all that wait or come."""
        with self.changed:
            self.ended = True
            self.fault = self.fault or fault
            lost, self.waiting = self.waiting, deque()
            self.changed.notify_all()
        for call in lost:
            self.drop(call)

    def drop(self, call: _PoolCall) -> None:
        """End a call that no process began."""
        if self.fault is None:
            call.future.cancel()
        else:
            call.future.set_exception(self.fault)

    def close(self) -> None:
        """End all processes."""
        self.end()
        for seat in self._seats:
            seat.kill()
        for seat in self._seats:
            seat.join()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes, for tests."""
        processes = [seat.process for seat in self._seats]
        return [p.pid for p in processes if p is not None and p.pid is not None]


class _Seat:
    """One process after the other, and the two threads that feed it and read from it."""

    def __init__(self, pool: LocalExecutor) -> None:
        self._pool = pool
        self.process: BaseProcess | None = None
        self._feed: Connection | None = None
        self._given: deque[_PoolCall] = deque()
        self._threads = [
            threading.Thread(target=self._read_all, name="batch-read", daemon=True),
            threading.Thread(target=self._feed_all, name="batch-feed", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def kill(self) -> None:
        process = self.process
        if process is not None:
            process.kill()

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _feed_all(self) -> None:
        pool = self._pool
        while True:
            with pool.changed:
                pool.changed.wait_for(lambda: pool.ended or (self._has_room and pool.waiting))
                if pool.ended:
                    return
                call, feed = pool.waiting.popleft(), self._feed
                self._given.append(call)
            assert feed is not None
            with suppress(OSError):  # it died: the other thread sees that
                _send(feed, call.what)

    @property
    def _has_room(self) -> bool:
        return self._feed is not None and len(self._given) < _AHEAD

    def _read_all(self) -> None:
        starts = 0
        while not self._pool.ended:
            try:
                results = self._start()
            except (OSError, RuntimeError):
                # this is a worker that imports a script, which asks for workers again
                self._pool.end(Fault(_NO_START))
                break
            try:
                _receive(results)  # it is ready
                starts = 0
                with self._pool.changed:
                    self._pool.changed.notify_all()
                while True:
                    self._done(*_receive(results))
            except (EOFError, OSError):
                results.close()
                starts += 1
                self._died()
            except Exception as error:  # what cannot be read must not leave futures open for ever
                why = f"{type(error).__name__}: {error}"
                self._pool.end(Fault(msg("a worker's answer cannot be read: {why}", why=why)))
            if starts >= _STARTS:
                self._pool.end(Fault(_NO_START))
        self.kill()
        if self.process is not None:
            self.process.join(_ORDINARY_END_S)
        self._died()

    def _start(self) -> "Connection":
        """Start a process; return the connection that its results come from."""
        context, pipe = _context(self._pool.preload)
        calls, feed = pipe(duplex=False)
        results, answers = pipe(duplex=False)
        for connection in (feed, answers):
            _widen(connection)
        process = context.Process(
            target=_work, args=(calls, answers, self._pool.preload), daemon=True
        )
        process.start()
        calls.close()
        answers.close()
        with self._pool.changed:
            self.process, self._feed = process, feed
        if self._pool.ended:  # `close` may have come before there was anything to kill
            process.kill()
        return results  # type: ignore[no-any-return]  # `_context` says no more

    def _done(self, value: Any, error: BaseException | None) -> None:
        with self._pool.changed:
            call = self._given.popleft()
            self._pool.changed.notify_all()
        if error is None:
            call.future.set_result(value)
        else:
            call.future.set_exception(error)

    def _died(self) -> None:
        """Return the slices of a process that died: the first is lost, the others had not begun."""
        with self._pool.changed:
            given, self._given = self._given, deque()
            if self._feed is not None:
                self._feed.close()
            self._feed = None
            lost = given.popleft() if given else None
            if not self._pool.ended:
                self._pool.waiting.extendleft(reversed(given))
                given.clear()
            self._pool.changed.notify_all()
        if lost is not None:
            lost.future.set_exception(self._pool.fault or WorkerLost())
        for call in given:
            self._pool.drop(call)


_server = threading.Lock()


def _context(preload: Sequence[str]) -> tuple[Any, Any]:
    """Return the makers of processes and of pipes: by fork server, or by spawning without one."""
    import multiprocessing

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        from multiprocessing import forkserver

        with _server:
            os.environ[_PRELOAD] = json.dumps(preload)
            try:
                forkserver.set_forkserver_preload([__name__])
                forkserver.ensure_running()  # there is only one; the first names count
            finally:
                del os.environ[_PRELOAD]
    return context, context.Pipe


def _widen(connection: "Connection") -> None:
    """Let a pipe hold a whole slice, so that its writer does not wait for a reader at work."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(connection.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)


def _send(connection: "Connection", value: Any) -> None:
    """Send a value, its arrays and buffers apart; `Connection.send` copies them several times."""
    buffers: list[pickle.PickleBuffer] = []
    rest = pickle.dumps(value, 5, buffer_callback=buffers.append)
    connection.send((rest, len(buffers)))
    for buffer in buffers:
        connection.send_bytes(buffer.raw())


def _receive(connection: "Connection") -> Any:
    """Return the value of `_send`; buffers are bytes again, and arrays cannot be written to."""
    rest, number = connection.recv()
    return pickle.loads(rest, buffers=[connection.recv_bytes() for _ in range(number)])


def _keep_memory() -> None:
    """Let the process keep the memory of a slice for the next one, if the C library can.

    Otherwise it returns megabytes and gets them again, zeroed, for each slice: a tenth of the time.
    """
    trim, map_ = -1, -3  # the numbers of M_TRIM_THRESHOLD and M_MMAP_THRESHOLD
    with suppress(AttributeError, OSError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(trim, _KEPT)
        libc.mallopt(map_, _KEPT)


def _work(calls: "Connection", answers: "Connection", preload: Sequence[str]) -> None:
    """Answer calls until the parent ends; the main function of a process."""
    _keep_memory()
    end_with_parent(os.getppid())  # the fork server, if there is one; it ends with the parent
    import_module(_WARM).warm(preload)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        _send(answers, None)
        while True:
            function, arguments = _receive(calls)
            reply: tuple[Any, Exception | None]
            try:
                reply = function(*arguments), None
            except Exception as error:
                reply = None, error
            _send(answers, reply)


if _PRELOAD in os.environ:  # the fork server imports this module first
    import_module(_WARM).warm(json.loads(os.environ.pop(_PRELOAD)))
