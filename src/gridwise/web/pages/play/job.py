"""One piece of work in a child: its progress on the page, and a button that stops it at once."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.render.words import duration
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.push import Push
from gridwise.workers.supervisor import TaskOutcome

SHOWN_AFTER_S = 0.25
"""Work that is done sooner shows no progress: a flicker tells nothing."""
_LOOK_S = 0.2

BUSY = msg("something is being worked on: press Stop, or wait until it is done")
"""What is said of anything else that is asked for meanwhile."""

ENDS: Mapping[str, Message] = {
    "time_limit": msg("the time was up before an answer was known"),
    "memory_limit": msg("it took more memory than it may"),
    "cancelled": msg("stopped"),
    "fault": msg("something went wrong while working on it; this is a fault of ours"),
}
"""What is said of an outcome that holds no answer."""


class Job:
    """The line of one page that shows what is being worked on. At most one thing at a time.

    Made inside the slot where the line belongs.

    Parameters
    ----------
    server, visitor
        Of the page.
    say
        Says something to the person: why a second thing is not begun.
    """

    def __init__(
        self, server: ServerContext, visitor: Visitor, say: Callable[[Message], None]
    ) -> None:
        self.server, self.visitor, self._say = server, visitor, say
        self._waiting: list[Push] = []
        self._stop: threading.Event | None = None
        self._since = 0.0
        self._counters: Mapping[str, Any] = {}
        with ui.element("div").classes("gw-job").props('role="group"') as self.line:
            ui.spinner(size="1.4em").props('aria-hidden="true"')
            self.title = ui.label().classes("gw-job-title")
            self.counters = ui.label().classes("gw-job-counters")
            words = visitor.words(msg("Stop"))
            Push(words, self.stop, icon="stop")
        self.line.set_visibility(False)
        self.timer = ui.timer(_LOOK_S, self._look, active=False)

    @property
    def busy(self) -> bool:
        """Whether something is being worked on."""
        return self._stop is not None

    def stop(self) -> None:
        """End what is going on."""
        if self._stop is not None:
            self._stop.set()

    def needed_by(self, *buttons: Push) -> None:
        """Shut these while something is worked on; each says why."""
        self._waiting += buttons

    async def ask(
        self, title: Message, name: str, args: Mapping[str, Any], *, time_s: float
    ) -> TaskOutcome | None:
        """Do a task; return its outcome, None where another is going on or the page was left.

        Errors in what was asked come back as an outcome too, with end `refused`.
        """
        if self._stop is not None:
            self._say(BUSY)
            return None
        self._stop, self._counters = threading.Event(), {}
        self._since = time.monotonic()
        self.title.set_text(self.visitor.words(title))
        self.counters.set_text("")
        self.timer.activate()
        try:
            outcome = await self.server.ask(
                name,
                args,
                owner=self.visitor.owner,
                time_s=time_s,
                cancel=self._stop,
                progress=self._noted,
            )
        finally:
            self._stop = None
            if not self.line.is_deleted:
                self.timer.deactivate()
                self._show(False)
        return None if self.line.is_deleted else outcome

    def _show(self, wanted: bool) -> None:
        self.line.set_visibility(wanted)
        reason = self.visitor.words(BUSY) if wanted else ""
        for button in self._waiting:
            button.wait(reason)

    def _noted(self, seconds: float, counters: Mapping[str, Any]) -> None:
        """Take note of progress; called by another thread, so nothing is drawn here."""
        self._counters = dict(counters)

    def _look(self) -> None:
        if self._stop is None:
            return
        if self._stop.is_set():
            self.title.set_text(self.visitor.words(msg("stopping")))
        # By the clock of the page: it may wait for a child that is free.
        seconds = time.monotonic() - self._since
        if seconds >= SHOWN_AFTER_S or self._counters:
            self._show(True)
        parts = [duration(seconds), self.visitor.counters(self._counters)]
        self.counters.set_text(" · ".join(part for part in parts if part))


def failed(outcome: TaskOutcome) -> Message | None:
    """Return what is to be said where an outcome holds no answer, None where it does."""
    if outcome.value is not None and outcome.end in ("answered", "time_limit", "cancelled"):
        return None
    if outcome.end == "refused" and outcome.error:
        return msg("{what}", what=outcome.error)
    return ENDS.get(outcome.end, ENDS["fault"])
