"""What all pages and routes of one server share: its settings, the store, and who works for it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwise.core.limits import CancelToken, Progress
from gridwise.workbench.supervisor import Outcome, Supervisor, Task


@dataclass(frozen=True, slots=True)
class Config:
    """How a server was started.

    Parameters
    ----------
    folder
        The user's data: the store, the session secret.
    host, port
        Where it listens.
    token
        What a browser or client has to show first; None on this machine alone.
    workers
        How many tasks run at a time.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    workers: int = 1


class House:
    """One server. Made before the loop runs; `open` and `close` begin and end its children."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._supervisor: Supervisor | None = None

    def open(self) -> None:
        """Start the children, which get warm on their own."""
        if self._supervisor is None:
            self._supervisor = Supervisor(self.config.workers)

    def close(self) -> None:
        """End the children."""
        if self._supervisor is not None:
            self._supervisor.close()
            self._supervisor = None

    @property
    def supervisor(self) -> Supervisor:
        """Return those who work; started where they were not."""
        self.open()
        assert self._supervisor is not None
        return self._supervisor

    async def ask(
        self,
        name: str,
        args: Mapping[str, Any],
        *,
        time_s: float | None = None,
        memory_bytes: int | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
    ) -> Outcome:
        """Do a task in a child and wait for it without holding up the loop.

        `progress` is called from another thread. Where the waiting coroutine is cancelled, so is
        the task.
        """
        ticket = self.supervisor.submit(
            Task(name, args),
            time_s=time_s,
            memory_bytes=memory_bytes,
            cancel=cancel,
            progress=progress,
        )
        try:
            return await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            ticket.cancel()
            raise
