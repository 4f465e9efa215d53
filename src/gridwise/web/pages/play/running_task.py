"""The task that a page runs in a child process: its progress, and a button that stops it."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.core.views import compile_notice
from gridwise.process.supervisor import TaskOutcome, Ticket
from gridwise.render.words import duration
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce, waiting_words
from gridwise.web.widgets.parts import Button, text

SHOWN_AFTER_S = 0.25
"""Seconds after which a task shows its progress, which would only flicker before."""
_LOOK_S = 0.2

BUSY = msg("another task is running: press Stop, or wait until it ends")
"""The answer to a second task while one runs."""

ENDS: Mapping[str, Message] = {
    "time_limit": msg("timed out before an answer was known"),
    "memory_limit": msg("the memory limit was reached"),
    "cancelled": msg("stopped"),
    "fault": msg("the task failed; this is a fault of ours"),
}
"""The reason why an outcome holds no answer, by its end."""


class RunningTask:
    """The line that shows the running task of a page; there is at most one.

    Built in the current slot; `say` shows why a second task is not begun.
    """

    def __init__(
        self, server: ServerContext, visitor: Visitor, say: Callable[[Message], None]
    ) -> None:
        self.server, self.visitor, self._say = server, visitor, say
        self._asked: Message | None = None
        self._title: Message | None = None
        self._waiting: list[Button] = []
        self._stop: threading.Event | None = None
        self._ticket: Ticket | None = None
        self._waits = False
        self._since = 0.0
        self._counters: Mapping[str, Any] = {}
        with ui.element("div").classes("gw-job").props('role="group"') as self.line:
            ui.spinner(size="1.4em").props('aria-hidden="true"')
            self.title = text("div", "", "gw-job-title")
            self.counters = text("div", "", "gw-job-counters")
            words = visitor.words(msg("Stop"))
            Button(words, self.stop, icon="stop")
        self.line.set_visibility(False)
        self.timer = ui.timer(_LOOK_S, self._look, active=False)

    @property
    def busy(self) -> bool:
        """Whether a task runs."""
        return self._stop is not None

    def stop(self) -> None:
        """Stop the running task."""
        if self._stop is not None:
            self._stop.set()

    def block_while_busy(self, *buttons: Button) -> None:
        """Make these buttons unavailable while a task runs."""
        self._waiting += buttons

    async def ask(
        self, title: Message, name: str, args: Mapping[str, Any], *, time_s: float
    ) -> TaskOutcome | None:
        """Run a task; return its outcome, or None if another runs or the page was left.

        Errors in the arguments come back as an outcome too, with end `refused`.
        """
        if self._stop is not None:
            self._say(BUSY)
            return None
        self._stop, self._counters, self._title = threading.Event(), {}, None
        self._ticket, self._waits = None, False
        self._since = time.monotonic()
        self._asked = title
        self.title.set_text(self.visitor.heading(title))
        self.counters.set_text("")
        self.timer.activate()
        try:
            outcome = await self.server.ask(
                name,
                args,
                owner=self.visitor.owner,
                time_s=time_s,
                cancel=self._stop,
                progress=_TaskProgress(self),
                taken=self._taken,
            )
        finally:
            self._stop = None
            if not self.line.is_deleted:
                self.timer.deactivate()
                self._show(False)
        return None if self.line.is_deleted else outcome

    def _taken(self, ticket: Ticket) -> None:
        self._ticket = ticket

    def _show(self, wanted: bool) -> None:
        self.line.set_visibility(wanted)
        reason = self.visitor.sentence(BUSY) if wanted else ""
        for button in self._waiting:
            button.set_unavailable(reason)

    def note(self, counters: Mapping[str, Any], title: Message | None = None) -> None:
        """Store the progress; called from another thread, so nothing is drawn here."""
        self._counters = dict(counters)
        self._title = title

    def _look(self) -> None:
        if self._stop is None:
            return
        waits = waiting_words(self._ticket)
        title = msg("stopping") if self._stop.is_set() else waits or self._title or self._asked
        if title is not None:
            self.title.set_text(self.visitor.heading(title))
        # Seconds since the request, as the task may wait for a free child.
        seconds = time.monotonic() - self._since
        if seconds >= SHOWN_AFTER_S or self._counters:
            self._show(True)
        if waits is not None and not self._waits:
            announce(self.visitor.sentence(waits))
        self._waits = waits is not None
        parts = [self.visitor.words(duration(seconds)), self.visitor.counters(self._counters)]
        self.counters.set_text(" · ".join(part for part in parts if part))


class _TaskProgress:
    """Receives the progress of a task, in another thread."""

    def __init__(self, task: RunningTask) -> None:
        self._task = task

    def __call__(self, seconds: float, counters: Mapping[str, Any]) -> None:
        self._task.note(counters)

    def compiling(self, puzzle: str, seconds: float) -> None:
        """Note that the engine of a puzzle will be compiled."""
        self._task.note({}, compile_notice.words(puzzle, seconds))


def failed(outcome: TaskOutcome) -> Message | None:
    """Return why an outcome holds no answer, or None if it holds one."""
    if outcome.value is not None and outcome.end in ("answered", "time_limit", "cancelled"):
        return None
    if outcome.end == "refused" and outcome.error:
        return outcome.message or msg("{what}", what=outcome.error)
    return ENDS.get(outcome.end, ENDS["fault"])
