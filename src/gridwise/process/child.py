"""One child process as its parent sees it: its pipes, its messages, its end."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, Any

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.core.numbers import loads
from gridwise.process.usage import Usage

_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from gridwise.process.serve import main; main(sys.argv[2])"
)
_ENVELOPE = 16 * 1024 * 1024  # room beside an answer, in a line
_TAIL_LINES, _TAIL_BYTES = 8, 400
_REAP_S = 10.0

GONE: Mapping[str, Any] = {"gone": True}
"""The last message of an inbox: the child has closed its output."""


class Child:
    """One child process. Three threads serve its pipes; its slot reads `inbox`.

    Parameters
    ----------
    module, most_bytes
        The module with its program, and the size of an answer at most.
    extra_tasks
        Names of modules with further tasks.
    niceness
        The child adds this to its niceness.
    notify
        Called from another thread after every message.
    """

    def __init__(
        self,
        module: str,
        most_bytes: int,
        extra_tasks: Sequence[str],
        niceness: int,
        notify: Callable[[], None],
    ) -> None:
        self.inbox: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self.gone = False
        self.garbage: str | None = None
        self._notify = notify
        self._most = most_bytes + _ENVELOPE
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # -P: a file in the current folder is no module of the standard library.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOT, json.dumps(sys.path), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._pipes: tuple[IO[bytes], ...] = (
            self._process.stdin,
            self._process.stdout,
            self._process.stderr,
        )
        self.usage = Usage(self.pid)
        self._threads = [
            threading.Thread(target=target, name=f"{target.__name__} {self.pid}", daemon=True)
            for target in (self._write, self._read, self._listen)
        ]
        for thread in self._threads:
            thread.start()
        hello = {
            "parent": os.getpid(),
            "register": list(registry.outside()),
            "extra_tasks": list(extra_tasks),
            "niceness": niceness,
        }
        self.send({"hello": hello})

    @property
    def pid(self) -> int:
        """The process number."""
        return self._process.pid

    def send(self, message: Mapping[str, Any], args: str | None = None) -> None:
        """Queue a message, perhaps with `args` that are JSON already.

        A thread writes it, since a stopped child would block the writer.
        """
        text = json.dumps(message)
        if args is not None:
            text = f'{text[:-1]}, "args": {args}}}'
        self._outbox.put(text.encode() + b"\n")

    def kill(self) -> None:
        """Kill it."""
        with suppress(OSError):
            self._process.kill()

    def end(self, grace_s: float) -> None:
        """Close its input so that it ends by itself; kill it after the grace; reap it."""
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        self.reap()

    def reap(self) -> None:
        """Kill it and leave no zombie, thread or pipe behind."""
        self.kill()
        with suppress(subprocess.TimeoutExpired):  # the kernel itself holds it
            self._process.wait(_REAP_S)
        self._outbox.put(None)
        until = time.monotonic() + 1.0
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in self._pipes:
                with suppress(OSError, ValueError):
                    pipe.close()

    def how_it_ended(self) -> Message:
        """Return why the child closed its output; wait a little for it to end."""
        if self.garbage is not None:
            return msg("it wrote what is no message: {text}", text=self.garbage)
        status: int | None = None
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(0.5)
        self._threads[2].join(0.2)  # its last lines may still be in the pipe
        words = self.last_words()
        more = msg(": {words}", words=words) if words else msg("")
        if status is None:
            return msg("it closed its pipe and went on{more}", more=more)
        if status < 0:
            return msg("signal {name} ended it{more}", name=_signal(-status), more=more)
        return msg("it ended with status {status} and no answer{more}", status=status, more=more)

    def killed(self) -> bool:
        """Return whether SIGKILL ended it."""
        return hasattr(signal, "SIGKILL") and self._process.poll() == -signal.SIGKILL

    def forget_words(self) -> None:
        """Forget its standard error so far, which is not about the next task."""
        self._tail.clear()

    def last_words(self) -> str:
        """Return the last lines of its standard error."""
        return " / ".join(line for line in list(self._tail) if line)

    def _write(self) -> None:
        pipe = self._pipes[0]
        with suppress(OSError, ValueError):
            while (data := self._outbox.get()) is not None:
                pipe.write(data)
                pipe.flush()
        with suppress(OSError, ValueError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._pipes[1]
        with suppress(OSError, ValueError):
            while line := pipe.readline(self._most):
                message = _read_message(line)
                if message is None:
                    self.garbage = line[:80].decode("utf-8", "backslashreplace").strip()
                    break
                self.inbox.put(message)
                self._notify()
        self.gone = True
        self.inbox.put(GONE)
        self._notify()

    def _listen(self) -> None:
        pipe = self._pipes[2]
        with suppress(OSError, ValueError):
            while line := pipe.readline(65536):
                self._tail.append(line[:_TAIL_BYTES].decode("utf-8", "backslashreplace").strip())


def _read_message(line: bytes) -> Mapping[str, Any] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        message = loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
