"""The page that starts batches: one question about every puzzle of a file."""

from functools import partial
from typing import Any

from nicegui import events, run, ui

from gridwise.batch import work
from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.web.pages.batch.view import QUESTIONS, BatchView, progress, titled
from gridwise.web.server.batches import (
    FORMS,
    KEPT_S,
    MOST_BATCHES,
    MOST_ROWS,
    MOST_UPLOADED,
    Batches,
)
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.names import named
from gridwise.web.widgets.parts import Select, box, link, text, titled_section
from gridwise.web.widgets.upload import upload

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
_ACCEPT = ".txt,.csv,.jsonl,.ndjson,.sdm,.gz,.zst,text/plain"


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
            for state in mine:
                with box("li"):
                    link(words(titled(state)), f"/batch/{state.ident}")
                    text("span", self._visitor.heading(progress(state)), "gw-quiet")

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
            accept=_ACCEPT,
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
