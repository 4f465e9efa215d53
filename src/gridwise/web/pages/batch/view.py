"""One batch on the page: its progress, and the file of answers."""

from nicegui import ui

from gridwise.core import registry
from gridwise.core.message import Message, as_message, msg
from gridwise.render.words import number, rough_duration
from gridwise.web.pages.job_view import JobView
from gridwise.web.server.batches import BatchState
from gridwise.web.server.context import ServerContext
from gridwise.web.server.stored_jobs import JobPhase
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.names import PHASES
from gridwise.web.widgets.parts import Button, box, text

QUESTIONS = {
    "solve": msg("solve"),
    "count": msg("count the solutions"),
    "rate": msg("rate"),
    "explain": msg("explain step by step"),
    "certify": msg("solve and prove"),
}
BATCH_PHASES = {**PHASES, JobPhase.STOPPED: msg("paused")}

_MOVES = {
    JobPhase.DONE: msg("The batch is done."),
    JobPhase.STOPPED: msg("The batch is paused."),
    JobPhase.FAILED: msg("The batch failed."),
}


class BatchView(JobView[BatchState]):
    """The page of one batch."""

    home = "/batch"
    missing = msg("There is no such batch")
    all_of_them = msg("All batches")
    bar = msg("Puzzles answered")
    moves = _MOVES
    stop = msg("Pause")
    delete = (msg("Delete this batch?"), msg("Its answers are gone then."))

    def __init__(self, server: ServerContext, visitor: Visitor, ident: str) -> None:
        super().__init__(server.batches, visitor, ident)

    def _head(self, state: BatchState) -> None:
        words = self._words
        text("h1", words(titled(state)))
        text("p", words(asked(state)), "gw-lead")

    def _line(self, state: BatchState) -> Message:
        return progress(state)

    def _current(self, state: BatchState) -> Message | None:
        parts = []
        if state.per_s:
            parts.append(msg("{n} a second", n=number(state.per_s)))
        if state.left_s is not None:
            parts.append(msg("{time} left", time=rough_duration(state.left_s)))
        if state.bad:
            parts.append(msg("{n} bad lines", n=number(state.bad)))
        return msg("{parts}", parts=tuple(parts)) if parts else None

    def _results(self, state: BatchState) -> None:
        if state.phase is not JobPhase.DONE:
            return
        words = self._words
        with box("div", "gw-row"):
            address = f"/api/v1/batch/{state.ident}/result"
            Button(
                words(msg("Download {name}", name=state.download)),
                lambda: ui.download.from_url(address, state.download),
                main=True,
            ).mark("download")


def titled(state: BatchState) -> Message:
    """Return the title of a batch."""
    return msg("Batch: {name}", name=state.name)


def asked(state: BatchState) -> Message:
    """Return the question of a batch."""
    question = QUESTIONS[state.do]
    if state.method == "auto":
        return msg("Asked for: {question}.", question=question)
    return msg("Asked for: {question}, by {method}.", question=question, method=_method(state))


def _method(state: BatchState) -> Message:
    """Return the title of a batch's method; the id of an unknown one."""
    known = registry.methods().get(state.method)
    return as_message(state.method if known is None else known.title)


def progress(state: BatchState) -> Message:
    """Return the progress of a batch."""
    return msg(
        "{phase}, puzzles: {done} of {total}",
        phase=BATCH_PHASES[state.phase],
        done=number(state.done),
        total=number(state.total),
    )
