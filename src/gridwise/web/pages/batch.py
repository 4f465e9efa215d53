"""The pages of batches: one question about every puzzle of a file, its progress and its answers."""

from functools import partial
from typing import Any

from nicegui import events, run, ui

from gridwise.batch import work
from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.numbers import number
from gridwise.jobs.stored import JobPhase
from gridwise.render.words import rough_duration
from gridwise.web.pages.job_view import JobView
from gridwise.web.server.batches import (
    FORMS,
    KEPT_S,
    MOST_BATCHES,
    MOST_ROWS,
    MOST_UPLOADED,
    Batches,
    StoredBatch,
)
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.names import PHASES, named
from gridwise.web.widgets.parts import Button, Select, box, link, text, titled_section
from gridwise.web.widgets.upload import upload

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


class BatchView(JobView[StoredBatch]):
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

    def _head(self, job: StoredBatch) -> None:
        words = self._words
        text("h1", words(titled(job)))
        text("p", words(asked(job)), "gw-lead")
        for note in job.notes:
            text("p", self._visitor.sentence(note))

    def _line(self, job: StoredBatch) -> Message:
        return progress(job)

    def _current(self, job: StoredBatch) -> Message | None:
        parts = []
        if job.per_s:
            parts.append(msg("{n} a second", n=number(job.per_s)))
        if job.left_s is not None:
            parts.append(msg("{time} left", time=rough_duration(job.left_s)))
        if job.bad:
            parts.append(msg("{n} bad lines", n=number(job.bad)))
        return msg("{parts}", parts=tuple(parts)) if parts else None

    def _results(self, job: StoredBatch) -> None:
        if job.phase is not JobPhase.DONE:
            return
        words = self._words
        with box("div", "gw-row"):
            address = f"/api/v1/batch/{job.ident}/result"
            Button(
                words(msg("Download {name}", name=job.download)),
                lambda: ui.download.from_url(address, job.download),
                main=True,
            ).mark("download")


def titled(job: StoredBatch) -> Message:
    """Return the title of a batch."""
    return msg("Batch: {name}", name=job.name)


def asked(job: StoredBatch) -> Message:
    """Return the question of a batch."""
    question = QUESTIONS[job.do]
    if job.method == "auto":
        return msg("Asked for: {question}.", question=question)
    return msg("Asked for: {question}, by {method}.", question=question, method=_method(job))


def _method(job: StoredBatch) -> Message:
    """Return the title of a batch's method; the id of an unknown one."""
    known = registry.methods().get(job.method)
    return as_message(job.method if known is None else known.title)


def progress(job: StoredBatch) -> Message:
    """Return the progress of a batch."""
    return msg(
        "{phase}, puzzles: {done} of {total}",
        phase=BATCH_PHASES[job.phase],
        done=number(job.done),
        total=number(job.total),
    )


_LEAD = msg(
    "One question about every puzzle of a file, a puzzle a line. It runs while you play or are "
    "away, can be paused, and goes on where it was when the server is started again."
)
_FORMATS = {
    "csv": msg("CSV"),
    "jsonl": msg("JSON lines"),
    "text": msg("text, the answers alone"),
    "parquet": msg("Parquet"),
}


def show(server: ServerContext, visitor: Visitor, ident: str = "") -> None:
    """Show the form that starts a batch, or one batch."""
    if ident:
        BatchView(server, visitor, ident).show()
    else:
        BatchForm(server, visitor).show()


class BatchForm:
    """The form that starts a batch."""

    def __init__(self, server: ServerContext, visitor: Visitor) -> None:
        self._all: Batches = server.batches
        self._visitor, self._words = visitor, visitor.words
        self._asked = {"do": "solve", "method": "auto", "puzzle": "", "form": "csv"}
        self._busy = False

    def show(self) -> None:
        """Show the form."""
        words = self._words
        with box("div", "gw-page gw-compare"):
            with box("header"):
                text("h1", words(msg("Many puzzles")))
                text("p", words(_LEAD), "gw-lead")
            self._mine()
            with titled_section(words(msg("New batch")), "gw-new"), box("div", "gw-own"):
                self._form()

    def _mine(self) -> None:
        """List the visitor's batches, if any."""
        words, mine = self._words, self._all.of(self._visitor.owner)
        if not mine:
            return
        with titled_section(words(msg("Your batches")), "gw-mine"), box("ul", "gw-runs"):
            for job in mine:
                with box("li"):
                    link(words(titled(job)), f"/batch/{job.ident}")
                    text("span", self._visitor.heading(progress(job)), "gw-quiet")

    def _form(self) -> None:
        words = self._words
        with box("div", "gw-row"):
            self._choice("do", msg("Asked for"), QUESTIONS)
            self._method = box("div", "gw-field")
            self._show_methods()
            any_kind = {"": msg("as the first line")}
            kinds = {kind: named(kind) for kind in registry.puzzles()}
            self._choice("puzzle", msg("Puzzle"), any_kind | kinds)
            self._choice("form", msg("Answers as"), {form: _FORMATS[form] for form in FORMS})
        upload(
            words(msg("Choose a file and begin, or drop it here")),
            most_bytes=MOST_UPLOADED,
            on_upload=self._uploaded,
            on_rejected=self._rejected,
        )
        self._error = text("p", "", "gw-error", role="alert")
        limits = msg(
            "Text, CSV or JSON lines, plain or packed (gzip, zstd): {mb} MB and {rows} puzzles at "
            "most. You may have {n} batches; each is kept for {days} days.",
            mb=MOST_UPLOADED // 10**6,
            rows=number(MOST_ROWS),
            n=MOST_BATCHES,
            days=int(KEPT_S // 86_400),
        )
        text("p", words(limits), "gw-small")

    def _choice(self, name: str, label: Message, options: dict[str, Message]) -> None:
        words = self._words

        def chosen(value: str) -> None:
            self._asked[name] = value
            if name == "do":
                self._show_methods()

        with box("label", "gw-field"):
            text("span", words(label))
            shown = {value: words(option) for value, option in options.items()}
            Select(words(label), shown, self._asked[name], chosen, classes="gw-input").mark(name)

    def _show_methods(self) -> None:
        """Offer methods if the question takes one."""
        self._method.clear()
        self._asked["method"] = "auto"
        takes = self._asked["do"] in work.BY_METHOD
        self._method.set_visibility(takes)
        if takes:
            with self._method:
                known = {name: Message(m.title) for name, m in registry.methods().items()}
                self._choice("method", msg("Method"), {"auto": msg("the fastest"), **known})

    async def _uploaded(self, event: events.UploadEventArguments) -> None:
        if self._busy:
            return
        self._busy, self._error.text = True, ""
        try:
            ident = await self._started(event)
        except GridwiseError as error:
            self._error.text = self._visitor.sentence(error.message)
            event.sender.run_method("reset")
            return
        finally:
            self._busy = False
        announce(self._words(msg("The batch has begun.")))
        ui.navigate.to(f"/batch/{ident}")

    async def _started(self, event: events.UploadEventArguments) -> str:
        options: dict[str, Any] = {**self._asked, "puzzle": self._asked["puzzle"] or None}
        with self._all.receiving(self._visitor.owner) as path:
            await event.file.save(path)
            owner, name = self._visitor.owner, event.file.name
            ident = await run.io_bound(partial(self._all.start, path, name, owner=owner, **options))
        assert ident is not None  # it is None only if the server ends meanwhile
        return ident

    def _rejected(self, event: events.UiEventArguments) -> None:
        most = MOST_UPLOADED // 10**6
        self._error.text = self._words(msg("The file has more than {n} MB.", n=most))
        event.sender.run_method("reset")
