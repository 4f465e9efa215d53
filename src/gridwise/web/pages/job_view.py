"""One stored job on the page: its progress, and buttons to stop, to resume and to delete it."""

import math
import time
from abc import ABC, abstractmethod
from copy import copy
from typing import Generic, TypeVar

from nicegui import run, ui

from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, as_message, msg
from gridwise.jobs.stored import OPEN, JobPhase, StoredJob, StoredJobs
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce, keep_focus
from gridwise.web.widgets.parts import Button, box, link, sure, text

_EVERY_S = 0.5
J = TypeVar("J", bound=StoredJob)


class JobView(ABC, Generic[J]):
    """The page of one stored job, which runs whether or not anybody looks.

    Parameters
    ----------
    jobs
        The jobs of its kind.
    visitor, ident
        The visitor, and the job's id.
    """

    home: str
    """The path of the page with all jobs of the kind."""
    missing: Message
    all_of_them: Message
    bar: Message
    """The name of the progress bar."""
    moves: dict[JobPhase, Message]
    """The messages for screen readers at the end."""
    stop: Message
    live_s: float | None = None
    """Seconds between updates of the results while it runs; None shows them at the end."""
    delete: tuple[Message, Message]
    """The question before it is deleted, and the data that are lost then."""

    def __init__(self, jobs: StoredJobs[J], visitor: Visitor, ident: str) -> None:
        self._jobs, self._ident = jobs, ident
        self._visitor, self._words = visitor, visitor.words
        self._seen: tuple[object, ...] = ()
        self._shown: tuple[float, int] = (-math.inf, 0)

    @abstractmethod
    def _head(self, job: J) -> None:
        """Show the title, and the question."""

    @abstractmethod
    def _line(self, job: J) -> Message:
        """Return the progress in one line."""

    @abstractmethod
    def _current(self, job: J) -> Message | None:
        """Return a further line about the progress."""

    @abstractmethod
    def _results(self, job: J) -> None:
        """Show the results so far."""

    def show(self) -> None:
        """Show the job; another visitor's does not exist for this one."""
        words = self._words
        with box("div", "gw-page gw-compare"):
            job = self._job()
            if job is None:
                text("h1", words(self.missing))
                link(words(self.all_of_them), self.home, "gw-more")
                return
            with box("header"):
                self._head(job)
            self._top = box("section", "gw-progress", aria_label=words(msg("Progress")))
            self._made = box("div", "gw-compare")
            link(words(self.all_of_them), self.home, "gw-more")
            self._refresh(job)
            self._timer = ui.timer(_EVERY_S, self._tick, active=job.phase in OPEN)
            if job.phase not in OPEN:
                self._show_results(job)

    def _job(self) -> J | None:
        """Return a copy, which does not change while it is shown."""
        return copy(self._jobs.get(self._ident, self._visitor.owner))

    def _tick(self) -> None:
        job = self._job()
        if job is None:
            self._timer.deactivate()
            ui.navigate.to(self.home)
            return
        self._refresh(job)
        self._show_live(job)
        if job.phase not in OPEN:
            self._timer.deactivate()
            announce(self._visitor.sentence(self.moves[job.phase]))
            self._show_results(job)

    def _show_live(self, job: J) -> None:
        """Show new results so far, not too often."""
        now, (before, done) = time.monotonic(), self._shown
        if self.live_s is None or job.phase is not JobPhase.RUNNING or job.done == done:
            return
        if now - before >= self.live_s:
            self._show_results(job)
            self._shown = (time.monotonic(), job.done)

    def _show_results(self, job: J) -> None:
        self._made.clear()
        with self._made:
            self._results(job)

    def _refresh(self, job: J) -> None:
        """Show the progress, if it has changed."""
        before = self._jobs.before(self._ident)
        now = self._current(job)
        if before:
            now = msg("waiting for {n} before it to end", n=before)
        seen = (job.phase, job.done, job.total, job.error, now)
        if seen == self._seen:
            return
        rebuilt, self._seen = self._seen[:1] != seen[:1], seen
        words = self._words
        self._top.classes(
            add="gw-progress-done" if job.phase is JobPhase.DONE else "",
            remove="" if job.phase is JobPhase.DONE else "gw-progress-done",
        )
        if rebuilt:
            self._top.clear()
            with self._top:
                self._said = text("p", "")
                self._bar = box("progress", max=1, value=0, aria_label=words(self.bar))
                self._now = text("p", "", "gw-quiet")
                self._error = text("p", "", "gw-error")
                with box("div", "gw-row"):
                    self._buttons(job)
            keep_focus()
        self._said.text = self._visitor.heading(self._line(job))
        self._bar.props["max"] = max(1, job.total)
        self._bar.props["value"] = job.done
        self._now.text = "" if now is None else self._visitor.heading(now)
        self._now.set_visibility(now is not None)
        self._error.text = as_message(job.error).sentence() if job.error else ""

    def _buttons(self, job: J) -> None:
        words = self._words
        if job.phase in OPEN:
            Button(words(self.stop), self._stop).mark("stop")
            return
        if job.phase is not JobPhase.DONE:
            Button(words(msg("Go on")), self._resume, "gw-button gw-button-main").mark("resume")
        Button(words(msg("Delete")), self._ask_delete, "gw-button gw-button-bad").mark("delete")

    def _stop(self) -> None:
        self._jobs.cancel(self._ident)
        with self._top:  # the button that was pressed may be gone
            self._tick()

    async def _resume(self) -> None:
        try:
            await run.io_bound(self._jobs.resume, self._ident)
        except GridwiseError as error:
            self._error.text = self._visitor.sentence(error.message)
            return
        self._timer.activate()
        with self._top:
            self._made.clear()
            self._tick()

    async def _ask_delete(self) -> None:
        if await sure(self._words, *self.delete):
            self._timer.deactivate()
            try:
                await run.io_bound(self._jobs.remove, self._ident)
            except GridwiseError as error:
                self._error.text = self._visitor.sentence(error.message)
                return
            ui.navigate.to(self.home)
