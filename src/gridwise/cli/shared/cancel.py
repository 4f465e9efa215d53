"""Ctrl-C: the first asks the run to end with what it has, the second ends it at once."""

import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Cancel:
    """A cancel token that SIGINT sets while this context is entered.

    The second signal raises `KeyboardInterrupt`, the third ends the process. While `at_once` is
    true the first raises it too: for code that does not check the token, such as the reading of
    standard input. Outside the main thread, where no handler can be set, it is a plain token.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._signals = 0
        self.at_once = False
        self._before: Any = None

    def is_set(self) -> bool:
        """Return whether the run should stop."""
        return self._event.is_set()

    def set(self) -> None:
        """Ask the run to stop."""
        self._event.set()

    def __enter__(self) -> "Cancel":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._signals += 1
        self._event.set()
        if self._signals > 2:
            os._exit(130)
        if self._signals == 2 or self.at_once:
            raise KeyboardInterrupt
